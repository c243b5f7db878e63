"""The table beside the cards, and Pearls on it: whole games by touch, undo, mending, corrections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import GAMES, Message
from screens.words.messages import sentence, word
from tests.screens.driver import Driver, at_home
from tests.screens.tables import (
    document,
    first_move,
    play_by_touch,
    play_out,
    sit_down,
    undo_and_redo,
)


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def type_number(ui: Driver, stepper: Any, number: int) -> None:
    if int(stepper.value) != number:
        ui.tap(stepper.ids.number)
        for digit in str(number):
            ui.tap(ui.find(digit, kind="PadKey"))
        ui.tap("Done")


def enter_pearls(ui: Driver, move: dict[str, Any]) -> None:
    panel = ui.page.panel
    match move:
        case {"move": "correct", "display": display}:
            show_colours(ui)
            ui.tap("Enter the display")
            pick(ui, display)
        case {"move": "take", "colour": colour}:
            show_colours(ui)
            ui.tap(next(tile for tile in panel.coloured.ids.display.children if tile.colour == colour))
            pick(ui, move["refill"])
        case {"move": "take"}:
            ui.tap(panel.takes[move["cards"] - 1])
        case {"move": "place", "colour": colour}:
            show_colours(ui)
            ui.tap(next(tile for tile in panel.palette.values() if tile.colour == colour))
            sheet = ui.top()
            type_number(ui, sheet.ids.jokers, move.get("wild", 0))
            ui.tap(next(tile for tile in sheet.ids.cards.children if tile.text == str(move["cards"])))
            leave_necklace_unless(ui, move)
        case {"move": "place"}:
            ui.tap(panel.places[move["cards"] - 1])
            leave_necklace_unless(ui, move)
        case {"move": "pass"}:
            ui.tap("Pass")


def show_colours(ui: Driver) -> None:
    if not ui.page.panel.by_colour:
        ui.tap(ui.find("Track the colours too", kind="ToggleRow"))


def pick(ui: Driver, cards: dict[str, int]) -> None:
    sheet = ui.top()
    for colour, count in cards.items():
        for _ in range(count):
            ui.tap(next(tile for tile in sheet.ids.colours.children if tile.colour == colour))
    if not sheet.wanted:
        ui.tap("Skip")


def leave_necklace_unless(ui: Driver, move: dict[str, Any]) -> None:
    if not move.get("necklace") and ui.page.live.moves[-1].get("necklace"):
        if ui.root.overlays:
            ui.tap("Go on")
        ui.tap("Leave it")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_pearls_light_from_the_first_move_to_the_count(ui: Driver, players: int) -> None:
    page = play_by_touch(ui, "pearls", play_out("pearls", players, 1, False), enter_pearls)
    undo_and_redo(ui, page)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_pearls_by_colour_to_the_count(ui: Driver, players: int) -> None:
    played = play_out("pearls", players, 2, True)
    page = play_by_touch(ui, "pearls", played, enter_pearls, first_move("pearls", played))
    for row, seat in zip(reversed(page.panel.seen.ids.people.children), played.table.seats, strict=True):
        assert all(f"{word(colour)} {n}" in row.secondary for colour, n in seat.placed.items())
        assert all(f"{word(colour)} {n}" in row.secondary for colour, n in seat.taken.items())
    undo_and_redo(ui, page)


def test_a_forbidden_number_tells_why_and_changes_nothing(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    before = page.live.document
    for tile, reason in (
        (page.panel.takes[4], Message("pearls.hand_limit", {"limit": 10, "held": 6, "cards": 5})),
        (page.panel.places[8], Message("pearls.too_few_in_hand", {"cards": 9, "held": 6})),
    ):
        why = sentence(reason)
        assert not ui.sees(why)
        ui.tap(tile)
        assert ui.sees(why)
        assert page.live.document == before


def test_a_killed_app_resumes_at_the_very_move(launch: Callable[..., Driver]) -> None:
    played = play_out("pearls", 4, 3, False)
    first = launch()
    page = sit_down(first, "pearls", played)
    for move in played.moves[:7]:
        enter_pearls(first, move)
    table, session = page.live.table, page.live.document["id"]
    second = launch()
    second.tap("Resume")
    assert second.screen == "table"
    assert second.page.live.document["id"] == session
    assert second.page.live.table == table


def test_a_quick_tap_is_a_move_in_the_very_next_frame(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    for moves in (1, 2):
        ui.flick(page.panel.takes[0])
        assert len(page.live.moves) == moves
        assert page.ids.turn.name == ("Bo", "Cleo")[moves - 1]
    ui.rest(0.3)
    assert len(page.live.moves) == 2, "and only once"


def test_corrections_set_the_phone_right(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False), 4)
    ui.tap(name="more")
    ui.tap("Correct the counts")
    sheet = ui.top()
    rows = {row.label: row for row in sheet.ids.counts.children}
    type_number(ui, rows["Draw pile"].stepper, 23)
    ui.tap(next(chip for chip in sheet.ids.turns.children if chip.text == "Cleo"))
    ui.tap("Apply")
    assert page.live.table.counts["draw_pile"] == 23
    assert page.live.table.turn == 2
    assert ui.sees("Draw pile 23 of 56")
    ui.tap("Undo")
    assert page.live.table.counts["draw_pile"] != 23


def test_skip_gives_the_turn_to_the_next(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    turn = page.live.table.turn
    ui.tap(name="more")
    ui.tap("Skip this turn")
    assert page.live.table.turn == (turn + 1) % 3


def test_an_early_move_is_mended_and_the_rest_replayed(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    for cards in (1, 2, 3):
        ui.tap(page.panel.takes[cards - 1])
    ui.tap(name="more")
    ui.tap("What happened")
    ui.tap(next(row for row in ui.all("LogRow") if row.number == 1))
    ui.tap("Choose again")
    assert ui.sees("Correcting an earlier move")
    ui.tap(page.panel.takes[3])
    assert [move["cards"] for move in page.live.moves] == [1, 2, 3]
    assert ui.sees("Ada: 10 of 10 instead of 7 of 10"), "before it is taken over"
    ui.tap("Take it over")
    assert [move["cards"] for move in page.live.moves] == [4, 2, 3]
    ui.tap(ui.find("Undo", kind="GhostButton"))
    assert [move["cards"] for move in page.live.moves] == [1, 2, 3]


def test_a_mended_move_that_breaks_a_later_one_asks_what_to_do(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 2, 1, False))
    for cards in (1, 1, 3, 2):
        ui.tap(page.panel.takes[cards - 1])
    for answer, expected in (
        ("Leave everything as it was", [1, 1, 3, 2]),
        ("Leave out what does not fit (1)", [2, 1, 2]),
    ):
        ui.tap(name="more")
        ui.tap("What happened")
        ui.tap(next(row for row in ui.all("LogRow") if row.number == 1))
        ui.tap("Choose again")
        ui.tap(page.panel.takes[1])
        assert ui.sees("Move 3 no longer fits")
        ui.tap(answer)
        assert [move["cards"] for move in page.live.moves] == expected


def test_leaving_a_move_out_names_a_later_one_as_the_log_does(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 2, 1, False))
    for cards in (3, 1, 1, 2):
        ui.tap(page.panel.takes[cards - 1])
    ui.tap(name="more")
    ui.tap("What happened")
    ui.tap(next(row for row in ui.all("LogRow") if row.number == 2))
    ui.tap("It never happened")
    assert ui.sees("Move 4 no longer fits")
    ui.tap("Go on after move 3")
    assert [move["cards"] for move in page.live.moves] == [3, 1]


def test_a_move_that_does_not_fit_has_one_number(ui: Driver) -> None:
    broken = document("pearls", play_out("pearls", 3, 1, False))
    broken["moves"] = [{"move": "take", "cards": 1}, {"move": "take", "cards": 99}]
    ui.app.history.save(broken)
    ui.app.go("table", session=broken["id"])
    ui.settle()
    assert ui.sees("Move 2 does not fit")
    ui.tap(name="more")
    ui.tap("Skip this turn")
    assert ui.sees(sentence(Message("session.mend_first", {"index": 2})))
    assert len(ui.page.live.moves) == 2


def test_the_back_key_leaves_mending_first_and_then_the_table(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False), 5)
    page.start_mending(2)
    ui.settle()
    ui.back()
    assert ui.screen == "table"
    assert page.mending == -1
    ui.back()
    assert ui.screen == "home"
    assert len(ui.app.history.live()) == 1


def test_the_table_may_be_ended_and_counted_from_the_menu(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False), 5)
    ui.tap(name="more")
    ui.tap("End the game here")
    ui.tap("It is over")
    assert page.live.table.phase == "over"
    assert ui.sees("The game is over")


def test_necklaces_can_be_set_right(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    ui.tap(page.panel.necklaces[0])
    ui.tap(next(tile for tile in ui.top().ids.choices.children if tile.text == "9"))
    ui.tap("Apply")
    assert page.live.table.necklaces == (4, 5, 5, 6, 6, 7, 7, 8, 8)


@pytest.mark.parametrize("game", GAMES)
def test_the_next_table_is_tracked_as_the_last_one_was(launch: Callable[..., Driver], game: str) -> None:
    ui = launch()
    switch = {
        "pearls": "Track the colours too",
        "coloretto": "Track the colours",
        "perfect_numbers": "Track every row",
        "perladora": "Draw the board",
    }[game]
    light = play_out(game, 2, 1, False)
    for in_full in (True, False):
        page = sit_down(ui, game, light)
        ui.tap(ui.find(switch, kind="ToggleRow"))
        assert getattr(sit_down(ui, game, light).panel, page.panel.in_full) is in_full
        assert not getattr(sit_down(ui, game, light, 5).panel, page.panel.in_full), "this one was not"
        ui = launch()
        assert getattr(sit_down(ui, game, light).panel, page.panel.in_full) is in_full


def test_a_flipped_turn_card_keeps_its_words(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    ui.tap(name="flip")
    assert page.ids.turn.flipped
    assert ui.sees(page.names[page.live.table.turn])


def test_turning_the_phone_at_the_table_leaves_home_as_it_was(ui: Driver) -> None:
    sit_down(ui, "pearls", play_out("pearls", 3, 1, False))
    ui.resize(915, 412)
    ui.resize(412, 915)
    ui.back()
    assert ui.screen == "home"
    assert ui.page.height > 600
