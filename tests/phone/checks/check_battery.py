"""What is left in the battery, asked through plyer."""

from __future__ import annotations

import pytest

from phone.battery import device_battery
from tests.phone.android import Device, Stage

CHARGING, DISCHARGING, FULL = 2, 3, 5


@pytest.mark.parametrize(
    ("state", "level", "left"), [(DISCHARGING, 15, 15), (CHARGING, 15, None), (FULL, 100, None)]
)
def test_the_phone_says_what_is_left_while_it_is_not_charged(
    device: Device, state: int, level: int, left: int | None
) -> None:
    Stage.battery(state, level)
    assert device_battery() == left
    (asked,) = device.calls("registerReceiver")
    assert asked.given[0] is None, "nothing is to be called back"
