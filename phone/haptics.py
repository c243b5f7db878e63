"""A short buzz under the thumb, where the device has one."""

from __future__ import annotations

from typing import Protocol

from kivy.utils import platform

TICK, CONFIRM, WARN = 0.03, 0.04, 0.08
"""Seconds. A motor needs about twenty milliseconds to start: what is over sooner nobody feels."""


class Haptics(Protocol):
    def buzz(self, seconds: float) -> None: ...


class Silent:
    """Desktops do not buzz; `felt` remembers what a hand would have felt."""

    def __init__(self) -> None:
        self.felt: list[float] = []

    def buzz(self, seconds: float) -> None:
        self.felt = [*self.felt[-9:], seconds]


class Vibrator:
    """The phone's motor, through plyer. A phone without one, or one that refuses, stays silent."""

    def __init__(self) -> None:
        from plyer import vibrator  # noqa: PLC0415 - only where there is a motor

        self._vibrator = vibrator

    def buzz(self, seconds: float) -> None:
        try:
            self._vibrator.vibrate(time=seconds)
        except Exception:
            return


def device_haptics() -> Haptics:
    return Vibrator() if platform in ("android", "ios") else Silent()
