"""Somebody's figures in words, honest with small numbers: a few tables give counts and no percentages."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from history.statistics import Record, Rival
from screens.translator import MONTHS, _, percent
from screens.words.telling import FEW, sessions_told, wins_told

MOST_SPANS = 12


def percentage(part: float, whole: int) -> str:
    """Nothing where the whole is too small for it."""
    return percent(part / whole) if whole >= FEW else ""


def won(record: Record) -> str:
    """Wins and the tables that had a winner, such as "3 wins · 4 tables"."""
    if not record.decided:
        return f"{sessions_told(record.plays)} · " + _("no winner noted")
    said = f"{wins_told(record.wins)} · {sessions_told(record.decided)}"
    share = percentage(record.wins, record.decided)
    return f"{said} · {share}" if share else said


def best_game(games: Mapping[str, Record]) -> str | None:
    """Where somebody wins most of their tables; lucky few do not count once there is a game with more."""
    won_at = {key: record for key, record in games.items() if record.wins}
    often = {key: record for key, record in won_at.items() if record.decided >= FEW}
    candidates = often or won_at
    return max(
        candidates, key=lambda key: (candidates[key].win_rate or 0, candidates[key].decided), default=None
    )


def compared(rival: Rival) -> int:
    """The tables at which the order of the two is known."""
    return rival.wins + rival.losses + rival.ties


def nemesis(rivals: Iterable[Rival]) -> Rival | None:
    """Whoever ends up ahead most of the time, if they have met often enough to say so."""
    feared = [rival for rival in rivals if compared(rival) >= FEW and rival.losses > rival.wins]
    return max(
        feared, key=lambda rival: (rival.losses / compared(rival), rival.losses, rival.player), default=None
    )


def meeting(rival: Rival) -> str:
    """How two people fared, as seen by the one asked for."""
    ranked = _("{ahead} ahead, {behind} behind, {level} level").format(
        ahead=rival.wins, behind=rival.losses, level=rival.ties
    )
    parts = [sessions_told(rival.together), *([ranked] if compared(rival) else []), *partners(rival)]
    return " · ".join(parts)


def partners(rival: Rival) -> list[str]:
    return [_("as partners: {n}").format(n=rival.partners)] if rival.partners else []


# -- Time -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    label: str
    since: str
    until: str


def spans(months: Iterable[str]) -> list[Span]:
    """The months from the first to the last of these ("2026-11"), or the years where that is too many."""
    known = sorted(months)
    if not known:
        return []
    first, last = (12 * int(month[:4]) + int(month[5:7]) - 1 for month in (known[0], known[-1]))
    if last - first < MOST_SPANS:
        return [_month(place // 12, place % 12 + 1) for place in range(first, last + 1)]
    end = last // 12
    return [_year(year) for year in range(max(first // 12, end - MOST_SPANS + 1), end + 1)]


def _month(year: int, month: int) -> Span:
    days = monthrange(year, month)[1]
    return Span(_(MONTHS[month - 1]), f"{year:04}-{month:02}-01", f"{year:04}-{month:02}-{days:02}")


def _year(year: int) -> Span:
    return Span(f"{year:04}", f"{year:04}-01-01", f"{year:04}-12-31")
