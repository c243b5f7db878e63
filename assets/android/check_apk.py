"""Reads a built package and tells whether every 64-bit library can be loaded on phones with 16 KB pages.

python assets/android/check_apk.py bin/*.apk bin/*.aab
"""

from __future__ import annotations

import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

PAGE = 16 * 1024
ELF, BITS_64, LOAD = b"\x7fELF", 2, 1


def load_alignments(library: bytes) -> list[int]:
    """How the parts that are loaded into memory are aligned; none for what is not a 64-bit library."""
    if library[:4] != ELF or library[4] != BITS_64:
        return []
    (table,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    parts = [struct.unpack_from("<I44xQ", library, table + place * size) for place in range(count)]
    return [alignment for kind, alignment in parts if kind == LOAD]


def misaligned(package: Path) -> Iterator[str]:
    with zipfile.ZipFile(package) as archive:
        for name in archive.namelist():
            if name.endswith(".so") and any(part < PAGE for part in load_alignments(archive.read(name))):
                yield name


def main(packages: list[Path]) -> int:
    wrong = [f"{package}: {name}" for package in packages for name in misaligned(package)]
    print("\n".join(wrong) or f"{len(packages)} packages are ready for 16 KB pages")
    return 1 if wrong or not packages else 0


if __name__ == "__main__":
    sys.exit(main([Path(given) for given in sys.argv[1:]]))
