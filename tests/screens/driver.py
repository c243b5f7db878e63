"""A person at the glass: looks, touches, types, waits. Everything goes through Kivy's own clock and events.

Frames are counted out without being painted, which is nine tenths of their cost when no graphics chip helps;
`look` paints one.
"""

from __future__ import annotations

import gc
import logging
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.tests.common import UnitTestTouch
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.recyclelayout import RecycleLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from phone.files import HomeFiles
from phone.haptics import Silent
from phone.safe_area import Insets
from phone.sharing import FileSharing
from phone.sound import Mute
from phone.speech import Unheard
from phone.system import Wishes
from phone.talkback import NoReader, Reader
from screens import semantics
from screens.app import TablesideApp, open_history
from screens.semantics import Node
from screens.stored import Drafts, Settings, write_settings
from screens.theme import theme
from tests.screens.watch import EVENING, FRAMES_IN_A_SECOND, watch

PATIENCE = 20_000
"""Frames after which what does not come will not come; a minute at least, for a thread on a busy machine."""

BREATH = 0.005
"""Seconds of each such frame that are left to the thread that is waited for, once that takes long."""

UNDECIDED = 30
"""Frames after which a touch goes on although a ScrollView has not yet decided whether it is a swipe."""

gc.set_threshold(100_000, 20, 50)
"""Widgets are nothing but cycles: to look for dead ones as often as usual takes a third of the time."""

SWEEPS, BETWEEN_SEARCHES = count(), 10

RESTLESS: list[str] = []
"""What Kivy has said of late about layouts that ask for one more round again and again."""

PHONE = (412, 915)
TODAY = EVENING.date()
NO_WISHES = Wishes()
QUIET = Settings(language="en", theme="light", reduced_motion=True)


