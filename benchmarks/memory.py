"""What an evening leaves in memory: rounds over every screen, whole tables, undo and redo.

People rest now and then, and then the app sweeps; so do they here, though without waiting. What there is
after the last rest is held against what there was after the second round. Frames are not painted.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import row
from benchmarks.tap import open_window

LIMIT = 1.25
WARM = 2
FRAMES = 3
"""On every screen."""
RESTED = 20
"""Seconds of a rest."""
BETWEEN_RESTS = 3


@dataclass(frozen=True, slots=True)
class Effort:
    screens: int
    """The first so many of them."""
    rounds: int
    games: int
    tables: int
    """Of each of so many games."""
    steps: int
    times: int
    """How often so many moves are taken back and played again."""


FULL = Effort(screens=100, games=100, rounds=300, tables=25, steps=20, times=50)
TOY = Effort(screens=3, games=1, rounds=3, tables=2, steps=2, times=2)


def megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def frames(count: int = FRAMES) -> None:
    from kivy.base import EventLoop  # noqa: PLC0415 - after the window
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.lang import Builder  # noqa: PLC0415

    for _ in range(count):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()


class Household:
    """An app with somebody at it whose watch can be put forward."""

    def __init__(self, folder: Path) -> None:
        from screens.app import TablesideApp  # noqa: PLC0415 - after the window
        from screens.sweeper import Sweeper  # noqa: PLC0415
        from tests.screens.cupboards import fill  # noqa: PLC0415

        self.seconds = 0.0
        self.app = TablesideApp(folder)
        gc.freeze()
        self.sweeper = Sweeper(lambda: self.seconds)
        self.sweeper.start(self.app)
        self.app._run_prepare()
        self.app.choose(reduced_motion=True)
        while self.app.history is None:
            frames()
        fill(self.app.history)

    def touch(self, waiting: int) -> None:
        """Somebody has just touched the glass. A second passes, in which so many frames are shown."""
        self.sweeper._stir()
        frames(waiting)
        self.seconds += 1
        self.sweeper.look()

    def rest(self) -> None:
        self.app.tab("home")
        self.sweeper._stir()
        for _second in range(RESTED):
            self.seconds += 1
            self.sweeper.look()
            frames()

    def counted(self) -> tuple[int, int, float]:
        """Widgets, objects and megabytes. What is superseded lies in the journal until it is compacted."""
        from kivy.uix.widget import Widget  # noqa: PLC0415 - after the window

        self.app.history.compact()
        size = megabytes()
        while gc.collect():
            frames()
        found = gc.get_objects()
        return sum(issubclass(type(one), Widget) for one in found), len(found), size


# -- Evenings ---------------------------------------------------------------------------------------------


def round_over_every_screen(household: Household, most: int) -> Callable[[], None]:
    from screens.navigation import SCREENS, TABS  # noqa: PLC0415 - after the window
    from screens.shelf.samples import SAMPLES  # noqa: PLC0415
    from tests.screens.cupboards import SESSIONS  # noqa: PLC0415

    app = household.app
    finished = next(session["id"] for session in SESSIONS if session["result"])
    running = next(session["id"] for session in SESSIONS if not session["result"])
    given: dict[str, dict[str, Any]] = {
        "seats": {"game": "pearls"},
        "setup": {"game": "perfect_numbers"},
        "table": {"session": running},
        "count": {"session": running},
        "result": {"session": finished},
        "session": {"session": finished},
        "player": {"player": SESSIONS[0]["players"][0]["id"]},
        "own_game": {"rules": SAMPLES[1]},
    }

    def visit_all() -> None:
        for name in list(SCREENS)[:most]:
            app.tab(name) if name in TABS else app.go(name, **given.get(name, {}))
            household.touch(FRAMES)

    return visit_all


def table_after_table(household: Household, most: int) -> Callable[[], None]:
    """One of each game: begun, played to its end by whoever knows the rules, and thrown away."""
    from scoring import GAMES  # noqa: PLC0415 - after the window
    from tests.screens.tables import document, play_out  # noqa: PLC0415

    app = household.app
    evening = [play_out(game, GAMES[game].fewest, 1, False) for game in list(GAMES)[:most]]

    def play() -> None:
        for game, played in zip(GAMES, evening, strict=False):
            session = document(game, played)
            app.history.save(session)
            app.go("table", session=session["id"])
            for move in played.moves:
                app.ways.page.play(move)
                household.touch(1)
            for overlay in reversed(app.root.overlays):
                overlay.close()
            app.tab("home")
            app.history.delete(session["id"])
            app.rise()

    return play


def back_and_forth(household: Household, steps: int) -> Callable[[], None]:
    from tests.screens.tables import document, play_out  # noqa: PLC0415 - after the window

    played = play_out("pearls", 4, 1, False)
    session = document("pearls", played, len(played.moves))
    household.app.history.save(session)

    def undo_and_redo() -> None:
        household.app.go("table", session=session["id"])
        page = household.app.ways.page
        for step in (page.undo, page.redo):
            for _ in range(steps):
                step()
                household.touch(1)

    return undo_and_redo


def measure(told: str, household: Household, once: Callable[[], None], times: int) -> None:
    for _ in range(WARM):
        once()
        household.rest()
    before = household.counted()
    for number in range(WARM, times):
        once()
        if number % BETWEEN_RESTS == 0:
            household.rest()
    household.rest()
    after = household.counted()
    for at, (widgets, objects, size) in ((WARM, before), (times, after)):
        row(f"{told}, after {at:,}", size, "MB", f"{widgets:,} widgets, {objects:,} objects")
    row(f"{told}, {times:,} to {WARM}", after[2] / before[2], "x", f"limit {LIMIT}")


def main(effort: Effort = FULL) -> None:
    open_window()
    with tempfile.TemporaryDirectory() as folder:
        household = Household(Path(folder))
        for told, once, times in (
            ("rounds over every screen", round_over_every_screen(household, effort.screens), effort.rounds),
            ("tables of every game", table_after_table(household, effort.games), effort.tables),
            ("moves undone and redone", back_and_forth(household, effort.steps), effort.times),
        ):
            measure(told, household, once, times)
        household.app.history.close()


if __name__ == "__main__":
    main()
