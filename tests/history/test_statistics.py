"""The statistics, by hand on a few tables and against a slow count of the documents on many."""

from __future__ import annotations

import json
import statistics as plain
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from history import statistics
from history.document import GAME_KEYS, InvalidDocument, read_session
from history.statistics import (
    MOST_ANSWERS,
    Average,
    Heap,
    Ledger,
    Rival,
    Scores,
    Starter,
    Statistics,
    plays_by_month,
    scores,
    starts_by_players,
    territories,
    unite,
    wins_by_player,
)
from scoring import BOXES
from tests.history.factories import make_id, make_players, make_session, make_sessions

ADA, BO, CLEO, DIRK, EVA = (f"{digit * 8}-0000-4000-8000-000000000000" for digit in "abcde")
NOTHING = Average(0, None)


def table(
    number: int,
    players: str,
    totals: list[int] | None = None,
    game: str = "pearls",
    starter: int | None = None,
    started: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A finished table: `players` are first letters, the `number` is also the minute at which it began."""
    ids = {"a": ADA, "b": BO, "c": CLEO, "d": DIRK, "e": EVA}
    result = {**({} if totals is None else {"totals": totals}), **more.pop("result", {})}
    return read_session(
        {
            "id": f"00000000-0000-4000-8000-{number:012}",
            "game": game,
            "started": started or f"2026-10-23T19:{number:02}:00+02:00",
            "finished": "2026-10-23T22:00:00+02:00",
            "seconds": 60 * number,
            "players": [{"id": ids[letter], "name": letter} for letter in players],
            "starter": starter,
            "result": result,
            **more,
        }
    )


def ledger(*sessions: dict[str, Any]) -> Ledger:
    made = Ledger()
    for session in sessions:
        made.put(session)
    return made


# -- By hand ----------------------------------------------------------------------------------------------


def test_an_empty_ledger_knows_nothing() -> None:
    nothing = Starter(0, 0, 0)
    assert Ledger().statistics() == Statistics(0, 0, 0, {}, nothing, {}, {}, nothing, [])
    assert Ledger().statistics(player=ADA).players == {}


def test_plays_time_and_months() -> None:
    found = ledger(
        table(1, "ab", [5, 3]),
        table(2, "ab", [5, 3], started="2026-11-01T00:30:00+14:00"),
        table(0, "ab", [5, 3], game="coloretto"),
    ).statistics()
    assert (found.plays, found.seconds, found.timed) == (3, 180, 2)
    assert found.months == {"2026-10": 2, "2026-11": 1}
    assert {game: figures.plays for game, figures in found.games.items()} == {"pearls": 2, "coloretto": 1}


def test_only_finished_sessions_with_a_result_count() -> None:
    unfinished = {**table(1, "ab", [5, 3]), "finished": None}
    uncounted = {**table(2, "ab", [5, 3]), "result": None}
    assert ledger(unfinished, uncounted).statistics().plays == 0


def test_wins_are_shared_fairly() -> None:
    found = ledger(
        table(1, "abc", [9, 5, 3]),
        table(2, "abc", [9, 9, 3]),
        table(3, "abc", [9, 9, 9]),
    ).statistics()
    wins = {player: figures.wins for player, figures in found.players.items()}
    assert wins == pytest.approx({ADA: 1 + 1 / 2 + 1 / 3, BO: 1 / 2 + 1 / 3, CLEO: 1 / 3})
    assert found.players[ADA].win_rate == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert sum(wins.values()) == pytest.approx(3)


def test_partners_win_together_and_two_pairs_share() -> None:
    won = table(1, "abcd", [30, 10, 30, 10], game="perladora", starter=0)
    tied = table(2, "abcd", [20, 20, 20, 20], game="perladora", starter=1)
    found = ledger(won, tied).statistics()
    assert [found.players[player].wins for player in (ADA, BO, CLEO, DIRK)] == [1.5, 0.5, 1.5, 0.5]
    assert found.starter == Starter(tables=2, wins=1.5, expected=1.0)


def test_three_at_perladora_are_three_sides() -> None:
    found = ledger(table(1, "abc", [20, 0, 20], game="perladora", starter=2)).statistics()
    assert [found.players[player].wins for player in (ADA, BO, CLEO)] == [0.5, 0, 0.5]
    assert found.starter == Starter(1, 0.5, pytest.approx(1 / 3))


def test_ranks_and_winners_of_the_document_count_more_than_its_totals() -> None:
    broken_tie = table(1, "ab", [10, 10], result={"ranks": [2, 1], "winners": [1]})
    found = ledger(broken_tie).statistics(player=BO)
    assert found.players[BO].wins == 1
    assert found.rival(ADA) == Rival(ADA, together=1, wins=1, losses=0, ties=0, partners=0)
    only_ranks = table(2, "ab", result={"ranks": [2, 1]})
    assert ledger(only_ranks).statistics().players[BO].wins == 1


def test_scores_are_spread_by_game() -> None:
    found = ledger(
        table(1, "ab", [10, -4]),
        table(2, "abc", [20, 5, 1]),
        table(3, "ab", [12, 3]),
        table(4, "ab", [40, 3]),
        table(5, "ab", [3, 2], game="coloretto"),
    ).statistics()
    assert found.players[ADA].games["pearls"].scores == Scores(4, best=40, worst=10, mean=20.5, median=16)
    assert found.players[BO].games["pearls"].scores == Scores(4, best=5, worst=-4, mean=1.75, median=3)
    assert found.players[ADA].games["coloretto"].scores == Scores(1, 3, 3, 3, 3)
    pearls = found.games["pearls"]
    assert pearls.scores == Scores(9, 40, -4, 10, 5)
    assert pearls.by_players == {
        2: Scores(6, 40, -4, pytest.approx(64 / 6), 6.5),
        3: Scores(3, 20, 1, pytest.approx(26 / 3), 5),
    }


def test_with_a_player_scores_are_that_players_and_tables_are_those_where_they_sat() -> None:
    kept = ledger(
        table(1, "ab", [10, 4], starter=0), table(2, "bc", [7, 8], starter=0), table(3, "ac", [1, 2])
    )
    found = kept.statistics(player=BO)
    assert (found.plays, found.seconds) == (2, 180)
    assert found.games["pearls"].scores == Scores(2, 7, 4, 5.5, 5.5)
    assert list(found.players) == [BO]
    assert found.starter == Starter(2, 1, 1)
    assert found.began == Starter(1, 0, 0.5)


def test_streaks_go_by_the_clock_and_ignore_undecided_tables() -> None:
    kept = ledger(
        table(6, "ab", [5, 3]),
        table(1, "ab", [5, 3]),
        table(3, "ab", [5, 5]),
        table(4, "ab", [3, 5]),
        table(2, "ab", [5, 3], game="coloretto"),
        table(5, "ab"),
        table(7, "ab"),
    )
    found = kept.statistics()
    assert (found.players[ADA].longest_streak, found.players[ADA].current_streak) == (3, 1)
    assert (found.players[BO].longest_streak, found.players[BO].current_streak) == (2, 0)
    assert (found.players[ADA].plays, found.players[ADA].decided) == (7, 5)
    pearls = kept.statistics(game="pearls").players[ADA]
    assert (pearls.longest_streak, pearls.current_streak) == (2, 1)


def test_rivals_are_compared_by_rank_and_partners_are_none() -> None:
    found = ledger(
        table(1, "abc", [9, 5, 5]),
        table(2, "ab", [1, 2]),
        table(3, "ab", [2, 2]),
        table(4, "abcd", [30, 10, 30, 10], game="perladora"),
        table(5, "ab"),
    ).statistics(player=ADA)
    assert found.rivals == [
        Rival(BO, together=5, wins=2, losses=1, ties=1, partners=0),
        Rival(CLEO, together=2, wins=1, losses=0, ties=0, partners=1),
        Rival(DIRK, together=1, wins=1, losses=0, ties=0, partners=0),
    ]
    assert found.rival(EVA) == Rival(EVA, 0, 0, 0, 0, 0)


def test_favourite_and_best_game() -> None:
    found = ledger(
        table(1, "ab", [1, 2]),
        table(2, "ab", [3, 2]),
        table(3, "ab", [3, 2], game="perladora"),
        table(4, "ab", game="coloretto"),
        table(5, "cd", game="coloretto"),
    ).statistics()
    assert (found.players[ADA].favourite_game, found.players[ADA].best_game) == ("pearls", "perladora")
    assert (found.players[CLEO].favourite_game, found.players[CLEO].best_game) == ("coloretto", None)


def lines(*seats: list[tuple[str, int]]) -> dict[str, Any]:
    return {"lines": [[{"part": part, "points": points} for part, points in seat] for seat in seats]}


def test_pearls_tells_necklaces_and_hands() -> None:
    counted = lines(
        [("pearls", 10), ("pearls", 2), ("necklaces", 5), ("necklaces", 4), ("hand", -3)], [("pearls", 8)]
    )
    found = ledger(table(1, "ab", [18, 8], result=counted), table(2, "ab", [1, 2])).statistics()
    assert found.games["pearls"].parts == {
        "pearls": Average(2, 10),
        "necklaces": Average(2, 4.5),
        "hand": Average(2, -1.5),
    }
    assert found.games["pearls"].scores.count == 4


def test_lines_of_unknown_shape_are_left_out() -> None:
    strange = [
        {"lines": [[{"part": "moonlight", "points": 3}], []]},
        {"lines": [[{"part": "pearls", "points": "3"}], []]},
        {"lines": [[{"part": ["pearls"], "points": 3}], []]},
        {"lines": ["pearls", []]},
        {"lines": [[7], []]},
        {"lines": [[{"part": "pearls", "points": 10**15}], []]},
    ]
    tables = [table(number, "ab", [1, 2], result=result) for number, result in enumerate(strange)]
    found = ledger(*tables).statistics()
    assert found.plays == 6
    assert found.games["pearls"].parts["pearls"] == Average(6, 0)


def test_a_game_with_one_part_may_call_it_anything() -> None:
    counted = lines([("territories", 20), ("moonlight", 10)], [("territories", 6)])
    found = ledger(table(1, "ab", [30, 6], game="perladora", result=counted)).statistics()
    assert found.games["perladora"].parts == {"pearls": Average(2, 18)}
    assert found.games["perladora"].per_territory == Average(2, 12)


def test_coloretto_tells_sides_and_jokers() -> None:
    plus = {"joker_gain": [6, -1], **lines([("plus", 21), ("plus2", 4), ("minus", -3)], [("plus", 15)])}
    found = ledger(
        table(1, "ab", [22, 15], game="coloretto", result=plus, options={"side": "purple"}),
        table(2, "ab", [30, 10], game="coloretto", options={"side": "brown"}),
        table(3, "ab", [31, 11], game="coloretto", result=lines([], [])),
        table(4, "ab", [99, 98], game="coloretto", result={"joker_gain": [None, "2"]}),
    ).statistics()
    coloretto = found.games["coloretto"]
    assert coloretto.by_side == {
        "brown": Scores(4, 31, 10, 20.5, 20.5),
        "purple": Scores(2, 22, 15, 18.5, 18.5),
    }
    assert coloretto.joker_gain == Average(2, 2.5)
    assert coloretto.parts == {"plus": Average(4, 9), "minus": Average(4, -0.75), "plus2": Average(4, 1)}
    assert coloretto.scores.count == 8


def test_perfect_numbers_tells_points_per_round_where_rounds_were_tracked() -> None:
    def takes(count: int) -> list[dict[str, Any]]:
        return [{"move": "take", "group": 0}, {"move": "add"}] * count

    found = ledger(
        table(1, "ab", [24, 12], game="perfect_numbers", moves=takes(12)),
        table(2, "ab", [50, 50], game="perfect_numbers", moves=takes(7)),
        table(3, "ab", [50, 50], game="perfect_numbers"),
        table(4, "ab", game="perfect_numbers", moves=takes(4)),
    ).statistics()
    assert found.games["perfect_numbers"].per_round == Average(2, 6)
    assert found.games["perfect_numbers"].scores.count == 6


def test_perladora_tells_what_ties_cost_and_what_a_territory_brings() -> None:
    shared = {"takers": [0, 1], "lost": 1}
    unclaimed = {"takers": [], "lost": 7}
    found = ledger(
        table(1, "ab", [20, 12], game="perladora", result={"lost": 8, "territories": [shared, unclaimed]}),
        table(
            2,
            "ab",
            [30, 8],
            game="perladora",
            result={"lost": 2, **lines([("pearls", 20), ("pearls", 10)], [])},
        ),
        table(3, "ab", [30, 10], game="perladora"),
        table(4, "ab", [30, 8], game="perladora", result={"lost": "2", "territories": "?"}),
        table(
            5,
            "ab",
            [30, 8],
            game="perladora",
            result={"lost": 2, "territories": [{"takers": [1], "lost": None}]},
        ),
    ).statistics()
    assert found.games["perladora"].lost == Average(2, 1.5)
    assert found.games["perladora"].per_territory == Average(2, 15)
    assert found.games["perladora"].parts == {"pearls": Average(2, 15)}
    assert (found.games["perladora"].joker_gain, found.games["perladora"].per_round) == (NOTHING, NOTHING)


def test_somebody_on_two_seats_counts_once_with_the_better_one() -> None:
    def same(player: str) -> str:
        return ADA if player == CLEO else player

    kept = ledger(table(1, "abc", [5, 9, 7], starter=0), table(2, "aab", [3, 8, 1]))
    ada = kept.statistics(player=CLEO, same_player=same)
    assert ada.plays == 2
    assert ada.players[ADA].plays == 2
    assert ada.players[ADA].wins == 1
    assert ada.games["pearls"].scores == Scores(2, 8, 7, 7.5, 7.5)
    assert ada.rivals == [Rival(BO, 2, 1, 1, 0, 0)]
    assert ada.began == Starter(1, 0, pytest.approx(1 / 3))
    assert kept.statistics(player=CLEO).games["pearls"].scores == Scores(1, 7, 7, 7, 7)
    assert kept.statistics(player=CLEO).plays == 1


def test_guests_are_nobody() -> None:
    played = table(1, "ab", [30, 20], starter=0)
    played["players"][0]["guest"] = True
    made = ledger(played, table(2, "abc", [10, 20, 30]))
    answer = made.statistics()
    assert answer.plays == 2
    assert answer.games["pearls"].scores.count == 5, "the scores count, as nobody's"
    assert answer.players[ADA].plays == 1
    assert answer.players[BO].wins == 0
    assert answer.starter.tables == 1
    alone = made.statistics(player=ADA)
    assert (alone.plays, alone.began.tables) == (1, 0)
    assert made.statistics(player=BO).rival(ADA).together == 1
    assert "" not in answer.players
    assert not list(answer.heaps(wins_by_player).keys() - {ADA, BO, CLEO})

    played["players"][0].pop("guest")
    made.put(played)
    assert made.statistics().players[ADA].wins == 1, "somebody has said who it was"


def test_the_seat_that_won_is_the_better_one_even_where_ranks_are_not_known() -> None:
    for seat in (0, 1):
        found = ledger(table(1, "aab", result={"winners": [seat]})).statistics()
        assert (found.players[ADA].wins, found.players[BO].wins) == (1, 0)


def test_periods_are_inclusive_and_local() -> None:
    kept = ledger(
        table(1, "ab", [1, 2], started="2026-10-31T23:59:59.500000+02:00"),
        table(2, "ab", [1, 2], started="2026-11-01T00:00:00-10:00"),
    )
    assert kept.statistics(until="2026-10-31").plays == 1
    assert kept.statistics(since="2026-11-01").plays == 1
    assert kept.statistics(since="2026-10-31", until="2026-11-01").plays == 2
    assert kept.statistics(until="2026-10-31T23:59:59").plays == 0
    assert kept.statistics(since="2026-10-31T23:59:59", until="2026-11-01T00:00:00").plays == 2
    assert kept.statistics(since="2026-11-01T00:00:01").players == {}
    assert kept.statistics(since="2026-11-01", until="2026-10-31") == Ledger().statistics()


def test_bad_questions_are_refused() -> None:
    for question in ({"game": "chess"}, {"since": "today"}, {"until": "31/10/2026"}):
        with pytest.raises(InvalidDocument):
            Ledger().statistics(**question)


def test_putting_again_replaces_and_dropping_forgets() -> None:
    kept = ledger(table(1, "ab", [5, 3]), table(2, "ab", [4, 1]))
    assert kept.statistics().players[ADA].wins == 2
    kept.put(table(1, "bc", [5, 3], started="2020-01-01T00:00:00Z"))
    assert kept.statistics().players[ADA].plays == 1
    assert kept.statistics().months == {"2020-01": 1, "2026-10": 1}
    kept.put({**table(2, "ab", [4, 1]), "finished": None})
    assert list(kept.statistics().players) == [BO, CLEO]
    kept.drop(table(1, "ab")["id"])
    kept.drop(table(9, "ab")["id"])
    assert kept.statistics() == Ledger().statistics()


def test_answers_are_remembered_until_something_changes() -> None:
    kept = ledger(table(1, "ab", [5, 3]))
    first = kept.statistics(game="pearls")
    assert kept.statistics(game="pearls") is first
    assert kept.statistics(game="pearls", same_player=lambda _: BO) is not first
    assert kept.statistics(game="pearls") == first
    kept.put(table(2, "ab", [5, 3]))
    assert kept.statistics(game="pearls").plays == 2


def test_not_every_answer_is_remembered_for_ever() -> None:
    kept = ledger(table(1, "ab", [5, 3]))
    for year in range(1900, 1900 + 2 * MOST_ANSWERS):
        kept.statistics(since=f"{year}-01-01")
    assert len(kept._answers) <= MOST_ANSWERS


def test_the_ledger_does_not_hold_on_to_the_document() -> None:
    document = table(1, "ab", [5, 3])
    kept = ledger(document)
    document["result"]["totals"][0] = 99
    document["players"].clear()
    assert kept.statistics(same_player=lambda player: player[::-1]).games["pearls"].scores.best == 5
    kept.drop(document["id"])
    assert kept.statistics().plays == 0


def test_heaps_know_their_values_and_the_tables_behind_them() -> None:
    first, second, third = (
        table(1, "ab", [10, 10], starter=0),
        table(2, "abc", [10, 7, 4], starter=1),
        table(3, "ab", [2, 9], game="coloretto", started="2026-11-01T20:00:00+01:00"),
    )
    found = ledger(first, second, third).statistics()
    assert found.heaps(scores, "pearls")[10] == Heap(3, 30, 3, (second["id"], first["id"]))
    assert found.heaps(plays_by_month)["2026-11"].sessions == (third["id"],)
    assert found.heaps(wins_by_player)[ADA] == Heap(3, 1.5, 3, (third["id"], second["id"], first["id"]))
    assert found.heaps(starts_by_players) == {
        2: Heap(1, 0.5, 0.5, (first["id"],)),
        3: Heap(1, 0, pytest.approx(1 / 3), (second["id"],)),
    }
    assert found.heaps(scores, "perladora") == {}


def test_heaps_of_one_person_are_about_that_person() -> None:
    found = ledger(table(1, "ab", [10, 4], starter=0), table(2, "bc", [7, 8])).statistics(player=BO)
    assert {score: heap.count for score, heap in found.heaps(scores).items()} == {4: 1, 7: 1}
    assert found.heaps(starts_by_players) == {}


def test_partners_have_their_territories_together() -> None:
    counted = lines(
        [("pearls", 9), ("pearls", 4)], [("pearls", 5)], [("pearls", 9), ("pearls", 4)], [("pearls", 5)]
    )
    kept = ledger(table(1, "abcd", [13, 5, 13, 5], game="perladora", result=counted))
    assert {pearls: heap.count for pearls, heap in kept.statistics().heaps(territories).items()} == {
        4: 1,
        5: 1,
        9: 1,
    }
    assert list(kept.statistics(player=CLEO).heaps(territories)) == [4, 9]


def test_united_heaps_name_a_table_once() -> None:
    one, other = Heap(2, 9, 2, ("b", "a")), Heap(1, 4, 1, ("c", "a"))
    assert unite([one, other]) == Heap(3, 13, 3, ("b", "a", "c"))
    assert unite([]) == Heap(0, 0, 0, ())
    assert (one.mean, unite([]).mean) == (4.5, None)


def test_an_answer_keeps_to_the_tables_that_it_was_about() -> None:
    kept = ledger(table(1, "ab", [5, 3]))
    answer = kept.statistics()
    kept.drop(table(1, "ab")["id"])
    assert answer.heaps(scores)[5].count == 1
    assert kept.statistics().heaps(scores) == {}


# -- Against a slow count ---------------------------------------------------------------------------------


def spread(scores: Iterable[float | None]) -> dict[str, Any]:
    known = [score for score in scores if score is not None]
    if not known:
        return {"count": 0, "best": None, "worst": None, "mean": None, "median": None}
    return {
        "count": len(known),
        "best": max(known),
        "worst": min(known),
        "mean": sum(known) / len(known),
        "median": plain.median(known),
    }


def average(values: list[Any]) -> dict[str, Any]:
    return {"count": len(values), "mean": sum(values) / len(values) if values else None}


def sides_of(session: dict[str, Any]) -> list[int]:
    seats = range(len(session["players"]))
    return [seat % 2 for seat in seats] if session["game"] == "perladora" and len(seats) == 4 else list(seats)


def places(session: dict[str, Any]) -> list[int] | None:
    result = session["result"]
    if "ranks" in result:
        return list(result["ranks"])
    if "totals" in result:
        return [1 + len([1 for other in result["totals"] if other > own]) for own in result["totals"]]
    return None


def fair_share(session: dict[str, Any], seat: int) -> Fraction | None:
    winners = session["result"].get("winners")
    if winners is None:
        winners = [who for who, place in enumerate(places(session) or []) if place == 1]
    if not winners:
        return None
    sides = sides_of(session)
    return Fraction(1, len({sides[winner] for winner in winners})) if seat in winners else Fraction(0)


def chance(session: dict[str, Any]) -> Fraction:
    return Fraction(1, len(set(sides_of(session))))


def own_seats(session: dict[str, Any], same: Callable[[str], str]) -> dict[str, int]:
    best: dict[str, int] = {}
    for seat, player in enumerate(session["players"]):
        person = same(player["id"])
        quality = [
            (fair_share(session, one) or 0, -(places(session) or defaultdict(int))[one])
            for one in range(12)
            if one < len(session["players"])
        ]
        if person not in best or quality[seat] > quality[best[person]]:
            best[person] = seat
    return best


def starter_figures(tables: list[tuple[dict[str, Any], Fraction | None]]) -> dict[str, Any]:
    known = [(session, share) for session, share in tables if share is not None]
    return {
        "tables": len(known),
        "wins": float(sum(share for _, share in known)),
        "expected": float(sum(chance(session) for session, _ in known)),
    }


def fitting(
    documents: Iterable[dict[str, Any]],
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    same: Callable[[str], str],
) -> list[dict[str, Any]]:
    person = None if player is None else same(player)
    chosen = []
    for session in documents:
        clock = datetime.fromisoformat(session["started"]).replace(tzinfo=None)
        if (
            session["finished"] is not None
            and session["result"] is not None
            and game in (None, session["game"])
            and (person is None or person in [same(seat["id"]) for seat in session["players"]])
            and (since is None or clock.date() >= datetime.fromisoformat(since).date())
            and (until is None or clock.date() <= datetime.fromisoformat(until).date())
        ):
            chosen.append((clock, session["id"], session))
    return [session for _, _, session in sorted(chosen, key=lambda row: row[:2])]


def slow_count(
    documents: Iterable[dict[str, Any]],
    game: str | None,
    player: str | None,
    since: str | None,
    until: str | None,
    same: Callable[[str], str],
) -> dict[str, Any]:
    person = None if player is None else same(player)
    sessions = fitting(documents, game, player, since, until, same)
    months: dict[str, int] = defaultdict(int)
    for session in sessions:
        months[session["started"][:7]] += 1
    people = sorted({same(seat["id"]) for session in sessions for seat in session["players"]})
    return {
        "plays": len(sessions),
        "seconds": sum(session["seconds"] for session in sessions),
        "timed": len([1 for session in sessions if session["seconds"]]),
        "months": dict(months),
        "starter": table_starter(sessions),
        "games": {
            key: slow_game([session for session in sessions if session["game"] == key], key, person, same)
            for key in GAME_KEYS
            if any(session["game"] == key for session in sessions)
        },
        "players": {
            somebody: slow_player(sessions, somebody, same)
            for somebody in people
            if person in (None, somebody)
        },
        "began": {"tables": 0, "wins": 0, "expected": 0}
        if person is None
        else own_start(sessions, person, same),
        "rivals": [] if person is None else slow_rivals(sessions, person, people, same),
    }


def table_starter(sessions: list[dict[str, Any]]) -> dict[str, Any]:
    return starter_figures(
        [
            (session, None if session["starter"] is None else fair_share(session, session["starter"]))
            for session in sessions
        ]
    )


def own_start(sessions: list[dict[str, Any]], person: str, same: Callable[[str], str]) -> dict[str, Any]:
    return starter_figures(
        [
            (session, fair_share(session, own_seats(session, same)[person]))
            for session in sessions
            if session["starter"] is not None and same(session["players"][session["starter"]]["id"]) == person
        ]
    )


def slow_game(
    sessions: list[dict[str, Any]], game: str, person: str | None, same: Callable[[str], str]
) -> dict[str, Any]:
    def seats(session: dict[str, Any]) -> list[int]:
        return list(range(len(session["players"]))) if person is None else [own_seats(session, same)[person]]

    def totals(some: list[dict[str, Any]]) -> list[Any]:
        return [s["result"]["totals"][seat] for s in some if "totals" in s["result"] for seat in seats(s)]

    def by(what: Callable[[dict[str, Any]], Any]) -> dict[Any, Any]:
        values = {what(session) for session in sessions} - {None}
        found = {
            value: totals([session for session in sessions if what(session) == value]) for value in values
        }
        return {value: spread(scores) for value, scores in found.items() if scores}

    lined = [
        session["result"]["lines"][seat]
        for session in sessions
        if "lines" in session["result"]
        for seat in seats(session)
    ]
    names = {
        "pearls": ["pearls", "necklaces", "hand"],
        "coloretto": ["plus", "minus", "plus2"],
        "perfect_numbers": ["points"],
        "perladora": ["pearls"],
    }[game]
    rounds = [
        (
            session["result"]["totals"][seat],
            len([1 for move in session["moves"] if move["move"] == "take"]) / 4,
        )
        for session in sessions
        if game == "perfect_numbers" and "totals" in session["result"] and session["moves"]
        for seat in seats(session)
    ]
    piles = [line["points"] for seat in lined for line in seat]
    return {
        "plays": len(sessions),
        "seconds": sum(session["seconds"] for session in sessions),
        "timed": len([1 for session in sessions if session["seconds"]]),
        "starter": table_starter(sessions),
        "scores": spread(totals(sessions)),
        "by_players": by(lambda session: len(session["players"])),
        "by_side": by(lambda session: session["options"].get("side")) if game == "coloretto" else {},
        "parts": {
            name: average([sum(line["points"] for line in seat if line["part"] == name) for seat in lined])
            for name in names
        },
        "joker_gain": average(
            [
                s["result"]["joker_gain"][seat]
                for s in sessions
                if "joker_gain" in s["result"]
                for seat in seats(s)
            ]
        ),
        "per_round": {
            "count": len(rounds),
            "mean": sum(points for points, _ in rounds) / sum(count for _, count in rounds)
            if rounds
            else None,
        },
        "lost": average([session["result"]["lost"] for session in sessions if "lost" in session["result"]]),
        "per_territory": {
            "count": len(lined) if game == "perladora" else 0,
            "mean": sum(piles) / len(piles) if game == "perladora" and piles else None,
        },
    }


def slow_player(sessions: list[dict[str, Any]], person: str, same: Callable[[str], str]) -> dict[str, Any]:
    mine = [
        (session, own_seats(session, same)[person])
        for session in sessions
        if person in [same(seat["id"]) for seat in session["players"]]
    ]

    def record(some: list[tuple[dict[str, Any], int]]) -> dict[str, Any]:
        shares = [share for session, seat in some if (share := fair_share(session, seat)) is not None]
        return {
            "plays": len(some),
            "decided": len(shares),
            "wins": float(sum(shares)),
            "win_rate": float(sum(shares) / len(shares)) if shares else None,
        }

    longest = current = 0
    for session, seat in mine:
        share = fair_share(session, seat)
        if share is not None:
            current = current + 1 if share else 0
            longest = max(longest, current)
    games = {}
    for game in GAME_KEYS:
        some = [(session, seat) for session, seat in mine if session["game"] == game]
        if some:
            scores = [s["result"]["totals"][seat] for s, seat in some if "totals" in s["result"]]
            games[game] = {**record(some), "scores": spread(scores)}
    rated = [game for game in games if games[game]["decided"]]
    return {
        "player": person,
        **record(mine),
        "current_streak": current,
        "longest_streak": longest,
        "favourite_game": max(games, key=lambda game: games[game]["plays"]),
        "best_game": max(rated, key=lambda game: (games[game]["win_rate"], games[game]["decided"]))
        if rated
        else None,
        "games": games,
    }


def slow_rivals(
    sessions: list[dict[str, Any]], person: str, people: list[str], same: Callable[[str], str]
) -> list[dict[str, Any]]:
    rivals = []
    for other in people:
        row = {"player": other, "together": 0, "wins": 0, "losses": 0, "ties": 0, "partners": 0}
        for session in sessions:
            seats = own_seats(session, same)
            if other == person or other not in seats:
                continue
            row["together"] += 1
            me, them = seats[person], seats[other]
            order = places(session)
            if sides_of(session)[me] == sides_of(session)[them]:
                row["partners"] += 1
            elif order is not None:
                row[
                    "wins" if order[me] < order[them] else "losses" if order[me] > order[them] else "ties"
                ] += 1
        if row["together"]:
            rivals.append(row)
    return sorted(rivals, key=lambda row: (-row["together"], row["player"]))


def slow_values(
    session: dict[str, Any], person: str | None, same: Callable[[str], str]
) -> Iterator[tuple[str, Any, Any, Any]]:
    """Which chart it belongs to, under which label, a value and its weight."""
    result, game, count = session["result"], session["game"], len(session["players"])
    month = session["started"][:7]
    yield "plays_by_month", month, 1, 1
    yield "plays_by_game", game, 1, 1
    everybody = own_seats(session, same)
    for somebody, seat in everybody.items():
        if (share := fair_share(session, seat)) is not None:
            yield "wins_by_player", somebody, share, 1
    starter = session["starter"]
    if starter is not None:
        starter = everybody[same(session["players"][starter]["id"])] if person else starter
        began = person in (None, same(session["players"][session["starter"]]["id"]))
        if began and (share := fair_share(session, starter)) is not None:
            yield "starts_by_players", count, share, chance(session)
    if game == "perladora" and "lost" in result:
        yield "lost_in_ties", result["lost"], result["lost"], 1
    if game == "perladora" and "lines" in result:
        seats = {sides_of(session)[seat]: seat for seat in reversed(range(count))}.values()
        for seat in seats if person is None else [everybody[person]]:
            for line in result["lines"][seat]:
                yield "territories", line["points"], line["points"], 1
    for seat in range(count) if person is None else [everybody[person]]:
        yield from slow_seat_values(session, seat, month)


def slow_seat_values(session: dict[str, Any], seat: int, month: str) -> Iterator[tuple[str, Any, Any, Any]]:
    result, game, count = session["result"], session["game"], len(session["players"])
    if (share := fair_share(session, seat)) is not None:
        yield "wins_by_game", game, share, 1
    if "totals" in result:
        total = result["totals"][seat]
        yield "scores", total, total, 1
        yield "scores_by_month", month, total, 1
        yield "scores_by_players", count, total, 1
        if game == "coloretto":
            yield "scores_by_side", session["options"]["side"], total, 1
        takes = [move for move in session["moves"] if move["move"] == "take"]
        if game == "perfect_numbers" and takes:
            yield "points_per_round", count, total, len(takes) / 4
    if "joker_gain" in result:
        yield "joker_gains", result["joker_gain"][seat], result["joker_gain"][seat], 1
    if "lines" in result:
        for part in BOXES[game].parts:
            mine = [line["points"] for line in result["lines"][seat] if line["part"] == part]
            yield "points_by_part", part, sum(mine), 1


SORTS = (
    "plays_by_month",
    "plays_by_game",
    "scores",
    "scores_by_month",
    "scores_by_players",
    "scores_by_side",
    "wins_by_player",
    "wins_by_game",
    "starts_by_players",
    "points_by_part",
    "joker_gains",
    "points_per_round",
    "territories",
    "lost_in_ties",
)


def assert_same_heaps(found: Statistics, sessions: list[dict[str, Any]], same: Callable[[str], str]) -> None:
    person = found.behind.person
    expected: dict[str, dict[Any, list[tuple[str, Any, Any]]]] = {sort: {} for sort in SORTS}
    for session in sessions:
        for sort, label, value, weight in slow_values(session, person, same):
            expected[sort].setdefault(label, []).append((session["id"], value, weight))
    newest_first = [session["id"] for session in reversed(sessions)]
    for sort, labels in expected.items():
        heaps = found.heaps(getattr(statistics, sort))
        assert list(heaps) == sorted(labels), sort
        for label, rows in labels.items():
            heap = heaps[label]
            assert heap.count == len(rows), (sort, label)
            assert heap.total == pytest.approx(float(sum(value for _, value, _ in rows))), (sort, label)
            assert heap.weight == pytest.approx(float(sum(weight for _, _, weight in rows))), (sort, label)
            behind = {session for session, _, _ in rows}
            assert list(heap.sessions) == [name for name in newest_first if name in behind], (sort, label)


def assert_same_meetings(
    found: Statistics, sessions: list[dict[str, Any]], same: Callable[[str], str]
) -> None:
    """Every rival's row of figures, table by table."""
    person = found.behind.person
    by_id = {session["id"]: session for session in sessions}
    for rival in found.rivals:
        heaps = found.heaps(statistics.meetings_with(rival.player))
        ways = (statistics.AHEAD, statistics.BEHIND, statistics.LEVEL, statistics.PARTNERS)
        counts = tuple(heaps[way].count if way in heaps else 0 for way in ways)
        assert counts == (rival.wins, rival.losses, rival.ties, rival.partners)
        assert sum(heap.count for heap in heaps.values()) == rival.together
        for way in (statistics.AHEAD, statistics.BEHIND):
            for name in heaps[way].sessions if way in heaps else ():
                seats, order = own_seats(by_id[name], same), places(by_id[name])
                assert order is not None
                assert (order[seats[person]] < order[seats[rival.player]]) == (way == statistics.AHEAD)


def assert_same(found: Any, expected: Any, where: str = "") -> None:
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), where
        for key in expected:
            assert_same(found[key], expected[key], f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for index, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_same(one, other, f"{where}.{index}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected), where
    else:
        assert found == expected, where


PEOPLE = make_players(7, seed=11)


def make_history(random: Random, count: int) -> list[dict[str, Any]]:
    """Real tables, with imports that tell less among them, close together in time so that keys collide."""
    sessions = []
    for _ in range(count):
        session = make_session(random, PEOPLE, finished=random.random() < 0.9)
        offset = random.choice(("+00:00", "+02:00", "-10:00"))
        day, second = random.randint(27, 31), random.choice(("00", "01", "01.500000"))
        session["started"] = f"2026-{random.choice(('01', '03'))}-{day}T23:59:{second}{offset}"
        session["seconds"] = random.choice((0, 600, 1234.5))
        session["starter"] = random.choice((None, session["starter"]))
        if random.random() < 0.1:
            session["players"][0] = dict(session["players"][1])
        if session["result"] is not None:
            for name in random.sample(
                ("totals", "ranks", "winners", "lines", "lost", "joker_gain"), random.choice((0, 0, 1, 3, 6))
            ):
                session["result"].pop(name, None)
        sessions.append(read_session(session))
    return sessions


QUESTIONS = st.fixed_dictionaries(
    {
        "game": st.sampled_from([None, *GAME_KEYS]),
        "player": st.sampled_from([None, *(person["id"] for person in PEOPLE), make_id(Random(0))]),
        "since": st.sampled_from([None, "2026-01-28", "2026-01-30", "2026-02-01"]),
        "until": st.sampled_from([None, "2026-01-31", "2026-03-28", "2026-01-29"]),
    }
)


@given(
    seed=st.integers(0, 2**32),
    count=st.integers(0, 40),
    merged=st.dictionaries(st.integers(0, 6), st.integers(0, 6), max_size=3),
    questions=st.lists(QUESTIONS, min_size=1, max_size=4),
    dropped=st.sets(st.integers(0, 39)),
)
@settings(max_examples=60, deadline=None)
def test_every_figure_is_what_a_slow_count_finds(
    seed: int, count: int, merged: dict[int, int], questions: list[dict[str, Any]], dropped: set[int]
) -> None:
    sessions = make_history(Random(seed), count)
    into = {PEOPLE[one]["id"]: PEOPLE[other]["id"] for one, other in merged.items()}

    def same(player: str) -> str:
        return into.get(player, player)

    kept = Ledger()
    for index, session in enumerate(sessions):
        kept.put(session)
        if index in dropped:
            kept.drop(session["id"])
        if index == 10:
            kept.statistics(**questions[0])
    present = [session for index, session in enumerate(sessions) if index not in dropped]
    for identity in (same, str):
        for question in questions:
            answer = kept.statistics(**question, same_player=identity)
            found = answer.as_json()
            assert_same(found, slow_count(present, **question, same=identity))
            json.dumps(found, allow_nan=False)
            sessions = fitting(present, **question, same=identity)
            assert_same_heaps(answer, sessions, identity)
            assert_same_meetings(answer, sessions, identity)


def test_the_order_of_putting_does_not_matter() -> None:
    sessions = make_sessions(60, seed=4)
    forwards, backwards = ledger(*sessions), ledger(*reversed(sessions), *sessions[::7])
    assert forwards.statistics() == backwards.statistics()
    assert forwards.statistics(player=sessions[0]["players"][0]["id"]) == backwards.statistics(
        player=sessions[0]["players"][0]["id"]
    )
