"""Home: what a person meets first, and comes back to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from history import History
from scoring import BOXES
from screens.app import open_history
from tests.screens.cupboards import fill, filled, session
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
HOSTILE = "[b]" + "Wilhelmina" * 19 + "[/b]"


def test_a_fresh_install_explains_itself(ui: Driver) -> None:
    for text in (
        "Set up the game",
        "Count",
        "PICK  YOUR  GAME",
        "Pearls",
        "Coloretto",
        "Perfect Numbers",
        "Perladöra",
    ):
        assert ui.sees(text)
    assert not ui.sees("RUNNING")


@pytest.mark.parametrize("game", BOXES)
def test_a_tile_leads_to_the_seats_of_its_game(ui: Driver, game: str) -> None:
    ui.tap(next(tile for tile in ui.all("GameTile") if tile.game == game))
    assert (ui.screen, ui.app.ways.current.given) == ("seats", {"game": game})
    assert ui.back()
    assert ui.screen == "home"


def test_running_tables_and_last_results_are_told(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    assert [table.game for table in ui.all("RunningTable")] == ["pearls"]
    assert [line.text for line in ui.all("RunningLine")] == ["Perladöra · Monday 20:14"]
    assert ui.sees("Pearls · Today 20:14")
    assert ui.sees("Ada to play · round 1")
    assert ui.sees("Coloretto · Yesterday 20:14")
    assert ui.sees("Ada 41 · Cleo 36 · Bo 29")
    assert ui.sees("Ada & Bo"), "a shared victory"
    assert ui.sees("31 December 2025"), "a year that is over is named"
    assert not ui.sees("Set up the game")


def test_one_touch_resumes_a_table(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap(ui.find("Resume", kind="SecondaryButton"))
    assert ui.screen == "table"


def test_a_result_leads_to_its_session(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    result = ui.all("PastResult")[0]
    ui.tap(result)
    assert ui.screen == "session"
    assert ui.page.session == result.session
    ui.back()
    assert ui.screen == "home"


def test_names_are_shown_literally_and_shortened(launch: Launch) -> None:
    def hostile(folder: Path) -> History:
        history = open_history(folder)
        fill(history, (session("coloretto", (HOSTILE, "&bl;", "Bo"), "2026-11-17", (41, 29, 36)),))
        return history

    ui = launch(open_cupboard=hostile)
    assert ui.sees("[b]Wilhelminawi…".replace("wi…", "Wi…"))
    assert ui.sees("&bl; 29")
    for label in ui.all("Label"):
        assert not label.markup
        assert label.to_window(label.right, 0)[0] <= 412 + 1


def test_the_same_is_seen_after_a_second_start(launch: Launch) -> None:
    before = launch(open_cupboard=filled).texts()
    assert launch().texts() == before


def test_same_as_last_time_is_one_touch(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    assert ui.sees("Coloretto · Ada, Bo and Cleo")
    ui.tap("Same as last time")
    assert (ui.screen, ui.page.game) == ("setup", "coloretto")
    assert [person.name for person in ui.page.plan.people] == ["Ada", "Bo", "Cleo"]
    assert ui.sees("Start · Bo begins"), "the next one clockwise"
    ui.back()
    assert ui.screen == "home"


def test_what_is_unfinished_is_one_line_and_what_is_old_is_folded_away(launch: Launch) -> None:
    def left_lying(folder: Path) -> History:
        history = filled(folder)
        history.save(session("coloretto", ("Ada", "Bo"), "2026-11-02"))
        history.save(session("pearls", ("Bo", "Cleo"), "2026-10-02"))
        return history

    ui = launch(open_cupboard=left_lying)
    assert ui.all("GameTile")[0].to_window(0, ui.all("GameTile")[0].y)[1] > 0, "a new game is in sight"
    assert len(ui.all("RunningLine")) == 1
    ui.tap("2 older unfinished sessions")
    assert [line.game for line in ui.all("RunningLine")] == ["perladora", "coloretto", "pearls"]

    line = ui.all("RunningLine")[0]
    ui.reveal(line)
    x, y = line.to_window(*line.center)
    ui.drag((x + 100, y), (x - 100, y))
    ui.tap("Set aside")
    assert [line.game for line in ui.all("RunningLine")] == ["perladora", "coloretto", "pearls"]
    assert ui.sees("UNFINISHED,  OLDER")
    assert not ui.sees("UNFINISHED\n")
    aside = next(line for line in ui.all("RunningLine") if line.game == "perladora")
    assert aside.aside

    line = ui.all("RunningLine")[1]
    ui.reveal(line)
    ui.press(*line.to_window(*line.center), seconds=0.7)
    ui.tap("Delete")
    assert [line.game for line in ui.all("RunningLine")] == ["perladora", "pearls"]
    ui.tap("Undo")
    assert len(ui.all("RunningLine")) == 3
    ui.tap(next(line for line in ui.all("RunningLine") if line.game == "coloretto"))
    assert ui.screen == "table"
