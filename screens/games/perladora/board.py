"""The lagoon of Perladöra: squares, farms, divers and pontoons, drawn and touched.

It knows no rules. Whoever uses it says what lies where; a tap comes back as a square or as the nearest line
between two squares, whatever `touches` asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Drawn
from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
)
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import NIGHT, WHITE, Rgba, faded, mix, readable_on, rgba, theme
from screens.translator import _
from screens.widgets.spoken import Part

Square = tuple[int, int]
Edge = tuple[Square, Square]

ROWS, COLUMNS = 5, 8
SQUARES = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
HOLD = 0.45
"""Seconds until a resting finger means more than a tap."""

WATER = {False: rgba("#CDEBF8"), True: rgba("#12384C")}
GRID = {False: rgba("#8FCBE6"), True: rgba("#24607C")}
PEARL, PEARL_RIM, PEARL_SHADE = rgba("#FBF8F0"), rgba("#BFA46A"), rgba("#DDD3BB")
PLANK, PLANK_GRAIN = rgba("#7A4A21"), rgba("#B27E47")
FLOWER = rgba("#C2185B")
TINTS = tuple(
    rgba(colour)
    for colour in (
        "#B388EB",
        "#DCE775",
        "#E57373",
        "#AEB6BF",
        "#CE93D8",
        "#F6F0A0",
        "#8E7CC3",
        "#EFA9A9",
        "#E6E6E6",
    )
)
"""For territories, in the order in which they are numbered; none of them is like the colour of a player."""


def water() -> Rgba:
    return WATER[theme.dark]


def tinted(number: int) -> Rgba:
    """The water of the territory with this number, counted from nought."""
    return mix(0.33 if theme.dark else 0.62, TINTS[number % len(TINTS)], water())


def square_told(square: Square) -> str:
    """For those who do not see it, counted from the top left of the printed board."""
    row, column = square
    return _("row {row}, column {column}").format(row=row + 1, column=column + 1)


@dataclass(frozen=True, slots=True)
class Piece:
    """A diver on a square: whose (a colour and a letter), and what lies on it or is known about it."""

    square: Square
    colour: Rgba
    letter: str
    value: int | None = None
    reinforced: bool = False
    flowers: int = 0


class BoardView(Widget):
    farms = ListProperty([])
    piles = ListProperty([], allownone=True)
    """The pearls on each farm, in the order of the farms; nothing while they are unknown."""
    lines = ListProperty([])
    pending = ListProperty([])
    """Pontoons that are not played yet."""
    hints = ListProperty([])
    """Lines where a pontoon may lie."""
    divers = ListProperty([])
    """Piece by piece."""
    tints = DictProperty({})
    """Colours by square, where it is not plain water."""
    numbers = DictProperty({})
    """Numbers of territories by square."""
    marked = ListProperty([])
    """Squares that are hatched, because something is wrong with them."""
    rings = ListProperty([])
    """Squares that may be chosen."""
    lifted = ObjectProperty(None, allownone=True)
    """The farm that is being moved."""

    touches = OptionProperty("none", options=["none", "squares", "lines"])
    upright = BooleanProperty(False)
    """Turned by a quarter, where the window is too narrow for eight squares that a finger can hit."""
    tallest = NumericProperty(100_000)
    cell = NumericProperty(1)

    __events__ = ("on_square", "on_line", "on_hold")

    def __init__(self, **kwargs: Any) -> None:
        self._layers = {
            name: InstructionGroup()
            for name in ("water", "marks", "farms", "hints", "divers", "lines", "rings")
        }
        self._stale = set(self._layers)
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        self._holding: Any = None
        self._written: dict[tuple[str, int], Any] = {}
        super().__init__(**kwargs)
        for layer in self._layers.values():
            self.canvas.add(layer)
        for name, layers in {
            "tints": ("water",),
            "numbers": ("water",),
            "marked": ("marks",),
            "farms": ("farms",),
            "piles": ("farms",),
            "lifted": ("farms",),
            "hints": ("hints",),
            "divers": ("divers",),
            "lines": ("lines",),
            "pending": ("lines",),
            "rings": ("rings",),
        }.items():
            self.fbind(name, self._mark_stale, layers)
        for name in ("pos", "size", "cell", "upright"):
            self.fbind(name, self._mark_all_stale)
        kv.follow(theme, self._mark_all_stale, "dark")
        self._mark_all_stale()

    # -- Where things are ----------------------------------------------------------------------------------

    @property
    def across(self) -> int:
        return ROWS if self.upright else COLUMNS

    @property
    def down(self) -> int:
        return COLUMNS if self.upright else ROWS

    @property
    def corner(self) -> tuple[float, float]:
        """The bottom left of the grid, which stands in the middle of the widget."""
        return (
            self.x + (self.width - self.across * self.cell) / 2,
            self.y + (self.height - self.down * self.cell) / 2,
        )

    def _turned(self, square: Square) -> Square:
        row, column = square
        return (column, ROWS - 1 - row) if self.upright else square

    def _turned_back(self, square: Square) -> Square:
        row, column = square
        return (ROWS - 1 - column, row) if self.upright else square

    def place_of(self, square: Square) -> tuple[float, float]:
        """The middle of a square, in the widget's coordinates."""
        row, column = self._turned(square)
        left, bottom = self.corner
        return left + (column + 0.5) * self.cell, bottom + (self.down - row - 0.5) * self.cell

    def middle_of(self, line: Edge) -> tuple[float, float]:
        (x, y), (other_x, other_y) = self.place_of(line[0]), self.place_of(line[1])
        return (x + other_x) / 2, (y + other_y) / 2

    def _on_grid(self, x: float, y: float) -> tuple[float, float]:
        """Rows from the top and columns from the left, in squares."""
        left, bottom = self.corner
        return self.down - (y - bottom) / self.cell, (x - left) / self.cell

    def square_at(self, x: float, y: float) -> Square:
        """The square there, or the nearest."""
        row, column = self._on_grid(x, y)
        shown = min(self.down - 1, max(0, int(row))), min(self.across - 1, max(0, int(column)))
        return self._turned_back(shown)

    def line_at(self, x: float, y: float) -> Edge:
        """The inner line that is nearest, in reading order."""
        row, column = self._on_grid(x, y)
        upper = min(self.down - 1, max(1, round(row)))
        left = min(self.across - 1, max(1, round(column)))
        inside = min(self.down - 1, max(0, int(row))), min(self.across - 1, max(0, int(column)))
        if abs(row - upper) < abs(column - left):
            ends = (upper - 1, inside[1]), (upper, inside[1])
        else:
            ends = (inside[0], left - 1), (inside[0], left)
        first, second = sorted(self._turned_back(end) for end in ends)
        return first, second

    def spoken_parts(self) -> Iterator[Part]:
        """Where a tap means something: squares, or the lines between two."""
        half = self.cell / 2
        if self.touches == "squares":
            for square in sorted(self.rings or SQUARES, key=self._turned):
                x, y = self.to_window(*self.place_of(square))
                yield Part(self._told(square), (x - half, y - half, self.cell, self.cell))
        elif self.touches == "lines":
            for line in self.hints:
                x, y = self.to_window(*self.middle_of(line))
                name = _("Between {one} and {other}").format(
                    one=square_told(line[0]), other=square_told(line[1])
                )
                yield Part(name, (x - half / 2, y - half / 2, half, half), line in self.pending)

    def _told(self, square: Square) -> str:
        row, column = square
        things = [square_told(square)]
        if [row, column] in [list(farm) for farm in self.farms]:
            things.append(_("farm"))
        things += [
            _("a diver of {player}").format(player=piece.letter)
            for piece in self.divers
            if piece.square == square
        ]
        return ", ".join(things)

    # -- Touch ---------------------------------------------------------------------------------------------

    def _is_on_grid(self, touch: Any) -> bool:
        row, column = self._on_grid(touch.x, touch.y)
        return bool(self.collide_point(*touch.pos) and 0 <= row <= self.down and 0 <= column <= self.across)

    def on_touch_down(self, touch: Any) -> bool:
        if self.touches == "none" or self.disabled or touch.is_mouse_scrolling or not self._is_on_grid(touch):
            return False
        touch.grab(self)
        self._let_go()
        square = self.square_at(*touch.pos)
        self._holding = Clock.schedule_once(lambda _passed: self._hold(touch, square), HOLD)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        if abs(touch.x - touch.ox) > dp(16) or abs(touch.y - touch.oy) > dp(16):
            self._let_go()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self._holding is not None:
            self._let_go()
            if self.touches == "lines":
                self.dispatch("on_line", self.line_at(*touch.pos))
            elif self.touches == "squares":
                self.dispatch("on_square", self.square_at(*touch.pos))
        return True

    def _hold(self, touch: Any, square: Square) -> None:
        self._holding = None
        touch.ungrab(self)
        self.dispatch("on_hold", square)

    def _let_go(self) -> None:
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None

    def on_square(self, square: Square) -> None:
        """A square was tapped."""

    def on_line(self, line: Edge) -> None:
        """A line between two squares was tapped."""

    def on_hold(self, square: Square) -> None:
        """A finger rested on a square."""

    # -- Drawing: each layer anew when something in it has changed -----------------------------------------

    def _mark_stale(self, layers: tuple[str, ...], *_: object) -> None:
        self._stale.update(layers)
        self._draw_soon()

    def _mark_all_stale(self, *_: object) -> None:
        self._written.clear()
        self._stale.update(self._layers)
        self._draw_soon()

    def _draw(self, *_: object) -> None:
        painters: dict[str, Callable[[InstructionGroup], None]] = {
            "water": self._draw_water,
            "marks": self._draw_marks,
            "farms": self._draw_farms,
            "hints": self._draw_hints,
            "divers": self._draw_divers,
            "lines": self._draw_lines,
            "rings": self._draw_rings,
        }
        for name in self._stale:
            layer = self._layers[name]
            layer.clear()
            painters[name](layer)
        self._stale.clear()

    def _box(self, square: Square, inset: float) -> dict[str, tuple[float, float]]:
        x, y = self.place_of(square)
        side = self.cell - 2 * inset
        return {"pos": (x - side / 2, y - side / 2), "size": (side, side)}

    def _write(
        self, layer: InstructionGroup, text: str, place: tuple[float, float], size: float, ink: Rgba
    ) -> None:
        texture = self._texture(text, max(6, int(size)))
        width, height = texture.size
        layer.add(Color(*ink))
        corner = round(place[0] - width / 2), round(place[1] - height / 2)
        layer.add(Rectangle(texture=texture, pos=corner, size=texture.size))

    def _texture(self, text: str, size: int) -> Any:
        if (text, size) not in self._written:
            label = Drawn(text=text, font_size=size, bold=True)
            label.refresh()
            self._written[text, size] = label.texture
        return self._written[text, size]

    def _draw_water(self, layer: InstructionGroup) -> None:
        left, bottom = self.corner
        width, height = self.across * self.cell, self.down * self.cell
        layer.add(Color(*GRID[theme.dark]))
        layer.add(SmoothRoundedRectangle(pos=(left, bottom), size=(width, height), radius=[dp(10)]))
        for square in SQUARES:
            layer.add(Color(*self.tints.get(square, water())))
            layer.add(RoundedRectangle(**self._box(square, dp(0.6)), radius=self._corners(square)))
        for square, number in self.numbers.items():
            x, y = self.place_of(square)
            place = x - self.cell * 0.36, y + self.cell * 0.34
            self._write(layer, str(number), place, self.cell * 0.24, faded(readable_on(water()), 0.75))

    def _corners(self, square: Square) -> list[float]:
        """Round where the board ends: top left, top right, bottom right, bottom left."""
        row, column = self._turned(square)
        top, left = row == 0, column == 0
        low, right = row == self.down - 1, column == self.across - 1
        round_ones = (top and left, top and right, low and right, low and left)
        return [dp(9.4) if is_round else 0.01 for is_round in round_ones]

    def _draw_marks(self, layer: InstructionGroup) -> None:
        for square in self.marked:
            box = self._box(square, dp(1))
            (x, y), (side, _side) = box["pos"], box["size"]
            layer.add(Color(*faded(theme.danger, 0.30)))
            layer.add(Rectangle(**box))
            layer.add(Color(*theme.danger))
            for share in (0.33, 0.67, 1.0):
                near, far = share * side, (1 - share) * side
                layer.add(SmoothLine(points=[x, y + near, x + near, y], width=dp(1)))
                layer.add(SmoothLine(points=[x + far, y + side, x + side, y + far], width=dp(1)))

    def _draw_farms(self, layer: InstructionGroup) -> None:
        piles = self.piles or []
        for number, square in enumerate(self.farms):
            raised = dp(3) if square == self.lifted else 0
            x, y = self.place_of(square)
            radius = self.cell * 0.36
            self._disc(layer, (x, y - dp(1) - raised), radius, mix(0.3, NIGHT, water()))
            self._disc(layer, (x, y + raised), radius, theme.gold if raised else PEARL_RIM)
            self._disc(layer, (x, y + raised), radius - dp(1.5), PEARL)
            if number < len(piles):
                self._write(layer, str(piles[number]), (x, y + raised), self.cell * 0.40, NIGHT)
            else:
                self._draw_pearls(layer, x, y + raised)

    def _draw_pearls(self, layer: InstructionGroup, x: float, y: float) -> None:
        for right, up in ((-0.1, -0.06), (0.1, -0.06), (0, 0.11)):
            place = x + right * self.cell, y + up * self.cell
            self._disc(layer, place, self.cell * 0.095, PEARL_RIM)
            self._disc(layer, place, self.cell * 0.095 - dp(1), PEARL_SHADE)
            self._disc(
                layer, (place[0] - self.cell * 0.02, place[1] + self.cell * 0.025), self.cell * 0.035, WHITE
            )

    @staticmethod
    def _disc(layer: InstructionGroup, place: tuple[float, float], radius: float, colour: Rgba) -> None:
        """Opaque colours only: a smooth shape one can see through ignores what a scroll view cuts off."""
        layer.add(Color(*colour))
        layer.add(SmoothEllipse(pos=(place[0] - radius, place[1] - radius), size=(2 * radius, 2 * radius)))

    def _draw_divers(self, layer: InstructionGroup) -> None:
        for piece in self.divers:
            x, y = self.place_of(piece.square)
            radius = self.cell * 0.34
            self._disc(layer, (x, y), radius, theme.gold if piece.reinforced else WHITE)
            self._disc(layer, (x, y), radius - dp(3 if piece.reinforced else 1.5), piece.colour)
            size = self.cell * (0.36 if len(piece.letter) == 1 else 0.28)
            self._write(layer, piece.letter, (x, y), size, readable_on(piece.colour))
            self._draw_tokens(layer, piece, x, y)

    def _draw_tokens(self, layer: InstructionGroup, piece: Piece, x: float, y: float) -> None:
        """Small badges in the corners: the value, what reinforces and what weakens."""
        out = self.cell * 0.31
        if piece.value is not None:
            self._badge(layer, str(piece.value), (x + out, y - out), WHITE, NIGHT)
        if piece.reinforced:
            self._badge(layer, "+1", (x + out, y + out), theme.gold, NIGHT)
        if piece.flowers:
            self._badge(layer, f"−{piece.flowers}", (x - out, y - out), FLOWER, WHITE)

    def _badge(
        self, layer: InstructionGroup, text: str, place: tuple[float, float], fill: Rgba, ink: Rgba
    ) -> None:
        self._disc(layer, place, self.cell * 0.18, mix(0.6, NIGHT, water()))
        self._disc(layer, place, self.cell * 0.18 - dp(0.8), fill)
        self._write(layer, text, place, self.cell * 0.24, ink)

    def _plank(self, line: Edge, thick: float, short: float) -> tuple[float, float, float, float]:
        (x, y), (first_x, _first_y), (second_x, _second_y) = (
            self.middle_of(line),
            self.place_of(line[0]),
            self.place_of(line[1]),
        )
        long = self.cell - short
        beside = abs(first_x - second_x) > 1
        width, height = (thick, long) if beside else (long, thick)
        return x - width / 2, y - height / 2, width, height

    def _draw_lines(self, layer: InstructionGroup) -> None:
        for line in self.lines:
            self._draw_plank(layer, line, theme.paper)
        for line in self.pending:
            self._draw_plank(layer, line, theme.gold)

    def _draw_plank(self, layer: InstructionGroup, line: Edge, rim: Rgba) -> None:
        thick = max(dp(6), self.cell * 0.15)
        for colour, extra in ((rim, dp(2.2) if rim != theme.paper else dp(0.8)), (PLANK, 0)):
            x, y, width, height = self._plank(line, thick + 2 * extra, -2 * extra + dp(1))
            layer.add(Color(*colour))
            layer.add(SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[thick / 3]))
        layer.add(Color(*PLANK_GRAIN))
        x, y, width, height = self._plank(line, thick, dp(1))
        upwards = height > width
        for share in (0.25, 0.5, 0.75):
            if upwards:
                points = [x + 1, y + share * height, x + width - 1, y + share * height]
            else:
                points = [x + share * width, y + 1, x + share * width, y + height - 1]
            layer.add(Line(points=points, width=dp(0.6)))

    def _draw_hints(self, layer: InstructionGroup) -> None:
        layer.add(Color(*faded(PLANK if not theme.dark else PLANK_GRAIN, 0.55)))
        for line in self.hints:
            x, y, width, height = self._plank(line, dp(2.5), self.cell * 0.62)
            layer.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(1.2)]))

    def _draw_rings(self, layer: InstructionGroup) -> None:
        for square in self.rings:
            x, y = self.place_of(square)
            for colour, width in ((NIGHT, dp(2.4)), (theme.gold, dp(1.5))):
                layer.add(Color(*colour))
                layer.add(SmoothLine(circle=(x, y, self.cell * 0.42), width=width))


kv.load(__name__)
