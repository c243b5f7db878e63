"""Files in and out: chosen or placed by the person, through the device's own picker where it has one.

What went wrong is handed over as an OSError instead of being raised: on a phone the answer comes long after
the question, and nobody is left there to catch it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Protocol

from kivy.utils import platform

Picked = Callable[[Path | OSError | None], None]
"""Gets a private copy of the chosen file (the caller's to delete), None when nothing was chosen."""
Placed = Callable[[str | OSError | None], None]
"""Gets the place as a person reads it, None when it was called off."""

FOLDER = "Tableside"


class Files(Protocol):
    """Both answers come on the main thread, perhaps before the call returns."""

    def pick(self, kinds: Sequence[str], done: Picked) -> bool:
        """Lets a file be chosen, of these MIME types; False when the device has no picker of its own."""

    def save(self, source: Path, name: str, kind: str, done: Placed) -> None:
        """Puts a copy where the person wants it. `source` has to stay until `done` is called."""


def device_files() -> Files:
    if platform == "android":
        from phone.documents import AndroidFiles  # noqa: PLC0415 - speaks Java

        return AndroidFiles()
    return HomeFiles()


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
