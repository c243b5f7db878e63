"""Pearls (Christian Fiore and Knut Happel, 2019), for two to six players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
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

# -- Components -------------------------------------------------------------------------------------------

WILD = "wild"
CARDS: Tally = {"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, WILD: 16}
VALUES: Tally = {"yellow": 1, "red": 1, "green": 2, "blue": 2, "turquoise": 3, "purple": 5, WILD: 0}
NECKLACES: dict[int, int] = {4: 1, 5: 2, 6: 2, 7: 2, 8: 2, 9: 1}
ALL_NECKLACES = tuple(value for value, copies in NECKLACES.items() for _ in range(copies))

HAND_LIMIT = 10
DEALT = 6
DISPLAY = 6

# -- Set-up -----------------------------------------------------------------------------------------------

REMOVED: dict[int, tuple[str, ...]] = {2: ("yellow", "green"), 3: ("red",)}


@cache
def cards_in_play(players: int, all_cards: bool) -> Mapping[str, int]:
    removed = () if all_cards else REMOVED.get(players, ())
    return {colour: 0 if colour in removed else copies for colour, copies in CARDS.items()}


@dataclass(frozen=True, slots=True)
class Options:
    all_cards: bool
    """Nothing goes back into the box; the rulebook offers this to two and three players."""


def read_options(_players: int, options: object) -> Options:
    fields = Fields(options, InvalidOptions, "options")
    all_cards = fields.flag("all_cards")
    fields.finish()
    return Options(all_cards)


def lay(players: int, options: Options) -> Setup:
    in_play = cards_in_play(players, options.all_cards)
    total = sum(in_play.values())
    dealt = DEALT * players
    removed = {colour: CARDS[colour] for colour, n in in_play.items() if not n}
    draw_pile = total - dealt - DISPLAY
    steps = [
        Message("pearls.setup.remove", {"colour": colour, "cards": n, "value": VALUES[colour]})
        for colour, n in removed.items()
    ]
    steps += [
        Message("pearls.setup.deal", {"each": DEALT, "cards": dealt, "in_play": total}),
        Message("pearls.setup.display", {"cards": DISPLAY}),
        Message("pearls.setup.draw_pile", {"cards": draw_pile}),
        Message("pearls.setup.necklaces", {"values": list(ALL_NECKLACES)}),
        Message("pearls.setup.youngest_starts"),
    ]
    counts: dict[str, int | None] = {
        "removed": sum(removed.values()),
        "in_play": total,
        "dealt": dealt,
        "display": DISPLAY,
        "draw_pile": draw_pile,
        "necklaces": len(ALL_NECKLACES),
    }
    return Setup(counts, steps)


# -- The table --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known of one player: the size of the hand always, colours as far as they were tracked."""

    hand: int = DEALT
    taken: Mapping[str, int] = field(default_factory=dict)
    placed: Mapping[str, int] = field(default_factory=dict)
    placed_unseen: int = 0
    necklaces: tuple[int, ...] = ()

    @property
    def pile(self) -> int:
        return sum(self.placed.values()) + self.placed_unseen

    @property
    def untracked(self) -> int:
        """The cards of the hand that may be of any colour, as long as none was placed uncoloured."""
        dealt_and_placed = sum([max(0, n - self.taken.get(colour, 0)) for colour, n in self.placed.items()])
        return max(0, self.hand + self.pile - sum(self.taken.values())) - dealt_and_placed

    @property
    def known_hand(self) -> Tally:
        """The cards that are surely in this hand; nothing is sure once cards were placed uncoloured."""
        held = {colour: n - self.placed.get(colour, 0) for colour, n in self.taken.items()}
        sure = {colour: n for colour, n in held.items() if n > 0}
        return {} if self.placed_unseen or sum(sure.values()) > self.hand else sure


@dataclass(frozen=True, slots=True)
class PearlsTable:
    players: int
    all_cards: bool
    starter: int
    turn: int
    round: int
    phase: Phase
    draw_pile: int
    display: int
    display_known: Mapping[str, int]
    display_since: Mapping[str, int]
    """By colour that was taken, how many of the display cards that are not known came up after that."""
    necklaces: tuple[int, ...]
    seats: tuple[Seat, ...]
    trigger: str | None = None
    last_turns: int = 0

    @property
    def counts(self) -> dict[str, Any]:
        return {"draw_pile": self.draw_pile, "display": self.display, "necklaces": len(self.necklaces)}

    @property
    def seat(self) -> Seat:
        return self.seats[self.turn]

    @property
    def unseen(self) -> Tally:
        """By colour, the cards that nobody has seen in the open: in the pile or dealt into a hand."""
        return {colour: _unseen(self, colour) for colour in CARDS}

    @property
    def display_unknown(self) -> int:
        return self.display - sum(self.display_known.values())


