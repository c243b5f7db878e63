"""Games of one's own by touch: made, kept, played round by round, counted, handed on and brought in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from kivy.core.image import Image

from history.live import new_session
from scoring import GAMES
from screens.shelf.codes import as_code, from_text, problem
from screens.shelf.samples import SAMPLES, in_words
from screens.translator import LANGUAGES, i18n
from screens.widgets.qr import modules
from tests.screens.driver import Driver
from tests.screens.test_share import codes_on_screen

OWN = GAMES["own"]
CASES = json.loads((Path(__file__).parent.parent / "scoring" / "data" / "own.json").read_text("utf-8"))
FARM = {
    "tableside": 1,
    "name": "Farm",
    "players": [2, 4],
    "ask": {"Animals": "count", "Eggs": "count"},
    "score": [
        {"name": "Animals", "times": "Animals", "by": 3},
        {"name": "Eggs", "most": "Eggs", "prizes": [5, 2], "ties": "all"},
    ],
}


class Finger:
    """Counts what a person does: every touch, and every letter on the keyboard."""

    def __init__(self, ui: Driver) -> None:
        self.ui, self.touches = ui, 0

    def tap(self, text: str = "", **how: Any) -> None:
        self.touches += 1
        self.ui.tap(text, **how)

    def on(self, widget: Any) -> None:
        self.touches += 1
        self.ui.tap(widget)

    def write(self, field: Any, text: str) -> None:
        """A touch for the field, one for the sign that empties it, and one for each letter."""
        self.on(field.field)
        if field.text:
            self.touches += 1
            field.field.text = ""
        self.touches += len(text)
        self.ui.type(text)

    def more(self, row_text: str, times: int = 1) -> None:
        row = next(row for row in self.ui.all("NumberRow") if row.text == row_text)
        for _ in range(times):
            self.on(next(key for key in self.ui.seen(row) if getattr(key, "name", "") == "more"))


def shelf(ui: Driver) -> list[dict[str, Any]]:
    return [game["rules"] for game in ui.app.history.games()]


def put_on_shelf(ui: Driver, rules: dict[str, Any], number: int = 0) -> None:
    ui.app.history.save_game({"id": f"00000000-0000-4000-8000-{number:012}", "rules": rules})


def test_a_farm_is_made_in_forty_touches(ui: Driver) -> None:
    finger = Finger(ui)
    finger.tap("Games of your own")
    finger.tap("Make your own")
    finger.write(ui.page.ids.name, "Farm")
    finger.tap("Add a line")
    finger.tap("Points for each")
    finger.write(ui.top().ids.name, "Animals")
    finger.more("Points for each", 2)
    finger.tap("Take it over")
    finger.tap("Add a line")
    finger.tap("Most of something")
    finger.write(ui.top().ids.name, "Eggs")
    finger.tap("Take it over")
    finger.tap("Save the sheet")
    assert finger.touches <= 40, finger.touches
    assert shelf(ui) == [FARM | {"players": [1, 12]}]
    assert ui.screen == "own_game"
    assert ui.sees("Animals: 4 × 3")


def test_nothing_that_was_begun_is_lost(launch: Callable[..., Driver]) -> None:
    ui = launch()
    ui.tap("Games of your own")
    ui.tap("Make your own")
    ui.tap("Add a line")
    ui.tap("A scale")
    ui.tap("Take it over")
    ui.app.drafts.save()
    ui = launch(anew=True)
    ui.tap("Games of your own")
    ui.tap("Go on with your sheet")
    assert ui.sees("A scale")
    ui.tap(name="undo")
    assert ui.page.rules["score"] == []


def test_lines_are_moved_doubled_and_taken_out(ui: Driver) -> None:
    put_on_shelf(ui, FARM)
    ui.tap("Games of your own")
    ui.tap("Farm")
    ui.tap("Change it")
    names = lambda: [line["name"] for line in ui.page.rules["score"]]  # noqa: E731
    ui.tap("Eggs")
    ui.tap(name="up")
    ui.tap(name="close")
    assert names() == ["Eggs", "Animals"]
    ui.tap("Animals")
    ui.tap(name="double")
    assert names() == ["Eggs", "Animals", "Animals 2"]
    ui.tap("Eggs")
    ui.tap(name="take out")
    assert names() == ["Animals", "Animals 2"]
    for _ in range(3):
        ui.tap(name="undo")
    assert ui.page.rules == FARM


@pytest.mark.parametrize("rules", SAMPLES, ids=lambda rules: rules["name"])
def test_every_sample_can_be_played(rules: dict[str, Any]) -> None:
    assert problem(rules) is None
    for players in range(rules["players"][0], rules["players"][1] + 1):
        table = OWN.start(players=players, options={"rules": rules}, starter=0)
        OWN.score(players=players, options={"rules": rules}, sheet=OWN.sheet(table))


def test_samples_are_told_in_every_language() -> None:
    try:
        for language in LANGUAGES:
            i18n.language = language
            told = [in_words(rules) for rules in SAMPLES]
            assert [problem(rules) for rules in told] == [None] * len(SAMPLES)
            assert len({rules["name"] for rules in told}) == len(SAMPLES)
    finally:
        i18n.language = "en"


def test_there_are_a_dozen_samples() -> None:
    assert len(SAMPLES) >= 12


# -- Every worked case through the screen -----------------------------------------------------------------


def set_number(ui: Driver, text: str, value: int) -> None:
    """By the pad: the number itself is touched, and typed key after key."""
    row = next(row for row in ui.all("NumberRow") if row.text == text)
    type_into(ui, next(widget for widget in ui.seen(row) if type(widget).__name__ == "NumberPress"), value)


def type_into(ui: Driver, number: Any, value: int) -> None:
    ui.tap(number)
    keys = {key.text: key for key in ui.all("PadKey") if key.text}
    if value < 0:
        ui.tap(next(key for key in ui.all("PadKey") if key.name == "sign" or key.text == "±"))
    for digit in str(abs(value)):
        ui.tap(keys[digit])
    ui.top().accept()
    ui.settle()


def enter(ui: Driver, asks: dict[str, Any], row: dict[str, Any]) -> None:
    for name, value in row.items():
        if isinstance(value, bool):
            toggle = next(row for row in ui.all("ToggleRow") if row.text == name)
            if toggle.active != value:
                ui.tap(toggle)
        elif isinstance(value, str):
            choice = next(row for row in ui.all("ChoiceRow") if row.text == name)
            ui.tap(next(chip for chip in choice.ids.chips.children if chip.key == value))
        elif isinstance(value, dict):
            for kind, number in value.items():
                set_number(ui, f"{name} · {kind}", number)
        elif isinstance(value, list):
            for first, second in value:
                ui.tap("One more")
                pair = ui.all("PairRow")[-1]
                for at, number in enumerate((first, second)):
                    presses = [w for w in ui.seen(pair) if type(w).__name__ == "NumberPress"]
                    type_into(ui, presses[at], number)
        else:
            set_number(ui, name, value)


SHORT = [case for case in CASES if sum(map(len, case["sheet"]["end"])) <= 8 and not case["sheet"]["rounds"]]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case in SHORT[:3] else pytest.mark.slow) for case in CASES],
    ids=lambda case: case["id"],
)
def test_a_worked_case_is_counted_by_touch(ui: Driver, case: dict[str, Any]) -> None:
    rules = case["options"]["rules"]
    put_on_shelf(ui, rules)
    ui.app.go("own_game", rules=rules, game_id="")
    ui.settle()
    ui.page.count(case["players"])
    ui.settle()
    for number, rows in enumerate(case["sheet"]["rounds"]):
        ui.page.turn_to(0)
        ui.settle()
        ui.tap(next(chip for chip in ui.all("Chip") if chip.key == "more"))
        for seat, row in enumerate(rows):
            ui.page.turn_to(seat)
            ui.settle()
            assert ui.page.calculator.part == str(number)
            enter(ui, rules["ask"], row)
    if any(case["sheet"]["end"]):
        for seat, row in enumerate(case["sheet"]["end"]):
            ui.page.turn_to(seat)
            ui.settle()
            if case["sheet"]["rounds"]:
                ui.page.calculator.turn_to_part("end")
                ui.settle()
            enter(ui, rules["ask"], row)
    assert ui.page.result.totals == case["expect"]["totals"]
    ui.page.finish()
    ui.settle()
    assert ui.screen == "result"
    [session] = ui.app.history.sessions(finished=True)
    assert session["result"]["ranks"] == case["expect"]["ranks"]
    assert session["result"]["winners"] == case["expect"]["winners"]
    assert ui.sees(rules["name"])


# -- Round by round ---------------------------------------------------------------------------------------


def sit_down(ui: Driver, rules: dict[str, Any], *names: str) -> None:
    put_on_shelf(ui, rules)
    ui.tap("Games of your own")
    ui.tap(rules["name"])
    ui.tap("Play")
    for name in names:
        ui.page.ids.name.focus()
        ui.settle()
        ui.type(name)
        ui.page.add_typed()
        ui.settle()
    ui.page.go_on()
    ui.settle()
    ui.page.start()
    ui.settle()
    if ui.root.overlays:
        ui.tap(names[0])
    assert ui.screen == "table"


def play_round(ui: Driver, rules: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    number = ui.page.table.round
    ui.tap(f"Enter round {number}")
    for seat, row in enumerate(rows):
        for name, value in row.items():
            card = next(card for card in ui.all("SeatCard") if card.seat == seat)
            enter_in(ui, card, name, value)
    ui.tap(next(button for button in ui.all("PrimaryButton") if button.text == f"Enter round {number}"))


def enter_in(ui: Driver, card: Any, name: str, value: Any) -> None:
    for widget in list(ui.seen(card)):
        if getattr(widget, "text", "") != name:
            continue
        if type(widget).__name__ == "ToggleRow":
            ui.tap(widget)
            return
        if type(widget).__name__ == "NumberRow":
            type_into(ui, next(w for w in ui.seen(widget) if type(w).__name__ == "NumberPress"), value)
            return
    raise AssertionError(name)


def hearts() -> dict[str, Any]:
    return next(case["options"]["rules"] for case in CASES if case["id"].startswith("24"))


def test_an_evening_of_hearts_is_entered_killed_and_resumed(launch: Callable[..., Driver]) -> None:
    ui, rules = launch(), hearts()
    sit_down(ui, rules, "Ada", "Bo", "Cleo", "Dan")
    play_round(ui, rules, [{"hearts": 13, "queen": True}, {}, {}, {}])
    assert ui.page.table.totals == (0, 26, 26, 26), "shot the moon"
    assert ui.page.table.turn == 1, "the next one begins"
    play_round(ui, rules, [{}, {"hearts": 8, "queen": True}, {"hearts": 5}, {}])
    ui.tap("Enter round 3")
    enter_in(ui, ui.all("SeatCard")[2], "hearts", 9)
    ui.app.drafts.save()
    ui = launch(anew=True)
    ui.tap("Resume")
    assert ui.page.table.totals == (0, 47, 31, 26)
    ui.tap("Enter round 3")
    third = next(row for row in ui.all("NumberRow") if row.value == 9)
    assert third.text == "hearts", "what was typed is still there"
    enter_in(ui, ui.all("SeatCard")[3], "hearts", 4)
    ui.tap(next(button for button in ui.all("PrimaryButton") if button.text == "Enter round 3"))
    assert ui.page.table.totals == (0, 47, 40, 30)
    ui.page.undo()
    ui.settle()
    assert ui.page.table.round == 3
    ui.page.redo()
    ui.settle()
    play_round(ui, rules, [{}, {"hearts": 13, "queen": True}, {}, {}])
    assert ui.page.table.totals == (26, 47, 66, 56)
    ui.tap(next(row for row in ui.all("PressRow") if row.text == "Round 2"))
    enter_in(ui, ui.all("SeatCard")[2], "hearts", 5)
    ui.tap("Save")
    play_round(ui, rules, [{}, {}, {"hearts": 13}, {}])
    assert any("away from the end" in text for text in ui.texts())
    play_round(ui, rules, [{}, {}, {"hearts": 8, "queen": True}, {"hearts": 5}])
    assert ui.page.table.phase == "over"
    ui.tap("Count")
    assert ui.screen == "count"
    ui.page.finish()
    ui.settle()
    assert ui.screen == "result"
    [session] = ui.app.history.sessions(finished=True)
    assert session["result"]["winners"] == [0]


@pytest.mark.slow
def test_a_whole_evening_of_bids(launch: Callable[..., Driver]) -> None:
    rules = next(case["options"]["rules"] for case in CASES if case["id"].startswith("20"))
    rules = {**rules, "rounds": 6}
    ui = launch()
    sit_down(ui, rules, "Ada", "Bo", "Cleo")
    expected = [0, 0, 0]
    for number in range(1, 7):
        tricks = [number, 0, 0]
        bids = [number, number % 2, 0]
        play_round(ui, rules, [{"bid": bid, "tricks": took} for bid, took in zip(bids, tricks, strict=True)])
        for seat in range(3):
            met = bids[seat] == tricks[seat]
            expected[seat] += 20 + 10 * tricks[seat] if met else -10 * abs(bids[seat] - tricks[seat])
        assert list(ui.page.table.totals) == expected
        if number == 3:
            ui.app.drafts.save()
            ui = launch(anew=True)
            ui.tap("Resume")
    assert ui.page.table.phase == "over"


# -- It travels -------------------------------------------------------------------------------------------


def test_a_game_goes_from_phone_to_phone_as_a_code(ui: Driver, tmp_path: Path) -> None:
    put_on_shelf(ui, FARM)
    ui.tap("Games of your own")
    ui.tap("Farm")
    ui.tap(name="share")
    ui.tap("QR code")
    [code] = ui.all("QrCode")
    assert codes_on_screen(ui, tmp_path) == [code.content] == [as_code(FARM)]
    ui.tap(name="close")
    ui.back()
    ui.tap("Bring in a game")
    ui.top().ids.code.text = code.content.lower()
    ui.tap("Have a look")
    assert (ui.screen, ui.page.rules) == ("own_game", FARM)
    ui.tap("Put on the shelf")
    assert shelf(ui) == [FARM, FARM]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_rules_fit_one_code(case: dict[str, Any]) -> None:
    rules = case["options"]["rules"]
    assert modules(as_code(rules)) is not None
    assert from_text(as_code(rules)) == rules == from_text(json.dumps(rules))


@pytest.mark.parametrize("text", ["", "TABLESIDE:", "TABLESIDE:AAAA", "[]", '{"tableside": 2}', "x" * 500])
def test_what_is_no_game_is_refused_in_a_sentence(ui: Driver, text: str) -> None:
    ui.tap("Games of your own")
    ui.tap("Bring in a game")
    ui.top().ids.code.text = text
    ui.tap("Have a look")
    assert ui.screen == "shelf"
    assert ui.top().problem.endswith(".")
    assert shelf(ui) == []


def test_a_game_taken_from_the_shelf_comes_back(ui: Driver) -> None:
    put_on_shelf(ui, FARM)
    ui.tap("Games of your own")
    ui.tap("Farm")
    ui.tap("Take from the shelf")
    assert shelf(ui) == []
    ui.tap("Undo")
    assert shelf(ui) == [FARM]


# -- Afterwards -------------------------------------------------------------------------------------------


def played(ui: Driver) -> str:
    """A finished session of Hearts, as the history has it."""
    rules, seats = hearts(), [{"id": str(uuid4()), "name": name} for name in ("Ada", "Bo", "Cleo")]
    session = new_session("own", seats, 0, {"rules": rules}, ui.app.now())
    live = ui.app.sit_at(session["id"], session)
    live.play({"move": "round", "seats": [{"hearts": 5}, {"hearts": 8, "queen": True}, {}]}, 1)
    live.finish(live.prefilled_sheet(), ui.app.now())
    ui.app.rise()
    return str(session["id"])


def test_what_was_played_is_found_looked_up_and_handed_on(ui: Driver) -> None:
    session = played(ui)
    ui.app.tab("history")
    ui.settle()
    assert any("Hearts" in text for text in ui.texts())
    ui.page.ask(game="own:Hearts")
    ui.settle()
    ui.app.go("session", session=session)
    ui.settle()
    assert ui.page.title == "Hearts"
    assert ui.sees("Cleo")
    ui.app.go("statistics", game="own:Hearts")
    ui.wait(lambda: ui.page.complete)
    assert ui.sees("Hearts")
    ui.app.go("result", session=session)
    ui.settle()
    assert ui.sees("Cleo wins")
    ui.page.share()
    ui.settle()
    ui.tap("Its score sheet")
    assert (ui.screen, ui.page.rules) == ("own_game", hearts())
    ui.back()
    ui.tap("Play again")
    assert ui.screen == "seats"
    assert ui.page.plan.options == {"rules": hearts()}
    assert ui.page.plan.count == 3


def test_the_rules_and_the_log_open_over_a_table(ui: Driver) -> None:
    sit_down(ui, hearts(), "Ada", "Bo", "Cleo")
    play_round(ui, hearts(), [{"hearts": 13}, {}, {}])
    ui.page.open_rules()
    ui.settle()
    assert ui.sees("a score sheet of your own")
    ui.back()
    ui.page.open_log()
    ui.settle()
    assert ui.sees("Round 1: Ada 13, Bo 0, Cleo 0")
    ui.back()
    ui.page.open_menu()
    ui.settle()
    ui.back()
    ui.page.open_corrections()
    ui.settle()
    ui.back()
    assert ui.screen == "table"


def test_turns_are_passed_where_there_are_no_rounds(ui: Driver) -> None:
    rules = next(case["options"]["rules"] for case in CASES if case["id"].startswith("11"))
    sit_down(ui, rules, "Ada", "Bo")
    assert any("15" in text for text in ui.texts()), "the end is announced"
    first = ui.page.table.turn
    ui.tap("Next turn")
    assert ui.page.table.turn == 1 - first
    ui.tap("The last round has begun")
    assert ui.page.table.phase == "last"


def test_a_picture_of_the_sheet_is_for_people_without_the_app(ui: Driver) -> None:
    put_on_shelf(ui, FARM)
    ui.tap("Games of your own")
    ui.app.go("own_game", rules=hearts(), game_id="")
    ui.settle()
    ui.tap(name="share")
    ui.tap("Picture of the sheet")
    ui.rest(1)
    [picture] = (ui.app.folder / "home").rglob("*.png")
    painted = Image(str(picture)).texture
    assert painted.width >= 700
    assert painted.height > 300
