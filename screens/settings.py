"""Settings: everything takes effect while one looks at it."""

from __future__ import annotations

from kivy.app import App
from kivy.factory import Factory
from kivy.properties import ListProperty

from screens.theme import LARGEST_TEXT, SMALLEST_TEXT
from screens.translator import LANGUAGES, _
from screens.widgets.layout import Page

TEXT_SIZES = (SMALLEST_TEXT, 1.0, 1.15, 1.3, 1.6, LARGEST_TEXT)
PALETTE_PREVIEW = ("yellow", "red", "green", "blue", "turquoise", "purple")


class SettingsPage(Page):
    palette = ListProperty(PALETTE_PREVIEW)

    def refresh(self) -> None:
        app = App.get_running_app()
        chips = self.ids.languages
        chips.clear_widgets()
        for code, name in {"system": _("As the device"), **LANGUAGES}.items():
            chip = Factory.Chip(text=name, key=code, selected=code == app.settings.language)
            chip.bind(on_release=lambda chip: self._speak(chip.key))
            chips.add_widget(chip)

    def _speak(self, code: str) -> None:
        App.get_running_app().choose(language=code)
        self.refresh()

    def resize_text(self, steps: int) -> None:
        app = App.get_running_app()
        nearest = min(
            range(len(TEXT_SIZES)), key=lambda place: abs(TEXT_SIZES[place] - app.settings.text_scale)
        )
        app.choose(text_scale=TEXT_SIZES[max(0, min(len(TEXT_SIZES) - 1, nearest + steps))])
