"""Perfect Numbers: set-up, rounds, rows, action cards, the end, corrections, counting and ranking."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import IllegalMove, InvalidOptions, InvalidSheet, Message, Refusal
from scoring.perfect_numbers.rules import (
    COLOURS,
    GAME,
    Outlook,
    PerfectNumbersTable,
    outlook,
)
from tests.scoring.perfect_numbers_player import Game as RealTable
from tests.scoring.perfect_numbers_player import play_out

DATA = Path(__file__).parent / "data"
COUNTED = json.loads((DATA / "perfect_numbers.json").read_text(encoding="utf-8"))
ROWS = json.loads((DATA / "perfect_numbers_rows.json").read_text(encoding="utf-8"))

Move = dict[str, Any]
FULL = {"red": [7], "green": [7], "yellow": [7], "purple": [7]}
DULL_START = [
    [{"colour": "red", "number": 7}, {"colour": "green", "number": 7}, {"colour": "blue", "number": 7}],
    [{"colour": "red", "number": 6}, {"colour": "yellow", "number": 6}, {"colour": "purple", "number": 6}],
]


def card(colour: str, number: int) -> dict[str, Any]:
    return {"colour": colour, "number": number}


def start(players: int = 2, starter: int = 0, **options: Any) -> PerfectNumbersTable:
    return GAME.start(players, options, starter)


def play(table: PerfectNumbersTable, *moves: Move) -> PerfectNumbersTable:
    for move in moves:
        table = GAME.play(table, move)
    return table


def laid(*rows: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> PerfectNumbersTable:
    """A table with these rows, the first seat's turn, and any card still to come."""
    return play(start(len(rows), **(options or {})), {"move": "correct", "rows": list(rows), **more})


def holding(table: PerfectNumbersTable, *cards: Move) -> PerfectNumbersTable:
    """The same table, but the player has exactly these cards still to lay."""
    return play(table, {"move": "correct", "pending": list(cards)})


def refusal(table: PerfectNumbersTable, *moves: Move) -> Message:
    """Why the last of these moves is not allowed; nothing has changed by asking."""
    *before, last = moves
    table = play(table, *before)
    reason = GAME.why_not(table, last)
    assert reason is not None, last
    with pytest.raises(IllegalMove) as caught:
        GAME.play(table, last)
    assert caught.value.reason == reason
    return reason


def take(group: int, *cards: Move, **more: Any) -> Move:
    return {"move": "take", "group": group, **({"cards": list(cards)} if cards else {}), **more}


def add(colour: str, number: int, **more: Any) -> Move:
    return {"move": "add", "card": card(colour, number), **more}


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


# -- Set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dealt", "pile"), [(2, 6, 86), (3, 9, 83), (4, 12, 80)])
def test_setup_numbers(players: int, dealt: int, pile: int) -> None:
    setup = GAME.setup(players, {"deck": 100})
    assert setup.counts == {"start_cards": dealt, "market": 8, "draw_pile": pile}
    assert Message("perfect_numbers.setup.deal", {"each": 3, "cards": dealt}) in setup.steps
    assert Message("perfect_numbers.setup.draw_pile", {"cards": pile, "deck": 100}) in setup.steps
    assert GAME.start(players, {"deck": 100}, 1).draw_pile == pile


def test_setup_without_a_deck_size_leaves_the_pile_open() -> None:
    setup = GAME.setup(4, {})
    assert setup.counts == {"start_cards": 12, "market": 8, "draw_pile": None}
    assert Message("perfect_numbers.setup.draw_pile_uncounted") in setup.steps
    assert GAME.setup(4, {"deck": None}) == setup
    assert start(4).draw_pile is None


def test_setup_names_the_variant() -> None:
    three = Message("perfect_numbers.setup.three_rows", {"rows": 3})
    assert three in GAME.setup(2, {"three_rows": True}).steps
    assert three not in GAME.setup(2, {}).steps


def test_setup_market_step() -> None:
    steps = GAME.setup(2, {}).steps
    assert Message("perfect_numbers.setup.market", {"cards": 8, "groups": [3, 2, 2, 1]}) in steps
    assert steps[0] == Message("perfect_numbers.setup.start_card")


