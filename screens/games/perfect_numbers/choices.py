"""Perfect Numbers: what can be done with a card, and what the rules say would come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scoring import GAMES, IllegalMove, Message
from scoring.perfect_numbers.rules import (
    ACTION_ROW,
    COLOUR_ROWS,
    FACE_DOWN,
    JOKER,
    JOKER_ROW,
    MOVE,
    PROTECT,
    STEAL,
    Card,
    Outlook,
    PerfectNumbersTable,
    Taken,
    outlook,
)
from screens.translator import _, ngettext
from screens.words.messages import word

GAME = GAMES["perfect_numbers"]
Move = dict[str, Any]
Kind = Literal["perfect", "higher", "lower", "gift", "plain"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its outlook; one with `further` choices asks on before anything is played."""

    title: str
    told: str = ""
    gain: str = ""
    kind: Kind = "plain"
    move: Move | None = None
    reason: Message | None = None
    further: tuple[Choice, ...] = ()
    place: str = ""
    """The own row that this is about: a touch on it is this choice."""


# -- Names ------------------------------------------------------------------------------------------------


def action_name(action: str) -> str:
    return {PROTECT: _("Protect"), MOVE: _("Move"), STEAL: _("Steal")}[action]


def card_name(card: Taken) -> str:
    if isinstance(card, str):
        return action_name(card)
    if card == FACE_DOWN:
        return _("face-down card")
    colour = _("Joker") if card.colour == JOKER else word(card.colour)
    return f"{colour} {card.number}"


def row_name(row: str) -> str:
    if row == JOKER_ROW:
        return _("Row begun by a joker")
    if row == ACTION_ROW:
        return _("Action cards")
    return _("{colour} row").format(colour=word(row))


def points(number: int) -> str:
    return ngettext("{n} point", "{n} points", number).format(n=number)


def cards_then(number: int) -> str:
    return ngettext("{n} card then", "{n} cards then", number).format(n=number)


def read_taken(card: Mapping[str, Any]) -> Taken:
    return card["action"] if "action" in card else Card(card["colour"], card["number"])


# -- Trying things out ------------------------------------------------------------------------------------


def tried(table: PerfectNumbersTable, move: Move) -> PerfectNumbersTable | Message:
    """The table after the move, or the reason why it is not allowed."""
    try:
        after: PerfectNumbersTable = GAME.play(table, move)
    except IllegalMove as refusal:
        return refusal.reason
    return after


def fits(table: PerfectNumbersTable, move: Move) -> bool:
    return not isinstance(tried(table, move), Message)


def depends_on_the_refill(table: PerfectNumbersTable, move: Move) -> bool:
    """Whether it matters in which round whoever took last, and begins the next one, does this."""
    if not table.refilled or table.taker != table.turn:
        return False
    before, after = (tried(table, {**move, "before_refill": said}) for said in (True, False))
    if isinstance(before, Message) or isinstance(after, Message):
        return False
    return (before.scores, before.draw_pile, before.phase) != (after.scores, after.draw_pile, after.phase)


def asked_when(table: PerfectNumbersTable, choice: Choice) -> Choice:
    """The same choice, which first asks in which round this happens, where that matters."""
    if choice.further:
        return replace(choice, further=tuple(asked_when(table, further) for further in choice.further))
    if choice.move is None or choice.reason is not None or not depends_on_the_refill(table, choice.move):
        return choice
    when = {True: _("Before the refill"), False: _("After the refill")}
    further = tuple(
        replace(choice, title=title, move={**choice.move, "before_refill": said})
        for said, title in when.items()
    )
    return replace(choice, move=None, further=further)


def may_act(table: PerfectNumbersTable) -> list[int]:
    """Who has something to lay or to use now; the one the rules think of first comes first."""
    taker = table.taker
    if taker is not None and (table.pending or table.unseen):
        return [taker]
    seats = [] if table.phase == "over" else [table.turn]
    if taker is not None and taker not in seats:
        seats = [taker, *seats] if table.seats[taker].actions else [*seats, taker]
    return seats if table.unseen is None else [seat for seat in seats if table.seats[seat].actions]


# -- Number cards -----------------------------------------------------------------------------------------


def number_choices(
    table: PerfectNumbersTable, names: Sequence[str], seat: int, card: Card
) -> tuple[Choice, ...]:
    own = [choice for row in COLOUR_ROWS for choice in _added(table, names, seat, card, row)]
    others = [(seat + step) % table.players for step in range(1, table.players)]
    abroad = [
        choice
        for other in others
        for row in COLOUR_ROWS
        for choice in _added(table, names, seat, card, row, other)
    ]
    if own:
        return (*own, *abroad)
    refusal = why_not_laid(table, seat, card)
    return (Choice(_("Own collection"), _("Not now: tap to see why"), reason=refusal), *abroad)


