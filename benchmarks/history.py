"""The history beside TinyDB's own storages and sqlite3: the same sessions, the same questions, one run."""

from __future__ import annotations

import gc
import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tinydb import TinyDB, where
from tinydb.middlewares import CachingMiddleware
from tinydb.storages import JSONStorage

from history import History
from tests.history.factories import make_live_session, make_players, make_session, make_sessions

PAGE = 20
IN_A_ROW = 6
PEOPLE = make_players()


@dataclass(frozen=True, slots=True)
class Effort:
    sizes: tuple[int, ...]
    openings: int
    turns: int
    marks: tuple[int, ...]
    """Moves of a long session at which saving one more is measured."""
    sessions: int


FULL = Effort(sizes=(1_000, 10_000), openings=7, turns=30, marks=(10, 100, 300), sessions=6)
TOY = Effort(sizes=(40,), openings=1, turns=1, marks=(2, 10), sessions=1)

Document = dict[str, Any]


class Ours:
    """history.History."""

    name = "history"
    durable = True

    def __init__(self, folder: Path) -> None:
        self._history = History.open(folder / "cupboard")

    def fill(self, sessions: Iterable[Document]) -> None:
        for session in sessions:
            self._history.save(session)

    def save(self, session: Document) -> None:
        self._history.save(session)

    def load(self, name: str) -> Document:
        return self._history.get(name)

    def filter(self, player: str) -> int:
        return len(self._history.sessions(game="pearls", player=player, since="2019-01-01"))

    def search(self, text: str) -> int:
        return len(self._history.sessions(text=text))

    def statistics(self, player: str) -> int:
        return self._history.statistics(player=player).plays

    def page(self) -> list[Document]:
        return list(self._history.sessions()[:PAGE])

    def close(self) -> None:
        self._history.close()


class Tiny:
    """TinyDB as it comes."""

    name = "JSONStorage"
    durable = True

    def __init__(self, folder: Path) -> None:
        self._database = self._open(folder / f"{self.name}.json")

    def _open(self, path: Path) -> TinyDB:
        return TinyDB(path, storage=JSONStorage)

    def fill(self, sessions: Iterable[Document]) -> None:
        self._database.insert_multiple(sessions)

    def save(self, session: Document) -> None:
        self._database.upsert(session, where("id") == session["id"])

    def load(self, name: str) -> Document:
        document = self._database.get(where("id") == name)
        assert isinstance(document, dict)
        return document

    def filter(self, player: str) -> int:
        self._database.clear_cache()
        return self._database.count(
            (where("game") == "pearls")
            & (where("started") >= "2019-01-01")
            & where("players").any(where("id") == player)
        )

    def search(self, text: str) -> int:
        self._database.clear_cache()
        return self._database.count(
            where("note").search(text)
            | where("place").search(text)
            | where("players").any(where("name").search(text))
        )

    def statistics(self, player: str) -> int:
        self._database.clear_cache()
        found = self._database.search(where("players").any(where("id") == player))
        return sum(_wins(session, player) for session in found) and len(found)

    def page(self) -> list[Document]:
        return sorted(self._database.all(), key=lambda session: session["started"], reverse=True)[:PAGE]

    def close(self) -> None:
        self._database.close()


class Caching(Tiny):
    """TinyDB with its cache: fast, because nothing is on the disk until the cache is written."""

    name = "CachingMiddleware"
    durable = False

    def _open(self, path: Path) -> TinyDB:
        return TinyDB(path, storage=CachingMiddleware(JSONStorage))


class Sqlite:
    """sqlite3 with a write-ahead log, flushed with every commit, and an index on what is filtered."""

    name = "sqlite3"
    durable = True

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "sessions.sqlite")
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")
        self._database.executescript(
            """
            CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, game TEXT, started TEXT, document TEXT);
            CREATE INDEX IF NOT EXISTS by_age ON sessions (started);
            CREATE INDEX IF NOT EXISTS by_game ON sessions (game, started);
            CREATE TABLE IF NOT EXISTS seats (session TEXT, player TEXT, PRIMARY KEY (session, player));
            CREATE INDEX IF NOT EXISTS by_player ON seats (player);
            """
        )

    def fill(self, sessions: Iterable[Document]) -> None:
        with self._database:
            for session in sessions:
                self._put(session)

    def save(self, session: Document) -> None:
        with self._database:
            self._put(session)

    def _put(self, session: Document) -> None:
        self._database.execute(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)",
            (session["id"], session["game"], session["started"], json.dumps(session)),
        )
        self._database.executemany(
            "INSERT OR REPLACE INTO seats VALUES (?, ?)",
            [(session["id"], player["id"]) for player in session["players"]],
        )

    def load(self, name: str) -> Document:
        (text,) = self._database.execute("SELECT document FROM sessions WHERE id = ?", (name,)).fetchone()
        document: Document = json.loads(text)
        return document

    def filter(self, player: str) -> int:
        rows = self._database.execute(
            "SELECT id FROM sessions JOIN seats ON id = session WHERE game = 'pearls'"
            " AND started >= '2019-01-01' AND player = ? ORDER BY started DESC",
            (player,),
        )
        return len(rows.fetchall())

    def search(self, text: str) -> int:
        rows = self._database.execute("SELECT id FROM sessions WHERE document LIKE ?", (f"%{text}%",))
        return len(rows.fetchall())

    def statistics(self, player: str) -> int:
        rows = self._database.execute(
            "SELECT document FROM sessions JOIN seats ON id = session WHERE player = ?", (player,)
        )
        found = [json.loads(text) for (text,) in rows]
        return sum(_wins(session, player) for session in found) and len(found)

    def page(self) -> list[Document]:
        rows = self._database.execute("SELECT document FROM sessions ORDER BY started DESC LIMIT ?", (PAGE,))
        return [json.loads(text) for (text,) in rows]

    def close(self) -> None:
        self._database.close()


