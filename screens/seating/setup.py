"""Set-up: the variants, the finished table as a picture, the check-list with its numbers, and the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.factory import Factory
from kivy.properties import NumericProperty, StringProperty

from history.live import new_session
from scoring import GAMES, Message
from screens.games import FACES
from screens.games.book import rule_table, rulebook
from screens.games.parts import Scene, Variants
from screens.games.plan import draft_key, tick_of
from screens.running import the_app
from screens.seating.fingers import Fingers
from screens.seating.page import PlanPage
from screens.translator import _, i18n, ngettext
from screens.widgets.choices import CheckRow
from screens.widgets.overlays import BottomSheet
from screens.words.book import Grid
from screens.words.messages import game_name, second_line, sentence
from screens.words.people import Person, alike
from screens.words.telling import short


def _said(step: Message, people: Sequence[Person]) -> Message:
    """The step with its values in words."""
    names = [short(person.name) for person in people]
    return Message(step.key, FACES[step.key.partition(".")[0]].setup.said(step.args, names))


def step_text(step: Message, people: Sequence[Person]) -> str:
    return sentence(_said(step, people))


def step_detail(step: Message, people: Sequence[Person]) -> str:
    args = _said(step, people).args
    spoken = {
        name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in args.items()
    }
    more = second_line(step.key)
    return _(more).format(**spoken) if more else ""


class StepRow(CheckRow):
    key = StringProperty("")


class StarterSheet(BottomSheet):
    """Who begins, asked at the last moment."""

    game = StringProperty("")
    __events__ = ("on_choose", "on_fingers")

    def show(self, people: Sequence[Person], rng: Any) -> None:
        self._people, self._rng = people, rng
        for person in people:
            row = Factory.PressRow(text=person.name, name=True, colour=person.colour, chevron=False)
            row.bind(on_release=lambda _row, player=person.id: self.answer("on_choose", player))
            self.ids.people.add_widget(row)

    def draw(self) -> None:
        self.answer("on_choose", self._rng.choice(self._people).id)

    def answer(self, event: str, *told: object) -> None:
        self.close()
        self.dispatch(event, *told)

    def on_choose(self, player: str) -> None:
        pass

    def on_fingers(self) -> None:
        pass


class SetupPage(PlanPage):
    title = StringProperty("")
    names = StringProperty("")
    start_text = StringProperty("")
    progress = StringProperty("")
    share_done = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._variants: dict[str, Variants] = {}
        self._table_shown: tuple[Any, ...] = ()
        super().__init__(**kwargs)

    def arrive(self, game: str = "", **given: Any) -> None:
        if game != self.game:
            self.ids.scroll.scroll_y = 1
        self.take_up(game)
        self.refresh()

    def refresh(self) -> None:
        if self.plan.missing:
            return
        options = self.options()
        self.title = " · ".join((game_name(self.plan.box.key), _("Set-up")))
        self.names = " · ".join(short(person.name) for person in self.plan.people)
        self._show_variants(options)
        self._show_picture(options)
        self._show_steps(options)
        self._show_table(options)
        self._say_start()

    # -- Variants ------------------------------------------------------------------------------------------

    def _show_variants(self, options: Mapping[str, Any]) -> None:
        if self.game not in self._variants:
            made = FACES[self.game].setup.VARIANTS(host=self, plan=self.plan, options=options)
            self._variants[self.game] = made
        variants = self._variants[self.game]
        if variants.parent is None:
            self.ids.variants.clear_widgets()
            self.ids.variants.add_widget(variants)
        variants.show(self.plan, options)

    def choose_option(self, **chosen: Any) -> None:
        """Takes over what was offered until now, and changes this."""
        options, setup = self.options(), FACES[self.game].setup
        if all(options.get(name, setup.DEFAULTS.get(name, False)) == value for name, value in chosen.items()):
            return
        kept = {name: value for name, value in options.items() if name not in setup.LAID}
        self.change(options={**kept, **chosen})

    # -- The picture, the list, the table ------------------------------------------------------------------

    def _show_picture(self, options: Mapping[str, Any]) -> None:
        laid = GAMES[self.game].setup(players=self.plan.count, options=options)
        self.ids.picture.show(self.plan, Scene(self.plan.people, options, laid.counts))

    def _show_steps(self, options: Mapping[str, Any]) -> None:
        steps = GAMES[self.game].setup(players=self.plan.count, options=options).steps
        rows = list(reversed(self.ids.steps.children))
        for extra in rows[len(steps) :]:
            self.ids.steps.remove_widget(extra)
        while len(rows) < len(steps):
            row = StepRow()
            row.bind(done=lambda row, done: self.tick(row.key, done))
            rows.append(row)
            self.ids.steps.add_widget(row)
        for row, step in zip(rows, steps, strict=False):
            row.key, row.game = tick_of(step), self.game
            row.text = step_text(step, self.plan.people)
            row.secondary = step_detail(step, self.plan.people)
            row.done = row.key in self.plan.ticks
        self._count_ticks()

    def tick(self, key: str, done: bool) -> None:
        ticks = self.plan.ticks | {key} if done else self.plan.ticks - {key}
        if ticks != self.plan.ticks:
            the_app().buzz()
            self.plan = replace(self.plan, ticks=ticks)
            self.keep()
            self._count_ticks()

    def _count_ticks(self) -> None:
        rows = self.ids.steps.children
        done = sum(row.done for row in rows)
        self.progress = ngettext("{done} of {n} done", "{done} of {n} done", len(rows)).format(
            done=done, n=len(rows)
        )
        self.share_done = done / len(rows)

    def _show_table(self, options: Mapping[str, Any]) -> None:
        """The rulebook's numbers for every player count, with this one marked."""
        shown = (self.game, self.plan.count, sorted(options), i18n._)
        if shown == self._table_shown:
            return
        self._table_shown = shown
        box = self.ids.table
        box.clear_widgets()
        blocks = [block for part in rulebook(self.game) if part.key == "setup" for block in part.blocks]
        for grid in [block for block in blocks if isinstance(block, Grid)][:1]:
            box.add_widget(rule_table(grid, self.game, {"players": self.plan.count, **options}))

    # -- The start -----------------------------------------------------------------------------------------

    def _say_start(self) -> None:
        seat = self.plan.starting_seat
        if seat is None:
            self.start_text = _("Start")
        else:
            self.start_text = _("Start · {name} begins").format(name=short(self.plan.people[seat].name))

    def start(self) -> None:
        """Never held up by unticked boxes; asks who begins if nobody has said so."""
        if self.plan.missing:
            the_app().back()
        elif self.plan.starting_seat is None:
            self._ask_who_begins()
        else:
            self._begin(self.plan.starting_seat)

    def _ask_who_begins(self) -> None:
        sheet = StarterSheet(title=_("Who begins?"), game=self.game)
        sheet.show(self.plan.people, self.rng)
        sheet.bind(
            on_choose=lambda _sheet, player: self._start_with(player),
            on_fingers=lambda _sheet: Fingers(
                people=self.plan.people, game=self.game, done=self._start_with, rng=self.rng
            ).open(),
        )
        sheet.open()

    def _start_with(self, player: str) -> None:
        self.change(starter=player)
        self.start()

    def _begin(self, seat: int) -> None:
        app = the_app()
        people = self._as_profiles()
        session = new_session(
            self.game,
            [{"id": person.id, "name": person.name} for person in people],
            seat,
            self.options(),
            app.now(),
        )
        if app.history is not None:
            self._save(session, people)
        app.drafts.put(draft_key(self.game), None)
        app.ways.restart("table", session=session["id"], document=session)

    def _as_profiles(self) -> list[Person]:
        """A new name that got a profile meanwhile, at another table, is that person."""
        history = the_app().history
        profiles = history.players() if history else []
        known = {profile["id"] for profile in profiles}
        taken = set(self.plan.ids)
        people = []
        for person in self.plan.people:
            same = [profile["id"] for profile in profiles if alike(profile["name"], person.name)]
            fresh = person.id not in known and same and same[0] not in taken
            people.append(Person(same[0], person.name, person.colour) if fresh else person)
        return people

    def _save(self, session: Mapping[str, Any], people: Sequence[Person]) -> None:
        """A table that cannot be saved is played all the same; the next move tries again."""
        app = the_app()
        try:
            known = {profile["id"]: profile for profile in app.cupboard.players()}
            for person in people:
                profile = {"id": person.id, "name": person.name, "colour": person.colour, "archived": False}
                if profile.items() - known.get(person.id, {}).items():
                    app.cupboard.save_player(profile)
            app.cupboard.save(session)
        except (OSError, ValueError):
            app.snack(
                _("This session could not be saved yet. Another attempt is made at every move."),
                goes_along=True,
            )
