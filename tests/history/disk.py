"""A disk that fails when it is told to, and that knows what a loss of power may leave of it.

Inside `with Disk(root):` the functions of `os` that the history calls go through here, as far as they are
about files under `root`. They are carried out on the real disk; every one is counted (`calls`), and one of
them may fail (`faults`). Besides, the disk keeps two versions of everything: as a program sees it, and as it
is certain to be after a loss of power.

- What a file holds is certain once the file itself was flushed; that does not make its name certain.
- A name in a folder (made, exchanged or removed) is certain once that folder was flushed.
- Whatever is not certain may have arrived or not: of the names in a folder so many as came first, of the
  letters of a file none, all, the first half, a length without letters, or the last half without the first.

`left_by_power_loss` makes all these disks, each once. Nothing here depends on time or on luck.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

SHORT = "short"
"""Instead of an error: half of a write is done, and the next write finds the disk full."""


@dataclass(eq=False)
class Node:
    """A file or a folder, whatever its names are."""

    is_folder: bool
    content: bytes = b""
    certain: bytes = b""
    names: dict[str, Node] = field(default_factory=dict)
    certain_names: dict[str, Node] = field(default_factory=dict)
    waiting: list[dict[str, Node | None]] = field(default_factory=list)
    """What has happened to the names since they were certain, step by step; None stands for removed."""

    def change(self, names: dict[str, Node | None]) -> None:
        self.waiting.append(names)
        self.names = _after(self.names, [names])

    def flush(self) -> None:
        self.certain = self.content
        self.certain_names = dict(self.names)
        self.waiting = []


def _after(names: dict[str, Node], changes: list[dict[str, Node | None]]) -> dict[str, Node]:
    found: dict[str, Node | None] = dict(names)
    for change in changes:
        found.update(change)
    return {name: node for name, node in found.items() if node is not None}


def _letters(node: Node) -> list[bytes]:
    """What the file may hold, the certain first and the complete last."""
    certain, content = node.certain, node.content
    if certain == content:
        return [content]
    if not content.startswith(certain):
        return [certain, content + certain[len(content) :], content]
    new = content[len(certain) :]
    half = len(new) // 2
    return [
        certain,
        certain + new[:half],
        certain + bytes(len(new)),
        certain + new[:half] + bytes(len(new) - half),
        certain + bytes(half) + new[half:],
        content,
    ]


Tree = dict[str, Any]


class Disk:
    """The files under `root`, which is there already; what lies in it at the beginning is certain."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[str] = []
        """The name of every call so far, such as "write journal-phone.jsonl"."""
        self.faults: dict[int, int | str] = {}
        """What the calls with these numbers do instead: fail with this error, or SHORT."""
        self.before_each: Callable[[], None] = lambda: None
        """Called before anything changes."""
        self._open: dict[int, tuple[Path, Node]] = {}
        self._full = False
        self._top = self._read(root)

    def _read(self, path: Path) -> Node:
        if path.is_dir():
            node = Node(is_folder=True, names={one.name: self._read(one) for one in path.iterdir()})
        else:
            node = Node(is_folder=False, content=path.read_bytes())
        node.flush()
        return node

    # -- In the place of the system -----------------------------------------------------------------------

    def __enter__(self) -> Self:
        names = ("open", "write", "pread", "fsync", "fdatasync", "ftruncate", "replace", "mkdir", "unlink")
        self._real = {name: getattr(os, name) for name in (*names, "close", "stat", "scandir", "listdir")}
        self._real_open = io.open
        shims = {name: getattr(self, f"_{name}_call") for name in self._real}
        self._patches = [patch.object(os, name, shim) for name, shim in shims.items()]
        self._patches.append(patch.object(io, "open", self._open_file))
        self._patches.append(patch.object(builtins, "open", self._open_file))
        self._patches.append(patch("history.journal._flush", self._fdatasync_call))
        for one in self._patches:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        for one in reversed(self._patches):
            one.stop()

    def _inside(self, path: Any) -> Path | None:
        if not isinstance(path, str | os.PathLike):
            return None
        absolute = Path(path)
        return absolute if absolute.is_relative_to(self.root) else None

    def _count(self, name: str, path: Path, *, changes: bool = False) -> int | str | None:
        """Counts the call; raises the error that it is to fail with."""
        number = len(self.calls)
        self.calls.append(f"{name} {path.relative_to(self.root)}")
        if changes:
            self.before_each()
        fault = self.faults.get(number)
        if self._full and name == "write":
            self._full = False
            fault = errno.ENOSPC
        if isinstance(fault, int):
            raise OSError(fault, os.strerror(fault), str(path))
        return fault

    def _find(self, path: Path) -> Node:
        node = self._top
        for part in path.relative_to(self.root).parts:
            node = node.names[part]
        return node

    def _open_call(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        inside = self._inside(path)
        if inside is None:
            return int(self._real["open"](path, flags, mode, **more))
        self._count("open", inside, changes=bool(flags & (os.O_CREAT | os.O_TRUNC)))
        descriptor = int(self._real["open"](path, flags, mode, **more))
        folder = self._top if inside == self.root else self._find(inside.parent)
        if inside != self.root and inside.name not in folder.names:
            folder.change({inside.name: Node(is_folder=False)})
        node = self._find(inside)
        if flags & os.O_TRUNC:
            node.content = b""
        self._open[descriptor] = inside, node
        return descriptor

    def _close_call(self, descriptor: int) -> None:
        self._open.pop(descriptor, None)
        self._real["close"](descriptor)

    def _write_call(self, descriptor: int, data: Any) -> int:
        if descriptor not in self._open:
            return int(self._real["write"](descriptor, data))
        path, node = self._open[descriptor]
        if self._count("write", path, changes=True) == SHORT:
            data, self._full = bytes(data)[: len(data) // 2], True
        written = int(self._real["write"](descriptor, data))
        node.content += bytes(data)[:written]
        return written

    def _ftruncate_call(self, descriptor: int, size: int) -> None:
        if descriptor in self._open:
            path, node = self._open[descriptor]
            self._count("ftruncate", path, changes=True)
            node.content = node.content[:size]
        self._real["ftruncate"](descriptor, size)

    def _flush_call(self, name: str, descriptor: int) -> None:
        if descriptor not in self._open:
            self._real[name](descriptor)
            return
        path, node = self._open[descriptor]
        self._count(name, path, changes=True)
        node.flush()  # the real disk need not be bothered

    def _fsync_call(self, descriptor: int) -> None:
        self._flush_call("fsync", descriptor)

    def _fdatasync_call(self, descriptor: int) -> None:
        self._flush_call("fdatasync", descriptor)

    def _pread_call(self, descriptor: int, size: int, position: int) -> bytes:
        if descriptor in self._open:
            self._count("pread", self._open[descriptor][0])
        return bytes(self._real["pread"](descriptor, size, position))

    def _replace_call(self, source: Any, target: Any, **more: Any) -> None:
        one, other = self._inside(source), self._inside(target)
        if one is not None and other is not None:
            self._count("replace", other, changes=True)
        self._real["replace"](source, target, **more)
        if one is not None and other is not None:
            assert one.parent == other.parent
            self._find(one.parent).change({other.name: self._find(one), one.name: None})

    def _mkdir_call(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        inside = self._inside(path)
        if inside is not None:
            self._count("mkdir", inside, changes=True)
        self._real["mkdir"](path, mode, **more)
        if inside is not None:
            self._find(inside.parent).change({inside.name: Node(is_folder=True)})

    def _unlink_call(self, path: Any, **more: Any) -> None:
        inside = self._inside(path)
        if inside is not None:
            self._count("unlink", inside, changes=True)
        self._real["unlink"](path, **more)
        if inside is not None:
            self._find(inside.parent).change({inside.name: None})

    def _stat_call(self, path: Any, **more: Any) -> Any:
        if (inside := self._inside(path)) is not None:
            self._count("stat", inside)
        return self._real["stat"](path, **more)

    def _scandir_call(self, path: Any = ".") -> Any:
        if (inside := self._inside(path)) is not None:
            self._count("scandir", inside)
        return self._real["scandir"](path)

    def _listdir_call(self, path: Any = ".") -> Any:
        if (inside := self._inside(path)) is not None:
            self._count("listdir", inside)
        return self._real["listdir"](path)

    def _open_file(self, file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        """Files opened the comfortable way are only read: what is written goes through `os`."""
        inside = self._open[file][0] if file in self._open else self._inside(file)
        if inside is None:
            return self._real_open(file, mode, *rest, **more)
        assert set(mode) <= set("rbt"), f"{inside} is written past the disk"
        if not isinstance(file, int):
            self._count("open", inside)
        return _Reading(self._real_open(file, mode, *rest, **more), lambda: self._count("read", inside))

    # -- After a loss of power ----------------------------------------------------------------------------

    def left_by_power_loss(self) -> Iterator[Tree]:
        """All disks that may be left now, each once."""
        folders = [node for node in _nodes(self._top) if node.is_folder and node.waiting]
        choices: list[dict[Node, int]] = [{}]
        for others in (False, True):
            whole = {one: len(one.waiting) if others else 0 for one in folders}
            choices.append(whole)
            choices += [{**whole, one: length} for one in folders for length in range(len(one.waiting))]
        seen = set()
        for choice in choices:
            for version in range(6):
                tree = _tree(self._top, choice, version)
                if (mark := fingerprint(tree)) not in seen:
                    seen.add(mark)
                    yield tree


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for one in {id(one): one for one in (*node.names.values(), *node.certain_names.values())}.values():
        yield from _nodes(one)


def _tree(node: Node, choice: dict[Node, int], version: int) -> Any:
    if not node.is_folder:
        letters = _letters(node)
        return letters[min(version, len(letters) - 1)]
    names = _after(node.certain_names, node.waiting[: choice.get(node, 0)])
    return {name: _tree(one, choice, version) for name, one in names.items()}


def fingerprint(tree: Any) -> bytes:
    if isinstance(tree, bytes):
        return sha256(tree).digest()
    parts = [name.encode() + b"\0" + fingerprint(one) for name, one in sorted(tree.items())]
    return sha256(b"/" + b"".join(parts)).digest()


def lay_out(tree: Tree, folder: Path) -> Path:
    """The disk as files in a folder that is not there yet."""
    folder.mkdir()
    for name, one in tree.items():
        if isinstance(one, bytes):
            (folder / name).write_bytes(one)
        else:
            lay_out(one, folder / name)
    return folder


class _Reading:
    """An open file that counts every reading."""

    def __init__(self, file: Any, counted: Callable[[], object]) -> None:
        self._file, self._counted = file, counted

    def read(self, *size: int) -> Any:
        self._counted()
        return self._file.read(*size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
