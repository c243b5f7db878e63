"""The box of Pearls."""

from scoring.core import YES_OR_NO, Box

BOX = Box(
    key="pearls",
    name="Pearls",
    fewest=2,
    most=6,
    shelf=1,
    youngest_begins=True,
    parts=("pearls", "necklaces", "hand"),
    of_the_group=("all_cards",),
    usual={"all_cards": YES_OR_NO},
    boards={"all cards": ("all_cards", True)},
)
