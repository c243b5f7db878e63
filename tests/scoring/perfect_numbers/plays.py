"""Perfect Numbers: tables and moves that its tests share."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import IllegalMove, Message
from scoring.perfect_numbers.rules import GAME, PerfectNumbersTable

Move = dict[str, Any]

FULL = {"red": [7], "green": [7], "yellow": [7], "purple": [7]}

DULL_START = [
    [{"colour": "red", "number": 7}, {"colour": "green", "number": 7}, {"colour": "blue", "number": 7}],
    [{"colour": "red", "number": 6}, {"colour": "yellow", "number": 6}, {"colour": "purple", "number": 6}],
]


def card(colour: str, number: int) -> dict[str, Any]:
    return {"colour": colour, "number": number}


def start(players: int = 2, starter: int = 0, **options: Any) -> PerfectNumbersTable:
    return GAME.start(players, options, starter)


def play(table: PerfectNumbersTable, *moves: Move) -> PerfectNumbersTable:
    for move in moves:
        table = GAME.play(table, move)
    return table


def laid(*rows: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> PerfectNumbersTable:
    """A table with these rows, the first seat's turn, and any card still to come."""
    return play(start(len(rows), **(options or {})), {"move": "correct", "rows": list(rows), **more})


def holding(table: PerfectNumbersTable, *cards: Move) -> PerfectNumbersTable:
    """The same table, but the player has exactly these cards still to lay."""
    return play(table, {"move": "correct", "pending": list(cards)})


def refusal(table: PerfectNumbersTable, *moves: Move) -> Message:
    """Why the last of these moves is not allowed; nothing has changed by asking."""
    *before, last = moves
    table = play(table, *before)
    reason = GAME.why_not(table, last)
    assert reason is not None, last
    with pytest.raises(IllegalMove) as caught:
        GAME.play(table, last)
    assert caught.value.reason == reason
    return reason


def take(group: int, *cards: Move, **more: Any) -> Move:
    return {"move": "take", "group": group, **({"cards": list(cards)} if cards else {}), **more}


def add(colour: str, number: int, **more: Any) -> Move:
    return {"move": "add", "card": card(colour, number), **more}


def conserved(table: PerfectNumbersTable) -> int:
    counts = table.counts
    parts = ["draw_pile", "market", "pending", "collections", "discards"]
    return sum(counts[part] for part in parts) + sum(table.scores)


WHOLE_ROUND = [take(0), take(1), take(2), take(3)]


def score(seat: int, cards: int) -> Move:
    return {"move": "score", "seat": seat, "cards": cards}


def last_turn(**more: Any) -> PerfectNumbersTable:
    """Seat 1 has laid the last card of the game and still stores a move card."""
    table = laid({"red": [7]}, {"blue": [4, 6, 5], "actions": ["move"]}, draw_pile=6, turn=1, **more)
    table = play(table, {"move": "correct", "groups": [0, 0, 0, 1], "turn": 1})
    return play(table, take(3, card("blue", 6)), add("blue", 6))


def tracked(**options: Any) -> PerfectNumbersTable:
    return start(2, start=DULL_START, deck=100, **options)


def storing() -> PerfectNumbersTable:
    rows = [{"red": [3, 7, 6], "actions": ["move"]}, {"red": [2, 7], "actions": ["move"]}]
    return play(tracked(), {"move": "correct", "rows": rows, "draw_pile": 80})


ROTATE = {"move": "rotate", "row": "red"}


def correct(**fields: Any) -> Move:
    return {"move": "correct", **fields}


def closing(seat: int, number: int, **more: Any) -> Move:
    return {"move": "close", "seat": seat, "number": number, **more}


def sheet(*points: Any) -> dict[str, Any]:
    return {"seats": [{"points": own} for own in points]}
