"""Android's documents: whatever app keeps them, the person points at one, and no permission is needed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from phone.files import FOLDER, Picked, Placed
from phone.java import android_activity, as_oserror, autoclass, in_the_background, java_string

ANY_KIND = "*/*"
OPEN, CREATE = 0x7AB1, 0x7AB2
"""What we asked the device for: it answers under the same number."""
RESULT_OK = -1


class AndroidFiles:
    """The Storage Access Framework."""

    def __init__(self) -> None:
        self._answer: Callable[[Any], None] | None = None
        self._asked = 0
        self._listens = False

    def pick(self, kinds: Sequence[str], done: Picked) -> bool:
        # A picker that is told several types greys out files whose ending the device does not know.
        kind = kinds[0] if len(kinds) == 1 else ANY_KIND

        def fetch(uri: Any) -> None:
            if uri is None:
                done(None)
            else:
                in_the_background(lambda: private_copy(uri), done)

        try:
            self._ask(OPEN, "ACTION_OPEN_DOCUMENT", kind, "", fetch)
        except Exception:
            return False
        return True

    def save(self, source: Path, name: str, kind: str, done: Placed) -> None:
        def bring(uri: Any) -> None:
            if uri is None:
                done(None)
            else:
                in_the_background(lambda: fill(uri, source), done)

        try:
            self._ask(CREATE, "ACTION_CREATE_DOCUMENT", kind, name, bring)
        except Exception as trouble:
            done(as_oserror(trouble))

    def _ask(self, number: int, action: str, kind: str, name: str, answer: Callable[[Any], None]) -> None:
        from android import activity  # noqa: PLC0415 - exists on Android only

        constants = autoclass("android.content.Intent")
        intent = constants(getattr(constants, action))
        intent.addCategory(constants.CATEGORY_OPENABLE)
        intent.setType(kind)
        if name:
            intent.putExtra(constants.EXTRA_TITLE, java_string(name))
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


# -- Off the main thread: the other end may be a slow card, or a folder that lives elsewhere ----------------


def private_copy(uri: Any) -> Path:
    """A copy of the document in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="picked-"))
    try:
        copy = folder / display_name(uri)
        with os.fdopen(_open(uri, "r"), "rb") as content, copy.open("wb") as target:
            shutil.copyfileobj(content, target)
    except Exception as trouble:
        shutil.rmtree(folder, ignore_errors=True)
        raise as_oserror(trouble) from trouble
    return copy


def fill(uri: Any, source: Path) -> str:
    """Writes all of it into the document, or takes that away: an empty one would pass for a whole one."""
    try:
        with os.fdopen(_open(uri, "wt"), "wb") as target, source.open("rb") as content:
            shutil.copyfileobj(content, target)
    except Exception as trouble:
        remove(uri)
        raise as_oserror(trouble) from trouble
    return display_name(uri)


def _open(uri: Any, mode: str) -> int:
    """A descriptor of our own."""
    opened = android_activity().getContentResolver().openFileDescriptor(uri, mode)
    if opened is None:
        raise FileNotFoundError(mode)
    return int(opened.detachFd())


def display_name(uri: Any) -> str:
    """The name that the person gave it, or ours where the place does not tell."""
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


def remove(uri: Any) -> None:
    with suppress(Exception):
        contract = autoclass("android.provider.DocumentsContract")
        contract.deleteDocument(android_activity().getContentResolver(), uri)
