"""Files out and in: backups, single sessions, spreadsheets, BG Stats, and whatever strangers send."""

from __future__ import annotations

import csv
import io
import json
import os
import socket
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from history.bgstats import LONGEST_IN_LINK, evaluate
from history.document import GAME_KEYS, LARGEST_FILE, InvalidDocument, read_player, read_session
from history.interchange import (
    COLUMNS,
    Entry,
    Parsed,
    create_play_link,
    export_bgstats,
    export_csv,
    export_json,
    export_session,
    harmless,
    parse,
    read_file,
)
from history.statistics import Ledger
from scoring import BOXES
from scoring.core import Refusal
from tests.history.factories import make_live_session, make_players, make_session, make_sessions
from tests.history.hostile import any_json, spoiled

ADA, BO, CLEO = (f"{digit * 8}-0000-4000-8000-000000000000" for digit in "abc")
STRANGE = "=1+1\x00\x1b\"<b>', ;\r\n👩‍👧 عدى"


def session(**changes: Any) -> dict[str, Any]:
    return read_session(
        {
            "id": "0b5c1f5e-93a1-4f0e-8a55-1f5a3c1d2e3f",
            "game": "pearls",
            "started": "2026-10-23T21:16:58+02:00",
            "finished": "2026-10-23T21:53:00+02:00",
            "seconds": 2162,
            "players": [{"id": ADA, "name": "Ada"}, {"id": BO, "name": "Bo"}],
            "starter": 1,
            "result": {
                "totals": [33, -3],
                "ranks": [1, 2],
                "winners": [0],
                "lines": [
                    [
                        {"part": "pearls", "points": 21},
                        {"part": "necklaces", "points": 15},
                        {"part": "hand", "points": -3},
                    ],
                    [{"part": "pearls", "points": 0}, {"part": "hand", "points": -3}],
                ],
            },
            "place": "home",
            "note": "close",
            **changes,
        }
    )


def keys(parsed: Parsed) -> list[tuple[str, str]]:
    return [(refused.where, refused.reason.key) for refused in parsed.refused]


def refusal(data: bytes | dict[str, Any]) -> str:
    with pytest.raises(InvalidDocument) as caught:
        parse(data if isinstance(data, bytes) else json.dumps(data).encode())
    return caught.value.key


# -- Backups ----------------------------------------------------------------------------------------------


def make_entries() -> list[Entry]:
    people = make_players(5)
    sessions = make_sessions(20, players=people)
    return [
        *(Entry("player", read_player(person), clock, "phone-1") for clock, person in enumerate(people)),
        Entry(
            "player",
            read_player({**people[0], "merged_into": people[1]["id"]}),
            40,
            "phone-2",
            at=1_790_000_000,
        ),
        *(Entry("session", one, clock, "phone-2", clock % 3 == 0) for clock, one in enumerate(sessions)),
        Entry("session", make_live_session(Random(2), people, 50), 2**53, "x" * 64),
        Entry("session", session(place=STRANGE, note="=" * 100_000, future={"a": [None]}), 5, ""),
    ]


def test_a_backup_brings_everything_back(tmp_path: Path) -> None:
    entries = make_entries()
    path = tmp_path / "backup.json"
    path.write_bytes(b"".join(export_json(entries)))
    assert read_file(path) == Parsed(entries, [])
    assert b"".join(export_json(read_file(str(path)).documents)) == path.read_bytes()


def test_an_empty_backup_is_a_backup() -> None:
    assert json.loads(b"".join(export_json([]))) == {"tableside": 1, "documents": []}
    assert parse(b"".join(export_json([]))) == Parsed([], [])


def test_the_envelope_of_a_single_session() -> None:
    entry = Entry("session", session(), 7, "phone", at=99)
    assert json.loads(export_session(entry)) == {
        "tableside": 1,
        "documents": [
            {
                "kind": "session",
                "id": session()["id"],
                "clock": 7,
                "device": "phone",
                "deleted": False,
                "at": 99,
                "body": session(),
            }
        ],
    }
    assert parse(export_session(entry)).documents == [entry]


