"""Files in and out: chosen or placed by the person, through the device's own picker where it has one.

What went wrong is handed over as an OSError instead of being raised: on a phone the answer comes long after
the question, and nobody is left there to catch it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.utils import platform

Picked = Callable[[Path | OSError | None], None]
"""Gets a private copy of the chosen file (the caller's to delete), None when nothing was chosen."""
Placed = Callable[[str | OSError | None], None]
"""Gets the place as a person reads it, None when it was called off."""

ANY_KIND = "*/*"
FOLDER = "Tableside"
OPEN, CREATE = 0x7AB1, 0x7AB2
"""What we asked the device for: it answers under the same number."""
RESULT_OK = -1


class Files(Protocol):
    """Both answers come on the main thread, perhaps before the call returns."""

    def pick(self, kinds: Sequence[str], done: Picked) -> bool:
        """Lets a file be chosen, of these MIME types; False when the device has no picker of its own."""

    def save(self, source: Path, name: str, kind: str, done: Placed) -> None:
        """Puts a copy where the person wants it. `source` has to stay until `done` is called."""


def device_files() -> Files:
    return AndroidFiles() if platform == "android" else HomeFiles()


# -- A desktop --------------------------------------------------------------------------------------------


class HomeFiles:
    """Into the documents of whoever sits here, beside what is there already; never over it."""

    def __init__(self, home: Path | None = None) -> None:
        self._home = home

    def pick(self, kinds: Sequence[str], done: Picked) -> bool:
        return False

    def save(self, source: Path, name: str, kind: str, done: Placed) -> None:
        try:
            place = copy_beside(source, self._folder(), name)
        except OSError as trouble:
            done(trouble)
        else:
            done(str(place))

    def _folder(self) -> Path:
        home = self._home or Path.home()
        for folder in (documents_folder(home) / FOLDER, home / FOLDER):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError:
                continue
            if os.access(folder, os.W_OK):
                return folder
        return home


def documents_folder(home: Path) -> Path:
    """Where this desktop keeps documents, whatever it calls them; the home folder if it keeps none."""
    try:
        told = (home / ".config" / "user-dirs.dirs").read_text(encoding="utf-8")
    except (OSError, ValueError):
        told = ""
    for line in told.splitlines():
        key, _equals, value = line.partition("=")
        if key.strip() == "XDG_DOCUMENTS_DIR":
            return Path(value.strip().strip('"').replace("$HOME", str(home)))
    return home / "Documents" if (home / "Documents").is_dir() else home


def copy_beside(source: Path, folder: Path, name: str) -> Path:
    """A whole copy under this name, or with a number added; OSError, and then there is no copy at all."""
    wanted = Path(Path(name).name)
    for number in count(1):
        place = folder / (wanted if number == 1 else f"{wanted.stem} ({number}){wanted.suffix}")
        try:
            target = place.open("xb")
        except FileExistsError:
            continue
        break
    try:
        with target, source.open("rb") as content:
            shutil.copyfileobj(content, target)
    except OSError:
        place.unlink(missing_ok=True)
        raise
    return place


# -- Android ----------------------------------------------------------------------------------------------


class AndroidFiles:
    """The Storage Access Framework: the person points at the file, so no permission is needed."""

    def __init__(self) -> None:
        self._answer: Callable[[Any], None] | None = None
        self._asked = 0
        self._listens = False

    def pick(self, kinds: Sequence[str], done: Picked) -> bool:
        # A picker that is told several types greys out files whose ending the device does not know.
        kind = kinds[0] if len(kinds) == 1 else ANY_KIND
        try:
            self._ask(OPEN, "ACTION_OPEN_DOCUMENT", kind, "", lambda uri: self._fetch(uri, done))
        except Exception:
            return False
        return True

    def save(self, source: Path, name: str, kind: str, done: Placed) -> None:
        def bring(uri: Any) -> None:
            self._bring(source, uri, done)

        try:
            self._ask(CREATE, "ACTION_CREATE_DOCUMENT", kind, name, bring)
        except Exception as trouble:
            done(as_oserror(trouble))

    def _ask(self, number: int, action: str, kind: str, name: str, answer: Callable[[Any], None]) -> None:
        from android import activity  # noqa: PLC0415 - exists on Android only
        from jnius import autoclass  # noqa: PLC0415 - exists on Android only

        constants = autoclass("android.content.Intent")
        intent = constants(getattr(constants, action))
        intent.addCategory(constants.CATEGORY_OPENABLE)
        intent.setType(kind)
        if name:
            intent.putExtra(constants.EXTRA_TITLE, name)
        if not self._listens:
            activity.bind(on_activity_result=self._on_activity_result)
            self._listens = True
        self._asked, self._answer = number, answer
        android_activity().startActivityForResult(intent, number)

    def _on_activity_result(self, number: int, result: int, intent: Any) -> None:
        """Comes on the device's own thread, which must not wait for us."""
        if number != self._asked or self._answer is None:
            return
        answer, self._answer = self._answer, None
        uri = intent.getData() if result == RESULT_OK and intent is not None else None
        Clock.schedule_once(lambda _passed: answer(uri))

    def _fetch(self, uri: Any, done: Picked) -> None:
        if uri is None:
            done(None)
            return
        try:
            copy = Path(tempfile.mkdtemp(prefix="picked-")) / _display_name(uri)
            descriptor = _open(uri, "r")
        except Exception as trouble:
            done(as_oserror(trouble))
            return
        _in_the_background(lambda: _read_into(descriptor, copy), done)

    def _bring(self, source: Path, uri: Any, done: Placed) -> None:
        def brought(outcome: str | OSError) -> None:
            if isinstance(outcome, OSError):
                _remove(uri)
            done(outcome)

        if uri is None:
            done(None)
            return
        try:
            descriptor = _open(uri, "wt")
        except Exception as trouble:
            brought(as_oserror(trouble))
            return
        place = _display_name(uri)
        _in_the_background(lambda: _write_from(source, descriptor, place), brought)


def android_activity() -> Any:
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    return autoclass("org.kivy.android.PythonActivity").mActivity


def _open(uri: Any, mode: str) -> int:
    """A descriptor of our own: what follows needs no Java, and so may run on any thread."""
    return int(android_activity().getContentResolver().openFileDescriptor(uri, mode).detachFd())


def _display_name(uri: Any) -> str:
    """The name that the person gave it, or ours where the place does not tell."""
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    try:
        column = autoclass("android.provider.OpenableColumns").DISPLAY_NAME
        cursor = android_activity().getContentResolver().query(uri, [column], None, None, None)
        try:
            told = cursor.getString(0) if cursor.moveToFirst() else ""
        finally:
            cursor.close()
    except Exception:
        return FOLDER
    return Path(told or "").name or FOLDER


def _remove(uri: Any) -> None:
    """A document that could not be filled would pass for a whole one."""
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    with suppress(Exception):
        contract = autoclass("android.provider.DocumentsContract")
        contract.deleteDocument(android_activity().getContentResolver(), uri)


def _read_into(descriptor: int, copy: Path) -> Path:
    try:
        with os.fdopen(descriptor, "rb") as content, copy.open("wb") as target:
            shutil.copyfileobj(content, target)
    except OSError:
        shutil.rmtree(copy.parent, ignore_errors=True)
        raise
    return copy


def _write_from(source: Path, descriptor: int, place: str) -> str:
    with os.fdopen(descriptor, "wb") as target, source.open("rb") as content:
        shutil.copyfileobj(content, target)
    return place


def _in_the_background(work: Callable[[], Any], done: Callable[[Any], None]) -> None:
    """The other end may be a slow card or a folder that lives elsewhere."""

    def run() -> None:
        try:
            outcome = work()
        except OSError as trouble:
            outcome = trouble
        Clock.schedule_once(lambda _passed: done(outcome))

    Thread(target=run, daemon=True).start()


def as_oserror(trouble: Exception) -> OSError:
    return trouble if isinstance(trouble, OSError) else OSError(str(trouble))
