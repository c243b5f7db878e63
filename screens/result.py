"""Who won, and why: the ranking, every tie-break in words, and where every point came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from scoring import GAMES, Message, Refusal
from screens.messages import game_name, sentence
from screens.plan import YOUNGEST_BEGINS, Person, Plan, as_json, seated
from screens.planning import draft_key
from screens.quick import is_nameless, open_names
from screens.telling import short
from screens.theme import theme
from screens.translator import N_, _, ngettext
from screens.widgets.bars import PodiumBar, StackedBar
from screens.widgets.buttons import Pressable
from screens.widgets.layout import Page, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Banner, ListRow
from screens.widgets.tables import SMALLEST_SHARE, DataTable, TableRow, share_out, text_width
from screens.widgets.text import Caption, OneLine

PARTS: dict[str, dict[str, str]] = {
    "pearls": {"pearls": N_("Pile"), "necklaces": N_("Necklaces"), "hand": N_("Hand")},
    "coloretto": {"plus": N_("Counted up"), "minus": N_("Counted down"), "plus2": N_("+2 cards")},
    "perfect_numbers": {},
    "perladora": {},
}
"""The columns of the score table where points come from several places, in the order of counting."""

PART_COLOURS = ("blue", "yellow", "red")
AS_USUAL = "rank.by_points"
COUNTS_PEARLS = "perladora"
LARGEST_NAME_SHARE = 0.55
"""How much of a table the names may claim before they end in an ellipsis."""


# -- In words ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or the two partners of a team."""

    seats: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def seat(self) -> int:
        """One seat for all: partners have the same total, rank and reason."""
        return self.seats[0]

    @property
    def together(self) -> str:
        return " & ".join(self.names)


def sides(game: str, names: Sequence[str]) -> list[Side]:
    """Opposite seats are one side in Perladöra with four."""
    count = len(names)
    groups = [(0, 2), (1, 3)] if game == COUNTS_PEARLS and count == 4 else [(seat,) for seat in range(count)]
    return [Side(seats, tuple(names[seat] for seat in seats)) for seats in groups]


def listed(names: Sequence[str]) -> str:
    """Names as one says them: Ada, Bo and Cleo."""
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def all_names(found: Sequence[Side]) -> str:
    return listed([name for side in found for name in side.names])


def ordinal(rank: int) -> str:
    return _("Place {n}").format(n=rank)


def headline(result: Mapping[str, Any], found: Sequence[Side]) -> str:
    winners = [side for side in found if result["ranks"][side.seat] == 1]
    if len(winners) > 1:
        return _("{names} share the win").format(names=all_names(winners))
    if len(winners[0].names) > 1:
        return _("{names} win together").format(names=all_names(winners))
    return _("{name} wins").format(name=winners[0].names[0])


def closest(game: str, result: Mapping[str, Any], found: Sequence[Side]) -> str:
    """By how little the game was decided; nothing when everybody won."""
    totals, ranks = result["totals"], result["ranks"]
    behind = [side for side in found if ranks[side.seat] > 1]
    if not behind:
        return ""
    second = min(ranks[side.seat] for side in behind)
    names = all_names([side for side in behind if ranks[side.seat] == second])
    gap = max(totals) - max(totals[side.seat] for side in behind if ranks[side.seat] == second)
    if gap == 0:
        return _("{names}: just as many, only the tie-break decided.").format(names=names)
    if game == COUNTS_PEARLS:
        told = ngettext("{names}: {n} pearl behind.", "{names}: {n} pearls behind.", gap)
    else:
        told = ngettext("{names}: {n} point behind.", "{names}: {n} points behind.", gap)
    return told.format(names=names, n=gap)


def tie_breaks(result: Mapping[str, Any], order: Sequence[Side]) -> dict[str, list[str]]:
    """What separates equals, in words; those who share a place and a reason are named together."""
    reasons = result.get("reasons") or [None] * len(result["ranks"])
    found: dict[str, list[str]] = {}
    for side in order:
        reason = reasons[side.seat]
        if reason and reason["key"] != AS_USUAL:
            told = sentence(Message(reason["key"], {**reason["args"], "name": side.together}))
            found.setdefault(told, []).extend(side.names)
    return found


