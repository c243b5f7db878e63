"""Perladöra (Christwart Conrad, 2022), for two to four players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.core import Fields, Game, IllegalMove, Message, with_item
from scoring.perladora.board import (
    BIT,
    COLUMNS,
    LINES,
    MOST_TERRITORIES,
    ROWS,
    SMALLEST_TERRITORY,
    SQUARES,
    WHOLE_BOARD,
    Pontoon,
    Square,
    as_bits,
    as_openings,
    as_they_arose,
    cut_off,
    divide,
    flood,
    open_lines,
    territories,
)
from scoring.perladora.correct import MENDS, correct
from scoring.perladora.count import count, find_problems, prefill, read_sheet
from scoring.perladora.possible import (
    can_act,
    can_place_pontoon,
    can_reinforce,
    last_stretch,
    next_turn,
    settle,
    something_complete,
)
from scoring.perladora.table import (
    CORAL,
    FARMS,
    FREE_SQUARES,
    MOUNTAIN,
    NECKLACES,
    PEARLS,
    PILES,
    PONTOONS,
    POWERS,
    REINFORCEMENTS,
    SAND,
    SHELL,
    STOCK,
    USUAL_FARMS,
    VALUES,
    Diver,
    PerladoraTable,
    Region,
    as_pontoon,
    copies_of,
    divers_each,
    lay,
    open_table,
    opponents_of,
    read_lines,
    read_options,
    read_square,
    read_value,
    regions,
    side_of,
    with_changed_diver,
    with_diver,
    with_lines,
)

# -- Turns: a diver ---------------------------------------------------------------------------------------


def place_diver(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """One diver face down onto a square without diver or farm."""
    square = read_square(fields, "square")
    value = read_value(fields)
    fields.finish()

    return next_turn(with_diver(table, Diver(table.turn, square, value)))


# -- Turns: two pontoons ----------------------------------------------------------------------------------


def place_pontoons(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Two pontoons, or only one, onto free inner lines; no territory may become too small."""
    count = fields.integer("count", 1, 2)
    lines = read_lines(fields, "lines") if "lines" in fields else None
    fields.finish()

    if lines is not None and len(lines) != count:
        raise IllegalMove("perladora.as_many_lines_as_pontoons", count=count, lines=len(lines))

    return next_turn(_with_pontoons(table, count, lines))


def _with_pontoons(table: PerladoraTable, count: int, lines: Sequence[Pontoon] | None) -> PerladoraTable:
    if count > table.pontoons_left:
        raise IllegalMove("perladora.too_few_pontoons_left", count=count, left=table.pontoons_left)
    if lines is not None:
        return replace(table, pontoons=with_lines(table.pontoons, lines))
    if can_place_pontoon(table) is False:
        raise IllegalMove("perladora.no_line_left")
    return replace(table, loose_pontoons=table.loose_pontoons + count)


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


def _territory_of(table: PerladoraTable, square: Square) -> int:
    return flood(BIT[square], as_openings(table.pontoons))


def _empty_within(table: PerladoraTable, territory: int) -> int:
    return (territory & ~as_bits(table.filled)).bit_count()


def reinforce(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """The reinforcement onto an own diver in a complete territory that has none yet."""
    square = read_square(fields, "square")
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
        table = with_changed_diver(table, diver, replace(diver, reinforced=True))
    used = with_item(table.reinforcements, seat, table.reinforcements[seat] - 1)
    return next_turn(replace(table, reinforcements=used))


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
        if other.reinforced and other.square is not None and BIT[other.square] & territory:
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
    return settle(after)


def _verify_any_diver(table: PerladoraTable, seats: Sequence[int]) -> None:
    if all(diver.seat not in seats for diver in table.divers):
        raise IllegalMove("perladora.no_diver_to_choose")


def look(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Coral: a secret look at an opposing or an own diver, never at the partner's."""
    square = read_square(fields, "square")
    fields.finish()

    allowed = [table.turn, *opponents_of(table)]
    if square is None:
        _verify_any_diver(table, allowed)
        return table
    diver = _find_diver(table, square, allowed)
    if diver is not None and diver.seat not in allowed:
        raise IllegalMove("perladora.not_at_the_partner", square=list(square), seat=diver.seat)

    return table


def place_extra_diver(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Shell: a further diver, face up."""
    square = read_square(fields, "square")
    value = read_value(fields)
    fields.finish()

    return with_diver(table, Diver(table.turn, square, value, face_up=True))


def place_extra_pontoon(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Mountain: a further pontoon."""
    line = as_pontoon(fields.take("line"), fields, "line") if "line" in fields else None
    fields.finish()

    return _with_pontoons(table, 1, None if line is None else [line])


def give_flowers(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Sand: a diver gives a necklace to an opposing one in the same territory, before it is complete."""
    square = read_square(fields, "square")
    fields.finish()

    opponents = opponents_of(table)
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
    return with_changed_diver(table, diver, replace(diver, flowers=diver.flowers + 1))


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
    if not any(place is None or BIT[place] & territory for place in own):
        raise IllegalMove("perladora.not_in_your_territory", square=list(square))


def _can_give_flowers(table: PerladoraTable, opponents: Sequence[int]) -> bool:
    """On a known board: whether an own and an opposing diver share a territory that is not complete."""
    empty = WHOLE_BOARD & ~as_bits(table.filled)
    own = _squares_of(table, (table.turn,))
    theirs = _squares_of(table, opponents)
    return any(bits & empty and bits & own and bits & theirs for bits in divide(as_openings(table.pontoons)))


def _squares_of(table: PerladoraTable, seats: Sequence[int]) -> int:
    return as_bits(diver.square for diver in table.divers if diver.seat in seats and diver.square is not None)


CLAN_POWERS = {CORAL: look, SHELL: place_extra_diver, MOUNTAIN: place_extra_pontoon, SAND: give_flowers}


# -- The end ----------------------------------------------------------------------------------------------


def pass_for_good(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Out until the end of the game; after a power only if nothing else is possible."""
    fields.finish()

    if table.power_used and can_act(table):
        raise IllegalMove("perladora.power_then_action", seat=table.turn)

    return next_turn(replace(table, passed=with_item(table.passed, table.turn, True)))


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


def end(table: PerladoraTable, fields: Fields) -> PerladoraTable:
    """Everybody has passed."""
    fields.finish()
    return replace(table, passed=(True,) * table.players, phase="over", power_used=False)


# -- The game ---------------------------------------------------------------------------------------------

MOVES = {
    "diver": place_diver,
    "pontoons": place_pontoons,
    "reinforce": reinforce,
    "power": use_power,
    "pass": pass_for_good,
    "correct": correct,
    "end": end,
}

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

__all__ = [
    "COLUMNS",
    "CORAL",
    "FARMS",
    "FREE_SQUARES",
    "GAME",
    "LINES",
    "MOST_TERRITORIES",
    "MOUNTAIN",
    "NECKLACES",
    "PEARLS",
    "PILES",
    "PONTOONS",
    "POWERS",
    "REINFORCEMENTS",
    "ROWS",
    "SAND",
    "SHELL",
    "SMALLEST_TERRITORY",
    "SQUARES",
    "STOCK",
    "USUAL_FARMS",
    "VALUES",
    "Diver",
    "PerladoraTable",
    "Pontoon",
    "Region",
    "Square",
    "as_they_arose",
    "can_place_pontoon",
    "copies_of",
    "cut_off",
    "divers_each",
    "open_lines",
    "regions",
    "side_of",
    "territories",
]
