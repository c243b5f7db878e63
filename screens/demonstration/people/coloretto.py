"""People who play Coloretto."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from scoring.coloretto import rules
from screens.demonstration.people import Move, Options, People, Show


def sit_down(rng: Random, players: int, full: bool, options: Options) -> tuple[Options, People]:
    dealt = deal(rng, players)
    return {**options, **(dealt if full else {})}, ColorettoPeople(rng, players, **dealt)


def deal(rng: Random, players: int) -> Options:
    removed = rng.sample(rules.COLOURS, rules.colours_removed(players))
    colours = [colour for colour in rules.COLOURS if colour not in removed]
    each = rules.start_cards_each(players)
    if players == 2:
        return {"removed": removed, "start": [rng.sample(colours, each) for _ in range(players)]}
    return {"removed": removed, "start": [[colour] for colour in rng.sample(colours, players)]}


class ColorettoPeople:
    """They take a full row, and sometimes one that is not."""

    def __init__(self, rng: Random, players: int, removed: list[str], start: list[list[str]]) -> None:
        self.rng = rng
        deck = Counter({card: n for card, n in rules.COPIES.items() if card not in removed})
        deck.subtract(colour for cards in start for colour in cards)
        self.deck = list(deck.elements())
        rng.shuffle(self.deck)

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        move = self._take(table) or self._draw(table)
        turns_up_a_card = move["move"] == "draw" or "bonus" in move
        if turns_up_a_card and table.above_last_round == 0 and not table.last_round_up:
            return {"move": "last_round"}
        if turns_up_a_card:
            self.deck.pop()
        return move

    def _draw(self, table: Any) -> Move:
        return {"move": "draw", "row": self.rng.choice(table.rows_with_room), "card": self.deck[-1]}

    def _take(self, table: Any) -> Move | None:
        filled = [number for number, row in enumerate(table.rows) if row]
        full = [number for number in filled if number not in table.rows_with_room]
        wish = 0 if not filled or table.replacement_due else 0.45 if full else 0.15
        if table.rows_with_room and self.rng.random() >= wish:
            return None
        number = self.rng.choice(full or filled)
        bonus = {"bonus": self.deck[-1]} if rules.GOLDEN in table.rows[number] else {}
        return {"move": "take", "row": number, **bonus}


def _counted(cards: Mapping[str, int], plus2: int = 0) -> dict[str, Any]:
    return {"cards": dict(cards), "jokers": 0, "golden": 0, "plus2": plus2}


NEGATIVE = [
    _counted(dict.fromkeys(rules.COLOURS, 3)),
    _counted(dict.fromkeys(rules.COLOURS, 2)),
    _counted({"orange": 4, "blue": 4, "brown": 4, "pink": 1}, plus2=3),
    _counted({"yellow": 4, "grey": 4, "green": 3}, plus2=1),
]

SHOW = Show(
    sit_down=sit_down,
    light=5,
    full=3,
    two=True,
    planned=3,
    plan={"laid": {"removed": ("grey",)}},
    results={"negative": (len(NEGATIVE), {"seats": NEGATIVE})},
    counts={"otherwise": (3, lambda page: page.calculator.choose_otherwise()), "below": (3, None)},
)
