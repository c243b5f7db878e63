"""The picture of the rooms is drawn from the code, and every arrow in it leads on."""

from __future__ import annotations

import runpy
from pathlib import Path

DRAWING = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "draw_rooms.py"))


def test_the_picture_of_the_rooms_is_what_the_code_says() -> None:
    assert DRAWING["PICTURE"].read_text("utf-8") == DRAWING["draw"](), "renew it: make pictures"


def test_no_room_imports_what_stands_above_it() -> None:
    row = {room: place[0] for room, place in DRAWING["GRID"].items()}
    up = {arrow for arrow in DRAWING["arrows"]() if row[arrow[0]] > row[arrow[1]]}
    assert up <= {("features", "house"), ("games", "features")}
