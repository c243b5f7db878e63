"""What all finished sessions say together: plays, wins, scores, streaks, rivals and each game's own facts.

The ledger keeps a few numbers of every session in columns, sorted by the clock on the wall: for everybody and
for every person, by game, table size and side. A question cuts its period out of the columns and adds up what
lies between; the documents themselves are not looked at again.

What the figures mean:

- Only finished sessions with a result count. What a session does not tell (an import without scores, a table
  that was not tracked) is left out of the figures it would be needed for, and every figure comes with the
  number of tables or scores that it rests on.
- A win is shared fairly: two winners have half a win each. In a Perladöra of four the sides are the two pairs
  of partners: both partners of the one winning pair have a full win, two tied pairs have half a win each.
- A guest, of whom nobody has said who it was, is nobody: the scores count, but they are no person's. An empty
  count tells no scores and no winner (see `history.outcome.is_empty_count`).
- Somebody who sits on several seats of a table (profiles merged into one) counts once, with the best seat.
- `since` and `until` are inclusive, see `history.document.read_period`.
- With `player`, the tables are those at which that person sat, and scores and points are that person's alone.

An answer also keeps hold of the facts that it rests on: `heaps` sorts them for a chart, and knows for every
bar of it the tables behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import import_module
from itertools import accumulate, chain
from math import fsum
from operator import mul
from typing import Any, Final, NamedTuple, TypeVar

from history.document import (
    GAME_KEYS,
    LARGEST_TOTAL,
    InvalidDocument,
    is_guest,
    is_number,
    read_period,
    wall_clock,
)
from history.outcome import outcome_of
from scoring import BLANK, BOXES, box_of, is_written
from scoring.core import GameRecord, Known, quote

RECORDS: Final[Mapping[str, GameRecord]] = {
    key: import_module(f"scoring.{key}.record") for key in (*BOXES, *BLANK)
}


# -- Answers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Average:
    """A mean and the number of tables or seats it rests on; None when it rests on nothing."""

    count: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """How `count` scores are spread."""

    count: int
    best: float | None
    worst: float | None
    mean: float | None
    median: float | None


@dataclass(frozen=True, slots=True)
class Starter:
    """How often those who began won at `tables` tables, and how often chance would have let them win."""

    tables: int
    wins: float
    expected: float


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game: its tables, and the scores of everybody, or of the person asked for.

    `parts` are the mean points by origin, `by_side` the scores by the game's groups. The last four are
    measures that only some games have: what jokers earned, points per round where the rounds were tracked,
    pearls that ties cost a table, and pearls won per territory with a share.
    """

    plays: int
    seconds: float
    timed: int
    starter: Starter
    scores: Scores
    by_players: dict[int, Scores]
    by_side: dict[str, Scores]
    parts: dict[str, Average]
    joker_gain: Average
    per_round: Average
    lost: Average
    per_territory: Average


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody fares at one game: `wins` and `win_rate` over the `decided` plays."""

    plays: int
    decided: int
    wins: float
    win_rate: float | None
    scores: Scores


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One person. Streaks are tables won in a row, shared wins too; undecided tables do not break them."""

    player: str
    plays: int
    decided: int
    wins: float
    win_rate: float | None
    current_streak: int
    longest_streak: int
    favourite_game: str | None
    best_game: str | None
    games: dict[str, Record]


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody at the same tables, as seen by the person asked for: who finished ahead, by rank.

    `together` counts all their tables; at `partners` of them they were one side, and no rivals.
    """

    player: str
    together: int
    wins: int
    losses: int
    ties: int
    partners: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The answer to one question. `timed` of the `plays` know how long they took: `seconds` in all.

    `began` and `rivals` (the most frequent first) are about the person asked for, and empty without one.
    """

    plays: int
    seconds: float
    timed: int
    months: dict[str, int]
    starter: Starter
    games: dict[str, GameFigures]
    players: dict[str, PlayerFigures]
    began: Starter
    rivals: list[Rival]
    behind: Behind = field(default_factory=lambda: Behind((), {}, None), compare=False, repr=False)

    def heaps(self, sort: Sort[Label], game: str | None = None) -> dict[Label, Heap]:
        """What a chart shows: the facts of these tables, or of one game among them, sorted into heaps."""
        found: dict[Label, tuple[list[str], list[float], list[float]]] = {}
        for facts in self.behind.tables:
            if game is None or facts.group[0] == game:
                for label, value, weight in sort(facts, self.behind):
                    if label not in found:
                        found[label] = [], [], []
                    keys, values, weights = found[label]
                    keys.append(facts.key)
                    values.append(value)
                    weights.append(weight)
        return {label: _heap(*found[label]) for label in sorted(found)}

    def rival(self, player: str) -> Rival:
        """This one rival; all noughts when the two never met."""
        return next((found for found in self.rivals if found.player == player), Rival(player, 0, 0, 0, 0, 0))

    def as_json(self) -> dict[str, Any]:
        figures = asdict(replace(self, behind=Behind((), {}, None)))
        del figures["behind"]
        return figures