def _unseen(table: PearlsTable, colour: str) -> int:
    left = cards_in_play(table.players, table.all_cards)[colour] - table.display_known.get(colour, 0)
    for seat in table.seats:
        taken, placed = seat.taken.get(colour, 0), seat.placed.get(colour, 0)
        left -= taken if taken > placed else placed
    return left


def _plus(tally: Mapping[str, int], colour: str, cards: int) -> Tally:
    more = dict(tally)
    if cards:
        more[colour] = more.get(colour, 0) + cards
    return more


def open_table(players: int, options: Options, starter: int) -> PearlsTable:
    return PearlsTable(
        players=players,
        all_cards=options.all_cards,
        starter=starter,
        turn=starter,
        round=1,
        phase="play",
        draw_pile=sum(cards_in_play(players, options.all_cards).values()) - DEALT * players - DISPLAY,
        display=DISPLAY,
        display_known={},
        display_since={},
        necklaces=ALL_NECKLACES,
        seats=(Seat(),) * players,
    )


# -- Turns: take or place ---------------------------------------------------------------------------------


def _colour(table: PearlsTable, fields: Fields) -> str | None:
    if "colour" not in fields:
        return None
    colour = fields.choice("colour", CARDS)
    if not cards_in_play(table.players, table.all_cards)[colour]:
        raise IllegalMove("pearls.colour_not_in_play", colour=colour)
    return colour


def take(table: PearlsTable, fields: Fields) -> PearlsTable:
    """All cards of one colour from the display into the hand; the display is refilled from the pile."""
    cards = fields.integer("cards", 1, DISPLAY)
    colour = _colour(table, fields)
    refill = fields.maybe_tally("refill", CARDS, DISPLAY)
    fields.finish()
    seat = table.seat
    turned = min(DISPLAY - (table.display - cards), table.draw_pile)

    if table.phase == "last":
        raise IllegalMove("pearls.only_placing_now")
    if cards > table.display:
        raise IllegalMove("pearls.display_too_small", cards=cards, display=table.display)
    if seat.hand + cards > HAND_LIMIT:
        raise IllegalMove("pearls.hand_limit", limit=HAND_LIMIT, held=seat.hand, cards=cards)
    if colour is not None:
        _verify_in_display(table, colour, cards)
    if refill is not None and sum(refill.values()) != turned:
        raise IllegalMove("pearls.refill_count", cards=turned)
    if colour is not None or refill is not None:
        _verify_copies(table, _newly_seen(table, colour, cards, refill or {}))

    known, since = _display_after(table, colour, cards, turned, refill)
    taken = seat.taken if colour is None else _plus(seat.taken, colour, cards)
    after = replace(
        table,
        display=table.display - cards + turned,
        display_known=known,
        display_since=since,
        draw_pile=table.draw_pile - turned,
        seats=with_item(table.seats, table.turn, replace(seat, hand=seat.hand + cards, taken=taken)),
    )
    return _next_turn(after)


def _verify_in_display(table: PearlsTable, colour: str, cards: int) -> None:
    """Taking a colour means taking all of it; after that only cards that come up can be of that colour."""
    known, unknown = table.display_known.get(colour, 0), table.display_unknown
    if not known <= cards <= known + unknown:
        raise IllegalMove("pearls.take_all_of_colour", colour=colour, cards=known)
    most = known + table.display_since.get(colour, unknown)
    if cards > most:
        raise IllegalMove("pearls.not_refilled", colour=colour, cards=cards, most=most)


def _newly_seen(table: PearlsTable, colour: str | None, cards: int, refill: Tally) -> Tally:
    return refill if colour is None else _plus(refill, colour, cards - table.display_known.get(colour, 0))


def _display_after(
    table: PearlsTable, colour: str | None, cards: int, turned: int, refill: Tally | None
) -> tuple[Tally, Tally]:
    """What is known of the display, and how many of the other cards came up since a colour was taken."""
    if colour is None:
        return dict(refill or {}), {}
    known = {shade: n for shade, n in table.display_known.items() if shade != colour}
    for shade, n in (refill or {}).items():
        known[shade] = known.get(shade, 0) + n
    came_up = turned if refill is None else 0
    since = _since_after(table, colour, cards - table.display_known.get(colour, 0))
    return known, {shade: n + came_up for shade, n in since.items()}


