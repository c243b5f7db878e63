"""Every benchmark runs to its end and prints its rows; how fast it was is none of a test's business."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import known

ROOT = Path(__file__).parent.parent
ROWS = {
    "history": {
        "open to first page": 1,
        "save a new session": 1,
        "search: free text": 1,
        "statistics of a player": 1,
        "save move 10": 1,
    },
    "memory": {
        "rounds over every screen, after": 2,
        "tables of every game, after": 2,
        "moves undone and redone, after": 2,
        "moves undone and redone, 2 to 2": 1,
    },
    "record": {
        "opening the history to its first frame": 2,
        "a frame of scrolling": 2,
        "statistics of 30 to the last chart": 1,
        "memory with": 2,
    },
    "scoring": {"score a full table": 4, "one play, the last move": 4, "growth from 50 to 200 moves": 4},
    "startup": {"bare Kivy app, one label": 1, "Tableside, empty history": 1, "Tableside, 10 sessions": 1},
    "tap": {"tap to frame, table at move": 2, "tap to frame, bare screen": 2, "move 300 to move 10": 1},
}
"""Words at the beginning of a row, and how many rows begin with them."""


def test_every_benchmark_is_known_here() -> None:
    assert known() == list(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_benchmark_prints_its_rows(name: str) -> None:
    """In a process of its own: most bring their own window."""
    command = [sys.executable, "-m", "benchmarks", "--toy", name]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(f"== {name} ==")
    for words, times in ROWS[name].items():
        rows = re.findall(rf"^ +{re.escape(words)}.* \d+(?:\.\d+)?x? ?.*$", run.stdout, re.M)
        assert len(rows) == times, f"{words}\n{run.stdout}"
