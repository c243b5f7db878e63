"""Figures that can be compared, added up once more from the documents alone."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from history.fairness import Gain, gain_of, gains_by_month, records, wins_of
from history.outcome import outcome_of
from history.statistics import Behind, Ledger
from scoring import BOXES
from tests.history.factories import make_player, make_players, make_session, make_sessions

Session = dict[str, Any]


def behind(sessions: list[Session]) -> Behind:
    ledger = Ledger()
    for clock, session in enumerate(sessions):
        ledger.put(session, clock)
    return ledger.statistics().behind


def by_time(sessions: list[Session]) -> list[Session]:
    return sorted(sessions, key=lambda session: session["started"])


def seat_of(session: Session, person: str) -> int | None:
    ids = [player["id"] for player in session["players"]]
    return ids.index(person) if person in ids else None


@pytest.fixture(scope="module")
def people() -> list[dict[str, Any]]:
    return make_players(6)


@pytest.fixture(scope="module")
def sessions(people: list[dict[str, Any]]) -> list[Session]:
    return [session for session in make_sessions(300, seed=4, players=people) if session["result"]]


@pytest.mark.parametrize("game", [None, *BOXES])
def test_wins_beside_what_chance_would_give(
    sessions: list[Session], people: list[dict[str, Any]], game: str | None
) -> None:
    person = people[0]["id"]
    tables, won, expected, variance = 0, 0.0, 0.0, 0.0
    for session in sessions:
        seat = seat_of(session, person)
        winners = outcome_of(session).winners
        if seat is None or not winners or session["game"] != (game or session["game"]):
            continue
        count = len(session["players"])
        side_of = BOXES[session["game"]].side_of
        winning = {side_of(count, winner) for winner in winners}
        chance = 1 / len({side_of(count, each) for each in range(count)})
        tables += 1
        won += (seat in winners) / len(winning)
        expected += chance
        variance += chance * (1 - chance)
    found = wins_of(behind(sessions), person, game)
    assert found.tables == tables > 0
    assert (found.wins, found.expected) == pytest.approx((won, expected))
    assert found.stray == pytest.approx(sqrt(variance))
    assert found.rate == pytest.approx(won / expected)
    assert found.is_luck == (abs(won - expected) <= 1.96 * sqrt(variance))


def test_a_gain_is_held_against_tables_of_the_same_size() -> None:
    random, (ada, bo, cleo) = Random(1), make_players(3)
    sessions = [scored(random, [ada, bo], 40, 30), scored(random, [ada, bo, cleo], 20, 18, 16)]
    assert gain_of(behind(sessions), ada["id"], "pearls") == Gain(2, ((40 - 30) + (20 - 17)) / 2)
    assert gain_of(behind(sessions), "nobody", "pearls") == Gain(0, None)


def test_gains_by_month_add_up_to_the_gain(sessions: list[Session], people: list[dict[str, Any]]) -> None:
    everything, person = behind(sessions), people[1]["id"]
    months = gains_by_month(everything, person, "coloretto")
    assert list(months) == sorted(months)
    whole = gain_of(everything, person, "coloretto")
    assert sum(month.scores for month in months.values()) == whole.scores > 0
    total = sum((month.mean or 0) * month.scores for month in months.values())
    assert total == pytest.approx((whole.mean or 0) * whole.scores)


def test_records_fall_in_the_order_in_which_they_were_played(
    sessions: list[Session], people: list[dict[str, Any]]
) -> None:
    person = people[0]["id"]
    highest, expected = None, []
    for session in by_time(sessions):
        seat = seat_of(session, person)
        if session["game"] != "pearls" or seat is None:
            continue
        total = outcome_of(session).totals[seat]
        if total is not None and (highest is None or total > highest):
            if highest is not None:
                expected.append((session["id"], total, highest))
            highest = total
    found = [best for best in records(behind(sessions), "pearls") if best.person == person]
    assert [(best.session, best.total, best.before) for best in found] == expected
    assert expected


def test_a_first_score_is_no_record() -> None:
    random, (ada, bo) = Random(2), make_players(2)
    first, second = scored(random, [ada, bo], 40, 30), scored(random, [ada, bo], 40, 31)
    first["started"], second["started"] = "2026-01-01T20:00:00+01:00", "2026-01-02T20:00:00+01:00"
    (record,) = records(behind([first, second]))
    assert (record.person, record.total, record.before) == (bo["id"], 31, 30)


def scored(random: Random, people: list[dict[str, Any]], *totals: int) -> Session:
    session = make_session(random, people, "pearls", seats=len(people))
    session["players"] = [{"id": person["id"], "name": person["name"]} for person in people]
    session["result"] = {"totals": list(totals)}
    return session


def test_somebody_without_sessions_has_nothing_to_compare() -> None:
    stranger = make_player(Random(3))["id"]
    found = wins_of(behind([]), stranger)
    assert (found.tables, found.rate, found.is_luck) == (0, None, True)
