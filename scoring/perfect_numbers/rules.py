"""Perfect Numbers (Lars Jansen, 2022), for two to four players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.core import Fields, Game, IllegalMove, Message, with_item
from scoring.perfect_numbers.acting import (
    of_own_colours,
    read_other,
    step_in,
    still_pending,
    take_from_hand,
    verify_own_colours_laid,
)
from scoring.perfect_numbers.actions import drop_row, protect, rotate, steal, store, why_not_store
from scoring.perfect_numbers.correct import MENDS, correct
from scoring.perfect_numbers.count import UNLIKELY_SHARE, count, find_problems, read_sheet, sheet
from scoring.perfect_numbers.light import LIGHT
from scoring.perfect_numbers.rounds import before_refill, find_phase, lose_track, pass_on, settle
from scoring.perfect_numbers.rows import (
    Outlook,
    aim,
    foresee,
    is_homeless,
    is_protected,
    lay_card,
    room_for_action,
)
from scoring.perfect_numbers.table import (
    ACTION_ROW,
    ACTIONS,
    BONUS,
    COLOUR_ROWS,
    COLOURS,
    FACE_DOWN,
    HIGHEST,
    JOKER,
    JOKER_ROW,
    LOWEST,
    MARKET,
    MARKET_CARDS,
    MOVE,
    PLACES,
    PROTECT,
    START_CARDS,
    STEAL,
    STORED_ACTIONS,
    Card,
    Options,
    PerfectNumbersTable,
    Seat,
    StartCard,
    Taken,
    lay,
    own_colours,
    read_card,
    read_group,
    read_options,
    taken_as_json,
)

# -- Set-up -----------------------------------------------------------------------------------------------


def open_table(players: int, options: Options, starter: int) -> PerfectNumbersTable:
    draw_pile = lay(players, options).counts["draw_pile"]
    table = PerfectNumbersTable(
        players=players,
        three_rows=options.three_rows,
        lower_on_other=options.lower_on_other,
        move_bonus=options.move_bonus,
        stolen_may_drop=options.stolen_may_drop,
        deck=options.deck,
        starter=starter,
        turn=starter,
        round=1,
        phase="play",
        draw_pile=draw_pile,
        groups=MARKET,
        seats=(Seat(),) * players,
        tracked=options.start is not None,
    )
    for seat, hand in enumerate(options.start or ()):
        table = _lay_start_cards(table, seat, hand)
    return replace(table, phase=find_phase(table))


def _lay_start_cards(
    table: PerfectNumbersTable, seat: int, hand: tuple[StartCard, ...]
) -> PerfectNumbersTable:
    """Row by row, low to high, with the usual effects. Of equal cards one that must not close comes last."""
    order = sorted(hand, key=lambda start: (COLOUR_ROWS.index(start.row), start.card.number, not start.close))
    for at, (card, row, close) in enumerate(order):
        has_colour = row in table.seats[seat].rows or any(later.card.colour == row for later in order[at:])
        table = lay_card(table, seat, seat, row if has_colour else JOKER_ROW, card, close)
    return table


# -- Turns: take a group ----------------------------------------------------------------------------------


def take(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A whole group from the market. Told which cards, the phone waits until all of them are laid."""
    group = fields.integer("group", 0, len(MARKET) - 1)
    seat = fields.integer("seat", 0, table.players - 1, table.turn)
    cards = read_group(fields.items("cards")) if "cards" in fields else None
    fields.finish()

    if table.pending:
        raise still_pending(table)
    if seat != table.turn:
        raise IllegalMove("perfect_numbers.not_your_turn", seat=seat, turn=table.turn)
    size = table.groups[group]
    if not size:
        raise IllegalMove("perfect_numbers.group_taken", group=group)
    if cards is not None and len(cards) != size:
        raise IllegalMove("perfect_numbers.group_size", group=group, cards=size, given=len(cards))

    if table.unseen:
        table = lose_track(table)
    unseen = size if cards is None and table.tracked else 0
    return pass_on(
        replace(
            table,
            groups=with_item(table.groups, group, 0),
            taker=seat,
            pending=cards if cards is not None and table.tracked else (),
            unseen=unseen,
            had=own_colours(table, seat),
            laid_highest={},
            refilled=False,
        )
    )


