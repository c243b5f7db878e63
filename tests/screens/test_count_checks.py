"""Each kind of doubt about a count comes up on the screen, in red or amber, and goes away once mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import scoring
from history.live import new_session
from scoring import BLANK
from scoring.coloretto.rules import CARDS_HELD, COLOURS
from scoring.coloretto.rules import COPIES as COLORETTO
from scoring.pearls.rules import HAND_LIMIT, cards_in_play
from scoring.perfect_numbers.rules import UNLIKELY_SHARE
from scoring.perladora.rules import FREE_SQUARES, PILES, copies_of
from tests.screens.driver import Driver, at_home
from tests.screens.tables import NAMES, STARTED
from tests.screens.test_count import label_of
from tests.screens.test_count_perladora import enter_diver, enter_squares

Touches = Callable[[Driver], None]
Sheet = dict[str, Any]
LEVELS = {
    key: level
    for source in Path(scoring.__file__).parent.rglob("*.py")
    for level, key in re.findall(r'yield (error|warning)\(\s*"([a-z0-9_.]+)"', source.read_text("utf-8"))
}
"""Every message that a check of a score sheet can give, read from the rules themselves."""


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sheet, touches that make it doubtful (unless it came so from elsewhere), and touches that mend it."""

    sheet: Sheet
    mend: Touches
    spoil: Touches | None = None
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)


# -- Touches ----------------------------------------------------------------------------------------------


def in_turn(*parts: Touches) -> Touches:
    def touch(ui: Driver) -> None:
        for part in parts:
            part(ui)

    return touch


def turn_to(page: int) -> Touches:
    return lambda ui: ui.tap(next(tab for tab in ui.page.ids.tabs.children if tab.number == page))