class _Restless(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if "too much iteration" in record.getMessage():
            RESTLESS.append(record.getMessage())


logging.getLogger("kivy").addHandler(_Restless(logging.CRITICAL))


def start(
    folder: Path,
    size: tuple[int, int] = PHONE,
    settings: Settings | None = QUIET,
    insets: Callable[[], Insets] = Insets,
    wishes: Wishes = NO_WISHES,
    open_cupboard: Callable[[Path], Any] = open_history,
    expect_trouble: bool = False,
    reader: Reader | None = None,
) -> Driver:
    if Driver.running is not None:
        Driver.running.stop()
    forget_what_is_no_app()
    if settings is not None and not (folder / "settings.json").exists():
        write_settings(folder / "settings.json", settings)
    EventLoop.ensure_window()
    Window.size = size
    app = TablesideApp(
        folder,
        haptics=Silent(),
        speech=Unheard(),
        reader=reader or NoReader(),
        files=HomeFiles(folder / "home"),
        sharing=FileSharing(HomeFiles(folder / "home")),
        insets=insets,
        wishes=lambda: wishes,
        open_cupboard=open_cupboard,
        today=lambda: watch.now().date(),
        now=watch.now,
        seconds=watch.time,
    )
    app._run_prepare()
    driver = Driver(app)
    driver.wait(lambda: app.history is not None or app.trouble is not None)
    assert expect_trouble or app.trouble is None, app.trouble
    driver.settle()
    return driver


@cache
def forget_what_is_no_app() -> None:
    """Tests and libraries are there before the first app, and need not be searched for dead ones."""
    gc.collect()
    gc.freeze()


def sweep_up() -> None:
    """Throws away the pages of the last test; what is older than that is searched only now and then."""
    gc.collect(1 if next(SWEEPS) % BETWEEN_SEARCHES else 2)


def at_home(
    folder: Path,
    size: tuple[int, int] = PHONE,
    settings: Settings = QUIET,
    open_cupboard: Callable[[Path], Any] = open_history,
) -> Driver:
    """The app at home in this folder; one that runs already moves there, which is faster than a new one."""
    if Driver.running is None or not Driver.running.ordinary:
        driver = start(folder, size, settings, open_cupboard=open_cupboard)
        driver.ordinary = True
        return driver
    driver = Driver.running
    try:
        driver.move_to(folder, size, settings, open_cupboard)
    except Exception:
        driver.stop()  # so that one broken test does not break those after it
        raise
    return driver


def in_new_rooms(folder: Path, **wishes: Any) -> Driver:
    """At home, and every other page will be a new one."""
    driver = at_home(folder, **wishes)
    driver.app.ways.forget_others()
    sweep_up()  # or the pages of the last test would go on following the theme
    return driver


class Driver:
    running: ClassVar[Driver | None] = None

    def __init__(self, app: TablesideApp) -> None:
        self.app = app
        self.ordinary = False
        """Whether it can move to another folder, where nobody would take it for an old one."""
        Driver.running = self

    # -- Time ----------------------------------------------------------------------------------------------

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def look(self) -> None:
        """One frame that is painted."""
        EventLoop.idle()

    def settle(self) -> None:
        """Until layouts and textures have found their sizes; those that never do would freeze a phone."""
        self.frames(8)
        RESTLESS.clear()
        self.frames(2)
        assert not RESTLESS, RESTLESS.pop()

    def rest(self, seconds: float) -> None:
        self.frames(1 + math.ceil(seconds * FRAMES_IN_A_SECOND))

    def wait(self, condition: Callable[[], Any]) -> None:
        for frame in range(PATIENCE):
            if condition():
                return
            self.frames()
            time.sleep(min(BREATH, frame / 20_000))
        raise AssertionError(f"waited in vain; seen: {self.texts()}")

    def stop(self) -> None:
        """As when the device ends the app: nothing is asked, nothing is said."""
        if Driver.running is not self:
            return
        Driver.running = None
        self.look()
        self.app.dispatch("on_stop")
        for child in list(Window.children):
            Window.remove_widget(child)
        for event in Clock.get_events():
            event.cancel()
        App._running_app = None
        del self.app
        Animation._instances.clear()  # a scroll bar that never finished fading would keep the whole app alive
        gc.collect()
        theme.text_scale = 1.0
        Metrics.reset_metrics()

    def move_to(
        self,
        folder: Path,
        size: tuple[int, int],
        settings: Settings,
        open_cupboard: Callable[[Path], Any],
    ) -> None:
        """Leaves everything where it was left, and goes on at home in another data folder."""
        app = self.app
        for child in list(Window.children):
            if child is not app.root:
                Window.remove_widget(child)
        for overlay in reversed(app.root.overlays):
            overlay.close()
        app.hush()
        app._live = None
        app.history.close()
        app.history = None
        app.tab("home")
        if not self._is_dressed(size, settings):
            app.ways.forget_others()  # or they would all be dressed anew
            sweep_up()
        app.folder, app.drafts = folder, Drafts(folder / "draft.json", app._tell_set_aside)
        app.files, app.sharing = HomeFiles(folder / "home"), FileSharing(HomeFiles(folder / "home"))
        app.history = open_cupboard(folder / "history")
        write_settings(folder / "settings.json", settings)
        app.choose(**asdict(settings))
        app.haptics, app.sound, app.speech = Silent(), Mute(), Unheard()
        self.resize(*size)
        app.ways.refresh()
        self.settle()

    def _is_dressed(self, size: tuple[int, int], settings: Settings) -> bool:
        return (tuple(Window.size), self.app.settings) == (size, settings)

    # -- Looking -------------------------------------------------------------------------------------------

    @property
    def root(self) -> Any:
        return self.app.root

    @property
    def page(self) -> Any:
        return self.app.ways.page

    @property
    def screen(self) -> str:
        return str(self.app.ways.current.name)

    def seen(self, within: Widget | None = None) -> Iterator[Widget]:
        """The widgets that are drawn: in the tree, opaque, with a size."""
        start = within or self.top()
        return visible(start) if is_visible(start) else iter(())

    def top(self) -> Widget:
        """The overlay that covers everything, or the whole window."""
        return self.root.overlays[-1] if self.root.overlays else self.root

    def texts(self) -> list[str]:
        return [widget.text for widget in self.seen() if isinstance(widget, Label) and widget.text]

    def sees(self, text: str) -> bool:
        return any(text in seen for seen in self.texts())

    def find(self, text: str = "", *, kind: type | str = object, name: str = "") -> Any:
        """The one visible widget that shows this text (or has this name), preferring what can be touched."""
        found = [
            widget
            for widget in self.seen()
            if _is_kind(widget, kind)
            and (
                (name and getattr(widget, "name", "") == name)
                or (text and getattr(widget, "text", None) == text)
            )
        ]
        if not found and self._unfold(self.page.ids.get("scroll")):
            return self.find(text, kind=kind, name=name)
        touchable = [widget for widget in found if isinstance(widget, ButtonBehavior)]
        assert found, f"{text or name!r} is not to be seen; seen: {self.texts()}"
        return (touchable or found)[0]

    def all(self, kind: type | str) -> list[Any]:
        return [widget for widget in self.seen() if _is_kind(widget, kind)]

    # -- Listening -----------------------------------------------------------------------------------------

    def heard(self) -> Node:
        """What somebody who does not see the glass is told of it."""
        return semantics.screen(self.root)

    def by_name(self, name: str, role: str = "") -> Node:
        """What is called so, or begins so where nothing is: `tap` takes it as it is."""
        found = [node for node in self.heard().in_order() if node.name and role in ("", node.role)]
        alike = [node for node in found if node.name == name]
        alike = alike or [node for node in found if node.name.startswith(name)]
        alike.sort(key=lambda node: not node.is_control)
        assert alike, f"nothing is called {name!r}; heard: {[node.name for node in found]}"
        return alike[0]

    def by_role(self, role: str) -> list[Node]:
        return [node for node in self.heard().in_order() if node.role == role]

    # -- Touching ------------------------------------------------------------------------------------------

    def tap(self, target: Widget | Node | str = "", *, name: str = "") -> None:
        """Puts a finger on it, wherever that is on the glass, and lifts it again."""
        if isinstance(target, Node):
            self._tap_what_is_called(target)
            return
        widget = target if isinstance(target, Widget) else self.find(target, name=name)
        self.reveal(widget)
        self.press(*widget.to_window(*widget.center))

    def _tap_what_is_called(self, node: Node) -> None:
        self.reveal(node.widget)
        now = self.by_name(node.name, node.role)
        left, bottom, width, height = now.box
        self.press(left + width / 2, bottom + height / 2)

    def press(self, x: float, y: float, seconds: float = 0) -> None:
        self.poke(x, y, seconds)
        self.settle()

    def poke(self, x: float, y: float, seconds: float = 0) -> None:
        """Nobody waits for the screen to settle."""
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self._until_it_arrives(touch)
        if seconds:
            self.rest(seconds)
        touch.touch_up()

    def flick(self, widget: Widget) -> None:
        """A tap that is over before anybody knows whether it is a swipe, and one frame."""
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        touch.touch_up()
        self.frames()

    def _until_it_arrives(self, touch: UnitTestTouch) -> None:
        """A ScrollView keeps a touch to itself until it knows that it is no swipe."""
        for _ in range(UNDECIDED):
            if not any(isinstance(held(), ScrollView) for held in touch.grab_list):
                return
            self.frames()

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], steps: int = 8, hold: float = 0
    ) -> None:
        touch = UnitTestTouch(*start)
        touch.touch_down()
        self.rest(hold)
        for step in range(1, steps + 1):
            share = step / steps
            touch.touch_move(start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            self.frames(1)
        touch.touch_up()
        self.settle()

    def _unfold(self, folded: Any) -> bool:
        """Where a table has no room for its state and the pads at once: brings what is folded into view."""
        handle = self.page.ids.get("handle")
        if self.root.overlays or not handle or not handle.height or folded.height:
            return False
        self.press(*handle.to_window(*handle.center))
        return True

    def reveal(self, widget: Widget) -> None:
        """Scrolls until the widget is in view, as a person would."""
        for part in (self.page.ids.get("scroll"), self.page.ids.get("pads")):
            if part and any(parent == part for parent in parents(widget)):
                self._unfold(part)
        parent = widget.parent
        while parent is not None and parent is not Window:
            if isinstance(parent, ScrollView) and parent.children:
                content = parent.children[0]
                if content.height > parent.height and not isinstance(content, RecycleLayout):
                    parent.scroll_to(widget, padding=20, animate=False)
                    self.settle()
            parent = parent.parent if parent.parent is not parent else None

    def type(self, text: str) -> None:
        """On the keyboard, into the field that has the focus."""
        field = next(widget for widget in self.seen() if isinstance(widget, TextInput) and widget.focus)
        for letter in text:
            field.insert_text(letter)
        self.settle()

    def key(self, code: int) -> bool:
        used = bool(Window.dispatch("on_keyboard", code, 0, None, []))
        self.settle()
        return used

    def back(self) -> bool:
        """The back key; False when the app leaves it to the device."""
        return self.key(27)

    def resize(self, width: int, height: int) -> None:
        Window.size = (width, height)
        self.settle()

    def text_size(self, scale: float) -> None:
        self.app.choose(text_scale=scale)
        self.settle()

    def dress(self, width: int, height: int, text_scale: float) -> None:
        """Another size of the window and of the letters, laid out once."""
        Window.size = (width, height)
        self.app.choose(text_scale=text_scale)
        self.settle()

    def picture(self, path: Path) -> None:
        self.look()
        Path(Window.screenshot(name=str(path))).replace(path)


def visible(widget: Widget) -> Iterator[Widget]:
    """The widget and what is drawn inside it, in the order of drawing; what is hidden hides its children."""
    waiting = [widget]
    while waiting:
        widget = waiting.pop()
        if widget.opacity != 0 and widget.width > 0 and widget.height > 0:
            yield widget
            waiting += widget.children


def parents(widget: Widget) -> Iterator[Widget]:
    while isinstance(widget.parent, Widget) and widget.parent is not widget:
        widget = widget.parent
        yield widget


def is_visible(widget: Widget) -> bool:
    while isinstance(widget, Widget):
        if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
            return False
        widget = widget.parent if widget.parent is not widget else None
    return True


def _is_kind(widget: Widget, kind: type | str) -> bool:
    return kind in _names(type(widget)) if isinstance(kind, str) else isinstance(widget, kind)


@cache
def _names(kind: type) -> frozenset[str]:
    return frozenset(base.__name__ for base in kind.__mro__)
