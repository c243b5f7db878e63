"""Whose turn it is, the refill between two rounds, and the end."""

from __future__ import annotations

from dataclasses import replace

from scoring.core import Fields, Phase
from scoring.perfect_numbers.table import MARKET, MARKET_CARDS, PerfectNumbersTable, Seat


def find_phase(table: PerfectNumbersTable) -> Phase:
    """The last round is known as soon as the pile cannot fill another market."""
    return "play" if table.draw_pile is None or table.draw_pile >= MARKET_CARDS else "last"


def settle(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """After something was done: the turn passes once nothing is left in hand."""
    table = balance(table) if table.unseen is None else table
    return pass_on(table) if table.taker == table.turn else replace(table, phase=find_phase(table))


def pass_on(table: PerfectNumbersTable) -> PerfectNumbersTable:
    if table.pending:
        return replace(table, phase=find_phase(table))
    if any(table.groups):
        return replace(table, turn=(table.turn + 1) % table.players, phase=find_phase(table))
    return next_round(table)


def next_round(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """The market is refilled and the start card moves left; a pile that cannot fill it ends the game."""
    table = replace(table, taker=table.turn)
    if find_phase(table) == "last":
        return replace(table, phase="over", trigger="market")
    starter = (table.starter + 1) % table.players
    filled = replace(
        table,
        groups=MARKET,
        draw_pile=None if table.draw_pile is None else table.draw_pile - MARKET_CARDS,
        starter=starter,
        turn=starter,
        round=table.round + 1,
        refilled=True,
        trigger=None,
    )
    return replace(filled, phase=find_phase(filled))


def before_refill(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """This same moment while the market still lay empty, and whoever took last was busy."""
    if table.trigger == "market":
        return replace(table, phase="last", trigger=None)
    if not table.refilled or table.taker is None:
        return table
    empty = replace(
        table,
        groups=(0,) * len(MARKET),
        draw_pile=None if table.draw_pile is None else table.draw_pile + MARKET_CARDS,
        starter=(table.starter - 1) % table.players,
        turn=table.taker,
        round=table.round - 1,
        refilled=False,
    )
    return replace(empty, phase=find_phase(empty))


def after_refill(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """The next round has begun: nobody is busy with the last one any more."""
    if not table.between_rounds:
        return table
    return replace(table, taker=None, refilled=False, had=(), laid_highest={})


def is_before_refill(table: PerfectNumbersTable, fields: Fields, seat: int) -> bool:
    """Whether this happens while the market lies empty: only whoever took last is still busy then.

    With two players the same seat also begins the next round. `before_refill` says which of the two it was.
    """
    said = fields.flag("before_refill", True)
    took_last = seat == table.taker and (table.between_rounds or not any(table.groups))
    return took_last and (said or seat != table.turn)


def acting_by_default(table: PerfectNumbersTable) -> int:
    taker = table.taker
    if taker is not None and (table.pending or table.unseen or table.seats[taker].actions):
        return taker
    return table.turn


# -- What is known of the cards ---------------------------------------------------------------------------


def lose_track(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """Cards went somewhere without a word: from now on the phone knows no rows until they are entered."""
    if not table.tracked:
        return table
    seats = tuple(Seat(seat.score) for seat in table.seats)
    return replace(table, seats=seats, tracked=False, pending=(), unseen=0)


def knows_every_card(table: PerfectNumbersTable) -> bool:
    return table.tracked and table.unseen == 0


def balance(table: PerfectNumbersTable, keep_discards: bool = False) -> PerfectNumbersTable:
    """Where every other card is known, the discards are the rest of the deck. The table is right:
    when more cards lie there than the deck was said to have, the deck is that large."""
    if table.deck is None or table.draw_pile is None:
        return table
    held = sum(seat.collection for seat in table.seats) + len(table.pending) + (table.unseen or 0)
    others = sum(table.scores) + table.draw_pile + sum(table.groups) + held
    if not table.tracked:
        return replace(table, deck=max(table.deck, others))
    if keep_discards:
        return replace(table, deck=others + table.discards)
    return replace(table, deck=max(table.deck, others), discards=max(0, table.deck - others))
