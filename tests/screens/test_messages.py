"""Keys become sentences; words of the games are translated, names never are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

import pytest

from scoring.core import Message
from screens import messages
from screens.messages import letters, n_, sentence, word
from screens.translator import LANGUAGES, best_language, day, duration, i18n, number


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.language = "en"
    yield
    i18n.language = "en"


def test_arguments_go_into_the_sentence() -> None:
    assert sentence(Message("players.count", {"fewest": 2, "most": 6})) == "This game is for 2 to 6 players."


def test_an_unknown_key_is_shown_rather_than_hidden() -> None:
    assert sentence(Message("no.such.key", {"n": 1})) == "no.such.key"


def test_plurals_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(messages.SENTENCES, "test.cards", n_("{n} {colour} card", "{n} {colour} cards", "n"))
    monkeypatch.setitem(messages.SENTENCES, "test.person", "{name} took {colours}")
    assert sentence(Message("test.cards", {"n": 1, "colour": "red"})) == "1 red card"
    assert sentence(Message("test.cards", {"n": 2, "colour": "red"})) == "2 red cards"
    i18n.language = "nl"
    assert word("yellow") == "Geel"
    told = sentence(Message("test.person", {"name": "red", "colours": ["red", "blue"]}))
    assert told == "red took rood, blauw", "somebody may be called red"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "colours",
    [
        ("yellow", "red", "green", "blue", "turquoise", "purple", "wild"),
        ("orange", "blue", "brown", "yellow", "grey", "green", "pink"),
    ],
)
def test_every_colour_has_its_own_letter(language: str, colours: tuple[str, ...]) -> None:
    i18n.language = language
    signs = letters(word(colour) for colour in colours)
    assert len(set(signs)) == len(colours)
    assert all(1 <= len(sign) <= 2 for sign in signs)


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("2026-11-18T09:00", "Today"),
        ("2026-11-17T23:59", "Yesterday"),
        ("2026-11-15T12:00", "Sunday"),
        ("2026-11-10T12:00", "10 November"),
        ("2026-11-19T12:00", "19 November"),
        ("2025-11-18T12:00", "18 November 2025"),
    ],
)
def test_days_are_told_as_people_say_them(when: str, said: str) -> None:
    assert day(datetime.fromisoformat(when), date(2026, 11, 18)) == said


def test_durations() -> None:
    assert duration(59) == "0 minutes"
    assert duration(60) == "1 minute"
    assert duration(3900) == "1 h 5 min"
    i18n.language = "fr"
    assert duration(0) == "0 minute"


@pytest.mark.parametrize(
    ("wished", "spoken"), [(["nl_BE.UTF-8"], "nl"), (["xx", "de-AT"], "de"), (["ja"], "en"), ([], "en")]
)
def test_the_device_is_understood(wished: list[str], spoken: str) -> None:
    assert best_language(wished) == spoken


def test_numbers_are_written_short() -> None:
    assert [number(value) for value in (12, 12.0, 12.34, -3.5, 0.04, -0.01)] == [
        "12", "12", "12.3", "−3.5", "0", "0",
    ]  # fmt: skip
    assert [number(value) for value in (9999, 10_000, 123_456.5)] == ["9999", "10,000", "123,456.5"]
    assert number(0.25, 2) == "0.25"


@pytest.mark.parametrize(
    ("language", "written"), [("nl", "12.345,5"), ("fr", "12\u00a0345,5"), ("de", "12.345,5")]
)
def test_numbers_are_written_as_the_language_does(language: str, written: str) -> None:
    i18n.language = language
    assert number(12_345.5) == written
