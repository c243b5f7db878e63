"""Perfect Numbers: which move brought whom how many points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scoring import GAMES, Refusal
from scoring.perfect_numbers.rules import PerfectNumbersTable

Kind = Literal["closed", "gift", "start", "corrected", "counted"]


@dataclass(frozen=True, slots=True)
class Gain:
    seat: int
    points: int
    kind: Kind
    round: int = 0
    bonus: int = 0


def gains(document: Mapping[str, Any]) -> list[Gain]:
    """Nothing for a session that was only counted; at last what the count adds to what was tracked."""
    moves = document["moves"]
    if not moves:
        return []
    tables = _replayed(document)
    if not tables:
        return []
    found = [Gain(seat, score, "start") for seat, score in enumerate(tables[0].scores) if score]
    for before, move, after in zip(tables, moves, tables[1:], strict=False):
        found += _of_a_move(before, move, after)
    totals = (document["result"] or {}).get("totals") or tables[-1].scores
    for seat, (tracked, counted) in enumerate(zip(tables[-1].scores, totals, strict=True)):
        if tracked != counted:
            found.append(Gain(seat, counted - tracked, "counted"))
    return found


def _replayed(document: Mapping[str, Any]) -> list[PerfectNumbersTable]:
    """As far as the rules can follow it."""
    tables: list[PerfectNumbersTable] = []
    game = GAMES["perfect_numbers"]
    try:
        for table in game.replay(
            len(document["players"]), document["options"], document["starter"], document["moves"]
        ):
            tables.append(table)
    except Refusal:
        pass
    return tables


def _of_a_move(
    before: PerfectNumbersTable, move: Mapping[str, Any], after: PerfectNumbersTable
) -> Iterator[Gain]:
    for seat, (then, now) in enumerate(zip(before.scores, after.scores, strict=True)):
        if now == then:
            continue
        if move["move"] == "correct":
            yield Gain(seat, now - then, "corrected")
            continue
        late = before.refilled and seat == before.taker and move.get("before_refill", True)
        cards = _closing_number(before, move, seat)
        kind: Kind = "closed" if cards else "gift"
        bonus = now - then - cards if cards else 0
        yield Gain(seat, now - then, kind, before.round - late, bonus)


def _closing_number(before: PerfectNumbersTable, move: Mapping[str, Any], seat: int) -> int:
    """The number that closed a row, which is also how many cards were in it; nought where none was closed."""
    rows = before.seats[move.get("other", seat)].rows
    match move:
        case {"move": "close", "number": number}:
            return int(number)
        case {"move": "rotate", "row": row}:
            return int(rows[row][0].number)
        case {"move": "steal", "row": row}:
            return int(rows[row][-1].number)
        case {"move": "add", "card": card}:
            row = move.get("row", card["colour"])
            laid = len(rows.get(row, ())) + 1
            return int(card["number"]) if laid == card["number"] or "other" not in move else 0
    return 0
