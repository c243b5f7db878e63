"""What the four games share: messages instead of sentences, refusals, results, a careful reader of JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, Generic, Literal, NoReturn, Protocol, TypeGuard, TypeVar

Phase = Literal["play", "last", "over"]
PHASES: tuple[Phase, ...] = ("play", "last", "over")

LARGEST_COUNT = 999
"""The largest number that is read where a game sets no limit of its own."""

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

AnyItem = TypeVar("AnyItem")
AnyCount = TypeVar("AnyCount")


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

    def holds_null(self, name: str) -> bool:
        """Whether null stands there, which a few fields may say; then it is taken."""
        null = name in self and self._left[name] is None
        if null:
            self.take(name)
        return null

    def holds_integer(self, name: str) -> bool:
        return is_integer(self._left.get(name))

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

    def maybe_integer(self, name: str, low: int, high: int) -> int | None:
        return self.integer(name, low, high) if name in self else None

    def maybe_choice(self, name: str, choices: Iterable[str]) -> str | None:
        return self.choice(name, choices) if name in self else None

    def maybe_tally(self, name: str, kinds: Iterable[str], high: int) -> dict[str, int] | None:
        return self.tally(name, kinds, high) if name in self else None

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


def read_seats(
    players: int, sheet: object, read_one: Callable[[object, str, int], AnyCount]
) -> list[AnyCount]:
    """A score sheet with one entry for each seat, read with the place where it stands and its seat."""
    fields = Fields(sheet, refuse_sheet, "sheet")
    seats = fields.items("seats")
    fields.finish()
    if len(seats) != players:
        fields.refuse("sheet.one_entry_per_seat", "seats", players=players)
    return [read_one(seat, f"sheet.seats.{number}", number) for number, seat in enumerate(seats)]


def with_item(values: tuple[AnyItem, ...], at: int, value: AnyItem) -> tuple[AnyItem, ...]:
    """All of them, with another one in this place."""
    return (*values[:at], value, *values[at + 1 :])


def without(values: tuple[AnyItem, ...], value: AnyItem) -> tuple[AnyItem, ...]:
    """All of them but the first that is this one."""
    at = values.index(value)
    return (*values[:at], *values[at + 1 :])


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


# -- The lid of the box -----------------------------------------------------------------------------------

YES_OR_NO: Mapping[str, object] = {"yes": True, "no": False}


def own_side(_players: int, seat: int) -> int:
    """Everybody for themselves."""
    return seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What is printed on the box: known before any rule is loaded."""

    key: str
    name: str
    fewest: int
    most: int
    shelf: int
    """Its place on the home screen; also the order of everything that is kept by game."""
    youngest_begins: bool = False
    """Some rulebooks leave it to the players."""
    parts: tuple[str, ...] = ("points",)
    """Where points come from: the parts of a result's lines, and the columns of a spreadsheet."""
    side_of: Callable[[int, int], int] = own_side
    """Players and a seat to the side that the seat plays on; partners have one."""
    of_the_group: tuple[str, ...] = ()
    """Options that a group keeps from one table to the next."""
    of_the_box: tuple[str, ...] = ()
    """Options that belong to the cards and the board at home, whoever plays."""
    usual: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Options that can be chosen once and for all: what is kept of a choice, and what it stands for."""
    boards: Mapping[str, tuple[str, Any]] = field(default_factory=dict)
    """What BG Stats calls a board, and the option that it is."""
    least_wins: bool = False
    bgg: int | None = None
    """Its number at BoardGameGeek."""
    blank: bool = False
    """Nothing is printed on it: every session brings its own rules. It stands on no shelf."""
    written: Callable[[Mapping[str, Any]], Box | None] | None = None
    """What the options of a session write on a blank box; None where they say nothing."""
    called: Callable[[str], Box | None] | None = None
    """What is known of a written box by its key alone; None where that is another box."""
    also_called: tuple[str, ...] = ()
    """Other names of it in small letters and digits alone, as files from elsewhere may call it."""

    def sides(self, players: int) -> list[tuple[int, ...]]:
        """The seats of each side: partners together, everybody else alone."""
        sides: dict[int, tuple[int, ...]] = {}
        for seat in range(players):
            side = self.side_of(players, seat)
            sides[side] = (*sides.get(side, ()), seat)
        return list(sides.values())


# -- What is kept in the long run --------------------------------------------------------------------------

Json = Mapping[str, Any]
Known = Sequence[tuple[float, float]]
"""Values, each with its weight."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of its own that a game has in the statistics, beside its points."""

    name: str
    of: Callable[[Json, Json, int], Known | None]
    """A finished session, its result and a seat to what they add; None where that is not known. What another
    phone has put into the result is no reason to stumble."""
    of_the_table: bool = False
    """It is asked once for all seats together, for that of the first."""


class GameRecord(Protocol):
    """What the history asks of the module `record` of a game."""

    @property
    def MEASURES(self) -> tuple[Measure, ...]: ...  # noqa: N802 - a constant of the module
    def group_of(self, session: Json) -> str:
        """Sessions of different groups are not compared, as with a variant that has a scale of its own."""


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

