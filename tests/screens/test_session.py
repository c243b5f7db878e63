"""One session: its result, seats, options, place and note, its timeline, and the running numbers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import pytest

from history.live import new_session
from scoring import GAMES
from screens.record.timeline import courses, tables_of, told_moves
from screens.record.words import options_told
from screens.result.words import trusted_result
from tests.screens.cupboards import session
from tests.screens.driver import Driver
from tests.screens.tables import NAMES, STARTED, document, play_out
from tests.screens.test_count import coloretto_sheet, pearls_sheet
from tests.screens.walker import LOOKS, Look, complaints, dressed, pseudo_language, untranslated

Launch = Callable[..., Driver]
PLAYERS = {"pearls": 3, "coloretto": 4, "perfect_numbers": 3, "perladora": 4}


def tracked(ui: Driver, game: str, full: bool = True, upto: int | None = None) -> dict[str, Any]:
    """A whole table of this game in the history, counted as far as it was tracked."""
    played = play_out(game, PLAYERS[game], 1, full)
    moves = len(played.moves) if upto is None else upto
    kept = {**document(game, played, moves), "seconds": 1860.0}
    ui.app.history.save(kept)
    if upto is None:
        live = ui.app.sit_at(kept["id"])
        live.finish(live.prefilled_sheet(), STARTED)
    return dict(ui.app.history.get(kept["id"]))


def counted_only(ui: Driver, game: str, sheet: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    players = len(sheet["seats"])
    seats = [{"id": str(UUID(int=seat + 1)), "name": NAMES[seat]} for seat in range(players)]
    kept = new_session(game, seats, 1, options, STARTED)
    ui.app.history.save(kept)
    ui.app.sit_at(kept["id"]).finish(sheet, STARTED)
    return dict(ui.app.history.get(kept["id"]))


def open_session(ui: Driver, session_id: str) -> Any:
    ui.app.go("session", session=session_id)
    ui.settle()
    return ui.page


def write(ui: Driver, text: str, place: int = 0) -> None:
    """Types into one of the two fields of the sheet."""
    ui.settle()
    field = ui.top().ids.place if place == 0 else ui.top().ids.note
    ui.tap(field.field)
    field.field.text = ""
    ui.type(text)


# -- What was tracked -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_tracked_table_is_told_in_every_part(ui: Driver, game: str) -> None:
    kept = tracked(ui, game)
    page = open_session(ui, kept["id"])
    assert page.title == {"pearls": "Pearls", "coloretto": "Coloretto"}.get(game, page.title)
    assert page.outcome.winner
    assert ui.sees("31 minutes")
    assert not ui.sees("Continue")
    totals = {row.place: row for row in ui.all("PointsRow")}
    assert len(totals) == len(page.outcome.order)
    began = [row.text for row in ui.all("ListRow") if row.secondary == "began"]
    assert [row.text for row in ui.all("ListRow") if row.name] == list(NAMES[: PLAYERS[game]])
    assert began == [NAMES[kept["starter"]]]
    ui.tap("How it went")
    assert len(page.moves) == len(kept["moves"])
    assert [row.number for row in ui.all("MoveRow")][:2] == ["1", "2"]
    assert ui.sees("ROUND  1")

    # The last number of every line is what was counted at the end.
    final = page.courses[0]
    if game in ("coloretto", "perfect_numbers", "perladora"):
        for line in final.lines:
            assert line.points[-1][1] == kept["result"]["totals"][line.seat]
    chart = ui.all("LineChart")[0]
    assert [series.name for series in chart.series] == [line.name for line in final.lines]
    assert chart.series[0].points == final.lines[0].points

    # A touch in the chart finds the move.
    ui.reveal(chart)
    ui.press(*chart.point_place(0, len(final.lines[0].points) - 1))
    lit = [row for row in ui.all("MoveRow") if row.lit]
    assert [row.number for row in lit] == [str(final.lines[0].points[-1][0])]
    ui.tap(lit[0])
    assert ui.sees(f"Move {lit[0].number}")
    ui.tap("Close")
    if len(page.courses) > 1:
        ui.tap(page.courses[1].title)
        assert [series.name for series in chart.series] == [line.name for line in page.courses[1].lines]
    assert ui.back()
    assert (ui.screen, page.shown) == ("session", "overview")


@pytest.mark.parametrize("game", GAMES)
def test_light_tracking_tells_what_it_knows(ui: Driver, game: str) -> None:
    kept = tracked(ui, game, full=False)
    tables = tables_of(kept)
    assert len(tables) == len(kept["moves"]) + 1
    found = courses(kept, tables, NAMES[: PLAYERS[game]])
    titles = [course.title for course in found]
    expected = {
        "pearls": ["Cards in hand", "Cards placed", "Draw pile"],
        "coloretto": ["Draw pile", "Cards taken"],
        "perfect_numbers": ["Points so far"],
        "perladora": ["Pontoons left", "Divers left"],
    }
    assert titles[: len(expected[game])] == expected[game]
    pile = {"pearls": 2, "coloretto": 0}.get(game)
    if pile is not None:
        assert [y for _x, y in found[pile].lines[0].points] == [table.draw_pile for table in tables]
    told = told_moves(kept, tables, NAMES)
    assert [move.number for move in told] == list(range(1, len(tables)))
    assert [move.seat for move in told[:3]] == [
        kept["moves"][index].get("seat", tables[index].turn) for index in range(3)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_only_partners_share_a_line(game: str) -> None:
    """Before the first move all numbers are alike, but opposite seats are one side in one game only."""
    seats = ("Ada", "Bo", "Cleo", "Dirk")
    played = play_out(game, 4, 1, True)
    kept = document(game, played, 1)
    found = courses(kept, tables_of(kept)[:1] * 2, seats)
    together = ["Ada & Cleo", "Bo & Dirk"] if game == "perladora" else list(seats)
    by_seat = [[line.name for line in course.lines] for course in found if len(course.lines) > 1]
    assert by_seat
    assert all(names == together for names in by_seat)


def test_moves_that_do_not_fit_are_counted_but_not_told(ui: Driver) -> None:
    kept = tracked(ui, "pearls", full=False, upto=6)
    kept["moves"].insert(3, {"move": "take", "cards": 99})
    kept["moves"].append({"move": "fly"})
    ui.app.history.save(kept)
    page = open_session(ui, kept["id"])
    ui.tap("How it went")
    assert len(page.moves) == 3
    assert ui.sees("5 more moves are saved")
    kept["options"] = {"all_cards": "perhaps"}
    ui.app.history.save(kept)
    page.refresh()
    ui.settle()
    assert page.moves == []
    assert ui.sees("8 more moves are saved")
    assert ui.sees("Only counted")
    ui.tap("Overview")
    assert ui.sees("Nothing is known about the options.")
    ui.tap("Continue")
    assert ui.screen == "session"
    assert ui.sees("The app cannot follow this session under the rules.")
    ui.page.open_note()
    write(ui, "Hut")
    ui.tap("Save")
    assert ui.app.history.get(kept["id"])["place"] == "Hut"


def test_corrections_and_the_end_are_told(ui: Driver) -> None:
    kept = tracked(ui, "pearls", full=False, upto=2)
    kept["moves"] += [
        {"move": "correct", "turn": 2},
        {"move": "correct", "draw_pile": 9},
        {"move": "end"},
    ]
    told = told_moves(kept, tables_of(kept), NAMES)
    assert [move.text for move in told[2:]] == [
        "Turn given to Cleo",
        "Counts corrected",
        "The table says it is over",
    ]


# -- What was only counted --------------------------------------------------------------------------------

COUNTED = [
    ("pearls", pearls_sheet(Random(2), 3), {"all_cards": True}, "With all cards"),
    (
        "coloretto",
        coloretto_sheet(Random(2), 3),
        {"side": "purple", "removed": ["pink"]},
        "Back in the box: Pink",
    ),
    ("perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {"deck": 98}, "98 cards in the box"),
]


@pytest.mark.parametrize(("game", "sheet", "options", "told"), COUNTED)
def test_a_counted_session_is_told(
    ui: Driver, game: str, sheet: dict[str, Any], options: dict[str, Any], told: str
) -> None:
    kept = counted_only(ui, game, sheet, options)
    page = open_session(ui, kept["id"])
    assert ui.sees(told)
    totals = kept["result"]["totals"]
    assert [page.outcome.order[place].seat for place in range(len(totals))] == sorted(
        range(len(totals)), key=lambda seat: kept["result"]["ranks"][seat]
    )
    ui.tap(ui.all("PointsRow")[0])
    assert ui.all("ListRow")[-1].value == str(max(totals))
    ui.back()
    ui.tap("How it went")
    assert ui.sees("Only counted")
    assert ui.all("LineChart") == []


def test_only_what_the_rules_confirm_is_said_about_points(ui: Driver) -> None:
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    assert trusted_result(kept) == kept["result"]
    hostile = {**kept["result"], "lines": [[{"key": "x"}], [3]], "reasons": "yes"}
    assert trusted_result({**kept, "result": hostile}) == kept["result"]
    other = {**hostile, "totals": [9, 15]}
    assert trusted_result({**kept, "result": other}) == {
        "totals": [9, 15],
        "ranks": [2, 1],
        "winners": [1],
    }
    assert trusted_result({**kept, "sheet": {"seats": 3}, "result": {"totals": [1, 2], "ranks": [1, 1]}}) == {
        "totals": [1, 2],
        "ranks": [1, 1],
        "winners": [0, 1],
    }
    assert trusted_result({**kept, "result": {"totals": [1, 2]}}) == {
        "totals": [1, 2],
        "ranks": [2, 1],
        "winners": [1],
    }
    assert trusted_result({**kept, "result": {}}) == {"totals": None, "ranks": None, "winners": []}
    assert trusted_result({**kept, "result": None}) is None


def test_options_are_told_in_words(ui: Driver) -> None:
    def told(game: str, players: int, options: dict[str, Any]) -> list[str]:
        people = [{"name": "Ada"}] * players
        return options_told({"game": game, "players": people, "options": options}, NAMES)

    assert told("pearls", 3, {}) == ["As the rulebook has it"]
    assert told("pearls", 9, {}) == []
    start = [["orange", "blue"], ["grey", "green"]]
    assert told("coloretto", 2, {"removed": ["pink", "brown"], "start": start}) == [
        "Brown side",
        "Back in the box: Pink, Brown",
        "Ada began with Orange, Blue",
        "Bo began with Grey, Green",
    ]
    assert told("perfect_numbers", 2, {"three_rows": True, "lower_on_other": "actor"}) == [
        "Three rows",
        "A lower card on somebody else’s row scores for whoever played it",
    ]
    read_strictly = {"move_bonus": False, "stolen_may_drop": False}
    assert told("perfect_numbers", 2, read_strictly) == [
        "No bonus for closing by Move",
        "A stolen card without a place is discarded",
    ]
    assert told("perfect_numbers", 2, dict.fromkeys(read_strictly, True)) == ["As the rulebook has it"]
    options = {"advanced": True, "clans": ["coral", "sand"], "look_at_own": True}
    assert told("perladora", 2, options) == [
        "Advanced game",
        "Clans: Ada: Coral, Bo: Sand",
        "Everybody may look at their own divers",
    ]


# -- Place and note ---------------------------------------------------------------------------------------


def test_place_and_note_survive_the_back_key_a_pause_and_a_kill(launch: Launch) -> None:
    ui = launch()
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})

    def stored() -> tuple[str, str]:
        found = ui.app.history.get(kept["id"])
        return found["place"], found["note"]

    open_session(ui, kept["id"])
    ui.tap("Where did you play?")
    write(ui, "Hut ")
    ui.back()
    assert stored() == ("Hut", "")
    assert ui.screen == "session"
    assert ui.sees("Hut")
    ui.tap("A note for later")
    write(ui, "candle light", place=1)
    ui.app.dispatch("on_pause")
    assert stored() == ("Hut", "candle light")
    write(ui, "candle light, and tea", place=1)
    assert stored() == ("Hut", "candle light")
    ui = launch()
    open_session(ui, kept["id"])
    assert stored() == ("Hut", "candle light, and tea")
    assert ui.sees("candle light, and tea")
    ui.page.open_note()
    write(ui, "")
    ui.tap("Save")
    assert stored() == ("", "candle light, and tea")
    assert not ui.sees("Counted again")


def test_a_note_waits_for_room_on_the_disk(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    ui = launch()
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})

    def refuse(_document: dict[str, Any]) -> None:
        raise OSError("full")

    open_session(ui, kept["id"])
    monkeypatch.setattr(ui.app.history, "save", refuse)
    ui.page.open_note()
    write(ui, "Hut")
    ui.tap("Save")
    assert ui.sees("It will be tried again.")
    monkeypatch.undo()
    ui.back()
    assert ui.app.history.get(kept["id"])["place"] == "Hut"


# -- What can be done -------------------------------------------------------------------------------------


def test_an_unfinished_table_goes_on_where_it_was(ui: Driver) -> None:
    kept = tracked(ui, "pearls", upto=5)
    open_session(ui, kept["id"])
    assert ui.sees("to play · round")
    ui.tap("Continue")
    assert (ui.screen, ui.page.live.document["id"]) == ("table", kept["id"])
    assert len(ui.page.live.moves) == 5
    ui.back()
    assert ui.screen == "session"


def test_a_finished_one_is_counted_again(ui: Driver) -> None:
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    page = open_session(ui, kept["id"])
    assert page.outcome.winner == "Bo wins"
    ui.tap(name="edit")
    ui.tap("Score sheet")
    assert ui.screen == "count"
    for digit in "21":
        ui.tap(ui.find(digit, kind="PadButton"))
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.screen == "session", "back to where one came from"
    assert page.outcome.winner == "Ada wins"
    assert ui.sees("1 earlier version is saved")


def test_it_is_deleted_and_brought_back(ui: Driver) -> None:
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    ui.app.tab("history")
    ui.app.go("result", session=kept["id"])
    open_session(ui, kept["id"])
    ui.tap(name="delete")
    assert ui.screen == "history"
    assert ui.sees("Nothing played yet")
    ui.tap("Undo")
    assert len(ui.all("SessionRow")) == 1
    ui.tap(ui.all("SessionRow")[0])
    assert ui.page.outcome.winner == "Bo wins"


def test_it_is_shared(ui: Driver) -> None:
    pytest.importorskip("screens.result.share")
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    open_session(ui, kept["id"])
    ui.tap(name="share")
    assert type(ui.top()).__name__ == "ShareSheet"


def test_a_session_that_is_not_there_is_said_to_be_missing(ui: Driver) -> None:
    ui.app.tab("history")
    page = open_session(ui, str(UUID(int=7)))
    assert ui.sees("This session cannot be found")
    assert not ui.all("TabStrip")[0].children if ui.all("TabStrip") else True
    ui.tap("Back")
    assert ui.screen == "history"
    kept = counted_only(ui, "perfect_numbers", {"seats": [{"points": 9}, {"points": 14}]}, {})
    open_session(ui, kept["id"])
    assert page.outcome.winner == "Bo wins"
    ui.app.history.delete(kept["id"])
    page.refresh()
    ui.settle()
    assert ui.sees("This session cannot be found")


# -- Looks ------------------------------------------------------------------------------------------------

LONG = ("Bartholomew-Finn", "Wilhelmina Josef", "Maximiliane-Rose", "Konstantin Theo.")


@pytest.mark.parametrize("look", LOOKS)
def test_everything_has_room_and_can_be_read(launch: Launch, look: Look) -> None:
    ui = launch(**dressed(*look))
    kept = tracked(ui, "coloretto")
    for player, name in zip(kept["players"], LONG, strict=False):
        player["name"] = name
    ui.app.history.save({**kept, "place": "A hut in the woods", "note": "By candle light. " * 8})
    page = open_session(ui, kept["id"])
    complained = list(complaints(ui))
    if not page.wide:
        page.shown = "story"
        ui.settle()
        complained += complaints(ui)
    page.open_note()
    ui.settle()
    complained += complaints(ui)
    assert not complained, chr(10).join(complained)


def not_translated(ui: Driver) -> list[str]:
    """Sentences within sentences, such as names that share a win, begin with two brackets."""
    names = (*NAMES, *(name[0] for name in NAMES))
    return [text for text in untranslated(ui, names) if not text.startswith("⟦⟦")]


def test_everything_is_translated(ui: Driver) -> None:
    with pseudo_language(ui):
        for game in GAMES:
            page = open_session(ui, tracked(ui, game)["id"])
            assert not_translated(ui) == []
            page.shown = "story"
            ui.settle()
            assert not_translated(ui) == []
            ui.app.tab("home")
        open_session(ui, tracked(ui, "pearls", upto=4)["id"])
        assert not_translated(ui) == []
        ui.page.open_note()
        ui.settle()
        assert not_translated(ui) == []


def test_an_import_of_somebody_else_is_shown(ui: Driver) -> None:
    """BG Stats knows totals, no seats, no starter, and any number of players."""
    kept = session(
        "perladora", ("Ada", "Bo", "Cleo", "Dirk", "Eva"), "2026-11-01", (3, 9, 9, 1, 0), starter=None
    )
    kept["result"] = {"totals": [3, 9, 9, 1, 0], "ranks": [3, 1, 1, 4, 5]}
    ui.app.history.save(kept)
    page = open_session(ui, kept["id"])
    assert page.outcome.winner == "Bo and Cleo share the win"
    ui.tap(name="edit")
    ui.tap(ui.page.ids.note.field)
    ui.type("five of us")
    ui.tap("Save")
    assert ui.screen == "session"
    assert ui.app.history.get(kept["id"]) == {**kept, "note": "five of us"}
