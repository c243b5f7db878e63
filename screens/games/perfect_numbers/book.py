"""The rulebook of Perfect Numbers in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.perfect_numbers import rules
from screens.translator import N_
from screens.words.book import (
    DRAW_PILE,
    JOKER,
    PLAYERS,
    Cell,
    Line,
    Paragraph,
    Section,
    bullets,
    counts,
    grid,
    phrase,
    player_counts,
    reading,
    section,
    terms,
)

NUMBERS = tuple(range(rules.LOWEST, rules.HIGHEST + 1))
MARKET = rules.MARKET_CARDS


def chapter() -> Iterator[Section]:
    yield _setup()
    yield _components()
    yield _turn()
    yield _end()
    yield _scoring()
    yield _tie()
    yield _variants()
    yield _readings()


def _setup() -> Section:
    def line(players: int) -> Line:
        laid = counts("perfect_numbers", players)
        gone = laid["start_cards"] + laid["market"]
        groups, more = divmod(len(rules.MARKET), players)
        share = phrase(N_("{groups}, starter {more}"), groups=groups, more=groups + more) if more else groups
        deck = phrase(N_("deck − {cards}"), cards=gone)
        return Line((players, laid["start_cards"], laid["market"], deck, share), {"players": players})

    return section(
        "setup",
        grid(
            N_("Cards by number of players"),
            (
                PLAYERS,
                N_("Start cards"),
                N_("Market"),
                DRAW_PILE,
                N_("Groups per player"),
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
                each=rules.START_CARDS,
            ),
            phrase(
                N_("Market: lay {market} cards face up in groups of {groups}."),
                market=MARKET,
                groups=rules.MARKET,
            ),
        ),
    )


def _components() -> Section:
    return section(
        "components",
        bullets(
            phrase(
                N_("Number cards from {low} to {high} in {colours} colours."),
                colours=len(rules.COLOURS),
                low=NUMBERS[0],
                high=NUMBERS[-1],
            ),
            phrase(
                N_("Jokers with a number, one for each from {low} to {high}."),
                low=NUMBERS[0],
                high=NUMBERS[-1],
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


def _turn() -> Section:
    return section(
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
                places=rules.PLACES,
            ),
            N_(
                "No place left for a new colour: add the card to another player’s row of that colour "
                "or to a free place there, or discard one of your own rows."
            ),
            N_(
                "In another player’s row: higher stays there, perfect gives the row and its bonus to "
                "you, lower sends the discarded cards to that player’s score pile."
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
                    "Lay it face down on a row of yours, or discard it and place the top card of one of "
                    "your rows face down on one of your rows. Others cannot add to or steal from a row "
                    "with a face-down card on top. That card counts as a card without a number."
                ),
            ),
            (
                N_("Move"),
                N_("The bottom card of one of your rows goes on top; that may close the row."),
            ),
            (
                N_("Steal"),
                N_("Take the top card of another player’s unprotected row: add it to yours or discard it."),
            ),
        ),
        bullets(
            phrase(
                N_(
                    "Storing: one place, at most {most} action cards, of different kinds. What you cannot "
                    "store you must use now."
                ),
                most=rules.STORED_ACTIONS,
            ),
            N_(
                "Round over: the market is empty. Refill it and pass the start card to the left. With 3 "
                "players the starter takes two groups, with 2 both do."
            ),
        ),
    )


def _end() -> Section:
    return section(
        "end",
        Paragraph(
            phrase(
                N_(
                    "The game is over when the market cannot be refilled: fewer than {market} cards in the "
                    "draw pile at the end of a round. Whatever still lies in the rows is worth nothing."
                ),
                market=MARKET,
            )
        ),
    )


def _scoring() -> Section:
    return section(
        "scoring",
        Paragraph(N_("Every card on your score pile is one point.")),
        grid(
            N_("Points for closing a row"),
            (N_("Closed with"), *NUMBERS),
            (N_("Colour"), *(n + rules.BONUS.get(n, 0) for n in NUMBERS)),
            (JOKER, *NUMBERS),
        ),
        Paragraph(
            phrase(
                N_(
                    "Closing with a coloured {numbers} brings {bonus} bonus cards from the draw pile; "
                    "they are included in the table."
                ),
                numbers=tuple(rules.BONUS),
                bonus=tuple(rules.BONUS.values()),
            )
        ),
        grid(
            N_("Cards left in the row after adding a number; + is what closing would score"),
            (N_("Cards before"), *NUMBERS),
            *(
                (length, *(_after_adding(length, number) for number in NUMBERS))
                for length in range(NUMBERS[-1] + 1)
            ),
        ),
    )


def _tie() -> Section:
    return section(
        "tie", bullets(N_("Whoever has the most points wins."), N_("Equal points: the win is shared."))
    )


def _variants() -> Section:
    return section(
        "variants",
        bullets(
            N_(
                "Three rows: only three places for colours; the fourth is for action cards alone. "
                "You have to add to other players’ rows more often."
            ),
            N_(
                "A lower number in another player’s row: the cards go to the owner of the row, as "
                "printed, or to the player who added it. Choose at the set-up."
            ),
            N_(
                "A bonus by Move, and a row given up for a stolen card: the rulebook can be read either way. "
                "Choose at the set-up."
            ),
        ),
    )


def _readings() -> Section:
    return section(
        "readings",
        reading(
            N_("Who gets the cards when you add a lower number to another player’s row?"),
            N_("The owner of the row. Some reviews say the player who added it; you can switch."),
        ),
        reading(
            N_("Which cards are discarded?"),
            N_("The top ones, the new card included. The number of cards is the same either way."),
        ),
        reading(
            N_("Must you close a perfect row?"),
            N_("No, you may let it grow, your own and others’ alike."),
        ),
        reading(
            N_("Is there a bonus for closing another player’s row, or by Move?"),
            N_(
                "Yes, whenever a coloured number closes the row; by Move you can switch it off. Never with a "
                "joker."
            ),
        ),
        reading(
            N_("Which colours do you already have?"),
            N_("Those with a row when you took the group, even if that row has been closed since."),
        ),
        reading(
            N_("May a stolen card push out one of your rows?"),
            N_(
                "Yes, if its colour is new and all your places are taken. You can switch it off: then such a "
                "card is discarded."
            ),
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
            N_("May Protect turn a row’s only card face down where it lies?"),
            N_("No, a face-down card may not lie alone."),
        ),
        reading(
            N_("How long does protection last?"),
            N_("As long as the face-down card is on top. You may build on it yourself."),
        ),
        reading(
            N_("When may you add to another player’s row?"),
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
    return f"+{number + rules.BONUS.get(number, 0)}"
