"""Buttons: one main action per screen, quieter ones beside it."""

from __future__ import annotations

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from screens import kv
from screens.widgets.shapes import RoundBox
from screens.widgets.text import Text, glyph, unbroken_size


class Pressable(ButtonBehavior):
    """Shades itself under the finger, and only then: a shape that nobody sees is drawn all the same."""

    radius = NumericProperty(0)
    shade = ColorProperty((0, 0, 0, 1))
    depth = NumericProperty(0.10)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("state", self._shade)

    def _shade(self, *_: object) -> None:
        self.canvas.after.remove_group("shade")
        if self.state == "down" and not self.disabled:
            self.canvas.after.add(Color(*self.shade[:3], self.depth, group="shade"))
            self.canvas.after.add(RoundBox(pos=self.pos, size=self.size, radius=self.radius, group="shade"))


class ButtonBase(Pressable, AnchorLayout):
    text = StringProperty("")
    icon = StringProperty("")
    game = StringProperty("")
    spoken = StringProperty("")
    bold = BooleanProperty(True)
    fill = ColorProperty((0, 0, 0, 0))
    outline = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((0, 0, 0, 1))
    hug = BooleanProperty(False)
    """As wide as its text, instead of as wide as its place."""
    content_width = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("hug", "content_width"):
            self.fbind(name, self._hug)
        self._hug()

    @staticmethod
    def unbroken(text: str, largest: float, room: float, bold: bool) -> float:
        return unbroken_size(text, largest, dp(12), room, "Roboto", bold)

    def _hug(self, *_: object) -> None:
        if self.hug:
            self.size_hint_x = None
            self.width = self.content_width + self.padding[0] + self.padding[2]


class PrimaryButton(ButtonBase):
    """The main action, in the accent of the game."""


class SecondaryButton(ButtonBase):
    """Outlined, beside or instead of the main action."""


class GhostButton(ButtonBase):
    """Text alone."""


class DangerButton(ButtonBase):
    """For what takes something away."""


class ToolKey(Pressable, BoxLayout):
    """One of several tools side by side: a sign, and below it what it does in a word."""

    icon = StringProperty("")
    text = StringProperty("")


class IconButton(Pressable, Text):
    icon = StringProperty("")
    name = StringProperty("")
    """What it does, in a word: an icon says nothing to a test."""
    spoken = StringProperty("")
    """What a voice says in its place, where that word alone would not do."""
    game = StringProperty("")

    def on_icon(self, *_: object) -> None:
        self.text = glyph(self.icon)


kv.load(__name__)
