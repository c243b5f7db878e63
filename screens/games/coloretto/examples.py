"""Cases of Coloretto with which the app checks itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from screens.games.parts import Example, ExpectedOutcome
from screens.translator import N_

Json = dict[str, Any]


def _seat(cards: Mapping[str, int], jokers: int = 0, golden: int = 0, plus2: int = 0) -> Json:
    return {"cards": dict(cards), "jokers": jokers, "golden": golden, "plus2": plus2}


SIX_FOUR_THREE_TWO = {"green": 6, "yellow": 4, "orange": 3, "blue": 2}
NO_CARDS = _seat({})

EXAMPLES: tuple[Example, ...] = (
    Example(
        N_("Brown side: six, four, three and two cards, a joker and a +2. The joker joins the four."),
        3,
        ExpectedOutcome((41, 0, 0), (0,)),
        {"seats": [_seat(SIX_FOUR_THREE_TWO, jokers=1, plus2=1), NO_CARDS, NO_CARDS]},
        options={"side": "brown"},
    ),
    Example(
        N_("The same cards on the purple side, where three of a colour are worth most."),
        3,
        ExpectedOutcome((20, 0, 0), (0,)),
        {"seats": [_seat(SIX_FOUR_THREE_TWO, jokers=1, plus2=1), NO_CARDS, NO_CARDS]},
        options={"side": "purple"},
    ),
    Example(
        N_("Four colours with one card each: three score plus points, one minus points."),
        3,
        ExpectedOutcome((2, 0, 0), (0,)),
        {"seats": [_seat({"green": 1, "yellow": 1, "orange": 1, "blue": 1}), NO_CARDS, NO_CARDS]},
        options={"side": "brown"},
    ),
)
