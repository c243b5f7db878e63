"""The rules room: look something up, as a page of its own or as a sheet over whatever is going on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import escape_markup, get_hex_from_color

from scoring import BOXES
from screens.games.book import Situation, rule_table, rulebook
from screens.rules.book import Hit, Passage, search
from screens.running import the_app
from screens.theme import theme
from screens.translator import _, i18n, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.overlays import Overlay
from screens.widgets.surfaces import Card
from screens.words.book import SECTIONS, Block, Bullets, Grid, Paragraph, Reading, Section, Terms, said
from screens.words.messages import game_name

FIRST = next(iter(SECTIONS))
SHOWN_PASSAGES = 3


# -- What a section is made of ----------------------------------------------------------------------------


class Bullet(BoxLayout):
    text = StringProperty("")
    game = StringProperty("")


class Note(BoxLayout):
    """A question that the rulebook leaves open, and how the app answers it."""

    question = StringProperty("")
    answer = StringProperty("")


class Notes(Card):
    game = StringProperty("")


class Term(BoxLayout):
    name = StringProperty("")
    text = StringProperty("")
    game = StringProperty("")


class TermList(BoxLayout):
    """Names with their explanations below a caption."""

    title = StringProperty("")


class SectionPart(BoxLayout):
    """A heading and what stands below it."""

    key = StringProperty("")
    title = StringProperty("")


def section_part(section: Section, game: str, situation: Situation) -> SectionPart:
    part = SectionPart(key=section.key, title=_(section.title))
    words: Any = None
    for block in section.blocks:
        if isinstance(block, Grid | Terms):
            words = None
            lists = rule_table(block, game, situation) if isinstance(block, Grid) else term_list(block, game)
            part.add_widget(lists)
            continue
        if words is None:
            words = Notes(game=game) if isinstance(block, Reading) else Factory.Card()
            part.add_widget(words)
        for widget in _worded(block, game):
            words.add_widget(widget)
    return part


def term_list(terms: Terms, game: str) -> TermList:
    listed = TermList(title=said(terms.title, _))
    for name, text in terms.items:
        listed.ids.card.add_widget(Term(name=said(name, _), text=said(text, _), game=game))
    return listed


def _worded(block: Block, game: str) -> Iterator[Any]:
    match block:
        case Paragraph(text):
            yield Factory.Words(text=said(text, _))
        case Bullets(items):
            yield from (Bullet(text=said(item, _), game=game) for item in items)
        case Reading(question, answer):
            yield Note(question=_(question), answer=said(answer, _))


# -- What was found ---------------------------------------------------------------------------------------


class FoundGame(BoxLayout):
    game = StringProperty("")
    title = StringProperty("")


class Found(Pressable, Card):
    """A section that holds the words; a touch opens it."""

    key = StringProperty("")
    game = StringProperty("")
    section = StringProperty("")
    title = StringProperty("")
    more = StringProperty("")


class FoundPassage(Factory.Words):
    pass


def found_card(hit: Hit) -> Found:
    left = len(hit.passages) - SHOWN_PASSAGES
    more = ngettext("{n} more match", "{n} more matches", left).format(n=left) if left > 0 else ""
    card = Found(
        key=f"{hit.game} {hit.section.key}",
        game=hit.game,
        section=hit.section.key,
        title=_(hit.section.title),
        more=more,
    )
    for passage in hit.passages[:SHOWN_PASSAGES]:
        card.ids.passages.add_widget(FoundPassage(text=marked_up(passage, hit.game)))
    return card


def marked_up(passage: Passage, game: str) -> str:
    """The passage with the found words in the accent of the game, as Kivy's markup."""
    accent = get_hex_from_color(theme.accent_inks[game])
    parts, at = [], 0
    for start, end in passage.spans:
        parts.append(escape_markup(passage.text[at:start]))
        parts.append(f"[b][color={accent}]{escape_markup(passage.text[start:end])}[/color][/b]")
        at = end
    return "".join([*parts, escape_markup(passage.text[at:])])


# -- The room ---------------------------------------------------------------------------------------------


