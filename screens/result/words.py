"""A result that can be trusted in every part; who won, by how little, and what separated equals, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from history.live import LiveTable
from scoring import GAMES, Message, Problem, Refusal
from screens.games import FACES
from screens.translator import _, ngettext, several
from screens.words.messages import sentence
from screens.words.people import Side, all_names, sides
from screens.words.telling import names, outcome_of, signed

AS_USUAL = "rank.by_points"


def trusted_result(session: Mapping[str, Any]) -> dict[str, Any] | None:
    """Every part of the result, counted anew from the sheet if that comes to the same; None without a result.

    Otherwise the totals and the ranks, each of them None where it is not known, and the winners. Nothing else
    of a stored result is shown: an import may say anything about where points came from.
    """
    if session["result"] is None:
        return None
    outcome, counted = outcome_of(session), _counted(session)
    told = [list(figures) for figures in (outcome.totals, outcome.ranks, outcome.winners)]
    if counted and told == [counted[name] for name in ("totals", "ranks", "winners")]:
        return counted
    return {
        "totals": list(outcome.totals) if outcome.is_scored else None,
        "ranks": list(outcome.places) if None not in outcome.places else None,
        "winners": list(outcome.winners),
    }


def _counted(session: Mapping[str, Any]) -> dict[str, Any] | None:
    if session["sheet"] is None:
        return None
    game, seats = GAMES[session["game"]], len(session["players"])
    try:
        result = game.score(players=seats, options=session["options"], sheet=session["sheet"], force=True)
        left = LiveTable(dict(session), lambda _document: None).doubts(session["sheet"])
    except Refusal:
        return None
    counted = result.as_json()
    if left:
        counted["left_so"] = [_said(problem, names(session)) for problem in left]
    return counted


def _said(problem: Problem, called: Sequence[str]) -> str:
    return sentence(Message(problem.key, {**problem.args, "name": called[problem.args["seat"]]}))


def sides_told(game: str, result: Mapping[str, Any], names: Sequence[str]) -> list[Side]:
    """Partners as one, unless the result tells them apart."""

    def known(seat: int) -> tuple[Any, ...]:
        figures = (result[name] for name in ("totals", "ranks"))
        return seat in result["winners"], *(by_seat and by_seat[seat] for by_seat in figures)

    found = sides(game, names)
    if all(len(set(map(known, side.seats))) == 1 for side in found):
        return found
    return [Side((seat,), (name,)) for seat, name in enumerate(names)]


def has_won(result: Mapping[str, Any], side: Side) -> bool:
    return side.seat in result["winners"]


def place_of(result: Mapping[str, Any], side: Side) -> int | None:
    return result["ranks"][side.seat] if result["ranks"] else None


def total_of(result: Mapping[str, Any], side: Side) -> float | None:
    return result["totals"][side.seat] if result["totals"] else None


def total_told(total: float | None) -> str:
    return "–" if total is None else signed(total)


def in_order(result: Mapping[str, Any], found: Sequence[Side]) -> list[Side]:
    """The best first; equals, and those of whom nothing is known, as they sat."""
    return sorted(found, key=lambda side: (not has_won(result, side), place_of(result, side) or 0, side.seat))


def who_won(result: Mapping[str, Any], found: Sequence[Side]) -> str:
    winners = [side for side in found if has_won(result, side)]
    if not winners:
        return _("No winner is noted.")
    if len(winners) > 1:
        return _("{names} share the win").format(names=all_names(winners))
    if len(winners[0].names) > 1:
        return _("{names} win together").format(names=all_names(winners))
    return _("{name} wins").format(name=winners[0].names[0])


def closest(game: str, result: Mapping[str, Any], found: Sequence[Side]) -> str:
    """By how little the game was decided; nothing when everybody won, or when that cannot be told."""
    totals, ranks = result["totals"], result["ranks"]
    won = [side for side in found if has_won(result, side)]
    behind = [side for side in found if side not in won]
    if not won or not behind or totals is None or ranks is None:
        return ""
    second = min(ranks[side.seat] for side in behind)
    next_best = [side for side in behind if ranks[side.seat] == second]
    names = all_names(next_best)
    gap = max(totals[side.seat] for side in won) - max(totals[side.seat] for side in next_best)
    if gap < 0:
        return ""
    if gap == 0:
        return _("{names}: exactly level, only the tie-break decided.").format(names=names)
    behind_by = FACES[game].words.BEHIND
    return ngettext(behind_by.one, behind_by.many, several(gap)).format(names=names, n=signed(gap))


def tie_breaks(result: Mapping[str, Any], order: Sequence[Side]) -> dict[str, list[str]]:
    """What separates equals, in words; those who share a place and a reason are named together."""
    found: dict[str, list[str]] = {}
    reasons = result.get("reasons")
    if not reasons:
        return found
    for side in order:
        reason = reasons[side.seat]
        if reason["key"] != AS_USUAL:
            told = sentence(Message(reason["key"], {**reason["args"], "name": side.together}))
            found.setdefault(told, []).extend(side.names)
    return found


def points_by_part(result: Mapping[str, Any], seat: int) -> dict[str, int]:
    sums: dict[str, int] = {}
    for line in (result.get("lines") or [[]] * (seat + 1))[seat]:
        sums[line["part"]] = sums.get(line["part"], 0) + line["points"]
    return sums
