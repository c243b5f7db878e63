"""Coloretto: corrections, and what they lift."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scoring.coloretto
from scoring.coloretto.rules import COLOURS
from tests.scoring.coloretto.plays import (
    COLORETTO,
    LAST_ROUND,
    correct,
    draw,
    near_the_end,
    play,
    refusal,
    start,
    take,
)

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.coloretto.__file__).parent.glob("*.py"))

END = {"move": "end"}


# -- Corrections ------------------------------------------------------------------------------------------


def test_one_number_of_the_pile_is_enough() -> None:
    table = play(start(3), draw(0))
    by_pile = play(table, correct(draw_pile=30))
    assert (by_pile.draw_pile, by_pile.above_last_round) == (30, 15)
    by_above = play(table, correct(above_last_round=8))
    assert (by_above.draw_pile, by_above.above_last_round) == (23, 8)
    short = play(table, correct(draw_pile=9))
    assert (short.draw_pile, short.above_last_round, short.phase) == (9, 0, "play")
    both = play(table, correct(draw_pile=20, above_last_round=8))
    assert (both.draw_pile, both.above_last_round) == (20, 8)
    assert play(both, correct(draw_pile=18)).above_last_round == 6
    assert play(both, correct(turn=2)) == play(table, correct(draw_pile=20, above_last_round=8, turn=2))


def test_corrections_begin_the_last_round_and_take_it_back() -> None:
    table = play(start(3), draw(0), correct(last_round=True))
    assert (table.phase, table.draw_pile, table.above_last_round) == ("last", 15, 0)
    assert not table.replacement_due
    assert play(table, correct(draw_pile=11)).draw_pile == 11
    assert play(table, correct(draw_pile=11)).phase == "last"
    for back in (correct(last_round=False, above_last_round=8), correct(above_last_round=8)):
        table_back = play(table, back)
        assert (table_back.phase, table_back.draw_pile, table_back.above_last_round) == ("play", 23, 8)
    assert play(table, correct(last_round=False)).above_last_round == 0
    assert play(table, correct(last_round=False)).phase == "play"
    assert play(table, correct(last_round=True, draw_pile=3)).draw_pile == 3


def test_a_replacement_is_due_only_while_it_can_be_drawn() -> None:
    table = play(near_the_end(), draw(2), LAST_ROUND)
    assert play(table, correct(round=4)).replacement_due
    assert not play(table, correct(turn=1)).replacement_due
    assert not play(table, correct(draw_pile=0)).replacement_due
    assert not play(table, correct(last_round=False)).replacement_due
    assert not play(table, correct(last_round=True)).replacement_due
    full = play(table, correct(rows=[["pink"] * 3, ["blue"] * 3, ["grey"] * 3]))
    assert not full.replacement_due
    assert play(full, take(0)).turn == 1
    assert not play(table, END).replacement_due


def test_an_ended_table_stays_ended_until_the_last_round_card_is_denied() -> None:
    table = play(start(3), draw(0), END)
    assert table.phase == "over"
    assert play(table, correct(hands=[{"pink": 2}, {}, {}])).phase == "over"
    assert play(table, correct(last_round=True)).phase == "over"
    reopened = play(table, correct(last_round=False))
    assert reopened == play(start(3), draw(0))


def test_corrected_rows_and_players_out() -> None:
    table = play(start(3), draw(0, "pink"), draw(0), draw(1, "blue"))
    counted = play(table, correct(rows=[2, 2, 0]))
    assert counted.rows == (("pink", "unknown"), ("unknown", "unknown"), ())
    named = play(table, correct(rows=[["grey"], [], ["unknown", "joker"]]))
    assert named.rows == (("grey",), (), ("unknown", "joker"))
    out = play(table, correct(rows=[1, None, 2], out=[0]))
    assert (out.out, out.turn, out.rows[1]) == ((0,), 1, None)
    assert play(out, correct(rows=[1, 3, 2], out=[])).rows[1] == ("unknown",) * 3
    assert play(out, correct(turn=2)).turn == 2


def test_corrected_hands_are_counted() -> None:
    hands = [{"pink": 2, "unknown": 1}, {"joker": 1, "golden": 0}, {}]
    table = play(start(3), correct(hands=hands, gone={"blue": 3}))
    assert table.hands == ({"pink": 2, "unknown": 1}, {"joker": 1}, {})
    assert table.gone == {"blue": 3}
    assert table.counts["held"] == [3, 1, 0]


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"turn": 3}, "field.out_of_range"),
        ({"turn": True}, "field.not_a_whole_number"),
        ({"round": 0}, "field.out_of_range"),
        ({"draw_pile": -1}, "field.out_of_range"),
        ({"draw_pile": 77}, "field.out_of_range"),
        ({"above_last_round": 77}, "field.out_of_range"),
        ({"draw_pile": 5, "above_last_round": 6}, "coloretto.more_above_than_in_pile"),
        ({"last_round": True, "above_last_round": 6}, "coloretto.nothing_above_last_round"),
        ({"last_round": 1}, "field.not_a_yes_or_no"),
        ({"rows": 3}, "field.not_a_list"),
        ({"rows": [0, 0]}, "coloretto.one_entry_per_row"),
        ({"rows": [0, 0, 4]}, "coloretto.row_not_readable"),
        ({"rows": [0, 0, True]}, "coloretto.row_not_readable"),
        ({"rows": [0, 0, ["pink"] * 4]}, "coloretto.row_not_readable"),
        ({"rows": [0, 0, ["red"]]}, "coloretto.row_not_readable"),
        ({"rows": [0, 0, [[]]]}, "coloretto.row_not_readable"),
        ({"rows": [0, 0, None]}, "coloretto.one_row_per_player_out"),
        ({"out": [1]}, "coloretto.one_row_per_player_out"),
        ({"out": [0, 1, 2]}, "coloretto.somebody_is_left"),
        ({"out": [3]}, "coloretto.not_a_seat"),
        ({"out": [False]}, "coloretto.not_a_seat"),
        ({"out": [1, 1]}, "coloretto.seat_named_twice"),
        ({"hands": [{}, {}]}, "coloretto.one_hand_per_seat"),
        ({"hands": [{}, {}, 3]}, "field.not_an_object"),
        ({"hands": [{}, {}, {"red": 1}]}, "field.unknown"),
        ({"hands": [{}, {}, {"pink": -1}]}, "field.out_of_range"),
        ({"gone": {"pink": 1.0}}, "field.not_a_whole_number"),
        ({"pile": 4}, "field.unknown"),
    ],
)
def test_corrections_that_cannot_be(fields: dict[str, Any], key: str) -> None:
    assert refusal(start(), correct(**fields)) == key


COUNTED_OTHERWISE: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    (
        "coloretto.all_rows_full",
        play(start(3), correct(rows=[["pink"] * 3, ["blue"] * 3, ["grey"] * 3])),
        draw(0),
        correct(rows=[2, 3, 3]),
    ),
    ("coloretto.row_full", play(start(3), *[draw(1)] * 3), draw(1), correct(rows=[0, 2, 0])),
    ("coloretto.row_empty", play(start(3), draw(0)), take(1), correct(rows=[1, 1, 0])),
    (
        "coloretto.row_taken",
        play(start(3), draw(0), draw(1), take(0)),
        take(0),
        correct(rows=[1, None, 0], out=[2]),
    ),
    (
        "coloretto.replacement_due",
        play(near_the_end(above=0), LAST_ROUND),
        take(0),
        correct(last_round=True),
    ),
    ("coloretto.last_round_due", near_the_end(above=0), draw(0), correct(above_last_round=1)),
    (
        "coloretto.pile_empty",
        play(start(3), correct(last_round=True, draw_pile=0)),
        draw(0),
        correct(draw_pile=1),
    ),
    (
        "coloretto.more_than_exist",
        play(start(4), correct(hands=[{"golden": 1}, {}, {}, {}])),
        draw(0, "golden"),
        correct(hands=[{"unknown": 1}, {}, {}, {}]),
    ),
    (
        "coloretto.too_many_colours",
        play(start(2), correct(gone=dict.fromkeys(COLOURS[:5], 1))),
        draw(0, "pink"),
        correct(gone={"unknown": 5}),
    ),
    (
        "coloretto.bonus_needs_golden",
        play(start(3), draw(0), correct(gone={"golden": 1})),
        take(0, "pink"),
        correct(gone={"unknown": 1}),
    ),
    (
        "coloretto.last_round_already_up",
        play(start(3), correct(last_round=True)),
        LAST_ROUND,
        correct(last_round=False),
    ),
    ("coloretto.last_round_too_early", start(3), LAST_ROUND, correct(above_last_round=0)),
]

NOBODY_KNOWS = {"coloretto.row_taken"}
"""Which row was taken instead."""

WHATEVER_WAS_COUNTED = {
    "coloretto.colour_not_in_play",
    "coloretto.one_row_per_player_out",
    "coloretto.player_is_out",
    "coloretto.nothing_above_last_round",
    "coloretto.more_above_than_in_pile",
}
"""The first is about the set-up; the others say that a correction contradicts itself."""


@pytest.mark.parametrize(
    ("key", "table", "move", "correction"), COUNTED_OTHERWISE, ids=[case[0] for case in COUNTED_OTHERWISE]
)
def test_one_correction_lifts_what_only_a_count_refuses(
    key: str, table: Any, move: dict[str, Any], correction: dict[str, Any]
) -> None:
    assert refusal(table, move) == key
    assert COLORETTO.why_not(play(table, correction), move) is None


@pytest.mark.parametrize(
    ("key", "table", "move"),
    [case[:3] for case in COUNTED_OTHERWISE],
    ids=[case[0] for case in COUNTED_OTHERWISE],
)
def test_the_correction_is_ready_unless_one_would_have_to_guess(key: str, table: Any, move: Any) -> None:
    correction = COLORETTO.mend(table, move)
    assert (correction is None) == (key in NOBODY_KNOWS)
    if correction is not None:
        assert COLORETTO.why_not(play(table, correction), move) is None


def test_every_refusal_of_a_move_is_lifted_or_has_no_count_behind_it() -> None:
    stated = set(re.findall(r'IllegalMove\(\s*"(coloretto\.[a-z0-9_]+)"', SOURCE))
    assert stated == {case[0] for case in COUNTED_OTHERWISE} | WHATEVER_WAS_COUNTED
