"""Counting Perladöra by touch: territories, farms that move, divers turned over, teams, and the result."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import GAMES
from scoring.perladora.rules import PILES, copies_of, side_of
from screens.games.perladora.count import free_farms, new_territory, owners_of_farms
from tests.scoring.played import Played
from tests.screens.driver import Driver, at_home
from tests.screens.tables import NAMES, document, play_out
from tests.screens.test_count import count_page
from tests.screens.walker import pseudo_language, untranslated

INITIALS = ("A", "B", "C", "D")
RULES = GAMES["perladora"]
CASES = json.loads((Path(__file__).parent.parent / "scoring" / "data" / "perladora.json").read_text("utf-8"))
Launch = Callable[..., Driver]


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


# -- Entering a sheet, as somebody at the board would -----------------------------------------------------


def enter(ui: Driver, sheet: dict[str, Any]) -> None:
    """The first territory keeps its farms until another one takes them."""
    for number, territory in enumerate(sheet["territories"]):
        if number:
            ui.tap("Add a territory")
            enter_farms(ui, territory["farms"])
        enter_squares(ui, territory["cells"])
        for diver in territory["divers"]:
            enter_diver(ui, diver)


def enter_squares(ui: Driver, cells: int) -> None:
    stepper = ui.page.calculator.ids.cells
    if stepper.value != cells:
        ui.tap(stepper.ids.number)
        for digit in str(cells):
            ui.tap(ui.find(digit, kind="PadKey"))
        ui.tap("Done")


def enter_farms(ui: Driver, farms: list[int]) -> None:
    calculator = ui.page.calculator
    surplus = Counter(calculator.here["farms"]) - Counter(farms)
    missing = Counter(farms) - Counter(calculator.here["farms"])
    for pearls in surplus.elements():
        ui.tap(next(tile for tile in calculator.farms if tile.lit and tile.text == str(pearls)))
    for pearls in missing.elements():
        free = [tile for tile in calculator.farms if not tile.lit and tile.text == str(pearls)]
        ui.tap(min(free, key=lambda tile: tile.secondary))


def enter_diver(ui: Driver, diver: dict[str, Any]) -> None:
    row = ui.page.calculator.row_of(diver["seat"])
    ui.tap(next(tile for tile in row.tiles if tile.text == str(diver["value"])))
    if diver.get("reinforced") or diver.get("flowers"):
        ui.tap(row.turned.children[0])
        if diver.get("reinforced"):
            ui.tap("Carries a reinforcement")
        for _ in range(diver.get("flowers", 0)):
            ui.tap(next(key for key in ui.all("IconButton") if key.name == "more"))
        ui.tap("Done")


def shown_pearls(ui: Driver) -> list[int]:
    """By side, from the strip above the territory."""
    return [int(score.pearls) for score in ui.page.calculator.scores]


def by_side(players: int, by_seat: list[int]) -> list[int]:
    return [by_seat[seat] for seat in range(players) if side_of(players, seat) == seat]


def shown_result(ui: Driver) -> dict[str, tuple[int, int]]:
    return {bar.name: (int(bar.total), int(bar.place.split()[-1])) for bar in ui.all("PodiumBar")}


def expected_result(players: int, totals: list[int], ranks: list[int]) -> dict[str, tuple[int, int]]:
    if players == 4:
        return {"Ada & Cleo": (totals[0], ranks[0]), "Bo & Dirk": (totals[1], ranks[1])}
    return {NAMES[seat]: (totals[seat], ranks[seat]) for seat in range(players)}


def random_sheet(rng: Random, players: int) -> dict[str, Any]:
    """Whole and possible: 40 squares, all farms, and divers within the stock and the room."""
    farms, cells = list(PILES), [5, 9, 26]
    rng.shuffle(farms)
    cuts = sorted(rng.sample(range(9), 2))
    parts = [sorted(farms[: cuts[0]]), sorted(farms[cuts[0] : cuts[1]]), sorted(farms[cuts[1] :])]
    parts.sort(key=len)
    parts.reverse()
    cells.reverse()
    stock = [
        {"seat": seat, "value": value}
        for seat in range(players)
        for value in range(1, 6)
        for _ in range(copies_of(players, value))
    ]
    rng.shuffle(stock)
    territories = []
    for size, piles in zip(cells, parts, strict=True):
        divers = [stock.pop() for _ in range(min(3, max(0, size - len(piles))))]
        territories.append({"cells": size, "farms": piles, "divers": divers})
    return {"territories": territories}


# -- The total on the screen ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_sheets_come_out_as_the_rules_say(ui: Driver, players: int) -> None:
    sheet = random_sheet(Random(players), players)
    page = count_page(ui, "perladora", players)
    enter(ui, sheet)
    assert page.sheet == sheet
    expected = RULES.score(players=players, options={}, sheet=sheet, force=True)
    assert shown_pearls(ui) == by_side(players, expected.totals)
    ui.tap("Who won?")
    assert shown_result(ui) == expected_result(players, expected.totals, expected.ranks)


def count_tracked(ui: Driver, players: int, seed: int) -> None:
    """The count of a table whose board was drawn to its end."""
    played = play_out("perladora", players, seed, True)
    session = document("perladora", played, len(played.moves))
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()


def test_worked_examples_come_out_right_on_the_result_page(ui: Driver) -> None:
    for case in [case for case in CASES if "expect" in case]:
        players, expect, name = case["players"], case["expect"], case["id"]
        count_page(ui, "perladora", players, case["options"])
        enter(ui, case["sheet"])
        ui.tap("Who won?")
        assert shown_result(ui) == expected_result(players, expect["totals"], expect["ranks"]), name
        for seat in range(players):
            assert (NAMES[seat] in ui.page.outcome.winner) == (seat in expect["winners"]), name
        lost = "pearls are lost" if expect["lost"] > 1 else "pearl is lost"
        assert ui.sees(lost) == bool(expect["lost"]), name
        assert len(ui.page.outcome.ids.details.children) == len(case["sheet"]["territories"]), name


def test_impossible_boards_are_told_and_kept_all_the_same(ui: Driver) -> None:
    """The other ones cannot be entered at all: a ninth farm, a five with three players, and so on."""
    for case in [case for case in CASES if case["id"] in ("R30", "R35", "R38", "R41")]:
        page = count_page(ui, "perladora", case["players"], case["options"])
        enter(ui, case["sheet"])
        assert page.sheet == case["sheet"]
        assert [banner for banner in page.ids.problems.children if banner.kind == "error"], case["id"]
        ui.tap("Who won?")
        ui.tap("Leave it so")
        assert ui.sees("cannot be right"), case["id"]


# -- What cannot be entered -------------------------------------------------------------------------------


def test_a_value_that_is_not_in_play_is_not_offered(ui: Driver) -> None:
    page = count_page(ui, "perladora", 3)
    assert [tile.text for tile in page.calculator.row_of(0).tiles] == ["1", "2", "3", "4"]


def test_a_diver_that_nobody_has_any_more_says_why(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    three = page.calculator.row_of(0).tiles[2]
    ui.tap(three)
    ui.tap(three)
    assert page.sheet["territories"][0]["divers"] == [{"seat": 0, "value": 3}]
    assert ui.sees("All of Ada’s 3s have been turned over already.")


def test_reinforcements_and_flowers_only_in_the_advanced_game(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    enter_diver(ui, {"seat": 0, "value": 2})
    ui.tap(page.calculator.row_of(0).turned.children[0])
    assert page.sheet["territories"][0]["divers"] == []
    ui.tap("Advanced game")
    assert page.options["advanced"] is True
    enter_diver(ui, {"seat": 0, "value": 2, "flowers": 1})
    ui.tap(page.calculator.row_of(0).turned.children[0])
    assert ui.sees("Carries a reinforcement")
    assert ui.sees("Flower necklaces on it")
    ui.tap("Turn it back over")
    assert page.sheet["territories"][0]["divers"] == []


def test_a_tracked_table_keeps_its_kind_of_game(ui: Driver) -> None:
    count_tracked(ui, 2, 4)
    assert not ui.sees("Advanced game")


# -- Territories and farms --------------------------------------------------------------------------------


def test_a_new_territory_is_offered_what_is_left_over(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    enter_squares(ui, 10)
    enter_farms(ui, [3, 7])
    assert [banner.kind for banner in page.ids.problems.children].count("error") == 2
    ui.tap("Add a territory")
    assert page.sheet["territories"][1] == {"cells": 30, "farms": [4, 4, 5, 5, 6, 6], "divers": []}
    assert "error" not in [banner.kind for banner in page.ids.problems.children]


def test_without_anything_left_the_largest_territory_is_divided(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    ui.tap("Add a territory")
    assert [territory["cells"] for territory in page.sheet["territories"]] == [36, 4]
    assert "error" not in [banner.kind for banner in page.ids.problems.children]


def test_a_farm_lies_in_one_territory_only(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    ui.tap("Add a territory")
    seven = page.calculator.farms[-1]
    assert seven.secondary == "#1"
    ui.tap(seven)
    assert [territory["farms"] for territory in page.sheet["territories"]] == [[3, 4, 4, 5, 5, 6, 6], [7]]
    assert seven.lit
    assert seven.secondary == "here"


def test_equal_piles_are_told_apart() -> None:
    sheet = [{"cells": 4, "farms": [4], "divers": []}, {"cells": 36, "farms": [4, 6], "divers": []}]
    assert owners_of_farms(sheet) == [None, 0, 1, None, None, 1, None, None]
    assert free_farms(sheet) == [3, 5, 5, 6, 7]
    assert new_territory(sheet)["cells"] == 4


def test_a_removed_territory_comes_back(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    ui.tap("Add a territory")
    before = json.dumps(page.sheet)
    ui.tap(name="remove territory")
    assert len(page.sheet["territories"]) == 1
    assert page.current == 0
    ui.tap("Undo")
    assert json.dumps(page.sheet) == before
    assert page.current == 1


# -- From the drawn board ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_a_tracked_board_fills_the_sheet_in(ui: Driver, players: int) -> None:
    count_tracked(ui, players, 3)
    page, table = ui.page, ui.page.live.table
    assert page.sheet == RULES.sheet(table)
    expected = RULES.score(
        players=players, options=page.live.document["options"], sheet=page.sheet, force=True
    )
    assert shown_pearls(ui) == by_side(players, expected.totals)
    board = page.calculator.on_board.board
    territories = [set(squares) for squares in page.calculator._drawn()]
    assert set(board.tints) == territories[0]
    last = max(range(len(territories)), key=lambda number: min(territories[number]))
    square = max(territories[last])
    ui.reveal(board)
    ui.press(*board.to_window(*board.place_of(square)))
    assert page.current == last
    assert set(board.tints) == territories[last]


def test_a_board_that_no_longer_fits_the_sheet_is_put_away(ui: Driver) -> None:
    count_tracked(ui, 2, 3)
    assert ui.page.calculator.on_board.parent
    ui.page.calculator.set_cells(1)
    assert ui.page.calculator.on_board.parent is None


def test_filling_in_again_from_a_territory_that_the_board_does_not_have(ui: Driver) -> None:
    count_tracked(ui, 2, 3)
    page = ui.page
    tracked = json.dumps(page.sheet)
    ui.tap(page.ids.tabs.children[0])
    for _ in range(2):
        ui.tap("Add a territory")
    typed = json.dumps(page.sheet)
    ui.tap(name="fill in")
    assert json.dumps(page.sheet) == tracked
    assert page.current == len(page.sheet["territories"]) - 1
    ui.tap("Undo")
    assert json.dumps(page.sheet) == typed


def test_many_divers_in_one_territory_find_their_room(ui: Driver) -> None:
    """In several rows: each is as tall as a tile, whatever the others are."""
    page = count_page(ui, "perladora", 2)
    for value in (1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2):
        page.calculator.turn_over(0, value)
    ui.settle()
    tiles = page.calculator.row_of(0).turned.children
    assert len({tile.y for tile in tiles}) > 1
    assert {round(tile.height) for tile in tiles} == {56}


# -- Looks ------------------------------------------------------------------------------------------------


def test_partners_are_shown_and_counted_together(ui: Driver) -> None:
    page = count_page(ui, "perladora", 4)
    enter_diver(ui, {"seat": 0, "value": 2})
    enter_diver(ui, {"seat": 2, "value": 3})
    enter_diver(ui, {"seat": 1, "value": 4})
    assert ui.sees("Ada and Cleo")
    assert ui.sees("strength 5: takes 40")
    assert page.whose == "Ada and Cleo"
    ui.tap("Who won?")
    assert ui.page.outcome.winner == "Ada and Cleo win together"
    assert ui.page.outcome.margin == "Bo and Dirk: 40 pearls behind."
    assert ui.page.outcome.remarks == ["2 more strength in territory 1, and Bo and Dirk would have won."]


def test_the_tab_of_the_territory_is_always_in_view(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    for _ in range(8):
        page.calculator.add_territory()
    ui.settle()
    tab = page.ids.tabs.children[0]
    assert tab.selected
    assert tab.to_window(tab.right, 0)[0] <= page.width


def test_everything_is_translated(ui: Driver) -> None:
    with pseudo_language(ui):
        page = count_page(ui, "perladora", 2, {"advanced": True})
        page.calculator.turn_over(0, 2)
        assert untranslated(ui, (*NAMES, *INITIALS)) == []
        page.calculator.change_diver(0)
        ui.settle()
        assert untranslated(ui, (*NAMES, *INITIALS)) == []
        ui.back()
        page.finish()
        ui.settle()
        assert untranslated(ui, (*NAMES, *INITIALS)) == []


# -- On the board -----------------------------------------------------------------------------------------

CORNER = (((0, 1), (0, 2)), ((1, 1), (1, 2)), ((1, 0), (2, 0)), ((1, 1), (2, 1)))


def lines(*found: Any) -> dict[str, Any]:
    return {"move": "pontoons", "count": len(found), "lines": [[list(end) for end in line] for line in found]}


def at_the_corner(ui: Driver, *more: dict[str, Any]) -> Any:
    """A complete territory of four squares, in which nobody noted a value: Ada reinforced one of hers."""
    moves = [
        lines(*CORNER[:2]),
        lines(*CORNER[2:]),
        *({"move": "diver", "square": square} for square in ([0, 0], [0, 1], [4, 4], [1, 0])),
        *more,
    ]
    options = {"advanced": True, "clans": ["coral", "sand"], "piles": [3, 4, 4, 5, 5, 6, 6, 7]}
    session = document("perladora", Played(2, options, 0, moves, None), len(moves))
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    return ui.page


def turn_over(ui: Driver, *values: int) -> None:
    keys = ui.page.calculator.on_board.keys
    for value in values:
        ui.tap(next(key for key in keys if key.text == str(value)))


def touch_square(ui: Driver, square: tuple[int, int]) -> None:
    board = ui.page.calculator.on_board.board
    ui.reveal(board)
    ui.press(*board.to_window(*board.place_of(square)), 0.02)


def test_a_reinforcement_counts_although_no_value_was_noted(ui: Driver) -> None:
    page = at_the_corner(ui, {"move": "reinforce", "square": [0, 0]})
    assert ui.sees("3 divers here are still face down.")
    assert ui.sees("Ada’s diver · reinforced")
    turn_over(ui, 1, 1, 1)
    corner = page.sheet["territories"][0]
    assert corner["divers"][0] == {"seat": 0, "value": 1, "reinforced": True}
    assert page.result.territories[0].takers == [0], "two against two, and the reinforcement decides"


def test_flowers_count_although_no_value_was_noted(ui: Driver) -> None:
    flowers = {
        "move": "correct",
        "board": [
            {"seat": 0, "square": [0, 0], "flowers": 1},
            {"seat": 1, "square": [0, 1]},
            {"seat": 0, "square": [4, 4]},
        ],
    }
    page = at_the_corner(ui, flowers)
    turn_over(ui, 2, 2)
    assert [outcome.takers for outcome in page.result.territories] == [[1], []]


def test_the_row_of_a_player_carries_along_what_lies_on_the_board(ui: Driver) -> None:
    page = at_the_corner(ui, {"move": "reinforce", "square": [0, 0]})
    enter_diver(ui, {"seat": 0, "value": 1})
    assert page.sheet["territories"][0]["divers"] == [{"seat": 0, "value": 1, "reinforced": True}]


def test_one_tap_for_each_diver_and_the_board_shows_what_was_turned(ui: Driver) -> None:
    page = at_the_corner(ui)
    turn_over(ui, 4, 1, 2, 5)
    shown = {piece.square: piece.value for piece in page.calculator.on_board.board.divers}
    assert shown == {(0, 0): 4, (0, 1): 1, (1, 0): 2, (4, 4): 5}
    assert ui.sees("All divers are turned over. Tap one to change it.")
    assert page.current == 1, "the last one lies in the second territory"
    assert page.result.totals == [40, 0]


def test_a_diver_can_be_changed_and_turned_back(ui: Driver) -> None:
    page = at_the_corner(ui)
    turn_over(ui, 3, 1)
    touch_square(ui, (0, 0))
    turn_over(ui, 2)
    assert page.calculator.on_board.value_at((0, 0)) == 2
    touch_square(ui, (0, 0))
    ui.tap(name="turn back")
    assert page.calculator.on_board.value_at((0, 0)) is None
    assert [diver["seat"] for diver in page.sheet["territories"][0]["divers"]] == [1]


def test_which_diver_was_turned_over_is_known_after_a_restart(ui: Driver) -> None:
    moves = {"move": "correct", "board": [{"seat": 0, "square": [0, 0]}, {"seat": 0, "square": [1, 0]}]}
    page = at_the_corner(ui, moves)
    touch_square(ui, (1, 0))
    turn_over(ui, 4)
    session = page.live.document["id"]
    ui.app.tab("home")
    ui.app.ways.forget_others()
    ui.app._live = None
    ui.app.go("count", session=session)
    ui.settle()
    board = ui.page.calculator.on_board
    assert (board.value_at((0, 0)), board.value_at((1, 0))) == (None, 4)


# -- Just counting: a sketch of the territories -----------------------------------------------------------


def test_eight_territories_and_32_divers_in_at_most_40_touches(
    ui: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pile opens the next territory; nobody need say how many squares there are."""
    page = count_page(ui, "perladora", 2)
    touches = []
    press = ui.press
    monkeypatch.setattr(ui, "press", lambda *where, **how: (touches.append(where), press(*where, **how)))
    stock = {seat: [1] * 10 + [2] * 3 + [3, 4, 5] for seat in (0, 1)}
    for number, place in enumerate((7, 0, 1, 2, 3, 4, 5, 6)):
        if number:
            ui.tap(page.calculator.farms[place])
        for seat in (0, 1, 0, 1):
            value = str(stock[seat].pop())
            ui.tap(next(tile for tile in page.calculator.row_of(seat).tiles if tile.text == value))
    sheet = page.sheet["territories"]
    assert [territory["farms"] for territory in sheet] == [[7], [3], [4], [4], [5], [5], [6], [6]]
    assert [territory["cells"] for territory in sheet] == [5] * 8
    assert [len(territory["divers"]) for territory in sheet] == [4] * 8
    assert not [problem for problem in page.problems if problem.level == "error"]
    print(f"{len(touches)} touches")
    assert len(touches) <= 40


