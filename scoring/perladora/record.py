"""What the history keeps of Perladöra in the long run: pearls by territory, and those that ties cost."""

from scoring.core import Json, Known, Measure


def group_of(_session: Json) -> str:
    return ""


def per_territory(_session: Json, result: Json, seat: int) -> Known | None:
    """The pearls of every territory that the seat has a share of."""
    lines = result["lines"][seat] if "lines" in result else None
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        return None
    return [(line.get("points"), 1) for line in lines]


def lost(_session: Json, result: Json, _seat: int) -> Known | None:
    """Pearls are also lost where nobody dived; those do not count when the territories are known."""
    territories = result.get("territories")
    if isinstance(territories, list) and all(isinstance(territory, dict) for territory in territories):
        shares = [territory.get("lost") for territory in territories if territory.get("takers")]
        return [(sum(shares), 1)] if all(isinstance(share, int | float) for share in shares) else None
    return [(result["lost"], 1)] if "lost" in result else None


MEASURES = (Measure("per_territory", per_territory), Measure("lost", lost, of_the_table=True))
