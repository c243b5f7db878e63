"""The blank box: a game of one's own, whose rules come with every session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.core import Box, own_side


def _across(_players: int, seat: int) -> int:
    """Partners sit across from each other."""
    return seat % 2


def _written(options: Mapping[str, Any]) -> Box | None:
    """Its name, its lines and its sides, as far as the options make sense; the rules are not checked here."""
    rules = options.get("rules")
    if not isinstance(rules, dict):
        return None
    name, score = rules.get("name"), rules.get("score")
    lines = [line.get("name") for line in score if isinstance(line, dict)] if isinstance(score, list) else []
    return replace(
        BOX,
        name=name if isinstance(name, str) and name else BOX.name,
        parts=tuple(dict.fromkeys(line for line in lines if isinstance(line, str) and line)) or BOX.parts,
        side_of=_across if rules.get("teams") is True else own_side,
    )


BOX = Box(key="own", name="Own game", fewest=1, most=12, shelf=99, blank=True, written=_written)
