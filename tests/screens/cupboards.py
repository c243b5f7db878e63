"""Histories for the screens to show: what a household has after a few evenings."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from history import History
from screens.app import open_history


def identity(name: str) -> str:
    return str(uuid5(NAMESPACE_DNS, name))


def session(
    game: str, names: tuple[str, ...], day: str, totals: tuple[int, ...] = (), **fields: Any
) -> dict[str, Any]:
    ranks = [1 + sum(other > own for other in totals) for own in totals]
    result = {
        "totals": list(totals),
        "ranks": ranks,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1],
        "reasons": [{"key": "rank.alone", "args": {}} for _ in totals],
        "lines": [[] for _ in totals],
        "problems": [],
    }
    return {
        "id": identity(f"{game} {day} {names}"),
        "game": game,
        "started": f"{day}T20:14:00+01:00",
        "finished": f"{day}T21:00:00+01:00" if totals else None,
        "seconds": 2760,
        "players": [{"id": identity(name), "name": name} for name in names],
        "starter": 0,
        "options": {},
        "moves": [],
        "sheet": None,
        "result": result if totals else None,
        "place": "",
        "note": "",
        **fields,
    }


SESSIONS = (
    session("pearls", ("Ada", "Bo", "Cleo"), "2026-11-18"),
    session("perladora", ("Bo", "Dirk"), "2026-11-16", options={"advanced": False}),
    session("coloretto", ("Ada", "Bo", "Cleo"), "2026-11-17", (41, 29, 36)),
    session("perfect_numbers", ("Ada", "Bo"), "2026-11-08", (33, 33)),
    session("pearls", ("Ada", "Bo", "Cleo", "Dirk"), "2025-12-31", (51, 44, 44, 12)),
)


def fill(history: History, sessions: tuple[dict[str, Any], ...] = SESSIONS) -> None:
    for colour, name in zip(
        ("blue", "amber", "green", "magenta"), ("Ada", "Bo", "Cleo", "Dirk"), strict=True
    ):
        history.save_player({"id": identity(name), "name": name, "colour": colour})
    for document in sessions:
        history.save(document)


def filled(folder: Path) -> History:
    history = open_history(folder)
    fill(history)
    return history
