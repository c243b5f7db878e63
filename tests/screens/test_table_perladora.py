"""Perladöra beside the board: whole games by touch, light and drawn, and what only the board can do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from scoring import GAMES
from scoring.perladora.rules import LINES, SQUARES, cut_off, regions, territories
from screens.games.perladora import table as perladora
from screens.games.perladora.board import BoardView
from screens.games.perladora.pieces import paint, signs
from screens.games.plan import remembered_options
from screens.theme import PLAYER_COLOURS, theme
from tests.scoring.played import Played
from tests.screens.driver import Driver, at_home
from tests.screens.tables import (
    NAMES,
    first_move,
    play_by_touch,
    play_out,
    sit_down,
    undo_and_redo,
)
from tests.screens.test_setup import open_setup
from tests.screens.walker import TALL, complaints, pseudo_language, untranslated

LIGHT_SEEDS = {2: 17, 3: 13, 4: 15}
DRAWN_SEEDS = {2: 375, 3: 245, 4: 378}
HOLD = 0.6


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


# -- Fingers ----------------------------------------------------------------------------------------------


def at(ui: Driver, board: Any, place: tuple[float, float]) -> tuple[float, float]:
    ui.reveal(board)
    x, y = board.to_window(*place)
    return float(x), float(y)


def tap_square(ui: Driver, board: Any, square: Any, seconds: float = 0.02) -> None:
    ui.press(*at(ui, board, board.place_of(tuple(square))), seconds)


def tap_line(ui: Driver, board: Any, line: Any) -> None:
    first, second = sorted(tuple(end) for end in line)
    ui.press(*at(ui, board, board.middle_of((first, second))))


def choose(ui: Driver, mode: str) -> None:
    panel = ui.page.panel
    if panel.mode != mode:
        ui.tap(panel.modes[mode])


def tell_value(ui: Driver, value: int | None) -> None:
    """In the sheet that asks for it."""
    ui.tap("Skip" if value is None else ui.find(str(value), kind="Tile"))


def enter(ui: Driver, move: dict[str, Any]) -> None:
    """A move as somebody would tap it, with everything that it says."""
    panel = ui.page.panel
    if {"square", "lines", "line"} & set(move):
        draw(ui)
        choose(ui, move["move"])
    match move:
        case {"move": "pontoons", "lines": lines}:
            for line in lines:
                tap_line(ui, panel.board, line)
            if panel.pending:
                ui.tap("Done, just one")
        case {"line": line}:
            tap_line(ui, panel.board, line)
        case {"square": square}:
            tap_square(ui, panel.board, square)
            if "value" in move:
                tell_value(ui, move["value"])
        case {"move": "pontoons", "count": count}:
            ui.tap(panel.light["two" if count == 2 else "one"])
        case {"move": "pass"} if panel.drawn:
            choose(ui, "pass")
            ui.tap(panel.lagoon.passing)
        case _:
            ui.tap(panel.light[move["move"]])


def draw(ui: Driver) -> None:
    panel = ui.page.panel
    if not panel.drawn:
        ui.tap(ui.find("Draw the board", kind="ToggleRow"))
    if not panel.with_values:
        ui.tap(ui.find("Note the values too", kind="ToggleRow"))


def set_table(ui: Driver, players: int, *moves: dict[str, Any], **options: Any) -> Any:
    return sit_down(ui, "perladora", Played(players, options, 0, list(moves), None), len(moves))


def diver(row: int, column: int, **more: Any) -> dict[str, Any]:
    return {"move": "diver", "square": [row, column], **more}


def pontoons(*lines: Any) -> dict[str, Any]:
    return {
        "move": "pontoons",
        "count": len(lines),
        "lines": [[list(end) for end in line] for line in lines],
    }


LEFT_OF_01 = ((0, 0), (0, 1))
BELOW_00 = ((0, 0), (1, 0))
CORNER_OF_FOUR = (((0, 1), (0, 2)), ((1, 1), (1, 2)), ((1, 0), (2, 0)), ((1, 1), (2, 1)))


# -- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_light_from_the_first_move_to_the_count(ui: Driver, players: int) -> None:
    played = play_out("perladora", players, LIGHT_SEEDS[players], False)
    page = play_by_touch(ui, "perladora", played, enter)
    assert not page.panel.drawn
    undo_and_redo(ui, page)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawn_to_the_count(ui: Driver, players: int) -> None:
    played = play_out("perladora", players, DRAWN_SEEDS[players], True)
    page = play_by_touch(ui, "perladora", played, enter, first_move("perladora", played, 14))
    board, table = page.panel.board, page.live.table
    assert board.lines == list(table.pontoons)
    assert {piece.square: piece.value for piece in board.divers} == {
        diver.square: diver.value for diver in table.divers
    }, "at the end all divers are turned over"
    assert board.touches == "none"
    undo_and_redo(ui, page)


def test_the_seeds_use_every_power_and_a_reinforcement() -> None:
    rules = GAMES["perladora"]
    used = set()
    for players, seed in DRAWN_SEEDS.items():
        played = play_out("perladora", players, seed, True)
        begin = first_move("perladora", played, 14)
        table = rules.start(players, played.options, played.starter)
        for number, move in enumerate(played.moves):
            if number >= begin:
                used.add(played.options["clans"][table.turn] if move["move"] == "power" else move["move"])
            table = rules.play(table, move)
    assert {"coral", "shell", "mountain", "sand", "reinforce", "diver", "pontoons", "pass"} <= used


def test_light_and_drawn_moves_mix(ui: Driver) -> None:
    page = set_table(ui, 2)
    ui.tap(page.panel.light["diver"])
    ui.tap(page.panel.light["two"])
    draw(ui)
    assert ui.sees("2 pontoons are not drawn. 1 diver is not drawn.")
    enter(ui, diver(2, 2, value=3))
    ui.tap(ui.find("Draw the board", kind="ToggleRow"))
    ui.tap(page.panel.light["one"])
    table = page.live.table
    assert (table.loose_pontoons, table.loose_divers, len(table.divers)) == (3, 1, 2)


# -- What is forbidden ------------------------------------------------------------------------------------


def test_a_blocked_choice_tells_why_and_changes_nothing(ui: Driver) -> None:
    page = set_table(ui, 2, {"move": "correct", "divers": [0, 16]}, advanced=True, clans=["coral", "sand"])
    before = page.live.table
    tile = page.panel.light["diver"]
    assert tile.reason is not None
    ui.tap(tile)
    assert ui.sees("Ada has placed all 16 divers.")
    draw(ui)
    assert page.panel.mode == "pontoons", "what is possible is offered first"
    assert page.live.table == before


def test_a_power_without_anything_to_use_it_on_tells_so(ui: Driver) -> None:
    page = set_table(ui, 2, advanced=True, clans=["coral", "sand"])
    ui.tap(page.panel.light["power"])
    assert ui.sees("There is no diver on the board for this power yet.")
    ui.app.hush()
    draw(ui)
    ui.tap(page.panel.modes["power"])
    assert ui.sees("There is no diver on the board for this power yet.")
    assert page.panel.mode == "diver"
    assert not page.live.moves


def test_a_pontoon_that_cuts_off_too_little_is_refused_and_shows_what(
    ui: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perladora, "WARNING_SECONDS", 1.5)
    page = set_table(ui, 2, pontoons(LEFT_OF_01))
    choose(ui, "pontoons")
    tap_line(ui, page.panel.board, BELOW_00)
    assert set(page.panel.board.marked) == cut_off([LEFT_OF_01], BELOW_00) == {(0, 0)}
    assert ui.sees("A territory needs at least 4.")
    assert page.panel.pending == []
    assert len(page.live.moves) == 1
    ui.wait(lambda: page.panel.board.marked == [])


def test_the_second_pontoon_of_a_turn_knows_the_first(ui: Driver) -> None:
    page = set_table(ui, 2, diver(3, 3))
    choose(ui, "pontoons")
    tap_line(ui, page.panel.board, LEFT_OF_01)
    assert page.panel.board.pending == [LEFT_OF_01]
    assert page.panel.modes["pontoons"].secondary == "2 of 2"
    assert BELOW_00 not in page.panel.board.hints
    tap_line(ui, page.panel.board, BELOW_00)
    assert page.panel.board.marked == [(0, 0)]
    assert page.panel.pending == [LEFT_OF_01]
    assert len(page.live.moves) == 1


def test_a_pending_pontoon_can_be_taken_back(ui: Driver) -> None:
    page = set_table(ui, 2, diver(3, 3))
    choose(ui, "pontoons")
    for take_back in (lambda: ui.tap("Take it back"), lambda: tap_line(ui, page.panel.board, LEFT_OF_01)):
        tap_line(ui, page.panel.board, LEFT_OF_01)
        assert page.panel.pending
        take_back()
        assert not page.panel.pending
        assert not page.panel.board.pending
    assert len(page.live.moves) == 1


def test_the_last_pontoon_waits_for_no_second_one(ui: Driver) -> None:
    page = set_table(ui, 2, {"move": "correct", "pontoons": 1, "lines": []}, diver(3, 3))
    choose(ui, "pontoons")
    tap_line(ui, page.panel.board, LEFT_OF_01)
    assert page.panel.pending == []
    assert page.live.table.pontoons == (LEFT_OF_01,)
    assert page.live.table.pontoons_left == 0


def test_a_taken_square_is_refused(ui: Driver) -> None:
    page = set_table(ui, 2, diver(2, 2))
    tap_square(ui, page.panel.board, (2, 2))
    assert ui.sees("Ada’s diver is on this square already.")
    tap_square(ui, page.panel.board, (1, 1))
    assert ui.sees("There is a farm on this square.")
    assert len(page.live.moves) == 1


def test_after_the_end_there_is_nothing_to_tap(ui: Driver) -> None:
    page = set_table(ui, 2, diver(2, 2), {"move": "end"})
    assert page.panel.board.touches == "none"
    assert page.panel.lagoon.ids.modes.children == []
    page.panel.drawn = False
    ui.settle()
    assert page.panel.pads.children == []


# -- Territories ------------------------------------------------------------------------------------------


def test_territories_are_tinted_numbered_and_counted_as_they_close(ui: Driver) -> None:
    page = set_table(ui, 2, pontoons(*CORNER_OF_FOUR[:2]), pontoons(CORNER_OF_FOUR[2]))
    panel = page.panel
    assert len(panel.territories) == 1
    assert panel.board.numbers == {}
    enter(ui, pontoons(CORNER_OF_FOUR[3]))
    inside, outside = territories(page.live.table.pontoons)
    assert [row.text for row in panel.territories] == ["36 squares", "4 squares"]
    assert [row.value for row in panel.territories] == ["7 farms", "1 farm"]
    assert panel.board.numbers == {(0, 0): 2, (0, 2): 1}
    assert len({tuple(panel.board.tints[square]) for square in inside}) == 1
    assert panel.board.tints[0, 0] != panel.board.tints[min(outside)]
    for square in ((0, 0), (0, 1), (1, 0)):
        assert not panel.territories[1].complete
        enter(ui, diver(*square, value=1))
    assert panel.territories[1].complete
    assert panel.territories[1].secondary.startswith("complete")
    assert [region.complete for region in regions(page.live.table)] == [True, False]


# -- Secrets ----------------------------------------------------------------------------------------------


def test_values_are_for_the_owner_alone(ui: Driver) -> None:
    page = set_table(ui, 3)
    draw(ui)
    enter(ui, diver(2, 2, value=4))
    assert page.live.table.divers[0].value == 4
    assert [piece.value for piece in page.panel.board.divers] == [None]
    assert page.log_lines()[0][2] == "places a diver"
    row = page.panel.stocks[0]
    ui.reveal(row)
    secret = "1 × 7   2 × 2   3 × 1"
    assert not ui.sees(secret)
    finger = UnitTestTouch(*row.to_window(*row.center))
    finger.touch_down()
    ui.rest(0.5)
    assert ui.sees(secret)
    finger.touch_up()
    ui.settle()
    ui.wait(lambda: not ui.sees(secret))
    assert not ui.sees("For Ada's eyes only")


def test_a_short_tap_on_a_player_shows_no_secret(ui: Driver) -> None:
    page = set_table(ui, 3)
    ui.tap(page.panel.stocks[1])
    assert not page.panel.stocks[1].peeking
    assert ui.sees("For Bo’s eyes only: keep a finger on it to see the values.")


def test_a_held_square_asks_for_the_value(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0))
    tap_square(ui, page.panel.board, (2, 2), HOLD)
    assert ui.sees("For Bo’s eyes only. The others look away.")
    tell_value(ui, 5)
    assert page.live.moves[-1] | {"at": 0} == diver(2, 2, value=5) | {"at": 0}
    tap_square(ui, page.panel.board, (0, 0), HOLD)
    tell_value(ui, 2)
    assert [diver.value for diver in page.live.table.divers] == [2, 5]
    tap_square(ui, page.panel.board, (2, 3), HOLD)
    tell_value(ui, None)
    assert page.live.table.divers[-1].value is None


def test_a_plain_tap_places_without_asking(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0))
    tap_square(ui, page.panel.board, (2, 2))
    assert page.live.table.divers[-1].square == (2, 2)
    assert not ui.root.overlays


# -- Setting the board right ------------------------------------------------------------------------------


def test_a_farm_is_moved_by_holding_it(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0), piles=[3, 4, 4, 5, 5, 6, 6, 7])
    board = page.panel.board
    tap_square(ui, board, (1, 1), HOLD)
    assert board.lifted == (1, 1)
    tap_square(ui, board, (0, 0))
    assert ui.sees("Ada’s diver is on this square already.")
    tap_square(ui, board, (2, 1))
    assert page.live.table.farms[1] == (2, 1)
    assert page.live.table.piles[1] == 4
    assert board.farms == list(page.live.table.farms)
    assert board.lifted is None
    ui.tap("Undo")
    assert page.live.table.farms[1] == (1, 1)


def test_a_lifted_farm_can_be_put_back(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0))
    for _ in range(2):
        tap_square(ui, page.panel.board, (1, 1), HOLD)
        tap_square(ui, page.panel.board, (1, 1))
    assert page.panel.lifted is None
    assert len(page.live.moves) == 1


def test_what_was_only_counted_can_be_drawn_later(ui: Driver) -> None:
    page = set_table(
        ui, 2, {"move": "diver"}, {"move": "pontoons", "count": 2}, diver(4, 0, value=2), {"move": "diver"}
    )
    ui.tap("Correct the board")
    sheet = ui.top()
    assert ui.sees("Still to be drawn: 2 pontoons, 1 diver of Ada, 1 diver of Bo.")
    tap_line(ui, sheet.board, LEFT_OF_01)
    ui.tap("Ada", name="")
    tap_square(ui, sheet.board, (2, 2))
    ui.tap(ui.find("Farms", kind="Chip"))
    tap_square(ui, sheet.board, (1, 1))
    tap_square(ui, sheet.board, (0, 1))
    ui.tap("Apply")
    table = page.live.table
    assert table.pontoons == (LEFT_OF_01,)
    assert (table.loose_pontoons, table.pontoons_left) == (1, 33)
    assert {(d.seat, d.square, d.value) for d in table.divers} == {
        (0, (4, 0), 2),
        (0, (2, 2), None),
        (1, None, None),
    }
    assert table.farms[1] == (0, 1)
    assert len(page.live.moves) == 5


def test_a_drawn_pontoon_and_a_drawn_diver_can_be_taken_away(ui: Driver) -> None:
    page = set_table(ui, 2, pontoons(LEFT_OF_01), diver(2, 2), diver(3, 3))
    ui.tap("Correct the board")
    sheet = ui.top()
    tap_line(ui, sheet.board, BELOW_00)
    assert sheet.board.marked == [(0, 0)]
    tap_line(ui, sheet.board, LEFT_OF_01)
    ui.tap(ui.find("Bo", kind="Chip"))
    tap_square(ui, sheet.board, (2, 2))
    ui.tap("Apply")
    assert page.live.table.pontoons == ()
    assert [diver.square for diver in page.live.table.divers] == [(3, 3)]
    assert page.live.table.pontoons_left == 35


def test_every_count_can_be_corrected(ui: Driver) -> None:
    page = set_table(ui, 4, advanced=True, clans=["coral", "shell", "mountain", "sand"])
    found = page.panel.corrections(page.live.table)
    by_seat = ("divers", "passed", "reinforcements", "powers")
    assert {correction.field for correction in found} == {"pontoons", *by_seat}
    for field in by_seat:
        assert [one.seat for one in found if one.field == field] == [0, 1, 2, 3]
    basic = {one.field for one in page.panel.corrections(set_table(ui, 2).live.table)}
    assert basic == {"pontoons", "divers", "passed"}


def test_who_has_passed_can_be_corrected(ui: Driver) -> None:
    """Bo passed in the heat of the moment; the table lets him play on, and Cleo is the one who is out."""
    page = set_table(ui, 3, {"move": "diver"}, {"move": "pass"}, {"move": "diver"})
    assert page.live.table.passed == (False, True, False)
    ui.tap(name="more")
    ui.tap("Correct the counts")
    for name in ("Bo", "Cleo"):
        ui.tap(ui.find(f"{name} has passed", kind="CorrectionSwitch"))
    ui.tap("Apply")
    assert page.live.table.passed == (False, False, True)
    assert [chip.out for chip in reversed(page.ids.ribbon.children)] == [False, False, True]
    assert ui.sees("Cleo")
    ui.tap("Undo")
    assert page.live.table.passed == (False, True, False)


def test_skipping_leaves_out_whoever_has_passed(ui: Driver) -> None:
    page = set_table(ui, 3, {"move": "diver"}, {"move": "pass"}, {"move": "diver"})
    for expected in (2, 0):
        ui.tap(name="more")
        ui.tap("Skip this turn")
        assert page.live.table.turn == expected
        assert page.live.table.passed == (False, True, False)
    ui.tap(page.panel.light["pass"])
    ui.tap("Go on")
    ui.tap(name="more")
    ui.tap("Skip this turn")
    assert ui.sees("Nobody else has a turn left.")
    assert page.live.table.passed == (True, True, False)


def test_mending_offers_no_corrections_on_the_board(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0), diver(2, 2))
    page.start_mending(1)
    ui.settle()
    tap_square(ui, page.panel.board, (1, 1), HOLD)
    assert page.panel.lifted is None
    tap_square(ui, page.panel.board, (3, 3))
    assert [move["square"] for move in page.live.moves] == [[0, 0], [3, 3]]


def test_a_drawn_table_is_drawn_again_when_it_is_resumed(ui: Driver) -> None:
    assert set_table(ui, 2, diver(0, 0)).panel.drawn
    assert not set_table(ui, 2, {"move": "diver"}).panel.drawn


def test_powers_are_told_without_secrets(ui: Driver) -> None:
    page = set_table(
        ui,
        2,
        {"move": "power", "square": [0, 0], "value": 3},
        diver(2, 2, value=5),
        {"move": "power", "square": [0, 0]},
        diver(2, 3),
        advanced=True,
        clans=["shell", "coral"],
    )
    told = [line for _number, _seat, line in page.log_lines()]
    assert told == [
        "places a diver",
        "uses a power: looks at a diver of Ada",
        "places a diver",
        "uses a power: an extra diver, face up",
    ]
    assert [piece.value for piece in page.panel.board.divers] == [3, None, None]


# -- The board itself -------------------------------------------------------------------------------------


@pytest.mark.parametrize("upright", [False, True])
def test_a_touch_finds_its_square_and_the_nearest_line(upright: bool) -> None:
    board = BoardView(pos=(30, 50), size=(290 if upright else 400, 500))
    assert board.upright is upright
    for square in SQUARES:
        assert board.square_at(*board.place_of(square)) == square
    for line in LINES:
        x, y = board.middle_of(line)
        for right, up in ((0, 0), (0.2, 0.1), (-0.2, -0.1), (0.1, -0.2), (-0.1, 0.2)):
            assert board.line_at(x + right * board.cell, y + up * board.cell) == line
    assert board.line_at(board.x, board.y) in LINES
    assert board.line_at(board.right, board.top) in LINES


def test_seats_with_the_same_initial_keep_apart() -> None:
    assert signs(["Ada", "Bo", "ali"]) == ["A1", "B", "A3"]


def test_nothing_is_small_clipped_or_hard_to_read_on_the_sheets(ui: Driver) -> None:
    ui.dress(320, TALL, 2.0)
    page = set_table(ui, 4, diver(0, 0), {"move": "pontoons", "count": 2})
    page.panel.draw_anew()
    ui.settle()
    assert list(complaints(ui)) == []
    ui.back()
    tap_square(ui, page.panel.board, (2, 2), HOLD)
    assert ui.sees("Which diver is it?")
    assert list(complaints(ui)) == []


@pytest.mark.parametrize("drawn", [False, True], ids=["light", "drawn"])
def test_no_text_escapes_the_translator(ui: Driver, drawn: bool) -> None:
    page = sit_down(ui, "perladora", play_out("perladora", 4, 12, True), 24)
    with pseudo_language(ui):
        page.panel.drawn = drawn
        page.refresh()
        ui.settle()
        names = (*NAMES, *(name.upper() for name in NAMES), "A", "B", "C", "D")
        assert [text for text in untranslated(ui, names) if has_words_of_its_own(text, names)] == []


def has_words_of_its_own(text: str, names: tuple[str, ...]) -> bool:
    """Outside of all brackets: a translated clan may stand inside a translated sentence."""
    left = text
    while left != (left := re.sub(r"⟦[^⟦⟧]*⟧", "", left)):
        pass
    for name in names:
        left = left.replace(name, "")
    return any(sign.isalpha() for sign in left)


def test_no_territory_wears_the_colour_of_a_player() -> None:
    for dark in (False, True):
        theme.dark = dark
        for number in range(10):
            for name, colour in PLAYER_COLOURS.items():
                apart = sum(abs(a - b) for a, b in zip(paint(number)[:3], colour[:3], strict=True))
                assert apart > 0.2, (number, name, dark)
    theme.dark = False


def test_a_diver_laid_face_up_is_for_everybody_and_only_values_that_exist_are_offered(ui: Driver) -> None:
    page = set_table(ui, 3, diver(4, 4), advanced=True, clans=["coral", "shell", "sand"])
    choose(ui, "power")
    tap_square(ui, page.panel.board, (2, 2))
    assert ui.sees("Bo’s diver lies face up: everybody may see its value.")
    assert not ui.sees("eyes only")
    assert [tile.text for tile in reversed(ui.top().ids.choices.children)] == ["1", "2", "3", "4"]
    tell_value(ui, 4)
    assert page.live.table.divers[-1].face_up


# -- Pearls and farms of one's own ------------------------------------------------------------------------


def enter_piles(ui: Driver, piles: tuple[int, ...]) -> None:
    for pearls in piles:
        ui.tap(next(tile for tile in ui.top().tiles if tile.text == str(pearls)))


def test_the_pearls_that_lie_on_the_farms_are_entered_one_after_the_other(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0))
    ui.tap("Enter the pearls on the farms")
    enter_piles(ui, (7, 3, 4, 4, 6))
    board = ui.top().ids.board
    ui.press(*board.to_window(*board.middle_of((0, 3))), 0.02)
    enter_piles(ui, (6, 5, 5, 7))
    assert not ui.root.overlays
    assert page.live.table.piles == (6, 3, 4, 4, 6, 5, 5, 7)


def test_a_farm_moved_at_the_table_is_remembered_for_the_next_one(ui: Driver) -> None:
    page = set_table(ui, 2, diver(0, 0))
    tap_square(ui, page.panel.board, (1, 1), HOLD)
    tap_square(ui, page.panel.board, (2, 1))
    farms = [list(farm) for farm in page.live.table.farms]
    assert remembered_options("perladora", (), ui.app.history, {})["farms"] == farms


def test_drawing_the_board_is_offered_at_set_up_and_in_view_at_the_table(ui: Driver) -> None:
    page = set_table(ui, 2)
    row = ui.find("Draw the board", kind="ToggleRow")
    scroll = page.ids.scroll
    assert scroll.to_window(*scroll.pos)[1] <= row.to_window(*row.center)[1]
    open_setup(ui, "perladora", 2)
    ui.tap(ui.find("Draw the board", kind="ToggleRow"))
    assert ui.app.settings.full["perladora"]


def test_lying_down_the_whole_board_is_in_view_with_what_a_tap_means(ui: Driver) -> None:
    ui.resize(916, 412)
    page = set_table(ui, 2, diver(0, 0), pontoons(LEFT_OF_01), advanced=True, clans=["coral", "sand"])
    board = page.panel.board
    _x, y = board.to_window(*board.pos)
    assert y >= 0
    assert y + board.height <= page.height
    choose(ui, "pontoons")
    tap_line(ui, board, ((3, 3), (3, 4)))
    done = ui.find("Done, just one")
    assert done.to_window(*done.pos)[1] >= 0
    assert page.ids.pads.scroll_y == 1
    ui.tap(done)
    assert len(page.live.table.pontoons) == 2
    ui.resize(412, 915)
    assert [type(part).__name__ for part in reversed(page.panel.lagoon.children)][1] == "BoardView"
