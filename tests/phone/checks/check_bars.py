"""The system's bars, in the colour of the paper and with icons that are seen on it."""

from __future__ import annotations

import pytest

from phone.bars import java_colour, paint_android_bars
from tests.phone.android import Device, Stage

PAPER, NIGHT = (1.0, 0.98, 0.94, 1.0), (0.1, 0.1, 0.12, 1.0)
STATUS, NAVIGATION, OTHER = 0x2000, 0x10, 0x100


@pytest.fixture
def window(device: Device) -> Device:
    device.has_bars(0, 88, 0, 48)
    device.works_at_once()
    return device


@pytest.mark.parametrize(("version", "painted"), [(36, False), (35, False), (34, True), (30, True)])
@pytest.mark.parametrize(("paper", "dark", "appearance"), [(PAPER, False, 24), (NIGHT, True, 0)])
def test_new_android_takes_dark_icons_on_light_paper(
    window: Device, version: int, painted: bool, paper: tuple[float, ...], dark: bool, appearance: int
) -> None:
    window.switch_on(version)
    Stage.insets_controller()
    paint_android_bars(paper, dark)
    assert list(Stage.heard()) == [appearance, 24]
    colours = [call.given[0] for call in window.calls("setStatusBarColor", "setNavigationBarColor")]
    assert colours == [java_colour(paper)] * 2 * painted


@pytest.mark.parametrize(
    ("version", "dark", "flags", "bars"),
    [
        (29, False, OTHER | STATUS | NAVIGATION, 2),
        (29, True, OTHER, 2),
        (24, False, OTHER | STATUS, 1),
        (24, True, OTHER, 2),
    ],
)
def test_old_android_is_told_in_its_own_way(
    window: Device, version: int, dark: bool, flags: int, bars: int
) -> None:
    window.switch_on(version)
    window.says("android.view.View.getSystemUiVisibility", OTHER | STATUS)
    paint_android_bars(PAPER, dark)
    (told,) = window.calls("setSystemUiVisibility")
    assert told.given == (flags,)
    assert len(window.calls("setStatusBarColor", "setNavigationBarColor")) == bars


def test_a_phone_that_refuses_keeps_its_bars(window: Device) -> None:
    window.refuses("android.app.Activity.runOnUiThread")
    paint_android_bars(PAPER, False)
    assert window.calls("setStatusBarColor") == []


def test_colours_are_counted_as_java_does() -> None:
    assert java_colour((1, 1, 1, 1)) == -1
    assert java_colour((0, 0, 0, 1)) == -(1 << 24)
