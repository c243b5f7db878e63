"""The round through the rooms: every screen, at every moment that looks different.

The app is given time to settle after each step of a stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView

from scoring import BOXES
from screens.demonstration import evenings
from screens.demonstration.evenings import Scene, scenes, scenes_for_two
from screens.demonstration.people import Move, shows
from screens.games.plan import draft_key, read_plan
from screens.seating.fingers import Fingers
from screens.shelf.samples import SAMPLES, in_words

Step = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Stop:
    name: str
    steps: tuple[Step, ...]
    afterwards: Step | None = None
    """Puts back what would still be seen at the next stop."""
    ready: Callable[[Any], bool] = lambda _app: True
    """Whether what is shown beside the first frames has come."""


def stop(name: str, *steps: Step, **more: Any) -> Stop:
    return Stop(name, steps, **more)


@cache
def stops() -> tuple[Stop, ...]:
    """All of them, in the order in which a person would see them."""
    return (
        *_home(),
        *_before_the_game(),
        *_tables(),
        *_sheets_over_a_table(),
        *_counts(),
        *_results(),
        *_look_up(),
        *_record(),
    )


# -- Steps ------------------------------------------------------------------------------------------------


def tab(name: str) -> Step:
    return lambda app: app.tab(name)


def go(name: str, **given: Any) -> Step:
    return lambda app: app.ways.restart(name, **given)


def own(screen: str, sample: int) -> Step:
    """One of the sheets to begin with, in the words of whatever language is chosen by then."""
    return lambda app: app.ways.restart(screen, rules=in_words(SAMPLES[sample]), game_id="")


def sit_down(screen: str, document: evenings.Document) -> Step:
    """Opens a session that is in nobody's history, as it is told here and nowhere else."""

    def step(app: Any) -> None:
        app.rise()
        app.sit_at(document["id"], document)
        app.ways.restart(screen, session=document["id"])
        if screen == "table":
            _stop_the_watch(app.ways.page, document["seconds"])

    return step


def _stop_the_watch(table: Any, seconds: float) -> None:
    """The picture shows how long was played, and not how long it took to draw."""
    table.watch = type(table.watch)(seconds, lambda: 0.0)
    table.refresh()


def page(action: Callable[[Any], object]) -> Step:
    return lambda app: action(app.ways.page)


def scroll_down(app: Any) -> None:
    for view in tall_views(app):
        view.scroll_y = 0
        return


def tall_views(app: Any) -> Iterator[ScrollView]:
    for widget in app.ways.page.walk(restrict=True):
        if isinstance(widget, ScrollView) and widget.do_scroll_y:
            yield widget


def planned(game: str, players: int, long_names: bool = False, **fields: Any) -> Step:
    return lambda app: app.drafts.put(draft_key(game), evenings.plan(game, players, long_names, **fields))


# -- Rooms ------------------------------------------------------------------------------------------------


def _home() -> Iterator[Stop]:
    yield stop("welcome", lambda app: app.as_new(), tab("home"), afterwards=lambda app: app.as_before())
    yield stop("home", tab("home"))
    yield stop("home-results", tab("home"), scroll_down)
    yield stop("quick", go("quick"))
    yield stop("shelf", go("shelf"))
    yield stop("own-game", own("own_game", 6))
    yield stop("own-game-below", own("own_game", 4), scroll_down)
    yield stop("own-editor", own("editor", 5))
    yield stop("own-editor-below", own("editor", 5), scroll_down)
    yield stop("own-shapes", own("editor", 5), page(lambda editor: editor.add()))
    yield stop("own-line", own("editor", 5), page(lambda editor: editor.open_line(0)))
    yield stop("fallen", go("about"), lambda app: app.ways.give_up())


