"""Other phones in words: what they are called, and what is kept on them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from scoring import Refusal
from screens.running import the_app
from screens.translator import _

if TYPE_CHECKING:
    from history.live import LiveTable


def device_told(device: str) -> str:
    """What its owner calls the device, as far as anybody has said."""
    name = the_app().cupboard.device_name(device)
    return name or _("another phone")


def kept_elsewhere(live: LiveTable | None) -> str:
    """Where the table is kept and since when, if that is not here."""
    app = the_app()
    if live is None or app.history is None:
        return ""
    try:
        holder = app.history.holder(live.document["id"])
    except (KeyError, Refusal):
        return ""
    if holder is None or holder.device == app.history.device:
        return ""
    name = device_told(holder.device)
    if not holder.since:
        return _("Kept on {device}").format(device=name)
    return _("Kept on {device} since {time}").format(device=name, time=_clock(holder.since))


def _clock(at: int) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%H:%M")