def test_a_bare_session_is_a_file_too() -> None:
    assert parse(json.dumps(session()).encode()) == Parsed([Entry("session", session())])
    assert refusal({"game": "pearls", "players": []}) == "document.not_an_id"


def test_one_bad_document_costs_no_other() -> None:
    good = json.loads(export_session(Entry("session", session(), 3, "phone")))["documents"][0]
    root = {
        "tableside": 1,
        "documents": [
            good,
            5,
            {**good, "kind": "game"},
            {**good, "kind": ["\ud800"]},
            {**good, "clock": -1},
            {**good, "clock": 2**53 + 1},
            {**good, "at": 1.5},
            {**good, "device": "../evil"},
            {**good, "device": "x" * 65},
            {**good, "deleted": 1},
            {**good, "id": ADA},
            {**good, "body": {**good["body"], "game": "chess"}},
            {**good, "kind": "player"},
            {"kind": "player", "body": {"id": ADA, "name": "Ada"}},
        ],
    }
    parsed = parse(json.dumps(root).encode())
    assert parsed.documents == [
        Entry("session", session(), 3, "phone"),
        Entry("player", read_player({"id": ADA, "name": "Ada"})),
    ]
    assert keys(parsed) == [
        ("documents.1", "document.not_an_object"),
        ("documents.2", "document.kind"),
        ("documents.3", "document.kind"),
        ("documents.4", "document.stamp"),
        ("documents.5", "document.stamp"),
        ("documents.6", "document.stamp"),
        ("documents.7", "document.device"),
        ("documents.8", "document.device"),
        ("documents.9", "document.not_a_yes_or_no"),
        ("documents.10", "document.other_id"),
        ("documents.11", "document.game"),
        ("documents.12", "document.not_text"),
    ]


@pytest.mark.parametrize(
    ("root", "key"),
    [
        ({}, "document.unknown_format"),
        ({"tableside": "1"}, "document.unknown_format"),
        ({"tableside": True, "documents": []}, "document.unknown_format"),
        ({"tableside": 0, "documents": []}, "document.unknown_format"),
        ({"tableside": 2, "documents": []}, "document.newer_version"),
        ({"tableside": 1}, "document.not_a_list"),
        ({"tableside": 1, "documents": {}}, "document.not_a_list"),
        ({"plays": {}}, "document.not_a_list"),
        (b"[]", "document.unknown_format"),
        (b"PK\x03\x04", "document.not_json"),
    ],
)
def test_other_files_are_refused(root: Any, key: str) -> None:
    assert refusal(root) == key


# -- Files ------------------------------------------------------------------------------------------------


def file_refusal(path: Path | str) -> str:
    with pytest.raises(InvalidDocument) as caught:
        read_file(path)
    return caught.value.key


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    assert file_refusal(tmp_path) == "document.not_a_file"
    os.mkfifo(tmp_path / "pipe")
    assert file_refusal(tmp_path / "pipe") == "document.not_a_file"
    assert file_refusal("/dev/zero") == "document.not_a_file"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        assert file_refusal(tmp_path / "socket") == "document.file_unreadable"


def test_missing_files_are_refused(tmp_path: Path) -> None:
    assert file_refusal(tmp_path / "nothing") == "document.file_unreadable"
    assert file_refusal(str(tmp_path / "a\0b")) == "document.file_unreadable"
    assert file_refusal(tmp_path / ("x" * 300)) == "document.file_unreadable"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    (tmp_path / "file").write_bytes(b"{}")
    monkeypatch.setattr(os, "fdopen", fail)
    with pytest.raises(InvalidDocument) as caught:
        read_file(tmp_path / "file")
    assert caught.value.reason.args == {"error": "EIO"}


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert file_refusal(tmp_path / "large") == "document.file_too_large"


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"{}")
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for path in (tmp_path, tmp_path / "file", tmp_path / "nothing"):
        file_refusal(path)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


# -- Spreadsheets -----------------------------------------------------------------------------------------


def table(sessions: Iterable[dict[str, Any]], **more: Any) -> list[dict[str, str]]:
    data = b"".join(export_csv(sessions, **more))
    assert data.startswith(b"\xef\xbb\xbfsession")
    text = data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=more.get("separator", ",")))


