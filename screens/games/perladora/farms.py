"""Perladöra: the farms and the pearls on them, moved and entered on a small board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from scoring.perladora.rules import COLUMNS, FARMS, PILES, ROWS, SQUARES, USUAL_FARMS
from screens import kv
from screens.games.perladora.board import square_told
from screens.theme import WHITE, rgba
from screens.translator import _
from screens.widgets.brush import INK, Brush
from screens.widgets.overlays import BottomSheet
from screens.widgets.spoken import Part
from screens.widgets.table_top import GOLD
from screens.widgets.tiles import Tile

PRINTED_FARMS = [list(square) for square in USUAL_FARMS]
SHALLOW, DEEP = rgba("#CDEDF7"), rgba("#BFE6F3")
SAND = rgba("#FFE3C2")
SHADOW = rgba("#7FA5B5")
FRAME = rgba("#6B3F1D")


class FarmBoard(ButtonBehavior, Widget):
    """Touch a farm, then the square where it belongs; on another farm, the two piles change places."""

    farms = ListProperty([])
    piles = ListProperty([])
    picked = NumericProperty(-1)
    __events__: tuple[str, ...] = ("on_move", "on_swap")

    def __init__(self, **kwargs: Any) -> None:
        self._drawing = InstructionGroup()
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.canvas.add(self._drawing)
        for name in ("pos", "size", "farms", "piles", "picked"):
            self.fbind(name, self._draw_soon)

    @property
    def cell(self) -> float:
        return float(self.width / COLUMNS)

    def square_at(self, x: float, y: float) -> list[int]:
        row = ROWS - 1 - int((y - self.y) / self.cell)
        column = int((x - self.x) / self.cell)
        return [max(0, min(ROWS - 1, row)), max(0, min(COLUMNS - 1, column))]

    def middle_of(self, square: Sequence[int]) -> tuple[float, float]:
        row, column = square
        return self.x + (column + 0.5) * self.cell, self.y + (ROWS - row - 0.5) * self.cell

    def on_release(self) -> None:
        square = self.square_at(*self.last_touch.pos)
        farm = self.farms.index(square) if square in self.farms else -1
        picked, self.picked = self.picked, -1
        if picked < 0 or picked == farm:
            self.picked = farm if picked < 0 else -1
        elif farm < 0:
            self.dispatch("on_move", picked, square)
        elif self.piles:
            self.dispatch("on_swap", picked, farm)
        else:
            self.picked = farm

    def on_move(self, farm: int, square: list[int]) -> None:
        pass

    def on_swap(self, farm: int, other: int) -> None:
        pass

    def spoken_parts(self) -> Iterator[Part]:
        for square in SQUARES:
            x, y = self.to_window(*self.middle_of(square))
            half = self.cell / 2
            farm = self.farms.index(list(square)) if list(square) in self.farms else -1
            name = f"{square_told(square)}, {_('farm')}" if farm >= 0 else square_told(square)
            yield Part(name, (x - half, y - half, self.cell, self.cell), 0 <= farm == self.picked)

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        if self.width > 8:
            brush = Brush(self._drawing, self.x, self.y, self.width)
            draw_lagoon(brush, 0, 0, 100 / COLUMNS, self.farms, self.piles, int(self.picked))


class PearlBoard(FarmBoard):
    """A touch on a farm chooses it, and nothing is moved."""

    __events__: tuple[str, ...] = ("on_choose",)

    def on_release(self) -> None:
        square = self.square_at(*self.last_touch.pos)
        if square in self.farms:
            self.dispatch("on_choose", self.farms.index(square))

    def on_choose(self, farm: int) -> None:
        pass


class PearlSheet(BottomSheet):
    """One farm after the other: which pile lies on it."""

    farms = ListProperty(PRINTED_FARMS)
    told = ListProperty([0] * FARMS)
    """The pearls of each farm; nought while nobody has said."""
    laid = ListProperty([])
    at = NumericProperty(0)
    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        self.tiles = [Tile(text=str(pearls), game="perladora") for pearls in sorted(set(PILES))]
        for tile in self.tiles:
            tile.bind(on_release=lambda tile: self.tell(int(tile.text)))
            self.ids.piles.add_widget(tile)
        self._show()

    def _left(self, pearls: int) -> int:
        others = [pile for farm, pile in enumerate(self.told) if farm != self.at]
        return PILES.count(pearls) - others.count(pearls)

    def _show(self) -> None:
        self.laid = [pile or "?" for pile in self.told]
        for tile in self.tiles:
            left = self._left(int(tile.text))
            tile.secondary = _("{n} left").format(n=left)
            tile.disabled, tile.opacity = not left, 1 if left else 0.4

    def go_to(self, farm: int) -> None:
        self.at = farm
        self._show()

    def tell(self, pearls: int) -> None:
        told = list(self.told)
        told[int(self.at)] = pearls
        self.told = told
        open_farms = [farm for farm, pile in enumerate(told) if not pile]
        if not open_farms:
            self.close()
            self.done(tuple(told))
            return
        self.at = next((farm for farm in open_farms if farm > self.at), open_farms[0])
        self._show()


def draw_lagoon(
    brush: Brush,
    x: float,
    y: float,
    cell: float,
    farms: Sequence[Sequence[int]],
    piles: Sequence[int],
    picked: int = -1,
) -> None:
    """The board from above, its lower left corner at x, y."""
    brush.colour(FRAME)
    brush.box(x - 1.2, y - 1.2, COLUMNS * cell + 2.4, ROWS * cell + 2.4, 2)
    for row, column in SQUARES:
        brush.colour(DEEP if (row + column) % 2 else SHALLOW)
        left, bottom = x + column * cell, y + (ROWS - 1 - row) * cell
        brush.box(left + 0.15, bottom + 0.15, cell - 0.3, cell - 0.3, 0.8)
    for place, (row, column) in enumerate(farms):
        left, bottom = x + column * cell, y + (ROWS - 1 - row) * cell
        brush.colour(GOLD if place == picked else SAND)
        brush.box(left + 0.15, bottom + 0.15, cell - 0.3, cell - 0.3, 0.8)
        middle = left + cell / 2, bottom + cell / 2
        brush.colour(SHADOW)
        brush.disc(*middle, cell * 0.36)
        brush.colour(WHITE)
        brush.disc(middle[0] - cell * 0.02, middle[1] + cell * 0.03, cell * 0.32)
        if piles:
            brush.colour(INK)
            brush.letter(str(piles[place]), *middle, cell * 0.5)


kv.load(__name__)
