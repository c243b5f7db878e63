"""Runs every benchmark, or those that are named: python -m benchmarks scoring history."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NOT_BENCHMARKS = {"__init__", "__main__", "measure"}


def main() -> None:
    here = Path(__file__).parent
    known = sorted(path.stem for path in here.glob("*.py") if path.stem not in NOT_BENCHMARKS)
    for name in sys.argv[1:] or known:
        print(f"== {name} ==")
        import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main()
