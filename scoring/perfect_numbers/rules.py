"""Perfect Numbers (Lars Jansen, 2022), for two to four players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

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
    Refuse,
    Refused,
    Result,
    Setup,
    competition_ranks,
    error,
    first_places,
    is_integer,
    read_seats,
    refuse_sheet,
    warning,
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

LONGEST_ROW = 40


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


def _read_card(value: object, refuse: Refuse, where: str) -> Card:
    fields = Fields(value, refuse, where)
    card = _take_card(fields)
    fields.finish()
    return card


def _take_card(fields: Fields) -> Card:
    return Card(fields.choice("colour", (*COLOURS, JOKER)), fields.integer("number", LOWEST, HIGHEST))


def _taken_json(card: Taken) -> dict[str, Any]:
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
    deck = fields.take("deck", None)
    if deck is not None:
        deck = _read_deck(players, deck, InvalidOptions, "options")
    lower_on_other = fields.choice("lower_on_other", ("owner", "actor"), "owner")
    move_bonus = fields.flag("move_bonus", True)
    stolen_may_drop = fields.flag("stolen_may_drop", True)
    start = fields.take("start", None)
    fields.finish()
    return Options(
        three_rows,
        deck,
        lower_on_other,
        move_bonus,
        stolen_may_drop,
        None if start is None else _read_start(players, start),
    )


def _read_deck(players: int, value: object, refuse: Refuse, where: str) -> int:
    fields = Fields({"deck": value}, refuse, where)
    return fields.integer("deck", START_CARDS * players + MARKET_CARDS, LARGEST_COUNT)


def _read_start(players: int, start: object) -> tuple[tuple[StartCard, ...], ...]:
    hands = Fields({"start": start}, InvalidOptions, "options").items("start")
    if len(hands) != players:
        raise InvalidOptions("perfect_numbers.start_per_seat", players=players)
    return tuple(_read_hand(hand, seat) for seat, hand in enumerate(hands))


def _read_hand(hand: object, seat: int) -> tuple[StartCard, ...]:
    """Three number cards; with cards of several colours a joker says in which `row` it lies."""
    if not isinstance(hand, list) or len(hand) != START_CARDS:
        raise InvalidOptions("perfect_numbers.start_cards", seat=seat, cards=START_CARDS)
    readers = [Fields(card, InvalidOptions, f"options.start.{seat}.{at}") for at, card in enumerate(hand)]
    cards = [_take_card(reader) for reader in readers]
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
    return replace(table, phase=_phase(table))


def _lay_start_cards(
    table: PerfectNumbersTable, seat: int, hand: tuple[StartCard, ...]
) -> PerfectNumbersTable:
    """Row by row, low to high, with the usual effects. Of equal cards one that must not close comes last."""
    order = sorted(hand, key=lambda start: (COLOUR_ROWS.index(start.row), start.card.number, not start.close))
    for at, (card, row, close) in enumerate(order):
        has_colour = row in table.seats[seat].rows or any(later.card.colour == row for later in order[at:])
        table = _lay_card(table, seat, seat, row if has_colour else JOKER_ROW, card, close)
    return table


# -- A row: higher, perfect, lower ------------------------------------------------------------------------


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


def _bonus(table: PerfectNumbersTable, card: Card) -> int:
    """No more cards than the pile still holds; jokers give none."""
    bonus = 0 if card.colour == JOKER else BONUS.get(card.number, 0)
    return bonus if table.draw_pile is None else min(bonus, table.draw_pile)


def _foresee(table: PerfectNumbersTable, actor: int, owner: int, row: str, card: Card) -> Outlook:
    """The three cases of adding a card: its number against the length of the row including it."""
    name = card.colour if row == JOKER_ROW and card.colour != JOKER else row
    length = len(table.seats[owner].rows.get(row, ())) + 1
    if card.number > length:
        return Outlook("higher", name, length)
    if card.number == length:
        bonus = _bonus(table, card)
        return Outlook("perfect", name, length, points=length + bonus, bonus=bonus)
    lost_to = None
    if owner != actor:
        lost_to = owner if table.lower_on_other == "owner" else actor
    return Outlook("lower", name, length - card.number, lost=card.number, lost_to=lost_to)


def _lay_card(
    table: PerfectNumbersTable, actor: int, owner: int, row: str, card: Card, close: bool
) -> PerfectNumbersTable:
    seen = _foresee(table, actor, owner, row, card)
    cards = (*table.seats[owner].rows.get(row, ()), card)
    if seen.outcome == "perfect" and close:
        return _score_row(table, actor, owner, row, len(cards), seen.bonus)
    table = _set_row(table, owner, row, cards[: seen.length], seen.row)
    if seen.lost_to is None:
        return replace(table, discards=table.discards + seen.lost) if seen.lost else table
    return _gain(table, seen.lost_to, seen.lost)


def _score_row(
    table: PerfectNumbersTable, actor: int, owner: int, row: str, cards: int, bonus: int
) -> PerfectNumbersTable:
    return _draw_bonus(_gain(_set_row(table, owner, row, ()), actor, cards + bonus), bonus)


def _draw_bonus(table: PerfectNumbersTable, bonus: int) -> PerfectNumbersTable:
    if table.draw_pile is None or not bonus:
        return table
    return replace(table, draw_pile=table.draw_pile - bonus)


def _gain(table: PerfectNumbersTable, seat: int, points: int) -> PerfectNumbersTable:
    return _with_seat(table, seat, replace(table.seats[seat], score=table.seats[seat].score + points))


def _set_row(
    table: PerfectNumbersTable, owner: int, row: str, cards: Cards, name: str | None = None
) -> PerfectNumbersTable:
    """The row with these cards, perhaps under a new name, in its old place; without cards it is gone."""
    seat = table.seats[owner]
    rows = {(name or row) if old == row else old: laid for old, laid in seat.rows.items()}
    rows[name or row] = cards
    if not cards:
        del rows[name or row]
    return _with_seat(table, owner, replace(seat, rows=rows))


def _with_seat(table: PerfectNumbersTable, number: int, seat: Seat) -> PerfectNumbersTable:
    return replace(table, seats=with_item(table.seats, number, seat))


# -- Four places ------------------------------------------------------------------------------------------


def _room_for_colour(table: PerfectNumbersTable, number: int) -> bool:
    seat = table.seats[number]
    stored = bool(seat.actions) and not table.three_rows
    return len(seat.rows) + stored < table.colour_places


def _room_for_action(table: PerfectNumbersTable, number: int) -> bool:
    seat = table.seats[number]
    return bool(seat.actions) or table.three_rows or len(seat.rows) < PLACES


def _protected(cards: Cards) -> bool:
    return bool(cards) and cards[-1] == FACE_DOWN


def _aim(table: PerfectNumbersTable, actor: int, owner: int, row: str | None, card: Card) -> str:
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
    if found is None and not _room_for_colour(table, actor):
        raise IllegalMove(
            "perfect_numbers.no_free_place",
            colour=card.colour,
            places=table.colour_places,
            others=[seat for seat in range(table.players) if _welcome(table, actor, seat, card)],
        )
    return found or card.colour


def _aim_abroad(table: PerfectNumbersTable, actor: int, owner: int, row: str | None, card: Card) -> str:
    """Only when the own collection has no place for the colour, and the other one has an unprotected one."""
    if _row_of_colour(table, actor, None, card.colour):
        raise IllegalMove("perfect_numbers.own_row_first", colour=card.colour)
    if _room_for_colour(table, actor):
        raise IllegalMove("perfect_numbers.own_place_first", colour=card.colour)
    found = _row_of_colour(table, owner, row, card.colour)
    if found and _protected(table.seats[owner].rows[found]):
        raise IllegalMove("perfect_numbers.row_protected", seat=owner, row=found)
    if not found and not _room_for_colour(table, owner):
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


def _homeless(table: PerfectNumbersTable, seat: int, card: Card) -> bool:
    return (
        card.colour != JOKER
        and _row_of_colour(table, seat, None, card.colour) is None
        and not _room_for_colour(table, seat)
    )


def _welcome(table: PerfectNumbersTable, actor: int, owner: int, card: Card) -> bool:
    if owner == actor:
        return False
    found = _row_of_colour(table, owner, None, card.colour)
    return not _protected(table.seats[owner].rows[found]) if found else _room_for_colour(table, owner)


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
    table, actor = _step_in(table, fields)
    number = _read_card(fields.take("card"), IllegalMove, "move.card")
    owner = _other(table, fields, actor) if "other" in fields else actor
    name = fields.maybe_choice("row", COLOUR_ROWS)
    return _foresee(table, actor, owner, _aim(table, actor, owner, name, number), number)


# -- Turns: take a group ----------------------------------------------------------------------------------


def take(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A whole group from the market. Told which cards, the phone waits until all of them are laid."""
    group = fields.integer("group", 0, len(MARKET) - 1)
    seat = fields.integer("seat", 0, table.players - 1, table.turn)
    cards = _read_group(fields.items("cards")) if "cards" in fields else None
    fields.finish()

    if table.pending:
        raise _still_pending(table)
    if seat != table.turn:
        raise IllegalMove("perfect_numbers.not_your_turn", seat=seat, turn=table.turn)
    size = table.groups[group]
    if not size:
        raise IllegalMove("perfect_numbers.group_taken", group=group)
    if cards is not None and len(cards) != size:
        raise IllegalMove("perfect_numbers.group_size", group=group, cards=size, given=len(cards))

    if table.unseen:
        table = _lose_track(table)
    unseen = size if cards is None and table.tracked else 0
    return _pass_on(
        replace(
            table,
            groups=(*table.groups[:group], 0, *table.groups[group + 1 :]),
            taker=seat,
            pending=cards if cards is not None and table.tracked else (),
            unseen=unseen,
            had=_own_colours(table, seat),
            laid_highest={},
            refilled=False,
        )
    )


