"""What is in the box of Perfect Numbers, how it is laid out, and what the phone knows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scoring.core import (
    LARGEST_COUNT,
    Fields,
    IllegalMove,
    InvalidOptions,
    Message,
    Phase,
    Refuse,
    Setup,
    with_item,
)

# -- Components -------------------------------------------------------------------------------------------

COLOURS = ("red", "blue", "green", "yellow", "purple")
JOKER = "joker"
LOWEST, HIGHEST = 2, 7
BONUS = {5: 1, 6: 3, 7: 5}
"""Cards from the draw pile for closing a row with a coloured card of this number."""

PROTECT, MOVE, STEAL = "protect", "move", "steal"
ACTIONS = (PROTECT, MOVE, STEAL)

JOKER_ROW = "joker-row"
"""A row begun by a joker; it takes the colour of the first coloured card that joins it."""
ACTION_ROW = "actions"
COLOUR_ROWS = (*COLOURS, JOKER_ROW)

MARKET = (3, 2, 2, 1)
MARKET_CARDS = sum(MARKET)
START_CARDS = 3
PLACES = 4
PLACES_IN_VARIANT = 3
STORED_ACTIONS = 2


# -- Cards ------------------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A number card, coloured or joker; a face-down card has neither colour nor number."""

    colour: str
    number: int

    def as_json(self) -> dict[str, Any]:
        return {"colour": self.colour, "number": self.number}


FACE_DOWN = Card("", 0)
Cards = tuple[Card, ...]
Rows = Mapping[str, Cards]
Taken = Card | str
"""A card from the market: a number card or the name of an action."""


def read_card(value: object, refuse: Refuse, where: str) -> Card:
    fields = Fields(value, refuse, where)
    card = take_card(fields)
    fields.finish()
    return card


def take_card(fields: Fields) -> Card:
    return Card(fields.choice("colour", (*COLOURS, JOKER)), fields.integer("number", LOWEST, HIGHEST))


def read_group(cards: Sequence[object]) -> tuple[Taken, ...]:
    if len(cards) > max(MARKET):
        raise IllegalMove("perfect_numbers.group_too_large", cards=max(MARKET))
    return tuple(_read_taken(card, f"move.cards.{at}") for at, card in enumerate(cards))


def _read_taken(card: object, where: str) -> Taken:
    fields = Fields(card, IllegalMove, where)
    taken: Taken = fields.choice("action", ACTIONS) if "action" in fields else take_card(fields)
    fields.finish()
    return taken


def taken_as_json(card: Taken) -> dict[str, Any]:
    return {"action": card} if isinstance(card, str) else card.as_json()


# -- Set-up -----------------------------------------------------------------------------------------------


class StartCard(NamedTuple):
    card: Card
    row: str
    close: bool
    """Whether its player closes the row when this card makes it perfect."""


@dataclass(frozen=True, slots=True)
class Options:
    three_rows: bool
    """The variant: three places for colours, the fourth for action cards only."""
    deck: int | None
    """All cards in the box but the start card; the rulebook does not say how many there are."""
    lower_on_other: str
    """Who scores the cards that a lower number drives out of another player's row: its owner or the actor."""
    move_bonus: bool
    """Whether closing a row with the action card Move pays the bonus."""
    stolen_may_drop: bool
    """Whether a row may be discarded to make room for a stolen card."""
    start: tuple[tuple[StartCard, ...], ...] | None


def read_options(players: int, options: object) -> Options:
    fields = Fields(options, InvalidOptions, "options")
    three_rows = fields.flag("three_rows")
    deck = None if fields.holds_null("deck") else read_deck(players, fields)
    lower_on_other = fields.choice("lower_on_other", ("owner", "actor"), "owner")
    move_bonus = fields.flag("move_bonus", True)
    stolen_may_drop = fields.flag("stolen_may_drop", True)
    start = None if fields.holds_null("start") else _read_start(players, fields)
    fields.finish()
    return Options(three_rows, deck, lower_on_other, move_bonus, stolen_may_drop, start)


def read_deck(players: int, fields: Fields) -> int | None:
    return fields.maybe_integer("deck", START_CARDS * players + MARKET_CARDS, LARGEST_COUNT)


def _read_start(players: int, fields: Fields) -> tuple[tuple[StartCard, ...], ...] | None:
    if "start" not in fields:
        return None
    hands = fields.items("start")
    if len(hands) != players:
        raise InvalidOptions("perfect_numbers.start_per_seat", players=players)
    return tuple(_read_hand(hand, seat) for seat, hand in enumerate(hands))


def _read_hand(hand: object, seat: int) -> tuple[StartCard, ...]:
    """Three number cards; with cards of several colours a joker says in which `row` it lies."""
    if not isinstance(hand, list) or len(hand) != START_CARDS:
        raise InvalidOptions("perfect_numbers.start_cards", seat=seat, cards=START_CARDS)
    readers = [Fields(card, InvalidOptions, f"options.start.{seat}.{at}") for at, card in enumerate(hand)]
    cards = [take_card(reader) for reader in readers]
    colours = [colour for colour in COLOURS if any(card.colour == colour for card in cards)]
    read = []
    for reader, card in zip(readers, cards, strict=True):
        close = reader.flag("close", True)
        row = card.colour
        if card.colour == JOKER:
            homes = colours or [JOKER_ROW]
            if len(homes) > 1 and "row" not in reader:
                raise InvalidOptions("perfect_numbers.joker_needs_row", seat=seat, rows=homes)
            row = reader.choice("row", homes, homes[0])
        reader.finish()
        read.append(StartCard(card, row, close))
    return tuple(read)


