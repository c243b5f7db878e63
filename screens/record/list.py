"""A list with headings that costs the same with ten entries and with ten thousand.

All entries are equally high and so are all headings: where each of them lies is arithmetic, and only what is
in view is ever looked up or built.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview.datamodel import RecycleDataModelBehavior
from kivy.uix.recycleview.layout import RecycleLayoutManagerBehavior
from kivy.uix.recycleview.views import RecycleDataAdapter, RecycleDataViewBehavior
from kivy.uix.widget import Widget

from screens import kv
from screens.widgets.lists import Rows

# -- Arithmetic -------------------------------------------------------------------------------------------


class Grouped(Sequence[tuple[int, int]]):
    """Headings and entries in one row, from the group of each entry.

    An element is (group, place): the place of the entry, or -1 for the heading of the group. Neighbours of
    the same group share a heading.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self.groups: list[str] = []
        self._heads: list[int] = []
        """Where the heading of each group stands in the whole row."""
        before = None
        for place, key in enumerate(keys):
            if key != before:
                self._heads.append(place + len(self.groups))
                self.groups.append(key)
                before = key
        self._length = len(keys) + len(self.groups)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._length:
            raise IndexError(index)
        group = bisect_right(self._heads, index) - 1
        return group, -1 if index == self._heads[group] else index - group - 1

    def index_of(self, place: int) -> int:
        """Where the entry of this place stands in the whole row."""
        return bisect_right(range(self._length), place, key=lambda index: index - self._headings(index)) - 1

    def _headings(self, index: int) -> int:
        """How many headings stand before this element."""
        group = bisect_right(self._heads, index) - 1
        return group if index == self._heads[group] else group + 1

    def distance(self, index: int, heading: float, entry: float) -> float:
        """From the top of the row to the top of this element, or with the length of the row to its end."""
        headings = self._headings(index) if index < self._length else len(self.groups)
        return headings * heading + (index - headings) * entry

    def index_at(self, distance: float, heading: float, entry: float) -> int:
        """The element that lies so far from the top; the nearest one beyond either end."""
        found = bisect_right(
            range(self._length), distance, key=lambda index: self.distance(index, heading, entry)
        )
        return max(0, found - 1)


NOTHING = Grouped(())


# -- Kivy's parts -----------------------------------------------------------------------------------------


class ListModel(RecycleDataModelBehavior, EventDispatcher):
    data = ObjectProperty(NOTHING)


class OwnViews(RecycleDataAdapter):
    """Keeps spare views to itself: those that another page has left behind may wear the colours of then."""

    views: dict[int, Any]

    def __init__(self, **kwargs: Any) -> None:
        self._spare: list[Any] = []
        super().__init__(**kwargs)

    def create_view(self, index: int, data_item: Any, viewclass: Any) -> Any:
        view = next((view for view in self._spare if type(view) is viewclass), None)
        if view is None:
            return super().create_view(index, data_item, viewclass)
        self._spare.remove(view)
        self.refresh_view_attrs(index, data_item, view)
        return view

    def invalidate(self) -> None:
        self._spare += self.views.values()
        for views in self.dirty_views.values():
            self._spare += views.values()
        self.views = {}
        self.dirty_views.clear()


class ListHeading(RecycleDataViewBehavior, BoxLayout):
    text = StringProperty("")

    def refresh_view_attrs(self, view: Any, index: int, data: tuple[int, int]) -> None:
        self.text = view.title_of(data[0])


class ListEntry(RecycleDataViewBehavior):
    """What a view of an entry must be: `show` fills it in for the place it has been given."""

    place = NumericProperty(-1)

    def refresh_view_attrs(self, view: Any, index: int, data: tuple[int, int]) -> None:
        self.place = data[1]
        self.show(view.entry_of(data[1]))

    def show(self, entry: Any) -> None:
        raise TypeError("an entry shows something")


