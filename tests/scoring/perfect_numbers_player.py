"""Random but legal players of Perfect Numbers, with a real deck and collections of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scoring.perfect_numbers.rounds import before_refill
from scoring.perfect_numbers.rules import GAME
from tests.scoring.played import Played

SHADES = ["red", "blue", "green", "yellow", "purple"]
KINDS = ["protect", "move", "steal"]
GROUPS = [3, 2, 2, 1]
Move = dict[str, Any]
CardJson = dict[str, Any]


def made_up_deck(copies: int, of_each_action: int) -> list[CardJson]:
    """The rulebook does not say what is in the box; this is about what reviews describe."""
    numbers = [{"colour": c, "number": v} for c in SHADES for v in range(2, 8)] * copies
    jokers = [{"colour": "joker", "number": v} for v in range(2, 8)]
    return numbers + jokers + [{"action": kind} for kind in KINDS] * of_each_action


@dataclass
class Player:
    rows: dict[str, list[CardJson]] = field(default_factory=dict)
    stored: list[str] = field(default_factory=list)
    score: int = 0

    def lies_there(self) -> int:
        return sum(len(row) for row in self.rows.values()) + len(self.stored)


@dataclass
class Model:
    """The cards on a real table. Every method moves cards about and trusts its caller."""

    deck: list[CardJson]
    people: list[Player]
    three_rows: bool
    loser_of_lower: str
    move_bonus: bool
    stolen_may_drop: bool
    market: list[list[CardJson]] = field(default_factory=list)
    hand: list[CardJson] = field(default_factory=list)
    discards: int = 0
    had: set[str] = field(default_factory=set)
    """The colours that lay before whoever took the group in hand, when it was taken."""
    laid_now: dict[str, int] = field(default_factory=dict)
    told_lightly: list[Move] = field(default_factory=list)
    """What a phone that knows no rows has to be told."""
    short_bonus: bool = False
    stored_first: bool = False
    """A phone that was not told the cards takes an action for a stored one, if there is one."""

    def refill(self) -> None:
        self.market = [[self.deck.pop() for _ in range(size)] for size in GROUPS]

    def closes(self, actor: int, owner: int, name: str, card: CardJson, by_move: bool = False) -> None:
        row = self.people[owner].rows.pop(name)
        bonus = 0 if card["colour"] == "joker" else {5: 1, 6: 3, 7: 5}.get(len(row), 0)
        if by_move and not self.move_bonus:
            bonus = 0
        gained = len(row)
        for _ in range(bonus):
            if self.deck:
                self.deck.pop()
                gained += 1
            else:
                self.short_bonus = True
        self.people[actor].score += gained
        notes = {"joker": card["colour"] == "joker", "by_move": by_move}
        said = {note: True for note, holds in notes.items() if holds}
        self.told_lightly.append({"move": "close", "seat": actor, "number": len(row), **said})

    def lays(self, actor: int, owner: int, name: str, card: CardJson, close: bool) -> None:
        rows = self.people[owner].rows
        row = rows.setdefault(name, [])
        row.append(card)
        if name == "joker-row" and card["colour"] != "joker":
            rows[card["colour"]] = rows.pop(name)
            name = card["colour"]
        if card["number"] == len(row):
            if close:
                self.closes(actor, owner, name, card)
        elif card["number"] < len(row):
            for _ in range(card["number"]):
                row.pop()
            if owner == actor:
                self.discards += card["number"]
            else:
                lucky = owner if self.loser_of_lower == "owner" else actor
                self.people[lucky].score += card["number"]
                self.told_lightly.append({"move": "score", "seat": lucky, "cards": card["number"]})

    # What the rules allow, told from the cards on the table.

    def places_for_colours(self, who: int) -> int:
        person = self.people[who]
        if self.three_rows:
            return 3 - len(person.rows)
        return 4 - len(person.rows) - (1 if person.stored else 0)

    def home(self, who: int, colour: str) -> list[str]:
        """Where a coloured card may lie in this collection."""
        rows = self.people[who].rows
        if colour in rows:
            return [colour]
        found = ["joker-row"] if "joker-row" in rows else []
        return [*found, colour] if self.places_for_colours(who) > 0 else found

    def home_once_used(self, who: int, colour: str, kind: str) -> list[str]:
        """A stored action card leaves its place when it is used."""
        person, stored = self.people[who], list(self.people[who].stored)
        if self.from_store(who, kind):
            person.stored.remove(kind)
        homes = self.home(who, colour)
        person.stored = stored
        return homes

    def frees_a_place(self, who: int, kind: str) -> list[str]:
        """What could be discarded for a stolen card, once the action card has left its place."""
        left = len(self.people[who].stored) - self.from_store(who, kind)
        return [*self.people[who].rows, *(["actions"] if left and not self.three_rows else [])]

    def open_abroad(self, actor: int, colour: str) -> list[tuple[int, str]]:
        return [
            (who, name)
            for who in range(len(self.people))
            if who != actor
            for name in self.home(who, colour)
            if not (row := self.people[who].rows.get(name)) or row[-1]["number"]
        ]

    def own_colours_in_hand(self) -> list[CardJson]:
        return [card for card in self.hand if card.get("colour") in self.had]

    def adds(self, who: int) -> Iterator[Move]:
        for card in self.hand:
            if "action" in card:
                continue
            others = list(self.hand)
            others.remove(card)
            if card["colour"] == "joker":
                yield from self.joker_adds(who, card, others)
            elif not any(
                o.get("colour") == card["colour"] and o["number"] < card["number"] for o in others
            ) and not (card["colour"] not in self.had and self.own_colours_in_hand()):
                yield from self.colour_adds(who, card, others)

    def joker_adds(self, who: int, card: CardJson, others: list[CardJson]) -> Iterator[Move]:
        rows = self.people[who].rows
        in_time = [name for name in rows if self.laid_now.get(name, 0) <= card["number"]]
        for name in in_time or list(rows) or ["joker-row"]:
            if not any(o.get("colour") == name and o["number"] < card["number"] for o in others):
                yield {"move": "add", "card": card, "row": name}

    def colour_adds(self, who: int, card: CardJson, others: list[CardJson]) -> Iterator[Move]:
        rows, colour = self.people[who].rows, card["colour"]
        homes = self.home(who, colour)
        jokers_wait = any(o.get("colour") == "joker" and o["number"] < card["number"] for o in others)
        other_colours = any(o.get("colour", colour) not in ("joker", colour) for o in others)
        for name in homes:
            if not (jokers_wait and list(rows) == [name] and not other_colours):
                yield {"move": "add", "card": card, "row": name}
        if not homes:
            for other, name in self.open_abroad(who, colour):
                yield {"move": "add", "card": card, "other": other, "row": name}

    def drops(self, who: int) -> Iterator[Move]:
        person = self.people[who]
        own = self.own_colours_in_hand()
        if own and all(self.home(who, card["colour"]) for card in own):
            return
        actions_in_hand = any("action" in card for card in self.hand)
        cramped = any(
            card["colour"] != "joker" and not self.home(who, card["colour"])
            for card in self.hand
            if "action" not in card
        )
        no_shelf = actions_in_hand and not person.stored and not self.three_rows and len(person.rows) == 4
        for name in person.rows:
            if cramped or no_shelf:
                yield {"move": "drop", "row": name}
        if person.stored and cramped and not self.three_rows:
            yield {"move": "drop", "row": "actions"}

    def can_store(self, who: int, kind: str) -> bool:
        person = self.people[who]
        if person.stored:
            return len(person.stored) < 2 and kind not in person.stored
        return self.three_rows or len(person.rows) < 4

    def stores(self, who: int) -> Iterator[Move]:
        for kind in {card["action"] for card in self.hand if "action" in card}:
            if self.can_store(who, kind):
                if not self.own_colours_in_hand():
                    yield {"move": "store", "action": kind}
            elif not list(self.uses(who, kind)):
                yield {"move": "drop", "action": kind}

    def uses(self, who: int, kind: str) -> Iterator[Move]:
        rows = self.people[who].rows
        if kind == "move":
            yield from ({"move": "rotate", "row": name} for name in rows)
        elif kind == "protect":
            yield from ({"move": "protect", "row": name} for name in rows)
            for source in rows:
                for name in rows:
                    if source != name or len(rows[name]) > 1:
                        yield {"move": "protect", "from": source, "row": name}
        else:
            for other, person in enumerate(self.people):
                for name, row in person.rows.items():
                    if other != who and row[-1]["number"]:
                        steal = {"move": "steal", "other": other, "row": name}
                        yield {**steal, "discard": True}
                        card = row[-1]
                        homes = list(rows) or ["joker-row"]
                        if card["colour"] != "joker":
                            homes = self.home_once_used(who, card["colour"], kind)
                        yield from ({**steal, "to_row": home} for home in homes)
                        if not homes and self.stolen_may_drop:
                            for given_up in self.frees_a_place(who, kind):
                                yield {**steal, "to_row": card["colour"], "drop": given_up}

    def legal(self, who: int) -> list[Move]:
        kinds = {card["action"] for card in self.hand if "action" in card} | set(self.people[who].stored)
        used = [move for kind in sorted(kinds) for move in self.uses(who, kind)]
        stores = sorted(self.stores(who), key=str)
        return [*self.adds(who), *self.drops(who), *stores, *used]

    def imaginable(self, who: int) -> Iterator[Move]:
        """Every move that a person could tap now, sensible or not."""
        names = [*SHADES, "joker-row"]
        for card in [*self.hand, {"colour": "red", "number": 4}]:
            if "action" not in card:
                for name in names:
                    yield {"move": "add", "card": card, "row": name}
                    for other in range(len(self.people)):
                        yield {"move": "add", "card": card, "row": name, "other": other}
        for kind in KINDS:
            yield {"move": "store", "action": kind}
            yield {"move": "drop", "action": kind}
        yield {"move": "drop", "row": "actions"}
        for name in names:
            yield {"move": "drop", "row": name}
            yield {"move": "rotate", "row": name}
            yield {"move": "protect", "row": name}
            for second in names:
                yield {"move": "protect", "row": name, "from": second}
            for other in range(len(self.people)):
                yield {"move": "steal", "other": other, "row": name, "discard": True}
                for second in names:
                    yield {"move": "steal", "other": other, "row": name, "to_row": second}
                for second in (*names, "actions") if name in self.people[other].rows else ():
                    colour = self.people[other].rows[name][-1]["colour"] or "red"
                    to_row = {"to_row": colour if colour != "joker" else "joker-row", "drop": second}
                    yield {"move": "steal", "other": other, "row": name, **to_row}

    # Doing it.

    def from_store(self, who: int, kind: str) -> bool:
        in_hand = {"action": kind} in self.hand
        return kind in self.people[who].stored and (self.stored_first or not in_hand)

    def spend(self, who: int, kind: str) -> None:
        if self.from_store(who, kind):
            self.people[who].stored.remove(kind)
        else:
            self.hand.remove({"action": kind})

    def does(self, who: int, move: Move) -> None:
        rows = self.people[who].rows
        close = move.get("close", True)
        match move["move"]:
            case "add":
                self.hand.remove(move["card"])
                owner = move.get("other", who)
                name = move["row"]
                if owner == who:
                    lies = name if move["card"]["colour"] == "joker" else move["card"]["colour"]
                    self.laid_now[lies] = max(self.laid_now.get(lies, 0), move["card"]["number"])
                self.lays(who, owner, name, move["card"], close)
            case "drop" if "action" in move:
                self.hand.remove({"action": move["action"]})
                self.discards += 1
            case "drop":
                self.gives_up(who, move["row"])
            case "store":
                self.hand.remove({"action": move["action"]})
                self.people[who].stored.append(move["action"])
            case "protect":
                self.spend(who, "protect")
                if "from" in move:
                    self.discards += 1
                    rows[move["from"]].pop()
                    if not rows[move["from"]]:
                        del rows[move["from"]]
                rows[move["row"]].append({"colour": "", "number": 0})
            case "rotate":
                self.spend(who, "move")
                self.discards += 1
                row = rows[move["row"]]
                row.append(row.pop(0))
                if row[-1]["number"] == len(row) and close:
                    self.closes(who, who, move["row"], row[-1], by_move=True)
            case "steal":
                self.spend(who, "steal")
                self.discards += 1
                theirs = self.people[move["other"]].rows
                card = theirs[move["row"]].pop()
                if not theirs[move["row"]]:
                    del theirs[move["row"]]
                if move.get("discard"):
                    self.discards += 1
                else:
                    if "drop" in move:
                        self.gives_up(who, move["drop"])
                    self.lays(who, who, move["to_row"], card, close)

    def gives_up(self, who: int, name: str) -> None:
        person = self.people[who]
        self.discards += len(person.stored if name == "actions" else person.rows[name])
        if name == "actions":
            person.stored.clear()
        else:
            del person.rows[name]


class Game:
    """Plays the model and the phone side by side and compares them after every move."""

    def __init__(self, rng: random.Random, players: int, full: bool, options: dict[str, Any] | None) -> None:
        deck = made_up_deck(rng.randint(1, 3), rng.randint(2, 5))
        rng.shuffle(deck)
        self.rng, self.full = rng, full
        self.options = {"deck": len(deck), **(options or {})}
        self.size = len(deck)
        self.model = Model(
            deck,
            [Player() for _ in range(players)],
            self.options.get("three_rows", False),
            self.options.get("lower_on_other", "owner"),
            self.options.get("move_bonus", True),
            self.options.get("stolen_may_drop", True),
        )
        self.starter = rng.randrange(players)
        self.moves: list[Move] = []
        start = [self.deal(who) for who in range(players)]
        if full:
            self.options["start"] = start
        self.model.refill()
        self.table = GAME.start(players, self.options, self.starter)
        if not full:
            self.phone({"move": "correct", "scores": [person.score for person in self.model.people]})
        self.model.told_lightly.clear()
        self.last_taker: int | None = None
        self.ripe = False
        """Before the last group of the first round everybody gets rows that a stored Move closes, kept for
        the beginning of the next round, and the pile hardly fills another market."""
        self.told_apart = 0
        """How often a bonus before the first group of a round was short: a round earlier it was not, and the
        market could not have been refilled."""

    def ripen(self) -> None:
        model = self.model
        for person in model.people:
            person.rows.clear()
            for colour in self.rng.sample(SHADES, 3):
                length = self.rng.randint(5, 7)
                sevens = [{"colour": colour, "number": 7}] * (length - 1)
                person.rows[colour] = [{"colour": colour, "number": length}, *sevens]
            person.stored = ["move"]
        del model.deck[self.rng.randrange(8, 16) :]
        model.discards = 0
        told: Move = {"move": "correct", "draw_pile": len(model.deck)}
        if self.full:
            told["rows"] = [
                {name: [card["number"] for card in row] for name, row in person.rows.items()}
                | {"actions": list(person.stored)}
                for person in model.people
            ]
            told["discards"] = 0
        self.phone(told)

    def deal(self, who: int) -> list[CardJson]:
        cards: list[CardJson] = []
        while len(cards) < 3:
            at = max(n for n, card in enumerate(self.model.deck) if "action" not in card)
            cards.append(self.model.deck.pop(at))
        colours = [card["colour"] for card in cards if card["colour"] != "joker"]
        told: list[CardJson] = []
        for card in cards:
            row = card["colour"]
            if row == "joker":
                row = self.rng.choice(colours) if colours else "joker-row"
                told.append({**card, "row": row} if colours else dict(card))
            else:
                told.append(dict(card))
            if self.rng.random() < 0.2:
                told[-1]["close"] = False
        order = self.order_of_start(cards, told)
        for done, at in enumerate(order):
            card, note = cards[at], told[at]
            row = note.get("row", card["colour"] if card["colour"] != "joker" else "joker-row")
            rows = self.model.people[who].rows
            waiting = [later for later in order[done:] if cards[later]["colour"] == row]
            if row not in rows and not waiting:
                row = "joker-row"
            self.model.lays(who, who, row, card, note.get("close", True))
        return told

    @staticmethod
    def order_of_start(cards: list[CardJson], told: list[CardJson]) -> list[int]:
        def key(at: int) -> tuple[str, int, bool]:
            return told[at].get("row", cards[at]["colour"]), cards[at]["number"], "close" in told[at]

        return sorted(range(3), key=key)

    def phone(self, move: Move) -> None:
        assert GAME.why_not(self.table, move) is None, (move, GAME.why_not(self.table, move))
        self.table = GAME.play(self.table, move)
        self.moves.append(move)

    def agree(self) -> None:
        """Mid-turn the real market may not have been refilled yet, while the phone is a step ahead."""
        model, table = self.model, before_refill(self.table)
        if model.market and all(model.market):
            table = self.table
        assert table.scores == [person.score for person in model.people]
        if table.draw_pile is not None:
            assert table.draw_pile == len(model.deck)
        assert table.groups == tuple(len(group) for group in model.market)
        if not self.full:
            return
        rows = [
            {name: [c["number"] for c in row] for name, row in person.rows.items()} for person in model.people
        ]
        assert table.rows == rows
        assert [list(seat.actions) for seat in table.seats] == [person.stored for person in model.people]
        assert table.discards == model.discards
        assert table.counts["pending"] == len(model.hand)
        assert self.table.counts["collections"] == sum(person.lies_there() for person in model.people)
        if self.table.deck is not None:
            counts = self.table.counts
            parts = [counts[k] for k in ("draw_pile", "market", "pending", "collections", "discards")]
            assert sum(parts) + sum(self.table.scores) == self.size

    def act(self, who: int, move: Move) -> None:
        if self.rng.random() < 0.15 and move["move"] in ("add", "rotate", "steal"):
            move = {**move, "close": False}
        self.model.does(who, move)
        when = self.which_round(who)
        if self.full:
            waits = bool(self.table.pending) and self.rng.random() < 0.5
            self.phone(move if waits else {**move, **when, "seat": who})
        if self.model.short_bonus and all(self.model.market) and self.last_taker is not None:
            self.told_apart += 1
        self.say_points(when)
        self.agree()

    def which_round(self, who: int) -> Move:
        """Whoever took last and begins the next round says in which of the two this happened."""
        both = who == self.last_taker and all(self.model.market)
        return {"before_refill": False} if both else {}

    def say_points(self, when: Move) -> None:
        """Light tracking says closings and cards that went to another pile. What the phone cannot know is
        corrected: a pile too short for the bonus while it knows no pile."""
        model = self.model
        if not self.full:
            for told in model.told_lightly:
                self.phone({**told, **(when if told["move"] == "close" else {})})
        if model.short_bonus and self.table.draw_pile is None:
            self.phone({"move": "correct", "scores": [person.score for person in model.people]})
        model.told_lightly.clear()
        model.short_bonus = False

    def use_stored(self, who: int, chance: float) -> None:
        while self.model.people[who].stored and self.rng.random() < chance:
            kinds = self.model.people[who].stored
            moves = [move for kind in kinds for move in self.model.uses(who, kind)]
            if not moves:
                return
            self.act(who, self.rng.choice(moves))

    def compare_rules(self, who: int) -> None:
        allowed = [{**move, "seat": who} for move in self.model.legal(who)]
        for move in self.model.imaginable(who):
            told = {**move, "seat": who}
            assert (told in allowed) == (GAME.why_not(self.table, told) is None), (
                move,
                GAME.why_not(self.table, told),
            )

    def turn(self, who: int) -> None:
        model = self.model
        assert self.table.turn == who
        self.use_stored(who, 0.9 if self.ripe and all(model.market) else 0.2)
        group = self.rng.choice([at for at, cards in enumerate(model.market) if cards])
        model.hand, model.market[group] = model.market[group], []
        model.had = {name for name in model.people[who].rows if name in SHADES}
        model.laid_now = {}
        self.last_taker = who
        told = self.full and self.rng.random() < 0.8
        model.stored_first = not told
        self.phone({"move": "take", "group": group, **({"cards": list(model.hand)} if told else {})})
        self.agree()
        while model.hand:
            if told and self.rng.random() < 0.1:
                self.compare_rules(who)
            legal = model.legal(who)
            spared = [move for move in legal if move["move"] != "rotate"] if self.ripe else []
            self.act(who, self.rng.choice(spared or legal))
        self.use_stored(who, 0.3)

    def play(self) -> Played:
        players = len(self.model.people)
        self.agree()
        holder, rounds = self.starter, 0
        while True:
            rounds += 1
            assert self.table.round == rounds
            for at in range(4):
                if self.ripe and (rounds, at) == (1, 3):
                    self.ripen()
                self.turn((holder + at) % players)
            holder = (holder + 1) % players
            if len(self.model.deck) < 8:
                break
            self.model.refill()
            self.agree()
            assert self.table.phase == ("last" if self.knows_the_end() else "play")
        if self.table.draw_pile is None:
            self.phone({"move": "end"})
        assert self.table.phase == "over"
        return Played(players, self.options, self.starter, self.moves, self.table)

    def knows_the_end(self) -> bool:
        return self.table.draw_pile is not None and len(self.model.deck) < 8


def play_out(rng: random.Random, players: int, full: bool, options: dict[str, Any] | None = None) -> Played:
    """A whole game; the final sheet scores and says what the real score piles hold."""
    game = Game(rng, players, full, options)
    played = game.play()
    sheet = GAME.sheet(played.table)
    result = GAME.score(players, played.options, sheet, force=True)
    assert result.totals == [person.score for person in game.model.people]
    return played
