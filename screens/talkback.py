"""The tree of names, given to the reader of the screen, and what it asks for, done as by a finger."""

from __future__ import annotations

from itertools import count
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input import MotionEvent
from kivy.uix.scrollview import ScrollView

from phone import talkback
from phone.talkback import Heard, Reader
from screens import semantics
from screens.semantics import Node

STATES = {
    semantics.SELECTED: talkback.SELECTED,
    semantics.TICKED: talkback.TICKED,
    semantics.UNTICKED: talkback.UNTICKED,
    semantics.DISABLED: talkback.DISABLED,
    semantics.FOCUSED: talkback.FOCUSED,
}
ACTIONS = {
    semantics.TAP: talkback.TAP,
    semantics.SCROLL_ON: talkback.SCROLL_ON,
    semantics.SCROLL_BACK: talkback.SCROLL_BACK,
}
OFTEN = 0.1
"""Seconds between two snapshots while somebody listens."""
STEP = 0.8
"""Of what is in view, so much is scrolled on at once."""
FINGERS = count(1)


class Finger(MotionEvent):
    """Touches the glass once and lifts again."""

    def depack(self, args: tuple[float, float]) -> None:
        self.is_touch, self.profile = True, ["pos"]
        self.sx, self.sy = args
        super().depack(args)


def tap_at(x: float, y: float) -> None:
    width, height = Window.size
    finger = Finger("talkback", next(FINGERS), (x / width, y / height), is_touch=True, type_id="touch")
    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)


class ReadAloud:
    """Asks once in a while whether somebody listens, and only then looks often."""

    def __init__(self, reader: Reader, root: Any) -> None:
        self._reader, self._root = reader, root
        self._numbers: dict[tuple[int, int], int] = {}
        self._nodes: dict[int, Node] = {}
        self._shown: tuple[Heard, ...] = ()
        self._looking: Any = None

    def listen(self) -> None:
        if self._looking is None and self._reader.listens():
            self._looking = Clock.schedule_interval(self._look, OFTEN)
        elif self._looking is not None and not self._reader.listens():
            self.stop()

    def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        self._looking, self._shown, self._nodes = None, (), {}

    @property
    def is_heard(self) -> bool:
        return self._looking is not None

    def say(self, sentence: str) -> None:
        self._reader.say(sentence)

    def _look(self, *_: object) -> None:
        for number, action in self._reader.asked():
            if node := self._nodes.get(number):
                self._do(node, action)
        self._nodes = {}
        heard = tuple(self._told(child, 0) for child in semantics.screen(self._root).children)
        flat = tuple(each for told in heard for each in told)
        if flat != self._shown:
            self._shown = flat
            self._reader.show(flat)

    def _told(self, node: Node, parent: int) -> list[Heard]:
        number = self._number(node)
        self._nodes[number] = node
        seen = semantics.in_view(node)
        left, bottom, width, height = seen or node.box
        top = Window.height - bottom - height
        states = sum(STATES.get(state, 0) for state in node.states) | (0 if seen else talkback.HIDDEN)
        actions = sum(ACTIONS[action] for action in node.actions)
        place = round(left), round(top), round(left + width), round(top + height)
        told = [Heard(number, parent, *place, states, actions, node.role, node.name)]
        for child in node.children:
            told += self._told(child, number)
        return told

    def _number(self, node: Node) -> int:
        """The same thing keeps its number, so that the reader stays where it is."""
        key = (node.widget.uid, node.part)
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def _do(self, node: Node, action: str) -> None:
        match action:
            case "scroll on" | "scroll back":
                scroll(node.widget, 1 if action == "scroll on" else -1)
            case "tap" if seen := semantics.in_view(node):
                left, bottom, width, height = seen
                tap_at(left + width / 2, bottom + height / 2)
            case "tap":
                bring(node)
                Clock.schedule_once(lambda _passed: self._tap_if_seen(node), OFTEN)
            case "show":
                bring(node)

    def _tap_if_seen(self, node: Node) -> None:
        now = next((each for each in self._nodes.values() if self._number(each) == self._number(node)), node)
        if semantics.in_view(now):
            self._do(now, "tap")


def scroll(view: ScrollView, way: int) -> None:
    content = view.children[0]
    if view.do_scroll_y:
        spare = content.height - view.height
        view.scroll_y = min(1.0, max(0.0, view.scroll_y - way * STEP * view.height / max(1, spare)))
    else:
        spare = content.width - view.width
        view.scroll_x = min(1.0, max(0.0, view.scroll_x + way * STEP * view.width / max(1, spare)))


def bring(node: Node) -> None:
    for parent in semantics.parents(node.widget):
        if isinstance(parent, ScrollView):
            parent.scroll_to(node.widget, animate=False)
