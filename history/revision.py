"""One change of one document, as a line of a journal tells it.

The payload of a line is `<version>,[<head>],{<document>}`. The head repeats what lists and filters need, so
that ten thousand documents can be listed without reading one of them.

A long list of moves is not written again with every move. The moves come in blocks of 32; a line holds the
moves of the last whole block and what follows, and says how many moves before those it keeps (`kept`) and
their checksum. The kept moves are found in any other line of the same journal about the same document whose
moves begin with the same checksum. So every move is in dozens of lines, and the loss of one costs no other.

A line holds the document as its device saw it, and says what the others need to know to merge it: which of
its fields were last changed when and where (`fields`), and what of other devices had been seen (`seen`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from history.document import is_device, wall_clock
from history.journal import FRAME, frame
from history.kinds import KINDS, SESSIONS
from scoring.core import Refusal, is_integer

VERSION: Final = 3
BLOCK: Final = 32
LATEST_CLOCK: Final = 2**53
FAR_CLOCK: Final = 2**40
"""No phone counts so far by itself. A clock from here on is heeded, but it does not take the own clock along:
only a change of the very same document goes beyond it."""
LAST_CLOCK: Final = LATEST_CLOCK - 2**32
"""From here on hardly any change could follow: such a clock counts as none, on every device alike."""
MOST_STAMPS: Final = 4096
"""Groups of fields, or devices, that one line may tell of."""

# The places in a head. Only sessions have those from COUNT on.
(TABLE, ID, CLOCK, DEVICE, DELETED, AT, KEPT, CHECK, FIELDS, SEEN, HOLDER, RIVALS) = range(12)
(COUNT, STARTED, WALL, GAME, FINISHED, SEATS) = range(12, 18)

Document = dict[str, Any]
Moves = list[dict[str, Any]]
Stamp = tuple[int, str]
Fields = list[list[Any]]
"""`[clock, device, [field, …]]` for the fields that were not changed by the line itself; where no field is
named, it is all the others."""
"""In the place of rivals: the changes that whoever decided on these fields did not know of."""
Seen = dict[str, int]
"""The latest clock of each device of which changes had been seen; under "" that of all devices."""
Held = list[Any] | int
"""`[clock, device, since]`: who keeps the table, from which change and second on; 0 when nobody does."""

_scan: Final[Callable[[str, int], tuple[Any, int]]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_encoder: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
encode: Final = _encoder.encode


def heeded(clock: int) -> int:
    """What a clock counts for."""
    return clock if clock < LAST_CLOCK else 0


def pulling(clock: int) -> int:
    """How far a clock takes the own clock along."""
    return clock if clock < FAR_CLOCK else 0


class Unreadable(Refusal):
    """A line that is not a change as this version writes it."""


class Newer(Unreadable):
    """A line of a newer version of the app."""


# -- Changes ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A document from now on, or its deletion. `document` lacks the first `kept` of its moves."""

    table: str
    document: Document
    clock: int
    device: str
    deleted: bool = False
    at: int = 0
    kept: int = 0
    check: int = 0
    fields: Fields = field(default_factory=list)
    seen: Seen = field(default_factory=dict)
    holder: Held = 0
    rivals: Fields = field(default_factory=list)

    @property
    def stamp(self) -> Stamp:
        return heeded(self.clock), self.device


def head_of(change: Change) -> list[Any]:
    document = change.document
    head = [
        change.table,
        document["id"],
        change.clock,
        change.device,
        int(change.deleted),
        change.at,
        change.kept,
        change.check,
        change.fields,
        change.seen,
        change.holder,
        change.rivals,
    ]
    if change.table == SESSIONS:
        started = document["started"]
        head += [
            change.kept + len(document["moves"]),
            datetime.fromisoformat(started).timestamp(),
            wall_clock(started),
            document["game"],
            int(document["finished"] is not None),
            [player["id"] for player in document["players"]],
        ]
    return head


def checksums(moves: Moves) -> list[int]:
    """The checksums of the first 0, 32, 64, … moves."""
    found = [0]
    for start in range(0, len(moves) - BLOCK + 1, BLOCK):
        found.append(crc32(encode(moves[start : start + BLOCK]).encode("ascii"), found[-1]))
    return found