def turning_point(document: Mapping[str, Any], found: Sequence[Side]) -> str:
    """Perladöra: the territory in which the least more strength would have made another side win alone."""
    result, sheet, players = document["result"], document["sheet"] or {}, len(document["players"])
    if len(sheet.get("territories", ())) != len(result.get("territories", ())):
        return ""
    wishes = []
    for number, territory in enumerate(result.get("territories", ())):
        present = [strength for strength in territory["strengths"] if strength is not None]
        for side in found:
            if result["winners"] == list(side.seats) or not territory["pearls"]:
                continue
            gap = max(present, default=0) - (territory["strengths"][side.seat] or 0)
            wishes += [(more, number, side) for more in (gap, gap + 1) if more > 0]
    for more, number, side in sorted(wishes, key=lambda wish: wish[:2]):
        changed = deepcopy(sheet)
        changed["territories"][number]["divers"] += [{"seat": side.seat, "value": 1}] * more
        winners = (
            GAMES[COUNTS_PEARLS]
            .score(players=players, options=document["options"], sheet=changed, force=True)
            .winners
        )
        if winners == list(side.seats):
            return ngettext(
                "{n} more strength in territory {territory}, and {names} would have won.",
                "{n} more strength in territory {territory}, and {names} would have won.",
                more,
            ).format(n=more, territory=number + 1, names=listed(side.names))
    return ""


def lost_pearls(lost: int) -> str:
    """Nothing is said when none is lost."""
    if not lost:
        return ""
    return ngettext(
        "{n} pearl is lost: nobody was there, or it could not be shared.",
        "{n} pearls are lost: nobody was there, or they could not be shared.",
        lost,
    ).format(n=lost)


def territory_told(number: int, pearls: int, reason: Message) -> str:
    """How a territory was decided; one without farms has nothing to decide."""
    return sentence(reason) if pearls else _("Territory {n}: no farm, no pearls.").format(n=number)


def points_by_part(result: Mapping[str, Any], seat: int) -> dict[str, int]:
    sums: dict[str, int] = {}
    for line in (result.get("lines") or [[]] * (seat + 1))[seat]:
        sums[line["part"]] = sums.get(line["part"], 0) + line["points"]
    return sums


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def added_up(points: Sequence[int]) -> str:
    """A sum as one writes it: 20 + 12 − 3."""
    first, *others = points
    return signed(first) + "".join(f" {'−' if n < 0 else '+'} {abs(n)}" for n in others)


def next_plan(document: Mapping[str, Any], history: Any) -> Plan:
    """The same people once more. The youngest stays the youngest; elsewhere the next one clockwise begins.

    Whoever has no name yet is left out: they can be seated by name.
    """
    game, players = document["game"], document["players"]
    known = {profile["id"]: profile for profile in history.players()}
    ids = [history.same_player(player["id"]) for player in players]
    plan = Plan(game)
    for seat, (player_id, player) in enumerate(zip(ids, players, strict=True)):
        if player_id not in plan.ids and not is_nameless(seat, player, history):
            profile = known.get(player_id, {})
            name, colour = profile.get("name", player["name"]), profile.get("colour", "")
            plan = seated(plan, Person(player_id, name, colour))
    starter = document["starter"] + (game not in YOUNGEST_BEGINS)
    first = ids[starter % len(ids)]
    return replace(plan, starter=first if first in plan.ids else "")


# -- Its widgets ------------------------------------------------------------------------------------------


class Confetti(Widget):
    """A short rain of paper; never more than two seconds, and none with reduced motion."""

    def fall(self, seed: int = 7) -> None:
        rng = Random(seed)
        colours = list(theme.players)
        wide, high = Window.size
        with self.canvas:
            for number in range(60):
                Color(*colours[number % len(colours)])
                piece = Rectangle(
                    pos=(rng.uniform(0, wide), high + rng.uniform(0, high * 0.5)),
                    size=(dp(7), dp(11)),
                )
                Animation(
                    pos=(piece.pos[0] + rng.uniform(-dp(60), dp(60)), -dp(20)),
                    duration=rng.uniform(1.2, 2.0),
                    transition="in_quad",
                ).start(piece)
        Clock.schedule_once(lambda _passed: self.canvas.clear(), 2.2)


