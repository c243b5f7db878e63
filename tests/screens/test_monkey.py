"""A monkey at the glass: whatever is touched in whatever order, nothing falls over and no move is lost.

TABLESIDE_MONKEY_TOUCHES multiplies the touches, TABLESIDE_MONKEY_SEED leads another monkey to the phone.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.textinput import TextInput

from history import History
from scoring import GAMES
from screens.navigation import SCREENS, TABS
from screens.shelf.samples import SAMPLES
from tests.screens.cupboards import SESSIONS, fill
from tests.screens.driver import Driver, start
from tests.screens.tables import document, play_out, sit_down

TIMES = int(os.environ.get("TABLESIDE_MONKEY_TOUCHES", "1"))
SEED = os.environ.get("TABLESIDE_MONKEY_SEED", "")
AT_THE_TABLE = 60 * TIMES
ON_A_SCREEN = 15 * TIMES
EVERYWHERE = 200 * TIMES
STRAYED = 4
"""Touches after which somebody brings the monkey back to its table."""
SIZES = ((412, 915), (915, 412), (320, 640), (900, 1200))
WORDS = ("Ada", "Ångström", "  ", "12", "[b]x", "名前", "a" * 40, "'; --")


@pytest.fixture
def deleted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The sessions that the monkey has thrown away by itself."""
    thrown_away: set[str] = set()
    delete = History.delete

    def note_and_delete(self: History, session: str, *more: Any, **given: Any) -> Any:
        thrown_away.add(session)
        return delete(self, session, *more, **given)

    monkeypatch.setattr(History, "delete", note_and_delete)
    return thrown_away


# -- Its habits -------------------------------------------------------------------------------------------


def poke(ui: Driver, x: float, y: float, seconds: float = 0) -> None:
    ui.poke(x, y, seconds)
    ui.frames(2)


def tap_something(ui: Driver, rng: Random, seconds: float = 0) -> None:
    buttons = [widget for widget in ui.seen() if isinstance(widget, ButtonBehavior)]
    if not buttons:
        return
    button = rng.choice(buttons)
    if not 0 < button.to_window(*button.center)[1] < ui.root.height:
        ui.reveal(button)
    poke(ui, *button.to_window(*button.center), seconds)


def tap_somewhere(ui: Driver, rng: Random) -> None:
    poke(ui, rng.uniform(0, ui.root.width), rng.uniform(0, ui.root.height))


def hold_something(ui: Driver, rng: Random) -> None:
    tap_something(ui, rng, 0.4)


def type_something(ui: Driver, rng: Random) -> None:
    for field in ui.seen():
        if isinstance(field, TextInput) and field.focus:
            field.insert_text(rng.choice(WORDS))
            ui.frames(2)
            return


def swipe(ui: Driver, rng: Random) -> None:
    wide, high = ui.root.size
    start_at, end_at = ((rng.uniform(0, wide), rng.uniform(0, high)) for _ in range(2))
    ui.drag(start_at, end_at)


def go_back(ui: Driver, rng: Random) -> None:
    if ui.screen != "home" or ui.root.overlays:
        ui.back()


def turn_the_phone(ui: Driver, rng: Random) -> None:
    ui.resize(*rng.choice(SIZES))


def take_a_call(ui: Driver, rng: Random) -> None:
    ui.app.dispatch("on_pause")
    ui.frames(1)
    ui.app.dispatch("on_resume")
    ui.frames(1)


def speak_otherwise(ui: Driver, rng: Random) -> None:
    ui.app.choose(language=rng.choice(["en", "nl", "fr", "de"]))
    ui.frames(2)


def change_the_light(ui: Driver, rng: Random) -> None:
    ui.app.choose(theme=rng.choice(["light", "dark"]), reduced_motion=rng.random() < 0.5)
    ui.frames(2)


HABITS: list[tuple[Callable[[Driver, Random], None], float]] = [
    (tap_something, 45),
    (tap_somewhere, 28),
    (swipe, 12),
    (go_back, 6),
    (type_something, 3),
    (hold_something, 1),
    (turn_the_phone, 1),
    (take_a_call, 2),
    (speak_otherwise, 0.6),
    (change_the_light, 0.4),
]


