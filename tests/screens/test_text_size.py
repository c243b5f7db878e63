"""The text size changes while the app runs: everything is then as large as if it had been built so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kivy.uix.label import Label

from screens.theme import theme
from screens.widgets.text import Heading, natural_size
from tests.screens.driver import Driver
from tests.screens.tables import play_out, sit_down


def at_a_table(ui: Driver) -> None:
    ui.app.choose(timers=False)
    sit_down(ui, "pearls", play_out("pearls", 3, 1, False))


PLACES: dict[str, Callable[[Driver], Any]] = {
    "home": lambda ui: ui.app.go("home"),
    "rules": lambda ui: ui.app.go("rules"),
    "settings": lambda ui: ui.app.go("settings"),
    "table": at_a_table,
}


def sizes(ui: Driver) -> list[tuple[str, str, float]]:
    return [
        (type(label).__name__, label.text, round(label.font_size, 2))
        for label in ui.page.walk()
        if isinstance(label, Label)
    ]


@pytest.mark.parametrize("place", PLACES)
def test_every_word_is_as_large_as_one_that_is_built_anew(ui: Driver, place: str) -> None:
    PLACES[place](ui)
    ui.settle()
    for scale in (2.0, 0.85):
        ui.text_size(scale)
        changed = sizes(ui)
        ui.app.ways.rebuild()
        ui.settle()
        assert changed == sizes(ui)


def test_a_heading_keeps_to_its_largest_size(ui: Driver) -> None:
    """The names at the table stop growing; what other lines do then is nothing to them."""
    at_a_table(ui)
    for scale in (1.6, 2.0, 1.8):
        ui.text_size(scale)
        names = [chip.children[-1] for chip in reversed(ui.page.ids.ribbon.children)]
        assert all(isinstance(label, Heading) for label in names)
        assert [label.text for label in names] == ["Ada", "Bo", "Cleo"]
        for label in names:
            assert label.font_size <= label.largest < theme.text_body
            assert natural_size(label.text, label.font_size, label.font_name, label.bold)[0] <= label.width
