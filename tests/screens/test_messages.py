"""Keys become sentences; words of the games are translated, names never are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

import pytest

from scoring.core import Message
from screens import translator
from screens.translator import (
    LANGUAGES,
    SHORT_MONTHS,
    best_language,
    date_told,
    day,
    day_within,
    duration,
    headed,
    heading,
    i18n,
    month_told,
    number,
    percent,
    several,
)
from screens.words import messages
from screens.words.messages import letters, n_, sentence, word


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


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["today", "Sunday", "10 November"]),
        ("nl", ["vandaag", "zondag", "10 november"]),
        ("fr", ["aujourd’hui", "dimanche", "10 novembre"]),
        ("de", ["heute", "Sonntag", "10. November"]),
    ],
)
def test_days_within_a_sentence_have_the_capital_of_their_language(language: str, said: list[str]) -> None:
    i18n.language = language
    days = (datetime(2026, 11, 18), datetime(2026, 11, 15), datetime(2026, 11, 10))  # noqa: DTZ001 - as told
    assert [day_within(when, date(2026, 11, 18)) for when in days] == said


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


@pytest.mark.parametrize(
    ("language", "first", "third"),
    [
        ("en", "1 May 2026", "3 May"),
        ("nl", "1 mei 2026", "3 mei"),
        ("fr", "1er mai 2026", "3 mai"),
        ("de", "1. Mai 2026", "3. Mai"),
    ],
)
def test_dates_are_written_as_the_language_does(language: str, first: str, third: str) -> None:
    i18n.language = language
    assert date_told(date(2026, 5, 1)) == first
    assert date_told(date(2026, 5, 3), date(2026, 12, 31)) == third


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ("nl", "jan feb mrt apr mei jun jul aug sep okt nov dec"),
        ("fr", "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
        ("de", "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
    ],
)
def test_months_are_shortened_as_the_language_does(language: str, written: str) -> None:
    i18n.language = language
    assert " ".join(translator._(month) for month in SHORT_MONTHS) == written


@pytest.mark.parametrize(
    ("language", "written"), [("en", "57%"), ("nl", "57%"), ("fr", "57\u00a0%"), ("de", "57\u00a0%")]
)
def test_percentages_are_written_as_the_language_does(language: str, written: str) -> None:
    i18n.language = language
    assert percent(12 / 21) == written


def test_a_month_has_a_capital_only_as_a_heading() -> None:
    i18n.language = "fr"
    assert month_told(2026, 8) == "août 2026"
    assert heading(month_told(2026, 8)) == "Août 2026"


def test_a_colon_stays_with_its_word() -> None:
    assert headed("Ada", "sand") == "Ada: sand"
    i18n.language = "fr"
    assert headed("Ada", "sable") == "Ada\u00a0: sable"


def test_one_and_a_half_is_several_but_not_in_french() -> None:
    numbers = (0.5, 1, 1.5, 2, 2.5)
    assert [several(value) for value in numbers] == [2, 1, 2, 2, 2]
    i18n.language = "fr"
    assert [several(value) for value in numbers] == [1, 1, 1, 2, 2]
