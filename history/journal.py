"""Files that only grow: checksummed lines, appended durably, replaced atomically.

A line is `["<crc32>",<payload>]`, itself JSON; the checksum covers the payload. Lines are pure ASCII, so that
a position in the bytes is a position in the text and a line end can only be a line end.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from scoring.core import Refusal

FRAME: Final = len('["00000000",')
"""Where the payload of a line begins; it ends before the closing bracket and the line end."""

_FRAME_START: Final = re.compile(rb'\["[0-9a-f]{8}",')
_CANNOT: Final = (errno.EACCES, errno.EPERM, errno.EISDIR, errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
BINARY: Final = getattr(os, "OBINARY", 0)
_flush: Final = getattr(os, "fdatasync", os.fsync)


class NotSaved(Refusal):
    """The disk did not take it. Nothing has changed, and saving works again once the disk does."""


def not_saved(problem: OSError) -> NotSaved:
    if problem.errno in _NO_ROOM:
        return NotSaved("history.disk_full")
    return NotSaved("history.not_written", error=errno.errorcode.get(problem.errno or 0, ""))


# -- Lines ------------------------------------------------------------------------------------------------


def frame(payload: str) -> str:
    return f'["{crc32(payload.encode("ascii")):08x}",{payload}]\n'


class Piece(NamedTuple):
    """A stretch of a journal: a sound line without its line end, or something else."""

    start: int
    end: int
    sound: bool


def split(data: bytes, start: int = 0) -> Iterator[Piece]:
    """The stretches of the bytes from `start` on, in order; empty lines are left out."""
    view = memoryview(data)
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            end = len(data)
        if _is_sound(data, view, start, end):
            yield Piece(start, end, sound=True)
        elif end > start:
            yield from _rescue(data, view, start, end)
        start = end + 1


def _is_sound(data: bytes, view: memoryview, start: int, end: int) -> bool:
    if end - start <= FRAME or data[start : start + 2] != b'["' or data[end - 1 : end] != b"]":
        return False
    stretch = view[start + FRAME : end - 1]
    return data[start + 2 : start + FRAME] == b'%08x",' % crc32(stretch) and stretch.tobytes().isascii()


def _rescue(data: bytes, view: memoryview, start: int, end: int) -> Iterator[Piece]:
    """Sound lines inside an unsound one: where a line end was damaged, its neighbours were not."""
    starts = [found.start() for found in _FRAME_START.finditer(data, start, end)]
    unsound = start
    for begin, following in pairwise([*starts, end]):
        stop = next((stop for stop in (following, following - 1) if _is_sound(data, view, begin, stop)), None)
        if stop is None or begin < unsound:
            continue
        if begin > unsound:
            yield Piece(unsound, begin, sound=False)
        yield Piece(begin, stop, sound=True)
        unsound = stop
    if unsound < end:
        yield Piece(unsound, end, sound=False)


def whole_lines(data: bytes) -> int:
    """How many of the bytes come before what a killed app or a loss of power leaves at the end: half a line,
    or one with holes where the disk never got the letters."""
    end = len(data)
    while end:
        start = data.rfind(b"\n", 0, end - 1) + 1
        line = data[start:end]
        pieces = list(split(line))
        if not pieces or pieces[-1].sound or (line.endswith(b"\n") and 0 not in line):
            break
        end = start + pieces[-1].start
        if pieces[-1].start:
            break
    return end


# -- Writing ----------------------------------------------------------------------------------------------


def write_all(descriptor: int, data: bytes) -> None:
    """A full disk may take half of a write without complaint; asked for the rest, it has to speak up."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def flush_folder(folder: Path) -> OSError | None:
    """Makes names in the folder durable, where the platform can; says what went wrong where it could have."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            _close(descriptor)
    except OSError as problem:
        return None if problem.errno in _CANNOT else problem
    return None


def make_folder(folder: Path) -> None:
    """The folder is there, and so are those above it, even after a loss of power. Raises NotSaved."""
    try:
        made = [one for one in (folder, *folder.parents) if not one.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise not_saved(problem) from problem
    for one in made:
        if trouble := flush_folder(one.parent):
            raise not_saved(trouble) from trouble


def _close(descriptor: int) -> None:
    with contextlib.suppress(OSError):  # it is closed all the same, and what matters was flushed before
        os.close(descriptor)


class Draft:
    """A file in the making, next to the one whose place it will take. Errors of the disk raise NotSaved."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._path = target.with_name(target.name + ".new")
        self.size = 0
        self.digest = sha256()
        try:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        except OSError as problem:
            raise not_saved(problem) from problem

    def append(self, data: bytes) -> None:
        try:
            write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as problem:
            self.discard()
            raise not_saved(problem) from problem
        self.size += len(data)
        self.digest.update(data)

    def publish(self) -> OSError | None:
        """Puts the file in its place; says what kept that from being durable, if anything did."""
        _close(self._descriptor)
        try:
            self._path.replace(self._target)
        except OSError as problem:
            self._remove()
            raise not_saved(problem) from problem
        return flush_folder(self._target.parent)

    def discard(self) -> None:
        _close(self._descriptor)
        self._remove()

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink()


