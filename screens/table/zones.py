"""Where everything at a table has its place: the same one as long as the window and the letters are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout

from screens.widgets.buttons import Pressable
from screens.widgets.layout import Scroll

WIDEST = 720
BESIDE = 700
"""From this width on, the state of the table and the pads stand side by side."""
LEAST_STATE = 96
"""With less room than this above the pads, the state of the table is folded away behind a handle."""
HANDLE = 48


class Place(NamedTuple):
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Needs:
    """The heights of what has one of its own, and how high the pads would like to be."""

    bar: float
    turn: float
    notice: float
    ribbon: float
    pads: float
    foot: float
    gap: float


Places = dict[str, Place]


def arrange(width: float, height: float, needs: Needs, broad: bool, unfolded: bool) -> Places:
    """A place for each zone. Nothing in it depends on whose turn it is, or on what there is to say."""
    found, middle = (_beside if broad else _below)(width, height, needs)
    return found | _in_the_middle(middle, needs, unfolded)


def _below(width: float, height: float, needs: Needs) -> tuple[Places, Place]:
    """One below the other; what is touched comes last, near the thumb."""
    margin = max(needs.gap * 2, (width - dp(WIDEST)) / 2)
    within = width - 2 * margin
    found = {"bar": Place(0, height - needs.bar, width, needs.bar)}
    top = height - needs.bar
    for name, zone in (("turn", needs.turn), ("notice", needs.notice), ("ribbon", needs.ribbon)):
        top -= zone
        found[name] = Place(margin, top, within, zone)
        top -= needs.gap
    found["foot"] = Place(0, 0, width, needs.foot)
    return found, Place(0, needs.foot, width, max(0, top - needs.foot))


def _beside(width: float, height: float, needs: Needs) -> tuple[Places, Place]:
    """Whose turn it is fills one side, from top to bottom."""
    side = min(dp(480), max(dp(260), width * 0.36))
    margin = needs.gap * 2
    rest = width - side
    low = needs.foot + needs.gap
    found = {
        "bar": Place(0, height - needs.bar, side, needs.bar),
        "notice": Place(margin, low, side - margin, needs.notice),
        "foot": Place(0, 0, side, needs.foot),
        "ribbon": Place(side + margin, height - needs.ribbon - needs.gap, rest - 2 * margin, needs.ribbon),
    }
    low += needs.notice + needs.gap
    found["turn"] = Place(margin, low, side - margin, height - needs.bar - low)
    return found, Place(side, 0, rest, height - needs.ribbon - 2 * needs.gap)


def _in_the_middle(room: Place, needs: Needs, unfolded: bool) -> Places:
    """The state of the table above the pads or beside them; else it covers them while it is unfolded."""
    x, y, width, height = room
    none = Place(x, y, width, 0)
    if width >= dp(BESIDE):
        half = width / 2
        return {"state": Place(x, y, half, height), "pads": Place(x + half, y, half, height), "handle": none}
    pads = min(needs.pads, height)
    if height - pads >= dp(LEAST_STATE):
        state = Place(x, y + pads, width, height - pads)
        return {"state": state, "pads": Place(x, y, width, pads), "handle": none}
    rest = max(0, height - dp(HANDLE))
    handle = Place(x, y + rest, width, dp(HANDLE))
    if unfolded:
        return {"state": Place(x, y, width, rest), "pads": none, "handle": handle}
    return {"state": none, "pads": Place(x, y, width, min(pads, rest)), "handle": handle}


class PadZone(Scroll):
    """Where the pads stand. It scrolls only in a window that cannot hold them; otherwise a finger on a pad is
    a finger on that pad, with no need to wait and see whether it will be a swipe."""

    wanted = NumericProperty(0)
    booked: Pressable | None = None
    """The pad that has just played a move, until the frame that shows the next name is on the glass."""
    _pressed: Pressable | None = None

    def on_touch_down(self, touch: Any) -> Any:
        if self._is_meant_for_the_turn_before(touch):
            return True
        used = self._let_through(touch)
        pressed = [held() for held in touch.grab_list if isinstance(held(), Pressable)]
        self._pressed = pressed[0] if pressed else None
        return used

    def _let_through(self, touch: Any) -> Any:
        if self.collide_point(*touch.pos) and self.viewport_size[1] <= self.height:
            return self.simulate_touch_down(touch)
        return super().on_touch_down(touch)

    def wait_for_the_frame(self) -> None:
        """A move has been played: whoever touches the same pad before it is to be seen has touched twice."""
        self.booked = self._pressed
        Clock.schedule_once(self._next_frame)

    def _next_frame(self, *_: object) -> None:
        """The frame is on the glass; what was touched before that is still to be handed on in this one."""
        Clock.schedule_once(self._is_seen, -1)

    def _is_seen(self, *_: object) -> None:
        self.booked = None

    def _is_meant_for_the_turn_before(self, touch: Any) -> bool:
        pad = self.booked
        return pad is not None and pad.collide_point(*pad.to_widget(*self.to_window(*touch.pos)))


class Handle(Pressable, BoxLayout):
    """Unfolds the state of the table over the pads, and folds it away again."""

    name = "handle"
    icon = StringProperty("")
    text = StringProperty("")


class Zones(Layout):
    broad = BooleanProperty(False)
    gap = NumericProperty("8dp")
    unfolded = BooleanProperty(False)
    """Whether the state of the table covers the pads, where there is no room for both."""
    bar = ObjectProperty(None)
    turn = ObjectProperty(None)
    notice = ObjectProperty(None)
    ribbon = ObjectProperty(None)
    state = ObjectProperty(None)
    pads = ObjectProperty(None)
    handle = ObjectProperty(None)
    foot = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for name in ("pos", "size", "broad", "gap", "unfolded"):
            self.fbind(name, self._trigger_layout)
        self.pads.fbind("wanted", self._trigger_layout)

    def do_layout(self, *_: object) -> None:
        needs = Needs(
            bar=self.bar.height,
            turn=self.turn.least,
            notice=self.notice.least,
            ribbon=self.ribbon.height,
            pads=self.pads.wanted,
            foot=self.foot.height,
            gap=self.gap,
        )
        places = arrange(self.width, self.height, needs, self.broad, self.unfolded)
        for name, place in places.items():
            zone = getattr(self, name)
            zone.pos = self.x + place.x, self.y + place.y
            zone.size = place.width, place.height
