"""Killed at any moment, on a full disk, with damaged files: what was acknowledged is there, and it opens."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History, NotSaved
from history.journal import Journal
from history.storage import JournalStorage, Wish
from tests.history.factories import make_live_session, make_players, make_session, make_sessions

PEOPLE = make_players(5)
KILLS = int(os.environ.get("TABLESIDE_KILLS", "210"))
AT_A_TIME = 70
ROOT = Path(__file__).parents[2]

Document = dict[str, Any]


def contents(folder: Path) -> dict[str, Document]:
    with History.open(folder, "phone") as history:
        return {session["id"]: session for session in history.sessions()}


def write(folder: Path, sessions: list[Document]) -> Path:
    """A journal with these sessions, one after the other."""
    with History.open(folder, "phone") as history:
        for session in sessions:
            history.save(session)
    return folder / "journal-phone.jsonl"


def by_id(sessions: list[Document]) -> dict[str, Document]:
    return {session["id"]: session for session in sessions}


def short_session(seed: int) -> Document:
    session = make_session(Random(seed), PEOPLE, "perfect_numbers", seats=2)
    return {**session, "moves": [], "sheet": None, "result": None, "options": {}, "place": "", "note": ""}


# -- Killed -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(-(-KILLS // AT_A_TIME)))
def test_nothing_acknowledged_is_lost_when_the_app_is_killed(tmp_path: Path, seed: int) -> None:
    command = [sys.executable, "-m", "tests.history.killed", str(tmp_path), str(AT_A_TIME), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# -- Torn -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_torn_at_every_byte_of_the_last_three_lines(tmp_path: Path) -> None:
    sessions = [short_session(seed) for seed in range(4)]
    journal = write(tmp_path, sessions)
    whole = journal.read_bytes()
    checked = (tmp_path / "checked-phone.json").read_bytes()
    ends = [position + 1 for position, byte in enumerate(whole) if byte == ord("\n")]
    extra = short_session(99)
    for size in range(ends[0], len(whole)):
        for file, content in ((journal, whole[:size]), (tmp_path / "checked-phone.json", checked)):
            file.unlink()
            file.write_bytes(content)
        # Without its line end a line is still whole.
        complete = sum(end <= size + 1 for end in ends)
        expected = by_id(sessions[:complete])
        storage = JournalStorage(tmp_path, "phone")
        storage.load()
        assert by_id([one.document() for one in storage.present("sessions")]) == expected, size
        assert storage.diagnosis.healthy
        assert storage.diagnosis.torn == (size not in (*ends, *(end - 1 for end in ends)))
        storage.close()
        if size % 50 == 0:
            with History.open(tmp_path, "phone") as history:
                history.save(extra)
            assert contents(tmp_path) == {**expected, extra["id"]: extra}, size


def test_what_was_torn_off_is_kept_aside(tmp_path: Path) -> None:
    journal = write(tmp_path, [short_session(1), short_session(2)])
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-10])
    with History.open(tmp_path, "phone") as history:
        assert len(history.sessions()) == 1
        history.compact()
    torn = whole.splitlines()[1][:-9]
    assert (tmp_path / "damaged-phone.jsonl").read_bytes() == torn + b"\n"
    with History.open(tmp_path, "phone") as history:
        assert history.diagnosis.torn == 0


def killed(folder: Path, name: str) -> Path:
    """The folder as it is found after the app was killed at this moment."""
    return Path(shutil.copytree(folder, folder.with_name(name)))


@pytest.mark.parametrize("cut", [1, 2, 40, 200])
@pytest.mark.parametrize("kills", [1, 3])
def test_half_a_line_never_ends_up_in_the_middle(tmp_path: Path, cut: int, kills: int) -> None:
    sessions = [short_session(seed) for seed in range(2 + kills)]
    folder = tmp_path / "phone"
    journal = write(folder, sessions[:2])
    journal.write_bytes(journal.read_bytes()[:-cut])
    expected = by_id(sessions[: 2 if cut == 1 else 1])
    for number in range(kills):
        storage = JournalStorage(folder, "phone")
        storage.load()
        assert storage.diagnosis.torn == (number == 0 and cut > 1)
        storage.commit([Wish("sessions", sessions[2 + number])])
        expected |= by_id([sessions[2 + number]])
        folder = killed(folder, f"after {number}")
        storage.close()
    with History.open(folder, "phone") as history:
        assert by_id(list(history.sessions())) == expected
        assert history.diagnosis.findings == ()
        assert history.diagnosis.healthy


@pytest.mark.parametrize("holes", [[(0, 99)], [(40, 400)], [(0, 300), (350, -1)]])
def test_a_line_with_holes_at_the_end_is_a_line_that_never_was(
    tmp_path: Path, holes: list[tuple[int, int]]
) -> None:
    """A loss of power may leave the length of a file on the disk, but not all the letters."""
    sessions = [short_session(seed) for seed in range(3)]
    journal = write(tmp_path / "phone", sessions[:2])
    lines = journal.read_bytes().splitlines(keepends=True)
    last = bytearray(lines[1])
    for start, end in holes:
        last[start:end] = bytes(len(last[start:end]))
    journal.write_bytes(lines[0] + last)
    storage = JournalStorage(tmp_path / "phone", "phone")
    storage.load()
    assert (storage.diagnosis.torn, storage.diagnosis.healthy) == (1, True)
    storage.commit([Wish("sessions", sessions[2])])
    after = killed(tmp_path / "phone", "after")
    storage.close()
    with History.open(after, "phone") as history:
        assert by_id(list(history.sessions())) == by_id([sessions[0], sessions[2]])
        assert history.diagnosis.findings == ()


def test_a_last_line_with_other_letters_is_damaged_and_said_to_be(tmp_path: Path) -> None:
    journal = write(tmp_path, [short_session(seed) for seed in range(2)])
    journal.write_bytes(journal.read_bytes()[:-9] + b"x" * 8 + b"\n")
    with History.open(tmp_path, "phone") as history:
        assert (history.diagnosis.torn, history.diagnosis.damaged) == (0, 1)


def test_half_a_line_that_cannot_be_set_aside_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = [short_session(seed) for seed in range(3)]
    journal = write(tmp_path, sessions[:2])
    torn = journal.read_bytes()[:-10]
    journal.write_bytes(torn)
    (tmp_path / "damaged-phone.jsonl").mkdir()
    with History.open(tmp_path, "phone") as history:
        assert history.diagnosis.torn == 1
        history.save(sessions[2])
        assert journal.read_bytes().startswith(torn)
    assert contents(tmp_path) == by_id([sessions[0], sessions[2]])


# -- Damaged ----------------------------------------------------------------------------------------------


def a_long_story(seed: int) -> list[Document]:
    """Many sessions, one of them growing to more than a hundred moves in between."""
    random = Random(seed)
    live = make_live_session(random, PEOPLE, 0)
    story: list[Document] = []
    for _ in range(130):
        live = {**live, "moves": [*live["moves"], {"move": "take", "cards": random.randrange(9)}]}
        story.append(live)
        if random.random() < 0.2:
            story.append(make_session(random, PEOPLE))
    return story


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_flipped_bytes_cost_no_more_than_the_lines_they_are_in(tmp_path: Path, part: int) -> None:
    story = a_long_story(part)
    whole = write(tmp_path / "whole", story).read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == len(story)
    random = Random(part)
    for trial in range(12):
        folder = tmp_path / str(trial)
        shutil.copytree(tmp_path / "whole", folder)
        damaged = bytearray(whole)
        for position in random.sample(range(len(whole)), random.choice((1, 1, 2, 5))):
            damaged[position] ^= random.randrange(1, 256)
        (folder / "journal-phone.jsonl").write_bytes(damaged)
        expected, start, hits = {}, 0, 0
        for line, session in zip(lines, story, strict=True):
            if damaged[start : start + len(line) - 1] == line[:-1]:
                expected[session["id"]] = session
            else:
                hits += 1
            start += len(line)
        with History.open(folder, "phone") as history:
            diagnosis = history.diagnosis
            assert by_id(list(history.sessions())) == expected, (part, trial)
            assert diagnosis.damaged + diagnosis.torn >= hits
            assert diagnosis.at > 0
            history.compact()
        with History.open(folder, "phone") as history:
            assert by_id(list(history.sessions())) == expected
            assert history.diagnosis.healthy
        aside = folder / "damaged-phone.jsonl"
        rescued = aside.read_bytes() if aside.exists() else b""
        assert len(rescued) >= sum(finding.size for finding in diagnosis.findings)


def test_a_foreign_journal_is_left_as_it_is_however_damaged(tmp_path: Path) -> None:
    sessions = [short_session(seed) for seed in range(3)]
    journal = write(tmp_path, sessions)
    foreign = tmp_path / "journal-other.jsonl"
    damaged = journal.read_bytes().replace(b"perfect", b"pirfect", 1)
    journal.unlink()
    foreign.write_bytes(damaged)
    for _ in range(2):
        with History.open(tmp_path, "phone") as history:
            assert len(history.sessions()) == 2
            assert history.diagnosis.damaged == 1
            assert history.diagnosis.findings[0].journal == foreign.name
            assert not history.diagnosis.healthy
            history.compact()
        assert foreign.read_bytes() == damaged


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"\x00" * 5000, b"[" * 100_000, bytes(range(256)) * 50])
def test_any_bytes_open(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "journal-phone.jsonl").write_bytes(content)
    (tmp_path / "journal-other.jsonl").write_bytes(content)
    session = short_session(1)
    with History.open(tmp_path, "phone") as history:
        assert history.sessions() == []
        history.save(session)
    assert contents(tmp_path) == by_id([session])


def test_a_foreign_journal_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    (tmp_path / "journal-other.jsonl").mkdir()
    with History.open(tmp_path, "phone") as history:
        assert history.diagnosis.unreadable == 1
        history.save(short_session(1))


def test_a_journal_too_large_for_a_phone_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, [short_session(1)]).rename(tmp_path / "journal-other.jsonl")
    monkeypatch.setattr("history.storage.LARGEST_JOURNAL", 100)
    with History.open(tmp_path, "phone") as history:
        assert history.diagnosis.findings[0].reason.key == "history.journal_too_large"
        assert history.sessions() == []


@pytest.mark.parametrize("content", [b"", b"nonsense", b"00\n{}", b'{"journal-phone.jsonl": [10, "x"]}'])
def test_what_was_checked_is_checked_again_when_its_note_is_damaged(tmp_path: Path, content: bytes) -> None:
    session = short_session(1)
    write(tmp_path, [session])
    (tmp_path / "checked-phone.json").write_bytes(content)
    assert contents(tmp_path) == by_id([session])


# -- Full -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file can grow beyond this size: to the writer the same as a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_fills_up_at_any_byte(tmp_path: Path) -> None:
    first, second = short_session(1), short_session(2)
    journal = write(tmp_path, [first])
    before = journal.read_bytes()
    with History.open(tmp_path, "phone") as history:
        history.wait()
        for room in range(0, 400, 7):
            with largest_file(len(before) + room), pytest.raises(NotSaved) as refusal:
                history.save(second)
            assert refusal.value.key == "history.disk_full"
            assert journal.read_bytes() == before
            assert history.sessions() == [first]
        history.save(second)
    assert contents(tmp_path) == by_id([first, second])


def test_half_a_line_that_cannot_be_taken_back_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = [short_session(seed) for seed in range(3)]
    journal = write(tmp_path, sessions[:1])

    def refuse(descriptor: int, size: int) -> None:
        raise OSError(errno.EIO, "truncating")

    with History.open(tmp_path, "phone") as history:
        history.wait()
        with monkeypatch.context() as patch:
            patch.setattr(os, "ftruncate", refuse)
            with largest_file(journal.stat().st_size + 50), pytest.raises(NotSaved):
                history.save(sessions[1])
        history.save(sessions[2])
        assert len(history.sessions()) == 2
    assert contents(tmp_path) == by_id([sessions[0], sessions[2]])


def test_no_room_for_compaction_leaves_the_journal_as_it_is(tmp_path: Path) -> None:
    sessions = [short_session(seed) for seed in range(5)]
    journal = write(tmp_path, sessions * 2)
    before = journal.read_bytes()
    with History.open(tmp_path, "phone") as history:
        history.wait()
        with largest_file(500), pytest.raises(NotSaved):
            history.compact()
        assert journal.read_bytes() == before
        assert not list(tmp_path.glob("*.new"))
        history.compact()
        assert journal.stat().st_size < len(before)
    assert contents(tmp_path) == by_id(sessions)


def test_an_error_of_the_disk_is_refused_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, "flushing")

    session = short_session(1)
    with History.open(tmp_path, "phone") as history:
        history.wait()
        with monkeypatch.context() as patch:
            patch.setattr("history.journal._flush", fail)
            with pytest.raises(NotSaved) as refusal:
                history.save(session)
        assert (refusal.value.key, refusal.value.reason.args) == ("history.not_written", {"error": "EIO"})
        assert history.sessions() == []
        history.save(session)
    assert contents(tmp_path) == by_id([session])


def test_an_interrupted_save_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    first, second = short_session(1), short_session(2)
    with History.open(tmp_path, "phone") as history:
        history.wait()
        with monkeypatch.context() as patch:
            patch.setattr("history.journal._flush", interrupt)
            with pytest.raises(KeyboardInterrupt):
                history.save(first)
        history.save(second)
    assert contents(tmp_path) == by_id([second])


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_some = os.write
    sessions = make_sessions(3)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: write_some(descriptor, bytes(data)[:100]))
        write(tmp_path, sessions)
    assert contents(tmp_path) == by_id(sessions)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that is really full, where one may mount it; files that may not grow are tested everywhere."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not permitted here")
    yield disk
    gc.collect()  # a closed history still reads what was asked of it, until nobody holds it any more
    subprocess.run(["umount", str(disk)], check=True)


def test_a_small_disk_fills_up_and_empties(small_disk: Path) -> None:
    saved: list[Document] = []
    with History.open(small_disk, "phone") as history:
        for session in make_sessions(1000):
            try:
                history.save(session)
            except NotSaved as refusal:
                assert refusal.key == "history.disk_full"
                break
            saved.append(session)
        assert 50 < len(saved) < 1000
        assert by_id(list(history.sessions())) == by_id(saved)
    with History.open(small_disk, "phone") as history:
        assert by_id(list(history.sessions())) == by_id(saved)
        with pytest.raises(NotSaved):
            history.save(make_live_session(Random(1), PEOPLE, 2000))
        assert history.diagnosis.healthy


def test_a_full_disk_at_the_very_first_opening(tmp_path: Path) -> None:
    with largest_file(0), pytest.raises(NotSaved):
        History.open(tmp_path)
    with History.open(tmp_path) as history:
        history.save(short_session(1))


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotSaved):
        History.open(tmp_path / "file")


def test_a_journal_that_cannot_be_opened_is_refused_and_frees_the_lock(tmp_path: Path) -> None:
    (tmp_path / "journal-phone.jsonl").mkdir()
    for _ in range(2):
        with pytest.raises(NotSaved):
            History.open(tmp_path, "phone")


def test_a_journal_that_cannot_be_read_is_refused_to_everyone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(journal: Journal, start: int = 0) -> bytes:
        raise OSError(errno.EIO, "reading")

    monkeypatch.setattr(Journal, "read", fail)
    with History.open(tmp_path, "phone") as history:
        for ask in (
            history.sessions,
            history.wait,
            history.statistics,
            lambda: history.save(short_session(1)),
        ):
            with pytest.raises(ValueError, match=r"history\.not_read"):
                ask()  # type: ignore[operator]