# -- What must hold ---------------------------------------------------------------------------------------


def check_nothing_is_lost(ui: Driver, deleted: set[str]) -> None:
    """Only a quick count without a number in it has nothing to be stored yet."""
    live = ui.app._live
    if live is not None and live.moves and live.document["id"] not in deleted:
        stored = ui.app.history.get(live.document["id"])
        assert stored["moves"] == [dict(move) for move in live.moves]


def find_the_way_out(ui: Driver) -> None:
    """Back and back again, until home; what works in a thread may take its time to be cancelled."""

    def is_out() -> bool:
        return ui.screen == "home" and not ui.root.overlays

    ui.wait(lambda: is_out() or (ui.back() and is_out()))


def stored_sessions(ui: Driver) -> dict[str, Any]:
    history = ui.app.history
    return {session["id"]: history.get(session["id"]) for session in history.sessions()}


@contextmanager
def told_with(seed: str, deeds: deque[str]) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        error.add_note(f"The monkey {seed!r} did, at last: {' · '.join(deeds)}")
        raise


def let_loose(ui: Driver, seed: str, touches: int, deleted: set[str], table: str = "") -> set[str]:
    """Touches whatever it likes, at a table unless it gets away; returns the screens it has seen."""
    rng = Random(seed + SEED)
    deeds: deque[str] = deque(maxlen=8)
    habits, weights = zip(*HABITS, strict=True)
    screens, away = set(), 0
    with told_with(seed + SEED, deeds):
        for touch in range(1, touches + 1):
            habit = rng.choices(habits, weights)[0]
            deeds.append(f"{touch} {ui.screen}: {habit.__name__}")
            habit(ui, rng)
            screens.add(ui.screen)
            away = 0 if ui.screen in ("table", "count", "result") else away + 1
            if table and away > STRAYED and table not in deleted:
                find_the_way_out(ui)
                ui.app.go("table", session=table)
            if touch % 10 == 0:
                ui.settle()
                check_nothing_is_lost(ui, deleted)
            if touch % 50 == 0:
                ui.look()
        check_nothing_is_lost(ui, deleted)
        find_the_way_out(ui)
    return screens


# -- Where it is let loose --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
def test_a_monkey_at_the_table(ui: Driver, tmp_path: Path, deleted: set[str], game: str, full: bool) -> None:
    played = play_out(game, GAMES[game].most, 1, full)
    table = sit_down(ui, game, played, len(played.moves) // 2).live.document["id"]
    let_loose(ui, f"{game} {full}", AT_THE_TABLE, deleted, table)
    before = stored_sessions(ui)
    assert before
    if full:
        assert stored_sessions(start(tmp_path)) == before


def visits(ui: Driver) -> dict[str, dict[str, Any]]:
    """Something to look at for every screen."""
    fill(ui.app.history)
    played = play_out("coloretto", 3, 2, True)
    tracked = document("coloretto", played, len(played.moves))
    ui.app.history.save(tracked)
    finished = next(session["id"] for session in SESSIONS if session["result"])
    given: dict[str, dict[str, Any]] = {
        "seats": {"game": "pearls"},
        "setup": {"game": "perfect_numbers"},
        "table": {"session": tracked["id"]},
        "count": {"session": tracked["id"]},
        "result": {"session": finished},
        "session": {"session": finished},
        "player": {"player": SESSIONS[0]["players"][0]["id"]},
        "own_game": {"rules": SAMPLES[1]},
    }
    return {name: given.get(name, {}) for name in SCREENS}


@pytest.mark.parametrize("name", SCREENS)
def test_a_monkey_on_every_screen(ui: Driver, deleted: set[str], name: str) -> None:
    given = visits(ui)[name]
    ui.app.tab(name) if name in TABS else ui.app.go(name, **given)
    ui.settle()
    assert ui.screen == name
    let_loose(ui, name, ON_A_SCREEN, deleted)


def test_a_monkey_everywhere(ui: Driver, deleted: set[str]) -> None:
    visits(ui)
    ui.app.tab("home")
    assert len(let_loose(ui, "everywhere", EVERYWHERE, deleted)) > 5
