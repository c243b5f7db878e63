"""A player's profile: the figures against a slow count of the tables, and all that can be done with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from history import History
from history.statistics import Record, Rival, Scores
from screens.app import open_history
from screens.players.figures import best_game, nemesis, percentage, spans
from screens.theme import PLAYER_COLOURS
from tests.history.factories import make_players, make_sessions
from tests.screens import walker
from tests.screens.cupboards import fill, filled, identity, session
from tests.screens.driver import QUIET, Driver

Launch = Callable[..., Driver]
HOSTILE = "[b]" + "W" * 197
NOBODY = identity("nobody")


def household(folder: Path) -> History:
    """Ada and Bo have met often; Bob is Bo under another name; Yan has no profile; Gus never played."""
    history = open_history(folder)
    fill(history)
    for number in range(1, 7):
        totals = (20 + number, 30) if number < 5 else (40, 30)
        history.save(session("pearls", ("Ada", "Bo"), f"2026-0{number}-07", totals))
    for name in ("Bob", "Gus", HOSTILE):
        history.save_player({"id": identity(name), "name": name, "colour": "sky"})
    history.save(session("coloretto", ("Bob", "Cleo"), "2026-02-02", (9, 8)))
    history.save(session("pearls", ("Cleo", "Bob"), "2026-03-03"))
    history.save(session("pearls", ("Ada", "Yan"), "2026-10-01", (20, 31)))
    return history


def visit(ui: Driver, player: str) -> None:
    ui.app.go("player", player=player)
    ui.settle()


def figures(ui: Driver) -> dict[str, str]:
    return {tile.text: tile.value for tile in ui.all("ProfileFigure")}


def write_name(ui: Driver, name: str) -> None:
    field = ui.all("FieldInput")[-1]
    ui.tap(field)
    field.text = ""
    ui.type(name)
    ui.tap("Save")


def choose_person(ui: Driver, name: str) -> None:
    """In the sheet that asks for somebody."""
    ui.tap(next(row for row in ui.all("PersonRow") if row.text == name))


def goings(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Notes where the app is sent instead of going there."""
    noted: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(ui.app, "go", lambda name, **given: noted.append((name, given)))
    return noted


# -- Small numbers ----------------------------------------------------------------------------------------


def record(wins: float, decided: int) -> Record:
    return Record(decided, decided, wins, wins / decided, Scores(0, None, None, None, None))


def test_a_percentage_needs_five_tables() -> None:
    assert percentage(2, 4) == ""
    assert percentage(2, 5) == "40%"


def test_a_lucky_table_makes_no_best_game() -> None:
    assert best_game({"pearls": record(1, 1), "coloretto": record(3, 9)}) == "coloretto"
    assert best_game({"pearls": record(1, 1), "coloretto": record(0, 9)}) == "pearls"
    assert best_game({"coloretto": record(0, 9)}) is None


def test_a_nemesis_is_often_ahead() -> None:
    often = Rival("often", 9, 3, 5, 1, 0)
    lucky = Rival("lucky", 4, 0, 4, 0, 0)
    partner = Rival("partner", 20, 1, 3, 0, 16)
    beaten = Rival("beaten", 30, 20, 10, 0, 0)
    assert nemesis([often, lucky, partner, beaten]) is often
    assert nemesis([lucky, partner, beaten]) is None


def test_months_become_years_where_there_are_too_many() -> None:
    assert [(span.label, span.since, span.until) for span in spans(["2026-02", "2025-12"])] == [
        ("December", "2025-12-01", "2025-12-31"),
        ("January", "2026-01-01", "2026-01-31"),
        ("February", "2026-02-01", "2026-02-28"),
    ]
    assert len(spans(["2025-01", "2025-12"])) == 12
    assert [span.label for span in spans(["2024-12", "2025-12"])] == ["2024", "2025"]
    assert len(spans(["1950-01", "2026-01"])) == 12
    assert spans([]) == []


# -- Figures ----------------------------------------------------------------------------------------------


