"""Walks over the whole tree of every screen, wherever the demonstration stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

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
    "home", "quick", "seats-pearls", "setup-coloretto", "setup-perladora", "table-pearls-full-middle",
    "table-coloretto-full-middle", "table-perfect_numbers-full-last", "table-perladora-light-middle",
    "table-perladora-full-over", "sheet-corrections", "sheet-number-pad", "count-pearls-wrong",
    "count-coloretto-otherwise", "count-perladora-4", "result-pearls-6", "rules-coloretto", "history",
    "session-perladora", "statistics", "players", "player", "data", "settings", "about", "self_check",
}  # fmt: skip
OTHERS_WORK = (
    "BG Stats", "Kivy", "plyer", "TinyDB", "segno", "Material Design Icons", "Roboto",
    "MIT License", "BSD License", "Apache License",
)  # fmt: skip
NAMES = (*LANGUAGES.values(), "Tableside", LONG_NAME, *PEOPLE, *OTHERS_WORK)


def shown() -> list[Stop]:
    return [stop for stop in stops() if walker.EVERY_WALK or stop.name in CHOSEN]


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


def visit_all(studio: Studio, width: int, check: Check, **look: object) -> list[str]:
    """What is to be complained about at every stop, in one look."""
    ui = Driver(studio.app)
    Window.size = width, walker.TALL
    studio.app.choose(
        **{"theme": "light", "language": "en", "text_scale": 1.0, "reduced_motion": True, **look}
    )
    studio.settle()
    found = []
    for stop in shown():
        studio.visit(stop)
        found += [f"{stop.name} {look} {width} wide: {complaint}" for complaint in check(ui)]
        studio.leave(stop)
    return found


def fail_on(complaints: list[str]) -> None:
    assert not complaints, "\n".join(("", *complaints))


def test_the_chosen_stops_exist() -> None:
    assert {stop.name for stop in stops()} >= CHOSEN


def test_nothing_is_too_small_or_cut_off_at_any_size(studio: Studio) -> None:
    looks = product(walker.SCALES, (320, 412, 900)) if walker.EVERY_WALK else ((1.0, 320), (1.3, 900))
    complaints = []
    for scale, width in looks:
        complaints += visit_all(studio, width, walker.misplaced, text_scale=scale)
    fail_on(complaints)


def test_nothing_is_too_small_or_cut_off_in_any_language(studio: Studio) -> None:
    complaints = []
    looks = product(LANGUAGES, walker.SCALES) if walker.EVERY_WALK else (("fr", 2.0), ("de", 2.0))
    for language, scale in looks:
        complaints += visit_all(studio, 320, walker.misplaced, text_scale=scale, language=language)
    fail_on(complaints)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_hard_to_read(studio: Studio, theme: str) -> None:
    complaints = visit_all(studio, 412, walker.faint, theme=theme)
    if walker.EVERY_WALK:
        complaints += visit_all(studio, 412, walker.faint, theme=theme, colour_blind=True, text_scale=2.0)
    fail_on(complaints)


def test_no_text_escapes_the_translator_and_no_screen_escapes_the_walks(studio: Studio) -> None:
    seen = set()

    def words_without_translation(ui: Driver) -> Iterator[str]:
        seen.add(ui.screen)
        yield from walker.untranslated(ui, (*NAMES, str(studio.app.folder)))

    with walker.pseudo_language(Driver(studio.app)):
        complaints = visit_all(studio, 412, words_without_translation)
    fail_on(complaints)
    assert seen == set(SCREENS)