@pytest.mark.parametrize("players", [1, 5, 0, -2, True, 2.0, "2", None])
def test_players_are_two_to_four(players: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        GAME.setup(players, {})
    assert caught.value.key == "players.count"


HAND = DULL_START[0]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"colour": "red"}, "field.unknown"),
        ({"three_rows": 1}, "field.not_a_yes_or_no"),
        ({"deck": 13}, "field.out_of_range"),
        ({"deck": 1000}, "field.out_of_range"),
        ({"deck": "100"}, "field.not_a_whole_number"),
        ({"deck": True}, "field.not_a_whole_number"),
        ({"lower_on_other": "nobody"}, "field.not_one_of"),
        ({"lower_on_other": None}, "field.not_one_of"),
        ({"move_bonus": "no"}, "field.not_a_yes_or_no"),
        ({"move_bonus": None}, "field.not_a_yes_or_no"),
        ({"stolen_may_drop": 1}, "field.not_a_yes_or_no"),
        ({"start": {}}, "field.not_a_list"),
        ({"start": []}, "perfect_numbers.start_per_seat"),
        ({"start": [HAND, HAND, HAND]}, "perfect_numbers.start_per_seat"),
        ({"start": [HAND, HAND[:2]]}, "perfect_numbers.start_cards"),
        ({"start": [HAND, "abc"]}, "perfect_numbers.start_cards"),
        ({"start": [HAND, [*HAND[:2], {"action": "steal"}]]}, "field.missing"),
        ({"start": [HAND, [*HAND[:2], card("pink", 3)]]}, "field.not_one_of"),
        ({"start": [HAND, [*HAND[:2], card("red", 8)]]}, "field.out_of_range"),
        ({"start": [HAND, [*HAND[:2], card("red", 1)]]}, "field.out_of_range"),
        ({"start": [HAND, [*HAND[:2], {**card("red", 3), "row": "red"}]]}, "field.unknown"),
        ({"start": [HAND, [*HAND[:2], {**card("red", 3), "close": 0}]]}, "field.not_a_yes_or_no"),
        ({"start": [HAND, [*HAND[:2], card("joker", 3)]]}, "perfect_numbers.joker_needs_row"),
        ({"start": [HAND, [*HAND[:2], {**card("joker", 3), "row": "blue"}]]}, "field.not_one_of"),
    ],
)
def test_refused_options(options: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        GAME.start(2, options, 0)
    assert caught.value.key == key


def test_smallest_deck_fills_one_market() -> None:
    assert start(2, deck=14).draw_pile == 0
    assert start(2, deck=14).phase == "last"


def deal(*cards: Move) -> PerfectNumbersTable:
    return start(2, start=[list(cards), DULL_START[1]], deck=100)


def conserved(table: PerfectNumbersTable) -> int:
    counts = table.counts
    parts = ["draw_pile", "market", "pending", "collections", "discards"]
    return sum(counts[part] for part in parts) + sum(table.scores)


@pytest.mark.parametrize(
    ("cards", "rows", "score", "discards"),
    [
        ([card("red", 6), card("red", 4), card("blue", 3)], {"red": [4, 6], "blue": [3]}, 0, 0),
        ([card("red", 2), card("red", 2), card("blue", 3)], {"blue": [3]}, 2, 0),
        ([card("red", 3), card("red", 2), card("red", 2)], {"red": [3]}, 2, 0),
        ([card("red", 3), {**card("red", 2), "close": False}, card("red", 2)], {}, 3, 0),
        ([card("red", 3), card("red", 2), card("red", 3)], {}, 3, 0),
        ([card("red", 3), card("red", 3), card("red", 3)], {}, 3, 0),
        ([{**card("red", 2), "close": False}] * 2 + [card("red", 2)], {"red": [2]}, 0, 2),
        ([card("red", 5), card("joker", 2), card("red", 6)], {"red": [2, 5, 6]}, 0, 0),
        ([card("red", 5), {**card("joker", 2), "row": "blue"}, card("blue", 2)], {"red": [5]}, 2, 0),
        ([card("red", 2), card("red", 2), card("joker", 5)], {"joker-row": [5]}, 2, 0),
        ([card("joker", 6), card("joker", 4), card("joker", 5)], {"joker-row": [4, 5, 6]}, 0, 0),
    ],
)
def test_start_cards_are_laid_low_to_high(
    cards: list[Move], rows: dict[str, list[int]], score: int, discards: int
) -> None:
    table = deal(*cards)
    assert table.rows is not None
    assert (table.rows[0], table.scores, table.discards) == (rows, [score, 0], discards)
    assert conserved(table) == 100


# -- Rounds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "order"),
    [(2, [1, 0, 1, 0, 0, 1, 0, 1]), (3, [1, 2, 0, 1, 2, 0, 1, 2]), (4, [1, 2, 3, 0, 2, 3, 0, 1])],
)
def test_groups_are_taken_clockwise_and_the_start_card_moves_on(players: int, order: list[int]) -> None:
    table = start(players, starter=1, deck=100)
    pile = table.draw_pile
    found = []
    for move in [0, 3, 1, 2, 2, 0, 1, 3]:
        assert table.takers[0] == table.turn
        found.append(table.turn)
        table = play(table, take(move))
    assert found == order
    assert (table.round, table.starter, table.draw_pile) == (3, (1 + 2) % players, pile - 16)


