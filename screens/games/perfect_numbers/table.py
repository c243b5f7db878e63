"""Perfect Numbers beside the cards: a group with one tap, or every row for those who want it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from scoring import Message
from scoring.core import LARGEST_COUNT, Phase
from scoring.perfect_numbers.rules import (
    MARKET,
    MARKET_CARDS,
    START_CARDS,
    PerfectNumbersTable,
    Taken,
    before_refill,
)
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.games.perfect_numbers.cards import GAME, SeatRows
from screens.games.perfect_numbers.choices import may_act, points, read_taken
from screens.games.perfect_numbers.hand import HandMoves
from screens.games.perfect_numbers.light import LightTurn, MarketMoves, MarketTold, RoundCard
from screens.games.perfect_numbers.mending import Remaking
from screens.games.perfect_numbers.sheets import LaidSheet, MarketSheet, TakenSheet
from screens.translator import _, ngettext
from screens.widgets.layout import Stack
from screens.widgets.tiles import Tile
from screens.words.messages import sentence


class PerfectNumbersPads(Pads):
    pass


class LayOutOffer(Stack):
    """The rows are not known: enter them and go on card by card."""


class PerfectNumbersPanel(Panel):
    every_row = BooleanProperty(False)
    in_full = "every_row"
    market_heading = StringProperty("")
    busy = NumericProperty(0)
    """Whose turn the people are at: of whoever took a group until that is done."""

    def on_kv_post(self, _base: object) -> None:
        self.pads, self.told = PerfectNumbersPads(), MarketTold()
        self._shown: PerfectNumbersTable | None = None
        self._was_tracked = False
        self._done: tuple[object, ...] = ()
        self._begun: tuple[object, ...] = ()
        self.market, self.light = MarketMoves(), LightTurn(panel=self)
        self.round_card, self.hand = RoundCard(panel=self), HandMoves(panel=self)
        self.light.bind(height=self.round_card.setter("least"))
        self.collections_box, self.offer = Stack(), LayOutOffer()
        self.groups = [self._group(at, size) for at, size in enumerate(MARKET)]
        self.told.ids.mend.bind(on_release=lambda _button: self.mend_market())
        self.offer.ids.lay.bind(on_release=lambda _button: self.lay_out())
        self.collections: list[SeatRows] = []

    def _group(self, at: int, size: int) -> Tile:
        tile = Tile(text=str(size), game=GAME, tall=True)
        tile.bind(on_release=lambda _tile: self.take(at))
        self.market.ids.groups.add_widget(tile)
        return tile

    # -- Somebody is busy ------------------------------------------------------------------------------------

    def is_by_card(self, table: PerfectNumbersTable) -> bool:
        return table.tracked and (self.every_row or bool(table.pending))

    def is_open(self, table: PerfectNumbersTable) -> bool:
        """Whether whoever took last may still tell what came of it; the rules have gone on already."""
        if self.host.mending >= 0 or self.is_by_card(table) or table.taker is None:
            return False
        return self._moment(table) != self._done

    @staticmethod
    def _moment(table: PerfectNumbersTable) -> tuple[object, ...]:
        """The same while nobody takes another group."""
        before = before_refill(table)
        return before.round, before.groups, before.taker

    def as_seen(self, table: PerfectNumbersTable) -> PerfectNumbersTable:
        if table.taker is None or not self.is_open(table):
            return table
        return replace(before_refill(table), turn=table.taker, phase=self._phase_before(table))

    def _phase_before(self, table: PerfectNumbersTable) -> Phase:
        """When the group was taken: a bonus card may still bring the end nearer."""
        since, moment = False, self._moment(table)
        for earlier in reversed(self.host.tables):
            if self._moment(earlier) == moment:
                since = True
            elif since:
                phase: Phase = earlier.phase
                return phase
        return "play"

    def finish_turn(self) -> None:
        """Nothing more came of the group: the next one, or the refill, or the end."""
        self._done = self._moment(self.table)
        self._shown = None
        self.host.look_again()

    def begin_round(self) -> None:
        self._begun = self._moment(self.table)
        self.show(self.table)

    # -- What is shown -------------------------------------------------------------------------------------

    def begin(self, table: PerfectNumbersTable) -> None:
        self.every_row = self._was_tracked = table.tracked
        self._done = self._begun = ()
        for collection in self.collections:
            collection.folded = False

    def show(self, table: PerfectNumbersTable) -> None:
        if table.tracked and not self._was_tracked:
            self.every_row = True
        self._was_tracked = table.tracked
        if table is not self._shown:
            self._begin_anew(table)
        pads = self._choose_pads(table)
        sections = self._choose_sections(table)
        for box, widgets in ((self.pads, pads), (self.ids.sections, sections)):
            if widgets != box.children[::-1]:
                box.clear_widgets()
                for widget in widgets:
                    if widget.parent is not None:
                        widget.parent.remove_widget(widget)
                    box.add_widget(widget)

    def _begin_anew(self, table: PerfectNumbersTable) -> None:
        """After every move the phone thinks again of who is busy, and with what."""
        self._shown = table
        waits = table.taker is not None and (self.is_open(table) or self.host.mending >= 0)
        self.busy = (
            table.taker if waits or (table.phase == "over" and table.taker is not None) else table.turn
        )
        self.light.begin(int(self.busy))
        self.hand.begin(table)

    def _choose_pads(self, table: PerfectNumbersTable) -> list[Widget]:
        over = self.as_seen(table).phase == "over"
        if self.is_by_card(table):
            self.hand.offer_market([] if over or table.pending else [self.market])
            self._show_market(table)
            self.hand.show()
            return [self.hand] if may_act(table) or not over else []
        self.hand.offer_market([])
        pads: list[Widget] = [] if over else [self.market]
        self._show_market(table)
        if table.refilled and not self.is_open(table) and self._moment(table) != self._begun:
            self.round_card.show(table)
            return [*pads, self.round_card]
        if table.phase != "over" or table.between_rounds:
            self.light.show()
            pads.append(self.light)
        return pads

    def _choose_sections(self, table: PerfectNumbersTable) -> list[Widget]:
        sections: list[Widget] = []
        if table.phase != "over":
            sections.append(self.told)
            self._tell_market(self.as_seen(table))
        if self.every_row and not table.tracked and table.phase != "over":
            sections.append(self.offer)
            self._say_offer(table)
        if self.is_by_card(table):
            sections.append(self.collections_box)
            self._show_collections(table)
        return sections

    def on_every_row(self, *_: object) -> None:
        if self.table is not None:
            self._shown = None
            self.host.look_again()

    def _show_market(self, table: PerfectNumbersTable) -> None:
        groups = self.as_seen(table).groups
        takes = any(groups)
        self.market.heading = (
            _("{name} takes next").format(name=self.host.names[table.turn]) if takes else _("Market empty")
        )
        for at, (tile, size) in enumerate(zip(self.groups, MARKET, strict=True)):
            tile.secondary = ngettext("card", "cards", size) if groups[at] else _("taken")
            tile.reason = self.host.why_not({"move": "take", "group": at}) if takes else tile.secondary

    def _tell_market(self, table: PerfectNumbersTable) -> None:
        self.told.ids.order.text = self._order(table)
        self.told.ids.twice.text = self._twice(table)

    def _order(self, table: PerfectNumbersTable) -> str:
        """Of a table as it is seen."""
        holder = _("Start card: {name}").format(name=self.host.names[table.starter])
        first = self.table.turn if any(table.groups) else table.turn
        takers = replace(table, turn=first).takers
        if not takers:
            return holder
        names = ", ".join(self.host.names[seat] for seat in takers)
        return "{holder} · {order}".format(
            holder=holder, order=_("Still to take: {names}").format(names=names)
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
        busy = bool(table.pending) or self.is_open(self.host.table)
        left = sum(map(bool, table.groups)) + busy
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

    # -- The market ------------------------------------------------------------------------------------------

    def take(self, group: int) -> None:
        """Everybody's rows known, the phone asks which cards; they need not be told."""
        if not any(self.as_seen(self.table).groups):
            self.finish_turn()
            return
        move = {"move": "take", "group": group}
        reason = self.host.why_not(move)
        if reason is not None:
            self.host.explain(reason, move)
        elif self.every_row and self.table.tracked:
            TakenSheet(
                title=_("Which cards does {name} take?").format(name=self.host.names[self.table.turn]),
                wanted=MARKET[group],
                known=self._taken_before(group),
                done=lambda cards: self.play({**move, "cards": cards} if cards else move),
            ).open()
        else:
            self.play(move)

    def _taken_before(self, group: int) -> list[Taken]:
        """While a turn is chosen anew: what was said the first time."""
        if self.host.mending < 0 or self.host.inserting:
            return []
        move = self.host.live.moves[int(self.host.mending)]
        if move["move"] != "take" or move["group"] != group:
            return []
        return [read_taken(card) for card in move.get("cards", ())]

    def remake(
        self, moves: Sequence[Mapping[str, Any]], since: int, done: Callable[[Sequence[Any]], object]
    ) -> None:
        if self.table.tracked and moves[since]["move"] == "take" and moves[since].get("cards"):
            Remaking(self.table, self.host.names, moves, since, done).go_on()
        else:
            done(moves)

    def mend_market(self) -> None:
        MarketSheet(title=_("What lies in the market?"), panel_of=self).open()

    # -- Card by card --------------------------------------------------------------------------------------

    def _show_collections(self, table: PerfectNumbersTable) -> None:
        """Whoever lays cards has the own ones in hand already."""
        while len(self.collections) < table.players:
            self.collections.append(SeatRows(seat=len(self.collections), edit=self.mend_collection))
        first = int(self.hand.actor) + 1
        order = [self.collections[(first + step) % table.players] for step in range(table.players)]
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


PANEL = PerfectNumbersPanel