def _read_group(cards: Sequence[object]) -> tuple[Taken, ...]:
    if len(cards) > max(MARKET):
        raise IllegalMove("perfect_numbers.group_too_large", cards=max(MARKET))
    return tuple(_read_taken(card, f"move.cards.{at}") for at, card in enumerate(cards))


def _read_taken(card: object, where: str) -> Taken:
    fields = Fields(card, IllegalMove, where)
    taken: Taken = fields.choice("action", ACTIONS) if "action" in fields else _take_card(fields)
    fields.finish()
    return taken


def _still_pending(table: PerfectNumbersTable) -> IllegalMove:
    cards = [_taken_json(card) for card in table.pending]
    return IllegalMove("perfect_numbers.cards_pending", seat=table.taker, cards=cards)


def _lose_track(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """Cards went somewhere without a word: from now on the phone knows no rows until they are entered."""
    if not table.tracked:
        return table
    seats = tuple(Seat(seat.score) for seat in table.seats)
    return replace(table, seats=seats, tracked=False, pending=(), unseen=0)


def _own_colours(table: PerfectNumbersTable, seat: int) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour in table.seats[seat].rows)


# -- Who may act ------------------------------------------------------------------------------------------


def _step_in(table: PerfectNumbersTable, fields: Fields) -> tuple[PerfectNumbersTable, int]:
    """The acting seat, and the table as it lies before that seat.

    Whoever took last may go on until the next player begins; the next player may use stored action cards
    before taking, and by that begins.
    """
    seat = fields.integer("seat", 0, table.players - 1, _acting_by_default(table))
    early = _is_before_refill(table, fields, seat)
    if not table.tracked:
        raise IllegalMove("perfect_numbers.rows_unknown", seat=seat)
    if seat == table.taker and (early or not table.between_rounds):
        return before_refill(table), seat
    if table.pending:
        raise _still_pending(table)
    if seat != table.turn:
        raise IllegalMove("perfect_numbers.not_your_turn", seat=seat, turn=table.turn)
    if table.unseen:
        raise IllegalMove("perfect_numbers.cards_not_told", seat=table.taker, cards=table.unseen)
    return replace(after_refill(table), taker=None), seat


