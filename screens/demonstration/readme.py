"""The pictures that README.md shows: a few stops, at half their size.

python -m screens.demonstration.readme            into docs/pictures, where nothing else is left
python -m screens.demonstration.readme FOLDER     into that folder
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from screens.demonstration import HERE, THEMES, Look, photograph_each
from screens.demonstration.images import png, read, shrunk

PICTURES = HERE / "docs" / "pictures"
SHOWN = {
    "home": "light",
    "setup-coloretto": "light",
    "table-perladora-full-middle": "light",
    "table-coloretto-full-middle": "dark",
    "count-pearls-4": "light",
    "result-pearls-4": "light",
    "statistics": "dark",
    "rules-pearls": "light",
}
"""Names of stops and the theme in which they are shown."""
SMALLER = 2


def render(folder: Path) -> None:
    """Leaves these pictures in the folder and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob("*.png"):
        earlier.unlink()
    wanted = {Look(theme=theme): [name for name in SHOWN if SHOWN[name] == theme] for theme in THEMES}
    with tempfile.TemporaryDirectory() as studio:
        photograph_each(Path(studio), wanted)
        for name, theme in SHOWN.items():
            (large,) = Path(studio, Look(theme=theme).folder).glob(f"[0-9]*-{name}.png")
            (folder / f"{name}.png").write_bytes(png(shrunk(read(large), SMALLER)))


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else PICTURES
    render(folder)
    print(f"{len(SHOWN)} pictures are in {folder}")


if __name__ == "__main__":
    main()
