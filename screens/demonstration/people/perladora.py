"""People who play Perladöra."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.perladora import rules
from screens.demonstration.people import Move, Options, People, Show

SPARE_PONTOONS = 8
"""A power is followed by an action: it is only played while something is left to do."""
Corner = tuple[int, int]


def sit_down(rng: Random, players: int, full: bool, options: Options) -> tuple[Options, People]:
    piles = rng.sample(rules.PILES, rules.FARMS)
    return {**options, **({"piles": piles} if full else {})}, PerladoraPeople(rng, players)


def ends(line: rules.Pontoon) -> tuple[Corner, Corner]:
    """The two corners of the grid between which a pontoon lies."""
    (row, column), (other_row, _other_column) = line
    first = (row, column + 1) if row == other_row else (row + 1, column)
    return first, (row + 1, column + 1)


def is_at_the_edge(corner: Corner) -> bool:
    return corner[0] in (0, rules.ROWS) or corner[1] in (0, rules.COLUMNS)


class PerladoraPeople:
    """They lengthen the pontoons that lie there and dive where there is room."""

    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.divers = [self._shuffled(players) for _ in range(players)]
        self.lines: list[rules.Pontoon] = []
        self.taken: list[rules.Square] = list(rules.USUAL_FARMS)

    def _shuffled(self, players: int) -> list[int]:
        values = [v for v in rules.VALUES for _ in range(rules.copies_of(players, v))]
        return self.rng.sample(values, len(values))

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        actions = [self._dive(table), self._build()]
        if self.rng.random() < 0.45:
            actions.reverse()
        may_dare = not table.power_used and table.pontoons_left > SPARE_PONTOONS
        extra = [self._power(table)] if may_dare and self.rng.random() < 0.3 else []
        for move in (*extra, *actions):
            if move is not None and rules.GAME.why_not(table, move) is None:
                return self._done(table, move)
        return {"move": "pass"}

    def _power(self, table: Any) -> Move | None:
        """What the advanced game adds."""
        clans = table.options.clans if table.options.advanced else None
        squares = [list(diver.square) for diver in table.divers if diver.square is not None]
        match clans[table.turn] if clans else "":
            case rules.CORAL | rules.SAND if squares:
                return {"move": "power", "square": self.rng.choice(squares)}
            case rules.MOUNTAIN if lines := self._best_lines(1):
                return {"move": "power", "line": [list(square) for square in lines[0]]}
            case _:
                return None

    def _dive(self, table: Any) -> Move | None:
        free = [square for square in rules.SQUARES if square not in self.taken]
        if not free or not self.divers[table.turn]:
            return None
        return {
            "move": "diver",
            "square": list(self.rng.choice(free)),
            "value": self.divers[table.turn][-1],
        }

    def _build(self) -> Move | None:
        lines = self._best_lines(min(2, rules.PONTOONS - len(self.lines)))
        if not lines:
            return None
        told = [[list(square) for square in line] for line in lines]
        return {"move": "pontoons", "count": len(lines), "lines": told}

    def _best_lines(self, count: int) -> list[rules.Pontoon]:
        """Each one goes on from what lies there, or from the edge of the board."""
        chosen: list[rules.Pontoon] = []
        for _ in range(count):
            lying = [*self.lines, *chosen]
            corners = {corner for line in lying for corner in ends(line)}
            open_lines = rules.open_lines(lying)
            if not open_lines:
                break
            chosen.append(max(open_lines, key=lambda line: (self._fits(line, corners), self.rng.random())))
        return chosen

    @staticmethod
    def _fits(line: rules.Pontoon, corners: set[Corner]) -> int:
        return sum(3 if corner in corners else 2 if is_at_the_edge(corner) else 0 for corner in ends(line))

    def _done(self, table: Any, move: Move) -> Move:
        given: Sequence[Any] = (*move.get("lines", ()), *([move["line"]] if "line" in move else ()))
        for (row, column), (other_row, other_column) in given:
            self.lines.append(((row, column), (other_row, other_column)))
        if move["move"] == "diver":
            self.divers[table.turn].pop()
            self.taken.append((move["square"][0], move["square"][1]))
        return move


def _territory(cells: int, farms: Sequence[int], *divers: tuple[int, int]) -> dict[str, Any]:
    told = [{"seat": seat, "value": value} for seat, value in divers]
    return {"cells": cells, "farms": list(farms), "divers": told}


TIE = [
    _territory(13, [7, 5], (0, 3), (1, 1)),
    _territory(13, [6, 6], (1, 4), (0, 1)),
    _territory(14, [3, 4, 4, 5], (2, 2), (1, 2), (0, 2)),
]
CLANS = ["coral", "sand", "mountain", "shell"]

SHOW = Show(
    sit_down=sit_down,
    light=3,
    full=4,
    options=lambda players: {"advanced": True, "clans": CLANS[:players]},
    two=True,
    planned=4,
    plan={"options": {"advanced": True}, "laid": {"piles": (7, 4, 5, 3, 6, 4, 5, 6)}},
    results={"tie": (3, {"territories": TIE})},
    counts={"below": (4, None)},
)
