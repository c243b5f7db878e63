"""Pearls: what is known and refused when colours are told."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.scoring.pearls.plays import PEARLS, place, play, refusal, start, take


def test_full_tracking_knows_display_hands_and_what_is_unseen() -> None:
    table = play(start(4), {"move": "correct", "display": {"blue": 2, "wild": 1, "yellow": 3}})
    assert table.unseen["blue"] == 10
    assert refusal(table, take(1, colour="blue")) == "pearls.take_all_of_colour"
    assert refusal(table, take(1, colour="red")) == "pearls.take_all_of_colour"
    assert refusal(table, take(2, colour="blue", refill={"red": 1})) == "pearls.refill_count"
    table = play(table, take(2, colour="blue", refill={"red": 1, "purple": 1}))
    assert table.display_known == {"wild": 1, "yellow": 3, "red": 1, "purple": 1}
    assert table.seats[0].known_hand == {"blue": 2}
    assert (table.unseen["blue"], table.unseen["purple"]) == (10, 3)
    table = play(table, take(1), place(2, colour="green", wild=1), place(6))
    assert table.display_known == {}
    assert table.seats[2].placed == {"green": 1, "wild": 1}
    placed = play(table, place(3, colour="blue"))
    assert placed.seats[0].known_hand == {}
    assert placed.unseen["blue"] == 9


def test_full_tracking_refuses_what_contradicts_the_cards() -> None:
    table = play(start(4), {"move": "correct", "display": {"blue": 4, "purple": 2}})
    table = play(table, take(4, colour="blue"), take(2, colour="purple"), place(1), place(1))
    assert refusal(table, place(7, colour="red")) == "pearls.not_in_hand"
    assert refusal(table, place(6, colour="purple", wild=0)) == "pearls.more_than_exist"
    assert refusal(table, place(2, wild=1)) == "pearls.jokers_need_a_colour"
    assert refusal(table, place(2, colour="wild", wild=1)) == "pearls.jokers_need_a_colour"
    assert refusal(table, place(2, colour="red", wild=2)) == "pearls.jokers_need_a_colour"
    assert refusal(table, take(1, colour="pink")) == "field.not_one_of"
    assert refusal(start(3), take(1, colour="red")) == "pearls.colour_not_in_play"
    few = play(start(4), {"move": "correct", "display": 2})
    assert refusal(few, take(3)) == "pearls.display_too_small"


def only_purple_and_jokers(*cards: tuple[str, int]) -> Any:
    """Seat 0 had nothing else than what it took from the display; two players, seat 0's turn."""
    table = play(start(2), {"move": "correct", "hands": [0, 0]})
    for colour, n in cards:
        table = play(table, {"move": "correct", "display": {colour: n, "red": 6 - n}, "turn": 0})
        table = play(table, take(n, colour=colour))
    return play(table, {"move": "correct", "turn": 0})


def test_jokers_that_must_make_up_the_rest_are_understood() -> None:
    table = only_purple_and_jokers(("purple", 3), ("wild", 2))
    assert play(table, place(5, colour="purple")).seats[0].placed == {"purple": 3, "wild": 2}
    assert play(table, place(5, colour="purple")) == play(table, place(5, colour="purple", wild=2))
    assert play(table, place(3, colour="purple")).seats[0].placed == {"purple": 3}
    assert refusal(table, place(5, colour="purple", wild=0)) == "pearls.not_in_hand"
    assert refusal(table, place(5, colour="purple", wild=1)) == "pearls.not_in_hand"
    earned = play(table, place(5, colour="purple", necklace=True))
    assert earned.seats[0].necklaces == (5,)


def test_how_many_jokers_is_asked_where_several_numbers_are_possible() -> None:
    table = start(4)
    move = place(5, colour="purple")
    reason = PEARLS.why_not(table, move)
    assert reason is not None
    assert reason.key == "pearls.how_many_jokers"
    assert reason.args == {"colour": "purple", "cards": 5, "fewest": 1, "most": 4}
    assert play(table, {**move, "wild": 2}).seats[0].placed == {"purple": 3, "wild": 2}
    elsewhere = play(table, take(3, colour="purple"))
    assert PEARLS.why_not(elsewhere, place(1, colour="purple")) is None
    assert play(elsewhere, place(2, colour="purple")).seats[1].placed == {"purple": 1, "wild": 1}


def test_nothing_makes_up_for_cards_that_nobody_can_hold() -> None:
    table = only_purple_and_jokers(("blue", 2), ("wild", 1))
    assert refusal(table, place(3, colour="purple")) == "pearls.not_in_hand"
    assert refusal(table, place(3, colour="wild")) == "pearls.not_in_hand"
    for_lack_of_jokers = play(start(4), *[take(4, colour="wild")] * 3, {"move": "correct", "turn": 3})
    assert refusal(for_lack_of_jokers, place(6, colour="wild")) == "pearls.more_than_exist"


def test_a_colour_taken_twice_must_have_come_up_again() -> None:
    table = play(start(4), take(3, colour="red", refill={"blue": 3}))
    again = PEARLS.why_not(table, take(1, colour="red"))
    assert again is not None
    assert (again.key, again.args) == ("pearls.not_refilled", {"colour": "red", "cards": 1, "most": 0})
    assert refusal(table, take(4, colour="blue", refill={})) == "pearls.refill_count"
    unknown_refill = play(start(4), take(2, colour="red"))
    assert refusal(unknown_refill, take(3, colour="red")) == "pearls.not_refilled"
    assert play(unknown_refill, take(2, colour="red")).seats[1].taken == {"red": 2}


def test_cards_that_came_up_since_may_be_of_any_colour_but_only_once() -> None:
    table = play(start(6), take(2, colour="red"), take(3, colour="blue"))
    assert play(table, take(4, colour="red")).seats[2].taken == {"red": 4}, "all blue ones had lain there"
    assert refusal(table, take(4, colour="blue")) == "pearls.not_refilled"
    table = play(table, take(3, colour="blue"))
    assert refusal(table, take(4, colour="blue")) == "pearls.not_refilled"
    assert play(table, take(4, colour="red")).seats[3].taken == {"red": 4}
    forgotten = play(table, take(1))
    assert play(forgotten, take(4, colour="red")).seats[4].taken == {"red": 4}
    corrected = play(table, {"move": "correct", "display": 6})
    assert play(corrected, take(4, colour="blue")).seats[3].taken == {"blue": 4}


def displays(cards: int) -> set[tuple[int, int, int]]:
    """Every mixture of so many red, yellow and other cards."""
    return {
        (red, yellow, cards - red - yellow) for red in range(cards + 1) for yellow in range(cards + 1 - red)
    }


def after_taking(cards: int, colour: str, before: set[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """What may lie there after all cards of a colour were so many, and as many of any kind came up."""
    which = ["red", "yellow"].index(colour)
    rest = [
        tuple(0 if at == which else n for at, n in enumerate(mix)) for mix in before if mix[which] == cards
    ]
    return {(a + x, b + y, c + z) for a, b, c in rest for x, y, z in displays(cards)}


def test_takings_are_refused_exactly_where_no_display_explains_them() -> None:
    rng = Random(9)
    refusals = 0
    for _ in range(400):
        table, possible = start(6), displays(6)
        for _turn in range(5):
            cards, colour = rng.randint(1, 4), rng.choice(["red", "yellow"])
            move = take(cards, colour=colour)
            after = after_taking(cards, colour, possible)
            assert (PEARLS.why_not(table, move) is None) == bool(after)
            refusals += not after
            if after:
                table, possible = play(table, move), after
    assert refusals > 50
