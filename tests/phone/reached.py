"""What of Android is asked for, with the oldest version on which the checks have seen it asked.

python -m tests.phone.reached TYPES     after the checks: renews levels.txt and the table in docs/android.md

TYPES is lib/android/android-platform-21-37-merged.d.ts of npm's @nativescript/types-android, which says since
when every class and member is there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
LEVELS = Path(__file__).with_name("levels.txt")
SEEN = ROOT / "build" / "reached.json"
DOCUMENT = ROOT / "docs" / "android.md"
BEGIN, END = "<!-- reached -->\n", "<!-- /reached -->\n"
FIRST = 21
"""The oldest version that the types know."""
OLDEST = 24
"""The oldest one that we run on."""
MADE_BY_US = {"android.content.Intent", "android.speech.tts.TextToSpeech", "android.graphics.Rect"}
"""Everything else that is made in the checks, the checks make."""

Reached = dict[tuple[str, str], int]
_noted: Reached = {}


def note(calls: Iterable[Any]) -> None:
    for call in calls:
        member, _, descriptor = call.method.partition("(")
        owner, _, name = member.rpartition(".")
        if owner.startswith("android.") and (name != "<init>" or owner in MADE_BY_US):
            key = (member, f"({descriptor}")
            _noted[key] = min(int(call.version), _noted.get(key, 99))


def write() -> None:
    SEEN.parent.mkdir(exist_ok=True)
    rows = [[*key, version] for key, version in sorted(_noted.items())]
    SEEN.write_text(json.dumps(rows, indent=0), "utf-8")


def read() -> Reached:
    return {(member, kind): version for member, kind, version in json.loads(SEEN.read_text("utf-8"))}


def levels() -> dict[str, int]:
    rows = (line.split() for line in LEVELS.read_text("utf-8").splitlines())
    return {member: int(since) for member, since in rows}


# -- Renewing ---------------------------------------------------------------------------------------------


def members(types: str) -> Iterator[tuple[str, int]]:
    """Every member with its class, and since when there is one of this name."""
    path: list[tuple[int, str, int]] = []
    since = FIRST
    for line in types.splitlines():
        depth = len(line) - len(line.lstrip("\t"))
        while path and path[-1][0] >= depth and line.strip():
            path.pop()
        if found := re.match(r"\t*/\*\* @since (\d+)", line):
            since = int(found[1])
            continue
        if found := re.match(r"\t*(?:export |declare )*(?:abstract )?(?:module|class|interface) (\w+)", line):
            path.append((depth, found[1], max(since, path[-1][2] if path else FIRST)))
        elif (found := re.match(r"\t*(?:public |protected |static |abstract )*(\w+)\(", line)) and path:
            name = "<init>" if found[1] == "constructor" else found[1]
            yield ".".join([*(part for _depth, part, _since in path), name]), max(since, path[-1][2])
        if line.strip():
            since = FIRST


def too_new(reached: Reached, known: dict[str, int]) -> Iterator[str]:
    """What was asked of a version that does not have it, or is not in the list."""
    for (member, kind), version in reached.items():
        since = known.get(plain(member))
        if since is None:
            yield f"{member}{kind}: since when? renew the list with python -m tests.phone.reached"
        elif since > max(version, OLDEST):
            yield f"{member}{kind} came with {since} and was asked of {version}"


def table(reached: Reached, known: dict[str, int]) -> str:
    rows = ["| member | as pyjnius and javac pick it | since | asked from |", "|---|---|---|---|"]
    rows += [
        f"| `{member.removeprefix('android.')}` | `{kind}` | {known[plain(member)]} | {version} |"
        for (member, kind), version in sorted(reached.items())
    ]
    return "\n".join(rows) + "\n"


def plain(member: str) -> str:
    return member.replace("$", ".")


def main(types: Path) -> None:
    reached = read()
    wanted = {plain(member) for member, _kind in reached}
    found: dict[str, int] = {}
    for member, since in members(types.read_text("utf-8")):
        if member in wanted:
            found[member] = min(since, found.get(member, 99))
    LEVELS.write_text("".join(f"{member} {since}\n" for member, since in sorted(found.items())), "utf-8")
    print("not in the types:", sorted(wanted - found.keys()))
    text = DOCUMENT.read_text("utf-8")
    before, _begin, rest = text.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    DOCUMENT.write_text(before + BEGIN + table(reached, levels()) + END + after, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
