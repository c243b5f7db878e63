"""How it looks, in one place: colours, text sizes, spacing, radii and motion.

The kv files bind to the properties of `theme`, so that a change of palette or text size is seen at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, cycle
from types import MappingProxyType

from kivy.event import EventDispatcher
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty

Rgba = tuple[float, float, float, float]

SMALLEST_TEXT, LARGEST_TEXT = 0.85, 2.0
LARGE_TEXT = 1.4


# -- Colour arithmetic ------------------------------------------------------------------------------------


def rgba(hex_colour: str, alpha: float = 1.0) -> Rgba:
    red, green, blue = (int(hex_colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue, alpha


def mix(share: float, colour: Rgba, base: Rgba) -> Rgba:
    """`share` of the colour over the base."""
    red, green, blue = (
        share * top + (1 - share) * bottom for top, bottom in zip(colour[:3], base[:3], strict=True)
    )
    return red, green, blue, 1.0


def faded(colour: Rgba, alpha: float) -> Rgba:
    return colour[0], colour[1], colour[2], alpha


def luminance(colour: Rgba) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """The WCAG ratio: 1 for equal colours, 21 for black on white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


WHITE = rgba("#FFFFFF")
NIGHT = rgba("#14181C")


def readable_on(background: Rgba) -> Rgba:
    """White where it can be read, otherwise nearly black."""
    return WHITE if contrast(WHITE, background) >= 4.5 else NIGHT


# -- Tokens -----------------------------------------------------------------------------------------------

LIGHT: Mapping[str, Rgba] = MappingProxyType(
    {
        "paper": rgba("#F6F3EC"),
        "surface": rgba("#FFFFFF"),
        "sunken": rgba("#E9E4DA"),
        "raised": rgba("#FFFFFF"),
        "line": rgba("#DDD7CA"),
        "lip": rgba("#E3DDD0"),
        "ink": rgba("#1B2126"),
        "ink_soft": rgba("#57606A"),
        "ink_faint": rgba("#9AA0A6"),
        "scrim": rgba("#10161B", 0.45),
        "inverse": rgba("#22292F"),
        "inverse_ink": rgba("#F6F3EC"),
        "inverse_accent": rgba("#7FD3E6"),
        "selection": rgba("#0E7490", 0.25),
        "info": rgba("#DCEBEE"),
        "info_ink": rgba("#0B4A5C"),
        "warning": rgba("#FDF0C4"),
        "warning_ink": rgba("#664800"),
        "error": rgba("#FBE1DC"),
        "error_ink": rgba("#8F1F12"),
        "success": rgba("#DDEFDD"),
        "success_ink": rgba("#1E5A2A"),
        "end": rgba("#B4500A"),
        "end_ink": rgba("#FFFFFF"),
        "danger": rgba("#B3261E"),
        "gold": rgba("#C99A1B"),
        "gold_ink": rgba("#8A6400"),
    }
)

DARK: Mapping[str, Rgba] = MappingProxyType(
    {
        "paper": rgba("#0E1317"),
        "surface": rgba("#192026"),
        "sunken": rgba("#242D34"),
        "raised": rgba("#35414A"),
        "line": rgba("#2F3A43"),
        "lip": rgba("#07090B"),
        "ink": rgba("#F1F4F6"),
        "ink_soft": rgba("#A9B4BD"),
        "ink_faint": rgba("#66727C"),
        "scrim": rgba("#000000", 0.6),
        "inverse": rgba("#E9ECEE"),
        "inverse_ink": rgba("#171D22"),
        "inverse_accent": rgba("#0B617A"),
        "selection": rgba("#63C9E2", 0.3),
        "info": rgba("#12323C"),
        "info_ink": rgba("#B5E3EF"),
        "warning": rgba("#3B2F0B"),
        "warning_ink": rgba("#F6DC8A"),
        "error": rgba("#43180F"),
        "error_ink": rgba("#FFC6BA"),
        "success": rgba("#15331C"),
        "success_ink": rgba("#B5E6BE"),
        "end": rgba("#B4500A"),
        "end_ink": rgba("#FFFFFF"),
        "danger": rgba("#C2382E"),
        "gold": rgba("#E5BC4A"),
        "gold_ink": rgba("#E5BC4A"),
    }
)

ACCENT = rgba("#0E7490")
"""The app's own; a fill that carries white text. The games bring theirs."""
BRIGHT_ACCENT = rgba("#63C9E2")
"""The same accent as text and icons on dark surfaces."""