@dataclass(frozen=True, slots=True)
class Heap:
    """Values that belong together: how many, their sum, the sum of their weights, and their sessions.

    Every session is named once, however many of the values are its; the newest comes first.
    """

    count: int
    total: float
    weight: float
    sessions: tuple[str, ...]

    @property
    def mean(self) -> float | None:
        return self.total / self.weight if self.weight else None


def unite(heaps: Iterable[Heap]) -> Heap:
    """Several heaps as one, such as all scores from 10 to 19."""
    several = list(heaps)
    return Heap(
        sum(heap.count for heap in several),
        fsum(heap.total for heap in several),
        fsum(heap.weight for heap in several),
        tuple(dict.fromkeys(chain.from_iterable(heap.sessions for heap in several))),
    )


def _heap(keys: list[str], values: list[float], weights: list[float]) -> Heap:
    newest_first = sorted(set(keys), reverse=True)
    sessions = tuple([key[-LENGTH_OF_AN_ID:] for key in newest_first])
    return Heap(len(values), fsum(values), fsum(weights), sessions)


# -- What is kept of a session ----------------------------------------------------------------------------

Group = tuple[str, int, str]
"""Game, number of players, and in Coloretto the side of the score cards: what tables are sorted by."""

OF_A_MEASURE: Final = ("known", "total", "weight")

LOST: Final = 0
UNKNOWN: Final = 255
"""Outcomes fit in a byte: lost, undecided, or the number of sides that shared the win."""

AHEAD, BEHIND, LEVEL, PARTNERS, UNRANKED = range(5)

NOBODY: Final = ""


class Facts(NamedTuple):
    """A finished session, seat by seat."""

    key: str
    group: Group
    seconds: float
    ids: list[str]
    """NOBODY on a seat of which nobody has said who sat there."""
    starter: int | None
    outcomes: list[int]
    totals: Sequence[float | None]
    ranks: Sequence[int] | None
    sums: list[tuple[float, ...]]
    """Seat by seat what `COLUMNS` names."""
    table_sums: tuple[float, ...]
    """What `TABLE_COLUMNS` names."""
    measured: Mapping[str, Sequence[Known | None]]
    """By measure: seat by seat, or once for the table."""

    @property
    def people(self) -> list[str]:
        return [player for player in self.ids if player != NOBODY]

    @property
    def session(self) -> str:
        return self.key[-LENGTH_OF_AN_ID:]


LENGTH_OF_AN_ID: Final = 36
"""The key of the facts ends with the id of the session."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The tables behind an answer, who stands for which profile, and who was asked for."""

    tables: tuple[Facts, ...]
    persons: Mapping[str, str]
    person: str | None

    def seats(self, facts: Facts) -> Sequence[int]:
        """The seats that the answer is about."""
        if self.person is None:
            return range(len(facts.ids))
        return (self.seated(facts)[self.person],)

    def seated(self, facts: Facts) -> dict[str, int]:
        return _seated(facts, self.persons)


Label = TypeVar("Label", str, int, float)
Sort = Callable[[Facts, Behind], Iterable[tuple[Label, float, float]]]
"""What a table adds to which heap: the heap's label, a value and its weight."""


def _facts(session: dict[str, Any], clock: int) -> Facts | None:
    result = session["result"]
    if session["finished"] is None or result is None:
        return None
    game = session["game"]
    ids = [NOBODY if is_guest(player) else player["id"] for player in session["players"]]
    seats = len(ids)
    outcome = outcome_of(session)
    measured = {
        measure.name: [
            _known(measure.of(session, result, seat)) for seat in range(1 if measure.of_the_table else seats)
        ]
        for measure in RECORDS[game].MEASURES
    }
    box = box_of(session)
    if box.blank:
        measured |= _by_line(box.parts, result.get("lines"), seats)
    return Facts(
        # A blank sorts before the dot of a fraction: keys sort like the clock on the wall, then as lists do.
        f"{wall_clock(session['started'])} {clock:016} {session['id']}",
        (box.key, seats, RECORDS[game].group_of(session)),
        session["seconds"],
        ids,
        session["starter"],
        _outcomes(box.key, seats, outcome.winners),
        outcome.totals,
        [rank for rank in outcome.ranks if rank is not None] or None,
        _sums(box.key, result.get("lines"), measured, seats),
        _flat([measured[name][0] for name in _measures(box.key, of_the_table=True)]),
        measured,
    )


