"""What comes over the data page: work in progress, what a file would change, and files to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from history import Preview, Refused
from history.cupboard import ADDED, CHANGED, REMOVED
from history.interchange import Step
from history.kinds import PLAYERS, SESSIONS
from phone.files import documents_folder
from screens import kv
from screens.running import the_app
from screens.translator import _, date_told, ngettext
from screens.widgets.overlays import BottomSheet
from screens.words.messages import sentence
from screens.words.telling import headline, names, players_told, sessions_told

PATIENCE = 0.3
"""Seconds that work may take before it shows how far it is."""
LOOK = 0.05
SHOWN = 3
"""How many examples of a long list are shown."""
IMPORTABLE = (".json", ".bgsplay", ".bgstats")
LISTED = 30
LONGEST_PATH = 4096


# -- In words ---------------------------------------------------------------------------------------------


def size_told(size: int) -> str:
    if size < 10_000_000:
        return _("{n} kB").format(n=-(-size // 1000))
    return _("{n} MB").format(n=round(size / 1_000_000))


def tally(preview: Preview, kind: str) -> str:
    """How many sessions and players are added, changed or removed; empty when none is."""
    sessions, players = preview.count(kind, SESSIONS), preview.count(kind, PLAYERS)
    told = [sessions_told(sessions)] if sessions else []
    return " · ".join([*told, players_told(players)] if players else told)


def entries_told(count: int) -> str:
    return ngettext("{n} entry", "{n} entries", count).format(n=count) if count else ""


def more_told(count: int) -> str:
    return _("… and {n} more").format(n=count)


def refusals(refused: Sequence[Refused]) -> list[str]:
    """The first few sentences about what was refused, each once, and how many more there are."""
    told = list(dict.fromkeys(sentence(one.reason) for one in refused[: 10 * SHOWN]))[:SHOWN]
    covered = sum(sentence(one.reason) in told for one in refused)
    return [*told, more_told(len(refused) - covered)] if covered < len(refused) else told


# -- Work -------------------------------------------------------------------------------------------------


class Stopped(Exception):
    """Somebody touched the cancel button."""


class WorkSheet(BottomSheet):
    """Work in a thread of its own. It shows how far it is once that takes long, and can be cancelled.

    The history may be used by any thread, and nothing is changed before the last step of any work.
    """

    share = NumericProperty(0)
    stopping = BooleanProperty(False)

    def run(
        self,
        task: Callable[[Step], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """One of the two is called, on the main thread; `failed` with Stopped when it was cancelled."""
        self._done, self._failed = done, failed
        self._share = 0.0
        self._outcome: tuple[bool, Any] | None = None
        self._appear = Clock.schedule_once(lambda _passed: self.open(), PATIENCE)
        self._watch = Clock.schedule_interval(self._look, LOOK)
        Thread(target=self._work, args=(task,), name="work", daemon=True).start()

    def stop(self) -> None:
        self.stopping = True

    def _work(self, task: Callable[[Step], Any]) -> None:
        try:
            self._outcome = True, task(self._step)
        except Exception as trouble:
            self._outcome = False, trouble

    def _step(self, share: float) -> None:
        if self.stopping:
            raise Stopped
        self._share = share

    def _look(self, _passed: float) -> None:
        self.share = self._share
        if self._outcome is None:
            return
        self._appear.cancel()
        self._watch.cancel()
        self.close()
        succeeded, value = self._outcome
        (self._done if succeeded else self._failed)(value)


def flat(row: Any) -> Any:
    """The row without a lip: the sheet is the card."""
    row.lip = (0, 0, 0, 0)
    return row


# -- What a file would change -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wording:
    """How a preview speaks: of what will be, or of what was done."""

    title: str
    text: str
    added: str
    changed: str
    confirm: str
    nothing: str


class PreviewSheet(BottomSheet):
    """Shows what would be added, changed, deleted, left and refused; on_confirm when that is wanted."""

    text = StringProperty("")
    button = StringProperty("")
    __events__ = ("on_confirm", "on_second")

    def show(
        self, preview: Preview, wording: Wording, *, optional_changes: bool = False, second: str = ""
    ) -> None:
        """With `optional_changes`, later changes stay unless they are given up on purpose. `second` is
        another thing that can be done."""
        self._wording, self._optional = wording, optional_changes
        self._whole = preview
        self.title = wording.title
        if second:
            button = Factory.GhostButton(text=second)
            button.bind(on_release=lambda _button: self.take_second())
            self.ids.second.add_widget(button)
        self._lay_out(preview.without(CHANGED) if optional_changes else preview)

    def warn(self, title: str, text: str) -> None:
        self.ids.warning.add_widget(Factory.Banner(kind="warning", title=title, text=text))

    def _lay_out(self, preview: Preview) -> None:
        self.preview = preview
        wording = self._wording
        self.text = wording.text if preview.changes else wording.nothing
        self.button = wording.confirm if preview.changes else _("Done")
        parts = self.ids.parts
        parts.clear_widgets()
        for part in (*self._changes(preview), *self._examples(preview), *self._refused(preview)):
            parts.add_widget(part)

    def _changes(self, preview: Preview) -> Iterable[Any]:
        wording = self._wording
        rows = (
            ("plus", wording.added, tally(preview, ADDED)),
            ("pencil", wording.changed, tally(preview, CHANGED)),
            ("delete-outline", _("Deleted, as on the other device"), tally(preview, REMOVED)),
            ("check", _("Left as it is"), entries_told(preview.unchanged)),
            ("alert-outline", _("Refused"), entries_told(len(preview.refused))),
        )
        for icon, text, told in rows:
            if told:
                yield flat(Factory.ListRow(icon=icon, text=text, secondary=told))
        later = tally(self._whole, CHANGED)
        if self._optional and later:
            row = Factory.ToggleRow(
                icon="undo",
                text=_("Undo later changes as well"),
                secondary=_("Changed since then: {what}").format(what=later),
                active=preview is self._whole,
            )
            row.bind(active=lambda _row, active: self._include(active))
            yield flat(row)

    def _include(self, later: bool) -> None:
        self._lay_out(self._whole if later else self._whole.without(CHANGED))

    def _examples(self, preview: Preview) -> Iterable[Any]:
        today = the_app().today()
        added = preview.sessions(ADDED)
        if len(added):
            yield Factory.SectionHeading(text=_("For example"))
        for session in added[:SHOWN]:
            yield flat(
                Factory.ListRow(
                    icon="cards-outline",
                    text=headline(session, today),
                    secondary=" · ".join(names(session)),
                    game=session["game"],
                )
            )
        if len(added) > SHOWN:
            yield Factory.Caption(text=more_told(len(added) - SHOWN))

    def _refused(self, preview: Preview) -> Iterable[Any]:
        if preview.remarks:
            told = "\n".join(map(sentence, preview.remarks))
            yield Factory.Banner(kind="warning", title=_("Odd about this file"), text=told)
        if preview.refused:
            yield Factory.Banner(
                kind="warning", title=_("Refused because"), text="\n".join(refusals(preview.refused))
            )

    def accept(self) -> None:
        self.close()
        if self.preview.changes:
            self.dispatch("on_confirm")

    def take_second(self) -> None:
        self.close()
        self.dispatch("on_second")

    def on_confirm(self) -> None:
        pass

    def on_second(self) -> None:
        pass


# -- Files to choose from ---------------------------------------------------------------------------------


def importable_files(home: Path) -> list[Path]:
    """The files in the usual folders that may hold something for us, the latest first."""
    documents = documents_folder(home)
    folders = dict.fromkeys((home / "Downloads", documents, documents / "Tableside", home / "Tableside"))
    found: dict[Path, float] = {}
    for folder in folders:
        try:
            for path in folder.iterdir():
                if path.suffix.lower() in IMPORTABLE and path.is_file():
                    found[path] = path.stat().st_mtime
        except OSError:
            continue
    return sorted(found, key=lambda path: found[path], reverse=True)[:LISTED]


class ChooserSheet(BottomSheet):
    """For devices without a picker of their own: recent files, and a field for any other."""

    problem = StringProperty("")
    longest_path = NumericProperty(LONGEST_PATH)
    __events__ = ("on_choose",)

    def on_kv_post(self, _base: object) -> None:
        today = the_app().today()
        for path in importable_files(Path.home()):
            about = path.stat()
            changed = datetime.fromtimestamp(about.st_mtime).astimezone().date()
            row = Factory.PressRow(
                text=path.name,
                secondary=f"{path.parent.name} · {date_told(changed, today)} · {size_told(about.st_size)}",
                icon="file-import-outline",
            )
            row.bind(on_release=lambda _row, path=path: self._choose(path))
            self.ids.files.add_widget(flat(row))

    def accept(self) -> None:
        typed = self.ids.path.text.strip()
        path = Path(typed).expanduser() if typed else None
        if path is None or not path.is_file():
            self.problem = _("There is no file with that name.")
        else:
            self._choose(path)

    def _choose(self, path: Path) -> None:
        self.close()
        self.dispatch("on_choose", path)

    def on_choose(self, path: Path) -> None:
        pass


kv.load(__name__)
