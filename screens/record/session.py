"""One session, as it is kept: who won and why, who sat where, what was agreed, and how it went."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout

from history import History
from history.outcome import is_empty_count
from scoring import Refusal, box_of
from screens.games.parts import Course
from screens.games.plan import as_json, draft_key, next_plan
from screens.record import versions
from screens.record.actions import delete, go_on, is_being_counted
from screens.record.list import Grouped, ListEntry
from screens.record.timeline import Told, courses, tables_of, told_moves, turn_times
from screens.record.words import expected_told, options_told
from screens.result.outcome import earlier_counts
from screens.result.remark import RemarkedPage
from screens.result.words import trusted_result
from screens.running import the_app
from screens.theme import theme
from screens.translator import _, duration, headed, i18n, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.charts import Series
from screens.widgets.overlays import Dialog
from screens.widgets.surfaces import ListRow, PressRow
from screens.widgets.text import Words
from screens.words.messages import name_of
from screens.words.people import is_nameless
from screens.words.telling import elapsed, progress, short, when

TWO_PANES = dp(740)
OVERVIEW, STORY = "overview", "story"


# -- Its widgets ------------------------------------------------------------------------------------------


class MoveRow(ListEntry, Pressable, FloatLayout):
    """A move of the timeline; a touch shows all of it where the line is too short."""

    number = StringProperty("")
    who = StringProperty("")
    told = StringProperty("")
    clock = StringProperty("")
    colour = ColorProperty((0, 0, 0, 1))
    lit = BooleanProperty(False)

    def show(self, entry: Any) -> None:
        page, move = entry
        self.number = str(move.number)
        self.who = page.names[move.seat] if 0 <= move.seat < len(page.names) else ""
        self.told = move.text
        self.clock = elapsed(move.seconds)
        self.colour = page.colours[move.seat % len(page.colours)]
        self.lit = move.number == page.lit

    def on_release(self) -> None:
        title = " · ".join((_("Move {n}").format(n=self.number), self.clock))
        buttons = [(_("Close"), "primary", None)]
        Dialog(title=title, text=headed(self.who, self.told), buttons=buttons).open()


# -- The page ---------------------------------------------------------------------------------------------


class SessionPage(RemarkedPage):
    title = StringProperty("")
    date = StringProperty("")
    lost = BooleanProperty(False)
    """There is no such session, or it cannot be read."""
    finished = BooleanProperty(False)
    counted = BooleanProperty(False)
    status = StringProperty("")
    shown = StringProperty(OVERVIEW)
    wide = BooleanProperty(False)
    names = ListProperty([])
    course = StringProperty("0")
    only_course = StringProperty("")
    tracked = BooleanProperty(False)
    gap = StringProperty("")
    times = StringProperty("")
    expected = StringProperty("")
    lit = NumericProperty(0)
    """The number of the move that was touched in the chart."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.colours = theme.players
        self.moves: list[Told] = []
        self.courses: list[Course] = []
        self._document: dict[str, Any] = {}
        self._earlier = ""
        self._told_of: tuple[Any, ...] = ()
        self._overview, self._story, self.outcome, self._charts, self._footer = (
            self.ids[name].__self__ for name in (OVERVIEW, STORY, "outcome", "charts", "footer")
        )
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        for name in ("width", "shown", "lost"):
            self.fbind(name, self._arrange_soon)
        self._arrange()

    # -- Coming and going ----------------------------------------------------------------------------------

    def arrive(self, session: str = "", **_given: Any) -> None:
        if session != self.session:
            self.session, self.shown, self.course = session, OVERVIEW, "0"
            self.ids.overview.scroll_y = 1
        self.settle_remark()
        self.refresh()

    def back(self) -> bool:
        if self.shown == STORY and not self.wide:
            self.shown = OVERVIEW
            return True
        return False

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        app = the_app()
        if app.history is None:
            return
        try:
            document = app.history.get(self.session)
        except (KeyError, Refusal):
            self.lost = True
            self.game, self.title = "", _("Session")
            return
        self.lost = False
        self._document = document
        self._earlier = earlier_counts(document) if document["result"] else ""
        self._document = {**document, "result": trusted_result(document)}
        self.game, self.title = box_of(document).key, name_of(document)
        self.names = [short(player["name"]) for player in document["players"]]
        app.seat(document["players"])
        self.colours = theme.players
        self.date = when(document, app.today())
        self.finished = document["finished"] is not None
        self.place, self.note = document["place"], document["note"]
        self._show_versions()
        self._show_status()
        self._show_result()
        self._show_seats()
        self._show_options()
        self._expect()
        self._arrange()

    def _show_versions(self) -> None:
        """What another phone had instead, and nobody has looked at yet."""
        box = self.ids.versions
        box.clear_widgets()
        for row in versions.rows(self.session):
            box.add_widget(row)

    def _show_status(self) -> None:
        document = self._document
        if self.finished:
            took = document["seconds"]
            unsaid = document["result"] is None or is_empty_count(document)
            self.status = "\n".join(
                filter(
                    None,
                    (
                        duration(took) if took >= 60 else "",
                        _("Nobody noted how it ended: it stays out of the figures.") if unsaid else "",
                        _("Nobody noted who began: it says nothing about whether that helps.")
                        if document["starter"] is None and not unsaid
                        else "",
                    ),
                )
            )
        elif is_being_counted(document):
            self.status = _("Being counted")
        else:
            self.status = progress(document) or _("Still in progress")

    def _show_result(self) -> None:
        result = self._document["result"]
        self.counted = result is not None
        self.ids.holder.clear_widgets()
        if result is None:
            return
        self.ids.holder.add_widget(self.outcome)
        self.outcome.show(self._document, self.names, [self._earlier])

    def _show_seats(self) -> None:
        """In the order of the turns, with whoever began."""
        box = self.ids.seats
        box.clear_widgets()
        history = the_app().cupboard
        colours = {profile["id"]: profile.get("colour", "") for profile in history.players()}
        for seat, player in enumerate(self._document["players"]):
            colour, guest = (
                colours.get(history.same_player(player["id"]), ""),
                is_nameless(seat, player, history),
            )
            row = (ListRow if guest else PressRow)(text=self.names[seat], name=True, seat=seat, colour=colour)
            if not guest:
                row.bind(on_release=lambda _row, player=player["id"]: self.open_player(player))
            if seat == self._document["starter"]:
                row.secondary = _("began")
            box.add_widget(row)

    def _show_options(self) -> None:
        box = self.ids.options
        box.clear_widgets()
        told = options_told(self._document, self.names)
        for line in told or [_("Nothing is known about the options.")]:
            box.add_widget(Words(text=line))

    def _expect(self) -> None:
        """What the ratings before this session made of the table; worked out beside the page."""
        self.expected = ""
        app, document = the_app(), self._document
        if document["result"] is not None and app.history is not None:
            app.net.beside(self._work_out, app.history, document, [*self.names])

    def _work_out(self, history: History, document: dict[str, Any], names: list[str]) -> None:
        try:
            told = expected_told(history, document, names)
        except Refusal:
            return
        Clock.schedule_once(lambda _passed: self._take_expected(document["id"], told))

    def _take_expected(self, session: str, told: str) -> None:
        if session == self.session:
            self.expected = told

    # -- How it went ---------------------------------------------------------------------------------------

    def _arrange(self, *_: object) -> None:
        """Side by side where there is room; otherwise one of the two, as the tabs say."""
        self.wide = self.width >= TWO_PANES
        panes = self.ids.panes
        shown = (
            [self._overview, self._story]
            if self.wide
            else [self._story if self.shown == STORY else self._overview]
        )
        wanted = [] if self.lost else shown
        if panes.children[::-1] != wanted:
            panes.clear_widgets()
            for pane in wanted:
                panes.add_widget(pane)
        if self._story in wanted and self._document:
            self._show_story()
        if self._footer.parent is None:
            self.add_widget(self._footer)

    def _show_story(self) -> None:
        """The moves are played again, but not twice for the same ones."""
        document = self._document
        told_of = (
            *(document[name] for name in ("id", "moves", "options", "starter")),
            self.names,
            i18n._,
        )
        if told_of == self._told_of:
            return
        self._told_of = told_of
        tables = tables_of(document)
        self.moves = told_moves(document, tables, self.names)
        self.courses = courses(document, tables, self.names)
        self.tracked = bool(self.moves)
        untold = len(document["moves"]) - len(self.moves)
        self.gap = (
            ngettext(
                "{n} more move is saved, but the rules cannot follow it.",
                "{n} more moves are saved, but the rules cannot follow them.",
                untold,
            ).format(n=untold)
            if untold
            else ""
        )
        self.times = self._tell_times()
        self.lit = 0
        titles = [(str(place), course.title) for place, course in enumerate(self.courses)]
        self.ids.courses.options = titles if len(titles) > 1 else []
        self.only_course = titles[0][1] if len(titles) == 1 else ""
        self.course = "0"
        self._show_course()
        self.ids.charts_place.clear_widgets()
        if titles:
            self.ids.charts_place.add_widget(self._charts)
        self._show_moves(0.0)

    def on_course(self, *_: object) -> None:
        self._show_course()

    def _show_course(self) -> None:
        chart, place = self.ids.chart, int(self.course)
        if place >= len(self.courses):
            chart.series = []
            return
        chart.series = [
            Series(line.name, line.points, seat=line.seat, colour=self._line_colour(line.seat))
            for line in self.courses[place].lines
        ]

    def _line_colour(self, seat: int | None) -> Any:
        return None if seat is None else tuple(self.colours[seat])

    def _show_moves(self, distance: float | None = None) -> None:
        moves = self.moves
        rows = Grouped([str(move.round) for move in moves])
        self.ids.story.show(
            rows,
            lambda group: _("Round {n}").format(n=rows.groups[group]),
            lambda place: (self, moves[place]),
            distance,
        )

    def touch_chart(self, series: int, point: int) -> None:
        """Goes to the move after which the chart was touched."""
        number = int(self.ids.chart.series[series].points[point][0])
        if number:
            self.lit = number
            self._show_moves()
            Clock.schedule_once(lambda _passed: self.ids.story.go_to(number - 1), 0)

    def _tell_times(self) -> str:
        """The average of everybody's turns."""
        times = turn_times(self.moves)
        told = [
            f"{self.names[seat]} {elapsed(seconds / turns)}"
            for seat, (turns, seconds) in sorted(times.items())
        ]
        return headed(_("Time per move"), " · ".join(told)) if told else ""

    # -- What can be done ----------------------------------------------------------------------------------

    def go_on(self) -> None:
        go_on(self._document)

    def on_footer(self) -> None:
        if self.lost:
            the_app().back()
        elif self.finished:
            self.again()
        else:
            self.go_on()

    def again(self) -> None:
        """The same people at a new table, whoever begins now."""
        app = the_app()
        plan = next_plan(self._document, app.history)
        app.drafts.put(draft_key(self.game), as_json(plan))
        app.go("setup" if not plan.missing else "seats", game=self.game)

    def open_player(self, player: str) -> None:
        the_app().go("player", player=the_app().cupboard.same_player(player))

    def replay(self) -> None:
        the_app().go("replay", session=self.session, **({"moment": int(self.lit)} if self.lit else {}))

    def edit(self) -> None:
        self.settle_remark()
        the_app().go("edit", session=self.session)

    def share(self) -> None:
        the_app().open("share", session=self.session)

    def delete(self) -> None:
        self.settle_remark()
        if delete(self.session):
            the_app().ways.back()
