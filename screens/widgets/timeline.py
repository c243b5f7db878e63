"""A strip of moments under the thumb: one mark for each move, in the colour of whoever made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import Rgba, theme
from screens.widgets.shapes import Disc, RoundBox

FAINT = 70
"""Of 255, how much is left of the colour of what comes after the moment."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A move: the colour of whoever made it; a correction of the counts is `minor`."""

    colour: Rgba
    minor: bool = False


def moment_at(x: float, width: float, marks: int) -> int:
    """The moment under a finger: 0 is before the first move, `marks` after the last."""
    return max(0, min(marks, round(marks * x / width))) if width > 0 else marks


class Timeline(Widget):
    """Drag to a moment, or step with a touch beside the thumb. `moment` counts the moves that have been made;
    `on_moment_chosen` comes with every moment that the finger reaches, `on_let_go` once it lifts."""

    marks = ListProperty([])
    moment = NumericProperty(0)
    held = BooleanProperty(False)
    margin = NumericProperty("14dp")
    __events__ = ("on_moment_chosen", "on_let_go")

    def __init__(self, **kwargs: Any) -> None:
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "marks", "moment", "held"):
            self.fbind(name, self._draw_soon)
        theme.fbind("paper", self._draw_soon)

    def on_moment_chosen(self, moment: int) -> None:
        pass

    def on_let_go(self) -> None:
        pass

    # -- The finger ----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.marks or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.held = True
        self._reach(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._reach(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.held = False
        self.dispatch("on_let_go")
        return True

    def _reach(self, x: float) -> None:
        moment = moment_at(x - self._left, self._long, len(self.marks))
        if moment != self.moment:
            self.moment = moment
            self.dispatch("on_moment_chosen", moment)

    # -- The drawing ---------------------------------------------------------------------------------------

    @property
    def _left(self) -> float:
        return float(self.x + self.margin)

    @property
    def _long(self) -> float:
        return max(float(self.width - 2 * self.margin), 1.0)

    def _place(self, moment: float) -> float:
        return self._left + self._long * (moment / len(self.marks) if self.marks else 1)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        thumb, thick = dp(13 if self.held else 10), dp(8)
        with self.canvas:
            Color(*theme.sunken)
            RoundBox(pos=(self._left, self.center_y - thick / 2), size=(self._long, thick), radius=thick / 2)
            Color(1, 1, 1, 1)
            if self.marks:
                strip = painted(self.marks, int(self.moment))
                Rectangle(
                    pos=(self._left, self.center_y - thick / 2), size=(self._long, thick), texture=strip
                )
            for colour, radius in ((theme.ink, thumb), (theme.surface, thumb - dp(3))):
                Color(*colour)
                at = self._place(self.moment)
                Disc(pos=(at - radius, self.center_y - radius), size=(2 * radius, 2 * radius))


def painted(marks: Sequence[Mark], moment: int) -> Texture:
    """A pixel for each move, so that three hundred are drawn as fast as three; what comes later is faint."""
    whole, minor = bytearray(), bytearray()
    for number, mark in enumerate(marks):
        red, green, blue = (round(255 * part) for part in mark.colour[:3])
        pixel = bytes((red, green, blue, 255 if number < moment else FAINT))
        whole += bytes(4) if mark.minor else pixel
        minor += pixel
    texture = Texture.create(size=(len(marks), 4), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.blit_buffer(bytes(whole + minor + minor + whole), colorfmt="rgba", bufferfmt="ubyte")
    return texture


kv.load(__name__)
