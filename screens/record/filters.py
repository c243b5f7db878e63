"""Which sessions are wanted: by game, player, period, unfinished, text, or one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any


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

    @property
    def count(self) -> int:
        """How many things are asked for; a period is one, however many ends it has."""
        asked = (self.game, self.player, self.since or self.until, self.unfinished, self.text.strip())
        return sum(map(bool, asked)) + (self.sessions is not None)

    def without_period(self) -> Filters:
        return replace(self, since="", until="")


def read_filters(given: Mapping[str, Any]) -> Filters:
    """What another page asks for; None, and whatever is unknown here, asks for nothing."""
    known = {field.name for field in fields(Filters)}
    asked = {name: value for name, value in given.items() if name in known and value is not None}
    if "sessions" in asked:
        asked["sessions"] = tuple(asked["sessions"])
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
        finished=False if wanted.unfinished else None,
    )
    return listing if wanted.sessions is None else listing.among(frozenset(wanted.sessions))
