"""A table that never moves: whole tables are walked, and no button that plays a move changes its place."""

from __future__ import annotations

from itertools import combinations, takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.metrics import dp

from scoring import GAMES
from screens.table.zones import HANDLE, Needs, arrange
from screens.widgets.buttons import Pressable
from tests.screens import walker
from tests.screens.driver import Driver, at_home
from tests.screens.tables import play_out, sit_down

PHONE, SMALL, LYING, TABLET = (412, 915), (360, 640), (915, 412), (1280, 800)
COME_AND_GO = {"OutlookRow", "OwnPlace", "HandCard", "HandAction"}
"""What can be done with a card in hand is another list for another card, longer where much can be stolen."""
GROWS = ("perfect_numbers", True)
"""That list makes the pads higher. What is below it stays, in a window that has room for all of it."""

Place = tuple[int, int, int, int]


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def place_of(widget: Any) -> Place:
    x, y = widget.to_window(*widget.pos)
    return round(x), round(y), round(widget.width), round(widget.height)


def zones_of(page: Any) -> dict[str, Place]:
    names = ["turn", "notice", "ribbon", "pads", "foot"]
    if (page.game, getattr(page.panel, page.panel.in_full)) == GROWS:
        names.remove("pads")
    return {name: place_of(page.ids[name]) for name in names}


def buttons_of(ui: Driver, page: Any) -> dict[Any, Place]:
    return {
        widget: place_of(widget)
        for widget in ui.seen(page.ids.column)
        if isinstance(widget, Pressable) and type(widget).__name__ not in COME_AND_GO
    }


def differs(one: Place, other: Place) -> bool:
    """So many pixels are what a word takes more when its letters become bold."""
    return any(abs(a - b) > 5 for a, b in zip(one, other, strict=True))


def called(thing: Any) -> str:
    return thing if isinstance(thing, str) else f"{type(thing).__name__} {getattr(thing, 'text', '')!r}"


def walk(ui: Driver, game: str, players: int, full: bool) -> list[str]:
    """Plays a table from its first move to its last; tells what changed its place in between.

    Where cards are told before the first turn, the keys for cards come with them.
    """
    played = play_out(game, players, 1, full)
    page = sit_down(ui, game, played)
    setattr(page.panel, page.panel.in_full, full)
    told = list(takewhile(lambda move: move["move"] == "correct", played.moves))
    for move in told:
        assert page.play(move), move
    ui.settle()
    first: dict[Any, Place] = {**zones_of(page), **buttons_of(ui, page)}
    moved = []
    for number, move in enumerate(played.moves[len(told) : -1], 1):
        assert page.play(move), move
        if ui.root.overlays:
            ui.back()
        ui.frames(4)
        if page.over:
            break
        for thing, place in {**zones_of(page), **buttons_of(ui, page)}.items():
            if differs(first.setdefault(thing, place), place):
                moved.append(f"move {number}: {called(thing)} from {first[thing]} to {place}")
    return moved


@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
@pytest.mark.parametrize("game", GAMES)
def test_no_move_button_changes_its_place_while_the_turn_passes(ui: Driver, game: str, full: bool) -> None:
    lying = [] if (game, full) == GROWS else [(LYING, GAMES[game].fewest)]
    for size, players in [(PHONE, GAMES[game].most), *lying]:
        ui.resize(*size)
        moved = walk(ui, game, players, full)
        assert not moved, "\n".join((f"{size}", *moved))


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True], ids=["light", "full"])
@pytest.mark.parametrize("game", GAMES)
def test_nor_with_large_letters_or_on_a_tablet(ui: Driver, game: str, full: bool) -> None:
    fewest, most = (GAMES[game].fewest,), (GAMES[game].most,)
    if walker.EVERY_WALK:
        fewest = most = fewest + most
    for size, scale, tables in (
        (PHONE, 1.6, most),
        (TABLET, 1.0, fewest),
        (TABLET, 1.6, most),
        (SMALL, 1.0, fewest),
    ):
        ui.dress(*size, scale)
        for players in () if (game, full) == GROWS else tables:
            moved = walk(ui, game, players, full)
            assert not moved, "\n".join((f"{size} at {scale}, {players} players", *moved))


HEIGHTS = st.floats(40, 200)


@given(
    width=st.floats(320, 2000),
    height=st.floats(320, 2000),
    pads=st.floats(0, 1500),
    zones=st.tuples(*[HEIGHTS] * 5),
    broad=st.booleans(),
    unfolded=st.booleans(),
)
def test_no_zone_covers_another(
    width: float, height: float, pads: float, zones: tuple[float, ...], broad: bool, unfolded: bool
) -> None:
    bar, turn, notice, ribbon, foot = zones
    needs = Needs(bar=bar, turn=turn, notice=notice, ribbon=ribbon, pads=pads, foot=foot, gap=8)
    places = arrange(width, height, needs, broad, unfolded)
    assert set(places) == {"bar", "turn", "notice", "ribbon", "state", "pads", "handle", "foot"}
    if bar + turn + notice + ribbon + foot + 8 * needs.gap + dp(HANDLE) > height:
        return
    for (one, a), (other, b) in combinations(places.items(), 2):
        beside = min(a.x + a.width, b.x + b.width) - max(a.x, b.x) <= 0.01
        apart = min(a.y + a.height, b.y + b.height) - max(a.y, b.y) <= 0.01
        assert beside or apart, (one, a, other, b)
