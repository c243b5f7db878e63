"""What TalkBack is told of the screen, and what it asks for: our Java class among Android's own."""

from __future__ import annotations

from typing import Any

import pytest
from jnius import autoclass

from phone.talkback import (
    DISABLED,
    HIDDEN,
    SCROLL_ON,
    SELECTED,
    TAP,
    TICKED,
    Heard,
    NoReader,
    TalkBack,
    device_reader,
)
from tests.phone.android import Device, Stage

CLICK, SCROLL_FORWARD, FOCUS, CLEAR_FOCUS = 16, 4096, 64, 128
HEARD = (
    Heard(1, 0, 0, 0, 1080, 150, 0, 0, "heading", "Perlen für Zoë 🎲"),
    Heard(2, 0, 0, 150, 1080, 2000, 0, SCROLL_ON, "list", ""),
    Heard(3, 2, 40, 200, 500, 320, SELECTED, TAP, "button", "Ada: 3"),
    Heard(4, 2, 40, 340, 500, 460, DISABLED, 0, "button", "Redo"),
    Heard(5, 2, 40, 2100, 500, 2220, TICKED | HIDDEN, TAP, "switch", "Sound"),
)


@pytest.fixture
def reader(device: Device) -> TalkBack:
    device.listens_by_touch()
    reader = TalkBack()
    assert reader.listens()
    reader.show(HEARD)
    return reader


def told(device: Device, number: int) -> dict[str, Any]:
    """What TalkBack is told of this one: what was set, by the setter's name."""
    before = len(device.calls())
    assert device.provider().createAccessibilityNodeInfo(number) is not None
    calls = device.calls()[before:]
    return {
        call.method.rpartition(".")[2]: call.given[0] if len(call.given) == 1 else call.given
        for call in calls
        if "AccessibilityNodeInfo." in call.method and call.given
    }


def actions(device: Device, number: int) -> int:
    before = len(device.calls())
    device.provider().createAccessibilityNodeInfo(number)
    return sum(call.method.endswith(".addAction") for call in device.calls()[before:])


def test_a_desktop_has_no_reader_and_a_phone_without_talkback_is_left_alone(device: Device) -> None:
    assert isinstance(device_reader(), TalkBack)
    assert not TalkBack().listens()
    assert not NoReader().listens()


def test_every_thing_is_told_with_its_name_its_place_and_its_state(device: Device, reader: TalkBack) -> None:
    heading = told(device, 1)
    assert heading["setContentDescription"] == "Perlen für Zoë 🎲"
    assert heading["setHeading"] == 1
    button = told(device, 3)
    assert button["setClassName"] == "android.widget.Button"
    assert (button["setSelected"], button["setEnabled"], button["setClickable"]) == (True, True, True)
    box = button["setBoundsInScreen"]
    assert (box.left, box.top, box.right, box.bottom) == (40, 200, 500, 320)
    assert told(device, 4)["setEnabled"] == 0
    switch = told(device, 5)
    assert (switch["setCheckable"], switch["setChecked"], switch["setVisibleToUser"]) == (True, True, False)


def test_the_screen_holds_what_has_no_other_parent(device: Device, reader: TalkBack) -> None:
    before = len(device.calls())
    device.provider().createAccessibilityNodeInfo(-1)
    children = [call.given[1] for call in device.calls()[before:] if call.method.endswith(".addChild")]
    assert children == [1, 2]


def test_old_android_knows_no_headings(device: Device, reader: TalkBack) -> None:
    device.switch_on(27)
    assert "setHeading" not in told(device, 1)


def test_what_can_be_done_is_offered_and_asked_of_the_app(device: Device, reader: TalkBack) -> None:
    provider = device.provider()
    assert [actions(device, number) for number in (1, 2, 3, 4)] == [1, 2, 2, 1]
    assert provider.performAction(3, CLICK, None)
    assert provider.performAction(2, SCROLL_FORWARD, None)
    assert not provider.performAction(4, CLICK, None), "what is disabled"
    assert not provider.performAction(1, CLICK, None), "what is only read"
    assert not provider.performAction(99, CLICK, None), "what is gone"
    assert list(reader.asked()) == [(3, "tap"), (2, "scroll on")]
    assert list(reader.asked()) == []


def test_the_reader_rests_on_one_thing_and_what_is_out_of_sight_is_brought(
    device: Device, reader: TalkBack
) -> None:
    provider = device.provider()
    assert provider.performAction(5, FOCUS, None)
    assert not provider.performAction(5, FOCUS, None), "it rests there already"
    assert told(device, 5)["setAccessibilityFocused"] == 1
    assert list(reader.asked()) == [(5, "show")]
    assert provider.performAction(5, CLEAR_FOCUS, None)
    assert told(device, 5)["setAccessibilityFocused"] == 0


def test_a_finger_that_explores_hears_the_innermost_thing(device: Device, reader: TalkBack) -> None:
    before = len(device.calls())
    assert Stage.hover(100, 250)
    heard = [call for call in device.calls()[before:] if call.method.endswith("AccessibilityEvent.obtain")]
    assert [call.given for call in heard] == [(128,)], "TYPE_VIEW_HOVER_ENTER"
    sources = [call.given[1] for call in device.calls()[before:] if call.method.endswith(".setSource")]
    assert sources == [3]


def test_what_is_gone_is_no_longer_told(device: Device, reader: TalkBack) -> None:
    reader.show(HEARD[:1])
    assert device.provider().createAccessibilityNodeInfo(3) is None
    reader.show(())
    assert device.provider().createAccessibilityNodeInfo(1) is None


def test_a_word_is_said_whole(device: Device, reader: TalkBack) -> None:
    reader.say("Ada gewinnt 🏆")
    (said,) = device.calls("announceForAccessibility")
    assert said.given == ("Ada gewinnt 🏆",)


def test_before_there_is_a_surface_nothing_breaks(device: Device) -> None:
    device.listens_by_touch(surface=False)
    reader = TalkBack()
    reader.show(HEARD)
    reader.say("Ada")
    assert list(reader.asked()) == []
    autoclass("java.lang.System").gc()
