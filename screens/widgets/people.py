"""Who and which colour, never by colour alone: an initial on every player, a letter on every card."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from screens import kv
from screens.theme import PLAYER_COLOURS, readable_on


def initial(name: str) -> str:
    """The first letter or digit, or the first sign of a name that has neither."""
    stripped = name.strip()
    return next((sign for sign in stripped if sign.isalnum()), stripped[:1]).upper()


class Avatar(Label):
    """A player: a disc in the seat's colour with the initial."""

    person = StringProperty("")
    seat = NumericProperty(0)
    colour = StringProperty("")
    """The name of a colour the player chose; without one, the seat decides."""
    diameter = NumericProperty("36dp")
    fill = ColorProperty((0, 0, 0, 1))

    readable_on = staticmethod(readable_on)

    player_colours = PLAYER_COLOURS

    def on_person(self, *_: object) -> None:
        self.text = initial(self.person)


class Dot(Widget):
    """A small disc, always beside a word."""

    fill = ColorProperty((0, 0, 0, 1))


class CardChip(Label):
    """A small card in a game colour, with its letter or number."""

    colour = StringProperty("black")
    readable_on = staticmethod(readable_on)


kv.load(__name__)
