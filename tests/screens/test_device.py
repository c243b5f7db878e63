"""What the device changes while the app is in front is noticed, although nobody tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.metrics import Metrics

from phone.safe_area import Insets
from phone.system import Wishes
from screens.stored import Settings
from screens.theme import theme
from screens.translator import i18n
from tests.screens.driver import Driver, start
from tests.screens.tables import play_out, sit_down

LIGHT = Wishes(dark=False, languages=("en",), text_scale=1.0)


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return start(tmp_path, settings=Settings(reduced_motion=True), wishes=LIGHT)


def test_bars_that_changed_sides_are_noticed_within_a_second(ui: Driver) -> None:
    """A turn by 180° leaves the size of the window as it is, and SDL says nothing."""
    ui.app._insets = lambda: Insets(0, 0, 90, 48)
    ui.rest(1.1)
    assert ui.app.safe_area == (0, 0, 90, 48)
    assert ui.root.ids.stage.right <= Window.width - 90


def test_darkness_and_language_are_followed_while_one_looks_on(ui: Driver) -> None:
    ui.app._wishes = lambda: LIGHT._replace(dark=True, languages=("nl-BE",))
    ui.rest(1.1)
    assert (theme.dark, i18n.language) == (True, "nl")
    assert ui.sees("Spelers")


def test_larger_text_is_followed_while_one_looks_on(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Metrics, "get_fontscale", lambda **_: 1.3, raising=False)
    ui.app._wishes = lambda: LIGHT._replace(text_scale=1.3)
    before = theme.text_body
    ui.rest(1.1)
    assert theme.text_body == pytest.approx(1.3 * before)


def test_it_looks_when_the_window_is_in_front_again(ui: Driver) -> None:
    ui.app._insets = lambda: Insets(0, 30, 0, 0)
    Window._focus = False
    Window._focus = True
    assert ui.app.safe_area == (0, 30, 0, 0)


def test_what_stays_as_it_is_is_left_alone(ui: Driver) -> None:
    drawn: list[object] = []
    theme.bind(text_body=lambda *_: drawn.append(1))
    ui.app._follow_device = lambda: drawn.append("followed")
    ui.rest(3)
    assert drawn == []


def test_a_table_that_may_outlive_the_phone_is_told_once(ui: Driver) -> None:
    left: list[int | None] = [15]
    ui.app._battery = lambda: left[0]
    ui.app._look_at_battery()
    assert not ui.sees("The battery is at"), "nobody is at a table"
    sit_down(ui, "pearls", play_out("pearls", 3, seed=4, full=False))
    ui.rest(61)
    assert ui.sees("The battery is at 15%. Every move is saved.")
    ui.app.hush()
    ui.rest(61)
    assert not ui.sees("The battery is at")
    for then, told in ((None, False), (12, True), (16, False)):
        ui.app.hush()
        left[0] = then
        ui.app._look_at_battery()
        ui.settle()
        assert ui.sees("The battery is at") is told


# -- The keyboard -----------------------------------------------------------------------------------------


class Glass:
    """A keyboard that its own key hides."""

    def __init__(self) -> None:
        self.expected: list[str] = []
        self.away = False

    def expect(self, what: str) -> None:
        self.expected.append(what)
        self.away = False

    def is_away(self) -> bool:
        return self.away


def test_names_begin_with_capitals_and_a_path_is_left_alone(ui: Driver) -> None:
    ui.app.keyboard = glass = Glass()
    ui.app.go("seats", game="pearls")
    ui.settle()
    ui.tap(ui.page.ids.name.field)
    assert glass.expected == ["name"]
    assert ui.page.ids.name.field.input_type == "text"
    ui.app.tab("rules")
    ui.settle()
    ui.tap(ui.all("FieldInput")[0])
    assert glass.expected == ["name", "text"]


def test_a_keyboard_that_was_sent_away_comes_back_with_a_tap(ui: Driver) -> None:
    ui.app.keyboard = glass = Glass()
    ui.app.go("seats", game="pearls")
    ui.settle()
    field = ui.page.ids.name.field
    ui.tap(field)
    ui.tap(field)
    assert glass.expected == ["name"], "while it is there nothing flickers"
    glass.away = True
    ui.tap(field)
    assert glass.expected == ["name", "name"]
    assert field.focus
