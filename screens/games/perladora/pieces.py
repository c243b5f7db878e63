"""Perladöra: a diver as it is drawn on the board."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.perladora.rules import Diver, PerladoraTable, Region, as_they_arose, regions
from screens.games.perladora.board import Piece, tinted, water
from screens.theme import Rgba, theme
from screens.widgets.people import initial


def signs(names: Sequence[str]) -> list[str]:
    """A letter for each seat; where two share one, the number of the seat as well."""
    first = [initial(name) for name in names]
    return [f"{letter}{seat}" if first.count(letter) > 1 else letter for seat, letter in enumerate(first, 1)]


def piece(diver: Diver, letters: Sequence[str], open_values: bool) -> Piece:
    """A diver as everybody may see it: its value only if it lies face up."""
    shown = diver.value if diver.face_up or open_values else None
    assert diver.square is not None
    colour = theme.players[diver.seat]
    return Piece(diver.square, colour, letters[diver.seat], shown, diver.reinforced, diver.flowers)


def numbered(table: PerladoraTable) -> list[Region]:
    """The territories by number: each keeps its own when another one splits."""
    order = {squares: number for number, squares in enumerate(as_they_arose(table.pontoons))}
    return sorted(regions(table), key=lambda region: order[region.squares])


def paint(number: int) -> Rgba:
    """Of the territory with this number, counted from nought: the first one stays water."""
    return tinted(number - 1) if number else water()
