"""The finished table from above: who sits where, what lies in the middle, and how many of everything."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from screens.games import FACES
from screens.games.parts import Scene
from screens.games.plan import Plan
from screens.theme import PLAYER_COLOURS, WHITE, Rgba, faded, mix, theme
from screens.widgets.brush import INK, Brush
from screens.widgets.people import initial
from screens.widgets.table_top import GOLD, card, label
from screens.words.people import Person

WIDTH, HEIGHT = 160, 100
"""The table in units of the brush."""


# -- People around it --------------------------------------------------------------------------------------


def places(players: int) -> list[tuple[float, float]]:
    """Clockwise around the table, the first seat at the near side."""
    angles = [-pi / 2 - 2 * pi * seat / players for seat in range(players)]
    return [(WIDTH / 2 + 70 * cos(angle), HEIGHT / 2 + 40.5 * sin(angle)) for angle in angles]


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


# -- The whole picture -------------------------------------------------------------------------------------


def draw(brush: Brush, plan: Plan, scene: Scene) -> None:
    accent, setup = theme.accents[plan.game], FACES[plan.game].setup
    brush.colour(mix(0.82, accent, INK))
    brush.box(0, 0, WIDTH, HEIGHT, 14)
    brush.colour(accent)
    brush.box(1.6, 2.4, WIDTH - 3.2, HEIGHT - 4, 12.6)
    brush.colour(faded(WHITE, 0.07))
    brush.box(30, 22, 100, 56, 10)
    around = places(plan.count)
    for team in plan.teams:
        brush.colour(WHITE, 0.4)
        brush.line([around[plan.people.index(person)] for person in team], 1)
    setup.draw_table(brush, scene)
    for place, (person, (x, y)) in enumerate(zip(plan.people, around, strict=True)):
        hand(brush, x, y, *setup.in_hand(scene, place))
        seat(brush, person, x, y, person.id == plan.starter)


class TablePicture(Widget):
    cards = ObjectProperty(None)
    """The colours of the cards, as the theme has them now."""

    def __init__(self, **kwargs: Any) -> None:
        self._drawing = InstructionGroup()
        self._shown: tuple[Plan, Scene] | None = None
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(size_hint_y=None, **kwargs)
        self.canvas.add(self._drawing)
        for name in ("pos", "size", "cards"):
            self.fbind(name, self._draw_soon)

    def show(self, plan: Plan, scene: Scene) -> None:
        if (plan, scene) != self._shown:
            self._shown = plan, scene
            self._draw_soon()

    def on_width(self, *_: object) -> None:
        self.height = min(self.width, dp(520)) * HEIGHT / WIDTH

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        if self._shown and self.height > 4:
            left = self.center_x - self.height * WIDTH / HEIGHT / 2
            draw(Brush(self._drawing, left, self.y, self.height), *self._shown)
