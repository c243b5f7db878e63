"""What was taken off a page and outlives it, or its app, follows nothing any more, and breaks nothing."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

from screens.theme import theme
from screens.translator import i18n
from screens.widgets.charts import LineChart
from tests.screens import walker
from tests.screens.driver import QUIET, start
from tests.screens.test_players import household, open_list

RULE = """
<PageThatDies>:
    note: ''
    Label:
        id: row
        text: root.note or i18n._('A note for later')
"""


class PageThatDies(BoxLayout):
    pass


def test_a_row_without_its_page_hears_of_another_language() -> None:
    Builder.load_string(RULE)
    page = PageThatDies()
    row = page.ids.row.__self__
    page.remove_widget(row)
    del page
    gc.collect()
    before = i18n._
    try:
        i18n._ = lambda sentence: sentence
    finally:
        i18n._ = before
    assert row.text == "A note for later"


def test_a_page_that_outlives_its_app_follows_neither_language_nor_text_size(tmp_path: Path) -> None:
    """Nobody sees it, and there is no app any more that it could ask."""
    ui = start(tmp_path)
    ui.app.go("settings")
    ui.settle()
    page = ui.page
    said = ui.texts()
    assert "100%" in said
    ui.stop()
    assert App.get_running_app() is None
    try:
        i18n.language = "fr"
    finally:
        i18n.language = "en"
    assert [widget.text for widget in page.walk() if getattr(widget, "text", "") in said]


def test_a_chart_that_outlives_its_app_is_not_drawn_again(tmp_path: Path) -> None:
    ui = start(tmp_path)
    drawn: list[object] = []

    class Noted(LineChart):
        def _look_again(self, *_: object) -> None:
            drawn.append(self)

    chart = Noted()
    theme.property("roles").dispatch(theme)
    assert drawn == [chart]
    ui.stop()
    theme.property("roles").dispatch(theme)
    assert drawn == [chart]


def test_the_rows_of_a_list_are_not_seen_again_in_another_app(tmp_path: Path) -> None:
    """They would follow nothing there: small dark letters on a dark page with large ones."""
    one = start(tmp_path / "one", open_cupboard=household)
    open_list(one, counted="sessions · ")
    one.tap(one.all("FieldInput")[0])
    one.type("Ada")
    one.stop()
    dark = replace(QUIET, theme="dark", text_scale=2.0)
    other = start(tmp_path / "other", settings=dark, open_cupboard=household)
    open_list(other, counted="sessions · ")
    sizes = {row.height for row in other.all("PlayerRow")}
    assert len(sizes) == 1
    assert not list(walker.faint(other))
