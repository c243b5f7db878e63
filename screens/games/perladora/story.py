"""What is told of Perladöra afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from scoring.core import Message
from scoring.perladora.rules import CORAL, GAME, MOUNTAIN, SHELL, PerladoraTable
from screens.games.parts import (
    Card,
    Course,
    Detail,
    Details,
    StatisticsHost,
    by_seat,
    counted_now,
    of_the_table,
    once_for_each,
)
from screens.translator import _, ngettext
from screens.words.messages import sentence
from screens.words.people import Side, all_names
from screens.words.telling import listed


def clan_of(table: PerladoraTable, seat: int) -> str:
    clans = table.options.clans
    return clans[seat] if clans is not None else ""


def tell(names: Sequence[str], before: PerladoraTable, move: Mapping[str, Any], _after: Any) -> str:
    """Never the value of a diver: the log is for everybody."""
    match move["move"]:
        case "diver":
            return _("places a diver")
        case "pontoons":
            count = move["count"]
            return ngettext("lays {n} pontoon", "lays {n} pontoons", count).format(n=count)
        case "reinforce":
            return _("reinforces a diver")
        case "power":
            return _tell_power(names, before, move)
    return _("passes for good")


def _tell_power(names: Sequence[str], before: PerladoraTable, move: Mapping[str, Any]) -> str:
    clan = clan_of(before, before.turn)
    square = move.get("square")
    chosen = before.diver_at((square[0], square[1])) if square is not None else None
    if clan == SHELL:
        return _("uses a power: an extra diver, face up")
    if clan == MOUNTAIN:
        return _("uses a power: an extra pontoon")
    if clan == CORAL:
        if chosen is not None and chosen.seat != before.turn:
            return _("uses a power: looks at a diver of {name}").format(name=names[chosen.seat])
        return _("uses a power: looks at a diver")
    if chosen is not None:
        return _("uses a power: flowers for a diver of {name}").format(name=names[chosen.seat])
    return _("uses a power: flowers for a diver")


def courses(session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    worth = once_for_each(
        counted_now(session, _knows_everything), lambda table: (table.divers, table.pontoons, table.piles)
    )
    left = [
        of_the_table(_("Pontoons left"), tables, lambda table: table.pontoons_left),
        by_seat(_("Divers left"), session, tables, names, lambda table: table.divers_left),
    ]
    if _knows_everything(tables[-1]):
        return [by_seat(_("Pearls so far"), session, tables, names, worth), *left]
    return left


def _knows_everything(table: PerladoraTable) -> bool:
    values = all(diver.value is not None for diver in table.divers)
    return table.piles is not None and table.board_known and values


def remarks(document: Mapping[str, Any], sides: Sequence[Side]) -> list[str]:
    told = turning_point(document, sides)
    return [told] if told else []


def turning_point(document: Mapping[str, Any], sides: Sequence[Side]) -> str:
    """The territory in which the least more strength would have made another side win alone."""
    result, sheet, players = document["result"], document["sheet"] or {}, len(document["players"])
    if "territories" not in result or len(sheet["territories"]) != len(result["territories"]):
        return ""
    for more, number, side in sorted(_wishes(result, sides), key=lambda wish: wish[:2]):
        changed = deepcopy(sheet)
        changed["territories"][number]["divers"] += [{"seat": side.seat, "value": 1}] * more
        counted = GAME.score(players=players, options=document["options"], sheet=changed, force=True)
        if counted.winners == list(side.seats):
            return ngettext(
                "{n} more strength in territory {territory}, and {names} would have won.",
                "{n} more strength in territory {territory}, and {names} would have won.",
                more,
            ).format(n=more, territory=number + 1, names=listed(side.names))
    return ""


def _wishes(result: Mapping[str, Any], sides: Sequence[Side]) -> Iterator[tuple[int, int, Side]]:
    """How much more strength, in which territory, would draw level with whoever took it, or take it."""
    for number, territory in enumerate(result.get("territories", ())):
        present = [strength for strength in territory["strengths"] if strength is not None]
        for side in sides:
            if result["winners"] != list(side.seats) and territory["pearls"]:
                gap = max(present, default=0) - (territory["strengths"][side.seat] or 0)
                yield from ((more, number, side) for more in (gap, gap + 1) if more > 0)


def columns(result: Mapping[str, Any], seat: int) -> dict[str, str]:
    piles = result["piles"][seat] if result.get("piles") else ()
    return {_("Piles"): ", ".join(map(str, piles)) or "–"}


def details(document: Mapping[str, Any], sides: Sequence[Side]) -> Details:
    result = document["result"]
    rows = []
    for number, territory in enumerate(result.get("territories", ()), 1):
        reason = Message(territory["reason"]["key"], territory["reason"]["args"])
        takers = [side for side in sides if side.seat in territory["takers"]]
        told = territory_told(number, territory["pearls"], reason)
        who = all_names(takers) if takers and territory["share"] else _("Nobody")
        rows.append(Detail(told, who, str(territory["share"])))
    return Details(_("Territory by territory"), tuple(rows), lost_pearls(result.get("lost", 0)))


def territory_told(number: int, pearls: int, reason: Message) -> str:
    """How a territory was decided; one without farms has nothing to decide."""
    return sentence(reason) if pearls else _("Territory {n}: no farm, no pearls.").format(n=number)


def lost_pearls(lost: int) -> str:
    """Nothing is said when none is lost."""
    if not lost:
        return ""
    return ngettext(
        "{n} pearl is lost: nobody was there, or it could not be shared.",
        "{n} pearls are lost: nobody was there, or they could not be shared.",
        lost,
    ).format(n=lost)


def territories_card(asked: StatisticsHost) -> Card | None:
    return asked.spread(
        "per_territory",
        _("Pearls by territory"),
        _("Pearls per territory, on average: {n}."),
        _("How many territories brought that much."),
    )


def ties_card(asked: StatisticsHost) -> Card | None:
    return asked.spread(
        "lost",
        _("Pearls lost in ties"),
        _("Pearls per session, on average: {n}."),
        _("In how many sessions that many were lost."),
    )


CARDS = (territories_card, ties_card)
