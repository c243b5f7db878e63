"""What lies on a table, seen from above: cards, piles, and the words on them."""

from __future__ import annotations

from screens.theme import WHITE, Rgba, readable_on, rgba
from screens.widgets.brush import INK, Brush

BACK = rgba("#2C3A44")
GOLD = rgba("#F2C94C")


def card(brush: Brush, x: float, y: float, width: float, height: float, face: Rgba) -> None:
    brush.colour(INK, 0.22)
    brush.box(x + 0.3, y - 0.9, width, height, 1.6)
    brush.colour(WHITE)
    brush.box(x, y, width, height, 1.6)
    brush.colour(face)
    brush.box(x + 0.8, y + 0.8, width - 1.6, height - 1.6, 1.1)


def label(brush: Brush, text: str, x: float, y: float, height: float, on: Rgba) -> None:
    brush.colour(readable_on(on))
    brush.letter(text, x, y, height)


def pile(brush: Brush, x: float, y: float, width: float, height: float, text: str, layers: int = 4) -> None:
    """Cards on one another, face down, with their number."""
    for layer in range(layers):
        card(brush, x + 0.5 * layer, y + 0.8 * layer, width, height, BACK)
    middle = 0.5 * (layers - 1), 0.8 * (layers - 1)
    label(brush, text, x + width / 2 + middle[0], y + height / 2 + middle[1], height * 0.42, BACK)
