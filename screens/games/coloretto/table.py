"""Coloretto beside the cards: a card to a row or a row to a player with one tap, or every card by colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from scoring import GAMES
from scoring.coloretto.rules import (
    ALL_CARDS,
    BELOW_LAST_ROUND,
    COLOURS,
    COPIES,
    GOLDEN,
    JOKER,
    PLUS2,
    UNKNOWN,
    cards_to_draw,
    row_limits,
    worth,
)
from screens.games.coloretto.words import card_name
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.theme import Rgba, readable_on
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Chip, ToggleRow
from screens.widgets.layout import Row, Stack
from screens.widgets.overlays import BottomSheet, Dialog
from screens.widgets.surfaces import Card, ListRow, PressCard
from screens.widgets.text import Caption
from screens.widgets.tiles import Tile
from screens.words.messages import letters, sentence, word
from screens.words.telling import signed

MOST_ROUNDS = 99
FILLS = {PLUS2: "black", JOKER: "wild"}
"""The theme's colour for a card that is not called after one; the golden joker is golden."""
SIGNS = {PLUS2: "+2", JOKER: "*", GOLDEN: "*+1", UNKNOWN: "?"}
"""The same in every language."""

Tally = Mapping[str, int]


def signs() -> dict[str, str]:
    """A letter or two for every card, in the chosen language."""
    return {**dict(zip(COLOURS, letters([word(colour) for colour in COLOURS]), strict=True)), **SIGNS}


def short_name(card: str) -> str:
    """As the name, in one word; nothing where the sign is the name."""
    if card == PLUS2:
        return ""
    return _("Golden") if card == GOLDEN else card_name(card)


def cards_in_play(table: Any) -> list[str]:
    """All kinds of cards that can still be in this game."""
    boxed = table.in_the_box or ()
    return [card for card in COPIES if card not in boxed]


def noted(hand: Tally) -> int:
    """How many of the cards are known by name."""
    return sum(count for card, count in hand.items() if card != UNKNOWN)


def is_untouched(table: Any) -> bool:
    """Whether the round has just begun."""
    return not table.out and not any(table.rows)


# -- Cards ------------------------------------------------------------------------------------------------


KEPT_FREE = "\u00a0"
"""A second line that has its room before there is anything to say."""


class CardFace(BoxLayout):
    """A card with its sign; "unknown" for one that nobody noted, nothing for an empty place."""

    card = StringProperty("")
    text = StringProperty("")
    secondary = StringProperty("")
    dim = BooleanProperty(False)
    selected = BooleanProperty(False)
    lowest = NumericProperty("40dp")
    """At least this high."""
    fill = ColorProperty((0, 0, 0, 0))
    readable_on = staticmethod(readable_on)

    @staticmethod
    def paint(
        card: str, dim: bool, cards: Mapping[str, Rgba], tokens: Mapping[str, Rgba], back: Rgba
    ) -> Rgba:
        if dim:
            return tokens["sunken"]
        if card in ("", UNKNOWN):
            return back if card else tokens["surface"]
        return tokens["gold"] if card == GOLDEN else cards[FILLS.get(card, card)]


class CardTile(Pressable, CardFace):
    """A card to choose. One that cannot be stays touchable and tells why."""

    reason = ObjectProperty(None, allownone=True)


class Slot(CardFace):
    """A place beside a row card."""


class Cell(CardFace):
    """How many of a kind lie in a collection."""


# -- Rows -------------------------------------------------------------------------------------------------


class RowCards(Pressable, BoxLayout):
    """The cards beside a row card; touch them to say what really lies there."""


class RowCard(Card):
    panel_of = ObjectProperty(None)
    number = NumericProperty(0)
    limit = NumericProperty(3)
    label = StringProperty("")
    spoken = StringProperty("")
    taken = BooleanProperty(False)
    wide = BooleanProperty(True)
    """Cards and keys side by side."""
    in_numbers = BooleanProperty(True)
    """No card is known by its colour: whether the golden joker is among them has a key of its own."""

    def on_kv_post(self, _base: object) -> None:
        self.slots = [Slot() for _place in range(int(self.limit))]
        for slot in self.slots:
            self.ids.slots.add_widget(slot)

    @property
    def draw(self) -> Tile:
        tile: Tile = self.ids.draw
        return tile

    @property
    def take(self) -> Tile:
        tile: Tile = self.ids.take
        return tile

    @property
    def golden(self) -> Tile:
        tile: Tile = self.ids.golden
        return tile

    def lay(self, cards: tuple[str, ...] | None, sign: Mapping[str, str]) -> None:
        self.taken = cards is None
        for place, slot in enumerate(self.slots):
            slot.card = cards[place] if cards and place < len(cards) else ""
            slot.text = sign.get(slot.card, "")
            slot.opacity = 0 if self.taken else 1


