"""How a session went: its moves in words, round by round, and the numbers that ran along with them.

Everything is found by playing the moves again. Moves that the rules refuse, and whatever follows them, are
left untold; an import may contain anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scoring import GAMES, Refusal
from scoring.coloretto import UNKNOWN
from screens.translator import _

Document = Mapping[str, Any]
Tell = Callable[[Any, Mapping[str, Any], Any], str]
Worth = Callable[[Any], Sequence[int] | None]
Points = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A move of the timeline: `seconds` are on the table's clock."""

    number: int
    seat: int
    text: str
    seconds: float
    round: int


@dataclass(frozen=True, slots=True)
class Line:
    """A number after every move; of one seat, or of the table."""

    name: str
    seat: int | None
    points: Points


@dataclass(frozen=True, slots=True)
class Course:
    title: str
    lines: tuple[Line, ...]


# -- Moves ------------------------------------------------------------------------------------------------


def tables_of(session: Document) -> list[Any]:
    """The table before the first move and after each one, as far as the rules can follow."""
    game, players = GAMES[session["game"]], len(session["players"])
    tables: list[Any] = []
    try:
        tables.append(
            game.start(players=players, options=session["options"], starter=session["starter"] or 0)
        )
        for move in session["moves"]:
            tables.append(game.play(tables[-1], move))
    except Refusal:
        pass
    return tables


def told_moves(session: Document, tables: Sequence[Any], names: Sequence[str], tell: Tell) -> list[Told]:
    """`tell` knows the moves of the game; what all games have in common is told here."""
    found = []
    seconds = 0.0
    for index, (before, after) in enumerate(pairwise(tables)):
        move = session["moves"][index]
        seconds = float(move.get("at", seconds))
        text = _told(before, move, after, names, tell)
        found.append(Told(index + 1, move.get("seat", before.turn), text, seconds, before.round))
    return found


def _told(before: Any, move: Mapping[str, Any], after: Any, names: Sequence[str], tell: Tell) -> str:
    if move["move"] == "end":
        return _("The table says it is over")
    if move["move"] != "correct":
        return tell(before, move, after)
    if set(move) - {"move", "at"} == {"turn"}:
        return _("Turn given to {name}").format(name=names[after.turn])
    return _("Counts corrected")


# -- Numbers ----------------------------------------------------------------------------------------------


def courses(session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    """What was tracked, the most telling first; nothing for a session that was only counted."""
    if len(tables) < 2:
        return []
    found = COURSES[session["game"]](session, tables, names)
    return [course for course in found if any(len(line.points) > 1 for line in course.lines)]


def _of_the_table(title: str, tables: Sequence[Any], number: Callable[[Any], float | None]) -> Course:
    values = [(index, number(table)) for index, table in enumerate(tables)]
    points = tuple((index, value) for index, value in values if value is not None)
    return Course(title, (Line(title, None, points),))


def _by_seat(title: str, tables: Sequence[Any], names: Sequence[str], worth: Worth) -> Course:
    """A line for every seat; partners, whose numbers are always the same, share one."""
    known = [(index, found) for index, table in enumerate(tables) if (found := worth(table)) is not None]
    lines: list[Line] = []
    for seat, name in enumerate(names):
        points = tuple((index, float(found[seat])) for index, found in known)
        partner = next((place for place, line in enumerate(lines) if _are_partners(names, line, seat)), None)
        if partner is not None and lines[partner].points == points:
            lines[partner] = Line(f"{lines[partner].name} & {name}", lines[partner].seat, points)
        else:
            lines.append(Line(name, seat, points))
    return Course(title, tuple(lines))


def _are_partners(names: Sequence[str], line: Line, seat: int) -> bool:
    return len(names) == 4 and line.seat == seat - 2


def _once_for_each(worth: Worth, key: Callable[[Any], object]) -> Worth:
    """Asks again only when what it depends on has changed: counting takes its time."""
    last: list[Any] = [None, None]

    def remembered(table: Any) -> Sequence[int] | None:
        if last[0] != key(table):
            last[:] = key(table), worth(table)
        found: Sequence[int] | None = last[1]
        return found

    return remembered


def _counted_now(session: Document, is_known: Callable[[Any], bool]) -> Worth:
    """What everybody would have if it ended here."""
    game = GAMES[session["game"]]

    def count(table: Any) -> Sequence[int] | None:
        if not is_known(table):
            return None
        return game.score(
            players=len(session["players"]), options=session["options"], sheet=game.sheet(table), force=True
        ).totals

    return count


def _pearls(_session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    return [
        _by_seat(_("Cards in hand"), tables, names, lambda table: [seat.hand for seat in table.seats]),
        _by_seat(_("Cards placed"), tables, names, lambda table: [seat.pile for seat in table.seats]),
        _of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile),
    ]


def _coloretto(session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    def is_known(table: Any) -> bool:
        return not any(hand.get(UNKNOWN) for hand in table.hands)

    worth = _once_for_each(_counted_now(session, is_known), lambda table: table.hands)
    pile = _of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile)
    held = _by_seat(
        _("Cards taken"), tables, names, lambda table: [sum(hand.values()) for hand in table.hands]
    )
    if is_known(tables[-1]):
        return [_by_seat(_("Points so far"), tables, names, worth), pile, held]
    return [pile, held]


def _perfect_numbers(_session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    return [
        _by_seat(_("Points so far"), tables, names, lambda table: table.scores),
        _of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile),
    ]


def _perladora(session: Document, tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    def is_known(table: Any) -> bool:
        values = all(diver.value is not None for diver in table.divers)
        return table.piles is not None and table.board_known and values

    worth = _once_for_each(
        _counted_now(session, is_known), lambda table: (table.divers, table.pontoons, table.piles)
    )
    left = [
        _of_the_table(_("Pontoons left"), tables, lambda table: table.pontoons_left),
        _by_seat(_("Divers left"), tables, names, lambda table: table.divers_left),
    ]
    if is_known(tables[-1]):
        return [_by_seat(_("Pearls so far"), tables, names, worth), *left]
    return left


COURSES = {
    "pearls": _pearls,
    "coloretto": _coloretto,
    "perfect_numbers": _perfect_numbers,
    "perladora": _perladora,
}
