"""Perladöra: its set-up table, territories, turns, powers, end, scoring and ranking."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring.perladora
from scoring import IllegalMove, InvalidOptions, InvalidSheet
from scoring.perladora.board import (
    LINES,
    SQUARES,
    cut_off,
    is_complete,
    is_divisible,
    open_lines,
    territories,
)
from scoring.perladora.possible import can_act, reinforceable
from scoring.perladora.rules import FREE_SQUARES, GAME, PILES, STOCK, regions
from tests.scoring.perladora_player import (
    CELLS,
    EDGES,
    TILES,
    TOKENS,
    Board,
    Tile,
    leaves_room,
    partition,
    play_out,
    sizes,
)

EXAMPLES = json.loads((Path(__file__).parent / "data" / "perladora.json").read_text("utf-8"))
SOURCE = "\n".join(path.read_text("utf-8") for path in Path(scoring.perladora.__file__).parent.glob("*.py"))
Move = dict[str, Any]


def start(players: int = 2, starter: int = 0, **options: Any) -> Any:
    return GAME.start(players=players, options=options, starter=starter)


def play(table: Any, *moves: Move) -> Any:
    for move in moves:
        table = GAME.play(table, move)
    return table


def refusal(table: Any, move: Move) -> Any:
    with pytest.raises(IllegalMove) as caught:
        GAME.play(table, move)
    assert GAME.why_not(table, move) == caught.value.reason
    return caught.value.reason


def diver(row: int, column: int, value: int | None = None) -> Move:
    return {"move": "diver", "square": [row, column], **({} if value is None else {"value": value})}


def pontoons(*lines: Any) -> Move:
    return {"move": "pontoons", "count": len(lines), "lines": [as_json(line) for line in lines]}


def correct(**what: Any) -> Move:
    return {"move": "correct", **what}


def power(**what: Any) -> Move:
    return {"move": "power", **what}


def as_json(line: Any) -> list[list[int]]:
    return [list(end) for end in line]


def down(row: int, column: int) -> Any:
    """The line below this square."""
    return ((row, column), (row + 1, column))


def right(row: int, column: int) -> Any:
    """The line to the right of this square."""
    return ((row, column), (row, column + 1))


PASS: Move = {"move": "pass"}
DIVER: Move = {"move": "diver"}
REINFORCE: Move = {"move": "reinforce"}
LAST_ROW = [down(3, column) for column in range(8)]
CORNER = [right(0, 1), right(1, 1), down(1, 0), down(1, 1)]
"""Cuts off the four squares at the top left, one of which is a farm."""

# -- Worked examples and set-up ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_worked_examples(case: dict[str, Any]) -> None:
    given_table = {"players": case["players"], "options": case["options"], "sheet": case["sheet"]}
    levels = {problem.level for problem in GAME.check(**given_table)}
    assert ("error" in levels) == case.get("invalid", False)
    if case.get("invalid"):
        with pytest.raises(InvalidSheet):
            GAME.score(**given_table)
        GAME.score(**given_table, force=True)
        return
    result = GAME.score(**given_table)
    for name, expected in case["expect"].items():
        assert getattr(result, name) == expected


@pytest.mark.parametrize(
    ("players", "divers", "strength", "values"),
    [
        (2, 16, 28, {"1": 10, "2": 3, "3": 1, "4": 1, "5": 1}),
        (3, 11, 18, {"1": 7, "2": 2, "3": 1, "4": 1}),
        (4, 8, 14, {"1": 5, "2": 1, "3": 1, "4": 1}),
    ],
)
def test_set_up_table(players: int, divers: int, strength: int, values: dict[str, int]) -> None:
    setup = GAME.setup(players=players, options={})
    assert setup.counts == {"divers": divers, "strength": strength, "pontoons": 35, "pearls": 40, "farms": 8}
    steps = {step.key: step.args for step in setup.steps}
    assert steps["perladora.setup.divers"] == {"each": divers, "values": values, "strength": strength}
    assert steps["perladora.setup.pearls"] == {"piles": [3, 4, 4, 5, 5, 6, 6, 7], "pearls": 40, "farms": 8}
    assert ("perladora.setup.partners" in steps) == (players == 4)
    assert ("perladora.setup.more_divers_than_squares" in steps) == (players == 3)
    assert "perladora.setup.choose_clans" in steps
    assert "perladora.setup.may_not_look" in steps
    assert not [key for key in steps if "power" in key or "reinforcement" in key]
    json.dumps([dict(step.args) for step in setup.steps])


def test_set_up_of_the_advanced_game() -> None:
    options = {"advanced": True, "clans": ["shell", "sand"], "look_at_own": True}
    steps = {step.key: step.args for step in GAME.setup(players=2, options=options).steps}
    assert steps["perladora.setup.powers"] == {
        "seats": [{"seat": 0, "clan": "shell", "powers": 1}, {"seat": 1, "clan": "sand", "powers": 2}]
    }
    assert steps["perladora.setup.reinforcements"] == {"each": 1}
    assert "perladora.setup.clans_at_random" in steps
    assert "perladora.setup.may_look" in steps
    unknown = {step.key: step.args for step in GAME.setup(players=2, options={"advanced": True}).steps}
    assert unknown["perladora.setup.powers_by_clan"] == {
        "powers": {"coral": 2, "shell": 1, "mountain": 2, "sand": 2}
    }


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"advanced": 1}, "field.not_a_yes_or_no"),
        ({"look_at_own": "no"}, "field.not_a_yes_or_no"),
        ({"pearls": 42}, "field.unknown"),
        ({"clans": "coral"}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", "coral"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", "gold"]}, "perladora.clans_one_per_seat"),
        ({"clans": ["coral", ["sand"]]}, "perladora.clans_one_per_seat"),
        ({"farms": []}, "perladora.farms_eight_squares"),
        ({"farms": 8}, "perladora.farms_eight_squares"),
        ({"farms": [[0, 0]] * 8}, "perladora.farms_eight_squares"),
        ({"farms": [[0, n] for n in range(1, 9)]}, "perladora.farms_eight_squares"),
        ({"farms": [[0, n] for n in range(8)] + [None]}, "perladora.farms_eight_squares"),
        ({"piles": [5] * 8}, "perladora.piles_on_farms"),
        ({"piles": [3, 4, 4, 5, 5, 6, 6, 7.0]}, "perladora.piles_on_farms"),
        ({"piles": {}}, "perladora.piles_on_farms"),
        ([], "field.not_an_object"),
    ],
)
def test_options_that_do_not_fit(options: Any, key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        GAME.setup(players=2, options=options)
    assert caught.value.key == key


def test_missing_and_null_options_are_the_same() -> None:
    assert start() == start(advanced=False, clans=None, look_at_own=False, farms=None, piles=None)
    for players in (1, 5, 2.0, True, None):
        with pytest.raises(InvalidOptions):
            GAME.setup(players=players, options={})  # type: ignore[arg-type]


# -- Territories ------------------------------------------------------------------------------------------


def test_the_board() -> None:
    assert len(SQUARES) == 40
    assert len(LINES) == 67
    assert set(LINES) == set(EDGES)
    assert territories(()) == (frozenset(SQUARES),)
    assert open_lines(()) == LINES


def farms_in(territory: frozenset[Any]) -> int:
    return sum(farm in territory for farm in start().farms)


def shape_of(*lines: Any) -> list[tuple[int, int]]:
    table = start()
    for at in range(0, len(lines), 2):
        table = play(table, pontoons(*lines[at : at + 2]))
    return sorted((len(part), farms_in(part)) for part in territories(table.pontoons))


def test_geometry_vector_1_four_squares_cut_off() -> None:
    assert shape_of(*CORNER) == [(4, 1), (36, 7)]


def test_geometry_vector_2_a_corner_of_one_square() -> None:
    reason = refusal(start(), pontoons(right(0, 0), down(0, 0)))
    assert reason.key == "perladora.territory_too_small"
    assert reason.args == {"line": [[0, 0], [1, 0]], "squares": [[0, 0]], "fewest": 4}


@pytest.mark.parametrize(
    "line",
    [
        [[0, 7], [0, 8]],
        [[-1, 0], [0, 0]],
        [[4, 0], [5, 0]],
        [[0, 0], [0, 0]],
        [[0, 0], [1, 1]],
        [[0, 0], [0, 2]],
        [[0, 7], [1, 0]],
        [[0, 0]],
        [[0, 0], [0, 1], [0, 2]],
        [0, 1],
        [[0, True], [0, 2]],
        [[0.0, 0], [0, 1]],
        "00-01",
        None,
    ],
)
def test_geometry_vector_3_not_an_inner_line(line: Any) -> None:
    move = {"move": "pontoons", "count": 1, "lines": [line]}
    assert refusal(start(), move).key == "perladora.not_an_inner_line"


def test_geometry_vector_4_the_same_line_twice() -> None:
    there, reversed_line = right(2, 2), tuple(reversed(right(2, 2)))
    assert refusal(start(), pontoons(there, reversed_line)).key == "perladora.pontoon_already_there"
    reason = refusal(play(start(), pontoons(there)), pontoons(reversed_line))
    assert reason.key == "perladora.pontoon_already_there"
    assert reason.args == {"line": [[2, 2], [2, 3]]}


FIRST_ROW = [down(0, column) for column in range(8)]


def test_geometry_vector_5_two_territories_of_four_in_the_first_row() -> None:
    assert shape_of(*FIRST_ROW, right(0, 3)) == [(4, 0), (4, 1), (32, 7)]


def test_geometry_vector_6_three_squares_in_the_first_row() -> None:
    table = play(start(), correct(lines=[as_json(line) for line in FIRST_ROW]))
    reason = refusal(table, pontoons(right(0, 2)))
    assert reason.key == "perladora.territory_too_small"
    assert reason.args["squares"] == [[0, 0], [0, 1], [0, 2]]
    assert cut_off(table.pontoons, right(0, 2)) == {(0, 0), (0, 1), (0, 2)}
    assert cut_off(table.pontoons, right(0, 3)) == frozenset()


def some_walls(rng: Random, most: int) -> list[Any]:
    """Legal pontoons in random order."""
    walls: set[Any] = set()
    for edge in rng.sample(EDGES, len(EDGES)):
        if len(walls) == most:
            break
        if leaves_room(walls, edge):
            walls.add(edge)
    assert min(sizes(walls)) >= 4
    return sorted(walls)


def test_geometry_vector_7_thirty_six_pontoons() -> None:
    rng = Random(5)
    walls = next(walls for walls in iter(lambda: some_walls(rng, 36), None) if len(walls) == 36)
    table = start()
    for at in range(0, 34, 2):
        table = play(table, pontoons(*walls[at : at + 2]))
    reason = refusal(table, pontoons(*walls[34:]))
    assert (reason.key, reason.args) == ("perladora.too_few_pontoons_left", {"count": 2, "left": 1})
    table = play(table, pontoons(walls[34]))
    assert table.counts["pontoons"] == 0
    assert refusal(table, {"move": "pontoons", "count": 1}).key == "perladora.too_few_pontoons_left"
    all_lines = [as_json(line) for line in walls]
    assert refusal(start(), correct(lines=all_lines)).key == "perladora.too_many_pontoons"


def test_ten_territories_with_twenty_nine_pontoons() -> None:
    block = {(row, column): (row // 2, column // (2 if row < 4 else 4)) for row, column in SQUARES}
    walls = [line for line in LINES if block[line[0]] != block[line[1]]]
    assert len(walls) == 29
    found = territories(walls)
    assert [len(part) for part in found] == [4] * 10
    assert [min(part) for part in found] == sorted(min(part) for part in found)
    assert len(open_lines(walls)) == 8 * 4
    assert not any(is_divisible(walls, part) for part in found)


def test_territories_and_open_lines_agree_with_joining_cells() -> None:
    rng = Random(11)
    for _ in range(150):
        walls = some_walls(rng, rng.randrange(36))
        roots = partition(set(walls))
        expected = {frozenset(cell for cell in CELLS if roots[cell] == root) for root in roots.values()}
        turned = [rng.choice([(a, b), (b, a)]) for a, b in walls]
        found = territories(turned)
        assert set(found) == expected
        assert len(found) == len(expected)
        for line in rng.sample(EDGES, 12):
            if line in walls:
                continue
            after = partition({*walls, line})
            small = [root for root, n in Counter(after.values()).items() if n < 4]
            assert bool(cut_off(walls, line)) == bool(small)
            assert (line in open_lines(walls)) == (not small)
            if len(small) == 1:
                assert cut_off(walls, line) == {cell for cell in CELLS if after[cell] == small[0]}


def splits_somehow(walls: set[Any], cells: frozenset[Any]) -> bool:
    """Tries every way to colour the cells in two, for small territories only."""
    order = sorted(cells)
    inner = [edge for edge in EDGES if edge[0] in cells and edge[1] in cells and edge not in walls]
    for colouring in range(1, 1 << (len(order) - 1)):
        first = {cell for number, cell in enumerate(order) if colouring >> number & 1}
        if not 4 <= len(first) <= len(order) - 4:
            continue
        between = {edge for edge in inner if (edge[0] in first) != (edge[1] in first)}
        roots = partition(walls | between)
        if len({roots[cell] for cell in cells}) == 2:
            return True
    return False


def test_divisible_agrees_with_every_colouring_of_small_territories() -> None:
    rng = Random(2)
    seen = Counter[bool]()
    for _ in range(60):
        walls = some_walls(rng, 35)
        for part in territories(walls):
            if len(part) <= 10:
                divisible = is_divisible(walls, part)
                assert divisible == splits_somehow(set(walls), part)
                seen[divisible] += 1
    assert seen[True] > 5 < seen[False]


def test_a_cross_of_nine_squares_cannot_be_divided() -> None:
    cross = frozenset({(2, n) for n in range(2, 7)} | {(n, 4) for n in range(5)})
    walls = [line for line in LINES if (line[0] in cross) != (line[1] in cross)]
    assert len(cross) == 9
    assert not is_divisible(walls, cross)
    row = frozenset((0, n) for n in range(8))
    assert is_divisible(FIRST_ROW, row)
    assert not is_divisible(FIRST_ROW, row - {(0, 7)})


def test_complete_means_a_diver_or_a_farm_on_every_square() -> None:
    assert is_complete({(0, 0), (0, 1)}, {(0, 0), (0, 1), (0, 2)})
    assert not is_complete({(0, 0), (0, 1)}, {(0, 0)})


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


def full_territory(**options: Any) -> Any:
    """The corner is filled by seats 0, 1 and 1; it is seat 0's turn."""
    options = {"advanced": True, "clans": ["coral", "mountain"], **options}
    return play(
        start(**options),
        pontoons(*CORNER[:2]),
        pontoons(*CORNER[2:]),
        diver(0, 0, 2),
        diver(0, 1, 1),
        diver(3, 3, 1),
        diver(1, 0, 1),
    )