def put(seat: int, name: str, number: int, part: str = "") -> Touches:
    """Types a number into a row of somebody's sheet."""

    def touch(ui: Driver) -> None:
        turn_to(seat)(ui)
        if part == "hand":
            ui.tap(ui.all("Segment")[1])
        ui.tap(label_of(next(row for row in ui.all("CountRow") if row.entry.path[-1] == name)))
        if not ui.page.calculator.long_numbers:
            for _ in range(number // 10):
                ui.tap(name="tens")
            ui.tap(ui.find(str(number % 10), kind="PadButton"))
            return
        for digit in str(number):
            ui.tap(ui.find(digit, kind="PadButton"))

    return touch


def token(seat: int, value: int) -> Touches:
    def touch(ui: Driver) -> None:
        turn_to(seat)(ui)
        tokens = ui.page.calculator.tokens
        ui.tap(next(token for token in tokens if token.text == str(value) and not token.disabled))

    return touch


def choose_otherwise(ui: Driver) -> None:
    ui.tap("Choose differently")
    ui.tap(next(tile for tile in ui.top().ids.jokers.children if tile.colour == "orange"))
    ui.tap("Count it this way")


def squares(cells: int) -> Touches:
    return lambda ui: enter_squares(ui, cells)


def farm(pearls: int) -> Touches:
    return lambda ui: ui.tap(next(tile for tile in ui.page.calculator.farms if tile.text == str(pearls)))


def another_diver(seat: int, value: int) -> Touches:
    return lambda ui: enter_diver(ui, {"seat": seat, "value": value})


def turned(ui: Driver, seat: int) -> Any:
    return ui.page.calculator.row_of(seat).turned.children[0]


def turn_back(seat: int) -> Touches:
    """The last diver of this player in this territory."""

    def touch(ui: Driver) -> None:
        ui.tap(turned(ui, seat))
        if ui.root.overlays:
            ui.tap("Turn it back over")

    return touch


def no_reinforcement(seat: int) -> Touches:
    def touch(ui: Driver) -> None:
        ui.tap(turned(ui, seat))
        ui.tap("Carries a reinforcement")
        ui.tap("Done")

    return touch


def fewer_flowers(seat: int, flowers: int = 1) -> Touches:
    def touch(ui: Driver) -> None:
        ui.tap(turned(ui, seat))
        for _ in range(flowers):
            ui.tap(next(key for key in ui.all("IconButton") if key.name == "less"))
        ui.tap("Done")

    return touch


def tap(text: str) -> Touches:
    return lambda ui: ui.tap(text)


# -- Sheets -----------------------------------------------------------------------------------------------


def pearls(*seats: Sheet, players: int = 4) -> Sheet:
    empty: Sheet = {"pile": {}, "necklaces": [], "hand": {}}
    return {"seats": [{**empty, **seat} for seat in (*seats, *[{}] * (players - len(seats)))]}


def all_pearls_but(missing: int) -> Sheet:
    """Everything in the box, except for so many yellow cards."""
    counted = dict(cards_in_play(4, False))
    counted["yellow"] -= missing
    return pearls({"pile": counted})


def coloretto(*seats: Sheet, players: int = 3) -> Sheet:
    empty: Sheet = {"cards": {}, "jokers": 0, "golden": 0, "plus2": 0}
    return {"seats": [{**empty, **seat} for seat in (*seats, *[{}] * (players - len(seats)))]}


def coloretto_cards(held: int) -> Sheet:
    """So many cards in three hands, none more often than the box has it."""
    left, cards = held, {}
    for colour in COLOURS:
        cards[colour] = min(left, COLORETTO[colour])
        left -= cards[colour]
    return coloretto({"cards": cards, "plus2": left})


def points(*numbers: int) -> Sheet:
    return {"seats": [{"points": number} for number in numbers]}


def lagoon(*divers: Sheet, farms: tuple[int, ...] = PILES, cells: int = 40) -> Sheet:
    """A territory with these divers; what is left of the board is the second one."""
    others = sorted(PILES)
    for pearls_there in farms:
        others.remove(pearls_there)
    here = {"cells": cells, "farms": sorted(farms), "divers": list(divers)}
    rest = {"cells": 40 - cells, "farms": others, "divers": []}
    return {"territories": [here, rest] if cells < 40 else [here]}


def diver(seat: int, value: int = 1, **more: Any) -> Sheet:
    return {"seat": seat, "value": value, **more}


def divers(players: int, count: int) -> list[Sheet]:
    stock = [
        diver(seat, value)
        for value in range(1, 6)
        for seat in range(players)
        for _ in range(copies_of(players, value))
    ]
    return stock[:count]


CORNER = {"farms": (7,), "cells": 4}
"""Four squares, one of them a farm: three divers fit in."""
ADVANCED = {"advanced": True}
ALMOST_ALL = int(110 * UNLIKELY_SHARE)

DOUBTS: dict[str, Doubt] = {
    "pearls.colour_not_in_play": Doubt(pearls({"pile": {"yellow": 1}}, players=2), put(0, "yellow", 0)),
    "pearls.too_many_of_colour": Doubt(
        pearls({}, {"pile": {"yellow": 20}}), put(0, "yellow", 4), put(0, "yellow", 9), 4
    ),
    "pearls.necklace_counted_twice": Doubt(
        pearls({"pile": {"yellow": 9}, "necklaces": [9]}, {"pile": {"red": 9}, "necklaces": [9]}),
        token(1, 9),
        players=4,
    ),
    "pearls.necklaces_not_earned": Doubt(pearls({"pile": {"red": 3}}), token(0, 5), token(0, 5), 4),
    "pearls.cards_left_over": Doubt(
        all_pearls_but(1),
        put(0, "yellow", cards_in_play(4, False)["yellow"] - 1),
        put(0, "yellow", cards_in_play(4, False)["yellow"]),
        4,
    ),
    "pearls.cards_missing": Doubt(
        all_pearls_but(6),
        put(1, "turquoise", 1),
        put(0, "turquoise", cards_in_play(4, False)["turquoise"] - 1),
        4,
    ),
    "pearls.full_hand": Doubt(
        pearls({"hand": {"yellow": HAND_LIMIT - 1}}), put(0, "red", 0, "hand"), put(0, "red", 1, "hand"), 4
    ),
    "coloretto.colour_not_in_play": Doubt(
        coloretto({"cards": {"orange": 1}}, players=2),
        put(0, "orange", 0),
        options={"removed": ["orange", "pink"]},
    ),
    "coloretto.too_many_of_colour": Doubt(
        coloretto({}, {"cards": {"blue": COLORETTO["blue"]}}), put(0, "blue", 0), put(0, "blue", 1), 3
    ),
    "coloretto.too_many_colours": Doubt(
        coloretto({"cards": dict.fromkeys(COLOURS[:5], 1)}, players=2),
        put(1, COLOURS[5], 0),
        put(1, COLOURS[5], 2),
    ),
    "coloretto.too_many_plus2": Doubt(
        coloretto({}, {"plus2": COLORETTO["plus2"]}), put(0, "plus2", 0), put(0, "plus2", 1), 3
    ),
    "coloretto.too_many_jokers": Doubt(
        coloretto({}, {"jokers": COLORETTO["joker"]}), put(0, "jokers", 0), put(0, "jokers", 1), 3
    ),
    "coloretto.too_many_golden": Doubt(
        coloretto({}, {"golden": 1}), put(0, "golden", 0), put(0, "golden", 1), 3
    ),
    "coloretto.cards_missing": Doubt(
        coloretto_cards(CARDS_HELD[3][0]),
        put(1, COLOURS[0], 1),
        put(0, COLOURS[0], COLORETTO[COLOURS[0]] - 1),
        3,
    ),
    "coloretto.cards_too_many": Doubt(
        coloretto_cards(CARDS_HELD[3][1]), put(1, "jokers", 0), put(1, "jokers", 1), 3
    ),
    "coloretto.better_choice": Doubt(
        coloretto(
            {"cards": {"orange": 6, "blue": 4, "brown": 3, "yellow": 2}, "jokers": 1, "plus2": 1}, players=3
        ),
        tap("Back to the best choice"),
        choose_otherwise,
        3,
    ),
    "perfect_numbers.more_points_than_deck": Doubt(
        points(ALMOST_ALL, 0), put(1, "points", 2), put(1, "points", 99), options={"deck": 110}
    ),
    "perfect_numbers.nearly_the_whole_deck": Doubt(
        points(ALMOST_ALL - 5, 0), put(1, "points", 5), put(1, "points", 9), options={"deck": 110}
    ),
    "perfect_numbers.nothing_counted": Doubt(points(0, 0), put(1, "points", 9)),
    "perfect_numbers.fewer_than_a_row": Doubt(points(7, 5), put(1, "points", 2), put(1, "points", 1)),
    "perladora.squares_do_not_add_up": Doubt(lagoon(), squares(40), squares(39)),
    "perladora.small_territory": Doubt(lagoon(), squares(40), squares(3)),
    "perladora.farms_do_not_match": Doubt(lagoon(), farm(7), farm(7)),
    "perladora.no_room_for_divers": Doubt(
        lagoon(*divers(2, 3), diver(1, 2), farms=(7,), cells=5), turn_back(1), squares(4)
    ),
    "perladora.value_not_in_play": Doubt(lagoon(diver(0, 5)), turn_back(0), players=3),
    "perladora.too_many_of_value": Doubt(lagoon(diver(0, 5), diver(0, 5)), turn_back(0)),
    "perladora.too_many_divers": Doubt(
        lagoon(*[diver(seat % 2) for seat in range(FREE_SQUARES + 1)]), turn_back(0)
    ),
    "perladora.reinforcement_needs_advanced": Doubt(
        lagoon(*divers(2, 2), diver(0, 2, reinforced=True), **CORNER), tap("Advanced game")
    ),
    "perladora.reinforced_twice": Doubt(
        lagoon(diver(0, 2, reinforced=True), diver(0, 3, reinforced=True)),
        no_reinforcement(0),
        options=ADVANCED,
    ),
    "perladora.two_reinforcements": Doubt(
        lagoon(diver(0, 2, reinforced=True), diver(1, 3, reinforced=True)),
        no_reinforcement(1),
        options=ADVANCED,
    ),
    "perladora.reinforced_incomplete": Doubt(
        lagoon(diver(0), diver(1), diver(0, 3, reinforced=True), **CORNER),
        another_diver(1, 3),
        turn_back(1),
        options=ADVANCED,
    ),
    "perladora.flowers_need_advanced": Doubt(lagoon(diver(0, 2, flowers=1)), tap("Advanced game")),
    "perladora.too_many_flowers": Doubt(
        lagoon(diver(0, 2, flowers=9)), fewer_flowers(0, 6), options=ADVANCED
    ),
    "perladora.flowers_on_every_side": Doubt(
        lagoon(diver(0, 2, flowers=1), diver(1, 2, flowers=1)), fewer_flowers(1), options=ADVANCED
    ),
    "perladora.no_sand_in_play": Doubt(
        lagoon(diver(0, 2, flowers=1)), fewer_flowers(0), options={**ADVANCED, "clans": ["coral", "shell"]}
    ),
    "perladora.flowers_on_own_side": Doubt(
        lagoon(diver(0, 2, flowers=1)), fewer_flowers(0), options={**ADVANCED, "clans": ["sand", "shell"]}
    ),
    "perladora.seat_without_divers": Doubt(lagoon(diver(0), diver(1)), another_diver(1, 2), turn_back(1)),
    "perladora.few_divers": Doubt(lagoon(*divers(2, FREE_SQUARES // 2)), another_diver(1, 2), turn_back(1)),
    "perladora.nobody_in_territory": Doubt(lagoon(diver(0), cells=36), another_diver(0, 2), turn_back(0)),
}


def test_no_kind_of_doubt_is_forgotten() -> None:
    """What a game of one's own doubts stands in the tests of the blank box."""
    assert set(DOUBTS) == {key for key in LEVELS if key.split(".", maxsplit=1)[0] not in BLANK}


def open_count(ui: Driver, game: str, doubt: Doubt) -> Any:
    seats = [{"id": str(UUID(int=seat + 1)), "name": NAMES[seat]} for seat in range(doubt.players)]
    session = new_session(game, seats, 0, doubt.options, STARTED)
    ui.app.history.save({**session, "sheet": doubt.sheet})
    ui.app.go("count", session=session["id"])
    ui.settle()
    return ui.page


@pytest.mark.parametrize("key", DOUBTS)
def test_a_doubt_comes_up_and_goes_away(ui: Driver, key: str) -> None:
    doubt = DOUBTS[key]
    page = open_count(ui, key.split(".", maxsplit=1)[0], doubt)
    if doubt.spoil:
        assert key not in {problem.key for problem in page.problems}
        doubt.spoil(ui)
    told = {page.say(problem) for problem in page.problems if problem.key == key}
    assert told
    assert not told & {key, ""}
    assert told <= {banner.text for banner in ui.all("Banner") if banner.kind == LEVELS[key]}
    doubt.mend(ui)
    assert key not in {problem.key for problem in page.problems}
    assert not told & {banner.text for banner in ui.all("Banner")}
    assert page.result is not None, "a doubt never keeps anybody from counting"
