"""The screen that lies beside the cards: whose turn it is, what is left, and one tap per turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from history.live import LiveTable, Mended, Misfit
from phone.haptics import TICK
from phone.sound import END, TURN
from scoring import IllegalMove, Message
from screens.games import FACES
from screens.games.parts import Panel
from screens.running import the_app
from screens.table import moments, zones  # noqa: F401 - kv names what is in zones
from screens.theme import readable_on, theme
from screens.translator import _
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page
from screens.widgets.overlays import Dialog
from screens.widgets.surfaces import BANNER_ICONS
from screens.widgets.text import Text, largest_name, natural_size
from screens.words.devices import kept_elsewhere
from screens.words.messages import name_of, sentence
from screens.words.telling import elapsed, move_told, short

ALARM = 0.5
ALL_ALIKE = -1
"""Instead of a seat: what belongs to nobody."""


def actor(before: Any, move: Mapping[str, Any]) -> int:
    """Whose move it was: whoever it names, otherwise whoever had the turn."""
    seat: int = move.get("seat", before.turn)
    return seat


class Stopwatch:
    """Play time that can pause; it goes on from where the session was left. `now` may count from anywhen."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._before = seconds
        self._now = now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return round(self._before + (self._now() - self._since if self._since is not None else 0), 1)

    def run(self, wanted: bool) -> None:
        if wanted and self._since is None:
            self._since = self._now()
        elif not wanted:
            self._before, self._since = self.seconds, None


class SeatChip(Pressable, BoxLayout):
    """A player in the ribbon: name, a few letters about them, the seat's colour. A touch corrects them.

    A finger finds it in the gaps as well: with six of them on a narrow phone there is no room to lose.
    """

    name = StringProperty("")
    line = StringProperty("")
    colour = ColorProperty((0, 0, 0, 1))
    current = BooleanProperty(False)
    out = BooleanProperty(False)
    gap = NumericProperty("4dp")


class TurnName(Text):
    """As large as its place allows; on two lines where that makes it larger, and cut by its measure."""

    name = StringProperty("")
    largest = NumericProperty("40sp")
    smallest = NumericProperty("20dp")

    def __init__(self, **kwargs: Any) -> None:
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("name", "size", "largest", "smallest"):
            self.fbind(name, self._fit_soon)

    def _fit(self, *_: object) -> None:
        text, size = largest_name(self.name, self.largest, int(self.width), int(self.height))
        self.shorten = size < self.smallest
        self.font_size = max(size, self.smallest)
        self.text = self.name if self.shorten else text


class Share(Widget):
    """How much is left, from 0 to 1, in the ink of the turn."""

    value = NumericProperty(-1)
    ink = ColorProperty((0, 0, 0, 1))


class TurnCard(Pressable, BoxLayout):
    """Whose turn it is, in the colour of the seat; readable from the other side of the table when flipped.

    Always as high as it is, whatever it says. A touch corrects what is left, or whose turn it is.
    """

    overline = StringProperty("")
    name = StringProperty("")
    left = StringProperty("")
    share = NumericProperty(-1)
    clock = StringProperty("")
    colour = ColorProperty((0, 0, 0, 1))
    ink = ColorProperty((1, 1, 1, 1))
    flipped = BooleanProperty(False)
    least = NumericProperty(0)
    readable_on = staticmethod(readable_on)


class NoticeStrip(Pressable, BoxLayout):
    """The most urgent of what has to be known now, and how much more there is; all of it at a touch."""

    kind = StringProperty("")
    icon = StringProperty("")
    text = StringProperty("")
    more = StringProperty("")
    lines = NumericProperty(3)
    least = NumericProperty(0)
    fill = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((0, 0, 0, 1))


class KeptElsewhere(BoxLayout):
    """In the place of the moves, while another phone keeps the table."""

    page = ObjectProperty(None, rebind=True)


@dataclass(frozen=True, slots=True)
class Notice:
    """kind: as of a banner."""

    kind: str
    text: str
    title: str = ""

    @property
    def on_one_line(self) -> str:
        return ". ".join(part for part in (self.title, self.text.replace("\n", " ")) if part)


