"""Counting an own game: the sheet, what is unlikely about it, the points line by line, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.core import (
    Fields,
    Line,
    Message,
    Problem,
    Refuse,
    Result,
    competition_ranks,
    first_places,
    refuse_sheet,
    warning,
)
from scoring.own.asked import NOTHING, Answer, Row, read_row, together
from scoring.own.reading import Number
from scoring.own.shapes import LARGEST_POINTS, Kinds
from scoring.own.sheet_rules import MOST_ROUNDS, Check, Compared, Rules, ScoreLine

MOST_COUNTED = 2_500
"""Lines times seats times rounds; no evening fills so much, and more would take its time."""

MOST_EFFORT = 10_000
"""Steps of placing wild cards in all of a sheet."""

# -- The score sheet --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet:
    rounds: tuple[tuple[Row, ...], ...]
    end: tuple[Row, ...]


def read_rows(rules: Rules, value: object, refuse: Refuse, place: str) -> tuple[Row, ...]:
    """What every seat entered, one after another."""
    if not isinstance(value, list | tuple):
        raise refuse("field.not_a_list", field=place)
    if len(value) != rules.players:
        raise refuse("sheet.one_entry_per_seat", players=rules.players)
    return tuple(read_row(rules.asks, row, refuse, f"{place}.{seat}") for seat, row in enumerate(value))


def read_sheet(players: int, rules: Rules, sheet: object) -> Sheet:
    fields = Fields(sheet, refuse_sheet, "sheet")
    rounds = fields.items("rounds", [])
    end = fields.items("end", [{}] * players)
    fields.finish()
    if rounds and not rules.has_rounds:
        fields.refuse("own.no_rounds", "rounds")
    if len(rounds) > MOST_ROUNDS:
        fields.refuse("own.too_many", "rounds", most=MOST_ROUNDS)
    if len(rounds) * players * len(rules.lines) > MOST_COUNTED:
        fields.refuse("own.too_much_to_count", "rounds")
    return Sheet(
        tuple(read_rows(rules, rows, refuse_sheet, f"sheet.rounds.{at}") for at, rows in enumerate(rounds)),
        read_rows(rules, end, refuse_sheet, "sheet.end"),
    )


# -- Moments ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class OneRound:
    """A round while it is counted."""

    rules: Rules
    rows: Sequence[Row]
    number: int
    points: dict[str, list[int]] = field(default_factory=dict)
    _columns: dict[int, Sequence[int]] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return self.rules.players

    def answers(self, name: str) -> Sequence[Answer]:
        nothing = NOTHING[self.rules.asks[name].sort]
        return [row.get(name, nothing) for row in self.rows]

    def earlier(self, line: str) -> Sequence[int]:
        return self.points.get(line, [0] * self.seats)

    def column(self, number: Number) -> Sequence[int]:
        found = self._columns.get(id(number))
        if found is None:
            found = self._columns[id(number)] = number.of(self)
        return found


@dataclass(slots=True)
class TheEnd:
    """The end while it is counted: what the rounds have told is taken together."""

    rules: Rules
    sheet: Sheet
    points: dict[str, list[int]] = field(default_factory=dict)
    _known: dict[str, Sequence[Answer]] = field(default_factory=dict)
    _columns: dict[int, Sequence[int]] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return self.rules.players

    @property
    def number(self) -> int:
        return max(1, len(self.sheet.rounds))

    def answers(self, name: str) -> Sequence[Answer]:
        if name not in self._known:
            self._known[name] = self._together(name)
        return self._known[name]

    def _together(self, name: str) -> Sequence[Answer]:
        ask = self.rules.asks[name]
        if not self.sheet.rounds:
            return [row.get(name, NOTHING[ask.sort]) for row in self.sheet.end]
        rows = [*self.sheet.rounds, self.sheet.end]
        return [
            together(ask, [by_seat[seat][name] for by_seat in rows if name in by_seat[seat]])
            for seat in range(self.seats)
        ]

    def earlier(self, line: str) -> Sequence[int]:
        return self.points.get(line, [0] * self.seats)

    def column(self, number: Number) -> Sequence[int]:
        found = self._columns.get(id(number))
        if found is None:
            found = self._columns[id(number)] = number.of(self)
        return found


# -- Points -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """Points by seat, without what partners bring each other, and the lines that explain them."""

    points: list[int]
    lines: list[list[Line]]
    end: TheEnd


def _check_effort(rules: Rules, moments: Sequence[OneRound | TheEnd]) -> None:
    """Wild cards that could lie in too many ways would keep everybody waiting."""
    effort = sum(
        line.shape.effort(moment.answers(line.shape.ask))
        for line in rules.lines
        if line.applies and isinstance(line.shape, Kinds)
        for moment in moments
        if line.at_end is isinstance(moment, TheEnd)
    )
    if effort > MOST_EFFORT:
        raise refuse_sheet("own.too_much_to_count", field="sheet")


def count_lines(rules: Rules, sheet: Sheet) -> Counted:
    lines: list[list[Line]] = [[] for _ in range(rules.players)]
    by_line: dict[str, list[int]] = {}
    moments = [OneRound(rules, rows, number) for number, rows in enumerate(sheet.rounds, 1)]
    end = TheEnd(rules, sheet, by_line)
    _check_effort(rules, [*moments, end])
    for number, moment in enumerate(moments, 1):
        for line in rules.lines:
            if line.applies and not line.at_end:
                _count_line(line, moment, lines, by_line, number)
    for line in rules.lines:
        if line.applies and line.at_end:
            _count_line(line, end, lines, {}, None)
    points = [sum(line.points for line in seat) for seat in lines]
    return Counted(points, lines, end)


def count_round(rules: Rules, rows: Sequence[Row], number: int) -> list[int]:
    """What a round brings, by seat."""
    moment = OneRound(rules, rows, number)
    _check_effort(rules, [moment])
    lines: list[list[Line]] = [[] for _ in range(rules.players)]
    for line in rules.lines:
        if line.applies and not line.at_end:
            _count_line(line, moment, lines, {}, number)
    return [sum(line.points for line in seat) for seat in lines]


def _count_line(
    line: ScoreLine,
    moment: OneRound | TheEnd,
    lines: Sequence[list[Line]],
    by_line: dict[str, list[int]],
    number: int | None,
) -> None:
    points = list(line.shape.points(moment))
    if line.minus:
        points = [-one for one in points]
    if max(points) > LARGEST_POINTS or min(points) < -LARGEST_POINTS:
        raise refuse_sheet("own.too_many_points", text=line.name, most=LARGEST_POINTS)
    _add(moment.points, line.name, points)
    _add(by_line, line.name, points)
    for seat, one in enumerate(points):
        if one:
            args = {"text": line.name, "shape": line.shape_name, "seat": seat}
            if number is not None:
                args["round"] = number
            key, numbers = line.shape.explain(moment, seat)
            lines[seat].append(Line(line.name, one, key, {**args, **numbers}))


def _add(by_line: dict[str, list[int]], name: str, points: list[int]) -> None:
    known = by_line.get(name)
    by_line[name] = points if known is None else [a + b for a, b in zip(known, points, strict=True)]


# -- What is unlikely -------------------------------------------------------------------------------------


def find_problems(_players: int, rules: Rules, sheet: Sheet) -> Iterator[Problem]:
    """Checks are warnings: what lies on the table is counted all the same."""
    if rules.rounds is not None and len(sheet.rounds) < rules.rounds:
        yield warning("own.rounds_missing", entered=len(sheet.rounds), rounds=rules.rounds)
    if rules.rounds is not None and len(sheet.rounds) > rules.rounds:
        yield warning("own.rounds_too_many", entered=len(sheet.rounds), rounds=rules.rounds)
    if not rules.checks:
        return
    for number, rows in enumerate(sheet.rounds, 1):
        moment = OneRound(rules, rows, number)
        _count_what_is_checked(rules, moment)
        for check in rules.checks:
            if not check.at_end:
                yield from _check(check, moment, number)
    for check in rules.checks:
        if check.at_end:
            yield from _check(check, count_lines(rules, sheet).end, None)


def _count_what_is_checked(rules: Rules, moment: OneRound) -> None:
    if any(check.name.startswith("@") for check in rules.checks):
        for line in rules.lines:
            if line.applies and not line.at_end:
                points = [-one if line.minus else one for one in line.shape.points(moment)]
                _add(moment.points, line.name, points)


def _check(check: Check, moment: OneRound | TheEnd, number: int | None) -> Iterator[Problem]:
    total = sum(check.number.of(moment))
    allowed = (moment.number,) if check.allowed is None else check.allowed
    if total in allowed:
        return
    args: dict[str, Any] = {"text": check.name.removeprefix("@"), "total": total, "allowed": list(allowed)}
    if number is None:
        yield warning("own.check_at_end", **args)
    else:
        yield warning("own.check_round", **args, round=number)


# -- Ranking ----------------------------------------------------------------------------------------------

Standing = tuple[int, ...]


def _by_side(rules: Rules, values: Sequence[int]) -> list[int]:
    """Partners carry what their side has."""
    sides: dict[int, int] = {}
    for seat, value in enumerate(values):
        side = rules.side_of(seat)
        sides[side] = sides.get(side, 0) + value
    return [sides[rules.side_of(seat)] for seat in range(rules.players)]


def _compared(rules: Rules, compared: Compared, end: TheEnd) -> list[int]:
    values = _by_side(rules, compared.number.of(end))
    return [-value for value in values] if compared.fewer else values


def count(players: int, rules: Rules, sheet: Sheet, problems: list[Problem]) -> Result:
    counted = count_lines(rules, sheet)
    totals = _by_side(rules, counted.points)
    if max(map(abs, totals)) > LARGEST_POINTS:
        raise refuse_sheet("own.too_many_points", text=rules.name, most=LARGEST_POINTS)
    lines = [
        [
            line
            for other in range(players)
            if rules.side_of(other) == rules.side_of(seat)
            for line in counted.lines[other]
        ]
        for seat in range(players)
    ]
    first = [_compared(rules, rules.rank, counted.end)] if rules.rank else []
    after = [_compared(rules, tie, counted.end) for tie in rules.ties]
    strengths = [-total if rules.least_wins else total for total in totals]
    standings: list[Standing] = list(zip(*first, strengths, *after, strict=True))
    ranks = competition_ranks(standings)
    reasons = [_reason(rules, seat, totals, standings) for seat in range(players)]
    return Result(totals, ranks, first_places(ranks), reasons, lines, problems)


def _reason(rules: Rules, seat: int, totals: Sequence[int], standings: Sequence[Standing]) -> Message:
    """The first of what is compared that separates a side from all others, or that nothing does."""
    own = standings[seat]
    others = [one for at, one in enumerate(standings) if rules.side_of(at) != rules.side_of(seat)]
    points = {"points": totals[seat]}
    if own in others:
        return Message("own.rank.shared", points)
    names = [*([rules.rank] if rules.rank else []), None, *rules.ties]
    decisive = next(
        (at for at in range(len(own)) if all(one[: at + 1] != own[: at + 1] for one in others)), 0
    )
    compared = names[decisive]
    if compared is None or not others:
        return Message("rank.by_points", points)
    value = -own[decisive] if compared.fewer else own[decisive]
    return Message("own.rank.by_entry", {**points, "text": compared.name, "value": value})
