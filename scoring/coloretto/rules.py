"""Coloretto Jubilee (Michael Schacht, 2013), for two to five players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

from scoring.core import (
    LARGEST_COUNT,
    Counts,
    Fields,
    Game,
    IllegalMove,
    InvalidOptions,
    Line,
    Mend,
    Message,
    Phase,
    Problem,
    Refused,
    Result,
    Setup,
    competition_ranks,
    error,
    first_places,
    is_integer,
    quote,
    read_seats,
    refuse_sheet,
    warning,
    with_item,
)

Tally = dict[str, int]
Hand = Mapping[str, int]
"""Cards by name; those that nobody noted are counted under "unknown"."""
Row = tuple[str, ...]

# -- Components -------------------------------------------------------------------------------------------

COLOURS = ("orange", "blue", "brown", "yellow", "grey", "green", "pink")
PLUS2 = "plus2"
JOKER = "joker"
GOLDEN = "golden"
UNKNOWN = "unknown"
CARDS_PER_COLOUR = 9
COPIES: Tally = {**dict.fromkeys(COLOURS, CARDS_PER_COLOUR), PLUS2: 10, JOKER: 2, GOLDEN: 1}
CARD_NAMES = (*COPIES, UNKNOWN)
"""What a move may call a card; "unknown" is the same as saying nothing."""
ALL_CARDS = sum(COPIES.values())

SIDES = ("brown", "purple")
POINTS: dict[str, tuple[int, ...]] = {"brown": (0, 1, 3, 6, 10, 15, 21), "purple": (0, 1, 4, 8, 7, 6, 5)}
"""For none, one, two … six or more cards of a colour."""
PLUS2_POINTS = 2
COLOURS_COUNTED_UP = 3

MOST_JOKERS_READ = 2 * COPIES[JOKER]
MOST_GOLDEN_READ = 2 * COPIES[GOLDEN]
"""A few jokers too many are a mistake to tell about; trying out every use of dozens would take too long."""

# -- Set-up -----------------------------------------------------------------------------------------------

COLOURS_IN_PLAY: dict[int, int] = {2: 5, 3: 6, 4: 7, 5: 7}
BELOW_LAST_ROUND = 15
ROW_LIMIT = 3
ROW_LIMITS_FOR_TWO = (1, 2, 3)


def row_limits(players: int) -> tuple[int, ...]:
    return ROW_LIMITS_FOR_TWO if players == 2 else (ROW_LIMIT,) * players


def start_cards_each(players: int) -> int:
    return 2 if players == 2 else 1


def colours_removed(players: int) -> int:
    return len(COLOURS) - COLOURS_IN_PLAY[players]


def cards_to_draw(players: int) -> int:
    """The face-down pile without the last-round card."""
    boxed = CARDS_PER_COLOUR * colours_removed(players)
    return ALL_CARDS - boxed - players * start_cards_each(players)


@dataclass(frozen=True, slots=True)
class Options:
    side: str
    removed: tuple[str, ...] = ()
    """The colours back in the box, or nothing while nobody said which."""
    start: tuple[tuple[str, ...], ...] = ()
    """The start cards of every seat, or nothing while nobody noted them."""


def read_options(players: int, options: object) -> Options:
    fields = Fields(options, InvalidOptions, "options")
    side = fields.choice("side", SIDES, "brown")
    removed = _read_removed(players, fields)
    start = _read_start(players, removed, fields)
    fields.finish()
    return Options(side, removed, start)


def _read_removed(players: int, fields: Fields) -> tuple[str, ...]:
    named = fields.items("removed", [])
    expected = colours_removed(players)
    if named and len(named) != expected:
        fields.refuse("coloretto.removed_count", "removed", colours=expected)
    _refuse_unless_colours(named, fields, "removed")
    if len(set(named)) != len(named):
        fields.refuse("coloretto.colour_named_twice", "removed")
    return tuple(colour for colour in COLOURS if colour in named)


def _read_start(players: int, removed: Sequence[str], fields: Fields) -> tuple[tuple[str, ...], ...]:
    """Two players: two different colours each; more: one each, all of them different."""
    seats = fields.items("start", [])
    each = start_cards_each(players)
    if not seats:
        return ()
    if len(seats) != players or not all(isinstance(cards, list) and len(cards) == each for cards in seats):
        fields.refuse("coloretto.start_cards_count", "start", players=players, each=each)
    for cards in seats:
        _refuse_unless_colours(cards, fields, "start")
        for colour in cards:
            if colour in removed:
                fields.refuse("coloretto.colour_not_in_play", "start", colour=colour)
    groups = seats if players == 2 else [[colour for cards in seats for colour in cards]]
    if any(len(set(group)) != len(group) for group in groups):
        fields.refuse("coloretto.start_cards_alike", "start")
    return tuple(tuple(cards) for cards in seats)


def _refuse_unless_colours(values: Sequence[object], fields: Fields, name: str) -> None:
    for value in values:
        if value not in COLOURS:
            fields.refuse("field.not_one_of", name, value=quote(value), choices=list(COLOURS))


def lay(players: int, options: Options) -> Setup:
    removed = colours_removed(players)
    start_cards = players * start_cards_each(players)
    draw_pile = cards_to_draw(players)
    above = draw_pile - BELOW_LAST_ROUND
    steps = [Message("coloretto.setup.summaries", {"cards": players, "side": options.side})]
    if players == 2:
        steps.append(Message("coloretto.setup.green_rows", {"limits": list(ROW_LIMITS_FOR_TWO)}))
    else:
        steps.append(Message("coloretto.setup.brown_rows", {"rows": players, "limit": ROW_LIMIT}))
    if options.removed:
        steps += [
            Message("coloretto.setup.remove_colour", {"colour": colour, "cards": COPIES[colour]})
            for colour in options.removed
        ]
    elif removed:
        boxed = {"colours": removed, "cards": CARDS_PER_COLOUR * removed}
        steps.append(Message("coloretto.setup.remove_colours", boxed))
    if players == 2:
        steps.append(Message("coloretto.setup.start_cards_for_two", {"each": 2, "cards": start_cards}))
    else:
        steps.append(Message("coloretto.setup.start_cards", {"each": 1, "cards": start_cards}))
    steps += [
        Message("coloretto.setup.last_round_aside"),
        Message("coloretto.setup.shuffle", {"cards": draw_pile}),
        Message("coloretto.setup.last_round_in", {"below": BELOW_LAST_ROUND, "above": above}),
        Message("coloretto.setup.choose_who_starts"),
    ]
    counts: dict[str, int | None] = {
        "colours": COLOURS_IN_PLAY[players],
        "removed": removed,
        "start_cards": start_cards,
        "draw_pile": draw_pile,
        "above_last_round": above,
        "below_last_round": BELOW_LAST_ROUND,
    }
    return Setup(counts, steps)


# -- The table --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColorettoTable:
    players: int
    side: str
    removed: tuple[str, ...]
    turn: int
    round: int
    phase: Phase
    draw_pile: int
    above_last_round: int
    last_round_up: bool
    replacement_due: bool
    """The last-round card was turned up, and the card in its place was not yet."""
    golden_before: bool
    """The row just taken had the golden joker, as far as is known: it may turn up the last-round card."""
    rows: tuple[Row | None, ...]
    """The cards beside each row card in the order of laying; None once the row is taken."""
    out: tuple[int, ...]
    """Who took a row in this round, in that order."""
    hands: tuple[Hand, ...]
    gone: Hand
    """Two players: what lay in the rows that nobody took."""

    @property
    def counts(self) -> dict[str, Any]:
        return {
            "draw_pile": self.draw_pile,
            "above_last_round": self.above_last_round,
            "rows": [None if row is None else len(row) for row in self.rows],
            "held": [sum(hand.values()) for hand in self.hands],
            "gone": sum(self.gone.values()),
        }

    @property
    def rows_with_room(self) -> list[int]:
        """The rows that still take a card."""
        return [
            number
            for number, (row, limit) in enumerate(zip(self.rows, row_limits(self.players), strict=True))
            if row is not None and len(row) < limit
        ]

    @property
    def in_the_box(self) -> tuple[str, ...] | None:
        """The colours that were put back; None while nobody can know which."""
        expected = colours_removed(self.players)
        if len(self.removed) == expected:
            return self.removed
        missing = tuple(colour for colour in COLOURS if not _seen(self, colour))
        return missing if len(missing) == expected else None

    @property
    def unseen(self) -> dict[str, int | None]:
        """By card, how many are in the pile or were never noted; None: perhaps the colour is in the box."""
        left: dict[str, int | None] = {card: copies - _seen(self, card) for card, copies in COPIES.items()}
        boxed = self.in_the_box
        if boxed is None:
            return {card: None if card in COLOURS and n == COPIES[card] else n for card, n in left.items()}
        return left | dict.fromkeys(boxed, 0)


def _seen(table: ColorettoTable, card: str) -> int:
    in_hands = sum([hand.get(card, 0) for hand in table.hands])
    in_rows = sum([row.count(card) for row in table.rows if row])
    return in_hands + in_rows + table.gone.get(card, 0)


def _with_cards(hand: Hand, cards: Iterable[str]) -> Tally:
    more = dict(hand)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more


def open_table(players: int, options: Options, starter: int) -> ColorettoTable:
    draw_pile = cards_to_draw(players)
    start = options.start or ((UNKNOWN,) * start_cards_each(players),) * players
    return ColorettoTable(
        players=players,
        side=options.side,
        removed=options.removed,
        turn=starter,
        round=1,
        phase="play",
        draw_pile=draw_pile,
        above_last_round=draw_pile - BELOW_LAST_ROUND,
        last_round_up=False,
        replacement_due=False,
        golden_before=False,
        rows=((),) * len(row_limits(players)),
        out=(),
        hands=tuple(_with_cards({}, cards) for cards in start),
        gone={},
    )


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
        turn=_next_in_round(table.players, table.turn, table.out),
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
        golden_before=not table.last_round_up and _may_hold_golden(table, row),
        rows=with_item(table.rows, number, None),
        out=(*table.out, table.turn),
        hands=with_item(table.hands, table.turn, _with_cards(table.hands[table.turn], (*row, *turned_up))),
    )
    if len(after.out) == after.players:
        return _end_round(after)
    return replace(after, turn=_next_in_round(after.players, after.turn, after.out))


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
        _verify_cards(table, {card: _seen(table, card) + 1})


def _verify_cards(table: ColorettoTable, seen: Hand) -> None:
    """Refuses cards that this game does not have, or not so many of."""
    for card, n in seen.items():
        if card in table.removed:
            raise IllegalMove("coloretto.colour_not_in_play", colour=card)
        if n > COPIES[card]:
            raise IllegalMove("coloretto.more_than_exist", card=card, copies=COPIES[card])
    if colours_removed(table.players) and any(card in COLOURS for card in seen):
        counted = sum(colour in seen or _seen(table, colour) > 0 for colour in COLOURS)
        colours = COLOURS_IN_PLAY[table.players]
        if counted > colours:
            raise IllegalMove("coloretto.too_many_colours", counted=counted, colours=colours)


def _may_hold_golden(table: ColorettoTable, row: Row) -> bool:
    return GOLDEN in row or (UNKNOWN in row and not _seen(table, GOLDEN))


def _with_golden_recognised(table: ColorettoTable, row: Row) -> Row:
    """Whoever may turn up a bonus card has the golden joker: it was one of the cards nobody noted."""
    if not _may_hold_golden(table, row):
        raise IllegalMove("coloretto.bonus_needs_golden")
    at = row.index(UNKNOWN)
    return (*row[:at], GOLDEN, *row[at + 1 :])


def _bonus_cards(table: ColorettoTable, bonus: str | None) -> Row:
    """One card, noted or not, unless the pile is used up."""
    if bonus is None and table.last_round_up and not table.draw_pile:
        return ()
    _verify_pile(table)
    _verify_coming(table, bonus or UNKNOWN)
    return (bonus or UNKNOWN,)


def _next_in_round(players: int, turn: int, out: Sequence[int]) -> int:
    """Clockwise to whoever has not taken a row; the last one left goes on alone."""
    return next(seat for step in range(1, players + 1) if (seat := (turn + step) % players) not in out)


def _end_round(table: ColorettoTable) -> ColorettoTable:
    """The rows come back, what two players left lying leaves the game, the last to take begins."""
    left_lying = [card for row in table.rows if row for card in row]
    return replace(
        table,
        round=table.round + (not table.last_round_up),
        phase="over" if table.last_round_up else "play",
        rows=((),) * len(table.rows),
        out=(),
        gone=_with_cards(table.gone, left_lying),
    )


# -- The end ----------------------------------------------------------------------------------------------


def last_round(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    """The last-round card comes up; whoever turned it up turns up a replacement in the same turn.

    Told after the row with the golden joker, it may have come up there, and then nobody else owes anything.
    """
    fields.finish()

    if table.last_round_up:
        raise IllegalMove("coloretto.last_round_already_up")
    if not table.golden_before and not _can_turn_up(table):
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
    return 1 if unnoted and not _seen(table, GOLDEN) else 0


def _can_turn_up(table: ColorettoTable) -> bool:
    """Whether this turn may uncover a card: to lay it beside a row, or because of the golden joker."""
    return bool(table.rows_with_room) or any(row and _may_hold_golden(table, row) for row in table.rows)


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


# -- When the real table disagrees ------------------------------------------------------------------------


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
        turn = _next_in_round(table.players, table.turn - 1, out)
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
    _verify_cards(after, {card: n for card in COPIES if (n := _seen(after, card))})
    due = table.replacement_due and last_round_up and draw_pile > 0 and turn == table.turn and not said
    return replace(after, replacement_due=due and _can_turn_up(after))


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
        return _with_cards(kept, (UNKNOWN,) * (sum(noted.values()) - sum(kept.values())))

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
    seen = {colour: n for colour in COLOURS if (n := _seen(why.table, colour))}
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


def end(table: ColorettoTable, fields: Fields) -> ColorettoTable:
    fields.finish()
    return replace(table, phase="over", replacement_due=False)


MOVES = {"draw": draw, "take": take, "last_round": last_round, "correct": correct, "end": end}

# -- Scoring ----------------------------------------------------------------------------------------------

CARDS_HELD: dict[int, tuple[int, int]] = {2: (0, 50), 3: (53, 62), 4: (62, 74), 5: (62, 76)}
"""How many cards all players together can hold when the last round was played out."""


@dataclass(frozen=True, slots=True)
class Count:
    """One player's counted cards, and what the player insists on."""

    cards: Tally
    jokers: int
    golden: int
    plus2: int
    jokers_as: tuple[str, ...] | None = None
    counted_up: tuple[str, ...] | None = None

    @property
    def wild(self) -> int:
        return self.jokers + self.golden

    @property
    def held(self) -> int:
        return sum(self.cards.values()) + self.wild + self.plus2

    @property
    def insisted(self) -> bool:
        return self.jokers_as is not None or self.counted_up is not None


