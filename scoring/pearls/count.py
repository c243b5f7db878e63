"""Counting Pearls: what lies on the pile, necklaces, and what is left in the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.core import (
    LARGEST_COUNT,
    Fields,
    Line,
    Message,
    Problem,
    Result,
    competition_ranks,
    error,
    first_places,
    is_integer,
    read_seats,
    refuse_sheet,
    warning,
)
from scoring.pearls.table import (
    ALL_NECKLACES,
    CARDS,
    DISPLAY,
    HAND_LIMIT,
    NECKLACES,
    VALUES,
    WILD,
    Options,
    PearlsTable,
    Seat,
    Tally,
    cards_in_play,
)

# -- The score sheet --------------------------------------------------------------------------------------


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


# -- What cannot be ---------------------------------------------------------------------------------------


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


def find_doubts(table: PearlsTable, counts: Sequence[Count]) -> list[Problem]:
    """The phone knows how many cards everybody has in hand and on the pile, and who took which necklace."""
    found = []
    for seat, (known, count) in enumerate(zip(table.seats, counts, strict=True)):
        pile = sum(count.pile.values())
        if pile != known.pile:
            found.append(warning("pearls.pile_differs", seat=seat, counted=pile, known=known.pile))
        if count.hand_cards < known.hand:
            found.append(warning("pearls.hand_not_counted", seat=seat, cards=known.hand - count.hand_cards))
        if count.hand_cards > known.hand:
            args = {"counted": count.hand_cards, "known": known.hand}
            found.append(warning("pearls.hand_differs", seat=seat, **args))
        if count.necklaces != known.necklaces:
            found.append(warning("pearls.necklaces_differ", seat=seat, necklaces=list(known.necklaces)))
    return found


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


# -- Points -----------------------------------------------------------------------------------------------


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


def count(_players: int, _options: Options, counts: Sequence[Count], problems: list[Problem]) -> Result:
    lines = [explain(count) for count in counts]
    totals = [sum(line.points for line in seat) for seat in lines]
    hands = [count.hand_cards for count in counts]
    ranks = competition_ranks(list(zip(totals, hands, strict=True)))
    return Result(totals, ranks, first_places(ranks), rank_reasons(totals, hands), lines, problems)
