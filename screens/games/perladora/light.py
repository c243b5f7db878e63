"""Perladöra told lightly: one tap for a whole turn."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty

from screens import kv
from screens.widgets.layout import Stack
from screens.widgets.tiles import Tile

WORDS_OF_A_TILE = 4
"""Room above, the text, what is said below it, room below."""


class MoveTile(Tile):
    """A big key for a whole turn, with a little picture of what is placed."""

    name = StringProperty("")
    seat = NumericProperty(0)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """A picture goes above the words that every tile has."""
        if len(self.children) < WORDS_OF_A_TILE:
            super().add_widget(widget, *args, **kwargs)
        else:
            super().add_widget(widget, index=WORDS_OF_A_TILE - 1)


class DiverMove(MoveTile):
    pass


class TwoPontoonsTile(MoveTile):
    pass


class OnePontoonTile(MoveTile):
    pass


class PassTile(MoveTile):
    pass


class PowerTile(MoveTile):
    pass


class ReinforceTile(MoveTile):
    pass


class PerladoraChoices(Stack):
    """One tap per turn."""


kv.load(__name__)
