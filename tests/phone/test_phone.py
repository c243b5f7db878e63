"""The device's services, with the device played by stand-ins."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from phone.haptics import Silent, Vibrator, device_haptics
from phone.safe_area import NONE, Insets, android_insets, device_insets
from phone.system import Wishes, android_wishes, desktop_wishes


def java(**classes: Any) -> Any:
    """Stands for pyjnius: hands out the classes by their last name."""
    return lambda name: classes[name.split(".")[-1].replace("$", "_")]


def activity(insets: Any = None, configuration: Any = None) -> Any:
    view = SimpleNamespace(getRootWindowInsets=lambda: insets)
    window = SimpleNamespace(getDecorView=lambda: view)
    resources = SimpleNamespace(getConfiguration=lambda: configuration)
    return SimpleNamespace(
        mActivity=SimpleNamespace(getWindow=lambda: window, getResources=lambda: resources)
    )


def test_a_desktop_has_no_notch_and_does_not_buzz() -> None:
    assert device_insets() == NONE == (0, 0, 0, 0)
    assert isinstance(device_haptics(), Silent)


def test_silent_remembers_only_the_last_ten() -> None:
    haptics = Silent()
    for seconds in range(30):
        haptics.buzz(seconds)
    assert haptics.felt == list(range(20, 30))


def test_a_vibrator_that_throws_stops_nothing() -> None:
    asked: list[float] = []

    def vibrate(time: float) -> None:
        asked.append(time)
        raise NotImplementedError  # what plyer raises on a device without a vibrator

    vibrator = Vibrator.__new__(Vibrator)
    vibrator._vibrator = SimpleNamespace(vibrate=vibrate)
    vibrator.buzz(0.03)
    assert asked == [0.03]


def test_new_android_tells_bars_and_cut_out() -> None:
    bars = SimpleNamespace(left=0, top=88, right=0, bottom=48)
    asked: list[int] = []

    def get_insets(kinds: int) -> Any:
        asked.append(kinds)
        return bars

    found = android_insets(
        java(
            PythonActivity=activity(SimpleNamespace(getInsets=get_insets)),
            Build_VERSION=SimpleNamespace(SDK_INT=36),
            WindowInsets_Type=SimpleNamespace(systemBars=lambda: 7, displayCutout=lambda: 128),
        )
    )
    assert found == Insets(0, 88, 0, 48)
    assert asked == [7 | 128]


def test_old_android_keeps_its_bars_outside_the_window() -> None:
    insets = SimpleNamespace(getInsets=lambda _kinds: SimpleNamespace(left=0, top=88, right=0, bottom=48))
    found = android_insets(java(PythonActivity=activity(insets), Build_VERSION=SimpleNamespace(SDK_INT=34)))
    assert found == NONE


@pytest.mark.parametrize(
    "broken", [java(), java(PythonActivity=activity(None), Build_VERSION=SimpleNamespace(SDK_INT=36))]
)
def test_android_that_will_not_tell_gives_the_whole_window(broken: Any) -> None:
    assert android_insets(broken) == NONE


def test_android_tells_night_and_languages() -> None:
    tags = ("nl-BE", "fr-FR")
    locales = SimpleNamespace(
        size=lambda: len(tags), get=lambda place: SimpleNamespace(toLanguageTag=lambda: tags[place])
    )
    constants = SimpleNamespace(UI_MODE_NIGHT_MASK=48, UI_MODE_NIGHT_YES=32)

    def wishes(mode: int) -> Wishes:
        configuration = SimpleNamespace(uiMode=mode, getLocales=lambda: locales)
        return android_wishes(java(PythonActivity=activity(None, configuration), Configuration=constants))

    assert wishes(33) == Wishes(True, tags)
    assert wishes(17) == Wishes(False, tags)
    assert android_wishes(java()) == Wishes()


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
