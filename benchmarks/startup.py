"""From process start to the first frame that answers, and resident memory, beside a bare app with one label.

Every run is a process of its own; the contenders take turns, so that a busy machine is unfair to all alike.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT, MEMORY_LIMIT = 1.4, 1.35


@dataclass(frozen=True, slots=True)
class Effort:
    runs: int
    warming_up: int
    """Runs that write bytecode and warm the disk."""
    sessions: int
    seconds: float
    """After which an app has come to rest, and its memory is read."""


FULL = Effort(runs=7, warming_up=1, sessions=10_000, seconds=3)
TOY = Effort(runs=1, warming_up=0, sessions=10, seconds=0)

BARE = """
import os
os.environ["KIVY_NO_ARGS"] = "1"
from kivy.config import Config
Config.set("graphics", "width", "412")
Config.set("graphics", "height", "915")
from kivy.app import App
from kivy.uix.label import Label

class Bare(App):
    history = True

    def build(self):
        return Label(text="Tableside")

app = Bare()
"""

TABLESIDE = """
from main import make_app
app = make_app()
"""

MEASURE = """
import json, os, time
from kivy.clock import Clock
from kivy.core.window import Window

def first_frame(*_):
    Window.unbind(on_flip=first_frame)
    print(json.dumps({"seconds": time.time() - float(os.environ["BEGUN"])}), flush=True)
    Clock.schedule_interval(settled, 0.1)

def settled(_passed):
    if app.history is None or Clock.get_boottime() < float(os.environ["SECONDS"]):
        return
    pages = int(open("/proc/self/statm").read().split()[1])
    print(json.dumps({"megabytes": pages * os.sysconf("SC_PAGESIZE") / 1e6}), flush=True)
    app.stop()

Window.bind(on_flip=first_frame)
app.run()
"""


def run(script: Path, folder: Path, seconds: float) -> dict[str, float]:
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "PYTHONPATH": str(ROOT),
        "TABLESIDE_HOME": str(folder),
        "SECONDS": str(seconds),
        "BEGUN": str(time.time()),
    }
    done = subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    measured: dict[str, float] = {}
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            measured |= json.loads(line)
    if len(measured) != 2:
        raise RuntimeError(done.stderr)
    return measured


def fill_history(folder: Path, sessions: int) -> None:
    from history import History  # noqa: PLC0415 - only this contender needs it

    people = [{"id": str(uuid4()), "name": name} for name in ("Ada", "Bo", "Cleo")]
    with History.open(folder / "history") as history:
        for number in range(sessions):
            started = f"{2000 + number // 360}-{1 + number // 30 % 12:02}-{1 + number % 28:02}T20:00:00+01:00"
            history.save(
                {
                    "id": str(uuid4()),
                    "game": "pearls",
                    "started": started,
                    "finished": started.replace("T20", "T21"),
                    "seconds": 2700,
                    "players": people,
                    "starter": 0,
                    "options": {},
                    "moves": [{"move": "take", "cards": 2, "at": place * 30} for place in range(60)],
                    "sheet": None,
                    "result": None,
                    "place": "",
                    "note": "",
                }
            )


def main(effort: Effort = FULL) -> None:
    with tempfile.TemporaryDirectory() as place:
        empty, full = Path(place, "empty"), Path(place, "full")
        fill_history(full, effort.sessions)
        bare, tableside = Path(place, "bare.py"), Path(place, "tableside.py")
        bare.write_text(BARE + MEASURE, encoding="utf-8")
        tableside.write_text(TABLESIDE + MEASURE, encoding="utf-8")
        contenders = {
            "bare Kivy app, one label": (bare, empty),
            "Tableside, empty history": (tableside, empty),
            f"Tableside, {effort.sessions:,} sessions": (tableside, full),
        }
        found: dict[str, list[dict[str, float]]] = {name: [] for name in contenders}
        for turn in range(effort.warming_up + effort.runs):
            for name, (script, folder) in contenders.items():
                measured = run(script, folder, effort.seconds)
                if turn >= effort.warming_up:
                    found[name].append(measured)
    base = found["bare Kivy app, one label"]
    for name, measured in found.items():
        seconds, megabytes = (median(one[what] for one in measured) for what in ("seconds", "megabytes"))
        slower, larger = (
            seconds / median(one["seconds"] for one in base),
            megabytes / median(one["megabytes"] for one in base),
        )
        print(f"  {name:<28}{1000 * seconds:>7.0f} ms ({slower:.2f}x) {megabytes:>7.0f} MB ({larger:.2f}x)")
    print(
        f"  wanted: at most {TIME_LIMIT}x the time, {MEMORY_LIMIT}x the memory; medians of {effort.runs} runs"
    )


if __name__ == "__main__":
    main()
