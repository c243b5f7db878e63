"""Pearls: corrections, and what they lift."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scoring.pearls
from tests.scoring.pearls.plays import PEARLS, place, play, refusal, start, take

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.pearls.__file__).parent.glob("*.py"))


def correct(**what: Any) -> dict[str, Any]:
    return {"move": "correct", **what}


def test_corrections_trigger_the_end_and_take_it_back() -> None:
    table = play(start(3), take(1), {"move": "correct", "draw_pile": 0})
    assert (table.phase, table.turn, table.last_turns) == ("last", 1, 3)
    table = play(table, {"move": "correct", "draw_pile": 4})
    assert (table.phase, table.trigger) == ("play", None)
    assert play(table, {"move": "correct", "turn": 0}).turn == 0


def test_the_table_may_end_at_any_time() -> None:
    table = play(start(), {"move": "end"})
    assert (table.phase, table.trigger) == ("over", "table")


@pytest.mark.parametrize("turn", [None, 1])
def test_a_correction_takes_back_an_end_that_came_by_a_count(turn: int | None) -> None:
    table = play(start(2), correct(draw_pile=1), take(1), place(1), place(1))
    assert (table.phase, table.turn) == ("over", 0)
    said = {} if turn is None else {"turn": turn}
    table = play(table, correct(draw_pile=9, **said), take(1))
    assert (table.phase, table.trigger, table.counts["draw_pile"]) == ("play", None, 8)
    assert (table.turn, table.round) == (0, 3)


def test_an_end_that_the_players_told_stays() -> None:
    table = play(start(2), correct(draw_pile=0), {"move": "end"}, correct(draw_pile=9))
    assert (table.phase, table.trigger) == ("over", "table")


def test_what_was_over_by_a_count_goes_on_with_one_correction() -> None:
    table = play(start(2), correct(draw_pile=1), take(1), place(1), place(1))
    assert PEARLS.mend(table, take(2)) == correct(draw_pile=1)
    assert play(table, correct(draw_pile=1), take(2)).phase == "last"
    assert PEARLS.mend(play(start(2), {"move": "end"}), take(2)) is None


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"turn": 3}, "field.out_of_range"),
        ({"draw_pile": -1}, "field.out_of_range"),
        ({"display": 7}, "field.out_of_range"),
        ({"display": {"red": 4, "blue": 3}}, "field.out_of_range"),
        ({"display": "six"}, "field.not_an_object"),
        ({"necklaces": [3]}, "pearls.necklace_values"),
        ({"necklaces": [4, 4]}, "pearls.necklace_copies"),
        ({"hands": [1, 2]}, "field.one_number_per_seat"),
        ({"hands": [1, 2, True]}, "field.one_number_per_seat"),
        ({"pile": 4}, "field.unknown"),
    ],
)
def test_corrections_that_cannot_be(fields: dict[str, Any], key: str) -> None:
    assert refusal(start(), {"move": "correct", **fields}) == key


def test_what_was_noted_of_a_colour_can_be_forgotten() -> None:
    table = play(start(4), {"move": "correct", "display": {"purple": 3, "blue": 3}})
    table = play(table, take(3, colour="purple"), place(2, colour="blue"), take(1, colour="red"))
    forgotten = play(table, {"move": "correct", "forget": ["purple", "blue"]})
    assert forgotten.display_known == {}
    assert (forgotten.unseen["purple"], forgotten.unseen["blue"]) == (4, 12)
    assert [seat.taken for seat in forgotten.seats] == [{}, {}, {"red": 1}, {}]
    assert (forgotten.seats[1].placed, forgotten.seats[1].placed_unseen, forgotten.seats[1].pile) == (
        {},
        2,
        2,
    )
    assert play(table, {"move": "correct", "forget": []}) == table
    assert refusal(table, {"move": "correct", "forget": "purple"}) == "field.not_a_list"
    assert refusal(table, {"move": "correct", "forget": ["pink"]}) == "field.not_one_of"
    assert refusal(table, {"move": "correct", "forget": [["red"]]}) == "field.not_one_of"


def test_a_corrected_display_wins_over_what_was_mistracked() -> None:
    table = play(start(4), take(3, colour="purple"), place(1, colour="purple"))
    assert refusal(table, {"move": "correct", "display": {"purple": 5}}) == "pearls.more_than_exist"
    table = play(table, {"move": "correct", "display": {"purple": 1, "red": 5}})
    assert table.display_known == {"purple": 1, "red": 5}
    assert (table.seats[0].known_hand, table.seats[1].placed, table.seats[1].pile) == ({}, {}, 1)
    assert play(table, take(1, colour="purple")).seats[2].known_hand == {"purple": 1}


def test_a_corrected_hand_drops_what_was_thought_to_be_in_it() -> None:
    table = play(start(2), {"move": "correct", "hands": [0, 6]}, take(5, colour="blue"), take(1))
    table = play(table, {"move": "correct", "hands": [3, 7]})
    assert table.seats[0].known_hand == {}
    assert play(table, place(3, colour="blue")).seats[0].placed == {"blue": 3}


FOUR_BLUE = play(start(4), correct(display={"blue": 4, "red": 2}), take(4, colour="blue"), correct(turn=0))

ALL_PURPLE_SEEN = play(start(4), correct(display={"purple": 4, "red": 2}), take(4, colour="purple"))

COUNTED_OTHERWISE: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    ("pearls.only_placing_now", play(start(), correct(draw_pile=0)), take(2), correct(draw_pile=7)),
    ("pearls.display_too_small", play(start(), correct(display=2)), take(3), correct(display=6)),
    ("pearls.hand_limit", start(), take(5), correct(hands=[5, 6, 6])),
    (
        "pearls.take_all_of_colour",
        play(start(), correct(display={"blue": 2, "green": 4})),
        take(3, colour="blue"),
        correct(display=6),
    ),
    ("pearls.not_refilled", play(start(4), take(2, colour="red")), take(4, colour="red"), correct(display=6)),
    (
        "pearls.refill_count",
        play(start(4), correct(draw_pile=1)),
        take(2, colour="red", refill={"blue": 2}),
        correct(draw_pile=2),
    ),
    ("pearls.too_few_in_hand", start(), place(7), correct(hands=[7, 6, 6])),
    (
        "pearls.no_such_necklace",
        play(start(), correct(necklaces=[5])),
        place(4, necklace=True),
        correct(necklaces=[4, 5]),
    ),
    (
        "pearls.how_many_jokers",
        play(start(4), take(2, colour="purple")),
        place(4, colour="purple"),
        correct(forget=["purple"]),
    ),
    ("pearls.not_in_hand", FOUR_BLUE, place(7, colour="red"), correct(forget=["blue"])),
    (
        "pearls.more_than_exist",
        ALL_PURPLE_SEEN,
        take(2, colour="red", refill={"purple": 2}),
        correct(forget=["purple"]),
    ),
    ("pearls.no_passing", start(), {"move": "pass"}, correct(draw_pile=0, hands=[0, 6, 6])),
    (
        "pearls.must_place",
        play(start(), correct(draw_pile=0)),
        {"move": "pass"},
        correct(hands=[0, 6, 6]),
    ),
]

NOBODY_KNOWS = {"pearls.how_many_jokers"}
"""A question to answer, not a count to correct."""

WHATEVER_WAS_COUNTED = {"pearls.colour_not_in_play", "pearls.jokers_need_a_colour"}


@pytest.mark.parametrize(
    ("key", "table", "move", "correction"), COUNTED_OTHERWISE, ids=[case[0] for case in COUNTED_OTHERWISE]
)
def test_one_correction_lifts_what_only_a_count_refuses(
    key: str, table: Any, move: dict[str, Any], correction: dict[str, Any]
) -> None:
    assert refusal(table, move) == key
    assert PEARLS.why_not(play(table, correction), move) is None


@pytest.mark.parametrize(
    ("key", "table", "move"),
    [case[:3] for case in COUNTED_OTHERWISE],
    ids=[case[0] for case in COUNTED_OTHERWISE],
)
def test_the_correction_is_ready_unless_one_would_have_to_guess(key: str, table: Any, move: Any) -> None:
    correction = PEARLS.mend(table, move)
    assert (correction is None) == (key in NOBODY_KNOWS)
    if correction is not None:
        assert PEARLS.why_not(play(table, correction), move) is None


def test_every_refusal_of_a_move_is_lifted_or_has_no_count_behind_it() -> None:
    stated = set(re.findall(r'IllegalMove\(\s*"(pearls\.[a-z_]+)"', SOURCE))
    assert stated == {case[0] for case in COUNTED_OTHERWISE} | WHATEVER_WAS_COUNTED
