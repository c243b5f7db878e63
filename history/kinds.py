"""The kinds of documents that the journals know. What is in this table is saved, merged field by field, has
versions, and can be deleted, restored, backed up and brought in; a further kind is a further row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from history.document import read_device, read_game, read_player, read_session
from history.entry import DEVICE, GAME, PLAYER, SESSION

SESSIONS: Final = "sessions"
PLAYERS: Final = "players"
DEVICES: Final = "devices"
GAMES: Final = "games"


class Reader(Protocol):
    def __call__(self, value: object, *, owned: bool = False) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Kind:
    table: str
    """What it is called in journals."""
    name: str
    """What it is called in files."""
    read: Reader
    """The gate through which every document comes in."""
    follows: Mapping[str, str]
    """Parts of a document that go with another one: with whose sheet goes its result."""
    grows: str = ""
    """The list that is only continued while all goes well: the longer one of two has what the other has."""
    clocks: tuple[str, ...] = ()
    """What runs on along with it."""
    passing: frozenset[str] = frozenset()
    """What changes all the time and is not worth a version of its own."""
    stands: tuple[str, ...] = ()
    """Fields that must come from one hand where a mixture makes no sense."""

    def field(self, name: str) -> str:
        return self.follows.get(name, name)


_ALL: Final = (
    Kind(
        SESSIONS,
        SESSION,
        read_session,
        follows={"result": "sheet"},
        grows="moves",
        clocks=("seconds",),
        passing=frozenset({"moves", "seconds", "sheet", "result", "finished"}),
        stands=("game", "players", "starter", "options", "sheet", "result"),
    ),
    Kind(PLAYERS, PLAYER, read_player, follows={}),
    Kind(DEVICES, DEVICE, read_device, follows={}),
    Kind(GAMES, GAME, read_game, follows={}),
)
KINDS: Final[dict[str, Kind]] = {kind.table: kind for kind in _ALL}
BY_NAME: Final[dict[str, Kind]] = {kind.name: kind for kind in _ALL}
