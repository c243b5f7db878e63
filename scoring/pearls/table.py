"""What is in the box of Pearls, how it is laid out, and what the phone knows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from scoring.core import Fields, InvalidOptions, Message, Phase, Setup

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
        return {colour: count_unseen(self, colour) for colour in CARDS}

    @property
    def display_unknown(self) -> int:
        return self.display - sum(self.display_known.values())


def count_unseen(table: PearlsTable, colour: str) -> int:
    left = cards_in_play(table.players, table.all_cards)[colour] - table.display_known.get(colour, 0)
    for seat in table.seats:
        taken, placed = seat.taken.get(colour, 0), seat.placed.get(colour, 0)
        left -= taken if taken > placed else placed
    return left


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


# -- The end ----------------------------------------------------------------------------------------------

BY_HAND = "table"
"""What set the end off, where the players said that it is over."""


def find_trigger(table: PearlsTable) -> str | None:
    if table.draw_pile == 0:
        return "draw_pile"
    return None if table.necklaces else "necklaces"


def next_turn(table: PearlsTable) -> PearlsTable:
    """Once triggered, everybody has one more turn, beginning to the left of whoever set it off."""
    turn = (table.turn + 1) % table.players
    rounds = table.round + (turn == table.starter)
    if table.phase == "last":
        if table.last_turns == 1:
            return replace(table, phase="over", last_turns=0)
        return replace(table, turn=turn, round=rounds, last_turns=table.last_turns - 1)
    table = replace(table, turn=turn, round=rounds)
    return begin_last_round(table) if find_trigger(table) else table


def begin_last_round(table: PearlsTable) -> PearlsTable:
    return replace(table, phase="last", trigger=find_trigger(table), last_turns=table.players)