PLAYER_COLOURS: Mapping[str, Rgba] = MappingProxyType(
    {
        "blue": rgba("#2563EB"),
        "amber": rgba("#E08A00"),
        "green": rgba("#12A07A"),
        "magenta": rgba("#8E0F4E"),
        "sky": rgba("#55B6EE"),
        "brown": rgba("#6B4A2B"),
    }
)

CARD_COLOURS: Mapping[str, Rgba] = MappingProxyType(
    {
        "yellow": rgba("#F2C40F"),
        "red": rgba("#DC2626"),
        "green": rgba("#189A48"),
        "blue": rgba("#2563EB"),
        "turquoise": rgba("#14A8A0"),
        "purple": rgba("#8B46E0"),
        "wild": rgba("#475059"),
        "orange": rgba("#EA6A12"),
        "brown": rgba("#8A5A2B"),
        "grey": rgba("#7C8794"),
        "pink": rgba("#D12F78"),
        "white": rgba("#F4F4F2"),
        "black": rgba("#22262A"),
    }
)

COLOUR_BLIND_CARDS: Mapping[str, Rgba] = MappingProxyType(
    {
        "yellow": rgba("#F0E442"),
        "red": rgba("#D55E00"),
        "green": rgba("#009E73"),
        "blue": rgba("#0072B2"),
        "turquoise": rgba("#56B4E9"),
        "purple": rgba("#CC79A7"),
        "wild": rgba("#3B434B"),
        "orange": rgba("#E69F00"),
        "brown": rgba("#7A3E00"),
        "grey": rgba("#BDBDBD"),
        "pink": rgba("#CC79A7"),
        "white": rgba("#F4F4F2"),
        "black": rgba("#22262A"),
    }
)
"""Okabe and Ito's palette, with a dark brown and a grey that stay apart from it."""


# -- The live theme ---------------------------------------------------------------------------------------


def seat_colours(chosen: Sequence[str]) -> tuple[Rgba, ...]:
    """A colour for each seat: the chosen one unless somebody before has it, then whatever is free.

    Sessions from elsewhere may have more seats than there are colours: then they begin again.
    """
    taken: list[str] = []
    for name in chosen:
        taken.append(name if name in PLAYER_COLOURS and name not in taken else "")
    free = [name for name in PLAYER_COLOURS if name not in taken]
    others = chain(free, cycle(PLAYER_COLOURS))
    names = [name or next(others) for name in taken]
    return tuple(PLAYER_COLOURS[name] for name in (*names, *free[taken.count("") :]))


class ByGame(dict[str, Rgba]):
    """Colours by game. A game that somebody wrote has those of the box that it was written on."""

    def __missing__(self, key: str) -> Rgba:
        return self[next((known for known in self if known and key.startswith(known)), "")]