def _is_before_refill(table: PerfectNumbersTable, fields: Fields, seat: int) -> bool:
    """Whether this happens while the market lies empty: only whoever took last is still busy then.

    With two players the same seat also begins the next round. `before_refill` says which of the two it was.
    """
    said = fields.flag("before_refill", True)
    took_last = seat == table.taker and (table.between_rounds or not any(table.groups))
    return took_last and (said or seat != table.turn)


def _acting_by_default(table: PerfectNumbersTable) -> int:
    taker = table.taker
    if taker is not None and (table.pending or table.unseen or table.seats[taker].actions):
        return taker
    return table.turn


def _other(table: PerfectNumbersTable, fields: Fields, actor: int) -> int:
    other = fields.integer("other", 0, table.players - 1)
    if other == actor:
        raise IllegalMove("perfect_numbers.not_another_seat", seat=actor)
    return other


def _row(table: PerfectNumbersTable, seat: int, row: str) -> Cards:
    cards = table.seats[seat].rows.get(row)
    if not cards:
        raise IllegalMove("perfect_numbers.no_such_row", seat=seat, row=row)
    return cards


def _take_from_hand(table: PerfectNumbersTable, card: Taken) -> PerfectNumbersTable:
    """The card leaves the hand; while some cards were not told, it may be one of those."""
    if card in table.pending:
        at = table.pending.index(card)
        return replace(table, pending=(*table.pending[:at], *table.pending[at + 1 :]))
    if table.unseen is None:
        return table
    if not table.unseen:
        cards = [_taken_json(pending) for pending in table.pending]
        raise IllegalMove("perfect_numbers.not_taken", card=_taken_json(card), cards=cards)
    return replace(table, unseen=table.unseen - 1)


