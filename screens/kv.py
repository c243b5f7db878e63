"""Loads a .kv once, and gives all of them the names `theme`, `i18n` and `Metrics`."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.metrics import Metrics

from screens.theme import theme
from screens.translator import i18n

KV = Path(__file__).resolve().parent.parent / "kv"

global_idmap.update(theme=theme, i18n=i18n, Metrics=Metrics)


def load(module: str) -> None:
    """screens.home loads kv/home.kv, screens.widgets.text loads kv/widgets/text.kv."""
    path = str(KV.joinpath(*module.split(".")[1:]).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