def why_not_laid(table: PerfectNumbersTable, seat: int, card: Card) -> Message | None:
    """Why the card cannot be added to the own collection now."""
    rows: Sequence[str | None] = list(table.seats[seat].rows) if card.colour == JOKER else [None]
    for row in rows or [None]:
        move = {"move": "add", "seat": seat, "card": card.as_json(), **({"row": row} if row else {})}
        found = tried(table, move)
        if isinstance(found, Message):
            return found
    return None


def _added(
    table: PerfectNumbersTable,
    names: Sequence[str],
    seat: int,
    card: Card,
    row: str,
    other: int | None = None,
) -> Iterator[Choice]:
    move: Move = {"move": "add", "seat": seat, "card": card.as_json(), "row": row}
    if other is not None:
        move["other"] = other
    if not fits(table, move):
        return
    seen = outlook(table, card.as_json(), row, other, seat)
    owner = seat if other is None else other
    title = row_name(row) if row in table.seats[owner].rows else _new_row(row)
    place = row if other is None else ""
    if other is not None:
        title = f"{names[other]} · {title}"
    if seen.outcome == "perfect":
        closes = _closes(seen.length, seen.bonus)
        yield Choice(title, closes, _plus(seen.points), "perfect", move, place=place)
        told = _("Perfect, but it stays open: {cards}").format(cards=cards_then(seen.length))
        yield Choice(title, told, kind="higher", move={**move, "close": False})
    elif seen.outcome == "higher":
        told = _("Higher: {cards}").format(cards=cards_then(seen.length))
        yield Choice(title, told, kind="higher", move=move, place=place)
    elif seen.lost_to is None:
        yield Choice(title, _lower(seen, names), _minus(seen.lost), "lower", move, place=place)
    else:
        yield Choice(title, _lower(seen, names), _gain(seen, names, seat), "gift", move)


def _new_row(row: str) -> str:
    return row_name(row) if row == JOKER_ROW else _("New row: {colour}").format(colour=word(row))


def _plus(number: int) -> str:
    return f"+{number}"


def _closes(cards: int, bonus: int) -> str:
    if not bonus:
        return _("Perfect: close it, {n} cards").format(n=cards)
    return _("Perfect: close it, {n} cards and {bonus} from the draw pile").format(n=cards, bonus=bonus)


def _lower(seen: Outlook, names: Sequence[str]) -> str:
    left = cards_then(seen.length)
    if seen.lost_to is None:
        told = ngettext(
            "Lower: {n} card is discarded, {left}", "Lower: {n} cards are discarded, {left}", seen.lost
        )
        return told.format(n=seen.lost, left=left)
    told = ngettext(
        "Lower: {n} card goes to {name}, {left}", "Lower: {n} cards go to {name}, {left}", seen.lost
    )
    return told.format(n=seen.lost, name=names[seen.lost_to], left=left)


def _minus(number: int) -> str:
    return f"−{number}"


def _gain(seen: Outlook, names: Sequence[str], seat: int) -> str:
    """What driven cards are worth, and to whom where that is somebody else."""
    who = seen.lost_to
    return _plus(seen.lost) if who is None or who == seat else f"{names[who]} {_plus(seen.lost)}"


# -- Action cards -----------------------------------------------------------------------------------------


def action_choices(
    table: PerfectNumbersTable, names: Sequence[str], seat: int, action: str, in_hand: bool
) -> tuple[Choice, ...]:
    if action == STEAL:
        used = _thefts(table, names, seat)
    else:
        used = _protections(table, seat) if action == PROTECT else _rotations(table, seat)
    if not in_hand:
        return tuple(asked_when(table, choice) for choice in used)
    store: Move = {"move": "store", "seat": seat, "action": action}
    refused = tried(table, store)
    reason = refused if isinstance(refused, Message) else None
    kept = [Choice(_("Store it"), _("For later, beside the rows"), move=store, reason=reason)]
    drop: Move = {"move": "drop", "seat": seat, "action": action}
    if fits(table, drop):
        kept.append(Choice(_("Discard it"), _("It can be neither stored nor used"), "−1", "lower", drop))
    return (*used, *kept)


def _protections(table: PerfectNumbersTable, seat: int) -> Iterator[Choice]:
    rows = table.seats[seat].rows
    for row, cards in rows.items():
        move: Move = {"move": "protect", "seat": seat, "row": row}
        if fits(table, move):
            told = _("This card goes face down on top: {cards}").format(cards=cards_then(len(cards) + 1))
            yield Choice(row_name(row), told, move=move, place=row)
    turned = tuple(_turned_down(table, seat))
    if turned:
        told = _("The top card of a row goes face down on a row")
        yield Choice(_("Discard Protect instead"), told, further=turned)


