"""Sharing from a desktop: a file with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from phone.files import HomeFiles
from phone.sharing import FileSharing, device_sharing


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "given" / "Pearls 2026-11-18.png"
    path.parent.mkdir()
    path.write_bytes(b"a picture")
    return path


def test_a_desktop_saves_and_tells_the_place(tmp_path: Path, picture: Path) -> None:
    assert isinstance(device_sharing(), FileSharing)
    places: list[Any] = []
    sharing = FileSharing(HomeFiles(tmp_path))
    sharing.share_file(picture, "image/png", "Pearls", places.append)
    sharing.share_text("Ada wins – 41", "Pearls 2026-11-18", places.append)
    folder = tmp_path / "Tableside"
    assert places == [str(folder / "Pearls 2026-11-18.png"), str(folder / "Pearls 2026-11-18.txt")]
    assert Path(places[0]).read_bytes() == b"a picture"
    assert Path(places[1]).read_text(encoding="utf-8") == "Ada wins – 41"


def test_text_without_room_for_it_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phone.sharing.tempfile.tempdir", str(tmp_path / "nowhere"))
    told: list[Any] = []
    FileSharing(HomeFiles(tmp_path)).share_text("Ada wins", "Pearls", told.append)
    assert isinstance(told[0], OSError)
