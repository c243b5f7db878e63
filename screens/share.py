"""Sharing a session: as a picture, as text, as a file, and to BG Stats."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty

from scoring import Message, Refusal
from screens import kv
from screens.messages import game_name, sentence
from screens.result import closest, listed, sides, signed, tie_breaks
from screens.result import headline as who_won
from screens.share_picture import Standing, Story, parts_of, write_picture
from screens.telling import progress, short
from screens.theme import LIGHT, WHITE
from screens.translator import MONTHS, _
from screens.widgets.overlays import BottomSheet, Overlay
from screens.widgets.qr import modules
from screens.widgets.surfaces import PressRow

PICTURE, TABLESIDE, BG_STATS = "image/png", "application/json", "application/octet-stream"
"""Kinds of files. No device knows the ending .bgsplay; BG Stats does."""
Offer = tuple[str, str, str, Callable[[], None]]
"""Icon, what it is, what it is for, and what is done."""


# -- In words ---------------------------------------------------------------------------------------------


def ranked(document: Mapping[str, Any]) -> dict[str, Any] | None:
    """The result with a rank for everybody; None while there is nothing to rank.

    A play that came from elsewhere may know only the winners, or only the points.
    """
    result = document["result"]
    seats = range(len(document["players"]))
    if document["finished"] is None or not result:
        return None
    totals = result.get("totals")
    if "ranks" in result:
        ranks = result["ranks"]
    elif result.get("winners"):
        ranks = [1 if seat in result["winners"] else 2 for seat in seats]
    elif totals:
        ranks = [1 + sum(other > totals[seat] for other in totals) for seat in seats]
    else:
        return None
    return {**_tidy(result, len(seats)), "ranks": ranks}


def _tidy(result: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Without lines and reasons that no Tableside wrote: a file from elsewhere may hold anything there."""
    lines, reasons = result.get("lines"), result.get("reasons")
    fine = {
        "lines": _is_list(lines, seats, lambda own: _is_list(own, None, _is_line)),
        "reasons": _is_list(reasons, seats, _is_known_reason),
    }
    return {name: value for name, value in result.items() if fine.get(name, True)}


