"""What can be done with a session wherever it is shown: go on with it, delete it, take that back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phone.haptics import WARN
from scoring import Refusal
from screens.running import the_app
from screens.translator import _


def is_being_counted(session: Mapping[str, Any]) -> bool:
    """It was never tracked: the score sheet is where it goes on."""
    return bool(session["sheet"]) and not session["moves"]


def go_on(session: Mapping[str, Any]) -> None:
    the_app().open_table("count" if is_being_counted(session) else "table", session["id"])


def delete(session: str) -> bool:
    """Takes the session away, with the offer to bring it back; says why when it cannot."""
    app = the_app()
    try:
        app.cupboard.delete(session)
    except KeyError:
        return False
    except (OSError, Refusal):
        app.snack(_("There is no room on this device to save that. Nothing was deleted."))
        return False
    _forget_ways_to(session)
    app.buzz(WARN)
    app.snack(_("Session deleted."), _("Undo"), lambda: restore(session), goes_along=True)
    return True


def restore(session: str) -> bool:
    app = the_app()
    try:
        app.cupboard.restore(session)
    except KeyError:
        return False
    except (OSError, Refusal):
        app.snack(_("There is no room on this device to save that. Nothing was brought back."))
        return False
    app.ways.refresh()
    return True


def _forget_ways_to(session: str) -> None:
    """The back key must not lead to a table that is gone: playing on there would bring it back unasked."""
    ways = the_app().ways
    ways.visits = [
        visit for visit in ways.visits if visit is ways.current or visit.given.get("session") != session
    ]
