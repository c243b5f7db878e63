"""Typing words: a name, a search."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from screens import kv


class FieldInput(TextInput):
    longest = NumericProperty(60)

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        room = max(0, int(self.longest) - len(self.text))
        super().insert_text(substring.replace("\n", " ")[:room], from_undo=from_undo)


class TextField(BoxLayout):
    """A field with a hint, an optional icon and a line that says what is wrong. Enter sends on_submit."""

    text = StringProperty("")
    hint = StringProperty("")
    icon = StringProperty("")
    problem = StringProperty("")
    longest = NumericProperty(60)
    field = ObjectProperty(None)
    focused = BooleanProperty(False)
    __events__ = ("on_submit",)

    def on_submit(self, *_: Any) -> None:
        pass

    def focus(self) -> None:
        self.field.focus = True


kv.load(__name__)
