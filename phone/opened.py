"""A file that was opened with Tableside: from a file manager, out of a message, or by name on a desktop."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.utils import platform

from phone.java import android_activity, as_oserror, autoclass, cast, in_the_background

DOOR = "main.py"
"""Whose command line is ours to read."""
Opened = Callable[[Path | OSError, bool], None]
"""Gets the file, and whether it is a private copy that is the caller's to delete; on the main thread."""


class Opener(Protocol):
    def listen(self, opened: Opened) -> None:
        """Tells of the file with which the app was started, and of every later one."""


def device_opener() -> Opener:
    if platform == "android":
        return AndroidOpener()
    called, *names = sys.argv or [""]
    return NamedFile(names if Path(called).name == DOOR else [])


class NamedFile:
    """The first name on the command line: `python main.py FILE`."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [name for name in names if not name.startswith("-")]

    def listen(self, opened: Opened) -> None:
        if self._names:
            opened(Path(self._names[0]).expanduser(), False)


class AndroidOpener:
    """VIEW brings an address as its data, SEND as its stream; both may be read only while we are asked."""

    def listen(self, opened: Opened) -> None:
        from android import activity  # noqa: PLC0415 - exists on Android only

        activity.bind(
            on_new_intent=lambda intent: Clock.schedule_once(lambda _passed: _fetch(intent, opened))
        )
        _fetch(android_activity().getIntent(), opened)


def _fetch(intent: Any, opened: Opened) -> None:
    from phone.documents import private_copy  # noqa: PLC0415 - speaks Java

    try:
        uri = _address(intent)
    except Exception as trouble:
        opened(as_oserror(trouble), True)
        return
    if uri is not None:
        # The same file is not to be offered again when the activity is made anew.
        intent.setAction(autoclass("android.content.Intent").ACTION_MAIN)
        in_the_background(lambda: private_copy(uri), lambda outcome: opened(outcome, True))


def _address(intent: Any) -> Any:
    constants = autoclass("android.content.Intent")
    action = None if intent is None else intent.getAction()
    if action == constants.ACTION_VIEW:
        return intent.getData()
    if action == constants.ACTION_SEND:
        stream = intent.getParcelableExtra(constants.EXTRA_STREAM)
        return None if stream is None else cast("android.net.Uri", stream)
    return None
