"""Coloretto on the table: whole games by touch, light and by colour; what is shown, and set right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import GAMES
from scoring.coloretto import rules
from screens.words.messages import sentence
from tests.scoring.coloretto_player import play_out as play_out_noting
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
from tests.screens.walker import clipped, pseudo_language, small_targets, untranslated


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def enter(ui: Driver, move: dict[str, Any]) -> None:
    """As somebody would who follows the cards; the card is chosen where the move names one."""
    panel = ui.page.panel
    match move:
        case {"move": "last_round"}:
            ui.tap(panel.last)
        case {"move": "draw", "row": row}:
            if "card" in move:
                ui.tap(panel.tiles[move["card"]])
            ui.tap(panel.rows[row].draw)
        case {"move": "take", "row": row}:
            ui.tap(panel.rows[row].take)
            if ui.root.overlays and type(ui.top()).__name__ == "BonusSheet":
                choose_bonus(ui, move.get("bonus", "unknown"))
            elif "bonus" in move and "bonus" not in ui.page.live.moves[-1]:
                ui.tap("With the golden joker")


def choose_bonus(ui: Driver, card: str) -> None:
    if card == "unknown":
        ui.tap("Skip")
    else:
        ui.tap(next(tile for tile in ui.top().ids.cards.children if tile.card == card))


def text_on(row: Any) -> list[str]:
    return [slot.text for slot in row.slots]


def play_until(played: Played, wanted: Any) -> int:
    """How many moves it takes until the table is as wanted."""
    game = GAMES["coloretto"]
    table = game.start(players=played.players, options=played.options, starter=played.starter)
    for number, move in enumerate(played.moves):
        if wanted(table):
            return number
        table = game.play(table, move)
    raise AssertionError("never so")


# -- Whole tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_light_from_the_first_move_to_the_count(ui: Driver, players: int) -> None:
    played = play_out("coloretto", players, 1, False)
    page = play_by_touch(ui, "coloretto", played, enter)
    assert not page.panel.by_colour
    undo_and_redo(ui, page)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_by_colour_to_the_final_count(ui: Driver, players: int) -> None:
    played = play_out("coloretto", players, 2, True)
    page = play_by_touch(ui, "coloretto", played, enter, first_move("coloretto", played, 15))
    assert page.panel.by_colour
    game = GAMES["coloretto"]
    result = game.score(players=players, options=played.options, sheet=game.sheet(played.table))
    assert ui.find("Final scores", kind="SectionHeading")
    for seat, points in enumerate(result.totals):
        row = next(row for row in ui.all("ListRow") if row.text == NAMES[seat])
        assert row.value == ("1 point" if points == 1 else f"{points} points")
        assert row.secondary == f"Place {result.ranks[seat]}"
    undo_and_redo(ui, page)


def test_a_table_of_which_half_is_noted(ui: Driver) -> None:
    played = mixed_game_with_noted_golden()
    page = sit_down(ui, "coloretto", played)
    page.panel.by_colour = True
    game = GAMES["coloretto"]
    table = page.live.table
    for move in played.moves[:15]:
        enter(ui, move)
        table = game.play(table, move)
        assert page.live.table == table, move
        if ui.root.overlays:
            ui.tap("Go on")


def mixed_game_with_noted_golden() -> Played:
    """Cards are noted or not, but nobody turned up an extra card for a golden joker that nobody noted."""
    for seed in range(100):
        played = play_out_noting(Random(seed), 3, True, noting=0.5)
        drawn = Counter(move.get("card") for move in played.moves[:15])
        if drawn["golden"] and drawn[None] > 3:
            return played
    raise AssertionError("no such game")


# -- What is shown ----------------------------------------------------------------------------------------


def test_rows_show_their_cards_and_caps_with_two_players(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 2, 1, False))
    rows = page.panel.rows
    assert [len(row.slots) for row in rows] == [1, 2, 3]
    ui.tap(rows[2].draw)
    assert text_on(rows[2]) == ["?", "", ""]
    assert ui.sees("Row 3 · 1 of 3")
    assert ui.sees("Row 2 · 0 of 2")


def test_who_took_which_row_who_is_out_and_who_began(ui: Driver) -> None:
    played = play_out("coloretto", 3, 1, False)
    page = sit_down(ui, "coloretto", played)
    began = NAMES[page.live.table.turn]
    ui.tap(page.panel.rows[0].draw)
    second = page.live.table.turn
    ui.tap(page.panel.rows[0].take)
    assert ui.sees(f"Row 1 · taken by {NAMES[second]}")
    chips = ui.page.ids.ribbon.children[::-1]
    assert [chip.out for chip in chips] == [seat == second for seat in range(3)]
    assert chips[second].line == "out"
    assert f"{began} began".upper() in ui.page.ids.turn.overline
    ui.tap(page.panel.rows[1].draw)
    third = page.live.table.turn
    ui.tap(page.panel.rows[1].take)
    assert ui.sees(f"Row 1 · taken by {NAMES[second]}")
    assert ui.sees(f"Row 2 · taken by {NAMES[third]}")
    ui.tap(page.panel.rows[2].draw)
    last = page.live.table.turn
    ui.tap(page.panel.rows[2].take)
    assert page.live.table.round == 2
    assert f"{NAMES[last]} began".upper() in ui.page.ids.turn.overline
    assert not any(chip.out for chip in chips)


def test_cards_that_two_players_leave_are_out_of_the_game(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 2, 1, False))
    for row in (0, 1, 2, 2):
        ui.tap(page.panel.rows[row].draw)
    for row in (0, 1):
        ui.tap(page.panel.rows[row].take)
    assert page.live.table.counts["gone"] == 2
    assert ui.sees("2 cards lay in rows that nobody took and are out of the game.")


def test_cards_until_the_last_round_card_count_down(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False))
    assert ui.sees("49 cards until the last-round card")
    ui.tap(page.panel.rows[0].draw)
    assert ui.sees("48 cards until the last-round card")
    ui.tap(page.panel.last)
    assert ui.sees("Too early: by the count, 48 cards still lie on the last-round card.")
    page.play({"move": "correct", "above_last_round": 0})
    ui.settle()
    ui.tap(page.panel.last)
    ui.tap("Go on")
    assert ui.sees("15 cards left in the draw pile")
    assert "LAST ROUND" in page.ids.turn.overline


def test_collections_and_their_worth(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 2, True), 30)
    table = page.live.table
    for seat, collection in enumerate(page.panel.collections):
        points = rules.worth(table.hands[seat], table.side)
        assert collection.value == f"now {points}"
        counts = {card: int(cell.secondary) for card, cell in collection.cells.items()}
        assert {card: n for card, n in counts.items() if n} == table.hands[seat]
    ui.tap(page.panel.collections[0])
    result = page.panel.count(table)
    shown = [row.value for row in ui.all("ListRow")][:-1]
    assert shown == [f"{line.points:+d}" for line in result.lines[0]]


def test_the_cards_in_play_follow_the_box(ui: Driver) -> None:
    played = play_out("coloretto", 2, 2, True)
    page = sit_down(ui, "coloretto", played)
    offered = [tile.card for tile in reversed(page.panel.palette.ids.cards.children)]
    assert set(rules.COLOURS) - set(offered) == set(played.options["removed"])
    assert offered[-3:] == ["plus2", "joker", "golden"]


def test_a_session_by_colour_comes_back_by_colour(ui: Driver) -> None:
    sit_down(ui, "coloretto", play_out("coloretto", 3, 2, True), 5)
    assert ui.page.panel.by_colour
    ui.back()
    sit_down(ui, "coloretto", play_out("coloretto", 4, 1, False), 5)
    assert not ui.page.panel.by_colour
    assert len(ui.page.panel.rows) == 4


# -- Moves ------------------------------------------------------------------------------------------------


def test_what_is_forbidden_is_blocked_and_tells_why(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 2, 1, False))
    before = page.live.table
    ui.tap(page.panel.rows[0].take)
    assert page.live.table == before
    assert ui.sees("There is nothing in this row yet.")
    ui.tap(page.panel.rows[0].draw)
    full = page.live.table
    assert page.panel.rows[0].draw.reason is not None
    ui.tap(page.panel.rows[0].draw)
    assert page.live.table == full
    assert ui.sees("This row is full: it holds 1 card.")
    ui.tap(page.panel.rows[0].take)
    ui.tap(page.panel.rows[0].take)
    assert ui.sees("Somebody has taken this row.")


def test_a_card_that_is_used_up_tells_so(ui: Driver) -> None:
    played = play_out("coloretto", 3, 2, True)
    used_up = play_until(played, lambda table: table.unseen["golden"] == 0 and table.rows_with_room)
    page = sit_down(ui, "coloretto", played, used_up)
    tile = page.panel.tiles["golden"]
    ui.tap(tile)
    assert page.panel.picked == ""
    assert ui.sees(sentence(tile.reason))


def test_a_picked_card_is_put_back_by_a_second_touch(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 4, 2, True))
    ui.tap(page.panel.tiles["pink"])
    assert page.panel.picked == "pink"
    assert ui.find("Now tap the row", kind="SectionHeading")
    ui.tap(page.panel.tiles["pink"])
    ui.tap(page.panel.rows[0].draw)
    assert page.live.table.rows[0] == ("unknown",)
    ui.tap(page.panel.tiles["joker"])
    ui.tap(page.panel.rows[0].draw)
    assert page.live.table.rows[0] == ("unknown", "joker")
    assert text_on(page.panel.rows[0]) == ["?", "*", ""]
    assert page.panel.picked == ""


def test_the_golden_joker_is_offered_after_taking(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False))
    ui.tap(page.panel.rows[0].draw)
    pile = page.live.table.draw_pile
    ui.tap(page.panel.rows[0].take)
    assert page.live.table.draw_pile == pile
    ui.tap("With the golden joker")
    assert page.live.moves[-1]["bonus"] == "unknown"
    assert len(page.live.moves) == 2
    assert page.live.table.draw_pile == pile - 1
    ui.tap(page.panel.rows[1].draw)
    ui.tap(page.panel.rows[1].take)
    assert not ui.sees("With the golden joker")


def test_the_golden_joker_asks_for_its_card_by_colour(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 4, 2, True))
    ui.tap(page.panel.tiles["golden"])
    ui.tap(page.panel.rows[2].draw)
    seat = page.live.table.turn
    ui.tap(page.panel.rows[2].take)
    assert ui.sees("What did the golden joker bring?")
    blocked = next(tile for tile in ui.top().ids.cards.children if tile.card == "golden")
    ui.tap(blocked)
    assert type(ui.top()).__name__ == "BonusSheet"
    choose_bonus(ui, "plus2")
    assert page.live.table.hands[seat]["plus2"] == 1
    assert page.live.table.hands[seat]["golden"] == 1


def test_the_last_round_card_as_the_golden_jokers_extra_card(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False))
    ui.tap(page.panel.rows[0].draw)
    page.play({"move": "correct", "above_last_round": 0})
    ui.settle()
    ui.tap(page.panel.last)
    ui.tap("Go on")
    assert page.live.table.replacement_due
    assert page.panel.rows[0].take.secondary == "golden joker"
    assert page.panel.rows[0].take.reason is None
    assert page.panel.rows[1].take.reason is not None
    ui.tap(page.panel.rows[0].take)
    assert page.live.moves[-1]["bonus"] == "unknown"
    assert page.live.table.draw_pile == 14


def test_the_last_round_card_lights_up_when_it_is_next_and_can_be_taken_back(ui: Driver) -> None:
    played = play_out("coloretto", 3, 2, True)
    page = sit_down(ui, "coloretto", played, play_until(played, lambda table: not table.above_last_round))
    assert not page.live.table.last_round_up
    assert page.panel.last.lit
    room = page.live.table.rows_with_room[0]
    ui.tap(page.panel.rows[room].draw)
    assert ui.sees("The last-round card is next.")
    ui.tap(page.panel.last)
    ui.tap("Go on")
    assert page.live.table.phase == "last"
    ui.tap(page.panel.last)
    ui.tap("It has not come up yet")
    assert page.live.table.phase == "play"


def test_mending_a_take_asks_about_the_golden_joker(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False))
    ui.tap(page.panel.rows[0].draw)
    ui.tap(page.panel.rows[0].take)
    ui.tap(page.panel.rows[1].draw)
    page.start_mending(1)
    ui.settle()
    ui.tap(page.panel.rows[0].take)
    ui.tap("Yes, with the golden joker")
    ui.tap("Take it over")
    assert [move.get("bonus") for move in page.live.moves] == [None, "unknown", None]
    assert page.mending == -1


def test_the_log_tells_every_move(ui: Driver) -> None:
    played = play_out("coloretto", 4, 2, True)
    page = sit_down(ui, "coloretto", played, len(played.moves))
    lines = [told for _number, _seat, told in page.log_lines()][::-1]
    assert len(lines) == len(played.moves)
    for move, told in zip(played.moves, lines, strict=True):
        if move["move"] == "last_round":
            assert told == "turns up the last-round card"
        else:
            verb = "draws for" if move["move"] == "draw" else "takes"
            assert told.startswith(f"{verb} row {move['row'] + 1}")
        assert ("golden joker: " in told.lower()) == ("bonus" in move) or move.get("card") == "golden"


# -- Corrections ------------------------------------------------------------------------------------------


def test_a_row_is_set_right(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 4, 2, True))
    ui.tap(page.panel.tiles["pink"])
    ui.tap(page.panel.rows[1].draw)
    ui.tap(page.panel.rows[1].ids.slots.parent)
    sheet = ui.top()
    ui.tap(sheet.ids.picked.children[0])
    for card in ("green", "unknown"):
        ui.tap(next(tile for tile in sheet.ids.cards.children if tile.card == card))
    ui.tap("Apply")
    assert page.live.table.rows[1] == ("green", "unknown")


def test_a_row_that_somebody_took_is_set_right(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False))
    ui.tap(page.panel.rows[0].ids.slots.parent)
    ui.tap("Somebody has taken this row")
    before = page.live.table
    ui.tap("Apply")
    assert page.live.table == before
    assert type(ui.top()).__name__ == "RowSheet"
    other = (before.turn + 1) % 3
    ui.tap(ui.find(NAMES[other], kind="Chip"))
    ui.tap("Apply")
    assert page.live.table.out == (other,)
    assert page.live.table.rows == (None, (), ())


@pytest.mark.parametrize("place", [0, 2], ids=["hand", "gone"])
def test_a_collection_is_set_right(ui: Driver, place: int) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 2, 2, True), 3)
    ui.tap(page.panel.collections[place])
    if place == 0:
        ui.tap("Correct the cards")
    row = next(row for row in ui.top().ids.counts.children if row.card == "plus2")
    ui.tap(row.ids.stepper.children[0])
    ui.tap("Apply")
    table = page.live.table
    assert (table.hands[0] if place == 0 else table.gone)["plus2"] == 1


def test_every_count_can_be_corrected(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 1, False), 6)
    fields = {correction.field for correction in page.panel.corrections(page.live.table)}
    assert fields == {"above_last_round", "draw_pile", "round"}
    for correction in page.panel.corrections(page.live.table):
        move = {"move": "correct", correction.field: correction.value + 1}
        assert page.why_not(move) is None
    page.play({"move": "correct", "last_round": True})
    assert "above_last_round" not in {c.field for c in page.panel.corrections(page.live.table)}


# -- For everybody's eyes ---------------------------------------------------------------------------------


def test_the_sheets_are_not_clipped_and_can_be_hit(ui: Driver) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 2, True), 31)
    ui.text_size(2.0)
    ui.resize(412, 3000)
    for open_sheet in (page.panel.look_at, page.panel.correct_row, page.panel.correct_hand):
        open_sheet(1)
        ui.settle()
        assert [*clipped(ui), *small_targets(ui)] == []
        ui.back()


@pytest.mark.parametrize("full", [False, True], ids=["light", "colour"])
def test_everything_is_translated(ui: Driver, full: bool) -> None:
    page = sit_down(ui, "coloretto", play_out("coloretto", 3, 2, full), 31)
    with pseudo_language(ui):
        page.refresh()
        ui.settle()
        signs = tuple(page.panel.tiles[card].text for card in rules.COLOURS)
        inside = [
            text
            for text in untranslated(ui, (*NAMES, *(name[0] for name in NAMES)))
            if text not in signs and text in panel_texts(ui, page)
        ]
    assert inside == []


def panel_texts(ui: Driver, page: Any) -> set[str]:
    return {getattr(widget, "text", "") for widget in ui.seen(page.panel)}
