"""What the four games share: messages instead of sentences, refusals, results, a careful reader of JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, ClassVar, Generic, Literal, NoReturn, Protocol, TypeGuard, TypeVar

Phase = Literal["play", "last", "over"]
PHASES: tuple[Phase, ...] = ("play", "last", "over")

LONGEST_QUOTE = 40
"""How much of a stranger's text may travel inside a message."""


# -- Messages ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """A key that the screens turn into a sentence, and the plain JSON values that go into it."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """What a score sheet gets wrong: an error cannot be, a warning is unlikely or incomplete."""

    level: Literal["error", "warning"]
    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


def error(key: str, **args: Any) -> Problem:
    return Problem("error", key, args)


def warning(key: str, **args: Any) -> Problem:
    return Problem("warning", key, args)


# -- Refusals ---------------------------------------------------------------------------------------------


class Refusal(ValueError):
    """Something was refused; `reason` says why, and nothing has changed."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key, args)
        self.reason = Message(key, args)

    @property
    def key(self) -> str:
        return self.reason.key

    def __str__(self) -> str:
        return f"{self.reason.key} {dict(self.reason.args)}" if self.reason.args else self.reason.key


class InvalidOptions(Refusal):
    """The player count, the starter or the options do not fit the game."""


class IllegalMove(Refusal):
    """The rules do not allow this move now."""


class InvalidSheet(Refusal):
    """The score sheet cannot be right; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = next(problem for problem in problems if problem.level == "error")
        super().__init__(first.key, **first.args)
        self.problems = list(problems)


def refuse_sheet(key: str, **args: Any) -> InvalidSheet:
    return InvalidSheet([error(key, **args)])


# -- Reading untrusted JSON -------------------------------------------------------------------------------

Refuse = Callable[..., Refusal]


def quote(value: object) -> str:
    text = value if isinstance(value, str) else type(value).__name__
    text = text[: LONGEST_QUOTE + 1].encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


_REQUIRED: Any = object()


class Fields:
    """Takes the fields of a JSON object one by one; what is missing, misshapen or left over is refused."""

    def __init__(self, value: object, refuse: Refuse, where: str) -> None:
        if not isinstance(value, dict):
            raise refuse("field.not_an_object", field=where)
        self._left = dict(value)
        self._refuse = refuse
        self._where = where

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def refuse(self, key: str, name: str, **args: Any) -> NoReturn:
        raise self._refuse(key, field=f"{self._where}.{name}", **args)

    def take(self, name: str, default: Any = _REQUIRED) -> Any:
        if name not in self._left and default is _REQUIRED:
            self.refuse("field.missing", name)
        return self._left.pop(name, default)

    def integer(self, name: str, low: int, high: int, default: Any = _REQUIRED) -> int:
        value = self.take(name, default)
        if not is_integer(value):
            self.refuse("field.not_a_whole_number", name)
        if not low <= value <= high:
            self.refuse("field.out_of_range", name, low=low, high=high)
        return int(value)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.take(name, default)
        if not isinstance(value, bool):
            self.refuse("field.not_a_yes_or_no", name)
        return bool(value)

    def choice(self, name: str, choices: Iterable[str], default: Any = _REQUIRED) -> str:
        value = self.take(name, default)
        known = tuple(choices)
        if not isinstance(value, str) or value not in known:
            self.refuse("field.not_one_of", name, value=quote(value), choices=list(known))
        return str(value)

    def items(self, name: str, default: Any = _REQUIRED) -> list[Any]:
        value = self.take(name, default)
        if not isinstance(value, list):
            self.refuse("field.not_a_list", name)
        return list(value)

    def object(self, name: str, default: Any = _REQUIRED) -> Fields:
        return Fields(self.take(name, default), self._refuse, f"{self._where}.{name}")

    def tally(self, name: str, kinds: Iterable[str], high: int, default: Any = _REQUIRED) -> dict[str, int]:
        """Counts by kind, such as {"red": 3}; kinds that are not named are nought and left out."""
        counts = self.object(name, default)
        found = {kind: counts.integer(kind, 0, high) for kind in kinds if kind in counts}
        counts.finish()
        return {kind: count for kind, count in found.items() if count}

    def finish(self) -> None:
        for name in self._left:
            self.refuse("field.unknown", quote(name))


def read_move(move: object) -> tuple[str, Fields]:
    """The move's name and its other fields; the time stamp `at` is checked and set aside."""
    fields = Fields(move, IllegalMove, "move")
    name = fields.take("move")
    at = fields.take("at", 0)
    if isinstance(at, bool) or not isinstance(at, int | float) or not isfinite(at) or at < 0:
        fields.refuse("field.not_a_time", "at")
    return (name if isinstance(name, str) else quote(name)), fields


# -- Set-up and result ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setup:
    """The numbers of the set-up table for this player count, and the check-list that reaches them."""

    counts: dict[str, int | None]
    steps: list[Message]


