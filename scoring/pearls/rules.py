"""Pearls (Christian Fiore and Knut Happel, 2019), for two to six players, in the order of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.core import Fields, Game, IllegalMove, Message, with_item, without
from scoring.pearls.correct import MENDS, correct
from scoring.pearls.count import count, find_doubts, find_problems, read_sheet, sheet
from scoring.pearls.table import (
    ALL_NECKLACES,
    BY_HAND,
    CARDS,
    DEALT,
    DISPLAY,
    HAND_LIMIT,
    NECKLACES,
    REMOVED,
    VALUES,
    WILD,
    PearlsTable,
    Tally,
    cards_in_play,
    count_unseen,
    lay,
    next_turn,
    open_table,
    read_options,
)

# -- Turns: take or place ---------------------------------------------------------------------------------


def _colour(table: PearlsTable, fields: Fields) -> str | None:
    if "colour" not in fields:
        return None
    colour = fields.choice("colour", CARDS)
    if not cards_in_play(table.players, table.all_cards)[colour]:
        raise IllegalMove("pearls.colour_not_in_play", colour=colour)
    return colour


def take(table: PearlsTable, fields: Fields) -> PearlsTable:
    """All cards of one colour from the display into the hand; the display is refilled from the pile."""
    cards = fields.integer("cards", 1, DISPLAY)
    colour = _colour(table, fields)
    refill = fields.maybe_tally("refill", CARDS, DISPLAY)
    fields.finish()
    seat = table.seat
    turned = min(DISPLAY - (table.display - cards), table.draw_pile)

    if table.phase == "last":
        raise IllegalMove("pearls.only_placing_now")
    if cards > table.display:
        raise IllegalMove("pearls.display_too_small", cards=cards, display=table.display)
    if seat.hand + cards > HAND_LIMIT:
        raise IllegalMove("pearls.hand_limit", limit=HAND_LIMIT, held=seat.hand, cards=cards)
    if colour is not None:
        _verify_in_display(table, colour, cards)
    if refill is not None and sum(refill.values()) != turned:
        raise IllegalMove("pearls.refill_count", cards=turned)
    if colour is not None or refill is not None:
        _verify_copies(table, _newly_seen(table, colour, cards, refill or {}))

    known, since = _display_after(table, colour, cards, turned, refill)
    taken = seat.taken if colour is None else _plus(seat.taken, colour, cards)
    after = replace(
        table,
        display=table.display - cards + turned,
        display_known=known,
        display_since=since,
        draw_pile=table.draw_pile - turned,
        seats=with_item(table.seats, table.turn, replace(seat, hand=seat.hand + cards, taken=taken)),
    )
    return next_turn(after)


def _verify_in_display(table: PearlsTable, colour: str, cards: int) -> None:
    """Taking a colour means taking all of it; after that only cards that come up can be of that colour."""
    known, unknown = table.display_known.get(colour, 0), table.display_unknown
    if not known <= cards <= known + unknown:
        raise IllegalMove("pearls.take_all_of_colour", colour=colour, cards=known)
    most = known + table.display_since.get(colour, unknown)
    if cards > most:
        raise IllegalMove("pearls.not_refilled", colour=colour, cards=cards, most=most)


def _newly_seen(table: PearlsTable, colour: str | None, cards: int, refill: Tally) -> Tally:
    return refill if colour is None else _plus(refill, colour, cards - table.display_known.get(colour, 0))


def _display_after(
    table: PearlsTable, colour: str | None, cards: int, turned: int, refill: Tally | None
) -> tuple[Tally, Tally]:
    """What is known of the display, and how many of the other cards came up since a colour was taken."""
    if colour is None:
        return dict(refill or {}), {}
    known = {shade: n for shade, n in table.display_known.items() if shade != colour}
    for shade, n in (refill or {}).items():
        known[shade] = known.get(shade, 0) + n
    came_up = turned if refill is None else 0
    since = _since_after(table, colour, cards - table.display_known.get(colour, 0))
    return known, {shade: n + came_up for shade, n in since.items()}


def _since_after(table: PearlsTable, colour: str, unknown_taken: int) -> Tally:
    """Those that could have lain there longest may be the ones that were taken, so the others still count."""
    could_be = table.display_since.get(colour, table.display_unknown)
    since = {
        shade: min(n, could_be - unknown_taken) if n <= could_be else n - unknown_taken
        for shade, n in table.display_since.items()
    }
    return {**since, colour: 0}


def place(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Cards of one colour, jokers added at will, onto the own pile; an exact number may earn a necklace."""
    cards = fields.integer("cards", 1, HAND_LIMIT)
    necklace = fields.flag("necklace")
    colour = _colour(table, fields)
    said = fields.maybe_integer("wild", 0, HAND_LIMIT)
    fields.finish()
    seat = table.seat

    if cards > seat.hand:
        raise IllegalMove("pearls.too_few_in_hand", cards=cards, held=seat.hand)
    if said and (colour is None or colour == WILD or said >= cards):
        raise IllegalMove("pearls.jokers_need_a_colour")
    if necklace and cards not in table.necklaces:
        raise IllegalMove("pearls.no_such_necklace", cards=cards)
    jokers = _jokers_among(table, cards, colour) if said is None else said
    if colour is not None:
        _verify_placing(table, _of_colour(cards, colour, jokers))

    if colour is None:
        seat = replace(seat, hand=seat.hand - cards, placed_unseen=seat.placed_unseen + cards)
    else:
        placed = _plus(_plus(seat.placed, colour, cards - jokers), WILD, jokers)
        seat = replace(seat, hand=seat.hand - cards, placed=placed)
    left = table.necklaces
    if necklace:
        seat = replace(seat, necklaces=tuple(sorted((*seat.necklaces, cards))))
        left = without(left, cards)
    return next_turn(replace(table, necklaces=left, seats=with_item(table.seats, table.turn, seat)))