def _before_the_game() -> Iterator[Stop]:
    for game in shows():
        yield stop(f"seats-{game}", *sit_at_the_table(game, BOXES[game].most))
    game = next(iter(shows()))
    here = sit_at_the_table(game, BOXES[game].most)
    yield stop(f"seats-{game}-below", *here, scroll_down)
    first = evenings.seat(evenings.PEOPLE[0])["id"]
    yield stop("seat", *here, page(lambda seats: seats.open_seat(first)))
    yield stop("fingers", *here, put_fingers_down(game))
    for game in shows():
        yield stop(f"setup-{game}", *lay_the_table(game))
        yield stop(f"setup-{game}-below", *lay_the_table(game), scroll_down)
    yield stop("starter", *lay_the_table(_begun_by_anybody()), page(lambda setup: setup.start()))


def _begun_by_anybody() -> str:
    return next(game for game in shows() if not BOXES[game].youngest_begins)


def sit_at_the_table(game: str, players: int) -> tuple[Step, ...]:
    return planned(game, players, long_names=True), go("seats", game=game)


def lay_the_table(game: str) -> tuple[Step, ...]:
    show = shows()[game]
    return planned(game, show.planned, **show.plan), go("setup", game=game)


def put_fingers_down(game: str) -> Step:
    def step(_app: Any) -> None:
        people = read_plan(game, evenings.plan(game, 4)).people
        fingers = Fingers(people=people, game=game, done=lambda _player: None, rng=Random(3))
        fingers.open()
        for finger, (across, up) in enumerate(((0.25, 0.3), (0.7, 0.24), (0.6, 0.78))):
            fingers.put_down(finger, (across * Window.width, up * Window.height))

    return step


# -- Tables -----------------------------------------------------------------------------------------------


def _tables() -> Iterator[Stop]:
    for scene in scenes():
        for moment, moves in scene.played().moments().items():
            name = f"table-{scene.name}-{moment}"
            if moment == "trigger":
                yield stop(name, sit_down("table", scene.at(moves - 1)), page(_play(scene, moves - 1)))
            elif scene.full and moment == "start":
                here = sit_down("table", scene.at(moves)), page(_track(True))
                yield stop(name, *here, afterwards=page(_track(False)))
            else:
                yield stop(name, sit_down("table", scene.at(moves)))
        if scene.full:
            over = scene.at(len(scene.played().moves))
            yield stop(f"table-{scene.name}-over", sit_down("table", over))
            middle = scene.at(scene.played().moments()["middle"])
            yield stop(f"table-{scene.name}-below", sit_down("table", middle), scroll_down)
    for scene in scenes_for_two():
        middle = scene.at(scene.played().moments()["middle"])
        yield stop(f"table-{scene.game}-two", sit_down("table", middle))


def _track(in_full: bool) -> Callable[[Any], object]:
    return lambda table: setattr(table.panel, table.panel.in_full, in_full)


def _play(scene: Scene, number: int) -> Callable[[Any], object]:
    """The move that brings on the end, played at the table: so it is announced as it would be."""
    return lambda table: table.play(scene.played().moves[number])


def _sheets_over_a_table() -> Iterator[Stop]:
    game, misfit = next((game, show.misfit) for game, show in shows().items() if show.misfit)
    scene = next(scene for scene in scenes() if scene.game == game)
    middle = scene.played().moments()["middle"]
    here = sit_down("table", scene.at(middle))
    yield stop("sheet-menu", here, page(lambda table: table.open_menu()))
    yield stop("sheet-log", here, page(lambda table: table.open_log()))
    yield stop("sheet-log-move", here, page(lambda table: table.open_log()), _touch_the_log)
    yield stop("sheet-corrections", here, page(lambda table: table.open_corrections()))
    yield stop("sheet-number-pad", here, page(lambda table: table.open_corrections()), _touch_a_number)
    yield stop("sheet-time", here, page(lambda table: table.open_times()))
    yield stop("mend", here, page(lambda table: table.start_mending(4)))
    yield stop("mend-misfit", here, page(lambda table: _mend_impossibly(table, misfit)))
    flip = page(lambda table: table.flip())
    yield stop("table-flipped", here, flip, afterwards=flip)
    yield stop("table-rules", here, page(lambda table: table.open_rules()))
    yield stop("table-refused", here, page(lambda table: table.play({"move": "pass"})))


def _touch_the_log(app: Any) -> None:
    app.root.overlays[-1].choose(3)


