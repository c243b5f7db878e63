"""A voice that says in the chosen language what has just happened at the table."""

from __future__ import annotations

import os
import shutil
from threading import Thread
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.utils import platform

from phone.java import android_activity, autoclass, char_sequence

AGAIN_AFTER, TRIES = 0.5, 20
"""Android's voice is not there yet when it is asked for the first time, and tells so."""
REFUSED = -1
ESPEAK = "espeak-ng"


class Speech(Protocol):
    def say(self, sentence: str, language: str) -> None:
        """Breaks off what is still being said."""


class Unheard:
    """`said` remembers what an ear would have heard."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, sentence: str, language: str) -> None:
        self.said = [*self.said[-9:], (language, sentence)]


class AndroidSpeech:
    """TextToSpeech itself: plyer 2.1.0 speaks American only, and stands still until the voice has come."""

    def __init__(self) -> None:
        self._engine: Any = None
        self._again: Any = None

    def say(self, sentence: str, language: str) -> None:
        if self._again is not None:
            self._again.cancel()
        self._try(sentence, language, TRIES)

    def _try(self, sentence: str, language: str, tries: int) -> None:
        if not self._is_said(sentence, language) and tries:
            self._again = Clock.schedule_once(
                lambda _passed: self._try(sentence, language, tries - 1), AGAIN_AFTER
            )

    def _is_said(self, sentence: str, language: str) -> bool:
        """True as well where the device has no voice, which no patience would change."""
        try:
            kind = autoclass("android.speech.tts.TextToSpeech")
            if self._engine is None:
                self._engine = kind(android_activity(), None)
            self._engine.setLanguage(autoclass("java.util.Locale").forLanguageTag(language))
            words = char_sequence(sentence)
            return bool(self._engine.speak(words, kind.QUEUE_FLUSH, None, "table") != REFUSED)
        except Exception:
            return True


class DesktopSpeech:
    """espeak-ng where there is one, for it knows languages; otherwise plyer, with the desktop’s own voice."""

    def __init__(self) -> None:
        self._last: Thread | None = None

    def say(self, sentence: str, language: str) -> None:
        self._last = Thread(target=self._speak, args=(sentence, language, self._last), daemon=True)
        self._last.start()

    def _speak(self, sentence: str, language: str, before: Thread | None) -> None:
        if before is not None:
            before.join()
        if voice := shutil.which(ESPEAK):
            os.spawnv(os.P_WAIT, voice, [ESPEAK, "-v", language, "--", sentence])
            return
        try:
            from plyer import tts  # noqa: PLC0415 - only where something is to be said

            tts.speak(message=sentence)
        except Exception:
            return


def device_speech() -> Speech:
    return AndroidSpeech() if platform == "android" else DesktopSpeech()
