"""Place and note of a session, which can be told wherever its result is shown."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty

from scoring import Refusal
from screens import kv
from screens.running import the_app
from screens.translator import _
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet


class RemarkSheet(BottomSheet):
    """Place and note. Every letter is kept at once; closing it, however that happens, keeps the whole."""

    page = ObjectProperty(None)
    place = StringProperty("")
    note = StringProperty("")

    def typed(self) -> None:
        self.page.draft_remark(self.ids.place.text, self.ids.note.text)

    def on_close(self) -> None:
        self.page.settle_remark()


class RemarkedPage(Page):
    """Whatever was typed is safe by the time one leaves."""

    session = StringProperty("")
    game = StringProperty("")
    place = StringProperty("")
    note = StringProperty("")

    def leave(self) -> None:
        self.settle_remark()

    def keep(self) -> None:
        self.settle_remark()

    @property
    def _draft(self) -> str:
        return f"remark {self.session}"

    def open_note(self) -> None:
        RemarkSheet(title=_("Place and note"), page=self, place=self.place, note=self.note).open()

    def draft_remark(self, place: str, note: str) -> None:
        typed = [place.strip(), note.strip()]
        changed = typed != [self.place, self.note]
        the_app().drafts.put(self._draft, typed if changed else None)

    def settle_remark(self) -> None:
        """Keeps what was typed, in this life of the app or the last one."""
        app = the_app()
        typed = app.drafts.get(self._draft)
        if typed is None or app.history is None:
            return
        if not (isinstance(typed, list) and len(typed) == 2 and all(isinstance(one, str) for one in typed)):
            app.drafts.correct(self._draft, None)
            return
        try:
            self._keep(*typed)
        except KeyError:
            app.drafts.put(self._draft, None)
        except (OSError, Refusal):
            app.snack(_("There is no room on this device to save that. It will be tried again."))
        else:
            app.drafts.put(self._draft, None)
            self.refresh()
            app.snack(_("Place and note saved."))

    def _keep(self, place: str, note: str) -> None:
        """Through the table in memory if the rules accept it, so that nothing overwrites anything."""
        app = the_app()
        try:
            live = app.sit_at(self.session)
        except Refusal:
            app.cupboard.save({**app.cupboard.get(self.session), "place": place, "note": note})
            return
        live.update(place=place, note=note)
        if live.unsaved:
            raise OSError("the note is not saved")


kv.load(__name__)
