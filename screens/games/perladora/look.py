"""How Perladöra looks: a lagoon."""

from __future__ import annotations

from screens.theme import WHITE, rgba
from screens.translator import N_
from screens.widgets.brush import Brush

NAME = N_("Perladöra")
ACCENT = rgba("#C23B2A")
BRIGHT = rgba("#FF9C8F")


def draw(brush: Brush) -> None:
    """A corner of the lagoon: water, pontoons along the edges, divers, and a farm with its pearls."""
    for row in range(3):
        for column in range(4):
            inside = (column < 2 and row > 0) or (column == 0 and row == 0)
            brush.colour(rgba("#FFE3C2") if inside else rgba("#BFE6F3" if (row + column) % 2 else "#CDEDF7"))
            brush.box(3 + 24 * column, 15 + 24 * row, 22.4, 22.4, 3)
    brush.colour(rgba("#6B3F1D"))
    brush.line([(26.2, 14), (26.2, 38.2), (50.2, 38.2), (50.2, 87)], 4.6)
    for x, y, colour in ((14, 74, "#E08A00"), (86, 74, "#2563EB"), (62, 26, "#00855F")):
        brush.colour(WHITE)
        brush.disc(x, y, 9)
        brush.colour(rgba(colour))
        brush.disc(x, y, 7.2)
    for left, low in ((33.5, 46.5), (42.5, 46.5), (38, 54), (81.5, 46.5), (90.5, 46.5), (86, 54)):
        brush.colour(rgba("#7FA5B5"))
        brush.disc(left, low, 5)
        brush.colour(WHITE)
        brush.disc(left - 0.4, low + 0.5, 4.3)
