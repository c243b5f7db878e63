"""The system's share sheet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from phone.sharing import KEPT, AndroidSharing, device_sharing
from tests.phone.android import PACKAGE, Device

TEXT, TITLE = "Ada wins – 41 🎲", "Perlen für Zoë 🏆"
A_TEXT = "(Ljava/lang/String;Ljava/lang/CharSequence;)Landroid/content/Intent;"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "given" / "Pearls 2026-11-18 🎲.png"
    path.parent.mkdir()
    path.write_bytes(b"a picture")
    return path


def test_text_arrives_letter_for_letter(device: Device) -> None:
    told: list[Any] = []
    assert isinstance(device_sharing(), AndroidSharing)
    device_sharing().share_text(TEXT, TITLE, told.append)
    assert told == [None]
    made = [call for call in device.calls("<init>") if call.method.startswith("android.content.Intent.")]
    assert made[-1].given == ("android.intent.action.SEND",)
    assert device.calls("setType")[0].given == ("text/plain",)
    extras = device.calls("putExtra")
    assert [(extra.descriptor, *extra.given) for extra in extras] == [
        (A_TEXT, "android.intent.extra.SUBJECT", TITLE),
        (A_TEXT, "android.intent.extra.TEXT", TEXT),
    ]
    assert device.calls("createChooser")[0].given[1] == TITLE
    assert len(device.calls("startActivity")) == 1


def test_a_file_goes_out_as_an_address_that_its_receiver_may_read(device: Device, picture: Path) -> None:
    told: list[Any] = []
    AndroidSharing().share_file(picture, "image/png", TITLE, told.append)
    picture.unlink()
    assert told == [None]
    (asked,) = device.calls("getUriForFile")
    _activity, authority, file = asked.given
    assert authority == f"{PACKAGE}.files"
    assert Path(file.getPath()) == device.cache / "shared" / picture.name
    assert Path(file.getPath()).read_bytes() == b"a picture"
    _subject, stream = device.calls("putExtra")
    assert stream.descriptor == "(Ljava/lang/String;Landroid/os/Parcelable;)Landroid/content/Intent;"
    assert stream.given[1].toString() == "content://shared"
    assert device.calls("addFlags")[0].given == (1,)


def test_the_outbox_keeps_what_may_still_be_read_and_no_more(device: Device, picture: Path) -> None:
    outbox = device.cache / "shared"
    outbox.mkdir()
    for age in range(KEPT + 5):
        (outbox / f"{age}.png").write_bytes(b"earlier")
        os.utime(outbox / f"{age}.png", ns=(10**9 * (1000 - age),) * 2)
    AndroidSharing().share_file(picture, "image/png", "Pearls", lambda _told: None)
    assert {file.name for file in outbox.iterdir()} == {
        picture.name,
        *(f"{age}.png" for age in range(KEPT - 1)),
    }


def test_a_phone_that_refuses_is_an_answer(device: Device, picture: Path) -> None:
    device.refuses("android.app.Activity.startActivity")
    told: list[Any] = []
    AndroidSharing().share_text("Ada wins", "Pearls", told.append)
    AndroidSharing().share_file(picture, "image/png", "Pearls", told.append)
    assert [type(trouble) for trouble in told] == [OSError, OSError]
