"""Coloretto: rows, the golden joker, the last round."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.coloretto.rules import COLOURS, COPIES
from tests.scoring.coloretto.plays import (
    COLORETTO,
    LAST_ROUND,
    correct,
    draw,
    keys,
    near_the_end,
    play,
    refusal,
    refused,
    start,
    take,
)

# -- Turns ------------------------------------------------------------------------------------------------


def test_drawing_fills_rows_counts_down_and_passes_the_turn_clockwise() -> None:
    table = play(start(3, starter=2), draw(0), draw(0, "pink"), draw(2))
    assert (table.turn, table.round, table.phase) == (2, 1, "play")
    assert table.counts["draw_pile"] == 61
    assert table.counts["above_last_round"] == 46
    assert table.counts["rows"] == [2, 0, 1]
    assert table.rows == (("unknown", "pink"), (), ("unknown",))


def test_row_holds_three_cards() -> None:
    table = play(start(3), *[draw(1)] * 3)
    assert refused(table, draw(1)).args == {"row": 1, "limit": 3}
    assert refusal(table, draw(1)) == "coloretto.row_full"
    full = play(table, *[draw(0)] * 3, *[draw(2)] * 3)
    assert {refusal(full, draw(row)) for row in range(3)} == {"coloretto.all_rows_full"}
    assert keys(COLORETTO.notices(full)) == ["coloretto.notice.must_take"]
    assert play(full, take(1)).counts["held"] == [4, 1, 1]


def test_rows_for_two_hold_one_two_and_three_cards() -> None:
    table = start(2)
    for row, limit in enumerate((1, 2, 3)):
        filled = play(table, *[draw(row)] * limit)
        assert refused(filled, draw(row)).args == {"row": row, "limit": limit}
    assert refusal(table, draw(3)) == "field.out_of_range"


def test_only_a_row_with_cards_that_still_lies_there_can_be_taken() -> None:
    table = play(start(3), draw(0))
    assert refusal(table, take(1)) == "coloretto.row_empty"
    taken = play(table, take(0))
    assert taken.rows == (None, (), ())
    assert refusal(taken, take(0)) == "coloretto.row_taken"
    assert refusal(taken, draw(0)) == "coloretto.row_taken"


def test_who_took_a_row_is_out_until_the_round_ends_and_the_last_to_take_begins() -> None:
    table = play(start(4), draw(0), draw(1), draw(2), draw(3), take(0), take(2))
    assert (table.turn, table.out) == (2, (0, 1))
    assert refusal(table, correct(turn=1)) == "coloretto.player_is_out"
    table = play(table, draw(1), draw(1), take(1))
    assert (table.turn, table.out) == (3, (0, 1, 2))
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.alone_in_round"]
    table = play(table, draw(3), draw(3))
    assert table.turn == 3
    table = play(table, take(3))
    assert (table.turn, table.round, table.out, table.phase) == (3, 2, (), "play")
    assert table.rows == ((), (), (), ())
    assert table.counts["held"] == [2, 2, 4, 4]
    assert play(table, draw(0)).turn == 0


def test_two_players_leave_the_third_row_to_the_box() -> None:
    table = play(start(2), draw(0), draw(1, "pink"), draw(2, "blue"), draw(2), draw(1), take(2))
    table = play(table, take(0))
    assert table.gone == {"pink": 1, "unknown": 1}
    assert (table.counts["gone"], table.counts["held"], table.turn) == (2, [3, 4], 0)
    again = play(table, draw(0, "pink"), draw(2, "pink"), draw(1), take(2), take(1))
    assert again.gone == {"pink": 2, "unknown": 1}


# -- The golden joker -------------------------------------------------------------------------------------


def test_golden_joker_brings_a_card_along() -> None:
    table = play(start(3), draw(0, "golden"), draw(0, "pink"))
    noted = play(table, take(0, "plus2"))
    assert noted.hands[2] == {"unknown": 1, "golden": 1, "pink": 1, "plus2": 1}
    assert (noted.draw_pile, noted.above_last_round) == (61, 46)
    unnoted = play(table, take(0))
    assert unnoted.hands[2] == {"unknown": 2, "golden": 1, "pink": 1}
    assert unnoted.draw_pile == 61
    assert play(table, take(0, "unknown")) == unnoted


def test_bonus_card_gives_away_a_golden_joker_that_nobody_noted() -> None:
    table = play(start(3), draw(0, "pink"), draw(0), draw(1))
    taken = play(table, take(0, "unknown"))
    assert taken.hands[0] == {"unknown": 2, "golden": 1, "pink": 1}
    assert (taken.draw_pile, taken.above_last_round) == (60, 45)
    assert refusal(taken, take(1, "pink")) == "coloretto.bonus_needs_golden"
    assert play(table, take(0)).draw_pile == 61


def test_no_bonus_card_without_the_golden_joker() -> None:
    table = play(start(3), draw(0, "pink"), draw(1, "golden"), draw(2))
    assert refusal(table, take(0, "blue")) == "coloretto.bonus_needs_golden"
    assert refusal(table, take(2, "blue")) == "coloretto.bonus_needs_golden"
    assert refusal(table, take(1, "golden")) == "coloretto.more_than_exist"


def test_golden_joker_and_an_empty_pile() -> None:
    table = play(start(5), draw(0, "golden"), correct(last_round=True, draw_pile=0))
    assert refusal(table, take(0, "pink")) == "coloretto.pile_empty"
    assert play(table, take(0)).counts["held"] == [1, 2, 1, 1, 1]
    assert refusal(table, draw(1)) == "coloretto.pile_empty"
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.last_round", "coloretto.notice.must_take"]


# -- The last round ---------------------------------------------------------------------------------------


def test_last_round_card_comes_after_the_counted_cards() -> None:
    table = play(near_the_end(), draw(2))
    assert (table.draw_pile, table.above_last_round, table.phase) == (15, 0, "play")
    assert refusal(table, draw(2)) == "coloretto.last_round_due"
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.last_round_next"]
    assert play(table, take(0)).phase == "play"


def test_drawer_of_the_last_round_card_draws_again_and_the_round_is_finished() -> None:
    table = play(near_the_end(), draw(2), LAST_ROUND)
    assert (table.phase, table.turn, table.draw_pile, table.above_last_round) == ("last", 0, 15, 0)
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.replacement"]
    assert refusal(table, take(0)) == "coloretto.replacement_due"
    assert refusal(table, LAST_ROUND) == "coloretto.last_round_already_up"
    table = play(table, draw(2), take(0))
    assert (table.phase, table.turn, table.draw_pile) == ("last", 2, 14)
    (notice,) = COLORETTO.notices(table)
    assert (notice.key, notice.args) == ("coloretto.notice.last_round", {"seats": [0, 2]})
    table = play(table, take(1), draw(2), take(2))
    assert (table.phase, table.round, table.counts["held"]) == ("over", 1, [4, 2, 2])
    assert keys(COLORETTO.notices(table)) == ["notice.count_now"]
    assert refusal(table, draw(0)) == "move.game_over"


def test_last_round_card_is_refused_while_others_are_counted_above_it() -> None:
    for above in (1, 5, 49):
        reason = refused(near_the_end(above=above), LAST_ROUND)
        assert (reason.key, reason.args) == ("coloretto.last_round_too_early", {"cards": above})
    table = play(near_the_end(above=5), correct(above_last_round=0), LAST_ROUND)
    assert (table.phase, table.draw_pile, table.above_last_round) == ("last", 15, 0)
    assert table.replacement_due


def test_an_extra_card_that_nobody_noted_is_no_reason_to_refuse_the_last_round_card() -> None:
    def somebody_took(*cards: str) -> Any:
        table = play(start(3, start=[["pink"], ["blue"], ["grey"]]), *[draw(0, card) for card in cards])
        return play(table, take(0), draw(1))

    light = somebody_took("unknown")
    assert play(light, correct(above_last_round=1), LAST_ROUND).phase == "last"
    assert refusal(play(light, correct(above_last_round=2)), LAST_ROUND) == "coloretto.last_round_too_early"
    for known in (somebody_took("pink"), somebody_took("unknown", "golden")):
        after = play(known, correct(above_last_round=1))
        assert refusal(after, LAST_ROUND) == "coloretto.last_round_too_early"


def test_last_round_card_counts_what_really_lies_below_it() -> None:
    table = play(start(3), correct(draw_pile=12, above_last_round=0), LAST_ROUND)
    assert table.draw_pile == 12
    nothing_below = play(start(3), draw(0), correct(draw_pile=0, above_last_round=0), LAST_ROUND)
    assert (nothing_below.draw_pile, nothing_below.replacement_due) == (0, False)
    assert play(nothing_below, take(0)).turn == 2


def test_golden_joker_may_turn_up_the_last_round_card() -> None:
    table = play(near_the_end(), draw(2, "golden"))
    assert refusal(table, take(2)) == "coloretto.last_round_due"
    assert refusal(table, take(2, "pink")) == "coloretto.last_round_due"
    turned_up = play(table, LAST_ROUND)
    taken = play(turned_up, take(2, "pink"))
    assert taken.hands[0] == {"unknown": 1, "golden": 1, "pink": 1}
    assert (taken.draw_pile, taken.phase, taken.replacement_due) == (14, "last", False)
    assert play(turned_up, take(2)).hands[0] == {"unknown": 2, "golden": 1}
    assert refusal(play(table, correct(draw_pile=0)), take(2)) == "coloretto.last_round_due"


def test_a_golden_joker_that_nobody_noted_may_turn_up_the_last_round_card() -> None:
    table = play(near_the_end(), draw(2), LAST_ROUND)
    assert refusal(table, take(0)) == "coloretto.replacement_due"
    assert play(table, take(0, "unknown")).hands[0] == {"unknown": 2, "golden": 1}


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [(["golden"], None), (["golden"], "pink"), (["unknown"], None), (["blue", "unknown"], None)],
)
def test_last_round_card_told_after_the_golden_jokers_row_is_nobody_elses_debt(
    cards: list[str], bonus: str | None
) -> None:
    table = play(start(3), draw(1), *[draw(0, card) for card in cards], correct(turn=0, above_last_round=1))
    table = play(table, take(0, bonus), correct(above_last_round=0), LAST_ROUND)
    assert (table.phase, table.turn, table.draw_pile) == ("last", 1, 15)
    assert not table.replacement_due
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.replacement_by_whom"]
    assert play(table, take(1)).turn == 2
    drawn = play(table, draw(2))
    assert (drawn.turn, drawn.draw_pile) == (2, 14)
    assert keys(COLORETTO.notices(drawn)) == ["coloretto.notice.last_round"]


def test_last_round_card_told_late_needs_no_room_in_the_rows() -> None:
    full = [["pink"] * 3, ["blue"] * 3, ["grey", "golden", "grey"]]
    table = play(start(3), correct(rows=full, above_last_round=1), take(2), LAST_ROUND)
    assert (table.phase, table.replacement_due) == ("last", False)
    assert play(table, take(0)).turn == 2


def test_whoever_draws_after_any_other_row_owes_the_replacement() -> None:
    table = play(start(3), draw(0, "pink"), draw(1), take(0), correct(above_last_round=0), LAST_ROUND)
    assert table.replacement_due
    assert refusal(table, take(1)) == "coloretto.replacement_due"
    again = play(
        start(3), draw(0, "golden"), draw(1), take(0), draw(1), correct(above_last_round=0), LAST_ROUND
    )
    assert again.replacement_due
    in_the_last_round = play(start(3), draw(0, "golden"), draw(1), correct(last_round=True), take(0))
    assert keys(COLORETTO.notices(in_the_last_round)) == ["coloretto.notice.last_round"]


def test_full_rows_can_only_turn_up_the_last_round_card_by_the_golden_joker() -> None:
    full = play(start(3), correct(rows=[["pink"] * 3, ["blue"] * 3, ["grey"] * 3], above_last_round=0))
    assert refusal(full, LAST_ROUND) == "coloretto.all_rows_full"
    unnoted = play(full, correct(rows=[["pink"] * 3, ["blue"] * 3, ["unknown"] * 3]))
    assert play(unnoted, LAST_ROUND).phase == "last"
    held = play(unnoted, correct(hands=[{"golden": 1}, {}, {}]))
    assert refusal(held, LAST_ROUND) == "coloretto.all_rows_full"
    golden = play(full, correct(rows=[["pink"] * 3, ["blue"] * 3, ["grey", "golden", "grey"]]))
    turned_up = play(golden, LAST_ROUND)
    assert keys(COLORETTO.notices(turned_up)) == [
        "coloretto.notice.replacement",
        "coloretto.notice.must_take",
    ]
    assert refusal(turned_up, take(0)) == "coloretto.replacement_due"
    assert play(turned_up, take(2)).draw_pile == 14


@pytest.mark.parametrize(
    ("above", "golden", "expected"),
    [
        (19, {}, []),
        (18, {}, ["last_round_next_round"]),
        (18, {"golden": 1}, []),
        (10, {}, ["last_round_next_round"]),
        (9, {}, ["last_round_this_round"]),
        (9, {"golden": 1}, ["last_round_next_round"]),
        (1, {}, ["last_round_this_round"]),
        (0, {}, ["last_round_next"]),
    ],
)
def test_the_end_is_announced_before_it_comes(
    above: int, golden: dict[str, int], expected: list[str]
) -> None:
    """Three rows take nine cards a round, and the golden joker a tenth."""
    told = COLORETTO.notices(play(start(3), correct(above_last_round=above, hands=[golden, {}, {}])))
    assert keys(told) == [f"coloretto.notice.{key}" for key in expected]
    assert all(message.args == ({"cards": above} if above else {}) for message in told)


def test_only_the_room_that_is_left_brings_the_end_near() -> None:
    table = play(start(3), correct(above_last_round=5, rows=[3, 2, None], out=[2]))
    assert keys(COLORETTO.notices(table)) == ["coloretto.notice.last_round_next_round"]


# -- What cannot be, in full tracking ---------------------------------------------------------------------


@pytest.mark.parametrize(("card", "copies"), COPIES.items())
def test_no_more_cards_than_exist(card: str, copies: int) -> None:
    table = play(start(4), correct(hands=[{card: copies - 1}, {}, {}, {}]), draw(0, card))
    assert refused(table, draw(1, card)).args == {"card": card, "copies": copies}
    assert refusal(table, draw(1, card)) == "coloretto.more_than_exist"
    assert refusal(table, correct(gone={card: 1})) == "coloretto.more_than_exist"


def test_bonus_cards_must_exist_as_well() -> None:
    table = play(start(4), correct(hands=[{"pink": 9}, {}, {}, {}]), draw(0, "golden"))
    assert refusal(table, take(0, "pink")) == "coloretto.more_than_exist"


def test_colours_in_the_box_stay_there() -> None:
    table = start(3, removed=["pink"])
    assert refusal(table, draw(0, "pink")) == "coloretto.colour_not_in_play"
    assert refusal(table, correct(rows=[["pink"], [], []])) == "coloretto.colour_not_in_play"
    assert refusal(play(table, draw(0, "golden")), take(0, "pink")) == "coloretto.colour_not_in_play"


def test_no_more_colours_than_are_in_play() -> None:
    table = play(start(2), correct(hands=[{"orange": 2, "blue": 1, "joker": 1}, {"brown": 1, "yellow": 3}]))
    assert table.in_the_box is None
    table = play(table, draw(0, "grey"))
    assert table.in_the_box == ("green", "pink")
    assert refused(table, draw(1, "pink")).args == {"counted": 6, "colours": 5}
    assert refusal(table, draw(1, "pink")) == "coloretto.too_many_colours"
    assert (
        refusal(table, correct(rows=[None, ["pink", "green"], []], out=[0])) == "coloretto.too_many_colours"
    )
    assert play(table, draw(1, "joker"), draw(1, "orange")).phase == "play"


def test_unknown_words_are_refused() -> None:
    table = play(start(3), draw(0))
    assert refusal(table, draw(0, "red")) == "field.not_one_of"
    assert refusal(table, take(0, "last_round")) == "field.not_one_of"
    assert refusal(table, {"move": "draw"}) == "field.missing"
    assert refusal(table, {"move": "take", "row": 0, "card": "pink"}) == "field.unknown"
    assert refusal(table, {"move": "last_round", "row": 0}) == "field.unknown"
    assert refusal(table, {"move": "end", "row": 0}) == "field.unknown"
    assert refusal(table, {"move": "pass"}) == "move.unknown"


def test_what_is_unseen() -> None:
    table = play(start(3), draw(0, "pink"), draw(0, "joker"), draw(1))
    assert table.unseen == dict.fromkeys(COLOURS) | {"pink": 8, "joker": 1, "golden": 1, "plus2": 10}
    known = play(start(3, removed=["grey"]), draw(0, "pink"), take(0))
    assert known.unseen == dict.fromkeys(COLOURS, 9) | {
        "pink": 8,
        "grey": 0,
        "joker": 2,
        "golden": 1,
        "plus2": 10,
    }
    assert start(4).unseen == COPIES
    box = play(start(2), correct(gone=dict.fromkeys(COLOURS[:5], 1)))
    assert [box.unseen[colour] for colour in COLOURS] == [8, 8, 8, 8, 8, 0, 0]
