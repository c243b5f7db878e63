"""Another card in an earlier turn asks only what really changed, and keeps what was answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scoring.played import Played
from tests.screens.driver import Driver, at_home
from tests.screens.tables import sit_down

GAME = "perfect_numbers"


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def card(colour: str, number: int) -> dict[str, Any]:
    return {"colour": colour, "number": number}


START = [
    [card("red", 7), card("red", 6), card("blue", 5)],
    [card("red", 5), card("green", 5), card("blue", 4)],
]
MOVES = [
    {"move": "take", "group": 0, "cards": [card("red", 3), card("blue", 6), card("purple", 7)]},
    {"move": "add", "card": card("red", 3)},
    {"move": "add", "card": card("blue", 6)},
    {"move": "add", "card": card("purple", 7)},
    {"move": "take", "group": 1, "cards": [card("green", 6), card("blue", 7)]},
    {"move": "add", "card": card("green", 6)},
    {"move": "add", "card": card("blue", 7)},
]


def mend_the_first_turn(ui: Driver) -> Any:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, MOVES, None), len(MOVES))
    assert page.live.table.scores == [3, 0]
    page.start_mending(0)
    ui.settle()
    ui.tap(page.panel.groups[0])
    return page


def exchange(ui: Driver, old: int, colour: str, number: int) -> None:
    sheet = ui.top()
    ui.tap(next(tile for tile in sheet.ids.picked.children if tile.text == str(old)))
    ui.tap(next(tile for tile in sheet.colours if tile.key == colour))
    ui.tap(ui.find(str(number), kind="Tile"))
    ui.tap("Done")


def told(page: Any) -> list[dict[str, Any]]:
    return [{name: value for name, value in move.items() if name != "at"} for move in page.live.moves]


def test_only_the_new_card_is_asked_and_later_turns_stay(ui: Driver) -> None:
    page = mend_the_first_turn(ui)
    assert ui.sees("3 of 3 picked."), "what was said before is filled in"
    exchange(ui, 6, "blue", 2)
    assert ui.sees("Where does Blue 2 go?")
    ui.tap("Perfect: close it, 2 cards")
    assert ui.sees("What changes")
    ui.tap("Take it over")
    new = {**MOVES[0], "cards": [card("red", 3), card("purple", 7), card("blue", 2)]}
    kept = told(page)
    assert kept[0] == new
    assert kept[1] == MOVES[1]
    assert kept[-3:] == MOVES[-3:]
    assert page.live.table.scores == [5, 0]


def test_what_can_go_to_one_place_only_is_not_asked(ui: Driver) -> None:
    page = mend_the_first_turn(ui)
    exchange(ui, 7, "purple", 6)
    assert not ui.sees("Where does")
    ui.tap("Take it over")
    assert page.live.table.rows[0]["purple"] == [6]
    assert told(page)[-3:] == MOVES[-3:]
