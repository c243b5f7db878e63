"""Who may act, and with which cards in hand."""

from __future__ import annotations

from dataclasses import replace

from scoring.core import Fields, IllegalMove, without
from scoring.perfect_numbers.rounds import acting_by_default, after_refill, before_refill, is_before_refill
from scoring.perfect_numbers.table import Card, Cards, PerfectNumbersTable, Taken, taken_as_json


def step_in(table: PerfectNumbersTable, fields: Fields) -> tuple[PerfectNumbersTable, int]:
    """The acting seat, and the table as it lies before that seat.

    Whoever took last may go on until the next player begins; the next player may use stored action cards
    before taking, and by that begins.
    """
    seat = fields.integer("seat", 0, table.players - 1, acting_by_default(table))
    early = is_before_refill(table, fields, seat)
    if not table.tracked:
        raise IllegalMove("perfect_numbers.rows_unknown", seat=seat)
    if seat == table.taker and (early or not table.between_rounds):
        return before_refill(table), seat
    if table.pending:
        raise still_pending(table)
    if seat != table.turn:
        raise IllegalMove("perfect_numbers.not_your_turn", seat=seat, turn=table.turn)
    if table.unseen:
        raise IllegalMove("perfect_numbers.cards_not_told", seat=table.taker, cards=table.unseen)
    return replace(after_refill(table), taker=None), seat


def still_pending(table: PerfectNumbersTable) -> IllegalMove:
    cards = [taken_as_json(card) for card in table.pending]
    return IllegalMove("perfect_numbers.cards_pending", seat=table.taker, cards=cards)


def read_other(table: PerfectNumbersTable, fields: Fields, actor: int) -> int:
    other = fields.integer("other", 0, table.players - 1)
    if other == actor:
        raise IllegalMove("perfect_numbers.not_another_seat", seat=actor)
    return other


def find_row(table: PerfectNumbersTable, seat: int, row: str) -> Cards:
    cards = table.seats[seat].rows.get(row)
    if not cards:
        raise IllegalMove("perfect_numbers.no_such_row", seat=seat, row=row)
    return cards


# -- Cards in hand ----------------------------------------------------------------------------------------


def take_from_hand(table: PerfectNumbersTable, card: Taken) -> PerfectNumbersTable:
    """The card leaves the hand; while some cards were not told, it may be one of those."""
    if card in table.pending:
        return replace(table, pending=without(table.pending, card))
    if table.unseen is None:
        return table
    if not table.unseen:
        cards = [taken_as_json(pending) for pending in table.pending]
        raise IllegalMove("perfect_numbers.not_taken", card=taken_as_json(card), cards=cards)
    return replace(table, unseen=table.unseen - 1)


def of_own_colours(table: PerfectNumbersTable) -> list[Card]:
    """Cards in hand of a colour that their player had when the group was taken."""
    return [card for card in table.pending if isinstance(card, Card) and card.colour in table.had]


def verify_own_colours_laid(table: PerfectNumbersTable) -> None:
    first = of_own_colours(table)
    if first:
        cards = [card.as_json() for card in first]
        raise IllegalMove("perfect_numbers.own_colours_first", cards=cards)
