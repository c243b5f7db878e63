"""Players: add, rename, and say what does not work."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.screens.cupboards import filled, identity
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
HOSTILE = "[color=#000]" + "W" * 188


def write_name(ui: Driver, name: str) -> None:
    ui.tap(ui.all("FieldInput")[0])
    ui.all("FieldInput")[0].text = ""
    ui.type(name)
    ui.tap("Save")


def test_somebody_new_is_added_and_stays(launch: Launch) -> None:
    ui = launch()
    ui.tap("Players")
    ui.tap("Add a player")
    write_name(ui, "  Ada   Lovelace ")
    assert ui.sees("Ada Lovelace")
    again = launch()
    again.tap("Players")
    assert again.sees("Ada Lovelace")


@pytest.mark.parametrize(
    ("name", "said"),
    [("   ", "A name has at least one letter."), ("aDA", "There is somebody of that name already.")],
)
def test_a_name_that_will_not_do_is_refused_with_the_reason(launch: Launch, name: str, said: str) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("Players")
    ui.tap("Add a player")
    write_name(ui, name)
    assert ui.sees(said)
    assert ui.back()
    assert len(ui.all("PlayerRow")) == 4


def test_a_new_name_keeps_the_past(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("Players")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Bo"))
    write_name(ui, "Boris")
    assert ui.sees("Boris")
    assert ui.app.history.names()[identity("Bo")] == "Boris"
    assert len(ui.all("PlayerRow")) == 4


def test_a_name_of_200_letters_with_markup_stays_on_its_line(launch: Launch) -> None:
    ui = launch()
    ui.app.history.save_player({"id": identity("x"), "name": HOSTILE, "colour": ""})
    ui.tap("Players")
    label = ui.find(HOSTILE, kind="OneLine")
    assert not label.markup
    assert label.texture_size[0] <= label.width
    assert label.texture_size[1] < 2 * label.font_size
    assert label.right <= 412


def test_the_field_takes_no_more_than_it_can_keep(ui: Driver) -> None:
    ui.tap("Players")
    ui.tap("Add a player")
    ui.tap(ui.all("FieldInput")[0])
    ui.type("x" * 80)
    assert len(ui.all("FieldInput")[0].text) == 60