def test_one_row_per_player() -> None:
    first, second = table([session()])
    assert first == {
        "session": session()["id"],
        "game": "Pearls",
        "started": "2026-10-23 21:16:58",
        "finished": "2026-10-23 21:53:00",
        "minutes": "36",
        "players": "2",
        "seat": "1",
        "player": ADA,
        "name": "Ada",
        "starter": "0",
        "score": "33",
        "rank": "1",
        "winner": "1",
        "pearls": "21",
        "necklaces": "15",
        "hand": "-3",
        "plus": "",
        "minus": "",
        "plus2": "",
        "points": "",
        "place": "home",
        "note": "close",
    }
    assert (second["name"], second["starter"], second["winner"], second["score"]) == ("Bo", "1", "0", "-3")


def test_what_is_unknown_stays_empty() -> None:
    row = table([session(finished=None, result=None, starter=None)])[0]
    empty = [name for name in COLUMNS if row[name] == ""]
    assert empty == [
        *("finished", "starter", "score", "rank", "winner"),
        *("pearls", "necklaces", "hand", "plus", "minus", "plus2", "points"),
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_text_becomes_a_formula_and_no_number_a_text(start: str) -> None:
    evil = start + 'cmd|" /C calc"!A0'
    people = [{"id": ADA, "name": evil}, {"id": BO, "name": "Bo"}]
    row, second = table([session(players=people, place=evil, note=evil)])
    assert (row["name"], row["place"], row["note"]) == ("'" + evil,) * 3
    assert second["score"] == "-3"
    assert table([session()], names={ADA: evil})[0]["name"] == "'" + evil


def test_the_separator_cannot_be_smuggled_in() -> None:
    people = [{"id": ADA, "name": 'x;=1+1,=2+2"\r\n=3+3'}, {"id": BO, "name": "Bo"}]
    for separator in (",", ";", "\t"):
        rows = table([session(players=people)], separator=separator)
        assert [row["name"] for row in rows] == [people[0]["name"], "Bo"]


@given(st.text(max_size=30))
def test_every_text_comes_back_from_the_table(text: str) -> None:
    row = table([session(note=text)])[0]
    assert row["note"] == harmless(text)
    assert harmless(text).removeprefix("'") == text.removeprefix("'")
    assert not row["note"].startswith(("=", "+", "-", "@", "\t", "\r"))


def test_all_made_sessions_fit_the_table() -> None:
    sessions = make_sessions(40)
    rows = table(sessions, separator=";")
    assert len(rows) == sum(len(one["players"]) for one in sessions)
    for row in rows:
        parts = [
            int(row[part])
            for part in ("pearls", "necklaces", "hand", "plus", "minus", "plus2", "points")
            if row[part]
        ]
        assert sum(parts) == int(row["score"])


def test_parts_of_a_second_stay_at_home() -> None:
    precise = session(started="2026-10-23T21:16:58.987654+02:00", finished="2026-10-23T21:53:00.5+02:00")
    assert table([precise]) == table([session()])
    assert create_play_link(precise) == create_play_link(session())


# -- BG Stats: the link -----------------------------------------------------------------------------------


def play_of(link: str) -> dict[str, Any]:
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    assert link.isascii()
    [data] = parse_qs(address.query)["data"]
    found: dict[str, Any] = json.loads(data)
    return found


def test_the_link_carries_the_play() -> None:
    play = play_of(
        create_play_link(session(players=[{"id": ADA, "name": "Ädä & Co=#?"}, {"id": BO, "name": "Bo"}]))
    )
    assert play == {
        "sourceName": "Tableside",
        "sourcePlayId": session()["id"],
        "playDate": "2026-10-23 19:16:58",
        "durationMin": 36,
        "board": "",
        "comments": "close",
        "location": "home",
        "game": {"name": "Pearls", "sourceGameId": "pearls", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": "Ädä & Co=#?",
                "sourcePlayerId": ADA,
                "startPlayer": False,
                "rank": 1,
                "role": "",
                "score": 33,
                "winner": True,
            },
            {
                "name": "Bo",
                "sourcePlayerId": BO,
                "startPlayer": True,
                "rank": 2,
                "role": "",
                "score": -3,
                "winner": False,
            },
        ],
    }


