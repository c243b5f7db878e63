"""History: all sessions, the newest first, by day; found again by game, player, period or a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from scoring import BOXES, Refusal
from screens.navigation import Visit
from screens.record.actions import delete, go_on, restore
from screens.record.calendar import CalendarSheet, MoreSheet, OneOfSheet, PeriodSheet, SeveralSheet, tally
from screens.record.filters import Filters, find_sessions, read_filters
from screens.record.list import Grouped, ListEntry
from screens.record.play import known_tags, places
from screens.running import the_app
from screens.translator import _, clock, day, duration, i18n, ngettext, number
from screens.widgets.choices import Chip
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet
from screens.widgets.swipe import Swipeable
from screens.words.messages import game_name, name_of
from screens.words.people import played_games
from screens.words.periods import period_told
from screens.words.telling import (
    is_undecided,
    names,
    outcome_of,
    players_told,
    progress,
    scores,
    short,
    winners,
)

TYPING_PAUSE = 0.15
TWO_PANES = dp(740)
TALLEST_HEAD = 0.45
"""Of the page; a head that needs more scrolls away with the list."""


# -- In words ---------------------------------------------------------------------------------------------


def readable(listing: Any, place: int) -> dict[str, Any] | None:
    """The session, or nothing where its lines in the journal were damaged."""
    try:
        session: dict[str, Any] = listing[place]
    except Refusal:
        return None
    return session


def title_of(session: Mapping[str, Any]) -> str:
    """The game and the time of day, and how long it took once that is known."""
    started = datetime.fromisoformat(session["started"])
    parts = [name_of(session), clock(started)]
    if session["finished"] and session["seconds"] >= 60:
        parts.append(duration(session["seconds"]))
    return " · ".join(parts)


def best_of(session: Mapping[str, Any]) -> str:
    """Who won; where that is not known, who played."""
    return winners(session) or " · ".join(names(session))


# -- A session in the list --------------------------------------------------------------------------------


class SessionRow(ListEntry, Swipeable, FloatLayout):
    """Touch it to open it, hold it for more, swipe it to the left to delete it."""

    session = StringProperty("")
    game = StringProperty("")
    title = StringProperty("")
    winner = StringProperty("")
    scores = StringProperty("")
    unfinished = BooleanProperty(False)
    page = ObjectProperty(None)

    def show(self, entry: Any) -> None:
        self.page, document = entry
        self.slide = 0
        if document is None:
            self.session, self.game, self.unfinished = "", "", False
            self.title, self.winner, self.scores = "", _("This session cannot be read."), ""
            return
        self.session = document["id"]
        self.game = document["game"]
        self.title = title_of(document)
        self.winner = best_of(document)
        self.unfinished = document["finished"] is None
        told = [self._outcome(document), document["place"], document["note"]]
        self.scores = " · ".join(part for part in told if part)

    def _outcome(self, session: Mapping[str, Any]) -> str:
        """Everybody's points; of an unfinished table, whose turn it is."""
        if outcome_of(session).is_told:
            return scores(session)
        if is_undecided(session):
            return _("no winner noted")
        return progress(session) if self.unfinished else ""

    def on_hold(self) -> None:
        self.page.open_row_menu(self.session, self.title)

    def on_swipe(self) -> None:
        self.page.delete(self.session)

    def on_release(self) -> None:
        the_app().go("session", session=self.session)


class SessionSheet(BottomSheet):
    """What a held row offers."""

    page = ObjectProperty(None)
    session = StringProperty("")

    def then(self, action: Any) -> None:
        self.close()
        action()

    def open_session(self) -> None:
        the_app().go("session", session=self.session)

    def share(self) -> None:
        the_app().open("share", session=self.session)


