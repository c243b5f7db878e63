"""A table of short cells with one marked row, such as the set-up numbers with the current player count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from screens import kv
from screens.theme import theme
from screens.widgets.surfaces import Card
from screens.widgets.text import Fit, natural_size

SMALLEST_SHARE = 0.72
"""A table may shrink its text to this; where that is not enough its rows are stacked."""
SHORT_ENTRY = 12


def text_width(text: str, font_size: float) -> float:
    """The width that a cell needs to hold this on one line."""
    margin: float = dp(4)
    return natural_size(text, font_size, "Roboto", True)[0] + margin


def share_out(room: float, narrowest: Sequence[float], natural: Sequence[float]) -> list[float]:
    """Widths for the columns: first what their words need, then their lines, and what is left for all."""
    spare = room - sum(narrowest)
    if spare <= 0:
        return list(narrowest)
    wishes = [line - word for word, line in zip(narrowest, natural, strict=True)]
    granted = min(1.0, spare / sum(wishes)) if sum(wishes) else 0.0
    left = max(0.0, spare - sum(wishes)) / len(narrowest)
    return [word + granted * wish + left for word, wish in zip(narrowest, wishes, strict=True)]


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


class StackedCell(BoxLayout):
    head = StringProperty("")
    value = StringProperty("")


class StackedRow(BoxLayout):
    title = StringProperty("")
    marked = BooleanProperty(False)
    game = StringProperty("")


class RuleTable(BoxLayout):
    """A table below its caption; where the columns are too narrow for their words, one block per row."""

    title = StringProperty("")
    game = StringProperty("")
    heads = ListProperty([])
    rows = ListProperty([])
    marked = NumericProperty(-1)
    text_body = NumericProperty(0)
    stacked = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._build_soon = Clock.create_trigger(self._build, -1)
        self._shape: tuple[Any, ...] = ()
        super().__init__(**kwargs)
        for name in ("width", "heads", "rows", "marked", "text_body"):
            self.fbind(name, self._build_soon)

    def _build(self, *_: object) -> None:
        room = self.width - 2 * theme.space_xs - 2 * theme.space_m - (len(self.heads) - 1) * theme.space_s
        narrowest, natural = self._needs()
        self.stacked = sum(narrowest) * SMALLEST_SHARE > room
        weights = share_out(room, narrowest, natural)
        shape = (self.stacked, *weights, self.marked, *self.heads, *map(tuple, self.rows))
        if shape == self._shape:
            return
        self._shape = shape
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(self._stack() if self.stacked else self._lay(weights))

    def _needs(self) -> tuple[list[float], list[float]]:
        """How wide each column must be for its longest word, and for its longest line."""
        narrowest, natural = [], []
        for head, *cells in zip(self.heads, *self.rows, strict=True):
            lines = [(line, theme.text_body) for cell in cells for line in cell.split("\n")]
            lines.append((head, theme.text_caption))
            narrowest.append(max(text_width(word, size) for line, size in lines for word in _unbroken(line)))
            natural.append(max(text_width(line, size) for line, size in lines))
        return narrowest, natural

    def _lay(self, weights: Sequence[float]) -> Any:
        return DataTable(
            heads=self.heads, rows=self.rows, weights=weights, marked=self.marked, game=self.game
        )

    def _stack(self) -> Any:
        card = Card(padding=theme.space_xs)
        for place, (first, *cells) in enumerate(self.rows):
            title = f"{self.heads[0]} {first}" if first.isdigit() else first
            row = StackedRow(title=title, marked=place == self.marked, game=self.game)
            for head, value in zip(self.heads[1:], cells, strict=True):
                row.add_widget(StackedCell(head=head, value=value))
            card.add_widget(row)
        return card


def _unbroken(line: str) -> list[str]:
    """What should stay on one line: every word, and a short entry such as "20 × red" as a whole."""
    return [line] if len(line) <= SHORT_ENTRY else line.split()


kv.load(__name__)
