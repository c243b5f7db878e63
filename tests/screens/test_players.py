"""The list of players: who comes where, what is said of them, somebody new, a search, and the archive."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from history import History
from screens.app import open_history
from tests.screens import walker
from tests.screens.cupboards import fill, filled, identity, session
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
HOSTILE = "[color=#000]" + "W" * 188


def household(folder: Path) -> History:
    """More people than fit on a page: one with a terrible name, two archived, one without a profile."""
    history = open_history(folder)
    fill(history)
    for name in ("Éva", "eva", "Finn", "Gus", "Zoë", HOSTILE):
        history.save_player({"id": identity(name), "name": name, "colour": "sky"})
    for name in ("Old Ada", "Old Bo"):
        history.save_player({"id": identity(name), "name": name, "colour": "brown", "archived": True})
    history.save(session("pearls", ("Ada", "Yan"), "2026-10-01", (20, 31)))
    return history


def rows(ui: Driver) -> list[Any]:
    return sorted(ui.all("PlayerRow"), key=lambda row: -row.y)


def names(ui: Driver) -> list[str]:
    return [row.text for row in rows(ui)]


def open_list(ui: Driver, counted: str = "") -> None:
    ui.tap("Players")
    if counted:
        ui.wait(lambda: ui.sees(counted))


def write_name(ui: Driver, name: str) -> None:
    field = ui.all("FieldInput")[-1]
    ui.tap(field)
    field.text = ""
    ui.type(name)
    ui.tap("Save")


def test_somebody_new_is_added_with_a_colour_and_stays(launch: Launch) -> None:
    ui = launch()
    open_list(ui)
    assert ui.sees("Nobody here yet")
    ui.tap("Add a player")
    ui.tap("green")
    write_name(ui, "  Ada   Lovelace ")
    assert names(ui) == ["Ada Lovelace"]
    assert rows(ui)[0].colour == "green"
    ui.wait(lambda: ui.sees("has not finished a session yet"))
    again = launch()
    open_list(again)
    assert names(again) == ["Ada Lovelace"]
    again.tap("Add a player")
    (chosen,) = [swatch for swatch in again.all("ColourSwatch") if swatch.selected]
    assert chosen.colour == "blue", "the first that nobody has"


def test_a_name_that_will_not_do_is_refused_with_the_reason(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_list(ui)
    ui.tap("Add a player")
    write_name(ui, "   ")
    assert ui.sees("A name has at least one letter.")
    write_name(ui, "x" * 80)
    assert names(ui) == ["Ada", "Bo", "Cleo", "Dirk", "x" * 60]
    ui.tap("Add a player")
    write_name(ui, "aDA")
    assert ui.sees("Somebody already has that name.")
    ui.tap("Show who that is")
    assert ui.screen == "player"
    assert ui.page.player == identity("Ada")
    assert ui.back()
    assert len(rows(ui)) == 5


def test_by_name_with_figures_and_a_search(launch: Launch) -> None:
    ui = launch(size=(412, 1800), open_cupboard=household)
    open_list(ui, counted="4 sessions · 2.5 wins")
    assert names(ui) == [HOSTILE, "Ada", "Bo", "Cleo", "Dirk", "eva", "Éva", "Finn", "Gus", "Yan", "Zoë"]
    said = {row.text: row.figures for row in rows(ui)}
    assert said["Ada"] == "4 sessions · 2.5 wins"
    assert said["Bo"] == "3 sessions · 0.5 wins"
    assert said["Dirk"] == "1 session · 0 wins"
    assert said["Yan"] == "1 session · 1 win"
    assert said["Gus"] == "has not finished a session yet"
    ui.tap(ui.all("FieldInput")[0])
    ui.type("EVA")
    assert {*names(ui)} == {"Éva", "eva"}
    ui.all("FieldInput")[0].text = "bo"
    ui.settle()
    assert names(ui) == ["Bo", "Old Bo"], "a search looks into the archive"
    ui.all("FieldInput")[0].text = "nobody at all"
    ui.settle()
    assert names(ui) == []
    assert ui.sees("Nobody with that name")


def test_the_archived_are_folded_away(launch: Launch) -> None:
    ui = launch(size=(412, 1800), open_cupboard=household)
    open_list(ui)
    assert "Old Ada" not in names(ui)
    ui.tap(ui.find("Archived (2)", kind="ArchivedRow"))
    assert names(ui)[-2:] == ["Old Ada", "Old Bo"]
    ui.tap(ui.find("Archived (2)", kind="ArchivedRow"))
    assert "Old Ada" not in names(ui)


def test_a_name_of_200_letters_with_markup_stays_on_its_line(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    open_list(ui)
    label = ui.find(HOSTILE, kind="OneLine")
    assert not label.markup
    assert label.texture_size[0] <= label.width
    assert label.texture_size[1] < 2 * label.font_size
    assert label.right <= 412


@pytest.mark.parametrize("look", walker.LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, look: walker.Look) -> None:
    ui = launch(**walker.dressed(*look), open_cupboard=household)
    open_list(ui, counted="sessions · ")
    ui.page._fold_out()
    complaints = list(walker.complaints(ui))
    assert len(ui.page.ids.rows.data) == 11 + 1 + 2
    ui.tap("Add a player")
    write_name(ui, "Bo")
    complaints += walker.complaints(ui)
    assert not complaints, chr(10).join(complaints)
