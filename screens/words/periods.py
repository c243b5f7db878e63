"""Periods: those that have a name, and any from one day to another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from screens.translator import N_, _, date_told

PERIODS = {
    "week": N_("Last 7 days"),
    "month": N_("This month"),
    "last_month": N_("Last month"),
    "year": N_("This year"),
    "last_year": N_("Last year"),
}


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
