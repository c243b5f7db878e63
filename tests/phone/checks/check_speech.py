"""The voice of the device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phone import speech
from phone.speech import AndroidSpeech, device_speech
from tests.phone.android import Device

Wait = Callable[[Callable[[], Any]], None]
SPEAK = "(Ljava/lang/CharSequence;ILandroid/os/Bundle;Ljava/lang/String;)I"


def test_it_speaks_the_chosen_language_letter_for_letter(device: Device) -> None:
    voice = device_speech()
    assert isinstance(voice, AndroidSpeech)
    voice.say("Ada ist dran 🏆", "de")
    (spoken,) = device.calls("speak")
    assert spoken.descriptor == SPEAK
    assert spoken.given == ("Ada ist dran 🏆", 0, None, "table")
    (language,) = device.calls("setLanguage")
    assert language.given[0].toLanguageTag() == "de"


def test_a_voice_that_is_not_there_yet_is_asked_again(device: Device, wait: Wait, monkeypatch: Any) -> None:
    monkeypatch.setattr(speech, "AGAIN_AFTER", 0.01)
    device.says("android.speech.tts.TextToSpeech.speak", -1)
    voice = AndroidSpeech()
    voice.say("Ada", "en")
    voice.say("Bo", "en")
    wait(lambda: len(device.calls("speak")) == 4)
    device.says("android.speech.tts.TextToSpeech.speak", 0)
    wait(lambda: len(device.calls("speak")) == 5)
    assert [call.given[0] for call in device.calls("speak")] == ["Ada", "Bo", "Bo", "Bo", "Bo"]
    made = [call for call in device.calls("<init>") if call.method.endswith("TextToSpeech.<init>")]
    assert len(made) == 1


def test_a_phone_without_a_voice_is_silent(device: Device) -> None:
    device.refuses("android.speech.tts.TextToSpeech.speak", "java.lang.IllegalArgumentException")
    AndroidSpeech().say("Ada", "en")
    assert len(device.calls("speak")) == 1
