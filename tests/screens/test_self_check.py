"""The rulebook check: it shows every example, it is right, and it would notice if it were not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from screens import self_check
from screens.self_check import EXAMPLES, Outcome, outcome_of
from screens.stored import Settings
from tests.screens.driver import Driver
from tests.screens.walker import pseudo_language, untranslated, walk

Launch = Callable[..., Driver]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.text[:40])
def test_every_example_comes_out_right(example: self_check.Example) -> None:
    assert outcome_of(example) == example.expected


def test_all_four_games_are_there() -> None:
    assert {example.game for example in EXAMPLES} == {"pearls", "coloretto", "perfect_numbers", "perladora"}
    assert Outcome((41, 0, 0), (0,)) in [example.expected for example in EXAMPLES]


def test_settings_lead_to_it_and_everything_is_green(ui: Driver) -> None:
    ui.tap(name="settings")
    ui.tap("Rulebook check")
    assert ui.screen == "self_check"
    cards = ui.all("ExampleCard")
    assert len(cards) == len(EXAMPLES)
    assert all(card.right and card.expected == card.found for card in cards)
    assert ui.sees("Everything comes out right")


def test_a_wrong_count_would_be_seen(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(EXAMPLES[0], expected=Outcome((99, 1), (0,)))
    monkeypatch.setattr(self_check, "EXAMPLES", (wrong, *EXAMPLES[1:]))
    ui.app.go("self_check")
    ui.settle()
    assert ui.sees("This copy counts wrongly")
    assert [card.right for card in ui.all("ExampleCard")].count(False) == 1


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (412, "dark")])
def test_nothing_is_small_clipped_or_faint(launch: Launch, width: int, theme: str) -> None:
    ui = launch(size=(width, 900), settings=Settings(language="en", theme=theme, reduced_motion=True))
    ui.app.go("self_check")
    ui.settle()
    complaints = walk(ui, scales=(1.0, 2.0) if width == 320 else (1.3,))
    assert not complaints, chr(10).join(complaints)


def test_everything_is_translated(ui: Driver) -> None:
    with pseudo_language(ui):
        ui.app.go("self_check")
        ui.settle()
        assert untranslated(ui) == []
