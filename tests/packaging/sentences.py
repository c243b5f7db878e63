"""Everything that the app and its listing say, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent.parent
LISTINGS = {"en": "en-GB", "nl": "nl-NL", "fr": "fr-FR", "de": "de-DE"}


@dataclass(frozen=True)
class Said:
    english: tuple[str, ...]
    """What it is called in the code: one sentence, or one for a single thing and one for several."""
    told: tuple[str, ...]
    """What is said for it in this language."""


@cache
def spoken(language: str) -> tuple[Said, ...]:
    """What English says are the keys of any other language."""
    return tuple(
        Said(english, english if language == "en" else told)
        for path in sorted(ROOT.glob(f"locales/{'nl' if language == 'en' else language}/LC_MESSAGES/*.po"))
        for message in read_po(BytesIO(path.read_bytes()))
        if message.id
        for english, told in [(_tuple(message.id), _tuple(message.string))]
    )


def _tuple(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def everything_said(language: str) -> tuple[str, ...]:
    """Every sentence of the app, and every line of the listing."""
    folder = ROOT / "fastlane" / "metadata" / "android" / LISTINGS[language]
    listing = [
        line for path in sorted(folder.rglob("*.txt")) for line in path.read_text("utf-8").splitlines()
    ]
    return tuple(text for said in spoken(language) for text in said.told) + tuple(filter(None, listing))