LINK_SHAPE = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": str,
    "durationMin": int,
    "board": str,
    "comments": str,
    "location": str,
    "game": {"name": str, "sourceGameId": str, "bggId": int, "highestWins": bool, "noPoints": bool},
    "players": [
        {
            "name": str,
            "sourcePlayerId": str,
            "startPlayer": bool,
            "rank": int,
            "role": str,
            "score": int,
            "winner": bool,
        }
    ],
}


def assert_shape(value: Any, shape: Any, optional: set[str]) -> None:
    if isinstance(shape, dict):
        assert set(shape) - optional <= set(value) <= set(shape)
        for name in value:
            assert_shape(value[name], shape[name], optional)
    elif isinstance(shape, list):
        for item in value:
            assert_shape(item, shape[0], optional)
    else:
        assert type(value) is shape


@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_link_has_the_fields_bg_stats_reads(game: str) -> None:
    play = play_of(create_play_link(make_session(Random(1), make_players(6), game)))
    assert_shape(play, LINK_SHAPE, {"bggId"})
    assert play["game"].get("bggId") == (5782 if game == "coloretto" else None)


def test_a_link_of_an_uncounted_table_and_of_one_with_long_names() -> None:
    play = play_of(create_play_link(session(result=None, starter=None, note="n" * 5000), {ADA: "A" * 10_000}))
    assert [set(row) for row in play["players"]] == [
        {"name", "sourcePlayerId", "startPlayer", "role", "winner"}
    ] * 2
    assert play["players"][0]["name"] == "A" * (LONGEST_IN_LINK - 1) + "…"
    assert len(play["comments"]) == LONGEST_IN_LINK
    assert [row["winner"] for row in play["players"]] == [False, False]


# -- BG Stats: files --------------------------------------------------------------------------------------

ROOT_FIELDS = {"about", "players", "locations", "games", "plays", "userInfo"}
PLAYER_FIELDS = {"uuid", "id", "name", "isAnonymous", "modificationDate", "bggUsername"}
LOCATION_FIELDS = {"uuid", "id", "name", "modificationDate"}
GAME_FIELDS = {
    *(
        "uuid",
        "id",
        "name",
        "modificationDate",
        "cooperative",
        "highestWins",
        "noPoints",
        "usesTeams",
        "urlThumb",
    ),
    *("urlImage", "bggName", "bggYear", "designers", "isBaseGame", "isExpansion", "rating", "minPlayerCount"),
    *("maxPlayerCount", "minPlayTime", "maxPlayTime", "minAge"),
}
PLAY_FIELDS = {
    *(
        "uuid",
        "modificationDate",
        "entryDate",
        "playDate",
        "usesTeams",
        "durationMin",
        "ignored",
        "manualWinner",
    ),
    *("rounds", "locationRefId", "gameRefId", "board", "scoringSetting", "rating", "playImages", "bggId"),
    "playerScores",
}
SCORE_FIELDS = {
    *("score", "winner", "newPlayer", "startPlayer", "playerRefId", "role", "teamRole", "rank", "seatOrder"),
    "team",
}


def test_the_file_has_the_fields_bg_stats_writes() -> None:
    root = json.loads(export_bgstats(make_sessions(60)))
    assert set(root) == ROOT_FIELDS
    assert root["userInfo"] == {"meRefId": 0}
    assert all(set(row) == PLAYER_FIELDS for row in root["players"])
    assert all(set(row) == LOCATION_FIELDS for row in root["locations"])
    assert {row["name"]: set(row) for row in root["games"]} == {
        "Pearls": GAME_FIELDS,
        "Coloretto": GAME_FIELDS | {"bggId"},
        "Perfect Numbers": GAME_FIELDS,
        "Perladöra": GAME_FIELDS,
    }
    for play in root["plays"]:
        assert set(play) - {"comments"} == PLAY_FIELDS
        for row in play["playerScores"]:
            assert set(row) == SCORE_FIELDS
            assert isinstance(row["score"], str)
            assert all(type(row[name]) is bool for name in ("winner", "newPlayer", "startPlayer"))
    for rows in (root["players"], root["locations"], root["games"]):
        assert [row["id"] for row in rows] == list(range(1, len(rows) + 1))


