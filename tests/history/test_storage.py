"""Underneath: lines and their versions, the lock, compaction while saving, and TinyDB's own operations."""

from __future__ import annotations

import builtins
import json
import os
import signal
import subprocess
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tinydb import where

import history.lock
from history import Closed, History, InvalidDocument, LastChange, Locked, NotSaved, ReadOnly
from history.journal import Draft, Journal, frame, split
from history.revision import Change, compose, encode
from history.storage import JournalStorage, Wish
from history.table import Database, JournalTable, OtherId
from tests.history.factories import make_id, make_live_session, make_players, make_session, make_sessions

PEOPLE = make_players(5)
ROOT = Path(__file__).parents[2]

Document = dict[str, Any]


def line_of(change: Change) -> str:
    return compose(change, "", ()).line


def change_of(session: Document, clock: int = 1, device: str = "other", **fields: Any) -> Change:
    return Change("sessions", session, clock, device, **fields)


def ids(history: History) -> set[str]:
    return {session["id"] for session in history.sessions()}


# -- Lines ------------------------------------------------------------------------------------------------


def test_a_line_is_json_and_says_so_itself() -> None:
    session = make_session(Random(1), PEOPLE)
    crc, version, head, document = json.loads(line_of(change_of(session)))
    assert document == session
    assert (len(crc), version, head[:4]) == (8, 3, ["sessions", session["id"], 1, "other"])


def test_lines_with_a_damaged_line_end_between_them_are_both_found() -> None:
    one, two, three = (frame(f'2,[],{{"n":{number}}}').encode() for number in range(3))
    for between in (b"x", b"", b"\x00", b"junk"):
        data = one[:-1] + between + two[:-1] + between + three
        sound = [data[piece.start : piece.end] for piece in split(data) if piece.sound]
        assert sound[-1] == three[:-1]
        if len(between) < 2:
            assert sound == [one[:-1], two[:-1], three[:-1]]
        unsound = b"".join(data[piece.start : piece.end] for piece in split(data) if not piece.sound)
        assert set(between) <= set(unsound)


def test_bytes_beyond_ascii_are_not_a_line_whatever_their_checksum() -> None:
    line = frame("0000").encode()
    forged = line.replace(b"0000]", "00é]".encode())
    assert not any(piece.sound for piece in split(forged))


# -- Versions ---------------------------------------------------------------------------------------------


def version_1(session: Document, clock: int, device: str = "phone", *, deleted: bool = False) -> bytes:
    change = {"table": "sessions", "clock": clock, "device": device, "deleted": deleted, "document": session}
    return frame(f"1,{encode(change)}").encode()


def test_a_journal_of_version_1_is_read_and_becomes_one_of_today(tmp_path: Path) -> None:
    one, two = make_sessions(2)
    journal = tmp_path / "journal-phone.jsonl"
    journal.write_bytes(
        version_1(one, 1)
        + version_1({**one, "note": "later"}, 2)
        + version_1(two, 3)
        + version_1(two, 4, deleted=True)
    )
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [{**one, "note": "later"}]
        assert opened.deleted() == [two]
        assert opened.diagnosis.healthy
        opened.restore(two["id"])
        opened.compact()
    assert all(json.loads(line)[1] == 3 for line in journal.read_text().splitlines())
    with History.open(tmp_path, "phone") as opened:
        assert ids(opened) == {one["id"], two["id"]}
        assert [version.document for version in opened.versions(one["id"])] == [one]


@pytest.mark.parametrize(
    "payload",
    [
        "1",
        "1,[]",
        "1,{}",
        '1,{"table":"sessions","clock":1,"device":"x","document":{"id":7}}',
        "0,[],{}",
        "2",
        "",
    ],
)
def test_what_only_looks_like_a_line_is_refused_and_set_aside(tmp_path: Path, payload: str) -> None:
    session = make_session(Random(1), PEOPLE)
    journal = tmp_path / "journal-phone.jsonl"
    journal.write_bytes(frame(payload).encode() + version_1(session, 1))
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [session]
        assert opened.diagnosis.refused + opened.diagnosis.damaged == 1
        opened.compact()
    assert (tmp_path / "damaged-phone.jsonl").read_bytes() == frame(payload).encode()


