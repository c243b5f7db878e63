"""Every screen, light and dark, in each language, at two text sizes, on a phone and on a tablet.

python -m screens.demonstration                       everything, into build/screenshots
python -m screens.demonstration FOLDER                everything, into that folder
python -m screens.demonstration FOLDER DEVICE LANG    one device in one language
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

from screens.demonstration import DEVICES, HERE, QUIETLY, looks_of, photograph

MOST_AT_ONCE = 4


def photograph_elsewhere(folder: Path, device: str, language: str) -> int:
    """In a process of its own: a device brings its own density, and they can run side by side."""
    command = [sys.executable, "-m", __package__, str(folder), device, language]
    run = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    taken = int(run.stdout.split()[-1])
    print(f"{device} in {language}: {taken} pictures", flush=True)
    return taken


def photograph_everything(folder: Path) -> None:
    os.environ.update(QUIETLY)
    from screens.translator import LANGUAGES  # noqa: PLC0415 - the environment comes first

    at_once = min(MOST_AT_ONCE, os.cpu_count() or 1)
    with ThreadPoolExecutor(at_once) as pool:
        parts = list(product(DEVICES, LANGUAGES))
        taken = pool.map(lambda part: photograph_elsewhere(folder, *part), parts)
        total = sum(taken)
    print(f"{total} pictures are in {folder}")


def main() -> None:
    match sys.argv[1:]:
        case [folder, device, language]:
            print(photograph(Path(folder), tuple(looks_of(device, language))))
        case [folder]:
            photograph_everything(Path(folder))
        case _:
            photograph_everything(HERE / "build" / "screenshots")


if __name__ == "__main__":
    main()
