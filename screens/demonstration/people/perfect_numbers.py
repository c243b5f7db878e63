"""People who play Perfect Numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.perfect_numbers import rules
from screens.demonstration.people import Move, Options, People, Show


def sit_down(rng: Random, players: int, full: bool, options: Options) -> tuple[Options, People]:
    deck = shuffled_deck(rng)
    start = [[deck.pop() for _ in range(rules.START_CARDS)] for _ in range(players)]
    told = {"deck": len(deck) + rules.START_CARDS * players, **options, **({"start": start} if full else {})}
    return told, PerfectNumbersPeople(rng, deck) if full else PerfectNumbersTakers(rng)


def shuffled_deck(rng: Random) -> list[Move]:
    """The rulebook does not say what is in the box. The start cards, on top, are numbers."""
    colours = (*rules.COLOURS, rules.JOKER)
    numbers: list[Move] = [{"colour": c, "number": n} for c in colours for n in range(2, 8)]
    actions: list[Move] = [{"action": action} for action in rules.ACTIONS] * 4
    below = numbers + actions
    rng.shuffle(below)
    start: list[Move] = [{"colour": c, "number": n} for c in rules.COLOURS for n in (2, 3, 4)]
    rng.shuffle(start)
    return below + start


class PerfectNumbersPeople:
    """They lay what they took wherever the rules let them, their own rows first."""

    def __init__(self, rng: Random, deck: list[Move]) -> None:
        self.rng = rng
        self.deck = deck

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        if not table.pending:
            group = self.rng.choice([number for number, size in enumerate(table.groups) if size])
            cards = [self.deck.pop() for _ in range(table.groups[group])]
            return {"move": "take", "group": group, "cards": cards}
        return next(move for move in self._ideas(table) if rules.GAME.why_not(table, move) is None)

    @staticmethod
    def _ideas(table: Any) -> Iterator[Move]:
        mine = list(table.seats[table.taker].rows)
        others = [seat for seat in range(table.players) if seat != table.taker]
        for card in table.pending:
            if isinstance(card, str):
                yield {"move": "store", "action": card}
                yield from ({"move": "rotate", "row": row} for row in mine if card == "move")
                yield from ({"move": "protect", "row": row} for row in mine if card == "protect")
                for other in others:
                    for row in table.seats[other].rows if card == "steal" else ():
                        yield {"move": "steal", "other": other, "row": row, "discard": True}
                yield {"move": "drop", "action": card}
                continue
            add = {"move": "add", "card": card.as_json()}
            yield add
            yield from ({**add, "row": row} for row in (*mine, card.colour, rules.JOKER_ROW))
            for other in others:
                for row in (card.colour, rules.JOKER_ROW):
                    yield {**add, "other": other, "row": row}
        yield from ({"move": "drop", "row": row} for row in (*mine, rules.ACTION_ROW))


class PerfectNumbersTakers:
    """Told lightly: groups, and now and then a row that is closed."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.taken: int | None = None

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        seat, self.taken = self.taken, None
        if seat is not None and self.rng.random() < 0.35:
            return {"move": "close", "seat": seat, "number": self.rng.choice((2, 3, 3, 4, 4, 5, 6))}
        self.taken = table.turn
        return {
            "move": "take",
            "group": self.rng.choice([number for number, size in enumerate(table.groups) if size]),
        }


SHOW = Show(
    sit_down=sit_down,
    light=2,
    full=4,
    planned=4,
    plan={"options": {"deck": 96}},
    results={"tie": (3, {"seats": [{"points": points} for points in (41, 41, 29)]})},
    counts={"closings": (3, lambda page: page.calculator.count_closings())},
)
