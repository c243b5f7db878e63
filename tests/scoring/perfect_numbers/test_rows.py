"""Perfect Numbers: rows, places and jokers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.core import IllegalMove, Message
from scoring.perfect_numbers.rules import GAME, Outlook, outlook
from tests.scoring.perfect_numbers.plays import FULL, Move, add, card, holding, laid, play, refusal, start

DATA = Path(__file__).parents[1] / "data"

COUNTED = json.loads((DATA / "perfect_numbers.json").read_text(encoding="utf-8"))

ROWS = json.loads((DATA / "perfect_numbers_rows.json").read_text(encoding="utf-8"))


# -- The worked cases -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", COUNTED, ids=lambda case: case["id"])
def test_counted_case(case: dict[str, Any]) -> None:
    result = GAME.score(case["players"], case["options"], case["sheet"])
    found = {"totals": result.totals, "ranks": result.ranks, "winners": result.winners}
    assert found == case["expect"]


NAMES = {"add_to_other": "add", "protect_with": "protect", "move": "rotate"}


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case["id"])
def test_row_case(case: dict[str, Any]) -> None:
    before = case["before"]
    table = laid(
        *before["rows"], options=case["options"], scores=before["score"], draw_pile=before["draw"], turn=0
    )
    steps = [
        {"move": NAMES.get(step["do"], step["do"]), **{k: v for k, v in step.items() if k != "do"}}
        for step in case["steps"]
    ]
    if "illegal" in case:
        refusal(table, *steps)
        return
    table = play(table, *steps)
    after = case["after"]
    assert table.rows == after["rows"]
    assert table.scores == after["score"]
    assert table.draw_pile == after["draw"]
    assert table.counts["discards"] == case["discarded"]


ILLEGAL = {
    "N14": "row_protected",
    "N15": "own_place_first",
    "N17": "no_free_place",
    "N19": "joker_stays_home",
    "N21": "joker_to_own_row",
    "N24": "lone_face_down",
    "N29": "row_protected",
    "N31": "same_action_stored",
    "N32": "two_actions_stored",
    "N33": "no_place_for_actions",
    "N34": "no_free_place",
}


def test_every_illegal_case_has_its_own_reason() -> None:
    assert {case["id"] for case in ROWS if "illegal" in case} == set(ILLEGAL)
    for case in ROWS:
        if "illegal" in case:
            steps = [
                {"move": NAMES.get(step["do"], step["do"]), **{k: v for k, v in step.items() if k != "do"}}
                for step in case["steps"]
            ]
            table = laid(*case["before"]["rows"], options=case["options"])
            assert refusal(table, *steps).key == f"perfect_numbers.{ILLEGAL[case['id']]}"


# -- A row: higher, perfect, lower ------------------------------------------------------------------------

LENGTHS = """
1  1  1  1  1  1
C2 2  2  2  2  2
1  C3 3  3  3  3
2  1  C4 4  4  4
3  2  1  C6 5  5
4  3  2  1  C9 6
5  4  3  2  1  C12
6  5  4  3  2  1
"""


@pytest.mark.parametrize(
    ("length", "number", "expected"),
    [
        (length, number, cell)
        for length, line in enumerate(LENGTHS.strip().splitlines())
        for number, cell in enumerate(line.split(), 2)
    ],
)
def test_every_number_on_every_length(length: int, number: int, expected: str) -> None:
    rows = {"red": [7] * length} if length else {}
    table = laid(rows, {}, draw_pile=40)
    seen = outlook(table, card("red", number))
    after = play(table, add("red", number))
    assert after.rows is not None
    if expected.startswith("C"):
        points = int(expected[1:])
        assert (after.rows[0], after.scores, after.draw_pile) == ({}, [points, 0], 40 - points + number)
        assert seen == Outlook("perfect", "red", length + 1, points=points, bonus=points - number)
        assert play(table, add("red", number, close=False)).rows == [{"red": [7] * length + [number]}, {}]
        joker = play(table, add("joker", number, row="red"))
        assert (joker.scores, joker.draw_pile) == ([number, 0], 40)
    else:
        lost = length + 1 - int(expected)
        assert len(after.rows[0]["red"]) == int(expected)
        assert (after.scores, after.discards) == ([0, 0], lost)
        assert seen == Outlook("lower" if lost else "higher", "red", int(expected), lost=lost)


def test_lower_discards_from_the_top() -> None:
    assert play(laid({"green": [2, 7, 6]}, {}), add("green", 3)).rows == [{"green": [2]}, {}]


def test_lower_on_another_row_scores_for_its_owner_or_for_the_actor() -> None:
    for option, scores in (("owner", [0, 2]), ("actor", [2, 0])):
        table = laid(FULL, {"blue": [7, 6, 5, 6]}, options={"lower_on_other": option})
        seen = outlook(table, card("blue", 2), other=1)
        assert seen == Outlook("lower", "blue", 3, lost=2, lost_to=scores.index(2))
        after = play(table, add("blue", 2, other=1))
        assert (after.scores, after.rows, after.discards) == (scores, [FULL, {"blue": [7, 6, 5]}], 0)


def test_the_closer_of_another_row_gets_the_bonus() -> None:
    table = laid(FULL, {"blue": [7, 6, 5, 6]}, draw_pile=40)
    after = play(table, add("blue", 5, other=1))
    assert (after.scores, after.draw_pile, after.rows) == ([6, 0], 39, [FULL, {}])


def test_outlook_says_where_a_card_cannot_lie() -> None:
    for arguments, key in (
        ({"card": card("blue", 4)}, "perfect_numbers.no_free_place"),
        ({"card": card("blue", 4), "other": 0}, "perfect_numbers.not_another_seat"),
        ({"card": card("blue", 4), "other": 7}, "field.out_of_range"),
        ({"card": card("blue", 4), "row": "grey"}, "field.not_one_of"),
        ({"card": 4}, "field.not_an_object"),
        ({"card": None}, "field.missing"),
        ({"card": card("joker", 4)}, "perfect_numbers.joker_needs_row"),
    ):
        with pytest.raises(IllegalMove) as caught:
            outlook(laid(FULL, {}), **arguments)
        assert caught.value.key == key
    with pytest.raises(IllegalMove) as caught:
        outlook(start(2), card("red", 3))
    assert caught.value.key == "perfect_numbers.rows_unknown"


# -- Four places ------------------------------------------------------------------------------------------


def test_no_free_place_names_who_could_take_the_card() -> None:
    table = laid(FULL, {}, {"blue": [7, 0]}, {"blue": [5]})
    assert refusal(table, add("blue", 4)) == Message(
        "perfect_numbers.no_free_place", {"colour": "blue", "places": 4, "others": [1, 3]}
    )
    crowded = laid(FULL, FULL)
    assert refusal(crowded, add("blue", 4)).args["others"] == []
    assert refusal(crowded, add("blue", 4, other=1)).key == "perfect_numbers.no_place_there"


def test_a_new_colour_may_open_a_row_in_another_collection() -> None:
    assert play(laid(FULL, {"red": [5]}), add("blue", 4, other=1)).rows == [FULL, {"red": [5], "blue": [4]}]


def test_own_places_come_first() -> None:
    rows = {**FULL, "actions": []}
    assert refusal(laid(rows, {}), add("red", 4, other=1)).key == "perfect_numbers.own_row_first"
    three = {"red": [7], "green": [7], "yellow": [7]}
    assert refusal(laid(three, {}), add("blue", 4, other=1)).key == "perfect_numbers.own_place_first"
    stored = {**three, "actions": ["move"]}
    assert play(laid(stored, {}), add("blue", 4, other=1)).rows == [three, {"blue": [4]}]


def test_three_rows_leave_the_fourth_place_to_actions() -> None:
    three = {"red": [7], "green": [7], "yellow": [7]}
    table = laid(three, {}, options={"three_rows": True})
    assert refusal(table, add("blue", 4)).args["places"] == 3
    assert play(table, add("blue", 4, other=1)).rows == [three, {"blue": [4]}]
    assert refusal(table, {"move": "correct", "rows": [FULL, {}]}).key == "perfect_numbers.too_many_rows"
    stored = play(table, {"move": "store", "action": "move"})
    reason = refusal(stored, {"move": "drop", "row": "actions"})
    assert reason == Message("perfect_numbers.nothing_to_make_room_for", {"row": "actions"})
    assert play(stored, {"move": "drop", "row": "red"}, add("blue", 4)).scores == [0, 0]


def test_dropping_a_row_makes_room() -> None:
    table = laid({**FULL, "red": [7, 6, 0]}, {})
    after = play(table, {"move": "drop", "row": "red"}, add("blue", 4))
    assert after.rows == [{"green": [7], "yellow": [7], "purple": [7], "blue": [4]}, {}]
    assert after.discards == 3
    stored = {"red": [7], "green": [7], "yellow": [7], "actions": ["move", "steal"]}
    after = play(laid(stored, {}), {"move": "drop", "row": "actions"}, add("blue", 4))
    assert (after.seats[0].actions, after.discards) == ((), 2)


@pytest.mark.parametrize(
    ("rows", "hand", "move", "key"),
    [
        (FULL, [card("blue", 4)], {"row": "blue"}, "no_such_row"),
        (FULL, [card("blue", 4)], {"row": "actions"}, "no_such_row"),
        (FULL, [card("blue", 4), card("red", 4)], {"row": "red"}, "own_colours_first"),
        (FULL, [card("red", 4)], {"row": "red"}, "own_colours_first"),
        (FULL, [card("joker", 4)], {"row": "red"}, "nothing_to_make_room_for"),
        ({"red": [7]}, [card("blue", 4)], {"row": "red"}, "nothing_to_make_room_for"),
        (
            {"red": [7], "actions": ["move"]},
            [{"action": "steal"}],
            {"row": "red"},
            "nothing_to_make_room_for",
        ),
        ({"red": [7]}, [{"action": "move"}], {"action": "move"}, "action_can_be_stored"),
        (FULL, [{"action": "move"}], {"action": "move"}, "action_can_be_used"),
        (FULL, [{"action": "move"}], {"action": "steal"}, "not_taken"),
    ],
)
def test_refused_drops(rows: dict[str, Any], hand: list[Move], move: Move, key: str) -> None:
    table = holding(laid(rows, {}), *hand)
    assert refusal(table, {"move": "drop", **move}).key == f"perfect_numbers.{key}"


def test_a_row_may_be_dropped_for_an_action_card() -> None:
    table = holding(laid(FULL, {}), {"action": "steal"})
    table = play(table, {"move": "drop", "row": "red"}, {"move": "store", "action": "steal"})
    assert (table.seats[0].actions, table.turn) == (("steal",), 1)


def test_an_action_card_that_fits_nowhere_is_discarded() -> None:
    table = holding(laid({"actions": ["move"]}, {}), {"action": "move"})
    assert refusal(table, {"move": "rotate", "row": "red"}).key == "perfect_numbers.no_such_row"
    after = play(table, {"move": "drop", "action": "move"})
    assert (after.discards, after.turn, after.seats[0].actions) == (1, 1, ("move",))
    stuck = holding(laid(FULL, {"red": [7, 0]}), {"action": "steal"})
    assert play(stuck, {"move": "drop", "action": "steal"}).discards == 1


# -- Jokers -----------------------------------------------------------------------------------------------


def test_a_joker_row_takes_the_colour_of_the_first_coloured_card() -> None:
    table = play(laid({}, {}), add("joker", 4))
    assert table.collections == [{"joker-row": [4]}, {}]
    joined = play(table, add("red", 5))
    assert joined.collections == [{"red": [{"number": 4, "joker": True}, 5]}, {}]
    assert play(table, add("red", 5, row="joker-row")) == joined
    assert play(table, add("red", 5, row="red")).rows == [{"joker-row": [4], "red": [5]}, {}]
    assert outlook(table, card("red", 5)).row == "red"
    assert play(table, add("red", 2)).scores == [2, 0]


def test_a_joker_goes_to_the_named_own_row() -> None:
    table = laid({"red": [7], "blue": [7]}, {"green": [7]})
    assert refusal(table, add("joker", 4)) == Message(
        "perfect_numbers.joker_needs_row", {"seat": 0, "rows": ["red", "blue"]}
    )
    assert refusal(table, add("joker", 4, row="green")).key == "perfect_numbers.joker_to_own_row"
    assert play(table, add("joker", 4, row="blue")).rows == [{"red": [7], "blue": [7, 4]}, {"green": [7]}]
    assert play(laid({"red": [7]}, {}), add("joker", 4)).rows == [{"red": [7, 4]}, {}]
    assert refusal(laid({}, {}), add("joker", 4, row="red")).key == "perfect_numbers.joker_to_own_row"


def test_a_coloured_card_goes_to_its_own_row_only() -> None:
    table = laid({"red": [7], "joker-row": [4]}, {})
    assert refusal(table, add("red", 5, row="joker-row")) == Message(
        "perfect_numbers.wrong_row", {"colour": "red", "row": "joker-row", "right": "red"}
    )
    assert refusal(table, add("blue", 5, row="red")).key == "perfect_numbers.wrong_row"
    assert refusal(laid({}, {}), add("blue", 5, row="joker-row")).key == "perfect_numbers.wrong_row"


def test_an_own_joker_row_comes_before_other_collections() -> None:
    rows = {"red": [7], "green": [7], "yellow": [7], "joker-row": [7]}
    table = laid(rows, {"blue": [7]})
    assert refusal(table, add("blue", 4, other=1)).key == "perfect_numbers.own_row_first"
    abroad = laid(FULL, {**rows})
    assert play(abroad, add("blue", 4, other=1)).collections == [
        FULL,
        {"red": [7], "green": [7], "yellow": [7], "blue": [{"number": 7, "joker": True}, 4]},
    ]


def test_own_protected_rows_may_be_built_on() -> None:
    assert play(laid({"red": [7, 0]}, {}), add("red", 5)).rows == [{"red": [7, 0, 5]}, {}]
