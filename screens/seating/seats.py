"""Seats: who plays, in which order around the table, and who begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from scoring import BOXES
from screens.games.plan import (
    LONGEST_NAME,
    LOOKED_THROUGH,
    Plan,
    coloured,
    earlier_groups,
    moved,
    new_person,
    seated,
    stood_up,
)
from screens.running import the_app
from screens.seating.fingers import Fingers
from screens.seating.page import PlanPage
from screens.theme import theme
from screens.translator import _, headed, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Scroll
from screens.widgets.overlays import BottomSheet
from screens.widgets.people import Avatar
from screens.widgets.surfaces import Card
from screens.words.messages import game_name
from screens.words.people import COLOUR_NAMES, Person, alike, tidy
from screens.words.telling import short

OFFERED_PLAYERS = 12
LAPS = 2
FIRST_BEAT, LAST_BEAT = 0.05, 0.24


# -- Rows that can be dragged -----------------------------------------------------------------------------


class SeatRow(Pressable, Card):
    player = StringProperty("")
    person = StringProperty("")
    colour = StringProperty("")
    note = StringProperty("")
    begins = BooleanProperty(False)
    lifted = BooleanProperty(False)
    game = StringProperty("")
    __events__ = ("on_remove",)

    def on_remove(self) -> None:
        pass


class SeatList(Widget):
    """The seats below one another; a row held by its handle is carried to another place."""

    gap = NumericProperty("8dp")
    __events__ = ("on_order",)

    def __init__(self, **kwargs: Any) -> None:
        self._rows: list[SeatRow] = []
        self._carried: SeatRow | None = None
        self._grip = 0.0
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "gap"):
            self.fbind(name, self._arrange_soon)

    def show(self, rows: Sequence[SeatRow]) -> None:
        self._carried = None
        self.clear_widgets()
        self._rows = list(rows)
        for row in rows:
            row.fbind("height", self._arrange_soon)
            self.add_widget(row)
        self._arrange()

    @property
    def rows(self) -> tuple[SeatRow, ...]:
        return tuple(self._rows)

    def lift(self, touch: Any) -> bool:
        """Takes the row whose handle is under the finger; False when there is none."""
        row = next((row for row in self._rows if row.ids.handle.collide_point(*touch.pos)), None)
        if row is None or self._carried is not None:
            return False
        touch.grab(self)
        self._carried, self._grip = row, touch.y - row.y
        row.lifted = True
        self.remove_widget(row)
        self.add_widget(row)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._carried is None:
            return bool(super().on_touch_move(touch))
        row = self._carried
        row.y = max(self.y, min(self.top - row.height, touch.y - self._grip))
        seat = max(0, min(len(self._rows) - 1, round((self.top - row.top) / (row.height + self.gap))))
        if self._rows.index(row) != seat:
            self._rows.remove(row)
            self._rows.insert(seat, row)
            the_app().buzz()
            self._arrange(slide=True)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._carried is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._carried.lifted = False
        self._carried = None
        self._arrange(slide=True)
        self.dispatch("on_order", [row.player for row in self._rows])
        return True

    def on_order(self, players: list[str]) -> None:
        pass

    def _arrange(self, *_: object, slide: bool = False) -> None:
        self.height = sum(row.height for row in self._rows) + self.gap * max(0, len(self._rows) - 1)
        top = self.top
        for row in self._rows:
            row.x, row.width = self.x, self.width
            if row is not self._carried:
                Animation.cancel_all(row, "y")
                if slide and theme.quick:
                    Animation(y=top - row.height, duration=theme.quick, transition="out_quad").start(row)
                else:
                    row.y = top - row.height
            top -= row.height + self.gap


class SeatScroll(Scroll):
    """Scrolls, unless the finger is on a handle."""

    seats = ObjectProperty(None)

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and not self.disabled:
            touch.push()
            touch.apply_transform_2d(self.to_local)
            lifted = self.seats.lift(touch)
            touch.pop()
            if lifted:
                return True
        return bool(super().on_touch_down(touch))


# -- Sheets -----------------------------------------------------------------------------------------------


class ColourChoice(Pressable, Card):
    person = StringProperty("")
    colour = StringProperty("")
    text = StringProperty("")
    selected = BooleanProperty(False)
    game = StringProperty("")


class SeatSheet(BottomSheet):
    """What else can be done with a seat: begin, move without dragging, another colour, leave."""

    person = StringProperty("")
    game = StringProperty("")
    seat = NumericProperty(0)
    seats = NumericProperty(1)
    __events__ = ("on_begin", "on_move", "on_colour", "on_remove")

    def show_colours(self, chosen: str) -> None:
        for colour, name in COLOUR_NAMES.items():
            choice = ColourChoice(
                person=self.person, colour=colour, text=_(name), selected=colour == chosen, game=self.game
            )
            choice.bind(on_release=lambda choice: self.answer("on_colour", choice.colour))
            self.ids.colours.add_widget(choice)

    def answer(self, event: str, *told: object) -> None:
        self.close()
        self.dispatch(event, *told)

    def on_begin(self) -> None:
        pass

    def on_move(self, seat: int) -> None:
        pass

    def on_colour(self, colour: str) -> None:
        pass

    def on_remove(self) -> None:
        pass


class GroupCard(Pressable, Card):
    """A group that played before: one touch seats everybody."""

    title = StringProperty("")
    people = StringProperty("")
    group = ObjectProperty(())

    def on_kv_post(self, _base: object) -> None:
        for person in self.group:
            self.ids.faces.add_widget(Avatar(person=person.name, colour=person.colour))


# -- The page ---------------------------------------------------------------------------------------------


class SeatsPage(PlanPage):
    problem = StringProperty("")
    players = NumericProperty(0)
    name_of_game = StringProperty("")
    longest_name = LONGEST_NAME
    ways = ListProperty([])
    advice = StringProperty("")
    spotlight = StringProperty("")
    """The id that the draw is passing over."""

    def __init__(self, **kwargs: Any) -> None:
        self._beats: list[tuple[str, float]] = []
        self._beat: Any = None
        super().__init__(**kwargs)
        self._beginning = self.ids.beginning.__self__
        self.ids.name.field.text_validate_unfocus = False

    def arrive(self, game: str = "", **given: Any) -> None:
        self.problem = ""
        self.ids.name.problem = ""
        if game != self.game:
            self.ids.scroll.scroll_y = 1
        self.take_up(game)
        self.ids.name.text = self.plan.typed
        self.refresh()

    def leave(self) -> None:
        self._stop_the_show()
        self.ids.name.field.focus = False

    def refresh(self) -> None:
        self._say()
        self._show_seats()
        self._show_groups()
        self._show_known()
        self._show_starters()
        self._mark()

    # -- Saying --------------------------------------------------------------------------------------------

    def _say(self) -> None:
        self.players = self.plan.count
        box = self.plan.box
        limits = _("{fewest}–{most} players").format(fewest=box.fewest, most=box.most)
        self.name_of_game = game_name(self.plan.box.key)
        self._say_how_it_stands(f"{headed(game_name(self.plan.box.key), limits)}. {self._how_many()}".strip())
        book = _("Youngest") if box.youngest_begins else _("You decide")
        self.ways = [("book", book), ("random", _("At random")), ("fingers", _("Fingers"))]
        self.ids.way.value = self.plan.way
        self.advice = self._advice()

    def _say_how_it_stands(self, limits: str) -> None:
        status = self.ids.status
        status.clear_widgets()
        if self.problem:
            status.add_widget(Factory.Banner(kind="warning", text=self.problem))
        else:
            status.add_widget(Factory.Caption(text=limits, halign="center"))

    def on_problem(self, *_args: object) -> None:
        self._say()

    def _how_many(self) -> str:
        if self.plan.missing:
            return ngettext("{n} more to go.", "{n} more to go.", self.plan.missing).format(
                n=self.plan.missing
            )
        return _("The table is full.") if self.plan.is_full else ""

    def _advice(self) -> str:
        if self.plan.way == "random":
            return _("Chance decides who begins.")
        if self.plan.way == "fingers":
            return _("Everyone holds a finger on the screen, and one is chosen.")
        if BOXES[self.game].youngest_begins:
            return _("By the rules the youngest begins. Tap their name; it will be remembered.")
        return _("By the rules you agree who begins. Tap a name.")

    def _note(self, person: Person) -> str:
        team = next((team for team in self.plan.teams if person in team), ())
        others = ", ".join(short(other.name) for other in team if other != person)
        return _("plays with {name}").format(name=others) if others else ""

    # -- Seats ---------------------------------------------------------------------------------------------

    def _show_seats(self) -> None:
        self.ids.seats.show([self._row(person) for person in self.plan.people])

    def _row(self, person: Person) -> SeatRow:
        row = SeatRow(
            player=person.id,
            person=person.name,
            colour=person.colour,
            note=self._note(person),
            game=self.game,
        )
        row.bind(
            on_release=lambda row: self.open_seat(row.player), on_remove=lambda row: self.remove(row.player)
        )
        return row

    def reorder(self, players: list[str]) -> None:
        if set(players) == set(self.plan.ids):
            self.change(people=tuple(self.plan.person(player) for player in players))

    def open_seat(self, player: str) -> None:
        person = self.plan.person(player)
        seat = self.plan.ids.index(player)
        sheet = SeatSheet(
            title=short(person.name), person=person.name, game=self.game, seat=seat, seats=self.plan.count
        )
        sheet.show_colours(person.colour)
        sheet.bind(
            on_begin=lambda _sheet: self.choose_starter(player),
            on_move=lambda _sheet, seat: self.put(moved(self.plan, player, seat)),
            on_colour=lambda _sheet, colour: self.put(coloured(self.plan, player, colour)),
            on_remove=lambda _sheet: self.remove(player),
        )
        sheet.open()

    def remove(self, player: str) -> None:
        before = self.plan
        name = short(before.person(player).name)
        self.problem = ""
        self.put(stood_up(before, player))
        the_app().snack(
            _("{name} has left the table.").format(name=name),
            _("Undo"),
            lambda: self._bring_back(before, player),
        )

    def _bring_back(self, before: Plan, player: str) -> None:
        if player in self.plan.ids or self.plan.game != before.game:
            return
        if self.plan.is_full:
            self._refuse_one_more()
            return
        plan = seated(self.plan, before.person(player), before.ids.index(player))
        self.put(replace(plan, starter=before.starter) if before.starter == player else plan)

    # -- Adding --------------------------------------------------------------------------------------------

    def typing(self, text: str) -> None:
        self.ids.name.problem = ""
        if text != self.plan.typed:
            self.plan = replace(self.plan, typed=text)
            self.keep()
            self._show_known()

    def add_typed(self) -> bool:
        """Seats whoever was typed; False, with a sentence, when that cannot be."""
        field = self.ids.name
        name = tidy(field.text)
        if not name:
            field.problem = _("A name has at least one letter.")
        elif any(alike(name, person.name) for person in self.plan.people):
            field.problem = _(
                "Somebody with that name is already at the table. Add a letter to tell them apart."
            )
        elif self.plan.is_full:
            self._refuse_one_more()
        else:
            known = next((person for person in self._profiles() if alike(name, person.name)), None)
            self.seat(known or new_person(name))
            field.text = ""
            return True
        return False

    def seat(self, person: Person) -> None:
        if self.plan.is_full:
            self._refuse_one_more()
            return
        self.problem = ""
        self.put(seated(self.plan, person))

    def _refuse_one_more(self) -> None:
        self.problem = _(
            "{game} is for {most} players at most. Somebody has to leave the table first."
        ).format(game=game_name(self.plan.box.key), most=self.plan.box.most)

    def _profiles(self, archived: bool | None = None) -> list[Person]:
        history = the_app().history
        profiles = history.players(archived=archived) if history else []
        return [Person(profile["id"], profile["name"], profile["colour"]) for profile in profiles]

    def _show_known(self) -> None:
        """Those who played last come first; what is being typed narrows them down."""
        self.ids.known.clear_widgets()
        wanted = tidy(self.plan.typed).casefold()
        free = [
            person
            for person in self._profiles(archived=False)
            if person.id not in self.plan.ids
            and not any(alike(person.name, other.name) for other in self.plan.people)
            and wanted in person.name.casefold()
        ]
        recent = self._recently_seen()
        free.sort(key=lambda person: recent.index(person.id) if person.id in recent else len(recent))
        for person in free[:OFFERED_PLAYERS]:
            chip = Factory.Chip(text=short(person.name), icon="plus", key=person.id, game=self.game)
            chip.bind(on_release=lambda _chip, person=person: self._seat_known(person))
            self.ids.known.add_widget(chip)

    def _seat_known(self, person: Person) -> None:
        self.seat(person)
        if person.id in self.plan.ids:
            self.ids.name.text = ""

    def _recently_seen(self) -> list[str]:
        history = the_app().history
        if history is None:
            return []
        sessions = history.sessions()[: LOOKED_THROUGH // 5]
        seen = [history.same_player(player["id"]) for session in sessions for player in session["players"]]
        return list(dict.fromkeys(seen))

    # -- Last time's group ---------------------------------------------------------------------------------

    def _show_groups(self) -> None:
        box = self.ids.groups
        box.clear_widgets()
        history = the_app().history
        if self.plan.people or history is None:
            return
        for place, group in enumerate(earlier_groups(self.game, history)):
            card = GroupCard(
                title=_("The same as last time") if place == 0 else _("An earlier group"),
                people=" · ".join(short(person.name) for person in group),
                group=group,
            )
            card.bind(on_release=lambda card: self.seat_group(card.group))
            box.add_widget(card)

    def seat_group(self, group: Sequence[Person]) -> None:
        plan = replace(self.plan, people=())
        for person in group:
            plan = seated(plan, person)
        self.problem = ""
        self.put(plan)

    # -- Who begins ----------------------------------------------------------------------------------------

    def choose_way(self, way: str) -> None:
        """Chance and fingers begin at once; they can be repeated below."""
        if way == self.plan.way or not way:
            return
        self._stop_the_show()
        self.change(way=way)
        if self.plan.count > 1:
            self.let_decide()

    def let_decide(self) -> None:
        if self.plan.way == "random":
            self.draw()
        elif self.plan.way == "fingers":
            Fingers(people=self.plan.people, game=self.game, done=self.choose_starter, rng=self.rng).open()

    def draw(self) -> None:
        """The choice falls at once and is kept; then the light runs around the table and stops there."""
        self._stop_the_show()
        former = self.plan.starter
        chosen = self.rng.choice(self.plan.ids)
        self.choose_starter(chosen)
        if theme.quick:
            self._begin_the_show(former if former in self.plan.ids else self.plan.ids[0], chosen)
        else:
            the_app().buzz()

    def _begin_the_show(self, first: str, last: str) -> None:
        ids = self.plan.ids
        at = ids.index(first)
        steps = LAPS * len(ids) + (ids.index(last) - at) % len(ids)
        self._beats = [
            (ids[(at + step) % len(ids)], FIRST_BEAT + (LAST_BEAT - FIRST_BEAT) * (step / steps) ** 2)
            for step in range(1, steps + 1)
        ]
        self._next_beat()

    def _next_beat(self, *_: object) -> None:
        if not self._beats:
            self._stop_the_show()
            the_app().buzz()
            return
        (self.spotlight, seconds), *self._beats = self._beats
        self._mark()
        self._beat = Clock.schedule_once(self._next_beat, seconds)

    def _stop_the_show(self) -> None:
        self._beats = []
        if self._beat:
            self._beat.cancel()
            self._beat = None
        self.spotlight = ""
        self._mark()

    def _show_starters(self) -> None:
        """There is nothing to decide before there are two."""
        if (self._beginning.parent is None) == (self.plan.count > 1):
            if self._beginning.parent is None:
                self.ids.panes.add_widget(self._beginning)
            else:
                self.ids.panes.remove_widget(self._beginning)
        self.ids.starters.clear_widgets()
        for person in self.plan.people:
            chip = Factory.Chip(text=short(person.name), key=person.id, game=self.game)
            chip.bind(on_release=lambda chip: self._touch_starter(chip.key))
            self.ids.starters.add_widget(chip)
        self.ids.again.clear_widgets()
        if self.plan.way != "book" and self.plan.count > 1:
            text = _("Draw again") if self.plan.way == "random" else _("Put your fingers down")
            icon = "dice-multiple" if self.plan.way == "random" else "fingerprint"
            button = Factory.SecondaryButton(text=text, icon=icon)
            button.bind(on_release=lambda _button: self.let_decide())
            self.ids.again.add_widget(button)

    def _touch_starter(self, player: str) -> None:
        self._stop_the_show()
        self.choose_starter(player)

    def _mark(self) -> None:
        lit = self.spotlight or self.plan.starter
        for chip in self.ids.starters.children:
            chip.selected = chip.key == lit
            chip.icon = "crown" if chip.selected else ""
        for row in self.ids.seats.rows:
            row.begins = row.player == lit

    # -- Onwards -------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """A name that was typed but not sent is meant to be seated, too."""
        if tidy(self.ids.name.text) and not self.add_typed():
            return
        if self.plan.missing:
            self.problem = ngettext(
                "{game} needs one more player.", "{game} needs {n} more players.", self.plan.missing
            ).format(game=game_name(self.plan.box.key), n=self.plan.missing)
            return
        the_app().go("setup", game=self.game)
