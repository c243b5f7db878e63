"""The real app in a real window that nobody sees: SDL's off-screen driver, stepped frame by frame."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.update(
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_HOME=tempfile.mkdtemp(prefix="tableside-kivy-"),
)

from kivy.config import Config

for _name, _value in {
    "width": "412",
    "height": "915",
    "maxfps": "0",
    "vsync": "0",
    "multisamples": "0",
}.items():
    Config.set("graphics", _name, _value)
Config.set("kivy", "exit_on_escape", "0")
Config.set("widgets", "scroll_timeout", "5")

from tests.screens.driver import Driver, start  # noqa: E402 - the window is configured first


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """Starts the app in a fresh data folder; call it again for a second life in the same folder."""
    started: list[Driver] = []

    def launch_app(**wishes: object) -> Driver:
        for driver in started:
            driver.stop()
        driver = start(tmp_path, **wishes)
        started.append(driver)
        return driver

    yield launch_app
    for driver in started:
        driver.stop()


@pytest.fixture
def ui(launch: Callable[..., Driver]) -> Driver:
    """The app at home, with an empty history, in English, light, without motion."""
    return launch()


@pytest.fixture(scope="session")
def ten_years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The history folder of a household that has played 10,000 tables; made once, to be copied."""
    from history import History
    from tests.history.factories import make_players, make_sessions

    folder = tmp_path_factory.mktemp("ten-years") / "history"
    people = make_players()
    with History.open(folder) as history:
        for person in people:
            history.save_player(person)
        for session in make_sessions(10_000, players=people):
            history.save(session)
    return folder


@pytest.fixture
def crowded(ten_years: Path, tmp_path: Path) -> Path:
    """Puts 10,000 sessions where `launch` will find them."""
    return Path(shutil.copytree(ten_years, tmp_path / "history"))
