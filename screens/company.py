"""What other devices bring while the app is open, into the folder of the history and into a shared one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from scoring import Refusal
from screens.running import is_in_use, the_app
from screens.stored import read_object, write_object

if TYPE_CHECKING:
    from pathlib import Path

    from history import History
    from history.exchange import Exchange, Exchanged
    from phone.tree import Trees

LOOK_EVERY: Final = 4
"""Seconds between two looks at the folder; a look that finds nothing new costs a glance at its files."""
VISIT_EVERY: Final = 6
"""Looks between two visits to the shared folder while the app is in front."""
FOLLOWING: Final = (
    *("home", "history", "session", "table", "result"),
    *("players", "player", "statistics", "data", "shared"),
)
"""Pages that show what has just arrived; on the others somebody is entering something."""


class Company:
    """Looks, beside everything else, whether anything has arrived, and lets the page in view follow."""

    def __init__(self) -> None:
        self.last: Exchanged | None = None
        """What came of the last visit to the shared folder."""
        self._busy = False
        self._again = False
        self._looks = 0
        self._exchange: Exchange | None = None
        self._place = ""
        self._read_from: Path | None = None

    def begin(self) -> None:
        Clock.schedule_interval(self._look_again, LOOK_EVERY)

    # -- Where --------------------------------------------------------------------------------------------

    @cached_property
    def trees(self) -> Trees:
        from phone.tree import device_trees  # noqa: PLC0415 - not before the first frame

        return device_trees()

    @property
    def _file(self) -> Path:
        return the_app().folder / "shared.json"

    @property
    def place(self) -> str:
        """The shared folder; empty when there is none."""
        if self._read_from != self._file:
            place = read_object(self._file).get("place")
            self._start_with(place if isinstance(place, str) else "")
        return self._place

    def _start_with(self, place: str) -> None:
        self._read_from, self._place, self.last, self._exchange = self._file, place, None, None

    def choose(self, place: str) -> None:
        """From now on this folder is shared, or with an empty place none. OSError where that is not kept."""
        write_object(self._file, {"place": place})
        self._start_with(place)
        self.visit()

    # -- Looking ------------------------------------------------------------------------------------------

    def _look_again(self, *_passed: object) -> None:
        self._looks += 1
        if self._looks % VISIT_EVERY:
            self.look()
        else:
            self.visit()

    def look(self) -> None:
        """Takes in what has arrived in the folder of the history."""
        self._begin(self._take_in)

    def visit(self) -> None:
        """Copies out what is new here into the shared folder, and in what is new there."""
        self._begin(self._visit if self.place else self._take_in)

    def test(self, done: Callable[[Exchanged], object]) -> None:
        """Writes, reads back, and says what was seen."""
        self._begin(partial(self._test, done))

    def _begin(self, work: Callable[[History], None]) -> None:
        history = the_app().history
        if history is None or not history.ready:
            return
        if self._busy:
            self._again = True
            return
        self._busy = True
        the_app().net.beside(self._work, work, history)

    def _work(self, work: Callable[[History], None], history: History) -> None:
        try:
            work(history)
        except Refusal:
            pass  # closed meanwhile, or the disk gives nothing: the next look may tell more
        finally:
            self._busy = False
        if self._again:
            self._again = False
            Clock.schedule_once(lambda _passed: self.visit())

    def _take_in(self, history: History) -> None:
        from history.exchange import keep_at_home  # noqa: PLC0415 - not before the first frame

        keep_at_home(the_app().folder / "history")
        changed = history.refresh()
        if changed:
            Clock.schedule_once(lambda _passed: self.follow(history, changed))

    def _visit(self, history: History) -> None:
        from history.exchange import Exchange, Exchanged, why  # noqa: PLC0415 - not before the first frame

        folder = the_app().folder / "history"
        if self._exchange is None:
            self._exchange = Exchange(folder, history.device)
        try:
            last = self._exchange.visit(self.trees.open(self.place), history)
        except OSError as problem:
            last = Exchanged(trouble=why(problem))
        told = self.last is None or last.trouble != self.last.trouble or last.others != self.last.others
        self.last = last
        self._take_in(history)
        if told:
            Clock.schedule_once(lambda _passed: self.follow(history, frozenset()))

    def _test(self, done: Callable[[Exchanged], object], history: History) -> None:
        from history.exchange import Exchanged, try_out, why  # noqa: PLC0415 - not before the first frame

        try:
            outcome = try_out(self.trees.open(self.place), history.device)
        except OSError as problem:
            outcome = Exchanged(trouble=why(problem))
        Clock.schedule_once(lambda _passed: done(outcome))

    def follow(self, history: History, changed: frozenset[str]) -> None:
        """What is shown is what counts now."""
        if not is_in_use(history):
            return
        app = the_app()
        app.follow(changed)
        if app.ways.current.name in FOLLOWING:
            app.ways.refresh()
