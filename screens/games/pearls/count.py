"""Counting Pearls: the pile by colour, the necklaces as tokens, and the hand that costs points."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty

from scoring.pearls.rules import ALL_NECKLACES, CARDS, HAND_LIMIT, VALUES, cards_in_play
from screens.games.parts import Calculator, Entry, balance_told, read
from screens.games.pearls.table import signs
from screens.games.rows import fill_rows
from screens.translator import _, ngettext
from screens.widgets.tiles import Tile
from screens.words.messages import word


class PearlsCount(Calculator):
    part = StringProperty("pile")
    seat = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        self.tokens = [Tile(text=str(value), game="pearls") for value in ALL_NECKLACES]
        for place, token in enumerate(self.tokens):
            token.bind(on_release=lambda _token, place=place: self.turn_over(place))
            self.ids.necklaces.add_widget(token)

    def show(self, page: int) -> None:
        self.seat = page
        self.part = "pile"
        self._lay_rows()

    def on_part(self, *_: object) -> None:
        self._lay_rows()
        self.host.focus_first()

    def _lay_rows(self) -> None:
        fill_rows(self.ids.rows, self.entries(), self.host)
        self.refresh()

    def entries(self) -> list[Entry]:
        sign, in_play = signs(), cards_in_play(self.host.players, bool(self.host.options.get("all_cards")))
        return [
            Entry(
                path=("seats", int(self.seat), self.part, colour),
                label=word(colour),
                hint=_("worth {n}").format(n=VALUES[colour]),
                colour=colour,
                sign=sign[colour],
                high=self._most(colour),
            )
            for colour, copies in in_play.items()
            if copies or read(self.host.sheet, ("seats", int(self.seat), self.part, colour))
        ]

    def _most(self, colour: str) -> int:
        """A pile may be miscounted; a hand has never more than ten cards together."""
        if self.part == "pile":
            return CARDS[colour] + 9
        hand: dict[str, int] = self.host.sheet["seats"][int(self.seat)]["hand"]
        return max(0, HAND_LIMIT - sum(hand.values()) + hand.get(colour, 0))

    # -- One part after the other --------------------------------------------------------------------------

    @property
    def known(self) -> int | None:
        """How many cards lie in this part as far as the table was tracked."""
        if not self.host.live.moves:
            return None
        seat = self.host.live.table.seats[int(self.seat)]
        return int(seat.pile if self.part == "pile" else seat.hand)

    @property
    def counted(self) -> int:
        return sum(self.host.sheet["seats"][int(self.seat)][self.part].values())

    def asked(self) -> str:
        name, known = self.host.names[int(self.seat)], self.known
        if known is None:
            told = _("{name}: count the pile") if self.part == "pile" else _("{name}: count the hand")
            return told.format(name=name)
        told = _("{name}: {n} on the pile") if self.part == "pile" else _("{name}: {n} in hand")
        return " · ".join((told.format(name=name, n=known), balance_told(known, self.counted)))

    def next_part(self) -> bool:
        """After the pile the hand; one that the table knows to be empty is not asked for."""
        if self.part == "hand" or self._hand_is_empty():
            return False
        self.part = "hand"
        return True

    def _hand_is_empty(self) -> bool:
        live = self.host.live
        return bool(live.moves) and not live.table.seats[int(self.seat)].hand

    def is_complete(self) -> bool:
        return self.part == "hand" and self.counted == self.known

    def show_doubt(self, key: str) -> None:
        self.part = "hand" if "hand" in key else "pile"

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        sheet, seat = self.host.sheet, int(self.seat)
        mine = sheet["seats"][seat]
        hand = sum(mine["hand"].values())
        live = self.host.live
        held = _("Hand: {n} of {known}").format(n=hand, known=live.table.seats[seat].hand)
        untracked = ngettext("Hand: {n} card", "Hand: {n} cards", hand).format(n=hand)
        self.ids.part.options = [("pile", _("Pile")), ("hand", held if live.moves else untracked)]
        worth = 1 if self.part == "pile" else -1
        for row, entry in zip(reversed(self.ids.rows.children), self.entries(), strict=False):
            number = read(sheet, row.entry.path)
            row.entry, row.high, row.value = entry, entry.high, number
            row.points = str(worth * number * VALUES[row.entry.path[-1]])
            row.active = self.host.focused is not None and row.entry.path == self.host.focused.path
        self._show_necklaces(sheet, seat)

    def _show_necklaces(self, sheet: Any, seat: int) -> None:
        """Golden for this player; those that others hold cannot be tapped."""
        mine = list(sheet["seats"][seat]["necklaces"])
        others = [
            value
            for number, other in enumerate(sheet["seats"])
            if number != seat
            for value in other["necklaces"]
        ]
        for token, value in zip(self.tokens, ALL_NECKLACES, strict=True):
            token.lit = value in mine
            if token.lit:
                mine.remove(value)
        for token, value in zip(reversed(self.tokens), reversed(ALL_NECKLACES), strict=True):
            taken = not token.lit and value in others
            if taken:
                others.remove(value)
            token.disabled = taken
            token.opacity = 0.3 if taken else 1

    def turn_over(self, place: int) -> None:
        value = ALL_NECKLACES[place]
        mine = self.host.sheet["seats"][int(self.seat)]["necklaces"]
        if self.tokens[place].lit:
            mine.remove(value)
        else:
            mine.append(value)
            mine.sort()
        self.host.changed()


CALCULATOR = PearlsCount
