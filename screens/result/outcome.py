"""How a session ended: the podium, what decided, and where every point came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from scoring import Message
from screens import kv
from screens.games import FACES
from screens.games.parts import Details
from screens.result.words import (
    closest,
    has_won,
    in_order,
    place_of,
    points_by_part,
    sides_told,
    tie_breaks,
    total_of,
    total_told,
    who_won,
)
from screens.running import the_app
from screens.theme import Rgba, theme
from screens.translator import _, ngettext
from screens.widgets.bars import PodiumBar, StackedBar
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Panes, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Banner, ListRow
from screens.widgets.tables import SMALLEST_SHARE, DataTable, TableRow, share_out, text_width
from screens.widgets.text import Caption, OneLine, Words
from screens.words.messages import sentence
from screens.words.people import Side
from screens.words.telling import added_up, listed, ordinal, signed

PART_COLOURS = ("blue", "yellow", "red", "green", "purple", "orange")
LARGEST_NAME_SHARE = 0.55
"""How much of a table the names may claim before they end in an ellipsis."""


def part_colours(count: int) -> list[Rgba]:
    return [theme.cards[colour] for colour in islice(cycle(PART_COLOURS), count)]


def earlier_counts(document: Mapping[str, Any]) -> str:
    """How often the count was changed after the game; a note or a name changes nothing of it."""
    result = document["result"]
    try:
        versions = the_app().cupboard.versions(document["id"])
    except KeyError:
        return ""
    counts: list[Any] = []
    for version in versions:
        if version.document["result"] not in [None, result, *counts]:
            counts.append(version.document["result"])
    n = len(counts)
    return (
        ngettext(
            "Counted again: {n} earlier version is saved.",
            "Counted again: {n} earlier versions are saved.",
            n,
        ).format(n=n)
        if n
        else ""
    )


# -- Its widgets ------------------------------------------------------------------------------------------


class LinesSheet(BottomSheet):
    """Every line of one player's count."""

    lines = ListProperty([])

    def on_kv_post(self, _base: object) -> None:
        for text, points in self.lines:
            self.ids.lines.add_widget(ListRow(text=text, value=points))


class PointsRow(Pressable, TableRow):
    """A player's points; a touch shows every line of them."""

    place = NumericProperty(0)


