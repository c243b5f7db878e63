"""How a session went: its moves in words, round by round, and the numbers that ran along with them.

Everything is found by playing the moves again. Moves that the rules refuse, and whatever follows them, are
left untold; an import may contain anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scoring import GAMES, Refusal
from screens.games import FACES
from screens.games.parts import Course
from screens.words.telling import move_told

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A move of the timeline: `seconds` are on the table's clock."""

    number: int
    seat: int
    text: str
    seconds: float
    round: int


# -- Moves ------------------------------------------------------------------------------------------------


def tables_of(session: Document) -> list[Any]:
    """The table before the first move and after each one, as far as the rules can follow."""
    game, starter = GAMES[session["game"]], session["starter"] or 0
    tables: list[Any] = []
    try:
        for table in game.replay(len(session["players"]), session["options"], starter, session["moves"]):
            tables.append(table)
    except Refusal:
        pass
    return tables


def told_moves(session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Told]:
    found = []
    seconds = 0.0
    for index, (before, after) in enumerate(pairwise(tables)):
        move = session["moves"][index]
        seconds = float(move.get("at", seconds))
        text = move_told(session["game"], names, before, move, after)
        found.append(Told(index + 1, move.get("seat", before.turn), text, seconds, before.round))
    return found


def turn_times(moves: Sequence[Told]) -> dict[int, tuple[int, float]]:
    """Seat by seat how many moves were timed, and how long they took: each since the one before it."""
    found: dict[int, tuple[int, float]] = {}
    for earlier, move in pairwise(moves):
        turns, seconds = found.get(move.seat, (0, 0.0))
        found[move.seat] = turns + 1, seconds + max(0.0, move.seconds - earlier.seconds)
    return found if any(seconds for _turns, seconds in found.values()) else {}


# -- Numbers ----------------------------------------------------------------------------------------------


def courses(session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    """What was tracked, the most telling first; nothing for a session that was only counted."""
    if len(tables) < 2:
        return []
    found = FACES[session["game"]].story.courses(session, tables, names)
    return [course for course in found if any(len(line.points) > 1 for line in course.lines)]
