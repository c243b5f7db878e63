"""How an own game looks: a sheet with lines, and a pencil."""

from __future__ import annotations

from screens.theme import WHITE, rgba
from screens.translator import N_
from screens.widgets.brush import INK, Brush

NAME = N_("Own game")
ACCENT = rgba("#3F5B76")
BRIGHT = rgba("#A9C4DE")

GOLD = rgba("#E9B949")


def draw(brush: Brush) -> None:
    """A sheet of paper with five lines, two of them filled in."""
    brush.colour(INK, 0.2)
    brush.box(20, 10, 60, 78, 6)
    brush.colour(WHITE)
    brush.box(18, 13, 60, 78, 6)
    for place in range(5):
        y = 78 - 14 * place
        brush.colour(ACCENT, 0.35)
        brush.line([(26, y), (70, y)], 1.4)
        if place < 3:
            brush.colour(ACCENT)
            brush.box(26, y + 2.5, (26, 18, 22)[place], 4, 1.5)
            brush.box(62, y + 2.5, 8, 4, 1.5)
    brush.colour(GOLD)
    brush.line([(56, 14), (86, 48)], 6)
    brush.colour(INK, 0.8)
    brush.line([(52, 9.5), (56, 14)], 4)
