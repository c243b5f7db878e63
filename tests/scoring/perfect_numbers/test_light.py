"""Perfect Numbers: what is told of rows that the phone does not know."""

from __future__ import annotations

import pytest

from scoring.core import Message
from scoring.perfect_numbers.rules import GAME
from tests.scoring.perfect_numbers.plays import (
    DULL_START,
    FULL,
    WHOLE_ROUND,
    Move,
    add,
    correct,
    laid,
    play,
    refusal,
    score,
    sheet,
    start,
    take,
)

# -- Light tracking: closings -----------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "points"), [(2, 2), (3, 3), (4, 4), (5, 6), (6, 9), (7, 12)])
def test_closing_earns_the_length_and_the_bonus(number: int, points: int) -> None:
    table = play(start(2, deck=100), *WHOLE_ROUND, {"move": "close", "seat": 0, "number": number})
    assert table.scores == [points, 0]
    assert table.draw_pile == 78 - (points - number)
    joker = {"move": "close", "seat": 1, "number": number, "joker": True}
    assert play(table, joker).scores == [points, number]
    assert play(table, joker).draw_pile == table.draw_pile


def test_bonus_is_what_the_pile_still_holds() -> None:
    table = play(start(2), {"move": "correct", "draw_pile": 3}, {"move": "close", "seat": 1, "number": 7})
    assert (table.scores, table.draw_pile) == ([0, 10], 0)


def test_bonus_from_an_unknown_pile() -> None:
    table = play(start(2), {"move": "close", "seat": 1, "number": 7})
    assert (table.scores, table.draw_pile) == ([0, 12], None)


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ({"number": 3}, "field.missing"),
        ({"seat": 0}, "field.missing"),
        ({"seat": 2, "number": 3}, "field.out_of_range"),
        ({"seat": 0, "number": 1}, "field.out_of_range"),
        ({"seat": 0, "number": 8}, "field.out_of_range"),
        ({"seat": 0, "number": 3, "joker": 1}, "field.not_a_yes_or_no"),
        ({"seat": 0, "number": 3, "row": "red"}, "field.unknown"),
    ],
)
def test_refused_closings(move: Move, key: str) -> None:
    assert refusal(start(2), {"move": "close", **move}).key == key


def test_no_more_points_than_cards_have_left_the_pile() -> None:
    table = start(2, deck=100)
    five = {"move": "close", "seat": 0, "number": 5, "joker": True}
    reason = refusal(table, five, five)
    assert reason == Message("perfect_numbers.more_points_than_cards", {"cards": 6})
    assert play(table, five, take(0), {**five, "number": 4}).scores == [9, 0]


def test_closing_without_naming_the_row_is_refused_while_all_rows_are_known() -> None:
    table = start(2, start=DULL_START)
    closing = {"move": "close", "seat": 0, "number": 3}
    assert refusal(table, closing) == Message("perfect_numbers.close_by_adding", {"seat": 0})
    table = play(table, take(0), closing)
    assert (table.scores, table.rows, table.turn) == ([3, 0], None, 1)


# -- Light tracking: cards that a lower number drives out -------------------------------------------------


def test_cards_driven_into_a_score_pile_are_points_without_a_bonus() -> None:
    table = play(start(3, deck=100), take(0), score(2, 3))
    assert (table.scores, table.turn, table.draw_pile) == ([0, 0, 3], 1, 83)
    assert GAME.sheet(table) == sheet(0, 0, 3)
    assert GAME.notices(table) == GAME.notices(play(start(3, deck=100), take(0)))


@pytest.mark.parametrize("cards", range(2, 8))
def test_a_lower_number_drives_out_as_many_cards_as_it_says(cards: int) -> None:
    rows = laid(FULL, {"blue": [7] * 7})
    told = play(rows, add("blue", cards, other=1)).scores
    assert play(start(2), score(1, cards)).scores == told == [0, cards]


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ({"cards": 3}, "field.missing"),
        ({"seat": 0}, "field.missing"),
        ({"seat": 2, "cards": 3}, "field.out_of_range"),
        ({"seat": 0, "cards": 1}, "field.out_of_range"),
        ({"seat": 0, "cards": 8}, "field.out_of_range"),
        ({"seat": 0, "cards": True}, "field.not_a_whole_number"),
        ({"seat": 0, "cards": 3, "row": "red"}, "field.unknown"),
    ],
)
def test_refused_driven_cards(move: Move, key: str) -> None:
    assert refusal(start(2), {"move": "score", **move}).key == key


def test_no_more_driven_cards_than_have_left_the_pile() -> None:
    reason = refusal(start(2, deck=100), score(0, 4), score(1, 3))
    assert reason == Message("perfect_numbers.more_points_than_cards", {"cards": 6})


def test_driven_cards_are_added_card_by_card_while_all_rows_are_known() -> None:
    table = start(2, start=DULL_START)
    assert refusal(table, score(1, 3)) == Message("perfect_numbers.score_by_adding", {"seat": 1})
    table = play(table, take(0), score(1, 3))
    assert (table.scores, table.rows, table.turn) == ([0, 3], None, 1)


def test_driven_cards_leave_the_last_taker_busy() -> None:
    table = play(start(4), correct(draw_pile=12), *WHOLE_ROUND, score(1, 2))
    assert (table.round, table.draw_pile, table.scores) == (2, 4, [0, 2, 0, 0])
    assert play(table, {"move": "close", "seat": 3, "number": 7}).phase == "over"
    over = play(start(4), correct(draw_pile=4), *WHOLE_ROUND, score(1, 2))
    assert (over.phase, over.scores) == ("over", [0, 2, 0, 0])
