"""The result page: winners and margins in words, every line, the legend, once more, and counting again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from history.live import new_session
from scoring import GAMES
from screens.games.plan import next_plan
from screens.result.words import closest, who_won
from screens.words.people import sides
from screens.words.telling import added_up, signed
from tests.screens.driver import Driver, at_home
from tests.screens.tables import NAMES, STARTED
from tests.screens.test_count import coloretto_sheet, count_page, pearls_sheet
from tests.screens.walker import LOOKS, Look, complaints, dressed, pseudo_language, untranslated

Launch = Callable[..., Driver]
LONG_NAMES = (
    "Bartholomew-Finn",
    "Wilhelmina Josef",
    "Maximiliane-Rose",
    "Konstantin Theo.",
    "Anastasia-Louise",
    "Gwendolyn-Harper",
)


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def points(*numbers: int) -> dict[str, Any]:
    return {"seats": [{"points": number} for number in numbers]}


def finished(
    ui: Driver,
    game: str,
    sheet: dict[str, Any],
    names: tuple[str, ...] = NAMES,
    starter: int = 0,
    players: int = 2,
) -> Any:
    """The result page of a session that has been counted."""
    players = len(sheet["seats"]) if "seats" in sheet else players
    seats = [{"id": str(UUID(int=seat + 1)), "name": names[seat]} for seat in range(players)]
    session = new_session(game, seats, starter, {}, STARTED)
    ui.app.history.save(session)
    live = ui.app.sit_at(session["id"])
    live.finish(sheet, STARTED)
    ui.app.go("result", session=session["id"])
    ui.settle()
    return ui.page


# -- In words ---------------------------------------------------------------------------------------------


def told(game: str, totals: list[int], ranks: list[int]) -> tuple[str, str]:
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    result = {"totals": totals, "ranks": ranks, "winners": winners}
    found = sides(game, NAMES[: len(totals)])
    return who_won(result, found), closest(game, result, found)


TOLD = [
    ("pearls", [20, 19], [1, 2], "Ada wins", "Bo: 1 point behind."),
    ("pearls", [-12, -1], [2, 1], "Bo wins", "Ada: 11 points behind."),
    ("pearls", [10, 10], [2, 1], "Bo wins", "Ada: exactly level, only the tie-break decided."),
    ("coloretto", [7, 7, 3], [1, 1, 3], "Ada and Bo share the win", "Cleo: 4 points behind."),
    ("coloretto", [9, 7, 7], [1, 2, 2], "Ada wins", "Bo and Cleo: 2 points behind."),
    ("coloretto", [5, 5], [1, 1], "Ada and Bo share the win", ""),
    ("perladora", [7, 6, 7, 6], [1, 2, 1, 2], "Ada and Cleo win together", "Bo and Dirk: 1 pearl behind."),
    ("perladora", [6, 6, 6, 6], [1, 1, 1, 1], "Ada, Cleo, Bo and Dirk share the win", ""),
    ("perladora", [20, 18, 2], [1, 2, 3], "Ada wins", "Bo: 2 pearls behind."),
]


def test_winner_and_margin_in_words(ui: Driver) -> None:
    for game, totals, ranks, winner, margin in TOLD:
        assert told(game, totals, ranks) == (winner, margin)


def test_sums_are_written_as_one_writes_them() -> None:
    assert added_up([20, 12, -3]) == "20 + 12 − 3"
    assert added_up([-1]) == signed(-1) == "−1"


def test_those_who_share_a_place_are_named_together(ui: Driver) -> None:
    page = finished(ui, "perfect_numbers", points(17, 12, 17))
    assert [banner.title for banner in page.outcome.ids.reasons.children] == ["Ada and Cleo"]
    assert [row.marked for row in ui.all("PointsRow")] == [True, True, False]


# -- Winning ----------------------------------------------------------------------------------------------


def two_territories(mine: int, theirs: int) -> dict[str, Any]:
    """The large one is Ada's, the small one Bo's."""
    return {
        "territories": [
            {"cells": 36, "farms": [4, 4, 5, 5, 6, 6, 7], "divers": [{"seat": 0, "value": mine}]},
            {"cells": 4, "farms": [3], "divers": [{"seat": 1, "value": theirs}]},
        ]
    }


def test_what_would_have_changed_the_winner_is_on_the_screen(ui: Driver) -> None:
    pile = {"necklaces": [], "hand": {}}
    cards = {"jokers": 0, "golden": 0, "plus2": 0}
    for game, sheet, told in (
        (
            "pearls",
            {"seats": [{"pile": {"red": 3}, **pile}, {"pile": {"red": 2}, **pile}]},
            "Bo: 1 point behind.",
        ),
        (
            "coloretto",
            {"seats": [{"cards": {"blue": 3}, **cards}, {"cards": {"grey": 1}, **cards}]},
            "Bo: 5 points behind.",
        ),
        ("perfect_numbers", points(12, 9), "Bo: 3 points behind."),
        ("perladora", two_territories(2, 1), "Bo: 34 pearls behind."),
    ):
        finished(ui, game, sheet)
        assert ui.sees(told), game
    assert ui.sees("2 more strength in territory 1, and Bo would have won.")


def count_a_win(ui: Driver) -> Any:
    count_page(ui, "perfect_numbers", 2)
    ui.tap(ui.find("9", kind="PadButton"))
    ui.tap("Next")
    ui.tap("Who won?")
    ui.rest(0.4)
    return ui.page


def test_the_celebration_can_be_switched_off(ui: Driver) -> None:
    ui.app.choose(reduced_motion=False)
    assert count_a_win(ui).ids.confetti.canvas.children
    ui.app.tab("home")
    ui.app.go("settings")
    ui.settle()
    ui.tap(ui.find("Celebrate the winner", kind="ToggleRow"))
    ui.app.ways.rebuild()
    ui.app.tab("home")
    assert not count_a_win(ui).ids.confetti.canvas.children


def test_a_win_is_celebrated_once(ui: Driver) -> None:
    ui.app.choose(reduced_motion=False)
    page = count_a_win(ui)
    page.ids.confetti.canvas.clear()
    for _ in range(2):
        ui.tap(name="edit")
        ui.tap("Who won?")
        ui.rest(0.4)
        assert ui.page is page
        assert not page.ids.confetti.canvas.children


# -- Every point ------------------------------------------------------------------------------------------


def test_a_row_opens_every_line_of_a_player(ui: Driver) -> None:
    sheet = {
        "seats": [
            {"pile": {"red": 3}, "necklaces": [], "hand": {}},
            {"pile": {"blue": 5}, "necklaces": [5], "hand": {"purple": 1}},
        ]
    }
    page = finished(ui, "pearls", sheet)
    ui.tap(next(row for row in ui.all("PointsRow") if row.place == 0))
    assert ui.top().title == "Bo"
    values = [row.value for row in ui.all("ListRow")]
    assert values == ["10", "5", "−5", "10"]
    ui.back()
    ui.tap(next(row for row in ui.all("PointsRow") if row.place == 1))
    assert ui.top().title == "Ada"
    assert page.outcome.order[1].names == ("Ada",)


def test_the_bars_have_a_legend_and_the_same_numbers_beside_them(ui: Driver) -> None:
    sheet = {
        "seats": [
            {"pile": {"red": 3}, "necklaces": [], "hand": {}},
            {"pile": {"blue": 5}, "necklaces": [5], "hand": {"purple": 1}},
        ]
    }
    finished(ui, "pearls", sheet)
    legend = ui.all("Legend")
    assert [part.text for part in legend] == ["Pile", "Necklaces", "Hand"]
    bars = ui.all("BarRow")
    assert [bar.numbers for bar in bars] == ["10 + 5 − 5", "3 + 0 + 0"]
    drawn = bars[0].ids.place.children[0].parts
    assert [tuple(colour) for _points, colour in drawn] == [tuple(part.fill) for part in legend]


def test_a_result_from_elsewhere_has_only_its_totals(ui: Driver) -> None:
    """Imported: nobody knows which card or territory the points came from."""
    for game, rules in GAMES.items():
        page = finished(ui, game, rules.sheet(rules.start(players=2, options={}, starter=0)))
        page.live.update(sheet=None, result={"totals": [31, 30], "ranks": [1, 2], "winners": [0]})
        page.refresh()
        ui.settle()
        assert page.outcome.winner == "Ada wins"
        ui.tap(next(row for row in ui.all("PointsRow") if row.place == 1))
        assert [row.value for row in ui.all("ListRow")] == ["30"]
        ui.back()


# -- Once more --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "starter", "next_starter"),
    [
        ("pearls", 1, "Bo"),
        ("coloretto", 1, "Cleo"),
        ("coloretto", 2, "Ada"),
        ("perfect_numbers", 1, "Cleo"),
        ("perladora", 2, "Cleo"),
    ],
)
def test_again_seats_the_same_group(ui: Driver, game: str, starter: int, next_starter: str) -> None:
    sheet = GAMES[game].sheet(GAMES[game].start(players=3, options={}, starter=0))
    page = finished(ui, game, sheet, starter=starter, players=3)
    for player in page.document["players"]:
        ui.app.history.save_player({**player, "colour": "blue"})
    ui.tap("Play again")
    assert ui.screen == "seats"
    assert [person.name for person in ui.page.plan.people] == ["Ada", "Bo", "Cleo"]
    assert ui.page.plan.person(ui.page.plan.starter).name == next_starter


def test_nobody_without_a_name_is_seated_again(ui: Driver) -> None:
    page = finished(ui, "perfect_numbers", points(3, 4), names=("Ada", "Player 2"))
    plan = next_plan(page.document, ui.app.history)
    assert [person.name for person in plan.people] == ["Ada"]
    assert plan.starter == ""


# -- Counting again ---------------------------------------------------------------------------------------


def test_counting_again_keeps_the_earlier_version(ui: Driver) -> None:
    page = finished(ui, "perfect_numbers", points(12, 9))
    session = page.document["id"]
    ui.tap(name="edit")
    ui.tap("Next")
    for digit in "21":
        ui.tap(ui.find(digit, kind="PadButton"))
    assert ui.app.history.get(session)["sheet"] == points(12, 9)
    ui.back()
    assert ui.page.outcome.winner == "Ada wins"
    ui.tap(name="edit")
    assert ui.page.sheet == points(12, 21)
    ui.tap("Who won?")
    assert ui.page.outcome.winner == "Bo wins"
    assert ui.sees("1 earlier version is saved")
    earlier = ui.app.history.versions(session)
    assert [version.document["result"]["totals"] for version in earlier] == [[12, 9]]
    assert ui.app.history.get(session)["finished"] == page.document["finished"]


def test_a_note_is_not_another_count(ui: Driver) -> None:
    page = finished(ui, "perfect_numbers", points(12, 9))
    page.open_note()
    ui.settle()
    ui.tap(next(field for field in ui.all("TextField") if field.hint == "Where did you play?").field)
    ui.type("Hut")
    ui.back()
    assert page.document["place"] == "Hut", "the back key keeps what was typed"
    assert not ui.sees("Counted again")


# -- Looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_long_names_and_lost_points_have_room(launch: Launch, look: Look) -> None:
    ui = launch(**dressed(*look))
    sheet = pearls_sheet(Random(5), 6)
    sheet["seats"][0] = {"pile": {}, "necklaces": [], "hand": {"purple": 2}}
    finished(ui, "pearls", sheet, names=LONG_NAMES)
    complained = list(complaints(ui))
    assert not complained, chr(10).join(complained)


def test_everything_on_the_page_is_translated(ui: Driver) -> None:
    with pseudo_language(ui):
        finished(ui, "coloretto", coloretto_sheet(Random(3), 5))
        assert untranslated(ui, NAMES) == []
        ui.page.outcome.open_lines(0)
        ui.settle()
        assert untranslated(ui, NAMES) == []
