"""Charts against the numbers behind them: arithmetic, geometry, touches and the pixels themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.stored import Settings
from screens.theme import DARK, LIGHT, PLAYER_COLOURS, Rgba, contrast, theme
from screens.widgets.charts import (
    SHAPES,
    Bar,
    BarChart,
    LineChart,
    Series,
    SplitBar,
    Written,
    round_steps,
    seen_on,
    thin_out,
    trend,
)
from screens.widgets.surfaces import Card
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
LONG = "Bartholomew-Alexander van der Meer"


# -- Arithmetic -------------------------------------------------------------------------------------------

SIZES = st.floats(-1e6, 1e6, allow_nan=False)


@given(low=SIZES, more=st.floats(0, 1e6), most=st.integers(3, 9), whole=st.booleans())
@settings(max_examples=200, deadline=None)
def test_steps_are_round_even_few_and_take_everything_in(
    low: float, more: float, most: int, whole: bool
) -> None:
    if whole:
        low, more = round(low), round(more)
    steps = round_steps(low, low + more, most, whole)
    slack = 1e-6 * max(1, abs(low), more)
    assert 2 <= len(steps) <= most
    assert steps[0] <= low + slack
    assert steps[-1] >= low + more - slack
    apart = steps[1] - steps[0]
    assert all(isclose(after - before, apart, rel_tol=1e-6) for before, after in pairwise(steps))
    assert f"{apart:.0e}"[0] in "125"
    assert not whole or all(step == int(step) for step in steps)


def test_steps_of_one_value_and_of_small_counts() -> None:
    assert round_steps(0, 7, 5, whole=True) == [0, 2, 4, 6, 8]
    assert round_steps(3, 3, 5, whole=True) == [3, 4]
    assert round_steps(-4, 11, 4) == [-10, 0, 10, 20]


@given(st.lists(st.tuples(st.floats(0, 500), st.floats(1, 80)), min_size=1, max_size=40), st.floats(0, 10))
@settings(max_examples=100, deadline=None)
def test_what_is_left_never_touches_and_ends_with_the_last(
    found: list[tuple[float, float]], gap: float
) -> None:
    spans = [(middle - width / 2, middle + width / 2) for middle, width in sorted(found)]
    kept = thin_out(spans, gap)
    assert kept[-1] == len(spans) - 1
    assert all(spans[one][1] + gap <= spans[other][0] for one, other in pairwise(kept))
    assert len({after - before for before, after in pairwise(kept)}) <= 1


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), max_size=12))
@settings(max_examples=100, deadline=None)
def test_no_straight_line_is_nearer_than_the_trend(points: list[tuple[int, int]]) -> None:
    found = trend(points)
    if len({x for x, _y in points}) < 2:
        assert found is None
        return
    assert found is not None

    def error(height: float, slope: float) -> float:
        return sum((y - height - slope * x) ** 2 for x, y in points)

    best = error(*found)
    for shift in (-0.5, 0.5):
        assert best <= error(found[0] + shift, found[1]) + 1e-6
        assert best <= error(found[0], found[1] + shift) + 1e-6


def test_every_colour_can_be_seen_on_both_grounds() -> None:
    for ground in (LIGHT["surface"], DARK["surface"]):
        for colour in (*PLAYER_COLOURS.values(), *theme.cards.values(), *theme.accents.values()):
            shown = seen_on(colour, ground)
            assert contrast(shown, ground) >= 3
            assert shown == pytest.approx(colour) or contrast(colour, ground) < 3


# -- On the glass -----------------------------------------------------------------------------------------


def show(ui: Driver, *charts: Widget, width: float = 380) -> Widget:
    """On a card above the app, as it lies on a page."""
    card = Card(size_hint=(None, None), width=width, pos=(10, 20))
    for chart in charts:
        card.add_widget(chart)
    Window.add_widget(card)
    ui.settle()
    ui.settle()
    return card


class Picture:
    def __init__(self, card: Widget) -> None:
        texture = card.export_as_image().texture
        self._width, self._height = texture.size
        self._pixels = texture.pixels
        self._x, self._y = card.pos

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        column, row = int(x - self._x), self._height - 1 - int(y - self._y)
        place = 4 * (row * self._width + column)
        red, green, blue = self._pixels[place : place + 3]
        return red, green, blue

    def column(self, x: float, y: float, height: float) -> list[tuple[int, int, int]]:
        return [self.at(x, y + step) for step in range(int(height))]

    def row(self, x: float, y: float, width: float) -> list[tuple[int, int, int]]:
        return [self.at(x + step, y) for step in range(int(width))]


def is_near(pixel: tuple[int, int, int], colour: Rgba) -> bool:
    return all(abs(part - 255 * wanted) <= 6 for part, wanted in zip(pixel, colour[:3], strict=True))


def length(pixels: Iterable[tuple[int, int, int]], colour: Rgba) -> int:
    return sum(is_near(pixel, colour) for pixel in pixels)


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, launch: Launch) -> Driver:
    return launch(settings=Settings(language="en", theme=request.param, reduced_motion=True))


def test_the_pixels_of_bars_are_as_long_as_their_numbers(themed: Driver) -> None:
    values = [0, 1, 7, 13.5, 30, 22]
    columns = BarChart(bars=[Bar(str(value), value) for value in values], tall=150, game="coloretto")
    rows = BarChart(
        rows=True,
        full=1,
        bars=[Bar(LONG, 0.25), Bar("Bo", 0.8, colour="orange", mark=0.5), Bar("Cleo", 0)],
    )
    below = BarChart(rows=True, bars=[Bar("pile", 30), Bar("hand", -10)])
    duel = SplitBar(bars=[Bar("Ada", 12, colour="blue"), Bar("level", 0), Bar("Bo", 4, colour="red")])
    picture = Picture(show(themed, columns, rows, below, duel))
    for index, value in enumerate(values):
        x, y, width, _height = columns.bar_box(index)
        seen = length(picture.column(x + width / 2, y, 150), columns.bar_colour(index))
        assert abs(seen - 150 * value / 30) <= 1, (value, seen)
        assert not is_near(picture.at(x - 3, y + 2), columns.bar_colour(index))
    room = rows.touch_box(0)[2]
    for index, (value, marked) in enumerate([(0.25, 0), (0.8, 2), (0, 0)]):
        x, y, _width, height = rows.bar_box(index)
        seen = length(picture.row(x, y + height / 2, room), rows.bar_colour(index))
        assert abs(seen - (room * value - marked)) <= 2, (value, seen)
    left, y, width, _height = rows.bar_box(1)
    assert is_near(picture.at(left + room / 2, y - dp(2)), theme.ink)
    room = below.touch_box(0)[2]
    up, down = below.bar_box(0), below.bar_box(1)
    for box, share in ((up, 0.75), (down, 0.25)):
        seen = length(picture.row(box[0], box[1] + box[3] / 2, box[2] + 1), below.bar_colour(0))
        assert abs(seen - room * share) <= 2
    assert abs(up[0] - (down[0] + down[2])) <= 1, "both begin at nought"
    for index, share in ((0, 0.75), (2, 0.25)):
        x, y, width, height = duel.bar_box(index)
        seen = length(picture.row(x, y + height / 2, width + 1), duel.bar_colour(index))
        assert abs(seen - duel.width * share) <= 2


def test_the_pixels_of_lines_lie_where_their_numbers_are(themed: Driver) -> None:
    ups = [(0, 10), (1, 30), (2, 20), (4, 50)]
    downs = [(0, 40), (2, 42), (4, 5)]
    chart = LineChart(series=[Series("Ada", ups, seat=0), Series("Bo", downs, seat=1)], tall=200)
    picture = Picture(show(themed, chart))
    steps = chart.scale().steps
    assert (steps[0], steps[-1]) == (0, 50)
    lowest = chart.point_place(1, 2)[1] - 200 * 5 / 50
    leftmost, rightmost = chart.point_place(0, 0)[0], chart.point_place(0, 3)[0]
    for line, points in enumerate((ups, downs)):
        for index, (x, y) in enumerate(points):
            place = chart.point_place(line, index)
            assert place[0] == pytest.approx(leftmost + (rightmost - leftmost) * x / 4)
            assert place[1] == pytest.approx(lowest + 200 * y / 50)
            assert is_near(picture.at(*place), chart.series_colour(line)), (line, index)
    between = (chart.point_place(1, 0)[0] + chart.point_place(1, 1)[0]) / 2
    drawn = [y for y in range(200) if is_near(picture.at(between, lowest + y), chart.series_colour(1))]
    assert abs(sum(drawn) / len(drawn) - 200 * 41 / 50) <= 1.5
    assert len({chart.shape_of(0), chart.shape_of(1)}) == 2
    assert {"Ada", "Bo"} <= {found.text for found in chart.written}


def test_steps_hold_their_height_and_trends_are_dashed(ui: Driver) -> None:
    points = [(0, 0), (10, 10)]
    card = show(ui, chart := LineChart(series=[Series("", points)], step=True, tall=200))
    (left, low), (right, high) = chart.point_place(0, 0), chart.point_place(0, 1)
    picture = Picture(card)
    assert is_near(picture.at((left + right) / 2, low), chart.series_colour(0))
    assert is_near(picture.at(right, (low + high) / 2), chart.series_colour(0))
    chart.step, chart.trends = False, True
    ui.settle()
    picture = Picture(card)
    along = [
        is_near(picture.at(left + share * (right - left) / 200, low + share * (high - low) / 200), theme.ink)
        for share in range(10, 190)
    ]
    changes = sum(one != other for one, other in pairwise(along))
    assert changes > 10, "dashes and gaps take turns"
    assert [found.text for found in chart.written if found.text] == 2 * ["0", "2", "4", "6", "8", "10"]


def test_a_chart_follows_the_theme_while_it_is_shown(ui: Driver) -> None:
    card = show(ui, chart := BarChart(bars=[Bar("a", 3), Bar("b", 2, colour="red")]))
    for choice in ("dark", "light"):
        ui.app.choose(theme=choice, colour_blind=choice == "dark")
        ui.settle()
        picture = Picture(card)
        x, y, width, height = chart.bar_box(0)
        assert is_near(picture.at(x + width / 2, y + height / 2), theme.accent_inks[""])
        x, y, width, height = chart.bar_box(1)
        assert is_near(picture.at(x + width / 2, y + height / 2), theme.cards["red"])


# -- Letters ----------------------------------------------------------------------------------------------


def overlaps(one: Written, other: Written) -> bool:
    (x, y, width, height), (left, low, wide, high) = one.box, other.box
    return x < left + wide - 1 and left < x + width - 1 and y < low + high - 2 and low < y + height - 2


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_letters_never_lie_on_each_other_nor_outside(ui: Driver, scale: float) -> None:
    ui.text_size(scale)
    charts: list[Widget] = [
        BarChart(bars=[Bar(MONTHS[place % 12], place * 37 % 1000) for place in range(30)], from_end=True),
        BarChart(bars=[Bar("−10 … −1", -4), Bar("0–9", 12345), Bar("10–19", 3)]),
        BarChart(
            rows=True, full=1, bars=[Bar(LONG, 0.5, note="50% · 512.5 of 1025"), Bar("Bo", 1, note="2 of 2")]
        ),
        LineChart(
            series=[
                Series(name, [(2016 + place, seat * 7 - place) for place in range(11)], seat=seat)
                for seat, name in enumerate(["Ada", "Bo", LONG, "Dirk", "Eva", "Finn"])
            ],
            x_labels=[(2016 + place, str(2016 + place)) for place in range(11)],
        ),
        SplitBar(bars=[Bar(f"{LONG} ahead", 12), Bar("level", 1), Bar("Bo ahead", 4)]),
        BarChart(empty="There is nothing here that could be shown, and so there is only this sentence."),
    ]
    card = show(ui, *charts)
    for width in (250, 380, 700):
        card.width = width
        ui.settle()
        ui.settle()
        for chart in charts:
            written = chart.written
            plot = chart.plot if isinstance(chart, BarChart) else chart
            x, y = plot.to_window(*plot.pos)
            origin = (0, 0) if isinstance(chart, BarChart) else plot.to_window(0, 0)
            assert written
            for one, other in combinations(written, 2):
                assert not overlaps(one, other), (width, one, other)
            for left, low, wide, high in (found.box for found in written):
                assert x - 1 <= left + origin[0]
                assert left + origin[0] + wide <= x + plot.width + 1
                assert y - 6 <= low + origin[1]
                assert low + origin[1] + high <= y + plot.height + 6


def test_every_column_says_its_value_and_rows_shorten_names_alone(ui: Driver) -> None:
    values = [place * 37 for place in range(24)]
    columns = BarChart(bars=[Bar(MONTHS[place % 12], value) for place, value in enumerate(values)])
    rows = BarChart(rows=True, bars=[Bar(LONG * 2, 4, note="4 of 7"), Bar("Bo", 3)])
    show(ui, columns, rows)
    said = [found.text for found in columns.written]
    assert [text for text in said if text not in MONTHS] == [str(value) for value in values]
    wide = {found.text: found.box[2] for found in rows.written}
    assert wide[LONG * 2] + wide["4 of 7"] < rows.width
    assert wide["Bo"] < 30


# -- Touch ------------------------------------------------------------------------------------------------


def test_a_finger_finds_every_bar(ui: Driver) -> None:
    tapped: list[str] = []
    columns = BarChart(bars=[Bar(str(place), place) for place in range(6)])
    rows = BarChart(rows=True, bars=[Bar(f"row {place}", 0) for place in range(3)])
    duel = SplitBar(bars=[Bar("one", 99), Bar("level", 0), Bar("two", 1)])
    show(ui, columns, rows, duel)
    for chart in (columns, rows, duel):
        chart.bind(on_bar=lambda _chart, bar: tapped.append(bar.label))
        for index in range(len(chart.bars)):
            x, y, width, height = chart.touch_box(index)
            assert min(width, height) >= dp(48)
            ui.press(x + 2, y + height - 3)
            ui.press(x + width - 2, y + 3)
    wanted = [bar.label for chart in (columns, rows, duel) for bar in chart.bars for _ in range(2)]
    assert tapped == wanted


def test_many_columns_scroll_sideways_and_start_where_it_matters(ui: Driver) -> None:
    tapped: list[str] = []
    chart = BarChart(bars=[Bar(str(place), place + 1) for place in range(40)], from_end=True)
    chart.bind(on_bar=lambda _chart, bar: tapped.append(bar.label))
    card = show(ui, chart)

    def tap(index: int) -> None:
        x, y, width, height = chart.touch_box(index)
        assert width >= dp(48)
        assert card.x <= x
        assert x + width <= card.right
        ui.press(x + width / 2, y + height / 2)

    tap(39)
    _x, y, _width, height = chart.touch_box(35)
    for _swipe in range(12):
        ui.drag((card.x + 30, y + height / 2), (card.right - 30, y + height / 2))
    tap(0)
    assert tapped == ["39", "0"]


def test_a_finger_finds_the_nearest_point_and_an_empty_chart_leads_nowhere(ui: Driver) -> None:
    tapped: list[tuple[int, int]] = []
    line = LineChart(series=[Series("a", [(0, 0), (5, 9)]), Series("b", [(0, 9), (5, 1)])])
    nothing = LineChart(empty="Not one point.")
    line.bind(on_point=lambda _chart, series, index: tapped.append((series, index)))
    nothing.bind(on_point=lambda *_: tapped.append((9, 9)))
    bars = BarChart()
    bars.bind(on_bar=lambda *_: tapped.append((9, 9)))
    show(ui, line, nothing, bars)
    for series, index in ((0, 0), (1, 1), (0, 1), (1, 0)):
        x, y = line.point_place(series, index)
        ui.press(x + (4 if index == 0 else -4), y + 3)
    ui.press(*nothing.to_window(*nothing.center))
    ui.press(*bars.to_window(*bars.center))
    assert tapped == [(0, 0), (1, 1), (0, 1), (1, 0)]
    assert [found.text for found in nothing.written] == ["Not one point."]
    assert [found.text for found in bars.written] == ["Nothing to show yet."]


def test_every_seat_has_a_mark_of_its_own() -> None:
    chart = LineChart(series=[Series(str(seat), [(0, 0)], seat=seat) for seat in range(6)])
    assert {chart.shape_of(seat) for seat in range(6)} == set(SHAPES)
