"""Draws simple shapes in a square of its own, wherever that lies on the glass."""

from __future__ import annotations

from collections.abc import Callable

from kivy.core.text import Label as Lettering
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine

from screens.theme import Rgba, faded, rgba
from screens.widgets.shapes import Disc, RoundBox

INK = rgba("#10242B")


class Brush:
    """Draws in a square of 100 by 100, wherever that square lies on the glass."""

    def __init__(self, group: InstructionGroup, x: float, y: float, side: float) -> None:
        self._add = group.add
        self._x, self._y, self._unit = x, y, side / 100

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._unit, self._y + y * self._unit

    def colour(self, colour: Rgba, alpha: float | None = None) -> None:
        self._add(Color(*(colour if alpha is None else faded(colour, alpha))))

    def disc(self, x: float, y: float, radius: float) -> None:
        left, bottom = self._at(x - radius, y - radius)
        across = 2 * radius * self._unit
        self._add(Disc(pos=(left, bottom), size=(across, across)))

    def box(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        size = (width * self._unit, height * self._unit)
        self._add(RoundBox(pos=self._at(x, y), size=size, radius=radius * self._unit))

    def line(self, points: list[tuple[float, float]], width: float) -> None:
        flat = [value for point in points for value in self._at(*point)]
        self._add(SmoothLine(points=flat, width=max(0.6, width * self._unit / 2), joint="round", cap="round"))

    def turned(self, degrees: float, x: float, y: float, draw: Callable[[], None]) -> None:
        self._add(PushMatrix())
        self._add(Rotate(angle=degrees, axis=(0, 0, 1), origin=self._at(x, y)))
        draw()
        self._add(PopMatrix())

    def letter(self, text: str, x: float, y: float, height: float) -> None:
        label = Lettering(text=text, font_size=max(4, height * self._unit), font_name="Roboto", bold=True)
        label.refresh()
        width, tall = label.texture.size
        left, middle = self._at(x, y)
        self._add(
            Rectangle(texture=label.texture, pos=(left - width / 2, middle - tall / 2), size=(width, tall))
        )
