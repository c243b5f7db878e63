"""What is known of a kept session: its options in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from history.document import wall_clock
from history.rating import strengths
from scoring import GAMES, Refusal, box_of
from screens.games import FACES
from screens.translator import _, headed, percent

if TYPE_CHECKING:
    from history import History

Document = Mapping[str, Any]

LOOKED_THROUGH = 300
"""Earlier sessions of the game; what was long before says little of tonight."""


def expected_told(history: History, session: Document, names: Sequence[str]) -> str:
    """How likely each side was to win, after all that was played before; nothing while too little was."""
    box = box_of(session)
    before = history.statistics(game=box.key, until=wall_clock(session["started"]))
    tables = sorted(
        (facts for facts in before.behind.tables if facts.session != session["id"]),
        key=lambda facts: facts.key,
    )
    known = strengths(replace(before.behind, tables=tuple(tables[-LOOKED_THROUGH:])), box.key)
    sides = box.sides(len(names))
    people = [history.same_player(player["id"]) for player in session["players"]]
    if len(sides) < 2 or not all(known.of(person).is_settled for person in people):
        return ""
    chances = known.chances([[people[seat] for seat in side] for side in sides])
    told = [
        f"{' & '.join(names[seat] for seat in side)} {percent(chance)}"
        for side, chance in zip(sides, chances, strict=True)
    ]
    return headed(_("Expected before it began"), " · ".join(told))


def options_told(session: Document, names: Sequence[str]) -> list[str]:
    """What was chosen before the first move; what cannot be read is not told."""
    try:
        GAMES[session["game"]].setup(players=len(session["players"]), options=session["options"])
    except Refusal:
        return []
    told = FACES[session["game"]].setup.told(session["options"], names)
    return told or [_("As the rulebook has it")]
