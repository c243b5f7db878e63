"""Who plays: names, the colours that people choose, and who stands together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import BOXES
from screens.translator import N_
from screens.words.telling import listed

COLOUR_NAMES = {
    "blue": N_("blue"),
    "amber": N_("amber"),
    "green": N_("green"),
    "magenta": N_("magenta"),
    "sky": N_("sky blue"),
    "brown": N_("brown"),
}


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    colour: str


def tidy(name: str) -> str:
    return " ".join(name.split())


def alike(one: str, other: str) -> bool:
    return tidy(one).casefold() == tidy(other).casefold()


# -- Sides ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or partners."""

    seats: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def seat(self) -> int:
        """One seat for all: partners have the same total, rank and reason."""
        return self.seats[0]

    @property
    def together(self) -> str:
        return " & ".join(self.names)


def sides(game: str, names: Sequence[str]) -> list[Side]:
    return [Side(seats, tuple(names[seat] for seat in seats)) for seats in BOXES[game].sides(len(names))]


def all_names(found: Sequence[Side]) -> str:
    return listed([name for side in found for name in side.names])
