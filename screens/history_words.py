"""What is known of a kept session: its options in words, and a result that can be trusted in every part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import GAMES, Refusal, perladora
from screens.messages import all_words, word
from screens.translator import _, ngettext

Document = Mapping[str, Any]


def trusted_result(session: Document) -> dict[str, Any] | None:
    """Every part of the result, counted anew from the sheet if that comes to the same; otherwise the totals.

    Nothing else of a stored result is shown: an import may say anything about where points came from.
    """
    stored = session["result"] or {}
    totals, ranks = stored.get("totals"), stored.get("ranks")
    if not totals or not ranks or 1 not in ranks:
        return None
    if session["sheet"] is not None:
        try:
            counted: dict[str, Any] = (
                GAMES[session["game"]]
                .score(
                    players=len(session["players"]),
                    options=session["options"],
                    sheet=session["sheet"],
                    force=True,
                )
                .as_json()
            )
        except Refusal:
            pass
        else:
            if counted["totals"] == totals and counted["ranks"] == ranks:
                return counted
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {"totals": totals, "ranks": ranks, "winners": stored.get("winners") or first}


def options_told(session: Document, names: Sequence[str]) -> list[str]:
    """What was chosen before the first move; what cannot be read is not told."""
    try:
        GAMES[session["game"]].setup(players=len(session["players"]), options=session["options"])
    except Refusal:
        return []
    told = OPTIONS[session["game"]](session["options"], names)
    return told or [_("As the rulebook has it")]


def _pearls(options: Document, _names: Sequence[str]) -> list[str]:
    return [_("With all cards: none went back in the box")] if options.get("all_cards") else []


def _coloretto(options: Document, names: Sequence[str]) -> list[str]:
    sides = {"brown": _("Brown side"), "purple": _("Purple side")}
    told = [sides[options.get("side", "brown")]]
    if removed := options.get("removed"):
        told.append(_("Back in the box: {colours}").format(colours=", ".join(map(word, removed))))
    for name, cards in zip(names, options.get("start") or (), strict=False):
        told.append(_("{name} began with {cards}").format(name=name, cards=", ".join(map(_card, cards))))
    return told


def _card(name: str) -> str:
    return word(name) if name in all_words() else "?"


def _perfect_numbers(options: Document, _names: Sequence[str]) -> list[str]:
    told = [_("Three rows")] if options.get("three_rows") else []
    if (deck := options.get("deck")) is not None:
        told.append(ngettext("{n} card in the box", "{n} cards in the box", deck).format(n=deck))
    if options.get("lower_on_other") == "actor":
        told.append(_("A lower card on somebody else's row scores for whoever played it"))
    return told


def _perladora(options: Document, names: Sequence[str]) -> list[str]:
    told = [_("Advanced game")] if options.get("advanced") else []
    clans = [
        f"{name}: {word(clan)}" for name, clan in zip(names, options.get("clans") or (), strict=False) if clan
    ]
    told += [_("Clans: {clans}").format(clans=", ".join(clans))] if clans else []
    told += [_("Everybody may look at their own divers")] if options.get("look_at_own") else []
    usual = [list(square) for square in perladora.USUAL_FARMS]
    told += [_("The farms were moved")] if options.get("farms") not in (None, usual) else []
    return told


OPTIONS = {
    "pearls": _pearls,
    "coloretto": _coloretto,
    "perfect_numbers": _perfect_numbers,
    "perladora": _perladora,
}
