"""Coloretto: tables and moves that its tests share."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import IllegalMove
from scoring.coloretto.rules import GAME

COLORETTO = GAME

LAST_ROUND = {"move": "last_round"}


def start(players: int = 3, starter: int = 0, **options: Any) -> Any:
    return COLORETTO.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = COLORETTO.play(table, move)
    return table


def refused(table: Any, move: dict[str, Any]) -> Any:
    with pytest.raises(IllegalMove) as caught:
        COLORETTO.play(table, move)
    assert COLORETTO.why_not(table, move) == caught.value.reason
    return caught.value.reason


def refusal(table: Any, move: dict[str, Any]) -> str:
    key: str = refused(table, move).key
    return key


def draw(row: int, card: str | None = None) -> dict[str, Any]:
    return {"move": "draw", "row": row} | ({"card": card} if card else {})


def take(row: int, bonus: str | None = None) -> dict[str, Any]:
    return {"move": "take", "row": row} | ({"bonus": bonus} if bonus else {})


def correct(**fields: Any) -> dict[str, Any]:
    return {"move": "correct", **fields}


def keys(messages: list[Any]) -> list[str]:
    return [message.key for message in messages]


def levels(problems: list[Any]) -> set[str]:
    return {problem.level for problem in problems}


def near_the_end(players: int = 3, above: int = 1) -> Any:
    return play(start(players), draw(0), draw(1), correct(above_last_round=above))
