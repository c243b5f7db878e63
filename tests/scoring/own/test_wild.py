"""Wild cards and majorities against a search through everything."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.own.majority import TIES, find_places
from scoring.own.wild import DifferentKinds, EachKind, WholeSets, Worth, place_wild

NUMBERS = st.integers(-6, 12)
TABLES = st.lists(NUMBERS, min_size=1, max_size=6).map(tuple)
EACH = st.builds(
    EachKind,
    values=TABLES | st.just(()),
    power=st.integers(1, 3),
    best=st.none() | st.integers(0, 5),
    rest=st.integers(-2, 1),
)
PARTS = st.lists(
    EACH
    | st.builds(WholeSets, each=NUMBERS, size=st.integers(1, 5))
    | st.builds(DifferentKinds, values=TABLES),
    min_size=1,
    max_size=3,
).map(tuple)


def sets_by_hand(counts: list[int], size: int) -> int:
    """A set takes a card of each of the kinds of which there are most."""
    left, laid = sorted(counts, reverse=True), 0
    while size <= len(left) and left[size - 1] > 0:
        left = sorted([n - 1 for n in left[:size]] + left[size:], reverse=True)
        laid += 1
    return laid


def points_by_hand(parts: tuple[Worth, ...], counts: list[int]) -> int:
    points = 0
    for part in parts:
        if isinstance(part, WholeSets):
            points += part.each * sets_by_hand(counts, part.size)
        elif isinstance(part, DifferentKinds):
            points += part.values[min(len([n for n in counts if n]), len(part.values) - 1)]
        else:
            worth = [
                part.values[min(n, len(part.values) - 1)] if part.values else n**part.power for n in counts
            ]
            worth.sort(reverse=True)
            best = len(worth) if part.best is None else part.best
            points += sum(worth[:best]) + part.rest * sum(worth[best:])
    return points


@given(parts=PARTS, counts=st.lists(st.integers(0, 5), min_size=1, max_size=4), wild=st.integers(0, 4))
def test_wild_cards_lie_where_they_bring_most(parts: tuple[Worth, ...], counts: list[int], wild: int) -> None:
    ways = []
    for kinds in combinations_with_replacement(range(len(counts)), wild):
        after = [n + kinds.count(kind) for kind, n in enumerate(counts)]
        ways.append(points_by_hand(parts, after))
    placed = place_wild(parts, tuple(counts), wild)
    assert placed.points == max(ways)
    assert sum(placed.joined) == wild
    after = [n + more for n, more in zip(counts, placed.joined, strict=True)]
    assert points_by_hand(parts, after) == placed.points


def test_as_many_wild_cards_as_there_may_be_are_placed_among_as_many_kinds() -> None:
    random = Random(1)
    counts = tuple(random.randint(0, 9) for _ in range(11))
    parts = (EachKind(power=2), WholeSets(7, 11), DifferentKinds(tuple(range(13))))
    placed = place_wild(parts, counts, 8)
    assert sum(placed.joined) == 8
    assert placed.points >= points_by_hand(parts, [n + 8 * (n == max(counts)) for n in counts])


def places_by_hand(
    values: list[int], prizes: list[int], ties: str | int, least: int, fewest: bool
) -> list[int]:
    """Everybody stands in a row; who is as good as somebody stands beside them."""
    row = sorted((n for n in values if n >= least), reverse=not fewest)
    got = {}
    for value in set(row):
        at = [place for place, n in enumerate(row) if n == value]
        there = [prizes[place] if place < len(prizes) else 0 for place in at]
        if len(at) == 1 or ties == "all":
            got[value] = there[0]
        elif ties == "none":
            got[value] = 0
        elif ties == "share":
            got[value] = there[0] // len(at)
        elif ties == "pool":
            got[value] = sum(there) // len(at)
        else:
            got[value] = int(ties) if at[0] < len(prizes) else 0
    return [got.get(value, 0) for value in values]


@given(
    values=st.lists(st.integers(-1, 4), min_size=1, max_size=7),
    prizes=st.lists(st.integers(-9, 12), max_size=4),
    ties=st.sampled_from([*TIES, 3]),
    least=st.integers(-1, 3),
    fewest=st.booleans(),
)
def test_prizes_go_by_place(
    values: list[int], prizes: list[int], ties: str | int, least: int, fewest: bool
) -> None:
    rule = (ties,) if isinstance(ties, int) else ties
    found = find_places(values, prizes, rule, least, fewest)  # type: ignore[arg-type]
    assert [place.prize for place in found] == places_by_hand(values, prizes, ties, least, fewest)


def test_who_sits_where_changes_nothing() -> None:
    values = [4, 4, 2, 0]
    for order in permutations(values):
        found = find_places(order, [5, 2, 1], "pool", 1, False)
        assert sorted((value, place.prize) for value, place in zip(order, found, strict=True)) == [
            (0, 0),
            (2, 1),
            (4, 3),
            (4, 3),
        ]
