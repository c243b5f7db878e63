"""Fingers at a table: a touch too many books nobody's turn, and what a count refuses is one tap away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from scoring import Message
from screens.words.messages import sentence
from tests.screens.driver import Driver, at_home
from tests.screens.tables import play_out, sit_down


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def strike(widget: Any) -> None:
    """Down and up again, and no frame."""
    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    touch.touch_up()


def test_a_second_touch_before_the_next_name_is_to_be_seen_books_nobodys_turn(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    strike(page.panel.takes[0])
    strike(page.panel.takes[0])
    assert len(page.live.moves) == 1
    ui.frames()
    assert page.ids.turn.name == "Bo"
    strike(page.panel.takes[0])
    assert len(page.live.moves) == 2, "Bo has been seen, and may take one as well"


def test_another_pad_is_another_wish_however_fast(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    strike(page.panel.takes[0])
    strike(page.panel.takes[1])
    assert [move["cards"] for move in page.live.moves] == [1, 2]


def test_a_pad_that_refused_may_be_touched_again_at_once(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    strike(page.panel.takes[5])
    strike(page.panel.takes[5])
    assert not page.live.moves
    strike(page.panel.takes[0])
    assert len(page.live.moves) == 1


@pytest.mark.parametrize(
    ("game", "before", "refused", "why"),
    [
        ("coloretto", 0, {"move": "last_round"}, "coloretto.last_round_too_early"),
        ("pearls", 0, {"move": "take", "cards": 5}, "pearls.hand_limit"),
        ("pearls", 0, {"move": "place", "cards": 9}, "pearls.too_few_in_hand"),
    ],
)
def test_what_only_a_count_refuses_really_happened_with_one_tap(
    ui: Driver, game: str, before: int, refused: dict[str, Any], why: str
) -> None:
    page = sit_down(ui, game, play_out(game, 3, 1, False), before)
    reason = page.why_not(refused)
    assert reason is not None
    assert reason.key == why
    turn = page.live.table.turn
    assert not page.play(refused)
    ui.settle()
    assert ui.sees(sentence(reason))
    ui.tap("It really happened")
    correction, move = page.live.moves[-2:]
    assert correction["move"] == "correct"
    assert move.items() >= refused.items()
    assert page.live.table.turn != turn or game == "coloretto"


def test_what_a_rule_refuses_is_only_explained(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    assert not page.play({"move": "place", "cards": 3, "necklace": True}), "there is none for three"
    ui.settle()
    assert "It really happened" not in ui.texts()


def test_a_passing_word_covers_no_pad_and_stays_on_its_page(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    ui.tap(page.panel.takes[5])
    why = sentence(Message("pearls.hand_limit", {"limit": 10, "held": 6, "cards": 6}))
    assert ui.sees(why)
    (snackbar,) = ui.root.ids.snacks.children
    pads = page.ids.pads
    assert snackbar.y >= pads.to_window(0, pads.top)[1]
    page.count()
    ui.settle()
    assert not ui.root.ids.snacks.children


def test_each_page_opens_at_its_top(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    (view,) = ui.all("Scroll")
    view.scroll_y = 0.2
    ui.app.back()
    ui.app.go("settings")
    ui.settle()
    assert view.scroll_y == 1
