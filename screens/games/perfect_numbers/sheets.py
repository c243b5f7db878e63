"""Perfect Numbers: which cards were taken, what lies before somebody, and what lies in the market."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from scoring.perfect_numbers.rules import (
    ACTION_ROW,
    ACTIONS,
    COLOUR_ROWS,
    COLOURS,
    FACE_DOWN,
    JOKER,
    JOKER_ROW,
    MARKET,
    Card,
    Taken,
)
from screens import kv
from screens.games.perfect_numbers.cards import GAME, NUMBERS, colour_word, hand_tile, shade
from screens.games.perfect_numbers.choices import action_name, row_name
from screens.translator import ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Chip
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card as Sheet
from screens.widgets.tiles import ColourTile, Tile


def number_tiles(box: Any, action: Callable[[int], None]) -> list[Tile]:
    tiles = []
    for number in NUMBERS:
        tile = Tile(text=str(number), game=GAME)
        tile.bind(on_release=lambda _tile, number=number: action(number))
        box.add_widget(tile)
        tiles.append(tile)
    return tiles


def colour_tiles(box: Any, colours: Sequence[str], action: Callable[[str], None]) -> list[ColourTile]:
    tiles = []
    for colour in colours:
        tile = ColourTile(colour=shade(colour), text="*" if colour in (JOKER, JOKER_ROW) else "")
        tile.secondary = colour_word(colour)
        tile.key = colour
        tile.bind(on_release=lambda tile: action(tile.key))
        box.add_widget(tile)
        tiles.append(tile)
    return tiles


class TakenSheet(BottomSheet):
    """A colour, then a number; or an action card. What was picked can be put back."""

    wanted = NumericProperty(0)
    may_skip = BooleanProperty(True)
    with_actions = BooleanProperty(True)
    cards = ListProperty([])
    colour = StringProperty(COLOURS[0])
    known = ListProperty([])
    """What lies in the sheet from the beginning."""
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.colours = colour_tiles(self.ids.colours, (*COLOURS, JOKER), self.choose_colour)
        number_tiles(self.ids.numbers, self.pick_number)
        for action in ACTIONS if self.with_actions else ():
            tile = Tile(text=action_name(action), game=GAME)
            tile.bind(on_release=lambda _tile, action=action: self.pick(action))
            self.ids.actions.add_widget(tile)
        self.choose_colour(self.colour)
        for card in self.known:
            self.pick(card)

    def choose_colour(self, colour: str) -> None:
        self.colour = colour
        for tile in self.colours:
            tile.selected = tile.key == colour

    def pick_number(self, number: int) -> None:
        self.pick(Card(self.colour, number))

    def pick(self, card: Taken) -> None:
        if len(self.cards) == self.wanted:
            return
        self.cards = [*self.cards, card]
        tile = hand_tile(card)
        tile.bind(on_release=self._put_back)
        self.ids.picked.add_widget(tile)

    def _put_back(self, tile: Any) -> None:
        left = list(self.cards)
        left.remove(tile.card)
        self.cards = left
        self.ids.picked.remove_widget(tile)

    def accept(self) -> None:
        self.close()
        self.done([{"action": card} if isinstance(card, str) else card.as_json() for card in self.cards])

    def skip(self) -> None:
        self.close()
        self.done([])


class LaidRow(Pressable, Sheet):
    """A row that is being entered."""

    row = StringProperty("")
    cards = ObjectProperty(())
    words = StringProperty("")
    caption = StringProperty("")
    selected = BooleanProperty(False)


class LaidSheet(BottomSheet):
    """What lies before a player, from the bottom to the top of every row."""

    laid = ObjectProperty({})
    row = StringProperty("")
    joker = BooleanProperty(False)
    problem = StringProperty("")
    find_problem = ObjectProperty(None)
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.laid = {row: list(cards) for row, cards in self.laid.items()}
        self.colours = colour_tiles(self.ids.colours, COLOUR_ROWS, self.choose_row)
        number_tiles(self.ids.numbers, self.lay)
        self.actions = []
        for action in ACTIONS:
            tile = Tile(text=action_name(action), game=GAME)
            tile.key = action
            tile.bind(on_release=lambda tile: self.turn_action(tile.key))
            self.ids.actions.add_widget(tile)
            self.actions.append(tile)
        self._show()

    def choose_row(self, row: str) -> None:
        self.row = row
        self._show()

    def lay(self, number: int) -> None:
        """A number from 2 to 7, or 0 for a card that lies face down."""
        if self.row:
            as_joker = self.joker and number and self.row != JOKER_ROW
            card = {"number": number, "joker": True} if as_joker else number
            self.laid = {**self.laid, self.row: [*self.laid.get(self.row, []), card]}
            self.joker = False
            self._show()

    def take_back(self) -> None:
        """The top card of the row that is being entered."""
        laid = {**self.laid, self.row: self.laid.get(self.row, [])[:-1]}
        self.laid = {row: cards for row, cards in laid.items() if cards}
        self._show()

    def turn_action(self, action: str) -> None:
        stored = self.laid.get(ACTION_ROW, [])
        now = [kept for kept in stored if kept != action] if action in stored else [*stored, action]
        self.laid = {row: cards for row, cards in self.laid.items() if row != ACTION_ROW}
        if now:
            self.laid = {**self.laid, ACTION_ROW: now}
        self._show()

    def _show(self) -> None:
        for tile in self.colours:
            tile.selected = tile.key == self.row
        for tile in self.actions:
            tile.selected = tile.key in self.laid.get(ACTION_ROW, [])
        box = self.ids.rows
        box.clear_widgets()
        for row, cards in self.laid.items():
            if row == ACTION_ROW:
                continue
            read = tuple(read_laid(card, row) for card in cards)
            laid = LaidRow(row=row, cards=read, caption=row_name(row), selected=row == self.row)
            laid.bind(on_release=lambda laid: self.choose_row(laid.row))
            box.add_widget(laid)

    def accept(self) -> None:
        self.problem = self.find_problem(self.laid)
        if not self.problem:
            self.close()
            self.done(self.laid)


def read_laid(card: int | Mapping[str, Any], row: str) -> Card:
    if card == 0:
        return FACE_DOWN
    colour = JOKER if row == JOKER_ROW else row
    return Card(colour, card) if isinstance(card, int) else Card(JOKER, card["number"])


class MarketSheet(BottomSheet):
    """Which groups are really there, and who really has the start card."""

    panel_of = ObjectProperty(None)
    starter = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        table = self.panel_of.table
        self.starter = table.starter
        for size, cards in zip(MARKET, table.groups, strict=True):
            tile = Tile(text=str(size), secondary=ngettext("card", "cards", size), game=GAME)
            tile.selected = bool(cards)
            tile.bind(on_release=self._turn)
            self.ids.groups.add_widget(tile)
        for seat, name in enumerate(self.panel_of.host.names):
            chip = Chip(text=name, key=str(seat), game=GAME, selected=seat == table.starter)
            chip.bind(on_release=self._choose)
            self.ids.starters.add_widget(chip)

    @staticmethod
    def _turn(tile: Tile) -> None:
        tile.selected = not tile.selected

    def _choose(self, chip: Chip) -> None:
        self.starter = int(chip.key)
        for other in self.ids.starters.children:
            other.selected = other is chip

    def accept(self) -> None:
        table = self.panel_of.table
        groups = [int(tile.text) if tile.selected else 0 for tile in reversed(self.ids.groups.children)]
        changes: dict[str, Any] = {}
        if tuple(groups) != table.groups:
            changes["groups"] = groups
        if int(self.starter) != table.starter:
            changes["starter"] = int(self.starter)
        self.close()
        if changes:
            self.panel_of.play({"move": "correct", **changes})


kv.load(__name__)