LINE: Final = "line "
"""What stands before the name of a line that people have written themselves."""


def _by_line(parts: Sequence[str], lines: Any, seats: int) -> dict[str, list[Known | None]]:
    """A blank box has no columns: its lines are as many as somebody wrote."""
    sums = [add_parts(parts, None if lines is None else lines[seat]) for seat in range(seats)]
    return {
        LINE + part: [((seat[at], 1),) if seat[0] else None for seat in sums]
        for at, part in enumerate(parts, 1)
    }


def _known(values: Known | None) -> Known | None:
    return values if values is not None and all(_can_be_added(value) for value, _weight in values) else None


@cache
def _sides(game: str, seats: int) -> tuple[int, ...]:
    """Seat by seat the side that it plays on; partners have one."""
    return tuple(BOXES[game].side_of(seats, seat) for seat in range(seats))


def _outcomes(game: str, seats: int, winners: Sequence[int]) -> list[int]:
    if not winners:
        return [UNKNOWN] * seats
    winning_sides = len({_sides(game, seats)[seat] for seat in winners})
    return [winning_sides if seat in winners else LOST for seat in range(seats)]


def sides_of(group: Group) -> tuple[int, ...]:
    game, seats, _ = group
    return _sides(game, seats)


def chance_of(group: Group) -> float:
    """How likely a side is to win by chance alone."""
    return 1 / len(set(sides_of(group)))


def _can_be_added(value: object) -> bool:
    return is_number(value) and -LARGEST_TOTAL <= value <= LARGEST_TOTAL


@cache
def _measures(game: str, of_the_table: bool) -> tuple[str, ...]:
    measures = RECORDS[game].MEASURES if game in RECORDS else ()
    return tuple(measure.name for measure in measures if measure.of_the_table == of_the_table)


class _ByGame(dict[str, tuple[str, ...]]):
    """By the key of a box; what has been written on a blank one has no columns but those of every game."""

    def __missing__(self, _key: str) -> tuple[str, ...]:
        return ()


COLUMNS: Final = _ByGame(
    {
        key: (
            "lined",
            *box.parts,
            *(f"{name}.{what}" for name in _measures(key, False) for what in OF_A_MEASURE),
        )
        for key, box in BOXES.items()
    }
)
"""What is added up over the seats. `lined` counts the seats whose parts are known."""
TABLE_COLUMNS: Final = _ByGame(
    {key: tuple(f"{name}.{what}" for name in _measures(key, True) for what in OF_A_MEASURE) for key in BOXES}
)


def _sums(
    game: str, lines: Sequence[object] | None, measured: Mapping[str, Sequence[Known | None]], seats: int
) -> list[tuple[float, ...]]:
    if not COLUMNS[game]:
        return [()] * seats
    parts, measures = BOXES[game].parts, _measures(game, of_the_table=False)
    return [
        (
            *add_parts(parts, None if lines is None else lines[seat]),
            *_flat([measured[name][seat] for name in measures]),
        )
        for seat in range(seats)
    ]


def _flat(found: Sequence[Known | None]) -> tuple[float, ...]:
    """For each measure: one where it is known, the values and the weights added up."""
    return tuple(
        number
        for known in found
        for number in (
            (0, 0, 0)
            if known is None
            else (1, sum(value for value, _weight in known), sum(weight for _value, weight in known))
        )
    )


def add_parts(names: Sequence[str], lines: object) -> tuple[float, ...]:
    """One, and the points of each part; or noughts when the lines are missing or not to be understood."""
    sums: dict[Any, float] = dict.fromkeys(names, 0)
    for line in lines if isinstance(lines, list) else [None]:
        if not isinstance(line, dict) or not _can_be_added(line.get("points")):
            return (0,) * (1 + len(names))
        part = line.get("part") if len(names) > 1 else names[0]
        if not isinstance(part, str) or part not in sums:
            return (0,) * (1 + len(names))
        sums[part] += line["points"]
    return (1, *sums.values())


