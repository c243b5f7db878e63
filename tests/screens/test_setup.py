"""Set-up: from the game on the shelf to the first move."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from history.revision import Revision
from scoring import GAMES
from scoring.coloretto import rules as coloretto
from scoring.perladora import rules as perladora
from screens.seating.setup import step_text
from screens.words.messages import game_name
from screens.words.people import Person
from tests.screens import cupboards, walker
from tests.screens.cupboards import filled, identity
from tests.screens.driver import Driver
from tests.screens.test_seats import NAMES, WIDE, launch_again, open_seats, sit_down, starter_chip

Launch = Callable[..., Driver]
EVERY_TABLE = [
    (game, players) for game, rules in GAMES.items() for players in range(rules.fewest, rules.most + 1)
]


def open_setup(ui: Driver, game: str, players: int, starter: str = "Bo") -> None:
    open_seats(ui, game, *NAMES[:players])
    if starter:
        ui.tap(starter_chip(ui, starter))
    ui.tap(f"Set up for {players}")
    assert ui.screen == "setup"


def steps(ui: Driver) -> list[Any]:
    return list(reversed(ui.page.ids.steps.children))


def session_of(ui: Driver) -> dict[str, Any]:
    assert ui.screen == "table"
    return dict(ui.app.history.live()[0])


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


# -- Every table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_from_the_shelf_to_the_first_move(ui: Driver, game: str, players: int) -> None:
    ui.tap(game_name(game))
    sit_down(ui, *NAMES[:players])
    ui.tap(starter_chip(ui, "Bo"))
    ui.tap(f"Set up for {players}")
    laid = GAMES[game].setup(players=players, options={})
    told = [row.text + " " + row.secondary for row in steps(ui)]
    assert len(told) == len(laid.steps)
    for step, text in zip(laid.steps, told, strict=True):
        expected = {value for value in step.args.values() if type(value) is int}
        assert expected - set(numbers(text)) <= {1, 2, 3, players}, (step, text)
        assert "{" not in text
        assert step.key not in text
    marked = next(table for table in ui.all("RuleTable"))
    assert marked.rows[int(marked.marked)][0] == str(players)
    ui.tap(steps(ui)[0])
    ui.tap("Start · Bo begins")
    session = session_of(ui)
    assert [player["name"] for player in session["players"]] == list(NAMES[:players])
    assert (session["game"], session["starter"], session["options"], session["moves"]) == (game, 1, {}, [])
    assert [profile["name"] for profile in ui.app.history.players()] == sorted(NAMES[:players])
    assert ui.back()
    assert ui.screen == "home"
    open_seats(ui, game)
    assert ui.page.plan.people == ()


def test_the_numbers_of_the_check_list(ui: Driver) -> None:
    open_setup(ui, "pearls", 3)
    assert [row.text for row in steps(ui)] == [
        "Put all 20 red cards back in the box.",
        "Shuffle the other 80 cards and deal 6 to everyone.",
        "Turn up 6 cards: the display.",
        "The other 56 cards are the draw pile.",
        "Line up the necklaces: 4, 5, 5, 6, 6, 7, 7, 8, 8, 9.",
        "The youngest player begins.",
    ]


def test_every_step_has_a_sentence() -> None:
    """Over all player counts and all options that change the list."""
    choices: dict[str, list[dict[str, Any]]] = {
        "pearls": [{}, {"all_cards": True}],
        "coloretto": [{}, {"side": "purple"}],
        "perfect_numbers": [{}, {"three_rows": True, "deck": 120}],
        "perladora": [{}, {"advanced": True, "look_at_own": True}],
    }
    for game, players in EVERY_TABLE:
        more = [{"advanced": True, "clans": list(perladora.POWERS)[:players]}] if game == "perladora" else []
        removed = list(coloretto.COLOURS[: coloretto.colours_removed(players)]) if game == "coloretto" else []
        more += [{"removed": removed}] if removed else []
        for options in [*choices[game], *more]:
            people = [Person(identity(name), name, "blue") for name in NAMES[:players]]
            for step in GAMES[game].setup(players=players, options=options).steps:
                text = step_text(step, people)
                assert text != step.key
                assert "{" not in text


# -- Ticks and the start ----------------------------------------------------------------------------------


def test_ticks_stay_and_never_hold_up_the_start(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "pearls", 4)
    assert ui.sees("0 of 5 done")
    ui.tap(steps(ui)[1])
    ui.tap(steps(ui)[3])
    assert ui.sees("2 of 5 done")
    for size in ((915, 412), (320, 640), (412, 915)):
        ui.resize(*size)
        assert [row.done for row in steps(ui)] == [False, True, False, True, False]
    ui.back()
    assert ui.screen == "seats"
    ui.tap("Set up for 4")
    assert [row.done for row in steps(ui)] == [False, True, False, True, False]
    ui = launch_again(launch)
    ui.tap("Set up for 4")
    assert [row.done for row in steps(ui)] == [False, True, False, True, False]
    ui.tap(steps(ui)[1])
    assert [row.done for row in steps(ui)] == [False, False, False, True, False]
    ui.tap("Start · Bo begins")
    assert ui.screen == "table"


def test_a_tick_holds_for_its_numbers_only(ui: Driver) -> None:
    open_setup(ui, "pearls", 3)
    ui.tap("The other 56 cards are the draw pile.")
    ui.tap("Turn up 6 cards: the display.")
    ui.tap("Play with all cards")
    done = [row.text for row in steps(ui) if row.done]
    assert done == ["Turn up 6 cards: the display."]
    ui.tap("Play with all cards")
    assert len([row for row in steps(ui) if row.done]) == 2


def test_without_a_starter_the_start_asks(ui: Driver) -> None:
    open_setup(ui, "coloretto", 3, starter="")
    ui.tap("Start")
    assert ui.screen == "setup"
    ui.back()
    assert ui.screen == "setup"
    ui.tap("Start")
    ui.tap("Cleo")
    assert session_of(ui)["starter"] == 2


def test_without_a_starter_chance_may_answer(ui: Driver) -> None:
    open_setup(ui, "coloretto", 3, starter="")
    ui.page.rng = random.Random(5)
    expected = random.Random(5).choice(range(3))
    ui.tap("Start")
    ui.tap("At random")
    assert session_of(ui)["starter"] == expected


def test_a_table_that_cannot_be_saved_is_played_all_the_same(
    ui: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_setup(ui, "pearls", 2)

    def full(_session: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(ui.app.history, "save", full)
    ui.tap("Start · Bo begins")
    assert ui.screen == "table"
    assert ui.sees("could not be saved")


def test_a_new_name_that_got_a_profile_meanwhile_is_that_person(ui: Driver) -> None:
    open_setup(ui, "pearls", 2)
    ui.app.history.save_player({"id": identity("Ada"), "name": "Ada", "colour": "sky"})
    ui.tap("Start · Bo begins")
    assert session_of(ui)["players"][0] == {"id": identity("Ada"), "name": "Ada"}
    assert len(ui.app.history.players()) == 2


# -- Variants ---------------------------------------------------------------------------------------------


def test_pearls_with_all_cards_is_for_two_and_three(ui: Driver) -> None:
    open_setup(ui, "pearls", 2)
    ui.tap("Play with all cards")
    assert "The other 82 cards are the draw pile." in [row.text for row in steps(ui)]
    ui.back()
    sit_down(ui, "Cleo", "Dirk")
    ui.tap("Set up for 4")
    assert not ui.sees("Play with all cards")
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {}


def test_variants_are_remembered_for_the_group(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "pearls", 2)
    ui.tap("Play with all cards")
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {"all_cards": True}
    ui.app.tab("home")
    open_setup(ui, "pearls", 3)
    ui.tap("Play with all cards")
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {}
    ui = launch()
    open_seats(ui, "pearls", "Ada", "Bo")
    ui.tap("Set up for 2")
    assert ui.find("Play with all cards", kind="ToggleRow").active


def test_a_toggle_reads_nothing_of_the_past_again(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(1, 31):
        ui.app.history.save(cupboards.session("pearls", ("Cleo", "Dirk"), f"2026-10-{day:02}", (5, 3)))
    reads = []
    read = Revision.document
    monkeypatch.setattr(Revision, "document", lambda one: (reads.append(one), read(one))[1])
    open_setup(ui, "pearls", 2)
    assert reads, "what the group played last is looked up"
    reads.clear()
    for on in (True, False):
        ui.tap("Play with all cards")
        assert ui.find("Play with all cards", kind="ToggleRow").active is on
    assert not reads


def test_what_was_played_meanwhile_is_remembered_too(ui: Driver) -> None:
    open_setup(ui, "pearls", 2)
    ui.tap("Play with all cards")
    ui.tap("Start · Bo begins")
    for on in (True, False):
        ui.app.tab("home")
        open_setup(ui, "pearls", 2)
        assert ui.find("Play with all cards", kind="ToggleRow").active is on
        ui.tap("Play with all cards")
        ui.tap("Start · Bo begins")


def test_coloretto_side_and_colours(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "coloretto", 2)
    ui.tap("Purple side")
    assert ui.page.options() == {"side": "purple"}
    ui.tap(name="grey")
    assert ui.page.options() == {"side": "purple"}
    ui.tap(name="pink")
    ui.tap(name="blue")
    assert ui.page.options()["removed"] == ["pink", "blue"]
    assert "Put all 9 blue cards back in the box." in [row.text for row in steps(ui)]
    ui.tap(name="pink")
    ui = launch_again(launch, "coloretto")
    ui.tap("Set up for 2")
    assert ui.page.plan.laid == {"removed": ("blue",)}
    ui.page.rng = random.Random(2)
    ui.tap("Draw at random")
    drawn = ui.page.options()["removed"]
    assert len(set(drawn)) == 2
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {"side": "purple", "removed": drawn}


def test_coloretto_start_cards_follow_their_players(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "coloretto", 3)
    ui.tap("Note the start cards")

    def pick(seat: int, colour: str) -> None:
        hand = ui.all("StartCards")[seat]
        ui.tap(next(pick for pick in hand.walk() if getattr(pick, "name", "") == colour))

    assert len(ui.all("StartCards")) == 3
    pick(0, "orange")
    pick(1, "orange")
    pick(2, "green")
    assert "start" not in ui.page.options()
    pick(0, "blue")
    assert ui.page.options()["start"] == [["blue"], ["orange"], ["green"]]
    ui = launch_again(launch, "coloretto")
    ui.tap("Set up for 3")
    assert ui.page.options()["start"] == [["blue"], ["orange"], ["green"]]
    ui.back()
    ui.tap(ui.page.ids.seats.rows[0])
    ui.tap("Down")
    ui.tap("Set up for 3")
    assert ui.page.options()["start"] == [["orange"], ["blue"], ["green"]]
    ui.tap("Note the start cards")
    assert "start" not in ui.page.options()


def test_the_deck_of_perfect_numbers_is_asked_once(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "perfect_numbers", 2)
    assert ui.sees("The rulebook does not say.")
    assert ui.sees("All the other cards are the draw pile.")
    ui.tap("Unknown · enter it")
    for digit in "120":
        ui.tap(digit)
    ui.tap("Done")
    assert ui.sees("The other 106 cards are the draw pile.")
    ui.tap("Three rows")
    ui.tap("Whoever played it")
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {"deck": 120, "three_rows": True, "lower_on_other": "actor"}
    ui = launch()
    open_setup(ui, "perfect_numbers", 3)
    assert ui.sees("120 cards · change it")
    ui.tap("Leave it unknown")
    assert ui.sees("All the other cards are the draw pile.")
    assert "deck" not in ui.page.options()


def test_unclear_rules_of_perfect_numbers_are_read_as_the_table_wants(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "perfect_numbers", 2)
    assert ui.page.options() == {}
    ui.tap("Bonus for closing by Move")
    ui.tap("A stolen card may cost a row")
    assert ui.page.options() == {"move_bonus": False, "stolen_may_drop": False}
    ui.tap("A stolen card may cost a row")
    assert ui.page.options() == {"move_bonus": False}
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"] == {"move_bonus": False}
    assert not ui.page.live.table.move_bonus
    ui = launch()
    open_setup(ui, "perfect_numbers", 2)
    assert ui.page.options() == {"move_bonus": False}
    ui.tap("Bonus for closing by Move")
    assert ui.page.options() == {}


def test_the_start_cards_of_perfect_numbers_open_a_tracked_table(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "perfect_numbers", 2)
    ui.tap("Note the start cards")

    def deal(name: str, *cards: tuple[str, str]) -> None:
        ui.tap(next(row for row in ui.all("PressRow") if row.text == name))
        for colour, number in cards:
            ui.tap(next(tile for tile in ui.root.overlays[-1].colours if tile.secondary == colour))
            ui.tap(next(tile for tile in ui.all("Tile") if tile.text == number))
        ui.tap("Done")

    deal("Ada", ("Red", "3"), ("Blue", "5"), ("Joker", "4"))
    ui.tap("Blue")
    assert "start" not in ui.page.options()
    ui = launch_again(launch, "perfect_numbers")
    ui.tap("Set up for 2")
    assert ui.sees("Red 3, Blue 5, Joker 4")
    deal("Bo", ("Green", "2"), ("Green", "4"), ("Green", "7"))
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"]["start"] == [
        [
            {"colour": "red", "number": 3},
            {"colour": "blue", "number": 5},
            {"colour": "joker", "number": 4, "row": "blue"},
        ],
        [{"colour": "green", "number": number} for number in (2, 4, 7)],
    ]
    assert ui.page.live.table.tracked


def test_perladora_advanced_with_clans(ui: Driver) -> None:
    open_setup(ui, "perladora", 3)
    assert not ui.sees("Clans")
    ui.tap("Advanced game")
    ui.page.rng = random.Random(4)
    ui.tap("Deal the clans")
    dealt = ui.page.options()["clans"]
    assert len(set(dealt)) == 3
    assert any("Ada: " in row.text for row in steps(ui))
    wanted = dealt[1]
    ui.tap(next(row for row in ui.all("PressRow") if row.text == "Ada"))
    ui.tap(wanted.capitalize())
    assert ui.page.options()["clans"] == [dealt[1], dealt[0], dealt[2]]
    ui.tap("Advanced game")
    assert "clans" not in ui.page.options()


def test_perladora_farms_move_and_pearls_are_placed(ui: Driver, launch: Launch) -> None:
    open_setup(ui, "perladora", 2)
    ui.page.rng = random.Random(4)
    ui.tap("Place the pearls at random")
    piles = ui.page.options()["piles"]
    assert sorted(piles) == list(perladora.PILES)
    ui.tap("My farms are elsewhere")
    board = ui.all("FarmBoard")[0]

    def touch(square: tuple[int, int]) -> None:
        ui.reveal(board)
        ui.press(*board.to_window(*board.middle_of(square)))

    touch((0, 3))
    touch((2, 2))
    farms = ui.page.options()["farms"]
    assert farms[0] == [2, 2]
    assert farms[1:] == [list(square) for square in perladora.USUAL_FARMS[1:]]
    touch((2, 2))
    touch((1, 1))
    assert ui.page.options()["piles"] == [piles[1], piles[0], *piles[2:]]
    ui.tap("Start · Bo begins")
    assert session_of(ui)["options"]["farms"] == farms
    ui = launch()
    open_setup(ui, "perladora", 3)
    assert ui.page.options() == {"farms": farms}
    ui.tap("Usual layout, no pearls")
    assert ui.page.options() == {}


# -- Looking at it ----------------------------------------------------------------------------------------


def test_the_picture_is_drawn_and_changes_with_the_table(ui: Driver, tmp_path: Path) -> None:
    open_setup(ui, "perladora", 4)
    before = picture_pixels(ui)
    assert len({before[i : i + 4] for i in range(0, len(before), 4)}) > 20
    ui.page.rng = random.Random(1)
    ui.tap("Place the pearls at random")
    assert picture_pixels(ui) != before


def picture_pixels(ui: Driver) -> bytes:
    ui.page.ids.scroll.scroll_y = 1
    ui.settle()
    return bytes(ui.page.ids.picture.export_as_image().texture.pixels)


def untranslated(ui: Driver) -> list[str]:
    """As the walker's, for sentences with translated words inside them."""
    found = []
    for text in ui.texts():
        outside, before = text, ""
        while outside != before:
            outside, before = re.sub("⟦[^⟦⟧]*⟧", "", outside), outside
        for name in NAMES:
            outside = outside.replace(name, "")
        if any(sign.isalpha() and sign.isascii() for sign in outside) and len(outside) > 2:
            found.append(text)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_text_escapes_the_translator(ui: Driver, game: str) -> None:
    open_setup(ui, game, 2)
    with walker.pseudo_language(ui):
        complaints = untranslated(ui)
    assert complaints == []
    assert ui.sees("0 of ")


@pytest.mark.parametrize("look", walker.LOOKS)
@pytest.mark.parametrize("game", ["perladora", "coloretto"])
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, look: walker.Look, game: str) -> None:
    ui = launch(**walker.dressed(*look))
    open_seats(ui, game, WIDE, *NAMES[: GAMES[game].most - 1])
    ui.tap(starter_chip(ui, WIDE))
    ui.tap(f"Set up for {GAMES[game].most}")
    if game == "perladora":
        ui.tap("Advanced game")
        ui.tap("Deal the clans")
        ui.tap("My farms are elsewhere")
    if game == "coloretto":
        ui.tap("Note the start cards")
    assert list(walker.complaints(ui)) == []


def test_the_rules_open_over_the_set_up(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    open_setup(ui, "coloretto", 2)
    ui.tap(name="rules")
    assert ui.root.overlays
    ui.back()
    assert ui.screen == "setup"
    ui.back()
    assert ui.screen == "seats"
