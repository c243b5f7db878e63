"""Perladöra (Christwart Conrad, 2022), for two to four players, in the order of its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from scoring.core import (
    LARGEST_COUNT,
    Counts,
    Fields,
    Game,
    IllegalMove,
    InvalidOptions,
    Line,
    Mend,
    Message,
    Phase,
    Problem,
    Refused,
    Result,
    Setup,
    competition_ranks,
    error,
    first_places,
    is_integer,
    refuse_sheet,
    warning,
    with_item,
)
from scoring.perladora import BOX

Square = tuple[int, int]
"""Row and column, from the top left."""

Pontoon = tuple[Square, Square]
"""The two squares that it lies between, in reading order."""

# -- Components -------------------------------------------------------------------------------------------

ROWS = 5
COLUMNS = 8
SQUARES = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
LINES: tuple[Pontoon, ...] = tuple(
    (square, other)
    for square in SQUARES
    for other in ((square[0], square[1] + 1), (square[0] + 1, square[1]))
    if other in SQUARES
)

PONTOONS = 35
PILES = (3, 4, 4, 5, 5, 6, 6, 7)
PEARLS = sum(PILES)
FARMS = len(PILES)
FREE_SQUARES = len(SQUARES) - FARMS
USUAL_FARMS: tuple[Square, ...] = ((0, 3), (1, 1), (1, 5), (1, 7), (3, 0), (3, 4), (4, 2), (4, 6))
"""The printed squares of an earlier edition; on a board that differs the players move them."""

VALUES = (1, 2, 3, 4, 5)
STOCK: dict[int, tuple[int, ...]] = {2: (10, 3, 1, 1, 1), 3: (7, 2, 1, 1, 0), 4: (5, 1, 1, 1, 0)}
"""By player count, how many divers of each value everyone has."""

CORAL, SHELL, MOUNTAIN, SAND = "coral", "shell", "mountain", "sand"
POWERS: dict[str, int] = {CORAL: 2, SHELL: 1, MOUNTAIN: 2, SAND: 2}
REINFORCEMENTS = 1
NECKLACES = POWERS[SAND]

SMALLEST_TERRITORY = 4
MOST_TERRITORIES = len(SQUARES) // SMALLEST_TERRITORY
LARGEST_ROUND = 999


def divers_each(players: int) -> int:
    return sum(STOCK[players])


def strength_each(players: int) -> int:
    return sum(value * copies for value, copies in zip(VALUES, STOCK[players], strict=True))


def copies_of(players: int, value: int) -> int:
    return STOCK[players][value - 1]


side_of = BOX.side_of


# -- Territories ------------------------------------------------------------------------------------------
#
# A set of squares is an integer with one bit per square. The open lines are two such sets: the squares
# that one can leave eastwards, and those that one can leave southwards.

Openings = tuple[int, int]

_BIT: dict[Square, int] = {square: 1 << number for number, square in enumerate(SQUARES)}
_WHOLE_BOARD = (1 << len(SQUARES)) - 1
_NO_PONTOONS: Openings = (
    sum(_BIT[square] for square, other in LINES if square[0] == other[0]),
    sum(_BIT[square] for square, other in LINES if square[1] == other[1]),
)


def _bits(squares: Iterable[Square]) -> int:
    bits = 0
    for square in squares:
        bits |= _BIT[square]
    return bits


def _squares(bits: int) -> Iterator[Square]:
    while bits:
        lowest = bits & -bits
        yield SQUARES[lowest.bit_length() - 1]
        bits ^= lowest


def _close(openings: Openings, pontoon: Pontoon) -> Openings:
    (row, _), (other_row, _) = pontoon
    east, south = openings
    bit = _BIT[min(pontoon)]
    return (east & ~bit, south) if row == other_row else (east, south & ~bit)


def _openings(pontoons: Iterable[Pontoon]) -> Openings:
    openings = _NO_PONTOONS
    for pontoon in pontoons:
        openings = _close(openings, pontoon)
    return openings


def _neighbours(bits: int, openings: Openings) -> int:
    """These squares and those next to them."""
    east, south = openings
    across = (bits & east) << 1 | (bits >> 1) & east
    down = (bits & south) << COLUMNS | (bits >> COLUMNS) & south
    return bits | across | down


def _flood(bits: int, openings: Openings, within: int = _WHOLE_BOARD, until: int = 0) -> int:
    """Everything that can be reached from these squares, or less once `until` is reached."""
    while True:
        wider = _neighbours(bits, openings) & within
        if wider == bits or wider & until:
            return wider
        bits = wider


@lru_cache(maxsize=256)
def _territories(openings: Openings) -> tuple[int, ...]:
    found = []
    left = _WHOLE_BOARD
    while left:
        territory = _flood(left & -left, openings)
        found.append(territory)
        left &= ~territory
    return tuple(found)


def _cut_off(openings: Openings, pontoon: Pontoon) -> int:
    """The smaller part that this pontoon would cut off, if that part is too small; otherwise nothing."""
    closed = _close(openings, pontoon)
    square, other = _BIT[pontoon[0]], _BIT[pontoon[1]]
    part = _flood(square, closed, until=other)
    if part & other:
        return 0
    smaller = min(part, _flood(other, closed), key=int.bit_count)
    return smaller if smaller.bit_count() < SMALLEST_TERRITORY else 0


def _open_lines(openings: Openings) -> Iterator[Pontoon]:
    for line in LINES:
        if _close(openings, line) != openings and not _cut_off(openings, line):
            yield line


@lru_cache(maxsize=64)
def _any_open_line(openings: Openings) -> bool:
    return any(True for _ in _open_lines(openings))


def territories(pontoons: Iterable[Pontoon]) -> tuple[frozenset[Square], ...]:
    """What the pontoons divide the board into, ordered by each territory's first square in reading order."""
    return tuple(frozenset(_squares(bits)) for bits in _territories(_openings(pontoons)))


def cut_off(pontoons: Iterable[Pontoon], pontoon: Pontoon) -> frozenset[Square]:
    """The squares that forbid this pontoon, because they would become too small a territory."""
    return frozenset(_squares(_cut_off(_openings(pontoons), pontoon)))


def open_lines(pontoons: Iterable[Pontoon]) -> tuple[Pontoon, ...]:
    """Every line where one more pontoon may lie."""
    return tuple(_open_lines(_openings(pontoons)))


def is_complete(territory: Iterable[Square], filled: Iterable[Square]) -> bool:
    """Whether a diver or a farm is on every square."""
    return not _bits(territory) & ~_bits(filled)


def is_divisible(pontoons: Iterable[Pontoon], territory: Iterable[Square]) -> bool:
    """Whether some pontoons, however many are left in reality, could still split this territory.

    Two connected parts are both large enough exactly if four connected squares leave, somewhere among
    the others, a connected part that is large enough: whatever else hangs on to the four can stay with them.
    """
    return _is_divisible(_openings(pontoons), _bits(territory))


@lru_cache(maxsize=256)
def _is_divisible(openings: Openings, territory: int) -> bool:
    if territory.bit_count() < 2 * SMALLEST_TERRITORY:
        return False
    return any(
        _has_large_part(territory & ~four, openings)
        for square in _squares(territory)
        for four in _grown(_BIT[square], SMALLEST_TERRITORY - 1, territory, openings)
    )


def _has_large_part(bits: int, openings: Openings) -> bool:
    while bits:
        part = _flood(bits & -bits, openings, within=bits)
        if part.bit_count() >= SMALLEST_TERRITORY:
            return True
        bits &= ~part
    return False


def _grown(shape: int, more: int, within: int, openings: Openings) -> Iterator[int]:
    """The connected shapes that have so many squares more."""
    if not more:
        yield shape
        return
    for square in _squares(_neighbours(shape, openings) & within & ~shape):
        yield from _grown(shape | _BIT[square], more - 1, within, openings)


