"""The app in a window that nobody sees, stepped until it stands still and then photographed."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder

from history import History
from screens.app import TablesideApp
from screens.demonstration import SIZES, Look, density
from screens.demonstration.evenings import TODAY, fill
from screens.demonstration.stops import Stop, stops, tall_views

BETWEEN_SWEEPS = 10
"""Stops after which the pages of others are swept up: they would follow every change of language and theme,
and Python left alone would look through everything far too often."""
STANDS_STILL = 5
"""Frames after which every layout and texture has found its size."""
PATIENCE = 60.0


class StudioApp(TablesideApp):
    """Keeps nothing of what is played for the camera."""

    def __init__(self, folder: Path) -> None:
        fill(folder / "history")
        super().__init__(folder, today=lambda: TODAY)
        self._kept: Any = None

    def save_session(self, document: dict[str, Any]) -> None:
        pass

    def as_new(self) -> None:
        """As on the first day."""
        self._kept, self.history = self.history, History.open(self.folder / "empty")

    def as_before(self) -> None:
        self.cupboard.close()
        self.history = self._kept


class Studio:
    def __init__(self, folder: Path) -> None:
        self.app = StudioApp(folder)
        self.app._run_prepare()
        self.settle(lambda: self.app.history is not None)
        self._visits = 0
        stops()
        gc.freeze()
        gc.disable()

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Frames without drawing them: only the last one is looked at."""
        end = monotonic() + PATIENCE
        frames = 0
        while frames < STANDS_STILL or not until():
            if monotonic() > end:
                raise TimeoutError("the demonstration does not get on")
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()
            frames += 1

    def dress(self, look: Look) -> None:
        width, height = SIZES[look.device]
        Window.size = round(width * density(look.device)), round(height * density(look.device))
        self.app.choose(
            theme=look.theme, language=look.language, text_scale=look.text_scale, reduced_motion=True
        )
        self.settle()

    def visit(self, stop: Stop) -> None:
        for step in stop.steps:
            step(self.app)
            self.settle(lambda: stop.ready(self.app))

    def leave(self, stop: Stop) -> None:
        for overlay in reversed(self.app.root.overlays):
            overlay.close()
        self.app.hush()
        for view in tall_views(self.app):
            view.scroll_y = 1
        if stop.afterwards:
            stop.afterwards(self.app)
        self._visits += 1
        if self._visits % BETWEEN_SWEEPS == 0:
            self.sweep_up()

    def sweep_up(self) -> None:
        self.app.ways.forget_others()
        gc.collect()

    def shoot(self, stop: Stop, picture: Path) -> None:
        self.visit(stop)
        EventLoop.idle()
        Path(Window.screenshot(name=str(picture))).replace(picture)
        self.leave(stop)

    def rest(self) -> None:
        gc.enable()
        gc.unfreeze()

    def close(self) -> None:
        self.rest()
        self.app.stop()
