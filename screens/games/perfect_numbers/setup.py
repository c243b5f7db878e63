"""Before the first move of Perfect Numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.factory import Factory
from kivy.properties import NumericProperty

from scoring.core import LARGEST_COUNT
from scoring.perfect_numbers.rules import (
    COLOURS,
    JOKER,
    MARKET,
    MARKET_CARDS,
    START_CARDS,
    Card,
)
from screens.games.parts import NotingVariants, Planned, Scene, read_hands, seat_by_seat
from screens.games.perfect_numbers.choices import card_name
from screens.theme import Rgba, theme
from screens.translator import _, ngettext
from screens.widgets.brush import Brush
from screens.widgets.numbers import NumberPad
from screens.widgets.overlays import BottomSheet, Dialog
from screens.widgets.table_top import card, label, pile
from screens.words.messages import word
from screens.words.people import Person
from screens.words.telling import short

DEFAULTS: dict[str, Any] = {
    "lower_on_other": "owner",
    "deck": None,
    "move_bonus": True,
    "stolen_may_drop": True,
}


def _read_start(value: object) -> dict[str, tuple[str, ...]]:
    """The hands in which every card is one."""
    return {player: cards for player, cards in read_hands(value).items() if all(map(_is_card, cards))}


def _is_card(noted: str) -> bool:
    card = read_card(noted)
    return card.get("colour") in (*COLOURS, JOKER) and isinstance(card.get("number"), int)


LAID: dict[str, Callable[[object], Any]] = {"start": _read_start}
"""Start cards by player, as far as they are noted."""
NOTED = ("colour", "number", "row")
"""What a card is noted by; the row is that which a joker joins."""


def options(chosen: Mapping[str, Any], laid: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Any]:
    found = dict(chosen)
    if start := seat_by_seat(laid.get("start", {}), ids):
        found["start"] = [[read_card(noted) for noted in cards] for cards in start]
    return found


OPEN = "open"
"""Noted of a card whose row stays open although it is perfect."""


def note_card(card: Mapping[str, Any]) -> str:
    noted = [str(card[name]) for name in NOTED if name in card]
    return " ".join([*noted, OPEN] if card.get("close") is False else noted)


def read_card(noted: str) -> dict[str, Any]:
    words = noted.split()
    card: dict[str, Any] = dict(zip(NOTED, [word for word in words if word != OPEN], strict=False))
    if OPEN in words:
        card["close"] = False
    number = card.get("number", "")
    return card | {"number": int(number)} if number.isdecimal() else card


def said(args: Mapping[str, Any], _names: Sequence[str]) -> Mapping[str, Any]:
    return args


def told(options: Mapping[str, Any], _names: Sequence[str]) -> list[str]:
    told = [_("Three rows")] if options.get("three_rows") else []
    if (deck := options.get("deck")) is not None:
        told.append(ngettext("{n} card in the box", "{n} cards in the box", deck).format(n=deck))
    if options.get("lower_on_other") == "actor":
        told.append(_("A lower card on somebody else’s row scores for whoever played it"))
    if not options.get("move_bonus", True):
        told.append(_("No bonus for closing by Move"))
    if not options.get("stolen_may_drop", True):
        told.append(_("A stolen card without a place is discarded"))
    return told


# -- Variants ---------------------------------------------------------------------------------------------


class JokerSheet(BottomSheet):
    __events__ = ("on_choose",)

    def show(self, colours: Sequence[str]) -> None:
        for colour in colours:
            row = Factory.PressRow(text=word(colour), chevron=False, game="perfect_numbers")
            row.bind(on_release=lambda _row, colour=colour: self._choose(colour))
            self.add_widget(row)

    def _choose(self, colour: str) -> None:
        self.close()
        self.dispatch("on_choose", colour)

    def on_choose(self, colour: str) -> None:
        pass


class PerfectNumbersVariants(NotingVariants):
    deck = NumericProperty(None, allownone=True)

    def show(self, plan: Planned, options: Mapping[str, Any]) -> None:
        super().show(plan, options)
        self.deck = options.get("deck")
        self._show_hands()

    def ask_deck(self) -> None:
        least = START_CARDS * self.plan.count + MARKET_CARDS
        NumberPad(
            title=_("Cards without the start card"),
            low=least,
            high=LARGEST_COUNT,
            number=least if self.deck is None else self.deck,
            game="perfect_numbers",
            done=lambda deck: self.host.choose_option(deck=deck),
        ).open()

    # -- Start cards ---------------------------------------------------------------------------------------

    @property
    def start(self) -> Mapping[str, tuple[str, ...]]:
        noted: Mapping[str, tuple[str, ...]] = self.plan.laid.get("start", {})
        return noted

    def _show_hands(self) -> None:
        self.ids.hands.clear_widgets()
        for person in self.plan.people:
            row = Factory.PressRow(
                text=person.name,
                name=True,
                colour=person.colour,
                value=_told(self.start.get(person.id, ())) or _("unknown"),
            )
            row.bind(on_release=lambda _row, person=person: self._ask_hand(person))
            self.ids.hands.add_widget(row)

    def _ask_hand(self, person: Person) -> None:
        from screens.games.perfect_numbers.sheets import TakenSheet  # noqa: PLC0415 - only for those who note

        TakenSheet(
            title=_("Start cards of {name}").format(name=short(person.name)),
            wanted=START_CARDS,
            with_actions=False,
            done=lambda cards: self._deal(person.id, cards),
        ).open()

    def _deal(self, player: str, cards: list[dict[str, Any]]) -> None:
        """A joker beside several colours has to say which row it joins."""
        colours = [colour for colour in COLOURS if any(card["colour"] == colour for card in cards)]
        homeless = [card for card in cards if card["colour"] == JOKER and "row" not in card]
        if homeless and len(colours) > 1:
            sheet = JokerSheet(title=_("Which row does the joker join?"))
            sheet.show(colours)
            sheet.bind(on_choose=lambda _sheet, row: self._deal(player, _joined(cards, homeless[0], row)))
            sheet.open()
        elif perfect := next((card for card in perfect_cards(cards) if "close" not in card), None):
            self._ask_close(player, cards, perfect)
        else:
            self.host.lay(start={**self.start, player: tuple(note_card(card) for card in cards)})

    def _ask_close(self, player: str, cards: list[dict[str, Any]], perfect: dict[str, Any]) -> None:
        """Nobody has to close a row."""
        number = perfect["number"]

        def answer(close: bool) -> None:
            self._deal(player, [{**card, "close": close} if card is perfect else card for card in cards])

        Dialog(
            title=_("Close the row?"),
            text=ngettext(
                "{card} makes the row perfect: {n} card for the score pile.",
                "{card} makes the row perfect: {n} cards for the score pile.",
                number,
            ).format(card=card_name(Card(perfect["colour"], number)), n=number),
            buttons=[
                (_("It stays open"), "secondary", lambda: answer(False)),
                (_("Close it"), "primary", lambda: answer(True)),
            ],
        ).open()


def _told(noted: Sequence[str]) -> str:
    cards = [read_card(card) for card in noted]
    return ", ".join(card_name(Card(card["colour"], card["number"])) for card in cards)


def perfect_cards(cards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that are laid on a row that they make perfect, low to high, as it was answered until now."""
    colours = {noted["colour"] for noted in cards} - {JOKER}
    only = next(iter(colours), JOKER)
    found, laid = [], dict[str, int]()
    for noted in sorted(cards, key=lambda one: (one["number"], not one.get("close", True))):
        row = noted.get("row", only) if noted["colour"] == JOKER else noted["colour"]
        laid[row] = laid.get(row, 0) + 1
        if laid[row] == noted["number"]:
            found.append(noted)
            laid[row] = 0 if noted.get("close", True) else laid[row]
        elif laid[row] > noted["number"]:
            laid[row] -= noted["number"]
    return found


def _joined(cards: list[dict[str, Any]], joker: dict[str, Any], row: str) -> list[dict[str, Any]]:
    return [card | {"row": row} if card is joker else card for card in cards]


# -- The table from above ---------------------------------------------------------------------------------


def draw_table(brush: Brush, scene: Scene) -> None:
    known = scene.counts["draw_pile"]
    pile(brush, 40, 38, 14, 20, "?" if known is None else str(known))
    numbers = iter((4, 6, 2, 7, 3, 5, 5, 2))
    faces = iter(("red", "blue", "green", "yellow", "purple", "red", "green", "blue"))
    x = 62.0
    for size in MARKET:
        for place in range(size):
            colour = theme.cards[next(faces)]
            y = 56 - 9.4 * place
            card(brush, x, y, 11.4, 15.6, colour)
            label(brush, str(next(numbers)), x + 5.7, y + 9.2, 8, colour)
        x += 15


def in_hand(_scene: Scene, _seat: int) -> tuple[list[Rgba], str]:
    return [theme.cards[colour] for colour in ("yellow", "blue", "red")], ""


VARIANTS = PerfectNumbersVariants
