"""A row and a card that is added to it: higher, perfect or lower; and the four places for rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scoring.core import IllegalMove
from scoring.perfect_numbers.table import (
    BONUS,
    FACE_DOWN,
    JOKER,
    JOKER_ROW,
    PLACES,
    Card,
    Cards,
    PerfectNumbersTable,
    with_seat,
)

# -- Higher, perfect, lower -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a card does to a row. Closing a perfect row is voluntary: `points` if it is closed, and
    `length` if it is not."""

    outcome: Literal["higher", "perfect", "lower"]
    row: str
    length: int
    lost: int = 0
    lost_to: int | None = None
    """The seat that scores the lost cards; None when they are discarded, or when none are lost."""
    points: int = 0
    bonus: int = 0


def find_bonus(table: PerfectNumbersTable, card: Card) -> int:
    """No more cards than the pile still holds; jokers give none."""
    bonus = 0 if card.colour == JOKER else BONUS.get(card.number, 0)
    return bonus if table.draw_pile is None else min(bonus, table.draw_pile)


def foresee(table: PerfectNumbersTable, actor: int, owner: int, row: str, card: Card) -> Outlook:
    """The three cases of adding a card: its number against the length of the row including it."""
    name = card.colour if row == JOKER_ROW and card.colour != JOKER else row
    length = len(table.seats[owner].rows.get(row, ())) + 1
    if card.number > length:
        return Outlook("higher", name, length)
    if card.number == length:
        bonus = find_bonus(table, card)
        return Outlook("perfect", name, length, points=length + bonus, bonus=bonus)
    lost_to = None
    if owner != actor:
        lost_to = owner if table.lower_on_other == "owner" else actor
    return Outlook("lower", name, length - card.number, lost=card.number, lost_to=lost_to)


def lay_card(
    table: PerfectNumbersTable, actor: int, owner: int, row: str, card: Card, close: bool
) -> PerfectNumbersTable:
    seen = foresee(table, actor, owner, row, card)
    cards = (*table.seats[owner].rows.get(row, ()), card)
    if seen.outcome == "perfect" and close:
        return score_row(table, actor, owner, row, len(cards), seen.bonus)
    table = set_row(table, owner, row, cards[: seen.length], seen.row)
    if seen.lost_to is None:
        return replace(table, discards=table.discards + seen.lost) if seen.lost else table
    return gain(table, seen.lost_to, seen.lost)


def score_row(
    table: PerfectNumbersTable, actor: int, owner: int, row: str, cards: int, bonus: int
) -> PerfectNumbersTable:
    return draw_bonus(gain(set_row(table, owner, row, ()), actor, cards + bonus), bonus)


def draw_bonus(table: PerfectNumbersTable, bonus: int) -> PerfectNumbersTable:
    if table.draw_pile is None or not bonus:
        return table
    return replace(table, draw_pile=table.draw_pile - bonus)


def gain(table: PerfectNumbersTable, seat: int, points: int) -> PerfectNumbersTable:
    return with_seat(table, seat, replace(table.seats[seat], score=table.seats[seat].score + points))


def set_row(
    table: PerfectNumbersTable, owner: int, row: str, cards: Cards, name: str | None = None
) -> PerfectNumbersTable:
    """The row with these cards, perhaps under a new name, in its old place; without cards it is gone."""
    seat = table.seats[owner]
    rows = {(name or row) if old == row else old: laid for old, laid in seat.rows.items()}
    rows[name or row] = cards
    if not cards:
        del rows[name or row]
    return with_seat(table, owner, replace(seat, rows=rows))


# -- Four places ------------------------------------------------------------------------------------------


def room_for_colour(table: PerfectNumbersTable, number: int) -> bool:
    seat = table.seats[number]
    stored = bool(seat.actions) and not table.three_rows
    return len(seat.rows) + stored < table.colour_places


def room_for_action(table: PerfectNumbersTable, number: int) -> bool:
    seat = table.seats[number]
    return bool(seat.actions) or table.three_rows or len(seat.rows) < PLACES


def is_protected(cards: Cards) -> bool:
    return bool(cards) and cards[-1] == FACE_DOWN


def aim(table: PerfectNumbersTable, actor: int, owner: int, row: str | None, card: Card) -> str:
    """The row that the card goes to, which may have to be opened; IllegalMove where it has no place."""
    if card.colour == JOKER:
        return _aim_joker(table, actor, owner, row)
    return (
        _aim_home(table, actor, row, card) if owner == actor else _aim_abroad(table, actor, owner, row, card)
    )


def _aim_joker(table: PerfectNumbersTable, actor: int, owner: int, row: str | None) -> str:
    """Own rows only; with no row at all it begins one whose colour is open."""
    if owner != actor:
        raise IllegalMove("perfect_numbers.joker_stays_home", seat=owner)
    rows = table.seats[actor].rows or (JOKER_ROW,)
    if row is None and len(rows) > 1:
        raise IllegalMove("perfect_numbers.joker_needs_row", seat=actor, rows=list(rows))
    if row is not None and row not in rows:
        raise IllegalMove("perfect_numbers.joker_to_own_row", row=row, rows=list(rows))
    return row or next(iter(rows))


def _aim_home(table: PerfectNumbersTable, actor: int, row: str | None, card: Card) -> str:
    found = _row_of_colour(table, actor, row, card.colour)
    if found is None and not room_for_colour(table, actor):
        raise IllegalMove(
            "perfect_numbers.no_free_place",
            colour=card.colour,
            places=table.colour_places,
            others=[seat for seat in range(table.players) if is_welcome(table, actor, seat, card)],
        )
    return found or card.colour


def _aim_abroad(table: PerfectNumbersTable, actor: int, owner: int, row: str | None, card: Card) -> str:
    """Only when the own collection has no place for the colour, and the other one has an unprotected one."""
    if _row_of_colour(table, actor, None, card.colour):
        raise IllegalMove("perfect_numbers.own_row_first", colour=card.colour)
    if room_for_colour(table, actor):
        raise IllegalMove("perfect_numbers.own_place_first", colour=card.colour)
    found = _row_of_colour(table, owner, row, card.colour)
    if found and is_protected(table.seats[owner].rows[found]):
        raise IllegalMove("perfect_numbers.row_protected", seat=owner, row=found)
    if not found and not room_for_colour(table, owner):
        raise IllegalMove("perfect_numbers.no_place_there", seat=owner, colour=card.colour)
    return found or card.colour


def _row_of_colour(table: PerfectNumbersTable, owner: int, row: str | None, colour: str) -> str | None:
    """The row that takes this colour: its own, or one begun by a joker unless the colour itself is named."""
    rows = table.seats[owner].rows
    found = None
    if colour in rows:
        found = colour
    elif JOKER_ROW in rows and row != colour:
        found = JOKER_ROW
    if row is not None and row != (found or colour):
        raise IllegalMove("perfect_numbers.wrong_row", colour=colour, row=row, right=found or colour)
    return found


def is_homeless(table: PerfectNumbersTable, seat: int, card: Card) -> bool:
    return (
        card.colour != JOKER
        and _row_of_colour(table, seat, None, card.colour) is None
        and not room_for_colour(table, seat)
    )


def is_welcome(table: PerfectNumbersTable, actor: int, owner: int, card: Card) -> bool:
    if owner == actor:
        return False
    found = _row_of_colour(table, owner, None, card.colour)
    return not is_protected(table.seats[owner].rows[found]) if found else room_for_colour(table, owner)