def _since_after(table: PearlsTable, colour: str, unknown_taken: int) -> Tally:
    """Those that could have lain there longest may be the ones that were taken, so the others still count."""
    could_be = table.display_since.get(colour, table.display_unknown)
    since = {
        shade: min(n, could_be - unknown_taken) if n <= could_be else n - unknown_taken
        for shade, n in table.display_since.items()
    }
    return {**since, colour: 0}


def place(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Cards of one colour, jokers added at will, onto the own pile; an exact number may earn a necklace."""
    cards = fields.integer("cards", 1, HAND_LIMIT)
    necklace = fields.flag("necklace")
    colour = _colour(table, fields)
    said = fields.maybe_integer("wild", 0, HAND_LIMIT)
    fields.finish()
    seat = table.seat

    if cards > seat.hand:
        raise IllegalMove("pearls.too_few_in_hand", cards=cards, held=seat.hand)
    if said and (colour is None or colour == WILD or said >= cards):
        raise IllegalMove("pearls.jokers_need_a_colour")
    if necklace and cards not in table.necklaces:
        raise IllegalMove("pearls.no_such_necklace", cards=cards)
    jokers = _jokers_among(table, cards, colour) if said is None else said
    if colour is not None:
        _verify_placing(table, _of_colour(cards, colour, jokers))

    if colour is None:
        seat = replace(seat, hand=seat.hand - cards, placed_unseen=seat.placed_unseen + cards)
    else:
        placed = _plus(_plus(seat.placed, colour, cards - jokers), WILD, jokers)
        seat = replace(seat, hand=seat.hand - cards, placed=placed)
    left = table.necklaces
    if necklace:
        seat = replace(seat, necklaces=tuple(sorted((*seat.necklaces, cards))))
        left = _without(left, cards)
    return _next_turn(replace(table, necklaces=left, seats=with_item(table.seats, table.turn, seat)))


def _of_colour(cards: int, colour: str, jokers: int) -> Tally:
    return _plus({colour: cards - jokers}, WILD, jokers)


def _jokers_among(table: PearlsTable, cards: int, colour: str | None) -> int:
    """None, unless only jokers can make up the rest of what is called a colour."""
    if colour is None or colour == WILD or _fits(table, {colour: cards}):
        return 0
    fitting = [n for n in range(1, cards) if _fits(table, _of_colour(cards, colour, n))]
    if len(fitting) > 1:
        args = {"colour": colour, "cards": cards, "fewest": fitting[0], "most": fitting[-1]}
        raise IllegalMove("pearls.how_many_jokers", **args)
    return fitting[0] if fitting else 0


def _fits(table: PearlsTable, cards: Tally) -> bool:
    try:
        _verify_placing(table, cards)
    except IllegalMove:
        return False
    return True


def _verify_placing(table: PearlsTable, cards: Tally) -> None:
    """Cards known to be of other colours cannot be placed as these, and no more than exist."""
    seat = table.seat
    held = {colour: max(0, seat.taken.get(colour, 0) - seat.placed.get(colour, 0)) for colour in cards}
    dealt = {colour: n - held[colour] for colour, n in cards.items() if n > held[colour]}
    if not seat.placed_unseen and sum(dealt.values()) > seat.untracked:
        raise IllegalMove("pearls.not_in_hand")
    _verify_copies(table, dealt)


def _verify_copies(table: PearlsTable, newly_seen: Mapping[str, int]) -> None:
    for colour, n in newly_seen.items():
        if n > _unseen(table, colour):
            raise IllegalMove("pearls.more_than_exist", colour=colour, copies=CARDS[colour])


def pass_turn(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Only in the last turn, and only with an empty hand."""
    fields.finish()

    if table.phase == "play":
        raise IllegalMove("pearls.no_passing")
    if table.seat.hand:
        raise IllegalMove("pearls.must_place", held=table.seat.hand)

    return _next_turn(table)


def _without(values: Sequence[int], value: int) -> tuple[int, ...]:
    at = values.index(value)
    return (*values[:at], *values[at + 1 :])


# -- The end ----------------------------------------------------------------------------------------------

BY_HAND = "table"
"""What set the end off, where the players said that it is over."""


def _trigger(table: PearlsTable) -> str | None:
    if table.draw_pile == 0:
        return "draw_pile"
    return None if table.necklaces else "necklaces"


def _next_turn(table: PearlsTable) -> PearlsTable:
    """Once triggered, everybody has one more turn, beginning to the left of whoever set it off."""
    turn = (table.turn + 1) % table.players
    rounds = table.round + (turn == table.starter)
    if table.phase == "last":
        if table.last_turns == 1:
            return replace(table, phase="over", last_turns=0)
        return replace(table, turn=turn, round=rounds, last_turns=table.last_turns - 1)
    table = replace(table, turn=turn, round=rounds)
    return _last_round(table) if _trigger(table) else table


def _last_round(table: PearlsTable) -> PearlsTable:
    return replace(table, phase="last", trigger=_trigger(table), last_turns=table.players)


def notices(table: PearlsTable) -> list[Message]:
    if table.phase == "over":
        return [Message("notice.count_now")]
    if table.phase == "last":
        last = Message("pearls.notice.last_turns", {"cause": table.trigger, "turns": table.last_turns})
        empty = Message("pearls.notice.pass_empty_hand", {"seat": table.turn})
        return [last] if table.seat.hand else [last, empty]
    soon = []
    if table.draw_pile <= 2 * DISPLAY:
        turns = -(-table.draw_pile // DISPLAY)
        soon.append(Message("pearls.notice.pile_low", {"cards": table.draw_pile, "turns": turns}))
    if len(table.necklaces) <= 2:
        soon.append(Message("pearls.notice.necklaces_low", {"necklaces": len(table.necklaces)}))
    return soon


# -- When the real table disagrees ------------------------------------------------------------------------


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
    if after.phase == "play" and _trigger(after):
        return _last_round(after)
    if after.phase == "last" and not _trigger(after):
        return replace(after, phase="play", trigger=None, last_turns=0)
    if after.phase == "over" and after.trigger != BY_HAND and not _trigger(after):
        going_on = replace(after, phase="play", trigger=None)
        return going_on if turn is not None else _next_turn(going_on)
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
    value = fields.take("display")
    reader = Fields({"display": value}, IllegalMove, "move")
    if is_integer(value):
        return reader.integer("display", 0, DISPLAY), {}
    known = reader.tally("display", CARDS, DISPLAY)
    if sum(known.values()) > DISPLAY:
        reader.refuse("field.out_of_range", "display", low=0, high=DISPLAY)
    return sum(known.values()), known


def _read_necklaces(fields: Fields) -> tuple[int, ...]:
    values = fields.items("necklaces")
    if not all(is_integer(value) and value in NECKLACES for value in values):
        fields.refuse("pearls.necklace_values", "necklaces", low=min(NECKLACES), high=max(NECKLACES))
    for value, copies in NECKLACES.items():
        if values.count(value) > copies:
            fields.refuse("pearls.necklace_copies", "necklaces", value=value, copies=copies)
    return tuple(sorted(values))


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


def end(table: PearlsTable, fields: Fields) -> PearlsTable:
    fields.finish()
    return replace(table, phase="over", trigger=BY_HAND, last_turns=0)


MOVES = {"take": take, "place": place, "pass": pass_turn, "correct": correct, "end": end}

# -- Scoring ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """One player's counted cards."""

    pile: Tally
    necklaces: tuple[int, ...]
    hand: Tally

    @property
    def hand_cards(self) -> int:
        return sum(self.hand.values())


def prefill(seat: Seat) -> dict[str, Any]:
    hand = seat.known_hand
    return {
        "pile": dict(seat.placed),
        "necklaces": list(seat.necklaces),
        "hand": hand if sum(hand.values()) == seat.hand else {},
    }


def sheet(table: PearlsTable) -> dict[str, Any]:
    return {"seats": [prefill(seat) for seat in table.seats]}


def read_sheet(players: int, _options: Options, sheet: object) -> list[Count]:
    return read_seats(players, sheet, _read_count)


def _read_count(value: object, where: str, seat: int) -> Count:
    fields = Fields(value, refuse_sheet, where)
    pile = fields.tally("pile", CARDS, LARGEST_COUNT)
    necklaces = fields.items("necklaces")
    hand = fields.tally("hand", CARDS, LARGEST_COUNT)
    fields.finish()
    if len(necklaces) > len(ALL_NECKLACES):
        fields.refuse("pearls.too_many_necklaces", "necklaces", most=len(ALL_NECKLACES))
    if not all(is_integer(value) and value in NECKLACES for value in necklaces):
        fields.refuse("pearls.necklace_values", "necklaces", low=min(NECKLACES), high=max(NECKLACES))
    if sum(hand.values()) > HAND_LIMIT:
        raise refuse_sheet("pearls.hand_over_limit", seat=seat, cards=sum(hand.values()), limit=HAND_LIMIT)
    return Count(pile, tuple(sorted(necklaces)), hand)


def find_problems(players: int, options: Options, counts: Sequence[Count]) -> Iterator[Problem]:
    in_play = cards_in_play(players, options.all_cards)
    for colour, copies in in_play.items():
        counted = sum(count.pile.get(colour, 0) + count.hand.get(colour, 0) for count in counts)
        if counted and not copies:
            yield error("pearls.colour_not_in_play", colour=colour)
        elif counted > copies:
            yield error("pearls.too_many_of_colour", colour=colour, counted=counted, copies=copies)
    for value, copies in NECKLACES.items():
        counted = sum(count.necklaces.count(value) for count in counts)
        if counted > copies:
            yield error("pearls.necklace_counted_twice", value=value, counted=counted, copies=copies)
    for seat, count in enumerate(counts):
        if not necklaces_earned(count):
            yield error("pearls.necklaces_not_earned", seat=seat, necklaces=list(count.necklaces))
    yield from _find_doubts(counts, sum(in_play.values()))


def _find_doubts(counts: Sequence[Count], in_play: int) -> Iterator[Problem]:
    """A finished game leaves one to six cards in the display, cards in the pile only if no necklace is."""
    counted = sum(sum(count.pile.values()) + count.hand_cards for count in counts)
    necklaces = sum(len(count.necklaces) for count in counts)
    if counted > in_play - 1:
        yield warning("pearls.cards_left_over", counted=counted, most=in_play - 1)
    if necklaces < len(ALL_NECKLACES) and counted < in_play - DISPLAY:
        yield warning("pearls.cards_missing", counted=counted, fewest=in_play - DISPLAY)
    for seat, count in enumerate(counts):
        if count.hand_cards == HAND_LIMIT:
            yield warning("pearls.full_hand", seat=seat, cards=HAND_LIMIT)


def necklaces_earned(count: Count) -> bool:
    """Whether the pile divides into one play per necklace: each of one colour, filled up with jokers."""
    colours = tuple(sorted(n for colour, n in count.pile.items() if colour != WILD))
    return _jokers_needed(count.necklaces, colours) <= count.pile.get(WILD, 0)


@lru_cache(maxsize=4096)
def _jokers_needed(necklaces: tuple[int, ...], colours: tuple[int, ...]) -> int:
    if not necklaces:
        return 0
    *rest, value = necklaces
    fewest = value + _jokers_needed(tuple(rest), colours)
    for at, cards in enumerate(colours):
        if cards and cards not in colours[:at]:
            spent = min(cards, value)
            left = tuple(sorted((*colours[:at], cards - spent, *colours[at + 1 :])))
            fewest = min(fewest, value - spent + _jokers_needed(tuple(rest), left))
    return fewest


def explain(count: Count) -> list[Line]:
    return [
        *_value_lines("pearls", count.pile, 1),
        *(Line("necklaces", value, "pearls.line.necklace", {"value": value}) for value in count.necklaces),
        *_value_lines("hand", count.hand, -1),
    ]


def _value_lines(part: str, cards: Tally, sign: int) -> Iterator[Line]:
    for colour, n in cards.items():
        value = VALUES[colour]
        args = {"colour": colour, "cards": n, "value": value}
        if sign > 0:
            yield Line(part, n * value, "pearls.line.pile", args)
        else:
            yield Line(part, -n * value, "pearls.line.hand", args)


# -- Ranking ----------------------------------------------------------------------------------------------


def rank_reasons(totals: Sequence[int], hands: Sequence[int]) -> list[Message]:
    """Points decide; among equals the larger hand, and equal hands share the place."""
    standings = list(zip(totals, hands, strict=True))
    return [_rank_reason(points, cards, totals, standings) for points, cards in standings]


def _rank_reason(
    points: int, cards: int, totals: Sequence[int], standings: Sequence[tuple[int, int]]
) -> Message:
    if totals.count(points) == 1:
        return Message("rank.by_points", {"points": points})
    if standings.count((points, cards)) == 1:
        return Message("pearls.rank.by_hand", {"points": points, "cards": cards})
    return Message("pearls.rank.shared", {"points": points, "cards": cards})


# -- The game ---------------------------------------------------------------------------------------------


def count(_players: int, _options: Options, counts: Sequence[Count], problems: list[Problem]) -> Result:
    lines = [explain(count) for count in counts]
    totals = [sum(line.points for line in seat) for seat in lines]
    hands = [count.hand_cards for count in counts]
    ranks = competition_ranks(list(zip(totals, hands, strict=True)))
    return Result(totals, ranks, first_places(ranks), rank_reasons(totals, hands), lines, problems)


GAME = Game(
    key="pearls",
    fewest=2,
    most=6,
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
