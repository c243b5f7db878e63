"""The rulebook of Perladöra in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.perladora import rules
from screens.translator import N_
from screens.words.book import (
    COPIES,
    NONE,
    PLAYERS,
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
    terms,
)

PEARLS_IN_THE_BOX = 42


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
        laid = counts("perladora", players)
        mix = (copies or NONE for copies in rules.STOCK[players])
        return Line((players, laid["divers"], *mix, laid["strength"]), {"players": players})

    return section(
        "setup",
        grid(
            N_("Divers for each player, by value"),
            (PLAYERS, N_("Divers"), *rules.VALUES, N_("Strength")),
            *(line(players) for players in player_counts("perladora")),
        ),
        bullets(
            N_("Everyone takes a clan, its screen and these divers, and hides them behind the screen."),
            phrase(
                N_("Put piles of {piles} pearls at random on the {farms} farms: {pearls} in all."),
                piles=rules.PILES,
                farms=rules.FARMS,
                pearls=rules.PEARLS,
            ),
            phrase(N_("Lay the {pontoons} pontoons beside the board."), pontoons=rules.PONTOONS),
            N_("Agree whether you may look at your own divers again once placed. Better not."),
            N_("The youngest player begins. Turns go clockwise."),
        ),
        Paragraph(N_("With 4 players, those who face each other are a team.")),
    )


def _components() -> Section:
    clans = len(rules.POWERS)

    return section(
        "components",
        grid(
            N_("Pieces in the box"),
            (N_("Piece"), COPIES),
            (
                phrase(
                    N_("Divers, {each} for each of {clans} clans"), each=rules.divers_each(2), clans=clans
                ),
                clans * rules.divers_each(2),
            ),
            (phrase(N_("Pearls; {used} are used"), used=rules.PEARLS), PEARLS_IN_THE_BOX),
            (N_("Pontoons"), rules.PONTOONS),
            (N_("Reinforcements"), clans * rules.REINFORCEMENTS),
            (N_("Power tokens"), sum(rules.POWERS.values())),
            (N_("Screens"), clans),
            (
                phrase(N_("Board of {rows} by {columns} squares"), rows=rules.ROWS, columns=rules.COLUMNS),
                1,
            ),
        ),
    )


def _turn() -> Section:
    return section(
        "turn",
        Paragraph(N_("Do one of these.")),
        bullets(
            N_("Diver: one of yours, face down, on a square without a diver and without a farm."),
            phrase(
                N_(
                    "Pontoons: two, or just one, on free lines between squares. Never on the edge of the "
                    "board, and never so that a territory has fewer than {least} squares."
                ),
                least=rules.SMALLEST_TERRITORY,
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


def _end() -> Section:
    return section(
        "end",
        bullets(
            N_("The game is over when everyone has passed."),
            N_("Without divers you may still lay pontoons, and vice versa."),
        ),
    )


def _scoring() -> Section:
    return section(
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


def _tie() -> Section:
    return section(
        "tie",
        bullets(
            N_("Whoever has the most pearls wins."),
            N_(
                "Equal: compare your largest piles, one pile per territory, then the second largest, "
                "and so on. Whoever falls behind drops out."
            ),
            N_("Still equal: the win is shared."),
        ),
    )


def _variants() -> Section:
    return section(
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
                for clan, times in rules.POWERS.items()
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


def _readings() -> Section:
    return section(
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
            N_("May a power be all that you do in a turn?"),
            N_(
                "No, an action follows it. If you could take none afterwards, you cannot use the power "
                "either."
            ),
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
            used=rules.PEARLS,
        ),
        reading(
            N_("Two pontoons: is each one tested?"),
            N_("Yes, each must leave territories of at least {least} squares."),
            least=rules.SMALLEST_TERRITORY,
        ),
        reading(
            N_("You know the older edition: are the divers the same?"),
            N_("Not with 2 players, nor are the power tokens. We follow this rulebook."),
        ),
        reading(
            N_("Can four people play individually?"),
            N_("No, in the rulebook four players always form two teams."),
        ),
        reading(
            N_("May a necklace go on a partner’s diver?"),
            N_("No, only on opposing divers."),
        ),
        reading(
            N_("Three players: does every diver find a square?"),
            N_("No. There are {divers} divers and {squares} free squares, so one stays behind."),
            divers=3 * rules.divers_each(3),
            squares=rules.FREE_SQUARES,
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
    "coral": N_("Look at one placed diver, an opponent’s or your own; not your partner’s."),
    "shell": N_("Place one more diver, face up."),
    "mountain": N_("Lay one more pontoon."),
    "sand": N_(
        "Give a flower necklace to an opponent’s diver in a territory where you have one "
        "too, as long as it is not complete. That diver counts 1 less. The same diver can "
        "get both, in different turns. While there is no territory yet, any opponent’s diver "
        "will do, once you have one on the board."
    ),
}
