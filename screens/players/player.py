"""A player: what they are called, how they fare, against whom, and how to put their profile right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from history import History
from history.search import fold
from history.statistics import PlayerFigures, Record, Rival, Statistics, meetings_with, unite
from scoring import BOXES
from screens.players.figures import (
    Span,
    best_game,
    compared,
    meeting,
    nemesis,
    percentage,
    spans,
    won,
)
from screens.players.sheets import (
    DuelSheet,
    PeopleSheet,
    PersonRow,
    PlayerSheet,
    attempt,
    by_name,
)
from screens.running import the_app
from screens.theme import PLAYER_COLOURS
from screens.translator import _, day_within, ngettext, number
from screens.widgets.buttons import Pressable
from screens.widgets.charts import Bar, BarChart
from screens.widgets.layout import Page, Tiles
from screens.widgets.overlays import Dialog
from screens.widgets.surfaces import Card
from screens.words.messages import game_name
from screens.words.people import Person, Profile, find_person, strangers
from screens.words.telling import FEW, sessions_told, short

SHOWN_RIVALS = 3
SHORTEST = 360
"""Seconds that make a tenth of an hour."""


class ProfileFigure(Card):
    """A number and what it counts."""

    value = StringProperty("")
    text = StringProperty("")


class EvenTiles(Tiles):
    """All of them are as high as the highest."""

    def __init__(self, **kwargs: Any) -> None:
        self._even_soon = Clock.create_trigger(self._even, -1)
        super().__init__(**kwargs)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        widget.fbind("minimum_height", self._even_soon)
        super().add_widget(widget, *args, **kwargs)

    def _even(self, *_args: object) -> None:
        highest = max((tile.minimum_height for tile in self.children), default=0)
        for tile in self.children:
            tile.height = highest


class ProfileRecord(Pressable, Card):
    """How somebody fares at one game; a touch leads to those tables."""

    game = StringProperty("")
    title = StringProperty("")
    badge = StringProperty("")
    won = StringProperty("")
    scores = StringProperty("")
    rate = NumericProperty(-1)
    """The share of wins, or less than nought where that would say too much."""


# -- What is asked of the history -------------------------------------------------------------------------


def tables_together(history: History, one: str, other: str) -> int:
    """How often two people sat at the same table, finished or not."""
    together = history.statistics(player=one).rival(other).together
    if together:
        return together
    sessions = min((history.sessions(player=person) for person in (one, other)), key=len)
    return sum(
        {one, other} <= {history.same_player(player["id"]) for player in session["players"]}
        for session in sessions
    )


def head_to_head(history: History, one: str, other: str) -> dict[str, Rival]:
    """The other as seen by the one: under the empty key over all games, and by game."""
    games = {"": None, **{game: game for game in BOXES}}
    return {key: history.statistics(game=game, player=one).rival(other) for key, game in games.items()}


def merged_into(history: History, player: str) -> list[Profile]:
    """The profiles for which this one stands besides itself."""
    return by_name(
        history.player(other)
        for other in history.names()
        if other != player and history.same_player(other) == player
    )


def wins_over_time(history: History, player: str, months: dict[str, int]) -> list[tuple[Span, float, int]]:
    """Wins and tables, span by span."""
    found = []
    for span in spans(months):
        figures = history.statistics(player=player, since=span.since, until=span.until).players.get(player)
        found.append((span, figures.wins, figures.plays) if figures else (span, 0.0, 0))
    return found


def hours(seconds: float) -> str:
    """With a tenth where that matters."""
    return number(seconds / 3600, 0 if seconds >= 36_000 else 1)


def scores_of(record: Record) -> str:
    scores = record.scores
    if scores.best is None or scores.mean is None:
        return _("No scores are known.")
    return _("Best {best} · average {average}").format(best=number(scores.best), average=number(scores.mean))


# -- The page ---------------------------------------------------------------------------------------------


class PlayerPage(Page):
    player = StringProperty("")
    person = StringProperty("")
    colour = StringProperty("")
    archived = BooleanProperty(False)
    missing = BooleanProperty(False)
    last = StringProperty("")
    alone = BooleanProperty(False)
    """Whether there is nobody else."""
    honest = StringProperty("")
    """What has to be said about the figures."""
    chart_title = StringProperty("")
    fill = ColorProperty((0, 0, 0, 1))

    def __init__(self, **kwargs: Any) -> None:
        self.profile: Profile = {}
        super().__init__(**kwargs)
        self._nobody = self.ids.nobody.__self__
        self._body = self.ids.body.__self__
        self._chart = self.ids.chart.__self__
        self._bars = BarChart(from_end=True)
        self._bars.bind(on_bar=lambda _chart, bar: self.show_span(bar))
        self.ids.bars.add_widget(self._bars)
        self.ids.whole.clear_widgets()

    def arrive(self, player: str = "", **given: Any) -> None:
        if str(player) != self.player:
            self.ids.scroll.scroll_y = 1
        self.player = str(player)
        self.refresh()

    def refresh(self) -> None:
        if the_app().history is None:
            return
        profile = find_person(self._history, self.player)
        self.missing = profile is None
        self._keep(self.ids.whole, self._nobody, profile is None)
        self._keep(self.ids.whole, self._body, profile is not None)
        if profile is None:
            return
        self.player, self.profile = profile["id"], profile
        self.person, self.colour, self.archived = profile["name"], profile["colour"], profile["archived"]
        self.fill = PLAYER_COLOURS.get(profile["colour"]) or next(iter(PLAYER_COLOURS.values()))
        statistics = self._history.statistics(player=self.player)
        figures = statistics.players.get(self.player)
        self._say_when()
        self._show_figures(figures, statistics.seconds)
        self._show_records(figures)
        self._show_chart(statistics)
        self._show_rivals(statistics.rivals)
        self._show_profile()
        self.alone = not self._everybody_else()

    @property
    def _history(self) -> History:
        return the_app().cupboard

    @property
    def name(self) -> str:
        return short(self.profile["name"])

    @staticmethod
    def _keep(parent: Any, widget: Any, wanted: bool) -> None:
        if wanted and widget.parent is None:
            parent.add_widget(widget)
        elif not wanted and widget.parent is not None:
            parent.remove_widget(widget)

    # -- Figures -------------------------------------------------------------------------------------------

    def _say_when(self) -> None:
        sessions = self._history.sessions(player=self.player)
        if not len(sessions):
            self.last = _("Has not played yet.")
            return
        started = datetime.fromisoformat(sessions[0]["started"])
        self.last = _("Last played: {day}").format(day=day_within(started, the_app().today()))

    def _show_figures(self, figures: PlayerFigures | None, seconds: float) -> None:
        box = self.ids.figures
        box.clear_widgets()
        self.honest = self._said_honestly(figures)
        if figures is None:
            return
        share = percentage(figures.wins, figures.decided)
        for value, text in (
            (str(figures.plays), ngettext("session", "sessions", figures.plays)),
            (number(figures.wins), _("won")),
            *([(share, _("of sessions"))] if share else []),
            (str(figures.current_streak), _("wins in a row now")),
            (str(figures.longest_streak), _("longest streak")),
            *([(hours(seconds), _("hours"))] if seconds >= SHORTEST else []),
        ):
            box.add_widget(ProfileFigure(value=value, text=text))

    def _said_honestly(self, figures: PlayerFigures | None) -> str:
        if figures is None:
            return _("Figures appear after the first finished session.")
        said = []
        if figures.decided < FEW:
            said.append(_("Too few sessions for percentages: they start at {n}.").format(n=FEW))
        if figures.wins != int(figures.wins):
            said.append(_("A shared win counts for each winner in part."))
        if undecided := figures.plays - figures.decided:
            said.append(
                ngettext(
                    "No winner is noted for {n} session.",
                    "No winner is noted for {n} sessions.",
                    undecided,
                ).format(n=undecided)
            )
        return " ".join(said)

    def _show_records(self, figures: PlayerFigures | None) -> None:
        box = self.ids.records
        box.clear_widgets()
        if figures is None:
            return
        several = len(figures.games) > 1
        for game, record in sorted(figures.games.items(), key=lambda item: -item[1].plays):
            titles = {_("favourite"): figures.favourite_game, _("best"): best_game(figures.games)}
            card = ProfileRecord(
                game=game,
                title=game_name(game),
                badge=" · ".join(title for title, holder in titles.items() if holder == game and several),
                won=won(record),
                scores=scores_of(record),
                rate=-1 if record.decided < FEW else record.wins / record.decided,
            )
            card.bind(on_release=lambda card: self.show_tables(game=card.game))
            box.add_widget(card)

    def _show_chart(self, statistics: Statistics) -> None:
        found = wins_over_time(self._history, self.player, statistics.months)
        self._keep(self.ids.chart_place, self._chart, len(found) > 1)
        by_year = bool(found) and found[0][0].since[5:] == "01-01" and found[0][0].until[5:] == "12-31"
        self.chart_title = _("Wins by year") if by_year else _("Wins by month")
        self._bars.bars = [
            Bar(span.label, wins, tuple(self.fill), span, f"{number(wins)}/{plays}", plays)
            for span, wins, plays in found
        ]

    def _show_rivals(self, rivals: list[Rival]) -> None:
        box = self.ids.rivals
        box.clear_widgets()
        feared = nemesis(rivals)
        if feared is not None:
            text = _("Nemesis: ahead of {name} in {losses} of {n} sessions").format(
                name=self.name, losses=feared.losses, n=compared(feared)
            )
            self._add_rival(feared, text)
        for rival in [rival for rival in rivals if rival is not feared][:SHOWN_RIVALS]:
            self._add_rival(rival, meeting(rival))
        self.ids.rivals_heading.shown = bool(rivals)

    def _add_rival(self, rival: Rival, text: str) -> None:
        person = self._person(rival.player)
        row = PersonRow(text=person.name, colour=person.colour, secondary=text)
        row.bind(on_release=lambda _row: self.compare(person))
        self.ids.rivals.add_widget(row)

    def _person(self, player: str) -> Person:
        profile = find_person(self._history, player)
        return Person(player, "?", "") if profile is None else _as_person(profile)

    # -- Ways on -------------------------------------------------------------------------------------------

    def show_tables(self, **filters: str) -> None:
        the_app().go("history", filters={"player": self.player, **filters})

    def show_span(self, bar: Bar) -> None:
        self.show_tables(since=bar.key.since, until=bar.key.until)

    def show_shared(self, other: Person) -> None:
        heaps = self._history.statistics(player=self.player).heaps(meetings_with(other.id))
        title = _("{one} and {other}").format(one=self.name, other=short(other.name))
        the_app().go("history", filters={"sessions": unite(heaps.values()).sessions, "title": title})

    def choose_opponent(self) -> None:
        rivals = {rival.player: rival for rival in self._history.statistics(player=self.player).rivals}
        others = sorted(
            self._everybody_else(),
            key=lambda profile: -(rivals[profile["id"]].together if profile["id"] in rivals else 0),
        )
        PeopleSheet(
            title=_("Head to head with"),
            people=[_as_person(profile) for profile in others],
            note=lambda person: sessions_told(rivals[person.id].together) if person.id in rivals else "",
            done=self.compare,
        ).open()

    def compare(self, other: Person) -> None:
        app = the_app()
        DuelSheet(
            one=_as_person(self.profile),
            other=other,
            rivals=head_to_head(self._history, self.player, other.id),
            show=lambda: self.show_shared(other),
            visit=lambda: app.go("player", player=other.id),
        ).open()

    def _everybody_else(self) -> list[Profile]:
        everybody = by_name([*self._history.players(), *strangers(self._history)])
        return [profile for profile in everybody if profile["id"] != self.player]

    # -- The profile ---------------------------------------------------------------------------------------

    def _show_profile(self) -> None:
        swatches = self.ids.colours
        swatches.person, swatches.chosen = self.profile["name"], self.profile["colour"]
        swatches.say()
        box = self.ids.merged
        box.clear_widgets()
        for profile in merged_into(self._history, self.player):
            row = Factory.MergedRow(text=profile["name"], colour=profile["colour"])
            row.bind(on_part=lambda _row, profile=profile: self.part(profile))
            box.add_widget(row)

    def _change(self, change: Callable[[], object]) -> bool:
        """Somebody from another phone gets a profile of their own with the first change."""

        def make() -> None:
            if self.player not in self._history.names():
                self._history.save_player(dict(self.profile))
            change()

        done = attempt(make)
        the_app().ways.refresh()
        return done

    def recolour(self, colour: str) -> None:
        self._change(lambda: self._history.save_player({"id": self.player, "colour": colour}))

    def rename(self) -> None:
        PlayerSheet(
            title=_("New name"),
            known=self.profile,
            others=self._everybody_else(),
            done=lambda name, _colour: self._change(
                lambda: self._history.save_player({"id": self.player, "name": name})
            ),
            offer=_("Merge the two"),
            meet=lambda namesake: self.ask_to_merge(_as_person(namesake)),
        ).open()

    def archive(self) -> None:
        archived = not self.profile["archived"]
        if self._archive(archived):
            said = _("{name} is archived.") if archived else _("{name} is back.")
            the_app().snack(said.format(name=self.name), _("Undo"), lambda: self._archive(not archived))

    def _archive(self, archived: bool) -> bool:
        player = self.player
        return self._change(lambda: self._history.archive_player(player, archived))

    # -- Merging -------------------------------------------------------------------------------------------

    def choose_double(self) -> None:
        own = fold(self.profile["name"])
        others = sorted(
            self._everybody_else(),
            key=lambda profile: -SequenceMatcher(None, own, fold(profile["name"])).ratio(),
        )
        PeopleSheet(
            title=_("Who is the same person?"),
            people=[_as_person(profile) for profile in others],
            done=self.ask_to_merge,
        ).open()

    def ask_to_merge(self, other: Person) -> None:
        together = tables_together(self._history, self.player, other.id)
        names = {"one": self.name, "other": short(other.name)}
        if together:
            self._refuse_to_merge(together, names)
            return
        own, more = (len(self._history.sessions(player=player)) for player in (self.player, other.id))
        Dialog(
            title=_("Merge {one} and {other}?").format(**names),
            text=ngettext(
                "{n} session of {other} and {own} of {one} are put together. The name {one} and its "
                "colour stay.",
                "{n} sessions of {other} and {own} of {one} are put together. The name {one} and its "
                "colour stay.",
                more,
            ).format(n=more, own=own, **names),
            buttons=[
                (_("Cancel"), "ghost", None),
                (_("Merge"), "primary", lambda: self.merge(other)),
            ],
        ).open()

    def _refuse_to_merge(self, together: int, names: dict[str, str]) -> None:
        Dialog(
            title=_("Two people, it seems"),
            text=ngettext(
                "{one} and {other} played {n} session together, so they cannot be the same person.",
                "{one} and {other} played {n} sessions together, so they cannot be the same person.",
                together,
            ).format(n=together, **names),
            buttons=[(_("All right"), "primary", None)],
        ).open()

    def merge(self, other: Person) -> None:
        history, keep = self._history, self.player

        def unite() -> None:
            if other.id not in history.names():
                history.save_player({"id": other.id, "name": other.name, "colour": other.colour})
            history.merge_players(keep=keep, away=other.id)

        if self._change(unite):
            said = _("{other} is merged into {one} now.").format(one=self.name, other=short(other.name))
            the_app().snack(said, _("Undo"), lambda: self._change(lambda: history.unmerge_player(other.id)))

    def part(self, profile: Profile) -> None:
        history, keep = self._history, self.player
        if self._change(lambda: history.unmerge_player(profile["id"])):
            said = _("{other} is a separate player again.").format(other=short(profile["name"]))
            the_app().snack(
                said,
                _("Undo"),
                lambda: self._change(lambda: history.merge_players(keep=keep, away=profile["id"])),
            )


class MergedRow(Card):
    text = StringProperty("")
    colour = StringProperty("")
    __events__ = ("on_part",)

    def on_part(self) -> None:
        pass


def _as_person(profile: Profile) -> Person:
    return Person(profile["id"], profile["name"], profile["colour"])
