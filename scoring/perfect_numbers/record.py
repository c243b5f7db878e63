"""What the history keeps of Perfect Numbers in the long run: points per round where all were tracked."""

from scoring.core import Json, Known, Measure

GROUPS_PER_ROUND = 4
"""The market has four groups, and a round lasts until all of them are taken."""


def group_of(_session: Json) -> str:
    return ""


def per_round(session: Json, result: Json, seat: int) -> Known | None:
    """A table that was followed to its end has whole rounds behind it; the weights are rounds."""
    taken = sum(move["move"] == "take" for move in session["moves"])
    totals = result.get("totals")
    if totals is None or not taken or taken % GROUPS_PER_ROUND:
        return None
    return [(totals[seat], taken // GROUPS_PER_ROUND)]


MEASURES = (Measure("per_round", per_round),)
