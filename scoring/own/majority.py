"""Most of something: prizes by place among the players, and what those who tie get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Ties = Literal["all", "share", "pool", "none"]
TIES: tuple[Ties, ...] = ("all", "share", "pool", "none")


@dataclass(frozen=True, slots=True)
class Place:
    """The place that a seat has, with how many others, and its prize."""

    place: int
    tied: int
    prize: int


NO_PLACE = Place(0, 0, 0)


def find_places(
    values: Sequence[int], prizes: Sequence[int], ties: Ties | Sequence[int], least: int, fewest: bool
) -> list[Place]:
    """The tied take up as many places; who has less than `least` has none. Numbers instead of a rule for ties
    are what each of the tied gets, by place."""
    standing = [value for value in values if value >= least]
    places = []
    for value in values:
        if value < least:
            places.append(NO_PLACE)
            continue
        before = sum(other < value if fewest else other > value for other in standing)
        tied = standing.count(value)
        places.append(Place(before + 1, tied, _prize(prizes, before, tied, ties)))
    return places


def _prize(prizes: Sequence[int], before: int, tied: int, ties: Ties | Sequence[int]) -> int:
    own = prizes[before] if before < len(prizes) else 0
    if tied == 1:
        return own
    if ties == "all":
        return own
    if ties == "none":
        return 0
    if ties == "share":
        return own // tied
    if ties == "pool":
        return sum(prizes[before : before + tied]) // tied
    return ties[min(before, len(ties) - 1)] if ties and before < len(prizes) else 0
