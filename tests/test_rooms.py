"""Arrows point one way only: screens to history to scoring, screens to phone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STANDARD = frozenset(sys.stdlib_module_names) | {"__future__"}
MAY_IMPORT = {
    "scoring": {"scoring"},
    "history": {"history", "scoring", "tinydb"},
    "phone": {"phone", "kivy", "plyer", "jnius", "android"},
    "screens": {"screens", "history", "scoring", "phone", "kivy", "segno"},
}
NETWORK = {"socket", "ssl", "http", "ftplib", "smtplib", "urllib.request", "subprocess"}
NOT_EVEN_FROM_THE_STANDARD_LIBRARY = {
    "scoring": NETWORK | {"os", "io", "pathlib", "time", "datetime", "random"},
    "history": NETWORK,
    "phone": NETWORK,
    "screens": NETWORK,
}

NOT_ON_THE_PHONE = {"screens/demonstration/__main__.py: subprocess"}
"""Takes pictures of the app in several processes, and stays out of the package."""


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield path.relative_to(ROOT).parts[0] if node.level else node.module or ""


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_each_room_imports_only_what_it_may(room: str) -> None:
    allowed, refused = MAY_IMPORT[room] | STANDARD, NOT_EVEN_FROM_THE_STANDARD_LIBRARY[room]
    assert modules(room)
    strays = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(room)
        for name in imported(path)
        if name.split(".")[0] not in allowed or name in refused or name.split(".")[0] in refused
    ]
    assert set(strays) <= NOT_ON_THE_PHONE


def test_the_rules_open_no_files() -> None:
    for path in modules("scoring"):
        calls = [
            node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)
        ]
        names = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not names & {"open", "print", "input", "eval", "exec", "__import__"}, path
