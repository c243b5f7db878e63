"""What holds for all four games: replay, undo, refusals that change nothing, any JSON whatever as input."""

from __future__ import annotations

import copy
import json
import re
import sys
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from benchmarks.scoring import long_table, rebuild
from scoring import GAMES, IllegalMove, InvalidOptions, InvalidSheet, Refusal
from tests.scoring.played import Played

TABLES = [(key, players) for key, game in GAMES.items() for players in range(game.fewest, game.most + 1)]
EVERY_TABLE = pytest.mark.parametrize(("key", "players"), TABLES)
EVERY_GAME = pytest.mark.parametrize("key", GAMES)

WORDS = [
    *(
        "move",
        "at",
        "take",
        "place",
        "pass",
        "draw",
        "last_round",
        "close",
        "add",
        "drop",
        "protect",
        "rotate",
    ),
    *("steal", "store", "diver", "pontoons", "reinforce", "power", "correct", "end", "turn", "draw_pile"),
    *("cards", "colour", "row", "group", "seat", "number", "square", "lines", "count", "necklace", "bonus"),
    *("seats", "pile", "hand", "necklaces", "jokers", "golden", "plus2", "points", "territories", "cells"),
    *("farms", "divers", "value", "red", "blue", "wild", "joker", "all_cards", "side", "removed", "start"),
    *("score", "before_refill", "by_move", "move_bonus", "stolen_may_drop"),
    *("deck", "three_rows", "lower_on_other", "advanced", "clans", "look_at_own", "brown", "coral", "rows"),
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from([10**30, -(10**30), 1.0, 0.5, float("nan"), float("inf"), "", "\ud800", "x" * 10_000])
    | st.sampled_from(WORDS)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5),
    max_leaves=12,
)


@cache
def play_out(key: str, players: int, seed: int, full: bool) -> Played:
    played: Played = import_module(f"tests.scoring.{key}_player").play_out(Random(seed), players, full)
    return played


def tables_along(played: Played, key: str) -> list[Any]:
    """The table before the first move and after each one, played anew."""
    return list(GAMES[key].replay(played.players, played.options, played.starter, played.moves))


@cache
def tables_of(key: str, players: int, seed: int, full: bool) -> list[Any]:
    return tables_along(play_out(key, players, seed, full), key)


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """The value with one of its parts exchanged for any JSON, removed, or joined by a stranger."""
    value = copy.deepcopy(value)
    holder = value
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return draw(JSON)
        key = draw(st.sampled_from(keys))
        if not isinstance(holder[key], dict | list) or draw(st.integers(0, 3)) == 0:
            break
        holder = holder[key]
    how = draw(st.sampled_from(["exchange", "remove", "join"]))
    if how == "exchange":
        holder[key] = draw(JSON)
    elif how == "remove":
        del holder[key]
    elif isinstance(holder, dict):
        holder[draw(st.sampled_from(WORDS))] = draw(JSON)
    else:
        holder.append(draw(JSON))
    return value


