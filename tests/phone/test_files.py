"""Files in and out of a desktop, which never overwrites."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

import phone.files
from phone.files import HomeFiles, device_files, documents_folder


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
