"""Perladöra: tables and moves that its tests share."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import scoring.perladora
from scoring import IllegalMove
from scoring.perladora.board import open_lines
from scoring.perladora.rules import GAME
from tests.scoring.perladora_player import EDGES, leaves_room, sizes

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "perladora.json").read_text("utf-8"))

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.perladora.__file__).parent.glob("*.py"))

Move = dict[str, Any]


def start(players: int = 2, starter: int = 0, **options: Any) -> Any:
    return GAME.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: Move) -> Any:
    for move in moves:
        table = GAME.play(table, move)
    return table


def refusal(table: Any, move: Move) -> Any:
    with pytest.raises(IllegalMove) as caught:
        GAME.play(table, move)
    assert GAME.why_not(table, move) == caught.value.reason
    return caught.value.reason


def diver(row: int, column: int, value: int | None = None) -> Move:
    return {"move": "diver", "square": [row, column], **({} if value is None else {"value": value})}


def pontoons(*lines: Any) -> Move:
    return {"move": "pontoons", "count": len(lines), "lines": [as_json(line) for line in lines]}


def correct(**what: Any) -> Move:
    return {"move": "correct", **what}


def power(**what: Any) -> Move:
    return {"move": "power", **what}


def as_json(line: Any) -> list[list[int]]:
    return [list(end) for end in line]


def down(row: int, column: int) -> Any:
    """The line below this square."""
    return ((row, column), (row + 1, column))


def right(row: int, column: int) -> Any:
    """The line to the right of this square."""
    return ((row, column), (row, column + 1))


PASS: Move = {"move": "pass"}

DIVER: Move = {"move": "diver"}

REINFORCE: Move = {"move": "reinforce"}

CORNER = [right(0, 1), right(1, 1), down(1, 0), down(1, 1)]
"""Cuts off the four squares at the top left, one of which is a farm."""

FIRST_ROW = [down(0, column) for column in range(8)]


def some_walls(rng: Random, most: int) -> list[Any]:
    """Legal pontoons in random order."""
    walls: set[Any] = set()
    for edge in rng.sample(EDGES, len(EDGES)):
        if len(walls) == most:
            break
        if leaves_room(walls, edge):
            walls.add(edge)
    assert min(sizes(walls)) >= 4
    return sorted(walls)


def full_territory(**options: Any) -> Any:
    """The corner is filled by seats 0, 1 and 1; it is seat 0's turn."""
    options = {"advanced": True, "clans": ["coral", "mountain"], **options}
    return play(
        start(**options),
        pontoons(*CORNER[:2]),
        pontoons(*CORNER[2:]),
        diver(0, 0, 2),
        diver(0, 1, 1),
        diver(3, 3, 1),
        diver(1, 0, 1),
    )


SHELL = {"advanced": True, "clans": ["shell", "mountain"]}

SAND = {"advanced": True, "clans": ["sand", "coral"]}

CORAL_TEAM = {"advanced": True, "clans": ["coral", "shell", "mountain", "sand"]}


def divided_for_sand() -> Any:
    """Sand's turn; sand sits in the corner alone, and opposite a coral diver in the large territory."""
    return play(
        start(**SAND),
        pontoons(*CORNER[:2]),
        pontoons(*CORNER[2:]),
        diver(0, 0, 1),
        diver(2, 2, 1),
        DIVER,
        diver(0, 1, 1),
    )


def dead_walls(pontoons_left: int) -> list[Any]:
    """Pontoons after which no line is open, although some are left."""
    rng = Random(4)
    while True:
        walls: list[Any] = []
        while lines := open_lines(walls):
            walls.append(rng.choice(lines))
        if len(walls) == 35 - pontoons_left:
            return walls


def counted(pontoons_laid: int, *divers_placed: int, **options: Any) -> Any:
    """Two players told how much lies on the board, and nothing of where."""
    left = [16 - placed for placed in divers_placed]
    return play(start(advanced=True, **options), correct(pontoons=35 - pontoons_laid, divers=left))


def notices(table: Any) -> dict[str, Any]:
    return {notice.key: dict(notice.args) for notice in GAME.notices(table)}


def entry(cells: int, farms: list[int], *divers: tuple[Any, ...]) -> dict[str, Any]:
    """Divers as (seat, value), (seat, value, "+") or (seat, value, flowers)."""
    return {
        "cells": cells,
        "farms": farms,
        "divers": [
            {"seat": seat, "value": value}
            | ({"reinforced": True} if "+" in more else {})
            | ({"flowers": n} if (n := sum(m for m in more if m != "+")) else {})
            for seat, value, *more in divers
        ],
    }
