"""How much is left in the battery, where somebody can say."""

from __future__ import annotations

from collections.abc import Callable

from kivy.utils import platform

Battery = Callable[[], int | None]
"""In per cent; None while it is being charged, and where there is none."""


def plyers_battery() -> int | None:
    try:
        from plyer import battery  # noqa: PLC0415 - only where there is one

        told = battery.status
        return None if told["isCharging"] or told["percentage"] is None else round(told["percentage"])
    except Exception:
        return None


def device_battery() -> int | None:
    """A desktop says it in its own corner."""
    return plyers_battery() if platform in ("android", "ios") else None
