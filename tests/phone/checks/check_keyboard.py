"""The keyboard on the glass, as Kivy and the app ask for it."""

from __future__ import annotations

import pytest

from phone.keyboard import NAME, TEXT, OnTheGlass, device_keyboard
from tests.phone.android import Device

CAP_WORDS, CAP_SENTENCES = 0x2000, 0x4000


@pytest.mark.parametrize(("what", "capitals"), [(NAME, CAP_WORDS), (TEXT, CAP_SENTENCES)])
def test_names_and_sentences_begin_with_capitals(device: Device, what: str, capitals: int) -> None:
    assert isinstance(device_keyboard(), OnTheGlass)
    device_keyboard().expect(what)
    assert device.keyboard == 1 | capitals, "a plain text, for which there are suggestions"
    assert len(device.calls("restartInput")) == 1


@pytest.mark.parametrize("shown", [True, False])
def test_new_android_says_whether_the_keyboard_is_there(device: Device, shown: bool) -> None:
    device.has_bars(0, 88, 0, 48)
    device.says("android.view.WindowInsets.isVisible", shown)
    assert device_keyboard().is_away() is not shown
    (asked,) = device.calls("isVisible")
    assert asked.given == (8,)


@pytest.mark.parametrize(("bottom", "away"), [(1500, False), (2340, True)])
def test_old_android_shows_what_the_keyboard_covers(device: Device, bottom: int, away: bool) -> None:
    device.has_bars(0, 88, 0, 48)
    device.switch_on(29)
    device.says("android.view.View.getHeight", 2400)

    def frame(_view: object, rect: object) -> None:
        rect.bottom = bottom

    device.decides("android.view.View.getWindowVisibleDisplayFrame", frame)
    assert device_keyboard().is_away() is away
    assert device.calls("isVisible") == []


def test_a_device_that_does_not_tell_leaves_it_as_it_is(device: Device) -> None:
    assert device_keyboard().is_away() is False
