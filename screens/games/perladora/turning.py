"""Perladöra: which diver of the score sheet is which diver of the drawn board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.perladora.rules import POWERS, REINFORCEMENTS, SAND, Diver, PerladoraTable, Square

Counted = dict[str, Any]
"""A diver as the score sheet has it."""
Place = tuple[int, int]
"""A territory of the sheet, and the place of a diver in it."""


def find_turned(
    divers: Sequence[Diver],
    drawn: Sequence[frozenset[Square]],
    sheet: Sequence[Mapping[str, Any]],
    remembered: Mapping[Square, int],
) -> dict[Square, Place]:
    """The divers on the board that the sheet counts. Those that somebody turned over by touch, or whose value
    was noted, are found by it; of the others it does not matter which is which."""
    found: dict[Square, Place] = {}
    for territory, squares in enumerate(drawn):
        there = sorted(
            (diver for diver in divers if diver.square in squares), key=lambda one: one.square or ()
        )
        left = dict(enumerate(sheet[territory]["divers"]))
        for is_it in (_is_the_same(remembered), _could_be(remembered), _is_of_the_same_seat):
            for diver in there:
                if diver.square is None or diver.square in found:
                    continue
                at = next((at for at, counted in left.items() if is_it(diver, counted)), None)
                if at is not None:
                    found[diver.square] = territory, at
                    del left[at]
    return found


IsIt = Callable[[Diver, Counted], bool]


def _is_of_the_same_seat(diver: Diver, counted: Counted) -> bool:
    seat: int = counted["seat"]
    return seat == diver.seat


def _carries_the_same(diver: Diver, counted: Counted) -> bool:
    lies_there = bool(counted.get("reinforced")), counted.get("flowers", 0)
    return _is_of_the_same_seat(diver, counted) and lies_there == (diver.reinforced, diver.flowers)


def _is_the_same(remembered: Mapping[Square, int]) -> IsIt:
    def is_it(diver: Diver, counted: Counted) -> bool:
        value = remembered.get(diver.square or (-1, -1), diver.value)
        return value is not None and value == counted["value"] and _carries_the_same(diver, counted)

    return is_it


def _could_be(remembered: Mapping[Square, int]) -> IsIt:
    def is_it(diver: Diver, counted: Counted) -> bool:
        known = diver.square in remembered or diver.value is not None
        return not known and _carries_the_same(diver, counted)

    return is_it


def without_reinforcement(table: PerladoraTable, sheet: Sequence[Mapping[str, Any]]) -> list[int]:
    """Who used a reinforcement that neither the board nor the sheet knows of, since it was told lightly."""
    known = {diver.seat for diver in table.divers if diver.reinforced}
    known |= {
        diver["seat"] for territory in sheet for diver in territory["divers"] if diver.get("reinforced")
    }
    used = [seat for seat, left in enumerate(table.reinforcements) if left < REINFORCEMENTS]
    return [seat for seat in used if table.options.advanced and seat not in known]


def flowers_missing(table: PerladoraTable, sheet: Sequence[Mapping[str, Any]]) -> int:
    """How many necklaces were given to divers that nobody has pointed at."""
    if table.powers is None or SAND not in (table.options.clans or ()):
        return 0
    given: int = POWERS[SAND] - table.powers[(table.options.clans or ()).index(SAND)]
    counted_there: int = sum(diver.get("flowers", 0) for territory in sheet for diver in territory["divers"])
    drawn = sum(diver.flowers for diver in table.divers)
    return max(0, given - max(counted_there, drawn))


def counted(diver: Diver, value: int) -> Counted:
    """As it goes into the sheet, with everything that lies on it."""
    entry: Counted = {"seat": diver.seat, "value": value}
    if diver.reinforced:
        entry["reinforced"] = True
    if diver.flowers:
        entry["flowers"] = diver.flowers
    return entry
