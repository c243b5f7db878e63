"""Perladöra: reinforcements and powers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.perladora.board import LINES, open_lines, territories
from scoring.perladora.possible import can_act, reinforceable
from scoring.perladora.rules import GAME
from tests.scoring.perladora.plays import (
    CORAL_TEAM,
    CORNER,
    DIVER,
    PASS,
    REINFORCE,
    SAND,
    SHELL,
    as_json,
    correct,
    counted,
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
from tests.scoring.perladora_player import CELLS, EDGES


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
