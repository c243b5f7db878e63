"""Perfect Numbers told lightly: a group with one tap, then a card for its taker, with what came of it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from scoring import Message
from scoring.perfect_numbers.rules import MARKET, PerfectNumbersTable
from screens import kv
from screens.games.perfect_numbers.cards import GAME, NUMBERS
from screens.games.perfect_numbers.choices import depends_on_the_refill, tried
from screens.translator import N_, _
from screens.widgets.layout import Stack
from screens.widgets.surfaces import Card as Sheet
from screens.widgets.tiles import Tile

CLOSED, JOKER, BY_MOVE, LOWER = "closed", "joker", "by_move", "lower"
KINDS = {
    CLOSED: N_("Closed"),
    JOKER: N_("With a joker"),
    BY_MOVE: N_("With Move"),
    LOWER: N_("Lower card"),
}
"""What can come of a turn that somebody who knows no rows has to be told."""


class MarketMoves(Stack):
    """The four groups."""

    heading = StringProperty("")


class MarketTold(Stack):
    """Whose turn the groups wait for, and who has the start card."""


class LightKey(Tile):
    """A small key, for a name or a word."""

    key = StringProperty("")


class LightTurn(Sheet):
    """What came of a turn. It always says for whom: the number keys speak of the name above them."""

    panel = ObjectProperty(None)
    who = NumericProperty(0)
    name = StringProperty("")
    kind = StringProperty(CLOSED)
    heading = StringProperty("")
    open = BooleanProperty(False)
    """Whether somebody took a group and is not done with it."""

    def on_kv_post(self, _base: object) -> None:
        self.kinds = [self._key(self.ids.kinds, kind, self._choose_kind) for kind in KINDS]
        self.numbers = [Tile(text=str(number), game=GAME, tall=True) for number in NUMBERS]
        for number, tile in zip(NUMBERS, self.numbers, strict=True):
            tile.bind(on_release=lambda _tile, number=number: self.tell(number))
            self.ids.numbers.add_widget(tile)

    @staticmethod
    def _key(box: Any, key: str, action: Any) -> LightKey:
        tile = LightKey(key=key, game=GAME)
        tile.bind(on_release=lambda tile: action(tile.key))
        box.add_widget(tile)
        return tile

    # -- For whom, and what ---------------------------------------------------------------------------------

    def begin(self, who: int) -> None:
        self.who, self.kind = who, CLOSED

    def _choose_kind(self, kind: str) -> None:
        """Who adds a lower card gives the cards to the owner of the row, or keeps them: as it was agreed."""
        actor = self.panel.busy
        self.kind = CLOSED if kind == self.kind else kind
        gives = self.kind == LOWER and self.panel.table.lower_on_other == "owner"
        self.who = (actor + gives) % self.panel.table.players
        self.show()

    def _choose_seat(self, seat: str) -> None:
        self.who = int(seat)
        self.show()

    def move(self, number: int) -> dict[str, Any]:
        seat = int(self.who)
        if self.kind == LOWER:
            return {"move": "score", "seat": seat, "cards": number}
        noted = {self.kind: True} if self.kind in (JOKER, BY_MOVE) else {}
        move = {"move": "close", "seat": seat, "number": number, **noted}
        if depends_on_the_refill(self.panel.table, move):
            move["before_refill"] = self.open
        return move

    def tell(self, number: int) -> None:
        self.panel.play(self.move(number))

    # -- What is shown --------------------------------------------------------------------------------------

    def show(self) -> None:
        table, names = self.panel.table, self.panel.host.names
        self.name = names[int(self.who)]
        self.open = self.panel.is_open(table)
        self.heading = self._heading()
        for tile in self.kinds:
            tile.text, tile.selected = _(KINDS[tile.key]), tile.key == self.kind
        self._show_names(names)
        for number, tile in zip(NUMBERS, self.numbers, strict=True):
            self._show_number(table, number, tile)

    def _heading(self) -> str:
        if self.kind == LOWER:
            return _("Cards go to {name}: how many?").format(name=self.name)
        if self.kind == JOKER:
            return _("{name} closes a row with a joker").format(name=self.name)
        if self.kind == BY_MOVE:
            return _("{name} closes a row with Move").format(name=self.name)
        if not self.open and self.who == self.panel.table.turn:
            return _("{name} is to take a group").format(name=self.name)
        return _("{name} closes a row with").format(name=self.name)

    def _show_names(self, names: Any) -> None:
        box = self.ids.who
        if len(box.children) != len(names):
            box.clear_widgets()
            for seat in range(len(names)):
                self._key(box, str(seat), self._choose_seat)
        for tile in box.children:
            seat = int(tile.key)
            tile.text, tile.selected = names[seat], seat == self.who

    def _show_number(self, table: PerfectNumbersTable, number: int, tile: Tile) -> None:
        move = self.move(number)
        after = tried(table, move)
        if isinstance(after, Message):
            tile.reason, tile.secondary, tile.lit = self.panel.host.why_not(move), "", False
            return
        gained = after.scores[int(self.who)] - table.scores[int(self.who)]
        tile.reason, tile.secondary, tile.lit = None, f"+{gained}", gained > number


class RoundCard(Sheet):
    """Between two rounds: what the hands have to do now."""

    panel = ObjectProperty(None)
    seat = NumericProperty(0)
    title = StringProperty("")
    starter = StringProperty("")
    least = NumericProperty(0)
    """As high as the card for a turn, so that nothing above it moves."""
    groups = MARKET

    def show(self, table: PerfectNumbersTable) -> None:
        self.seat = table.starter
        self.title = _("Round {n}").format(n=table.round)
        name = self.panel.host.names[table.starter]
        self.starter = _("The start card goes to {name}.").format(name=name)


kv.load(__name__)
