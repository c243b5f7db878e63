"""From a tap to the next drawn frame, at move 10 and at move 300 of a table of six, beside a bare screen."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measure import row

TAPS = 60
LIMIT_TO_BARE = 1.5


def open_window() -> None:
    os.environ.update(
        SDL_VIDEODRIVER="offscreen", KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1"
    )
    from main import prepare_kivy  # noqa: PLC0415 - the environment comes first

    prepare_kivy()
    from kivy.config import Config  # noqa: PLC0415

    for name in ("maxfps", "vsync"):
        Config.set("graphics", name, "0")


def frame_after(action: Callable[[], None]) -> float:
    """Milliseconds from the tap until the frame that shows it has been drawn."""
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window

    begin = perf_counter()
    action()
    EventLoop.idle()
    elapsed = 1000 * (perf_counter() - begin)
    for _ in range(3):
        EventLoop.idle()
    return elapsed


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


def measure_table(app: Any, moves: int) -> tuple[float, int, int]:
    """Median frame after a tap, how many labels there are, and how many of them a move changes."""
    session = long_session(moves)
    app.save_session(session)
    app.go("table", session=session["id"])
    from kivy.base import EventLoop  # noqa: PLC0415

    for _ in range(10):
        EventLoop.idle()
    page = app.ways.page
    labels = labels_in(app.root)
    before = [label.text for label in labels]
    tap = page.panel.take
    times, changed = [], 0
    for number in range(TAPS):
        times.append(frame_after(lambda: tap(1)))
        changed = (
            max(changed, sum(a != b.text for a, b in zip(before, labels, strict=True)))
            if number == 0
            else changed
        )
        page.undo()
        for _ in range(2):
            EventLoop.idle()
    return median(times), len(labels), changed


def measure_bare(labels: int, changed: int) -> float:
    """A grid of so many labels, of which a tap changes as many as a move does."""
    from kivy.base import EventLoop  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.uix.gridlayout import GridLayout  # noqa: PLC0415
    from kivy.uix.label import Label  # noqa: PLC0415

    grid = GridLayout(cols=5)
    cells = [Label(text=str(number)) for number in range(labels)]
    for cell in cells:
        grid.add_widget(cell)
    for child in list(Window.children):
        Window.remove_widget(child)
    Window.add_widget(grid)
    for _ in range(10):
        EventLoop.idle()

    def tap(turn: int) -> None:
        for cell in cells[:changed]:
            cell.text = f"{cell.text[:3]}{turn % 10}"

    return median(frame_after(lambda turn=turn: tap(turn)) for turn in range(TAPS))


def main() -> None:
    open_window()
    from kivy.base import EventLoop  # noqa: PLC0415

    from screens.app import TablesideApp  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        app = TablesideApp(Path(folder))
        app._run_prepare()
        app.choose(reduced_motion=True)
        while app.history is None:
            EventLoop.idle()
        early, _, _ = measure_table(app, 10)
        late, labels, changed = measure_table(app, 300)
        app.history.close()
        bare = measure_bare(labels, changed)
        bare_anew = measure_bare(labels, labels)
    row("tap to frame at move 10", early)
    row("tap to frame at move 300", late)
    row(f"bare screen of {labels} labels, {changed} of them changed", bare)
    row(f"bare screen of {labels} labels, all written anew", bare_anew)
    row("move 300 to move 10", late / early, "x", "1 is level")
    row("table to bare screen, as many changed", late / bare, "x", f"limit {LIMIT_TO_BARE}")
    row("table to bare screen, all written anew", late / bare_anew, "x", f"limit {LIMIT_TO_BARE}")


if __name__ == "__main__":
    main()
