"""A row that is touched, held, or swiped to the left."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty

from screens.theme import theme
from screens.widgets.buttons import Pressable

HELD = 0.5
SWIPE = dp(12)
"""From here on a finger is moving, not resting."""
FAR_ENOUGH = 0.3
"""Of the width of a row, and it counts when the finger is lifted."""


class Swipeable(Pressable):
    slide = NumericProperty(0)
    __events__ = ("on_hold", "on_swipe")

    def __init__(self, **kwargs: Any) -> None:
        self._holding = Clock.create_trigger(self._hold, HELD)
        self._used = False
        super().__init__(**kwargs)

    def on_hold(self) -> None:
        pass

    def on_swipe(self) -> None:
        pass

    def on_touch_down(self, touch: Any) -> bool:
        used = bool(super().on_touch_down(touch))
        if used and touch.grab_current is not self and self.collide_point(*touch.pos):
            self._used = False
            self._holding()
            self._follow(touch)
        return used

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._follow(touch)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        self._holding.cancel()
        self._follow(touch)
        far, used, self._used = -self.slide > FAR_ENOUGH * self.width, self._used, False
        if used:
            touch.ungrab(self)
            self._do_release()
            self._slide_back()
            if far:
                self.dispatch("on_swipe")
            return True
        return bool(super().on_touch_up(touch))

    def _follow(self, touch: Any) -> None:
        across, along = touch.x - touch.ox, touch.y - touch.oy
        if max(abs(across), abs(along)) > SWIPE:
            self._holding.cancel()
            self._used = True
            self.state = "normal"
            self.slide = min(0, across)

    def _slide_back(self) -> None:
        from kivy.animation import Animation  # noqa: PLC0415 - not before the first frame

        if theme.quick and self.slide:
            Animation(slide=0, duration=theme.quick, transition="out_quad").start(self)
        else:
            self.slide = 0

    def _hold(self, *_: object) -> None:
        self._used = True
        self.dispatch("on_hold")
