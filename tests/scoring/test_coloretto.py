"""Coloretto: its set-up table, turns, end, corrections, scoring and ranking."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring.coloretto
from scoring import IllegalMove, InvalidOptions, InvalidSheet, Refusal
from scoring.coloretto.count import Count, choose
from scoring.coloretto.rules import COLOURS, COPIES, GAME, worth
from scoring.coloretto.table import Options
from tests.scoring.coloretto_player import play_out

COLORETTO = GAME
DATA = Path(__file__).parent / "data"
EXAMPLES = json.loads((DATA / "coloretto.json").read_text("utf-8"))
HANDS = json.loads((DATA / "coloretto_hands.json").read_text("utf-8"))
SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.coloretto.__file__).parent.glob("*.py"))
LAST_ROUND = {"move": "last_round"}
END = {"move": "end"}
EMPTY = {"cards": {}, "jokers": 0, "golden": 0, "plus2": 0}


def start(players: int = 3, starter: int = 0, **options: Any) -> Any:
    return COLORETTO.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = COLORETTO.play(table, move)
    return table


def refused(table: Any, move: dict[str, Any]) -> Any:
    with pytest.raises(IllegalMove) as caught:
        COLORETTO.play(table, move)
    assert COLORETTO.why_not(table, move) == caught.value.reason
    return caught.value.reason


def refusal(table: Any, move: dict[str, Any]) -> str:
    key: str = refused(table, move).key
    return key


def draw(row: int, card: str | None = None) -> dict[str, Any]:
    return {"move": "draw", "row": row} | ({"card": card} if card else {})


def take(row: int, bonus: str | None = None) -> dict[str, Any]:
    return {"move": "take", "row": row} | ({"bonus": bonus} if bonus else {})


def correct(**fields: Any) -> dict[str, Any]:
    return {"move": "correct", **fields}


def keys(messages: list[Any]) -> list[str]:
    return [message.key for message in messages]


def levels(problems: list[Any]) -> set[str]:
    return {problem.level for problem in problems}


def seats(*first: dict[str, Any], players: int = 4) -> dict[str, Any]:
    given = [{**EMPTY, **seat} for seat in first]
    return {"seats": given + [EMPTY] * (players - len(given))}


# -- Worked examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_worked_examples(case: dict[str, Any]) -> None:
    given_table = {"players": case["players"], "options": case["options"], "sheet": case["sheet"]}
    found = levels(COLORETTO.check(**given_table))
    assert ("error" in found) == case.get("invalid", False)
    assert ("warning" in found) == case["incomplete"]
    if case.get("invalid"):
        with pytest.raises(InvalidSheet):
            COLORETTO.score(**given_table)
        return
    result = COLORETTO.score(**given_table)
    for name, expected in case["expect"].items():
        assert getattr(result, name) == expected


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])
def test_worked_hands(case: dict[str, Any]) -> None:
    sheet = seats(case["hand"], players=case["players"])
    assert COLORETTO.score(case["players"], case["options"], sheet).totals[0] == case["expect"]


# -- Set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "colours", "removed", "start_cards", "draw_pile", "above"),
    [(2, 5, 2, 4, 54, 39), (3, 6, 1, 3, 64, 49), (4, 7, 0, 4, 72, 57), (5, 7, 0, 5, 71, 56)],
)
def test_set_up_table(
    players: int, colours: int, removed: int, start_cards: int, draw_pile: int, above: int
) -> None:
    setup = COLORETTO.setup(players=players, options={})
    assert setup.counts == {
        "colours": colours,
        "removed": removed,
        "start_cards": start_cards,
        "draw_pile": draw_pile,
        "above_last_round": above,
        "below_last_round": 15,
    }
    steps = {step.key.removeprefix("coloretto.setup."): step.args for step in setup.steps}
    assert steps["summaries"] == {"cards": players, "side": "brown"}
    assert ("remove_colours" in steps) == (removed > 0)
    if removed:
        assert steps["remove_colours"] == {"colours": removed, "cards": 9 * removed}
    if players == 2:
        assert steps["green_rows"] == {"limits": [1, 2, 3]}
        assert steps["start_cards_for_two"] == {"each": 2, "cards": 4}
    else:
        assert steps["brown_rows"] == {"rows": players, "limit": 3}
        assert steps["start_cards"] == {"each": 1, "cards": players}
    assert steps["shuffle"] == {"cards": draw_pile}
    assert steps["last_round_in"] == {"below": 15, "above": above}
    table = start(players)
    assert (table.turn, table.round, table.phase) == (0, 1, "play")
    assert table.counts == {
        "draw_pile": draw_pile,
        "above_last_round": above,
        "rows": [0] * max(3, players),
        "held": [start_cards // players] * players,
        "gone": 0,
    }


def test_named_colours_are_a_step_each() -> None:
    setup = COLORETTO.setup(2, {"removed": ["pink", "orange"], "side": "purple"})
    steps = [(step.key, step.args) for step in setup.steps]
    assert steps[0] == ("coloretto.setup.summaries", {"cards": 2, "side": "purple"})
    assert steps[2:4] == [
        ("coloretto.setup.remove_colour", {"colour": "orange", "cards": 9}),
        ("coloretto.setup.remove_colour", {"colour": "pink", "cards": 9}),
    ]


@pytest.mark.parametrize(
    ("players", "options", "key"),
    [
        (3, {"side": "green"}, "field.not_one_of"),
        (3, {"side": None}, "field.not_one_of"),
        (3, {"sides": "brown"}, "field.unknown"),
        (3, [], "field.not_an_object"),
        (3, {"removed": "pink"}, "field.not_a_list"),
        (3, {"removed": ["pink", "blue"]}, "coloretto.removed_count"),
        (2, {"removed": ["pink"]}, "coloretto.removed_count"),
        (4, {"removed": ["pink"]}, "coloretto.removed_count"),
        (3, {"removed": ["plus2"]}, "field.not_one_of"),
        (3, {"removed": [["pink"]]}, "field.not_one_of"),
        (2, {"removed": ["pink", "pink"]}, "coloretto.colour_named_twice"),
        (3, {"start": {}}, "field.not_a_list"),
        (3, {"start": [["pink"], ["blue"]]}, "coloretto.start_cards_count"),
        (3, {"start": [["pink"], ["blue"], ["grey", "green"]]}, "coloretto.start_cards_count"),
        (3, {"start": ["pink", "blue", "grey"]}, "coloretto.start_cards_count"),
        (3, {"start": [["pink"], ["blue"], ["joker"]]}, "field.not_one_of"),
        (3, {"start": [["pink"], ["blue"], ["pink"]]}, "coloretto.start_cards_alike"),
        (2, {"start": [["pink"], ["blue"]]}, "coloretto.start_cards_count"),
        (2, {"start": [["pink", "pink"], ["blue", "grey"]]}, "coloretto.start_cards_alike"),
        (
            3,
            {"start": [["pink"], ["blue"], ["grey"]], "removed": ["grey"]},
            "coloretto.colour_not_in_play",
        ),
    ],
)
def test_options_that_cannot_be(players: int, options: Any, key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        COLORETTO.setup(players, options)
    assert caught.value.key == key


@pytest.mark.parametrize("players", [1, 6, True, 2.0, "3", None])
def test_wrong_player_count_is_refused(players: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        COLORETTO.setup(players=players, options={})
    assert caught.value.key == "players.count"


def test_start_cards_lie_open_when_they_were_noted() -> None:
    alike = start(2, start=[["pink", "blue"], ["blue", "pink"]], removed=[])
    assert alike.hands == ({"pink": 1, "blue": 1}, {"pink": 1, "blue": 1})
    assert start(2, start=[]).hands == ({"unknown": 2}, {"unknown": 2})
    assert start(4).hands == ({"unknown": 1},) * 4


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


def near_the_end(players: int = 3, above: int = 1) -> Any:
    return play(start(players), draw(0), draw(1), correct(above_last_round=above))


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


# -- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("noting", [0, 0.5, 1])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_conserve_cards_and_count_clean(players: int, noting: float) -> None:
    for seed in range(50):
        play_out(Random(seed), players, noting > 0, noting=noting)


@pytest.mark.parametrize(
    ("players", "seed"), [(players, seed) for players in (2, 3, 4, 5) for seed in (1, 2)]
)
def test_replaying_and_undoing_give_the_same_tables(players: int, seed: int) -> None:
    played = play_out(Random(seed), players, True, noting=0.7)
    tables = [COLORETTO.start(players, played.options, played.starter)]
    for move in played.moves:
        before = copy.deepcopy(tables[-1])
        tables.append(COLORETTO.play(tables[-1], move))
        assert tables[-2] == before
    assert tables[-1] == played.table
    again = COLORETTO.start(players, played.options, played.starter)
    for move, expected in zip(json.loads(json.dumps(played.moves)), tables[1:], strict=True):
        again = COLORETTO.play(again, {**move, "at": 2.5})
        assert again == expected


def test_sheet_is_filled_in_from_what_was_tracked() -> None:
    table = play(start(3, start=[["pink"], ["blue"], ["grey"]]), draw(0, "pink"), draw(0), draw(0, "golden"))
    table = play(table, take(0, "joker"), draw(1, "plus2"), take(1))
    assert COLORETTO.sheet(table) == {
        "seats": [
            {"cards": {"pink": 2}, "jokers": 1, "golden": 1, "plus2": 0},
            {"cards": {"blue": 1}, "jokers": 0, "golden": 0, "plus2": 0},
            {"cards": {"grey": 1}, "jokers": 0, "golden": 0, "plus2": 1},
        ]
    }


# -- Scoring ----------------------------------------------------------------------------------------------

BY_HAND = {
    "brown": {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21},
    "purple": {0: 0, 1: 1, 2: 4, 3: 8, 4: 7, 5: 6, 6: 5},
}


def best_by_trying_everything(cards: dict[str, int], jokers: int, side: str) -> int:
    """Every joker as every colour, and every three colours counted up: nothing is sorted or skipped."""
    best = -1000
    for colours in product(COLOURS, repeat=jokers):
        pile = Counter(cards) + Counter(colours)
        values = {colour: BY_HAND[side][min(n, 6)] for colour, n in pile.items()}
        for up in combinations(values, min(3, len(values))):
            best = max(best, sum(value if colour in up else -value for colour, value in values.items()))
    return best


def chosen(cards: dict[str, int], jokers: int, side: str, **insisted: Any) -> Any:
    count = Count({colour: n for colour, n in cards.items() if n}, jokers, 0, 0, **insisted)
    return choose(count, Options(side))


@pytest.mark.slow
@pytest.mark.parametrize("side", ["brown", "purple"])
def test_scoring_agrees_with_trying_everything_on_random_hands(side: str) -> None:
    rng = Random(20)
    for _ in range(1200):
        cards = {colour: rng.randint(1, 9) for colour in rng.sample(COLOURS, rng.randint(0, 7))}
        jokers = rng.choice([0, 1, 1, 2, 2, 3])
        expected = best_by_trying_everything(cards, jokers, side)
        assert chosen(cards, jokers, side).points == expected
        plus2 = rng.randint(0, 10)
        hand = {**cards, "joker": min(jokers, 2), "golden": jokers // 3, "plus2": plus2, "unknown": 4}
        assert worth(hand, side) == expected + 2 * plus2


def value(cards: tuple[int, ...], side: str) -> int:
    points = sorted((BY_HAND[side][min(n, 6)] for n in cards), reverse=True)
    return sum(points[:3]) - sum(points[3:])


def one_at_a_time(cards: tuple[int, ...], jokers: int, side: str) -> int:
    """Each joker where it helps most for the moment; the first colour of the rulebook among equals."""
    for _ in range(jokers):
        better = [(*cards[:at], cards[at] + 1, *cards[at + 1 :]) for at in range(len(cards))]
        cards = max(better, key=lambda more: value(more, side))
    return value(cards, side)


def test_on_the_brown_side_one_joker_at_a_time_is_as_good() -> None:
    for cards in combinations_with_replacement(range(7), 7):
        if sum(cards) % 3 == 0:
            expected = one_at_a_time(cards, 3, "brown")
            assert chosen(dict(zip(COLOURS, cards, strict=True)), 3, "brown").points == expected


@pytest.mark.parametrize(
    ("cards", "jokers", "best", "hasty"),
    [
        ((0, 0, 0, 0, 3, 3, 5), 2, 21, 20),
        ((0, 0, 0, 0, 3, 3, 5), 3, 21, 19),
        ((0, 0, 0, 0, 2, 3, 5), 3, 21, 20),
    ],
)
def test_on_the_purple_side_one_joker_at_a_time_is_too_hasty(
    cards: tuple[int, ...], jokers: int, best: int, hasty: int
) -> None:
    assert one_at_a_time(cards, jokers, "purple") == hasty
    assert chosen(dict(zip(COLOURS, cards, strict=True)), jokers, "purple").points == best


@pytest.mark.parametrize(
    ("cards", "jokers", "best"),
    [
        ({"orange": 6, "blue": 4, "brown": 3, "yellow": 2}, 1, 39),
        ({"orange": 6, "blue": 6, "brown": 4}, 3, 63),
    ],
)
def test_the_largest_set_is_not_always_the_place_for_a_joker(
    cards: dict[str, int], jokers: int, best: int
) -> None:
    assert chosen(cards, jokers, "brown").points == best
    largest = max(cards, key=lambda colour: cards[colour])
    assert chosen(cards, jokers, "brown", jokers_as=(largest,) * jokers).points < best


@pytest.mark.parametrize("in_play", [5, 6])
@pytest.mark.parametrize("side", ["brown", "purple"])
def test_colours_in_the_box_never_make_a_joker_better(in_play: int, side: str) -> None:
    for cards in combinations_with_replacement(range(7), in_play):
        if sum(cards) % 4:
            continue
        held = dict(zip(COLOURS, cards, strict=False))
        within = max(
            value(tuple(held[colour] + colours.count(colour) for colour in held), side)
            for colours in combinations_with_replacement(held, 2)
        )
        assert chosen(held, 2, side).points == within


def test_equal_choices_prefer_own_colours_then_the_order_of_the_rulebook() -> None:
    assert chosen({"green": 3, "grey": 3, "pink": 3}, 1, "purple").jokers == ("grey",)
    assert chosen({"pink": 6, "green": 6, "grey": 6, "yellow": 6}, 2, "brown").jokers == ("yellow", "yellow")
    assert chosen({}, 2, "brown").jokers == ("orange", "orange")
    count = Count({}, 1, 1, 0)
    assert choose(count, Options("brown", removed=("orange", "brown"))).jokers == ("blue", "blue")
    tied = chosen({"pink": 2, "green": 2, "grey": 2, "yellow": 2, "blue": 2}, 0, "brown")
    assert (tied.plus, tied.minus) == (("blue", "yellow", "grey"), ("green", "pink"))


def test_the_result_says_what_the_jokers_stood_for_and_what_they_gained() -> None:
    marc = {"cards": {"green": 6, "yellow": 4, "orange": 3, "blue": 2}, "jokers": 1, "plus2": 1}
    unlucky = {"cards": {"grey": 3, "pink": 3, "brown": 3}, "golden": 1}
    brown = COLORETTO.score(4, {}, seats(marc, unlucky))
    assert brown.totals == [41, 22, 0, 0]
    assert brown.joker_gain == [5, 4, 0, 0]
    purple = COLORETTO.score(4, {"side": "purple"}, seats(marc, unlucky))
    assert (purple.totals[1], purple.joker_gain[1]) == (23, -1)
    assert brown.choices[0] == {
        "jokers": ["yellow"],
        "plus": ["green", "yellow", "orange"],
        "minus": ["blue"],
    }
    assert brown.choices[3] == {"jokers": [], "plus": [], "minus": []}
    lines = [(line.part, line.points, line.key, line.args) for line in brown.lines[0]]
    assert lines == [
        ("plus", 21, "coloretto.line.plus", {"colour": "green", "cards": 6, "jokers": 0}),
        ("plus", 15, "coloretto.line.plus", {"colour": "yellow", "cards": 5, "jokers": 1}),
        ("plus", 6, "coloretto.line.plus", {"colour": "orange", "cards": 3, "jokers": 0}),
        ("minus", -3, "coloretto.line.minus", {"colour": "blue", "cards": 2, "jokers": 0}),
        ("plus2", 2, "coloretto.line.plus2", {"cards": 1, "value": 2}),
    ]
    assert brown.lines[3] == []
    stored = json.loads(json.dumps(brown.as_json()))
    assert stored["choices"] == brown.choices
    assert stored["joker_gain"] == brown.joker_gain


def test_players_may_insist_on_another_choice() -> None:
    cards = {"orange": 6, "blue": 4, "brown": 3, "yellow": 2}
    waste = {"cards": cards, "jokers": 1, "jokers_as": ["orange"]}
    result = COLORETTO.score(4, {}, seats(waste))
    assert result.totals[0] == 34
    assert result.joker_gain[0] == 0
    assert result.choices[0]["jokers"] == ["orange"]
    worse = [problem for problem in result.problems if problem.key == "coloretto.better_choice"]
    assert [(problem.level, problem.args) for problem in worse] == [("warning", {"seat": 0, "points": 5})]
    up = {"cards": cards, "jokers": 1, "counted_up": ["yellow", "brown", "pink"]}
    result = COLORETTO.score(4, {}, seats(up))
    assert result.choices[0] == {
        "jokers": ["pink"],
        "plus": ["yellow", "brown", "pink"],
        "minus": ["orange", "blue"],
    }
    assert result.totals[0] == 3 + 6 + 1 - 21 - 10
    best = {"cards": cards, "golden": 1, "jokers_as": ["blue"], "counted_up": ["blue", "orange", "brown"]}
    result = COLORETTO.score(4, {}, seats(best))
    assert result.totals[0] == 39
    assert "coloretto.better_choice" not in keys(result.problems)
    fewer = {"cards": {"orange": 6, "blue": 4}, "counted_up": ["blue", "orange"]}
    assert COLORETTO.score(4, {}, seats(fewer)).totals[0] == 10 + 21


def test_three_colours_count_up_where_there_are_three() -> None:
    def chosen_jokers(**seat: Any) -> list[str]:
        jokers: list[str] = COLORETTO.score(4, {}, seats(seat)).choices[0]["jokers"]
        return jokers

    two = {"orange": 6, "blue": 6}
    assert chosen_jokers(cards=two, jokers=1, counted_up=["orange", "blue"]) in (["orange"], ["blue"])
    assert chosen_jokers(cards=two, jokers=1, counted_up=["orange", "blue", "pink"]) == ["pink"]
    assert chosen_jokers(cards={}, jokers=2, counted_up=["pink"]) == ["pink", "pink"]
    assert COLORETTO.score(4, {}, seats({"counted_up": []})).totals[0] == 0


# -- Checks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "key"),
    [
        ({"cards": {"orange": -1}}, "field.out_of_range"),
        ({"cards": {"orange": 1000}}, "field.out_of_range"),
        ({"cards": {"orange": True}}, "field.not_a_whole_number"),
        ({"cards": {"red": 1}}, "field.unknown"),
        ({"cards": [1]}, "field.not_an_object"),
        ({"jokers": 5}, "field.out_of_range"),
        ({"golden": 3}, "field.out_of_range"),
        ({"golden": True}, "field.not_a_whole_number"),
        ({"plus2": 1.5}, "field.not_a_whole_number"),
        ({"plus3": 1}, "field.unknown"),
        ({"jokers": 1, "jokers_as": []}, "coloretto.one_colour_per_joker"),
        ({"jokers": 1, "golden": 1, "jokers_as": ["pink"]}, "coloretto.one_colour_per_joker"),
        ({"jokers_as": ["pink"]}, "coloretto.one_colour_per_joker"),
        ({"jokers": 1, "jokers_as": ["red"]}, "field.not_one_of"),
        ({"jokers": 1, "jokers_as": "pink"}, "field.not_a_list"),
        (
            {"cards": dict.fromkeys(COLOURS, 1), "counted_up": list(COLOURS[:4])},
            "coloretto.counts_up_too_many",
        ),
        ({"counted_up": ["plus2"]}, "field.not_one_of"),
        ({"cards": {"pink": 2}, "counted_up": ["pink", "pink"]}, "coloretto.colour_named_twice"),
        ({"cards": {"pink": 2}, "counted_up": ["blue"]}, "coloretto.counts_up_without_cards"),
        ({"jokers": 1, "counted_up": ["blue", "pink"]}, "coloretto.counts_up_without_cards"),
        ({"cards": dict.fromkeys(COLOURS, 1), "counted_up": ["pink", "blue"]}, "coloretto.counts_up_too_few"),
        ({"cards": {"pink": 2, "blue": 1}, "counted_up": ["pink"]}, "coloretto.counts_up_too_few"),
        ({"cards": {"pink": 2, "blue": 1}, "counted_up": []}, "coloretto.counts_up_too_few"),
        ({"golden": 1, "counted_up": []}, "coloretto.counts_up_too_few"),
        (
            {
                "cards": {"pink": 2, "blue": 1},
                "jokers": 1,
                "jokers_as": ["grey"],
                "counted_up": ["pink", "blue"],
            },
            "coloretto.counts_up_too_few",
        ),
        (
            {"jokers": 1, "jokers_as": ["pink"], "counted_up": ["blue"]},
            "coloretto.counts_up_without_cards",
        ),
    ],
)
def test_sheets_that_cannot_be_read(seat: dict[str, Any], key: str) -> None:
    problems = COLORETTO.check(4, {}, seats(seat))
    assert [(problem.level, problem.key) for problem in problems] == [("error", key)]
    with pytest.raises(InvalidSheet) as caught:
        COLORETTO.score(4, {}, seats(seat), force=True)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ({"cards": {"pink": 5}}, {"cards": {"pink": 5}}, ("too_many_of_colour", 10, 9)),
        ({"plus2": 6}, {"plus2": 5}, ("too_many_plus2", 11, 10)),
        ({"jokers": 2}, {"jokers": 1}, ("too_many_jokers", 3, 2)),
        ({"jokers": 4}, {}, ("too_many_jokers", 4, 2)),
        ({"golden": 2}, {}, ("too_many_golden", 2, 1)),
        ({"golden": 1}, {"golden": 1}, ("too_many_golden", 2, 1)),
    ],
)
def test_more_cards_than_exist_cannot_be_counted(
    first: dict[str, Any], second: dict[str, Any], problem: tuple[str, int, int]
) -> None:
    sheet = seats(first, second)
    (found,) = [p for p in COLORETTO.check(4, {}, sheet) if p.level == "error"]
    assert (found.key, found.args["counted"], found.args["copies"]) == (
        f"coloretto.{problem[0]}",
        *problem[1:],
    )
    with pytest.raises(InvalidSheet):
        COLORETTO.score(4, {}, sheet)
    assert levels(COLORETTO.score(4, {}, sheet, force=True).problems) == {"error", "warning"}


def test_all_there_is_can_be_counted() -> None:
    everything = {"cards": dict.fromkeys(COLOURS, 9), "jokers": 2, "golden": 1, "plus2": 10}
    assert "error" not in levels(COLORETTO.check(4, {}, seats(everything)))


def test_colours_in_the_box_cannot_be_counted() -> None:
    sheet = seats({"cards": {"pink": 1, "blue": 1}}, players=3)
    (found,) = [p for p in COLORETTO.check(3, {"removed": ["pink"]}, sheet) if p.level == "error"]
    assert (found.key, found.args) == ("coloretto.colour_not_in_play", {"colour": "pink"})


@pytest.mark.parametrize(("players", "colours"), [(2, 5), (3, 6)])
def test_no_more_colours_than_are_in_play_can_be_counted(players: int, colours: int) -> None:
    def errors(n: int) -> list[str]:
        sheet = seats({"cards": dict.fromkeys(COLOURS[:n], 1)}, players=players)
        return [p.key for p in COLORETTO.check(players, {}, sheet) if p.level == "error"]

    assert errors(colours) == []
    assert errors(colours + 1) == ["coloretto.too_many_colours"]


@pytest.mark.parametrize(("players", "fewest", "most"), [(2, 0, 50), (3, 53, 62), (4, 62, 74), (5, 62, 76)])
def test_all_hands_together_have_a_likely_size(players: int, fewest: int, most: int) -> None:
    def found(held: int) -> list[str]:
        return keys(COLORETTO.check(players, {}, seats({"cards": {"pink": held}}, players=players))[1:])

    assert found(most + 1) == ["coloretto.cards_too_many"]
    assert found(most) == []
    assert found(max(fewest, 10)) == []
    assert found(52) == (["coloretto.cards_missing"] if players > 2 else ["coloretto.cards_too_many"])
    split = seats({"cards": {"pink": 9}, "jokers": 2, "golden": 1, "plus2": 10}, players=players)
    missing = [problem.args for problem in COLORETTO.check(players, {}, split)]
    assert missing == ([{"counted": 22, "fewest": fewest}] if players > 2 else [])


def test_one_entry_for_every_seat() -> None:
    assert keys(COLORETTO.check(4, {}, seats(players=3))) == ["sheet.one_entry_per_seat"]
    assert keys(COLORETTO.check(4, {}, {"seats": [{"cards": {}}] * 4})) == ["field.missing"]


# -- Ranking ----------------------------------------------------------------------------------------------


def test_points_alone_decide_and_equals_share_the_place() -> None:
    one = {"plus2": 1}
    two = {"plus2": 2}
    result = COLORETTO.score(4, {}, seats(two, one, two, {}))
    assert (result.totals, result.ranks, result.winners) == ([4, 2, 4, 0], [1, 3, 1, 4], [0, 2])
    assert [(reason.key, reason.args) for reason in result.reasons] == [
        ("coloretto.rank.shared", {"points": 4}),
        ("rank.by_points", {"points": 2}),
        ("coloretto.rank.shared", {"points": 4}),
        ("rank.by_points", {"points": 0}),
    ]


# -- Anything at all as input -----------------------------------------------------------------------------

WORDS = [
    *("move", "at", "draw", "take", "last_round", "correct", "end", "row", "card", "bonus", "turn", "round"),
    *("draw_pile", "above_last_round", "rows", "out", "hands", "gone", "seats", "cards", "jokers", "golden"),
    *("plus2", "jokers_as", "counted_up", "side", "removed", "start", "brown", "purple", "joker", "unknown"),
    *("pink", "blue"),
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.sampled_from([10**30, 1.0, float("nan"), float("inf"), "", "\ud800", "x" * 5000])
    | st.sampled_from(WORDS)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=10,
)
CARDS = st.sampled_from([*COPIES, "unknown"])
TALLIES = st.dictionaries(CARDS, st.integers(0, 4), max_size=4)
NEAR_MOVES = st.fixed_dictionaries(
    {"move": st.sampled_from(["draw", "take", "last_round", "end"])},
    optional={"row": st.integers(-1, 5) | JSON, "card": CARDS | JSON, "bonus": CARDS | JSON, "at": JSON},
)
NEAR_CORRECTIONS = st.fixed_dictionaries(
    {"move": st.just("correct")},
    optional={
        "turn": st.integers(0, 4) | JSON,
        "round": st.integers(1, 4) | JSON,
        "draw_pile": st.integers(0, 40) | JSON,
        "above_last_round": st.integers(0, 20) | JSON,
        "last_round": st.booleans() | JSON,
        "rows": st.lists(st.none() | st.integers(0, 3) | st.lists(CARDS, max_size=3), min_size=3, max_size=5),
        "out": st.lists(st.integers(0, 4), max_size=4),
        "hands": st.lists(TALLIES | JSON, min_size=2, max_size=5),
        "gone": TALLIES | JSON,
    },
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    players=st.integers(2, 5),
    moves=st.lists(NEAR_MOVES | NEAR_CORRECTIONS, max_size=12),
    stray=JSON,
)
def test_any_move_is_played_or_refused_with_a_reason(players: int, moves: list[Any], stray: Any) -> None:
    table = start(players)
    for move in [*moves, stray]:
        before = copy.deepcopy(table)
        reason = COLORETTO.why_not(table, move)
        assert table == before
        if reason is not None:
            json.dumps(dict(reason.args), allow_nan=False)
            continue
        table = COLORETTO.play(table, move)
        assert table.turn not in table.out
        assert table.rows.count(None) == len(table.out) < players
        assert 0 <= table.above_last_round <= table.draw_pile
        assert not (table.last_round_up and table.above_last_round)
        assert table.phase in (("last", "over") if table.last_round_up else ("play", "over"))
        assert all(left is None or left >= 0 for left in table.unseen.values())
        json.dumps([table.counts, COLORETTO.sheet(table)])
        assert len(COLORETTO.notices(table)) <= 2
        COLORETTO.score(players, {}, COLORETTO.sheet(table), force=True)


@settings(max_examples=300, deadline=None)
@given(
    sheet=JSON
    | st.fixed_dictionaries(
        {
            "seats": st.lists(
                st.fixed_dictionaries(
                    {
                        "cards": st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 9)) | JSON,
                        "jokers": st.integers(0, 2) | JSON,
                        "golden": st.integers(0, 1) | JSON,
                        "plus2": st.integers(0, 9) | JSON,
                    },
                    optional={
                        "jokers_as": st.lists(st.sampled_from(COLOURS), max_size=2) | JSON,
                        "counted_up": st.lists(st.sampled_from(COLOURS), max_size=3) | JSON,
                    },
                ),
                min_size=2,
                max_size=2,
            )
        }
    )
)
def test_any_sheet_is_counted_or_refused_with_a_reason(sheet: Any) -> None:
    problems = COLORETTO.check(2, {}, sheet)
    json.dumps([dict(problem.args) for problem in problems], allow_nan=False)
    try:
        result = COLORETTO.score(2, {}, sheet)
        assert [sum(line.points for line in lines) for lines in result.lines] == result.totals
        assert "error" not in levels(problems)
    except InvalidSheet as refusal:
        assert refusal.problems == problems
        assert "error" in levels(problems)


@settings(max_examples=300, deadline=None)
@given(
    players=st.integers(2, 5),
    options=JSON
    | st.fixed_dictionaries(
        {},
        optional={
            "side": JSON,
            "removed": st.lists(st.sampled_from(COLOURS), max_size=3) | JSON,
            "start": st.lists(st.lists(st.sampled_from(COLOURS) | JSON, max_size=2), max_size=5) | JSON,
        },
    ),
)
def test_any_options_are_taken_or_refused_with_a_reason(players: int, options: Any) -> None:
    try:
        COLORETTO.setup(players, options)
        COLORETTO.start(players, options, 0)
    except Refusal as refusal:
        assert isinstance(refusal, InvalidOptions)
        json.dumps(dict(refusal.reason.args), allow_nan=False)
