"""People who play by the rules, quickly and without much thought, so that there are tables to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from scoring import GAMES, coloretto, pearls, perfect_numbers, perladora

Move = dict[str, Any]
Options = dict[str, Any]

DETAILS = frozenset({"colour", "refill", "wild", "card", "bonus", "square", "value", "lines", "line"})
"""What light tracking leaves out of a move."""
LONGEST_GAME = 600
SPARE_PONTOONS = 8
"""A power is followed by an action: it is only played while something is left to do."""


@dataclass(frozen=True, slots=True)
class Played:
    game: str
    players: int
    options: Options
    starter: int
    moves: tuple[Move, ...]
    tables: tuple[Any, ...]
    """The state before the first move and after each one."""

    @property
    def trigger(self) -> int:
        """How many moves it takes to bring on the end."""
        return next(number for number, table in enumerate(self.tables) if table.phase != "play")

    def moments(self) -> dict[str, int]:
        """How many moves have been played at the moments that a table is worth looking at."""
        trigger, over = self.trigger, len(self.moves)
        laid = next((number for number, move in enumerate(self.moves) if move["move"] != "correct"), 0)
        return {
            "start": laid,
            "middle": laid + round(0.6 * (trigger - laid)),
            "trigger": trigger,
            "last": trigger + (over - trigger) // 2,
        }


class People(Protocol):
    """Those around one table, with the real cards in their hands."""

    def opening(self) -> list[Move]: ...
    def move(self, table: Any) -> Move: ...


def play_out(game: str, players: int, full: bool, seed: int = 1, options: Options | None = None) -> Played:
    """A whole game, told in full or lightly."""
    rng = Random(seed)
    options, people = sit_down(game, rng, players, full, options or {})
    starter = rng.randrange(players)
    rules = GAMES[game]
    tables: list[Any] = [rules.start(players=players, options=options, starter=starter)]
    moves: list[Move] = []
    waiting = people.opening() if full else []
    while tables[-1].phase != "over" and len(moves) < LONGEST_GAME:
        move = waiting.pop(0) if waiting else people.move(tables[-1])
        told = move if full else {name: value for name, value in move.items() if name not in DETAILS}
        tables.append(rules.play(tables[-1], told))
        moves.append(told)
    return Played(game, players, options, starter, tuple(moves), tuple(tables))


def sit_down(game: str, rng: Random, players: int, full: bool, options: Options) -> tuple[Options, People]:
    match game:
        case "pearls":
            return options, PearlsPeople(rng, players)
        case "coloretto":
            dealt = coloretto_deal(rng, players)
            return {**options, **(dealt if full else {})}, ColorettoPeople(rng, players, **dealt)
        case "perfect_numbers":
            number_deck = perfect_numbers_deck(rng)
            start = [[number_deck.pop() for _ in range(3)] for _ in range(players)]
            told = {"deck": len(number_deck) + 3 * players, **options, **({"start": start} if full else {})}
            return told, PerfectNumbersPeople(rng, number_deck) if full else PerfectNumbersTakers(rng)
        case _:
            piles = rng.sample(perladora.PILES, perladora.FARMS)
            return {**options, **({"piles": piles} if full else {})}, PerladoraPeople(rng, players)


# -- Pearls -----------------------------------------------------------------------------------------------


class PearlsPeople:
    """They collect until a set is worth a necklace or the hand is nearly full."""

    def __init__(self, rng: Random, players: int) -> None:
        cards = pearls.cards_in_play(players, all_cards=False)
        self.deck = [colour for colour, copies in cards.items() for _ in range(copies)]
        rng.shuffle(self.deck)
        self.hands = [self._draw(pearls.DEALT) for _ in range(players)]
        self.display = self._draw(pearls.DISPLAY)

    def _draw(self, cards: int) -> Counter[str]:
        return Counter(self.deck.pop() for _ in range(min(cards, len(self.deck))))

    def opening(self) -> list[Move]:
        return [{"move": "correct", "display": dict(self.display)}]

    def move(self, table: Any) -> Move:
        hand = self.hands[table.turn]
        colour, size = self._best_set(hand)
        takes = [shade for shade, n in self.display.items() if hand.total() + n <= pearls.HAND_LIMIT]
        strings = size in table.necklaces and size > 4
        if table.phase == "play" and takes and not strings and hand.total() < 8:
            return self._take(hand, max(takes, key=lambda shade: (hand[shade] + self.display[shade], shade)))
        return self._place(hand, colour, size, size in table.necklaces) if size else {"move": "pass"}

    @staticmethod
    def _best_set(hand: Counter[str]) -> tuple[str, int]:
        plain = [colour for colour in hand if colour != pearls.WILD]
        if not plain:
            return pearls.WILD, hand[pearls.WILD]
        colour = max(plain, key=lambda shade: (hand[shade], shade))
        return colour, hand[colour] + hand[pearls.WILD]

    def _take(self, hand: Counter[str], colour: str) -> Move:
        cards = self.display.pop(colour)
        hand[colour] += cards
        refill = self._draw(pearls.DISPLAY - self.display.total())
        self.display += refill
        return {"move": "take", "cards": cards, "colour": colour, "refill": dict(refill)}

    @staticmethod
    def _place(hand: Counter[str], colour: str, size: int, necklace: bool) -> Move:
        wild = hand.pop(pearls.WILD, 0)
        hand.pop(colour, None)
        return {
            "move": "place",
            "cards": size,
            "colour": colour,
            **({"necklace": True} if necklace else {}),
            **({"wild": wild} if wild and colour != pearls.WILD else {}),
        }


# -- Coloretto --------------------------------------------------------------------------------------------


def coloretto_deal(rng: Random, players: int) -> Options:
    removed = rng.sample(coloretto.COLOURS, coloretto.colours_removed(players))
    colours = [colour for colour in coloretto.COLOURS if colour not in removed]
    each = coloretto.start_cards_each(players)
    if players == 2:
        return {"removed": removed, "start": [rng.sample(colours, each) for _ in range(players)]}
    return {"removed": removed, "start": [[colour] for colour in rng.sample(colours, players)]}


class ColorettoPeople:
    """They take a full row, and sometimes one that is not."""

    def __init__(self, rng: Random, players: int, removed: list[str], start: list[list[str]]) -> None:
        self.rng = rng
        deck = Counter({card: n for card, n in coloretto.COPIES.items() if card not in removed})
        deck.subtract(colour for cards in start for colour in cards)
        self.deck = list(deck.elements())
        rng.shuffle(self.deck)

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        move = self._take(table) or self._draw(table)
        turns_up_a_card = move["move"] == "draw" or "bonus" in move
        if turns_up_a_card and table.above_last_round == 0 and not table.last_round_up:
            return {"move": "last_round"}
        if turns_up_a_card:
            self.deck.pop()
        return move

    def _draw(self, table: Any) -> Move:
        return {"move": "draw", "row": self.rng.choice(table.rows_with_room), "card": self.deck[-1]}

    def _take(self, table: Any) -> Move | None:
        filled = [number for number, row in enumerate(table.rows) if row]
        full = [number for number in filled if number not in table.rows_with_room]
        wish = 0 if not filled or table.replacement_due else 0.45 if full else 0.15
        if table.rows_with_room and self.rng.random() >= wish:
            return None
        number = self.rng.choice(full or filled)
        bonus = {"bonus": self.deck[-1]} if coloretto.GOLDEN in table.rows[number] else {}
        return {"move": "take", "row": number, **bonus}


# -- Perfect Numbers --------------------------------------------------------------------------------------


def perfect_numbers_deck(rng: Random) -> list[Move]:
    """The rulebook does not say what is in the box. The start cards, on top, are numbers."""
    colours = (*perfect_numbers.COLOURS, perfect_numbers.JOKER)
    numbers: list[Move] = [{"colour": c, "number": n} for c in colours for n in range(2, 8)]
    actions: list[Move] = [{"action": action} for action in perfect_numbers.ACTIONS] * 4
    below = numbers + actions
    rng.shuffle(below)
    start: list[Move] = [{"colour": c, "number": n} for c in perfect_numbers.COLOURS for n in (2, 3, 4)]
    rng.shuffle(start)
    return below + start


class PerfectNumbersPeople:
    """They lay what they took wherever the rules let them, their own rows first."""

    def __init__(self, rng: Random, deck: list[Move]) -> None:
        self.rng = rng
        self.deck = deck

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        if not table.pending:
            group = self.rng.choice([number for number, size in enumerate(table.groups) if size])
            cards = [self.deck.pop() for _ in range(table.groups[group])]
            return {"move": "take", "group": group, "cards": cards}
        rules = GAMES["perfect_numbers"]
        return next(move for move in self._ideas(table) if rules.why_not(table, move) is None)

    @staticmethod
    def _ideas(table: Any) -> Iterator[Move]:
        mine = list(table.seats[table.taker].rows)
        others = [seat for seat in range(table.players) if seat != table.taker]
        for card in table.pending:
            if isinstance(card, str):
                yield {"move": "store", "action": card}
                yield from ({"move": "rotate", "row": row} for row in mine if card == "move")
                yield from ({"move": "protect", "row": row} for row in mine if card == "protect")
                for other in others:
                    for row in table.seats[other].rows if card == "steal" else ():
                        yield {"move": "steal", "other": other, "row": row, "discard": True}
                yield {"move": "drop", "action": card}
                continue
            add = {"move": "add", "card": card.as_json()}
            yield add
            yield from ({**add, "row": row} for row in (*mine, card.colour, perfect_numbers.JOKER_ROW))
            for other in others:
                for row in (card.colour, perfect_numbers.JOKER_ROW):
                    yield {**add, "other": other, "row": row}
        yield from ({"move": "drop", "row": row} for row in (*mine, perfect_numbers.ACTION_ROW))


class PerfectNumbersTakers:
    """Told lightly: groups, and now and then a row that is closed."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.taken: int | None = None

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        seat, self.taken = self.taken, None
        if seat is not None and self.rng.random() < 0.35:
            return {"move": "close", "seat": seat, "number": self.rng.choice((2, 3, 3, 4, 4, 5, 6))}
        self.taken = table.turn
        return {
            "move": "take",
            "group": self.rng.choice([number for number, size in enumerate(table.groups) if size]),
        }