class UnfinishedSheet(BottomSheet):
    """What can be done with a table that was never finished; `done` is called when it has been."""

    session = StringProperty("")
    aside = BooleanProperty(False)
    done = ObjectProperty(None)

    def then(self, action: Any) -> None:
        self.close()
        action()

    def go_on(self) -> None:
        go_on(the_app().cupboard.get(self.session))

    def finish(self) -> None:
        the_app().open_table("count", self.session)

    def set_aside(self) -> None:
        """It stays unfinished, and is folded away; a second time it comes back."""
        app = the_app()
        document = app.cupboard.get(self.session)
        changed = {**document, "aside": True}
        if self.aside:
            changed.pop("aside")
        try:
            app.cupboard.save(changed)
        except (OSError, Refusal):
            app.snack(_("That could not be saved."))
        app.rise()
        self.done()

    def delete(self) -> None:
        if delete(self.session):
            self.done()


# -- Recently deleted -------------------------------------------------------------------------------------


class DeletedRow(ListEntry, FloatLayout):
    session = StringProperty("")
    game = StringProperty("")
    title = StringProperty("")
    people = StringProperty("")
    sheet = ObjectProperty(None)

    def show(self, entry: Any) -> None:
        self.sheet, session = entry
        if session is None:
            self.session, self.game, self.title, self.people = "", "", "", _("This session cannot be read.")
            return
        self.session, self.game = session["id"], session["game"]
        self.title = title_of(session)
        self.people = " · ".join(names(session))


class DeletedSheet(BottomSheet):
    """Everything that was deleted and can come back."""

    empty = BooleanProperty(True)
    rows = NumericProperty(0)

    def on_kv_post(self, _base: object) -> None:
        self.say()

    def say(self) -> None:
        listing = the_app().cupboard.deleted()
        days = listing.days()
        grouped = Grouped(days)
        self.empty = not days
        self.rows = len(days) + len(grouped.groups)
        self.ids.sessions.show(
            grouped,
            lambda group: day_told(grouped.groups[group]),
            lambda place: (self, readable(listing, place)),
        )

    def restore(self, session: str) -> None:
        if restore(session):
            self.say()


def day_told(found: str) -> str:
    return day(datetime.fromisoformat(found), the_app().today())


# -- The page ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class View:
    """What one way to this page looks at, and how far down."""

    filters: Filters = field(default_factory=Filters)
    title: str = ""
    distance: float = 0.0


_views: WeakKeyDictionary[Any, dict[int, tuple[Visit, View]]] = WeakKeyDictionary()
"""By history. Kept beside the pages, because pages are built anew when the light changes."""

OWN = -1
"""The view of the room itself, whichever way one comes there."""


def view_of(app: Any) -> View:
    """The view that belongs to the current visit: others may have asked for something else elsewhere."""
    visit: Visit = app.ways.current
    views = {} if app.history is None else _views.setdefault(app.history, {})
    for key, (other, _view) in list(views.items()):
        if key != OWN and not any(other is open_visit for open_visit in app.ways.visits):
            del views[key]
    asked = dict(visit.given.get("filters") or {})
    title = visit.given.get("title") or asked.pop("title", "")
    if not asked and not title:
        return views.setdefault(OWN, (visit, View()))[1]
    return views.setdefault(id(visit), (visit, View(read_filters(asked), title)))[1]


