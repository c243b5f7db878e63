"""Perfect Numbers: cards that the phone was told."""

from __future__ import annotations

from scoring.core import Message
from scoring.perfect_numbers.rules import GAME
from tests.scoring.perfect_numbers.plays import (
    FULL,
    add,
    card,
    conserved,
    correct,
    holding,
    laid,
    play,
    refusal,
    take,
    tracked,
)


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
