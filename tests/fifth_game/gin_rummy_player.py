"""Two people with a real pack of cards, who know nothing of the tracker but its moves.

They look for their melds, lay off, and add up by themselves: what they write down is compared with what the
rules count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.scoring.played import Played

HAND = 10
ENOUGH = 100
MOODS = {"eager": (10, 0.0), "patient": (0, 0.1), "greedy": (-1, 0.0), "careless": (10, 0.9)}
"""With how much deadwood one knocks, and how often one throws away anything."""


class Card(NamedTuple):
    rank: int
    suit: int

    @property
    def points(self) -> int:
        return min(self.rank, 10)


PACK = tuple(Card(rank, suit) for rank in range(1, 14) for suit in range(4))
Meld = frozenset[Card]


class Written(NamedTuple):
    """A hand as somebody with a pencil would note it: who knocked, both deadwoods, who gets how much."""

    knocker: int | None
    deadwood: tuple[int, int]
    winner: int | None = None
    points: int = 0
    big_gin: bool = False


# -- Melds ------------------------------------------------------------------------------------------------


def melds_in(cards: frozenset[Card]) -> Iterator[Meld]:
    ranks: defaultdict[int, list[Card]] = defaultdict(list)
    for card in cards:
        ranks[card.rank].append(card)
        run = [card]
        while (follower := Card(run[-1].rank + 1, card.suit)) in cards:
            run.append(follower)
            if len(run) >= 3:
                yield frozenset(run)
    for alike in ranks.values():
        for size in (3, 4):
            yield from map(frozenset, combinations(alike, size))


def worth(cards: frozenset[Card]) -> int:
    return sum(card.points for card in cards)


def best_melds(cards: frozenset[Card]) -> tuple[int, list[Meld]]:
    """The least deadwood that these cards can have, and the melds that leave it."""
    return _best(cards, list(melds_in(cards)))


def _best(cards: frozenset[Card], melds: list[Meld]) -> tuple[int, list[Meld]]:
    least: tuple[int, list[Meld]] = (worth(cards), [])
    for number, meld in enumerate(melds):
        deadwood, others = _best(cards - meld, [other for other in melds[number + 1 :] if not other & meld])
        if deadwood < least[0]:
            least = (deadwood, [meld, *others])
    return least


def laid_off(cards: frozenset[Card], melds: list[Meld]) -> int:
    """What is left to the other one, who first melds and then lays off as long as anything fits."""
    _deadwood, own = best_melds(cards)
    left, table = set(cards.difference(*own)), [set(meld) for meld in melds]
    fitting = True
    while fitting:
        fitting = False
        for meld in table:
            for card in sorted(left):
                if _fits(card, meld):
                    meld.add(card)
                    left.remove(card)
                    fitting = True
    return worth(frozenset(left))


def _fits(card: Card, meld: set[Card]) -> bool:
    ranks, suits = {other.rank for other in meld}, {other.suit for other in meld}
    if len(ranks) == 1:
        return card.rank in ranks
    return suits == {card.suit} and (card.rank + 1 == min(ranks) or card.rank - 1 == max(ranks))


# -- A game -----------------------------------------------------------------------------------------------


class Evening:
    """Hands until somebody has enough. Every move is first asked of the rules, then made."""

    def __init__(self, game: Any, rng: Random, options: dict[str, Any]) -> None:
        self.game, self.rng, self.options = game, rng, options
        self.starter = rng.randrange(2)
        self.table = game.start(2, options, self.starter)
        self.moves: list[dict[str, Any]] = []
        self.written: list[Written] = []

    def play(self, **move: Any) -> None:
        reason = self.game.why_not(self.table, move)
        assert reason is None, (move, reason)
        self.table = self.game.play(self.table, move)
        self.moves.append(move)

    def points(self) -> list[int]:
        return [sum(hand.points for hand in self.written if hand.winner == seat) for seat in range(2)]

    def play_out(self) -> None:
        dealer = 1 - self.starter
        while max(self.points()) < ENOUGH:
            assert self.table.phase == "play"
            assert self.table.round == len(self.written) + 1
            assert (self.table.dealer, self.table.turn) == (dealer, 1 - dealer)
            hand = self.play_hand(dealer)
            self.written.append(hand)
            if hand.winner is not None:
                dealer = 1 - hand.winner
            assert list(self.table.totals) == self.points()

    def play_hand(self, dealer: int) -> Written:
        stock = self.rng.sample(PACK, len(PACK))
        hands = [frozenset(stock.pop() for _ in range(HAND)) for _ in range(2)]
        discards = [stock.pop()]
        seat, offered = 1 - dealer, 0
        self.most, self.carelessness = MOODS[self.rng.choice(list(MOODS))]
        while len(stock) > 2:
            assert self.table.turn == seat
            assert self.table.counts["stock"] == len(stock)
            assert self.table.counts["discards"] == len(discards)
            helps = bool(discards) and self._helps(hands[seat], discards[-1])
            if offered < 2 and not self.table.drawn and not helps:
                self.play(move="pass")
                seat, offered = 1 - seat, offered + 1
                continue
            picked = helps and offered != 2
            offered = 3
            card = discards.pop() if picked else stock.pop()
            self.play(move="draw", **{"from": "discards" if picked else "stock"})
            if (hand := self._finish(seat, hands[seat] | {card}, hands[1 - seat])) is not None:
                return hand
            hands[seat], thrown = self._throw(hands[seat] | {card}, card if picked else None)
            discards.append(thrown)
            self.play(move="discard")
            seat = 1 - seat
        return Written(None, (0, 0))

    @staticmethod
    def _helps(hand: frozenset[Card], card: Card) -> bool:
        return any(card in meld for meld in best_melds(hand | {card})[1])

    def _throw(self, cards: frozenset[Card], taken: Card | None) -> tuple[frozenset[Card], Card]:
        """Away with what leaves least deadwood; what was just taken up may not be laid down again."""
        choices = sorted(card for card in cards if card != taken)
        if self.rng.random() < self.carelessness:
            thrown = self.rng.choice(choices)
        else:
            thrown = min(choices, key=lambda card: best_melds(cards - {card})[0])
        return cards - {thrown}, thrown

    def _finish(self, seat: int, cards: frozenset[Card], others: frozenset[Card]) -> Written | None:
        if self.options.get("big_gin") and best_melds(cards)[0] == 0:
            against, _melds = best_melds(others)
            self.play(move="big_gin", other=against)
            return self._written(seat, 0, against, big_gin=True)
        deadwood, melds = min(
            (best_melds(cards - {card}) for card in sorted(cards)), key=lambda best: best[0]
        )
        if deadwood > self.most:
            return None
        against = laid_off(others, melds) if deadwood else best_melds(others)[0]
        self.play(move="knock", deadwood=deadwood, other=against)
        return self._written(seat, deadwood, against)

    def _written(self, seat: int, own: int, against: int, big_gin: bool = False) -> Written:
        deadwood = (own, against) if seat == 0 else (against, own)
        if big_gin:
            return Written(seat, deadwood, seat, against + 31, True)
        if own == 0:
            return Written(seat, deadwood, seat, against + 25)
        if own < against:
            return Written(seat, deadwood, seat, against - own)
        return Written(seat, deadwood, 1 - seat, own - against + self.options.get("undercut", 25))

    def final(self) -> list[int]:
        """A hundred to whoever came there first, and twenty-five for each hand that was won."""
        totals = self.points()
        winner = totals.index(max(totals))
        won = [sum(hand.winner == seat for hand in self.written) for seat in range(2)]
        return [totals[seat] + 100 * (seat == winner) + 25 * won[seat] for seat in range(2)]


def evening(game: Any, rng: Random, options: dict[str, Any]) -> Evening:
    played = Evening(game, rng, options)
    played.play_out()
    return played


def play_out(rng: Random, players: int, full: bool) -> Played:
    """Nothing more can be tracked in full; so that both kinds differ, one of them is played with big gin."""
    from scoring import GAMES

    options: dict[str, Any] = {"big_gin": True, "undercut": 10} if full else {}
    played = evening(GAMES["gin_rummy"], rng, options)
    return Played(players, options, played.starter, played.moves, played.table)
