"""Sharing: a file with its place on a desktop, the system's share sheet on a phone played by a stand-in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from phone.files import HomeFiles
from phone.sharing import KEPT, AndroidSharing, FileSharing, device_sharing
from tests.phone.android import PACKAGE, Android


@pytest.fixture
def android(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Android:
    device = Android(tmp_path)
    device.install(monkeypatch)
    return device


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


def test_a_phone_offers_text_to_every_app_that_takes_it(android: Android) -> None:
    told: list[Any] = []
    AndroidSharing().share_text("Ada wins – 41", "Pearls", told.append)
    [intent] = android.started
    assert (intent.action, intent.kind, intent.chosen_by) == ("send", "text/plain", "Pearls")
    assert intent.extras == {"text": "Ada wins – 41", "subject": "Pearls"}
    assert told == [None]


def test_a_file_goes_out_as_an_address_that_its_receiver_may_read(android: Android, picture: Path) -> None:
    told: list[Any] = []
    AndroidSharing().share_file(picture, "image/png", "Pearls", told.append)
    picture.unlink()
    [intent] = android.started
    assert (intent.action, intent.kind, intent.flags, intent.chosen_by) == ("send", "image/png", 1, "Pearls")
    assert intent.extras["stream"] == f"content://{PACKAGE}.files/shared/Pearls 2026-11-18.png"
    assert (android.cache / "shared" / "Pearls 2026-11-18.png").read_bytes() == b"a picture"
    assert android.authorities == [f"{PACKAGE}.files"]
    assert told == [None]


def test_the_outbox_keeps_what_may_still_be_read_and_no_more(android: Android, picture: Path) -> None:
    outbox = android.cache / "shared"
    outbox.mkdir()
    for age in range(KEPT + 5):
        (outbox / f"{age}.png").write_bytes(b"earlier")
        os.utime(outbox / f"{age}.png", ns=(10**9 * (1000 - age),) * 2)
    AndroidSharing().share_file(picture, "image/png", "Pearls", lambda _told: None)
    assert {file.name for file in outbox.iterdir()} == {
        picture.name,
        *(f"{age}.png" for age in range(KEPT - 1)),
    }


def test_a_phone_that_refuses_is_an_answer(android: Android, picture: Path) -> None:
    android.broken = RuntimeError("JavaException: no provider")
    told: list[Any] = []
    AndroidSharing().share_text("Ada wins", "Pearls", told.append)
    AndroidSharing().share_file(picture, "image/png", "Pearls", told.append)
    assert [type(trouble) for trouble in told] == [OSError, OSError]
    assert android.started == []