def test_a_second_tap_in_the_same_place_undoes_nothing(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    enter_diver(ui, {"seat": 0, "value": 2})
    place = page.calculator.farms[3].to_window(*page.calculator.farms[3].center)
    for _ in range(2):
        ui.press(*place)
    assert [territory["farms"] for territory in page.sheet["territories"]][1] == [5]
    key = page.calculator.row_of(1).tiles[0]
    place = key.to_window(*key.center)
    for count in (1, 2, 3):
        ui.press(*place)
        assert page.sheet["territories"][1]["divers"] == [{"seat": 1, "value": 1}] * count


def test_of_two_equal_farms_the_touched_one_lights_up(ui: Driver) -> None:
    page = count_page(ui, "perladora", 2)
    ui.tap("Add a territory")
    first, second = page.calculator.farms[1], page.calculator.farms[2]
    ui.tap(second)
    assert (first.lit, second.lit) == (False, True)


def test_a_reinforcement_that_was_told_lightly_is_not_forgotten(ui: Driver) -> None:
    moves = [
        {"move": "correct", "divers": [0, 0], "reinforcements": [0, 1]},
        {"move": "end"},
    ]
    options = {"advanced": True, "clans": ["coral", "sand"]}
    session = document("perladora", Played(2, options, 0, moves, None), len(moves))
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    assert ui.sees("Reinforcement used: Ada. Tap the diver that carries it.")
    enter_diver(ui, {"seat": 0, "value": 2, "reinforced": True})
    assert not ui.sees("Reinforcement used")
