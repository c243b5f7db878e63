"""The device's services where the device is a desktop; what a phone answers is in tests/phone/checks."""

from __future__ import annotations

import pytest

from phone.haptics import Silent, device_haptics
from phone.safe_area import NONE, device_insets
from phone.system import Wishes, desktop_wishes


def test_a_desktop_has_no_notch_and_does_not_buzz() -> None:
    assert device_insets() == NONE == (0, 0, 0, 0)
    assert isinstance(device_haptics(), Silent)


def test_silent_remembers_only_the_last_ten() -> None:
    haptics = Silent()
    for seconds in range(30):
        haptics.buzz(seconds)
    assert haptics.felt == list(range(20, 30))


@pytest.mark.parametrize(
    ("environment", "wishes"),
    [
        ({}, Wishes()),
        ({"LANG": "C.UTF-8"}, Wishes()),
        ({"LANG": "nl_BE.UTF-8"}, Wishes(None, ("nl_BE.UTF-8",))),
        ({"LANGUAGE": "fr:en", "LANG": "nl_BE.UTF-8"}, Wishes(None, ("fr", "en"))),
        ({"GTK_THEME": "Adwaita:dark"}, Wishes(True)),
        ({"GTK_THEME": "Adwaita"}, Wishes(False)),
    ],
)
def test_a_desktop_tells_through_its_environment(environment: dict[str, str], wishes: Wishes) -> None:
    assert desktop_wishes(environment) == wishes