@dataclass(frozen=True, slots=True)
class Line:
    """Where some of a seat's points came from; `part` groups lines into the columns of a score table."""

    part: str
    points: int
    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """Totals, competition ranks ([1, 1, 3]) and winning seats; `reasons` and `lines` explain each seat."""

    totals: list[int]
    ranks: list[int]
    winners: list[int]
    reasons: list[Message]
    lines: list[list[Line]]
    problems: list[Problem]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def competition_ranks(strengths: Sequence[Any]) -> list[int]:
    """1 for the strongest; equals share the better place and the next place is skipped."""
    return [1 + sum(other > own for other in strengths) for own in strengths]


def first_places(ranks: Sequence[int]) -> list[int]:
    return [seat for seat, rank in enumerate(ranks) if rank == 1]


# -- Tables and games -------------------------------------------------------------------------------------


class Table(Protocol):
    """A moment of a game. Every game adds its own fields; these are the ones that all of them have."""

    @property
    def players(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def counts(self) -> dict[str, Any]: ...


AnyOptions = TypeVar("AnyOptions")
AnyTable = TypeVar("AnyTable", bound=Table)
AnySheet = TypeVar("AnySheet")


class Game(ABC, Generic[AnyOptions, AnyTable, AnySheet]):
    """One game's rules. Every method is a pure function of its arguments.

    Options, moves and sheets arrive as JSON from anywhere; each game reads them into types of its own.
    """

    key: ClassVar[str]
    fewest: ClassVar[int]
    most: ClassVar[int]
    moves: ClassVar[Mapping[str, Callable[[Any, Fields], Any]]]

    # What every game states for itself, in the order of a rulebook.

    @abstractmethod
    def read_options(self, players: int, options: object) -> AnyOptions:
        """The options with their defaults, or InvalidOptions."""

    @abstractmethod
    def lay(self, players: int, options: AnyOptions) -> Setup:
        """How to lay the table: exact numbers and a check-list."""

    @abstractmethod
    def open(self, players: int, options: AnyOptions, starter: int) -> AnyTable:
        """The table before the first move."""

    @abstractmethod
    def notices(self, table: AnyTable) -> list[Message]:
        """What the table should be told now: how near the end is, what set it off, what follows."""

    @abstractmethod
    def sheet(self, table: AnyTable) -> dict[str, Any]:
        """The score sheet, filled in as far as the table was tracked."""

    @abstractmethod
    def read_sheet(self, players: int, options: AnyOptions, sheet: object) -> AnySheet:
        """The sheet as typed values, or InvalidSheet where a single entry already cannot be."""

    @abstractmethod
    def problems(self, players: int, options: AnyOptions, sheet: AnySheet) -> Iterable[Problem]:
        """What cannot be or is unlikely about the sheet as a whole."""

    @abstractmethod
    def count(self, players: int, options: AnyOptions, sheet: AnySheet, problems: list[Problem]) -> Result:
        """The points, where they came from, and the ranking."""

    # What follows for all of them.

    def setup(self, players: int, options: Mapping[str, Any]) -> Setup:
        players = self._count_players(players)
        return self.lay(players, self.read_options(players, options))

    def start(self, players: int, options: Mapping[str, Any], starter: int) -> AnyTable:
        players = self._count_players(players)
        if not is_integer(starter) or not 0 <= starter < players:
            raise InvalidOptions("starter.not_a_seat", players=players)
        return self.open(players, self.read_options(players, options), starter)

    def play(self, table: AnyTable, move: Mapping[str, Any]) -> AnyTable:
        """The table after the move, or IllegalMove."""
        name, fields = read_move(move)
        if name not in self.moves:
            raise IllegalMove("move.unknown", move=name)
        if table.phase == "over" and name != "correct":
            raise IllegalMove("move.game_over")
        after: AnyTable = self.moves[name](table, fields)
        return after

    def why_not(self, table: AnyTable, move: Mapping[str, Any]) -> Message | None:
        """The reason why this move is not allowed now, or None when it is."""
        try:
            self.play(table, move)
        except IllegalMove as refusal:
            return refusal.reason
        return None

    def check(self, players: int, options: Mapping[str, Any], sheet: Mapping[str, Any]) -> list[Problem]:
        """What cannot be right (errors) and what is unlikely or incomplete (warnings)."""
        players = self._count_players(players)
        read = self.read_options(players, options)
        try:
            return list(self.problems(players, read, self.read_sheet(players, read, sheet)))
        except InvalidSheet as refusal:
            return refusal.problems

    def score(
        self, players: int, options: Mapping[str, Any], sheet: Mapping[str, Any], *, force: bool = False
    ) -> Result:
        """The result, or InvalidSheet. `force` counts an impossible but readable sheet as it stands."""
        players = self._count_players(players)
        read = self.read_options(players, options)
        counted = self.read_sheet(players, read, sheet)
        problems = list(self.problems(players, read, counted))
        if not force and any(problem.level == "error" for problem in problems):
            raise InvalidSheet(problems)
        return self.count(players, read, counted, problems)

    def _count_players(self, players: object) -> int:
        if not is_integer(players) or not self.fewest <= players <= self.most:
            raise InvalidOptions("players.count", fewest=self.fewest, most=self.most)
        return players
