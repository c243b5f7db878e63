"""Perladöra: what the table says of players and territories."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.perladora.rules import (
    CORAL,
    MOUNTAIN,
    PONTOONS,
    POWERS,
    REINFORCEMENTS,
    SAND,
    SHELL,
    PerladoraTable,
    Region,
    divers_each,
)
from screens.games.parts import Correction
from screens.games.perladora.story import clan_of
from screens.translator import N_, _, ngettext
from screens.words.messages import word

POWER_WORDS = {
    CORAL: N_("Look at a diver"),
    SHELL: N_("Extra diver, face up"),
    MOUNTAIN: N_("Extra pontoon"),
    SAND: N_("Flower necklace"),
}


def power_line(table: PerladoraTable, seat: int) -> str:
    if table.powers is None:
        return _("clan not named")
    return _("{clan}, {n} left").format(clan=word(clan_of(table, seat)), n=table.powers[seat])


def divers_left_line(table: PerladoraTable, seat: int) -> str:
    left = table.divers_left[seat]
    return ngettext("{n} diver left", "{n} divers left", left).format(n=left)


def tokens_line(table: PerladoraTable, seat: int) -> str:
    """Powers and the reinforcement, in the advanced game."""
    if not table.options.advanced:
        return ""
    left = table.reinforcements[seat]
    reinforcement = _("Reinforcement left") if left else _("Reinforcement used")
    if table.powers is None:
        return reinforcement
    clan = clan_of(table, seat)
    powers = _("{clan}, powers left: {n} of {total}").format(
        clan=word(clan), n=table.powers[seat], total=POWERS[clan]
    )
    return f"{powers} · {reinforcement}"


def secret_line(table: PerladoraTable, seat: int) -> str:
    """The divers left by value, and how many were placed without telling."""
    stock = table.stock(seat)
    held = "   ".join(f"{value} × {copies}" for value, copies in stock.items() if copies)
    untold = sum(diver.seat == seat and diver.value is None for diver in table.divers)
    if not untold:
        return held
    also = ngettext("{n} of them is placed already", "{n} of them are placed already", untold).format(
        n=untold
    )
    return f"{held} · {also}"


def region_line(table: PerladoraTable, region: Region, names: Sequence[str]) -> str:
    parts = []
    free = len(region.squares - table.filled)
    if region.complete:
        parts.append(_("complete"))
    elif region.complete is False:
        parts.append(ngettext("{n} square free", "{n} squares free", free).format(n=free))
    else:
        parts.append(_("up to {n} free").format(n=free))
    if region.divisible:
        parts.append(_("can be split"))
    for seat, name in enumerate(names):
        own = sum(diver.seat == seat for diver in region.divers)
        if own:
            parts.append(f"{name} {own}")
    return " · ".join(parts)


def pearls_line(region: Region) -> str:
    if region.piles is None:
        farms = len(region.farms)
        return ngettext("{n} farm", "{n} farms", farms).format(n=farms)
    pearls = sum(region.piles)
    return ngettext("{n} pearl", "{n} pearls", pearls).format(n=pearls) if pearls else _("no pearls")


def find_corrections(table: PerladoraTable, names: Sequence[str]) -> list[Correction]:
    each = divers_each(table.players)
    found = [Correction("pontoons", _("Pontoons left"), table.pontoons_left, PONTOONS)]
    for seat, (name, left) in enumerate(zip(names, table.divers_left, strict=True)):
        found.append(Correction("divers", _("Divers left: {name}").format(name=name), left, each, seat))
    for seat, (name, passed) in enumerate(zip(names, table.passed, strict=True)):
        label = _("{name} has passed").format(name=name)
        found.append(Correction("passed", label, passed, 1, seat, switch=True))
    if not table.options.advanced:
        return found
    for seat, (name, left) in enumerate(zip(names, table.reinforcements, strict=True)):
        label = _("Reinforcement left: {name}").format(name=name)
        found.append(Correction("reinforcements", label, left, REINFORCEMENTS, seat))
    for seat, left in enumerate(table.powers or ()):
        label = _("Powers left: {name}").format(name=names[seat])
        found.append(Correction("powers", label, left, POWERS[clan_of(table, seat)], seat))
    return found
