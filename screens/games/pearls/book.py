"""The rulebook of Pearls in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.pearls import rules
from screens.translator import N_
from screens.words.book import (
    ALL_TOGETHER,
    CARDS,
    COPIES,
    DRAW_PILE,
    JOKER,
    NONE,
    PLAYERS,
    POINTS,
    Line,
    Name,
    Paragraph,
    Section,
    bullets,
    copies_of,
    counts,
    grid,
    phrase,
    player_counts,
    reading,
    section,
)

NECKLACES = rules.ALL_NECKLACES


def _line(players: int, all_cards: bool) -> Line:
    laid = counts("pearls", players, all_cards=all_cards)
    in_play = rules.cards_in_play(players, all_cards)
    back = tuple(copies_of(rules.CARDS[colour], colour) for colour, n in in_play.items() if not n)
    cells = (players, back, laid["in_play"], laid["dealt"], laid["draw_pile"])
    return Line(cells, {"players": players, "all_cards": all_cards})


HEADER = (
    PLAYERS,
    N_("Back in the box"),
    N_("In play"),
    N_("Dealt"),
    DRAW_PILE,
)


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
    return section(
        "setup",
        grid(
            N_("Cards by number of players"),
            HEADER,
            *(_line(players, False) for players in player_counts("pearls")),
        ),
        bullets(
            phrase(N_("Shuffle the cards in play and deal {each} to everyone."), each=rules.DEALT),
            phrase(
                N_("Turn up {display} cards as the display. The rest is the face-down draw pile."),
                display=rules.DISPLAY,
            ),
            phrase(
                N_("Line up the {necklaces} necklaces, from {low} to {high}."),
                necklaces=len(NECKLACES),
                low=min(NECKLACES),
                high=max(NECKLACES),
            ),
            N_("The youngest player begins. Turns go clockwise."),
        ),
    )


def _components() -> Section:
    everything = sum(rules.CARDS.values())

    return section(
        "components",
        grid(
            N_("Pearl cards"),
            (N_("Colour"), CARDS, N_("Value each")),
            *(
                (JOKER if colour == rules.WILD else Name(colour), copies, rules.VALUES[colour])
                for colour, copies in rules.CARDS.items()
            ),
            (ALL_TOGETHER, everything, NONE),
        ),
        grid(N_("Necklaces"), (N_("Value"), *rules.NECKLACES), (COPIES, *rules.NECKLACES.values())),
    )


def _turn() -> Section:
    return section(
        "turn",
        Paragraph(N_("Do one of two things: take or place. You cannot pass.")),
        bullets(
            phrase(
                N_(
                    "Take: choose a colour in the display and pick up every card of it. Wild cards are a "
                    "colour of their own. Then fill the display up to {display}."
                ),
                display=rules.DISPLAY,
            ),
            phrase(
                N_(
                    "Hand limit: {limit} cards at all times. You may not take a colour that would put "
                    "you over it."
                ),
                limit=rules.HAND_LIMIT,
            ),
            N_(
                "Place: show one or more cards of a single colour, then lay them face down on your "
                "own pile. Add as many wild cards as you like, or place wild cards alone."
            ),
            N_(
                "Necklace: if you placed exactly as many cards as a necklace shows, wild cards "
                "included, you may take it. A near miss earns nothing."
            ),
        ),
    )


def _end() -> Section:
    return section(
        "end",
        Paragraph(N_("Two things trigger the end. Whichever comes first, finish that turn.")),
        bullets(
            N_("The draw pile is empty."),
            N_("The last necklace is taken."),
        ),
        Paragraph(
            N_(
                "Then everyone has exactly one more turn; whoever triggered the end goes last. You "
                "may only place cards; with an empty hand you pass."
            )
        ),
    )


def _scoring() -> Section:
    return section(
        "scoring",
        grid(
            N_("What counts"),
            (N_("What you have"), POINTS),
            (N_("Each pearl card on your pile"), N_("plus its value")),
            (N_("Each necklace"), N_("plus its value")),
            (N_("Each card left in hand"), N_("minus its value")),
            (N_("Wild cards, wherever they are"), rules.VALUES[rules.WILD]),
        ),
        Paragraph(N_("A total can be below zero.")),
    )


def _tie() -> Section:
    return section(
        "tie",
        bullets(
            N_("Whoever has the most points wins."),
            N_("Equal points: more cards left in hand is better."),
            N_("Still equal: the win is shared."),
        ),
        Paragraph(N_("A wild card kept in hand costs nothing and can decide a tie.")),
    )


def _variants() -> Section:
    return section(
        "variants",
        Paragraph(
            N_(
                "All cards, for 2 or 3 players: nothing goes back in the box. It lasts a little longer, "
                "unless the necklaces go fast."
            )
        ),
        grid(N_("With all cards"), HEADER, *(_line(players, True) for players in rules.REMOVED)),
    )


def _readings() -> Section:
    return section(
        "readings",
        reading(
            N_("The pile runs out just as the display is full. Is that the end?"),
            N_(
                "Yes. An empty pile triggers the end, even with {display} cards on display. If too "
                "few are left, refill as far as they go."
            ),
            display=rules.DISPLAY,
        ),
        reading(
            N_("Must you place in the last turn?"),
            N_("Yes, at least one card while you hold any. Only an empty hand passes."),
        ),
        reading(
            N_("Who has the first of the last turns?"),
            N_(
                "The player to the left of the one who triggered the end. A second trigger during "
                "the last turns changes nothing."
            ),
        ),
        reading(
            N_("Can wild cards be placed on their own?"),
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
            needed=sum(NECKLACES),
            in_play=counts("pearls", 2)["in_play"],
        ),
    )
