"""Perladöra: what is left to everybody, and what the pontoons have made of the lagoon."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from screens import kv
from screens.running import the_app
from screens.theme import readable_on
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Row, Stack
from screens.widgets.surfaces import Card

PEEK = 0.3
"""Seconds of holding before a secret is shown: nobody sees it by brushing past."""


class StockRow(Pressable, Card):
    """A player and what is left to them; the values behind the screen only while a finger rests on it."""

    name = StringProperty("")
    seat = NumericProperty(0)
    line = StringProperty("")
    tokens = StringProperty("")
    secret = StringProperty("")
    peeking = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._peeked = False
        self._peek = Clock.create_trigger(self._show_secret, PEEK)
        super().__init__(**kwargs)

    def _show_secret(self, *_: object) -> None:
        self.peeking = self._peeked = True

    def on_state(self, _row: object, state: str) -> None:
        if state == "down":
            self._peeked = False
            self._peek()
        else:
            self._peek.cancel()
            self.peeking = False

    def on_release(self) -> None:
        if not self._peeked:
            text = _("For {name}’s eyes only: keep a finger on it to see the values.").format(name=self.name)
            the_app().snack(text)


class TerritoryRow(Row):
    number = NumericProperty(0)
    fill = ColorProperty((0, 0, 0, 1))
    text = StringProperty("")
    value = StringProperty("")
    secondary = StringProperty("")
    complete = BooleanProperty(False)
    readable_on = staticmethod(readable_on)


class Territories(Stack):
    """What the pontoons have made of the lagoon, and what else can be said of the board."""

    unknown = StringProperty("")


kv.load(__name__)
