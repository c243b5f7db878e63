"""The worked cases of own games: their totals, ranks and winners, and a line for every point."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import GAMES, box_of

OWN = GAMES["own"]
CASES = json.loads((Path(__file__).parent.parent / "data" / "own.json").read_text("utf-8"))
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


@EVERY_CASE
def test_a_worked_case_comes_out(case: dict[str, Any]) -> None:
    result = OWN.score(players=case["players"], options=case["options"], sheet=case["sheet"])
    assert {"totals": result.totals, "ranks": result.ranks, "winners": result.winners} == case["expect"]
    assert [sum(line.points for line in seat) for seat in result.lines] == result.totals
    names = {line["name"] for line in case["options"]["rules"]["score"]}
    assert {line.part for seat in result.lines for line in seat} <= names
    assert all(line.key.startswith("own.line.") for seat in result.lines for line in seat)
    assert all(len(line.args) > 3 for seat in result.lines for line in seat), "with its numbers"
    json.dumps(result.as_json(), allow_nan=False)


@EVERY_CASE
def test_the_box_says_what_the_rules_say(case: dict[str, Any]) -> None:
    rules = case["options"]["rules"]
    box = box_of({"game": "own", "options": case["options"]})
    assert box.name == rules["name"]
    assert box.parts == tuple(dict.fromkeys(line["name"] for line in rules["score"]))
    assert [box.side_of(4, seat) for seat in range(4)] == ([0, 1, 0, 1] if "teams" in rules else [0, 1, 2, 3])


@EVERY_CASE
def test_the_sheet_comes_back_from_the_moves(case: dict[str, Any]) -> None:
    table = OWN.start(players=case["players"], options=case["options"], starter=0)
    for seats in case["sheet"]["rounds"]:
        table = OWN.play(table, {"move": "round", "seats": seats})
    assert OWN.sheet(table)["rounds"] == case["sheet"]["rounds"]


def test_jokers_are_told_where_they_lie() -> None:
    [science] = [case for case in CASES if case["id"].startswith("01")]
    result = OWN.score(players=3, options=science["options"], sheet=science["sheet"])
    [line] = [line for line in result.lines[2] if line.part == "Science"]
    assert line.points == 13
    assert line.args["jokers"] == {"compass": 1}


def test_without_rules_points_are_added_up() -> None:
    result = OWN.score(players=2, options={}, sheet={"rounds": [], "end": [{"points": -4}, {"points": 7}]})
    assert (result.totals, result.winners) == ([-4, 7], [1])
