"""Choosing: chips, a segmented switch, tabs, toggles and the check-list row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout

from screens import kv
from screens.theme import theme
from screens.widgets.buttons import Pressable
from screens.widgets.surfaces import Card
from screens.widgets.text import natural_size, unbroken_size


class Chip(Pressable, BoxLayout):
    text = StringProperty("")
    icon = StringProperty("")
    selected = BooleanProperty(False)
    game = StringProperty("")
    key = StringProperty("")
    widest = NumericProperty("280dp")

    @staticmethod
    def on_one_line(text: str, largest: float, room: float) -> float:
        """The font size at which the text needs no ellipsis, if it is still large enough to be read."""
        width, _height = natural_size(text, largest, "Roboto", True)
        smallest: float = dp(13)
        return max(smallest, largest * min(1, room / (1.02 * width + 2)))


class Chips(StackLayout):
    """Chips side by side, as many lines as they need, and none of them wider than a line."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        self._fit()

    def on_width(self, *_: object) -> None:
        self._fit()

    def _fit(self) -> None:
        for chip in self.children:
            if isinstance(chip, Chip):
                chip.widest = max(dp(48), self.width - dp(60))


class Segment(Pressable, BoxLayout):
    text = StringProperty("")
    key = StringProperty("")
    selected = BooleanProperty(False)
    game = StringProperty("")


class Choice(BoxLayout):
    """One of a few: `options` are (key, text) pairs, `value` is the key of the chosen one."""

    options = ListProperty([])
    value = StringProperty("")
    game = StringProperty("")
    part: type[Any]
    _arrange: Callable[..., None]
    """Makes room for the words, at this width and text size."""

    def __init__(self, **kwargs: Any) -> None:
        self._build_soon = Clock.create_trigger(self._build, -1)
        super().__init__(**kwargs)
        self.fbind("options", self._build_soon)
        self.fbind("value", self._mark)
        self.fbind("game", self._mark)
        self._build()
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        self.fbind("width", self._arrange_soon)
        kv.follow(theme, self._rearrange, "text_body")

    def _build(self, *_: object) -> None:
        parts = {part.key: part for part in self.children}
        if set(parts) != {key for key, _text in self.options}:
            self.clear_widgets()
            parts = {key: self.part(key=key) for key, _text in self.options}
            for key, _text in self.options:
                parts[key].bind(on_release=self._choose)
                self.add_widget(parts[key])
        for key, text in self.options:
            parts[key].text = text
        self._mark()
        self._arrange()

    def _choose(self, part: Any) -> None:
        self.value = part.key

    def _mark(self, *_: object) -> None:
        for part in self.children:
            part.selected = part.key == self.value
            part.game = self.game

    def _rearrange(self, *_: object) -> None:
        self._arrange_soon()


class Segmented(Choice):
    """Side by side; below one another where the words are too wide for that."""

    part = Segment

    def _arrange(self, *_: object) -> None:
        if not self.options:
            return
        widest = max(natural_size(text, theme.text_body, "Roboto", True)[0] for _key, text in self.options)
        room = (self.width - dp(8)) / len(self.options)
        self.orientation = "vertical" if widest + dp(16) > room else "horizontal"


class Tab(Segment):
    pass


class TabStrip(Choice):
    """Underlined tabs across the width, all in letters of one size."""

    part = Tab
    letters = NumericProperty("16sp")

    def _arrange(self, *_: object) -> None:
        room = self.width / max(1, len(self.options)) - dp(8)
        sizes = [
            unbroken_size(text, theme.text_body, dp(12), room, "Roboto", True) for _key, text in self.options
        ]
        self.letters = min(sizes, default=theme.text_body)


class ToggleRow(Pressable, Card):
    """A sentence and a switch; the whole row is the touch target."""

    text = StringProperty("")
    secondary = StringProperty("")
    icon = StringProperty("")
    active = BooleanProperty(False)
    game = StringProperty("")
    knob = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.knob = float(self.active)

    def on_release(self) -> None:
        self.active = not self.active

    def on_active(self, *_: object) -> None:
        from kivy.animation import Animation  # noqa: PLC0415 - not before the first frame

        Animation.cancel_all(self, "knob")
        if theme.quick:
            Animation(knob=float(self.active), duration=theme.quick, transition="out_quad").start(self)
        else:
            self.knob = float(self.active)


class CheckRow(Pressable, Card):
    """A step of a check-list; the whole row ticks it."""

    text = StringProperty("")
    secondary = StringProperty("")
    done = BooleanProperty(False)
    game = StringProperty("")

    def on_release(self) -> None:
        self.done = not self.done


kv.load(__name__)
