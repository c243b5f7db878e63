"""Counting Perladöra: who is strongest in each territory, and the piles of pearls compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core import (
    LARGEST_COUNT,
    Fields,
    Line,
    Message,
    Problem,
    Result,
    competition_ranks,
    error,
    first_places,
    is_integer,
    refuse_sheet,
    warning,
)
from scoring.perladora.board import MOST_TERRITORIES, SMALLEST_TERRITORY, SQUARES, Square, territories
from scoring.perladora.table import (
    FREE_SQUARES,
    NECKLACES,
    PILES,
    REINFORCEMENTS,
    SAND,
    VALUES,
    Options,
    PerladoraTable,
    copies_of,
    piles_within,
    side_of,
)

# -- The score sheet --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turned:
    """A diver after it was turned over."""

    seat: int
    value: int
    reinforced: bool
    flowers: int

    @property
    def strength(self) -> int:
        """The rulebook names no floor: two necklaces make a diver of 1 worth -1, and it still claims."""
        return self.value + self.reinforced - self.flowers


@dataclass(frozen=True, slots=True)
class Territory:
    cells: int
    farms: tuple[int, ...]
    divers: tuple[Turned, ...]

    @property
    def pearls(self) -> int:
        return sum(self.farms)

    @property
    def room(self) -> int:
        return self.cells - len(self.farms)

    @property
    def reinforced(self) -> list[Turned]:
        return [diver for diver in self.divers if diver.reinforced]


def prefill(table: PerladoraTable) -> dict[str, Any]:
    """The drawn territories with the divers whose value is known; nothing if pontoons were only counted."""
    if not table.lines_known:
        return {"territories": []}
    return {"territories": [_prefill_territory(table, squares) for squares in territories(table.pontoons)]}


def _prefill_territory(table: PerladoraTable, squares: frozenset[Square]) -> dict[str, Any]:
    undivided = len(squares) == len(SQUARES)
    divers = [
        {
            "seat": diver.seat,
            "value": diver.value,
            **({"reinforced": True} if diver.reinforced else {}),
            **({"flowers": diver.flowers} if diver.flowers else {}),
        }
        for diver in table.divers
        if diver.value is not None and (undivided or diver.square in squares)
    ]
    return {"cells": len(squares), "farms": list(piles_within(table, squares) or ()), "divers": divers}


def read_sheet(players: int, _options: Options, sheet: object) -> list[Territory]:
    fields = Fields(sheet, refuse_sheet, "sheet")
    values = fields.items("territories")
    fields.finish()
    if len(values) > MOST_TERRITORIES:
        fields.refuse("perladora.too_many_territories", "territories", most=MOST_TERRITORIES)
    return [
        _read_territory(value, players, f"sheet.territories.{number}") for number, value in enumerate(values)
    ]


def _read_territory(value: object, players: int, where: str) -> Territory:
    fields = Fields(value, refuse_sheet, where)
    cells = fields.integer("cells", 1, LARGEST_COUNT)
    farms = fields.items("farms")
    divers = fields.items("divers")
    fields.finish()
    for name, values in (("farms", farms), ("divers", divers)):
        if len(values) > len(SQUARES):
            fields.refuse("perladora.more_than_squares", name, squares=len(SQUARES))
    if not all(is_integer(pearls) and 1 <= pearls <= LARGEST_COUNT for pearls in farms):
        fields.refuse("perladora.pearls_per_farm", "farms", piles=list(PILES))
    turned = [_read_diver(diver, players, f"{where}.divers.{number}") for number, diver in enumerate(divers)]
    return Territory(cells, tuple(farms), tuple(turned))


def _read_diver(value: object, players: int, where: str) -> Turned:
    fields = Fields(value, refuse_sheet, where)
    diver = Turned(
        fields.integer("seat", 0, players - 1),
        fields.integer("value", min(VALUES), max(VALUES)),
        fields.flag("reinforced"),
        fields.integer("flowers", 0, LARGEST_COUNT, 0),
    )
    fields.finish()
    return diver


# Messages number the territories from 1, in the order of the sheet.


# -- What cannot be ---------------------------------------------------------------------------------------


def find_problems(players: int, options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    yield from _find_wrong_squares(sheet)
    yield from _find_wrong_divers(players, sheet)
    yield from _find_wrong_reinforcements(options, sheet)
    yield from _find_wrong_flowers(players, options, sheet)
    yield from _find_doubts(players, sheet)


def _find_wrong_squares(sheet: Sequence[Territory]) -> Iterator[Problem]:
    cells = sum(territory.cells for territory in sheet)
    if cells != len(SQUARES):
        yield error("perladora.squares_do_not_add_up", counted=cells, squares=len(SQUARES))
    for number, territory in enumerate(sheet, 1):
        if territory.cells < SMALLEST_TERRITORY:
            fewest = SMALLEST_TERRITORY
            yield error("perladora.small_territory", territory=number, cells=territory.cells, fewest=fewest)
    counted = Counter(pearls for territory in sheet for pearls in territory.farms)
    missing, surplus = Counter(PILES) - counted, counted - Counter(PILES)
    if missing or surplus:
        args = {"missing": sorted(missing.elements()), "surplus": sorted(surplus.elements())}
        yield error("perladora.farms_do_not_match", **args)


def _find_wrong_divers(players: int, sheet: Sequence[Territory]) -> Iterator[Problem]:
    for number, territory in enumerate(sheet, 1):
        divers = len(territory.divers)
        if divers > territory.room:
            room = max(territory.room, 0)
            yield error("perladora.no_room_for_divers", territory=number, divers=divers, room=room)
    counted = Counter((diver.seat, diver.value) for territory in sheet for diver in territory.divers)
    for (seat, value), n in sorted(counted.items()):
        copies = copies_of(players, value)
        if not copies:
            yield error("perladora.value_not_in_play", seat=seat, value=value, players=players)
        elif n > copies:
            yield error("perladora.too_many_of_value", seat=seat, value=value, counted=n, copies=copies)
    if counted.total() > FREE_SQUARES:
        yield error("perladora.too_many_divers", counted=counted.total(), squares=FREE_SQUARES)


def _find_wrong_reinforcements(options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    by_seat = Counter(diver.seat for territory in sheet for diver in territory.reinforced)
    if by_seat and not options.advanced:
        yield error("perladora.reinforcement_needs_advanced")
        return
    for seat, counted in sorted(by_seat.items()):
        if counted > REINFORCEMENTS:
            yield error("perladora.reinforced_twice", seat=seat, counted=counted)
    for number, territory in enumerate(sheet, 1):
        counted = len(territory.reinforced)
        if counted > 1:
            yield error("perladora.two_reinforcements", territory=number, counted=counted)
        if counted and len(territory.divers) < territory.room:
            empty = territory.room - len(territory.divers)
            yield error("perladora.reinforced_incomplete", territory=number, empty=empty)


def _find_wrong_flowers(players: int, options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    flowered = [diver for territory in sheet for diver in territory.divers if diver.flowers]
    if not flowered:
        return
    if not options.advanced:
        yield error("perladora.flowers_need_advanced")
        return
    counted = sum(diver.flowers for diver in flowered)
    if counted > NECKLACES:
        yield error("perladora.too_many_flowers", counted=counted, most=NECKLACES)
    sides = {side_of(players, diver.seat) for diver in flowered}
    if options.clans is None:
        if len(sides) == len({side_of(players, seat) for seat in range(players)}):
            yield error("perladora.flowers_on_every_side")
    elif SAND not in options.clans:
        yield error("perladora.no_sand_in_play")
    else:
        own = side_of(players, options.clans.index(SAND))
        for seat in sorted({diver.seat for diver in flowered if side_of(players, diver.seat) == own}):
            yield error("perladora.flowers_on_own_side", seat=seat)


def _find_doubts(players: int, sheet: Sequence[Territory]) -> Iterator[Problem]:
    """Passing early is allowed, but nobody leaves half the board empty without noticing."""
    divers = [diver for territory in sheet for diver in territory.divers]
    present = {diver.seat for diver in divers}
    for seat in range(players):
        if seat not in present:
            yield warning("perladora.seat_without_divers", seat=seat)
    if len(divers) < FREE_SQUARES // 2:
        yield warning("perladora.few_divers", counted=len(divers), squares=FREE_SQUARES)
    for number, territory in enumerate(sheet, 1):
        if territory.pearls and not territory.divers:
            yield warning("perladora.nobody_in_territory", territory=number, pearls=territory.pearls)


# -- Who takes a territory --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who took what in a territory. Partners show the strength of their team, None where it is absent."""

    pearls: int
    strengths: list[int | None]
    takers: list[int]
    share: int
    lost: int
    reason: Message


