"""Draws what stands for the app outside of it: launcher icons, the loading screen and the shop's pictures.

python assets/make_launcher.py

A fan of cards in the colours of the games, held together by a pearl. Every shape knows how far a point lies
from its edge, so that the edges are smooth at any size without anything but the standard library.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ANDROID = HERE / "android"
SHOP = HERE.parent / "fastlane" / "metadata" / "android"

SEA, DEEP_SEA, LOADING = "#0E7490", "#084354", "#0B5A70"
CARDS = ("#4A770F", "#6D28D9", "#C23B2A")
PAPER, PEARL, PEARL_SHADE, SHADOW = "#F6F3EC", "#FFFBF2", "#9DB4C6", "#04222C"

ADAPTIVE_SIDE, SAFE_DIAMETER = 108.0, 66.0
"""Android's measures of an adaptive icon. All drawing is in these units, around the middle."""
SHOWN_SIDE = 72.0
"""What a launcher shows of it at most, and so what the older, square icon shows too."""

Colour = tuple[float, float, float]
Distance = Callable[[float, float], float]
"""From a point to the edge of a shape; negative inside."""
Paint = Callable[[float, float], Colour]


# -- A sheet of pixels ------------------------------------------------------------------------------------


class Sheet:
    """Colour and cover of every pixel, row by row from the top; `unit` pixels to one unit of drawing."""

    def __init__(self, width: int, height: int, unit: float) -> None:
        self.width, self.height, self.unit = width, height, unit
        self._rows = [[(0.0, 0.0, 0.0, 0.0)] * width for _ in range(height)]

    def fill(self, top: str, bottom: str) -> None:
        """From edge to edge, from one colour at the top to another at the bottom."""
        for row in range(self.height):
            colour = blend(row / max(1, self.height - 1), rgb(top), rgb(bottom))
            self._rows[row] = [(*colour, 1.0)] * self.width

    def draw(
        self, distance: Distance, box: Box, paint: Paint, strength: float = 1.0, soft: float = 0.0
    ) -> None:
        """Lays a shape over what is there; `soft` is how far its edge runs out, in units."""
        spread = max(soft * self.unit, 1.0)
        for row in self._span(box.top, box.bottom, self.height, spread):
            y = (row + 0.5 - self.height / 2) / self.unit
            line = self._rows[row]
            for column in self._span(box.left, box.right, self.width, spread):
                x = (column + 0.5 - self.width / 2) / self.unit
                cover = strength * min(1.0, max(0.0, 0.5 - distance(x, y) * self.unit / spread))
                if cover:
                    line[column] = over(paint(x, y), cover, line[column])

    def _span(self, low: float, high: float, pixels: int, spread: float) -> range:
        return range(
            max(0, int(low * self.unit + pixels / 2 - spread)),
            min(pixels, int(high * self.unit + pixels / 2 + spread) + 1),
        )

    def clip(self, distance: Distance) -> None:
        """Takes away what lies outside of a shape."""
        for row, line in enumerate(self._rows):
            y = (row + 0.5 - self.height / 2) / self.unit
            for column, (red, green, blue, cover) in enumerate(line):
                x = (column + 0.5 - self.width / 2) / self.unit
                kept = min(1.0, max(0.0, 0.5 - distance(x, y) * self.unit))
                line[column] = (red, green, blue, cover * kept)

    def save(self, path: Path, transparent: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(self._rows, self.width, self.height, transparent))


def over(colour: Colour, cover: float, below: tuple[float, float, float, float]) -> tuple[float, ...]:
    under = below[3] * (1 - cover)
    whole = cover + under
    red, green, blue = (
        (top * cover + bottom * under) / whole for top, bottom in zip(colour, below[:3], strict=True)
    )
    return red, green, blue, whole


def png(rows: list[list[tuple[float, ...]]], width: int, height: int, transparent: bool) -> bytes:
    """Each line is stored as its difference to the one above: gradients then take next to no room."""
    parts = 4 if transparent else 3
    above = bytes(width * parts)
    lines = bytearray()
    for row in rows:
        line = bytes(round(255 * part) for pixel in row for part in pixel[:parts])
        lines.append(2)
        lines += bytes((new - old) & 255 for new, old in zip(line, above, strict=True))
        above = line
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if transparent else 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


# -- Colours and shapes -----------------------------------------------------------------------------------


def rgb(colour: str) -> Colour:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def blend(share: float, one: Colour, other: Colour) -> Colour:
    red, green, blue = (first + share * (last - first) for first, last in zip(one, other, strict=True))
    return red, green, blue


def plain(colour: str) -> Paint:
    mixed = rgb(colour)
    return lambda _x, _y: mixed


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def around(x: float, y: float, reach: float) -> Box:
    return Box(x - reach, y - reach, x + reach, y + reach)


