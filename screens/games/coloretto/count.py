"""Counting Coloretto: cards by colour, and what the jokers are best used for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from scoring.coloretto.rules import (
    CARDS_PER_COLOUR,
    COLOURS,
    COLOURS_COUNTED_UP,
    COPIES,
    PLUS2,
    PLUS2_POINTS,
    POINTS,
)
from screens.games.parts import Calculator, Entry, balance_told, read
from screens.games.rows import fill_rows
from screens.translator import _, ngettext
from screens.widgets.overlays import BottomSheet
from screens.widgets.tiles import ColourTile
from screens.words.messages import letters, word
from screens.words.telling import listed, signed


def signs() -> dict[str, str]:
    return dict(zip(COLOURS, letters([word(colour) for colour in COLOURS]), strict=True))


def colour_list(colours: list[str]) -> str:
    return listed([word(colour) for colour in colours])


class ColorettoCount(Calculator):
    seat = NumericProperty(0)
    side = StringProperty("brown")
    advice = StringProperty("")
    own_choice = BooleanProperty(False)
    has_jokers = BooleanProperty(False)

    def show(self, page: int) -> None:
        self.seat = page
        self.side = self.host.options.get("side", "brown")
        fill_rows(self.ids.rows, self.entries(), self.host)
        self._place_side()

    def _place_side(self) -> None:
        """Which side counts was settled with the set-up; without one it is asked first."""
        side, wanted = self.ids.side.__self__, 0 if self.host.live.moves else len(self.children) - 1
        if self.children.index(side) != wanted:
            self.remove_widget(side)
            self.add_widget(side, index=wanted)

    def on_side(self, *_: object) -> None:
        if self.host is not None and self.side != self.host.options.get("side", "brown"):
            self.host.set_option("side", self.side)

    @property
    def mine(self) -> dict[str, Any]:
        seat: dict[str, Any] = self.host.sheet["seats"][int(self.seat)]
        return seat

    def entries(self) -> list[Entry]:
        seat, sign = int(self.seat), signs()
        removed = self.host.options.get("removed") or ()
        colours = [
            Entry(("seats", seat, "cards", colour), word(colour), "", colour, sign[colour], CARDS_PER_COLOUR)
            for colour in COLOURS
            if colour not in removed or read(self.host.sheet, ("seats", seat, "cards", colour))
        ]
        return [
            *colours,
            Entry(("seats", seat, "plus2"), _("+2 cards"), "", "black", "+2", COPIES[PLUS2]),
            Entry(("seats", seat, "jokers"), _("Jokers"), "", "wild", "*", COPIES["joker"]),
            Entry(("seats", seat, "golden"), _("Golden joker"), "", "golden", "*+1", 1),
        ]

    def tidy(self) -> None:
        """A choice made for other jokers is no choice."""
        for seat in self.host.sheet["seats"]:
            if "jokers_as" in seat and len(seat["jokers_as"]) != seat["jokers"] + seat["golden"]:
                del seat["jokers_as"]
            held = {colour for colour, cards in seat["cards"].items() if cards}.union(
                seat.get("jokers_as", ())
            )
            up = seat.get("counted_up", ())
            if "counted_up" in seat and not (up and held.issuperset(up) and len(up) == counted_up(held)):
                del seat["counted_up"]

    @property
    def known(self) -> int | None:
        """How many cards the player has taken, as far as the table was tracked."""
        live = self.host.live
        return sum(live.table.hands[int(self.seat)].values()) if live.moves else None

    @property
    def counted(self) -> int:
        mine = self.mine
        return int(sum(mine["cards"].values()) + mine["jokers"] + mine["golden"] + mine["plus2"])

    def asked(self) -> str:
        name, known = self.host.names[int(self.seat)], self.known
        if known is None:
            return _("{name}: count the cards").format(name=name)
        told = ngettext("{name}: {n} card taken", "{name}: {n} cards taken", known).format(name=name, n=known)
        return " · ".join((told, balance_told(known, self.counted)))

    def is_complete(self) -> bool:
        return self.counted == self.known

    def refresh(self) -> None:
        seat = int(self.seat)
        choice = (
            self.host.result.choices[seat] if self.host.result else {"jokers": [], "plus": [], "minus": []}
        )
        self.has_jokers = bool(self.mine["jokers"] + self.mine["golden"])
        self.own_choice = "jokers_as" in self.mine or "counted_up" in self.mine
        self.advice = self._advice(choice, seat)
        for row in self.ids.rows.children:
            row.value = read(self.host.sheet, row.entry.path)
            row.hint, row.points = self._row(row.entry, int(row.value), choice)
            row.active = self.host.focused is not None and row.entry.path == self.host.focused.path

    def _row(self, entry: Entry, number: int, choice: dict[str, list[str]]) -> tuple[str, str]:
        name = str(entry.path[-1])
        if name == "plus2":
            return "", signed(PLUS2_POINTS * number)
        if name not in COLOURS:
            return "", ""
        jokers = choice["jokers"].count(name)
        worth = POINTS[self.side][min(6, number + jokers)]
        hint = ngettext("with {n} joker", "with {n} jokers", jokers).format(n=jokers) if jokers else ""
        return hint, signed(-worth if name in choice["minus"] else worth)

    def _advice(self, choice: dict[str, list[str]], seat: int) -> str:
        if not choice["plus"]:
            return _(
                "Tap a number below for each colour. Three colours score plus points, all others "
                "minus points."
            )
        told = []
        if choice["jokers"]:
            gain = self.host.result.joker_gain[seat]
            named = colour_list(choice["jokers"])
            told.append(
                _("Your choice for the jokers: {colours}.").format(colours=named)
                if self.own_choice
                else ngettext(
                    "Best choice for the jokers: {colours} ({gain} point).",
                    "Best choice for the jokers: {colours} ({gain} points).",
                    abs(gain),
                ).format(colours=named, gain=f"+{gain}" if gain >= 0 else signed(gain))
            )
        told.append(_("Plus points: {colours}.").format(colours=colour_list(choice["plus"])))
        return " ".join(told)

    def choose_otherwise(self) -> None:
        choice = self.host.result.choices[int(self.seat)]
        ChoiceSheet(
            title=_("Another choice"),
            jokers=list(choice["jokers"]),
            plus=list(choice["plus"]),
            owned=[colour for colour, cards in self.mine["cards"].items() if cards],
            done=self._insist,
        ).open()

    def _insist(self, jokers: list[str], plus: list[str]) -> None:
        self.mine["jokers_as"], self.mine["counted_up"] = jokers, plus
        self.host.changed()

    def best_again(self) -> None:
        self.mine.pop("jokers_as", None)
        self.mine.pop("counted_up", None)
        self.host.changed()


def counted_up(held: Collection[str]) -> int:
    return min(COLOURS_COUNTED_UP, len(held))


class ChoiceSheet(BottomSheet):
    """What each joker stands for, and which colours count up."""

    jokers = ListProperty([])
    plus = ListProperty([])
    owned = ListProperty([])
    done = ObjectProperty(None)
    place = NumericProperty(0)
    """The joker that is being given a colour."""
    enough = BooleanProperty(False)
    """As many colours count up as have to."""

    def on_kv_post(self, _base: object) -> None:
        sign = signs()
        for box, action in ((self.ids.jokers, self.give), (self.ids.plus, self.turn)):
            for colour in COLOURS:
                tile = ColourTile(colour=colour, text=sign[colour], secondary=word(colour))
                tile.bind(on_release=lambda tile, action=action: action(tile.colour))
                box.add_widget(tile)
        self._mark()

    @property
    def held(self) -> list[str]:
        return [colour for colour in COLOURS if colour in self.owned or colour in self.jokers]

    def give(self, colour: str) -> None:
        """The next joker in turn takes this colour."""
        self.jokers = [*self.jokers[1:], colour]
        self.plus = [shade for shade in self.plus if shade in self.held]
        if len(self.held) <= COLOURS_COUNTED_UP:
            self.plus = list(self.held)
        self._mark()

    def turn(self, colour: str) -> None:
        if colour in self.plus:
            self.plus = [shade for shade in self.plus if shade != colour]
        elif len(self.plus) < COLOURS_COUNTED_UP and colour in self.held:
            self.plus = [*self.plus, colour]
        self._mark()

    def _mark(self) -> None:
        for tile in self.ids.jokers.children:
            count = self.jokers.count(tile.colour)
            tile.selected = count > 0
            tile.secondary = f"×{count}" if count > 1 else word(tile.colour)
        for tile in self.ids.plus.children:
            tile.selected = tile.colour in self.plus
        self.enough = len(self.plus) == counted_up(self.held)

    def accept(self) -> None:
        self.close()
        self.done(list(self.jokers), list(self.plus))


CALCULATOR = ColorettoCount
