"""In kv, a widget's name is known everywhere: two classes of one name would dress each other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RULE = re.compile(r"^<-?([A-Za-z]+)", re.MULTILINE)


def twice(names: list[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def test_no_two_widgets_share_a_name() -> None:
    classes = [
        node.name
        for path in (ROOT / "screens").rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    dressed = {name for path in (ROOT / "kv").rglob("*.kv") for name in RULE.findall(path.read_text("utf-8"))}
    assert [name for name in twice(classes) if name in dressed] == []


def test_every_widget_is_dressed_in_one_place() -> None:
    rules = [name for path in (ROOT / "kv").rglob("*.kv") for name in RULE.findall(path.read_text("utf-8"))]
    assert twice(rules) == []


def test_every_screen_has_a_kv_of_its_name() -> None:
    kv = {path.relative_to(ROOT / "kv").with_suffix("") for path in (ROOT / "kv").rglob("*.kv")}
    modules = {
        path.relative_to(ROOT / "screens").with_suffix("") for path in (ROOT / "screens").rglob("*.py")
    }
    assert sorted(map(str, kv - modules)) == []