def lay(players: int, options: Options) -> Setup:
    dealt = START_CARDS * players
    draw_pile = None if options.deck is None else options.deck - dealt - MARKET_CARDS
    steps = [
        Message("perfect_numbers.setup.start_card"),
        Message("perfect_numbers.setup.deal", {"each": START_CARDS, "cards": dealt}),
        Message("perfect_numbers.setup.replace_actions", {"each": START_CARDS}),
        Message("perfect_numbers.setup.lay_out"),
        Message("perfect_numbers.setup.market", {"cards": MARKET_CARDS, "groups": list(MARKET)}),
    ]
    if draw_pile is None:
        steps.append(Message("perfect_numbers.setup.draw_pile_uncounted"))
    else:
        steps.append(Message("perfect_numbers.setup.draw_pile", {"cards": draw_pile, "deck": options.deck}))
    if options.three_rows:
        steps.append(Message("perfect_numbers.setup.three_rows", {"rows": PLACES_IN_VARIANT}))
    return Setup({"start_cards": dealt, "market": MARKET_CARDS, "draw_pile": draw_pile}, steps)


# -- The table --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    score: int = 0
    rows: Rows = field(default_factory=dict)
    actions: tuple[str, ...] = ()

    @property
    def collection(self) -> int:
        return sum(map(len, self.rows.values())) + len(self.actions)


@dataclass(frozen=True, slots=True)
class PerfectNumbersTable:
    """Between two rounds the market is refilled at once, while whoever took last may still close a row, and
    then the bonus comes off the pile before the refill: `before_refill` and `after_refill` say how it lies
    for the one and for the other.
    """

    players: int
    three_rows: bool
    lower_on_other: str
    move_bonus: bool
    stolen_may_drop: bool
    deck: int | None
    starter: int
    turn: int
    round: int
    phase: Phase
    draw_pile: int | None
    groups: tuple[int, ...]
    seats: tuple[Seat, ...]
    tracked: bool
    """Everybody's rows are known. One card that nobody described may have touched any row, so they are known
    for all or for none."""
    discards: int = 0
    taker: int | None = None
    """Who took last, and may still use action cards until somebody else begins."""
    pending: tuple[Taken, ...] = ()
    """Taken cards that have not been laid yet."""
    unseen: int | None = 0
    """How many were taken without saying which; None when any card may turn up, after the rows were entered
    by hand."""
    had: tuple[str, ...] = ()
    """The colours that the taker had when taking."""
    laid_highest: Mapping[str, int] = field(default_factory=dict)
    """By row, the highest card that the taker has added to it since."""
    refilled: bool = False
    """The market was refilled after the taker's group, and nobody has begun the new round."""
    trigger: str | None = None

    @property
    def counts(self) -> dict[str, Any]:
        return {
            "draw_pile": self.draw_pile,
            "market": sum(self.groups),
            "groups": list(self.groups),
            "pending": len(self.pending) + (self.unseen or 0),
            "collections": sum(seat.collection for seat in self.seats) if self.tracked else None,
            "discards": self.discards if self.tracked else None,
        }

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.seats]

    @property
    def rows(self) -> list[dict[str, list[int]]] | None:
        """By seat the numbers of every row, bottom to top, 0 for a face-down card; None while unknown."""
        if not self.tracked:
            return None
        return [
            {name: [card.number for card in cards] for name, cards in seat.rows.items()}
            for seat in self.seats
        ]

    @property
    def collections(self) -> list[dict[str, list[Any]]] | None:
        """By seat everything that lies there, as `correct` reads it; None while unknown."""
        return [_write_collection(seat) for seat in self.seats] if self.tracked else None

    @property
    def takers(self) -> list[int]:
        """Who takes the groups that are left, in order."""
        first = self.turn if not self.pending else self.turn + 1
        return [(first + n) % self.players for n in range(sum(map(bool, self.groups)))]

    @property
    def rounds_left(self) -> int | None:
        """Full rounds after this one, if no more bonus cards are drawn."""
        return None if self.draw_pile is None else self.draw_pile // MARKET_CARDS

    @property
    def between_rounds(self) -> bool:
        """Whoever took last may still do something, and that was before the refill or in place of it."""
        return self.refilled or self.trigger == "market"

    @property
    def colour_places(self) -> int:
        return PLACES_IN_VARIANT if self.three_rows else PLACES


def _write_collection(seat: Seat) -> dict[str, list[Any]]:
    laid: dict[str, list[Any]] = {
        name: [_write_laid(card, name) for card in cards] for name, cards in seat.rows.items()
    }
    if seat.actions:
        laid[ACTION_ROW] = list(seat.actions)
    return laid


def _write_laid(card: Card, row: str) -> int | dict[str, Any]:
    if card.colour == JOKER and row != JOKER_ROW:
        return {"number": card.number, "joker": True}
    return card.number


def with_seat(table: PerfectNumbersTable, number: int, seat: Seat) -> PerfectNumbersTable:
    return replace(table, seats=with_item(table.seats, number, seat))


def own_colours(table: PerfectNumbersTable, seat: int) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour in table.seats[seat].rows)
