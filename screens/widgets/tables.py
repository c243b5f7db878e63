"""A table of short cells with one marked row, such as the set-up numbers with the current player count."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from screens import kv
from screens.widgets.surfaces import Card
from screens.widgets.text import Fit


class TableCell(Fit):
    strong = BooleanProperty(False)
    quiet = BooleanProperty(False)


class TableRow(BoxLayout):
    marked = BooleanProperty(False)
    first = BooleanProperty(False)
    game = StringProperty("")


class DataTable(Card):
    """`heads` and `rows` hold plain text; `marked` is the row that stands out, -1 for none.

    `weights` gives the columns their share of the width; the first column is aligned to the left.
    """

    heads = ListProperty([])
    rows = ListProperty([])
    weights = ListProperty([])
    marked = NumericProperty(-1)
    game = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._build_soon = Clock.create_trigger(self._build, -1)
        super().__init__(**kwargs)
        for name in ("heads", "rows", "weights", "marked", "game"):
            self.fbind(name, self._build_soon)
        self._build()

    def _build(self, *_: object) -> None:
        self.clear_widgets()
        if self.heads:
            self.add_widget(self._row(self.heads, head=True))
        for place, cells in enumerate(self.rows):
            self.add_widget(
                self._row(cells, marked=place == self.marked, first=place == 0 and not self.heads)
            )

    def _row(
        self, cells: list[str], head: bool = False, marked: bool = False, first: bool = False
    ) -> TableRow:
        row = TableRow(marked=marked, game=self.game, first=first or head)
        for place, text in enumerate(cells):
            row.add_widget(
                TableCell(
                    text=text,
                    strong=marked or head,
                    quiet=head,
                    halign="left" if place == 0 else "center",
                    size_hint_x=self.weights[place] if place < len(self.weights) else 1,
                )
            )
        return row


kv.load(__name__)
