"""Copies to take along, files to bring in, backups to go back to, and how the history is doing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from history import History
from history.backup import HAND, IMPORT, WEEK, Backups
from history.journal import frame
from phone.files import HomeFiles
from screens.translator import LANGUAGES
from tests.screens import walker
from tests.screens.cupboards import SESSIONS, fill, filled, session
from tests.screens.driver import QUIET, TODAY, Driver, start

Launch = Callable[..., Driver]


class Picker:
    """A device with a picker of its own: hands over a private copy of the file that is chosen next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chosen: Path | OSError | None = None
        self.saved: list[tuple[str, str, bytes]] = []
        self.answer: str | OSError | None = "Documents"

    def pick(self, kinds: Sequence[str], done: Callable[[Any], None]) -> bool:
        if isinstance(self.chosen, Path):
            copy = self.folder / "picked" / self.chosen.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.chosen, copy)
            done(copy)
        else:
            done(self.chosen)
        return True

    def save(self, source: Path, name: str, kind: str, done: Callable[[Any], None]) -> None:
        self.saved.append((name, kind, source.read_bytes()))
        done(self.answer)

    def share_file(self, path: Path, kind: str, title: str, done: Callable[[Any], None]) -> None:
        self.saved.append((path.name, kind, path.read_bytes()))
        done(None)


def at_data(ui: Driver) -> Driver:
    ui.tap(name="settings")
    ui.tap("Your data")
    assert ui.screen == "data"
    return ui


def with_picker(ui: Driver) -> Picker:
    picker = Picker(ui.app.folder)
    ui.app.files = ui.app.sharing = picker
    return picker


def wait_for(ui: Driver, text: str) -> None:
    ui.wait(lambda: ui.sees(text))


def rows(ui: Driver) -> dict[str, str]:
    return {row.text: row.secondary for row in ui.all("ListRow")}


def idle(ui: Driver) -> None:
    ui.wait(lambda: ui.page._work is None)
    ui.settle()


def journals(ui: Driver) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (ui.app.folder / "history").glob("journal-*")}


def backups(ui: Driver) -> list[tuple[str, int | None]]:
    return [(backup.why, backup.sessions) for backup in Backups(ui.app.folder / "backups").listed()]


def write_import(path: Path, *documents: Any) -> Path:
    path.write_text(json.dumps({"tableside": 1, "documents": list(documents)}))
    return path


def entry(body: dict[str, Any], clock: int = 0, deleted: bool = False) -> dict[str, Any]:
    return {"kind": "session", "body": body, "clock": clock, "device": "other", "deleted": deleted}


OCTOBER = [
    session("pearls", ("Ada", "Eva", "Finn"), f"2026-10-{day:02}", (40, day, 3)) for day in range(1, 8)
]


# -- Ten thousand sessions --------------------------------------------------------------------------------


