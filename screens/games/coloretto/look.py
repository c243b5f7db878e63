"""How Coloretto looks: a fan of colours."""

from __future__ import annotations

from screens.theme import WHITE, rgba, theme
from screens.translator import N_
from screens.widgets.brush import INK, Brush

NAME = N_("Coloretto")
ACCENT = rgba("#4A770F")
BRIGHT = rgba("#A6D65F")


def draw(brush: Brush) -> None:
    """Five cards in a hand."""
    for place, colour in enumerate(("blue", "pink", "orange", "yellow", "green")):
        degrees = 44 - 22 * place

        def card(colour: str = colour) -> None:
            brush.colour(INK, 0.16)
            brush.box(37.8, 31.5, 25, 40, 4.2)
            brush.colour(WHITE)
            brush.box(37.5, 33, 25, 40, 4.2)
            brush.colour(theme.cards[colour])
            brush.box(39.5, 35, 21, 36, 2.8)
            brush.colour(WHITE, 0.85)
            brush.disc(50, 60, 5.4)
            brush.colour(theme.cards[colour])
            brush.disc(50, 60, 2.8)

        brush.turned(degrees, 50, 16, card)
