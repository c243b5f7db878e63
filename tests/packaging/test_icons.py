"""What stands for the app on the phone and in the shops: sizes, the safe zone, and drawn by ourselves."""

from __future__ import annotations

import importlib.util
import struct
import zlib
from math import hypot
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ANDROID = ROOT / "assets" / "android"
SHOP = ROOT / "fastlane" / "metadata" / "android"

Picture = tuple[int, int, int, list[bytes]]
"""Width, height, bytes per pixel, and the lines from the top."""


def read(path: Path) -> Picture:
    """Only what our own writer writes: eight bits a part, each line as its difference to the one above."""
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n"), path
    width, height, depth, kind = struct.unpack_from(">IIBB", content, 16)
    parts = {2: 3, 6: 4}[kind]
    assert depth == 8
    packed, place = b"", 8
    while place < len(content):
        (length,) = struct.unpack_from(">I", content, place)
        if content[place + 4 : place + 8] == b"IDAT":
            packed += content[place + 8 : place + 8 + length]
        place += 12 + length
    stored, above, lines = zlib.decompress(packed), bytes(width * parts), []
    for row in range(height):
        start = row * (width * parts + 1)
        assert stored[start] == 2
        line = stored[start + 1 : start + 1 + width * parts]
        above = bytes((new + old) & 255 for new, old in zip(line, above, strict=True))
        lines.append(above)
    return width, height, parts, lines


def load(path: Path) -> ModuleType:
    place = importlib.util.spec_from_file_location(path.stem, path)
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def launcher() -> ModuleType:
    return load(ROOT / "assets" / "make_launcher.py")


def size(path: Path) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", path.read_bytes(), 16)
    return width, height


def test_every_picture_has_the_size_that_android_wants() -> None:
    assert size(ANDROID / "icon_foreground.png") == size(ANDROID / "icon_background.png") == (432, 432)
    assert size(ANDROID / "icon.png") == (192, 192)
    width, height = size(ANDROID / "presplash.png")
    assert width == height >= 1080
    languages = sorted(SHOP.iterdir())
    assert len(languages) == 4
    for language in languages:
        assert size(language / "images" / "icon.png") == (512, 512)
        assert size(language / "images" / "featureGraphic.png") == (1024, 500)


def test_no_launcher_cuts_into_the_foreground() -> None:
    """Of 108 dp, a launcher may show as little as a circle of 66."""
    width, height, parts, lines = read(ANDROID / "icon_foreground.png")
    assert parts == 4
    reach = [
        hypot(column + 0.5 - width / 2, row + 0.5 - height / 2)
        for row, line in enumerate(lines)
        for column in range(width)
        if line[column * 4 + 3]
    ]
    safe = width * 66 / 108 / 2
    assert 0.85 * safe < max(reach) <= safe, "it fills the safe zone and stays within it"


def test_the_background_has_no_holes() -> None:
    assert read(ANDROID / "icon_background.png")[2] == 3, "a background without transparency"
    assert read(ANDROID / "presplash.png")[2] == 3


def test_the_loading_screen_has_no_edge_against_its_surroundings() -> None:
    spec = (ROOT / "buildozer.spec").read_text("utf-8")
    (colour,) = (
        line.split("#")[1] for line in spec.splitlines() if line.startswith("android.presplash_color")
    )
    width, _height, _parts, lines = read(ANDROID / "presplash.png")
    edge = bytes.fromhex(colour)
    assert lines[0] == lines[-1] == edge * width
    assert all(line[:3] == line[-3:] == edge for line in lines)
    assert any(line != lines[0] for line in lines), "there is something on it"


def test_the_pictures_are_what_the_script_draws(launcher: ModuleType, tmp_path: Path) -> None:
    launcher.icon_foreground(432).save(tmp_path / "icon_foreground.png", transparent=True)
    launcher.icon_background(432).save(tmp_path / "icon_background.png", transparent=False)
    launcher.square_icon(192, rounded=True).save(tmp_path / "icon.png", transparent=True)
    for name in ("icon_foreground.png", "icon_background.png", "icon.png"):
        assert read(tmp_path / name) == read(ANDROID / name), name


def test_the_cards_have_the_colours_of_the_games(launcher: ModuleType) -> None:
    from scoring import BOXES
    from screens.games import FACES
    from screens.theme import ACCENT, rgba

    drawn = {rgba(colour) for colour in (launcher.SEA, *launcher.CARDS)}
    assert drawn == {ACCENT} | {FACES[game].look.ACCENT for game in BOXES}
