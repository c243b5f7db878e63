"""What is told of Coloretto afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.coloretto.rules import UNKNOWN
from screens.games.coloretto.words import card_name
from screens.games.parts import (
    Card,
    Course,
    Details,
    StatisticsHost,
    by_seat,
    counted_now,
    of_the_table,
    once_for_each,
)
from screens.translator import _, ngettext
from screens.words.people import Side


def tell(_names: Sequence[str], before: Any, move: Mapping[str, Any], _after: Any) -> str:
    if move["move"] == "last_round":
        return _("turns up the last-round card")
    row = move["row"] + 1
    if move["move"] == "draw":
        card = move.get("card", UNKNOWN)
        if card == UNKNOWN:
            return _("draws a card for row {row}").format(row=row)
        return _("draws for row {row}: {card}").format(row=row, card=card_name(card))
    cards = len(before.rows[move["row"]] or ())
    told = ngettext("takes row {row} with {n} card", "takes row {row} with {n} cards", cards)
    told = told.format(row=row, n=cards)
    if "bonus" not in move:
        return told
    return " · ".join((told, _("golden joker"))) + f": {card_name(move['bonus'])}"


def courses(session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    def held(table: Any) -> list[int]:
        return [sum(hand.values()) for hand in table.hands]

    worth = once_for_each(counted_now(session, _knows_all_cards), lambda table: table.hands)
    tracked = [
        of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile),
        by_seat(_("Cards taken"), session, tables, names, held),
    ]
    if _knows_all_cards(tables[-1]):
        return [by_seat(_("Points so far"), session, tables, names, worth), *tracked]
    return tracked


def _knows_all_cards(table: Any) -> bool:
    return not any(hand.get(UNKNOWN) for hand in table.hands)


def remarks(_document: Mapping[str, Any], _sides: Sequence[Side]) -> list[str]:
    return []


def columns(_result: Mapping[str, Any], _seat: int) -> dict[str, str]:
    return {}


def details(_document: Mapping[str, Any], _sides: Sequence[Side]) -> Details:
    return Details()


def sides_card(asked: StatisticsHost) -> Card | None:
    return asked.by_group(
        _("Brown against purple"),
        _("The average score with each side of the summary cards."),
        {"brown": (_("Brown side"), "brown"), "purple": (_("Purple side"), "purple")},
    )


def jokers_card(asked: StatisticsHost) -> Card | None:
    return asked.spread(
        "joker_gain",
        _("What jokers earned"),
        _("Points more than without jokers, on average: {n}."),
        _("How many players earned that much."),
    )


def parts_card(asked: StatisticsHost) -> Card | None:
    return asked.by_part()


CARDS = (sides_card, jokers_card, parts_card)
