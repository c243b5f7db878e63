"""A monkey at the glass: whatever is touched in whatever order, nothing falls over and no move is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring import GAMES
from tests.screens.driver import Driver
from tests.screens.tables import play_out, sit_down

TOUCHES = int(os.environ.get("TABLESIDE_MONKEY_TOUCHES", "20"))
SIZES = ((412, 915), (915, 412), (320, 640), (900, 1200))


def tap_somewhere(ui: Driver, rng: Random) -> None:
    ui.press(rng.uniform(0, ui.root.width), rng.uniform(0, ui.root.height))


def tap_something(ui: Driver, rng: Random) -> None:
    buttons = [widget for widget in ui.seen() if hasattr(widget, "on_release") and not widget.disabled]
    if buttons:
        ui.tap(rng.choice(buttons))


def swipe(ui: Driver, rng: Random) -> None:
    wide, high = ui.root.size
    start, end = ((rng.uniform(0, wide), rng.uniform(0, high)) for _ in range(2))
    ui.drag(start, end)


def go_back(ui: Driver, rng: Random) -> None:
    if ui.screen != "home":
        ui.back()


def turn_the_phone(ui: Driver, rng: Random) -> None:
    ui.resize(*rng.choice(SIZES))


def take_a_call(ui: Driver, rng: Random) -> None:
    ui.app.dispatch("on_pause")
    ui.app.dispatch("on_resume")
    ui.settle()


def speak_otherwise(ui: Driver, rng: Random) -> None:
    ui.app.choose(language=rng.choice(["en", "nl", "fr", "de"]))
    ui.settle()


HABITS: list[tuple[Callable[[Driver, Random], None], int]] = [
    (tap_something, 60),
    (tap_somewhere, 20),
    (swipe, 8),
    (go_back, 6),
    (turn_the_phone, 2),
    (take_a_call, 2),
    (speak_otherwise, 2),
]


def check_nothing_is_lost(ui: Driver) -> None:
    """Only a quick count without a number in it has nothing to be stored yet."""
    live = ui.app._live
    if live is not None and live.moves:
        stored = ui.app.history.get(live.document["id"])
        assert stored["moves"] == [dict(move) for move in live.moves]


def find_the_way_out(ui: Driver) -> None:
    for _ in range(20):
        if ui.screen == "home" and not ui.root.overlays:
            return
        ui.back()
    raise AssertionError(f"no way out of {ui.screen}")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_a_monkey_at_the_table(ui: Driver, game: str, full: bool) -> None:
    rng = Random(f"{game} {full}")
    played = play_out(game, GAMES[game].most, 1, full)
    sit_down(ui, game, played, len(played.moves) // 2)
    actions, weights = zip(*HABITS, strict=True)
    for touch in range(TOUCHES):
        rng.choices(actions, weights)[0](ui, rng)
        if touch % 10 == 0:
            check_nothing_is_lost(ui)
    check_nothing_is_lost(ui)
    find_the_way_out(ui)


def test_a_monkey_everywhere(ui: Driver) -> None:
    rng = Random(1)
    actions, weights = zip(*HABITS, strict=True)
    pages: list[Any] = []
    for _ in range(2 * TOUCHES):
        rng.choices(actions, weights)[0](ui, rng)
        pages.append(ui.screen)
    find_the_way_out(ui)
    assert len(set(pages)) > 1
