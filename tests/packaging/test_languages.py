"""Every sentence in every language: none missing, none left over, and the same blanks to fill in."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from screens import translator

ROOT = Path(__file__).parent.parent.parent
GATHER = runpy.run_path(str(ROOT / "locales" / "gather.py"))
LANGUAGES = [code for code in translator.LANGUAGES if code != "en"]


def first(message: str | tuple[str, ...] | list[str]) -> str:
    return message if isinstance(message, str) else message[0]


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def catalogues(language: str) -> Iterator[Path]:
    yield from sorted((ROOT / "locales" / language / "LC_MESSAGES").glob("*.po"))


def blanks(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.fixture(scope="module")
def wanted() -> dict[str, set[tuple[str, ...]]]:
    found = GATHER["by_catalogue"](GATHER["said"]().values())
    assert sum(map(len, found.values())) > 1000
    return {domain: {_tuple(wording) for wording in wordings} for domain, wordings in found.items()}


def _tuple(wording: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (wording,) if isinstance(wording, str) else tuple(wording)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_and_nothing_left_over(
    language: str, wanted: dict[str, set[tuple[str, ...]]]
) -> None:
    """What lies in the wrong catalogue is missing in one, left over in another: `make messages` moves it."""
    held = {
        path.stem: {_tuple(message.id) for message in read(path) if message.id}
        for path in catalogues(language)
    }
    assert held.keys() == wanted.keys()
    assert {domain: sorted(wanted[domain] - held[domain]) for domain in wanted} == {d: [] for d in wanted}
    assert {domain: sorted(held[domain] - wanted[domain]) for domain in wanted} == {d: [] for d in wanted}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_with_the_same_blanks(language: str) -> None:
    wrong = []
    for message in (message for path in catalogues(language) for message in read(path)):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        blank = {blank for original in originals for blank in blanks(original)}
        if message.fuzzy or not all(strings):
            wrong.append(f"missing: {originals[0]}")
        elif any(blanks(text) - blank for text in strings) or blank - set().union(*map(blanks, strings)):
            wrong.append(f"other blanks: {originals[0]} / {strings}")
    assert wrong == []


# -- How they are gathered, and found ---------------------------------------------------------------------


def lay_out(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def put(path: Path, sentences: dict[Any, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue = Catalog(locale="nl")
    for english, told in sentences.items():
        catalogue.add(english, told)
    with path.open("wb") as file:
        (write_mo if path.suffix == ".mo" else write_po)(file, catalogue)


def test_a_game_has_a_catalogue_of_what_it_alone_says(tmp_path: Path) -> None:
    lay_out(
        tmp_path,
        {
            "scoring/chess/__init__.py": "",
            "scoring/go/__init__.py": "",
            "screens/home/page.py": '_("Home")\n_("Draw")\n',
            "screens/games/chess/table.py": '_("Draw")\n_("Check")\n_("Board")\n',
            "screens/games/chess/words.py": 'n_("{n} pawn", "{n} pawns")\n',
            "screens/games/go/table.py": '_("Atari")\n_("Board")\n',
            "screens/demonstration/people/go.py": '_("Komi")\n',
            "kv/games/go/table.kv": "Label:\n    text: i18n._('Stones')\n",
        },
    )
    folder = tmp_path / "locales" / "nl" / "LC_MESSAGES"
    pawns = ("{n} pawn", "{n} pawns")
    put(
        folder / "tableside.po",
        {"Check": "Schaak", "Home": "Thuis", "Gone": "Weg", pawns: ("{n} pion", "{n} pionnen"), "Atari": ""},
    )
    put(folder / "chess.po", {"Check": "Schaakje", "Board": "Bord"})

    for _again in range(2):
        assert GATHER["gather"](tmp_path) == 4, "Draw, Atari, Komi and Stones"
        told = {
            path.stem: {_tuple(message.id): message.string for message in read(path) if message.id}
            for path in sorted(folder.glob("*.po"))
        }
        assert told == {
            "tableside": {("Home",): "Thuis", ("Draw",): "", ("Board",): "Bord"},
            "chess": {("Check",): "Schaak", pawns: ("{n} pion", "{n} pionnen")},
            "go": {("Atari",): "", ("Komi",): "", ("Stones",): ""},
        }


def test_the_app_speaks_whatever_catalogues_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translator, "LOCALES", tmp_path)
    folder = tmp_path / "nl" / "LC_MESSAGES"
    put(folder / "chess.mo", {"Check": "Schaak", ("{n} pawn", "{n} pawns"): ("{n} pion", "{n} pionnen")})
    put(folder / "tableside.mo", {"Home": "Thuis"})
    put(folder / "go.mo", {"Atari": "Atari!"})
    told = translator.catalogue("nl")
    assert [told.gettext(text) for text in ("Home", "Check", "Atari", "Nobody says this")] == [
        *("Thuis", "Schaak", "Atari!", "Nobody says this")
    ]
    assert [told.ngettext("{n} pawn", "{n} pawns", n) for n in (1, 2)] == ["{n} pion", "{n} pionnen"]
    assert translator.catalogue("en").gettext("Home") == "Home"
