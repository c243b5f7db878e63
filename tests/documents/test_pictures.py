"""The pictures in README.md are what the app looks like: drawn anew here, only edges may differ.

The fonts are bundled and the days are made up, so the only thing that another machine does otherwise is how
it fills the edges of a shape. A single changed digit can hide among those; a changed word, place or colour
cannot.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from screens.demonstration import HERE
from screens.demonstration.images import PIXEL, Picture, png, read, shrunk
from screens.demonstration.readme import PICTURES, SHOWN

DRAWN = HERE / "build" / "pictures"
"""Where they can still be looked at afterwards."""
BLOCK = 4
"""Pixels on each side of what is looked at as one: an edge blurs, a letter does not."""
CLEARLY, MOST_BLOCKS = 32, 3
SLIGHTLY, MOST_OF_ALL = 6, 0.02


def differences(one: Picture, other: Picture) -> list[int]:
    """By how much red, green or blue differs, of 255, block by block."""
    return [
        max(abs(old - new) for old, new in zip(before[at : at + PIXEL], after[at : at + PIXEL], strict=True))
        for before, after in zip(shrunk(one, BLOCK).lines, shrunk(other, BLOCK).lines, strict=True)
        for at in range(0, len(before), PIXEL)
    ]


def are_alike(one: Picture, other: Picture) -> bool:
    if (one.width, one.height) != (other.width, other.height):
        return False
    found = differences(one, other)
    clearly = sum(difference > CLEARLY for difference in found)
    slightly = sum(difference > SLIGHTLY for difference in found)
    return clearly <= MOST_BLOCKS and slightly <= MOST_OF_ALL * len(found)


def test_the_pictures_are_what_the_app_looks_like() -> None:
    """In a process of its own: it brings its own window."""
    command = [sys.executable, "-m", "screens.demonstration.readme", str(DRAWN)]
    run = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    other = [
        name for name in SHOWN if not are_alike(read(PICTURES / f"{name}.png"), read(DRAWN / f"{name}.png"))
    ]
    assert not other, f"no longer what is drawn: {other}; look at them in {DRAWN}, then renew: make pictures"


def test_the_readme_shows_each_of_them_once() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(docs/pictures/(.+?)\.png\)", (HERE / "README.md").read_text("utf-8"))
    assert sorted(shown) == sorted(SHOWN)
    assert {path.name for path in PICTURES.iterdir()} == {f"{name}.png" for name in SHOWN}


# -- What counts as alike ---------------------------------------------------------------------------------

WIDTH, HEIGHT = 120, 200
PAPER, INK = bytes((246, 243, 236)), bytes((16, 24, 32))


def card(left: int = 20, top: int = 20, width: int = 60, ink: bytes = INK, paper: bytes = PAPER) -> Picture:
    """A dark card on light paper."""
    empty, filled = paper * WIDTH, paper * left + ink * width + paper * (WIDTH - left - width)
    return Picture(WIDTH, tuple(filled if top <= row < top + 40 else empty for row in range(HEIGHT)))


def softened(picture: Picture) -> Picture:
    """As another rasteriser might draw it: each pixel with an eighth of its right neighbour."""
    return Picture(
        picture.width,
        tuple(
            bytes((7 * old + new) // 8 for old, new in zip(line, line[PIXEL:] + line[-PIXEL:], strict=True))
            for line in picture.lines
        ),
    )


def test_edges_may_differ() -> None:
    assert card() != softened(card())
    assert are_alike(card(), softened(card()))


@pytest.mark.parametrize(
    "changed",
    [card(left=24), card(width=64), card(ink=bytes((96, 24, 32))), card(paper=bytes((236, 243, 236)))],
    ids=["moved", "larger", "another colour", "a shade darker"],
)
def test_places_sizes_and_colours_may_not(changed: Picture) -> None:
    assert not are_alike(card(), changed)


def test_another_size_is_another_picture() -> None:
    smaller = Picture(WIDTH - BLOCK, tuple(line[: -BLOCK * PIXEL] for line in card().lines))
    assert not are_alike(card(), smaller)


def test_a_written_picture_is_read_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "card.png").write_bytes(png(card()))
    assert read(tmp_path / "card.png") == card()


def test_a_smaller_picture_has_the_mean_of_its_pixels() -> None:
    dots = Picture(2, (bytes((0, 10, 255, 4, 20, 255)), bytes((8, 30, 255, 12, 40, 255))))
    assert shrunk(dots, 2) == Picture(1, (bytes((6, 25, 255)),))
