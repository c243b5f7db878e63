"""Perfect Numbers beside the cards: a group with one tap, or every row for those who want it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from scoring import Message
from scoring.core import LARGEST_COUNT
from scoring.perfect_numbers.rules import (
    ACTION_ROW,
    ACTIONS,
    BONUS,
    COLOUR_ROWS,
    COLOURS,
    FACE_DOWN,
    HIGHEST,
    JOKER,
    JOKER_ROW,
    LOWEST,
    MARKET,
    MARKET_CARDS,
    PLACES,
    START_CARDS,
    Card,
    PerfectNumbersTable,
    Taken,
)
from screens import kv
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.games.perfect_numbers.choices import (
    Choice,
    action_name,
    choices_for,
    depends_on_the_refill,
    may_act,
    points,
    read_taken,
    room_choices,
    row_name,
    tried,
    why_not_laid,
)
from screens.theme import readable_on, theme
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.choices import Chip
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet, Dialog
from screens.widgets.surfaces import Card as Sheet
from screens.widgets.tiles import ColourTile, Tile
from screens.words.messages import sentence, word

GAME = "perfect_numbers"
NUMBERS = range(LOWEST, HIGHEST + 1)
SHADES = {JOKER: "wild", JOKER_ROW: "wild", "": "black"}
"""The game colours of what has none of its own: jokers, and the back of a card."""
ICONS = {"perfect": "star", "higher": "arrow-up", "lower": "arrow-down", "plain": ""}


def shade(colour: str) -> str:
    return SHADES.get(colour, colour)


def colour_word(colour: str) -> str:
    return _("Joker") if colour in (JOKER, JOKER_ROW) else word(colour)


# -- Cards that lie on the table --------------------------------------------------------------------------


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


class Place(BoxLayout):
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
            box.add_widget(Place())
        places = iter(reversed(box.children))
        for row, cards in laid:
            self._fill(next(places), cards, "", row_caption(row, cards))
        for caption in kept:
            self._fill(next(places), (), " · ".join(map(action_name, seat.actions)), caption)
        for caption in free:
            self._fill(next(places), (), "", caption)

    @staticmethod
    def _fill(place: Place, cards: Sequence[Card], words: str, caption: str) -> None:
        place.cards, place.words, place.caption = cards, words, caption
        place.free = not cards and not words


# -- Choices ----------------------------------------------------------------------------------------------


class OutlookRow(Pressable, Sheet):
    """A choice with what comes of it."""

    title = StringProperty("")
    told = StringProperty("")
    gain = StringProperty("")
    kind = StringProperty("plain")
    icon = StringProperty("")
    blocked = BooleanProperty(False)
    further = BooleanProperty(False)
    choice = ObjectProperty(None, allownone=True)

    def on_choice(self, *_: object) -> None:
        choice = self.choice
        self.title, self.told, self.gain, self.kind = choice.title, choice.told, choice.gain, choice.kind
        self.icon = ICONS[choice.kind]
        self.blocked = choice.reason is not None
        self.further = bool(choice.further)


class Outlooks(Stack):
    """A list of choices that keeps its rows and says them anew."""

    take = ObjectProperty(None)

    def show(self, choices: Sequence[Choice]) -> None:
        while len(self.children) > len(choices):
            self.remove_widget(self.children[0])
        while len(self.children) < len(choices):
            row = OutlookRow()
            row.bind(on_release=lambda row: self.take(row.choice))
            self.add_widget(row)
        for row, choice in zip(reversed(self.children), choices, strict=True):
            row.choice = choice


class MarketMoves(Stack):
    """The four groups."""


class MarketTold(Stack):
    """Whose turn the groups wait for, and who has the start card."""


class PerfectNumbersPads(Pads):
    pass


class ClosingMoves(Stack):
    """Light tracking: somebody closed a row with a number."""

    who = NumericProperty(0)


class DrivenSheet(BottomSheet):
    """Light tracking: a lower number drove cards into somebody's score pile."""

    caption = StringProperty("")
    panel_of = ObjectProperty(None)
    seat = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        self.numbers = number_tiles(self.ids.numbers, self.accept)
        for seat, name in enumerate(self.panel_of.host.names):
            chip = Chip(text=name, key=str(seat), game=GAME)
            chip.bind(on_release=self._choose)
            self.ids.who.add_widget(chip)
        self._show()

    def _choose(self, chip: Chip) -> None:
        self.seat = int(chip.key)
        self._show()

    def _show(self) -> None:
        for chip in self.ids.who.children:
            chip.selected = int(chip.key) == self.seat
        for cards, tile in zip(NUMBERS, self.numbers, strict=True):
            tile.reason = self.panel_of.host.why_not(self._scored(cards))

    def _scored(self, cards: int) -> dict[str, Any]:
        return {"move": "score", "seat": int(self.seat), "cards": cards}

    def accept(self, cards: int) -> None:
        self.close()
        self.panel_of.play(self._scored(cards))


