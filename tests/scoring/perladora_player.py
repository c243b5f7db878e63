"""Random Perladöra players on a real board of their own, knowing nothing of the tracker but its moves."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.perladora.rules import GAME
from tests.scoring.played import Played

CELLS = [(row, column) for row in range(5) for column in range(8)]
EDGES = [
    ((row, column), (row + down, column + 1 - down))
    for row, column in CELLS
    for down in (0, 1)
    if row + down < 5 and column + 1 - down < 8
]
FARMS = [(0, 3), (1, 1), (1, 5), (1, 7), (3, 0), (3, 4), (4, 2), (4, 6)]
PILES = [3, 4, 4, 5, 5, 6, 6, 7]
TILES = {
    2: [1] * 10 + [2] * 3 + [3, 4, 5],
    3: [1] * 7 + [2] * 2 + [3, 4],
    4: [1] * 5 + [2, 3, 4],
}
TOKENS = {"coral": 2, "shell": 1, "mountain": 2, "sand": 2}

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]


def partition(walls: set[Edge]) -> dict[Cell, Cell]:
    """Every cell's representative, by joining cells across every edge without a wall."""
    parent = {cell: cell for cell in CELLS}

    def root(cell: Cell) -> Cell:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for edge in EDGES:
        if edge not in walls:
            parent[root(edge[1])] = root(edge[0])
    return {cell: root(cell) for cell in CELLS}


def sizes(walls: set[Edge]) -> list[int]:
    roots = list(partition(walls).values())
    return [roots.count(root) for root in set(roots)]


BESIDE = {
    cell: [(edge, end) for edge in EDGES if cell in edge for end in edge if end != cell] for cell in CELLS
}


def leaves_room(walls: set[Edge], edge: Edge) -> bool:
    """Whether a wall on this edge leaves at least four cells on either side, counted no further than four."""
    for end in edge:
        found = {end}
        queue = [end]
        while queue and len(found) < 4:
            for across, cell in BESIDE[queue.pop()]:
                if across not in walls and across != edge and cell not in found:
                    found.add(cell)
                    queue.append(cell)
        if len(found) < 4:
            return False
    return True


@dataclass
class Tile:
    seat: int
    value: int
    reinforced: bool = False
    flowers: int = 0


@dataclass
class Board:
    """What really lies on the table."""

    players: int
    farms: list[Cell]
    piles: list[int]
    clans: list[str] | None
    advanced: bool
    hands: list[list[int]]
    tiles: dict[Cell, Tile] = field(default_factory=dict)
    walls: set[Edge] = field(default_factory=set)
    passed: list[bool] = field(default_factory=list)
    reinforcements: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)

    @property
    def free(self) -> list[Cell]:
        return [cell for cell in CELLS if cell not in self.tiles and cell not in self.farms]

    @property
    def pontoons(self) -> int:
        return 35 - len(self.walls)

    def friends(self, seat: int) -> set[int]:
        return {seat, (seat + 2) % 4} if self.players == 4 else {seat}

    def may_wall(self, edge: Edge) -> bool:
        return edge not in self.walls and leaves_room(self.walls, edge)

    def some_edge(self, rng: Random) -> Edge | None:
        if not self.pontoons:
            return None
        return next((edge for edge in rng.sample(EDGES, len(EDGES)) if self.may_wall(edge)), None)

    def full(self, roots: dict[Cell, Cell], root: Cell) -> bool:
        return all(roots[cell] != root for cell in self.free)

    def to_reinforce(self, seat: int) -> list[Cell]:
        if not self.reinforcements[seat]:
            return []
        roots = partition(self.walls)
        taken = {roots[cell] for cell, tile in self.tiles.items() if tile.reinforced}
        return [
            cell
            for cell, tile in self.tiles.items()
            if tile.seat == seat and roots[cell] not in taken and self.full(roots, roots[cell])
        ]

    def to_charm(self, seat: int) -> list[Cell]:
        roots = partition(self.walls)
        return [
            cell
            for cell, tile in self.tiles.items()
            if tile.seat not in self.friends(seat)
            and not self.full(roots, roots[cell])
            and any(own.seat == seat and roots[at] == roots[cell] for at, own in self.tiles.items())
        ]

    def can_act(self, seat: int) -> bool:
        if self.hands[seat] and self.free:
            return True
        return bool(self.to_reinforce(seat)) or (
            self.pontoons > 0 and any(self.may_wall(edge) for edge in EDGES)
        )

    def to_look_at(self, seat: int) -> list[Cell]:
        partner = self.friends(seat) - {seat}
        return [cell for cell, tile in self.tiles.items() if tile.seat not in partner]

    def sheet(self) -> dict[str, Any]:
        roots = partition(self.walls)
        return {
            "territories": [
                {
                    "cells": list(roots.values()).count(root),
                    "farms": [
                        n for farm, n in zip(self.farms, self.piles, strict=True) if roots[farm] == root
                    ],
                    "divers": [
                        {
                            "seat": tile.seat,
                            "value": tile.value,
                            "reinforced": tile.reinforced,
                            "flowers": tile.flowers,
                        }
                        for cell, tile in self.tiles.items()
                        if roots[cell] == root
                    ],
                }
                for root in sorted(
                    set(roots.values()), key=lambda root: min(c for c in CELLS if roots[c] == root)
                )
            ]
        }


