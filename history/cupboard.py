"""The history as the screens use it: sessions, players, search, statistics, export and import."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar, cast

from history.diagnosis import Diagnosis
from history.document import read_period, tellable
from history.entry import Entry, Parsed, Refused
from history.interchange import (
    Step,
    create_play_link,
    export_bgstats,
    export_csv,
    export_json,
    no_step,
    read_file,
)
from history.journal import write_file
from history.kinds import BY_NAME, DEVICES, GAMES, KINDS, PLAYERS, SESSIONS
from history.merging import changed_fields, knows, rivals_of, stamp_of
from history.revision import (
    AT,
    CLOCK,
    DEVICE,
    FIELDS,
    HOLDER,
    ID,
    SEEN,
    STARTED,
    TABLE,
    Document,
    Revision,
    Stamp,
    all_before,
    encode,
    heeded,
)
from history.search import Listing, fold, matching, mentioning, words_of
from history.shelf import Shelf
from history.statistics import Ledger, Statistics
from history.storage import JournalStorage, LastChange, Pending, Wish
from history.table import Database, JournalTable
from history.versions import is_finished, lost_fields, worth_keeping
from scoring import BLANK, box_of, is_written
from scoring.core import Message, Refusal, quote

COUNTED_AT_ONCE = 10
"""Sessions that are read for the statistics before other threads get their turn."""
PAUSE = 0.001


READ = 0.6
"""How much of a preview is done once the file has been read."""


class UnknownFormat(Refusal):
    """Not a format that can be exported."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a file: how many documents were added, updated or left alone, and what was refused."""

    added: int
    updated: int
    unchanged: int
    refused: tuple[Refused, ...]
    remarks: tuple[Message, ...] = ()
    """What is odd about the file, though it was taken."""


ADDED: Final = "added"
CHANGED: Final = "changed"
REMOVED: Final = "removed"
UNSEEN: Final = "unseen"


class Mark(NamedTuple):
    """A change that was carried out, by the stamp that it gave to its document."""

    table: str
    id: str
    clock: int
    device: str


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A document as it would be, and the change that counts until then, if the document is known."""

    draft: Pending
    former: Revision | None

    @property
    def table(self) -> str:
        return self.draft[1].table

    @property
    def kind(self) -> str:
        """As a person sees it: what was deleted on both sides, or only ever known as deleted, is unseen."""
        there = self.former is not None and not self.former.deleted
        if self.draft[0].deleted:
            return REMOVED if there else UNSEEN
        return CHANGED if there else ADDED


@dataclass(frozen=True, slots=True)
class Preview:
    """What would become of the history, or what became of it; nothing changes until it is carried out."""

    changes: tuple[Foreseen, ...]
    unchanged: int
    refused: tuple[Refused, ...]
    remarks: tuple[Message, ...] = ()

    @property
    def report(self) -> Report:
        added = sum(change.former is None for change in self.changes)
        return Report(added, len(self.changes) - added, self.unchanged, self.refused, self.remarks)

    def count(self, kind: str, table: str) -> int:
        return sum(change.kind == kind and change.table == table for change in self.changes)

    def sessions(self, kind: str) -> Listing:
        """The sessions that would be added, changed or removed, newest first."""
        found = [one.draft[0] for one in self.changes if one.kind == kind and one.table == SESSIONS]
        return Listing(sorted(found, key=_age, reverse=True))

    @property
    def unknown(self) -> Listing:
        """The sessions of which nothing at all is known here, newest first."""
        found = [one.draft[0] for one in self.changes if one.former is None and one.table == SESSIONS]
        return Listing(sorted((one for one in found if not one.deleted), key=_age, reverse=True))

    def without(self, kind: str) -> Preview:
        kept = tuple(change for change in self.changes if change.kind != kind)
        return replace(self, changes=kept, unchanged=self.unchanged + len(self.changes) - len(kept))

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(
            Mark(change.table, change.document["id"], change.clock, change.device)
            for change in (one.draft[1] for one in self.changes)
        )


class SamePlayer(Refusal):
    """Two profiles that already stand for one person cannot be merged again."""


@dataclass(frozen=True, slots=True)
class Version:
    """A document as a device once had it, when that was saved (seconds since 1970; nought when that is not
    known), and on which device."""

    document: Document
    at: int
    device: str
    fields: tuple[str, ...] = ()
    """What of it does not count now."""
    unseen: bool = False
    """What counts now was saved by somebody who did not know of this."""


@dataclass(frozen=True, slots=True)
class Holder:
    """On which device a table is kept, and since when, in seconds since 1970."""

    device: str
    since: int


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has written in this history, or been named in it."""

    id: str
    name: str
    at: int
    """When it last saved anything that is known here, in seconds since 1970; nought for not at all."""
    sessions: int
    """How many sessions it has saved anything of."""


