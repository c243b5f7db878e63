"""A table that is being kept must not fall asleep between two turns."""

from __future__ import annotations

from kivy.core.window import Window


def keep_awake(awake: bool) -> None:
    Window.allow_screensaver = not awake
