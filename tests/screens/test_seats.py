"""Seats: who plays, in which order, and who begins."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from screens.games.plan import Plan, draft_key, learn_youngest, read_plan, seated, youngest
from screens.stored import Settings
from screens.words.people import Person
from tests.screens import walker
from tests.screens.cupboards import filled, identity
from tests.screens.driver import QUIET, Driver

Launch = Callable[..., Driver]
ENTER = (13, "enter")
HOSTILE = "[b]Eve[/b] {name} %s " + "W" * 190
WIDE = "WWWWWWWWWWWWWWWW"
NAMES = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")


def sit_down(ui: Driver, *names: str) -> None:
    """Types every name and sends it with Enter, as on a keyboard."""
    if not ui.page.ids.name.focused:
        ui.tap(ui.page.ids.name.field)
    for name in names:
        ui.type(name)
        enter(ui)


def enter(ui: Driver) -> None:
    field = ui.page.ids.name.field
    assert field.focus
    field.keyboard_on_key_down(None, ENTER, None, [])
    ui.settle()


def at_the_table(ui: Driver) -> list[str]:
    return [row.person for row in ui.page.ids.seats.rows]


def who_begins(ui: Driver) -> list[str]:
    return [row.person for row in ui.page.ids.seats.rows if row.begins]


def open_seats(ui: Driver, game: str = "pearls", *names: str) -> None:
    ui.app.go("seats", game=game)
    ui.settle()
    if names:
        sit_down(ui, *names)


def handle(ui: Driver, name: str) -> tuple[float, float]:
    row = next(row for row in ui.page.ids.seats.rows if row.person == name)
    place = row.ids.handle
    return tuple(place.to_window(*place.center))


def starter_chip(ui: Driver, name: str) -> Any:
    return next(chip for chip in ui.page.ids.starters.children if chip.text == name)


# -- Sitting down -----------------------------------------------------------------------------------------


def test_names_are_typed_one_after_another_without_leaving_the_field(ui: Driver) -> None:
    ui.tap("Pearls")
    assert ui.screen == "seats"
    assert ui.sees("Pearls: 2–6 players. 2 more to go.")
    sit_down(ui, "Ada", "  Bo   van  Bo ", "Cleo")
    assert at_the_table(ui) == ["Ada", "Bo van Bo", "Cleo"]
    assert ui.page.ids.name.focused
    assert len({row.colour for row in ui.page.ids.seats.rows}) == 3
    assert ui.sees("Set up for 3")


@pytest.mark.parametrize("typed", ["", "   ", "ada", " ADA "])
def test_a_name_that_cannot_be_is_refused_with_a_sentence(ui: Driver, typed: str) -> None:
    open_seats(ui, "pearls", "Ada")
    ui.type(typed)
    enter(ui)
    assert at_the_table(ui) == ["Ada"]
    expected = (
        "Somebody with that name is already at the table"
        if typed.strip()
        else "A name has at least one letter."
    )
    assert ui.sees(expected)
    ui.type("x")
    assert not ui.sees(expected)


def test_two_hundred_letters_with_markup_are_kept_whole_and_shown_short(ui: Driver, launch: Launch) -> None:
    open_seats(ui, "pearls", HOSTILE, "Bo")
    stored = " ".join(HOSTILE.split())
    assert at_the_table(ui)[0] == stored
    assert len(stored) >= 200
    row = ui.page.ids.seats.rows[0]
    label = next(label for label in ui.all("OneLine") if label.text == stored)
    assert not label.markup
    assert label.texture_size[0] <= label.width + 1 < row.width
    assert starter_chip(ui, "[b]Eve[/b] {nam…")
    assert list(walker.complaints(ui)) == []
    assert at_the_table(launch_again(launch))[0] == stored


def launch_again(launch: Launch, game: str = "pearls", **wishes: Any) -> Driver:
    ui = launch(**wishes)
    ui.app.go("seats", game=game)
    ui.settle()
    return ui


@pytest.mark.parametrize(
    ("game", "most"), [("pearls", 6), ("coloretto", 5), ("perfect_numbers", 4), ("perladora", 4)]
)
def test_limits_are_said_plainly(ui: Driver, game: str, most: int) -> None:
    open_seats(ui, game)
    ui.tap("Set up")
    assert ui.screen == "seats"
    assert ui.sees("needs 2 more players.")
    sit_down(ui, "Ada")
    ui.tap("Set up for 1")
    assert ui.screen == "seats"
    assert ui.sees("needs one more player.")
    sit_down(ui, *NAMES[1:most])
    assert ui.sees(f"2–{most} players. The table is full.")
    sit_down(ui, "Gus")
    assert at_the_table(ui) == list(NAMES[:most])
    assert ui.sees(f"is for {most} players at most.")
    assert ui.page.ids.name.text == "Gus"
    ui.tap(name="leave Bo")
    assert not ui.sees("players at most")
    enter_again(ui)
    assert at_the_table(ui) == ["Ada", *NAMES[2:most], "Gus"]


def enter_again(ui: Driver) -> None:
    ui.tap(ui.page.ids.name.field)
    enter(ui)


def test_a_name_left_in_the_field_is_seated_on_the_way_out(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada")
    ui.type("Bo")
    ui.tap(next(button for button in ui.all("PrimaryButton") if button.text))
    assert ui.screen == "setup"
    assert ui.sees("Ada · Bo")


def test_a_known_name_is_the_known_player(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_seats(ui, "pearls", "cleo")
    assert ui.page.plan.people == (Person(identity("Cleo"), "Cleo", "green"),)
    ui.tap("Dirk")
    assert at_the_table(ui) == ["Cleo", "Dirk"]


def test_typing_narrows_the_known_players_down(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_seats(ui)
    assert {chip.text for chip in ui.page.ids.known.children} == {"Ada", "Bo", "Cleo", "Dirk"}
    ui.tap(ui.page.ids.name.field)
    ui.type("d")
    assert {chip.text for chip in ui.page.ids.known.children} == {"Ada", "Dirk"}
    ui.tap("Dirk")
    assert ui.page.ids.name.text == ""
    assert at_the_table(ui) == ["Dirk"]


def test_archived_players_are_not_offered(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.app.history.archive_player(identity("Dirk"))
    open_seats(ui)
    assert "Dirk" not in [chip.text for chip in ui.page.ids.known.children]


def test_last_times_group_is_offered_first(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_seats(ui, "perladora")
    cards = ui.all("GroupCard")
    assert [card.people for card in cards] == ["Bo · Dirk", "Ada · Bo · Cleo"]
    ui.tap(cards[0])
    assert at_the_table(ui) == ["Bo", "Dirk"]
    assert not ui.all("GroupCard")


# -- Changing places --------------------------------------------------------------------------------------


def test_dragging_a_handle_changes_places(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo", "Cleo", "Dirk")
    ui.drag(handle(ui, "Ada"), handle(ui, "Cleo"))
    assert at_the_table(ui) == ["Bo", "Cleo", "Ada", "Dirk"]
    ui.drag(handle(ui, "Dirk"), (handle(ui, "Bo")[0], handle(ui, "Bo")[1] + 200))
    assert at_the_table(ui) == ["Dirk", "Bo", "Cleo", "Ada"]
    rows = ui.page.ids.seats.rows
    assert all(above.y >= below.top for above, below in pairwise(rows))


def test_dragging_beside_a_handle_scrolls_and_changes_nothing(launch: Launch) -> None:
    ui = launch(size=(412, 420))
    open_seats(ui, "pearls", *NAMES)
    ui.page.children[1].scroll_y = 1
    ui.settle()
    row = ui.page.ids.seats.rows[1]
    x, y = row.to_window(row.x + 100, row.center_y)
    ui.drag((x, y), (x, y + 120))
    assert at_the_table(ui) == list(NAMES)
    assert ui.page.children[1].scroll_y < 1


def test_places_change_without_dragging_too(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo", "Cleo")
    ui.tap(ui.page.ids.seats.rows[2])
    ui.tap("Up")
    assert at_the_table(ui) == ["Ada", "Cleo", "Bo"]
    ui.tap(ui.page.ids.seats.rows[0])
    assert ui.find("Up", kind="SecondaryButton").disabled
    ui.tap("Down")
    assert at_the_table(ui) == ["Cleo", "Ada", "Bo"]


def test_leaving_the_table_can_be_undone(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo", "Cleo")
    ui.tap(starter_chip(ui, "Bo"))
    ui.tap(ui.page.ids.seats.rows[1])
    ui.tap("Leave the table")
    assert at_the_table(ui) == ["Ada", "Cleo"]
    assert who_begins(ui) == []
    ui.tap("Undo")
    assert at_the_table(ui) == ["Ada", "Bo", "Cleo"]
    assert who_begins(ui) == ["Bo"]


def test_a_taken_colour_changes_hands(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo")
    ada, bo = (row.colour for row in ui.page.ids.seats.rows)
    ui.tap(ui.page.ids.seats.rows[0])
    ui.tap(next(choice for choice in ui.all("ColourChoice") if choice.colour == bo))
    assert [row.colour for row in ui.page.ids.seats.rows] == [bo, ada]


def test_four_at_perladora_are_two_teams(ui: Driver) -> None:
    open_seats(ui, "perladora", "Ada", "Bo", "Cleo")
    assert not ui.sees("plays with")
    sit_down(ui, "Dirk")
    assert [row.note for row in ui.page.ids.seats.rows] == [
        "plays with Cleo", "plays with Dirk", "plays with Ada", "plays with Bo"
    ]  # fmt: skip
    ui.drag(handle(ui, "Ada"), handle(ui, "Bo"))
    assert [row.note for row in ui.page.ids.seats.rows] == [
        "plays with Cleo", "plays with Dirk", "plays with Bo", "plays with Ada"
    ]  # fmt: skip


# -- Who begins -------------------------------------------------------------------------------------------


def test_the_youngest_is_remembered(ui: Driver, launch: Launch) -> None:
    open_seats(ui, "pearls", "Ada", "Bo", "Cleo")
    assert who_begins(ui) == []
    ui.tap(starter_chip(ui, "Cleo"))
    assert who_begins(ui) == ["Cleo"]
    ui.tap("Set up for 3")
    ui.tap("Start · Cleo begins")
    ui = launch()
    open_seats(ui, "perladora", "Bo")
    ui.tap("Cleo")
    assert who_begins(ui) == ["Cleo"]
    assert ui.sees("youngest")


def test_where_the_players_decide_nobody_is_presumed(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_seats(ui, "coloretto", "Ada", "Bo")
    assert who_begins(ui) == []
    assert ui.sees("You decide")
    ui.tap(starter_chip(ui, "Bo"))
    assert who_begins(ui) == ["Bo"]


def test_chance_decides_at_once_without_motion(ui: Driver) -> None:
    open_seats(ui, "coloretto", "Ada", "Bo", "Cleo")
    drawn = set()
    for seed in range(6):
        ui.page.rng = random.Random(seed)
        ui.tap("At random" if not drawn else "Draw again")
        drawn.update(who_begins(ui))
    assert drawn == {"Ada", "Bo", "Cleo"}


def test_chance_makes_a_short_show(launch: Launch) -> None:
    ui = launch(settings=Settings(language="en", theme="light"))
    open_seats(ui, "coloretto", "Ada", "Bo", "Cleo")
    ui.page.rng = random.Random(1)
    expected = ui.page.plan.person(random.Random(1).choice(ui.page.plan.ids)).name
    lit = set()
    ui.tap("At random")
    chosen = ui.page.plan.starter
    while ui.page.spotlight:
        lit.update(who_begins(ui))
        ui.frames()
    assert len(lit) == 3
    assert who_begins(ui) == [expected]
    assert ui.page.plan.starter == chosen


def test_leaving_in_the_middle_of_the_show_keeps_the_choice(launch: Launch) -> None:
    ui = launch(settings=Settings(language="en", theme="light"))
    open_seats(ui, "coloretto", "Ada", "Bo", "Cleo")
    ui.tap("At random")
    assert ui.page.spotlight
    chosen = ui.page.plan.starter
    ui.back()
    ui.app.go("seats", game="coloretto")
    ui.settle()
    assert ui.page.spotlight == ""
    assert ui.page.plan.starter == chosen


# -- Nothing is lost --------------------------------------------------------------------------------------


def test_back_rotation_pause_and_a_killed_app_lose_nothing(ui: Driver, launch: Launch) -> None:
    open_seats(ui, "coloretto", "Ada", "Bo", "Cleo")
    ui.tap(starter_chip(ui, "Bo"))
    ui.drag(handle(ui, "Cleo"), handle(ui, "Ada"))
    ui.tap(ui.page.ids.name.field)
    ui.type("Di")
    seen = (["Cleo", "Ada", "Bo"], ["Bo"], "Di")

    def now() -> tuple[list[str], list[str], str]:
        return at_the_table(ui), who_begins(ui), ui.page.ids.name.text

    assert now() == seen
    assert ui.back()
    assert ui.screen == "home"
    ui.tap("Pearls")
    assert at_the_table(ui) == []
    assert ui.page.ids.name.text == ""
    ui.back()
    ui.tap("Coloretto")
    assert now() == seen
    for size in ((915, 412), (320, 640), (900, 1200), (412, 915)):
        ui.resize(*size)
        assert now() == seen
    ui.app.dispatch("on_pause")
    ui = launch_again(launch, "coloretto")
    assert now() == seen


def test_the_back_key_closes_a_sheet_first(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo")
    ui.tap(ui.page.ids.seats.rows[0])
    assert ui.root.overlays
    ui.back()
    assert ui.screen == "seats"
    assert not ui.root.overlays
    ui.tap(name="rules")
    assert ui.sees("Cards by number of players")
    ui.back()
    assert ui.screen == "seats"
    assert at_the_table(ui) == ["Ada", "Bo"]


def test_the_page_follows_the_language(ui: Driver) -> None:
    open_seats(ui, "pearls", "Ada", "Bo")
    with walker.pseudo_language(ui):
        assert walker.untranslated(ui, (*NAMES, "A", "B")) == []
        ui.tap(ui.page.ids.seats.rows[0])
        assert walker.untranslated(ui, (*NAMES, "A")) == []


@pytest.mark.parametrize("look", walker.LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, look: walker.Look) -> None:
    ui = launch(**walker.dressed(*look), open_cupboard=filled)
    open_seats(ui)
    complaints = list(walker.complaints(ui))
    sit_down(ui, "Ada", WIDE)
    complaints += walker.complaints(ui)
    sit_down(ui, *NAMES[1:5])
    ui.tap("At random")
    ui.tap(ui.page.ids.seats.rows[1])
    complaints += walker.complaints(ui)
    ui.back()
    complaints += walker.complaints(ui)
    assert complaints == []


# -- The plan itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draft",
    [
        None,
        [],
        "torn",
        {"people": [{"id": "x", "name": "Ada", "colour": "blue"}]},
        {"people": [{"id": identity("a"), "name": " ", "colour": ""}], "starter": 3, "way": "war"},
        {"starter": ["Ada"], "way": ["book"]},
        {"people": {"id": 1}, "options": [], "start": [], "clans": {"a": 1}, "piles": ["3"], "ticks": 7},
    ],
)
def test_a_senseless_draft_is_as_good_as_none(draft: object) -> None:
    assert read_plan("pearls", draft) == Plan("pearls")


@pytest.mark.parametrize(
    ("game", "noted"),
    [
        ("coloretto", {"removed": ["mauve", 3]}),
        ("perfect_numbers", {"start": {"a": ["red"], "b": ["red many"], "c": ["mauve 3"], "d": [""]}}),
    ],
)
def test_what_is_no_card_is_not_laid_out(game: str, noted: dict[str, Any]) -> None:
    assert read_plan(game, noted).laid == {}


def test_a_hostile_draft_does_not_stop_the_app(launch: Launch, tmp_path: Path) -> None:
    ui = launch(settings=QUIET)
    people = [{"id": identity(name), "name": name, "colour": "blue"} for name in NAMES] * 3
    ui.app.drafts.put(draft_key("perladora"), {"people": people, "options": {"farms": 3, "clans": "all"}})
    open_seats(ui, "perladora")
    assert at_the_table(ui) == list(NAMES[:4])
    ui.tap("Set up for 4")
    assert ui.screen == "setup"


def test_who_is_youngest_holds_in_every_part_of_the_group() -> None:
    elders = learn_youngest("c", ["a", "b", "c", "d"], {})
    assert youngest(["a", "c"], elders) == youngest(["d", "c", "b"], elders) == "c"
    assert youngest(["a", "b"], elders) == youngest(["c", "e"], elders) == youngest(["c"], elders) == ""
    corrected = learn_youngest("a", ["a", "c"], elders)
    assert youngest(["a", "c"], corrected) == "a"
    assert youngest(["b", "c"], corrected) == "c"


def test_colours_stay_apart() -> None:
    plan = Plan("pearls")
    for name in NAMES:
        plan = seated(plan, Person(identity(name), name, "amber"))
    assert plan.people[0].colour == "amber"
    assert len({person.colour for person in plan.people}) == 6
