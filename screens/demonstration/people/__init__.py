"""People who play by the rules, quickly and without much thought, so that there are tables to show.

Each game's people live in a module of its name, and so does what is worth showing of it: `SHOW`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, Protocol

from scoring import BOXES, GAMES

Move = dict[str, Any]
Options = dict[str, Any]

DETAILS = frozenset({"colour", "refill", "wild", "card", "bonus", "square", "value", "lines", "line"})
"""What light tracking leaves out of a move."""
LONGEST_GAME = 600


@dataclass(frozen=True, slots=True)
class Played:
    game: str
    players: int
    options: Options
    starter: int
    moves: tuple[Move, ...]
    tables: tuple[Any, ...]
    """The state before the first move and after each one."""

    @property
    def trigger(self) -> int:
        """How many moves it takes to bring on the end."""
        return next(number for number, table in enumerate(self.tables) if table.phase != "play")

    def moments(self) -> dict[str, int]:
        """How many moves have been played at the moments that a table is worth looking at."""
        trigger, over = self.trigger, len(self.moves)
        laid = next((number for number, move in enumerate(self.moves) if move["move"] != "correct"), 0)
        return {
            "start": laid,
            "middle": laid + round(0.6 * (trigger - laid)),
            "trigger": trigger,
            "last": trigger + (over - trigger) // 2,
        }


class People(Protocol):
    """Those around one table, with the real cards in their hands."""

    def opening(self) -> list[Move]: ...
    def move(self, table: Any) -> Move: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """What of a game is worth showing, beside its tables for every number of players."""

    sit_down: Callable[[Random, int, bool, Options], tuple[Options, People]]
    """What they lay out, and who they are."""
    light: int
    full: int
    """How many sit at the table that is told lightly, and at the one that is told in full."""
    options: Callable[[int], Options] = lambda _players: {}
    """With what the one in full is played."""
    two: bool = False
    """Whether a table for two looks different."""
    planned: int
    plan: Mapping[str, Any] = field(default_factory=dict)
    """How many sit down to a table that is being laid, and what they have chosen."""
    results: Mapping[str, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)
    """Sheets that end in a special way, each with the number of its players."""
    counts: Mapping[str, tuple[int, Callable[[Any], object] | None]] = field(default_factory=dict)
    """Moments of counting, each with the number of players and what is done on the page before the lower end
    of it is looked at."""
    misfit: Move | None = None
    """A move that could have been an earlier one, after which a later one no longer fits."""


@cache
def shows() -> dict[str, Show]:
    """By game, in the order of the shelf: those whose people live here."""
    here = {module.name for module in iter_modules(__path__)}
    return {game: import_module(f"{__name__}.{game}").SHOW for game in BOXES if game in here}


def play_out(game: str, players: int, full: bool, seed: int = 1, options: Options | None = None) -> Played:
    """A whole game, told in full or lightly."""
    rng = Random(seed)
    options, people = shows()[game].sit_down(rng, players, full, options or {})
    starter = rng.randrange(players)
    rules = GAMES[game]
    tables: list[Any] = [rules.start(players=players, options=options, starter=starter)]
    moves: list[Move] = []
    waiting = people.opening() if full else []
    while tables[-1].phase != "over" and len(moves) < LONGEST_GAME:
        move = waiting.pop(0) if waiting else people.move(tables[-1])
        told = move if full else {name: value for name, value in move.items() if name not in DETAILS}
        tables.append(rules.play(tables[-1], told))
        moves.append(told)
    return Played(game, players, options, starter, tuple(moves), tuple(tables))


def counted(played: Played) -> Mapping[str, Any]:
    """What lies in front of everybody once it is over."""
    sheet: Mapping[str, Any] = GAMES[played.game].sheet(played.tables[-1])
    return sheet
