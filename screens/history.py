"""History: all sessions, the newest first."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from screens.telling import headline, scores, winners
from screens.translator import _
from screens.widgets.layout import Page
from screens.widgets.surfaces import Surface


class SessionRow(RecycleDataViewBehavior, Surface):
    """Looks its session up when it scrolls into view, so that ten thousand cost no more than ten."""

    place = NumericProperty(-1)
    game = StringProperty("")
    title = StringProperty("")
    winner = StringProperty("")
    scores = StringProperty("")

    def refresh_view_attrs(self, view: Any, index: int, data: dict[str, Any]) -> None:
        session = data["listing"][data["place"]]
        self.place = data["place"]
        self.game = session["game"]
        self.title = headline(session, App.get_running_app().today())
        self.winner = winners(session) or _("Still running")
        self.scores = scores(session)


class HistoryPage(Page):
    empty = BooleanProperty(False)

    def refresh(self) -> None:
        history = App.get_running_app().history
        listing = history.sessions() if history else []
        self.empty = history is not None and not len(listing)
        self.ids.sessions.data = [{"listing": listing, "place": place} for place in range(len(listing))]
        self.ids.sessions.refresh_from_data()
