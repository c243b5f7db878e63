"""The sentences of Pearls."""

from __future__ import annotations

from screens.translator import N_
from screens.words.messages import POINTS_BEHIND, Plural, n_
from screens.words.variants import Variant

WORDS: dict[str, str] = {}

PARTS: dict[str, str] = {"pearls": N_("Pile"), "necklaces": N_("Necklaces"), "hand": N_("Hand")}
BEHIND = POINTS_BEHIND
USUAL = {
    "all_cards": Variant(
        N_("Play with all cards"),
        before_counting=(N_("All cards"), N_("Also with two or three players")),
    )
}

SENTENCES: dict[str, str | Plural] = {
    # The check-list of the set-up.
    "pearls.setup.remove": N_("Put all {cards} {colour} cards back in the box."),
    "pearls.setup.deal": N_("Shuffle the other {in_play} cards and deal {each} to everyone."),
    "pearls.setup.display": N_("Turn up {cards} cards: the display."),
    "pearls.setup.draw_pile": N_("The other {cards} cards are the draw pile."),
    "pearls.setup.necklaces": N_("Line up the necklaces: {values}."),
    "pearls.setup.youngest_starts": N_("The youngest player begins."),
    # Moves and the count.
    "pearls.colour_not_in_play": N_("The {colour} cards are not in this game: they are back in the box."),
    "pearls.only_placing_now": N_("These are the last turns: placing only, no taking."),
    "pearls.display_too_small": N_("Cards in the display: only {display}."),
    "pearls.hand_limit": N_("The hand limit is {limit}: {held} in hand plus {cards} more is too many."),
    "pearls.take_all_of_colour": N_("Take all cards of that colour: {cards} × {colour} in the display."),
    "pearls.not_refilled": N_(
        "All cards of that colour were taken before: {most} × {colour} in the display at most."
    ),
    "pearls.refill_count": n_("{cards} new card comes up.", "{cards} new cards come up.", "cards"),
    "pearls.too_few_in_hand": n_("Only {held} card in hand.", "Only {held} cards in hand.", "held"),
    "pearls.jokers_need_a_colour": N_("Wild cards are added to at least one card of a colour."),
    "pearls.how_many_jokers": N_(
        "Some of these {cards} cards must be wild cards: {fewest} to {most} of them. How many?"
    ),
    "pearls.no_such_necklace": N_("There is no necklace {cards} on the table."),
    "pearls.not_in_hand": N_("These cards cannot be in that hand: different ones were taken."),
    "pearls.more_than_exist": N_("There are only {copies} {colour} cards in the box."),
    "pearls.no_passing": N_("You cannot pass before the last turns: take or place."),
    "pearls.must_place": n_(
        "One card is still in hand: place it.", "{held} cards are still in hand: place at least one.", "held"
    ),
    "pearls.notice.last_turns": n_(
        "The very last turn. Placing only.", "Last turns: {turns} to go. Placing only.", "turns"
    ),
    "pearls.notice.pass_empty_hand": N_("{name} has no cards left and passes."),
    "pearls.notice.pile_low": n_(
        "{cards} card left in the draw pile: the end is near.",
        "{cards} cards left in the draw pile: the end is near.",
        "cards",
    ),
    "pearls.notice.necklaces_low": n_(
        "Only {necklaces} necklace left: the last one ends the game.",
        "Only {necklaces} necklaces left: the last one ends the game.",
        "necklaces",
    ),
    "pearls.necklace_values": N_("Necklaces are worth {low} to {high}."),
    "pearls.necklace_copies": N_("Too many necklaces worth {value}: the game has {copies}."),
    "pearls.too_many_necklaces": N_("There are only {most} necklaces."),
    "pearls.hand_over_limit": N_("{name}: {cards} cards in hand, the limit is {limit}."),
    "pearls.too_many_of_colour": N_("{colour}: {counted} counted, the box has {copies}."),
    "pearls.necklace_counted_twice": N_("Necklace {value}: {counted} counted, the game has {copies}."),
    "pearls.necklaces_not_earned": N_(
        "{name}: the cards in this pile cannot have earned the necklaces {necklaces}."
    ),
    "pearls.cards_left_over": N_(
        "{counted} cards counted; at least one stays in the display, so {most} at most."
    ),
    "pearls.cards_missing": N_("Cards counted so far: {counted}; a finished game has at least {fewest}."),
    "pearls.pile_differs": N_("{name}’s pile: {counted} cards counted, {known} by the table."),
    "pearls.hand_not_counted": n_(
        "{name}’s hand: {cards} card not counted.", "{name}’s hand: {cards} cards not counted.", "cards"
    ),
    "pearls.hand_differs": N_("{name}’s hand: {counted} cards counted, {known} by the table."),
    "pearls.necklaces_differ": N_("{name}’s necklaces by the table: {necklaces}."),
    "pearls.full_hand": N_("{name}: {cards} cards in hand, although everybody places in the last turn."),
    "pearls.line.pile": N_("{cards} × {colour}, worth {value} each"),
    "pearls.line.necklace": N_("Necklace {value}"),
    "pearls.line.hand": N_("Left in hand: {cards} × {colour}, {value} each"),
    "pearls.rank.by_hand": n_(
        "Tied on points ({points}). The larger hand ranks first: {cards} card.",
        "Tied on points ({points}). The larger hand ranks first: {cards} cards.",
        "cards",
    ),
    "pearls.rank.shared": N_("Tied on points ({points}), with as many cards in hand: the place is shared."),
}

MORE: dict[str, str] = {
    "pearls.setup.remove": N_("Value {value}."),
    "pearls.setup.deal": N_("{cards} cards dealt in all."),
    "pearls.setup.draw_pile": N_("Face down beside the display."),
}
"""A second, quieter line for some steps of the set-up."""
