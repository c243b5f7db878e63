"""Time as the tests have it: part of a second passes with every frame, and none between two.

A press is as long, a fling as fast and an animation as far as its frames say, on any machine, however busy.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

import kivy.effects.kinetic
import kivy.effects.scroll
import kivy.input.motionevent
import kivy.uix.behaviors.button
from kivy.clock import Clock

EVENING = datetime(2026, 11, 18, 20, 14, tzinfo=timezone(timedelta(hours=1)))
"""When every test begins."""

FRAMES_IN_A_SECOND = 64
"""A power of two, so that as many frames are exactly one second."""


class Watch:
    def __init__(self) -> None:
        self.ticks = self.first = math.ceil(Clock.time()) * FRAMES_IN_A_SECOND

    def time(self) -> float:
        return self.ticks / FRAMES_IN_A_SECOND

    def set(self) -> None:
        """It is evening again."""
        self.first = self.ticks

    def now(self) -> datetime:
        return EVENING + timedelta(seconds=(self.ticks - self.first) / FRAMES_IN_A_SECOND)

    def put_on(self) -> None:
        """Whatever of Kivy's looks at a watch looks at this one."""
        tick = Clock.tick

        def tick_once() -> None:
            self.ticks += 1
            tick()

        Clock.tick, Clock.time = tick_once, self.time
        for module in (
            kivy.effects.kinetic,
            kivy.effects.scroll,
            kivy.input.motionevent,
            kivy.uix.behaviors.button,
        ):
            module.time = self.time


watch = Watch()
watch.put_on()
