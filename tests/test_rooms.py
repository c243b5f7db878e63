"""Arrows point one way only: screens to history to scoring, screens to phone; and inside the screens, from
the features to the games, the words and the widgets. A game is known to its own rooms alone.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import BOXES

ROOT = Path(__file__).parent.parent
STANDARD = frozenset(sys.stdlib_module_names) | {"__future__"}
MAY_IMPORT = {
    "scoring": {"scoring"},
    "history": {"history", "scoring", "tinydb", "openskill"},
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


# -- Inside the screens -----------------------------------------------------------------------------------

FOUNDATION = {"theme", "translator", "kv", "running"}
"""How it looks and speaks, and the app that runs: open to everything."""
MAY_ALSO_IMPORT = {
    "kv": set(),
    "running": {"app"},
    "theme": set(),
    "translator": set(),
    "widgets": {"widgets"},
    "words": {"words", "games"},
    "games": {"games", "words", "widgets"},
    "stored": {"stored"},
    "keyboard": {"widgets"},
    "semantics": {"widgets"},
    "talkback": {"semantics"},
    "navigation": {"widgets", "net"},
    "net": {"widgets", "report"},
    "report": set(),
    "shell": {"widgets"},
}
"""By room what it may import besides the foundation. A feature may import itself and what is no feature."""
NO_FEATURES = {*MAY_ALSO_IMPORT, "screens", "app", "demonstration"}
FEATURES_TOGETHER = {"record -> result"}
"""A session that is over shows its result as the result page does."""


def where(module: str) -> str:
    """`screens.record.page` is in `record`; what lies directly in the house is a room by itself."""
    return module.split(".")[1] if module.count(".") else module


def game_of(module: str) -> str | None:
    return next((part for part in module.split(".")[1:3] if part in BOXES), None)


def modules_imported(path: Path) -> Iterator[str]:
    """Each with its whole name, whether it was imported itself or something out of it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                below = ROOT.joinpath(*node.module.split("."), alias.name)
                is_module = below.is_dir() or below.with_suffix(".py").exists()
                yield f"{node.module}.{alias.name}" if is_module else node.module


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def may_see(module: str, other: str) -> bool:
    room, seen = where(module), where(other)
    if room == seen and game_of(module) is None:
        return True
    if room not in NO_FEATURES:
        return seen in NO_FEATURES or f"{room} -> {seen}" in FEATURES_TOGETHER
    if room in MAY_ALSO_IMPORT:
        return seen in FOUNDATION | MAY_ALSO_IMPORT[room]
    return room in ("app", "demonstration", "screens")


def test_arrows_inside_the_screens() -> None:
    strays = {
        f"{path.relative_to(ROOT)}: {other}"
        for path in modules("screens")
        for other in modules_imported(path)
        if other.startswith("screens.") and not may_see(name_of(path), other)
    }
    assert strays == set(), "not that way"


def imported_by_kv(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#:import"):
            yield line.split()[2].rpartition(".")[0]


def test_kv_goes_the_way_of_its_module() -> None:
    shared = {path: list(imported_by_kv(path)) for path in (ROOT / "kv").rglob("*.kv")}
    strays = {
        f"{path.relative_to(ROOT)}: {other}"
        for path, others in shared.items()
        for other in others
        if not may_see(f"screens.{name_of(path).removeprefix('kv.')}", other)
    }
    assert any(shared.values())
    assert strays == set(), "not that way"


# -- Games ------------------------------------------------------------------------------------------------


def own_room_of(path: Path) -> str | None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return next((part for part in parts[1:] if part in BOXES), None)


def games_named(path: Path) -> set[str]:
    """Games whose key stands in the module as a text of its own, or whose rooms it imports."""
    tree = ast.parse(path.read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    if own_room_of(path):
        texts = set()  # pearls are also what a diver brings up
    return {key for key in BOXES if key in texts} | {
        game for other in modules_imported(path) if (game := game_of(other)) is not None
    }


def test_only_a_games_own_rooms_know_it() -> None:
    found = {
        str(path.relative_to(ROOT)): games
        for room in MAY_IMPORT
        for path in modules(room)
        if (games := games_named(path) - {own_room_of(path)})
    }
    assert found == {}, "a game is named outside its own rooms"


@pytest.mark.parametrize("path", sorted((ROOT / "kv").rglob("*.kv")), ids=lambda path: path.stem)
def test_no_shared_kv_names_a_game(path: Path) -> None:
    own = own_room_of(path)
    text = path.read_text("utf-8")
    assert {key for key in BOXES if f"'{key}'" in text or f'"{key}"' in text} <= {own}


PARTS = {
    "look": ("NAME", "ACCENT", "BRIGHT", "draw"),
    "words": ("SENTENCES", "WORDS", "MORE", "PARTS", "USUAL", "BEHIND"),
    "book": ("chapter",),
    "setup": ("VARIANTS", "DEFAULTS", "LAID", "options", "said", "told", "draw_table", "in_hand"),
    "table": ("PANEL",),
    "count": ("CALCULATOR",),
    "story": ("tell", "courses", "remarks", "columns", "details", "CARDS"),
    "examples": ("EXAMPLES",),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", BOXES)
def test_every_face_is_complete(game: str, part: str) -> None:
    path = ROOT / "screens" / "games" / game / f"{part}.py"
    said = {
        name
        for node in ast.parse(path.read_text("utf-8")).body
        for name in (
            [node.name]
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
            else [target.id for target in node.targets if isinstance(target, ast.Name)]
            if isinstance(node, ast.Assign)
            else [node.target.id]
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            else []
        )
    }
    assert set(PARTS[part]) <= said
