"""An own game while it is played: rounds, turns, who begins, the end, corrections, and unlikely rounds."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import GAMES, IllegalMove
from tests.scoring.own.test_examples import CASES

OWN = GAMES["own"]


def options_of(name: str, **changed: Any) -> dict[str, Any]:
    [rules] = [case["options"]["rules"] for case in CASES if case["options"]["rules"]["name"] == name]
    return {"rules": {**rules, **changed}}


def start(name: str, players: int, starter: int = 0, **changed: Any) -> Any:
    return OWN.start(players=players, options=options_of(name, **changed), starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = OWN.play(table, move)
    return table


def refusal(table: Any, move: dict[str, Any]) -> str:
    with pytest.raises(IllegalMove) as caught:
        OWN.play(table, move)
    return caught.value.key


def hearts(*points: int) -> dict[str, Any]:
    return {"move": "round", "seats": [{"hearts": n} for n in points]}


TURN: dict[str, Any] = {"move": "turn"}


def notices(table: Any) -> list[str]:
    return [notice.key.removeprefix("own.notice.") for notice in OWN.notices(table)]


def test_rounds_add_up_and_the_first_player_moves_on() -> None:
    table = play(start("Hearts", 4, starter=2), hearts(13, 0, 0, 0), hearts(0, 6, 7, 0))
    assert (table.totals, table.round, table.turn, table.phase) == ((13, 6, 7, 0), 3, 0, "play")
    assert OWN.sheet(table)["rounds"][1][2] == {"hearts": 7}


def test_the_winner_of_a_round_begins_the_next() -> None:
    table = start("Hearts", 4, starter=1, turns={"starter": "winner"})
    table = play(table, hearts(0, 13, 0, 0))
    assert table.turn == 2, "fewest wins, and of three that are equal the next after who began"
    assert play(table, hearts(0, 0, 13, 0)).turn == 3
    table = play(start("Hearts", 4, starter=1, turns={"starter": "any"}), hearts(0, 13, 0, 0))
    assert table.turn == 1


def test_the_end_is_told_before_and_when_it_comes() -> None:
    table = play(start("Hearts", 4), hearts(70, 0, 0, 0))
    assert notices(table) == []
    table = play(table, hearts(12, 0, 0, 0))
    assert notices(table) == ["score_near"]
    table = play(table, hearts(18, 0, 0, 0))
    assert (table.phase, table.trigger, notices(table)) == ("over", "score", ["reached", "notice.count_now"])
    assert refusal(table, hearts(1, 1, 1, 1)) == "move.game_over"


def test_the_table_may_play_on() -> None:
    table = play(start("Hearts", 4), hearts(100, 0, 0, 0), {"move": "correct", "play_on": True})
    assert table.phase == "play"
    table = play(table, hearts(1, 0, 0, 0))
    assert (table.phase, table.totals[0]) == ("play", 101)
    assert play(table, {"move": "correct", "play_on": False}).phase == "over"


def test_a_round_is_mended_or_dropped_and_the_end_with_it() -> None:
    table = play(start("Hearts", 4), hearts(50, 0, 0, 0), hearts(50, 0, 0, 0))
    assert table.phase == "over"
    mended = play(table, {"move": "correct", "round": 1, "seats": [{"hearts": 5}, {}, {}, {}]})
    assert (mended.phase, mended.totals, mended.round) == ("play", (55, 0, 0, 0), 3)
    dropped = play(table, {"move": "correct", "drop": 1})
    assert (dropped.phase, dropped.totals, dropped.round, dropped.turn) == ("play", (50, 0, 0, 0), 2, 1)
    assert refusal(dropped, {"move": "correct", "drop": 2}) == "field.out_of_range"


def test_as_many_rounds_as_planned() -> None:
    table = start("Wizard", 6)
    bids = {"move": "round", "seats": [{"bid": 0, "tricks": 0}] * 6}
    for number in range(1, 11):
        assert table.round == number
        assert notices(table) == (["last_round"] if number == 10 else [])
        table = play(table, bids)
    assert (table.phase, table.trigger, table.totals) == ("over", "rounds", (200,) * 6)


def test_the_end_by_round() -> None:
    table = play(start("Uno", 3, end={"round": 2}), {"move": "round", "seats": [{}, {}, {}]})
    assert notices(table) == ["last_round"]
    assert play(table, {"move": "round", "seats": [{}, {}, {}]}).phase == "over"


def test_turns_go_around() -> None:
    table = start("Catan", 3, starter=1)
    assert notices(table) == ["until_score"]
    table = play(table, TURN, TURN)
    assert (table.turn, table.round) == (0, 1)
    table = play(table, TURN)
    assert (table.turn, table.round) == (1, 2)
    assert refusal(table, hearts(1)) == "own.no_rounds"
    assert play(table, {"move": "end"}).phase == "over"
    assert refusal(start("Hearts", 4), TURN) == "own.rounds_not_turns"


def test_the_last_round_is_finished() -> None:
    table = play(start("Splendor", 3), TURN, {"move": "correct", "last": True})
    assert (table.phase, notices(table)) == ("last", ["finish_round"])
    table = play(table, TURN, TURN)
    assert table.phase == "over"
    assert play(start("Splendor", 2, end={"round": 1}), TURN, TURN).phase == "over"


def test_partners_share_what_they_have() -> None:
    table = play(start("Tichu", 4), {"move": "round", "seats": [{"cards": 60}, {"cards": 40}, {}, {}]})
    assert table.totals == (60, 40, 60, 40)


def test_unlikely_rounds_are_counted_with_a_warning() -> None:
    sheet = {"rounds": [[{"cards": 60}, {"cards": 30}, {}, {}]], "end": [{}] * 4}
    [problem] = OWN.check(players=4, options=options_of("Tichu"), sheet=sheet)
    assert (problem.level, problem.key, problem.args["total"]) == ("warning", "own.check_round", 90)
    assert OWN.score(players=4, options=options_of("Tichu"), sheet=sheet).problems == [problem]


def doubts(name: str, players: int, sheet: dict[str, Any], **changed: Any) -> list[str]:
    return [
        problem.key
        for problem in OWN.check(players=players, options=options_of(name, **changed), sheet=sheet)
    ]


@pytest.mark.parametrize(
    ("entered", "told"), [(9, ["own.rounds_missing"]), (10, []), (11, ["own.rounds_too_many"])]
)
def test_another_number_of_rounds_than_planned_is_told(entered: int, told: list[str]) -> None:
    rounds = [[{"tricks": number}, *[{}] * 5] for number in range(1, entered + 1)]
    assert doubts("Wizard", 6, {"rounds": rounds, "end": [{}] * 6}) == told


@pytest.mark.parametrize(("hearts_taken", "told"), [(12, ["own.check_at_end"]), (13, [])])
def test_a_game_without_rounds_is_checked_at_its_end(hearts_taken: int, told: list[str]) -> None:
    sheet = {"end": [{"hearts": hearts_taken}, {}, {}, {}]}
    rules = {
        key: value for key, value in options_of("Hearts")["rules"].items() if key not in ("rounds", "end")
    }
    problems = OWN.check(players=4, options={"rules": rules}, sheet=sheet)
    assert [problem.key for problem in problems] == told


def test_set_up_says_the_numbers_for_so_many_players() -> None:
    setup = OWN.setup(players=3, options=options_of("Sushi Go!"))
    assert setup.counts == {"Cards each": 9}
    assert [step.key for step in setup.steps] == ["own.setup.number", "own.setup.any"]


def test_the_end_knows_what_the_rounds_have_told() -> None:
    changed = {
        "score": [
            {"name": "Left", "sum": "left"},
            {"name": "All of it", "when": "end", "table": "left", "values": [0, 1, 2, 3, 4, 5]},
            {"name": "Above", "when": "end", "if": ["@Left", ">=", 5], "points": -5},
        ]
    }
    sheet = {"rounds": [[{"left": 2}, {}], [{"left": 3}, {"left": 1}]], "end": [{}, {}]}
    result = OWN.score(players=2, options=options_of("Uno", **changed), sheet=sheet)
    assert result.totals == [5 + 5 - 5, 1 + 1]


@pytest.mark.parametrize(("losers", "totals"), [(False, [40, 0, 0]), (True, [40, -15, -25])])
def test_losers_lose_what_they_have(losers: bool, totals: list[int]) -> None:
    line = {"name": "In hand", "others": "left", "losers": losers}
    sheet = {"rounds": [[{}, {"left": 15}, {"left": 25}]]}
    assert OWN.score(players=3, options=options_of("Uno", score=[line]), sheet=sheet).totals == totals
