"""Perladöra: territories."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring.perladora.board import (
    LINES,
    SQUARES,
    cut_off,
    is_complete,
    is_divisible,
    open_lines,
    territories,
)
from tests.scoring.perladora.plays import (
    CORNER,
    FIRST_ROW,
    as_json,
    correct,
    down,
    play,
    pontoons,
    refusal,
    right,
    some_walls,
    start,
)
from tests.scoring.perladora_player import CELLS, EDGES, partition


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


def test_geometry_vector_5_two_territories_of_four_in_the_first_row() -> None:
    assert shape_of(*FIRST_ROW, right(0, 3)) == [(4, 0), (4, 1), (32, 7)]


def test_geometry_vector_6_three_squares_in_the_first_row() -> None:
    table = play(start(), correct(lines=[as_json(line) for line in FIRST_ROW]))
    reason = refusal(table, pontoons(right(0, 2)))
    assert reason.key == "perladora.territory_too_small"
    assert reason.args["squares"] == [[0, 0], [0, 1], [0, 2]]
    assert cut_off(table.pontoons, right(0, 2)) == {(0, 0), (0, 1), (0, 2)}
    assert cut_off(table.pontoons, right(0, 3)) == frozenset()


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
