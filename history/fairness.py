"""Figures that can be compared: a win among five is worth more than a win between two.

And a score of forty may be a lot at one table and little at another. Every figure here is held against the
tables at which it was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Final

from history.statistics import LOST, UNKNOWN, Behind, Facts, Group, chance_of

SURE: Final = 1.96
"""Standard deviations within which chance alone stays in nineteen of twenty cases."""


@dataclass(frozen=True, slots=True)
class Wins:
    """Wins at decided tables, what chance would have given at tables of such sizes, how far it strays."""

    tables: int
    wins: float
    expected: float
    stray: float

    @property
    def rate(self) -> float | None:
        """How many times as many as chance would have given."""
        return self.wins / self.expected if self.expected else None

    @property
    def is_luck(self) -> bool:
        """Whether chance alone might well have done this."""
        return abs(self.wins - self.expected) <= SURE * self.stray


@dataclass(frozen=True, slots=True)
class Gain:
    """By how many points somebody is usually above the others at tables of that kind, over so many scores."""

    scores: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class Best:
    """The highest score of somebody at a game: since when, and what it was before."""

    session: str
    person: str
    game: str
    total: float
    before: float | None


def wins_of(behind: Behind, person: str, game: str | None = None) -> Wins:
    tables, won, expected, variance = 0, [], [], []
    for facts in _tables(behind, game):
        seat = behind.seated(facts).get(person)
        if seat is not None and facts.outcomes[seat] != UNKNOWN:
            outcome, chance = facts.outcomes[seat], chance_of(facts.group)
            tables += 1
            won.append(0.0 if outcome == LOST else 1 / outcome)
            expected.append(chance)
            variance.append(chance * (1 - chance))
    return Wins(tables, fsum(won), fsum(expected), sqrt(fsum(variance)))


def gain_of(behind: Behind, person: str, game: str) -> Gain:
    """Scores against the usual one of the others, at tables of the same size and side."""
    usual = _usual(behind, person, game)
    gains = [
        total - usual[facts.group]
        for facts in _tables(behind, game)
        if (total := _total_of(facts, behind, person)) is not None and facts.group in usual
    ]
    return Gain(len(gains), fsum(gains) / len(gains) if gains else None)


def gains_by_month(behind: Behind, person: str, game: str) -> dict[str, Gain]:
    """The same month by month: a trend that more people at the table do not bend."""
    usual = _usual(behind, person, game)
    months: dict[str, list[float]] = {}
    for facts in sorted(_tables(behind, game), key=lambda facts: facts.key):
        total = _total_of(facts, behind, person)
        if total is not None and facts.group in usual:
            months.setdefault(facts.key[: len("2026-10")], []).append(total - usual[facts.group])
    return {month: Gain(len(gains), fsum(gains) / len(gains)) for month, gains in months.items()}


def records(behind: Behind, game: str | None = None) -> list[Best]:
    """Every score that was higher than all that person's before it at that game, the oldest first.

    A first score is no record: it beats nothing.
    """
    return [best for best in _bests(behind, game) if best.before is not None]


def _bests(behind: Behind, game: str | None) -> Iterator[Best]:
    highest: dict[tuple[str, str, str], float] = {}
    for facts in sorted(_tables(behind, game), key=lambda facts: facts.key):
        for person in behind.seated(facts):
            total, (game_played, _, side) = _total_of(facts, behind, person), facts.group
            if total is not None:
                before = highest.get((person, game_played, side))
                if before is None or total > before:
                    highest[person, game_played, side] = total
                    yield Best(facts.session, person, game_played, total, before)


def _tables(behind: Behind, game: str | None) -> Iterator[Facts]:
    return (facts for facts in behind.tables if game is None or facts.group[0] == game)


def _total_of(facts: Facts, behind: Behind, person: str) -> float | None:
    seat = behind.seated(facts).get(person)
    return None if seat is None else facts.totals[seat]


def _usual(behind: Behind, person: str, game: str) -> Mapping[Group, float]:
    found: dict[Group, list[float]] = {}
    for facts in _tables(behind, game):
        own = behind.seated(facts).get(person)
        found.setdefault(facts.group, []).extend(
            total for seat, total in enumerate(facts.totals) if total is not None and seat != own
        )
    return {group: fsum(totals) / len(totals) for group, totals in found.items() if totals}
