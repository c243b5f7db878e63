"""Counting: one player after another, totals as you go, and a word when the numbers cannot be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from history.outcome import is_empty_count
from scoring import InvalidSheet, Message, Problem
from screens.count.taken_up import as_far_as_read, can_be_played
from screens.games import FACES
from screens.games.parts import Calculator, Entry, read, write
from screens.running import the_app
from screens.theme import theme
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.overlays import Dialog
from screens.widgets.pad import CountPad, CountRow
from screens.widgets.surfaces import Banner
from screens.words.messages import name_of, sentence
from screens.words.telling import short

SWIPE = dp(90)
LOUDEST_FIRST = {"error": 0, "warning": 1}


class PageTab(Pressable, BoxLayout):
    """A player or a territory, with what it is worth so far."""

    name = StringProperty("")
    line = StringProperty("")
    colour = ColorProperty((0, 0, 0, 1))
    selected = BooleanProperty(False)
    number = NumericProperty(0)


class AskedStrip(BoxLayout):
    """What is counted now, above the keys where it is always in view."""

    kind = StringProperty("info")
    text = StringProperty("")


class CountPage(Page):
    game = StringProperty("")
    title = StringProperty("")
    names = ListProperty([])
    current = NumericProperty(0)
    last = BooleanProperty(False)
    tracked = BooleanProperty(False)
    whose = StringProperty("")
    total = StringProperty("")
    calculator: Calculator
    """There as soon as somebody has sat down."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.live: Any = None
        self.result: Any = None
        self.problems: list[Problem] = []
        self.sheet: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self._instead: dict[str, Any] | None = None
        """What stands here in place of a saved sheet that cannot be read, until somebody changes it."""
        self.focused: Entry | None = None
        self._save_soon = Clock.create_trigger(self._save)
        self.pad = CountPad()
        self.pad.bind(
            on_number=lambda _pad, number: self.fill(number),
            on_next=lambda _pad: self.next_entry(),
            on_too_many=lambda pad: self._refuse(int(pad.high)),
        )

    # -- Coming and going ----------------------------------------------------------------------------------

    def arrive(self, session: str = "", page: int = 0, **_given: Any) -> None:
        app = the_app()
        live = app.sit_at(session)
        app.seat(live.document["players"])
        if live is not self.live:
            self.live = live
            self._sit_down(live)
            self.current = page
        is_told = self._take_up()
        self.calculator.tidy()
        self._instead = None if is_told else deepcopy(self.sheet)
        app.keep_awake(True)
        self._recount()
        self.refresh()
        self.focus_first()

    def _take_up(self) -> bool:
        """Goes on where the count was left, as far as that can be read; what cannot is as it was tracked.

        False where something else than what is saved stands there now, and nobody has asked for it.
        """
        drafts, live = the_app().drafts, self.live
        so_far = {"sheet": live.prefilled_sheet(), "options": live.document["options"]}
        draft = drafts.get(self.draft)
        found = so_far | (draft if isinstance(draft, dict) else {})
        self.options = found["options"]
        if not can_be_played(self.game, self.players, self.options):
            self.options = so_far["options"]
        self.sheet = as_far_as_read(
            self.game, self.players, self.options, found["sheet"], live.game.sheet(live.table)
        )
        taken_up = deepcopy({"sheet": self.sheet, "options": self.options})
        self.sheet, self.options = taken_up["sheet"], taken_up["options"]
        if draft is not None and (found != taken_up or not isinstance(draft, dict)):
            drafts.correct(self.draft, taken_up)
        elif found != taken_up:
            the_app().snack(
                _(
                    "Part of this score sheet could not be read. What was noted at the table stands there "
                    "instead."
                )
            )
            return False
        return True

    def leave(self) -> None:
        the_app().keep_awake(False)
        self._save()

    def keep(self) -> None:
        self._save()

    def _sit_down(self, live: Any) -> None:
        document = live.document
        self.game = document["game"]
        self._read_names()
        self.calculator = FACES[self.game].count.CALCULATOR()
        self.calculator.host = self
        self.ids.calculator.clear_widgets()
        self.ids.calculator.add_widget(self.calculator)
        self.ids.scroll.scroll_y = 1

    def _read_names(self) -> None:
        self.names = [short(player["name"]) for player in self.live.document["players"]]

    @property
    def players(self) -> int:
        return len(self.names)

    # -- The sheet changes ---------------------------------------------------------------------------------

    def changed(self) -> None:
        """The calculator has written into the sheet."""
        self.calculator.tidy()
        self._recount()
        self._show_numbers()
        self._save_soon()

    def set_option(self, name: str, value: Any) -> None:
        """An option that only matters for the count, such as the side of the summary card."""
        self.options = {**self.options, name: value}
        self.changed()

    def _recount(self) -> None:
        rules, given = self.live.game, {"players": self.players, "options": self.options, "sheet": self.sheet}
        try:
            self.result = rules.score(**given, force=True)
            self.problems = self.result.problems
        except InvalidSheet as refusal:
            self.result, self.problems = None, refusal.problems

    def _save(self, *_: object) -> None:
        """A finished count stays as it was until the new one is finished too: only a draft is kept of it."""
        if self.live is None:
            return
        document = self.live.document
        changed: dict[str, Any] = {}
        if self.sheet not in (self.live.prefilled_sheet(), self._instead):
            changed["sheet"] = deepcopy(self.sheet)
        if self.options != document["options"]:
            changed["options"] = self.options
        if document["result"]:
            draft = {"sheet": self.sheet, "options": self.options} if changed else None
            the_app().drafts.put(self.draft, draft)
        elif changed:
            self.live.update(**changed)

    @property
    def draft(self) -> str:
        return f"count {self.live.document['id']}"

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        if self.live is None:
            return
        self.title = _("Count · {game}").format(game=name_of(self.live.document))
        self.tracked = bool(self.live.moves)
        self.current = min(self.current, len(self.calculator.pages()) - 1)
        self.calculator.show(int(self.current))
        self._show_numbers()

    def _show_numbers(self) -> None:
        pages = self.calculator.pages()
        self._show_tabs(pages)
        self.last = self.current >= len(pages) - 1
        self.whose, self.total = self.calculator.total(int(self.current))
        self.calculator.refresh()
        self._show_problems()

    def _show_tabs(self, pages: list[tuple[str, str]]) -> None:
        box = self.ids.tabs
        if len(box.children) != len(pages):
            box.clear_widgets()
            for number in range(len(pages)):
                tab = PageTab(number=number)
                tab.bind(on_release=lambda tab: self.turn_to(tab.number))
                box.add_widget(tab)
        for tab, (name, line) in zip(reversed(box.children), pages, strict=True):
            tab.name, tab.line = name, line
            tab.selected = tab.number == self.current
            tab.colour = theme.players[tab.number % len(theme.players)]

    def _show_problems(self) -> None:
        self._say()
        wanted = [(problem.level, self.say(problem)) for problem in self._problems_so_far()]
        wanted.sort(key=lambda item: LOUDEST_FIRST[item[0]])
        box = self.ids.problems
        while len(box.children) > len(wanted):
            box.remove_widget(box.children[0])
        while len(box.children) < len(wanted):
            box.add_widget(Banner())
        for banner, (kind, text) in zip(reversed(box.children), wanted, strict=True):
            banner.kind, banner.text = kind, text

    def _problems_so_far(self) -> list[Problem]:
        """Nothing is wrong before somebody has counted, nor with somebody who has not been counted yet."""
        tracked = self.live.game.sheet(self.live.table)
        if self.sheet == tracked:
            return self.problems if self.live.document["sheet"] is not None else []
        open_seats = [seat for seat in range(self.players) if not self._is_counted(seat, tracked)]
        return [problem for problem in self.problems if problem.args.get("seat", -1) not in open_seats]

    def _is_counted(self, seat: int, tracked: Mapping[str, Any]) -> bool:
        seats = self.sheet.get("seats")
        return seats is None or bool(seats[seat] != tracked["seats"][seat])

    def _say(self) -> None:
        """The line above the keys: what is wrong, or else what is asked for now."""
        busy = self.current if self.focused is not None else None
        wrong = [
            problem
            for problem in self._problems_so_far()
            if problem.level == "error" and problem.args.get("seat", -1) != busy
        ]
        strip = self.ids.asked
        strip.kind = "error" if wrong else "info"
        strip.text = self.say(wrong[0]) if wrong else self.calculator.asked()

    def say(self, message: Any) -> str:
        args = dict(message.args)
        if isinstance(args.get("seat"), int):
            args["name"] = self.names[args["seat"]]
        return sentence(Message(message.key, args))

    # -- The pad -------------------------------------------------------------------------------------------

    def focus(self, entry: Entry | None) -> None:
        """The number that the pad fills now; None when the page has no more of them."""
        self.focused = entry
        self.pad.begin()
        self.pad.long = self.calculator.long_numbers
        self.pad.high = entry.high if entry else 99
        self.calculator.refresh()
        self._say()
        Clock.schedule_once(self._reveal_row, -1)

    def _reveal_row(self, *_: object) -> None:
        """What is entered now is in view above the keys, in every layout and with letters of every size."""
        view = self.ids.scroll
        rows = [row for row in view.walk(restrict=True) if isinstance(row, CountRow) and row.active]
        if rows and view.viewport_size[1] > view.height:
            view.scroll_to(rows[0], padding=dp(4), animate=False)

    def fill(self, number: int) -> None:
        if self.focused is not None:
            write(self.sheet, self.focused.path, number)
            self.changed()

    @staticmethod
    def _refuse(high: int) -> None:
        the_app().snack(_("At most {n} here.").format(n=high))

    def enter(self, entry: Entry, number: int) -> None:
        """A number stepped or typed in its own row."""
        if read(self.sheet, entry.path) != number:
            write(self.sheet, entry.path, number)
            self.changed()

    def next_entry(self) -> None:
        if self.calculator.is_complete():
            self.focus(None)
            return
        entries = self.calculator.entries()
        paths = [entry.path for entry in entries]
        at = (
            paths.index(self.focused.path) + 1
            if self.focused and self.focused.path in paths
            else len(entries)
        )
        if at < len(entries):
            self.focus(entries[at])
        elif not self.calculator.next_part():
            self.focus(None)

    def focus_first(self) -> None:
        entries = self.calculator.entries()
        self._show_pad(bool(entries))
        self.focus(entries[0] if entries else None)

    def _show_pad(self, wanted: bool) -> None:
        self.pad.game = self.game
        if wanted and self.pad.parent is None:
            self.ids.pad_place.add_widget(self.pad)
        elif not wanted and self.pad.parent is not None:
            self.ids.pad_place.remove_widget(self.pad)

    # -- Pages ---------------------------------------------------------------------------------------------

    def turn_to(self, page: int) -> None:
        if 0 <= page < len(self.calculator.pages()) and page != self.current:
            self.current = page
            self.refresh()
            self.focus_first()
            self.ids.scroll.scroll_y = 1
            Clock.schedule_once(self._reveal_tab)

    def _reveal_tab(self, *_: object) -> None:
        tabs, strip = self.ids.tabs, self.ids.strip
        if tabs.width > strip.width:
            strip.scroll_to(tabs.children[-1 - int(self.current)], animate=False)

    def next(self) -> None:
        if self.last:
            self.finish()
        else:
            self.turn_to(int(self.current) + 1)

    def finish(self) -> None:
        app = the_app()
        if self.result is None:
            app.snack(self.say(self.problems[0]))
            return
        left = self._left_so()
        if is_empty_count({**self.live.document, "sheet": self.sheet, "result": self.result.as_json()}):
            self._ask_about_nothing()
        elif left:
            self._ask_about(left)
        else:
            self._keep_result()

    def _left_so(self) -> list[Problem]:
        """What cannot be, and what the table knows otherwise."""
        doubts = self.live.doubts(self.sheet, self.options)
        doubted = {problem.args["seat"] for problem in doubts}
        wrong = [problem for problem in self.problems if problem.level == "error"]
        missing = [problem for problem in wrong if problem.args.get("seat", -1) not in doubted]
        return sorted([*missing, *doubts], key=lambda problem: problem.args.get("seat", -1))

    def _ask_about(self, left: Sequence[Problem]) -> None:
        Dialog(
            title=_("Not everything fits yet"),
            text="\n".join(self.say(problem) for problem in left),
            buttons=[
                (_("Leave it so"), "secondary", self._keep_result),
                (_("Count it"), "primary", lambda: self._count_it(left[0])),
            ],
        ).open()

    def _count_it(self, problem: Problem) -> None:
        self.turn_to(int(problem.args.get("seat", self.current)))
        self.calculator.show_doubt(problem.key)

    def _ask_about_nothing(self) -> None:
        Dialog(
            title=_("Nothing has been entered"),
            text=_("An empty count says nothing about who won. It stays out of the statistics."),
            buttons=[
                (_("Go on counting"), "primary", None),
                (_("Finish without points"), "secondary", self._keep_result),
            ],
        ).open()

    def _keep_result(self) -> None:
        """A first count is celebrated; one that was counted before leads back to where one came from."""
        app = the_app()
        finished_before = self.live.document["finished"] is not None
        self.live.finish(deepcopy(self.sheet), app.now(), options=self.options)
        app.drafts.put(self.draft, None)
        if finished_before:
            app.ways.back()
            app.snack(_("The new count is saved."))
        else:
            app.ways.replace("result", session=self.live.document["id"], fresh=True)

    def open_names(self) -> None:
        the_app().open("names", live=self.live, done=self._named)

    def _named(self) -> None:
        self._read_names()
        self.refresh()

    def open_rules(self) -> None:
        the_app().open("rules", game=self.game, players=self.players, options=self.options)

    def fill_in_again(self) -> None:
        """Forgets what was typed and takes over what was tracked; it can be taken back."""
        before = self.sheet
        self._take_over(self.live.game.sheet(self.live.table))
        the_app().snack(_("Filled in from the table."), _("Undo"), lambda: self._take_over(before))

    def _take_over(self, sheet: dict[str, Any]) -> None:
        self.sheet = deepcopy(sheet)
        self.calculator.tidy()
        self._recount()
        self.refresh()
        self._save_soon()

    def on_touch_up(self, touch: Any) -> bool:
        across, down = touch.x - touch.ox, touch.y - touch.oy
        if self.collide_point(*touch.pos) and abs(across) > SWIPE and abs(across) > 3 * abs(down):
            self.turn_to(int(self.current) + (1 if across < 0 else -1))
            super().on_touch_up(touch)
            return True
        return bool(super().on_touch_up(touch))