SHELL = {"advanced": True, "clans": ["shell", "mountain"]}
SAND = {"advanced": True, "clans": ["sand", "coral"]}
CORAL_TEAM = {"advanced": True, "clans": ["coral", "shell", "mountain", "sand"]}


def divided_for_sand() -> Any:
    """Sand's turn; sand sits in the corner alone, and opposite a coral diver in the large territory."""
    return play(
        start(**SAND),
        pontoons(*CORNER[:2]),
        pontoons(*CORNER[2:]),
        diver(0, 0, 1),
        diver(2, 2, 1),
        DIVER,
        diver(0, 1, 1),
    )


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


def dead_walls(pontoons_left: int) -> list[Any]:
    """Pontoons after which no line is open, although some are left."""
    rng = Random(4)
    while True:
        walls: list[Any] = []
        while lines := open_lines(walls):
            walls.append(rng.choice(lines))
        if len(walls) == 35 - pontoons_left:
            return walls


def test_pontoons_without_a_line_left_for_them() -> None:
    walls = dead_walls(1)
    assert all(min(sizes({*walls, edge})) < 4 for edge in EDGES if edge not in walls)
    table = play(start(), correct(lines=[as_json(line) for line in walls]))
    assert table.counts["pontoons"] == 1
    assert refusal(table, {"move": "pontoons", "count": 1}).key == "perladora.no_line_left"
    assert "perladora.notice.no_line_left" in notices(table)


