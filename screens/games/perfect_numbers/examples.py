"""Cases of Perfect Numbers with which the app checks itself."""

from __future__ import annotations

from screens.games.parts import Example, ExpectedOutcome
from screens.translator import N_

EXAMPLES: tuple[Example, ...] = (
    Example(
        N_("Rows closed with 2, 3 and 4 bring as many points; there is no bonus yet."),
        2,
        ExpectedOutcome((9, 0), (0,)),
        moves=tuple({"move": "close", "seat": 0, "number": number} for number in (2, 3, 4)),
    ),
    Example(
        N_("Closed with 5, 6 or 7, a row brings 1, 3 or 5 more."),
        2,
        ExpectedOutcome((27, 0), (0,)),
        moves=tuple({"move": "close", "seat": 0, "number": number} for number in (5, 6, 7)),
    ),
    Example(
        N_("A joker closes a row as well, but without the bonus."),
        2,
        ExpectedOutcome((5, 6), (1,)),
        moves=(
            {"move": "close", "seat": 0, "number": 5, "joker": True},
            {"move": "close", "seat": 1, "number": 5},
        ),
    ),
)
