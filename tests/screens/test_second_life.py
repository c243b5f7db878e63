"""A phone that dies in the middle of something: the next life goes on at the very same move and number.

Run as `python -m tests.screens.test_second_life <folder> <game>`, this is the first life: it plays some moves
and types some numbers by touch, tells what is on the screen, and kills itself with a finger on the glass.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tests.conftest  # noqa: F401 - configures the window before anything asks for one
from scoring import GAMES
from tests.screens import test_table, test_table_coloretto, test_table_perfect_numbers, test_table_perladora
from tests.screens.driver import Driver, UnitTestTouch, start
from tests.screens.tables import Enter, document, play_out, sit_down
from tests.screens.test_count import count_page
from tests.screens.test_count_perladora import enter_diver, enter_squares

Launch = Callable[..., Driver]
ENTER: dict[str, Enter] = {
    "pearls": test_table.enter_pearls,
    "coloretto": test_table_coloretto.enter,
    "perfect_numbers": test_table_perfect_numbers.enter,
    "perladora": test_table_perladora.enter,
}
MOVES = 6


# -- The first life ---------------------------------------------------------------------------------------


def play_some(ui: Driver, game: str, rng: Random, full: bool) -> None:
    """Some moves from the middle of a table, and now and then one taken back."""
    rules = GAMES[game]
    played = play_out(game, rng.randint(rules.fewest, rules.most), rng.randrange(100), full)
    begin = rng.randrange(len(played.moves) - MOVES)
    page = sit_down(ui, game, played, begin)
    for move in played.moves[begin : begin + rng.randint(2, MOVES)]:
        phase = page.live.table.phase
        ENTER[game](ui, move)
        assert page.live.table.phase == phase or ui.root.overlays
        if ui.root.overlays:
            ui.tap("Go on" if page.live.table.phase == "last" else "Not yet")
    if rng.random() < 0.5:
        ui.tap("Undo")


def type_some(ui: Driver, game: str, rng: Random) -> None:
    """A count that is not finished."""
    count_page(ui, game, GAMES[game].most)
    if game == "perladora":
        enter_squares(ui, rng.randint(4, 36))
        for _ in range(rng.randint(1, 3)):
            enter_diver(ui, {"seat": rng.randrange(4), "value": 1})
        return
    for _ in range(rng.randint(1, 4)):
        ui.tap(ui.find(str(rng.randint(1, 9)), kind="PadButton"))
    ui.tap("Next")
    ui.tap(ui.find(str(rng.randint(1, 9)), kind="PadButton"))


def in_order(value: Any) -> Any:
    """The order in which a set tells what is in it differs from life to life."""
    match value:
        case set() | frozenset():
            return sorted(repr(in_order(one)) for one in value)
        case dict():
            return {key: in_order(one) for key, one in value.items()}
        case list() | tuple():
            return [in_order(one) for one in value]
        case _ if is_dataclass(value):
            return {field.name: in_order(getattr(value, field.name)) for field in fields(value)}
    return value


def on_the_screen(ui: Driver) -> dict[str, Any]:
    """All that has to be there again."""
    page, live = ui.page, ui.page.live
    kept = {name: live.document[name] for name in ("id", "moves", "sheet", "seconds", "players", "options")}
    if ui.screen == "count":
        return {**kept, "totals": [tab.line for tab in page.ids.tabs.children]}
    turn = page.ids.turn
    return {
        **kept,
        "table": repr(in_order(live.table)),
        "log": page.log_lines(),
        "turn": [turn.overline, turn.name, turn.left, turn.share],
        "ribbon": [[chip.name, chip.line, chip.current, chip.out] for chip in page.ids.ribbon.children],
        "times": page.times(),
    }


def live_and_die(folder: Path, game: str) -> None:
    rng = Random(game)
    ui = start(folder)
    scenes = [
        lambda: play_some(ui, game, rng, False),
        lambda: play_some(ui, game, rng, True),
        lambda: type_some(ui, game, rng),
    ]
    rng.shuffle(scenes)
    for scene in scenes:
        scene()
        told = on_the_screen(ui)
        if scene is not scenes[-1]:
            ui.app.tab("home")
            told["seconds"] = ui.app.history.get(told["id"])["seconds"]
        print(json.dumps(told), flush=True)
    finger = UnitTestTouch(*rng.choice(list(ui.seen())).to_window(50, 50))
    finger.touch_down()
    os.kill(os.getpid(), signal.SIGKILL)


# -- The second life --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_killed_app_goes_on_at_the_very_same_move(launch: Launch, tmp_path: Path, game: str) -> None:
    command = [sys.executable, "-m", "tests.screens.test_second_life", str(tmp_path), game]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == -signal.SIGKILL, first.stderr
    told = [json.loads(line) for line in first.stdout.splitlines()]
    assert len(told) == 3
    ui = launch()
    assert len(unfinished(ui)) == 3
    for expected in told:
        resume(ui, expected["id"])
        if ui.screen == "table" and ui.sees("Done"):
            ui.tap("Done")  # what came of the last group may still be told, and was done before
        assert json.loads(json.dumps(on_the_screen(ui))) == expected
        ui.app.tab("home")
        ui.settle()


def unfinished(ui: Driver) -> dict[str, Any]:
    return {part.session: part for kind in ("RunningTable", "RunningLine") for part in ui.all(kind)}


def resume(ui: Driver, session: str) -> None:
    """The newest stands on a card with a button, the others in lines."""
    part = unfinished(ui)[session]
    buttons = [widget for widget in ui.seen(part) if getattr(widget, "text", "") == "Resume"]
    ui.tap(buttons[0] if buttons else part)


@pytest.mark.parametrize("game", GAMES)
def test_rotation_pause_back_key_and_a_second_life_lose_no_number(launch: Launch, game: str) -> None:
    ui = launch()
    type_some(ui, game, Random(5))
    expected = on_the_screen(ui)
    ui.resize(915, 412)
    ui.app.dispatch("on_pause")
    ui.app.dispatch("on_resume")
    ui.resize(412, 915)
    assert on_the_screen(ui) == expected
    ui.back()
    assert ui.screen == "home"
    resume(ui, expected["id"])
    assert on_the_screen(ui) == expected
    ui = launch()
    resume(ui, expected["id"])
    assert on_the_screen(ui) == expected


def test_a_count_that_is_being_changed_is_still_there_and_so_is_the_old_one(launch: Launch) -> None:
    ui = launch()
    session = count_page(ui, "perfect_numbers", 2).live.document["id"]
    for points in ("12", "9"):
        for digit in points:
            ui.tap(ui.find(digit, kind="PadButton"))
        ui.tap("Next" if points == "12" else "Who won?")
    ui.tap(name="edit")
    ui.tap(ui.find("8", kind="PadButton"))
    ui = launch()
    ui.app.go("result", session=session)
    ui.settle()
    assert ui.page.outcome.winner == "Ada wins"
    ui.tap(name="edit")
    assert ui.page.sheet == {"seats": [{"points": 12}, {"points": 8}]}
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.sees("1 earlier version is saved")


# -- And nothing is left of the first ---------------------------------------------------------------------


def pages(ui: Driver) -> list[weakref.ref[Any]]:
    return [weakref.ref(page) for page in ui.app.ways._pages.values()]


def alive(things: list[weakref.ref[Any]]) -> list[str]:
    gc.collect()
    return [type(thing()).__name__ for thing in things if thing() is not None]


def visit_every_table(ui: Driver) -> None:
    for game in GAMES:
        played = play_out(game, 2, 2, True)
        page = sit_down(ui, game, played, 5)
        for open_sheet in (page.open_menu, page.open_log, page.open_corrections, page.open_times):
            open_sheet()
            ui.frames(2)
            ui.back()
        session = document(game, played, len(played.moves))
        ui.app.history.save(session)
        ui.app.go("count", session=session["id"])
        ui.page.finish()
        ui.settle()
        if ui.sees("Leave it so"):
            ui.tap("Leave it so")


def test_a_stopped_app_leaves_nothing_behind(tmp_path: Path) -> None:
    """Whatever holds on to the theme or the window would keep every page of an app alive.

    A theme builds the pages anew, and the earlier ones go too.
    """
    ui = start(tmp_path)
    visit_every_table(ui)
    earlier = pages(ui)
    assert {"TablePage", "CountPage", "ResultPage"} <= set(alive(earlier))
    ui.app.choose(theme="dark")
    ui.settle()
    ui.wait(lambda: not alive(earlier))
    visit_every_table(ui)
    everything = [*pages(ui), weakref.ref(ui.app)]
    ui.stop()
    del ui
    gc.unfreeze()
    gc.collect()
    assert not alive(everything)


if __name__ == "__main__":
    live_and_die(Path(sys.argv[1]), sys.argv[2])
