"""What is in the box of Perladöra, how it is laid out, and what the phone knows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core import Fields, IllegalMove, InvalidOptions, Message, Phase, Setup, is_integer, with_item
from scoring.perladora import BOX
from scoring.perladora.board import (
    COLUMNS,
    LINES,
    ROWS,
    SMALLEST_TERRITORY,
    SQUARES,
    Pontoon,
    Square,
    as_openings,
    as_square,
    as_squares,
    close_line,
    cut_off_bits,
    is_divisible,
    territories,
)

# -- Components -------------------------------------------------------------------------------------------

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

LARGEST_ROUND = 999


def divers_each(players: int) -> int:
    return sum(STOCK[players])


def strength_each(players: int) -> int:
    return sum(value * copies for value, copies in zip(VALUES, STOCK[players], strict=True))


def copies_of(players: int, value: int) -> int:
    return STOCK[players][value - 1]


side_of = BOX.side_of


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
        USUAL_FARMS if farms is None else read_farms(farms, fields),
        None if piles is None else read_piles(piles, fields),
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


def read_farms(farms: object, fields: Fields) -> tuple[Square, ...]:
    squares = [as_square(value) for value in farms] if isinstance(farms, list) else []
    found = tuple(square for square in squares if square is not None)
    if not len(squares) == len(found) == len(set(found)) == FARMS:
        fields.refuse("perladora.farms_eight_squares", "farms", farms=FARMS, rows=ROWS, columns=COLUMNS)
    return found


def read_piles(piles: object, fields: Fields) -> tuple[int, ...]:
    if not isinstance(piles, list) or not all(is_integer(n) for n in piles) or sorted(piles) != list(PILES):
        fields.refuse("perladora.piles_on_farms", "piles", piles=list(PILES))
    return tuple(piles)


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


# -- Squares and lines in a move --------------------------------------------------------------------------


def read_square(fields: Fields, name: str) -> Square | None:
    if name not in fields:
        return None
    square = as_square(fields.take(name))
    if square is None:
        fields.refuse("perladora.not_a_square", name, rows=ROWS, columns=COLUMNS)
    return square


def read_value(fields: Fields) -> int | None:
    return fields.maybe_integer("value", min(VALUES), max(VALUES))


def as_pontoon(value: object, fields: Fields, name: str) -> Pontoon:
    ends = [as_square(end) for end in value] if isinstance(value, list) and len(value) == 2 else []
    squares = sorted(end for end in ends if end is not None)
    if len(squares) != 2 or (squares[0], squares[1]) not in LINES:
        fields.refuse("perladora.not_an_inner_line", name, rows=ROWS, columns=COLUMNS)
    return squares[0], squares[1]


def read_lines(fields: Fields, name: str) -> list[Pontoon]:
    values = fields.items(name)
    if len(values) > PONTOONS:
        raise IllegalMove("perladora.too_many_pontoons", pontoons=PONTOONS)
    return [as_pontoon(value, fields, f"{name}.{number}") for number, value in enumerate(values)]


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
        piles_within(table, squares),
        tuple(diver for diver in table.divers if diver.square in squares),
        not empty or (None if unsure else False),
        is_divisible(table.pontoons, squares),
    )


def piles_within(table: PerladoraTable, squares: frozenset[Square]) -> tuple[int, ...] | None:
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
        powers=powers_at_start(players, options),
    )


def powers_at_start(players: int, options: Options) -> tuple[int, ...] | None:
    if not options.advanced:
        return (0,) * players
    return None if options.clans is None else tuple(POWERS[clan] for clan in options.clans)


# -- Onto the board ---------------------------------------------------------------------------------------


def with_diver(table: PerladoraTable, diver: Diver) -> PerladoraTable:
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


def with_lines(pontoons: tuple[Pontoon, ...], lines: Iterable[Pontoon]) -> tuple[Pontoon, ...]:
    """Pontoons whose place is unknown can only make territories smaller, so a refusal is always right."""
    openings = as_openings(pontoons)
    for line in lines:
        as_json = [list(end) for end in line]
        if line in pontoons:
            raise IllegalMove("perladora.pontoon_already_there", line=as_json)
        small = cut_off_bits(openings, line)
        if small:
            squares = [list(square) for square in as_squares(small)]
            raise IllegalMove(
                "perladora.territory_too_small", line=as_json, squares=squares, fewest=SMALLEST_TERRITORY
            )
        pontoons = (*pontoons, line)
        openings = close_line(openings, line)
    return pontoons


def with_changed_diver(table: PerladoraTable, diver: Diver, changed: Diver) -> PerladoraTable:
    return replace(table, divers=with_item(table.divers, table.divers.index(diver), changed))


def opponents_of(table: PerladoraTable) -> list[int]:
    own = side_of(table.players, table.turn)
    return [seat for seat in range(table.players) if side_of(table.players, seat) != own]
