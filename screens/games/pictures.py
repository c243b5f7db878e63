"""The games at a glance: each as its own folder draws it."""

from __future__ import annotations

from functools import cache
from typing import Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens import kv
from screens.games import FACES
from screens.theme import faded, theme
from screens.widgets.brush import Brush
from screens.widgets.buttons import Pressable


class GamePicture(Widget):
    """Painted once into a texture of its own: a hundred shapes are drawn when it changes, not in every frame.

    It is painted one frame late, so that a page can be touched before its pictures are done.
    """

    game = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._paint_next = Clock.create_trigger(self._paint)
        self._paint_soon = Clock.create_trigger(self._paint_next, -1)
        super().__init__(**kwargs)
        with self.canvas:
            self._tint = Color(1, 1, 1, 0)
            self._frame = Rectangle()
        self.fbind("pos", self._place)
        self.fbind("size", self._paint_soon)
        self.fbind("game", self._paint_soon)
        kv.follow(theme, self._repaint, "cards")

    def _repaint(self, *_: object) -> None:
        self._paint_soon()

    def _place(self, *_: object) -> None:
        side = min(self.size)
        self._frame.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))

    def _paint(self, *_: object) -> None:
        side = int(min(self.size))
        if not self.game or side < 4:
            self._tint.a = 0
            return
        painting = InstructionGroup()
        FACES[self.game].look.draw(Brush(painting, 0, 0, side))
        # Soft edges fade into the accent on which the picture usually lies.
        self._canvas = Fbo(size=(side, side), clear_color=faded(theme.accents[self.game], 0))
        self._canvas.add_reload_observer(lambda _fbo: self._paint_soon())
        with self._canvas:
            ClearColor(*faded(theme.accents[self.game], 0))
            ClearBuffers()
        self._canvas.add(painting)
        self._canvas.draw()
        self._tint.a = 1
        self._frame.texture, self._frame.size = self._canvas.texture, (side, side)
        self._place()


@cache
def _veil() -> Texture:
    """Clear above, a little darker below: gives a flat tile some depth."""
    texture = Texture.create(size=(1, 32), colorfmt="rgba")
    rows = bytes(part for row in range(32) for part in (0, 0, 0, int(72 * (row / 31) ** 1.4)))
    texture.blit_buffer(rows, colorfmt="rgba")
    texture.mag_filter = "linear"
    return texture


class GameTile(Pressable, FloatLayout):
    game = StringProperty("")
    text = StringProperty("")
    secondary = StringProperty("")
    veil = ObjectProperty(None)
    picture_box = ListProperty([0, 0, 0, 0])
    shortest = NumericProperty("168dp")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        Clock.schedule_once(lambda _passed: Clock.schedule_once(self._add_depth), -1)

    def _add_depth(self, *_: object) -> None:
        """One frame late, like the picture."""
        self.veil = _veil()


kv.load(__name__)
