"""Every system call of every operation fails once, or is the moment at which the power goes.

A small life of a history is lived on a disk that can fail (see `tests.history.disk`): its first opening, new
sessions, long ones, edits, deletions, players and their merging, an import and its undoing, backups and going
back to one, compaction, closing and opening again, also after a kill. Two things are done to it:

- *Power loss*: before every call that changes the disk, all disks that may be left are laid out and opened.
  What had been acknowledged is there; of what was under way each document is as before or as after.
- *Failing calls*: every call of every operation fails once. Then the operation was refused with a reason and
  has changed nothing, or it succeeded all the same; the next save works, and what is seen before closing is
  what is seen after opening again. An opening that was refused succeeds the next time.

By default a failing call that changes the disk finds it full, and any other meets an error of the disk;
writes are also cut short. Of the disks that a loss of power may leave every fifth is opened. With
TABLESIDE_CRASH_POINTS=all every call fails in every way, and every disk is opened.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from history import History
from history.backup import HAND, WEEK, Backups
from scoring.core import Refusal
from tests.history.disk import SHORT, Disk, Tree, fingerprint, lay_out
from tests.history.factories import make_live_session, make_players, make_session

ALL = os.environ.get("TABLESIDE_CRASH_POINTS") == "all"
EVERY = 1 if ALL else 5
TODAY = date(2026, 11, 18)

PEOPLE = make_players(3)
ADA, BO, CLEO = (player["id"] for player in PEOPLE)
ONE, TWO, THREE, FOUR, LATER = (make_session(Random(seed), PEOPLE) for seed in range(5))
LIVE = make_live_session(Random(7), PEOPLE, 70)

BEGINS_CLOSED = ("open", "be killed", "open again")
ENDS_ANYHOW = (*BEGINS_CLOSED, "reopen", "close")
SEVERAL_AT_ONCE = ("import", "undo the import", "go back to a backup")
"""What writes many lines in one go: a loss of power may bring the later ones to the disk without the first,
which then look damaged. Nobody was told that they were saved."""

Told = dict[str, Any]


class Unseen(Refusal):
    """What the person wanted to choose was not on offer."""


class Life:
    """A history and its backups under one root, from which some operations start."""

    def __init__(self, root: Path) -> None:
        self.data = root / "data"
        self.backups = Backups(self.data / "backups")

    def open(self) -> None:
        self.history = History.open(self.data / "history")
        self.history.wait()
        self.history._reader.join()  # so that its calls are in order, too

    def close(self) -> None:
        self.history.close()

    def reopen(self) -> None:
        self.close()
        self.open()

    def edit(self) -> None:
        self.history.save({**ONE, "note": "edited"})

    def play_on(self) -> None:
        moves = [*LIVE["moves"], {"move": "take", "cards": 2, "at": 500}]
        self.history.save({**LIVE, "moves": moves})

    def players(self) -> None:
        for player in PEOPLE:
            self.history.save_player(player)

    def bring(self) -> None:
        file = self.data.parent / "file.json"
        backup = self.backups.make(self.history, TODAY, HAND)
        preview = self.history.preview(file)
        self.backups.note_import(backup, file.name, preview.marks)
        self.history.carry_out(preview)

    def take_back(self) -> None:
        last = self.backups.last_import()
        if last is None:
            raise Unseen("history.not_read")
        self.history.carry_out(self.history.preview_undo(last.marks, last.backup))
        self.backups.forget_import()

    def back_up(self) -> None:
        self.backups.make(self.history, TODAY, WEEK)

    def go_back(self) -> None:
        for backup in self.backups.listed():
            if backup.why == WEEK:
                self.history.carry_out(self.history.preview_restore(backup.path))
                return
        raise Unseen("history.not_read")

    def be_killed(self) -> None:
        """What is left when the app dies while it is saving."""
        [journal] = (self.data / "history").glob("journal-*.jsonl")
        descriptor = os.open(journal, os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, b'["01234567",2,["sessions"')
        os.close(descriptor)

    def export(self) -> None:
        for kind in ("json", "csv", "bgstats"):
            self.history.export(self.data / f"export.{kind}", kind)


STEPS: dict[str, Callable[[Life], object]] = {
    "open": Life.open,
    "save": lambda life: life.history.save(ONE),
    "save more": lambda life: life.history.save(LIVE),
    "reopen": Life.reopen,
    "play on": Life.play_on,
    "edit": Life.edit,
    "save players": Life.players,
    "merge players": lambda life: life.history.merge_players(ADA, BO),
    "back up": Life.back_up,
    "delete": lambda life: life.history.delete(ONE["id"]),
    "compact": lambda life: life.history.compact(),
    "restore": lambda life: life.history.restore(ONE["id"]),
    "unmerge players": lambda life: life.history.unmerge_player(BO),
    "import": Life.bring,
    "undo the import": Life.take_back,
    "archive": lambda life: life.history.archive_player(CLEO),
    "delete more": lambda life: life.history.delete(LIVE["id"]),
    "go back to a backup": Life.go_back,
    "compact again": lambda life: life.history.compact(),
    "export": Life.export,
    "close": Life.close,
    "be killed": Life.be_killed,
    "open again": Life.open,
    "save at last": lambda life: life.history.save(TWO),
}


@contextmanager
def quickly() -> Iterator[None]:
    """Nobody pulls a plug while a test looks at what is left."""
    with (
        patch.object(os, "fsync", lambda _descriptor: None),
        patch("history.journal._flush", lambda _descriptor: None),
    ):
        yield


def stranger(root: Path) -> None:
    """A file to import, made by another phone."""
    with History.open(root / "other", "other") as history:
        history.save(THREE)
        history.save(FOUR)
        history.save({**ONE, "note": "from elsewhere"})
        history.save({**ONE, "note": "from elsewhere, later"})
        history.save_player(PEOPLE[2])
        history.export(root / "file.json")
    shutil.rmtree(root / "other")


def told_by(history: History) -> Told:
    """Everything there is to know, by id."""
    profiles = [history.player(name) for name in history.names()]
    return {
        **{one["id"]: one for one in history.sessions()},
        **{one["id"]: ("deleted", one) for one in history.deleted()},
        **{one["id"]: one for one in profiles},
    }


def told_in(root: Path, *, healthy: bool = True) -> Told:
    life = Life(root)
    life.open()
    try:
        assert life.history.diagnosis.healthy or not healthy
        told = told_by(life.history)
        last = life.backups.last_import()
        for backup in life.backups.listed():
            assert life.backups.is_sound(backup)
            told[backup.path.name] = backup.sessions
        return {**told, "last import": last and last.marks}
    finally:
        life.close()


@pytest.fixture(scope="module")
def stations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The disk as it is before every step, and at the end."""
    root = tmp_path_factory.mktemp("life") / "now"
    root.mkdir()
    found: dict[str, Path] = {}
    with quickly():
        stranger(root)
        life = Life(root)
        for number, (name, step) in enumerate([*STEPS.items(), ("end", lambda _life: None)]):
            found[name] = Path(shutil.copytree(root, root.with_name(f"{number}")))
            step(life)
        life.close()
    return found


