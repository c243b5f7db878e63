"""Players: who has been at the table. A new name for somebody keeps all that they played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from kivy.app import App
from kivy.factory import Factory
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from screens.theme import PLAYER_COLOURS
from screens.translator import _
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import PressRow


class PlayerRow(PressRow):
    profile = ObjectProperty({})


class PlayerSheet(BottomSheet):
    """Asks for a name; `known` is the profile that gets a new one, or empty for somebody new."""

    known = ObjectProperty({})
    problem = StringProperty("")

    def __init__(self, taken: set[str], done: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._taken, self._done = taken, done

    def accept(self) -> None:
        name = " ".join(self.ids.name.text.split())
        if not name:
            self.problem = _("A name has at least one letter.")
        elif name.casefold() in self._taken:
            self.problem = _("There is somebody of that name already.")
        else:
            self.close()
            self._done(name)


class PlayersPage(Page):
    empty = BooleanProperty(False)

    def refresh(self) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        profiles = self._profiles()
        self.empty = App.get_running_app().history is not None and not profiles
        for profile in profiles:
            row = Factory.PlayerRow(profile=profile, text=profile["name"], colour=profile["colour"])
            row.bind(on_release=lambda row: self.rename(row.profile))
            rows.add_widget(row)

    def _profiles(self) -> list[dict[str, Any]]:
        history = App.get_running_app().history
        return list(history.players(archived=False)) if history else []

    def add(self) -> None:
        PlayerSheet(title=_("New player"), taken=self._taken(), done=self._add).open()

    def rename(self, profile: Mapping[str, Any]) -> None:
        PlayerSheet(
            title=_("New name"),
            known=profile,
            taken=self._taken() - {profile["name"].casefold()},
            done=lambda name: self._save({**profile, "name": name}),
        ).open()

    def _taken(self) -> set[str]:
        return {profile["name"].casefold() for profile in self._profiles()}

    def _add(self, name: str) -> None:
        colours = list(PLAYER_COLOURS)
        colour = colours[len(self._profiles()) % len(colours)]
        self._save({"id": str(uuid4()), "name": name, "colour": colour})

    def _save(self, profile: Mapping[str, Any]) -> None:
        app = App.get_running_app()
        try:
            app.history.save_player(profile)
        except (OSError, ValueError):
            app.snack(_("That could not be saved."))
        self.refresh()
