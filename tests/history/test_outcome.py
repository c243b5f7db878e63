"""Results that tell everything, something or nothing: one reader, and whoever takes in what it reads."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings

from history.bgstats import create_play_link, export_bgstats
from history.document import read_session
from history.entry import SESSION, Entry
from history.interchange import export_csv, export_session, parse
from history.outcome import is_empty_count, outcome_of
from history.statistics import Ledger, meetings_with, points_by_part, scores, territories, wins_by_player
from tests.history.factories import make_sessions
from tests.history.hostile import accepted_sessions


def told(result: dict[str, Any] | None, seats: int = 3) -> Any:
    return outcome_of({"players": [{}] * seats, "result": result})


NOTHING = (None, None, None)


@pytest.mark.parametrize(
    ("result", "totals", "ranks", "winners"),
    [
        (None, NOTHING, NOTHING, ()),
        ({}, NOTHING, NOTHING, ()),
        ({"totals": [3, 9, 9]}, (3, 9, 9), (3, 1, 1), (1, 2)),
        ({"ranks": [2, 1, 3]}, NOTHING, (2, 1, 3), (1,)),
        ({"ranks": [2, 2, 3]}, NOTHING, (2, 2, 3), ()),
        ({"winners": [2, 0]}, NOTHING, NOTHING, (0, 2)),
        ({"winners": []}, NOTHING, NOTHING, ()),
        ({"totals": [3, 9, 9], "winners": []}, (3, 9, 9), (3, 1, 1), ()),
        ({"totals": [9, 9, 1], "ranks": [2, 1, 3]}, (9, 9, 1), (2, 1, 3), (1,)),
        ({"totals": [9, 9, 1], "ranks": [2, 1, 3], "winners": [0]}, (9, 9, 1), (2, 1, 3), (0,)),
    ],
)
def test_what_is_not_told_follows_from_the_rest_or_is_not_known(
    result: dict[str, Any] | None, totals: Any, ranks: Any, winners: Any
) -> None:
    outcome = told(result)
    assert (outcome.totals, outcome.ranks, outcome.winners) == (totals, ranks, winners)
    assert outcome.is_scored == (totals != NOTHING)
    assert outcome.is_ranked == (ranks != NOTHING)
    assert outcome.is_decided == (winners != ())
    assert outcome.is_told == bool(result and (totals, ranks, winners) != (NOTHING, NOTHING, ()))


@pytest.mark.parametrize(
    ("result", "places", "order"),
    [
        ({}, NOTHING, (0, 1, 2)),
        ({"totals": [3, 9, 9]}, (3, 1, 1), (1, 2, 0)),
        ({"winners": [2]}, (2, 2, 1), (2, 0, 1)),
        ({"ranks": [3, 2, 1], "winners": [0]}, (3, 2, 1), (2, 1, 0)),
    ],
)
def test_the_best_come_first(result: dict[str, Any], places: Any, order: Any) -> None:
    assert told(result).places == places
    assert told(result).order == order


def test_a_seat_whose_lines_are_not_understood_has_none() -> None:
    fine = {"part": "pearls", "points": 3, "key": "line.pearls"}
    for odd in ("?", [fine, 7], [{"part": 1, "points": 3}], [{"part": "pearls", "points": True}], None):
        assert told({"lines": [[fine], odd, []]}).lines == ((fine,), (), ())


def test_our_own_results_tell_everything() -> None:
    for session in make_sessions(40):
        outcome, result = outcome_of(session), session["result"]
        assert list(outcome.totals) == result["totals"]
        assert list(outcome.ranks) == result["ranks"]
        assert list(outcome.winners) == result["winners"]
        assert [list(lines) for lines in outcome.lines] == result["lines"]


@given(accepted_sessions())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_whatever_is_accepted_is_counted_and_exported(session: dict[str, Any]) -> None:
    seats = len(session["players"])
    assert read_session(session) == session
    outcome = outcome_of(session)
    assert {len(outcome.totals), len(outcome.ranks), len(outcome.lines)} == {seats}
    assert sorted(outcome.order) == list(range(seats))
    ledger = Ledger()
    ledger.put(session)
    for player in (None, session["players"][0]["id"]):
        answer = ledger.statistics(player=player)
        json.dumps(answer.as_json(), allow_nan=False)
        assert answer.plays == (session["finished"] is not None and session["result"] is not None)
        for sort in (scores, points_by_part, territories, wins_by_player, meetings_with(player or "")):
            answer.heaps(sort)
    rows = list(csv.reader(io.StringIO(b"".join(export_csv([session])).decode("utf-8-sig"), newline="")))
    assert len(rows) == 1 + seats
    assert len({len(row) for row in rows}) == 1
    json.loads(export_bgstats([session]))
    create_play_link(session)
    assert parse(export_session(Entry(SESSION, session))).documents == [Entry(SESSION, session)]


def test_an_empty_count_says_nothing_about_who_won() -> None:
    empty = {
        "players": [{}, {}],
        "moves": [],
        "sheet": {"seats": [{"pile": {"red": 0}, "necklaces": [], "hand": {}}, {"points": 0}]},
        "result": {"totals": [0, 0], "ranks": [1, 1], "winners": [0, 1]},
    }
    assert is_empty_count(empty)
    assert not outcome_of(empty).is_told
    entered = {**empty, "sheet": {"seats": [{"points": 0}, {"pile": {"red": 1}}]}}
    assert outcome_of(entered).winners == (0, 1), "somebody entered a card that is worth nothing"
    assert outcome_of({**empty, "moves": [{"move": "pass"}]}).is_decided, "the table was tracked"
    assert outcome_of({**empty, "sheet": None}).is_decided, "totals alone, noted by somebody"