class Palette(Stack):
    """Which card was drawn."""

    heading = StringProperty("")


class RowsPart(Stack):
    """The rows, each with its keys."""

    heading = StringProperty("")


class ColorettoPads(Pads):
    pass


class FinalPart(Stack):
    """The result, once the game is over."""


class CollectionsPart(Stack):
    pass


class ColoursToggle(ToggleRow):
    pass


class Collection(PressCard):
    """What lies in front of a player, by kind; without a seat, what nobody has."""

    who = StringProperty("")
    seat = NumericProperty(-1)
    value = StringProperty("")
    secondary = StringProperty("")

    def on_kv_post(self, _base: object) -> None:
        self.cells = {card: Cell(card=card) for card in (*COPIES, UNKNOWN)}
        for cell in self.cells.values():
            self.ids.cells.add_widget(cell)

    def lay(self, hand: Tally, sign: Mapping[str, str]) -> None:
        for card, cell in self.cells.items():
            count = hand.get(card, 0)
            cell.text = sign[card]
            cell.secondary = str(count)
            cell.dim = not count


# -- The panel --------------------------------------------------------------------------------------------


class ColorettoPanel(Panel):
    by_colour = BooleanProperty(False)
    in_full = "by_colour"
    picked = StringProperty("")
    """The drawn card, before its row is chosen."""

    def on_kv_post(self, _base: object) -> None:
        self.pads, self.gone = ColorettoPads(), Caption()
        self._shown: Any = None
        self.palette, self.rows_part, self.final, self.below = (
            Palette(),
            RowsPart(),
            FinalPart(),
            CollectionsPart(),
        )
        self.tiles = {card: CardTile(card=card) for card in COPIES}
        for card, tile in self.tiles.items():
            tile.bind(on_release=lambda _tile, card=card: self.pick(card))
        self.rows: list[RowCard] = []
        self.collections: list[Collection] = []
        self.last = Tile(game="coloretto", tall=True)
        self.last.bind(on_release=lambda _tile: self.last_round())
        self.toggle = ColoursToggle(active=self.by_colour)
        self.toggle.bind(active=self.setter("by_colour"))
        self.bind(by_colour=self.toggle.setter("active"))

    # -- What is shown -------------------------------------------------------------------------------------

    def show(self, table: Any) -> None:
        if table is not self._shown:
            self._shown, self.picked = table, ""
        sign = signs()
        self._arrange(table)
        if table.phase != "over":
            self._show_rows(table, sign)
            self._show_gone(table)
            self._show_last_round(table)
            if self.by_colour:
                self._show_palette(table, sign)
        if self.by_colour:
            self._show_collections(table, sign)
        if self._is_counted(table):
            self._show_final(table)

    def begin(self, table: Any) -> None:
        """As many rows and collections as the table has, by colour when it already knows some."""
        limits = row_limits(table.players)
        if [row.limit for row in self.rows] != list(limits):
            self.rows = [
                RowCard(panel_of=self, number=number, limit=limit) for number, limit in enumerate(limits)
            ]
            self.rows_part.ids.rows.clear_widgets()
            for row in self.rows:
                self.rows_part.ids.rows.add_widget(row)
        if [collection.seat for collection in self.collections] != self._holders(table):
            self._lay_collections(table)
        self.by_colour = any(noted(hand) for hand in table.hands) or any(
            card != UNKNOWN for row in table.rows for card in row or ()
        )

    def _holders(self, table: Any) -> list[int]:
        """The seats of those who collect; with two, -1 for the cards that nobody took."""
        return [*range(table.players), *([-1] if table.players == 2 else [])]

    def _lay_collections(self, table: Any) -> None:
        self.below.ids.collections.clear_widgets()
        self.collections = []
        for seat in self._holders(table):
            collection = Collection(seat=seat)
            collection.bind(on_release=lambda pressed: self.look_at(int(pressed.seat)))
            self.collections.append(collection)
            self.below.ids.collections.add_widget(collection)

    def _arrange(self, table: Any) -> None:
        """Brings in what is of use now; nothing moves while nothing changes."""
        over = table.phase == "over"
        pads = (
            [] if over else [self.palette, self.rows_part] if self.by_colour else [self.rows_part, self.last]
        )
        self._place_last_round()
        wanted = [
            *([self.final] if self._is_counted(table) else []),
            self.toggle,
            *([self.gone] if any(table.gone.values()) else []),
            *([self.below] if self.by_colour else []),
        ]
        for place, widgets in ((self.pads, pads), (self, wanted)):
            if place.children[::-1] != widgets:
                place.clear_widgets()
                for widget in widgets:
                    place.add_widget(widget)

    def _place_last_round(self) -> None:
        """Beside the cards where they are chosen, so that it is in view; else below the rows."""
        beside = self.palette.ids.last_place
        is_there = self.last.parent is not None and self.last.parent == beside.__self__
        self.rows_part.heading = "" if self.by_colour else _("Rows")
        if is_there == self.by_colour:
            return
        if self.last.parent is not None:
            self.last.parent.remove_widget(self.last)
        if self.by_colour:
            beside.add_widget(self.last)

    def _show_rows(self, table: Any, sign: Mapping[str, str]) -> None:
        _starter, takers = self._story(table)
        card = {"card": self.picked} if self.picked else {}
        for number, (row, cards) in enumerate(zip(self.rows, table.rows, strict=True)):
            row.lay(cards, sign)
            row.label = self._row_label(row, cards, takers.get(number))
            row.draw.reason = self.host.why_not({"move": "draw", "row": number, **card})
            row.draw.text = f"+ {sign[self.picked]}" if self.picked else _("Draw")
            row.draw.selected = bool(self.picked) and row.draw.reason is None
            reason = self.host.why_not({"move": "take", "row": number})
            only_golden = reason is not None and self._may_bring_bonus(number)
            row.take.reason = None if only_golden else reason
            row.take.text = _("Take")
            row.take.secondary = _("golden joker") if only_golden else self._gain(table, cards)
            row.in_numbers = not self.by_colour
            row.golden.text = "" if self.by_colour else sign[GOLDEN]
            row.golden.reason = self.host.why_not({"move": "take", "row": number, "bonus": UNKNOWN})

    def _gain(self, table: Any, cards: Sequence[str] | None) -> str:
        """What the row is worth to whoever has the turn, where all of it is known."""
        if not cards or UNKNOWN in cards or not self.by_colour:
            return ""
        hand = table.hands[table.turn]
        after = {card: hand.get(card, 0) + cards.count(card) for card in {*hand, *cards}}
        gain = worth(after, table.side) - worth(hand, table.side)
        return f"+{gain}" if gain >= 0 else signed(gain)

    def _row_label(self, row: RowCard, cards: tuple[str, ...] | None, taker: int | None) -> str:
        number = row.number + 1
        if cards is None and taker is None:
            return _("Row {n} · taken").format(n=number)
        if cards is None:
            return _("Row {n} · taken by {name}").format(n=number, name=self.host.names[taker])
        return _("Row {n} · {cards} of {limit}").format(n=number, cards=len(cards), limit=int(row.limit))

    def _show_last_round(self, table: Any) -> None:
        self.last.text = _("Last-round card")
        self.last.secondary = _("has come up") if table.last_round_up else KEPT_FREE
        self.last.lit = table.last_round_up or not table.above_last_round
        self.last.reason = None if table.last_round_up else self.host.why_not({"move": "last_round"})

    def _show_gone(self, table: Any) -> None:
        gone = sum(table.gone.values())
        self.gone.text = (
            ngettext(
                "{n} card lay in rows that nobody took and is out of the game.",
                "{n} cards lay in rows that nobody took and are out of the game.",
                gone,
            ).format(n=gone)
            if gone
            else ""
        )

    def _story(self, table: Any) -> tuple[int, dict[int, int]]:
        """Who began this round, and who took which row of it, as the moves before tell."""
        later = table
        takers: dict[int, int] = {}
        for earlier in reversed(self.host.tables):
            if earlier.round != table.round:
                break
            if len(later.out) == len(earlier.out) + 1:
                for number, (before, after) in enumerate(zip(earlier.rows, later.rows, strict=True)):
                    if before is not None and after is None:
                        takers.setdefault(number, later.out[-1])
            later = earlier
            if is_untouched(earlier):
                break
        return later.turn, takers

    # -- Around the panel ----------------------------------------------------------------------------------

    def seat_line(self, table: Any, seat: int) -> str:
        if self.is_out(table, seat):
            return _("out")
        hand = table.hands[seat]
        if noted(hand):
            points = worth(hand, table.side)
            return (_("about {n}") if UNKNOWN in hand else _("now {n}")).format(n=points)
        held = sum(hand.values())
        return ngettext("{n} card", "{n} cards", held).format(n=held)

    def is_out(self, table: Any, seat: int) -> bool:
        return seat in table.out

    def turn_line(self, table: Any) -> str:
        if table.phase == "over":
            return ""
        starter, _takers = self._story(table)
        began = _("{name} began").format(name=self.host.names[starter])
        return " · ".join([_("Last round"), began]) if table.last_round_up else began

    def remaining(self, table: Any) -> Remaining:
        if table.last_round_up:
            pile = table.draw_pile
            text = ngettext("{n} card left in the draw pile", "{n} cards left in the draw pile", pile)
            return Remaining(text.format(n=pile), pile / BELOW_LAST_ROUND)
        above = table.above_last_round
        text = ngettext("{n} card until the last-round card", "{n} cards until the last-round card", above)
        return Remaining(text.format(n=above), above / (cards_to_draw(table.players) - BELOW_LAST_ROUND))

    def corrections(self, table: Any) -> list[Correction]:
        above = Correction(
            "above_last_round", _("Cards until the last-round card"), table.above_last_round, ALL_CARDS
        )
        return [
            *([] if table.last_round_up else [above]),
            Correction("draw_pile", _("Draw pile"), table.draw_pile, ALL_CARDS),
            Correction("round", _("Round"), table.round, MOST_ROUNDS),
        ]

    # -- Moves ---------------------------------------------------------------------------------------------

    def pick(self, card: str) -> None:
        """Chooses the drawn card; touching it again says that nobody noted it."""
        reason = self.tiles[card].reason
        if reason is not None:
            trial = {"move": "draw", "row": self._row_for_trying(self.table), "card": card}
            self.host.explain(reason, trial, partial(self._pick, card))
        else:
            self._pick(card)

    def _pick(self, card: str) -> None:
        self.picked = "" if self.picked == card else card
        self.show(self.table)

    def draw(self, number: int) -> None:
        card = {"card": self.picked} if self.picked else {}
        self.play({"move": "draw", "row": int(number), **card})

    def take(self, number: int) -> None:
        """Where the golden joker may be among the cards, the row is taken without it, and it is offered."""
        number = int(number)
        move = {"move": "take", "row": number}
        golden = {**move, "bonus": UNKNOWN}
        if not self._may_bring_bonus(number):
            self.play(move)
        elif GOLDEN in self.table.rows[number] or self.host.why_not(move) is not None:
            self._take_golden(golden)
        elif self.host.mending >= 0:
            self._ask_golden(move, golden)
        elif self.play(move):
            text = _("Row {n} is taken.").format(n=number + 1)
            self.host.offer(text, _("With the golden joker"), golden)

    def take_golden(self, number: int) -> None:
        self.play({"move": "take", "row": int(number), "bonus": UNKNOWN})

    def _may_bring_bonus(self, number: int) -> bool:
        return self.host.why_not({"move": "take", "row": number, "bonus": UNKNOWN}) is None

    def _take_golden(self, move: Mapping[str, Any]) -> None:
        if not self.by_colour:
            self.play(move)
            return
        BonusSheet(
            title=_("What did the golden joker bring?"),
            cards=cards_in_play(self.table),
            why_not=lambda card: self.host.why_not({**move, "bonus": card}),
            explain=self.host.explain,
            done=lambda card: self.play({**move, "bonus": card}),
        ).open()

    def _ask_golden(self, move: Mapping[str, Any], golden: Mapping[str, Any]) -> None:
        Dialog(
            title=_("Was the golden joker in this row?"),
            text=_("It brings one more card from the draw pile."),
            buttons=[
                (_("Yes, with the golden joker"), "secondary", lambda: self._take_golden(golden)),
                (_("No"), "primary", lambda: self.play(move)),
            ],
        ).open()

    def last_round(self) -> None:
        if self.table.last_round_up:
            self._doubt_last_round()
        else:
            self.play({"move": "last_round"})

    def _doubt_last_round(self) -> None:
        Dialog(
            title=_("The last-round card has come up"),
            text=_("Everybody still in this round takes one more row, then the game is over."),
            buttons=[
                (
                    _("It has not come up yet"),
                    "ghost",
                    lambda: self.play({"move": "correct", "last_round": False}),
                ),
                (_("Go on"), "primary", None),
            ],
        ).open()

    def correct_row(self, number: int) -> None:
        title = _("What lies in row {n}?").format(n=int(number) + 1)
        RowSheet(panel_of=self, number=int(number), title=title).open()

    # -- By colour -----------------------------------------------------------------------------------------

    def on_by_colour(self, *_: object) -> None:
        self.picked = ""
        if self.table is not None:
            self.show(self.table)

    def _show_palette(self, table: Any, sign: Mapping[str, str]) -> None:
        self.palette.heading = _("Now tap the row") if self.picked else _("Which card came up?")
        in_play = cards_in_play(table)
        box = self.palette.ids.cards
        wanted = [self.tiles[card] for card in in_play]
        if box.children[::-1] != wanted:
            box.clear_widgets()
            for tile in wanted:
                box.add_widget(tile)
        unseen = table.unseen
        row = self._row_for_trying(table)
        for card in in_play:
            tile = self.tiles[card]
            left = unseen[card]
            tile.text = sign[card]
            shown = (short_name(card), "" if left is None else str(left))
            tile.secondary = "·".join(part for part in shown if part)
            tile.selected = card == self.picked
            tile.reason = self.host.why_not({"move": "draw", "row": row, "card": card})

    def _row_for_trying(self, table: Any) -> int:
        """A row that would take the card, or else one that is still there."""
        there = [number for number, row in enumerate(table.rows) if row is not None]
        return int((table.rows_with_room or there)[0])

    def _show_collections(self, table: Any, sign: Mapping[str, str]) -> None:
        for collection in self.collections:
            seat = int(collection.seat)
            hand = table.gone if seat < 0 else table.hands[seat]
            collection.lay(hand, sign)
            collection.who = _("Out of the game") if seat < 0 else self.host.names[seat]
            collection.value = "" if seat < 0 else _("now {n}").format(n=worth(hand, table.side))
            unknown = hand.get(UNKNOWN, 0)
            collection.secondary = (
                ngettext("{n} card not noted", "{n} cards not noted", unknown).format(n=unknown)
                if unknown
                else ""
            )

    def look_at(self, seat: int) -> None:
        if seat < 0:
            self.correct_hand(seat)
        else:
            CollectionSheet(panel_of=self, seat=seat, title=self.host.names[seat]).open()

    def correct_hand(self, seat: int) -> None:
        name = _("Out of the game") if seat < 0 else self.host.names[seat]
        HandSheet(panel_of=self, seat=seat, title=name).open()

    # -- The final count -----------------------------------------------------------------------------------

    def count(self, table: Any) -> Any:
        """What the noted cards would score now."""
        game = GAMES["coloretto"]
        options = {"side": table.side, "removed": list(table.removed)}
        return game.score(players=table.players, options=options, sheet=game.sheet(table), force=True)

    def _is_counted(self, table: Any) -> bool:
        """Everything was noted: the result is there before anybody has counted."""
        return table.phase == "over" and not any(UNKNOWN in hand for hand in table.hands)

    def _show_final(self, table: Any) -> None:
        box = self.final.ids.places
        box.clear_widgets()
        result = self.count(table)
        for seat in sorted(range(table.players), key=lambda seat: result.ranks[seat]):
            points = result.totals[seat]
            box.add_widget(
                ListRow(
                    text=self.host.names[seat],
                    name=True,
                    seat=seat,
                    secondary=_("Place {n}").format(n=result.ranks[seat]),
                    value=ngettext("{n} point", "{n} points", points).format(n=points),
                )
            )


