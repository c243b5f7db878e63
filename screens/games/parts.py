"""What differs from game to game, part by part: what each shows, and what it may ask of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from scoring import BOXES, GAMES
from screens import kv
from screens.translator import _
from screens.widgets.layout import Folds, Stack

if TYPE_CHECKING:
    from random import Random

    from screens.theme import Rgba
    from screens.widgets.brush import Brush
    from screens.widgets.charts import Colour
    from screens.words.book import Section
    from screens.words.messages import Plural
    from screens.words.people import Person, Side
    from screens.words.variants import Variant

# -- The parts of a face -----------------------------------------------------------------------------------


class LookPart(Protocol):
    """Light: the first frame needs it."""

    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def ACCENT(self) -> Rgba:  # noqa: N802
        """A fill that carries white text."""

    @property
    def BRIGHT(self) -> Rgba:  # noqa: N802
        """The accent as text and icons on dark surfaces."""

    def draw(self, brush: Brush) -> None:
        """The game's picture, in a square of 100 by 100."""


class WordsPart(Protocol):
    """What the rules say of this game, as sentences."""

    @property
    def SENTENCES(self) -> Mapping[str, str | Plural]: ...  # noqa: N802
    @property
    def WORDS(self) -> Mapping[str, str]:  # noqa: N802
        """What stands in the arguments of messages, and is translated there."""

    @property
    def MORE(self) -> Mapping[str, str]:  # noqa: N802
        """A second, quieter line for some steps of the set-up."""

    @property
    def PARTS(self) -> Mapping[str, str]:  # noqa: N802
        """Where points come from, in the order of counting: the parts of a result's lines and their headings.
        None where points come from one place alone."""

    @property
    def USUAL(self) -> Mapping[str, Variant]:  # noqa: N802
        """By name, as on the box: the options that can be chosen once and for all."""

    @property
    def BEHIND(self) -> Plural:  # noqa: N802
        """By how much somebody lost, in what this game counts."""


class BookPart(Protocol):
    """The rules, to be looked up."""

    def chapter(self) -> Iterator[Section]: ...


