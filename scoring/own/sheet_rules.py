"""The rules of an own game, read from JSON: checked as a whole, and refused with the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from scoring.core import Fields, InvalidOptions, is_integer
from scoring.own.asked import LARGEST_NUMBER, Ask, read_asks, read_text
from scoring.own.reading import PLAYER_COUNTS, Number, Reader
from scoring.own.shapes import READERS, Shape, find_shape

FORMAT = 1
FEWEST, MOST = 1, 12
MOST_LINES = 60
MOST_ROUNDS = 50
MOST_CHECKS = 40
LARGEST = 16 * 1024
"""Bytes of the rules as JSON without spaces."""
LONGEST_TEXT = 200

Starter = Literal["youngest", "any", "next", "winner"]
STARTERS: tuple[Starter, ...] = ("youngest", "any", "next", "winner")

PLAIN: Mapping[str, Any] = {
    "tableside": FORMAT,
    "name": "Points",
    "players": [FEWEST, MOST],
    "ask": {"points": "points"},
    "score": [{"name": "Points", "sum": "points"}],
}
"""A plain list of totals: what is counted where nobody brought rules."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    name: str
    shape_name: str
    shape: Shape
    minus: bool
    at_end: bool
    applies: bool
    """Some lines count with so many players only."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What is compared before or after the total, the higher first unless it is turned around."""

    number: Number
    name: str
    fewer: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    number: Number
    name: str
    allowed: tuple[int, ...] | None
    """None stands for the number of the round."""
    at_end: bool


@dataclass(frozen=True, slots=True)
class SetupStep:
    text: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Ending:
    score: int | None = None
    round: int | None = None
    finish_round: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """An own game for so many players."""

    players: int
    name: str
    asks: Mapping[str, Ask]
    lines: tuple[ScoreLine, ...]
    has_rounds: bool
    rounds: int | None
    """None as long as people play on."""
    least_wins: bool
    teams: bool
    rank: Compared | None
    ties: tuple[Compared, ...]
    checks: tuple[Check, ...]
    setup: tuple[SetupStep, ...]
    starter: Starter
    end: Ending | None

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    @property
    def asked_by_round(self) -> tuple[Ask, ...]:
        return tuple(ask for ask in self.asks.values() if self.has_rounds and not ask.at_end)

    @property
    def asked_at_end(self) -> tuple[Ask, ...]:
        return tuple(ask for ask in self.asks.values() if ask.at_end or not self.has_rounds)


# -- Reading ----------------------------------------------------------------------------------------------


def read_options(players: int, options: object) -> Rules:
    """Options carry the rules; without any, a plain list of totals is counted."""
    text = _text_of(options)
    return _read_text(players, text)


