"""Coloretto Jubilee (Michael Schacht, 2013), for two to five players, in the order of its rulebook."""

from __future__ import annotations

from dataclasses import replace

from scoring.coloretto.correct import MENDS, correct
from scoring.coloretto.count import (
    CARDS_HELD,
    COLOURS_COUNTED_UP,
    PLUS2_POINTS,
    POINTS,
    count,
    find_doubts,
    find_problems,
    read_sheet,
    sheet,
    worth,
)
from scoring.coloretto.table import (
    ALL_CARDS,
    BELOW_LAST_ROUND,
    CARD_NAMES,
    CARDS_PER_COLOUR,
    COLOURS,
    COPIES,
    GOLDEN,
    JOKER,
    PLUS2,
    ROW_LIMIT,
    ROW_LIMITS_FOR_TWO,
    SIDES,
    UNKNOWN,
    ColorettoTable,
    Row,
    can_turn_up,
    cards_to_draw,
    colours_removed,
    count_seen,
    lay,
    may_hold_golden,
    next_in_round,
    open_table,
    read_options,
    row_limits,
    start_cards_each,
    verify_cards,
    with_cards,
)
from scoring.core import Fields, Game, IllegalMove, Message, with_item

# -- Turns: lay a card or take a row ----------------------------------------------------------------------


