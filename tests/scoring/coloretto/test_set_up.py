"""Coloretto: what is laid out."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import InvalidOptions
from tests.scoring.coloretto.plays import COLORETTO, start


@pytest.mark.parametrize(
    ("players", "colours", "removed", "start_cards", "draw_pile", "above"),
    [(2, 5, 2, 4, 54, 39), (3, 6, 1, 3, 64, 49), (4, 7, 0, 4, 72, 57), (5, 7, 0, 5, 71, 56)],
)
def test_set_up_table(
    players: int, colours: int, removed: int, start_cards: int, draw_pile: int, above: int
) -> None:
    setup = COLORETTO.setup(players=players, options={})
    assert setup.counts == {
        "colours": colours,
        "removed": removed,
        "start_cards": start_cards,
        "draw_pile": draw_pile,
        "above_last_round": above,
        "below_last_round": 15,
    }
    steps = {step.key.removeprefix("coloretto.setup."): step.args for step in setup.steps}
    assert steps["summaries"] == {"cards": players, "side": "brown"}
    assert ("remove_colours" in steps) == (removed > 0)
    if removed:
        assert steps["remove_colours"] == {"colours": removed, "cards": 9 * removed}
    if players == 2:
        assert steps["green_rows"] == {"limits": [1, 2, 3]}
        assert steps["start_cards_for_two"] == {"each": 2, "cards": 4}
    else:
        assert steps["brown_rows"] == {"rows": players, "limit": 3}
        assert steps["start_cards"] == {"each": 1, "cards": players}
    assert steps["shuffle"] == {"cards": draw_pile}
    assert steps["last_round_in"] == {"below": 15, "above": above}
    table = start(players)
    assert (table.turn, table.round, table.phase) == (0, 1, "play")
    assert table.counts == {
        "draw_pile": draw_pile,
        "above_last_round": above,
        "rows": [0] * max(3, players),
        "held": [start_cards // players] * players,
        "gone": 0,
    }


def test_named_colours_are_a_step_each() -> None:
    setup = COLORETTO.setup(2, {"removed": ["pink", "orange"], "side": "purple"})
    steps = [(step.key, step.args) for step in setup.steps]
    assert steps[0] == ("coloretto.setup.summaries", {"cards": 2, "side": "purple"})
    assert steps[2:4] == [
        ("coloretto.setup.remove_colour", {"colour": "orange", "cards": 9}),
        ("coloretto.setup.remove_colour", {"colour": "pink", "cards": 9}),
    ]


@pytest.mark.parametrize(
    ("players", "options", "key"),
    [
        (3, {"side": "green"}, "field.not_one_of"),
        (3, {"side": None}, "field.not_one_of"),
        (3, {"sides": "brown"}, "field.unknown"),
        (3, [], "field.not_an_object"),
        (3, {"removed": "pink"}, "field.not_a_list"),
        (3, {"removed": ["pink", "blue"]}, "coloretto.removed_count"),
        (2, {"removed": ["pink"]}, "coloretto.removed_count"),
        (4, {"removed": ["pink"]}, "coloretto.removed_count"),
        (3, {"removed": ["plus2"]}, "field.not_one_of"),
        (3, {"removed": [["pink"]]}, "field.not_one_of"),
        (2, {"removed": ["pink", "pink"]}, "coloretto.colour_named_twice"),
        (3, {"start": {}}, "field.not_a_list"),
        (3, {"start": [["pink"], ["blue"]]}, "coloretto.start_cards_count"),
        (3, {"start": [["pink"], ["blue"], ["grey", "green"]]}, "coloretto.start_cards_count"),
        (3, {"start": ["pink", "blue", "grey"]}, "coloretto.start_cards_count"),
        (3, {"start": [["pink"], ["blue"], ["joker"]]}, "field.not_one_of"),
        (3, {"start": [["pink"], ["blue"], ["pink"]]}, "coloretto.start_cards_alike"),
        (2, {"start": [["pink"], ["blue"]]}, "coloretto.start_cards_count"),
        (2, {"start": [["pink", "pink"], ["blue", "grey"]]}, "coloretto.start_cards_alike"),
        (
            3,
            {"start": [["pink"], ["blue"], ["grey"]], "removed": ["grey"]},
            "coloretto.colour_not_in_play",
        ),
    ],
)
def test_options_that_cannot_be(players: int, options: Any, key: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        COLORETTO.setup(players, options)
    assert caught.value.key == key


@pytest.mark.parametrize("players", [1, 6, True, 2.0, "3", None])
def test_wrong_player_count_is_refused(players: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        COLORETTO.setup(players=players, options={})
    assert caught.value.key == "players.count"


def test_start_cards_lie_open_when_they_were_noted() -> None:
    alike = start(2, start=[["pink", "blue"], ["blue", "pink"]], removed=[])
    assert alike.hands == ({"pink": 1, "blue": 1}, {"pink": 1, "blue": 1})
    assert start(2, start=[]).hands == ({"unknown": 2}, {"unknown": 2})
    assert start(4).hands == ({"unknown": 1},) * 4
