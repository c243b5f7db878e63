"""Tones: played from one place, and cut short only where they sound."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from kivy.core.audio import SoundLoader

from phone.sound import END, TURN, Speaker


class Tone(SimpleNamespace):
    state = "stop"

    def play(self) -> None:
        self.state = "play"
        self.done.append(("play", Path(self.path).stem))

    def stop(self) -> None:
        self.state = "stop"
        self.done.append(("stop", Path(self.path).stem))


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(SoundLoader, "load", lambda path: Tone(path=path, done=heard))
    return heard


def test_only_what_sounds_is_stopped(done: list[tuple[str, str]]) -> None:
    speaker = Speaker()
    speaker.play(TURN)
    speaker.play(END)
    assert done == [("play", TURN), ("play", END)]
    speaker.play(TURN)
    assert done[2:] == [("stop", TURN), ("play", TURN)]


def test_every_run_leaves_its_tones_in_the_same_place(done: list[tuple[str, str]], tmp_path: Path) -> None:
    for _ in range(3):
        Speaker().play(TURN)
    (folder,) = tmp_path.iterdir()
    assert {path.name for path in folder.iterdir()} == {"turn.wav", "end.wav"}


def test_a_device_that_cannot_play_stays_silent(
    done: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoundLoader, "load", lambda _path: None)
    Speaker().play(TURN)
    assert done == []
