"""A whole game as the random players of these tests leave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Played:
    players: int
    options: dict[str, Any]
    starter: int
    moves: list[dict[str, Any]]
    table: Any
    """The table after the last move."""
