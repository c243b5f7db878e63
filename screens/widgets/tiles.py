"""Square keys for one-tap moves. A tile that the rules forbid now stays touchable and tells why."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from screens import kv
from screens.theme import Rgba, mix, readable_on
from screens.widgets.buttons import Pressable


class Tile(Pressable, BoxLayout):
    text = StringProperty("")
    secondary = StringProperty("")
    game = StringProperty("")
    tall = BooleanProperty(False)
    """As high as with a second line, whether there is one or not."""
    lit = BooleanProperty(False)
    """Golden: this one earns something."""
    selected = BooleanProperty(False)
    reason = ObjectProperty(None, allownone=True)
    """Why it is not allowed now; None when it is."""


class ColourTile(Pressable, BoxLayout):
    """A card in a game colour, with its letter and how many there are."""

    colour = StringProperty("black")
    text = StringProperty("")
    secondary = StringProperty("")
    selected = BooleanProperty(False)
    reason = ObjectProperty(None, allownone=True)
    fill = ColorProperty((0, 0, 0, 1))
    readable_on = staticmethod(readable_on)

    @staticmethod
    def paled(colour: Rgba, base: Rgba) -> Rgba:
        return mix(0.3, colour, base)


kv.load(__name__)
