"""The storage under TinyDB: all journals of a folder merged, and this device's journal to write to.

Files in the folder:
    device                      this device's id; never travels
    journal-<device>.jsonl      one journal per device; only the device itself writes it
    damaged-<device>.jsonl      what compaction found damaged in the own journal, byte for byte
    checked-<device>.json       how much of each journal has been read and found in order; disposable
    lock                        held while the history is open
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from tinydb.storages import Storage

from history.diagnosis import Diagnosis, Notes
from history.document import LARGEST_DOCUMENT, is_device, tellable
from history.journal import (
    Draft,
    Journal,
    NotSaved,
    Piece,
    make_folder,
    not_saved,
    split,
    whole_lines,
    write_file,
)
from history.kinds import KINDS, SESSIONS, Kind
from history.lock import Lock
from history.merging import (
    changed_fields,
    grouped,
    is_as,
    knows,
    rivals_without,
    settle,
    sight_of,
    stamp_of,
    stands_for,
    tips,
)
from history.revision import (
    AT,
    DELETED,
    DEVICE,
    GAME,
    HOLDER,
    ID,
    LAST_CLOCK,
    TABLE,
    Change,
    Document,
    Fields,
    FileText,
    Held,
    Newer,
    Revision,
    Seen,
    Stamp,
    Text,
    compose,
    keepable,
    pulling,
    read_checked,
    read_line,
)
from history.seals import Seals, read_seals, write_seals
from history.trail import Trail
from history.versions import worth_keeping
from scoring.core import Message, Refusal

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

LARGEST_JOURNAL: Final = 512 * 1024 * 1024
MOST_FINDINGS: Final = 1000
MOST_TRAILS: Final = 4
TOLERATED_GARBAGE: Final = 256 * 1024


# -- The device -------------------------------------------------------------------------------------------


class BadDevice(Refusal):
    """Not an id that can be part of a file name."""


class NotRead(Refusal):
    """The disk did not give the own journal back."""


class ReadOnly(Refusal):
    """The history can be looked at but not changed, and the reason says why."""


class LastChange(Refusal):
    """A file from elsewhere stamped this one document so late that no change can follow."""


class Closed(Refusal):
    """The history was closed before."""


def find_device(folder: Path) -> str:
    """The id in the file `device`; made and kept there when there is none that can be read."""
    path = folder / "device"
    try:
        device = path.read_text("ascii").strip()
        if device and is_device(device):
            return device
    except (FileNotFoundError, UnicodeDecodeError):
        pass
    except OSError as problem:
        raise NotRead("history.not_read") from problem
    device = uuid4().hex
    write_file(path, f"{device}\n".encode("ascii"))
    return device


# -- The storage ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that is asked for. An import brings the stamp with which it was first made, and when; it is
    carried out only if it counts for anything besides what is there."""

    table: str
    document: Any
    deleted: bool = False
    stamp: tuple[int, str] | None = None
    at: int | None = None
    fields: Fields = field(default_factory=list)
    seen: Seen = field(default_factory=dict)
    base: Document | None = None
    """What the document was when it was read: what is still as it was then was not changed on purpose."""
    settled: frozenset[str] = frozenset()
    """Fields that are decided herewith, though they may stay as they are."""
    claims: bool = False
    """From here on the table is kept on this device."""
    instead: bool = False
    """What this device said before is set aside on purpose, and stays a version."""


Pending = tuple[Revision, Change]
"""A change as it will be written, once it is."""
Watcher = Callable[[Revision | None, Revision], None]
"""Told about a document whose newest change is another one now: the former and the present."""


