"""The words of the glossary are the words of the catalogues."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LOCALES = Path(__file__).resolve().parent.parent.parent / "locales"
LANGUAGES = ("en", "nl", "fr", "de")
HEAD = ["thing", *LANGUAGES]


def entries() -> list[tuple[str, dict[str, str]]]:
    """The game, and what a thing of it is called in each language."""
    found, game = [], ""
    for line in (LOCALES / "glossary.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            game = line.removeprefix("## ")
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells != HEAD and not set(cells[0]) <= {"-"}:
                found.append(
                    (game, dict(zip(LANGUAGES, (cell.strip("*") for cell in cells[1:]), strict=True)))
                )
    return found


def sentences(language: str) -> str:
    """Everything that is said in a language; what English says are the keys of any other."""
    with (LOCALES / ("nl" if language == "en" else language) / "LC_MESSAGES" / "tableside.po").open(
        "rb"
    ) as file:
        catalogue: Catalog = read_po(file)
    said = [message.id if language == "en" else message.string for message in catalogue if message.id]
    return "\n".join(
        text for texts in said for text in ([texts] if isinstance(texts, str) else texts)
    ).casefold()


def pattern(term: str) -> re.Pattern[str]:
    """The words in this order, each in any form that only adds to it."""
    return re.compile(r"\w*\s+".join(re.escape(word) for word in term.casefold().split()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_used(language: str) -> None:
    spoken = sentences(language)
    missing = [
        f"{game}: {words[language]}"
        for game, words in entries()
        if not pattern(words[language]).search(spoken)
    ]
    assert missing == []


def test_every_game_has_its_words() -> None:
    found = entries()
    assert {game for game, _words in found} == {"Pearls", "Coloretto", "Perfect Numbers", "Perladöra"}
    assert len(found) > 50
    assert all(words[language] for _game, words in found for language in LANGUAGES)


def test_a_word_in_the_plural_counts() -> None:
    assert pattern("carte nombre").search("donnez trois cartes nombre à chacun")
    assert not pattern("carte nombre").search("donnez trois cartes à nombre")