def _is_list(value: object, length: int | None, is_fine: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and length in (None, len(value)) and all(map(is_fine, value))


def _is_line(line: object) -> bool:
    return isinstance(line, dict) and isinstance(line.get("part"), str) and type(line.get("points")) is int


def _is_known_reason(reason: object) -> bool:
    if not isinstance(reason, dict) or not isinstance(reason.get("args"), dict):
        return False
    try:
        said = sentence(Message(reason.get("key"), {**reason["args"], "name": ""}))
    except (KeyError, IndexError, TypeError, ValueError):
        return False
    return said != reason.get("key")


def story(document: Mapping[str, Any], history: Any) -> Story | None:
    """What the picture and the text tell; None while there is nothing to tell."""
    result = ranked(document)
    if result is None:
        return None
    game = document["game"]
    people = [history.same_player(player["id"]) for player in document["players"]]
    colours = {person["id"]: person["colour"] for person in history.players()}
    found = sides(game, names_today(document, history))
    order = sorted(found, key=lambda side: (result["ranks"][side.seat], side.seat))
    totals = result.get("totals")
    return Story(
        game=game,
        date=full_date(datetime.fromisoformat(document["started"])),
        headline=who_won(result, found),
        margin=closest(game, result, found) if totals else "",
        standings=tuple(
            Standing(
                side=side,
                rank=result["ranks"][side.seat],
                total=totals[side.seat] if totals else None,
                parts=parts_of(game, result, side.seat),
                colours=tuple(colours.get(people[seat], "") for seat in side.seats),
            )
            for side in order
        ),
        reasons=tuple((listed(names), told) for told, names in tie_breaks(result, order).items()),
    )


def full_date(when: datetime) -> str:
    """The day with its year: who reads it may read it much later."""
    words = {"day": when.day, "month": _(MONTHS[when.month - 1]), "year": when.year}
    return _("{day} {month} {year}").format(**words)


def names_today(document: Mapping[str, Any], history: Any) -> list[str]:
    """People are called as they are called now, also in games from before."""
    known = history.names()
    return [
        short(known.get(history.same_player(player["id"]), player["name"])) for player in document["players"]
    ]


def as_text(told: Story) -> str:
    """A few lines for a chat."""
    places = [
        f"{standing.rank}. {standing.side.together}"
        + ("" if standing.total is None else f" – {signed(standing.total)}")
        for standing in told.standings
    ]
    reasons = [f"{names}: {reason}" for names, reason in told.reasons]
    return "\n".join([f"{game_name(told.game)} · {told.date}", told.headline, *places, *reasons])


def state_as_text(document: Mapping[str, Any], history: Any) -> str:
    """A game that is still going on."""
    date = full_date(datetime.fromisoformat(document["started"]))
    lines = [f"{game_name(document['game'])} · {date}", listed(names_today(document, history))]
    return "\n".join([*lines, progress(document) or _("This game has not been counted yet.")])


def excuse(trouble: Exception) -> str:
    """Why it did not happen, in a sentence."""
    if isinstance(trouble, Refusal):
        return sentence(trouble.reason)
    if isinstance(trouble, KeyError):
        return _("This game is no longer in the history.")
    if isinstance(trouble, OSError) and trouble.errno in (errno.ENOSPC, errno.EDQUOT):
        return _("There is no room left on this device.")
    return _("This device did not let it be shared.")


# -- On the glass -----------------------------------------------------------------------------------------


class ShareSheet(BottomSheet):
    """`ShareSheet(session=id).open()`."""

    session = StringProperty("")
    unfinished = BooleanProperty(False)
    outcome = StringProperty("")
    """Where the file is now, or why there is none."""
    failed = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        app = App.get_running_app()
        try:
            self.document = app.history.get(self.session)
        except KeyError as gone:
            self._tell(excuse(gone), failed=True)
            return
        self.told = story(self.document, app.history)
        self.unfinished = self.told is None
        for icon, text, secondary, action in self._offers():
            row = PressRow(icon=icon, text=text, secondary=secondary, chevron=False)
            row.bind(on_release=lambda _row, action=action: self.attempt(action))
            self.ids.offers.add_widget(row)

    def _offers(self) -> list[Offer]:
        text = ("note-text-outline", _("Text"), _("A few lines for a message"), self.share_text)
        whole = _("The whole game, for another phone with Tableside")
        file = ("file-export-outline", _("Tableside file"), whole, self.share_file)
        if self.unfinished:
            return [text, file]
        scanned = _("Another phone scans it and has the play")
        return [
            ("image-outline", _("Picture"), _("The result, drawn for a chat"), self.share_picture),
            text,
            file,
            ("qrcode", _("QR code for BG Stats"), scanned, self.show_code),
            ("dice-multiple", _("File for BG Stats"), _("The play, as a .bgsplay file"), self.share_play),
        ]

    def attempt(self, action: Callable[[], None]) -> None:
        """What cannot be done ends in a sentence, and everything is as it was."""
        self.outcome = ""
        try:
            action()
        except (OSError, Refusal, KeyError) as trouble:
            self._tell(excuse(trouble), failed=True)

    # -- Ways to share -------------------------------------------------------------------------------------

    def share_picture(self) -> None:
        self._share("png", PICTURE, lambda path: write_picture(self.told, path))

    def share_text(self) -> None:
        app = App.get_running_app()
        text = as_text(self.told) if self.told else state_as_text(self.document, app.history)
        app.sharing.share_text(text, self._title(), self._done)

    def share_file(self) -> None:
        self._share("json", TABLESIDE, lambda path: self._export(path, "json"))

    def share_play(self) -> None:
        self._share("bgsplay", BG_STATS, lambda path: self._export(path, "bgstats"))

    def show_code(self) -> None:
        link = App.get_running_app().history.play_link(self.session)
        if modules(link) is None:
            too_long = _(
                "This play is too long for a QR code, most likely because of its note. Share the file."
            )
            self._tell(too_long, failed=True)
        else:
            CodeView(sheet=self, link=link).open()

    def _export(self, path: Path, form: str) -> None:
        App.get_running_app().history.export(path, form, self.session)

    def _share(self, ending: str, kind: str, write: Callable[[Path], None]) -> None:
        with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
            path = Path(folder) / f"{self._title()}.{ending}"
            write(path)
            App.get_running_app().sharing.share_file(path, kind, self._title(), self._done)

    def _title(self) -> str:
        """Also the name of the file."""
        return f"{game_name(self.document['game'])} {self.document['started'][:10]}"

    def _done(self, outcome: str | OSError | None) -> None:
        if outcome is None:
            self.close()
        elif isinstance(outcome, OSError):
            self._tell(excuse(outcome), failed=True)
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
