"""Perladöra: worked examples, and what is laid out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring import InvalidOptions, InvalidSheet
from scoring.perladora.rules import GAME
from tests.scoring.perladora.plays import EXAMPLES, start


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_worked_examples(case: dict[str, Any]) -> None:
    given_table = {"players": case["players"], "options": case["options"], "sheet": case["sheet"]}
    levels = {problem.level for problem in GAME.check(**given_table)}
    assert ("error" in levels) == case.get("invalid", False)
    if case.get("invalid"):
        with pytest.raises(InvalidSheet):
            GAME.score(**given_table)
        GAME.score(**given_table, force=True)
        return
    result = GAME.score(**given_table)
    for name, expected in case["expect"].items():
        assert getattr(result, name) == expected


@pytest.mark.parametrize(
    ("players", "divers", "strength", "values"),
    [
        (2, 16, 28, {"1": 10, "2": 3, "3": 1, "4": 1, "5": 1}),
        (3, 11, 18, {"1": 7, "2": 2, "3": 1, "4": 1}),
        (4, 8, 14, {"1": 5, "2": 1, "3": 1, "4": 1}),
    ],
)
def test_set_up_table(players: int, divers: int, strength: int, values: dict[str, int]) -> None:
    setup = GAME.setup(players=players, options={})
    assert setup.counts == {"divers": divers, "strength": strength, "pontoons": 35, "pearls": 40, "farms": 8}
    steps = {step.key: step.args for step in setup.steps}
    assert steps["perladora.setup.divers"] == {"each": divers, "values": values, "strength": strength}
    assert steps["perladora.setup.pearls"] == {"piles": [3, 4, 4, 5, 5, 6, 6, 7], "pearls": 40, "farms": 8}
    assert ("perladora.setup.partners" in steps) == (players == 4)
    assert ("perladora.setup.more_divers_than_squares" in steps) == (players == 3)
    assert "perladora.setup.choose_clans" in steps
    assert "perladora.setup.may_not_look" in steps
    assert not [key for key in steps if "power" in key or "reinforcement" in key]
    json.dumps([dict(step.args) for step in setup.steps])


def test_set_up_of_the_advanced_game() -> None:
    options = {"advanced": True, "clans": ["shell", "sand"], "look_at_own": True}
    steps = {step.key: step.args for step in GAME.setup(players=2, options=options).steps}
    assert steps["perladora.setup.powers"] == {
        "seats": [{"seat": 0, "clan": "shell", "powers": 1}, {"seat": 1, "clan": "sand", "powers": 2}]
    }
    assert steps["perladora.setup.reinforcements"] == {"each": 1}
    assert "perladora.setup.clans_at_random" in steps
    assert "perladora.setup.may_look" in steps
    unknown = {step.key: step.args for step in GAME.setup(players=2, options={"advanced": True}).steps}
    assert unknown["perladora.setup.powers_by_clan"] == {
        "powers": {"coral": 2, "shell": 1, "mountain": 2, "sand": 2}
    }


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"advanced": 1}, "field.not_a_yes_or_no"),
        ({"look_at_own": "no"}, "field.not_a_yes_or_no"),
        ({"pearls": 42}, "field.unknown"),
        ({"clans": "coral"}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", "coral"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", "gold"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", ["sand"]]}, "perladora.clans_one_per_seat"),
        ({"farms": []}, "perladora.farms_eight_squares"),
        ({"farms": 8}, "perladora.farms_eight_squares"),
        ({"farms": [[0, 0]] * 8}, "perladora.farms_eight_squares"),
        ({"farms": [[0, n] for n in range(1, 9)]}, "perladora.farms_eight_squares"),
        ({"farms": [[0, n] for n in range(8)] + [None]}, "perladora.farms_eight_squares"),
        ({"piles": [5] * 8}, "perladora.piles_on_farms"),
        ({"piles": [3, 4, 4, 5, 5, 6, 6, 7.0]}, "perladora.piles_on_farms"),
        ({"piles": {}}, "perladora.piles_on_farms"),
        ([], "field.not_an_object"),
    ],
)
def test_options_that_do_not_fit(options: Any, key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        GAME.setup(players=2, options=options)
    assert caught.value.key == key


def test_missing_and_null_options_are_the_same() -> None:
    assert start() == start(advanced=False, clans=None, look_at_own=False, farms=None, piles=None)
    for players in (1, 5, 2.0, True, None):
        with pytest.raises(InvalidOptions):
            GAME.setup(players=players, options={})  # type: ignore[arg-type]
