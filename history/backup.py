"""Backups that are made by themselves: before every import and once a week, a few of each kept.

A backup is a file like any export of the whole history, with a little more said at its beginning:
`{"tableside": 1, "why": "week", "sessions": 12, "check": "0123abcd", "documents": [...]}`. The checksum
covers everything from the comma before "documents" on. Day and running number are in the name of the file.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from history.cupboard import Mark
from history.document import LARGEST_FILE, is_device
from history.interchange import VERSION, Step, no_step
from history.journal import flush_folder, make_folder, not_saved, write_file
from history.kinds import KINDS
from scoring.core import is_integer

if TYPE_CHECKING:
    from history.cupboard import History

WEEK: Final = "week"
IMPORT: Final = "import"
HAND: Final = "hand"
KEPT: Final = {WEEK: 3, IMPORT: 3, HAND: 2}
"""The newest of each that stay. Besides, the one that holds most stays, however old."""
DAYS: Final = 7
LAST_IMPORT: Final = "last-import.json"

_NAME: Final = re.compile(r"(\d{4}-\d{2}-\d{2})-(\d{3,6})-(week|import|hand)\.json")
_OPENING: Final = f'{{"tableside": {VERSION}'.encode()
_HEAD: Final = re.compile(
    re.escape(_OPENING) + rb', "why": "[a-z]+", "sessions": (\d{1,9}), "check": "([0-9a-f]{8})"'
)
_LONGEST_HEAD: Final = 200
_ENDING: Final = b"\n]}\n"
_one_at_a_time: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    day: date
    number: int
    """Of two backups of one day, the later one has the larger number."""
    why: str
    size: int
    sessions: int | None
    """None when the beginning or the end of the file is not as it was written."""


@dataclass(frozen=True, slots=True)
class LastImport:
    """What it takes to undo an import: what it changed, and the backup from before."""

    backup: Path
    file: str
    marks: tuple[Mark, ...]


class Backups:
    """The backups in a folder, which is made with the first of them. Any thread may call any method."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def listed(self) -> list[Backup]:
        """All of them, the latest first."""
        try:
            return self._listed()
        except OSError:
            return []

    def _listed(self) -> list[Backup]:
        found = [backup for path in self.folder.iterdir() if (backup := _read(path)) is not None]
        return sorted(found, key=_age, reverse=True)

    def is_sound(self, backup: Backup) -> bool:
        """Whether every byte is as it was written. Reads the whole file."""
        try:
            return _is_sound(backup)
        except OSError:
            return False

    # -- Making them --------------------------------------------------------------------------------------

    def make(self, history: History, today: date, why: str, step: Step = no_step) -> Backup:
        """Writes a backup and lets the oldest ones go. Raises NotSaved, and then nothing has changed."""
        make_folder(self.folder)
        sessions = len(history.sessions())
        rest = history.exported("json", step=step).removeprefix(_OPENING)
        head = f', "why": "{why}", "sessions": {sessions}, "check": "{crc32(rest):08x}"'.encode()
        with _one_at_a_time:
            try:
                names = [path.name for path in self.folder.iterdir()]
            except OSError as problem:
                raise not_saved(problem) from problem
            number = 1 + max(
                (_number(name) for name in names if name.startswith(today.isoformat())), default=0
            )
            path = self.folder / f"{today.isoformat()}-{number:03}-{why}.json"
            write_file(path, _OPENING + head + rest)
            with contextlib.suppress(OSError):  # before anything is let go, everything must have been read
                self._let_go()
        return Backup(path, today, number, why, len(_OPENING) + len(head) + len(rest), sessions)

    def make_weekly(self, history: History, today: date, step: Step = no_step) -> Backup | None:
        """A backup, if there is something to lose and none was made in the last seven days."""
        if not self.is_due(today) or not len(history.sessions()):
            return None
        return self.make(history, today, WEEK, step)

    def is_due(self, today: date) -> bool:
        """A backup from the future says nothing: some day the clock of the device was wrong."""
        whole = [backup for backup in self.listed() if backup.sessions is not None]
        return not any(0 <= (today - backup.day).days < DAYS for backup in whole)

    def _let_go(self) -> None:
        backups = self._listed()
        kept = {backup for why, most in KEPT.items() for backup in _of(why, backups)[:most]}
        if superfluous := set(backups) - kept:
            by_worth = sorted(backups, key=lambda backup: (backup.sessions or 0, *_age(backup)), reverse=True)
            superfluous.discard(next(filter(_is_sound, by_worth), by_worth[0]))
        for backup in superfluous:
            with contextlib.suppress(OSError):
                backup.path.unlink()
        for stray in self.folder.glob("*.new"):
            stray.unlink(missing_ok=True)

    # -- The last import ----------------------------------------------------------------------------------

    def note_import(self, backup: Backup, file: str, marks: Sequence[Mark]) -> None:
        """Keeps what it takes to undo an import. Raises NotSaved."""
        note = {"backup": backup.path.name, "file": file, "marks": marks}
        write_file(self.folder / LAST_IMPORT, json.dumps(note, separators=(",", ":")).encode())

    def last_import(self) -> LastImport | None:
        """The import that can be undone, if there is one and its backup is still there."""
        try:
            note = json.loads((self.folder / LAST_IMPORT).read_bytes())
            backup = _read(self.folder / note["backup"])
            marks = tuple(map(_mark, note["marks"]))
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return None if backup is None else LastImport(backup.path, str(note["file"]), marks)

    def forget_import(self) -> None:
        with contextlib.suppress(OSError):
            (self.folder / LAST_IMPORT).unlink(missing_ok=True)
            flush_folder(self.folder)


def _age(backup: Backup) -> tuple[date, int]:
    return backup.day, backup.number


def _of(why: str, backups: Iterable[Backup]) -> list[Backup]:
    return [backup for backup in backups if backup.why == why]


def _number(name: str) -> int:
    found = _NAME.fullmatch(name)
    return int(found[2]) if found else 0


def _is_sound(backup: Backup) -> bool:
    with backup.path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    head = _HEAD.match(data)
    return head is not None and int(head[2], 16) == crc32(memoryview(data)[head.end() :])


def _read(path: Path) -> Backup | None:
    name = _NAME.fullmatch(path.name)
    if name is None:
        return None
    try:
        day = date.fromisoformat(name[1])
        with path.open("rb") as file:
            head = _HEAD.match(file.read(_LONGEST_HEAD))
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - len(_ENDING)))
            whole = head is not None and file.read() == _ENDING
    except (OSError, ValueError):
        return None
    return Backup(path, day, int(name[2]), name[3], size, int(head[1]) if head and whole else None)


def _mark(value: Any) -> Mark:
    table, name, clock, device = value
    if table not in KINDS or not isinstance(name, str) or not is_integer(clock) or not is_device(device):
        raise ValueError(value)
    return Mark(table, name, clock, device)