# -- Reinforcements and powers ----------------------------------------------------------------------------


def test_a_reinforcement_in_a_complete_territory() -> None:
    table = full_territory()
    assert reinforceable(table) == ((0, 0),)
    after = play(table, {**REINFORCE, "square": [0, 0]})
    assert after.diver_at((0, 0)).reinforced
    assert after.counts["reinforcements"] == [0, 1]
    assert after.turn == 1
    assert reinforceable(after) == ()
    assert refusal(after, REINFORCE).key == "perladora.nothing_to_reinforce"


def test_a_reinforcement_may_cover_a_necklace() -> None:
    table = full_territory(clans=["mountain", "sand"])
    board = [
        {"seat": d.seat, "square": list(d.square), "flowers": int(d.square == (0, 0))} for d in table.divers
    ]
    table = play(table, correct(board=board), {**REINFORCE, "square": [0, 0]})
    there = table.diver_at((0, 0))
    assert (there.reinforced, there.flowers) == (True, 1)


def test_a_reinforcement_where_the_board_is_only_partly_known() -> None:
    somewhere = play(start(advanced=True), diver(0, 0), DIVER)
    assert refusal(somewhere, {**REINFORCE, "square": [0, 0]}).args["empty"] == 31
    assert refusal(somewhere, REINFORCE).key == "perladora.nothing_complete_yet"
    corner = play(somewhere, correct(lines=[as_json(line) for line in CORNER]))
    assert refusal(corner, {**REINFORCE, "square": [0, 0]}).args["empty"] == 2
    could_be_complete = play(corner, DIVER, DIVER)
    assert GAME.why_not(could_be_complete, {**REINFORCE, "square": [0, 0]}) is None
    assert GAME.why_not(could_be_complete, REINFORCE) is None
    halved = play(somewhere, {"move": "pontoons", "count": 2}, DIVER)
    assert refusal(halved, {**REINFORCE, "square": [0, 0]}).key == "perladora.nothing_complete_yet"
    divided = play(halved, {"move": "pontoons", "count": 2}, DIVER)
    assert GAME.why_not(divided, {**REINFORCE, "square": [0, 0]}) is None
    assert GAME.why_not(divided, REINFORCE) is None
    on_a_loose_one = play(divided, DIVER, DIVER, {**REINFORCE, "square": [4, 4]})
    assert on_a_loose_one.counts["reinforcements"] == [0, 1]
    assert not any(d.reinforced for d in on_a_loose_one.divers)


