"""Ratings: who wins rises, who knows nothing has an even chance, and partners stand together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from history.rating import FEWEST_SESSIONS, NOBODY_KNOWS, Strengths, strengths
from history.statistics import Behind, Ledger
from tests.history.factories import make_players, make_session, make_sessions

Person = dict[str, Any]


def behind(sessions: list[dict[str, Any]], **standing_for: str) -> Behind:
    ledger = Ledger()
    for clock, session in enumerate(sessions):
        ledger.put(session, clock)
    return ledger.statistics(same_player=lambda player: standing_for.get(player, player)).behind


def played(
    random: Random, people: list[Person], ranks: list[int] | None, game: str = "pearls"
) -> dict[str, Any]:
    session = make_session(random, people, game, seats=len(people))
    session["players"] = [{"id": person["id"], "name": person["name"]} for person in people]
    session["result"] = {} if ranks is None else {"ranks": ranks}
    return session


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_without_sessions_all_have_the_same_chance(count: int) -> None:
    chances = Strengths({}).chances([[f"person {seat}"] for seat in range(count)])
    assert chances == pytest.approx([1 / count] * count)


def test_who_wins_rises_and_is_known_better() -> None:
    random, (ada, bo) = Random(1), make_players(2)
    found = strengths(behind([played(random, [ada, bo], [1, 2]) for _ in range(6)]), "pearls")
    best, other = found.of(ada["id"]), found.of(bo["id"])
    assert best.rating > NOBODY_KNOWS.rating > other.rating
    assert best.uncertainty < NOBODY_KNOWS.uncertainty
    assert best.sessions == other.sessions == 6 >= FEWEST_SESSIONS
    assert best.is_settled
    assert not NOBODY_KNOWS.is_settled
    chances = found.chances([[ada["id"]], [bo["id"]]])
    assert chances[0] > 0.5 > chances[1]
    assert sum(chances) == pytest.approx(1)


def test_equals_stay_equal() -> None:
    random, (ada, bo, cleo) = Random(2), make_players(3)
    found = strengths(behind([played(random, [ada, bo, cleo], [1, 1, 3])]), "pearls")
    assert found.of(ada["id"]).rating == pytest.approx(found.of(bo["id"]).rating)
    assert found.of(ada["id"]).rating > found.of(cleo["id"]).rating


def test_partners_rise_and_fall_together() -> None:
    random, four = Random(3), make_players(4)
    found = strengths(behind([played(random, four, [1, 3, 1, 3], "perladora")]), "perladora")
    north, east, south, west = (found.of(person["id"]).rating for person in four)
    assert north == south > east == west
    pairs = found.chances([[four[0]["id"], four[2]["id"]], [four[1]["id"], four[3]["id"]]])
    assert pairs[0] > pairs[1]


def test_games_are_rated_apart_and_what_nobody_decided_is_left_out() -> None:
    random, (ada, bo) = Random(4), make_players(2)
    sessions = [played(random, [ada, bo], [1, 2]), played(random, [ada, bo], None)]
    assert strengths(behind(sessions), "pearls").of(ada["id"]).sessions == 1
    assert strengths(behind(sessions), "coloretto").people == {}


def test_profiles_that_are_one_person_have_one_rating() -> None:
    random, (ada, bo, twin) = Random(5), make_players(3)
    sessions = [played(random, [ada, bo], [1, 2]), played(random, [twin, bo], [1, 2])]
    found = strengths(behind(sessions, **{twin["id"]: ada["id"]}), "pearls")
    assert found.of(ada["id"]).sessions == 2
    assert set(found.people) == {ada["id"], bo["id"]}


def test_the_order_of_arrival_does_not_matter() -> None:
    sessions = make_sessions(60, seed=6)
    forwards, backwards = behind(sessions), behind(sessions[::-1])
    assert strengths(forwards, "coloretto") == strengths(backwards, "coloretto")


def test_a_rating_finds_the_stronger_of_two() -> None:
    """Ada wins three of four: after many sessions the chance that is told is about that."""
    random, (ada, bo) = Random(7), make_players(2)
    sessions = [played(random, [ada, bo], [1, 2] if random.random() < 0.75 else [2, 1]) for _ in range(200)]
    chance = strengths(behind(sessions), "pearls").chances([[ada["id"]], [bo["id"]]])[0]
    assert 0.6 < chance < 0.9
