"""How far the status bar, the notch and the gesture bar reach into the window, in pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.utils import platform


class Insets(NamedTuple):
    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


NONE = Insets()


def device_insets() -> Insets:
    if platform != "android":
        return NONE
    return android_insets(_autoclass)


def _autoclass(name: str) -> Any:
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    return autoclass(name)


def android_insets(autoclass: Callable[[str], Any]) -> Insets:
    """Bars and cut-out from WindowInsets (API 30 and later), or the older system window insets."""
    try:
        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        insets = activity.getWindow().getDecorView().getRootWindowInsets()
        if insets is None:
            return NONE
        if autoclass("android.os.Build$VERSION").SDK_INT >= 30:
            kind = autoclass("android.view.WindowInsets$Type")
            bars = insets.getInsets(kind.systemBars() | kind.displayCutout())
            return Insets(bars.left, bars.top, bars.right, bars.bottom)
        return Insets(
            insets.getSystemWindowInsetLeft(),
            insets.getSystemWindowInsetTop(),
            insets.getSystemWindowInsetRight(),
            insets.getSystemWindowInsetBottom(),
        )
    except Exception:
        return NONE