def keepable(count: int) -> int:
    """How many of so many moves need not be written again: all but the last whole block and the rest."""
    return max(0, count // BLOCK - 1) * BLOCK


# -- Revisions --------------------------------------------------------------------------------------------


class FileText:
    """The text of a journal, left on the disk: a stretch of it is read when somebody asks.

    The file stays open, so the text stays the same even when a compacted journal takes the file's place.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = -1
        self._descriptor = os.open(path, os.O_RDONLY)

    def __getitem__(self, stretch: slice) -> str:
        try:
            found = os.pread(self._descriptor, stretch.stop - stretch.start, stretch.start)
            if len(found) == stretch.stop - stretch.start:
                return found.decode("ascii")
        except (OSError, UnicodeDecodeError) as problem:
            raise Unreadable("history.not_read") from problem
        raise Unreadable("history.not_read")

    def __del__(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)


Text = str | FileText


class Revision:
    """A change in its place: the head at hand, the document read from the line when asked for."""

    __slots__ = ("_base", "_begin", "_siblings", "_start", "_text", "head", "size", "source", "words")

    def __init__(
        self,
        head: list[Any],
        source: str,
        siblings: Sequence[Revision],
        text: Text,
        start: int,
        begin: int,
        size: int,
    ) -> None:
        """`text[start : start + size]` is the line, its document begins at `begin`; `siblings` are all
        revisions of the same document, in the order of their lines."""
        self.head = head
        self.source = source
        self.size = size
        self.words: str | None = None
        self._siblings = siblings
        self._text = text
        self._start = start
        self._begin = begin
        self._base: Revision | None = None

    @property
    def line(self) -> str:
        return self._text[self._start : self._start + self.size]

    @property
    def body(self) -> str:
        """The document as it is written here, without the moves that are written elsewhere."""
        return self._text[self._begin : self._start + self.size - len("]\n")]

    @property
    def deleted(self) -> bool:
        return bool(self.head[DELETED])

    @property
    def stamp(self) -> tuple[int, str]:
        """What decides which change counts."""
        return heeded(self.head[CLOCK]), self.head[DEVICE]

    def strength(self) -> tuple[int, int, str]:
        """Decides between changes with equal stamps, such as imports without one."""
        return self.head[DELETED], self.head[COUNT] if len(self.head) > COUNT else 0, encode(self.document())

    def document(self) -> Document:
        """A fresh copy of the whole document."""
        document: Document = _scan(self.body, 0)[0]
        if self.head[KEPT]:
            document["moves"] = self.kept_moves() + document["moves"]
        return document

    def kept_moves(self) -> Moves:
        kept, check = self.head[KEPT], self.head[CHECK]
        candidates = [self._base] if self._base else reversed(self._siblings)
        for other in candidates:
            if other.source != self.source or not other.head[KEPT] < kept <= other.head[COUNT]:
                continue
            moves: Moves = other.document()["moves"][:kept]
            if checksums(moves)[-1] == check:
                self._base = other
                return moves
        raise Unreadable("history.line_incomplete")

    def whole(self) -> Revision:
        """The same change in a line that needs no other."""
        if not self.head[KEPT]:
            begin = self._begin - self._start
            same = Revision(self.head, self.source, (), self.line, 0, begin, self.size)
            same.words = self.words
            return same
        clock, device = self.stamp
        told = self.head[FIELDS : RIVALS + 1]
        change = Change(
            self.head[TABLE], self.document(), clock, device, self.deleted, self.head[AT], 0, 0, *told
        )
        return compose(change, self.source, ())


def compose(change: Change, source: str, siblings: Sequence[Revision]) -> Revision:
    """The change as a line of this version."""
    head = head_of(change)
    opening = f"{VERSION},{encode(head)},"
    line = frame(opening + encode(change.document))
    # Without a need for siblings there is no circle of references for the garbage collector to walk.
    return Revision(head, source, siblings if change.kept else (), line, 0, FRAME + len(opening), len(line))


def newest(revisions: Sequence[Revision]) -> Revision:
    """The one that counts: every device comes to the same answer, in whatever order the lines arrived."""
    best = revisions[0]
    for other in revisions[1:]:
        if other.stamp > best.stamp or (other.stamp == best.stamp and other.strength() > best.strength()):
            best = other
    return best


# -- Reading lines ----------------------------------------------------------------------------------------


def read_checked(
    text: str, kept_in: Text, source: str, shelves: Mapping[str, dict[str, list[Revision]]]
) -> int:
    """Adds lines that were checked before and are known to be exactly as this version writes them.

    Their documents are read from `kept_in` later, which holds the same text. The answer is the latest clock
    among them. This is what opening a large history waits for.
    """
    start, latest, find = 0, 0, text.find
    while start < len(text):
        end = find("\n", start) + 1
        head, stop = _scan(text, start + FRAME + 2)
        documents = shelves[head[TABLE]]
        name = head[ID]
        siblings = documents.get(name)
        if siblings is None:
            siblings = documents[name] = []
        siblings.append(
            Revision(head, source, siblings if head[KEPT] else (), kept_in, start, stop + 1, end - start)
        )
        latest = max(latest, pulling(head[CLOCK]))
        start = end
    return latest


def read_line(line: str) -> Change:
    """The change in a sound line of this or an earlier version. Raises Unreadable or InvalidDocument.

    The moves that the line keeps elsewhere are not looked for.
    """
    try:
        parts = json.loads(f"[{line[FRAME:]}")
    except (ValueError, RecursionError):
        raise Unreadable("history.line_unreadable") from None
    version = parts[0] if parts else None
    if not is_integer(version) or version < 1:
        raise Unreadable("history.line_unreadable")
    if version > VERSION:
        raise Newer("history.newer_version", version=version if version < 2**53 else 0)
    for step in UPGRADES[version - 1 :]:
        parts = step(parts)
    return _read_change(parts)


def _read_change(parts: list[Any]) -> Change:
    if len(parts) != 3 or not isinstance(parts[1], list) or len(parts[1]) <= RIVALS:
        raise Unreadable("history.line_unreadable")
    _, head, value = parts
    table, name, clock, device, deleted, at, kept, check, fields, seen, holder, rivals = head[: RIVALS + 1]
    if not (
        isinstance(table, str)
        and table in KINDS
        and is_integer(clock)
        and 0 <= clock < LATEST_CLOCK
        and is_device(device)
        and deleted in (0, 1)
        and is_integer(at)
        and is_integer(kept)
        and kept >= 0
        and kept % BLOCK == 0
        and is_integer(check)
        and (kept == 0 or table == SESSIONS)
        and is_fields(fields)
        and is_seen(seen)
        and is_held(holder)
        and is_fields(rivals)
    ):
        raise Unreadable("history.line_unreadable")
    document = KINDS[table].read(value)
    if document["id"] != name:
        raise Unreadable("history.line_unreadable")
    told = fields, seen, holder, rivals
    return Change(table, document, clock, device, bool(deleted), at, kept, check, *told)


def _is_clock(value: object) -> bool:
    return is_integer(value) and 0 <= value < LATEST_CLOCK


def is_fields(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST_STAMPS
        and all(
            isinstance(group, list)
            and len(group) == 3
            and _is_clock(group[0])
            and is_device(group[1])
            and isinstance(group[2], list)
            and all(isinstance(name, str) for name in group[2])
            for group in value
        )
    )


def is_seen(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_STAMPS
        and all(is_device(device) and _is_clock(clock) for device, clock in value.items())
    )


def is_held(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 3 and _is_clock(value[0]) and is_device(value[1]) and is_integer(value[2])
    return is_integer(value) and value == 0


def _upgrade_from_1(parts: list[Any]) -> list[Any]:
    """Version 1 had whole documents only, and one object for everything."""
    change = parts[1] if len(parts) == 2 and isinstance(parts[1], dict) else {}
    document = change.get("document")
    name = document.get("id") if isinstance(document, dict) else None
    deleted = 1 if change.get("deleted") else 0
    head = [change.get("table"), name, change.get("clock"), change.get("device"), deleted, 0, 0, 0]
    return [2, head, document]


def _upgrade_from_2(parts: list[Any]) -> list[Any]:
    """Version 2 knew no fields: a change was of the whole document, and stood for all that came before it."""
    if len(parts) != 3 or not isinstance(parts[1], list) or len(parts[1]) <= CHECK:
        raise Unreadable("history.line_unreadable")
    _, head, document = parts
    seen = all_before(head[CLOCK]) if _is_clock(head[CLOCK]) else {}
    return [3, [*head[: CHECK + 1], [], seen, 0, []], document]


def all_before(clock: int) -> Seen:
    """What a change had seen that stands for all that came before it."""
    return {"": clock - 1} if clock > 0 else {}


UPGRADES: Final[tuple[Callable[[list[Any]], list[Any]], ...]] = (_upgrade_from_1, _upgrade_from_2)
"""The step from version 1 to 2, and so on: a line of version n goes through all from the n-th on."""
