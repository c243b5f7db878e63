"""Several devices whose journals are copied into each other, in any order and in part, end up the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History
from tests.history.factories import make_players, make_session, make_sessions

PEOPLE = make_players(4)
DEVICES = ("ada", "bo", "cleo")

Document = dict[str, Any]


def state(history: History) -> dict[tuple[str, str], Any]:
    """Everything there is to know, deletions included."""
    return {
        **{("session", session["id"]): session for session in history.sessions()},
        **{("deleted", session["id"]): session for session in history.deleted()},
        **{
            ("player", player["id"]): history.player(player["id"])
            for player in PEOPLE
            if knows(history, player)
        },
    }


def knows(history: History, player: Document) -> bool:
    return player["id"] in history.names()


def copy(source: Path, target: Path, device: str, size: int | None = None) -> None:
    """Brings a device's journal from one folder into another, as far as `size`."""
    data = (source / f"journal-{device}.jsonl").read_bytes()
    (target / f"journal-{device}.jsonl").write_bytes(data[:size])


FIELDS = (
    "place",
    "note",
    "starter",
    "seconds",
    "options",
    "started",
    "finished",
    "sheet",
    "players",
    "moves",
)
CHANGES = (*FIELDS, "photos")


def value_of(session: Document, field: str) -> str:
    value = [session["sheet"], session["result"]] if field == "sheet" else session.get(field)
    return json.dumps(value, sort_keys=True)


def is_within(short: str, long: str) -> bool:
    one, other = json.loads(short), json.loads(long)
    return other[: len(one)] == one


