"""The four rulebooks in our own words, as data: sections, tables, notes, and a search over them.

Every number comes from `scoring`; the sentences are marked here and translated when they are said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from scoring import GAMES, coloretto, pearls, perfect_numbers, perladora
from screens.messages import GAME_NAMES, WORDS
from screens.translator import N_

Translate = Callable[[str], str]
NONE = "–"


# -- The shape of a rulebook ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence to be translated, and the values that go into it; a value may itself be a phrase."""

    sentence: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def said(self, translate: Translate) -> str:
        return translate(self.sentence).format(
            **{name: said(value, translate) for name, value in self.values.items()}
        )


@dataclass(frozen=True, slots=True)
class Name:
    """A colour or a clan standing alone, with a capital."""

    word: str

    def said(self, translate: Translate) -> str:
        name = translate(WORDS[self.word])
        return name[:1].upper() + name[1:]


Text = str | Phrase
"""A plain sentence, or one with values in it."""

Cell = str | Phrase | Name | int | tuple[Any, ...]
"""Words, a number, or several of them with commas between. Signs such as + translate to themselves."""


def said(cell: Cell, translate: Translate, between: str = ", ") -> str:
    if isinstance(cell, Phrase | Name):
        return cell.said(translate)
    if isinstance(cell, tuple):
        return between.join(said(part, translate) for part in cell) or NONE
    return translate(cell) if isinstance(cell, str) else str(cell)


