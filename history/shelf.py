"""Games of one's own: what lies on the shelf, to be played from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from history.search import fold
from history.table import JournalTable

Document = dict[str, Any]


class Shelf:
    """That part of the history which keeps the games. Sessions carry their rules, and need nothing of it."""

    _games: JournalTable

    def games(self) -> list[Document]:
        """The games of one's own, by name."""
        found = [revision.document() for revision in self._games.present()]
        return sorted(found, key=lambda game: (fold(game["rules"]["name"]), game["id"]))

    def game(self, game_id: str) -> Document:
        """One of them, or KeyError."""
        return self._games.find(game_id).document()

    def save_game(self, game: Mapping[str, Any]) -> None:
        """Puts it on the shelf, or changes the one with its id."""
        self._games.put(game)

    def delete_game(self, game_id: str) -> None:
        """Takes it from the shelf until it is restored, or KeyError. What was played of it stays."""
        self._games.delete(game_id)

    def restore_game(self, game_id: str) -> None:
        """Brings one back that was taken from the shelf; KeyError when there never was one."""
        self._games.restore(game_id)
