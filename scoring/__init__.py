"""The rules of the four games: set-up, turns, end, scoring and ranking, as pure functions of JSON values."""

from typing import Any

from scoring.coloretto import Coloretto
from scoring.core import (
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
from scoring.pearls import Pearls
from scoring.perfect_numbers import PerfectNumbers
from scoring.perladora import Perladora

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.key: game for game in (Pearls(), Coloretto(), PerfectNumbers(), Perladora())
}

__all__ = [
    "GAMES",
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
