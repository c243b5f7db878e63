"""The app that runs, as every screen asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.app import App

if TYPE_CHECKING:
    from history import History
    from screens.app import TablesideApp


def the_app() -> TablesideApp:
    app: TablesideApp = App.get_running_app()
    return app


def is_in_use(history: History) -> bool:
    """Whether the app still runs on this history: an answer may come back after both have gone."""
    app: TablesideApp | None = App.get_running_app()
    return app is not None and app.history is history
