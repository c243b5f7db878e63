"""For what runs in the JVM, by way of tests/phone/jvm.py."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from android import activity
from kivy.clock import Clock

from tests.phone import reached
from tests.phone.android import Device, Recorder

PATIENCE = 10_000
"""Frames after which what does not come will not come."""


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    private = tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    device = Device(tmp_path)
    yield device
    reached.note(Recorder.calls())
    for event, listeners in activity._callbacks.items():
        for listener in list(listeners):
            activity.unbind(**{event: listener.callback})


def pytest_sessionfinish() -> None:
    reached.write()


@pytest.fixture
def wait() -> Callable[[Callable[[], Any]], None]:
    def until(condition: Callable[[], Any]) -> None:
        for _ in range(PATIENCE):
            if condition():
                return
            Clock.tick()
            time.sleep(0.001)
        raise AssertionError("waited in vain")

    return until
