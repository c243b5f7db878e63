"""What is on the glass, for those who listen: given to the device’s reader, which asks for taps in return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from kivy.utils import platform

from phone.java import android_activity, autoclass, java_string

SELECTED, TICKED, UNTICKED, DISABLED, FOCUSED, HIDDEN = 1, 2, 4, 8, 16, 32
TAP, SCROLL_ON, SCROLL_BACK = 1, 2, 4
FIELDS, ROWS = "\x1f", "\x1e"


class Heard(NamedTuple):
    """One thing on the glass; places count from the upper left, in pixels. Parent nought is the screen."""

    number: int
    parent: int
    left: int
    top: int
    right: int
    bottom: int
    states: int
    actions: int
    role: str
    name: str


class Reader(Protocol):
    def listens(self) -> bool:
        """Whether somebody explores the screen by touch, and hears what is there."""

    def show(self, heard: Sequence[Heard]) -> None: ...

    def asked(self) -> Iterator[tuple[int, str]]:
        """What is wanted since the last time: a number, and "tap", "scroll on", "scroll back" or "show"."""

    def say(self, sentence: str) -> None: ...


class NoReader:
    """A desktop's reader knows no Kivy."""

    def listens(self) -> bool:
        return False

    def show(self, heard: Sequence[Heard]) -> None:
        pass

    def asked(self) -> Iterator[tuple[int, str]]:
        return iter(())

    def say(self, sentence: str) -> None:
        pass


class TalkBack:
    """Android's, through a small Java class of ours: only Java can answer what it asks of a view."""

    def __init__(self) -> None:
        self._screen: Any = None

    def listens(self) -> bool:
        try:
            return bool(autoclass("tableside.SpokenScreen").isListening(android_activity()))
        except Exception:
            return False

    def show(self, heard: Sequence[Heard]) -> None:
        if screen := self._attached():
            screen.show(java_string(ROWS.join(FIELDS.join(map(str, each)) for each in heard)))

    def asked(self) -> Iterator[tuple[int, str]]:
        while (screen := self._attached()) and (wanted := screen.next()):
            number, _space, action = str(wanted).partition(" ")
            yield int(number), action

    def say(self, sentence: str) -> None:
        if screen := self._attached():
            screen.say(java_string(sentence))

    def _attached(self) -> Any:
        if self._screen is None:
            surface = autoclass("org.kivy.android.PythonActivity").getSurface()
            self._screen = autoclass("tableside.SpokenScreen").over(android_activity(), surface)
        return self._screen


def device_reader() -> Reader:
    return TalkBack() if platform == "android" else NoReader()