def phrase(sentence: str, **values: Cell) -> Phrase:
    return Phrase(sentence, values)


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. It is the current one when everything in `when` holds at the table."""

    cells: tuple[Cell, ...]
    when: Mapping[str, Any] = field(default_factory=dict)

    def is_current(self, situation: Mapping[str, Any]) -> bool:
        return bool(self.when) and all(
            situation.get(name, False) == value for name, value in self.when.items()
        )


@dataclass(frozen=True, slots=True)
class Grid:
    title: Text
    header: tuple[Cell, ...]
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Names of things, each with its explanation."""

    title: Text
    items: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the app does where the rulebook is silent or unclear."""

    question: str
    answer: Phrase


Block = Paragraph | Bullets | Grid | Terms | Reading


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    blocks: tuple[Block, ...]


SECTIONS = {
    "setup": N_("Set-up"),
    "components": N_("In the box"),
    "turn": N_("Your turn"),
    "end": N_("How it ends"),
    "scoring": N_("Scoring"),
    "tie": N_("Winner and ties"),
    "variants": N_("Variants"),
    "readings": N_("How we read it"),
}
"""What every game answers, in this order."""

PLAYERS = N_("Players")
DRAW_PILE = N_("Draw pile")
CARDS = N_("Cards")
COPIES = N_("Copies")
POINTS = N_("Points")
JOKER = N_("Joker")
ALL_TOGETHER = N_("All together")


def copies_of(cards: int, colour: str) -> Phrase:
    return phrase(N_("{cards} × {colour}"), cards=cards, colour=WORDS[colour])


def section(key: str, *blocks: Block) -> Section:
    return Section(key, SECTIONS[key], blocks)


def bullets(*items: Text) -> Bullets:
    return Bullets(items)


def grid(title: Text, header: tuple[Cell, ...], *rows: Line | tuple[Cell, ...]) -> Grid:
    return Grid(title, header, tuple(row if isinstance(row, Line) else Line(row) for row in rows))


def terms(title: Text, *items: tuple[Text, Text]) -> Terms:
    return Terms(title, items)


def reading(question: str, answer: str, **values: Cell) -> Reading:
    return Reading(question, Phrase(answer, values))


def player_counts(game: str) -> range:
    return range(GAMES[game].fewest, GAMES[game].most + 1)


def counts(game: str, players: int, **options: Any) -> dict[str, Any]:
    return GAMES[game].setup(players=players, options=options).counts


# -- Pearls -----------------------------------------------------------------------------------------------


def _pearls() -> Iterator[Section]:
    necklaces = pearls.ALL_NECKLACES
    everything = sum(pearls.CARDS.values())

    def line(players: int, all_cards: bool) -> Line:
        laid = counts("pearls", players, all_cards=all_cards)
        in_play = pearls.cards_in_play(players, all_cards)
        back = tuple(copies_of(pearls.CARDS[colour], colour) for colour, n in in_play.items() if not n)
        cells = (players, back, laid["in_play"], laid["dealt"], laid["draw_pile"])
        return Line(cells, {"players": players, "all_cards": all_cards})

    header = (
        PLAYERS,
        N_("Back in the box"),
        N_("In play"),
        N_("Dealt"),
        DRAW_PILE,
    )

    yield section(
        "setup",
        grid(
            N_("Cards by number of players"),
            header,
            *(line(players, False) for players in player_counts("pearls")),
        ),
        bullets(
            phrase(N_("Shuffle the cards in play and deal {each} to everyone."), each=pearls.DEALT),
            phrase(
                N_("Turn up {display} cards as the display. The rest is the face-down draw pile."),
                display=pearls.DISPLAY,
            ),
            phrase(
                N_("Line up the {necklaces} necklaces, from {low} to {high}."),
                necklaces=len(necklaces),
                low=min(necklaces),
                high=max(necklaces),
            ),
            N_("The youngest player begins. Turns go clockwise."),
        ),
    )
    yield section(
        "components",
        grid(
            N_("Pearl cards"),
            (N_("Colour"), CARDS, N_("Value each")),
            *(
                (JOKER if colour == pearls.WILD else Name(colour), copies, pearls.VALUES[colour])
                for colour, copies in pearls.CARDS.items()
            ),
            (ALL_TOGETHER, everything, NONE),
        ),
        grid(N_("Necklaces"), (N_("Value"), *pearls.NECKLACES), (COPIES, *pearls.NECKLACES.values())),
    )
    yield section(
        "turn",
        Paragraph(N_("Do one of two things: take or place. You cannot pass.")),
        bullets(
            phrase(
                N_(
                    "Take: choose a colour in the display and pick up every card of it. Jokers are a colour "
                    "too. Then fill the display up to {display}."
                ),
                display=pearls.DISPLAY,
            ),
            phrase(
                N_(
                    "Hand limit: {limit} cards, always. A colour that would carry you past it is not yours "
                    "to take."
                ),
                limit=pearls.HAND_LIMIT,
            ),
            N_(
                "Place: show one or more cards of a single colour, then lay them face down on your own "
                "pile. Add as many jokers as you like, or place jokers alone."
            ),
            N_(
                "Necklace: placed exactly as many cards as a necklace shows, jokers included? Then you may "
                "have it. A near miss earns nothing."
            ),
        ),
    )
    yield section(
        "end",
        Paragraph(N_("Two things bring the end. Whichever comes first, finish that turn.")),
        bullets(
            N_("The draw pile is empty."),
            N_("The last necklace is taken."),
        ),
        Paragraph(
            N_(
                "Then everyone has exactly one more turn, and whoever set off the end goes last. Only "
                "placing is allowed; with an empty hand you pass."
            )
        ),
    )
    yield section(
        "scoring",
        grid(
            N_("What counts"),
            (N_("What you have"), POINTS),
            (N_("Each pearl card on your pile"), N_("plus its value")),
            (N_("Each necklace"), N_("plus its value")),
            (N_("Each card left in hand"), N_("minus its value")),
            (N_("Jokers, wherever they are"), pearls.VALUES[pearls.WILD]),
        ),
        Paragraph(N_("A total can be below zero.")),
    )
    yield section(
        "tie",
        bullets(
            N_("The most points win."),
            N_("Equal points: more cards left in hand is better."),
            N_("Still equal: the win is shared."),
        ),
        Paragraph(N_("A joker kept in hand costs nothing and can decide a tie.")),
    )
    yield section(
        "variants",
        Paragraph(
            N_(
                "All cards, for 2 or 3 players: nothing goes back in the box. It lasts a little longer, "
                "unless the necklaces go fast."
            )
        ),
        grid(N_("With all cards"), header, *(line(players, True) for players in pearls.REMOVED)),
    )
    yield section(
        "readings",
        reading(
            N_("The pile runs out just as the display is full. Is that the end?"),
            N_(
                "Yes. An empty pile sets off the end, even with {display} cards on display. If too few are "
                "left, refill as far as they go."
            ),
            display=pearls.DISPLAY,
        ),
        reading(
            N_("Must you place in the last turn?"),
            N_("Yes, at least one card while you hold any. Only an empty hand passes."),
        ),
        reading(
            N_("Who has the first of the last turns?"),
            N_(
                "The player to the left of the one who set off the end. A second cause during the last "
                "turns changes nothing."
            ),
        ),
        reading(
            N_("Can jokers be placed on their own?"),
            N_("Yes, and they can earn a necklace like any other colour."),
        ),
        reading(
            N_("Do you have to take a necklace you have earned?"),
            N_("No, you may leave it. You may also place fewer cards to match a smaller one."),
        ),
        reading(
            N_("Is it really better in a tie to hold more cards?"),
            N_("Yes. It looks odd, but the printed rules say so in three languages."),
        ),
        reading(
            N_("Can the necklaces run out with 2 players?"),
            N_(
                "Not with the smaller deck: taking them all needs {needed} placed cards and only {in_play} "
                "are in play. The draw pile always ends it."
            ),
            needed=sum(necklaces),
            in_play=counts("pearls", 2)["in_play"],
        ),
    )


# -- Coloretto --------------------------------------------------------------------------------------------


BROWN_ROW_CARDS, GREEN_ROW_CARDS, SUMMARY_CARDS = 5, 3, 5


def _coloretto() -> Iterator[Section]:
    copies_of_a_colour = coloretto.COPIES[coloretto.COLOURS[0]]
    worth = {side: points[1:] for side, points in coloretto.POINTS.items()}

    def line(players: int) -> Line:
        laid = counts("coloretto", players)
        each = laid["start_cards"] // players
        around = f"{laid['above_last_round']} / {laid['below_last_round']}"
        return Line(
            (players, laid["colours"], each, around, len(coloretto.row_limits(players))), {"players": players}
        )

    yield section(
        "setup",
        grid(
            N_("Cards by number of players"),
            (
                PLAYERS,
                N_("Colours"),
                N_("Start cards each"),
                N_("Above / below last round"),
                N_("Row cards"),
            ),
            *(line(players) for players in player_counts("coloretto")),
        ),
        bullets(
            N_("Agree on the brown or the purple side of the summary cards. Brown is the one to start with."),
            phrase(
                N_(
                    "2 players put {two} colours back in the box, 3 players {three}: all {cards} cards of "
                    "each. With more players every colour is in."
                ),
                two=coloretto.colours_removed(2),
                three=coloretto.colours_removed(3),
                cards=copies_of_a_colour,
            ),
            N_("Everyone takes a start card of a different colour. With 2 players: two different ones each."),
            phrase(
                N_(
                    "Shuffle the rest without the last-round card. Count off {below} cards, lay the "
                    "last-round card on them and the others on top."
                ),
                below=coloretto.BELOW_LAST_ROUND,
            ),
            N_(
                "Lay out one brown row card per player, or the three green ones with 2 players. Decide "
                "among yourselves who begins."
            ),
        ),
    )
    yield section(
        "components",
        grid(
            N_("Cards in the box"),
            (N_("Card"), COPIES),
            (
                phrase(
                    N_("Colour cards: {copies} in each of {colours} colours"),
                    copies=copies_of_a_colour,
                    colours=len(coloretto.COLOURS),
                ),
                copies_of_a_colour * len(coloretto.COLOURS),
            ),
            (f"+{coloretto.PLUS2_POINTS}", coloretto.COPIES[coloretto.PLUS2]),
            (N_("Jokers"), coloretto.COPIES[coloretto.JOKER]),
            (N_("Golden joker"), coloretto.COPIES[coloretto.GOLDEN]),
            (N_("Last-round card"), 1),
            (N_("Brown row cards, for 3 to 5 players"), BROWN_ROW_CARDS),
            (N_("Green row cards, for 2 players"), GREEN_ROW_CARDS),
            (N_("Summary cards, brown and purple side"), SUMMARY_CARDS),
        ),
        Paragraph(
            phrase(
                N_("The colours: {colours}."),
                colours=tuple(WORDS[name] for name in coloretto.COLOURS),
            )
        ),
    )
    yield section(
        "turn",
        Paragraph(N_("Do one of two things: draw a card or take a row.")),
        bullets(
            phrase(
                N_(
                    "Draw: turn up the top card and lay it at any row with room. A row holds {most} cards; "
                    "with 2 players the rows hold {two}. If every free row is full you must take one."
                ),
                most=coloretto.ROW_LIMIT,
                two=coloretto.ROW_LIMITS_FOR_TWO,
            ),
            N_(
                "Take: pick a row with at least one card, sort its cards in front of you by colour, and sit "
                "out the rest of the round."
            ),
            N_("Golden joker: whoever takes it turns up the top card of the pile at once and keeps it too."),
            N_("The last player still in may go on drawing before taking."),
            N_(
                "Round over: everyone has taken a row. The row cards go back to the middle, and whoever "
                "took last begins the next round."
            ),
            N_("With 2 players, the cards of the row nobody took leave the game for good."),
        ),
    )
    yield section(
        "end",
        bullets(
            N_("The last-round card turns up: put it aside and draw another card instead."),
            N_("Play this round to its end; there is no other."),
            N_("Then everyone names a colour for each joker, and you count."),
        ),
    )
    yield section(
        "scoring",
        grid(
            N_("What a colour is worth"),
            (CARDS, *_up_to_or_more(len(worth["brown"]))),
            *((Line((Name(side), *points), {"side": side}) for side, points in worth.items())),
        ),
        bullets(
            phrase(
                N_("Choose {plus} colours to count up. Every other colour counts down."),
                plus=coloretto.COLOURS_COUNTED_UP,
            ),
            phrase(N_("Each +2 card adds {points}."), points=coloretto.PLUS2_POINTS),
            N_("Each joker becomes one card of a colour you name, each its own."),
            N_("The app tries every way to use the jokers and counts the best one."),
        ),
    )
    yield section("tie", bullets(N_("The most points win."), N_("Equal points: the win is shared.")))
    yield section(
        "variants",
        bullets(
            N_("Brown side: the more cards of a colour, the better."),
            phrase(
                N_("Purple side: a colour is best with {best} cards and loses value after that."),
                best=worth["purple"].index(max(worth["purple"])) + 1,
            ),
        ),
    )
    yield section(
        "readings",
        reading(
            N_("Is the golden joker a joker as well?"),
            N_("Yes. It brings the extra card and counts as a joker at the end."),
        ),
        reading(
            N_("May you turn down the golden joker's extra card?"),
            N_("No, you must take it. If the pile is empty there is none."),
        ),
        reading(
            N_("What if that extra card is the last-round card?"),
            N_("Put it aside and keep the next card instead. This round is the last."),
        ),
        reading(
            N_("How many cards lie below the last-round card?"),
            N_("{below}. Some printings are garbled here."),
            below=coloretto.BELOW_LAST_ROUND,
        ),
        reading(
            N_("Must a joker be used if it costs points?"),
            N_("Yes, every joker becomes a colour, even where that loses a point."),
        ),
        reading(
            N_("Can a joker stand for a colour you lack?"),
            N_("Yes. Nor does it have to join your largest colour."),
        ),
        reading(
            N_("What if you have fewer than three colours?"),
            N_("Then all of them count up."),
        ),
        reading(
            N_("Two players: are two colours out every time?"),
            N_("Yes, in every game, not just the first."),
        ),
        reading(
            N_("Two players: may both have the same start card?"),
            N_("Your own two must differ. We suggest four different colours, as with more players."),
        ),
        reading(
            N_("Who wins a tie?"),
            N_("The rulebook names no tie-break, so the win is shared."),
        ),
        reading(
            N_("Is it a game for two?"),
            N_("Yes. The front page says 3 to 5, but the rules for 2 are inside."),
        ),
    )


def _up_to_or_more(most: int) -> tuple[Cell, ...]:
    return (*range(1, most), f"{most}+")


# -- Perfect Numbers --------------------------------------------------------------------------------------


def _perfect_numbers() -> Iterator[Section]:
    numbers = tuple(range(perfect_numbers.LOWEST, perfect_numbers.HIGHEST + 1))
    market = perfect_numbers.MARKET_CARDS

    def line(players: int) -> Line:
        laid = counts("perfect_numbers", players)
        gone = laid["start_cards"] + laid["market"]
        groups, more = divmod(len(perfect_numbers.MARKET), players)
        share = phrase(N_("{groups}, starter {more}"), groups=groups, more=groups + more) if more else groups
        deck = phrase(N_("deck − {cards}"), cards=gone)
        return Line((players, laid["start_cards"], laid["market"], deck, share), {"players": players})

    yield section(
        "setup",
        grid(
            N_("Cards by number of players"),
            (
                PLAYERS,
                N_("Start cards"),
                N_("Market"),
                DRAW_PILE,
                N_("Groups each"),
            ),
            *(line(players) for players in player_counts("perfect_numbers")),
        ),
        bullets(
            N_("Agree on who begins; that player gets the start card. Shuffle all the others."),
            phrase(
                N_(
                    "Everyone draws {each} number cards. Action cards among them are shuffled back and "
                    "replaced. Lay your cards out by colour, low to high, as if you had just taken them: "
                    "you might even score."
                ),
                each=perfect_numbers.START_CARDS,
            ),
            phrase(
                N_("Market: lay {market} cards face up in groups of {groups}."),
                market=market,
                groups=perfect_numbers.MARKET,
            ),
        ),
    )
    yield section(
        "components",
        bullets(
            phrase(
                N_("Number cards from {low} to {high} in {colours} colours."),
                colours=len(perfect_numbers.COLOURS),
                low=numbers[0],
                high=numbers[-1],
            ),
            phrase(
                N_("Jokers with a number, one for each from {low} to {high}."),
                low=numbers[0],
                high=numbers[-1],
            ),
            N_("Action cards of three kinds: Protect, Move and Steal."),
            N_("One start card."),
        ),
        Paragraph(
            N_(
                "The rulebook does not say how many cards there are. Count the deck once, without the start "
                "card, and enter the number at the set-up. Until then the draw pile cannot be counted down."
            )
        ),
    )
    yield section(
        "turn",
        bullets(
            N_("Take one whole group from the market."),
            N_(
                "Add its cards to your rows one by one: first the colours you already have, each from low "
                "to high, then new colours in any order, then store action cards."
            ),
        ),
        terms(
            N_("The new number, compared with the cards in the row, itself included"),
            (N_("Higher"), N_("It stays.")),
            (
                N_("Equal: perfect"),
                N_("You may close the row: all its cards go on your score pile, and its place is free."),
            ),
            (
                N_("Lower"),
                N_("It stays, and as many cards as the number says are discarded from the row."),
            ),
        ),
        bullets(
            phrase(
                N_("You have {places} places: one row per colour, and one place for stored action cards."),
                places=perfect_numbers.PLACES,
            ),
            N_(
                "No place left for a new colour: add the card to another player's row of that colour or to "
                "a free place there, or discard one of your own rows."
            ),
            N_(
                "In another player's row: higher stays there, perfect gives the row and its bonus to you, "
                "lower sends the discarded cards to that player's score pile."
            ),
            N_(
                "Joker: joins any colour row of yours and may open one only if you have none. It closes "
                "rows, but brings no bonus, and you never discard a row for it."
            ),
        ),
        terms(
            N_("Action cards, at any time in your turn"),
            (
                N_("Protect"),
                N_(
                    "Lay it face down on a row of yours, or discard it and turn down the top card of one of "
                    "your rows onto a row of yours. Others cannot add to or steal from a row with a "
                    "face-down card on top. That card counts as a card without a number."
                ),
            ),
            (
                N_("Move"),
                N_("The bottom card of one of your rows goes on top; that may close the row."),
            ),
            (
                N_("Steal"),
                N_("Take the top card of another player's unprotected row: add it to yours or discard it."),
            ),
        ),
        bullets(
            phrase(
                N_(
                    "Storing: one place, at most {most} action cards, of different kinds. What you cannot "
                    "store you must use now."
                ),
                most=perfect_numbers.STORED_ACTIONS,
            ),
            N_(
                "Round over: the market is empty. Refill it and pass the start card to the left. With 3 "
                "players the starter takes two groups, with 2 both do."
            ),
        ),
    )
    yield section(
        "end",
        Paragraph(
            phrase(
                N_(
                    "The game is over when the market cannot be refilled: fewer than {market} cards in the "
                    "draw pile at the end of a round. Whatever still lies in the rows is worth nothing."
                ),
                market=market,
            )
        ),
    )
    yield section(
        "scoring",
        Paragraph(N_("Every card on your score pile is one point.")),
        grid(
            N_("Points for closing a row"),
            (N_("Closed with"), *numbers),
            (N_("Colour"), *(n + perfect_numbers.BONUS.get(n, 0) for n in numbers)),
            (JOKER, *numbers),
        ),
        Paragraph(
            phrase(
                N_(
                    "Closing with a coloured {numbers} brings {bonus} bonus cards from the draw pile; they "
                    "are in the table."
                ),
                numbers=tuple(perfect_numbers.BONUS),
                bonus=tuple(perfect_numbers.BONUS.values()),
            )
        ),
        grid(
            N_("Cards left in the row after adding a number; + is what closing would score"),
            (N_("Row had"), *numbers),
            *(
                (length, *(_after_adding(length, number) for number in numbers))
                for length in range(numbers[-1] + 1)
            ),
        ),
    )
    yield section("tie", bullets(N_("The most points win."), N_("Equal points: the win is shared.")))
    yield section(
        "variants",
        bullets(
            N_(
                "Three rows: only three places for colours; the fourth is for action cards alone. You have "
                "to add to other players' rows more often."
            ),
            N_(
                "A lower number in another player's row: the cards go to the owner of the row, as printed, "
                "or to the player who added it. Choose at the set-up."
            ),
        ),
    )
    yield section(
        "readings",
        reading(
            N_("Who gets the cards when you add a lower number to another player's row?"),
            N_("The owner of the row. Some reviews say the player who added it; you can switch."),
        ),
        reading(
            N_("Which cards are discarded?"),
            N_("The top ones, the new card included. The number of cards is the same either way."),
        ),
        reading(
            N_("Must you close a perfect row?"),
            N_("No, you may let it grow, your own and others' alike."),
        ),
        reading(
            N_("Is there a bonus for closing another player's row, or by Move?"),
            N_("Yes, whenever a coloured number closes the row. Never with a joker."),
        ),
        reading(
            N_("What if the bonus is larger than the draw pile?"),
            N_("Take what is left. The discards are not shuffled back in."),
        ),
        reading(
            N_("Does Move cost cards if the number is lower than the row?"),
            N_("No. Only adding a card does."),
        ),
        reading(
            N_("What colour is a row that a joker opened?"),
            N_("None yet: the first coloured card that joins it decides."),
        ),
        reading(
            N_("Where does a joker come among several cards?"),
            N_("In the order of its number, like the rest."),
        ),
        reading(
            N_("Do face-down cards score?"),
            N_("Yes: each is a point once the row closes, the action card too."),
        ),
        reading(
            N_("May Protect turn down the only card of a row where it lies?"),
            N_("No, a face-down card may not lie alone."),
        ),
        reading(
            N_("How long does protection last?"),
            N_("As long as the face-down card is on top. You may build on it yourself."),
        ),
        reading(
            N_("When may you add to another player's row?"),
            N_(
                "Only with all your places taken and without that colour. Never with action cards, jokers "
                "or a stolen card."
            ),
        ),
        reading(
            N_("What is in the deck?"),
            N_("The rulebook does not list it. Colours and jokers are as reviewers describe them."),
        ),
        reading(N_("Do jokers count as start cards?"), N_("Yes, they carry numbers.")),
    )


def _after_adding(length: int, number: int) -> Cell:
    cards = length + 1
    if number > cards:
        return cards
    if number < cards:
        return cards - number
    return f"+{number + perfect_numbers.BONUS.get(number, 0)}"


# -- Perladöra --------------------------------------------------------------------------------------------


PEARLS_IN_THE_BOX = 42


def _perladora() -> Iterator[Section]:
    clans = len(perladora.POWERS)

    def line(players: int) -> Line:
        laid = counts("perladora", players)
        mix = (copies or NONE for copies in perladora.STOCK[players])
        return Line((players, laid["divers"], *mix, laid["strength"]), {"players": players})

    yield section(
        "setup",
        grid(
            N_("Divers for each player, by value"),
            (PLAYERS, N_("Divers"), *perladora.VALUES, N_("Strength")),
            *(line(players) for players in player_counts("perladora")),
        ),
        bullets(
            N_("Everyone takes a clan, its screen and these divers, and hides them behind the screen."),
            phrase(
                N_("Put piles of {piles} pearls at random on the {farms} farms: {pearls} in all."),
                piles=perladora.PILES,
                farms=perladora.FARMS,
                pearls=perladora.PEARLS,
            ),
            phrase(N_("Lay the {pontoons} pontoons beside the board."), pontoons=perladora.PONTOONS),
            N_("Agree whether you may look at your own divers again once placed. Better not."),
            N_("The youngest player begins. Turns go clockwise."),
        ),
        Paragraph(N_("With 4 players, those who face each other are a team.")),
    )
    yield section(
        "components",
        grid(
            N_("Pieces in the box"),
            (N_("Piece"), COPIES),
            (
                phrase(
                    N_("Divers, {each} for each of {clans} clans"), each=perladora.divers_each(2), clans=clans
                ),
                clans * perladora.divers_each(2),
            ),
            (phrase(N_("Pearls; {used} are used"), used=perladora.PEARLS), PEARLS_IN_THE_BOX),
            (N_("Pontoons"), perladora.PONTOONS),
            (N_("Reinforcements"), clans * perladora.REINFORCEMENTS),
            (N_("Power tokens"), sum(perladora.POWERS.values())),
            (N_("Screens"), clans),
            (
                phrase(
                    N_("Board of {rows} by {columns} squares"), rows=perladora.ROWS, columns=perladora.COLUMNS
                ),
                1,
            ),
        ),
    )
    yield section(
        "turn",
        Paragraph(N_("Do one of these.")),
        bullets(
            N_("Diver: one of yours, face down, on a square without a diver and without a farm."),
            phrase(
                N_(
                    "Pontoons: two, or just one, on free lines between squares. Never on the edge of the "
                    "board, and never so that a territory has fewer than {least} squares."
                ),
                least=perladora.SMALLEST_TERRITORY,
            ),
            N_("Pass: you cannot or will not go on. You are out until the end of the game."),
        ),
        Paragraph(
            N_(
                "A territory is all the squares that pontoons and the edge of the board enclose, farm "
                "squares included. It can have several farms or none. It is complete when every square has "
                "a diver or a farm."
            )
        ),
    )
    yield section(
        "end",
        bullets(
            N_("The game is over when everyone has passed."),
            N_("Out of divers you may still lay pontoons, and the other way round."),
        ),
    )
    yield section(
        "scoring",
        Paragraph(N_("Turn up all divers and count territory by territory.")),
        grid(
            N_("Who gets the pearls of a territory"),
            (N_("In the territory"), N_("What happens")),
            (N_("One player has the most points"), N_("all of them, as one pile")),
            (
                N_("Several have the most"),
                N_("an equal share each; the rest is lost"),
            ),
            (N_("No diver at all"), N_("nobody gets them")),
        ),
        Paragraph(
            N_("Your points are the values of your divers there; with 4 players, those of both partners.")
        ),
    )
    yield section(
        "tie",
        bullets(
            N_("The most pearls win."),
            N_(
                "Equal: compare your largest piles, one pile per territory, then the second largest, and so "
                "on. Whoever falls behind is out of it."
            ),
            N_("Still equal: the win is shared."),
        ),
    )
    yield section(
        "variants",
        Paragraph(
            N_(
                "Four players: partners sit opposite each other. They may talk, but neither show divers nor "
                "tell each other what to do. Points in a territory and pearls are pooled."
            )
        ),
        Paragraph(
            N_(
                "Advanced game: clans are dealt at random, each with its power tokens and one "
                "reinforcement. In a turn you may first use one power, then place a diver, pontoons or your "
                "reinforcement."
            )
        ),
        terms(
            N_("Powers of the clans, and how often"),
            *(
                (phrase(N_("{clan}, {times} ×"), clan=Name(clan), times=times), POWERS[clan])
                for clan, times in perladora.POWERS.items()
            ),
        ),
        bullets(
            N_(
                "Reinforcement: on one of your own divers in a complete territory, one per territory. It "
                "adds 1 to the diver."
            ),
            N_("In a tie for a territory, a tied player whose reinforcement is there takes it all."),
        ),
    )
    yield section(
        "readings",
        reading(
            N_("Are shared pearls split farm by farm?"),
            N_("No. The whole territory is one sum, split once; only that remainder is lost."),
        ),
        reading(
            N_("Can a diver be worth less than nothing?"),
            N_("Yes: a 1 with two necklaces counts −1. Alone, it still claims the territory."),
        ),
        reading(
            N_("Can you win a territory with 0 points?"),
            N_("Yes, if you are the only one with a diver there."),
        ),
        reading(
            N_("Does the reinforcement add 1 and break ties?"),
            N_("Both. It breaks only a tie that its owner is part of."),
        ),
        reading(
            N_("Must the territory stay complete for the reinforcement?"),
            N_("It will: nothing is ever taken off the board."),
        ),
        reading(
            N_("What are the two extra pearls for?"),
            N_("They are spares: the box has {all}, the farms hold {used}."),
            all=PEARLS_IN_THE_BOX,
            used=perladora.PEARLS,
        ),
        reading(
            N_("Two pontoons: is each one tested?"),
            N_("Yes, each must leave territories of at least {least} squares."),
            least=perladora.SMALLEST_TERRITORY,
        ),
        reading(
            N_("You know the older edition: are the divers the same?"),
            N_("Not with 2 players, nor are the power tokens. We follow this rulebook."),
        ),
        reading(
            N_("Can four play each for themselves?"),
            N_("No, the rulebook knows four players only as two teams."),
        ),
        reading(
            N_("May a necklace go on a partner's diver?"),
            N_("No, only on opposing divers."),
        ),
        reading(
            N_("Three players: does every diver find a square?"),
            N_("No. There are {divers} divers and {squares} free squares, so one stays behind."),
            divers=3 * perladora.divers_each(3),
            squares=perladora.FREE_SQUARES,
        ),
        reading(
            N_("What if all piles are equal in a tie?"),
            N_("The win is shared; the rulebook does not go further."),
        ),
        reading(
            N_("Where are the farms?"),
            N_(
                "The app starts from the layout of an earlier edition. If your board differs, move them at "
                "the set-up."
            ),
        ),
    )


POWERS = {
    "coral": N_("Look at one placed diver, an opponent's or your own; not your partner's."),
    "shell": N_("Place one more diver, face up."),
    "mountain": N_("Lay one more pontoon."),
    "sand": N_(
        "Give a flower necklace to an opponent's diver in a territory where you have one too, as long as it "
        "is not complete. That diver counts 1 less. The same diver can get both, in different turns. While "
        "there is no territory yet, any opponent's diver will do."
    ),
}


# -- The shelf --------------------------------------------------------------------------------------------

BOOKS = {
    "pearls": _pearls,
    "coloretto": _coloretto,
    "perfect_numbers": _perfect_numbers,
    "perladora": _perladora,
}


@cache
def rulebook(game: str) -> tuple[Section, ...]:
    return tuple(BOOKS[game]())


# -- Search -----------------------------------------------------------------------------------------------

LIGATURES = str.maketrans({"æ": "ae", "œ": "oe"})
PREVIEW = 3
Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing that a section says, and where in it the words were found."""

    text: str
    spans: Spans = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A section in which all words were found, and the passages that hold them."""

    game: str
    section: Section
    passages: tuple[Passage, ...]


def folded(text: str) -> str:
    """Without case and accents: "Perladöra" is found as "perladora"."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def search(query: str, translate: Translate) -> list[Hit]:
    """The sections that hold all words of the query, in the order of the shelf."""
    words = [_pattern(word) for word in folded(query).split()]
    if not words:
        return []
    hits = (_hit(game, part, words, translate) for game in BOOKS for part in rulebook(game))
    return [hit for hit in hits if hit]


