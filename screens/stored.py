"""Small JSON files in the data folder: what a person chose and what they are in the middle of entering."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from scoring import BOXES
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
    """A reader finds the old file or the new one, never half of one, even after a loss of power.

    Raises OSError.
    """
    from history.journal import NotSaved, make_folder, write_file  # noqa: PLC0415 - not before the first frame

    try:
        make_folder(path.parent)
        write_file(path, json.dumps(value, ensure_ascii=False, indent=1).encode())
    except NotSaved as refusal:
        raise OSError(str(refusal)) from refusal


# -- Settings ---------------------------------------------------------------------------------------------

AS_LAST_TIME = ""
"""What a new group begins with: as it was last played, unless something else was chosen once and for all."""
FULL, USUAL = "full_", "usual_"
"""How the file calls what is kept for each game, and for each option that can be chosen once and for all."""
CHOICES: Mapping[str, Mapping[str, object]] = {
    option: choices for box in BOXES.values() for option, choices in box.usual.items()
}
"""By option: what is kept of a choice, and what it stands for."""


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
    full: Mapping[str, bool] = field(default_factory=lambda: dict.fromkeys(BOXES, False))
    """By game: whether its last table was tracked in full, as the next one will be."""
    usual: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(CHOICES, AS_LAST_TIME))
    """By option: what was chosen once and for all."""


def usual_options(settings: Settings) -> dict[str, object]:
    """The options that were chosen once and for all."""
    return {
        option: CHOICES[option][value] for option, value in settings.usual.items() if value != AS_LAST_TIME
    }


def _is_fine(name: str, value: object) -> bool:
    if name.startswith(USUAL):
        return value == AS_LAST_TIME or value in CHOICES[name.removeprefix(USUAL)]
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


def _as_json(settings: Settings) -> dict[str, Any]:
    """As the file has it, where nothing lies inside anything else."""
    plain = asdict(settings)
    full, usual = plain.pop("full"), plain.pop("usual")
    plain |= {FULL + game: in_full for game, in_full in full.items()}
    return plain | {USUAL + option: value for option, value in usual.items()}


def read_settings(path: Path) -> Settings:
    """What was chosen; whatever in the file makes no sense is as if it had never been chosen."""
    found, plain = read_object(path), _as_json(Settings())
    plain |= {
        name: found[name]
        for name in plain
        if name in found and isinstance(found[name], str | int | float) and _is_fine(name, found[name])
    }
    full = {game: plain.pop(FULL + game) for game in BOXES}
    usual = {option: plain.pop(USUAL + option) for option in CHOICES}
    return Settings(**plain, full=full, usual=usual)


def write_settings(path: Path, settings: Settings) -> None:
    write_object(path, _as_json(settings))


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
