"""The sentences of Coloretto: refusals, notices, doubts about a count, and where points came from."""

from __future__ import annotations

from screens.translator import N_, _
from screens.words.messages import POINTS_BEHIND, Plural, n_, word
from screens.words.variants import Variant

WORDS: dict[str, str] = {
    "plus2": N_("+2"),
    "joker": N_("joker"),
    "golden": N_("golden joker"),
    "unknown": N_("not noted"),
}

PARTS: dict[str, str] = {"plus": N_("Plus points"), "minus": N_("Minus points"), "plus2": N_("+2 cards")}
BEHIND = POINTS_BEHIND
USUAL = {
    "side": Variant(N_("Summary card"), {"brown": N_("Brown side"), "purple": N_("Purple side")}),
}

SENTENCES: dict[str, str | Plural] = {
    # The check-list of the set-up.
    "coloretto.setup.summaries": N_("Give everyone a summary card, {side} side up."),
    "coloretto.setup.green_rows": N_("Lay out the three green row cards, for {limits} cards."),
    "coloretto.setup.brown_rows": N_("Lay out {rows} brown row cards. Each takes {limit} cards."),
    "coloretto.setup.remove_colour": N_("Put all {cards} {colour} cards back in the box."),
    "coloretto.setup.remove_colours": n_(
        "Choose a colour and put all {cards} of its cards back in the box.",
        "Choose {colours} colours and put their {cards} cards back in the box.",
        "colours",
    ),
    "coloretto.setup.start_cards": N_("Everyone takes a start card, each of a different colour."),
    "coloretto.setup.start_cards_for_two": N_("Everyone takes {each} start cards of different colours."),
    "coloretto.setup.last_round_aside": N_("Put the last-round card aside."),
    "coloretto.setup.shuffle": N_("Shuffle the other {cards} cards."),
    "coloretto.setup.last_round_in": N_(
        "Count off {below} cards, lay the last-round card on them and the other {above} on top."
    ),
    "coloretto.setup.choose_who_starts": N_("Agree on who begins."),
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
    "coloretto.last_round_due": N_("The last-round card is next. Tap “Last-round card” when it comes up."),
    "coloretto.last_round_already_up": N_("The last-round card has already come up."),
    "coloretto.last_round_too_early": n_(
        "Too early: by the count, {cards} card still lies on the last-round card.",
        "Too early: by the count, {cards} cards still lie on the last-round card.",
        "cards",
    ),
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
        "The last-round card has come up. {name} turns up another card in its place."
    ),
    "coloretto.notice.last_round": N_("Last round: everyone still in takes one more row, then you count."),
    "coloretto.notice.replacement_by_whom": N_(
        "The last-round card has come up. Whoever turned it up takes another card in its place."
    ),
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
    "coloretto.nothing_above_last_round": N_("Nothing can lie on the last-round card once it has come up."),
    "coloretto.more_above_than_in_pile": n_(
        "{above} card above the last-round card does not fit in a pile of {pile}.",
        "{above} cards above the last-round card do not fit in a pile of {pile}.",
        "above",
    ),
    "coloretto.one_entry_per_row": N_("There are {rows} rows on the table."),
    "coloretto.row_not_readable": n_(
        "A row holds {limit} card at most.", "A row holds {limit} cards at most.", "limit"
    ),
    "coloretto.one_row_per_player_out": N_(
        "Whoever is out has taken a row. Rows gone: {rows}, players out: {players}."
    ),
    "coloretto.player_is_out": N_("{name} has taken a row and is out of this round."),
    "coloretto.somebody_is_left": N_("Somebody is always left, or the round would be over."),
    "coloretto.not_a_seat": N_("There are {players} players at this table."),
    "coloretto.seat_named_twice": N_("A player is listed twice."),
    "coloretto.one_hand_per_seat": N_("There are {players} collections, one for each player."),
    # The count
    "coloretto.one_colour_per_joker": n_(
        "Choose a colour for the joker.", "Choose a colour for each of the {jokers} jokers.", "jokers"
    ),
    "coloretto.counts_up_too_many": N_("At most {most} colours score plus points."),
    "coloretto.counts_up_without_cards": N_("Nothing was counted, so no plus points: {colours}."),
    "coloretto.counts_up_too_few": n_(
        "{fewest} colour scores plus points, no fewer.",
        "{fewest} colours score plus points, no fewer.",
        "fewest",
    ),
    "coloretto.too_many_of_colour": N_(
        "Too many cards of one colour: {counted} × {colour}, the game has {copies}."
    ),
    "coloretto.too_many_plus2": N_("+2 cards: {counted} counted, the game has {copies}."),
    "coloretto.too_many_jokers": N_("Jokers: {counted} counted, the game has {copies}."),
    "coloretto.too_many_golden": N_("Golden jokers: {counted} counted, but there is only {copies}."),
    "coloretto.cards_not_counted": n_(
        "{name}: {cards} card not counted.", "{name}: {cards} cards not counted.", "cards"
    ),
    "coloretto.cards_differ": N_("{name}: {counted} cards counted, {known} by the table."),
    "coloretto.cards_missing": N_("Cards counted in all: only {counted}; there should be at least {fewest}."),
    "coloretto.cards_too_many": N_("{counted} cards counted in all; there cannot be more than {most}."),
    "coloretto.better_choice": n_(
        "{name} could score {points} more point with another choice.",
        "{name} could score {points} more points with another choice.",
        "points",
    ),
    "coloretto.line.plus": N_("Plus points: {cards} × {colour}"),
    "coloretto.line.minus": N_("Minus points: {cards} × {colour}"),
    "coloretto.line.plus2": N_("Extra points: {cards} × +2"),
    "coloretto.rank.shared": n_(
        "{points} point, and there is no tie-break: the place is shared.",
        "{points} points, and there is no tie-break: the place is shared.",
        "points",
    ),
}

MORE: dict[str, str] = {
    "coloretto.setup.summaries": N_("Same side up for everybody."),
    "coloretto.setup.start_cards": N_("{cards} in all."),
    "coloretto.setup.start_cards_for_two": N_("{cards} in all; the two of one player differ."),
    "coloretto.setup.last_round_in": N_("Once it is turned up, you finish the round and the game is over."),
}
"""A second, quieter line for some steps of the set-up."""


def card_name(card: str) -> str:
    """The name of a card of any kind, with a capital."""
    if card not in WORDS:
        return word(card)
    name = _(WORDS[card])
    return name[:1].upper() + name[1:]