def draw(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    """The top card of the pile to a row that has room."""
    number = fields.integer("row", 0, len(table.rows) - 1)
    card = fields.choice("card", CARD_NAMES, UNKNOWN)
    fields.finish()

    row = _row_to_take_or_fill(table, number)
    limit = row_limits(table.players)[number]
    if len(row) >= limit:
        if not table.rows_with_room:
            raise IllegalMove("coloretto.all_rows_full")
        raise IllegalMove("coloretto.row_full", row=number, limit=limit)
    _verify_pile(table)
    _verify_coming(table, card)

    return replace(
        table,
        turn=next_in_round(table.players, table.turn, table.out),
        draw_pile=table.draw_pile - 1,
        above_last_round=max(0, table.above_last_round - 1),
        replacement_due=False,
        golden_before=False,
        rows=with_item(table.rows, number, (*row, card)),
    )


def take(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    """A row with at least one card; the golden joker brings the top card of the pile along.

    `bonus` is that card. When the golden joker turns up the last-round card, `last_round` is played before
    this move, and `bonus` is the card that replaces it.
    """
    number = fields.integer("row", 0, len(table.rows) - 1)
    bonus = fields.maybe_choice("bonus", CARD_NAMES)
    fields.finish()

    row = _row_to_take_or_fill(table, number)
    if not row:
        raise IllegalMove("coloretto.row_empty", row=number)
    if bonus is not None and GOLDEN not in row:
        row = _with_golden_recognised(table, row)
        table = replace(table, rows=with_item(table.rows, number, row))
    if table.replacement_due and GOLDEN not in row:
        raise IllegalMove("coloretto.replacement_due")
    turned_up = _bonus_cards(table, bonus) if GOLDEN in row else ()

    after = replace(
        table,
        draw_pile=table.draw_pile - len(turned_up),
        above_last_round=max(0, table.above_last_round - len(turned_up)),
        replacement_due=False,
        golden_before=not table.last_round_up and may_hold_golden(table, row),
        rows=with_item(table.rows, number, None),
        out=(*table.out, table.turn),
        hands=with_item(table.hands, table.turn, with_cards(table.hands[table.turn], (*row, *turned_up))),
    )
    if len(after.out) == after.players:
        return _end_round(after)
    return replace(after, turn=next_in_round(after.players, after.turn, after.out))


def _row_to_take_or_fill(table: ColorettoTable, number: int) -> Row:
    row = table.rows[number]
    if row is None:
        raise IllegalMove("coloretto.row_taken", row=number)
    return row


def _verify_pile(table: ColorettoTable) -> None:
    """Refuses to turn up a card when the last-round card comes first, or nothing is left."""
    if not table.last_round_up and not table.above_last_round:
        raise IllegalMove("coloretto.last_round_due")
    if not table.draw_pile:
        raise IllegalMove("coloretto.pile_empty")


def _verify_coming(table: ColorettoTable, card: str) -> None:
    """Refuses a card that this game cannot bring any more."""
    if card != UNKNOWN:
        verify_cards(table, {card: count_seen(table, card) + 1})


def _with_golden_recognised(table: ColorettoTable, row: Row) -> Row:
    """Whoever may turn up a bonus card has the golden joker: it was one of the cards nobody noted."""
    if not may_hold_golden(table, row):
        raise IllegalMove("coloretto.bonus_needs_golden")
    return with_item(row, row.index(UNKNOWN), GOLDEN)


def _bonus_cards(table: ColorettoTable, bonus: str | None) -> Row:
    """One card, noted or not, unless the pile is used up."""
    if bonus is None and table.last_round_up and not table.draw_pile:
        return ()
    _verify_pile(table)
    _verify_coming(table, bonus or UNKNOWN)
    return (bonus or UNKNOWN,)


def _end_round(table: ColorettoTable) -> ColorettoTable:
    """The rows come back, what two players left lying leaves the game, the last to take begins."""
    left_lying = [card for row in table.rows if row for card in row]
    return replace(
        table,
        round=table.round + (not table.last_round_up),
        phase="over" if table.last_round_up else "play",
        rows=((),) * len(table.rows),
        out=(),
        gone=with_cards(table.gone, left_lying),
    )


# -- The end ----------------------------------------------------------------------------------------------


def last_round(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    """The last-round card comes up; whoever turned it up turns up a replacement in the same turn.

    Told after the row with the golden joker, it may have come up there, and then nobody else owes anything.
    """
    fields.finish()

    if table.last_round_up:
        raise IllegalMove("coloretto.last_round_already_up")
    if not table.golden_before and not can_turn_up(table):
        raise IllegalMove("coloretto.all_rows_full")
    if table.above_last_round > _not_counted(table):
        raise IllegalMove("coloretto.last_round_too_early", cards=table.above_last_round)

    below = table.draw_pile - table.above_last_round
    return replace(
        table,
        phase="last",
        draw_pile=below,
        above_last_round=0,
        last_round_up=True,
        replacement_due=below > 0 and not table.golden_before,
    )


def _not_counted(table: ColorettoTable) -> int:
    """The extra card that was turned up in any case if the golden joker was taken and nobody noted it."""
    at_start = start_cards_each(table.players)
    unnoted = any(UNKNOWN in hand and sum(hand.values()) > at_start for hand in table.hands)
    return 1 if unnoted and not count_seen(table, GOLDEN) else 0


def notices(table: ColorettoTable) -> list[Message]:
    if table.phase == "over":
        return [Message("notice.count_now")]
    told = _end_notices(table)
    if not table.rows_with_room or (table.last_round_up and not table.draw_pile):
        told.append(Message("coloretto.notice.must_take", {"seat": table.turn}))
    elif len(table.out) == table.players - 1:
        told.append(Message("coloretto.notice.alone_in_round", {"seat": table.turn}))
    return told


def _end_notices(table: ColorettoTable) -> list[Message]:
    if table.replacement_due:
        return [Message("coloretto.notice.replacement", {"seat": table.turn})]
    if table.last_round_up and table.golden_before:
        return [Message("coloretto.notice.replacement_by_whom")]
    if table.last_round_up:
        left = [seat for seat in range(table.players) if seat not in table.out]
        return [Message("coloretto.notice.last_round", {"seats": left})]
    above = table.above_last_round
    if not above:
        return [Message("coloretto.notice.last_round_next")]
    limits = row_limits(table.players)
    bonus = 0 if any(GOLDEN in hand for hand in (*table.hands, table.gone)) else 1
    room = bonus + sum(limits[number] - len(table.rows[number] or ()) for number in table.rows_with_room)
    if above < room:
        return [Message("coloretto.notice.last_round_this_round", {"cards": above})]
    if above < room + sum(limits):
        return [Message("coloretto.notice.last_round_next_round", {"cards": above})]
    return []


def end(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    fields.finish()
    return replace(table, phase="over", replacement_due=False)


# -- The game ---------------------------------------------------------------------------------------------

MOVES = {"draw": draw, "take": take, "last_round": last_round, "correct": correct, "end": end}

GAME = Game(
    key="coloretto",
    fewest=2,
    most=5,
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    notices=notices,
    sheet=sheet,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
    mends=MENDS,
    doubts=find_doubts,
)

__all__ = [
    "ALL_CARDS",
    "BELOW_LAST_ROUND",
    "CARDS_HELD",
    "CARDS_PER_COLOUR",
    "COLOURS",
    "COLOURS_COUNTED_UP",
    "COPIES",
    "GAME",
    "GOLDEN",
    "JOKER",
    "PLUS2",
    "PLUS2_POINTS",
    "POINTS",
    "ROW_LIMIT",
    "ROW_LIMITS_FOR_TWO",
    "SIDES",
    "UNKNOWN",
    "cards_to_draw",
    "colours_removed",
    "row_limits",
    "start_cards_each",
    "worth",
]