@dataclass(frozen=True, slots=True)
class Choice:
    """What the jokers stand for, and which colours count up and which down."""

    jokers: tuple[str, ...]
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    points: int
    """Of the colours alone, without the cards worth two."""


def prefill(hand: Hand) -> dict[str, Any]:
    return {
        "cards": {colour: hand[colour] for colour in COLOURS if colour in hand},
        "jokers": hand.get(JOKER, 0),
        "golden": hand.get(GOLDEN, 0),
        "plus2": hand.get(PLUS2, 0),
    }


def sheet(table: ColorettoTable) -> dict[str, Any]:
    return {"seats": [prefill(hand) for hand in table.hands]}


def read_sheet(players: int, _options: Options, sheet: object) -> list[Count]:
    return read_seats(players, sheet, _read_count)


def _read_count(value: object, where: str, _seat: int) -> Count:
    fields = Fields(value, refuse_sheet, where)
    count = Count(
        cards=fields.tally("cards", COLOURS, LARGEST_COUNT),
        jokers=fields.integer("jokers", 0, MOST_JOKERS_READ),
        golden=fields.integer("golden", 0, MOST_GOLDEN_READ),
        plus2=fields.integer("plus2", 0, LARGEST_COUNT),
    )
    if "jokers_as" in fields:
        count = replace(count, jokers_as=_read_jokers_as(fields, count))
    if "counted_up" in fields:
        count = replace(count, counted_up=_read_counted_up(fields, count))
    fields.finish()
    return count