PONTOONS_AROUND_A_CORNER = 4
"""They close off four squares in a corner of the board; fewer close off nothing, more whatever they like."""


@cache
def _smallest_territories(pontoons: int) -> tuple[int, ...]:
    """What so many pontoons can close off at all; larger territories contain one of these."""
    if pontoons < PONTOONS_AROUND_A_CORNER:
        return (_WHOLE_BOARD,)
    if pontoons == PONTOONS_AROUND_A_CORNER:
        corners = [(row, column) for row in (0, ROWS - 2) for column in (0, COLUMNS - 2)]
        return tuple(_bits((r + down, c + right) for down in (0, 1) for right in (0, 1)) for r, c in corners)
    return tuple(
        four
        for square in SQUARES
        for four in _grown(_BIT[square], SMALLEST_TERRITORY - 1, _WHOLE_BOARD, _NO_PONTOONS)
    )


@lru_cache(maxsize=64)
def fewest_divers_to_complete(farms: tuple[Square, ...], pontoons: int) -> int:
    """Fewer divers cannot complete any territory, wherever they and so many pontoons lie.

    Four connected squares of a territory have no more squares without a farm than the whole of it. With five
    pontoons and the usual farms the number is exact; elsewhere a few more pontoons or divers may be needed.
    """
    without_farm = _WHOLE_BOARD & ~_bits(farms)
    smallest = _smallest_territories(min(pontoons, PONTOONS_AROUND_A_CORNER + 1))
    return max(1, min((squares & without_farm).bit_count() for squares in smallest))


# -- Set-up -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    advanced: bool
    """With powers and reinforcements."""
    clans: tuple[str, ...] | None
    """By seat; unknown while nobody has told."""
    look_at_own: bool
    """Whether the players may look at the divers that they have placed."""
    farms: tuple[Square, ...]
    piles: tuple[int, ...] | None
    """The pearls on each farm, in the order of the farms; unknown while nobody has told."""


def read_options(players: int, options: object) -> Options:
    fields = Fields(options, InvalidOptions, "options")
    advanced = fields.flag("advanced")
    look_at_own = fields.flag("look_at_own")
    clans = fields.take("clans", None)
    farms = fields.take("farms", None)
    piles = fields.take("piles", None)
    fields.finish()
    return Options(
        advanced,
        None if clans is None else _read_clans(players, clans, fields),
        look_at_own,
        USUAL_FARMS if farms is None else _read_farms(farms, fields),
        None if piles is None else _read_piles(piles, fields),
    )


def _read_clans(players: int, clans: object, fields: Fields) -> tuple[str, ...]:
    if (
        not isinstance(clans, list)
        or len(clans) != players
        or not all(isinstance(clan, str) and clan in POWERS for clan in clans)
        or len(set(clans)) != players
    ):
        fields.refuse("perladora.clans_one_per_seat", "clans", players=players, choices=list(POWERS))
    return tuple(clans)


def _read_farms(farms: object, fields: Fields) -> tuple[Square, ...]:
    squares = [_as_square(value) for value in farms] if isinstance(farms, list) else []
    found = tuple(square for square in squares if square is not None)
    if not len(squares) == len(found) == len(set(found)) == FARMS:
        fields.refuse("perladora.farms_eight_squares", "farms", farms=FARMS, rows=ROWS, columns=COLUMNS)
    return found


def _read_piles(piles: object, fields: Fields) -> tuple[int, ...]:
    if not isinstance(piles, list) or not all(is_integer(n) for n in piles) or sorted(piles) != list(PILES):
        fields.refuse("perladora.piles_on_farms", "piles", piles=list(PILES))
    return tuple(piles)


def _as_square(value: object) -> Square | None:
    if not isinstance(value, list) or len(value) != 2 or not all(is_integer(number) for number in value):
        return None
    square = (value[0], value[1])
    return square if square in _BIT else None


def lay(players: int, options: Options) -> Setup:
    each = divers_each(players)
    values = {str(value): n for value, n in zip(VALUES, STOCK[players], strict=True) if n}
    strength = strength_each(players)
    steps = []
    if options.advanced:
        steps.append(Message("perladora.setup.clans_at_random"))
    else:
        steps.append(Message("perladora.setup.choose_clans"))
    steps.append(Message("perladora.setup.divers", {"each": each, "values": values, "strength": strength}))
    if each * players > FREE_SQUARES:
        args = {"divers": each * players, "squares": FREE_SQUARES, "left_over": each * players - FREE_SQUARES}
        steps.append(Message("perladora.setup.more_divers_than_squares", args))
    steps += [
        Message("perladora.setup.pearls", {"piles": list(PILES), "pearls": PEARLS, "farms": FARMS}),
        Message("perladora.setup.pontoons", {"pontoons": PONTOONS}),
    ]
    if options.advanced:
        steps.append(_powers_step(options.clans))
        steps.append(Message("perladora.setup.reinforcements", {"each": REINFORCEMENTS}))
    if players == 4:
        steps.append(Message("perladora.setup.partners", {"teams": [[0, 2], [1, 3]]}))
    if options.look_at_own:
        steps.append(Message("perladora.setup.may_look"))
    else:
        steps.append(Message("perladora.setup.may_not_look"))
    steps.append(Message("perladora.setup.youngest_starts"))
    counts: dict[str, int | None] = {
        "divers": each,
        "strength": strength,
        "pontoons": PONTOONS,
        "pearls": PEARLS,
        "farms": FARMS,
    }
    return Setup(counts, steps)


def _powers_step(clans: Sequence[str] | None) -> Message:
    if clans is None:
        return Message("perladora.setup.powers_by_clan", {"powers": dict(POWERS)})
    by_seat = [{"seat": seat, "clan": clan, "powers": POWERS[clan]} for seat, clan in enumerate(clans)]
    return Message("perladora.setup.powers", {"seats": by_seat})


# -- The table --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Diver:
    """A diver on the board, as far as it was tracked."""

    seat: int
    square: Square | None = None
    value: int | None = None
    face_up: bool = False
    reinforced: bool = False
    flowers: int = 0


@dataclass(frozen=True, slots=True)
class PerladoraTable:
    players: int
    options: Options
    starter: int
    turn: int
    round: int
    phase: Phase
    farms: tuple[Square, ...]
    piles: tuple[int, ...] | None
    divers: tuple[Diver, ...]
    pontoons: tuple[Pontoon, ...]
    """The lines that are known to hold a pontoon, in the order in which they were laid."""
    loose_pontoons: int
    """How many more lie on the board, nobody has said where."""
    passed: tuple[bool, ...]
    reinforcements: tuple[int, ...]
    powers: tuple[int, ...] | None
    """Tokens left by seat; unknown as long as the clans are."""
    power_used: bool = False
    """Whether whoever is on turn has already played a power, and owes an action."""

    @property
    def counts(self) -> dict[str, Any]:
        left: dict[str, Any] = {"pontoons": self.pontoons_left, "divers": self.divers_left}
        if self.options.advanced:
            left["reinforcements"] = list(self.reinforcements)
            left["powers"] = None if self.powers is None else list(self.powers)
        return left

    @property
    def pontoons_left(self) -> int:
        return PONTOONS - self.pontoons_laid

    @property
    def pontoons_laid(self) -> int:
        return len(self.pontoons) + self.loose_pontoons

    @property
    def divers_left(self) -> list[int]:
        left = [divers_each(self.players)] * self.players
        for diver in self.divers:
            left[diver.seat] -= 1
        return left

    @property
    def free_squares(self) -> int:
        return FREE_SQUARES - len(self.divers)

    @property
    def lines_known(self) -> bool:
        return not self.loose_pontoons

    @property
    def loose_divers(self) -> int:
        return sum(diver.square is None for diver in self.divers)

    @property
    def board_known(self) -> bool:
        """Whether every pontoon and every diver can be pointed at; their values may still be secret."""
        return self.lines_known and not self.loose_divers

    @property
    def filled(self) -> frozenset[Square]:
        """The squares that surely hold a farm or a diver."""
        if not self.free_squares:
            return frozenset(SQUARES)
        return frozenset(self.farms).union(diver.square for diver in self.divers if diver.square is not None)

    @property
    def unturned(self) -> tuple[Square, ...]:
        """Where divers lie whose value must still be read off the board."""
        return tuple(
            diver.square for diver in self.divers if diver.square is not None and diver.value is None
        )

    def stock(self, seat: int) -> dict[int, int]:
        """By value, the divers of this seat that are not known to be on the board."""
        used = [diver.value for diver in self.divers if diver.seat == seat]
        return {value: copies_of(self.players, value) - used.count(value) for value in VALUES}

    def diver_at(self, square: Square) -> Diver | None:
        return next((diver for diver in self.divers if diver.square == square), None)


