"""The page about several phones: their names, the shared folder, its test, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from history import History
from history.exchange import Exchange
from phone.tree import PathFolder
from tests.screens.driver import Driver
from tests.screens.test_session import tracked


def open_page(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    ui.tap("Several phones")
    ui.settle()


def share(ui: Driver, folder: Path) -> None:
    ui.tap("Choose a folder")
    ui.settle()
    ui.tap(ui.top().ids.path.field)
    ui.type(str(folder))
    ui.tap("Share this folder")
    ui.wait(lambda: ui.app.company.last is not None)
    ui.settle()


def test_a_folder_is_shared_and_the_other_phone_is_seen(ui: Driver, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    kept = tracked(ui, "pearls")
    open_page(ui)
    assert ui.sees("No folder is shared")
    share(ui, shared)
    assert ui.sees("The folder is in order")
    with History.open(tmp_path / "bo", "bo") as bo:
        exchange = Exchange(tmp_path / "bo", "bo")
        bo.name_device("Bo’s phone")
        exchange.visit(PathFolder(shared), bo)
        bo.refresh()
        bo.save({**bo.get(kept["id"]), "note": "from Bo"})
        exchange.visit(PathFolder(shared), bo)
    ui.app.on_resume()
    ui.wait(lambda: ui.app.history.get(kept["id"])["note"] == "from Bo")
    ui.wait(lambda: ui.sees("Bo’s phone"))
    assert ui.sees("1 other phone was seen in it.")
    ui.tap("Test the folder")
    ui.wait(lambda: ui.sees("The folder works"))


def test_a_folder_that_is_gone_is_told(ui: Driver, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    open_page(ui)
    share(ui, shared)
    for path in shared.iterdir():
        path.unlink()
    shared.rmdir()
    ui.tap("Test the folder")
    ui.wait(lambda: ui.sees("The folder does not work"))
    assert ui.sees("The folder is not there. Nothing is lost; choose it again, or another one.")


def test_a_folder_that_is_not_there_is_not_taken(ui: Driver, tmp_path: Path) -> None:
    open_page(ui)
    ui.tap("Choose a folder")
    ui.settle()
    ui.tap(ui.top().ids.path.field)
    ui.type(str(tmp_path / "nowhere"))
    ui.tap("Share this folder")
    ui.settle()
    assert ui.sees("There is no folder with that name.")


def test_the_name_of_this_phone_is_kept(ui: Driver) -> None:
    open_page(ui)
    ui.tap(ui.page.ids.name.field)
    ui.type("Ada’s phone")
    ui.back()
    ui.settle()
    assert ui.app.history.device_name(ui.app.history.device) == "Ada’s phone"
