"""Statistics: what the finished tables say, card by card, each with its chart and the sessions behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from history import History
from history.statistics import Statistics
from scoring.core import Refusal
from screens.running import is_in_use, the_app
from screens.statistics.cards import Asked, CardPlan, Source, duel, every_card
from screens.statistics.fair import Compared, compare, fair_cards
from screens.theme import PLAYER_COLOURS
from screens.translator import _, i18n
from screens.widgets.buttons import SecondaryButton
from screens.widgets.charts import BarChart, LineChart, SplitBar
from screens.widgets.choices import Chips
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card, PressRow
from screens.words.messages import game_name
from screens.words.people import Person, find_person, played_games
from screens.words.periods import PERIODS, period, period_told
from screens.words.telling import short

TWO_PANES = dp(700)
AT_ONCE = 0.12
"""Seconds in which a warm history answers: until then the first frame can wait for it."""
DUEL_PLACE = 3
"""After how many cards the two who are compared come."""


OWN_PERIOD = "own period"


def ends_of(name: str, today: date) -> tuple[str, str]:
    """The first and the last day of a period by its name, or by its days: "2026-01-01/2026-03-31"."""
    if "/" in name:
        since, _slash, until = name.partition("/")
        return since, until
    return period(name, today) if name else ("", "")


# -- Choosing ---------------------------------------------------------------------------------------------


class StatisticsSheet(BottomSheet):
    """One of a few: `options` are (key, text) pairs."""

    options = ListProperty([])
    value = StringProperty("")

    def __init__(self, done: Callable[[str], object], **kwargs: Any) -> None:
        self._done = done
        super().__init__(**kwargs)

    def on_kv_post(self, base: object) -> None:
        super().on_kv_post(base)
        for key, text in self.options:
            row = PressRow(text=text, chevron=False, icon="check" if key == self.value else "")
            row.bind(on_release=lambda _row, key=key: self._choose(key))
            self.ids.column.add_widget(row)

    def _choose(self, key: str) -> None:
        self.close()
        self._done(key)


# -- Cards ------------------------------------------------------------------------------------------------


class ChartCard(Card):
    """A title, what the figures say, the chart, and what must be known to read it."""

    game = StringProperty("")
    title = StringProperty("")
    told = StringProperty("")
    note = StringProperty("")

    def __init__(self, planned: CardPlan, **kwargs: Any) -> None:
        self.chart: Any = None
        super().__init__(**kwargs)
        self.show(planned)

    def show(self, planned: CardPlan) -> None:
        self.planned = planned
        self.game, self.title = planned.game, planned.title
        self.told, self.note = planned.told, planned.note
        if self.chart is None:
            self.chart = self._make_chart(planned)
            self.ids.chart.add_widget(self.chart)
        else:
            self.chart.bars = list(planned.bars)

    def _make_chart(self, planned: CardPlan) -> Any:
        if planned.kind == "line":
            chart = LineChart(
                series=planned.series,
                x_labels=list(planned.x_labels),
                trends=planned.trends,
                game=planned.game,
            )
            chart.bind(on_point=lambda _chart, _series, index: open_sessions(planned.sources[index]))
            return chart
        if planned.kind == "duel":
            chart = SplitBar(bars=list(planned.bars), game=planned.game)
        else:
            chart = BarChart(
                bars=list(planned.bars),
                rows=planned.kind == "rows",
                full=planned.full,
                from_end=planned.from_end,
                game=planned.game,
            )
        chart.bind(on_bar=lambda _chart, bar: open_sessions(bar.key))
        return chart


def open_sessions(source: Source | None) -> None:
    sessions = source.sessions() if source else ()
    if source and sessions:
        the_app().go("history", filters={"sessions": list(sessions)}, title=source.title)


class DuelChoices(Chips):
    card = ObjectProperty(None, rebind=True)


class DuelCard(ChartCard):
    """Two who are compared; either can be somebody else."""

    page = ObjectProperty(None)
    one = StringProperty("")
    two = StringProperty("")

    def __init__(self, planned: CardPlan, **kwargs: Any) -> None:
        super().__init__(planned, **kwargs)
        self.ids.choices.add_widget(DuelChoices(card=self))

    def show(self, planned: CardPlan) -> None:
        super().show(planned)
        self.one, self.two = planned.people
        self.chart.empty = _("These two have not finished a session against each other.")


# -- The page ---------------------------------------------------------------------------------------------


class StatisticsPage(Page):
    game = StringProperty("")
    player = StringProperty("")
    period = StringProperty("")
    game_told = StringProperty("")
    player_told = StringProperty("")
    period_told = StringProperty("")
    counting = BooleanProperty(False)
    none_yet = BooleanProperty(False)
    none_found = BooleanProperty(False)
    two_panes = BooleanProperty(False)
    complete = BooleanProperty(False)
    """Whether every card is there."""

    def __init__(self, **kwargs: Any) -> None:
        self._question: dict[str, str | None] = {}
        self._answer: Statistics | None = None
        self._names: Mapping[str, str] = {}
        self._spoken: object = None
        self._comparing = False
        self._has_compared = False
        self._pair: tuple[str, str] = ("", "")
        self._cards: list[ChartCard] = []
        self._waiting: list[Callable[[], ChartCard | None]] = []
        self._next_soon = Clock.create_trigger(self._build_next)
        super().__init__(**kwargs)
        self.ids.panes.bind(width=self._arrange)

    # -- What is asked -------------------------------------------------------------------------------------

    def arrive(
        self,
        game: str | None = "",
        player: str | None = "",
        period: str = "",
        pair: Any = ("", ""),
        **_more: Any,
    ) -> None:
        self.game, self.player, self.period = game or "", player or "", period
        self._pair = pair
        self.refresh()

    def _ask(self, **changes: Any) -> None:
        """The visit remembers what was chosen, for the way back and for a change of the theme."""
        given = the_app().ways.current.given
        given.update(changes)
        self.arrive(**given)

    def ask_everything(self) -> None:
        self._ask(game="", player="", period="", pair=("", ""))

    def choose_game(self) -> None:
        options = [("", _("All games")), *((key, game_name(key)) for key in played_games(the_app().cupboard))]
        StatisticsSheet(
            lambda key: self._ask(game=key), title=_("Game"), options=options, value=self.game
        ).open()

    def choose_period(self) -> None:
        options = [
            ("", _("All time")),
            *((key, _(text)) for key, text in PERIODS.items()),
            (OWN_PERIOD, _("From one day to another")),
        ]
        value = OWN_PERIOD if "/" in self.period else self.period
        StatisticsSheet(self._take_period, title=_("Period"), options=options, value=value).open()

    def _take_period(self, key: str) -> None:
        if key != OWN_PERIOD:
            self._ask(period=key)
            return
        the_app().open(
            "period",
            title=_("When?"),
            counts=dict(Counter(the_app().cupboard.sessions().days())),
            chosen=list(ends_of(self.period, the_app().today())),
            done=lambda since, until: self._ask(period=f"{since}/{until}"),
        )

    def choose_player(self) -> None:
        everybody = Person("", _("Everybody"), "")
        people = [everybody, *self._people()]
        the_app().open(
            "people",
            people=people,
            done=lambda person: self._ask(player=person.id, pair=("", "")),
            title=_("Player"),
        )

    def choose_rival(self, seat: int) -> None:
        """Who stands on this side of the duel."""
        other = self._pair_shown()[1 - seat]
        people = [person for person in self._people() if person.id != other]
        the_app().open("people", people=people, done=partial(self._pair_up, seat), title=_("Head to head"))

    def _pair_up(self, seat: int, person: Person) -> None:
        pair = list(self._pair_shown())
        pair[seat] = person.id
        given = the_app().ways.current.given
        given["pair"] = self._pair = (pair[0], pair[1])
        for card in self._cards:
            if isinstance(card, DuelCard):
                card.show(self._plan_duel())

    def _people(self) -> list[Person]:
        """Everybody who finished a table, the most frequent first."""
        figures = the_app().cupboard.statistics().players
        order = sorted(figures, key=lambda player: (-figures[player].plays, player))
        return [self._person(player) for player in order]

    def _person(self, player: str) -> Person:
        profile = find_person(the_app().cupboard, player)
        if profile is None:
            return Person(player, _("Somebody"), "")
        return Person(player, profile["name"], profile["colour"])

    # -- The answer ----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        app = the_app()
        self.game_told = game_name(self.game) if self.game else _("All games")
        since, until = ends_of(self.period, app.today())
        self.period_told = period_told(since, until, app.today()) or _("All time")
        if app.history is None:
            return
        self.player_told = short(self._person(self.player).name) if self.player else _("Everybody")
        question = {
            "game": self.game or None,
            "player": self.player or None,
            "since": since or None,
            "until": until or None,
        }
        self._question = question
        self.complete, self._comparing = False, True
        # Just after the start not all tables are counted yet, and nobody should have to wait for that.
        counted = app.net.beside(self._count, app.history, question)
        counted.join(AT_ONCE)
        self.counting = counted.is_alive()
        if self.counting:
            self._answer, self._cards, self._waiting = None, [], []
            self._arrange()

    def _count(self, history: History, question: dict[str, str | None]) -> None:
        try:
            answer = history.statistics(**question)
        except Refusal:
            return
        Clock.schedule_once(lambda _passed: self._take(history, question, answer), -1)
        compared = compare(answer, question["game"] or "", history.same_player(question["player"] or ""))
        Clock.schedule_once(lambda _passed: self._add_compared(history, question, answer, compared), -1)

    def _take(self, history: History, question: object, answer: Statistics) -> None:
        if not is_in_use(history) or question is not self._question:
            return
        self.counting = False
        names = self._known_names(answer)
        if answer is not self._answer or names != self._names or i18n._ is not self._spoken:
            self._answer, self._names, self._spoken = answer, names, i18n._
            self._lay_out(answer)
        self.complete = not self._waiting and not self._comparing

    def _known_names(self, answer: Statistics) -> dict[str, str]:
        names = dict(the_app().cupboard.names())
        return names | {player: self._person(player).name for player in answer.players.keys() - names.keys()}

    def _add_compared(
        self, history: History, question: object, answer: Statistics, compared: Compared
    ) -> None:
        """What takes longer comes last, and holds nothing else up."""
        if not is_in_use(history) or question is not self._question:
            return
        self._comparing = False
        if answer.plays and not self._has_compared:
            self._has_compared = True
            asked = Asked(answer, self.game, self.player, self._names)
            self._waiting += [partial(_make_card, made) for made in fair_cards(asked, compared)]
        self._build_next()

    def _lay_out(self, answer: Statistics) -> None:
        """The first card at once, and every other one in a frame of its own."""
        narrowed = bool(self.game or self.player or self.period)
        self.none_yet = not answer.plays and not narrowed
        self.none_found = not answer.plays and narrowed
        self.ids.way_out.clear_widgets()
        if self.none_found:
            self.ids.way_out.add_widget(
                SecondaryButton(text=_("Show everything"), on_release=lambda _button: self.ask_everything())
            )
        self._cards = []
        self._waiting = []
        self._has_compared = False
        if answer.plays:
            asked = Asked(answer, self.game, self.player, self._names)
            self._waiting = [partial(_make_card, made) for made in every_card(asked)]
            self._waiting.insert(DUEL_PLACE, self._make_duel)
        self._arrange()
        self.ids.scroll.scroll_y = 1
        self._build_next()

    def _build_next(self, *_passed: object) -> None:
        card = None
        while self._waiting and card is None:
            card = self._waiting.pop(0)()
        if card is not None:
            self._cards.append(card)
            self._arrange()
        if self._waiting:
            self._next_soon()
        self.complete = not self._waiting and not self._comparing

    def _arrange(self, *_: object) -> None:
        """Below each other, or in two columns where there is room."""
        self.two_panes = self.ids.panes.width >= TWO_PANES
        left, right = self.ids.left, self.ids.right
        wanted = (
            ((left, self._cards[::2]), (right, self._cards[1::2]))
            if self.two_panes
            else ((left, self._cards), (right, []))
        )
        for pane, cards in wanted:
            if pane.children[::-1] != cards[: len(pane.children)]:
                pane.clear_widgets()
        for pane, cards in wanted:
            for card in cards[len(pane.children) :]:
                pane.add_widget(card)

    # -- Two of them ---------------------------------------------------------------------------------------

    def _pair_shown(self) -> tuple[str, str]:
        """Those who were chosen; otherwise the two who played most, or the player and whom they met most."""
        if all(self._pair):
            return self._pair
        answer = self._answer
        if answer is None:
            return "", ""
        if self.player:
            return self.player, answer.rivals[0].player if answer.rivals else ""
        often = sorted(answer.players.values(), key=lambda found: (-found.plays, found.player))
        return (often[0].player, often[1].player) if len(often) > 1 else ("", "")

    def _make_duel(self) -> ChartCard | None:
        return DuelCard(self._plan_duel(), page=self) if all(self._pair_shown()) else None

    def _plan_duel(self) -> CardPlan:
        one, two = (self._person(player) for player in self._pair_shown())
        answer = the_app().cupboard.statistics(**{**self._question, "player": one.id})
        names = {**self._names, one.id: one.name, two.id: two.name}
        first, second = tuple(PLAYER_COLOURS.values())[:2]
        colours = PLAYER_COLOURS.get(one.colour, first), PLAYER_COLOURS.get(two.colour, second)
        if colours[0] == colours[1]:
            colours = (colours[0], second if colours[0] != second else first)
        return duel(Asked(answer, self.game, one.id, names), two.id, colours)


def _make_card(made: Callable[[], CardPlan | None]) -> ChartCard | None:
    planned = made()
    return None if planned is None else ChartCard(planned)
