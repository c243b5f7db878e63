"""The rulebook check: it shows every example, it is right, and it would notice if it were not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring import BOXES
from screens.games import FACES
from screens.games.parts import Example, ExpectedOutcome
from screens.settings.self_check import outcome_of
from tests.screens.driver import Driver

Launch = Callable[..., Driver]


EXAMPLES = [(game, example) for game in BOXES for example in FACES[game].examples.EXAMPLES]


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=lambda value: getattr(value, "text", value)[:40])
def test_every_example_comes_out_right(game: str, example: Example) -> None:
    assert outcome_of(game, example) == example.expected


def test_every_game_has_some() -> None:
    assert {game for game, _example in EXAMPLES} == set(BOXES)
    assert ("coloretto", ExpectedOutcome((41, 0, 0), (0,))) in [
        (game, example.expected) for game, example in EXAMPLES
    ]


def test_settings_lead_to_it_and_everything_is_green(ui: Driver) -> None:
    ui.tap(name="settings")
    ui.tap("Rulebook check")
    assert ui.screen == "self_check"
    cards = ui.all("ExampleCard")
    assert len(cards) == len(EXAMPLES)
    assert all(card.right and card.expected == card.found for card in cards)
    assert ui.sees("Every example is right")


def test_a_wrong_count_would_be_seen(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    game, right = EXAMPLES[0]
    part = FACES[game].examples
    wrong = replace(right, expected=ExpectedOutcome((99, 1), (0,)))
    monkeypatch.setattr(part, "EXAMPLES", (wrong, *part.EXAMPLES[1:]))
    ui.app.go("self_check")
    ui.settle()
    assert ui.sees("This version miscounts")
    assert [card.right for card in ui.all("ExampleCard")].count(False) == 1
