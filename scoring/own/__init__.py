"""The blank box: a game of one's own, whose rules come with every session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.core import Box, is_integer, own_side


def _across(_players: int, seat: int) -> int:
    """Partners sit across from each other."""
    return seat % 2


def _players(between: object) -> dict[str, Any]:
    """How many it is for, where that can be."""
    if isinstance(between, list) and len(between) == 2 and all(is_integer(n) for n in between):
        fewest, most = between
        if BOX.fewest <= fewest <= most <= BOX.most:
            return {"fewest": fewest, "most": most}
    return {}


def _called(key: str) -> Box | None:
    """The box of all sessions that are sorted under this key, of which the name and the sides are known."""
    for sign, side_of in ((APART, own_side), (ACROSS, _across)):
        if key.startswith(BOX.key + sign):
            return replace(BOX, key=key, name=key.removeprefix(BOX.key + sign), side_of=side_of)
    return None


APART, ACROSS = ":", "&"
"""What stands between the key of the blank box and the name of a game, by whether partners sit across."""


def _written(options: Mapping[str, Any]) -> Box | None:
    """Its name, its lines and its sides, as far as the options make sense; the rules are not checked here."""
    rules = options.get("rules")
    if not isinstance(rules, dict):
        return None
    name, score = rules.get("name"), rules.get("score")
    lines = [line.get("name") for line in score if isinstance(line, dict)] if isinstance(score, list) else []
    together = rules.get("teams") is True
    called = name if isinstance(name, str) and name else BOX.name
    return replace(
        BOX,
        key=f"{BOX.key}{ACROSS if together else APART}{called}",
        name=called,
        parts=tuple(dict.fromkeys(line for line in lines if isinstance(line, str) and line)) or BOX.parts,
        least_wins=rules.get("wins") == "least",
        side_of=_across if together else own_side,
        **_players(rules.get("players")),
    )


BOX = Box(
    key="own",
    name="Own game",
    fewest=1,
    most=12,
    shelf=99,
    blank=True,
    written=_written,
    called=_called,
)
