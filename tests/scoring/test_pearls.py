"""Pearls: its set-up table, turns, end, scoring and ranking."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring.pearls
from scoring import GAMES, IllegalMove, InvalidOptions, InvalidSheet
from scoring.pearls.count import Count, necklaces_earned
from tests.scoring.pearls_player import play_out

PEARLS = GAMES["pearls"]
EXAMPLES = json.loads((Path(__file__).parent / "data" / "pearls.json").read_text("utf-8"))

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.pearls.__file__).parent.glob("*.py"))


def levels(problems: list[Any]) -> set[str]:
    return {problem.level for problem in problems}


def start(players: int = 3, starter: int = 0, **options: Any) -> Any:
    return PEARLS.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = PEARLS.play(table, move)
    return table


def refusal(table: Any, move: dict[str, Any]) -> str:
    with pytest.raises(IllegalMove) as caught:
        PEARLS.play(table, move)
    assert PEARLS.why_not(table, move) == caught.value.reason
    return caught.value.key


def correct(**what: Any) -> dict[str, Any]:
    return {"move": "correct", **what}


def take(cards: int, **more: Any) -> dict[str, Any]:
    return {"move": "take", "cards": cards, **more}


def place(cards: int, **more: Any) -> dict[str, Any]:
    return {"move": "place", "cards": cards, **more}


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_worked_examples(case: dict[str, Any]) -> None:
    given_table = {"players": case["players"], "options": case["options"], "sheet": case["sheet"]}
    found = levels(PEARLS.check(**given_table))
    assert ("error" in found) == case.get("invalid", False)
    assert ("warning" in found) == case["incomplete"]
    if case.get("invalid"):
        with pytest.raises(InvalidSheet):
            PEARLS.score(**given_table)
        return
    result = PEARLS.score(**given_table)
    for name, expected in case["expect"].items():
        assert getattr(result, name) == expected


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


def test_corrections_trigger_the_end_and_take_it_back() -> None:
    table = play(start(3), take(1), {"move": "correct", "draw_pile": 0})
    assert (table.phase, table.turn, table.last_turns) == ("last", 1, 3)
    table = play(table, {"move": "correct", "draw_pile": 4})
    assert (table.phase, table.trigger) == ("play", None)
    assert play(table, {"move": "correct", "turn": 0}).turn == 0


def test_the_table_may_end_at_any_time() -> None:
    table = play(start(), {"move": "end"})
    assert (table.phase, table.trigger) == ("over", "table")


@pytest.mark.parametrize("turn", [None, 1])
def test_a_correction_takes_back_an_end_that_came_by_a_count(turn: int | None) -> None:
    table = play(start(2), correct(draw_pile=1), take(1), place(1), place(1))
    assert (table.phase, table.turn) == ("over", 0)
    said = {} if turn is None else {"turn": turn}
    table = play(table, correct(draw_pile=9, **said), take(1))
    assert (table.phase, table.trigger, table.counts["draw_pile"]) == ("play", None, 8)
    assert (table.turn, table.round) == (0, 3)


def test_an_end_that_the_players_told_stays() -> None:
    table = play(start(2), correct(draw_pile=0), {"move": "end"}, correct(draw_pile=9))
    assert (table.phase, table.trigger) == ("over", "table")


def test_what_was_over_by_a_count_goes_on_with_one_correction() -> None:
    table = play(start(2), correct(draw_pile=1), take(1), place(1), place(1))
    assert PEARLS.mend(table, take(2)) == correct(draw_pile=1)
    assert play(table, correct(draw_pile=1), take(2)).phase == "last"
    assert PEARLS.mend(play(start(2), {"move": "end"}), take(2)) is None


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"turn": 3}, "field.out_of_range"),
        ({"draw_pile": -1}, "field.out_of_range"),
        ({"display": 7}, "field.out_of_range"),
        ({"display": {"red": 4, "blue": 3}}, "field.out_of_range"),
        ({"display": "six"}, "field.not_an_object"),
        ({"necklaces": [3]}, "pearls.necklace_values"),
        ({"necklaces": [4, 4]}, "pearls.necklace_copies"),
        ({"hands": [1, 2]}, "field.one_number_per_seat"),
        ({"hands": [1, 2, True]}, "field.one_number_per_seat"),
        ({"pile": 4}, "field.unknown"),
    ],
)
def test_corrections_that_cannot_be(fields: dict[str, Any], key: str) -> None:
    assert refusal(start(), {"move": "correct", **fields}) == key


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


def test_what_was_noted_of_a_colour_can_be_forgotten() -> None:
    table = play(start(4), {"move": "correct", "display": {"purple": 3, "blue": 3}})
    table = play(table, take(3, colour="purple"), place(2, colour="blue"), take(1, colour="red"))
    forgotten = play(table, {"move": "correct", "forget": ["purple", "blue"]})
    assert forgotten.display_known == {}
    assert (forgotten.unseen["purple"], forgotten.unseen["blue"]) == (4, 12)
    assert [seat.taken for seat in forgotten.seats] == [{}, {}, {"red": 1}, {}]
    assert (forgotten.seats[1].placed, forgotten.seats[1].placed_unseen, forgotten.seats[1].pile) == (
        {},
        2,
        2,
    )
    assert play(table, {"move": "correct", "forget": []}) == table
    assert refusal(table, {"move": "correct", "forget": "purple"}) == "field.not_a_list"
    assert refusal(table, {"move": "correct", "forget": ["pink"]}) == "field.not_one_of"
    assert refusal(table, {"move": "correct", "forget": [["red"]]}) == "field.not_one_of"


def test_a_corrected_display_wins_over_what_was_mistracked() -> None:
    table = play(start(4), take(3, colour="purple"), place(1, colour="purple"))
    assert refusal(table, {"move": "correct", "display": {"purple": 5}}) == "pearls.more_than_exist"
    table = play(table, {"move": "correct", "display": {"purple": 1, "red": 5}})
    assert table.display_known == {"purple": 1, "red": 5}
    assert (table.seats[0].known_hand, table.seats[1].placed, table.seats[1].pile) == ({}, {}, 1)
    assert play(table, take(1, colour="purple")).seats[2].known_hand == {"purple": 1}


def test_a_corrected_hand_drops_what_was_thought_to_be_in_it() -> None:
    table = play(start(2), {"move": "correct", "hands": [0, 6]}, take(5, colour="blue"), take(1))
    table = play(table, {"move": "correct", "hands": [3, 7]})
    assert table.seats[0].known_hand == {}
    assert play(table, place(3, colour="blue")).seats[0].placed == {"blue": 3}


FOUR_BLUE = play(start(4), correct(display={"blue": 4, "red": 2}), take(4, colour="blue"), correct(turn=0))
ALL_PURPLE_SEEN = play(start(4), correct(display={"purple": 4, "red": 2}), take(4, colour="purple"))

COUNTED_OTHERWISE: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    ("pearls.only_placing_now", play(start(), correct(draw_pile=0)), take(2), correct(draw_pile=7)),
    ("pearls.display_too_small", play(start(), correct(display=2)), take(3), correct(display=6)),
    ("pearls.hand_limit", start(), take(5), correct(hands=[5, 6, 6])),
    (
        "pearls.take_all_of_colour",
        play(start(), correct(display={"blue": 2, "green": 4})),
        take(3, colour="blue"),
        correct(display=6),
    ),
    ("pearls.not_refilled", play(start(4), take(2, colour="red")), take(4, colour="red"), correct(display=6)),
    (
        "pearls.refill_count",
        play(start(4), correct(draw_pile=1)),
        take(2, colour="red", refill={"blue": 2}),
        correct(draw_pile=2),
    ),
    ("pearls.too_few_in_hand", start(), place(7), correct(hands=[7, 6, 6])),
    (
        "pearls.no_such_necklace",
        play(start(), correct(necklaces=[5])),
        place(4, necklace=True),
        correct(necklaces=[4, 5]),
    ),
    (
        "pearls.how_many_jokers",
        play(start(4), take(2, colour="purple")),
        place(4, colour="purple"),
        correct(forget=["purple"]),
    ),
    ("pearls.not_in_hand", FOUR_BLUE, place(7, colour="red"), correct(forget=["blue"])),
    (
        "pearls.more_than_exist",
        ALL_PURPLE_SEEN,
        take(2, colour="red", refill={"purple": 2}),
        correct(forget=["purple"]),
    ),
    ("pearls.no_passing", start(), {"move": "pass"}, correct(draw_pile=0, hands=[0, 6, 6])),
    (
        "pearls.must_place",
        play(start(), correct(draw_pile=0)),
        {"move": "pass"},
        correct(hands=[0, 6, 6]),
    ),
]
NOBODY_KNOWS = {"pearls.how_many_jokers"}
"""A question to answer, not a count to correct."""
WHATEVER_WAS_COUNTED = {"pearls.colour_not_in_play", "pearls.jokers_need_a_colour"}


@pytest.mark.parametrize(
    ("key", "table", "move", "correction"), COUNTED_OTHERWISE, ids=[case[0] for case in COUNTED_OTHERWISE]
)
def test_one_correction_lifts_what_only_a_count_refuses(
    key: str, table: Any, move: dict[str, Any], correction: dict[str, Any]
) -> None:
    assert refusal(table, move) == key
    assert PEARLS.why_not(play(table, correction), move) is None


@pytest.mark.parametrize(
    ("key", "table", "move"),
    [case[:3] for case in COUNTED_OTHERWISE],
    ids=[case[0] for case in COUNTED_OTHERWISE],
)
def test_the_correction_is_ready_unless_one_would_have_to_guess(key: str, table: Any, move: Any) -> None:
    correction = PEARLS.mend(table, move)
    assert (correction is None) == (key in NOBODY_KNOWS)
    if correction is not None:
        assert PEARLS.why_not(play(table, correction), move) is None


def test_every_refusal_of_a_move_is_lifted_or_has_no_count_behind_it() -> None:
    stated = set(re.findall(r'IllegalMove\(\s*"(pearls\.[a-z_]+)"', SOURCE))
    assert stated == {case[0] for case in COUNTED_OTHERWISE} | WHATEVER_WAS_COUNTED


def test_sheet_is_filled_in_from_what_was_tracked() -> None:
    table = play(
        start(2),
        {"move": "correct", "hands": [0, 6]},
        {"move": "correct", "display": {"blue": 5, "purple": 1}},
        take(5, colour="blue"),
        place(4, colour="red", necklace=True),
        place(3, colour="blue"),
    )
    assert PEARLS.sheet(table) == {
        "seats": [
            {"pile": {"blue": 3}, "necklaces": [], "hand": {"blue": 2}},
            {"pile": {"red": 4}, "necklaces": [4], "hand": {}},
        ]
    }


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
@pytest.mark.parametrize(
    ("players", "all_cards"),
    [(2, False), (2, True), (3, False), (3, True), (4, False), (5, False), (6, False)],
)
def test_random_games_end_conserve_cards_and_count_clean(players: int, all_cards: bool, full: bool) -> None:
    for seed in range(80):
        played = play_out(Random(seed), players, full, {"all_cards": all_cards})
        if full:
            sheet = PEARLS.sheet(played.table)
            assert "error" not in levels(PEARLS.check(players, played.options, sheet))


def count(pile: dict[str, int], necklaces: tuple[int, ...]) -> Count:
    return Count(pile, necklaces, {})


def earned_by_trying_everything(pile: dict[str, int], necklaces: tuple[int, ...]) -> bool:
    """Gives every necklace to every colour in turn; jokers fill what a colour lacks."""
    colours = [colour for colour in pile if colour != "wild"]
    for choice in product([*colours, None], repeat=len(necklaces)):
        demand = dict.fromkeys([*colours, None], 0)
        for colour, value in zip(choice, necklaces, strict=True):
            demand[colour] += value
        short = demand[None] + sum(max(0, demand[colour] - pile[colour]) for colour in colours)
        if short <= pile.get("wild", 0):
            return True
    return False


@given(
    st.dictionaries(st.sampled_from(["yellow", "red", "green", "wild"]), st.integers(0, 12)),
    st.lists(st.integers(4, 9), max_size=4),
)
def test_necklaces_earned_agrees_with_trying_everything(pile: dict[str, int], necklaces: list[int]) -> None:
    values = tuple(sorted(necklaces))
    assert necklaces_earned(count(pile, values)) == earned_by_trying_everything(pile, values)


def four_seats(**first: Any) -> dict[str, Any]:
    empty = {"pile": {}, "necklaces": [], "hand": {}}
    return {"seats": [{**empty, **first}, empty, empty, empty]}


@pytest.mark.parametrize(
    ("seat", "key"),
    [
        ({"pile": {"yellow": 25}}, "pearls.too_many_of_colour"),
        ({"pile": {"yellow": 20, "red": 20}, "necklaces": [4, 4]}, "pearls.necklace_counted_twice"),
        ({"pile": {"yellow": 5}, "necklaces": [6]}, "pearls.necklaces_not_earned"),
        ({"hand": {"yellow": 11}}, "pearls.hand_over_limit"),
        ({"necklaces": [3]}, "pearls.necklace_values"),
        ({"necklaces": [True]}, "pearls.necklace_values"),
        ({"necklaces": [4] * 11}, "pearls.too_many_necklaces"),
        ({"pile": {"pink": 1}}, "field.unknown"),
        ({"pile": {"red": -1}}, "field.out_of_range"),
        ({"pile": {"red": 1.5}}, "field.not_a_whole_number"),
    ],
)
def test_impossible_sheets(seat: dict[str, Any], key: str) -> None:
    problems = PEARLS.check(4, {}, four_seats(**seat))
    assert key in [problem.key for problem in problems if problem.level == "error"]
    with pytest.raises(InvalidSheet):
        PEARLS.score(4, {}, four_seats(**seat))


def test_impossible_sheet_may_be_counted_all_the_same() -> None:
    sheet = four_seats(pile={"yellow": 26})
    result = PEARLS.score(4, {}, sheet, force=True)
    assert result.totals[0] == 26
    assert "error" in levels(result.problems)


@pytest.mark.parametrize(
    ("counted", "keys"),
    [
        (
            {"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, "wild": 9},
            {"missing"},
        ),
        ({"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, "wild": 10}, set()),
        ({"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, "wild": 15}, set()),
        (
            {"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, "wild": 16},
            {"left_over"},
        ),
    ],
)
def test_unlikely_sheets(counted: dict[str, int], keys: set[str]) -> None:
    found = {problem.key for problem in PEARLS.check(4, {}, four_seats(pile=counted))}
    assert found == {f"pearls.cards_{key}" for key in keys}


def test_all_necklaces_taken_says_nothing_about_missing_cards() -> None:
    pile = {"yellow": 24, "red": 20, "green": 16, "blue": 12}
    necklaces = [4, 5, 5, 6, 6, 7, 7, 8, 8, 9]
    assert PEARLS.check(4, {}, four_seats(pile=pile, necklaces=necklaces)) == []


def test_full_hand_at_the_end_is_doubtful() -> None:
    keys = [problem.key for problem in PEARLS.check(4, {}, four_seats(hand={"yellow": 10}))]
    assert "pearls.full_hand" in keys


def test_every_point_has_its_line_and_every_rank_its_reason() -> None:
    sheet = {
        "seats": [
            {"pile": {"yellow": 9, "wild": 1}, "necklaces": [5], "hand": {"blue": 2}},
            {"pile": {"blue": 5}, "necklaces": [], "hand": {"wild": 1}},
            {"pile": {"blue": 5}, "necklaces": [], "hand": {}},
            {"pile": {"blue": 5}, "necklaces": [], "hand": {"wild": 1}},
        ]
    }
    result = PEARLS.score(4, {}, sheet, force=True)
    assert result.totals == [10, 10, 10, 10]
    assert result.ranks == [1, 2, 4, 2]
    assert [(line.part, line.points) for line in result.lines[0]] == [
        ("pearls", 9),
        ("pearls", 0),
        ("necklaces", 5),
        ("hand", -4),
    ]
    assert [reason.key for reason in result.reasons] == [
        "pearls.rank.by_hand",
        "pearls.rank.shared",
        "pearls.rank.by_hand",
        "pearls.rank.shared",
    ]
    assert json.loads(json.dumps(result.as_json()))["totals"] == result.totals