class TablePage(Page):
    live: LiveTable = ObjectProperty(None, allownone=True)
    """This and the panel are there as soon as somebody has sat down."""
    panel: Panel
    game = StringProperty("")
    title = StringProperty("")
    names = ListProperty([])
    flipped = BooleanProperty(False)
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    over = BooleanProperty(False)
    mending = NumericProperty(-1)
    """How many moves the table on show has seen, while it is an earlier one than the newest; or -1."""
    elsewhere = StringProperty("")
    """Where the table is kept and since when, if not on this phone: then one looks on."""
    inserting = BooleanProperty(False)
    """A move that is played at an earlier table was forgotten there; otherwise it is what really happened
    instead of the next one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.notices: list[Notice] = []
        self.called: list[str] = []
        """The names in full, for places that cut them by their measure."""
        self.watch = Stopwatch(0, the_app().seconds)
        self._present = False
        self._held = False
        self._phase = "play"
        self._mended_last = False
        self._panels: dict[str, Panel] = {}
        self._keys = {name: self.ids[name].__self__ for name in ("keys", "tools")}
        for row in self._keys.values():
            self.remove_widget(row)
        self._kept = KeptElsewhere(page=self)
        self._swap_keys()
        self._ticking = Clock.schedule_interval(self._tick, 1)
        self._ticking.cancel()

    # -- Coming and going ----------------------------------------------------------------------------------

    def arrive(self, session: str = "", document: dict[str, Any] | None = None, **_given: Any) -> None:
        app = the_app()
        live = app.sit_at(session, document)
        self.mending, self.inserting = -1, False
        app.seat(live.document["players"])
        if live is not self.live:
            self.live = live
            self._seat(live)
        self._present, self._held = True, False
        self._ticking()
        app.keep_awake(True)
        self.refresh()

    def leave(self) -> None:
        self._ticking.cancel()
        self._step_away()
        the_app().keep_awake(False)
        self.keep()

    def keep(self) -> None:
        """Everything but the time is saved already."""
        if self.elsewhere:
            return
        if self.live is not None:
            self.live.update(seconds=self.watch.seconds)

    def pause(self) -> None:
        self._step_away()
        self.keep()

    def resume(self) -> None:
        self._present = True
        self._run_watch()

    def _step_away(self) -> None:
        self._present = False
        self._run_watch()

    def _run_watch(self) -> None:
        """The time runs while somebody is at the table, it is not over, and nobody has stopped the watch."""
        timed = the_app().settings.timers
        self.watch.run(self._present and timed and not (self.over or self._held or self.elsewhere))

    def back(self) -> bool:
        if self.panel.take_back():
            return True
        if self.mending >= 0:
            self.stop_mending()
            return True
        return False

    def _seat(self, live: LiveTable) -> None:
        document = live.document
        self.game = document["game"]
        self.watch = Stopwatch(document["seconds"], the_app().seconds)
        self.called = [" ".join(player["name"].split()) for player in document["players"]]
        self.names = [short(name) for name in self.called]
        self.panel = self._panels.get(self.game) or self._new_panel()
        self.panel.host, self.panel.table = self, None
        self.panel.begin(live.table)
        if not live.moves and the_app().settings.full.get(self.game):
            setattr(self.panel, self.panel.in_full, True)
        for place, part in ((self.ids.panel, self.panel), (self.ids.column, self.panel.pads)):
            place.clear_widgets()
            place.add_widget(part)
        self._back_to_the_top()
        self.ids.zones.unfolded = False
        ribbon = self.ids.ribbon
        ribbon.clear_widgets()
        for seat in range(len(self.names)):
            chip = SeatChip()
            chip.bind(on_release=lambda _chip, seat=seat: self.correct_seat(seat))
            ribbon.add_widget(chip)

    def _new_panel(self) -> Panel:
        panel = self._panels[self.game] = FACES[self.game].table.PANEL()
        panel.bind(**{panel.in_full: self._remember_tracking})
        return panel

    def _remember_tracking(self, panel: Panel, in_full: bool) -> None:
        """The next table of this game begins as this one was left."""
        if panel.table is not None:
            app = the_app()
            app.choose(full={**app.settings.full, self.game: in_full})

    # -- What is shown -------------------------------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The table on show: the newest, or the one before the move that is being mended."""
        return self.live.table if self.mending < 0 else self.live.tables[int(self.mending)]

    @property
    def tables(self) -> Sequence[Any]:
        """From the first to the one on show."""
        return self.live.tables if self.mending < 0 else self.live.tables[: int(self.mending) + 1]

    def refresh(self) -> None:
        if self.live is None:
            return
        self._show_holder()
        table = self.table
        seen = self.panel.as_seen(table)
        self.title = name_of(self.live.document)
        self.over = self.panel.as_seen(self.live.table).phase == "over"
        self._phase = seen.phase
        self._run_watch()
        mine = not self.elsewhere
        self.can_undo, self.can_redo = mine and self.live.can_undo, mine and self.live.can_redo
        self._show_turn(seen)
        self._show_moments()
        self._show_ribbon(seen)
        self._show_notices(seen)
        self.panel.table = table
        self.panel.show(table)

    def _show_holder(self) -> None:
        """Where another phone keeps the table, that stands in the place of the moves."""
        was, self.elsewhere = self.elsewhere, kept_elsewhere(self.live)
        self.mending = min(self.mending, len(self.live.moves) - 1)
        if self.elsewhere and not was and self.panel.table is not None:
            the_app().snack(self.elsewhere)
        pads = self._kept if self.elsewhere else self.panel.pads
        if self.ids.column.children != [pads]:
            self.ids.column.clear_widgets()
            self.ids.column.add_widget(pads)

    def take_over(self) -> None:
        """One tap, and the table is kept here."""
        the_app().hush()
        seconds = self.live.document["seconds"]
        the_app().take_over(self.live.document["id"])
        self.watch = Stopwatch(seconds, the_app().seconds)
        self._run_watch()

    def _show_turn(self, table: Any) -> None:
        card = self.ids.turn
        number = moments.number_after(self.live.moves, len(self.tables) - 1)
        parts = [
            _("Round {n}").format(n=table.round),
            _("Move {n}").format(n=number),
            self.panel.turn_line(table),
        ]
        card.overline = " · ".join(part for part in parts if part).upper()
        card.name = self.called[table.turn] if table.phase != "over" else _("All done")
        card.colour = theme.players[table.turn]
        left = self.panel.remaining(table)
        card.left, card.share = (left.text, left.share) if left else ("", -1)
        self._tick()

    def _show_moments(self) -> None:
        strip = self.ids.timeline
        seats = [actor(table, move) for table, move in zip(self.live.tables, self.live.moves, strict=False)]
        strip.marks = moments.marks(self.live.moves, seats, theme.players)
        strip.moment = len(self.tables) - 1
        self._swap_keys()

    def _swap_keys(self) -> None:
        """At an earlier moment, what can be done about it has the place of what is usually done."""
        wanted = self._keys["tools" if self.inserting else "keys"]
        if self.ids.hand.children != [wanted]:
            self.ids.hand.clear_widgets()
            self.ids.hand.add_widget(wanted)

    def _show_ribbon(self, table: Any) -> None:
        chips = reversed(self.ids.ribbon.children)
        for seat, chip in enumerate(chips):
            chip.name, chip.colour = self.called[seat], theme.players[seat]
            chip.line = self.panel.seat_line(table, seat)
            chip.current = table.phase != "over" and seat == table.turn
            chip.out = self.panel.is_out(table, seat)

    def _show_notices(self, table: Any) -> None:
        self.notices = list(self._find_notices(table))
        strip = self.ids.notice
        first = self.notices[0] if self.notices else Notice("", "")
        strip.kind, strip.text = first.kind, first.on_one_line
        strip.icon = BANNER_ICONS.get(first.kind, "")
        strip.more = f"+{len(self.notices) - 1}" if len(self.notices) > 1 else ""

    def _find_notices(self, table: Any) -> Iterator[Notice]:
        """What has to be known now, the most urgent first, and of the rules' own what is new."""
        if self.mending >= 0:
            yield self._moment_told()
        if self.live.misfit:
            number = moments.number_after(self.live.moves, self.live.misfit.index)
            title = _("Move {n} does not fit").format(n=number)
            yield Notice("error", sentence(self.live.misfit.reason), title)
        if self.live.unsaved:
            text = _("There is no room on this device. Nothing is lost as long as the app stays open.")
            yield Notice("error", text, _("Not saved yet"))
        kind = "end" if table.phase != "play" else "info"
        for notice in self._newest_first(table):
            yield Notice(kind, self.say(notice))

    def _moment_told(self) -> Notice:
        index = int(self.mending)
        if not self.inserting:
            number = moments.number_after(self.live.moves, index)
            text = _("This is how things stood before move {n}. Tap what really happened.").format(n=number)
            return Notice("warning", text, _("Correcting an earlier move"))
        text = _("This is how things stood then. Tap a move that was forgotten here.")
        title = _("Before the first move")
        if index:
            _number, seat, told = self.log_line(index - 1)
            title = f"{self.names[seat]}: {told}"
        return Notice("warning", text, title)

    def _newest_first(self, table: Any) -> list[Message]:
        told = list(self.live.game.notices(table))
        before = self.live.game.notices(self.panel.as_seen(self.tables[-2])) if len(self.tables) > 1 else []
        known = {notice.key for notice in before}
        return sorted(told, key=lambda notice: notice.key in known)

    def say(self, message: Message) -> str:
        """A message as a sentence, with a seat's number turned into the name of who sits there."""
        args = dict(message.args)
        if isinstance(args.get("seat"), int):
            args["name"] = self.names[args["seat"]]
        return sentence(Message(message.key, args))

    def _tick(self, *_passed: object) -> None:
        passed = elapsed(self.watch.seconds) if the_app().settings.timers else ""
        self.ids.turn.clock = _("{time} · paused").format(time=passed) if self._held else passed

    # -- Moves ---------------------------------------------------------------------------------------------

    def why_not(self, move: Mapping[str, Any]) -> Message | None:
        if self.mending >= 0:
            return self.live.game.why_not(self.table, move)
        return self.live.why_not(move)

    def explain(
        self,
        reason: Message,
        move: Mapping[str, Any] | None = None,
        happened: Callable[[], object] | None = None,
    ) -> None:
        """Says why not. Where only a count is against the move, it is one tap away all the same, or whatever
        has to be said before it."""
        mend = self._correction_for(move) if move is not None else None
        if move is None or mend is None:
            the_app().snack(self.say(reason))
        else:
            action = happened or partial(self._play_all, [mend, move])
            the_app().snack(self.say(reason), _("It really happened"), action)

    def _correction_for(self, move: Mapping[str, Any]) -> dict[str, Any] | None:
        return None if self.mending >= 0 or self.live.misfit else self.live.game.mend(self.table, move)

    def _play_all(self, moves: Iterable[Mapping[str, Any]]) -> None:
        for move in moves:
            if not self.play(move):
                return

    def play(self, move: Mapping[str, Any]) -> bool:
        """Plays the move, or says why not; in the middle of mending, exchanges the earlier move for it."""
        if self.elsewhere:
            the_app().snack(self.elsewhere, _("Take over"), self.take_over)
            return False
        self._mended_last = self.mending >= 0
        if self._mended_last:
            return self._mend_with(move)
        before = self.live.table
        try:
            self.live.play(move, self.watch.seconds)
        except IllegalMove as refusal:
            self.explain(refusal.reason, move)
            return False
        self.ids.pads.wait_for_the_frame()
        self._after_move(before, self.live.table)
        return True

    def offer(self, text: str, action: str, instead: Mapping[str, Any]) -> None:
        """Says what was just played and offers another move in its place; a mended move stands as chosen."""
        if self._mended_last:
            return
        the_app().snack(text, action, lambda: self._instead(instead))

    def _instead(self, move: Mapping[str, Any]) -> None:
        self.live.undo()
        self.play(move)

    def _after_move(self, before: Any, after: Any) -> None:
        app = the_app()
        app.hush()
        phase = self._phase
        self.look_again()
        if after.turn != before.turn:
            self._back_to_the_top()
            if self._phase == phase:
                app.buzz(TICK)
                app.chime(TURN)
                app.speak(_("{name} to play").format(name=self.names[self.table.turn]))

    def look_again(self) -> None:
        phase = self._phase
        self.refresh()
        if self._phase != phase:
            the_app().buzz(ALARM)
            the_app().chime(END)
            self._announce(self.panel.as_seen(self.table))

    def _back_to_the_top(self) -> None:
        self.ids.scroll.scroll_y = self.ids.pads.scroll_y = 1

    def _announce(self, table: Any) -> None:
        if table.phase == "play":
            return
        text = "\n".join(self.say(notice) for notice in self.live.game.notices(table))
        the_app().speak(text)
        if table.phase == "last":
            Dialog(title=_("The end is near"), text=text, buttons=[(_("Go on"), "primary", None)]).open()
        else:
            buttons = [(_("Not yet"), "ghost", None), (_("Count"), "primary", self.count)]
            Dialog(title=_("The game is over"), text=text, buttons=buttons).open()

    def undo(self) -> None:
        if self.panel.take_back():
            return
        if self.mending >= 0:
            self.stop_mending()
        elif self.live.undo():
            the_app().hush()
            self.refresh()

    def redo(self) -> None:
        if self.live.redo():
            self.refresh()

    def skip(self) -> None:
        """To the next one who still has a turn."""
        table = self.live.table
        others = [(table.turn + step) % table.players for step in range(1, table.players)]
        still_in = [seat for seat in others if not self.panel.is_out(table, seat)]
        if still_in:
            self.play({"move": "correct", "turn": still_in[0]})
        else:
            the_app().snack(_("Nobody else has a turn left."))

    @staticmethod
    def beside_the_sign(text: str, width: float, font_size: float) -> str:
        """The word of the button for undoing, or nothing where only its sign has room."""
        button = (width - dp(104)) / 2
        return text if natural_size(text, font_size, "Roboto", True)[0] < button - dp(72) else ""

    def flip(self) -> None:
        self.flipped = not self.flipped

    def pause_clock(self) -> None:
        self._held = self.watch.running
        self._run_watch()
        self._tick()

    # -- Another moment ------------------------------------------------------------------------------------

    def look_at(self, moment: int) -> None:
        """The table as it was after so many moves; a move that is played there was forgotten there."""
        self.panel.take_back()
        if moment >= len(self.live.moves):
            self.stop_mending()
        else:
            self.mending, self.inserting = moment, True
            self.refresh()

    def start_mending(self, index: int) -> None:
        """Another move instead of this one."""
        self.mending, self.inserting = index, False
        self.refresh()

    def stop_mending(self) -> None:
        self.mending, self.inserting = -1, False
        self.refresh()

    def change(self) -> None:
        self.start_mending(int(self.mending) - 1)

    def leave_out(self, index: int) -> None:
        self._propose(moments.left_out(self.live.moves, index), index)

    def swap(self, index: int) -> None:
        self._propose(moments.swapped(self.live.moves, index), index - 1)

    def back_to_here(self) -> None:
        kept = int(self.mending)
        self._propose(list(self.live.moves[:kept]), kept)

    def _mend_with(self, move: Mapping[str, Any]) -> bool:
        index = int(self.mending)
        reason = self.live.game.why_not(self.table, move)
        if reason is not None:
            self.explain(reason)
            return False
        revise = moments.inserted if self.inserting else moments.replaced
        self.panel.remake(
            revise(self.live.moves, index, move),
            index,
            lambda moves: self._propose(moves, index, chosen=True),
        )
        return True

    def _propose(self, moves: Sequence[Mapping[str, Any]], since: int, chosen: bool = False) -> None:
        """Says what would change, and for whom, before anything does."""
        if self.elsewhere:
            the_app().snack(self.elsewhere, _("Take over"), self.take_over)
            return
        revised = self.live.revised(moves, since)
        if revised.misfit is not None:
            self._ask_about_misfits(moves, since, revised, revised.misfit)
        elif chosen and since == len(moves) - 1:
            self._accept(revised)
        else:
            buttons = [
                (_("Leave everything as it was"), "ghost", self.stop_mending),
                (_("Take it over"), "primary", lambda: self._accept(revised)),
            ]
            Dialog(title=_("What changes"), text=self._what_changes(revised), buttons=buttons).open()

    def _what_changes(self, mended: Mended) -> str:
        told = list(moments.changes(self.panel, self.names, self.live.table, mended.tables[-1]))
        return "\n".join(told) or _("Nothing changes for anybody.")

    def _ask_about_misfits(
        self, moves: Sequence[Mapping[str, Any]], since: int, revised: Mended, misfit: Misfit
    ) -> None:
        spared = self.live.revised(moves, since, leave_out_misfits=True)
        lost = len(moves) - len(spared.moves)
        first = self._log_number(moves, misfit.index)
        reason = self.say(misfit.reason)
        without_them = "\n".join((_("Without what does not fit:"), self._what_changes(spared)))
        Dialog(
            title=_("Move {n} no longer fits").format(n=first),
            text="\n\n".join((reason, without_them)),
            buttons=[
                (_("Leave everything as it was"), "ghost", self.stop_mending),
                (_("Go on after move {n}").format(n=first - 1), "secondary", lambda: self._accept(revised)),
                (
                    _("Leave out what does not fit ({n})").format(n=lost),
                    "primary",
                    lambda: self._accept(spared),
                ),
            ],
        ).open()

    def _log_number(self, moves: Sequence[Mapping[str, Any]], index: int) -> int:
        """As the log numbers it, which knows nothing yet of what is to be revised."""
        old = self.live.moves
        return moments.number_after(old, max(0, index + len(old) - len(moves)))

    def _accept(self, mended: Mended) -> None:
        before = self.live.mend(mended)
        self.stop_mending()
        the_app().snack(_("Corrected."), _("Undo"), lambda: self._take_back(before))

    def _take_back(self, moves: Sequence[dict[str, Any]]) -> None:
        self.live.take_over(moves)
        self.refresh()

    # -- Sheets --------------------------------------------------------------------------------------------

    def open_notices(self) -> None:
        from screens.table.sheets import NoticeSheet  # noqa: PLC0415 - built when it is asked for

        if self.notices:
            NoticeSheet(page=self, title=_("What to know")).open()

    def open_menu(self) -> None:
        from screens.table.sheets import MenuSheet  # noqa: PLC0415 - built when it is asked for

        MenuSheet(page=self, title=name_of(self.live.document)).open()

    def open_log(self) -> None:
        from screens.table.sheets import LogSheet  # noqa: PLC0415 - built when it is asked for

        LogSheet(page=self, title=_("What happened")).open()

    def open_corrections(self) -> None:
        from screens.table.sheets import CorrectionSheet  # noqa: PLC0415 - built when it is asked for

        CorrectionSheet(page=self, title=_("What lies on the table")).open()

    def correct_seat(self, seat: int) -> None:
        from screens.table.sheets import CorrectionSheet  # noqa: PLC0415 - built when it is asked for

        CorrectionSheet(page=self, seat=seat, title=self.names[seat]).open()

    def correct_table(self) -> None:
        from screens.table.sheets import CorrectionSheet  # noqa: PLC0415 - built when it is asked for

        CorrectionSheet(page=self, seat=ALL_ALIKE, title=_("What lies on the table")).open()

    def open_times(self) -> None:
        from screens.table.sheets import TimeSheet  # noqa: PLC0415 - built when it is asked for

        TimeSheet(page=self, title=_("Time")).open()

    def open_rules(self) -> None:
        options = self.live.document["options"]
        the_app().open("rules", game=self.game, players=len(self.names), options=options)

    def count(self) -> None:
        the_app().go("count", session=self.live.document["id"])

    def log_lines(self) -> list[tuple[int, int, str]]:
        """Index, seat and telling of every move, the newest first."""
        return [self.log_line(index) for index in reversed(range(len(self.live.tables) - 1))]

    def log_line(self, index: int) -> tuple[int, int, str]:
        before, after = self.live.tables[index : index + 2]
        move = self.live.moves[index]
        return index, actor(before, move), move_told(self.game, self.names, before, move, after)

    def times(self) -> list[float]:
        """Seconds at the table per seat, from the time stamps of the moves."""
        spent = [0.0] * len(self.names)
        earlier = 0.0
        for table, move in zip(self.live.tables, self.live.moves, strict=False):
            at = float(move.get("at", earlier))
            spent[actor(table, move)] += max(0.0, at - earlier)
            earlier = at
        return spent
