"""Pearls: worked examples, sheets, points and ranking."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import InvalidSheet
from scoring.pearls.count import Count, necklaces_earned
from tests.scoring.pearls.plays import PEARLS, place, play, start, take
from tests.scoring.pearls_player import play_out

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "pearls.json").read_text("utf-8"))


def levels(problems: list[Any]) -> set[str]:
    return {problem.level for problem in problems}


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