class JournalStorage(Storage):
    """Any thread may call any method; whoever asks before `load` is done waits for it."""

    def __init__(self, folder: Path, device: str | None = None) -> None:
        if device is not None and not (device and is_device(device)):
            raise BadDevice("history.bad_device")
        make_folder(folder)
        try:
            self._file_lock = Lock(folder / "lock")
        except OSError as problem:
            raise not_saved(problem) from problem
        try:
            self.device = device or find_device(folder)
            self._journal = Journal(folder / f"journal-{self.device}.jsonl")
        except BaseException:
            self._file_lock.release()
            raise
        self._folder = folder
        self._source = self._journal.path.name
        self._lock = threading.RLock()
        self._ready = threading.Event()
        self._failure: Refusal | None = None
        self._closed = False
        self._revisions: dict[str, dict[str, list[Revision]]] = {table: {} for table in KINDS}
        self._newest: dict[str, dict[str, Revision]] = {table: {} for table in KINDS}
        self._trails: dict[str, Trail] = {}
        self._extents: dict[str, tuple[int, str]] = {}
        """Per journal: so many bytes of whole lines, with this SHA-256, have been read."""
        self._looks: dict[str, Look] = {}
        self._refreshing = threading.Lock()
        self._drafted: dict[str, tuple[Revision, Document]] = {}
        """The documents that were written last, as a whole: what the next change is held against."""
        self._seals: Seals = {}
        self._notes = Notes()
        self._diagnosis = Diagnosis()
        self._damage: list[tuple[int, bytes]] = []
        self._clock = 0
        self._garbage = 0
        self._compacting = threading.Lock()
        self._compaction: threading.Thread | None = None
        self.generation = 0
        """Grows with every compaction: revisions from before are still right, but keep old text in memory."""
        self.read_only: Message | None = None
        self.watchers: list[Watcher] = []

    # -- Reading the folder -------------------------------------------------------------------------------

    def load(self) -> None:
        """Reads all journals. Called once, by whichever thread has the time."""
        try:
            self._load()
        except Exception as problem:
            # Whatever it was: without all journals read, nothing may be answered and nothing may be written.
            self._failure = NotRead("history.not_read")
            self._failure.__cause__ = problem
        finally:
            self._ready.set()

    def _load(self) -> None:
        known = read_seals(self._seal_path, self.device)
        data = self._journal.read()
        in_order, self._journal.digest = self._take_in(self._source, data, known)
        self._clock += len(self._damage)  # what is damaged may have been seen elsewhere, with its clock
        data = self._without_half_a_line(data)
        self._journal.torn = bool(data) and not data.endswith(b"\n")
        self._journal.blemish = None if in_order == len(data) else 0
        for path in journals(self._folder):
            if path.name != self._source:
                look = look_at(path)
                foreign = self._read_foreign(path)
                if look is not None:
                    self._looks[path.name] = look
                if foreign:
                    self._take_in(path.name, foreign, known)
        for table, documents in self._revisions.items():
            self._newest[table] = {
                name: revisions[0] if len(revisions) == 1 else settle(revisions)
                for name, revisions in documents.items()
                if revisions
            }
        self._diagnosis = self._notes.diagnosis(MOST_FINDINGS)
        if self._seals != known:
            write_seals(self._seal_path, self.device, self._seals)

    def _without_half_a_line(self, data: bytes) -> bytes:
        """Sets aside what a killed app left at the end, so that nothing is ever appended to it.

        Otherwise the half line would soon stand in the middle, and look like damage, not like a killed app.
        """
        size = whole_lines(data)
        if size == len(data) or self.read_only is not None:
            return data
        try:
            self._set_aside([raw for position, raw in self._damage if position >= size])
            self._journal.cut(size)
        except NotSaved:
            return data
        self._damage = [(position, raw) for position, raw in self._damage if position < size]
        data = data[:size]
        self._journal.digest = sha256(data)
        return data

    @property
    def _seal_path(self) -> Path:
        return self._folder / f"checked-{self.device}.json"

    def _read_foreign(self, path: Path) -> bytes | None:
        try:
            if path.stat().st_size <= LARGEST_JOURNAL:
                return path.read_bytes()
            reason = Message("history.journal_too_large", {"largest": LARGEST_JOURNAL})
        except OSError:
            reason = Message("history.journal_unreadable")
        self._notes.add("unreadable", path.name, 0, 0, reason)
        return None

    def _take_in(self, source: str, data: bytes, known: Seals) -> tuple[int, Digest]:
        """Adds the lines of a journal; says how many bytes from the start are as this version writes them."""
        size, seal = known.get(source, (0, ""))
        digest = sha256(memoryview(data)[:size])
        checked = size if digest.hexdigest() == seal else 0
        if checked:
            text = str(memoryview(data)[:checked], "ascii")
            latest = read_checked(text, self._keep(text, source), source, self._revisions)
            self._clock = max(self._clock, latest)
            self._seals[source] = size, seal
        digest.update(memoryview(data)[size:])
        in_order, whole = checked, whole_lines(data)
        for piece in split(data, checked):
            if self._take_in_piece(source, data, piece, whole) and piece.start == in_order:
                in_order = piece.end + 1
        if in_order == len(data):
            self._seals[source] = len(data), digest.hexdigest()
        whole_digest = digest if whole == len(data) else sha256(memoryview(data)[:whole])
        self._extents[source] = whole, whole_digest.hexdigest()
        return in_order, digest

    def _keep(self, text: str, source: str) -> Text:
        """Ten thousand sessions fill tens of megabytes: those of the own journal can stay on the disk.

        A foreign journal may be overwritten by a newer copy at any time; its text is kept in memory.
        """
        if source == self._source and hasattr(os, "pread"):
            with contextlib.suppress(OSError):
                return FileText(self._folder / source)
        return text

    def _take_in_piece(self, source: str, data: bytes, piece: Piece, whole: int) -> bool:
        raw = data[piece.start : piece.end]
        read = _read_piece(raw, piece, whole)
        if isinstance(read, Change):
            revision = self._join(read, source)
            if isinstance(revision, Revision):
                return revision.line == raw.decode("ascii") + "\n"
            read = revision
        kind, reason = read
        self._notes.add(kind, source, piece.start, len(raw), reason)
        if source == self._source:
            self._damage.append((piece.start, raw))
            if kind == "newer":
                self.read_only = reason
        return False

    def _join(self, change: Change, source: str) -> Revision | Finding:
        """The change among the others of its document."""
        siblings = self._siblings_of(change.table, change.document["id"])
        revision = compose(change, source, siblings)
        try:
            if change.kept:
                revision.kept_moves()
        except Refusal as refusal:
            return "refused", refusal.reason
        siblings.append(revision)
        self._clock = max(self._clock, pulling(change.clock))
        return revision

    def _siblings_of(self, table: str, name: str) -> list[Revision]:
        documents = self._revisions[table]
        siblings = documents.get(name)
        if siblings is None:
            siblings = documents[name] = []
        return siblings

    # -- What has arrived since ---------------------------------------------------------------------------

    def refresh(self) -> frozenset[str]:
        """Takes in what other devices' journals have brought since; says which documents are others now.

        A journal that is gone, cannot be read or is an older one takes nothing away.
        """
        self.wait()
        changed: set[str] = set()
        with self._refreshing:
            for path, look in self._arrived():
                self._notes.forget(path.name)
                data = self._read_foreign(path)
                if data is not None:
                    changed |= self._take_over(path.name, data)
                self._looks[path.name] = look
                self._diagnosis = self._notes.diagnosis(MOST_FINDINGS)
        return frozenset(changed)

    def is_news(self, journal: bytes) -> bool:
        """Whether the lines say anything that is not known here."""
        self.wait()
        size = len(journal)
        changes = [_read_piece(journal[piece.start : piece.end], piece, size) for piece in split(journal)]
        with self._lock:
            return any(isinstance(one, Change) and not self._is_known(one) for one in changes)

    def _is_known(self, change: Change) -> bool:
        known = self._revisions[change.table].get(change.document["id"], ())
        return any(one.stamp == change.stamp for one in known) or any(
            knows(one, change.stamp) for one in known
        )

    def _arrived(self) -> list[tuple[Path, Look]]:
        """The journals of others that look different from when they were last looked at."""
        return [
            (path, look)
            for path in journals(self._folder)
            if path.name != self._source
            and (look := look_at(path)) is not None
            and look != self._looks.get(path.name)
        ]

    def _take_over(self, source: str, data: bytes) -> set[str]:
        """A journal as it is now; which documents are others by it. Only its end is read if that is all that
        is new, and nothing is held up while it is read."""
        size, digest = self._extents.get(source, (0, ""))
        goes_on = size > 0 and sha256(memoryview(data)[:size]).hexdigest() == digest
        start, whole = size if goes_on else 0, whole_lines(data)
        pieces = [
            (piece, _read_piece(data[piece.start : piece.end], piece, whole)) for piece in split(data, start)
        ]
        with self._lock:
            if self._closed:
                return set()
            told: dict[tuple[str, str], set[Stamp]] = {}
            for piece, read in pieces:
                joined: Revision | Finding | None = read if not isinstance(read, Change) else None
                if isinstance(read, Change):
                    told.setdefault((read.table, read.document["id"]), set()).add(read.stamp)
                    joined = None if self._has(read, source) else self._join(read, source)
                if isinstance(joined, tuple):
                    self._notes.add(joined[0], source, piece.start, piece.end - piece.start, joined[1])
            if not goes_on and data and whole == len(data):
                self._rescue(source, told)
            if whole >= size or not goes_on:
                self._extents[source] = whole, sha256(memoryview(data)[:whole]).hexdigest()
            return {name for table, name in told if self._show(table, name)}

    def _has(self, change: Change, source: str) -> bool:
        """Whether this line of the journal is known, though it may have been written differently."""
        known = self._revisions[change.table].get(change.document["id"], ())
        return any(
            one.source == source
            and one.stamp == change.stamp
            and one.deleted == change.deleted
            and (change.kept > 0 or one.document() == change.document)
            for one in known
        )

    def _rescue(self, source: str, told: Mapping[tuple[str, str], set[Stamp]]) -> None:
        """What a journal does not tell any more, as that of a phone that went back to an old copy of itself,
        and what nothing else stands for, is taken over into the own journal."""
        lost = [
            one
            for table, documents in self._revisions.items()
            for name, revisions in documents.items()
            if any(one.source == source for one in revisions)
            for one in tips(revisions)
            if one.source == source and one.stamp not in told.get((table, name), ())
        ]
        if not lost or self.read_only is not None:
            return
        with contextlib.suppress(Refusal):
            copies = [one.whole() for one in lost]
            self._journal.append("".join(one.line for one in copies).encode("ascii"))
            for former, copy in zip(lost, copies, strict=True):
                copy.source = self._source
                siblings = self._revisions[former.head[TABLE]][former.head[ID]]
                siblings[siblings.index(former)] = copy

    def wait(self, timeout: float | None = None) -> bool:
        """Until the history has been read. Raises what made that impossible."""
        done = self._ready.wait(timeout)
        if self._failure is not None:
            raise self._failure
        return done

    @property
    def ready(self) -> bool:
        return self._ready.is_set()

    @property
    def diagnosis(self) -> Diagnosis:
        self.wait()
        return self._diagnosis

    # -- Looking ------------------------------------------------------------------------------------------

    def newest(self, table: str) -> Mapping[str, Revision]:
        """The newest change of every document ever known, deletions included. Not to be changed."""
        self.wait()
        return self._newest[table]

    def present(self, table: str) -> list[Revision]:
        """The newest changes that are not deletions."""
        with self._lock:
            return [revision for revision in self.newest(table).values() if not revision.head[DELETED]]

    def deleted(self, table: str) -> list[Revision]:
        """The newest changes that are deletions."""
        with self._lock:
            return [revision for revision in self.newest(table).values() if revision.head[DELETED]]

    def hold(self) -> AbstractContextManager[bool]:
        """Nobody else changes anything while the caller is inside `with storage.hold():`."""
        self.wait()
        return self._lock

    def find(self, table: str, name: str) -> Revision | None:
        revision = self.newest(table).get(name)
        return None if revision is None or revision.deleted else revision

    def revisions(self, table: str, name: str) -> list[Revision]:
        """All changes of a document that are still known, newest first."""
        self.wait()
        with self._lock:
            return sorted(self._revisions[table].get(name, ()), key=lambda one: one.stamp, reverse=True)

    def speakers(self) -> dict[str, tuple[int, int]]:
        """When each device last saved something, and of how many sessions."""
        self.wait()
        latest: dict[str, int] = {}
        of: dict[str, set[str]] = {}
        with self._lock:
            for table, documents in self._revisions.items():
                for name, revisions in documents.items():
                    for one in revisions:
                        device = one.head[DEVICE]
                        latest[device] = max(latest.get(device, 0), one.head[AT])
                        if table == SESSIONS:
                            of.setdefault(device, set()).add(name)
        return {device: (tellable(at), len(of.get(device, ()))) for device, at in latest.items() if device}

    # -- Changing -----------------------------------------------------------------------------------------

    def commit(self, wishes: Iterable[Wish]) -> list[Revision]:
        """Makes the changes durable, all of them or, with a Refusal, none; then everyone sees them."""
        self.wait()
        with self._lock:
            self._refuse_writing()
            return self._write(self._drafts(list(wishes)))

    def draft(self, wish: Wish, number: int = 1) -> Pending:
        """The change as it would be written, `number` clocks from now if it brings no stamp. Nothing changes,
        and nobody is held up meanwhile."""
        self.wait()
        document = KINDS[wish.table].read(wish.document)
        change = self._change(wish, number, document)
        return compose(change, self._source, ()), change

    def adopt(self, drafts: Iterable[Pending]) -> list[Pending]:
        """Makes those drafts durable that count more than what is there; all of them or, with a Refusal,
        none. They must be of different documents."""
        self.wait()
        with self._lock:
            self._refuse_writing()
            counting = [draft for draft in drafts if self.counts(draft[0])]
            self._write(counting)
            return counting

    def counts(self, revision: Revision) -> bool:
        """Whether the change makes anything of the document another one than it is."""
        known = self.newest(revision.head[TABLE]).get(revision.head[ID])
        if known is None:
            return True
        if known.head[:HOLDER] == revision.head[:HOLDER] and known.body == revision.body:
            return False
        if stands_for(known, revision):
            return False
        present = settle((known, revision))
        return present is not known and (
            present.stamp != known.stamp
            or present.deleted != known.deleted
            or present.document() != known.document()
        )

    def _write(self, drafts: Sequence[Pending]) -> list[Revision]:
        if drafts:
            self._journal.append("".join(revision.line for revision, _ in drafts).encode("ascii"))
        for revision, change in drafts:
            self._apply(revision, change)
        if self._needs_compaction():
            self._start_compaction()
        return [revision for revision, _ in drafts]

    def _refuse_writing(self) -> None:
        if self._closed:
            raise Closed("history.closed")
        if self.read_only is not None:
            raise ReadOnly(self.read_only.key, **self.read_only.args)

    def _drafts(self, wishes: Sequence[Wish]) -> list[Pending]:
        drafts = []
        for number, wish in enumerate(map(self._rebased, wishes), 1):
            # A trail leads from one line to the next, and in a company the line before is not written yet.
            document, kept, check = self._read(wish.table, wish.document, alone=len(wishes) == 1)
            change = self._change(wish, number, document, kept, check)
            revision = compose(change, self._source, self._siblings_of(wish.table, document["id"]))
            if wish.stamp is None or self.counts(revision):
                drafts.append((revision, change))
        return drafts

    def _rebased(self, wish: Wish) -> Wish:
        """What the document is now, with what was changed on purpose."""
        value = wish.document
        if wish.base is None or not isinstance(value, dict):
            return wish
        known = self._newest[wish.table].get(str(value.get("id")))
        if known is None or known.deleted:
            return wish
        kind = KINDS[wish.table]
        changed = changed_fields(kind, value, wish.base)
        present = self._document_of(known)
        names = dict.fromkeys([*present, *value])
        chosen = ((name, value if kind.field(name) in changed else present) for name in names)
        return replace(wish, document={name: source[name] for name, source in chosen if name in source})

    def _change(self, wish: Wish, number: int, document: Document, kept: int = 0, check: int = 0) -> Change:
        at = int(time.time()) if wish.at is None else wish.at
        told = (wish.table, document)
        if wish.stamp is not None:
            return Change(*told, *wish.stamp, wish.deleted, at, kept, check, wish.fields, wish.seen)
        stamp = self._next_clock(wish.table, document["id"], number), self.device
        known = self._newest[wish.table].get(document["id"])
        fields: Fields = []
        rivals: Fields = []
        if known:
            changed = self._changed(known, wish, document, kept)
            fields = _fields(KINDS[wish.table], known, document, changed, stamp)
            rivals = rivals_without(known, changed)
        seen = sight_of([known], self.device) if known else {}
        if wish.instead and known:
            seen = {**seen, self.device: stamp[0] - 1}
        holder = self._holder(wish, known, document, stamp[0], at)
        return Change(*told, *stamp, wish.deleted, at, kept, check, fields, seen, holder, rivals)

    def _changed(self, known: Revision, wish: Wish, document: Document, kept: int) -> set[str]:
        changed = changed_fields(KINDS[wish.table], self._whole(document, kept), self._document_of(known))
        return changed | wish.settled

    def _holder(self, wish: Wish, known: Revision | None, document: Document, clock: int, at: int) -> Held:
        held: Held = known.head[HOLDER] if known else 0
        is_live = wish.table == SESSIONS and document["finished"] is None and not wish.deleted
        return [clock, self.device, at] if is_live and (wish.claims or not held) else held

    def _whole(self, document: Document, kept: int) -> Document:
        """The document with all its moves."""
        if not kept:
            return document
        return {**document, "moves": self._trails[document["id"]].whole(kept, document["moves"])}

    def _document_of(self, revision: Revision) -> Document:
        """Not to be changed: the next tap is held against it, too."""
        drafted = self._drafted.get(revision.head[ID])
        return drafted[1] if drafted and drafted[0] is revision else revision.document()

    def _next_clock(self, table: str, name: str, number: int) -> int:
        """Later than all that this device has counted, and than what is known of the document."""
        known = self._newest[table].get(name)
        clock = max(self._clock, known.stamp[0] if known else 0) + number
        if clock >= LAST_CLOCK:
            raise LastChange("history.no_later_change")
        return clock

    def _read(self, table: str, value: object, *, alone: bool) -> tuple[Document, int, int]:
        """The document without the moves that need not be written again, their number and their checksum."""
        read = KINDS[table].read
        trail = self._find_trail(table, value) if alone else None
        if trail is None or not isinstance(value, dict):
            return read(value), 0, 0
        moves = value["moves"]
        kept = trail.shared(moves)
        # Too long in all, though no piece of it is: only the whole can tell.
        if not kept or trail.size(kept) > LARGEST_DOCUMENT // 2:
            return read(value), 0, 0
        return read({**value, "moves": moves[kept:]}), kept, trail.check(kept)

    def _find_trail(self, table: str, value: object) -> Trail | None:
        moves = value.get("moves") if table == SESSIONS and isinstance(value, dict) else None
        name = value.get("id") if isinstance(value, dict) else None
        if not isinstance(moves, list) or not keepable(len(moves)) or not isinstance(name, str):
            return None
        if name not in self._trails:
            own = self._last_word(self._revisions[SESSIONS].get(name, ()))
            if own is None:
                return None
            self._remember(name, Trail(own.document()["moves"]))
        return self._trails[name]

    def _remember(self, name: str, trail: Trail) -> None:
        self._trails.pop(name, None)
        self._trails[name] = trail
        while len(self._trails) > MOST_TRAILS:
            del self._trails[next(iter(self._trails))]

    def _last_word(self, revisions: Sequence[Revision]) -> Revision | None:
        return next((one for one in reversed(revisions) if one.source == self._source), None)

    def _apply(self, revision: Revision, change: Change) -> None:
        table, name = change.table, change.document["id"]
        siblings = self._siblings_of(table, name)
        superseded = self._last_word(siblings)
        self._garbage += superseded.size if superseded else 0
        siblings.append(revision)
        self._clock = max(self._clock, pulling(change.clock))
        whole = self._whole(change.document, change.kept)
        if table == SESSIONS:
            trail = self._trails[name] if change.kept else Trail([])
            trail.follow(change.kept, change.document["moves"])
            self._remember(name, trail)
        self._drafted.pop(name, None)
        self._drafted[name] = revision, whole
        while len(self._drafted) > MOST_TRAILS:
            del self._drafted[next(iter(self._drafted))]
        self._show(table, name, revision)

    def _show(self, table: str, name: str, added: Revision | None = None) -> bool:
        """Lets everyone see what counts now that a line has come; says whether that is another one."""
        former = self._newest[table].get(name)
        siblings = self._revisions[table][name]
        if added is not None and (former is None or stands_for(added, former)):
            present: Revision | None = added
        else:
            present = settle(siblings) if siblings else None
        if present is None or (former is not None and is_as(present, former)):
            return False
        self._newest[table][name] = present
        for watcher in self.watchers:
            watcher(former, present)
        return True

    # -- Compaction ---------------------------------------------------------------------------------------

    def tidy(self) -> None:
        """Compacts the own journal when that is worth it. A disk that has no room for it is left as it is."""
        with contextlib.suppress(Refusal):
            with self._lock:
                self._garbage = self._count_garbage()
            if self._journal.blemish is not None or self._needs_compaction():
                self.compact()

    def compact(self) -> None:
        """Rewrites the own journal: for each document the last word of this device and the latest finished
        versions, each in a line that needs no other. Saving goes on meanwhile."""
        self.wait()
        with self._compacting:
            with self._lock:
                if self._closed or self.read_only is not None:
                    return
                start = self._journal.size
                former = self._own_revisions()
            if self._damage:
                self._set_aside([raw for _, raw in self._damage])
                self._damage = []
            shelves = {key: worth_keeping(revisions) for key, revisions in former.items()}
            fresh = {id(keeper): keeper.whole() for keepers in shelves.values() for keeper in keepers}
            lines = [whole.line for whole in sorted(fresh.values(), key=lambda whole: whole.stamp)]
            draft = Draft(self._journal.path)
            draft.append("".join(lines).encode("ascii"))
            with self._lock:
                self._journal.replace(draft, start)
                self._exchange(former, shelves, fresh)
                self._garbage = self._count_garbage()
                self._seal()

    def _own_revisions(self) -> dict[tuple[str, str], list[Revision]]:
        found = {
            (table, name): [one for one in revisions if one.source == self._source]
            for table, documents in self._revisions.items()
            for name, revisions in documents.items()
        }
        return {key: revisions for key, revisions in found.items() if revisions}

    def _exchange(
        self,
        former: Mapping[tuple[str, str], list[Revision]],
        shelves: Mapping[tuple[str, str], list[Revision]],
        fresh: Mapping[int, Revision],
    ) -> None:
        for (table, name), gone in former.items():
            dropped = {id(revision) for revision in gone}
            others = [one for one in self._revisions[table][name] if id(one) not in dropped]
            self._revisions[table][name] = [fresh[id(keeper)] for keeper in shelves[table, name]] + others
            present = self._newest[table][name]
            self._newest[table][name] = fresh.get(id(present), present)
            self._drafted.pop(name, None)
        self.generation += 1

    def _set_aside(self, damage: Sequence[bytes]) -> None:
        aside = Journal(self._folder / f"damaged-{self.device}.jsonl")
        try:
            aside.torn = aside.size > 0 and aside.read(aside.size - 1) != b"\n"
            aside.append(b"".join(raw + b"\n" for raw in damage))
        except OSError as problem:
            raise not_saved(problem) from problem
        finally:
            aside.close()

    def _count_garbage(self) -> int:
        crowds = [
            [one for one in revisions if one.source == self._source]
            for documents in self._revisions.values()
            for revisions in documents.values()
            if len(revisions) > 1
        ]
        dropped = [set(own).difference(worth_keeping(own)) for own in crowds if own]
        return sum(one.size for gone in dropped for one in gone)

    def _needs_compaction(self) -> bool:
        return self._garbage > max(TOLERATED_GARBAGE, self._journal.size // 2)

    def _start_compaction(self) -> None:
        if self._compaction is None or not self._compaction.is_alive():
            self._compaction = threading.Thread(target=self.tidy, name="compaction", daemon=True)
            self._compaction.start()

    # -- Closing ------------------------------------------------------------------------------------------

    def _seal(self) -> None:
        if self._journal.blemish is None:
            self._seals[self._source] = (self._journal.size, self._journal.digest.hexdigest())
        write_seals(self._seal_path, self.device, self._seals)

    def close(self) -> None:
        """Nothing is lost without it; with it, the next opening is faster."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        if self._compaction is not None:
            self._compaction.join()
        with self._compacting, self._lock:
            if self.ready and self._failure is None:
                self._seal()
            self._journal.close()
            self._file_lock.release()

    # -- As TinyDB sees it --------------------------------------------------------------------------------

    def read(self) -> dict[str, dict[str, Any]]:
        """The present documents by table and id, each read when it is looked into."""
        with self._lock:
            return {table: {one.head[ID]: Row(one) for one in self.present(table)} for table in KINDS}

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Makes the history hold these documents and no others."""
        with self._lock:
            wishes: list[Wish] = []
            for table in KINDS:
                wanted = data.get(table, {})
                for revision in self.present(table):
                    if revision.head[ID] not in wanted:
                        wishes.append(Wish(table, revision.document(), deleted=True))
                for name, value in wanted.items():
                    known = self.find(table, name)
                    if known is None or known.document() != dict(value):
                        wishes.append(Wish(table, dict(value)))
            self.commit(wishes)


def _fields(kind: Kind, known: Revision, document: Document, changed: set[str], stamp: Stamp) -> Fields:
    """Which fields are as they were, and from when and where that is."""
    names = dict.fromkeys(kind.field(name) for name in document if name != "id")
    return grouped({name: stamp if name in changed else stamp_of(known, name) for name in names}, stamp)


# -- Journals in a folder ---------------------------------------------------------------------------------


def journals(folder: Path) -> list[Path]:
    """All journals in the folder, by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.match("journal-*.jsonl"))
    except OSError:
        return []


Look = tuple[int, int, int]
"""What changes with a file: its size, when it was written, and which one it is."""


def look_at(path: Path) -> Look | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns, about.st_ino


Finding = tuple[str, Message]
"""What kind of damage, and why."""


def _read_piece(raw: bytes, piece: Piece, whole: int) -> Change | Finding:
    if not piece.sound:
        if piece.start >= whole:
            return "torn", Message("history.line_torn")
        return "damaged", Message("history.line_damaged")
    try:
        return read_line(raw.decode("ascii"))
    except Newer as refusal:
        return "newer", refusal.reason
    except Refusal as refusal:
        return "refused", refusal.reason


# -- As a query sees it -----------------------------------------------------------------------------------


class Row(Mapping[str, Any]):
    """A document as a query sees it: looking at the id or the game does not read the rest."""

    __slots__ = ("_document", "revision")

    def __init__(self, revision: Revision) -> None:
        self.revision = revision
        self._document: Document | None = None

    def __getitem__(self, name: str) -> Any:
        head = self.revision.head
        if name == "id":
            return head[ID]
        if name == "game" and head[TABLE] == SESSIONS:
            return head[GAME]
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def _read(self) -> Document:
        if self._document is None:
            self._document = self.revision.document()
        return self._document
