"""Pictures as lines of pixels: read, made smaller, put on a sheet, and written without transparency."""

from __future__ import annotations

import os
import struct
import zlib
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

from screens.demonstration import QUIETLY

PIXEL = 3


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    lines: tuple[bytes, ...] = field(repr=False)
    """Red, green and blue, pixel by pixel."""

    @property
    def height(self) -> int:
        return len(self.lines)


def read(path: Path) -> Picture:
    os.environ.update(QUIETLY)
    from kivy.core.image.img_sdl2 import ImageLoaderSDL2  # noqa: PLC0415 - the environment comes first

    (image,) = ImageLoaderSDL2(str(path))._data
    size = len(image.fmt)
    stride = image.rowlength or image.width * size
    lines = (
        image.data[start : start + image.width * size] for start in range(0, image.height * stride, stride)
    )
    return Picture(image.width, tuple(_opaque(bytes(line), size) for line in lines))


def _opaque(line: bytes, size: int) -> bytes:
    if size == PIXEL:
        return line
    opaque = bytearray(len(line) // size * PIXEL)
    for part in range(PIXEL):
        opaque[part::PIXEL] = line[part::size]
    return bytes(opaque)


def shrunk(picture: Picture, by: int) -> Picture:
    """Each pixel is the mean of so many by so many; what is left over at the edge is dropped."""
    width, height = picture.width // by, picture.height // by
    return Picture(
        width, tuple(_mean(picture.lines[row * by : (row + 1) * by], width) for row in range(height))
    )


def _mean(lines: tuple[bytes, ...], width: int) -> bytes:
    by = len(lines)
    share = _shares(by * by)
    mean = bytearray(width * PIXEL)
    for part in range(PIXEL):
        columns = [line[part + PIXEL * place :: PIXEL * by] for line in lines for place in range(by)]
        sums = map(sum, islice(zip(*columns, strict=False), width))
        mean[part::PIXEL] = bytes(map(share.__getitem__, sums))
    return bytes(mean)


@cache
def _shares(pixels: int) -> tuple[int, ...]:
    """The rounded mean of so many pixels, by their sum."""
    return tuple((total + pixels // 2) // pixels for total in range(255 * pixels + 1))


def png(picture: Picture) -> bytes:
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + line for line in picture.lines), 9)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
