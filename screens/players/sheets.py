"""What opens over the players: a name and a colour, a choice among people, and two of them side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from history.search import fold
from history.statistics import Rival
from scoring import BOXES
from scoring.core import Refusal
from screens import kv
from screens.players.figures import compared, partners
from screens.running import the_app
from screens.theme import PLAYER_COLOURS, Rgba, theme
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.charts import Bar
from screens.widgets.layout import Tiles
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card, PressRow
from screens.words.messages import game_name, sentence
from screens.words.people import COLOUR_NAMES, Person, Profile, alike, tidy
from screens.words.telling import FEW, sessions_told, short

MANY = 8
"""More people than this are searched."""
SHOWN_AT_ONCE = 20


def attempt(change: Callable[[], object]) -> bool:
    """Makes a change to the history; where that is refused, says why."""
    app = the_app()
    try:
        change()
    except Refusal as refusal:
        app.snack(sentence(refusal.reason))
    except (KeyError, OSError):
        app.snack(_("That could not be saved."))
    else:
        return True
    return False


def least_used_colour(profiles: Iterable[Profile]) -> str:
    chosen = [profile["colour"] for profile in profiles]
    return min(PLAYER_COLOURS, key=chosen.count)


def by_name(people: Iterable[Profile]) -> list[Profile]:
    return sorted(people, key=lambda profile: (fold(profile["name"]), profile["name"], profile["id"]))


def matches(name: str, wanted: str) -> bool:
    folded = fold(name)
    return all(word in folded for word in fold(wanted).split())


# -- Colours ----------------------------------------------------------------------------------------------


class ColourSwatch(Pressable, Card):
    person = StringProperty("")
    colour = StringProperty("")
    text = StringProperty("")
    selected = BooleanProperty(False)


class ColourSwatches(Tiles):
    """All colours with their names; `chosen` is ticked."""

    person = StringProperty("")
    chosen = StringProperty("")
    __events__ = ("on_choose",)

    def on_kv_post(self, _base: object) -> None:
        for colour in PLAYER_COLOURS:
            swatch = ColourSwatch(colour=colour)
            swatch.bind(on_release=self._choose)
            self.add_widget(swatch)
        self.fbind("chosen", self._mark)
        self.fbind("person", self._mark)
        self._mark()

    def say(self) -> None:
        for swatch in self.children:
            swatch.text = _(COLOUR_NAMES[swatch.colour])

    def _mark(self, *_args: object) -> None:
        self.say()
        for swatch in self.children:
            swatch.selected = swatch.colour == self.chosen
            swatch.person = self.person

    def _choose(self, swatch: ColourSwatch) -> None:
        self.chosen = swatch.colour
        self.dispatch("on_choose", swatch.colour)

    def on_choose(self, colour: str) -> None:
        pass


# -- A name -----------------------------------------------------------------------------------------------


class PlayerSheet(BottomSheet):
    """Asks for a name, and of somebody new for a colour too; a name that is taken leads to whoever has it.

    `known` is the profile that gets another name, or empty for somebody new.
    """

    known = ObjectProperty({})
    colour = StringProperty("")
    problem = StringProperty("")

    def __init__(
        self,
        others: Sequence[Profile],
        done: Callable[[str, str], object],
        offer: str,
        meet: Callable[[Profile], object],
        **kwargs: Any,
    ) -> None:
        self._others, self._done, self._offer, self._meet = others, done, offer, meet
        super().__init__(**kwargs)

    def on_kv_post(self, base: object) -> None:
        super().on_kv_post(base)
        if not self.known:
            self.ids.colours.add_widget(Factory.SectionHeading(text=_("Colour")))
            swatches = ColourSwatches(chosen=self.colour, person=self.ids.name.text)
            swatches.bind(chosen=self.setter("colour"))
            self.ids.name.bind(text=swatches.setter("person"))
            self.ids.colours.add_widget(swatches)

    def typing(self) -> None:
        self.problem = ""
        self.ids.offer.clear_widgets()

    def accept(self) -> None:
        name = tidy(self.ids.name.text)
        namesake = next((other for other in self._others if alike(other["name"], name)), None)
        if not name:
            self.problem = _("A name has at least one letter.")
        elif namesake is not None:
            self._tell_of(namesake)
        else:
            self.close()
            self._done(name, self.colour)

    def _tell_of(self, namesake: Profile) -> None:
        self.typing()
        self.problem = _("Somebody already has that name.")
        button = Factory.SecondaryButton(text=self._offer)
        button.bind(on_release=lambda _button: self._go_to(namesake))
        self.ids.offer.add_widget(button)

    def _go_to(self, namesake: Profile) -> None:
        self.close()
        self._meet(namesake)


# -- One of many ------------------------------------------------------------------------------------------


class PersonRow(PressRow):
    pass


class PeopleSheet(BottomSheet):
    """Asks for one of the people, in the order they are given in; a search where there are many."""

    def __init__(
        self,
        people: Sequence[Person],
        done: Callable[[Person], object],
        note: Callable[[Person], str] = lambda _person: "",
        **kwargs: Any,
    ) -> None:
        self._people, self._done, self._note = people, done, note
        super().__init__(**kwargs)

    def on_kv_post(self, base: object) -> None:
        super().on_kv_post(base)
        if len(self._people) > MANY:
            field = Factory.TextField(hint=_("Search"), icon="magnify")
            field.bind(text=lambda _field, text: self._show(text))
            self.ids.search.add_widget(field)
        self._show("")

    def _show(self, wanted: str) -> None:
        found = [person for person in self._people if matches(person.name, wanted)]
        rows = self.ids.rows
        rows.clear_widgets()
        for person in found[:SHOWN_AT_ONCE]:
            row = PersonRow(text=person.name, colour=person.colour, secondary=self._note(person))
            row.bind(on_release=lambda _row, person=person: self._choose(person))
            rows.add_widget(row)
        if (left := len(found) - SHOWN_AT_ONCE) > 0:
            text = _("And {n} more: search for the name.").format(n=left)
            rows.add_widget(Factory.Caption(text=text))
        if not found:
            rows.add_widget(Factory.Caption(text=_("Nobody with that name")))

    def _choose(self, person: Person) -> None:
        self.close()
        self._done(person)


# -- Two of them ------------------------------------------------------------------------------------------


class DuelRow(Card):
    game = StringProperty("")
    text = StringProperty("")
    figures = StringProperty("")


class DuelSheet(BottomSheet):
    """Head to head: who finished ahead of whom, over all games and at each of them."""

    bars = ListProperty([])
    note = StringProperty("")
    shared = StringProperty("")
    """What the way to the tables of both is called; nothing when there are none."""
    profile = StringProperty("")

    def __init__(
        self,
        one: Person,
        other: Person,
        rivals: Mapping[str, Rival],
        show: Callable[[], object],
        visit: Callable[[], object],
        **kwargs: Any,
    ) -> None:
        """`rivals` has the other as seen by the one: under the empty key over all games, and by game."""
        self._one, self._other, self._rivals = one, other, rivals
        self._show_tables, self._visit = show, visit
        super().__init__(**kwargs)

    def on_kv_post(self, base: object) -> None:
        super().on_kv_post(base)
        names = {"one": short(self._one.name), "other": short(self._other.name)}
        every = self._rivals[""]
        self.title = _("{one} and {other}").format(**names)
        self.profile = _("Profile of {name}").format(name=names["other"])
        self.shared = (
            ngettext("Their session together", "Their {n} sessions together", every.together).format(
                n=every.together
            )
            if every.together
            else ""
        )
        self.note = self._noted(every)
        if compared(every):
            self.bars = self._bars(every)
        for game in BOXES:
            rival = self._rivals.get(game)
            if rival is not None and rival.together:
                row = DuelRow(game=game, text=game_name(game), figures=self._told(rival))
                self.ids.games.add_widget(row)

    def _told(self, rival: Rival) -> str:
        names = {"one": short(self._one.name), "other": short(self._other.name)}
        ranked = _("{one} {wins}, {other} {losses}, level {ties}").format(
            wins=rival.wins, losses=rival.losses, ties=rival.ties, **names
        )
        return " · ".join(
            [sessions_told(rival.together), *([ranked] if compared(rival) else []), *partners(rival)]
        )

    def _bars(self, rival: Rival) -> list[Bar]:
        return [
            Bar(short(self._one.name), rival.wins, _fill(self._one, 0)),
            Bar(_("level"), rival.ties, tuple(theme.ink_faint)),
            Bar(short(self._other.name), rival.losses, _fill(self._other, 1)),
        ]

    def _noted(self, rival: Rival) -> str:
        if not rival.together:
            return _("They have not finished a session together yet.")
        said = []
        if rival.partners:
            said.append(
                ngettext(
                    "In {n} session they were partners.",
                    "In {n} sessions they were partners.",
                    rival.partners,
                ).format(n=rival.partners)
            )
        if unknown := rival.together - compared(rival) - rival.partners:
            said.append(
                ngettext(
                    "In {n} session the order is not known.",
                    "In {n} sessions the order is not known.",
                    unknown,
                ).format(n=unknown)
            )
        if 0 < compared(rival) < FEW:
            said.append(_("So few sessions do not say much yet."))
        return " ".join(said)

    def open_tables(self) -> None:
        self.close()
        self._show_tables()

    def open_profile(self) -> None:
        self.close()
        self._visit()


def _fill(person: Person, seat: int) -> Rgba:
    return PLAYER_COLOURS.get(person.colour) or tuple(PLAYER_COLOURS.values())[seat]


kv.load(__name__)
