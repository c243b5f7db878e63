"""A session once more: the table as it lay after any of its moves, and how everybody stood.

All tables are played through once, when one comes here; a finger on the strip only chooses among them, and
however fast it moves, a frame shows one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)

from scoring import Refusal
from screens import kv
from screens.games import FACES
from screens.games.parts import Course, Line, Panel
from screens.record.timeline import Told, courses, tables_of, told_moves
from screens.running import the_app
from screens.theme import theme
from screens.translator import _
from screens.widgets.layout import Page, Stack
from screens.widgets.timeline import Mark
from screens.words.messages import name_of
from screens.words.telling import elapsed, short, signed


def value_at(line: Line, moment: int) -> float | None:
    """The number as it was after so many moves; None before there was one."""
    place = bisect_right(line.points, moment, key=lambda point: point[0])
    return line.points[place - 1][1] if place else None


class RaceRow(Stack):
    """Somebody, how many they had, and a bar against the most that anybody ever had."""

    name = StringProperty("")
    value = StringProperty("")
    share = NumericProperty(0)
    colour = ColorProperty((0, 0, 0, 1))


class Still(Stack):
    """To be looked at: no touch reaches what is in it."""

    def on_touch_down(self, _touch: Any) -> bool:
        return False


class ReplayPage(Page):
    game = StringProperty("")
    title = StringProperty("")
    session = StringProperty("")
    names = ListProperty([])
    moment = NumericProperty(0)
    last = NumericProperty(0)
    """How many moves there are."""
    where = StringProperty("")
    who = StringProperty("")
    told = StringProperty("")
    race = StringProperty("")
    """What is counted beside the table."""
    lost = BooleanProperty(False)
    mending = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._panels: dict[str, Panel] = {}
        self._tables: list[Any] = []
        self._moves: list[Told] = []
        self._courses: list[Course] = []
        self._course = 0
        self._range = 0.0, 1.0
        self._show_soon = Clock.create_trigger(self._show, -1)
        self.fbind("moment", self._show_soon)

    # -- Coming --------------------------------------------------------------------------------------------

    def arrive(self, session: str = "", moment: int | None = None, **_given: Any) -> None:
        try:
            document = the_app().cupboard.get(session)
        except (KeyError, Refusal, OSError):
            self.lost = True
            return
        self.lost, self.session = False, session
        self.game, self.title = document["game"], name_of(document)
        the_app().seat(document["players"])
        self.names = [short(player["name"]) for player in document["players"]]
        self._tables = tables_of(document)
        self._moves = told_moves(document, self._tables, self.names)
        self._courses = courses(document, self._tables, self.names)
        self.last = len(self._moves)
        self.ids.strip.marks = [Mark(theme.players[move.seat % len(theme.players)]) for move in self._moves]
        self._seat()
        self._choose_course(0)
        self.moment = self.last if moment is None else min(moment, self.last)
        self._show()

    def refresh(self) -> None:
        if self.session and self._tables:
            self.arrive(self.session, int(self.moment))

    def _seat(self) -> None:
        panel = self._panels.get(self.game)
        if panel is None:
            panel = self._panels[self.game] = FACES[self.game].table.PANEL()
        panel.host, panel.table = self, None
        panel.begin(self._tables[-1])
        self.panel = panel
        self.ids.panel.clear_widgets()
        self.ids.panel.add_widget(panel.pads)
        self.ids.panel.add_widget(panel)

    # -- What is shown -------------------------------------------------------------------------------------

    def look_at(self, moment: int) -> None:
        self.moment = max(0, min(self.last, moment))

    def _show(self, *_passed: object) -> None:
        if not self._tables:
            return
        moment = int(self.moment)
        self.ids.strip.moment = moment
        self.where = _("Move {n} of {all}").format(n=moment, all=int(self.last))
        if moment:
            move = self._moves[moment - 1]
            self.who = " · ".join((self.names[move.seat], elapsed(move.seconds)))
            self.told = move.text
        else:
            self.who, self.told = _("Before the first move"), ""
        table = self._tables[moment]
        self.panel.table = table
        self.panel.show(table)
        self._show_race(moment)

    def choose_course(self, key: str) -> None:
        self._choose_course(int(key or 0))
        self._show_race(int(self.moment))

    def _choose_course(self, place: int) -> None:
        self._course = place
        titles = [(str(number), course.title) for number, course in enumerate(self._courses)]
        self.ids.courses.options = titles if len(titles) > 1 else []
        self.ids.courses.value = str(place)
        self.race = titles[0][1] if len(titles) == 1 else ""
        box = self.ids.race
        box.clear_widgets()
        if not self._courses:
            return
        lines = self._courses[place].lines
        values = [0.0, *(value for line in lines for _index, value in line.points)]
        self._range = min(values), max(values)
        for line in lines:
            colour = theme.accents[self.game] if line.seat is None else theme.players[line.seat]
            box.add_widget(RaceRow(name=line.name, colour=colour))

    def _show_race(self, moment: int) -> None:
        if not self._courses:
            return
        low, high = self._range
        lines = self._courses[self._course].lines
        for row, line in zip(reversed(self.ids.race.children), lines, strict=True):
            value = value_at(line, moment)
            row.value = "–" if value is None else signed(value if value % 1 else int(value))
            row.share = 0 if value is None or high == low else (value - low) / (high - low)

    # -- What the panel may ask: nothing is played here ----------------------------------------------------

    @property
    def tables(self) -> Sequence[Any]:
        return self._tables[: int(self.moment) + 1]

    def play(self, _move: Mapping[str, Any]) -> bool:
        return False

    def explain(
        self,
        _reason: Any,
        _move: Mapping[str, Any] | None = None,
        _happened: Callable[[], object] | None = None,
    ) -> None:
        pass

    def why_not(self, _move: Mapping[str, Any]) -> Any:
        return None

    def offer(self, _text: str, _action: str, _instead: Mapping[str, Any]) -> None:
        pass

    def look_again(self) -> None:
        pass


kv.load(__name__)