@dataclass(frozen=True)
class PerladoraResult(Result):
    """`lost` are the pearls that nobody got; `piles` are each seat's, one per territory, largest first."""

    lost: int
    piles: list[list[int]]
    territories: list[Outcome]


def settle_territory(players: int, territory: Territory, number: int) -> Outcome:
    """The strongest side takes all pearls as one pile; sides that tie share them, and a remainder is lost."""
    strengths: dict[int, int] = {}
    for diver in territory.divers:
        side = side_of(players, diver.seat)
        strengths[side] = strengths.get(side, 0) + diver.strength
    takers, reason = _decide(players, territory, strengths)
    share = territory.pearls // len(takers) if takers else 0
    return Outcome(
        territory.pearls,
        [strengths.get(side_of(players, seat)) for seat in range(players)],
        [seat for seat in range(players) if side_of(players, seat) in takers],
        share,
        territory.pearls - share * len(takers),
        replace(reason, args={"territory": number, "pearls": territory.pearls, **reason.args}),
    )


def _decide(players: int, territory: Territory, strengths: Mapping[int, int]) -> tuple[list[int], Message]:
    if not strengths:
        return [], Message("perladora.outcome.nobody")
    best, *others = sorted(strengths.values(), reverse=True)
    tied = [side for side, strength in strengths.items() if strength == best]
    if not others:
        return tied, Message("perladora.outcome.alone", {"strength": best})
    if len(tied) == 1:
        return tied, Message("perladora.outcome.strongest", {"strength": best, "next": others[0]})
    owners = {side_of(players, diver.seat) for diver in territory.reinforced} & set(tied)
    if len(owners) == 1:
        return list(owners), Message("perladora.outcome.reinforced", {"strength": best, "tied": len(tied)})
    share, lost = divmod(territory.pearls, len(tied))
    args = {"strength": best, "tied": len(tied), "share": share, "lost": lost}
    return tied, Message("perladora.outcome.shared", args)