# -- Sheets -----------------------------------------------------------------------------------------------


class BonusSheet(BottomSheet):
    """Which card the golden joker turned up; may be skipped, then it is not noted."""

    cards = ListProperty([])
    why_not = ObjectProperty(None)
    explain = ObjectProperty(None)
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        sign = signs()
        for card in self.cards:
            tile = CardTile(card=card, text=sign[card], secondary=short_name(card), reason=self.why_not(card))
            tile.bind(on_release=self._choose)
            self.ids.cards.add_widget(tile)

    def _choose(self, tile: CardTile) -> None:
        if tile.reason is not None:
            self.explain(tile.reason)
        else:
            self.accept(tile.card)

    def accept(self, card: str) -> None:
        self.close()
        self.done(card)


class RowSheet(BottomSheet):
    """What really lies beside a row card, and who is out of the round."""

    panel_of = ObjectProperty(None)
    number = NumericProperty(0)
    limit = NumericProperty(3)
    picked = ListProperty([])
    taken = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        table = self.panel_of.table
        cards = table.rows[int(self.number)]
        self.limit = row_limits(table.players)[int(self.number)]
        self.taken = cards is None
        sign = signs()
        for card in (*cards_in_play(table), UNKNOWN):
            tile = CardTile(card=card, text=sign[card], secondary=short_name(card))
            tile.bind(on_release=lambda _tile, card=card: self.pick(card))
            self.ids.cards.add_widget(tile)
        for card in cards or ():
            self.pick(card)
        for seat, name in enumerate(self.panel_of.host.names):
            chip = Chip(text=name, key=str(seat), game="coloretto", selected=seat in table.out)
            chip.bind(on_release=self._turn)
            self.ids.out.add_widget(chip)

    def _turn(self, chip: Chip) -> None:
        chip.selected = not chip.selected

    def pick(self, card: str) -> None:
        if len(self.picked) < self.limit:
            self.picked = [*self.picked, card]
            tile = CardTile(card=card, text=signs()[card])
            tile.bind(on_release=self._put_back)
            self.ids.picked.add_widget(tile)

    def _put_back(self, tile: CardTile) -> None:
        place = self.ids.picked.children[::-1].index(tile)
        self.picked = [card for number, card in enumerate(self.picked) if number != place]
        self.ids.picked.remove_widget(tile)

    def accept(self) -> None:
        table = self.panel_of.table
        rows: list[list[str] | None] = [None if row is None else list(row) for row in table.rows]
        rows[int(self.number)] = None if self.taken else list(self.picked)
        chosen = [int(chip.key) for chip in reversed(self.ids.out.children) if chip.selected]
        out = [seat for seat in table.out if seat in chosen]
        out += [seat for seat in chosen if seat not in out]
        if self.panel_of.play({"move": "correct", "rows": rows, "out": out}):
            self.close()


