"""Medians of repeated runs. Machines are noisy: read the ratios between lines of one run, not the digits."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter


def milliseconds(action: Callable[[], object], runs: int = 15) -> float:
    """The median time of one call, after one call to warm up."""
    action()
    gc.collect()
    times = []
    for _ in range(runs):
        begin = perf_counter()
        action()
        times.append(perf_counter() - begin)
    return 1000 * median(times)


def row(name: str, value: float, unit: str = "ms", note: str = "") -> None:
    print(f"  {name:<58}{value:>10.3f} {unit:<3} {note}")