class LinesSheet(BottomSheet):
    """Every line of one player's count."""

    lines = ListProperty([])

    def on_kv_post(self, _base: object) -> None:
        for text, points in self.lines:
            self.ids.lines.add_widget(ListRow(text=text, value=points))


class RemarkSheet(BottomSheet):
    """Place and note. Every letter is kept at once; closing it, however that happens, keeps the whole."""

    page = ObjectProperty(None)
    place = StringProperty("")
    note = StringProperty("")

    def typed(self) -> None:
        self.page.draft_remark(self.ids.place.text, self.ids.note.text)

    def on_close(self) -> None:
        self.page.settle_remark()


class PointsRow(Pressable, TableRow):
    """A player's points; a touch shows every line of them."""

    place = NumericProperty(0)


class PointsTable(DataTable):
    """Names on one line, the winners' rows marked, and a touch on any row tells which one."""

    winners = NumericProperty(1)
    text_body = NumericProperty(0)
    stacked = BooleanProperty(False)
    """Too narrow for so many columns: where the points came from stands below the name."""
    __events__ = ("on_row",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("winners", "width", "text_body"):
            self.fbind(name, self._build_soon)

    def on_row(self, place: int) -> None:
        pass

    def _build(self, *_: object) -> None:
        self._share_the_room()
        super()._build()
        if self.stacked:
            self.remove_widget(self.children[-1])

    def _share_the_room(self) -> None:
        if not self.rows:
            return
        room = self.width - 2 * theme.space_xs - 2 * theme.space_m - len(self.heads) * theme.space_s
        names, *columns = zip(self.heads, *self.rows, strict=True)
        name = max(text_width(name, theme.text_body) for name in names)
        shortest_name = min(name, LARGEST_NAME_SHARE * room)
        least = [self._least(head, cells) for head, *cells in columns]
        shrunk = min(1.0, (room - shortest_name) / sum(least))
        self.stacked = len(least) > 1 and shrunk < SMALLEST_SHARE
        columns_now = [shrunk * width for width in least]
        self.weights = share_out(room, [shortest_name, *columns_now], [name, *columns_now])

    @staticmethod
    def _least(head: str, cells: Sequence[str]) -> float:
        words = [(word, theme.text_caption) for word in head.split()]
        return max(text_width(word, size) for word, size in [*words, *((c, theme.text_body) for c in cells)])

    def _row(
        self, cells: list[str], head: bool = False, marked: bool = False, first: bool = False
    ) -> TableRow:
        if head:
            return super()._row(cells, head, marked, first)
        place = next(place for place, row in enumerate(self.rows) if row is cells)
        marked = place < self.winners
        numbers = super()._row(cells, head, marked, first)
        row = PointsRow(place=place, marked=marked, game=self.game, first=first)
        name = OneLine(text=cells[0], bold=marked, size_hint_x=1 if self.stacked else self.weights[0])
        row.add_widget(self._with_parts(name, cells) if self.stacked else name)
        for cell in numbers.children[-2::-1] if not self.stacked else numbers.children[:1]:
            numbers.remove_widget(cell)
            row.add_widget(cell)
        row.bind(on_release=lambda row: self.dispatch("on_row", int(row.place)))
        return row

    def _with_parts(self, name: OneLine, cells: Sequence[str]) -> Stack:
        parts = zip(self.heads[1:-1], cells[1:-1], strict=True)
        below = Stack(size_hint_x=sum(self.weights[:-1]), spacing=0, pos_hint={"center_y": 0.5})
        below.add_widget(name)
        below.add_widget(Caption(text=" · ".join(f"{head} {cell}" for head, cell in parts)))
        return below


class Legend(BoxLayout):
    """A colour of the bars and what it stands for."""

    text = StringProperty("")
    fill = ColorProperty((0, 0, 0, 1))


class BarRow(Stack):
    """A bar with the same numbers beside it, in the same order."""

    name = StringProperty("")
    numbers = StringProperty("")
    parts = ListProperty([])
    low = NumericProperty(0)
    high = NumericProperty(1)

    def on_kv_post(self, _base: object) -> None:
        self.ids.place.add_widget(StackedBar(parts=self.parts, low=self.low, high=self.high))


# -- The page ---------------------------------------------------------------------------------------------


class ResultPage(Page):
    session = StringProperty("")
    game = StringProperty("")
    title = StringProperty("")
    place = StringProperty("")
    note = StringProperty("")
    winner = StringProperty("")
    margin = StringProperty("")
    turning = StringProperty("")
    remark = StringProperty("")
    earlier = StringProperty("")
    divided = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.live: Any = None
        self._celebrated = ""
        self.order: list[Side] = []

    def arrive(self, session: str = "", fresh: bool = False, **_given: Any) -> None:
        live = App.get_running_app().sit_at(session)
        if live is not self.live:
            self.live = live
            self.ids.scroll.scroll_y = 1
        self.session = session
        self.settle_remark()
        self.refresh()
        if fresh and session != self._celebrated:
            self._celebrate()

    def _celebrate(self) -> None:
        """Once for a session, however often its count is changed or looked at again."""
        self._celebrated = self.session
        if App.get_running_app().settings.celebration and not theme.reduced_motion:
            Clock.schedule_once(lambda _passed: self.ids.confetti.fall(), 0.3)

    def leave(self) -> None:
        self.settle_remark()

    def pause(self) -> None:
        self.settle_remark()

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = self.live.document
        return document

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        if self.live is None or not self.document["result"]:
            return
        document, result = self.document, self.document["result"]
        self.game = document["game"]
        self.title = game_name(self.game)
        found = sides(self.game, [short(player["name"]) for player in document["players"]])
        self.winner = headline(result, found)
        self.margin = closest(self.game, result, found)
        self.turning = turning_point(document, found)
        self.place, self.note = document["place"], document["note"]
        self.remark = " · ".join(part for part in (self.place, self.note) if part)
        self.earlier = self._earlier_versions()
        self.order = sorted(found, key=lambda side: (result["ranks"][side.seat], side.seat))
        self._show_podium(result)
        self._show_reasons(result)
        self._show_table(result)
        self._show_bars(result)
        self._show_territories(result)

    def _earlier_versions(self) -> str:
        """How often the count was changed after the game; a note or a name changes nothing of it."""
        result = self.document["result"]
        try:
            versions = App.get_running_app().history.versions(self.document["id"])
        except KeyError:
            return ""
        counts: list[Any] = []
        for version in versions:
            if version.document["result"] not in [result, *counts]:
                counts.append(version.document["result"])
        n = len(counts)
        return (
            ngettext(
                "Counted again: {n} earlier version is kept.",
                "Counted again: {n} earlier versions are kept.",
                n,
            ).format(n=n)
            if n
            else ""
        )

    def _show_podium(self, result: Mapping[str, Any]) -> None:
        box = self.ids.podium
        box.clear_widgets()
        low, high = min(0, *result["totals"]), max(result["totals"])
        for side in self.order:
            total, rank = result["totals"][side.seat], result["ranks"][side.seat]
            box.add_widget(
                PodiumBar(
                    name=side.together,
                    total=signed(total),
                    place=ordinal(rank),
                    share=(total - low) / (high - low) if high > low else 1,
                    first=rank == 1,
                    game=self.game,
                )
            )

    def _show_reasons(self, result: Mapping[str, Any]) -> None:
        box = self.ids.reasons
        box.clear_widgets()
        if any(problem["level"] == "error" for problem in result.get("problems", ())):
            text = _("Some numbers of this count cannot be right. It is kept as it was entered.")
            box.add_widget(Banner(kind="error", text=text))
        for told, names in tie_breaks(result, self.order).items():
            box.add_widget(Banner(kind="info", title=listed(names), text=told))
        if lost := lost_pearls(result.get("lost", 0)):
            box.add_widget(Banner(kind="info", text=lost))

    def _show_table(self, result: Mapping[str, Any]) -> None:
        parts = PARTS[self.game]
        middle = [_(title) for title in parts.values()]
        if self.game == COUNTS_PEARLS:
            middle = [_("Piles")]
        table = self.ids.table
        table.winners = sum(result["ranks"][side.seat] == 1 for side in self.order)
        table.heads = ["", *middle, _("Total")]
        piles = result.get("piles") or [()] * len(result["totals"])
        rows = []
        for side in self.order:
            points = points_by_part(result, side.seat)
            cells = [signed(points.get(part, 0)) for part in parts]
            if self.game == COUNTS_PEARLS:
                cells = [", ".join(str(pile) for pile in piles[side.seat]) or "–"]
            rows.append([side.together, *cells, signed(result["totals"][side.seat])])
        table.rows = rows

    def _show_bars(self, result: Mapping[str, Any]) -> None:
        legend, box = self.ids.legend, self.ids.bars
        legend.clear_widgets()
        box.clear_widgets()
        parts = PARTS[self.game]
        sums = {side.seat: points_by_part(result, side.seat) for side in self.order}
        if not parts or not any(sums.values()):
            return
        colours = [theme.cards[colour] for colour in PART_COLOURS]
        for title, colour in zip(parts.values(), colours, strict=True):
            legend.add_widget(Legend(text=_(title), fill=colour))
        low = min(sum(points for points in mine.values() if points < 0) for mine in sums.values())
        high = max(sum(points for points in mine.values() if points > 0) for mine in sums.values())
        for side in self.order:
            points = [sums[side.seat].get(part, 0) for part in parts]
            box.add_widget(
                BarRow(
                    name=side.together,
                    numbers=added_up(points),
                    parts=list(zip(points, colours, strict=True)),
                    low=low,
                    high=high,
                )
            )

    def _show_territories(self, result: Mapping[str, Any]) -> None:
        box = self.ids.territories
        box.clear_widgets()
        self.divided = bool(result.get("territories"))
        for number, territory in enumerate(result.get("territories", ()), 1):
            takers = [side for side in self.order if side.seat in territory["takers"]]
            reason = Message(territory["reason"]["key"], territory["reason"]["args"])
            box.add_widget(
                ListRow(
                    text=territory_told(number, territory["pearls"], reason),
                    secondary=all_names(takers) if takers and territory["share"] else _("Nobody"),
                    value=str(territory["share"]),
                )
            )

    # -- What can be done ----------------------------------------------------------------------------------

    def open_lines(self, place: int) -> None:
        side = self.order[place]
        lines = [
            (sentence(Message(line["key"], line["args"])), signed(line["points"]))
            for line in (self.document["result"].get("lines") or [[]] * (side.seat + 1))[side.seat]
        ]
        total = signed(self.document["result"]["totals"][side.seat])
        LinesSheet(title=side.together, lines=[*lines, (_("Total"), total)]).open()

    def open_names(self) -> None:
        open_names(self.live, self.refresh)

    def edit(self) -> None:
        App.get_running_app().go("count", session=self.document["id"])

    def share(self) -> None:
        from screens.share import ShareSheet  # noqa: PLC0415 - only when somebody shares

        ShareSheet(session=self.document["id"]).open()

    def again(self) -> None:
        """The same people at a new table; a group without names counts the next game right away."""
        app = App.get_running_app()
        plan = next_plan(self.document, app.history)
        if not plan.people:
            app.ways.restart("quick")
            return
        app.drafts.put(draft_key(self.game), as_json(plan))
        app.ways.restart("seats", game=self.game)

    def done(self) -> None:
        App.get_running_app().tab("home")

    # -- Place and note -------------------------------------------------------------------------------------

    @property
    def _draft(self) -> str:
        return f"remark {self.session}"

    def open_note(self) -> None:
        RemarkSheet(title=_("Place and note"), page=self, place=self.place, note=self.note).open()

    def draft_remark(self, place: str, note: str) -> None:
        typed = [place.strip(), note.strip()]
        changed = typed != [self.place, self.note]
        App.get_running_app().drafts.put(self._draft, typed if changed else None)

    def settle_remark(self) -> None:
        """Keeps what was typed, in this life of the app or the last one."""
        app = App.get_running_app()
        typed = app.drafts.get(self._draft)
        if typed is None or app.history is None:
            return
        try:
            self._keep(*typed)
        except KeyError:
            app.drafts.put(self._draft, None)
        except (OSError, Refusal):
            app.snack(_("There is no room on this device to keep that. It will be tried again."))
        else:
            app.drafts.put(self._draft, None)
            self.refresh()

    def _keep(self, place: str, note: str) -> None:
        """Through the table in memory if the rules accept it, so that nothing overwrites anything."""
        app = App.get_running_app()
        try:
            live = app.sit_at(self.session)
        except Refusal:
            app.history.save({**app.history.get(self.session), "place": place, "note": note})
            return
        live.update(place=place, note=note)
        if live.unsaved:
            raise OSError("the note is not saved")
