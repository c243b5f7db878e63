"""Every screen as a tree of names: for those who listen instead of looking, and for the tests, which look for
things as a person does.

A widget says something else than the words that are written on it by a property of its own:

- `spoken`: a sentence in place of those words; of what holds other things, what they have in common;
- `spoken_parts()`: what can be touched within a drawing, as `Part`s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from screens.translator import N_, _
from screens.widgets.spoken import Box, Part

TAP, SCROLL_ON, SCROLL_BACK = "tap", "scroll on", "scroll back"
SCREEN, GROUP, LIST, TEXT, HEADING, IMAGE = "screen", "group", "list", "text", "heading", "image"
BUTTON, TAB, CHOICE, SWITCH, CHECK, FIELD = "button", "tab", "choice", "switch", "check box", "field"
SELECTED, TICKED, UNTICKED, DISABLED, FOCUSED, REFUSED = (
    "selected", "ticked", "unticked", "disabled", "focused", "refused",
)  # fmt: skip

ROLES = {
    "NavigationItem": TAB,
    "Tab": TAB,
    "PageTab": TAB,
    "Segment": CHOICE,
    "ColourChoice": CHOICE,
    "ColourSwatch": CHOICE,
    "ToggleRow": SWITCH,
    "CheckRow": CHECK,
    "Heading": HEADING,
    "Title": HEADING,
    "Lead": HEADING,
    "Display": HEADING,
    "SectionHeading": HEADING,
    "Chart": IMAGE,
}
"""By class, the nearest one first; what else can be pressed is a button, and what else is written a text."""
TOGETHER = {
    "ListRow", "TableRow", "Banner", "PodiumBar", "SeatChip", "TurnCard", "StackedRow", "TopBar",
    "SectionHeading",
}  # fmt: skip
"""Read in one breath: what is written in it says something only together."""
SILENT = {"Avatar", "Icon", "Dot", "Meter", "Spacer"}
"""Beside a word that says the same."""

ICONS = {
    "back": N_("Back"),
    "clear": N_("Clear the field"),
    "close": N_("Close"),
    "names": N_("Names"),
    "fill in": N_("Fill in from the table"),
    "undo": N_("Undo"),
    "throw away": N_("Throw the draft away"),
    "up": N_("Move up"),
    "down": N_("Move down"),
    "double": N_("Make another one like it"),
    "take out": N_("Take out"),
    "rules": N_("Rules"),
    "settings": N_("Settings"),
    "add a player": N_("Add a player"),
    "rename": N_("Rename"),
    "earlier month": N_("The month before"),
    "later month": N_("The month after"),
    "restore": N_("Restore"),
    "calendar": N_("Calendar"),
    "statistics": N_("Statistics"),
    "add a play": N_("Add a past play"),
    "earlier move": N_("The move before"),
    "later move": N_("The move after"),
    "remove": N_("Remove from the table"),
    "sign": N_("Plus or minus"),
    "recently deleted": N_("Recently deleted"),
    "share": N_("Share"),
    "year": N_("A year in pictures"),
    "edit": N_("Correct the result"),
    "delete": N_("Delete"),
    "note": N_("Note"),
    "close code": N_("Close the code"),
    "copy the place": N_("Copy where it is"),
    "smaller": N_("Smaller text"),
    "larger": N_("Larger text"),
    "flip": N_("Face the other side"),
    "more": N_("More"),
    "less": N_("Less"),
    "redo": N_("Redo"),
    "rub out": N_("Rub out"),
    "next row": N_("Next row"),
    "tens": N_("Ten more"),
}
"""Icons have a name for those who look for them in the code; this is what is said."""


@dataclass(frozen=True, slots=True)
class Node:
    """`widget` and `part` tell where it comes from: a drawing has several parts."""

    name: str
    role: str
    box: Box
    states: frozenset[str] = frozenset()
    actions: tuple[str, ...] = ()
    children: tuple[Node, ...] = ()
    widget: Any = None
    part: int = 0

    def in_order(self) -> Iterator[Node]:
        """As it is read: each thing before what lies in it."""
        yield self
        for child in self.children:
            yield from child.in_order()

    @property
    def is_control(self) -> bool:
        return TAP in self.actions


def screen(root: Any) -> Node:
    """What is to be heard now: the sheet on top alone, or else the page and the way to the other rooms."""
    top = root.overlays[-1] if root.overlays else None
    shown = [top] if top else [root.ids.stage, root.ids.nav]
    children = tuple(node for widget in (*shown, root.ids.snacks) for node in told_apart(nodes(widget)))
    named = getattr(top or root.page, "title", "") or next(
        (node.name for node in children for node in node.in_order() if node.role == HEADING), ""
    )
    return Node(
        plain(named) or "Tableside", SCREEN, (0, 0, *Window.size), children=children, widget=top or root
    )


def nodes(widget: Widget) -> Iterator[Node]:
    """What this widget says, and what lies in it, in the order of drawing, which is the order of reading."""
    if not is_shown(widget):
        return
    if isinstance(widget, TextInput):
        yield _field(widget)
    elif isinstance(widget, ButtonBehavior) or hasattr(widget, "spoken_parts"):
        yield from _control(widget)
    elif isinstance(widget, ScrollView):
        yield from _scrolled(widget)
    elif said := spoken_by(widget):
        yield _said(widget, said)
    elif names_of(widget) & TOGETHER:
        yield from _together(widget)
    elif isinstance(widget, Label):
        if (name := words_of(widget)) and not names_of(widget) & SILENT:
            yield Node(name, role_of(widget), box_of(widget), widget=widget)
    else:
        yield from _within(widget)


def _within(widget: Widget) -> Iterator[Node]:
    for child in reversed(widget.children):
        yield from nodes(child)


def _field(field: TextInput) -> Node:
    holder = next((parent for parent in parents(field) if hasattr(parent, "hint")), field)
    name = spoken_by(holder) or getattr(holder, "hint", "") or field.hint_text
    words = ", ".join(part for part in (plain(name), field.text) if part)
    states = frozenset({FOCUSED}) if field.focus else frozenset()
    return Node(words, FIELD, box_of(field), states, (TAP,), widget=field)


def _control(widget: Any) -> Iterator[Node]:
    parts = tuple(_part(widget, place, part) for place, part in enumerate(_parts(widget), 1))
    states, name = states_of(widget), name_of(widget)
    if parts or not isinstance(widget, ButtonBehavior):
        said = "" if isinstance(widget, ButtonBehavior) else name
        yield Node(said, GROUP, box_of(widget), states, children=parts, widget=widget)
        return
    inner = tuple(node for node in _within(widget) if node.role == FIELD or node.is_control)
    if name or inner or getattr(widget, "icon", "drawn"):
        actions = () if DISABLED in states else (TAP,)
        yield Node(name, role_of(widget), box_of(widget), states, actions, inner, widget)


def _said(widget: Any, said: str) -> Node:
    """In place of what it draws, or in front of what lies in it."""
    inner = tuple(_within(widget))
    holds = any(node.role == FIELD or node.is_control for child in inner for node in child.in_order())
    role = GROUP if holds else IMAGE
    return Node(said, role, box_of(widget), children=inner if holds else (), widget=widget)


def _parts(widget: Any) -> Iterator[Part]:
    if hasattr(widget, "spoken_parts"):
        yield from widget.spoken_parts()


def _part(widget: Widget, place: int, part: Part) -> Node:
    states = frozenset({SELECTED}) if part.selected else frozenset()
    return Node(plain(part.name), BUTTON, part.box, states, (TAP,), widget=widget, part=place)


def _scrolled(view: ScrollView) -> Iterator[Node]:
    """What scrolls is a list of its own; what has room for everything is none."""
    children = tuple(_within(view))
    content = view.children[0] if view.children else view
    if content.height <= view.height + 1 and content.width <= view.width + 1:
        yield from children
        return
    place = view.scroll_y if view.do_scroll_y else 1 - view.scroll_x
    actions = [SCROLL_ON] * (place > 0.001) + [SCROLL_BACK] * (place < 0.999)
    yield Node("", LIST, box_of(view), actions=tuple(actions), children=children, widget=view)


def _together(widget: Any) -> Iterator[Node]:
    controls = [node for node in _within(widget) if node.role == FIELD or node.is_control]
    begins = min((box_of(label)[0] for label in _labels(widget, widget)), default=0)
    yield from (node for node in controls if node.box[0] < begins)
    if name := _own_words(widget):
        role = HEADING if "TopBar" in names_of(widget) else role_of(widget)
        yield Node(name, role, box_of(widget), widget=widget)
    yield from (node for node in controls if node.box[0] >= begins)


# -- Names that make sense alone --------------------------------------------------------------------------


def told_apart(found: Iterable[Node]) -> Iterator[Node]:
    """A bare number, and a word that stands here several times, are said with what they stand under."""
    found = tuple(found)
    names = Counter(node.name for top in found for node in top.in_order() if node.is_control)
    heading = ""
    for node in found:
        told, heading = _in_place(node, heading, "", names)
        yield told


def _in_place(node: Node, heading: str, group: str, names: Counter[str]) -> tuple[Node, str]:
    if node.role == HEADING:
        return node, node.name
    name, around = node.name, group or heading
    if name and node.is_control and around and (names[name] > 1 or not has_a_word(name)):
        name = f"{around}: {name}"
    inner = node.name or group if node.role == GROUP or node.is_control else group
    children, below = [], heading
    for child in node.children:
        told, below = _in_place(child, below, inner, names)
        children.append(told)
    return replace(node, name=name, children=tuple(children)), below


def has_a_word(name: str) -> bool:
    return re.search(r"[^\W\d_]{2}", name) is not None


# -- What one of them is called ---------------------------------------------------------------------------


def name_of(widget: Any) -> str:
    """Makes sense without what lies around it."""
    if said := spoken_by(widget):
        return said
    if "IconButton" in names_of(widget) and widget.icon:
        return _(ICONS.get(widget.name, widget.name))
    if words := _own_words(widget):
        return words
    named = ICONS.get(getattr(widget, "name", ""))
    return _(named) if named else ""


def _own_words(widget: Any) -> str:
    """What is written on it, without what can be pressed in it by itself."""
    if "SectionHeading" in names_of(widget):
        return plain(widget.text)
    return joined([spoken_by(label) or words_of(label) for label in _labels(widget, widget)])


def joined(parts: list[str]) -> str:
    """Without the signs beside a word that says the same."""
    if len(parts) > 1:
        parts = [part for part in parts if not _is_a_sign(part, parts)]
    return " ".join(part if part[-1] in ".!?…:" else f"{part}," for part in parts).rstrip(",")


def _is_a_sign(part: str, parts: list[str]) -> bool:
    if any(sign.isdigit() for sign in part) or len(part) > 2:
        return False
    return not part.isalpha() or any(other is not part and other[0] == part[0] for other in parts)


def _labels(widget: Any, whole: Any) -> Iterator[Any]:
    """What is written within, in the order of reading."""
    if not is_shown(widget) or (widget is not whole and isinstance(widget, ButtonBehavior | TextInput)):
        return
    if widget is not whole and spoken_by(widget):
        yield widget
        return
    if isinstance(widget, Label) and not names_of(widget) & SILENT and words_of(widget):
        yield widget
    for child in reversed(widget.children):
        yield from _labels(child, whole)


def spoken_by(widget: Any) -> str:
    return plain(getattr(widget, "spoken", None) or "")


def words_of(label: Any) -> str:
    if label.font_name == "icons":
        return ""
    text = getattr(label, "whole", "") or label.text
    return plain(_without_markup(text) if label.markup else text)


def _without_markup(text: str) -> str:
    bare = "".join(part.partition("]")[2] if place else part for place, part in enumerate(text.split("[")))
    for sign in "&[]":
        bare = bare.replace(escape_markup(sign), sign)
    return bare


def plain(text: str) -> str:
    return " ".join(text.split())


def role_of(widget: Any) -> str:
    for name in (base.__name__ for base in type(widget).__mro__):
        if name in ROLES:
            return ROLES[name]
    if isinstance(widget, ButtonBehavior):
        return BUTTON
    return TEXT


def states_of(widget: Any) -> frozenset[str]:
    role = role_of(widget)
    found = {
        DISABLED: widget.disabled,
        SELECTED: getattr(widget, "selected", None) is True,
        REFUSED: getattr(widget, "reason", None) is not None,
    }
    if role in (SWITCH, CHECK):
        found[TICKED] = bool(widget.active if role == SWITCH else widget.done)
        found[UNTICKED] = not found[TICKED]
    return frozenset(state for state, is_so in found.items() if is_so)


# -- Where it is ------------------------------------------------------------------------------------------


def names_of(widget: Any) -> set[str]:
    return {base.__name__ for base in type(widget).__mro__}


def is_shown(widget: Widget) -> bool:
    return bool(widget.opacity != 0 and widget.width > 0 and widget.height > 0)


def box_of(widget: Widget) -> Box:
    left, bottom = widget.to_window(*widget.pos)
    return (left, bottom, widget.width, widget.height)


def parents(widget: Any) -> Iterator[Any]:
    while isinstance(widget.parent, Widget) and widget.parent is not widget:
        widget = widget.parent
        yield widget


def in_view(node: Node) -> Box | None:
    """What of it lies within all that scrolls around it; None where nothing does."""
    left, bottom, width, height = node.box
    right, top = left + width, bottom + height
    around: list[Box] = [(0, 0, *Window.size)]
    around += [box_of(parent) for parent in parents(node.widget) if isinstance(parent, ScrollView)]
    for x, y, wide, high in around:
        left, bottom = max(left, x), max(bottom, y)
        right, top = min(right, x + wide), min(top, y + high)
    return (left, bottom, right - left, top - bottom) if right > left and top > bottom else None


def without_widgets(node: Node) -> Node:
    """To be compared with another moment of the same screen."""
    return replace(node, widget=None, children=tuple(map(without_widgets, node.children)))