class HandMoves(Stack):
    """Cards that are still to be laid and stored action cards, each with its choices."""


class LayOutOffer(Stack):
    """The rows are not known: enter them and go on card by card."""


class HandCard(ColourTile):
    """A number card in hand."""

    card = ObjectProperty(None, allownone=True)


class HandAction(Tile):
    """An action card in hand or stored, or a card that nobody has named yet."""

    card = ObjectProperty(None, allownone=True)


# -- The panel --------------------------------------------------------------------------------------------


class PerfectNumbersPanel(Panel):
    every_row = BooleanProperty(False)
    in_full = "every_row"
    with_joker = BooleanProperty(False)
    by_move = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        self.pads, self.told = PerfectNumbersPads(), MarketTold()
        self._shown: PerfectNumbersTable | None = None
        self._was_tracked = False
        self.closer = self.actor = 0
        self.picked: Taken | None = None
        """The card in hand whose choices are shown."""
        self.said: Taken | None = None
        """A card that was taken without a word and has been named since."""
        self.market, self.closing, self.hand = MarketMoves(), ClosingMoves(), HandMoves()
        self.collections_box, self.offer = Stack(), LayOutOffer()
        self.groups = [
            self._tile(self.market.ids.groups, str(size), self.take, at) for at, size in enumerate(MARKET)
        ]
        self.numbers = [self._tile(self.closing.ids.numbers, str(n), self.close, n) for n in NUMBERS]
        self.told.ids.mend.bind(on_release=lambda _button: self.mend_market())
        self.closing.ids.joker.bind(on_release=lambda _chip: self._turn_joker())
        self.moved = Chip(icon="arrow-up", game=GAME)
        self.moved.bind(on_release=lambda _chip: self._turn_moved())
        self.closing.ids.driven.bind(on_release=lambda _button: self.drive_out())
        self.offer.ids.lay.bind(on_release=lambda _button: self.lay_out())
        self.hand.ids.choices.take = self.choose
        self.hand.ids.room.take = self.choose
        self.collections: list[SeatRows] = []

    @staticmethod
    def _tile(box: Any, text: str, action: Callable[[int], None], number: int) -> Tile:
        tile = Tile(text=text, game=GAME, tall=True)
        tile.bind(on_release=lambda _tile: action(number))
        box.add_widget(tile)
        return tile

    # -- What is shown -------------------------------------------------------------------------------------

    def begin(self, table: PerfectNumbersTable) -> None:
        self.every_row = self._was_tracked = table.tracked
        for collection in self.collections:
            collection.folded = False

    def show(self, table: PerfectNumbersTable) -> None:
        if table.tracked and not self._was_tracked:
            self.every_row = True
        self._was_tracked = table.tracked
        if table is not self._shown:
            self._begin_anew(table)
        may_go_on = table.phase != "over" or table.between_rounds
        by_card = table.tracked and (self.every_row or bool(table.pending))
        pads: list[Widget] = []
        sections: list[Widget] = []
        if by_card and may_act(table):
            pads.append(self.hand)
            self._show_hand(table)
        if table.phase != "over":
            sections.append(self.told)
            if not (by_card and table.pending):
                pads.append(self.market)
            self._show_market(table)
        if not by_card and may_go_on:
            pads.append(self.closing)
            self._show_closing(table)
        if self.every_row and not table.tracked and table.phase != "over":
            sections.append(self.offer)
            self._say_offer(table)
        if by_card:
            sections.append(self.collections_box)
            self._show_collections(table)
        for box, widgets in ((self.pads, pads), (self.ids.sections, sections)):
            if widgets != box.children[::-1]:
                box.clear_widgets()
                for widget in widgets:
                    box.add_widget(widget)

    def _begin_anew(self, table: PerfectNumbersTable) -> None:
        """After every move the phone thinks again of who is busy, and with what."""
        self._shown = table
        self._foreseen: dict[tuple[int, Taken, bool], tuple[Choice, ...]] = {}
        self.said = self.picked = None
        self.with_joker = self.by_move = False
        taker = table.taker
        self.closer = table.turn if taker is None else taker
        able = may_act(table)
        self.actor = able[0] if able else table.turn
        self._room = room_choices(table, self.actor) if able and self._holds_cards(table) else ()
        if self.actor == taker:
            free = [card for card in table.pending if self._why_not_card(table, card) is None]
            self.picked = free[0] if free else None

    @staticmethod
    def _holds_cards(table: PerfectNumbersTable) -> bool:
        return bool(table.pending) or table.unseen != 0

    def on_every_row(self, *_: object) -> None:
        if self.table is not None:
            self.show(self.table)

    def _show_market(self, table: PerfectNumbersTable) -> None:
        for at, (tile, size) in enumerate(zip(self.groups, MARKET, strict=True)):
            tile.reason = self.host.why_not({"move": "take", "group": at})
            tile.secondary = ngettext("card", "cards", size) if table.groups[at] else _("taken")
        self.told.ids.order.text = self._order(table)
        self.told.ids.twice.text = self._twice(table)

    def _order(self, table: PerfectNumbersTable) -> str:
        takers = [self.host.names[seat] for seat in table.takers]
        holder = _("Start card: {name}").format(name=self.host.names[table.starter])
        if not takers:
            return holder
        return "{holder} · {order}".format(
            holder=holder, order=_("Still to take: {names}").format(names=", ".join(takers))
        )

    def _twice(self, table: PerfectNumbersTable) -> str:
        turns = Counter((table.starter + at) % table.players for at in range(len(MARKET)))
        often = [seat for seat, groups in turns.items() if groups > 1]
        if not often:
            return ""
        if len(often) == table.players:
            return _("Everybody takes two groups this round.")
        return _("{name} takes two groups this round.").format(name=self.host.names[often[0]])

    def seat_line(self, table: PerfectNumbersTable, seat: int) -> str:
        score = table.seats[seat].score
        return _("{n} · start").format(n=score) if seat == table.starter else points(score)

    def turn_line(self, table: PerfectNumbersTable) -> str:
        left = sum(map(bool, table.groups)) + bool(table.pending)
        return _("Group {n} of {total}").format(n=len(MARKET) - left + 1, total=len(MARKET)) if left else ""

    def remaining(self, table: PerfectNumbersTable) -> Remaining:
        if table.draw_pile is None:
            return Remaining(_("Draw pile not counted"), -1)
        first = (table.deck or 0) - START_CARDS * table.players - MARKET_CARDS
        share = table.draw_pile / max(first, table.draw_pile, 1)
        pile = _("Draw pile {n}").format(n=table.draw_pile)
        rounds = table.rounds_left
        left = (
            ngettext("{n} more round at most", "{n} more rounds at most", rounds).format(n=rounds)
            if rounds
            else _("last round")
        )
        return Remaining(f"{pile} · {left}", share)

    def corrections(self, table: PerfectNumbersTable) -> list[Correction]:
        pile = _("Draw pile") if table.draw_pile is not None else _("Draw pile (not counted yet)")
        scores = [
            Correction("scores", _("Points: {name}").format(name=name), seat.score, LARGEST_COUNT, number)
            for number, (name, seat) in enumerate(zip(self.host.names, table.seats, strict=True))
        ]
        discards = [Correction("discards", _("Discard pile"), table.discards, LARGEST_COUNT)]
        return [
            Correction("draw_pile", pile, table.draw_pile or 0, LARGEST_COUNT),
            *scores,
            *(discards if table.tracked else []),
            Correction("round", _("Round"), table.round, LARGEST_COUNT),
        ]

    # -- Light moves ---------------------------------------------------------------------------------------

    def take(self, group: int) -> None:
        """Everybody's rows known, the phone asks which cards; they need not be told."""
        move = {"move": "take", "group": group}
        reason = self.host.why_not(move)
        if reason is not None:
            self.host.explain(reason, move)
        elif self.every_row and self.table.tracked:
            TakenSheet(
                title=_("Which cards does {name} take?").format(name=self.host.names[self.table.turn]),
                wanted=MARKET[group],
                done=lambda cards: self.play({**move, "cards": cards} if cards else move),
            ).open()
        else:
            self.play(move)

    def close(self, number: int) -> None:
        move = self._closing(number)
        if depends_on_the_refill(self.table, move) and self.closer == self.table.turn:
            self._ask_when(move)
        else:
            self.play(move)

    def _closing(self, number: int) -> dict[str, Any]:
        notes = {"joker": self.with_joker, "by_move": self.by_move}
        said = {note: True for note, holds in notes.items() if holds}
        return {"move": "close", "seat": self.closer, "number": number, **said}

    def _ask_when(self, move: Mapping[str, Any]) -> None:
        """With two players whoever took last also begins the next round."""
        Dialog(
            title=_("Before or after the refill?"),
            text=_(
                "{name} took last and begins the new round. Was the row closed in the old round, or at the "
                "start of the new one?"
            ).format(name=self.host.names[self.closer]),
            buttons=[
                (_("After the refill"), "secondary", lambda: self.play({**move, "before_refill": False})),
                (_("Before the refill"), "primary", lambda: self.play({**move, "before_refill": True})),
            ],
        ).open()

    def drive_out(self) -> None:
        """The owner of the row gets the cards, or else whoever is busy; the sheet asks all the same."""
        to_owner = self.table.lower_on_other == "owner"
        DrivenSheet(
            title=_("Who gets the cards?"),
            caption=_(
                "As many cards as the lower number says leave the row and go to the score pile of its owner."
            )
            if to_owner
            else _(
                "As many cards as the lower number says leave the row and go to the score pile of whoever "
                "added it."
            ),
            panel_of=self,
            seat=(self.closer + to_owner) % self.table.players,
        ).open()

    def _show_closing(self, table: PerfectNumbersTable) -> None:
        box = self.closing.ids.who
        if [chip.text for chip in reversed(box.children)] != list(self.host.names):
            box.clear_widgets()
            for seat, name in enumerate(self.host.names):
                chip = Chip(text=name, key=str(seat), game=GAME)
                chip.bind(on_release=self._choose_closer)
                box.add_widget(chip)
        for chip in box.children:
            chip.selected = int(chip.key) == self.closer
        self.closing.ids.joker.selected = self.with_joker
        self._show_moved(table)
        for number, tile in zip(NUMBERS, self.numbers, strict=True):
            after = tried(table, self._closing(number))
            if isinstance(after, Message):
                tile.reason, tile.secondary, tile.lit = self.host.why_not(self._closing(number)), "", False
                continue
            gained = after.scores[self.closer] - table.scores[self.closer]
            tile.reason, tile.secondary, tile.lit = None, f"+{gained}", gained > number

    def _show_moved(self, table: PerfectNumbersTable) -> None:
        """Where closing by Move is worth less, it is said."""
        box = self.closing.ids.joker.parent
        self.moved.text, self.moved.selected = _("Closed by Move"), self.by_move
        if table.move_bonus and self.moved.parent is not None:
            box.remove_widget(self.moved)
        elif not table.move_bonus and self.moved.parent is None:
            box.add_widget(self.moved)

    def _turn_moved(self) -> None:
        self.by_move = not self.by_move
        self._show_closing(self.table)

    def _choose_closer(self, chip: Chip) -> None:
        self.closer = int(chip.key)
        self._show_closing(self.table)

    def _turn_joker(self) -> None:
        self.with_joker = not self.with_joker
        self._show_closing(self.table)

    # -- What the market and the start card really are -----------------------------------------------------

    def mend_market(self) -> None:
        MarketSheet(title=_("What lies in the market?"), panel_of=self).open()

    # -- Card by card --------------------------------------------------------------------------------------

    def _show_hand(self, table: PerfectNumbersTable) -> None:
        able = may_act(table)
        self._show_actors(able)
        name = self.host.names[self.actor]
        waits = bool(table.pending) or self.said is not None
        heading = _("{name} lays cards") if waits else _("{name} may still play")
        self.hand.ids.heading.text = heading.format(name=name)
        self._show_cards(table)
        self.hand.ids.choices.show(() if self.picked is None else self._choices(table, self.picked))
        self.hand.ids.room.show(self._room)
        self.hand.ids.hint.text = self._hint(table)

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
        box = self.hand.ids.actors
        box.clear_widgets()
        if len(able) < 2:
            return
        for seat in able:
            chip = Chip(text=self.host.names[seat], key=str(seat), game=GAME, selected=seat == self.actor)
            chip.bind(on_release=self._choose_actor)
            box.add_widget(chip)

    def _choose_actor(self, chip: Chip) -> None:
        self.actor, self.picked, self.said = int(chip.key), None, None
        self._room = room_choices(self.table, self.actor) if self._holds_cards(self.table) else ()
        self._show_hand(self.table)
        self._show_collections(self.table)

    def _show_cards(self, table: PerfectNumbersTable) -> None:
        box = self.hand.ids.cards
        box.clear_widgets()
        busy = self.actor == table.taker
        in_hand = [*(table.pending if busy else ()), *([self.said] if self.said is not None else [])]
        for card in in_hand:
            self._add_card(box, card, "", self._why_not_card(table, card))
        for action in table.seats[self.actor].actions:
            if action not in in_hand:
                self._add_card(box, action, _("stored"), None)
        if table.unseen != 0 and self.said is None:
            tile = HandAction(text="?", secondary=_("name a card"), game=GAME)
            tile.bind(on_release=lambda _tile: self.name_card())
            box.add_widget(tile)

    def _add_card(self, box: Any, card: Taken, note: str, reason: Message | None) -> None:
        chosen = card == self.picked
        if isinstance(card, str):
            tile = HandAction(text=action_name(card), secondary=note, game=GAME, card=card)
        else:
            colour = shade(card.colour)
            tile = HandCard(
                colour=colour, text=str(card.number), secondary=colour_word(card.colour), card=card
            )
        tile.selected, tile.reason = chosen, reason
        tile.bind(on_release=self._pick)
        box.add_widget(tile)

    def _pick(self, tile: Any) -> None:
        if tile.reason is not None:
            self.host.explain(tile.reason)
            return
        self.picked = None if tile.card == self.picked else tile.card
        self._show_hand(self.table)

    def _why_not_card(self, table: PerfectNumbersTable, card: Taken) -> Message | None:
        """A card waits while nothing can be done with it, not even making room."""
        if self._room or any(choice.reason is None for choice in self._choices(table, card)):
            return None
        if isinstance(card, str):
            refused = tried(table, {"move": "store", "seat": self.actor, "action": card})
            return refused if isinstance(refused, Message) else None
        return why_not_laid(table, self.actor, card)

    def _choices(self, table: PerfectNumbersTable, card: Taken) -> tuple[Choice, ...]:
        """Asked several times while a table is shown, foreseen once."""
        in_hand = card in table.pending or card == self.said
        asked = (self.actor, card, in_hand)
        if asked not in self._foreseen:
            self._foreseen[asked] = choices_for(table, self.host.names, self.actor, card, in_hand)
        return self._foreseen[asked]

    def choose(self, choice: Choice) -> None:
        if choice.reason is not None:
            self.host.explain(choice.reason)
        elif choice.further:
            OutlookSheet(
                title=choice.title, caption=choice.told, choices=choice.further, done=self.choose
            ).open()
        elif choice.move is not None:
            self.play(choice.move)

    def name_card(self) -> None:
        """Says which of the untold cards is laid now."""
        TakenSheet(
            title=_("Which card does {name} lay?").format(name=self.host.names[self.actor]),
            wanted=1,
            may_skip=False,
            done=self._name,
        ).open()

    def _name(self, cards: list[dict[str, Any]]) -> None:
        self.said = self.picked = read_taken(cards[0])
        self._show_hand(self.table)

    def _show_collections(self, table: PerfectNumbersTable) -> None:
        while len(self.collections) < table.players:
            self.collections.append(SeatRows(seat=len(self.collections), edit=self.mend_collection))
        order = [self.collections[(self.actor + step) % table.players] for step in range(table.players)]
        if order != self.collections_box.children[::-1]:
            self.collections_box.clear_widgets()
            for collection in order:
                self.collections_box.add_widget(collection)
        for collection in order:
            seat = int(collection.seat)
            collection.show(table, self.host.names[seat])

    # -- Entering what lies there --------------------------------------------------------------------------

    def _say_offer(self, table: PerfectNumbersTable) -> None:
        start = table.round == 1 and table.groups == MARKET
        self.offer.ids.lay.text = _("Enter the start cards") if start else _("Enter the rows")

    def lay_out(self) -> None:
        self._lay_out_from([])

    def _lay_out_from(self, rows: list[dict[str, Any]]) -> None:
        """One player after the other; after the last one the correction is played."""
        waiting = self.table.players - len(rows)
        if waiting:
            self._ask_laid(
                len(rows),
                {},
                lambda laid: [*rows, laid, *[{}] * (waiting - 1)],
                lambda laid: self._lay_out_from([*rows, laid]),
            )
        else:
            self.play({"move": "correct", "rows": rows})

    def mend_collection(self, seat: int) -> None:
        collections = self.table.collections

        def mended(laid: dict[str, Any]) -> list[dict[str, Any]]:
            return [*collections[:seat], laid, *collections[seat + 1 :]]

        self._ask_laid(
            seat,
            collections[seat],
            mended,
            lambda laid: self.play({"move": "correct", "rows": mended(laid)}),
        )

    def _ask_laid(
        self,
        seat: int,
        laid: Mapping[str, Any],
        all_rows: Callable[[dict[str, Any]], list[dict[str, Any]]],
        done: Callable[[dict[str, Any]], object],
    ) -> None:
        """What cannot lie there is refused while it can still be changed."""

        def problem(entered: dict[str, Any]) -> str:
            reason = self.host.why_not({"move": "correct", "rows": all_rows(entered)})
            if reason is None:
                return ""
            return sentence(Message(reason.key, {**reason.args, "name": self.host.names[seat]}))

        title = _("What lies in front of {name}?").format(name=self.host.names[seat])
        LaidSheet(title=title, laid=laid, find_problem=problem, done=done).open()