def _turned_down(table: PerfectNumbersTable, seat: int) -> Iterator[Choice]:
    rows = table.seats[seat].rows
    for source in rows:
        for row in rows:
            move: Move = {"move": "protect", "seat": seat, "from": source, "row": row}
            if fits(table, move):
                title = _("{card} from the top of: {row}").format(
                    card=card_name(rows[source][-1]), row=row_name(source)
                )
                yield Choice(title, _("face down on: {row}").format(row=row_name(row)), move=move)


def _rotations(table: PerfectNumbersTable, seat: int) -> Iterator[Choice]:
    for row, cards in table.seats[seat].rows.items():
        move: Move = {"move": "rotate", "seat": seat, "row": row}
        after = tried(table, move)
        if isinstance(after, Message):
            continue
        told = _("From the bottom to the top: {card}").format(card=card_name(cards[0]))
        gained = after.scores[seat] - table.scores[seat]
        if gained:
            closed = _closes(len(cards), gained - len(cards))
            yield Choice(row_name(row), f"{told}. {closed}", _plus(gained), "perfect", move, place=row)
            told = _("{told}, but the row stays open").format(told=told)
            yield Choice(row_name(row), told, move={**move, "close": False})
        else:
            yield Choice(row_name(row), told, move=move, place=row)


def _thefts(table: PerfectNumbersTable, names: Sequence[str], seat: int) -> Iterator[Choice]:
    for step in range(1, table.players):
        other = (seat + step) % table.players
        for row, cards in table.seats[other].rows.items():
            move: Move = {"move": "steal", "seat": seat, "other": other, "row": row}
            title = f"{names[other]} · {row_name(row)}"
            refused = tried(table, {**move, "discard": True})
            if isinstance(refused, Message):
                yield Choice(title, _("Protected"), reason=refused)
                continue
            told = _("On top: {card}").format(card=card_name(cards[-1]))
            yield Choice(title, told, further=tuple(_stolen(table, seat, move, cards[-1])))


def _stolen(table: PerfectNumbersTable, seat: int, steal: Move, card: Card) -> Iterator[Choice]:
    for row in COLOUR_ROWS:
        move = {**steal, "to_row": row}
        after = tried(table, move)
        if isinstance(after, Message):
            continue
        title = row_name(row) if row in table.seats[seat].rows else _new_row(row)
        gained = after.scores[seat] - table.scores[seat]
        if gained:
            yield Choice(title, _closes(card.number, gained - card.number), _plus(gained), "perfect", move)
            told = _("Perfect, but it stays open: {cards}").format(cards=cards_then(card.number))
            yield Choice(title, told, kind="higher", move={**move, "close": False})
            continue
        now = len(after.seats[seat].rows[row if card.colour == JOKER else card.colour])
        lost = len(table.seats[seat].rows.get(row, ())) + 1 - now
        if lost:
            seen = Outlook("lower", row, now, lost)
            yield Choice(title, _lower(seen, ()), _minus(lost), "lower", move)
        else:
            yield Choice(title, _("Higher: {cards}").format(cards=cards_then(now)), kind="higher", move=move)
    for row, cards in own_sizes(table, seat).items():
        move = {**steal, "drop": row}
        if fits(table, move):
            told = _("Discard: {row}").format(row=row_name(row))
            yield Choice(_new_row(card.colour), told, f"−{cards}", "lower", move)
    discard = {**steal, "discard": True}
    yield Choice(_("Discard it"), card_name(card), move=discard)


# -- Making room ------------------------------------------------------------------------------------------


def room_choices(table: PerfectNumbersTable, seat: int) -> tuple[Choice, ...]:
    """Whole rows that may be discarded now, for a card that has no place."""
    return tuple(
        Choice(_("Discard: {row}").format(row=row_name(row)), _("To make room"), f"−{cards}", "lower", move)
        for row, cards in own_sizes(table, seat).items()
        if fits(table, move := {"move": "drop", "seat": seat, "row": row})
    )


def own_sizes(table: PerfectNumbersTable, seat: int) -> Mapping[str, int]:
    collection = table.seats[seat]
    rows = {row: len(cards) for row, cards in collection.rows.items()}
    return {**rows, ACTION_ROW: len(collection.actions)}


def choices_for(
    table: PerfectNumbersTable, names: Sequence[str], seat: int, card: Taken, in_hand: bool
) -> tuple[Choice, ...]:
    if isinstance(card, str):
        return action_choices(table, names, seat, card, in_hand)
    return number_choices(table, names, seat, card)
