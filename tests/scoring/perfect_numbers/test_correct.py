"""Perfect Numbers: corrections, and what they lift."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.perfect_numbers.rules import GAME, PerfectNumbersTable
from tests.scoring.perfect_numbers.plays import (
    DULL_START,
    FULL,
    ROTATE,
    WHOLE_ROUND,
    Move,
    add,
    card,
    closing,
    conserved,
    correct,
    play,
    refusal,
    score,
    start,
    storing,
    take,
    tracked,
)

# -- Corrections ------------------------------------------------------------------------------------------


def test_everything_can_be_corrected() -> None:
    rows = [{"red": [7, 0, {"number": 5, "joker": True}], "actions": ["steal"]}, {"joker-row": [4, 0]}]
    table = play(
        start(2),
        correct(
            turn=1,
            starter=1,
            round=4,
            draw_pile=23,
            groups=[0, 2, 0, 1],
            scores=[5, 6],
            rows=rows,
            discards=9,
        ),
    )
    assert (table.turn, table.starter, table.round, table.draw_pile) == (1, 1, 4, 23)
    assert (table.groups, table.scores, table.discards) == ((0, 2, 0, 1), [5, 6], 9)
    assert table.collections == rows
    assert play(start(2), correct(rows=table.collections)).collections == rows


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"turn": 2}, "field.out_of_range"),
        ({"starter": -1}, "field.out_of_range"),
        ({"round": 0}, "field.out_of_range"),
        ({"draw_pile": -1}, "field.out_of_range"),
        ({"draw_pile": 1000}, "field.out_of_range"),
        ({"draw_pile": "many"}, "field.not_a_whole_number"),
        ({"groups": [3, 2, 2]}, "perfect_numbers.groups"),
        ({"groups": [3, 1, 2, 1]}, "perfect_numbers.groups"),
        ({"groups": [3, 2, 2, True]}, "perfect_numbers.groups"),
        ({"scores": [1]}, "field.one_number_per_seat"),
        ({"scores": [1, -1]}, "field.one_number_per_seat"),
        ({"scores": [1, 2.5]}, "field.one_number_per_seat"),
        ({"rows": [{}]}, "perfect_numbers.rows_per_seat"),
        ({"rows": [{}, []]}, "field.not_an_object"),
        ({"rows": [{}, {"pink": [3]}]}, "field.unknown"),
        ({"rows": [{}, {"red": 3}]}, "field.not_a_list"),
        ({"rows": [{}, {"red": [1]}]}, "field.out_of_range"),
        ({"rows": [{}, {"red": [True]}]}, "field.not_an_object"),
        ({"rows": [{}, {"red": [{"number": 3, "colour": "red"}]}]}, "field.unknown"),
        ({"rows": [{}, {"red": [7] * 41}]}, "perfect_numbers.row_too_long"),
        ({"rows": [{}, {"actions": ["steal", "steal"]}]}, "perfect_numbers.stored_actions"),
        ({"rows": [{}, {"actions": ["steal", "move", "protect"]}]}, "perfect_numbers.stored_actions"),
        ({"rows": [{}, {"actions": [[]]}]}, "perfect_numbers.stored_actions"),
        ({"rows": [{}, {**FULL, "blue": [3]}]}, "perfect_numbers.too_many_rows"),
        ({"rows": [{}, {**FULL, "actions": ["move"]}]}, "perfect_numbers.too_many_rows"),
        ({"discards": -1}, "field.out_of_range"),
        ({"pending": [card("red", 3)]}, "perfect_numbers.rows_unknown"),
        ({"pending": [card("red", 3)] * 4}, "perfect_numbers.group_too_large"),
        ({"market": 3}, "field.unknown"),
        ({"deck": 13}, "field.out_of_range"),
        ({"deck": None}, "field.not_a_whole_number"),
    ],
)
def test_refused_corrections(fields: dict[str, Any], key: str) -> None:
    assert refusal(start(2), correct(**fields)).key == key


def test_rows_can_be_declared_unknown() -> None:
    table = play(tracked(), take(3, card("red", 5)), correct(rows=None))
    assert (table.rows, table.pending, table.turn) == (None, (), 1)


def test_pending_cards_can_be_corrected() -> None:
    table = play(tracked(), take(3, card("red", 5)))
    changed = play(table, correct(pending=[card("red", 4)]))
    assert play(changed, add("red", 4)).rows[0]["red"] == [7, 4]
    assert play(table, correct(pending=[])).turn == 1
    other = play(table, correct(turn=1))
    assert (other.turn, other.pending) == (1, ())
    same = play(table, correct(scores=[3, 3]))
    assert (same.turn, same.pending, same.scores) == (0, table.pending, [3, 3])


def test_rows_entered_mid_turn_leave_the_hand_alone() -> None:
    table = play(tracked(), take(3, card("red", 5)), correct(rows=[{"red": [6]}, {}]))
    assert play(table, add("red", 5)).rows == [{"red": [6, 5]}, {}]
    untold = play(tracked(), take(3), correct(rows=[{"red": [6]}, {}]))
    assert (untold.unseen, untold.turn, conserved(untold)) == (0, 1, 100)


def test_the_discards_are_the_rest_of_the_deck() -> None:
    table = play(tracked(), correct(draw_pile=80))
    assert (table.discards, conserved(table)) == (6, 100)
    table = play(start(2, deck=100), correct(rows=[{"red": [7]}, {}]))
    assert (table.discards, conserved(table)) == (5, 100)
    table = play(table, add("red", 5))
    assert (table.discards, conserved(table)) == (4, 100)


def test_the_table_is_right_about_the_size_of_the_deck() -> None:
    assert play(start(2, deck=50), correct(draw_pile=80)).deck == 88
    table = play(tracked(), correct(draw_pile=120))
    assert (table.deck, table.discards, conserved(table)) == (134, 0, 134)
    assert play(tracked(), correct(discards=10)).deck == 110


def test_an_unknown_pile_can_be_counted_and_forgotten() -> None:
    table = play(start(2), correct(draw_pile=20), *WHOLE_ROUND)
    assert (table.draw_pile, table.rounds_left) == (12, 1)
    assert play(table, correct(draw_pile=None)).draw_pile is None
    assert play(tracked(), correct(draw_pile=None)).phase == "play"


def test_the_end_is_taken_back_or_triggered_by_a_correction() -> None:
    last = play(start(2), correct(draw_pile=7))
    assert last.phase == "last"
    assert play(last, correct(draw_pile=8)).phase == "play"
    over = play(last, *WHOLE_ROUND)
    again = play(over, correct(draw_pile=20))
    assert (again.phase, again.draw_pile, again.round, again.turn) == ("play", 12, 2, 1)
    assert again.trigger is None
    still = play(over, correct(scores=[4, 5]))
    assert (still.phase, still.scores, still.trigger) == ("over", [4, 5], "market")
    back = play(over, correct(groups=[0, 0, 0, 1]))
    assert (back.phase, back.trigger, back.round) == ("last", None, 1)
    emptied = play(last, correct(groups=[0, 0, 0, 0]))
    assert emptied.phase == "over"
    ended = play(start(2), {"move": "end"}, correct(scores=[1, 2]))
    assert (ended.phase, ended.scores) == ("over", [1, 2])


def test_correcting_points_leaves_the_last_player_of_the_round_in_place() -> None:
    table = play(start(2), correct(draw_pile=12), *WHOLE_ROUND, correct(scores=[3, 0]))
    assert (table.round, table.draw_pile) == (2, 4)
    assert play(table, {"move": "close", "seat": 1, "number": 7}).draw_pile == 7
    moved_on = play(table, correct(draw_pile=4), {"move": "close", "seat": 1, "number": 7})
    assert (moved_on.draw_pile, moved_on.scores) == (0, [3, 11])


# -- The table is right -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "move", "key", "counts"),
    [
        (play(start(2), take(1)), take(1), "group_taken", {"groups": [3, 2, 2, 1]}),
        (start(3), take(0, seat=2), "not_your_turn", {"turn": 2}),
        (
            play(start(2), correct(draw_pile=7), *WHOLE_ROUND),
            take(0),
            "move.game_over",
            {"draw_pile": 8},
        ),
        (
            play(start(4), correct(draw_pile=7), *WHOLE_ROUND),
            closing(1, 3),
            "only_the_last_taker",
            {"draw_pile": 8},
        ),
        (play(tracked(), take(3, card("red", 5))), take(0), "cards_pending", {"pending": []}),
        (
            play(storing(), take(1), add("blue", 5)),
            {**ROTATE, "seat": 1},
            "cards_not_told",
            {"pending": []},
        ),
        (
            play(tracked(), take(1, card("red", 5), card("red", 6))),
            add("red", 4),
            "not_taken",
            {"turn": 0, "pending": [card("red", 5), card("red", 6), card("red", 4)]},
        ),
        (
            play(tracked(), take(0, card("red", 5), card("red", 6), card("red", 7))),
            {"move": "drop", "action": "move"},
            "not_taken",
            None,
        ),
        (
            play(tracked(), take(3, card("red", 5))),
            {"move": "rotate", "row": "red"},
            "no_such_action",
            {"rows": None},
        ),
        (start(2, deck=100), closing(0, 7), "more_points_than_cards", {"deck": 101}),
        (play(start(2, deck=50), correct(draw_pile=80)), score(0, 5), "more_points_than_cards", {"deck": 93}),
        (start(2), {"move": "take"}, "field.missing", None),
        (start(2), [], "field.not_an_object", None),
        (play(start(2), {"move": "end"}), take(0), "move.game_over", None),
        (tracked(), add("red", 4), "not_taken", None),
        (start(2), add("red", 4), "rows_unknown", None),
    ],
)
def test_a_count_on_the_phone_can_be_lifted(
    table: PerfectNumbersTable, move: Any, key: str, counts: Move | None
) -> None:
    assert refusal(table, move).key in (key, f"perfect_numbers.{key}")
    correction = GAME.mend(table, move)
    if counts is None:
        assert correction is None
        return
    assert correction is not None
    expected = {**counts, "rows": correction.get("rows")} if "rows" in counts else counts
    assert correction == {"move": "correct", **expected}
    play(table, correction, move)


def test_a_missing_card_in_the_hand_of_a_round_that_is_over_takes_the_refill_back() -> None:
    table = play(start(4, start=[*DULL_START, *DULL_START], deck=100), take(0), *[take(1), take(2)])
    table = play(table, correct(rows=[{}, {}, {}, {"red": [7]}]), take(3, card("red", 5)), add("red", 5))
    assert (table.round, table.turn) == (2, 1)
    move = add("red", 6, seat=3)
    after = play(table, GAME.mend(table, move), move)
    assert (after.round, after.turn, after.starter, after.draw_pile) == (2, 1, 1, table.draw_pile)
    assert after.rows[3] == {"red": [7, 5, 6]}


def test_a_move_that_is_allowed_needs_no_correction() -> None:
    assert GAME.mend(start(2), take(0)) is None


def test_a_refusal_may_have_two_counts_against_it() -> None:
    table = play(start(3), take(0))
    move = take(0, seat=2)
    assert GAME.mend(table, move) == correct(turn=2, groups=[3, 2, 2, 1])
    assert play(table, GAME.mend(table, move), move).turn == 0
