"""The box of Coloretto."""

from scoring.core import Box

BOX = Box(
    key="coloretto",
    name="Coloretto",
    fewest=2,
    most=5,
    shelf=2,
    parts=("plus", "minus", "plus2"),
    of_the_group=("side",),
    usual={"side": {"brown": "brown", "purple": "purple"}},
    boards={"brown": ("side", "brown"), "purple": ("side", "purple")},
    bgg=5782,
    also_called=(
        "colorettojubilee",
        "colorettojubileeedition",
        "colorettojubileum",
        "colorettojubileumeditie",
        "colorettojubilaum",
        "colorettojubilaumsausgabe",
        "colorettojubilaumsedition",
        "colorettoanniversaryedition",
        "colorettoeditionanniversaire",
    ),
)