# -- Sheets -----------------------------------------------------------------------------------------------


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
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.colours = colour_tiles(self.ids.colours, (*COLOURS, JOKER), self.choose_colour)
        number_tiles(self.ids.numbers, self.pick_number)
        for action in ACTIONS if self.with_actions else ():
            tile = Tile(text=action_name(action), game=GAME)
            tile.bind(on_release=lambda _tile, action=action: self.pick(action))
            self.ids.actions.add_widget(tile)
        self.choose_colour(self.colour)

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
        if isinstance(card, str):
            tile = HandAction(text=action_name(card), game=GAME, card=card)
        else:
            tile = HandCard(
                colour=shade(card.colour),
                text=str(card.number),
                secondary=colour_word(card.colour),
                card=card,
            )
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


class OutlookSheet(BottomSheet):
    """Further choices of one choice."""

    caption = StringProperty("")
    choices = ObjectProperty(())
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.ids.choices.take = self._take
        self.ids.choices.show(self.choices)

    def _take(self, choice: Choice) -> None:
        self.close()
        self.done(choice)


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
        left = self.laid.get(self.row, [])[:-1]
        self.laid = {row: cards for row, cards in self.laid.items() if row != self.row}
        if left:
            self.laid = {**self.laid, self.row: left}
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


PANEL = PerfectNumbersPanel
