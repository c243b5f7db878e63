"""Light tracking: what can be told of rows that the phone does not know."""

from __future__ import annotations

from scoring.core import Fields, IllegalMove
from scoring.perfect_numbers.rounds import (
    after_refill,
    before_refill,
    is_before_refill,
    knows_every_card,
    lose_track,
    settle,
)
from scoring.perfect_numbers.rows import draw_bonus, find_bonus, gain
from scoring.perfect_numbers.table import HIGHEST, JOKER, LOWEST, Card, PerfectNumbersTable


def close_row(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """Somebody closed a row that the phone does not know; the closing number is also its length."""
    seat = fields.integer("seat", 0, table.players - 1)
    number = fields.integer("number", LOWEST, HIGHEST)
    joker = fields.flag("joker")
    by_move = fields.flag("by_move")
    early = is_before_refill(table, fields, seat)
    fields.finish()

    if not early and not any(table.groups):
        raise IllegalMove("perfect_numbers.only_the_last_taker", seat=table.taker)
    if knows_every_card(table):
        raise IllegalMove("perfect_numbers.close_by_adding", seat=seat)

    table = lose_track(before_refill(table) if early else after_refill(table))
    bonus = 0 if by_move and not table.move_bonus else find_bonus(table, Card(JOKER if joker else "", number))
    return settle(_verified(draw_bonus(gain(table, seat, number + bonus), bonus)))


def score_cards(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A lower number drove as many cards as it says out of a row that the phone does not know, and they
    went to this seat's score pile."""
    seat = fields.integer("seat", 0, table.players - 1)
    cards = fields.integer("cards", LOWEST, HIGHEST)
    fields.finish()

    if knows_every_card(table):
        raise IllegalMove("perfect_numbers.score_by_adding", seat=seat)

    return settle(_verified(gain(lose_track(before_refill(table)), seat, cards)))


def _verified(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """Nobody scores cards that were never dealt."""
    if table.deck is not None and sum(table.scores) > _dealt_out(table):
        raise IllegalMove("perfect_numbers.more_points_than_cards", cards=_dealt_out(table))
    return table


def _dealt_out(table: PerfectNumbersTable) -> int:
    """How many cards have left the draw pile and the market; all of them may, while the pile is unknown."""
    return (table.deck or 0) - sum(table.groups) - (table.draw_pile or 0)


LIGHT = {"close": close_row, "score": score_cards}
