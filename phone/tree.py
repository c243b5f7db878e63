"""A folder that the person picks once and that stays open to the app: a path on a desktop, a document tree on
Android, whose permission outlives the app. What goes wrong in it is an OSError.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.utils import platform

from phone.java import android_activity, as_oserror, autoclass, java_string

Look = tuple[int, int]
Chosen = Callable[[str], None]
"""Gets the place of the folder, to be kept as it is; empty when none was chosen."""

ASKED = 0x7AB3
RESULT_OK = -1
ANY_KIND = "application/octet-stream"


class Folder(Protocol):
    def look(self) -> dict[str, Look]: ...

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, data: bytes) -> None: ...

    def remove(self, name: str) -> None: ...


class Trees(Protocol):
    def pick(self, done: Chosen) -> bool:
        """Lets a folder be chosen; False when the device has no picker of its own, and a path is typed."""

    def open(self, place: str) -> Folder:
        """The folder at a place that was chosen before."""

    def told(self, place: str) -> str:
        """The place as a person reads it."""


def device_trees() -> Trees:
    return AndroidTrees() if platform == "android" else PathTrees()


# -- A desktop --------------------------------------------------------------------------------------------


class PathTrees:
    def pick(self, done: Chosen) -> bool:
        return False

    def open(self, place: str) -> Folder:
        return PathFolder(Path(place).expanduser())

    def told(self, place: str) -> str:
        return place


class PathFolder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self) -> dict[str, Look]:
        with os.scandir(self._path) as found:
            about = {one.name: one.stat() for one in found if one.is_file()}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in about.items()}

    def read(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """Beside its place first, so that nobody ever reads half of it."""
        if not self._path.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))
        draft = self._path / f".{name}.part"
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path / name)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise

    def remove(self, name: str) -> None:
        (self._path / name).unlink()


# -- Android ----------------------------------------------------------------------------------------------


class AndroidTrees:
    """ACTION_OPEN_DOCUMENT_TREE; the permission is taken for good."""

    def __init__(self) -> None:
        self._done: Chosen | None = None
        self._listens = False

    def pick(self, done: Chosen) -> bool:
        from android import activity  # noqa: PLC0415 - exists on Android only

        constants = autoclass("android.content.Intent")
        try:
            if not self._listens:
                activity.bind(on_activity_result=self._on_activity_result)
                self._listens = True
            self._done = done
            intent = constants(constants.ACTION_OPEN_DOCUMENT_TREE)
            intent.addFlags(self._flags(constants) | constants.FLAG_GRANT_PERSISTABLE_URI_PERMISSION)
            android_activity().startActivityForResult(intent, ASKED)
        except Exception:
            return False
        return True

    @staticmethod
    def _flags(constants: Any) -> int:
        return int(constants.FLAG_GRANT_READ_URI_PERMISSION | constants.FLAG_GRANT_WRITE_URI_PERMISSION)

    def _on_activity_result(self, number: int, result: int, intent: Any) -> None:
        """Comes on the device's own thread."""
        if number != ASKED or self._done is None:
            return
        done, self._done = self._done, None
        uri = intent.getData() if result == RESULT_OK and intent is not None else None
        if uri is not None:
            with suppress(Exception):
                flags = self._flags(autoclass("android.content.Intent"))
                android_activity().getContentResolver().takePersistableUriPermission(uri, flags)
        place = "" if uri is None else str(uri.toString())
        Clock.schedule_once(lambda _passed: done(place))

    def open(self, place: str) -> Folder:
        return TreeFolder(place)

    def told(self, place: str) -> str:
        with suppress(Exception):
            tree = autoclass("android.net.Uri").parse(java_string(place))
            told = autoclass("android.provider.DocumentsContract").getTreeDocumentId(tree)
            return str(told).rpartition(":")[2] or str(told)
        return place


class TreeFolder:
    """The documents of a tree, by name. Their provider may be a card, or a cloud."""

    def __init__(self, place: str) -> None:
        self._place = place

    @property
    def _tree(self) -> Any:
        return autoclass("android.net.Uri").parse(java_string(self._place))

    def look(self) -> dict[str, Look]:
        return {name: look for name, (look, _document) in self._documents().items()}

    def _documents(self) -> dict[str, tuple[Look, str]]:
        contract = autoclass("android.provider.DocumentsContract")
        columns = autoclass("android.provider.DocumentsContract$Document")
        wanted = [
            columns.COLUMN_DISPLAY_NAME,
            columns.COLUMN_SIZE,
            columns.COLUMN_LAST_MODIFIED,
            columns.COLUMN_DOCUMENT_ID,
        ]
        found: dict[str, tuple[Look, str]] = {}
        try:
            tree = self._tree
            below = contract.buildChildDocumentsUriUsingTree(tree, contract.getTreeDocumentId(tree))
            cursor = android_activity().getContentResolver().query(below, wanted, None, None, None)
            if cursor is None:
                raise FileNotFoundError(errno.ENOENT, self._place)
            try:
                while cursor.moveToNext():
                    look = int(cursor.getLong(1)), int(cursor.getLong(2))
                    found[str(cursor.getString(0))] = look, str(cursor.getString(3))
            finally:
                cursor.close()
        except Exception as trouble:
            raise _as_told(trouble) from trouble
        return found

    def _uri(self, document: str) -> Any:
        contract = autoclass("android.provider.DocumentsContract")
        return contract.buildDocumentUriUsingTree(self._tree, document)

    def _descriptor(self, document: str, mode: str) -> int:
        opened = android_activity().getContentResolver().openFileDescriptor(self._uri(document), mode)
        if opened is None:
            raise FileNotFoundError(errno.ENOENT, document)
        return int(opened.detachFd())

    def read(self, name: str) -> bytes:
        try:
            with os.fdopen(self._descriptor(self._documents()[name][1], "r"), "rb") as file:
                return file.read()
        except Exception as trouble:
            raise _as_told(trouble) from trouble

    def write(self, name: str, data: bytes) -> None:
        """A tree cannot exchange one document for another at once: whoever reads meanwhile sees a torn one,
        which costs nothing."""
        contract = autoclass("android.provider.DocumentsContract")
        try:
            known = self._documents().get(name)
            if known is None:
                tree = self._tree
                parent = contract.buildDocumentUriUsingTree(tree, contract.getTreeDocumentId(tree))
                resolver = android_activity().getContentResolver()
                made = contract.createDocument(resolver, parent, ANY_KIND, name)
                document = str(contract.getDocumentId(made))
            else:
                document = known[1]
            with os.fdopen(self._descriptor(document, "wt"), "wb") as file:
                file.write(data)
        except Exception as trouble:
            raise _as_told(trouble) from trouble

    def remove(self, name: str) -> None:
        contract = autoclass("android.provider.DocumentsContract")
        try:
            uri = self._uri(self._documents()[name][1])
            contract.deleteDocument(android_activity().getContentResolver(), uri)
        except Exception as trouble:
            raise _as_told(trouble) from trouble


def _as_told(trouble: Exception) -> OSError:
    """What Java says in its own exceptions."""
    told = str(trouble)
    if isinstance(trouble, KeyError) or "FileNotFound" in told:
        return FileNotFoundError(errno.ENOENT, told)
    if "SecurityException" in told:
        return PermissionError(errno.EACCES, told)
    return as_oserror(trouble)