def _text_of(options: object) -> str:
    try:
        text = json.dumps(options, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError):
        raise InvalidOptions("own.not_rules", field="options.rules") from None
    if size > LARGEST + len('{"rules":}'):
        raise InvalidOptions("own.too_large", field="options.rules", largest=LARGEST // 1024)
    return text


@lru_cache(maxsize=64)
def _read_text(players: int, text: str) -> Rules:
    fields = Fields(json.loads(text), InvalidOptions, "options")
    raw = fields.object("rules", dict(PLAIN))
    fields.finish()
    return _read_rules(players, raw)


def _read_rules(players: int, fields: Fields) -> Rules:
    place = "options.rules"
    if fields.integer("tableside", 1, LARGEST_NUMBER) != FORMAT:
        fields.refuse("own.newer_format", "tableside", known=FORMAT)
    name = read_text(fields.take("name"), InvalidOptions, f"{place}.name")
    _check_players(players, fields)
    reader = Reader(players, read_asks(fields.take("ask"), InvalidOptions, f"{place}.ask"))
    has_rounds, rounds = _read_rounds(reader, fields, place)
    lines = _read_lines(reader, fields, place, has_rounds)
    reader.at_end = True
    rules = Rules(
        players=players,
        name=name,
        asks=reader.asks,
        lines=lines,
        has_rounds=has_rounds,
        rounds=rounds,
        least_wins=fields.choice("wins", ("most", "least"), "most") == "least",
        teams=fields.flag("teams"),
        rank=_read_compared(reader, fields.take("rank"), f"{place}.rank") if "rank" in fields else None,
        ties=_read_ties(reader, fields, place),
        checks=_read_checks(reader, fields, place, has_rounds),
        setup=_read_setup(reader, fields, place),
        starter=_read_turns(fields, has_rounds),
        end=_read_end(reader, fields, place),
    )
    fields.finish()
    return rules


def _check_players(players: int, fields: Fields) -> None:
    between = fields.items("players")
    if (
        len(between) != 2
        or not all(is_integer(n) for n in between)
        or not FEWEST <= between[0] <= between[1] <= MOST
    ):
        fields.refuse("own.player_counts", "players", fewest=FEWEST, most=MOST)
    if not between[0] <= players <= between[1]:
        raise InvalidOptions("players.count", fewest=between[0], most=between[1])


def _read_rounds(reader: Reader, fields: Fields, place: str) -> tuple[bool, int | None]:
    """Whether there are rounds, and how many; as many as people play is a number of rounds too."""
    if "rounds" not in fields:
        return False, None
    raw = fields.take("rounds")
    if raw is True:
        return True, None
    found = None
    for one, where, holds in reader.by_players(raw, f"{place}.rounds"):
        read = reader.whole(one, where, 1, MOST_ROUNDS)
        if holds:
            found = read
    return True, found


# -- Lines ------------------------------------------------------------------------------------------------


def _read_lines(reader: Reader, fields: Fields, place: str, has_rounds: bool) -> tuple[ScoreLine, ...]:
    raw = fields.items("score")
    if len(raw) > MOST_LINES:
        fields.refuse("own.too_many", "score", most=MOST_LINES)
    lines = []
    for at, value in enumerate(raw):
        line = _read_line(reader, value, f"{place}.score.{at}", has_rounds)
        reader.lines[line.name] = line.at_end
        lines.append(line)
    return tuple(lines)


def _read_line(reader: Reader, value: object, place: str, has_rounds: bool) -> ScoreLine:
    fields = Fields(value, InvalidOptions, place)
    shapes = find_shape([name for name in READERS if name in fields])
    if len(shapes) != 1:
        raise InvalidOptions("own.one_shape", field=place)
    [shape_name] = shapes
    name = read_text(fields.take("name"), InvalidOptions, f"{place}.name")
    minus = fields.flag("minus")
    at_end = fields.choice("when", ("round", "end"), "round" if has_rounds else "end") == "end"
    if not at_end and not has_rounds:
        raise InvalidOptions("own.no_rounds", field=f"{place}.when")
    applies = _read_player_counts(reader, fields, place)
    reader.at_end = at_end
    shape = READERS[shape_name](reader, fields, place)
    fields.finish()
    return ScoreLine(name, shape_name, shape, minus, at_end, applies)


def _read_player_counts(reader: Reader, fields: Fields, place: str) -> bool:
    if "players" not in fields:
        return True
    counts = fields.items("players")
    if len(counts) > MOST:
        raise InvalidOptions("own.player_counts", field=f"{place}.players", fewest=FEWEST, most=MOST)
    wanted = [reader.whole(n, f"{place}.players.{at}", FEWEST, MOST) for at, n in enumerate(counts)]
    return reader.players in wanted


# -- Ranking and checks -----------------------------------------------------------------------------------


def _read_compared(reader: Reader, value: object, place: str) -> Compared:
    if isinstance(value, str):
        if value.startswith("-") and value not in reader.asks:
            return Compared(reader.number(value[1:], place), value[1:], fewer=True)
        return Compared(reader.number(value, place), value.removeprefix("@"))
    raise InvalidOptions("own.does_not_fit", field=place)


def _read_ties(reader: Reader, fields: Fields, place: str) -> tuple[Compared, ...]:
    raw = fields.take("ties", [])
    values = [raw] if isinstance(raw, str) else raw
    if not isinstance(values, list):
        fields.refuse("field.not_a_list", "ties")
    if len(values) > len(reader.asks) + len(reader.lines):
        fields.refuse("own.too_many", "ties", most=len(reader.asks) + len(reader.lines))
    return tuple(_read_compared(reader, value, f"{place}.ties.{at}") for at, value in enumerate(values))


def _one_or_several(fields: Fields, name: str) -> list[Any]:
    raw = fields.take(name, [])
    values = [raw] if isinstance(raw, dict) else raw
    if not isinstance(values, list):
        fields.refuse("field.not_a_list", name)
    if len(values) > MOST_CHECKS:
        fields.refuse("own.too_many", name, most=MOST_CHECKS)
    return list(values)


def _read_checks(reader: Reader, fields: Fields, place: str, has_rounds: bool) -> tuple[Check, ...]:
    return tuple(
        _read_check(reader, value, f"{place}.check.{at}", has_rounds)
        for at, value in enumerate(_one_or_several(fields, "check"))
    )


def _read_check(reader: Reader, value: object, place: str, has_rounds: bool) -> Check:
    fields = Fields(value, InvalidOptions, place)
    name, allowed = fields.take("total"), fields.take("is")
    number = reader.number(name, f"{place}.total")
    fields.finish()
    ask = reader.asks.get(getattr(number, "name", ""))
    line_at_end = reader.lines.get(getattr(number, "line", ""), False)
    at_end = not has_rounds or line_at_end or (ask is not None and ask.at_end)
    if allowed == "round":
        return Check(number, str(name), None, at_end)
    return Check(number, str(name), reader.integers(allowed, f"{place}.is"), at_end)


def _read_setup(reader: Reader, fields: Fields, place: str) -> tuple[SetupStep, ...]:
    """What is said of other player counts alone is left out."""
    steps = []
    for at, value in enumerate(_one_or_several(fields, "setup")):
        where = f"{place}.setup.{at}"
        step = Fields(value, InvalidOptions, where)
        text = read_text(step.take("text"), InvalidOptions, f"{where}.text", LONGEST_TEXT)
        by = step.take("by") if "by" in step else None
        step.finish()
        if by is None:
            steps.append(SetupStep(text, None))
            continue
        number = reader.integer({"by": by}, where)
        if str(reader.players) in by:
            steps.append(SetupStep(text, number))
    return tuple(steps)


# -- Turns and the end ------------------------------------------------------------------------------------


def _read_turns(fields: Fields, has_rounds: bool) -> Starter:
    """Where nothing is said, the first player of a round moves on."""
    usual: Starter = "next" if has_rounds else "any"
    if "turns" not in fields:
        return usual
    turns = fields.object("turns")
    starter = turns.choice("starter", STARTERS, usual)
    turns.finish()
    return next(known for known in STARTERS if known == starter)


def _read_end(reader: Reader, fields: Fields, place: str) -> Ending | None:
    if "end" not in fields:
        return None
    end = fields.object("end")
    if ("score" in end) == ("round" in end):
        raise InvalidOptions("own.does_not_fit", field=f"{place}.end")
    score = reader.integer(end.take("score"), f"{place}.end.score") if "score" in end else None
    round_ = (
        reader.integer(end.take("round"), f"{place}.end.round", 1, MOST_ROUNDS) if "round" in end else None
    )
    finish_round = end.choice("then", ("now", "round"), "now") == "round"
    end.finish()
    return Ending(score, round_, finish_round)


__all__ = ["MOST_ROUNDS", "PLAIN", "PLAYER_COUNTS", "Rules", "read_options"]
