"""Perfect Numbers: who may act, and action cards."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import Message
from tests.scoring.perfect_numbers.plays import (
    FULL,
    ROTATE,
    Move,
    add,
    card,
    conserved,
    laid,
    play,
    refusal,
    start,
    storing,
    take,
)

# -- Who may act ------------------------------------------------------------------------------------------


def test_stored_actions_may_be_used_before_taking() -> None:
    table = play(storing(), ROTATE)
    assert (table.scores, table.turn, conserved(table)) == ([3, 0], 0, 100)


def test_the_last_taker_may_act_until_the_next_player_begins() -> None:
    table = play(storing(), take(3, card("blue", 5)), add("blue", 5))
    assert table.turn == 1
    assert play(table, ROTATE).scores == [3, 0]
    assert play(table, {**ROTATE, "seat": 0}).turn == 1
    begun = play(table, {**ROTATE, "seat": 1})
    assert (begun.scores, begun.turn) == ([0, 2], 1)
    assert refusal(begun, {**ROTATE, "seat": 0}) == Message(
        "perfect_numbers.not_your_turn", {"seat": 0, "turn": 1}
    )
    taken = play(table, take(0, card("green", 5), card("green", 6), card("green", 7)))
    assert refusal(taken, {**ROTATE, "seat": 0}).key == "perfect_numbers.cards_pending"
    assert refusal(taken, ROTATE, ROTATE).key == "perfect_numbers.no_such_action"


def test_without_anything_left_to_do_the_next_player_is_meant() -> None:
    table = play(storing(), ROTATE, take(3, card("blue", 5)), add("blue", 5))
    assert play(table, ROTATE).scores == [3, 2]


# -- Action cards -----------------------------------------------------------------------------------------


def test_protecting_with_the_action_card() -> None:
    table = play(laid({"red": [7, 6]}, FULL), {"move": "protect", "row": "red"})
    assert (table.rows[0], table.discards) == ({"red": [7, 6, 0]}, 0)
    assert refusal(table, {"move": "protect", "row": "blue"}) == Message(
        "perfect_numbers.no_such_row", {"seat": 0, "row": "blue"}
    )


def test_protecting_with_the_top_card_of_a_row() -> None:
    protect = {"move": "protect", "from": "red", "row": "blue"}
    table = play(laid({"red": [7, 6], "blue": [5]}, {}), protect)
    assert (table.rows[0], table.discards) == ({"red": [7], "blue": [5, 0]}, 1)
    table = play(table, protect)
    assert table.rows[0] == {"blue": [5, 0, 0]}
    assert refusal(table, protect).key == "perfect_numbers.no_such_row"
    same = play(laid({"red": [7, 6]}, {}), {"move": "protect", "from": "red", "row": "red"})
    assert (same.rows[0], same.discards) == ({"red": [7, 0]}, 1)


def test_moving_the_bottom_card_is_no_adding() -> None:
    table = play(laid({"red": [2, 7, 6]}, {}), ROTATE)
    assert (table.rows[0], table.scores, table.discards) == ({"red": [7, 6, 2]}, [0, 0], 1)
    kept = play(laid({"red": [3, 7, 6]}, {}), {**ROTATE, "close": False})
    assert (kept.rows[0], kept.scores) == ({"red": [7, 6, 3]}, [0, 0])
    assert play(laid({"red": [0, 7]}, {}), ROTATE).rows[0] == {"red": [7, 0]}


def test_moving_closes_with_a_bonus_but_not_for_a_joker() -> None:
    table = play(laid({"red": [5, 7, 7, 7, 7]}, {}, draw_pile=40), ROTATE)
    assert (table.scores, table.draw_pile) == ([6, 0], 39)
    joker = {"number": 5, "joker": True}
    table = play(laid({"red": [joker, 7, 7, 7, 7]}, {}, draw_pile=40), ROTATE)
    assert (table.scores, table.draw_pile) == ([5, 0], 40)


def test_moving_may_close_without_a_bonus() -> None:
    bare = {"move_bonus": False}
    table = play(laid({"red": [5, 7, 7, 7, 7]}, {}, draw_pile=40, options=bare), ROTATE)
    assert (table.scores, table.draw_pile) == ([5, 0], 40)
    added = play(laid({"red": [7, 7, 7, 7]}, {}, draw_pile=40, options=bare), add("red", 5))
    assert (added.scores, added.draw_pile) == ([6, 0], 39)
    closing = {"move": "close", "seat": 0, "number": 5}
    assert play(start(2, **bare), closing).scores == [6, 0]
    assert play(start(2, **bare), {**closing, "by_move": True}).scores == [5, 0]
    assert play(start(2), {**closing, "by_move": True}).scores == [6, 0]
    assert refusal(start(2), {**closing, "by_move": 1}).key == "field.not_a_yes_or_no"


def test_a_stolen_card_may_push_out_a_row() -> None:
    steal = {"move": "steal", "other": 1, "row": "blue", "drop": "red"}
    after = play(laid({**FULL, "red": [7, 6]}, {"blue": [5, 6]}), steal)
    assert after.rows == [{"green": [7], "yellow": [7], "purple": [7], "blue": [6]}, {"blue": [5]}]
    assert after.discards == 3
    printed = laid(FULL, {"blue": [5]}, options={"stolen_may_drop": False})
    only = Message("perfect_numbers.stolen_only_discarded", {"colour": "blue"})
    assert refusal(printed, steal) == only
    assert refusal(printed, {"move": "steal", "other": 1, "row": "blue"}) == only
    assert play(printed, {"move": "steal", "other": 1, "row": "blue", "discard": True}).discards == 2


def test_stored_actions_may_be_pushed_out_by_a_stolen_card() -> None:
    own = {"red": [7], "green": [7], "yellow": [7], "actions": ["move"]}
    steal = {"move": "steal", "other": 1, "row": "blue", "drop": "actions"}
    after = play(laid(own, {"blue": [5]}), steal)
    assert (after.seats[0].actions, after.rows[0]["blue"], after.discards) == ((), [5], 2)
    three = laid(own, {"blue": [5]}, options={"three_rows": True})
    assert refusal(three, steal).key == "perfect_numbers.nothing_to_make_room_for"


@pytest.mark.parametrize(
    ("own", "top", "move", "key"),
    [
        ({"red": [7]}, 5, {"drop": "red"}, "nothing_to_make_room_for"),
        (FULL, 5, {"drop": "red", "discard": True}, "nothing_to_make_room_for"),
        (FULL, {"number": 5, "joker": True}, {"drop": "red"}, "nothing_to_make_room_for"),
        (FULL, 5, {"drop": "blue"}, "no_such_row"),
        (FULL, 5, {"drop": "actions"}, "no_such_row"),
    ],
)
def test_refused_drops_for_a_stolen_card(own: dict[str, Any], top: Any, move: Move, key: str) -> None:
    steal = {"move": "steal", "other": 1, "row": "blue", **move}
    assert refusal(laid(own, {"blue": [7, top]}), steal).key == f"perfect_numbers.{key}"


def test_stealing_and_discarding() -> None:
    steal = {"move": "steal", "other": 1, "row": "blue"}
    table = laid({"red": [7]}, {"blue": [5]})
    assert play(table, steal).rows == [{"red": [7], "blue": [5]}, {}]
    after = play(table, {**steal, "discard": True})
    assert (after.rows, after.discards) == ([{"red": [7]}, {}], 2)
    lower = play(laid({"blue": [7, 7, 7]}, {"blue": [2]}), steal)
    assert (lower.rows, lower.discards) == ([{"blue": [7, 7]}, {}], 3)
    kept = play(laid({"blue": [6]}, {"blue": [2]}), {**steal, "close": False})
    assert kept.rows == [{"blue": [6, 2]}, {}]


def test_stealing_a_joker() -> None:
    joker = {"number": 4, "joker": True}
    steal = {"move": "steal", "other": 1, "row": "blue"}
    table = laid({"red": [7], "green": [6]}, {"blue": [5, joker]})
    assert refusal(table, steal).key == "perfect_numbers.joker_needs_row"
    assert play(table, {**steal, "to_row": "green"}).collections == [
        {"red": [7], "green": [6, joker]},
        {"blue": [5]},
    ]
    assert play(laid({}, {"blue": [5, joker]}), steal).rows == [{"joker-row": [4]}, {"blue": [5]}]


@pytest.mark.parametrize(
    ("own", "theirs", "move", "key"),
    [
        ({}, {"blue": [5]}, {"other": 0, "row": "blue"}, "perfect_numbers.not_another_seat"),
        ({}, {"blue": [5]}, {"other": 1, "row": "red"}, "perfect_numbers.no_such_row"),
        ({}, {"blue": [5]}, {"other": 1, "row": "actions"}, "field.not_one_of"),
        ({}, {"blue": [5]}, {"other": 2, "row": "blue"}, "field.out_of_range"),
        (FULL, {"blue": [5]}, {"other": 1, "row": "blue"}, "perfect_numbers.no_place_for_stolen"),
        ({}, {"blue": [5]}, {"other": 1, "row": "blue", "to_row": "red"}, "perfect_numbers.wrong_row"),
        ({}, {"blue": [5]}, {"other": 1}, "field.missing"),
        ({}, {"blue": [5]}, {"row": "blue"}, "field.missing"),
    ],
)
def test_refused_steals(own: dict[str, Any], theirs: dict[str, Any], move: Move, key: str) -> None:
    assert refusal(laid(own, theirs), {"move": "steal", **move}).key == key


def test_a_stored_steal_leaves_its_place_to_the_stolen_card() -> None:
    own = {"red": [7], "green": [7], "yellow": [7], "actions": ["steal"]}
    table = play(laid(own, {"blue": [5]}), {"move": "steal", "other": 1, "row": "blue"})
    assert table.rows == [{"red": [7], "green": [7], "yellow": [7], "blue": [5]}, {}]


@pytest.mark.parametrize("move", ["add", "drop", "store", "protect", "rotate", "steal"])
def test_row_moves_need_rows_and_their_fields(move: str) -> None:
    assert refusal(start(2), {"move": move}).key == "perfect_numbers.rows_unknown"
    assert refusal(laid({}, {}), {"move": move}).key == "field.missing"
    assert refusal(laid({}, {}), {"move": move, "seat": 2}).key == "field.out_of_range"
    assert refusal(laid({}, {}), {"move": move, "seat": 1}).key == "perfect_numbers.not_your_turn"
