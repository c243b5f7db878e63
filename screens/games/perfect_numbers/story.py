"""What is told of Perfect Numbers afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.perfect_numbers.rules import MARKET, PerfectNumbersTable
from screens.games.parts import Card, Course, Detail, Details, StatisticsHost, by_seat, of_the_table
from screens.games.perfect_numbers.choices import action_name, card_name, read_taken, row_name
from screens.games.perfect_numbers.gains import Gain, gains
from screens.translator import _, headed, ngettext
from screens.words.people import Side


def tell(
    names: Sequence[str], before: PerfectNumbersTable, move: Mapping[str, Any], after: PerfectNumbersTable
) -> str:
    told = _told(names, move)
    seat = move.get("seat", before.turn)
    gains = [
        f"{names[who]} +{now - then}" if who != seat else f"+{now - then}"
        for who, (then, now) in enumerate(zip(before.scores, after.scores, strict=True))
        if now > then
    ]
    return headed(told, ", ".join(gains)) if gains else told


def _told(names: Sequence[str], move: Mapping[str, Any]) -> str:
    row = row_name(move["row"]) if "row" in move else ""
    other = names[move["other"]] if "other" in move else ""
    whose = f"{row} ({other})" if other else row
    match move["move"]:
        case "take":
            told = _("takes the group of {n}").format(n=MARKET[move["group"]])
            cards = ", ".join(card_name(read_taken(card)) for card in move.get("cards", ()))
            return f"{told} · {cards}" if cards else told
        case "score":
            return _("gets cards that a lower number drove out")
        case "close" if move.get("by_move"):
            return _("closes a row with a {n} by Move").format(n=move["number"])
        case "close" if move.get("joker"):
            return _("closes a row with a joker {n}").format(n=move["number"])
        case "close":
            return _("closes a row with a {n}").format(n=move["number"])
        case "add":
            card = card_name(read_taken(move["card"]))
            return " · ".join(filter(None, [_("adds {card}").format(card=card), whose]))
        case "store":
            return _("stores {card}").format(card=action_name(move["action"]))
        case "drop":
            what = action_name(move["action"]) if "action" in move else row
            return _("discards: {cards}").format(cards=what)
        case "steal" if move.get("discard"):
            return _("steals and discards · {row}").format(row=whose)
        case "steal":
            return _("steals · {row}").format(row=whose)
        case "rotate":
            return _("moves a card to the top · {row}").format(row=row)
    return _("protects · {row}").format(row=row)


def courses(session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]) -> list[Course]:
    return [
        by_seat(_("Points so far"), session, tables, names, lambda table: table.scores),
        of_the_table(_("Draw pile"), tables, lambda table: table.draw_pile),
    ]


def remarks(_document: Mapping[str, Any], _sides: Sequence[Side]) -> list[str]:
    return []


def columns(_result: Mapping[str, Any], _seat: int) -> dict[str, str]:
    return {}


def details(document: Mapping[str, Any], sides: Sequence[Side]) -> Details:
    """Every point, as far as it was tracked, in the order in which it came."""
    names = {side.seat: side.together for side in sides}
    rows = [
        Detail(_gain_told(gain), names[gain.seat], f"{gain.points:+d}".replace("-", "−"))
        for gain in gains(document)
    ]
    return Details(_("Where the points came from"), tuple(rows))


def _gain_told(gain: Gain) -> str:
    match gain.kind:
        case "start":
            return _("From the start cards")
        case "corrected":
            return _("Corrected on the phone")
        case "counted":
            return _("Counted differently from what was tracked")
        case "gift":
            told = ngettext(
                "{n} card that a lower number drove out",
                "{n} cards that a lower number drove out",
                gain.points,
            ).format(n=gain.points)
        case _ if gain.bonus:
            told = ngettext(
                "A row of {cards} closed, {n} bonus card",
                "A row of {cards} closed, {n} bonus cards",
                gain.bonus,
            ).format(cards=gain.points - gain.bonus, n=gain.bonus)
        case _:
            told = _("A row of {cards} closed").format(cards=gain.points)
    return headed(_("Round {n}").format(n=gain.round), told)


def rounds_card(asked: StatisticsHost) -> Card | None:
    return asked.by_table_size(
        "per_round",
        _("Points per round"),
        _("In sessions that were tracked from the first round to the last."),
    )


CARDS = (rounds_card,)
