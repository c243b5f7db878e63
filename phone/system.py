"""What the device prefers: dark or light, which language, how large text and everything else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from kivy.utils import platform

from phone.java import android_activity, autoclass


class Wishes(NamedTuple):
    dark: bool | None = None
    """None where the platform does not tell."""
    languages: tuple[str, ...] = ()
    text_scale: float | None = None
    """What Kivy's metrics are to be read anew for."""
    density: int | None = None


def device_wishes() -> Wishes:
    if platform == "android":
        return android_wishes()
    return desktop_wishes(os.environ)


def android_wishes() -> Wishes:
    try:
        configuration = android_activity().getResources().getConfiguration()
        constants = autoclass("android.content.res.Configuration")
        night = configuration.uiMode & constants.UI_MODE_NIGHT_MASK
        locales = configuration.getLocales()
        languages = tuple(locales.get(place).toLanguageTag() for place in range(locales.size()))
        return Wishes(
            night == constants.UI_MODE_NIGHT_YES,
            languages,
            round(configuration.fontScale, 3),
            configuration.densityDpi,
        )
    except Exception:
        return Wishes()


def desktop_wishes(environment: Mapping[str, str]) -> Wishes:
    """GTK_THEME=…:dark is the one place where a Linux desktop says it without asking a daemon."""
    theme = environment.get("GTK_THEME", "")
    spoken = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    wished = environment.get("LANGUAGE") or spoken
    languages = tuple(code for code in wished.split(":") if code and code.split(".")[0] not in ("C", "POSIX"))
    return Wishes(theme.lower().endswith(":dark") if theme else None, languages)
