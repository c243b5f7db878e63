"""Players: who has been at the table, and how often. A touch leads to all that is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from history import History
from history.statistics import PlayerFigures
from scoring.core import Refusal
from screens import kv
from screens.players.sheets import (
    MANY,
    PlayerSheet,
    attempt,
    by_name,
    least_used_colour,
    matches,
)
from screens.running import is_in_use, the_app
from screens.theme import theme
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.surfaces import Surface
from screens.widgets.text import natural_size
from screens.words.people import Profile, strangers
from screens.words.telling import sessions_told, wins_told


class PlayerRow(RecycleDataViewBehavior, Pressable, Surface):
    player = StringProperty("")
    text = StringProperty("")
    figures = StringProperty("")
    colour = StringProperty("")

    def on_release(self) -> None:
        the_app().go("player", player=self.player)


class ArchivedRow(RecycleDataViewBehavior, Pressable, Surface):
    """Folds out those who are no longer offered."""

    text = StringProperty("")
    opened = BooleanProperty(False)
    fold_out = ObjectProperty(None)

    def on_release(self) -> None:
        self.fold_out()


@dataclass(frozen=True, slots=True)
class Count:
    """What the finished tables say, and who sat at them without a profile of their own."""

    figures: Mapping[str, PlayerFigures] = field(default_factory=dict)
    strangers: tuple[Profile, ...] = ()


def told(figures: PlayerFigures | None) -> str:
    if figures is None:
        return _("has not finished a session yet")
    return f"{sessions_told(figures.plays)} · {wins_told(figures.wins)}"


class PlayersPage(Page):
    empty = BooleanProperty(False)
    lost = BooleanProperty(False)
    """Whether there are people, but none of the name that is searched for."""
    lines = NumericProperty(1)
    """How many lines the figures of a row take."""

    def __init__(self, **kwargs: Any) -> None:
        self._unfolded = False
        self._counted: tuple[History | None, Count] = (None, Count())
        super().__init__(**kwargs)
        self._search = self.ids.search.__self__
        self.fbind("width", self._measure)
        kv.follow(theme, self._measure, "text_caption")

    def refresh(self) -> None:
        self._show()
        history = the_app().history
        if history is not None:
            # Just after the start not all tables are counted yet, and nobody should wait for that.
            the_app().net.beside(self._count, history)

    def leave(self) -> None:
        self._search.field.focus = False

    def _count(self, history: History) -> None:
        try:
            count = Count(history.statistics().players, tuple(strangers(history)))
        except Refusal:
            return
        Clock.schedule_once(lambda _passed: self._take(history, count))

    def _take(self, history: History, count: Count) -> None:
        if is_in_use(history):
            self._counted = (history, count)
            self._show()

    # -- The list ------------------------------------------------------------------------------------------

    def _show(self) -> None:
        people = self._people()
        history = the_app().history
        self.empty = history is not None and not people
        wanted = self._search.text if self._offer_search(len(people)) else ""
        found = [profile for profile in people if matches(profile["name"], wanted)]
        shown = [self._row(profile) for profile in found if not profile["archived"]]
        archived = [self._row(profile) for profile in found if profile["archived"]]
        if archived:
            unfolded = self._unfolded or bool(wanted.strip())
            shown.append(
                {
                    "viewclass": "ArchivedRow",
                    "text": _("Archived ({n})").format(n=len(archived)),
                    "opened": unfolded,
                    "fold_out": self._fold_out,
                }
            )
            shown += archived if unfolded else []
        self.lost = bool(people) and not found
        self.ids.rows.data = shown
        self._measure()

    def _people(self) -> list[Profile]:
        history = the_app().history
        if history is None:
            return []
        known = history.names()
        met = [person for person in self._count_of(history).strangers if person["id"] not in known]
        return by_name([*history.players(), *met])

    def _count_of(self, history: History) -> Count:
        counted, count = self._counted
        return count if counted is history else Count()

    def _row(self, profile: Profile) -> dict[str, Any]:
        history = the_app().cupboard
        counted = self._counted[0] is history
        figures = self._count_of(history).figures.get(profile["id"])
        return {
            "viewclass": "PlayerRow",
            "player": profile["id"],
            "text": profile["name"],
            "colour": profile["colour"],
            "figures": told(figures) if counted else "",
        }

    def _offer_search(self, people: int) -> bool:
        offered = people > MANY
        if offered != bool(self._search.parent):
            if offered:
                self.ids.head.add_widget(self._search)
            else:
                self.ids.head.remove_widget(self._search)
        return offered

    def search(self) -> None:
        self._show()
        self.ids.rows.scroll_y = 1

    def _fold_out(self) -> None:
        self._unfolded = not self._unfolded
        self._show()

    def _measure(self, *_args: object) -> None:
        """All rows are equally high: as high as the one with most to say."""
        said = {row["figures"] for row in self.ids.rows.data if "figures" in row}
        room = (
            min(self.width - 2 * theme.space_l, theme.column)
            - dp(36 + 24)
            - 2 * theme.space_l
            - 2 * theme.space_m
        )
        widest = max((natural_size(text, theme.text_caption, "Roboto", False)[0] for text in said), default=0)
        self.lines = 1 + int(1.15 * widest / max(room, dp(40)))

    # -- Somebody new --------------------------------------------------------------------------------------

    def add(self) -> None:
        people = self._people()
        PlayerSheet(
            title=_("New player"),
            colour=least_used_colour(people),
            others=people,
            done=self._add,
            offer=_("Show who that is"),
            meet=lambda profile: the_app().go("player", player=profile["id"]),
        ).open()

    def _add(self, name: str, colour: str) -> None:
        history = the_app().cupboard
        attempt(lambda: history.save_player({"id": str(uuid4()), "name": name, "colour": colour}))
        self.refresh()
