"""A demonstration without a display: a year of evenings, drawn off-screen, every screen a picture.

`python -m screens.demonstration FOLDER` takes every picture; `show_off_screen` only a few.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from scoring import GAMES

HERE = Path(__file__).resolve().parent.parent.parent

SIZES = {"phone": (412, 915), "tablet": (900, 1280), "landscape": (916, 412), "wide": (1280, 800)}
"""In dp."""
DENSITIES = {"phone": 2.0, "tablet": 1.2, "landscape": 2.0, "wide": 1.2}
"""Pixels per dp; a picture has a multiple of four pixels in a row, as graphics memory is read in fours."""
QUIETLY = {"KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_LOG_MODE": "PYTHON"}
"""For the environment, before Kivy is loaded."""

DEVICES = ("phone", "tablet")
THEMES = ("light", "dark")
SCALES = (1.0, 1.6)


class Look(NamedTuple):
    device: str = "phone"
    theme: str = "light"
    language: str = "en"
    text_scale: float = 1.0

    @property
    def folder(self) -> str:
        return f"{self.device}-{self.theme}-{self.language}-{self.text_scale:g}"


QUICK_LOOKS = (Look(), Look(theme="dark"))
QUICK_STOPS = (
    "home",
    *(f"{room}-{game}" for game in GAMES for room in ("seats", "setup", "rules")),
    *(f"table-{game}-{told}-middle" for game in GAMES for told in ("light", "full")),
    "count-pearls-4",
    "count-coloretto-5",
    "result-pearls-4",
    "result-perladora-4",
    "history",
    "settings",
)
"""For somebody who only wants to see what this is."""


def density(device: str) -> float:
    return DENSITIES[device]


def looks_of(device: str, language: str) -> Iterator[Look]:
    for theme, scale in product(THEMES, SCALES):
        yield Look(device, theme, language, scale)


def photograph(folder: Path, looks: Sequence[Look], only: Sequence[str] = ()) -> int:
    """Pictures of every stop, or only of some, in these looks of one device; tells how many there are."""
    return photograph_each(folder, dict.fromkeys(looks, only))


def photograph_each(folder: Path, wanted: Mapping[Look, Sequence[str]]) -> int:
    """In each of these looks of one device the stops of these names, or every one."""
    _go_off_screen(next(iter(wanted)).device)
    from screens.demonstration.stops import stops  # noqa: PLC0415 - the window is chosen first
    from screens.demonstration.studio import Studio  # noqa: PLC0415 - the window is chosen first

    taken = 0
    with tempfile.TemporaryDirectory() as home:
        studio = Studio(Path(home))
        for look, only in wanted.items():
            studio.dress(look)
            place = folder / look.folder
            place.mkdir(parents=True, exist_ok=True)
            for earlier in place.glob("*.png"):
                earlier.unlink()
            for number, stop in enumerate(stops(), start=1):
                if not only or stop.name in only:
                    studio.shoot(stop, place / f"{number:03}-{stop.name}.png")
                    taken += 1
        studio.close()
    return taken


def _go_off_screen(device: str) -> None:
    """Before anything of Kivy is loaded that opens a window."""
    os.environ.update(QUIETLY, SDL_VIDEODRIVER="offscreen", KIVY_METRICS_DENSITY=str(density(device)))
    from kivy.config import Config  # noqa: PLC0415 - the environment comes first

    logging.getLogger("kivy").addFilter(lambda record: "Cutbuffer" not in record.getMessage())
    width, height = (round(side * density(device)) for side in SIZES[device])
    for name, value in {"width": width, "height": height, "maxfps": 0, "vsync": 0, "multisamples": 0}.items():
        Config.set("graphics", name, str(value))


def show_off_screen(folder: Path | None = None) -> None:
    """What the app does where there is no display."""
    place = folder or HERE / "build" / "demonstration"
    print("There is no display here: playing a demonstration off-screen.")
    taken = photograph(place, QUICK_LOOKS, QUICK_STOPS)
    print(f"{taken} pictures are in {place}")
