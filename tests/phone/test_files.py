"""Files in and out: a desktop that never overwrites, and the picker of a phone played by a stand-in."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

import phone.files
from phone.files import CREATE, OPEN, AndroidFiles, HomeFiles, device_files, documents_folder
from tests.phone.android import Android, Intent


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.json"
    path.write_bytes(b"all of it")
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    (folder / "Documents").mkdir(parents=True)
    return folder


@pytest.fixture
def android(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Android:
    device = Android(tmp_path)
    device.install(monkeypatch)
    return device


PATIENCE = 60_000
"""Frames after which what does not come will not come."""


def tick_until(condition: Callable[[], Any]) -> None:
    for _ in range(PATIENCE):
        if condition():
            return
        Clock.tick()
        time.sleep(0.001)
    raise AssertionError("waited in vain")


# -- A desktop --------------------------------------------------------------------------------------------


def test_a_desktop_leaves_choosing_to_the_screen() -> None:
    assert isinstance(device_files(), HomeFiles)
    assert device_files().pick(["application/json"], pytest.fail) is False


def test_a_copy_lies_in_the_documents_and_nothing_is_overwritten(source: Path, home: Path) -> None:
    places: list[Any] = []
    for _ in range(3):
        HomeFiles(home).save(source, "Pearls 2026-11-18.json", "application/json", places.append)
    folder = home / "Documents" / "Tableside"
    assert places == [
        str(folder / name)
        for name in (
            "Pearls 2026-11-18.json",
            "Pearls 2026-11-18 (2).json",
            "Pearls 2026-11-18 (3).json",
        )
    ]
    assert [Path(place).read_bytes() for place in places] == [b"all of it"] * 3
    assert source.exists()


def test_a_name_never_leads_out_of_the_folder(source: Path, home: Path) -> None:
    places: list[Any] = []
    HomeFiles(home).save(source, "../../escaped.json", "application/json", places.append)
    assert places == [str(home / "Documents" / "Tableside" / "escaped.json")]


@pytest.mark.parametrize(
    ("told", "folder"),
    [
        ('XDG_DESKTOP_DIR="$HOME/Bureau"\nXDG_DOCUMENTS_DIR="$HOME/Documenten"\n', "Documenten"),
        ("", "Documents"),
        (None, "Documents"),
    ],
)
def test_the_desktop_says_what_its_documents_are_called(home: Path, told: str | None, folder: str) -> None:
    if told is not None:
        (home / ".config").mkdir()
        (home / ".config" / "user-dirs.dirs").write_text(told, encoding="utf-8")
    assert documents_folder(home) == home / folder


def test_without_documents_it_goes_to_the_home_folder(source: Path, tmp_path: Path) -> None:
    home = tmp_path / "bare"
    home.mkdir()
    places: list[Any] = []
    HomeFiles(home).save(source, "a.json", "application/json", places.append)
    assert places == [str(home / "Tableside" / "a.json")]


def test_a_documents_folder_that_cannot_be_used_is_passed_over(source: Path, home: Path) -> None:
    (home / "Documents" / "Tableside").write_text("a file in the way")
    places: list[Any] = []
    HomeFiles(home).save(source, "a.json", "application/json", places.append)
    assert places == [str(home / "Tableside" / "a.json")]


def test_a_full_disk_is_told_and_leaves_no_half_file(
    source: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(_content: Any, target: Any) -> None:
        target.write(b"all")
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(phone.files.shutil, "copyfileobj", half)
    told: list[Any] = []
    HomeFiles(home).save(source, "a.json", "application/json", told.append)
    assert [trouble.errno for trouble in told] == [errno.ENOSPC]
    assert list((home / "Documents" / "Tableside").iterdir()) == []


def test_a_home_that_is_not_there_is_told(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    told: list[Any] = []
    HomeFiles(tmp_path / "file" / "home").save(source, "a.json", "application/json", told.append)
    assert isinstance(told[0], OSError)


# -- Android ----------------------------------------------------------------------------------------------


def test_a_chosen_document_arrives_as_a_private_copy(android: Android) -> None:
    (android.documents / "backup.json").write_bytes(b"sessions")
    got: list[Any] = []
    assert AndroidFiles().pick(["application/json", "application/octet-stream"], got.append)
    intent, number = android.asked[0]
    assert (intent.action, intent.kind, intent.categories) == ("open", "*/*", [Intent.CATEGORY_OPENABLE])
    assert number == OPEN
    android.answer(4711, "somebody else asked for this")
    android.answer(OPEN, "backup.json")
    assert got == [], "nothing happens on the device's own thread"
    tick_until(lambda: got)
    assert got[0].name == "backup.json"
    assert got[0].read_bytes() == b"sessions"
    assert got[0].parent != android.documents
    assert android.opened == [("backup.json", "r")]
    android.answer(OPEN, "backup.json")
    Clock.tick()
    assert len(got) == 1, "one question, one answer"


def test_going_back_from_the_picker_is_an_answer_too(android: Android, source: Path) -> None:
    files, got = AndroidFiles(), []
    files.pick(["application/json"], got.append)
    assert android.asked[0][0].kind == "application/json"
    android.answer(OPEN, None)
    tick_until(lambda: got)
    files.save(source, "a.json", "application/json", got.append)
    android.answer(CREATE, None)
    tick_until(lambda: len(got) == 2)
    assert got == [None, None]
    assert len(android.listeners) == 1, "listens once, however often it is asked"


def test_a_document_is_filled_where_the_person_wanted_it(android: Android, source: Path) -> None:
    got: list[Any] = []
    AndroidFiles().save(source, "Pearls.json", "application/json", got.append)
    intent, number = android.asked[0]
    assert (intent.action, intent.kind, intent.extras, number) == (
        "create",
        "application/json",
        {"title": "Pearls.json"},
        CREATE,
    )
    (android.documents / "Pearls (1).json").write_bytes(b"something longer that was there before")
    android.answer(CREATE, "Pearls (1).json")
    tick_until(lambda: got)
    assert got == ["Pearls (1).json"]
    assert (android.documents / "Pearls (1).json").read_bytes() == b"all of it"
    assert android.deleted == []


def test_a_document_that_cannot_be_filled_is_taken_away_again(
    android: Android, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_content: Any, _target: Any) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(phone.files.shutil, "copyfileobj", full)
    got: list[Any] = []
    AndroidFiles().save(source, "a.json", "application/json", got.append)
    android.answer(CREATE, "a.json")
    tick_until(lambda: got)
    assert got[0].errno == errno.ENOSPC
    assert android.deleted == ["a.json"]


def test_a_copy_that_breaks_off_is_no_copy(android: Android, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_content: Any, target: Any) -> None:
        target.write(b"half")
        raise OSError(errno.EIO, "card pulled out")

    monkeypatch.setattr(phone.files.shutil, "copyfileobj", broken)
    (android.documents / "backup.json").write_bytes(b"sessions")
    got: list[Any] = []
    AndroidFiles().pick(["application/json"], got.append)
    android.answer(OPEN, "backup.json")
    tick_until(lambda: got)
    assert got[0].errno == errno.EIO
    assert list(android.private.iterdir()) == []


def test_a_document_that_is_gone_is_an_error_and_not_a_crash(android: Android) -> None:
    got: list[Any] = []
    AndroidFiles().pick(["application/json"], got.append)
    android.answer(OPEN, "gone.json")
    tick_until(lambda: got)
    assert isinstance(got[0], FileNotFoundError)


def test_a_phone_without_a_picker_says_so(android: Android, source: Path) -> None:
    android.broken = RuntimeError("ActivityNotFoundException")
    got: list[Any] = []
    assert AndroidFiles().pick(["application/json"], pytest.fail) is False
    AndroidFiles().save(source, "a.json", "application/json", got.append)
    assert isinstance(got[0], OSError)