class HistoryPage(Page):
    title = StringProperty("")
    narrowed = BooleanProperty(False)
    """Another page has sent us here with a wish, and is where the back key leads."""
    none_yet = BooleanProperty(False)
    none_found = BooleanProperty(False)
    found = StringProperty("")
    game = StringProperty("")
    game_told = StringProperty("")
    player_told = StringProperty("")
    period_told = StringProperty("")
    more_told = StringProperty("")
    unfinished = BooleanProperty(False)
    wide = BooleanProperty(False)
    head_scrolls = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.view = View()
        self.listing: Any = None
        self._told_in: tuple[object, ...] = ()
        self._search_soon = Clock.create_trigger(self._search, TYPING_PAUSE)
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        self._head, self._side, self._calendar = (
            self.ids[name].__self__ for name in ("head", "side", "calendar")
        )
        self._only = Chip(icon="close")
        self._only.bind(on_release=lambda _chip: self.ask(sessions=None))
        self._clear = Chip(icon="close")
        self._clear.bind(on_release=lambda _chip: self.clear())
        self.fbind("size", self._arrange_soon)
        self._head.bind(height=self._arrange_soon)

    # -- Coming and going ----------------------------------------------------------------------------------

    def arrive(self, **_given: Any) -> None:
        self.view = view_of(the_app())
        self.ids.search.text = self.view.filters.text
        self._say(self.view.distance)

    def leave(self) -> None:
        self._search()
        self.view.distance = self.ids.sessions.distance

    def refresh(self) -> None:
        self.view = view_of(the_app())
        self._say()

    # -- What is shown -------------------------------------------------------------------------------------

    def _say(self, distance: float | None = None) -> None:
        app = the_app()
        wanted = self.view.filters
        self.narrowed = "filters" in app.ways.current.given
        self.title = self.view.title or _("History")
        if app.history is None:
            return
        self._list(find_sessions(app.history, wanted), distance)
        self._say_filters(wanted)
        count = len(self.listing)
        self.none_yet = not count and not wanted.count
        self.none_found = not count and not self.none_yet
        self.found = ngettext("{n} session", "{n} sessions", count).format(n=number(count))
        if self.wide:
            self._show_calendar()

    def _list(self, listing: Any, distance: float | None) -> None:
        """What has been listed already is not listed again: mostly one only comes back from a session."""
        told_in = (i18n._, the_app().today())
        if self.listing is not None and listing.is_as(self.listing) and told_in == self._told_in:
            if distance is not None:
                self.ids.sessions.scroll_down(distance)
            return
        self.listing, self._told_in = listing, told_in
        rows = Grouped(listing.days())
        self.ids.sessions.show(
            rows,
            lambda group: day_told(rows.groups[group]),
            lambda place: (self, readable(listing, place)),
            distance,
        )

    def _say_filters(self, wanted: Filters) -> None:
        app = the_app()
        self.game, self.game_told = wanted.game, game_name(wanted.game) if wanted.game else ""
        called = app.cupboard.names()
        self.player_told = " & ".join(short(called.get(one, _("Somebody"))) for one in wanted.people)
        self.more_told = self._say_more(wanted, called)
        self.period_told = period_told(wanted.since, wanted.until, app.today())
        self.unfinished = wanted.unfinished
        self._only.text, self._only.selected = self.view.title or _("A selection"), True
        self._clear.text = _("Clear filters")
        self._offer(self._only, wanted.sessions is not None)
        self._offer(self._clear, wanted.count > 0)

    @staticmethod
    def _say_more(wanted: Filters, called: Mapping[str, str]) -> str:
        winner = _("{name} won").format(name=short(called.get(wanted.winner, _("Somebody"))))
        size = players_told(wanted.size)
        told = (
            wanted.place,
            winner if wanted.winner else "",
            size if wanted.size else "",
            f"#{wanted.tag}" if wanted.tag else "",
        )
        return " · ".join(filter(None, told))

    def _offer(self, chip: Chip, wanted: bool) -> None:
        """The clearing chip is always the last one."""
        chips = self.ids.chips
        if not wanted:
            chips.remove_widget(chip)
        elif chip.parent is None:
            chips.add_widget(chip, index=0 if chip is self._clear or self._clear.parent is None else 1)

    def _days(self) -> dict[str, int]:
        """The tables by day, whatever the period."""
        history = the_app().history
        return tally(find_sessions(history, self.view.filters.without_period()).days()) if history else {}

    def _chosen_days(self) -> list[str]:
        wanted = self.view.filters
        return [wanted.since[:10], wanted.until[:10] or "9999"] if wanted.since else ["", ""]

    def _show_calendar(self) -> None:
        self._calendar.show(self._days(), self._chosen_days())

    # -- Where there is room -------------------------------------------------------------------------------

    def _arrange(self, *_: object) -> None:
        """Beside the list on a tablet, above it on a phone; with large letters it scrolls with the list."""
        wide = self.width >= TWO_PANES
        head, side, layout = self._head, self._side, self.ids.layout
        if wide != (side.parent is not None):
            self.ids.panes.remove_widget(side)
            if wide:
                self.ids.panes.add_widget(side, index=1)
        self.head_scrolls = not wide and self.parent is not None and head.height > TALLEST_HEAD * self.height
        place = self.ids.column if wide else layout if self.head_scrolls else self.ids.top
        if head.parent is not place.__self__:
            head.parent.remove_widget(head)
            place.add_widget(head, index=len(place.children))
        if wide and not self.wide:
            self.wide = True
            self._show_calendar()
        self.wide = wide

    # -- What is asked for ---------------------------------------------------------------------------------

    def ask(self, **changes: Any) -> None:
        """Asks for something else, and begins at the top."""
        changed = replace(self.view.filters, **changes)
        if changed != self.view.filters:
            self.view.filters = changed
            self._say(0.0)

    def clear(self) -> None:
        self.view.title = ""
        self.view.filters = Filters()
        self.ids.search.text = ""
        self._say(0.0)

    def type(self) -> None:
        self._search_soon()

    def _search(self, *_: object) -> None:
        self._search_soon.cancel()
        self.ask(text=self.ids.search.text)

    def choose_game(self) -> None:
        options = [(key, game_name(key), key) for key in played_games(the_app().cupboard)]
        OneOfSheet(
            title=_("Which game?"),
            options=options,
            chosen=self.view.filters.game,
            done=lambda key: self.ask(game=key),
        ).open()

    def choose_player(self) -> None:
        people = the_app().cupboard.players()
        if not people:
            the_app().snack(_("Nobody has a name here yet."))
            return
        SeveralSheet(
            title=_("Who played?"),
            options=[(person["id"], short(person["name"])) for person in people],
            chosen=list(self.view.filters.people),
            done=lambda chosen: self.ask(player=next(iter(chosen), ""), with_them=tuple(chosen[1:])),
        ).open()

    def choose_more(self) -> None:
        """Place, winner, table size and tags: what there is of each."""
        history, wanted = the_app().cupboard, self.view.filters
        seats = range(min(box.fewest for box in BOXES.values()), 1 + max(box.most for box in BOXES.values()))
        MoreSheet(
            title=_("More filters"),
            offered=[
                ("place", _("Place"), [(place, place) for place in places(history, most=20)]),
                ("winner", _("Winner"), [(one["id"], short(one["name"])) for one in history.players()]),
                ("size", _("At the table"), [(str(count), players_told(count)) for count in seats]),
                ("tag", _("Tags"), [(tag, tag) for tag in known_tags(history, most=30)]),
            ],
            chosen={
                "place": wanted.place,
                "winner": wanted.winner,
                "size": str(wanted.size),
                "tag": wanted.tag,
            },
            done=lambda name, key: self.ask(**{name: int(key or 0) if name == "size" else key}),
        ).open()

    def choose_period(self) -> None:
        PeriodSheet(
            title=_("When?"),
            counts=self._days(),
            chosen=[self.view.filters.since, self.view.filters.until],
            done=lambda since, until: self.ask(since=since, until=until),
        ).open()

    def turn_unfinished(self) -> None:
        self.ask(unfinished=not self.view.filters.unfinished)

    def open_calendar(self) -> None:
        CalendarSheet(
            title=_("Days of play"), counts=self._days(), chosen=self._chosen_days(), done=self.choose_day
        ).open()

    def add_play(self) -> None:
        """On the day that is looked at, if it is one."""
        wanted = self.view.filters
        day = wanted.since[:10] if wanted.since[:10] == wanted.until[:10] else ""
        the_app().go("edit", **({"day": day} if day else {}))

    def choose_day(self, found: str) -> None:
        """A day that is chosen already is let go of."""
        wanted = self.view.filters
        alone = wanted.since == wanted.until == found
        self.ask(since="" if alone else found, until="" if alone else found)

    # -- What can be done with a session -------------------------------------------------------------------

    def open_row_menu(self, session: str, title: str) -> None:
        the_app().buzz()
        SessionSheet(page=self, session=session, title=title).open()

    def delete(self, session: str) -> None:
        if delete(session):
            self.refresh()

    def open_deleted(self) -> None:
        DeletedSheet(title=_("Recently deleted")).open()