def _read_jokers_as(fields: Fields, count: Count) -> tuple[str, ...]:
    """A colour for every joker, the golden one included."""
    colours = fields.items("jokers_as")
    if len(colours) != count.wild:
        fields.refuse("coloretto.one_colour_per_joker", "jokers_as", jokers=count.wild)
    _refuse_unless_colours(colours, fields, "jokers_as")
    return tuple(colours)


def _read_counted_up(fields: Fields, count: Count) -> tuple[str, ...]:
    """Three colours, or all where there are fewer, each with a card or a joker in it."""
    colours = fields.items("counted_up")
    if len(colours) > COLOURS_COUNTED_UP:
        fields.refuse("coloretto.counts_up_too_many", "counted_up", most=COLOURS_COUNTED_UP)
    _refuse_unless_colours(colours, fields, "counted_up")
    if len(set(colours)) != len(colours):
        fields.refuse("coloretto.colour_named_twice", "counted_up")
    empty = [colour for colour in colours if colour not in count.cards]
    jokers_fit = len(empty) <= count.wild if count.jokers_as is None else set(empty) <= set(count.jokers_as)
    if not jokers_fit:
        fields.refuse("coloretto.counts_up_without_cards", "counted_up", colours=empty)
    fewest = _colours_to_count_up({*count.cards, *(count.jokers_as or colours)}, count)
    if len(colours) < fewest:
        fields.refuse("coloretto.counts_up_too_few", "counted_up", fewest=fewest)
    return tuple(colours)


