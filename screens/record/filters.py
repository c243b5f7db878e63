"""Which sessions are wanted: by game, player, period, unfinished, text, or one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from typing import Any

from screens.translator import N_, _, date_told

PERIODS = {
    "week": N_("Last 7 days"),
    "month": N_("This month"),
    "last_month": N_("Last month"),
    "year": N_("This year"),
    "last_year": N_("Last year"),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """Everything is wanted where nothing is said. Days are written as in ISO 8601 and are both included."""

    game: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    unfinished: bool = False
    text: str = ""
    sessions: tuple[str, ...] | None = None

    @property
    def count(self) -> int:
        """How many things are asked for; a period is one, however many ends it has."""
        asked = (self.game, self.player, self.since or self.until, self.unfinished, self.text.strip())
        return sum(map(bool, asked)) + (self.sessions is not None)

    def without_period(self) -> Filters:
        return replace(self, since="", until="")


def read_filters(given: Mapping[str, Any]) -> Filters:
    """What another page asks for; None, and whatever is unknown here, asks for nothing."""
    known = {field.name for field in fields(Filters)}
    asked = {name: value for name, value in given.items() if name in known and value is not None}
    if "sessions" in asked:
        asked["sessions"] = tuple(asked["sessions"])
    if given.get("finished") is False:
        asked["unfinished"] = True
    return Filters(**asked)


def find_sessions(history: Any, wanted: Filters) -> Any:
    """The listing of what is wanted, newest first; nothing of it is read yet."""
    listing = history.sessions(
        game=wanted.game or None,
        player=wanted.player or None,
        since=wanted.since or None,
        until=wanted.until or None,
        text=wanted.text or None,
        finished=False if wanted.unfinished else None,
    )
    return listing if wanted.sessions is None else listing.among(frozenset(wanted.sessions))


# -- Periods ----------------------------------------------------------------------------------------------


def period(name: str, today: date) -> tuple[str, str]:
    """The first and the last day of a period that has a name."""
    first_of_month = today.replace(day=1)
    match name:
        case "week":
            ends = today - timedelta(days=6), today
        case "month":
            ends = first_of_month, today
        case "last_month":
            last = first_of_month - timedelta(days=1)
            ends = last.replace(day=1), last
        case "year":
            ends = today.replace(month=1, day=1), today
        case "last_year":
            ends = date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
        case _:
            raise KeyError(name)
    return ends[0].isoformat(), ends[1].isoformat()


def day_told(day: str) -> str:
    return date_told(date.fromisoformat(day[:10]))


def period_told(since: str, until: str, today: date) -> str:
    """A period by its name, as a day, or from its first to its last day."""
    for name, title in PERIODS.items():
        if (since, until) == period(name, today):
            return _(title)
    if since and since == until:
        return day_told(since)
    if since and until:
        return _("{first} – {last}").format(first=day_told(since), last=day_told(until))
    if since:
        return _("From {day}").format(day=day_told(since))
    return _("Until {day}").format(day=day_told(until)) if until else ""


def in_order(days: Sequence[str]) -> tuple[str, str]:
    """Two days as a period, whichever was chosen first."""
    return min(days), max(days)