Counts = dict[str, Any]
"""Fields of the move `correct`."""


@dataclass(frozen=True, slots=True)
class Refused(Generic[AnyTable]):
    """A table, the move that it refuses, and the arguments of the reason."""

    table: AnyTable
    move: Mapping[str, Any]
    args: Mapping[str, Any]


Mend = Callable[[Refused[AnyTable]], Counts | None]
"""What has to be true for the move to have happened all the same; None where one would have to guess."""

MOST_MENDED = 6
"""How many reasons in a row may have to be lifted for one move."""


def _as_it_lies(table: AnyTable, _name: str) -> AnyTable:
    return table


def _no_doubts(_table: object, _sheet: object) -> list[Problem]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[AnyOptions, AnyTable, AnySheet]):
    """The table of contents of a rulebook: which function of its module says what.

    All of them are pure. Options, moves and sheets arrive as JSON from anywhere; each game reads them into
    types of its own.
    """

    key: str
    fewest: int
    most: int
    read_options: Callable[[int, object], AnyOptions]
    """The options with their defaults, or InvalidOptions."""
    lay: Callable[[int, AnyOptions], Setup]
    """How to lay the table: exact numbers and a check-list."""
    open: Callable[[int, AnyOptions, int], AnyTable]
    """The table before the first move."""
    moves: Mapping[str, Callable[[AnyTable, Fields], AnyTable]]
    reopen: Callable[[AnyTable, str], AnyTable] = _as_it_lies
    """The table that a move of this name is played on, if it is not the one that is shown."""
    notices: Callable[[AnyTable], list[Message]]
    """What the table should be told now: how near the end is, what set it off, what follows."""
    sheet: Callable[[AnyTable], dict[str, Any]]
    """The score sheet, filled in as far as the table was tracked."""
    read_sheet: Callable[[int, AnyOptions, object], AnySheet]
    """The sheet as typed values, or InvalidSheet where a single entry already cannot be."""
    problems: Callable[[int, AnyOptions, AnySheet], Iterable[Problem]]
    """What cannot be or is unlikely about the sheet as a whole."""
    count: Callable[[int, AnyOptions, AnySheet, list[Problem]], Result]
    """The points, where they came from, and the ranking."""
    mends: Mapping[str, Mend[AnyTable]] = field(default_factory=dict)
    """By the key of a reason; the table is right, whatever the phone has counted."""
    doubts: Callable[[AnyTable, AnySheet], list[Problem]] = _no_doubts
    """What a sheet leaves out of a table that was tracked, or has beyond it."""

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
        table = self.reopen(table, name)
        if name not in self.moves:
            raise IllegalMove("move.unknown", move=name)
        if table.phase == "over" and name != "correct":
            raise IllegalMove("move.game_over")
        return self.moves[name](table, fields)

    def replay(
        self, players: int, options: Mapping[str, Any], starter: int, moves: Iterable[Mapping[str, Any]]
    ) -> Iterator[AnyTable]:
        """The table before the first move and after each one; a Refusal where it cannot go on."""
        table = self.start(players, options, starter)
        yield table
        for move in moves:
            table = self.play(table, move)
            yield table

    def why_not(self, table: AnyTable, move: Mapping[str, Any]) -> Message | None:
        """The reason why this move is not allowed now, or None when it is."""
        try:
            self.play(table, move)
        except IllegalMove as refusal:
            return refusal.reason
        return None

    def mend(self, table: AnyTable, move: Mapping[str, Any]) -> dict[str, Any] | None:
        """The move `correct` after which a refused move is allowed; None where it is not a count that is
        against it, or where one would have to guess."""
        counts: Counts = {}
        lies = table
        for _ in range(MOST_MENDED):
            reason = self.why_not(lies, move)
            if reason is None:
                return {"move": "correct", **counts} if counts else None
            if reason.key not in self.mends or move["move"] == "correct":
                return None
            further = self.mends[reason.key](Refused(lies, move, reason.args))
            if not further or further.items() <= counts.items():
                return None
            counts |= further
            try:
                lies = self.play(table, {"move": "correct", **counts})
            except IllegalMove:
                return None
        return None

    def check(self, players: int, options: Mapping[str, Any], sheet: Mapping[str, Any]) -> list[Problem]:
        """What cannot be right (errors) and what is unlikely or incomplete (warnings)."""
        players = self._count_players(players)
        read = self.read_options(players, options)
        try:
            return list(self.problems(players, read, self.read_sheet(players, read, sheet)))
        except InvalidSheet as refusal:
            return refusal.problems

    def compare(self, table: AnyTable, options: Mapping[str, Any], sheet: Mapping[str, Any]) -> list[Problem]:
        """What a sheet says otherwise than the table that was tracked; nothing if it cannot be read."""
        try:
            read = self.read_sheet(table.players, self.read_options(table.players, options), sheet)
        except InvalidSheet:
            return []
        return self.doubts(table, read)

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
