"""Cases of Perladöra with which the app checks itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from screens.games.parts import Example, ExpectedOutcome
from screens.translator import N_

Json = dict[str, Any]


def _divers(seat: int, *values: int, reinforced: int | None = None, flowers: int = 0) -> list[Json]:
    """The divers of one seat; the numbered one carries the reinforcement, the last one the flowers."""
    found: list[Json] = [{"seat": seat, "value": value} for value in values]
    if reinforced is not None:
        found[reinforced]["reinforced"] = True
    if flowers:
        found[-1]["flowers"] = flowers
    return found


def _territory(cells: int, farms: Sequence[int], *divers: list[Json]) -> Json:
    return {"cells": cells, "farms": list(farms), "divers": [diver for group in divers for diver in group]}


EXAMPLES: tuple[Example, ...] = (
    Example(
        N_("Seven pearls and a tie between two: three for each, and one is lost."),
        2,
        ExpectedOutcome((36, 3), (0,), lost=1),
        {
            "territories": [
                _territory(4, [7], _divers(0, 1), _divers(1, 1)),
                _territory(36, [3, 4, 4, 5, 5, 6, 6], _divers(0, 1)),
            ]
        },
    ),
    Example(
        N_("Eleven pearls each: the largest pile decides, seven against six."),
        2,
        ExpectedOutcome((11, 11), (0,), lost=18),
        {
            "territories": [
                _territory(5, [7], _divers(0, 1)),
                _territory(5, [4], _divers(0, 1)),
                _territory(5, [6], _divers(1, 1)),
                _territory(5, [5], _divers(1, 1)),
                _territory(20, [3, 4, 5, 6]),
            ]
        },
    ),
    Example(
        N_("Two against one and a reinforcement: tied, and the reinforcement takes all seven pearls."),
        2,
        ExpectedOutcome((33, 7), (0,)),
        {
            "territories": [
                _territory(4, [7], _divers(0, 1, 1), _divers(1, 1, reinforced=0)),
                _territory(36, [3, 4, 4, 5, 5, 6, 6], _divers(0, 2), _divers(1, 1)),
            ]
        },
        options={"advanced": True, "clans": ["coral", "mountain"]},
    ),
    Example(
        N_("A flower necklace takes one off a diver: a tie becomes a win."),
        2,
        ExpectedOutcome((6, 34), (1,)),
        {
            "territories": [
                _territory(4, [6], _divers(0, 2), _divers(1, 2, flowers=1)),
                _territory(36, [3, 4, 4, 5, 5, 6, 7], _divers(1, 3)),
            ]
        },
        options={"advanced": True, "clans": ["sand", "coral"]},
    ),
    Example(
        N_("Four players: partners add up their divers and pool their pearls."),
        4,
        ExpectedOutcome((7, 6, 7, 6), (0, 2), lost=27),
        {
            "territories": [
                _territory(6, [7], _divers(0, 3), _divers(2, 2), _divers(1, 4)),
                _territory(6, [6], _divers(1, 2), _divers(3, 1), _divers(0, 1), _divers(2, 1)),
                _territory(28, [3, 4, 4, 5, 5, 6]),
            ]
        },
    ),
)
