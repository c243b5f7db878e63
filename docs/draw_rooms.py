"""Draws how the rooms import each other, as the code has it today: python docs/draw_rooms.py

Each box is a room with what lies in it; the more modules import from another room, the thicker the arrow.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "rooms.svg"

HOUSE = ("app", "keyboard", "navigation", "net", "report", "shell", "stored", "sweeper")
LOOK = ("theme", "translator", "kv", "running")
GRID: dict[str, tuple[int, int]] = {
    "main": (0, 1),
    "house": (1, 1),
    "features": (2, 1),
    "games": (3, 0),
    "words": (3, 1),
    "widgets": (3, 2),
    "look": (4, 2),
    "history": (4, 0),
    "phone": (4, 1),
    "scoring": (5, 0),
}
"""Room to row and column. Arrows lead downwards, or sideways between neighbours."""

WIDE, HIGH, ACROSS, DOWN, MARGIN = 250, 76, 300, 128, 20


def room_of(module: str) -> str | None:
    first, *rest = module.split(".")
    if first in ("main", "history", "phone", "scoring"):
        return first
    if first != "screens" or not rest or rest[0] == "demonstration":
        return None
    if rest[0] in HOUSE:
        return "house"
    if rest[0] in LOOK:
        return "look"
    return rest[0] if rest[0] in GRID else "features"


def modules() -> Iterator[tuple[str, Path]]:
    yield "main", ROOT / "main.py"
    for room in ("screens", "history", "phone", "scoring"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[str]:
    """What is only named to say a type is not imported when the app runs, and is no arrow."""
    tree = ast.parse(path.read_text("utf-8"))
    types = {
        node
        for guard in ast.walk(tree)
        if isinstance(guard, ast.If) and ast.unparse(guard.test) == "TYPE_CHECKING"
        for node in guard.body
    }
    for node in ast.walk(tree):
        if node in types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def arrows() -> Counter[tuple[str, str]]:
    """How many modules of one room import something of another."""
    found: Counter[tuple[str, str]] = Counter()
    for module, path in modules():
        here = room_of(module)
        if here is not None:
            found.update((here, there) for there in {room_of(name) for name in imports(path)} - {here, None})
    return found


def contents() -> dict[str, list[str]]:
    """What is named in each box: features and games as folders, elsewhere the number of modules."""
    inside: dict[str, set[str]] = {room: set() for room in GRID}
    for module, _path in modules():
        room, parts = room_of(module), module.split(".")
        if room == "features" and len(parts) > 2:
            inside[room].add(parts[1])
        elif room == "games" and len(parts) > 3:
            inside[room].add(parts[2].replace("_", " "))
        elif room in ("house", "look"):
            inside[room].add(parts[1])
        elif room == "scoring" and len(parts) > 2:
            inside[room].add(parts[1].replace("_", " "))
    return {room: sorted(names) for room, names in inside.items()}


def corner(room: str) -> tuple[int, int]:
    row, column = GRID[room]
    return MARGIN + column * ACROSS, MARGIN + row * DOWN


def draw() -> str:
    width, height = 2 * MARGIN + 2 * ACROSS + WIDE, 2 * MARGIN + 5 * DOWN + HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        (
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" '
            'markerWidth="11" markerHeight="11" '
            'orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>'
        ),
        f'<rect width="{width}" height="{height}" fill="#f6f3ec"/>',
    ]
    for (here, there), count in sorted(arrows().items()):
        lines += arrow(here, there, count)
    for room, names in contents().items():
        lines += box(room, names)
    return "\n".join([*lines, "</svg>", ""])


def arrow(here: str, there: str, count: int) -> Iterator[str]:
    (x1, y1), (x2, y2) = corner(here), corner(there)
    shift = 18 if here > there else -18
    if y1 == y2:
        start, end = (
            (x1 + (WIDE if x2 > x1 else 0), y1 + HIGH // 2),
            (x2 + (0 if x2 > x1 else WIDE), y2 + HIGH // 2),
        )
        start, end = (start[0], start[1] + shift // 2), (end[0], end[1] + shift // 2)
    else:
        up = y2 < y1
        start = x1 + WIDE // 2 + (x2 - x1) // 8 + shift, y1 + (0 if up else HIGH)
        end = x2 + WIDE // 2 - (x2 - x1) // 8 + shift, y2 + (HIGH if up else 0)
    thick = 1 if count < 10 else 2 if count < 25 else 3
    yield (
        f'<path d="M{start[0]} {start[1]}L{end[0]} {end[1]}" stroke="#57606a" stroke-width="{thick}" '
        f'fill="none" marker-end="url(#tip)" opacity=".65"/>'
    )


def box(room: str, names: list[str]) -> Iterator[str]:
    x, y = corner(room)
    yield f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="12" fill="#fff" stroke="#0e7490"/>'
    yield f'<text x="{x + 14}" y="{y + 26}" font-size="17" font-weight="bold" fill="#1b2126">{room}</text>'
    half = (len(names) + 1) // 2
    for number, part in enumerate((names[:half], names[half:])):
        told = escape(", ".join(part))
        yield f'<text x="{x + 14}" y="{y + 46 + 16 * number}" font-size="11" fill="#57606a">{told}</text>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
