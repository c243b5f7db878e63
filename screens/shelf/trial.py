"""A sample count: what a sheet makes of a few numbers, so that whoever writes it sees what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import BLANK, GAMES, Refusal, Result
from scoring.own.asked import Ask
from scoring.own.game import read_options
from screens.shelf.codes import fewest_players

MOST_SHOWN = 3


def players_shown(rules: Mapping[str, Any]) -> int:
    fewest = fewest_players(rules)
    between = rules.get("players")
    most = between[1] if isinstance(between, list) and len(between) == 2 else fewest
    return max(fewest, min(MOST_SHOWN, most if isinstance(most, int) else fewest))


def sample_answer(ask: Ask, seat: int) -> Any:
    """The first player has more than the second, and so on."""
    number = max(0, 4 - seat)
    if ask.sort == "yes":
        return seat == 0
    if ask.sort == "of":
        return {kind: max(1, number - 1 - at % 2) for at, kind in enumerate(ask.names)}
    if ask.sort == "one":
        return ask.names[min(seat, len(ask.names) - 1)]
    if ask.sort == "pairs":
        return [[number, 2]]
    return number


def sample_sheet(rules: Mapping[str, Any], players: int) -> dict[str, Any]:
    read = read_options(players, {"rules": rules})
    row_of = [{ask.name: sample_answer(ask, seat) for ask in read.asked_by_round} for seat in range(players)]
    end = [{ask.name: sample_answer(ask, seat) for ask in read.asked_at_end} for seat in range(players)]
    return {"rounds": [row_of] if read.has_rounds else [], "end": end}


def sample_count(rules: Mapping[str, Any]) -> Result | None:
    """What comes of it; None where the rules cannot be counted with."""
    players = players_shown(rules)
    try:
        sheet = sample_sheet(rules, players)
        result = GAMES[BLANK[0]].score(players=players, options={"rules": rules}, sheet=sheet, force=True)
    except Refusal:
        return None
    return result
