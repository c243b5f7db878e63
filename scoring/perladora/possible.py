"""What is still possible, and so whose turn it is and how near the end.

True and False are certain; None says that it depends on what nobody has told.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.core import Phase
from scoring.perladora.board import (
    BIT,
    WHOLE_BOARD,
    Square,
    any_open_line,
    as_bits,
    as_openings,
    as_squares,
    divide,
    fewest_divers_to_complete,
)
from scoring.perladora.table import PerladoraTable


def can_place_diver(table: PerladoraTable, seat: int) -> bool:
    return table.free_squares > 0 and table.divers_left[seat] > 0


def can_place_pontoon(table: PerladoraTable) -> bool | None:
    if not table.pontoons_left:
        return False
    return any_open_line(as_openings(table.pontoons)) if table.lines_known else None


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
    placed = [(diver, BIT[diver.square]) for diver in table.divers if diver.square is not None]
    empty = WHOLE_BOARD & ~as_bits(table.farms) & ~sum(bit for _, bit in placed)
    reinforced = sum(bit for diver, bit in placed if diver.reinforced)
    own = sum(bit for diver, bit in placed if diver.seat == table.turn)
    own_loose = any(diver.square is None and diver.seat == table.turn for diver in table.divers)
    return any(
        (bits & empty).bit_count() <= table.loose_divers
        and not bits & reinforced
        and (bits & own or (bits & empty and own_loose))
        for bits in divide(as_openings(table.pontoons))
    )


def reinforceable(table: PerladoraTable) -> tuple[Square, ...]:
    """The divers of the seat on turn in complete territories without a reinforcement, on a known board."""
    empty = WHOLE_BOARD & ~as_bits(table.filled)
    placed = [(diver, BIT[diver.square]) for diver in table.divers if diver.square is not None]
    reinforced = sum(bit for diver, bit in placed if diver.reinforced)
    own = sum(bit for diver, bit in placed if diver.seat == table.turn)
    fitting = [bits for bits in divide(as_openings(table.pontoons)) if not bits & (empty | reinforced)]
    return tuple(square for bits in fitting for square in as_squares(bits & own))


def can_act(table: PerladoraTable) -> bool | None:
    """Whether the seat on turn has anything left to do but pass."""
    if can_place_diver(table, table.turn):
        return True
    rest = (can_place_pontoon(table), can_reinforce(table))
    return True if True in rest else None if None in rest else False


# -- Whose turn, and how near the end ---------------------------------------------------------------------


def next_turn(table: PerladoraTable) -> PerladoraTable:
    """To the next seat clockwise that has not passed; a round ends where the turn comes past the starter."""
    until_starter = (table.starter - table.turn - 1) % table.players + 1
    for step in range(1, table.players + 1):
        seat = (table.turn + step) % table.players
        if not table.passed[seat]:
            rounds = table.round + (step >= until_starter)
            return settle(replace(table, turn=seat, round=rounds, power_used=False))
    return settle(replace(table, power_used=False))


def settle(table: PerladoraTable) -> PerladoraTable:
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
