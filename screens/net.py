"""A net under every screen: what goes wrong costs the page or the tap, never the app and never a move.

Moves are saved before anything is shown of them. So whatever falls here can be shown anew, or left.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.logger import Logger
from kivy.properties import BooleanProperty

from screens import kv
from screens.running import the_app
from screens.translator import _
from screens.widgets.layout import Page

if TYPE_CHECKING:
    from screens.report import Fall

SPREAD: Final = "TABLESIDE_NO_NET" not in os.environ
"""Without it every exception ends what it happened in: so do the tests want it, and whoever looks for one."""
ONCE_IN = 60
"""Seconds in which the same fault is told only once."""
MANY, WITHIN = 10, 5
"""So many faults in so many seconds: the page in view does not come to rest any more."""

Made = TypeVar("Made")
Else = TypeVar("Else")


class Net(ExceptionHandler):
    def __init__(self, spread: bool = SPREAD, seconds: Callable[[], float] = monotonic) -> None:
        self.is_spread = spread
        self._seconds = seconds
        self._told: dict[Fall, float] = {}
        self._lately: deque[float] = deque(maxlen=MANY)
        self._report = ""

    def spread(self) -> None:
        """From here on for whatever the loop, the clocks, the touches and the threads let fall."""
        if self.is_spread:
            ExceptionManager.add_handler(self)
            threading.excepthook = self._thread_fell

    def fold(self) -> None:
        ExceptionManager.remove_handler(self)
        if threading.excepthook == self._thread_fell:
            threading.excepthook = threading.__excepthook__

    # -- What fell -----------------------------------------------------------------------------------------

    def holds(self, trouble: Exception, page: str, step: str) -> bool:
        """Notes the fault; False when there is no net, and the fault must go on falling."""
        if self.is_spread:
            self._note(trouble, step, page)
        return self.is_spread

    def spared(self, make: Callable[[], Made], instead: Else) -> Made | Else:
        """What is made; where that goes wrong, the other, so that the rest of the page stands."""
        try:
            return make()
        except Exception as trouble:
            if not self.is_spread:
                raise
            self._note(trouble, "part")
            return instead

    def beside(self, work: Callable[..., object], *given: object) -> threading.Thread:
        """A thread for this work. When it fails, the page whose work it is cannot be shown."""

        def run() -> None:
            try:
                work(*given)
            except Exception as trouble:
                if not self.is_spread:
                    raise
                Clock.schedule_once(partial(self._work_fell, trouble, getattr(work, "__self__", None)))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    def handle_exception(self, inst: BaseException) -> int:
        """Asked by Kivy's loop."""
        if not self.is_spread or not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        try:
            self._tap_fell(inst)
        except Exception as again:
            Logger.error("Tableside: the net has a hole", exc_info=again)
        return int(ExceptionManager.PASS)

    def _tap_fell(self, trouble: Exception) -> None:
        """A touch, a clock or a frame. The page shows anew what is saved, or is left if it never rests."""
        new = self._note(trouble, "")
        now = self._seconds()
        self._lately.append(now)
        if len(self._lately) == MANY and now - self._lately[0] < WITHIN:
            self._lately.clear()
            the_app().ways.give_up()
        elif new:
            the_app().ways.refresh()
            self._say()

    def _thread_fell(self, fallen: Any) -> None:
        """Threads of the history, say. Nobody knows which page waits for them."""
        if isinstance(fallen.exc_value, Exception):
            Clock.schedule_once(partial(self._work_fell, fallen.exc_value, None))

    def _work_fell(self, trouble: Exception, whose: object, *_passed: float) -> None:
        new = self._note(trouble, "work")
        if whose is not None and whose is the_app().ways.page:
            the_app().ways.give_up()
        elif new:
            self._say()

    def _note(self, trouble: Exception, step: str, page: str = "") -> bool:
        """Says whether that is new."""
        from screens.report import fall_of, report  # noqa: PLC0415 - only once something has fallen

        Logger.error("Tableside: caught in the net", exc_info=trouble)
        fall, now = fall_of(trouble, page or the_app().ways.current.name, step), self._seconds()
        is_new = now - self._told.get(fall, -ONCE_IN) >= ONCE_IN
        if is_new:
            self._told[fall] = now
            self._report = report(fall)
        return is_new

    # -- Telling it ----------------------------------------------------------------------------------------

    def _say(self) -> None:
        the_app().snack(
            _("Something went wrong. Whatever you entered is still there."), _("Report"), self.share
        )

    def wreck(self, at_home: bool) -> Page:
        """What is shown in place of a page, and of all that lay over it."""
        the_app().hush()
        for overlay in the_app().root.overlays:
            the_app().root.hide_overlay(overlay)
        try:
            kv.load(__name__)
            return FallenPage(at_home=at_home)
        except Exception as trouble:
            self._note(trouble, "wreck")
            return Page(chrome=True)

    def share(self) -> None:
        the_app().sharing.share_text(self._report, _("Tableside report"), self._shared)

    def _shared(self, outcome: str | OSError | None) -> None:
        if isinstance(outcome, OSError):
            the_app().snack(_("This device did not allow sharing."))
        elif outcome is not None:
            the_app().snack(_("Saved as {file}").format(file=outcome))


class FallenPage(Page):
    """Says plainly that a page could not be shown, and leads on."""

    at_home = BooleanProperty(False)

    def share(self) -> None:
        the_app().net.share()

    def retry(self) -> None:
        the_app().ways.retry()


def leave_behind(page: Page | None) -> None:
    """Stops what a page that fell had begun; nobody asks how it went."""
    if page is not None:
        with suppress(Exception):
            page.leave()
