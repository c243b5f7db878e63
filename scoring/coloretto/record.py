"""What the history keeps of Coloretto in the long run: the side of the score cards, what jokers earned."""

from scoring.core import Json, Known, Measure

SIDES = ("brown", "purple")


def group_of(session: Json) -> str:
    side = session["options"].get("side")
    if side is None and "lines" in session["result"]:
        side = SIDES[0]  # what the rules count with when nobody chose
    return side if side in SIDES else ""


def joker_gain(_session: Json, result: Json, seat: int) -> Known | None:
    gains = result.get("joker_gain")
    return None if gains is None else [(gains[seat], 1)]


MEASURES = (Measure("joker_gain", joker_gain),)
