"""Backups by themselves, previews that come true, restoring and undoing."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from history import History, InvalidDocument, NotSaved, ReadOnly, Report
from history.backup import HAND, IMPORT, KEPT, LAST_IMPORT, WEEK, Backups
from history.condition import examine
from history.cupboard import ADDED, CHANGED, REMOVED
from history.kinds import PLAYERS, SESSIONS
from tests.history.factories import make_live_session, make_players, make_session, make_sessions
from tests.history.hostile import spoiled

PEOPLE = make_players(4)
TODAY = date(2026, 11, 18)


class Enough(Exception):
    """Somebody has touched the cancel button."""


def state(history: History) -> dict[str, Any]:
    return {
        "sessions": list(history.sessions()),
        "deleted": list(history.deleted()),
        "players": history.players(),
        "names": history.names(),
    }


def fill(history: History, count: int = 5, seed: int = 1) -> None:
    for person in PEOPLE:
        history.save_player(person)
    for session in make_sessions(count, seed, PEOPLE):
        history.save(session)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("journal-*")}


# -- Preview and merge ------------------------------------------------------------------------------------

SOME = make_sessions(4, 9, PEOPLE)
CHANGES = st.lists(
    st.tuples(st.sampled_from(["save", "delete", "restore", "name"]), st.integers(0, 3)), max_size=8
)


def live_through(history: History, changes: list[tuple[str, int]]) -> None:
    for number, (what, which) in enumerate(changes):
        session = SOME[which]
        if what == "save":
            history.save({**session, "note": f"{history.device} {number % 3}"})
        elif what == "name":
            history.save_player({**PEOPLE[which], "name": f"Ada {number % 3}"})
        elif what == "delete" and session["id"] in {one["id"] for one in history.sessions()}:
            history.delete(session["id"])
        elif what == "restore" and session["id"] in {one["id"] for one in history.deleted()}:
            history.restore(session["id"])


@settings(max_examples=25, deadline=None)
@given(here=CHANGES, there=CHANGES, spoil=st.booleans(), since=CHANGES)
def test_a_preview_comes_true_and_can_be_undone(
    tmp_path_factory: pytest.TempPathFactory,
    here: list[tuple[str, int]],
    there: list[tuple[str, int]],
    spoil: bool,
    since: list[tuple[str, int]],
) -> None:
    folder = tmp_path_factory.mktemp("phones")
    with History.open(folder / "there", "there") as history:
        live_through(history, there)
        history.export(folder / "file.json")
    if spoil:
        file = json.loads((folder / "file.json").read_text("utf-8"))
        file["documents"][1:1] = [{"kind": "tree"}, 7]
        (folder / "file.json").write_text(json.dumps(file))
    with History.open(folder / "here", "here") as history:
        live_through(history, here)
        history.export(folder / "before.json")
        before, bytes_before = state(history), bytes_of(folder / "here")
        preview = history.preview(folder / "file.json")
        assert (state(history), bytes_of(folder / "here")) == (before, bytes_before)
        assert len(preview.refused) == 2 * spoil
        marks = preview.marks
        assert history.merge(folder / "file.json") == preview.report
        after = state(history)
        ids = {one["id"] for one in before["sessions"]}, {one["id"] for one in after["sessions"]}
        assert preview.count(ADDED, SESSIONS) == len(ids[1] - ids[0])
        assert preview.count(REMOVED, SESSIONS) == len(ids[0] - ids[1])
        assert {one["id"] for one in preview.sessions(ADDED)} == ids[1] - ids[0]
        changed = [one for one in after["sessions"] if one["id"] in ids[0] and one not in before["sessions"]]
        assert preview.count(CHANGED, SESSIONS) >= len(changed)
        undo = history.preview_undo(marks, folder / "before.json")
        assert state(history) == after
        assert history.carry_out(undo).report == undo.report
        undone = state(history)
        assert (undone["sessions"], undone["players"]) == (before["sessions"], before["players"])
        live_through(history, since)
        latest = state(history)
        again = history.preview_undo(marks, folder / "before.json")
        assert not again.changes, "what has changed since the import is left alone"
        history.carry_out(again)
        assert state(history) == latest
    with History.open(folder / "here", "here") as history:
        assert state(history) == latest
        assert history.diagnosis.healthy


def test_a_preview_that_grew_old_does_what_still_counts(tmp_path: Path) -> None:
    one, other = make_sessions(2, 3, PEOPLE)
    with History.open(tmp_path / "there", "there") as history:
        history.save(one)
        history.save(other)
        history.export(tmp_path / "file.json")
    with History.open(tmp_path / "here", "here") as history:
        preview = history.preview(tmp_path / "file.json")
        assert preview.report == Report(2, 0, 0, ())
        for note in ("", "later"):
            history.save({**one, "note": note})
        for _ in range(2):
            history.save_player(PEOPLE[0])
        done = history.carry_out(preview)
        assert done.report == Report(1, 0, 1, ())
        assert history.get(one["id"])["note"] == "later"
        assert len(history.sessions()) == 2


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_whatever_a_file_says_its_preview_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("hostile")
    with History.open(folder / "phone") as history:
        fill(history, 2)
        history.export(folder / "file.json")
        good = json.loads((folder / "file.json").read_text("utf-8"))
        (folder / "file.json").write_text(json.dumps(data.draw(spoiled(good))), "utf-8", "surrogatepass")
        before, bytes_before = state(history), bytes_of(folder / "phone")
        for look in (history.preview, history.preview_restore):
            try:
                look(folder / "file.json")
            except InvalidDocument as refusal:
                assert refusal.reason.key
        assert (state(history), bytes_of(folder / "phone")) == (before, bytes_before)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9, 1.0])
def test_work_can_be_cancelled_at_any_step(tmp_path: Path, share: float) -> None:
    def step(done: float) -> None:
        told.append(done)
        if done >= share:
            raise Enough

    with History.open(tmp_path / "there", "there") as history:
        fill(history)
        history.export(tmp_path / "file.json")
    with History.open(tmp_path / "here", "here") as history:
        fill(history, 2, 5)
        before = bytes_of(tmp_path / "here")
        works = (
            lambda: history.merge(tmp_path / "file.json", step),
            lambda: history.export(tmp_path / "new.json", step=step),
            lambda: history.export(tmp_path / "new.csv", "csv", step=step),
            lambda: history.export(tmp_path / "new.bgsplay", "bgstats", step=step),
            lambda: Backups(tmp_path / "backups").make(history, TODAY, HAND, step),
        )
        for work in works:
            told: list[float] = []
            with pytest.raises(Enough):
                work()
            assert told == sorted(told)
            assert share <= told[-1] <= 1
        assert bytes_of(tmp_path / "here") == before
        assert [path.name for path in tmp_path.glob("new*")] == []
        assert Backups(tmp_path / "backups").listed() == []


# -- Restoring --------------------------------------------------------------------------------------------


def test_a_backup_brings_back_what_was_deleted_and_keeps_what_came_since(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        fill(history)
        changed, deleted = history.sessions()[:2]
        backup = backups.make(history, TODAY, HAND)
        history.delete(deleted["id"])
        history.save({**changed, "note": "changed since"})
        fresh = make_live_session(Random(3), PEOPLE, 40)
        history.save(fresh)
        preview = history.preview_restore(backup.path)
        assert [preview.count(kind, SESSIONS) for kind in (ADDED, CHANGED, REMOVED)] == [1, 1, 0]
        assert preview.sessions(ADDED) == [deleted]
        history.carry_out(preview.without(CHANGED))
        assert history.get(deleted["id"]) == deleted
        assert history.get(changed["id"])["note"] == "changed since"
        history.carry_out(history.preview_restore(backup.path))
        assert history.get(changed["id"]) == changed
        assert history.get(fresh["id"]) == fresh
        assert history.preview_restore(backup.path).changes == ()
    with History.open(tmp_path / "phone") as history:
        assert len(history.sessions()) == 6


def test_a_backup_on_a_new_phone_is_the_whole_history(tmp_path: Path) -> None:
    with History.open(tmp_path / "old") as history:
        fill(history)
        history.delete(history.sessions()[0]["id"])
        before = state(history)
        backup = Backups(tmp_path / "backups").make(history, TODAY, WEEK)
    with History.open(tmp_path / "new") as history:
        assert history.merge(backup.path).refused == ()
        assert state(history) == before


# -- Keeping backups --------------------------------------------------------------------------------------


def test_once_a_week_and_only_where_there_is_something_to_lose(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        assert backups.make_weekly(history, TODAY) is None
        assert not backups.folder.exists()
        fill(history, 2)
        made = [
            day for day in range(30) if backups.make_weekly(history, TODAY + timedelta(days=day)) is not None
        ]
        assert made == [0, 7, 14, 21, 28]
        latest = backups.listed()[0]
        latest.path.write_bytes(latest.path.read_bytes()[:-1])
        assert backups.listed()[0].sessions is None
        assert backups.make_weekly(history, TODAY + timedelta(days=29)), "half a backup is none"
        assert backups.make_weekly(history, TODAY - timedelta(days=400)), "nor is one from the future"


def test_a_few_of_each_are_kept_and_the_fullest_one(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        fill(history, 4)
        fullest = [backups.make(history, TODAY, HAND) for _ in range(2)]
        history.delete(history.sessions()[0]["id"])
        for day in range(1, 12):
            for why in (WEEK, IMPORT, HAND):
                backups.make(history, TODAY + timedelta(days=day), why)
        kept = backups.listed()
        assert len(kept) == sum(KEPT.values()) + 1
        assert kept == sorted(kept, key=lambda backup: (backup.day, backup.number), reverse=True)
        assert kept[-1] == fullest[1]
        assert {backup.why: kept.count(backup) for backup in kept}.keys() == KEPT.keys()
        assert all(backups.is_sound(backup) for backup in kept)


def test_the_only_good_one_is_never_let_go(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        fill(history, 3)
        good = backups.make(history, TODAY, WEEK)
        history.save(make_session(Random(8), PEOPLE))
        for day in (1, 2, 3):
            made = backups.make(history, TODAY + timedelta(days=day), HAND if day == 3 else WEEK)
            made.path.write_bytes(made.path.read_bytes().replace(b"Ada", b"Ado"))
            assert not backups.is_sound(made)
            assert made in backups.listed(), "it looks whole, until somebody reads all of it"
        for session in history.sessions()[1:]:
            history.delete(session["id"])
        (backups.folder / "2026-01-01-001-week.json.new").write_text("half")
        for day in (50, 51):
            backups.make(history, TODAY + timedelta(days=day), WEEK)
            assert good in backups.listed(), "it holds more than any other that is whole"
        assert len(backups.listed()) == 5
        assert not list(backups.folder.glob("*.new"))


def test_strange_files_are_no_backups(tmp_path: Path) -> None:
    backups = Backups(tmp_path)
    for name in ("2026-11-18-001-week.txt", "2026-99-18-001-week.json", "notes.json", "x-week.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "2026-11-18-001-week.json").mkdir()
    assert backups.listed() == []
    (tmp_path / "2026-11-18-002-week.json").write_text("")
    assert [backup.sessions for backup in backups.listed()] == [None]
    empty = backups.listed()[0]
    assert not backups.is_sound(empty)
    empty.path.unlink()
    assert not backups.is_sound(empty)


def test_a_full_disk_is_refused_and_leaves_no_half_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        fill(history, 2)
        first = backups.make(history, TODAY, WEEK)
        with monkeypatch.context() as disk:
            disk.setattr("history.journal.os.write", full)
            with pytest.raises(NotSaved) as caught:
                backups.make(history, TODAY, IMPORT)
        assert caught.value.reason.key == "history.disk_full"
        assert [path.name for path in backups.folder.iterdir()] == [first.path.name]
        (tmp_path / "file").write_text("in the way")
        with pytest.raises(NotSaved):
            Backups(tmp_path / "file").make(history, TODAY, IMPORT)


# -- Undoing ----------------------------------------------------------------------------------------------


def test_the_last_import_is_remembered_until_it_is_forgotten(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "backups")
    assert backups.last_import() is None
    with History.open(tmp_path / "there", "there") as history:
        fill(history, 3)
        history.export(tmp_path / "file.json")
    with History.open(tmp_path / "here", "here") as history:
        preview = history.preview(tmp_path / "file.json")
        backup = backups.make(history, TODAY, IMPORT)
        backups.note_import(backup, "file.json", preview.marks)
        history.carry_out(preview)
    with History.open(tmp_path / "here", "here") as history:
        last = Backups(tmp_path / "backups").last_import()
        assert last is not None
        assert (last.backup, last.file, last.marks) == (backup.path, "file.json", preview.marks)
        history.carry_out(history.preview_undo(last.marks, last.backup))
        assert history.sessions() == []
        assert history.players() == []
        assert len(history.deleted()) == 3
    backup.path.unlink()
    assert backups.last_import() is None, "without its backup it cannot be undone"
    backups.forget_import()
    backups.forget_import()


@pytest.mark.parametrize(
    "note",
    [
        "",
        "[]",
        "{}",
        '{"backup": 7, "file": "x", "marks": []}',
        '{"backup": "B", "file": "x", "marks": [["trees", "1", 1, "x"]]}',
        '{"backup": "B", "file": "x", "marks": [["sessions", "1", "1", "x"]]}',
        '{"backup": "B", "file": "x", "marks": [["sessions", "1", 1]]}',
        '{"backup": "B", "file": "x", "marks": [["sessions", "1", 1, "../x"]]}',
        '{"backup": "../x.json", "file": "x", "marks": []}',
        "[" * 100_000,
    ],
)
def test_a_spoiled_note_counts_as_none(tmp_path: Path, note: str) -> None:
    backups = Backups(tmp_path / "backups")
    with History.open(tmp_path / "phone") as history:
        backup = backups.make(history, TODAY, IMPORT)
    (backups.folder / LAST_IMPORT).write_text(note.replace('"B"', json.dumps(backup.path.name)))
    assert backups.last_import() is None


# -- The folder -------------------------------------------------------------------------------------------


def test_the_condition_of_a_folder(tmp_path: Path) -> None:
    assert examine(tmp_path / "nowhere").size == 0
    (tmp_path / "damaged-lost.jsonl").symlink_to(tmp_path / "nowhere")
    assert examine(tmp_path).set_aside == ()
    (tmp_path / "damaged-lost.jsonl").unlink()
    with History.open(tmp_path, "phone") as history:
        fill(history, 3)
    journal = tmp_path / "journal-phone.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:5], lines[5].replace(b"A", b"B", 1), *lines[6:]]))
    with History.open(tmp_path, "phone") as history:
        history.statistics()
        assert history.diagnosis.damaged + history.diagnosis.refused == 1
        history.compact()
    os.utime(tmp_path / "damaged-phone.jsonl", (1_777_800_000, 1_777_800_000))
    condition = examine(tmp_path)
    assert [(one.file, one.lines, one.at) for one in condition.set_aside] == [
        ("damaged-phone.jsonl", 1, 1_777_800_000)
    ]
    assert condition.size == sum(path.stat().st_size for path in tmp_path.iterdir())


def test_a_history_that_cannot_be_written_can_still_be_backed_up(tmp_path: Path) -> None:
    with History.open(tmp_path / "phone", "phone") as history:
        fill(history, 2)
        history.export(tmp_path / "file.json")
        session = make_session(Random(8), PEOPLE)
    from history.journal import frame

    with (tmp_path / "phone" / "journal-phone.jsonl").open("a") as journal:
        journal.write(frame('99,["new"],{}'))
    with History.open(tmp_path / "phone", "phone") as history:
        assert history.read_only is not None
        backup = Backups(tmp_path / "backups").make(history, TODAY, WEEK)
        assert backup.sessions == 2
        (tmp_path / "one.json").write_text(json.dumps(session))
        preview = history.preview(tmp_path / "one.json")
        assert preview.count(ADDED, SESSIONS) == 1
        assert preview.count(ADDED, PLAYERS) == 0
        with pytest.raises(ReadOnly):
            history.carry_out(preview)
