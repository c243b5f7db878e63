"""Opening and scrolling the history with 10,000 sessions beside 100, the statistics of them all, and memory.

Every run is a process of its own; the two sizes take turns, so that a busy machine is unfair to both alike.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from threading import enumerate as enumerate_threads
from time import perf_counter
from typing import Any

from benchmarks.measure import row
from benchmarks.tap import frame_after, open_window

ROOT = Path(__file__).resolve().parent.parent
STEP = 37
"""Pixels from one frame of a scroll to the next."""
OPENING_LIMIT, SCROLLING_LIMIT, STATISTICS_LIMIT = 1.3, 1.2, 500.0


@dataclass(frozen=True, slots=True)
class Effort:
    few: int
    many: int
    """Sessions in the two histories."""
    runs: int
    warming_up: int
    """Runs that write bytecode and warm the disk."""
    visits: int
    frames: int

    @property
    def sizes(self) -> tuple[int, int]:
        return self.few, self.many


FULL = Effort(few=100, many=10_000, runs=5, warming_up=1, visits=15, frames=120)
TOY = Effort(few=10, many=30, runs=1, warming_up=0, visits=1, frames=2)


def fill(folder: Path, sessions: int) -> None:
    from history import History  # noqa: PLC0415 - the processes that measure do without
    from tests.history.factories import make_players, make_sessions  # noqa: PLC0415

    people = make_players()
    with History.open(folder / "history") as history:
        for person in people:
            history.save_player(person)
        for session in make_sessions(sessions, players=people):
            history.save(session)


# -- One process ------------------------------------------------------------------------------------------


def wait_for(condition: Callable[[], Any]) -> float:
    """Draws frames until it is so; how long that took, in milliseconds."""
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window

    begin = perf_counter()
    while not condition():
        EventLoop.idle()
    return 1000 * (perf_counter() - begin)


def megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def measure_history(app: Any, effort: Effort) -> dict[str, float]:
    built = frame_after(lambda: app.tab("history"))
    opened = []
    for _ in range(effort.visits):
        frame_after(lambda: app.tab("home"))
        opened.append(frame_after(lambda: app.tab("history")))
    listed = app.ways.page.ids.sessions
    scrolled = [
        frame_after(lambda frame=frame: listed.scroll_down(STEP * frame))
        for frame in range(1, effort.frames + 1)
    ]
    return {"built": built, "opened": median(opened), "scrolled": median(scrolled)}


def measure_statistics(app: Any) -> dict[str, float]:
    from screens.widgets.charts import BarChart  # noqa: PLC0415 - after the window

    def has_chart() -> bool:
        return any(isinstance(widget, BarChart) for widget in app.ways.page.walk())

    begin = perf_counter()
    app.go("statistics")
    wait_for(has_chart)
    first = 1000 * (perf_counter() - begin)
    wait_for(lambda: app.ways.page.complete)
    return {"first_chart": first, "complete": 1000 * (perf_counter() - begin)}


def measure(folder: Path, effort: Effort) -> None:
    open_window()
    from screens.app import TablesideApp  # noqa: PLC0415 - after the window
    from screens.sweeper import Sweeper  # noqa: PLC0415

    app = TablesideApp(folder)
    gc.freeze()
    Sweeper().start(app)
    app._run_prepare()
    app.choose(reduced_motion=True)
    wait_for(lambda: app.history is not None)
    wait_for(lambda: "history" not in {thread.name for thread in enumerate_threads()})
    found = {**measure_history(app, effort), "megabytes": megabytes()}
    app.tab("home")
    found |= measure_statistics(app)
    app.history.close()
    print(json.dumps(found))


# -- All of them ------------------------------------------------------------------------------------------


def run(folder: Path, effort: Effort) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.record", str(folder), json.dumps(asdict(effort))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise RuntimeError(done.stderr)
    found: dict[str, float] = json.loads(lines[-1])
    return found


def main(effort: Effort = FULL) -> None:
    few, many = effort.sizes
    found: dict[int, list[dict[str, float]]] = {few: [], many: []}
    with tempfile.TemporaryDirectory() as place:
        for size in effort.sizes:
            fill(Path(place, str(size)), size)
        for turn in range(effort.warming_up + effort.runs):
            for size in effort.sizes:
                measured = run(Path(place, str(size)), effort)
                if turn >= effort.warming_up:
                    found[size].append(measured)

    def middle(size: int, what: str) -> float:
        return median(one[what] for one in found[size])

    for what, told in (
        ("built", "first visit of the history to its first frame"),
        ("opened", "opening the history to its first frame"),
        ("scrolled", "a frame of scrolling"),
    ):
        for size in effort.sizes:
            row(f"{told}, {size:,} sessions", middle(size, what))
    row(
        f"opening, {many:,} to {few:,}",
        middle(many, "opened") / middle(few, "opened"),
        "x",
        f"limit {OPENING_LIMIT}",
    )
    row(
        f"scrolling, {many:,} to {few:,}",
        middle(many, "scrolled") / middle(few, "scrolled"),
        "x",
        f"limit {SCROLLING_LIMIT}",
    )
    row(f"statistics of {many:,} to the first chart", middle(many, "first_chart"))
    row(
        f"statistics of {many:,} to the last chart",
        middle(many, "complete"),
        note=f"limit {STATISTICS_LIMIT:.0f}",
    )
    for size in effort.sizes:
        row(f"memory with {size:,} sessions", middle(size, "megabytes"), "MB")


if __name__ == "__main__":
    if sys.argv[1:]:
        measure(Path(sys.argv[1]), Effort(**json.loads(sys.argv[2])))
    else:
        main()