class RulesRoom(BoxLayout):
    """Search, games and sections; the same on the page and in the sheet."""

    game = StringProperty(next(iter(BOXES)))
    query = StringProperty("")
    section = StringProperty(FIRST)
    """The section that is being read."""
    searching = BooleanProperty(False)
    wide = BooleanProperty(False)
    short = BooleanProperty(False)
    """Too little height to keep search and games in view: they scroll away with the text."""
    inks = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        self._build_on = Clock.create_trigger(self._build_next)
        self._coming: Iterator[Any] = iter(())
        self._situations: Mapping[str, Situation] = {}
        self._told: Any = None
        self._goal = ""
        self._came_from = ("", "")
        super().__init__(**kwargs)
        self.fbind("game", self._on_game)
        self.fbind("query", self._fill_soon)
        self.fbind("inks", self._on_inks)

    def on_kv_post(self, _base: Any) -> None:
        self._games = self.ids.games.__self__  # an id alone does not keep a widget alive outside the tree

    def show(self, situations: Mapping[str, Situation]) -> None:
        """Says everything anew if anything has changed, and stays where one was reading."""
        if self._told == (i18n._, situations):
            return
        self._told = (i18n._, situations)
        reading = self.section
        self._situations = situations
        self._say()
        self._fill()
        if reading != FIRST and not self.query:
            self.read(reading)

    def read(self, section: str) -> None:
        """Goes to the section and stays there, whatever is still being laid out, until a finger scrolls."""
        for part in self._coming:
            self.ids.column.add_widget(part)
        self._goal = section
        self.reach_goal()

    def open_found(self, found: Found) -> None:
        came_from = (self.query, found.key)
        self.game, self.query = found.game, ""
        self._fill()
        self.read(found.section)
        self._came_from = came_from

    def back(self) -> bool:
        """From a found section to the results, from the results to the book."""
        if not self.query and not self._came_from[0]:
            return False
        self.query, found = self._came_from
        self._came_from = ("", "")
        self._fill()
        self.read(found)
        return True

    # -- Saying everything ---------------------------------------------------------------------------------

    def _say(self) -> None:
        self.ids.games.options = [(key, game_name(key)) for key in BOXES]
        contents = self.ids.contents
        if not contents.children:
            for key in SECTIONS:
                chip = Factory.Chip(key=key)
                chip.bind(on_release=lambda chip: self.read(chip.key))
                contents.add_widget(chip)
        for chip in contents.children:
            chip.text = _(SECTIONS[chip.key])

    def _on_game(self, *_: object) -> None:
        self._came_from = ("", "")
        self._fill_soon()

    def _on_inks(self, *_: object) -> None:
        if self.searching:
            self._fill_soon()

    def _fill(self, *_: object) -> None:
        self._fill_soon.cancel()
        self._build_on.cancel()
        self._goal = ""
        self.ids.column.clear_widgets()
        self.ids.scroll.scroll_y = 1
        self.searching = bool(self.query.strip())
        if self.searching:
            self._coming = self._found()
        else:
            self._coming = self._sections()
            self._mark(FIRST)
        self._build_next()

    def _build_next(self, *_: object) -> None:
        """One part at a time, so that the first one is there at once."""
        part = next(self._coming, None)
        if part is not None:
            self.ids.column.add_widget(part)
            self._build_on()

    def _sections(self) -> Iterator[Any]:
        situation = self._situations.get(self.game, {})
        return (section_part(section, self.game, situation) for section in rulebook(self.game))

    def _found(self) -> Iterator[Any]:
        hits = search(self.query, i18n._)
        if not hits:
            yield Factory.EmptyState(
                icon="magnify",
                title=_("Nothing found"),
                text=_("Every word has to be in the passage. Try fewer words, or only the start of one."),
            )
        for place, hit in enumerate(hits):
            if place == 0 or hits[place - 1].game != hit.game:
                yield FoundGame(game=hit.game, title=game_name(hit.game))
            card = found_card(hit)
            card.bind(on_release=self.open_found)
            yield card

    def on_short(self, *_: object) -> None:
        head = self.ids.head.__self__
        head.parent.remove_widget(head)
        place = self.ids.book if self.short else self
        place.add_widget(head, index=len(place.children))

    def on_searching(self, *_: object) -> None:
        """Results come from all games and sections, so there is nothing to choose among these meanwhile."""
        if self.searching:
            self.ids.top.remove_widget(self._games)
        else:
            self.ids.top.add_widget(self._games)

    # -- Where one is --------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.ids.scroll.collide_point(*touch.pos):
            self._goal = ""
        return bool(super().on_touch_down(touch))

    def reach_goal(self) -> None:
        depths = self._depths()
        if self._goal in depths:
            hidden = self._hidden()
            self.ids.scroll.scroll_y = max(0.0, 1 - depths[self._goal] / hidden) if hidden > 0 else 1
            self._mark(self._goal)

    def follow(self) -> None:
        """The section at the upper edge is the one being read."""
        edge = (1 - self.ids.scroll.scroll_y) * self._hidden() + dp(48)
        begun = [key for key, depth in self._depths().items() if depth <= edge]
        if begun and not self._goal:
            self._mark(begun[-1])

    def _hidden(self) -> float:
        below: float = self.ids.book.height - self.ids.scroll.height
        return max(0.0, below)

    def _depths(self) -> dict[str, float]:
        """How far below the top each part begins; from the heights, which are known before the places."""
        column = self.ids.column
        depth = column.padding[1] + (self.ids.head.height if self.short else 0)
        depths = {}
        for part in reversed(column.children):
            if isinstance(part, SectionPart | Found):
                depths[part.key] = depth
            depth += part.height + column.spacing
        return depths

    def _mark(self, section: str) -> None:
        if section in SECTIONS:
            self.section = section
        for chip in self.ids.contents.children:
            chip.game = self.game
            if chip.selected != (chip.key == self.section):
                chip.selected = chip.key == self.section
                if chip.selected:
                    self.ids.strip.scroll_to(chip, animate=False)


# -- As a page --------------------------------------------------------------------------------------------


class RulesPage(Page):
    def arrive(self, game: str = "", **given: Any) -> None:
        """Opens the book of the game, if one is given; otherwise everything is as it was left."""
        if game:
            self.ids.room.game, self.ids.room.query = game, ""
        self.refresh()

    def refresh(self) -> None:
        self.ids.room.show(_running_tables())

    def back(self) -> bool:
        return bool(self.ids.room.back())


def _running_tables() -> dict[str, Situation]:
    """By game, the newest table that is still being played: its row is marked in the set-up table."""
    history = the_app().history
    sessions = history.live() if history else []
    return {
        session["game"]: {"players": len(session["players"]), **session["options"]}
        for session in reversed(sessions)
    }


# -- Over another screen ----------------------------------------------------------------------------------


class RulesSheet(Overlay):
    """The rules of a game over the screen that is shown; closing them leaves it as it was."""

    def __init__(self, game: str, players: int = 0, options: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.ids.room.game = game
        self.ids.room.show({game: {"players": players, **(options or {})} if players else {}})

    def back(self) -> None:
        if not self.ids.room.back():
            super().back()
