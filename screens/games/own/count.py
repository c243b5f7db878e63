"""Counting an own game: a page for each player, drawn from the rules; round after round, and the end."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from scoring.own.game import Rules, read_options
from scoring.own.sheet_rules import MOST_ROUNDS
from screens.games.own.inputs import SeatInputs
from screens.games.parts import Calculator
from screens.translator import _
from screens.widgets.surfaces import ListRow
from screens.words.messages import sentence
from screens.words.telling import signed

END = "end"
MORE = "more"


class OwnCount(Calculator):
    part = StringProperty("")
    """The number of the round that is shown, from nought, or the end."""
    seat = 0

    def on_kv_post(self, _base: object) -> None:
        self._inputs = SeatInputs(self._entered)
        self.ids.inputs.add_widget(self._inputs)

    @property
    def rules(self) -> Rules:
        return read_options(self.host.players, self.host.options)

    def show(self, page: int) -> None:
        self.seat = page
        rules = self.rules
        rounds = self.host.sheet.get("rounds", [])
        if rules.has_rounds:
            parts = [(str(at), str(at + 1)) for at in range(len(rounds))]
            if len(rounds) < (rules.rounds or MOST_ROUNDS):
                parts.append((MORE, "+"))
            if rules.asked_at_end or any(line.at_end for line in rules.lines):
                parts.append((END, _("End")))
            known = [key for key, _text in parts if key != MORE]
            if self.part not in known:
                self.part = END if END in known and rounds else (known or [""])[0]
            self._show_parts(parts)
        else:
            self.part = END
            self.ids.parts.clear_widgets()
        self._show_inputs(rules)

    def _show_parts(self, parts: list[tuple[str, str]]) -> None:
        from screens.widgets.choices import Chip  # noqa: PLC0415 - only where there are rounds

        box = self.ids.parts
        box.clear_widgets()
        for key, text in parts:
            chip = Chip(text=text, key=key, game="own", selected=key == self.part)
            chip.bind(on_release=lambda chip: self.turn_to_part(chip.key))
            box.add_widget(chip)

    def turn_to_part(self, part: str) -> None:
        if part == MORE:
            rounds = self.host.sheet.setdefault("rounds", [])
            rounds.append([{} for _ in range(self.host.players)])
            self.part = str(len(rounds) - 1)
            self.host.changed()
        else:
            self.part = part
        self.show(self.seat)

    def _rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]]
        if self.part == END:
            rows = self.host.sheet.setdefault("end", [{} for _ in range(self.host.players)])
        else:
            rows = self.host.sheet["rounds"][int(self.part)]
        return rows

    def _show_inputs(self, rules: Rules) -> None:
        self.ids.empty.text = ""
        if self.part == "":
            self._inputs.show((), {})
            self.ids.empty.text = _("Tap + to enter the first round.")
            return
        asks = rules.asked_at_end if self.part == END else rules.asked_by_round
        self._inputs.show(asks, self._rows()[self.seat])

    def _entered(self, row: dict[str, Any]) -> None:
        self._rows()[self.seat] = row
        self.host.changed()

    def refresh(self) -> None:
        """Where the points of this player come from, as far as they are there."""
        box = self.ids.lines
        box.clear_widgets()
        if self.host.result is None:
            return
        number = int(self.part) + 1 if self.part.isdigit() else None
        for line in self.host.result.lines[self.seat]:
            if line.args.get("round") == number:
                box.add_widget(ListRow(text=sentence(line), value=signed(line.points)))


CALCULATOR = OwnCount
