"""Your data: how it is and where, copies to take along, files to bring in, and backups to go back to."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, StringProperty

from history import Diagnosis, Preview
from history.backup import HAND, IMPORT, WEEK, Backup, Backups, LastImport
from history.condition import Condition, examine
from history.interchange import Step
from history.journal import not_saved
from phone.sharing import FileSharing
from scoring.core import Refusal
from screens.running import the_app
from screens.settings.data_sheets import (
    ChooserSheet,
    PreviewSheet,
    Stopped,
    Wording,
    WorkSheet,
    more_told,
    size_told,
)
from screens.translator import _, date_told, ngettext
from screens.widgets.layout import Page
from screens.widgets.overlays import Dialog
from screens.words.messages import sentence
from screens.words.telling import headline, names, players_told, sessions_told

FORMATS = {
    "json": ("json", "application/json"),
    "csv": ("csv", "text/csv"),
    "bgstats": ("bgsplay", "application/octet-stream"),
}
"""Formats of the history to endings and kinds. No device knows the ending .bgsplay; BG Stats does."""
PICKED_KINDS = ("application/json", "application/octet-stream", "text/plain")
NAMED = 3
"""Missing sessions that are told one by one."""
BACKED_UP = 0.9
"""How much of an import is done once the backup is made."""

Finding = tuple[str, str, str]
"""Kind of banner, title, text."""


# -- In words ---------------------------------------------------------------------------------------------


def day_of(moment: float) -> Any:
    return datetime.fromtimestamp(moment).astimezone().date()


def why_not_done(trouble: Exception) -> str:
    """Why it did not happen, in a sentence."""
    if isinstance(trouble, OSError):
        trouble = not_saved(trouble)
    if isinstance(trouble, Refusal):
        return sentence(trouble.reason)
    raise trouble


def summary(history: Any, condition: Condition) -> str:
    """ "12 sessions, 3 players, 1 damaged line set aside on 3 May"."""
    today = the_app().today()
    told = [sessions_told(len(history.sessions())), players_told(len(history.players()))]
    if condition.set_aside:
        lines = sum(one.lines for one in condition.set_aside)
        when = date_told(day_of(max(one.at for one in condition.set_aside)), today)
        told.append(
            ngettext(
                "{n} damaged line set aside on {date}", "{n} damaged lines set aside on {date}", lines
            ).format(n=lines, date=when)
        )
    return ", ".join(told)


def findings(diagnosis: Diagnosis, condition: Condition) -> Iterable[Finding]:
    """What reading the folder came across, what became of it, and what it means."""
    if diagnosis.damaged:
        yield (
            "warning",
            ngettext("{n} line was damaged", "{n} lines were damaged", diagnosis.damaged).format(
                n=diagnosis.damaged
            ),
            _(
                "Every line holds one change. What was saved before and after it is there; "
                "see whether your last games are as you left them."
            ),
        )
    if diagnosis.refused:
        yield (
            "warning",
            ngettext("{n} line made no sense", "{n} lines made no sense", diagnosis.refused).format(
                n=diagnosis.refused
            ),
            _("This was written by another program or changed by hand, and is not used."),
        )
    if diagnosis.newer:
        yield (
            "info",
            ngettext(
                "{n} line comes from a newer version of Tableside",
                "{n} lines come from a newer version of Tableside",
                diagnosis.newer,
            ).format(n=diagnosis.newer),
            _("This is kept, and will be read once this app is up to date."),
        )
    if diagnosis.unreadable:
        yield (
            "warning",
            ngettext(
                "{n} file of another device cannot be read",
                "{n} files of other devices cannot be read",
                diagnosis.unreadable,
            ).format(n=diagnosis.unreadable),
            _("What that device saved is missing here until the file is copied again."),
        )
    if diagnosis.torn:
        yield (
            "info",
            ngettext("{n} line was cut short", "{n} lines were cut short", diagnosis.torn).format(
                n=diagnosis.torn
            ),
            _("That is what an empty battery leaves behind. Nothing that had been saved is lost."),
        )
    for aside in condition.set_aside:
        yield (
            "info",
            _("What was damaged is kept"),
            _("It lies in {file}, just as it was found, and does no harm there.").format(file=aside.file),
        )


def backup_told(backup: Backup) -> str:
    why = {WEEK: _("once a week"), IMPORT: _("before an import"), HAND: _("made by you")}[backup.why]
    what = _("damaged") if backup.sessions is None else sessions_told(backup.sessions)
    return " · ".join((why, what, size_told(backup.size)))


def import_wording() -> Wording:
    return Wording(
        title=_("What this file would change"),
        text=_("Nothing has changed yet. A backup is made first, and the import can be undone."),
        added=_("Added"),
        changed=_("Changed, because the file has a later version"),
        confirm=_("Import"),
        nothing=_("There is nothing in it that is not here already."),
    )


def imported_wording() -> Wording:
    return Wording(
        title=_("Imported"),
        text=_("A backup from just before is in the list of backups."),
        added=_("Added"),
        changed=_("Changed, because the file has a later version"),
        confirm=_("Done"),
        nothing=_("There was nothing to change."),
    )


def restore_wording(date: str) -> Wording:
    return Wording(
        title=_("Back to {date}").format(date=date),
        text=_("Nothing has changed yet. What has come since then stays, and this can be undone."),
        added=_("Brought back"),
        changed=_("As it was then"),
        confirm=_("Bring it back"),
        nothing=_("Everything that was there then is still here."),
    )


def restored_wording() -> Wording:
    return Wording(
        title=_("Brought back"),
        text=_("A backup from just before is in the list of backups."),
        added=_("Brought back"),
        changed=_("As it was then"),
        confirm=_("Done"),
        nothing=_("There was nothing to change."),
    )


# -- The page ---------------------------------------------------------------------------------------------


class DataPage(Page):
    headline = StringProperty("")
    state = StringProperty("")
    kind = StringProperty("success")
    place = StringProperty("")
    sizes = StringProperty("")
    open = BooleanProperty(False)
    writable = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._work: WorkSheet | None = None
        self._offered: Any = None
        super().__init__(**kwargs)

    @property
    def backups(self) -> Backups:
        return Backups(the_app().folder / "backups")

    # -- Showing ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        app = the_app()
        self.place = str(app.folder)
        self.open = app.history is not None
        self.ids.findings.clear_widgets()
        if app.history is None:
            self._show_closed(app.trouble)
        else:
            self._show_condition(app.history)
        self._show_backups()

    def _show_closed(self, trouble: Exception | None) -> None:
        self.writable = False
        self.kind = "error" if trouble else "info"
        self.headline = _("The history cannot be opened") if trouble else _("The history is not open yet.")
        self.state = sentence(trouble.reason) if isinstance(trouble, Refusal) else ""
        self.sizes = ""

    def _show_condition(self, history: Any) -> None:
        condition, diagnosis, read_only = (
            examine(the_app().folder / "history"),
            history.diagnosis,
            history.read_only,
        )
        self.writable = read_only is None
        self.headline = summary(history, condition)
        if read_only is not None:
            self.kind, self.state = "error", sentence(read_only)
        elif not diagnosis.healthy:
            self.kind, self.state = "warning", _("Something was wrong when it was opened; see below.")
        else:
            self.kind, self.state = "success", _("Everything is in order.")
        kept = sum(backup.size for backup in self.backups.listed())
        told = [
            f"{here} {size_told(size)}"
            for here, size in ((_("History"), condition.size), (_("Backups"), kept))
        ]
        self.sizes = " · ".join(told)
        for kind, title, text in findings(diagnosis, condition):
            self.ids.findings.add_widget(Factory.Banner(kind=kind, title=title, text=text))
        if diagnosis.damaged or diagnosis.refused:
            the_app().net.beside(self._look_for_missing, history, self.backups.listed())

    def _look_for_missing(self, history: Any, backups: Sequence[Backup]) -> None:
        """Which backup has sessions that damage has taken away; the latest that has most of them."""
        found: list[tuple[int, Backup, list[Any]]] = []
        for backup in backups:
            with suppress(Refusal):
                missing = history.preview_restore(backup.path).unknown
                found.append((len(missing), backup, list(missing[:NAMED])))
        if found and (best := max(found, key=lambda one: one[0]))[0]:
            Clock.schedule_once(lambda _passed: self._offer(*best))

    def _offer(self, count: int, backup: Backup, missing: Sequence[Any]) -> None:
        """Names what is missing, and brings it back at a touch."""
        today = the_app().today()
        told = [f"{headline(session, today)} ({', '.join(names(session))})" for session in missing]
        if count > len(missing):
            told.append(more_told(count - len(missing)))
        row = Factory.PressRow(
            text=ngettext(
                "The backup of {date} has {n} session that is missing here",
                "The backup of {date} has {n} sessions that are missing here",
                count,
            ).format(n=count, date=date_told(backup.day, today)),
            secondary="\n".join(told),
            icon="restore",
            disabled=not self.writable,
        )
        row.bind(on_release=lambda _row: self.look_into(backup))
        if self._offered is not None and self._offered.parent is not None:
            self._offered.parent.remove_widget(self._offered)
        self._offered = row
        self.ids.findings.add_widget(row)

    def _show_backups(self) -> None:
        today = the_app().today()
        rows, undo = self.ids.backups, self.ids.undo
        rows.clear_widgets()
        undo.clear_widgets()
        backups = self.backups.listed()
        for backup in backups:
            row = Factory.PressRow(
                text=date_told(backup.day, today),
                secondary=backup_told(backup),
                icon="restore" if backup.sessions is not None else "alert-outline",
                disabled=not self.writable,
            )
            row.bind(on_release=lambda _row, backup=backup: self.look_into(backup))
            rows.add_widget(row)
        if not backups:
            rows.add_widget(Factory.Caption(text=_("There is none yet.")))
        last = self.backups.last_import() if self.writable else None
        if last is not None:
            row = Factory.PressRow(text=_("Undo the last import"), secondary=last.file, icon="undo")
            row.bind(on_release=lambda _row: self.ask_undo(last))
            undo.add_widget(row)

    def copy_place(self) -> None:
        from kivy.core.clipboard import Clipboard  # noqa: PLC0415 - looks for a clipboard when it is imported

        Clipboard.copy(self.place)
        the_app().snack(_("Copied."))

    # -- Work ---------------------------------------------------------------------------------------------

    def work(self, title: str, task: Callable[[Step], Any], done: Callable[[Any], None]) -> None:
        """Beside the main thread, one at a time; whatever goes wrong is told."""
        if self._work is not None:
            return

        def finish(value: Any) -> None:
            self._work = None
            the_app().rise()
            self.refresh()
            done(value)

        def fail(trouble: Exception) -> None:
            self._work = None
            self.refresh()
            if isinstance(trouble, Stopped):
                the_app().snack(_("Stopped. Nothing was changed."))
            else:
                self._tell(_("That did not work"), why_not_done(trouble) + "\n" + _("Nothing was changed."))

        the_app().hush()
        self._work = WorkSheet(title=title)
        self._work.run(task, finish, fail)

    def leave(self) -> None:
        if self._work is not None:
            self._work.stop()

    def _tell(self, title: str, text: str) -> None:
        Dialog(title=title, text=text, buttons=[(_("Close"), "primary", None)]).open()

    # -- Taking a copy along ------------------------------------------------------------------------------

    def export(self, form: str) -> None:
        app = the_app()
        ending, kind = FORMATS[form]
        folder = Path(tempfile.mkdtemp(prefix="tableside-"))
        path = folder / f"Tableside {app.today().isoformat()}.{ending}"

        def task(step: Step) -> None:
            try:
                app.cupboard.export(path, form, step=step)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise

        self.work(_("Writing…"), task, lambda _nothing: self._hand_over(path, kind))

    def _hand_over(self, path: Path, kind: str) -> None:
        if isinstance(the_app().sharing, FileSharing):
            self._save(path, kind)
            return
        Dialog(
            title=path.name,
            text=size_told(path.stat().st_size),
            buttons=[
                (_("Cancel"), "ghost", lambda: shutil.rmtree(path.parent, ignore_errors=True)),
                (_("Send it to somebody"), "secondary", lambda: self._send(path, kind)),
                (_("Save it as a file"), "primary", lambda: self._save(path, kind)),
            ],
            closable=False,
        ).open()

    def _save(self, path: Path, kind: str) -> None:
        the_app().files.save(path, path.name, kind, lambda outcome: self._handed_over(path, outcome))

    def _send(self, path: Path, kind: str) -> None:
        the_app().sharing.share_file(path, kind, path.name, lambda outcome: self._handed_over(path, outcome))

    def _handed_over(self, path: Path, outcome: str | OSError | None) -> None:
        shutil.rmtree(path.parent, ignore_errors=True)
        if isinstance(outcome, OSError):
            self._tell(_("That did not work"), why_not_done(outcome))
        elif outcome is not None:
            self._tell(_("Saved"), outcome)

    # -- Bringing in --------------------------------------------------------------------------------------

    def pick(self) -> None:
        if not the_app().files.pick(PICKED_KINDS, self._picked):
            sheet = ChooserSheet()
            sheet.bind(on_choose=lambda _sheet, path: self.look_at(path))
            sheet.open()

    def _picked(self, outcome: Path | OSError | None) -> None:
        if isinstance(outcome, OSError):
            self._tell(_("That did not work"), sentence(Refusal("document.file_unreadable").reason))
        elif outcome is not None:
            self.look_at(outcome, private=True)

    def look_at(self, path: Path, *, private: bool = False) -> None:
        """Shows what a file would change. A private copy is not needed after that."""
        history = the_app().cupboard

        def task(step: Step) -> Preview:
            try:
                return history.preview(path, step)
            finally:
                if private:
                    with suppress(OSError):
                        path.unlink()
                        path.parent.rmdir()

        def show(preview: Preview) -> None:
            sheet = PreviewSheet()
            sheet.show(preview, import_wording())
            sheet.bind(on_confirm=lambda sheet: self._carry_out(sheet.preview, path.name, imported_wording()))
            sheet.open()

        self.work(_("Reading the file…"), task, show)

    def _carry_out(self, preview: Preview, file: str, wording: Wording) -> None:
        app, backups, today = the_app(), self.backups, the_app().today()

        def task(step: Step) -> Preview:
            backup = backups.make(app.cupboard, today, IMPORT, lambda share: step(BACKED_UP * share))
            step(BACKED_UP)
            backups.note_import(backup, file, preview.marks)
            try:
                return app.cupboard.carry_out(preview)
            except Refusal:
                backups.forget_import()
                raise

        def show(done: Preview) -> None:
            sheet = PreviewSheet()
            sheet.show(done, wording, second=_("Undo it") if done.changes else "")
            sheet.bind(on_second=lambda _sheet: self._undo_last())
            sheet.open()

        self.work(_("Making a backup, then importing…"), task, show)

    # -- Undoing ------------------------------------------------------------------------------------------

    def _undo_last(self) -> None:
        last = self.backups.last_import()
        if last is not None:
            self.undo(last)

    def ask_undo(self, last: LastImport) -> None:
        Dialog(
            title=_("Undo the last import?"),
            text=last.file
            + "\n"
            + _(
                "What it added is deleted; what it changed goes back to how it was. Anything changed "
                "again since then stays."
            ),
            buttons=[(_("Cancel"), "ghost", None), (_("Undo it"), "danger", lambda: self.undo(last))],
        ).open()

    def undo(self, last: LastImport) -> None:
        history, backups = the_app().cupboard, self.backups

        def task(step: Step) -> Preview:
            done = history.carry_out(history.preview_undo(last.marks, last.backup, step))
            backups.forget_import()
            return done

        def show(done: Preview) -> None:
            text = _("Undone.")
            if done.unchanged:
                text += " " + ngettext(
                    "{n} entry was changed since then and stays.",
                    "{n} entries were changed since then and stay.",
                    done.unchanged,
                ).format(n=done.unchanged)
            the_app().snack(text)

        self.work(_("Undoing…"), task, show)

    # -- Backups ------------------------------------------------------------------------------------------

    def back_up(self) -> None:
        app, backups, today = the_app(), self.backups, the_app().today()
        self.work(
            _("Making a backup…"),
            lambda step: backups.make(app.cupboard, today, HAND, step),
            lambda _backup: app.snack(_("There is a new backup.")),
        )

    def look_into(self, backup: Backup) -> None:
        """Shows what going back to a backup would change."""
        app, backups = the_app(), self.backups
        date = date_told(backup.day, app.today())

        def task(step: Step) -> tuple[bool, Preview]:
            return backups.is_sound(backup), app.cupboard.preview_restore(backup.path, step)

        def show(outcome: tuple[bool, Preview]) -> None:
            sound, preview = outcome
            sheet = PreviewSheet()
            sheet.show(preview, restore_wording(date), optional_changes=True)
            sheet.bind(
                on_confirm=lambda sheet: self._carry_out(sheet.preview, sheet.title, restored_wording())
            )
            if not sound:
                sheet.warn(
                    _("This backup is damaged"),
                    _("It is not as it was written. Look closely at what it would bring back."),
                )
            sheet.open()

        self.work(_("Reading the backup…"), task, show)
