"""Perladöra: the lagoon, what a tap on it means, and what has to be answered."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from screens import kv
from screens.widgets.buttons import PrimaryButton
from screens.widgets.layout import Row, Stack
from screens.widgets.text import FirstLines
from screens.widgets.tiles import Tile


class ModeTile(Tile):
    """What a tap on the board means; all of them in the same small letters."""


class PendingRow(Row):
    """One pontoon waits for a second one. A touch on it, or undoing, takes it back as well."""

    def on_kv_post(self, _base: object) -> None:
        self._take_back = self.ids.take_back.__self__

    def show(self, take_back: bool) -> None:
        if take_back and self._take_back.parent is None:
            self.add_widget(self._take_back, len(self.children))
        elif not take_back:
            self.remove_widget(self._take_back)


class PassButton(PrimaryButton):
    pass


class BoardHint(FirstLines):
    """What a tap on the board means."""


class BoardTools(Stack):
    """What else can be said about the board while the game goes on."""


class PerladoraBoard(Stack):
    """The lagoon and what a tap on it means; the hint gives its place to what has to be answered."""

    hint = StringProperty("")
    beside = BooleanProperty(False)
    """Whether the board has what a tap means beside it, instead of above and below."""

    def on_kv_post(self, _base: object) -> None:
        self.waiting, self.passing, self.said = PendingRow(), PassButton(), BoardHint()
        self.bind(hint=self.said.setter("whole"))
        self._parts = [self.ids[name].__self__ for name in ("modes", "board", "answer")]
        self._side = Stack(size_hint_x=0.45, pos_hint={"top": 1})
        self.ids.board.pos_hint = {"top": 1}

    def on_beside(self, *_: object) -> None:
        modes, board, answer = self._parts
        for part in (*self._parts, self._side):
            if part.parent is not None:
                part.parent.remove_widget(part)
        self.orientation = "horizontal" if self.beside else "vertical"
        self.waiting.show(take_back=not self.beside)
        modes.fewest = 2 if self.beside else 3
        for part in (modes, answer) if self.beside else ():
            self._side.add_widget(part)
        for part in (self._side, board) if self.beside else (modes, board, answer):
            self.add_widget(part)


kv.load(__name__)