def counted(pontoons_laid: int, *divers_placed: int, **options: Any) -> Any:
    """Two players told how much lies on the board, and nothing of where."""
    left = [16 - placed for placed in divers_placed]
    return play(start(advanced=True, **options), correct(pontoons=35 - pontoons_laid, divers=left))


PAIR_OF_FARMS = [down(2, 0), right(3, 0), down(3, 1), down(3, 2), right(4, 2)]
"""Cut off four squares with two farms among them."""


@pytest.mark.parametrize(
    ("pontoons_laid", "divers", "possible"),
    [(0, 31, False), (0, 32, True), (3, 31, False), (3, 32, True), (4, 2, False), (4, 3, True)]
    + [(laid, divers, divers > 1) for laid in (5, 6, 20, 35) for divers in (1, 2)],
)
def test_no_reinforcement_while_no_territory_can_be_complete(
    pontoons_laid: int, divers: int, possible: bool
) -> None:
    own = min(divers, 16)
    table = counted(pontoons_laid, own, divers - own)
    if possible:
        assert GAME.why_not(table, REINFORCE) is None
        assert play(table, REINFORCE).counts["reinforcements"] == [0, 1]
    else:
        reason = refusal(table, REINFORCE)
        assert reason.key == "perladora.nothing_complete_yet"
        assert reason.args == {"divers": divers, "pontoons": pontoons_laid}
    nobody_of_ones_own = counted(35, 0, 16)
    assert refusal(nobody_of_ones_own, REINFORCE).key == "perladora.nothing_to_reinforce"


