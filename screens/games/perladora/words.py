"""The sentences of Perladöra: refusals, notices, doubts about a count, and who got which pearls."""

from __future__ import annotations

from screens.translator import N_
from screens.words.messages import Plural, n_
from screens.words.variants import Variant

WORDS: dict[str, str] = {
    "coral": N_("coral"),
    "shell": N_("shell"),
    "mountain": N_("mountain"),
    "sand": N_("sand"),
}

PARTS: dict[str, str] = {}
BEHIND = n_("{names}: {n} pearl behind.", "{names}: {n} pearls behind.", "n")
USUAL = {
    "advanced": Variant(N_("Advanced game")),
    "look_at_own": Variant(N_("Look at your own divers")),
}

SENTENCES: dict[str, str | Plural] = {
    # The check-list of the set-up.
    "perladora.setup.choose_clans": N_("Everyone chooses a clan and takes its screen."),
    "perladora.setup.clans_at_random": N_("Deal everyone a clan at random, with its screen."),
    "perladora.setup.divers": N_("Everyone takes {each} divers of their clan behind the screen."),
    "perladora.setup.more_divers_than_squares": n_(
        "One diver more than there are squares: it will be left over.",
        "{left_over} divers more than there are squares: they will be left over.",
        "left_over",
    ),
    "perladora.setup.pearls": N_("Put a pile of pearls on each of the {farms} farms, at random."),
    "perladora.setup.pontoons": N_("Lay the {pontoons} pontoons beside the board."),
    "perladora.setup.powers": N_("Lay out the power tokens. {seats}."),
    "perladora.setup.powers_by_clan": N_("Lay out the power tokens of your clan. {powers}."),
    "perladora.setup.reinforcements": n_(
        "Everyone takes {each} reinforcement behind the screen.",
        "Everyone takes {each} reinforcements behind the screen.",
        "each",
    ),
    "perladora.setup.partners": N_("Partners sit opposite each other: {teams}."),
    "perladora.setup.may_look": N_("Agreed: you may look at your own placed divers."),
    "perladora.setup.may_not_look": N_("Agreed: nobody looks at divers once they are placed."),
    "perladora.setup.youngest_starts": N_("The youngest player begins."),
    # Options
    "perladora.clans_one_per_seat": N_("Every player needs a clan of their own."),
    "perladora.farms_eight_squares": N_("The {farms} farms need {farms} different squares of the board."),
    "perladora.piles_on_farms": N_("The farms hold {piles} pearls, one pile each."),
    # Divers
    "perladora.not_a_square": N_("The board has {rows} by {columns} squares; this is not one of them."),
    "perladora.no_divers_left": n_(
        "{name} has placed their only diver.", "{name} has placed all {divers} divers.", "divers"
    ),
    "perladora.board_full": N_("All {squares} squares without a farm are taken."),
    "perladora.square_is_a_farm": N_("There is a farm on this square. Divers need a free one."),
    "perladora.square_is_taken": N_("{name}’s diver is on this square already."),
    "perladora.none_of_value_left": n_(
        "{name} has no {value} left: there is only {copies}.",
        "{name} has no {value} left: there are only {copies}.",
        "copies",
    ),
    # Pontoons
    "perladora.not_an_inner_line": N_("Pontoons lie between two squares, never on the edge of the board."),
    "perladora.too_many_pontoons": N_("There are only {pontoons} pontoons."),
    "perladora.as_many_lines_as_pontoons": N_("Each pontoon needs a line of its own."),
    "perladora.too_few_pontoons_left": n_(
        "Only {left} pontoon is left.", "Only {left} pontoons are left.", "left"
    ),
    "perladora.no_line_left": N_("No pontoon fits any more: every territory would become too small."),
    "perladora.pontoon_already_there": N_("A pontoon lies there already."),
    "perladora.territory_too_small": N_(
        "That pontoon would cut off the hatched squares. A territory needs at least {fewest}."
    ),
    # Powers and reinforcements
    "perladora.advanced_only": N_("Powers and reinforcements belong to the advanced game."),
    "perladora.reinforcement_used": N_("{name} has placed the reinforcement already."),
    "perladora.nothing_to_reinforce": N_(
        "{name} has no diver in a complete territory that is still without a reinforcement."
    ),
    "perladora.nothing_complete_yet": N_(
        "Too early: no territory can be complete yet. Divers on the board: {divers}, pontoons: {pontoons}."
    ),
    "perladora.no_diver_there": N_("There is no diver on this square."),
    "perladora.not_your_diver": N_("This diver is {name}’s. Reinforcements go on one’s own divers."),
    "perladora.territory_not_complete": n_(
        "This territory is not complete: {empty} square is free.",
        "This territory is not complete: {empty} squares are free.",
        "empty",
    ),
    "perladora.already_reinforced": N_("{name} has reinforced a diver in this territory already."),
    "perladora.clans_unknown": N_("Nobody has said which clan is whose, so powers cannot be noted."),
    "perladora.one_power_per_turn": N_("One power a turn. Now comes the action."),
    "perladora.powers_used_up": n_(
        "{name} has used the only power of the {clan} clan.",
        "{name} has used all {powers} powers of the {clan} clan.",
        "powers",
    ),
    "perladora.no_diver_to_choose": N_("There is no diver on the board for this power yet."),
    "perladora.not_at_the_partner": N_("This diver is {name}’s. Nobody looks at their partner’s divers."),
    "perladora.flowers_for_opponents": N_("This diver is {name}’s. Flowers are for opponents."),
    "perladora.territory_is_complete": N_("This territory is complete. Flowers come before that."),
    "perladora.board_is_complete": N_(
        "All {squares} squares are filled, so every territory is complete. Flowers come before that."
    ),
    "perladora.no_diver_to_give_flowers": N_(
        "{name} has no diver on the board yet: flowers come from one of the sand clan’s divers."
    ),
    "perladora.nobody_to_give_flowers": N_(
        "No diver of {name} shares an incomplete territory with an opponent’s diver."
    ),
    "perladora.not_in_your_territory": N_("Flowers need one of your own divers in the same territory."),
    "perladora.no_action_after_power": N_("No power now: {name} could take no action after it."),
    "perladora.power_then_action": N_("After a power, {name} still has to take an action."),
    "perladora.seat_has_passed": N_("{name} has passed and gets no further turn."),
    # What the table should know
    "perladora.notice.one_left": N_("Only {name} is still in. The game ends when {name} passes."),
    "perladora.notice.nothing_to_place": N_(
        "No diver and no pontoon can be placed any more. The end is near: pass when you are done."
    ),
    "perladora.notice.passed": n_(
        "{players} player is still in. The game ends when everybody has passed.",
        "{players} players are still in. The game ends when everybody has passed.",
        "players",
    ),
    "perladora.notice.no_pontoons": N_("All pontoons are placed."),
    "perladora.notice.no_line_left": n_(
        "No pontoon fits any more. {pontoons} stays beside the board.",
        "No pontoon fits any more. {pontoons} stay beside the board.",
        "pontoons",
    ),
    "perladora.notice.few_pontoons": n_(
        "Pontoons left: {pontoons}, enough for one turn.",
        "Pontoons left: {pontoons}, enough for about {turns} turns.",
        "turns",
    ),
    "perladora.notice.no_squares": N_("The board is full of divers."),
    "perladora.notice.few_squares": n_(
        "{squares} square left for a diver.", "{squares} squares left for divers.", "squares"
    ),
    "perladora.notice.must_pass": N_("{name} has nothing left to place and passes."),
    "perladora.notice.power_then_action": N_("{name} has used a power. Now comes the action."),
    "perladora.notice.no_divers": N_("{name} has no divers left."),
    # The count: what cannot be
    "perladora.too_many_territories": N_("There cannot be more than {most} territories."),
    "perladora.more_than_squares": N_("The board has only {squares} squares."),
    "perladora.pearls_per_farm": N_("The farms hold piles of {piles} pearls."),
    "perladora.squares_do_not_add_up": N_("Squares of all territories: {counted}. The board has {squares}."),
    "perladora.small_territory": n_(
        "Territory {territory} has only {cells} square. It needs at least {fewest}.",
        "Territory {territory} has only {cells} squares. It needs at least {fewest}.",
        "cells",
    ),
    "perladora.farms_do_not_match": N_(
        "The piles do not match the box. Missing: {missing}. Too many: {surplus}."
    ),
    "perladora.no_room_for_divers": n_(
        "Territory {territory} has room for {room} diver, not {divers}.",
        "Territory {territory} has room for {room} divers, not {divers}.",
        "room",
    ),
    "perladora.value_not_in_play": N_("{name} cannot have a {value}: it is not used with {players} players."),
    "perladora.too_many_of_value": n_(
        "{name}: value {value} counted {counted} times, but there is only {copies}.",
        "{name}: value {value} counted {counted} times, but there are only {copies}.",
        "copies",
    ),
    "perladora.too_many_divers": N_(
        "{counted} divers counted, but there are only {squares} squares for them."
    ),
    "perladora.reinforcement_needs_advanced": N_("Reinforcements belong to the advanced game."),
    "perladora.reinforced_twice": N_(
        "{name} has {counted} reinforced divers. Everyone has one reinforcement."
    ),
    "perladora.two_reinforcements": N_(
        "Territory {territory} has {counted} reinforcements. Only one is allowed in each."
    ),
    "perladora.reinforced_incomplete": n_(
        "Territory {territory} has a reinforcement, but {empty} square is free: it is not complete.",
        "Territory {territory} has a reinforcement, but {empty} squares are free: it is not complete.",
        "empty",
    ),
    "perladora.flowers_need_advanced": N_("Flower necklaces belong to the advanced game."),
    "perladora.too_many_flowers": N_("{counted} flower necklaces counted, but there are only {most}."),
    "perladora.flowers_on_every_side": N_(
        "Flowers lie on every side, but the sand clan never gives them to itself."
    ),
    "perladora.no_sand_in_play": N_("The sand clan is not in this game, so there are no flower necklaces."),
    "perladora.flowers_on_own_side": N_("{name} plays with the sand clan and cannot have got its flowers."),
    # The count: what is unlikely
    "perladora.seat_without_divers": N_("No diver of {name} is turned over yet. Is that right?"),
    "perladora.few_divers": n_(
        "Only {counted} diver for {squares} squares. Is that all?",
        "Only {counted} divers for {squares} squares. Is that all?",
        "counted",
    ),
    "perladora.nobody_in_territory": n_(
        "No diver is turned over in territory {territory}: its {pearls} pearl would be lost.",
        "No diver is turned over in territory {territory}: its {pearls} pearls would be lost.",
        "pearls",
    ),
    # Where pearls came from
    "perladora.outcome.nobody": N_("Territory {territory}: nobody is there, {pearls} pearls are lost."),
    "perladora.outcome.alone": N_("Territory {territory}: {pearls} pearls, nobody else is there."),
    "perladora.outcome.strongest": N_(
        "Territory {territory}: {pearls} pearls with {strength} against {next}."
    ),
    "perladora.outcome.reinforced": N_(
        "Territory {territory}: {pearls} pearls, tied at {strength}; the reinforcement decides."
    ),
    "perladora.outcome.shared": N_(
        "Territory {territory}: {tied} tied at {strength}, {share} of {pearls} pearls each, {lost} lost."
    ),
    # Ranks
    "perladora.rank.shared": n_(
        "{points} pearl and the very same piles: the place is shared.",
        "{points} pearls and the very same piles: the place is shared.",
        "points",
    ),
    "perladora.rank.larger_pile": n_(
        "{points} pearl; pile number {number} is larger, {pile} against {other}.",
        "{points} pearls; pile number {number} is larger, {pile} against {other}.",
        "points",
    ),
    "perladora.rank.smaller_pile": n_(
        "{points} pearl; pile number {number} is smaller, {pile} against {other}.",
        "{points} pearls; pile number {number} is smaller, {pile} against {other}.",
        "points",
    ),
}

MORE: dict[str, str] = {
    "perladora.setup.divers": N_("{values}; strength {strength}."),
    "perladora.setup.pearls": N_("{piles}: {pearls} in all."),
    "perladora.setup.more_divers_than_squares": N_("{divers} divers, {squares} free squares."),
}
"""A second, quieter line for some steps of the set-up."""