class PointsTable(DataTable):
    """Names on one line, the winners' rows marked, and a touch on any row tells which one."""

    winners = NumericProperty(1)
    text_body = NumericProperty(0)
    stacked = BooleanProperty(False)
    """Too narrow for so many columns: where the points came from stands below the name."""
    __events__ = ("on_row",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("winners", "width", "text_body"):
            self.fbind(name, self._build_soon)

    def on_row(self, place: int) -> None:
        pass

    def _build(self, *_: object) -> None:
        self._share_the_room()
        super()._build()
        if self.stacked:
            self.remove_widget(self.children[-1])

    def _share_the_room(self) -> None:
        if not self.rows:
            return
        room = self.width - 2 * theme.space_xs - 2 * theme.space_m - len(self.heads) * theme.space_s
        names, *columns = zip(self.heads, *self.rows, strict=True)
        name = max(text_width(name, theme.text_body) for name in names)
        shortest_name = min(name, LARGEST_NAME_SHARE * room)
        least = [self._least(head, cells) for head, *cells in columns]
        shrunk = min(1.0, (room - shortest_name) / sum(least))
        self.stacked = len(least) > 1 and shrunk < SMALLEST_SHARE
        columns_now = [shrunk * width for width in least]
        self.weights = share_out(room, [shortest_name, *columns_now], [name, *columns_now])

    @staticmethod
    def _least(head: str, cells: Sequence[str]) -> float:
        words = [(word, theme.text_caption) for word in head.split()]
        return max(text_width(word, size) for word, size in [*words, *((c, theme.text_body) for c in cells)])

    def _row(
        self, cells: list[str], head: bool = False, marked: bool = False, first: bool = False
    ) -> TableRow:
        if head:
            return super()._row(cells, head, marked, first)
        place = next(place for place, row in enumerate(self.rows) if row is cells)
        marked = place < self.winners
        numbers = super()._row(cells, head, marked, first)
        row = PointsRow(place=place, marked=marked, game=self.game, first=first)
        name = OneLine(text=cells[0], bold=marked, size_hint_x=1 if self.stacked else self.weights[0])
        row.add_widget(self._with_parts(name, cells) if self.stacked else name)
        for cell in numbers.children[-2::-1] if not self.stacked else numbers.children[:1]:
            numbers.remove_widget(cell)
            row.add_widget(cell)
        row.bind(on_release=lambda row: self.dispatch("on_row", int(row.place)))
        return row

    def _with_parts(self, name: OneLine, cells: Sequence[str]) -> Stack:
        parts = zip(self.heads[1:-1], cells[1:-1], strict=True)
        below = Stack(size_hint_x=sum(self.weights[:-1]), spacing=0, pos_hint={"center_y": 0.5})
        below.add_widget(name)
        below.add_widget(Caption(text=" · ".join(f"{head} {cell}" for head, cell in parts)))
        return below


class Legend(BoxLayout):
    """A colour of the bars and what it stands for."""

    text = StringProperty("")
    fill = ColorProperty((0, 0, 0, 1))


class BarRow(Stack):
    """A bar with the same numbers beside it, in the same order."""

    name = StringProperty("")
    numbers = StringProperty("")
    parts = ListProperty([])
    low = NumericProperty(0)
    high = NumericProperty(1)

    def on_kv_post(self, _base: object) -> None:
        self.ids.place.add_widget(StackedBar(parts=self.parts, low=self.low, high=self.high))


# -- All of it --------------------------------------------------------------------------------------------


class Outcome(Panes):
    """Everything that a trusted result says, from the winner down."""

    game = StringProperty("")
    decided = BooleanProperty(False)
    """Whether anybody is known to have won."""
    scored = BooleanProperty(False)
    winner = StringProperty("")
    details_title = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.order: list[Side] = []
        self.margin = ""
        self.remarks: list[str] = []
        self._result: Mapping[str, Any] = {}

    def show(self, document: Mapping[str, Any], names: Sequence[str], captions: Iterable[str]) -> None:
        """`captions` are what else there is to say, in small letters."""
        self.game, result = document["game"], document["result"]
        story = FACES[self.game].story
        found = sides_told(self.game, result, names)
        self._result = result
        self.order = in_order(result, found)
        self.decided, self.scored = bool(result["winners"]), result["totals"] is not None
        self.winner = who_won(result, found)
        self.margin = closest(self.game, result, found)
        self.remarks = story.remarks(document, found)
        details = story.details(document, self.order)
        self._show_podium(result)
        self._show_told(captions)
        self._show_reasons(result, details.caution)
        self._show_table(result)
        self._show_bars(result)
        self._show_details(details)

    def _show_podium(self, result: Mapping[str, Any]) -> None:
        box = self.ids.podium
        box.clear_widgets()
        heights = [self._height(result, side) for side in self.order]
        low, high = min(0, *heights), max(heights)
        for side, height in zip(self.order, heights, strict=True):
            place = place_of(result, side)
            box.add_widget(
                PodiumBar(
                    name=side.together,
                    total=total_told(total_of(result, side)),
                    place=ordinal(place) if place else "",
                    share=(height - low) / (high - low) if high > low else 1,
                    first=has_won(result, side),
                    game=self.game,
                )
            )

    @staticmethod
    def _height(result: Mapping[str, Any], side: Side) -> float:
        """The total; where only places are known, how many are behind."""
        total, place = total_of(result, side), place_of(result, side)
        return total if total is not None else len(result["ranks"]) - place if place else 0

    def _show_told(self, captions: Iterable[str]) -> None:
        box = self.ids.told
        box.clear_widgets()
        for text in filter(None, (self.margin, *self.remarks)):
            box.add_widget(Words(text=text))
        for text in filter(None, captions):
            box.add_widget(Caption(text=text))

    def _show_reasons(self, result: Mapping[str, Any], caution: str) -> None:
        box = self.ids.reasons
        box.clear_widgets()
        if any(problem["level"] == "error" for problem in result.get("problems", ())):
            text = _("Some numbers of this count cannot be right. It is saved as it was entered.")
            box.add_widget(Banner(kind="error", text=text))
        if left := result.get("left_so"):
            box.add_widget(Banner(kind="warning", title=_("Left so in the count"), text="\n".join(left)))
        for told, names in tie_breaks(result, self.order).items():
            box.add_widget(Banner(kind="info", title=listed(names), text=told))
        if caution:
            box.add_widget(Banner(kind="info", text=caution))

    def _show_table(self, result: Mapping[str, Any]) -> None:
        table = self.ids.table
        if not self.scored:
            table.heads = table.rows = []
            return
        face = FACES[self.game]
        parts, columns = face.words.PARTS, face.story.columns(result, 0)
        table.winners = sum(has_won(result, side) for side in self.order)
        table.heads = ["", *map(_, parts.values()), *columns, _("Total")]
        rows = []
        for side in self.order:
            points = points_by_part(result, side.seat)
            cells = [signed(points.get(part, 0)) for part in parts]
            cells += face.story.columns(result, side.seat).values()
            rows.append([side.together, *cells, signed(result["totals"][side.seat])])
        table.rows = rows

    def _show_bars(self, result: Mapping[str, Any]) -> None:
        legend, box = self.ids.legend, self.ids.bars
        legend.clear_widgets()
        box.clear_widgets()
        parts = FACES[self.game].words.PARTS
        sums = {side.seat: points_by_part(result, side.seat) for side in self.order}
        if not parts or not any(sums.values()):
            return
        colours = part_colours(len(parts))
        for title, colour in zip(parts.values(), colours, strict=True):
            legend.add_widget(Legend(text=_(title), fill=colour))
        low = min(sum(points for points in mine.values() if points < 0) for mine in sums.values())
        high = max(sum(points for points in mine.values() if points > 0) for mine in sums.values())
        for side in self.order:
            points = [sums[side.seat].get(part, 0) for part in parts]
            box.add_widget(
                BarRow(
                    name=side.together,
                    numbers=added_up(points),
                    parts=list(zip(points, colours, strict=True)),
                    low=low,
                    high=high,
                )
            )

    def _show_details(self, details: Details) -> None:
        box = self.ids.details
        box.clear_widgets()
        self.details_title = details.title if details.rows else ""
        for row in details.rows:
            box.add_widget(ListRow(text=row.text, secondary=row.takers, value=row.value))

    def open_lines(self, place: int) -> None:
        side = self.order[place]
        lines = [
            (sentence(Message(line["key"], line["args"])), signed(line["points"]))
            for line in (self._result.get("lines") or [[]] * (side.seat + 1))[side.seat]
        ]
        total = signed(self._result["totals"][side.seat])
        LinesSheet(title=side.together, lines=[*lines, (_("Total"), total)]).open()


kv.load(__name__)
