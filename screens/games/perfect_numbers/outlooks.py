"""Perfect Numbers: choices that say what comes of them."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from screens import kv
from screens.games.perfect_numbers.choices import Choice
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card as Sheet

ICONS = {"perfect": "star", "higher": "arrow-up", "lower": "arrow-down", "gift": "arrow-right", "plain": ""}


class OutlookRow(Pressable, Sheet):
    """A choice with what comes of it."""

    title = StringProperty("")
    told = StringProperty("")
    gain = StringProperty("")
    kind = StringProperty("plain")
    icon = StringProperty("")
    blocked = BooleanProperty(False)
    further = BooleanProperty(False)
    choice = ObjectProperty(None, allownone=True)

    def on_choice(self, *_: object) -> None:
        choice = self.choice
        self.title, self.told, self.gain, self.kind = choice.title, choice.told, choice.gain, choice.kind
        self.icon = ICONS[choice.kind]
        self.blocked = choice.reason is not None
        self.further = bool(choice.further)


class Outlooks(Stack):
    """A list of choices that keeps its rows and says them anew."""

    take = ObjectProperty(None)

    def show(self, choices: Sequence[Choice]) -> None:
        while len(self.children) > len(choices):
            self.remove_widget(self.children[0])
        while len(self.children) < len(choices):
            row = OutlookRow()
            row.bind(on_release=lambda row: self.take(row.choice))
            self.add_widget(row)
        for row, choice in zip(reversed(self.children), choices, strict=True):
            row.choice = choice


class OutlookSheet(BottomSheet):
    """Further choices of one choice."""

    caption = StringProperty("")
    choices = ObjectProperty(())
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.ids.choices.take = self._take
        self.ids.choices.show(self.choices)

    def _take(self, choice: Choice) -> None:
        self.close()
        self.done(choice)


kv.load(__name__)
