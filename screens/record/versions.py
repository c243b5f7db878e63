"""What another phone had instead: both side by side, and the other one with a tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from kivy.factory import Factory
from kivy.properties import StringProperty

from history import Version
from screens import kv
from screens.record.words import options_told
from screens.running import the_app
from screens.translator import _, date_told, duration, ngettext
from screens.widgets.layout import Stack
from screens.widgets.overlays import BottomSheet
from screens.words.devices import device_told
from screens.words.telling import names, scores

Document = Mapping[str, Any]

NOTHING: Final = "–"


def unseen_versions(session: str) -> list[Version]:
    """What other phones had, and whoever decided did not know of."""
    return [version for version in the_app().cupboard.versions(session) if version.unseen]


def version_told(version: Version) -> str:
    """ "Bo’s phone had another version"."""
    if version.device == the_app().cupboard.device:
        return _("This phone had another version")
    name = the_app().cupboard.device_name(version.device)
    if not name:
        return _("Another phone had another version")
    return _("{device} had another version").format(device=name)


def field_told(field: str) -> str:
    told = {
        "players": _("Players"),
        "starter": _("Who began"),
        "options": _("Options"),
        "moves": _("Moves"),
        "sheet": _("Count"),
        "place": _("Place"),
        "note": _("Note"),
        "started": _("Begun"),
        "finished": _("Finished"),
        "seconds": _("Playing time"),
    }
    return told.get(field, _("Something else"))


def value_told(field: str, document: Document) -> str:
    """What the field says, as one would say it."""
    value = document.get(field)
    if field == "moves":
        return ngettext("{n} move", "{n} moves", len(value or [])).format(n=len(value or []))
    if value in (None, "", [], {}):
        return NOTHING
    if field == "players":
        return ", ".join(names(document))
    if field == "starter":
        return names(document)[document["starter"]]
    if field == "options":
        return "\n".join(options_told(document, names(document))) or NOTHING
    if field == "sheet":
        return scores(document) if document["result"] else NOTHING
    if field in ("started", "finished"):
        return _moment_told(datetime.fromisoformat(document[field]))
    if field == "seconds":
        return duration(document["seconds"])
    return (
        document[field] if field in ("place", "note") else _("{n} kB").format(n=-(-len(str(value)) // 1000))
    )


def _moment_told(moment: datetime) -> str:
    return f"{date_told(moment.date(), the_app().today())} {moment:%H:%M}"


class BothVersions(Stack):
    """A field, as it counts now and as it was there."""

    field = StringProperty("")
    here = StringProperty("")
    there = StringProperty("")
    there_named = StringProperty("")


class VersionSheet(BottomSheet):
    """Both versions, field by field; nothing changes before one of them is chosen."""

    when = StringProperty("")

    def __init__(self, session: str, version: Version, **kwargs: Any) -> None:
        self.session, self.version = session, version
        super().__init__(**kwargs)
        self.title = version_told(version)
        there = device_told(version.device)
        if version.at:
            told = _moment_told(datetime.fromtimestamp(version.at).astimezone())
            self.when = _("Saved there on {when}").format(when=told)
        present = the_app().cupboard.get(session)
        for field in version.fields:
            self.ids.fields.add_widget(
                BothVersions(
                    field=field_told(field),
                    here=value_told(field, present),
                    there=value_told(field, version.document),
                    there_named=there,
                )
            )

    def take(self) -> None:
        """The other one counts from now on; what counted until now can be taken back at once."""
        app = the_app()
        history = app.cupboard
        before = Version(history.get(self.session), 0, history.device, self.version.fields)
        history.take(self.session, self.version)
        self._show_what_counts()
        app.snack(_("The other version counts now."), _("Undo"), lambda: self._take_back(before))

    def _take_back(self, before: Version) -> None:
        the_app().cupboard.take(self.session, before)
        self._show_what_counts()

    def leave(self) -> None:
        the_app().cupboard.leave(self.session, self.version)
        self._show_what_counts()

    def _show_what_counts(self) -> None:
        app = the_app()
        self.close()
        app.follow(frozenset({self.session}))
        app.ways.refresh()


def rows(session: str) -> Sequence[Any]:
    """A line for each, that opens the comparison."""
    found = []
    for version in unseen_versions(session):
        told = ", ".join(map(field_told, version.fields))
        row = Factory.PressRow(text=version_told(version), secondary=told, icon="swap-horizontal")
        row.bind(on_release=lambda _row, version=version: VersionSheet(session, version).open())
        found.append(row)
    return found


kv.load(__name__)
