"""When the real table disagrees: what can be corrected, and what would let a refused move have happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.core import LARGEST_COUNT, Counts, Fields, IllegalMove, Mend, Refused, is_integer, read_move
from scoring.perfect_numbers.light import LIGHT
from scoring.perfect_numbers.rounds import (
    acting_by_default,
    after_refill,
    balance,
    before_refill,
    find_phase,
    lose_track,
    next_round,
    pass_on,
)
from scoring.perfect_numbers.table import (
    ACTION_ROW,
    ACTIONS,
    COLOUR_ROWS,
    COLOURS,
    FACE_DOWN,
    HIGHEST,
    JOKER,
    JOKER_ROW,
    LOWEST,
    MARKET,
    MARKET_CARDS,
    PLACES,
    STORED_ACTIONS,
    Card,
    Cards,
    PerfectNumbersTable,
    Seat,
    own_colours,
    read_deck,
    read_group,
)

OF_THE_ROUND = ("turn", "starter", "round", "draw_pile", "groups", "pending")
"""Corrections that speak of the refilled market; others leave the last player's turn as it is."""


def correct(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """Sets what the phone knows to what lies on the table; the end is triggered, or taken back, accordingly.

    `rows` by seat: {"red": [7, 0, {"number": 5, "joker": true}], "joker-row": [4], "actions": ["steal"]},
    bottom to top, 0 for a face-down card. `rows: null` says that they are not known.
    """
    of_the_round = any(name in fields for name in OF_THE_ROUND)
    before = table = after_refill(table) if of_the_round else before_refill(table)
    new_turn, new_discards = "turn" in fields, "discards" in fields

    table = replace(
        table,
        turn=fields.integer("turn", 0, table.players - 1, table.turn),
        starter=fields.integer("starter", 0, table.players - 1, table.starter),
        round=fields.integer("round", 1, LARGEST_COUNT, table.round),
        draw_pile=_read_pile(table, fields),
        groups=_read_groups(fields) if "groups" in fields else table.groups,
        deck=read_deck(table.players, fields) or table.deck,
    )
    if "scores" in fields:
        table = replace(table, seats=_read_scores(table, fields))
    if "rows" in fields:
        table = _enter_rows(table, fields)
    if "pending" in fields:
        table = _enter_pending(table, fields)
    elif table.turn != before.turn:
        table = replace(table, pending=(), taker=None)
    if new_discards:
        table = replace(table, discards=fields.integer("discards", 0, LARGEST_COUNT))
    fields.finish()

    table = balance(table, keep_discards=new_discards)
    if table.trigger == "table":
        return table
    if table.pending:
        return replace(table, phase=find_phase(table), trigger=None)
    if not any(table.groups):
        return next_round(table)
    if before.pending and not new_turn:
        return pass_on(table)
    return replace(table, phase=find_phase(table), trigger=None)


def _read_pile(table: PerfectNumbersTable, fields: Fields) -> int | None:
    """Null says that nobody knows."""
    if "draw_pile" not in fields:
        return table.draw_pile
    return None if fields.holds_null("draw_pile") else fields.integer("draw_pile", 0, LARGEST_COUNT)


def _read_groups(fields: Fields) -> tuple[int, ...]:
    """By group, the cards that lie there: all of them or, once taken, none."""
    groups = fields.items("groups")
    if len(groups) != len(MARKET) or not all(
        is_integer(cards) and cards in (0, size) for cards, size in zip(groups, MARKET, strict=True)
    ):
        fields.refuse("perfect_numbers.groups", "groups", groups=list(MARKET))
    return tuple(groups)


def _read_scores(table: PerfectNumbersTable, fields: Fields) -> tuple[Seat, ...]:
    scores = fields.items("scores")
    if len(scores) != table.players or not all(is_integer(n) and 0 <= n <= LARGEST_COUNT for n in scores):
        fields.refuse("field.one_number_per_seat", "scores")
    return tuple(replace(seat, score=score) for seat, score in zip(table.seats, scores, strict=True))


def _enter_rows(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """Rows entered by hand on a table that was not tracked may be followed by any card."""
    if fields.holds_null("rows"):
        return lose_track(table)
    rows = fields.items("rows")
    if len(rows) != table.players:
        raise IllegalMove("perfect_numbers.rows_per_seat", players=table.players)
    seats = tuple(
        _read_collection(table, number, seat, laid)
        for number, (seat, laid) in enumerate(zip(table.seats, rows, strict=True))
    )
    if table.tracked:
        entered = replace(table, seats=seats, unseen=None if table.unseen is None else 0)
        return replace(entered, had=_had_after_all(table, entered))
    return replace(table, seats=seats, tracked=True, taker=None, unseen=None)


def _had_after_all(before: PerfectNumbersTable, after: PerfectNumbersTable) -> tuple[str, ...]:
    """In the middle of a turn the colours that a correction brings were there all the time, and those that
    it takes away never were."""
    wrong, right = own_colours(before, before.turn), own_colours(after, before.turn)
    return tuple(
        colour
        for colour in COLOURS
        if (colour in right and colour not in wrong)
        or (colour in before.had and not (colour in wrong and colour not in right))
    )


LONGEST_ROW = 40


def _read_collection(table: PerfectNumbersTable, number: int, seat: Seat, value: object) -> Seat:
    fields = Fields(value, IllegalMove, f"move.rows.{number}")
    actions = _read_actions(fields, number)
    in_order = [name for name in value if name in COLOUR_ROWS] if isinstance(value, Mapping) else []
    rows = {name: _read_row(fields, name) for name in in_order}
    fields.finish()
    rows = {name: cards for name, cards in rows.items() if cards}
    if len(rows) > table.colour_places or len(rows) + bool(actions) > PLACES:
        raise IllegalMove("perfect_numbers.too_many_rows", seat=number, places=table.colour_places)
    return Seat(seat.score, rows, actions)


def _read_actions(fields: Fields, seat: int) -> tuple[str, ...]:
    actions = fields.items(ACTION_ROW, [])
    if (
        len(actions) > STORED_ACTIONS
        or not all(isinstance(action, str) and action in ACTIONS for action in actions)
        or len(set(actions)) != len(actions)
    ):
        raise IllegalMove("perfect_numbers.stored_actions", seat=seat, most=STORED_ACTIONS)
    return tuple(actions)


def _read_row(fields: Fields, name: str) -> Cards:
    cards = fields.items(name)
    if len(cards) > LONGEST_ROW:
        fields.refuse("perfect_numbers.row_too_long", name, cards=LONGEST_ROW)
    colour = JOKER if name == JOKER_ROW else name
    return tuple(_read_laid(card, colour, f"{name}.{at}") for at, card in enumerate(cards))


def _read_laid(value: object, colour: str, where: str) -> Card:
    if is_integer(value):
        if value == 0:
            return FACE_DOWN
        value = {"number": value}
    fields = Fields(value, IllegalMove, f"move.rows.{where}")
    number = fields.integer("number", LOWEST, HIGHEST)
    joker = fields.flag("joker")
    fields.finish()
    return Card(JOKER if joker else colour, number)


def _enter_pending(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The cards that the player whose turn it is still has to lay."""
    pending = read_group(fields.items("pending"))
    if pending and not table.tracked:
        raise IllegalMove("perfect_numbers.rows_unknown", seat=table.turn)
    if not table.pending or table.taker != table.turn:
        table = replace(table, had=own_colours(table, table.turn), laid_highest={})
    return replace(table, pending=pending, taker=table.turn if pending else None, unseen=0)


# -- What would let a refused move have happened ----------------------------------------------------------


def _mend_market(why: Refused[PerfectNumbersTable]) -> Counts | None:
    """The group lies there."""
    return {
        "groups": [
            MARKET[at] if at == why.args["group"] else cards for at, cards in enumerate(why.table.groups)
        ]
    }


def _mend_pile(why: Refused[PerfectNumbersTable]) -> Counts | None:
    """The pile did fill another market."""
    return {"draw_pile": MARKET_CARDS} if why.table.trigger == "market" else None


def _mend_turn(why: Refused[PerfectNumbersTable]) -> Counts | None:
    return {"turn": why.args["seat"]}


def _mend_waiting(_why: Refused[PerfectNumbersTable]) -> Counts | None:
    """Nobody has anything left to lay."""
    return {"pending": []}


def _mend_hand(why: Refused[PerfectNumbersTable]) -> Counts | None:
    """Whoever took last has this card too; of a full hand, instead of another."""
    last = before_refill(why.table)
    seat = why.move.get("seat", acting_by_default(why.table))
    if seat != last.taker:
        return None
    counts = {"turn": seat, "pending": [*why.args["cards"][: max(MARKET) - 1], why.args["card"]]}
    if not why.table.between_rounds:
        return counts
    of_the_round = {"groups": list(last.groups), "starter": last.starter, "round": last.round}
    return {**counts, **of_the_round, "draw_pile": last.draw_pile}


def _mend_stored(why: Refused[PerfectNumbersTable]) -> Counts | None:
    """The action card was stored."""
    rows = [dict(laid) for laid in why.table.collections or ()]
    laid = rows[why.args["seat"]]
    laid[ACTION_ROW] = [*laid.get(ACTION_ROW, ()), why.args["action"]]
    return {"rows": rows}


def _mend_deck(why: Refused[PerfectNumbersTable]) -> Counts | None:
    """There are as many cards as must have been dealt."""
    name, fields = read_move(why.move)
    after = LIGHT[name](replace(why.table, deck=None), fields)
    return {"deck": sum(after.scores) + sum(after.groups) + (after.draw_pile or 0)}


MENDS: Mapping[str, Mend[PerfectNumbersTable]] = {
    "move.game_over": _mend_pile,
    "perfect_numbers.only_the_last_taker": _mend_pile,
    "perfect_numbers.group_taken": _mend_market,
    "perfect_numbers.not_your_turn": _mend_turn,
    "perfect_numbers.cards_pending": _mend_waiting,
    "perfect_numbers.cards_not_told": _mend_waiting,
    "perfect_numbers.not_taken": _mend_hand,
    "perfect_numbers.no_such_action": _mend_stored,
    "perfect_numbers.more_points_than_cards": _mend_deck,
}
