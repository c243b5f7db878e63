"""Words on the glass. They wrap and grow; names are shown literally and end in an ellipsis."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from kivy.clock import Clock
from kivy.core.text import Label as Measure
from kivy.core.text import LabelBase
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from screens import kv

ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"
LabelBase.register("icons", str(ASSETS / "icons.ttf"))


@cache
def icon_codes() -> dict[str, int]:
    return dict(json.loads((ASSETS / "icons.json").read_text(encoding="utf-8")))


def glyph(name: str) -> str:
    return chr(icon_codes()[name]) if name else ""


@lru_cache(maxsize=512)
def natural_size(text: str, font_size: float, font_name: str, bold: bool) -> tuple[int, int]:
    """How wide and high the text is on one line."""
    label = Measure(font_size=font_size, font_name=font_name, bold=bold)
    size: tuple[int, int] = label.get_extents(text) if text else (0, 0)
    return size


def unbroken_width(text: str, font_size: float, font_name: str = "Roboto", bold: bool = False) -> float:
    """The width at which no word of the text has to be broken."""
    widest = max(natural_size(word, font_size, font_name, bold)[0] for word in text.split() or [""])
    return 1.04 * widest + 2 if widest else 0


def unbroken_size(
    text: str, largest: float, smallest: float, room: float, font_name: str, bold: bool
) -> float:
    """The font size, from `largest` down to `smallest`, at which no word of the text has to be broken."""
    needed = unbroken_width(text, largest, font_name, bold)
    return max(min(largest, smallest), largest * min(1, room / needed if needed else 1))


def _lines(text: str, font_size: float, width: float) -> Iterator[str]:
    """The lines on which the words of the text find room."""
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and natural_size(longer, font_size, "Roboto", False)[0] > width:
                yield line
                longer = word
            line = longer
        yield line


@lru_cache(maxsize=512)
def first_lines(text: str, font_size: float, width: float, most: int) -> str:
    """The text on so many lines; where it needs more, it ends in an ellipsis."""
    lines = list(islice(_lines(text, font_size, width), most + 1))
    if len(lines) <= most:
        return "\n".join(lines)
    words = lines[most - 1].split()
    while len(words) > 1 and natural_size(" ".join(words) + " …", font_size, "Roboto", False)[0] > width:
        words.pop()
    return "\n".join([*lines[: most - 1], " ".join(words) + " …"])


@lru_cache(maxsize=512)
def largest_name(name: str, largest: float, width: float, height: float) -> tuple[str, float]:
    """A name on one line, or on two where its letters become larger by that, and how large they are."""
    words = name.split() or [""]
    breaks: list[tuple[str, ...]] = [(" ".join(words),)]
    breaks += [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    sizes = {}
    for lines in breaks:
        extents = [natural_size(line, largest, "Roboto", True) for line in lines]
        wide, high = max(wide for wide, _high in extents), sum(high for _wide, high in extents)
        sizes["\n".join(lines)] = largest * min(1, width / (1.02 * wide + 2), height / max(1, high))
    best = max(sizes, key=sizes.__getitem__)
    return best, sizes[best]


class Text(Label):
    """A label that brings its letters to the graphics memory before a frame is drawn: in its midst, all that
    has been drawn so far would wait for each."""

    def texture_update(self, *largs: object) -> None:
        super().texture_update(*largs)
        if self.texture is not None:
            self.texture.bind()


class Words(Text):
    """A paragraph: as wide as its place, as high as its lines."""


class Caption(Words):
    pass


class Lead(Words):
    pass


class Title(Words):
    pass


class FirstLines(Text):
    """A paragraph that has room for so many lines and no more."""

    whole = StringProperty("")
    most = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("whole", "most", "width", "font_size"):
            self.fbind(name, self._fit_soon)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.text = first_lines(self.whole, self.font_size, int(self.width), int(self.most))


class Display(Words):
    pass


class Overline(Words):
    pass


class Numeral(Text):
    """A big number that keeps its width while it counts."""


class OneLine(Text):
    """A name: one line, literal, an ellipsis where it does not fit."""


class Heading(OneLine):
    """The name of a screen: shrinks from `largest` to `smallest` before it ends in an ellipsis."""

    largest = NumericProperty("20sp")
    smallest = NumericProperty("15dp")
    fitting = NumericProperty("20sp")

    def __init__(self, **kwargs: object) -> None:
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "width", "largest", "smallest", "bold"):
            self.fbind(name, self._fit_soon)
        self._fit()

    def _fit(self, *_: object) -> None:
        width, _height = natural_size(self.text, self.largest, self.font_name, self.bold)
        room = self.width / (1.02 * width + 2) if width else 1
        self.fitting = max(min(self.largest, self.smallest), self.largest * min(1, room))


class Icon(Text):
    icon = StringProperty("")
    room = ListProperty([0, 0])
    """At least this large, for an icon on a disc."""

    def on_icon(self, *_: object) -> None:
        self.text = glyph(self.icon)


class Hug(Text):
    """As wide as its text, up to `widest`; then it wraps."""

    widest = NumericProperty(100_000)

    def __init__(self, **kwargs: object) -> None:
        self._hug_soon = Clock.create_trigger(self._hug, -1)
        super().__init__(**kwargs)
        self.fbind("text", self._hug_soon)
        self.fbind("font_size", self._hug_soon)
        self.fbind("bold", self._hug_soon)
        self.fbind("widest", self._hug_soon)
        self._hug()

    def _hug(self, *_: object) -> None:
        width, _height = natural_size(self.text, self.font_size, self.font_name, self.bold)
        self.text_size = (max(1, min(width + 2, self.widest)), None)


class Fit(Text):
    """Shrinks its text, down to `smallest` of `largest`, until the longest word fits its width."""

    largest = NumericProperty("16sp")
    smallest = NumericProperty("12dp")

    def __init__(self, **kwargs: object) -> None:
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "width", "largest", "smallest", "bold"):
            self.fbind(name, self._fit_soon)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.font_size = unbroken_size(
            self.text, self.largest, self.smallest, self.width, self.font_name, self.bold
        )


kv.load(__name__)
