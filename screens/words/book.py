"""The shape of a rulebook, as data: sections of paragraphs, tables and notes.

Every number comes from `scoring`; sentences are marked where they stand and translated when they are said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import BOXES, GAMES
from screens.translator import N_
from screens.words.messages import WORDS, all_words

Translate = Callable[[str], str]
NONE = "–"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence to be translated, and the values that go into it; a value may itself be a phrase."""

    sentence: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def said(self, translate: Translate) -> str:
        return translate(self.sentence).format(
            **{name: said(value, translate) for name, value in self.values.items()}
        )


@dataclass(frozen=True, slots=True)
class Name:
    """A colour or a clan standing alone, with a capital."""

    word: str

    def said(self, translate: Translate) -> str:
        name = translate(all_words()[self.word])
        return name[:1].upper() + name[1:]


Text = str | Phrase
"""A plain sentence, or one with values in it."""

Cell = str | Phrase | Name | int | tuple[Any, ...]
"""Words, a number, or several of them with commas between. Signs such as + translate to themselves."""


def said(cell: Cell, translate: Translate, between: str = ", ") -> str:
    if isinstance(cell, Phrase | Name):
        return cell.said(translate)
    if isinstance(cell, tuple):
        return between.join(said(part, translate) for part in cell) or NONE
    return translate(cell) if isinstance(cell, str) else str(cell)


def phrase(sentence: str, **values: Cell) -> Phrase:
    return Phrase(sentence, values)


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. It is the current one when everything in `when` holds at the table."""

    cells: tuple[Cell, ...]
    when: Mapping[str, Any] = field(default_factory=dict)

    def is_current(self, situation: Mapping[str, Any]) -> bool:
        return bool(self.when) and all(
            situation.get(name, False) == value for name, value in self.when.items()
        )


@dataclass(frozen=True, slots=True)
class Grid:
    title: Text
    header: tuple[Cell, ...]
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Names of things, each with its explanation."""

    title: Text
    items: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the app does where the rulebook is silent or unclear."""

    question: str
    answer: Phrase


Block = Paragraph | Bullets | Grid | Terms | Reading


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    blocks: tuple[Block, ...]


SECTIONS = {
    "setup": N_("Set-up"),
    "components": N_("In the box"),
    "turn": N_("Your turn"),
    "end": N_("How it ends"),
    "scoring": N_("Scoring"),
    "tie": N_("Winner and ties"),
    "variants": N_("Variants"),
    "readings": N_("How we read it"),
}
"""What every game answers, in this order."""

PLAYERS = N_("Players")
DRAW_PILE = N_("Draw pile")
CARDS = N_("Cards")
COPIES = N_("Copies")
POINTS = N_("Points")
JOKER = N_("Joker")
ALL_TOGETHER = N_("All together")


def copies_of(cards: int, colour: str) -> Phrase:
    return phrase(N_("{cards} × {colour}"), cards=cards, colour=WORDS[colour])


def section(key: str, *blocks: Block) -> Section:
    return Section(key, SECTIONS[key], blocks)


def bullets(*items: Text) -> Bullets:
    return Bullets(items)


def grid(title: Text, header: tuple[Cell, ...], *rows: Line | tuple[Cell, ...]) -> Grid:
    return Grid(title, header, tuple(row if isinstance(row, Line) else Line(row) for row in rows))


def terms(title: Text, *items: tuple[Text, Text]) -> Terms:
    return Terms(title, items)


def reading(question: str, answer: str, **values: Cell) -> Reading:
    return Reading(question, Phrase(answer, values))


def player_counts(game: str) -> range:
    return range(BOXES[game].fewest, BOXES[game].most + 1)


def counts(game: str, players: int, **options: Any) -> dict[str, Any]:
    return GAMES[game].setup(players=players, options=options).counts
