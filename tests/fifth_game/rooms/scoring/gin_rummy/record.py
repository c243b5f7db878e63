"""What the history keeps of Gin Rummy in the long run: what a hand brought to whoever won it."""

from scoring.core import Json, Known, Measure


def group_of(_session: Json) -> str:
    return ""


def per_hand(_session: Json, result: Json, seat: int) -> Known | None:
    """The difference in deadwood of every hand that the seat won, without the bonuses."""
    lines = result["lines"][seat] if "lines" in result else None
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        return None
    return [(line.get("points"), 1) for line in lines if line.get("part") == "hands"]


MEASURES = (Measure("per_hand", per_hand),)