def _age(revision: Revision) -> tuple[float, int, str]:
    """Sorts by what happened earlier. Where moments are equal, as in documents of old versions and of other
    apps, the last change decides: unlike the first one, all devices know it, whatever was compacted."""
    return revision.head[STARTED], revision.head[CLOCK], revision.head[ID]


class History(Shelf):
    """Everything that was played. Open it with `History.open`; every method may be called by any thread.

    Opening returns at once and reads in the background. Whatever needs what is being read waits for it, so
    the answers are always complete; `ready` says whether they would come at once.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._storage = cast(JournalStorage, database.storage)
        self._sessions = cast(JournalTable, database.table(SESSIONS))
        self._players = cast(JournalTable, database.table(PLAYERS))
        self._games = cast(JournalTable, database.table(GAMES))
        self._by_age: list[Revision] | None = None
        self._generation = 0
        self._persons: dict[str, str] | None = None
        self._sat_at: Mapping[str, Any] | None = None
        self._ledger = Ledger()
        self._uncounted: set[str] = set()
        self._unread: set[str] = set()
        """What the disk did not give back when it was to be counted; the next question tries again."""
        self._listed = threading.Event()
        self._closing = False
        self._storage.watchers.append(self._notice)
        self._reader = threading.Thread(target=self._read, name="history", daemon=True)
        self._reader.start()

    @classmethod
    def open(cls, folder: Path | str, device: str | None = None) -> Self:
        """The history in this folder, which is made if need be. Raises Locked when somebody else has it open.

        `device` is the id of this phone; by default it is made once and kept in the file `device`.
        """
        return cls(Database(Path(folder), device))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._closing = True
        self._reader.join()
        self._database.close()

    # -- Opening ------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Reads the folder, then enters all sessions into the ledger without holding up anybody for long."""
        self._storage.load()
        try:
            with self._storage.hold():
                self._uncounted.update(self._storage.newest(SESSIONS))
        except Refusal:
            return
        finally:
            self._listed.set()
        while self._uncounted and not self._closing:
            with self._storage.hold():
                self._enter(COUNTED_AT_ONCE)
            time.sleep(PAUSE)
        if not self._closing:
            self._storage.tidy()

    def _enter(self, most: int) -> None:
        """Brings the ledger up to date with so many of the sessions that have changed."""
        for _ in range(min(most, len(self._uncounted))):
            name = self._uncounted.pop()
            revision = self._storage.find(SESSIONS, name)
            if revision is None:
                self._ledger.drop(name)
                continue
            try:
                session = revision.document()
            except Refusal:
                self._unread.add(name)
                continue
            words_of(revision, session)
            self._ledger.put(session, revision.head[CLOCK])

    @property
    def device(self) -> str:
        return self._storage.device

    @property
    def ready(self) -> bool:
        """Whether everything has been read."""
        return self._storage.ready

    def wait(self, timeout: float | None = None) -> bool:
        """Until everything has been read, or the time is up; says which. Raises what made it impossible."""
        return self._storage.wait(timeout)

    @property
    def diagnosis(self) -> Diagnosis:
        """What was torn, damaged or refused in the files when they were read."""
        return self._storage.diagnosis

    @property
    def read_only(self) -> Message | None:
        """Why nothing can be saved: a newer version of the app has written here."""
        self.wait()
        return self._storage.read_only

    def compact(self) -> None:
        """Rewrites this device's journal without what is out of date. It happens by itself, too."""
        self._storage.compact()

    def _notice(self, former: Revision | None, revision: Revision) -> None:
        if revision.head[TABLE] != SESSIONS:
            self._persons = None
        if revision.head[TABLE] != SESSIONS:
            return
        self._uncounted.add(revision.head[ID])
        if self._by_age is not None:
            if former is not None and not former.deleted:
                del self._by_age[bisect_left(self._by_age, _age(former), key=_age)]
            if not revision.deleted:
                insort(self._by_age, revision, key=_age)

    # -- Sessions -----------------------------------------------------------------------------------------

    def save(self, session: Mapping[str, Any]) -> None:
        """Inserts the session or replaces the one with its id; durable when it returns.

        Raises InvalidDocument, NotSaved or ReadOnly, and then nothing has changed.
        """
        base = self._sat_at if self._sat_at and self._sat_at["id"] == session.get("id") else None
        self._sessions.put(session, base)
        if base is not None:
            self.sit_at(session)

    def sit_at(self, session: Mapping[str, Any]) -> None:
        """This is how somebody has the session before them. Until they sit at another one, saving it changes
        what differs from how they had it last; what arrives meanwhile, and they have not seen, stays."""
        self._sat_at = {
            name: list(value) if name == "moves" else deepcopy(value) for name, value in session.items()
        }

    def get(self, session_id: str) -> Document:
        """The session, or KeyError."""
        return self._sessions.find(session_id).document()

    def delete(self, session_id: str) -> None:
        """Takes the session away until it is restored, or KeyError."""
        self._sessions.delete(session_id)

    def restore(self, session_id: str) -> None:
        """Brings a deleted session back; KeyError when there never was one."""
        self._sessions.restore(session_id)

    def deleted(self) -> Listing:
        """The sessions that can be restored, newest first."""
        return Listing(sorted(self._sessions.deleted(), key=_age, reverse=True))

    def sessions(
        self,
        game: str | None = None,
        player: str | None = None,
        since: str | None = None,
        until: str | None = None,
        text: str | None = None,
        finished: bool | None = None,
        games: Mapping[str, str] | None = None,
    ) -> Listing:
        """The sessions that fit all that is asked, newest first.

        `since` and `until` are dates or moments, both included. Every word of `text` must be part of a
        player's name, of then or of today, of the place, of a tag, of the note, or of what the game is called
        (`games`, by key); case and accents do not matter.
        """
        period = None if since is None and until is None else read_period(since, until)
        players = None if player is None else self._same_as(player)
        blank = next((key for key in BLANK if is_written(game) and str(game).startswith(key)), game)
        found = matching(self._ordered(), game=blank, players=players, period=period, finished=finished)
        if blank != game:
            found = [revision for revision in found if box_of(revision.document()).key == game]
        if text:
            found = mentioning(found, text, self.names(), games or {})
        return Listing(found)

    def live(self) -> Listing:
        """The sessions still being played, newest first."""
        return self.sessions(finished=False)

    def versions(self, name: str) -> list[Version]:
        """What was once said of a session, or of a player, and is not what counts, the latest first: earlier
        finished versions, and what one device said without knowing of another. KeyError for unknown ids."""
        table, present = self._locate(name)
        kind, document = KINDS[table], present.document()
        revisions = self._storage.revisions(table, name)
        telling = _telling(revisions)
        found: list[Version] = []
        for revision in revisions:
            said = revision.document() if id(revision) in telling else None
            if said is None or said in [document, *(version.document for version in found)]:
                continue
            lost = lost_fields(kind, revision, said, document)
            if not (lost or is_finished(revision)):
                continue
            unseen = {field for field in lost if stamp_of(revision, field) in rivals_of(present, field)}
            at, device = tellable(revision.head[AT]), revision.head[DEVICE]
            fields = unseen or lost or changed_fields(kind, said, document)
            found.append(Version(said, at, device, tuple(sorted(fields)), bool(unseen)))
        return found

    def _locate(self, name: str) -> tuple[str, Revision]:
        for table in KINDS:
            revision = self._storage.find(table, name)
            if revision is not None:
                return table, revision
        raise KeyError(name)

    def take(self, name: str, version: Version) -> None:
        """From now on those fields of the version count; what counted until now stays a version. Taking that
        one undoes it."""
        with self._storage.hold():
            table, present = self._locate(name)
            kind, document, chosen = KINDS[table], present.document(), version.fields
            names = dict.fromkeys([*document, *version.document])
            sources = ((one, version.document if kind.field(one) in chosen else document) for one in names)
            taken = {one: source[one] for one, source in sources if one in source}
            self._storage.commit([Wish(table, taken, settled=frozenset(chosen), instead=True)])

    def leave(self, name: str, version: Version) -> None:
        """What counts is to stay, now that the version was seen; it stays a version all the same."""
        with self._storage.hold():
            table, present = self._locate(name)
            wish = Wish(table, present.document(), settled=frozenset(version.fields))
            self._storage.commit([wish])

    # -- Several devices ----------------------------------------------------------------------------------

    def refresh(self) -> frozenset[str]:
        """Takes in what other devices' journals have brought since the last time; the ids of the sessions and
        players that are others now. Costs next to nothing when nothing has arrived."""
        return self._storage.refresh()

    def is_news(self, journal: bytes) -> bool:
        """Whether these lines of a journal say anything that is not known here."""
        return self._storage.is_news(journal)

    def holder(self, session_id: str) -> Holder | None:
        """Where a live table is kept; None for one that is finished. KeyError for unknown ids."""
        revision = self._sessions.find(session_id)
        if is_finished(revision):
            return None
        held = revision.head[HOLDER]
        if held:
            return Holder(held[1], tellable(held[2]))
        return Holder(revision.head[DEVICE], tellable(revision.head[AT]))

    def take_over(self, session_id: str) -> None:
        """From now on the table is kept on this device; KeyError when there is none."""
        with self._storage.hold():
            self._storage.commit([Wish(SESSIONS, self.get(session_id), claims=True)])

    def name_device(self, name: str, device: str | None = None) -> None:
        """Calls a device, by default this one, what its owner calls it."""
        known = self._storage.find(DEVICES, device or self.device)
        document = {**(known.document() if known else {}), "id": device or self.device, "name": name}
        self._storage.commit([Wish(DEVICES, document)])

    def devices(self) -> list[Device]:
        """All devices that have saved something in this history, and this one; by name."""
        names = {one.head[ID]: one.document()["name"] for one in self._storage.present(DEVICES)}
        spoken = self._storage.speakers()
        found = [
            Device(device, names.get(device, ""), *spoken.get(device, (0, 0)))
            for device in {*names, *spoken, self.device}
        ]
        return sorted(found, key=lambda one: (not one.name, fold(one.name), one.id))

    def device_name(self, device: str) -> str:
        """What its owner calls the device; empty when nobody has said."""
        known = self._storage.find(DEVICES, device)
        return "" if known is None else str(known.document()["name"])

    def _ordered(self) -> list[Revision]:
        """All present sessions, newest first."""
        with self._storage.hold():
            if self._by_age is None or self._generation != self._storage.generation:
                self._generation = self._storage.generation
                self._by_age = sorted(self._sessions.present(), key=_age)
            return self._by_age[::-1]

    # -- Players ------------------------------------------------------------------------------------------

    def players(self, archived: bool | None = None) -> list[Document]:
        """The profiles by name without those merged into another: all, the archived, or the others."""
        profiles = [
            profile
            for name, profile in self._profiles().items()
            if self.same_player(name) == name and archived in (None, profile["archived"])
        ]
        return sorted(profiles, key=lambda profile: (fold(profile["name"]), profile["id"]))

    def player(self, player_id: str) -> Document:
        """The profile, merged or not, or KeyError."""
        return self._players.find(player_id).document()

    def save_player(self, player: Mapping[str, Any]) -> None:
        """Inserts or changes a profile; fields that are not given stay as they are."""
        known = self._storage.find(PLAYERS, str(player.get("id")))
        self._players.put({**(known.document() if known else {}), **player})

    def archive_player(self, player_id: str, archived: bool = True) -> None:
        """Hides a profile from the pickers, or shows it again; KeyError when there is none."""
        self._players.put({**self.player(player_id), "archived": archived})

    def merge_players(self, keep: str, away: str) -> None:
        """From now on `keep` stands for both; the sessions stay as they are. KeyError for unknown ids."""
        with self._storage.hold():
            keep, away = self.same_player(self.player(keep)["id"]), self.same_player(self.player(away)["id"])
            if keep == away:
                raise SamePlayer("history.same_player")
            self._players.put({**self.player(away), "merged_into": keep})

    def unmerge_player(self, away: str) -> None:
        """Takes a merge back: the profile stands for itself again, or KeyError."""
        self._players.put({**self.player(away), "merged_into": None})

    def same_player(self, player_id: str) -> str:
        """The id of the profile that stands for this one."""
        return self._standing_for().get(player_id, player_id)

    def names(self) -> dict[str, str]:
        """Today's name for every id that has or had a profile."""
        profiles = self._profiles()
        persons = self._standing_for()
        return {name: profiles[persons[name]]["name"] for name in profiles}

    def _profiles(self) -> dict[str, Document]:
        return {revision.head[ID]: revision.document() for revision in self._players.present()}

    def _standing_for(self) -> dict[str, str]:
        with self._storage.hold():
            if self._persons is None:
                into = {name: profile["merged_into"] for name, profile in self._profiles().items()}
                self._persons = {name: _person(name, into) for name in into}
            return self._persons

    def _same_as(self, player_id: str) -> frozenset[str]:
        persons = self._standing_for()
        person = persons.get(player_id, player_id)
        return frozenset({player_id, person, *(name for name in persons if persons[name] == person)})

    # -- Export and import --------------------------------------------------------------------------------

    def export(
        self,
        path: Path | str,
        format: str = "json",  # noqa: A002
        session_id: str | None = None,
        step: Step = no_step,
    ) -> None:
        """Writes a file: "json" is the whole cupboard and a backup, "csv" is for spreadsheets, "bgstats" for
        that app. With `session_id` it is about that session alone; KeyError when there is none.

        Raises NotSaved, and then a file that was there before is as it was.
        """
        write_file(Path(path), self.exported(format, session_id, step))

    def exported(self, format: str = "json", session_id: str | None = None, step: Step = no_step) -> bytes:  # noqa: A002
        """What `export` writes."""
        if format == "json":
            return b"".join(export_json(map(_entry, _counted(self._everything(session_id), step))))
        sessions = self.sessions() if session_id is None else [self.get(session_id)]
        if format == "csv":
            return b"".join(export_csv(_counted(sessions, step), self.names()))
        if format == "bgstats":
            return export_bgstats(_counted(sessions, step), self.names(), self.same_player)
        raise UnknownFormat("history.unknown_format", format=quote(format))

    def _everything(self, session_id: str | None) -> list[Revision]:
        if session_id is not None:
            return [self._sessions.find(session_id)]
        return [
            *self._players.present(),
            *self._players.deleted(),
            *self._games.present(),
            *self._games.deleted(),
            *self._ordered(),
            *self._sessions.deleted(),
        ]

    def play_link(self, session_id: str) -> str:
        """The address that opens BG Stats with this session filled in, or KeyError."""
        return create_play_link(self.get(session_id), self.names())

    def merge(self, path: Path | str, step: Step = no_step) -> Report:
        """Takes in a backup, a session, or plays of BG Stats: of every document the later change counts.

        Merging the same file again, or files in another order, comes to the same history. Raises
        InvalidDocument for a file that is none of these, NotSaved or ReadOnly, and then nothing has changed.
        """
        return self.carry_out(self.preview(path, step)).report

    def preview(self, path: Path | str, step: Step = no_step) -> Preview:
        """What `merge` would do."""
        parsed = read_file(path, _part(step, 0, READ))
        wishes = _newest_of_each(map(_wish, parsed.documents))
        return self._foresee(wishes, len(parsed.documents), parsed, _part(step, READ, 1))

    def preview_restore(self, path: Path | str, step: Step = no_step) -> Preview:
        """What going back to a backup would do: what it holds is there again, and as it was then.

        What has come since stays, and nothing is taken away.
        """
        parsed = read_file(path, _part(step, 0, READ))
        wishes = map(self._insisting, _newest_of_each(map(_wish, parsed.documents)))
        return self._foresee(wishes, len(parsed.documents), parsed, _part(step, READ, 1))

    def preview_undo(self, marks: Sequence[Mark], path: Path | str, step: Step = no_step) -> Preview:
        """What taking back these changes would do, with the backup from before them.

        Documents that have changed again since then are left alone.
        """
        parsed = read_file(path, _part(step, 0, READ))
        before = {(wish.table, wish.document["id"]): wish for wish in map(_wish, parsed.documents)}
        wishes = []
        for mark in marks:
            known = self._storage.newest(mark.table).get(mark.id)
            if known is not None and known.stamp == (mark.clock, mark.device):
                former = before.get((mark.table, mark.id))
                undone = former or Wish(mark.table, known.document(), deleted=True)
                wishes.append(replace(undone, stamp=None, at=None))
        return self._foresee(wishes, len(marks), Parsed(), _part(step, READ, 1))

    def carry_out(self, preview: Preview) -> Preview:
        """Makes it so, as a whole; the answer says what was done, for something may have changed meanwhile.

        Raises NotSaved or ReadOnly, and then nothing has changed.
        """
        with self._storage.hold():
            former = [
                self._storage.newest(one.table).get(one.draft[1].document["id"]) for one in preview.changes
            ]
            pending = {id(one.draft[0]): known for one, known in zip(preview.changes, former, strict=True)}
            carried = self._storage.adopt([one.draft for one in preview.changes])
        changes = tuple(Foreseen(draft, pending[id(draft[0])]) for draft in carried)
        left = preview.unchanged + len(preview.changes) - len(changes)
        return replace(preview, changes=changes, unchanged=left)

    def _foresee(self, wishes: Iterable[Wish], documents: int, parsed: Parsed, step: Step) -> Preview:
        changes, refused = [], list(parsed.refused)
        for number, wish in enumerate(_counted(list(wishes), step), 1):
            known = self._storage.newest(wish.table).get(wish.document["id"])
            if known is not None and wish.stamp is not None and _is_known(known, wish.stamp):
                continue
            try:
                draft = self._storage.draft(wish, number)
            except LastChange as refusal:
                refused.append(Refused(wish.document["id"], refusal.reason))
                continue
            if self._storage.counts(draft[0]):
                changes.append(Foreseen(draft, known))
        return Preview(tuple(changes), documents - len(changes), tuple(refused), tuple(parsed.remarks))

    def _insisting(self, wish: Wish) -> Wish:
        """Later than whatever has happened to a document that was there."""
        known = self._storage.newest(wish.table).get(wish.document["id"])
        if known is None or wish.deleted or (not known.deleted and known.document() == wish.document):
            return wish
        return replace(wish, stamp=None, at=None)

    # -- Statistics ---------------------------------------------------------------------------------------

    def statistics(
        self,
        game: str | None = None,
        player: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> Statistics:
        """What the finished sessions say together: of one game or all, one player or all, then or ever."""
        self.wait()
        self._listed.wait()
        with self._storage.hold():
            self._uncounted |= self._unread
            self._unread.clear()
        while len(self._uncounted) > COUNTED_AT_ONCE:
            with self._storage.hold():
                self._enter(COUNTED_AT_ONCE)
        with self._storage.hold():
            self._enter(len(self._uncounted))
            return self._ledger.statistics(game, player, since, until, self.same_player)


# -- Progress ---------------------------------------------------------------------------------------------

Item = TypeVar("Item")


def _counted(items: Sequence[Item], step: Step) -> Iterator[Item]:
    for number, item in enumerate(items):
        step(number / len(items))
        yield item
    step(1)


def _part(step: Step, start: float, end: float) -> Step:
    return lambda share: step(start + (end - start) * share)


# -- Merging ----------------------------------------------------------------------------------------------


def _wish(entry: Entry) -> Wish:
    stamp = heeded(entry.clock), entry.device
    seen = all_before(stamp[0]) if entry.seen is None else entry.seen
    return Wish(BY_NAME[entry.kind].table, entry.body, entry.deleted, stamp, entry.at, entry.fields, seen)


def _is_known(known: Revision, stamp: Stamp) -> bool:
    return stamp < known.stamp and knows(known, stamp)


def _newest_of_each(wishes: Iterable[Wish]) -> list[Wish]:
    best: dict[tuple[str, str], Wish] = {}
    for wish in wishes:
        key = wish.table, wish.document["id"]
        best[key] = max(best[key], wish, key=_strength) if key in best else wish
    return list(best.values())


def _strength(wish: Wish) -> tuple[object, ...]:
    return wish.stamp, wish.deleted, len(wish.document.get("moves", ())), encode(wish.document)


def _entry(revision: Revision) -> Entry:
    clock, device = revision.stamp
    kind = KINDS[revision.head[TABLE]].name
    fields, seen = revision.head[FIELDS], revision.head[SEEN]
    # A whole document need not say that it stands for what came before it.
    told = (fields, seen) if fields or seen not in ({}, all_before(clock)) else ([], None)
    return Entry(kind, revision.document(), clock, device, revision.deleted, revision.head[AT], *told)


def _telling(revisions: Sequence[Revision]) -> set[int]:
    """Those of the changes, by identity, that are versions: finished, or worth keeping in their journals."""
    telling = {id(one) for one in revisions if is_finished(one)}
    for source in {one.source for one in revisions}:
        own = [one for one in reversed(revisions) if one.source == source]
        telling.update(map(id, worth_keeping(own)))
    return telling


def _person(name: str, into: Mapping[str, str | None]) -> str:
    """Follows the merges to their end. Two phones can make a ring of them; its smallest id stands for it."""
    chain = [name]
    while (following := into.get(chain[-1])) is not None and following in into:
        if following in chain:
            return min(chain[chain.index(following) :])
        chain.append(following)
    return chain[-1]
