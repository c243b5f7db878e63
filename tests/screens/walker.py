"""Walks over everything that is drawn and complains: too small to hit, cut off, hard to read, not translated.

Contrast is measured on the pixels themselves, so a label on a card on a picture is judged as the eye sees it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from string import Formatter
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from screens import semantics, translator
from screens.semantics import Node
from screens.stored import Settings
from screens.theme import Rgba, contrast
from screens.translator import i18n
from screens.widgets.people import Avatar
from screens.widgets.text import natural_size
from tests.screens.driver import Driver

EVERY_WALK = bool(os.environ.get("TABLESIDE_EVERY_WALK"))
"""Every stop in every language, size and theme takes a quarter of an hour; otherwise the stops that differ
most, in the looks that are hardest on them."""

SMALLEST = dp(12) - 0.25
LONG_ENOUGH = re.compile(r"\w{3}")
"""A word, and not a sign for one."""
SINGLE = re.compile(r"\b\w\b")
"""The initial of a name."""
TALL = 4000
"""A window so tall that nothing needs scrolling: everything is laid out and drawn at once."""

HARDEST: tuple[Look, ...] = ((320, "dark", 2.0),)
"""A narrow phone, and letters twice as large."""

Look = tuple[int, str, float]
EASIER: tuple[Look, ...] = ((320, "light", 1.0), (412, "light", 1.3), (900, "dark", 1.0))
LOOKS = (*HARDEST, *EASIER) if EVERY_WALK else HARDEST
SCALES = (1.0, 1.3, 2.0) if EVERY_WALK else (1.0, 2.0)
SLACK = 1.5
SAMPLES = 24
"""Lines and columns at which a label is looked at: enough to know what lies behind its letters."""


def dressed(width: int, theme: str, text_scale: float, language: str = "en") -> dict[str, Any]:
    """What to start the app with, so that all of every page is seen in this look from the beginning."""
    settings = Settings(language=language, theme=theme, text_scale=text_scale, reduced_motion=True)
    return {"size": (width, TALL), "settings": settings}


def walk(ui: Driver, scales: tuple[float, ...] = SCALES) -> list[str]:
    """All complaints about the page that is shown, at each text size; the page is left as it was found.

    Colours are looked at once, for they do not change with the size.
    """
    width, height = Window.size
    before = ui.app.settings.text_scale
    found = []
    for scale in scales:
        ui.dress(width, TALL, scale)
        looked_at = complaints(ui) if EVERY_WALK or scale == scales[0] else misplaced(ui)
        found += [f"{ui.screen} at {scale:g}: {complaint}" for complaint in looked_at]
    ui.dress(width, height, before)
    return found


def complaints(ui: Driver) -> Iterator[str]:
    """About all that is seen and heard now, as it is."""
    yield from misplaced(ui)
    yield from faint(ui)
    yield from unheard(ui)


def misplaced(ui: Driver) -> Iterator[str]:
    """What is too small for a finger, or has no room for its words."""
    yield from small_targets(ui)
    yield from clipped(ui)
    yield from cut_hints(ui)
    yield from shrunken(ui)


def small_targets(ui: Driver) -> Iterator[str]:
    for widget in ui.seen():
        if isinstance(widget, ButtonBehavior) and min(widget.size) < dp(48) - 0.5 and not widget.disabled:
            yield f"too small to hit, {widget.width:.0f} x {widget.height:.0f}: {_describe(widget)}"


def clipped(ui: Driver) -> Iterator[str]:
    for label in _labels(ui):
        wide, high = label.texture_size
        if wide > label.width + SLACK or high > label.height + SLACK:
            room = f"{label.width:.0f} x {label.height:.0f}"
            yield f"cut off, needs {wide:.0f} x {high:.0f} of {room}: {_describe(label)}"
        elif holder := _sticks_out_of(label):
            yield f"sticks out of {type(holder).__name__}: {_describe(label)}"


def cut_hints(ui: Driver) -> Iterator[str]:
    """What a field asks for, as long as nothing has been typed."""
    for field in ui.seen():
        if isinstance(field, TextInput) and not (field.text or field.multiline):
            wide = natural_size(field.hint_text, field.font_size, field.font_name, False)[0]
            if wide > field.width + SLACK:
                yield f"cut off, needs {wide:.0f} of {field.width:.0f}: hint {field.hint_text!r}"


def shrunken(ui: Driver) -> Iterator[str]:
    """Words in letters that nobody can read without glasses; signs and numbers on a board may be smaller."""
    for label in _labels(ui):
        if not _is_a_sign(label) and LONG_ENOUGH.search(label.text) and label.font_size < SMALLEST:
            yield f"shrunk to {label.font_size:.0f}: {_describe(label)}"


def _sticks_out_of(label: Label) -> Widget | None:
    left, bottom = label.to_window(label.center_x - label.texture_size[0] / 2, label.center_y)
    right = left + label.texture_size[0]
    parent = label.parent
    while isinstance(parent, Widget):
        if isinstance(parent, ScrollView) and parent.do_scroll_x:
            return None
        start, low = parent.to_window(*parent.pos)
        if left < start - SLACK or right > start + parent.width + SLACK:
            return parent
        if isinstance(parent, ScrollView):
            return None
        if not low - SLACK <= bottom <= low + parent.height + SLACK:
            return parent
        parent = parent.parent
    return None


def faint(ui: Driver, enough: float = 4.5) -> Iterator[str]:
    """Icons may do with 3 : 1."""
    pixels, width, height = _pixels(ui)
    for label in _labels(ui):
        x, y = (int(place) for place in label.to_window(*label.pos))
        box = (max(0, x), max(0, y), min(width, x + int(label.width)), min(height, y + int(label.height)))
        behind = _behind(pixels, width, box, tuple(label.color))
        if behind is None or _is_disabled(label) or _is_scrolled_away(label, box):
            continue
        needed = 3.0 if label.font_name == "icons" else enough
        ratio = contrast(tuple(label.color), behind)
        if ratio < needed:
            yield f"hard to read, {ratio:.2f} : 1: {_describe(label)}"


def _pixels(ui: Driver) -> tuple[bytes, int, int]:
    """The whole window as it is drawn, from the bottom up, four bytes a pixel.

    On a sheet of its own, as large as it is asked to be and the right way up: scissors know no other.
    """
    sheet = Fbo(size=Window.size, with_stencilbuffer=True)
    with sheet:
        ClearColor(*Window.clearcolor)
        ClearBuffers(clear_stencil=True)
    place = Window.canvas.indexof(ui.root.canvas)
    Window.canvas.remove(ui.root.canvas)
    sheet.add(ui.root.canvas)
    sheet.draw()
    pixels = sheet.pixels
    sheet.remove(ui.root.canvas)
    Window.canvas.insert(place, ui.root.canvas)
    return pixels, *Window.size


def _behind(pixels: bytes, width: int, box: tuple[int, int, int, int], ink: Rgba) -> Rgba | None:
    """The colour behind the letters: what most of the label's place shows that is not the ink itself."""
    left, bottom, right, top = box
    counts: Counter[bytes] = Counter()
    across, down = max(1, (right - left) // SAMPLES), max(1, (top - bottom) // SAMPLES)
    for y in range(bottom, top, down):
        row = pixels[4 * (y * width + left) : 4 * (y * width + right)]
        counts.update(row[place : place + 3] for place in range(0, len(row) - 3, 4 * across))
    if not counts:
        return None
    colours = [
        (red / 255, green / 255, blue / 255, 1.0) for (red, green, blue), _count in counts.most_common()
    ]
    others = [
        colour
        for colour in colours
        if max(abs(a - b) for a, b in zip(colour[:3], ink[:3], strict=True)) > 0.02
    ]
    return (others or colours)[0]


# -- What is heard ----------------------------------------------------------------------------------------


def unheard(ui: Driver) -> Iterator[str]:
    """For those who listen: what has no name, a name that says nothing alone, or comes out of order."""
    tree = ui.heard()
    alike = Counter((node.name, node.role) for node in tree.in_order() if node.is_control)
    for node in tree.in_order():
        told = f"{type(node.widget).__name__} {node.name!r}"
        if not node.name and (node.is_control or node.role == semantics.IMAGE):
            yield f"has no name: {told}"
        elif node.is_control and not semantics.has_a_word(node.name):
            yield f"says nothing alone: {told}"
        elif node.is_control and alike[node.name, node.role] > 1 and not _looks_alike(node, tree):
            yield f"is called like another: {told}"
        if node.role == semantics.BUTTON and getattr(node.widget, "name", "") == node.name:
            yield f"is called as in the code: {told}"
    yield from _out_of_order(tree)


def _looks_alike(node: Node, tree: Node) -> bool:
    """Two cards with the same number are called alike by everybody."""
    others = [other for other in tree.in_order() if other.name == node.name]
    return len({(type(other.widget), getattr(other.widget, "text", "")) for other in others}) == 1 and all(
        getattr(other.widget, "text", "") for other in others
    )


def _out_of_order(within: Node) -> Iterator[str]:
    """What is read next lies below what was read before, or beside it.

    What scrolls is one thing to those around it, for it may be higher than even this window.
    """
    before: Node | None = None
    for node in _read(within):
        if before and "NavigationItem" not in semantics.names_of(node.widget):
            is_above = node.box[1] >= before.box[1] + before.box[3] - SLACK
            is_beside = node.box[0] >= before.box[0] + before.box[2] - SLACK
            if is_above and not is_beside:
                yield f"is read after {before.name!r} and stands above it: {node.name!r}"
        if node.role == semantics.LIST:
            yield from _out_of_order(node)
        before = node


def _read(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.role == semantics.GROUP:
            yield from _read(child)
        else:
            yield child


# -- Translation ------------------------------------------------------------------------------------------


@contextmanager
def pseudo_language(ui: Driver) -> Iterator[None]:
    """Every translated word comes in brackets, so that what lacks them was never translated.

    It takes the place of every language, so that choosing one while it is spoken does not end it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translator, "catalogue", lambda _language: Bracketed())
        i18n.on_language()
        ui.settle()
        yield
    i18n.on_language()
    ui.settle()


class Bracketed(NullTranslations):
    def gettext(self, message: str) -> str:
        return bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return bracketed(msgid1 if n == 1 else msgid2)


def bracketed(sentence: str) -> str:
    """What is filled into a sentence stays outside, as it may never have been translated itself."""
    parts = []
    for literal, field, form, _conversion in Formatter().parse(sentence):
        parts.append(f"⟦{literal}⟧" if literal else "")
        if field is not None:
            parts.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return "".join(parts)


def untranslated(ui: Driver, names: tuple[str, ...] = ()) -> list[str]:
    """Texts with words outside the brackets that are nobody's name."""
    left_over = []
    heard = [SINGLE.sub("", node.name) for node in ui.heard().in_order() if node.is_control]
    for text in (
        heard
        + [label.text for label in _labels(ui) if not _is_a_sign(label)]
        + [field.hint_text for field in ui.seen() if isinstance(field, TextInput)]
    ):
        outside = " ".join(re.sub(r"⟦[^⟦⟧]*(⟧|…?$)", "", text).split())
        for name in names:
            outside = outside.replace(name, "").replace(name.upper(), "")
        if any(sign.isalpha() for sign in outside):
            left_over.append(text)
    return left_over


# -- Small things -----------------------------------------------------------------------------------------


def _labels(ui: Driver) -> list[Label]:
    return [widget for widget in ui.seen() if isinstance(widget, Label) and widget.text.strip()]


def _is_scrolled_away(label: Label, box: tuple[int, int, int, int]) -> bool:
    """Some of it lies beyond the edge of what scrolls: what is seen there is something else."""
    parent = label.parent
    while parent is not None and parent is not label:
        if isinstance(parent, ScrollView):
            _left, low = parent.to_window(*parent.pos)
            if box[1] < low - SLACK or box[3] > low + parent.height + SLACK:
                return True
        label, parent = parent, parent.parent
    return False


def _is_a_sign(label: Label) -> bool:
    """An icon, or the initial of somebody's name."""
    return label.font_name == "icons" or isinstance(label, Avatar)


def _is_disabled(widget: Widget) -> bool:
    return bool(widget.disabled)


def _describe(widget: Widget) -> str:
    words = getattr(widget, "text", "") or getattr(widget, "name", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__} {words!r} in {type(widget.parent).__name__}"
