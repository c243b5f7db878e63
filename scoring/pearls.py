"""Pearls (Christian Fiore and Knut Happel, 2019), for two to six players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from scoring.core import (
    Fields,
    Game,
    IllegalMove,
    InvalidOptions,
    Line,
    Message,
    Phase,
    Problem,
    Result,
    Setup,
    competition_ranks,
    error,
    first_places,
    is_integer,
    refuse_sheet,
    warning,
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
LARGEST_COUNT = 999
"""More cards than anybody can have counted; larger numbers are not read at all."""

# -- Set-up -----------------------------------------------------------------------------------------------

REMOVED: dict[int, tuple[str, ...]] = {2: ("yellow", "green"), 3: ("red",)}


def cards_in_play(players: int, all_cards: bool) -> Tally:
    removed = () if all_cards else REMOVED.get(players, ())
    return {colour: 0 if colour in removed else copies for colour, copies in CARDS.items()}


@dataclass(frozen=True, slots=True)
class Options:
    all_cards: bool
    """Nothing goes back into the box; the rulebook offers this to two and three players."""


def read_options(options: object) -> Options:
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
        return {
            colour: copies
            - self.display_known.get(colour, 0)
            - sum(_seen(seat, colour) for seat in self.seats)
            for colour, copies in cards_in_play(self.players, self.all_cards).items()
        }


def _seen(seat: Seat, colour: str) -> int:
    return max(seat.taken.get(colour, 0), seat.placed.get(colour, 0))


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
    refill = fields.tally("refill", CARDS, DISPLAY) if "refill" in fields else None
    fields.finish()
    if table.phase == "last":
        raise IllegalMove("pearls.only_placing_now")
    if cards > table.display:
        raise IllegalMove("pearls.display_too_small", cards=cards, display=table.display)
    if table.seat.hand + cards > HAND_LIMIT:
        raise IllegalMove("pearls.hand_limit", limit=HAND_LIMIT, held=table.seat.hand, cards=cards)
    left = _display_after(table, colour, cards)
    turned = min(DISPLAY - (table.display - cards), table.draw_pile)
    if refill is not None:
        if sum(refill.values()) != turned:
            raise IllegalMove("pearls.refill_count", cards=turned)
        for shade, n in refill.items():
            left = _plus(left, shade, n)
    seat = replace(table.seat, hand=table.seat.hand + cards)
    if colour is not None:
        seat = replace(seat, taken=_plus(seat.taken, colour, cards))
    after = _with_seat(
        replace(
            table,
            display=table.display - cards + turned,
            display_known=left,
            draw_pile=table.draw_pile - turned,
        ),
        seat,
    )
    if colour is not None or refill is not None:
        _verify_copies(after)
    return _next_turn(after)


def _display_after(table: PearlsTable, colour: str | None, cards: int) -> Tally:
    """What is still known of the display; taking a colour means taking all of it."""
    if colour is None:
        return {}
    known = table.display_known.get(colour, 0)
    unknown = table.display - sum(table.display_known.values())
    if not known <= cards <= known + unknown:
        raise IllegalMove("pearls.take_all_of_colour", colour=colour, cards=known)
    return {shade: n for shade, n in table.display_known.items() if shade != colour}


def place(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Cards of one colour, jokers added at will, onto the own pile; an exact number may earn a necklace."""
    cards = fields.integer("cards", 1, HAND_LIMIT)
    necklace = fields.flag("necklace")
    colour = _colour(table, fields)
    jokers = fields.integer("wild", 0, HAND_LIMIT, 0)
    fields.finish()
    seat = table.seat
    if cards > seat.hand:
        raise IllegalMove("pearls.too_few_in_hand", cards=cards, held=seat.hand)
    if jokers and (colour is None or colour == WILD or jokers >= cards):
        raise IllegalMove("pearls.jokers_need_a_colour")
    if necklace and cards not in table.necklaces:
        raise IllegalMove("pearls.no_such_necklace", cards=cards)
    if colour is None:
        seat = replace(seat, placed_unseen=seat.placed_unseen + cards)
    else:
        placed = _plus(_plus(seat.placed, colour, cards - jokers), WILD, jokers)
        _verify_in_hand(seat, placed)
        seat = replace(seat, placed=placed)
    seat = replace(seat, hand=seat.hand - cards)
    left = table.necklaces
    if necklace:
        seat = replace(seat, necklaces=tuple(sorted((*seat.necklaces, cards))))
        left = _without(left, cards)
    after = _with_seat(replace(table, necklaces=left), seat)
    if colour is not None:
        _verify_copies(after)
    return _next_turn(after)


