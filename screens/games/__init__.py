"""What each game shows of itself: a folder for every game, and in it a module for every part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kivy.factory import Factory

from scoring import BLANK, BOXES, is_written
from screens import kv

if TYPE_CHECKING:
    from screens.games import parts
    from screens.theme import Theme


@dataclass(frozen=True, slots=True)
class Face:
    """All that a person sees of a game. Each part is loaded, with its kv, when it is first looked at."""

    key: str

    def _part(self, name: str) -> Any:
        module = f"{__name__}.{self.key}.{name}"
        part = import_module(module)
        kv.load_if_any(module)
        return part

    @property
    def look(self) -> parts.LookPart:
        part: parts.LookPart = self._part("look")
        return part

    @property
    def words(self) -> parts.WordsPart:
        part: parts.WordsPart = self._part("words")
        return part

    @property
    def book(self) -> parts.BookPart:
        part: parts.BookPart = self._part("book")
        return part

    @property
    def setup(self) -> parts.SetupPart:
        part: parts.SetupPart = self._part("setup")
        return part

    @property
    def table(self) -> parts.TablePart:
        part: parts.TablePart = self._part("table")
        return part

    @property
    def count(self) -> parts.CountPart:
        part: parts.CountPart = self._part("count")
        return part

    @property
    def story(self) -> parts.StoryPart:
        part: parts.StoryPart = self._part("story")
        return part

    @property
    def examples(self) -> parts.ExamplesPart:
        part: parts.ExamplesPart = self._part("examples")
        return part


class _Faces(dict[str, Face]):
    """What has been written on a blank box has the face of the blank box."""

    def __missing__(self, key: str) -> Face:
        if not is_written(key):
            raise KeyError(key)
        return next(self[blank] for blank in BLANK if key.startswith(blank))


FACES: Mapping[str, Face] = _Faces({key: Face(key) for key in (*BOXES, *BLANK)})


def dress(theme: Theme) -> None:
    """Every game brings its own colours."""
    theme.wear(
        {key: face.look.ACCENT for key, face in FACES.items()},
        {key: face.look.BRIGHT for key, face in FACES.items()},
    )


for _name in ("GamePicture", "GameTile"):
    Factory.register(_name, module="screens.games.pictures")
