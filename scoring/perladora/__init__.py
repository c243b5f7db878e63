"""The box of Perladöra."""

from scoring.core import YES_OR_NO, Box


def opposite_seats_play_together(players: int, seat: int) -> int:
    """Four players are two teams; otherwise everybody is a side of their own."""
    return seat % 2 if players == 4 else seat


BOX = Box(
    key="perladora",
    name="Perladöra",
    fewest=2,
    most=4,
    shelf=4,
    youngest_begins=True,
    parts=("pearls",),
    side_of=opposite_seats_play_together,
    of_the_group=("advanced", "look_at_own"),
    of_the_box=("farms",),
    usual={"advanced": YES_OR_NO, "look_at_own": YES_OR_NO},
    boards={"advanced": ("advanced", True)},
    also_called=("perladoera", "pearladora", "pearladoera"),
)
