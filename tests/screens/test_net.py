"""What is broken on purpose costs its page or its tap, and never the app and never a move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock

from screens import navigation
from screens.home import page as home
from screens.navigation import SCREENS, TABS
from screens.net import MANY
from screens.report import HIDDEN, scrubbed, vocabulary
from screens.widgets.overlays import Dialog
from tests.screens.cupboards import SESSIONS, fill
from tests.screens.driver import Driver
from tests.screens.tables import document, play_out, sit_down
from tests.screens.test_monkey import visits

SECRET = "Zebedee likes tea"
FALLEN = "This page could not be shown"
KEPT = "Something went wrong. Whatever you entered is still there."


class Broken(Exception):
    """Says what somebody typed, as exceptions will."""


def breaks(*_: Any, **__: Any) -> Any:
    raise Broken(SECRET)


@pytest.fixture
def caught(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """With the net that the app has outside the tests, and a loop that asks it as Kivy's does."""
    ui.app.net.is_spread = True
    ui.app.net.spread()

    def under_the_net(action: Callable[..., None]) -> Callable[..., None]:
        def act(*given: Any) -> None:
            try:
                action(*given)
            except Exception as trouble:
                assert ExceptionManager.handle_exception(trouble) == ExceptionManager.PASS

        return act

    frame = under_the_net(lambda: Driver.frames(ui))
    monkeypatch.setattr(ui, "frames", lambda count=1: [frame() for _ in range(count)])
    monkeypatch.setattr(ui, "poke", under_the_net(ui.poke))
    yield ui
    monkeypatch.undo()
    ui.app.net.fold()
    ui.app.net.is_spread = False
    ui.app.net._told.clear()
    ui.app.ways.tab("home")


def page_class(name: str) -> Any:
    module, kind = SCREENS[name].split(":")
    return getattr(import_module(module), kind)


def enter(ui: Driver, name: str, **given: Any) -> None:
    ui.app.tab(name) if name in TABS else ui.app.go(name, **given)
    ui.settle()


def shared_report(ui: Driver) -> str:
    """As it lies in the folder that it was shared to."""
    folder = ui.app.folder / "home"
    (newest,) = folder.rglob("*.txt")
    text = newest.read_text("utf-8")
    newest.unlink()
    assert SECRET not in text
    return text


# -- Pages ------------------------------------------------------------------------------------------------