def test_a_play_in_the_file() -> None:
    unfinished = session(id=ADA, finished=None)
    root = json.loads(export_bgstats([session(), unfinished], {ADA: "Ada L."}))
    [play] = root["plays"]
    assert play["uuid"] == session()["id"]
    assert (play["playDate"], play["durationMin"]) == ("2026-10-23 19:16:58", 36)
    assert (play["comments"], play["manualWinner"]) == ("close", False)
    assert [row["score"] for row in play["playerScores"]] == ["21+15-3", "-3"]
    assert [row["winner"] for row in play["playerScores"]] == [True, False]
    assert [row["startPlayer"] for row in play["playerScores"]] == [False, True]
    assert [row["name"] for row in root["players"]] == ["Ada L.", "Bo"]
    assert [row["name"] for row in root["locations"]] == ["home"]


@pytest.mark.parametrize(
    ("result", "scores", "manual"),
    [
        ({"totals": [10, 10], "winners": [1]}, ["10", "10"], True),
        ({"totals": [10, 10]}, ["10", "10"], False),
        ({"totals": [0, 12.5], "lines": [[{"points": 0}], [{"points": 12.5}]]}, ["0", "12.5"], False),
        ({"totals": [9, 5], "lines": [[{"points": 7}], [{"points": 5}]]}, ["9", "5"], False),
        ({"totals": [9, 5], "lines": ["?", [7]]}, ["9", "5"], False),
        ({"totals": [9, 5], "scores": ["4+5", "2*3"]}, ["4+5", "5"], False),
        ({"totals": [9, 5], "scores": ["4+5;", 5]}, ["9", "5"], False),
        ({"totals": [9, 5], "scores": ["4+5"]}, ["4+5", "5"], False),
        ({"scores": ["4+5", ""]}, ["4+5", ""], True),
        ({"ranks": [2, 1]}, ["", ""], True),
        ({}, ["", ""], True),
    ],
)
def test_scores_are_sums_where_the_parts_are_known(result: Any, scores: list[str], manual: bool) -> None:
    [play] = json.loads(export_bgstats([session(result=result)]))["plays"]
    assert [row["score"] for row in play["playerScores"]] == scores
    assert play["manualWinner"] is manual


def test_merged_players_are_one_player() -> None:
    root = json.loads(export_bgstats([session()], {ADA: "Ada"}, lambda _: ADA))
    assert [row["uuid"] for row in root["players"]] == [ADA]


