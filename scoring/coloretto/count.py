"""Counting Coloretto: jokers get a colour, three colours count up, the others down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

from scoring.coloretto.table import (
    COLOURS,
    COLOURS_IN_PLAY,
    COPIES,
    GOLDEN,
    JOKER,
    PLUS2,
    ColorettoTable,
    Hand,
    Options,
    Tally,
    refuse_unless_colours,
    with_cards,
)
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
    read_seats,
    refuse_sheet,
    warning,
)

POINTS: dict[str, tuple[int, ...]] = {"brown": (0, 1, 3, 6, 10, 15, 21), "purple": (0, 1, 4, 8, 7, 6, 5)}
"""For none, one, two … six or more cards of a colour."""
PLUS2_POINTS = 2
COLOURS_COUNTED_UP = 3

MOST_JOKERS_READ = 2 * COPIES[JOKER]
MOST_GOLDEN_READ = 2 * COPIES[GOLDEN]
"""A few jokers too many are a mistake to tell about; trying out every use of dozens would take too long."""

CARDS_HELD: dict[int, tuple[int, int]] = {2: (0, 50), 3: (53, 62), 4: (62, 74), 5: (62, 76)}
"""How many cards all players together can hold when the last round was played out."""


# -- The score sheet --------------------------------------------------------------------------------------


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
    refuse_unless_colours(colours, fields, "jokers_as")
    return tuple(colours)


def _read_counted_up(fields: Fields, count: Count) -> tuple[str, ...]:
    """Three colours, or all where there are fewer, each with a card or a joker in it."""
    colours = fields.items("counted_up")
    if len(colours) > COLOURS_COUNTED_UP:
        fields.refuse("coloretto.counts_up_too_many", "counted_up", most=COLOURS_COUNTED_UP)
    refuse_unless_colours(colours, fields, "counted_up")
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


# -- What cannot be ---------------------------------------------------------------------------------------


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


def find_doubts(table: ColorettoTable, counts: Sequence[Count]) -> list[Problem]:
    """The phone knows how many cards everybody has taken, if not always which."""
    found = []
    for seat, (hand, count) in enumerate(zip(table.hands, counts, strict=True)):
        known = sum(hand.values())
        if count.held < known:
            found.append(warning("coloretto.cards_not_counted", seat=seat, cards=known - count.held))
        if count.held > known:
            found.append(warning("coloretto.cards_differ", seat=seat, counted=count.held, known=known))
    return found


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


# -- Jokers and colours -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """What the jokers stand for, and which colours count up and which down."""

    jokers: tuple[str, ...]
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    points: int
    """Of the colours alone, without the cards worth two."""


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
    cards = with_cards(count.cards, jokers)
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
