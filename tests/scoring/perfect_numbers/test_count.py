"""Perfect Numbers: counting and ranking."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import InvalidSheet, Message
from scoring.perfect_numbers.rules import GAME
from tests.scoring.perfect_numbers.plays import correct, play, sheet, start


@pytest.mark.parametrize(
    ("points", "ranks", "winners"),
    [
        ([17, 17, 12], [1, 1, 3], [0, 1]),
        ([0, 0], [1, 1], [0, 1]),
        ([21, 9, 21, 21], [1, 4, 1, 1], [0, 2, 3]),
        ([29, 30], [2, 1], [1]),
    ],
)
def test_ranking(points: list[int], ranks: list[int], winners: list[int]) -> None:
    result = GAME.score(len(points), {}, sheet(*points))
    assert (result.totals, result.ranks, result.winners) == (points, ranks, winners)
    for own, reason, lines in zip(points, result.reasons, result.lines, strict=True):
        shared = points.count(own) > 1
        key = "perfect_numbers.rank.shared" if shared else "rank.by_points"
        assert reason == Message(key, {"points": own})
        assert [(line.part, line.points) for line in lines] == [("points", own)]


def test_the_sheet_is_filled_in_from_the_score_piles() -> None:
    table = play(start(3), correct(scores=[4, 0, 12]))
    assert GAME.sheet(table) == sheet(4, 0, 12)


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({}, "field.missing"),
        ([], "field.not_an_object"),
        ({"seats": {}}, "field.not_a_list"),
        (sheet(3), "sheet.one_entry_per_seat"),
        (sheet(3, 4, 5), "sheet.one_entry_per_seat"),
        (sheet(3, -1), "field.out_of_range"),
        (sheet(3, 1000), "field.out_of_range"),
        (sheet(3, 2.0), "field.not_a_whole_number"),
        (sheet(3, True), "field.not_a_whole_number"),
        (sheet(3, None), "field.not_a_whole_number"),
        ({"seats": [{"points": 3}, {}]}, "field.missing"),
        ({"seats": [{"points": 3}, 4]}, "field.not_an_object"),
        ({"seats": [{"points": 3}, {"points": 4, "rows": 1}]}, "field.unknown"),
        ({**sheet(3, 4), "bonus": 1}, "field.unknown"),
    ],
)
def test_unreadable_sheets(value: Any, key: str) -> None:
    assert [(problem.level, problem.key) for problem in GAME.check(2, {}, value)] == [("error", key)]
    for force in (False, True):
        with pytest.raises(InvalidSheet) as caught:
            GAME.score(2, {}, value, force=force)
        assert caught.value.key == key


@pytest.mark.parametrize(
    ("points", "deck", "problems"),
    [
        ([40, 30], None, []),
        ([40, 30], 100, []),
        ([60, 41], 100, [("error", "perfect_numbers.more_points_than_deck")]),
        ([60, 40], 100, [("warning", "perfect_numbers.nearly_the_whole_deck")]),
        ([0, 0], None, [("warning", "perfect_numbers.nothing_counted")]),
        ([0, 2], 100, []),
        ([1, 5], 100, [("warning", "perfect_numbers.fewer_than_a_row")]),
    ],
)
def test_checks(points: list[int], deck: int | None, problems: list[tuple[str, str]]) -> None:
    found = GAME.check(2, {"deck": deck}, sheet(*points))
    assert [(problem.level, problem.key) for problem in found] == problems
    if any(level == "error" for level, _ in problems):
        with pytest.raises(InvalidSheet):
            GAME.score(2, {"deck": deck}, sheet(*points))
    assert GAME.score(2, {"deck": deck}, sheet(*points), force=True).totals == points