def there_and_back(sessions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    parsed = parse(export_bgstats(sessions))
    assert parsed.refused == []
    return [entry.body for entry in parsed.documents if entry.kind == "session"]


def test_plays_come_back_from_bg_stats() -> None:
    sessions = make_sessions(80, seed=9)
    sessions.append(session(place=STRANGE, note=STRANGE, players=[{"id": ADA, "name": STRANGE}] * 2))
    for before, after in zip(sessions, there_and_back(sessions), strict=True):
        for name in ("id", "game", "players", "starter", "place", "note"):
            assert after[name] == before[name]
        for name in ("totals", "ranks", "winners"):
            assert after["result"][name] == before["result"][name]
        assert datetime.fromisoformat(after["started"]) == datetime.fromisoformat(before["started"])
        assert abs(after["seconds"] - before["seconds"]) <= 30
        if before["game"] == "coloretto":
            assert after["options"] == {"side": before["options"]["side"]}
    again = there_and_back(there_and_back(sessions))
    assert again == there_and_back(sessions)


def test_imported_plays_have_the_same_figures() -> None:
    def figures(sessions: list[dict[str, Any]]) -> Any:
        ledger = Ledger()
        for one in sessions:
            ledger.put(one)
        found = ledger.statistics(player=sessions[0]["players"][0]["id"])
        return found.rivals, found.players, found.starter, found.games["pearls"].scores

    # In UTC the clock on the wall is the same before and after.
    sessions = [
        {**one, "started": one["started"].replace("+01:00", "+00:00")} for one in make_sessions(60, seed=2)
    ]
    assert figures(there_and_back(sessions)) == figures(sessions)


def bgsplay(play: dict[str, Any] | None = None, game: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "about": "BG Stats",
        "players": [
            {"id": 7, "uuid": ADA.upper(), "name": "Ada"},
            {"id": 9, "uuid": "not-a-uuid", "name": "Bo"},
        ],
        "locations": [{"id": 3, "uuid": CLEO, "name": "club"}],
        "games": [game or {"id": 4, "name": "Coloretto", "bggId": 5782, "highestWins": 1}],
        "plays": [
            {
                "uuid": "0B5C1F5E-93A1-4F0E-8A55-1F5A3C1D2E3F",
                "playDate": "2026-10-23 19:16:58",
                "durationMin": 30,
                "gameRefId": 4,
                "locationRefId": 3,
                "board": "Purple",
                "playerScores": [
                    {"playerRefId": 7, "score": "21+15-3", "winner": 1, "startPlayer": 0},
                    {"playerRefId": 9, "score": "12", "winner": 0, "startPlayer": 1},
                ],
                **(play or {}),
            }
        ],
        "userInfo": {"meRefId": 7},
    }


def imported(root: dict[str, Any]) -> dict[str, Any]:
    parsed = parse(json.dumps(root).encode())
    assert parsed.refused == []
    return parsed.documents[0].body


def test_a_play_of_bg_stats_becomes_a_session() -> None:
    parsed = parse(json.dumps(bgsplay()).encode())
    found = parsed.documents[0].body
    bo = found["players"][1]["id"]
    assert parsed.documents == [
        Entry(
            "session",
            read_session(
                {
                    "id": "0b5c1f5e-93a1-4f0e-8a55-1f5a3c1d2e3f",
                    "game": "coloretto",
                    "started": "2026-10-23T19:16:58+00:00",
                    "finished": "2026-10-23T19:46:58+00:00",
                    "seconds": 1800,
                    "players": [{"id": ADA, "name": "Ada"}, {"id": bo, "name": "Bo"}],
                    "starter": 1,
                    "options": {"side": "purple"},
                    "result": {
                        "totals": [33, 12],
                        "scores": ["21+15-3", "12"],
                        "ranks": [1, 2],
                        "winners": [0],
                    },
                    "place": "club",
                }
            ),
        ),
        Entry("player", read_player({"id": ADA, "name": "Ada"})),
        Entry("player", read_player({"id": bo, "name": "Bo"})),
    ]
    assert parse(json.dumps(bgsplay()).encode()) == parsed


def test_ids_are_made_once_and_for_all() -> None:
    nameless = {"uuid": None}
    first, second = imported(bgsplay(nameless)), imported(bgsplay(nameless))
    other = imported(bgsplay({**nameless, "durationMin": 31}))
    called = imported(bgsplay({"uuid": "BGA-12"}))
    assert first["id"] == second["id"]
    assert len({first["id"], other["id"], called["id"]}) == 3
    assert called["id"] == imported(bgsplay({"uuid": "BGA-12", "durationMin": 5}))["id"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Coloretto", "coloretto"),
        ("COLORETTO: Jubiläumsausgabe", "coloretto"),
        ("Coloretto – Jubileum", "coloretto"),
        ("pearls", "pearls"),
        ("Perfect  numbers", "perfect_numbers"),
        ("Perladora", "perladora"),
        ("PERLADÖRA", "perladora"),
        ("Perlado\u0308ra", "perladora"),
        ("Perladoera", "perladora"),
    ],
)
def test_games_are_recognised_by_name(name: str, key: str) -> None:
    assert imported(bgsplay(game={"id": 4, "name": name}))["game"] == key
    assert imported(bgsplay(game={"id": 4, "name": "?", "bggName": name, "bggId": 0}))["game"] == key


