"""The app: what was chosen, where one is, and the cupboard once it is open."""

from __future__ import annotations

import gc
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty

import screens.widgets  # noqa: F401 - makes the widgets known to kv
from phone.bars import paint_bars
from phone.battery import Battery, device_battery
from phone.haptics import TICK, Haptics, device_haptics
from phone.keep_awake import keep_awake
from phone.safe_area import Insets, device_insets
from phone.system import Wishes, device_wishes
from phone.talkback import Reader, device_reader
from screens import kv
from screens.company import Company
from screens.games import dress
from screens.navigation import Navigator, open_sheet
from screens.net import Net
from screens.shell import Shell
from screens.stored import Drafts, Settings, read_settings, write_settings
from screens.theme import seat_colours, theme
from screens.translator import _, best_language, i18n

if TYPE_CHECKING:
    from history import History
    from history.live import LiveTable
    from phone.files import Files
    from phone.keyboard import Keyboard
    from phone.opened import Opener
    from phone.sharing import Sharing
    from phone.sound import Sound
    from phone.speech import Speech
    from screens.talkback import ReadAloud
    from screens.widgets.overlays import Overlay

BACK_KEY = 27
TAB_KEY = 9
LEAF_KEYS = {278: -inf, 279: inf, 280: -0.9, 281: 0.9}
"""Home, End, Page Up and Page Down: by how much of what is in view."""
PRESS_KEYS = (13, 271, 32)
"""Enter, the other Enter, and the space bar."""
BACKUP_AFTER = 8
"""Seconds after the start: nobody waits for a backup, and the first taps come before it."""
BATTERY_LOW, BATTERY_EVERY = 15, 60.0
"""Per cent at which it is said, and seconds between two looks."""
LOOK_EVERY = 1.0
"""Seconds between two looks at what the device does not tell."""
BREATH = 0.0005
"""Seconds that a backup leaves to the screen after every session."""


def open_history(folder: Path) -> History:
    from history import History  # noqa: PLC0415 - nobody waits for the cupboard before the first frame

    history = History.open(folder)
    history.wait()
    return history


