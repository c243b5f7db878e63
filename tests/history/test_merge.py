"""Export and import through the history: backups, single sessions, spreadsheets, BG Stats."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History, InvalidDocument, NotSaved, Report, UnknownFormat
from tests.history.factories import make_id, make_live_session, make_players, make_session, make_sessions

PEOPLE = make_players(4)


def state(history: History) -> dict[str, Any]:
    return {
        "sessions": list(history.sessions()),
        "deleted": list(history.deleted()),
        "players": history.players(),
        "names": history.names(),
    }


def fill(history: History, seed: int) -> None:
    for session in make_sessions(6, seed, PEOPLE):
        history.save(session)
    history.save(make_live_session(Random(seed), PEOPLE, 100))
    history.delete(history.sessions()[2]["id"])
    for player in PEOPLE:
        history.save_player(player)
    history.merge_players(PEOPLE[0]["id"], PEOPLE[1]["id"])


def test_a_backup_restores_all(tmp_path: Path) -> None:
    with History.open(tmp_path / "old") as history:
        fill(history, 1)
        before = state(history)
        history.export(tmp_path / "backup.json")
    with History.open(tmp_path / "new") as history:
        report = history.merge(tmp_path / "backup.json")
        assert report == Report(added=7 + 4, updated=0, unchanged=0, refused=())
        assert state(history) == before
        assert history.merge(tmp_path / "backup.json") == Report(0, 0, 11, ())
    with History.open(tmp_path / "new") as history:
        assert state(history) == before
        assert history.diagnosis.healthy
        history.save({**before["sessions"][0], "note": "newer than the backup"})
        assert history.merge(tmp_path / "backup.json") == Report(0, 0, 11, ())
        assert history.get(before["sessions"][0]["id"])["note"] == "newer than the backup"


def test_backups_of_several_phones_in_any_order(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    for number, device in enumerate(("ada", "bo", "cleo")):
        with History.open(tmp_path / device, device) as history:
            fill(history, number)
            for version in range(number):
                history.save({**session, "note": f"{device} {version}"})
            history.export(tmp_path / f"{device}.json")
    states = []
    for number, order in enumerate(permutations(("ada", "bo", "cleo"))):
        with History.open(tmp_path / str(number)) as history:
            for device in order:
                history.merge(tmp_path / f"{device}.json")
            history.compact()
            states.append(state(history))
    assert all(found == states[0] for found in states)


def test_an_older_backup_does_not_bring_back_what_was_deleted(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    with History.open(tmp_path / "phone") as history:
        history.save(session)
        history.export(tmp_path / "backup.json")
        history.delete(session["id"])
        assert history.merge(tmp_path / "backup.json").unchanged == 1
        assert history.sessions() == []


def test_one_session_travels_alone(tmp_path: Path) -> None:
    one, other = make_sessions(2)
    with History.open(tmp_path / "old", "old") as history:
        history.save(one)
        history.save(other)
        history.save({**one, "note": "mended"})
        history.export(tmp_path / "one.json", "json", one["id"])
        with pytest.raises(KeyError):
            history.export(tmp_path / "none.json", "json", make_id(Random(1)))
        link = history.play_link(one["id"])
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    with History.open(tmp_path / "new", "new") as history:
        history.save(one)
        assert history.merge(tmp_path / "one.json") == Report(0, 1, 0, ())
        assert history.sessions() == [{**one, "note": "mended"}]


def test_a_bare_session_is_added_but_never_wins(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    for name, note in (("a.json", "a"), ("b.json", "b")):
        (tmp_path / name).write_text(json.dumps({**session, "note": note}))
    notes = set()
    for number, order in enumerate((("a.json", "b.json"), ("b.json", "a.json"))):
        with History.open(tmp_path / str(number)) as history:
            for name in order:
                history.merge(tmp_path / name)
            notes.add(history.get(session["id"])["note"])
            history.save({**session, "note": "mine"})
            assert history.merge(tmp_path / "a.json").unchanged == 1
            assert history.get(session["id"])["note"] == "mine"
    assert len(notes) == 1


def test_repeated_documents_in_one_file(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    entry = {"kind": "session", "clock": 3, "device": "x", "body": session}
    later = {**entry, "clock": 4, "body": {**session, "note": "later"}}
    file = tmp_path / "file.json"
    file.write_text(json.dumps({"tableside": 1, "documents": [entry, later, entry, {"kind": "tree"}]}))
    with History.open(tmp_path / "phone") as history:
        report = history.merge(file)
        assert (report.added, report.updated, report.unchanged) == (1, 0, 2)
        assert [refused.where for refused in report.refused] == ["documents.3"]
        assert history.get(session["id"])["note"] == "later"


def test_a_clock_far_ahead_leaves_room_for_what_follows(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    entry = {"kind": "session", "clock": 2**53, "device": "x", "body": session}
    (tmp_path / "file.json").write_text(json.dumps({"tableside": 1, "documents": [entry]}))
    with History.open(tmp_path / "phone", "phone") as history:
        assert history.merge(tmp_path / "file.json").added == 1
        assert history.merge(tmp_path / "file.json").unchanged == 1
        history.save({**session, "note": "after"})
        assert history.get(session["id"])["note"] == "after"
    with History.open(tmp_path / "phone", "phone") as history:
        assert history.get(session["id"])["note"] == "after"
        assert history.diagnosis.healthy


def test_bgstats_there_and_back(tmp_path: Path) -> None:
    with History.open(tmp_path / "old") as history:
        for session in make_sessions(8, 2, PEOPLE):
            history.save(session)
        history.export(tmp_path / "plays.bgsplay", "bgstats")
    with History.open(tmp_path / "new") as history:
        report = history.merge(tmp_path / "plays.bgsplay")
        assert report.refused == ()
        assert len(history.sessions()) == 8
        assert history.merge(tmp_path / "plays.bgsplay").added == 0


def test_a_spreadsheet_has_todays_names(tmp_path: Path) -> None:
    session = make_session(Random(5), PEOPLE)
    with History.open(tmp_path / "phone") as history:
        history.save(session)
        history.save_player({"id": session["players"][0]["id"], "name": "Adelheid"})
        history.export(tmp_path / "table.csv", "csv")
    text = (tmp_path / "table.csv").read_text("utf-8-sig")
    assert text.count(session["id"]) == len(session["players"])
    assert "Adelheid" in text


def test_what_cannot_be_exported_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "file.json"
    target.write_text("before")
    with History.open(tmp_path / "phone") as history:
        with pytest.raises(UnknownFormat):
            history.export(target, "pdf")
        with pytest.raises(NotSaved):
            history.export(tmp_path / "missing" / "file.json")
        with pytest.raises(NotSaved):
            history.export(tmp_path / "phone", "json")
        with pytest.raises(InvalidDocument):
            history.merge(target)
    assert target.read_text() == "before"
    assert not list(tmp_path.glob("*.new"))
