"""Handing something to somebody: the device's own share sheet, or a file whose place is shown."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Protocol

from kivy.utils import platform

from phone.files import Files, Placed, copy_beside, device_files
from phone.java import android_activity, as_oserror, autoclass, cast, char_sequence

OUTBOX = "shared"
"""The folder in the cache that other apps may read from, one file at a time, once it was shared with them."""
AUTHORITY = ".files"
"""After the name of the package: who answers for the files in the outbox."""
KEPT = 10
"""Files that stay in the outbox: the app they were shared with may not have read them yet."""
PLAIN_TEXT = "text/plain"


class Sharing(Protocol):
    """`done` is called with the place of a file, with None once the device has taken over, or with the
    OSError that kept it from happening. What was given may be removed as soon as the call has returned."""

    def share_text(self, text: str, title: str, done: Placed) -> None: ...

    def share_file(self, path: Path, kind: str, title: str, done: Placed) -> None: ...


def device_sharing() -> Sharing:
    return AndroidSharing() if platform == "android" else FileSharing(device_files())


# -- A desktop --------------------------------------------------------------------------------------------


class FileSharing:
    """Whoever sits at a desk can send a file on by themselves."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def share_text(self, text: str, title: str, done: Placed) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
                path = Path(folder) / "text.txt"
                path.write_text(text, encoding="utf-8")
                self._files.save(path, f"{title}.txt", PLAIN_TEXT, done)
        except OSError as trouble:
            done(trouble)

    def share_file(self, path: Path, kind: str, title: str, done: Placed) -> None:
        self._files.save(path, path.name, kind, done)


# -- Android ----------------------------------------------------------------------------------------------


class AndroidSharing:
    """ACTION_SEND with the system's chooser; a file goes out as a content address that only its receiver may
    read, answered for by androidx's FileProvider."""

    def share_text(self, text: str, title: str, done: Placed) -> None:
        try:
            self._send(PLAIN_TEXT, title, "EXTRA_TEXT", char_sequence(text))
        except Exception as trouble:
            done(as_oserror(trouble))
        else:
            done(None)

    def share_file(self, path: Path, kind: str, title: str, done: Placed) -> None:
        try:
            self._send(kind, title, "EXTRA_STREAM", self._address(path))
        except Exception as trouble:
            done(as_oserror(trouble))
        else:
            done(None)

    def _address(self, path: Path) -> Any:
        activity = android_activity()
        copy = into_outbox(path, Path(activity.getCacheDir().getAbsolutePath()) / OUTBOX)
        provider = autoclass("androidx.core.content.FileProvider")
        file = autoclass("java.io.File")(str(copy))
        address = provider.getUriForFile(activity, activity.getPackageName() + AUTHORITY, file)
        return cast("android.os.Parcelable", address)

    def _send(self, kind: str, title: str, what: str, content: Any) -> None:
        constants = autoclass("android.content.Intent")
        intent = constants(constants.ACTION_SEND)
        intent.setType(kind)
        intent.putExtra(constants.EXTRA_SUBJECT, char_sequence(title))
        intent.putExtra(getattr(constants, what), content)
        intent.addFlags(constants.FLAG_GRANT_READ_URI_PERMISSION)
        android_activity().startActivity(constants.createChooser(intent, char_sequence(title)))


def into_outbox(path: Path, outbox: Path) -> Path:
    """A copy under its own name; the oldest copies make room."""
    outbox.mkdir(parents=True, exist_ok=True)
    earlier = sorted(outbox.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for old in earlier[KEPT - 1 :]:
        old.unlink()
    return copy_beside(path, outbox, path.name)
