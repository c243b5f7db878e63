"""The strip of moves: every moment is a drag away, and whatever happened otherwise is set right there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.table import moments
from screens.widgets.timeline import moment_at
from tests.screens.driver import Driver, at_home
from tests.screens.tables import play_out, sit_down


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


@pytest.fixture
def page(ui: Driver) -> Any:
    """Ada takes one, Bo two, Cleo three, Ada one."""
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    for cards in (1, 2, 3, 1):
        ui.tap(page.panel.takes[cards - 1])
    return page


def drag_to(ui: Driver, page: Any, moment: int) -> None:
    strip = page.ids.timeline
    x, y = strip.to_window(*strip.center)
    start = x - strip.width / 2 + strip.margin
    room = strip.width - 2 * strip.margin
    steps = len(page.live.moves)
    ui.drag((start + room * strip.moment / steps, y), (start + room * moment / steps, y))


def cards(page: Any) -> list[int]:
    return [move.get("cards", 0) for move in page.live.moves]


def test_dragging_shows_the_table_as_it_was_and_changes_nothing(ui: Driver, page: Any) -> None:
    drag_to(ui, page, 2)
    assert page.ids.turn.name == "Cleo"
    assert page.ids.turn.overline.startswith("ROUND 1 · MOVE 3")
    assert ui.sees("Bo: takes 2 cards")
    assert [chip.line for chip in reversed(page.ids.ribbon.children)] == ["7 of 10", "8 of 10", "6 of 10"]
    assert cards(page) == [1, 2, 3, 1]
    drag_to(ui, page, 4)
    assert page.mending == -1
    assert page.ids.turn.name == "Bo"
    ui.tap("Undo")
    assert cards(page) == [1, 2, 3]


def test_a_forgotten_move_is_tapped_where_it_belongs(ui: Driver, page: Any) -> None:
    drag_to(ui, page, 3)
    ui.tap(page.panel.takes[0])
    assert cards(page) == [1, 2, 3, 1], "asked first"
    assert ui.sees("Bo: 9 of 10 instead of 8 of 10")
    assert ui.sees("Cleo has the turn instead of Bo.")
    ui.tap("Take it over")
    assert cards(page) == [1, 2, 3, 1, 1]
    ui.tap(ui.find("Undo", kind="GhostButton"))
    assert cards(page) == [1, 2, 3, 1]


@pytest.mark.parametrize(
    ("tool", "moment", "after"),
    [("Swap", 3, [1, 3, 2, 1]), ("Leave out", 2, [1, 3, 1]), ("Back to here", 2, [1, 2])],
)
def test_what_can_be_done_about_a_moment(
    ui: Driver, page: Any, tool: str, moment: int, after: list[int]
) -> None:
    drag_to(ui, page, moment)
    ui.tap(tool)
    assert cards(page) == [1, 2, 3, 1]
    ui.tap("Take it over")
    assert cards(page) == after
    assert page.mending == -1


def test_the_move_of_a_moment_can_be_chosen_again(ui: Driver, page: Any) -> None:
    drag_to(ui, page, 2)
    ui.tap("Change")
    ui.tap(page.panel.takes[3])
    ui.tap("Take it over")
    assert cards(page) == [1, 4, 3, 1]


def test_leaving_everything_as_it_was_leaves_it(ui: Driver, page: Any) -> None:
    drag_to(ui, page, 1)
    ui.tap("Back to here")
    ui.tap("Leave everything as it was")
    assert cards(page) == [1, 2, 3, 1]
    assert page.mending == -1


def test_a_correction_is_no_move(ui: Driver, page: Any) -> None:
    assert "MOVE 5" in page.ids.turn.overline
    ui.tap(page.ids.ribbon.children[0])
    assert ui.sees("Cards in hand: Cleo")
    assert not ui.sees("Cards in hand: Ada"), "only what was touched"
    (row,) = ui.all("CorrectionRow")
    ui.tap(row.stepper.children[2])
    ui.tap("Apply")
    assert page.live.moves[-1]["move"] == "correct"
    assert "MOVE 5" in page.ids.turn.overline
    ui.tap(page.panel.takes[0])
    assert "MOVE 6" in page.ids.turn.overline


def test_touching_whose_turn_it_is_corrects_the_pile(ui: Driver, page: Any) -> None:
    ui.tap(page.ids.turn)
    assert ui.sees("Draw pile")
    assert not ui.sees("Cards in hand: Ada")


def test_the_strip_stands_still_while_one_looks_around(ui: Driver, page: Any) -> None:
    strip = page.ids.timeline
    before = strip.to_window(*strip.pos)
    drag_to(ui, page, 1)
    assert strip.to_window(*strip.pos) == pytest.approx(before, abs=1)


def test_two_moves_change_places_and_keep_the_times() -> None:
    moves = [{"move": "take", "cards": n, "at": float(n)} for n in (1, 2, 3)]
    assert moments.swapped(moves, 2) == [
        moves[0],
        {"move": "take", "cards": 3, "at": 2.0},
        {"move": "take", "cards": 2, "at": 3.0},
    ]


def test_a_finger_beyond_the_strip_reaches_its_end() -> None:
    assert [moment_at(x, 100, 4) for x in (-20, 0, 12, 13, 99, 130)] == [0, 0, 0, 1, 4, 4]
