"""The box of Gin Rummy, which is any pack of cards."""

from scoring.core import YES_OR_NO, Box

BOX = Box(
    key="gin_rummy",
    name="Gin Rummy",
    fewest=2,
    most=2,
    shelf=5,
    parts=("hands", "bonuses", "game", "lines"),
    of_the_group=("undercut", "big_gin"),
    usual={"undercut": {"25": 25, "10": 10}, "big_gin": YES_OR_NO},
    boards={"big gin": ("big_gin", True)},
    also_called=("gin",),
)
