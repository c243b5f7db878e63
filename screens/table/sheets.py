"""What opens over the table: the menu, the log of moves, corrections, and how long everybody took."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from screens import kv
from screens.games.parts import Correction
from screens.table import moments
from screens.theme import theme
from screens.translator import _
from screens.widgets.choices import Chip, ToggleRow
from screens.widgets.layout import Row
from screens.widgets.numbers import NumberStepper
from screens.widgets.overlays import BottomSheet, Dialog
from screens.widgets.surfaces import Banner, ListRow
from screens.words.telling import elapsed


class TableSheet(BottomSheet):
    page = ObjectProperty(None)

    def then(self, action: Any) -> None:
        """Closes the sheet, then does it."""
        self.close()
        action()


class MenuSheet(TableSheet):
    def end_table(self) -> None:
        buttons = [
            (_("Go on playing"), "ghost", None),
            (_("It is over"), "primary", lambda: self.page.play({"move": "end"})),
        ]
        text = _("Use this when the game on the table is finished but the phone does not know it.")
        self.then(lambda: Dialog(title=_("End the game here?"), text=text, buttons=buttons).open())


class NoticeSheet(TableSheet):
    """All that has to be known now, in full."""

    def on_kv_post(self, _base: object) -> None:
        for notice in self.page.notices:
            self.ids.notices.add_widget(Banner(kind=notice.kind, title=notice.title, text=notice.text))


class LogSheet(TableSheet):
    """All moves, newest first, in a list that is as fast with three hundred as with three."""

    rows = ListProperty([])

    def on_kv_post(self, _base: object) -> None:
        moves = self.page.live.moves
        numbers = moments.numbers(moves)
        self.rows = [
            {
                "index": index,
                "number": 0 if moments.is_correction(moves[index]) else numbers[index],
                "who": self.page.names[seat],
                "told": told,
                "colour": theme.players[seat],
                "choose": self.choose,
            }
            for index, seat, told in self.page.log_lines()
        ]

    def choose(self, index: int) -> None:
        row = next(row for row in self.rows if row["index"] == index)
        Dialog(
            title=_("Move {n}").format(n=row["number"]) if row["number"] else _("Counts corrected"),
            text=row["told"],
            buttons=[
                (_("Leave it as it is"), "ghost", None),
                (_("It never happened"), "secondary", lambda: self.then(lambda: self.page.leave_out(index))),
                (_("Choose again"), "primary", lambda: self.then(lambda: self.page.start_mending(index))),
            ],
        ).open()


class CorrectionRow(Row):
    label = StringProperty("")
    value = NumericProperty(0)
    high = NumericProperty(99)
    game = StringProperty("")
    correction = ObjectProperty(None)

    @property
    def stepper(self) -> NumberStepper:
        stepper: NumberStepper = self.ids.stepper
        return stepper

    @property
    def corrected(self) -> int:
        return int(self.stepper.value)


class CorrectionSwitch(ToggleRow):
    correction = ObjectProperty(None)

    @property
    def corrected(self) -> bool:
        return bool(self.active)


class CorrectionSheet(TableSheet):
    """Everything the tracker counts, set to what really lies there; one `correct` move for all of it."""

    turn = NumericProperty(0)
    seat = ObjectProperty(None, allownone=True)
    """Whose things alone; -1 for what belongs to nobody, None for everything."""

    def on_kv_post(self, _base: object) -> None:
        table = self.page.table
        self.turn = table.turn
        for seat, name in enumerate(self.page.names):
            chip = Chip(text=name, key=str(seat), game=self.page.game, selected=seat == table.turn)
            chip.bind(on_release=self._choose_turn)
            self.ids.turns.add_widget(chip)
        self._counts = self.page.panel.corrections(table)
        for correction in self._counts:
            if self.seat is None or self.seat == (-1 if correction.seat is None else correction.seat):
                self.ids.counts.add_widget(self._row(correction))

    def _row(self, correction: Correction) -> CorrectionRow | CorrectionSwitch:
        given = {"game": self.page.game, "correction": correction}
        if correction.switch:
            return CorrectionSwitch(text=correction.label, active=bool(correction.value), **given)
        return CorrectionRow(label=correction.label, value=correction.value, high=correction.high, **given)

    def _choose_turn(self, chip: Chip) -> None:
        self.turn = int(chip.key)
        for other in self.ids.turns.children:
            other.selected = other is chip

    def accept(self) -> None:
        table = self.page.table
        shown = {row.correction: row.corrected for row in self.ids.counts.children}
        changes = changed_fields([(each, shown.get(each, each.value)) for each in self._counts])
        if self.turn != table.turn:
            changes["turn"] = int(self.turn)
        if not changes or self.page.play({"move": "correct", **changes}):
            self.close()


def changed_fields(entries: list[tuple[Correction, int]]) -> dict[str, Any]:
    """The fields of a `correct` move, for the numbers that differ; lists by seat are given whole."""
    by_seat: dict[str, dict[int, int]] = defaultdict(dict)
    changed: set[str] = set()
    fields: dict[str, Any] = {}
    for correction, value in entries:
        if value != correction.value:
            changed.add(correction.field)
        if correction.seat is None:
            fields[correction.field] = value
        else:
            by_seat[correction.field][correction.seat] = value
    fields |= {field: [values[seat] for seat in sorted(values)] for field, values in by_seat.items()}
    return {field: value for field, value in fields.items() if field in changed}


class TimeSheet(TableSheet):
    def on_kv_post(self, _base: object) -> None:
        for seat, (name, seconds) in enumerate(zip(self.page.names, self.page.times(), strict=True)):
            self.ids.rows.add_widget(ListRow(text=name, name=True, seat=seat, value=elapsed(seconds)))


kv.load(__name__)