def _of_colour(cards: int, colour: str, jokers: int) -> Tally:
    return _plus({colour: cards - jokers}, WILD, jokers)


def _jokers_among(table: PearlsTable, cards: int, colour: str | None) -> int:
    """None, unless only jokers can make up the rest of what is called a colour."""
    if colour is None or colour == WILD or _fits(table, {colour: cards}):
        return 0
    fitting = [n for n in range(1, cards) if _fits(table, _of_colour(cards, colour, n))]
    if len(fitting) > 1:
        args = {"colour": colour, "cards": cards, "fewest": fitting[0], "most": fitting[-1]}
        raise IllegalMove("pearls.how_many_jokers", **args)
    return fitting[0] if fitting else 0


def _fits(table: PearlsTable, cards: Tally) -> bool:
    try:
        _verify_placing(table, cards)
    except IllegalMove:
        return False
    return True


def _verify_placing(table: PearlsTable, cards: Tally) -> None:
    """Cards known to be of other colours cannot be placed as these, and no more than exist."""
    seat = table.seat
    held = {colour: max(0, seat.taken.get(colour, 0) - seat.placed.get(colour, 0)) for colour in cards}
    dealt = {colour: n - held[colour] for colour, n in cards.items() if n > held[colour]}
    if not seat.placed_unseen and sum(dealt.values()) > seat.untracked:
        raise IllegalMove("pearls.not_in_hand")
    _verify_copies(table, dealt)


def _verify_copies(table: PearlsTable, newly_seen: Mapping[str, int]) -> None:
    for colour, n in newly_seen.items():
        if n > count_unseen(table, colour):
            raise IllegalMove("pearls.more_than_exist", colour=colour, copies=CARDS[colour])


def pass_turn(table: PearlsTable, fields: Fields) -> PearlsTable:
    """Only in the last turn, and only with an empty hand."""
    fields.finish()

    if table.phase == "play":
        raise IllegalMove("pearls.no_passing")
    if table.seat.hand:
        raise IllegalMove("pearls.must_place", held=table.seat.hand)

    return next_turn(table)


def _plus(tally: Mapping[str, int], colour: str, cards: int) -> Tally:
    more = dict(tally)
    if cards:
        more[colour] = more.get(colour, 0) + cards
    return more


# -- The end ----------------------------------------------------------------------------------------------


def notices(table: PearlsTable) -> list[Message]:
    if table.phase == "over":
        return [Message("notice.count_now")]
    if table.phase == "last":
        last = Message("pearls.notice.last_turns", {"cause": table.trigger, "turns": table.last_turns})
        empty = Message("pearls.notice.pass_empty_hand", {"seat": table.turn})
        return [last] if table.seat.hand else [last, empty]
    soon = []
    if table.draw_pile <= 2 * DISPLAY:
        turns = -(-table.draw_pile // DISPLAY)
        soon.append(Message("pearls.notice.pile_low", {"cards": table.draw_pile, "turns": turns}))
    if len(table.necklaces) <= 2:
        soon.append(Message("pearls.notice.necklaces_low", {"necklaces": len(table.necklaces)}))
    return soon


def end(table: PearlsTable, fields: Fields) -> PearlsTable:
    fields.finish()
    return replace(table, phase="over", trigger=BY_HAND, last_turns=0)


# -- The game ---------------------------------------------------------------------------------------------

MOVES = {"take": take, "place": place, "pass": pass_turn, "correct": correct, "end": end}

GAME = Game(
    key="pearls",
    fewest=2,
    most=6,
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    notices=notices,
    sheet=sheet,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
    mends=MENDS,
    doubts=find_doubts,
)

__all__ = [
    "ALL_NECKLACES",
    "CARDS",
    "DEALT",
    "DISPLAY",
    "GAME",
    "HAND_LIMIT",
    "NECKLACES",
    "REMOVED",
    "VALUES",
    "WILD",
    "cards_in_play",
]
