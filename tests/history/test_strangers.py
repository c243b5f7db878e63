"""Stamps from elsewhere, however far ahead: all phones agree, and every phone goes on saving."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from history import History
from history.revision import FAR_CLOCK, LAST_CLOCK, LATEST_CLOCK, Change, compose
from tests.history.factories import make_players, make_session

PEOPLE = make_players(4)
GAMES = [make_session(Random(seed), PEOPLE) for seed in range(3)]
CLOCKS = (
    *(0, 1, 2, 5, FAR_CLOCK - 1, FAR_CLOCK, FAR_CLOCK + 1, 2**52 - 1, 2**52, 2**52 + 1),
    *(LAST_CLOCK - 500, LAST_CLOCK, LAST_CLOCK + 1, LATEST_CLOCK - 1, LATEST_CLOCK),
)
"""Without those for which hardly a change is left: what becomes of them is tested with the storage."""
DEVICES = ("ada", "bo", "cleo")

Document = dict[str, Any]
Told = dict[str, Any]


def state(history: History) -> Told:
    return {
        "sessions": {one["id"]: one for one in history.sessions()},
        "deleted": {one["id"]: one for one in history.deleted()},
    }


def entry(game: int, note: int, clock: int, device: str, deleted: bool) -> Document:
    body = {**GAMES[game], "note": f"note {note}"}
    return {"kind": "session", "clock": clock, "device": device, "deleted": deleted, "body": body}


def write(path: Path, entries: list[Document]) -> Path:
    path.write_text(json.dumps({"tableside": 1, "documents": entries}))
    return path


entries = st.builds(
    entry,
    st.integers(0, 2),
    st.integers(0, 2),
    st.sampled_from(CLOCKS),
    st.sampled_from(["ada", "evil", "z" * 64, ""]),
    st.booleans(),
)
files = st.lists(st.lists(entries, min_size=1, max_size=3), min_size=2, max_size=4)


@given(files, st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None, derandomize=True)
def test_in_any_order_in_any_company_and_again(contents: list[list[Document]], random: Random) -> None:
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        paths = [write(folder / f"{number}.json", one) for number, one in enumerate(contents)]
        states = []
        for number in range(3):
            with History.open(folder / f"one by one {number}", "phone") as history:
                for path in random.sample(paths, len(paths)):
                    history.merge(path)
                assert history.merge(random.choice(paths)).added == 0
                states.append(state(history))
                if number == 1:
                    history.compact()
            with History.open(folder / f"one by one {number}", "phone") as history:
                assert state(history) == states[-1]
        half = len(paths) // 2
        for name, part in (("left", paths[:half]), ("right", paths[half:])):
            with History.open(folder / name, name) as history:
                for path in part:
                    history.merge(path)
                history.export(folder / f"{name}.json")
        with History.open(folder / "both", "both") as history:
            history.merge(folder / "right.json")
            history.merge(folder / "left.json")
            states.append(state(history))
        assert all(found == states[0] for found in states)


class World:
    """Three phones that play, give each other backups and journals, and take in what strangers send."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.folder = folder
        self.open = {device: History.open(folder / device, device) for device in DEVICES}
        self.number = 0

    def step(self) -> None:
        device = self.random.choice(DEVICES)
        what = self.random.choice(
            ("play", "play", "delete", "file", "file", "journal", "backup", "copy", "tidy")
        )
        getattr(self, what)(device)

    def some(self) -> Document:
        return {**self.random.choice(GAMES), "note": f"{self.random.random()}"}

    def play(self, device: str) -> None:
        session = self.some()
        self.open[device].save(session)
        assert self.open[device].get(session["id"]) == session, "what was just saved counts"

    def delete(self, device: str) -> None:
        sessions = self.open[device].sessions()
        if sessions:
            name = self.random.choice(sessions.ids())
            self.open[device].delete(name)
            assert name not in self.open[device].sessions().ids()

    def file(self, device: str) -> None:
        found = [
            entry(
                self.random.randrange(3),
                self.random.randrange(100),
                self.random.choice(CLOCKS),
                self.random.choice(["evil", "z" * 64, *DEVICES]),
                self.random.random() < 0.3,
            )
            for _ in range(3)
        ]
        self.open[device].merge(write(self.folder / "stranger.json", found))

    def journal(self, device: str) -> None:
        """Everybody gets the stranger's journal, sooner or later; it grows."""
        clock = min(self.random.choice(CLOCKS), LATEST_CLOCK - 1)
        line = compose(Change("sessions", self.some(), clock, "evil"), "", ()).line
        with (self.folder / "journal-evil.jsonl").open("a") as file:
            file.write(line)
        self.reopen(device, self.folder / "journal-evil.jsonl")

    def backup(self, device: str) -> None:
        giver = self.random.choice(DEVICES)
        self.open[giver].export(self.folder / "backup.json")
        self.open[device].merge(self.folder / "backup.json")

    def copy(self, device: str) -> None:
        giver = self.random.choice(DEVICES)
        if giver != device:
            self.reopen(device, self.folder / giver / f"journal-{giver}.jsonl")

    def tidy(self, device: str) -> None:
        before = state(self.open[device])
        self.open[device].compact()
        assert state(self.open[device]) == before

    def reopen(self, device: str, journal: Path) -> None:
        self.open[device].close()
        shutil.copy(journal, self.folder / device)
        self.open[device] = History.open(self.folder / device, device)

    def end(self) -> list[Told]:
        """Everybody gives everybody a backup, once around and once again."""
        for giver in (*DEVICES, *DEVICES):
            self.open[giver].export(self.folder / "backup.json")
            for device in DEVICES:
                self.open[device].merge(self.folder / "backup.json")
        states = [state(self.open[device]) for device in DEVICES]
        for device in DEVICES:
            self.play(device)
            self.open[device].close()
        return states


