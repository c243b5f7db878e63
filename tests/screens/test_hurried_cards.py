"""Whole games of Pearls and Coloretto, tapped by position and in a hurry, beside a real deck.

Where a pad lay when the game began is where it is looked for until the last turn. What was played is held
against what the phone has booked; the taps for each turn are printed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.screens.driver import Driver, at_home
from tests.screens.tables import play_out, sit_down
from tests.screens.test_hurried_games import Hand, told

BREATH = 8
"""An eighth of a second between two taps."""


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


class Hurried(Hand):
    def tap_at(self, x: float, y: float) -> None:
        self.ui.poke(x, y)
        self.taps += 1
        self.ui.frames(BREATH)

    def tap_there(self, widget: Any) -> None:
        """Something that has just come up, such as a sheet."""
        self.tap_at(*widget.to_window(*widget.center))

    def go_on(self) -> None:
        if self.ui.root.overlays:
            self.tap_there(self.ui.find("Go on"))


# -- Pearls -----------------------------------------------------------------------------------------------


def learn_pearls(hand: Hand, panel: Any) -> None:
    for n, tile in enumerate(panel.takes, 1):
        hand.learn(("take", n), tile)
    for n, tile in enumerate(panel.places, 1):
        hand.learn(("place", n), tile)
    hand.learn("pass", panel.passing)


def learn_colours(hand: Hand, panel: Any) -> None:
    for colour, tile in panel.palette.items():
        hand.learn(("palette", colour), tile)
    for colour, tile in panel.displayed.items():
        hand.learn(("display", colour), tile)
    hand.learn("pass", panel.passing)


def play_pearls(hand: Hurried, page: Any, move: dict[str, Any]) -> None:
    if move["move"] == "pass":
        hand.tap("pass")
    elif "colour" not in move:
        hand.tap((move["move"], move["cards"]))
    elif move["move"] == "take":
        hand.tap(("display", move["colour"]))
        pick_up(hand, move["refill"])
    else:
        hand.tap(("palette", move["colour"]))
        sheet = hand.ui.top()
        for _ in range(move.get("wild", 0)):
            hand.tap_there(sheet.ids.jokers.children[0])
        hand.tap_there(next(tile for tile in sheet.ids.cards.children if tile.text == str(move["cards"])))
    if page.live.moves[-1].get("necklace") and not move.get("necklace"):
        hand.go_on()
        hand.tap_there(hand.ui.find("Leave it"))


def pick_up(hand: Hurried, refill: dict[str, int]) -> None:
    """The sheet closes by itself on the last card."""
    sheet = hand.ui.top()
    tiles = {tile.colour: tile for tile in sheet.ids.colours.children}
    for colour, cards in refill.items():
        for _ in range(cards):
            hand.tap_there(tiles[colour])
    if not sheet.wanted:
        hand.tap_there(hand.ui.find("Skip"))
    assert sheet.parent is None


@pytest.mark.parametrize(
    ("players", "full", "most"), [(4, False, 1.3), (2, True, 2.0)], ids=["light", "full"]
)
def test_pearls_in_a_hurry(ui: Driver, players: int, full: bool, most: float) -> None:
    played = play_out("pearls", players, 5, full)
    begun = 1 if full else 0
    page = sit_down(ui, "pearls", played, begun)
    hand = Hurried(ui)
    (learn_colours if full else learn_pearls)(hand, page.panel)
    refilled = 0
    for move in played.moves[begun:]:
        hand.go_on()
        play_pearls(hand, page, move)
        refilled += sum(move.get("refill", {}).values())
    moves = [{"refill": {}, **move} if full else move for move in played.moves[begun:]]
    booked = [{"refill": {}, **move} if full else move for move in told(page.live.moves)[begun:]]
    wrong = [pair for pair in zip(booked, moves, strict=True) if not is_alike(*pair)]
    assert not wrong, wrong[0]
    taps = (hand.taps - refilled) / len(moves)
    print(f"Pearls, {players} players, {'full' if full else 'light'}: {taps:.2f} taps a turn and the refill")
    assert taps <= most


def is_alike(booked: dict[str, Any], played: dict[str, Any]) -> bool:
    kept = ("move", "cards", "colour", "necklace", "wild")
    return [booked.get(name) or None for name in kept] == [played.get(name) or None for name in kept]


# -- Coloretto --------------------------------------------------------------------------------------------


def learn_coloretto(hand: Hand, panel: Any, full: bool) -> None:
    for number, row in enumerate(panel.rows):
        hand.learn(("draw", number), row.draw)
        hand.learn(("take", number), row.take)
        if not full:
            hand.learn(("golden", number), row.golden)
    for card, tile in panel.tiles.items() if full else ():
        hand.learn(card, tile)
    hand.learn("last_round", panel.last)


def play_coloretto(hand: Hurried, move: dict[str, Any], full: bool) -> None:
    if move["move"] == "last_round":
        hand.tap("last_round")
    elif move["move"] == "draw":
        if "card" in move:
            hand.tap(move["card"])
        hand.tap(("draw", move["row"]))
    elif "bonus" not in move:
        hand.tap(("take", move["row"]))
    elif not full:
        hand.tap(("golden", move["row"]))
    else:
        hand.tap(("take", move["row"]))
        if not hand.ui.root.overlays:
            hand.tap_there(hand.ui.find("With the golden joker"))
        cards = {tile.card: tile for tile in hand.ui.top().ids.cards.children}
        hand.tap_there(cards.get(move["bonus"]) or hand.ui.find("Skip"))


@pytest.mark.parametrize(
    ("players", "full", "most"), [(4, False, 1.1), (2, True, 2.0)], ids=["light", "full"]
)
def test_coloretto_in_a_hurry(ui: Driver, players: int, full: bool, most: float) -> None:
    played = play_out("coloretto", players, 5, full)
    page = sit_down(ui, "coloretto", played)
    page.panel.by_colour = full
    ui.settle()
    hand = Hurried(ui)
    learn_coloretto(hand, page.panel, full)
    for move in played.moves:
        hand.go_on()
        play_coloretto(hand, move, full)
    booked = told(page.live.moves)
    wrong = [pair for pair in zip(booked, played.moves, strict=True) if pair[0] != pair[1]]
    assert not wrong, wrong[0]
    taps = hand.taps / len(played.moves)
    print(f"Coloretto, {players} players, {'full' if full else 'light'}: {taps:.2f} taps a move")
    assert taps <= most
