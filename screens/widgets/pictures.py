"""The four games at a glance, drawn by us: pearls on a string, a fan of colours, a falling row, a lagoon."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Lettering
from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    SmoothLine,
)
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import WHITE, Rgba, faded, mix, rgba, theme
from screens.widgets.buttons import Pressable
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


def draw_pearls(brush: Brush) -> None:
    """A necklace hanging from the upper corners, its largest pearl in the middle."""

    def hang(share: float) -> tuple[float, float]:
        angle = pi * (1.06 + 0.88 * share)
        return 50 + 43 * cos(angle), 70 + 50 * sin(angle)

    brush.colour(WHITE, 0.55)
    brush.line([(0, 96), *(hang(step / 24) for step in range(25)), (100, 96)], 1.6)
    colours = ("purple", "turquoise", "blue", "yellow", "green", "red", "purple")
    for place, (colour, radius) in enumerate(zip(colours, (7, 8.5, 10.5, 13, 10.5, 8.5, 7), strict=True)):
        x, y = hang((place + 0.5) / 7)
        tint = mix(0.42, theme.cards[colour], WHITE)
        brush.colour(INK, 0.18)
        brush.disc(x, y - 1.6, radius)
        brush.colour(mix(0.72, theme.cards[colour], WHITE))
        brush.disc(x, y, radius)
        brush.colour(tint)
        brush.disc(x - radius * 0.08, y + radius * 0.1, radius * 0.86)
        brush.colour(WHITE, 0.9)
        brush.disc(x - radius * 0.32, y + radius * 0.36, radius * 0.26)


def draw_coloretto(brush: Brush) -> None:
    """Five cards in a hand."""
    for place, colour in enumerate(("blue", "pink", "orange", "yellow", "green")):
        degrees = 44 - 22 * place

        def card(colour: str = colour) -> None:
            brush.colour(INK, 0.16)
            brush.box(37.8, 31.5, 25, 40, 4.2)
            brush.colour(WHITE)
            brush.box(37.5, 33, 25, 40, 4.2)
            brush.colour(theme.cards[colour])
            brush.box(39.5, 35, 21, 36, 2.8)
            brush.colour(WHITE, 0.85)
            brush.disc(50, 60, 5.4)
            brush.colour(theme.cards[colour])
            brush.disc(50, 60, 2.8)

        brush.turned(degrees, 50, 16, card)


def draw_perfect_numbers(brush: Brush) -> None:
    """A row that falls to its own length: the four, the fourth card, closes it."""
    for place, number in enumerate("7654"):
        x, y = 2 + 24 * place, 52 - 12 * place
        closes = number == "4"
        brush.colour(INK, 0.2)
        brush.box(x + 0.4, y - 2, 25, 40, 5)
        brush.colour(rgba("#F6CF55") if closes else WHITE)
        brush.box(x, y, 25, 40, 5)
        brush.colour(rgba("#4C1D95") if closes else theme.accents["perfect_numbers"])
        brush.letter(number, x + 12.5, y + 20, 27)


def draw_perladora(brush: Brush) -> None:
    """A corner of the lagoon: water, pontoons along the edges, divers, and a farm with its pearls."""
    for row in range(3):
        for column in range(4):
            inside = (column < 2 and row > 0) or (column == 0 and row == 0)
            brush.colour(rgba("#FFE3C2") if inside else rgba("#BFE6F3" if (row + column) % 2 else "#CDEDF7"))
            brush.box(3 + 24 * column, 15 + 24 * row, 22.4, 22.4, 3)
    brush.colour(rgba("#6B3F1D"))
    brush.line([(26.2, 14), (26.2, 38.2), (50.2, 38.2), (50.2, 87)], 4.6)
    for x, y, colour in ((14, 74, "#E08A00"), (86, 74, "#2563EB"), (62, 26, "#00855F")):
        brush.colour(WHITE)
        brush.disc(x, y, 9)
        brush.colour(rgba(colour))
        brush.disc(x, y, 7.2)
    for x, y in ((33.5, 46.5), (42.5, 46.5), (38, 54), (81.5, 46.5), (90.5, 46.5), (86, 54)):
        brush.colour(rgba("#7FA5B5"))
        brush.disc(x, y, 5)
        brush.colour(WHITE)
        brush.disc(x - 0.4, y + 0.5, 4.3)


PICTURES: dict[str, Callable[[Brush], None]] = {
    "pearls": draw_pearls,
    "coloretto": draw_coloretto,
    "perfect_numbers": draw_perfect_numbers,
    "perladora": draw_perladora,
}


class GamePicture(Widget):
    """Painted once into a texture of its own: a hundred shapes are drawn when it changes, not in every frame.

    It is painted one frame late, so that a page can be touched before its pictures are done.
    """

    game = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._paint_next = Clock.create_trigger(self._paint)
        self._paint_soon = Clock.create_trigger(self._paint_next, -1)
        super().__init__(**kwargs)
        with self.canvas:
            self._tint = Color(1, 1, 1, 0)
            self._frame = Rectangle()
        self.fbind("pos", self._place)
        self.fbind("size", self._paint_soon)
        self.fbind("game", self._paint_soon)
        theme.bind(cards=self._repaint)

    def _repaint(self, *_: object) -> None:
        self._paint_soon()

    def _place(self, *_: object) -> None:
        side = min(self.size)
        self._frame.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))

    def _paint(self, *_: object) -> None:
        side = int(min(self.size))
        if not self.game or side < 4:
            self._tint.a = 0
            return
        painting = InstructionGroup()
        PICTURES[self.game](Brush(painting, 0, 0, side))
        # Soft edges fade into the accent on which the picture usually lies.
        self._canvas = Fbo(size=(side, side), clear_color=faded(theme.accents[self.game], 0))
        self._canvas.add_reload_observer(lambda _fbo: self._paint_soon())
        with self._canvas:
            ClearColor(*faded(theme.accents[self.game], 0))
            ClearBuffers()
        self._canvas.add(painting)
        self._canvas.draw()
        self._tint.a = 1
        self._frame.texture, self._frame.size = self._canvas.texture, (side, side)
        self._place()


@cache
def _veil() -> Texture:
    """Clear above, a little darker below: gives a flat tile some depth."""
    texture = Texture.create(size=(1, 32), colorfmt="rgba")
    rows = bytes(part for row in range(32) for part in (0, 0, 0, int(72 * (row / 31) ** 1.4)))
    texture.blit_buffer(rows, colorfmt="rgba")
    texture.mag_filter = "linear"
    return texture


class GameTile(Pressable, FloatLayout):
    game = StringProperty("")
    text = StringProperty("")
    secondary = StringProperty("")
    veil = ObjectProperty(None)
    picture_box = ListProperty([0, 0, 0, 0])
    shortest = NumericProperty("168dp")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        Clock.schedule_once(lambda _passed: Clock.schedule_once(self._add_depth), -1)

    def _add_depth(self, *_: object) -> None:
        """One frame late, like the picture."""
        self.veil = _veil()


kv.load(__name__)