@pytest.mark.parametrize("seed", range(6))
def test_three_phones_among_strangers_agree_and_go_on_saving(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, seed)
    for _ in range(60):
        world.step()
    states = world.end()
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize("clock", [clock for clock in CLOCKS if clock >= FAR_CLOCK])
def test_the_last_word_of_a_phone_is_the_last_word_on_every_phone(tmp_path: Path, clock: int) -> None:
    write(tmp_path / "stranger.json", [entry(0, 0, clock, "z" * 64, deleted=False)])
    for device in DEVICES:
        with History.open(tmp_path / device, device) as history:
            history.merge(tmp_path / "stranger.json")
    with History.open(tmp_path / "ada", "ada") as history:
        history.save({**GAMES[0], "note": "mine"})
        history.save(GAMES[1])
        history.export(tmp_path / "ada.json")
    for device in DEVICES:
        with History.open(tmp_path / device, device) as history:
            history.merge(tmp_path / "ada.json")
            history.merge(tmp_path / "stranger.json")
            assert history.get(GAMES[0]["id"])["note"] == "mine"
            assert history.get(GAMES[1]["id"]) == GAMES[1]


def test_a_backup_stamped_later_than_anything_can_be_says_so_and_replaces_nothing(tmp_path: Path) -> None:
    write(tmp_path / "stranger.json", [entry(0, 0, LATEST_CLOCK, "evil", deleted=False)])
    with History.open(tmp_path / "phone") as history:
        history.save(GAMES[0])
        report = history.merge(tmp_path / "stranger.json")
        assert [remark.key for remark in report.remarks] == ["history.odd_clocks"]
        assert (report.unchanged, report.refused) == (1, ())
        assert history.get(GAMES[0]["id"]) == GAMES[0]


@pytest.mark.parametrize("at", [-1, -(2**31), -(10**30), 1000, 10**12, 2**53 + 1, 10**30])
def test_a_backup_of_a_phone_with_the_wrong_date_is_read_and_called_odd(tmp_path: Path, at: int) -> None:
    finished = {**entry(0, 0, 3, "other", deleted=False), "at": at}
    edited = {**entry(0, 1, 4, "other", deleted=False), "at": at}
    with History.open(tmp_path / "phone") as history:
        for number, one in enumerate((finished, edited)):
            path = write(tmp_path / f"{number}.json", [one])
            preview = history.preview(path)
            assert [remark.key for remark in preview.remarks] == ["history.odd_times"]
            report = history.carry_out(preview).report
            assert (report.added + report.updated, report.refused) == (1, ())
            assert report.remarks == preview.remarks
        [version] = history.versions(GAMES[0]["id"])
        assert version.at == (at if at == 1000 else 0)
        history.export(tmp_path / "backup.json")
    with History.open(tmp_path / "new") as history:
        assert history.merge(tmp_path / "backup.json").added == 1


def test_a_journal_of_a_phone_with_the_wrong_date_is_read(tmp_path: Path) -> None:
    lines = [
        compose(Change("sessions", {**GAMES[0], "note": str(clock)}, clock, "other", at=at), "", ()).line
        for clock, at in ((1, -5), (2, 2**60), (3, 0))
    ]
    (tmp_path / "journal-other.jsonl").write_text("".join(lines))
    with History.open(tmp_path, "phone") as history:
        assert history.diagnosis.healthy
        assert [version.at for version in history.versions(GAMES[0]["id"])] == [0, 0]
        history.export(tmp_path / "backup.json")
        assert history.merge(tmp_path / "backup.json").remarks == ()
