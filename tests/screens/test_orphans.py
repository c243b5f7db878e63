"""What was taken off a page and outlives it follows nothing any more, and breaks nothing."""

from __future__ import annotations

import gc

from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

import screens.kv  # noqa: F401 - what is told to the widgets goes through it
from screens.translator import i18n

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