def test_a_newer_own_journal_can_be_looked_at_but_is_not_touched(tmp_path: Path) -> None:
    session = make_session(Random(1), PEOPLE)
    journal = tmp_path / "journal-phone.jsonl"
    content = version_1(session, 1) + frame('4,{"something":"else"}').encode()
    journal.write_bytes(content)
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [session]
        assert opened.read_only is not None
        assert (opened.read_only.key, opened.read_only.args) == ("history.newer_version", {"version": 4})
        for attempt in (
            lambda: opened.save(session),
            lambda: opened.delete(session["id"]),
            lambda: opened.save_player(PEOPLE[0]),
        ):
            with pytest.raises(ReadOnly) as refusal:
                attempt()
            assert refusal.value.key == "history.newer_version"
        opened.compact()
        assert opened.diagnosis.newer == 1
    assert journal.read_bytes() == content
    assert not (tmp_path / "damaged-phone.jsonl").exists()


def test_newer_lines_of_another_device_are_passed_over(tmp_path: Path) -> None:
    one, two = make_sessions(2)
    foreign = tmp_path / "journal-other.jsonl"
    content = frame("4,{}").encode() + version_1(one, 1, "other")
    foreign.write_bytes(content)
    with History.open(tmp_path, "phone") as opened:
        opened.save(two)
        assert ids(opened) == {one["id"], two["id"]}
        assert opened.diagnosis.newer == 1
        assert opened.read_only is None
    assert foreign.read_bytes() == content


# -- Lines of strangers -----------------------------------------------------------------------------------


def forge(session: Document, place: int, value: object) -> str:
    head = json.loads(line_of(change_of(session)))[2]
    head[place] = value
    return frame(f"3,{json.dumps(head)},{json.dumps(session)}")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *[
            (0, "trees"),
            (0, 7),
            (0, ["sessions"]),
            (1, "another id"),
            (2, -1),
            (2, 2**53),
            (2, "9"),
            (2, True),
        ],
        *[(3, "../x"), (3, None), (4, 2), (5, "x"), (6, -32), (6, 5), (6, 32), (6, None), (7, "x")],
        *[(8, {}), (8, [[1, "x"]]), (8, [[-1, "x", []]]), (8, [[1, "../x", []]]), (8, [[1, "x", [7]]])],
        *[
            (9, []),
            (9, {"../x": 1}),
            (9, {"x": -1}),
            (9, {"x": "1"}),
            (10, 7),
            (10, [1, "x"]),
            (10, None),
            (11, {}),
            (11, [[1]]),
        ],
    ],
)
def test_a_forged_head_is_refused(tmp_path: Path, place: int, value: object) -> None:
    session, other = make_sessions(2)
    (tmp_path / "journal-other.jsonl").write_text(forge(session, place, value) + line_of(change_of(other)))
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [other]
        assert opened.diagnosis.refused == 1


def test_a_head_that_contradicts_its_document_is_not_believed(tmp_path: Path) -> None:
    session = make_session(Random(1), PEOPLE, "pearls")
    (tmp_path / "journal-other.jsonl").write_text(forge(session, 15, "coloretto"))
    for _ in range(2):
        with History.open(tmp_path, "phone") as opened:
            assert opened.sessions(game="pearls") == [session]
            assert opened.sessions(game="coloretto") == []


@pytest.mark.parametrize("depth", [100, 100_000])
def test_a_bottomless_line_is_refused(tmp_path: Path, depth: int) -> None:
    (tmp_path / "journal-other.jsonl").write_text(frame("3,[]," + "[" * depth + "]" * depth))
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == []
        assert opened.diagnosis.refused == 1


def test_an_invalid_document_falls_back_to_the_change_before(tmp_path: Path) -> None:
    session = make_session(Random(1), PEOPLE)
    bad = encode({**session, "game": "chess"})
    head = json.loads(line_of(change_of(session, clock=2)))[2]
    (tmp_path / "journal-other.jsonl").write_text(
        line_of(change_of(session, clock=1)) + frame(f"3,{encode(head)},{bad}")
    )
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [session]
        assert opened.diagnosis.findings[0].reason.key.startswith("document.")


