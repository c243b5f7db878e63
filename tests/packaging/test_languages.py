"""Every sentence in every language: none missing, none left over, and the same blanks to fill in."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent.parent
KEYWORDS: dict[str, Any] = {"_": None, "N_": None, "ngettext": (1, 2), "n_": (1, 2), "n": (1, 2)}
METHODS = [("**.py", "python"), ("**.kv", "python")]
LANGUAGES = ("nl", "fr", "de")


@pytest.fixture(scope="module")
def spoken() -> set[str | tuple[str, ...]]:
    found: set[str | tuple[str, ...]] = set()
    for room in ("screens", "kv"):
        for _file, _line, message, _comments, _context in extract_from_dir(
            ROOT / room, METHODS, keywords=KEYWORDS
        ):
            found.add(tuple(message) if isinstance(message, list | tuple) else message)
    assert len(found) > 1000
    return found


def catalogue(language: str) -> Catalog:
    with (ROOT / "locales" / language / "LC_MESSAGES" / "tableside.po").open("rb") as file:
        return read_po(file, locale=language)


def blanks(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_and_nothing_left_over(language: str, spoken: set[Any]) -> None:
    translated = {
        tuple(message.id) if isinstance(message.id, list | tuple) else message.id
        for message in catalogue(language)
        if message.id
    }
    singular = {message if isinstance(message, str) else message[0] for message in spoken}
    assert (
        sorted(str(message) for message in spoken - translated if first(message) not in firsts(translated))
        == []
    )
    assert sorted(str(message) for message in translated if first(message) not in singular) == []


def first(message: str | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


def firsts(messages: set[Any]) -> set[str]:
    return {first(message) for message in messages}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_with_the_same_blanks(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {blank for original in originals for blank in blanks(original)}
        if message.fuzzy or not all(strings):
            wrong.append(f"missing: {originals[0]}")
        elif any(blanks(text) - wanted for text in strings) or wanted - set().union(*map(blanks, strings)):
            wrong.append(f"other blanks: {originals[0]} / {strings}")
    assert wrong == []