def _verify_in_hand(seat: Seat, placed: Tally) -> None:
    """Cards known to be of other colours cannot be placed as this one."""
    if seat.placed_unseen:
        return
    unseen = max(0, seat.hand + seat.pile - sum(seat.taken.values()))
    if sum(max(0, n - seat.taken.get(colour, 0)) for colour, n in placed.items()) > unseen:
        raise IllegalMove("pearls.not_in_hand")


def _verify_copies(table: PearlsTable) -> None:
    for colour, left in table.unseen.items():
        if left < 0:
            raise IllegalMove("pearls.more_than_exist", colour=colour, copies=CARDS[colour])


def pass_turn(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Only in the last turn, and only with an empty hand."""
    fields.finish()
    if table.phase == "play":
        raise IllegalMove("pearls.no_passing")
    if table.seat.hand:
        raise IllegalMove("pearls.must_place", held=table.seat.hand)
    return _next_turn(table)


def _with_seat(table: PearlsTable, seat: Seat) -> PearlsTable:
    return replace(table, seats=(*table.seats[: table.turn], seat, *table.seats[table.turn + 1 :]))


def _without(values: Sequence[int], value: int) -> tuple[int, ...]:
    at = values.index(value)
    return (*values[:at], *values[at + 1 :])


# -- The end ----------------------------------------------------------------------------------------------


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
    """Sets counts or the turn to what lies on the table; the end is triggered, or taken back, accordingly."""
    in_play = cards_in_play(table.players, table.all_cards)
    total = sum(in_play.values())
    turn = fields.integer("turn", 0, table.players - 1, table.turn)
    draw_pile = fields.integer("draw_pile", 0, total, table.draw_pile)
    display, known = table.display, table.display_known
    if "display" in fields:
        display, known = _read_display(fields)
    necklaces = _read_necklaces(fields) if "necklaces" in fields else table.necklaces
    seats = table.seats
    if "hands" in fields:
        hands = fields.items("hands")
        if len(hands) != table.players or not all(is_integer(n) and 0 <= n <= total for n in hands):
            fields.refuse("field.one_number_per_seat", "hands")
        seats = tuple(replace(seat, hand=n) for seat, n in zip(seats, hands, strict=True))
    fields.finish()
    for colour, n in known.items():
        if n > in_play[colour]:
            raise IllegalMove("pearls.more_than_exist", colour=colour, copies=in_play[colour])
    corrected = replace(
        table,
        turn=turn,
        draw_pile=draw_pile,
        display=display,
        display_known=known,
        necklaces=necklaces,
        seats=seats,
    )
    after = _forget_contradictions(corrected)
    if after.phase == "play" and _trigger(after):
        return _last_round(after)
    if after.phase == "last" and not _trigger(after):
        return replace(after, phase="play", trigger=None, last_turns=0)
    return after


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


def end(table: PearlsTable, fields: Fields) -> PearlsTable:
    fields.finish()
    return replace(table, phase="over", trigger=table.trigger or "table", last_turns=0)


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


def read_sheet(sheet: object, players: int) -> list[Count]:
    fields = Fields(sheet, refuse_sheet, "sheet")
    seats = fields.items("seats")
    fields.finish()
    if len(seats) != players:
        fields.refuse("sheet.one_entry_per_seat", "seats", players=players)
    return [_read_count(seat, f"sheet.seats.{number}", number) for number, seat in enumerate(seats)]


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


def find_problems(counts: Sequence[Count], in_play: Tally) -> Iterator[Problem]:
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


class Pearls(Game[Options, PearlsTable, list[Count]]):
    key = "pearls"
    fewest = 2
    most = 6
    moves = MOVES

    def read_options(self, players: int, options: object) -> Options:
        return read_options(options)

    def lay(self, players: int, options: Options) -> Setup:
        return lay(players, options)

    def open(self, players: int, options: Options, starter: int) -> PearlsTable:
        return open_table(players, options, starter)

    def notices(self, table: PearlsTable) -> list[Message]:
        return notices(table)

    def sheet(self, table: PearlsTable) -> dict[str, Any]:
        return {"seats": [prefill(seat) for seat in table.seats]}

    def read_sheet(self, players: int, options: Options, sheet: object) -> list[Count]:
        return read_sheet(sheet, players)

    def problems(self, players: int, options: Options, sheet: list[Count]) -> Iterator[Problem]:
        return find_problems(sheet, cards_in_play(players, options.all_cards))

    def count(self, players: int, options: Options, sheet: list[Count], problems: list[Problem]) -> Result:
        lines = [explain(count) for count in sheet]
        totals = [sum(line.points for line in seat) for seat in lines]
        hands = [count.hand_cards for count in sheet]
        ranks = competition_ranks(list(zip(totals, hands, strict=True)))
        return Result(totals, ranks, first_places(ranks), rank_reasons(totals, hands), lines, problems)
