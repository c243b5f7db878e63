"""Charts drawn on the canvas: bars, lines, and one bar that is split.

Everything lies on whole pixels, follows the theme while it is shown, and says where it lies (`bar_box`,
`point_place`, `written`), so that a test can compare the picture with the numbers. Nothing is told by colour
alone: bars carry their values, lines differ by the shape of their marks.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil, floor, log10
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Writing
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import NIGHT, WHITE, Rgba, contrast, luminance, mix, theme
from screens.translator import _, i18n, number
from screens.widgets.layout import QuickTaps
from screens.widgets.shapes import RoundBox
from screens.widgets.spoken import Part
from screens.widgets.text import natural_size

Box = tuple[float, float, float, float]
"""x, y, width, height, in the coordinates of the window."""
Colour = Rgba | str | None
"""Itself, the name of a card's colour, or nothing for the accent of the game."""

VISIBLE = 3.0
"""The contrast that a shape needs to be seen at all."""
SHAPES = ("disc", "square", "triangle", "diamond", "ring", "wedge")


# -- What is shown ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """`note` is written at the bar instead of the plain value; `mark` is a line to compare the value with.

    `spoken` is said in place of a label that says too little where its neighbours are not seen.
    """

    label: str
    value: float
    colour: Colour = None
    key: Any = None
    note: str = ""
    mark: float | None = None
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A line through (x, y) points, in the order of x. The seat chooses colour and marks."""

    name: str
    points: Sequence[tuple[float, float]]
    seat: int | None = None
    colour: Colour = None


@dataclass(frozen=True, slots=True)
class Written:
    text: str
    box: Box


# -- Arithmetic -------------------------------------------------------------------------------------------


def round_steps(low: float, high: float, most: int = 5, whole: bool = False) -> list[float]:
    """At most `most` (three or more) round numbers, evenly apart, from low or below to high or above."""
    smallest = max((high - low) / (most - 1), 1.0 if whole else 1e-6 * max(1, abs(low), abs(high)))
    tens = 10.0 ** floor(log10(smallest))
    for step in (size * tens for tens in (tens, 10 * tens) for size in (1, 2, 5)):
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        steps = [place * step for place in range(first, max(last, first + 1) + 1)]
        if step >= smallest * (1 - 1e-9) and len(steps) <= most:
            break
    return steps


