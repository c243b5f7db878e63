"""How Pearls looks: pearls on a string."""

from __future__ import annotations

from math import cos, pi, sin

from screens.theme import WHITE, mix, rgba, theme
from screens.translator import N_
from screens.widgets.brush import INK, Brush

NAME = N_("Pearls")
ACCENT = rgba("#0E7490")
BRIGHT = rgba("#63C9E2")


def draw(brush: Brush) -> None:
    """A necklace hanging from the upper corners, its largest pearl in the middle."""

    def hang(share: float) -> tuple[float, float]:
        angle = pi * (1.06 + 0.88 * share)
        return 50 + 43 * cos(angle), 70 + 50 * sin(angle)

    brush.colour(WHITE, 0.55)
    brush.line([(0, 96), *(hang(step / 24) for step in range(25)), (100, 96)], 1.6)
    colours = ("purple", "turquoise", "blue", "yellow", "green", "red", "purple")
    for place, (colour, radius) in enumerate(zip(colours, (7, 8.5, 10.5, 13, 10.5, 8.5, 7), strict=True)):
        x, y = hang((place + 0.5) / 7)
        tint = mix(0.42, theme.cards[colour], WHITE)
        brush.colour(INK, 0.18)
        brush.disc(x, y - 1.6, radius)
        brush.colour(mix(0.72, theme.cards[colour], WHITE))
        brush.disc(x, y, radius)
        brush.colour(tint)
        brush.disc(x - radius * 0.08, y + radius * 0.1, radius * 0.86)
        brush.colour(WHITE, 0.9)
        brush.disc(x - radius * 0.32, y + radius * 0.36, radius * 0.26)