def explain(outcomes: Sequence[Outcome], seat: int) -> list[Line]:
    return [
        Line("pearls", outcome.share, outcome.reason.key, outcome.reason.args)
        for outcome in outcomes
        if seat in outcome.takers and outcome.share
    ]


# -- Ranking ----------------------------------------------------------------------------------------------

Standing = tuple[int, list[int]]
"""Pearls, then the piles, largest first."""


def rank(players: int, standings: Sequence[Standing]) -> list[int]:
    """Partners share their team's rank, and a team takes one place."""
    sides = {side_of(players, seat): standing for seat, standing in enumerate(standings)}
    ranks = dict(zip(sides, competition_ranks(list(sides.values())), strict=True))
    return [ranks[side_of(players, seat)] for seat in range(players)]


def rank_reasons(players: int, standings: Sequence[Standing]) -> list[Message]:
    """Pearls decide; among equals the first pile that differs, largest first; equal piles share the place."""
    sides = {side_of(players, seat): standing for seat, standing in enumerate(standings)}
    return [
        _rank_reason(standing, [other for side, other in sides.items() if side != side_of(players, seat)])
        for seat, standing in enumerate(standings)
    ]


def _rank_reason(own: Standing, others: Sequence[Standing]) -> Message:
    """What separates from the next better among equals, or from the best of them for whoever leads."""
    pearls, piles = own
    equals = [other for total, other in others if total == pearls]
    if not equals:
        return Message("rank.by_points", {"points": pearls})
    if piles in equals:
        return Message("perladora.rank.shared", {"points": pearls, "piles": piles})
    better = [other for other in equals if other > piles]
    rival = min(better) if better else max(equals)
    pairs = enumerate(zip(piles, rival, strict=False), 1)
    number, mine, theirs = next((n, mine, theirs) for n, (mine, theirs) in pairs if mine != theirs)
    args = {"points": pearls, "number": number, "pile": mine, "other": theirs}
    if better:
        return Message("perladora.rank.smaller_pile", args)
    return Message("perladora.rank.larger_pile", args)


def count(
    players: int, _options: Options, sheet: Sequence[Territory], problems: list[Problem]
) -> PerladoraResult:
    outcomes = [settle_territory(players, territory, number) for number, territory in enumerate(sheet, 1)]
    lines = [explain(outcomes, seat) for seat in range(players)]
    piles = [sorted((line.points for line in seat), reverse=True) for seat in lines]
    totals = [sum(seat) for seat in piles]
    standings = list(zip(totals, piles, strict=True))
    ranks = rank(players, standings)
    return PerladoraResult(
        totals,
        ranks,
        first_places(ranks),
        rank_reasons(players, standings),
        lines,
        problems,
        sum(outcome.lost for outcome in outcomes),
        piles,
        outcomes,
    )
