"""What is told of Pearls afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from screens.games.parts import Card, Course, Details, StatisticsHost, by_seat, of_the_table
from screens.translator import _, ngettext
from screens.words.messages import word
from screens.words.people import Side


def tell(_names: Sequence[str], _before: Any, move: Mapping[str, Any], _after: Any) -> str:
    if move["move"] == "pass":
        return _("passes with an empty hand")
    cards = move["cards"]
    if move["move"] == "take":
        told = ngettext("takes {n} card", "takes {n} cards", cards).format(n=cards)
    elif move.get("necklace"):
        told = _("places {n} and takes the necklace").format(n=cards)
    else:
        told = ngettext("places {n} card", "places {n} cards", cards).format(n=cards)
    return f"{told} · {word(move['colour'])}" if "colour" in move else told


def courses(session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    def held(table: Any) -> list[int]:
        return [seat.hand for seat in table.seats]

    def placed(table: Any) -> list[int]:
        return [seat.pile for seat in table.seats]

    return [
        by_seat(_("Cards in hand"), session, tables, names, held),
        by_seat(_("Cards placed"), session, tables, names, placed),
        of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile),
    ]


def remarks(_document: Mapping[str, Any], _sides: Sequence[Side]) -> list[str]:
    return []


def columns(_result: Mapping[str, Any], _seat: int) -> dict[str, str]:
    return {}


def details(_document: Mapping[str, Any], _sides: Sequence[Side]) -> Details:
    return Details()


def parts_card(asked: StatisticsHost) -> Card | None:
    return asked.by_part()


CARDS = (parts_card,)