def _seated(facts: Facts, persons: Mapping[str, str]) -> dict[str, int]:
    """Everybody who is known to have been at the table, with the best of their seats."""
    people = {seat: persons[player] for seat, player in enumerate(facts.ids) if player != NOBODY}
    seated = {person: seat for seat, person in people.items()}
    if len(seated) < len(people):
        ranks = facts.ranks or [1] * len(facts.ids)
        won = [outcome not in (LOST, UNKNOWN) for outcome in facts.outcomes]
        order = sorted(people, key=lambda seat: (won[seat], -ranks[seat], -seat))
        seated = {people[seat]: seat for seat in order}
    return seated


def _meeting(facts: Facts, one: int, other: int) -> int:
    game, seats, _ = facts.group
    if _sides(game, seats)[one] == _sides(game, seats)[other]:
        return PARTNERS
    if facts.ranks is None:
        return UNRANKED
    mine, theirs = facts.ranks[one], facts.ranks[other]
    return AHEAD if mine < theirs else BEHIND if mine > theirs else LEVEL


# -- Ways to sort the facts -------------------------------------------------------------------------------


def plays_by_month(facts: Facts, _behind: Behind) -> Iterator[tuple[str, float, float]]:
    yield facts.key[: len("2026-10")], 1, 1


def plays_by_game(facts: Facts, _behind: Behind) -> Iterator[tuple[str, float, float]]:
    yield facts.group[0], 1, 1


def _scores_by(label: Callable[[Facts, float], Label | None]) -> Sort[Label]:
    def sort(facts: Facts, behind: Behind) -> Iterator[tuple[Label, float, float]]:
        for seat in behind.seats(facts):
            total = facts.totals[seat]
            if total is not None and (name := label(facts, total)) is not None:
                yield name, total, 1

    return sort


scores: Final = _scores_by(lambda _facts, total: total)
scores_by_month: Final = _scores_by(lambda facts, _total: facts.key[: len("2026-10")])
scores_by_players: Final = _scores_by(lambda facts, _total: facts.group[1])
scores_by_side: Final = _scores_by(lambda facts, _total: facts.group[2] or None)


def wins_by_player(facts: Facts, behind: Behind) -> Iterator[tuple[str, float, float]]:
    """Everybody's shares of the wins, at tables that were decided."""
    for person, seat in behind.seated(facts).items():
        if facts.outcomes[seat] != UNKNOWN:
            yield person, _share(facts.outcomes[seat]), 1


def tables_won_by(person: str) -> Sort[str]:
    """The tables that somebody won, alone or with others."""

    def sort(facts: Facts, behind: Behind) -> Iterator[tuple[str, float, float]]:
        seat = behind.seated(facts).get(person)
        if seat is not None and facts.outcomes[seat] not in (LOST, UNKNOWN):
            yield person, _share(facts.outcomes[seat]), 1

    return sort


def wins_by_game(facts: Facts, behind: Behind) -> Iterator[tuple[str, float, float]]:
    """The shares of those asked for."""
    for seat in behind.seats(facts):
        if facts.outcomes[seat] != UNKNOWN:
            yield facts.group[0], _share(facts.outcomes[seat]), 1


def starts_by_players(facts: Facts, behind: Behind) -> Iterator[tuple[int, float, float]]:
    """How those who began fared; the weights are what chance would have given them."""
    starter = facts.starter
    if starter is None:
        return
    if behind.person is not None:
        if behind.persons.get(facts.ids[starter]) != behind.person:
            return
        (starter,) = behind.seats(facts)
    if facts.outcomes[starter] != UNKNOWN:
        yield facts.group[1], _share(facts.outcomes[starter]), chance_of(facts.group)


def _share(outcome: int) -> float:
    return 1 / outcome if outcome else 0


def meetings_with(other: str) -> Sort[int]:
    """How the person asked for fared against the other: AHEAD, BEHIND, LEVEL, PARTNERS or UNRANKED."""

    def sort(facts: Facts, behind: Behind) -> Iterator[tuple[int, float, float]]:
        seated = behind.seated(facts)
        if other in seated and behind.person in seated and other != behind.person:
            yield _meeting(facts, seated[behind.person], seated[other]), 1, 1

    return sort


def points_by_part(facts: Facts, behind: Behind) -> Iterator[tuple[str, float, float]]:
    for seat in behind.seats(facts):
        if not facts.sums[seat]:
            yield from _written_parts(facts, seat)
            continue
        known, *points = facts.sums[seat]
        if known:
            # Further columns of a game follow those of its parts.
            for part, value in zip(BOXES[facts.group[0]].parts, points, strict=False):
                yield part, value, 1


