"""The rulebooks' own cases, counted here and now: what should come out, and what does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from scoring import GAMES
from screens.messages import game_name
from screens.result import signed
from screens.theme import GAME_KEYS
from screens.translator import N_, _, ngettext
from screens.widgets.layout import Page
from screens.widgets.surfaces import Card

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points by seat, the seats that win, and in Perladöra the pearls that nobody gets."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A case in our own words; its sheet is given, or comes from the moves."""

    game: str
    text: str
    players: int
    expected: Outcome
    sheet: Json = field(default_factory=dict)
    moves: tuple[Json, ...] = ()
    options: Json = field(default_factory=dict)


def _pearls(
    pile: Mapping[str, int], necklaces: Sequence[int] = (), hand: Mapping[str, int] | None = None
) -> Json:
    return {"pile": dict(pile), "necklaces": list(necklaces), "hand": dict(hand or {})}


def _coloretto(cards: Mapping[str, int], jokers: int = 0, golden: int = 0, plus2: int = 0) -> Json:
    return {"cards": dict(cards), "jokers": jokers, "golden": golden, "plus2": plus2}


def _divers(seat: int, *values: int, reinforced: int | None = None, flowers: int = 0) -> list[Json]:
    """The divers of one seat; the numbered one carries the reinforcement, the last one the flowers."""
    found: list[Json] = [{"seat": seat, "value": value} for value in values]
    if reinforced is not None:
        found[reinforced]["reinforced"] = True
    if flowers:
        found[-1]["flowers"] = flowers
    return found


def _territory(cells: int, farms: Sequence[int], *divers: list[Json]) -> Json:
    return {"cells": cells, "farms": list(farms), "divers": [diver for group in divers for diver in group]}


SIX_FOUR_THREE_TWO = {"green": 6, "yellow": 4, "orange": 3, "blue": 2}
NO_CARDS = _coloretto({})

EXAMPLES: tuple[Example, ...] = (
    Example(
        "pearls",
        N_("The pile counts, necklaces count with it, and what stays in the hand is taken off."),
        2,
        Outcome((13, 1), (0,)),
        {
            "seats": [
                _pearls({"red": 5, "blue": 2}, [5], {"red": 1}),
                _pearls({"blue": 3}, [], {"purple": 1}),
            ]
        },
    ),
    Example(
        "pearls",
        N_("Three players with ten points: whoever still holds a wild card has more cards in hand and wins."),
        3,
        Outcome((10, 10, 10), (2,)),
        {
            "seats": [
                _pearls({"yellow": 4, "blue": 1}, [4]),
                _pearls({"green": 5}),
                _pearls({"blue": 5}, [], {"wild": 1}),
            ]
        },
    ),
    Example(
        "pearls",
        N_("With as many points and as many cards in hand, the win is shared."),
        2,
        Outcome((4, 4), (0, 1)),
        {"seats": [_pearls({"blue": 2}), _pearls({"red": 4})]},
    ),
    Example(
        "coloretto",
        N_("Brown side: six, four, three and two cards, a joker and a +2. The joker joins the four."),
        3,
        Outcome((41, 0, 0), (0,)),
        {"seats": [_coloretto(SIX_FOUR_THREE_TWO, jokers=1, plus2=1), NO_CARDS, NO_CARDS]},
        options={"side": "brown"},
    ),
    Example(
        "coloretto",
        N_("The same cards on the purple side, where three of a colour are worth most."),
        3,
        Outcome((20, 0, 0), (0,)),
        {"seats": [_coloretto(SIX_FOUR_THREE_TWO, jokers=1, plus2=1), NO_CARDS, NO_CARDS]},
        options={"side": "purple"},
    ),
    Example(
        "coloretto",
        N_("Four colours with one card each: three count up, one counts down."),
        3,
        Outcome((2, 0, 0), (0,)),
        {"seats": [_coloretto({"green": 1, "yellow": 1, "orange": 1, "blue": 1}), NO_CARDS, NO_CARDS]},
        options={"side": "brown"},
    ),
    Example(
        "perfect_numbers",
        N_("Rows closed with 2, 3 and 4 bring as many points; there is no bonus yet."),
        2,
        Outcome((9, 0), (0,)),
        moves=tuple({"move": "close", "seat": 0, "number": number} for number in (2, 3, 4)),
    ),
    Example(
        "perfect_numbers",
        N_("Closed with 5, 6 or 7, a row brings 1, 3 or 5 more."),
        2,
        Outcome((27, 0), (0,)),
        moves=tuple({"move": "close", "seat": 0, "number": number} for number in (5, 6, 7)),
    ),
    Example(
        "perfect_numbers",
        N_("A joker closes a row as well, but without the bonus."),
        2,
        Outcome((5, 6), (1,)),
        moves=(
            {"move": "close", "seat": 0, "number": 5, "joker": True},
            {"move": "close", "seat": 1, "number": 5},
        ),
    ),
    Example(
        "perladora",
        N_("Seven pearls and a tie between two: three for each, and one is lost."),
        2,
        Outcome((36, 3), (0,), lost=1),
        {
            "territories": [
                _territory(4, [7], _divers(0, 1), _divers(1, 1)),
                _territory(36, [3, 4, 4, 5, 5, 6, 6], _divers(0, 1)),
            ]
        },
    ),
    Example(
        "perladora",
        N_("Eleven pearls each: the largest pile decides, seven against six."),
        2,
        Outcome((11, 11), (0,), lost=18),
        {
            "territories": [
                _territory(5, [7], _divers(0, 1)),
                _territory(5, [4], _divers(0, 1)),
                _territory(5, [6], _divers(1, 1)),
                _territory(5, [5], _divers(1, 1)),
                _territory(20, [3, 4, 5, 6]),
            ]
        },
    ),
    Example(
        "perladora",
        N_("Two against one and a reinforcement: tied, and the reinforcement takes all seven pearls."),
        2,
        Outcome((33, 7), (0,)),
        {
            "territories": [
                _territory(4, [7], _divers(0, 1, 1), _divers(1, 1, reinforced=0)),
                _territory(36, [3, 4, 4, 5, 5, 6, 6], _divers(0, 2), _divers(1, 1)),
            ]
        },
        options={"advanced": True, "clans": ["coral", "mountain"]},
    ),
    Example(
        "perladora",
        N_("A flower necklace takes one off a diver: a tie becomes a win."),
        2,
        Outcome((6, 34), (1,)),
        {
            "territories": [
                _territory(4, [6], _divers(0, 2), _divers(1, 2, flowers=1)),
                _territory(36, [3, 4, 4, 5, 5, 6, 7], _divers(1, 3)),
            ]
        },
        options={"advanced": True, "clans": ["sand", "coral"]},
    ),
    Example(
        "perladora",
        N_("Four players: partners add up their divers and share their pearls."),
        4,
        Outcome((7, 6, 7, 6), (0, 2), lost=27),
        {
            "territories": [
                _territory(6, [7], _divers(0, 3), _divers(2, 2), _divers(1, 4)),
                _territory(6, [6], _divers(1, 2), _divers(3, 1), _divers(0, 1), _divers(2, 1)),
                _territory(28, [3, 4, 4, 5, 5, 6]),
            ]
        },
    ),
)


