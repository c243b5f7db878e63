"""Home: the four games, the tables that are still running, and how it ended last time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from scoring import BLANK, BOXES
from screens.running import the_app
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.surfaces import Card
from screens.widgets.swipe import Swipeable
from screens.words.messages import game_name
from screens.words.telling import headline, listed, names, progress, scores, short, winners

if TYPE_CHECKING:
    from history import History

Document = Mapping[str, Any]

SHOWN_RESULTS = 3
MOST_OWN = 3
OLD = 7
"""Days after which a table that nobody finished is folded away."""
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


class RunningLine(Swipeable, Card):
    """An unfinished table in one line: a touch resumes it, a hold or a swipe offers what else there is."""

    game = StringProperty("")
    session = StringProperty("")
    page = StringProperty("table")
    text = StringProperty("")
    secondary = StringProperty("")
    aside = BooleanProperty(False)

    def on_release(self) -> None:
        the_app().open_table(self.page, self.session)

    def on_hold(self) -> None:
        self.offer()

    def on_swipe(self) -> None:
        self.offer()

    def offer(self) -> None:
        app = the_app()
        app.buzz()
        app.open("unfinished", session=self.session, title=self.text, aside=self.aside, done=app.ways.refresh)


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
        self._others: list[Any] = []
        self._unfolded = False
        self._newest = ""
        self.ids.panes.bind(width=self._arrange)

    def _show_own(self) -> None:
        """What was made or brought in: the first few, the others are on their shelf."""
        app, box = the_app(), self.ids.own
        box.clear_widgets()
        for game in app.history.games()[:MOST_OWN] if app.history else ():
            given = {"rules": game["rules"], "game_id": game["id"]}
            row = Factory.PressRow(text=game["rules"]["name"], game=BLANK[0], icon="cards-playing")
            row.bind(on_release=lambda _row, given=given: app.go("own_game", **given))
            box.add_widget(row)

    def refresh(self) -> None:
        app = the_app()
        for tile in self.ids.tiles.children:
            box = BOXES[tile.game]
            tile.text = game_name(tile.game)
            tile.secondary = _("{fewest}–{most} players").format(fewest=box.fewest, most=box.most)
        self._show_own()
        history = app.history
        running = self._show_running(history)
        self._show_again(history)
        finished = self._cards(lambda: _last_results(history) if history else [], self._result)
        self.fresh = history is not None and not running and not finished
        self._above = running
        self._below = [*self._others, *self._part("ResultsPart", finished)]
        if history is not None and history.ready and not history.diagnosis.healthy:
            self._below = [*self._below, Factory.DamagePart()]
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

    def _show_running(self, history: History | None) -> list[Any]:
        """The newest as a card above the games; the others as lines below them, the old ones folded away."""
        known = the_app().net.spared(lambda: history.live().ids() if history else [], [])
        self._newest = next(iter(known), "")
        cards = self._cards(lambda: history.live() if history else [], self._running)
        newest = [card for card in cards if not isinstance(card, RunningLine)]
        others = [card for card in cards if isinstance(card, RunningLine)]
        old = [line for line in others if self._is_old(line.session)]
        folded = self._part("OlderPart", old) if self._unfolded else []
        lines = self._part("OthersPart", [line for line in others if line not in old])
        if old and not folded:
            n = len(old)
            fold = Factory.OlderRow(
                text=ngettext("{n} older unfinished session", "{n} older unfinished sessions", n).format(n=n)
            )
            fold.bind(on_release=lambda _row: self._fold_out())
            lines.append(fold)
        self._others = [*lines, *folded]
        return self._part("RunningPart", newest)

    def _is_old(self, session: str) -> bool:
        document = the_app().cupboard.get(session)
        started = datetime.fromisoformat(document["started"]).date()
        return document.get("aside") is True or (the_app().today() - started).days > OLD

    def _fold_out(self) -> None:
        self._unfolded = True
        self.refresh()

    def _show_again(self, history: History | None) -> None:
        """The last group at its game, in one touch."""
        box = self.ids.again
        box.clear_widgets()
        if history is None:
            return
        from screens.games.plan import habits  # noqa: PLC0415 - not before the first frame

        for habit in the_app().net.spared(lambda: list(habits(history, most=1)), []):
            people = [short(person.name) for person in habit.people]
            row = Factory.AgainRow(secondary=f"{habit.name} · {listed(people)}", game=habit.game)
            row.bind(on_release=lambda _row, session=habit.session: self.same_again(session))
            box.add_widget(row)

    def same_again(self, session: str) -> None:
        """To the laid-out table: who, in which order, who begins now, and which variants."""
        from screens.games.plan import as_json, draft_key, next_plan  # noqa: PLC0415 - not before the first frame

        app = the_app()
        document = app.cupboard.get(session)
        app.drafts.put(draft_key(document["game"]), as_json(next_plan(document, app.history)))
        app.go("setup", game=document["game"])

    def _part(self, kind: str, cards: list[Card]) -> list[Any]:
        """A heading and its cards, or nothing at all."""
        if not cards:
            return []
        part = Factory.get(kind)()
        for card in cards:
            part.add_widget(card)
        return [part]

    def _running(self, session: Document) -> Card:
        counting = session["sheet"] and not session["moves"]
        if session["id"] != self._newest:
            return RunningLine(
                game=session["game"],
                session=session["id"],
                page="count" if counting else "table",
                text=headline(session, the_app().today()),
                secondary=" · ".join(names(session)),
                aside=session.get("aside") is True,
            )
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
