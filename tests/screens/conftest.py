"""The real app in a real window that nobody sees, and households to start it in."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.app import App

from screens import kv
from tests.screens.driver import Driver, in_new_rooms, start
from tests.screens.watch import watch


@pytest.fixture(autouse=True)
def as_on_a_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """It is evening; nobody pulls a plug, so no save waits for the disk, and no backup comes unasked.

    What was made without any app is heard of no more.
    """
    monkeypatch.setattr("history.journal._flush", lambda _descriptor: None)
    monkeypatch.setattr("screens.app.BACKUP_AFTER", 1e9)
    watch.set()
    yield
    if App.get_running_app() is None:
        kv.let_go()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """The app in a fresh data folder; called again, or anew, it really starts, for another life in it."""
    started: list[Driver] = []

    def launch_app(*, anew: bool = False, **wishes: Any) -> Driver:
        if not anew and not started and is_an_ordinary_start(tmp_path, wishes):
            started.append(in_new_rooms(tmp_path, **wishes))
        else:
            started.append(start(tmp_path, **wishes))
        return started[-1]

    yield launch_app
    for driver in started:
        if not driver.ordinary:
            driver.stop()


def is_an_ordinary_start(folder: Path, wishes: dict[str, object]) -> bool:
    """Nothing tells it from coming home in an app that runs already."""
    return wishes.keys() <= {"size", "settings", "open_cupboard"} and not (folder / "settings.json").exists()


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    """The app at home, with an empty history, in English, light, without motion; every other page is new."""
    return in_new_rooms(tmp_path)


@pytest.fixture(scope="session")
def ten_years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The history folder of a household that has played 10,000 tables; made once for all, to be copied."""
    from history import History
    from tests.history.factories import make_players, make_sessions

    everybody = tmp_path_factory.getbasetemp().parent
    folder = everybody / "ten-years"
    with (everybody / "ten-years.lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        patch.setattr("history.journal._flush", lambda _descriptor: None)
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            people = make_players()
            with History.open(everybody / "being-played") as history:
                for person in people:
                    history.save_player(person)
                for session in make_sessions(10_000, players=people):
                    history.save(session)
            (everybody / "being-played").rename(folder)
    return folder


@pytest.fixture
def crowded(ten_years: Path, tmp_path: Path) -> Path:
    """Puts 10,000 sessions where `launch` will find them."""
    return Path(shutil.copytree(ten_years, tmp_path / "history"))
