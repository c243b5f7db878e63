"""The shelf: the games of one's own, what to begin a new one with, and how one comes in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from history.document import InvalidDocument
from scoring import BLANK, Refusal
from screens import kv
from screens.running import the_app
from screens.shelf.codes import LARGEST, from_text
from screens.shelf.editor import DRAFT, EMPTY
from screens.shelf.samples import SAMPLES, in_words
from screens.translator import _
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import PressRow
from screens.words.messages import sentence
from screens.words.telling import players_told

OWN = BLANK[0]
KINDS = ("application/json", "text/plain", "application/octet-stream")


def range_told(rules: dict[str, Any]) -> str:
    fewest, most = rules["players"]
    if fewest == most:
        return players_told(fewest)
    return _("{fewest}–{most} players").format(fewest=fewest, most=most)


class ShelfPage(Page):
    has_draft = BooleanProperty(False)
    empty = BooleanProperty(True)

    def refresh(self) -> None:
        app = the_app()
        self.has_draft = app.drafts.get(DRAFT) is not None
        games = app.history.games() if app.history else []
        self.empty = not games
        self._fill(self.ids.games, [(game["rules"], game["id"]) for game in games])
        self._fill(self.ids.samples, [(in_words(rules), "") for rules in SAMPLES])

    def _fill(self, box: Any, found: list[tuple[dict[str, Any], str]]) -> None:
        box.clear_widgets()
        for rules, name in found:
            row = PressRow(text=rules["name"], secondary=range_told(rules), game=OWN)
            row.bind(on_release=lambda _row, rules=rules, name=name: self.look(rules, name))
            box.add_widget(row)

    @staticmethod
    def look(rules: dict[str, Any], name: str) -> None:
        the_app().go("own_game", rules=rules, game_id=name)

    def make(self) -> None:
        """A sheet that was begun is gone on with; nothing of it is lost."""
        if self.has_draft:
            the_app().go("editor")
        else:
            the_app().go("editor", rules=EMPTY, game_id="")

    def bring_in(self) -> None:
        IncomingSheet(title=_("Bring in a game")).open()


class IncomingSheet(BottomSheet):
    """A scanned code, a text, or a file: it is looked at before it lies on the shelf."""

    problem = StringProperty("")

    def accept(self) -> None:
        try:
            rules = from_text(self.ids.code.text)
        except Refusal as refusal:
            self.problem = sentence(refusal.reason)
            return
        self._preview(rules)

    def open_file(self) -> None:
        if not the_app().files.pick(KINDS, self._picked):
            self.problem = _("This device opens no files here. Paste the text instead.")

    def _picked(self, found: Any) -> None:
        if found is None:
            return
        if isinstance(found, OSError):
            self.problem = _("This file cannot be read.")
            return
        try:
            data = Path(found).read_bytes()[: LARGEST + 1]
            rules = from_text(data.decode("utf-8-sig"))
        except Refusal as refusal:
            self.problem = sentence(refusal.reason)
        except (OSError, UnicodeDecodeError):
            self.problem = sentence(InvalidDocument("document.not_json").reason)
        else:
            self._preview(rules)

    def _preview(self, rules: dict[str, Any]) -> None:
        self.close()
        the_app().go("own_game", rules=rules, game_id="")


kv.load(__name__)
