"""Walks over the whole tree of every screen of the shell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from screens.stored import Settings
from screens.translator import LANGUAGES
from tests.screens import walker
from tests.screens.cupboards import filled
from tests.screens.driver import QUIET, Driver

Launch = Callable[..., Driver]
NAMES = (*LANGUAGES.values(), "Tableside", "Ada", "Bo", "Cleo", "Dirk", "A", "B", "C", "D")


def show(ui: Driver, screen: str) -> None:
    match screen:
        case "history" | "players":
            ui.app.tab(screen)
        case "settings":
            ui.app.go("settings")
        case "name":
            ui.app.tab("players")
            ui.settle()
            ui.tap(name="add a player")
    ui.settle()


SHOWN = ("home", "history", "players", "settings", "name")


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (412, "dark"), (900, "light")])
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, width: int, theme: str) -> None:
    settings = Settings(language="en", theme=theme, reduced_motion=True)
    ui = launch(size=(width, 900), settings=settings, open_cupboard=filled)
    complaints = []
    for screen in SHOWN:
        show(ui, screen)
        complaints += walker.walk(ui)
        ui.back()
        ui.app.tab("home")
    assert not complaints, chr(10).join(complaints)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_in_any_language(launch: Launch, language: str) -> None:
    ui = launch(
        size=(320, 900), settings=Settings(language=language, reduced_motion=True), open_cupboard=filled
    )
    complaints = []
    for screen in SHOWN:
        show(ui, screen)
        complaints += walker.walk(ui, scales=(1.0, 2.0))
        ui.back()
        ui.app.tab("home")
    assert not complaints, chr(10).join(complaints)


@pytest.mark.parametrize("cupboard", ["empty", "filled"])
def test_no_text_escapes_the_translator(launch: Launch, cupboard: str) -> None:
    ui = launch(settings=QUIET, **({"open_cupboard": filled} if cupboard == "filled" else {}))
    with walker.pseudo_language(ui):
        for screen in SHOWN:
            show(ui, screen)
            assert walker.untranslated(ui, NAMES) == [], screen
            ui.back()
            ui.app.tab("home")