@dataclass(frozen=True, slots=True)
class Region:
    """A territory of the drawn board, for the screens; the sheet lists them in the same order."""

    squares: frozenset[Square]
    farms: tuple[Square, ...]
    piles: tuple[int, ...] | None
    divers: tuple[Diver, ...]
    complete: bool | None
    """None while it depends on divers or pontoons that nobody has pointed at."""
    divisible: bool


def regions(table: PerladoraTable) -> tuple[Region, ...]:
    """The territories between the pontoons that are known; others may divide them further."""
    filled = table.filled
    return tuple(_region(table, squares, filled) for squares in territories(table.pontoons))


def _region(table: PerladoraTable, squares: frozenset[Square], filled: frozenset[Square]) -> Region:
    empty = len(squares - filled)
    unsure = not table.lines_known or empty <= table.loose_divers
    return Region(
        squares,
        tuple(farm for farm in table.farms if farm in squares),
        _piles_within(table, squares),
        tuple(diver for diver in table.divers if diver.square in squares),
        not empty or (None if unsure else False),
        is_divisible(table.pontoons, squares),
    )


def _piles_within(table: PerladoraTable, squares: frozenset[Square]) -> tuple[int, ...] | None:
    if table.piles is not None:
        piles = zip(table.farms, table.piles, strict=True)
        return tuple(sorted(pearls for farm, pearls in piles if farm in squares))
    within = sum(farm in squares for farm in table.farms)
    if within == FARMS:
        return PILES
    return None if within else ()


def open_table(players: int, options: Options, starter: int) -> PerladoraTable:
    return PerladoraTable(
        players=players,
        options=options,
        starter=starter,
        turn=starter,
        round=1,
        phase="play",
        farms=options.farms,
        piles=options.piles,
        divers=(),
        pontoons=(),
        loose_pontoons=0,
        passed=(False,) * players,
        reinforcements=(REINFORCEMENTS if options.advanced else 0,) * players,
        powers=_powers_at_start(players, options),
    )


def _powers_at_start(players: int, options: Options) -> tuple[int, ...] | None:
    if not options.advanced:
        return (0,) * players
    return None if options.clans is None else tuple(POWERS[clan] for clan in options.clans)


# -- Turns: a diver ---------------------------------------------------------------------------------------


def _read_square(fields: Fields, name: str) -> Square | None:
    if name not in fields:
        return None
    square = _as_square(fields.take(name))
    if square is None:
        fields.refuse("perladora.not_a_square", name, rows=ROWS, columns=COLUMNS)
    return square


def _read_value(fields: Fields) -> int | None:
    return fields.maybe_integer("value", min(VALUES), max(VALUES))