def test_what_a_profile_tells(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    ui = launch(open_cupboard=household)
    ui.tap("Players")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Ada"))
    assert ui.screen == "player"
    assert ui.sees("Last played: today"), "a table that is still running counts"
    # Won: two of six against Bo, Coloretto, the four of 2025 and half of Perfect Numbers; lost to Yan.
    assert figures(ui) == {
        "sessions": "10",
        "won": "4.5",
        "of sessions": "45%",
        "wins in a row now": "2",
        "longest streak": "2",
        "hours": "7.7",
    }
    assert ui.sees("A shared win counts for each winner in part.")
    pearls, *_others = ui.all("ProfileRecord")
    assert (pearls.title, pearls.badge) == ("Pearls", "favourite · best")
    assert pearls.won == "3 wins · 8 sessions · 38%"
    assert pearls.scores == "Best 51 · average 30.1"
    few = next(card for card in ui.all("ProfileRecord") if card.game == "perfect_numbers")
    assert (few.won, few.rate) == ("0.5 wins · 1 session", -1)
    rivals = {row.text: row.secondary for row in ui.all("PersonRow")}
    assert rivals["Bo"] == "9 sessions · 4 ahead, 4 behind, 1 level"
    assert rivals["Cleo"] == "2 sessions · 2 ahead, 0 behind, 0 level"
    assert len(rivals) == 3
    noted = goings(ui, monkeypatch)
    ui.tap(pearls)
    ui.tap("All sessions")
    ui.tap("Statistics")
    chart = ui.all("BarChart")[0]
    ui.reveal(chart)
    x, y, width, height = chart.touch_box(len(chart.bars) - 1)
    ui.press(x + width / 2, y + height / 2)
    ada = identity("Ada")
    assert noted == [
        ("history", {"filters": {"player": ada, "game": "pearls"}}),
        ("history", {"filters": {"player": ada}}),
        ("statistics", {"player": ada}),
        ("history", {"filters": {"player": ada, "since": "2026-11-01", "until": "2026-11-30"}}),
    ]
    assert [(bar.label, bar.value, bar.mark) for bar in chart.bars][:3] == [
        ("December", 1, 1),
        ("January", 0, 1),
        ("February", 0, 1),
    ]


def test_a_nemesis_and_few_tables(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    ui.app.history.save(session("pearls", ("Ada", "Bo"), "2026-07-07", (1, 2)))
    visit(ui, identity("Ada"))
    assert next(row for row in ui.all("PersonRow") if row.text == "Bo").secondary == (
        "Nemesis: ahead of Ada in 5 of 10 sessions"
    )
    visit(ui, identity("Yan"))
    assert figures(ui)["won"] == "1"
    assert "of sessions" not in figures(ui)
    assert ui.sees("Too few sessions for percentages: they start at 5.")
    visit(ui, identity("Gus"))
    assert ui.sees("Has not played yet.")
    assert ui.sees("Figures appear after the first finished session.")
    assert figures(ui) == {}
    assert not ui.all("BarChart")
    assert not ui.all("ProfileRecord")
    ui.tap("Compare with somebody")
    choose_person(ui, "Ada")
    assert not ui.all("DuelRow")
    assert ui.find(name="close")
    assert ui.back()
    assert ui.screen == "player"


@pytest.mark.parametrize("player", [NOBODY, "not an id", "", 12, None])
def test_a_damaged_id_is_nobody(launch: Launch, player: object) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("Players")
    visit(ui, player)  # type: ignore[arg-type]
    assert ui.sees("Nobody here")
    assert not ui.all("ColourSwatch")
    assert ui.back()
    assert ui.screen == "players"
    visit(ui, identity("Ada"))
    assert not ui.sees("Nobody here")
    assert ui.all("ColourSwatch")


# -- The profile ------------------------------------------------------------------------------------------


def test_another_name_keeps_the_past(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    ui.tap("Players")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Bo"))
    before = figures(ui)
    ui.tap("Change the name")
    write_name(ui, "  ")
    assert ui.sees("A name has at least one letter.")
    write_name(ui, "bO ")
    assert ui.sees("bO"), "the own name may be written in another way"
    ui.tap(name="rename")
    write_name(ui, "Boris")
    assert figures(ui) == before
    assert ui.app.history.names()[identity("Bo")] == "Boris"
    assert ui.back()
    assert "Boris" in [row.text for row in ui.all("PlayerRow")]


def test_a_taken_name_is_offered_as_a_merge(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    visit(ui, identity("Bob"))
    ui.tap(name="rename")
    write_name(ui, "BO")
    assert ui.sees("Somebody already has that name.")
    ui.tap("Merge the two")
    assert ui.sees("11 sessions of Bo and 2 of Bob are put together. The name Bob and its colour stay.")
    ui.tap("Cancel")
    assert ui.app.history.same_player(identity("Bo")) == identity("Bo")
    assert figures(ui)["session"] == "1"
    ui.tap(name="rename")
    write_name(ui, "bo")
    ui.tap("Merge the two")
    ui.tap("Merge")
    assert ui.app.history.same_player(identity("Bo")) == identity("Bob")
    assert figures(ui)["sessions"] == "10"
    assert ui.sees("Bo is merged into Bob now.")
    ui.tap("Separate")
    assert ui.sees("Bo is a separate player again.")
    assert figures(ui)["session"] == "1"
    ui.tap("Undo")
    assert figures(ui)["sessions"] == "10"


def test_a_table_that_is_still_running_keeps_two_people_apart(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    ui.app.history.save(session("pearls", ("Gus", "Dirk"), "2026-11-02"))
    visit(ui, identity("Gus"))
    ui.tap("Merge with somebody")
    choose_person(ui, "Dirk")
    assert ui.sees("Gus and Dirk played 1 session together, so they cannot be the same person.")
    assert ui.back()
    assert ui.screen == "player"
    assert ui.app.history.same_player(identity("Dirk")) == identity("Dirk")


def test_before_the_history_is_open_nobody_is_shown(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    history, ui.app.history = ui.app.history, None
    visit(ui, identity("Ada"))
    assert not ui.sees("Nobody here")
    assert not ui.all("ColourSwatch")
    ui.app.history = history
    ui.app.ways.refresh()
    ui.settle()
    assert figures(ui)["sessions"] == "10"


def test_another_colour_shows_at_once_and_at_the_table(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    visit(ui, identity("Ada"))
    assert [swatch.colour for swatch in ui.all("ColourSwatch") if swatch.selected] == ["blue"]
    ui.tap("sky blue")
    assert ui.all("Avatar")[0].fill == list(PLAYER_COLOURS["sky"])
    assert ui.app.history.player(identity("Ada"))["colour"] == "sky"
    assert ui.app.history.player(identity("Ada"))["name"] == "Ada"
    assert ui.all("BarChart")[0].bar_colour(0) != list(PLAYER_COLOURS["blue"])
    ui.app.tab("players")
    ui.settle()
    assert next(row for row in ui.all("PlayerRow") if row.text == "Ada").colour == "sky"
    (running,) = [one for one in ui.app.history.live() if one["game"] == "pearls"]
    ui.app.go("table", session=running["id"])
    ui.settle()
    assert list(ui.all("SeatChip")[0].colour) == list(PLAYER_COLOURS["sky"])


def test_archived_and_back(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    ui.tap("Players")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Cleo"))
    ui.tap("Archive")
    assert ui.sees("Cleo is archived.")
    assert ui.sees("Archived: not offered for new sessions.")
    assert [one["name"] for one in ui.app.history.players(archived=True)] == ["Cleo"]
    ui.tap("Undo")
    assert not ui.app.history.players(archived=True)
    ui.tap("Archive")
    assert ui.back()
    assert "Cleo" not in [row.text for row in ui.all("PlayerRow")]
    ui.tap("Archived (1)")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Cleo"))
    ui.tap("Bring back")
    assert ui.sees("Cleo is back.")
    assert not ui.app.history.players(archived=True)


def test_somebody_without_a_profile_gets_one_with_the_first_change(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    yan = identity("Yan")
    visit(ui, yan)
    ui.tap("magenta")
    assert ui.app.history.player(yan)["name"] == "Yan"
    assert ui.app.history.player(yan)["colour"] == "magenta"
    assert figures(ui)["session"] == "1"


def test_what_cannot_be_saved_is_said(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    from history.journal import NotSaved

    def refuse(*_: object) -> None:
        raise NotSaved("history.disk_full")

    ui = launch(open_cupboard=filled)
    visit(ui, identity("Ada"))
    monkeypatch.setattr(ui.app.history, "save_player", refuse)
    ui.tap("amber")
    assert ui.sees("There is no room left on this device.")
    assert [swatch.colour for swatch in ui.all("ColourSwatch") if swatch.selected] == ["blue"]


# -- Ten years --------------------------------------------------------------------------------------------


def with_a_double(folder: Path) -> History:
    history = open_history(folder)
    history.save_player({"id": identity("Bobo"), "name": "Bobo", "colour": "brown"})
    for number in (1, 2, 3):
        history.save(session("coloretto", ("Bobo", "Xenia"), f"2026-01-0{number}", (12, 10 + number)))
    return history


def count_meetings(sessions: list[dict[str, Any]], one: str, other: str) -> dict[str, list[int]]:
    """Ahead, behind, level, and as partners; by game, and in all under the empty name."""
    found: dict[str, list[int]] = {"": [0, 0, 0, 0]}
    for played in sessions:
        ids = [player["id"] for player in played["players"]]
        if one not in ids or other not in ids:
            continue
        mine, theirs = ids.index(one), ids.index(other)
        ranks = played["result"]["ranks"]
        partners = played["game"] == "perladora" and len(ids) == 4 and (mine - theirs) % 2 == 0
        way = 3 if partners else [ranks[mine] < ranks[theirs], ranks[mine] > ranks[theirs], True].index(True)
        for game in ("", played["game"]):
            found.setdefault(game, [0, 0, 0, 0])[way] += 1
    return found


def test_ten_years_of_tables(launch: Launch, crowded: Path) -> None:
    people = make_players()
    sessions = make_sessions(10_000, players=people)
    ada, bo = people[0]["id"], people[1]["id"]
    plays = {
        person: sum(any(player["id"] == person for player in played["players"]) for played in sessions)
        for person in (ada, bo)
    }
    ui = launch(open_cupboard=with_a_double)
    ui.app.history.statistics()
    ui.tap("Players")
    ui.wait(lambda: ui.sees(f"{plays[ada]} sessions"))

    # Head to head, as a slow count finds it.
    ui.tap(ui.all("FieldInput")[0])
    ui.type("bo")
    ui.tap(next(row for row in ui.all("PlayerRow") if row.text == "Bo"))
    assert figures(ui)["sessions"] == str(plays[bo])
    ui.tap("Compare with somebody")
    choose_person(ui, "Ada")
    meetings = count_meetings(sessions, bo, ada)
    split = ui.all("SplitBar")[0]
    assert [bar.value for bar in split.bars] == [meetings[""][0], meetings[""][2], meetings[""][1]]
    told = {row.game: row.figures for row in ui.all("DuelRow")}
    assert len(told) == 4
    for game, said in told.items():
        ahead, behind, level, partners = meetings[game]
        expected = f"{ahead + behind + level + partners} sessions · Bo {ahead}, Ada {behind}, level {level}"
        assert said == expected + (f" · as partners: {partners}" if partners else "")
    shared = sum(meetings[""])
    ui.tap(f"Their {shared} sessions together")
    assert ui.screen == "history"
    assert len(ui.page.listing) == shared
    assert ui.back()

    ui.tap("Statistics")
    assert ui.screen == "statistics"
    assert ui.back()

    # Two who sat together are not one.
    ui.tap("Merge with somebody")
    ui.tap(ui.all("FieldInput")[0])
    ui.type("ada")
    choose_person(ui, "Ada")
    assert ui.sees(f"Bo and Ada played {shared} sessions together, so they cannot be the same person.")
    ui.tap("All right")
    assert ui.app.history.same_player(ada) == ada

    # One who is here twice.
    ui.tap("Merge with somebody")
    choose_person(ui, "Bobo")
    assert ui.sees(
        f"3 sessions of Bobo and {plays[bo]} of Bo are put together. The name Bo and its colour stay."
    )
    ui.tap("Merge")
    assert figures(ui)["sessions"] == str(plays[bo] + 3)
    assert ui.app.history.statistics(player=bo).plays == plays[bo] + 3
    assert len(ui.app.history.sessions(player=identity("Bobo"))) == plays[bo] + 3
    assert [row.text for row in ui.all("MergedRow")] == ["Bobo"]
    ui.tap("Undo")
    assert figures(ui)["sessions"] == str(plays[bo])
    assert not ui.all("MergedRow")
    assert ui.app.history.statistics(player=identity("Bobo")).plays == 3
    assert ui.back()
    ui.wait(lambda: ui.sees(f"{plays[bo]} sessions"))


# -- How it looks -----------------------------------------------------------------------------------------


def sights(ui: Driver) -> list[Callable[[], object]]:
    bob, ada = identity("Bob"), identity("Ada")

    def compare() -> None:
        visit(ui, ada)
        ui.page.compare(ui.page._person(identity("Bo")))

    def merged() -> None:
        ui.app.history.merge_players(identity("Bo"), bob)
        ui.app.history.archive_player(identity("Bo"))
        visit(ui, identity("Bo"))

    def ask() -> None:
        visit(ui, bob)
        ui.page.ask_to_merge(ui.page._person(identity("Bo")))

    def choose() -> None:
        visit(ui, ada)
        ui.page.choose_opponent()

    return [
        lambda: visit(ui, ada),
        lambda: visit(ui, identity(HOSTILE)),
        lambda: visit(ui, NOBODY),
        compare,
        ask,
        choose,
        merged,
    ]


@pytest.mark.parametrize("look", walker.LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, look: walker.Look) -> None:
    ui = launch(**walker.dressed(*look), open_cupboard=household)
    ui.tap("Players")
    complaints = []
    for show in sights(ui):
        show()
        ui.settle()
        complaints += walker.complaints(ui)
        if ui.root.overlays:
            ui.back()
    assert not complaints, chr(10).join(complaints)


def is_translated(text: str) -> bool:
    """A number within a sentence brings brackets of its own."""
    while (outside := re.sub("⟦[^⟦⟧]*⟧", "", text)) != text:
        text = outside
    return not any(sign.isalpha() for sign in text)


def test_no_text_escapes_the_translator(launch: Launch) -> None:
    ui = launch(settings=QUIET, open_cupboard=household)
    names = (HOSTILE, "[b]WWWWWWWWWWWW", "Ada", "Bob", "Bo", "Cleo", "Dirk", "Gus", "Yan", *"ABCDGYW")
    with walker.pseudo_language(ui):
        for show in sights(ui):
            show()
            ui.settle()
            assert [text for text in walker.untranslated(ui, names) if not is_translated(text)] == []
            if ui.root.overlays:
                ui.back()
