"""A table on the screen, played by touch and compared with the rules played directly."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from random import Random
from typing import Any
from uuid import UUID

from history.live import new_session
from scoring import GAMES
from tests.scoring.played import Played
from tests.screens.driver import Driver

NAMES = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")
STARTED = datetime(2026, 11, 18, 19, 30, tzinfo=UTC)

WHOLE_TABLES = bool(os.environ.get("TABLESIDE_WHOLE_TABLES"))
"""Otherwise only the smallest tables are entered whole, card by card, and undone to the beginning; of the
others only the last moves are. Light tables are always entered whole."""

FEW = 10
"""Moves that are taken back where not all of them are."""

Enter = Callable[[Driver, dict[str, Any]], None]


def play_out(game: str, players: int, seed: int, full: bool) -> Played:
    played: Played = import_module(f"tests.scoring.{game}_player").play_out(Random(seed), players, full)
    return played


def document(game: str, played: Played, moves: int = 0) -> dict[str, Any]:
    seats = [{"id": str(UUID(int=seat + 1)), "name": NAMES[seat]} for seat in range(played.players)]
    session = new_session(game, seats, played.starter, played.options, STARTED)
    session["moves"] = [{**move, "at": float(number)} for number, move in enumerate(played.moves[:moves])]
    return session


def sit_down(ui: Driver, game: str, played: Played, moves: int = 0) -> Any:
    """Opens a table of this game after so many moves."""
    session = document(game, played, moves)
    ui.app.history.save(session)
    ui.app.go("table", session=session["id"])
    ui.settle()
    return ui.page


def play_by_touch(ui: Driver, game: str, played: Played, enter: Enter, begin: int = 0) -> Any:
    """Enters the moves by touch, from number `begin`; after each, the screen knows what the rules know."""
    page = sit_down(ui, game, played, begin)
    rules = GAMES[game]
    table = rules.start(players=played.players, options=played.options, starter=played.starter)
    for move in played.moves[:begin]:
        table = rules.play(table, move)
    assert page.live.table == table
    for move in played.moves[begin:]:
        enter(ui, move)
        before, table = table, rules.play(table, move)
        assert page.live.table == table, move
        if table.phase != before.phase and page.panel.as_seen(table) == table:
            assert ui.root.overlays, "the end is announced"
            ui.tap("Go on" if table.phase == "last" else "Not yet")
    assert table.phase == "over"
    stored = ui.app.history.get(page.live.document["id"])
    assert len(stored["moves"]) == len(page.live.moves)
    return page


def first_move(game: str, played: Played, moves: int = 10) -> int:
    """Where to sit down at a table that is tracked card by card: at the start, or with some moves left."""
    return 0 if is_whole(game, played.players) else max(0, len(played.moves) - moves)


def is_whole(game: str, players: int) -> bool:
    return WHOLE_TABLES or players == GAMES[game].fewest


def undo_and_redo(ui: Driver, page: Any) -> None:
    """Touch by touch to an earlier move and back to the last; after each, the screen is as it was there.

    At whole tables, the earlier one is the very first.
    """
    whole = is_whole(page.live.document["game"], len(page.live.document["players"]))
    states = list(page.live.tables)[0 if whole else -FEW - 1 :]
    undo, redo = ui.find("Undo"), ui.find(name="redo")
    turns = []
    for state in reversed(states[:-1]):
        turns.append(turn_shown(page))
        ui.tap(undo)
        assert page.live.table == state
    assert page.can_undo is not whole
    for state in states[1:]:
        ui.tap(redo)
        assert page.live.table == state
        assert turn_shown(page) == turns.pop()
    assert not page.can_redo


def turn_shown(page: Any) -> list[Any]:
    turn, chips = page.ids.turn, page.ids.ribbon.children
    return [turn.overline, turn.name, turn.left, turn.share, *((chip.line, chip.out) for chip in chips)]
