"""Who plays: names, the colours that people choose, and who stands together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from history.document import is_guest
from scoring import BOXES
from screens.translator import N_, _
from screens.words.telling import listed

if TYPE_CHECKING:
    from history import History

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


def nameless(seat: int) -> str:
    return _("Player {n}").format(n=seat + 1)


def is_nameless(seat: int, player: Mapping[str, Any], history: History) -> bool:
    """Nobody has said who sat there: still called after the seat, in whatever language, and no profile."""
    return is_guest(player) or (
        player["name"].endswith(f" {seat + 1}") and player["id"] not in history.names()
    )


Profile = Mapping[str, Any]


def find_person(history: History, player_id: str) -> Profile | None:
    """The profile; for somebody who came in with a table and has none yet, what that table says of them."""
    try:
        return history.player(history.same_player(player_id))
    except KeyError:
        met = history.sessions(player=player_id)[:1]
    for session in met:
        for player in session["players"]:
            if player["id"] == player_id:
                return {"id": player_id, "name": player["name"], "colour": "", "archived": False}
    return None


def strangers(history: History) -> list[Profile]:
    """Those who finished a table, but have no profile: their tables came from another phone."""
    unknown = history.statistics().players.keys() - history.names().keys()
    met = (find_person(history, player) for player in unknown)
    return [person for person in met if person is not None]


def played_games(history: History) -> list[str]:
    """What there is to choose from: the boxes on the shelf, and what was played of a blank one."""
    return [*BOXES, *(key for key in history.statistics().games if key not in BOXES)]


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
    """`game` is the key of the box, as `box_of` finds it for a session."""
    return [Side(seats, tuple(names[seat] for seat in seats)) for seats in BOXES[game].sides(len(names))]


def all_names(found: Sequence[Side]) -> str:
    return listed([name for side in found for name in side.names])
