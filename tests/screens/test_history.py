"""The history: by day, found again by every filter, deleted and brought back, and the calendar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from history.revision import ID, Revision, Unreadable
from screens.record.filters import Filters, read_filters
from screens.record.list import Grouped
from screens.words.periods import period, period_told
from tests.history.factories import make_live_session
from tests.screens.cupboards import SESSIONS, filled, identity, session
from tests.screens.driver import TODAY, Driver
from tests.screens.walker import LOOKS, Look, complaints, dressed, pseudo_language, untranslated

Launch = Callable[..., Driver]
HOLD = 0.6


def rows(ui: Driver) -> list[Any]:
    """The sessions in view, from top to bottom; those that are cut off at an edge are left out."""
    view = ui.page.ids.sessions
    return sorted(
        (
            row
            for row in ui.all("SessionRow")
            if view.y <= row.to_window(*row.pos)[1] and _top(row) <= view.top
        ),
        key=_top,
        reverse=True,
    )


def _top(row: Any) -> float:
    return float(row.to_window(row.x, row.top)[1])


def headings(ui: Driver) -> list[str]:
    found = sorted(ui.all("ListHeading"), key=_top, reverse=True)
    return [heading.text for heading in found]


def found(ui: Driver) -> list[str]:
    """All ids that fit the filters, in the order of the list."""
    return list(ui.page.listing.ids())


def choose(ui: Driver, chip: str, option: str) -> None:
    """Opens the sheet of a chip and touches one of its options."""
    ui.tap(next(one for one in ui.all("Chip") if one.key == chip))
    ui.tap(ui.find(option, kind="Chip"))
    if chip == "player":
        ui.tap("Done")


def search(ui: Driver, text: str) -> None:
    field = ui.page.ids.search
    ui.tap(field.field)
    field.field.text = ""
    ui.type(text)
    ui.wait(lambda: ui.page.view.filters.text == text)
    ui.settle()


def swipe(ui: Driver, row: Any, share: float) -> None:
    x, y = row.to_window(*row.center)
    ui.drag((x + 0.4 * row.width, y), (x + (0.4 - share) * row.width, y), hold=0.1)


def hold(ui: Driver, row: Any) -> None:
    ui.press(*row.to_window(*row.center), seconds=HOLD)


# -- Arithmetic -------------------------------------------------------------------------------------------


def test_headings_and_entries_are_found_by_arithmetic() -> None:
    keys = ["c", "c", "b", "a", "a", "a", "c"]
    rows = Grouped(keys)
    assert rows.groups == ["c", "b", "a", "c"]
    laid = [(group, place) for group, place in (rows[index] for index in range(len(rows)))]
    assert laid == [
        *[(0, -1), (0, 0), (0, 1)],
        *[(1, -1), (1, 2)],
        *[(2, -1), (2, 3), (2, 4), (2, 5)],
        *[(3, -1), (3, 6)],
    ]
    assert [laid[rows.index_of(place)][1] for place in range(len(keys))] == list(range(len(keys)))
    tops = [rows.distance(index, 30, 100) for index in range(len(rows) + 1)]
    heights = [30 if place < 0 else 100 for _group, place in laid]
    assert tops == [sum(heights[:index]) for index in range(len(rows) + 1)]
    for index, top in enumerate(tops[:-1]):
        assert rows.index_at(top, 30, 100) == index
        assert rows.index_at(top + heights[index] - 0.1, 30, 100) == index
    assert (rows.index_at(-50, 30, 100), rows.index_at(10_000, 30, 100)) == (0, len(rows) - 1)
    with pytest.raises(IndexError):
        rows[len(rows)]
    assert len(Grouped(())) == 0


PERIODS = {
    "week": ("2026-11-12", "2026-11-18"),
    "month": ("2026-11-01", "2026-11-18"),
    "last_month": ("2026-10-01", "2026-10-31"),
    "year": ("2026-01-01", "2026-11-18"),
    "last_year": ("2025-01-01", "2025-12-31"),
}


def test_periods_have_their_days_and_their_words(ui: Driver) -> None:
    assert {name: period(name, TODAY) for name in PERIODS} == PERIODS
    with pytest.raises(KeyError):
        period("century", TODAY)
    told = {
        ("2026-10-01", "2026-10-31"): "Last month",
        ("2026-10-02", "2026-10-02"): "2 October 2026",
        ("2026-10-02", "2026-10-31"): "2 October 2026 – 31 October 2026",
        ("2026-10-02", ""): "From 2 October 2026",
        ("", "2026-10-02"): "Until 2 October 2026",
        ("", ""): "",
    }
    assert {ends: period_told(*ends, TODAY) for ends in told} == told


def test_wishes_of_other_pages_are_understood() -> None:
    asked = {"game": "pearls", "player": None, "finished": False, "sessions": ["a"], "colour": "red"}
    assert read_filters(asked) == Filters(game="pearls", unfinished=True, sessions=("a",))
    assert read_filters(asked).count == 3
    assert Filters(text="  ").count == 0
    assert Filters(since="2026-01-01", until="2026-02-01", text="Bo").count == 2


# -- Ten thousand -----------------------------------------------------------------------------------------


@pytest.fixture
def crowd(launch: Launch, crowded: Path) -> Driver:
    ui = launch()
    ui.tap("History")
    return ui


def test_ten_thousand_are_found_by_every_filter(crowd: Driver) -> None:
    ui, history = crowd, crowd.app.history
    live = make_live_session_of(history)
    history.save(live)
    everything = list(history.sessions())
    newest_first = sorted(everything, key=lambda one: one["started"], reverse=True)
    ui.page.refresh()
    assert found(ui) == [one["id"] for one in newest_first]
    assert ui.sees("10,001 sessions")
    assert len(ui.all("SessionRow")) < 20
    assert [row.session for row in rows(ui)] == found(ui)[: len(rows(ui))]

    def expect(fits: Callable[[dict[str, Any]], bool]) -> None:
        wanted = [one["id"] for one in newest_first if fits(one)]
        assert wanted
        assert found(ui) == wanted
        assert ui.sees(f"{len(wanted)} session")
        assert rows(ui)[0].session == wanted[0]
        assert ui.page.ids.sessions.scroll_y == 1

    # Each by itself
    choose(ui, "game", "Perladöra")
    expect(lambda one: one["game"] == "perladora")
    choose(ui, "game", "Perladöra")
    assert len(found(ui)) == 10_001
    eva = next(person for person in history.players() if person["name"] == "Eva 2")
    choose(ui, "player", "Eva 2")
    expect(lambda one: eva["id"] in [player["id"] for player in one["players"]])
    ui.tap("Clear filters")
    choose(ui, "period", "Last year")
    expect(lambda one: one["started"].startswith("2025"))
    ui.tap("Clear filters")
    ui.tap(ui.find("Unfinished", kind="Chip"))
    expect(lambda one: one["id"] == live["id"])
    assert rows(ui)[0].unfinished
    ui.tap("Clear filters")
    search(ui, "tea gent")
    expect(lambda one: "tea" in one["note"] and "Gent" in one["place"])

    # Together, and kept on the way to a session and back
    choose(ui, "game", "Coloretto")
    choose(ui, "player", "Bo")
    bo = next(person["id"] for person in history.players() if person["name"] == "Bo")
    expect(
        lambda one: (
            one["game"] == "coloretto"
            and "tea" in one["note"]
            and "Gent" in one["place"]
            and bo in [player["id"] for player in one["players"]]
        )
    )
    before = found(ui)
    ui.tap(rows(ui)[1])
    assert (ui.screen, ui.page.session) == ("session", before[1])
    ui.back()
    assert ui.screen == "history"
    assert found(ui) == before
    assert ui.page.ids.search.text == "tea gent"
    ui.tap("Play")
    ui.tap("History")
    assert found(ui) == before
    search(ui, "nobody of that name")
    assert found(ui) == []
    assert ui.sees("Nothing found")
    ui.tap("Clear filters")
    assert len(found(ui)) == 10_001
    assert ui.page.ids.search.text == ""

    # The same place again, after a look at a session in the middle of it
    ui.page.ids.sessions.scroll_y = 0.5
    ui.settle()
    middle = [row.session for row in rows(ui)]
    assert set(middle).isdisjoint(found(ui)[:1000])
    ui.tap(rows(ui)[2])
    assert ui.page.session == middle[2]
    ui.back()
    assert [row.session for row in rows(ui)] == middle
    ui.app.ways.rebuild()
    ui.settle()
    assert [row.session for row in rows(ui)] == middle


def make_live_session_of(history: Any) -> dict[str, Any]:
    from random import Random

    return make_live_session(Random(5), history.players(), 12)


def test_ten_thousand_days_deletions_and_returns(crowd: Driver) -> None:
    ui, history = crowd, crowd.app.history
    total = len(found(ui))

    # Swipe: too short, then far enough, then undone
    ui.page.ids.sessions.scroll_y = 0.7
    ui.settle()
    shown = [row.session for row in rows(ui)]
    swipe(ui, rows(ui)[1], 0.15)
    assert (ui.screen, len(found(ui)), rows(ui)[1].slide) == ("history", total, 0)
    swipe(ui, rows(ui)[1], 0.6)
    assert ui.sees("Session deleted.")
    assert shown[1] not in found(ui)
    assert [row.session for row in rows(ui)][:2] == [shown[0], shown[2]]
    with pytest.raises(KeyError):
        history.get(shown[1])
    ui.tap("Undo")
    assert len(found(ui)) == total
    assert [row.session for row in rows(ui)] == shown

    # A long press
    hold(ui, rows(ui)[2])
    assert ui.screen == "history"
    ui.tap("Delete")
    assert shown[2] not in found(ui)
    ui.tap("Undo")
    assert history.get(shown[2])["id"] == shown[2]

    # Deleted for now, and brought back later
    for _time in range(2):
        hold(ui, rows(ui)[0])
        ui.tap("Delete")
    gone = {shown[0], shown[1]}
    assert {one["id"] for one in history.deleted()} == gone
    ui.tap(name="recently deleted")
    assert {row.session for row in ui.all("DeletedRow")} == gone
    first = ui.all("DeletedRow")[0].session
    ui.tap(
        ui.all("IconButton")[-1] if ui.all("IconButton")[-1].name == "restore" else ui.find(name="restore")
    )
    assert len(history.deleted()) == 1
    while ui.all("DeletedRow"):
        ui.tap(name="restore")
    assert ui.sees("Nothing deleted")
    ui.back()
    assert len(found(ui)) == total
    assert first in found(ui)

    # The calendar
    days = Counter(ui.page.listing.days())
    ui.tap(name="calendar")
    calendar = ui.all("MonthCalendar")[0]
    assert calendar.title == "December 2025"
    ui.tap(name="earlier month")
    assert calendar.title == "November 2025"
    marked = {cell.text: cell.dots for cell in ui.all("DayCell") if cell.dots}
    november = {day: number for day, number in days.items() if day.startswith("2025-11")}
    assert marked == {str(int(day[8:])): min(3, number) for day, number in november.items()}
    assert ui.sees(f"{sum(november.values())} sessions · {len(november)} days of play")
    ui.tap(name="later month")
    ui.tap(ui.find("2019", kind="Chip"))
    assert calendar.title == "December 2019"
    assert calendar.has_later
    wanted, number = next((day, n) for day, n in days.items() if day.startswith("2019-12"))
    touch_day(ui, wanted)
    assert ui.root.overlays == []
    assert len(found(ui)) == number
    assert all(history.get(one)["started"].startswith(wanted) for one in found(ui))
    assert len(headings(ui)) == 1
    ui.tap("Clear filters")

    # From one day to another
    ui.tap(next(one for one in ui.all("Chip") if one.key == "period"))
    touch_day(ui, "2025-12-20")
    assert ui.sees("Now tap the last day.")
    touch_day(ui, "2025-12-03")
    assert len(found(ui)) == sum(n for day, n in days.items() if "2025-12-03" <= day <= "2025-12-20")
    assert ui.sees("3 December 2025 – 20 December 2025")


def touch_day(ui: Driver, day: str) -> None:
    grid = ui.all("MonthDays")[0]
    cell = grid.children[::-1][grid.days.index(day)]
    ui.tap(cell)


# -- A household ------------------------------------------------------------------------------------------


def test_days_are_headings_and_unfinished_tables_are_marked(launch: Launch) -> None:
    ui = launch(size=(412, 1200), open_cupboard=filled)
    ui.tap("History")
    assert headings(ui) == ["Today", "Yesterday", "Monday", "8 November", "31 December 2025"]
    assert [row.unfinished for row in rows(ui)] == [True, False, True, False, False]
    assert [row.winner for row in rows(ui)][1:4] == ["Ada", "Bo · Dirk", "Ada & Bo"]
    assert rows(ui)[1].scores == "Ada 41 · Cleo 36 · Bo 29"
    assert rows(ui)[0].scores == "Ada to play · round 1"
    ui.tap(rows(ui)[2])
    assert ui.sees("Continue")
    ui.app.choose(language="nl")
    ui.back()
    assert headings(ui)[:2] == ["Vandaag", "Gisteren"]


def test_a_quick_tap_opens_a_session_and_a_player(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("History")
    ui.flick(rows(ui)[1])
    assert ui.screen == "session"
    ui.app.tab("players")
    ui.settle()
    ui.flick(ui.all("PlayerRow")[0])
    assert ui.screen == "player"


def test_another_page_may_ask_for_its_own_sessions(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("History")
    choose(ui, "game", "Pearls")
    own = found(ui)
    ids = [SESSIONS[2]["id"], SESSIONS[4]["id"]]
    ui.app.go("settings")
    ui.app.go("history", filters={"sessions": ids}, title="November")
    ui.settle()
    assert found(ui) == ids
    assert ui.page.title == "November"
    ui.tap(ui.find("November", kind="Chip"))
    assert len(found(ui)) == len(SESSIONS)
    ui.tap(rows(ui)[0])
    ui.back()
    assert len(found(ui)) == len(SESSIONS)
    ui.back()
    assert ui.screen == "settings"
    ui.back()
    assert (ui.screen, found(ui), ui.page.title) == ("history", own, "History")
    ui.app.go("history", filters={"player": identity("Dirk"), "since": "2025-01-01"})
    ui.settle()
    assert found(ui) == [SESSIONS[4]["id"]], "of a player only what was finished"
    ui.tap("Clear filters")
    assert len(found(ui)) == len(SESSIONS)


def test_a_deleted_table_cannot_be_reached_by_the_back_key(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    running = SESSIONS[0]["id"]
    ui.app.go("table", session=running)
    ui.app.tab("history")
    ui.settle()
    swipe(ui, rows(ui)[0], 0.6)
    ui.back()
    assert ui.screen == "home"
    assert running not in ui.app.history.sessions().ids()


def test_imports_without_a_whole_result_are_shown(launch: Launch) -> None:
    ui = launch()
    odd = session("pearls", ("Ada", "Bo"), "2026-11-01", (3, 4))
    odd["result"] = {"totals": [3.5, 4]}
    ui.app.history.save(odd)
    ranked = session("coloretto", ("Ada", "Bo"), "2026-11-02", (3, 4), starter=None)
    ranked["result"] = {"totals": [3.5, 4], "ranks": [2, 1]}
    ui.app.history.save(ranked)
    undecided = session("coloretto", ("Ada", "Bo"), "2026-11-03", (3, 4))
    undecided["result"] = {"totals": [3, -4], "winners": []}
    ui.app.history.save(undecided)
    ui.tap("History")
    assert [row.winner for row in rows(ui)] == ["Ada · Bo", "Bo", "Bo"]
    assert [row.scores for row in rows(ui)] == [
        "Ada 3 · Bo −4 · no winner noted",
        "Bo 4 · Ada 3.5",
        "Bo 4 · Ada 3.5",
    ]


def test_a_damaged_session_is_named_and_harms_nobody(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    ui = launch(open_cupboard=filled)
    read = Revision.document

    def torn(revision: Revision) -> dict[str, Any]:
        if revision.head[ID] == SESSIONS[2]["id"]:
            raise Unreadable("history.line_incomplete")
        return read(revision)

    monkeypatch.setattr(Revision, "document", torn)
    ui.tap("History")
    assert [row.winner for row in rows(ui)][:2] == ["Ada · Bo · Cleo", "This session cannot be read."]
    swipe(ui, rows(ui)[1], 0.6)
    assert len(found(ui)) == len(SESSIONS)
    ui.tap(rows(ui)[1])
    assert ui.sees("This session cannot be found")
    ui.tap("Back")
    ui.app.go("session", session=SESSIONS[2]["id"])
    ui.settle()
    assert ui.sees("This session cannot be found")


def test_a_full_disk_is_told_and_nothing_is_lost(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("History")

    def refuse(_session: str) -> None:
        raise OSError("full")

    monkeypatch.setattr(ui.app.history, "delete", refuse)
    swipe(ui, rows(ui)[0], 0.6)
    assert ui.sees("Nothing was deleted.")
    assert len(found(ui)) == len(SESSIONS)
    monkeypatch.undo()
    swipe(ui, rows(ui)[0], 0.6)
    monkeypatch.setattr(ui.app.history, "restore", refuse)
    ui.tap("Undo")
    assert ui.sees("Nothing was brought back.")
    assert len(found(ui)) == len(SESSIONS) - 1


# -- Looks ------------------------------------------------------------------------------------------------


def open_everything(ui: Driver) -> list[Callable[[], None]]:
    """The page and all that opens over it."""
    page = ui.page
    return [
        lambda: None,
        page.choose_game,
        page.choose_player,
        page.choose_period,
        page.open_calendar,
        page.open_deleted,
        lambda: page.open_row_menu(SESSIONS[0]["id"], "Pearls"),
    ]


@pytest.mark.parametrize("look", LOOKS)
def test_everything_has_room_and_can_be_read(launch: Launch, look: Look) -> None:
    ui = launch(**dressed(*look), open_cupboard=filled)
    ui.app.history.delete(SESSIONS[3]["id"])
    ui.app.tab("history")
    ui.page.ask(game="pearls", player=identity("Ada"), unfinished=False)
    ui.settle()
    found = []
    for shown in open_everything(ui):
        shown()
        ui.settle()
        found += complaints(ui)
        ui.app.root.close_top_overlay()
    assert not found, chr(10).join(found)


def test_everything_is_translated(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    names = ("Ada", "Bo", "Cleo", "Dirk")
    ui.app.history.delete(SESSIONS[3]["id"])
    with pseudo_language(ui):
        ui.app.tab("history")
        ui.settle()
        for shown in open_everything(ui)[:-1]:
            shown()
            ui.settle()
            assert untranslated(ui, names) == []
            ui.app.root.close_top_overlay()
        ui.page.ask(text="nothing like that")
        ui.settle()
        assert untranslated(ui, names) == []
