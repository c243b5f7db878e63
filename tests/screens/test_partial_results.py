"""Plays of which not everything is known, such as who won: taken in like any other, shown everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scoring import BOXES
from screens.translator import LANGUAGES
from tests.screens.driver import Driver
from tests.screens.test_data import at_data, wait_for, with_picker

PEOPLE = ("Ada", "Bo", "Cleo")
NO_WINNER = {
    "en": ("no winner noted", "No winner is noted."),
    "nl": ("geen winnaar genoteerd", "Er staat geen winnaar genoteerd."),
    "fr": ("aucun gagnant noté", "Aucun gagnant n’est noté."),
    "de": ("kein Sieger notiert", "Kein Sieger ist notiert."),
}


def played(*rows: tuple[Any, bool, int]) -> list[dict[str, Any]]:
    """Score, whether they won, and their place; as one row of a play for each."""
    return [
        {"playerRefId": seat, "score": score, "winner": winner, "rank": rank}
        for seat, (score, winner, rank) in enumerate(rows)
    ]


TOLD = {
    "winner": played(("", False, 0), ("", True, 0), ("", False, 0)),
    "places": played(("", False, 2), ("", False, 1), ("", False, 3)),
    "nothing": played(("", False, 0), ("", False, 0), ("", False, 0)),
    "points": played(("29", False, 0), ("41", False, 0), ("36", False, 0)),
    "places without a first": played(("", False, 2), ("", False, 2), ("", False, 3)),
    "points of some": played(("29", False, 0), ("", True, 0), ("", False, 0)),
    "halves": played(("29.5", False, 0), ("41", True, 0), ("-36.25", False, 0)),
}
"""What a play tells of how it ended."""


def export(path: Path, *told: list[dict[str, Any]]) -> Path:
    """As BG Stats writes it, every play on a day of its own, the first one last."""
    games = ("Pearls", "Coloretto", "Perfect Numbers", "Perladöra")
    path.write_text(
        json.dumps(
            {
                "players": [{"id": number, "name": name} for number, name in enumerate(PEOPLE)],
                "games": [{"id": number, "name": name} for number, name in enumerate(games)],
                "plays": [
                    {
                        "uuid": f"00000000-0000-4000-8000-{number:012}",
                        "playDate": f"2026-11-{17 - number // 2:02} 20:00:00",
                        "gameRefId": number % 4,
                        "playerScores": rows,
                    }
                    for number, rows in enumerate(told)
                ],
            }
        )
    )
    return path


def take_in(ui: Driver, file: Path) -> None:
    """Through the screen, as one does it."""
    at_data(ui)
    with_picker(ui).chosen = file
    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    ui.tap("Import")
    wait_for(ui, "Done")
    ui.tap("Done")


def walk_through(ui: Driver) -> None:
    """Everywhere where sessions are told."""
    ui.app.tab("home")
    ui.settle()
    assert ui.all("PastResult")
    ui.app.tab("history")
    ui.settle()
    assert ui.all("SessionRow")
    for game in ("", *BOXES):
        ui.app.go("statistics", game=game)
        ui.wait(lambda: ui.page.complete)
        ui.settle()
    for person in ui.app.history.players():
        ui.app.go("player", player=person["id"])
        ui.settle()
    for place, session in enumerate(ui.app.history.sessions()):
        ui.app.go("session", session=session["id"])
        ui.settle()
        assert ui.page.counted
        if place >= len(TOLD):
            continue
        ui.tap(name="share")
        assert ui.all("ShareSheet")
        ui.back()


def test_a_play_without_a_winner_is_shown_as_that(ui: Driver, tmp_path: Path) -> None:
    take_in(ui, export(tmp_path / "plays.bgsplay", TOLD["nothing"]))
    only = ui.app.history.sessions()[0]["id"]
    for language in LANGUAGES:
        in_short, in_full = NO_WINNER[language]
        ui.app.choose(language=language)
        ui.app.tab("home")
        ui.settle()
        assert ui.sees(f"Ada · Bo · Cleo · {in_short}")
        ui.app.tab("history")
        ui.settle()
        assert ui.sees("Ada · Bo · Cleo")
        assert ui.sees(in_short)
        ui.app.go("session", session=only)
        ui.settle()
        assert ui.sees(in_full)


def test_whatever_a_play_tells_is_shown(ui: Driver, tmp_path: Path) -> None:
    """Each of them once for every game."""
    plays = [rows for _game in BOXES for rows in TOLD.values()]
    take_in(ui, export(tmp_path / "plays.bgsplay", *plays))
    assert len(ui.app.history.sessions()) == len(plays)
    walk_through(ui)