def test_a_checked_note_from_another_device_is_not_believed(tmp_path: Path) -> None:
    """A stranger's folder may bring a note saying that all is in order."""
    session = make_session(Random(1), PEOPLE)
    with History.open(tmp_path, "stranger") as opened:
        opened.save(session)
    (tmp_path / "journal-stranger.jsonl").write_text("[garbage]\n")
    (tmp_path / "checked-stranger.json").rename(tmp_path / "checked-phone.json")
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == []
        assert opened.diagnosis.damaged == 1


def test_of_very_much_damage_only_some_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("history.storage.MOST_FINDINGS", 3)
    (tmp_path / "journal-other.jsonl").write_bytes(b"rubbish\n" * 10)
    with History.open(tmp_path, "phone") as opened:
        assert opened.diagnosis.damaged == 10
        assert len(opened.diagnosis.findings) == 3


def test_a_clock_that_damage_has_hidden_is_not_used_again(tmp_path: Path) -> None:
    session = make_session(Random(1), PEOPLE)
    with History.open(tmp_path, "phone") as opened:
        opened.save(session)
        opened.save({**session, "note": "seen elsewhere"})
    journal = tmp_path / "journal-phone.jsonl"
    seen = journal.read_bytes()
    journal.write_bytes(seen.replace(b"seen elsewhere", b"seen elsewhexe"))
    with History.open(tmp_path, "phone") as opened:
        opened.save({**session, "note": "after the damage"})
    (tmp_path / "journal-copy.jsonl").write_bytes(seen)
    with History.open(tmp_path, "phone") as opened:
        assert opened.get(session["id"])["note"] == "after the damage"


def test_moves_kept_elsewhere_that_are_nowhere_are_refused(tmp_path: Path) -> None:
    session = make_live_session(Random(1), PEOPLE, 40)
    (tmp_path / "journal-other.jsonl").write_text(
        line_of(change_of(session, 1)) + line_of(change_of(session, 2, kept=32, check=12345))
    )
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [session]
        assert opened.diagnosis.findings[0].reason.key == "history.line_incomplete"


@pytest.mark.parametrize("clock", [2**40, 2**52, 2**53 - 2**32 - 50, 2**53 - 2**32, 2**53 - 1])
def test_a_strangers_clock_never_ends_saving(tmp_path: Path, clock: int) -> None:
    session, mine = (make_session(Random(seed), PEOPLE) for seed in (1, 2))
    (tmp_path / "journal-other.jsonl").write_text(line_of(change_of(session, clock)))
    with History.open(tmp_path, "phone") as opened:
        opened.save(mine)
        opened.save({**session, "note": "mine"})
        opened.delete(session["id"])
        opened.restore(mine["id"])
    with History.open(tmp_path, "phone") as opened:
        assert opened.sessions() == [mine]
        opened.save(session)
        assert opened.get(session["id"]) == session
        clocks = [
            int(json.loads(line)[2][2])
            for line in (tmp_path / "journal-phone.jsonl").read_text().splitlines()
        ]
        assert clocks[0] == 1


def test_only_the_one_document_that_was_stamped_last_of_all_stays_as_it_is(tmp_path: Path) -> None:
    session, mine = (make_session(Random(seed), PEOPLE) for seed in (1, 2))
    (tmp_path / "journal-other.jsonl").write_text(line_of(change_of(session, 2**53 - 2**32 - 1)))
    with History.open(tmp_path, "phone") as opened:
        for change in (
            lambda: opened.save({**session, "note": "mine"}),
            lambda: opened.delete(session["id"]),
        ):
            with pytest.raises(LastChange) as refusal:
                change()
            assert refusal.value.key == "history.no_later_change"
        opened.save(mine)
        assert {one["id"] for one in opened.sessions()} == {session["id"], mine["id"]}


@pytest.mark.slow
def test_a_session_too_large_in_all_is_refused_though_its_pieces_are_not(tmp_path: Path) -> None:
    session = make_live_session(Random(1), PEOPLE, 64)
    with History.open(tmp_path, "phone") as opened:
        saved = None
        for number in range(200):
            session["moves"] += [{"move": "take", "at": number, "why": "x" * 1000} for _ in range(8)]
            try:
                opened.save(session)
            except InvalidDocument:
                break
            saved = json.loads(json.dumps(session))
        assert saved is not None
        assert len(saved["moves"]) < 8 * 199
        opened.compact()
    with History.open(tmp_path, "phone") as opened:
        assert opened.get(session["id"]) == saved
        assert opened.diagnosis.healthy


