"""The result as a picture for a chat: first laid out, then painted, the same on every device.

It is always light, and neither the window nor the text size chosen for the screen changes it: who looks at it
sits somewhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.core.image import Image
from kivy.core.text import Label as Lettering
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from screens.games import FACES
from screens.result.outcome import part_colours
from screens.result.words import points_by_part, total_told
from screens.theme import (
    LIGHT,
    NIGHT,
    PLAYER_COLOURS,
    WHITE,
    Rgba,
    mix,
    readable_on,
    rgba,
    theme,
)
from screens.translator import _
from screens.widgets.brush import Brush
from screens.widgets.people import initial
from screens.widgets.shapes import RoundBox
from screens.widgets.text import glyph, natural_size
from screens.words.messages import game_name
from screens.words.people import Side
from screens.words.telling import added_up

WIDTH = 1080
SHORTEST = 1080
MARGIN = 56
GAP = 18
HEAD = 300
GAME = 236
"""The side of the picture of the game."""
MEDALS = (rgba("#E7B83C"), rgba("#C5CCD3"), rgba("#D39A6A"))
"""For the first three places; the number stands on them as well."""
SMALLEST = 24
FONT = "Roboto"
ICONS = "icons"


# -- What it tells ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking."""

    side: Side
    won: bool
    rank: int | None
    total: float | None
    """Each of them None when nobody wrote it down."""
    parts: tuple[float, ...] = ()
    colours: tuple[str, ...] = ()
    """The colours that the people of this side chose, or empty words."""


