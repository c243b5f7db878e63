"""The sentences of own games. What people have called their game and its lines is shown as it is."""

from __future__ import annotations

from screens.translator import N_
from screens.words.messages import POINTS_BEHIND, Plural, n_
from screens.words.variants import Variant

WORDS: dict[str, str] = {}
PARTS: dict[str, str] = {}
USUAL: dict[str, Variant] = {}
BEHIND = POINTS_BEHIND
MORE: dict[str, str] = {}

SENTENCES: dict[str, str | Plural] = {
    # The check-list of the set-up.
    "own.setup.step": N_("{text}"),
    "own.setup.number": N_("{text}: {number}"),
    "own.setup.youngest": N_("The youngest player begins."),
    "own.setup.any": N_("Agree who begins."),
    # Rules that do not hold.
    "own.not_rules": N_("These are not the rules of a game."),
    "own.too_large": N_("These rules are larger than {largest} KB."),
    "own.newer_format": N_("These rules were written by a newer version of Tableside."),
    "own.not_a_name": N_("A name is needed here: {field}."),
    "own.name_too_long": N_("This name is too long: {field}."),
    "own.name_twice": N_("A name is given twice: {field}."),
    "own.player_counts": N_("A game is for {fewest} to {most} players: {field}."),
    "own.too_many": N_("At most {most} here: {field}."),
    "own.too_few": N_("At least {fewest} here: {field}."),
    "own.does_not_fit": N_("This does not fit together: {field}."),
    "own.refers_to_nothing": N_("This refers to something that is not there: {field}."),
    "own.one_shape": N_("A line is counted in exactly one way: {field}."),
    # Sheets and moves.
    "own.no_rounds": N_("This game has no rounds."),
    "own.rounds_not_turns": N_("This game is entered round by round."),
    "own.too_many_wild": N_("At most {most} wild cards can be counted."),
    "own.too_much_to_count": N_("That is more than can be counted at once."),
    "own.too_many_points": N_("{text}: the points grow beyond all measure."),
    "own.rounds_missing": n_(
        "{entered} of {rounds} round entered.", "{entered} of {rounds} rounds entered.", "rounds"
    ),
    "own.rounds_too_many": n_(
        "{entered} rounds entered; the game has {rounds}.",
        "{entered} rounds entered; the game has {rounds}.",
        "rounds",
    ),
    "own.check_round": N_("Round {round}: {text} add up to {total}, not to {allowed}."),
    "own.check_at_end": N_("{text} add up to {total}, not to {allowed}."),
    # At the table.
    "own.notice.reached": N_("{name} has reached {points}: that ends the game."),
    "own.notice.last_round_played": n_(
        "The only round has been played.", "All {rounds} rounds have been played.", "rounds"
    ),
    "own.notice.finish_round": N_("The end was set off: this round is still finished."),
    "own.notice.until_score": N_("It ends as soon as somebody reaches {points}."),
    "own.notice.until_score_round": N_(
        "Once somebody reaches {points}, the round is finished, and then it ends."
    ),
    "own.notice.last_round": N_("This is the last round."),
    "own.notice.score_near": n_(
        "{name} is {left} point away from the end.", "{name} is {left} points away from the end.", "left"
    ),
    # Where points come from.
    "own.line.sum": N_("{text}: {told}"),
    "own.line.times": N_("{text}: {told}"),
    "own.line.table": N_("{text}: {count}, by the scale"),
    "own.line.each": N_("{text}: {told}"),
    "own.line.sets": n_("{text}: {sets} set from {told}", "{text}: {sets} sets from {told}", "sets"),
    "own.line.kinds": n_(
        "{text}: {different} different kind", "{text}: {different} different kinds", "different"
    ),
    "own.line.over": N_("{text}: {told}"),
    "own.line.jokers": N_("{text}: {told}; wild cards as {wild}"),
    "own.line.most": N_("{text}: place {place} with {count}"),
    "own.line.most_tied": N_("{text}: place {place} with {count}, together with others"),
    "own.line.if": N_("{text}: {told}"),
    "own.line.if_others": N_("{text}: from another player"),
    "own.line.product": N_("{text}: {told}"),
    "own.line.bid_made": N_("{text}: bid {bid} and made it"),
    "own.line.bid_missed": N_("{text}: bid {bid}, took {tricks}"),
    "own.line.others": N_("{text}: what all others have"),
    "own.line.others_lost": N_("{text}: {own} lost to whoever went out"),
    "own.line.lowest": N_("{text}: lowest {told}"),
    "own.line.choice": N_("{text}: {value}"),
    # Ranking.
    "own.rank.shared": N_("Level in everything that is compared ({points}): the place is shared."),
    "own.rank.by_entry": N_("Decided by {text}: {value}."),
}
