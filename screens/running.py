"""The app that runs, as every screen asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.app import App

if TYPE_CHECKING:
    from screens.app import TablesideApp


def the_app() -> TablesideApp:
    app: TablesideApp = App.get_running_app()
    return app
