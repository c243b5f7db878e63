"""Pearls beside the cards: take or place with one tap, or by colour for those who want it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from scoring.pearls.rules import ALL_NECKLACES, CARDS, DISPLAY, HAND_LIMIT, WILD, cards_in_play
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.translator import _, ngettext
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import ListRow
from screens.widgets.tiles import ColourTile, Tile
from screens.words.messages import letters, word


def colours_in_play(table: Any) -> list[str]:
    return [colour for colour, copies in cards_in_play(table.players, table.all_cards).items() if copies]


def cards_told(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{word(colour)} {cards[colour]}" for colour in CARDS if cards.get(colour))


def seen_of(seat: Any) -> str:
    """What a player has taken and placed in the open, by colour."""
    told = []
    if taken := cards_told(seat.taken):
        told.append(_("took {cards}").format(cards=taken))
    if placed := cards_told(seat.placed):
        told.append(_("placed {cards}").format(cards=placed))
    if unseen := seat.placed_unseen:
        told.append(ngettext("placed {n} card unseen", "placed {n} cards unseen", unseen).format(n=unseen))
    return "\n".join(told) or _("nothing seen yet")


def lay_out(box: Any, tiles: Sequence[Widget]) -> None:
    """Puts the tiles into the box in this order; those that lie there already stay."""
    if box.children[::-1] != list(tiles):
        box.clear_widgets()
        for tile in tiles:
            box.add_widget(tile)


def knows_colours(table: Any) -> bool:
    return bool(table.display_known) or any(seat.taken or seat.placed for seat in table.seats)


def signs() -> dict[str, str]:
    """A letter for each colour, in the chosen language; the joker is a star everywhere."""
    coloured = [colour for colour in CARDS if colour != WILD]
    found = dict(zip(coloured, letters([word(colour) for colour in coloured]), strict=True))
    return {**found, WILD: "*"}


class Necklace(Tile):
    """A necklace in the row on the table: golden while it is there."""

    value = NumericProperty(0)
    there = BooleanProperty(True)


class LightMoves(Stack):
    """Numbers alone: one tap per turn."""


class ColourMoves(Stack):
    """The display by colour, and which colour is placed."""


class PearlsPads(Pads):
    """Light or by colour; passing has its place at all times."""


class Seen(Stack):
    """What of the colours is known beside the display: what everybody took and placed in the open."""


class PearlsPanel(Panel):
    by_colour = BooleanProperty(False)
    in_full = "by_colour"

    def on_kv_post(self, _base: object) -> None:
        self.pads = PearlsPads()
        self.light, self.coloured, self.seen = LightMoves(), ColourMoves(), Seen()
        self.takes = [self._number(self.light.ids.takes, n, self.take) for n in range(1, DISPLAY + 1)]
        self.places = [self._number(self.light.ids.places, n, self.place) for n in range(1, HAND_LIMIT + 1)]
        self.passing = Tile(game="pearls")
        self.passing.bind(on_release=lambda _tile: self.pass_turn())
        self.necklaces = [Necklace(value=value, text=str(value), game="pearls") for value in ALL_NECKLACES]
        for necklace in self.necklaces:
            necklace.bind(on_release=lambda _tile: self.correct_necklaces())
            self.ids.necklaces.add_widget(necklace)
        self.displayed = {colour: self._colour_tile(colour, self.take_colour) for colour in CARDS}
        self.palette = {colour: self._colour_tile(colour, self.place_colour) for colour in CARDS}
        self.seen.ids.lay.bind(on_release=lambda _button: self.lay_display())
        self._swap()

    def _number(self, box: Any, cards: int, action: Any) -> Tile:
        tile = Tile(text=str(cards), game="pearls")
        tile.bind(on_release=lambda _tile: action(cards))
        box.add_widget(tile)
        return tile

    @staticmethod
    def _colour_tile(colour: str, action: Callable[[str], None]) -> ColourTile:
        tile = ColourTile(colour=colour)
        tile.bind(on_release=lambda _tile: action(colour))
        return tile

    def _moves(self) -> Any:
        """By colour as soon as the display has been entered; until then numbers alone are of use."""
        is_laid = self.table is None or knows_colours(self.table)
        return self.coloured if self.by_colour and is_laid else self.light

    def _swap(self) -> None:
        self.pads.clear_widgets()
        moves = self._moves()
        self.pads.add_widget(moves)
        if self.passing.parent is not None:
            self.passing.parent.remove_widget(self.passing)
        moves.ids.places.add_widget(self.passing)
        self.ids.seen.clear_widgets()
        if self.by_colour:
            self.ids.seen.add_widget(self.seen)

    # -- What is shown -------------------------------------------------------------------------------------

    def begin(self, table: Any) -> None:
        box = self.seen.ids.people
        box.clear_widgets()
        for seat, name in enumerate(self.host.names):
            box.add_widget(ListRow(text=name, name=True, seat=seat))
        self.by_colour = knows_colours(table)

    def show(self, table: Any) -> None:
        if self._moves() is not self.pads.children[0]:
            self._swap()
        for cards, tile in enumerate(self.takes, 1):
            tile.reason = self.host.why_not({"move": "take", "cards": cards})
        for cards, tile in enumerate(self.places, 1):
            tile.reason = self.host.why_not({"move": "place", "cards": cards})
            tile.lit = cards in table.necklaces
        self._show_necklaces(table)
        self.passing.text, self.passing.reason = _("Pass"), self.host.why_not({"move": "pass"})
        if self.by_colour:
            self._show_colours(table)

    def _show_necklaces(self, table: Any) -> None:
        left = list(table.necklaces)
        for necklace in self.necklaces:
            necklace.there = necklace.value in left
            if necklace.there:
                left.remove(necklace.value)

    def seat_line(self, table: Any, seat: int) -> str:
        return _("{n} of {most}").format(n=table.seats[seat].hand, most=HAND_LIMIT)

    def turn_line(self, table: Any) -> str:
        if table.phase == "last":
            return _("Last turns: {n}").format(n=table.last_turns)
        return ""

    def remaining(self, table: Any) -> Remaining:
        total = sum(cards_in_play(table.players, table.all_cards).values()) - 6 * table.players - DISPLAY
        text = _("Draw pile {n} of {total}").format(n=table.draw_pile, total=total)
        return Remaining(text, table.draw_pile / total)

    def corrections(self, table: Any) -> list[Correction]:
        total = sum(cards_in_play(table.players, table.all_cards).values())
        hands = [
            Correction("hands", _("Cards in hand: {name}").format(name=name), seat.hand, total, number)
            for number, (name, seat) in enumerate(zip(self.host.names, table.seats, strict=True))
        ]
        return [
            Correction("draw_pile", _("Draw pile"), table.draw_pile, total),
            Correction("display", _("Cards in the display"), table.display, DISPLAY),
            *hands,
        ]

    # -- Moves ---------------------------------------------------------------------------------------------

    def take(self, cards: int) -> None:
        self.play({"move": "take", "cards": cards})

    def place(self, cards: int) -> None:
        """A number that earns a necklace takes it; the snackbar offers to leave it."""
        self._place({"move": "place", "cards": cards})

    def _place(self, move: dict[str, Any]) -> None:
        with_necklace = {**move, "necklace": True}
        if self.host.why_not(with_necklace) is None:
            if self.play(with_necklace):
                self.host.offer(_("Necklace {n} taken.").format(n=move["cards"]), _("Leave it"), move)
        else:
            self.play(move)

    def pass_turn(self) -> None:
        self.play({"move": "pass"})

    def correct_necklaces(self) -> None:
        NecklaceSheet(panel_of=self, title=_("Necklaces on the table")).open()

    # -- By colour -----------------------------------------------------------------------------------------

    def on_by_colour(self, *_: object) -> None:
        self._swap()
        if self.table is not None:
            self.show(self.table)

    def _show_colours(self, table: Any) -> None:
        sign = signs()
        self._show_unknown(table)
        if self._moves() is self.coloured:
            self._show_display(table, sign)
            self._show_palette(table, sign)
        for row, seat in zip(reversed(self.seen.ids.people.children), table.seats, strict=True):
            row.secondary = seen_of(seat)

    def _show_display(self, table: Any, sign: Mapping[str, str]) -> None:
        """Every colour has its place, whether it lies there or not."""
        colours = colours_in_play(table)
        lay_out(self.coloured.ids.display, [self.displayed[colour] for colour in colours])
        for colour in colours:
            tile, cards = self.displayed[colour], table.display_known.get(colour, 0)
            tile.opacity, tile.disabled = (1, False) if cards else (0, True)
            tile.text, tile.secondary = sign[colour], f"×{cards}"
            if cards:
                tile.reason = self.host.why_not({"move": "take", "cards": cards, "colour": colour})

    def _show_unknown(self, table: Any) -> None:
        unknown = table.display - sum(table.display_known.values())
        self.seen.ids.unknown.text = (
            ngettext(
                "{n} card of the display is not known.", "{n} cards of the display are not known.", unknown
            ).format(n=unknown)
            if unknown
            else ""
        )

    def _show_palette(self, table: Any, sign: Mapping[str, str]) -> None:
        colours, unseen = colours_in_play(table), table.unseen
        lay_out(self.coloured.ids.places, [*(self.palette[colour] for colour in colours), self.passing])
        for colour in colours:
            tile = self.palette[colour]
            tile.text, tile.secondary = sign[colour], _("{n} unseen").format(n=unseen[colour])

    def lay_display(self) -> None:
        """Tells the phone which cards lie in the display."""
        PickSheet(
            title=_("Which cards lie in the display?"),
            wanted=self.table.display,
            colours=colours_in_play(self.table),
            done=lambda picked: self.play({"move": "correct", "display": picked}),
        ).open()

    def take_colour(self, colour: str) -> None:
        cards = self.table.display_known[colour]
        move = {"move": "take", "cards": cards, "colour": colour}
        reason = self.host.why_not(move)
        if reason is not None:
            self.host.explain(reason, move)
            return
        turned = min(DISPLAY - (self.table.display - cards), self.table.draw_pile)
        PickSheet(
            title=_("Which cards came up?"),
            wanted=turned,
            colours=colours_in_play(self.table),
            done=lambda picked: self.play({**move, "refill": picked} if picked else move),
        ).open()

    def place_colour(self, colour: str) -> None:
        PlaceSheet(
            title=_("How many does {name} place?").format(name=self.host.names[self.table.turn]),
            colour=colour,
            most=self.table.seat.hand,
            necklaces=self.table.necklaces,
            done=self._place_coloured,
        ).open()

    def _place_coloured(self, colour: str, cards: int, jokers: int) -> None:
        move: dict[str, Any] = {"move": "place", "cards": cards, "colour": colour}
        if jokers:
            move["wild"] = jokers
        self._place(move)


class PickSheet(BottomSheet):
    """Picks so many cards by colour, and closes on the last one; may be skipped, then nothing is said."""

    wanted = NumericProperty(0)
    colours = ListProperty([])
    picked = ListProperty([])
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        sign = signs()
        for colour in self.colours:
            tile = ColourTile(colour=colour, text=sign[colour], secondary=word(colour))
            tile.bind(on_release=lambda _tile, colour=colour: self.pick(colour))
            self.ids.colours.add_widget(tile)

    def pick(self, colour: str) -> None:
        if len(self.picked) < self.wanted:
            self.picked = [*self.picked, colour]
            tile = ColourTile(colour=colour, text=signs()[colour])
            tile.bind(on_release=self._put_back)
            self.ids.picked.add_widget(tile)
        if len(self.picked) == self.wanted:
            self.accept()

    def _put_back(self, tile: ColourTile) -> None:
        left = list(self.picked)
        left.remove(tile.colour)
        self.picked = left
        self.ids.picked.remove_widget(tile)

    def accept(self) -> None:
        self.close()
        self.done({colour: self.picked.count(colour) for colour in dict.fromkeys(self.picked)})

    def skip(self) -> None:
        self.close()
        self.done({})


class PlaceSheet(BottomSheet):
    """A number places that many; golden where it earns a necklace. Wild cards are among them."""

    colour = StringProperty("")
    most = NumericProperty(0)
    necklaces = ListProperty([])
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for cards in range(1, HAND_LIMIT + 1):
            tile = Tile(text=str(cards), game="pearls", lit=cards in self.necklaces)
            tile.disabled = cards > self.most
            tile.opacity = 0.35 if tile.disabled else 1
            tile.bind(on_release=lambda _tile, cards=cards: self.accept(cards))
            self.ids.cards.add_widget(tile)

    def accept(self, cards: int) -> None:
        jokers = int(self.ids.jokers.value)
        self.close()
        self.done(self.colour, cards, jokers)


class NecklaceSheet(BottomSheet):
    """Tap the necklaces that are really there."""

    panel_of = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        left = list(self.panel_of.table.necklaces)
        for value in ALL_NECKLACES:
            tile = Tile(text=str(value), game="pearls", selected=value in left)
            if tile.selected:
                left.remove(value)
            tile.bind(on_release=self._turn)
            self.ids.choices.add_widget(tile)

    def _turn(self, tile: Tile) -> None:
        tile.selected = not tile.selected

    def accept(self) -> None:
        values = sorted(int(tile.text) for tile in self.ids.choices.children if tile.selected)
        self.close()
        self.panel_of.play({"move": "correct", "necklaces": values})


PANEL = PearlsPanel
