"""Brings every sentence into its catalogue: python locales/gather.py, or `make messages`

There is one for the house and one for each game. What only a game's own folders say is in that game's; what
anything else says, or a second game, is in that of the house. What is translated moves along, from whichever
catalogue it lies in; what nobody says any more goes.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
HOUSE = "tableside"
ROOMS = ("screens", "kv")
METHODS = [("**.py", "python"), ("**.kv", "python")]
"""The kv files read like Python as far as calls are concerned."""
KEYWORDS: dict[str, Any] = {"_": None, "N_": None, "ngettext": (1, 2), "n_": (1, 2), "n": (1, 2)}
HEAD = (
    *("Project-Id-Version", "Last-Translator", "Language", "Language-Team"),
    *("Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
)
WIDTH = 110

Wording = str | tuple[str, ...]
"""A sentence, or one for a single thing and one for several."""


def first(wording: Wording | list[str]) -> str:
    return wording if isinstance(wording, str) else wording[0]


@dataclass
class Sentence:
    wording: Wording
    homes: set[str] = field(default_factory=set)


def games(root: Path = ROOT) -> set[str]:
    return {path.parent.name for path in (root / "scoring").glob("*/__init__.py")}


def said(root: Path = ROOT) -> dict[str, Sentence]:
    """By its first wording, in the order of the files: each sentence and the catalogues it could be in."""
    found: dict[str, Sentence] = {}
    known = games(root)
    for room in ROOMS:
        everything = extract_from_dir(root / room, METHODS, keywords=KEYWORDS)
        for file, _line, wording, _comments, _context in sorted(everything, key=lambda said: said[:2]):
            parts = Path(file).with_suffix("").parts
            sentence = found.setdefault(first(wording), Sentence(wording))
            sentence.homes.add(next((part for part in parts if part in known), HOUSE))
            if not isinstance(wording, str):
                sentence.wording = tuple(wording)
    return found


def by_catalogue(sentences: Iterable[Sentence], root: Path = ROOT) -> dict[str, list[Wording]]:
    sorted_out: dict[str, list[Wording]] = {HOUSE: [], **{game: [] for game in sorted(games(root))}}
    for sentence in sentences:
        home = next(iter(sentence.homes)) if len(sentence.homes) == 1 else HOUSE
        sorted_out[home].append(sentence.wording)
    return sorted_out


def languages(root: Path = ROOT) -> list[str]:
    return sorted(path.name for path in (root / "locales").iterdir() if path.is_dir() and len(path.name) == 2)


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def renew(folder: Path, language: str, wanted: dict[str, list[Wording]]) -> int:
    """Writes the catalogues of a language anew; says how many sentences want a translation."""
    translated: dict[str, dict[str, Message]] = defaultdict(dict)
    for path in sorted(folder.glob("*.po")):
        for message in read(path, language):
            if message.id and any(message.string or ()):
                translated[first(message.id)][path.stem] = message
    missing = 0
    for domain, wordings in wanted.items():
        catalogue = Catalog(locale=language)
        for wording in wordings:
            told = newest(translated[first(wording)], domain)
            fits = told is not None and isinstance(told.id, str) == isinstance(wording, str)
            catalogue.add(wording, told.string if told is not None and fits else None)
            missing += not fits
        write(folder / f"{domain}.po", catalogue)
    return missing


def newest(held: dict[str, Message], domain: str) -> Message | None:
    """What lies where it does not belong has been put there since."""
    strays = [message for where, message in held.items() if where != domain]
    return strays[0] if strays else held.get(domain)


def write(path: Path, catalogue: Catalog) -> None:
    """Without dates and places, which would change with every run."""
    assert catalogue.locale is not None
    heads = dict(catalogue.mime_headers) | dict.fromkeys(
        ("Project-Id-Version", "Last-Translator"), "Tableside"
    )
    heads["Language-Team"] = heads["Language"]
    with path.open("wb") as file:
        lines = [f"# Tableside, {catalogue.locale.get_display_name()}", 'msgid ""', 'msgstr ""']
        lines += [f'"{name}: {heads[name]}\\n"' for name in HEAD]
        file.write("\n".join([*lines, "", ""]).encode())
        write_po(file, catalogue, width=WIDTH, no_location=True, omit_header=True)


def gather(root: Path = ROOT) -> int:
    wanted = by_catalogue(said(root).values(), root)
    missing = 0
    for language in languages(root):
        missing += (found := renew(root / "locales" / language / "LC_MESSAGES", language, wanted))
        print(f"{language}: {sum(map(len, wanted.values()))} sentences, {found} without a translation")
    return missing


if __name__ == "__main__":
    gather(Path(sys.argv[1]) if sys.argv[1:] else ROOT)
