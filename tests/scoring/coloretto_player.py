"""Random Coloretto players with a real shuffled deck, knowing nothing of the tracker but its moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.coloretto.rules import GAME
from tests.scoring.played import Played

COLOURS = ["orange", "blue", "brown", "yellow", "grey", "green", "pink"]
OTHERS = ["plus2"] * 10 + ["joker"] * 2 + ["golden"]
COLOURS_BACK_IN_THE_BOX = {2: 2, 3: 1, 4: 0, 5: 0}
LAST_ROUND = "LAST ROUND"


@dataclass
class RealTable:
    """Cardboard: the pile with its top card last, and cards that somebody can see."""

    players: int
    pile: list[str]
    hands: list[Counter[str]]
    rows: list[list[str] | None]
    caps: list[int]
    turn: int
    out: list[int] = field(default_factory=list)
    gone: Counter[str] = field(default_factory=Counter)
    last_round: bool = False
    rounds: int = 1

    def cards_left(self) -> int:
        return sum(card != LAST_ROUND for card in self.pile)

    def above(self) -> int:
        return 0 if self.last_round else len(self.pile) - 1 - self.pile.index(LAST_ROUND)

    def rows_with_room(self) -> list[int]:
        return [n for n, row in enumerate(self.rows) if row is not None and len(row) < self.caps[n]]

    def rows_with_cards(self) -> list[int]:
        return [n for n, row in enumerate(self.rows) if row]

    def everything(self) -> Counter[str]:
        """All but the last-round card, wherever it lies."""
        lying = Counter(card for row in self.rows for card in row or [])
        pile = Counter(card for card in self.pile if card != LAST_ROUND)
        return sum(self.hands, pile) + lying + self.gone

    def pass_the_turn(self) -> None:
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.turn not in self.out:
                return


def deal(rng: Random, players: int) -> dict[str, Any]:
    """Any colours back into the box, any start cards that the rulebook allows."""
    removed = rng.sample(COLOURS, COLOURS_BACK_IN_THE_BOX[players])
    colours = [colour for colour in COLOURS if colour not in removed]
    if players == 2:
        return {"removed": removed, "start": [rng.sample(colours, 2) for _ in range(2)]}
    return {"removed": removed, "start": [[colour] for colour in rng.sample(colours, players)]}


def lay_out(rng: Random, players: int, removed: list[str], start: list[list[str]]) -> RealTable:
    deck = Counter(colour for colour in COLOURS if colour not in removed for _ in range(9)) + Counter(OTHERS)
    hands = [Counter(cards) for cards in start]
    for hand in hands:
        deck -= hand
    pile = list(deck.elements())
    rng.shuffle(pile)
    pile.insert(15, LAST_ROUND)
    caps = [1, 2, 3] if players == 2 else [3] * players
    return RealTable(players, pile, hands, [[] for _ in caps], caps, rng.randrange(players))


class Tracker:
    """Plays every move of the cardboard table on the phone as well, and compares."""

    def __init__(self, rng: Random, real: RealTable, options: dict[str, Any], noting: float) -> None:
        self.rng = rng
        self.real = real
        self.options = options
        self.noting = noting
        self.table = GAME.start(real.players, options, real.turn)
        self.moves: list[dict[str, Any]] = []
        self.bonus_cards_unlogged = 0
        self.cards_never_logged = 0
        self.all_cards = real.everything()

    def log(self, move: dict[str, Any]) -> None:
        assert GAME.why_not(self.table, move) is None, (move, GAME.why_not(self.table, move))
        self.table = GAME.play(self.table, move)
        self.moves.append(move)

    def noted(self) -> bool:
        return self.rng.random() < self.noting

    def log_last_round(self) -> None:
        """Sets the pile right again, whatever it had missed."""
        self.log({"move": "last_round"})
        self.cards_never_logged = self.bonus_cards_unlogged
        self.bonus_cards_unlogged = 0
        after_a_row = len(self.moves) > 1 and self.moves[-2]["move"] == "take"
        assert self.table.replacement_due or after_a_row
        assert self.table.phase == "last"

    def compare(self) -> None:
        table, real = self.table, self.real
        assert real.everything() == self.all_cards
        assert table.turn == real.turn
        assert table.round == real.rounds
        assert list(table.out) == real.out
        counts = table.counts
        assert counts["draw_pile"] == real.cards_left() + self.bonus_cards_unlogged
        assert counts["above_last_round"] == (real.above() + self.bonus_cards_unlogged) * (
            not real.last_round
        )
        assert counts["rows"] == [None if row is None else len(row) for row in real.rows]
        assert counts["gone"] == real.gone.total()
        held = sum(counts["held"]) + sum(n or 0 for n in counts["rows"]) + counts["gone"]
        assert held + counts["draw_pile"] + self.cards_never_logged == self.all_cards.total()
        for hand, truth in zip(table.hands, real.hands, strict=True):
            assert all(truth[card] >= n for card, n in hand.items() if card != "unknown")

    def offers_exactly_what_the_rules_allow(self) -> None:
        if not self.table.last_round_up and self.real.above() > 1:
            too_early = GAME.why_not(self.table, {"move": "last_round"})
            assert too_early is not None
        last_round_next = not self.table.last_round_up and self.table.above_last_round == 0
        for number in range(len(self.real.rows)):
            reason = GAME.why_not(self.table, {"move": "draw", "row": number})
            allowed = number in self.real.rows_with_room() and self.table.draw_pile > 0
            if allowed and last_round_next:
                assert reason is not None
                assert reason.key == "coloretto.last_round_due"
            else:
                assert (reason is None) == allowed
            reason = GAME.why_not(self.table, {"move": "take", "row": number})
            allowed = number in self.real.rows_with_cards()
            known_golden = "golden" in (self.table.rows[number] or ())
            if allowed and known_golden and last_round_next:
                assert reason is not None
                assert reason.key == "coloretto.last_round_due"
            else:
                assert (reason is None) == allowed


def play_out(
    rng: Random,
    players: int,
    full: bool,
    options: dict[str, Any] | None = None,
    noting: float | None = None,
) -> Played:
    """`noting` is how often a card is noted: always in full tracking, never in light, or in between."""
    dealt = deal(rng, players)
    if options is None:
        options = {"side": rng.choice(["brown", "purple"])} | (dealt if full else {})
    dealt |= {name: options[name] for name in dealt if options.get(name)}
    real = lay_out(rng, players, dealt["removed"], dealt["start"])
    starter = real.turn
    tracker = Tracker(rng, real, options, float(full) if noting is None else noting)
    eagerness = rng.choice([0.1, 0.4, 0.7])
    over = False
    while not over:
        tracker.compare()
        tracker.offers_exactly_what_the_rules_allow()
        can_draw = bool(real.rows_with_room()) and real.cards_left() > 0
        can_take = bool(real.rows_with_cards())
        if can_take and (not can_draw or rng.random() < eagerness):
            over = take_row(rng, real, tracker)
        else:
            lay_card(rng, real, tracker)
    assert tracker.table.phase == "over"
    truth = {"seats": [counted(hand) for hand in real.hands]}
    assert GAME.check(players, options, truth) == []
    GAME.score(players, options, truth)
    if full and "start" in options and tracker.noting == 1:
        assert GAME.sheet(tracker.table) == truth
    return Played(players, options, starter, tracker.moves, tracker.table)


def lay_card(rng: Random, real: RealTable, tracker: Tracker) -> None:
    card = real.pile.pop()
    if card == LAST_ROUND:
        real.last_round = True
        tracker.log_last_round()
        assert tracker.table.turn == real.turn
        card = real.pile.pop()
    number = rng.choice(real.rows_with_room())
    row = real.rows[number]
    assert row is not None
    row.append(card)
    real.pass_the_turn()
    tracker.log({"move": "draw", "row": number} | ({"card": card} if tracker.noted() else {}))


def take_row(rng: Random, real: RealTable, tracker: Tracker) -> bool:
    """Whether the game is over."""
    number = rng.choice(real.rows_with_cards())
    row = real.rows[number]
    assert row is not None
    real.rows[number] = None
    real.hands[real.turn].update(row)
    move: dict[str, Any] = {"move": "take", "row": number}
    told_late = False
    if "golden" in row and real.pile:
        bonus = real.pile.pop()
        instead_of_last_round = bonus == LAST_ROUND
        noted_in_row = "golden" in (tracker.table.rows[number] or ())
        others_left = len(real.out) + 1 < real.players
        told_late = instead_of_last_round and not noted_in_row and others_left and rng.random() < 0.5
        if instead_of_last_round:
            real.last_round = True
            bonus = real.pile.pop()
        if instead_of_last_round and not told_late:
            tracker.log_last_round()
        real.hands[real.turn][bonus] += 1
        if told_late:
            pass
        elif tracker.noted():
            move["bonus"] = bonus
        elif instead_of_last_round and not noted_in_row:
            move["bonus"] = "unknown"
        elif not noted_in_row:
            tracker.bonus_cards_unlogged += 1
    real.out.append(real.turn)
    over = False
    if len(real.out) < real.players:
        real.pass_the_turn()
    else:
        real.gone.update(card for row in real.rows for card in row or [])
        real.rows = [[] for _ in real.caps]
        real.out = []
        over = real.last_round
        real.rounds += not over
    tracker.log(move)
    if told_late:
        tracker.log_last_round()
        tracker.bonus_cards_unlogged = 1
        assert not tracker.table.replacement_due
    return over


def counted(hand: Counter[str]) -> dict[str, Any]:
    return {
        "cards": {colour: hand[colour] for colour in COLOURS if hand[colour]},
        "jokers": hand["joker"],
        "golden": hand["golden"],
        "plus2": hand["plus2"],
    }
