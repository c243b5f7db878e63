"""The keyboard on the glass: what it expects, and whether the person has sent it away."""

from __future__ import annotations

from typing import Protocol

from kivy.utils import platform

from phone.java import android_activity, android_version, autoclass

NAME, TEXT = "name", "text"
"""What is typed: people's names begin every word with a capital, a text its sentences."""
PARTS_OF_A_KEYBOARD = 6
"""What covers more than one such part of the window at its lower edge is a keyboard."""


class Keyboard(Protocol):
    def expect(self, what: str) -> None:
        """Said once the field has the focus."""

    def is_away(self) -> bool:
        """Whether it is not there although a field waits for it: its own key hides it, and tells nobody."""


class OnTheDesk:
    """Keys that do not change and never go away."""

    def expect(self, what: str) -> None:
        pass

    def is_away(self) -> bool:
        return False


class OnTheGlass:
    """Android's, as Kivy asks for it; Kivy knows no capitals, and does not see it go."""

    def expect(self, what: str) -> None:
        try:
            kinds = autoclass("android.text.InputType")
            capitals = {NAME: kinds.TYPE_TEXT_FLAG_CAP_WORDS, TEXT: kinds.TYPE_TEXT_FLAG_CAP_SENTENCES}
            kind = kinds.TYPE_CLASS_TEXT | capitals[what]
            autoclass("org.kivy.android.PythonActivity").changeKeyboard(kind)
        except Exception:
            return

    def is_away(self) -> bool:
        try:
            view = android_activity().getWindow().getDecorView()
            if android_version() >= autoclass("android.os.Build$VERSION_CODES").R:
                return not view.getRootWindowInsets().isVisible(
                    autoclass("android.view.WindowInsets$Type").ime()
                )
            seen = autoclass("android.graphics.Rect")()
            view.getWindowVisibleDisplayFrame(seen)
            return bool(view.getHeight() - seen.bottom < view.getHeight() / PARTS_OF_A_KEYBOARD)
        except Exception:
            return False


def device_keyboard() -> Keyboard:
    return OnTheGlass() if platform == "android" else OnTheDesk()
