"""Settings: everything takes effect while one looks at it."""

from __future__ import annotations

from kivy.factory import Factory
from kivy.properties import ListProperty, StringProperty

from screens.games import FACES
from screens.running import the_app
from screens.stored import AS_LAST_TIME, usual_options
from screens.theme import LARGEST_TEXT, SMALLEST_TEXT
from screens.translator import LANGUAGES, _
from screens.widgets.layout import Page, Stack
from screens.widgets.overlays import BottomSheet
from screens.words.messages import game_name

TEXT_SIZES = (SMALLEST_TEXT, 1.0, 1.15, 1.3, 1.6, LARGEST_TEXT)
PALETTE_PREVIEW = ("yellow", "red", "green", "blue", "turquoise", "purple")


# -- Usual variants ---------------------------------------------------------------------------------------


class UsualRow(Stack):
    """A variant and what a new group begins with."""

    option = StringProperty("")
    text = StringProperty("")
    game = StringProperty("")
    options = ListProperty([])
    chosen = StringProperty("")

    def choose(self, value: str) -> None:
        app = the_app()
        app.choose(usual={**app.settings.usual, self.option: value})


class UsualSheet(BottomSheet):
    def on_kv_post(self, _base: object) -> None:
        settings = the_app().settings
        for game, face in FACES.items():
            for option, variant in face.words.USUAL.items():
                choices = [(value, _(name)) for value, name in variant.choices.items()]
                row = UsualRow(
                    game=game,
                    option=option,
                    text=f"{game_name(game)} · {_(variant.name)}",
                    options=[(AS_LAST_TIME, _("As last time")), *choices],
                    chosen=settings.usual[option],
                )
                self.ids.rows.add_widget(row)


# -- The page ---------------------------------------------------------------------------------------------


class SettingsPage(Page):
    palette = ListProperty(PALETTE_PREVIEW)
    usual = StringProperty("")

    def refresh(self) -> None:
        app = the_app()
        chips = self.ids.languages
        chips.clear_widgets()
        for code, name in {"system": _("Same as device"), **LANGUAGES}.items():
            chip = Factory.Chip(text=name, key=code, selected=code == app.settings.language)
            chip.bind(on_release=lambda chip: self._speak(chip.key))
            chips.add_widget(chip)
        self._tell_usual()

    def _tell_usual(self) -> None:
        chosen = len(usual_options(the_app().settings))
        self.usual = (
            _("Chosen for new groups: {n}").format(n=chosen)
            if chosen
            else _("A new group plays as the last one did.")
        )

    def open_usual(self) -> None:
        sheet = UsualSheet()
        sheet.bind(on_close=lambda _sheet: self._tell_usual())
        sheet.open()

    def _speak(self, code: str) -> None:
        the_app().choose(language=code)
        self.refresh()

    def resize_text(self, steps: int) -> None:
        app = the_app()
        nearest = min(
            range(len(TEXT_SIZES)), key=lambda place: abs(TEXT_SIZES[place] - app.settings.text_scale)
        )
        app.choose(text_scale=TEXT_SIZES[max(0, min(len(TEXT_SIZES) - 1, nearest + steps))])
