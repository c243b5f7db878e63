"""The texts for the shops: in every language, as long as they may be, with pictures, of this version."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
METADATA = ROOT / "fastlane" / "metadata" / "android"
LOCALES = {"en": "en-GB", "nl": "nl-NL", "fr": "fr-FR", "de": "de-DE"}
LONGEST = {"title": 30, "short_description": 80, "full_description": 4000}
LONGEST_CHANGES = 500
MOST_PICTURES, FEWEST_PICTURES = 8, 4


def version_code() -> str:
    """As python-for-android counts it; test_package.py holds this against the manifest that it writes."""
    about = (ROOT / "screens" / "settings" / "about.py").read_text("utf-8")
    found = re.search(r'^VERSION = "([0-9.]+)"$', about, re.MULTILINE)
    assert found
    code = 0
    for part in found[1].split("."):
        code = 100 * code + int(part)
    return f"1024{code}"


def test_there_is_a_listing_for_each_language_of_the_app() -> None:
    from screens.translator import LANGUAGES

    assert list(LOCALES) == list(LANGUAGES)
    assert {path.name for path in METADATA.iterdir()} == set(LOCALES.values())


@pytest.mark.parametrize("locale", LOCALES.values())
def test_no_text_is_missing_or_too_long(locale: str) -> None:
    for name, longest in LONGEST.items():
        text = (METADATA / locale / f"{name}.txt").read_text("utf-8").strip()
        assert 0 < len(text) <= longest, name
        assert "Tableside" in text or name == "short_description"
    changes = (METADATA / locale / "changelogs" / f"{version_code()}.txt").read_text("utf-8").strip()
    assert 0 < len(changes) <= LONGEST_CHANGES


@pytest.mark.parametrize("locale", LOCALES.values())
def test_every_game_is_named_and_nobody_s_advertising(locale: str) -> None:
    text = (METADATA / locale / "full_description.txt").read_text("utf-8")
    for game in ("Pearls", "Coloretto", "Perfect Numbers", "Perladöra", "MIT"):
        assert game in text
    assert "http" not in text


def test_each_language_has_its_own_words() -> None:
    for name in LONGEST:
        texts = {(METADATA / locale / f"{name}.txt").read_text("utf-8") for locale in LOCALES.values()}
        assert len(texts) == len(LOCALES), name


def test_the_same_screens_are_shown_in_each_language() -> None:
    shown = [
        sorted(path.name for path in (METADATA / locale / "images" / "phoneScreenshots").glob("*.png"))
        for locale in LOCALES.values()
    ]
    assert FEWEST_PICTURES <= len(shown[0]) <= MOST_PICTURES
    assert all(names == shown[0] for names in shown)


@pytest.mark.parametrize("locale", LOCALES.values())
def test_google_play_takes_the_pictures(locale: str) -> None:
    pictures = list((METADATA / locale / "images" / "phoneScreenshots").glob("*.png"))
    assert pictures
    for picture in pictures:
        content = picture.read_bytes()
        width, height, _depth, kind = struct.unpack_from(">IIBB", content, 16)
        assert min(width, height) >= 320
        assert max(width, height) <= min(3840, 2 * min(width, height))
        assert kind == 2, "no transparency"
        assert len(content) < 8_000_000
