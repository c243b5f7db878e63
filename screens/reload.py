"""While one works on how it looks: a .kv that is saved is shown at once. Started by `make run RELOAD=1`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder

from screens import kv

LOOK_AGAIN = 0.5


class Reloader:
    def __init__(self, app: Any) -> None:
        self._app = app
        self._seen: dict[str, float] = {}
        self._looking = Clock.schedule_interval(self.look, LOOK_AGAIN)
        app.fbind("on_stop", self.stop)  # which also holds it: a clock only knows it

    def stop(self, *_: object) -> None:
        self._looking.cancel()

    def look(self, *_: object) -> None:
        """Pages are built anew where anything has changed; a .kv that cannot be read yet is tried again."""
        saved = {path: Path(path).stat().st_mtime for path in Builder.files if path and Path(path).exists()}
        changed = [path for path, at in saved.items() if self._seen.setdefault(path, at) != at]
        for path in changed:
            Builder.unload_file(path)
            try:
                kv.load_file(Path(path))
            except Exception as trouble:
                self._app.snack(f"{Path(path).name}: {trouble}")
            self._seen[path] = saved[path]
        if changed:
            self._app.ways.rebuild()