def test_what_is_left_of_the_market() -> None:
    table = play(start(3, deck=100), take(1))
    assert table.counts["groups"] == [3, 0, 2, 1]
    assert table.counts["market"] == 6
    assert table.takers == [1, 2, 0]
    assert refusal(table, take(1)) == Message("perfect_numbers.group_taken", {"group": 1})


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ({"move": "take"}, "field.missing"),
        (take(4), "field.out_of_range"),
        (take(-1), "field.out_of_range"),
        ({"move": "take", "group": True}, "field.not_a_whole_number"),
        (take(0, seat=1), "perfect_numbers.not_your_turn"),
        (take(0, seat=2), "field.out_of_range"),
        (take(0, colour="red"), "field.unknown"),
        (take(0, card("red", 2)), "perfect_numbers.group_size"),
        (take(0, *[card("red", 2)] * 4), "perfect_numbers.group_too_large"),
        (take(3, card("red", 9)), "field.out_of_range"),
        (take(3, {"action": "jump"}), "field.not_one_of"),
        (take(3, {"action": "steal", "number": 3}), "field.unknown"),
        ({"move": "take", "group": 3, "cards": {}}, "field.not_a_list"),
        ({"move": "give"}, "move.unknown"),
    ],
)
def test_refused_takes(move: Move, key: str) -> None:
    assert refusal(start(2), move).key == key


def test_light_takes_pass_the_turn_at_once_and_know_no_rows() -> None:
    table = play(start(2, deck=100), take(0))
    assert (table.turn, table.rows, table.collections) == (1, None, None)
    assert table.counts["discards"] is None
    assert refusal(table, add("red", 3)) == Message("perfect_numbers.rows_unknown", {"seat": 1})


def test_cards_told_to_a_phone_that_knows_no_rows_are_not_waited_for() -> None:
    table = play(start(2), take(3, card("red", 4)))
    assert (table.turn, table.pending) == (1, ())


WHOLE_ROUND = [take(0), take(1), take(2), take(3)]


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


def score(seat: int, cards: int) -> Move:
    return {"move": "score", "seat": seat, "cards": cards}


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


# -- The end ----------------------------------------------------------------------------------------------


def test_seven_cards_end_the_game_and_eight_do_not() -> None:
    over = play(start(3), {"move": "correct", "draw_pile": 7}, *WHOLE_ROUND)
    assert (over.phase, over.trigger, over.draw_pile, over.counts["market"]) == ("over", "market", 7, 0)
    assert GAME.notices(over) == [
        Message("perfect_numbers.notice.market_not_filled", {"cards": 7, "needed": 8}),
        Message("notice.count_now"),
    ]
    on = play(start(3), {"move": "correct", "draw_pile": 8}, *WHOLE_ROUND)
    assert (on.phase, on.draw_pile, on.round) == ("last", 0, 2)


def test_the_last_round_is_known_once_the_pile_cannot_fill_a_market() -> None:
    table = play(start(2, deck=30))
    assert (table.draw_pile, table.phase, table.rounds_left) == (16, "play", 2)
    rounds = Message("perfect_numbers.notice.rounds_left", {"cards": 16, "rounds": 2})
    assert GAME.notices(table) == [rounds]
    table = play(table, *WHOLE_ROUND)
    assert (table.draw_pile, table.phase, table.round) == (8, "play", 2)
    table = play(table, take(0), {"move": "close", "seat": 1, "number": 5})
    assert (table.draw_pile, table.phase) == (7, "last")
    last = Message("perfect_numbers.notice.last_round", {"cards": 7, "needed": 8, "turns": 3})
    assert GAME.notices(table) == [last]
    table = play(table, *WHOLE_ROUND[1:])
    assert table.phase == "over"
    assert refusal(table, take(0)).key == "move.game_over"


def test_an_unknown_deck_never_ends_by_itself() -> None:
    table = play(start(2), *WHOLE_ROUND * 30)
    assert (table.round, table.phase, table.draw_pile, table.rounds_left) == (31, "play", None, None)
    assert GAME.notices(table) == []
    table = play(table, {"move": "end"})
    assert (table.phase, table.trigger) == ("over", "table")
    assert GAME.notices(table) == [Message("notice.count_now")]
    assert refusal(table, {"move": "close", "seat": 0, "number": 3}).key == "move.game_over"
    assert refusal(start(2), {"move": "end", "why": "late"}).key == "field.unknown"


