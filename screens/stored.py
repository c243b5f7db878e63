"""Small JSON files in the data folder: what a person chose and what they are in the middle of entering."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from screens.theme import LARGEST_TEXT, SMALLEST_TEXT
from screens.translator import LANGUAGES


def read_object(path: Path) -> dict[str, Any]:
    """The object in the file; an absent, torn or foreign file counts as empty."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def write_object(path: Path, value: Mapping[str, Any]) -> None:
    """Atomic: a reader finds the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


# -- Settings ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    language: str = "system"
    theme: str = "system"
    text_scale: float = 1.0
    reduced_motion: bool = False
    colour_blind: bool = False
    haptics: bool = True
    keep_awake: bool = True
    timers: bool = True
    celebration: bool = True
    sound: bool = False
    full_pearls: bool = False
    full_coloretto: bool = False
    full_perfect_numbers: bool = False
    full_perladora: bool = False
    usual_all_cards: str = ""
    usual_side: str = ""
    usual_three_rows: str = ""
    usual_lower_on_other: str = ""
    usual_advanced: str = ""
    usual_look_at_own: str = ""


FULL = "full_"
"""Before a game's key: whether its last table was tracked in full, as the next one will be."""

AS_LAST_TIME = ""
"""What a new group begins with: as it was last played, unless something else was chosen once and for all."""
YES_OR_NO: Mapping[str, object] = {"yes": True, "no": False}
USUAL: dict[str, Mapping[str, object]] = {
    "all_cards": YES_OR_NO,
    "side": {"brown": "brown", "purple": "purple"},
    "three_rows": YES_OR_NO,
    "lower_on_other": {"owner": "owner", "actor": "actor"},
    "advanced": YES_OR_NO,
    "look_at_own": YES_OR_NO,
}
"""The options of the games that can be chosen in the settings: what is kept, and what it stands for."""


def usual_options(settings: Settings) -> dict[str, object]:
    """The options that were chosen once and for all."""
    chosen = {option: getattr(settings, f"usual_{option}") for option in USUAL}
    return {option: USUAL[option][value] for option, value in chosen.items() if value != AS_LAST_TIME}


def _is_fine(name: str, value: object) -> bool:
    option = name.removeprefix("usual_")
    if option in USUAL:
        return value == AS_LAST_TIME or value in USUAL[option]
    match name:
        case "language":
            return value == "system" or value in LANGUAGES
        case "theme":
            return value in ("system", "light", "dark")
        case "text_scale":
            return (
                isinstance(value, int | float)
                and not isinstance(value, bool)
                and SMALLEST_TEXT <= value <= LARGEST_TEXT
            )
    return isinstance(value, bool)


def read_settings(path: Path) -> Settings:
    """What was chosen; whatever in the file makes no sense is as if it had never been chosen."""
    found = read_object(path)
    names = [field.name for field in fields(Settings)]
    return replace(
        Settings(),
        **{
            name: found[name]
            for name in names
            if name in found and isinstance(found[name], str | int | float) and _is_fine(name, found[name])
        },
    )


def write_settings(path: Path, settings: Settings) -> None:
    write_object(path, asdict(settings))


# -- Drafts -----------------------------------------------------------------------------------------------


class Drafts:
    """What has been entered before a session exists (seats, options, ticks): kept through a killed app."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values = read_object(path)
        self._changed = False
        self._save_soon = Clock.create_trigger(self.save)

    def get(self, key: str, default: Any = None) -> Any:
        return json.loads(json.dumps(self._values[key])) if key in self._values else default

    def put(self, key: str, value: Any) -> None:
        """Give None to forget the draft."""
        if self._values.get(key) == value:
            return
        if value is None:
            del self._values[key]
        else:
            self._values[key] = json.loads(json.dumps(value))
        self._changed = True
        self._save_soon()

    def save(self, *_: object) -> None:
        """On a full disk the draft stays in memory, and the next change tries again."""
        if not self._changed:
            return
        with suppress(OSError):
            write_object(self._path, self._values)
            self._changed = False
