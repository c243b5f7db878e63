"""Sessions and players as the screens use them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import BadDevice, Closed, History, InvalidDocument, SamePlayer
from history.statistics import plays_by_month
from tests.history.factories import (
    make_id,
    make_live_session,
    make_player,
    make_players,
    make_session,
    make_sessions,
)

PEOPLE = make_players(5)


def a_session(seed: int = 1, **fields: Any) -> dict[str, Any]:
    return {**make_session(Random(seed), PEOPLE, "pearls"), **fields}


@pytest.fixture
def history(tmp_path: Path) -> Any:
    with History.open(tmp_path / "deep" / "folder") as opened:
        yield opened


def reopen(history: History, folder: Path) -> History:
    history.close()
    return History.open(folder)


# -- Saving and finding -----------------------------------------------------------------------------------


def test_what_was_saved_is_there_after_reopening(tmp_path: Path) -> None:
    sessions = make_sessions(20)
    with History.open(tmp_path) as history:
        for session in sessions:
            history.save(session)
    with History.open(tmp_path) as history:
        assert all(history.get(session["id"]) == session for session in sessions)
        assert history.diagnosis.healthy
        assert len(history.sessions()) == 20


def test_saving_again_replaces(history: History) -> None:
    session = a_session()
    history.save(session)
    history.save({**session, "note": "second thoughts"})
    assert history.get(session["id"])["note"] == "second thoughts"
    assert len(history.sessions()) == 1


def test_an_invalid_session_is_refused_and_changes_nothing(history: History) -> None:
    session = a_session()
    history.save(session)
    with pytest.raises(InvalidDocument):
        history.save({**session, "game": "chess"})
    with pytest.raises(InvalidDocument):
        history.save([])  # type: ignore[arg-type]
    assert history.sessions() == [session]


def test_an_unknown_session_is_a_key_error(history: History) -> None:
    for ask in (history.get, history.delete, history.restore, history.versions):
        with pytest.raises(KeyError):
            ask(make_id(Random(5)))


def test_changing_what_came_out_does_not_change_the_store(history: History) -> None:
    session = a_session()
    history.save(session)
    for document in (
        history.get(session["id"]),
        history.sessions()[0],
        *history.sessions(text=session["players"][0]["name"]),
    ):
        document["players"][0]["name"] = "Mallory"
        document["moves"].append({"move": "cheat"})
    assert history.get(session["id"]) == session
    assert history.sessions()[0] == session


def test_changing_what_went_in_does_not_change_the_store(history: History) -> None:
    session = make_live_session(Random(1), PEOPLE, 70)
    history.save(session)
    expected = json.loads(json.dumps(session))
    session["moves"][0]["cards"] = 9
    session["players"].clear()
    assert history.get(session["id"]) == expected
    expected["moves"].append({"move": "pass"})
    history.save(expected)
    assert history.get(session["id"]) == expected


def test_closing_twice_is_harmless_and_saving_afterwards_is_refused(tmp_path: Path) -> None:
    history = History.open(tmp_path)
    history.close()
    history.close()
    with pytest.raises(Closed):
        history.save(a_session())


# -- A session that grows move by move --------------------------------------------------------------------


def test_every_move_of_a_live_session_survives(tmp_path: Path) -> None:
    session = make_live_session(Random(2), PEOPLE, 0)
    with History.open(tmp_path, "phone") as history:
        for at in range(200):
            session["moves"].append({"move": "take", "cards": at % 3, "at": at})
            history.save(session)
            assert history.get(session["id"]) == session
    with History.open(tmp_path, "phone") as history:
        assert history.live() == [session]
        history.compact()
        assert history.live() == [session]
        for at in range(40):
            session["moves"].append({"move": "place", "cards": at % 3, "at": 200 + at})
            history.save(session)
    with History.open(tmp_path, "phone") as history:
        assert history.get(session["id"]) == session


def test_a_late_move_is_a_short_line(tmp_path: Path) -> None:
    session = make_live_session(Random(2), PEOPLE, 0)
    journal = tmp_path / "journal-phone.jsonl"
    written = []
    with History.open(tmp_path, "phone") as history:
        for at in range(1, 301):
            session["moves"].append({"move": "take", "cards": 1, "at": at})
            before = journal.stat().st_size
            history.save(session)
            written.append(journal.stat().st_size - before)
    assert max(written) < 4000 < len(json.dumps(session)) / 2


@pytest.mark.parametrize("seed", range(6))
def test_undo_redo_and_mending_in_a_long_session(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    session = make_live_session(random, PEOPLE, 150)
    versions = []
    history = History.open(tmp_path)
    for step in range(120):
        moves = session["moves"]
        what = random.random()
        if what < 0.4:
            moves += [{"move": "take", "cards": random.randrange(9)} for _ in range(random.randrange(1, 60))]
        elif what < 0.7 and moves:
            del moves[-random.randrange(1, 1 + min(len(moves), 100)) :]
        elif what < 0.9 and moves:
            moves[random.randrange(len(moves))] = {"move": "pass", "at": step}
        elif what < 0.95:
            history.compact()
        else:
            history.close()
            history = History.open(tmp_path)
        history.save(session)
        versions.append(history.get(session["id"]) == session)
    history.close()
    assert all(versions)
    with History.open(tmp_path) as history:
        assert history.get(session["id"]) == session
        assert history.diagnosis.healthy


# -- Lists and filters ------------------------------------------------------------------------------------


def test_newest_first_by_the_moment_not_by_the_text(history: History) -> None:
    early = a_session(1, started="2026-03-01T23:30:00+05:00")
    late = a_session(2, started="2026-03-01T20:00:00+01:00")
    history.save(late)
    history.save(early)
    assert [session["id"] for session in history.sessions()] == [late["id"], early["id"]]
    history.save({**early, "started": "2026-03-02T10:00:00+01:00"})
    assert [session["id"] for session in history.sessions()] == [early["id"], late["id"]]


def test_of_sessions_that_began_at_one_moment_the_one_that_came_later_is_newer(tmp_path: Path) -> None:
    """Old versions kept whole seconds, and other apps keep minutes: an id must not decide."""
    ids = sorted((make_id(Random(seed)) for seed in range(4)), reverse=True)
    moment = "2026-03-01T20:00:00+01:00"
    newest_first = ids[::-1]
    with History.open(tmp_path / "one") as history:
        for name in ids:
            history.save({**make_live_session(Random(1), PEOPLE, 0), "id": name, "started": moment})
        assert history.live().ids() == newest_first
        history.compact()
        assert history.live().ids() == newest_first
        history.export(tmp_path / "all.json")
    with History.open(tmp_path / "one") as history:
        assert history.live().ids() == newest_first
        for name in ids:
            history.delete(name)
        assert history.deleted().ids() == newest_first
    with History.open(tmp_path / "other") as history:
        foreseen = history.preview(tmp_path / "all.json")
        assert foreseen.sessions("added").ids() == newest_first
        history.carry_out(foreseen)
        assert history.live().ids() == newest_first


def test_statistics_name_sessions_of_one_moment_in_the_order_of_the_lists(history: History) -> None:
    for name in sorted((make_id(Random(seed)) for seed in range(4)), reverse=True):
        history.save(a_session(id=name, started="2026-03-01T20:00:00+01:00"))
    (heap,) = history.statistics().heaps(plays_by_month).values()
    assert list(heap.sessions) == history.sessions().ids()


def test_filters_agree_with_a_plain_search(history: History) -> None:
    sessions = make_sessions(150, seed=3, players=PEOPLE)
    for number, session in enumerate(sessions):
        if number % 10 == 0:
            session["finished"] = None
        history.save(session)
    player = PEOPLE[1]["id"]

    def plain(**wanted: Any) -> set[str]:
        return {
            session["id"]
            for session in sessions
            if ("game" not in wanted or session["game"] == wanted["game"])
            and ("player" not in wanted or player in [one["id"] for one in session["players"]])
            and ("since" not in wanted or session["started"] >= wanted["since"])
            and ("until" not in wanted or session["started"][:10] <= wanted["until"])
            and ("finished" not in wanted or (session["finished"] is not None) == wanted["finished"])
        }

    for wanted in (
        {},
        {"game": "coloretto"},
        {"player": player},
        {"since": "2020-01-01"},
        {"until": "2019-06-30"},
        {"finished": True},
        {"finished": False},
        {"game": "pearls", "player": player, "since": "2018-01-01", "until": "2024-01-01", "finished": True},
    ):
        found = history.sessions(**wanted)
        assert {session["id"] for session in found} == plain(**wanted)
        assert [one["started"] for one in found] == sorted((one["started"] for one in found), reverse=True)
    assert {session["id"] for session in history.live()} == plain(finished=False)


def test_text_is_found_without_regard_to_case_and_accents(history: History) -> None:
    session = a_session(place="Café De Zaak", note="Straße nach Gent")
    session["players"][0]["name"] = "Zoë Ådahl"
    history.save(session)
    for text in ("cafe", "CAFÉ zaak", "zoe", "adahl", "STRASSE", "gent café zoë", " ", ""):
        assert len(history.sessions(text=text)) == 1, text
    for text in ("tea", "cafe tea"):
        assert len(history.sessions(text=text)) == 0


def test_a_listing_behaves_like_a_list(history: History) -> None:
    sessions = make_sessions(5)
    for session in sessions:
        history.save(session)
    listing = history.sessions()
    assert len(listing) == 5
    assert list(listing[1:3]) == list(listing)[1:3]
    assert listing[-1] == list(listing)[-1]
    assert listing == list(listing)
    assert listing != []
    assert sessions[0] in listing
    assert repr(listing[:0]) == "Listing([])"
    assert json.loads(json.dumps(list(listing))) == listing


def test_a_listing_does_not_change_under_the_reader(history: History) -> None:
    session = a_session()
    history.save(session)
    listing = history.sessions()
    history.delete(session["id"])
    assert listing == [session]
    assert history.sessions() == []


# -- Deleting and earlier versions ------------------------------------------------------------------------


def test_deleting_can_be_taken_back(tmp_path: Path) -> None:
    session, other = make_sessions(2)
    with History.open(tmp_path) as history:
        history.save(session)
        history.save(other)
        assert len(history.sessions()) == 2
        history.delete(session["id"])
        assert history.sessions() == [other]
        assert history.deleted() == [session]
        with pytest.raises(KeyError):
            history.get(session["id"])
        with pytest.raises(KeyError):
            history.delete(session["id"])
        history.compact()
    with History.open(tmp_path) as history:
        assert history.deleted() == [session]
        history.restore(session["id"])
        history.restore(other["id"])
        assert history.get(session["id"]) == session
        assert len(history.sessions()) == 2
        assert history.deleted() == []


def test_saving_a_deleted_session_brings_it_back(history: History) -> None:
    session = a_session()
    history.save(session)
    history.delete(session["id"])
    history.save(session)
    assert history.sessions() == [session]
    assert history.deleted() == []


def test_earlier_finished_versions_are_kept_through_compaction(tmp_path: Path) -> None:
    session = a_session(finished=None)
    with History.open(tmp_path, "phone") as history:
        history.save(session)
        assert history.versions(session["id"]) == []
        for number in range(10):
            history.save({**session, "finished": "2026-01-01T20:00:00+01:00", "note": f"version {number}"})
        notes = [version.document["note"] for version in history.versions(session["id"])]
        assert notes == [f"version {number}" for number in range(8, -1, -1)]
        history.compact()
    with History.open(tmp_path, "phone") as history:
        versions = history.versions(session["id"])
        assert [version.document["note"] for version in versions] == [f"version {n}" for n in (8, 7, 6, 5, 4)]
        assert {version.device for version in versions} == {"phone"}
        assert history.get(session["id"])["note"] == "version 9"


# -- Players ----------------------------------------------------------------------------------------------


def test_profiles_are_listed_by_name(history: History) -> None:
    for name in ("Zoë", "ada", "Éva", "Finn"):
        history.save_player(make_player(Random(name), name))
    assert [player["name"] for player in history.players()] == ["ada", "Éva", "Finn", "Zoë"]


def test_renaming_keeps_the_past(tmp_path: Path) -> None:
    session = a_session()
    ada = session["players"][0]
    with History.open(tmp_path) as history:
        history.save_player({"id": ada["id"], "name": ada["name"], "colour": "sea"})
        history.save(session)
        history.save_player({"id": ada["id"], "name": "Adelheid"})
    with History.open(tmp_path) as history:
        assert history.get(session["id"]) == session
        assert history.names()[ada["id"]] == "Adelheid"
        assert history.player(ada["id"])["colour"] == "sea"
        assert history.sessions(text=ada["name"]) == [session]
        assert history.sessions(text="adelheid") == [session]


def test_merged_profiles_are_one_person_until_the_merge_is_taken_back(history: History) -> None:
    ada, bo, cleo = PEOPLE[:3]
    for player in (ada, bo, cleo):
        history.save_player(player)
    sessions = [
        a_session(
            number,
            players=[{"id": player["id"], "name": player["name"]}, {"id": PEOPLE[4]["id"], "name": "x"}],
            starter=0,
            sheet=None,
            result=None,
        )
        for number, player in enumerate((ada, bo, cleo))
    ]
    for session in sessions:
        history.save(session)
    history.merge_players(keep=ada["id"], away=bo["id"])
    history.merge_players(keep=bo["id"], away=cleo["id"])
    assert [player["id"] for player in history.players()] == [ada["id"]]
    for player in (ada, bo, cleo):
        assert len(history.sessions(player=player["id"])) == 3
        assert history.names()[player["id"]] == ada["name"]
        assert history.same_player(player["id"]) == ada["id"]
    assert len(history.sessions(text=ada["name"])) == 3
    with pytest.raises(SamePlayer):
        history.merge_players(keep=bo["id"], away=cleo["id"])
    history.save_player({"id": bo["id"], "name": "Bob"})
    assert history.same_player(bo["id"]) == ada["id"]
    history.unmerge_player(bo["id"])
    assert {player["id"] for player in history.players()} == {ada["id"], bo["id"]}
    assert len(history.sessions(player=bo["id"])) == 1
    assert len(history.sessions(player=ada["id"])) == 2
    assert history.get(sessions[1]["id"]) == sessions[1]
    with pytest.raises(KeyError):
        history.merge_players(keep=ada["id"], away=make_id(Random(9)))


def test_a_ring_of_merges_still_has_one_person(history: History) -> None:
    ada, bo, cleo = PEOPLE[:3]
    history.save_player({**ada, "merged_into": bo["id"]})
    history.save_player({**bo, "merged_into": ada["id"]})
    history.save_player({**cleo, "merged_into": bo["id"]})
    person = min(ada["id"], bo["id"])
    assert {history.same_player(player["id"]) for player in (ada, bo, cleo)} == {person}
    assert [player["id"] for player in history.players()] == [person]


def test_merged_into_somebody_unknown_stands_for_itself(history: History) -> None:
    history.save_player({**PEOPLE[0], "merged_into": PEOPLE[1]["id"]})
    assert [player["id"] for player in history.players()] == [PEOPLE[0]["id"]]


def test_archived_profiles(history: History) -> None:
    for player in PEOPLE[:2]:
        history.save_player(player)
    history.archive_player(PEOPLE[0]["id"])
    assert [player["id"] for player in history.players(archived=True)] == [PEOPLE[0]["id"]]
    assert [player["id"] for player in history.players(archived=False)] == [PEOPLE[1]["id"]]
    assert len(history.players()) == 2
    history.archive_player(PEOPLE[0]["id"], archived=False)
    assert len(history.players(archived=False)) == 2


def test_a_bad_profile_is_refused(history: History) -> None:
    with pytest.raises(InvalidDocument):
        history.save_player({"name": "Nobody"})


# -- Statistics -------------------------------------------------------------------------------------------


def test_statistics_follow_every_change(tmp_path: Path) -> None:
    sessions = make_sessions(30, seed=8, players=PEOPLE)
    with History.open(tmp_path) as history:
        for session in sessions:
            history.save(session)
        assert history.statistics().plays == 30
        history.delete(sessions[0]["id"])
        assert history.statistics().plays == 29
        history.restore(sessions[0]["id"])
        whole = history.statistics().as_json()
    with History.open(tmp_path) as history:
        assert history.statistics().as_json() == whole
        mine = history.statistics(player=PEOPLE[0]["id"]).plays
        assert 0 < mine < 30
        assert history.statistics(game="pearls").plays == sum(
            session["game"] == "pearls" for session in sessions
        )
        for player in PEOPLE:
            history.save_player(player)
        history.merge_players(keep=PEOPLE[0]["id"], away=PEOPLE[1]["id"])
        merged = history.statistics(player=PEOPLE[1]["id"]).plays
        assert merged == len(history.sessions(player=PEOPLE[0]["id"])) > mine


# -- Devices ----------------------------------------------------------------------------------------------


def test_the_device_is_made_once_and_kept(tmp_path: Path) -> None:
    with History.open(tmp_path) as history:
        device = history.device
    with History.open(str(tmp_path)) as history:
        assert history.device == device
    assert (tmp_path / "device").read_text().strip() == device
    assert (tmp_path / f"journal-{device}.jsonl").exists()


@pytest.mark.parametrize("content", [b"", b"../../etc\n", b"\xff\xfe", b"x" * 100])
def test_a_damaged_device_file_is_replaced_and_nothing_is_lost(tmp_path: Path, content: bytes) -> None:
    session = a_session()
    with History.open(tmp_path) as history:
        history.save(session)
    (tmp_path / "device").write_bytes(content)
    with History.open(tmp_path) as history:
        assert history.sessions() == [session]
        history.save({**session, "note": "new device"})
    with History.open(tmp_path) as history:
        assert history.get(session["id"])["note"] == "new device"


@pytest.mark.parametrize("device", ["", "a/b", "../x", "ä", "x" * 65])
def test_a_device_must_fit_into_a_file_name(tmp_path: Path, device: str) -> None:
    with pytest.raises(BadDevice):
        History.open(tmp_path, device)


def test_a_list_can_still_be_read_after_compaction_and_closing(tmp_path: Path) -> None:
    sessions = make_sessions(20)
    with History.open(tmp_path) as history:
        for session in sessions:
            history.save(session)
    with History.open(tmp_path) as history:
        listed = history.sessions()
        for session in sessions:
            history.save({**session, "note": "said again"})
        history.compact()
    assert {session["id"]: session["note"] for session in listed} == {
        session["id"]: session["note"] for session in sessions
    }