@pytest.mark.parametrize(
    "game",
    [
        {"id": 4, "name": "Coloretto Amazonas"},
        {"id": 4, "name": "Aquaretto", "bggId": 25643},
        {"id": 4},
        {"id": 4, "name": ["Pearls"], "bggId": "5782"},
        {"id": 4, "name": "\ud800", "bggId": 5782.0},
    ],
)
def test_other_games_are_refused_one_by_one(game: dict[str, Any]) -> None:
    root = bgsplay(game=game)
    root["games"].append({"id": 5, "name": "Pearls"})
    root["plays"].append({**root["plays"][0], "gameRefId": 5})
    parsed = parse(json.dumps(root).encode())
    assert keys(parsed) == [("plays.0", "document.other_game")]
    assert [entry.body["game"] for entry in parsed.documents if entry.kind == "session"] == ["pearls"]


@pytest.mark.parametrize(
    ("play", "key"),
    [
        ({"gameRefId": 99}, "document.reference"),
        ({"gameRefId": [4]}, "document.reference"),
        ({"locationRefId": 99}, "document.reference"),
        ({"locationRefId": {}, "playDate": None}, "document.not_a_moment"),
        ({"locationRefId": "home"}, "document.reference"),
        ({"playDate": "yesterday"}, "document.not_a_moment"),
        ({"playDate": "1492-10-12 12:00:00"}, "document.not_a_moment"),
        ({"durationMin": -1}, "document.not_a_time"),
        ({"durationMin": "long"}, "document.not_a_time"),
        ({"durationMin": 1e300}, "document.not_a_time"),
        ({"playerScores": None}, "document.not_a_list"),
        ({"playerScores": [3]}, "document.not_a_list"),
        ({"playerScores": []}, "document.player_count"),
        ({"playerScores": [{"playerRefId": 8}]}, "document.reference"),
        ({"playerScores": [{"playerRefId": 7, "score": "12 points"}]}, "document.score"),
        ({"playerScores": [{"playerRefId": 7, "score": "__import__('os')"}]}, "document.score"),
        ({"playerScores": [{"playerRefId": 7, "score": [12]}]}, "document.score"),
        ({"playerScores": [{"playerRefId": 7, "winner": "yes"}]}, "document.not_a_yes_or_no"),
        ({"playerScores": [{"playerRefId": 7, "startPlayer": 2}]}, "document.not_a_yes_or_no"),
        ({"comments": 5}, "document.not_text"),
    ],
)
def test_a_bad_play_is_refused_as_a_whole(play: dict[str, Any], key: str) -> None:
    parsed = parse(json.dumps(bgsplay(play)).encode())
    assert parsed.documents == []
    assert keys(parsed) == [("plays.0", key)]


def test_rows_that_are_not_objects_are_refused() -> None:
    root = {**bgsplay(), "players": None, "games": [5, {"id": "4"}]}
    assert keys(parse(json.dumps({**root, "plays": [1]}).encode())) == [("plays.0", "document.not_an_object")]
    assert keys(parse(json.dumps(root).encode())) == [("plays.0", "document.reference")]


def rows(*told: tuple[Any, Any, Any]) -> dict[str, Any]:
    return {
        "playerScores": [
            {"playerRefId": 7, "score": score, "winner": winner, "rank": rank} for score, winner, rank in told
        ]
    }


@pytest.mark.parametrize(
    ("play", "result"),
    [
        (rows(("5", True, 1), ("9", False, 2)), {"totals": [5, 9], "ranks": [1, 2], "winners": [0]}),
        (rows(("9", False, 0), ("9", True, 0)), {"totals": [9, 9], "ranks": [2, 1], "winners": [1]}),
        (rows((9, None, None), (12.5, None, None)), {"totals": [9, 12.5], "ranks": [2, 1]}),
        (rows(("", True, 0), (None, False, 0)), {"winners": [0]}),
        (rows(("7", False, 0), ("", False, 0)), {"scores": ["7", ""]}),
        (rows(("", False, 0)), {}),
        (rows(("3", False, 5)), {"totals": [3], "ranks": [1]}),
    ],
)
def test_what_a_play_tells_of_its_outcome(play: dict[str, Any], result: dict[str, Any]) -> None:
    assert imported(bgsplay(play))["result"] == result


def test_seats_are_in_their_order_where_it_is_known() -> None:
    def names(*order: Any) -> list[str]:
        scores = [{"playerRefId": who, "seatOrder": place} for who, place in zip((7, 9), order, strict=True)]
        return [player["name"] for player in imported(bgsplay({"playerScores": scores}))["players"]]

    assert names(2, 1) == ["Bo", "Ada"]
    assert names(0, 0) == names(1, 1) == names(None, 1) == ["Ada", "Bo"]