def test_three_divers_behind_four_pontoons_and_two_behind_five_can_be_reinforced() -> None:
    corner = play(start(advanced=True), pontoons(*CORNER[:2]), pontoons(*CORNER[2:]))
    corner = play(corner, diver(0, 0), diver(0, 1), diver(1, 0), PASS)
    assert GAME.why_not(corner, {**REINFORCE, "square": [0, 0]}) is None
    pair = play(start(advanced=True), correct(lines=[as_json(line) for line in PAIR_OF_FARMS]))
    pair = play(pair, diver(4, 0), diver(4, 1))
    assert GAME.why_not(pair, {**REINFORCE, "square": [4, 0]}) is None
    rng = Random(1)
    assert any(len(walls_from(rng, PAIR_OF_FARMS)) == 35 for _ in range(20)), "more pontoons fit as well"


def walls_from(rng: Random, begun: list[Any]) -> list[Any]:
    walls = list(begun)
    while len(walls) < 35 and (lines := open_lines(walls)):
        walls.append(rng.choice(lines))
    return walls


def corners_of(line: Any) -> tuple[Any, Any]:
    """The two corners of the grid between which a pontoon lies."""
    (row, column), (other_row, _) = line
    beside = row == other_row
    return ((row, column + 1) if beside else (row + 1, column)), (row + 1, column + 1)


def chains(most: int) -> list[list[Any]]:
    """Every chain of at most so many lines from the edge of the board to the edge."""
    beside: dict[Any, list[Any]] = {}
    for line in LINES:
        for corner in corners_of(line):
            beside.setdefault(corner, []).append(line)

    def at_the_edge(corner: Any) -> bool:
        return corner[0] in (0, 5) or corner[1] in (0, 8)

    found = []
    begun: list[tuple[list[Any], list[Any]]] = [([], [corner]) for corner in beside if at_the_edge(corner)]
    while begun:
        lines, corners = begun.pop()
        if lines and at_the_edge(corners[-1]):
            found.append(lines)
        elif len(lines) < most:
            for line in beside[corners[-1]]:
                (further,) = set(corners_of(line)) - {corners[-1]}
                if further not in corners:
                    begun.append(([*lines, line], [*corners, further]))
    return found


def test_four_pontoons_close_off_a_corner_and_fewer_close_off_nothing() -> None:
    """Pontoons that divide the board hold such a chain, or a ring, which takes eight around four squares."""
    closed_off = set()
    for chain in chains(4):
        parts = territories(chain)
        if min(len(part) for part in parts) >= 4:
            assert len(chain) == 4
            closed_off.add(min(parts, key=len))
    blocks = [(row, column) for row in (0, 3) for column in (0, 6)]
    assert closed_off == {
        frozenset({(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)})
        for row, column in blocks
    }
    farms = set(start().farms)
    assert min(len(part - farms) for part in closed_off) == 3


def test_every_territory_has_two_squares_without_a_farm() -> None:
    """A larger one contains four connected squares, and those have no more farms than it has."""
    fours = {frozenset({cell}) for cell in CELLS}
    for _ in range(3):
        fours = {
            shape | {end}
            for shape in fours
            for edge in EDGES
            for cell, end in (edge, edge[::-1])
            if cell in shape and end not in shape
        }
    farms = set(start().farms)
    assert min(len(shape - farms) for shape in fours) == 2


def test_other_farms_need_other_divers() -> None:
    first_row = [[0, column] for column in range(8)]
    assert refusal(counted(4, 1, 0, farms=first_row), REINFORCE).key == "perladora.nothing_complete_yet"
    assert GAME.why_not(counted(4, 2, 0, farms=first_row), REINFORCE) is None
    assert GAME.why_not(counted(5, 1, 0, farms=first_row), REINFORCE) is None


def test_known_pontoons_say_which_territory_uncounted_squares_could_complete() -> None:
    corner = play(start(advanced=True), correct(lines=[as_json(line) for line in CORNER], divers=[14, 15]))
    assert GAME.why_not(corner, REINFORCE) is None
    elsewhere = [{"seat": 0, "square": [4, 4]}, {"seat": 1}, {"seat": 1}]
    theirs = play(corner, correct(board=elsewhere))
    assert refusal(theirs, REINFORCE).key == "perladora.nothing_to_reinforce"
    taken = [{"seat": 0, "square": [0, 0], "reinforced": True}, {"seat": 1}, {"seat": 1}, {"seat": 1}]
    reinforced = play(corner, correct(board=taken, turn=1))
    assert refusal(reinforced, REINFORCE).key == "perladora.nothing_to_reinforce"


def test_a_power_comes_first_and_the_turn_goes_on() -> None:
    table = play(start(**SHELL), power(square=[0, 0], value=4))
    assert (table.turn, table.power_used) == (0, True)
    assert table.counts["powers"] == [0, 2]
    assert table.diver_at((0, 0)).face_up
    assert "perladora.notice.power_then_action" in notices(table)
    table = play(table, diver(0, 1))
    assert (table.turn, table.power_used) == (1, False)
    assert not table.diver_at((0, 1)).face_up
    table = play(table, power(line=as_json(right(0, 0))))
    assert table.pontoons == (right(0, 0),)
    assert table.counts == {"pontoons": 34, "divers": [14, 16], "reinforcements": [1, 1], "powers": [0, 1]}
    assert play(table, {"move": "pontoons", "count": 2}).counts["pontoons"] == 32