def test_ten_thousand_sessions_there_and_back(
    crowded: Path, launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    ui = at_data(launch())
    ui.app.files = HomeFiles(home)
    assert ui.sees("10,000 sessions, 24 players")
    ui.tap("Everything")
    wait_for(ui, "Saved")
    assert ui.sees(str(home / "Documents" / "Tableside" / "Tableside 2026-11-18.json"))
    ui.tap("Close")
    everything = list(ui.app.history.sessions())

    ui.tap("Make one now")
    wait_for(ui, "There is a new backup.")
    assert backups(ui) == [(HAND, 10_000)]
    gone = everything[4321]
    ui.app.history.delete(gone["id"])
    ui.tap("18 November")
    wait_for(ui, "Cancel")
    assert ui.all("Meter"), "it shows how far it is"
    wait_for(ui, "Back to 18 November")
    assert rows(ui)["Brought back"] == "1 session"
    ui.tap("Bring it back")
    wait_for(ui, "Done")
    assert ui.app.history.get(gone["id"]) == gone
    assert backups(ui) == [(IMPORT, 9_999), (HAND, 10_000)]
    ui.tap("Done")
    assert ui.sees("10,000 sessions, 24 players")

    fresh = at_data(start(tmp_path / "fresh"))
    before = journals(fresh)
    for answer in ("Cancel", "Import"):
        fresh.tap("Import a file")
        fresh.tap("Tableside 2026-11-18.json")
        wait_for(fresh, "Cancel")
        if answer == "Cancel":
            fresh.tap("Cancel")
            wait_for(fresh, "Stopped. Nothing was changed.")
            assert journals(fresh) == before
    wait_for(fresh, "What this file would change")
    assert rows(fresh)["Added"] == "10,000 sessions · 24 players"
    assert fresh.sees("… and 9997 more")
    fresh.tap("Import")
    wait_for(fresh, "Done")
    fresh.tap("Done")
    assert list(fresh.app.history.sessions()) == everything
    fresh.stop()


# -- Import -----------------------------------------------------------------------------------------------


def test_an_import_is_previewed_carried_out_and_undone(launch: Launch, tmp_path: Path) -> None:
    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    known, removed = SESSIONS[2], SESSIONS[3]
    refused = [{"kind": "tree"}, {"kind": "session", "body": {"id": 7}}, {"kind": "player"}, 7, None, {}, []]
    picker.chosen = write_import(
        tmp_path / "ours.json",
        *map(entry, OCTOBER),
        entry({**known, "note": "mended on the other phone"}, 10**6),
        entry(removed, 10**6, deleted=True),
        entry(SESSIONS[4]),
        *refused,
    )
    before, sessions = journals(ui), list(ui.app.history.sessions())
    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    assert journals(ui) == before
    assert not (ui.app.folder / "picked").exists(), "the private copy is not needed any more"
    assert rows(ui) == {
        "Added": "7 sessions",
        "Changed, because the file has a later version": "1 session",
        "Deleted, as on the other device": "1 session",
        "Left as it is": "1 entry",
        "Refused": "7 entries",
        "Pearls · 7 October 20:14": "Ada · Eva · Finn",
        "Pearls · 6 October 20:14": "Ada · Eva · Finn",
        "Pearls · 5 October 20:14": "Ada · Eva · Finn",
    }
    assert ui.sees("… and 4 more")
    assert ui.sees("The file holds something that Tableside does not save.")
    ui.tap(name="close")
    idle(ui)
    assert (journals(ui), backups(ui)) == (before, [])

    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    ui.tap("Import")
    wait_for(ui, "Imported")
    assert backups(ui) == [(IMPORT, len(SESSIONS))]
    assert len(ui.app.history.sessions()) == len(SESSIONS) + 7 - 1
    assert ui.app.history.get(known["id"])["note"] == "mended on the other phone"
    ui.tap("Done")
    ui.tap("Import a file")
    wait_for(ui, "There is nothing in it that is not here already.")
    ui.tap("Done")

    again = at_data(launch())
    again.tap("Undo the last import")
    again.tap("Undo it")
    wait_for(again, "Undone.")
    assert list(again.app.history.sessions()) == sessions
    assert not again.sees("Undo the last import")


def test_a_file_with_odd_times_says_so_before_it_is_imported(launch: Launch, tmp_path: Path) -> None:
    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    picker.chosen = write_import(tmp_path / "ours.json", {**entry(OCTOBER[0]), "at": -86400})
    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    assert rows(ui)["Added"] == "1 session"
    assert ui.sees("Odd about this file")
    assert ui.sees(
        "The device that made this file had the wrong date. All is read, but when it was saved is not known."
    )


def test_what_was_changed_after_an_import_survives_its_undoing(launch: Launch, tmp_path: Path) -> None:
    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    picker.chosen = write_import(tmp_path / "ours.json", *map(entry, OCTOBER))
    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    ui.tap("Import")
    wait_for(ui, "Imported")
    ui.app.history.save({**OCTOBER[0], "note": "I was there"})
    ui.tap("Undo it")
    wait_for(ui, "1 entry was changed since then and stays.")
    assert [one["note"] for one in ui.app.history.sessions() if one["id"] == OCTOBER[0]["id"]] == [
        "I was there"
    ]
    assert len(ui.app.history.sessions()) == len(SESSIONS) + 1


HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "This file is damaged or of another kind."),
    "no JSON": (b"PK\x03\x04 not a zip either", "This file is damaged or of another kind."),
    "no text": (b"\xff\xfe\x00\x00", "This file is damaged or of another kind."),
    "cut short": (
        b'{"tableside": 1, "documents": [{"kind": "sess',
        "This file is damaged or of another kind.",
    ),
    "a list": (b"[1, 2, 3]", "Tableside does not know this kind of file."),
    "something else": (b'{"hello": "world"}', "Tableside does not know this kind of file."),
    "a strange version": (b'{"tableside": "x"}', "Tableside does not know this kind of file."),
    "a newer version": (
        b'{"tableside": 99, "documents": []}',
        "This file was written by a newer version of Tableside.",
    ),
    "no documents": (b'{"tableside": 1, "documents": {}}', "A list is expected: documents."),
    "no plays": (b'{"plays": 7}', "A list is expected: plays."),
    "too deep": (b"[" * 90_000 + b"]" * 90_000, "This file is nested too deeply."),
    "not a number": (b'{"tableside": 1, "documents": [NaN]}', "A number is expected."),
    "twice": (b'{"tableside": 1, "tableside": 1}', "The file says the same thing twice."),
    "a session of another game": (b'{"game": "chess", "players": []}', ""),
}


