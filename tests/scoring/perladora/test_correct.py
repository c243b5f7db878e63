"""Perladöra: corrections, and what they lift."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.perladora.rules import GAME
from tests.scoring.perladora.plays import (
    CORAL_TEAM,
    CORNER,
    DIVER,
    FIRST_ROW,
    PASS,
    REINFORCE,
    SAND,
    SHELL,
    SOURCE,
    Move,
    as_json,
    correct,
    counted,
    dead_walls,
    diver,
    divided_for_sand,
    down,
    full_territory,
    play,
    pontoons,
    power,
    refusal,
    right,
    start,
)

# -- The table is right -----------------------------------------------------------------------------------

FULL = full_territory()

EVERYTHING_LOOSE = correct(lines=[], board=[{"seat": 0}] * 8 + [{"seat": 1}] * 8, pontoons=30)

COUNTED_OTHERWISE: list[tuple[str, Any, Move, Move]] = [
    ("perladora.no_divers_left", play(start(), correct(divers=[0, 16])), DIVER, correct(divers=[1, 16])),
    ("perladora.board_full", play(start(3), correct(divers=[1, 0, 0])), DIVER, correct(divers=[1, 1, 0])),
    (
        "perladora.square_is_a_farm",
        start(),
        diver(0, 3),
        correct(farms=[[0, 0], [1, 1], [1, 5], [1, 7], [3, 0], [3, 4], [4, 2], [4, 6]]),
    ),
    (
        "perladora.square_is_taken",
        play(start(), diver(0, 0)),
        diver(0, 0),
        correct(board=[{"seat": 0, "square": [0, 1]}]),
    ),
    (
        "perladora.none_of_value_left",
        play(start(), diver(0, 0, 5), DIVER),
        diver(0, 1, 5),
        correct(board=[{"seat": 0, "square": [0, 0]}, {"seat": 1}]),
    ),
    (
        "perladora.too_few_pontoons_left",
        play(start(), correct(pontoons=1)),
        {"move": "pontoons", "count": 2},
        correct(pontoons=2),
    ),
    (
        "perladora.no_line_left",
        play(start(), correct(lines=[as_json(line) for line in dead_walls(1)])),
        {"move": "pontoons", "count": 1},
        correct(lines=[], pontoons=1),
    ),
    (
        "perladora.pontoon_already_there",
        play(start(), pontoons(right(0, 0))),
        pontoons(right(0, 0)),
        correct(lines=[as_json(right(4, 4))]),
    ),
    (
        "perladora.territory_too_small",
        play(start(), pontoons(right(0, 0))),
        pontoons(down(0, 0)),
        correct(lines=[], pontoons=34),
    ),
    (
        "perladora.reinforcement_used",
        play(FULL, correct(reinforcements=[0, 1])),
        REINFORCE,
        correct(reinforcements=[1, 1]),
    ),
    (
        "perladora.nothing_to_reinforce",
        play(FULL, {**REINFORCE, "square": [0, 0]}),
        REINFORCE,
        EVERYTHING_LOOSE,
    ),
    ("perladora.nothing_complete_yet", counted(2, 1, 1), REINFORCE, correct(pontoons=30, divers=[14, 15])),
    (
        "perladora.not_your_diver",
        FULL,
        {**REINFORCE, "square": [1, 0]},
        correct(board=[{"seat": 0, "square": [1, 0]}, *[{"seat": 1, "square": [0, n]} for n in (0, 1)]]),
    ),
    ("perladora.territory_not_complete", FULL, {**REINFORCE, "square": [3, 3]}, EVERYTHING_LOOSE),
    (
        "perladora.already_reinforced",
        play(FULL, {**REINFORCE, "square": [0, 0]}),
        {**REINFORCE, "square": [1, 0]},
        correct(reinforcements=[1, 1]),
    ),
    ("perladora.no_diver_there", FULL, {**REINFORCE, "square": [4, 4]}, EVERYTHING_LOOSE),
    (
        "perladora.one_power_per_turn",
        play(start(**SAND), DIVER, DIVER, power()),
        power(),
        correct(power_used=False),
    ),
    (
        "perladora.powers_used_up",
        play(start(**SHELL), power(), DIVER, DIVER),
        power(),
        correct(powers=[1, 2]),
    ),
    ("perladora.no_diver_to_choose", start(**SAND), power(), correct(divers=[15, 15])),
    (
        "perladora.not_at_the_partner",
        play(start(4, **CORAL_TEAM), DIVER, DIVER, diver(0, 0), DIVER),
        power(square=[0, 0]),
        correct(board=[{"seat": 1, "square": [0, 0]}]),
    ),
    (
        "perladora.flowers_for_opponents",
        play(start(**SAND), diver(0, 0), DIVER),
        power(square=[0, 0]),
        correct(board=[{"seat": 1, "square": [0, 0]}, {"seat": 0}]),
    ),
    (
        "perladora.territory_is_complete",
        full_territory(clans=["sand", "coral"]),
        power(square=[1, 0]),
        correct(board=[{"seat": 1, "square": [1, 0]}, {"seat": 0, "square": [0, 0]}]),
    ),
    (
        "perladora.board_is_complete",
        play(start(**SAND), correct(divers=[0, 0])),
        power(),
        correct(divers=[1, 0]),
    ),
    (
        "perladora.no_diver_to_give_flowers",
        play(start(starter=1, **SAND), DIVER),
        power(),
        correct(divers=[15, 15]),
    ),
    (
        "perladora.nobody_to_give_flowers",
        play(
            divided_for_sand(), correct(board=[{"seat": 0, "square": [0, 0]}, {"seat": 1, "square": [2, 2]}])
        ),
        power(),
        correct(lines=[], pontoons=31),
    ),
    (
        "perladora.not_in_your_territory",
        play(start(**SAND), pontoons(*CORNER[:2]), pontoons(*CORNER[2:]), diver(0, 0), diver(2, 2)),
        power(square=[2, 2]),
        correct(lines=[], pontoons=31),
    ),
    (
        "perladora.no_action_after_power",
        play(start(**SHELL), correct(divers=[1, 0], pontoons=0, reinforcements=[0, 0])),
        power(),
        correct(pontoons=1),
    ),
    ("perladora.power_then_action", play(start(**SHELL), power()), PASS, correct(power_used=False)),
]

NOBODY_KNOWS = {
    *(f"perladora.{key}" for key in ("square_is_a_farm", "territory_too_small", "nothing_to_reinforce")),
    *(f"perladora.{key}" for key in ("not_your_diver", "territory_not_complete", "already_reinforced")),
    *(f"perladora.{key}" for key in ("no_diver_there", "one_power_per_turn", "not_at_the_partner")),
    *(f"perladora.{key}" for key in ("flowers_for_opponents", "territory_is_complete", "power_then_action")),
    *(f"perladora.{key}" for key in ("nobody_to_give_flowers", "not_in_your_territory")),
}
"""Where everything lies is for the table to show, and what is against the rules for nobody to correct."""

WHATEVER_WAS_COUNTED = {
    "perladora.too_many_pontoons",
    "perladora.as_many_lines_as_pontoons",
    "perladora.advanced_only",
    "perladora.clans_unknown",
    "perladora.seat_has_passed",
    "perladora.too_many_flowers",
    "perladora.no_sand_in_play",
    "perladora.flowers_on_own_side",
}


@pytest.mark.parametrize(
    ("key", "table", "move", "correction"), COUNTED_OTHERWISE, ids=[case[0] for case in COUNTED_OTHERWISE]
)
def test_one_correction_lifts_what_only_a_count_refuses(
    key: str, table: Any, move: Move, correction: Move
) -> None:
    assert refusal(table, move).key == key
    assert GAME.why_not(play(table, correction), move) is None


@pytest.mark.parametrize(
    ("key", "table", "move"),
    [case[:3] for case in COUNTED_OTHERWISE],
    ids=[case[0] for case in COUNTED_OTHERWISE],
)
def test_the_correction_is_ready_unless_one_would_have_to_guess(key: str, table: Any, move: Any) -> None:
    correction = GAME.mend(table, move)
    assert (correction is None) == (key in NOBODY_KNOWS)
    if correction is not None:
        assert GAME.why_not(play(table, correction), move) is None


@pytest.mark.parametrize(
    ("table", "move", "correction"),
    [
        (start(), REINFORCE, None),
        (start(**SHELL), REINFORCE, correct(divers=[14, 16], pontoons=30)),
        (play(start(**SHELL), correct(divers=[10, 10])), REINFORCE, correct(pontoons=30)),
        (
            play(start(3, advanced=True, clans=["shell", "coral", "sand"]), correct(divers=[0, 0, 11])),
            REINFORCE,
            correct(pontoons=30),
        ),
        (start(4, **CORAL_TEAM), power(), None),
        (play(start(**SHELL), correct(divers=[0, 0], pontoons=0)), power(), correct(divers=[1, 0])),
        (
            play(start(), pontoons(right(0, 0), right(4, 4))),
            pontoons(right(0, 0)),
            correct(lines=[as_json(right(4, 4))], pontoons=33),
        ),
    ],
)
def test_corrections_of_several_counts(table: Any, move: Move, correction: Move | None) -> None:
    assert GAME.mend(table, move) == correction


def test_every_refusal_of_a_move_is_lifted_or_has_no_count_behind_it() -> None:
    stated = set(re.findall(r'IllegalMove\(\s*"([a-z_.]+)"', SOURCE))
    assert stated == {case[0] for case in COUNTED_OTHERWISE} | WHATEVER_WAS_COUNTED


# -- Corrections ------------------------------------------------------------------------------------------


def test_corrected_turns_and_passes() -> None:
    table = play(start(3), DIVER)
    assert play(table, correct(turn=0)).turn == 0
    assert play(table, correct(round=7)).round == 7
    passed = play(table, correct(passed=[False, True, False]))
    assert (passed.turn, passed.phase) == (2, "play")
    back = play(passed, correct(turn=1))
    assert (back.turn, back.passed) == (1, (False, False, False))
    assert play(table, correct(passed=[True] * 3)).phase == "over"
    assert play(table, correct(passed=[True, False, True])).phase == "last"


def test_a_corrected_power() -> None:
    table = play(start(**SHELL), power())
    assert play(table, correct(turn=1)).power_used is False
    assert play(table, correct(pontoons=30)).power_used is True
    assert play(table, correct(power_used=False, powers=[1, 2]), power()).counts["powers"] == [0, 2]


def test_corrected_pontoons() -> None:
    table = play(start(), pontoons(right(0, 0), right(2, 2)))
    more = play(table, correct(pontoons=30))
    assert (more.pontoons, more.loose_pontoons) == ((right(0, 0), right(2, 2)), 3)
    fewer = play(table, correct(pontoons=34))
    assert (fewer.pontoons, fewer.loose_pontoons) == ((), 1)
    exact = play(more, correct(lines=[as_json(right(3, 3))]))
    assert (exact.pontoons, exact.loose_pontoons) == ((right(3, 3),), 0)
    both = play(more, correct(lines=[as_json(right(3, 3))], pontoons=30))
    assert (both.pontoons, both.loose_pontoons) == ((right(3, 3),), 4)


def test_corrected_divers() -> None:
    table = play(start(), diver(0, 0, 5), DIVER, DIVER, diver(0, 1, 2))
    more = play(table, correct(divers=[12, 14]))
    assert more.counts["divers"] == [12, 14]
    assert more.diver_at((0, 0)).value == 5
    fewer = play(table, correct(divers=[15, 14]))
    assert fewer.counts["divers"] == [15, 14]
    assert fewer.diver_at((0, 0)).value == 5
    in_doubt = play(play(start(), diver(0, 0, 5), DIVER, diver(0, 1, 4)), correct(divers=[15, 15]))
    assert in_doubt.counts["divers"] == [15, 15]
    assert in_doubt.diver_at((0, 0)) is None is in_doubt.diver_at((0, 1))
    board = [{"seat": 1, "square": [4, 4], "value": 3, "face_up": True}]
    exact = play(table, correct(board=board))
    assert exact.counts["divers"] == [16, 15]
    assert exact.diver_at((4, 4)).face_up
    assert play(table, correct(divers=[14, 14])) == table


def test_corrected_farms_displace_divers_that_were_tracked_there() -> None:
    table = play(start(), diver(0, 0, 5))
    farms = [[0, n] for n in range(8)]
    after = play(table, correct(farms=farms, piles=[7, 6, 6, 5, 5, 4, 4, 3]))
    assert after.farms == tuple((0, n) for n in range(8))
    assert after.loose_divers == 1
    assert after.stock(0)[5] == 0
    assert refusal(after, diver(0, 7)).key == "perladora.square_is_a_farm"
    divided = play(after, correct(lines=[as_json(line) for line in [*FIRST_ROW, right(0, 3)]]))
    assert [entry["farms"] for entry in GAME.sheet(divided)["territories"]] == [
        [5, 6, 6, 7],
        [3, 4, 4, 5],
        [],
    ]


def test_corrected_tokens() -> None:
    table = start(advanced=True, clans=["mountain", "sand"])
    board = [
        {"seat": 0, "square": [0, 0], "flowers": 1, "reinforced": True},
        {"seat": 1, "square": [0, 1]},
    ]
    table = play(table, correct(board=board))
    assert table.counts["reinforcements"] == [0, 1]
    assert table.counts["powers"] == [2, 1]
    back = play(table, correct(reinforcements=[1, 0]))
    assert back.counts["reinforcements"] == [1, 0]
    assert not back.diver_at((0, 0)).reinforced
    assert back.diver_at((0, 0)).flowers == 1
    assert play(table, correct(powers=[1, 1])).diver_at((0, 0)).flowers == 1
    forgotten = play(table, correct(powers=[1, 2]))
    assert forgotten.counts["powers"] == [1, 2]
    assert forgotten.diver_at((0, 0)).flowers == 0
    unknown = play(start(advanced=True), correct(board=board))
    assert unknown.counts["powers"] is None
