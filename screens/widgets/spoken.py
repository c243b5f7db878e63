"""What a voice says of a part of a drawing, which is one widget with several places to touch."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, bottom, width, height, in the window."""


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    box: Box
    selected: bool = False