def place_diver(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """One diver face down onto a square without diver or farm."""
    square = _read_square(fields, "square")
    value = _read_value(fields)
    fields.finish()

    return _next_turn(_with_diver(table, Diver(table.turn, square, value)))


def _with_diver(table: PerladoraTable, diver: Diver) -> PerladoraTable:
    if not table.divers_left[diver.seat]:
        raise IllegalMove("perladora.no_divers_left", seat=diver.seat, divers=divers_each(table.players))
    if not table.free_squares:
        raise IllegalMove("perladora.board_full", squares=FREE_SQUARES)
    if diver.square is not None:
        _verify_free(table, diver.square)
    _verify_stock(table, diver)
    return replace(table, divers=(*table.divers, diver))


def _verify_free(table: PerladoraTable, square: Square) -> None:
    if square in table.farms:
        raise IllegalMove("perladora.square_is_a_farm", square=list(square))
    there = table.diver_at(square)
    if there is not None:
        raise IllegalMove("perladora.square_is_taken", square=list(square), seat=there.seat)


def _verify_stock(table: PerladoraTable, diver: Diver) -> None:
    if diver.value is not None and not table.stock(diver.seat)[diver.value]:
        copies = copies_of(table.players, diver.value)
        raise IllegalMove("perladora.none_of_value_left", seat=diver.seat, value=diver.value, copies=copies)


# -- Turns: two pontoons ----------------------------------------------------------------------------------


def _as_pontoon(value: object, fields: Fields, name: str) -> Pontoon:
    ends = [_as_square(end) for end in value] if isinstance(value, list) and len(value) == 2 else []
    squares = sorted(end for end in ends if end is not None)
    if len(squares) != 2 or (squares[0], squares[1]) not in LINES:
        fields.refuse("perladora.not_an_inner_line", name, rows=ROWS, columns=COLUMNS)
    return squares[0], squares[1]


def _read_lines(fields: Fields, name: str) -> list[Pontoon]:
    values = fields.items(name)
    if len(values) > PONTOONS:
        raise IllegalMove("perladora.too_many_pontoons", pontoons=PONTOONS)
    return [_as_pontoon(value, fields, f"{name}.{number}") for number, value in enumerate(values)]


def place_pontoons(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Two pontoons, or only one, onto free inner lines; no territory may become too small."""
    count = fields.integer("count", 1, 2)
    lines = _read_lines(fields, "lines") if "lines" in fields else None
    fields.finish()

    if lines is not None and len(lines) != count:
        raise IllegalMove("perladora.as_many_lines_as_pontoons", count=count, lines=len(lines))

    return _next_turn(_with_pontoons(table, count, lines))


def _with_pontoons(table: PerladoraTable, count: int, lines: Sequence[Pontoon] | None) -> PerladoraTable:
    if count > table.pontoons_left:
        raise IllegalMove("perladora.too_few_pontoons_left", count=count, left=table.pontoons_left)
    if lines is not None:
        return replace(table, pontoons=_with_lines(table.pontoons, lines))
    if can_place_pontoon(table) is False:
        raise IllegalMove("perladora.no_line_left")
    return replace(table, loose_pontoons=table.loose_pontoons + count)


def _with_lines(pontoons: tuple[Pontoon, ...], lines: Iterable[Pontoon]) -> tuple[Pontoon, ...]:
    """Pontoons whose place is unknown can only make territories smaller, so a refusal is always right."""
    openings = _openings(pontoons)
    for line in lines:
        as_json = [list(end) for end in line]
        if line in pontoons:
            raise IllegalMove("perladora.pontoon_already_there", line=as_json)
        small = _cut_off(openings, line)
        if small:
            squares = [list(square) for square in _squares(small)]
            raise IllegalMove(
                "perladora.territory_too_small", line=as_json, squares=squares, fewest=SMALLEST_TERRITORY
            )
        pontoons = (*pontoons, line)
        openings = _close(openings, line)
    return pontoons


# -- Turns in the advanced game: a reinforcement ----------------------------------------------------------


def _find_diver(table: PerladoraTable, square: Square, seats: Iterable[int]) -> Diver | None:
    """Which diver lies there; None if it must be one of these seats' divers that nobody has pointed at."""
    there = table.diver_at(square)
    could_be = square not in table.farms and any(
        diver.square is None and diver.seat in seats for diver in table.divers
    )
    if there is None and not could_be:
        raise IllegalMove("perladora.no_diver_there", square=list(square))
    return there


def _with_changed_diver(table: PerladoraTable, diver: Diver, changed: Diver) -> PerladoraTable:
    return replace(table, divers=with_item(table.divers, table.divers.index(diver), changed))


def _territory_of(table: PerladoraTable, square: Square) -> int:
    return _flood(_BIT[square], _openings(table.pontoons))


def _empty_within(table: PerladoraTable, territory: int) -> int:
    return (territory & ~_bits(table.filled)).bit_count()


def reinforce(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """The reinforcement onto an own diver in a complete territory that has none yet."""
    square = _read_square(fields, "square")
    fields.finish()
    seat = table.turn

    if not table.options.advanced:
        raise IllegalMove("perladora.advanced_only")
    if not table.reinforcements[seat]:
        raise IllegalMove("perladora.reinforcement_used", seat=seat)
    diver = None if square is None else _find_diver(table, square, (seat,))
    if square is None:
        _verify_any_reinforcement(table)
    else:
        _verify_reinforcement(table, square, diver)

    if diver is not None:
        table = _with_changed_diver(table, diver, replace(diver, reinforced=True))
    used = with_item(table.reinforcements, seat, table.reinforcements[seat] - 1)
    return _next_turn(replace(table, reinforcements=used))


def _verify_any_reinforcement(table: PerladoraTable) -> None:
    if all(diver.seat != table.turn for diver in table.divers):
        raise IllegalMove("perladora.nothing_to_reinforce", seat=table.turn)
    _verify_something_complete(table)
    if can_reinforce(table) is False:
        raise IllegalMove("perladora.nothing_to_reinforce", seat=table.turn)


def _verify_something_complete(table: PerladoraTable) -> None:
    if not something_complete(table):
        divers, pontoons = len(table.divers), table.pontoons_laid
        raise IllegalMove("perladora.nothing_complete_yet", divers=divers, pontoons=pontoons)


def _verify_reinforcement(table: PerladoraTable, square: Square, diver: Diver | None) -> None:
    if diver is not None and diver.seat != table.turn:
        raise IllegalMove("perladora.not_your_diver", square=list(square), seat=diver.seat)
    if not table.lines_known:
        _verify_something_complete(table)
        return
    territory = _territory_of(table, square)
    empty = _empty_within(table, territory)
    if empty > table.loose_divers:
        raise IllegalMove("perladora.territory_not_complete", square=list(square), empty=empty)
    for other in table.divers:
        if other.reinforced and other.square is not None and _BIT[other.square] & territory:
            raise IllegalMove("perladora.already_reinforced", square=list(other.square), seat=other.seat)


# -- Turns in the advanced game: a power, then one of the other actions -----------------------------------


def use_power(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """What the clan of whoever is on turn can do; the turn goes on with an ordinary action."""
    seat = table.turn
    if not table.options.advanced:
        raise IllegalMove("perladora.advanced_only")
    if table.options.clans is None or table.powers is None:
        raise IllegalMove("perladora.clans_unknown")
    clan = table.options.clans[seat]
    if table.power_used:
        raise IllegalMove("perladora.one_power_per_turn")
    if not table.powers[seat]:
        raise IllegalMove("perladora.powers_used_up", seat=seat, clan=clan, powers=POWERS[clan])

    powers = with_item(table.powers, seat, table.powers[seat] - 1)
    after = replace(CLAN_POWERS[clan](table, fields), powers=powers, power_used=True)

    if can_act(after) is False:
        raise IllegalMove("perladora.no_action_after_power", seat=seat)
    return _settle(after)


def _opponents(table: PerladoraTable) -> list[int]:
    own = side_of(table.players, table.turn)
    return [seat for seat in range(table.players) if side_of(table.players, seat) != own]


def _verify_any_diver(table: PerladoraTable, seats: Sequence[int]) -> None:
    if all(diver.seat not in seats for diver in table.divers):
        raise IllegalMove("perladora.no_diver_to_choose")


def look(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Coral: a secret look at an opposing or an own diver, never at the partner's."""
    square = _read_square(fields, "square")
    fields.finish()

    allowed = [table.turn, *_opponents(table)]
    if square is None:
        _verify_any_diver(table, allowed)
        return table
    diver = _find_diver(table, square, allowed)
    if diver is not None and diver.seat not in allowed:
        raise IllegalMove("perladora.not_at_the_partner", square=list(square), seat=diver.seat)

    return table


def place_extra_diver(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Shell: a further diver, face up."""
    square = _read_square(fields, "square")
    value = _read_value(fields)
    fields.finish()

    return _with_diver(table, Diver(table.turn, square, value, face_up=True))


def place_extra_pontoon(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Mountain: a further pontoon."""
    line = _as_pontoon(fields.take("line"), fields, "line") if "line" in fields else None
    fields.finish()

    return _with_pontoons(table, 1, None if line is None else [line])


def give_flowers(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Sand: a diver gives a necklace to an opposing one in the same territory, before it is complete."""
    square = _read_square(fields, "square")
    fields.finish()

    opponents = _opponents(table)
    if square is None:
        _verify_any_flowers(table, opponents)
        return table
    diver = _find_diver(table, square, opponents)
    if diver is not None and diver.seat not in opponents:
        raise IllegalMove("perladora.flowers_for_opponents", square=list(square), seat=diver.seat)
    _verify_giver(table)
    _verify_flowers(table, square)

    if diver is None:
        return table
    return _with_changed_diver(table, diver, replace(diver, flowers=diver.flowers + 1))


def _verify_giver(table: PerladoraTable) -> None:
    if all(diver.seat != table.turn for diver in table.divers):
        raise IllegalMove("perladora.no_diver_to_give_flowers", seat=table.turn)


def _verify_any_flowers(table: PerladoraTable, opponents: Sequence[int]) -> None:
    _verify_any_diver(table, opponents)
    _verify_giver(table)
    if not table.free_squares:
        raise IllegalMove("perladora.board_is_complete", squares=FREE_SQUARES)
    if table.board_known and not _can_give_flowers(table, opponents):
        raise IllegalMove("perladora.nobody_to_give_flowers", seat=table.turn)


def _verify_flowers(table: PerladoraTable, square: Square) -> None:
    territory = _territory_of(table, square)
    if not _empty_within(table, territory):
        raise IllegalMove("perladora.territory_is_complete", square=list(square))
    own = [diver.square for diver in table.divers if diver.seat == table.turn]
    if not any(place is None or _BIT[place] & territory for place in own):
        raise IllegalMove("perladora.not_in_your_territory", square=list(square))


def _can_give_flowers(table: PerladoraTable, opponents: Sequence[int]) -> bool:
    """On a known board: whether an own and an opposing diver share a territory that is not complete."""
    empty = _WHOLE_BOARD & ~_bits(table.filled)
    own = _squares_of(table, (table.turn,))
    theirs = _squares_of(table, opponents)
    return any(
        bits & empty and bits & own and bits & theirs for bits in _territories(_openings(table.pontoons))
    )


def _squares_of(table: PerladoraTable, seats: Sequence[int]) -> int:
    return _bits(diver.square for diver in table.divers if diver.seat in seats and diver.square is not None)


CLAN_POWERS = {CORAL: look, SHELL: place_extra_diver, MOUNTAIN: place_extra_pontoon, SAND: give_flowers}

# -- What is still possible -------------------------------------------------------------------------------
#
# True and False are certain; None says that it depends on what nobody has told.


def can_place_diver(table: PerladoraTable, seat: int) -> bool:
    return table.free_squares > 0 and table.divers_left[seat] > 0


def can_place_pontoon(table: PerladoraTable) -> bool | None:
    if not table.pontoons_left:
        return False
    return _any_open_line(_openings(table.pontoons)) if table.lines_known else None


def something_complete(table: PerladoraTable) -> bool:
    """Whether, by what is counted, any territory can be complete."""
    if not table.free_squares:
        return True
    return len(table.divers) >= fewest_divers_to_complete(table.farms, table.pontoons_laid)


def can_reinforce(table: PerladoraTable) -> bool | None:
    """Whether the seat on turn can."""
    seat = table.turn
    if not table.reinforcements[seat] or all(diver.seat != seat for diver in table.divers):
        return False
    if table.board_known:
        return bool(reinforceable(table))
    if not something_complete(table):
        return False
    return False if table.lines_known and not _loose_divers_may_complete(table) else None


def _loose_divers_may_complete(table: PerladoraTable) -> bool:
    """Where all pontoons are known: whether some territory without a reinforcement, and with an own diver."""
    placed = [(diver, _BIT[diver.square]) for diver in table.divers if diver.square is not None]
    empty = _WHOLE_BOARD & ~_bits(table.farms) & ~sum(bit for _, bit in placed)
    reinforced = sum(bit for diver, bit in placed if diver.reinforced)
    own = sum(bit for diver, bit in placed if diver.seat == table.turn)
    own_loose = any(diver.square is None and diver.seat == table.turn for diver in table.divers)
    return any(
        (bits & empty).bit_count() <= table.loose_divers
        and not bits & reinforced
        and (bits & own or (bits & empty and own_loose))
        for bits in _territories(_openings(table.pontoons))
    )


def reinforceable(table: PerladoraTable) -> tuple[Square, ...]:
    """The divers of the seat on turn in complete territories without a reinforcement, on a known board."""
    empty = _WHOLE_BOARD & ~_bits(table.filled)
    placed = [(diver, _BIT[diver.square]) for diver in table.divers if diver.square is not None]
    reinforced = sum(bit for diver, bit in placed if diver.reinforced)
    own = sum(bit for diver, bit in placed if diver.seat == table.turn)
    fitting = [bits for bits in _territories(_openings(table.pontoons)) if not bits & (empty | reinforced)]
    return tuple(square for bits in fitting for square in _squares(bits & own))


def can_act(table: PerladoraTable) -> bool | None:
    """Whether the seat on turn has anything left to do but pass."""
    if can_place_diver(table, table.turn):
        return True
    rest = (can_place_pontoon(table), can_reinforce(table))
    return True if True in rest else None if None in rest else False


# -- The end ----------------------------------------------------------------------------------------------


def pass_for_good(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Out until the end of the game; after a power only if nothing else is possible."""
    fields.finish()

    if table.power_used and can_act(table):
        raise IllegalMove("perladora.power_then_action", seat=table.turn)

    return _next_turn(replace(table, passed=with_item(table.passed, table.turn, True)))


def _next_turn(table: PerladoraTable) -> PerladoraTable:
    """To the next seat clockwise that has not passed; a round ends where the turn comes past the starter."""
    until_starter = (table.starter - table.turn - 1) % table.players + 1
    for step in range(1, table.players + 1):
        seat = (table.turn + step) % table.players
        if not table.passed[seat]:
            rounds = table.round + (step >= until_starter)
            return _settle(replace(table, turn=seat, round=rounds, power_used=False))
    return _settle(replace(table, power_used=False))


def _settle(table: PerladoraTable) -> PerladoraTable:
    phase: Phase = "play"
    if all(table.passed):
        phase = "over"
    elif last_stretch(table):
        phase = "last"
    return table if table.phase == phase else replace(table, phase=phase)


def last_stretch(table: PerladoraTable) -> str | None:
    """Why the end is near: one player is left, or nobody who is left can place a diver or a pontoon."""
    left = [seat for seat, passed in enumerate(table.passed) if not passed]
    if len(left) == 1:
        return "one_left"
    if any(can_place_diver(table, seat) for seat in left) or can_place_pontoon(table) is not False:
        return None
    return "nothing_to_place"


FEW_PONTOONS = 6
FEW_SQUARES = 6


def notices(table: PerladoraTable) -> list[Message]:
    if table.phase == "over":
        return [Message("notice.count_now")]
    return [*_end_notices(table), *_supply_notices(table), *_turn_notices(table)]


def _end_notices(table: PerladoraTable) -> Iterator[Message]:
    cause = last_stretch(table)
    passed = [seat for seat, out in enumerate(table.passed) if out]
    if cause == "one_left":
        yield Message("perladora.notice.one_left", {"seat": table.turn})
    elif cause == "nothing_to_place":
        yield Message("perladora.notice.nothing_to_place", {"players": table.players - len(passed)})
    elif passed:
        yield Message("perladora.notice.passed", {"seats": passed, "players": table.players - len(passed)})


def _supply_notices(table: PerladoraTable) -> Iterator[Message]:
    pontoons, squares = table.pontoons_left, table.free_squares
    if not pontoons:
        yield Message("perladora.notice.no_pontoons")
    elif can_place_pontoon(table) is False:
        yield Message("perladora.notice.no_line_left", {"pontoons": pontoons})
    elif pontoons <= FEW_PONTOONS:
        yield Message("perladora.notice.few_pontoons", {"pontoons": pontoons, "turns": -(-pontoons // 2)})
    if not squares:
        yield Message("perladora.notice.no_squares")
    elif squares <= FEW_SQUARES:
        yield Message("perladora.notice.few_squares", {"squares": squares})


def _turn_notices(table: PerladoraTable) -> Iterator[Message]:
    seat = table.turn
    if can_act(table) is False:
        yield Message("perladora.notice.must_pass", {"seat": seat})
    elif table.power_used:
        yield Message("perladora.notice.power_then_action", {"seat": seat})
    if table.free_squares and not table.divers_left[seat]:
        yield Message("perladora.notice.no_divers", {"seat": seat})


# -- When the real table disagrees ------------------------------------------------------------------------


def correct(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Sets anything to what lies on the table; whether the end is near is judged anew.

    `lines` and `board` say exactly where everything lies; `pontoons`, `divers`, `reinforcements` and `powers`
    say how much is left, and win over what was tracked on the board: that becomes unknown again.
    """
    turn_said, passed_said = "turn" in fields, "passed" in fields
    after = replace(
        table,
        turn=fields.integer("turn", 0, table.players - 1, table.turn),
        round=fields.integer("round", 1, LARGEST_ROUND, table.round),
        farms=_read_farms(fields.take("farms"), fields) if "farms" in fields else table.farms,
        piles=_read_piles(fields.take("piles"), fields) if "piles" in fields else table.piles,
        passed=_read_passed(table, fields),
    )
    after = _correct_pontoons(after, fields)
    after = _correct_divers(after, fields)
    after = _correct_reinforcements(after, fields)
    after = _correct_powers(after, fields)
    power_used = fields.flag("power_used", table.power_used and after.turn == table.turn)
    fields.finish()
    if power_used and not table.options.advanced:
        raise IllegalMove("perladora.advanced_only")
    if all(after.passed):
        return _settle(replace(after, power_used=False))
    after = replace(after, power_used=power_used)
    if not after.passed[after.turn]:
        return _settle(after)
    if not turn_said:
        return _next_turn(after)
    if passed_said:
        raise IllegalMove("perladora.seat_has_passed", seat=after.turn)
    return _settle(replace(after, passed=with_item(after.passed, after.turn, False)))


def _read_passed(table: PerladoraTable, fields: Fields) -> tuple[bool, ...]:
    if "passed" not in fields:
        return table.passed
    flags = fields.items("passed")
    if len(flags) != table.players or not all(isinstance(flag, bool) for flag in flags):
        fields.refuse("field.one_yes_or_no_per_seat", "passed")
    return tuple(flags)


def _read_left(table: PerladoraTable, fields: Fields, name: str, most: Sequence[int]) -> tuple[int, ...]:
    left = fields.items(name)
    if len(left) != table.players or not all(is_integer(n) for n in left):
        fields.refuse("field.one_number_per_seat", name)
    for seat, (n, high) in enumerate(zip(left, most, strict=True)):
        if not 0 <= n <= high:
            fields.refuse("field.out_of_range", f"{name}.{seat}", low=0, high=high)
    return tuple(left)


def _correct_pontoons(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    if "lines" in fields:
        lines = _with_lines((), _read_lines(fields, "lines"))
        table = replace(table, pontoons=lines, loose_pontoons=0)
    if "pontoons" in fields:
        laid = PONTOONS - fields.integer("pontoons", 0, PONTOONS)
        known = table.pontoons if len(table.pontoons) <= laid else ()
        table = replace(table, pontoons=known, loose_pontoons=laid - len(known))
    return table


def _correct_divers(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    if "board" in fields:
        table = _read_board(replace(table, divers=()), fields)
    if "divers" in fields:
        each = divers_each(table.players)
        left = _read_left(table, fields, "divers", [each] * table.players)
        for seat, n in enumerate(left):
            table = replace(table, divers=_with_placed(table.divers, seat, each - n))
        if table.free_squares < 0:
            raise IllegalMove("perladora.board_full", squares=FREE_SQUARES)
    displaced = [diver for diver in table.divers if diver.square in table.farms]
    for diver in displaced:
        table = _with_changed_diver(table, diver, replace(diver, square=None))
    return table


def _with_placed(divers: tuple[Diver, ...], seat: int, placed: int) -> tuple[Diver, ...]:
    """So many divers of this seat; those of which nothing is known go first, otherwise all are in doubt."""
    others = tuple(diver for diver in divers if diver.seat != seat)
    own = tuple(diver for diver in divers if diver.seat == seat)
    unknown = Diver(seat)
    if len(own) == placed:
        return divers
    known = tuple(diver for diver in own if diver != unknown)
    if len(known) > placed:
        known = ()
    return (*others, *known, *(unknown,) * (placed - len(known)))


def _read_board(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    values = fields.items("board")
    if len(values) > FREE_SQUARES:
        raise IllegalMove("perladora.board_full", squares=FREE_SQUARES)
    for number, value in enumerate(values):
        entry = Fields(value, IllegalMove, f"move.board.{number}")
        diver = Diver(
            entry.integer("seat", 0, table.players - 1),
            _read_square(entry, "square"),
            _read_value(entry),
            entry.flag("face_up"),
            entry.flag("reinforced"),
            entry.integer("flowers", 0, NECKLACES, 0),
        )
        entry.finish()
        table = _with_diver(table, diver)
    _verify_tokens(table)
    return table


def _verify_tokens(table: PerladoraTable) -> None:
    reinforced = Counter(diver.seat for diver in table.divers if diver.reinforced)
    flowered = [diver for diver in table.divers if diver.flowers]
    flowers = sum(diver.flowers for diver in flowered)
    if (reinforced or flowered) and not table.options.advanced:
        raise IllegalMove("perladora.advanced_only")
    for seat, used in reinforced.items():
        if used > REINFORCEMENTS:
            raise IllegalMove("perladora.reinforcement_used", seat=seat)
    if flowers > NECKLACES:
        raise IllegalMove("perladora.too_many_flowers", counted=flowers, most=NECKLACES)
    if not flowered or table.options.clans is None:
        return
    if SAND not in table.options.clans:
        raise IllegalMove("perladora.no_sand_in_play")
    own = side_of(table.players, table.options.clans.index(SAND))
    for diver in flowered:
        if side_of(table.players, diver.seat) == own:
            raise IllegalMove("perladora.flowers_on_own_side", seat=diver.seat)


def _correct_reinforcements(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """A reinforcement lies on the board or is left, not both."""
    each = REINFORCEMENTS if table.options.advanced else 0
    if "reinforcements" in fields:
        left = _read_left(table, fields, "reinforcements", [each] * table.players)
        divers = tuple(
            replace(diver, reinforced=False) if left[diver.seat] == each else diver for diver in table.divers
        )
        return replace(table, reinforcements=left, divers=divers)
    reinforced = {diver.seat for diver in table.divers if diver.reinforced}
    left = tuple(0 if seat in reinforced else n for seat, n in enumerate(table.reinforcements))
    return replace(table, reinforcements=left)


def _correct_powers(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """A necklace lies on the board or is left, not both."""
    most = _powers_at_start(table.players, table.options)
    if most is None or table.powers is None:
        if "powers" in fields:
            raise IllegalMove("perladora.clans_unknown")
        return table
    given = sum(diver.flowers for diver in table.divers)
    if "powers" not in fields:
        left = tuple(
            min(n, NECKLACES - given) if clan == SAND else n
            for n, clan in zip(table.powers, table.options.clans or (None,) * table.players, strict=True)
        )
        return replace(table, powers=left)
    left = _read_left(table, fields, "powers", most)
    if given and left[(table.options.clans or ()).index(SAND)] + given > NECKLACES:
        table = replace(table, divers=tuple(replace(diver, flowers=0) for diver in table.divers))
    return replace(table, powers=left)


def _with_seat_left(left: Sequence[int], seat: int, n: int) -> list[int]:
    return [*left[:seat], n, *left[seat + 1 :]]


def _mend_divers(table: PerladoraTable, seat: int, left: int) -> Counts:
    return {"divers": _with_seat_left(table.divers_left, seat, left)}


def _mend_last_diver(why: Refused[PerladoraTable]) -> Counts | None:
    return _mend_divers(why.table, why.args["seat"], 1)


def _mend_full_board(why: Refused[PerladoraTable]) -> Counts | None:
    """A square is free: one of these divers was not placed."""
    left = why.table.divers_left[why.table.turn]
    return (
        _mend_divers(why.table, why.table.turn, left + 1) if left < divers_each(why.table.players) else None
    )


def _mend_own_diver(why: Refused[PerladoraTable]) -> Counts | None:
    """There is a diver of whoever is on turn."""
    if why.table.divers_left[why.table.turn] < divers_each(why.table.players):
        return None
    return _mend_divers(why.table, why.table.turn, divers_each(why.table.players) - 1)


def _mend_other_diver(why: Refused[PerladoraTable]) -> Counts | None:
    """There is a diver of the opponent; with several opponents nobody can say whose."""
    opponents = _opponents(why.table)
    return (
        _mend_divers(why.table, opponents[0], divers_each(why.table.players) - 1)
        if len(opponents) == 1
        else None
    )


def _mend_taken_square(why: Refused[PerladoraTable]) -> Counts | None:
    """The diver that was noted there lies elsewhere."""
    square = tuple(why.args["square"])
    divers = [replace(diver, square=None) if diver.square == square else diver for diver in why.table.divers]
    return {"board": [_diver_json(diver) for diver in divers]}


def _mend_value(why: Refused[PerladoraTable]) -> Counts | None:
    """One that was noted has another value."""
    wrong = (why.args["seat"], why.args["value"])
    divers = [
        replace(diver, value=None) if (diver.seat, diver.value) == wrong else diver
        for diver in why.table.divers
    ]
    return {"board": [_diver_json(diver) for diver in divers]}


def _diver_json(diver: Diver) -> dict[str, Any]:
    known = {
        "square": diver.square and list(diver.square),
        "value": diver.value,
        "face_up": diver.face_up,
        "reinforced": diver.reinforced,
        "flowers": diver.flowers,
    }
    return {"seat": diver.seat, **{name: value for name, value in known.items() if value}}


def _mend_pontoons(why: Refused[PerladoraTable]) -> Counts | None:
    return {"pontoons": why.args["count"]}


def _mend_lines(why: Refused[PerladoraTable]) -> Counts | None:
    """As many pontoons lie there, but not where they were drawn."""
    return {"lines": [], "pontoons": why.table.pontoons_left}


def _mend_line(why: Refused[PerladoraTable]) -> Counts | None:
    """The pontoon that was drawn there lies elsewhere."""
    lines = [[list(end) for end in line] for line in why.table.pontoons]
    return {
        "lines": [line for line in lines if line != why.args["line"]],
        "pontoons": why.table.pontoons_left,
    }


def _mend_complete(why: Refused[PerladoraTable]) -> Counts | None:
    """Enough lies there to complete a territory; what is missing is counted as that of whoever is on turn."""
    pontoons = max(why.table.pontoons_laid, min(PONTOONS, PONTOONS_AROUND_A_CORNER + 1))
    missing = fewest_divers_to_complete(why.table.farms, pontoons) - len(why.table.divers)
    counts: Counts = {"pontoons": PONTOONS - pontoons}
    if missing <= 0:
        return counts
    left = why.table.divers_left[why.table.turn] - missing
    return {**counts, **_mend_divers(why.table, why.table.turn, left)} if left >= 0 else None


def _mend_reinforcement(why: Refused[PerladoraTable]) -> Counts | None:
    return {"reinforcements": _with_seat_left(why.table.reinforcements, why.args["seat"], REINFORCEMENTS)}


def _mend_powers(why: Refused[PerladoraTable]) -> Counts | None:
    return {"powers": _with_seat_left(why.table.powers or (), why.args["seat"], 1)}


def _mend_action(why: Refused[PerladoraTable]) -> Counts | None:
    """A pontoon is left to be laid."""
    return None if why.table.pontoons_left else {"pontoons": 1}


MENDS: Mapping[str, Mend[PerladoraTable]] = {
    "perladora.no_divers_left": _mend_last_diver,
    "perladora.board_full": _mend_full_board,
    "perladora.board_is_complete": _mend_full_board,
    "perladora.nothing_to_reinforce": _mend_own_diver,
    "perladora.no_diver_to_give_flowers": _mend_own_diver,
    "perladora.no_diver_to_choose": _mend_other_diver,
    "perladora.square_is_taken": _mend_taken_square,
    "perladora.none_of_value_left": _mend_value,
    "perladora.too_few_pontoons_left": _mend_pontoons,
    "perladora.no_line_left": _mend_lines,
    "perladora.pontoon_already_there": _mend_line,
    "perladora.nothing_complete_yet": _mend_complete,
    "perladora.reinforcement_used": _mend_reinforcement,
    "perladora.powers_used_up": _mend_powers,
    "perladora.no_action_after_power": _mend_action,
}


def end(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Everybody has passed."""
    fields.finish()
    return replace(table, passed=(True,) * table.players, phase="over", power_used=False)


MOVES = {
    "diver": place_diver,
    "pontoons": place_pontoons,
    "reinforce": reinforce,
    "power": use_power,
    "pass": pass_for_good,
    "correct": correct,
    "end": end,
}

# -- Scoring ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turned:
    """A diver after it was turned over."""

    seat: int
    value: int
    reinforced: bool
    flowers: int

    @property
    def strength(self) -> int:
        """The rulebook names no floor: two necklaces make a diver of 1 worth -1, and it still claims."""
        return self.value + self.reinforced - self.flowers


@dataclass(frozen=True, slots=True)
class Territory:
    cells: int
    farms: tuple[int, ...]
    divers: tuple[Turned, ...]

    @property
    def pearls(self) -> int:
        return sum(self.farms)

    @property
    def room(self) -> int:
        return self.cells - len(self.farms)

    @property
    def reinforced(self) -> list[Turned]:
        return [diver for diver in self.divers if diver.reinforced]


def prefill(table: PerladoraTable) -> dict[str, Any]:
    """The drawn territories with the divers whose value is known; nothing if pontoons were only counted."""
    if not table.lines_known:
        return {"territories": []}
    return {"territories": [_prefill_territory(table, squares) for squares in territories(table.pontoons)]}


def _prefill_territory(table: PerladoraTable, squares: frozenset[Square]) -> dict[str, Any]:
    undivided = len(squares) == len(SQUARES)
    divers = [
        {
            "seat": diver.seat,
            "value": diver.value,
            **({"reinforced": True} if diver.reinforced else {}),
            **({"flowers": diver.flowers} if diver.flowers else {}),
        }
        for diver in table.divers
        if diver.value is not None and (undivided or diver.square in squares)
    ]
    return {"cells": len(squares), "farms": list(_piles_within(table, squares) or ()), "divers": divers}


def read_sheet(players: int, _options: Options, sheet: object) -> list[Territory]:
    fields = Fields(sheet, refuse_sheet, "sheet")
    values = fields.items("territories")
    fields.finish()
    if len(values) > MOST_TERRITORIES:
        fields.refuse("perladora.too_many_territories", "territories", most=MOST_TERRITORIES)
    return [
        _read_territory(value, players, f"sheet.territories.{number}") for number, value in enumerate(values)
    ]


def _read_territory(value: object, players: int, where: str) -> Territory:
    fields = Fields(value, refuse_sheet, where)
    cells = fields.integer("cells", 1, LARGEST_COUNT)
    farms = fields.items("farms")
    divers = fields.items("divers")
    fields.finish()
    for name, values in (("farms", farms), ("divers", divers)):
        if len(values) > len(SQUARES):
            fields.refuse("perladora.more_than_squares", name, squares=len(SQUARES))
    if not all(is_integer(pearls) and 1 <= pearls <= LARGEST_COUNT for pearls in farms):
        fields.refuse("perladora.pearls_per_farm", "farms", piles=list(PILES))
    turned = [_read_diver(diver, players, f"{where}.divers.{number}") for number, diver in enumerate(divers)]
    return Territory(cells, tuple(farms), tuple(turned))


def _read_diver(value: object, players: int, where: str) -> Turned:
    fields = Fields(value, refuse_sheet, where)
    diver = Turned(
        fields.integer("seat", 0, players - 1),
        fields.integer("value", min(VALUES), max(VALUES)),
        fields.flag("reinforced"),
        fields.integer("flowers", 0, LARGEST_COUNT, 0),
    )
    fields.finish()
    return diver


# Messages number the territories from 1, in the order of the sheet.


def find_problems(players: int, options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    yield from _find_wrong_squares(sheet)
    yield from _find_wrong_divers(players, sheet)
    yield from _find_wrong_reinforcements(options, sheet)
    yield from _find_wrong_flowers(players, options, sheet)
    yield from _find_doubts(players, sheet)


def _find_wrong_squares(sheet: Sequence[Territory]) -> Iterator[Problem]:
    cells = sum(territory.cells for territory in sheet)
    if cells != len(SQUARES):
        yield error("perladora.squares_do_not_add_up", counted=cells, squares=len(SQUARES))
    for number, territory in enumerate(sheet, 1):
        if territory.cells < SMALLEST_TERRITORY:
            fewest = SMALLEST_TERRITORY
            yield error("perladora.small_territory", territory=number, cells=territory.cells, fewest=fewest)
    counted = Counter(pearls for territory in sheet for pearls in territory.farms)
    missing, surplus = Counter(PILES) - counted, counted - Counter(PILES)
    if missing or surplus:
        args = {"missing": sorted(missing.elements()), "surplus": sorted(surplus.elements())}
        yield error("perladora.farms_do_not_match", **args)


def _find_wrong_divers(players: int, sheet: Sequence[Territory]) -> Iterator[Problem]:
    for number, territory in enumerate(sheet, 1):
        divers = len(territory.divers)
        if divers > territory.room:
            room = max(territory.room, 0)
            yield error("perladora.no_room_for_divers", territory=number, divers=divers, room=room)
    counted = Counter((diver.seat, diver.value) for territory in sheet for diver in territory.divers)
    for (seat, value), n in sorted(counted.items()):
        copies = copies_of(players, value)
        if not copies:
            yield error("perladora.value_not_in_play", seat=seat, value=value, players=players)
        elif n > copies:
            yield error("perladora.too_many_of_value", seat=seat, value=value, counted=n, copies=copies)
    if counted.total() > FREE_SQUARES:
        yield error("perladora.too_many_divers", counted=counted.total(), squares=FREE_SQUARES)


def _find_wrong_reinforcements(options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    by_seat = Counter(diver.seat for territory in sheet for diver in territory.reinforced)
    if by_seat and not options.advanced:
        yield error("perladora.reinforcement_needs_advanced")
        return
    for seat, counted in sorted(by_seat.items()):
        if counted > REINFORCEMENTS:
            yield error("perladora.reinforced_twice", seat=seat, counted=counted)
    for number, territory in enumerate(sheet, 1):
        counted = len(territory.reinforced)
        if counted > 1:
            yield error("perladora.two_reinforcements", territory=number, counted=counted)
        if counted and len(territory.divers) < territory.room:
            empty = territory.room - len(territory.divers)
            yield error("perladora.reinforced_incomplete", territory=number, empty=empty)


def _find_wrong_flowers(players: int, options: Options, sheet: Sequence[Territory]) -> Iterator[Problem]:
    flowered = [diver for territory in sheet for diver in territory.divers if diver.flowers]
    if not flowered:
        return
    if not options.advanced:
        yield error("perladora.flowers_need_advanced")
        return
    counted = sum(diver.flowers for diver in flowered)
    if counted > NECKLACES:
        yield error("perladora.too_many_flowers", counted=counted, most=NECKLACES)
    sides = {side_of(players, diver.seat) for diver in flowered}
    if options.clans is None:
        if len(sides) == len({side_of(players, seat) for seat in range(players)}):
            yield error("perladora.flowers_on_every_side")
    elif SAND not in options.clans:
        yield error("perladora.no_sand_in_play")
    else:
        own = side_of(players, options.clans.index(SAND))
        for seat in sorted({diver.seat for diver in flowered if side_of(players, diver.seat) == own}):
            yield error("perladora.flowers_on_own_side", seat=seat)


def _find_doubts(players: int, sheet: Sequence[Territory]) -> Iterator[Problem]:
    """Passing early is allowed, but nobody leaves half the board empty without noticing."""
    divers = [diver for territory in sheet for diver in territory.divers]
    present = {diver.seat for diver in divers}
    for seat in range(players):
        if seat not in present:
            yield warning("perladora.seat_without_divers", seat=seat)
    if len(divers) < FREE_SQUARES // 2:
        yield warning("perladora.few_divers", counted=len(divers), squares=FREE_SQUARES)
    for number, territory in enumerate(sheet, 1):
        if territory.pearls and not territory.divers:
            yield warning("perladora.nobody_in_territory", territory=number, pearls=territory.pearls)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who took what in a territory. Partners show the strength of their team, None where it is absent."""

    pearls: int
    strengths: list[int | None]
    takers: list[int]
    share: int
    lost: int
    reason: Message


@dataclass(frozen=True)
class PerladoraResult(Result):
    """`lost` are the pearls that nobody got; `piles` are each seat's, one per territory, largest first."""

    lost: int
    piles: list[list[int]]
    territories: list[Outcome]


def settle_territory(players: int, territory: Territory, number: int) -> Outcome:
    """The strongest side takes all pearls as one pile; sides that tie share them, and a remainder is lost."""
    strengths: dict[int, int] = {}
    for diver in territory.divers:
        side = side_of(players, diver.seat)
        strengths[side] = strengths.get(side, 0) + diver.strength
    takers, reason = _decide(players, territory, strengths)
    share = territory.pearls // len(takers) if takers else 0
    return Outcome(
        territory.pearls,
        [strengths.get(side_of(players, seat)) for seat in range(players)],
        [seat for seat in range(players) if side_of(players, seat) in takers],
        share,
        territory.pearls - share * len(takers),
        replace(reason, args={"territory": number, "pearls": territory.pearls, **reason.args}),
    )


def _decide(players: int, territory: Territory, strengths: Mapping[int, int]) -> tuple[list[int], Message]:
    if not strengths:
        return [], Message("perladora.outcome.nobody")
    best, *others = sorted(strengths.values(), reverse=True)
    tied = [side for side, strength in strengths.items() if strength == best]
    if not others:
        return tied, Message("perladora.outcome.alone", {"strength": best})
    if len(tied) == 1:
        return tied, Message("perladora.outcome.strongest", {"strength": best, "next": others[0]})
    owners = {side_of(players, diver.seat) for diver in territory.reinforced} & set(tied)
    if len(owners) == 1:
        return list(owners), Message("perladora.outcome.reinforced", {"strength": best, "tied": len(tied)})
    share, lost = divmod(territory.pearls, len(tied))
    args = {"strength": best, "tied": len(tied), "share": share, "lost": lost}
    return tied, Message("perladora.outcome.shared", args)


def explain(outcomes: Sequence[Outcome], seat: int) -> list[Line]:
    return [
        Line("pearls", outcome.share, outcome.reason.key, outcome.reason.args)
        for outcome in outcomes
        if seat in outcome.takers and outcome.share
    ]


# -- Ranking ----------------------------------------------------------------------------------------------

Standing = tuple[int, list[int]]
"""Pearls, then the piles, largest first."""


def rank(players: int, standings: Sequence[Standing]) -> list[int]:
    """Partners share their team's rank, and a team takes one place."""
    sides = {side_of(players, seat): standing for seat, standing in enumerate(standings)}
    ranks = dict(zip(sides, competition_ranks(list(sides.values())), strict=True))
    return [ranks[side_of(players, seat)] for seat in range(players)]


def rank_reasons(players: int, standings: Sequence[Standing]) -> list[Message]:
    """Pearls decide; among equals the first pile that differs, largest first; equal piles share the place."""
    sides = {side_of(players, seat): standing for seat, standing in enumerate(standings)}
    return [
        _rank_reason(standing, [other for side, other in sides.items() if side != side_of(players, seat)])
        for seat, standing in enumerate(standings)
    ]


def _rank_reason(own: Standing, others: Sequence[Standing]) -> Message:
    """What separates from the next better among equals, or from the best of them for whoever leads."""
    pearls, piles = own
    equals = [other for total, other in others if total == pearls]
    if not equals:
        return Message("rank.by_points", {"points": pearls})
    if piles in equals:
        return Message("perladora.rank.shared", {"points": pearls, "piles": piles})
    better = [other for other in equals if other > piles]
    rival = min(better) if better else max(equals)
    pairs = enumerate(zip(piles, rival, strict=False), 1)
    number, mine, theirs = next((n, mine, theirs) for n, (mine, theirs) in pairs if mine != theirs)
    args = {"points": pearls, "number": number, "pile": mine, "other": theirs}
    if better:
        return Message("perladora.rank.smaller_pile", args)
    return Message("perladora.rank.larger_pile", args)


# -- The game ---------------------------------------------------------------------------------------------


def count(
    players: int, _options: Options, sheet: Sequence[Territory], problems: list[Problem]
) -> PerladoraResult:
    outcomes = [settle_territory(players, territory, number) for number, territory in enumerate(sheet, 1)]
    lines = [explain(outcomes, seat) for seat in range(players)]
    piles = [sorted((line.points for line in seat), reverse=True) for seat in lines]
    totals = [sum(seat) for seat in piles]
    standings = list(zip(totals, piles, strict=True))
    ranks = rank(players, standings)
    return PerladoraResult(
        totals,
        ranks,
        first_places(ranks),
        rank_reasons(players, standings),
        lines,
        problems,
        sum(outcome.lost for outcome in outcomes),
        piles,
        outcomes,
    )


GAME = Game(
    key="perladora",
    fewest=min(STOCK),
    most=max(STOCK),
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    notices=notices,
    sheet=prefill,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
    mends=MENDS,
)
