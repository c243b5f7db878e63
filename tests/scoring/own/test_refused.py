"""Strangers' files: refused with the place and the reason, or counted, whatever they say."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import GAMES, InvalidOptions, InvalidSheet
from tests.scoring.own.test_examples import CASES
from tests.scoring.test_every_game import JSON, spoiled

OWN = GAMES["own"]
EXAMPLES = int(os.environ.get("TABLESIDE_HOSTILE_RULES", "100"))


def rules(**changed: Any) -> dict[str, Any]:
    return {
        "tableside": 1,
        "name": "Farm",
        "players": [1, 12],
        "ask": {"animals": "count", "eggs": {"of": ["hen", "duck", "wild"]}, "call": {"one": ["yes", "no"]}},
        "score": [{"name": "Animals", "times": "animals", "by": 3}],
        **changed,
    }


def line(**shape: Any) -> dict[str, Any]:
    return rules(score=[{"name": "Animals", "sum": "animals"}, {"name": "Line", **shape}])


def reason(wrong: object, players: int = 3) -> tuple[str, str]:
    with pytest.raises(InvalidOptions) as caught:
        OWN.setup(players=players, options={"rules": wrong})
    return caught.value.key, str(caught.value.reason.args.get("field", ""))


R = "options.rules"
LINE = f"{R}.score.1"


@pytest.mark.parametrize(
    ("wrong", "key", "place"),
    [
        (None, "field.not_an_object", R),
        ({}, "field.missing", f"{R}.tableside"),
        (rules(tableside=2), "own.newer_format", f"{R}.tableside"),
        (rules(name=""), "own.not_a_name", f"{R}.name"),
        (rules(name="x" * 61), "own.name_too_long", f"{R}.name"),
        (rules(players=[0, 4]), "own.player_counts", f"{R}.players"),
        (rules(players=[1, 13]), "own.player_counts", f"{R}.players"),
        (rules(players=[5, 4]), "own.player_counts", f"{R}.players"),
        (rules(players=[4, 6]), "players.count", ""),
        (rules(ask={f"e{n}": "count" for n in range(41)}), "own.too_many", f"{R}.ask"),
        (rules(ask={"animals": "number"}), "own.does_not_fit", f"{R}.ask.animals"),
        (
            rules(ask={"animals": {"of": [str(n) for n in range(13)]}}),
            "own.too_many",
            f"{R}.ask.animals.of",
        ),
        (rules(ask={"animals": {"of": ["a", "a"]}}), "own.name_twice", f"{R}.ask.animals.of"),
        (rules(score=[{"name": f"l{n}", "sum": 1} for n in range(61)]), "own.too_many", f"{R}.score"),
        (rules(formula="1+1"), "field.unknown", f"{R}.formula"),
        (line(sum="cows"), "own.refers_to_nothing", f"{LINE}.sum"),
        (line(sum="@Nobody"), "own.refers_to_nothing", f"{LINE}.sum"),
        (line(sum="@Line"), "own.refers_to_nothing", f"{LINE}.sum"),
        (line(sum="eggs.goose"), "own.refers_to_nothing", f"{LINE}.sum"),
        (line(sum="call"), "own.does_not_fit", f"{LINE}.sum"),
        (line(sum="animals", times="animals"), "own.one_shape", LINE),
        (line(), "own.one_shape", LINE),
        (line(sum="animals", by=3), "field.unknown", f"{LINE}.by"),
        (line(table="animals", values=[0] * 201), "own.too_many", f"{LINE}.values"),
        (line(table="animals", values=[]), "own.too_few", f"{LINE}.values"),
        (line(table="animals", values=[1_000_001]), "field.out_of_range", f"{LINE}.values.0"),
        (line(times="animals", by=0.5), "own.does_not_fit", f"{LINE}.by"),
        (line(times="animals", per=0), "field.out_of_range", f"{LINE}.per"),
        (line(each="animals"), "own.does_not_fit", f"{LINE}.each"),
        (line(each="eggs", wild="joker"), "own.refers_to_nothing", f"{LINE}.wild"),
        (line(each="eggs", power=11), "field.out_of_range", f"{LINE}.power"),
        (line(most="animals", prizes=[1], ties="split"), "field.not_one_of", f"{LINE}.ties"),
        (line(**{"if": ["animals", ">", 3]}), "own.does_not_fit", f"{LINE}.if.1"),
        (line(choice="call", points={"perhaps": 1}), "own.refers_to_nothing", f"{LINE}.points"),
        (line(sum="animals", when="round"), "own.no_rounds", f"{LINE}.when"),
        (line(sum="animals", players=[0]), "field.out_of_range", f"{LINE}.players.0"),
        (line(most="animals", prizes={"by": {"13": [1]}}), "own.does_not_fit", f"{LINE}.prizes.by"),
        (line(over="eggs", parts=[]), "own.does_not_fit", f"{LINE}.parts"),
        (line(over="eggs", parts=[{"sum": "eggs"}]), "own.one_shape", f"{LINE}.parts.0"),
        (rules(rounds=51), "field.out_of_range", f"{R}.rounds"),
        (rules(rounds=False), "field.not_a_whole_number", f"{R}.rounds"),
        (rules(ties=["-cows"]), "own.refers_to_nothing", f"{R}.ties.0"),
        (rules(rank="cows"), "own.refers_to_nothing", f"{R}.rank"),
        (rules(check={"total": "cows", "is": 3}), "own.refers_to_nothing", f"{R}.check.0.total"),
        (rules(end={}), "own.does_not_fit", f"{R}.end"),
        (rules(turns={"starter": "oldest"}), "field.not_one_of", f"{R}.turns.starter"),
        (rules(setup=[{"text": "x"}] * 80), "own.too_many", f"{R}.setup"),
    ],
)
def test_what_does_not_hold_is_refused_at_its_place(wrong: object, key: str, place: str) -> None:
    assert reason(wrong) == (key, place)


@pytest.mark.parametrize("name", ["Qui a gagné\u00a0?", "ab\u202fc", "农场", "🐮", "Größe"])
def test_names_may_be_in_any_language(name: str) -> None:
    assert OWN.setup(players=2, options={"rules": rules(name=name)}).steps


@pytest.mark.parametrize("name", ["two\nlines", "\x00", "\ud800", "  ", "\x9b"])
def test_names_can_be_shown_and_saved(name: str) -> None:
    assert reason(rules(name=name))[0] in ("own.not_a_name", "own.not_rules")


def test_files_are_no_larger_than_one_code_can_carry() -> None:
    large = rules(ask={"x" * 50 + str(n): {"of": [f"{k}" + "y" * 55 for k in range(12)]} for n in range(40)})
    assert reason(large) == ("own.too_large", R)


def test_as_much_as_there_may_be_is_counted() -> None:
    asks = {f"e{n}": "count" for n in range(40)}
    score = [{"name": f"line {n}", "sum": f"e{n % 40}"} for n in range(60)]
    full = rules(name="x" * 60, rounds=50, ask=asks, score=score)
    sheet = {"rounds": [[{f"e{n}": n for n in range(40)}] * 2] * 2, "end": [{}, {}]}
    result = OWN.score(players=2, options={"rules": full}, sheet=sheet)
    assert result.totals == [2 * (sum(range(40)) + sum(range(20)))] * 2


@pytest.mark.parametrize(
    "sheet",
    [
        {"rounds": [], "end": [{}]},
        {"rounds": [[{}, {}]], "end": [{}, {}]},
        {"rounds": [], "end": [{"cows": 1}, {}]},
        {"rounds": [], "end": [{"animals": -1}, {}]},
        {"rounds": [], "end": [{"animals": True}, {}]},
        {"rounds": [], "end": [{"animals": 1_000_001}, {}]},
        {"rounds": [], "end": [{"eggs": {"goose": 1}}, {}]},
        {"rounds": [], "end": [{"call": "perhaps"}, {}]},
        {"rounds": [], "end": [{}, {}], "more": 1},
        [],
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(sheet: Any) -> None:
    with pytest.raises(InvalidSheet):
        OWN.score(players=2, options={"rules": rules()}, sheet=sheet)


def test_more_wild_cards_than_there_may_be_are_refused() -> None:
    options = {"rules": line(each="eggs", power=2, wild="wild")}
    with pytest.raises(InvalidSheet) as caught:
        OWN.score(players=1, options=options, sheet={"end": [{"eggs": {"wild": 9}}]})
    assert caught.value.key == "own.too_many_wild"


def test_numbers_that_grow_beyond_measure_are_refused() -> None:
    score: list[dict[str, Any]] = [{"name": "0", "product": ["animals"] * 40}]
    score += [{"name": str(n), "product": [f"@{n - 1}"] * 40} for n in range(1, 30)]
    with pytest.raises(InvalidSheet) as caught:
        OWN.score(players=1, options={"rules": rules(score=score)}, sheet={"end": [{"animals": 10**6}]})
    assert caught.value.key == "own.too_many_points"


NAMES = ["animals", "eggs", "call", "@Animals", "eggs.hen", "wild", "all", "round", "end", "by", "3"]
FIELDS = [
    *["tableside", "name", "players", "ask", "score", "rounds", "wins", "teams", "rank", "ties", "check"],
    *["setup", "turns", "end", "sum", "times", "by", "per", "table", "values", "each", "power", "best"],
    *["rest", "wild", "sets", "points", "size", "kinds", "over", "of", "parts", "most", "prizes", "if"],
    *["product", "pairs", "bid", "made", "zero", "bonus", "others", "losers", "lowest", "choice", "minus"],
]
VALUES = JSON | st.recursive(
    st.sampled_from([*NAMES, 0, 1, -3, 10**6, 10**9, True, None, 0.5]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_any_rules_are_refused_with_a_reason_or_counted(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    wrong = data.draw(spoiled(case["options"]["rules"]))
    if isinstance(wrong, dict) and data.draw(st.booleans()):
        wrong[data.draw(st.sampled_from(FIELDS))] = data.draw(VALUES)
    options = {"rules": wrong}
    try:
        table = OWN.start(players=case["players"], options=options, starter=0)
    except InvalidOptions as refusal:
        assert refusal.key
        json.dumps(dict(refusal.reason.args), allow_nan=False)
        return
    before = copy.deepcopy(options)
    for sheet in (case["sheet"], data.draw(spoiled(case["sheet"])), OWN.sheet(table)):
        for problem in OWN.check(players=case["players"], options=options, sheet=sheet):
            json.dumps(dict(problem.args), allow_nan=False)
        try:
            result = OWN.score(players=case["players"], options=options, sheet=sheet, force=True)
        except InvalidSheet as refusal:
            assert refusal.problems
        else:
            json.dumps(result.as_json(), allow_nan=False)
            assert min(result.ranks) == 1
            assert [sum(line.points for line in lines) for lines in result.lines] == result.totals
    assert options == before


@settings(max_examples=EXAMPLES, deadline=None)
@given(options=VALUES | st.dictionaries(st.just("rules"), VALUES, max_size=1))
def test_any_json_is_taken_for_rules_or_refused(options: Any) -> None:
    try:
        OWN.setup(players=2, options=options)
    except InvalidOptions as refusal:
        assert refusal.key
        json.dumps(dict(refusal.reason.args), allow_nan=False)


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_any_move_is_played_or_refused_with_a_reason(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    table = OWN.start(players=case["players"], options=case["options"], starter=0)
    rounds = case["sheet"]["rounds"]
    fair: dict[str, Any] = {"move": "round", "seats": rounds[0]} if rounds else {"move": "turn"}
    for _ in range(3):
        wrong = data.draw(
            spoiled(fair)
            | spoiled({"move": "correct", "round": 1, "seats": rounds[0] if rounds else []})
            | spoiled({"move": "correct", "turn": 1, "last": True, "play_on": True, "drop": 1})
        )
        refused = OWN.why_not(table, wrong)
        if refused is None:
            table = OWN.play(table, wrong)
            OWN.notices(table)
            assert 0 <= table.turn < table.players
        else:
            json.dumps(dict(refused.args), allow_nan=False)
        if OWN.why_not(table, fair) is None:
            table = OWN.play(table, fair)
    OWN.score(players=case["players"], options=case["options"], sheet=OWN.sheet(table), force=True)
