"""The editor of a play: any play, any day, in a dozen touches; and leaving it, whichever way."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import BOXES
from screens.record.play import as_json, as_session, new_play, read_draft, read_play, with_person
from screens.words.people import Person
from tests.screens.cupboards import fill, identity, session
from tests.screens.driver import Driver
from tests.screens.test_session import counted_only, open_session, tracked
from tests.screens.watch import EVENING


class Counted:
    """A person who counts how often they touch the glass."""

    def __init__(self, ui: Driver) -> None:
        self.ui, self.touches = ui, 0

    def tap(self, *args: Any, **kwargs: Any) -> None:
        self.touches += 1
        self.ui.tap(*args, **kwargs)

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.tap(self.ui.find(digit, kind="PadButton"))


def household(ui: Driver, *sessions: dict[str, Any]) -> None:
    fill(ui.app.history, sessions)
    ui.app.ways.refresh()
    ui.settle()


# -- A play that the phone has never seen -----------------------------------------------------------------


@pytest.mark.parametrize("game", BOXES)
def test_we_ended_63_to_48_in_a_dozen_touches(ui: Driver, game: str) -> None:
    other = next(key for key in BOXES if key != game)
    household(ui, session(other, ("Ada", "Cleo"), "2026-11-01", (3, 4)))
    person = Counted(ui)
    person.tap("Add a past play")
    person.tap(next(chip for chip in ui.all("Chip") if chip.key == game))
    for name in ("Ada", "Bo"):
        person.tap(ui.find(name, kind="Chip"))
    person.tap(ui.all("PlaySeat")[0])
    person.digits(63)
    person.tap(name="next row")
    person.digits(48)
    person.tap("Save")
    assert person.touches <= 12
    assert ui.screen == "session"
    assert ui.page.outcome.winner == "Ada wins"
    kept = ui.app.history.sessions()[0]
    assert kept["game"] == game
    assert kept["result"] == {"totals": [63, 48], "ranks": [1, 2], "winners": [0]}
    assert (kept["starter"], kept["moves"], kept["sheet"]) == (None, [], None)
    figures = ui.app.history.statistics(game=game)
    assert (figures.plays, figures.starter.tables) == (1, 0), "nobody said who began"
    assert figures.players[identity("Ada")].wins == 1
    ui.back()
    assert ui.screen == "home"


def test_a_group_that_comes_back_needs_even_fewer(ui: Driver) -> None:
    household(
        ui,
        session("perladora", ("Ada", "Bo", "Cleo", "Dirk"), "2026-11-01", (20, 9, 20, 9), place="Club"),
    )
    person = Counted(ui)
    person.tap("Add a past play")
    assert ui.sees("Perladöra · Club")
    person.tap("Ada, Bo, Cleo and Dirk")
    person.digits(24)
    person.tap(name="next row")
    person.digits(17)
    person.tap("Save")
    assert person.touches <= 8
    kept = ui.app.history.sessions()[0]
    assert kept["result"] == {"totals": [24, 17, 24, 17], "ranks": [1, 3, 1, 3], "winners": [0, 2]}
    assert kept["place"] == "Club"


def test_everything_can_be_said_of_it(ui: Driver) -> None:
    household(ui, session("coloretto", ("Ada", "Bo"), "2026-11-01", (30, 20), place="Home"))
    ui.app.go("edit", day="2026-10-05")
    ui.settle()
    ui.tap("Ada and Bo")
    ui.tap(next(chip for chip in ui.page.ids.starters.children if chip.text == "Bo"))
    ui.tap("Purple side")
    ui.tap("Home")
    assert ui.page.play.place == "", "a place that was offered is let go of like any chip"
    ui.tap(ui.page.ids.place.field)
    ui.type("Café De Zaak")
    ui.tap("Playing time")
    for digit in "45":
        ui.tap(ui.find(digit, kind="PadKey"))
    ui.tap("Done")
    ui.tap("Began at 20:14")
    ui.tap(ui.top().ids.hours.children[0])
    ui.tap("Done")
    ui.tap(ui.page.ids.note.field)
    ui.page.ids.note.field.insert_text("First line\nsecond line")
    ui.tap(ui.page.ids.tag.field)
    ui.type("holiday")
    ui.page.ids.tag.dispatch("on_submit")
    ui.tap(ui.page.ids.name.field)
    ui.type("Zoë")
    ui.tap("Save")
    kept = ui.app.history.sessions()[1]
    assert kept["started"] == "2026-10-05T21:14:00+01:00"
    assert kept["finished"] == "2026-10-05T21:59:00+01:00"
    assert (kept["seconds"], kept["starter"], kept["place"]) == (2700, 1, "Café De Zaak")
    assert kept["note"] == "First line\nsecond line"
    assert kept["tags"] == ["holiday"]
    assert kept["options"] == {"side": "purple"}
    assert [player["name"] for player in kept["players"]] == ["Ada", "Bo", "Zoë"]
    assert "Zoë" in ui.app.history.names().values()
    assert kept["result"] is None, "nobody said how it ended, so it stays out of the figures"
    assert ui.app.history.statistics().plays == 1


def test_a_winner_can_be_known_without_points_and_a_tie_decided(ui: Driver) -> None:
    household(ui, session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20)))
    ui.tap("Add a past play")
    ui.tap("Ada and Bo")
    assert ui.sees("WHO  WON?")
    for _row in range(2):
        ui.tap(ui.find("9", kind="PadButton"))
        ui.tap(name="next row")
    assert ui.sees("Shared win")
    ui.tap(next(chip for chip in ui.page.ids.winners.children if chip.text == "Bo"))
    ui.tap("Save")
    kept = ui.app.history.sessions()[0]
    assert kept["result"] == {"totals": [9, 9], "ranks": [2, 1], "winners": [1]}
    ui.tap(name="edit")
    assert ui.page.play.won == identity("Bo"), "it is read as it was said"


# -- Leaving ----------------------------------------------------------------------------------------------


def test_leaving_saves_and_says_so_and_can_be_undone(ui: Driver) -> None:
    first = session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20), note="as it was")
    household(ui, first)
    open_session(ui, first["id"])
    ui.tap(name="edit")
    ui.tap(ui.page.ids.note.field)
    ui.type("!")
    ui.back()
    assert ui.screen == "session"
    assert ui.app.history.get(first["id"])["note"].count("!") == 1
    assert ui.sees("Changes saved.")
    ui.tap("Undo")
    assert ui.app.history.get(first["id"]) == first


def test_discarding_changes_nothing_and_can_be_undone(ui: Driver) -> None:
    first = session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20))
    household(ui, first)
    open_session(ui, first["id"])
    ui.tap(name="edit")
    ui.tap(ui.find("Bo", kind="Chip"))
    ui.tap("Discard")
    assert ui.screen == "session"
    assert ui.app.history.get(first["id"]) == first
    assert ui.sees("Changes discarded.")
    ui.tap("Undo")
    assert (ui.screen, ui.page.play.starter) == ("edit", identity("Bo"))
    ui.tap("Save")
    assert ui.app.history.get(first["id"])["starter"] == 1


def test_a_new_play_waits_as_a_draft(ui: Driver) -> None:
    household(ui)
    ui.tap("Add a past play")
    ui.tap(ui.find("Ada", kind="Chip"))
    ui.back()
    assert ui.sees("The play waits as a draft.")
    assert not ui.app.history.sessions()
    ui.tap("Add a past play")
    assert [row.person for row in ui.all("PlaySeat")] == ["Ada"]
    ui.tap("Save")
    assert ui.screen == "edit"
    assert ui.sees("Pearls is for 2 to 6 players.")
    ui.tap("Discard")
    ui.tap("Add a past play")
    assert not ui.all("PlaySeat")


# -- Plays that were tracked, counted, imported ------------------------------------------------------------


def test_of_a_tracked_play_moves_and_points_stay(ui: Driver) -> None:
    kept = tracked(ui, "coloretto")
    household(ui)
    open_session(ui, kept["id"])
    ui.tap(name="edit")
    assert ui.page.bound
    row = ui.all("PlaySeat")[3]
    ui.tap(row)
    ui.tap("Cleo")
    ui.tap("Began at 19:30")
    ui.tap(ui.top().ids.minutes.children[0])
    ui.tap("Done")
    ui.tap("Save")
    assert ui.screen == "session"
    after = ui.app.history.get(kept["id"])
    assert after["players"][3] == {"id": identity("Cleo"), "name": "Cleo"}
    assert after["started"] == "2026-11-18T19:31:00+00:00"
    untouched = {"moves", "sheet", "result", "options", "starter", "seconds"}
    assert {name: after[name] for name in untouched} == {name: kept[name] for name in untouched}


def test_the_whole_sheet_leads_back_to_the_session_without_confetti(ui: Driver) -> None:
    household(ui, session("perfect_numbers", ("Ada", "Bo"), "2026-11-01", (30, 20)))
    ui.tap("Add a past play")
    ui.tap("Ada and Bo")
    ui.tap("Fill in the whole score sheet")
    assert ui.screen == "count"
    ui.tap(ui.find("7", kind="PadButton"))
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.screen == "session"
    assert ui.page.outcome.winner == "Ada wins"
    assert len(ui.app.history.sessions()) == 2
    ui.back()
    assert ui.screen == "home"


def test_a_guest_becomes_somebody(ui: Driver) -> None:
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    kept["players"] = [{**player, "guest": True} for player in kept["players"]]
    household(ui, kept)
    assert ui.app.history.statistics().players == {}
    open_session(ui, kept["id"])
    ui.tap(name="edit")
    ui.tap(ui.all("PlaySeat")[1])
    ui.tap("Cleo")
    ui.tap("Save")
    figures = ui.app.history.statistics().players
    assert {player: one.wins for player, one in figures.items()} == {identity("Cleo"): 1}


def test_a_day_without_a_play_offers_to_add_one(ui: Driver) -> None:
    household(ui, session("pearls", ("Ada", "Bo"), "2026-11-17", (30, 20)))
    ui.app.tab("history")
    ui.settle()
    ui.tap(name="calendar")
    days = ui.top().ids.calendar.ids.days
    cell = next(cell for day, cell in zip(days.days, reversed(days.children), strict=True) if day[8:] == "09")
    ui.press(*cell.to_window(*cell.center))
    ui.tap("Add a past play on 9 November 2026")
    assert (ui.screen, ui.page.play.day) == ("edit", "2026-11-09")
    ui.back()
    ui.tap(name="add a play")
    assert ui.page.play.day == "2026-11-18"


# -- The play itself --------------------------------------------------------------------------------------


def test_a_draft_is_read_as_it_was_or_not_at_all() -> None:
    play = with_person(new_play("pearls", EVENING), Person(identity("Ada"), "Ada", "blue"))
    assert read_draft(as_json(play)) == play
    for broken in (None, [], {}, {**as_json(play), "game": "chess"}, {**as_json(play), "day": "then"}):
        assert read_draft(broken) is None


def test_what_is_not_changed_is_written_as_it_was() -> None:
    imported = session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20), stranger={"x": 1}, seconds=2777.5)
    assert as_session(read_play(imported, {}), imported, None) == imported


# -- What is incomplete, and small things ------------------------------------------------------------------


def test_what_is_incomplete_says_so(ui: Driver) -> None:
    known = session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20), starter=None)
    unknown = {**session("pearls", ("Ada", "Bo"), "2026-11-02", (1, 2)), "result": None}
    household(ui, known, unknown)
    open_session(ui, known["id"])
    assert ui.sees("Nobody noted who began")
    open_session(ui, unknown["id"])
    assert ui.sees("Nobody noted how it ended")


def test_the_arrows_of_the_calendar_stay_under_the_finger(ui: Driver) -> None:
    household(
        ui, *(session("pearls", ("Ada", "Bo"), f"2026-{month:02}-01", (3, 2)) for month in range(1, 12))
    )
    ui.app.tab("history")
    ui.settle()
    ui.tap(name="calendar")
    places = set()
    for _month in range(9):
        places.add(tuple(ui.find(name="earlier month").to_window(*ui.find(name="earlier month").center)))
        ui.tap(name="earlier month")
    assert len(places) == 1


def test_page_down_and_end_go_through_a_list(ui: Driver) -> None:
    household(ui, *(session("pearls", ("Ada", "Bo"), f"2026-10-{day:02}", (3, 2)) for day in range(1, 29)))
    ui.app.tab("history")
    ui.settle()
    rows = ui.page.ids.sessions
    ui.key(281)
    once = rows.scroll_y
    assert 0 < once < 1
    ui.key(279)
    assert rows.scroll_y == 0
    ui.key(278)
    assert rows.scroll_y == 1


def test_clearing_a_search_leaves_the_keyboard(ui: Driver) -> None:
    household(ui, session("pearls", ("Ada", "Bo"), "2026-10-01", (3, 2)))
    ui.app.tab("history")
    ui.settle()
    field = ui.page.ids.search
    ui.tap(field.field)
    ui.type("ada")
    ui.tap(name="clear")
    assert (field.text, field.field.focus) == ("", True)
