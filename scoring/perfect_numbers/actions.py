"""Action cards: stored or used, to protect a row, to move a card or to steal one."""

from __future__ import annotations

from dataclasses import replace

from scoring.core import Fields, IllegalMove
from scoring.perfect_numbers.acting import (
    find_row,
    read_other,
    step_in,
    take_from_hand,
    verify_own_colours_laid,
)
from scoring.perfect_numbers.rounds import settle
from scoring.perfect_numbers.rows import (
    aim,
    find_bonus,
    is_homeless,
    lay_card,
    room_for_action,
    score_row,
    set_row,
)
from scoring.perfect_numbers.table import (
    ACTION_ROW,
    ACTIONS,
    COLOUR_ROWS,
    FACE_DOWN,
    MOVE,
    PLACES,
    PROTECT,
    STEAL,
    STORED_ACTIONS,
    Card,
    PerfectNumbersTable,
    with_seat,
)


def store(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """One place holds up to two action cards of different kinds."""
    table, number = step_in(table, fields)
    action = fields.choice("action", ACTIONS)
    fields.finish()

    table = take_from_hand(table, action)
    verify_own_colours_laid(table)
    refusal = why_not_store(table, number, action)
    if refusal:
        raise refusal

    seat = table.seats[number]
    return settle(with_seat(table, number, replace(seat, actions=(*seat.actions, action))))


def why_not_store(table: PerfectNumbersTable, number: int, action: str) -> IllegalMove | None:
    stored = table.seats[number].actions
    if action in stored:
        return IllegalMove("perfect_numbers.same_action_stored", action=action)
    if len(stored) == STORED_ACTIONS:
        return IllegalMove("perfect_numbers.two_actions_stored", actions=list(stored))
    if not room_for_action(table, number):
        return IllegalMove("perfect_numbers.no_place_for_actions", action=action, places=PLACES)
    return None


def _use(table: PerfectNumbersTable, number: int, action: str) -> PerfectNumbersTable:
    """A card just taken, else a stored one, else one that was taken without a word."""
    seat = table.seats[number]
    if action in table.pending or action not in seat.actions:
        if action not in table.pending and table.unseen == 0:
            raise IllegalMove("perfect_numbers.no_such_action", seat=number, action=action)
        return take_from_hand(table, action)
    left = tuple(stored for stored in seat.actions if stored != action)
    return with_seat(table, number, replace(seat, actions=left))


def protect(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The action card, or instead of it the top card of an own row, goes face down on an own row."""
    table, seat = step_in(table, fields)
    row = fields.choice("row", COLOUR_ROWS)
    source = fields.maybe_choice("from", COLOUR_ROWS)
    fields.finish()

    table = _use(table, seat, PROTECT)
    cards = () if source is None else find_row(table, seat, source)
    if source == row and len(cards) == 1:
        raise IllegalMove("perfect_numbers.lone_face_down", row=row)

    if source is not None:
        table = set_row(replace(table, discards=table.discards + 1), seat, source, cards[:-1])
    return settle(set_row(table, seat, row, (*find_row(table, seat, row), FACE_DOWN)))


def rotate(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The bottom card of an own row comes to its top. It may close the row, but is not added to it."""
    table, seat = step_in(table, fields)
    row = fields.choice("row", COLOUR_ROWS)
    close = fields.flag("close", True)
    fields.finish()

    table = _use(table, seat, MOVE)
    bottom, *rest = find_row(table, seat, row)

    table = replace(table, discards=table.discards + 1)
    if close and bottom.number == len(rest) + 1:
        bonus = find_bonus(table, bottom) if table.move_bonus else 0
        return settle(score_row(table, seat, seat, row, bottom.number, bonus))
    return settle(set_row(table, seat, row, (*rest, bottom)))


def steal(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The top card of somebody's unprotected row, added to the own collection or discarded.

    A new colour that has no place may cost the own row that `drop` names.
    """
    table, seat = step_in(table, fields)
    other = read_other(table, fields, seat)
    row = fields.choice("row", COLOUR_ROWS)
    discard = fields.flag("discard")
    to_row = fields.maybe_choice("to_row", COLOUR_ROWS)
    drop_row = fields.maybe_choice("drop", (*COLOUR_ROWS, ACTION_ROW))
    close = fields.flag("close", True)
    fields.finish()

    table = _use(table, seat, STEAL)
    *rest, card = find_row(table, other, row)
    if card == FACE_DOWN:
        raise IllegalMove("perfect_numbers.row_protected", seat=other, row=row)
    if drop_row is not None:
        table = _drop_for_stolen(table, seat, drop_row, card, discard)
    if not discard and is_homeless(table, seat, card):
        if table.stolen_may_drop:
            raise IllegalMove("perfect_numbers.no_place_for_stolen", colour=card.colour)
        raise IllegalMove("perfect_numbers.stolen_only_discarded", colour=card.colour)

    table = set_row(replace(table, discards=table.discards + 1 + discard), other, row, tuple(rest))
    if discard:
        return settle(table)
    return settle(lay_card(table, seat, seat, aim(table, seat, seat, to_row, card), card, close))


def _drop_for_stolen(
    table: PerfectNumbersTable, seat: int, row: str, card: Card, discard: bool
) -> PerfectNumbersTable:
    dropped = drop_row(table, seat, row)
    if discard or not is_homeless(table, seat, card) or is_homeless(dropped, seat, card):
        raise IllegalMove("perfect_numbers.nothing_to_make_room_for", row=row)
    if not table.stolen_may_drop:
        raise IllegalMove("perfect_numbers.stolen_only_discarded", colour=card.colour)
    return dropped


def drop_row(table: PerfectNumbersTable, number: int, row: str) -> PerfectNumbersTable:
    seat = table.seats[number]
    if row != ACTION_ROW:
        cards = len(find_row(table, number, row))
        return set_row(replace(table, discards=table.discards + cards), number, row, ())
    if not seat.actions:
        raise IllegalMove("perfect_numbers.no_such_row", seat=number, row=row)
    table = replace(table, discards=table.discards + len(seat.actions))
    return with_seat(table, number, replace(seat, actions=()))
