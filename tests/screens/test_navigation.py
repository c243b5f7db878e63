"""Ways through the app: tabs, back key, resizing, rotation, notches, a second life."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.metrics import dp

from phone.safe_area import Insets
from screens import navigation
from screens.widgets.layout import Page
from tests.screens.cupboards import filled
from tests.screens.driver import Driver

Launch = Callable[..., Driver]


class Elsewhere(Page):
    """A page in the middle of something, as the seats or a table are."""

    def arrive(self, **given: object) -> None:
        self.given = given


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(navigation.SCREENS, "elsewhere", f"{__name__}:Elsewhere")
    monkeypatch.setattr(navigation.kv, "load", lambda module: None if module == __name__ else _load(module))


_load = navigation.kv.load


def test_tabs_lead_to_the_rooms_and_back_leads_home(ui: Driver) -> None:
    for tab, title in (("History", "Nothing played yet"), ("Players", "Nobody here yet")):
        ui.tap(tab)
        assert ui.sees(title)
    assert ui.back()
    assert ui.screen == "home"
    assert not ui.back(), "at home the device decides"


def test_a_tab_out_of_the_middle_of_something_keeps_the_way_back(ui: Driver, elsewhere: None) -> None:
    ui.app.go("elsewhere", game="pearls")
    ui.app.tab("history")
    assert ui.screen == "history"
    assert ui.back()
    assert ui.screen == "elsewhere"
    assert ui.page.given == {"game": "pearls"}


def test_screens_are_built_on_their_first_visit(ui: Driver) -> None:
    assert set(ui.app.ways._pages) == {"home"}
    ui.tap("Players")
    assert set(ui.app.ways._pages) == {"home", "players"}


def test_going_twice_to_the_same_place_needs_one_step_back(ui: Driver) -> None:
    ui.app.go("settings")
    ui.app.go("settings")
    assert ui.back()
    assert ui.screen == "home"


def test_the_back_key_closes_a_sheet_before_it_leaves_the_page(ui: Driver) -> None:
    ui.tap("Players")
    ui.tap(name="add a player")
    assert ui.sees("New player")
    assert ui.back()
    assert not ui.sees("New player")
    assert ui.screen == "players"


def test_touching_beside_a_sheet_closes_it_and_nothing_else(ui: Driver) -> None:
    ui.tap("Players")
    ui.tap(name="add a player")
    ui.press(30, 890)
    assert not ui.root.overlays
    assert ui.screen == "players"


@pytest.mark.parametrize(
    "size", [(320, 640), (412, 915), (599, 900), (600, 900), (900, 1200), (915, 412), (640, 320)]
)
def test_every_size_shows_the_way_around(launch: Launch, size: tuple[int, int]) -> None:
    ui = launch(open_cupboard=filled)
    ui.resize(*size)
    navigation_bar = ui.root.ids.nav
    wide = size[0] >= 600
    assert navigation_bar.rail is wide
    assert navigation_bar.size == ([dp(88), size[1]] if wide else [size[0], navigation_bar.minimum_height])
    for item in ui.all("NavigationItem"):
        assert item.y >= 0
        assert item.top <= size[1]
    stage = ui.root.ids.stage
    assert (stage.right, stage.top) == size
    ui.tap("Players")
    assert ui.screen == "players"


def test_rotation_keeps_what_was_entered(ui: Driver) -> None:
    ui.tap("Players")
    ui.tap(name="add a player")
    ui.tap(ui.all("FieldInput")[0])
    ui.type("Ada")
    ui.resize(915, 412)
    assert ui.all("FieldInput")[0].text == "Ada"
    ui.resize(412, 915)
    ui.tap("Save")
    assert ui.sees("Ada")


def test_two_panes_where_there_is_room(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    tile, resume = ui.all("GameTile")[0], ui.find("Resume")
    assert resume.to_window(*resume.pos)[1] > tile.to_window(*tile.pos)[1], "running tables come first"
    assert not ui.page.two_panes
    ui.resize(1200, 800)
    assert ui.page.two_panes
    resume = ui.find("Resume")
    assert resume.to_window(*resume.pos)[0] > max(tile.right for tile in ui.all("GameTile"))
    ui.resize(412, 915)
    assert not ui.page.two_panes


def test_a_fresh_tablet_shows_four_tiles_in_a_row(ui: Driver) -> None:
    ui.resize(900, 1200)
    assert len({tile.y for tile in ui.all("GameTile")}) == 1


def test_the_safe_area_is_kept_clear(launch: Launch) -> None:
    ui = launch(insets=lambda: Insets(left=10, top=40, right=20, bottom=30))
    assert ui.root.ids.stage.top == 915 - 40
    assert ui.root.ids.stage.right == 412 - 20
    assert all(item.y >= 30 for item in ui.all("NavigationItem"))


def test_the_safe_area_moves_when_the_device_is_turned(launch: Launch) -> None:
    notch = [Insets(top=40)]
    ui = launch(insets=lambda: notch[0])
    notch[0] = Insets(left=40)
    ui.resize(915, 412)
    assert ui.root.ids.stage.top == 412
    assert ui.root.ids.stage.x == dp(88) + 40


def test_a_cupboard_that_stays_shut_is_said_and_the_app_lives(launch: Launch) -> None:
    def locked(_folder: Path) -> None:
        raise OSError("locked")

    ui = launch(open_cupboard=locked, expect_trouble=True)
    assert ui.sees("The history cannot be opened")
    ui.tap("Players")
    assert ui.screen == "players"


def test_when_memory_runs_short_only_what_is_seen_is_held(ui: Driver) -> None:
    ui.app.tab("rules")
    ui.app.tab("players")
    ui.settle()
    kept = ui.page
    Window.dispatch("on_memorywarning")
    ui.frames()
    assert ui.app.ways._pages == {"players": kept}
    ui.back()
    assert ui.screen == "home"
    assert ui.sees("Pearls")