def test_a_hostile_file_leaves_a_sentence_and_an_unchanged_history(launch: Launch, tmp_path: Path) -> None:
    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    before, sessions = journals(ui), list(ui.app.history.sessions())
    for name, (content, told) in HOSTILE.items():
        picker.chosen = tmp_path / "hostile.json"
        picker.chosen.write_bytes(content)
        ui.tap("Import a file")
        wait_for(ui, "That did not work")
        assert ui.sees(told), (name, ui.texts())
        assert ui.sees("Nothing was changed.")
        assert not any("document." in text for text in ui.texts())
        ui.tap("Close")
    picker.chosen = OSError(5, "Input/output error")
    ui.tap("Import a file")
    assert ui.sees("This file cannot be read.")
    ui.tap("Close")
    picker.chosen = None
    ui.tap("Import a file")
    assert not ui.app.root.overlays, "nothing was chosen"
    assert (journals(ui), list(ui.app.history.sessions()), backups(ui)) == (before, sessions, [])


def test_without_a_picker_files_are_listed_and_paths_are_typed(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    for folder in ("Documents/Tableside", "Downloads"):
        (home / folder).mkdir(parents=True)
    ours = write_import(home / "Documents" / "Tableside" / "ours.json", *map(entry, OCTOBER))
    for number, name in enumerate(("plays.bgsplay", "picture.png", "old.json")):
        (home / "Downloads" / name).write_text("{}")
        os.utime(home / "Downloads" / name, (1_700_000_000 - number, 1_700_000_000 - number))
    os.utime(ours, (1_600_000_000, 1_600_000_000))
    ui = at_data(launch())
    ui.app.files = HomeFiles(home)
    ui.tap("Import a file")
    assert [row.text for row in ui.all("PressRow")] == ["plays.bgsplay", "old.json", "ours.json"]
    ui.tap("See what is in it")
    assert ui.sees("There is no file with that name.")
    ui.tap(ui.all("FieldInput")[0])
    ui.type("~/Documents/Tableside/ours.json")
    assert not ui.sees("There is no file with that name.")
    ui.tap("See what is in it")
    wait_for(ui, "What this file would change")
    assert ours.exists(), "it is not ours to delete"


def test_an_import_without_room_for_its_backup_changes_nothing(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    picker.chosen = write_import(tmp_path / "ours.json", *map(entry, OCTOBER))
    before = journals(ui)
    ui.tap("Import a file")
    wait_for(ui, "What this file would change")
    monkeypatch.setattr("history.journal.os.write", full)
    ui.tap("Import")
    wait_for(ui, "There is no room left on this device.")
    assert journals(ui) == before
    assert backups(ui) == []
    ui.tap("Close")
    ui.tap("Make one now")
    wait_for(ui, "There is no room left on this device.")
    ui.tap("Close")
    monkeypatch.undo()
    ui.tap("Make one now")
    wait_for(ui, "There is a new backup.")


# -- Export -----------------------------------------------------------------------------------------------


def test_a_phone_asks_whether_to_keep_or_to_send(launch: Launch) -> None:
    ui = at_data(launch(open_cupboard=filled))
    picker = with_picker(ui)
    for row, answer in (
        ("Everything", "Save it as a file"),
        ("Spreadsheet", "Send it to somebody"),
        ("BG Stats", "Save it as a file"),
        ("Everything", "Cancel"),
    ):
        ui.tap(row)
        wait_for(ui, "Save it as a file")
        ui.tap(answer)
        if answer == "Save it as a file":
            assert ui.sees("Documents")
            ui.tap("Close")
    assert [(name, kind) for name, kind, _content in picker.saved] == [
        ("Tableside 2026-11-18.json", "application/json"),
        ("Tableside 2026-11-18.csv", "text/csv"),
        ("Tableside 2026-11-18.bgsplay", "application/octet-stream"),
    ]
    assert [content.count(SESSIONS[2]["id"].encode()) for _name, _kind, content in picker.saved] == [2, 3, 1]
    picker.answer = OSError(28, "No space left on device")
    ui.tap("Everything")
    wait_for(ui, "Save it as a file")
    ui.tap("Save it as a file")
    assert ui.sees("There is no room left on this device.")


# -- Backups ----------------------------------------------------------------------------------------------


def test_a_backup_brings_back_and_takes_back_what_is_wanted(launch: Launch) -> None:
    ui = at_data(launch(open_cupboard=filled))
    ui.tap("Make one now")
    wait_for(ui, "There is a new backup.")
    ui.app.history.save({**SESSIONS[2], "note": "changed since"})
    ui.tap("18 November")
    wait_for(ui, "Everything that was there then is still here.")
    ui.tap("Undo later changes as well")
    assert rows(ui)["As it was then"] == "1 session"
    ui.tap("Undo later changes as well")
    assert ui.sees("Everything that was there then is still here.")
    ui.tap("Undo later changes as well")
    ui.tap("Bring it back")
    wait_for(ui, "Done")
    assert ui.app.history.get(SESSIONS[2]["id"]) == SESSIONS[2]
    ui.tap("Undo it")
    wait_for(ui, "Undone.")
    assert ui.app.history.get(SESSIONS[2]["id"])["note"] == "changed since"


def test_a_damaged_backup_is_told(launch: Launch) -> None:
    ui = at_data(launch(open_cupboard=filled))
    folder = ui.app.folder / "backups"
    for _ in range(2):
        ui.tap("Make one now")
        wait_for(ui, "There is a new backup.")
        idle(ui)
    torn, changed = (backup.path for backup in Backups(folder).listed())
    torn.write_bytes(torn.read_bytes()[:-40])
    changed.write_bytes(changed.read_bytes().replace(b"Cleo", b"Gleo"))
    ui.back()
    ui.tap("Your data")
    rows = [row for row in ui.all("PressRow") if row.text == "18 November"]
    assert ["damaged" in row.secondary for row in rows] == [True, False]
    ui.tap(rows[0])
    wait_for(ui, "This file is damaged or of another kind.")
    ui.tap("Close")
    ui.tap(next(row for row in ui.all("PressRow") if "5 sessions" in row.secondary))
    wait_for(ui, "This backup is damaged")


def test_once_a_week_a_backup_is_made_by_itself(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.app.BACKUP_AFTER", 0.01)
    made = Backups(tmp_path / "backups")
    ui = launch(anew=True, open_cupboard=filled)
    ui.wait(made.listed)
    assert [(backup.why, backup.sessions, backup.day) for backup in made.listed()] == [(WEEK, 5, TODAY)]
    ui = launch()
    ui.rest(0.3)
    assert len(made.listed()) == 1
    at_data(ui)
    assert ui.sees("once a week · 5 sessions")


def test_a_weekly_backup_that_finds_no_room_is_told(
    launch: Launch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("screens.app.BACKUP_AFTER", 0.01)
    (tmp_path / "backups").write_text("a file where the folder should be")
    ui = launch(anew=True, open_cupboard=filled)
    wait_for(ui, "No backup: This device did not allow the change to be saved.")


# -- How the history is doing -----------------------------------------------------------------------------


def spoil(folder: Path, device: str = "phone") -> None:
    """A small household whose journal has a damaged line in the middle and a torn one at the end."""
    with History.open(folder, device) as history:
        fill(history)
    journal = folder / f"journal-{device}.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(
        b"".join([*lines[:6], lines[6].replace(b"Cleo", b"Gleo"), *lines[7:-1], lines[-1][:60]])
    )


def test_a_damaged_history_is_explained(launch: Launch, tmp_path: Path) -> None:
    spoil(tmp_path / "history")
    (tmp_path / "history" / "device").write_text("phone")
    ui = launch()
    ui.app.history.compact()
    (aside,) = (tmp_path / "history").glob("damaged-*.jsonl")
    os.utime(aside, (1_777_800_000, 1_777_800_000))
    at_data(ui)
    assert ui.sees("3 sessions, 4 players, 2 damaged lines set aside on 3 May")
    assert ui.sees("Something was wrong when it was opened; see below.")
    assert ui.sees("1 line was damaged")
    assert ui.sees("1 line was cut short")
    assert ui.sees(f"It lies in {aside.name}")
    assert ui.sees(str(tmp_path))
    complaints = walker.walk(ui)
    again = at_data(launch())
    assert again.sees("3 sessions, 4 players, 2 damaged lines set aside on 3 May")
    assert again.sees("Everything is in order.")
    assert not complaints, chr(10).join(complaints)


def test_a_history_of_a_newer_version_is_told_and_can_only_be_read(launch: Launch, tmp_path: Path) -> None:
    with History.open(tmp_path / "history", "phone") as history:
        fill(history)
    (tmp_path / "history" / "device").write_text("phone")
    with (tmp_path / "history" / "journal-phone.jsonl").open("a") as journal:
        journal.write(frame('99,["new"],{}'))
    ui = at_data(launch())
    assert ui.sees("This history was written by a newer version of Tableside. Update this app to change it.")
    assert ui.find("Import a file").disabled
    ui.tap("Make one now")
    wait_for(ui, "There is a new backup.")
    assert ui.find("18 November").disabled


def test_a_history_that_is_open_elsewhere_is_told(launch: Launch, tmp_path: Path) -> None:
    with History.open(tmp_path / "history"):
        ui = at_data(launch(expect_trouble=True))
        assert ui.sees("Tableside is already open elsewhere with this folder. Close it there first.")
        assert ui.find("Everything").disabled


# -- Everything on the glass ------------------------------------------------------------------------------


def tour(ui: Driver, tmp_path: Path) -> Any:
    """Every state of the page and its sheets, one after another."""
    picker = with_picker(ui)
    names = [{"id": SESSIONS[0]["players"][0]["id"], "name": "Maximilian-Josef"}, *SESSIONS[0]["players"][1:]]
    documents = [entry({**one, "players": names, "result": None, "finished": None}) for one in OCTOBER]
    picker.chosen = write_import(
        tmp_path / "a_long_name_without_any_space.json", *documents, 7, {"kind": "tree"}
    )
    ui.app.go("data")
    yield
    page = ui.page
    page.pick()
    ui.wait(lambda: ui.app.root.overlays and page._work is None)
    yield
    ui.app.root.overlays[-1].accept()
    ui.wait(lambda: ui.app.root.overlays and page._work is None)
    yield
    ui.back()
    yield
    page.look_into(page.backups.listed()[0])
    ui.wait(lambda: ui.app.root.overlays and page._work is None)
    yield
    ui.back()
    ui.app.go("about")
    yield
    ui.app.go("settings")
    ui.page.open_usual()
    yield
    ui.back()


@pytest.mark.parametrize("look", walker.LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(
    launch: Launch, look: walker.Look, tmp_path: Path
) -> None:
    ui = launch(**walker.dressed(*look, language="de"), open_cupboard=filled)
    complaints = []
    for _ in tour(ui, tmp_path):
        ui.settle()
        complaints += walker.complaints(ui)
    assert not complaints, chr(10).join(complaints)


def test_no_text_escapes_the_translator(launch: Launch, tmp_path: Path) -> None:
    ui = launch(settings=QUIET, open_cupboard=filled)
    names = (
        *LANGUAGES.values(),
        *(
            "Tableside",
            "BG Stats",
            "Kivy",
            "plyer",
            "TinyDB",
            "segno",
            "openskill",
            "Material Design Icons",
            "Roboto",
        ),
        *(
            "MIT License",
            "BSD License",
            "Apache License 2.0",
            "Apache License .",
            str(tmp_path),
            "a_long_name_without_any_space.json",
        ),
        *("Maximilian-Josef", "Ada", "Eva", "Finn", "Bo", "Cleo", "C", "documents"),
    )
    with walker.pseudo_language(ui):
        for _ in tour(ui, tmp_path):
            ui.settle()
            assert walker.untranslated(ui, names) == []
