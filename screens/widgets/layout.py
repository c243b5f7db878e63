"""The skeleton of a screen: a bar on top, a column that scrolls, the main action at the bottom."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from screens import kv


class Page(BoxLayout):
    """A screen. Subclasses fill themselves in `refresh`, from what they were given in `arrive`."""

    tab = StringProperty("")
    """The tab that is lit while this page is shown."""
    chrome = BooleanProperty(False)
    """Whether the bottom navigation stays visible."""
    broad = BooleanProperty(False)
    """Lying on its long side, with room for two panes."""

    snack_place = ObjectProperty(None, allownone=True)
    """What a passing word may cover; by default it stands above the footer."""

    def arrive(self, **given: Any) -> None:
        """Comes into view, for the first time or again."""
        self.refresh()

    def to_the_top(self) -> None:
        """Nobody wants to begin in the middle of a page."""
        for view in self.walk(restrict=True):
            if isinstance(view, Scroll):
                view.scroll_y = 1

    def refresh(self) -> None:
        """Says everything anew: after a change of language or of the history."""

    def leave(self) -> None:
        """Goes out of view; whatever was entered must be safe by now."""

    def keep(self) -> None:
        """The app may be ended any moment; whatever was entered must be safe by now."""

    def pause(self) -> None:
        """The app goes out of view and may never come back."""
        self.keep()

    def resume(self) -> None:
        """The app is in view again."""

    def back(self) -> bool:
        """True when the page has used the back key itself."""
        return False


class TopBar(BoxLayout):
    title = StringProperty("")
    subtitle = StringProperty("")
    back = BooleanProperty(True)
    large = BooleanProperty(False)


class QuickTaps(ScrollView):
    """A ScrollView where a quick tap works as soon as the finger lifts.

    Kivy keeps a touch back until it knows that it is no swipe; one that ends before that, it keeps back for
    another fifth of a second.
    """

    def on_scroll_stop(self, touch: Any, check_children: bool = True) -> Any:
        kept_back = touch.ud.get(self._get_uid(), {}).get("mode") == "unknown"
        used = super().on_scroll_stop(touch, check_children)
        if kept_back and self._get_uid("svavoid") not in touch.ud:
            Clock.schedule_once(partial(super()._do_touch_up, touch), -1)
        return used

    def _do_touch_up(self, touch: Any, *_later: float) -> None:
        """A fifth of a second later, when all is done."""

    def update_from_scroll(self, *_: object) -> None:
        """Kivy binds the colour of the bar with every step of a scroll, and lets go of it once."""
        self.funbind("bar_color", self._change_bar_color)
        super().update_from_scroll()


class Strip(QuickTaps):
    """What is wider than its place, such as a row of tabs."""


class Scroll(QuickTaps):
    """Clips by scissors, which cost nothing, where Kivy draws a stencil twice. They cut in the coordinates of
    the window: one Scroll does not lie within another, nor in anything that turns or moves its canvas.

    What needs no scrolling stands at the top, however far down one was before it shrank."""

    scroll_y: float

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("viewport_size", "height", "scroll_y"):
            self.fbind(name, self._stay_at_the_top)

    def _stay_at_the_top(self, *_: object) -> None:
        if self.viewport_size[1] <= self.height and self.scroll_y != 1:
            self.scroll_y = 1


class Column(BoxLayout):
    """What scrolls: margins, and never wider than `widest`."""

    widest = NumericProperty("640dp")


class Stack(BoxLayout):
    """Widgets below one another, as high as they are together."""


class Fold(Stack):
    """What is folded away while it is not `shown`."""

    shown = BooleanProperty(True)


class Folds(Stack):
    """A stack in which what is folded away leaves no gap, and stays the same widget until it is back."""

    def on_kv_post(self, _base: object) -> None:
        self._parts = self.children[::-1]
        for part in self._parts:
            if isinstance(part, Fold):
                part.fbind("shown", self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        shown = [part for part in self._parts if not isinstance(part, Fold) or part.shown]
        if self.children[::-1] != shown:
            self.clear_widgets()
            for part in shown:
                self.add_widget(part)


class Row(BoxLayout):
    """Widgets beside one another, as high as the highest."""


class Footer(BoxLayout):
    """The thumb's place."""

    widest = NumericProperty("640dp")
    margin = NumericProperty("16dp")


class SectionHeading(BoxLayout):
    text = StringProperty("")
    shown = BooleanProperty(True)


class Split(BoxLayout):
    """Side by side where there is room, one below the other where there is not."""

    from_width = NumericProperty("720dp")
    wide = BooleanProperty(False)


class Panes(BoxLayout):
    """Two halves of a page, side by side where it is broad."""

    broad = BooleanProperty(False)


class Tiles(GridLayout):
    """As many equal columns as fit, between `fewest` and `most`; what stands in a row is equally high."""

    narrowest = NumericProperty("150dp")
    fewest = NumericProperty(1)
    most = NumericProperty(6)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if widget.size_hint_min_y is not None:
            widget.size_hint_y = 1
        super().add_widget(widget, *args, **kwargs)


class Spacer(Widget):
    pass


kv.load(__name__)
