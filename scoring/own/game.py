"""The table of contents of an own game: its rules are not written here, but read from the options."""

from __future__ import annotations

from scoring.core import Game
from scoring.own.count import count, find_problems, read_sheet
from scoring.own.sheet_rules import FEWEST, MOST, PLAIN, Rules, read_options
from scoring.own.table import MOVES, OwnTable, lay, notices, open_table, sheet

GAME = Game(
    key="own",
    fewest=FEWEST,
    most=MOST,
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    notices=notices,
    sheet=sheet,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
)

__all__ = ["GAME", "PLAIN", "OwnTable", "Rules", "read_options"]