def test_no_power_that_no_action_could_follow() -> None:
    alone = play(start(**SHELL), PASS, correct(divers=[16, 0], pontoons=1, reinforcements=[1, 0]))
    reason = refusal(alone, power())
    assert (reason.key, reason.args) == ("perladora.no_action_after_power", {"seat": 1})
    assert play(alone, correct(divers=[16, 1]), power(), DIVER).turn == 1
    assert play(alone, correct(pontoons=2), power(), {"move": "pontoons", "count": 1}).turn == 1
    last_diver = play(start(**SHELL), correct(divers=[1, 0], pontoons=0, reinforcements=[0, 0]))
    assert refusal(last_diver, power()).key == "perladora.no_action_after_power"
    looking = play(
        start(**SAND), DIVER, DIVER, correct(divers=[0, 0], pontoons=0, reinforcements=[0, 0], turn=1)
    )
    assert refusal(looking, power()).key == "perladora.no_action_after_power"
    assert play(looking, correct(reinforcements=[0, 1]), power(), REINFORCE).turn == 0


def test_passing_after_a_power_only_if_nothing_else_is_possible() -> None:
    alone = play(start(**SHELL), PASS, correct(divers=[16, 0], pontoons=2, reinforcements=[1, 0]))
    used = play(alone, power())
    assert can_act(used) is None
    assert play(used, PASS).phase == "over"
    stuck = play(used, correct(pontoons=0))
    assert can_act(stuck) is False
    assert "perladora.notice.must_pass" in notices(stuck)
    assert play(stuck, PASS).phase == "over"
    surely = play(alone, correct(lines=[]), power(line=as_json(right(0, 0))))
    assert refusal(surely, PASS).key == "perladora.power_then_action"


def test_coral_looks_at_own_and_opposing_divers() -> None:
    table = play(start(4, **CORAL_TEAM), diver(0, 0), diver(0, 1), diver(0, 2), DIVER)
    for square in ([0, 0], [0, 1], [4, 4]):
        after = play(table, power(square=square))
        assert after.divers == table.divers
        assert after.counts["powers"] == [1, 1, 2, 2]
    assert refusal(table, power(square=[0, 2])).args == {"square": [0, 2], "seat": 2}
    assert play(table, power()).counts["powers"] == [1, 1, 2, 2]


def test_sand_gives_flowers() -> None:
    table = play(start(**SAND), DIVER, diver(2, 2))
    table = play(table, power(square=[2, 2]), DIVER, DIVER)
    assert table.diver_at((2, 2)).flowers == 1
    table = play(table, power(square=[2, 2]), DIVER)
    assert table.diver_at((2, 2)).flowers == 2
    assert table.counts["powers"] == [0, 2]


def test_sand_needs_a_diver_of_its_own_to_give_flowers() -> None:
    table = play(start(starter=1, **SAND), diver(2, 2))
    for move in (power(square=[2, 2]), power()):
        reason = refusal(table, move)
        assert (reason.key, reason.args) == ("perladora.no_diver_to_give_flowers", {"seat": 0})
    light = play(start(starter=1, **SAND), DIVER)
    assert refusal(light, power()).key == "perladora.no_diver_to_give_flowers"
    partner = play(start(4, starter=0, advanced=True, clans=["coral", "sand", "shell", "mountain"]), DIVER)
    partner = play(partner, correct(board=[{"seat": 0}, {"seat": 3}]))
    assert refusal(partner, power()).key == "perladora.no_diver_to_give_flowers"


def test_before_any_territory_is_closed_off_sand_may_choose_any_opposing_diver() -> None:
    table = play(start(starter=1, **SAND), diver(2, 2), diver(0, 0), DIVER)
    assert play(table, power(square=[2, 2])).diver_at((2, 2)).flowers == 1
    unfinished = play(table, correct(lines=[as_json(line) for line in CORNER[:3]]))
    assert GAME.why_not(unfinished, power(square=[2, 2])) is None


def test_on_a_known_board_flowers_need_somebody_to_give_them_to() -> None:
    alone_in_the_corner = play(
        divided_for_sand(),
        correct(board=[{"seat": 0, "square": [0, 0]}, {"seat": 1, "square": [2, 2]}]),
    )
    reason = refusal(alone_in_the_corner, power())
    assert (reason.key, reason.args) == ("perladora.nobody_to_give_flowers", {"seat": 0})
    assert GAME.why_not(divided_for_sand(), power()) is None


def test_no_flowers_by_count_once_every_square_is_filled() -> None:
    full = play(start(**SAND), correct(divers=[0, 0]))
    reason = refusal(full, power())
    assert (reason.key, reason.args) == ("perladora.board_is_complete", {"squares": 32})
    assert GAME.why_not(play(start(**SAND), correct(divers=[1, 0])), power()) is None


