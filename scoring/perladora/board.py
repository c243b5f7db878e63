"""The lagoon: squares, lines between them, and the territories that pontoons divide it into.

A set of squares is an integer with one bit for each, so that a whole board is judged in a few operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from scoring.core import is_integer

Square = tuple[int, int]
"""Row and column, from the top left."""

Pontoon = tuple[Square, Square]
"""The two squares that it lies between, in reading order."""


# -- Squares and lines ------------------------------------------------------------------------------------

ROWS = 5
COLUMNS = 8
SQUARES = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
LINES: tuple[Pontoon, ...] = tuple(
    (square, other)
    for square in SQUARES
    for other in ((square[0], square[1] + 1), (square[0] + 1, square[1]))
    if other in SQUARES
)

SMALLEST_TERRITORY = 4
MOST_TERRITORIES = len(SQUARES) // SMALLEST_TERRITORY

Openings = tuple[int, int]
"""The open lines: the squares that one can leave eastwards, and those that one can leave southwards."""

BIT: dict[Square, int] = {square: 1 << number for number, square in enumerate(SQUARES)}
WHOLE_BOARD = (1 << len(SQUARES)) - 1
NO_PONTOONS: Openings = (
    sum(BIT[square] for square, other in LINES if square[0] == other[0]),
    sum(BIT[square] for square, other in LINES if square[1] == other[1]),
)


def as_square(value: object) -> Square | None:
    if not isinstance(value, list) or len(value) != 2 or not all(is_integer(number) for number in value):
        return None
    square = (value[0], value[1])
    return square if square in BIT else None


def as_bits(squares: Iterable[Square]) -> int:
    bits = 0
    for square in squares:
        bits |= BIT[square]
    return bits


def as_squares(bits: int) -> Iterator[Square]:
    while bits:
        lowest = bits & -bits
        yield SQUARES[lowest.bit_length() - 1]
        bits ^= lowest


def close_line(openings: Openings, pontoon: Pontoon) -> Openings:
    (row, _), (other_row, _) = pontoon
    east, south = openings
    bit = BIT[min(pontoon)]
    return (east & ~bit, south) if row == other_row else (east, south & ~bit)


def as_openings(pontoons: Iterable[Pontoon]) -> Openings:
    openings = NO_PONTOONS
    for pontoon in pontoons:
        openings = close_line(openings, pontoon)
    return openings


def _neighbours(bits: int, openings: Openings) -> int:
    """These squares and those next to them."""
    east, south = openings
    across = (bits & east) << 1 | (bits >> 1) & east
    down = (bits & south) << COLUMNS | (bits >> COLUMNS) & south
    return bits | across | down


def flood(bits: int, openings: Openings, within: int = WHOLE_BOARD, until: int = 0) -> int:
    """Everything that can be reached from these squares, or less once `until` is reached."""
    while True:
        wider = _neighbours(bits, openings) & within
        if wider == bits or wider & until:
            return wider
        bits = wider


# -- Territories ------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def divide(openings: Openings) -> tuple[int, ...]:
    found = []
    left = WHOLE_BOARD
    while left:
        territory = flood(left & -left, openings)
        found.append(territory)
        left &= ~territory
    return tuple(found)


def cut_off_bits(openings: Openings, pontoon: Pontoon) -> int:
    """The smaller part that this pontoon would cut off, if that part is too small; otherwise nothing."""
    closed = close_line(openings, pontoon)
    square, other = BIT[pontoon[0]], BIT[pontoon[1]]
    part = flood(square, closed, until=other)
    if part & other:
        return 0
    smaller = min(part, flood(other, closed), key=int.bit_count)
    return smaller if smaller.bit_count() < SMALLEST_TERRITORY else 0


def _open_lines(openings: Openings) -> Iterator[Pontoon]:
    for line in LINES:
        if close_line(openings, line) != openings and not cut_off_bits(openings, line):
            yield line


@lru_cache(maxsize=64)
def any_open_line(openings: Openings) -> bool:
    return any(True for _ in _open_lines(openings))


def territories(pontoons: Iterable[Pontoon]) -> tuple[frozenset[Square], ...]:
    """What the pontoons divide the board into, ordered by each territory's first square in reading order."""
    return tuple(frozenset(as_squares(bits)) for bits in divide(as_openings(pontoons)))


