"""Tab, Enter and the space bar, for those who sit at a keyboard. Loaded with the first Tab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.core.window import Window
from kivy.graphics import Color, Line
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from screens.theme import theme
from screens.widgets.buttons import Pressable

PRESS_SECONDS = 0.1


def pressables(widget: Widget) -> Iterator[Pressable]:
    """What can be pressed within this widget, in reading order; what is hidden hides what is in it."""
    if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
        return
    if isinstance(widget, Pressable) and not widget.disabled:
        yield widget
    for child in reversed(widget.children):
        yield from pressables(child)


def leaf(within: Widget, share: float) -> bool:
    """Moves what scrolls, by so much of what is in view; False where nothing does, or a field is typed in."""
    shown = [widget for widget in within.walk(restrict=True) if is_in_view(widget)]
    if any(isinstance(widget, TextInput) and widget.focus for widget in shown):
        return False
    tall = [view for view in shown if isinstance(view, ScrollView) and view.do_scroll_y and _hidden(view) > 0]
    if not tall:
        return False
    view = max(tall, key=lambda view: view.width * view.height)
    view.scroll_y = min(1.0, max(0.0, view.scroll_y - share * view.height / _hidden(view)))
    return True


def is_in_view(widget: Widget) -> bool:
    return bool(widget.opacity and widget.width > 0 and widget.height > 0)


def _hidden(view: ScrollView) -> float:
    return float(view.viewport_size[1] - view.height)


class Cursor:
    """Where the keyboard is: a ring around one thing that can be pressed."""

    def __init__(self) -> None:
        self._at: Any = None

    def move(self, within: Widget, step: int) -> None:
        found = list(pressables(within))
        if not found:
            return
        place = found.index(self._at) + step if self._at in found else (0 if step > 0 else -1)
        self._leave()
        self._at = found[place % len(found)]
        self._at.bind(pos=self._draw, size=self._draw)
        self._draw()
        _reveal(self._at)

    def press(self, within: Widget) -> bool:
        """False when the ring is around nothing that is shown."""
        if self._at not in list(pressables(within)):
            self._leave()
            return False
        self._at.trigger_action(PRESS_SECONDS)
        return True

    def _leave(self) -> None:
        if self._at is not None:
            self._at.unbind(pos=self._draw, size=self._draw)
            self._at.canvas.after.remove_group("cursor")
            self._at = None

    def _draw(self, *_: object) -> None:
        after, (x, y), (width, height) = self._at.canvas.after, self._at.pos, self._at.size
        after.remove_group("cursor")
        after.add(Color(*theme.ink, group="cursor"))
        ring = (x + dp(1), y + dp(1), width - dp(2), height - dp(2), min(dp(14), height / 2))
        after.add(Line(rounded_rectangle=ring, width=dp(1.6), group="cursor"))


def _reveal(widget: Widget) -> None:
    parent = widget.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, ScrollView) and parent.children:
            parent.scroll_to(widget, padding=dp(20), animate=False)
        parent = parent.parent
