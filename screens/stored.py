"""Small JSON files in the data folder: what a person chose and what they are in the middle of entering.

They are read like files from a stranger: what cannot be understood is set aside, and the rest holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from scoring import BOXES
from screens.theme import LARGEST_TEXT, SMALLEST_TEXT
from screens.translator import LANGUAGES

Tell = Callable[[Path], object]
"""Is given the file in which something has just been set aside."""


def read_object(path: Path) -> dict[str, Any]:
    """The object in the file; an absent, torn or foreign file counts as empty."""
    return _parsed(_bytes(path)) or {}


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _parsed(content: bytes) -> dict[str, Any] | None:
    """None where the bytes are no object. Half of a split character, which nobody can show, is marked."""
    try:
        text = json.dumps(json.loads(content), ensure_ascii=False)
        value = json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _as_bytes(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode(errors="replace")


def write_object(path: Path, value: Mapping[str, Any]) -> None:
    """A reader finds the old file or the new one, never half of one, even after a loss of power.

    Raises OSError.
    """
    from history.journal import NotSaved, make_folder, write_file  # noqa: PLC0415 - not before the first frame

    try:
        make_folder(path.parent)
        write_file(path, _as_bytes(value))
    except NotSaved as refusal:
        raise OSError(str(refusal)) from refusal


def set_aside(path: Path, content: bytes, tell: Tell) -> bool:
    """Beside the file, as it was. False on a full disk, where nothing can take its place either."""
    from history.journal import NotSaved, write_file  # noqa: PLC0415 - not before the first frame

    aside = _beside(path)
    try:
        write_file(aside, content)
    except NotSaved:
        return False
    tell(aside)
    return True


def _beside(path: Path) -> Path:
    return path.with_name(f"damaged-{path.name}")


def _nobody(_path: Path) -> None:
    """Whoever is told nothing."""


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
    speech: bool = False


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
    flat: dict[str, Any] = {}
    for name, value in asdict(settings).items():
        prefix = {"full": FULL, "usual": USUAL}.get(name)
        flat |= {name: value} if prefix is None else {prefix + key: each for key, each in value.items()}
    return flat


def read_settings(path: Path, tell: Tell = _nobody) -> Settings:
    """What was chosen; whatever in the file makes no sense is set aside, as if it had never been chosen."""
    content, plain = _bytes(path), _as_json(Settings())
    found = _parsed(content)
    known = {name: value for name, value in (found or {}).items() if name in plain}
    fine = {
        name: value
        for name, value in known.items()
        if isinstance(value, str | int | float) and _is_fine(name, value)
    }
    if content and (found is None or fine.keys() != known.keys()):
        set_aside(path, content, tell)
    plain |= fine
    full = {game: plain.pop(FULL + game) for game in BOXES}
    usual = {option: plain.pop(USUAL + option) for option in CHOICES}
    return Settings(**plain, full=full, usual=usual)


def write_settings(path: Path, settings: Settings) -> None:
    write_object(path, _as_json(settings))


# -- Drafts -----------------------------------------------------------------------------------------------


class Drafts:
    """What has been entered before a session exists (seats, options, ticks): kept through a killed app."""

    def __init__(self, path: Path, tell: Tell = _nobody) -> None:
        self._path = path
        self._tell = tell
        content = _bytes(path)
        found = _parsed(content)
        self._values: dict[str, Any] = found or {}
        if content and found is None:
            set_aside(path, content, tell)
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

    def correct(self, key: str, kept: Any) -> None:
        """Not all of a draft makes sense. What does is kept, or None; as it was it lies beside the drafts."""
        before = {**read_object(_beside(self._path)), key: self._values[key]}
        if set_aside(self._path, _as_bytes(before), self._tell):
            self.put(key, kept)

    def save(self, *_: object) -> None:
        """On a full disk the draft stays in memory, and the next change tries again."""
        if not self._changed:
            return
        with suppress(OSError):
            write_object(self._path, self._values)
            self._changed = False
