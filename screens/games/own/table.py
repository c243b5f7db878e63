"""An own game while it is played: rounds are entered one by one, or turns are passed on."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from screens.games.own.inputs import SeatInputs
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.running import the_app
from screens.translator import _, ngettext
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import PressRow
from screens.words.telling import signed


def _session() -> str:
    document = the_app().at_the_table
    return str(document["id"]) if document else ""


class SeatCard(Stack):
    """A player's name above what is asked of them."""

    name = StringProperty("")
    seat = NumericProperty(0)


class RoundSheet(BottomSheet):
    """A round: what every seat has in it. What was typed stays until it is entered or thrown away."""

    table = ObjectProperty(None)
    names = ListProperty([])
    number = NumericProperty(0)
    draft = StringProperty("")
    done = ObjectProperty(None)
    can_drop = BooleanProperty(False)
    dropped = ObjectProperty(None)

    def begin(self, rows: list[dict[str, Any]]) -> None:
        kept = the_app().drafts.get(self.draft)
        self.rows = kept if isinstance(kept, list) and len(kept) == len(rows) else rows
        for seat, name in enumerate(self.names):
            card = SeatCard(name=name, seat=seat)
            inputs = SeatInputs(partial(self._entered, seat))
            inputs.show(self.table.rules.asked_by_round, self.rows[seat])
            card.add_widget(inputs)
            self.ids.seats.add_widget(card)

    def _entered(self, seat: int, row: dict[str, Any]) -> None:
        self.rows[seat] = row
        the_app().drafts.put(self.draft, self.rows)

    def accept(self) -> None:
        if self.done(self.rows):
            the_app().drafts.put(self.draft, None)
            self.close()

    def drop(self) -> None:
        the_app().drafts.put(self.draft, None)
        self.close()
        self.dropped()


class OwnPads(Pads):
    """One large button: the next round, or the next turn."""

    enter_text = StringProperty("")
    last_text = StringProperty("")
    over = BooleanProperty(False)


class OwnPanel(Panel):
    tracked = BooleanProperty(True)
    in_full = "tracked"

    def on_kv_post(self, _base: object) -> None:
        self.pads = OwnPads()
        self.pads.ids.enter.bind(on_release=lambda _button: self.enter())
        self.pads.ids.last.bind(on_release=lambda _button: self.begin_last_round())

    # -- What is shown -------------------------------------------------------------------------------------

    def show(self, table: Any) -> None:
        over = table.phase == "over"
        self.pads.over = over
        if table.rules.has_rounds:
            text = _("Play on all the same") if over else _("Enter round {n}").format(n=table.round)
        else:
            text = _("Play on all the same") if over else _("Next turn")
        self.pads.enter_text = text
        ends = table.rules.end is not None and table.rules.end.finish_round
        shows_last = not table.rules.has_rounds and ends and table.phase == "play"
        self.pads.last_text = _("The last round has begun") if shows_last else ""
        self._show_rounds(table)

    def _show_rounds(self, table: Any) -> None:
        rows = self.ids.rounds
        rows.clear_widgets()
        if not table.rules.has_rounds:
            self.ids.totals.heads = []
            self.ids.totals.rows = []
            return
        self.ids.totals.heads = ["", *self.host.names]
        self.ids.totals.rows = [[_("Total"), *(signed(total) for total in table.totals)]]
        for number, brought in reversed(list(enumerate(self._by_round(table), 1))):
            told = " · ".join(signed(points) for points in brought)
            row = PressRow(text=_("Round {n}").format(n=number), secondary=told, game="own")
            row.bind(on_release=lambda _row, number=number: self.mend(number))
            rows.add_widget(row)

    def _by_round(self, table: Any) -> list[list[int]]:
        """What every round brought: rounds may have been corrected since they were entered."""
        from scoring.own.count import count_round  # noqa: PLC0415 - only where there are rounds

        rules = table.rules
        found = []
        for number, seats in enumerate(table.rounds, 1):
            points = count_round(rules, seats, number)
            found.append(points)
        return found

    def seat_line(self, table: Any, seat: int) -> str:
        return signed(table.totals[seat]) if table.rules.has_rounds else ""

    def turn_line(self, table: Any) -> str:
        return _("begins the round") if table.rules.has_rounds and table.phase != "over" else ""

    def remaining(self, table: Any) -> Remaining | None:
        rules = table.rules
        if rules.has_rounds and rules.rounds:
            left = max(0, rules.rounds - len(table.rounds))
            text = ngettext("{n} round to go", "{n} rounds to go", left).format(n=left)
            return Remaining(text, left / rules.rounds)
        if rules.has_rounds and rules.end and rules.end.score and rules.end.score > 0:
            left = max(0, rules.end.score - max(table.totals))
            text = ngettext("{n} point to the end", "{n} points to the end", left).format(n=left)
            return Remaining(text, min(1.0, left / rules.end.score))
        return None

    def corrections(self, table: Any) -> list[Correction]:
        if table.rules.has_rounds:
            return []
        return [Correction("round", _("Round"), table.round, 999)]

    # -- What is done --------------------------------------------------------------------------------------

    def enter(self) -> None:
        table = self.table
        if table.phase == "over":
            self.play({"move": "correct", "play_on": True})
        elif not table.rules.has_rounds:
            self.play({"move": "turn"})
        else:
            draft = f"round {_session()} {table.round}"
            empty: list[dict[str, Any]] = [{} for _ in range(table.players)]
            sheet = RoundSheet(
                title=_("Round {n}").format(n=table.round),
                table=table,
                names=self.host.names,
                number=table.round,
                draft=draft,
                done=lambda rows: self.play({"move": "round", "seats": rows}),
            )
            sheet.begin(empty)
            sheet.open()

    def mend(self, number: int) -> None:
        """A round that was entered wrongly is entered anew, or taken out."""
        table = self.table
        from scoring.own.game import GAME  # noqa: PLC0415 - only for a correction

        rows = GAME.sheet(table)["rounds"][number - 1]
        sheet = RoundSheet(
            title=_("Correct round {n}").format(n=number),
            table=table,
            names=self.host.names,
            number=number,
            draft=f"mend {_session()} {number}",
            done=lambda rows: self.play({"move": "correct", "round": number, "seats": rows}),
            can_drop=True,
            dropped=lambda: self.play({"move": "correct", "drop": number}),
        )
        sheet.begin(rows)
        sheet.open()

    def begin_last_round(self) -> None:
        self.play({"move": "correct", "last": True})


PANEL = OwnPanel