@dataclass(frozen=True, slots=True)
class Story:
    """A finished session, told from the winner down."""

    game: str
    date: str
    headline: str
    margin: str
    standings: tuple[Standing, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    """Whom it is about, and what decided."""

    @property
    def is_decided(self) -> bool:
        return any(standing.won for standing in self.standings)


def parts_of(game: str, result: Mapping[str, Any], seat: int) -> tuple[float, ...]:
    """Where the points came from, piece by piece; nothing when that is not known or does not add up."""
    if not result.get("lines") or result["totals"] is None:
        return ()
    if parts := FACES[game].words.PARTS:
        sums = points_by_part(result, seat)
        found: Sequence[float] = [sums.get(part, 0) for part in parts]
    else:
        found = [line["points"] for line in result["lines"][seat]]
    return tuple(found) if sum(found) == result["totals"][seat] else ()


# -- Where everything is ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """In pixels, counted from the top left."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, other: Box) -> bool:
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def meets(self, other: Box) -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


@dataclass(frozen=True, slots=True)
class Shape:
    box: Box
    colour: Rgba
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Text:
    box: Box
    text: str
    colour: Rgba
    texture: Texture


@dataclass(slots=True)
class Layout:
    game: str
    height: int = 0
    shapes: list[Shape] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    cards: list[Box] = field(default_factory=list)
    """One for each line of the ranking."""
    bars: list[list[Shape]] = field(default_factory=list)

    @property
    def picture(self) -> Box:
        return Box(WIDTH - MARGIN - GAME, (HEAD - GAME) / 2, GAME, GAME)

    def disc(self, centre_x: float, centre_y: float, across: float, colour: Rgba) -> Box:
        box = Box(centre_x - across / 2, centre_y - across / 2, across, across)
        self.shapes.append(Shape(box, colour, across / 2))
        return box

    def write(self, words: Lettered, x: float, y: float) -> float:
        """Puts the words there and says where the next ones can stand."""
        wide, high = words.width, words.height
        self.texts.append(Text(Box(x, y, wide, high), words.text, words.colour, words.texture))
        return y + high

    def write_centred(self, words: Lettered, box: Box) -> None:
        wide, high = words.texture.size
        self.write(words, box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2)


@dataclass(frozen=True, slots=True)
class Lettered:
    text: str
    colour: Rgba
    texture: Texture

    @property
    def width(self) -> float:
        return float(self.texture.width)

    @property
    def height(self) -> float:
        return float(self.texture.height)


def one_line(
    text: str, size: float, colour: Rgba, room: float = WIDTH, bold: bool = False, font: str = FONT
) -> Lettered:
    """Smaller where it would not fit, and cut where it would become too small to read."""
    wide = natural_size(text, size, font, bold)[0]
    size = max(SMALLEST, int(size * min(1, room / max(1, wide + 2))))
    fits = natural_size(text, size, font, bold)[0] <= room
    limits: dict[str, Any] = {} if fits else {"text_size": (room, None), "shorten": True, "max_lines": 1}
    return _lettered(text, colour, font_size=size, font_name=font, bold=bold, **limits)


def paragraph(text: str, size: float, colour: Rgba, room: float, bold: bool = False) -> Lettered:
    return _lettered(text, colour, font_size=size, font_name=FONT, bold=bold, text_size=(room, None))


def _lettered(text: str, colour: Rgba, **kwargs: Any) -> Lettered:
    label = Lettering(text=text, **kwargs)
    label.refresh()
    return Lettered(text, colour, label.texture)


def lay_out(story: Story) -> Layout:
    layout = Layout(story.game)
    _lay_out_head(layout, story)
    y = _lay_out_headline(layout, story, HEAD + 40) + 30
    y = _lay_out_standings(layout, story, y)
    y = _lay_out_legend(layout, story, y)
    y = _lay_out_reasons(layout, story, y)
    lay_out_mark(layout, max(y + 24, SHORTEST - 92))
    return layout


def _lay_out_head(layout: Layout, story: Story) -> None:
    accent = theme.accents[story.game]
    layout.shapes.append(Shape(Box(0, 0, WIDTH, HEAD), accent))
    room = layout.picture.x - 2 * MARGIN
    name = one_line(game_name(story.game), 80, WHITE, room, bold=True)
    date = one_line(story.date, 40, mix(0.9, WHITE, accent), room)
    top = (HEAD - name.height - date.height - 6) / 2
    layout.write(date, MARGIN, layout.write(name, MARGIN, top) + 6)


def _lay_out_headline(layout: Layout, story: Story, y: float) -> float:
    trophy = one_line(glyph("trophy" if story.is_decided else "cards-playing"), 68, LIGHT["gold"], font=ICONS)
    start = MARGIN + trophy.width + 20
    words = paragraph(story.headline, 56, LIGHT["ink"], WIDTH - MARGIN - start, bold=True)
    layout.write(trophy, MARGIN, y)
    y = max(layout.write(words, start, y + max(0, (trophy.height - words.height) / 2)), y + trophy.height)
    if story.margin:
        y = layout.write(paragraph(story.margin, 34, LIGHT["ink_soft"], WIDTH - 2 * MARGIN), MARGIN, y + 10)
    return y


def _lay_out_standings(layout: Layout, story: Story, y: float) -> float:
    standings = story.standings
    high = min(200, max(150, 1000 / len(standings) - GAP))
    if any(len(standing.side.names) > 1 for standing in standings):
        high = 230
    gains = [sum(part for part in standing.parts if part > 0) for standing in standings]
    losses = [sum(part for part in standing.parts if part < 0) for standing in standings]
    scale = (min(losses), max(gains))
    totals = [_total(standing, story.game) for standing in standings]
    avatars = max(_avatars_width(standing) for standing in standings)
    for standing, total in zip(standings, totals, strict=True):
        card = Box(MARGIN, y, WIDTH - 2 * MARGIN, high)
        start = card.x + 28 + 76 + 22 + avatars + 26
        end = card.x + card.width - 32 - max(words.width for words in totals)
        _lay_out_card(layout, standing, card, story.game)
        layout.write(total, card.x + card.width - 32 - total.width, y + (high - total.height) / 2)
        _lay_out_points(layout, standing, story.game, Box(start, y, end - 30 - start, high), scale)
        y += high + GAP
    return y


def _total(standing: Standing, game: str) -> Lettered:
    colour = theme.accents[game] if standing.won else LIGHT["ink"]
    text = total_told(standing.total)
    return one_line(text, 76, colour, room=240, bold=True)


def _avatars_width(standing: Standing) -> float:
    return 84 if len(standing.side.seats) == 1 else 140


def _lay_out_card(layout: Layout, standing: Standing, card: Box, game: str) -> None:
    first = standing.won
    tint = mix(0.12, theme.accents[game], LIGHT["surface"])
    layout.shapes.append(Shape(Box(card.x, card.y + 4, card.width, card.height), LIGHT["lip"], 32))
    layout.shapes.append(Shape(card, tint if first else LIGHT["surface"], 32))
    layout.cards.append(card)
    middle = card.y + card.height / 2
    rank = standing.rank
    medal = MEDALS[rank - 1] if rank and rank <= len(MEDALS) else LIGHT["sunken"]
    place = layout.disc(card.x + 28 + 38, middle, 76, medal)
    layout.write_centred(one_line(str(rank or "–"), 40, NIGHT, room=60, bold=True), place)
    start = card.x + 28 + 76 + 22
    for number, (seat, name) in enumerate(zip(standing.side.seats, standing.side.names, strict=True)):
        chosen = PLAYER_COLOURS.get(standing.colours[number]) if standing.colours else None
        colour = chosen or list(PLAYER_COLOURS.values())[seat % len(PLAYER_COLOURS)]
        across = 84 if len(standing.side.seats) == 1 else 68
        disc = layout.disc(start + across / 2 + number * (across + 4), middle, across, colour)
        layout.write_centred(one_line(initial(name), 40, readable_on(colour), room=across, bold=True), disc)


def _lay_out_points(
    layout: Layout, standing: Standing, game: str, room: Box, scale: tuple[float, float]
) -> None:
    """The name or names, and below them a bar of where the points came from with its numbers."""
    names = [one_line(name, 44, LIGHT["ink"], room.width, bold=standing.won) for name in standing.side.names]
    told = added_up(standing.parts) if len(standing.parts) > 1 else ""
    numbers = one_line(told, 28, LIGHT["ink_soft"], room.width) if told else None
    bar = 20 if standing.parts and scale[1] > scale[0] else 0
    high = sum(name.height for name in names) + (bar + 12 if bar else 0) + (numbers.height if numbers else 0)
    y = room.y + (room.height - high) / 2
    for name in names:
        y = layout.write(name, room.x, y)
    if bar:
        _lay_out_bar(layout, standing, game, Box(room.x, y + 8, room.width, bar), scale)
        y += bar + 12
    if numbers:
        layout.write(numbers, room.x, y)


def _lay_out_bar(
    layout: Layout, standing: Standing, game: str, room: Box, scale: tuple[float, float]
) -> None:
    """Gains to the right of nought, losses to its left, on one scale for everybody."""
    low, high = scale
    unit = room.width / (high - low)
    left = right = room.x - low * unit
    pieces = []
    for points, colour in zip(standing.parts, _part_colours(game, len(standing.parts)), strict=True):
        if points < 0:
            left -= -points * unit
        start = left if points < 0 else right
        if points:
            box = Box(start, room.y, max(2, abs(points) * unit - 3), room.height)
            pieces.append(Shape(box, colour, 6))
        right += max(0, points) * unit
    layout.bars.append(pieces)
    layout.shapes += pieces


def _part_colours(game: str, count: int) -> list[Rgba]:
    if FACES[game].words.PARTS:
        return part_colours(count)
    accent = theme.accents[game]
    return [accent if place % 2 == 0 else mix(0.6, accent, WHITE) for place in range(count)]


def _lay_out_legend(layout: Layout, story: Story, y: float) -> float:
    parts = FACES[story.game].words.PARTS
    if not parts or not any(standing.parts for standing in story.standings):
        return y
    x, high = float(MARGIN), 0.0
    for title, colour in zip(parts.values(), part_colours(len(parts)), strict=True):
        words = one_line(_(title), 30, LIGHT["ink_soft"], room=WIDTH - 2 * MARGIN - 40)
        if x + 40 + words.width > WIDTH - MARGIN:
            x, y = MARGIN, y + words.height + 4
        layout.disc(x + 14, y + 8 + words.height / 2, 26, colour)
        layout.write(words, x + 38, y + 8)
        x, high = x + 38 + words.width + 40, words.height
    return y + 8 + high + 12


def _lay_out_reasons(layout: Layout, story: Story, y: float) -> float:
    room = WIDTH - 2 * MARGIN - 64
    for names, told in story.reasons:
        title = paragraph(names, 34, LIGHT["info_ink"], room, bold=True)
        words = paragraph(told, 34, LIGHT["info_ink"], room)
        high = title.height + words.height + 48
        layout.shapes.append(Shape(Box(MARGIN, y, WIDTH - 2 * MARGIN, high), LIGHT["info"], 28))
        layout.write(words, MARGIN + 32, layout.write(title, MARGIN + 32, y + 22))
        y += high + GAP
    return y


def lay_out_mark(layout: Layout, y: float) -> None:
    """Small, at the foot: where this comes from."""
    icon = one_line(glyph("cards-playing"), 40, theme.accents[""], font=ICONS)
    words = one_line("Tableside", 32, LIGHT["ink_soft"], bold=True)
    x = (WIDTH - icon.width - 12 - words.width) / 2
    layout.write(icon, x, y)
    layout.write(words, x + icon.width + 12, y + (icon.height - words.height) / 2)
    layout.height = round(y + icon.height + 40)


# -- The painting -----------------------------------------------------------------------------------------


def paint(layout: Layout) -> Fbo:
    """On a canvas of its own, as large as the picture, which has its first row at the bottom."""
    canvas = Fbo(size=(WIDTH, layout.height))
    with canvas:
        ClearColor(*LIGHT["paper"])
        ClearBuffers()
        for shape in layout.shapes:
            Color(*shape.colour)
            RoundBox(pos=_upwards(shape.box, layout), size=_whole(shape.box), radius=shape.radius)
    picture = InstructionGroup()
    FACES[layout.game].look.draw(Brush(picture, *_upwards(layout.picture, layout), layout.picture.width))
    canvas.add(picture)
    with canvas:
        for text in layout.texts:
            Color(*text.colour)
            Rectangle(
                texture=text.texture, pos=_upwards(text.box, layout), size=(text.box.width, text.box.height)
            )
    canvas.draw()
    return canvas


def _upwards(box: Box, layout: Layout) -> tuple[int, int]:
    return round(box.x), round(layout.height - box.y - box.height)


def _whole(box: Box) -> tuple[int, int]:
    return round(box.width), round(box.height)


def write_picture(story: Story, path: Path) -> None:
    """Writes a PNG; OSError when the device does not take it."""
    write_layout(lay_out(story), path)


def write_layout(layout: Layout, path: Path) -> None:
    png = BytesIO()
    canvas = paint(layout)
    if not Image(canvas.texture).save(png, flipped=True, fmt="png"):
        raise OSError(f"{path.name} cannot be made here")
    path.write_bytes(png.getvalue())
