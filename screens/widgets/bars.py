"""Points as bars: the podium of a result, and where each player's points came from."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import readable_on


class PodiumBar(BoxLayout):
    """One player: the higher the total, the higher the bar; the winner's in the accent of the game."""

    name = StringProperty("")
    total = StringProperty("")
    place = StringProperty("")
    share = NumericProperty(0)
    first = BooleanProperty(False)
    game = StringProperty("")
    fill = ColorProperty((0, 0, 0, 1))
    readable_on = staticmethod(readable_on)


class StackedBar(Widget):
    """Parts side by side on a common scale: gains to the right of nought, losses to its left."""

    parts = ListProperty([])
    """(points, colour) pairs."""
    low = NumericProperty(0)
    high = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, parts=self._draw, low=self._draw, high=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        unit = self.width / max(1, self.high - self.low)
        nought = self.x - self.low * unit
        right, left = nought, nought
        with self.canvas:
            for points, colour in self.parts:
                long = abs(points) * unit
                if points < 0:
                    left -= long
                start = left if points < 0 else right
                Color(*colour)
                SmoothRoundedRectangle(
                    pos=(start, self.y), size=(max(0, long - dp(1)), self.height), radius=[dp(4)]
                )
                if points > 0:
                    right += long


kv.load(__name__)
