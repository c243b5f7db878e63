"""All fingers on the glass, and one is chosen. With a mouse, clicks put fingers down or lift them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from phone.haptics import CONFIRM
from screens import kv
from screens.running import the_app
from screens.theme import PLAYER_COLOURS, theme
from screens.translator import _, ngettext
from screens.widgets.overlays import Overlay
from screens.words.people import Person
from screens.words.telling import short

STILL = 2.0
"""Seconds without a change before one is chosen."""
FEWEST = 2
REACH = 60
"""Dp around a mouse finger in which a click takes it up again."""


class Ring(Widget):
    """What a finger sees around itself."""

    colour = ColorProperty((0, 0, 0, 1))
    radius = NumericProperty("52dp")
    filled = NumericProperty(0)
    patience = NumericProperty(0)
    """From 0 to 1, how much of the waiting is over."""
    middle = ListProperty([0, 0])


class Fingers(Overlay):
    people = ListProperty([])
    game = StringProperty("")
    chosen = ObjectProperty(None, allownone=True)
    asking = BooleanProperty(False)
    headline = StringProperty("")
    hint = StringProperty("")

    def __init__(
        self,
        people: Sequence[Person],
        done: Callable[[str], object],
        rng: random.Random | None = None,
        **kwargs: Any,
    ) -> None:
        self._done = done
        self._rng = rng or random.Random()
        self._rings: dict[Any, Ring] = {}
        self._waited = 0.0
        self._waiting = Clock.schedule_interval(self._wait, 0)
        super().__init__(people=list(people), **kwargs)
        self._say()

    @property
    def rings(self) -> tuple[Ring, ...]:
        return tuple(self._rings.values())

    def on_close(self) -> None:
        self._waiting.cancel()

    # -- Fingers -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.asking or self.ids.close.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if touch.is_mouse_scrolling or self.chosen:
            return True
        if touch.device == "mouse":
            self._click(touch)
        else:
            touch.grab(self)
            self.put_down(touch.uid, touch.pos)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and touch.uid in self._rings:
            self._rings[touch.uid].middle = touch.pos
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._take_up(touch.uid)
        return super().on_touch_up(touch)

    def _click(self, touch: Any) -> None:
        for finger, ring in self._rings.items():
            if hypot(ring.middle[0] - touch.x, ring.middle[1] - touch.y) < dp(REACH):
                self._take_up(finger)
                return
        self.put_down(touch.uid, touch.pos)

    def put_down(self, finger: Any, pos: tuple[float, float]) -> None:
        used = [ring.colour for ring in self.rings]
        colours = [list(colour) for colour in PLAYER_COLOURS.values()]
        free = next((colour for colour in colours if colour not in used), colours[len(used) % len(colours)])
        ring = Ring(middle=pos, colour=free)
        self._rings[finger] = ring
        self.ids.glass.add_widget(ring)
        if theme.quick:
            radius, ring.radius = ring.radius, ring.radius * 0.4
            Animation(radius=radius, duration=theme.gentle, transition="out_back").start(ring)
        the_app().buzz()
        self._changed()

    def _take_up(self, finger: Any) -> None:
        if self.chosen or finger not in self._rings:
            return
        self.ids.glass.remove_widget(self._rings.pop(finger))
        self._changed()

    def _changed(self) -> None:
        self._waited = 0.0
        for ring in self.rings:
            ring.patience = 0
        self._say()

    # -- The choice ----------------------------------------------------------------------------------------

    def _wait(self, passed: float) -> None:
        if self.chosen or len(self._rings) < FEWEST:
            return
        self._waited += passed
        for ring in self.rings:
            ring.patience = min(1.0, self._waited / STILL)
        if self._waited >= STILL:
            self._choose()

    def _choose(self) -> None:
        self.chosen = self._rng.choice(self.rings)
        the_app().buzz(CONFIRM)
        for ring in self.rings:
            ring.patience = 0
            if ring is not self.chosen:
                self.ids.glass.remove_widget(ring)
        if theme.gentle:
            Animation(radius=dp(92), filled=1, duration=theme.gentle * 2, transition="out_back").start(
                self.chosen
            )
        else:
            self.chosen.radius, self.chosen.filled = dp(92), 1
        self._ask()

    def _ask(self) -> None:
        """The glass knows the finger, the people know whose it is."""
        self.asking = True
        self._say()
        for person in self.people:
            chip = Factory.Chip(text=short(person.name), key=person.id, game=self.game)
            chip.bind(on_release=lambda chip: self._answer(chip.key))
            self.ids.names.add_widget(chip)

    def _answer(self, player: str) -> None:
        self.close()
        self._done(player)

    def again(self) -> None:
        self.ids.names.clear_widgets()
        self.ids.glass.clear_widgets()
        self._rings = {}
        self.chosen, self.asking = None, False
        self._changed()

    # -- Saying --------------------------------------------------------------------------------------------

    def _say(self) -> None:
        count = len(self._rings)
        if self.asking:
            self.headline, self.hint = _("Whose finger is it?"), _("Tap the name of whoever was chosen.")
        elif not count:
            self.headline = _("All fingers on the screen")
            self.hint = _("Everybody puts one finger down and keeps it there.")
        else:
            self.headline = ngettext("{n} finger", "{n} fingers", count).format(n=count)
            self.hint = _("Hold still: one of you is about to be chosen.") if count > 1 else _("Who else?")


kv.load(__name__)
