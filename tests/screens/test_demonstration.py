"""What the demonstration plays is legal, and it stops at every moment that it promises to show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scoring import GAMES
from screens.demonstration import DENSITIES, HERE, QUICK_STOPS, SIZES
from screens.demonstration.evenings import counting, result, scenes, special
from screens.demonstration.people import counted, play_out, shows
from screens.demonstration.stops import sit_down, stops
from tests.screens.driver import Driver

EVERY_TABLE = [
    (game, players) for game, rules in GAMES.items() for players in range(rules.fewest, rules.most + 1)
]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
@pytest.mark.parametrize("full", [False, True])
def test_a_game_is_played_to_its_end_through_every_moment(game: str, players: int, full: bool) -> None:
    played = play_out(game, players, full, seed=players)
    assert played.tables[-1].phase == "over"
    moments = played.moments()
    phases = [played.tables[moves].phase for moves in moments.values()]
    assert list(moments) == ["start", "middle", "trigger", "last"]
    assert phases == ["play", "play", "last", "last"]
    assert played.tables[moments["trigger"] - 1].phase == "play"
    GAMES[game].score(players, played.options, counted(played), force=not full)


def test_light_tracking_tells_no_details() -> None:
    assert {name for move in play_out("coloretto", 3, full=False).moves for name in move} == {"move", "row"}
    assert "card" in play_out("coloretto", 3, full=True).moves[0]


def test_every_tracker_calculator_and_result_is_visited() -> None:
    names = {stop.name for stop in stops()}
    assert len(names) == len(stops())
    assert {(scene.game, scene.full) for scene in scenes()} == {
        (game, full) for game in GAMES for full in (False, True)
    }
    for scene in scenes():
        assert {f"table-{scene.name}-{moment}" for moment in ("start", "middle", "trigger", "last")} <= names
    for game, players in EVERY_TABLE:
        assert {f"count-{game}-{players}", f"result-{game}-{players}"} <= names
    assert names.issuperset(QUICK_STOPS)


def test_ties_losses_and_teams_are_among_the_results() -> None:
    specials = {
        f"{game}-{name}": special(game, name)["result"]
        for game, show in shows().items()
        for name in show.results
    }
    assert min(specials["pearls-tie"]["totals"] + specials["coloretto-negative"]["totals"]) < 0
    assert specials["pearls-tie"]["totals"].count(35) == 3
    assert specials["perfect_numbers-tie"]["winners"] == [0, 1]
    assert specials["perladora-tie"]["winners"] == [0, 1]
    teams = result("perladora", 4)["result"]["totals"]
    assert teams[:2] == teams[2:]
    assert max(len(player["name"]) for player in counting("pearls", 6)["players"]) == 16


def test_pictures_have_whole_words_of_pixels_in_a_row() -> None:
    assert [round(SIZES[device][0] * DENSITIES[device]) % 4 for device in SIZES] == [0] * len(SIZES)


def test_a_picture_is_taken_of_each_stop_in_each_look(tmp_path: Path) -> None:
    """In a process of its own: it brings its own window."""
    script = (
        "import sys; from pathlib import Path; from screens.demonstration import Look, photograph;"
        "looks = (Look(), Look(theme='dark', language='de', text_scale=1.6));"
        "print(photograph(Path(sys.argv[1]), looks, ('home', 'table-pearls-light-middle')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert run.stdout.split() == ["4"], run.stderr
    taken = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.png"))
    assert [name.split("/")[0] for name in taken] == ["phone-dark-de-1.6"] * 2 + ["phone-light-en-1"] * 2
    assert all(name.endswith(("-home.png", "-table-pearls-light-middle.png")) for name in taken)
    assert len({path.read_bytes() for path in tmp_path.rglob("*.png")}) == 4


def test_a_session_is_shown_as_its_stop_tells_it_whatever_was_shown_before(ui: Driver) -> None:
    sit_down("count", counting("pearls", 4))(ui.app)
    ui.settle()
    sit_down("result", result("pearls", 4))(ui.app)
    ui.settle()
    assert ui.sees("Bo wins")
    sit_down("table", scenes()[0].at(10))(ui.app)
    ui.rest(2)
    assert ui.app.ways.page.watch.seconds == 400, "however long it took to draw"
