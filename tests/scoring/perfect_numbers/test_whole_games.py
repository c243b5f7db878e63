"""Perfect Numbers: whole games, and whatever arrives."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import IllegalMove, InvalidOptions, InvalidSheet, Refusal
from scoring.perfect_numbers.rules import COLOURS, GAME, PerfectNumbersTable
from tests.scoring.perfect_numbers.plays import (
    FULL,
    WHOLE_ROUND,
    card,
    conserved,
    laid,
    last_turn,
    play,
    start,
    storing,
    take,
    tracked,
)
from tests.scoring.perfect_numbers_player import Game as RealTable
from tests.scoring.perfect_numbers_player import play_out

# -- Whole games ------------------------------------------------------------------------------------------

VARIANTS = [
    {},
    {"three_rows": True},
    {"lower_on_other": "actor"},
    {"deck": None},
    {"move_bonus": False},
    {"stolen_may_drop": False},
    {"three_rows": True, "deck": None},
]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_random_games(players: int, full: bool) -> None:
    for seed in range(60):
        rng = random.Random(f"{seed} {players} {full}")
        play_out(rng, players, full, VARIANTS[seed % len(VARIANTS)])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_random_games_whose_rounds_end_with_a_short_pile(players: int, full: bool) -> None:
    told_apart = 0
    for seed in range(60):
        game = RealTable(random.Random(f"{seed} {players} {full} short"), players, full, {"deck": None})
        game.ripe = True
        game.play()
        told_apart += game.told_apart
    assert told_apart > 0


@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_replaying_and_undoing(full: bool) -> None:
    for seed in range(6):
        played = play_out(random.Random(seed), 2 + seed % 3, full)
        table = GAME.start(played.players, played.options, played.starter)
        tables = [table]
        for move in json.loads(json.dumps(played.moves)):
            table = GAME.play(table, {**move, "at": 12.5})
            tables.append(table)
        assert table == played.table
        for at in range(0, len(tables), 17):
            fresh = GAME.start(played.players, played.options, played.starter)
            assert play(fresh, *played.moves[:at]) == tables[at]


# -- Whatever arrives -------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)

WORDS = st.sampled_from([*COLOURS, "joker", "joker-row", "actions", "steal", "move", "protect"])

NUMBERS = st.integers(-1, 9) | st.just(10**30) | st.just(float("nan"))

JSON = st.recursive(
    SCALARS | WORDS | NUMBERS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6) | WORDS | st.sampled_from(["colour", "number"]), inner, max_size=4
        )
    ),
    max_leaves=5,
)

CARDS = st.fixed_dictionaries({"colour": WORDS | JSON, "number": NUMBERS}) | st.fixed_dictionaries(
    {"action": WORDS | JSON}
)

NAMED = {
    "group": NUMBERS,
    "cards": st.lists(CARDS, max_size=4) | JSON,
    "card": CARDS | JSON,
    "seat": NUMBERS | JSON,
    "other": NUMBERS | JSON,
    "row": WORDS | JSON,
    "from": WORDS | JSON,
    "to_row": WORDS | JSON,
    "action": WORDS | JSON,
    "close": st.booleans() | JSON,
    "number": NUMBERS,
    "rows": st.lists(st.dictionaries(WORDS, st.lists(NUMBERS | CARDS, max_size=3)), max_size=3) | JSON,
    "scores": st.lists(NUMBERS, max_size=3) | JSON,
    "pending": st.lists(CARDS, max_size=4) | JSON,
    "groups": st.lists(NUMBERS, max_size=5) | JSON,
    "draw_pile": NUMBERS | JSON,
    "deck": NUMBERS | st.integers(10, 120) | JSON,
    "drop": WORDS | JSON,
    "before_refill": st.booleans() | JSON,
    "turn": NUMBERS | JSON,
    "at": NUMBERS | JSON,
    "rubbish": JSON,
}

MOVES = st.fixed_dictionaries({"move": st.sampled_from(sorted(GAME.moves)) | JSON}, optional=NAMED) | JSON

OPTIONS = (
    st.fixed_dictionaries(
        {},
        optional={
            "three_rows": st.booleans() | JSON,
            "deck": NUMBERS | st.integers(10, 120) | JSON,
            "lower_on_other": st.sampled_from(["owner", "actor"]) | JSON,
            "move_bonus": st.booleans() | JSON,
            "stolen_may_drop": st.booleans() | JSON,
            "start": st.lists(st.lists(CARDS, min_size=2, max_size=3), min_size=2, max_size=2) | JSON,
        },
    )
    | JSON
)

TABLES = [
    start(2),
    tracked(),
    play(tracked(), take(0, card("red", 5), card("joker", 3), {"action": "steal"})),
    play(tracked(), take(0)),
    laid(FULL, {"blue": [7, 6, 5], "joker-row": [4], "actions": ["move"]}, draw_pile=9),
    laid(FULL, {"blue": [7, 6, 5]}, options={"deck": 60}),
    storing(),
    last_turn(),
    play(start(2), {"move": "end"}),
    play(start(2, deck=30), *WHOLE_ROUND),
]


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(st.sampled_from(TABLES), MOVES)
def test_any_move_is_played_or_refused(table: PerfectNumbersTable, move: Any) -> None:
    before = repr(table)
    try:
        after = GAME.play(table, move)
    except IllegalMove as refused:
        assert refused.key
        assert GAME.why_not(table, move) == refused.reason
        if correction := GAME.mend(table, move):
            play(table, correction, move)
    else:
        assert GAME.why_not(table, move) is None
        assert after.phase in ("play", "last", "over")
        GAME.notices(after)
        if after.tracked and after.deck is not None and after.draw_pile is not None:
            assert conserved(after) == after.deck
    assert repr(table) == before


@settings(max_examples=500, deadline=None)
@given(OPTIONS)
def test_any_options_are_read_or_refused(options: Any) -> None:
    try:
        table = GAME.start(2, options, 0)
    except InvalidOptions as refused:
        assert refused.key
    else:
        assert table.counts["market"] == 8


@settings(max_examples=400, deadline=None)
@given(JSON | st.builds(lambda seats: {"seats": seats}, JSON), st.booleans())
def test_any_sheet_is_counted_or_refused(value: Any, force: bool) -> None:
    try:
        GAME.score(2, {"deck": 60}, value, force=force)
    except Refusal as refused:
        assert isinstance(refused, InvalidSheet)
        assert refused.key
    assert isinstance(GAME.check(2, {"deck": 60}, value), list)
