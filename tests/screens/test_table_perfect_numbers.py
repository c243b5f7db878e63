"""Perfect Numbers on the table: whole games by touch, light and card by card; what is blocked says why."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from scoring import GAMES, IllegalMove
from scoring.perfect_numbers.rules import Card, Taken
from screens.games.perfect_numbers.choices import may_act, read_taken
from tests.scoring.played import Played
from tests.screens.driver import Driver, at_home
from tests.screens.tables import first_move, play_by_touch, play_out, sit_down, undo_and_redo
from tests.screens.test_table import type_number
from tests.screens.walker import pseudo_language, untranslated

GAME = "perfect_numbers"
ROWS = json.loads(
    (Path(__file__).parent.parent / "scoring" / "data" / "perfect_numbers_rows.json").read_text("utf-8")
)
Move = dict[str, Any]


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


# -- Entering a move by touch -----------------------------------------------------------------------------


def enter(ui: Driver, move: Move) -> None:
    panel = ui.page.panel
    match move:
        case {"move": "correct", "scores": scores}:
            correct_scores(ui, scores)
        case {"move": "take", "group": group}:
            done(ui)
            ui.tap(panel.groups[group])
            if panel.every_row and panel.table.tracked and ui.root.overlays:
                pick_cards(ui, [read_taken(card) for card in move.get("cards", [])])
        case {"move": "close", "seat": seat, "number": number}:
            if not move.get("before_refill", True):
                done(ui)
            kind = "joker" if move.get("joker") else "by_move" if move.get("by_move") else "closed"
            tell(ui, kind, seat, number)
        case {"move": "score", "seat": seat, "cards": cards}:
            tell(ui, "lower", seat, cards)
        case _:
            lay(ui, move)


def done(ui: Driver) -> None:
    """Nothing more came of the last group of a round."""
    panel = ui.page.panel
    if panel.is_open(panel.table) and not any(panel.as_seen(panel.table).groups):
        ui.tap("Done")
        if ui.root.overlays:
            ui.tap("Go on")


def tell(ui: Driver, kind: str, seat: int, number: int) -> None:
    """On the card of a turn: what came of it, for whom, and with which number."""
    light = ui.page.panel.light
    if light not in set(ui.seen()):
        ui.tap("Go on")
    if light.kind != kind:
        ui.tap(next(key for key in light.kinds if key.key == kind))
    if light.who != seat:
        ui.tap(next(key for key in light.ids.who.children if int(key.key) == seat))
    ui.tap(light.numbers[number - 2])


def correct_scores(ui: Driver, scores: list[int]) -> None:
    ui.tap(name="more")
    ui.tap("Correct the counts")
    rows = [row for row in ui.all("CorrectionRow") if row.correction.field == "scores"]
    for row in rows:
        type_number(ui, row.stepper, scores[row.correction.seat])
    ui.tap("Apply")


def pick_cards(ui: Driver, cards: list[Taken]) -> None:
    sheet = ui.top()
    for card in cards:
        if isinstance(card, Card):
            ui.tap(next(tile for tile in sheet.colours if tile.key == card.colour))
            ui.tap(ui.find(str(card.number), kind="Tile"))
        else:
            ui.tap(next(tile for tile in sheet.ids.actions.children if tile.text == card.capitalize()))
    ui.tap("Done" if cards else "Skip")


def lay(ui: Driver, move: Move) -> None:
    """Chooses the card in hand, naming it first if nobody has, and then what to do with it."""
    panel = ui.page.panel
    table = ui.page.live.table
    seat = move.get("seat", may_act(table)[0] if may_act(table) else table.turn)
    hand = panel.hand
    if hand.actor != seat:
        ui.tap(ui.find(ui.page.names[seat], kind="Chip"))
    card = card_of(move)
    if card is None:
        wanted = hand.ids.room.children[::-1]
    else:
        if not any(tile.card == card for tile in hand.ids.cards.children):
            ui.tap("?")
            pick_cards(ui, [card])
        if hand.card != card:
            ui.tap(next(tile for tile in hand.ids.cards.children if tile.card == card))
        wanted = touchable(hand)
    tap_choice(ui, wanted, {"close": True, **move, "seat": seat})


def touchable(hand: Any) -> list[Any]:
    """The own places that take the picked card, then the list of what else can be done with it."""
    return [place for place in hand.places if place.choice] + hand.ids.choices.children[::-1]


def card_of(move: Move) -> Taken | None:
    if move["move"] == "add":
        return read_taken(move["card"])
    return {"rotate": "move", "protect": "protect", "steal": "steal"}.get(move["move"], move.get("action"))


def tap_choice(ui: Driver, rows: list[Any], move: Move) -> None:
    """What is just so, or else comes to the same."""
    table = ui.page.live.table
    for is_wish in (
        lambda offered: {"close": True, **offered} == move,
        lambda offered: {"close": True, **offered} == {**move, "close": True},
        lambda offered: outcome(table, offered) == outcome(table, move) is not None,
    ):
        for row in rows:
            if is_wish(row.choice.move or {}):
                ui.tap(row)
                return
            if any(is_wish(further.move or {}) for further in row.choice.further):
                ui.tap(row)
                tap_choice(ui, ui.top().ids.choices.children[::-1], move)
                return
    raise AssertionError(f"{move} is not offered: {[row.choice for row in rows]}")


def outcome(table: Any, move: Move) -> Any:
    try:
        return GAMES[GAME].play(table, move)
    except IllegalMove:
        return None


# -- Whole tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 22), (4, 1)])
def test_light_from_the_first_move_to_the_count(ui: Driver, players: int, seed: int) -> None:
    played = play_out(GAME, players, seed, False)
    assert any(move["move"] == "close" for move in played.moves)
    page = play_by_touch(ui, GAME, played, enter)
    undo_and_redo(ui, page)


@pytest.mark.parametrize(("players", "seed"), [(2, 117), (3, 3), (4, 59)])
def test_card_by_card_to_the_count(ui: Driver, players: int, seed: int) -> None:
    """In the game of four every kind of move comes up."""
    played = play_out(GAME, players, seed, True)
    page = play_by_touch(ui, GAME, played, enter, first_move(GAME, played))
    assert page.panel.every_row
    undo_and_redo(ui, page)


# -- Worked cases -----------------------------------------------------------------------------------------

MOVES = {"add_to_other": "add", "protect_with": "protect", "move": "rotate"}
ACTIONS = {"protect": "protect", "rotate": "move", "steal": "steal"}


def read_steps(case: dict[str, Any]) -> list[Move]:
    return [
        {"move": MOVES.get(step["do"], step["do"]), **{key: step[key] for key in step if key != "do"}}
        for step in case["steps"]
    ]


def in_hand(step: Move) -> dict[str, Any]:
    """The card that a step lays."""
    if "card" in step:
        return dict(step["card"])
    return {"action": step.get("action") or ACTIONS[step["move"]]}


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case["id"])
def test_worked_rows_come_out_right_on_the_table(ui: Driver, case: dict[str, Any]) -> None:
    before, steps = case["before"], read_steps(case)
    laid_out = {
        "move": "correct",
        "rows": before["rows"],
        "scores": before["score"],
        "draw_pile": before["draw"],
        "pending": [in_hand(step) for step in steps],
        "turn": 0,
    }
    page = sit_down(ui, GAME, Played(2, case["options"], 0, [laid_out], None), 1)
    assert page.panel.every_row
    *fine, last = steps
    for step in fine:
        lay(ui, step)
    if "illegal" in case:
        held = page.live.table
        assert page.why_not(last) is not None
        with suppress(AssertionError):
            lay(ui, last)
        assert page.live.table == held, "it is not offered, or only says why not"
        return
    lay(ui, last)
    table, after = page.live.table, case["after"]
    assert (table.rows, table.scores, table.draw_pile) == (after["rows"], after["score"], after["draw"])
    assert [chip.line.split()[0] for chip in reversed(page.ids.ribbon.children)] == [
        str(points) for points in after["score"]
    ]
    assert table.counts["discards"] == case["discarded"]


# -- Light ------------------------------------------------------------------------------------------------


def light(ui: Driver, players: int = 3, moves: int = 0) -> Any:
    """A table without a correction at its beginning and with a counted deck."""
    played = Played(players, {"deck": 110}, 0, [{"move": "take", "group": n} for n in range(moves)], None)
    return sit_down(ui, GAME, played, moves)


def test_a_group_that_is_taken_says_so(ui: Driver) -> None:
    page = light(ui)
    ui.tap(page.panel.groups[0])
    before = page.live.table
    assert before.groups == (0, 2, 2, 1)
    ui.tap(page.panel.groups[0])
    assert page.live.table == before
    assert ui.sees("That group has been taken already.")


def test_the_market_names_who_takes_twice_and_who_has_the_start_card(ui: Driver) -> None:
    page = light(ui)
    assert ui.sees("Start card: Ada · Still to take: Ada, Bo, Cleo, Ada")
    assert ui.sees("Ada takes two groups this round.")
    for group in range(4):
        ui.tap(page.panel.groups[group])
    assert ui.sees("Start card: Ada")
    assert not ui.sees("Still to take"), "Ada is not done with the last group"
    ui.tap("Done")
    assert ui.sees("The start card goes to Bo.")
    assert ui.sees("Refill the market: groups of 3, 2, 2, 1.")
    assert ui.sees("Start card: Bo · Still to take: Bo, Cleo, Ada, Bo")
    assert ui.sees("Bo takes two groups this round.")
    assert ui.sees("0 · start")
    assert ui.sees("10 more rounds at most")


def test_whoever_took_last_closes_unless_somebody_else_is_chosen(ui: Driver) -> None:
    page = light(ui)
    ui.tap(page.panel.groups[0])
    ui.tap(page.panel.light.numbers[6 - 2])
    assert page.live.table.scores == [9, 0, 0]
    tell(ui, "joker", 2, 5)
    assert page.live.table.scores == [9, 0, 5]


def test_whoever_begins_the_next_round_closes_after_the_refill(ui: Driver) -> None:
    page = light(ui, players=4, moves=3)
    page.play({"move": "correct", "draw_pile": 11})
    ui.tap(page.panel.groups[3])
    ui.tap("Done")
    ui.tap("Go on")
    tell(ui, "closed", 1, 7)
    table = page.live.table
    assert (table.phase, table.draw_pile, table.scores[1], table.round) == ("last", 0, 10, 2)


@pytest.mark.parametrize(
    ("is_done", "pile", "points", "phase"), [(False, 6, 12, "over"), (True, 0, 10, "last")]
)
def test_with_two_players_the_card_of_the_turn_says_in_which_round_it_was(
    ui: Driver, is_done: bool, pile: int, points: int, phase: str
) -> None:
    page = light(ui, players=2, moves=3)
    page.play({"move": "correct", "draw_pile": 11})
    ui.tap(page.panel.groups[3])
    if is_done:
        ui.tap("Done")
        ui.tap("Go on")
    tell(ui, "closed", 1, 7)
    table = page.live.table
    assert (table.draw_pile, table.scores, table.phase) == (pile, [0, points], phase)


def test_where_it_comes_to_the_same_nobody_is_asked(ui: Driver) -> None:
    page = light(ui, players=2, moves=4)
    ui.tap(page.panel.light.numbers[7 - 2])
    assert page.live.table.scores == [0, 12]


def test_once_the_market_cannot_be_refilled_others_are_told_why_they_cannot_close(ui: Driver) -> None:
    page = light(ui, players=3, moves=3)
    page.play({"move": "correct", "draw_pile": 3})
    ui.settle()
    ui.tap(page.panel.groups[3])
    assert ui.sees("The end is near")
    ui.tap("Go on")
    ui.tap("Done")
    ui.tap("Not yet")
    tell(ui, "closed", 1, 2)
    assert ui.sees("The market cannot be refilled: only Ada, who took last, may still close a row.")
    assert page.live.table.scores == [0, 0, 0]


@pytest.mark.parametrize(("lower_on_other", "gets"), [("owner", 1), ("actor", 0)])
def test_cards_driven_out_go_to_a_score_pile(ui: Driver, lower_on_other: str, gets: int) -> None:
    page = sit_down(ui, GAME, Played(3, {"deck": 110, "lower_on_other": lower_on_other}, 0, [], None))
    ui.tap(page.panel.groups[0])
    ui.tap("Lower card")
    assert ui.sees(f"Cards go to {page.names[gets]}: how many?")
    ui.tap(page.panel.light.numbers[3 - 2])
    assert page.live.table.scores[gets] == 3
    assert page.log_lines()[0][1:] == (gets, "gets cards that a lower number drove out: +3")
    assert ui.sees("Ada closes a row with"), "the card is Ada’s again"
    ui.tap("Undo")
    assert page.live.table.scores == [0, 0, 0]
    tell(ui, "lower", 2, 2)
    assert page.live.table.scores == [0, 0, 2]


def test_more_driven_cards_than_cards_are_refused(ui: Driver) -> None:
    page = light(ui, players=2)
    tell(ui, "lower", 1, 7)
    assert ui.sees("That would be more points than the 6 cards that have been dealt.")
    assert not page.live.moves


def test_closing_by_move_is_told_where_it_brings_no_bonus(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "move_bonus": False}, 0, [], None))
    ui.tap(page.panel.groups[0])
    ui.tap(page.panel.groups[1])
    ui.tap("With Move")
    assert page.panel.light.numbers[5 - 2].secondary == "+5"
    ui.tap(page.panel.light.numbers[5 - 2])
    assert page.live.table.scores == [0, 5]
    assert page.log_lines()[0][2] == "closes a row with a 5 by Move: +5"
    ui.tap(page.panel.light.numbers[5 - 2])
    assert page.live.table.scores == [0, 11]


# -- The card of a turn -----------------------------------------------------------------------------------


def test_the_card_of_a_turn_says_for_whom_until_it_is_done(ui: Driver) -> None:
    page = light(ui)
    assert ui.sees("Ada is to take a group")
    ui.tap(page.panel.groups[0])
    assert ui.sees("Ada closes a row with")
    assert page.ids.turn.name == "Ada", "the great name is whose card it is"
    assert ui.sees("BO TAKES NEXT")
    ui.tap("Done")
    assert page.ids.turn.name == "Bo"
    assert ui.sees("Bo is to take a group")


def test_the_next_group_is_an_answer_too(ui: Driver) -> None:
    page = light(ui)
    ui.tap(page.panel.groups[0])
    ui.tap(page.panel.groups[1])
    assert page.live.table.groups == (0, 0, 2, 1)
    assert page.ids.turn.name == "Bo"
    ui.tap(page.panel.light.numbers[4 - 2])
    assert page.live.table.scores == [0, 4, 0]


def test_a_tap_on_the_market_that_is_not_refilled_books_nothing(ui: Driver) -> None:
    page = light(ui, moves=4)
    assert ui.sees("MARKET EMPTY")
    ui.tap(page.panel.groups[0])
    assert len(page.live.moves) == 4
    assert ui.sees("Refill the market: groups of 3, 2, 2, 1.")
    assert ui.sees("BO TAKES NEXT")
    ui.tap(page.panel.groups[0])
    assert page.live.table.taker == 1


def test_the_end_waits_until_the_last_turn_is_done(ui: Driver) -> None:
    page = light(ui, players=2, moves=3)
    page.play({"move": "correct", "draw_pile": 8})
    ui.settle()
    ui.tap(page.panel.groups[3])
    assert page.live.table.phase == "last"
    assert not ui.root.overlays
    assert not ui.sees("Last round"), "a bonus card may still change that"
    tell(ui, "closed", 1, 5)
    assert page.live.table.phase == "over"
    assert not ui.root.overlays
    ui.tap("Done")
    assert ui.sees("The game is over")
    assert not ui.sees("The end is near")


def test_more_points_than_cards_are_refused(ui: Driver) -> None:
    page = light(ui)
    for _ in range(2):
        ui.tap(page.panel.light.numbers[7 - 2])
    before = page.live.table
    while page.panel.light.numbers[0].reason is None:
        ui.tap(page.panel.light.numbers[0])
        before = page.live.table
    ui.tap(page.panel.light.numbers[0])
    assert page.live.table == before
    assert ui.sees("more points than")


def test_the_market_and_the_start_card_can_be_set_right(ui: Driver) -> None:
    page = light(ui)
    ui.tap(name="mend market")
    ui.tap(ui.find("3", kind="Tile"))
    ui.tap(ui.find("Cleo", kind="Chip"))
    ui.tap("Apply")
    assert page.live.table.groups == (0, 2, 2, 1)
    assert page.live.table.starter == 2


def test_the_log_names_whoever_really_acted(ui: Driver) -> None:
    page = light(ui)
    ui.tap(page.panel.groups[0])
    ui.tap(page.panel.light.numbers[6 - 2])
    told = [(page.names[seat], line) for _number, seat, line in page.log_lines()]
    assert told == [("Ada", "closes a row with a 6: +9"), ("Ada", "takes the group of 3")]


# -- Card by card -----------------------------------------------------------------------------------------

START = [
    [{"colour": "red", "number": 7}, {"colour": "red", "number": 6}, {"colour": "blue", "number": 5}],
    [{"colour": "red", "number": 5}, {"colour": "green", "number": 5}, {"colour": "blue", "number": 4}],
]


def by_card(ui: Driver, taken: list[dict[str, Any]], **options: Any) -> Any:
    group = [3, 2, 2, 1].index(len(taken))
    moves = [{"move": "take", "group": group, "cards": taken}]
    return sit_down(ui, GAME, Played(2, {"deck": 110, "start": START, **options}, 0, moves, None), 1)


def offered(page: Any) -> list[tuple[str, str, str]]:
    choices = [row.choice for row in touchable(page.panel.hand)]
    return [(choice.title, choice.told, choice.gain) for choice in choices]


def test_a_perfect_card_may_close_the_row_or_not(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "red", "number": 3}])
    assert offered(page) == [
        ("Red row", "Perfect: close it, 3 cards", "+3"),
        ("Red row", "Perfect, but it stays open: 3 cards then", ""),
    ]
    ui.tap("Perfect, but it stays open: 3 cards then")
    assert page.live.table.rows[0]["red"] == [6, 7, 3]
    assert page.live.table.scores == [0, 0]
    ui.tap("Undo")
    ui.tap("Perfect: close it, 3 cards")
    assert page.live.table.scores == [3, 0]


def test_higher_lower_and_a_new_row_are_foretold(ui: Driver) -> None:
    page = by_card(
        ui,
        [{"colour": "red", "number": 2}, {"colour": "blue", "number": 4}, {"colour": "green", "number": 7}],
    )
    assert offered(page) == [("Red row", "Lower: 2 cards are discarded, 1 card then", "−2")]
    ui.tap(next(tile for tile in page.panel.hand.ids.cards.children if tile.secondary == "Blue"))
    assert offered(page) == [("Blue row", "Higher: 2 cards then", "")]


def test_a_card_that_must_wait_says_why(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "red", "number": 4}, {"colour": "green", "number": 7}])
    before = page.live.table
    ui.tap(next(tile for tile in page.panel.hand.ids.cards.children if tile.secondary == "Green"))
    assert ui.sees("Colours that had a row when the group was taken come first.")
    assert page.panel.groups[0] not in ui.seen(), "nobody can use the market now, so it makes room"
    assert page.live.table == before


def test_a_colour_that_was_there_is_offered_first_even_after_its_row_was_closed(ui: Driver) -> None:
    hand = [
        {"colour": "blue", "number": 2},
        {"colour": "blue", "number": 6},
        {"colour": "green", "number": 7},
    ]
    page = by_card(ui, hand)
    ui.tap("Perfect: close it, 2 cards")
    assert page.live.table.rows[0] == {"red": [6, 7]}
    assert offered(page) == [("New row: Blue", "Higher: 1 card then", "")]
    ui.tap(next(tile for tile in page.panel.hand.ids.cards.children if tile.secondary == "Green"))
    assert ui.sees("Colours that had a row when the group was taken come first.")
    for row in ("Blue", "Green"):
        ui.tap(next(place for place in page.panel.hand.places if f"New row: {row}" in place.caption))
    assert page.live.table.rows[0] == {"red": [6, 7], "blue": [6], "green": [7]}


def test_a_joker_is_offered_every_row(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "joker", "number": 2}])
    assert offered(page) == [
        ("Red row", "Lower: 2 cards are discarded, 1 card then", "−2"),
        ("Blue row", "Perfect: close it, 2 cards", "+2"),
        ("Blue row", "Perfect, but it stays open: 2 cards then", ""),
    ]


def test_a_group_may_be_taken_without_a_word_and_named_later(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, [], None))
    ui.tap(page.panel.groups[3])
    ui.tap("Skip")
    assert page.live.table.unseen == 1
    assert ui.sees("1 card was taken without saying which.")
    ui.tap("?")
    pick_cards(ui, [Card("red", 3)])
    ui.tap("Perfect: close it, 3 cards")
    assert page.live.table.scores == [3, 0]
    assert page.live.table.unseen == 0


def test_closing_by_number_is_refused_while_every_row_is_known(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, [], None))
    ui.tap("Track every row")
    ui.tap(page.panel.light.numbers[0])
    assert not page.live.moves
    assert ui.sees("Every row is known: add the card that closes it.")


def test_rows_are_laid_out_player_by_player(ui: Driver) -> None:
    page = light(ui, players=2)
    ui.tap("Track every row")
    ui.tap("Enter the start cards")
    for row, numbers in (("red", "67"), ("blue", "5")):
        ui.tap(next(tile for tile in ui.top().colours if tile.key == row))
        for number in numbers:
            ui.tap(ui.find(number, kind="Tile"))
    ui.tap("Apply")
    assert ui.sees("What lies in front of Bo?")
    ui.tap(next(tile for tile in ui.top().colours if tile.key == "green"))
    ui.tap(ui.find("5", kind="Tile"))
    ui.tap("As a joker")
    ui.tap(ui.find("4", kind="Tile"))
    ui.tap("Face-down card")
    ui.tap("Face-down card")
    ui.tap("Take back")
    ui.tap(ui.find("Steal", kind="Tile"))
    ui.tap("Apply")
    assert page.live.table.collections == [
        {"red": [6, 7], "blue": [5]},
        {"green": [5, {"number": 4, "joker": True}, 0], "actions": ["steal"]},
    ]


def mend_own_collection(ui: Driver, page: Any) -> Any:
    """Ada’s stands last: she has it in hand as well."""
    ui.find(name="mend collection")
    return next(
        button
        for button in ui.seen(page.panel.collections[0])
        if getattr(button, "name", "") == "mend collection"
    )


def test_a_collection_can_be_set_right(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, [], None))
    ui.tap(mend_own_collection(ui, page))
    ui.tap(next(row for row in ui.all("LaidRow") if row.row == "red"))
    ui.tap("Take back")
    ui.tap("Apply")
    assert page.live.table.rows == [{"red": [6], "blue": [5]}, {"red": [5], "green": [5], "blue": [4]}]


def test_what_cannot_lie_there_is_refused_while_it_can_still_be_changed(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, [], None))
    ui.tap(mend_own_collection(ui, page))
    sheet = ui.top()
    for action in ("Protect", "Move", "Steal"):
        ui.tap(ui.find(action, kind="Tile"))
    ui.tap("Apply")
    assert ui.top() is sheet
    assert ui.sees("Ada may store 2 action cards, of different kinds.")
    assert not page.live.moves
    ui.tap(ui.find("Move", kind="Tile"))
    ui.tap("Apply")
    assert page.live.table.seats[0].actions == ("protect", "steal")


def test_other_collections_can_be_folded(ui: Driver) -> None:
    page = sit_down(ui, GAME, Played(2, {"deck": 110, "start": START}, 0, [], None))
    ui.find(name="mend collection")
    assert ui.sees("Green · a 2 closes")
    ui.tap(
        next(
            button
            for button in ui.seen(page.panel.collections[1])
            if getattr(button, "name", "") == "fold collection"
        )
    )
    assert not ui.sees("Green · a 2 closes")
    assert page.panel.collections[1].folded


FULL_ROWS = {"red": [7], "green": [7], "yellow": [7], "purple": [7, 6]}


def stealing(ui: Driver, **options: Any) -> Any:
    page = by_card(ui, [{"action": "steal"}], **options)
    page.play({"move": "correct", "rows": [FULL_ROWS, {"blue": [5]}]})
    ui.tap("Bo · Blue row")
    return page


def test_a_stolen_card_may_push_out_a_row(ui: Driver) -> None:
    page = stealing(ui)
    assert ui.sees("Discard: Purple row")
    ui.tap("Discard: Purple row")
    assert page.live.table.rows == [{"red": [7], "green": [7], "yellow": [7], "blue": [5]}, {}]


def test_a_stolen_card_without_a_place_is_only_discarded_where_it_was_chosen_so(ui: Driver) -> None:
    page = stealing(ui, stolen_may_drop=False)
    assert not ui.sees("Discard: Purple row")
    ui.tap("Discard it")
    assert page.live.table.rows == [FULL_ROWS, {}]


def test_a_stored_action_of_whoever_took_last_and_begins_is_asked_in_which_round_it_is(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "red", "number": 5}])
    rows = [{"red": [7]}, {"blue": [7, 6, 5, 4, 4, 4, 4], "actions": ["move"]}]
    page.play(
        {"move": "correct", "rows": rows, "draw_pile": 10, "groups": [0, 0, 0, 1], "turn": 1, "pending": []}
    )
    page.play({"move": "take", "group": 3, "cards": [{"action": "protect"}]})
    page.play({"move": "store", "action": "protect"})
    ui.settle()
    ui.tap("Go on")
    ui.tap(next(tile for tile in page.panel.hand.ids.cards.children if tile.card == "move"))
    ui.tap(touchable(page.panel.hand)[0])
    assert ui.sees("Before the refill")
    ui.tap("After the refill")
    table = page.live.table
    assert (table.phase, table.scores, table.draw_pile) == ("last", [0, 9], 0)


def test_a_stolen_card_asks_where_it_goes(ui: Driver) -> None:
    page = by_card(ui, [{"action": "steal"}])
    ui.tap("Bo · Red row")
    assert ui.sees("On top: Red 5")
    ui.tap(ui.find("Red row", kind="Words"))
    assert page.live.table.rows == [{"red": [6, 7, 5], "blue": [5]}, {"green": [5], "blue": [4]}]


def test_whoever_took_may_still_use_action_cards_and_so_may_the_next(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "red", "number": 7}])
    stored = [{"red": [6], "actions": ["move"]}, {"blue": [2, 4], "actions": ["move"]}]
    page.play({"move": "correct", "rows": stored})
    ui.settle()
    ui.tap("Higher: 2 cards then")
    assert page.live.table.turn == 1
    assert ui.find("Ada", kind="Chip").selected
    ui.tap(ui.find("Bo", kind="Chip"))
    ui.tap(ui.find("Move", kind="HandAction"))
    place = next(place for place in page.panel.hand.places if place.choice)
    assert place.caption == "From the bottom to the top: Blue 2. Perfect: close it, 2 cards"
    ui.tap(place)
    assert page.live.table.scores == [0, 2]
    assert page.live.table.collections == [{"red": [6, 7], "actions": ["move"]}, {}]


def test_a_full_collection_offers_room_or_another_one(ui: Driver) -> None:
    page = by_card(ui, [{"colour": "green", "number": 7}], three_rows=True)
    assert [title for title, _told, _gain in offered(page)] == ["New row: Green"]
    full = {"red": [6], "blue": [5], "yellow": [7]}
    page.play({"move": "correct", "rows": [full, {"green": [5], "blue": [4, 0]}]})
    ui.settle()
    assert offered(page) == [
        ("Own collection", "Not now: tap to see why", ""),
        ("Bo · Green row", "Higher: 2 cards then", ""),
    ]
    ui.tap("Own collection")
    assert ui.sees("All 3 places are taken, and none is green.")
    assert [row.title for row in reversed(page.panel.hand.ids.room.children)] == [
        "Discard: Red row",
        "Discard: Blue row",
        "Discard: Yellow row",
    ]
    ui.tap("Discard: Blue row")
    assert page.live.table.rows[0] == {"red": [6], "yellow": [7]}


# -- Looks ------------------------------------------------------------------------------------------------


def halfway(ui: Driver, full: bool) -> Any:
    """Somebody holds cards that are still to be laid; or, light, some groups are taken."""
    if not full:
        return light(ui, players=4, moves=2)
    played = play_out(GAME, 4, 59, True)
    number = next(at for at, move in enumerate(played.moves) if at > 20 and move.get("cards")) + 1
    return sit_down(ui, GAME, played, number)


@pytest.mark.parametrize("full", [False, True], ids=["light", "card by card"])
def test_every_word_is_translated(ui: Driver, full: bool) -> None:
    with pseudo_language(ui):
        page = halfway(ui, full)
        assert [text for text in untranslated(ui, tuple(page.names)) if outside_brackets(text)] == []


def outside_brackets(text: str) -> bool:
    """Whether words are left once the brackets are taken away from the inside out."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return any(sign.isalpha() for sign in text)