class CollectionSheet(BottomSheet):
    """Where a player's points would come from now."""

    panel_of = ObjectProperty(None)
    seat = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        seat = int(self.seat)
        result = self.panel_of.count(self.panel_of.table)
        for line in result.lines[seat]:
            self.ids.lines.add_widget(ListRow(text=sentence(line), value=f"{line.points:+d}"))
        total = ngettext("{n} point", "{n} points", result.totals[seat]).format(n=result.totals[seat])
        self.ids.lines.add_widget(ListRow(text=_("Now"), value=total))

    def correct(self) -> None:
        self.close()
        self.panel_of.correct_hand(int(self.seat))


class CorrectCountRow(Row):
    card = StringProperty("")
    label = StringProperty("")
    text = StringProperty("")
    value = NumericProperty(0)
    high = NumericProperty(0)


class HandSheet(BottomSheet):
    """How many of each kind a player really has, or how many are out of the game."""

    panel_of = ObjectProperty(None)
    seat = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        table = self.panel_of.table
        hand = table.gone if self.seat < 0 else table.hands[int(self.seat)]
        sign = signs()
        for card in (*cards_in_play(table), UNKNOWN):
            self.ids.counts.add_widget(
                CorrectCountRow(
                    card=card,
                    label=card_name(card),
                    text=sign[card],
                    value=hand.get(card, 0),
                    high=COPIES.get(card, ALL_CARDS),
                )
            )

    def accept(self) -> None:
        table = self.panel_of.table
        rows = reversed(self.ids.counts.children)
        counted = {row.card: int(row.ids.stepper.value) for row in rows if row.ids.stepper.value}
        if self.seat < 0:
            changed: dict[str, Any] = {"gone": counted}
        else:
            hands = [dict(hand) for hand in table.hands]
            hands[int(self.seat)] = counted
            changed = {"hands": hands}
        if self.panel_of.play({"move": "correct", **changed}):
            self.close()


PANEL = ColorettoPanel
