"""When the real table disagrees: what can be corrected, and what would let a refused move have happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.core import Counts, Fields, IllegalMove, Mend, Refused, is_integer, quote
from scoring.pearls.table import (
    BY_HAND,
    CARDS,
    DISPLAY,
    NECKLACES,
    PearlsTable,
    Seat,
    Tally,
    begin_last_round,
    cards_in_play,
    find_trigger,
    next_turn,
)


def correct(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Sets counts or the turn to what lies on the table; the end is triggered, or taken back, accordingly.

    `forget` names colours of which something was noted wrongly: all of that becomes unknown again.
    """
    in_play = cards_in_play(table.players, table.all_cards)
    total = sum(in_play.values())
    turn = fields.maybe_integer("turn", 0, table.players - 1)
    draw_pile = fields.integer("draw_pile", 0, total, table.draw_pile)
    display, known = _read_display(fields) if "display" in fields else (table.display, None)
    necklaces = _read_necklaces(fields) if "necklaces" in fields else table.necklaces
    seats = _read_hands(table, fields, total) if "hands" in fields else table.seats
    forgotten = _read_forgotten(fields) if "forget" in fields else set()
    fields.finish()

    for colour, n in (known or {}).items():
        if n > in_play[colour]:
            raise IllegalMove("pearls.more_than_exist", colour=colour, copies=in_play[colour])

    after = replace(table, draw_pile=draw_pile, display=display, necklaces=necklaces, seats=seats)
    if turn is not None:
        after = replace(after, turn=turn)
    if forgotten:
        after = _forget_colours(after, forgotten)
    if known is not None:
        after = _forget_contradictions(replace(after, display_known=known, display_since={}))
    if after.phase == "play" and find_trigger(after):
        return begin_last_round(after)
    if after.phase == "last" and not find_trigger(after):
        return replace(after, phase="play", trigger=None, last_turns=0)
    if after.phase == "over" and after.trigger != BY_HAND and not find_trigger(after):
        going_on = replace(after, phase="play", trigger=None)
        return going_on if turn is not None else next_turn(going_on)
    return after


def _forget_colours(table: PearlsTable, colours: set[str]) -> PearlsTable:
    return replace(
        table,
        display_known={colour: n for colour, n in table.display_known.items() if colour not in colours},
        display_since={},
        seats=tuple(_forget(seat, colours) for seat in table.seats),
    )


def _forget_contradictions(table: PearlsTable) -> PearlsTable:
    """Colours of which more were tracked than exist were mistracked somewhere: they become unknown again."""
    wrong = {colour for colour, left in table.unseen.items() if left < 0}
    if not wrong:
        return table
    return replace(table, seats=tuple(_forget(seat, wrong) for seat in table.seats))


def _forget(seat: Seat, colours: set[str]) -> Seat:
    return replace(
        seat,
        taken={colour: n for colour, n in seat.taken.items() if colour not in colours},
        placed={colour: n for colour, n in seat.placed.items() if colour not in colours},
        placed_unseen=seat.placed_unseen + sum(n for colour, n in seat.placed.items() if colour in colours),
    )


def _read_hands(table: PearlsTable, fields: Fields, most: int) -> tuple[Seat, ...]:
    hands = fields.items("hands")
    if len(hands) != table.players or not all(is_integer(n) and 0 <= n <= most for n in hands):
        fields.refuse("field.one_number_per_seat", "hands")
    return tuple(replace(seat, hand=n) for seat, n in zip(table.seats, hands, strict=True))


def _read_forgotten(fields: Fields) -> set[str]:
    colours = fields.items("forget")
    for colour in colours:
        if not isinstance(colour, str) or colour not in CARDS:
            fields.refuse("field.not_one_of", "forget", value=quote(colour), choices=list(CARDS))
    return set(colours)


def _read_display(fields: Fields) -> tuple[int, Tally]:
    """Either how many cards lie there, or which."""
    if fields.holds_integer("display"):
        return fields.integer("display", 0, DISPLAY), {}
    known = fields.tally("display", CARDS, DISPLAY)
    if sum(known.values()) > DISPLAY:
        fields.refuse("field.out_of_range", "display", low=0, high=DISPLAY)
    return sum(known.values()), known


