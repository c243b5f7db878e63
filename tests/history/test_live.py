"""A live table: saved at every tap, undone, redone, mended, resumed."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime
from importlib import import_module
from random import Random
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import pytest

from history.document import read_session, wall_clock
from history.live import LiveTable, new_session
from scoring import GAMES, IllegalMove, InvalidOptions, Message

NOW = datetime(2026, 5, 3, 19, 30, tzinfo=UTC)
NAMES = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")


class Shelf:
    """Keeps documents as a disk would: as JSON text; may be full."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.full = False

    def save(self, document: dict[str, Any]) -> None:
        if self.full:
            raise OSError("no room")
        self.texts.append(json.dumps(document))

    @property
    def last(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.texts[-1])
        return document


def seats(players: int) -> list[dict[str, str]]:
    return [{"id": str(uuid5(NAMESPACE_OID, name)), "name": name} for name in NAMES[:players]]


def open_pearls(shelf: Shelf, players: int = 3) -> LiveTable:
    return LiveTable(new_session("pearls", seats(players), 0, {}, NOW), shelf.save)


def played_out(key: str, players: int, seed: int) -> tuple[Shelf, LiveTable, Any]:
    played = import_module(f"tests.scoring.{key}_player").play_out(Random(seed), players, True)
    shelf = Shelf()
    live = LiveTable(new_session(key, seats(players), played.starter, played.options, NOW), shelf.save)
    for second, move in enumerate(played.moves):
        live.play(move, second)
    return shelf, live, played


EVERY_TABLE = pytest.mark.parametrize(
    ("key", "players"),
    [(key, players) for key, game in GAMES.items() for players in (game.fewest, game.most)],
)


def test_a_session_that_cannot_start_is_refused() -> None:
    with pytest.raises(InvalidOptions):
        new_session("pearls", seats(1), 0, {}, NOW)
    with pytest.raises(InvalidOptions):
        new_session("pearls", seats(3), 3, {}, NOW)


def test_of_two_tables_within_a_second_the_later_one_is_known() -> None:
    moments = [NOW.replace(microsecond=part) for part in (2_000, 300_000, 300_001)]
    documents = [read_session(new_session("pearls", seats(3), 0, {}, moment)) for moment in moments]
    assert [datetime.fromisoformat(document["started"]) for document in documents] == moments
    started = [wall_clock(document["started"]) for document in documents]
    assert started == sorted(set(started))


def test_no_table_ends_before_it_began() -> None:
    shelf = Shelf()
    began = NOW.replace(microsecond=700_000)
    live = LiveTable(new_session("pearls", seats(3), 0, {}, began), shelf.save)
    live.finish(live.prefilled_sheet(), began)
    assert shelf.last["finished"] == shelf.last["started"]


@EVERY_TABLE
def test_every_move_is_saved_and_a_killed_app_resumes_at_the_very_move(key: str, players: int) -> None:
    shelf, live, played = played_out(key, players, 1)
    assert live.table == played.table
    for step in range(0, len(played.moves), 7):
        resumed = LiveTable(json.loads(shelf.texts[step]), Shelf().save)
        assert resumed.table == live.tables[step + 1]
        assert resumed.document == json.loads(shelf.texts[step])


@EVERY_TABLE
def test_undo_to_the_start_and_redo_to_the_end(key: str, players: int) -> None:
    shelf, live, played = played_out(key, players, 2)
    states = list(live.tables)
    while live.can_undo:
        assert live.undo()
        states_left = len(live.moves) + 1
        assert live.table == states[states_left - 1]
        assert len(shelf.last["moves"]) == len(live.moves)
    assert not live.undo()
    while live.can_redo:
        assert live.redo()
    assert not live.redo()
    assert list(live.tables) == states
    assert [{key: value for key, value in move.items() if key != "at"} for move in live.moves] == played.moves


def test_a_new_move_forgets_what_was_undone() -> None:
    live = open_pearls(Shelf())
    live.play({"move": "take", "cards": 1}, 1)
    live.undo()
    live.play({"move": "take", "cards": 2}, 2)
    assert not live.can_redo


def test_a_refused_move_changes_nothing_and_saves_nothing() -> None:
    shelf = Shelf()
    live = open_pearls(shelf)
    live.play({"move": "take", "cards": 1}, 1)
    before = copy.deepcopy(live.document)
    with pytest.raises(IllegalMove):
        live.play({"move": "take", "cards": 5}, 2)
    reason = live.why_not({"move": "take", "cards": 5})
    assert reason is not None
    assert reason.key == "pearls.hand_limit"
    assert live.document == before
    assert len(shelf.texts) == 1