def _written_parts(facts: Facts, seat: int) -> Iterator[tuple[str, float, float]]:
    for name, by_seat in facts.measured.items():
        if name.startswith(LINE):
            for value, weight in by_seat[seat] or ():
                yield name.removeprefix(LINE), value, weight


def each(measure: str) -> Sort[float]:
    """Every value that was measured, by itself; partners have theirs together."""

    def sort(facts: Facts, behind: Behind) -> Iterator[tuple[float, float, float]]:
        found = facts.measured.get(measure, ())
        for seat in _asked_for(facts, behind) if len(found) > 1 else range(len(found)):
            for value, weight in found[seat] or ():
                yield value, value, weight

    return sort


def by_table_size(measure: str) -> Sort[int]:
    def sort(facts: Facts, behind: Behind) -> Iterator[tuple[int, float, float]]:
        if measure in facts.measured:
            for seat in behind.seats(facts):
                for value, weight in facts.measured[measure][seat] or ():
                    yield facts.group[1], value, weight

    return sort


def _asked_for(facts: Facts, behind: Behind) -> Sequence[int]:
    """The seats that the answer is about, with one of each side where it is about everybody."""
    if behind.person is not None:
        return behind.seats(facts)
    game, seats, _ = facts.group
    sides = _sides(game, seats)
    return [seat for seat in range(seats) if sides.index(sides[seat]) == seat]


joker_gains: Final = each("joker_gain")
territories: Final = each("per_territory")
lost_in_ties: Final = each("lost")
points_per_round: Final = by_table_size("per_round")


# -- Columns ----------------------------------------------------------------------------------------------

Period = tuple[str, str]
ALWAYS: Final[Period] = read_period(None, None)


def _cut(keys: list[str], period: Period) -> tuple[int, int]:
    if period == ALWAYS:
        return 0, len(keys)
    low, high = period
    start = bisect_left(keys, low)
    return start, max(start, bisect_left(keys, f"{high} ~"))  # a tilde sorts after every id


class _Run:
    """The plays of one person, of one game or of all."""

    __slots__ = ("keys", "outcomes", "totals")

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.outcomes = bytearray()
        self.totals: list[float | None] = []

    def insert(self, key: str, outcome: int, total: float | None) -> None:
        at = bisect_left(self.keys, key)
        self.keys.insert(at, key)
        self.outcomes.insert(at, outcome)
        self.totals.insert(at, total)

    def remove(self, key: str) -> None:
        at = bisect_left(self.keys, key)
        del self.keys[at], self.outcomes[at], self.totals[at]


class _Tables:
    """The tables of one group: all of them with all their seats, or one person's with their own seat."""

    __slots__ = (
        "began",
        "facts",
        "keys",
        "meetings",
        "months",
        "seats",
        "seconds",
        "started",
        "sums",
        "table_sums",
        "totals",
    )

    def __init__(self, game: str, seats: int) -> None:
        self.seats = seats
        self.keys: list[str] = []
        self.facts: list[Facts] = []
        self.months: list[str] = []
        self.seconds: list[float] = []
        self.started = bytearray()
        """How the table's starter fared."""
        self.began = bytearray()
        """How the person fared where they were the starter."""
        self.meetings: list[tuple[int, ...]] = []
        self.totals: list[float | None] = []
        self.sums: list[list[float]] = [[] for _ in COLUMNS[game]]
        self.table_sums: list[list[float]] = [[] for _ in TABLE_COLUMNS[game]]

    def insert(
        self, facts: Facts, own: slice, months: dict[str, str], began: int, meetings: tuple[int, ...]
    ) -> None:
        month = facts.key[: len("2026-10")]
        at = bisect_left(self.keys, facts.key)
        self.keys.insert(at, facts.key)
        self.facts.insert(at, facts)
        self.months.insert(at, months.setdefault(month, month))
        self.seconds.insert(at, facts.seconds)
        self.started.insert(at, UNKNOWN if facts.starter is None else facts.outcomes[facts.starter])
        self.began.insert(at, began)
        self.meetings.insert(at, meetings)
        first = at * self.seats
        self.totals[first:first] = facts.totals[own]
        for column, values in zip(self.sums, zip(*facts.sums[own], strict=True), strict=True):
            column[first:first] = values
        for column, value in zip(self.table_sums, facts.table_sums, strict=True):
            column.insert(at, value)

    def remove(self, key: str) -> None:
        at = bisect_left(self.keys, key)
        del self.keys[at], self.facts[at], self.months[at], self.seconds[at]
        del self.started[at], self.began[at], self.meetings[at]
        own = slice(at * self.seats, (at + 1) * self.seats)
        del self.totals[own]
        for column in self.sums:
            del column[own]
        for column in self.table_sums:
            del column[at]


