"""The four rooms of the app: along the bottom of a phone, along the side of anything wider."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from screens import kv
from screens.widgets.buttons import Pressable


class NavigationItem(Pressable, BoxLayout):
    key = StringProperty("")
    icon = StringProperty("")
    text = StringProperty("")
    selected = BooleanProperty(False)


class NavigationBar(BoxLayout):
    """`rail` stands it up along the left side; on_choose tells the key of the room."""

    rail = BooleanProperty(False)
    current = StringProperty("")
    padding_for_safety = ListProperty([0, 0, 0, 0])
    __events__ = ("on_choose",)

    def choose(self, key: str) -> None:
        self.dispatch("on_choose", key)

    def on_choose(self, *_: Any) -> None:
        pass


kv.load(__name__)
