"""The rules of the games: set-up, turns, end, scoring and ranking, as pure functions of JSON values.

Every folder in this room is a game. What is printed on its box is read at once, its rules when they are first
asked for.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from scoring.core import (
    Box,
    Game,
    IllegalMove,
    InvalidOptions,
    InvalidSheet,
    Line,
    Message,
    Problem,
    Refusal,
    Result,
    Setup,
)


def _boxes() -> dict[str, Box]:
    found: list[Box] = [
        import_module(f"{__name__}.{room.name}").BOX for room in iter_modules(__path__) if room.ispkg
    ]
    return {box.key: box for box in sorted(found, key=lambda box: box.shelf)}


@cache
def _rules(key: str) -> Game[Any, Any, Any]:
    game: Game[Any, Any, Any] = import_module(f"{__name__}.{key}.rules").GAME
    return game


class _Games(Mapping[str, Game[Any, Any, Any]]):
    """The rules of a game are loaded when they are first asked for."""

    def __getitem__(self, key: str) -> Game[Any, Any, Any]:
        if key not in BOXES:
            raise KeyError(key)
        return _rules(key)

    def __iter__(self) -> Iterator[str]:
        return iter(BOXES)

    def __len__(self) -> int:
        return len(BOXES)


BOXES: Mapping[str, Box] = _boxes()
GAMES: Mapping[str, Game[Any, Any, Any]] = _Games()

__all__ = [
    "BOXES",
    "GAMES",
    "Box",
    "Game",
    "IllegalMove",
    "InvalidOptions",
    "InvalidSheet",
    "Line",
    "Message",
    "Problem",
    "Refusal",
    "Result",
    "Setup",
]
