"""When the real table disagrees: what can be corrected, and what would let a refused move have happened."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from scoring.coloretto.table import (
    ALL_CARDS,
    BELOW_LAST_ROUND,
    CARD_NAMES,
    COLOURS,
    COPIES,
    GOLDEN,
    UNKNOWN,
    ColorettoTable,
    Hand,
    Row,
    Tally,
    can_turn_up,
    count_seen,
    next_in_round,
    row_limits,
    verify_cards,
    with_cards,
)
from scoring.core import LARGEST_COUNT, Counts, Fields, IllegalMove, Mend, Phase, Refused, is_integer


def correct(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    """Sets what the tracker knows to what lies on the table; the last round begins, or is taken back.

    Where it is said that the last-round card is up, its replacement is too.
    A table that is over stays so, unless it is said that the last-round card did not come up.
    """
    said = fields.flag("last_round") if "last_round" in fields else None
    last_round_up, draw_pile, above = _read_pile(table, fields, said)
    turn = fields.maybe_integer("turn", 0, table.players - 1)
    rounds = fields.integer("round", 1, LARGEST_COUNT, table.round)
    rows = _read_rows(table, fields) if "rows" in fields else table.rows
    out = _read_out(table, fields) if "out" in fields else table.out
    hands = _read_hands(table, fields) if "hands" in fields else table.hands
    gone = fields.tally("gone", CARD_NAMES, ALL_CARDS) if "gone" in fields else table.gone
    fields.finish()

    if rows.count(None) != len(out):
        raise IllegalMove("coloretto.one_row_per_player_out", rows=rows.count(None), players=len(out))
    if turn in out:
        raise IllegalMove("coloretto.player_is_out", seat=turn)

    if turn is None:
        turn = next_in_round(table.players, table.turn - 1, out)
    phase: Phase = "last" if last_round_up else "play"
    after = replace(
        table,
        turn=turn,
        round=rounds,
        phase="over" if table.phase == "over" and said is not False else phase,
        draw_pile=draw_pile,
        above_last_round=above,
        last_round_up=last_round_up,
        golden_before=table.golden_before and said is None,
        rows=rows,
        out=out,
        hands=hands,
        gone=gone,
    )
    verify_cards(after, {card: n for card in COPIES if (n := count_seen(after, card))})
    due = table.replacement_due and last_round_up and draw_pile > 0 and turn == table.turn and not said
    return replace(after, replacement_due=due and can_turn_up(after))


def _read_pile(table: ColorettoTable, fields: Fields, said: bool | None) -> tuple[bool, int, int]:
    """Whether the last-round card is up, the pile, and how much of it is above that card.

    Of the two numbers one is enough: what lies below the last-round card is known.
    """
    below = BELOW_LAST_ROUND if table.last_round_up else table.draw_pile - table.above_last_round
    pile = fields.maybe_integer("draw_pile", 0, ALL_CARDS)
    above = fields.maybe_integer("above_last_round", 0, ALL_CARDS)
    up = (table.last_round_up and not above) if said is None else said
    if up:
        if above:
            raise IllegalMove("coloretto.nothing_above_last_round")
        unchanged = table.draw_pile if table.last_round_up else below
        return True, unchanged if pile is None else pile, 0
    if pile is None:
        pile = table.draw_pile if above is None else above + below
    if above is None:
        above = max(0, pile - below)
    if above > pile:
        raise IllegalMove("coloretto.more_above_than_in_pile", above=above, pile=pile)
    return False, pile, above


def _read_rows(table: ColorettoTable, fields: Fields) -> tuple[Row | None, ...]:
    """For each row its cards, or how many lie there, or null when it is taken."""
    values = fields.items("rows")
    limits = row_limits(table.players)
    if len(values) != len(limits):
        fields.refuse("coloretto.one_entry_per_row", "rows", rows=len(limits))
    rows: list[Row | None] = []
    for number, (value, limit, before) in enumerate(zip(values, limits, table.rows, strict=True)):
        if value is None:
            rows.append(None)
        elif is_integer(value) and 0 <= value <= limit:
            unchanged = before is not None and len(before) == value
            rows.append(before if unchanged else (UNKNOWN,) * value)
        elif isinstance(value, list) and len(value) <= limit and all(card in CARD_NAMES for card in value):
            rows.append(tuple(value))
        else:
            fields.refuse("coloretto.row_not_readable", f"rows.{number}", limit=limit)
    return tuple(rows)


def _read_out(table: ColorettoTable, fields: Fields) -> tuple[int, ...]:
    """Who took a row already; somebody is always left, or the round would be over."""
    seats = fields.items("out")
    if len(seats) >= table.players:
        fields.refuse("coloretto.somebody_is_left", "out", most=table.players - 1)
    if not all(is_integer(seat) and 0 <= seat < table.players for seat in seats):
        fields.refuse("coloretto.not_a_seat", "out", players=table.players)
    if len(set(seats)) != len(seats):
        fields.refuse("coloretto.seat_named_twice", "out")
    return tuple(seats)


def _read_hands(table: ColorettoTable, fields: Fields) -> tuple[Hand, ...]:
    values = fields.items("hands")
    if len(values) != table.players:
        fields.refuse("coloretto.one_hand_per_seat", "hands", players=table.players)
    by_seat = Fields({str(seat): hand for seat, hand in enumerate(values)}, IllegalMove, "move.hands")
    return tuple(by_seat.tally(str(seat), CARD_NAMES, ALL_CARDS) for seat in range(table.players))


# -- What would let a refused move have happened ----------------------------------------------------------


def _mend_row(table: ColorettoTable, number: int, cards: Sequence[str]) -> Counts:
    """Other cards in this row, and in the other rows what lies there."""
    rows = [None if row is None else list(row) for row in table.rows]
    rows[number] = list(cards)
    return {"rows": rows}


def _mend_full_row(why: Refused[ColorettoTable]) -> Counts | None:
    """There was room: the row had a card less."""
    full = [number for number, row in enumerate(why.table.rows) if row]
    number = why.move.get("row", full[0] if full else None)
    return None if number is None else _mend_row(why.table, number, (why.table.rows[number] or ())[:-1])


def _mend_empty_row(why: Refused[ColorettoTable]) -> Counts | None:
    return _mend_row(why.table, why.move["row"], [UNKNOWN])


def _mend_replacement(_why: Refused[ColorettoTable]) -> Counts | None:
    """The card in its place was turned up as well."""
    return {"last_round": True}


def _mend_last_round_not_due(_why: Refused[ColorettoTable]) -> Counts | None:
    return {"above_last_round": 1}


def _mend_last_round_due(_why: Refused[ColorettoTable]) -> Counts | None:
    return {"above_last_round": 0}


def _mend_last_round_again(_why: Refused[ColorettoTable]) -> Counts | None:
    """It comes up only now."""
    return {"last_round": False, "above_last_round": 0}


def _mend_pile(_why: Refused[ColorettoTable]) -> Counts | None:
    return {"draw_pile": 1}


def _mend_noted(table: ColorettoTable, cards: Collection[str]) -> Counts:
    """Wherever one of these was noted, it may have been another."""

    def forget(noted: Hand) -> Tally:
        kept = {card: n for card, n in noted.items() if card not in cards}
        return with_cards(kept, (UNKNOWN,) * (sum(noted.values()) - sum(kept.values())))

    return {
        "hands": [forget(hand) for hand in table.hands],
        "gone": forget(table.gone),
        "rows": [
            None if row is None else [UNKNOWN if card in cards else card for card in row]
            for row in table.rows
        ],
    }


def _mend_copies(why: Refused[ColorettoTable]) -> Counts | None:
    return _mend_noted(why.table, [why.args["card"]])


def _mend_colours(why: Refused[ColorettoTable]) -> Counts | None:
    """The colours that were noted least are those that were mistaken for another."""
    seen = {colour: n for colour in COLOURS if (n := count_seen(why.table, colour))}
    return _mend_noted(
        why.table, sorted(seen, key=lambda colour: seen[colour])[: why.args["counted"] - why.args["colours"]]
    )


def _mend_golden(why: Refused[ColorettoTable]) -> Counts | None:
    """The golden joker lies in this row, and nowhere else."""
    counts = _mend_noted(why.table, [GOLDEN])
    row = why.table.rows[why.move["row"]] or ()
    counts["rows"][why.move["row"]] = [UNKNOWN] * len(row) if UNKNOWN not in row else list(row)
    return counts


MENDS: Mapping[str, Mend[ColorettoTable]] = {
    "coloretto.all_rows_full": _mend_full_row,
    "coloretto.row_full": _mend_full_row,
    "coloretto.row_empty": _mend_empty_row,
    "coloretto.replacement_due": _mend_replacement,
    "coloretto.last_round_due": _mend_last_round_not_due,
    "coloretto.last_round_too_early": _mend_last_round_due,
    "coloretto.last_round_already_up": _mend_last_round_again,
    "coloretto.pile_empty": _mend_pile,
    "coloretto.more_than_exist": _mend_copies,
    "coloretto.too_many_colours": _mend_colours,
    "coloretto.bonus_needs_golden": _mend_golden,
}
