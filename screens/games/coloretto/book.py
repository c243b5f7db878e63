"""The rulebook of Coloretto in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.coloretto import rules
from screens.translator import N_
from screens.words.book import (
    CARDS,
    COPIES,
    PLAYERS,
    Cell,
    Line,
    Name,
    Paragraph,
    Section,
    bullets,
    counts,
    grid,
    phrase,
    player_counts,
    reading,
    section,
)
from screens.words.messages import WORDS

BROWN_ROW_CARDS, GREEN_ROW_CARDS, SUMMARY_CARDS = 5, 3, 5


COPIES_OF_A_COLOUR = rules.COPIES[rules.COLOURS[0]]
WORTH = {side: points[1:] for side, points in rules.POINTS.items()}


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
        laid = counts("coloretto", players)
        each = laid["start_cards"] // players
        around = f"{laid['above_last_round']} / {laid['below_last_round']}"
        return Line(
            (players, laid["colours"], each, around, len(rules.row_limits(players))), {"players": players}
        )

    return section(
        "setup",
        grid(
            N_("Cards by number of players"),
            (
                PLAYERS,
                N_("Colours"),
                N_("Start cards per player"),
                N_("Above / below the last-round card"),
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
                two=rules.colours_removed(2),
                three=rules.colours_removed(3),
                cards=COPIES_OF_A_COLOUR,
            ),
            N_("Everyone takes a start card of a different colour. With 2 players: two different ones each."),
            phrase(
                N_(
                    "Shuffle the rest without the last-round card. Count off {below} cards, lay the "
                    "last-round card on them and the others on top."
                ),
                below=rules.BELOW_LAST_ROUND,
            ),
            N_(
                "Lay out one brown row card per player, or the three green ones with 2 players. Decide "
                "among yourselves who begins."
            ),
        ),
    )


def _components() -> Section:
    return section(
        "components",
        grid(
            N_("Cards in the box"),
            (N_("Card"), COPIES),
            (
                phrase(
                    N_("Colour cards: {copies} in each of {colours} colours"),
                    copies=COPIES_OF_A_COLOUR,
                    colours=len(rules.COLOURS),
                ),
                COPIES_OF_A_COLOUR * len(rules.COLOURS),
            ),
            (f"+{rules.PLUS2_POINTS}", rules.COPIES[rules.PLUS2]),
            (N_("Jokers"), rules.COPIES[rules.JOKER]),
            (N_("Golden joker"), rules.COPIES[rules.GOLDEN]),
            (N_("Last-round card"), 1),
            (N_("Brown row cards, for 3 to 5 players"), BROWN_ROW_CARDS),
            (N_("Green row cards, for 2 players"), GREEN_ROW_CARDS),
            (N_("Summary cards, brown and purple side"), SUMMARY_CARDS),
        ),
        Paragraph(
            phrase(
                N_("The colours: {colours}."),
                colours=tuple(WORDS[name] for name in rules.COLOURS),
            )
        ),
    )


def _turn() -> Section:
    return section(
        "turn",
        Paragraph(N_("Do one of two things: draw a card or take a row.")),
        bullets(
            phrase(
                N_(
                    "Draw: turn up the top card and lay it at any row with room. A row holds {most} cards; "
                    "with 2 players the rows hold {two}. If every free row is full you must take one."
                ),
                most=rules.ROW_LIMIT,
                two=rules.ROW_LIMITS_FOR_TWO,
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


def _end() -> Section:
    return section(
        "end",
        bullets(
            N_("The last-round card turns up: put it aside and draw another card instead."),
            N_("Play this round to its end; it is the last one."),
            N_("Then everyone names a colour for each joker, and you count."),
        ),
    )


def _scoring() -> Section:
    return section(
        "scoring",
        grid(
            N_("What a colour is worth"),
            (CARDS, *_up_to_or_more(len(WORTH["brown"]))),
            *((Line((Name(side), *points), {"side": side}) for side, points in WORTH.items())),
        ),
        bullets(
            phrase(
                N_("Choose {plus} colours for plus points. Every other colour counts as minus points."),
                plus=rules.COLOURS_COUNTED_UP,
            ),
            phrase(N_("Each +2 card adds {points}."), points=rules.PLUS2_POINTS),
            N_("Each joker becomes one card of a colour you name; they may differ."),
            N_("The app tries every way to use the jokers and counts the best one."),
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
            N_("Brown side: the more cards of a colour, the better."),
            phrase(
                N_("Purple side: a colour is best with {best} cards and loses value after that."),
                best=WORTH["purple"].index(max(WORTH["purple"])) + 1,
            ),
        ),
    )


def _readings() -> Section:
    return section(
        "readings",
        reading(
            N_("Is the golden joker a joker as well?"),
            N_("Yes. It brings the extra card and counts as a joker at the end."),
        ),
        reading(
            N_("May you turn down the golden joker’s extra card?"),
            N_("No, you must take it. If the pile is empty there is none."),
        ),
        reading(
            N_("What if that extra card is the last-round card?"),
            N_("Put it aside and keep the next card instead. This round is the last."),
        ),
        reading(
            N_("How many cards lie below the last-round card?"),
            N_("{below}. Some printings are garbled here."),
            below=rules.BELOW_LAST_ROUND,
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
            N_("Then all of them score plus points."),
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