@EVERY_TABLE
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_replay_undo_and_export_give_the_same_table(key: str, players: int, full: bool) -> None:
    for seed in range(6):
        played = play_out(key, players, seed, full)
        tables = tables_along(played, key)
        assert tables[-1] == played.table
        assert tables[-1].phase == "over"
        exported = json.loads(json.dumps(played.moves))
        stamped = [{**move, "at": 1.5 * number} for number, move in enumerate(exported)]
        again = tables_along(Played(players, played.options, played.starter, stamped, None), key)
        assert again == tables
        for step in range(0, len(tables), max(1, len(tables) // 12)):
            undone = tables_along(
                Played(players, played.options, played.starter, played.moves[:step], None), key
            )
            assert undone[-1] == tables[step]


@EVERY_GAME
def test_a_replay_goes_as_far_as_the_moves_fit(key: str) -> None:
    played = play_out(key, 3, 1, True)
    moves = [*played.moves[:3], {"move": "fly"}, *played.moves[3:]]
    replayed = GAMES[key].replay(3, played.options, played.starter, moves)
    assert list(islice(replayed, 4)) == tables_along(played, key)[:4]
    with pytest.raises(IllegalMove):
        next(replayed)


@EVERY_TABLE
def test_moves_neither_change_the_table_nor_themselves(key: str, players: int) -> None:
    game = GAMES[key]
    played = play_out(key, players, 1, True)
    table = game.start(players=players, options=played.options, starter=played.starter)
    for move in played.moves:
        table_before, move_before = copy.deepcopy(table), copy.deepcopy(move)
        after = game.play(table, move)
        game.why_not(after, move)
        game.sheet(after)
        game.notices(after)
        assert (table, move) == (table_before, move_before)
        table = after


@EVERY_TABLE
def test_a_tracked_table_can_be_counted(key: str, players: int) -> None:
    game = GAMES[key]
    for seed in range(4):
        for full in (False, True):
            played = play_out(key, players, seed, full)
            sheet = json.loads(json.dumps(game.sheet(played.table)))
            result = game.score(players=players, options=played.options, sheet=sheet, force=True)
            assert len(result.totals) == len(result.ranks) == len(result.reasons) == players
            assert [sum(line.points for line in lines) for lines in result.lines] == result.totals
            assert result.winners == [seat for seat, rank in enumerate(result.ranks) if rank == 1] != []
            assert json.loads(json.dumps(result.as_json()))["ranks"] == result.ranks


@EVERY_GAME
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_any_json_as_a_move_is_played_or_refused_with_a_reason(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    players = data.draw(st.integers(game.fewest, game.most))
    seed, full = data.draw(st.integers(0, 3)), data.draw(st.booleans())
    played = play_out(key, players, seed, full)
    step = data.draw(st.integers(0, len(played.moves) - 1))
    table = tables_of(key, players, seed, full)[step]
    move = data.draw(JSON | spoiled(played.moves[step]) | spoiled(data.draw(st.sampled_from(played.moves))))
    before = copy.deepcopy(table)
    reason = game.why_not(table, move)
    assert table == before
    if reason is None:
        after = game.play(table, move)
        assert after.phase in ("play", "last", "over")
        assert 0 <= after.turn < players
        game.sheet(after)
        game.notices(after)
    else:
        assert reason.key
        json.dumps(dict(reason.args), allow_nan=False)
        with pytest.raises(Refusal):
            game.play(table, move)
        if correction := game.mend(table, move):
            game.play(game.play(table, correction), move)


@EVERY_GAME
def test_what_is_allowed_or_no_move_at_all_needs_no_correction(key: str) -> None:
    game, played = GAMES[key], play_out(key, 3, 0, False)
    table = game.start(3, played.options, played.starter)
    for move in (played.moves[0], {"move": "fly"}, {"move": "correct", "turn": 9}, {}, []):
        assert game.mend(table, move) is None  # type: ignore[arg-type]


@EVERY_GAME
def test_what_can_be_lifted_is_a_reason_that_the_rules_state(key: str) -> None:
    folders = [Path(scoring.__file__).parent, Path(scoring.__file__).parent / key]
    source = "\n".join(path.read_text("utf-8") for folder in folders for path in folder.glob("*.py"))
    for reason in GAMES[key].mends:
        assert re.search(rf'IllegalMove\(\s*"{reason}"', source), reason


@EVERY_GAME
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_any_json_as_a_sheet_is_counted_or_refused_with_a_reason(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    players = data.draw(st.integers(game.fewest, game.most))
    played = play_out(key, players, data.draw(st.integers(0, 3)), True)
    sheet = data.draw(JSON | spoiled(game.sheet(played.table)))
    problems = game.check(players=players, options=played.options, sheet=sheet)
    for problem in problems:
        json.dumps(dict(problem.args), allow_nan=False)
    try:
        game.score(players=players, options=played.options, sheet=sheet)
        assert all(problem.level == "warning" for problem in problems)
    except InvalidSheet as refusal:
        assert any(problem.level == "error" for problem in problems)
        assert refusal.problems == problems


@EVERY_GAME
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_json_as_options_is_taken_or_refused_with_a_reason(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    players = data.draw(st.integers(game.fewest, game.most) | SCALARS)
    fair = play_out(key, game.fewest, 0, True).options
    options = data.draw(JSON | (spoiled(fair) if fair else JSON))
    starter = data.draw(st.just(0) | SCALARS)
    try:
        game.setup(players=players, options=options)
        table = game.start(players=players, options=options, starter=starter)
        assert table.turn == starter
        game.check(players=players, options=options, sheet=game.sheet(table))
    except InvalidOptions as refusal:
        assert refusal.key
        assert refusal.key in str(refusal)
        json.dumps(dict(refusal.reason.args), allow_nan=False)


def calls_of_rebuilding(key: str, moves: int) -> int:
    """What is done to play a fully tracked table anew, once everything worth remembering is remembered."""
    long = long_table(key, GAMES[key].most, 200)
    rebuild(key, long)
    played = replace(long, moves=long.moves[:moves])
    calls = 0

    def count(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        rebuild(key, played)
    finally:
        sys.setprofile(before)
    return calls


@EVERY_GAME
def test_playing_a_table_anew_costs_as_much_for_the_last_move_as_for_the_first(key: str) -> None:
    assert calls_of_rebuilding(key, 200) < 4.5 * calls_of_rebuilding(key, 50)


CALLS_A_MOVE = {"pearls": 120, "coloretto": 300, "perfect_numbers": 300, "perladora": 300}


@EVERY_GAME
def test_a_move_costs_little(key: str) -> None:
    assert calls_of_rebuilding(key, 200) < 200 * CALLS_A_MOVE[key]
