"""Finding sessions: the game by its name, several people together, place, winner, table size, tags."""

from __future__ import annotations

import pytest

from history import History
from screens.record.filters import Filters, find_sessions
from tests.screens.cupboards import fill, identity, session
from tests.screens.driver import Driver

ALL = (
    session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20), place="Home", tags=["holiday", "rain"]),
    session("coloretto", ("Ada", "Bo", "Cleo"), "2026-11-02", (10, 20, 5), place="Café De Zaak"),
    session("perladora", ("Bo", "Cleo"), "2026-11-03", (9, 9), note="Home again"),
)
FIRST, SECOND, THIRD = (document["id"] for document in ALL)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Filters(text="perla"), [THIRD]),
        (Filters(text="coloretto café"), [SECOND]),
        (Filters(text="holid"), [FIRST]),
        (Filters(player=identity("Bo"), with_them=(identity("Cleo"),)), [THIRD, SECOND]),
        (Filters(place="home"), [FIRST]),
        (Filters(place="cafe de zaak"), [SECOND]),
        (Filters(winner=identity("Bo")), [THIRD, SECOND]),
        (Filters(winner=identity("Ada")), [FIRST]),
        (Filters(size=3), [SECOND]),
        (Filters(tag="rain"), [FIRST]),
        (Filters(tag="holi"), []),
        (Filters(size=2, winner=identity("Cleo"), text="again"), [THIRD]),
    ],
)
def test_everything_that_is_asked_for_fits(ui: Driver, wanted: Filters, found: list[str]) -> None:
    history: History = ui.app.history
    fill(history, ALL)
    assert find_sessions(history, wanted).ids() == found


def test_filters_are_touched_together_and_cleared(ui: Driver) -> None:
    fill(ui.app.history, ALL)
    ui.app.tab("history")
    ui.settle()
    ui.tap(next(chip for chip in ui.all("Chip") if chip.key == "player"))
    ui.tap("Bo")
    ui.tap("Cleo")
    ui.tap("Done")
    assert ui.sees("Bo & Cleo")
    assert ui.page.listing.ids() == [THIRD, SECOND]
    ui.tap(next(chip for chip in ui.all("Chip") if chip.key == "more"))
    ui.tap(next(chip for chip in ui.all("Chip") if chip.text == "3 players"))
    ui.tap("Done")
    assert ui.page.listing.ids() == [SECOND]
    ui.tap("Clear filters")
    assert len(ui.page.listing) == 3


def test_statistics_are_asked_about_a_period_of_ones_own(ui: Driver) -> None:
    fill(ui.app.history, ALL)
    ui.app.go("statistics")
    ui.wait(lambda: ui.page.complete)
    ui.page.choose_period()
    ui.settle()
    ui.tap("From one day to another")
    days = ui.top().ids.calendar.ids.days
    for wanted in ("02", "03"):
        cell = next(
            cell for day, cell in zip(days.days, reversed(days.children), strict=True) if day[8:] == wanted
        )
        ui.press(*cell.to_window(*cell.center))
    ui.wait(lambda: ui.page.complete)
    assert ui.page._answer.plays == 2
    assert ui.sees("2 November 2026 – 3 November 2026")
