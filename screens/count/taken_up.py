"""A score sheet as somebody left it, or as a file from elsewhere has it: as much as the rules can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import GAMES, Refusal

Sheet = dict[str, Any]


def can_be_played(game: str, players: int, options: object) -> bool:
    if not isinstance(options, dict):
        return False
    try:
        GAMES[game].start(players=players, options=options, starter=0)
    except Refusal:
        return False
    return True


def as_far_as_read(
    game: str, players: int, options: Mapping[str, Any], sheet: object, tracked: Mapping[str, Any]
) -> Sheet:
    """The sheet itself if all of it can be read; otherwise what was tracked, with every part that can.

    A part is what belongs to a seat, or one of however many there are, such as the territories of a board.
    """

    def is_read(tried: object) -> bool:
        try:
            GAMES[game].score(players=players, options=options, sheet=tried, force=True)  # type: ignore[arg-type]
        except Refusal:
            return False
        return True

    if isinstance(sheet, dict) and is_read(sheet):
        return sheet
    kept: Sheet = {name: list(parts) for name, parts in tracked.items()}
    for name, parts in kept.items():
        given = sheet.get(name) if isinstance(sheet, dict) else None
        for place, part in enumerate(given if isinstance(given, list) else []):
            at = min(place, len(parts))
            tried = _with(parts, at, part)
            if is_read({**kept, name: tried}):
                parts[:] = tried
    return kept


def _with(parts: Sequence[Any], place: int, part: Any) -> list[Any]:
    return [*parts[:place], part, *parts[place + 1 :]]
