"""How a session ended, as far as it is told: the one reader of results, whoever wrote them.

Our own results tell everything. A play from elsewhere may tell the points alone, the winner alone, places
without points, or nothing; each of these is a document like any other, and whoever shows, counts or exports
results reads them through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from history.document import is_number
from scoring.core import competition_ranks, first_places

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seat by seat; what the result does not tell, and what does not follow from the rest, is None or empty.

    Totals and ranks are known for all seats or for none. Without ranks the totals rank the seats; without
    winners those in the first place have won. No winners means that nobody is known to have won.
    """

    totals: tuple[float | None, ...]
    ranks: tuple[int | None, ...]
    winners: tuple[int, ...]
    """Seats, in their order at the table."""
    lines: tuple[tuple[Line, ...], ...]
    """Where the points came from: lines with a part (text) and points (a number), or none at all where
    anything in a seat's lines cannot be understood."""

    @property
    def is_scored(self) -> bool:
        return bool(self.totals) and None not in self.totals

    @property
    def is_ranked(self) -> bool:
        return bool(self.ranks) and None not in self.ranks

    @property
    def is_decided(self) -> bool:
        return bool(self.winners)

    @property
    def is_told(self) -> bool:
        """Whether there is anything to say beyond who played."""
        return self.is_scored or self.is_ranked or self.is_decided

    @property
    def places(self) -> tuple[int | None, ...]:
        """The ranks; where only the winners are known, 1 for them and 2 for everybody else."""
        if self.is_ranked or not self.is_decided:
            return self.ranks
        return tuple(1 if seat in self.winners else 2 for seat in range(len(self.ranks)))

    @property
    def order(self) -> tuple[int, ...]:
        """All seats, the best first; equals, and those of whom nothing is known, as they sat."""
        places = self.places
        return tuple(sorted(range(len(places)), key=lambda seat: (places[seat] or 0, seat)))


def is_empty_count(session: Mapping[str, Any]) -> bool:
    """A score sheet into which nothing was ever entered says nothing about who won."""
    result, sheet = session["result"], session.get("sheet")
    if not result or sheet is None or session.get("moves"):
        return False
    return not any(result.get("totals") or ()) and not _says_anything(sheet)


def _says_anything(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_says_anything, value.values()))
    if isinstance(value, list):
        return any(map(_says_anything, value))
    return is_number(value) and value != 0


def outcome_of(session: Mapping[str, Any]) -> Outcome:
    """What a session in its normal form (see `history.document`) tells of how it ended."""
    seats = len(session["players"])
    result = {} if is_empty_count(session) else session["result"] or {}
    totals, ranks, winners = (result.get(name) for name in ("totals", "ranks", "winners"))
    if ranks is None and totals is not None:
        ranks = competition_ranks(totals)
    if winners is None:
        winners = [] if ranks is None else first_places(ranks)
    lines = result.get("lines")
    nothing: Sequence[None] = [None] * seats
    return Outcome(
        tuple(nothing if totals is None else totals),
        tuple(nothing if ranks is None else ranks),
        tuple(sorted(winners)),
        tuple(map(_understood, nothing if lines is None else lines)),
    )


def _understood(lines: object) -> tuple[Line, ...]:
    return tuple(lines) if isinstance(lines, list) and all(map(_is_line, lines)) else ()


def _is_line(line: object) -> bool:
    return isinstance(line, dict) and isinstance(line.get("part"), str) and is_number(line.get("points"))
