"""One writer at a time: a lock that the operating system takes back when its holder dies, however it dies."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scoring.core import Refusal

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:
    msvcrt = None  # type: ignore[assignment]


class Locked(Refusal):
    """Another process, or another part of this one, has this history open."""


class Lock:
    """Holds the lock from its making until `release`. Raises Locked when somebody else does."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _attempt(_system_lock(), self._descriptor)
        except Locked:
            self.release()
            raise

    def release(self) -> None:
        os.close(self._descriptor)


def _system_lock() -> Callable[[int], None] | None:
    if fcntl is not None:
        return lambda descriptor: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if msvcrt is not None:
        windows: Any = msvcrt
        return lambda descriptor: windows.locking(descriptor, windows.LK_NBLCK, 1)
    return None


def _attempt(lock: Callable[[int], None] | None, descriptor: int) -> None:
    if lock is None:
        return
    try:
        lock(descriptor)
    except (BlockingIOError, PermissionError) as problem:
        raise Locked("history.locked") from problem
    except OSError:
        return  # a file system without locks: better an unlocked history than none