def test_sand_needs_an_own_diver_in_a_divided_board() -> None:
    table = divided_for_sand()
    assert table.turn == 0
    assert play(table, power(square=[0, 1])).diver_at((0, 1)).flowers == 1
    assert GAME.why_not(table, power(square=[2, 2])) is None, "an own diver lies nobody knows where"
    known = play(table, correct(board=[{"seat": 0, "square": [0, 0]}, {"seat": 1, "square": [2, 2]}]))
    assert refusal(known, power(square=[2, 2])).key == "perladora.not_in_your_territory"


def test_no_flowers_once_every_square_is_filled() -> None:
    table = play(start(**SAND), DIVER, diver(2, 2), correct(divers=[0, 0]))
    assert refusal(table, power(square=[2, 2])).key == "perladora.territory_is_complete"


def test_flowers_without_a_square_are_only_counted() -> None:
    table = play(start(**SAND), DIVER, DIVER, power())
    assert table.counts["powers"] == [1, 2]
    assert not any(d.flowers for d in table.divers)
    onto_a_loose_one = play(table, DIVER, DIVER, power(square=[2, 2]))
    assert onto_a_loose_one.counts["powers"] == [0, 2]
    assert not any(d.flowers for d in onto_a_loose_one.divers)


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


# -- The end ----------------------------------------------------------------------------------------------


def notices(table: Any) -> dict[str, Any]:
    return {notice.key: dict(notice.args) for notice in GAME.notices(table)}


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


# -- Scoring ----------------------------------------------------------------------------------------------

ADVANCED = {"advanced": True}
REST = [3, 4, 4, 5, 5, 6, 6]


def entry(cells: int, farms: list[int], *divers: tuple[Any, ...]) -> dict[str, Any]:
    """Divers as (seat, value), (seat, value, "+") or (seat, value, flowers)."""
    return {
        "cells": cells,
        "farms": farms,
        "divers": [
            {"seat": seat, "value": value}
            | ({"reinforced": True} if "+" in more else {})
            | ({"flowers": n} if (n := sum(m for m in more if m != "+")) else {})
            for seat, value, *more in divers
        ],
    }


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


# -- Random play ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("how", ["light", "full", "mixed"])
def test_random_games_end_and_are_counted(players: int, how: str) -> None:
    for seed in range(25):
        played = play_out(Random(seed), players, how != "light", mixed=how == "mixed")
        assert played.table.phase == "over"


def test_random_games_without_clans_and_without_anything() -> None:
    for seed in range(10):
        assert play_out(Random(seed), 3, True, {"advanced": True}).table.counts["powers"] is None
        assert play_out(Random(seed), 4, False, {}).table.phase == "over"


def board_of(table: Any) -> Board:
    return Board(
        players=table.players,
        farms=list(table.farms),
        piles=[],
        clans=list(table.options.clans),
        advanced=table.options.advanced,
        hands=[[0] * left for left in table.divers_left],
        tiles={d.square: Tile(d.seat, d.value, d.reinforced, d.flowers) for d in table.divers},
        walls=set(table.pontoons),
        passed=list(table.passed),
        reinforcements=list(table.reinforcements),
    )


def powers_of(board: Board, seat: int) -> Iterator[tuple[Move, Board]]:
    """What the clan of this seat may do, and the board after it."""
    assert board.clans is not None
    clan = board.clans[seat]
    targets = {"coral": board.to_look_at, "sand": board.to_charm}
    if clan in targets:
        for cell in targets[clan](seat):
            yield {"square": list(cell)}, board
    elif clan == "shell" and board.hands[seat]:
        for cell in board.free:
            hands = [hand[1:] if owner == seat else hand for owner, hand in enumerate(board.hands)]
            yield (
                {"square": list(cell)},
                replace(board, hands=hands, tiles={**board.tiles, cell: Tile(seat, 0)}),
            )
    elif clan == "mountain" and board.pontoons:
        for edge in EDGES:
            if board.may_wall(edge):
                yield {"line": as_json(edge)}, replace(board, walls={*board.walls, edge})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_flowers_go_to_exactly_those_whom_the_rules_name(players: int) -> None:
    for seed in range(30):
        played = play_out(Random(seed), players, True)
        if "sand" not in (played.options.get("clans") or ()):
            continue
        sand = played.options["clans"].index("sand")
        table = GAME.start(players, played.options, played.starter)
        for move in played.moves[: Random(seed).randrange(len(played.moves))]:
            table = GAME.play(table, move)
        if not table.options.advanced or table.passed[sand] or table.power_used:
            continue
        table = GAME.play(table, correct(turn=sand))
        board = board_of(table)
        willing = board.to_charm(sand) if table.powers[sand] and board.can_act(sand) else []
        for cell in CELLS:
            assert (GAME.why_not(table, power(square=list(cell))) is None) == (cell in willing)
        assert (GAME.why_not(table, power()) is None) == bool(willing)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tracked_board_refuses_exactly_what_the_rules_forbid(players: int) -> None:
    rng = Random(players)
    for seed in range(12):
        played = play_out(Random(seed), players, True)
        table = GAME.start(players, played.options, played.starter)
        for move in played.moves[: rng.randrange(len(played.moves))]:
            table = GAME.play(table, move)
        walls = set(table.pontoons)
        roots = partition(walls)
        filled = {*table.farms, *(d.square for d in table.divers)}
        complete = {root for root in roots.values() if all(c in filled for c in CELLS if roots[c] == root)}
        reinforced = {roots[d.square] for d in table.divers if d.reinforced}
        own = {d.square for d in table.divers if d.seat == table.turn}
        for edge in EDGES:
            fair = table.pontoons_left > 0 and edge not in walls and min(sizes({*walls, edge})) >= 4
            assert (GAME.why_not(table, pontoons(edge)) is None) == fair
        for cell in CELLS:
            fair = table.divers_left[table.turn] > 0 and cell not in filled
            assert (GAME.why_not(table, diver(*cell)) is None) == fair
            fair = (
                table.reinforcements[table.turn] > 0
                and cell in own
                and roots[cell] in complete
                and roots[cell] not in reinforced
            )
            assert (GAME.why_not(table, {**REINFORCE, "square": list(cell)}) is None) == fair
        if table.options.clans:
            for told, after in powers_of(board_of(table), table.turn):
                fair = table.powers[table.turn] > 0 and not table.power_used and after.can_act(table.turn)
                assert (GAME.why_not(table, power(**told)) is None) == fair
        for value in range(1, 6):
            used = sum(d.seat == table.turn and d.value == value for d in table.divers)
            fair = used < STOCK[players][value - 1] and len(table.divers) < FREE_SQUARES
            assert (GAME.why_not(table, {"move": "diver", "value": value}) is None) == fair


