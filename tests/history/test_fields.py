"""Each field for itself: what two devices change is kept, and what does not count is never out of reach."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History
from history.journal import frame
from history.revision import Change, compose
from tests.history.factories import make_id, make_player, make_players, make_session

PEOPLE = make_players(5)

Document = dict[str, Any]


class Household:
    """Phones with a folder each; `meet` copies the journals of all into all."""

    def __init__(self, folder: Path, *devices: str) -> None:
        self.folder = folder
        self.open = {device: History.open(folder / device, device) for device in devices}

    def __getitem__(self, device: str) -> History:
        return self.open[device]

    def give(self, giver: str, taker: str) -> frozenset[str]:
        name = f"journal-{giver}.jsonl"
        shutil.copy(self.folder / giver / name, self.folder / taker / f"{name}.part")
        (self.folder / taker / f"{name}.part").replace(self.folder / taker / name)
        return self.open[taker].refresh()

    def meet(self) -> None:
        for giver in self.open:
            for taker in self.open:
                if giver != taker:
                    self.give(giver, taker)

    def reopen(self) -> None:
        for device, history in self.open.items():
            history.close()
            self.open[device] = History.open(self.folder / device, device)

    def compact(self) -> None:
        for history in self.open.values():
            history.compact()
        self.reopen()

    def close(self) -> None:
        for history in self.open.values():
            history.close()


@pytest.fixture
def house(tmp_path: Path) -> Any:
    house = Household(tmp_path, "ada", "bo", "cleo")
    yield house
    house.close()


def live(moves: int = 3) -> Document:
    session = make_session(Random(1), PEOPLE, "pearls", seats=3, finished=False)
    session["note"] = session["place"] = ""
    session["moves"] = [{"move": "take", "cards": 1 + step % 3, "at": step * 7} for step in range(moves)]
    return session


def finished() -> Document:
    return make_session(Random(2), PEOPLE, "pearls", seats=3)


def others(session: Document) -> dict[str, Any]:
    """Another value for every field that a person can change."""
    seats = [{"id": make_id(Random(9)), "name": "Zoë"}, *session["players"][1:]]
    moves = [*session["moves"], {"move": "pass", "at": 99}]
    return {
        "players": seats,
        "starter": (session["starter"] + 1) % len(session["players"]),
        "options": {"all_cards": True},
        "moves": moves,
        "sheet": {"seats": [{} for _ in session["players"]]},
        "place": "elsewhere",
        "note": "another note",
        "started": "2020-02-02T20:20:00+01:00",
        "seconds": session["seconds"] + 7,
        "finished": "2020-02-02T22:20:00+01:00",
        "photos": ["a field of tomorrow"],
    }


FIELDS = tuple(others(finished()))


@pytest.mark.parametrize("session", [live(), finished()], ids=["live", "finished"])
@pytest.mark.parametrize("first", FIELDS)
def test_two_fields_changed_on_two_devices_are_both_kept(
    house: Household, session: Document, first: str
) -> None:
    house["ada"].save(session)
    house.meet()
    second = FIELDS[FIELDS.index(first) - 1]
    changed = others(session)
    house["ada"].save({**house["ada"].get(session["id"]), first: changed[first]})
    house["bo"].save({**house["bo"].get(session["id"]), second: changed[second]})
    house.meet()
    expected = {**session, first: changed[first], second: changed[second]}
    for device in house.open:
        assert house[device].get(session["id"]) == expected
    house.compact()
    for device in house.open:
        assert house[device].get(session["id"]) == expected
        assert not any(version.unseen for version in house[device].versions(session["id"]))


@pytest.mark.parametrize("session", [live(), finished()], ids=["live", "finished"])
@pytest.mark.parametrize("field", FIELDS)
def test_of_one_field_changed_on_two_devices_the_other_value_stays_within_reach(
    house: Household, session: Document, field: str
) -> None:
    house["ada"].save(session)
    house.meet()
    values = {"ada": others(session)[field], "bo": _another(others(session)[field])}
    for device, value in values.items():
        house[device].save({**house[device].get(session["id"]), field: value})
    house.meet()
    for _ in range(2):
        for device in house.open:
            assert house[device].get(session["id"])[field] == values["bo"]
            (version,) = [one for one in house[device].versions(session["id"]) if one.unseen]
            assert (version.document[field], version.device) == (values["ada"], "ada")
            assert version.at > 0
            assert version.fields == (field,)
        house["bo"].save({**house["bo"].get(session["id"]), "note": "and on it goes", "place": "here"})
        house["ada"].save({**house["ada"].get(session["id"]), "seconds": 9_999})
        if field in ("note", "place", "seconds"):
            return
        house.compact()
        house.meet()


def _another(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("2020", "2021") if value[:2] == "20" else value + ", or not"
    if isinstance(value, int):
        return (value + 1) % 3 if value < 3 else value - 1
    if isinstance(value, dict):
        return {"seats": [{"pile": {}} for _ in value["seats"]]} if "seats" in value else {"all_cards": 7}
    if "move" in str(value):
        return [*value[:-1], {"move": "take", "cards": 4, "at": 99}]
    return [{"id": make_id(Random(8)), "name": "Yara"}, *value[1:]] if "Zoë" in str(value) else [*value, "x"]


def test_moves_that_continue_the_others_simply_win(house: Household) -> None:
    session = live(40)
    house["bo"].save(session)
    house.meet()
    longer = {**session, "moves": [*session["moves"], {"move": "pass"}, {"move": "take", "cards": 1}]}
    house["ada"].save({**session, "moves": longer["moves"][:-1]})
    house["ada"].save(longer)
    house["bo"].save({**session, "note": "seen nothing of it"})
    house["bo"].save({**house["bo"].get(session["id"]), "moves": longer["moves"][:-1]})
    for number in range(9):
        house["bo"].save({**house["bo"].get(session["id"]), "seconds": 5_000 + number})
    house.meet()
    for device in house.open:
        assert house[device].get(session["id"])["moves"] == longer["moves"]
        assert house[device].get(session["id"])["note"] == "seen nothing of it"
        assert house[device].versions(session["id"]) == []


def test_an_undo_that_knew_of_the_moves_takes_them_back_everywhere(house: Household) -> None:
    session = live(10)
    house["ada"].save(session)
    house.meet()
    house["bo"].save({**session, "moves": session["moves"][:8]})
    house["ada"].save({**session, "note": "meanwhile"})
    house.meet()
    for device in house.open:
        assert house[device].get(session["id"])["moves"] == session["moves"][:8]
        assert house[device].get(session["id"])["note"] == "meanwhile"


def test_a_rename_on_one_phone_and_a_merge_on_the_other_both_count(house: Household) -> None:
    ada, other = make_player(Random(1), "Ada"), make_player(Random(2), "Ada M.")
    house["ada"].save_player(ada)
    house["ada"].save_player(other)
    house.meet()
    house["ada"].save_player({"id": other["id"], "name": "Ada Mae"})
    house["bo"].merge_players(ada["id"], other["id"])
    house["cleo"].save_player({"id": other["id"], "colour": "sea"})
    house.meet()
    for device in house.open:
        profile = house[device].player(other["id"])
        assert (profile["name"], profile["merged_into"], profile["colour"]) == ("Ada Mae", ada["id"], "sea")


def test_a_name_that_does_not_count_is_within_reach(house: Household) -> None:
    player = make_player(Random(1), "Ada")
    house["ada"].save_player(player)
    house.meet()
    house["ada"].save_player({"id": player["id"], "name": "Ada L."})
    house["bo"].save_player({"id": player["id"], "name": "Lady Ada"})
    house.meet()
    house.compact()
    for device in house.open:
        assert house[device].player(player["id"])["name"] == "Lady Ada"
        assert "Ada L." in [version.document["name"] for version in house[device].versions(player["id"])]


def test_fields_that_make_no_sense_together_come_from_one_hand(house: Household) -> None:
    session = {**finished(), "result": None, "sheet": None}
    house["ada"].save(session)
    house.meet()
    fewer = {"players": session["players"][:2], "starter": 0}
    house["ada"].save({**session, **fewer})
    house["bo"].save({**session, "sheet": {"seats": []}, "result": {"totals": [1, 2, 3]}})
    house.meet()
    states = [house[device].get(session["id"]) for device in house.open]
    assert states[0] == states[1] == states[2]
    assert [len(states[0]["players"]), states[0]["result"]] in ([3, {"totals": [1, 2, 3]}], [2, None])
    said = [version.document for version in house["ada"].versions(session["id"])]
    assert sorted(len(one["players"]) for one in (states[0], said[0])) == [2, 3]


def test_a_deletion_counts_until_somebody_goes_on(house: Household) -> None:
    session = live()
    house["ada"].save(session)
    house.meet()
    house["ada"].delete(session["id"])
    house["bo"].save({**session, "note": "one"})
    house["bo"].save({**session, "note": "two"})
    house.meet()
    for device in house.open:
        assert house[device].get(session["id"])["note"] == "two"


def test_taking_the_other_version_can_be_undone(house: Household) -> None:
    session = finished()
    house["ada"].save(session)
    house.meet()
    house["ada"].save({**session, "note": "from Ada"})
    house["bo"].save({**session, "note": "from Bo"})
    house.meet()
    history = house["ada"]
    (version,) = [one for one in history.versions(session["id"]) if one.unseen]
    history.take(session["id"], version)
    assert history.get(session["id"])["note"] == "from Ada"
    house.compact()
    back = next(one for one in house["ada"].versions(session["id"]) if one.document["note"] == "from Bo")
    house["ada"].take(session["id"], back)
    house.meet()
    for device in house.open:
        assert house[device].get(session["id"])["note"] == "from Bo"


def test_moves_that_were_set_aside_on_purpose_outlive_compaction(house: Household) -> None:
    session = live(5)
    house["ada"].save(session)
    house.meet()
    house["ada"].save({**session, "moves": [*session["moves"], {"move": "pass"}]})
    house["bo"].save({**session, "moves": [*session["moves"], {"move": "take", "cards": 4}]})
    house.meet()
    (version,) = house["bo"].versions(session["id"])
    house["bo"].take(session["id"], version)
    for seconds in range(3):
        house["bo"].save({**house["bo"].get(session["id"]), "seconds": 9_000 + seconds})
    house.compact()
    assert {"move": "take", "cards": 4} in house["bo"].versions(session["id"])[0].document["moves"]


def test_what_was_read_before_something_arrived_takes_nothing_back(house: Household) -> None:
    session = live()
    house["ada"].save(session)
    house.meet()
    read = house["ada"].get(session["id"])
    house["ada"].sit_at(read)
    house["bo"].save({**session, "place": "at Bo's"})
    house.meet()
    house["ada"].save({**read, "note": "typed meanwhile"})
    assert house["ada"].get(session["id"]) == {**session, "place": "at Bo's", "note": "typed meanwhile"}


def test_whoever_goes_on_with_the_very_same_object_is_saved_all_the_same(house: Household) -> None:
    session = live()
    house["ada"].save(session)
    house["ada"].sit_at(session)
    for step in range(3):
        session["moves"].append({"move": "pass", "at": step})
        session["options"]["word"] = step
        house["ada"].save(session)
        assert house["ada"].get(session["id"]) == session


# -- A table and its holder -------------------------------------------------------------------------------


def test_a_live_table_has_one_holder(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [1_790_000_000.0]
    monkeypatch.setattr("history.storage.time.time", lambda: moment[0])
    session = live(2)
    house["ada"].save(session)
    moment[0] += 60
    house["ada"].save({**session, "moves": [*session["moves"], {"move": "pass"}]})
    house.meet()
    for device in house.open:
        holder = house[device].holder(session["id"])
        assert holder is not None
        assert (holder.device, holder.since) == ("ada", 1_790_000_000)
    moment[0] += 60
    house["bo"].take_over(session["id"])
    house["ada"].save({**house["ada"].get(session["id"]), "note": "did not know yet"})
    house.meet()
    house.compact()
    for device in house.open:
        holder = house[device].holder(session["id"])
        assert holder is not None
        assert (holder.device, holder.since) == ("bo", 1_790_000_120)
    house["bo"].save({**house["bo"].get(session["id"]), "finished": "2026-01-01T00:00:00+00:00"})
    assert house["bo"].holder(session["id"]) is None


def test_devices_have_names_that_travel(house: Household) -> None:
    assert house["ada"].sessions() == []
    house["ada"].name_device("Ada's phone")
    house["bo"].save(live())
    house.meet()
    known = {device.id: (device.name, device.sessions) for device in house["cleo"].devices()}
    assert known == {"ada": ("Ada's phone", 0), "bo": ("", 1), "cleo": ("", 0)}
    assert house["cleo"].device_name("ada") == "Ada's phone"


# -- What arrives -----------------------------------------------------------------------------------------


def test_refreshing_says_what_has_changed(house: Household) -> None:
    session, other = live(), finished()
    house["bo"].save(session)
    assert house["ada"].refresh() == frozenset()
    assert house.give("bo", "ada") == {session["id"]}
    assert house["ada"].get(session["id"]) == session
    assert house["ada"].refresh() == frozenset()
    house["bo"].save(other)
    house["bo"].save_player(PEOPLE[0])
    assert house.give("bo", "ada") == {other["id"], PEOPLE[0]["id"]}
    assert house["ada"].sessions().ids() == [session["id"], other["id"]] or len(house["ada"].sessions()) == 2
    assert house["ada"].statistics().plays == 1


def test_what_has_not_changed_is_not_read_again(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    house["bo"].save(live())
    house.give("bo", "ada")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert house["ada"].refresh() == frozenset()


def test_a_torn_an_empty_and_a_missing_copy_take_nothing_away(house: Household) -> None:
    for seed in range(5):
        house["bo"].save(make_session(Random(seed), PEOPLE))
    house.give("bo", "ada")
    journal = house.folder / "ada" / "journal-bo.jsonl"
    whole = journal.read_bytes()
    for size in (len(whole) // 2, 0, len(whole) - 1):
        journal.write_bytes(whole[:size])
        assert house["ada"].refresh() == frozenset()
        assert len(house["ada"].sessions()) == 5
    journal.unlink()
    assert house["ada"].refresh() == frozenset()
    assert len(house["ada"].sessions()) == 5
    journal.write_bytes(whole)
    assert house["ada"].refresh() == frozenset()


def test_a_copy_that_was_torn_goes_on_when_it_is_whole(house: Household) -> None:
    sessions = [make_session(Random(seed), PEOPLE) for seed in range(6)]
    for session in sessions:
        house["bo"].save(session)
    whole = (house.folder / "bo" / "journal-bo.jsonl").read_bytes()
    journal = house.folder / "ada" / "journal-bo.jsonl"
    seen: set[str] = set()
    for size in range(0, len(whole), 700):
        journal.write_bytes(whole[:size])
        seen |= house["ada"].refresh()
    journal.write_bytes(whole)
    seen |= house["ada"].refresh()
    assert seen == {session["id"] for session in sessions}
    assert house["ada"].diagnosis.healthy


def test_compaction_elsewhere_changes_nothing_here(house: Household) -> None:
    session = live(0)
    for number in range(70):
        session["moves"].append({"move": "take", "cards": number})
        house["bo"].save(session)
    house.give("bo", "ada")
    house["bo"].compact()
    assert house.give("bo", "ada") == frozenset()
    assert house["ada"].get(session["id"]) == session


def test_a_phone_that_went_back_to_an_old_copy_of_itself_takes_nothing_along(house: Household) -> None:
    first, second, third = (make_session(Random(seed), PEOPLE) for seed in range(3))
    house["bo"].save(first)
    old = (house.folder / "bo" / "journal-bo.jsonl").read_bytes()
    house["bo"].save(second)
    house["bo"].save({**first, "note": "later"})
    house.give("bo", "ada")
    house["bo"].close()
    (house.folder / "bo" / "journal-bo.jsonl").write_bytes(old)
    house.open["bo"] = History.open(house.folder / "bo", "bo")
    house["bo"].save(third)
    house.meet()
    house.meet()
    house.reopen()
    for device in house.open:
        assert {one["id"] for one in house[device].sessions()} == {first["id"], second["id"], third["id"]}
        assert house[device].get(first["id"])["note"] == "later"


def test_newer_lines_that_arrive_are_told_and_passed_over(house: Household) -> None:
    (house.folder / "ada" / "journal-dan.jsonl").write_text(frame('4,{"of":"tomorrow"}'))
    assert house["ada"].refresh() == frozenset()
    assert house["ada"].diagnosis.newer == 1
    assert house["ada"].read_only is None


# -- Versions of the journal ------------------------------------------------------------------------------


def test_a_change_of_version_2_stands_for_all_that_came_before_it(tmp_path: Path) -> None:
    session = live(10)
    lines = []
    for clock, device, moves in ((1, "bo", 10), (2, "cleo", 8)):
        line = compose(
            Change("sessions", {**session, "moves": session["moves"][:moves]}, clock, device), "", ()
        )
        _crc, _version, head, document = json.loads(line.line)
        lines.append((device, frame(f"2,{json.dumps([*head[:8], *head[12:]])},{json.dumps(document)}")))
    for device, line in lines:
        (tmp_path / f"journal-{device}.jsonl").write_text(line)
    with History.open(tmp_path, "ada") as history:
        assert len(history.get(session["id"])["moves"]) == 8
        history.save({**history.get(session["id"]), "note": "today"})
        assert len(history.get(session["id"])["moves"]) == 8
    with History.open(tmp_path, "ada") as history:
        assert len(history.get(session["id"])["moves"]) == 8
