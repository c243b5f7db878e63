"""How strong people are at a game, as far as their sessions tell: a rating with its uncertainty.

Each session moves the ratings of those who sat at it, by who finished ahead of whom; partners move together.
The fewer sessions there are behind a rating, the wider its uncertainty, and a comparison that knows nothing
gives everybody the same chance. It is Plackett and Luce's model, as Weng and Lin worked it out for ties and
teams.

Ratings are never stored: like every figure they follow from the sessions, and change with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from history.statistics import LOST, UNKNOWN, Behind, Facts, sides_of

FEWEST_SESSIONS: Final = 5
"""With fewer behind it a rating says nothing yet, and should not be shown as if it did."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The true strength lies within two uncertainties of the rating, in nineteen of twenty cases."""

    rating: float
    uncertainty: float
    sessions: int

    @property
    def is_settled(self) -> bool:
        return self.sessions >= FEWEST_SESSIONS

    @property
    def at_least(self) -> float:
        """What can be said with some certainty: people are ranked by it, so that one lucky win is no lead."""
        return self.rating - 2 * self.uncertainty


NOBODY_KNOWS: Final = Strength(25.0, 25.0 / 3, 0)
"""Where everybody begins."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """Everybody's strength at one game. People without a session of it are like anybody else."""

    people: Mapping[str, Strength]

    def of(self, person: str) -> Strength:
        return self.people.get(person, NOBODY_KNOWS)

    def chances(self, sides: Sequence[Sequence[str]]) -> list[float]:
        """Side by side, each with its people: how likely each is to win. Together they are one."""
        if len(sides) < 2:
            return [1.0] * len(sides)
        model = _model()
        return list(
            model.predict_win([[_rating(model, self.of(person)) for person in side] for side in sides])
        )


def strengths(behind: Behind, game: str, groups: Iterable[str] | None = None) -> Strengths:
    """From all the tables of a game behind an answer, the oldest first.

    `groups` narrows it down to some of the game's groups, where these are games of their own.
    """
    wanted = None if groups is None else frozenset(groups)
    tables = [
        facts
        for facts in behind.tables
        if facts.group[0] == game and (wanted is None or facts.group[2] in wanted)
    ]
    model = _model()
    found: dict[str, Strength] = {}
    for facts in sorted(tables, key=lambda facts: facts.key):
        sides = _sides_in_order(facts, behind)
        if len(sides) > 1:
            before = [
                [_rating(model, found.get(person, NOBODY_KNOWS)) for person in people] for _, people in sides
            ]
            after = model.rate(before, ranks=[float(rank) for rank, _ in sides])
            for (_rank, people), ratings in zip(sides, after, strict=True):
                for person, rating in zip(people, ratings, strict=True):
                    sessions = found.get(person, NOBODY_KNOWS).sessions
                    found[person] = Strength(rating.mu, rating.sigma, sessions + 1)
    return Strengths(found)


def _sides_in_order(facts: Facts, behind: Behind) -> list[tuple[int, list[str]]]:
    """Each side's rank and people; none where nobody is known to have won.

    Somebody on several seats sits on the best of them, as in every other figure.
    """
    if UNKNOWN in facts.outcomes:
        return []
    sides: dict[int, list[str]] = {}
    ranks: dict[int, int] = {}
    of_seat = sides_of(facts.group)
    for person, seat in behind.seated(facts).items():
        side = of_seat[seat]
        sides.setdefault(side, []).append(person)
        ranks[side] = facts.ranks[seat] if facts.ranks is not None else 1 + (facts.outcomes[seat] == LOST)
    return [(ranks[side], people) for side, people in sorted(sides.items())]


def _model() -> Any:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - most visits never ask for a rating

    return PlackettLuce(mu=NOBODY_KNOWS.rating, sigma=NOBODY_KNOWS.uncertainty)


def _rating(model: Any, strength: Strength) -> Any:
    return model.rating(mu=strength.rating, sigma=strength.uncertainty)
