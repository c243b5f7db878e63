"""Buttons: one main action per screen, quieter ones beside it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from screens import kv
from screens.widgets.text import glyph


class Pressable(ButtonBehavior):
    """Shades itself under the finger."""

    radius = NumericProperty(0)
    shade = ColorProperty((0, 0, 0, 1))


class ButtonBase(Pressable, AnchorLayout):
    text = StringProperty("")
    icon = StringProperty("")
    game = StringProperty("")
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


class IconButton(Pressable, Label):
    icon = StringProperty("")
    name = StringProperty("")
    """What it does, in a word: an icon says nothing to a test."""
    game = StringProperty("")

    def on_icon(self, *_: object) -> None:
        self.text = glyph(self.icon)


kv.load(__name__)