class Card(NamedTuple):
    """A rounded rectangle, turned clockwise around its middle."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    angle: float = 0.0

    @property
    def box(self) -> Box:
        return around(self.x, self.y, hypot(self.width, self.height) / 2)

    def distance(self, x: float, y: float) -> float:
        across, along = x - self.x, y - self.y
        turn_cos, turn_sin = cos(self.angle), sin(self.angle)
        right = abs(across * turn_cos + along * turn_sin) - self.width / 2 + self.radius
        down = abs(along * turn_cos - across * turn_sin) - self.height / 2 + self.radius
        return hypot(max(right, 0), max(down, 0)) + min(max(right, down), 0) - self.radius

    def place(self, right: float, down: float) -> tuple[float, float]:
        """A point of the card, from its middle, as it lies."""
        turn_cos, turn_sin = cos(self.angle), sin(self.angle)
        return self.x + right * turn_cos - down * turn_sin, self.y + right * turn_sin + down * turn_cos

    def inside(self, margin: float) -> Card:
        return self._replace(
            width=self.width - 2 * margin, height=self.height - 2 * margin, radius=self.radius - margin
        )


class Ball(NamedTuple):
    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        return around(self.x, self.y, self.radius)

    def distance(self, x: float, y: float) -> float:
        return hypot(x - self.x, y - self.y) - self.radius

    def lit(self, x: float, y: float) -> Colour:
        """Light from the upper left; the shade grows towards the far edge."""
        away = hypot(x - self.x + 0.35 * self.radius, y - self.y + 0.4 * self.radius) / (1.5 * self.radius)
        return blend(min(1.0, away * away), rgb(PEARL), rgb(PEARL_SHADE))


# -- The picture ------------------------------------------------------------------------------------------

HAND = 14.5
"""Where the cards are held: so far below the middle of the icon."""
ARM, SPREAD = 23.5, 32 * pi / 180
THE_PEARL = Ball(0, HAND, 11.5)


def fan() -> list[tuple[Card, str]]:
    """The outer cards first, so that the middle one lies on top."""
    turned = (-SPREAD, SPREAD, 0.0)
    return [
        (Card(ARM * sin(angle), HAND - ARM * cos(angle), 22, 33, 3.6, angle), colour)
        for angle, colour in zip(turned, (CARDS[0], CARDS[2], CARDS[1]), strict=True)
    ]


def draw_motif(sheet: Sheet) -> None:
    for card, colour in fan():
        sheet.draw(card.distance, card.box, plain(PAPER))
        face = card.inside(1.7)
        sheet.draw(face.distance, face.box, plain(colour))
        dot = Ball(*card.place(5 * sin(card.angle), -8.5), 3.4)
        sheet.draw(dot.distance, dot.box, plain(PAPER))
        hole = dot._replace(radius=1.8)
        sheet.draw(hole.distance, hole.box, plain(colour))
    shadow = THE_PEARL._replace(radius=THE_PEARL.radius + 0.7)
    sheet.draw(shadow.distance, shadow.box, plain(SHADOW), strength=0.5, soft=1.8)
    sheet.draw(THE_PEARL.distance, THE_PEARL.box, THE_PEARL.lit)
    gleam = Ball(-4.2, HAND - 4.6, 2.6)
    sheet.draw(gleam.distance, gleam.box, plain("#FFFFFF"), strength=0.9, soft=1.6)


def icon_foreground(side: int) -> Sheet:
    sheet = Sheet(side, side, side / ADAPTIVE_SIDE)
    draw_motif(sheet)
    return sheet


def icon_background(side: int) -> Sheet:
    sheet = Sheet(side, side, side / ADAPTIVE_SIDE)
    sheet.fill(SEA, DEEP_SEA)
    return sheet


def square_icon(side: int, rounded: bool) -> Sheet:
    sheet = Sheet(side, side, side / SHOWN_SIDE)
    sheet.fill(SEA, DEEP_SEA)
    draw_motif(sheet)
    if rounded:
        sheet.clip(Card(0, 0, SHOWN_SIDE, SHOWN_SIDE, SHOWN_SIDE / 6).distance)
    return sheet


def loading_screen(side: int) -> Sheet:
    """Android stretches it to the shorter side of the screen: the motif takes two fifths of that."""
    sheet = Sheet(side, side, 0.4 * side / SAFE_DIAMETER)
    sheet.fill(LOADING, LOADING)
    draw_motif(sheet)
    return sheet


def banner(width: int, height: int) -> Sheet:
    sheet = Sheet(width, height, 0.85 * height / SAFE_DIAMETER)
    sheet.fill(SEA, DEEP_SEA)
    draw_motif(sheet)
    return sheet


def main() -> None:
    icon_foreground(432).save(ANDROID / "icon_foreground.png", transparent=True)
    icon_background(432).save(ANDROID / "icon_background.png", transparent=False)
    square_icon(192, rounded=True).save(ANDROID / "icon.png", transparent=True)
    loading_screen(1080).save(ANDROID / "presplash.png", transparent=False)
    icon, graphic = square_icon(512, rounded=False), banner(1024, 500)
    for language in SHOP.iterdir():
        icon.save(language / "images" / "icon.png", transparent=True)
        graphic.save(language / "images" / "featureGraphic.png", transparent=False)


if __name__ == "__main__":
    main()
