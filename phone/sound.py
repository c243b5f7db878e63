"""Two short tones, made by ourselves: one when the turn passes, one when the end comes near."""

from __future__ import annotations

import math
import os
import tempfile
import wave
from array import array
from pathlib import Path
from typing import Any, Protocol

TURN, END = "turn", "end"
NOTES = {TURN: (659.26,), END: (523.25, 659.26, 783.99)}
"""Hertz."""
RATE = 22_050
SECONDS = 0.16
LOUDNESS = 0.3


class Sound(Protocol):
    def play(self, tone: str) -> None: ...


class Mute:
    """`heard` remembers what an ear would have heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, tone: str) -> None:
        self.heard = [*self.heard[-9:], tone]


def samples(notes: tuple[float, ...]) -> array[int]:
    """Each note fades away like a plucked string; 16 bits, one channel."""
    count = round(RATE * SECONDS)
    return array(
        "h",
        (
            round(
                32_767
                * LOUDNESS
                * min(1.0, place / 100)
                * math.exp(-5 * place / count)
                * (1 - place / count)
                * math.sin(2 * math.pi * note * place / RATE)
            )
            for note in notes
            for place in range(count)
        ),
    )


def write_tone(path: Path, tone: str) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples(NOTES[tone]).tobytes())


class Speaker:
    """The tones are made when the first one is wanted. A device that cannot play them stays silent."""

    def __init__(self) -> None:
        self._tones: dict[str, Any] = {}

    def play(self, tone: str) -> None:
        try:
            if not self._tones:
                self._tones = load_tones(tones_folder())
            wanted = self._tones[tone]
            if wanted.state == "play":
                wanted.stop()
            wanted.play()
        except Exception:
            return


def tones_folder() -> Path:
    """The same one each time, and for everybody at this computer one of their own."""
    whose = os.getuid() if hasattr(os, "getuid") else ""
    return Path(tempfile.gettempdir()) / f"tableside-tones-{whose}"


def load_tones(folder: Path) -> dict[str, Any]:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415 - only where something is to be heard

    folder.mkdir(mode=0o700, exist_ok=True)
    found = {}
    for tone in NOTES:
        path = folder / f"{tone}.wav"
        write_tone(path, tone)
        found[tone] = SoundLoader.load(str(path))
    return found


def device_sound() -> Sound:
    return Speaker()
