"""Every message key that a room can say has its sentence, in the words of its game or in the shared ones."""

from __future__ import annotations

import ast
import re
from collections import ChainMap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from scoring import GAMES
from screens.games import FACES
from screens.words.messages import SENTENCES, Plural, sentence_for

ROOT = Path(__file__).resolve().parent.parent.parent
DOTTED = re.compile(r"[a-z_]+(?:\.[a-z0-9_]+)+")
FIELD_PATHS = {"move.card", "move.hands", "moves.at", "moves.move", "players.id", "players.name"}
"""Where in a move or a document something stands: shown in a sentence, but no key."""
MAKERS = {"Message", "Problem", "error", "warning", "refuse", "refuse_sheet"}
"""What makes a message; the classes derived from Refusal are found."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def trees(*places: str) -> Iterator[tuple[Path, ast.Module]]:
    for place in places:
        for path in sorted((ROOT / place).rglob("*.py")):
            yield path, parsed(path)


@cache
def makers() -> frozenset[str]:
    found, grown = {"Refusal"}, 0
    while len(found) > grown:
        grown = len(found)
        for _path, tree in trees("scoring", "history", "phone"):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and found & {ast.unparse(base) for base in node.bases}:
                    found.add(node.name)
    return frozenset(found | MAKERS)


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def keys_in(tree: ast.AST) -> set[str]:
    """Each dotted text: keys are often handed on before they become a message."""
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if DOTTED.fullmatch(text)}


def unspoken(keys: set[str]) -> list[str]:
    """Those that would be shown as they are."""
    return sorted(key for key in keys if sentence_for(key) is None)


def keys_of(place: str) -> set[str]:
    return set().union(*(keys_in(tree) for _path, tree in trees(place))) - FIELD_PATHS


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_nothing_without_a_sentence(game: str) -> None:
    keys = keys_of(f"scoring/{game}")
    assert any(key.startswith(f"{game}.") for key in keys)
    assert sorted(keys - set(FACES[game].words.SENTENCES) - set(SENTENCES)) == []
    assert unspoken(keys) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_sentence_that_is_never_said(game: str) -> None:
    assert sorted(set(FACES[game].words.SENTENCES) - keys_of(f"scoring/{game}")) == []


def test_the_history_says_nothing_without_a_sentence() -> None:
    assert unspoken(keys_of("history")) == []


def test_what_all_games_share_has_its_sentence() -> None:
    assert unspoken(keys_in(parsed(ROOT / "scoring" / "core.py"))) == []


def test_a_field_path_is_one_that_the_rooms_know() -> None:
    known = set().union(*(keys_in(tree) for _path, tree in trees("scoring", "history")))
    assert sorted(FIELD_PATHS - known) == []


def test_no_key_is_put_together() -> None:
    """Nobody would find the sentence of one that is."""
    built = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, tree in trees("scoring", "history", "phone", "screens")
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and name_of(call) in makers()
        and any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:1])
    ]
    assert built == []


@pytest.mark.parametrize("room", ["phone", "screens"])
def test_the_other_rooms_say_nothing_without_a_sentence(room: str) -> None:
    said = {
        argument.value
        for _path, tree in trees(room)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and name_of(call) in makers()
        for argument in call.args[:2]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        if DOTTED.fullmatch(argument.value)
    }
    assert unspoken(said) == []


def test_both_forms_of_a_sentence_ask_for_the_same() -> None:
    """A single form need not repeat how many there are."""
    every = ChainMap(SENTENCES, *(dict(face.words.SENTENCES) for face in FACES.values()))
    plural = {key: found for key, found in every.items() if isinstance(found, Plural)}
    assert plural
    for key, found in plural.items():
        one, many = (
            {name for _text, name, _spec, _conversion in Formatter().parse(form) if name}
            for form in (found.one, found.many)
        )
        assert one <= many | {found.count}, key
        assert many <= one | {found.count}, key