def random_options(rng: Random, players: int, full: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"advanced": rng.random() < 0.6}
    if options["advanced"] or rng.random() < 0.5:
        options["clans"] = rng.sample(list(TOKENS), players)
    if full:
        options["piles"] = rng.sample(PILES, 8)
    if rng.random() < 0.3:
        options["farms"] = [list(cell) for cell in rng.sample(CELLS, 8)]
    return options


def play_out(
    rng: Random, players: int, full: bool, options: dict[str, Any] | None = None, mixed: bool = False
) -> Played:
    """A game until everybody has passed; `mixed` tells all of some moves and little of others."""
    if options is None:
        options = random_options(rng, players, full)
    starter = rng.randrange(players)
    advanced = options.get("advanced", False)
    clans = options.get("clans")
    board = Board(
        players,
        [(row, column) for row, column in options.get("farms", FARMS)],
        options.get("piles") or rng.sample(PILES, 8),
        clans,
        advanced,
        [rng.sample(TILES[players], len(TILES[players])) for _ in range(players)],
        passed=[False] * players,
        reinforcements=[int(advanced)] * players,
        tokens=[TOKENS[clan] if advanced else 0 for clan in clans] if clans else [0] * players,
    )
    boredom = rng.choice([0.0, 0.01, 0.08])
    builders = rng.choice([0.2, 0.4, 0.7])
    table = GAME.start(players, options, starter)
    moves: list[dict[str, Any]] = []
    seat, rounds = starter, 1

    def tell(move: dict[str, Any], more: dict[str, Any]) -> None:
        nonlocal table
        told = full if not mixed else rng.random() < 0.7
        said = move | more if told else move
        assert GAME.why_not(table, said) is None, (said, GAME.why_not(table, said))
        table = GAME.play(table, said)
        moves.append(said)

    while not all(board.passed):
        assert (table.turn, table.round) == (seat, rounds)
        assert table.phase in ("play", "last")
        if clans and advanced and board.tokens[seat] and rng.random() < 0.15:
            before = deepcopy(board)
            chosen = _power(rng, board, seat)
            if chosen is not None and not board.can_act(seat):
                board, chosen = before, None
            if chosen is not None:
                tell({"move": "power"}, chosen)
                _verify(board, table, full and not mixed)
                assert table.turn == seat
        move, more = _action(rng, board, seat, builders, 0.0 if table.power_used else boredom)
        assert move["move"] != "pass" or not table.power_used
        tell(move, more)
        _verify(board, table, full and not mixed)
        if all(board.passed):
            break
        while True:
            seat = (seat + 1) % players
            rounds += seat == starter
            if not board.passed[seat]:
                break
    assert table.phase == "over"
    _verify_end(board, table, options, full and not mixed)
    return Played(players, options, starter, moves, table)


