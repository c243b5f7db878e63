"""The folder of a history as it lies on the disk: how large it is, and what was set aside in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SetAside:
    """Lines that could not be read; they are kept byte for byte."""

    file: str
    lines: int
    at: float
    """When the last of them was set aside, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Condition:
    size: int
    set_aside: tuple[SetAside, ...]


def examine(folder: Path) -> Condition:
    """What can be said about the folder; files that cannot be read count for nothing."""
    size, found = 0, []
    for path in sorted(folder.glob("*")):
        try:
            about = path.stat()
            size += about.st_size
            if path.match("damaged-*.jsonl"):
                lines = sum(bool(line.strip()) for line in path.read_bytes().splitlines())
                found.append(SetAside(path.name, lines, about.st_mtime))
        except OSError:
            continue
    return Condition(size, tuple(found))
