"""Rounded boxes and discs with soft edges, each a handful of vertices.

Kivy's own smooth shapes carry hundreds of vertices apiece; a screen full of them is slow to draw.
Here the corner is a small texture, made once per radius, and the box is stretched between its corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, sqrt
from typing import Any

from kivy.factory import Factory
from kivy.graphics import BorderImage, Rectangle
from kivy.graphics.texture import Texture

SAMPLES = 4
"""Lines measured within each row of pixels: enough for a soft edge."""


def coverage(radius: int) -> list[bytes]:
    """How much of each pixel a disc of this radius covers, row by row, 0 to 255."""
    rows: list[bytes] = []
    for row in range(radius):
        spans = [
            sqrt(max(0.0, radius**2 - (row + (line + 0.5) / SAMPLES - radius) ** 2))
            for line in range(SAMPLES)
        ]
        inner, outer = int(radius - max(spans)), int(radius - min(spans)) + 1
        left = [0] * inner
        for column in range(inner, min(outer, radius)):
            share = sum(min(1.0, max(0.0, column + 1 - (radius - span))) for span in spans) / SAMPLES
            left.append(round(255 * share))
        left += [255] * (radius - len(left))
        rows.append(bytes(left + left[::-1]))
    return rows + rows[::-1]


@cache
def disc_texture(radius: int) -> Texture:
    pixels = bytearray(b"\xff") * (4 * (2 * radius) ** 2)
    pixels[3::4] = b"".join(coverage(radius))
    texture = Texture.create(size=(2 * radius, 2 * radius), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


class RoundBox(BorderImage):
    """In kv: `pos`, `size` and `radius` (a number or a list of one)."""

    def __init__(self, radius: float | Sequence[float] = 0, **kwargs: Any) -> None:
        self._wanted = 0.0
        self._drawn = -1
        super().__init__(**kwargs)
        self.radius = radius

    @property
    def radius(self) -> float:
        return self._wanted

    @radius.setter
    def radius(self, radius: float | Sequence[float]) -> None:
        self._wanted = radius[0] if isinstance(radius, Sequence) else radius
        self._round()

    @property
    def size(self) -> tuple[float, float]:
        return BorderImage.size.__get__(self)

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        BorderImage.size.__set__(self, (max(0, size[0]), max(0, size[1])))
        self._round()

    def _round(self) -> None:
        """The corners are never larger than half the box."""
        radius = int(min(self._wanted, min(self.size) / 2))
        if radius == self._drawn:
            return
        self._drawn = radius
        self.texture = disc_texture(radius) if radius else None
        self.border = [max(0, radius - 0.01)] * 4
        self.display_border = [radius] * 4


class Disc(Rectangle):
    """In kv: `pos` and `size`; an ellipse where the sides differ."""

    @property
    def size(self) -> tuple[float, float]:
        return Rectangle.size.__get__(self)

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        Rectangle.size.__set__(self, size)
        self.texture = disc_texture(max(2, ceil(max(size) / 2)))


Factory.register("RoundBox", cls=RoundBox)
Factory.register("Disc", cls=Disc)
