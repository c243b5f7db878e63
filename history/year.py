"""A year of plays in a few figures, from the facts behind an answer and the places of the sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from history.fairness import Best, records
from history.statistics import Behind, Facts, sides_of

DAY = len("2026-11-18")


@dataclass(frozen=True, slots=True)
class Evening:
    day: str
    plays: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Close:
    """The smallest gap between the winners and whoever came next, in points."""

    session: str
    game: str
    day: str
    winners: tuple[str, ...]
    next_best: tuple[str, ...]
    gap: float


@dataclass(frozen=True, slots=True)
class Year:
    plays: int
    seconds: float
    games: tuple[tuple[str, int], ...]
    """The most played first, as with people and places."""
    people: tuple[tuple[str, int], ...]
    places: tuple[tuple[str, int], ...]
    records: tuple[Best, ...]
    """Those that fell in this year, whatever was played before it."""
    longest: Evening | None
    closest: Close | None


def year_of(ever: Behind, year: str, places: Iterable[str]) -> Year:
    """`ever` has all tables, for the records; `places` are those of this year's sessions."""
    tables = sorted(
        (facts for facts in ever.tables if facts.key.startswith(f"{year}-")), key=lambda facts: facts.key
    )
    sessions = {facts.session for facts in tables}
    people = Counter(person for facts in tables for person in ever.seated(facts))
    return Year(
        plays=len(tables),
        seconds=sum(facts.seconds for facts in tables),
        games=_most(Counter(facts.group[0] for facts in tables)),
        people=_most(people),
        places=_most(Counter(place for place in places if place)),
        records=tuple(best for best in records(ever) if best.session in sessions),
        longest=_longest(tables),
        closest=_closest(tables, ever),
    )


def _most(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _longest(tables: list[Facts]) -> Evening | None:
    days: dict[str, list[float]] = {}
    for facts in tables:
        days.setdefault(facts.key[:DAY], []).append(facts.seconds)
    found = [Evening(day, len(seconds), sum(seconds)) for day, seconds in days.items() if sum(seconds)]
    return max(found, key=lambda evening: (evening.seconds, evening.day), default=None)


def _closest(tables: list[Facts], ever: Behind) -> Close | None:
    found = [close for facts in tables if (close := _gap(facts, ever)) is not None]
    return min(found, key=lambda close: (close.gap, close.day), default=None)


def _gap(facts: Facts, ever: Behind) -> Close | None:
    """None where nobody won alone, where points are missing, and where a tie-break decided."""
    totals = [total for total in facts.totals if total is not None]
    sides, seated = sides_of(facts.group), ever.seated(facts)
    if len(totals) < len(facts.totals) or 1 not in facts.outcomes or len(seated) < len(facts.ids):
        return None
    winning = sides[facts.outcomes.index(1)]
    others = [seat for seat in range(len(sides)) if sides[seat] != winning]
    if not others:
        return None
    second = max(totals[seat] for seat in others)
    gap = max(total for seat, total in enumerate(totals) if sides[seat] == winning) - second
    if gap <= 0:
        return None
    return Close(
        facts.session,
        facts.group[0],
        facts.key[:DAY],
        tuple(person for person, seat in seated.items() if sides[seat] == winning),
        tuple(person for person, seat in seated.items() if seat in others and totals[seat] == second),
        gap,
    )
