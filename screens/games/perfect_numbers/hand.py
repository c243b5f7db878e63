"""Perfect Numbers card by card: what is in hand, the own places it may lie in, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from scoring import Message
from scoring.perfect_numbers.rules import COLOUR_ROWS, PLACES, Card, PerfectNumbersTable, Taken
from screens import kv
from screens.games.perfect_numbers.cards import GAME, HandAction, hand_tile, row_caption
from screens.games.perfect_numbers.choices import (
    Choice,
    action_name,
    choices_for,
    may_act,
    read_taken,
    room_choices,
    tried,
    why_not_laid,
)
from screens.games.perfect_numbers.outlooks import OutlookSheet
from screens.games.perfect_numbers.sheets import TakenSheet
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Chip
from screens.widgets.layout import Stack


class OwnPlace(Pressable, BoxLayout):
    """One of the own places: what lies there, and what the picked card would do to it. A touch lays it."""

    cards = ObjectProperty(())
    caption = StringProperty("")
    words = StringProperty("")
    gain = StringProperty("")
    kind = StringProperty("")
    choice = ObjectProperty(None, allownone=True)
    free = BooleanProperty(True)

    def show(self, cards: Sequence[Card], caption: str, words: str, choice: Choice | None) -> None:
        self.cards, self.words, self.choice = cards, words, choice
        self.free = not cards and not words
        self.caption, self.gain, self.kind = caption, "", ""
        if choice is not None:
            self.caption = choice.told if cards else f"{choice.title}. {choice.told}"
            self.gain, self.kind = choice.gain, choice.kind


class HandMoves(Stack):
    """Cards that are still to be laid and stored action cards, each with its choices."""

    panel = ObjectProperty(None)
    actor = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        self.picked: int | None = None
        """The place in hand of the card whose choices are shown."""
        self.said: Taken | None = None
        """A card that was taken without a word and has been named since."""
        self._room: tuple[Choice, ...] = ()
        self._foreseen: dict[tuple[int, Taken, bool], tuple[Choice, ...]] = {}
        self.ids.choices.take = self.ids.room.take = self.choose
        self.places = [OwnPlace() for _place in range(PLACES)]
        for place in self.places:
            place.bind(on_release=self._touch)
            self.ids.places.add_widget(place)

    # -- After every move the phone thinks again of who is busy, and with what -------------------------------

    def begin(self, table: PerfectNumbersTable) -> None:
        able = may_act(table)
        self.actor = able[0] if able else table.turn
        self._think_again(table)
        if self.actor == table.taker:
            free = [at for at, card in enumerate(table.pending) if self._why_not_card(table, card) is None]
            self.picked = free[0] if free else None

    def _think_again(self, table: PerfectNumbersTable) -> None:
        self._foreseen = {}
        self.said = self.picked = None
        holds_cards = bool(table.pending) or table.unseen != 0
        self._room = room_choices(table, int(self.actor)) if may_act(table) and holds_cards else ()

    def in_hand(self, table: PerfectNumbersTable) -> list[Taken]:
        """Told cards, then one that has been named since, then stored ones."""
        told = [*table.pending] if self.actor == table.taker else []
        if self.said is not None:
            told.append(self.said)
        return [*told, *(action for action in table.seats[int(self.actor)].actions if action not in told)]

    @property
    def card(self) -> Taken | None:
        """The picked one."""
        return None if self.picked is None else self.in_hand(self.panel.table)[self.picked]

    def offer_market(self, market: list[Any]) -> None:
        """Where nobody has a card left to lay."""
        if self.ids.market.children != market:
            self.ids.market.clear_widgets()
            for widget in market:
                if widget.parent is not None:
                    widget.parent.remove_widget(widget)
                self.ids.market.add_widget(widget)

    # -- What is shown --------------------------------------------------------------------------------------

    def show(self) -> None:
        table = self.panel.table
        self._show_actors(may_act(table))
        name = self.panel.host.names[int(self.actor)]
        waits = bool(table.pending) or self.said is not None
        takes = self.actor == table.turn and table.taker != table.turn
        free = _("{name} is to take a group") if takes else _("{name} may still play")
        heading = _("{name} lays cards") if waits else free
        self.ids.heading.text = heading.format(name=name).upper()
        self._show_cards(table)
        card = self.card
        choices = () if card is None else self._choices(table, card)
        rest = self._show_places(table, choices)
        self.ids.choices.show(rest)
        self.ids.room.show(self._room)
        self.ids.hint.text = self._hint(table)

    @staticmethod
    def _hint(table: PerfectNumbersTable) -> str:
        if not table.unseen:
            return ""
        return ngettext(
            "{n} card was taken without saying which.",
            "{n} cards were taken without saying which.",
            table.unseen,
        ).format(n=table.unseen)

    def _show_actors(self, able: Sequence[int]) -> None:
        box = self.ids.actors
        box.clear_widgets()
        if len(able) < 2:
            return
        for seat in able:
            name = self.panel.host.names[seat]
            chip = Chip(text=name, key=str(seat), game=GAME, selected=seat == self.actor)
            chip.bind(on_release=self._choose_actor)
            box.add_widget(chip)

    def _choose_actor(self, chip: Chip) -> None:
        self.actor = int(chip.key)
        self._think_again(self.panel.table)
        self.panel.show(self.panel.table)

    def _show_cards(self, table: PerfectNumbersTable) -> None:
        box = self.ids.cards
        box.clear_widgets()
        told = len(table.pending) if self.actor == table.taker else 0
        told += self.said is not None
        for at, card in enumerate(self.in_hand(table)):
            stored = at >= told
            tile = hand_tile(card, _("stored") if stored else "")
            tile.selected = at == self.picked
            tile.reason = None if stored else self._why_not_card(table, card)
            tile.bind(on_release=lambda tile, at=at: self._pick(tile, at))
            box.add_widget(tile)
        if table.unseen != 0 and self.said is None:
            unknown = HandAction(text="?", secondary=_("name a card"), game=GAME)
            unknown.bind(on_release=lambda _tile: self.name_card())
            box.add_widget(unknown)

    def _pick(self, tile: Any, at: int) -> None:
        if tile.reason is not None:
            self.panel.host.explain(tile.reason)
            return
        self.picked = None if at == self.picked else at
        self.show()

    def _show_places(self, table: PerfectNumbersTable, choices: Sequence[Choice]) -> list[Choice]:
        """Own rows, and a new one, take the card by a touch; the choices that are left need a list."""
        seat = table.seats[int(self.actor)]
        by_row: dict[str, Choice] = {}
        for choice in choices:
            if choice.place:
                by_row.setdefault(choice.place, choice)
        places = iter(self.places)
        placed: list[Choice] = []
        for row, cards in seat.rows.items():
            found = by_row.pop(row, None)
            next(places).show(cards, row_caption(row, cards), "", found)
            placed += [found] if found else []
        if seat.actions:
            next(places).show((), _("Action cards"), " · ".join(map(action_name, seat.actions)), None)
        for place in places:
            new = by_row.pop(next((row for row in COLOUR_ROWS if row in by_row), ""), None)
            place.show((), _("free"), "", new)
            placed += [new] if new else []
        if table.three_rows and not seat.actions and self.places[-1].choice is None and self.places[-1].free:
            self.places[-1].caption = _("for action cards")
        return [choice for choice in choices if not any(choice is other for other in placed)]

    def _touch(self, place: OwnPlace) -> None:
        if place.choice is not None:
            self.choose(place.choice)

    # -- Choices --------------------------------------------------------------------------------------------

    def _why_not_card(self, table: PerfectNumbersTable, card: Taken) -> Message | None:
        """A card waits while nothing can be done with it, not even making room."""
        if self._room or any(choice.reason is None for choice in self._choices(table, card)):
            return None
        if isinstance(card, str):
            refused = tried(table, {"move": "store", "seat": int(self.actor), "action": card})
            return refused if isinstance(refused, Message) else None
        return why_not_laid(table, int(self.actor), card)

    def _choices(self, table: PerfectNumbersTable, card: Taken) -> tuple[Choice, ...]:
        """Asked several times while a table is shown, foreseen once."""
        in_hand = card in table.pending or card == self.said
        asked = (int(self.actor), card, in_hand)
        if asked not in self._foreseen:
            self._foreseen[asked] = choices_for(table, self.panel.host.names, int(self.actor), card, in_hand)
        return self._foreseen[asked]

    def choose(self, choice: Choice) -> None:
        if choice.reason is not None:
            self.panel.host.explain(choice.reason)
        elif choice.further:
            OutlookSheet(
                title=choice.title, caption=choice.told, choices=choice.further, done=self.choose
            ).open()
        elif choice.move is not None:
            self.panel.play(choice.move)

    def name_card(self) -> None:
        """Says which of the untold cards is laid now."""
        name = self.panel.host.names[int(self.actor)]
        TakenSheet(
            title=_("Which card does {name} lay?").format(name=name),
            wanted=1,
            may_skip=False,
            done=self._name,
        ).open()

    def _name(self, cards: list[dict[str, Any]]) -> None:
        self.said = read_taken(cards[0])
        table = self.panel.table
        self.picked = len(table.pending) if self.actor == table.taker else 0
        self.show()


kv.load(__name__)
