"""Cases of own games with which the app checks itself."""

from __future__ import annotations

from typing import Any

from screens.games.parts import Example, ExpectedOutcome
from screens.translator import N_

FARM: dict[str, Any] = {
    "tableside": 1,
    "name": "Farm",
    "players": [2, 4],
    "ask": {"animals": "count", "eggs": "count"},
    "score": [
        {"name": "Animals", "times": "animals", "by": 3},
        {"name": "Most eggs", "most": "eggs", "prizes": [5, 2]},
    ],
}

EXAMPLES: tuple[Example, ...] = (
    Example(
        N_("Every animal counts three points; most eggs bring five, and the next most two."),
        3,
        ExpectedOutcome((11, 9, 2), (0,)),
        {
            "rounds": [],
            "end": [{"animals": 2, "eggs": 4}, {"animals": 3}, {"eggs": 1}],
        },
        options={"rules": FARM},
    ),
)
