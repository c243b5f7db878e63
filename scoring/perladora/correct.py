"""When the real table disagrees: what can be corrected, and what would let a refused move have happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.core import Counts, Fields, IllegalMove, Mend, Refused, is_integer, with_item
from scoring.perladora.board import PONTOONS_AROUND_A_CORNER, fewest_divers_to_complete
from scoring.perladora.possible import next_turn, settle
from scoring.perladora.table import (
    FREE_SQUARES,
    LARGEST_ROUND,
    NECKLACES,
    PONTOONS,
    REINFORCEMENTS,
    SAND,
    Diver,
    PerladoraTable,
    divers_each,
    opponents_of,
    powers_at_start,
    read_farms,
    read_lines,
    read_piles,
    read_square,
    read_value,
    side_of,
    with_changed_diver,
    with_diver,
    with_lines,
)


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
        farms=read_farms(fields.take("farms"), fields) if "farms" in fields else table.farms,
        piles=read_piles(fields.take("piles"), fields) if "piles" in fields else table.piles,
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
        return settle(replace(after, power_used=False))
    after = replace(after, power_used=power_used)
    if not after.passed[after.turn]:
        return settle(after)
    if not turn_said:
        return next_turn(after)
    if passed_said:
        raise IllegalMove("perladora.seat_has_passed", seat=after.turn)
    return settle(replace(after, passed=with_item(after.passed, after.turn, False)))


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
        lines = with_lines((), read_lines(fields, "lines"))
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
        table = with_changed_diver(table, diver, replace(diver, square=None))
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
            read_square(entry, "square"),
            read_value(entry),
            entry.flag("face_up"),
            entry.flag("reinforced"),
            entry.integer("flowers", 0, NECKLACES, 0),
        )
        entry.finish()
        table = with_diver(table, diver)
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
    most = powers_at_start(table.players, table.options)
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


# -- What would let a refused move have happened ----------------------------------------------------------


def _mend_divers(table: PerladoraTable, seat: int, left: int) -> Counts:
    return {"divers": list(with_item(tuple(table.divers_left), seat, left))}


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
    opponents = opponents_of(why.table)
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
    return {"reinforcements": list(with_item(why.table.reinforcements, why.args["seat"], REINFORCEMENTS))}


def _mend_powers(why: Refused[PerladoraTable]) -> Counts | None:
    return {"powers": list(with_item(why.table.powers or (), why.args["seat"], 1))}


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