CONTENDERS: tuple[type[Any], ...] = (Ours, Tiny, Caching, Sqlite)


def _wins(session: Document, player: str) -> float:
    seats = [seat for seat, one in enumerate(session["players"]) if one["id"] == player]
    winners = session["result"]["winners"]
    return sum(seat in winners for seat in seats) / len(winners)


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


# -- The measurements: the contenders take turns, so that a busy machine is unfair to all alike -------------


class Times:
    """Milliseconds by question and contender."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, list[float]]] = {}

    def add(self, question: str, contender: str, milliseconds: float) -> None:
        self._found.setdefault(question, {}).setdefault(contender, []).append(milliseconds)

    def show(self, title: str) -> None:
        names = [contender.name for contender in CONTENDERS]
        print(f"\n{title}")
        print(
            f"  {'median ms':<30}" + "".join(f"{name:>19}" for name in names) + f"{'history : sqlite3':>19}"
        )
        for question, by_contender in self._found.items():
            medians = {name: median(by_contender[name]) for name in names}
            ratio = medians[Ours.name] / medians[Sqlite.name]
            print(
                f"  {question:<30}"
                + "".join(f"{medians[name]:>19.3f}" for name in names)
                + f"{ratio:>18.2f}x"
            )


def _takes_part(contender: type[Any], turn: int) -> bool:
    """Who needs seconds for an answer is asked three times only."""
    return turn < 3 or not issubclass(contender, Tiny)


def _settle() -> None:
    """Takes what is there by now out of the garbage collector's walks, as the app does."""
    gc.collect()
    gc.freeze()


def measure(size: int, folder: Path, effort: Effort) -> None:
    sessions = make_sessions(size, seed=4, players=PEOPLE)
    kilobytes = sum(len(json.dumps(session)) for session in sessions) / size / 1000
    times, random, player = Times(), Random(7), PEOPLE[0]["id"]
    for contender in CONTENDERS:
        store = contender(folder)
        store.fill(sessions)
        store.close()
    _settle()
    for turn in range(effort.openings):
        for contender in CONTENDERS:
            if _takes_part(contender, turn):
                start = time.perf_counter()
                store = contender(folder)
                assert len(store.page()) == PAGE
                times.add("open to first page", contender.name, (time.perf_counter() - start) * 1000)
                store.close()
    stores = {contender: contender(folder) for contender in CONTENDERS}
    for store in stores.values():
        store.statistics(player)
    _settle()
    for turn in range(effort.turns):
        fresh = [make_session(random, PEOPLE) for _ in range(IN_A_ROW)]
        edited = [{**random.choice(sessions), "note": f"edited {turn}"} for _ in range(IN_A_ROW)]
        names = [random.choice(sessions)["id"] for _ in range(IN_A_ROW)]
        for contender, store in stores.items():
            if _takes_part(contender, turn):
                # The questions follow a change, so that nobody answers from memory alone.
                often = IN_A_ROW if size <= 1_000 or not issubclass(contender, Tiny) else 1
                for question, work, arguments in (
                    ("save a new session", store.save, fresh[:often]),
                    ("load by id", store.load, names[:often]),
                    ("filter: game, player, since", store.filter, [player]),
                    ("search: free text", store.search, ["tea"]),
                    ("save an edited session", store.save, edited[:often]),
                    ("statistics of a player", store.statistics, [player]),
                ):
                    for argument in arguments:
                        times.add(question, contender.name, _milliseconds(partial(work, argument)))
    for store in stores.values():
        store.close()
    times.show(f"{size:,} sessions of {kilobytes:.1f} kB (CachingMiddleware saves nothing durably)")


def measure_moves(folder: Path, effort: Effort) -> None:
    """What saving one more move costs, early and late in a long session."""
    times = Times()
    stores = {contender: contender(folder) for contender in CONTENDERS}
    for seed in range(effort.sessions):
        session = make_live_session(Random(seed), PEOPLE, 0)
        for number in range(1, effort.marks[-1] + IN_A_ROW):
            session["moves"].append({"move": "take", "cards": number % 4, "colour": "red", "at": number * 9})
            mark = next((mark for mark in effort.marks if 0 <= number - mark < IN_A_ROW), None)
            for contender, store in stores.items():
                took = _milliseconds(partial(store.save, session))
                if mark is not None:
                    times.add(f"save move {mark}", contender.name, took)
    for store in stores.values():
        store.close()
    times.show("One session, move by move")


def main(effort: Effort = FULL) -> None:
    for size in effort.sizes:
        with TemporaryDirectory() as folder:
            measure(size, Path(folder), effort)
    with TemporaryDirectory() as folder:
        measure_moves(Path(folder), effort)


if __name__ == "__main__":
    main()
