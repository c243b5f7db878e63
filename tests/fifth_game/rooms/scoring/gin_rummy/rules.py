"""Gin Rummy (in the public domain), for two players: hands until somebody has a hundred points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scoring.core import (
    Fields,
    Game,
    IllegalMove,
    InvalidOptions,
    Line,
    Message,
    Phase,
    Problem,
    Result,
    Setup,
    competition_ranks,
    error,
    first_places,
    refuse_sheet,
    warning,
)

# -- Components -------------------------------------------------------------------------------------------

CARDS = 52
PLAYERS = 2
DEALT = 10
STOCK = CARDS - PLAYERS * DEALT - 1
LEFT_IN_STOCK = 2
"""These are never drawn: a hand that comes down to them without a knock is nobody's."""

MOST_TO_KNOCK = 10
MOST_DEADWOOD = 98
"""Two each of king, queen, jack and ten in suits that do not run, and two nines."""

TARGET = 100
GIN, BIG_GIN = 25, 31
GAME_BONUS, LINE_BONUS = 100, 25
UNDERCUTS = (25, 10)
"""What an undercut brings. Older books say ten."""

MOST_HANDS = 99

# -- Set-up -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    undercut: int
    big_gin: bool
    """Eleven cards in melds, without a discard, are worth more than gin."""


def read_options(_players: int, options: object) -> Options:
    fields = Fields(options, InvalidOptions, "options")
    undercut = fields.integer("undercut", min(UNDERCUTS), max(UNDERCUTS), UNDERCUTS[0])
    if undercut not in UNDERCUTS:
        fields.refuse("gin_rummy.undercut", "undercut", bonuses=list(UNDERCUTS))
    big_gin = fields.flag("big_gin")
    fields.finish()
    return Options(undercut, big_gin)


def lay(_players: int, _options: Options) -> Setup:
    counts: dict[str, int | None] = {"dealt": PLAYERS * DEALT, "discards": 1, "stock": STOCK}
    steps = [
        Message("gin_rummy.setup.cut"),
        Message("gin_rummy.setup.deal", {"each": DEALT, "cards": PLAYERS * DEALT}),
        Message("gin_rummy.setup.upcard"),
        Message("gin_rummy.setup.stock", {"cards": STOCK}),
        Message("gin_rummy.setup.other_begins"),
    ]
    return Setup(counts, steps)


# -- A hand -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """How a hand ended: who knocked, or nobody, and the deadwood of both once all was laid off."""

    knocker: int | None = None
    deadwood: tuple[int, int] = (0, 0)
    big_gin: bool = False

    @property
    def gin(self) -> bool:
        return self.knocker is not None and not self.deadwood[self.knocker]

    @property
    def winner(self) -> int | None:
        """Whoever has less deadwood. The other one wins if both have as much, unless it was gin."""
        if self.knocker is None:
            return None
        own, other = self.deadwood[self.knocker], self.deadwood[1 - self.knocker]
        return self.knocker if self.gin or own < other else 1 - self.knocker

    @property
    def undercut(self) -> bool:
        return self.winner is not None and self.winner != self.knocker

    @property
    def difference(self) -> int:
        return abs(self.deadwood[0] - self.deadwood[1]) if self.knocker is not None else 0

    def bonus(self, undercut: int) -> int:
        if self.big_gin:
            return BIG_GIN
        if self.gin:
            return GIN
        return undercut if self.undercut else 0


def after_each(hands: Sequence[Hand], undercut: int) -> Iterator[tuple[int, int]]:
    """What both have after each hand, before the bonuses of the end."""
    totals = [0, 0]
    for hand in hands:
        if hand.winner is not None:
            totals[hand.winner] += hand.difference + hand.bonus(undercut)
        yield totals[0], totals[1]


# -- The table --------------------------------------------------------------------------------------------

Offer = Literal["", "first", "second", "refused"]
"""The card that is turned up first: offered to whoever begins, then to the dealer, then wanted by nobody."""


