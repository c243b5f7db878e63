"""One editor for a play: when, where, who, how it ended and what there is to say of it.

It opens a play that was tracked, counted or imported, and one that the phone has never seen. Whatever is
entered is a draft from the first letter on. Leaving saves it, as closing any other editor does, and says so;
"Discard" does not, and says that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any
from uuid import uuid4

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)

from scoring import BOXES, Refusal
from screens import kv
from screens.games.plan import Habit, habits
from screens.record.calendar import tally
from screens.record.edit_parts import BeginningSheet, DaySheet, HabitRow, PlaySeat, VariantRow
from screens.record.play import (
    LONGEST_MINUTES,
    SHARED,
    Play,
    as_json,
    as_session,
    is_bound,
    known_tags,
    new_play,
    places,
    put_on_seat,
    read_draft,
    read_play,
    with_person,
    with_points,
    without_seat,
)
from screens.running import the_app
from screens.theme import PLAYER_COLOURS
from screens.translator import _, date_told, duration
from screens.widgets.choices import Chip
from screens.widgets.layout import Page
from screens.widgets.numbers import NumberPad
from screens.widgets.pad import CountPad
from screens.words.messages import game_name, sentence
from screens.words.people import Person, alike, tidy
from screens.words.telling import short, signed

Document = dict[str, Any]
NEW = "play new"
MOST_POINTS = 9_999
OFFERED = 12


# -- The page ---------------------------------------------------------------------------------------------


class EditPage(Page):
    title = StringProperty("")
    game = StringProperty("")
    fresh = BooleanProperty(False)
    """The phone has never seen this play."""
    bound = BooleanProperty(False)
    """What was tracked or counted says who had how many points."""
    day_told = StringProperty("")
    time_told = StringProperty("")
    took = StringProperty("")
    began_title = StringProperty("")
    won_title = StringProperty("")
    problem = StringProperty("")
    focused = NumericProperty(-1)
    """The seat whose points the pad fills in."""
    enough = BooleanProperty(False)
    names = ListProperty([])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.play = Play("", next(iter(BOXES)), "2000-01-01", "00:00")
        self.before: Document | None = None
        self._begun_as = self.play
        self._settled = True
        self._filling = False
        self._pad = CountPad(long=True, high=MOST_POINTS)
        self._pad.bind(
            on_number=lambda _pad, number: self._fill(number),
            on_next=lambda _pad: self._next_points(),
            on_too_many=lambda _pad: the_app().snack(_("At most {n} here.").format(n=MOST_POINTS)),
        )
        self.ids.name.field.text_validate_unfocus = False

    # -- Coming and going ----------------------------------------------------------------------------------

    def arrive(self, session: str = "", day: str = "", again: bool = False, **_given: Any) -> None:
        """`again` goes on with what was entered, whatever has become of it since."""
        app = the_app()
        self.fresh = not session
        self.before = self._find(session) if session else None
        if session and self.before is None:
            self._settled = True
            app.ways.back()
            return
        draft = read_draft(app.drafts.get(self._draft(session)))
        self._begun_as = self._as_it_is(day)
        self.play = draft if draft and (not day or again) else self._begun_as
        if draft and day:
            self.play = replace(draft, day=day)
        self.bound = is_bound(self.before)
        self.problem, self.focused, self._settled = "", -1, False
        self.ids.scroll.scroll_y = 1
        self._write_fields()
        self.refresh()

    def _find(self, session: str) -> Document | None:
        try:
            return the_app().cupboard.get(session)
        except (KeyError, Refusal):
            return None

    def _as_it_is(self, day: str) -> Play:
        app = the_app()
        if self.before is None:
            newest = app.cupboard.sessions(finished=True)[:1]
            game = newest[0]["game"] if newest else next(iter(BOXES))
            return new_play(game, app.now(), day)
        profiles = {profile["id"]: profile for profile in app.cupboard.players()}
        return read_play(self.before, profiles)

    @staticmethod
    def _draft(session: str) -> str:
        return f"play {session}" if session else NEW

    @property
    def draft(self) -> str:
        return NEW if self.fresh else self._draft(self.play.session)

    @property
    def changed(self) -> bool:
        same = replace(self._begun_as, session=self.play.session)
        if self.fresh:
            same = replace(same, day=self.play.day, time=self.play.time, game=self.play.game)
        return self.play != same

    @property
    def acceptable(self) -> bool:
        """What came from elsewhere may seat more people than the box is for."""
        return self.play.is_enough or (
            self.before is not None and len(self.before["players"]) == len(self.play.people)
        )

    def keep(self) -> None:
        if not self._settled:
            the_app().drafts.put(self.draft, as_json(self.play) if self.changed else None)

    def leave(self) -> None:
        """Saves what can be saved; a new play that is not complete yet waits as a draft."""
        if self._settled:
            return
        self._take_typed()
        if not self.changed:
            the_app().drafts.put(self.draft, None)
        elif self.fresh or not self.acceptable:
            self.keep()
            the_app().snack(
                _("The play waits as a draft."),
                _("Discard"),
                partial(the_app().drafts.put, self.draft, None),
                goes_along=True,
            )
        elif self._save():
            put_back = partial(self._put_back, self.before)
            the_app().snack(_("Changes saved."), _("Undo"), put_back, goes_along=True)
        self._settled = True

    def _put_back(self, document: Document | None) -> None:
        app = the_app()
        if document is not None:
            app.cupboard.save(document)
            app.rise()
            app.ways.refresh()

    # -- Changing ------------------------------------------------------------------------------------------

    def change(self, play: Play) -> None:
        self.play = play
        self.problem = ""
        self.keep()
        self.refresh()

    def set(self, **fields: Any) -> None:
        self.change(replace(self.play, **fields))

    def typed(self) -> None:
        """Every letter of place and note is a draft at once."""
        if not self._filling:
            self.play = replace(self.play, place=self.ids.place.text, note=self.ids.note.text)
            self.keep()
            self._show_places()

    def _write_fields(self) -> None:
        self._filling = True
        self.ids.place.text, self.ids.note.text = self.play.place, self.play.note
        self.ids.name.text = self.ids.tag.text = ""
        self._filling = False

    def _take_typed(self) -> None:
        """A name or a tag that was typed and not yet entered is entered."""
        if self.ids.tag.text.strip():
            self.add_tag()
        if self.ids.name.text.strip():
            self.add_name()

    def choose_game(self, game: str) -> None:
        most = BOXES[game].most
        play = self.play
        while len(play.people) > most:
            play = without_seat(play, len(play.people) - 1)
        self.change(replace(play, game=game, options=None))

    def take_up(self, habit: Habit) -> None:
        """Everything as that group had it; only the points are left to be said."""
        self.change(
            replace(
                self.play,
                game=habit.game,
                people=habit.people,
                points=(None,) * len(habit.people),
                place=self.play.place or habit.place,
                options=habit.options,
            )
        )
        self._write_fields()
        self.focus(0)

    # -- People --------------------------------------------------------------------------------------------

    def add_person(self, person: Person) -> None:
        if len(self.play.people) < BOXES[self.play.game].most:
            self.change(with_person(self.play, person))

    def add_name(self) -> None:
        name = tidy(self.ids.name.text)
        if not name:
            return
        if any(alike(person.name, name) for person in self.play.people):
            self.ids.name.problem = _(
                "Somebody with that name is already at the table. Add a letter to tell them apart."
            )
            return
        self.ids.name.problem = self.ids.name.text = ""
        known = next((person for person in self._known() if alike(person.name, name)), None)
        self.add_person(known or Person(str(uuid4()), name, self._free_colour()))

    def _free_colour(self) -> str:
        taken = {person.colour for person in self.play.people}
        return next((colour for colour in PLAYER_COLOURS if colour not in taken), next(iter(PLAYER_COLOURS)))

    def remove(self, seat: int) -> None:
        self.focused = -1
        self.change(without_seat(self.play, seat))

    def touch_seat(self, seat: int) -> None:
        if self.bound:
            self._ask_who(seat)
        else:
            self.focus(seat)

    def _ask_who(self, seat: int) -> None:
        people = [person for person in self._known() if person.id not in self.play.ids]
        if not people:
            the_app().snack(_("Nobody else has a name here yet."))
            return
        the_app().open(
            "people",
            people=people,
            title=_("Who sat here?"),
            done=lambda person: self.change(put_on_seat(self.play, seat, person)),
        )

    def _known(self) -> list[Person]:
        """Everybody with a profile: those of the last plays first."""
        history = the_app().cupboard
        last: dict[str, None] = {}
        for session in history.sessions()[:OFFERED]:
            last |= dict.fromkeys(history.same_player(player["id"]) for player in session["players"])
        order = {player: place for place, player in enumerate(last)}
        people = [Person(one["id"], one["name"], one["colour"]) for one in history.players(archived=False)]
        return sorted(people, key=lambda person: order.get(person.id, len(order)))

    # -- Points --------------------------------------------------------------------------------------------

    def focus(self, seat: int) -> None:
        self.focused = seat
        self._pad.begin()
        self._show_seats()
        self._show_pad()

    def _fill(self, number: int) -> None:
        if 0 <= self.focused < len(self.play.people):
            self.change(with_points(self.play, int(self.focused), number))

    def turn_sign(self, seat: int) -> None:
        points = self.play.points[seat]
        if points:
            self.change(with_points(self.play, seat, -points))

    def _next_points(self) -> None:
        firsts = [side[0] for side in self.play.sides]
        later = [seat for seat in firsts if seat > self.focused]
        self.focus(later[0] if later else -1)

    def _show_pad(self) -> None:
        place, wanted = self.ids.pad_place, self.focused >= 0
        self._pad.game = self.game
        if wanted and self._pad.parent is None:
            place.add_widget(self._pad)
        elif not wanted and self._pad.parent is not None:
            place.remove_widget(self._pad)

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        if the_app().history is None or not self.play.session:
            return
        play = self.play
        self.game = play.game
        self.title = _("Past play") if self.fresh else _("Edit play")
        self.names = [short(person.name) for person in play.people]
        self.enough = play.is_enough
        when = date.fromisoformat(play.day)
        self.day_told, self.time_told = date_told(when), play.time
        self.took = duration(60 * play.minutes) if play.minutes else _("not known")
        self._show_games()
        self._show_habits()
        self._show_seats()
        self._show_known()
        self._show_starters()
        self._show_winners()
        self._show_places()
        self._show_variants()
        self._show_tags()
        self._show_pad()

    def _chips(self, box: Any, chips: list[tuple[str, str, bool, Callable[[], object]]], **more: Any) -> None:
        """(key, text, selected, action); a chip that stays is the same widget, for the finger on it."""
        box.clear_widgets()
        for key, text, selected, action in chips:
            chip = Chip(text=text, key=key, selected=selected, game=self.game, **more)
            chip.bind(on_release=lambda _chip, action=action: action())
            box.add_widget(chip)

    def _show_games(self) -> None:
        offered = list(BOXES) if self.fresh else []
        box = self.ids.games
        box.clear_widgets()
        for key in offered:
            chip = Chip(text=game_name(key), key=key, game=key, selected=key == self.game)
            chip.bind(on_release=lambda chip: self.choose_game(chip.key))
            box.add_widget(chip)

    def _show_habits(self) -> None:
        box = self.ids.habits
        box.clear_widgets()
        if not self.fresh or self.play.people:
            return
        for habit in habits(the_app().cupboard):
            row = HabitRow(habit)
            row.bind(on_release=lambda row: self.take_up(row.habit))
            box.add_widget(row)

    def _show_seats(self) -> None:
        box, play = self.ids.seats, self.play
        if any(row.bound != self.bound for row in box.children):
            box.clear_widgets()
        shared = {seat for side in play.sides if self.focused in side for seat in side}
        while len(box.children) > len(play.people):
            box.remove_widget(box.children[0])
        while len(box.children) < len(play.people):
            row = PlaySeat(seat=len(box.children))
            row.bind(
                on_release=lambda row: self.touch_seat(int(row.seat)),
                on_remove=lambda row: self.remove(int(row.seat)),
                on_sign=lambda row: self.turn_sign(int(row.seat)),
            )
            box.add_widget(row)
        for row, person, points in zip(reversed(box.children), play.people, play.points, strict=True):
            row.person, row.colour, row.game = person.name, person.colour, self.game
            row.bound = self.bound
            row.points = "–" if points is None else signed(points)
            row.active = row.seat in shared

    def _show_known(self) -> None:
        seated = self.play.ids
        room = not self.bound and len(seated) < BOXES[self.game].most
        free = [person for person in self._known() if person.id not in seated] if room else []
        self._chips(
            self.ids.known,
            [(one.id, short(one.name), False, partial(self.add_person, one)) for one in free[:OFFERED]],
            icon="plus",
        )

    def _show_starters(self) -> None:
        tracked = self.before is not None and bool(self.before["moves"])
        self.began_title = _("Who began?") if self.play.people else ""
        seats: list[tuple[str, str, bool, Callable[[], object]]] = [
            (
                person.id,
                short(person.name),
                person.id == self.play.starter,
                partial(self.set, starter=person.id),
            )
            for person in self.play.people
            if not tracked or person.id == self.play.starter
        ]
        if self.play.people and not tracked:
            seats.append(("", _("Not known"), not self.play.starter, partial(self.set, starter="")))
        self._chips(self.ids.starters, seats)

    def _show_winners(self) -> None:
        """Asked where the points do not say it."""
        play, leaders = self.play, self.play.leaders if self.play.people else []
        asked = play.is_enough and not self.bound and len(leaders) > 1
        self.won_title = _("Who won?") if asked else ""
        chips: list[tuple[str, str, bool, Callable[[], object]]] = [
            (
                play.ids[side[0]],
                " & ".join(self.names[seat] for seat in side),
                play.won in [play.ids[seat] for seat in side],
                partial(self.set, won=play.ids[side[0]]),
            )
            for side in leaders
        ]
        chips.append(
            (
                SHARED,
                _("Shared win") if play.is_scored else _("Not known"),
                play.won == SHARED,
                partial(self.set, won=SHARED),
            )
        )
        self._chips(self.ids.winners, chips if asked else [])

    def _show_places(self) -> None:
        here = self.play.place.strip().casefold()
        known = places(the_app().cupboard)
        self._chips(
            self.ids.places,
            [(place, place, place.casefold() == here, partial(self._go_to, place)) for place in known],
        )

    def _go_to(self, place: str) -> None:
        self.ids.place.text = "" if self.play.place == place else place

    def _show_variants(self) -> None:
        box = self.ids.variants
        box.clear_widgets()
        if self.bound:
            return
        chosen = self.play.options or {}
        for option in BOXES[self.game].usual:
            row = VariantRow(self.game, option, chosen.get(option))
            row.bind(on_choose=lambda row, value: self._vary(row.option, value))
            box.add_widget(row)

    def _vary(self, option: str, value: object) -> None:
        self.play = replace(self.play, options={**(self.play.options or {}), option: value})
        self.keep()

    # -- Tags ----------------------------------------------------------------------------------------------

    def _show_tags(self) -> None:
        own = list(self.play.tags)
        known = [*own, *(tag for tag in known_tags(the_app().cupboard) if tag not in own)]
        self._chips(self.ids.tags, [(tag, tag, tag in own, partial(self._turn_tag, tag)) for tag in known])

    def _turn_tag(self, tag: str) -> None:
        tags = self.play.tags
        self.set(tags=tuple(one for one in tags if one != tag) if tag in tags else (*tags, tag))

    def add_tag(self) -> None:
        tag = tidy(self.ids.tag.text)
        self.ids.tag.text = ""
        if tag and tag not in self.play.tags:
            self.set(tags=(*self.play.tags, tag))

    # -- When ----------------------------------------------------------------------------------------------

    def choose_day(self) -> None:
        counts: Mapping[str, int] = tally(the_app().cupboard.sessions().days())
        DaySheet(
            title=_("When?"), counts=counts, chosen=self.play.day, done=lambda day: self.set(day=day)
        ).open()

    def choose_time(self) -> None:
        hours, minutes = map(int, self.play.time.split(":"))
        BeginningSheet(
            title=_("When did it begin?"),
            hours=hours,
            minutes=minutes,
            game=self.game,
            done=lambda time: self.set(time=time),
        ).open()

    def choose_minutes(self) -> None:
        NumberPad(
            title=_("How many minutes?"),
            low=0,
            high=LONGEST_MINUTES,
            number=self.play.minutes,
            game=self.game,
            done=lambda minutes: self.set(minutes=minutes),
        ).open()

    # -- The end of it -------------------------------------------------------------------------------------

    def save(self) -> None:
        self._take_typed()
        if self.ids.name.problem:
            return
        if not self.changed and not self.fresh:
            self._done()
        elif self._save():
            self._done()
            the_app().snack(_("Play saved.") if self.fresh else _("Changes saved."))

    def _done(self) -> None:
        app = the_app()
        app.drafts.put(self.draft, None)
        self._settled = True
        if self.fresh:
            app.ways.replace("session", session=self.play.session)
        else:
            app.ways.back()

    def discard(self) -> None:
        """Nothing is changed; what was entered can be brought back for as long as the word is in view."""
        app = the_app()
        self._take_typed()
        given, entered, draft = dict(app.ways.current.given), as_json(self.play), self.draft
        was_changed = self.changed
        app.drafts.put(draft, None)
        self._settled = True
        app.ways.back()
        if was_changed:

            def bring_back() -> None:
                app.drafts.put(draft, entered)
                app.go("edit", **{**given, "again": True})

            app.snack(_("Changes discarded."), _("Undo"), bring_back)

    def open_sheet(self) -> None:
        """The whole score sheet, with everything else as it is entered here."""
        app = the_app()
        self._take_typed()
        if self.changed or self.fresh:
            if not self._save():
                return
            app.drafts.put(self.draft, None)
        self._settled = True
        session = self.play.session
        if self.fresh:
            app.ways.replace("session", session=session)
        else:
            app.ways.back()
        app.open_table("count", session)

    def _save(self) -> bool:
        app, box = the_app(), BOXES[self.play.game]
        if not self.acceptable:
            self.problem = _("{game} is for {fewest} to {most} players.").format(
                game=game_name(self.play.game), fewest=box.fewest, most=box.most
            )
            return False
        try:
            self._save_people()
            app.cupboard.save(as_session(self.play, self.before, app.now().tzinfo))
        except OSError:
            self.problem = _("There is no room on this device to save that. It will be tried again.")
            return False
        except Refusal as refusal:
            self.problem = sentence(refusal.reason)
            return False
        app.rise()
        return True

    def _save_people(self) -> None:
        history = the_app().cupboard
        known = history.names()
        here = {player["id"] for player in self.before["players"]} if self.before else set()
        for person in self.play.people:
            if person.id not in known and person.id not in here:
                history.save_player({"id": person.id, "name": person.name, "colour": person.colour})


kv.load(__name__)
