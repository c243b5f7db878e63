"""Perfect Numbers: rounds and the end."""

from __future__ import annotations

import pytest

from scoring.core import Message
from scoring.perfect_numbers.rules import GAME
from tests.scoring.perfect_numbers.plays import (
    WHOLE_ROUND,
    Move,
    add,
    card,
    correct,
    laid,
    last_turn,
    play,
    refusal,
    start,
    take,
)

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


def test_the_last_player_of_all_may_still_use_a_stored_action() -> None:
    over = last_turn()
    assert over.phase == "over"
    after = play(over, {"move": "rotate", "row": "blue"})
    assert (after.phase, after.scores, after.rows) == ("over", [0, 4], [{"red": [7]}, {}])
    assert refusal(over, {"move": "rotate", "row": "red", "seat": 0}).key == "perfect_numbers.not_your_turn"
    assert refusal(over, {"move": "protect", "row": "blue"}).key == "perfect_numbers.no_such_action"