def test_bonus_of_the_last_closing_of_a_round_comes_off_the_pile_before_the_refill() -> None:
    table = play(start(2), {"move": "correct", "draw_pile": 12}, *WHOLE_ROUND)
    assert (table.round, table.draw_pile) == (2, 4)
    closing = {"move": "close", "seat": 1, "number": 7}
    over = play(table, closing)
    assert (over.phase, over.draw_pile, over.scores, over.round) == ("over", 7, [0, 12], 1)
    assert play(table, {**closing, "number": 6}).draw_pile == 1
    in_next_round = play(table, take(3), closing)
    assert (in_next_round.draw_pile, in_next_round.scores) == (0, [0, 11])


def test_whoever_begins_the_next_round_closes_after_the_refill() -> None:
    table = play(start(4), correct(draw_pile=11), *WHOLE_ROUND)
    assert (table.round, table.draw_pile, table.turn) == (2, 3, 1)
    after = play(table, {"move": "close", "seat": 1, "number": 7})
    assert (after.phase, after.round, after.turn) == ("last", 2, 1)
    assert (after.scores, after.draw_pile, after.groups) == ([0, 10, 0, 0], 0, (3, 2, 2, 1))
    late = play(after, {"move": "close", "seat": 3, "number": 2})
    assert (late.round, late.scores) == (2, [0, 10, 0, 2])


def test_only_the_last_taker_closes_before_the_refill_whatever_is_said() -> None:
    table = play(start(4), correct(draw_pile=11), *WHOLE_ROUND)
    closing = {"move": "close", "number": 7}
    for said in ({}, {"before_refill": True}, {"before_refill": False}):
        assert play(table, {**closing, "seat": 3, **said}).phase == "over"
        assert play(table, {**closing, "seat": 1, **said}).draw_pile == 0


def test_with_two_players_the_last_taker_says_in_which_round_the_row_was_closed() -> None:
    table = play(start(2), correct(draw_pile=11), *WHOLE_ROUND)
    closing = {"move": "close", "seat": 1, "number": 7}
    before, after = (play(table, {**closing, "before_refill": said}) for said in (True, False))
    assert play(table, closing) == before
    assert (before.phase, before.draw_pile, before.scores) == ("over", 6, [0, 12])
    assert (after.phase, after.draw_pile, after.scores, after.round) == ("last", 0, [0, 10], 2)
    assert refusal(table, {**closing, "before_refill": 1}).key == "field.not_a_yes_or_no"


def test_where_no_market_was_refilled_there_is_nothing_to_say() -> None:
    closing = {"move": "close", "seat": 1, "number": 7}
    table = play(start(2, deck=100), take(0), take(1))
    for said in (True, False):
        assert play(table, {**closing, "before_refill": said}) == play(table, closing)


def test_once_the_market_cannot_be_refilled_only_the_last_taker_closes() -> None:
    over = play(start(4), correct(draw_pile=7), *WHOLE_ROUND)
    reason = Message("perfect_numbers.only_the_last_taker", {"seat": 3})
    assert refusal(over, {"move": "close", "seat": 1, "number": 3}) == reason
    assert refusal(over, {"move": "close", "seat": 3, "number": 3, "before_refill": False}) == reason
    assert play(over, {"move": "close", "seat": 3, "number": 3}).scores == [0, 0, 0, 3]


def test_with_two_players_a_stored_action_may_be_used_in_either_round() -> None:
    table = laid({"red": [7]}, {"blue": [7, 6, 5, 4, 4, 4, 4], "actions": ["move"]}, draw_pile=10, turn=1)
    table = play(table, correct(groups=[0, 0, 0, 1], turn=1), take(3, {"action": "steal"}))
    table = play(table, {"move": "store", "action": "steal"})
    assert (table.round, table.turn, table.draw_pile) == (2, 1, 2)
    rotate = {"move": "rotate", "row": "blue"}
    before, after = (play(table, {**rotate, "before_refill": said}) for said in (True, False))
    assert play(table, rotate) == before
    assert (before.phase, before.draw_pile, before.scores) == ("over", 5, [0, 12])
    assert (after.phase, after.draw_pile, after.scores, after.round) == ("last", 0, [0, 9], 2)


