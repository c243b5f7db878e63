"""What is told of an own game afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from screens.games.parts import Card, Course, Details, StatisticsHost, by_seat
from screens.translator import _
from screens.words.people import Side
from screens.words.telling import signed


def tell(names: Sequence[str], before: Any, move: Mapping[str, Any], after: Any) -> str:
    if move["move"] == "turn":
        return _("passes the turn on")
    brought = [now - then for now, then in zip(after.totals, before.totals, strict=True)]
    told = ", ".join(f"{name} {signed(points)}" for name, points in zip(names, brought, strict=True))
    return _("Round {n}: {told}").format(n=len(after.rounds), told=told)


def courses(session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    if not tables or not tables[-1].rounds:
        return []
    return [by_seat(_("Points after each round"), session, tables, names, lambda table: table.totals)]


def remarks(_document: Mapping[str, Any], _sides: Sequence[Side]) -> list[str]:
    return []


MOST_COLUMNS = 4
"""More would not be read side by side; a touch on the row shows every line."""


def columns(result: Mapping[str, Any], seat: int) -> dict[str, str]:
    lines = result.get("lines") or []
    parts = list(dict.fromkeys(line["part"] for own in lines for line in own))
    if not 1 < len(parts) <= MOST_COLUMNS:
        return {}
    return {
        part: signed(sum(line["points"] for line in lines[seat] if line["part"] == part)) for part in parts
    }


def details(_result: Mapping[str, Any], _sides: Sequence[Side]) -> Details:
    return Details()


def parts_card(asked: StatisticsHost) -> Card | None:
    return asked.by_part()


CARDS = (parts_card,)
