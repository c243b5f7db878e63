"""How the variants are called that can be chosen once and for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from screens.translator import N_

YES_OR_NO: Mapping[str, str] = {"yes": N_("Yes"), "no": N_("No")}


@dataclass(frozen=True, slots=True)
class Variant:
    """Sentences that are translated when they are shown."""

    name: str
    choices: Mapping[str, str] = field(default_factory=lambda: YES_OR_NO)
    """What is kept of a choice, and what it is called."""
    before_counting: tuple[str, str] | None = None
    """A switch and the line below it, where a count begins with the answer."""