def test_the_last_player_of_all_may_still_close_a_row() -> None:
    over = play(start(2), {"move": "correct", "draw_pile": 4}, *WHOLE_ROUND)
    closed = play(over, {"move": "close", "seat": 1, "number": 7})
    assert (closed.phase, closed.draw_pile, closed.scores) == ("over", 0, [0, 11])
    assert refusal(over, take(0)).key == "move.game_over"
    assert GAME.sheet(closed) == {"seats": [{"points": 0}, {"points": 11}]}


def last_turn(**more: Any) -> PerfectNumbersTable:
    """Seat 1 has laid the last card of the game and still stores a move card."""
    table = laid({"red": [7]}, {"blue": [4, 6, 5], "actions": ["move"]}, draw_pile=6, turn=1, **more)
    table = play(table, {"move": "correct", "groups": [0, 0, 0, 1], "turn": 1})
    return play(table, take(3, card("blue", 6)), add("blue", 6))


def test_the_last_player_of_all_may_still_use_a_stored_action() -> None:
    over = last_turn()
    assert over.phase == "over"
    after = play(over, {"move": "rotate", "row": "blue"})
    assert (after.phase, after.scores, after.rows) == ("over", [0, 4], [{"red": [7]}, {}])
    assert refusal(over, {"move": "rotate", "row": "red", "seat": 0}).key == "perfect_numbers.not_your_turn"
    assert refusal(over, {"move": "protect", "row": "blue"}).key == "perfect_numbers.no_such_action"


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


# -- Cards that the phone was told ------------------------------------------------------------------------


def tracked(**options: Any) -> PerfectNumbersTable:
    return start(2, start=DULL_START, deck=100, **options)


def test_the_turn_stays_until_every_card_is_laid() -> None:
    hand = [card("red", 5), {"action": "steal"}, card("yellow", 3)]
    table = play(tracked(), take(0, *hand))
    assert (table.turn, table.counts["pending"], conserved(table)) == (0, 3, 100)
    assert table.takers == [1, 0, 1]
    assert GAME.notices(table)[0] == Message(
        "perfect_numbers.notice.cards_pending", {"seat": 0, "cards": hand}
    )
    waiting = Message("perfect_numbers.cards_pending", {"seat": 0, "cards": hand})
    assert refusal(table, take(1)) == waiting
    assert refusal(table, take(1, seat=1)) == waiting
    assert refusal(table, add("red", 5, seat=1)) == waiting
    table = play(table, add("red", 5), add("yellow", 3))
    assert table.turn == 0
    assert refusal(table, {"move": "store", "action": "steal"}).key == "perfect_numbers.no_place_for_actions"
    table = play(table, {"move": "steal", "other": 1, "row": "red", "discard": True})
    assert (table.turn, table.rows[1], conserved(table)) == (1, {"yellow": [6], "purple": [6]}, 100)


def test_cards_that_were_not_taken_are_refused() -> None:
    table = play(tracked(), take(3, card("red", 5)))
    assert refusal(table, add("red", 4)) == Message(
        "perfect_numbers.not_taken", {"card": card("red", 4), "cards": [card("red", 5)]}
    )
    assert refusal(table, add("joker", 5, row="red")).key == "perfect_numbers.not_taken"
    assert refusal(table, {"move": "store", "action": "move"}).key == "perfect_numbers.not_taken"
    reason = Message("perfect_numbers.no_such_action", {"seat": 0, "action": "move"})
    assert refusal(table, {"move": "rotate", "row": "red"}) == reason
    assert refusal(tracked(), add("red", 4)).key == "perfect_numbers.not_taken"


def test_own_colours_come_before_new_ones_and_before_storing() -> None:
    table = play(tracked(), take(0, card("yellow", 5), card("red", 5), {"action": "move"}))
    first = Message("perfect_numbers.own_colours_first", {"cards": [card("red", 5)]})
    assert refusal(table, add("yellow", 5)) == first
    assert refusal(table, {"move": "store", "action": "move"}) == first
    assert play(table, {"move": "rotate", "row": "red"}).pending == table.pending[:2]
    after = play(table, add("red", 5), {"move": "store", "action": "move"})
    assert after.seats[0].actions == ("move",)
    assert refusal(after, add("yellow", 5)).key == "perfect_numbers.no_free_place"


def test_a_colour_that_was_there_comes_first_even_after_its_row_was_closed() -> None:
    hand = [card("red", 2), card("red", 3), card("blue", 5)]
    table = play(tracked(), correct(rows=[{"red": [6], "green": [7]}, {}]), take(0, *hand), add("red", 2))
    assert (table.scores, table.rows) == ([2, 0], [{"green": [7]}, {}])
    first = Message("perfect_numbers.own_colours_first", {"cards": [card("red", 3)]})
    assert refusal(table, add("blue", 5)) == first
    table = play(table, add("red", 3), add("blue", 5))
    assert table.rows == [{"green": [7], "red": [3], "blue": [5]}, {}]