def _read_necklaces(fields: Fields) -> tuple[int, ...]:
    values = fields.items("necklaces")
    if not all(is_integer(value) and value in NECKLACES for value in values):
        fields.refuse("pearls.necklace_values", "necklaces", low=min(NECKLACES), high=max(NECKLACES))
    for value, copies in NECKLACES.items():
        if values.count(value) > copies:
            fields.refuse("pearls.necklace_copies", "necklaces", value=value, copies=copies)
    return tuple(sorted(values))


# -- What would let a refused move have happened ----------------------------------------------------------


def _mend_last_round(why: Refused[PearlsTable]) -> Counts | None:
    """There still is a draw pile, and as long as there is one the display is full."""
    if why.table.trigger != "draw_pile":
        return None
    return {"draw_pile": 1} if why.table.display == DISPLAY else {"draw_pile": 1, "display": DISPLAY}


def _mend_display(why: Refused[PearlsTable]) -> Counts | None:
    return {"display": why.args["cards"]}


def _mend_colours_of_display(why: Refused[PearlsTable]) -> Counts | None:
    """As many cards lie there, but not these."""
    return {"display": why.table.display}


def _mend_refill(why: Refused[PearlsTable]) -> Counts | None:
    """The draw pile ended with what was turned up, or was longer; the display had more gaps than that."""
    turned_up = sum(why.move["refill"].values())
    gaps = DISPLAY - (why.table.display - why.move["cards"])
    if turned_up > gaps:
        return {"display": DISPLAY - (turned_up - why.move["cards"])}
    return {"draw_pile": turned_up}


def _mend_hand(table: PearlsTable, cards: int) -> Counts:
    return {"hands": [cards if seat == table.turn else held.hand for seat, held in enumerate(table.seats)]}


def _mend_full_hand(why: Refused[PearlsTable]) -> Counts | None:
    return _mend_hand(why.table, why.args["limit"] - why.args["cards"])


def _mend_small_hand(why: Refused[PearlsTable]) -> Counts | None:
    return _mend_hand(why.table, why.args["cards"])


def _mend_hand_to_pass(why: Refused[PearlsTable]) -> Counts | None:
    return _mend_hand(why.table, 0)


def _mend_passing(_why: Refused[PearlsTable]) -> Counts | None:
    """Passing is for the last turns alone."""
    return {"draw_pile": 0}


def _mend_necklaces(why: Refused[PearlsTable]) -> Counts | None:
    if why.args["cards"] not in NECKLACES:
        return None
    return {"necklaces": sorted((*why.table.necklaces, why.args["cards"]))}


def _mend_colours_in_hand(why: Refused[PearlsTable]) -> Counts | None:
    """What this hand was seen to take was noted wrongly."""
    return {"forget": [colour for colour in CARDS if colour in why.table.seat.taken]}


def _mend_copies(why: Refused[PearlsTable]) -> Counts | None:
    """More was noted of a colour than there was."""
    turned_up, unseen = why.move.get("refill", {}), why.table.unseen
    surplus = {colour for colour, n in turned_up.items() if n > unseen[colour]}
    return {"forget": sorted({*surplus, why.args["colour"]})}


MENDS: Mapping[str, Mend[PearlsTable]] = {
    "move.game_over": _mend_last_round,
    "pearls.only_placing_now": _mend_last_round,
    "pearls.display_too_small": _mend_display,
    "pearls.take_all_of_colour": _mend_colours_of_display,
    "pearls.not_refilled": _mend_colours_of_display,
    "pearls.refill_count": _mend_refill,
    "pearls.hand_limit": _mend_full_hand,
    "pearls.too_few_in_hand": _mend_small_hand,
    "pearls.must_place": _mend_hand_to_pass,
    "pearls.no_passing": _mend_passing,
    "pearls.no_such_necklace": _mend_necklaces,
    "pearls.not_in_hand": _mend_colours_in_hand,
    "pearls.more_than_exist": _mend_copies,
}
