"""The sentences of Perfect Numbers."""

from __future__ import annotations

from screens.translator import N_
from screens.words.messages import POINTS_BEHIND, Plural, n_
from screens.words.variants import Variant

WORDS: dict[str, str] = {}

PARTS: dict[str, str] = {}
BEHIND = POINTS_BEHIND
USUAL = {
    "three_rows": Variant(N_("Three rows")),
    "lower_on_other": Variant(
        N_("A lower card on somebody else’s row"), {"owner": N_("Owner"), "actor": N_("Whoever played it")}
    ),
}

SENTENCES: dict[str, str | Plural] = {
    # The check-list of the set-up.
    "perfect_numbers.setup.start_card": N_("Give the start card to whoever begins, and shuffle the others."),
    "perfect_numbers.setup.deal": N_("Deal {each} number cards to everyone: {cards} in all."),
    "perfect_numbers.setup.replace_actions": N_(
        "Shuffle action cards back in and replace them, until everyone has {each} number cards."
    ),
    "perfect_numbers.setup.lay_out": N_("Everyone lays their cards out by colour, from low to high."),
    "perfect_numbers.setup.market": N_("Lay out the market: {cards} cards in groups of {groups}."),
    "perfect_numbers.setup.draw_pile": N_("The other {cards} cards are the draw pile."),
    "perfect_numbers.setup.draw_pile_uncounted": N_("All the other cards are the draw pile."),
    "perfect_numbers.setup.three_rows": N_("Variant: only {rows} places for colours each."),
    # Moves and the count.
    "perfect_numbers.start_per_seat": N_("Start cards are needed for each of the {players} players."),
    "perfect_numbers.start_cards": N_("{name} starts with {cards} number cards."),
    "perfect_numbers.joker_needs_row": N_("Say in which row the joker lies."),
    # The market.
    "perfect_numbers.cards_pending": N_("{name} still has cards to lay."),
    "perfect_numbers.not_your_turn": N_("It is not {name}’s turn."),
    "perfect_numbers.group_taken": N_("That group has been taken already."),
    "perfect_numbers.group_size": n_(
        "That group has {cards} card.", "That group has {cards} cards.", "cards"
    ),
    "perfect_numbers.group_too_large": N_("No group has more than {cards} cards."),
    "perfect_numbers.groups": N_("The groups of the market are {groups}: each is either whole or taken."),
    # Laying cards.
    "perfect_numbers.rows_unknown": N_("The rows are not known. Enter them first."),
    "perfect_numbers.cards_not_told": n_(
        "{name} took {cards} card without saying which. Name it first.",
        "{name} took {cards} cards without saying which. Name them first.",
        "cards",
    ),
    "perfect_numbers.not_taken": N_("That card was not taken."),
    "perfect_numbers.not_another_seat": N_("That is the player’s own collection, not somebody else’s."),
    "perfect_numbers.no_such_row": N_("{name} has no such row."),
    "perfect_numbers.wrong_row": N_("Cards in {colour} go to the row of that colour."),
    "perfect_numbers.no_free_place": N_("All {places} places are taken, and none is {colour}."),
    "perfect_numbers.own_row_first": N_(
        "The player’s own collection has a row for {colour}: the card goes there."
    ),
    "perfect_numbers.own_place_first": N_("The player’s own collection still has a place for {colour}."),
    "perfect_numbers.no_place_there": N_("{name} has no place for {colour}."),
    "perfect_numbers.row_protected": N_("{name}’s row is protected by its face-down card."),
    "perfect_numbers.own_colours_first": N_("Colours that had a row when the group was taken come first."),
    "perfect_numbers.lower_first": N_("Within a row the lower number comes first."),
    "perfect_numbers.joker_stays_home": N_("Jokers stay in the player’s own collection."),
    "perfect_numbers.joker_to_own_row": N_("A joker joins one of the player’s own rows."),
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
    "perfect_numbers.no_place_for_actions": N_("All {places} places are taken. Use the card, or make room."),
    "perfect_numbers.no_place_for_stolen": N_(
        "There is no place for a stolen {colour} card: discard it, or one of your rows to make room."
    ),
    "perfect_numbers.stolen_only_discarded": N_("There is no place for a stolen {colour} card: discard it."),
    "perfect_numbers.lone_face_down": N_("A face-down card cannot lie alone."),
    # Light tracking and corrections.
    "perfect_numbers.close_by_adding": N_("Every row is known: add the card that closes it."),
    "perfect_numbers.score_by_adding": N_("Every row is known: add the card that is lower."),
    "perfect_numbers.only_the_last_taker": N_(
        "The market cannot be refilled: only {name}, who took last, may still close a row."
    ),
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
    "perfect_numbers.rank.shared": n_(
        "{points} point, place shared",
        "{points} points, place shared",
        "points",
    ),
}

MORE: dict[str, str] = {
    "perfect_numbers.setup.replace_actions": N_("Nobody starts with an action card."),
    "perfect_numbers.setup.lay_out": N_("With the usual effects: it can already score."),
    "perfect_numbers.setup.draw_pile": N_("{deck} cards without the start card."),
}
"""A second, quieter line for some steps of the set-up."""
