"""The real app in a real window that nobody sees, and households to start it in."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.screens.driver import Driver, at_home, start


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
def ui(tmp_path: Path) -> Driver:
    """The app at home, with an empty history, in English, light, without motion; every other page is new."""
    driver = at_home(tmp_path)
    driver.app.ways.forget_others()
    gc.collect()  # or the pages of the last test would go on following the theme
    return driver


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
