"""The calendar of play days, and the sheets that choose a day, a period or one of many."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from kivy.properties import (
    BooleanProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label

from screens import kv
from screens.running import the_app
from screens.translator import N_, _, date_told, heading, month_told, ngettext
from screens.widgets.choices import Chip, Chips
from screens.widgets.layout import SectionHeading, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.spoken import Part
from screens.widgets.text import Fit
from screens.words.periods import PERIODS, day_told, in_order, period, period_told
from screens.words.telling import sessions_told

SHORT_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))
MOST_CELLS = 6 * 7
MANY = 12
"""From so many on, a list of choices can be searched."""

# -- Arithmetic -------------------------------------------------------------------------------------------


def month_of(day: str) -> str:
    return day[:7]


def other_month(month: str, steps: int) -> str:
    """2026-12 and one step are 2027-01."""
    year, number = divmod(int(month[:4]) * 12 + int(month[5:7]) - 1 + steps, 12)
    return f"{year:04}-{number + 1:02}"


def days_of(month: str) -> list[str]:
    year, number = int(month[:4]), int(month[5:7])
    return [f"{month}-{day:02}" for day in range(1, monthrange(year, number)[1] + 1)]


def heading_of(month: str) -> str:
    return heading(month_told(int(month[:4]), int(month[5:7])))


def tally(days: Sequence[str]) -> dict[str, int]:
    """How many tables there were on each day; the newest day comes first."""
    found: dict[str, int] = {}
    for day in days:
        found[day] = found.get(day, 0) + 1
    return found


# -- A month ----------------------------------------------------------------------------------------------


class DayCell(Label):
    """A day of the month: up to three dots tell how many tables there were."""

    dots = NumericProperty(0)
    tables = NumericProperty(0)
    chosen = BooleanProperty(False)
    today = BooleanProperty(False)


class WeekdayCell(Fit):
    pass


class MonthDays(ButtonBehavior, GridLayout):
    """Weeks below one another, Monday first. The whole month is one place to touch. There are always six of
    them, so that the arrows above stay under the finger."""

    __events__ = ("on_day",)

    def __init__(self, **kwargs: Any) -> None:
        self.days: list[str] = []
        super().__init__(**kwargs)

    def show(self, month: str, counts: Mapping[str, int], chosen: tuple[str, str], today: str) -> None:
        self.clear_widgets()
        days = [""] * date.fromisoformat(f"{month}-01").weekday() + days_of(month)
        self.days = [*days, *[""] * (MOST_CELLS - len(days))]
        for day in self.days:
            self.add_widget(
                DayCell(
                    text=day[8:].lstrip("0"),
                    dots=min(3, counts.get(day, 0)),
                    tables=counts.get(day, 0),
                    chosen=bool(day) and bool(chosen[0]) and chosen[0] <= day <= chosen[1],
                    today=day == today,
                )
            )

    def on_release(self) -> None:
        touched = [
            day
            for day, cell in zip(self.days, reversed(self.children), strict=True)
            if day and cell.collide_point(*self.last_touch.pos)
        ]
        for day in touched:
            self.dispatch("on_day", day)

    def on_day(self, day: str) -> None:
        pass

    def spoken_parts(self) -> Iterator[Part]:
        for day, cell in zip(self.days, reversed(self.children), strict=True):
            if day:
                name = f"{day_told(day)}, {sessions_told(cell.tables)}" if cell.tables else day_told(day)
                yield Part(name, (*cell.to_window(*cell.pos), *cell.size), cell.chosen)


class MonthCalendar(Stack):
    """`counts` are the tables by day, `chosen` the first and the last day that are marked."""

    month = StringProperty("")
    title = StringProperty("")
    summary = StringProperty("")
    counts = DictProperty({})
    chosen = ListProperty(["", ""])
    anywhere = BooleanProperty(False)
    """Whether months before the first play can be turned to."""
    has_earlier = BooleanProperty(False)
    has_later = BooleanProperty(False)
    __events__ = ("on_day",)

    def on_day(self, day: str) -> None:
        pass

    def show(self, counts: Mapping[str, int], chosen: Sequence[str] = ("", ""), month: str = "") -> None:
        """Opens at this month, otherwise where it was, otherwise at the last one with a table."""
        newest = next(iter(counts), the_app().today().isoformat())
        self.counts, self.chosen = dict(counts), list(chosen)
        self.month = month or self.month or month_of(chosen[0] or newest)
        self._say()

    def turn(self, steps: int) -> None:
        self.month = other_month(self.month, steps)
        self._say()

    def go_to_year(self, year: str) -> None:
        self.month = max(month_of(day) for day in self.counts if day.startswith(year))
        self._say()

    def _say(self) -> None:
        today = the_app().today().isoformat()
        months = [month_of(today), *({month_of(day) for day in self.counts})]
        self.has_earlier = self.anywhere or self.month > min(months)
        self.has_later = self.month < max(months)
        self.title = heading_of(self.month)
        played = [day for day in days_of(self.month) if self.counts.get(day)]
        tables = sum(self.counts[day] for day in played)
        self.summary = " · ".join(
            (
                ngettext("{n} session", "{n} sessions", tables).format(n=tables),
                ngettext("{n} day of play", "{n} days of play", len(played)).format(n=len(played)),
            )
        )
        self.ids.weekdays.clear_widgets()
        for name in SHORT_WEEKDAYS:
            self.ids.weekdays.add_widget(WeekdayCell(text=_(name)))
        self.ids.days.show(self.month, self.counts, (self.chosen[0], self.chosen[1]), today)
        self._show_years()

    def _show_years(self) -> None:
        box = self.ids.years
        box.clear_widgets()
        years = sorted({day[:4] for day in self.counts}, reverse=True)
        for year in years if len(years) > 1 else []:
            chip = Chip(text=year, key=year, selected=self.month.startswith(year))
            chip.bind(on_release=lambda chip: self.go_to_year(chip.key))
            box.add_widget(chip)


# -- Sheets -----------------------------------------------------------------------------------------------


class CalendarSheet(BottomSheet):
    """Tells the day that was touched, if there was a table on it; on any other one, a play can be added."""

    empty_day = StringProperty("")
    offered = StringProperty("")

    counts = DictProperty({})
    chosen = ListProperty(["", ""])
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.ids.calendar.show(self.counts, self.chosen)

    def choose(self, day: str) -> None:
        if day in self.counts:
            self.close()
            self.done(day)
        else:
            self.empty_day = day
            self.offered = _("Add a past play on {day}").format(day=date_told(date.fromisoformat(day)))

    def add(self) -> None:
        self.close()
        the_app().go("edit", day=self.empty_day)


class PeriodSheet(BottomSheet):
    """A period with a name, or from one day to another: the first touch begins it, the second ends it."""

    counts = DictProperty({})
    chosen = ListProperty(["", ""])
    told = StringProperty("")
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self._begun = ""
        today = the_app().today()
        for name, title in PERIODS.items():
            ends = period(name, today)
            chip = Chip(text=_(title), key=name, selected=tuple(self.chosen) == ends)
            chip.bind(on_release=lambda _chip, ends=ends: self._accept(*ends))
            self.ids.names.add_widget(chip)
        self._say()

    def _say(self) -> None:
        since, until = self.chosen
        self.told = (
            _("Now tap the last day.") if self._begun else period_told(since, until, the_app().today())
        )
        self.ids.calendar.show(self.counts, self.chosen)

    def choose(self, day: str) -> None:
        if self._begun:
            self._accept(*in_order((self._begun, day)))
        else:
            self._begun = day
            self.chosen = [day, day]
            self._say()

    def _accept(self, since: str, until: str) -> None:
        self.close()
        self.done(since, until)


class OneOfSheet(BottomSheet):
    """`options` are (key, text, game); the chosen one can be let go of again."""

    options = ListProperty([])
    chosen = StringProperty("")
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        if len(self.options) < MANY:
            self.ids.column.remove_widget(self.ids.search)
        self.look()

    def look(self, *_: object) -> None:
        """Shows those that contain what was typed."""
        sought = self.ids.search.text.strip().casefold()
        box = self.ids.options
        box.clear_widgets()
        for key, text, game in self.options:
            if sought in text.casefold():
                chip = Chip(text=text, key=key, game=game, selected=key == self.chosen)
                chip.bind(on_release=lambda chip: self._accept(chip.key))
                box.add_widget(chip)

    def _accept(self, key: str) -> None:
        self.close()
        self.done("" if key == self.chosen else key)


class SeveralSheet(BottomSheet):
    """Any number of people; what was chosen is taken over once the sheet is closed, however that happens."""

    options = ListProperty([])
    chosen = ListProperty([])
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        if len(self.options) < MANY:
            self.ids.column.remove_widget(self.ids.search)
        self.look()

    def look(self, *_: object) -> None:
        sought = self.ids.search.text.strip().casefold()
        box = self.ids.options
        box.clear_widgets()
        for key, text in self.options:
            if sought in text.casefold():
                chip = Chip(text=text, key=key, selected=key in self.chosen)
                chip.bind(on_release=self._turn)
                box.add_widget(chip)

    def _turn(self, chip: Chip) -> None:
        chip.selected = not chip.selected
        others = [key for key in self.chosen if key != chip.key]
        self.chosen = [*others, chip.key] if chip.selected else others

    def on_close(self) -> None:
        self.done(list(self.chosen))


class MoreSheet(BottomSheet):
    """What else can be asked for, heading by heading; every touch counts at once."""

    offered = ListProperty([])
    """(name, heading, [(key, text)]) for each of them."""
    chosen = DictProperty({})
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for name, heading_text, options in self.offered:
            if options:
                self.ids.all.add_widget(SectionHeading(text=heading_text))
                chips = Chips()
                for key, text in options:
                    chip = Chip(text=text, key=key, selected=self.chosen.get(name) == key)
                    chip.bind(on_release=lambda chip, name=name, chips=chips: self._choose(name, chip, chips))
                    chips.add_widget(chip)
                self.ids.all.add_widget(chips)

    def _choose(self, name: str, chosen: Chip, chips: Chips) -> None:
        for chip in chips.children:
            chip.selected = chip is chosen and not chip.selected
        self.chosen[name] = chosen.key if chosen.selected else ""
        self.done(name, self.chosen[name])


kv.load(__name__)
