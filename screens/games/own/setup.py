"""Before the first move of an own game: its rules are among the options, and nothing else is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from screens.games.parts import Scene, Variants
from screens.theme import WHITE, Rgba
from screens.widgets.brush import Brush

DEFAULTS: dict[str, Any] = {}
LAID: dict[str, Callable[[object], Any]] = {}


class OwnVariants(Variants):
    """Nothing to choose: whoever wants other rules changes the sheet."""


def options(chosen: Mapping[str, Any], _laid: Mapping[str, Any], _ids: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in chosen.items() if name == "rules"}


def said(args: Mapping[str, Any], _names: Sequence[str]) -> Mapping[str, Any]:
    return args


def told(_options: Mapping[str, Any], _names: Sequence[str]) -> list[str]:
    return []


# -- The table from above ---------------------------------------------------------------------------------


def draw_table(brush: Brush, _scene: Scene) -> None:
    """A score sheet lies in the middle."""
    brush.colour(WHITE, 0.92)
    brush.box(66, 34, 28, 34, 2.5)
    for place in range(4):
        brush.colour((0.25, 0.36, 0.46, 1), 0.6)
        brush.line([(70, 61 - 6.5 * place), (90, 61 - 6.5 * place)], 0.8)


def in_hand(_scene: Scene, _seat: int) -> tuple[list[Rgba], str]:
    return [], ""


VARIANTS = OwnVariants
