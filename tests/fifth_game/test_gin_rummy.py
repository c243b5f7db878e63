"""The rules of the fifth game by themselves: worked cases, refusals, and two people with a real pack."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import IllegalMove, InvalidOptions, InvalidSheet
from tests.fifth_game.gin_rummy_player import Card, best_melds, evening, laid_off

RULES = Path(__file__).parent / "rooms" / "scoring" / "gin_rummy" / "rules.py"


def load_rules() -> Any:
    """From where they lie: here they are no game of the house."""
    spec = spec_from_file_location("rules_of_the_fifth_game", RULES)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rules = load_rules()
GIN_RUMMY = rules.GAME


def start(starter: int = 0, **options: Any) -> Any:
    return GIN_RUMMY.start(players=2, options=options, starter=starter)


def play(table: Any, *moves: dict[str, Any]) -> Any:
    for move in moves:
        table = GIN_RUMMY.play(table, move)
    return table


def refusal(table: Any, move: dict[str, Any]) -> str:
    with pytest.raises(IllegalMove) as caught:
        GIN_RUMMY.play(table, move)
    return caught.value.key


TAKE = {"move": "draw", "from": "discards"}
DRAW = {"move": "draw", "from": "stock"}
DISCARD = {"move": "discard"}
PASS = {"move": "pass"}


def knock(deadwood: int, other: int) -> dict[str, Any]:
    return {"move": "knock", "deadwood": deadwood, "other": other}


def hand(knocker: int | None, first: int = 0, second: int = 0, big_gin: bool = False) -> dict[str, Any]:
    return {"knocker": knocker, "deadwood": [first, second], "big_gin": big_gin}


def score(*hands: dict[str, Any], force: bool = False, **options: Any) -> Any:
    return GIN_RUMMY.score(players=2, options=options, sheet={"hands": list(hands)}, force=force)


def problems(*hands: dict[str, Any], **options: Any) -> list[str]:
    found = GIN_RUMMY.check(players=2, options=options, sheet={"hands": list(hands)})
    return [problem.key.removeprefix("gin_rummy.") for problem in found]


# -- Set-up and turns -------------------------------------------------------------------------------------


def test_the_table_is_laid_with_a_card_turned_up() -> None:
    laid = GIN_RUMMY.setup(players=2, options={})
    assert laid.counts == {"dealt": 20, "discards": 1, "stock": 31}
    assert start().counts == {"stock": 31, "discards": 1, "hands": 0}
    assert (start(starter=1).turn, start(starter=1).dealer) == (1, 0)


@pytest.mark.parametrize("options", [{"undercut": 20}, {"undercut": 26}, {"big_gin": 1}, {"target": 100}])
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        start(**options)


def test_the_first_card_is_offered_to_both_and_then_to_nobody() -> None:
    table = start()
    assert refusal(table, DRAW) == "gin_rummy.take_or_pass"
    table = play(table, PASS)
    assert table.turn == 1
    assert refusal(table, DRAW) == "gin_rummy.take_or_pass"
    table = play(table, PASS)
    assert table.turn == 0
    assert refusal(table, TAKE) == "gin_rummy.nobody_wanted_it"
    assert refusal(table, PASS) == "gin_rummy.no_passing"
    assert play(table, DRAW).counts == {"stock": 30, "discards": 1, "hands": 0}


def test_one_card_is_drawn_and_one_discarded() -> None:
    table = play(start(), TAKE)
    assert table.counts["discards"] == 0
    assert refusal(table, DRAW) == "gin_rummy.discard_first"
    table = play(table, DISCARD)
    assert (table.turn, table.counts["discards"], table.counts["stock"]) == (1, 1, 31)
    for move in (DISCARD, knock(3, 20), {"move": "big_gin", "other": 5}):
        assert refusal(table, move) == "gin_rummy.draw_first"
    assert refusal(table, PASS) == "gin_rummy.no_passing"


def test_nobody_knocks_with_more_than_ten() -> None:
    table = play(start(), TAKE)
    assert refusal(table, knock(11, 20)) == "gin_rummy.too_much_to_knock"
    assert refusal(table, knock(99, 20)) == "field.out_of_range"
    assert play(table, knock(10, 20)).totals == (10, 0)


def test_big_gin_is_played_where_it_was_chosen() -> None:
    assert refusal(play(start(), TAKE), {"move": "big_gin", "other": 5}) == "gin_rummy.no_big_gin"
    assert play(start(big_gin=True), TAKE, {"move": "big_gin", "other": 5}).totals == (36, 0)


@pytest.mark.parametrize(
    ("own", "other", "totals", "dealer"),
    [(4, 30, (26, 0), 1), (0, 30, (55, 0), 1), (0, 0, (25, 0), 1), (8, 8, (0, 25), 0), (9, 3, (0, 31), 0)],
    ids=["knock", "gin", "gin against gin", "as much", "undercut"],
)
def test_the_loser_deals_the_next_hand(own: int, other: int, totals: tuple[int, int], dealer: int) -> None:
    table = play(start(), TAKE, knock(own, other))
    assert (table.totals, table.dealer, table.turn) == (totals, dealer, 1 - dealer)
    assert table.counts == {"stock": 31, "discards": 1, "hands": 1}
    assert (table.round, table.offer) == (2, "first")


def test_a_hand_ends_undecided_when_two_cards_are_left() -> None:
    table = play(start(starter=1), PASS, PASS)
    while table.counts["stock"] > 3:
        table = play(table, DRAW, DISCARD)
    told = [notice.key for notice in GIN_RUMMY.notices(table)]
    assert told == ["gin_rummy.notice.stock_low"]
    table = play(table, DRAW)
    assert [notice.key for notice in GIN_RUMMY.notices(table)] == ["gin_rummy.notice.last_discard"]
    assert play(table, knock(10, 11)).totals != (0, 0), "there is still time to knock"
    table = play(table, DISCARD)
    assert table.hands == (rules.Hand(),)
    assert (table.dealer, table.turn, table.totals) == (0, 1, (0, 0)), "the same one deals again"


def test_a_hundred_points_end_it() -> None:
    table = play(start(), TAKE, knock(0, 60))
    assert (table.phase, table.totals) == ("play", (85, 0))
    table = play(table, TAKE, knock(0, 0))
    assert (table.phase, table.totals, table.trigger) == ("over", (110, 0), "target")
    assert refusal(table, TAKE) == "move.game_over"
    assert [notice.key for notice in GIN_RUMMY.notices(table)] == ["notice.count_now"]


def test_the_table_can_be_corrected_and_broken_up() -> None:
    table = play(start(), TAKE, DISCARD, {"move": "correct", "stock": 9, "dealer": 0})
    assert (table.counts["stock"], table.counts["discards"], table.dealer, table.turn) == (9, 23, 0, 1)
    table = play(table, DRAW, {"move": "correct", "turn": 0})
    assert (table.turn, table.drawn, table.counts["discards"]) == (0, False, 24)
    assert refusal(table, {"move": "correct", "stock": 2}) == "gin_rummy.hand_is_over"
    assert refusal(table, {"move": "correct", "stock": 32}) == "field.out_of_range"
    table = play(table, {"move": "end"})
    assert (table.phase, table.trigger) == ("over", "table")
    assert refusal(table, {"move": "correct", "stock": 9}) == "gin_rummy.nothing_to_correct"


# -- Scoring ----------------------------------------------------------------------------------------------


def test_every_point_is_explained() -> None:
    result = score(hand(0, 4, 30), hand(1, 5, 8), hand(None), hand(1, 12, 9), hand(0, 0, 40))
    assert [[(line.part, line.points) for line in seat] for seat in result.lines] == [
        [
            *[("hands", 26), ("hands", 3), ("bonuses", 25), ("hands", 40), ("bonuses", 25)],
            *[("game", 100), ("lines", 75)],
        ],
        [("hands", 3), ("lines", 25)],
    ]
    assert (result.totals, result.ranks, result.winners) == ([294, 28], [1, 2], [0])
    assert [line.key for line in result.lines[0]][2::2] == [
        "gin_rummy.line.undercut",
        "gin_rummy.line.gin",
        "gin_rummy.line.lines",
    ]


def test_an_undercut_brings_ten_where_that_was_chosen() -> None:
    assert score(hand(0, 8, 8), undercut=10).totals == [0, 10 + 25]
    assert score(hand(0, 8, 8), undercut=25).totals == [0, 25 + 25]


def test_whoever_came_to_a_hundred_first_may_still_have_less() -> None:
    """Many small hands are worth more lines than one large one."""
    many = [hand(0, 1, 11)] * 9
    result = score(*many, hand(1, 60, 0), hand(1, 40, 0))
    assert result.totals == [90 + 9 * 25, 60 + 25 + 40 + 25 + 100 + 2 * 25]
    assert result.winners == [0]


def test_as_many_points_share_the_place() -> None:
    result = score(hand(0, 1, 11), hand(1, 11, 1))
    assert (result.totals, result.ranks, result.winners) == ([35, 35], [1, 1], [0, 1])
    assert {reason.key for reason in result.reasons} == {"gin_rummy.rank.shared"}
    assert score().totals == [0, 0]


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        ([hand(0, 0, 80)], []),
        ([hand(0, 4, 30)], ["not_yet_decided"]),
        ([], ["not_yet_decided"]),
        ([hand(0, 11, 98), hand(0, 0, 98)], ["knocked_with_too_much"]),
        ([hand(None, 4, 0), hand(0, 0, 98)], ["nobody_knocked"]),
        ([hand(0, 0, 98), hand(0, 4, 5)], ["decided_before"]),
        ([hand(0, 0, 98, big_gin=True)], ["big_gin_not_played"]),
    ],
)
def test_what_cannot_be_is_noticed(hands: list[dict[str, Any]], found: list[str]) -> None:
    assert problems(*hands) == found


def test_big_gin_has_no_deadwood() -> None:
    assert problems(hand(0, 3, 98, big_gin=True), big_gin=True) == ["big_gin_with_deadwood"]
    assert problems(hand(0, 0, 98, big_gin=True), big_gin=True) == []
    with pytest.raises(InvalidSheet):
        score(hand(0, 3, 98, big_gin=True), big_gin=True)
    assert score(hand(0, 3, 98, big_gin=True), big_gin=True, force=True).totals == [95 + 31 + 100 + 25, 0]


@pytest.mark.parametrize(
    "sheet",
    [
        None,
        {"hands": {}},
        {"hands": [hand(2)]},
        {"hands": [{**hand(0), "deadwood": [1]}]},
        {"hands": [{**hand(0), "deadwood": [1, 99]}]},
        {"hands": [{**hand(0), "big_gin": None}]},
        {"hands": [{**hand(0), "more": 1}]},
        {"hands": [hand(None)] * 100},
    ],
)
def test_a_sheet_of_another_shape_is_refused(sheet: object) -> None:
    assert problems_of(sheet) == ["error"]


def problems_of(sheet: Any) -> list[str]:
    return [problem.level for problem in GIN_RUMMY.check(players=2, options={}, sheet=sheet)]


# -- Two people with a real pack --------------------------------------------------------------------------

SEEDS = range(6)

CLUBS, HEARTS, SPADES, DIAMONDS = range(4)


def test_the_players_find_the_best_melds() -> None:
    run = [Card(rank, CLUBS) for rank in (5, 6, 7)]
    sevens = [Card(7, suit) for suit in (HEARTS, SPADES, DIAMONDS)]
    assert best_melds(frozenset([*run, *sevens]))[0] == 0
    assert best_melds(frozenset([*run, *sevens[:2]]))[0] == 11, "the sevens, or the run and two of them"
    assert best_melds(frozenset([*run, Card(13, HEARTS)]))[0] == 10


def test_the_players_lay_off_one_card_after_another() -> None:
    run = frozenset(Card(rank, CLUBS) for rank in (5, 6, 7))
    others = frozenset([Card(9, CLUBS), Card(8, CLUBS), Card(4, CLUBS), Card(4, HEARTS)])
    assert laid_off(others, [run]) == 4


@pytest.mark.parametrize("options", [{}, {"undercut": 10, "big_gin": True}], ids=["usual", "older"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rules_count_what_the_players_wrote_down(seed: int, options: dict[str, Any]) -> None:
    played = evening(GIN_RUMMY, Random(seed), options)
    assert (played.table.phase, played.table.trigger) == ("over", "target")
    sheet = GIN_RUMMY.sheet(played.table)
    assert sheet == {
        "hands": [
            {"knocker": hand.knocker, "deadwood": list(hand.deadwood), "big_gin": hand.big_gin}
            for hand in played.written
        ]
    }
    result = GIN_RUMMY.score(players=2, options=options, sheet=sheet)
    assert result.problems == []
    assert result.totals == played.final()
    assert [sum(line.points for line in seat) for seat in result.lines] == result.totals


def test_their_hands_end_in_every_way() -> None:
    options = {"undercut": 10, "big_gin": True}
    hands = [hand for seed in SEEDS for hand in evening(GIN_RUMMY, Random(seed), options).table.hands]
    ends = {(hand.knocker is None, hand.big_gin, hand.gin, hand.undercut) for hand in hands}
    assert len(ends) == 5, "nobody knocks, big gin, gin, undercut, and the usual knock"
