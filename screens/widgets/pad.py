"""Counting fast: rows of numbers, and a pad below them that fills one after another."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from screens import kv
from screens.theme import theme
from screens.widgets.buttons import Pressable
from screens.widgets.surfaces import Card
from screens.widgets.text import natural_size, unbroken_width


class CountRow(Pressable, Card):
    """A number with its name; touch the row to fill it from the pad, or step it."""

    label = StringProperty("")
    hint = StringProperty("")
    colour = StringProperty("")
    sign = StringProperty("")
    points = StringProperty("")
    value = NumericProperty(0)
    high = NumericProperty(99)
    game = StringProperty("")
    active = BooleanProperty(False)
    tight = BooleanProperty(False)
    """Too narrow for the words beside the number."""
    words = ListProperty([])
    """What this row or another of the same stack is called: all of them lie alike."""
    entry = ObjectProperty(None)
    __events__ = ("on_number",)

    @staticmethod
    def needed(words: list[str], body: float, title: float) -> float:
        """A sign, the longest word, two digits between their keys and the points, side by side."""
        sign = max(dp(32), natural_size("MM", body, "Roboto", True)[0] + dp(12))
        word = max((unbroken_width(word, body) for word in words), default=0)
        stepper = max(dp(52), natural_size("88", title, "Roboto", True)[0] + dp(8)) + dp(100)
        return float(sign + word + stepper + dp(44) + 3 * theme.space_s + 2 * theme.space_m)

    def on_number(self, number: int) -> None:
        pass


class CountPad(GridLayout):
    """One touch per number: a digit fills the row and goes on to the next; "+10" first adds ten.

    With `long` numbers, digits are strung together and the arrow goes on.
    """

    game = StringProperty("")
    tens = NumericProperty(0)
    long = BooleanProperty(False)
    high = NumericProperty(99)
    spoken = StringProperty("")
    typed = StringProperty("")
    __events__ = ("on_number", "on_next", "on_too_many")

    def press(self, digit: int) -> None:
        typed = (self.typed + str(digit)).lstrip("0") or "0"
        number = int(typed) if self.long else int(self.tens + digit)
        self.tens = 0
        if number > self.high:
            self.dispatch("on_too_many")
            return
        self.dispatch("on_number", number)
        if self.long:
            self.typed = typed
        else:
            self.dispatch("on_next")

    def press_tens(self) -> None:
        """Ten more in the row at once; the digit that follows comes on top."""
        self.tens = self.tens + 10 if self.tens + 10 <= self.high else 0
        self.dispatch("on_number", int(self.tens))

    def rub_out(self) -> None:
        self.tens = 0
        self.typed = self.typed[:-1]
        self.dispatch("on_number", int(self.typed or 0))

    def begin(self) -> None:
        """A new row: nothing typed for it yet."""
        self.tens, self.typed = 0, ""

    def on_number(self, number: int) -> None:
        pass

    def on_next(self) -> None:
        pass

    def on_too_many(self) -> None:
        """A number above `high` was typed, and nothing changed."""


class PadButton(Pressable, BoxLayout):
    text = StringProperty("")
    icon = StringProperty("")
    name = StringProperty("")
    strong = BooleanProperty(False)
    game = StringProperty("")


kv.load(__name__)
