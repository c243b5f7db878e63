"""The rulebooks as data: complete, right in every number, and found again in four languages."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from string import Formatter
from typing import Any

import pytest

from scoring import GAMES
from screens.games.book import rulebook
from screens.rules.book import folded, passages, search
from screens.translator import LANGUAGES, catalogue
from screens.words.book import SECTIONS, Grid, Phrase, Reading, Section, said

WORDY = re.compile(r"[a-z]+ [a-z]+ [a-z]+")
OTHER_LANGUAGES = [language for language in LANGUAGES if language != "en"]


def in_english(sentence: str) -> str:
    return sentence


def in_language(language: str) -> Callable[[str], str]:
    return catalogue(language).gettext


def section(game: str, key: str) -> Section:
    return next(part for part in rulebook(game) if part.key == key)


def grids(game: str, key: str) -> list[Grid]:
    return [block for block in section(game, key).blocks if isinstance(block, Grid)]


def cells(grid: Grid) -> list[list[str]]:
    return [[said(cell, in_english) for cell in row.cells] for row in grid.rows]


def text(game: str, key: str) -> str:
    return "\n".join(passages(section(game, key), in_english))


@pytest.fixture
def fresh_books() -> Iterator[None]:
    rulebook.cache_clear()
    yield
    rulebook.cache_clear()


# -- Complete ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_answers_every_question(game: str) -> None:
    assert [part.key for part in rulebook(game)] == list(SECTIONS)
    for part in rulebook(game):
        assert part.blocks, part.key
        assert all(passage.strip() for passage in passages(part, in_english)), part.key
    assert grids(game, "setup")
    assert grids(game, "scoring")
    assert all(isinstance(block, Reading) for block in section(game, "readings").blocks)
    assert len(section(game, "readings").blocks) >= 7


def test_every_game_has_a_book_of_its_own() -> None:
    for one, other in combinations(GAMES, 2):
        for key in ("setup", "scoring"):
            assert text(one, key) != text(other, key), f"{one} and {other} share a book"


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_rectangular(game: str) -> None:
    for part in rulebook(game):
        for block in part.blocks:
            if isinstance(block, Grid):
                assert {len(row.cells) for row in block.rows} == {len(block.header)}


# -- Right in every number (the expected ones are written out here by hand) -------------------------------

PEARLS_SETUP = [
    ["2", "24 × yellow, 16 × green", "60", "12", "42"],
    ["3", "20 × red", "80", "18", "56"],
    ["4", "–", "100", "24", "70"],
    ["5", "–", "100", "30", "64"],
    ["6", "–", "100", "36", "58"],
]
COLORETTO_SETUP = [
    ["2", "5", "2", "39 / 15", "3"],
    ["3", "6", "1", "49 / 15", "3"],
    ["4", "7", "1", "57 / 15", "4"],
    ["5", "7", "1", "56 / 15", "5"],
]
PERFECT_NUMBERS_SETUP = [
    ["2", "6", "8", "deck − 14", "2"],
    ["3", "9", "8", "deck − 17", "1, starter 2"],
    ["4", "12", "8", "deck − 20", "1"],
]
PERLADORA_SETUP = [
    ["2", "16", "10", "3", "1", "1", "1", "28"],
    ["3", "11", "7", "2", "1", "1", "–", "18"],
    ["4", "8", "5", "1", "1", "1", "–", "14"],
]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("pearls", PEARLS_SETUP),
        ("coloretto", COLORETTO_SETUP),
        ("perfect_numbers", PERFECT_NUMBERS_SETUP),
        ("perladora", PERLADORA_SETUP),
    ],
)
def test_set_up_tables(game: str, expected: list[list[str]]) -> None:
    assert cells(grids(game, "setup")[0]) == expected


def test_pearls_with_all_cards() -> None:
    assert cells(grids("pearls", "variants")[0]) == [
        ["2", "–", "100", "12", "82"],
        ["3", "–", "100", "18", "76"],
    ]


def test_pearls_components() -> None:
    cards, necklaces = grids("pearls", "components")
    assert cells(cards) == [
        ["Yellow", "24", "1"],
        ["Red", "20", "1"],
        ["Green", "16", "2"],
        ["Blue", "12", "2"],
        ["Turquoise", "8", "3"],
        ["Purple", "4", "5"],
        ["Joker", "16", "0"],
        ["All together", "100", "–"],
    ]
    assert necklaces.header[1:] == (4, 5, 6, 7, 8, 9)
    assert cells(necklaces) == [["Copies", "1", "2", "2", "2", "2", "1"]]


def test_coloretto_components_are_the_ninety_cards_of_the_box() -> None:
    assert [row[-1] for row in cells(grids("coloretto", "components")[0])] == [
        "63", "10", "2", "1", "1", "5", "3", "5",
    ]  # fmt: skip
    assert sum(int(row[-1]) for row in cells(grids("coloretto", "components")[0])) == 90


def test_perladora_components() -> None:
    assert [row[-1] for row in cells(grids("perladora", "components")[0])] == [
        "64", "42", "35", "4", "7", "4", "1",
    ]  # fmt: skip
    assert "5 by 8 squares" in text("perladora", "components")


def test_what_a_colour_is_worth_in_coloretto() -> None:
    (grid,) = grids("coloretto", "scoring")
    assert [said(cell, in_english) for cell in grid.header] == ["Cards", "1", "2", "3", "4", "5", "6+"]
    assert cells(grid) == [
        ["Brown", "1", "3", "6", "10", "15", "21"],
        ["Purple", "1", "4", "8", "7", "6", "5"],
    ]


def test_closing_and_adding_in_perfect_numbers() -> None:
    closing, adding = grids("perfect_numbers", "scoring")
    assert closing.header[1:] == adding.header[1:] == (2, 3, 4, 5, 6, 7)
    assert cells(closing) == [
        ["Colour", "2", "3", "4", "6", "9", "12"],
        ["Joker", "2", "3", "4", "5", "6", "7"],
    ]
    assert cells(adding) == [
        ["0", "1", "1", "1", "1", "1", "1"],
        ["1", "+2", "2", "2", "2", "2", "2"],
        ["2", "1", "+3", "3", "3", "3", "3"],
        ["3", "2", "1", "+4", "4", "4", "4"],
        ["4", "3", "2", "1", "+6", "5", "5"],
        ["5", "4", "3", "2", "1", "+9", "6"],
        ["6", "5", "4", "3", "2", "1", "+12"],
        ["7", "6", "5", "4", "3", "2", "1"],
    ]


@pytest.mark.parametrize(
    ("game", "key", "sentence"),
    [
        ("pearls", "setup", "deal 6 to everyone"),
        ("pearls", "setup", "the 10 necklaces, from 4 to 9"),
        ("pearls", "turn", "Hand limit: 10 cards"),
        ("pearls", "readings", "needs 65 placed cards and only 60"),
        ("coloretto", "setup", "2 players put 2 colours back in the box, 3 players 1: all 9 cards"),
        ("coloretto", "setup", "Count off 15 cards"),
        ("coloretto", "turn", "A row holds 3 cards; with 2 players the rows hold 1, 2, 3"),
        ("coloretto", "scoring", "Choose 3 colours for plus points"),
        ("coloretto", "scoring", "Each +2 card adds 2"),
        ("coloretto", "variants", "best with 3 cards"),
        ("perfect_numbers", "setup", "draws 3 number cards"),
        ("perfect_numbers", "setup", "8 cards face up in groups of 3, 2, 2, 1"),
        ("perfect_numbers", "turn", "You have 4 places"),
        ("perfect_numbers", "turn", "at most 2 action cards"),
        ("perfect_numbers", "end", "fewer than 8 cards"),
        ("perfect_numbers", "scoring", "a coloured 5, 6, 7 brings 1, 3, 5 bonus cards"),
        ("perladora", "setup", "piles of 3, 4, 4, 5, 5, 6, 6, 7 pearls at random on the 8 farms: 40 in all"),
        ("perladora", "setup", "the 35 pontoons"),
        ("perladora", "turn", "fewer than 4 squares"),
        ("perladora", "variants", "Coral, 2 ×"),
        ("perladora", "variants", "Shell, 1 ×"),
        ("perladora", "variants", "Mountain, 2 ×"),
        ("perladora", "variants", "Sand, 2 ×"),
        ("perladora", "readings", "There are 33 divers and 32 free squares"),
        ("perladora", "readings", "the box has 42, the farms hold 40"),
    ],
)
def test_numbers_in_sentences(game: str, key: str, sentence: str) -> None:
    assert sentence in text(game, key)


@pytest.mark.parametrize(
    ("name", "value", "game", "key", "sentence"),
    [
        ("HAND_LIMIT", 13, "pearls", "turn", "Hand limit: 13 cards"),
        ("BELOW_LAST_ROUND", 16, "coloretto", "setup", "38 / 16"),
        ("START_CARDS", 4, "perfect_numbers", "setup", "deck − 24"),
        ("SMALLEST_TERRITORY", 6, "perladora", "turn", "fewer than 6 squares"),
    ],
)
def test_numbers_follow_the_rules(
    monkeypatch: pytest.MonkeyPatch,
    fresh_books: None,
    name: str,
    value: int,
    game: str,
    key: str,
    sentence: str,
) -> None:
    chapters = [module for path, module in sys.modules.items() if path.startswith(f"scoring.{game}.")]
    for chapter in (chapter for chapter in chapters if hasattr(chapter, name)):
        monkeypatch.setattr(chapter, name, value)
    assert sentence in text(game, key)


# -- The current row --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"), [(key, n) for key, game in GAMES.items() for n in range(game.fewest, game.most + 1)]
)
def test_the_current_player_count_is_marked_once(game: str, players: int) -> None:
    rows = grids(game, "setup")[0].rows
    marked = [said(row.cells[0], in_english) for row in rows if row.is_current({"players": players})]
    assert marked == [str(players)]


@pytest.mark.parametrize("situation", [{}, {"players": 9}])
def test_nothing_is_marked_without_a_table_that_fits(situation: dict[str, Any]) -> None:
    rows = [row for game in GAMES for key in SECTIONS for grid in grids(game, key) for row in grid.rows]
    assert not any(row.is_current(situation) for row in rows)


def test_with_all_cards_the_mark_moves_to_the_variant() -> None:
    situation = {"players": 3, "all_cards": True}
    assert not any(row.is_current(situation) for row in grids("pearls", "setup")[0].rows)
    assert [row.is_current(situation) for row in grids("pearls", "variants")[0].rows] == [False, True]


def test_the_side_in_play_is_marked() -> None:
    rows = grids("coloretto", "scoring")[0].rows
    assert [row.is_current({"players": 3, "side": "purple"}) for row in rows] == [False, True]


# -- Search -----------------------------------------------------------------------------------------------


def found(query: str, translate: Callable[[str], str] = in_english) -> set[tuple[str, str]]:
    return {(hit.game, hit.section.key) for hit in search(query, translate)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("golden joker bonus", set()),
        ("golden joker", {("coloretto", "components"), ("coloretto", "turn"), ("coloretto", "readings")}),
        ("GOLDEN   joker", {("coloretto", "components"), ("coloretto", "turn"), ("coloretto", "readings")}),
        ("flower necklace", {("perladora", "variants")}),
        ("hand limit", {("pearls", "turn")}),
        ("last-round aside", {("coloretto", "end"), ("coloretto", "readings")}),
        ("xyzzy", set()),
        ("", set()),
        ("   ", set()),
    ],
)
def test_all_words_must_be_there(query: str, expected: set[tuple[str, str]]) -> None:
    assert found(query) == expected


def test_accents_and_case_do_not_matter() -> None:
    assert found("PERLADORA pontoons") == found("perladöra Pontoons") != set()
    assert folded("Ex Æquo, Cœur, Größe, PERLADÖRA") == "ex aequo, coeur, grosse, perladora"


def test_a_number_is_found_as_a_number() -> None:
    assert ("pearls", "setup") in found("56")
    assert ("pearls", "setup") not in found("5 56 560")
    assert found("3 players box") >= {("pearls", "setup"), ("coloretto", "setup")}
    only = [passage.text for hit in search("pearls set-up 3 box", in_english) for passage in hit.passages]
    assert only == [
        (
            "Cards by number of players · Players 3 · "
            "Back in the box: 20 × red, In play: 80, Dealt: 18, Draw pile: 56"
        )
    ]


def test_the_game_and_the_heading_are_part_of_what_is_searched() -> None:
    assert found("coloretto winner") == {("coloretto", "tie")}
    assert {game for game, _key in found("ties")} == set(GAMES)
    assert {key for game, key in found("pearls") if game == "pearls"} == set(SECTIONS)
    (hit,) = search("coloretto winner", in_english)
    assert [passage.text for passage in hit.passages] == [
        "Whoever has the most points wins.",
        "Equal points: the win is shared.",
    ]


def test_hits_come_in_the_order_of_the_shelf() -> None:
    hits = [(hit.game, hit.section.key) for hit in search("joker", in_english)]
    shelf = [(game, key) for game in GAMES for key in SECTIONS]
    assert hits == sorted(hits, key=shelf.index)


def test_the_found_words_are_marked_where_they_stand() -> None:
    texts = {"Equal points: the win is shared.": "Égalité : cœur et Größe partagés."}
    hits = search("coloretto COEUR grosse egal", lambda sentence: texts.get(sentence, sentence))
    (passage,) = hits[0].passages
    assert [passage.text[start:end] for start, end in passage.spans] == ["Égal", "cœur", "Größe"]


def test_words_that_look_like_patterns_are_taken_literally() -> None:
    assert found("(.*)") == set()
    assert ("perfect_numbers", "scoring") in found("+12")


@pytest.mark.parametrize("game", GAMES)
def test_every_passage_is_found_by_its_own_words(game: str) -> None:
    for part in rulebook(game):
        for passage in passages(part, in_english):
            assert (game, part.key) in found(passage), passage


# -- Four languages ---------------------------------------------------------------------------------------


def sentences(value: Any) -> Iterator[str]:
    """Everything in the book that is to be translated."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Phrase):
        yield value.sentence
        yield from (sentence for part in value.values.values() for sentence in sentences(part))
    elif isinstance(value, tuple):
        yield from (sentence for part in value for sentence in sentences(part))
    elif hasattr(value, "__slots__"):
        yield from (
            sentence
            for name in value.__slots__
            if name != "key"
            for sentence in sentences(getattr(value, name))
        )


