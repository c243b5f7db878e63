"""What is in the box of Coloretto Jubilee, how it is laid out, and what the phone knows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core import Fields, IllegalMove, InvalidOptions, Message, Phase, Setup, quote

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
    refuse_unless_colours(named, fields, "removed")
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
        refuse_unless_colours(cards, fields, "start")
        for colour in cards:
            if colour in removed:
                fields.refuse("coloretto.colour_not_in_play", "start", colour=colour)
    groups = seats if players == 2 else [[colour for cards in seats for colour in cards]]
    if any(len(set(group)) != len(group) for group in groups):
        fields.refuse("coloretto.start_cards_alike", "start")
    return tuple(tuple(cards) for cards in seats)


def refuse_unless_colours(values: Sequence[object], fields: Fields, name: str) -> None:
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
        missing = tuple(colour for colour in COLOURS if not count_seen(self, colour))
        return missing if len(missing) == expected else None

    @property
    def unseen(self) -> dict[str, int | None]:
        """By card, how many are in the pile or were never noted; None: perhaps the colour is in the box."""
        left: dict[str, int | None] = {
            card: copies - count_seen(self, card) for card, copies in COPIES.items()
        }
        boxed = self.in_the_box
        if boxed is None:
            return {card: None if card in COLOURS and n == COPIES[card] else n for card, n in left.items()}
        return left | dict.fromkeys(boxed, 0)


def count_seen(table: ColorettoTable, card: str) -> int:
    in_hands = sum([hand.get(card, 0) for hand in table.hands])
    in_rows = sum([row.count(card) for row in table.rows if row])
    return in_hands + in_rows + table.gone.get(card, 0)


def with_cards(hand: Hand, cards: Iterable[str]) -> Tally:
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
        hands=tuple(with_cards({}, cards) for cards in start),
        gone={},
    )


# -- What may still come ----------------------------------------------------------------------------------


def verify_cards(table: ColorettoTable, seen: Hand) -> None:
    """Refuses cards that this game does not have, or not so many of."""
    for card, n in seen.items():
        if card in table.removed:
            raise IllegalMove("coloretto.colour_not_in_play", colour=card)
        if n > COPIES[card]:
            raise IllegalMove("coloretto.more_than_exist", card=card, copies=COPIES[card])
    if colours_removed(table.players) and any(card in COLOURS for card in seen):
        counted = sum(colour in seen or count_seen(table, colour) > 0 for colour in COLOURS)
        colours = COLOURS_IN_PLAY[table.players]
        if counted > colours:
            raise IllegalMove("coloretto.too_many_colours", counted=counted, colours=colours)


def may_hold_golden(table: ColorettoTable, row: Row) -> bool:
    return GOLDEN in row or (UNKNOWN in row and not count_seen(table, GOLDEN))


def can_turn_up(table: ColorettoTable) -> bool:
    """Whether this turn may uncover a card: to lay it beside a row, or because of the golden joker."""
    return bool(table.rows_with_room) or any(row and may_hold_golden(table, row) for row in table.rows)


def next_in_round(players: int, turn: int, out: Sequence[int]) -> int:
    """Clockwise to whoever has not taken a row; the last one left goes on alone."""
    return next(seat for step in range(1, players + 1) if (seat := (turn + step) % players) not in out)