# -- The ledger -------------------------------------------------------------------------------------------

MOST_ANSWERS: Final = 64
EVERYBODY: Final = ""


def _itself(player: str) -> str:
    return player


class Ledger:
    """Keeps the facts of every session that was put into it, and answers questions about them."""

    def __init__(self) -> None:
        self._facts: dict[str, Facts] = {}
        self._person: dict[str, str] = {}
        self._sessions_of: dict[str, set[str]] = {}
        self._runs: dict[str, dict[str | None, _Run]] = {}
        self._tables: dict[str, dict[Group, _Tables]] = {}
        self._months: dict[str, str] = {}
        self._codes: dict[tuple[str, int], int] = {}
        self._meetings: list[tuple[str, int]] = []
        self._answers: dict[tuple[str | None, str | None, Period], Statistics] = {}

    def put(self, session: dict[str, Any], clock: int = 0) -> None:
        """Adds a session in its normal form, or replaces the one with its id.

        Of sessions that began at the same time, the one with the larger `clock` is the later one.
        """
        session_id = session["id"]
        self.drop(session_id)
        facts = _facts(session, clock)
        if facts is not None:
            self._facts[session_id] = facts
            for player in facts.people:
                self._person.setdefault(player, player)
                self._sessions_of.setdefault(player, set()).add(session_id)
            self._answers.clear()
            self._enter_table(facts)
            self._enter_people(facts)

    def drop(self, session_id: str) -> None:
        """Forgets a session; one that is not there, or does not count, changes nothing."""
        facts = self._facts.pop(session_id, None)
        if facts is not None:
            for player in facts.people:
                self._sessions_of[player].discard(session_id)
            self._answers.clear()
            self._tables[EVERYBODY][facts.group].remove(facts.key)
            self._leave_people(facts)

    def statistics(
        self,
        game: str | None = None,
        player: str | None = None,
        since: str | None = None,
        until: str | None = None,
        same_player: Callable[[str], str] = _itself,
    ) -> Statistics:
        """The figures of one game or all, one person or all, in a period or ever.

        `since` and `until` are ISO dates or date-times, both inclusive, by the clock on the wall where the
        session was played. `same_player` says which profile stands for a profile; it is asked every time.
        """
        if game is not None and game not in BOXES and not is_written(game):
            raise InvalidDocument("document.game", value=quote(game), choices=list(GAME_KEYS))
        period = read_period(since, until)
        self._follow(same_player)
        person = None if player is None else same_player(player)
        question = (game, person, period)
        if question not in self._answers:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[question] = self._answer(game, person, period)
        return self._answers[question]

    # Who is who

    def _follow(self, same_player: Callable[[str], str]) -> None:
        moved = {player: same_player(player) for player in self._person}
        moved = {player: person for player, person in moved.items() if person != self._person[player]}
        sessions = sorted({session for player in moved for session in self._sessions_of[player]})
        for session_id in sessions:
            self._leave_people(self._facts[session_id])
        self._person.update(moved)
        if moved:
            self._answers.clear()
        for session_id in sessions:
            self._enter_people(self._facts[session_id])

    # In and out of the columns

    def _enter_table(self, facts: Facts) -> None:
        game, seats, _ = facts.group
        groups = self._tables.setdefault(EVERYBODY, {})
        tables = groups.get(facts.group) or groups.setdefault(facts.group, _Tables(game, seats))
        tables.insert(facts, slice(None), self._months, UNKNOWN, ())

    def _enter_people(self, facts: Facts) -> None:
        game = facts.group[0]
        seated = _seated(facts, self._person)
        starter = None if facts.starter is None else self._person.get(facts.ids[facts.starter])
        for person, seat in seated.items():
            outcome, total = facts.outcomes[seat], facts.totals[seat]
            groups = self._tables.setdefault(person, {})
            tables = groups.get(facts.group) or groups.setdefault(facts.group, _Tables(game, 1))
            meetings = tuple(
                self._code(other, _meeting(facts, seat, opposite))
                for other, opposite in seated.items()
                if other != person
            )
            began = outcome if person == starter else UNKNOWN
            tables.insert(facts, slice(seat, seat + 1), self._months, began, meetings)
            runs = self._runs.setdefault(person, {})
            for scope in (game, None):
                (runs.get(scope) or runs.setdefault(scope, _Run())).insert(facts.key, outcome, total)

    def _leave_people(self, facts: Facts) -> None:
        for person in _seated(facts, self._person):
            self._tables[person][facts.group].remove(facts.key)
            for scope in (facts.group[0], None):
                self._runs[person][scope].remove(facts.key)

    def _code(self, other: str, meeting: int) -> int:
        """A small number for somebody met in some way: small numbers are counted fastest."""
        code = self._codes.setdefault((other, meeting), len(self._meetings))
        if code == len(self._meetings):
            self._meetings.append((other, meeting))
        return code

    # Answers

    def _answer(self, game: str | None, person: str | None, period: Period) -> Statistics:
        found_groups = self._tables.get(EVERYBODY if person is None else person, {})
        keys = _in_order(group[0] for group in found_groups)
        sums: dict[str, _Sum] = {key: _Sum(key) for key in keys if game in (None, key)}
        for group, tables in found_groups.items():
            if group[0] in sums:
                sums[group[0]].add(group, tables, *_cut(tables.keys, period))
        played = {key: found for key, found in sums.items() if found.plays}
        seen = tuple(chain.from_iterable(found.tables for found in played.values()))
        months: Counter[str] = Counter()
        for found in played.values():
            months.update(found.months)
        people = self._runs if person is None else {person: self._runs.get(person, {})}
        players = (_player(somebody, game, runs, period) for somebody, runs in people.items())
        return Statistics(
            plays=sum(found.plays for found in played.values()),
            seconds=fsum(chain.from_iterable(found.seconds for found in played.values())),
            timed=sum(found.timed for found in played.values()),
            months=dict(sorted(months.items())),
            starter=_starter(chain.from_iterable(found.started for found in played.values())),
            games={key: found.figures() for key, found in played.items()},
            players={found.player: found for found in players if found.plays},
            began=_starter(chain.from_iterable(found.began for found in played.values())),
            rivals=self._rivals(chain.from_iterable(found.meetings for found in played.values())),
            behind=Behind(seen, dict(self._person), person),
        )

    def _rivals(self, meetings: Iterable[tuple[int, ...]]) -> list[Rival]:
        counts: dict[str, list[int]] = {}
        for code, count in Counter(chain.from_iterable(meetings)).items():
            other, meeting = self._meetings[code]
            counts.setdefault(other, [0] * 5)[meeting] += count
        rivals = [
            Rival(other, sum(ways), ways[AHEAD], ways[BEHIND], ways[LEVEL], ways[PARTNERS])
            for other, ways in counts.items()
        ]
        return sorted(rivals, key=lambda rival: (-rival.together, rival.player))


