"""Stands for pyjnius on a phone: density 2.625, large text, a notch, Dutch, at night."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

DENSITY, TEXT_SCALE = 2.625, 1.3
NOTCH, GESTURES = round(48 * DENSITY), round(24 * DENSITY)
SDK = 36

buzzed: list[int] = []

_bars = SimpleNamespace(left=0, top=NOTCH, right=0, bottom=GESTURES)
_view = SimpleNamespace(getRootWindowInsets=lambda: SimpleNamespace(getInsets=lambda _kinds: _bars))
_locales = SimpleNamespace(size=lambda: 1, get=lambda _: SimpleNamespace(toLanguageTag=lambda: "nl-BE"))
_configuration = SimpleNamespace(uiMode=33, fontScale=TEXT_SCALE, getLocales=lambda: _locales)
_vibrator = SimpleNamespace(vibrate=buzzed.append)

activity = SimpleNamespace(
    getWindow=lambda: SimpleNamespace(getDecorView=lambda: _view),
    getResources=lambda: SimpleNamespace(getConfiguration=lambda: _configuration),
    getFilesDir=lambda: SimpleNamespace(getAbsolutePath=lambda: os.environ["PHONE_FILES"]),
    getSystemService=lambda _name: _vibrator,
    moveTaskToBack=lambda _even_if_not_root: True,
    changeKeyboard=lambda _kind: None,
)

CLASSES: dict[str, Any] = {
    "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=activity),
    "org.renpy.android.PythonActivity": SimpleNamespace(mActivity=activity),
    "org.renpy.android.Hardware": SimpleNamespace(
        getDPI=lambda: 420, metrics=SimpleNamespace(scaledDensity=DENSITY)
    ),
    "android.os.Build$VERSION": SimpleNamespace(SDK_INT=SDK),
    "android.view.WindowInsets$Type": SimpleNamespace(systemBars=lambda: 7, displayCutout=lambda: 128),
    "android.content.res.Configuration": SimpleNamespace(UI_MODE_NIGHT_MASK=48, UI_MODE_NIGHT_YES=32),
    "android.content.Context": SimpleNamespace(VIBRATOR_SERVICE="vibrator"),
    "android.os.VibrationEffect": SimpleNamespace(
        createOneShot=lambda milliseconds, _strength: milliseconds, DEFAULT_AMPLITUDE=-1
    ),
}


def autoclass(name: str) -> Any:
    return CLASSES[name]


def cast(_kind: str, thing: Any) -> Any:
    return thing
