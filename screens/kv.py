"""Loads a .kv once, and gives all of them the names `theme`, `i18n` and `Metrics`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from sys import modules
from typing import Any, Final
from weakref import WeakMethod, finalize

from kivy.lang import Builder, builder
from kivy.lang.parser import _handlers, global_idmap
from kivy.metrics import Metrics

from screens.theme import theme
from screens.translator import i18n

SIZE: Final = "font_size"
KV = Path(__file__).resolve().parent.parent / "kv"

global_idmap.update(theme=theme, i18n=i18n, Metrics=Metrics)


def _follow_while_it_lives(told: Any, *_change: object) -> None:
    """What was taken off a page can outlive it until the collector comes: nobody sees it any more.

    Kivy's own also puts a line together each time, for a log that nobody keeps: a tenth of what a page costs.
    """
    widget, name, expression, _rule, names = told
    with suppress(ReferenceError):
        setattr(widget, name, eval(expression, names))


builder.call_fn = _follow_while_it_lives

_followed: set[tuple[Any, str, int]] = set()
"""What is followed, its property, and the number under which it knows the follower."""


def follow(told: Any, method: Callable[..., object], *names: str) -> None:
    """Calls the method when one of these properties changes, for as long as its widget lives.

    What outlives its widgets, such as the theme, keeps a dead `bind` until that property changes, and looks
    through all of them at the next one.
    """
    living = WeakMethod(method)

    def tell(*change: object) -> None:
        if (follower := living()) is not None:
            follower(*change)

    for name in names:
        followed = told, name, told.fbind(name, tell)
        _followed.add(followed)
        finalize(method.__self__, _unfollow, *followed).atexit = False  # type: ignore[attr-defined]


def _unfollow(*followed: Any) -> None:
    told, name, follower = followed
    told.unbind_uid(name, follower)
    _followed.discard(followed)


def let_go() -> None:
    """The app has stopped: what outlives it follows neither theme nor language nor the app any more.

    Nor is it seen again: Kivy keeps the rows of lists for whichever list is next, in whichever app.
    """
    for widget in list(_handlers):
        Builder.unbind_widget(widget)
    for followed in list(_followed):
        _unfollow(*followed)
    if lists := modules.get("kivy.uix.recycleview.views"):
        vars(lists)["_cached_views"].clear()
        vars(lists)["_cache_count"] = 0


def load(module: str) -> None:
    """screens.home.page loads kv/home/page.kv, screens.widgets.text loads kv/widgets/text.kv."""
    path = KV.joinpath(*module.split(".")[1:]).with_suffix(".kv")
    if str(path) not in Builder.files:
        load_file(path)


def load_file(path: Path) -> None:
    known = len(Builder.rules)
    Builder.load_file(str(path))
    for _selector, rule in Builder.rules[known:]:
        _let_the_last_word_count(rule)


def load_if_any(module: str) -> None:
    """As `load`, for a module that may do without."""
    if KV.joinpath(*module.split(".")[1:]).with_suffix(".kv").exists():
        load(module)


def _let_the_last_word_count(rule: Any) -> None:
    """As if every text size in the .kv had a minus before it. Otherwise the size that is overridden lives on,
    and when all sizes change, the one that happens to be told last is taken."""
    if SIZE in rule.properties:
        rule.properties[SIZE].ignore_prev = True
    for child in rule.children:
        _let_the_last_word_count(child)