def test_a_page_that_cannot_be_shown_says_so_and_home_opens(
    caught: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = visits(caught)
    for name in SCREENS:
        if name != "home":
            with monkeypatch.context() as broken:
                broken.setattr(page_class(name), "arrive", breaks)
                enter(caught, name, **given[name])
            assert caught.sees(FALLEN), name
            caught.tap("Share a report")
            assert f"\npage: {name} arrive\n" in shared_report(caught)
            caught.tap("Play")
        assert caught.screen == "home"
        assert len(caught.all("GameTile")) == 4


def test_a_page_that_cannot_be_built_can_be_tried_again(
    caught: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = visits(caught)
    for name in SCREENS:
        with monkeypatch.context() as broken:
            broken.setattr(page_class(name), "__init__", breaks)
            caught.app.ways.forget_others()
            if name == "home":
                caught.app.ways.rebuild()
            enter(caught, name, **given[name])
            assert caught.sees(FALLEN), name
        caught.tap("Try again")
        assert isinstance(caught.page, page_class(name))
        assert not caught.sees(FALLEN)


@pytest.mark.parametrize("step", ["refresh", "leave", "back", "pause", "resume", "keep"])
def test_a_page_that_fails_at_something_else_takes_nothing_along(
    caught: Driver, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    for name in ("settings", "rules"):
        enter(caught, name)
        with monkeypatch.context() as broken:
            broken.setattr(page_class(name), step, breaks)
            caught.app.ways.refresh()
            caught.frames(2)
            assert caught.sees(FALLEN) is (step == "refresh")
            caught.app.dispatch("on_pause")
            caught.app.dispatch("on_resume")
            caught.app._make_room()
            caught.back()
            assert caught.screen == "home"
            assert not caught.sees(FALLEN)


def test_without_a_net_it_is_red(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """As every other test has it."""
    monkeypatch.setattr(page_class("about"), "arrive", breaks)
    assert not ui.app.net.is_spread
    with pytest.raises(Broken):
        ui.app.go("about")
    assert ui.app.net.handle_exception(Broken()) == ExceptionManager.RAISE


def test_home_stands_without_what_failed(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(caught.app.history)
    unlucky = next(session["id"] for session in SESSIONS if session["result"])
    headline = home.headline

    def told(session: Any, *more: Any) -> str:
        return breaks() if session["id"] == unlucky else headline(session, *more)

    monkeypatch.setattr(home, "headline", told)
    caught.app.ways.refresh()
    caught.settle()
    assert len(caught.all("GameTile")) == 4
    assert len([*caught.all("RunningTable"), *caught.all("RunningLine")]) == 2
    caught.tap("Part of this page could not be shown.")
    assert "screens.home.page" in shared_report(caught)


def test_home_stands_without_a_history_that_answers(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caught.app.history, "sessions", breaks)
    caught.app.ways.refresh()
    caught.settle()
    assert len(caught.all("GameTile")) == 4
    assert caught.sees("Part of this page could not be shown.")


# -- Taps, clocks and threads -----------------------------------------------------------------------------


def test_a_tap_that_fails_costs_no_move(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_out("pearls", 3, 1, False)
    page = sit_down(caught, "pearls", played, 3)
    session = page.live.document["id"]
    with monkeypatch.context() as broken:
        broken.setattr(type(page.panel), "show", breaks)
        caught.tap(page.panel.takes[0])
        assert caught.sees(FALLEN)
        assert len(caught.app.history.get(session)["moves"]) == 4
        caught.tap("Share a report")
        report = shared_report(caught)
        assert report.count('"move"') == 4
        assert "game: pearls, 3 players" in report
    caught.tap("Try again")
    assert len(caught.page.live.moves) == 4
    assert not caught.sees(FALLEN)


def test_a_tap_that_only_fails_itself_leaves_the_page(
    caught: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sit_down(caught, "pearls", play_out("pearls", 3, 1, False), 3)
    monkeypatch.setattr(type(page), "flip", breaks)
    caught.tap(name="flip")
    assert caught.page is page
    assert caught.sees(KEPT)
    caught.tap("Report")
    assert "kv/table/page.kv:" in shared_report(caught)


def test_a_clock_that_never_comes_to_rest_costs_its_page(caught: Driver) -> None:
    enter(caught, "rules")
    wanted = True

    def fall_again(_passed: float) -> None:
        if wanted:
            Clock.schedule_once(fall_again)
            breaks()

    Clock.schedule_once(fall_again)
    caught.frames(2)
    assert caught.sees(KEPT)
    caught.frames(MANY)
    assert caught.sees(FALLEN)
    wanted = False
    caught.tap("Play")
    assert caught.screen == "home"


def test_a_sheet_that_cannot_close_is_taken_away(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dialog, "back", breaks)
    Dialog(title="Sure?", buttons=[("Yes", "primary", None)]).open()
    assert caught.back()
    assert not caught.root.overlays


def test_work_that_fails_costs_the_page_that_waits_for_it(
    caught: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caught.app.history, "statistics", breaks)
    enter(caught, "statistics")
    caught.wait(lambda: caught.sees(FALLEN))


def test_a_thread_that_nobody_guards_is_told(caught: Driver) -> None:
    thread = threading.Thread(target=breaks)
    thread.start()
    thread.join()
    caught.wait(lambda: caught.sees(KEPT))


def test_the_loop_goes_on(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kivy's own, which ends an app with the first exception that nobody holds."""
    seen: list[float] = []

    def stop(_passed: float) -> None:
        monkeypatch.setattr(EventLoop, "quit", True)

    monkeypatch.setattr(EventLoop, "status", "started")
    Clock.schedule_once(breaks, 0)
    Clock.schedule_once(seen.append, 0.1)
    Clock.schedule_once(stop, 0.2)
    EventLoop.mainloop()
    assert seen
    assert caught.app.history is not None


def test_who_wants_to_leave_may(caught: Driver) -> None:
    assert caught.app.net.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    assert caught.app.net.handle_exception(SystemExit()) == ExceptionManager.RAISE


# -- The report -------------------------------------------------------------------------------------------


def test_a_report_holds_nobodys_words(caught: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    session = document("coloretto", play_out("coloretto", 3, 2, True), 20)
    session["players"] = [
        {"id": player["id"], "name": f"Zebedee {seat}"} for seat, player in enumerate(session["players"])
    ]
    session |= {"note": SECRET, "place": "At Zebedee's"}
    session["moves"][3]["aside"] = "Zebedee"
    caught.app.history.save(session)
    enter(caught, "table", session=session["id"])
    monkeypatch.setattr(page_class("about"), "arrive", breaks)
    enter(caught, "about")
    caught.tap("Share a report")
    report = shared_report(caught)
    assert "Zebedee" not in report
    assert str(Path.home()) not in report
    assert not any(player["id"] in report for player in session["players"])
    assert report.count('"move"') == 20
    assert "Broken" in report
    assert "screens.navigation" in report


def test_only_words_of_the_rules_and_numbers_are_told() -> None:
    words = vocabulary("coloretto")
    move = {"move": "draw", "card": "grey", "row": 2, "said": "hello", "Ada": [1, {"tea": None}]}
    told = scrubbed(move, words)
    assert told == {"move": "draw", "card": "grey", "row": 2, HIDDEN: [1, {HIDDEN: None}]}


@pytest.mark.parametrize("game", ["pearls", "coloretto", "perfect_numbers", "perladora"])
def test_every_move_can_be_played_again_from_a_report(game: str) -> None:
    for move in play_out(game, 3 if game != "perladora" else 2, 1, True).moves:
        assert scrubbed(move, vocabulary(game)) == move


def test_every_step_of_the_navigator_is_held() -> None:
    """Whatever a page can be asked for goes through `ask` or `_try`."""
    source = Path(navigation.__file__).read_text("utf-8")
    assert (
        source.count("self.page.")
        == sum(source.count(f"self.page.{held}") for held in ("refresh", "arrive", "to_the_top"))
        == 3
    )
