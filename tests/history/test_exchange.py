"""A shared folder: whole files in and out, and nothing that is wrong with it takes anything away."""

from __future__ import annotations

import errno
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History
from history.exchange import Exchange, Exchanged, keep_at_home, try_out
from phone.tree import PathFolder
from tests.history.factories import make_players, make_session

PEOPLE = make_players(4)


class Phone:
    def __init__(self, folder: Path, name: str, shelf: Any) -> None:
        self.folder, self.name, self.shelf = folder / name, name, shelf
        self.history = History.open(self.folder, name)
        self.exchange = Exchange(self.folder, name)

    def visit(self) -> Exchanged:
        outcome = self.exchange.visit(self.shelf, self.history)
        self.history.refresh()
        return outcome

    def play(self, seed: int) -> str:
        session = make_session(Random(seed), PEOPLE)
        self.history.save(session)
        return str(session["id"])

    @property
    def sessions(self) -> set[str]:
        return set(self.history.sessions().ids())

    def reopen(self) -> None:
        self.history.close()
        self.history = History.open(self.folder, self.name)
        self.exchange = Exchange(self.folder, self.name)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    return tmp_path / "shared"


@pytest.fixture
def phones(tmp_path: Path, shared: Path) -> Any:
    found = [Phone(tmp_path, name, PathFolder(shared)) for name in ("ada", "bo")]
    yield found
    for phone in found:
        phone.history.close()


def test_what_one_plays_the_other_has(phones: list[Phone], shared: Path) -> None:
    ada, bo = phones
    first = ada.play(1)
    assert ada.visit() == Exchanged(sent=True)
    outcome = bo.visit()
    assert (outcome.brought, outcome.others) == (("journal-ada.jsonl",), 1)
    second = bo.play(2)
    assert bo.visit().sent
    assert ada.visit().brought == ("journal-bo.jsonl",)
    assert ada.sessions == bo.sessions == {first, second}
    assert sorted(path.name for path in shared.iterdir()) == ["journal-ada.jsonl", "journal-bo.jsonl"]


def test_a_still_folder_is_neither_read_nor_written(phones: list[Phone]) -> None:
    ada, bo = phones
    ada.play(1)
    for phone in (ada, bo, ada, bo):
        phone.visit()
    assert ada.sessions == bo.sessions

    class Still(PathFolder):
        def read(self, name: str) -> bytes:
            return pytest.fail(f"{name} was read")

        def write(self, name: str, data: bytes) -> None:
            pytest.fail(f"{name} was written")

    ada.shelf = Still(ada.shelf._path)
    assert ada.visit() == Exchanged()


def test_torn_older_and_empty_copies_cost_nothing(phones: list[Phone], shared: Path) -> None:
    ada, bo = phones
    names = {bo.play(seed) for seed in range(5)}
    bo.visit()
    ada.visit()
    whole = (shared / "journal-bo.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    for damaged in (whole[:-10], b"".join(lines[:2]), b"", b"rubbish\n" * 100, b"\0" * 5000):
        (shared / "journal-bo.jsonl").write_bytes(damaged)
        ada.visit()
        assert ada.sessions == names
        ada.reopen()
        assert ada.sessions == names
    (shared / "journal-bo.jsonl").unlink()
    ada.visit()
    ada.reopen()
    assert ada.sessions == names


def test_a_phone_that_went_back_to_an_old_backup_finds_its_own_past_there(phones: list[Phone]) -> None:
    ada, bo = phones
    first = ada.play(1)
    old = (ada.folder / "journal-ada.jsonl").read_bytes()
    second = ada.play(2)
    ada.visit()
    ada.history.close()
    (ada.folder / "journal-ada.jsonl").write_bytes(old)
    ada.history = History.open(ada.folder, "ada")
    ada.exchange = Exchange(ada.folder, "ada")
    assert ada.sessions == {first}
    ada.visit()
    assert ada.sessions == {first, second}
    third = ada.play(3)
    ada.visit()
    bo.visit()
    assert bo.sessions == {first, second, third}


def test_compaction_sends_the_smaller_journal(phones: list[Phone], shared: Path) -> None:
    ada, bo = phones
    name = ada.play(1)
    for number in range(30):
        ada.history.save({**ada.history.get(name), "note": f"{number}"})
    ada.visit()
    bo.visit()
    ada.history.compact()
    ada.visit()
    bo.visit()
    assert bo.history.get(name)["note"] == "29"
    assert not list(ada.folder.glob("*before*"))
    bo.reopen()
    assert bo.history.get(name)["note"] == "29"


def test_a_folder_that_is_gone_says_so(phones: list[Phone], shared: Path) -> None:
    ada, _bo = phones
    name = ada.play(1)
    ada.visit()
    for path in shared.iterdir():
        path.unlink()
    shared.rmdir()
    outcome = ada.visit()
    assert outcome.trouble is not None
    assert outcome.trouble.key == "folder.gone"
    assert not shared.exists(), (
        "a folder that is gone is not made anew: it may be a stick that was pulled out"
    )
    assert ada.sessions == {name}


class Failing(PathFolder):
    def __init__(self, path: Path, number: int) -> None:
        super().__init__(path)
        self.number = number

    def write(self, name: str, data: bytes) -> None:
        raise OSError(self.number, "no")


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "folder.full"),
        (errno.EROFS, "folder.not_allowed"),
        (errno.EACCES, "folder.not_allowed"),
        (errno.EIO, "folder.unreadable"),
    ],
)
def test_where_nothing_can_be_written_the_others_are_read(
    phones: list[Phone], shared: Path, number: int, key: str
) -> None:
    ada, bo = phones
    name = bo.play(1)
    bo.visit()
    ada.play(2)
    ada.shelf = Failing(shared, number)
    outcome = ada.visit()
    assert name in ada.sessions
    assert outcome.trouble is not None
    assert outcome.trouble.key == key
    tried = try_out(ada.shelf, "ada")
    assert tried.trouble == outcome.trouble


def test_trying_a_folder_leaves_nothing_behind(phones: list[Phone], shared: Path) -> None:
    ada, bo = phones
    bo.play(1)
    bo.visit()
    assert try_out(ada.shelf, "ada") == Exchanged(sent=True, others=1)
    assert [path.name for path in shared.iterdir()] == ["journal-bo.jsonl"]


def test_what_stays_at_home_is_said_once(tmp_path: Path) -> None:
    keep_at_home(tmp_path)
    assert (tmp_path / ".stignore").read_text().split() == [
        "lock",
        "device",
        "checked-*.json",
        "*.new",
        "*.part",
    ]
    (tmp_path / ".stignore").write_text("mine\n")
    keep_at_home(tmp_path)
    assert (tmp_path / ".stignore").read_text() == "mine\n"
