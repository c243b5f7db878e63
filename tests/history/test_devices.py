"""Several devices whose journals are copied into each other, in any order and in part, end up the same."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from history import History
from tests.history.factories import make_live_session, make_players, make_session, make_sessions

PEOPLE = make_players(4)
DEVICES = ("ada", "bo", "cleo")

Document = dict[str, Any]
Stamp = tuple[int, str]


def stamps(history: History) -> dict[tuple[str, str], Stamp]:
    history.wait()
    return {
        (table, name): revision.stamp
        for table in ("sessions", "players")
        for name, revision in history._storage.newest(table).items()
    }


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


class World:
    """Three devices, what each has acknowledged, and the newest of all that."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.folders = {device: folder / device for device in DEVICES}
        self.open = {device: History.open(self.folders[device], device) for device in DEVICES}
        self.acknowledged: dict[str, dict[tuple[str, str], Stamp]] = {device: {} for device in DEVICES}
        self.newest: dict[tuple[str, str], tuple[Stamp, Any]] = {}

    def reopen(self, device: str) -> History:
        self.open[device].close()
        self.open[device] = History.open(self.folders[device], device)
        return self.open[device]

    def step(self) -> None:
        device = self.random.choice(DEVICES)
        what = self.random.choice(
            (
                "new",
                "new",
                "move",
                "move",
                "edit",
                "delete",
                "restore",
                "player",
                "merge",
                "copy",
                "copy",
                "tidy",
                "reopen",
            )
        )
        getattr(self, what)(device)
        view = stamps(self.open[device])
        for key, stamp in self.acknowledged[device].items():
            assert view[key] >= stamp, "an acknowledged change has gone"

    def note(self, device: str, kind: str, document: Document, *, deleted: bool = False) -> None:
        """After a change: it is there, and it is newer than all that this device knew."""
        history = self.open[device]
        key = ("players" if kind == "player" else "sessions", document["id"])
        stamp = stamps(history)[key]
        assert stamp == (max(clock for clock, _ in stamps(history).values()), device)
        self.acknowledged[device][key] = stamp
        if key not in self.newest or stamp > self.newest[key][0]:
            self.newest[key] = (stamp, (kind if not deleted else "deleted", document))

    def save(self, device: str, session: Document) -> None:
        self.open[device].save(session)
        self.note(device, "session", session)

    def new(self, device: str) -> None:
        live = self.random.random() < 0.3
        moves = self.random.randrange(120)
        self.save(
            device,
            make_live_session(self.random, PEOPLE, moves) if live else make_session(self.random, PEOPLE),
        )

    def move(self, device: str) -> None:
        for session in self.open[device].live()[:2]:
            for _ in range(self.random.randrange(1, 40)):
                session["moves"].append({"move": "take", "cards": self.random.randrange(9), "by": device})
            if self.random.random() < 0.3:
                del session["moves"][-self.random.randrange(1, 70) :]
            self.save(device, session)

    def edit(self, device: str) -> None:
        sessions = self.open[device].sessions()
        if sessions:
            self.save(device, {**self.random.choice(sessions), "note": f"{device} {self.random.random()}"})

    def delete(self, device: str) -> None:
        sessions = self.open[device].sessions()
        if sessions:
            session = self.random.choice(sessions)
            self.open[device].delete(session["id"])
            self.note(device, "session", session, deleted=True)

    def restore(self, device: str) -> None:
        sessions = self.open[device].deleted()
        if sessions:
            session = self.random.choice(sessions)
            self.open[device].restore(session["id"])
            self.note(device, "session", session)

    def player(self, device: str) -> None:
        history, player = self.open[device], self.random.choice(PEOPLE)
        history.save_player({"id": player["id"], "name": f"{device} {self.random.random()}"})
        self.note(device, "player", history.player(player["id"]))

    def merge(self, device: str) -> None:
        history = self.open[device]
        known = [player for player in PEOPLE if knows(history, player)]
        if len(known) > 1:
            keep, away = self.random.sample(known, 2)
            history.save_player({"id": away["id"], "merged_into": keep["id"]})
            self.note(device, "player", history.player(away["id"]))

    def copy(self, device: str) -> None:
        """A journal comes over from somebody who has it, whole or as far as the copy got."""
        giver = self.random.choice(DEVICES)
        whose = self.random.choice(DEVICES)
        source = self.folders[giver] / f"journal-{whose}.jsonl"
        if device in (giver, whose) or not source.exists():
            return
        cut = self.random.random() < 0.5
        copy(
            self.folders[giver],
            self.folders[device],
            whose,
            self.random.randrange(1 + source.stat().st_size) if cut else None,
        )
        self.reopen(device)

    def tidy(self, device: str) -> None:
        before = state(self.open[device])
        self.open[device].compact()
        assert state(self.open[device]) == before

    def end(self) -> list[dict[tuple[str, str], Any]]:
        for history in self.open.values():
            history.close()
        for giver in DEVICES:
            for taker in self.random.sample(DEVICES, 3):
                if giver != taker:
                    copy(self.folders[giver], self.folders[taker], giver)
        states = []
        for device in DEVICES:
            with History.open(self.folders[device], device) as history:
                assert history.diagnosis.healthy
                assert history.diagnosis.torn == 0
                states.append(state(history))
        return states


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_three_devices_come_to_the_same_history_and_lose_nothing(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, seed)
    for _ in range(250):
        world.step()
    states = world.end()
    expected = {(kind, document["id"]): document for _, (kind, document) in world.newest.values()}
    assert states[0] == expected
    assert states[1] == expected
    assert states[2] == expected
    assert len(expected) > 10


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
