"""The words of the glossary are the words of the catalogues, and no others are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pytest

from tests.packaging.sentences import ROOT, Said, everything_said, spoken

GLOSSARY = ROOT / "locales" / "glossary.md"
LANGUAGES = ("en", "nl", "fr", "de")
HEAD = ["thing", *LANGUAGES, "not"]
ALWAYS = "✓"


@dataclass(frozen=True)
class Entry:
    game: str
    thing: str
    words: dict[str, tuple[str, ...]]
    """What it is called; the forms of an irregular word are given one after another."""
    never: dict[str, tuple[str, ...]]
    """What it must not be called."""

    @property
    def always(self) -> bool:
        return self.thing.startswith(ALWAYS)


@cache
def entries() -> tuple[Entry, ...]:
    found, chapter = [], ""
    for line in GLOSSARY.read_text("utf-8").splitlines():
        if line.startswith("## "):
            chapter = line.removeprefix("## ")
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells != HEAD and not set(cells[0]) <= {"-"}:
                thing, *words, never = cells
                found.append(Entry(chapter, thing, _words(words), _never(never)))
    return tuple(found)


def _words(cells: list[str]) -> dict[str, tuple[str, ...]]:
    return {
        language: tuple(form.strip(" *") for form in cell.split("/"))
        for language, cell in zip(LANGUAGES, cells, strict=True)
    }


def _never(cell: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for part in cell.split("·"):
        language, _space, words = part.strip().partition(" ")
        if language in LANGUAGES:
            found[language] = tuple(word.strip() for word in words.split(","))
    return found


def plain(text: str) -> list[str]:
    """The sentences of a text, without what only divides them, and with every blank alike."""
    text = re.sub(r"\{\w+\}", "{n}", text.casefold().replace("\u00a0", " "))
    return [re.sub(r"[,“”‘„«»]", "", part) for part in re.split(r"[.!?;:](?:\s|$)", text)]


@cache
def called(term: str) -> re.Pattern[str]:
    """The words in this order, each in any form that only adds to it."""
    return re.compile(r"\w*\s+".join(re.escape(word) for word in term.casefold().split()))


@cache
def forbidden(term: str) -> re.Pattern[str]:
    """Exactly these words, but for an ending (`-`) and for words in between (`…`)."""
    pattern = re.escape(term.casefold().removesuffix("-")).replace(r"\ …\ ", r"\s(?:.*\s)?")
    if term.endswith("-"):
        pattern += r"\w*"
    return re.compile(rf"(?<![\w{{]){pattern}(?![\w}}])")


def wrong_words(language: str, text: str) -> list[str]:
    parts = plain(text)
    return [
        f"{term}: {entry.thing}"
        for entry in entries()
        for term in entry.never.get(language, ())
        if any(forbidden(term).search(part) for part in parts)
    ]


def other_words(language: str, said: Said) -> list[str]:
    """The things that a sentence names in English, and in this language not with their word."""
    english, *told = (
        re.sub(r"\{\w+\}", "{}", text.casefold().replace("\u00a0", " "))
        for text in (" ".join(said.english), *said.told)
    )
    return [
        entry.thing
        for entry in entries()
        if entry.always
        and any(
            re.search(rf"(?<![\w-]){re.escape(word.casefold())}s?(?![\w-])", english)
            for word in entry.words["en"]
        )
        and not all(any(called(word).search(text) for word in entry.words[language]) for text in told)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_used(language: str) -> None:
    everything = " \n".join(everything_said(language)).casefold()
    missing = [
        f"{entry.game}: {word}"
        for entry in entries()
        for word in entry.words[language]
        if not called(word).search(everything)
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_wrong_word_is_used(language: str) -> None:
    wrong = [(found, text) for text in everything_said(language) if (found := wrong_words(language, text))]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_thing_has_the_same_word_in_every_sentence(language: str) -> None:
    wrong = [(found, said) for said in spoken(language) if (found := other_words(language, said))]
    assert wrong == []


def test_every_game_has_its_words() -> None:
    found = entries()
    games = {"Pearls", "Coloretto", "Perfect Numbers", "Perladöra"}
    assert {entry.game for entry in found} == games | {"The app"}
    assert len(found) > 70
    assert all(all(entry.words[language]) for entry in found for language in LANGUAGES)
    assert sum(entry.always for entry in found) > 40
    assert all(any(language in entry.never for entry in found) for language in LANGUAGES)


def test_a_word_in_the_plural_counts() -> None:
    assert called("carte nombre").search("donnez trois cartes nombre à chacun")
    assert not called("carte nombre").search("donnez trois cartes à nombre")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Finish a table, and here you see how often you play."),
        ("en", "Grey: fewer than {n} tables, too few to compare."),
        ("en", "There is no room on this device to keep that choice."),
        ("en", "Touch the name of whoever was chosen."),
        ("en", "Three colours count up, all others down."),
        ("en", "Mended."),
        ("en", "The rows are not known. Lay them out first."),
        ("nl", "Alle tafels"),
        ("nl", "Aan {n} tafel waren ze partners."),
        ("nl", "Er is op dit toestel geen plaats om die keuze op te slaan: opslaan gaat niet."),
        ("nl", "Raak nu de laatste dag aan."),
        ("nl", "Houd een kwekerij vast om die te verplaatsen."),
        ("nl", "Een joker kan een gelijkspel beslissen."),
        ("nl", "Gevorderd spel"),
        ("nl", "kracht {n}: krijgt {pearls}"),
        ("nl", "Leg de markt uit: {cards} kaarten in groepen van {groups}."),
        ("nl", "Een eerdere zet herstellen"),
        ("nl", "Genomen halskettingen"),
        ("fr", "Toutes les tables"),
        ("fr", "Il n’y a pas de place sur cet appareil pour le garder."),
        ("fr", "Étaler les rangées"),
        ("fr", "Maintenez une ferme pour la déplacer."),
        ("fr", "Jeu avancé"),
        ("fr", "Quelles couleurs comptent en plus\u00a0?"),
        ("fr", "La pile compte, les colliers avec elle."),
        ("de", "Alle Tische"),
        ("de", "Den Tisch decken"),
        ("de", "Was beschädigt war, ist aufbewahrt"),
        ("de", "Berühre jetzt den letzten Tag."),
        ("de", "Halte eine Farm, um sie zu versetzen."),
        ("de", "Fortgeschrittenes Spiel"),
        ("de", "Die Zahlen berichtigen"),
        ("de", "Richte die Kamera des anderen Telefons darauf."),
    ],
)
def test_a_wrong_word_is_noticed(language: str, text: str) -> None:
    assert wrong_words(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Who sits at the table? Clockwise, from any seat."),
        ("en", "Keep the screen on"),
        ("nl", "Van tafel gaan"),
        ("nl", "Halskettingkaarten op tafel"),
        ("nl", "Wie nog een joker vasthoudt, wint."),
        ("fr", "Les cartes sont sur la table."),
        ("fr", "Gardez la carte suivante."),
        ("de", "Wer sitzt am Tisch?"),
        ("de", "Halte eine Farm gedrückt, um sie zu versetzen."),
    ],
)
def test_a_right_word_is_left_alone(language: str, text: str) -> None:
    assert wrong_words(language, text) == []


@pytest.mark.parametrize(
    ("language", "english", "told"),
    [
        ("nl", "{n} session", "{n} spelletje"),
        ("fr", "That could not be saved.", "Impossible de sauver cela."),
        ("de", "Reinforcements belong to the advanced game.", "Verstärkungen gehören zum Profispiel."),
        ("de", "The history is closed.", "Die Geschichte ist zu."),
    ],
)
def test_another_word_is_noticed(language: str, english: str, told: str) -> None:
    assert other_words(language, Said((english,), (told,)))
