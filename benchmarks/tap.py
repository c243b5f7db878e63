"""From a tap to the next drawn frame, at move 10 and at move 300 of a table of six, beside a bare screen.

The finger is on the glass already; the time runs from its lifting until the frame that shows the move has
been drawn. The bare screen is a button and as many plain labels as the table has, and nothing else: no box,
no rule, nothing saved. Its tap writes all of them, or only as many as a move changes.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measure import row

LIMIT_TO_BARE = 1.5


@dataclass(frozen=True, slots=True)
class Effort:
    taps: int
    rounds: int
    """Table and bare screens take turns, so that a noisy minute falls on all of them."""


FULL = Effort(taps=60, rounds=3)
TOY = Effort(taps=1, rounds=1)


def open_window() -> None:
    os.environ.update(
        SDL_VIDEODRIVER="offscreen", KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1"
    )
    from main import prepare_kivy  # noqa: PLC0415 - the environment comes first

    prepare_kivy()
    from kivy.config import Config  # noqa: PLC0415

    for name in ("maxfps", "vsync"):
        Config.set("graphics", name, "0")


def idle(frames: int) -> None:
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window

    for _ in range(frames):
        EventLoop.idle()


def frame_after(action: Callable[[], object]) -> float:
    """Milliseconds from the action until the frame that shows it has been drawn."""
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window
    from kivy.graphics.opengl import glFinish  # noqa: PLC0415

    glFinish()  # what was drawn before is no part of it, and the frame is part of it to its last pixel
    begin = perf_counter()
    action()
    EventLoop.idle()
    glFinish()
    elapsed = 1000 * (perf_counter() - begin)
    idle(3)
    return elapsed


def frame_after_tap(widget: Any) -> float:
    """Milliseconds from the lifting of the finger until the frame has been drawn."""
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415

    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    while any(isinstance(held(), ScrollView) for held in touch.grab_list):
        EventLoop.idle()
    idle(3)
    return frame_after(touch.touch_up)


def long_session(moves: int) -> dict[str, Any]:
    """Pearls for six; corrections of the pile keep it going for as long as it takes."""
    from datetime import UTC, datetime  # noqa: PLC0415
    from uuid import uuid4  # noqa: PLC0415

    from history.live import new_session  # noqa: PLC0415

    names = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")
    seats = [{"id": str(uuid4()), "name": name} for name in names]
    session = new_session("pearls", seats, 0, {}, datetime.now(UTC))
    lap = [{"move": "take", "cards": 1}] * 6 + [{"move": "place", "cards": 1}] * 6
    refill = {"move": "correct", "draw_pile": 58}
    played = [move for _ in range(moves // 13 + 1) for move in (refill, *lap)]
    session["moves"] = [{**move, "at": float(second)} for second, move in enumerate(played[:moves])]
    return session


def labels_in(root: Any) -> list[Any]:
    from kivy.uix.label import Label  # noqa: PLC0415

    return [widget for widget in root.walk() if isinstance(widget, Label)]


def show(root: Any) -> None:
    from kivy.core.window import Window  # noqa: PLC0415

    for child in list(Window.children):
        Window.remove_widget(child)
    Window.add_widget(root)
    idle(10)


class Table:
    """The app, at a table of so many moves."""

    def __init__(self, app: Any, moves: int) -> None:
        self.app, self.session = app, long_session(moves)
        app.save_session(self.session)

    def times(self, taps: int) -> Iterator[float]:
        show(self.app.root)
        self.app.tab("home")
        self.app.go("table", session=self.session["id"])
        idle(10)
        page = self.app.ways.page
        for _ in range(taps):
            yield frame_after_tap(page.panel.takes[0])
            page.undo()
            idle(2)

    def labels(self) -> tuple[int, int]:
        """How many there are, and how many of them a move changes."""
        self.app.go("table", session=self.session["id"])
        idle(10)
        labels, page = labels_in(self.app.root), self.app.ways.page
        before = [label.text for label in labels]
        page.panel.take(1)
        changed = sum(text != label.text for text, label in zip(before, labels, strict=True))
        page.undo()
        return len(labels), changed


class BareScreen:
    """A button and so many labels, of which a tap writes some."""

    def __init__(self, labels: int, written: int) -> None:
        from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415
        from kivy.uix.button import Button  # noqa: PLC0415
        from kivy.uix.gridlayout import GridLayout  # noqa: PLC0415
        from kivy.uix.label import Label  # noqa: PLC0415

        self.root = BoxLayout(orientation="vertical")
        self.button = Button(text="Tap", size_hint_y=0.1)
        self.cells = [Label(text=str(number)) for number in range(labels)]
        self.turn = 0
        grid = GridLayout(cols=5)
        for cell in self.cells:
            grid.add_widget(cell)
        self.root.add_widget(grid)
        self.root.add_widget(self.button)
        self.button.bind(on_release=lambda _button: self._write(self.cells[:written]))

    def _write(self, cells: list[Any]) -> None:
        self.turn += 1
        for number, cell in enumerate(cells):
            cell.text = f"{number} {self.turn % 10}"

    def times(self, taps: int) -> Iterator[float]:
        show(self.root)
        for _ in range(taps):
            yield frame_after_tap(self.button)


def main(effort: Effort = FULL) -> None:
    open_window()
    from kivy.base import EventLoop  # noqa: PLC0415

    from screens.app import TablesideApp  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        app = TablesideApp(Path(folder))
        app._run_prepare()
        app.choose(reduced_motion=True)
        while app.history is None:
            EventLoop.idle()
        early, late = Table(app, 10), Table(app, 300)
        labels, changed = late.labels()
        screens: dict[str, Any] = {
            "table at move 10": early,
            "table at move 300": late,
            f"bare screen of {labels} labels, all written": BareScreen(labels, labels),
            f"bare screen of {labels} labels, {changed} written": BareScreen(labels, changed),
        }
        taken: dict[str, list[float]] = {name: [] for name in screens}
        for _ in range(effort.rounds):
            for name, screen in screens.items():
                taken[name].extend(screen.times(effort.taps))
        app.history.close()
    found = {name: median(times) for name, times in taken.items()}
    for name, milliseconds in found.items():
        row(f"tap to frame, {name}", milliseconds)
    at_10, at_300, all_written, some_written = found.values()
    row("move 300 to move 10", at_300 / at_10, "x", "1 is level")
    row("table to bare screen, all written", at_300 / all_written, "x", f"limit {LIMIT_TO_BARE}")
    row("table to bare screen, as many written", at_300 / some_written, "x", "what no work at all would take")


if __name__ == "__main__":
    main()
