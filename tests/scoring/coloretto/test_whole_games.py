"""Coloretto: whole games, and anything at all as input."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import InvalidOptions, InvalidSheet, Refusal
from scoring.coloretto.rules import COLOURS, COPIES
from tests.scoring.coloretto.plays import COLORETTO, draw, levels, play, start, take
from tests.scoring.coloretto_player import play_out

# -- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("noting", [0, 0.5, 1])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_conserve_cards_and_count_clean(players: int, noting: float) -> None:
    for seed in range(50):
        play_out(Random(seed), players, noting > 0, noting=noting)


@pytest.mark.parametrize(
    ("players", "seed"), [(players, seed) for players in (2, 3, 4, 5) for seed in (1, 2)]
)
def test_replaying_and_undoing_give_the_same_tables(players: int, seed: int) -> None:
    played = play_out(Random(seed), players, True, noting=0.7)
    tables = [COLORETTO.start(players, played.options, played.starter)]
    for move in played.moves:
        before = copy.deepcopy(tables[-1])
        tables.append(COLORETTO.play(tables[-1], move))
        assert tables[-2] == before
    assert tables[-1] == played.table
    again = COLORETTO.start(players, played.options, played.starter)
    for move, expected in zip(json.loads(json.dumps(played.moves)), tables[1:], strict=True):
        again = COLORETTO.play(again, {**move, "at": 2.5})
        assert again == expected


def test_sheet_is_filled_in_from_what_was_tracked() -> None:
    table = play(start(3, start=[["pink"], ["blue"], ["grey"]]), draw(0, "pink"), draw(0), draw(0, "golden"))
    table = play(table, take(0, "joker"), draw(1, "plus2"), take(1))
    assert COLORETTO.sheet(table) == {
        "seats": [
            {"cards": {"pink": 2}, "jokers": 1, "golden": 1, "plus2": 0},
            {"cards": {"blue": 1}, "jokers": 0, "golden": 0, "plus2": 0},
            {"cards": {"grey": 1}, "jokers": 0, "golden": 0, "plus2": 1},
        ]
    }


# -- Anything at all as input -----------------------------------------------------------------------------

WORDS = [
    *("move", "at", "draw", "take", "last_round", "correct", "end", "row", "card", "bonus", "turn", "round"),
    *("draw_pile", "above_last_round", "rows", "out", "hands", "gone", "seats", "cards", "jokers", "golden"),
    *("plus2", "jokers_as", "counted_up", "side", "removed", "start", "brown", "purple", "joker", "unknown"),
    *("pink", "blue"),
]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.sampled_from([10**30, 1.0, float("nan"), float("inf"), "", "\ud800", "x" * 5000])
    | st.sampled_from(WORDS)
)

JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=10,
)

CARDS = st.sampled_from([*COPIES, "unknown"])

TALLIES = st.dictionaries(CARDS, st.integers(0, 4), max_size=4)

NEAR_MOVES = st.fixed_dictionaries(
    {"move": st.sampled_from(["draw", "take", "last_round", "end"])},
    optional={"row": st.integers(-1, 5) | JSON, "card": CARDS | JSON, "bonus": CARDS | JSON, "at": JSON},
)

NEAR_CORRECTIONS = st.fixed_dictionaries(
    {"move": st.just("correct")},
    optional={
        "turn": st.integers(0, 4) | JSON,
        "round": st.integers(1, 4) | JSON,
        "draw_pile": st.integers(0, 40) | JSON,
        "above_last_round": st.integers(0, 20) | JSON,
        "last_round": st.booleans() | JSON,
        "rows": st.lists(st.none() | st.integers(0, 3) | st.lists(CARDS, max_size=3), min_size=3, max_size=5),
        "out": st.lists(st.integers(0, 4), max_size=4),
        "hands": st.lists(TALLIES | JSON, min_size=2, max_size=5),
        "gone": TALLIES | JSON,
    },
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    players=st.integers(2, 5),
    moves=st.lists(NEAR_MOVES | NEAR_CORRECTIONS, max_size=12),
    stray=JSON,
)
def test_any_move_is_played_or_refused_with_a_reason(players: int, moves: list[Any], stray: Any) -> None:
    table = start(players)
    for move in [*moves, stray]:
        before = copy.deepcopy(table)
        reason = COLORETTO.why_not(table, move)
        assert table == before
        if reason is not None:
            json.dumps(dict(reason.args), allow_nan=False)
            continue
        table = COLORETTO.play(table, move)
        assert table.turn not in table.out
        assert table.rows.count(None) == len(table.out) < players
        assert 0 <= table.above_last_round <= table.draw_pile
        assert not (table.last_round_up and table.above_last_round)
        assert table.phase in (("last", "over") if table.last_round_up else ("play", "over"))
        assert all(left is None or left >= 0 for left in table.unseen.values())
        json.dumps([table.counts, COLORETTO.sheet(table)])
        assert len(COLORETTO.notices(table)) <= 2
        COLORETTO.score(players, {}, COLORETTO.sheet(table), force=True)


@settings(max_examples=300, deadline=None)
@given(
    sheet=JSON
    | st.fixed_dictionaries(
        {
            "seats": st.lists(
                st.fixed_dictionaries(
                    {
                        "cards": st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 9)) | JSON,
                        "jokers": st.integers(0, 2) | JSON,
                        "golden": st.integers(0, 1) | JSON,
                        "plus2": st.integers(0, 9) | JSON,
                    },
                    optional={
                        "jokers_as": st.lists(st.sampled_from(COLOURS), max_size=2) | JSON,
                        "counted_up": st.lists(st.sampled_from(COLOURS), max_size=3) | JSON,
                    },
                ),
                min_size=2,
                max_size=2,
            )
        }
    )
)
def test_any_sheet_is_counted_or_refused_with_a_reason(sheet: Any) -> None:
    problems = COLORETTO.check(2, {}, sheet)
    json.dumps([dict(problem.args) for problem in problems], allow_nan=False)
    try:
        result = COLORETTO.score(2, {}, sheet)
        assert [sum(line.points for line in lines) for lines in result.lines] == result.totals
        assert "error" not in levels(problems)
    except InvalidSheet as refusal:
        assert refusal.problems == problems
        assert "error" in levels(problems)


@settings(max_examples=300, deadline=None)
@given(
    players=st.integers(2, 5),
    options=JSON
    | st.fixed_dictionaries(
        {},
        optional={
            "side": JSON,
            "removed": st.lists(st.sampled_from(COLOURS), max_size=3) | JSON,
            "start": st.lists(st.lists(st.sampled_from(COLOURS) | JSON, max_size=2), max_size=5) | JSON,
        },
    ),
)
def test_any_options_are_taken_or_refused_with_a_reason(players: int, options: Any) -> None:
    try:
        COLORETTO.setup(players, options)
        COLORETTO.start(players, options, 0)
    except Refusal as refusal:
        assert isinstance(refusal, InvalidOptions)
        json.dumps(dict(refusal.reason.args), allow_nan=False)
