"""What a seat enters, drawn from the rules: steppers, yes or no, choices, kinds and pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from scoring.own.asked import LARGEST_NUMBER, MOST_VALUES, Ask
from screens import kv
from screens.widgets.choices import Chip, ToggleRow
from screens.widgets.layout import Stack

Row = dict[str, Any]


class NumberRow(BoxLayout):
    """A name and a number."""

    text = StringProperty("")
    value = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(LARGEST_NUMBER)
    changed = ObjectProperty(None)

    def set(self, value: float) -> None:
        if int(value) != self.value:
            self.value = int(value)
            self.changed(int(value))


class ChoiceRow(Stack):
    """A name and chips, of which one is chosen or none."""

    text = StringProperty("")
    options = ListProperty([])
    value = StringProperty("")
    changed = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for option in self.options:
            chip = Chip(text=option, key=option, game="own", selected=option == self.value)
            chip.bind(on_release=self._choose)
            self.ids.chips.add_widget(chip)

    def _choose(self, chosen: Chip) -> None:
        self.value = "" if chosen.key == self.value else chosen.key
        for chip in self.ids.chips.children:
            chip.selected = chip.key == self.value
        self.changed(self.value)


class PairRow(BoxLayout):
    """Two numbers that belong together, and a way to take them out."""

    names = ListProperty(["", ""])
    first = NumericProperty(0)
    second = NumericProperty(0)
    changed = ObjectProperty(None)
    removed = ObjectProperty(None)

    def set(self, first: float, second: float) -> None:
        if (int(first), int(second)) != (self.first, self.second):
            self.first, self.second = int(first), int(second)
            self.changed([int(first), int(second)])


class PairsRow(Stack):
    text = StringProperty("")


class SeatInputs(Stack):
    """Everything that is asked of one seat; `changed` is called with its answers after every change."""

    def __init__(self, changed: Callable[[Row], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._changed = changed
        self._row: Row = {}

    def show(self, asks: Sequence[Ask], row: Row) -> None:
        self.clear_widgets()
        self._row = dict(row)
        for ask in asks:
            for widget in self._widgets(ask):
                self.add_widget(widget)

    def _put(self, name: str, value: Any) -> None:
        """What is nought is as good as not entered."""
        self._row = {key: kept for key, kept in self._row.items() if key != name}
        if value:
            self._row[name] = value
        self._changed(dict(self._row))

    def _widgets(self, ask: Ask) -> list[Any]:
        value = self._row.get(ask.name)
        if ask.sort == "yes":
            toggle = ToggleRow(text=ask.name, game="own", active=bool(value))
            toggle.bind(active=lambda _row, active: self._put(ask.name, active))
            return [toggle]
        if ask.sort == "one":
            change = partial(self._put, ask.name)
            return [ChoiceRow(text=ask.name, options=ask.names, value=value or "", changed=change)]
        if ask.sort == "of":
            return [self._kind(ask, kind) for kind in ask.names]
        if ask.sort == "pairs":
            return [self._pairs(ask)]
        low = -LARGEST_NUMBER if ask.sort == "points" else 0
        return [NumberRow(text=ask.name, value=value or 0, low=low, changed=partial(self._put, ask.name))]

    def _kind(self, ask: Ask, kind: str) -> NumberRow:
        def put(number: int) -> None:
            kinds = {**self._row.get(ask.name, {}), kind: number}
            self._put(ask.name, {name: n for name, n in kinds.items() if n})

        value = self._row.get(ask.name, {}).get(kind, 0)
        return NumberRow(text=f"{ask.name} · {kind}", value=value, changed=put)

    # -- Pairs ---------------------------------------------------------------------------------------------

    def _pairs(self, ask: Ask) -> PairsRow:
        box = PairsRow(text=ask.name)
        box.ids.more.bind(on_release=lambda _button: self._one_more(ask, box))
        self._fill_pairs(ask, box)
        return box

    def _known(self, ask: Ask) -> list[list[int]]:
        return [list(pair) for pair in self._row.get(ask.name, [])]

    def _one_more(self, ask: Ask, box: PairsRow) -> None:
        if len(self._known(ask)) < MOST_VALUES:
            self._put(ask.name, [*self._known(ask), [1, 1]])
            self._fill_pairs(ask, box)

    def _fill_pairs(self, ask: Ask, box: PairsRow) -> None:
        box.ids.pairs.clear_widgets()
        for at, (first, second) in enumerate(self._known(ask)):
            row = PairRow(
                names=ask.names,
                first=first,
                second=second,
                changed=partial(self._set_pair, ask, at),
                removed=partial(self._drop_pair, ask, box, at),
            )
            box.ids.pairs.add_widget(row)

    def _set_pair(self, ask: Ask, at: int, pair: list[int]) -> None:
        known = self._known(ask)
        known[at] = pair
        self._put(ask.name, known)

    def _drop_pair(self, ask: Ask, box: PairsRow, at: int) -> None:
        known = self._known(ask)
        del known[at]
        self._put(ask.name, known)
        self._fill_pairs(ask, box)


kv.load(__name__)
