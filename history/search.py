"""Finding sessions: folded text, filters on the heads of revisions, and lists that read what is looked at."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import overload

from history.document import tags_of
from history.revision import FINISHED, GAME, ID, SEATS, WALL, Document, Revision

DAY = len("2026-11-18")


def fold(text: str) -> str:
    """The text without case and accents: what is searched, and what is searched for."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFKC", "".join(one for one in decomposed if not unicodedata.combining(one)))


def words_of(revision: Revision, session: Document | None = None) -> str:
    """All that can be searched in a session, folded; kept with the revision. The first line is the place, the
    second has the tags, each between two tabs."""
    if revision.words is None:
        session = revision.document() if session is None else session
        names = [player["name"] for player in session["players"]]
        tags = "".join(f"\t{_on_one_line(tag)}\t" for tag in tags_of(session))
        place = _on_one_line(session["place"])
        revision.words = fold("\n".join([place, tags, *names, session["note"]]))
    return revision.words


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def place_of(revision: Revision) -> str:
    """As it can be searched."""
    return words_of(revision).split("\n", 1)[0]


def has_tag(revision: Revision, tag: str) -> bool:
    return f"\t{fold(_on_one_line(tag))}\t" in words_of(revision).split("\n", 2)[1]


# -- Filters ----------------------------------------------------------------------------------------------


def matching(
    revisions: Sequence[Revision],
    *,
    game: str | None,
    players: frozenset[str] | None,
    period: tuple[str, str] | None,
    finished: bool | None,
) -> Sequence[Revision]:
    """Those of the sessions that fit, in the same order. A criterion that is None lets everything through."""
    if game is not None:
        revisions = [one for one in revisions if one.head[GAME] == game]
    if players is not None:
        revisions = [one for one in revisions if not players.isdisjoint(one.head[SEATS])]
    if period is not None:
        low, high = period
        revisions = [one for one in revisions if low <= one.head[WALL] <= high]
    if finished is not None:
        revisions = [one for one in revisions if one.head[FINISHED] == finished]
    return revisions


def mentioning(
    revisions: Sequence[Revision], text: str, names: Mapping[str, str], games: Mapping[str, str]
) -> Sequence[Revision]:
    """Those that mention every word: in a name of then or of today (`names`), the game's name (`games`), the
    place, the tags or the note."""
    for word in fold(text).split():
        called = {player for player, name in names.items() if word in fold(name)}
        played = {game for game, name in games.items() if word in fold(name)}
        revisions = [
            one
            for one in revisions
            if one.head[GAME] in played or not called.isdisjoint(one.head[SEATS]) or word in words_of(one)
        ]
    return revisions


# -- Lists ------------------------------------------------------------------------------------------------


class Listing(Sequence[Document]):
    """Documents that are read when they are looked at; every look gives a fresh copy to keep or change."""

    __slots__ = ("_revisions",)

    def __init__(self, revisions: Sequence[Revision]) -> None:
        self._revisions = revisions

    def __len__(self) -> int:
        return len(self._revisions)

    @overload
    def __getitem__(self, index: int) -> Document: ...

    @overload
    def __getitem__(self, index: slice) -> Listing: ...

    def __getitem__(self, index: int | slice) -> Document | Listing:
        if isinstance(index, slice):
            return Listing(self._revisions[index])
        return self._revisions[index].document()

    def ids(self) -> list[str]:
        """The id of every document; none is read for it."""
        return [revision.head[ID] for revision in self._revisions]

    def days(self) -> list[str]:
        """The day on which each session began, where it was played; none is read for it."""
        return [revision.head[WALL][:DAY] for revision in self._revisions]

    def is_as(self, other: Listing) -> bool:
        """Whether nothing has come, gone or changed since the other one was made; none is read for it."""
        return self._revisions == other._revisions

    def at_place(self, place: str) -> Listing:
        wanted = fold(_on_one_line(place))
        return Listing([revision for revision in self._revisions if place_of(revision) == wanted])

    def tagged(self, tag: str) -> Listing:
        return Listing([revision for revision in self._revisions if has_tag(revision, tag)])

    def of_size(self, seats: int) -> Listing:
        """Those with so many at the table; none is read for it."""
        return Listing([revision for revision in self._revisions if len(revision.head[SEATS]) == seats])

    def among(self, ids: Container[str]) -> Listing:
        """Those with one of these ids, in the same order."""
        return Listing([revision for revision in self._revisions if revision.head[ID] in ids])

    def __iter__(self) -> Iterator[Document]:
        return (revision.document() for revision in self._revisions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Listing({list(self)!r})"