def outcome_of(example: Example) -> Outcome:
    """What the rules of this app make of it."""
    rules = GAMES[example.game]
    table = rules.start(players=example.players, options=example.options, starter=0)
    for move in example.moves:
        table = rules.play(table, move)
    sheet = example.sheet or rules.sheet(table)
    result = rules.score(players=example.players, options=example.options, sheet=sheet)
    return Outcome(tuple(result.totals), tuple(result.winners), getattr(result, "lost", 0))


def told(outcome: Outcome) -> str:
    """Points in the order of the seats, the winners', and what is lost."""
    points = " · ".join(signed(total) for total in outcome.totals)
    winners = ", ".join(str(seat + 1) for seat in outcome.winners)
    parts = [
        points,
        ngettext("seat {seats} wins", "seats {seats} win", len(outcome.winners)).format(seats=winners),
    ]
    if outcome.lost:
        parts.append(ngettext("{n} pearl lost", "{n} pearls lost", outcome.lost).format(n=outcome.lost))
    return "; ".join(parts)


class ExampleCard(Card):
    text = StringProperty("")
    expected = StringProperty("")
    found = StringProperty("")
    right = BooleanProperty(True)


class GameExamples(Card):
    """The heading above the examples of one game."""

    game = StringProperty("")
    text = StringProperty("")


class SelfCheckPage(Page):
    examples = NumericProperty(0)
    wrong = NumericProperty(0)

    def refresh(self) -> None:
        box = self.ids.examples
        box.clear_widgets()
        outcomes = [(example, outcome_of(example)) for example in EXAMPLES]
        self.examples = len(outcomes)
        self.wrong = sum(found != example.expected for example, found in outcomes)
        for game in GAME_KEYS:
            heading = GameExamples(game=game, text=game_name(game))
            for example, found in outcomes:
                if example.game == game:
                    heading.add_widget(
                        ExampleCard(
                            text=_(example.text),
                            expected=told(example.expected),
                            found=told(found),
                            right=found == example.expected,
                        )
                    )
            box.add_widget(heading)
