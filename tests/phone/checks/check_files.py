"""Files in and out, through the pickers of a phone."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

import phone.documents
from phone.documents import CREATE, OPEN, AndroidFiles
from phone.files import device_files
from tests.phone.android import Device

Wait = Callable[[Callable[[], Any]], None]
NAME = "Perlen (1) für Zoë 🎲.json"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.json"
    path.write_bytes(b"all of it")
    return path


def test_the_device_is_the_one_that_is_asked(device: Device) -> None:
    assert isinstance(device_files(), AndroidFiles)


def test_a_chosen_document_arrives_as_a_private_copy(device: Device, wait: Wait) -> None:
    (device.documents / NAME).write_bytes(b"sessions")
    got: list[Any] = []
    assert AndroidFiles().pick(["application/json", "application/octet-stream"], got.append)
    assert [call.given for call in device.calls("setType", "addCategory")] == [
        ("android.intent.category.OPENABLE",),
        ("*/*",),
    ]
    (asked,) = device.calls("startActivityForResult")
    assert asked.given[1] == OPEN
    device.chooses(4711, "somebody else asked for this")
    device.chooses(OPEN, NAME)
    assert got == [], "nothing happens on the device's own thread"
    wait(lambda: got)
    assert got[0].name == NAME
    assert got[0].read_bytes() == b"sessions"
    assert got[0].parent != device.documents
    device.chooses(OPEN, NAME)
    Clock.tick()
    assert len(got) == 1, "one question, one answer"


def test_a_document_in_the_cloud_holds_nobody_up(device: Device, wait: Wait, source: Path) -> None:
    (device.documents / "far.json").write_bytes(b"sessions")
    files, got = AndroidFiles(), []
    files.pick(["application/json"], got.append)
    device.chooses(OPEN, "far.json")
    wait(lambda: got)
    files.save(source, "a.json", "application/json", got.append)
    device.chooses(CREATE, "a.json")
    wait(lambda: len(got) == 2)
    slow = device.calls("query", "openFileDescriptor")
    assert len(slow) == 4
    assert "main" not in {call.thread for call in slow}


def test_going_back_from_the_picker_is_an_answer_too(device: Device, wait: Wait, source: Path) -> None:
    files, got = AndroidFiles(), []
    files.pick(["application/json"], got.append)
    assert device.calls("setType")[0].given == ("application/json",)
    device.chooses(OPEN, None)
    wait(lambda: got)
    files.save(source, "a.json", "application/json", got.append)
    device.chooses(CREATE, None)
    wait(lambda: len(got) == 2)
    assert got == [None, None]


def test_the_name_that_is_proposed_is_a_text(device: Device, source: Path) -> None:
    AndroidFiles().save(source, NAME, "application/json", lambda _told: None)
    (extra,) = device.calls("putExtra")
    assert extra.descriptor == "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;"
    assert extra.given == ("android.intent.extra.TITLE", NAME)
    assert device.calls("startActivityForResult")[0].given[1] == CREATE


def test_a_document_is_filled_where_the_person_wanted_it(device: Device, wait: Wait, source: Path) -> None:
    got: list[Any] = []
    AndroidFiles().save(source, "Pearls.json", "application/json", got.append)
    (device.documents / NAME).write_bytes(b"something longer that was there before")
    device.chooses(CREATE, NAME)
    wait(lambda: got)
    assert got == [NAME]
    assert (device.documents / NAME).read_bytes() == b"all of it"
    (opened,) = device.calls("openFileDescriptor")
    assert opened.given[1] == "wt", "a longer document would keep its end"
    assert device.calls("deleteDocument") == []


def test_a_document_that_cannot_be_filled_is_taken_away_again(
    device: Device, wait: Wait, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_content: Any, _target: Any) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(phone.documents.shutil, "copyfileobj", full)
    got: list[Any] = []
    AndroidFiles().save(source, "a.json", "application/json", got.append)
    device.chooses(CREATE, "a.json")
    wait(lambda: got)
    assert got[0].errno == errno.ENOSPC
    (deleted,) = device.calls("deleteDocument")
    assert deleted.given[1].toString() == "a.json"


def test_a_copy_that_breaks_off_is_no_copy(
    device: Device, wait: Wait, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(_content: Any, target: Any) -> None:
        target.write(b"half")
        raise OSError(errno.EIO, "card pulled out")

    monkeypatch.setattr(phone.documents.shutil, "copyfileobj", broken)
    (device.documents / "backup.json").write_bytes(b"sessions")
    got: list[Any] = []
    AndroidFiles().pick(["application/json"], got.append)
    device.chooses(OPEN, "backup.json")
    wait(lambda: got)
    assert got[0].errno == errno.EIO
    assert list((tmp_path / "private").iterdir()) == []


def test_a_document_that_is_gone_is_an_error_and_not_a_crash(device: Device, wait: Wait) -> None:
    got: list[Any] = []
    AndroidFiles().pick(["application/json"], got.append)
    device.chooses(OPEN, "gone.json")
    wait(lambda: got)
    assert isinstance(got[0], FileNotFoundError)


def test_a_phone_without_a_picker_says_so(device: Device, source: Path) -> None:
    device.refuses("android.app.Activity.startActivityForResult")
    got: list[Any] = []
    assert AndroidFiles().pick(["application/json"], pytest.fail) is False
    AndroidFiles().save(source, "a.json", "application/json", got.append)
    assert isinstance(got[0], OSError)