# -- Adding up --------------------------------------------------------------------------------------------


class _Sum:
    """Adds up the groups of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.plays = 0
        self.timed = 0
        self.tables: list[Facts] = []
        self.months: list[str] = []
        self.seconds: list[float] = []
        self.started: list[tuple[bytearray, float]] = []
        self.began: list[tuple[bytearray, float]] = []
        self.meetings: list[tuple[int, ...]] = []
        self.totals: dict[tuple[int, str], Counter[float | None]] = {}
        self.sums = dict.fromkeys((*COLUMNS[game], *TABLE_COLUMNS[game]), 0.0)

    def add(self, group: Group, tables: _Tables, start: int, end: int) -> None:
        _, seats, side = group
        seconds = tables.seconds[start:end]
        self.plays += end - start
        self.tables += tables.facts[start:end]
        self.timed += end - start - seconds.count(0)
        self.months += tables.months[start:end]
        self.seconds += seconds
        self.started.append((tables.started[start:end], chance_of(group)))
        self.began.append((tables.began[start:end], chance_of(group)))
        self.meetings += tables.meetings[start:end]
        own = slice(start * tables.seats, end * tables.seats)
        self.totals[seats, side] = Counter(tables.totals[own])
        for name, column in zip(COLUMNS[self.game], tables.sums, strict=True):
            self.sums[name] += sum(column[own])
        for name, column in zip(TABLE_COLUMNS[self.game], tables.table_sums, strict=True):
            self.sums[name] += sum(column[start:end])

    def figures(self) -> GameFigures:
        sums = self.sums
        return GameFigures(
            plays=self.plays,
            seconds=fsum(self.seconds),
            timed=self.timed,
            starter=_starter(self.started),
            scores=_scores(_merge(self.totals.values())),
            by_players=self._scores_by(0),
            by_side=self._scores_by(1),
            parts={
                name: _average(sums["lined"], sums[name]) for name in BOXES[self.game].parts if name in sums
            },
            joker_gain=self._measure("joker_gain"),
            per_round=self._measure("per_round"),
            lost=self._measure("lost"),
            per_territory=self._measure("per_territory"),
        )

    def _measure(self, name: str) -> Average:
        known, total, weight = (self.sums.get(f"{name}.{what}", 0) for what in OF_A_MEASURE)
        return _average(known, total, weight)

    def _scores_by(self, what: int) -> dict[Any, Scores]:
        found: dict[Any, list[Counter[float | None]]] = {}
        for group, totals in self.totals.items():
            found.setdefault(group[what], []).append(totals)
        scores = {value: _scores(_merge(found[value])) for value in sorted(found) if value}
        return {value: spread for value, spread in scores.items() if spread.count}


def _merge(counters: Iterable[Counter[float | None]]) -> Counter[float | None]:
    merged: Counter[float | None] = Counter()
    for counter in counters:
        merged.update(counter)
    return merged


def _average(count: float, total: float, divisor: float | None = None) -> Average:
    divided_by = count if divisor is None else divisor
    return Average(int(count), total / divided_by if divided_by else None)


def _scores(totals: Counter[float | None]) -> Scores:
    known: dict[float, int] = {total: times for total, times in totals.items() if total is not None}
    if not known:
        return Scores(0, None, None, None, None)
    values = sorted(known)
    times = [known[value] for value in values]
    reached = list(accumulate(times))
    count = reached[-1]
    lower = values[bisect_left(reached, (count + 1) // 2)]
    upper = values[bisect_left(reached, count // 2 + 1)]
    median = lower if lower == upper else (lower + upper) / 2
    return Scores(count, values[-1], values[0], fsum(map(mul, values, times)) / count, median)


def _wins(outcomes: bytes | bytearray) -> float:
    return fsum(outcomes.count(sides) / sides for sides in set(outcomes) - {LOST, UNKNOWN})


def _starter(started: Iterable[tuple[bytearray, float]]) -> Starter:
    tables, wins, expected = 0, [], []
    for outcomes, chance in started:
        known = len(outcomes) - outcomes.count(UNKNOWN)
        tables += known
        wins.append(_wins(outcomes))
        expected.append(known * chance)
    return Starter(tables, fsum(wins), fsum(expected))


_WON: Final = bytes([LOST] + [1] * 255)


def _in_order(keys: Iterable[str]) -> list[str]:
    """As the boxes stand on the shelf; after them by name what was written on a blank one."""
    found = set(keys)
    return [*(key for key in GAME_KEYS if key in found), *sorted(found - set(GAME_KEYS))]


def _player(person: str, game: str | None, runs: dict[str | None, _Run], period: Period) -> PlayerFigures:
    records = {
        key: record
        for key in _in_order(key for key in runs if key is not None)
        if game in (None, key) and (record := _record(runs[key], period)).plays
    }
    rates = {key: (record.win_rate, record.decided) for key, record in records.items() if record.decided}
    run = runs.get(game) or _Run()
    start, end = _cut(run.keys, period)
    outcomes = run.outcomes[start:end]
    decided = len(outcomes) - outcomes.count(UNKNOWN)
    wins = _wins(outcomes)
    won = outcomes.translate(_WON, bytes([UNKNOWN]))
    return PlayerFigures(
        player=person,
        plays=len(outcomes),
        decided=decided,
        wins=wins,
        win_rate=wins / decided if decided else None,
        current_streak=len(won) - len(won.rstrip(b"\1")),
        longest_streak=max(map(len, won.split(b"\0"))),
        favourite_game=max(records, key=lambda key: records[key].plays, default=None),
        best_game=max(rates, key=rates.__getitem__, default=None),
        games=records,
    )


def _record(run: _Run, period: Period) -> Record:
    start, end = _cut(run.keys, period)
    outcomes = run.outcomes[start:end]
    decided = len(outcomes) - outcomes.count(UNKNOWN)
    wins = _wins(outcomes)
    return Record(
        end - start,
        decided,
        wins,
        wins / decided if decided else None,
        _scores(Counter(run.totals[start:end])),
    )
