"""Kills a process that saves without pause, again and again, and looks at what is left each time.

Run as `python -m tests.history.killed <folder> <kills> <seed>`: a process of its own, so that the children
are forked from one that has everything imported and no thread running.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from history import History
from tests.history.factories import make_live_session, make_players, make_session

PEOPLE = make_players(5)
Document = dict[str, Any]


def plan(seed: int) -> Iterator[tuple[str, Document]]:
    """What the child does, step by step: new sessions, more moves, undone moves, edits, deletions."""
    random = Random(seed)
    live = make_live_session(random, PEOPLE, 60)
    saved: list[Document] = []
    while True:
        what = random.random()
        if what < 0.45:
            live["moves"].append({"move": "take", "cards": random.randrange(9), "at": len(live["moves"])})
            yield "save", {**live, "moves": list(live["moves"])}
        elif what < 0.5:
            live["moves"].pop()
            yield "save", {**live, "moves": list(live["moves"])}
        elif what < 0.8 or not saved:
            saved.append(make_session(random, PEOPLE))
            yield "save", saved[-1]
        elif what < 0.95:
            position = random.randrange(len(saved))
            saved[position] = {**saved[position], "note": f"edited {random.random()}"}
            yield "save", saved[position]
        else:
            yield "delete", saved.pop(random.randrange(len(saved)))


def carry_out(folder: Path, seed: int, acknowledge: int) -> None:
    with History.open(folder, "phone") as history:
        for number, (what, session) in enumerate(plan(seed), 1):
            if what == "save":
                history.save(session)
            else:
                history.delete(session["id"])
            os.write(acknowledge, b".")
            if number % 40 == 0:
                history.compact()


def kill_one(folder: Path, seed: int, steps: int, delay: float) -> int:
    """How many steps the child had acknowledged when it died: so many at least, and a moment longer."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            carry_out(folder, seed, write_end)
        finally:
            os._exit(1)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        acknowledged = len(pipe.read(steps))
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the child ended by itself"
        return acknowledged + len(pipe.read())


def apply(sessions: dict[str, Document], what: str, session: Document) -> dict[str, Document]:
    others = {name: other for name, other in sessions.items() if name != session["id"]}
    return {**others, session["id"]: session} if what == "save" else others


def main(folder: Path, kills: int, seed: int) -> int:
    random = Random(seed)
    expected: dict[str, Document] = {}
    acknowledged = torn = 0
    for number in range(kills):
        own_seed = seed * 10_000 + number
        mostly_few = int(60 * random.random() ** 4)
        steps = kill_one(folder, own_seed, mostly_few, random.uniform(0, 0.005))
        acknowledged += steps
        script = list(islice(plan(own_seed), steps + 1))
        for what, session in script[:steps]:
            expected = apply(expected, what, session)
        with History.open(folder, "phone") as history:
            found = {session["id"]: session for session in history.sessions()}
            assert history.diagnosis.healthy, history.diagnosis
            torn += history.diagnosis.torn
        if found != expected:
            # The step that was under way may have arrived although nobody was told. Nothing else may differ.
            expected = apply(expected, *script[steps])
            assert found == expected, f"kill {number} of seed {seed}"
    print(f"{acknowledged} steps acknowledged, {torn} lines torn")
    return 0 if acknowledged > kills else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
