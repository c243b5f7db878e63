"""The kv files: each beside its module, every rule once, no sizes that freeze."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted((ROOT / "kv").rglob("*.kv"))
MODULES = sorted((ROOT / "screens").rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "kv")))
def test_each_kv_has_a_module_of_the_same_name(path: Path) -> None:
    assert (ROOT / "screens" / path.relative_to(ROOT / "kv")).with_suffix(".py").exists()


def rules() -> Counter[str]:
    """Rules go by class name alone: two classes of one name would dress in each other's clothes."""
    return Counter(
        name.split("@")[0].strip("-+ ")
        for path in FILES
        for line in re.findall(r"^<(.+)>:", path.read_text("utf-8"), re.MULTILINE)
        for name in line.split(",")
    )


def test_each_rule_is_written_once() -> None:
    assert [name for name, times in rules().items() if times > 1] == []


def may_be_a_widget(node: ast.ClassDef) -> bool:
    """A record has no rule, whatever it is called."""
    return bool({ast.unparse(base) for base in node.bases} - {"NamedTuple", "Protocol", "Exception"})


def test_no_two_widgets_that_have_a_rule_share_a_name() -> None:
    classes = Counter(
        node.name
        for path in MODULES
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and may_be_a_widget(node)
    )
    assert [name for name, times in classes.items() if times > 1 and name in rules()] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "kv")))
def test_no_text_size_is_frozen(path: Path) -> None:
    assert not re.search(r"\bsp\(", path.read_text("utf-8"))


def test_every_icon_that_is_used_is_in_the_font() -> None:
    known = set(json.loads((ROOT / "assets" / "icons.json").read_text("utf-8")))
    used = {
        name
        for path in FILES
        for value in re.findall(r"\bicon: (.+)", path.read_text("utf-8"))
        for name in re.findall(r"'([a-z-]+)'", value)
    } | {name for path in MODULES for name in re.findall(r'icon="([a-z-]+)"', path.read_text("utf-8"))}
    assert used
    assert used - known == set()
