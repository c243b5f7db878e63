"""Just count: two touches to the score sheet, and names whenever somebody wants them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from scoring import GAMES
from tests.screens.driver import Driver, at_home
from tests.screens.walker import LOOKS, Look, complaints, dressed, pseudo_language, untranslated

Launch = Callable[..., Driver]
EVERY_TABLE = [
    (game, players) for game in GAMES for players in range(GAMES[game].fewest, GAMES[game].most + 1)
]


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def tap_players(ui: Driver, game: str, players: int) -> None:
    card = next(card for card in ui.all("QuickCard") if card.game == game)
    ui.tap(next(tile for tile in card.ids.tiles.children if tile.text == str(players)))


def name(ui: Driver, seat: int, text: str) -> None:
    field = ui.top().rows[seat].ids.field
    field.focus()
    ui.settle()
    ui.type(text)


def test_every_game_and_number_of_players_is_two_touches_from_home(ui: Driver) -> None:
    for game, players in EVERY_TABLE:
        ui.tap("Just count")
        tap_players(ui, game, players)
        assert ui.screen == "count"
        assert ui.page.game == game
        assert list(ui.page.names) == [f"Player {seat + 1}" for seat in range(players)]
        ui.back()
        assert ui.screen == "home"


def test_nothing_is_kept_before_the_first_number(ui: Driver) -> None:
    ui.tap("Just count")
    tap_players(ui, "pearls", 3)
    ui.back()
    assert not ui.app.history.live()
    ui.tap("Just count")
    tap_players(ui, "pearls", 3)
    ui.tap(ui.find("5", kind="PadButton"))
    assert len(ui.app.history.live()) == 1
    assert ui.app.history.players() == []


def test_a_count_is_resumed_where_it_was_left(launch: Launch) -> None:
    first = launch()
    first.tap("Just count")
    tap_players(first, "perfect_numbers", 3)
    first.tap(first.find("8", kind="PadButton"))
    second = launch()
    second.tap("Resume")
    assert second.screen == "count"
    assert second.page.sheet["seats"][0] == {"points": 8}


def test_two_may_play_pearls_with_all_cards(ui: Driver) -> None:
    ui.tap("Just count")
    assert len(ui.all("ToggleRow")) == 1
    ui.tap("All cards")
    tap_players(ui, "pearls", 2)
    assert ui.page.options == {"all_cards": True}
    assert ui.sees("Green")


def test_names_can_be_given_while_counting(ui: Driver) -> None:
    ui.app.history.save_player({"id": str(UUID(int=7)), "name": "Cleo", "colour": "green"})
    ui.tap("Just count")
    tap_players(ui, "coloretto", 3)
    ui.tap(name="names")
    name(ui, 0, "Ada")
    ui.tap("Cleo")
    assert ui.top().typed == ["Ada", "Cleo", ""]
    ui.tap("Save")
    assert list(ui.page.names) == ["Ada", "Cleo", "Player 3"]
    assert [tab.name for tab in reversed(ui.page.ids.tabs.children)] == ["Ada", "Cleo", "Player 3"]
    session = ui.page.live.document
    assert session["players"][1]["id"] == str(UUID(int=7))
    stored = ui.app.history.get(session["id"])
    assert stored["players"] == session["players"]
    assert {profile["name"] for profile in ui.app.history.players()} == {"Ada", "Cleo"}


def test_names_can_be_given_on_the_result(ui: Driver) -> None:
    ui.tap("Just count")
    tap_players(ui, "perfect_numbers", 2)
    ui.tap(ui.find("7", kind="PadButton"))
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.page.outcome.winner == "Player 1 wins"
    ui.tap(name="names")
    name(ui, 0, "Eva")
    name(ui, 1, " eva ")
    ui.tap("Save")
    assert ui.sees("Somebody with that name is already at the table")
    assert ui.page.outcome.winner == "Player 1 wins"
    name(ui, 1, "2")
    ui.tap("Save")
    assert ui.page.outcome.winner == "Eva wins"
    assert ui.app.history.names() != {}


def test_another_name_on_a_seat_is_another_person(ui: Driver) -> None:
    """Ada keeps her profile; it was Bo who sat there."""
    ui.tap("Just count")
    tap_players(ui, "perfect_numbers", 2)
    ui.tap(name="names")
    name(ui, 0, "Ada")
    ui.tap("Save")
    before = ui.page.live.document["players"][0]["id"]
    ui.tap(name="names")
    assert ui.top().typed == ["Ada", ""]
    ui.top().rows[0].ids.field.text = "Bo"
    ui.tap("Save")
    assert ui.page.live.document["players"][0]["id"] != before
    assert ui.app.history.names()[before] == "Ada"


def test_without_names_again_is_a_quick_count_again(ui: Driver) -> None:
    ui.tap("Just count")
    tap_players(ui, "perfect_numbers", 2)
    ui.tap(ui.find("7", kind="PadButton"))
    ui.tap("Next")
    ui.tap("Who won?")
    ui.tap("Play again")
    assert ui.screen == "quick"


def test_an_empty_count_and_its_guests_stay_out_of_the_figures(ui: Driver) -> None:
    ui.tap("Just count")
    tap_players(ui, "perfect_numbers", 2)
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.sees("Nothing has been entered")
    ui.tap("Go on counting")
    assert ui.screen == "count"
    ui.tap("Who won?")
    ui.tap("Finish without points")
    assert ui.screen == "result"
    figures = ui.app.history.statistics()
    assert (figures.plays, figures.players, figures.starter.tables) == (1, {}, 0)
    assert figures.games["perfect_numbers"].scores.count == 0
    (kept,) = ui.app.history.sessions()
    assert kept["starter"] is None, "nobody has said who began"
    ui.tap("Done")
    ui.app.tab("players")
    ui.settle()
    assert not ui.sees("Player 1")


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_small_clipped_or_faint(launch: Launch, look: Look) -> None:
    ui = launch(**dressed(*look))
    ui.app.go("quick")
    ui.settle()
    tap_players(ui, "perladora", 4)
    ui.tap(name="names")
    found = list(complaints(ui))
    assert not found, chr(10).join(found)


def test_everything_is_translated(ui: Driver) -> None:
    with pseudo_language(ui):
        ui.app.go("quick")
        ui.settle()
        assert untranslated(ui) == []
        tap_players(ui, "coloretto", 5)
        ui.tap(name="names")
        assert untranslated(ui, ("P",)) == []
