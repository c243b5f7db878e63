"""Which sessions are wanted: by game, player, period, unfinished, text, or one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from history.statistics import tables_won_by, unite
from scoring import BOXES
from screens.words.messages import game_name


@dataclass(frozen=True, slots=True)
class Filters:
    """Everything is wanted where nothing is said. Days are written as in ISO 8601 and are both included."""

    game: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    unfinished: bool = False
    text: str = ""
    sessions: tuple[str, ...] | None = None
    with_them: tuple[str, ...] = ()
    """Who else sat there, besides `player`."""
    place: str = ""
    winner: str = ""
    size: int = 0
    """How many sat there."""
    tag: str = ""
    finished: bool = False
    """Only what is over, as the figures have it that led here."""

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.player, *self.with_them)))

    @property
    def more(self) -> int:
        """How many things are asked for that have no chip of their own."""
        return sum(map(bool, (self.place, self.winner, self.size, self.tag)))

    @property
    def count(self) -> int:
        """How many things are asked for; a period is one, however many ends it has."""
        asked = (self.game, self.player, self.since or self.until, self.unfinished, self.text.strip())
        return sum(map(bool, asked)) + len(self.with_them) + self.more + (self.sessions is not None)

    def without_period(self) -> Filters:
        return replace(self, since="", until="")


def read_filters(given: Mapping[str, Any]) -> Filters:
    """What another page asks for; None, and whatever is unknown here, asks for nothing."""
    known = {field.name for field in fields(Filters)}
    asked = {name: value for name, value in given.items() if name in known and value is not None}
    if "sessions" in asked:
        asked["sessions"] = tuple(asked["sessions"])
    if "with_them" in asked:
        asked["with_them"] = tuple(asked["with_them"])
    asked["finished"] = "player" in asked and given.get("finished") is not False
    if given.get("finished") is False:
        asked["unfinished"] = True
    return Filters(**asked)


def find_sessions(history: Any, wanted: Filters) -> Any:
    """The listing of what is wanted, newest first; nothing of it is read yet."""
    listing = history.sessions(
        game=wanted.game or None,
        player=wanted.player or None,
        since=wanted.since or None,
        until=wanted.until or None,
        text=wanted.text or None,
        finished=False if wanted.unfinished else wanted.finished or None,
        games={key: game_name(key) for key in BOXES},
    )
    for player in wanted.with_them:
        listing = listing.among(frozenset(history.sessions(player=player).ids()))
    if wanted.winner:
        person = history.same_player(wanted.winner)
        heaps = history.statistics(player=person).heaps(tables_won_by(person))
        listing = listing.among(frozenset(unite(heaps.values()).sessions))
    if wanted.size:
        listing = listing.of_size(wanted.size)
    if wanted.place:
        listing = listing.at_place(wanted.place)
    if wanted.tag:
        listing = listing.tagged(wanted.tag)
    return listing if wanted.sessions is None else listing.among(frozenset(wanted.sessions))