def placeholders(sentence: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_every_sentence_is_translated_with_its_numbers(language: str) -> None:
    translate = in_language(language)
    book = {sentence for game in GAMES for sentence in sentences(rulebook(game))}
    assert [
        sentence for sentence in book if placeholders(translate(sentence)) != placeholders(sentence)
    ] == []
    assert [sentence for sentence in book if WORDY.search(sentence) and translate(sentence) == sentence] == []


@pytest.mark.parametrize(
    ("language", "query", "expected"),
    [
        ("nl", "halsketting precies", ("pearls", "turn")),
        ("nl", "gouden joker weigeren", ("coloretto", "readings")),
        ("nl", "laatste ronde opzij", ("coloretto", "end")),
        ("nl", "3 spelers doos", ("pearls", "setup")),
        ("fr", "pioche vide", ("pearls", "end")),
        ("fr", "egalite tas", ("perladora", "tie")),
        ("fr", "collier de fleurs", ("perladora", "variants")),
        ("fr", "ferme perliere", ("perladora", "turn")),
        ("de", "zugstapel leer", ("pearls", "end")),
        ("de", "punktstapel abschliessen", ("perfect_numbers", "turn")),
        ("de", "aktionskarten lagern", ("perfect_numbers", "turn")),
        ("de", "perladora gleichstand", ("perladora", "tie")),
    ],
)
def test_search_speaks_the_language_that_is_shown(
    language: str, query: str, expected: tuple[str, str]
) -> None:
    assert expected in found(query, in_language(language))
    assert expected not in found(query)
