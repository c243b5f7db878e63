"""An own game while it is played: rounds entered one by one, or turns passed; and when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core import Fields, IllegalMove, InvalidSheet, Message, Phase, Setup, with_item
from scoring.own.asked import Row, as_json
from scoring.own.count import MOST_COUNTED, count_round, read_rows
from scoring.own.sheet_rules import MOST_ROUNDS, Rules

BY_HAND = "table"
"""What set the end off, where the players said that it is over."""
MOST_TURNS = 9_999


@dataclass(frozen=True, slots=True)
class OwnTable:
    rules: Rules
    starter: int
    """Who began the game."""
    turn: int
    round: int
    phase: Phase = "play"
    rounds: tuple[tuple[Row, ...], ...] = ()
    end: tuple[Row, ...] = ()
    totals: tuple[int, ...] = ()
    """After the rounds so far, partners together."""
    trigger: str | None = None
    going_on: bool = False
    """The table plays on although the end was there."""

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def counts(self) -> dict[str, Any]:
        return {"rounds": len(self.rounds), "totals": list(self.totals)}


def lay(_players: int, rules: Rules) -> Setup:
    steps = [
        Message("own.setup.step", {"text": step.text})
        if step.number is None
        else Message("own.setup.number", {"text": step.text, "number": step.number})
        for step in rules.setup
    ]
    steps.append(Message("own.setup.youngest" if rules.starter == "youngest" else "own.setup.any"))
    counts: dict[str, int | None] = {
        step.text: step.number for step in rules.setup if step.number is not None
    }
    return Setup(counts, steps)


def open_table(players: int, rules: Rules, starter: int) -> OwnTable:
    return OwnTable(rules, starter, starter, 1, end=({},) * players, totals=(0,) * players)


# -- Rounds and turns -------------------------------------------------------------------------------------


def enter_round(table: OwnTable, fields: Fields) -> OwnTable:
    """What every seat has in this round."""
    seats = fields.take("seats")
    fields.finish()

    if not table.rules.has_rounds:
        raise IllegalMove("own.no_rounds", field="move")
    rows = read_rows(table.rules, seats, IllegalMove, "move.seats")
    if len(table.rounds) == MOST_ROUNDS:
        raise IllegalMove("own.too_many", field="move", most=MOST_ROUNDS)
    if (len(table.rounds) + 1) * table.players * len(table.rules.lines) > MOST_COUNTED:
        raise IllegalMove("own.too_much_to_count", field="move")

    return _with_rounds(table, (*table.rounds, rows))


def _with_rounds(table: OwnTable, rounds: tuple[tuple[Row, ...], ...]) -> OwnTable:
    """The table after these rounds: totals, who begins the next one, and whether it is over."""
    known = len(table.rounds) if rounds[: len(table.rounds)] == table.rounds else 0
    totals = table.totals if known else (0,) * table.players
    starter = table.turn if known else table.starter
    for number, rows in enumerate(rounds[known:], known + 1):
        brought = _round_totals(table.rules, rows, number)
        totals = tuple(map(sum, zip(totals, brought, strict=True)))
        starter = _next_starter(table, number, starter, brought)
    after = replace(
        table,
        rounds=rounds,
        totals=totals,
        round=len(rounds) + 1,
        turn=starter if rounds else table.starter,
        phase="play",
        trigger=None,
    )
    trigger = find_trigger(after)
    if trigger is None:
        return after
    return replace(after, phase="over", trigger=trigger, round=max(1, len(rounds)))


def _round_totals(rules: Rules, rows: tuple[Row, ...], number: int) -> list[int]:
    try:
        points = count_round(rules, rows, number)
    except InvalidSheet as refusal:
        raise IllegalMove(refusal.key, **refusal.reason.args) from None
    return [
        sum(one for other, one in enumerate(points) if rules.side_of(other) == rules.side_of(seat))
        for seat in range(rules.players)
    ]


def _next_starter(table: OwnTable, played: int, starter: int, brought: Sequence[int]) -> int:
    """The winner of a round is whoever did best, among equals whoever began or comes next after them."""
    if table.rules.starter == "next":
        return (table.starter + played) % table.players
    if table.rules.starter != "winner":
        return table.starter
    best = min(brought) if table.rules.least_wins else max(brought)
    around = [(starter + step) % table.players for step in range(table.players)]
    return next(seat for seat in around if brought[seat] == best)


def pass_turn(table: OwnTable, fields: Fields) -> OwnTable:
    fields.finish()

    if table.rules.has_rounds:
        raise IllegalMove("own.rounds_not_turns")
    if table.round > MOST_TURNS:
        raise IllegalMove("own.too_many", field="move", most=MOST_TURNS)

    turn = (table.turn + 1) % table.players
    full = turn == table.starter
    if table.phase == "last" and full:
        return replace(table, phase="over")
    end = table.rules.end
    if full and not table.going_on and end is not None and end.round == table.round:
        return replace(table, phase="over", trigger="round")
    return replace(table, turn=turn, round=table.round + full)


# -- The end ----------------------------------------------------------------------------------------------


def find_trigger(table: OwnTable) -> str | None:
    """A round is entered as a whole, so that what ends now and what ends with the round are the same."""
    rules, played = table.rules, len(table.rounds)
    if table.going_on or not played:
        return None
    if rules.rounds is not None and played >= rules.rounds:
        return "rounds"
    if rules.end is None:
        return None
    if rules.end.round is not None:
        return "round" if played >= rules.end.round else None
    if rules.end.score is not None and max(table.totals) >= rules.end.score:
        return "score"
    return None


def notices(table: OwnTable) -> list[Message]:
    rules = table.rules
    if table.phase == "over":
        return [*_told_why(table), Message("notice.count_now")]
    if table.phase == "last":
        return [Message("own.notice.finish_round")]
    if not rules.has_rounds:
        return _soon_by_turns(table)
    return _soon_by_rounds(table)


def _told_why(table: OwnTable) -> list[Message]:
    end = table.rules.end
    if table.trigger == "score" and end is not None:
        most = max(table.totals)
        return [Message("own.notice.reached", {"seat": table.totals.index(most), "points": most})]
    if table.trigger in ("rounds", "round"):
        return [Message("own.notice.last_round_played", {"rounds": max(1, len(table.rounds) or table.round)})]
    return []


def _soon_by_turns(table: OwnTable) -> list[Message]:
    end = table.rules.end
    if end is None or table.going_on:
        return []
    if end.score is not None:
        key = "own.notice.until_score_round" if end.finish_round else "own.notice.until_score"
        return [Message(key, {"points": end.score})]
    if end.round == table.round:
        return [Message("own.notice.last_round")]
    return []


NEAR = 4
"""A quarter of the way to go is near enough to be told."""


def _soon_by_rounds(table: OwnTable) -> list[Message]:
    rules = table.rules
    if table.going_on:
        return []
    limits = [rules.rounds, rules.end.round if rules.end else None]
    if table.round in limits:
        return [Message("own.notice.last_round")]
    if rules.end is None or rules.end.score is None or not table.rounds:
        return []
    most = max(table.totals)
    left = rules.end.score - most
    if left * NEAR <= abs(rules.end.score):
        seat = table.totals.index(most)
        return [Message("own.notice.score_near", {"seat": seat, "left": left, "points": rules.end.score})]
    return []


def end(table: OwnTable, fields: Fields) -> OwnTable:
    fields.finish()
    return replace(table, phase="over", trigger=BY_HAND)


# -- When the real table disagrees ------------------------------------------------------------------------


def correct(table: OwnTable, fields: Fields) -> OwnTable:
    """Sets what is true at the table: a round that was entered, whose turn it is, the number of the round,
    that the last round has begun, or that everybody plays on."""
    rules = table.rules
    turn = fields.maybe_integer("turn", 0, table.players - 1)
    after = _correct_round(table, fields) if "seats" in fields or "drop" in fields else table
    number = fields.maybe_integer("round", 1, MOST_TURNS) if not rules.has_rounds else None
    last = fields.flag("last") if "last" in fields else None
    going_on = fields.flag("play_on") if "play_on" in fields else None
    fields.finish()

    if going_on is not None:
        after = replace(after, going_on=going_on, phase="play", trigger=None)
        after = _with_rounds(after, after.rounds) if rules.has_rounds else after
    if last is not None and not rules.has_rounds:
        after = replace(after, phase="last" if last else "play", trigger="score" if last else None)
    if number is not None:
        after = replace(after, round=number)
    return after if turn is None else replace(after, turn=turn)


def _correct_round(table: OwnTable, fields: Fields) -> OwnTable:
    """Another one of the rounds that were entered, or without it."""
    if not table.rules.has_rounds or not table.rounds:
        raise IllegalMove("own.no_rounds", field="move")
    if "drop" in fields:
        at = fields.integer("drop", 1, len(table.rounds)) - 1
        return _with_rounds(table, (*table.rounds[:at], *table.rounds[at + 1 :]))
    at = fields.integer("round", 1, len(table.rounds)) - 1
    rows = read_rows(table.rules, fields.take("seats"), IllegalMove, "move.seats")
    return _with_rounds(table, with_item(table.rounds, at, rows))


# -- What was tracked -------------------------------------------------------------------------------------


def sheet(table: OwnTable) -> dict[str, Any]:
    return {
        "rounds": [[as_json(row) for row in rows] for rows in table.rounds],
        "end": [as_json(row) for row in table.end],
    }


MOVES = {"round": enter_round, "turn": pass_turn, "correct": correct, "end": end}
