"""Whole games of Perfect Numbers and Perladöra, tapped by position and in a hurry, beside a real deck.

Whoever plays knows where the keys are and does not wait for the screen to come to rest. What is played is
held against what the phone has booked, move by move; the taps for each turn are printed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from scoring import GAMES
from scoring.perladora.rules import SQUARES, open_lines
from tests.screens.driver import Driver, at_home
from tests.screens.tables import play_out, sit_down

Spot = tuple[float, float]
BREATH = 24
"""Frames between two taps of somebody in a hurry: more than a third of a second."""


class Hand:
    """Taps places, not widgets: where something lay when the game began is where it is looked for."""

    def __init__(self, ui: Driver) -> None:
        self.ui, self.taps, self.known = ui, 0, dict[Any, Spot]()

    def learn(self, key: Any, widget: Any) -> None:
        x, y = widget.to_window(*widget.center)
        self.known[key] = float(x), float(y)

    def tap(self, key: Any) -> None:
        self.tap_at(*self.known[key])

    def tap_at(self, x: float, y: float) -> None:
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.ui.frames(2)
        touch.touch_up()
        self.taps += 1
        self.ui.frames(BREATH)


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def told(moves: Any) -> list[dict[str, Any]]:
    return [{name: value for name, value in move.items() if name != "at"} for move in moves]


# -- Perfect Numbers, light -------------------------------------------------------------------------------


def learn_perfect_numbers(hand: Hand, panel: Any) -> None:
    for at, tile in enumerate(panel.groups):
        hand.learn(("group", at), tile)
    for number, tile in enumerate(panel.light.numbers, 2):
        hand.learn(("number", number), tile)
    for key in panel.light.kinds:
        hand.learn(("kind", key.key), key)
    for key in panel.light.ids.who.children:
        hand.learn(("who", int(key.key)), key)
    hand.learn("done", hand.ui.find("Done"))


def play_perfect_numbers(hand: Hand, page: Any, moves: list[dict[str, Any]]) -> None:
    panel = page.panel
    for move in moves:
        if hand.ui.root.overlays:
            hand.ui.tap("Go on")
        if move["move"] == "take":
            if panel.market.heading == "Market empty":
                hand.tap("done")
            if hand.ui.root.overlays:
                hand.ui.tap("Go on")
            hand.tap(("group", move["group"]))
            continue
        kind = "lower" if move["move"] == "score" else "closed"
        kind = "joker" if move.get("joker") else "by_move" if move.get("by_move") else kind
        if kind != panel.light.kind:
            hand.tap(("kind", kind))
        if move["seat"] != panel.light.who:
            hand.tap(("who", move["seat"]))
        hand.tap(("number", move.get("number", move.get("cards"))))


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (4, 1)])
def test_perfect_numbers_lightly_and_in_a_hurry(ui: Driver, players: int, seed: int) -> None:
    played = play_out("perfect_numbers", players, seed, False)
    moves = [move for move in played.moves if move["move"] in ("take", "close", "score")]
    page = sit_down(ui, "perfect_numbers", played)
    for move in played.moves:
        if move["move"] == "correct":
            page.play(move)
            break
    before = len(page.live.moves)
    ui.settle()
    hand = Hand(ui)
    learn_perfect_numbers(hand, page.panel)
    play_perfect_numbers(hand, page, moves)
    booked = told(page.live.moves)[before:]
    wrong = [pair for pair in zip(booked, moves, strict=False) if differs(*pair)]
    assert not wrong, wrong[0]
    assert len(booked) == len(moves)
    turns = sum(move["move"] == "take" for move in moves)
    print(f"Perfect Numbers, {players} players: {hand.taps} taps, {hand.taps / turns:.2f} a turn")
    assert hand.taps / turns < 2.5


def differs(booked: dict[str, Any], played: dict[str, Any]) -> bool:
    unsaid = ("before_refill", "seat") if played["move"] == "take" else ("before_refill",)
    return any(booked.get(name) != value for name, value in played.items() if name not in unsaid)


# -- Perladöra --------------------------------------------------------------------------------------------


def learn_lagoon(hand: Hand, panel: Any) -> None:
    for mode, tile in panel.modes.items():
        if tile.parent is not None:
            hand.learn(mode, tile)
    board = panel.board
    for row in range(5):
        for column in range(8):
            hand.known[row, column] = board.to_window(*board.place_of((row, column)))
            for other in ((row, column + 1), (row + 1, column)):
                if other[0] < 5 and other[1] < 8:
                    line = (row, column), other
                    hand.known[line] = board.to_window(*board.middle_of(line))


def play_lagoon(hand: Hand, page: Any, moves: list[dict[str, Any]]) -> None:
    panel = page.panel
    for move in moves:
        if hand.ui.root.overlays:
            hand.ui.tap("Go on")
        if panel.mode != move["move"]:
            hand.tap(move["move"])
        if move["move"] == "pass":
            hand.tap_at(*panel.lagoon.passing.to_window(*panel.lagoon.passing.center))
        elif move["move"] == "diver":
            hand.tap(tuple(move["square"]))
        else:
            for first, second in move["lines"]:
                hand.tap((tuple(first), tuple(second)))
            if panel.pending:
                hand.ui.tap("Done, just one")


@pytest.mark.parametrize(("players", "seed"), [(2, 11)])
def test_perladora_drawn_and_in_a_hurry(ui: Driver, players: int, seed: int) -> None:
    moves = whole_lagoon(players, seed)
    page = sit_down(ui, "perladora", Basic(players))
    page.panel.drawn = True
    ui.settle()
    hand = Hand(ui)
    learn_lagoon(hand, page.panel)
    play_lagoon(hand, page, moves)
    booked = told(page.live.moves)
    assert booked == moves
    print(f"Perladöra, {players} players: {hand.taps} taps for {len(moves)} turns")
    assert hand.taps / len(moves) < 2.5


class Basic:
    """A game without clans, from its beginning."""

    starter, options = 0, dict[str, Any]()

    def __init__(self, players: int) -> None:
        self.players, self.moves = players, list[dict[str, Any]]()


def whole_lagoon(players: int, seed: int) -> list[dict[str, Any]]:
    """Divers and pontoons until nothing more can be placed, then everybody passes."""
    rng, game = Random(seed), GAMES["perladora"]
    table = game.start(players=players, options={}, starter=0)
    moves: list[dict[str, Any]] = []
    while table.phase != "over":
        squares = [square for square in SQUARES if square not in table.filled]
        lines = list(open_lines(table.pontoons))[: table.pontoons_left]
        if squares and table.divers_left[table.turn] and rng.random() < 0.6:
            move = {"move": "diver", "square": list(rng.choice(squares))}
        elif lines:
            line = rng.choice(lines)
            further = [other for other in open_lines((*table.pontoons, line)) if table.pontoons_left > 1]
            chosen = [line, rng.choice(further)] if further else [line]
            laid = [[list(end) for end in one] for one in chosen]
            move = {"move": "pontoons", "count": len(laid), "lines": laid}
        elif squares and table.divers_left[table.turn]:
            move = {"move": "diver", "square": list(rng.choice(squares))}
        else:
            move = {"move": "pass"}
        table = game.play(table, move)
        moves.append(move)
    return moves
