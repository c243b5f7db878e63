"""What travels between phones: documents with their stamps, and what became of a file that was read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from scoring.core import Message

SESSION: Final = "session"
PLAYER: Final = "player"
DEVICE: Final = "device"
GAME: Final = "own_game"
"""A game of one's own, on the shelf."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in its normal form and the stamp of its last change: of two, the later one counts.

    What comes from elsewhere has no stamp, and never wins over a document that is already there.
    """

    kind: str
    body: dict[str, Any]
    clock: int = 0
    device: str = ""
    deleted: bool = False
    at: int = 0
    """When the change was saved, in seconds since 1970; nought when that is not known."""
    fields: list[list[Any]] = field(default_factory=list)
    """Which fields were last changed when and where, if not with this change."""
    seen: dict[str, int] | None = None
    """What had been seen of other devices' changes; None for all that came before."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A part of a file that was not taken: where it stands in the file, and why."""

    where: str
    reason: Message


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file holds; every document is in here as a whole or not at all."""

    documents: list[Entry] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    remarks: list[Message] = field(default_factory=list, compare=False)
    """What is odd about the file as a whole, each said once."""
