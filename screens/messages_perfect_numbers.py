"""The sentences of Perfect Numbers."""

from __future__ import annotations

from screens.messages import Plural, n_
from screens.translator import N_

SENTENCES: dict[str, str | Plural] = {
    "perfect_numbers.start_per_seat": N_("Start cards are needed for each of the {players} players."),
    "perfect_numbers.start_cards": N_("{name} starts with {cards} number cards."),
    "perfect_numbers.joker_needs_row": N_("Say in which row the joker lies."),
    # The market.
    "perfect_numbers.cards_pending": N_("{name} still has cards to lay."),
    "perfect_numbers.not_your_turn": N_("It is not the turn of {name}."),
    "perfect_numbers.group_taken": N_("That group has been taken already."),
    "perfect_numbers.group_size": n_(
        "That group has {cards} card.", "That group has {cards} cards.", "cards"
    ),
    "perfect_numbers.group_too_large": N_("No group has more than {cards} cards."),
    "perfect_numbers.groups": N_("The groups of the market are {groups}: each whole, or taken."),
    # Laying cards.
    "perfect_numbers.rows_unknown": N_("The rows are not known. Lay them out first."),
    "perfect_numbers.cards_not_told": n_(
        "{name} took {cards} card without saying which. Name it first.",
        "{name} took {cards} cards without saying which. Name them first.",
        "cards",
    ),
    "perfect_numbers.not_taken": N_("That card was not taken."),
    "perfect_numbers.not_another_seat": N_("That is the own collection, not another player's."),
    "perfect_numbers.no_such_row": N_("{name} has no such row."),
    "perfect_numbers.wrong_row": N_("A {colour} card goes to the row of its colour."),
    "perfect_numbers.no_free_place": N_("All {places} places are taken, and none is {colour}."),
    "perfect_numbers.own_row_first": N_("The own collection has a row for {colour}: it goes there."),
    "perfect_numbers.own_place_first": N_("The own collection still has a place for {colour}."),
    "perfect_numbers.no_place_there": N_("{name} has no place for {colour}."),
    "perfect_numbers.row_protected": N_("That row of {name} is protected by its face-down card."),
    "perfect_numbers.own_colours_first": N_("Colours that already have a row come first."),
    "perfect_numbers.lower_first": N_("Within a row the lower number comes first."),
    "perfect_numbers.joker_stays_home": N_("Jokers stay in the own collection."),
    "perfect_numbers.joker_to_own_row": N_("A joker joins one of the own rows."),
    "perfect_numbers.joker_too_late": N_(
        "A {number} of this group lies there already. The joker goes to another row."
    ),
    "perfect_numbers.nothing_to_make_room_for": N_("No card needs the place of that row."),
    # Action cards.
    "perfect_numbers.no_such_action": N_("{name} has no such action card."),
    "perfect_numbers.action_can_be_stored": N_("This action card can be stored."),
    "perfect_numbers.action_can_be_used": N_("This action card can be used."),
    "perfect_numbers.same_action_stored": N_("An action card of this kind is stored already. Use this one."),
    "perfect_numbers.two_actions_stored": N_("Two action cards are stored already. Use this one."),
    "perfect_numbers.no_place_for_actions": N_("All {places} places are taken. Use it, or make room."),
    "perfect_numbers.no_place_for_stolen": N_("There is no place for a stolen {colour} card: discard it."),
    "perfect_numbers.lone_face_down": N_("A face-down card cannot lie alone."),
    # Light tracking and corrections.
    "perfect_numbers.close_by_adding": N_("Every row is known: add the card that closes it."),
    "perfect_numbers.more_points_than_cards": N_(
        "That would be more points than the {cards} cards that have been dealt."
    ),
    "perfect_numbers.rows_per_seat": N_("Rows are needed for each of the {players} players."),
    "perfect_numbers.too_many_rows": N_("{name} has too many rows: there are {places} places for colours."),
    "perfect_numbers.stored_actions": N_("{name} may store {most} action cards, of different kinds."),
    "perfect_numbers.row_too_long": N_("A row has {cards} cards at most."),
    # Notices.
    "perfect_numbers.notice.cards_pending": N_("{name} lays the cards of this group, then the turn passes."),
    "perfect_numbers.notice.rounds_left": n_(
        "{rounds} more round at most after this one.",
        "{rounds} more rounds at most after this one.",
        "rounds",
    ),
    "perfect_numbers.notice.last_round": n_(
        "Last round: one more group to take. The draw pile cannot fill another market.",
        "Last round: {turns} more groups to take. The draw pile cannot fill another market.",
        "turns",
    ),
    "perfect_numbers.notice.market_not_filled": N_(
        "The market needs {needed} cards, the draw pile has {cards}. Open rows are worth nothing."
    ),
    # Counting.
    "perfect_numbers.line.points": n_(
        "{cards} card in the score pile", "{cards} cards in the score pile", "cards"
    ),
    "perfect_numbers.more_points_than_deck": N_("{counted} cards counted, but the deck has only {deck}."),
    "perfect_numbers.nearly_the_whole_deck": N_(
        "{counted} of the {deck} cards in score piles: is that right?"
    ),
    "perfect_numbers.nothing_counted": N_("Nobody has any points yet."),
    "perfect_numbers.fewer_than_a_row": N_("{name}: the shortest row that can be closed has {fewest} cards."),
    "perfect_numbers.rank.shared": N_("{points} points, place shared"),
}