class TablesideApp(App):
    title = "Tableside"
    settings: Settings = ObjectProperty(Settings(), rebind=True)
    safe_area: Insets = ObjectProperty(Insets(), rebind=True)
    history: History | None = ObjectProperty(None, allownone=True)
    """None until the cupboard has been opened, beside the first frames."""
    trouble: Exception | None = ObjectProperty(None, allownone=True)
    """The error that kept the cupboard shut."""

    def __init__(
        self,
        folder: Path,
        *,
        haptics: Haptics | None = None,
        sharing: Sharing | None = None,
        files: Files | None = None,
        sound: Sound | None = None,
        opener: Opener | None = None,
        speech: Speech | None = None,
        reader: Reader | None = None,
        insets: Callable[[], Insets] = device_insets,
        battery: Battery = device_battery,
        wishes: Callable[[], Wishes] = device_wishes,
        open_cupboard: Callable[[Path], History] = open_history,
        today: Callable[[], date] = date.today,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
        seconds: Callable[[], float] = monotonic,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.folder = folder
        self.today, self.now = today, now
        self.seconds = seconds
        self.haptics = haptics or device_haptics()
        self._given_sharing, self._given_files, self._given_sound = sharing, files, sound
        self._given_speech, self._reader = speech, reader or device_reader()
        self._opener = opener
        self._to_open: tuple[Path, bool] | None = None
        """A file that was opened with the app, until there is a history to hold it against."""
        self.drafts = Drafts(folder / "draft.json", self._tell_set_aside)
        self._insets, self._wishes, self._open_cupboard = insets, wishes, open_cupboard
        self.net = Net()
        self._stopped = self._told_of_battery = False
        self._battery = battery
        self._live: LiveTable | None = None
        self.company = Company()

    # -- Life ----------------------------------------------------------------------------------------------

    def build(self) -> Shell:
        self.net.spread()
        dress(theme)
        self.settings = read_settings(self.folder / "settings.json", self._tell_set_aside)
        theme.system_text_scale = Metrics.fontscale / theme.text_scale
        self._listen_to_device()
        self._apply()
        Window.softinput_mode = "below_target"
        Window.bind(**self._window_events())
        self.root = Shell()
        self.ways = Navigator(self.root.show, self.net)
        self.ways.go("home")
        i18n.bind(_=self._on_language)
        theme.bind(paper=self._paint_window, dark=self._on_dark)
        self._paint_window()
        return self.root

    def on_start(self) -> None:
        Clock.schedule_interval(self.look_again, LOOK_EVERY)
        Clock.schedule_interval(self._look_at_battery, BATTERY_EVERY)
        self.company.begin()
        if self._opener is not None:
            self._opener.listen(self.open_file)
        Clock.schedule_once(lambda _passed: self.net.beside(self._fetch_history), 0.05)

    def on_pause(self) -> bool:
        self.ways.ask("pause")
        self.drafts.save()
        self.company.visit()
        return True

    def on_resume(self) -> None:
        self._follow_device()
        self.company.visit()
        self.ways.ask("resume")

    def look_again(self, *_: object) -> None:
        """A turn by 180°, the quick settings and a split screen change much, and tell nobody in front."""
        if self._stopped:
            return
        self.read_aloud.listen()
        if (self._wishes(), self._insets()) != (self.wishes, self.safe_area):
            self._follow_device()

    def _look_at_battery(self, *_passed: object) -> None:
        """A quiet word at a table that may outlive the phone, once until it has been charged."""
        left = self._battery()
        if left is None or left > BATTERY_LOW:
            self._told_of_battery = False
        elif not self._told_of_battery and not self._stopped and self.ways.current.name == "table":
            self._told_of_battery = True
            self.snack(_("The battery is at {n}%. Every move is saved.").format(n=left))

    def _follow_device(self) -> None:
        Metrics.reset_metrics()
        theme.system_text_scale = Metrics.fontscale
        theme.on_text_scale()
        self._listen_to_device()
        self._apply()

    def on_stop(self) -> None:
        self._stopped = True
        self.read_aloud.stop()
        self.ways.ask("leave")
        self.drafts.save()
        Window.unbind(**self._window_events())
        i18n.unbind(_=self._on_language)
        theme.unbind(paper=self._paint_window, dark=self._on_dark)
        kv.let_go()
        self.net.fold()
        if self.history is not None:
            self.history.close()

    def _window_events(self) -> dict[str, Callable[..., object]]:
        return {
            "on_keyboard": self._on_keyboard,
            "on_memorywarning": self._on_memory_warning,
            "size": self._on_rotation,
            "focus": self.look_again,
        }

    def _on_memory_warning(self, *_: object) -> None:
        """Android tells it on a thread of its own."""
        Clock.schedule_once(self._make_room)

    def _make_room(self, *_: object) -> None:
        """The device may end the app next: nothing unsaved, and nothing held that can be made again."""
        if self._stopped:
            return
        self.ways.ask("keep")
        self.drafts.save()
        self.ways.forget_others()
        gc.collect()

    def _fetch_history(self) -> None:
        try:
            history = self._open_cupboard(self.folder / "history")
        except Exception as trouble:
            Clock.schedule_once(lambda _passed, trouble=trouble: self._history_failed(trouble))
        else:
            Clock.schedule_once(lambda _passed: self._history_ready(history))

    def _history_ready(self, history: History) -> None:
        if self._stopped:
            history.close()
            return
        self.history = history
        self.ways.refresh()
        self.company.visit()
        if self._to_open is not None:
            self.open_file(*self._to_open)
        Clock.schedule_once(lambda _passed: self.net.beside(self._back_up), BACKUP_AFTER)

    def _back_up(self) -> None:
        """Once a week, beside everything else; a full disk is told, and the next start tries again."""
        from history.backup import Backups  # noqa: PLC0415 - not before the first frame
        from scoring.core import Refusal  # noqa: PLC0415 - not before the first frame
        from screens.words.messages import sentence  # noqa: PLC0415 - not before the first frame

        backups = Backups(self.folder / "backups")
        try:
            backups.make_weekly(self.cupboard, self.today(), lambda _share: sleep(BREATH))
        except Refusal as refusal:
            reason = refusal.reason
            Clock.schedule_once(
                lambda _passed: self.snack(_("No backup: {why}").format(why=sentence(reason)))
            )

    def _history_failed(self, trouble: Exception) -> None:
        self.trouble = trouble
        if not self._stopped:
            self.ways.refresh()

    @property
    def cupboard(self) -> History:
        """The history, for what is only asked once it is open; OSError before that."""
        if self.history is None:
            raise OSError("the cupboard is not open")
        return self.history

    def save_session(self, document: dict[str, Any]) -> None:
        """OSError while the cupboard is shut; whoever saves tries again with the next change.

        What another device has changed meanwhile, and this one has not, stays.
        """
        self.cupboard.save(document)
        if document["finished"] is not None:
            self.company.visit()

    def sit_at(self, session: str, document: dict[str, Any] | None = None) -> LiveTable:
        """The live table of a session: one for all screens, so that none of them overwrites another."""
        from history.live import LiveTable  # noqa: PLC0415 - not before the first frame

        if self._live is None or self._live.document["id"] != session:
            self._live = LiveTable(document or self.cupboard.get(session), self.save_session)
            if self.history is not None:
                self.history.sit_at(self._live.document)
        return self._live

    def follow(self, changed: Container[str]) -> None:
        """The table that was sat at goes on with what has arrived; what is not saved yet comes first."""
        live = self._live
        if live is None or live.document["id"] not in changed or (live.unsaved and not live.save()):
            return
        with suppress(KeyError):  # deleted elsewhere: it stays in front of whoever sits at it
            live.follow(self.cupboard.get(live.document["id"]))
            self.cupboard.sit_at(live.document)

    def open_file(self, path: Path | OSError, private: bool) -> None:
        """Shows what a file would bring, as an import does; nothing changes before somebody says so."""
        if isinstance(path, OSError):
            self.snack(_("The file could not be opened."))
        elif self.history is None:
            self._to_open = path, private
        else:
            self._to_open = None
            self.go("data")
            page: Any = self.ways.page
            page.look_at(path, private=private)

    def take_over(self, session: str) -> None:
        """From now on the table is kept here."""
        self.cupboard.take_over(session)
        self.follow({session})
        self.ways.refresh()

    @property
    def at_the_table(self) -> Mapping[str, Any] | None:
        """The session that was last sat at."""
        return self._live.document if self._live else None

    def rise(self) -> None:
        """Sessions may have changed in the cupboard: the next to sit down reads theirs anew."""
        self._live = None

    def seat(self, players: Sequence[Mapping[str, Any]]) -> None:
        """From here on the colours by seat are those of these people."""
        history = self.history
        profiles = {profile["id"]: profile for profile in history.players()} if history else {}
        known = [profiles.get(history.same_player(player["id"])) if history else None for player in players]
        theme.players = seat_colours([profile.get("colour", "") if profile else "" for profile in known])

    # -- Choices -------------------------------------------------------------------------------------------

    def choose(self, **changes: Any) -> bool:
        """Takes effect at once and is kept; False when it was chosen already."""
        changed = replace(self.settings, **changes)
        if changed == self.settings:
            return False
        self.settings = changed
        self._apply()
        try:
            write_settings(self.folder / "settings.json", changed)
        except OSError:
            self.snack(_("There is no room on this device to save that choice."))
        return True

    def _tell_set_aside(self, file: Path) -> None:
        """As soon as there is somewhere to say it."""
        text = _("Some of what you chose or entered could not be read. It was set aside in {file}.")
        Clock.schedule_once(lambda _passed: self.snack(text.format(file=file.name)))

    def _apply(self) -> None:
        theme.choice = self.settings.theme
        theme.text_scale = self.settings.text_scale
        theme.reduced_motion = self.settings.reduced_motion
        theme.colour_blind = self.settings.colour_blind
        wished = self.settings.language
        i18n.language = best_language(list(self.wishes.languages)) if wished == "system" else wished

    def _listen_to_device(self) -> None:
        self.wishes = self._wishes()
        theme.system_dark = bool(self.wishes.dark)
        theme.on_choice()
        self.safe_area = self._insets()

    def _on_rotation(self, *_: object) -> None:
        self.safe_area = self._insets()

    def _on_language(self, *_: object) -> None:
        self.ways.refresh()

    def _on_dark(self, *_: object) -> None:
        """A kv rule does not replace the one it overrides: of two colours, either may come last. So: anew."""
        Clock.schedule_once(self._rebuild, -1)

    def _rebuild(self, _passed: float) -> None:
        if not self._stopped:
            self.root.keep_snackbars()
            self.ways.rebuild()

    def _paint_window(self, *_: object) -> None:
        Window.clearcolor = theme.paper
        paint_bars(theme.paper, theme.dark)

    # -- Ways ----------------------------------------------------------------------------------------------

    def go(self, name: str, **given: Any) -> None:
        self.ways.go(name, **given)

    def open_table(self, page: str, session: str) -> None:
        """To a page that lets the session be changed, if the rules can make sense of it."""
        from scoring.core import Refusal  # noqa: PLC0415 - not before the first frame

        try:
            self.sit_at(session)
        except (KeyError, Refusal):
            self.snack(_("The app cannot follow this session under the rules. You can only view it."))
        else:
            self.go(page, session=session)

    def open(self, name: str, **given: Any) -> Overlay:
        """Over what is shown; see SHEETS."""
        return open_sheet(name, **given)

    def tab(self, name: str) -> None:
        self.ways.tab(name)

    def back(self) -> bool:
        """Closes what lies on top, or walks one step back; False at home, where the device takes over."""
        if self.root.overlays:
            if not self.net.spared(self.root.close_top_overlay, False):
                self.root.hide_overlay(self.root.overlays[-1])
            return True
        return self.ways.back()

    def _on_keyboard(self, _window: object, key: int, *more: Any) -> bool:
        top = self.root.overlays[-1] if self.root.overlays else self.root
        if key == TAB_KEY:
            self._cursor.move(top, -1 if "shift" in (more[2:3] or [()])[0] else 1)
            return True
        if key in LEAF_KEYS:
            from screens.keyboard import leaf  # noqa: PLC0415 - phones have no such keys

            return leaf(top, LEAF_KEYS[key])
        if key in PRESS_KEYS and "_cursor" in self.__dict__:
            return bool(self._cursor.press(top))
        return key == BACK_KEY and self.back()

    @cached_property
    def _cursor(self) -> Any:
        from screens.keyboard import Cursor  # noqa: PLC0415 - phones have no Tab

        return Cursor()

    # -- Small services ------------------------------------------------------------------------------------

    def snack(
        self,
        text: str,
        action_text: str = "",
        action: Callable[[], object] | None = None,
        *,
        goes_along: bool = False,
    ) -> None:
        """A passing word on this page, or, said on the way out, on the next one."""
        from screens.widgets.overlays import Snackbar  # noqa: PLC0415 - not before the first frame

        snackbar = Snackbar(text=text, action_text=action_text, action=action, goes_along=goes_along)
        self.root.show_snackbar(snackbar)

    def hush(self) -> None:
        """Takes a passing word away once it is out of date."""
        self.root.close_snackbars()

    @property
    def version(self) -> str:
        from screens.settings.about import VERSION  # noqa: PLC0415 - not before the first frame

        return VERSION

    @cached_property
    def read_aloud(self) -> ReadAloud:
        from screens.talkback import ReadAloud  # noqa: PLC0415 - not before the first frame

        return ReadAloud(self._reader, self.root)

    @cached_property
    def sharing(self) -> Sharing:
        from phone.sharing import device_sharing  # noqa: PLC0415 - not before the first frame

        return self._given_sharing or device_sharing()

    @cached_property
    def files(self) -> Files:
        from phone.files import device_files  # noqa: PLC0415 - not before the first frame

        return self._given_files or device_files()

    @cached_property
    def keyboard(self) -> Keyboard:
        from phone.keyboard import device_keyboard  # noqa: PLC0415 - not before the first frame

        return device_keyboard()

    @cached_property
    def sound(self) -> Sound:
        from phone.sound import device_sound  # noqa: PLC0415 - most tables are silent

        return self._given_sound or device_sound()

    def chime(self, tone: str) -> None:
        if self.settings.sound:
            self.sound.play(tone)

    @cached_property
    def speech(self) -> Speech:
        from phone.speech import device_speech  # noqa: PLC0415 - most tables are silent

        return self._given_speech or device_speech()

    def speak(self, sentence: str) -> None:
        """For those who cannot look: through the reader of the screen, if it is on."""
        if self.read_aloud.is_heard:
            self.read_aloud.say(sentence)
        elif self.settings.speech:
            self.speech.say(sentence, i18n.language)

    def buzz(self, seconds: float = TICK) -> None:
        if self.settings.haptics:
            self.haptics.buzz(seconds)

    def keep_awake(self, wanted: bool) -> None:
        keep_awake(wanted and self.settings.keep_awake)
