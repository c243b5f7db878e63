"""The moves of a table as moments: their numbers, what else could have happened, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from screens.games.parts import Panel
from screens.translator import _
from screens.widgets.timeline import Mark

Move = Mapping[str, Any]


def is_correction(move: Move) -> bool:
    return bool(move["move"] == "correct")


def numbers(moves: Sequence[Move]) -> list[int]:
    """The number of every move; a correction is none, and bears that of the move before it."""
    return list(accumulate(0 if is_correction(move) else 1 for move in moves))


def number_after(moves: Sequence[Move], index: int) -> int:
    """The number of the next move, once so many entries have been made."""
    return 1 + sum(not is_correction(move) for move in moves[:index])


def marks(moves: Sequence[Move], seats: Sequence[int], colours: Sequence[Any]) -> list[Mark]:
    return [
        Mark(colours[seat % len(colours)], is_correction(move))
        for move, seat in zip(moves, seats, strict=False)
    ]


# -- What else could have happened ------------------------------------------------------------------------


def inserted(moves: Sequence[Move], index: int, move: Move) -> list[Move]:
    """The move comes in at this place, at the time of the one that it goes before."""
    around = moves[max(0, index - 1) : index + 1]
    at = around[-1].get("at", 0) if around else 0
    return [*moves[:index], {**move, "at": at}, *moves[index:]]


def replaced(moves: Sequence[Move], index: int, move: Move) -> list[Move]:
    return [*moves[:index], {**move, "at": moves[index].get("at", 0)}, *moves[index + 1 :]]


def left_out(moves: Sequence[Move], index: int) -> list[Move]:
    return [*moves[:index], *moves[index + 1 :]]


def swapped(moves: Sequence[Move], index: int) -> list[Move]:
    """This one and the one before it change places; each place keeps its time."""
    earlier, later = moves[index - 1], moves[index]
    times = [{"at": move["at"]} if "at" in move else {} for move in (earlier, later)]
    return [*moves[: index - 1], {**later, **times[0]}, {**earlier, **times[1]}, *moves[index + 1 :]]


# -- What that changes ------------------------------------------------------------------------------------


def changes(panel: Panel, names: Sequence[str], before: Any, after: Any) -> Iterator[str]:
    """What is another thing at the table now, and for whom, in words."""
    if before.phase != after.phase and "over" in (before.phase, after.phase):
        yield _("The game is over.") if after.phase == "over" else _("The game goes on.")
    if before.turn != after.turn and after.phase != "over":
        yield _("{name} has the turn instead of {other}.").format(
            name=names[after.turn], other=names[before.turn]
        )
    for seat, name in enumerate(names):
        was, becomes = panel.seat_line(before, seat), panel.seat_line(after, seat)
        if was != becomes:
            yield _("{name}: {after} instead of {before}").format(name=name, after=becomes, before=was)
    was_left, is_left = panel.remaining(before), panel.remaining(after)
    if was_left and is_left and was_left.text != is_left.text:
        yield is_left.text
