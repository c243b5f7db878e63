"""The rulebooks of all games, and a search over them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scoring import BOXES
from screens.games import FACES
from screens.games.book import rulebook
from screens.words.book import Block, Bullets, Grid, Line, Paragraph, Reading, Section, Terms, Translate, said

# -- Search -----------------------------------------------------------------------------------------------

LIGATURES = str.maketrans({"æ": "ae", "œ": "oe"})
PREVIEW = 3
Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing that a section says, and where in it the words were found."""

    text: str
    spans: Spans = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A section in which all words were found, and the passages that hold them."""

    game: str
    section: Section
    passages: tuple[Passage, ...]


def folded(text: str) -> str:
    """Without case and accents: "Perladöra" is found as "perladora"."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def search(query: str, translate: Translate) -> list[Hit]:
    """The sections that hold all words of the query, in the order of the shelf."""
    words = [_pattern(word) for word in folded(query).split()]
    if not words:
        return []
    hits = (_hit(game, part, words, translate) for game in BOXES for part in rulebook(game))
    return [hit for hit in hits if hit]


def _pattern(word: str) -> re.Pattern[str]:
    """Part of a word is enough, but 3 is not 30."""
    quoted = re.escape(word)
    return re.compile(rf"(?<!\d){quoted}(?!\d)" if word.isdigit() else quoted)


def _hit(game: str, part: Section, words: list[re.Pattern[str]], translate: Translate) -> Hit | None:
    """The game and the heading count as part of every passage; alone they find how the section begins."""
    heading = folded(f"{translate(FACES[game].look.NAME)} {translate(part.title)}")
    elsewhere = [word for word in words if not word.search(heading)]
    told = list(passages(part, translate))
    found = [text for text in told if _holds(folded(text), elsewhere or words)]
    if not found and not elsewhere:
        found = told[:PREVIEW]
    return Hit(game, part, tuple(Passage(text, _spans(text, words)) for text in found)) if found else None


def _holds(plain: str, words: list[re.Pattern[str]]) -> bool:
    return all(word.search(plain) for word in words)


def _spans(text: str, words: list[re.Pattern[str]]) -> Spans:
    """Where the words are in the text as it is written, joined where they touch."""
    letters = [(letter, place) for place, sign in enumerate(text) for letter in folded(sign)]
    plain = "".join(letter for letter, _place in letters)
    marked = {
        letters[at][1] for word in words for match in word.finditer(plain) for at in range(*match.span())
    }
    starts = sorted(place for place in marked if place - 1 not in marked)
    ends = sorted(place + 1 for place in marked if place + 1 not in marked)
    return tuple(zip(starts, ends, strict=True))


def passages(part: Section, translate: Translate) -> Iterator[str]:
    """Everything the section says, one thing at a time."""
    return (text for block in part.blocks for text in _told(block, translate))


def _told(block: Block, translate: Translate) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield said(text, translate)
        case Bullets(items):
            yield from (said(item, translate) for item in items)
        case Reading(question, answer):
            yield f"{translate(question)} {answer.said(translate)}"
        case Terms(title, items):
            heading = said(title, translate)
            yield from (
                f"{heading} · {said(term, translate)} · {said(text, translate)}" for term, text in items
            )
        case Grid():
            yield from (_told_row(block, row, translate) for row in block.rows)


def _told_row(table: Grid, row: Line, translate: Translate) -> str:
    """A row out of its table, with the heads that it needs to be understood."""
    (head, *heads), (first, *cells) = (
        [said(cell, translate) for cell in line] for line in (table.header, row.cells)
    )
    name = f"{head} {first}" if isinstance(row.cells[0], int) else first
    values = ", ".join(
        translate("{head}: {text}").format(head=head, text=cell)
        for head, cell in zip(heads, cells, strict=True)
    )
    return f"{said(table.title, translate)} · {name} · {values}"
