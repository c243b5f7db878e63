"""Perladöra: divers, pontoons, what is known of them, and the end."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scoring.perladora.possible import can_act
from scoring.perladora.rules import GAME, PILES, regions
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
    dead_walls,
    diver,
    divided_for_sand,
    down,
    full_territory,
    notices,
    play,
    pontoons,
    power,
    refusal,
    right,
    start,
)
from tests.scoring.perladora_player import EDGES, sizes

# -- Turns ------------------------------------------------------------------------------------------------


def test_turns_go_clockwise_and_rounds_end_at_the_starter() -> None:
    table = start(3, starter=1)
    seen = []
    for _ in range(7):
        seen.append((table.turn, table.round))
        table = play(table, DIVER)
    assert seen == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2), (1, 3)]


def test_whoever_passes_is_skipped_even_the_starter() -> None:
    table = play(start(3, starter=1), PASS)
    assert (table.turn, table.round, table.phase) == (2, 1, "play")
    table = play(table, DIVER, DIVER)
    assert (table.turn, table.round) == (2, 2)
    table = play(table, PASS)
    assert (table.turn, table.round, table.phase) == (0, 2, "last")
    table = play(table, DIVER)
    assert (table.turn, table.round, table.phase) == (0, 3, "last")
    over = play(table, PASS)
    assert (over.turn, over.round, over.phase) == (0, 3, "over")
    assert over.passed == (True, True, True)
    assert refusal(over, DIVER).key == "move.game_over"


def test_counts_go_down() -> None:
    table = play(start(3, advanced=True), DIVER, {"move": "pontoons", "count": 2}, diver(0, 0, 3))
    assert table.counts == {
        "pontoons": 33,
        "divers": [10, 11, 10],
        "reinforcements": [1, 1, 1],
        "powers": None,
    }
    assert table.free_squares == 30
    assert table.stock(2) == {1: 7, 2: 2, 3: 0, 4: 1, 5: 0}
    assert table.stock(0) == {1: 7, 2: 2, 3: 1, 4: 1, 5: 0}
    basic = start(clans=["sand", "coral"])
    assert basic.counts == {"pontoons": 35, "divers": [16, 16]}


def test_one_of_thirty_three_divers_can_never_be_placed() -> None:
    table = start(3)
    for _ in range(32):
        table = play(table, DIVER)
    assert table.counts["divers"] == [0, 0, 1]
    assert table.turn == 2
    assert refusal(table, DIVER).key == "perladora.board_full"


REFUSED: list[tuple[Any, Move, str]] = [
    (start(), diver(0, 3), "perladora.square_is_a_farm"),
    (play(start(), diver(0, 0)), diver(0, 0), "perladora.square_is_taken"),
    (start(), {"move": "diver", "square": [5, 0]}, "perladora.not_a_square"),
    (start(), {"move": "diver", "square": None}, "perladora.not_a_square"),
    (start(), {"move": "diver", "square": {"row": 1}}, "perladora.not_a_square"),
    (start(), {"move": "diver", "value": 6}, "field.out_of_range"),
    (start(3), {"move": "diver", "value": 5}, "perladora.none_of_value_left"),
    (play(start(), diver(0, 0, 5), DIVER), diver(0, 1, 5), "perladora.none_of_value_left"),
    (play(start(), correct(divers=[0, 16])), DIVER, "perladora.no_divers_left"),
    (play(start(3), correct(divers=[1, 0, 0])), DIVER, "perladora.board_full"),
    (start(), {"move": "pontoons"}, "field.missing"),
    (start(), {"move": "pontoons", "count": 3}, "field.out_of_range"),
    (start(), {"move": "pontoons", "count": 0}, "field.out_of_range"),
    (start(), {**pontoons(right(0, 0)), "count": 2}, "perladora.as_many_lines_as_pontoons"),
    (start(), {"move": "pontoons", "count": 1, "lines": [[]] * 36}, "perladora.too_many_pontoons"),
    (start(), {"move": "pontoons", "count": 1, "lines": "all"}, "field.not_a_list"),
    (start(), {"move": "pontoons", "count": 1, "lines": [[[0, 7], [0, 8]]]}, "perladora.not_an_inner_line"),
    (play(start(), pontoons(right(0, 0))), pontoons(right(0, 0)), "perladora.pontoon_already_there"),
    (play(start(), pontoons(right(0, 0))), pontoons(down(0, 0)), "perladora.territory_too_small"),
    (play(start(), correct(pontoons=1)), {"move": "pontoons", "count": 2}, "perladora.too_few_pontoons_left"),
    (start(), REINFORCE, "perladora.advanced_only"),
    (start(), power(), "perladora.advanced_only"),
    (start(advanced=True), REINFORCE, "perladora.nothing_to_reinforce"),
    (play(full_territory(), DIVER, DIVER, REINFORCE, DIVER), REINFORCE, "perladora.reinforcement_used"),
    (full_territory(), {**REINFORCE, "square": [1, 0]}, "perladora.not_your_diver"),
    (full_territory(), {**REINFORCE, "square": [3, 3]}, "perladora.territory_not_complete"),
    (full_territory(), {**REINFORCE, "square": [1, 1]}, "perladora.no_diver_there"),
    (full_territory(), {**REINFORCE, "square": [4, 4]}, "perladora.no_diver_there"),
    (
        play(full_territory(), {**REINFORCE, "square": [0, 0]}),
        {**REINFORCE, "square": [1, 0]},
        "perladora.already_reinforced",
    ),
    (start(advanced=True), power(), "perladora.clans_unknown"),
    (start(**SAND), power(), "perladora.no_diver_to_choose"),
    (play(start(**SAND), DIVER, PASS), power(), "perladora.no_diver_to_choose"),
    (start(advanced=True, clans=["coral", "sand"]), power(), "perladora.no_diver_to_choose"),
    (play(start(**SHELL), power()), power(), "perladora.one_power_per_turn"),
    (play(start(**SHELL), power(), DIVER, DIVER), power(), "perladora.powers_used_up"),
    (play(start(**SHELL), power()), PASS, "perladora.power_then_action"),
    (start(**SHELL), power(line=as_json(right(0, 0))), "field.unknown"),
    (start(**SHELL), power(square=[0, 3]), "perladora.square_is_a_farm"),
    (start(4, **CORAL_TEAM), power(square=[0, 0]), "perladora.no_diver_there"),
    (
        play(start(4, **CORAL_TEAM), DIVER, DIVER, diver(0, 0), DIVER),
        power(square=[0, 0]),
        "perladora.not_at_the_partner",
    ),
    (play(start(**SAND), diver(0, 0), DIVER), power(square=[0, 0]), "perladora.flowers_for_opponents"),
    (divided_for_sand(), power(square=[2, 3]), "perladora.no_diver_there"),
    (play(start(**SAND), diver(0, 0), diver(2, 2)), power(square=[2, 3]), "perladora.no_diver_there"),
    (full_territory(clans=["sand", "coral"]), power(square=[1, 0]), "perladora.territory_is_complete"),
    (
        play(start(**SAND), pontoons(*CORNER[:2]), pontoons(*CORNER[2:]), diver(0, 0), diver(2, 2)),
        power(square=[2, 2]),
        "perladora.not_in_your_territory",
    ),
    (play(start(**SHELL), power()), {"move": "jump"}, "move.unknown"),
    (start(), correct(turn=2), "field.out_of_range"),
    (start(), correct(passed=[True]), "field.one_yes_or_no_per_seat"),
    (start(), correct(passed=[1, 0]), "field.one_yes_or_no_per_seat"),
    (start(), correct(turn=1, passed=[False, True]), "perladora.seat_has_passed"),
    (start(), correct(divers=[16]), "field.one_number_per_seat"),
    (start(), correct(divers=[16, 16.0]), "field.one_number_per_seat"),
    (start(), correct(divers=[16, 17]), "field.out_of_range"),
    (start(3), correct(divers=[0, 0, 0]), "perladora.board_full"),
    (start(), correct(pontoons=36), "field.out_of_range"),
    (start(), correct(lines=[as_json(right(0, 0)), as_json(down(0, 0))]), "perladora.territory_too_small"),
    (start(), correct(farms=[[0, 0]]), "perladora.farms_eight_squares"),
    (start(), correct(piles=[1]), "perladora.piles_on_farms"),
    (start(), correct(power_used=True), "perladora.advanced_only"),
    (start(), correct(board=[{"seat": 0}] * 33), "perladora.board_full"),
    (start(), correct(board=[{"seat": 0}] * 17), "perladora.no_divers_left"),
    (start(), correct(board=[{"seat": 2}]), "field.out_of_range"),
    (start(), correct(board=[{"seat": 0, "square": [0, 3]}]), "perladora.square_is_a_farm"),
    (start(), correct(board=[{"seat": 0, "square": [0, 0]}] * 2), "perladora.square_is_taken"),
    (start(), correct(board=[{"seat": 0, "value": 4}] * 2), "perladora.none_of_value_left"),
    (start(), correct(board=[{"seat": 0, "reinforced": True}]), "perladora.advanced_only"),
    (start(), correct(reinforcements=[1, 1]), "field.out_of_range"),
    (
        start(advanced=True),
        correct(board=[{"seat": 0, "reinforced": True}] * 2),
        "perladora.reinforcement_used",
    ),
    (start(advanced=True), correct(board=[{"seat": 0, "flowers": 2}] * 2), "perladora.too_many_flowers"),
    (start(advanced=True), correct(powers=[1, 1]), "perladora.clans_unknown"),
    (start(**SHELL), correct(board=[{"seat": 0, "flowers": 1}]), "perladora.no_sand_in_play"),
    (start(**SHELL), correct(powers=[2, 2]), "field.out_of_range"),
    (start(4, **CORAL_TEAM), correct(board=[{"seat": 1, "flowers": 1}]), "perladora.flowers_on_own_side"),
    (start(), correct(phase="over"), "field.unknown"),
    (start(), {"move": "end", "now": True}, "field.unknown"),
]


@pytest.mark.parametrize(("table", "move", "key"), REFUSED, ids=[key for _, _, key in REFUSED])
def test_refusals(table: Any, move: Move, key: str) -> None:
    reason = refusal(table, move)
    assert reason.key == key
    json.dumps(dict(reason.args))


def test_every_refusal_of_a_move_is_known_to_these_tests() -> None:
    stated = set(re.findall(r'IllegalMove\(\s*"([a-z_.]+)"', SOURCE))
    tested = {key for _, _, key in REFUSED}
    elsewhere = {
        "perladora.no_line_left",
        "perladora.nothing_complete_yet",
        "perladora.no_action_after_power",
        "perladora.no_diver_to_give_flowers",
        "perladora.nobody_to_give_flowers",
        "perladora.board_is_complete",
    }
    assert stated - tested == elsewhere


def test_pontoons_without_a_line_left_for_them() -> None:
    walls = dead_walls(1)
    assert all(min(sizes({*walls, edge})) < 4 for edge in EDGES if edge not in walls)
    table = play(start(), correct(lines=[as_json(line) for line in walls]))
    assert table.counts["pontoons"] == 1
    assert refusal(table, {"move": "pontoons", "count": 1}).key == "perladora.no_line_left"
    assert "perladora.notice.no_line_left" in notices(table)


# -- Light and full tracking ------------------------------------------------------------------------------


def test_what_is_known_of_the_board() -> None:
    table = play(start(), diver(0, 0, 5), diver(0, 1))
    assert table.board_known
    assert table.unturned == ((0, 1),)
    assert table.filled == {*table.farms, (0, 0), (0, 1)}
    light = play(table, {"move": "diver", "value": 3})
    assert not light.board_known
    assert light.lines_known
    assert light.loose_divers == 1
    lighter = play(light, {"move": "pontoons", "count": 1})
    assert not lighter.lines_known
    assert can_act(lighter) is True


def test_regions_for_the_screens() -> None:
    table = full_territory(piles=[7, 3, 4, 4, 5, 5, 6, 6])
    corner, rest = regions(table) if (0, 0) in regions(table)[0].squares else reversed(regions(table))
    assert corner.squares == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert (corner.farms, corner.piles, corner.complete, corner.divisible) == (((1, 1),), (3,), True, False)
    assert [d.seat for d in corner.divers] == [0, 1, 1]
    assert (rest.piles, rest.complete, rest.divisible) == ((4, 4, 5, 5, 6, 6, 7), False, True)
    unsure = regions(play(table, DIVER))
    assert [region.complete for region in unsure] == [True, False]
    nearly = play(start(), correct(divers=[0, 2]))
    assert [region.complete for region in regions(nearly)] == [False]
    assert [region.complete for region in regions(play(nearly, correct(divers=[0, 0])))] == [True]
    corner = play(start(), correct(lines=[as_json(line) for line in CORNER], divers=[12, 16]))
    assert [region.complete for region in regions(corner)] == [None, False]
    divided = play(start(), {"move": "pontoons", "count": 1})
    assert [region.complete for region in regions(divided)] == [None]
    unknown_piles = regions(full_territory())
    assert [region.piles for region in unknown_piles] == [None, None]


def test_the_sheet_of_a_tracked_board() -> None:
    table = full_territory(piles=[7, 3, 4, 4, 5, 5, 6, 6], clans=["mountain", "sand"])
    table = play(table, DIVER, diver(2, 2), DIVER)
    table = play(table, power(square=[3, 3]), {**REINFORCE, "square": [0, 1]})
    assert GAME.sheet(table) == {
        "territories": [
            {
                "cells": 4,
                "farms": [3],
                "divers": [
                    {"seat": 0, "value": 2},
                    {"seat": 1, "value": 1, "reinforced": True},
                    {"seat": 1, "value": 1},
                ],
            },
            {
                "cells": 36,
                "farms": [4, 4, 5, 5, 6, 6, 7],
                "divers": [{"seat": 0, "value": 1, "flowers": 1}],
            },
        ]
    }
    assert table.unturned == ((2, 2),)


def test_the_sheet_as_far_as_it_is_known() -> None:
    whole = {"cells": 40, "farms": list(PILES), "divers": []}
    assert GAME.sheet(start()) == {"territories": [whole]}
    light = play(start(), DIVER, {"move": "diver", "value": 3})
    assert GAME.sheet(light) == {"territories": [{**whole, "divers": [{"seat": 1, "value": 3}]}]}
    divided = play(light, pontoons(*CORNER[:2]), pontoons(*CORNER[2:]))
    assert GAME.sheet(divided)["territories"] == [
        {"cells": 4, "farms": [], "divers": []},
        {"cells": 36, "farms": [], "divers": []},
    ]
    assert GAME.sheet(play(divided, {"move": "pontoons", "count": 1})) == {"territories": []}
    without_farms = play(start(), correct(lines=[as_json(line) for line in [*FIRST_ROW, right(0, 3)]]))
    assert [entry["farms"] for entry in GAME.sheet(without_farms)["territories"]] == [[], [], []]


def test_known_lines_still_refuse_when_others_are_loose() -> None:
    table = play(start(), pontoons(right(0, 0)), {"move": "pontoons", "count": 2})
    assert refusal(table, pontoons(down(0, 0))).key == "perladora.territory_too_small"
    assert refusal(table, pontoons(right(0, 0))).key == "perladora.pontoon_already_there"
    assert play(table, pontoons(right(3, 3), right(2, 3))).counts["pontoons"] == 30


# -- The end ----------------------------------------------------------------------------------------------


def test_the_last_player_goes_on_alone() -> None:
    table = play(start(4), PASS, PASS)
    assert table.phase == "play"
    assert notices(table) == {"perladora.notice.passed": {"seats": [0, 1], "players": 2}}
    table = play(table, PASS)
    assert table.phase == "last"
    assert notices(table) == {"perladora.notice.one_left": {"seat": 3}}
    table = play(table, PASS)
    assert table.phase == "over"
    assert list(notices(table)) == ["notice.count_now"]


def test_nothing_left_to_place() -> None:
    table = play(start(), correct(divers=[0, 1], pontoons=1))
    assert table.phase == "play"
    assert notices(table) == {
        "perladora.notice.few_pontoons": {"pontoons": 1, "turns": 1},
        "perladora.notice.few_squares": {"squares": 1},
        "perladora.notice.no_divers": {"seat": 0},
    }
    table = play(table, {"move": "pontoons", "count": 1})
    assert table.phase == "play"
    table = play(table, DIVER)
    assert table.phase == "last"
    assert notices(table) == {
        "perladora.notice.nothing_to_place": {"players": 2},
        "perladora.notice.no_pontoons": {},
        "perladora.notice.no_squares": {},
        "perladora.notice.must_pass": {"seat": 0},
    }
    assert play(table, PASS, PASS).phase == "over"


def test_pontoons_that_nobody_pointed_at_may_leave_a_line() -> None:
    assert play(start(), correct(divers=[0, 0], pontoons=1)).phase == "play"


def test_divers_of_those_who_passed_do_not_count_as_left_to_place() -> None:
    table = play(start(3), PASS, correct(divers=[11, 0, 0], pontoons=0))
    assert table.phase == "last"
    assert play(table, correct(divers=[11, 1, 0])).phase == "play"


def test_the_last_open_line() -> None:
    walls = dead_walls(1)
    table = play(start(), correct(lines=[as_json(line) for line in walls[:-1]], divers=[0, 0]))
    assert table.phase == "play"
    assert can_act(table) is True
    table = play(table, pontoons(walls[-1]))
    assert table.phase == "last"
    assert can_act(table) is False


def test_the_table_says_it_is_over() -> None:
    table = play(start(**SHELL), power(), {"move": "end"})
    assert (table.phase, table.passed, table.power_used) == ("over", (True, True), False)
    assert play(table, correct(pontoons=3)).phase == "over"
    reopened = play(table, correct(passed=[True, False]))
    assert (reopened.phase, reopened.turn) == ("last", 1)
    assert play(table, correct(turn=1)).phase == "over"
