"""The widgets that do something by themselves, each touched as a person would."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.factory import Factory

from screens.theme import theme
from screens.widgets import WIDGETS
from screens.widgets.people import initial
from screens.widgets.shapes import bleed, blend, mask
from screens.widgets.text import glyph, icon_codes
from tests.screens.driver import Driver
from tests.screens.walker import misplaced


def put(ui: Driver, widget: Any) -> Any:
    sheet = Factory.BottomSheet(title="Test")
    sheet.add_widget(widget)
    sheet.open()
    ui.settle()
    return widget


@pytest.mark.parametrize("name", sorted(" ".join(WIDGETS.values()).split()))
def test_every_widget_is_found_by_its_name(ui: Driver, name: str) -> None:
    assert Factory.get(name).__name__ == name


def test_a_stepper_steps_and_stops_at_its_ends(ui: Driver) -> None:
    stepper = put(ui, Factory.NumberStepper(value=1, low=0, high=2))
    ui.tap(name="more")
    assert stepper.value == 2
    assert ui.find(name="more").disabled
    ui.tap(name="more")
    assert stepper.value == 2
    for _ in range(3):
        ui.tap(name="less")
    assert stepper.value == 0


def test_holding_a_stepper_runs(ui: Driver) -> None:
    stepper = put(ui, Factory.NumberStepper(value=0, high=99))
    more = ui.find(name="more")
    ui.press(*more.to_window(*more.center), seconds=0.9)
    stopped = stepper.value
    assert stopped >= 4
    ui.rest(0.3)
    assert stepper.value == stopped


def test_a_number_can_be_typed(ui: Driver) -> None:
    stepper = put(ui, Factory.NumberStepper(value=7, low=0, high=24, title="Yellow"))
    ui.tap(ui.all("NumberPress")[0])
    assert ui.sees("From 0 to 24")
    ui.tap("2")
    ui.tap("5")
    assert ui.find("2", kind="Numeral"), "25 would be too many"
    ui.tap("3")
    ui.tap("Done")
    assert stepper.value == 23


def test_rubbing_out_and_leaving_the_pad_change_nothing(ui: Driver) -> None:
    stepper = put(ui, Factory.NumberStepper(value=7, high=24))
    ui.tap(ui.all("NumberPress")[0])
    ui.tap("9")
    ui.tap(name="rub out")
    ui.back()
    assert stepper.value == 7


def test_a_number_below_the_lowest_is_not_done(ui: Driver) -> None:
    put(ui, Factory.NumberStepper(value=40, low=20, high=150))
    ui.tap(ui.all("NumberPress")[0])
    ui.tap("1")
    assert ui.find("Done", kind="PrimaryButton").disabled
    ui.tap("2")
    ui.tap("0")
    ui.tap("Done")
    assert ui.all("NumberStepper")[0].value == 120


def test_a_key_that_leads_too_far_is_refused_and_tells_the_limits(ui: Driver) -> None:
    stepper = put(ui, Factory.NumberStepper(value=7, high=24))
    ui.tap(ui.all("NumberPress")[0])
    limits = ui.find("From 0 to 24")
    for key, refused in (("2", False), ("5", True), ("1", False)):
        ui.tap(key)
        assert (limits.bold, limits.color) == (refused, theme.danger if refused else theme.ink_soft)
    ui.tap(name="rub out")
    ui.tap("Done")
    assert stepper.value == 2


def test_segments_stand_below_one_another_when_the_words_are_wide(ui: Driver) -> None:
    choice = put(ui, Factory.Segmented(options=[("a", "One"), ("b", "Two")], value="a"))
    assert choice.orientation == "horizontal"
    ui.tap(ui.find("Two", kind="Segment"))
    assert choice.value == "b"
    choice.options = [("a", "One very long choice indeed"), ("b", "Two")]
    ui.settle()
    assert choice.orientation == "vertical"
    assert choice.value == "b"


def test_rows_tick_and_switch_wherever_they_are_touched(ui: Driver) -> None:
    row = put(ui, Factory.CheckRow(text="Shuffle"))
    ui.tap(row)
    assert row.done
    ui.tap(row)
    assert not row.done


def test_a_dialog_answers_once_and_lets_nothing_through(ui: Driver) -> None:
    answers: list[str] = []
    Factory.Dialog(
        title="Sure?",
        text="Think.",
        buttons=[("No", "secondary", None), ("Yes", "danger", lambda: answers.append("yes"))],
    ).open()
    ui.settle()
    tile = ui.page.ids.tiles.children[0]
    ui.press(*tile.to_window(tile.x + 2, tile.y + 2))
    assert ui.screen == "home"
    assert answers == []
    Factory.Dialog(title="Sure?", buttons=[("Yes", "danger", lambda: answers.append("yes"))]).open()
    ui.settle()
    ui.tap(ui.find("Yes", kind="DangerButton"))
    assert answers == ["yes"]
    assert not ui.root.overlays


def test_a_snackbar_can_be_undone_and_a_second_takes_its_place(ui: Driver) -> None:
    undone: list[str] = []
    ui.app.snack("First", "Undo", lambda: undone.append("first"))
    ui.app.snack("Second", "Undo", lambda: undone.append("second"))
    ui.settle()
    assert not ui.sees("First")
    ui.tap(ui.find("Undo", kind="GhostButton"))
    assert undone == ["second"]
    assert not ui.sees("Second")


def test_what_can_be_done_goes_below_where_there_is_no_room_beside(ui: Driver) -> None:
    done: list[str] = []
    ui.dress(320, 915, 2.0)
    ui.app.snack("Nobody passes before the last turns.", "That really happened", lambda: done.append("it"))
    ui.settle()
    snackbar = ui.find("That really happened", kind="GhostButton").parent
    assert [complaint for complaint in misplaced(ui) if "Snackbar" in complaint] == []
    assert snackbar.ids.action.top <= snackbar.children[-1].y
    ui.tap(ui.find("That really happened", kind="GhostButton"))
    assert done == ["it"]


def test_a_table_marks_a_row(ui: Driver) -> None:
    table = put(ui, Factory.DataTable(heads=["Players", "Cards"], rows=[["2", "60"], ["3", "80"]], marked=1))
    rows = table.children[::-1]
    assert [row.marked for row in rows] == [False, False, True]
    assert ui.find("80").bold


@pytest.mark.parametrize(
    ("name", "sign"), [("ada", "A"), ("  écu", "É"), ("[b]x", "B"), ("…", "…"), ("", "")]
)
def test_initials(name: str, sign: str) -> None:
    assert initial(name) == sign


def rows_of(covered: bytes, width: int) -> list[bytes]:
    return [covered[start : start + width] for start in range(0, len(covered), width)]


def test_a_disc_is_round_and_soft() -> None:
    rows = rows_of(mask(16, 16, (0, 0, 16, 16), 8), 16)
    assert rows == rows[::-1]
    assert all(row == row[::-1] for row in rows)
    assert (rows[0][0], rows[8][8]) == (0, 255)
    covered = sum(sum(row) for row in rows) / 255
    assert covered == pytest.approx(3.14159 * 64, rel=0.01)


def test_a_box_within_another_leaves_the_sides_free_that_it_should() -> None:
    rows = rows_of(mask(20, 18, (5, 0, 20, 16), 4), 20)
    assert {row[4] for row in rows} == {0}
    assert {rows[row][5] for row in range(4, 12)} == {255}
    assert set(rows[16] + rows[17]) == {0}
    assert sum(map(sum, rows)) / 255 == pytest.approx(15 * 16 - (64 - 3.14159 * 16), rel=0.01)


def test_a_plate_shows_rim_fill_and_lip_where_each_is() -> None:
    red, green, blue = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
    assert blend(red, green, blue, outer=255, inner=0, below=255) == bytes((255, 0, 0, 255))
    assert blend(red, green, blue, outer=255, inner=255, below=255) == bytes((0, 255, 0, 255))
    assert blend(red, green, blue, outer=0, inner=0, below=255) == bytes((0, 0, 255, 255))
    assert blend(red, green, blue, outer=0, inner=0, below=0)[3] == 0
    soft = blend(red, green, blue, outer=128, inner=128, below=0)
    assert soft == bytes((0, 255, 0, 128)), "no seam of the rim where the fill reaches the edge"


def test_clear_pixels_have_the_colour_beside_them() -> None:
    white, clear = bytes((255, 255, 255, 255)), bytes(4)
    assert bleed([clear, white, clear]) == [white[:3] + b"\0", white, white[:3] + b"\0"]
    assert bleed([clear, clear]) == [clear, clear]


def test_every_icon_that_is_named_is_in_the_font(ui: Driver) -> None:
    from fontTools.ttLib import TTFont

    from screens.widgets.text import ASSETS

    font = TTFont(ASSETS / "icons.ttf").getBestCmap()
    assert set(icon_codes().values()) <= set(font)
    assert glyph("") == ""


def test_reduced_motion_opens_a_sheet_at_once(ui: Driver) -> None:
    assert theme.reduced_motion
    sheet = Factory.BottomSheet(title="Now")
    sheet.open()
    assert sheet.shown == 1
