"""How the numbers and names of a file are read: each at its place, or refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.core import InvalidOptions, Refuse, is_integer
from scoring.own.asked import LARGEST_NUMBER, MOST_VALUES, Answer, Ask

# -- What stands for a number -----------------------------------------------------------------------------


class Moment(Protocol):
    """A round, or the end, while it is counted."""

    @property
    def seats(self) -> int: ...
    @property
    def number(self) -> int:
        """Of the round, from one."""

    def answers(self, name: str) -> Sequence[Answer]:
        """By seat."""

    def earlier(self, line: str) -> Sequence[int]:
        """By seat, the points of an earlier line."""

    def column(self, number: Number) -> Sequence[int]:
        """By seat, what stands for a number; worked out once."""


@dataclass(frozen=True, slots=True)
class Constant:
    value: int

    def of(self, moment: Moment) -> Sequence[int]:
        return [self.value] * moment.seats


@dataclass(frozen=True, slots=True)
class Entry:
    name: str

    def of(self, moment: Moment) -> Sequence[int]:
        """A yes is one."""
        return [int(answer) for answer in moment.answers(self.name)]


@dataclass(frozen=True, slots=True)
class AllKinds:
    name: str

    def of(self, moment: Moment) -> Sequence[int]:
        return [sum(answer.values()) for answer in moment.answers(self.name)]


@dataclass(frozen=True, slots=True)
class OneKind:
    name: str
    kind: str

    def of(self, moment: Moment) -> Sequence[int]:
        return [answer.get(self.kind, 0) for answer in moment.answers(self.name)]


@dataclass(frozen=True, slots=True)
class Earlier:
    line: str

    def of(self, moment: Moment) -> Sequence[int]:
        return moment.earlier(self.line)


Number = Constant | Entry | AllKinds | OneKind | Earlier


# -- Reading ----------------------------------------------------------------------------------------------

_REQUIRED: Any = object()


@dataclass
class Reader:
    """Reads the rules for so many players; what differs by player count comes out as it is for them."""

    players: int
    asks: Mapping[str, Ask] = field(default_factory=dict)
    lines: dict[str, bool] = field(default_factory=dict)
    """The lines so far, and whether each counts at the end."""
    at_end: bool = True
    refuse: Refuse = InvalidOptions

    def by_players(self, value: object, place: str) -> list[tuple[object, str, bool]]:
        """Every value that may hold, its place, and whether it holds for these players."""
        if not isinstance(value, dict):
            return [(value, place, True)]
        if set(value) != {"by"} or not isinstance(value["by"], dict):
            raise self.refuse("own.does_not_fit", field=place)
        for seats in value["by"]:
            if seats not in PLAYER_COUNTS:
                raise self.refuse("own.does_not_fit", field=f"{place}.by")
        return [
            (one, f"{place}.by.{seats}", seats == str(self.players)) for seats, one in value["by"].items()
        ]

    def whole(self, value: object, place: str, low: int, high: int) -> int:
        if not is_integer(value):
            raise self.refuse("field.not_a_whole_number", field=place)
        if not low <= value <= high:
            raise self.refuse("field.out_of_range", field=place, low=low, high=high)
        return value

    def integer(
        self, value: object, place: str, low: int = -LARGEST_NUMBER, high: int = LARGEST_NUMBER
    ) -> int:
        """Nought where it is not said for these players."""
        found = 0 if low <= 0 else low
        for one, where, holds in self.by_players(value, place):
            read = self.whole(one, where, low, high)
            if holds:
                found = read
        return found

    def integers(self, value: object, place: str) -> tuple[int, ...]:
        """A list of numbers; a number alone is a list of one."""
        found: tuple[int, ...] = ()
        for one, where, holds in self.by_players(value, place):
            values = one if isinstance(one, list) else [one]
            if len(values) > MOST_VALUES:
                raise self.refuse("own.too_many", field=where, most=MOST_VALUES)
            read = tuple(
                self.integer(item, f"{where}.{number}")
                if isinstance(one, list)
                else self.integer(item, where)
                for number, item in enumerate(values)
            )
            if holds:
                found = read
        return found

    def number(self, value: object, place: str) -> Number:
        """An entry, a kind of one, an earlier line, or a number."""
        if is_integer(value) or isinstance(value, dict):
            return Constant(self.integer(value, place))
        if not isinstance(value, str):
            raise self.refuse("own.does_not_fit", field=place)
        if value.startswith("@"):
            return self._earlier(value[1:], place)
        if value in self.asks:
            return self._entry(self.asks[value], place)
        for name, kind in _divided(value):
            ask = self.asks.get(name)
            if ask is not None and ask.sort == "of" and kind in ask.names:
                return OneKind(name, kind)
        raise self.refuse("own.refers_to_nothing", field=place)

    def _entry(self, ask: Ask, place: str) -> Number:
        if ask.sort in ("one", "pairs"):
            raise self.refuse("own.does_not_fit", field=place)
        return AllKinds(ask.name) if ask.sort == "of" else Entry(ask.name)

    def _earlier(self, line: str, place: str) -> Number:
        if line not in self.lines:
            raise self.refuse("own.refers_to_nothing", field=place)
        if self.lines[line] and not self.at_end:
            raise self.refuse("own.refers_to_nothing", field=place)
        return Earlier(line)

    def numbers(self, value: object, place: str) -> tuple[Number, ...]:
        """One or several that belong together."""
        if not isinstance(value, list):
            return (self.number(value, place),)
        if not value:
            raise self.refuse("own.too_few", field=place, fewest=1)
        if len(value) > MOST_VALUES:
            raise self.refuse("own.too_many", field=place, most=MOST_VALUES)
        return tuple(self.number(one, f"{place}.{number}") for number, one in enumerate(value))

    def ask(self, value: object, place: str, sort: str) -> Ask:
        """An entry of this sort, by its name."""
        found = self.asks.get(value) if isinstance(value, str) else None
        if found is None:
            raise self.refuse("own.refers_to_nothing", field=place)
        if found.sort != sort:
            raise self.refuse("own.does_not_fit", field=place)
        return found


PLAYER_COUNTS = frozenset(str(players) for players in range(1, 13))


def _divided(value: str) -> list[tuple[str, str]]:
    """An entry and a kind, wherever the dot stands."""
    return [(value[:at], value[at + 1 :]) for at, letter in enumerate(value) if letter == "."]
