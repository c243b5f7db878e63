"""What comes over a screen: a dialog, a sheet from the bottom, a snackbar. The back key closes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from screens import kv
from screens.running import the_app
from screens.theme import theme


class Overlay(FloatLayout):
    """Covers the window, dims it, and lets no touch through. Touching beside the panel closes it."""

    shown = NumericProperty(0)
    closable = BooleanProperty(True)
    panel = ObjectProperty(None, allownone=True)
    __events__: tuple[str, ...] = ("on_close",)

    def open(self) -> None:
        the_app().root.show_overlay(self)
        self._slide(1)

    def close(self, *_: object) -> None:
        if self.parent:
            the_app().root.hide_overlay(self)
            self.dispatch("on_close")

    def back(self) -> None:
        if self.closable:
            self.close()

    def on_close(self) -> None:
        pass

    def on_touch_down(self, touch: Any) -> bool:
        if self.panel is not None and not self.panel.collide_point(*touch.pos):
            self.back()
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True

    def _slide(self, goal: float) -> None:
        if theme.gentle:
            Animation(shown=goal, duration=theme.gentle, transition="out_cubic").start(self)
        else:
            self.shown = goal


class Dialog(Overlay):
    """A question: title, text, and buttons as (text, kind, what it does) from quiet to loud.

    kind: primary, secondary, ghost, danger.
    """

    title = StringProperty("")
    text = StringProperty("")
    buttons = ListProperty([])

    def on_kv_post(self, _base: object) -> None:
        self.fbind("buttons", self._lay_out_buttons)
        self._lay_out_buttons()

    def _lay_out_buttons(self, *_: object) -> None:
        self.ids.buttons.clear_widgets()
        for text, kind, action in self.buttons:
            button = Factory.get(f"{kind.capitalize()}Button")(text=text)
            button.bind(on_release=lambda _button, action=action: self._answer(action))
            self.ids.buttons.add_widget(button)

    def _answer(self, action: Callable[[], object] | None) -> None:
        self.close()
        if action:
            action()


class BottomSheet(Overlay):
    """A panel from the bottom edge; widgets added to it go into its column."""

    title = StringProperty("")

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        if "column" in self.ids:
            self.ids.column.add_widget(widget, *args, **kwargs)
        else:
            super().add_widget(widget, *args, **kwargs)


MOST_FOR_THE_ACTION = 0.6
"""Of the width of a snackbar."""


class Snackbar(BoxLayout):
    """A passing word at the bottom, with one thing that can be done about it."""

    text = StringProperty("")
    action_text = StringProperty("")
    seconds = NumericProperty(6)
    place = ListProperty([])
    """Left, bottom and width of what the page lets it cover; otherwise it stands above a footer."""
    goes_along = BooleanProperty(False)
    """Said on the way to another page, and belongs to that one."""

    def __init__(self, action: Callable[[], object] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.action.fbind("width", self._stack)
        self._action = action
        self._leave = Clock.schedule_once(self.close, self.seconds)

    def _stack(self, button: Any, wide: float) -> None:
        """What can be done goes below where it would leave too little room for what is said."""
        if button.hug and wide > MOST_FOR_THE_ACTION * self.width:
            self.orientation, button.hug, button.size_hint_x = "vertical", False, 1

    def act(self) -> None:
        self.close()
        if self._action:
            self._action()

    def close(self, *_: object) -> None:
        self._leave.cancel()
        if self.parent:
            self.parent.remove_widget(self)


kv.load(__name__)
