"""Frames a few of the pictures of `make screenshots` for the listing, the same ones in each language.

python fastlane/screenshots.py [FOLDER]

Google Play takes nothing that is more than twice as high as it is wide, which most phones are:
so each picture lies on a sheet in the colour of the app.
"""

from __future__ import annotations

import os
import re
import struct
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
METADATA = HERE / "metadata" / "android"
LOCALES = {"en": "en-GB", "nl": "nl-NL", "fr": "fr-FR", "de": "de-DE"}

CHOSEN = (
    ("light", "home"),
    ("light", "table-perladora-full-middle"),
    ("light", "count-pearls-4"),
    ("light", "result-pearls-4"),
    ("dark", "table-coloretto-full-middle"),
    ("light", "setup-coloretto"),
    ("light", "rules-perfect_numbers"),
    ("light", "statistics"),
)
"""Theme and name, in the order of the listing."""

SHEET = (960, 1920)
COLOUR = bytes((0x0B, 0x5A, 0x70))


def find(folder: Path, name: str) -> Path:
    """The picture of this name; a number may stand before it."""
    found = [path for path in folder.glob("*.png") if re.fullmatch(rf"(\d+-)?{re.escape(name)}", path.stem)]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} pictures of {name} in {folder}: run `make screenshots` first")
    return found[0]


def frame(picture: Path, target: Path) -> None:
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
    from kivy.core.image.img_sdl2 import ImageLoaderSDL2  # noqa: PLC0415 - the environment comes first

    (image,) = ImageLoaderSDL2(str(picture))._data
    pixel = len(image.fmt)
    width, height = SHEET
    left, top = (width - image.width) // 2, (height - image.height) // 2
    edge, empty = COLOUR * left, COLOUR * width
    right = COLOUR * (width - image.width - left)
    lines = [empty] * height
    for row in range(image.height):
        start = row * (image.rowlength or image.width * pixel)
        line = image.data[start : start + image.width * pixel]
        if pixel == 4:
            line = bytes(part for place, part in enumerate(line) if place % 4 != 3)
        lines[top + row] = edge + line + right
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(png(width, height, lines))


def png(width: int, height: int, lines: list[bytes]) -> bytes:
    """Without transparency, which Google Play refuses and SDL always writes."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + line for line in lines), 9)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


def main(pictures: Path) -> None:
    for language, locale in LOCALES.items():
        shown = METADATA / locale / "images" / "phoneScreenshots"
        for old in shown.glob("*.png"):
            old.unlink()
        for number, (theme, name) in enumerate(CHOSEN, start=1):
            frame(find(pictures / f"phone-{theme}-{language}-1", name), shown / f"{number}_{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "build" / "screenshots")