@dataclass(frozen=True, slots=True)
class GinRummyTable:
    players: int
    options: Options
    starter: int
    turn: int
    phase: Phase
    dealer: int
    stock: int
    offer: Offer
    drawn: bool
    """Whoever has the turn holds eleven cards."""
    hands: tuple[Hand, ...] = ()
    totals: tuple[int, int] = (0, 0)
    """Without the bonuses of the end."""
    trigger: str | None = None

    @property
    def round(self) -> int:
        return len(self.hands) + (self.phase != "over" or not self.hands)

    @property
    def discards(self) -> int:
        return CARDS - PLAYERS * DEALT - self.stock - self.drawn

    @property
    def counts(self) -> dict[str, Any]:
        return {"stock": self.stock, "discards": self.discards, "hands": len(self.hands)}


def open_table(players: int, options: Options, starter: int) -> GinRummyTable:
    return GinRummyTable(players, options, starter, starter, "play", 1 - starter, STOCK, "first", drawn=False)


def _deal(table: GinRummyTable, dealer: int) -> GinRummyTable:
    return replace(table, turn=1 - dealer, dealer=dealer, stock=STOCK, offer="first", drawn=False)


# -- Moves ------------------------------------------------------------------------------------------------

PLACES = ("stock", "discards")


def draw(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    place = fields.choice("from", PLACES)
    fields.finish()

    if table.drawn:
        raise IllegalMove("gin_rummy.discard_first")
    if place == "stock" and table.offer in ("first", "second"):
        raise IllegalMove("gin_rummy.take_or_pass")
    if place == "discards" and table.offer == "refused":
        raise IllegalMove("gin_rummy.nobody_wanted_it")
    if place == "discards" and not table.discards:
        raise IllegalMove("gin_rummy.nothing_discarded")

    return replace(table, stock=table.stock - (place == "stock"), offer="", drawn=True)


def pass_turn(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    """Nobody needs to take the card that is turned up first."""
    fields.finish()

    if table.offer not in ("first", "second"):
        raise IllegalMove("gin_rummy.no_passing")

    return replace(table, turn=1 - table.turn, offer="second" if table.offer == "first" else "refused")


def discard(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    fields.finish()

    _verify_drawn(table)

    if table.stock <= LEFT_IN_STOCK:
        return _end_hand(table, Hand())
    return replace(table, turn=1 - table.turn, drawn=False)


def knock(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    """`deadwood` is the knocker's, `other` what the other one could not lay off; without any it is gin."""
    own = fields.integer("deadwood", 0, MOST_DEADWOOD)
    other = fields.integer("other", 0, MOST_DEADWOOD)
    fields.finish()

    _verify_drawn(table)
    if own > MOST_TO_KNOCK:
        raise IllegalMove("gin_rummy.too_much_to_knock", deadwood=own, most=MOST_TO_KNOCK)

    return _end_hand(table, Hand(table.turn, _by_seat(table.turn, own, other)))


def big_gin(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    other = fields.integer("other", 0, MOST_DEADWOOD)
    fields.finish()

    _verify_drawn(table)
    if not table.options.big_gin:
        raise IllegalMove("gin_rummy.no_big_gin")

    return _end_hand(table, Hand(table.turn, _by_seat(table.turn, 0, other), big_gin=True))


def _verify_drawn(table: GinRummyTable) -> None:
    if not table.drawn:
        raise IllegalMove("gin_rummy.draw_first")


def _by_seat(seat: int, own: int, other: int) -> tuple[int, int]:
    return (own, other) if seat == 0 else (other, own)


# -- The end ----------------------------------------------------------------------------------------------


def _end_hand(table: GinRummyTable, hand: Hand) -> GinRummyTable:
    """The loser deals the next one; after a hand that is nobody's, the same dealer deals again."""
    totals = list(table.totals)
    if hand.winner is not None:
        totals[hand.winner] += hand.difference + hand.bonus(table.options.undercut)
    table = replace(table, hands=(*table.hands, hand), totals=(totals[0], totals[1]), drawn=False, offer="")
    if max(totals) >= TARGET:
        return replace(table, phase="over", trigger="target")
    if len(table.hands) == MOST_HANDS:
        return replace(table, phase="over", trigger="hands")
    return _deal(table, table.dealer if hand.winner is None else 1 - hand.winner)


def notices(table: GinRummyTable) -> list[Message]:
    if table.phase == "over":
        return [Message("notice.count_now")]
    told = []
    if table.offer in ("first", "second"):
        told.append(Message("gin_rummy.notice.upcard", {"seat": table.turn}))
    elif table.offer == "refused":
        told.append(Message("gin_rummy.notice.from_stock", {"seat": table.turn}))
    left = table.stock - LEFT_IN_STOCK
    if left <= 0:
        told.append(Message("gin_rummy.notice.last_discard"))
    elif left <= 2 * PLAYERS:
        told.append(Message("gin_rummy.notice.stock_low", {"cards": left}))
    return told


# -- When the real table disagrees ------------------------------------------------------------------------


def correct(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    """Sets the stock, the turn or the dealer to what is true at the table.

    Whoever has lost the turn has discarded.
    """
    turn = fields.integer("turn", 0, PLAYERS - 1, table.turn)
    dealer = fields.integer("dealer", 0, PLAYERS - 1, table.dealer)
    stock = fields.integer("stock", LEFT_IN_STOCK, STOCK, table.stock)
    fields.finish()

    drawn = table.drawn and turn == table.turn
    if table.phase == "over":
        raise IllegalMove("gin_rummy.nothing_to_correct")
    if stock == LEFT_IN_STOCK and not drawn:
        raise IllegalMove("gin_rummy.hand_is_over", cards=LEFT_IN_STOCK)

    offer = table.offer if stock == STOCK else ""
    return replace(table, turn=turn, dealer=dealer, stock=stock, offer=offer, drawn=drawn)


def end(table: GinRummyTable, fields: Fields) -> GinRummyTable:
    """The table breaks up; the hand that was being played is nobody's and not written down."""
    fields.finish()

    return replace(table, phase="over", trigger="table", drawn=False, offer="")


MOVES = {
    "draw": draw,
    "pass": pass_turn,
    "discard": discard,
    "knock": knock,
    "big_gin": big_gin,
    "correct": correct,
    "end": end,
}

# -- Scoring ----------------------------------------------------------------------------------------------

Sheet = tuple[Hand, ...]


def sheet(table: GinRummyTable) -> dict[str, Any]:
    return {
        "hands": [
            {"knocker": hand.knocker, "deadwood": list(hand.deadwood), "big_gin": hand.big_gin}
            for hand in table.hands
        ]
    }


def read_sheet(_players: int, _options: Options, sheet: object) -> Sheet:
    fields = Fields(sheet, refuse_sheet, "sheet")
    hands = fields.items("hands")
    fields.finish()
    if len(hands) > MOST_HANDS:
        fields.refuse("gin_rummy.too_many_hands", "hands", most=MOST_HANDS)
    return tuple(_read_hand(hand, f"sheet.hands.{number}") for number, hand in enumerate(hands))


def _read_hand(value: object, where: str) -> Hand:
    fields = Fields(value, refuse_sheet, where)
    knocker = fields.take("knocker")
    if knocker is not None:
        knocker = Fields({"knocker": knocker}, refuse_sheet, where).integer("knocker", 0, PLAYERS - 1)
    deadwood = fields.items("deadwood")
    if len(deadwood) != PLAYERS:
        fields.refuse("field.one_number_per_seat", "deadwood")
    by_seat = Fields({str(seat): n for seat, n in enumerate(deadwood)}, refuse_sheet, f"{where}.deadwood")
    first, second = (by_seat.integer(str(seat), 0, MOST_DEADWOOD) for seat in range(PLAYERS))
    big_gin = fields.flag("big_gin")
    fields.finish()
    return Hand(knocker, (first, second), big_gin)


def find_problems(_players: int, options: Options, hands: Sheet) -> Iterator[Problem]:
    """Hands are numbered from one, as they are called at the table."""
    for number, hand in enumerate(hands, 1):
        yield from _problems_of(number, hand, options)
    standings = list(after_each(hands, options.undercut))
    decided = next((number for number, totals in enumerate(standings, 1) if max(totals) >= TARGET), None)
    if decided is None:
        most = max(standings[-1]) if standings else 0
        yield warning("gin_rummy.not_yet_decided", points=most, target=TARGET)
    elif decided < len(hands):
        yield error("gin_rummy.decided_before", hand=decided, target=TARGET)


def _problems_of(number: int, hand: Hand, options: Options) -> Iterator[Problem]:
    if hand.knocker is None:
        if hand.big_gin or any(hand.deadwood):
            yield error("gin_rummy.nobody_knocked", hand=number)
        return
    own = hand.deadwood[hand.knocker]
    if own > MOST_TO_KNOCK:
        yield error("gin_rummy.knocked_with_too_much", seat=hand.knocker, hand=number, most=MOST_TO_KNOCK)
    if hand.big_gin and not options.big_gin:
        yield error("gin_rummy.big_gin_not_played", hand=number)
    if hand.big_gin and own:
        yield error("gin_rummy.big_gin_with_deadwood", seat=hand.knocker, hand=number)


def explain(hands: Sheet, undercut: int, seat: int) -> Iterator[Line]:
    won = 0
    for number, hand in enumerate(hands, 1):
        if hand.winner != seat:
            continue
        won += 1
        args = {"hand": number, "own": hand.deadwood[seat], "other": hand.deadwood[1 - seat]}
        yield Line("hands", hand.difference, "gin_rummy.line.hand", args)
        if bonus := hand.bonus(undercut):
            yield Line("bonuses", bonus, _bonus_key(hand), {"hand": number})
    if seat == decided_by(hands, undercut):
        yield Line("game", GAME_BONUS, "gin_rummy.line.game", {"target": TARGET})
    if won:
        yield Line("lines", won * LINE_BONUS, "gin_rummy.line.lines", {"hands": won, "each": LINE_BONUS})


def _bonus_key(hand: Hand) -> str:
    if hand.big_gin:
        return "gin_rummy.line.big_gin"
    return "gin_rummy.line.gin" if hand.gin else "gin_rummy.line.undercut"


def decided_by(hands: Sheet, undercut: int) -> int | None:
    """Whoever was the first to have a hundred points."""
    over = (totals for totals in after_each(hands, undercut) if max(totals) >= TARGET)
    totals = next(over, None)
    return None if totals is None else totals.index(max(totals))


# -- Ranking ----------------------------------------------------------------------------------------------


def rank_reasons(totals: Sequence[int]) -> list[Message]:
    key = "rank.by_points" if len(set(totals)) == len(totals) else "gin_rummy.rank.shared"
    return [Message(key, {"points": points}) for points in totals]


# -- The game ---------------------------------------------------------------------------------------------


def count(players: int, options: Options, hands: Sheet, problems: list[Problem]) -> Result:
    lines = [list(explain(hands, options.undercut, seat)) for seat in range(players)]
    totals = [sum(line.points for line in seat) for seat in lines]
    ranks = competition_ranks(totals)
    return Result(totals, ranks, first_places(ranks), rank_reasons(totals), lines, problems)


GAME: Game[Options, GinRummyTable, Sheet] = Game(
    key="gin_rummy",
    fewest=PLAYERS,
    most=PLAYERS,
    read_options=read_options,
    lay=lay,
    open=open_table,
    moves=MOVES,
    notices=notices,
    sheet=sheet,
    read_sheet=read_sheet,
    problems=find_problems,
    count=count,
)