def _of_own_colours(table: PerfectNumbersTable) -> list[Card]:
    """Cards in hand of a colour that their player had when the group was taken."""
    return [card for card in table.pending if isinstance(card, Card) and card.colour in table.had]


def _verify_own_colours_laid(table: PerfectNumbersTable) -> None:
    first = _of_own_colours(table)
    if first:
        cards = [card.as_json() for card in first]
        raise IllegalMove("perfect_numbers.own_colours_first", cards=cards)


# -- Turns: add cards to a collection ---------------------------------------------------------------------


def add(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A taken number card to the own collection or, for want of a place, to another one."""
    table, actor = _step_in(table, fields)
    card = _read_card(fields.take("card"), IllegalMove, "move.card")
    owner = _other(table, fields, actor) if "other" in fields else actor
    row = fields.maybe_choice("row", COLOUR_ROWS)
    close = fields.flag("close", True)
    fields.finish()

    known = card in table.pending
    table = _take_from_hand(table, card)
    name = _aim(table, actor, owner, row, card)
    if known:
        _verify_order(table, actor, name, card)

    if known and owner == actor:
        laid = card.colour if name == JOKER_ROW and card.colour != JOKER else name
        highest = max(card.number, table.laid_highest.get(laid, 0))
        table = replace(table, laid_highest={**table.laid_highest, laid: highest})
    return _settle(_lay_card(table, actor, owner, name, card, close))


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
        _verify_own_colours_laid(table)
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


def drop(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A whole own row is discarded to make room for a new colour or an action card; or a taken action
    card that can be neither stored nor used."""
    table, seat = _step_in(table, fields)
    if "action" in fields:
        return _drop_action(table, seat, fields)
    row = fields.choice("row", (*COLOUR_ROWS, ACTION_ROW))
    fields.finish()

    dropped = _drop_row(table, seat, row)
    if not any(_homeless(table, seat, card) for card in _of_own_colours(table)):
        _verify_own_colours_laid(table)
    if not _makes_room(table, seat, row):
        raise IllegalMove("perfect_numbers.nothing_to_make_room_for", row=row)

    return _settle(dropped)


def _drop_row(table: PerfectNumbersTable, number: int, row: str) -> PerfectNumbersTable:
    seat = table.seats[number]
    if row != ACTION_ROW:
        cards = len(_row(table, number, row))
        return _set_row(replace(table, discards=table.discards + cards), number, row, ())
    if not seat.actions:
        raise IllegalMove("perfect_numbers.no_such_row", seat=number, row=row)
    table = replace(table, discards=table.discards + len(seat.actions))
    return _with_seat(table, number, replace(seat, actions=()))


def _drop_action(table: PerfectNumbersTable, seat: int, fields: Fields) -> PerfectNumbersTable:
    action = fields.choice("action", ACTIONS)
    fields.finish()

    table = _take_from_hand(table, action)
    if _why_not_store(table, seat, action) is None:
        raise IllegalMove("perfect_numbers.action_can_be_stored", action=action)
    if _has_use(table, seat, action):
        raise IllegalMove("perfect_numbers.action_can_be_used", action=action)

    return _settle(replace(table, discards=table.discards + 1))


def _has_use(table: PerfectNumbersTable, seat: int, action: str) -> bool:
    if action != STEAL:
        return bool(table.seats[seat].rows)
    others = [other.rows.values() for number, other in enumerate(table.seats) if number != seat]
    return any(not _protected(cards) for rows in others for cards in rows)


def _makes_room(table: PerfectNumbersTable, seat: int, row: str) -> bool:
    """Whether a card in hand, or one that may be, has no place and would find it where this row lies."""
    untold = table.unseen != 0
    colours = COLOURS if untold else [card.colour for card in table.pending if isinstance(card, Card)]
    actions = untold or any(isinstance(card, str) for card in table.pending)
    if actions and not _room_for_action(table, seat):
        return True
    helps_colours = row != ACTION_ROW or not table.three_rows
    return helps_colours and any(_homeless(table, seat, Card(colour, 0)) for colour in colours)


# -- Action cards -----------------------------------------------------------------------------------------


def store(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """One place holds up to two action cards of different kinds."""
    table, number = _step_in(table, fields)
    action = fields.choice("action", ACTIONS)
    fields.finish()

    table = _take_from_hand(table, action)
    _verify_own_colours_laid(table)
    refusal = _why_not_store(table, number, action)
    if refusal:
        raise refusal

    seat = table.seats[number]
    return _settle(_with_seat(table, number, replace(seat, actions=(*seat.actions, action))))


def _why_not_store(table: PerfectNumbersTable, number: int, action: str) -> IllegalMove | None:
    stored = table.seats[number].actions
    if action in stored:
        return IllegalMove("perfect_numbers.same_action_stored", action=action)
    if len(stored) == STORED_ACTIONS:
        return IllegalMove("perfect_numbers.two_actions_stored", actions=list(stored))
    if not _room_for_action(table, number):
        return IllegalMove("perfect_numbers.no_place_for_actions", action=action, places=PLACES)
    return None


def _use(table: PerfectNumbersTable, number: int, action: str) -> PerfectNumbersTable:
    """A card just taken, else a stored one, else one that was taken without a word."""
    seat = table.seats[number]
    if action in table.pending or action not in seat.actions:
        if action not in table.pending and table.unseen == 0:
            raise IllegalMove("perfect_numbers.no_such_action", seat=number, action=action)
        return _take_from_hand(table, action)
    left = tuple(stored for stored in seat.actions if stored != action)
    return _with_seat(table, number, replace(seat, actions=left))


def protect(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The action card, or instead of it the top card of an own row, goes face down on an own row."""
    table, seat = _step_in(table, fields)
    row = fields.choice("row", COLOUR_ROWS)
    source = fields.maybe_choice("from", COLOUR_ROWS)
    fields.finish()

    table = _use(table, seat, PROTECT)
    cards = () if source is None else _row(table, seat, source)
    if source == row and len(cards) == 1:
        raise IllegalMove("perfect_numbers.lone_face_down", row=row)

    if source is not None:
        table = _set_row(replace(table, discards=table.discards + 1), seat, source, cards[:-1])
    return _settle(_set_row(table, seat, row, (*_row(table, seat, row), FACE_DOWN)))


def rotate(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The bottom card of an own row comes to its top. It may close the row, but is not added to it."""
    table, seat = _step_in(table, fields)
    row = fields.choice("row", COLOUR_ROWS)
    close = fields.flag("close", True)
    fields.finish()

    table = _use(table, seat, MOVE)
    bottom, *rest = _row(table, seat, row)

    table = replace(table, discards=table.discards + 1)
    if close and bottom.number == len(rest) + 1:
        bonus = _bonus(table, bottom) if table.move_bonus else 0
        return _settle(_score_row(table, seat, seat, row, bottom.number, bonus))
    return _settle(_set_row(table, seat, row, (*rest, bottom)))


def steal(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The top card of somebody's unprotected row, added to the own collection or discarded.

    A new colour that has no place may cost the own row that `drop` names.
    """
    table, seat = _step_in(table, fields)
    other = _other(table, fields, seat)
    row = fields.choice("row", COLOUR_ROWS)
    discard = fields.flag("discard")
    to_row = fields.maybe_choice("to_row", COLOUR_ROWS)
    drop_row = fields.maybe_choice("drop", (*COLOUR_ROWS, ACTION_ROW))
    close = fields.flag("close", True)
    fields.finish()

    table = _use(table, seat, STEAL)
    *rest, card = _row(table, other, row)
    if card == FACE_DOWN:
        raise IllegalMove("perfect_numbers.row_protected", seat=other, row=row)
    if drop_row is not None:
        table = _drop_for_stolen(table, seat, drop_row, card, discard)
    if not discard and _homeless(table, seat, card):
        if table.stolen_may_drop:
            raise IllegalMove("perfect_numbers.no_place_for_stolen", colour=card.colour)
        raise IllegalMove("perfect_numbers.stolen_only_discarded", colour=card.colour)

    table = _set_row(replace(table, discards=table.discards + 1 + discard), other, row, tuple(rest))
    if discard:
        return _settle(table)
    return _settle(_lay_card(table, seat, seat, _aim(table, seat, seat, to_row, card), card, close))


def _drop_for_stolen(
    table: PerfectNumbersTable, seat: int, row: str, card: Card, discard: bool
) -> PerfectNumbersTable:
    dropped = _drop_row(table, seat, row)
    if discard or not _homeless(table, seat, card) or _homeless(dropped, seat, card):
        raise IllegalMove("perfect_numbers.nothing_to_make_room_for", row=row)
    if not table.stolen_may_drop:
        raise IllegalMove("perfect_numbers.stolen_only_discarded", colour=card.colour)
    return dropped


# -- Light tracking ---------------------------------------------------------------------------------------


def close_row(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """Somebody closed a row that the phone does not know; the closing number is also its length."""
    seat = fields.integer("seat", 0, table.players - 1)
    number = fields.integer("number", LOWEST, HIGHEST)
    joker = fields.flag("joker")
    by_move = fields.flag("by_move")
    early = _is_before_refill(table, fields, seat)
    fields.finish()

    if not early and not any(table.groups):
        raise IllegalMove("perfect_numbers.only_the_last_taker", seat=table.taker)
    if _knows_every_card(table):
        raise IllegalMove("perfect_numbers.close_by_adding", seat=seat)

    table = _lose_track(before_refill(table) if early else after_refill(table))
    bonus = 0 if by_move and not table.move_bonus else _bonus(table, Card(JOKER if joker else "", number))
    return _settle(_verified(_draw_bonus(_gain(table, seat, number + bonus), bonus)))


def score_cards(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """A lower number drove as many cards as it says out of a row that the phone does not know, and they
    went to this seat's score pile."""
    seat = fields.integer("seat", 0, table.players - 1)
    cards = fields.integer("cards", LOWEST, HIGHEST)
    fields.finish()

    if _knows_every_card(table):
        raise IllegalMove("perfect_numbers.score_by_adding", seat=seat)

    return _settle(_verified(_gain(_lose_track(before_refill(table)), seat, cards)))


def _knows_every_card(table: PerfectNumbersTable) -> bool:
    return table.tracked and table.unseen == 0


def _verified(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """Nobody scores cards that were never dealt."""
    if table.deck is not None and sum(table.scores) > _dealt_out(table):
        raise IllegalMove("perfect_numbers.more_points_than_cards", cards=_dealt_out(table))
    return table


def _dealt_out(table: PerfectNumbersTable) -> int:
    """How many cards have left the draw pile and the market; all of them may, while the pile is unknown."""
    return (table.deck or 0) - sum(table.groups) - (table.draw_pile or 0)


# -- Rounds and the end -----------------------------------------------------------------------------------


def _phase(table: PerfectNumbersTable) -> Phase:
    """The last round is known as soon as the pile cannot fill another market."""
    return "play" if table.draw_pile is None or table.draw_pile >= MARKET_CARDS else "last"


def _settle(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """After something was done: the turn passes once nothing is left in hand."""
    table = _balance(table) if table.unseen is None else table
    return _pass_on(table) if table.taker == table.turn else replace(table, phase=_phase(table))


def _pass_on(table: PerfectNumbersTable) -> PerfectNumbersTable:
    if table.pending:
        return replace(table, phase=_phase(table))
    if any(table.groups):
        return replace(table, turn=(table.turn + 1) % table.players, phase=_phase(table))
    return _next_round(table)


def _next_round(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """The market is refilled and the start card moves left; a pile that cannot fill it ends the game."""
    table = replace(table, taker=table.turn)
    if _phase(table) == "last":
        return replace(table, phase="over", trigger="market")
    starter = (table.starter + 1) % table.players
    filled = replace(
        table,
        groups=MARKET,
        draw_pile=None if table.draw_pile is None else table.draw_pile - MARKET_CARDS,
        starter=starter,
        turn=starter,
        round=table.round + 1,
        refilled=True,
        trigger=None,
    )
    return replace(filled, phase=_phase(filled))


def before_refill(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """This same moment while the market still lay empty, and whoever took last was busy."""
    if table.trigger == "market":
        return replace(table, phase="last", trigger=None)
    if not table.refilled or table.taker is None:
        return table
    empty = replace(
        table,
        groups=(0,) * len(MARKET),
        draw_pile=None if table.draw_pile is None else table.draw_pile + MARKET_CARDS,
        starter=(table.starter - 1) % table.players,
        turn=table.taker,
        round=table.round - 1,
        refilled=False,
    )
    return replace(empty, phase=_phase(empty))


def after_refill(table: PerfectNumbersTable) -> PerfectNumbersTable:
    """The next round has begun: nobody is busy with the last one any more."""
    if not table.between_rounds:
        return table
    return replace(table, taker=None, refilled=False, had=(), laid_highest={})


def notices(table: PerfectNumbersTable) -> list[Message]:
    if table.phase == "over":
        over = Message("notice.count_now")
        if table.trigger != "market":
            return [over]
        args = {"cards": table.draw_pile, "needed": MARKET_CARDS}
        return [Message("perfect_numbers.notice.market_not_filled", args), over]
    said = []
    if table.pending:
        cards = [_taken_json(card) for card in table.pending]
        said.append(Message("perfect_numbers.notice.cards_pending", {"seat": table.taker, "cards": cards}))
    if table.phase == "last":
        args = {"cards": table.draw_pile, "needed": MARKET_CARDS, "turns": len(table.takers)}
        said.append(Message("perfect_numbers.notice.last_round", args))
    elif table.draw_pile is not None:
        args = {"cards": table.draw_pile, "rounds": table.rounds_left}
        said.append(Message("perfect_numbers.notice.rounds_left", args))
    return said


# -- When the real table disagrees ------------------------------------------------------------------------


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
    seat = why.move.get("seat", _acting_by_default(why.table))
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
    after = GAME.play(replace(why.table, deck=None), why.move)
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

OF_THE_ROUND = ("turn", "starter", "round", "draw_pile", "groups", "pending")
"""Corrections that speak of the refilled market; others leave the last player's turn as it is."""


def correct(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """Sets what the phone knows to what lies on the table; the end is triggered, or taken back, accordingly.

    `rows` by seat: {"red": [7, 0, {"number": 5, "joker": true}], "joker-row": [4], "actions": ["steal"]},
    bottom to top, 0 for a face-down card. `rows: null` says that they are not known.
    """
    of_the_round = any(name in fields for name in OF_THE_ROUND)
    before = table = after_refill(table) if of_the_round else before_refill(table)
    new_turn = "turn" in fields
    table = replace(
        table,
        turn=fields.integer("turn", 0, table.players - 1, table.turn),
        starter=fields.integer("starter", 0, table.players - 1, table.starter),
        round=fields.integer("round", 1, LARGEST_COUNT, table.round),
        draw_pile=_read_pile(fields) if "draw_pile" in fields else table.draw_pile,
        groups=_read_groups(fields) if "groups" in fields else table.groups,
        deck=_corrected_deck(table, fields),
    )
    if "scores" in fields:
        table = replace(table, seats=_read_scores(table, fields))
    if "rows" in fields:
        table = _enter_rows(table, fields)
    if "pending" in fields:
        table = _enter_pending(table, fields)
    elif table.turn != before.turn:
        table = replace(table, pending=(), taker=None)
    if new_discards := "discards" in fields:
        table = replace(table, discards=fields.integer("discards", 0, LARGEST_COUNT))
    fields.finish()
    table = _balance(table, keep_discards=new_discards)
    if table.trigger == "table":
        return table
    if table.pending:
        return replace(table, phase=_phase(table), trigger=None)
    if not any(table.groups):
        return _next_round(table)
    if before.pending and not new_turn:
        return _pass_on(table)
    return replace(table, phase=_phase(table), trigger=None)


def _balance(table: PerfectNumbersTable, keep_discards: bool = False) -> PerfectNumbersTable:
    """Where every other card is known, the discards are the rest of the deck. The table is right:
    when more cards lie there than the deck was said to have, the deck is that large."""
    if table.deck is None or table.draw_pile is None:
        return table
    held = sum(seat.collection for seat in table.seats) + len(table.pending) + (table.unseen or 0)
    others = sum(table.scores) + table.draw_pile + sum(table.groups) + held
    if not table.tracked:
        return replace(table, deck=max(table.deck, others))
    if keep_discards:
        return replace(table, deck=others + table.discards)
    return replace(table, deck=max(table.deck, others), discards=max(0, table.deck - others))


def _read_pile(fields: Fields) -> int | None:
    value = fields.take("draw_pile")
    if value is None:
        return None
    return Fields({"draw_pile": value}, IllegalMove, "move").integer("draw_pile", 0, LARGEST_COUNT)


def _corrected_deck(table: PerfectNumbersTable, fields: Fields) -> int | None:
    if "deck" not in fields:
        return table.deck
    return _read_deck(table.players, fields.take("deck"), IllegalMove, "move")


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
    value = fields.take("rows")
    if value is None:
        return _lose_track(table)
    rows = Fields({"rows": value}, IllegalMove, "move").items("rows")
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
    wrong, right = _own_colours(before, before.turn), _own_colours(after, before.turn)
    return tuple(
        colour
        for colour in COLOURS
        if (colour in right and colour not in wrong)
        or (colour in before.had and not (colour in wrong and colour not in right))
    )


def _read_collection(table: PerfectNumbersTable, number: int, seat: Seat, value: object) -> Seat:
    fields = Fields(value, IllegalMove, f"move.rows.{number}")
    actions = _read_actions(fields, number)
    rows = {name: _read_row(fields, name) for name in COLOUR_ROWS if name in fields}
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


def _enter_pending(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    """The cards that the player whose turn it is still has to lay."""
    pending = _read_group(fields.items("pending"))
    if pending and not table.tracked:
        raise IllegalMove("perfect_numbers.rows_unknown", seat=table.turn)
    if not table.pending or table.taker != table.turn:
        table = replace(table, had=_own_colours(table, table.turn), laid_highest={})
    return replace(table, pending=pending, taker=table.turn if pending else None, unseen=0)


def end(table: PerfectNumbersTable, fields: Fields) -> PerfectNumbersTable:
    fields.finish()
    return replace(table, phase="over", trigger="table", taker=None, refilled=False)


LAST_PLAYER_MAY = ("close", "score", "add", "drop", "store", "protect", "rotate", "steal")
MOVES = {
    "take": take,
    "add": add,
    "drop": drop,
    "store": store,
    "protect": protect,
    "rotate": rotate,
    "steal": steal,
    "close": close_row,
    "score": score_cards,
    "correct": correct,
    "end": end,
}

# -- Scoring ----------------------------------------------------------------------------------------------

UNLIKELY_SHARE = 0.8
"""Score piles seldom hold more of the deck than this: rows stay unfinished and cards are discarded."""


def sheet(table: PerfectNumbersTable) -> dict[str, Any]:
    return {"seats": [{"points": score} for score in table.scores]}


def read_sheet(players: int, _options: Options, sheet: object) -> list[int]:
    return read_seats(players, sheet, _read_points)


def _read_points(value: object, where: str, _seat: int) -> int:
    fields = Fields(value, refuse_sheet, where)
    points = fields.integer("points", 0, LARGEST_COUNT)
    fields.finish()
    return points


def find_problems(_players: int, options: Options, points: Sequence[int]) -> Iterator[Problem]:
    deck = options.deck
    counted = sum(points)
    if deck is not None and counted > deck:
        yield error("perfect_numbers.more_points_than_deck", counted=counted, deck=deck)
    elif deck is not None and counted > deck * UNLIKELY_SHARE:
        yield warning("perfect_numbers.nearly_the_whole_deck", counted=counted, deck=deck)
    if not counted:
        yield warning("perfect_numbers.nothing_counted")
    for seat, own in enumerate(points):
        if 0 < own < LOWEST:
            yield warning("perfect_numbers.fewer_than_a_row", seat=seat, fewest=LOWEST)


# -- Ranking ----------------------------------------------------------------------------------------------


def rank_reasons(points: Sequence[int]) -> Iterable[Message]:
    """Most points win, and equals share the place."""
    for own in points:
        if points.count(own) == 1:
            yield Message("rank.by_points", {"points": own})
        else:
            yield Message("perfect_numbers.rank.shared", {"points": own})


# -- The game ---------------------------------------------------------------------------------------------


def reopen(table: PerfectNumbersTable, move: str) -> PerfectNumbersTable:
    """Taking the last group ends the game on the phone, but its player may still be busy with it."""
    return before_refill(table) if table.trigger == "market" and move in LAST_PLAYER_MAY else table


def count(_players: int, _options: Options, points: list[int], problems: list[Problem]) -> Result:
    lines = [[Line("points", own, "perfect_numbers.line.points", {"cards": own})] for own in points]
    ranks = competition_ranks(points)
    return Result(points, ranks, first_places(ranks), list(rank_reasons(points)), lines, problems)


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