def test_a_colour_that_was_there_comes_before_storing_even_after_its_row_was_closed() -> None:
    hand = [card("red", 2), card("red", 3), {"action": "move"}]
    table = play(tracked(), correct(rows=[{"red": [6]}, {}]), take(0, *hand), add("red", 2))
    store = {"move": "store", "action": "move"}
    assert refusal(table, store).key == "perfect_numbers.own_colours_first"
    assert play(table, add("red", 3), store).turn == 1


def test_a_colour_that_only_came_with_the_group_does_not_come_first() -> None:
    hand = [card("blue", 4), card("blue", 5), card("red", 6)]
    table = play(tracked(), correct(rows=[{"green": [7]}, {}]), take(0, *hand), add("blue", 4))
    assert play(table, add("red", 6), add("blue", 5)).turn == 1


def test_a_row_is_dropped_for_a_colour_that_was_there_and_has_no_place_any_more() -> None:
    own = {"red": [6], "green": [7], "yellow": [7], "purple": [7]}
    hand = [card("red", 2), card("red", 3), {"action": "steal"}]
    crowded = {"blue": [5, 6], "yellow": [7], "purple": [7], "green": [7]}
    table = play(tracked(), correct(rows=[own, crowded]), take(0, *hand), add("red", 2))
    drop = {"move": "drop", "row": "green"}
    assert refusal(table, drop).key == "perfect_numbers.own_colours_first"
    table = play(table, {"move": "steal", "other": 1, "row": "blue"})
    assert refusal(table, add("red", 3)).key == "perfect_numbers.no_free_place"
    assert play(table, drop, add("red", 3)).rows[0] == {
        "yellow": [7],
        "purple": [7],
        "blue": [6],
        "red": [3],
    }


def test_rows_corrected_in_the_middle_of_a_turn_were_there_when_the_group_was_taken() -> None:
    hand = [card("red", 6), card("blue", 6), card("yellow", 5)]
    table = play(tracked(), take(0, *hand))
    assert refusal(table, add("yellow", 5)).args["cards"] == hand[:2]
    rows = [{"green": [7], "yellow": [7], "blue": [7]}, {}]
    table = play(table, correct(rows=rows))
    assert refusal(table, add("red", 6)).args["cards"] == [hand[1], hand[2]]
    closed = play(table, add("blue", 6), correct(rows=[{"green": [7], "blue": [7, 6]}, {}]))
    assert play(closed, add("red", 6), add("yellow", 5)).turn == 1


def test_a_corrected_hand_does_not_change_what_was_there() -> None:
    hand = [card("red", 2), card("red", 3), card("blue", 5)]
    table = play(tracked(), correct(rows=[{"red": [6], "green": [7]}, {}]), take(0, *hand), add("red", 2))
    table = play(table, correct(pending=[card("red", 4), card("blue", 5)]))
    assert refusal(table, add("blue", 5)).key == "perfect_numbers.own_colours_first"


def test_the_same_colour_is_laid_low_to_high() -> None:
    table = play(tracked(), take(0, card("red", 5), card("red", 3), card("red", 4)))
    reason = Message("perfect_numbers.lower_first", {"card": card("red", 3)})
    assert refusal(table, add("red", 5)) == reason
    assert refusal(table, add("red", 4)) == reason
    assert play(table, add("red", 3), add("red", 4), add("red", 5)).rows[0]["red"] == [7, 3, 4, 5]


def test_a_place_freed_by_closing_is_free_for_a_new_colour() -> None:
    table = holding(laid(FULL, {}), card("blue", 6), card("red", 2))
    table = play(table, add("red", 2), add("blue", 6))
    assert table.rows == [{"green": [7], "yellow": [7], "purple": [7], "blue": [6]}, {}]
    assert (table.scores, table.turn) == ([2, 0], 1)


def test_jokers_are_sorted_in_by_their_number() -> None:
    two = laid({"red": [7], "blue": [7]}, {})
    late = holding(two, card("joker", 3), card("red", 5))
    assert refusal(late, add("red", 5), add("joker", 3, row="red")) == Message(
        "perfect_numbers.joker_too_late", {"row": "red", "number": 5}
    )
    assert play(late, add("red", 5), add("joker", 3, row="blue")).turn == 1
    assert play(late, add("joker", 3, row="red"), add("red", 5)).rows[0]["red"] == [7, 3, 5]
    early = holding(two, card("joker", 6), card("red", 5))
    assert refusal(early, add("joker", 6, row="red")) == Message(
        "perfect_numbers.lower_first", {"card": card("red", 5)}
    )
    both = holding(two, card("joker", 3), card("red", 5), card("blue", 5))
    assert play(both, add("red", 5), add("blue", 5), add("joker", 3, row="red")).turn == 1


