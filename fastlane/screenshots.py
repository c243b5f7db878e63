"""Frames a few of the pictures of `make screenshots` for the listing, the same ones in each language.

python -m fastlane.screenshots [FOLDER]

Google Play takes nothing that is more than twice as high as it is wide, which most phones are:
so each picture lies on a sheet in the colour of the app.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from screens.demonstration.images import Picture, png, read

HERE = Path(__file__).resolve().parent
METADATA = HERE / "metadata" / "android"
LOCALES = {"en": "en-GB", "nl": "nl-NL", "fr": "fr-FR", "de": "de-DE"}

CHOSEN = (
    ("light", "home"),
    ("light", "table-perladora-full-middle"),
    ("light", "count-pearls-4"),
    ("light", "result-pearls-4"),
    ("dark", "table-coloretto-full-middle"),
    ("light", "setup-coloretto"),
    ("light", "rules-perfect_numbers"),
    ("light", "statistics"),
)
"""Theme and name, in the order of the listing."""

SHEET = (960, 1920)
COLOUR = bytes((0x0B, 0x5A, 0x70))


def find(folder: Path, name: str) -> Path:
    """The picture of this name; a number may stand before it."""
    found = [path for path in folder.glob("*.png") if re.fullmatch(rf"(\d+-)?{re.escape(name)}", path.stem)]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} pictures of {name} in {folder}: run `make screenshots` first")
    return found[0]


def framed(picture: Picture) -> Picture:
    width, height = SHEET
    left, top = (width - picture.width) // 2, (height - picture.height) // 2
    edge, empty = COLOUR * left, COLOUR * width
    right = COLOUR * (width - picture.width - left)
    below = height - picture.height - top
    return Picture(
        width, (*[empty] * top, *(edge + line + right for line in picture.lines), *[empty] * below)
    )


def main(pictures: Path) -> None:
    for language, locale in LOCALES.items():
        shown = METADATA / locale / "images" / "phoneScreenshots"
        shown.mkdir(parents=True, exist_ok=True)
        for old in shown.glob("*.png"):
            old.unlink()
        for number, (theme, name) in enumerate(CHOSEN, start=1):
            picture = read(find(pictures / f"phone-{theme}-{language}-1", name))
            (shown / f"{number}_{name}.png").write_bytes(png(framed(picture)))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "build" / "screenshots")
