"""Cases of Pearls with which the app checks itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from screens.games.parts import Example, ExpectedOutcome
from screens.translator import N_

Json = dict[str, Any]


def _seat(
    pile: Mapping[str, int], necklaces: Sequence[int] = (), hand: Mapping[str, int] | None = None
) -> Json:
    return {"pile": dict(pile), "necklaces": list(necklaces), "hand": dict(hand or {})}


EXAMPLES: tuple[Example, ...] = (
    Example(
        N_("The pile counts, necklaces count with it, and what stays in the hand is taken off."),
        2,
        ExpectedOutcome((13, 1), (0,)),
        {
            "seats": [
                _seat({"red": 5, "blue": 2}, [5], {"red": 1}),
                _seat({"blue": 3}, [], {"purple": 1}),
            ]
        },
    ),
    Example(
        N_("Three players with ten points: whoever still holds a wild card has more cards in hand and wins."),
        3,
        ExpectedOutcome((10, 10, 10), (2,)),
        {
            "seats": [
                _seat({"yellow": 4, "blue": 1}, [4]),
                _seat({"green": 5}),
                _seat({"blue": 5}, [], {"wild": 1}),
            ]
        },
    ),
    Example(
        N_("With as many points and as many cards in hand, the win is shared."),
        2,
        ExpectedOutcome((4, 4), (0, 1)),
        {"seats": [_seat({"blue": 2}), _seat({"red": 4})]},
    ),
)
