"""What was found while reading journals that is not part of the history."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from scoring.core import Message

_KINDS: Final = ("torn", "damaged", "refused", "newer", "unreadable")


@dataclass(frozen=True, slots=True)
class Finding:
    """Bytes of a journal that are not part of the history, and why."""

    journal: str
    position: int
    size: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What reading the folder came across, and when. A torn end is what a killed app leaves: no loss."""

    torn: int = 0
    damaged: int = 0
    refused: int = 0
    newer: int = 0
    unreadable: int = 0
    at: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def healthy(self) -> bool:
        return not (self.damaged or self.refused or self.newer or self.unreadable)


class Notes:
    """Kept by journal, because a journal of another device may be read again, and be whole by then."""

    def __init__(self) -> None:
        self._found: dict[str, list[tuple[str, Finding]]] = {}

    def add(self, kind: str, journal: str, position: int, size: int, reason: Message) -> None:
        self._found.setdefault(journal, []).append((kind, Finding(journal, position, size, reason)))

    def forget(self, journal: str) -> None:
        self._found.pop(journal, None)

    def diagnosis(self, most: int) -> Diagnosis:
        """Everything counted, and so many of them described."""
        noted = [note for notes in self._found.values() for note in notes]
        counts = {kind: sum(one == kind for one, _ in noted) for kind in _KINDS}
        findings = tuple(finding for _, finding in noted[:most])
        return Diagnosis(**counts, at=int(time.time()), findings=findings)