class GroupedLayout(RecycleLayoutManagerBehavior, Widget):
    """`viewclass` is a `ListEntry`. A widget put into it in kv stays above the list and scrolls with it."""

    entry_height = NumericProperty(0)
    heading_height = NumericProperty(0)
    margin = NumericProperty(0)
    gap = NumericProperty(0)
    """Between an entry and the next; part of its height."""
    foot = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self.head: Any = None
        super().__init__(**kwargs)
        for name in ("width", "entry_height", "heading_height", "margin", "gap", "foot"):
            self.fbind(name, self._lay_out_again)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        if self.head is None and not isinstance(widget, RecycleDataViewBehavior):
            self.head = widget
            widget.bind(height=self._lay_out_again)
            self._lay_out_again()

    def remove_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        super().remove_widget(widget, *args, **kwargs)
        if widget is self.head:
            self.head = None
            widget.unbind(height=self._lay_out_again)
            self._lay_out_again()

    def _lay_out_again(self, *_: object) -> None:
        if self.recycleview:
            self.recycleview.refresh_from_layout()

    @property
    def top_part(self) -> float:
        return self.head.height if self.head else 0.0

    def distance(self, index: int) -> float:
        """From the upper edge to an element."""
        rows: Grouped = self.recycleview.data
        return self.top_part + rows.distance(index, self.heading_height, self.entry_height)

    # What a RecycleView asks of its layout

    def compute_sizes_from_data(self, data: Grouped, flags: Any) -> None:
        self.clear_layout()

    def compute_layout(self, data: Grouped, flags: Any) -> None:
        scrolled = self.recycleview.distance
        self.height = max(1.0, self.distance(len(data)) + self.foot)
        if self.head:
            self.head.width = self.width
            self.head.pos = self.x, self.top - self.top_part
        self.recycleview.scroll_down(scrolled)

    def compute_visible_views(self, data: Grouped, viewport: tuple[float, float, float, float]) -> range:
        if not len(data):
            return range(0)
        _left, bottom, _width, height = viewport
        upper = self.height - bottom - height - self.top_part
        first = data.index_at(upper, self.heading_height, self.entry_height)
        last = data.index_at(upper + height, self.heading_height, self.entry_height)
        return range(first, last + 1)

    def set_visible_views(self, indices: range, data: Grouped, viewport: Any) -> None:
        kinds = {
            index: {"viewclass": ListHeading if data[index][1] < 0 else self.viewclass} for index in indices
        }
        new, remaining, old = self.recycleview.view_adapter.set_visible_views(indices, data, kinds)
        for _index, view in old:
            self.remove_widget(view)
        for index, view in (*new, *remaining):
            self._place(index, view, data)
        for _index, view in new:
            self.add_widget(view)

    def _place(self, index: int, view: Widget, data: Grouped) -> None:
        is_heading = data[index][1] < 0
        high = self.heading_height if is_heading else self.entry_height - self.gap
        view.size = self.width - 2 * self.margin, high
        view.pos = self.x + self.margin, self.top - self.distance(index) - high

    def clear_layout(self) -> None:
        for view in [child for child in self.children if child is not self.head]:
            self.remove_widget(view)
        super().clear_layout()


class GroupedList(Rows):
    """`show` gives it the groups; titles and entries are asked for when they come into view.

    It stays as far from the top as it was when its own size or the length of the list changes.
    """

    title_of: Callable[[int], str]
    entry_of: Callable[[int], Any]

    def __init__(self, **kwargs: Any) -> None:
        self.distance = 0.0
        """How far it is scrolled down, in pixels."""
        self._room = 0.0
        self._is_placing = False
        super().__init__(data_model=ListModel(), view_adapter=OwnViews(), **kwargs)
        self.fbind("scroll_y", self._note_distance)
        self.fbind("height", self._stay)

    def show(
        self,
        rows: Grouped,
        title_of: Callable[[int], str],
        entry_of: Callable[[int], Any],
        distance: float | None = None,
    ) -> None:
        """Stays where it is, or goes so far from the top."""
        self.distance = self.distance if distance is None else distance
        self.title_of, self.entry_of = title_of, entry_of
        self.data_model.data = rows
        self.refresh_from_data()

    @property
    def room(self) -> float:
        """What is out of view."""
        return max(0.0, self.layout_manager.height - self.height) if self.layout_manager else 0.0

    def _note_distance(self, *_: object) -> None:
        """A finger has moved it. While the sizes are changing, nobody has."""
        if not self._is_placing and self.room == self._room:
            self.distance = self.room * (1 - min(1.0, max(0.0, self.scroll_y)))

    def _stay(self, *_: object) -> None:
        self.scroll_down(self.distance)

    def scroll_down(self, distance: float) -> None:
        """A distance that the list is too short for is kept in mind: it may grow again."""
        self._is_placing = True
        self.scroll_y = 1 - min(1.0, max(0.0, distance / self.room)) if self.room else 1
        self._is_placing = False
        self.distance, self._room = distance, self.room

    def go_to(self, place: int) -> None:
        """Brings an entry into the upper part of the view."""
        wanted = self.layout_manager.distance(self.data.index_of(place)) - self.height / 3
        self.scroll_down(min(self.room, max(0.0, wanted)))


kv.load(__name__)
