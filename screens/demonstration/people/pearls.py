"""People who play Pearls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.pearls import rules
from screens.demonstration.people import Move, Options, People, Show


def sit_down(rng: Random, players: int, _full: bool, options: Options) -> tuple[Options, People]:
    return options, PearlsPeople(rng, players)


class PearlsPeople:
    """They collect until a set is worth a necklace or the hand is nearly full."""

    def __init__(self, rng: Random, players: int) -> None:
        cards = rules.cards_in_play(players, all_cards=False)
        self.deck = [colour for colour, copies in cards.items() for _ in range(copies)]
        rng.shuffle(self.deck)
        self.hands = [self._draw(rules.DEALT) for _ in range(players)]
        self.display = self._draw(rules.DISPLAY)

    def _draw(self, cards: int) -> Counter[str]:
        return Counter(self.deck.pop() for _ in range(min(cards, len(self.deck))))

    def opening(self) -> list[Move]:
        return [{"move": "correct", "display": dict(self.display)}]

    def move(self, table: Any) -> Move:
        hand = self.hands[table.turn]
        colour, size = self._best_set(hand)
        takes = [shade for shade, n in self.display.items() if hand.total() + n <= rules.HAND_LIMIT]
        strings = size in table.necklaces and size > 4
        if table.phase == "play" and takes and not strings and hand.total() < 8:
            return self._take(hand, max(takes, key=lambda shade: (hand[shade] + self.display[shade], shade)))
        return self._place(hand, colour, size, size in table.necklaces) if size else {"move": "pass"}

    @staticmethod
    def _best_set(hand: Counter[str]) -> tuple[str, int]:
        plain = [colour for colour in hand if colour != rules.WILD]
        if not plain:
            return rules.WILD, hand[rules.WILD]
        colour = max(plain, key=lambda shade: (hand[shade], shade))
        return colour, hand[colour] + hand[rules.WILD]

    def _take(self, hand: Counter[str], colour: str) -> Move:
        cards = self.display.pop(colour)
        hand[colour] += cards
        refill = self._draw(rules.DISPLAY - self.display.total())
        self.display += refill
        return {"move": "take", "cards": cards, "colour": colour, "refill": dict(refill)}

    @staticmethod
    def _place(hand: Counter[str], colour: str, size: int, necklace: bool) -> Move:
        wild = hand.pop(rules.WILD, 0)
        hand.pop(colour, None)
        return {
            "move": "place",
            "cards": size,
            "colour": colour,
            **({"necklace": True} if necklace else {}),
            **({"wild": wild} if wild and colour != rules.WILD else {}),
        }


def _counted(pile: Mapping[str, int], necklaces: Sequence[int], hand: Mapping[str, int]) -> dict[str, Any]:
    return {"pile": dict(pile), "necklaces": list(necklaces), "hand": dict(hand)}


TIE = [
    _counted({"yellow": 9, "red": 6, "green": 4}, [6, 8], {"blue": 1}),
    _counted({"yellow": 7, "red": 8, "green": 3, "wild": 4}, [9, 5], {}),
    _counted({"yellow": 8, "blue": 6, "wild": 3}, [7, 8], {}),
    _counted({"red": 2}, [], {"purple": 2, "turquoise": 3}),
]


def _count_too_many(page: Any) -> None:
    page.fill(24)
    page.changed()


SHOW = Show(
    sit_down=sit_down,
    light=4,
    full=6,
    planned=3,
    results={"tie": (len(TIE), {"seats": TIE})},
    counts={"wrong": (4, _count_too_many)},
    misfit={"move": "place", "cards": 6},
)
