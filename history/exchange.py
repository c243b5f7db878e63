"""A folder that several people share: the own journal is copied out into it, those of others are copied in.

Whole files only. What is torn, shorter or older than what is here changes nothing here; and before the own
copy out there is replaced, whatever it alone holds (this device may have gone back to an old backup) is
brought in. Whoever carries the folder from one device to the next is none of our business.
"""

from __future__ import annotations

import contextlib
import errno
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from history.journal import whole_lines, write_file
from history.storage import LARGEST_JOURNAL, journals
from scoring.core import Message, Refusal

if TYPE_CHECKING:
    from history.cupboard import History

IGNORED: Final = ".stignore"
STAYS_HERE: Final = "lock\ndevice\nchecked-*.json\n*.new\n*.part\n"
"""What makes no sense on another device, in the words of Syncthing."""
_TRIAL: Final = "tableside-test-{device}.txt"
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)

Look = tuple[int, int]
"""Size and time of a file: what changes when it does."""


class Shelf(Protocol):
    """The shared folder, wherever it is. Everything may raise OSError."""

    def look(self) -> dict[str, Look]:
        """The files in it."""

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, data: bytes) -> None:
        """All of it or nothing, where the place can."""

    def remove(self, name: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What came of a visit to the folder."""

    brought: tuple[str, ...] = ()
    """The journals that were new or longer."""
    sent: bool = False
    others: int = 0
    """How many journals of others lie there."""
    trouble: Message | None = None


class Exchange:
    """Remembers between visits what the files looked like: a visit to a still folder costs a glance."""

    def __init__(self, folder: Path, device: str) -> None:
        self._folder = folder
        self._device = device
        self._own = f"journal-{device}.jsonl"
        self._looks: dict[str, Look] = {}
        self._sent: dict[str, Look] = {}

    def visit(self, shelf: Shelf, history: History) -> Exchanged:
        """Copies in, then out. What is wrong with the folder takes nothing away, and is said."""
        brought: list[str] = []
        others, sent, trouble = 0, False, None
        try:
            there = {name: look for name, look in shelf.look().items() if _is_journal(name)}
            others = sum(not self._is_own(name) for name in there)
            for name, look in sorted(there.items()):
                if not self._is_own(name) and self._looks.get(name) != look:
                    if look[0] <= LARGEST_JOURNAL and self._bring(name, shelf.read(name)):
                        brought.append(name)
                    self._looks[name] = look
            sent = self._send(shelf, there, history)
        except OSError as problem:
            trouble = why(problem)
        return Exchanged(tuple(brought), sent, others, trouble)

    def _is_own(self, name: str) -> bool:
        return name == self._own or name.startswith(f"journal-{self._device}.before-")

    def _bring(self, name: str, data: bytes) -> bool:
        """Puts a journal beside ours, unless it is torn or says no more than what is here."""
        place = self._folder / name
        here = place.read_bytes() if place.exists() else b""
        whole = data[: whole_lines(data)]
        if not whole or here.startswith(whole) or (len(whole) < len(data) and not whole.startswith(here)):
            return False
        try:
            write_file(place, whole)
        except Refusal as refusal:
            raise OSError(errno.EIO, refusal.reason.key) from refusal
        return True

    def _send(self, shelf: Shelf, there: dict[str, Look], history: History) -> bool:
        if self._own in there and self._sent.get(self._own, (-1, -1))[0] != there[self._own][0]:
            self._bring_own_past(shelf.read(self._own), history)
        sent = False
        for path in journals(self._folder):
            if not self._is_own(path.name):
                continue
            data = path.read_bytes()
            data = data[: whole_lines(data)]
            known = self._sent.get(path.name)
            if data and (known != (len(data), hash(data)) or there.get(path.name, (-1, 0))[0] != len(data)):
                shelf.write(path.name, data)
                self._sent[path.name] = len(data), hash(data)
                sent = True
        return sent

    def _bring_own_past(self, data: bytes, history: History) -> None:
        """What this device once said, and does not know any more."""
        whole = data[: whole_lines(data)]
        if whole and history.is_news(whole):
            taken = {path.name for path in journals(self._folder)}
            names = (f"journal-{self._device}.before-{number}.jsonl" for number in range(1, len(taken) + 2))
            with contextlib.suppress(Refusal):
                write_file(self._folder / next(name for name in names if name not in taken), whole)


def try_out(shelf: Shelf, device: str) -> Exchanged:
    """Writes, reads back, and says what lies there."""
    name, content = _TRIAL.format(device=device), f"{device}\n".encode() * 100
    try:
        shelf.write(name, content)
        same = shelf.read(name) == content
        shelf.remove(name)
        others = [one for one in shelf.look() if _is_journal(one) and one != f"journal-{device}.jsonl"]
    except OSError as problem:
        return Exchanged(trouble=why(problem))
    return Exchanged(
        sent=True, others=len(others), trouble=None if same else Message("folder.not_as_written")
    )


def why(problem: OSError) -> Message:
    if isinstance(problem, FileNotFoundError | NotADirectoryError):
        return Message("folder.gone")
    if problem.errno in _NO_ROOM:
        return Message("folder.full")
    if problem.errno in _NOT_ALLOWED:
        return Message("folder.not_allowed")
    return Message("folder.unreadable")


def keep_at_home(folder: Path) -> None:
    """Tells Syncthing what is not to travel, should it carry the history's own folder."""
    place = folder / IGNORED
    with contextlib.suppress(OSError):
        if not place.exists():
            place.write_text(STAYS_HERE, encoding="ascii")


def _is_journal(name: str) -> bool:
    return name.startswith("journal-") and name.endswith(".jsonl") and "/" not in name
