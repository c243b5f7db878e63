"""The sentences of Coloretto: refusals, notices, doubts about a count, and where points came from."""

from __future__ import annotations

from screens.messages import Plural, n_
from screens.translator import N_

WORDS = {
    "plus2": N_("+2"),
    "joker": N_("joker"),
    "golden": N_("golden joker"),
    "unknown": N_("not noted"),
}

SENTENCES: dict[str, str | Plural] = {
    # Options
    "coloretto.removed_count": n_(
        "With so many players {colours} colour goes back in the box.",
        "With so many players {colours} colours go back in the box.",
        "colours",
    ),
    "coloretto.colour_named_twice": N_("A colour is named twice."),
    "coloretto.start_cards_count": n_(
        "Every player starts with {each} card.", "Every player starts with {each} cards.", "each"
    ),
    "coloretto.start_cards_alike": N_("The start cards must be of different colours."),
    "coloretto.colour_not_in_play": N_("The {colour} cards are not in this game: they are back in the box."),
    # Moves
    "coloretto.row_taken": N_("Somebody has taken this row. It is back in the next round."),
    "coloretto.row_empty": N_("There is nothing in this row yet."),
    "coloretto.row_full": n_(
        "This row is full: it holds {limit} card.", "This row is full: it holds {limit} cards.", "limit"
    ),
    "coloretto.all_rows_full": N_("No row has room for another card: take one of them."),
    "coloretto.last_round_due": N_("The last-round card is next. Tap “Last-round card” when it shows."),
    "coloretto.last_round_already_up": N_("The last-round card is up already."),
    "coloretto.pile_empty": N_("The draw pile is used up: take a row."),
    "coloretto.replacement_due": N_(
        "The last-round card came up in this turn: lay the card that replaces it first."
    ),
    "coloretto.bonus_needs_golden": N_(
        "Only the golden joker brings an extra card, and it is not in this row."
    ),
    "coloretto.more_than_exist": n_(
        "There is only {copies} such card in the game: {card}.",
        "There are only {copies} such cards in the game: {card}.",
        "copies",
    ),
    "coloretto.too_many_colours": N_("That would be colour number {counted}; this game has {colours}."),
    # Notices
    "coloretto.notice.must_take": N_("{name} has to take a row: no card can be laid."),
    "coloretto.notice.alone_in_round": N_("{name} is the last one in this round and may go on drawing."),
    "coloretto.notice.replacement": N_(
        "The last-round card is up. {name} turns up another card in its place."
    ),
    "coloretto.notice.last_round": N_("Last round: everybody still in it takes one more row, then count."),
    "coloretto.notice.last_round_next": N_("The next card is the last-round card."),
    "coloretto.notice.last_round_this_round": n_(
        "The last-round card may come in this round: {cards} card lies on it.",
        "The last-round card may come in this round: {cards} cards lie on it.",
        "cards",
    ),
    "coloretto.notice.last_round_next_round": n_(
        "The last-round card may come in the next round: {cards} card lies on it.",
        "The last-round card may come in the next round: {cards} cards lie on it.",
        "cards",
    ),
    # Corrections
    "coloretto.nothing_above_last_round": N_("Nothing can lie on the last-round card once it is up."),
    "coloretto.more_above_than_in_pile": N_(
        "{above} cards above the last-round card do not fit in a pile of {pile}."
    ),
    "coloretto.one_entry_per_row": N_("There are {rows} rows on the table."),
    "coloretto.row_not_readable": n_(
        "A row holds {limit} card at most.", "A row holds {limit} cards at most.", "limit"
    ),
    "coloretto.one_row_per_player_out": N_(
        "Whoever is out has taken a row: {rows} rows are gone, {players} players are out."
    ),
    "coloretto.player_is_out": N_("{name} has taken a row and is out of this round."),
    "coloretto.somebody_is_left": N_("Somebody is always left, or the round would be over."),
    "coloretto.not_a_seat": N_("There are {players} players at this table."),
    "coloretto.seat_named_twice": N_("A player is named twice."),
    "coloretto.one_hand_per_seat": N_("There are {players} collections, one for each player."),
    # The count
    "coloretto.one_colour_per_joker": n_(
        "Choose a colour for the joker.", "Choose a colour for each of the {jokers} jokers.", "jokers"
    ),
    "coloretto.counts_up_too_many": N_("At most {most} colours count up."),
    "coloretto.counts_up_without_cards": N_("Nothing was counted in {colours}, so it cannot count up."),
    "coloretto.too_many_of_colour": N_(
        "Too many cards of one colour: {counted} × {colour}, the game has {copies}."
    ),
    "coloretto.too_many_plus2": N_("+2 cards: {counted} counted, the game has {copies}."),
    "coloretto.too_many_jokers": N_("Jokers: {counted} counted, the game has {copies}."),
    "coloretto.too_many_golden": N_("Golden jokers: {counted} counted, there is {copies}."),
    "coloretto.cards_missing": N_("Only {counted} cards counted in all; there should be at least {fewest}."),
    "coloretto.cards_too_many": N_("{counted} cards counted in all; there cannot be more than {most}."),
    "coloretto.better_choice": n_(
        "{name} could have {points} point more with another choice.",
        "{name} could have {points} points more with another choice.",
        "points",
    ),
    "coloretto.line.plus": N_("Counts up: {cards} × {colour}"),
    "coloretto.line.minus": N_("Counts down: {cards} × {colour}"),
    "coloretto.line.plus2": N_("Extra points: {cards} × +2"),
    "coloretto.rank.shared": n_(
        "{points} point, and nothing breaks a tie: the place is shared.",
        "{points} points, and nothing breaks a tie: the place is shared.",
        "points",
    ),
}