def _colours_to_count_up(colours: Collection[str], count: Count) -> int:
    """Jokers that nobody gave a colour can all join one that is there, but they are of some colour."""
    return min(COLOURS_COUNTED_UP, max(len(colours), min(1, count.wild)))


def find_problems(players: int, options: Options, counts: Sequence[Count]) -> Iterator[Problem]:
    totals = {colour: sum(count.cards.get(colour, 0) for count in counts) for colour in COLOURS}
    for colour, counted in totals.items():
        if counted and colour in options.removed:
            yield error("coloretto.colour_not_in_play", colour=colour)
        elif counted > COPIES[colour]:
            yield error("coloretto.too_many_of_colour", colour=colour, counted=counted, copies=COPIES[colour])
    in_use = sum(counted > 0 for counted in totals.values())
    if in_use > COLOURS_IN_PLAY[players]:
        yield error("coloretto.too_many_colours", counted=in_use, colours=COLOURS_IN_PLAY[players])
    plus2 = sum(count.plus2 for count in counts)
    jokers = sum(count.jokers for count in counts)
    golden = sum(count.golden for count in counts)
    if plus2 > COPIES[PLUS2]:
        yield error("coloretto.too_many_plus2", counted=plus2, copies=COPIES[PLUS2])
    if jokers > COPIES[JOKER]:
        yield error("coloretto.too_many_jokers", counted=jokers, copies=COPIES[JOKER])
    if golden > COPIES[GOLDEN]:
        yield error("coloretto.too_many_golden", counted=golden, copies=COPIES[GOLDEN])
    yield from _find_doubts(players, options, counts)