class World:
    """Three devices, and every value that one of them has acknowledged and not replaced itself."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.random = random
        self.folders = {device: folder / device for device in DEVICES}
        self.skew = dict(zip(DEVICES, (0, -90_000, 4_000_000), strict=True))
        self.device = DEVICES[0]
        self.open = {device: self.opened(device) for device in DEVICES}
        self.said: dict[tuple[str, str, str], str] = {}
        self.backups: list[Path] = []
        self.number = 0

    def opened(self, device: str) -> History:
        return History.open(self.folders[device], device)

    def at(self, device: str) -> History:
        """From here on it is as late as the clock of this device says."""
        self.device = device
        return self.open[device]

    def now(self) -> float:
        return 1_790_000_000 + self.skew[self.device]

    def fresh(self) -> str:
        self.number += 1
        return f"{self.device} {self.number}"

    def step(self) -> None:
        what = ("new", "change", "change", "change", "change", "play", "play", "exchange", "exchange")
        rare = ("delete", "profile", "tidy", "reopen", "backup", "restore", "anew")
        getattr(self, self.random.choice((*what, *what, *rare)))(self.random.choice(DEVICES))

    # -- What somebody does ---------------------------------------------------------------------------

    def new(self, device: str) -> None:
        live = self.random.random() < 0.5
        session = make_session(self.random, PEOPLE, "pearls", seats=3, finished=not live)
        self.save(device, session, FIELDS)

    def change(self, device: str) -> None:
        session = self.some(device)
        if session is None:
            return
        field, word, number = self.random.choice(CHANGES), self.fresh(), self.number
        moment = f"{2001 + number % 300}-01-01T00:00:{number % 60:02}+00:00"
        values: Document = {
            "starter": number % 3,
            "seconds": number,
            "options": {"word": word},
            "started": moment,
            "finished": moment,
            "players": [{"id": PEOPLE[0]["id"], "name": word}, *session["players"][1:3]],
            "sheet": {"word": word},
            "photos": [word],
            "moves": [*session["moves"][:2], {"move": "pass", "by": word}],
        }
        self.save(device, {**session, field: values.get(field, word)}, [field])

    def play(self, device: str) -> None:
        session = self.some(device)
        if session is not None:
            for _ in range(self.random.randrange(1, 40)):
                session["moves"].append({"move": "take", "by": self.fresh()})
                session["seconds"] += 1
                self.save(device, session, ["moves", "seconds"])

    def some(self, device: str) -> Document | None:
        sessions = self.open[device].sessions()
        return self.random.choice(sessions) if len(sessions) else None

    def save(self, device: str, session: Document, fields: Iterable[str]) -> None:
        self.at(device).save(session)
        assert self.open[device].get(session["id"]) == session
        for field in fields:
            self.said[device, session["id"], field] = value_of(session, field)

    def delete(self, device: str) -> None:
        sessions = self.at(device).sessions()
        if len(sessions):
            name = self.random.choice(sessions.ids())
            self.open[device].delete(name)
            if self.random.random() < 0.7:
                self.open[device].restore(name)

    def profile(self, device: str) -> None:
        history, player = self.at(device), self.random.choice(PEOPLE)
        if player["id"] not in history.names():
            history.save_player(player)
        fields = {"name": self.fresh()}, {"colour": self.fresh()}, {"archived": self.random.random() < 0.5}
        history.save_player({"id": player["id"], **self.random.choice(fields)})

    # -- What becomes of the files --------------------------------------------------------------------

    def exchange(self, device: str) -> None:
        """A journal comes over from somebody who has it, whole or as far as the copy got."""
        giver, whose = self.random.choice(DEVICES), self.random.choice(DEVICES)
        source = self.folders[giver] / f"journal-{whose}.jsonl"
        if device not in (giver, whose) and source.exists():
            cut = self.random.randrange(1 + source.stat().st_size) if self.random.random() < 0.3 else None
            copy(self.folders[giver], self.folders[device], whose, cut)
            before = state(self.open[device])
            changed = self.at(device).refresh()
            after = state(self.open[device])
            assert all(
                name in changed for (kind, name) in after if after[kind, name] != before.get((kind, name))
            )

    def tidy(self, device: str) -> None:
        before = state(self.at(device))
        self.open[device].compact()
        assert state(self.open[device]) == before

    def reopen(self, device: str) -> None:
        self.at(device).close()
        self.open[device] = self.opened(device)

    def backup(self, device: str) -> None:
        self.backups.append(self.folders[device].with_name(f"backup {len(self.backups)}.json"))
        self.at(device).export(self.backups[-1])

    def restore(self, device: str) -> None:
        if self.backups:
            before = state(self.at(device))
            self.open[device].merge(self.random.choice(self.backups))
            assert before.keys() <= {**state(self.open[device]), **before}.keys()

    def anew(self, device: str) -> None:
        """The folder is gone; the phone comes back under another name, with what the others have of it."""
        if self.random.random() < 0.9 or device not in self.open:
            return
        self.at(device).close()
        others = [other for other in DEVICES if other != device]
        for other in others:
            copy(self.folders[device], self.folders[other], device)
            self.at(other).refresh()
        kept = (self.folders[device] / f"journal-{device}.jsonl").read_bytes()
        shutil.rmtree(self.folders[device])
        self.folders[device].mkdir()
        (self.folders[device] / f"journal-{device}.jsonl").write_bytes(kept)
        self.open[device] = self.opened(device)

    # -- The end --------------------------------------------------------------------------------------

    def end(self) -> None:
        for _ in range(2):
            for giver in DEVICES:
                for taker in self.random.sample(DEVICES, 3):
                    if giver != taker:
                        copy(self.folders[giver], self.folders[taker], giver)
                        self.at(taker).refresh()
        for device in DEVICES:
            if self.random.random() < 0.5:
                self.at(device).compact()
        for device in DEVICES:
            self.reopen(device)
        states = [state(self.open[device]) for device in DEVICES]
        assert states[0] == states[1] == states[2]
        for device in DEVICES:
            assert self.open[device].diagnosis.healthy
            self.look_for_all(self.open[device])

    def look_for_all(self, history: History) -> None:
        """Every value that counted on some device when it was last heard of is in reach."""
        present = set(history.sessions().ids())
        for (device, name, field), value in self.said.items():
            if name not in present:
                history.restore(name)
            known = [history.get(name), *(version.document for version in history.versions(name))]
            values = [value_of(document, field) for document in known]
            assert (
                value in values
                or (field == "moves" and any(is_within(value, other) for other in values))
                or (field == "seconds" and int(value) <= max(map(int, values)))
            ), (device, field, value)

    def close(self) -> None:
        for history in self.open.values():
            history.close()


def live_through(folder: Path, random: Random, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(folder, random)
    monkeypatch.setattr("history.storage.time.time", world.now)
    try:
        for _ in range(steps):
            world.step()
        world.end()
    finally:
        world.close()


@pytest.mark.parametrize("seed", range(4))
def test_three_devices_come_to_the_same_and_every_value_is_within_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    live_through(tmp_path, Random(seed), 60, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_three_devices_for_a_long_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    live_through(tmp_path, Random(seed), 250, monkeypatch)


def test_the_own_word_outlives_compaction_while_another_device_has_the_last(tmp_path: Path) -> None:
    session = make_sessions(1)[0]
    with History.open(tmp_path / "ada", "ada") as history:
        history.save(session)
    shutil.copytree(tmp_path / "ada", tmp_path / "bo")
    with History.open(tmp_path / "bo", "bo") as history:
        history.save({**session, "note": "from bo"})
    copy(tmp_path / "bo", tmp_path / "ada", "bo")
    with History.open(tmp_path / "ada", "ada") as history:
        assert history.get(session["id"])["note"] == "from bo"
        assert [version.document for version in history.versions(session["id"])] == [session]
        history.compact()
    (tmp_path / "ada" / "journal-bo.jsonl").unlink()
    with History.open(tmp_path / "ada", "ada") as history:
        assert history.get(session["id"]) == session


def test_at_the_same_clock_the_greater_device_id_counts_everywhere(tmp_path: Path) -> None:
    session = make_sessions(1)[0]
    for device in ("ada", "bo"):
        with History.open(tmp_path / device, device) as history:
            history.save({**session, "note": device})
    copy(tmp_path / "ada", tmp_path / "bo", "ada")
    copy(tmp_path / "bo", tmp_path / "ada", "bo")
    for device in ("ada", "bo"):
        with History.open(tmp_path / device, device) as history:
            assert history.get(session["id"])["note"] == "bo"


def test_two_phones_with_one_id_still_agree(tmp_path: Path) -> None:
    """Somebody copied the whole folder, `device` included; both went on with the same clock."""
    session = make_sessions(1)[0]
    for name in ("one", "two"):
        with History.open(tmp_path / name, "twin") as history:
            history.save({**session, "note": name})
    seen = set()
    for name, other in (("one", "two"), ("two", "one")):
        shutil.copy(tmp_path / other / "journal-twin.jsonl", tmp_path / name / "journal-copy.jsonl")
        with History.open(tmp_path / name, "twin") as history:
            seen.add(history.get(session["id"])["note"])
    assert len(seen) == 1
