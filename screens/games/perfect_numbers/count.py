"""Counting Perfect Numbers: the cards of each score pile, or the closings that made them."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from scoring.perfect_numbers.rules import BONUS
from screens.games.parts import Calculator, Entry, read
from screens.games.rows import fill_rows
from screens.running import the_app
from screens.translator import _, ngettext
from screens.widgets.overlays import BottomSheet
from screens.widgets.tiles import Tile

MOST_POINTS = 999
NUMBERS = range(2, 8)


def closing_points(number: int, joker: bool) -> int:
    return number if joker else number + BONUS.get(number, 0)


class PerfectNumbersCount(Calculator):
    seat = NumericProperty(0)
    long_numbers = True

    def show(self, page: int) -> None:
        self.seat = page
        fill_rows(self.ids.rows, self.entries(), self.host)

    def entries(self) -> list[Entry]:
        hint = _("one point per card")
        return [Entry(("seats", int(self.seat), "points"), _("Score pile"), hint, "", "", MOST_POINTS)]

    def refresh(self) -> None:
        for row in self.ids.rows.children:
            row.value = read(self.host.sheet, row.entry.path)
            row.points = str(int(row.value))
            row.active = True

    def count_closings(self) -> None:
        name = self.host.names[int(self.seat)]
        ClosingSheet(title=_("Rows that {name} closed").format(name=name), done=self._take).open()

    def _take(self, points: int) -> None:
        """Whatever stood there before can be had back."""
        entry = self.entries()[0]
        before, name = read(self.host.sheet, entry.path), self.host.names[int(self.seat)]
        self.host.enter(entry, points)
        if before not in (0, points):
            told = _("{name}: {points} instead of {before}.").format(name=name, points=points, before=before)
            the_app().snack(told, _("Undo"), lambda: self.host.enter(entry, before))


class ClosingSheet(BottomSheet):
    """Taps the numbers that closed a row; adds up their points with the bonus cards."""

    closings = ListProperty([])
    joker = BooleanProperty(False)
    points = NumericProperty(0)
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.tiles = [Tile(text=str(number), game="perfect_numbers") for number in NUMBERS]
        for tile in self.tiles:
            tile.bind(on_release=lambda tile: self.add(int(tile.text)))
            self.ids.numbers.add_widget(tile)
        self._say()

    def on_joker(self, *_: object) -> None:
        self._say()

    def add(self, number: int) -> None:
        self.closings = [*self.closings, [number, self.joker]]
        self.joker = False
        self._say()

    def undo(self) -> None:
        self.closings = self.closings[:-1]
        self._say()

    def _say(self) -> None:
        for tile in self.tiles:
            tile.secondary = f"+{closing_points(int(tile.text), self.joker)}"
        self.points = sum(closing_points(number, joker) for number, joker in self.closings)
        rows = len(self.closings)
        self.ids.so_far.text = ngettext(
            "{n} row closed: {points} points", "{n} rows closed: {points} points", rows
        ).format(n=rows, points=int(self.points))

    def accept(self) -> None:
        self.close()
        self.done(int(self.points))


CALCULATOR = PerfectNumbersCount