def _find_doubts(players: int, options: Options, counts: Sequence[Count]) -> Iterator[Problem]:
    """With three and more, every card turned up is in a hand; and nobody need count less than possible."""
    fewest, most = CARDS_HELD[players]
    held = sum(count.held for count in counts)
    if held < fewest:
        yield warning("coloretto.cards_missing", counted=held, fewest=fewest)
    if held > most:
        yield warning("coloretto.cards_too_many", counted=held, most=most)
    for seat, count in enumerate(counts):
        if count.insisted:
            best = choose(replace(count, jokers_as=None, counted_up=None), options)
            lost = best.points - choose(count, options).points
            if lost:
                yield warning("coloretto.better_choice", seat=seat, points=lost)


def colour_points(cards: int, side: str) -> int:
    table = POINTS[side]
    return table[min(cards, len(table) - 1)]


def choose(count: Count, options: Options) -> Choice:
    """The best use of jokers and colours, found by trying all of them; what the player insists on holds.

    Among equally good ones jokers join colours with cards, then go by the order of the rulebook.
    """
    in_play_first = sorted(COLOURS, key=lambda colour: colour in options.removed)
    assignments: Iterable[tuple[str, ...]] = (
        combinations_with_replacement(in_play_first, count.wild)
        if count.jokers_as is None
        else [count.jokers_as]
    )
    choices = [
        _arrange(count, options.side, jokers)
        for jokers in assignments
        if count.counted_up is None or _fits({*count.cards, *jokers}, count.counted_up)
    ]
    return max(choices, key=lambda choice: (choice.points, sum(c in count.cards for c in choice.jokers)))


