"""Counting Perladöra on its board: tap a diver, tap its value, and the next one is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from scoring.perladora.rules import VALUES, Diver, Square, copies_of
from screens import kv
from screens.games.perladora.board import BoardView, tinted
from screens.games.perladora.pieces import piece, signs
from screens.games.perladora.turning import Place, counted, find_turned
from screens.running import the_app
from screens.translator import _, ngettext
from screens.widgets.layout import Stack
from screens.widgets.tiles import Tile

GAME = "perladora"


class CountBoard(Stack):
    """The drawn lagoon with what has been turned over so far."""

    calculator = ObjectProperty(None)
    seat = NumericProperty(0)
    name = StringProperty("")
    asked = StringProperty("")

    def on_kv_post(self, _base: object) -> None:
        self.board: BoardView = self.ids.board
        self.picked: Square | None = None
        self._begun = False
        self.remembered: dict[Square, int] = self._recall()
        self.turned: dict[Square, Place] = {}
        players = self.calculator.host.players
        self.keys = [
            Tile(text=str(value), game=GAME, tall=True) for value in VALUES if copies_of(players, value)
        ]
        self.ids.numbers.fewest = self.ids.numbers.most = len(self.keys)
        for key in self.keys:
            key.bind(on_release=lambda key: self.tell(int(key.text)))
            self.ids.numbers.add_widget(key)
        self.board.bind(on_square=lambda _board, square: self.touch(square))
        self.ids.back.bind(on_release=lambda _button: self.turn_back())

    # -- What was turned over by touch is remembered by its square -------------------------------------------

    @property
    def _draft(self) -> str:
        return f"turned {self.calculator.host.live.document['id']}"

    def _recall(self) -> dict[Square, int]:
        kept = the_app().drafts.get(self._draft)
        found = kept.items() if isinstance(kept, dict) else ()
        places = [(place.split(), value) for place, value in found if type(value) is int]
        return {
            (int(place[0]), int(place[1])): value
            for place, value in places
            if len(place) == 2 and all(part.isdecimal() for part in place)
        }

    def _remember(self) -> None:
        kept = {f"{row} {column}": value for (row, column), value in self.remembered.items()}
        the_app().drafts.put(self._draft, kept or None)

    # -- What is shown --------------------------------------------------------------------------------------

    @property
    def divers(self) -> Sequence[Diver]:
        return [diver for diver in self.calculator.host.live.table.divers if diver.square is not None]

    def diver(self, square: Square | None) -> Diver | None:
        return next((diver for diver in self.divers if diver.square == square), None)

    def show(self, drawn: Sequence[frozenset[Square]], here: int) -> None:
        table, sheet = self.calculator.host.live.table, self.calculator.territories
        self.drawn = drawn
        self.turned = find_turned(self.divers, drawn, sheet, self.remembered)
        if not self._begun or (self.picked is not None and self.diver(self.picked) is None):
            self._begun, self.picked = True, self.next_one(drawn[here])
        board, letters = self.board, signs(self.calculator.host.names)
        board.farms, board.piles = list(table.farms), list(table.piles or ())
        board.lines = list(table.pontoons)
        board.divers = [
            piece(replace(diver, value=self.value_at(diver.square)), letters, True) for diver in self.divers
        ]
        board.tints = {square: tinted(0) for square in drawn[here]}
        board.numbers = {min(squares): number for number, squares in enumerate(drawn, 1)}
        board.rings = [self.picked] if self.picked is not None else []
        self._show_keys(table.players)

    def entry(self, square: Square | None) -> Mapping[str, Any] | None:
        if square is None or square not in self.turned:
            return None
        territory, at = self.turned[square]
        found: Mapping[str, Any] = self.calculator.territories[territory]["divers"][at]
        return found

    def value_at(self, square: Square | None) -> int | None:
        entry = self.entry(square)
        return None if entry is None else int(entry["value"])

    def face_down(self, squares: frozenset[Square]) -> list[Square]:
        return sorted(
            diver.square
            for diver in self.divers
            if diver.square is not None and diver.square in squares and diver.square not in self.turned
        )

    def next_one(self, here: frozenset[Square]) -> Square | None:
        """Of this territory, or else of the next one that has any."""
        everywhere = [square for squares in self.drawn for square in self.face_down(squares)]
        return next(iter([*self.face_down(here), *everywhere]), None)

    def _show_keys(self, players: int) -> None:
        diver, value = self.diver(self.picked), self.value_at(self.picked)
        self.ids.back.disabled = value is None
        if diver is None:
            self.name = ""
            self.asked = _("All divers are turned over. Tap one to change it.")
        else:
            self.seat, self.name = diver.seat, self.calculator.host.names[diver.seat]
            self.asked = self._question(diver)
        for key in self.keys:
            number = int(key.text)
            key.selected = number == value
            left = self.calculator.left_of(diver.seat, number) if diver is not None else 0
            key.secondary = _("{n} left").format(n=max(0, left)) if diver is not None else ""
            key.reason = None if left > 0 or number == value else self._why_not(number)

    def _question(self, diver: Diver) -> str:
        lies_on_it = [_("reinforced")] if diver.reinforced else []
        if diver.flowers:
            lies_on_it.append(
                ngettext("{n} flower necklace", "{n} flower necklaces", diver.flowers).format(n=diver.flowers)
            )
        return " · ".join([_("{name}’s diver").format(name=self.name), *lies_on_it])

    def _why_not(self, value: int) -> str:
        if not self.name:
            return _("Tap a diver first.")
        return _("All of {name}’s {value}s have been turned over already.").format(
            value=value, name=self.name
        )

    # -- Touches --------------------------------------------------------------------------------------------

    def touch(self, square: Square) -> None:
        diver = self.diver(square)
        if diver is not None:
            self.picked = square
        self._turn_to(square)
        self.calculator.refresh()

    def _turn_to(self, square: Square) -> None:
        territory = next((at for at, squares in enumerate(self.drawn) if square in squares), None)
        if territory is not None:
            self.calculator.host.turn_to(territory)

    def tell(self, value: int) -> None:
        key = next(key for key in self.keys if key.text == str(value))
        if key.reason is not None:
            the_app().snack(key.reason)
            return
        diver = self.diver(self.picked)
        if diver is None or diver.square is None:
            return
        square = diver.square
        self.remembered[square] = value
        self._remember()
        here = next(squares for squares in self.drawn if square in squares)
        if square in self.turned:
            territory, at = self.turned[square]
            self.calculator.territories[territory]["divers"][at]["value"] = value
        else:
            territory = self.drawn.index(here)
            self.calculator.territories[territory]["divers"].append(counted(diver, value))
        self.turned = find_turned(self.divers, self.drawn, self.calculator.territories, self.remembered)
        self.picked = self.next_one(here)
        self.calculator.host.changed()
        if self.picked is not None:
            self._turn_to(self.picked)

    def turn_back(self) -> None:
        if self.picked is None or self.picked not in self.turned:
            return
        territory, at = self.turned[self.picked]
        self.remembered.pop(self.picked, None)
        self._remember()
        del self.calculator.territories[territory]["divers"][at]
        self.calculator.host.changed()


kv.load(__name__)