# -- Perladöra --------------------------------------------------------------------------------------------

Corner = tuple[int, int]


def ends(line: perladora.Pontoon) -> tuple[Corner, Corner]:
    """The two corners of the grid between which a pontoon lies."""
    (row, column), (other_row, _other_column) = line
    first = (row, column + 1) if row == other_row else (row + 1, column)
    return first, (row + 1, column + 1)


def is_at_the_edge(corner: Corner) -> bool:
    return corner[0] in (0, perladora.ROWS) or corner[1] in (0, perladora.COLUMNS)


class PerladoraPeople:
    """They lengthen the pontoons that lie there and dive where there is room."""

    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.divers = [self._shuffled(players) for _ in range(players)]
        self.lines: list[perladora.Pontoon] = []
        self.taken: list[perladora.Square] = list(perladora.USUAL_FARMS)

    def _shuffled(self, players: int) -> list[int]:
        values = [v for v in perladora.VALUES for _ in range(perladora.copies_of(players, v))]
        return self.rng.sample(values, len(values))

    def opening(self) -> list[Move]:
        return []

    def move(self, table: Any) -> Move:
        rules = GAMES["perladora"]
        actions = [self._dive(table), self._build()]
        if self.rng.random() < 0.45:
            actions.reverse()
        may_dare = not table.power_used and table.pontoons_left > SPARE_PONTOONS
        extra = [self._power(table)] if may_dare and self.rng.random() < 0.3 else []
        for move in (*extra, *actions):
            if move is not None and rules.why_not(table, move) is None:
                return self._done(table, move)
        return {"move": "pass"}

    def _power(self, table: Any) -> Move | None:
        """What the advanced game adds."""
        clans = table.options.clans if table.options.advanced else None
        squares = [list(diver.square) for diver in table.divers if diver.square is not None]
        match clans[table.turn] if clans else "":
            case perladora.CORAL | perladora.SAND if squares:
                return {"move": "power", "square": self.rng.choice(squares)}
            case perladora.MOUNTAIN if lines := self._best_lines(1):
                return {"move": "power", "line": [list(square) for square in lines[0]]}
            case _:
                return None

    def _dive(self, table: Any) -> Move | None:
        free = [square for square in perladora.SQUARES if square not in self.taken]
        if not free or not self.divers[table.turn]:
            return None
        return {
            "move": "diver",
            "square": list(self.rng.choice(free)),
            "value": self.divers[table.turn][-1],
        }

    def _build(self) -> Move | None:
        lines = self._best_lines(min(2, perladora.PONTOONS - len(self.lines)))
        if not lines:
            return None
        told = [[list(square) for square in line] for line in lines]
        return {"move": "pontoons", "count": len(lines), "lines": told}

    def _best_lines(self, count: int) -> list[perladora.Pontoon]:
        """Each one goes on from what lies there, or from the edge of the board."""
        chosen: list[perladora.Pontoon] = []
        for _ in range(count):
            lying = [*self.lines, *chosen]
            corners = {corner for line in lying for corner in ends(line)}
            open_lines = perladora.open_lines(lying)
            if not open_lines:
                break
            chosen.append(max(open_lines, key=lambda line: (self._fits(line, corners), self.rng.random())))
        return chosen

    @staticmethod
    def _fits(line: perladora.Pontoon, corners: set[Corner]) -> int:
        return sum(3 if corner in corners else 2 if is_at_the_edge(corner) else 0 for corner in ends(line))

    def _done(self, table: Any, move: Move) -> Move:
        given: Sequence[Any] = (*move.get("lines", ()), *([move["line"]] if "line" in move else ()))
        for (row, column), (other_row, other_column) in given:
            self.lines.append(((row, column), (other_row, other_column)))
        if move["move"] == "diver":
            self.divers[table.turn].pop()
            self.taken.append((move["square"][0], move["square"][1]))
        return move


# -- Counting ---------------------------------------------------------------------------------------------


def counted(played: Played) -> Mapping[str, Any]:
    """What lies in front of everybody once it is over."""
    sheet: Mapping[str, Any] = GAMES[played.game].sheet(played.tables[-1])
    return sheet
