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


def _lids() -> list[Box]:
    rooms = [import_module(f"{__name__}.{room.name}") for room in iter_modules(__path__) if room.ispkg]
    return sorted((room.BOX for room in rooms), key=lambda box: box.shelf)


_LIDS: Mapping[str, Box] = {box.key: box for box in _lids()}


class _Shelf(dict[str, Box]):
    """The printed boxes stand here. A blank one does not, but whoever asks for it by its key finds it."""

    def __missing__(self, key: str) -> Box:
        if key in _LIDS:
            return _LIDS[key]
        for lid in _LIDS.values():
            if lid.called and (written := lid.called(key)):
                return written
        raise KeyError(key)


@cache
def _rules(key: str) -> Game[Any, Any, Any]:
    room = "game" if _LIDS[key].blank else "rules"
    game: Game[Any, Any, Any] = import_module(f"{__name__}.{key}.{room}").GAME
    return game


class _Games(Mapping[str, Game[Any, Any, Any]]):
    """The rules of a game are loaded when they are first asked for."""

    def __getitem__(self, key: str) -> Game[Any, Any, Any]:
        if key in _LIDS:
            return _rules(key)
        if is_written(key):
            return _rules(next(blank for blank in BLANK if key.startswith(blank)))
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(BOXES)

    def __len__(self) -> int:
        return len(BOXES)


BOXES: Mapping[str, Box] = _Shelf({key: box for key, box in _LIDS.items() if not box.blank})
BLANK: tuple[str, ...] = tuple(key for key, box in _LIDS.items() if box.blank)
"""Games that stand on no shelf, because each session brings its rules."""
GAMES: Mapping[str, Game[Any, Any, Any]] = _Games()


def is_written(key: object) -> bool:
    """Whether sessions of a blank box are sorted under this key."""
    return isinstance(key, str) and any(box.called and box.called(key) for box in _LIDS.values())


def box_of(session: Mapping[str, Any]) -> Box:
    """The box that a session was played from, as far as its options have written on it."""
    box = BOXES[session["game"]]
    return (box.written(session["options"]) if box.written else None) or box


__all__ = [
    "BLANK",
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
    "box_of",
    "is_written",
]
