"""The finished table from above: who sits where, what lies in the middle, and how many of everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from scoring import coloretto, pearls, perfect_numbers, perladora
from screens.plan import Person, Plan
from screens.theme import PLAYER_COLOURS, WHITE, Rgba, faded, mix, readable_on, rgba, theme
from screens.widgets.people import initial
from screens.widgets.pictures import INK, Brush

WIDTH, HEIGHT = 160, 100
"""The table in units of the brush."""
BACK = rgba("#2C3A44")
WOOD = rgba("#8A5A2B")
LEAF = rgba("#3F7D20")
GOLD = rgba("#F2C94C")
SHALLOW, DEEP = rgba("#CDEDF7"), rgba("#BFE6F3")
SAND = rgba("#FFE3C2")
FRAME = rgba("#6B3F1D")


# -- Things on a table ------------------------------------------------------------------------------------


def card(brush: Brush, x: float, y: float, width: float, height: float, face: Rgba) -> None:
    brush.colour(INK, 0.22)
    brush.box(x + 0.3, y - 0.9, width, height, 1.6)
    brush.colour(WHITE)
    brush.box(x, y, width, height, 1.6)
    brush.colour(face)
    brush.box(x + 0.8, y + 0.8, width - 1.6, height - 1.6, 1.1)


def label(brush: Brush, text: str, x: float, y: float, height: float, on: Rgba) -> None:
    brush.colour(readable_on(on))
    brush.letter(text, x, y, height)


def pile(brush: Brush, x: float, y: float, width: float, height: float, text: str, layers: int = 4) -> None:
    """Cards on one another, face down, with their number."""
    for layer in range(layers):
        card(brush, x + 0.5 * layer, y + 0.8 * layer, width, height, BACK)
    middle = 0.5 * (layers - 1), 0.8 * (layers - 1)
    label(brush, text, x + width / 2 + middle[0], y + height / 2 + middle[1], height * 0.42, BACK)


def places(players: int) -> Iterator[tuple[float, float]]:
    """Clockwise around the table, the first seat at the near side."""
    for seat in range(players):
        angle = -pi / 2 - 2 * pi * seat / players
        yield WIDTH / 2 + 70 * cos(angle), HEIGHT / 2 + 40.5 * sin(angle)


def seat(brush: Brush, person: Person, x: float, y: float, begins: bool) -> None:
    fill = PLAYER_COLOURS[person.colour]
    brush.colour(GOLD if begins else WHITE)
    brush.disc(x, y, 7.4 if begins else 6.6)
    brush.colour(fill)
    brush.disc(x, y, 5.8)
    label(brush, initial(person.name), x, y, 7, fill)


def hand(brush: Brush, x: float, y: float, faces: Sequence[Rgba], text: str) -> None:
    """The cards of a seat, beside it on the way to the middle."""
    side = -1 if x > WIDTH / 2 + 1 else 1
    width, step = 6.2, 3.4 if len(faces) > 2 else 6.8
    left = x + 9 if side > 0 else x - 9 - width - step * (len(faces) - 1)
    for place, face in enumerate(faces):
        card(brush, left + step * place, y - 4.6, width, 9.2, face)
    if text:
        label(brush, text, left + step * (len(faces) - 1) + width / 2, y, 5.4, faces[-1])


# -- The four middles -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    plan: Plan
    options: Mapping[str, Any]
    counts: Mapping[str, Any]


def lay_pearls(brush: Brush, scene: Scene) -> None:
    in_play = pearls.cards_in_play(scene.plan.count, bool(scene.options.get("all_cards")))
    colours = [colour for colour, copies in in_play.items() if copies]
    pile(brush, 45, 46, 12, 16, str(scene.counts["draw_pile"]))
    for place in range(scene.counts["display"]):
        colour = colours[place % len(colours)]
        card(brush, 63 + 10 * place, 47, 9.4, 14.6, theme.cards[colour])
        brush.colour(WHITE, 0.85)
        brush.disc(67.7 + 10 * place, 54.3, 2.4)
    for place, value in enumerate(pearls.ALL_NECKLACES):
        x = 46 + 7.6 * place
        brush.colour(GOLD)
        brush.disc(x, 36, 3.5)
        brush.colour(theme.accents["pearls"])
        brush.disc(x, 36, 2.7)
        brush.colour(WHITE)
        brush.letter(str(value), x, 36, 5)


def lay_coloretto(brush: Brush, scene: Scene) -> None:
    card(brush, 40, 32, 18, 11, BACK)
    label(brush, str(scene.counts["below_last_round"]), 49, 37.5, 7, BACK)
    card(brush, 40, 44, 18, 6, rgba("#DC2626"))
    card(brush, 40, 51, 18, 17, BACK)
    label(brush, str(scene.counts["above_last_round"]), 49, 59.5, 9, BACK)
    limits = coloretto.row_limits(scene.plan.count)
    wood = LEAF if scene.plan.count == 2 else WOOD
    height = min(10.0, 40 / len(limits) - 2)
    for place, limit in enumerate(limits):
        y = 68 - (place + 1) * (height + 2)
        card(brush, 68, y, 12, height, wood)
        for slot in range(limit):
            brush.colour(WHITE, 0.28)
            brush.box(83 + 11 * slot, y + 0.4, 8.6, height - 0.8, 1.2)


def lay_perfect_numbers(brush: Brush, scene: Scene) -> None:
    known = scene.counts["draw_pile"]
    pile(brush, 40, 38, 14, 20, "?" if known is None else str(known))
    numbers = iter((4, 6, 2, 7, 3, 5, 5, 2))
    faces = iter(("red", "blue", "green", "yellow", "purple", "red", "green", "blue"))
    x = 62.0
    for size in perfect_numbers.MARKET:
        for place in range(size):
            colour = theme.cards[next(faces)]
            y = 56 - 9.4 * place
            card(brush, x, y, 11.4, 15.6, colour)
            label(brush, str(next(numbers)), x + 5.7, y + 9.2, 8, colour)
        x += 15


def lay_perladora(brush: Brush, scene: Scene) -> None:
    farms = scene.options.get("farms") or [list(square) for square in perladora.USUAL_FARMS]
    lagoon(brush, 46, 29, 8.4, farms, scene.options.get("piles") or ())
    for place in range(5):
        brush.colour(FRAME)
        brush.box(119, 42 + 3.6 * place, 11, 2, 1)
    brush.colour(WHITE)
    brush.letter(str(scene.counts["pontoons"]), 124.5, 37, 6.4)


def lagoon(
    brush: Brush,
    x: float,
    y: float,
    cell: float,
    farms: Sequence[Sequence[int]],
    piles: Sequence[int],
    picked: int = -1,
) -> None:
    """The board from above, its lower left corner at x, y."""
    brush.colour(FRAME)
    brush.box(x - 1.2, y - 1.2, perladora.COLUMNS * cell + 2.4, perladora.ROWS * cell + 2.4, 2)
    for row, column in perladora.SQUARES:
        brush.colour(DEEP if (row + column) % 2 else SHALLOW)
        brush.box(
            x + column * cell + 0.15,
            y + (perladora.ROWS - 1 - row) * cell + 0.15,
            cell - 0.3,
            cell - 0.3,
            0.8,
        )
    for place, (row, column) in enumerate(farms):
        left, bottom = x + column * cell, y + (perladora.ROWS - 1 - row) * cell
        brush.colour(GOLD if place == picked else SAND)
        brush.box(left + 0.15, bottom + 0.15, cell - 0.3, cell - 0.3, 0.8)
        middle = left + cell / 2, bottom + cell / 2
        brush.colour(rgba("#7FA5B5"))
        brush.disc(*middle, cell * 0.36)
        brush.colour(WHITE)
        brush.disc(middle[0] - cell * 0.02, middle[1] + cell * 0.03, cell * 0.32)
        if piles:
            brush.colour(INK)
            brush.letter(str(piles[place]), *middle, cell * 0.5)


def _in_hand(scene: Scene, place: int) -> tuple[list[Rgba], str]:
    match scene.plan.game:
        case "pearls":
            return [BACK, BACK, BACK], str(pearls.DEALT)
        case "coloretto":
            known = scene.options["start"][place] if "start" in scene.options else ()
            blank = mix(0.75, theme.accents["coloretto"], WHITE)
            each = coloretto.start_cards_each(scene.plan.count)
            return [theme.cards[colour] for colour in known] or [blank] * each, ""
        case "perfect_numbers":
            return [theme.cards[colour] for colour in ("yellow", "blue", "red")], ""
        case _:
            return [PLAYER_COLOURS[scene.plan.people[place].colour]], str(scene.counts["divers"])


MIDDLES: dict[str, Callable[[Brush, Scene], None]] = {
    "pearls": lay_pearls,
    "coloretto": lay_coloretto,
    "perfect_numbers": lay_perfect_numbers,
    "perladora": lay_perladora,
}


def draw_table(brush: Brush, scene: Scene) -> None:
    accent = theme.accents[scene.plan.game]
    brush.colour(mix(0.82, accent, INK))
    brush.box(0, 0, WIDTH, HEIGHT, 14)
    brush.colour(accent)
    brush.box(1.6, 2.4, WIDTH - 3.2, HEIGHT - 4, 12.6)
    brush.colour(faded(WHITE, 0.07))
    brush.box(30, 22, 100, 56, 10)
    for pair in scene.plan.teams:
        ends = [tuple(places(scene.plan.count))[scene.plan.people.index(person)] for person in pair]
        brush.colour(WHITE, 0.4)
        brush.line(list(ends), 1)
    MIDDLES[scene.plan.game](brush, scene)
    for place, (x, y) in enumerate(places(scene.plan.count)):
        person = scene.plan.people[place]
        hand(brush, x, y, *_in_hand(scene, place))
        seat(brush, person, x, y, person.id == scene.plan.starter)


class TablePicture(Widget):
    cards = ObjectProperty(None)
    """The colours of the cards, as the theme has them now."""

    def __init__(self, **kwargs: Any) -> None:
        self._drawing = InstructionGroup()
        self._shown: Scene | None = None
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(size_hint_y=None, **kwargs)
        self.canvas.add(self._drawing)
        for name in ("pos", "size", "cards"):
            self.fbind(name, self._draw_soon)

    def show(self, scene: Scene) -> None:
        if scene != self._shown:
            self._shown = scene
            self._draw_soon()

    def on_width(self, *_: object) -> None:
        self.height = min(self.width, dp(520)) * HEIGHT / WIDTH

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        if self._shown and self.height > 4:
            left = self.center_x - self.height * WIDTH / HEIGHT / 2
            draw_table(Brush(self._drawing, left, self.y, self.height), self._shown)
