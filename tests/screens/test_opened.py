"""A file that is opened with the app shows what it would bring."""

from __future__ import annotations

from pathlib import Path

from history import History
from tests.screens.cupboards import SESSIONS
from tests.screens.driver import Driver


def test_a_file_opens_with_the_preview_of_an_import(ui: Driver, tmp_path: Path) -> None:
    with History.open(tmp_path / "other") as other:
        other.save(SESSIONS[0])
        other.export(tmp_path / "backup.json")
    ui.app.open_file(tmp_path / "backup.json", private=False)
    ui.wait(lambda: ui.sees("What this file would change"))
    assert ui.screen == "data"
    assert not ui.app.history.sessions()
    ui.tap("Import")
    ui.wait(lambda: ui.sees("Imported"))
    assert len(ui.app.history.sessions()) == 1
    ui.tap("Done")
    ui.settle()


def test_a_file_that_is_none_of_ours_is_refused_with_a_sentence(ui: Driver, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    ui.app.open_file(tmp_path / "letter.txt", private=False)
    ui.wait(lambda: ui.sees("That did not work"))
    ui.tap("Close")
    ui.settle()
    ui.app.open_file(OSError("no"), private=True)
    ui.wait(lambda: ui.sees("The file could not be opened."))
