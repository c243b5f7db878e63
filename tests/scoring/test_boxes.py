"""The lids of the boxes: found by looking at the folders, and read without the rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scoring
from scoring import BOXES, GAMES, Box

ROOT = Path(scoring.__file__).parent

LOADED = """
import sys
from scoring import GAMES
asked = {asked!r}
if asked:
    GAMES[asked]
print(*(name.split(".")[1] for name in sys.modules if name[:8] == "scoring." and name[-6:] == ".rules"))
"""


def rules_loaded(asked: str) -> list[str]:
    command = [sys.executable, "-c", LOADED.format(asked=asked)]
    run = subprocess.run(command, cwd=ROOT.parent, check=True, capture_output=True, text=True)
    return sorted(run.stdout.split())


def test_every_folder_is_a_game() -> None:
    assert set(BOXES) == {path.parent.name for path in ROOT.glob("*/rules.py")}
    assert all(key == box.key for key, box in BOXES.items())


def test_the_boxes_stand_in_the_order_of_the_shelf() -> None:
    shelf = [box.shelf for box in BOXES.values()]
    assert shelf == sorted(set(shelf))
    assert list(GAMES) == list(BOXES)
    assert len(GAMES) == len(BOXES)


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_the_lid_says_what_the_rules_say(box: Box) -> None:
    game = GAMES[box.key]
    assert (game.key, game.fewest, game.most) == (box.key, box.fewest, box.most)


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_sides_are_counted_from_the_first_seat(box: Box) -> None:
    for players in range(box.fewest, box.most + 1):
        sides = [box.side_of(players, seat) for seat in range(players)]
        assert sorted(set(sides)) == list(range(max(sides) + 1))
        assert len(set(sides)) == (2 if (box.key, players) == ("perladora", 4) else players)


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_what_can_be_chosen_once_and_for_all_is_known_to_the_rules(box: Box) -> None:
    for option, choices in box.usual.items():
        assert option in box.of_the_group
        for value in choices.values():
            GAMES[box.key].setup(box.fewest, {option: value})


def test_what_is_chosen_once_and_for_all_belongs_to_one_box() -> None:
    """The settings keep it by the name of the option alone."""
    options = [option for box in BOXES.values() for option in box.usual]
    assert sorted(options) == sorted(set(options))


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_every_board_is_an_option_that_the_rules_know(box: Box) -> None:
    for option, value in box.boards.values():
        GAMES[box.key].setup(box.fewest, {option: value})


def test_no_name_belongs_to_two_boxes() -> None:
    names = [name for box in BOXES.values() for name in (box.key.replace("_", ""), *box.also_called)]
    assert sorted(names) == sorted(set(names))
    assert all(name.isalnum() and name == name.lower() for name in names)


@pytest.mark.parametrize("stranger", ["", "core", "rules", "chess"])
def test_what_is_no_folder_is_no_game(stranger: str) -> None:
    assert stranger not in GAMES
    with pytest.raises(KeyError):
        GAMES[stranger]


def test_no_rules_are_loaded_before_they_are_asked_for() -> None:
    assert rules_loaded("") == []


@pytest.mark.parametrize("game", BOXES)
def test_the_rules_of_a_game_load_no_other_rules(game: str) -> None:
    assert rules_loaded(game) == [game]