# -- Any input --------------------------------------------------------------------------------------------

NUMBERS = st.integers(-2, 9) | st.sampled_from([10**30, True, 1.0, float("nan"), None, "x", [], {}])
PLACES = st.lists(st.integers(-1, 8), min_size=2, max_size=2) | NUMBERS
FIELDS: dict[str, Any] = {
    "square": PLACES,
    "value": NUMBERS,
    "count": NUMBERS,
    "line": st.lists(PLACES, max_size=3),
    "lines": st.lists(st.lists(PLACES, max_size=3), max_size=4) | NUMBERS,
    "turn": NUMBERS,
    "round": NUMBERS,
    "pontoons": NUMBERS,
    "divers": st.lists(NUMBERS, max_size=4) | NUMBERS,
    "passed": st.lists(st.booleans() | NUMBERS, max_size=4),
    "reinforcements": st.lists(st.integers(0, 1) | NUMBERS, max_size=4),
    "powers": st.lists(st.integers(0, 2) | NUMBERS, max_size=4),
    "power_used": st.booleans() | NUMBERS,
    "farms": st.lists(PLACES, max_size=9) | NUMBERS,
    "piles": st.permutations(PILES) | NUMBERS,
    "board": st.lists(
        st.fixed_dictionaries(
            {"seat": st.integers(0, 1) | NUMBERS},
            optional={
                "square": PLACES,
                "value": NUMBERS,
                "reinforced": st.booleans(),
                "flowers": st.integers(0, 2),
                "face_up": NUMBERS,
            },
        ),
        max_size=4,
    ),
}
MOVES = st.sampled_from(list(GAME.moves)).flatmap(
    lambda name: st.fixed_dictionaries({"move": st.just(name)}, optional=FIELDS)
)


@cache
def tables_along(seed: int, kind: int) -> list[Any]:
    played = play_out(Random(seed), 2, True, [{}, SHELL, SAND, {"advanced": True}][kind])
    tables = [GAME.start(2, played.options, played.starter)]
    for move in played.moves:
        tables.append(GAME.play(tables[-1], move))
    return tables


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    moves=st.lists(MOVES | MOVES.map(lambda move: dict(list(move.items())[:2])), max_size=6),
    tables=st.builds(tables_along, st.integers(0, 2), st.integers(0, 3)),
    data=st.data(),
)
def test_any_moves_are_played_or_refused_with_a_reason(
    moves: list[Move], tables: list[Any], data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from(tables))
    options = {"advanced": table.options.advanced}
    for move in moves:
        before = table
        reason = GAME.why_not(table, move)
        if reason is not None:
            json.dumps(dict(reason.args), allow_nan=False)
            assert reason.key
            assert table is before
            continue
        table = GAME.play(table, move)
        assert sum(table.counts["divers"]) + len(table.divers) == 32
        assert 0 <= table.counts["pontoons"] <= 35
        assert (table.phase == "over") == all(table.passed)
        assert table.phase == "over" or not table.passed[table.turn]
        squares = [d.square for d in table.divers if d.square is not None]
        assert len({*squares, *table.farms}) == len(squares) + 8
        assert all(len(part) >= 4 for part in territories(table.pontoons))
        assert all(n >= 0 for seat in range(2) for n in table.stock(seat).values())
        assert all(d.seat in (0, 1) for d in table.divers)
        GAME.notices(table)
        regions(table)
        GAME.score(2, options, GAME.sheet(table), force=True)