class SetupPart(Protocol):
    """The variants, and what is laid out before the first move."""

    @property
    def VARIANTS(self) -> type[Variants]: ...  # noqa: N802
    @property
    def DEFAULTS(self) -> Mapping[str, Any]:  # noqa: N802
        """Options that hold while nobody chose; all others are off."""

    @property
    def LAID(self) -> Mapping[str, Callable[[object], Any]]:  # noqa: N802
        """What a plan keeps of what is laid out, complete or not, and how each is read from a draft: whatever
        makes no sense is as if it had never been entered."""

    def options(
        self, chosen: Mapping[str, Any], laid: Mapping[str, Any], ids: Sequence[str]
    ) -> dict[str, Any]:
        """What these people play with: the choices that are theirs, and what is laid out once it is complete,
        seat by seat where it belongs to a seat."""

    def said(self, args: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        """The values of a step of the check-list, in words where they are more than a word or a number."""

    def told(self, options: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """What was chosen, where that is not what the rulebook has."""

    def draw_table(self, brush: Brush, scene: Scene) -> None:
        """What lies in the middle of the table, as it is seen from above: 160 wide and 100 high, with the
        people along the edges."""

    def in_hand(self, scene: Scene, seat: int) -> tuple[list[Rgba], str]:
        """The cards in front of a seat, and what is written on the last of them."""


class TablePart(Protocol):
    """What lies beside the cards."""

    @property
    def PANEL(self) -> type[Panel]: ...  # noqa: N802


class CountPart(Protocol):
    """How the points are entered."""

    @property
    def CALCULATOR(self) -> type[Calculator]: ...  # noqa: N802


class StoryPart(Protocol):
    """What is told of a game afterwards."""

    def tell(self, names: Sequence[str], before: Any, move: Mapping[str, Any], after: Any) -> str:
        """The move as a line of the log, without the player's name."""

    def courses(
        self, session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str]
    ) -> list[Course]:
        """What was tracked, the most telling first."""

    def remarks(self, document: Mapping[str, Any], sides: Sequence[Side]) -> list[str]:
        """What is worth telling of how a session ended."""

    def columns(self, result: Mapping[str, Any], seat: int) -> dict[str, str]:
        """Headings and cells that stand in the table of points beside its parts."""

    def details(self, document: Mapping[str, Any], sides: Sequence[Side]) -> Details:
        """What was decided on its own in a session with a result, one after another; the sides stand in the
        order of their ranks."""

    @property
    def CARDS(self) -> tuple[Callable[[StatisticsHost], Card | None], ...]:  # noqa: N802
        """What the statistics show of this game alone, beside what they show of every game."""


class ExamplesPart(Protocol):
    """Worked cases with which the app checks itself."""

    @property
    def EXAMPLES(self) -> tuple[Example, ...]: ...  # noqa: N802


# -- Worked cases -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExpectedOutcome:
    """Points by seat, the seats that win, and in Perladöra the pearls that nobody gets."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A case in our own words; its sheet is given, or comes from the moves."""

    text: str
    players: int
    expected: ExpectedOutcome
    sheet: dict[str, Any] = field(default_factory=dict)
    moves: tuple[dict[str, Any], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


# -- Before the first move ---------------------------------------------------------------------------------


class Planned(Protocol):
    """What a game may ask of the plan of its table."""

    @property
    def people(self) -> Sequence[Person]: ...
    @property
    def ids(self) -> Sequence[str]: ...
    @property
    def count(self) -> int: ...
    @property
    def laid(self) -> Mapping[str, Any]: ...


class SetupHost(Protocol):
    """What the variants may ask of the page around them."""

    rng: Random
    plan: Planned

    def options(self) -> dict[str, Any]: ...
    def choose_option(self, **chosen: Any) -> None: ...
    def lay(self, **laid: Any) -> None: ...
    def refresh(self) -> None: ...


class Variants(Folds):
    """What can be chosen and laid out for a plan."""

    host = ObjectProperty(None)
    plan = ObjectProperty(None, rebind=True)
    options = ObjectProperty(None, rebind=True)
    offered = BooleanProperty(True)
    """Whether there is anything for so many players."""

    def show(self, plan: Planned, options: Mapping[str, Any]) -> None:
        """Says everything anew."""
        self.plan, self.options = plan, options


class NotingVariants(Variants):
    """Those of a game whose start cards can be noted, by player."""

    noting = BooleanProperty(False)

    def show(self, plan: Planned, options: Mapping[str, Any]) -> None:
        super().show(plan, options)
        self.noting = self.noting or any(plan.laid.get("start", {}).values())

    def note(self, active: bool) -> None:
        if active == self.noting:
            return
        self.noting = active
        if not active and self.plan.laid.get("start"):
            self.host.lay(start={})
        else:
            self.host.refresh()


def seat_by_seat(noted: Mapping[str, Any], ids: Sequence[str]) -> list[Any]:
    """What is noted by player, in the order of the seats; nothing as long as it is missing for anybody."""
    return [noted[player] for player in ids] if all(noted.get(player) for player in ids) else []


def read_strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def read_hands(value: object) -> dict[str, tuple[str, ...]]:
    """Cards by player."""
    return {player: read_strings(cards) for player, cards in value.items()} if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Scene:
    """A table that has been laid: who sits around it, the options, and how many there are of everything."""

    people: Sequence[Person]
    options: Mapping[str, Any]
    counts: Mapping[str, Any]


# -- At the table ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correction:
    """A number that can be set to what lies on the real table: a field of the `correct` move."""

    field: str
    label: str
    value: int
    high: int
    seat: int | None = None
    """The field is a list by seat, and this is the seat's entry."""
    switch: bool = False
    """Yes or no instead of a number."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """What runs out: in words, and as the share that is left."""

    text: str
    share: float


class TableHost(Protocol):
    """What a panel may ask of the page around it."""

    names: Sequence[str]
    mending: float
    """The number of the earlier move that is being chosen anew, or -1."""

    @property
    def tables(self) -> Sequence[Any]: ...
    def play(self, move: Mapping[str, Any]) -> bool: ...
    def explain(
        self,
        reason: Any,
        move: Mapping[str, Any] | None = None,
        happened: Callable[[], object] | None = None,
    ) -> None: ...
    def why_not(self, move: Mapping[str, Any]) -> Any: ...
    def offer(self, text: str, action: str, instead: Mapping[str, Any]) -> None: ...
    def look_again(self) -> None:
        """Says whose turn it is anew, and announces an end that `as_seen` has held back until now."""


class Pads(Stack):
    """What plays moves. It stands at the bottom of the page, and scrolls only in a window too small for it.

    A button keeps its place while the turn passes from one to the next: what comes and goes has its place
    kept for it, or belongs to the panel. `tests/screens/test_table_places.py` walks whole tables to see.
    """


class Panel(BoxLayout):
    """Shows a table's own things and offers its moves; `show` is called after every change.

    It is in two parts. The panel itself is the state of the table: it scrolls, and what can be touched in it
    corrects or tells, and never plays a move. `pads`, made in `on_kv_post`, are the moves: the page gives
    them a place of their own. Whose turn it is, what is left, and notices belong to the page.
    """

    pads: Pads
    host = ObjectProperty(None)
    table = ObjectProperty(None, allownone=True)
    """The one that is shown; None while another session sits down."""
    in_full: str
    """The property that says whether everything is tracked."""
    show: Callable[[Any], None]
    """Says everything anew, from the table alone."""

    def begin(self, table: Any) -> None:
        """Another session: nothing of the one before stays, and what it tracks is what is shown."""

    def as_seen(self, table: Any) -> Any:
        """The table as it lies before the people: somebody may still be busy with a turn that is over for the
        rules. The page says whose turn it is, what is left and how near the end from this one."""
        return table

    def play(self, move: Mapping[str, Any]) -> bool:
        """Plays the move, or lets the page say why it cannot be."""
        played: bool = self.host.play(move)
        return played

    def remake(
        self, moves: Sequence[Mapping[str, Any]], since: int, done: Callable[[Sequence[Any]], object]
    ) -> None:
        """Before moves that were revised from number `since` on are proposed: asks what that leaves open, and
        hands them on with the answers."""
        done(moves)

    def take_back(self) -> bool:
        """Drops a move that is only half chosen; False when there is none."""
        return False

    def seat_line(self, table: Any, seat: int) -> str:
        """A few letters under a player's name."""
        return ""

    def is_out(self, table: Any, seat: int) -> bool:
        """Whether this player has no further turn for now."""
        return False

    def turn_line(self, table: Any) -> str:
        """What kind of turn it is, beside the round."""
        return ""

    def remaining(self, table: Any) -> Remaining | None:
        return None

    def corrections(self, table: Any) -> list[Correction]:
        return []


# -- While counting ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of a score sheet: where it stands, how it is called, and how large it can be."""

    path: tuple[str | int, ...]
    label: str
    hint: str = ""
    colour: str = ""
    sign: str = ""
    high: int = 99


class CountHost(Protocol):
    """What a calculator may ask of the page around it."""

    game: str
    names: Sequence[str]
    sheet: dict[str, Any]
    options: dict[str, Any]
    players: int
    result: Any
    focused: Entry | None
    current: float
    live: Any
    """The table that is counted, for what was drawn on its board."""

    def changed(self) -> None: ...
    def refresh(self) -> None: ...
    def turn_to(self, page: int) -> None: ...
    def focus(self, entry: Entry | None) -> None: ...
    def focus_first(self) -> None: ...
    def enter(self, entry: Entry, number: int) -> None: ...
    def set_option(self, name: str, value: Any) -> None: ...


class Calculator(BoxLayout):
    """Edits the host's sheet one page after another; a page is a player or, on a board, a territory."""

    host = ObjectProperty(None)
    long_numbers = False
    """Whether the pad strings digits together instead of going on after one."""

    def pages(self) -> list[tuple[str, str]]:
        """Name and short value of each page, such as ("Ada", "31")."""
        totals = self.host.result.totals if self.host.result else None
        return [(name, str(totals[seat]) if totals else "–") for seat, name in enumerate(self.host.names)]

    def show(self, page: int) -> None:
        """Shows one page of the sheet."""
        raise TypeError("a calculator shows something")

    def tidy(self) -> None:
        """A number has changed: what no longer goes with it is taken out of the sheet."""

    def refresh(self) -> None:
        """The sheet or its result has changed: numbers and points are said anew."""

    def entries(self) -> list[Entry]:
        """The numbers on the page that the pad fills in, one after another."""
        return []

    def asked(self) -> str:
        """What is to be counted now, with the number that the table knows."""
        return ""

    def next_part(self) -> bool:
        """The last number of a part has been entered: shows the next part, if there is one."""
        return False

    def is_complete(self) -> bool:
        """Whether as many have been counted as the table knows of: nothing more is asked for."""
        return False

    def show_doubt(self, key: str) -> None:
        """Shows the part of the page that a problem is about."""

    def total(self, page: int) -> tuple[str, str]:
        """What stands in the bar at the bottom: whose, and how much."""
        return self.pages()[page]


def balance_told(known: int, counted: int) -> str:
    """How a count stands against the number that the table knows."""
    if counted < known:
        return _("{n} still to count").format(n=known - counted)
    return _("{n} too many").format(n=counted - known) if counted > known else _("all counted")


def read(sheet: Any, path: Sequence[str | int]) -> int:
    """The number at a place of the sheet; what is not there is nought."""
    value = sheet
    for key in path:
        value = value.get(key, 0) if isinstance(value, Mapping) else value[key]
    return int(value)


def write(sheet: Any, path: Sequence[str | int], number: int) -> None:
    """Sets the number at a place of the sheet."""
    *way, last = path
    for key in way:
        sheet = sheet[key]
    sheet[last] = number


# -- Afterwards --------------------------------------------------------------------------------------------

Card = Any
"""What the statistics make of it. A game hands it on as it is."""

Worth = Callable[[Any], Sequence[int] | None]
"""A number for every seat, as far as a table knows it."""
Points = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A number after every move; of one seat or side, or of the table."""

    name: str
    seat: int | None
    points: Points


@dataclass(frozen=True, slots=True)
class Course:
    """Numbers that ran along with the moves of a session."""

    title: str
    lines: tuple[Line, ...]


def of_the_table(title: str, tables: Sequence[Any], number: Callable[[Any], float | None]) -> Course:
    values = [(index, number(table)) for index, table in enumerate(tables)]
    points = tuple((index, value) for index, value in values if value is not None)
    return Course(title, (Line(title, None, points),))


def by_seat(
    title: str, session: Mapping[str, Any], tables: Sequence[Any], names: Sequence[str], worth: Worth
) -> Course:
    """A line for every seat; partners whose numbers are always the same share one."""
    known = [(index, found) for index, table in enumerate(tables) if (found := worth(table)) is not None]
    points = [tuple((index, float(found[seat])) for index, found in known) for seat in range(len(names))]
    groups: list[tuple[int, ...]] = []
    for side in BOXES[session["game"]].sides(len(names)):
        always_alike = len({points[seat] for seat in side}) == 1
        groups += [side] if always_alike else [(seat,) for seat in side]
    return Course(
        title,
        tuple(
            Line(" & ".join(names[seat] for seat in seats), seats[0], points[seats[0]])
            for seats in sorted(groups)
        ),
    )


def once_for_each(worth: Worth, key: Callable[[Any], object]) -> Worth:
    """Asks again only when what it depends on has changed: counting takes its time."""
    last: list[Any] = [None, None]

    def remembered(table: Any) -> Sequence[int] | None:
        if last[0] != key(table):
            last[:] = key(table), worth(table)
        found: Sequence[int] | None = last[1]
        return found

    return remembered


def counted_now(session: Mapping[str, Any], is_known: Callable[[Any], bool]) -> Worth:
    """What everybody would have if it ended here."""
    game = GAMES[session["game"]]

    def count(table: Any) -> Sequence[int] | None:
        if not is_known(table):
            return None
        return game.score(
            players=len(session["players"]), options=session["options"], sheet=game.sheet(table), force=True
        ).totals

    return count


class StatisticsHost(Protocol):
    """What a game's own card may ask of the statistics; None where there is nothing to show."""

    def by_part(self) -> Card | None:
        """Where the points come from."""

    def by_group(self, title: str, told: str, groups: Mapping[str, tuple[str, Colour]]) -> Card | None:
        """The average scores of each group of tables that the record knows, with its name and colour."""

    def by_table_size(self, measure: str, title: str, told: str) -> Card | None:
        """The average of a measure, by the number of players."""

    def spread(self, measure: str, title: str, told: str, note: str) -> Card | None:
        """How often each value of a measure came up; `told` says the average."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Something that was decided on its own: how, who got it, and how much."""

    text: str
    takers: str
    value: str


@dataclass(frozen=True, slots=True)
class Details:
    title: str = ""
    rows: tuple[Detail, ...] = ()
    caution: str = ""
    """What must not be overlooked."""


kv.load(__name__)
