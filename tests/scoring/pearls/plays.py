"""Pearls: tables and moves that its tests share."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import GAMES, IllegalMove

PEARLS = GAMES["pearls"]


def start(players: int = 3, starter: int = 0, **options: Any) -> Any:
    return PEARLS.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = PEARLS.play(table, move)
    return table


def refusal(table: Any, move: dict[str, Any]) -> str:
    with pytest.raises(IllegalMove) as caught:
        PEARLS.play(table, move)
    assert PEARLS.why_not(table, move) == caught.value.reason
    return caught.value.key


def take(cards: int, **more: Any) -> dict[str, Any]:
    return {"move": "take", "cards": cards, **more}


def place(cards: int, **more: Any) -> dict[str, Any]:
    return {"move": "place", "cards": cards, **more}
