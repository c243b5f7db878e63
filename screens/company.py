"""What other devices bring while the app is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from scoring import Refusal
from screens.running import is_in_use, the_app

if TYPE_CHECKING:
    from history import History

LOOK_EVERY: Final = 4
"""Seconds between two looks at the folder; a look that finds nothing new costs a glance at its files."""
FOLLOWING: Final = (
    "home",
    "history",
    "session",
    "table",
    "result",
    "players",
    "player",
    "statistics",
    "data",
)
"""Pages that show what has just arrived; on the others somebody is entering something."""


class Company:
    """Looks, beside everything else, whether anything has arrived, and lets the page in view follow."""

    def __init__(self) -> None:
        self._busy = False

    def begin(self) -> None:
        Clock.schedule_interval(self.look, LOOK_EVERY)

    def look(self, *_passed: object) -> None:
        history = the_app().history
        if history is not None and history.ready and not self._busy:
            self._busy = True
            the_app().net.beside(self._take_in, history)

    def _take_in(self, history: History) -> None:
        try:
            changed = history.refresh()
        except Refusal:  # closed meanwhile, or the disk gives nothing: the next look may tell more
            changed = frozenset()
        finally:
            self._busy = False
        if changed:
            Clock.schedule_once(lambda _passed: self.follow(history, changed))

    def follow(self, history: History, changed: frozenset[str]) -> None:
        """What is shown is what counts now."""
        if not is_in_use(history):
            return
        app = the_app()
        app.follow(changed)
        if app.ways.current.name in FOLLOWING:
            app.ways.refresh()