# -- The lock ---------------------------------------------------------------------------------------------

HOLDER = """
import sys
from history import History
with History.open(sys.argv[1], "phone") as history:
    history.wait()
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_a_second_process_is_locked_out_until_the_first_is_gone(
    tmp_path: Path, holder: subprocess.Popen[str]
) -> None:
    for device in ("phone", "other"):
        with pytest.raises(Locked) as refusal:
            History.open(tmp_path, device)
        assert refusal.value.key == "history.locked"
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with History.open(tmp_path, "phone") as opened:
        opened.save(make_session(Random(1), PEOPLE))


def test_the_same_process_is_locked_out_too(tmp_path: Path) -> None:
    with History.open(tmp_path), pytest.raises(Locked):
        History.open(tmp_path)
    with History.open(tmp_path):
        pass


class Windows(types.SimpleNamespace):
    """What stands in for msvcrt: locks that the process holds, by file."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__(held=set())

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        file = os.fstat(descriptor).st_ino
        if file in self.held:
            raise PermissionError(13, "locked")
        self.held.add(file)


def test_without_fcntl_the_lock_of_windows_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history.lock, "fcntl", None)
    monkeypatch.setattr(history.lock, "msvcrt", Windows())
    with History.open(tmp_path), pytest.raises(Locked):
        History.open(tmp_path)


def test_without_any_lock_it_still_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history.lock, "fcntl", None)
    monkeypatch.setattr(history.lock, "msvcrt", None)
    with History.open(tmp_path) as opened:
        opened.wait()


def test_a_file_system_without_locks_still_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, how: int) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(history.lock.fcntl, "flock", refuse)
    with History.open(tmp_path) as opened:
        opened.wait()


# -- Compaction -------------------------------------------------------------------------------------------


def test_saving_goes_on_while_another_thread_compacts(tmp_path: Path) -> None:
    sessions = make_sessions(150, 2, PEOPLE)
    live = make_live_session(Random(3), PEOPLE, 90)
    stop = threading.Event()
    compactions = []

    def compact_without_pause(opened: History) -> None:
        while not stop.is_set():
            opened.compact()
            compactions.append(1)

    with History.open(tmp_path, "phone") as opened:
        opened.save(live)
        worker = threading.Thread(target=compact_without_pause, args=(opened,))
        worker.start()
        for number, session in enumerate(sessions):
            opened.save(session)
            live["moves"].append({"move": "take", "cards": number})
            opened.save(live)
            assert opened.get(live["id"]) == live
        stop.set()
        worker.join()
        expected = {session["id"]: session for session in [*sessions, live]}
        assert {session["id"]: session for session in opened.sessions()} == expected
    with History.open(tmp_path, "phone") as opened:
        assert {session["id"]: session for session in opened.sessions()} == expected
        assert opened.diagnosis == type(opened.diagnosis)(at=opened.diagnosis.at)
    assert len(compactions) > 3


def test_garbage_is_compacted_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("history.storage.TOLERATED_GARBAGE", 20_000)
    live = make_live_session(Random(3), PEOPLE, 0)
    journal = tmp_path / "journal-phone.jsonl"
    written = largest = 0
    with History.open(tmp_path, "phone") as opened:
        for number in range(200):
            live["moves"].append({"move": "take", "cards": number})
            before = journal.stat().st_size
            opened.save(live)
            written += max(0, journal.stat().st_size - before)
            largest = max(largest, journal.stat().st_size)
            if opened._storage._compaction is not None:
                opened._storage._compaction.join()
        assert opened.get(live["id"]) == live
    assert largest < written / 2
    with History.open(tmp_path, "phone") as opened:
        assert opened.get(live["id"]) == live


def test_a_crash_before_the_draft_takes_its_place_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = make_sessions(4)

    def fail(draft: Draft) -> None:
        os.close(draft._descriptor)
        raise NotSaved("history.not_written")

    with History.open(tmp_path, "phone") as opened:
        for session in sessions[:3]:
            opened.save(session)
        with monkeypatch.context() as patch:
            patch.setattr(Draft, "publish", fail)
            with pytest.raises(NotSaved):
                opened.compact()
        opened.save(sessions[3])
    assert (tmp_path / "journal-phone.jsonl.new").exists()
    with History.open(tmp_path, "phone") as opened:
        assert len(opened.sessions()) == 4
        opened.compact()
    assert not (tmp_path / "journal-phone.jsonl.new").exists()


