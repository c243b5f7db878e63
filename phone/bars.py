"""The system's own bars above and below the app: they take the colour of the paper."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.utils import platform

from phone.java import android_activity, autoclass

SIGNED = 1 << 31


def paint_bars(paper: Sequence[float], dark: bool) -> None:
    """`paper` is red, green and blue from nought to one."""
    if platform == "android":
        paint_android_bars(paper, dark)


def paint_android_bars(paper: Sequence[float], dark: bool) -> None:
    try:
        autoclass("tableside.Bars").paint(android_activity(), java_colour(paper), dark)
    except Exception:
        return


def java_colour(paper: Sequence[float]) -> int:
    """Opaque, as Java counts colours: a number with a sign."""
    red, green, blue = (round(255 * part) for part in paper[:3])
    colour = 0xFF000000 | red << 16 | green << 8 | blue
    return colour - 2 * SIGNED if colour >= SIGNED else colour
