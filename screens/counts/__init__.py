"""What differs from game to game while counting: one calculator for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of a score sheet: where it stands, how it is called, and how large it can be."""

    path: tuple[str | int, ...]
    label: str
    hint: str = ""
    colour: str = ""
    sign: str = ""
    high: int = 99


class Host(Protocol):
    """What a calculator may ask of the page around it."""

    game: str
    names: Sequence[str]
    sheet: dict[str, Any]
    options: dict[str, Any]
    players: int
    result: Any
    focused: Entry | None
    current: float
    live: Any
    """The table that is counted, for what was drawn on its board."""

    def changed(self) -> None: ...
    def refresh(self) -> None: ...
    def turn_to(self, page: int) -> None: ...
    def focus(self, entry: Entry | None) -> None: ...
    def focus_first(self) -> None: ...
    def enter(self, entry: Entry, number: int) -> None: ...
    def set_option(self, name: str, value: Any) -> None: ...


class Calculator(BoxLayout):
    """Edits the host's sheet one page after another; a page is a player or, on a board, a territory."""

    host = ObjectProperty(None)
    long_numbers = False
    """Whether the pad strings digits together instead of going on after one."""

    def pages(self) -> list[tuple[str, str]]:
        """Name and short value of each page, such as ("Ada", "31")."""
        totals = self.host.result.totals if self.host.result else None
        return [(name, str(totals[seat]) if totals else "–") for seat, name in enumerate(self.host.names)]

    def show(self, page: int) -> None:
        """Shows one page of the sheet."""
        raise TypeError("a calculator shows something")

    def tidy(self) -> None:
        """A number has changed: what no longer goes with it is taken out of the sheet."""

    def refresh(self) -> None:
        """The sheet or its result has changed: numbers and points are said anew."""

    def entries(self) -> list[Entry]:
        """The numbers on the page that the pad fills in, one after another."""
        return []

    def total(self, page: int) -> tuple[str, str]:
        """What stands in the bar at the bottom: whose, and how much."""
        return self.pages()[page]


def read(sheet: Any, path: Sequence[str | int]) -> int:
    """The number at a place of the sheet; what is not there is nought."""
    value = sheet
    for key in path:
        value = value.get(key, 0) if isinstance(value, Mapping) else value[key]
    return int(value)


def write(sheet: Any, path: Sequence[str | int], number: int) -> None:
    """Sets the number at a place of the sheet."""
    *way, last = path
    for key in way:
        sheet = sheet[key]
    sheet[last] = number