def test_a_disk_that_does_not_give_back_the_tail_stops_compaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(journal: Journal, start: int = 0) -> bytes:
        raise OSError(5, "reading")

    session = make_session(Random(1), PEOPLE)
    with History.open(tmp_path, "phone") as opened:
        opened.save(session)
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "read", fail)
            with pytest.raises(NotSaved):
                opened.compact()
        assert not list(tmp_path.glob("*.new"))
        opened.save({**session, "note": "after"})
        assert opened.get(session["id"])["note"] == "after"


def test_compacting_a_closed_history_does_nothing(tmp_path: Path) -> None:
    opened = History.open(tmp_path, "phone")
    opened.save(make_session(Random(1), PEOPLE))
    opened.close()
    before = (tmp_path / "journal-phone.jsonl").read_bytes()
    opened.compact()
    assert (tmp_path / "journal-phone.jsonl").read_bytes() == before


# -- Opening in the background ----------------------------------------------------------------------------


def test_opening_does_not_wait_for_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_session(Random(1), PEOPLE)
    with History.open(tmp_path, "phone") as opened:
        opened.save(session)
    may_read = threading.Event()
    read = Journal.read

    def read_later(journal: Journal, start: int = 0) -> bytes:
        may_read.wait()
        return read(journal, start)

    monkeypatch.setattr(Journal, "read", read_later)
    with History.open(tmp_path, "phone") as opened:
        assert not opened.ready
        assert not opened.wait(timeout=0.01)
        may_read.set()
        assert opened.sessions() == [session]
        assert opened.ready
        assert opened.wait()


def test_unchecked_and_checked_reading_give_the_same(tmp_path: Path) -> None:
    sessions = make_sessions(30)
    with History.open(tmp_path, "phone") as opened:
        for session in sessions:
            opened.save(session)
    checked = tmp_path / "checked-phone.json"
    assert checked.exists()
    with History.open(tmp_path, "phone") as opened:
        fast = [revision.head for revision in opened._storage.present("sessions")]
        first = list(opened.sessions())
    checked.unlink()
    with History.open(tmp_path, "phone") as opened:
        assert [revision.head for revision in opened._storage.present("sessions")] == fast
        assert list(opened.sessions()) == first


# -- TinyDB -----------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path, "phone") as opened:
        opened.storage.load()  # type: ignore[attr-defined]
        yield opened


@pytest.fixture
def table(database: Database) -> JournalTable:
    found = database.table("sessions")
    assert isinstance(found, JournalTable)
    return found


def test_tinydb_finds_what_was_put(database: Database, table: JournalTable) -> None:
    sessions = make_sessions(12)
    table.insert(sessions[0])
    table.insert_multiple(sessions[1:])
    assert len(table) == 12
    assert table.get(doc_id=sessions[3]["id"]) == sessions[3]  # type: ignore[call-overload]
    assert table.get(where("id") == sessions[4]["id"]) == sessions[4]
    pearls = [session for session in sessions if session["game"] == "pearls"]
    assert table.search(where("game") == "pearls") == pearls
    assert table.count(where("note") == "") == sum(session["note"] == "" for session in sessions)
    assert table.contains(where("players").any(where("id") == sessions[0]["players"][0]["id"]))
    assert sorted(table.all(), key=lambda one: one["id"]) == sorted(sessions, key=lambda one: one["id"])
    assert database.tables() == {"sessions", "players", "devices", "games"}


def test_tinydb_changes_are_durable(tmp_path: Path, database: Database, table: JournalTable) -> None:
    sessions = make_sessions(6)
    table.insert_multiple(sessions)
    names = [session["id"] for session in sessions]
    assert table.update({"note": "by id"}, doc_ids=[names[0], make_id(Random(1))]) == [names[0]]
    assert table.update({"note": "by query"}, where("id") == names[1]) == [names[1]]
    assert table.update_multiple([({"place": "many"}, where("id") == names[2])]) == [names[2]]
    assert table.upsert({**sessions[3], "note": "upserted"}, where("id") == names[3]) == [names[3]]
    assert table.remove(doc_ids=[names[4]]) == [names[4]]
    assert table.remove(where("id") == names[5]) == [names[5]]
    database.close()
    with History.open(tmp_path, "phone") as opened:
        assert {session["id"]: (session["note"], session["place"]) for session in opened.sessions()} == {
            names[0]: ("by id", sessions[0]["place"]),
            names[1]: ("by query", sessions[1]["place"]),
            names[2]: (sessions[2]["note"], "many"),
            names[3]: ("upserted", sessions[3]["place"]),
        }
        assert {session["id"] for session in opened.deleted()} == set(names[4:])


