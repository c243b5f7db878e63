"""How far the status bar, the notch and the gesture bar reach into the window, in pixels."""

from __future__ import annotations

from typing import NamedTuple

from kivy.utils import platform

from phone.java import android_activity, android_version, autoclass


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
    return android_insets()


def android_insets() -> Insets:
    """Bars and cut-out, from WindowInsets; before Android 15 they lie outside the window of such an app."""
    try:
        if android_version() < EDGE_TO_EDGE:
            return NONE
        insets = android_activity().getWindow().getDecorView().getRootWindowInsets()
        if insets is None:
            return NONE
        kind = autoclass("android.view.WindowInsets$Type")
        bars = insets.getInsets(kind.systemBars() | kind.displayCutout())
        return Insets(bars.left, bars.top, bars.right, bars.bottom)
    except Exception:
        return NONE
