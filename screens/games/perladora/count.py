"""Counting Perladöra: one territory after another, its farms, and the divers turned over in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from scoring.perladora.rules import (
    MOST_TERRITORIES,
    NECKLACES,
    PILES,
    SMALLEST_TERRITORY,
    SQUARES,
    VALUES,
    Diver,
    Square,
    copies_of,
    side_of,
    territories,
)
from screens.games.parts import Calculator
from screens.games.perladora.count_board import CountBoard
from screens.games.perladora.story import territory_told
from screens.games.perladora.turning import counted, flowers_missing, without_reinforcement
from screens.running import the_app
from screens.translator import _, ngettext
from screens.widgets.layout import Row, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card
from screens.widgets.tiles import Tile
from screens.words.telling import listed

GAME = "perladora"
ALL_SQUARES = len(SQUARES)

Territory = dict[str, Any]


# -- The sheet, in plain functions ------------------------------------------------------------------------


def new_territory(sheet: list[Territory]) -> Territory:
    """The squares and farms of no other territory; if no square is left, the largest one is divided."""
    cells = ALL_SQUARES - sum(territory["cells"] for territory in sheet)
    if cells < SMALLEST_TERRITORY:
        cells = SMALLEST_TERRITORY
        largest = max(sheet, key=lambda territory: territory["cells"], default=None)
        if largest and largest["cells"] >= 2 * SMALLEST_TERRITORY:
            largest["cells"] -= cells
    return {"cells": cells, "farms": free_farms(sheet), "divers": []}


def free_farms(sheet: list[Territory]) -> list[int]:
    used = Counter(pearls for territory in sheet for pearls in territory["farms"])
    return sorted((Counter(PILES) - used).elements())


def owners_of_farms(
    sheet: list[Territory], known: Sequence[int | None] = (None,) * len(PILES)
) -> list[int | None]:
    """The territory of each pile of the box: of equal piles as it is known, or else in the order of the
    territories."""
    left = [list(territory["farms"]) for territory in sheet]
    owners: list[int | None] = [None] * len(PILES)
    for place, owner in enumerate(known):
        if owner is not None and owner < len(left) and PILES[place] in left[owner]:
            left[owner].remove(PILES[place])
            owners[place] = owner
    for place, pearls in enumerate(PILES):
        if owners[place] is None:
            owner = next((number for number, farms in enumerate(left) if pearls in farms), None)
            if owner is not None:
                left[owner].remove(pearls)
            owners[place] = owner
    return owners


def squares_of(sheet: list[Territory]) -> list[int]:
    return [territory["cells"] for territory in sheet]


def usual_squares(sheet: list[Territory]) -> list[int]:
    """As many as are full; what is left over belongs to the largest."""
    full = [
        max(SMALLEST_TERRITORY, len(territory["farms"]) + len(territory["divers"])) for territory in sheet
    ]
    if full:
        full[full.index(max(full))] += max(0, ALL_SQUARES - sum(full))
    return full


def divers_left(sheet: list[Territory], players: int, seat: int, value: int) -> int:
    """How many divers of this value the player has that were not turned over anywhere yet."""
    turned: int = sum(
        diver["seat"] == seat and diver["value"] == value
        for territory in sheet
        for diver in territory["divers"]
    )
    return copies_of(players, value) - turned


def sign(number: int) -> str:
    """A territory where there is no room for the word."""
    return f"#{number}"


def marks(diver: Territory) -> str:
    """What lies on a diver, as it counts: a reinforcement one more, each flower necklace one less."""
    flowers = diver.get("flowers", 0)
    return " ".join(["+1"] * bool(diver.get("reinforced")) + [f"−{flowers}"] * bool(flowers))


# -- Its widgets ------------------------------------------------------------------------------------------


class SideScore(BoxLayout):
    """A player or a team, and their pearls so far."""

    names = StringProperty("")
    pearls = StringProperty("")


class SideCard(Card):
    """A player or a team in this territory; golden when they take pearls here."""

    side = NumericProperty(0)
    takes = BooleanProperty(False)


class TeamLine(Row):
    names = StringProperty("")
    strength = StringProperty("")


class DiverTile(Tile):
    index = NumericProperty(0)


class TurnedRow(Row):
    """The divers of one player that were turned over here. They stand below all keys, which so stay where
    they are."""

    name = StringProperty("")
    seat = NumericProperty(0)


class DiverRow(Stack):
    """One player in this territory: tap a value to turn a diver over, tap a diver to change it."""

    name = StringProperty("")
    spoken = StringProperty("")
    seat = NumericProperty(0)
    strength = StringProperty("")
    calculator = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        players = self.calculator.host.players
        self.lying = TurnedRow(seat=self.seat)
        self.turned = self.lying.ids.chips
        self.tiles = [Tile(text=str(value), game=GAME) for value in VALUES if copies_of(players, value)]
        self.ids.tiles.fewest = self.ids.tiles.most = len(self.tiles)
        for tile in self.tiles:
            tile.bind(on_release=lambda tile: self.calculator.turn_over(int(self.seat), int(tile.text)))
            self.ids.tiles.add_widget(tile)


class DiverSheet(BottomSheet):
    """What lies on a diver in the advanced game."""

    diver = ObjectProperty({})
    done = ObjectProperty(None)
    most_flowers = NECKLACES

    def accept(self) -> None:
        changed = {"seat": self.diver["seat"], "value": self.diver["value"]}
        if self.ids.reinforced.active:
            changed["reinforced"] = True
        if self.ids.flowers.value:
            changed["flowers"] = int(self.ids.flowers.value)
        self.close()
        self.done(changed)

    def remove(self) -> None:
        self.close()
        self.done(None)


# -- The calculator ---------------------------------------------------------------------------------------


class PerladoraCount(Calculator):
    number = NumericProperty(0)
    cells = NumericProperty(ALL_SQUARES)
    heading = StringProperty("")
    pearls = StringProperty("")
    outcome = StringProperty("")
    hint = StringProperty("")
    forgotten = StringProperty("")
    """What was put on divers at the table, and is on none in the count."""
    can_add = BooleanProperty(True)
    can_remove = BooleanProperty(False)
    advanced = BooleanProperty(False)
    sketching = BooleanProperty(True)
    """A pile that is tapped while divers lie here already belongs to the next territory."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.farms: list[Tile] = []
        self.scores: list[SideScore] = []
        self.cards: list[SideCard] = []
        self.teams: dict[int, TeamLine] = {}
        self.rows: list[DiverRow] = []
        self.on_board: CountBoard | None = None
        self._piles: list[int | None] = [None] * len(PILES)
        self._moved = -1
        """The pile that was tapped last: a finger that taps twice means it once."""
        self._switch = self.ids.advanced.__self__

    # -- Pages are territories -----------------------------------------------------------------------------

    @property
    def territories(self) -> list[Territory]:
        found: list[Territory] = self.host.sheet["territories"]
        return found

    @property
    def here(self) -> Territory:
        return self.territories[int(self.number)]

    def tidy(self) -> None:
        if not self.territories:
            self.territories.append(new_territory([]))

    def pages(self) -> list[tuple[str, str]]:
        return [
            (sign(number), str(sum(territory["farms"])))
            for number, territory in enumerate(self.territories, 1)
        ]

    def total(self, page: int) -> tuple[str, str]:
        if not self.host.result:
            return "", "–"
        outcome = self.host.result.territories[page]
        takers = [self.host.names[seat] for seat in outcome.takers]
        return (listed(takers), str(outcome.share)) if takers else (_("Nobody"), "0")

    def show(self, page: int) -> None:
        self.number = page
        if not self.farms:
            self._build()
        self.refresh()

    def _build(self) -> None:
        self.farms = [Tile(text=str(pearls), game=GAME) for pearls in PILES]
        for place, tile in enumerate(self.farms):
            tile.bind(on_release=lambda _tile, place=place: self.move_farm(place))
            self.ids.farms.add_widget(tile)
        players = self.host.players
        for side in sorted({side_of(players, seat) for seat in range(players)}):
            self.scores.append(SideScore())
            self.ids.scores.add_widget(self.scores[-1])
            card, seats = SideCard(side=side), self._seats_of(side)
            if len(seats) > 1:
                self.teams[side] = TeamLine()
                card.add_widget(self.teams[side])
            for seat in seats:
                self.rows.append(DiverRow(seat=seat, calculator=self))
                card.add_widget(self.rows[-1])
            self.cards.append(card)
            self.ids.players.add_widget(card)

    def _seats_of(self, side: int) -> list[int]:
        players = self.host.players
        return [seat for seat in range(players) if side_of(players, seat) == side]

    # -- The drawn board -----------------------------------------------------------------------------------

    def _drawn(self) -> list[frozenset[Square]]:
        """The territories on the board, while they are still those of the sheet."""
        table = self.host.live.table
        pointed_at = table.pontoons or any(diver.square is not None for diver in table.divers)
        drawn = list(territories(table.pontoons)) if pointed_at and table.lines_known else []
        same = [len(squares) for squares in drawn] == [territory["cells"] for territory in self.territories]
        return drawn if same else []

    def _show_board(self) -> None:
        """On the board every diver is turned over where it lies, with what lies on it."""
        drawn, place = self._drawn(), self.ids.board
        if drawn and self.on_board is None:
            self.on_board = CountBoard(calculator=self)
        if bool(drawn) != bool(place.children):
            place.clear_widgets()
            if drawn:
                place.add_widget(self.on_board)
        if drawn and self.on_board is not None:
            self.on_board.show(drawn, int(self.number))

    def _face_down(self) -> list[Diver]:
        """Here, of those that are drawn."""
        if self.on_board is None or not self._drawn():
            return []
        squares = self.on_board.face_down(self._drawn()[int(self.number)])
        return [diver for diver in self.on_board.divers if diver.square in squares]

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        here, result = self.here, self.host.result
        pearls = sum(here["farms"])
        self.cells = here["cells"]
        self.heading = _("Territory {n}").format(n=int(self.number) + 1)
        self.pearls = ngettext("{n} pearl", "{n} pearls", pearls).format(n=pearls)
        self.can_add = len(self.territories) < MOST_TERRITORIES
        self.ids.sketching.opacity = 0 if self._drawn() else 1
        self.ids.sketching.disabled = bool(self._drawn())
        self.can_remove = len(self.territories) > 1
        self.advanced = bool(self.host.options.get("advanced"))
        self.hint = _("Tap a diver to change it.") if self.advanced else _("Tap a diver to turn it back.")
        self.forgotten = self._forgotten()
        self._show_switch()
        self._show_board()
        self._show_farms()
        outcome = result.territories[int(self.number)] if result else None
        self.outcome = self._outcome_told(pearls, outcome)
        for card, score in zip(self.cards, self.scores, strict=True):
            self._show_side(card, score, outcome)
        for row in self.rows:
            self._show_divers(row)

    def _outcome_told(self, pearls: int, outcome: Any) -> str:
        """Nobody has won a territory in which divers still lie face down."""
        waiting = len(self._face_down())
        if waiting:
            return ngettext(
                "{n} diver here is still face down.", "{n} divers here are still face down.", waiting
            ).format(n=waiting)
        return territory_told(int(self.number) + 1, pearls, outcome.reason) if outcome else ""

    def _forgotten(self) -> str:
        table, sheet = self.host.live.table, self.territories
        told = []
        if without := without_reinforcement(table, sheet):
            names = listed([self.host.names[seat] for seat in without])
            told.append(_("Reinforcement used: {names}. Tap the diver that carries it.").format(names=names))
        if flowers := flowers_missing(table, sheet):
            told.append(
                ngettext(
                    "{n} flower necklace was given. Tap the diver that carries it.",
                    "{n} flower necklaces were given. Tap the divers that carry them.",
                    flowers,
                ).format(n=flowers)
            )
        return " ".join(told)

    def left_of(self, seat: int, value: int) -> int:
        return divers_left(self.territories, self.host.players, seat, value)

    def _show_switch(self) -> None:
        """A table that was tracked or dealt in clans is of one kind or the other already."""
        wanted = not self.host.live.moves and "clans" not in self.host.options
        if wanted != (self._switch.parent is not None):
            self.ids.kind.clear_widgets()
            if wanted:
                self.ids.kind.add_widget(self._switch)

    def _show_farms(self) -> None:
        here = int(self.number)
        for tile, owner in zip(self.farms, self._owners(), strict=True):
            tile.lit = owner == here
            tile.secondary = "–" if owner is None else _("here") if owner == here else sign(owner + 1)

    def _show_side(self, card: SideCard, score: SideScore, outcome: Any) -> None:
        seats = self._seats_of(int(card.side))
        names = [self.host.names[seat] for seat in seats]
        score.names = " & ".join(names)
        score.pearls = str(self.host.result.totals[seats[0]]) if self.host.result else "–"
        card.takes = bool(outcome and outcome.share and seats[0] in outcome.takers)
        strength = self._strength(outcome, seats[0]) if outcome else ""
        team = self.teams.get(int(card.side))
        if team:
            team.names, team.strength = listed(names), strength
        else:
            self.row_of(seats[0]).strength = strength

    @staticmethod
    def _strength(outcome: Any, seat: int) -> str:
        strength = outcome.strengths[seat]
        if strength is None:
            return ""
        if seat in outcome.takers and outcome.share:
            return _("strength {n}: takes {pearls}").format(n=strength, pearls=outcome.share)
        return _("strength {n}").format(n=strength)

    def _show_divers(self, row: DiverRow) -> None:
        seat = int(row.seat)
        row.name = self.host.names[seat]
        for tile in row.tiles:
            value = int(tile.text)
            left = self.left_of(seat, value)
            tile.secondary = _("{n} left").format(n=max(0, left))
            tile.reason = (
                None
                if left > 0
                else _("All of {name}’s {value}s have been turned over already.").format(
                    value=value, name=row.name
                )
            )
        self._show_turned(row.turned, seat)
        self._show_lying(row)

    def _show_lying(self, row: DiverRow) -> None:
        row.lying.name = row.name
        box, wanted = self.ids.turned, [one.lying for one in self.rows if one.turned.children]
        if box.children[::-1] != wanted:
            box.clear_widgets()
            for lying in wanted:
                box.add_widget(lying)

    def _show_turned(self, box: Any, seat: int) -> None:
        turned = [
            (index, str(diver["value"]), marks(diver))
            for index, diver in enumerate(self.here["divers"])
            if diver["seat"] == seat
        ]
        for tile in box.children[: max(0, len(box.children) - len(turned))]:
            box.remove_widget(tile)
        for _missing in turned[len(box.children) :]:
            tile = DiverTile(game=GAME, selected=True)
            tile.bind(on_release=lambda tile: self.change_diver(int(tile.index)))
            box.add_widget(tile)
        for tile, (index, value, lies_on_it) in zip(reversed(box.children), turned, strict=True):
            tile.index, tile.text, tile.secondary = index, value, lies_on_it

    # -- Changes -------------------------------------------------------------------------------------------

    def set_cells(self, cells: int) -> None:
        if cells != self.here["cells"]:
            self.here["cells"] = cells
            self.host.changed()

    def set_advanced(self, wanted: bool) -> None:
        if wanted != bool(self.host.options.get("advanced")):
            self.host.set_option("advanced", wanted)

    def move_farm(self, place: int) -> None:
        """A pile lies in one territory only: it comes from another, or goes away from here."""
        pearls, owner = PILES[place], self._owners()[place]
        if place == self._moved and owner == self.number:
            return
        self._moved = place
        opens = self.sketching and not self._drawn() and bool(self.here["divers"])
        with self._squares_by_themselves():
            if owner is not None:
                self.territories[owner]["farms"].remove(pearls)
            if opens and len(self.territories) < MOST_TERRITORIES:
                self.territories.append({**new_territory(self.territories), "farms": []})
                self._put_pile(place, len(self.territories) - 1)
            elif owner != self.number:
                self._put_pile(place, int(self.number))
            else:
                self._piles[place] = None
        self.host.changed()
        if opens:
            self.host.turn_to(len(self.territories) - 1)

    def _put_pile(self, place: int, number: int) -> None:
        territory = self.territories[number]
        territory["farms"] = sorted([*territory["farms"], PILES[place]])
        self._piles[place] = number

    def _owners(self) -> list[int | None]:
        """Of equal piles the one that was touched is the one that moved."""
        self._piles = owners_of_farms(self.territories, self._piles)
        return list(self._piles)

    @contextmanager
    def _squares_by_themselves(self) -> Iterator[None]:
        """As long as nobody has said how many squares there are, a territory has as many as lie full."""
        nobody_said = not self._drawn() and squares_of(self.territories) == usual_squares(self.territories)
        yield
        if nobody_said:
            for territory, squares in zip(self.territories, usual_squares(self.territories), strict=True):
                territory["cells"] = squares

    def turn_over(self, seat: int, value: int) -> None:
        tile = next(tile for tile in self.row_of(seat).tiles if tile.text == str(value))
        if tile.reason:
            the_app().snack(tile.reason)
            return
        self._moved = -1
        with self._squares_by_themselves():
            self.here["divers"].append(self._turned(seat, value))
        self.host.changed()

    def _turned(self, seat: int, value: int) -> Territory:
        """One of those that lie face down here, the one that carries something first: for the strength of
        its player it is the same which."""
        lying = [diver for diver in self._face_down() if diver.seat == seat]
        lying.sort(key=lambda diver: (diver.reinforced, diver.flowers), reverse=True)
        return counted(lying[0], value) if lying else {"seat": seat, "value": value}

    def row_of(self, seat: int) -> DiverRow:
        return next(row for row in self.rows if row.seat == seat)

    def change_diver(self, index: int) -> None:
        """In the basic game nothing can lie on a diver: a touch turns it back."""
        diver = self.here["divers"][index]
        if not self.advanced and not marks(diver):
            self._put(index, None)
            return
        DiverSheet(
            title=_("{name}’s diver, value {n}").format(
                n=diver["value"], name=self.host.names[diver["seat"]]
            ),
            diver=dict(diver),
            done=lambda changed: self._put(index, changed),
        ).open()

    def _put(self, index: int, diver: Territory | None) -> None:
        with self._squares_by_themselves():
            self.here["divers"][index : index + 1] = [] if diver is None else [diver]
        self.host.changed()

    def add_territory(self) -> None:
        self._moved = -1
        self.territories.append(new_territory(self.territories))
        self.host.changed()
        self.host.turn_to(len(self.territories) - 1)

    def remove_territory(self) -> None:
        """Its squares and farms are free again; it can be taken back."""
        before, number = deepcopy(self.territories), int(self.number)
        self._piles, self._moved = [None] * len(PILES), -1
        self._take(self.territories[:number] + self.territories[number + 1 :], max(0, number - 1))
        the_app().snack(
            _("Territory {n} is removed.").format(n=number + 1),
            _("Undo"),
            lambda: self._take(before, number),
        )

    def _take(self, sheet: list[Territory], number: int) -> None:
        self.host.sheet["territories"] = sheet
        self.number = self.host.current = min(number, len(sheet) - 1)
        self.host.changed()
        self.host.refresh()


CALCULATOR = PerladoraCount