def test_a_joker_that_fits_one_row_only_is_sorted_in_there() -> None:
    table = holding(laid({"red": [7]}, {}), card("joker", 3), card("red", 5))
    assert refusal(table, add("red", 5)) == Message("perfect_numbers.lower_first", {"card": card("joker", 3)})
    assert play(table, add("joker", 3), add("red", 5)).rows == [{"red": [7, 3, 5]}, {}]
    other = holding(laid({"red": [7]}, {}), card("joker", 3), card("red", 5), card("blue", 4))
    assert play(other, add("red", 5), add("blue", 4), add("joker", 3, row="blue")).turn == 1


def test_untold_cards_may_be_any_but_no_more_than_the_group_holds() -> None:
    table = play(tracked(), take(1))
    assert (table.turn, table.counts["pending"], conserved(table)) == (1, 2, 100)
    table = play(table, add("red", 5), add("green", 4))
    assert (table.rows[0]["red"], table.turn, conserved(table)) == ([7, 5], 1, 100)
    assert refusal(table, add("red", 6, seat=0)).key == "perfect_numbers.not_taken"
    assert play(table, take(0)).tracked


def test_cards_that_are_never_told_make_the_rows_unknown() -> None:
    table = play(tracked(), take(1), add("red", 5))
    told = Message("perfect_numbers.cards_not_told", {"seat": 0, "cards": 1})
    assert refusal(table, {"move": "rotate", "row": "red", "seat": 1}) == told
    after = play(table, take(0, card("red", 2), card("red", 3), card("red", 4)))
    assert (after.rows, after.pending, after.turn) == (None, (), 0)


def test_an_untold_action_is_taken_for_a_stored_one_if_there_is_one() -> None:
    table = play(tracked(), {"move": "correct", "rows": [{"red": [5, 7], "actions": ["move"]}, {}]})
    table = play(table, take(3), {"move": "rotate", "row": "red"})
    assert (table.seats[0].actions, table.unseen) == ((), 1)
    table = play(table, {"move": "rotate", "row": "red"})
    assert (table.unseen, table.rows, conserved(table)) == (0, [{"red": [5, 7]}, {}], 100)


# -- Who may act ------------------------------------------------------------------------------------------


def storing() -> PerfectNumbersTable:
    rows = [{"red": [3, 7, 6], "actions": ["move"]}, {"red": [2, 7], "actions": ["move"]}]
    return play(tracked(), {"move": "correct", "rows": rows, "draw_pile": 80})


ROTATE = {"move": "rotate", "row": "red"}


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


# -- Corrections ------------------------------------------------------------------------------------------


def correct(**fields: Any) -> Move:
    return {"move": "correct", **fields}


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


def closing(seat: int, number: int, **more: Any) -> Move:
    return {"move": "close", "seat": seat, "number": number, **more}


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


# -- Counting and ranking ---------------------------------------------------------------------------------


def sheet(*points: Any) -> dict[str, Any]:
    return {"seats": [{"points": own} for own in points]}


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


# -- Whole games ------------------------------------------------------------------------------------------

VARIANTS = [
    {},
    {"three_rows": True},
    {"lower_on_other": "actor"},
    {"deck": None},
    {"move_bonus": False},
    {"stolen_may_drop": False},
    {"three_rows": True, "deck": None},
]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_random_games(players: int, full: bool) -> None:
    for seed in range(60):
        rng = random.Random(f"{seed} {players} {full}")
        play_out(rng, players, full, VARIANTS[seed % len(VARIANTS)])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_random_games_whose_rounds_end_with_a_short_pile(players: int, full: bool) -> None:
    told_apart = 0
    for seed in range(60):
        game = RealTable(random.Random(f"{seed} {players} {full} short"), players, full, {"deck": None})
        game.ripe = True
        game.play()
        told_apart += game.told_apart
    assert told_apart > 0


@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_replaying_and_undoing(full: bool) -> None:
    for seed in range(6):
        played = play_out(random.Random(seed), 2 + seed % 3, full)
        table = GAME.start(played.players, played.options, played.starter)
        tables = [table]
        for move in json.loads(json.dumps(played.moves)):
            table = GAME.play(table, {**move, "at": 12.5})
            tables.append(table)
        assert table == played.table
        for at in range(0, len(tables), 17):
            fresh = GAME.start(played.players, played.options, played.starter)
            assert play(fresh, *played.moves[:at]) == tables[at]


