"""Things that lie on the paper: cards, rows, banners, and what stands where there is nothing yet."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from screens import kv
from screens.widgets.buttons import Pressable

BANNER_ICONS = {
    "info": "information-outline",
    "warning": "alert-outline",
    "error": "alert-circle-outline",
    "success": "check-circle-outline",
    "end": "flag-checkered",
}


class Surface(BoxLayout):
    """A rounded sheet with a lip, like a card on a table."""

    fill = ColorProperty((1, 1, 1, 1))
    lip = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty("16dp")
    edge = ColorProperty((0, 0, 0, 0))
    """A coloured band along the left side."""


class Card(Surface):
    pass


class OptionCard(Card):
    """A title, a line of explanation, and whatever is to be touched."""

    title = StringProperty("")
    text = StringProperty("")


class PressCard(Pressable, Card):
    pass


class ListRow(Card):
    """Icon, text, a second line, a value at the end; widgets inside it come last."""

    text = StringProperty("")
    secondary = StringProperty("")
    icon = StringProperty("")
    value = StringProperty("")
    game = StringProperty("")
    name = BooleanProperty(False)
    """The text is a person's name: literal, one line, with their avatar before it."""
    seat = NumericProperty(0)
    colour = StringProperty("")


class PressRow(Pressable, ListRow):
    chevron = BooleanProperty(True)


class Banner(BoxLayout):
    """kind: info, warning, error, success, end."""

    shown = BooleanProperty(True)

    kind = StringProperty("info")
    title = StringProperty("")
    text = StringProperty("")
    icon = StringProperty("")
    usual_icons = BANNER_ICONS
    usual_icon = StringProperty("")
    fill = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((0, 0, 0, 1))


class EmptyState(BoxLayout):
    shown = BooleanProperty(True)
    icon = StringProperty("")
    title = StringProperty("")
    text = StringProperty("")


class Meter(Widget):
    """How far along, from 0 to 1."""

    value = NumericProperty(0)
    game = StringProperty("")
    fill = ColorProperty((0, 0, 0, 0))


kv.load(__name__)
