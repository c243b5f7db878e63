"""Dead widgets are swept out while nobody touches the glass.

Widgets are nothing but circles of references, so only Python's collector finds the dead ones. It knows
nothing of fingers: left alone it looks through a million objects in the midst of a tap, or, told to do so
rarely, hardly ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window

if TYPE_CHECKING:
    from kivy.app import App

LOOK = 1
"""Seconds from one look at the glass to the next."""
STEPS = ((3, 0), (4, 1), (8, 2))
"""After so many seconds without a touch, so old a generation: first what is new, and everything at last."""
EVERYTHING = 2
GROWN = 0.2
"""By which share there must be more objects than there were, before all of them are looked through."""
LEAST = 50_000
"""So many must have come in any case."""
TOO_MANY = 250_000
"""New objects that are swept between two touches, where nobody ever rests."""
LET_GO = 60
"""Seconds without any touch after which a finger is gone, even if nobody has said that it was lifted."""


class Sweeper:
    def __init__(
        self, seconds: Callable[[], float] = monotonic, collect: Callable[[int], int] = gc.collect
    ) -> None:
        self._seconds, self._collect = seconds, collect
        self._fingers: set[object] = set()
        self._touched = seconds()
        self._steps = list(STEPS)
        self._kept = 0
        self._grown = LEAST

    def start(self, app: App) -> None:
        """From here on until the app stops, nobody else sweeps."""
        gc.disable()
        self._looking = Clock.schedule_interval(self.look, LOOK)
        Window.bind(**self._events())
        app.fbind("on_stop", self.stop)  # which also holds it: a clock and a window only know it

    def stop(self, *_: object) -> None:
        self._looking.cancel()
        Window.unbind(**self._events())
        gc.enable()

    def _events(self) -> dict[str, Callable[..., None]]:
        return {
            "on_touch_down": self._put_down,
            "on_touch_move": self._stir,
            "on_touch_up": self._lift,
            "on_key_down": self._stir,
            "on_textinput": self._stir,
        }

    def _put_down(self, _window: object, touch: Any) -> None:
        self._fingers.add(touch.uid)
        self._stir()

    def _lift(self, _window: object, touch: Any) -> None:
        self._fingers.discard(touch.uid)
        self._stir()

    def _stir(self, *_: object) -> None:
        self._touched = self._seconds()
        self._steps = list(STEPS)

    def look(self, *_: object) -> None:
        quiet = self._seconds() - self._touched
        if self._fingers and quiet < LET_GO:
            return
        if gc.get_count()[0] > TOO_MANY:
            self._steps = list(STEPS)
            self._sweep(STEPS[0][1])
        elif self._steps and quiet >= self._steps[0][0]:
            _seconds, generation = self._steps[0]
            if not self._sweep(generation):
                del self._steps[0]

    def _sweep(self, generation: int) -> bool:
        """Says whether it is worth doing the same again: what a widget had been followed by dies after it."""
        if generation == EVERYTHING and self._grown < max(LEAST, GROWN * self._kept):
            return False
        self._grown += gc.get_count()[0]
        found = self._collect(generation)
        if generation < EVERYTHING:
            self._grown -= found
            return False
        self._kept = len(gc.get_objects())
        self._grown = LEAST + int(GROWN * self._kept) if found > LEAST else 0
        return self._grown > 0
