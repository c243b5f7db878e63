"""Coloretto: worked examples, jokers, colours, checks and ranking."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import InvalidSheet
from scoring.coloretto.count import Count, choose
from scoring.coloretto.rules import COLOURS, worth
from scoring.coloretto.table import Options
from tests.scoring.coloretto.plays import COLORETTO, keys, levels

DATA = Path(__file__).parents[1] / "data"

EXAMPLES = json.loads((DATA / "coloretto.json").read_text("utf-8"))

HANDS = json.loads((DATA / "coloretto_hands.json").read_text("utf-8"))

EMPTY = {"cards": {}, "jokers": 0, "golden": 0, "plus2": 0}


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
