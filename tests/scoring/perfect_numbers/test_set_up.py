"""Perfect Numbers: what is laid out."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import InvalidOptions, Message
from scoring.perfect_numbers.rules import GAME, PerfectNumbersTable
from tests.scoring.perfect_numbers.plays import DULL_START, Move, card, conserved, start


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
