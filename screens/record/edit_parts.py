"""What the editor of a play is made of: the sheets that ask for a day and a time, and its rows."""

from __future__ import annotations

from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, DictProperty, NumericProperty, ObjectProperty, StringProperty

from scoring import BOXES
from screens import kv
from screens.games import FACES
from screens.games.plan import Habit
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Segmented
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card, PressRow
from screens.words.telling import listed, short

# -- Sheets -----------------------------------------------------------------------------------------------


class DaySheet(BottomSheet):
    """Any day, whether there was a play on it or not."""

    counts = DictProperty({})
    chosen = StringProperty("")
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.ids.calendar.show(self.counts, (self.chosen, self.chosen))

    def choose(self, day: str) -> None:
        self.close()
        self.done(day)


class BeginningSheet(BottomSheet):
    """Hours and minutes; closing it, however that happens, takes them over."""

    hours = NumericProperty(0)
    minutes = NumericProperty(0)
    game = StringProperty("")
    done = ObjectProperty(None)

    def on_close(self) -> None:
        self.done(f"{int(self.ids.hours.value):02}:{int(self.ids.minutes.value):02}")


# -- Rows -------------------------------------------------------------------------------------------------


class PlaySeat(Pressable, Card):
    """Somebody and their points: a touch fills them in, or says who it was where a sheet has the points."""

    person = StringProperty("")
    colour = StringProperty("")
    game = StringProperty("")
    points = StringProperty("")
    seat = NumericProperty(0)
    active = BooleanProperty(False)
    bound = BooleanProperty(False)
    __events__ = ("on_remove", "on_sign")

    def __init__(self, **kwargs: Any) -> None:
        self._sign = Factory.SignKey()
        self._sign.bind(on_release=lambda _key: self.dispatch("on_sign"))
        super().__init__(**kwargs)

    def on_active(self, *_: object) -> None:
        """Points below nought are rare: what turns them stands only where the pad is."""
        self.remove_widget(self._sign)
        if self.active:
            self.add_widget(self._sign, index=1 + (not self.bound))

    def on_bound(self, *_: object) -> None:
        self.remove_widget(self.ids.away.__self__)

    def on_remove(self) -> None:
        pass

    def on_sign(self) -> None:
        pass


class HabitRow(PressRow):
    """A group that comes back, with what it played last, where and how."""

    def __init__(self, habit: Habit, **kwargs: Any) -> None:
        self.habit = habit
        names = [short(person.name) for person in habit.people]
        told = FACES[habit.game].setup.told(habit.options, names)
        super().__init__(
            text=listed(names),
            secondary=" · ".join(filter(None, (habit.name, habit.place, *told))),
            icon="account-group",
            game=habit.game,
            chevron=False,
            **kwargs,
        )


class VariantRow(Stack):
    """An option of the group and what it can be."""

    text = StringProperty("")
    __events__ = ("on_choose",)

    def __init__(self, game: str, option: str, chosen: object, **kwargs: Any) -> None:
        self.option = option
        variant, kept = FACES[game].words.USUAL[option], BOXES[game].usual[option]
        value = FACES[game].setup.DEFAULTS.get(option, False) if chosen is None else chosen
        super().__init__(text=_(variant.name), **kwargs)
        switch = Segmented(
            options=[(name, _(text)) for name, text in variant.choices.items()],
            value=next((name for name, stands_for in kept.items() if stands_for == value), ""),
            game=game,
        )
        switch.bind(value=lambda _switch, name: self.dispatch("on_choose", kept[name]))
        self.add_widget(switch)

    def on_choose(self, value: object) -> None:
        pass


kv.load(__name__)
