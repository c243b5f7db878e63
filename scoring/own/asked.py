"""What people enter: by name, a count, points, a yes, a count by kind, a choice, or pairs of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scoring.core import Fields, Refuse, is_integer, quote

MOST_ENTRIES = 40
MOST_KINDS = 12
MOST_VALUES = 200
LONGEST_NAME = 60
LARGEST_NUMBER = 1_000_000

Sort = Literal["count", "points", "yes", "of", "one", "pairs"]
PLAIN: tuple[Sort, ...] = ("count", "points", "yes")
NAMED: tuple[Sort, ...] = ("of", "one", "pairs")

Answer = Any
"""A number, a yes or no, numbers by kind, the name of a choice, or a tuple of pairs."""
Row = Mapping[str, Answer]
"""What one seat entered in one round, or at the end; what nobody entered is left out."""

NOTHING: Mapping[Sort, Answer] = {"count": 0, "points": 0, "yes": False, "of": {}, "one": "", "pairs": ()}


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that is asked of every seat."""

    name: str
    sort: Sort
    names: tuple[str, ...] = ()
    """The kinds, the choices, or what the two numbers of a pair are called."""
    at_end: bool = False
    """Once, although the game has rounds."""


# -- The questions ----------------------------------------------------------------------------------------


def read_text(value: object, refuse: Refuse, place: str, longest: int = LONGEST_NAME) -> str:
    if not isinstance(value, str) or not value.strip() or any(map(_is_no_letter, value)):
        raise refuse("own.not_a_name", field=place)
    if len(value) > longest:
        raise refuse("own.name_too_long", field=place, longest=longest)
    return value


def _is_no_letter(sign: str) -> bool:
    """Signs that steer a printer, and halves of letters: neither can be shown or saved."""
    return sign < " " or "\x7f" <= sign < "\xa0" or "\ud800" <= sign <= "\udfff"


def read_asks(value: object, refuse: Refuse, place: str) -> dict[str, Ask]:
    if not isinstance(value, dict):
        raise refuse("field.not_an_object", field=place)
    if len(value) > MOST_ENTRIES:
        raise refuse("own.too_many", field=place, most=MOST_ENTRIES)
    asks = {}
    for name, wanted in value.items():
        read_text(name, refuse, place)
        if name.startswith("@"):
            raise refuse("own.not_a_name", field=f"{place}.{quote(name)}")
        asks[name] = _read_ask(name, wanted, refuse, f"{place}.{quote(name)}")
    return asks


def _read_ask(name: str, wanted: object, refuse: Refuse, place: str) -> Ask:
    for sort in PLAIN:
        if wanted == sort:
            return Ask(name, sort)
    if isinstance(wanted, dict) and len(wanted) == 1:
        [(sort, how)] = wanted.items()
        if sort in PLAIN and how == "end":
            return Ask(name, sort, at_end=True)
        if sort in NAMED:
            return Ask(name, sort, _read_names(how, sort, refuse, f"{place}.{sort}"))
    raise refuse("own.does_not_fit", field=place)


def _read_names(names: object, sort: Sort, refuse: Refuse, place: str) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise refuse("field.not_a_list", field=place)
    most = {"of": MOST_KINDS, "one": MOST_VALUES, "pairs": 2}[sort]
    if len(names) > most:
        raise refuse("own.too_many", field=place, most=most)
    if not names or (sort == "pairs" and len(names) != 2):
        raise refuse("own.too_few", field=place, fewest=2 if sort == "pairs" else 1)
    read = tuple(read_text(one, refuse, f"{place}.{number}") for number, one in enumerate(names))
    if len(set(read)) != len(read):
        raise refuse("own.name_twice", field=place)
    return read


# -- The answers ------------------------------------------------------------------------------------------


def read_row(asks: Mapping[str, Ask], value: object, refuse: Refuse, place: str) -> dict[str, Answer]:
    if not isinstance(value, dict):
        raise refuse("field.not_an_object", field=place)
    row: dict[str, Answer] = {}
    for name, answer in value.items():
        ask = asks.get(name) if isinstance(name, str) else None
        if ask is None:
            raise refuse("field.unknown", field=f"{place}.{quote(name)}")
        if type(answer) is int and ask.sort == "count" and 0 <= answer <= LARGEST_NUMBER:
            row[name] = answer
            continue
        row[name] = _READERS[ask.sort](ask, answer, refuse, f"{place}.{name}")
    return row


def _whole(value: object, low: int, refuse: Refuse, place: str) -> int:
    if not is_integer(value):
        raise refuse("field.not_a_whole_number", field=place)
    if not low <= value <= LARGEST_NUMBER:
        raise refuse("field.out_of_range", field=place, low=low, high=LARGEST_NUMBER)
    return value


def _count(_ask: Ask, value: object, refuse: Refuse, place: str) -> int:
    return _whole(value, 0, refuse, place)


def _points(_ask: Ask, value: object, refuse: Refuse, place: str) -> int:
    return _whole(value, -LARGEST_NUMBER, refuse, place)


def _yes(_ask: Ask, value: object, refuse: Refuse, place: str) -> bool:
    if not isinstance(value, bool):
        raise refuse("field.not_a_yes_or_no", field=place)
    return value


def _kinds(ask: Ask, value: object, refuse: Refuse, place: str) -> dict[str, int]:
    fields = Fields(value, refuse, place)
    found = {kind: fields.integer(kind, 0, LARGEST_NUMBER) for kind in ask.names if kind in fields}
    fields.finish()
    return found


def _one(ask: Ask, value: object, refuse: Refuse, place: str) -> str:
    if not isinstance(value, str) or value not in ask.names:
        raise refuse("field.not_one_of", field=place, value=quote(value), choices=list(ask.names))
    return value


def _pairs(_ask: Ask, value: object, refuse: Refuse, place: str) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list | tuple):
        raise refuse("field.not_a_list", field=place)
    if len(value) > MOST_VALUES:
        raise refuse("own.too_many", field=place, most=MOST_VALUES)
    for number, pair in enumerate(value):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise refuse("own.does_not_fit", field=f"{place}.{number}")
    return tuple(
        (
            _whole(first, -LARGEST_NUMBER, refuse, f"{place}.{number}"),
            _whole(second, -LARGEST_NUMBER, refuse, f"{place}.{number}"),
        )
        for number, (first, second) in enumerate(value)
    )


_READERS = {
    "count": _count,
    "points": _points,
    "yes": _yes,
    "of": _kinds,
    "one": _one,
    "pairs": _pairs,
}


def as_json(row: Row) -> dict[str, Any]:
    return {
        name: [list(pair) for pair in answer]
        if isinstance(answer, tuple)
        else dict(answer)
        if isinstance(answer, dict)
        else answer
        for name, answer in row.items()
    }


# -- All rounds together ----------------------------------------------------------------------------------


def together(ask: Ask, answers: Sequence[Answer]) -> Answer:
    """What a seat entered over a whole game, where the end asks for what the rounds have told."""
    if ask.sort == "of":
        return {kind: sum(answer.get(kind, 0) for answer in answers) for kind in ask.names}
    if ask.sort == "one":
        return answers[-1] if answers else ""
    if ask.sort == "pairs":
        return tuple(pair for answer in answers for pair in answer)
    return sum(answers)
