"""A year in pictures: its plays, people, places, records, longest evening and closest game, to be shared."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from kivy.properties import StringProperty

from history import History
from history.year import Year, year_of
from screens import kv
from screens.result.picture import (
    HEAD,
    MARGIN,
    SHORTEST,
    WIDTH,
    Box,
    Layout,
    Shape,
    lay_out_mark,
    one_line,
    paragraph,
    write_layout,
)
from screens.result.share import PICTURE, why_not_shared
from screens.running import the_app
from screens.theme import LIGHT, WHITE, mix, theme
from screens.translator import _, date_told, duration, heading, ngettext, number, several
from screens.widgets.choices import Chip
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import ListRow
from screens.widgets.text import glyph
from screens.words.messages import game_name
from screens.words.people import find_person
from screens.words.telling import listed, sessions_told, short

SHOWN = 4
"""Of games, people and places."""


@dataclass(frozen=True, slots=True)
class Fact:
    icon: str
    title: str
    text: str


def find_year(history: History, year: str) -> Year:
    listing = history.sessions(since=f"{year}-01-01", until=f"{year}-12-31", finished=True)
    return year_of(history.statistics().behind, year, [session["place"].strip() for session in listing])


def years_played(history: History) -> list[str]:
    return sorted({day[:4] for day in history.sessions(finished=True).days()}, reverse=True)


def headline(year: Year) -> str:
    told = sessions_told(year.plays)
    return f"{told} · {duration(year.seconds)}" if year.seconds else told


def facts_of(year: Year, history: History) -> Iterator[Fact]:
    def name(person: str) -> str:
        found = find_person(history, person)
        return short(found["name"]) if found else _("Somebody")

    if year.games:
        told = [f"{game_name(game)} {count}" for game, count in year.games[:SHOWN]]
        yield Fact("cards-playing", _("Most played"), " · ".join(told))
    if year.people:
        n = len(year.people)
        title = ngettext("{n} person at the table", "{n} people at the table", n).format(n=n)
        told = [f"{name(person)} {count}" for person, count in year.people[:SHOWN]]
        yield Fact("account-group", title, " · ".join(told))
    if year.places:
        n = len(year.places)
        title = ngettext("{n} place", "{n} places", n).format(n=n)
        yield Fact(
            "map-marker-outline",
            title,
            " · ".join(f"{place} {count}" for place, count in year.places[:SHOWN]),
        )
    if year.records:
        n, last = len(year.records), year.records[-1]
        title = ngettext("{n} record of one’s own", "{n} records of one’s own", n).format(n=n)
        told = [name(last.person), game_name(last.game), number(last.total)]
        yield Fact("trophy-outline", title, " · ".join(told))
    if year.longest:
        evening = year.longest
        told = [day_told(evening.day), duration(evening.seconds), sessions_told(evening.plays)]
        yield Fact("timer-outline", _("The longest evening"), " · ".join(told))
    if year.closest:
        close = year.closest
        ahead = ngettext(
            "{winner} ahead of {other} by {n}", "{winner} ahead of {other} by {n}", several(close.gap)
        ).format(
            winner=listed([name(one) for one in close.winners]),
            other=listed([name(one) for one in close.next_best]),
            n=number(close.gap),
        )
        told = [game_name(close.game), day_told(close.day), ahead]
        yield Fact("scale-balance", _("The closest game"), " · ".join(told))


def day_told(day: str) -> str:
    found = date.fromisoformat(day)
    return heading(date_told(found, found))


# -- The picture ------------------------------------------------------------------------------------------


def lay_out_year(title: str, head: str, game: str, facts: list[Fact]) -> Layout:
    """`game` lends its colour and its picture: it was played most."""
    layout = Layout(game)
    accent = theme.accents[game]
    layout.shapes.append(Shape(Box(0, 0, WIDTH, HEAD), accent))
    room = layout.picture.x - 2 * MARGIN
    name = one_line(title, 110, WHITE, room, bold=True)
    told = one_line(head, 40, mix(0.9, WHITE, accent), room)
    top = (HEAD - name.height - told.height - 6) / 2
    layout.write(told, MARGIN, layout.write(name, MARGIN, top) + 6)
    y = float(HEAD + 40)
    for fact in facts:
        y = _lay_out_fact(layout, fact, y) + 18
    lay_out_mark(layout, max(y + 24, SHORTEST - 92))
    return layout


def _lay_out_fact(layout: Layout, fact: Fact, y: float) -> float:
    room = WIDTH - 2 * MARGIN - 150
    icon = one_line(glyph(fact.icon), 56, theme.accents[layout.game], font="icons")
    title = paragraph(fact.title, 34, LIGHT["ink_soft"], room)
    words = paragraph(fact.text, 42, LIGHT["ink"], room, bold=True)
    card = Box(MARGIN, y, WIDTH - 2 * MARGIN, title.height + words.height + 44)
    layout.shapes.append(Shape(card, LIGHT["surface"], 28))
    layout.cards.append(card)
    layout.write(icon, MARGIN + 32, y + (card.height - icon.height) / 2)
    layout.write(words, MARGIN + 118, layout.write(title, MARGIN + 118, y + 20))
    return card.y + card.height


# -- On the glass -----------------------------------------------------------------------------------------


class YearSheet(BottomSheet):
    """A year as cards, and as a picture to share."""

    year = StringProperty("")
    head = StringProperty("")
    outcome = StringProperty("")

    def on_kv_post(self, _base: object) -> None:
        years = years_played(the_app().cupboard)
        for year in years if len(years) > 1 else []:
            chip = Chip(text=year, key=year)
            chip.bind(on_release=lambda chip: self.show(chip.key))
            self.ids.years.add_widget(chip)
        self.show(self.year or next(iter(years), str(the_app().today().year)))

    def show(self, year: str) -> None:
        history = the_app().cupboard
        self.year, self.title, self.outcome = year, _("The year {year}").format(year=year), ""
        found = find_year(history, year)
        self.head = headline(found)
        self._game = found.games[0][0] if found.games else ""
        self._facts = list(facts_of(found, history))
        for chip in self.ids.years.children:
            chip.selected = chip.key == year
        box = self.ids.facts
        box.clear_widgets()
        for fact in self._facts:
            box.add_widget(ListRow(icon=fact.icon, text=fact.text, secondary=fact.title))

    def share(self) -> None:
        if not self._game:
            return
        layout = lay_out_year(self.year, self.head, self._game, self._facts)
        try:
            with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
                path = Path(folder) / f"Tableside {self.year}.png"
                write_layout(layout, path)
                the_app().sharing.share_file(path, PICTURE, path.stem, partial(self._done))
        except OSError as trouble:
            self.outcome = why_not_shared(trouble)

    def _done(self, outcome: str | OSError | None) -> None:
        if outcome is None:
            self.close()
        elif isinstance(outcome, OSError):
            self.outcome = why_not_shared(outcome)
        else:
            self.outcome = _("Saved as {file}").format(file=outcome)


kv.load(__name__)
