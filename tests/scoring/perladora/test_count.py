"""Perladöra: pearls, ranking and checks."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring import InvalidSheet
from scoring.perladora.rules import GAME, PILES
from tests.scoring.perladora.plays import EXAMPLES, SOURCE, Move, as_json, correct, entry, some_walls
from tests.scoring.perladora_player import CELLS, TILES, TOKENS, partition

# -- Scoring ----------------------------------------------------------------------------------------------

ADVANCED = {"advanced": True}

REST = [3, 4, 4, 5, 5, 6, 6]


def score(players: int, *entries: dict[str, Any], force: bool = False, **options: Any) -> Any:
    return GAME.score(players=players, options=options, sheet={"territories": list(entries)}, force=force)


def test_three_tied_share_and_two_pearls_are_lost() -> None:
    result = score(3, entry(20, [5, 6], (0, 2), (1, 2), (2, 2)), entry(20, [3, 4, 4, 5, 6, 7], (1, 1)))
    assert result.totals == [3, 32, 3]
    assert result.lost == 2
    assert result.piles == [[3], [29, 3], [3]]
    assert result.ranks == [2, 1, 2]
    first = result.territories[0]
    assert (first.takers, first.share, first.lost, first.strengths) == ([0, 1, 2], 3, 2, [2, 2, 2])
    assert first.reason.key == "perladora.outcome.shared"
    assert first.reason.args == {
        "territory": 1,
        "pearls": 11,
        "strength": 2,
        "tied": 3,
        "share": 3,
        "lost": 2,
    }


def test_a_territory_is_shared_as_a_whole_and_not_farm_by_farm() -> None:
    result = score(2, entry(20, [5, 5], (0, 1), (1, 1)), entry(20, [3, 4, 4, 6, 6, 7]))
    assert (result.totals, result.lost) == ([5, 5], 30)


def test_partners_add_up_and_teams_share() -> None:
    result = score(
        4,
        entry(10, [7], (0, 2), (2, 1), (1, 3)),
        entry(10, [6], (3, 1)),
        entry(20, [3, 4, 4, 5, 5, 6], (0, 1)),
    )
    assert result.totals == [30, 9, 30, 9]
    assert result.piles == [[27, 3], [6, 3], [27, 3], [6, 3]]
    assert (result.ranks, result.winners, result.lost) == ([1, 2, 1, 2], [0, 2], 1)
    assert result.territories[1].strengths == [None, 1, None, 1]
    tied = score(4, entry(40, list(PILES), (0, 1), (3, 1)))
    assert (tied.totals, tied.ranks, tied.winners) == ([20] * 4, [1] * 4, [0, 1, 2, 3])


def test_the_reinforcement_of_a_partner_breaks_the_tie_for_the_team() -> None:
    result = score(4, entry(5, [7], (0, 2), (2, 1, "+"), (1, 3), (3, 1)), entry(35, REST), **ADVANCED)
    assert result.totals == [7, 0, 7, 0]
    assert result.territories[0].reason.key == "perladora.outcome.reinforced"


def test_a_reinforcement_outside_the_tie_changes_nothing() -> None:
    result = score(3, entry(4, [7], (0, 1, "+"), (1, 3), (2, 3)), entry(36, REST), **ADVANCED)
    assert result.totals == [0, 3, 3]
    assert result.lost == 1 + sum(REST)


def test_a_lone_diver_claims_even_below_nought() -> None:
    clans = {"advanced": True, "clans": ["coral", "sand"]}
    result = score(2, entry(5, [7], (0, 1, 2)), entry(35, REST), **clans)
    assert result.totals == [7, 0]
    assert result.territories[0].strengths == [-1, None]
    assert result.territories[0].reason.key == "perladora.outcome.alone"
    against = score(2, entry(5, [7], (0, 1, 2), (0, 1), (1, 1)), entry(35, REST), **clans)
    assert against.totals == [0, 7]


def test_a_reinforcement_on_a_necklace_cancels_out() -> None:
    clans = {"advanced": True, "clans": ["coral", "sand"]}
    result = score(2, entry(4, [7], (0, 2, "+", 1), (1, 1), (1, 1)), entry(36, REST), **clans)
    assert result.totals == [7, 0], "2 + 1 - 1 against 2: tied, and the reinforcement decides"


def test_two_reinforcements_counted_by_force_leave_a_tie() -> None:
    result = score(2, entry(4, [7], (0, 1, "+"), (1, 1, "+")), entry(36, REST), force=True)
    assert result.totals == [3, 3]


def test_lines_explain_every_pearl() -> None:
    result = score(
        2, entry(20, [7, 6], (0, 2), (1, 1)), entry(10, [3], (0, 1), (1, 1)), entry(10, [4, 4, 5, 5, 6])
    )
    assert [(line.part, line.points, line.key) for line in result.lines[0]] == [
        ("pearls", 13, "perladora.outcome.strongest"),
        ("pearls", 1, "perladora.outcome.shared"),
    ]
    assert result.lines[0][0].args == {"territory": 1, "pearls": 13, "strength": 2, "next": 1}
    assert [line.points for line in result.lines[1]] == [1]
    assert result.lost == 1 + 24
    assert json.loads(json.dumps(result.as_json()))["territories"][2]["reason"]["key"] == (
        "perladora.outcome.nobody"
    )


# -- Ranking ----------------------------------------------------------------------------------------------


def test_reasons_for_every_rank() -> None:
    result = score(2, entry(20, [7, 6], (0, 1)), entry(20, [3, 4, 4, 5, 5, 6], (1, 1)))
    assert [(reason.key, reason.args) for reason in result.reasons] == [
        ("rank.by_points", {"points": 13}),
        ("rank.by_points", {"points": 27}),
    ]


def test_piles_decide_among_equals_largest_first() -> None:
    result = score(
        3,
        entry(5, [6], (0, 1)),
        entry(5, [5], (0, 1)),
        entry(5, [6], (1, 1)),
        entry(5, [5], (1, 1)),
        entry(5, [4], (2, 1)),
        entry(5, [7], (2, 1)),
        entry(10, [3, 4]),
    )
    assert result.totals == [11, 11, 11]
    assert result.ranks == [2, 2, 1]
    assert result.winners == [2]
    assert [reason.key for reason in result.reasons] == [
        "perladora.rank.shared",
        "perladora.rank.shared",
        "perladora.rank.larger_pile",
    ]
    assert result.reasons[0].args == {"points": 11, "piles": [6, 5]}
    assert result.reasons[2].args == {"points": 11, "number": 1, "pile": 7, "other": 6}


def test_the_pile_that_decides_is_named() -> None:
    case = next(case for case in EXAMPLES if case["id"] == "R07")
    result = GAME.score(players=2, options={}, sheet=case["sheet"])
    assert [(reason.key, reason.args) for reason in result.reasons] == [
        ("perladora.rank.larger_pile", {"points": 14, "number": 2, "pile": 5, "other": 4}),
        ("perladora.rank.smaller_pile", {"points": 14, "number": 2, "pile": 4, "other": 5}),
    ]


def test_among_three_equals_the_next_better_pile_is_named() -> None:
    result = score(
        3,
        entry(5, [7], (0, 1)),
        entry(5, [5], (0, 1)),
        entry(5, [6, 6], (1, 1)),
        entry(5, [4], (2, 1)),
        entry(5, [5, 3], (2, 1)),
        entry(15, [4]),
    )
    assert result.totals == [12, 12, 12]
    assert result.ranks == [3, 1, 2]
    assert [reason.args["other"] for reason in result.reasons] == [8, 8, 12]
    assert [reason.args["number"] for reason in result.reasons] == [1, 1, 1]


# -- Checks -----------------------------------------------------------------------------------------------


def problems(level: str, players: int, *entries: dict[str, Any], **options: Any) -> list[str]:
    found = GAME.check(players=players, options=options, sheet={"territories": list(entries)})
    for problem in found:
        json.dumps(dict(problem.args))
    if level == "error" and any(problem.level == "error" for problem in found):
        with pytest.raises(InvalidSheet):
            score(players, *entries, **options)
    return [problem.key for problem in found if problem.level == level]


ONES = [(0, 1)] * 10 + [(1, 1)] * 10

CORAL_SAND = {"advanced": True, "clans": ["coral", "sand"]}

FOUR_CLANS = {"advanced": True, "clans": ["coral", "sand", "shell", "mountain"]}


@pytest.mark.parametrize(
    ("key", "players", "options", "entries"),
    [
        ("perladora.squares_do_not_add_up", 2, {}, [entry(41, list(PILES), (0, 1))]),
        ("perladora.small_territory", 2, {}, [entry(3, [7], (0, 1)), entry(37, REST)]),
        ("perladora.farms_do_not_match", 2, {}, [entry(40, [3, 4, 4, 5, 5, 6, 7, 7])]),
        ("perladora.no_room_for_divers", 2, {}, [entry(4, [7], *[(0, 1)] * 4), entry(36, REST)]),
        ("perladora.no_room_for_divers", 2, {}, [entry(5, [3, 4, 4, 5, 5, 6]), entry(35, [6, 7])]),
        ("perladora.value_not_in_play", 4, {}, [entry(40, list(PILES), (3, 5))]),
        ("perladora.too_many_of_value", 2, {}, [entry(40, list(PILES), *[(0, 1)] * 11)]),
        ("perladora.too_many_of_value", 3, {}, [entry(40, list(PILES), *[(2, 2)] * 3)]),
        (
            "perladora.reinforcement_needs_advanced",
            2,
            {},
            [entry(4, [7], *[(0, 1, "+")] * 3), entry(36, REST)],
        ),
        (
            "perladora.reinforced_twice",
            2,
            ADVANCED,
            [
                entry(4, [7], (0, 1, "+"), (1, 1), (1, 1)),
                entry(4, [6], (0, 1, "+"), (1, 1), (1, 1)),
                entry(32, [3, 4, 4, 5, 5, 6]),
            ],
        ),
        (
            "perladora.two_reinforcements",
            2,
            ADVANCED,
            [entry(4, [7], (0, 1, "+"), (1, 1, "+"), (1, 1)), entry(36, REST)],
        ),
        (
            "perladora.reinforced_incomplete",
            2,
            ADVANCED,
            [entry(4, [7], (0, 1, "+"), (1, 1)), entry(36, REST)],
        ),
        ("perladora.flowers_need_advanced", 2, {}, [entry(40, list(PILES), (0, 1, 1))]),
        ("perladora.too_many_flowers", 2, CORAL_SAND, [entry(40, list(PILES), (0, 1, 2), (0, 1, 1))]),
        ("perladora.flowers_on_own_side", 2, CORAL_SAND, [entry(40, list(PILES), (1, 1, 1))]),
        ("perladora.flowers_on_own_side", 4, FOUR_CLANS, [entry(40, list(PILES), (3, 1, 1))]),
        ("perladora.flowers_on_every_side", 2, ADVANCED, [entry(40, list(PILES), (0, 1, 1), (1, 1, 1))]),
        ("perladora.flowers_on_every_side", 4, ADVANCED, [entry(40, list(PILES), (0, 1, 1), (3, 1, 1))]),
        (
            "perladora.no_sand_in_play",
            3,
            {"advanced": True, "clans": ["coral", "shell", "mountain"]},
            [entry(40, list(PILES), (0, 1, 1))],
        ),
    ],
)
def test_errors(key: str, players: int, options: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    assert problems("error", players, *entries, **options) == [key]
    score(players, *entries, force=True, **options)


def test_thirty_three_divers_are_too_many() -> None:
    everyone = [(seat, value) for seat in range(3) for value in TILES[3]]
    found = problems("error", 3, entry(40, list(PILES), *everyone))
    assert found == ["perladora.no_room_for_divers", "perladora.too_many_divers"]
    assert problems("error", 3, entry(40, list(PILES), *everyone[1:])) == []


def test_every_error_of_a_sheet_is_known_to_these_tests() -> None:
    stated = set(re.findall(r' error\(\s*"([a-z_.]+)"', SOURCE))
    marks = next(mark for mark in test_errors.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert stated == {case[0] for case in marks.args[1]} | {"perladora.too_many_divers"}


def test_fair_flowers_and_reinforcements_pass() -> None:
    fair = entry(4, [7], (0, 1, "+", 1), (1, 1), (1, 1)), entry(36, REST, (0, 1, 1))
    assert problems("error", 2, *fair, **CORAL_SAND) == []
    assert problems("error", 2, *fair, **ADVANCED) == []
    three = entry(40, list(PILES), (0, 1, 1), (2, 1, 1))
    assert problems("error", 3, three, **ADVANCED) == []
    assert problems("error", 4, entry(40, list(PILES), (0, 1, 1), (2, 1, 1)), **FOUR_CLANS) == []


def test_warnings() -> None:
    assert problems("warning", 2, entry(40, list(PILES), *ONES)) == []
    assert problems("warning", 2, entry(40, list(PILES), *ONES[:10])) == [
        "perladora.seat_without_divers",
        "perladora.few_divers",
    ]
    assert problems("warning", 2, entry(30, REST, *ONES), entry(10, [7])) == ["perladora.nobody_in_territory"]
    assert problems("warning", 2, entry(30, list(PILES), *ONES), entry(10, [])) == []


@pytest.mark.parametrize(
    ("sheet", "key"),
    [
        ([], "field.not_an_object"),
        ({}, "field.missing"),
        ({"territories": {}}, "field.not_a_list"),
        ({"territories": [], "seats": []}, "field.unknown"),
        ({"territories": [entry(4, [])] * 11}, "perladora.too_many_territories"),
        ({"territories": [7]}, "field.not_an_object"),
        ({"territories": [{"cells": 40, "farms": []}]}, "field.missing"),
        ({"territories": [entry(0, [])]}, "field.out_of_range"),
        ({"territories": [entry(1000, [])]}, "field.out_of_range"),
        ({"territories": [entry(40, [0])]}, "perladora.pearls_per_farm"),
        ({"territories": [entry(40, [10**30])]}, "perladora.pearls_per_farm"),
        ({"territories": [entry(40, [True])]}, "perladora.pearls_per_farm"),
        ({"territories": [entry(40, [3] * 41)]}, "perladora.more_than_squares"),
        ({"territories": [entry(40, [], *[(0, 1)] * 41)]}, "perladora.more_than_squares"),
        ({"territories": [entry(40, [], (2, 1))]}, "field.out_of_range"),
        ({"territories": [entry(40, [], (0, 6))]}, "field.out_of_range"),
        ({"territories": [entry(40, [], (0, 0))]}, "field.out_of_range"),
        ({"territories": [entry(40, [], (0, 1, -1))]}, "field.out_of_range"),
        ({"territories": [entry(40, [], (0, 1.0))]}, "field.not_a_whole_number"),
        (
            {
                "territories": [
                    {"cells": 40, "farms": [], "divers": [{"seat": 0, "value": 1, "reinforced": 1}]}
                ]
            },
            "field.not_a_yes_or_no",
        ),
    ],
)
def test_sheets_that_cannot_be_read(sheet: Any, key: str) -> None:
    found = GAME.check(players=2, options={}, sheet=sheet)
    assert [(problem.level, problem.key) for problem in found] == [("error", key)]
    with pytest.raises(InvalidSheet):
        GAME.score(players=2, options={}, sheet=sheet, force=True)


def test_an_empty_sheet_can_be_forced_for_live_totals() -> None:
    result = score(3, force=True)
    assert (result.totals, result.ranks, result.lost) == ([0, 0, 0], [1, 1, 1], 0)


# -- Independent scoring ----------------------------------------------------------------------------------


def random_board(rng: Random, players: int) -> tuple[dict[str, Any], Move]:
    """Options and a correction that draws a whole legal board."""
    farms = rng.sample(CELLS, 8)
    clans = rng.sample(list(TOKENS), players)
    options = {
        "advanced": True,
        "clans": clans,
        "farms": [list(farm) for farm in farms],
        "piles": rng.sample(PILES, 8),
    }
    walls = some_walls(rng, rng.choice([0, 12, 24, 35]))
    free = [cell for cell in CELLS if cell not in farms]
    tiles = [(seat, value) for seat in range(players) for value in TILES[players]]
    rng.shuffle(tiles)
    tiles = tiles[: rng.choice([3, 16, 32, 32])]
    roots = partition(set(walls))
    board = [
        {"seat": seat, "square": list(cell), "value": value}
        for (seat, value), cell in zip(tiles, rng.sample(free, len(free)), strict=False)
    ]
    filled = {tuple(tile["square"]) for tile in board} | set(farms)
    complete = {root for root in roots.values() if all(c in filled for c in CELLS if roots[c] == root)}
    used: set[Any] = set()
    for tile in board:
        root = roots[tuple(tile["square"])]
        if root in complete and not {root, tile["seat"]} & used:
            tile["reinforced"] = True
            used |= {root, tile["seat"]}
    if "sand" in clans:
        sand = clans.index("sand")
        friends = {sand, (sand + 2) % 4} if players == 4 else {sand}
        foes = [tile for tile in board if tile["seat"] not in friends]
        for tile in rng.choices(foes, k=2) if foes else []:
            tile["flowers"] = tile.get("flowers", 0) + 1
    return options, correct(lines=[as_json(line) for line in walls], board=board)


def brute_force(players: int, options: dict[str, Any], board: Move) -> tuple[list[int], list[int], int]:
    """Totals, ranks and lost pearls: cells joined one by one, pearls dealt out one by one."""
    roots = partition({(tuple(a), tuple(b)) for a, b in board["lines"]})
    camps = [[0, 2], [1, 3]] if players == 4 else [[seat] for seat in range(players)]
    won: list[list[int]] = [[] for _ in camps]
    lost = 0
    for root in set(roots.values()):
        purse = sum(
            n
            for farm, n in zip(options["farms"], options["piles"], strict=True)
            if roots[tuple(farm)] == root
        )
        here = [tile for tile in board["board"] if roots[tuple(tile["square"])] == root]
        power_of = {}
        for number, camp in enumerate(camps):
            own = [tile for tile in here if tile["seat"] in camp]
            if own:
                points = sum(t["value"] for t in own) - sum(t.get("flowers", 0) for t in own)
                backed = sum("reinforced" in t for t in own)
                power_of[number] = (points + backed, backed)
        contenders = [n for n in power_of if all(power_of[n][0] >= other for other, _ in power_of.values())]
        backed_ones = [n for n in contenders if power_of[n][1]]
        if len(contenders) > 1 and backed_ones:
            contenders = backed_ones
        shares = dict.fromkeys(contenders, 0)
        while contenders and purse >= len(contenders):
            for number in contenders:
                shares[number] += 1
                purse -= 1
        lost += purse
        for number, pearls in shares.items():
            if pearls:
                won[number].append(pearls)

    def beats(one: list[int], other: list[int]) -> bool:
        if sum(one) != sum(other):
            return sum(one) > sum(other)
        one, other = list(one), list(other)
        while one and other:
            if max(one) != max(other):
                return max(one) > max(other)
            one.remove(max(one))
            other.remove(max(other))
        return False

    ranks = [1 + sum(beats(other, own) for other in won) for own in won]
    by_seat = {seat: number for number, camp in enumerate(camps) for seat in camp}
    return (
        [sum(won[by_seat[seat]]) for seat in range(players)],
        [ranks[by_seat[seat]] for seat in range(players)],
        lost,
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_random_boards_agree_with_brute_force(players: int) -> None:
    rng = Random(players)
    kinds = Counter[str]()
    for _ in range(600):
        options, board = random_board(rng, players)
        table = GAME.play(GAME.start(players, options, 0), board)
        sheet = GAME.sheet(table)
        assert [p for p in GAME.check(players, options, sheet) if p.level == "error"] == []
        result = GAME.score(players, options, sheet)
        assert (result.totals, result.ranks, result.lost) == brute_force(players, options, board)
        assert [sum(line.points for line in lines) for lines in result.lines] == result.totals
        kinds.update(outcome.reason.key.rsplit(".")[-1] for outcome in result.territories)
        kinds.update(reason.key.rsplit(".")[-1] for reason in result.reasons)
    assert {"nobody", "alone", "strongest", "reinforced", "shared", "by_points"} <= set(kinds)
