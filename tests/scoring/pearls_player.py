"""Random Pearls players with a real shuffled deck, knowing nothing of the tracker but its moves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from scoring import GAMES
from tests.scoring.played import Played

DECK = {"yellow": 24, "red": 20, "green": 16, "blue": 12, "turquoise": 8, "purple": 4, "wild": 16}
BACK_IN_THE_BOX = {2: ("yellow", "green"), 3: ("red",)}


def play_out(rng: Random, players: int, full: bool, options: dict[str, Any] | None = None) -> Played:
    game = GAMES["pearls"]
    options = options or {}
    starter = rng.randrange(players)
    removed = () if options.get("all_cards") else BACK_IN_THE_BOX.get(players, ())
    deck = [colour for colour, copies in DECK.items() if colour not in removed for _ in range(copies)]
    rng.shuffle(deck)
    size = len(deck)
    hands = [Counter(deck.pop() for _ in range(6)) for _ in range(players)]
    display = Counter(deck.pop() for _ in range(6))
    piles: list[Counter[str]] = [Counter() for _ in range(players)]
    necklaces = [4, 5, 5, 6, 6, 7, 7, 8, 8, 9]
    table = game.start(players, options, starter)
    moves: list[dict[str, Any]] = []
    if full:
        moves.append({"move": "correct", "display": dict(display)})
        table = game.play(table, moves[-1])
    last_turns: int | None = None
    seat = starter
    while last_turns != 0:
        assert table.turn == seat
        assert table.phase == ("play" if last_turns is None else "last")
        move = _choose(rng, hands[seat], display, necklaces, last_turns is not None)
        cards = move.pop("counted", Counter())
        if move["move"] == "take":
            hands[seat] += cards
            display -= cards
            refill = Counter(deck.pop() for _ in range(min(6 - display.total(), len(deck))))
            display += refill
            if full:
                move |= {"colour": next(iter(cards)), "refill": dict(refill)}
        elif move["move"] == "place":
            hands[seat] -= cards
            piles[seat] += cards
            if move.get("necklace"):
                necklaces.remove(move["cards"])
            if full:
                colour = next((shade for shade in cards if shade != "wild"), "wild")
                move["colour"] = colour
                if colour != "wild" and cards["wild"]:
                    move["wild"] = cards["wild"]
        assert game.why_not(table, move) is None, (move, game.why_not(table, move))
        table = game.play(table, move)
        moves.append(move)
        assert table.counts["draw_pile"] == len(deck)
        assert table.counts["display"] == display.total()
        assert table.counts["necklaces"] == len(necklaces)
        assert [held.hand for held in table.seats] == [hand.total() for hand in hands]
        assert [held.pile for held in table.seats] == [pile.total() for pile in piles]
        on_the_table = table.counts["draw_pile"] + table.counts["display"]
        assert on_the_table + sum(held.hand + held.pile for held in table.seats) == size
        if last_turns is not None:
            last_turns -= 1
        elif not deck or not necklaces:
            last_turns = players
        seat = (seat + 1) % players
    assert table.phase == "over"
    return Played(players, options, starter, moves, table)


def _choose(
    rng: Random, hand: Counter[str], display: Counter[str], necklaces: list[int], last: bool
) -> dict[str, Any]:
    takes = [colour for colour in display if hand.total() + display[colour] <= 10]
    if not last and takes and (not hand or rng.random() < 0.6):
        colour = rng.choice(takes)
        return {"move": "take", "cards": display[colour], "counted": Counter({colour: display[colour]})}
    if not hand:
        return {"move": "pass"}
    colour = rng.choice(list(hand))
    cards = Counter({colour: rng.randint(1, hand[colour])})
    if colour != "wild" and hand["wild"]:
        cards += Counter({"wild": rng.randint(0, hand["wild"])})
    move: dict[str, Any] = {"move": "place", "cards": cards.total(), "counted": cards}
    if cards.total() in necklaces and rng.random() < 0.9:
        move["necklace"] = True
    return move
