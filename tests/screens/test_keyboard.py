"""With Tab and Enter one comes everywhere and presses everything."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from screens.keyboard import pressables
from tests.screens.driver import Driver

TAB, ENTER, SPACE = 9, 13, 32


def ringed(ui: Driver) -> list[Any]:
    return [widget for widget in pressables(ui.top()) if widget.canvas.after.get_group("cursor")]


def test_tab_walks_round_and_enter_presses(ui: Driver) -> None:
    there = list(pressables(ui.root))
    assert not ui.key(ENTER)
    for expected in (*there, there[0]):
        ui.key(TAB)
        assert ringed(ui) == [expected]
    Window.dispatch("on_keyboard", TAB, 0, None, ["shift"])
    assert ringed(ui) == [there[-1]]
    while getattr(ringed(ui)[0], "game", "") != "coloretto":
        ui.key(TAB)
    assert ui.key(ENTER)
    ui.wait(lambda: ui.screen == "seats")
    assert ui.page.game == "coloretto"


def test_the_ring_comes_into_view_and_the_space_bar_presses(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    for _ in range(len(list(pressables(ui.root)))):
        ui.key(TAB)
        at = ringed(ui)[0]
        assert 0 <= at.to_window(*at.center)[1] <= Window.height, at
    toggles = ui.all("ToggleRow")
    while ringed(ui)[0] not in toggles:
        ui.key(TAB)
    toggle = ringed(ui)[0]
    before = toggle.active
    assert ui.key(SPACE)
    ui.wait(lambda: toggle.active != before)


def test_the_ring_stays_on_the_sheet_that_lies_on_top(ui: Driver) -> None:
    ui.key(TAB)
    ui.app.open("rules", game="pearls", players=3)
    ui.settle()
    assert not ui.key(ENTER)
    ui.key(TAB)
    assert ringed(ui)
    assert not [widget for widget in pressables(ui.page) if widget.canvas.after.get_group("cursor")]