def test_an_updater_that_changes_nothing_writes_nothing(table: JournalTable) -> None:
    table.insert_multiple(make_sessions(3))
    size = table._storage._journal.size
    table.update(dict.copy)
    table.update({"note": "x"}, where("id") == "nobody")
    assert table._storage._journal.size == size


def test_search_results_cannot_be_poisoned(table: JournalTable) -> None:
    session = make_session(Random(1), PEOPLE)
    table.insert(session)
    query = where("game") == session["game"]
    table.search(query)[0]["note"] = "poison"
    assert table.search(query) == [session]


def test_ids_are_the_documents_own_and_are_not_used_twice(table: JournalTable) -> None:
    session = make_session(Random(1), PEOPLE)
    table.insert(session)
    with pytest.raises(ValueError, match="already exists"):
        table.insert(session)
    with pytest.raises(OtherId):
        table.update({"id": make_id(Random(2))}, doc_ids=[session["id"]])
    with pytest.raises(RuntimeError):
        table.remove()
    assert table.all() == [session]


def test_one_bad_document_refuses_all_of_a_change(table: JournalTable) -> None:
    sessions = make_sessions(3)
    with pytest.raises(InvalidDocument):
        table.insert_multiple([sessions[0], {**sessions[1], "game": "chess"}, sessions[2]])
    assert len(table) == 0


def test_dropping_tables_deletes_what_can_be_restored(database: Database, table: JournalTable) -> None:
    sessions = make_sessions(3)
    table.insert_multiple(sessions)
    database.table("players").insert(PEOPLE[0])
    database.drop_table("players")
    assert len(database.table("players")) == 0
    assert len(table) == 3
    table.truncate()
    assert len(table) == 0
    table.restore(sessions[0]["id"])
    database.storage.write({"sessions": {sessions[1]["id"]: sessions[1]}})
    assert table.all() == [sessions[1]]
    database.drop_tables()
    assert len(database.table("sessions")) == 0


def test_an_updater_can_take_back_what_it_took_away(table: JournalTable) -> None:
    one, two, three = make_sessions(3)
    table.insert_multiple([one, two])

    def juggle(rows: Any) -> None:
        del rows[one["id"]]
        assert one["id"] not in rows
        with pytest.raises(KeyError):
            rows[one["id"]]
        with pytest.raises(KeyError):
            del rows[one["id"]]
        rows[one["id"]] = one
        rows[three["id"]] = three
        assert len(rows) == 3
        del rows[three["id"]]

    table._update_table(juggle)
    assert {row["id"] for row in table.all()} == {one["id"], two["id"]}
    assert len(table.all()[0]) == len(one)


# -- Storage ----------------------------------------------------------------------------------------------


def test_an_import_that_counts_less_is_not_carried_out(tmp_path: Path) -> None:
    session = make_session(Random(1), PEOPLE)
    storage = JournalStorage(tmp_path, "phone")
    storage.load()
    storage.commit([Wish("sessions", session)])
    size = storage._journal.size
    assert storage.commit([Wish("sessions", {**session, "note": "old"}, stamp=(0, ""))]) == []
    assert storage._journal.size == size
    storage.close()
    with pytest.raises(Closed):
        storage.commit([Wish("sessions", session)])


def test_modules_that_are_missing_on_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    present = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name in ("fcntl", "msvcrt"):
            raise ImportError(name)
        return present(name, *rest, **more)

    source = Path(history.lock.__file__).read_text()
    namespace: dict[str, Any] = {"__name__": "history.lock"}
    monkeypatch.setattr(builtins, "__import__", without)
    exec(compile(source, history.lock.__file__, "exec"), namespace)
    assert namespace["_system_lock"]() is None
