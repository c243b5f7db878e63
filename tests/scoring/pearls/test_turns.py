"""Pearls: set-up, turns and the end."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import InvalidOptions
from tests.scoring.pearls.plays import PEARLS, place, play, refusal, start, take


@pytest.mark.parametrize(
    ("players", "all_cards", "removed", "in_play", "dealt", "draw_pile"),
    [
        (2, False, 40, 60, 12, 42),
        (3, False, 20, 80, 18, 56),
        (4, False, 0, 100, 24, 70),
        (5, False, 0, 100, 30, 64),
        (6, False, 0, 100, 36, 58),
        (2, True, 0, 100, 12, 82),
        (3, True, 0, 100, 18, 76),
    ],
)
def test_set_up_table(
    players: int, all_cards: bool, removed: int, in_play: int, dealt: int, draw_pile: int
) -> None:
    setup = PEARLS.setup(players=players, options={"all_cards": all_cards})
    assert setup.counts == {
        "removed": removed,
        "in_play": in_play,
        "dealt": dealt,
        "display": 6,
        "draw_pile": draw_pile,
        "necklaces": 10,
    }
    back = {step.args["colour"]: step.args["cards"] for step in setup.steps if step.key.endswith("remove")}
    assert back == ({2: {"yellow": 24, "green": 16}, 3: {"red": 20}}.get(players, {}) if removed else {})
    table = start(players, all_cards=all_cards)
    assert table.counts == {"draw_pile": draw_pile, "display": 6, "necklaces": 10}
    assert (table.turn, table.round, table.phase) == (0, 1, "play")


@pytest.mark.parametrize("players", [1, 7, True, 2.0, "3", None])
def test_wrong_player_count_is_refused(players: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        PEARLS.setup(players=players, options={})
    assert caught.value.key == "players.count"


@pytest.mark.parametrize("starter", [-1, 3, True, 1.0, None])
def test_wrong_starter_is_refused(starter: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        PEARLS.start(players=3, options={}, starter=starter)
    assert caught.value.key == "starter.not_a_seat"


def test_taking_moves_cards_and_passes_the_turn_clockwise() -> None:
    table = play(start(3, starter=2), take(3))
    assert table.counts["draw_pile"] == 53
    assert table.seats[2].hand == 9
    assert (table.turn, table.round) == (0, 1)
    assert play(table, take(1), take(1)).round == 2


def test_hand_limit_of_ten() -> None:
    table = start()
    assert refusal(table, take(5)) == "pearls.hand_limit"
    assert play(table, take(4)).seats[0].hand == 10


def test_necklace_needs_the_exact_number_and_is_optional() -> None:
    table = start()
    assert refusal(table, place(3, necklace=True)) == "pearls.no_such_necklace"
    assert play(table, place(4)).counts["necklaces"] == 10
    taken = play(table, place(4, necklace=True))
    assert taken.seats[0].necklaces == (4,)
    assert 4 not in taken.necklaces
    assert refusal(taken, place(4, necklace=True)) == "pearls.no_such_necklace"


def test_placing_needs_the_cards_in_hand() -> None:
    assert refusal(start(), place(7)) == "pearls.too_few_in_hand"


def test_no_passing_before_the_end() -> None:
    assert refusal(start(), {"move": "pass"}) == "pearls.no_passing"


def test_empty_pile_gives_everybody_one_more_turn_from_the_left_of_the_trigger() -> None:
    table = play(start(3), {"move": "correct", "draw_pile": 2}, take(2))
    assert (table.phase, table.trigger, table.turn, table.last_turns) == ("last", "draw_pile", 1, 3)
    assert refusal(table, take(1)) == "pearls.only_placing_now"
    assert refusal(table, {"move": "pass"}) == "pearls.must_place"
    table = play(table, place(6))
    assert table.turn == 2
    table = play(table, place(6), place(1))
    assert table.phase == "over"
    assert refusal(table, place(1)) == "move.game_over"
    assert [notice.key for notice in PEARLS.notices(table)] == ["notice.count_now"]


def test_pile_that_runs_short_leaves_a_small_display() -> None:
    table = play(start(3), {"move": "correct", "draw_pile": 1}, take(3))
    assert (table.counts["draw_pile"], table.counts["display"], table.phase) == (0, 4, "last")


def test_last_necklace_triggers_the_end_and_the_trigger_player_ends_it() -> None:
    table = play(start(2), {"move": "correct", "necklaces": [5]}, take(1), place(5, necklace=True))
    assert (table.phase, table.trigger, table.turn) == ("last", "necklaces", 0)
    table = play(table, place(7))
    assert (table.turn, table.phase) == (1, "last")
    assert play(table, place(1)).phase == "over"


def test_empty_hand_passes_in_the_last_turn() -> None:
    table = play(start(2), {"move": "correct", "draw_pile": 0, "hands": [0, 3]})
    assert [notice.key for notice in PEARLS.notices(table)] == [
        "pearls.notice.last_turns",
        "pearls.notice.pass_empty_hand",
    ]
    assert refusal(table, place(1)) == "pearls.too_few_in_hand"
    assert play(table, {"move": "pass"}).turn == 1


def test_the_end_is_announced_before_it_comes() -> None:
    table = start(4)
    assert PEARLS.notices(table) == []
    low = play(table, {"move": "correct", "draw_pile": 7, "necklaces": [8, 9]})
    pile, necklaces = PEARLS.notices(low)
    assert (pile.key, pile.args) == ("pearls.notice.pile_low", {"cards": 7, "turns": 2})
    assert necklaces.args == {"necklaces": 2}
