"""Typing words: a name, a search."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from phone.keyboard import NAME, TEXT
from screens import kv
from screens.running import the_app
from screens.widgets.text import natural_size

PATH = "path"


class FieldInput(TextInput):
    longest = NumericProperty(60)
    holds = StringProperty(TEXT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(focus=self._tell_keyboard)

    @staticmethod
    def letters(hint: str, largest: float, room: float) -> float:
        """So large that the hint is seen whole, until somebody types."""
        wide = natural_size(hint, largest, "Roboto", False)[0]
        return max(min(largest, dp(12)), largest * min(1, room / wide)) if wide else largest

    def _tell_keyboard(self, _field: object, focused: bool) -> None:
        if focused and self.holds in (NAME, TEXT):
            the_app().keyboard.expect(self.holds)

    def on_touch_down(self, touch: Any) -> bool:
        is_waiting: bool = self.property("focus").get(self)
        if is_waiting and self.collide_point(*touch.pos) and the_app().keyboard.is_away():
            self.focus = False  # with the focus the keyboard comes back
        return bool(super().on_touch_down(touch))

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        room = max(0, int(self.longest) - len(self.text))
        typed = substring if self.multiline else substring.replace("\n", " ")
        super().insert_text(typed[:room], from_undo=from_undo)


class TextField(BoxLayout):
    """A field with a hint, an optional icon and a line that says what is wrong. Enter sends on_submit."""

    text = StringProperty("")
    hint = StringProperty("")
    icon = StringProperty("")
    problem = StringProperty("")
    longest = NumericProperty(60)
    lines = NumericProperty(1)
    """At least so many; from two on, Enter begins another one."""
    holds = OptionProperty(TEXT, options=[NAME, TEXT, PATH])
    """What the keyboard is to expect."""
    field = ObjectProperty(None)
    focused = BooleanProperty(False)
    was_typing = BooleanProperty(False)
    """When the finger came down on the cross."""
    __events__ = ("on_submit",)

    def on_submit(self, *_: Any) -> None:
        pass

    def focus(self) -> None:
        self.field.focus = True

    def clear(self) -> None:
        """Whoever was typing goes on typing: a touch beside the field would send the keyboard away."""
        self.field.text = ""
        if self.was_typing:
            Clock.schedule_once(lambda _passed: self.focus())


kv.load(__name__)
