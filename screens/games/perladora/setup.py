"""Before the first move of Perladöra."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty

from scoring.perladora.rules import FARMS, PILES, POWERS
from screens.games.parts import Planned, Scene, Variants, seat_by_seat
from screens.games.perladora.farms import FRAME, PRINTED_FARMS, PearlSheet, draw_lagoon
from screens.running import the_app
from screens.theme import PLAYER_COLOURS, WHITE, Rgba
from screens.translator import _, headed, ngettext
from screens.widgets.brush import Brush
from screens.widgets.overlays import BottomSheet
from screens.words.messages import word
from screens.words.people import Person
from screens.words.telling import short


def _read_clans(value: object) -> dict[str, str]:
    held = value.items() if isinstance(value, dict) else ()
    return {player: clan for player, clan in held if isinstance(clan, str)}


def _read_piles(value: object) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) and all(type(pile) is int for pile in value) else ()


DEFAULTS: dict[str, Any] = {"farms": None}
LAID: dict[str, Callable[[object], Any]] = {"clans": _read_clans, "piles": _read_piles}
"""Clans by player, as far as they are dealt, and the pearls on the farms."""


def options(chosen: Mapping[str, Any], laid: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Any]:
    found = dict(chosen)
    if chosen.get("advanced") and (clans := seat_by_seat(laid.get("clans", {}), ids)):
        found["clans"] = clans
    if piles := laid.get("piles"):
        found["piles"] = list(piles)
    return found


def said(args: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    """The divers by value, the partners, and whose clan has how many power tokens."""
    told = dict(args)
    if "values" in args:
        told["values"] = ", ".join(f"{copies} × {value}" for value, copies in args["values"].items())
    if "teams" in args:
        told["teams"] = ", ".join(" + ".join(names[seat] for seat in team) for team in args["teams"])
    if "seats" in args:
        told["seats"] = ", ".join(
            headed(names[item["seat"]], f"{word(item['clan'])} {item['powers']}") for item in args["seats"]
        )
    if "powers" in args:
        told["powers"] = ", ".join(f"{word(clan)} {tokens}" for clan, tokens in args["powers"].items())
    return told


def told(options: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    told = [_("Advanced game")] if options.get("advanced") else []
    clans = [
        headed(name, word(clan))
        for name, clan in zip(names, options.get("clans") or (), strict=False)
        if clan
    ]
    told += [_("Clans: {clans}").format(clans=", ".join(clans))] if clans else []
    told += [_("Everybody may look at their own divers")] if options.get("look_at_own") else []
    told += [_("The farms were moved")] if options.get("farms") not in (None, PRINTED_FARMS) else []
    return told


# -- Variants ---------------------------------------------------------------------------------------------


class ClanSheet(BottomSheet):
    __events__ = ("on_choose",)

    def show(self, holders: Mapping[str, str]) -> None:
        """`holders` are the names of those who have a clan already."""
        for clan, tokens in POWERS.items():
            told = ngettext("{n} power token", "{n} power tokens", tokens).format(n=tokens)
            row = Factory.PressRow(
                text=word(clan),
                secondary=told,
                value=short(holders.get(clan, "")),
                chevron=False,
                game="perladora",
            )
            row.bind(on_release=lambda _row, clan=clan: self._choose(clan))
            self.add_widget(row)

    def _choose(self, clan: str) -> None:
        self.close()
        self.dispatch("on_choose", clan)

    def on_choose(self, clan: str) -> None:
        pass


class PerladoraVariants(Variants):
    drawn = BooleanProperty(False)
    usual_farms = PRINTED_FARMS
    farms = ListProperty(PRINTED_FARMS)
    piles = ListProperty([])
    unfolded = BooleanProperty(False)
    """The board is shown once somebody has asked for it."""

    def show(self, plan: Planned, options: Mapping[str, Any]) -> None:
        super().show(plan, options)
        self.farms, self.piles = options.get("farms", PRINTED_FARMS), options.get("piles", [])
        self.drawn = the_app().settings.full["perladora"]
        self._show_clans()

    @staticmethod
    def draw(wanted: bool) -> None:
        """The next table begins with its board on the screen, or without."""
        app = the_app()
        if wanted != app.settings.full["perladora"]:
            app.choose(full={**app.settings.full, "perladora": wanted})

    # -- Clans ---------------------------------------------------------------------------------------------

    @property
    def clans(self) -> Mapping[str, str]:
        dealt: Mapping[str, str] = self.plan.laid.get("clans", {})
        return dealt

    def _show_clans(self) -> None:
        self.ids.clans.clear_widgets()
        for person in self.plan.people:
            clan = self.clans.get(person.id)
            row = Factory.PressRow(
                text=person.name,
                name=True,
                colour=person.colour,
                value=word(clan) if clan in POWERS else _("unknown"),
            )
            row.bind(on_release=lambda _row, person=person: self._ask_clan(person))
            self.ids.clans.add_widget(row)

    def _ask_clan(self, person: Person) -> None:
        held = {player.id: player.name for player in self.plan.people}
        sheet = ClanSheet(title=short(person.name))
        sheet.show({clan: held[player] for player, clan in self.clans.items() if player in held})
        sheet.bind(on_choose=lambda _sheet, clan: self._give_clan(person.id, clan))
        sheet.open()

    def _give_clan(self, player: str, clan: str) -> None:
        """Whoever had it gets the other one in return, if there is one."""
        clans = dict(self.clans)
        former = clans.pop(player, "")
        for other in [name for name, held in clans.items() if held == clan]:
            clans.pop(other)
            if former:
                clans[other] = former
        self.host.lay(clans={**clans, player: clan})

    def deal_clans(self) -> None:
        dealt = self.host.rng.sample(list(POWERS), self.plan.count)
        self.host.lay(clans=dict(zip(self.plan.ids, dealt, strict=True)))

    # -- Farms and pearls ----------------------------------------------------------------------------------

    def move_farm(self, farm: int, square: list[int]) -> None:
        farms = [list(other) for other in self.farms]
        farms[farm] = square
        self.host.choose_option(farms=farms if farms != PRINTED_FARMS else None)

    def swap(self, farm: int, other: int) -> None:
        piles = list(self.piles)
        piles[farm], piles[other] = piles[other], piles[farm]
        self.host.lay(piles=tuple(piles))

    def spread_pearls(self) -> None:
        self.ids.board.picked = -1
        self.host.lay(piles=tuple(self.host.rng.sample(PILES, FARMS)))

    def enter_pearls(self) -> None:
        PearlSheet(
            title=_("Pearls on the farms"),
            farms=[list(farm) for farm in self.farms],
            done=lambda piles: self.host.lay(piles=piles),
        ).open()

    def as_usual(self) -> None:
        self.ids.board.picked = -1
        self.host.lay(piles=())
        self.host.choose_option(farms=None)


# -- The table from above ---------------------------------------------------------------------------------


def draw_table(brush: Brush, scene: Scene) -> None:
    farms, piles = scene.options.get("farms") or PRINTED_FARMS, scene.options.get("piles") or ()
    draw_lagoon(brush, 46, 29, 8.4, farms, piles)
    for place in range(5):
        brush.colour(FRAME)
        brush.box(119, 42 + 3.6 * place, 11, 2, 1)
    brush.colour(WHITE)
    brush.letter(str(scene.counts["pontoons"]), 124.5, 37, 6.4)


def in_hand(scene: Scene, seat: int) -> tuple[list[Rgba], str]:
    return [PLAYER_COLOURS[scene.people[seat].colour]], str(scene.counts["divers"])


VARIANTS = PerladoraVariants