def write_file(path: Path, data: bytes) -> None:
    """The file holds all of the data or is as it was before."""
    draft = Draft(path)
    draft.append(data)
    draft.publish()


class Journal:
    """The one file that this device writes. What `append` has returned from is on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.digest = sha256()
        self.torn = False
        """The file ends in the middle of a line."""
        self.blemish: int | None = None
        """Where the last of those bytes are that do not belong to a line, if there are any."""
        self._descriptor: int | None = None
        self._unsettled: tuple[Path, ...] = ()
        """Folders in which a name may not outlive a loss of power yet."""
        try:
            self.size = os.fstat(self._writable()).st_size
        except OSError as problem:
            self.close()
            raise not_saved(problem) from problem
        if not self.size:
            # Whoever made an empty file, or its folder, may have died before the names were flushed.
            self._unsettled = path.parent, path.parent.parent
            with contextlib.suppress(NotSaved):
                self._settle()

    def _writable(self) -> int:
        if self._descriptor is None:
            try:
                self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | BINARY, 0o600)
            except OSError as problem:
                raise not_saved(problem) from problem
        return self._descriptor

    def _settle(self) -> None:
        for folder in self._unsettled:
            if trouble := flush_folder(folder):
                raise not_saved(trouble) from trouble
        self._unsettled = ()

    def read(self, start: int = 0) -> bytes:
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read()

    def append(self, data: bytes) -> None:
        """Adds whole lines durably. Raises NotSaved, and then none of them counts."""
        self._settle()
        descriptor = self._writable()
        if self.torn:
            data = b"\n" + data
        try:
            write_all(descriptor, data)
            _flush(descriptor)
        except BaseException as problem:
            self._take_back(descriptor)
            if isinstance(problem, OSError):
                raise not_saved(problem) from problem
            raise
        self._grow(data)
        self.torn = False

    def _take_back(self, descriptor: int) -> None:
        try:
            os.ftruncate(descriptor, self.size)
        except OSError:
            self.blemish = self.size
            self._grow(self.read(self.size))
            self.torn = True

    def _grow(self, data: bytes) -> None:
        self.size += len(data)
        self.digest.update(data)

    def cut(self, size: int) -> None:
        """Takes away what a killed app has left behind the last whole line. Raises NotSaved."""
        try:
            os.ftruncate(self._writable(), size)
        except OSError as problem:
            raise not_saved(problem) from problem
        self.size = size

    def replace(self, draft: Draft, start: int) -> None:
        """Puts the draft in this file's place, followed by what was appended here from `start` on.

        Raises NotSaved, and then everything is as it was. Either way the next `append` finds the file, even
        if it cannot be opened just now.
        """
        # A line end in front belongs to the half line before it, which is not in the draft.
        try:
            tail = self.read(start).removeprefix(b"\n")
        except OSError as problem:
            draft.discard()
            raise not_saved(problem) from problem
        former = draft.size
        draft.append(tail)
        self.close()
        trouble = draft.publish()
        self._unsettled = (self.path.parent,) if trouble else ()
        self.size = draft.size
        self.digest = draft.digest
        self.torn = self.torn and bool(tail)
        if self.blemish is not None:
            self.blemish = None if self.blemish < start else former
        with contextlib.suppress(NotSaved):
            self._writable()

    def close(self) -> None:
        if self._descriptor is not None:
            _close(self._descriptor)
        self._descriptor = None
