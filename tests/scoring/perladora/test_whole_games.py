"""Perladöra: whole games, and any input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.perladora.board import territories
from scoring.perladora.rules import FREE_SQUARES, GAME, PILES, STOCK, regions
from tests.scoring.perladora.plays import (
    REINFORCE,
    SAND,
    SHELL,
    Move,
    as_json,
    correct,
    diver,
    pontoons,
    power,
)
from tests.scoring.perladora_player import CELLS, EDGES, Board, Tile, partition, play_out, sizes

# -- Random play ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("how", ["light", "full", "mixed"])
def test_random_games_end_and_are_counted(players: int, how: str) -> None:
    for seed in range(25):
        played = play_out(Random(seed), players, how != "light", mixed=how == "mixed")
        assert played.table.phase == "over"


def test_random_games_without_clans_and_without_anything() -> None:
    for seed in range(10):
        assert play_out(Random(seed), 3, True, {"advanced": True}).table.counts["powers"] is None
        assert play_out(Random(seed), 4, False, {}).table.phase == "over"


def board_of(table: Any) -> Board:
    return Board(
        players=table.players,
        farms=list(table.farms),
        piles=[],
        clans=list(table.options.clans),
        advanced=table.options.advanced,
        hands=[[0] * left for left in table.divers_left],
        tiles={d.square: Tile(d.seat, d.value, d.reinforced, d.flowers) for d in table.divers},
        walls=set(table.pontoons),
        passed=list(table.passed),
        reinforcements=list(table.reinforcements),
    )


def powers_of(board: Board, seat: int) -> Iterator[tuple[Move, Board]]:
    """What the clan of this seat may do, and the board after it."""
    assert board.clans is not None
    clan = board.clans[seat]
    targets = {"coral": board.to_look_at, "sand": board.to_charm}
    if clan in targets:
        for cell in targets[clan](seat):
            yield {"square": list(cell)}, board
    elif clan == "shell" and board.hands[seat]:
        for cell in board.free:
            hands = [hand[1:] if owner == seat else hand for owner, hand in enumerate(board.hands)]
            yield (
                {"square": list(cell)},
                replace(board, hands=hands, tiles={**board.tiles, cell: Tile(seat, 0)}),
            )
    elif clan == "mountain" and board.pontoons:
        for edge in EDGES:
            if board.may_wall(edge):
                yield {"line": as_json(edge)}, replace(board, walls={*board.walls, edge})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_flowers_go_to_exactly_those_whom_the_rules_name(players: int) -> None:
    for seed in range(30):
        played = play_out(Random(seed), players, True)
        if "sand" not in (played.options.get("clans") or ()):
            continue
        sand = played.options["clans"].index("sand")
        table = GAME.start(players, played.options, played.starter)
        for move in played.moves[: Random(seed).randrange(len(played.moves))]:
            table = GAME.play(table, move)
        if not table.options.advanced or table.passed[sand] or table.power_used:
            continue
        table = GAME.play(table, correct(turn=sand))
        board = board_of(table)
        willing = board.to_charm(sand) if table.powers[sand] and board.can_act(sand) else []
        for cell in CELLS:
            assert (GAME.why_not(table, power(square=list(cell))) is None) == (cell in willing)
        assert (GAME.why_not(table, power()) is None) == bool(willing)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tracked_board_refuses_exactly_what_the_rules_forbid(players: int) -> None:
    rng = Random(players)
    for seed in range(12):
        played = play_out(Random(seed), players, True)
        table = GAME.start(players, played.options, played.starter)
        for move in played.moves[: rng.randrange(len(played.moves))]:
            table = GAME.play(table, move)
        walls = set(table.pontoons)
        roots = partition(walls)
        filled = {*table.farms, *(d.square for d in table.divers)}
        complete = {root for root in roots.values() if all(c in filled for c in CELLS if roots[c] == root)}
        reinforced = {roots[d.square] for d in table.divers if d.reinforced}
        own = {d.square for d in table.divers if d.seat == table.turn}
        for edge in EDGES:
            fair = table.pontoons_left > 0 and edge not in walls and min(sizes({*walls, edge})) >= 4
            assert (GAME.why_not(table, pontoons(edge)) is None) == fair
        for cell in CELLS:
            fair = table.divers_left[table.turn] > 0 and cell not in filled
            assert (GAME.why_not(table, diver(*cell)) is None) == fair
            fair = (
                table.reinforcements[table.turn] > 0
                and cell in own
                and roots[cell] in complete
                and roots[cell] not in reinforced
            )
            assert (GAME.why_not(table, {**REINFORCE, "square": list(cell)}) is None) == fair
        if table.options.clans:
            for told, after in powers_of(board_of(table), table.turn):
                fair = table.powers[table.turn] > 0 and not table.power_used and after.can_act(table.turn)
                assert (GAME.why_not(table, power(**told)) is None) == fair
        for value in range(1, 6):
            used = sum(d.seat == table.turn and d.value == value for d in table.divers)
            fair = used < STOCK[players][value - 1] and len(table.divers) < FREE_SQUARES
            assert (GAME.why_not(table, {"move": "diver", "value": value}) is None) == fair


# -- Any input --------------------------------------------------------------------------------------------

NUMBERS = st.integers(-2, 9) | st.sampled_from([10**30, True, 1.0, float("nan"), None, "x", [], {}])

PLACES = st.lists(st.integers(-1, 8), min_size=2, max_size=2) | NUMBERS

FIELDS: dict[str, Any] = {
    "square": PLACES,
    "value": NUMBERS,
    "count": NUMBERS,
    "line": st.lists(PLACES, max_size=3),
    "lines": st.lists(st.lists(PLACES, max_size=3), max_size=4) | NUMBERS,
    "turn": NUMBERS,
    "round": NUMBERS,
    "pontoons": NUMBERS,
    "divers": st.lists(NUMBERS, max_size=4) | NUMBERS,
    "passed": st.lists(st.booleans() | NUMBERS, max_size=4),
    "reinforcements": st.lists(st.integers(0, 1) | NUMBERS, max_size=4),
    "powers": st.lists(st.integers(0, 2) | NUMBERS, max_size=4),
    "power_used": st.booleans() | NUMBERS,
    "farms": st.lists(PLACES, max_size=9) | NUMBERS,
    "piles": st.permutations(PILES) | NUMBERS,
    "board": st.lists(
        st.fixed_dictionaries(
            {"seat": st.integers(0, 1) | NUMBERS},
            optional={
                "square": PLACES,
                "value": NUMBERS,
                "reinforced": st.booleans(),
                "flowers": st.integers(0, 2),
                "face_up": NUMBERS,
            },
        ),
        max_size=4,
    ),
}

MOVES = st.sampled_from(list(GAME.moves)).flatmap(
    lambda name: st.fixed_dictionaries({"move": st.just(name)}, optional=FIELDS)
)


@cache
def tables_along(seed: int, kind: int) -> list[Any]:
    played = play_out(Random(seed), 2, True, [{}, SHELL, SAND, {"advanced": True}][kind])
    tables = [GAME.start(2, played.options, played.starter)]
    for move in played.moves:
        tables.append(GAME.play(tables[-1], move))
    return tables


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    moves=st.lists(MOVES | MOVES.map(lambda move: dict(list(move.items())[:2])), max_size=6),
    tables=st.builds(tables_along, st.integers(0, 2), st.integers(0, 3)),
    data=st.data(),
)
def test_any_moves_are_played_or_refused_with_a_reason(
    moves: list[Move], tables: list[Any], data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from(tables))
    options = {"advanced": table.options.advanced}
    for move in moves:
        before = table
        reason = GAME.why_not(table, move)
        if reason is not None:
            json.dumps(dict(reason.args), allow_nan=False)
            assert reason.key
            assert table is before
            continue
        table = GAME.play(table, move)
        assert sum(table.counts["divers"]) + len(table.divers) == 32
        assert 0 <= table.counts["pontoons"] <= 35
        assert (table.phase == "over") == all(table.passed)
        assert table.phase == "over" or not table.passed[table.turn]
        squares = [d.square for d in table.divers if d.square is not None]
        assert len({*squares, *table.farms}) == len(squares) + 8
        assert all(len(part) >= 4 for part in territories(table.pontoons))
        assert all(n >= 0 for seat in range(2) for n in table.stock(seat).values())
        assert all(d.seat in (0, 1) for d in table.divers)
        GAME.notices(table)
        regions(table)
        GAME.score(2, options, GAME.sheet(table), force=True)
