"""The box of Perfect Numbers."""

from scoring.core import YES_OR_NO, Box

BOX = Box(
    key="perfect_numbers",
    name="Perfect Numbers",
    fewest=2,
    most=4,
    shelf=3,
    of_the_group=("three_rows", "lower_on_other", "move_bonus", "stolen_may_drop"),
    of_the_box=("deck",),
    usual={"three_rows": YES_OR_NO, "lower_on_other": {"owner": "owner", "actor": "actor"}},
    boards={"three rows": ("three_rows", True)},
)
