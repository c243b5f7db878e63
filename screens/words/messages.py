"""Message keys of the rules and the history, turned into sentences in the chosen language.

A sentence may have a plural form; the argument that counts is named with it. Words of the games inside the
arguments, such as colours, are translated too; everything else (names above all) is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from scoring import BOXES, box_of, is_written
from screens.games import FACES
from screens.translator import N_, _, ngettext


class Keyed(Protocol):
    @property
    def key(self) -> str: ...
    @property
    def args(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Plural:
    """Two forms of a sentence; `count` names the argument that decides."""

    count: str
    one: str
    many: str


def n_(one: str, many: str, count: str) -> Plural:
    """Marks both forms for extraction; they are translated when the number is known."""
    return Plural(count, one, many)


POINTS_BEHIND = n_("{names}: {n} point behind.", "{names}: {n} points behind.", "n")

WORDS = {
    "yellow": N_("yellow"),
    "red": N_("red"),
    "green": N_("green"),
    "blue": N_("blue"),
    "turquoise": N_("turquoise"),
    "purple": N_("purple"),
    "wild": N_("wild"),
    "orange": N_("orange"),
    "brown": N_("brown"),
    "grey": N_("grey"),
    "pink": N_("pink"),
}

LITERAL = frozenset({"name", "value", "text", "file"})
"""Arguments that people or files brought along: shown as they are, even when somebody is called Red."""
FIRST_FIELD = re.compile(r"\{(?P<field>\w+)\}")

SENTENCES: dict[str, str | Plural] = {
    "players.count": N_("This game is for {fewest} to {most} players."),
    "starter.not_a_seat": N_("Whoever begins must sit at the table."),
    "move.unknown": N_("This game does not know that move."),
    "move.game_over": N_("The game is over. Undo, or correct the counts, to go on."),
    "notice.count_now": N_("The game is over: time to count."),
    "rank.by_points": n_(
        "{points} point",
        "{points} points",
        "points",
    ),
    "session.mend_first": N_("Move {index} does not fit: correct it first."),
    "field.missing": N_("Something is missing: {field}."),
    "field.unknown": N_("This is not known here: {field}."),
    "field.not_a_list": N_("This should be a list: {field}."),
    "field.not_a_time": N_("This is not a time: {field}."),
    "field.not_a_whole_number": N_("This is not a whole number: {field}."),
    "field.not_a_yes_or_no": N_("This should be yes or no: {field}."),
    "field.not_an_object": N_("This has the wrong shape: {field}."),
    "field.not_one_of": N_("{field} should be one of these: {choices}."),
    "field.out_of_range": N_("{field} goes from {low} to {high}."),
    "field.one_number_per_seat": N_("One number for each player is needed: {field}."),
    "field.one_yes_or_no_per_seat": N_("Yes or no for each player is needed: {field}."),
    "sheet.one_entry_per_seat": N_("The sheet needs an entry for each of the {players} players."),
    "history.locked": N_("Tableside is already open elsewhere with this folder. Close it there first."),
    "folder.gone": N_("The folder is not there. Nothing is lost; choose it again, or another one."),
    "folder.full": N_("There is no room left in the folder. What others saved is read all the same."),
    "folder.not_allowed": N_(
        "Tableside may not write in the folder. What others saved is read all the same."
    ),
    "folder.unreadable": N_(
        "The folder cannot be read just now. Nothing is lost, and the next try may work."
    ),
    "folder.not_as_written": N_("What was written into the folder came back as something else."),
    "history.disk_full": N_("There is no room left on this device."),
    "history.not_written": N_("This device did not allow the change to be saved."),
    "history.bad_device": N_("The name of this device cannot be read."),
    "history.no_later_change": N_(
        "This came from a file that says no change can ever follow it. It stays as it is."
    ),
    "history.odd_times": N_(
        "The device that made this file had the wrong date. All is read, but when it was saved is not known."
    ),
    "history.odd_clocks": N_(
        "Part of the file claims to be newer than anything can be. It replaces nothing here."
    ),
    "history.closed": N_("The history is closed."),
    "history.journal_too_large": N_("A file of the history is too large to read."),
    "history.journal_unreadable": N_("A file of the history cannot be read."),
    "history.line_damaged": N_("A line was damaged and has been set aside."),
    "history.line_torn": N_("A line was cut short and has been set aside."),
    "history.line_incomplete": N_("A line refers to something that is missing and has been set aside."),
    "history.line_unreadable": N_("A line could not be understood and has been set aside."),
    "history.newer_version": N_(
        "This history was written by a newer version of Tableside. Update this app to change it."
    ),
    "history.not_read": N_("The history could not be read."),
    "history.other_id": N_("That is a different session from the one that was meant."),
    "history.same_player": N_("These are already the same player."),
    "history.unknown_format": N_("Tableside does not know this kind of file."),
    "document.device": N_("The file gives a device an impossible name."),
    "document.field_name": N_("The file has a field without a proper name."),
    "document.field_twice": N_("The file says the same thing twice."),
    "document.file_too_large": N_("This file is too large."),
    "document.file_unreadable": N_("This file cannot be read."),
    "document.game": N_("This is none of the four games."),
    "document.kind": N_("The file holds something that Tableside does not save."),
    "document.merged_into_itself": N_("A player cannot be merged into themselves."),
    "document.newer_version": N_("This file was written by a newer version of Tableside."),
    "document.not_a_date": N_("A date cannot be right."),
    "document.not_a_file": N_("This is not a file."),
    "document.not_a_list": N_("A list is expected: {field}."),
    "document.not_a_moment": N_("A moment in time cannot be right: {field}."),
    "document.not_a_number": N_("A number is expected."),
    "document.not_a_time": N_("A length of time cannot be right: {field}."),
    "document.not_a_yes_or_no": N_("Yes or no is expected: {field}."),
    "document.not_an_id": N_("An identifier cannot be right: {field}."),
    "document.not_an_object": N_("The wrong shape: {field}."),
    "document.not_json": N_("This file is damaged or of another kind."),
    "document.not_plain": N_("The file holds a value of an unknown kind."),
    "document.not_utf8": N_("This file is damaged or of another kind."),
    "document.not_text": N_("Text is expected: {field}."),
    "document.number_too_large": N_("A number is too large."),
    "document.one_per_player": N_("One entry for each player is expected: {field}."),
    "document.other_game": N_("Not one of the four games: {name}."),
    "document.other_id": N_("An identifier does not match its entry."),
    "document.player_count": N_("This game cannot be played with that many players."),
    "document.rank": N_("A place in the ranking cannot be right."),
    "document.reference": N_("The file refers to something that it does not hold."),
    "document.score": N_("A score cannot be read."),
    "document.stamp": N_("The age of a change cannot be right."),
    "document.starter": N_("Whoever began must sit at the table."),
    "document.text_too_long": N_("A text is too long: {field}."),
    "document.too_deep": N_("This file is nested too deeply."),
    "document.too_large": N_("This entry is too large."),
    "document.too_many_values": N_("This entry holds too many values."),
    "document.total": N_("A total cannot be right."),
    "document.unknown_format": N_("Tableside does not know this kind of file."),
    "document.winner_twice": N_("A winner is named twice."),
    "document.winners": N_("The winners cannot be right."),
    "players.id": N_("A player has no proper identifier."),
    "players.name": N_("A player needs a name."),
}


def game_name(key: str) -> str:
    """What has been written on a blank box is called as its people call it."""
    return BOXES[key].name if is_written(key) else _(FACES[key].look.NAME)


def name_of(session: Mapping[str, Any]) -> str:
    return game_name(box_of(session).key)


@cache
def all_words() -> dict[str, str]:
    """The colours, the names of the games, and the words that only one game has."""
    names = {key: face.look.NAME for key, face in FACES.items()}
    return WORDS | names | {key: name for face in FACES.values() for key, name in face.words.WORDS.items()}


def word(key: str) -> str:
    """A word of the games in the chosen language, with a capital."""
    translated = _(all_words()[key])
    return translated[:1].upper() + translated[1:]


def letters(words: Iterable[str]) -> list[str]:
    """A short sign for each word: its first letter, with its last one where the first is taken."""
    signs: list[str] = []
    for name in words:
        wishes = [
            name[0].upper(),
            name[0].upper() + name[-1],
            *(name[0].upper() + middle for middle in name[1:]),
        ]
        signs.append(next(wish for wish in wishes if wish not in signs))
    return signs


def sentence_for(key: str) -> str | Plural | None:
    """A game's own sentences are loaded when the first of them is said."""
    game = key.partition(".")[0]
    return (FACES[game].words.SENTENCES if game in FACES else SENTENCES).get(key)


