"""All fingers on the glass: real touches, several at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from screens.seating import fingers
from screens.stored import Settings
from tests.screens import walker
from tests.screens.driver import QUIET, Driver
from tests.screens.test_seats import NAMES, WIDE, open_seats, who_begins

Launch = Callable[..., Driver]
SPOTS = ((100, 300), (300, 300), (100, 600), (300, 600))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingers, "STILL", 0.1)


class MouseTouch(UnitTestTouch):
    """A click, as Kivy's mouse provider sends it."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__(x, y)
        self.device = "mouse"


def put_down(ui: Driver, x: float, y: float) -> UnitTestTouch:
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    ui.frames(2)
    return finger


def click(ui: Driver, x: float, y: float) -> None:
    mouse = MouseTouch(x, y)
    mouse.touch_down()
    ui.frames(1)
    mouse.touch_up()
    ui.frames(2)


def open_fingers(ui: Driver, *names: str) -> Any:
    open_seats(ui, "coloretto", *names)
    ui.tap("Fingers")
    glass = ui.root.overlays[-1]
    assert isinstance(glass, fingers.Fingers)
    assert ui.sees("All fingers on the screen")
    return glass


def test_one_of_the_fingers_is_chosen_and_named(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    glass = open_fingers(ui, "Ada", "Bo", "Cleo")
    monkeypatch.setattr(fingers, "STILL", 60)
    held = [put_down(ui, *spot) for spot in SPOTS[:3]]
    assert ui.sees("3 fingers")
    assert len({tuple(ring.colour) for ring in glass.rings}) == 3
    small = glass.rings[0].radius
    monkeypatch.setattr(fingers, "STILL", 0.1)
    ui.wait(lambda: glass.chosen)
    assert glass.chosen in glass.rings
    assert glass.chosen.radius > small
    for finger in held:
        finger.touch_up()
    ui.settle()
    assert ui.sees("Whose finger is it?")
    ui.tap("Cleo")
    assert not ui.root.overlays
    assert who_begins(ui) == ["Cleo"]


def test_every_finger_can_be_the_one(ui: Driver) -> None:
    glass = open_fingers(ui, "Ada", "Bo", "Cleo")
    chosen = set()
    for seed in range(8):
        glass._rng = random.Random(seed)
        held = [UnitTestTouch(*spot) for spot in SPOTS[:3]]
        for finger in held:
            finger.touch_down()
        ui.wait(lambda: glass.chosen)
        chosen.add(tuple(glass.chosen.middle))
        for finger in held:
            finger.touch_up()
        ui.tap("Once more")
        assert glass.rings == ()
    assert len(chosen) == 3


def test_a_change_begins_the_waiting_anew(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingers, "STILL", 60)
    glass = open_fingers(ui, "Ada", "Bo", "Cleo")
    for spot in SPOTS[:2]:
        put_down(ui, *spot)
    ui.wait(lambda: glass.rings[0].patience > 0)
    third = UnitTestTouch(*SPOTS[2])
    third.touch_down()
    assert [ring.patience for ring in glass.rings] == [0, 0, 0]
    ui.wait(lambda: glass.rings[0].patience > 0)
    third.touch_up()
    assert [ring.patience for ring in glass.rings] == [0, 0]
    monkeypatch.setattr(fingers, "STILL", 0.1)
    ui.wait(lambda: glass.chosen)
    assert glass.chosen in glass.rings


def test_a_single_finger_waits_for_company(ui: Driver) -> None:
    glass = open_fingers(ui, "Ada", "Bo")
    finger = put_down(ui, *SPOTS[0])
    ui.rest(0.5)
    assert glass.chosen is None
    assert ui.sees("Who else?")
    finger.touch_up()
    ui.settle()
    assert glass.rings == ()
    assert ui.sees("All fingers on the screen")


def test_a_ring_follows_its_finger(ui: Driver) -> None:
    glass = open_fingers(ui, "Ada", "Bo")
    finger = put_down(ui, 100, 300)
    finger.touch_move(180, 420)
    ui.frames(2)
    assert [round(place) for place in glass.rings[0].middle] == [180, 420]
    finger.touch_up()


def test_clicks_stand_for_fingers_at_a_desk(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingers, "STILL", 60)
    glass = open_fingers(ui, "Ada", "Bo")
    click(ui, 100, 300)
    click(ui, 300, 300)
    assert len(glass.rings) == 2
    click(ui, 305, 310)
    assert len(glass.rings) == 1
    click(ui, 300, 600)
    monkeypatch.setattr(fingers, "STILL", 0.1)
    ui.wait(lambda: glass.chosen)
    ui.tap("Bo")
    assert who_begins(ui) == ["Bo"]


def test_back_and_the_cross_leave_everything_as_it_was(ui: Driver) -> None:
    open_fingers(ui, "Ada", "Bo")
    assert ui.back()
    assert ui.screen == "seats"
    assert not ui.root.overlays
    assert who_begins(ui) == []
    ui.tap("Put your fingers down")
    ui.tap(name="close")
    assert not ui.root.overlays
    assert who_begins(ui) == []


def test_with_motion_the_ring_grows(launch: Launch) -> None:
    ui = launch(settings=Settings(language="en", theme="dark"))
    glass = open_fingers(ui, "Ada", "Bo")
    click(ui, 100, 300)
    click(ui, 300, 300)
    ui.wait(lambda: glass.chosen)
    sizes = set()
    for _ in range(400):
        ui.frames()
        sizes.add(round(glass.chosen.radius))
        if glass.chosen.filled == 1:
            break
    assert len(sizes) > 2


@pytest.mark.parametrize("look", ["light", "dark"])
def test_everything_can_be_read(launch: Launch, look: str) -> None:
    ui = launch(size=(320, 640), settings=replace(QUIET, theme=look, text_scale=2.0))
    glass = open_fingers(ui, *NAMES[:4], WIDE)
    complaints = list(walker.complaints(ui))
    click(ui, 100, 300)
    click(ui, 200, 500)
    ui.wait(lambda: glass.chosen)
    complaints += walker.complaints(ui)
    assert complaints == []
    with walker.pseudo_language(ui):
        glass._say()
        assert walker.untranslated(ui, (*NAMES, WIDE)) == []
