"""Sharing a session: as a picture, as text, as a file, and to BG Stats."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty

from scoring import Refusal, box_of
from screens import kv
from screens.result.picture import Standing, Story, parts_of, write_picture
from screens.result.words import (
    closest,
    has_won,
    in_order,
    place_of,
    sides_told,
    tie_breaks,
    total_of,
    trusted_result,
    who_won,
)
from screens.running import the_app
from screens.theme import LIGHT, WHITE
from screens.translator import _, date_told, headed
from screens.widgets.overlays import BottomSheet, Overlay
from screens.widgets.qr import modules
from screens.widgets.surfaces import PressRow
from screens.words.messages import game_name, name_of, sentence
from screens.words.telling import listed, progress, short, signed

PICTURE, TABLESIDE, BG_STATS = "image/png", "application/json", "application/octet-stream"
"""Kinds of files. No device knows the ending .bgsplay; BG Stats does."""
Offer = tuple[str, str, str, Callable[[], None]]
"""Icon, what it is, what it is for, and what is done."""


# -- In words ---------------------------------------------------------------------------------------------


def story(document: Mapping[str, Any], history: Any) -> Story | None:
    """What the picture and the text tell; None while there is nothing to tell."""
    result = None if document["finished"] is None else trusted_result(document)
    if result is None:
        return None
    game = box_of(document).key
    people = [history.same_player(player["id"]) for player in document["players"]]
    colours = {person["id"]: person["colour"] for person in history.players()}
    found = sides_told(game, result, names_today(document, history))
    order = in_order(result, found)
    return Story(
        game=game,
        date=date_told(datetime.fromisoformat(document["started"])),
        headline=who_won(result, found),
        margin=closest(game, result, found),
        standings=tuple(
            Standing(
                side=side,
                won=has_won(result, side),
                rank=place_of(result, side),
                total=total_of(result, side),
                parts=parts_of(game, result, side.seat),
                colours=tuple(colours.get(people[seat], "") for seat in side.seats),
            )
            for side in order
        ),
        reasons=tuple((listed(names), told) for told, names in tie_breaks(result, order).items()),
    )


def names_today(document: Mapping[str, Any], history: Any) -> list[str]:
    """People are called as they are called now, also in games from before."""
    known = history.names()
    return [
        short(known.get(history.same_player(player["id"]), player["name"])) for player in document["players"]
    ]


def as_speech(told: Story) -> str:
    """Who won and how many points everybody has, for a voice."""
    places = [
        standing.side.together + ("" if standing.total is None else f": {signed(standing.total)}")
        for standing in told.standings
    ]
    return ". ".join([told.headline, *places])


def as_text(told: Story) -> str:
    """A few lines for a chat."""
    places = [
        (f"{standing.rank}. " if standing.rank else "")
        + standing.side.together
        + ("" if standing.total is None else f" – {signed(standing.total)}")
        for standing in told.standings
    ]
    reasons = [headed(names, reason) for names, reason in told.reasons]
    return "\n".join([f"{game_name(told.game)} · {told.date}", told.headline, *places, *reasons])


def state_as_text(document: Mapping[str, Any], history: Any) -> str:
    """A game that is still going on."""
    date = date_told(datetime.fromisoformat(document["started"]))
    lines = [f"{name_of(document)} · {date}", listed(names_today(document, history))]
    return "\n".join([*lines, progress(document) or _("This session has not been counted yet.")])


def why_not_shared(trouble: Exception) -> str:
    """Why it did not happen, in a sentence."""
    if isinstance(trouble, Refusal):
        return sentence(trouble.reason)
    if isinstance(trouble, KeyError):
        return _("This session is no longer in the history.")
    if isinstance(trouble, OSError) and trouble.errno in (errno.ENOSPC, errno.EDQUOT):
        return _("There is no room left on this device.")
    return _("This device did not allow sharing.")


# -- On the glass -----------------------------------------------------------------------------------------


class ShareSheet(BottomSheet):
    """`ShareSheet(session=id).open()`."""

    session = StringProperty("")
    unfinished = BooleanProperty(False)
    outcome = StringProperty("")
    """Where the file is now, or why there is none."""
    failed = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        app = the_app()
        try:
            self.document = app.cupboard.get(self.session)
        except KeyError as gone:
            self._tell(why_not_shared(gone), failed=True)
            return
        self.told = story(self.document, app.history)
        self.unfinished = self.told is None
        for icon, text, secondary, action in self._offers():
            row = PressRow(icon=icon, text=text, secondary=secondary, chevron=False)
            row.bind(on_release=lambda _row, action=action: self.attempt(action))
            self.ids.offers.add_widget(row)

    def _offers(self) -> list[Offer]:
        text = ("note-text-outline", _("Text"), _("A few lines for a message"), self.share_text)
        whole = _("The whole session, for another phone with Tableside")
        file = ("file-export-outline", _("Tableside file"), whole, self.share_file)
        if self.unfinished:
            return [text, file, *self._sheet()]
        scanned = _("Another phone scans it and gets the session")
        return [
            ("image-outline", _("Picture"), _("The result as an image for a chat"), self.share_picture),
            text,
            file,
            ("qrcode", _("QR code for BG Stats"), scanned, self.show_code),
            ("dice-multiple", _("File for BG Stats"), _("The play, as a .bgsplay file"), self.share_play),
            *self._sheet(),
        ]

    def _sheet(self) -> list[Offer]:
        """A game that was written on a blank box: its rules came with the session, and go on from here."""
        if not box_of(self.document).blank:
            return []
        return [("pencil", _("Its score sheet"), _("To play by, to change, to hand on"), self.show_sheet)]

    def show_sheet(self) -> None:
        self.close()
        the_app().go("own_game", rules=self.document["options"].get("rules"), game_id="")

    def attempt(self, action: Callable[[], None]) -> None:
        """What cannot be done ends in a sentence, and everything is as it was."""
        self.outcome = ""
        try:
            action()
        except (OSError, Refusal, KeyError) as trouble:
            self._tell(why_not_shared(trouble), failed=True)

    # -- Ways to share -------------------------------------------------------------------------------------

    def share_picture(self) -> None:
        told = self.told
        if told is not None:
            self._share("png", PICTURE, lambda path: write_picture(told, path))

    def share_text(self) -> None:
        app = the_app()
        text = as_text(self.told) if self.told else state_as_text(self.document, app.history)
        app.sharing.share_text(text, self._title(), self._done)

    def share_file(self) -> None:
        self._share("json", TABLESIDE, lambda path: self._export(path, "json"))

    def share_play(self) -> None:
        self._share("bgsplay", BG_STATS, lambda path: self._export(path, "bgstats"))

    def show_code(self) -> None:
        link = the_app().cupboard.play_link(self.session)
        if modules(link) is None:
            too_long = _(
                "This play is too long for a QR code, most likely because of its note. Share the file."
            )
            self._tell(too_long, failed=True)
        else:
            CodeView(sheet=self, link=link).open()

    def _export(self, path: Path, form: str) -> None:
        the_app().cupboard.export(path, form, self.session)

    def _share(self, ending: str, kind: str, write: Callable[[Path], None]) -> None:
        with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
            path = Path(folder) / f"{self._title()}.{ending}"
            write(path)
            the_app().sharing.share_file(path, kind, self._title(), self._done)

    def _title(self) -> str:
        """Also the name of the file."""
        return f"{name_of(self.document)} {self.document['started'][:10]}"

    def _done(self, outcome: str | OSError | None) -> None:
        if outcome is None:
            self.close()
        elif isinstance(outcome, OSError):
            self._tell(why_not_shared(outcome), failed=True)
        else:
            self._tell(_("Saved as {file}").format(file=outcome), failed=False)

    def _tell(self, outcome: str, failed: bool) -> None:
        self.failed, self.outcome = failed, outcome
        self.ids.column.parent.scroll_y = 1


class CodeView(Overlay):
    """The play as a QR code, over the whole window: white makes the screen as bright as it gets."""

    sheet = ObjectProperty(None)
    link = StringProperty("")
    wide = BooleanProperty(False)
    white = ColorProperty(WHITE)
    ink = ColorProperty(LIGHT["ink"])
    """Not the theme's: here the paper is white at night as well."""

    def share_play(self) -> None:
        self.close()
        self.sheet.attempt(self.sheet.share_play)


kv.load(__name__)
