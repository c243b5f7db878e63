"""What can be told about a fault without telling anything about anybody.

A report holds where in the app it happened, and the moves of the table, so that they can be played again. It
holds no names, no notes, no places, and never what an exception has to say: that may be what somebody typed.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from traceback import walk_tb
from types import CodeType, FunctionType
from typing import Any

import kivy
from kivy.lang.parser import ParserException

from scoring import BOXES, GAMES
from screens.running import the_app

OURS = ("main", "scoring", "history", "phone", "screens")
HIDDEN = "…"
LONGEST_CHAIN = 5
MOST_PLACES = 40


@dataclass(frozen=True, slots=True)
class Fall:
    """What went wrong, and where in our own code."""

    page: str
    step: str
    """What the page was asked to do; empty for a touch, a frame or a clock."""
    kinds: tuple[str, ...]
    places: tuple[str, ...]


def fall_of(trouble: BaseException, page: str, step: str) -> Fall:
    chain = list(_chain(trouble))
    kinds = tuple(f"{type(one).__module__}.{type(one).__qualname__}" for one in chain)
    places = [place for one in reversed(chain) for place in _places(one)]
    return Fall(page, step, kinds, tuple(places[-MOST_PLACES:]))


def _chain(trouble: BaseException | None) -> Iterator[BaseException]:
    for _ in range(LONGEST_CHAIN):
        if trouble is None:
            return
        yield trouble
        trouble = trouble.__cause__ or trouble.__context__


def _places(trouble: BaseException) -> Iterator[str]:
    """By the names of modules, for a path may hold the name of whoever owns the computer."""
    for frame, line in walk_tb(trouble.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] in OURS or module == "__main__":
            yield f"{module}:{line} {frame.f_code.co_name}"
        elif not module:
            yield from _place_in_kv(frame.f_code.co_filename, line)
    if isinstance(trouble, ParserException):
        yield from _place_in_kv(trouble.filename, trouble.line)


def _place_in_kv(file: object, line: int) -> Iterator[str]:
    _before, kv, within = str(file).replace("\\", "/").rpartition("/kv/")
    if kv:
        yield f"kv/{within}:{line}"


# -- Words that are ours ----------------------------------------------------------------------------------


@cache
def vocabulary(game: str) -> frozenset[str]:
    """The words of the rules of a game: what stands in its code was typed by nobody at a table."""
    GAMES[game]
    room = f"scoring.{game}"
    modules = [
        module for name, module in list(sys.modules.items()) if name == room or name.startswith(f"{room}.")
    ]
    words = {word for module in modules for value in list(vars(module).values()) for word in _words(value, 6)}
    return frozenset(word for word in words if word.isidentifier() and not word.startswith("__"))


def _words(value: object, deep: int) -> Iterator[str]:
    parts: Iterator[object] | Sequence[object] = ()
    if isinstance(value, str):
        yield value
    elif deep == 0:
        return
    elif isinstance(value, FunctionType):
        parts = (value.__code__, *(value.__defaults__ or ()))
    elif isinstance(value, CodeType):
        parts = value.co_consts
    elif isinstance(value, Mapping):
        parts = (*value.keys(), *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        parts = tuple(value)
    elif isinstance(value, type) and value.__module__.startswith("scoring."):
        parts = tuple(vars(value).values())
    for part in parts:
        yield from _words(part, deep - 1)


def scrubbed(value: Any, words: frozenset[str]) -> Any:
    """The same with everything hidden that is neither a number nor a word of the rules."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return value if value in words else HIDDEN
        case Mapping():
            return {scrubbed(str(name), words): scrubbed(part, words) for name, part in value.items()}
        case list() | tuple():
            return [scrubbed(part, words) for part in value]
    return HIDDEN


# -- The report -------------------------------------------------------------------------------------------


def report(fall: Fall) -> str:
    return "\n".join([*_app(), "", *_fault(fall), "", *_table()])


def _app() -> Iterator[str]:
    app = the_app()
    yield f"Tableside {app.version}"
    yield f"Python {platform.python_version()}, Kivy {kivy.__version__}, {sys.platform}"
    with suppress(Exception):
        chosen = app.settings
        yield f"{chosen.language}, {chosen.theme}, text {chosen.text_scale:g}"
    with suppress(Exception):
        yield "way: " + " > ".join(visit.name for visit in app.ways.visits)


def _fault(fall: Fall) -> Iterator[str]:
    yield f"fault: {' < '.join(fall.kinds)}"
    yield f"page: {fall.page} {fall.step}".rstrip()
    yield from fall.places


def _table() -> Iterator[str]:
    """The table that was last sat at."""
    with suppress(Exception):
        document = the_app().at_the_table
        if document is None or document["game"] not in BOXES:
            return
        words = vocabulary(document["game"])
        yield f"game: {document['game']}, {len(document['players'])} players, starter {document['starter']}"
        yield f"options: {json.dumps(scrubbed(document['options'], words))}"
        for move in document["moves"]:
            yield json.dumps(scrubbed(move, words))
