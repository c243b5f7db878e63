"""The game clock: it runs while somebody is at a table that is not over, whatever happened in between."""

from __future__ import annotations

from threading import Thread, get_ident
from typing import Any

import pytest
from kivy.core.window import Window

from screens.table.page import Stopwatch
from tests.screens.driver import Driver
from tests.screens.tables import play_out, sit_down


class Hand:
    """A clock that goes when it is pushed."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at

    def push(self, seconds: float) -> None:
        self.at += seconds


@pytest.fixture
def hand(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(ui.app, "seconds", hand)
    return hand


def at_a_table(ui: Driver, moves: int = 0) -> Any:
    return sit_down(ui, "pearls", play_out("pearls", 3, 1, False), moves)


def nearly_over(ui: Driver) -> Any:
    """A table before its last move, and that move."""
    played = play_out("pearls", 3, 1, False)
    return sit_down(ui, "pearls", played, len(played.moves) - 1), played.moves[-1]


def warn(ui: Driver) -> None:
    """As Android does: on a thread of its own."""
    warning = Thread(target=Window.dispatch, args=("on_memorywarning",))
    warning.start()
    warning.join()
    ui.frames()


def kept(ui: Driver, page: Any) -> float:
    return float(ui.app.history.get(page.live.document["id"])["seconds"])


def put_away_and_take_up(ui: Driver, hand: Hand, seconds: float) -> None:
    assert ui.app.dispatch("on_pause")
    hand.push(seconds)
    ui.app.dispatch("on_resume")
    ui.settle()


def test_a_stopwatch_counts_only_while_it_runs(hand: Hand) -> None:
    watch = Stopwatch(60, hand)
    for wanted, seconds in ((True, 5), (True, 5), (False, 100), (True, 2.5)):
        watch.run(wanted)
        hand.push(seconds)
    assert watch.seconds == 72.5


def test_the_clock_goes_on_after_every_pause(ui: Driver, hand: Hand) -> None:
    page = at_a_table(ui)
    for minute in (1, 2, 3):
        hand.push(60)
        put_away_and_take_up(ui, hand, 3600)
        assert kept(ui, page) == page.watch.seconds == 60 * minute
    hand.push(7)
    ui.tap(page.panel.takes[0])
    assert page.live.moves[0]["at"] == kept(ui, page) == 187


def test_a_clock_that_was_stopped_by_hand_stays_so_through_a_pause(ui: Driver, hand: Hand) -> None:
    page = at_a_table(ui)
    hand.push(10)
    for seconds in (10, 20):
        ui.tap(name="more")
        ui.tap("Time")
        (button,) = ui.all("SecondaryButton")
        ui.tap(button)
        put_away_and_take_up(ui, hand, 3600)
        warn(ui)
        hand.push(10)
        assert page.watch.seconds == seconds


def test_the_clock_goes_on_when_one_comes_back_to_the_table(ui: Driver, hand: Hand) -> None:
    page = at_a_table(ui)
    hand.push(20)
    ui.tap("Count")
    assert ui.screen == "count"
    hand.push(500)
    put_away_and_take_up(ui, hand, 500)
    ui.back()
    hand.push(5)
    assert (ui.screen, page.watch.seconds) == ("table", 25)


def test_the_clock_stops_at_the_end_and_goes_on_when_that_is_undone(ui: Driver, hand: Hand) -> None:
    page, last = nearly_over(ui)
    hand.push(30)
    page.play(last)
    assert page.over
    ui.settle()
    ui.tap("Not yet")
    hand.push(1000)
    put_away_and_take_up(ui, hand, 1000)
    assert page.watch.seconds == kept(ui, page) == 30
    ui.tap(ui.find("Undo"))
    hand.push(4)
    assert page.watch.seconds == 34
    ui.tap(ui.find(name="redo"))
    hand.push(1000)
    ui.app.tab("home")
    assert kept(ui, page) == page.watch.seconds == 34


def test_the_next_table_has_a_clock_of_its_own(ui: Driver, hand: Hand) -> None:
    page, last = nearly_over(ui)
    page.play(last)
    assert page.over
    ui.settle()
    ui.tap("Not yet")
    ui.app.tab("home")
    assert at_a_table(ui) is page
    hand.push(12)
    assert page.watch.seconds == 12


def test_a_memory_warning_keeps_the_time_and_does_not_stop_it(
    ui: Driver, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_a_table(ui)
    threads = []
    monkeypatch.setattr(ui.app.ways, "forget_others", lambda: threads.append(get_ident()))
    hand.push(15)
    warn(ui)
    assert threads == [get_ident()]
    assert kept(ui, page) == 15
    hand.push(15)
    assert page.watch.seconds == 30


def test_no_clock_runs_where_none_is_wanted(ui: Driver, hand: Hand) -> None:
    ui.app.choose(timers=False)
    page = at_a_table(ui)
    put_away_and_take_up(ui, hand, 10)
    hand.push(10)
    page.pause_clock()
    hand.push(10)
    assert page.watch.seconds == 0


def test_the_time_is_shown(ui: Driver, hand: Hand) -> None:
    page = at_a_table(ui)
    hand.push(3725)
    page.refresh()
    ui.settle()
    assert page.ids.turn.clock == "1:02:05"
    assert ui.sees("1:02:05")