def test_a_full_disk_loses_nothing_that_was_tapped() -> None:
    shelf = Shelf()
    live = open_pearls(shelf)
    shelf.full = True
    live.play({"move": "take", "cards": 1}, 1)
    live.play({"move": "take", "cards": 2}, 2)
    assert live.unsaved
    assert not live.save()
    shelf.full = False
    live.play({"move": "take", "cards": 3}, 3)
    assert not live.unsaved
    assert [move["cards"] for move in shelf.last["moves"]] == [1, 2, 3]


def test_mending_an_early_move_replays_the_rest() -> None:
    shelf = Shelf()
    live = open_pearls(shelf)
    for second, cards in enumerate((1, 2, 3)):
        live.play({"move": "take", "cards": cards}, second)
    mended = live.mended(0, {"move": "take", "cards": 4})
    assert mended.misfit is None
    assert live.table.counts["draw_pile"] == 50
    before = live.mend(mended)
    assert live.table.counts["draw_pile"] == 47
    assert [move["at"] for move in shelf.last["moves"]] == [0, 1, 2]
    live.take_over(before)
    assert live.table.counts["draw_pile"] == 50
    assert [move["cards"] for move in shelf.last["moves"]] == [1, 2, 3]


def test_mending_tells_which_later_move_no_longer_fits() -> None:
    live = open_pearls(Shelf(), players=2)
    for second, cards in enumerate((1, 1, 3, 2)):
        live.play({"move": "take", "cards": cards}, second)
    up_to_it = live.mended(0, {"move": "take", "cards": 2})
    assert up_to_it.misfit is not None
    assert (up_to_it.misfit.index, up_to_it.misfit.reason.key) == (2, "pearls.hand_limit")
    assert [move["cards"] for move in up_to_it.moves] == [2, 1]
    without_it = live.mended(0, {"move": "take", "cards": 2}, leave_out_misfits=True)
    assert [move["cards"] for move in without_it.moves] == [2, 1, 2]
    live.mend(without_it)
    assert live.table == without_it.tables[-1]
    with pytest.raises(IllegalMove):
        live.mended(0, {"move": "take", "cards": 5})
    shorter = live.mended(0, None)
    assert [move["cards"] for move in shorter.moves] == [1, 2]


def test_a_stored_session_whose_moves_no_longer_fit_opens_where_it_breaks() -> None:
    document = new_session("pearls", seats(3), 0, {}, NOW)
    document["moves"] = [{"move": "take", "cards": 1}, {"move": "fly"}, {"move": "take", "cards": 1}]
    live = LiveTable(document, Shelf().save)
    assert live.misfit is not None
    assert live.misfit.index == 1
    assert live.why_not({"move": "take", "cards": 1}) == live.misfit.reason
    with pytest.raises(IllegalMove) as refusal:
        live.play({"move": "take", "cards": 1}, 5)
    assert refusal.value.reason == Message("session.mend_first", {"index": 2}), "people count from one"
    assert len(live.document["moves"]) == 3
    live.undo()
    assert live.misfit is not None
    live.undo()
    assert live.misfit is None
    assert not live.can_redo
    live.play({"move": "take", "cards": 2}, 6)
    assert live.table.counts["draw_pile"] == 53


def test_other_options_are_those_of_the_whole_table() -> None:
    shelf, live, _ = played_out("coloretto", 3, 2)
    moves, states = list(live.moves), len(live.tables)
    live.update(options={**live.document["options"], "side": "purple"})
    assert {table.side for table in live.tables} == {"purple"}
    assert (list(live.moves), len(live.tables)) == (moves, states)
    assert LiveTable(shelf.last, Shelf().save).table == live.table
    with pytest.raises(InvalidOptions):
        live.update(options={"side": "mauve"})
    assert (live.table.side, shelf.last["options"]["side"]) == ("purple", "purple")


@EVERY_TABLE
def test_counting_and_finishing(key: str, players: int) -> None:
    shelf, live, _ = played_out(key, players, 3)
    sheet = live.prefilled_sheet()
    result = live.finish(sheet, NOW)
    assert shelf.last["result"]["totals"] == result.totals
    assert shelf.last["finished"] == NOW.isoformat()
    later = datetime(2026, 6, 1, tzinfo=UTC)
    live.finish(sheet, later)
    assert shelf.last["finished"] == NOW.isoformat()
    live.update(note="At the lake", place="Hut")
    assert (shelf.last["note"], shelf.last["place"]) == ("At the lake", "Hut")
    assert LiveTable(shelf.last, Shelf().save).prefilled_sheet() == json.loads(json.dumps(sheet))