@lru_cache(maxsize=64)
def as_they_arose(pontoons: tuple[Pontoon, ...]) -> tuple[frozenset[Square], ...]:
    """The territories in the order in which the pontoons, one after the other, made them. Where one is split,
    its larger part stays what it was, and the other one is new."""
    found = [WHOLE_BOARD]
    openings = NO_PONTOONS
    for pontoon in pontoons:
        openings = close_line(openings, pontoon)
        for at, bits in enumerate(found):
            part = flood(BIT[pontoon[0]], openings) & bits
            if part in (0, bits):
                continue
            larger, smaller = sorted((part, bits & ~part), key=int.bit_count, reverse=True)
            found[at] = larger
            found.append(smaller)
    return tuple(frozenset(as_squares(bits)) for bits in found)


def cut_off(pontoons: Iterable[Pontoon], pontoon: Pontoon) -> frozenset[Square]:
    """The squares that forbid this pontoon, because they would become too small a territory."""
    return frozenset(as_squares(cut_off_bits(as_openings(pontoons), pontoon)))


def open_lines(pontoons: Iterable[Pontoon]) -> tuple[Pontoon, ...]:
    """Every line where one more pontoon may lie."""
    return tuple(_open_lines(as_openings(pontoons)))


def is_complete(territory: Iterable[Square], filled: Iterable[Square]) -> bool:
    """Whether a diver or a farm is on every square."""
    return not as_bits(territory) & ~as_bits(filled)


# -- What could still be divided or completed -------------------------------------------------------------


def is_divisible(pontoons: Iterable[Pontoon], territory: Iterable[Square]) -> bool:
    """Whether some pontoons, however many are left in reality, could still split this territory.

    Two connected parts are both large enough exactly if four connected squares leave, somewhere among
    the others, a connected part that is large enough: whatever else hangs on to the four can stay with them.
    """
    return _is_divisible(as_openings(pontoons), as_bits(territory))


@lru_cache(maxsize=256)
def _is_divisible(openings: Openings, territory: int) -> bool:
    if territory.bit_count() < 2 * SMALLEST_TERRITORY:
        return False
    return any(
        _has_large_part(territory & ~four, openings)
        for square in as_squares(territory)
        for four in _grown(BIT[square], SMALLEST_TERRITORY - 1, territory, openings)
    )


def _has_large_part(bits: int, openings: Openings) -> bool:
    while bits:
        part = flood(bits & -bits, openings, within=bits)
        if part.bit_count() >= SMALLEST_TERRITORY:
            return True
        bits &= ~part
    return False


def _grown(shape: int, more: int, within: int, openings: Openings) -> Iterator[int]:
    """The connected shapes that have so many squares more."""
    if not more:
        yield shape
        return
    for square in as_squares(_neighbours(shape, openings) & within & ~shape):
        yield from _grown(shape | BIT[square], more - 1, within, openings)


PONTOONS_AROUND_A_CORNER = 4
"""They close off four squares in a corner of the board; fewer close off nothing, more whatever they like."""


@cache
def _smallest_territories(pontoons: int) -> tuple[int, ...]:
    """What so many pontoons can close off at all; larger territories contain one of these."""
    if pontoons < PONTOONS_AROUND_A_CORNER:
        return (WHOLE_BOARD,)
    if pontoons == PONTOONS_AROUND_A_CORNER:
        corners = [(row, column) for row in (0, ROWS - 2) for column in (0, COLUMNS - 2)]
        return tuple(
            as_bits((r + down, c + right) for down in (0, 1) for right in (0, 1)) for r, c in corners
        )
    return tuple(
        four
        for square in SQUARES
        for four in _grown(BIT[square], SMALLEST_TERRITORY - 1, WHOLE_BOARD, NO_PONTOONS)
    )


@lru_cache(maxsize=64)
def fewest_divers_to_complete(farms: tuple[Square, ...], pontoons: int) -> int:
    """Fewer divers cannot complete any territory, wherever they and so many pontoons lie.

    Four connected squares of a territory have no more squares without a farm than the whole of it. With five
    pontoons and the usual farms the number is exact; elsewhere a few more pontoons or divers may be needed.
    """
    without_farm = WHOLE_BOARD & ~as_bits(farms)
    smallest = _smallest_territories(min(pontoons, PONTOONS_AROUND_A_CORNER + 1))
    return max(1, min((squares & without_farm).bit_count() for squares in smallest))