# -- Whatever arrives -------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
WORDS = st.sampled_from([*COLOURS, "joker", "joker-row", "actions", "steal", "move", "protect"])
NUMBERS = st.integers(-1, 9) | st.just(10**30) | st.just(float("nan"))
JSON = st.recursive(
    SCALARS | WORDS | NUMBERS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6) | WORDS | st.sampled_from(["colour", "number"]), inner, max_size=4
        )
    ),
    max_leaves=5,
)
CARDS = st.fixed_dictionaries({"colour": WORDS | JSON, "number": NUMBERS}) | st.fixed_dictionaries(
    {"action": WORDS | JSON}
)
NAMED = {
    "group": NUMBERS,
    "cards": st.lists(CARDS, max_size=4) | JSON,
    "card": CARDS | JSON,
    "seat": NUMBERS | JSON,
    "other": NUMBERS | JSON,
    "row": WORDS | JSON,
    "from": WORDS | JSON,
    "to_row": WORDS | JSON,
    "action": WORDS | JSON,
    "close": st.booleans() | JSON,
    "number": NUMBERS,
    "rows": st.lists(st.dictionaries(WORDS, st.lists(NUMBERS | CARDS, max_size=3)), max_size=3) | JSON,
    "scores": st.lists(NUMBERS, max_size=3) | JSON,
    "pending": st.lists(CARDS, max_size=4) | JSON,
    "groups": st.lists(NUMBERS, max_size=5) | JSON,
    "draw_pile": NUMBERS | JSON,
    "deck": NUMBERS | st.integers(10, 120) | JSON,
    "drop": WORDS | JSON,
    "before_refill": st.booleans() | JSON,
    "turn": NUMBERS | JSON,
    "at": NUMBERS | JSON,
    "rubbish": JSON,
}
MOVES = st.fixed_dictionaries({"move": st.sampled_from(sorted(GAME.moves)) | JSON}, optional=NAMED) | JSON
OPTIONS = (
    st.fixed_dictionaries(
        {},
        optional={
            "three_rows": st.booleans() | JSON,
            "deck": NUMBERS | st.integers(10, 120) | JSON,
            "lower_on_other": st.sampled_from(["owner", "actor"]) | JSON,
            "move_bonus": st.booleans() | JSON,
            "stolen_may_drop": st.booleans() | JSON,
            "start": st.lists(st.lists(CARDS, min_size=2, max_size=3), min_size=2, max_size=2) | JSON,
        },
    )
    | JSON
)
TABLES = [
    start(2),
    tracked(),
    play(tracked(), take(0, card("red", 5), card("joker", 3), {"action": "steal"})),
    play(tracked(), take(0)),
    laid(FULL, {"blue": [7, 6, 5], "joker-row": [4], "actions": ["move"]}, draw_pile=9),
    laid(FULL, {"blue": [7, 6, 5]}, options={"deck": 60}),
    storing(),
    last_turn(),
    play(start(2), {"move": "end"}),
    play(start(2, deck=30), *WHOLE_ROUND),
]


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(st.sampled_from(TABLES), MOVES)
def test_any_move_is_played_or_refused(table: PerfectNumbersTable, move: Any) -> None:
    before = repr(table)
    try:
        after = GAME.play(table, move)
    except IllegalMove as refused:
        assert refused.key
        assert GAME.why_not(table, move) == refused.reason
        if correction := GAME.mend(table, move):
            play(table, correction, move)
    else:
        assert GAME.why_not(table, move) is None
        assert after.phase in ("play", "last", "over")
        GAME.notices(after)
        if after.tracked and after.deck is not None and after.draw_pile is not None:
            assert conserved(after) == after.deck
    assert repr(table) == before


@settings(max_examples=500, deadline=None)
@given(OPTIONS)
def test_any_options_are_read_or_refused(options: Any) -> None:
    try:
        table = GAME.start(2, options, 0)
    except InvalidOptions as refused:
        assert refused.key
    else:
        assert table.counts["market"] == 8


@settings(max_examples=400, deadline=None)
@given(JSON | st.builds(lambda seats: {"seats": seats}, JSON), st.booleans())
def test_any_sheet_is_counted_or_refused(value: Any, force: bool) -> None:
    try:
        GAME.score(2, {"deck": 60}, value, force=force)
    except Refusal as refused:
        assert isinstance(refused, InvalidSheet)
        assert refused.key
    assert isinstance(GAME.check(2, {"deck": 60}, value), list)
