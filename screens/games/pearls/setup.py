"""Before the first move of Pearls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.pearls.rules import ALL_NECKLACES, DEALT, cards_in_play
from screens.games.parts import Scene, Variants
from screens.theme import WHITE, Rgba, theme
from screens.translator import _
from screens.widgets.brush import Brush
from screens.widgets.table_top import BACK, GOLD, card, pile

MOST_WITH_ALL_CARDS = 3
"""With more players nothing goes back in the box anyway."""
DEFAULTS: dict[str, Any] = {}
LAID: dict[str, Callable[[object], Any]] = {}


class PearlsVariants(Variants):
    most_with_all_cards = MOST_WITH_ALL_CARDS


def options(chosen: Mapping[str, Any], _laid: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Any]:
    return {
        name: value
        for name, value in chosen.items()
        if name != "all_cards" or len(ids) <= MOST_WITH_ALL_CARDS
    }


def said(args: Mapping[str, Any], _names: Sequence[str]) -> Mapping[str, Any]:
    return args


def told(options: Mapping[str, Any], _names: Sequence[str]) -> list[str]:
    return [_("With all cards: none went back in the box")] if options.get("all_cards") else []


# -- The table from above ---------------------------------------------------------------------------------


def draw_table(brush: Brush, scene: Scene) -> None:
    in_play = cards_in_play(len(scene.people), bool(scene.options.get("all_cards")))
    colours = [colour for colour, copies in in_play.items() if copies]
    pile(brush, 45, 46, 12, 16, str(scene.counts["draw_pile"]))
    for place in range(scene.counts["display"]):
        colour = colours[place % len(colours)]
        card(brush, 63 + 10 * place, 47, 9.4, 14.6, theme.cards[colour])
        brush.colour(WHITE, 0.85)
        brush.disc(67.7 + 10 * place, 54.3, 2.4)
    for place, value in enumerate(ALL_NECKLACES):
        x = 46 + 7.6 * place
        brush.colour(GOLD)
        brush.disc(x, 36, 3.5)
        brush.colour(theme.accents["pearls"])
        brush.disc(x, 36, 2.7)
        brush.colour(WHITE)
        brush.letter(str(value), x, 36, 5)


def in_hand(_scene: Scene, _seat: int) -> tuple[list[Rgba], str]:
    return [BACK, BACK, BACK], str(DEALT)


VARIANTS = PearlsVariants
