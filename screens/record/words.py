"""What is known of a kept session: its options in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import GAMES, Refusal
from screens.games import FACES
from screens.translator import _

Document = Mapping[str, Any]


def options_told(session: Document, names: Sequence[str]) -> list[str]:
    """What was chosen before the first move; what cannot be read is not told."""
    try:
        GAMES[session["game"]].setup(players=len(session["players"]), options=session["options"])
    except Refusal:
        return []
    told = FACES[session["game"]].setup.told(session["options"], names)
    return told or [_("As the rulebook has it")]
