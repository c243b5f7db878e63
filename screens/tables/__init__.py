"""What differs from game to game on the screen that lies beside the cards: one panel for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


@dataclass(frozen=True, slots=True)
class Correction:
    """A number that can be set to what lies on the real table: a field of the `correct` move."""

    field: str
    label: str
    value: int
    high: int
    seat: int | None = None
    """The field is a list by seat, and this is the seat's entry."""
    switch: bool = False
    """Yes or no instead of a number."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """What runs out: in words, and as the share that is left."""

    text: str
    share: float


class Host(Protocol):
    """What a panel may ask of the page around it."""

    names: Sequence[str]
    mending: float
    """The number of the earlier move that is being chosen anew, or -1."""

    @property
    def tables(self) -> Sequence[Any]: ...
    def play(self, move: Mapping[str, Any]) -> bool: ...
    def explain(self, reason: Any) -> None: ...
    def why_not(self, move: Mapping[str, Any]) -> Any: ...
    def offer(self, text: str, action: str, instead: Mapping[str, Any]) -> None: ...


class Panel(BoxLayout):
    """Shows a table's own things and offers its moves; `show` is called after every change."""

    host = ObjectProperty(None)
    table = ObjectProperty(None, allownone=True)
    """The one that is shown; None while another session sits down."""
    in_full: str
    """The property that says whether everything is tracked."""
    show: Callable[[Any], None]
    """Says everything anew, from the table alone."""

    def begin(self, table: Any) -> None:
        """Another session: nothing of the one before stays, and what it tracks is what is shown."""

    def play(self, move: Mapping[str, Any]) -> bool:
        """Plays the move, or says why it cannot be."""
        reason = self.host.why_not(move)
        if reason is not None:
            self.host.explain(reason)
            return False
        played: bool = self.host.play(move)
        return played

    def take_back(self) -> bool:
        """Drops a move that is only half chosen; False when there is none."""
        return False

    def seat_line(self, table: Any, seat: int) -> str:
        """A few letters under a player's name."""
        return ""

    def is_out(self, table: Any, seat: int) -> bool:
        """Whether this player has no further turn for now."""
        return False

    def turn_line(self, table: Any) -> str:
        """What kind of turn it is, beside the round."""
        return ""

    def remaining(self, table: Any) -> Remaining | None:
        return None

    def corrections(self, table: Any) -> list[Correction]:
        return []

    def tell(self, before: Any, move: Mapping[str, Any], after: Any) -> str:
        """The move as a line of the log, without the player's name."""
        return ""
