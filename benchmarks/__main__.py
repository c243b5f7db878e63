"""Runs every benchmark, or those that are named: python -m benchmarks scoring history.

With --toy first each does everything once and in small, to see that it runs: no number means anything then.
A benchmark is a module with a `main`, which takes either of its two efforts, FULL or TOY.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NOT_BENCHMARKS = {"__init__", "__main__", "measure"}
TOY = "--toy"


def known() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in NOT_BENCHMARKS)


def main() -> None:
    toy = TOY in sys.argv[1:2]
    for name in sys.argv[2 if toy else 1 :] or known():
        print(f"== {name} ==", flush=True)
        benchmark = import_module(f"benchmarks.{name}")
        benchmark.main(benchmark.TOY if toy else benchmark.FULL)
        print(flush=True)


if __name__ == "__main__":
    main()