class Theme(EventDispatcher):
    choice: str = StringProperty("system")
    """light, dark, or system."""
    system_dark: bool = BooleanProperty(False)
    dark: bool = BooleanProperty(False)
    colour_blind: bool = BooleanProperty(False)
    reduced_motion: bool = BooleanProperty(False)
    text_scale: float = NumericProperty(1.0)
    system_text_scale: float = NumericProperty(1.0)
    large_text: bool = BooleanProperty(False)
    """So large that what stands side by side has to stand one below the other."""

    paper = ColorProperty(LIGHT["paper"])
    surface = ColorProperty(LIGHT["surface"])
    sunken = ColorProperty(LIGHT["sunken"])
    raised = ColorProperty(LIGHT["raised"])
    line = ColorProperty(LIGHT["line"])
    lip = ColorProperty(LIGHT["lip"])
    ink = ColorProperty(LIGHT["ink"])
    ink_soft = ColorProperty(LIGHT["ink_soft"])
    ink_faint = ColorProperty(LIGHT["ink_faint"])
    scrim = ColorProperty(LIGHT["scrim"])
    inverse = ColorProperty(LIGHT["inverse"])
    inverse_ink = ColorProperty(LIGHT["inverse_ink"])
    inverse_accent = ColorProperty(LIGHT["inverse_accent"])
    selection = ColorProperty(LIGHT["selection"])
    info = ColorProperty(LIGHT["info"])
    info_ink = ColorProperty(LIGHT["info_ink"])
    warning = ColorProperty(LIGHT["warning"])
    warning_ink = ColorProperty(LIGHT["warning_ink"])
    error = ColorProperty(LIGHT["error"])
    error_ink = ColorProperty(LIGHT["error_ink"])
    success = ColorProperty(LIGHT["success"])
    success_ink = ColorProperty(LIGHT["success_ink"])
    end = ColorProperty(LIGHT["end"])
    end_ink = ColorProperty(LIGHT["end_ink"])
    danger = ColorProperty(LIGHT["danger"])
    gold = ColorProperty(LIGHT["gold"])
    gold_ink = ColorProperty(LIGHT["gold_ink"])

    roles: Mapping[str, Rgba] = ObjectProperty(LIGHT)
    """All colours by name, for a widget whose colour depends on its kind."""
    accents: Mapping[str, Rgba] = ObjectProperty({"": ACCENT})
    """Fills by game key, with the app's own under the empty one; write white (`accent_text`) on them."""
    bright_accents: Mapping[str, Rgba] = ObjectProperty({"": BRIGHT_ACCENT})
    accent_inks: Mapping[str, Rgba] = ObjectProperty({"": ACCENT})
    """Accents as text or icon colour on paper and surfaces."""
    tints: Mapping[str, Rgba] = ObjectProperty({"": mix(0.10, ACCENT, LIGHT["surface"])})
    """A breath of the accent: marked rows, selected chips."""
    accent_text = ColorProperty(WHITE)
    cards: Mapping[str, Rgba] = ObjectProperty(CARD_COLOURS)
    players: tuple[Rgba, ...] = ObjectProperty(tuple(PLAYER_COLOURS.values()))
    """By seat, of the table in view: see TablesideApp.seat."""

    text_overline: float = NumericProperty("12sp")
    text_caption: float = NumericProperty("13.5sp")
    text_body: float = NumericProperty("16sp")
    text_lead: float = NumericProperty("18sp")
    text_title: float = NumericProperty("22sp")
    text_display: float = NumericProperty("30sp")
    text_numeral: float = NumericProperty("40sp")
    text_icon: float = NumericProperty("24dp")

    space_xs: float = NumericProperty("4dp")
    space_s: float = NumericProperty("8dp")
    space_m: float = NumericProperty("12dp")
    space_l: float = NumericProperty("16dp")
    space_xl: float = NumericProperty("24dp")
    touch: float = NumericProperty("48dp")
    column: float = NumericProperty("640dp")
    """The widest a column of reading gets."""

    radius_s: float = NumericProperty("10dp")
    radius_m: float = NumericProperty("16dp")
    radius_l: float = NumericProperty("22dp")

    quick: float = NumericProperty(0.12)
    gentle: float = NumericProperty(0.22)

    def on_choice(self, *_: object) -> None:
        self.dark = self.choice == "dark" or (self.choice == "system" and self.system_dark)

    def on_system_dark(self, *_: object) -> None:
        self.on_choice()

    def on_dark(self, *_: object) -> None:
        tokens = DARK if self.dark else LIGHT
        for name, colour in tokens.items():
            setattr(self, name, colour)
        self.roles = tokens
        self._tint()

    def wear(self, accents: Mapping[str, Rgba], bright_accents: Mapping[str, Rgba]) -> None:
        """The accents of the games, beside the app's own."""
        self.accents = ByGame({"": ACCENT, **accents})
        self.bright_accents = ByGame({"": BRIGHT_ACCENT, **bright_accents})
        self._tint()

    def _tint(self) -> None:
        self.accent_inks = self.bright_accents if self.dark else self.accents
        share, surface = (0.30, DARK["surface"]) if self.dark else (0.10, LIGHT["surface"])
        self.tints = ByGame({key: mix(share, colour, surface) for key, colour in self.accents.items()})

    def on_colour_blind(self, *_: object) -> None:
        self.cards = COLOUR_BLIND_CARDS if self.colour_blind else CARD_COLOURS

    def on_reduced_motion(self, *_: object) -> None:
        self.quick, self.gentle = (0.0, 0.0) if self.reduced_motion else (0.12, 0.22)

    def on_text_scale(self, *_: object) -> None:
        Metrics.fontscale = self.system_text_scale * self.text_scale
        self.large_text = Metrics.fontscale > LARGE_TEXT

    def on_system_text_scale(self, *_: object) -> None:
        self.on_text_scale()


theme = Theme()