def _power(rng: Random, board: Board, seat: int) -> dict[str, Any] | None:
    assert board.clans is not None
    clan = board.clans[seat]
    more: dict[str, Any] | None = None
    if clan == "coral" and board.to_look_at(seat):
        more = {"square": list(rng.choice(board.to_look_at(seat)))}
    elif clan == "shell" and board.hands[seat] and board.free:
        more = _put_tile(rng, board, seat)
    elif clan == "mountain" and (edge := board.some_edge(rng)):
        board.walls.add(edge)
        more = {"line": _as_line(rng, edge)}
    elif clan == "sand" and board.to_charm(seat):
        cell = rng.choice(board.to_charm(seat))
        board.tiles[cell].flowers += 1
        more = {"square": list(cell)}
    if more is not None:
        board.tokens[seat] -= 1
    return more


def _action(
    rng: Random, board: Board, seat: int, builders: float, boredom: float
) -> tuple[dict[str, Any], dict[str, Any]]:
    if rng.random() < boredom:
        board.passed[seat] = True
        return {"move": "pass"}, {}
    targets = board.to_reinforce(seat)
    if targets and rng.random() < 0.5:
        cell = rng.choice(targets)
        board.tiles[cell].reinforced = True
        board.reinforcements[seat] -= 1
        return {"move": "reinforce"}, {"square": list(cell)}
    can_dive = bool(board.hands[seat] and board.free)
    if can_dive and rng.random() > builders:
        return {"move": "diver"}, _put_tile(rng, board, seat)
    edges = [board.some_edge(rng)]
    if edges[0] is not None:
        board.walls.add(edges[0])
        if rng.random() < 0.8 and (another := board.some_edge(rng)):
            board.walls.add(another)
            edges.append(another)
        lines = [_as_line(rng, edge) for edge in edges if edge is not None]
        return {"move": "pontoons", "count": len(lines)}, {"lines": lines}
    if can_dive:
        return {"move": "diver"}, _put_tile(rng, board, seat)
    if targets:
        board.tiles[targets[0]].reinforced = True
        board.reinforcements[seat] -= 1
        return {"move": "reinforce"}, {"square": list(targets[0])}
    board.passed[seat] = True
    return {"move": "pass"}, {}


def _put_tile(rng: Random, board: Board, seat: int) -> dict[str, Any]:
    cell, value = rng.choice(board.free), board.hands[seat].pop()
    board.tiles[cell] = Tile(seat, value)
    return {"square": list(cell), "value": value}


def _as_line(rng: Random, edge: Edge) -> list[list[int]]:
    return [list(cell) for cell in rng.sample(edge, 2)]


def _verify(board: Board, table: Any, told: bool) -> None:
    counts = table.counts
    assert counts["pontoons"] == board.pontoons
    assert counts["divers"] == [len(hand) for hand in board.hands]
    assert table.free_squares == len(board.free)
    assert sum(counts["divers"]) + len(table.divers) == len(TILES[board.players]) * board.players
    assert list(table.passed) == board.passed
    if board.advanced:
        assert counts["reinforcements"] == board.reinforcements
        assert counts["powers"] == (board.tokens if board.clans else None)
    if told:
        assert set(table.pontoons) == board.walls
        assert {tuple(cell) for cell in table.filled} == {*board.farms, *board.tiles}
        assert table.board_known
    if not all(board.passed):
        left = board.passed.count(False)
        stuck = not (
            board.free and any(h for h, out in zip(board.hands, board.passed, strict=True) if not out)
        )
        if left == 1:
            assert table.phase == "last"
        elif not stuck:
            assert table.phase == "play"
        elif told:
            dead = not board.pontoons or not any(board.may_wall(edge) for edge in EDGES)
            assert table.phase == ("last" if dead else "play")


def _verify_end(board: Board, table: Any, options: dict[str, Any], told: bool) -> None:
    real = board.sheet()
    problems = GAME.check(board.players, options, real)
    assert all(problem.level == "warning" for problem in problems), problems
    result = GAME.score(board.players, options, real)
    teams = sum(result.totals[:2]) if board.players == 4 else sum(result.totals)
    assert teams + result.lost == 40
    sheet = GAME.sheet(table)
    if told and "piles" in options:
        assert GAME.score(board.players, options, sheet).as_json() == result.as_json()
    GAME.score(board.players, options, sheet, force=True)
