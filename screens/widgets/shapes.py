"""Rounded boxes and discs with soft edges, each a handful of vertices.

Kivy's own smooth shapes carry hundreds of vertices apiece; a screen full of them is slow to draw.
Here the corners are a small texture, made once, and the box is stretched between them.
What costs most is the number of shapes, not their area: so a box with rim and lip is one shape, not three.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from math import ceil, sqrt
from typing import Any

from kivy.factory import Factory
from kivy.graphics import BorderImage, Rectangle
from kivy.graphics.texture import Texture

from screens.theme import Rgba

SAMPLES = 4
"""Lines measured within each row of pixels: enough for a soft edge."""

CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)

Sides = tuple[float, float, float, float]
"""Left, bottom, right, top."""


# -- What a shape covers -----------------------------------------------------------------------------------


def span(y: float, box: Sides, radius: float) -> tuple[float, float]:
    """Where a line at this height enters and leaves a rounded box; one place twice where it misses."""
    left, bottom, right, top = box
    if not bottom <= y <= top:
        return left, left
    into_corner = max(0.0, bottom + radius - y, y - (top - radius))
    inset = radius - sqrt(max(0.0, radius**2 - into_corner**2))
    return left + inset, max(left + inset, right - inset)


@lru_cache(maxsize=512)
def mask(width: int, height: int, box: Sides, radius: float) -> bytes:
    """How much of each pixel a rounded box covers, row by row from the bottom, 0 to 255; in every colour."""
    rows = []
    for row in range(height):
        spans = [span(row + (line + 0.5) / SAMPLES, box, radius) for line in range(SAMPLES)]
        outer = int(min(start for start, _ in spans)), min(width, ceil(max(end for _, end in spans)))
        inner = ceil(max(start for start, _ in spans)), int(min(end for _, end in spans))
        pixels = bytearray(width)
        for column in range(*outer):
            if inner[0] <= column < inner[1]:
                pixels[column] = 255
            else:
                covered = sum(max(0.0, min(column + 1, end) - max(column, start)) for start, end in spans)
                pixels[column] = round(255 * covered / SAMPLES)
        rows.append(bytes(pixels))
    return b"".join(rows)


def blend(rim: Rgba, fill: Rgba, lip: Rgba, outer: int, inner: int, below: int) -> bytes:
    """One pixel: the fill's share within the rim's, both above what is seen of the lip."""
    share = inner / outer if outer else 0.0
    *body, strength = (a + share * (b - a) for a, b in zip(rim, fill, strict=True))
    above = strength * outer / 255
    through = lip[3] * below / 255 * (1 - above)
    alpha = above + through
    if not alpha:
        return bytes(4)
    colour = ((new * above + old * through) / alpha for new, old in zip(body, lip[:3], strict=True))
    return bytes(round(255 * value) for value in (*colour, alpha))


def bleed(row: list[bytes]) -> list[bytes]:
    """Gives the clear pixels at the ends of a row the colour beside them, or a dark seam would show."""
    seen = [place for place, pixel in enumerate(row) if pixel[3]]
    if not seen:
        return row
    first, last = seen[0], seen[-1]
    start, end = row[first][:3] + b"\0", row[last][:3] + b"\0"
    return [start] * first + row[first : last + 1] + [end] * (len(row) - last - 1)


def make_texture(width: int, height: int, pixels: bytes) -> Texture:
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(pixels, colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


@cache
def disc_texture(radius: int) -> Texture:
    across = 2 * radius
    pixels = bytearray(b"\xff") * (4 * across**2)
    pixels[3::4] = mask(across, across, (0, 0, across, across), radius)
    return make_texture(across, across, bytes(pixels))


@lru_cache(maxsize=512)
def plate_texture(radius: int, rim: Rgba, fill: Rgba, insets: Sides, lip: Rgba, drop: int) -> Texture:
    """The colours are in the texture, as a shape has only one of its own."""
    left, bottom, right, top = plate_borders(radius, insets, drop)
    width, height = left + right, bottom + top
    within_rim = (insets[0], drop + insets[1], width - insets[2], height - insets[3])
    outer = mask(width, height, (0, drop, width, height), radius)
    inner = mask(width, height, within_rim, max(0.0, radius - min(insets)))
    below = mask(width, height, (0, 0, width, height - drop), radius)
    paint = cache(partial(blend, rim, fill, lip))
    pixels = list(map(paint, outer, inner, below))
    rows = (bleed(pixels[start : start + width]) for start in range(0, width * height, width))
    return make_texture(width, height, b"".join(pixel for row in rows for pixel in row))


def plate_borders(radius: int, insets: Sides, drop: int) -> tuple[int, int, int, int]:
    """How far the corners reach in from each side."""
    within = max(0.0, radius - min(insets))
    left, bottom, right, top = (max(1, radius, ceil(inset + within)) for inset in insets)
    return left, bottom + drop, right, top + drop


# -- Instructions for a canvas -----------------------------------------------------------------------------


class RoundBox(BorderImage):
    """In kv: `pos`, `size` and `radius` (a number or a list of one)."""

    def __init__(self, radius: float | Sequence[float] = 0, **kwargs: Any) -> None:
        self._wanted = 0.0
        self._drawn: object = None
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
        size: tuple[float, float] = BorderImage.size.__get__(self)
        return size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        BorderImage.size.__set__(self, (max(0, size[0]), max(0, size[1])))
        self._round()

    def _round(self) -> None:
        """The corners are never larger than half the box."""
        radius = int(min(self._wanted, min(self.size) / 2))
        if radius != self._drawn:
            self._drawn = radius
            self._stretch(disc_texture(radius) if radius else None, (radius,) * 4)

    def _stretch(self, texture: Texture | None, corners: Sequence[int]) -> None:
        left, bottom, right, top = corners
        self.texture = texture
        self.border = [max(0, corner - 0.01) for corner in (bottom, right, top, left)]
        self.display_border = [bottom, right, top, left]


class Plate(RoundBox):
    """A RoundBox with a rim, `insets` wide at left, bottom, right and top, and a lip showing `drop` below it.

    In kv: `rim`, `fill`, `lip` (colours), `insets` (a number or four), `drop`; the Color before it is white.
    The lip takes its room from the box.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._rim = self._fill = self._lip = CLEAR
        self._insets: Sides = (0.0, 0.0, 0.0, 0.0)
        self._drop = 0
        super().__init__(**kwargs)

    @property
    def rim(self) -> Rgba:
        return self._rim

    @rim.setter
    def rim(self, colour: Sequence[float]) -> None:
        self._rim = _rgba(colour)
        self._round()

    @property
    def fill(self) -> Rgba:
        return self._fill

    @fill.setter
    def fill(self, colour: Sequence[float]) -> None:
        self._fill = _rgba(colour)
        self._round()

    @property
    def lip(self) -> Rgba:
        return self._lip

    @lip.setter
    def lip(self, colour: Sequence[float]) -> None:
        self._lip = _rgba(colour)
        self._round()

    @property
    def insets(self) -> Sides:
        return self._insets

    @insets.setter
    def insets(self, insets: float | Sequence[float]) -> None:
        left, bottom, right, top = insets if isinstance(insets, Sequence) else (insets,) * 4
        self._insets = (left, bottom, right, top)
        self._round()

    @property
    def drop(self) -> int:
        return self._drop

    @drop.setter
    def drop(self, drop: float) -> None:
        self._drop = round(drop)
        self._round()

    def _round(self) -> None:
        left, bottom, right, top = self._insets
        width, height = self.size
        room = min(width - left - right, height - bottom - top - 2 * self._drop)
        radius = int(min(self._wanted, max(0, room) / 2))
        drawn = (radius, self._rim, self._fill, self._insets, self._lip, self._drop)
        if room > 0 and drawn != self._drawn:
            self._drawn = drawn
            self._stretch(plate_texture(*drawn), plate_borders(radius, self._insets, self._drop))


def _rgba(colour: Sequence[float]) -> Rgba:
    red, green, blue, alpha = colour
    return red, green, blue, alpha


class Disc(Rectangle):
    """In kv: `pos` and `size`; an ellipse where the sides differ."""

    @property
    def size(self) -> tuple[float, float]:
        size: tuple[float, float] = Rectangle.size.__get__(self)
        return size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        Rectangle.size.__set__(self, size)
        self.texture = disc_texture(max(2, ceil(max(size) / 2)))


Factory.register("RoundBox", cls=RoundBox)
Factory.register("Plate", cls=Plate)
Factory.register("Disc", cls=Disc)
