"""Files of an earlier Tableside: today they are read to the same documents and written byte for byte alike.

`documents.json` is what went in; everything else came out, by the steps that `write_it_again` repeats.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from history import History
from history.backup import Backups
from screens.games.plan import as_json, read_plan
from screens.stored import read_object, read_settings, write_object, write_settings

FILES = Path(__file__).parent / "files"
DOCUMENTS = json.loads((FILES / "documents.json").read_text("utf-8"))
SESSIONS: list[dict[str, Any]] = DOCUMENTS["sessions"]
PLAYERS: list[dict[str, Any]] = DOCUMENTS["players"]
BACKUP = "2026-11-18-001-week.json"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("history.storage.time.time", lambda: 1_790_000_000.0)


def write_it_again(history: History) -> None:
    for player in PLAYERS:
        history.save_player(player)
    for session in SESSIONS:
        history.save(session)
    live = SESSIONS[3]
    for count in range(1, len(live["moves"]) + 1):
        history.save({**live, "moves": live["moves"][:count]})
    history.save({**SESSIONS[0], "note": "edited"})
    history.delete(SESSIONS[1]["id"])
    history.restore(SESSIONS[1]["id"])
    history.delete(SESSIONS[5]["id"])
    history.merge_players(PLAYERS[0]["id"], PLAYERS[1]["id"])


@pytest.fixture
def written(tmp_path: Path) -> Iterator[History]:
    with History.open(tmp_path / "history", device="phone") as history:
        write_it_again(history)
        yield history


JOURNALS = {2: FILES, 3: FILES / "version-3"}
"""Where a journal of each version lies that holds the same; that of version 1 is another one."""


@pytest.fixture
def read(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[History]:
    """The journal of then, opened by the app of today."""
    folder = tmp_path / "then"
    folder.mkdir()
    shutil.copy(JOURNALS[getattr(request, "param", 2)] / "journal-phone.jsonl", folder)
    with History.open(folder, device="phone") as history:
        yield history


def expected() -> dict[str, dict[str, Any]]:
    known = {session["id"]: session for session in SESSIONS if session != SESSIONS[5]}
    known[SESSIONS[0]["id"]] = {**SESSIONS[0], "note": "edited"}
    return known


def test_the_journal_is_written_as_it_was(written: History, tmp_path: Path) -> None:
    then = (FILES / "version-3" / "journal-phone.jsonl").read_bytes()
    assert (tmp_path / "history" / "journal-phone.jsonl").read_bytes() == then


@pytest.mark.parametrize("read", [2, 3], indirect=True)
def test_the_journal_is_read_as_it_was(read: History) -> None:
    assert {session["id"]: dict(session) for session in read.sessions()} == expected()
    assert [session["id"] for session in read.deleted()] == [SESSIONS[5]["id"]]
    assert read.same_player(PLAYERS[1]["id"]) == PLAYERS[0]["id"]
    assert not read.diagnosis.findings


def test_a_journal_of_version_2_becomes_one_of_today(read: History, tmp_path: Path) -> None:
    read.compact()
    lines = (tmp_path / "then" / "journal-phone.jsonl").read_text("ascii").splitlines()
    assert {json.loads(line)[1] for line in lines} == {3}
    assert {session["id"]: dict(session) for session in read.sessions()} == expected()


def test_two_devices_of_then_are_merged_as_they_were(tmp_path: Path) -> None:
    """What was written apart: `bo` changed places and deleted, while `phone` went on."""
    for name in ("journal-phone.jsonl", "journal-bo.jsonl"):
        shutil.copy(FILES / "version-3" / name, tmp_path)
    with History.open(tmp_path, device="tablet") as history:
        first, live = history.get(SESSIONS[0]["id"]), history.get(SESSIONS[3]["id"])
        assert (first["note"], first["place"]) == ("edited", "at Bo's")
        assert live["moves"] == SESSIONS[3]["moves"]
        assert history.get(SESSIONS[2]["id"])["note"] == "from Bo"
        (version,) = [one for one in history.versions(SESSIONS[0]["id"]) if one.unseen]
        assert (version.document["note"], version.device, version.fields) == ("Bo's words", "bo", ("note",))
        assert history.device_name("bo") == "Bo's phone"


def test_a_journal_of_version_1_is_read_beside_it(tmp_path: Path) -> None:
    shutil.copy(FILES / "journal-tablet.jsonl", tmp_path)
    with History.open(tmp_path, device="phone") as history:
        assert {session["id"]: dict(session) for session in history.sessions()} == {
            SESSIONS[2]["id"]: {**SESSIONS[2], "note": "later"},
            SESSIONS[7]["id"]: SESSIONS[7],
        }
        assert [session["id"] for session in history.deleted()] == [SESSIONS[4]["id"]]


@pytest.mark.parametrize(
    ("name", "form"), [("backup.json", "json"), ("spreadsheet.csv", "csv"), ("plays.bgsplay", "bgstats")]
)
def test_exports_are_written_as_they_were(read: History, tmp_path: Path, name: str, form: str) -> None:
    read.export(tmp_path / name, format=form)
    assert (tmp_path / name).read_bytes() == (FILES / name).read_bytes()


def test_a_session_of_its_own_is_written_as_it_was(read: History) -> None:
    assert read.exported("json", SESSIONS[6]["id"]) == (FILES / "session.json").read_bytes()


def test_a_backup_is_written_as_it_was(read: History, tmp_path: Path) -> None:
    backup = Backups(tmp_path / "backups").make(read, date(2026, 11, 18), "week")
    assert backup.path.name == BACKUP
    assert backup.path.read_bytes() == (FILES / BACKUP).read_bytes()


@pytest.mark.parametrize(
    ("name", "sessions"), [("backup.json", 8), (BACKUP, 8), ("session.json", 1), ("plays.bgsplay", 5)]
)
def test_files_of_then_are_taken_in(tmp_path: Path, name: str, sessions: int) -> None:
    with History.open(tmp_path, device="tablet") as history:
        report = history.merge(FILES / name)
        assert not report.refused
        assert len(history.sessions()) + len(history.deleted()) == sessions
        for session in history.sessions():
            if name.endswith(".json"):
                assert dict(session) == expected()[session["id"]]


def test_settings_are_read_and_written_as_they_were_and_new_ones_behind_them(tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.json", read_settings(FILES / "settings.json"))
    then = (FILES / "settings.json").read_bytes().removesuffix(b"\n}")
    assert (tmp_path / "settings.json").read_bytes().startswith(then + b",\n")


def test_drafts_are_read_and_written_as_they_were(tmp_path: Path) -> None:
    then = read_object(FILES / "draft.json")
    again = {key: as_json(read_plan(key.removeprefix("table "), value)) for key, value in then.items()}
    write_object(tmp_path / "draft.json", again)
    assert (tmp_path / "draft.json").read_bytes() == (FILES / "draft.json").read_bytes()
