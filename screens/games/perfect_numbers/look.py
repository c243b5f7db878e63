"""How Perfect Numbers looks: a falling row."""

from __future__ import annotations

from screens.theme import WHITE, rgba
from screens.translator import N_
from screens.widgets.brush import INK, Brush

NAME = N_("Perfect Numbers")
ACCENT = rgba("#6D28D9")
BRIGHT = rgba("#BBA2FC")


def draw(brush: Brush) -> None:
    """A row that falls to its own length: the four, the fourth card, closes it."""
    for place, number in enumerate("7654"):
        x, y = 2 + 24 * place, 52 - 12 * place
        closes = number == "4"
        brush.colour(INK, 0.2)
        brush.box(x + 0.4, y - 2, 25, 40, 5)
        brush.colour(rgba("#F6CF55") if closes else WHITE)
        brush.box(x, y, 25, 40, 5)
        brush.colour(rgba("#4C1D95") if closes else ACCENT)
        brush.letter(number, x + 12.5, y + 20, 27)
