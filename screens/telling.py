"""A session in a few words: when, who, how many points, whose turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from screens.messages import game_name
from screens.translator import _, clock, day

LONGEST_NAME = 16


def short(name: str) -> str:
    """A name that leaves room for the others on its line."""
    flat = " ".join(name.split())
    return flat if len(flat) <= LONGEST_NAME else flat[: LONGEST_NAME - 1].rstrip() + "…"


def names(session: Mapping[str, Any]) -> list[str]:
    return [short(player["name"]) for player in session["players"]]


def when(session: Mapping[str, Any], today: date) -> str:
    started = datetime.fromisoformat(session["started"])
    return f"{day(started, today)} {clock(started)}"


def headline(session: Mapping[str, Any], today: date) -> str:
    return f"{game_name(session['game'])} · {when(session, today)}"


def scores(session: Mapping[str, Any]) -> str:
    """Everybody with their points, the best first; without a result, everybody."""
    result = session.get("result")
    if not result:
        return " · ".join(names(session))
    seats = sorted(range(len(session["players"])), key=lambda seat: result["ranks"][seat])
    return " · ".join(f"{names(session)[seat]} {result['totals'][seat]}" for seat in seats)


def winners(session: Mapping[str, Any]) -> str:
    result = session.get("result")
    return " & ".join(names(session)[seat] for seat in result["winners"]) if result else ""


def progress(session: Mapping[str, Any]) -> str:
    """Whose turn it is in a running session, found by playing its moves again."""
    from scoring import GAMES  # noqa: PLC0415 - not before the first frame

    try:
        game = GAMES[session["game"]]
        table = game.start(
            players=len(session["players"]), options=session["options"], starter=session["starter"]
        )
        for move in session["moves"]:
            table = game.play(table, move)
    except (KeyError, ValueError):
        return ""
    if table.phase == "over":
        return _("Ready to be counted")
    return _("{name} to play · round {n}").format(name=names(session)[table.turn], n=table.round)