def _fits(colours: set[str], counted_up: Sequence[str]) -> bool:
    return colours.issuperset(counted_up) and len(counted_up) == min(COLOURS_COUNTED_UP, len(colours))


def _arrange(count: Count, side: str, jokers: tuple[str, ...]) -> Choice:
    """Three colours count up, the most valuable unless the player says otherwise; the rest count down."""
    cards = _with_cards(count.cards, jokers)
    points = {colour: colour_points(n, side) for colour, n in cards.items()}
    by_value = sorted(points, key=lambda colour: (-points[colour], COLOURS.index(colour)))
    plus = tuple(by_value[:COLOURS_COUNTED_UP]) if count.counted_up is None else count.counted_up
    minus = tuple(colour for colour in by_value if colour not in plus)
    up = sum([points[colour] for colour in plus])
    return Choice(jokers, plus, minus, up - sum([points[colour] for colour in minus]))


def joker_gain(count: Count, options: Options) -> int:
    """What the jokers change against leaving them out; on the purple side they may cost points."""
    bare = Count(count.cards, 0, 0, count.plus2)
    return choose(count, options).points - choose(bare, options).points


def worth(hand: Hand, side: str) -> int:
    """What the noted cards of a hand would count now."""
    count = Count(
        {colour: hand[colour] for colour in COLOURS if colour in hand},
        hand.get(JOKER, 0),
        hand.get(GOLDEN, 0),
        hand.get(PLUS2, 0),
    )
    return choose(count, Options(side)).points + PLUS2_POINTS * count.plus2


def explain(count: Count, choice: Choice, side: str) -> Iterator[Line]:
    for colour in choice.plus:
        args = _colour_args(count, choice, colour)
        yield Line("plus", colour_points(args["cards"], side), "coloretto.line.plus", args)
    for colour in choice.minus:
        args = _colour_args(count, choice, colour)
        yield Line("minus", -colour_points(args["cards"], side), "coloretto.line.minus", args)
    if count.plus2:
        points = PLUS2_POINTS * count.plus2
        yield Line("plus2", points, "coloretto.line.plus2", {"cards": count.plus2, "value": PLUS2_POINTS})


def _colour_args(count: Count, choice: Choice, colour: str) -> dict[str, Any]:
    """`cards` includes the jokers that stand for this colour."""
    jokers = choice.jokers.count(colour)
    return {"colour": colour, "cards": count.cards.get(colour, 0) + jokers, "jokers": jokers}


# -- Ranking ----------------------------------------------------------------------------------------------


def rank_reasons(totals: Sequence[int]) -> list[Message]:
    """Points alone decide; the rulebook has no tie-break, so equals share the place."""
    return [
        Message("rank.by_points", {"points": points})
        if totals.count(points) == 1
        else Message("coloretto.rank.shared", {"points": points})
        for points in totals
    ]


@dataclass(frozen=True)
class ColorettoResult(Result):
    joker_gain: list[int]
    """By seat, what the jokers changed against leaving them out."""
    choices: list[dict[str, list[str]]]
    """By seat, the colours under "jokers" (one for each), "plus" and "minus"."""


# -- The game ---------------------------------------------------------------------------------------------


def count(
    _players: int, options: Options, counts: Sequence[Count], problems: list[Problem]
) -> ColorettoResult:
    choices = [choose(count, options) for count in counts]
    lines = [
        list(explain(count, choice, options.side)) for count, choice in zip(counts, choices, strict=True)
    ]
    totals = [sum(line.points for line in seat) for seat in lines]
    ranks = competition_ranks(totals)
    return ColorettoResult(
        totals=totals,
        ranks=ranks,
        winners=first_places(ranks),
        reasons=rank_reasons(totals),
        lines=lines,
        problems=problems,
        joker_gain=[joker_gain(count, options) for count in counts],
        choices=[
            {"jokers": list(choice.jokers), "plus": list(choice.plus), "minus": list(choice.minus)}
            for choice in choices
        ],
    )


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
)
