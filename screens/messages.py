"""Message keys of the rules and the history, turned into sentences in the chosen language.

A sentence may have a plural form; the argument that counts is named with it. Words of the games inside the
arguments, such as colours, are translated too; everything else (names above all) is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

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


GAME_NAMES = {
    "pearls": N_("Pearls"),
    "coloretto": N_("Coloretto"),
    "perfect_numbers": N_("Perfect Numbers"),
    "perladora": N_("Perladöra"),
}

WORDS = {
    **GAME_NAMES,
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
    "coral": N_("coral"),
    "shell": N_("shell"),
    "mountain": N_("mountain"),
    "sand": N_("sand"),
}

LITERAL = frozenset({"name", "value", "text", "file"})
"""Arguments that people or files brought along: shown as they are, even when somebody is called Red."""
FIRST_FIELD = re.compile(r"\{(?P<field>\w+)\}")

SENTENCES: dict[str, str | Plural] = {
    "players.count": N_("This game is for {fewest} to {most} players."),
    # Set-up: the check-lists.
    "pearls.setup.remove": N_("Put all {cards} {colour} cards back in the box."),
    "pearls.setup.deal": N_("Shuffle the other {in_play} cards and deal {each} to everyone."),
    "pearls.setup.display": N_("Turn up {cards} cards: the display."),
    "pearls.setup.draw_pile": N_("The other {cards} cards are the draw pile."),
    "pearls.setup.necklaces": N_("Line up the necklaces: {values}."),
    "pearls.setup.youngest_starts": N_("The youngest player begins."),
    "coloretto.setup.summaries": N_("Give everyone a summary card, {side} side up."),
    "coloretto.setup.green_rows": N_("Lay out the three green row cards, for {limits} cards."),
    "coloretto.setup.brown_rows": N_("Lay out {rows} brown row cards. Each takes {limit} cards."),
    "coloretto.setup.remove_colour": N_("Put all {cards} {colour} cards back in the box."),
    "coloretto.setup.remove_colours": n_(
        "Choose a colour and put all {cards} of its cards back in the box.",
        "Choose {colours} colours and put their {cards} cards back in the box.",
        "colours",
    ),
    "coloretto.setup.start_cards": N_("Everyone takes a start card, each of another colour."),
    "coloretto.setup.start_cards_for_two": N_("Everyone takes {each} start cards of different colours."),
    "coloretto.setup.last_round_aside": N_("Put the last-round card aside."),
    "coloretto.setup.shuffle": N_("Shuffle the other {cards} cards."),
    "coloretto.setup.last_round_in": N_(
        "Count off {below} cards, lay the last-round card on them and the other {above} on top."
    ),
    "coloretto.setup.choose_who_starts": N_("Agree on who begins."),
    "perfect_numbers.setup.start_card": N_("Give the start card to whoever begins, and shuffle the others."),
    "perfect_numbers.setup.deal": N_("Deal {each} number cards to everyone: {cards} in all."),
    "perfect_numbers.setup.replace_actions": N_(
        "Shuffle action cards back in and replace them, until everyone has {each} number cards."
    ),
    "perfect_numbers.setup.lay_out": N_("Everyone lays their cards out by colour, from low to high."),
    "perfect_numbers.setup.market": N_("Lay out the market: {cards} cards in groups of {groups}."),
    "perfect_numbers.setup.draw_pile": N_("The other {cards} cards are the draw pile."),
    "perfect_numbers.setup.draw_pile_uncounted": N_("All the other cards are the draw pile."),
    "perfect_numbers.setup.three_rows": N_("Variant: only {rows} places for colours each."),
    "perladora.setup.choose_clans": N_("Everyone chooses a clan and takes its screen."),
    "perladora.setup.clans_at_random": N_("Deal everyone a clan at random, with its screen."),
    "perladora.setup.divers": N_("Everyone takes {each} divers of their clan behind the screen."),
    "perladora.setup.more_divers_than_squares": n_(
        "One diver more than there are squares: it will be left over.",
        "{left_over} divers more than there are squares: they will be left over.",
        "left_over",
    ),
    "perladora.setup.pearls": N_("Put a pile of pearls on each of the {farms} farms, at random."),
    "perladora.setup.pontoons": N_("Lay the {pontoons} pontoons beside the board."),
    "perladora.setup.powers": N_("Lay out the power tokens. {seats}."),
    "perladora.setup.powers_by_clan": N_("Lay out the power tokens of your clan. {powers}."),
    "perladora.setup.reinforcements": n_(
        "Everyone takes {each} reinforcement behind the screen.",
        "Everyone takes {each} reinforcements behind the screen.",
        "each",
    ),
    "perladora.setup.partners": N_("Partners sit opposite each other: {teams}."),
    "perladora.setup.may_look": N_("Agreed: you may look at your own placed divers."),
    "perladora.setup.may_not_look": N_("Agreed: nobody looks at divers once they are placed."),
    "perladora.setup.youngest_starts": N_("The youngest player begins."),
}


def game_name(key: str) -> str:
    return _(GAME_NAMES[key])


@cache
def all_words() -> dict[str, str]:
    """The words of every game; those that only one game has stand with its sentences."""
    return WORDS | import_module("screens.messages_coloretto").WORDS


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


@cache
def all_sentences() -> dict[str, str | Plural]:
    """The sentences of every game; nobody needs them before the first one is said."""
    chapters = ("shared", "pearls", "coloretto", "perfect_numbers", "perladora")
    found = dict(SENTENCES)
    for chapter in chapters:
        found |= import_module(f"screens.messages_{chapter}").SENTENCES
    return found


def sentence(message: Keyed) -> str:
    """The sentence for a message; an unknown key is shown rather than hidden."""
    found = SENTENCES.get(message.key) or all_sentences().get(message.key)
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
