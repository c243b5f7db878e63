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
EDGE_TO_EDGE = 35
"""From this version of Android on, an app reaches under the bars whether it asks for that or not."""


def device_insets() -> Insets:
    if platform != "android":
        return NONE
    return android_insets(_autoclass)


def _autoclass(name: str) -> Any:
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    return autoclass(name)


def android_insets(autoclass: Callable[[str], Any]) -> Insets:
    """Bars and cut-out, from WindowInsets; before Android 15 they lie outside the window of such an app."""
    try:
        if autoclass("android.os.Build$VERSION").SDK_INT < EDGE_TO_EDGE:
            return NONE
        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        insets = activity.getWindow().getDecorView().getRootWindowInsets()
        if insets is None:
            return NONE
        kind = autoclass("android.view.WindowInsets$Type")
        bars = insets.getInsets(kind.systemBars() | kind.displayCutout())
        return Insets(bars.left, bars.top, bars.right, bars.bottom)
    except Exception:
        return NONE