def test_a_play_that_was_not_timed_took_no_time() -> None:
    found = imported(bgsplay({"durationMin": None}))
    assert (found["seconds"], found["finished"]) == (0, found["started"])


def test_an_unknown_board_and_no_place_are_kept_as_they_are() -> None:
    found = imported(bgsplay({"board": "Harbour", "locationRefId": 0}))
    assert (found["board"], found["options"], found["place"]) == ("Harbour", {}, "")
    [play] = json.loads(export_bgstats([found]))["plays"]
    assert (play["board"], play["locationRefId"]) == ("Harbour", 0)
    assert json.loads(export_bgstats([{**found, "board": 5}]))["plays"][0]["board"] == ""


# -- Scores that are sums ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("21+15-3", 33),
        ("-3", -3),
        (" 4 + 5 ", 9),
        ("10+-3", 7),
        ("10--3", 13),
        ("2*3+4×5", 26),
        ("1,5+1.5", 3),
        ("0.5", 0.5),
        ("−2", -2),
        ("007", 7),
    ],
)
def test_a_score_may_be_a_sum(expression: str, value: float) -> None:
    assert evaluate(expression) == value
    assert type(evaluate(expression)) is type(value)


@pytest.mark.parametrize(
    "expression",
    [
        *("", "+", "1+", "1 2", "*2", "2*", "2**9", "(1)", "1/2", "1e5", "0x10", "1.2.3", "nan", "١"),
        *("9" * 13, "999999999*2", "-999999999*2", "999999999999*" * 60 + "9", "1+" * 600 + "1", "inf-inf"),
    ],
)
def test_anything_else_is_no_score(expression: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        evaluate(expression)
    assert caught.value.key == "document.score"


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=12))
def test_sums_of_numbers_are_evaluated(points: list[int]) -> None:
    assert evaluate("".join(f"{point:+}" for point in points)) == sum(points)


# -- Anything ---------------------------------------------------------------------------------------------

GOOD_BACKUP = json.loads(b"".join(export_json(make_entries()[3:9])))
GOOD_BGSPLAY = json.loads(export_bgstats(make_sessions(2, seed=6)))


def check_bytes(data: bytes) -> None:
    try:
        parsed = parse(data)
    except InvalidDocument as refused:
        reasons = [refused.reason]
    else:
        reasons = [refused.reason for refused in parsed.refused]
        assert parse(data) == parsed
        assert parse(b"".join(export_json(parsed.documents))) == Parsed(parsed.documents, [])
        sessions = [entry.body for entry in parsed.documents if entry.kind == "session"]
        assert all(read_session(one) == one for one in sessions)
        ledger = Ledger()
        for one in sessions:
            create_play_link(one)
            ledger.put(one)
        json.dumps(ledger.statistics().as_json(), allow_nan=False)
        table(sessions)
        finished = [one["id"] for one in sessions if one["finished"] and one["result"] is not None]
        assert [one["id"] for one in there_and_back(sessions)] == finished
    for reason in reasons:
        assert reason.key.startswith("document.")
        json.dumps(dict(reason.args), allow_nan=False, ensure_ascii=False).encode()


@given(spoiled(GOOD_BACKUP) | spoiled(GOOD_BGSPLAY) | any_json)
@settings(max_examples=150, deadline=None)
def test_any_json_is_read_or_refused(value: Any) -> None:
    check_bytes(json.dumps(value).encode())


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_read_or_refused(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from([json.dumps(GOOD_BACKUP).encode(), json.dumps(GOOD_BGSPLAY).encode()]))
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, min(len(raw), start + 8)))
    check_bytes(raw[:start] + data.draw(st.binary(max_size=8)) + raw[end:])


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    check_bytes(data)


def test_every_game_has_a_name_that_is_recognised() -> None:
    for key, box in BOXES.items():
        assert imported(bgsplay(game={"id": 4, "name": box.name}))["game"] == key
    assert issubclass(InvalidDocument, Refusal)
