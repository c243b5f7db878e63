"""Where every point of Perfect Numbers came from, and the start cards that score before the first move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.games.perfect_numbers.gains import gains
from screens.games.perfect_numbers.setup import note_card, perfect_cards, read_card
from tests.scoring.played import Played
from tests.screens.driver import Driver, at_home
from tests.screens.tables import document, play_out
from tests.screens.test_count import count_page

GAME = "perfect_numbers"


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def card(colour: str, number: int, **more: Any) -> dict[str, Any]:
    return {"colour": colour, "number": number, **more}


@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 22), (4, 59)])
def test_every_point_has_its_story(players: int, seed: int, full: bool) -> None:
    played = play_out(GAME, players, seed, full)
    session = document(GAME, played, len(played.moves))
    found = gains(session)
    assert found
    for seat, score in enumerate(played.table.scores):
        assert sum(gain.points for gain in found if gain.seat == seat) == score
    assert all(gain.bonus in (0, 1, 3, 5) or played.table.draw_pile == 0 for gain in found)


def test_a_row_its_bonus_a_gift_and_what_was_counted_differently(ui: Driver) -> None:
    moves = [
        {"move": "take", "group": 0},
        {"move": "close", "seat": 0, "number": 6},
        {"move": "score", "seat": 1, "cards": 2},
        {"move": "end"},
    ]
    session = document(GAME, Played(2, {"deck": 110}, 0, moves, None), len(moves))
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    ui.page.enter(ui.page.calculator.entries()[0], 12)
    ui.page.finish()
    ui.settle()
    assert ui.sees("WHERE  THE  POINTS  CAME  FROM")
    assert ui.sees("Round 1: A row of 6 closed, 3 bonus cards")
    assert ui.sees("Round 1: 2 cards that a lower number drove out")
    assert ui.sees("Counted differently from what was tracked")
    assert ui.sees("+9")
    assert ui.sees("+3")


def test_a_perfect_row_among_the_start_cards_is_found() -> None:
    twos = [card("red", 2), card("red", 2), card("red", 3)]
    assert perfect_cards(twos) == [twos[1]]
    assert perfect_cards([card("red", 3), card("red", 3), card("joker", 3)]) == [card("joker", 3)]
    assert perfect_cards([card("red", 3), card("blue", 3), card("green", 3)]) == []
    left_open = [card("red", 2), card("red", 2, close=False), card("red", 3)]
    assert [found["number"] for found in perfect_cards(left_open)] == [2, 3]
    assert read_card(note_card(left_open[1])) == left_open[1]


def test_counting_by_closed_rows_with_nothing_entered_changes_nothing(ui: Driver) -> None:
    page = count_page(ui, GAME, 2)
    page.enter(page.calculator.entries()[0], 20)
    ui.tap("Count by closed rows")
    ui.tap("Use this total")
    assert page.sheet["seats"][0] == {"points": 20}
    ui.tap(ui.find("4", kind="Tile"))
    ui.tap("Use this total")
    assert page.sheet["seats"][0] == {"points": 4}
    assert ui.sees("4 instead of 20.")
    ui.tap("Undo")
    assert page.sheet["seats"][0] == {"points": 20}
