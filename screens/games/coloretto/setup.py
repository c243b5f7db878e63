"""Before the first move of Coloretto."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from scoring.coloretto.rules import COLOURS, POINTS, SIDES, colours_removed, row_limits, start_cards_each
from screens.games.parts import NotingVariants, Planned, Scene, read_hands, read_strings, seat_by_seat
from screens.theme import WHITE, Rgba, mix, rgba, theme
from screens.translator import _, ngettext
from screens.widgets.brush import Brush
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Chips
from screens.widgets.layout import Stack
from screens.widgets.people import CardChip
from screens.widgets.table_top import BACK, card, label
from screens.words.messages import all_words, letters, word
from screens.words.people import Person

LAST_ROUND = rgba("#DC2626")
WOOD = rgba("#8A5A2B")
LEAF = rgba("#3F7D20")

DEFAULTS: dict[str, Any] = {"side": "brown"}


def _read_colours(value: object) -> tuple[str, ...]:
    return tuple(colour for colour in read_strings(value) if colour in COLOURS)


def _read_start(value: object) -> dict[str, tuple[str, ...]]:
    return {player: _read_colours(list(cards)) for player, cards in read_hands(value).items()}


LAID: dict[str, Callable[[object], Any]] = {"removed": _read_colours, "start": _read_start}
"""The colours that go back, and start cards by player: as far as they are chosen and noted."""


def options(chosen: Mapping[str, Any], laid: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Any]:
    found = dict(chosen)
    if removed := laid.get("removed"):
        found["removed"] = list(removed)
    if start := seat_by_seat(laid.get("start", {}), ids):
        found["start"] = [list(cards) for cards in start]
    return found


def said(args: Mapping[str, Any], _names: Sequence[str]) -> Mapping[str, Any]:
    return args


def told(options: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    sides = {"brown": _("Brown side"), "purple": _("Purple side")}
    told = [sides[options.get("side", "brown")]]
    if removed := options.get("removed"):
        told.append(_("Back in the box: {colours}").format(colours=", ".join(map(word, removed))))
    for name, cards in zip(names, options.get("start") or (), strict=False):
        told.append(_("{name} began with {cards}").format(name=name, cards=", ".join(map(_card, cards))))
    return told


def _card(name: str) -> str:
    return word(name) if name in all_words() else "?"


# -- Variants ---------------------------------------------------------------------------------------------


class ColourPick(Pressable, CardChip):
    """A card of a colour that can be chosen; the chosen ones carry a frame and a tick."""

    selected = BooleanProperty(False)
    name = StringProperty("")
    spoken = StringProperty("")


class ColourPicks(Chips):
    """Colours side by side; on_pick tells which one was touched."""

    __events__ = ("on_pick",)

    def show(self, colours: Sequence[str], chosen: Sequence[str]) -> None:
        self.clear_widgets()
        signs = letters([word(colour) for colour in COLOURS])
        for colour, sign in zip(COLOURS, signs, strict=True):
            if colour in colours:
                pick = ColourPick(
                    colour=colour, text=sign, name=colour, spoken=word(colour), selected=colour in chosen
                )
                pick.bind(on_release=lambda pick: self.dispatch("on_pick", pick.colour))
                self.add_widget(pick)

    def on_pick(self, colour: str) -> None:
        pass


class StartCards(Stack):
    """Whose start cards are noted below."""

    person = StringProperty("")
    colour = StringProperty("")
    cards = StringProperty("")


class ColorettoVariants(NotingVariants):
    sides = SIDES
    heads = ListProperty([])
    rows = ListProperty([])
    """What so many cards of a colour are worth on either side."""
    due = NumericProperty(0)
    """How many colours go back."""
    boxed = StringProperty("")

    def show(self, plan: Planned, options: Mapping[str, Any]) -> None:
        super().show(plan, options)
        most = len(POINTS["brown"]) - 1
        self.heads = [_("Cards"), *(str(cards) for cards in range(1, most)), f"{most}+"]
        self.rows = [[word(side), *(str(points) for points in POINTS[side][1:])] for side in SIDES]
        self._show_boxed()
        self._show_hands()

    # -- Colours that go back ------------------------------------------------------------------------------

    @property
    def removed(self) -> tuple[str, ...]:
        chosen: tuple[str, ...] = self.plan.laid.get("removed", ())
        return chosen

    def _show_boxed(self) -> None:
        self.due = colours_removed(self.plan.count)
        if self.due > len(self.removed):
            told = ngettext(
                "{n} colour leaves the game. Tap it, or draw at random.",
                "{n} colours leave the game. Tap them, or draw at random.",
                self.due,
            )
            self.boxed = told.format(n=self.due)
        else:
            colours = ", ".join(word(colour) for colour in self.removed)
            self.boxed = _("All cards of these colours: {colours}.").format(colours=colours)
        self.ids.boxed.show(COLOURS, self.removed)

    def put_back(self, colour: str) -> None:
        """One too many, and the one chosen first comes back into play."""
        others = tuple(other for other in self.removed if other != colour)
        self._remove(others if colour in self.removed else (*others, colour)[-self.due :])

    def draw_colours(self) -> None:
        self._remove(tuple(self.host.rng.sample(COLOURS, self.due)))

    def _remove(self, colours: tuple[str, ...]) -> None:
        start = {
            player: tuple(card for card in cards if card not in colours)
            for player, cards in self.start.items()
        }
        self.host.lay(removed=colours, start=start)

    # -- Start cards ---------------------------------------------------------------------------------------

    @property
    def start(self) -> Mapping[str, tuple[str, ...]]:
        noted: Mapping[str, tuple[str, ...]] = self.plan.laid.get("start", {})
        return noted

    def _show_hands(self) -> None:
        self.ids.hands.clear_widgets()
        for person in self.plan.people if self.noting else ():
            self.ids.hands.add_widget(self._hand(person))

    def _hand(self, person: Person) -> StartCards:
        held = self.start.get(person.id, ())
        row = StartCards(
            person=person.name, colour=person.colour, cards=", ".join(word(colour) for colour in held)
        )
        picks = ColourPicks()
        picks.show([colour for colour in COLOURS if colour not in self.removed], held)
        picks.bind(on_pick=lambda _picks, colour: self._hold(person.id, colour))
        row.add_widget(picks)
        return row

    def _hold(self, player: str, colour: str) -> None:
        """With three and more every start card is a different colour: whoever had this one gives it up."""
        each = start_cards_each(self.plan.count)
        held = self.start.get(player, ())
        others = tuple(card for card in held if card != colour)
        start = dict(self.start)
        if self.plan.count > 2:
            start = {other: tuple(card for card in cards if card != colour) for other, cards in start.items()}
        start[player] = others if colour in held else (*others, colour)[-each:]
        self.host.lay(start=start)


# -- The table from above ---------------------------------------------------------------------------------


def draw_table(brush: Brush, scene: Scene) -> None:
    card(brush, 40, 32, 18, 11, BACK)
    label(brush, str(scene.counts["below_last_round"]), 49, 37.5, 7, BACK)
    card(brush, 40, 44, 18, 6, LAST_ROUND)
    card(brush, 40, 51, 18, 17, BACK)
    label(brush, str(scene.counts["above_last_round"]), 49, 59.5, 9, BACK)
    players = len(scene.people)
    limits = row_limits(players)
    wood = LEAF if players == 2 else WOOD
    height = min(10.0, 40 / len(limits) - 2)
    for place, limit in enumerate(limits):
        y = 68 - (place + 1) * (height + 2)
        card(brush, 68, y, 12, height, wood)
        for slot in range(limit):
            brush.colour(WHITE, 0.28)
            brush.box(83 + 11 * slot, y + 0.4, 8.6, height - 0.8, 1.2)


def in_hand(scene: Scene, seat: int) -> tuple[list[Rgba], str]:
    known = scene.options["start"][seat] if "start" in scene.options else ()
    blank = mix(0.75, theme.accents["coloretto"], WHITE)
    return [theme.cards[colour] for colour in known] or [blank] * start_cards_each(len(scene.people)), ""


VARIANTS = ColorettoVariants
