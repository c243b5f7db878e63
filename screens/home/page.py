"""Home: the four games, the tables that are still running, and how it ended last time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from scoring import BOXES
from screens.running import the_app
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.surfaces import Card
from screens.words.messages import game_name
from screens.words.telling import headline, names, progress, scores, winners

if TYPE_CHECKING:
    from history import History

Document = Mapping[str, Any]

SHOWN_RESULTS = 3
TWO_PANES = dp(700)


def _last_results(history: History) -> Sequence[Document]:
    return history.sessions(finished=True)[:SHOWN_RESULTS]


def _nth(make: Callable[[Document], Card], sessions: Sequence[Document], at: int) -> Card:
    """Reading it may go wrong as well."""
    return make(sessions[at])


class RunningTable(Card):
    game = StringProperty("")
    session = StringProperty("")
    page = StringProperty("table")
    title = StringProperty("")
    people = StringProperty("")
    progress = StringProperty("")


class PastResult(Pressable, Card):
    game = StringProperty("")
    session = StringProperty("")
    title = StringProperty("")
    winner = StringProperty("")
    scores = StringProperty("")


class HomePage(Page):
    fresh = BooleanProperty(False)
    """Nothing has ever been played here."""
    two_panes = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for key in BOXES:
            tile = Factory.GameTile(game=key)
            tile.bind(on_release=lambda tile: the_app().go("seats", game=tile.game))
            self.ids.tiles.add_widget(tile)
        self._above: list[Any] = []
        self._below: list[Any] = []
        self.ids.panes.bind(width=self._arrange)

    def refresh(self) -> None:
        app = the_app()
        for tile in self.ids.tiles.children:
            box = BOXES[tile.game]
            tile.text = game_name(tile.game)
            tile.secondary = _("{fewest}–{most} players").format(fewest=box.fewest, most=box.most)
        history = app.history
        running = self._cards(lambda: history.live() if history else [], self._running)
        finished = self._cards(lambda: _last_results(history) if history else [], self._result)
        self.fresh = history is not None and not running and not finished
        self._above = self._part("RunningPart", running)
        self._below = self._part("ResultsPart", finished)
        if self.fresh:
            self._above = [Factory.WelcomePart()]
        elif app.trouble:
            self._above = [Factory.TroublePart()]
        self._arrange()

    def _cards(
        self,
        find: Callable[[], Sequence[Document]],
        make: Callable[[Document], Card],
    ) -> list[Card]:
        """One for each session. Where one cannot be shown, the others are, and it is said."""
        net = the_app().net
        found = net.spared(find, None)
        if found is None:
            return [Factory.LostPart()]
        cards = [net.spared(partial(_nth, make, found, at), None) for at in range(len(found))]
        lost = [Factory.LostPart()] if None in cards else []
        return [card for card in cards if card is not None] + lost

    def _part(self, kind: str, cards: list[Card]) -> list[Any]:
        """A heading and its cards, or nothing at all."""
        if not cards:
            return []
        part = Factory.get(kind)()
        for card in cards:
            part.add_widget(card)
        return [part]

    def _running(self, session: Document) -> RunningTable:
        counting = session["sheet"] and not session["moves"]
        return RunningTable(
            game=session["game"],
            session=session["id"],
            page="count" if counting else "table",
            title=headline(session, the_app().today()),
            people=" · ".join(names(session)),
            progress=_("Being counted") if counting else progress(session),
        )

    def _result(self, session: Document) -> PastResult:
        return PastResult(
            game=session["game"],
            session=session["id"],
            title=headline(session, the_app().today()),
            winner=winners(session),
            scores=scores(session),
        )

    def add_past_play(self) -> None:
        if the_app().history is None:
            the_app().snack(_("The history is not open yet."))
        else:
            the_app().go("edit")

    def _arrange(self, *_: object) -> None:
        """Side by side where there is room; otherwise the running tables come first."""
        left, right, games = self.ids.left, self.ids.right, self.ids.games.__self__
        sessions = the_app().history is not None and not self.fresh
        self.two_panes = sessions and self.ids.panes.width >= TWO_PANES
        if self.two_panes:
            wanted = ((left, [games]), (right, [*self._above, *self._below]))
        else:
            wanted = ((left, [*self._above, games, *self._below]), (right, []))
        if all(box.children[::-1] == parts for box, parts in wanted):
            return
        for box, _parts in wanted:
            for part in [*self._above, *self._below, *box.children]:
                if part.parent:
                    part.parent.remove_widget(part)
        for box, parts in wanted:
            for part in parts:
                box.add_widget(part)
