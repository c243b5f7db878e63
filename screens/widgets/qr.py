"""A QR code: black on white whatever the theme, every module a whole number of pixels."""

from __future__ import annotations

from typing import Any

import segno
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

QUIET_ZONE = 4
"""White modules around the code, as the standard asks for."""


def modules(content: str) -> list[bytes] | None:
    """The rows from the top, with their quiet zone, 0 for black and 255 for white; None: it does not fit."""
    try:
        code = segno.make_qr(content, error="l")
    except segno.DataOverflowError:
        return None
    return [bytes(0 if dark else 255 for dark in row) for row in code.matrix_iter(border=QUIET_ZONE)]


class QrCode(Widget):
    """As large as its place allows, in the middle of it."""

    content = StringProperty("")
    spoken = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._modules = 0
        with self.canvas:
            Color(1, 1, 1, 1)
            self._frame = Rectangle(size=(0, 0))
        self.fbind("pos", self._place)
        self.fbind("size", self._place)
        self.fbind("content", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        rows = modules(self.content) if self.content else None
        self._modules = len(rows or ())
        if rows:
            texture = Texture.create(size=(self._modules, self._modules), colorfmt="luminance")
            texture.blit_buffer(b"".join(reversed(rows)), colorfmt="luminance")
            texture.mag_filter = texture.min_filter = "nearest"
            self._frame.texture = texture
        self._place()

    def _place(self, *_: object) -> None:
        pixels = max(1, int(min(self.size)) // self._modules) * self._modules if self._modules else 0
        self._frame.size = (pixels, pixels)
        self._frame.pos = (round(self.center_x - pixels / 2), round(self.center_y - pixels / 2))
