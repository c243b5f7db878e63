"""Dead widgets go while nobody touches the glass: not in the midst of a touch, and not never."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from screens import sweeper
from screens.reload import Reloader
from screens.sweeper import LET_GO, Sweeper
from tests.screens.driver import Driver
from tests.screens.watch import watch


class Broom:
    """Notes which generation was swept, and sweeps it."""

    def __init__(self) -> None:
        self.swept: list[int] = []

    def __call__(self, generation: int) -> int:
        self.swept.append(generation)
        return gc.collect(generation)


@pytest.fixture
def broom(ui: Driver) -> Iterator[Broom]:
    broom = Broom()
    gc.collect()
    at_work = Sweeper(watch.time, broom)
    at_work.start(ui.app)
    yield broom
    at_work.stop()
    ui.app.funbind("on_stop", at_work.stop)


def touch_something(ui: Driver) -> None:
    ui.poke(*ui.root.center)


def test_after_a_touch_the_young_are_swept_first_and_all_at_last(ui: Driver, broom: Broom) -> None:
    touch_something(ui)
    broom.swept.clear()
    ui.rest(2)
    assert broom.swept == []
    ui.rest(2)
    assert broom.swept == [0]
    ui.rest(2)
    assert broom.swept == [0, 1]
    ui.rest(8)
    assert broom.swept[:3] == [0, 1, 2]


def test_nothing_is_swept_while_a_finger_is_down(ui: Driver, broom: Broom) -> None:
    finger = UnitTestTouch(*ui.root.center)
    finger.touch_down()
    broom.swept.clear()
    assert not gc.isenabled()
    ui.rest(20)
    assert broom.swept == []
    finger.touch_up()
    ui.rest(4)
    assert broom.swept == [0]


def test_a_finger_that_nobody_has_seen_for_long_is_gone(ui: Driver, broom: Broom) -> None:
    UnitTestTouch(*ui.root.center).touch_down()
    broom.swept.clear()
    ui.rest(LET_GO + 2)
    assert broom.swept


def test_who_never_rests_is_swept_for_between_two_touches(
    ui: Driver, broom: Broom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "TOO_MANY", 100)
    broom.swept.clear()
    kept = []
    for _touch in range(3):
        kept += [[number] for number in range(10_000)]
        touch_something(ui)
        ui.rest(1)
    assert broom.swept == [0, 0, 0]


def test_everything_is_looked_through_only_when_much_has_come(ui: Driver, broom: Broom) -> None:
    ui.rest(20)
    broom.swept.clear()
    touch_something(ui)
    ui.rest(20)
    assert broom.swept == [0, 1]
    kept = [[number] for number in range(600_000)]
    touch_something(ui)
    ui.rest(20)
    assert broom.swept[-1] == 2
    assert kept


def test_a_widget_that_nobody_holds_is_gone_after_a_rest(ui: Driver, broom: Broom) -> None:
    page = Widget()
    page.add_widget(Widget())
    page.itself = page  # a circle, as every widget's canvas and rules make one
    gone = weakref.ref(page)
    del page
    touch_something(ui)
    assert gone() is not None
    ui.rest(5)
    assert gone() is None


def test_a_stopped_app_leaves_sweeping_to_python(ui: Driver) -> None:
    at_work = Sweeper()
    at_work.start(ui.app)
    assert not gc.isenabled()
    at_work.stop()
    assert gc.isenabled()
    ui.app.funbind("on_stop", at_work.stop)


def test_who_works_on_the_looks_is_not_swept_away(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Reloader] = []

    def look(self: Reloader, *_: object) -> None:
        looks.append(self)

    monkeypatch.setattr(Reloader, "look", look)
    Reloader(ui.app)
    gc.collect()
    ui.rest(2)
    assert looks
    ui.app.funbind("on_stop", looks[0].stop)
    looks[0].stop()
