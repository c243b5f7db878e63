"""Perfect Numbers: cards as they lie in rows, and as they are held in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from scoring.perfect_numbers.rules import (
    BONUS,
    FACE_DOWN,
    HIGHEST,
    JOKER,
    JOKER_ROW,
    LOWEST,
    PLACES,
    Card,
    PerfectNumbersTable,
    Taken,
)
from screens import kv
from screens.games.perfect_numbers.choices import action_name, points
from screens.theme import readable_on, theme
from screens.translator import _
from screens.widgets.surfaces import Card as Sheet
from screens.widgets.tiles import ColourTile, Tile
from screens.words.messages import word

GAME = "perfect_numbers"
NUMBERS = range(LOWEST, HIGHEST + 1)
SHADES = {JOKER: "wild", JOKER_ROW: "wild", "": "black"}
"""The game colours of what has none of its own: jokers, and the back of a card."""


def shade(colour: str) -> str:
    return SHADES.get(colour, colour)


def colour_word(colour: str) -> str:
    return _("Joker") if colour in (JOKER, JOKER_ROW) else word(colour)


class LaidCard(Label):
    """A card of a row; the label is the strip of it that the next card leaves visible."""

    colour = StringProperty("black")
    card_width = NumericProperty(0)
    readable_on = staticmethod(readable_on)


class LaidCards(Widget):
    """A row from bottom to top, overlapping as far as its width makes it."""

    cards = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._arrange)
        kv.follow(theme, self._arrange, "text_body")

    def on_cards(self, *_: object) -> None:
        while len(self.children) > len(self.cards):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.cards):
            self.add_widget(LaidCard())
        for label, card in zip(reversed(self.children), self.cards, strict=True):
            label.colour = shade(card.colour)
            label.text = ("*" if card.colour == JOKER else "") + str(card.number) if card.number else "–"
        self._arrange()

    def _arrange(self, *_: object) -> None:
        width = max(dp(32), theme.text_body * 1.9)
        self.height = max(dp(42), theme.text_body * 2.4) if self.children else 0
        if not self.children:
            return
        gaps = max(1, len(self.children) - 1)
        step = min(width + dp(4), max(1, self.width - width) / gaps)
        for at, label in enumerate(reversed(self.children)):
            covered = at < len(self.children) - 1
            label.card_width = width
            label.pos = self.x + at * step, self.y
            label.size = min(step, width) if covered else width, self.height
            label.font_size = min(theme.text_body, max(1, label.width) * (0.5 if "*" in label.text else 0.9))


class RowPlace(BoxLayout):
    """One of the four places of a collection: a row, the stored action cards, or nothing yet."""

    cards = ObjectProperty(())
    words = StringProperty("")
    caption = StringProperty("")
    free = BooleanProperty(True)


def row_caption(row: str, cards: Sequence[Card]) -> str:
    """What the row waits for."""
    name = colour_word(row)
    closing = len(cards) + 1
    parts = [name]
    if cards and cards[-1] == FACE_DOWN:
        parts.append(_("protected"))
    if closing in NUMBERS:
        parts.append(_("a {n} closes").format(n=closing))
        if closing in BONUS:
            parts.append(f"+{BONUS[closing]}")
    return " · ".join(parts)


class SeatRows(Sheet):
    """Everything that lies before one player."""

    seat = NumericProperty(0)
    name = StringProperty("")
    worth = StringProperty("")
    edit = ObjectProperty(None)
    folded = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        self.grid = self.ids.places.__self__  # an id alone lets go of what is folded away

    def on_folded(self, *_: object) -> None:
        self.remove_widget(self.grid) if self.folded else self.add_widget(self.grid)

    def show(self, table: PerfectNumbersTable, name: str) -> None:
        seat = table.seats[int(self.seat)]
        self.name, self.worth = name, points(seat.score)
        laid = list(seat.rows.items())
        kept = [_("Action cards")] if seat.actions else []
        free = [_("free")] * (PLACES - len(laid) - len(kept))
        if table.three_rows and free and not kept:
            free[-1] = _("for action cards")
        box = self.grid
        while len(box.children) < len(laid) + len(kept) + len(free):
            box.add_widget(RowPlace())
        places = iter(reversed(box.children))
        for row, cards in laid:
            self._fill(next(places), cards, "", row_caption(row, cards))
        for caption in kept:
            self._fill(next(places), (), " · ".join(map(action_name, seat.actions)), caption)
        for caption in free:
            self._fill(next(places), (), "", caption)

    @staticmethod
    def _fill(place: RowPlace, cards: Sequence[Card], words: str, caption: str) -> None:
        place.cards, place.words, place.caption = cards, words, caption
        place.free = not cards and not words


# -- Cards in hand ----------------------------------------------------------------------------------------


class HandCard(ColourTile):
    """A number card in hand."""

    card = ObjectProperty(None, allownone=True)


class HandAction(Tile):
    """An action card in hand or stored, or a card that nobody has named yet."""

    card = ObjectProperty(None, allownone=True)


def hand_tile(card: Taken, note: str = "") -> HandCard | HandAction:
    if isinstance(card, str):
        return HandAction(text=action_name(card), secondary=note, game=GAME, card=card)
    return HandCard(
        colour=shade(card.colour), text=str(card.number), secondary=colour_word(card.colour), card=card
    )


kv.load(__name__)
