"""Perladöra: the value of a diver, and what really lies on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from scoring.perladora.rules import PONTOONS, Diver, Pontoon, Square
from screens import kv
from screens.games.perladora.board import BoardView
from screens.games.perladora.pieces import piece, signs
from screens.translator import _, ngettext
from screens.widgets.choices import Chip
from screens.widgets.overlays import BottomSheet
from screens.widgets.tiles import Tile

GAME = "perladora"

# -- As JSON ----------------------------------------------------------------------------------------------


def square_json(square: Square) -> list[int]:
    return list(square)


def line_json(line: Pontoon) -> list[list[int]]:
    return [list(end) for end in line]


def diver_json(diver: Diver) -> dict[str, Any]:
    """As the `board` of a correction lists it: what is not known is left out."""
    entry: dict[str, Any] = {"seat": diver.seat}
    if diver.square is not None:
        entry["square"] = square_json(diver.square)
    for name in ("value", "face_up", "reinforced", "flowers"):
        if getattr(diver, name):
            entry[name] = getattr(diver, name)
    return entry


def moved_farms(farms: Sequence[Square], farm: Square, square: Square) -> list[list[int]]:
    return [square_json(square if one == farm else one) for one in farms]


# -- Sheets -----------------------------------------------------------------------------------------------


class DiverValueSheet(BottomSheet):
    """The value of one diver, skipping tells nothing, and `done` gets nought."""

    told = StringProperty("")
    stock = ObjectProperty({})
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for value, copies in self.stock.items():
            left = _("{n} left").format(n=copies)
            tile = Tile(text=str(value), secondary=left, game=GAME)
            tile.disabled, tile.opacity = not copies, 1 if copies else 0.4
            tile.bind(on_release=lambda _tile, value=value: self.answer(value))
            self.ids.choices.add_widget(tile)

    def answer(self, value: int) -> None:
        self.close()
        self.done(value)


class LagoonSheet(BottomSheet):
    """Everything on the board set to what really lies there; one correction for all of it.

    Divers and pontoons that were only counted are used up first: pointing at one makes it known.
    """

    table = ObjectProperty(None)
    names = ListProperty([])
    host = ObjectProperty(None)
    tool = StringProperty("pontoons")
    missing = StringProperty("")

    def on_kv_post(self, _base: object) -> None:
        table = self.table
        self.farms, self.lines = list(table.farms), list(table.pontoons)
        self.loose_pontoons = table.loose_pontoons
        self.placed: dict[Square, Diver] = {d.square: d for d in table.divers if d.square is not None}
        self.loose = [diver for diver in table.divers if diver.square is None]
        self.board: BoardView = self.ids.board
        self.board.bind(
            on_square=lambda _board, square: self.tap_square(square),
            on_line=lambda _board, line: self.tap_line(line),
        )
        tools = {"pontoons": _("Pontoons"), **{str(seat): name for seat, name in enumerate(self.names)}}
        for tool, text in {**tools, "farms": _("Farms")}.items():
            chip = Chip(text=text, key=tool, game=GAME)
            chip.bind(on_release=lambda chip: self.take(chip.key))
            self.ids.tools.add_widget(chip)
        self._show()

    def take(self, tool: str) -> None:
        self.tool = tool
        self.board.lifted = None
        self._show()

    def _show(self) -> None:
        for chip in self.ids.tools.children:
            chip.selected = chip.key == self.tool
        board, letters = self.board, signs(self.names)
        board.farms, board.piles, board.lines = (
            list(self.farms),
            list(self.table.piles or ()),
            list(self.lines),
        )
        board.divers = [piece(diver, letters, False) for diver in self.placed.values()]
        board.touches = "lines" if self.tool == "pontoons" else "squares"
        board.marked = []
        self.missing = self._missing_line()

    def _missing_line(self) -> str:
        parts = []
        if self.loose_pontoons:
            n = self.loose_pontoons
            parts.append(ngettext("{n} pontoon", "{n} pontoons", n).format(n=n))
        for seat, name in enumerate(self.names):
            n = sum(diver.seat == seat for diver in self.loose)
            if n:
                parts.append(
                    ngettext("{n} diver of {name}", "{n} divers of {name}", n).format(n=n, name=name)
                )
        return _("Still to be drawn: {what}.").format(what=", ".join(parts)) if parts else ""

    def tap_line(self, line: Pontoon) -> None:
        if line in self.lines:
            self.lines.remove(line)
        else:
            lines = [*self.lines, line]
            reason = self.host.why_not({"move": "correct", "lines": [line_json(one) for one in lines]})
            if reason is not None:
                self.board.marked = [(row, column) for row, column in reason.args.get("squares", ())]
                self.host.explain(reason)
                return
            self.lines = lines
            self.loose_pontoons = max(0, self.loose_pontoons - 1)
        self._show()

    def tap_square(self, square: Square) -> None:
        if self.tool == "farms":
            self._tap_farm(square)
        elif square not in self.farms:
            self._tap_diver(square, int(self.tool))
        self._show()

    def _tap_farm(self, square: Square) -> None:
        lifted = self.board.lifted
        if square in self.farms:
            self.board.lifted = None if square == lifted else square
        elif lifted is not None and square not in self.placed:
            self.farms = [square if farm == lifted else farm for farm in self.farms]
            self.board.lifted = None

    def _tap_diver(self, square: Square, seat: int) -> None:
        former = self.placed.pop(square, None)
        if former is not None and former.seat == seat:
            return
        waiting = next((diver for diver in self.loose if diver.seat == seat), None)
        if waiting is not None:
            self.loose.remove(waiting)
        self.placed[square] = replace(waiting or Diver(seat), square=square)

    def accept(self) -> None:
        changes = self._changes()
        if not changes or self.host.play({"move": "correct", **changes}):
            self.close()

    def _changes(self) -> dict[str, Any]:
        table, changes = self.table, dict[str, Any]()
        if tuple(self.farms) != table.farms:
            changes["farms"] = [square_json(farm) for farm in self.farms]
        if tuple(self.lines) != table.pontoons:
            changes["lines"] = [line_json(line) for line in self.lines]
            if self.loose_pontoons:
                changes["pontoons"] = PONTOONS - len(self.lines) - self.loose_pontoons
        divers = (*self.placed.values(), *self.loose)
        if set(divers) != set(table.divers) or len(divers) != len(table.divers):
            changes["board"] = [diver_json(diver) for diver in divers]
        return changes


kv.load(__name__)
