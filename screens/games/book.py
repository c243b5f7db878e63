"""The rulebook of a game, and its tables as they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from screens.games import FACES
from screens.translator import _
from screens.widgets.tables import RuleTable
from screens.words.book import Grid, Section, said

Situation = Mapping[str, Any]
"""What is known of the table: `players` and the options of its game."""


@cache
def rulebook(game: str) -> tuple[Section, ...]:
    return tuple(FACES[game].book.chapter())


def rule_table(grid: Grid, game: str, situation: Situation) -> RuleTable:
    marks = [place for place, row in enumerate(grid.rows) if row.is_current(situation)]
    return RuleTable(
        title=said(grid.title, _),
        game=game,
        heads=[said(cell, _) for cell in grid.header],
        rows=[[said(cell, _, "\n") for cell in row.cells] for row in grid.rows],
        marked=marks[0] if marks else -1,
    )
