"""The tokens: everything that carries text can be read, and players can be told apart by every eye."""

from __future__ import annotations

from itertools import combinations

import pytest

from scoring import BOXES
from screens.games import dress
from screens.theme import (
    CARD_COLOURS,
    COLOUR_BLIND_CARDS,
    DARK,
    LIGHT,
    PLAYER_COLOURS,
    WHITE,
    Rgba,
    Theme,
    contrast,
    mix,
    readable_on,
    rgba,
    seat_colours,
)

INK_ON = [
    (ink, ground)
    for ink in ("ink", "ink_soft", "gold_ink")
    for ground in ("paper", "surface", "sunken", "raised")
] + [(f"{kind}_ink", kind) for kind in ("info", "warning", "error", "success", "end", "inverse")]


def test_contrast_is_the_wcag_ratio() -> None:
    assert contrast(rgba("#000000"), WHITE) == pytest.approx(21)
    assert contrast(rgba("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"), [pair for pair in INK_ON if pair[0] != "gold_ink" or pair[1] == "surface"]
)
def test_text_can_be_read(tokens: dict[str, Rgba], ink: str, ground: str) -> None:
    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", ["", *BOXES])
def test_accents_can_be_read_as_ground_and_as_ink(game: str, dark: bool) -> None:
    theme = Theme()
    dress(theme)
    theme.choice = "dark" if dark else "light"
    tokens = DARK if dark else LIGHT
    assert contrast(WHITE, theme.accents[game]) >= 4.5
    assert theme.accent_inks is (theme.bright_accents if dark else theme.accents)
    for ground in (tokens["paper"], tokens["surface"], theme.tints[game]):
        assert contrast(theme.accent_inks[game], ground) >= 4.5
    assert contrast(tokens["ink"], theme.tints[game]) >= 4.5
    assert contrast(WHITE, tokens["danger"]) >= 4.5
    assert contrast(tokens["inverse_accent"], tokens["inverse"]) >= 4.5


@pytest.mark.parametrize(
    "palette", [CARD_COLOURS, COLOUR_BLIND_CARDS, PLAYER_COLOURS], ids=["usual", "blind", "players"]
)
def test_a_letter_can_be_read_on_every_card_and_player(palette: dict[str, Rgba]) -> None:
    for colour in palette.values():
        assert contrast(readable_on(colour), colour) >= 4.5


def test_both_themes_have_the_same_tokens() -> None:
    assert set(LIGHT) == set(DARK)
    assert set(CARD_COLOURS) == set(COLOUR_BLIND_CARDS)


def test_theme_follows_the_system_only_when_asked() -> None:
    theme = Theme()
    theme.system_dark = True
    assert theme.dark
    assert tuple(theme.paper) == DARK["paper"]
    theme.choice = "light"
    assert not theme.dark
    assert tuple(theme.paper) == LIGHT["paper"]


def test_reduced_motion_takes_no_time() -> None:
    theme = Theme()
    assert theme.quick > 0
    theme.reduced_motion = True
    assert (theme.quick, theme.gentle) == (0, 0)


# -- What a colour-blind eye sees: Viénot, Brettel and Mollon's projections, compared in CIELAB ------------

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def lab(colour: Rgba, eye: str) -> tuple[float, float, float]:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    red, green, blue = (sum(w * part for w, part in zip(row, linear, strict=True)) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (max(t, 0) ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Rgba, other: Rgba, eye: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5


@pytest.mark.parametrize("eye", EYES)
def test_players_can_be_told_apart(eye: str) -> None:
    close = {
        (one, other): round(apart)
        for one, other in combinations(PLAYER_COLOURS, 2)
        if (apart := distance(PLAYER_COLOURS[one], PLAYER_COLOURS[other], eye)) < 20
    }
    assert close == {}


PEARLS = ("yellow", "red", "green", "blue", "turquoise", "purple", "wild")
COLORETTO = ("orange", "blue", "brown", "yellow", "grey", "green", "pink")


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("colours", [PEARLS, COLORETTO], ids=["pearls", "coloretto"])
def test_the_colour_blind_palette_keeps_the_cards_apart(eye: str, colours: tuple[str, ...]) -> None:
    close = {
        (one, other): round(apart)
        for one, other in combinations(colours, 2)
        if (apart := distance(COLOUR_BLIND_CARDS[one], COLOUR_BLIND_CARDS[other], eye)) < 11
    }
    assert close == {}


def test_mix_is_a_share_of_the_first_over_the_second() -> None:
    assert mix(0.25, WHITE, rgba("#000000")) == (0.25, 0.25, 0.25, 1.0)


def test_nobody_at_a_table_has_the_colour_of_another() -> None:
    blue, amber, green, *_rest = PLAYER_COLOURS.values()
    assert seat_colours(["amber", "", "amber", "nonsense"])[:4] == (amber, blue, green, _rest[0])
    for chosen in ([], ["brown"] * 6, ["blue", "blue"], list(reversed(PLAYER_COLOURS))):
        found = seat_colours(chosen)
        assert sorted(found) == sorted(PLAYER_COLOURS.values())
    assert len(seat_colours([""] * 12)) == 12, "at more seats than there are colours, they begin again"
