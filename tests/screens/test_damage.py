"""Damage is not silent: home says so, and the data page names what is missing and the backup that has it."""

from __future__ import annotations

from pathlib import Path

from history import History
from tests.screens.cupboards import SESSIONS
from tests.screens.driver import Driver


def test_home_leads_to_what_is_missing_and_the_backup_brings_it_back(ui: Driver) -> None:
    app = ui.app
    for session in SESSIONS[:4]:
        app.history.save(session)
    ui.page.refresh()
    assert not ui.sees("Part of the history could not be read")
    app.go("data")
    ui.settle()
    ui.page.back_up()
    ui.wait(ui.page.backups.listed)
    app.tab("home")
    ui.settle()
    folder, device = Path(app.folder) / "history", app.history.device
    app.history.close()
    journal = folder / f"journal-{device}.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"game"', b'"gane"')
    journal.write_bytes(b"".join(lines))
    app.history = History.open(folder)
    app.history.wait()
    ui.page.refresh()
    ui.settle()
    ui.tap("Part of the history could not be read")
    ui.wait(lambda: any("has 1 session that is missing here" in text for text in ui.texts()))
    ui.tap(next(text for text in ui.texts() if "has 1 session that is missing here" in text))
    ui.wait(lambda: ui.sees("Bring it back"))
    ui.tap("Bring it back")
    ui.wait(lambda: ui.sees("Brought back"))
    assert len(app.history.sessions()) == 4
