"""Nothing stays behind: after a rest there are as many widgets and objects as there were before.

They are counted. Seconds and megabytes belong to the machine; `python -m benchmarks memory` has them.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable

import pytest
from kivy.uix.widget import Widget

from scoring import GAMES
from screens.navigation import SCREENS, TABS
from screens.widgets.overlays import Dialog
from tests.screens.driver import QUIET, Driver
from tests.screens.tables import play_out, sit_down
from tests.screens.test_monkey import visits

WARM = 2
"""Rounds until every page, word and letter has been made once."""
MORE = 1
FADED = 2
"""Seconds after which nothing moves: a bar that is still fading holds its list, and that its sheet."""
SOME = 40
"""Objects that may come and go on their own, such as a place in a cache."""
A_LINE = 12
"""Objects by which a deleted table is known: it can be restored, so its last line stays in the history."""

Round = Callable[[Driver, int], None]


def everything(ui: Driver) -> list[object]:
    """At rest and swept: first the widgets, then what had followed them; a journal without drafts."""
    ui.rest(FADED)
    ui.app.history.compact()
    while gc.collect():
        ui.frames(2)
    return gc.get_objects()


def widgets(found: list[object]) -> Counter[str]:
    """By their class; what is asked of a dead widget's proxy has no answer, so only types are looked at."""
    return Counter(type(one).__name__ for one in found if issubclass(type(one), Widget))


def kinds(found: list[object]) -> Counter[str]:
    return Counter(type(one).__name__ for one in found)


def every_screen(ui: Driver) -> Round:
    given = visits(ui)

    def visit_all(ui: Driver, _number: int) -> None:
        for name in SCREENS:
            ui.app.tab(name) if name in TABS else ui.app.go(name, **given[name])
            ui.frames(4)
        ui.app.tab("home")

    return visit_all


def whole_tables(ui: Driver) -> Round:
    """Each is begun, played to its end, left and thrown away."""
    tables = [play_out(game, GAMES[game].fewest, 1, False) for game in GAMES]

    def play(ui: Driver, _number: int) -> None:
        for game, played in zip(GAMES, tables, strict=True):
            page = sit_down(ui, game, played)
            for move in played.moves:
                page.play(move)
            leave_everything(ui)
            ui.app.history.delete(page.live.document["id"])
            ui.app.rise()
            ui.app.ways.refresh()
            ui.frames(4)

    return play


def undo_and_redo(ui: Driver) -> Round:
    played = play_out("perfect_numbers", 2, 1, False)
    page = sit_down(ui, "perfect_numbers", played, len(played.moves))

    def go_back_and_forth(ui: Driver, _number: int) -> None:
        for _move in played.moves:
            page.undo()
        ui.frames(2)
        for _move in played.moves:
            page.redo()
        ui.frames(2)

    return go_back_and_forth


def looks(ui: Driver) -> Round:
    """Whatever can be chosen about the whole house, with pages that have to follow."""
    visits(ui)
    for name in ("history", "settings"):
        ui.app.tab(name)
        ui.frames(4)

    def change(ui: Driver, _number: int) -> None:
        for wish in ({"theme": "dark"}, {"language": "de"}, {"text_scale": 1.3}, {"colour_blind": True}):
            ui.app.choose(**wish)
            ui.frames(4)
        ui.app.choose(**{name: getattr(QUIET, name) for name in QUIET.__slots__})
        ui.frames(4)

    return change


def what_comes_over_a_page(ui: Driver) -> Round:
    """With motion: what is still moving when it is closed must not go on for ever."""
    page = sit_down(ui, "pearls", play_out("pearls", 3, 1, False), 8)
    ui.app.choose(reduced_motion=False)

    def open_and_close(ui: Driver, _number: int) -> None:
        for open_sheet in (page.open_menu, page.open_log, page.open_corrections, page.open_times):
            open_sheet()
            ui.frames(2)
            ui.app.back()
        Dialog(title="?", text="!", buttons=[("Yes", "primary", None)]).open()
        ui.app.back()
        for word in ("One", "Two"):
            ui.app.snack(word, "Undo", lambda: None)
            ui.frames(2)
        ui.app.hush()
        ui.rest(1)

    return open_and_close


def scrolled(ui: Driver) -> Round:
    """A bar that appears and fades again."""
    ui.app.go("rules", game="pearls")
    ui.settle()
    scroll = next(widget for widget in ui.all("Scroll") if widget.viewport_size[1] > widget.height)

    def up_and_down(ui: Driver, _number: int) -> None:
        for step in range(20):
            scroll.scroll_y = step % 10 / 10
            ui.frames(1)
        ui.rest(2)

    return up_and_down


def leave_everything(ui: Driver) -> None:
    while ui.root.overlays:
        ui.root.overlays[-1].close()
    ui.app.hush()
    ui.app.tab("home")


@pytest.mark.parametrize(
    "begin", [every_screen, whole_tables, undo_and_redo, looks, what_comes_over_a_page, scrolled]
)
def test_nothing_stays_behind(ui: Driver, begin: Callable[[Driver], Round]) -> None:
    a_round = begin(ui)
    for number in range(WARM):
        a_round(ui, number)
    before, deleted = everything(ui), len(ui.app.history.deleted())
    known, before_widgets = kinds(before), widgets(before)
    before.clear()
    for number in range(WARM, WARM + MORE):
        a_round(ui, number)
    after = everything(ui)
    assert widgets(after) == before_widgets
    most = SOME + A_LINE * (len(ui.app.history.deleted()) - deleted)
    assert (kinds(after) - known).total() <= most, (kinds(after) - known).most_common(9)
