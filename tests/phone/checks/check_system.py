"""Bars, wishes and the motor, asked of Android's own classes."""

from __future__ import annotations

import pytest

from phone.haptics import CONFIRM, TICK, WARN, Vibrator, device_haptics
from phone.safe_area import NONE, device_insets
from phone.system import Wishes, device_wishes
from tests.phone.android import Device


def test_new_android_tells_bars_and_cut_out(device: Device) -> None:
    device.has_bars(0, 88, 0, 48)
    assert device_insets() == (0, 88, 0, 48)
    (asked,) = device.calls("getInsets")
    assert asked.given == (7 | 128,)


def test_old_android_keeps_its_bars_outside_the_window(device: Device) -> None:
    device.has_bars(0, 88, 0, 48)
    device.switch_on(34)
    assert device_insets() == NONE


def test_a_view_that_is_not_attached_yet_gives_the_whole_window(device: Device) -> None:
    device.has_bars(0, 88, 0, 48)
    device.answers("android.view.View.getRootWindowInsets", None)
    assert device_insets() == NONE
    device.answers("android.app.Activity.getWindow", None)
    assert device_insets() == NONE


@pytest.mark.parametrize("night", [True, False])
def test_android_tells_night_languages_and_sizes(device: Device, night: bool) -> None:
    device.wishes("nl-BE", "fr-FR", night=night, text_scale=1.3)
    assert device_wishes() == Wishes(night, ("nl-BE", "fr-FR"), 1.3, 420)


def test_android_that_tells_nothing_wishes_nothing(device: Device) -> None:
    assert device_wishes() == Wishes()


def test_a_buzz_is_long_enough_to_be_felt(device: Device) -> None:
    device.has_service("vibrator", "android.os.Vibrator")
    haptics = device_haptics()
    assert isinstance(haptics, Vibrator)
    for seconds in (TICK, CONFIRM, WARN):
        haptics.buzz(seconds)
    lengths = [call.given[0] for call in device.calls("createOneShot")]
    assert lengths == sorted(lengths)
    assert min(lengths) >= 30
    (first, *_) = device.calls("vibrate")
    assert first.descriptor == "(Landroid/os/VibrationEffect;)V"


def test_a_motor_that_refuses_stops_nothing(device: Device) -> None:
    device.has_service("vibrator", "android.os.Vibrator")
    device.refuses("android.os.Vibrator.vibrate", "java.lang.SecurityException")
    device_haptics().buzz(TICK)
    assert device.calls("vibrate")
