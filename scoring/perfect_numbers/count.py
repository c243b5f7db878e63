"""Counting Perfect Numbers: the cards of the score piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring.core import (
    LARGEST_COUNT,
    Fields,
    Line,
    Message,
    Problem,
    Result,
    competition_ranks,
    error,
    first_places,
    read_seats,
    refuse_sheet,
    warning,
)
from scoring.perfect_numbers.table import LOWEST, Options, PerfectNumbersTable

UNLIKELY_SHARE = 0.8
"""Score piles seldom hold more of the deck than this: rows stay unfinished and cards are discarded."""


# -- The score sheet --------------------------------------------------------------------------------------


def sheet(table: PerfectNumbersTable) -> dict[str, Any]:
    return {"seats": [{"points": score} for score in table.scores]}


def read_sheet(players: int, _options: Options, sheet: object) -> list[int]:
    return read_seats(players, sheet, _read_points)


def _read_points(value: object, where: str, _seat: int) -> int:
    fields = Fields(value, refuse_sheet, where)
    points = fields.integer("points", 0, LARGEST_COUNT)
    fields.finish()
    return points


# -- What cannot be ---------------------------------------------------------------------------------------


def find_problems(_players: int, options: Options, points: Sequence[int]) -> Iterator[Problem]:
    deck = options.deck
    counted = sum(points)
    if deck is not None and counted > deck:
        yield error("perfect_numbers.more_points_than_deck", counted=counted, deck=deck)
    elif deck is not None and counted > deck * UNLIKELY_SHARE:
        yield warning("perfect_numbers.nearly_the_whole_deck", counted=counted, deck=deck)
    if not counted:
        yield warning("perfect_numbers.nothing_counted")
    for seat, own in enumerate(points):
        if 0 < own < LOWEST:
            yield warning("perfect_numbers.fewer_than_a_row", seat=seat, fewest=LOWEST)


# -- Ranking ----------------------------------------------------------------------------------------------


def rank_reasons(points: Sequence[int]) -> Iterable[Message]:
    """Most points win, and equals share the place."""
    for own in points:
        if points.count(own) == 1:
            yield Message("rank.by_points", {"points": own})
        else:
            yield Message("perfect_numbers.rank.shared", {"points": own})


def count(_players: int, _options: Options, points: list[int], problems: list[Problem]) -> Result:
    lines = [[Line("points", own, "perfect_numbers.line.points", {"cards": own})] for own in points]
    ranks = competition_ranks(points)
    return Result(points, ranks, first_places(ranks), list(rank_reasons(points)), lines, problems)