def trend(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Height at x = 0 and slope of the straight line nearest to the points; None when there is none."""
    count = len(points)
    if len({x for x, _y in points}) < 2:
        return None
    middle_x = sum(x for x, _y in points) / count
    middle_y = sum(y for _x, y in points) / count
    slope = sum((x - middle_x) * (y - middle_y) for x, y in points) / sum(
        (x - middle_x) ** 2 for x, _y in points
    )
    return middle_y - slope * middle_x, slope


def thin_out(spans: Sequence[tuple[float, float]], gap: float) -> list[int]:
    """Which of the spans, in order, can stay so that none touches the next: every one, every second, …

    The last one always stays.
    """
    for stride in range(1, len(spans) + 1):
        kept = range((len(spans) - 1) % stride, len(spans), stride)
        if all(spans[one][1] + gap <= spans[other][0] for one, other in itertools.pairwise(kept)):
            return list(kept)
    return []


@lru_cache(maxsize=256)
def seen_on(colour: Rgba, ground: Rgba) -> Rgba:
    """The colour itself, or a lighter or darker one that can be seen on this ground."""
    against = WHITE if luminance(ground) < 0.18 else NIGHT
    return next(
        (
            mixed
            for share in range(20, 0, -1)
            if contrast(mixed := mix(share / 20, colour, against), ground) >= VISIBLE
        ),
        against,
    )


# -- Letters and marks ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _writing(text: str, size: float, bold: bool, widest: int | None, align: str) -> Writing:
    """The label is kept with its texture: it is what brings the letters back when the glass forgets them."""
    paragraph = align == "center" and widest is not None
    label = Writing(
        text=text,
        font_size=size,
        bold=bold,
        text_size=(widest, None),
        shorten=widest is not None and not paragraph,
        shorten_from="right",
        max_lines=0 if paragraph else 1,
        halign=align,
    )
    label.refresh()
    return label


def text_width(text: str, size: float, bold: bool = False) -> int:
    return natural_size(text, size, "Roboto", bold)[0]


def _is_inside(shape: str, x: float, y: float) -> bool:
    """Within a mark whose middle is the origin and which reaches about one in every direction."""
    match shape:
        case "square":
            return max(abs(x), abs(y)) <= 0.8
        case "diamond":
            return abs(x) + abs(y) <= 1
        case "triangle":
            return y >= -0.75 and abs(x) <= (1 - y) * 0.57
        case "wedge":
            return y <= 0.75 and abs(x) <= (1 + y) * 0.57
        case "ring":
            return 0.25 <= x * x + y * y <= 0.9
    return x * x + y * y <= 0.8


@cache
def mark_texture(shape: str, size: int) -> Texture:
    fine = 4
    pixels = bytearray(b"\xff") * (4 * size * size)
    for row in range(size):
        for column in range(size):
            hits = sum(
                _is_inside(
                    shape,
                    2 * (column + (right + 0.5) / fine) / size - 1,
                    2 * (row + (up + 0.5) / fine) / size - 1,
                )
                for right in range(fine)
                for up in range(fine)
            )
            pixels[4 * (row * size + column) + 3] = 255 * hits // fine**2
    texture = Texture.create(size=(size, size), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba")
    return texture


# -- What all charts share --------------------------------------------------------------------------------


class Chart(ButtonBehavior, Widget):
    """Draws itself anew, once a frame at most, when its place, its numbers or the theme change."""

    game = StringProperty("")
    empty = StringProperty("")
    """The sentence that stands where there is nothing to draw."""

    drawn_from: tuple[str, ...] = ()
    is_empty: Callable[[], bool]
    measure: Callable[[], float]
    """How high it is at this width."""
    draw: Callable[[], None]

    def __init__(self, **kwargs: Any) -> None:
        self.written: list[Written] = []
        """Every text of the picture with its box, in the widget's own coordinates."""
        self._layer = InstructionGroup()
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.canvas.add(self._layer)
        for name in ("pos", "size", "game", "empty", *self.drawn_from):
            self.fbind(name, self._draw_soon)
        kv.follow(theme, self._look_again, "roles", "cards", "text_caption")
        kv.follow(i18n, self._look_again, "_")
        self._draw_soon()

    def _look_again(self, *_: object) -> None:
        self._draw_soon()

    def _draw(self, *_: object) -> None:
        self.written = []
        self._layer.clear()
        if not self.is_empty():
            self.height = self.measure()
            self.draw()
        elif self.width > 2 * theme.space_xl:
            self._say_nothing()

    def _say_nothing(self) -> None:
        text = self.empty or _("Nothing to show yet.")
        label = _writing(text, theme.text_caption, False, int(self.width - 2 * theme.space_l), "center")
        self.height = max(dp(72), label.texture.height + 2 * theme.space_m)
        self._place(label, self.x + theme.space_l, self.center_y - label.texture.height / 2, theme.ink_soft)

    def colour(self, wanted: Colour) -> Rgba:
        chosen = theme.cards[wanted] if isinstance(wanted, str) else wanted
        return seen_on(tuple(chosen or theme.accent_inks[self.game]), tuple(theme.surface))

    @property
    def line_height(self) -> int:
        return ceil(theme.text_caption * 1.3)

    def fill(self, colour: Rgba, box: Box, radius: float = 0) -> None:
        x, y, width, height = box
        self._layer.add(Color(*colour))
        self._layer.add(
            RoundBox(pos=(x, y), size=(width, height), radius=radius)
            if radius
            else Rectangle(pos=(x, y), size=(width, height))
        )

    def write(
        self,
        text: str,
        x: float,
        y: float,
        ink: Rgba | None = None,
        *,
        bold: bool = False,
        widest: float | None = None,
        anchor: float = 0,
    ) -> None:
        """On one line that begins at x, ends there (anchor 1) or has its middle there; y is its bottom."""
        if not text:
            return
        wide = text_width(text, theme.text_caption, bold)
        room = None if widest is None or wide <= widest else max(1, int(widest))
        label = _writing(text, theme.text_caption, bold, room, "left")
        self._place(label, x - anchor * label.texture.width, y, ink or theme.ink)

    def write_below(self, texts: list[str], middles: list[float], y: float) -> None:
        """Along the lower edge, as many as have room."""
        widths = [min(self.width, text_width(text, theme.text_caption)) for text in texts]
        places = [
            min(max(middle, self.x + wide / 2), self.x + self.width - wide / 2)
            for middle, wide in zip(middles, widths, strict=True)
        ]
        spans = [(place - wide / 2, place + wide / 2) for place, wide in zip(places, widths, strict=True)]
        for index in thin_out(spans, dp(6)):
            self.write(texts[index], places[index], y, theme.ink_soft, widest=self.width, anchor=0.5)

    def _place(self, label: Writing, x: float, y: float, ink: Rgba) -> None:
        texture = label.texture
        left, bottom = round(x), round(y)
        self._layer.add(Color(*ink))
        self._layer.add(Rectangle(texture=texture, pos=(left, bottom), size=texture.size))
        self.written.append(Written(label.text, (left, bottom, *texture.size)))

    def in_window(self, box: Box) -> Box:
        return (*self.to_window(box[0], box[1]), box[2], box[3])

    @property
    def spoken(self) -> str:
        return ", ".join(found.text for found in self.written)


def spoken_bar(bar: Bar) -> str:
    return f"{bar.spoken or bar.label}: {note_of(bar)}"


def pixels(size: float) -> int:
    """Whole ones, as many as this size is on the display."""
    many: int = round(dp(size))
    return many


def hairline() -> int:
    return max(1, pixels(1))


# -- Bars -------------------------------------------------------------------------------------------------


class ChartBars(Chart):
    """The bars themselves; `BarChart` lets them scroll where they need more room than there is."""

    bars = ListProperty([])
    rows = BooleanProperty(False)
    full = NumericProperty(0)
    tall = NumericProperty("140dp")
    rail = NumericProperty(0)
    """Room below the labels for the scroll bar."""
    held = NumericProperty(-1)
    drawn_from = ("bars", "rows", "full", "tall", "rail", "held")
    __events__ = ("on_bar",)

    def __init__(self, **kwargs: Any) -> None:
        self._low, self._high = 0.0, 1.0
        self._is_stacked = False
        """Where a name and its value have no room beside each other, the value gets its own line."""
        super().__init__(**kwargs)

    # Where things are

    def is_empty(self) -> bool:
        return not self.bars

    def measure(self) -> float:
        heights = [bar.value for bar in self.bars] + [bar.mark for bar in self.bars if bar.mark is not None]
        self._low, self._high = min(0, 0, *heights), max(0, self.full, *heights)
        self._high = self._high if self._high > self._low else self._low + 1
        self._is_stacked = any(
            min(text_width(bar.label, theme.text_caption), 0.4 * self.width)
            + text_width(note_of(bar), theme.text_caption, True)
            + theme.space_m
            > self.width
            for bar in self.bars
        )
        return self.row_height * len(self.bars) if self.rows else self.tall + self.below + self.above

    @property
    def below(self) -> int:
        """Under nought: the labels, and the values of bars that hang down."""
        hanging = self.line_height if self._low < 0 else 0
        return int(self.rail) + self.line_height + pixels(6) + hanging

    @property
    def above(self) -> int:
        return self.line_height + pixels(4)

    @property
    def narrowest(self) -> float:
        """A column is wide enough for a finger and for what is written above it."""
        widest = max((text_width(note_of(bar), theme.text_caption, True) for bar in self.bars), default=0)
        return max(theme.touch, widest + pixels(6))

    @property
    def row_height(self) -> int:
        lines = 2 if self._is_stacked else 1
        return max(ceil(theme.touch), lines * self.line_height + pixels(10) + pixels(16))

    def column_box(self, index: int) -> Box:
        """Where a finger finds the bar, in the widget's own coordinates."""
        if self.rows:
            top = round(self.top - index * self.row_height)
            return round(self.x), top - self.row_height, round(self.width), self.row_height
        wide = self.width / len(self.bars)
        left, right = round(self.x + index * wide), round(self.x + (index + 1) * wide)
        return left, round(self.y), right - left, round(self.height)

    def _span(self, room: float, value: float) -> tuple[int, int]:
        """Where a value begins and ends, in pixels from the lower end of the room."""
        unit = room / (self._high - self._low)
        nought, end = round(-self._low * unit), round((value - self._low) * unit)
        return min(nought, end), max(nought, end)

    def own_box(self, index: int) -> Box:
        bar = self.bars[index]
        x, y, width, _height = self.column_box(index)
        if self.rows:
            start, end = self._span(width, bar.value)
            rise = pixels(6) + (self.line_height if self._is_stacked else 0)
            return x + start, y + rise, end - start, pixels(10)
        start, end = self._span(self.tall, bar.value)
        thick = round(min(width * 0.62, dp(44)))
        return x + (width - thick) // 2, y + self.below + start, thick, end - start

    def index_at(self, x: float, y: float) -> int:
        place = (self.top - y) / self.row_height if self.rows else (x - self.x) / self.width * len(self.bars)
        return min(len(self.bars) - 1, max(0, int(place)))

    # Drawing

    def draw(self) -> None:
        if 0 <= self.held < len(self.bars):
            self.fill(theme.tints[self.game], self.column_box(int(self.held)), dp(8))
        if not self.rows:
            rise = self.below + self._span(self.tall, 0)[0]
            self.fill(
                tuple(theme.line), (round(self.x), round(self.y) + rise - hairline(), self.width, hairline())
            )
        for index, bar in enumerate(self.bars):
            x, y, width, height = self.own_box(index)
            if self.rows:
                column = self.column_box(index)
                self.fill(tuple(theme.sunken), (column[0], y, column[2], height), height / 2)
            colour = self.colour(bar.colour)
            if self.rows:
                self.fill(colour, (x, y, width, height), int(min(height, width) / 2))
            else:
                radius = pixels(4) if height >= dp(12) else 0
                self.fill(colour, (x, y, width, height), radius)
                foot = y + height - radius if bar.value < 0 else y
                self.fill(colour, (x, foot, width, radius))
            if bar.mark is not None:
                self._draw_mark(index, bar.mark)
        (self._write_rows if self.rows else self._write_columns)()

    def _draw_mark(self, index: int, mark: float) -> None:
        x, y, width, _height = self.column_box(index)
        own = self.own_box(index)
        thick = 2 * hairline()
        if self.rows:
            start, end = self._span(width, mark)
            place = x + min(max(start, end - thick // 2), width - thick)
            self.fill(tuple(theme.ink), (place, own[1] - pixels(4), thick, own[3] + 2 * pixels(4)))
        else:
            place = y + self.below + self._span(self.tall, mark)[1]
            self.fill(tuple(theme.ink), (own[0] - pixels(4), place, own[2] + 2 * pixels(4), thick))

    def _write_rows(self) -> None:
        for index, bar in enumerate(self.bars):
            x, y, width, height = self.column_box(index)
            top = y + height - pixels(6) - self.line_height
            note = note_of(bar)
            if self._is_stacked:
                self.write(bar.label, x, top, widest=width)
                self.write(note, x, y + pixels(2), bold=True, widest=width)
            else:
                wide = text_width(note, theme.text_caption, True)
                self.write(bar.label, x, top, widest=width - wide - theme.space_m)
                self.write(note, x + width, top, bold=True, anchor=1)

    def _write_columns(self) -> None:
        middles = []
        for index, bar in enumerate(self.bars):
            left, low, width, _height = self.column_box(index)
            _x, y, _width, height = self.own_box(index)
            middle = left + width / 2
            middles.append(middle)
            raised = self._raised_over_mark(bar)
            place = y - self.line_height if bar.value < 0 else max(y + height, low + raised) + pixels(2)
            self.write(note_of(bar), middle, place, bold=True, widest=width, anchor=0.5)
        self.write_below([bar.label for bar in self.bars], middles, self.y + self.rail)

    def _raised_over_mark(self, bar: Bar) -> int:
        if bar.mark is None:
            return 0
        return self.below + self._span(self.tall, bar.mark)[1] + 2 * hairline()

    # Touch

    def on_press(self) -> None:
        if self.bars:
            self.held = self.index_at(*self.last_touch.pos)

    def on_state(self, _chart: object, state: str) -> None:
        if state == "normal":
            self.held = -1

    def on_release(self) -> None:
        if self.bars:
            self.dispatch("on_bar", self.bars[self.index_at(*self.last_touch.pos)])

    def spoken_parts(self) -> Iterator[Part]:
        for index, bar in enumerate(self.bars):
            yield Part(spoken_bar(bar), self.in_window(self.column_box(index)), selected=index == self.held)

    def on_bar(self, bar: Bar) -> None:
        """A bar was tapped."""


def note_of(bar: Bar) -> str:
    return bar.note or number(bar.value)


class ChartStrip(QuickTaps):
    """What is wider than its place. Up and down is the business of the page around it."""

    def on_scroll_move(self, touch: Any) -> Any:
        own = touch.ud.get(self._get_uid())
        across, along = abs(touch.y - touch.oy), abs(touch.x - touch.ox)
        if own and own["mode"] == "unknown" and across > max(self.scroll_distance, along):
            own["mode"] = "given away"
            touch.ud[self._get_uid("svavoid")] = True
            self._touch = None
        return super().on_scroll_move(touch)


class BarChart(BoxLayout):
    """Columns, or with `rows` a row for each name. Columns that do not fit scroll sideways."""

    bars = ListProperty([])
    """Of `Bar`."""
    game = StringProperty("")
    rows = BooleanProperty(False)
    full = NumericProperty(0)
    """The value at full height, such as 1 for shares; nought takes the highest."""
    tall = NumericProperty("140dp")
    empty = StringProperty("")
    from_end = BooleanProperty(False)
    """Where the last columns matter most, such as months."""

    __events__ = ("on_bar",)

    def __init__(self, **kwargs: Any) -> None:
        self.plot = ChartBars()
        self.strip: ChartStrip | None = None
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("bars", "game", "rows", "full", "tall", "empty"):
            setattr(self.plot, name, getattr(self, name))
            self.fbind(name, self.plot.setter(name))
        for name in ("bars", "rows", "from_end", "width"):
            self.fbind(name, self._fit_soon)
        self.plot.bind(height=self.setter("height"), on_bar=lambda _plot, bar: self.dispatch("on_bar", bar))
        kv.follow(theme, self._look_again, "text_caption")
        self.add_widget(self.plot)
        self._fit_soon()

    def _look_again(self, *_: object) -> None:
        self._fit_soon()

    def _fit(self, *_: object) -> None:
        """A chart that fits is no strip: a strip keeps touches to itself until it knows what they want."""
        needed = 0 if self.rows or not self.bars else self.plot.narrowest * len(self.bars)
        if needed > self.width + 1:
            if self.strip is None:
                self._move_plot(ChartStrip(scroll_x=1 if self.from_end else 0))
            self.plot.size_hint_x, self.plot.width, self.plot.rail = None, needed, pixels(6)
        elif self.strip is not None:
            self._move_plot(None)

    def _move_plot(self, strip: ChartStrip | None) -> None:
        self.plot.parent.remove_widget(self.plot)
        self.clear_widgets()
        self.strip = strip
        if strip is not None:
            self.add_widget(strip)
        (strip or self).add_widget(self.plot)
        self.plot.size_hint_x, self.plot.rail = 1, 0

    def on_bar(self, bar: Bar) -> None:
        """A bar was tapped."""

    @property
    def written(self) -> list[Written]:
        return [Written(found.text, self.plot.in_window(found.box)) for found in self.plot.written]

    def bar_box(self, index: int) -> Box:
        """Where this bar is drawn."""
        return self.plot.in_window(self.plot.own_box(index))

    def touch_box(self, index: int) -> Box:
        """Where a finger finds this bar."""
        return self.plot.in_window(self.plot.column_box(index))

    def bar_colour(self, index: int) -> Rgba:
        return self.plot.colour(self.bars[index].colour)


# -- Lines ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scale:
    """Where the lines are, in the widget's own coordinates, and the numbers along the two sides."""

    left: int
    bottom: int
    width: int
    height: int
    first: float
    last: float
    steps: list[float]
    texts: list[str]

    def place(self, x: float, y: float) -> tuple[float, float]:
        low, high = self.steps[0], self.steps[-1]
        return (
            self.left + (x - self.first) / (self.last - self.first) * self.width,
            self.bottom + (y - low) / (high - low) * self.height,
        )


class LineChart(Chart):
    """Lines over a common ground, with round numbers at the left and a legend where there are several."""

    series = ListProperty([])
    """Of `Series`."""
    x_labels = ListProperty([])
    """(x, text) pairs; without them, round numbers or what `x_format` makes of them."""
    x_format = ObjectProperty(None, allownone=True)
    whole = BooleanProperty(False)
    """Values are counted: no half steps."""
    from_nought = BooleanProperty(False)
    step = BooleanProperty(False)
    """A value lasts until the next one, such as a score."""
    trends = BooleanProperty(False)
    """A dashed straight line through each series."""
    tall = NumericProperty("160dp")

    drawn_from = ("series", "x_labels", "x_format", "whole", "from_nought", "step", "trends", "tall")
    __events__ = ("on_point",)

    # Where things are

    def is_empty(self) -> bool:
        return not any(series.points for series in self.series)

    def measure(self) -> float:
        return float(self.tall) + self.line_height * (1 + len(self._legend())) + 2 * self.half_line

    @property
    def half_line(self) -> int:
        """The numbers of the lowest and the highest step reach that far beyond the lines."""
        return self.line_height // 2 + pixels(2)

    def scale(self) -> Scale:
        heights = [y for series in self.series for _x, y in series.points]
        places = [x for series in self.series for x, _y in series.points]
        most = max(3, min(6, 1 + int(self.tall / (1.3 * self.line_height))))
        low = min(0, *heights) if self.from_nought else min(heights)
        steps = round_steps(low, max(heights), most, self.whole)
        texts = [number(step, max(1, ceil(-log10(steps[1] - steps[0])))) for step in steps]
        wide = max(text_width(text, theme.text_caption) for text in texts)
        first, last = min(places), max(places)
        return Scale(
            left=round(self.x + wide + dp(8)),
            bottom=round(self.y) + self.line_height + self.half_line,
            width=max(1, round(self.width - wide - 2 * dp(8))),
            height=round(self.tall),
            first=first if last > first else first - 0.5,
            last=last if last > first else last + 0.5,
            steps=steps,
            texts=texts,
        )

    def point_place(self, series: int, index: int) -> tuple[float, float]:
        """Where this point is drawn, in the window."""
        x, y = self.to_window(*self.scale().place(*self.series[series].points[index]))
        return x, y

    def series_colour(self, series: int) -> Rgba:
        chosen = self.series[series]
        if chosen.colour is None and chosen.seat is not None:
            return self.colour(theme.players[chosen.seat % len(theme.players)])
        if chosen.colour is None and len(self.series) > 1:
            return self.colour(theme.players[series % len(theme.players)])
        return self.colour(chosen.colour)

    def shape_of(self, series: int) -> str:
        seat = self.series[series].seat
        return SHAPES[(series if seat is None else seat) % len(SHAPES)]

    # Drawing

    def draw(self) -> None:
        scale = self.scale()
        self._draw_ground(scale)
        for index, series in enumerate(self.series):
            if series.points:
                self._draw_series(scale, index, series)
        self._draw_legend()

    def _draw_ground(self, scale: Scale) -> None:
        for step, text in zip(scale.steps, scale.texts, strict=True):
            y = round(scale.place(scale.first, step)[1])
            self.fill(tuple(theme.line), (scale.left, y, scale.width, hairline()))
            self.write(text, scale.left - dp(6), y - self.line_height / 2, theme.ink_soft, anchor=1)
        labels = list(self.x_labels) or self._round_labels(scale)
        self.write_below([text for _x, text in labels], [scale.place(x, 0)[0] for x, _text in labels], self.y)

    def _round_labels(self, scale: Scale) -> list[tuple[float, str]]:
        shown: Callable[[float], str] = self.x_format or number
        found = round_steps(scale.first, scale.last, 6)
        return [(x, shown(x)) for x in found if scale.first <= x <= scale.last]

    def _draw_series(self, scale: Scale, index: int, series: Series) -> None:
        colour = self.series_colour(index)
        places = [scale.place(x, y) for x, y in series.points]
        path = [places[0]]
        for before, after in itertools.pairwise(places):
            path += [(after[0], before[1]), after] if self.step else [after]
        self._layer.add(Color(*colour))
        if len(path) > 1:
            flat = [part for place in path for part in place]
            self._layer.add(SmoothLine(points=flat, width=dp(1.4), overdraw_width=dp(1)))
        if self.trends and (found := trend(series.points)):
            self._draw_trend(scale, series, found, colour)
        self._draw_marks(places, self.shape_of(index), colour)

    def _draw_trend(self, scale: Scale, series: Series, found: tuple[float, float], colour: Rgba) -> None:
        height, slope = found
        first, last = series.points[0][0], series.points[-1][0]
        start, end = scale.place(first, height + slope * first), scale.place(last, height + slope * last)
        dashes = max(1, int((end[0] - start[0]) / dp(12)))
        self._layer.add(Color(*theme.ink))
        for dash in range(dashes):
            ends = [(dash + share) / dashes for share in (0.2, 0.8)]
            flat = [
                part
                for share in ends
                for part in (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            ]
            self._layer.add(SmoothLine(points=flat, width=dp(1.1), overdraw_width=dp(1)))

    def _draw_marks(self, places: list[tuple[float, float]], shape: str, colour: Rgba) -> None:
        """As many as can be told apart; the last one always."""
        spans = [(x - dp(5), x + dp(5)) for x, _y in places]
        for index in thin_out(spans, dp(6)):
            self._mark(shape, *places[index], colour)

    def _mark(self, shape: str, x: float, y: float, colour: Rgba) -> None:
        size = pixels(10)
        rim = size + 2 * pixels(2)
        for side, look, ink in ((rim, "disc", tuple(theme.surface)), (size, shape, colour)):
            self._layer.add(Color(*ink))
            self._layer.add(
                Rectangle(
                    texture=mark_texture(look, side),
                    pos=(round(x - side / 2), round(y - side / 2)),
                    size=(side, side),
                )
            )

    def _legend(self) -> list[list[tuple[int, float]]]:
        """Lines of (series, width) pairs; none where one line needs no name."""
        named = [index for index, series in enumerate(self.series) if series.name and series.points]
        if len(self.series) < 2:
            return []
        lines: list[list[tuple[int, float]]] = [[]]
        for index in named:
            wide = min(text_width(self.series[index].name, theme.text_caption) + dp(20), self.width)
            if lines[-1] and sum(w + theme.space_m for _index, w in lines[-1]) + wide > self.width:
                lines.append([])
            lines[-1].append((index, wide))
        return lines if named else []

    def _draw_legend(self) -> None:
        y = self.y + self.height
        for line in self._legend():
            y -= self.line_height
            x = self.x
            for index, wide in line:
                self._mark(
                    self.shape_of(index), x + dp(7), y + self.line_height / 2, self.series_colour(index)
                )
                self.write(self.series[index].name, x + dp(18), y, widest=wide - dp(18))
                x += wide + theme.space_m

    # Touch

    def on_release(self) -> None:
        if self.is_empty():
            return
        x, y = self.last_touch.pos
        scale = self.scale()
        places = {
            (line, index): scale.place(*point)
            for line, series in enumerate(self.series)
            for index, point in enumerate(series.points)
        }
        nearest = min(places, key=lambda at: (abs(places[at][0] - x), abs(places[at][1] - y)))
        self.dispatch("on_point", *nearest)

    def on_point(self, series: int, index: int) -> None:
        """The point nearest to the finger."""


# -- One bar, split ---------------------------------------------------------------------------------------


class SplitBar(Chart):
    """Parts of a whole side by side, each with its number and name below it: a duel, for one."""

    bars = ListProperty([])
    drawn_from = ("bars",)
    __events__ = ("on_bar",)

    def is_empty(self) -> bool:
        return not any(bar.value > 0 for bar in self.bars)

    def measure(self) -> float:
        return max(theme.touch, pixels(20) + 2 * self.line_height + pixels(8))

    def own_box(self, index: int) -> Box:
        whole = sum(bar.value for bar in self.bars)
        before = sum(bar.value for bar in self.bars[:index])
        left = round(self.width * before / whole)
        right = round(self.width * (before + self.bars[index].value) / whole)
        gap = hairline() if right < round(self.width) and right - left > 2 * hairline() else 0
        thick = pixels(20)
        return round(self.x) + left, round(self.y + self.height) - thick, right - left - gap, thick

    def column_box(self, index: int) -> Box:
        """The finger has equal room for every part, however thin it is."""
        wide = self.width / len(self.bars)
        left, right = round(self.x + index * wide), round(self.x + (index + 1) * wide)
        return left, round(self.y), right - left, round(self.height)

    def bar_box(self, index: int) -> Box:
        return self.in_window(self.own_box(index))

    def touch_box(self, index: int) -> Box:
        return self.in_window(self.column_box(index))

    def bar_colour(self, index: int) -> Rgba:
        return self.colour(self.bars[index].colour)

    def draw(self) -> None:
        last = len(self.bars) - 1
        for index, bar in enumerate(self.bars):
            self.fill(self.bar_colour(index), self.own_box(index))
            left, low, width, _height = self.column_box(index)
            anchor = 0 if index == 0 else 1 if index == last else 0.5
            place = left + anchor * width
            room = width - dp(8)
            swatch = pixels(10)
            wide = min(room, text_width(note_of(bar), theme.text_caption, True) + swatch + dp(6))
            start = place - anchor * wide
            line = low + self.line_height
            self.fill(
                self.bar_colour(index),
                (round(start), round(line + (self.line_height - swatch) / 2), swatch, swatch),
                2,
            )
            self.write(note_of(bar), start + swatch + dp(6), line, bold=True, widest=room - swatch - dp(6))
            self.write(bar.label, place, low, theme.ink_soft, widest=room, anchor=anchor)

    def on_release(self) -> None:
        if not self.is_empty():
            wide = self.width / len(self.bars)
            index = min(len(self.bars) - 1, max(0, int((self.last_touch.x - self.x) / wide)))
            self.dispatch("on_bar", self.bars[index])

    def spoken_parts(self) -> Iterator[Part]:
        for index, bar in enumerate(self.bars):
            yield Part(spoken_bar(bar), self.touch_box(index))

    def on_bar(self, bar: Bar) -> None:
        """A part was tapped."""


kv.load(__name__)