# -- Turns: add cards to a collection ---------------------------------------------------------------------


def add(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A taken number card to the own collection or, for want of a place, to another one."""
    table, actor = step_in(table, fields)
    card = read_card(fields.take("card"), IllegalMove, "move.card")
    owner = read_other(table, fields, actor) if "other" in fields else actor
    row = fields.maybe_choice("row", COLOUR_ROWS)
    close = fields.flag("close", True)
    fields.finish()

    known = card in table.pending
    table = take_from_hand(table, card)
    name = aim(table, actor, owner, row, card)
    if known:
        _verify_order(table, actor, name, card)

    if known and owner == actor:
        laid = card.colour if name == JOKER_ROW and card.colour != JOKER else name
        highest = max(card.number, table.laid_highest.get(laid, 0))
        table = replace(table, laid_highest={**table.laid_highest, laid: highest})
    return settle(lay_card(table, actor, owner, name, card, close))


def _verify_order(table: PerfectNumbersTable, seat: int, row: str, card: Card) -> None:
    """Colours that were there already come before new ones; within a row low to high, jokers sorted in."""
    colour = row if card.colour == JOKER else card.colour
    left = [pending for pending in table.pending if isinstance(pending, Card)]
    for pending in sorted(left, key=lambda low: low.number):
        if pending.colour == colour and pending.number < card.number:
            raise IllegalMove("perfect_numbers.lower_first", card=pending.as_json())
    if card.colour == JOKER:
        _verify_joker_in_time(table, seat, row, card)
        return
    if card.colour not in table.had:
        verify_own_colours_laid(table)
    _verify_no_joker_waits(table, seat, row, left, card)


def _verify_joker_in_time(table: PerfectNumbersTable, seat: int, row: str, joker: Card) -> None:
    """After a higher card of the same group a joker goes to another row, if one is still open to it."""
    late = [name for name in table.seats[seat].rows if table.laid_highest.get(name, 0) > joker.number]
    if row in late and len(late) < len(table.seats[seat].rows):
        raise IllegalMove("perfect_numbers.joker_too_late", row=row, number=table.laid_highest[row])


def _verify_no_joker_waits(
    table: PerfectNumbersTable, seat: int, row: str, left: Sequence[Card], card: Card
) -> None:
    """A lower joker that can go nowhere but to this row comes first."""
    elsewhere = list(table.seats[seat].rows) != [row] or any(
        pending.colour not in (JOKER, card.colour) for pending in left
    )
    for pending in left:
        if pending.colour == JOKER and pending.number < card.number and not elsewhere:
            raise IllegalMove("perfect_numbers.lower_first", card=pending.as_json())


def outlook(
    table: PerfectNumbersTable,
    card: object,
    row: str | None = None,
    other: int | None = None,
    seat: int | None = None,
) -> Outlook:
    """What adding this card would do, before anybody does it; IllegalMove where it cannot lie.

    Whether the card is in hand and may come now is for `why_not` to say.
    """
    named = {"card": card, "row": row, "other": other, "seat": seat}
    fields = Fields({name: value for name, value in named.items() if value is not None}, IllegalMove, "move")
    table, actor = step_in(table, fields)
    number = read_card(fields.take("card"), IllegalMove, "move.card")
    owner = read_other(table, fields, actor) if "other" in fields else actor
    name = fields.maybe_choice("row", COLOUR_ROWS)
    return foresee(table, actor, owner, aim(table, actor, owner, name, number), number)


def drop(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A whole own row is discarded to make room for a new colour or an action card; or a taken action
    card that can be neither stored nor used."""
    table, seat = step_in(table, fields)
    if "action" in fields:
        return _drop_action(table, seat, fields)
    row = fields.choice("row", (*COLOUR_ROWS, ACTION_ROW))
    fields.finish()

    dropped = drop_row(table, seat, row)
    if not any(is_homeless(table, seat, card) for card in of_own_colours(table)):
        verify_own_colours_laid(table)
    if not _makes_room(table, seat, row):
        raise IllegalMove("perfect_numbers.nothing_to_make_room_for", row=row)

    return settle(dropped)


def _drop_action(table: PerfectNumbersTable, seat: int, fields: Fields) -> PerfectNumbersTable:
    action = fields.choice("action", ACTIONS)
    fields.finish()

    table = take_from_hand(table, action)
    if why_not_store(table, seat, action) is None:
        raise IllegalMove("perfect_numbers.action_can_be_stored", action=action)
    if _has_use(table, seat, action):
        raise IllegalMove("perfect_numbers.action_can_be_used", action=action)

    return settle(replace(table, discards=table.discards + 1))


def _has_use(table: PerfectNumbersTable, seat: int, action: str) -> bool:
    if action != STEAL:
        return bool(table.seats[seat].rows)
    others = [other.rows.values() for number, other in enumerate(table.seats) if number != seat]
    return any(not is_protected(cards) for rows in others for cards in rows)


def _makes_room(table: PerfectNumbersTable, seat: int, row: str) -> bool:
    """Whether a card in hand, or one that may be, has no place and would find it where this row lies."""
    untold = table.unseen != 0
    colours = COLOURS if untold else [card.colour for card in table.pending if isinstance(card, Card)]
    actions = untold or any(isinstance(card, str) for card in table.pending)
    if actions and not room_for_action(table, seat):
        return True
    helps_colours = row != ACTION_ROW or not table.three_rows
    return helps_colours and any(is_homeless(table, seat, Card(colour, 0)) for colour in colours)


# -- The end ----------------------------------------------------------------------------------------------


def notices(table: PerfectNumbersTable) -> list[Message]:
    if table.phase == "over":
        over = Message("notice.count_now")
        if table.trigger != "market":
            return [over]
        args = {"cards": table.draw_pile, "needed": MARKET_CARDS}
        return [Message("perfect_numbers.notice.market_not_filled", args), over]
    said = []
    if table.pending:
        cards = [taken_as_json(card) for card in table.pending]
        said.append(Message("perfect_numbers.notice.cards_pending", {"seat": table.taker, "cards": cards}))
    if table.phase == "last":
        args = {"cards": table.draw_pile, "needed": MARKET_CARDS, "turns": len(table.takers)}
        said += [Message("perfect_numbers.notice.last_round", args)] if table.takers else []
    elif table.draw_pile is not None:
        args = {"cards": table.draw_pile, "rounds": table.rounds_left}
        said.append(Message("perfect_numbers.notice.rounds_left", args))
    return said


def end(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    fields.finish()
    return replace(table, phase="over", trigger="table", taker=None, refilled=False)


# -- The game ---------------------------------------------------------------------------------------------

LAST_PLAYER_MAY = ("close", "score", "add", "drop", "store", "protect", "rotate", "steal")
MOVES = {
    "take": take,
    "add": add,
    "drop": drop,
    "store": store,
    "protect": protect,
    "rotate": rotate,
    "steal": steal,
    **LIGHT,
    "correct": correct,
    "end": end,
}


def reopen(table: PerfectNumbersTable, move: str) -> PerfectNumbersTable:
    """Taking the last group ends the game on the phone, but its player may still be busy with it."""
    return before_refill(table) if table.trigger == "market" and move in LAST_PLAYER_MAY else table


GAME = Game(
    key="perfect_numbers",
    fewest=2,
    most=4,
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    reopen=reopen,
    notices=notices,
    sheet=sheet,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
    mends=MENDS,
)

__all__ = [
    "ACTIONS",
    "ACTION_ROW",
    "BONUS",
    "COLOURS",
    "COLOUR_ROWS",
    "FACE_DOWN",
    "GAME",
    "HIGHEST",
    "JOKER",
    "JOKER_ROW",
    "LOWEST",
    "MARKET",
    "MARKET_CARDS",
    "MOVE",
    "PLACES",
    "PROTECT",
    "START_CARDS",
    "STEAL",
    "STORED_ACTIONS",
    "UNLIKELY_SHARE",
    "Card",
    "Outlook",
    "PerfectNumbersTable",
    "Taken",
    "before_refill",
    "outlook",
]
