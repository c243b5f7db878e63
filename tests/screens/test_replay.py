"""A session once more: the table at any of its moves, under a finger, with the race beside it."""

from __future__ import annotations

import pytest

from scoring import GAMES
from screens.record.replay import value_at
from screens.record.timeline import Told, tables_of, turn_times
from screens.words.telling import signed
from tests.screens.cupboards import fill, session
from tests.screens.driver import Driver
from tests.screens.test_session import open_session, tracked


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_on_the_strip_sees_the_table_of_that_moment(ui: Driver, game: str) -> None:
    kept = tracked(ui, game)
    open_session(ui, kept["id"])
    ui.tap("How it went")
    ui.tap("Replay")
    page, tables = ui.page, tables_of(kept)
    moves = len(kept["moves"])
    assert (ui.screen, page.moment) == ("replay", moves)
    assert ui.sees(f"Move {moves} of {moves}")
    totals = [signed(total) for total in kept["result"]["totals"]]
    if game != "pearls":
        assert [row.value for row in reversed(page.ids.race.children)] == [
            totals[line.seat] for line in page._courses[0].lines
        ]
    shown = []
    show = page.panel.show
    page.panel.show = lambda table: (shown.append(table), show(table))
    strip = page.ids.strip
    left, middle = strip.to_window(strip.x, strip.y)[0] + strip.margin, strip.to_window(*strip.center)[1]
    long = strip.width - 2 * strip.margin
    ui.drag((left + long, middle), (left + long / 3, middle), steps=6)
    assert page.moment == round(moves / 3)
    assert page.panel.table == tables[round(moves / 3)]
    assert len(shown) <= 7, "one table for each frame, however far the finger went"
    assert page.told == page._moves[round(moves / 3) - 1].text
    ui.tap(name="earlier move")
    assert page.moment == round(moves / 3) - 1
    ui.press(left, middle)
    assert ui.sees("Before the first move")
    assert page.panel.table == tables[0]
    ui.back()
    assert ui.screen == "session"
    assert ui.app.history.get(kept["id"]) == kept, "nothing is played there"


def test_people_lead_to_their_profiles_and_again_to_the_next_table(ui: Driver) -> None:
    kept = session("coloretto", ("Ada", "Bo"), "2026-11-01", (30, 20))
    fill(ui.app.history, (kept,))
    open_session(ui, kept["id"])
    ui.tap(ui.find("Bo", kind="PressRow"))
    assert (ui.screen, ui.page.person) == ("player", "Bo")
    ui.back()
    ui.tap("Play again")
    assert ui.screen == "setup"
    assert ui.sees("Start · Bo begins")


def test_time_is_told_for_each_move_since_the_one_before() -> None:
    moves = [Told(1, 0, "", 5, 1), Told(2, 1, "", 25, 1), Told(3, 0, "", 35, 2), Told(4, 1, "", 65, 2)]
    assert turn_times(moves) == {1: (2, 50), 0: (1, 10)}
    assert turn_times([Told(1, 0, "", 0, 1), Told(2, 1, "", 0, 1)]) == {}


def test_a_line_is_worth_what_it_last_was() -> None:
    from screens.games.parts import Line

    line = Line("Ada", 0, ((2, 3.0), (5, 7.0)))
    assert [value_at(line, moment) for moment in (0, 2, 4, 5, 9)] == [None, 3.0, 3.0, 7.0, 7.0]