def _touch_a_number(app: Any) -> None:
    app.root.overlays[-1].ids.counts.children[-1].stepper.type()


def _mend_impossibly(table: Any, other: Move) -> None:
    """The first move that could have been another, after which a later one no longer fits."""
    live = table.live
    for index in range(len(live.moves)):
        before = live.tables[index]
        if live.game.why_not(before, other) is None and live.mended(index, other).misfit:
            table.start_mending(index)
            table.play(other)
            return


# -- Counting ---------------------------------------------------------------------------------------------


def _counts() -> Iterator[Stop]:
    for game in shows():
        for players in every_number(game):
            yield stop(f"count-{game}-{players}", sit_down("count", evenings.counting(game, players)))
    for game, show in shows().items():
        for name, (players, action) in show.counts.items():
            here = sit_down("count", evenings.counting(game, players))
            yield stop(f"count-{game}-{name}", here, *([page(action)] if action else []), scroll_down)
    names = sit_down("count", evenings.counting(game, BOXES[game].most))
    yield stop(f"count-{game}-names", names, page(lambda count: count.open_names()))


def every_number(game: str) -> range:
    return range(BOXES[game].fewest, BOXES[game].most + 1)


def _results() -> Iterator[Stop]:
    for game in shows():
        for players in every_number(game):
            yield stop(f"result-{game}-{players}", sit_down("result", evenings.result(game, players)))
    for game, show in shows().items():
        for name in show.results:
            here = sit_down("result", evenings.special(game, name))
            yield stop(f"result-{game}-{name}", here)
            yield stop(f"result-{game}-{name}-below", here, scroll_down)
    game = next(iter(shows()))
    here = sit_down("result", evenings.result(game, BOXES[game].most))
    yield stop("result-lines", here, page(lambda result: result.outcome.open_lines(0)))
    yield stop("result-note", here, page(lambda result: result.open_note()))


# -- Looking up and looking back --------------------------------------------------------------------------


def _look_up() -> Iterator[Stop]:
    for game in shows():
        yield stop(f"rules-{game}", go("rules", game=game))
    yield stop("rules-below", go("rules", game=game), scroll_down)
    yield stop("rules-search", go("rules"), _search("3"), afterwards=_search(""))


def _search(words: str) -> Step:
    return page(lambda rules: setattr(rules.ids.room, "query", words))


def _record() -> Iterator[Stop]:
    yield stop("history", tab("history"))
    yield stop("history-days", tab("history"), page(lambda history: history.open_calendar()))
    yield stop("edit", go("edit"))
    yield stop("history-deleted", tab("history"), page(lambda history: history.open_deleted()))
    for game, session in zip(shows(), evenings.finished_ids(), strict=False):
        yield stop(f"session-{game}", go("session", session=session))
    newest = evenings.finished_ids()[0]
    here = go("session", session=newest)
    yield stop("session-story", here, page(_show("story")), afterwards=page(_show("overview")))
    yield stop("replay", go("replay", session=newest))
    yield stop("share", go("result", session=newest), page(lambda result: result.share()))
    yield stop("statistics", go("statistics"), ready=_is_complete)
    yield stop("statistics-below", go("statistics"), scroll_down, ready=_is_complete)
    game = next(iter(shows()))
    yield stop(f"statistics-{game}", go("statistics", game=game), ready=_is_complete)
    yield stop("players", tab("players"))
    ada = evenings.seat(evenings.PEOPLE[0])["id"]
    yield stop("player", go("player", player=ada))
    yield stop("player-below", go("player", player=ada), scroll_down)
    yield stop("data", go("data"))
    yield stop("data-below", go("data"), scroll_down)
    yield stop("settings", go("settings"))
    yield stop("settings-below", go("settings"), scroll_down)
    yield stop("settings-usual", go("settings"), page(lambda settings: settings.open_usual()))
    yield stop("about", go("about"))
    yield stop("self_check", go("self_check"))
    yield stop("shared", go("shared"))


def _show(half: str) -> Step:
    return lambda session: setattr(session, "shown", half)


def _is_complete(app: Any) -> bool:
    return bool(app.ways.page.complete)