def _pattern(word: str) -> re.Pattern[str]:
    """Part of a word is enough, but 3 is not 30."""
    quoted = re.escape(word)
    return re.compile(rf"(?<!\d){quoted}(?!\d)" if word.isdigit() else quoted)


def _hit(game: str, part: Section, words: list[re.Pattern[str]], translate: Translate) -> Hit | None:
    """The game and the heading count as part of every passage; alone they find how the section begins."""
    heading = folded(f"{translate(GAME_NAMES[game])} {translate(part.title)}")
    elsewhere = [word for word in words if not word.search(heading)]
    told = list(passages(part, translate))
    found = [text for text in told if _holds(folded(text), elsewhere or words)]
    if not found and not elsewhere:
        found = told[:PREVIEW]
    return Hit(game, part, tuple(Passage(text, _spans(text, words)) for text in found)) if found else None


def _holds(plain: str, words: list[re.Pattern[str]]) -> bool:
    return all(word.search(plain) for word in words)


def _spans(text: str, words: list[re.Pattern[str]]) -> Spans:
    """Where the words are in the text as it is written, joined where they touch."""
    letters = [(letter, place) for place, sign in enumerate(text) for letter in folded(sign)]
    plain = "".join(letter for letter, _place in letters)
    marked = {
        letters[at][1] for word in words for match in word.finditer(plain) for at in range(*match.span())
    }
    starts = sorted(place for place in marked if place - 1 not in marked)
    ends = sorted(place + 1 for place in marked if place + 1 not in marked)
    return tuple(zip(starts, ends, strict=True))


def passages(part: Section, translate: Translate) -> Iterator[str]:
    """Everything the section says, one thing at a time."""
    return (text for block in part.blocks for text in _told(block, translate))


def _told(block: Block, translate: Translate) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield said(text, translate)
        case Bullets(items):
            yield from (said(item, translate) for item in items)
        case Reading(question, answer):
            yield f"{translate(question)} {answer.said(translate)}"
        case Terms(title, items):
            heading = said(title, translate)
            yield from (
                f"{heading} · {said(term, translate)} · {said(text, translate)}" for term, text in items
            )
        case Grid():
            yield from (_told_row(block, row, translate) for row in block.rows)


def _told_row(table: Grid, row: Line, translate: Translate) -> str:
    """A row out of its table, with the heads that it needs to be understood."""
    (head, *heads), (first, *cells) = (
        [said(cell, translate) for cell in line] for line in (table.header, row.cells)
    )
    name = f"{head} {first}" if isinstance(row.cells[0], int) else first
    values = ", ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True))
    return f"{said(table.title, translate)} · {name} · {values}"