@pytest.fixture(scope="module")
def known(stations: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """What is there to be told before every step, and at the end."""
    folder = tmp_path_factory.mktemp("known")
    with quickly():
        return {
            name: told_in(Path(shutil.copytree(station, folder / name))) for name, station in stations.items()
        }


def documents(told: Told) -> Told:
    """Without the backups and the last import."""
    return {name: one for name, one in told.items() if name != "last import" and not name.endswith(".json")}


FOLLOWING = dict(zip(STEPS, [*list(STEPS)[1:], "end"], strict=True))


def is_in_between(found: Told, before: Told, after: Told) -> bool:
    """Whether every document is as before or as after."""
    names = {*found, *before, *after}
    return all(found.get(name) in (before.get(name), after.get(name)) for name in names)


# -- Power loss -------------------------------------------------------------------------------------------


def test_whenever_the_power_goes_what_was_acknowledged_is_there(
    stations: dict[str, Path], known: dict[str, Told], tmp_path: Path
) -> None:
    root = Path(shutil.copytree(stations["open"], tmp_path / "life"))
    found: dict[tuple[str, bytes], tuple[str, Tree]] = {}
    disk = Disk(root)
    here = "open"

    def look() -> None:
        for tree in disk.left_by_power_loss():
            found.setdefault((here, fingerprint(tree)), (disk.calls[-1], tree))

    disk.before_each = look
    life = Life(root)
    with disk:
        for name, step in STEPS.items():
            here = name
            step(life)
        here = "end"
        look()
        life.close()
    assert len(found) > 300
    wrong = []
    for number, ((name, _), (call, tree)) in enumerate(found.items()):
        if number % EVERY and name not in ("open", "end"):
            continue
        folder = lay_out(tree, tmp_path / str(number))
        with quickly():
            before, after = known[name], known[FOLLOWING.get(name, "end")]
            told = told_in(folder, healthy=name not in SEVERAL_AT_ONCE)
            if not is_in_between(told, before, after):
                wrong.append((name, call, sorted({*before, *after} - set(told))))
            life = Life(folder)
            life.open()
            life.history.save(LATER)
            life.close()
            if told_in(folder) != {**told, LATER["id"]: LATER}:
                wrong.append((name, call, ["what was saved afterwards"]))
        shutil.rmtree(folder)
    assert wrong == []


# -- Failing calls ----------------------------------------------------------------------------------------


def faults_for(call: str) -> list[int | str]:
    kind = call.partition(" ")[0]
    changing = kind in ("write", "fsync", "fdatasync", "ftruncate", "replace", "mkdir", "unlink")
    if ALL:
        return [errno.EIO, errno.ENOSPC, errno.EMFILE, *([SHORT] if kind == "write" else [])]
    return [errno.ENOSPC if changing else errno.EIO, *([SHORT] if kind == "write" else [])]


def live_until(name: str, station: Path, folder: Path) -> Life:
    life = Life(Path(shutil.copytree(station, folder)))
    if name not in BEGINS_CLOSED:
        life.open()
    return life


@pytest.mark.parametrize("name", [name for name in STEPS if name != "be killed"])
def test_whichever_call_fails_nothing_is_lost_and_a_reason_is_given(
    name: str, stations: dict[str, Path], known: dict[str, Told], tmp_path: Path
) -> None:
    before, after = known[name], known[FOLLOWING[name]]
    with quickly():
        life = live_until(name, stations[name], tmp_path / "whole")
        with Disk(tmp_path / "whole") as disk:
            STEPS[name](life)
        calls = list(disk.calls)
        life.close()
    for number, call in enumerate(calls):
        for fault in faults_for(call):
            folder = tmp_path / f"{number} {fault}"
            with quickly():
                life = live_until(name, stations[name], folder)
                with Disk(folder) as disk:
                    disk.faults = {number: fault}
                    refusal = attempt(life, name)
                    if refusal is None and name not in ENDS_ANYHOW:
                        seen = told_by(life.history)
                        assert seen == documents(after), (call, fault)
                check_afterwards(life, name, folder, before, after, refusal, (call, fault))
            shutil.rmtree(folder)


def attempt(life: Life, name: str) -> Refusal | None:
    try:
        STEPS[name](life)
    except Refusal as refusal:
        return refusal
    return None


def check_afterwards(
    life: Life, name: str, folder: Path, before: Told, after: Told, refusal: Refusal | None, what: Any
) -> None:
    if name in ENDS_ANYHOW:
        history = getattr(life, "history", None)
        if history is not None:
            history.close()
        life.open()
    elif refusal is not None:
        assert told_by(life.history) == documents(before), what
    life.history.save(LATER)
    seen = told_by(life.history)
    assert seen[LATER["id"]] == LATER
    life.close()
    told = told_in(folder)
    assert {one: told[one] for one in seen} == seen, what
    assert is_in_between(told, {**before, LATER["id"]: LATER}, after), what
