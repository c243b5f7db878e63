"""Walks over the whole tree of every screen, wherever the demonstration stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.core.window import Window

from screens.demonstration.evenings import LONG_NAME, PEOPLE
from screens.demonstration.stops import Stop, stops
from screens.demonstration.studio import Studio
from screens.navigation import SCREENS
from screens.translator import LANGUAGES
from tests.screens import walker
from tests.screens.driver import Driver

CHOSEN = {
    "home", "quick", "shelf", "own-game", "own-editor", "own-line", "fallen",
    "seats-pearls", "setup-pearls", "setup-coloretto", "setup-perfect_numbers",
    "setup-perladora", "table-pearls-light-middle", "table-pearls-full-middle",
    "table-coloretto-light-middle", "table-coloretto-full-middle", "table-perfect_numbers-light-middle",
    "table-perfect_numbers-full-middle", "table-perfect_numbers-full-last", "table-perladora-light-middle",
    "table-perladora-full-middle", "table-perladora-full-over", "sheet-corrections", "sheet-number-pad",
    "count-pearls-6", "count-pearls-wrong", "count-coloretto-5", "count-coloretto-otherwise",
    "count-perfect_numbers-4", "count-perladora-2", "count-perladora-4", "result-pearls-6",
    "result-coloretto-5", "result-perfect_numbers-4", "result-perladora-2", "result-perladora-4",
    "rules-pearls", "rules-coloretto", "rules-perfect_numbers", "rules-perladora", "history",
    "session-perladora", "statistics", "players", "player", "data", "settings", "about", "self_check",
    "shared", "edit", "replay",
}  # fmt: skip
OTHERS_WORK = (
    "BG Stats", "Kivy", "plyer", "TinyDB", "segno", "openskill", "Material Design Icons", "Roboto",
    "MIT License", "BSD License", "Apache License",
)  # fmt: skip
NAMES = (*LANGUAGES.values(), "Tableside", LONG_NAME, *PEOPLE, *OTHERS_WORK)


def shown() -> list[Stop]:
    return [stop for stop in stops() if walker.EVERY_WALK or stop.name in CHOSEN]


def every_other(first: int) -> Callable[[], list[Stop]]:
    return lambda: shown()[first::2]


def one_of_each_screen() -> list[Stop]:
    return list({stop.name.partition("-")[0]: stop for stop in shown()}.values())


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One app for all walks: it changes its language, size and theme while it runs."""
    if Driver.running is not None:
        Driver.running.stop()
    studio = Studio(tmp_path_factory.mktemp("studio"))
    yield studio
    studio.rest()
    Driver(studio.app).stop()


Check = Callable[[Driver], Iterator[str]]
PLAIN = {"theme": "light", "language": "en", "text_scale": 1.0, "colour_blind": False, "reduced_motion": True}
Where = Callable[[], list[Stop]]
LOOKS: list[tuple[Where, int, Check, dict[str, Any]]] = [
    (every_other(0), 320, walker.misplaced, {"language": "de", "text_scale": 2.0}),
    (every_other(1), 320, walker.misplaced, {"language": "fr", "text_scale": 2.0}),
    (shown, 320, walker.complaints, {}),
    (shown, 412, walker.complaints, {"theme": "dark"}),
    (one_of_each_screen, 900, walker.misplaced, {"text_scale": 1.3}),
]
"""Where to look, how wide the window is, what is looked for, and how everything is dressed."""
if walker.EVERY_WALK:
    for size in (1.0, 1.3, 2.0):
        LOOKS += [
            (shown, 320, walker.misplaced, {"language": each, "text_scale": size}) for each in LANGUAGES
        ]
        LOOKS += [(shown, width, walker.misplaced, {"text_scale": size}) for width in (412, 900)]
    LOOKS += [
        (shown, 412, walker.faint, {"theme": theme, "colour_blind": True, "text_scale": 2.0})
        for theme in ("light", "dark")
    ]


def visit_all(studio: Studio, where: Where, width: int, check: Check, **look: object) -> list[str]:
    """What is to be complained about at these stops, in one look."""
    ui = Driver(studio.app)
    studio.sweep_up()
    Window.size = width, walker.TALL
    studio.app.choose(**{**PLAIN, **look})
    studio.settle()
    found = []
    for stop in where():
        studio.visit(stop)
        found += [f"{stop.name} {look} {width} wide: {complaint}" for complaint in check(ui)]
        studio.leave(stop)
    return found


def fail_on(complaints: list[str]) -> None:
    assert not complaints, "\n".join(("", *complaints))


def test_the_chosen_stops_exist() -> None:
    assert {stop.name for stop in stops()} >= CHOSEN


@pytest.mark.parametrize(("where", "width", "check", "look"), LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(
    studio: Studio, where: Where, width: int, check: Check, look: dict[str, Any]
) -> None:
    fail_on(visit_all(studio, where, width, check, **look))


def test_no_text_escapes_the_translator_and_no_screen_escapes_the_walks(studio: Studio) -> None:
    seen = set()

    def words_without_translation(ui: Driver) -> Iterator[str]:
        seen.add(ui.screen)
        yield from walker.untranslated(ui, (*NAMES, str(studio.app.folder)))

    with walker.pseudo_language(Driver(studio.app)):
        complaints = visit_all(studio, shown, 412, words_without_translation)
    fail_on(complaints)
    assert seen == set(SCREENS)