def second_line(key: str) -> str:
    """What stands below a step of the set-up, if anything does."""
    game = key.partition(".")[0]
    return FACES[game].words.MORE.get(key, "") if game in FACES else ""


def sentence(message: Keyed) -> str:
    """The sentence for a message; an unknown key is shown rather than hidden."""
    found = sentence_for(message.key)
    if found is None:
        return message.key
    shown = {name: value if name in LITERAL else _spoken(value) for name, value in message.args.items()}
    if isinstance(found, Plural):
        told = ngettext(found.one, found.many, int(message.args[found.count]))
    else:
        told = _(found)
    return _with_capital(told, shown) if _begins_with_a_word(told, message.args) else told.format(**shown)


def _begins_with_a_word(told: str, args: Mapping[str, Any]) -> bool:
    """Whether a colour or another word of the games stands first, and not somebody's name."""
    first = FIRST_FIELD.match(told)
    value = args.get(first["field"]) if first and first["field"] not in LITERAL else None
    return isinstance(value, str) and value in all_words()


def _with_capital(told: str, shown: Mapping[str, Any]) -> str:
    text = told.format(**shown)
    return text[:1].upper() + text[1:]


def _spoken(value: Any) -> Any:
    if isinstance(value, str):
        return _(all_words()[value]) if value in all_words() else value
    if isinstance(value, list | tuple):
        return ", ".join(str(_spoken(item)) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{_spoken(count)} {_spoken(name)}" for name, count in value.items())
    return value
