"""What kinds are worth together, and where wild cards bring most.

Every kind is counted alike, so only how many there are of each matters, and not which kind it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import add

MOST_WILD = 8


def from_table(values: Sequence[int], count: int) -> int:
    """By count, from nought; the last value holds for more."""
    return values[min(max(count, 0), len(values) - 1)] if values else 0


# -- What is counted --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EachKind:
    """Every kind by a table, or raised to a power; where only the best count, the others are multiplied."""

    values: tuple[int, ...] = ()
    power: int = 1
    best: int | None = None
    rest: int = 0

    def worth(self, count: int) -> int:
        if self.values:
            return from_table(self.values, count)
        return int(count**self.power)

    def points(self, counts: Sequence[int]) -> int:
        worths = sorted((self.worth(count) for count in counts), reverse=True)
        if self.best is None:
            return sum(worths)
        return sum(worths[: self.best]) + self.rest * sum(worths[self.best :])


@dataclass(frozen=True, slots=True)
class WholeSets:
    """Complete sets of so many different kinds."""

    each: int
    size: int

    def sets(self, counts: Sequence[int]) -> int:
        """As many as can be laid: a kind lies in a set once."""
        low, high = 0, sum(counts) // self.size
        while low < high:
            tried = (low + high + 1) // 2
            if sum(min(count, tried) for count in counts) >= tried * self.size:
                low = tried
            else:
                high = tried - 1
        return low

    def missing(self, counts: Sequence[int], sets: int) -> int:
        """How many cards more it takes at least."""
        return sets * self.size - sum(min(count, sets) for count in counts)

    def takes_all(self, counts: Sequence[int]) -> bool:
        return self.each > 0 and self.size == len(counts)

    def points(self, counts: Sequence[int]) -> int:
        return self.each * self.sets(counts)


@dataclass(frozen=True, slots=True)
class DifferentKinds:
    """By how many kinds there are any of."""

    values: tuple[int, ...]

    def points(self, counts: Sequence[int]) -> int:
        return from_table(self.values, sum(count > 0 for count in counts))


Worth = EachKind | WholeSets | DifferentKinds


# -- Wild cards -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """The points, and how many wild cards joined each kind."""

    points: int
    joined: tuple[int, ...]


@lru_cache(maxsize=4096)
def place_wild(parts: tuple[Worth, ...], counts: tuple[int, ...], wild: int) -> Placed:
    """Every wild card joins a kind, so that the points are highest."""
    if not wild or not counts:
        return Placed(sum(part.points(counts) for part in parts), (0,) * len(counts))
    found = [_best_towards(parts, counts, wild, aims) for aims in _possible_aims(parts, counts, wild)]
    joined = max((one for one in found if one), key=lambda one: _points_of(parts, counts, one))
    return Placed(_points_of(parts, counts, joined), joined)


def _points_of(parts: Sequence[Worth], counts: Sequence[int], joined: Sequence[int]) -> int:
    after = [count + more for count, more in zip(counts, joined, strict=True)]
    return sum(part.points(after) for part in parts)


Aims = Mapping[WholeSets, int]
"""How many sets are aimed at: at least so many where sets bring points, at most where they cost."""


def _possible_aims(parts: Sequence[Worth], counts: tuple[int, ...], wild: int) -> Iterator[Aims]:
    """A card more is a set more at most, and the gaps of the sets aimed at cannot be wider than that."""
    sorts = list(dict.fromkeys(part for part in parts if isinstance(part, WholeSets) and part.each))
    ranges = []
    for sort in sorts:
        laid = sort.sets(counts)
        ranges.append([n for n in range(laid, laid + wild + 1) if sort.missing(counts, n) <= wild])
    for aimed in product(*ranges):
        yield dict(zip(sorts, aimed, strict=True))


TO_BEGIN = 250
"""What it costs in steps to lay out the ways of one hand."""


def effort(parts: tuple[Worth, ...], counts: tuple[int, ...], wild: int) -> int:
    """About how many steps it takes to place the wild cards."""
    if not wild:
        return 1
    steps = TO_BEGIN + len(counts) * (wild + 1)
    for part in parts:
        if isinstance(part, EachKind) and part.best is not None:
            steps *= 2 * min(part.best + 1, len(counts))
        elif isinstance(part, DifferentKinds):
            steps *= 2 + min(wild, counts.count(0))
        elif isinstance(part, WholeSets) and part.each:
            laid = part.sets(counts)
            steps *= sum(part.missing(counts, n) <= wild for n in range(laid, laid + wild + 1))
            steps *= 1 if part.takes_all(counts) else (wild + 1) ** 2
    return steps


# -- Kind after kind --------------------------------------------------------------------------------------

Marks = tuple[int, ...]
"""By part: kinds that are among the best, cards that fill the aim, or how many different kinds there are."""
Ways = dict[Marks, list[int]]
"""The most points by wild cards spent, for each state that is worth telling apart."""
NEVER = -(10**12)


def _best_towards(
    parts: tuple[Worth, ...], counts: tuple[int, ...], wild: int, aims: Aims
) -> tuple[int, ...] | None:
    """How many wild cards join each kind, where the aims are met; None where they cannot be."""
    choices = {count: _choices(parts, count, wild, aims, len(counts)) for count in set(counts)}
    layers: list[Ways] = [{(0,) * len(parts): [0] + [NEVER] * wild}]
    for count in counts:
        layers.append(_one_kind_more(layers[-1], choices[count]))
    ends = {marks: ways[wild] + _at_the_end(parts, marks, counts, aims) for marks, ways in layers[-1].items()}
    marks = max(ends, key=lambda one: ends[one])
    if ends[marks] <= NEVER // 2:
        return None
    return _way_back(layers, [choices[count] for count in counts], marks, wild)


def _one_kind_more(ways: Ways, choices: Ways) -> Ways:
    after: Ways = {}
    for marks, spent in ways.items():
        for step, gains in choices.items():
            there = tuple(map(add, marks, step))
            joined = [max(map(add, spent[: n + 1], gains[n::-1])) for n in range(len(spent))]
            known = after.get(there)
            after[there] = joined if known is None else list(map(max, known, joined))
    return after


def _way_back(layers: Sequence[Ways], choices: Sequence[Ways], marks: Marks, wild: int) -> tuple[int, ...]:
    joined: list[int] = []
    for before, offered, after in zip(layers[-2::-1], choices[::-1], layers[:0:-1], strict=True):
        points = after[marks][wild]
        marks, more = next(
            (known, more)
            for step, gains in offered.items()
            for known, spent in before.items()
            if tuple(map(add, known, step)) == marks
            for more in range(wild + 1)
            if spent[wild - more] + gains[more] == points
        )
        wild -= more
        joined.append(more)
    return tuple(reversed(joined))


def _choices(parts: Sequence[Worth], count: int, wild: int, aims: Aims, kinds: int) -> Ways:
    """What a kind brings, by wild cards that join it; where only the best kinds count, with and without."""
    choices: Ways = {}
    for more in range(wild + 1):
        for choice in product(*(_ways_to_count(part, count, more, aims, kinds) for part in parts)):
            marks = tuple(mark for mark, _ in choice)
            gains = choices.setdefault(marks, [NEVER] * (wild + 1))
            gains[more] = max(gains[more], sum(points for _, points in choice))
    return choices


def _ways_to_count(part: Worth, count: int, more: int, aims: Aims, kinds: int) -> list[tuple[int, int]]:
    if isinstance(part, EachKind):
        worth = part.worth(count + more)
        if part.best is None or part.best >= kinds:
            return [(0, worth)]
        return [(1, worth), (0, part.rest * worth)]
    if isinstance(part, DifferentKinds):
        return [(int(count + more > 0), 0)]
    if not part.each:
        return [(0, 0)]
    if part.each < 0:
        return [(min(count + more, aims[part] + 1), 0)]
    if part.size == kinds:
        return [(0, 0 if count + more >= aims[part] else NEVER)]
    return [(min(count + more, aims[part]), 0)]


def _at_the_end(parts: Sequence[Worth], marks: Marks, counts: Sequence[int], aims: Aims) -> int:
    """What the marks bring; far less than nothing where they miss an aim."""
    points = 0
    for part, mark in zip(parts, marks, strict=True):
        if isinstance(part, DifferentKinds):
            points += from_table(part.values, mark)
        elif isinstance(part, WholeSets):
            points += part.each * aims.get(part, 0)
            if part.each > 0 and not part.takes_all(counts) and mark < aims[part] * part.size:
                return NEVER
            if part.each < 0 and mark >= (aims[part] + 1) * part.size:
                return NEVER
        elif part.best is not None and part.best < len(counts) and mark != part.best:
            return NEVER
    return points
