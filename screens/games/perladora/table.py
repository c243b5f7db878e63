"""Perladöra beside the board: one tap per turn, or the whole lagoon drawn for those who want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from scoring.perladora.rules import (
    CORAL,
    MOUNTAIN,
    PONTOONS,
    SAND,
    SHELL,
    Diver,
    PerladoraTable,
    Pontoon,
    Region,
    Square,
    can_place_pontoon,
    copies_of,
    open_lines,
)
from screens import kv
from screens.games.parts import Correction, Pads, Panel, Remaining
from screens.games.perladora.board import BoardView
from screens.games.perladora.farms import PearlSheet
from screens.games.perladora.lagoon import BoardTools, ModeTile, PerladoraBoard
from screens.games.perladora.light import (
    DiverMove,
    MoveTile,
    OnePontoonTile,
    PassTile,
    PerladoraChoices,
    PowerTile,
    ReinforceTile,
    TwoPontoonsTile,
)
from screens.games.perladora.pieces import numbered, paint, piece, signs
from screens.games.perladora.sheets import (
    DiverValueSheet,
    LagoonSheet,
    diver_json,
    line_json,
    moved_farms,
    square_json,
)
from screens.games.perladora.state import StockRow, Territories, TerritoryRow
from screens.games.perladora.story import clan_of
from screens.games.perladora.telling import (
    POWER_WORDS,
    divers_left_line,
    find_corrections,
    pearls_line,
    power_line,
    region_line,
    secret_line,
    tokens_line,
)
from screens.translator import _, ngettext

GAME = "perladora"
LOW = 500
"""A window that is not higher than this has room for the board alone."""
WARNING_SECONDS = 3.5
"""How long the squares stay hatched that a refused pontoon would cut off."""

MODES = ("diver", "pontoons", "power", "reinforce", "pass")
BASIC_MODES = ("diver", "pontoons", "pass")
PROBES: dict[str, dict[str, Any]] = {
    "diver": {"move": "diver"},
    "pontoons": {"move": "pontoons", "count": 1},
    "power": {"move": "power"},
    "reinforce": {"move": "reinforce"},
    "pass": {"move": "pass"},
}
"""The least that can be said about each kind of move: if even that is refused, the rules forbid it now."""


def fill(box: Any, widgets: Sequence[Any]) -> None:
    """Puts exactly these widgets into the box, and touches nothing if they are there already."""
    if box.children[::-1] != list(widgets):
        box.clear_widgets()
        for widget in widgets:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            box.add_widget(widget)


class PerladoraPads(Pads):
    pass


class PerladoraPanel(Panel):
    drawn = BooleanProperty(False)
    in_full = "drawn"
    with_values = BooleanProperty(False)
    mode = StringProperty("diver")
    pending = ListProperty([])
    lifted = ObjectProperty(None, allownone=True)
    over = BooleanProperty(False)
    teams = StringProperty("")
    room = NumericProperty(1000)
    """How tall the board may be in this window."""

    def on_kv_post(self, _base: object) -> None:
        self._shown: Any = None
        self._unmark = Clock.create_trigger(self._clear_marks, WARNING_SECONDS)
        self.pads, self.below = PerladoraPads(), Territories()
        self.choices, self.lagoon, self.tools = PerladoraChoices(), PerladoraBoard(), BoardTools()
        self.board: BoardView = self.lagoon.ids.board
        self._bind_light()
        self._bind_drawn()
        self.stocks: list[StockRow] = []
        self.territories: list[TerritoryRow] = []
        kv.follow(Window, self._measure, "height", "width")
        self._measure()

    def _measure(self, *_: object) -> None:
        """Where a window is low, what a tap means stands beside the board, and all of it is in view."""
        low = Window.height < dp(LOW) and Window.width > Window.height
        self.room = max(dp(160), Window.height - dp(150 if low else 190))
        self.board.tallest = self.room
        self.lagoon.beside = low

    def _bind_light(self) -> None:
        self.light: dict[str, MoveTile] = {
            "power": PowerTile(),
            "diver": DiverMove(),
            "two": TwoPontoonsTile(),
            "reinforce": ReinforceTile(),
            "one": OnePontoonTile(),
            "pass": PassTile(),
        }
        self.light_moves = {
            **PROBES,
            "two": {"move": "pontoons", "count": 2},
            "one": {"move": "pontoons", "count": 1},
        }
        for key, tile in self.light.items():
            tile.bind(on_release=lambda _tile, key=key: self.play(self.light_moves[key]))

    def _bind_drawn(self) -> None:
        self.modes = {mode: ModeTile() for mode in MODES}
        for mode, tile in self.modes.items():
            tile.bind(on_release=lambda _tile, mode=mode: self.choose(mode))
        lagoon = self.lagoon
        self.board.bind(
            on_square=lambda _board, square: self.tap_square(square),
            on_line=lambda _board, line: self.tap_line(line),
            on_hold=lambda _board, square: self.hold_square(square),
        )
        lagoon.waiting.ids.take_back.bind(on_release=lambda _button: self.take_back())
        lagoon.waiting.ids.done.bind(on_release=lambda _button: self.play_pending())
        lagoon.passing.bind(on_release=lambda _button: self.play({"move": "pass"}))
        self.tools.ids.mend.bind(on_release=lambda _button: self.draw_anew())
        self.tools.ids.pearls.bind(on_release=lambda _button: self.enter_pearls())
        self.tools.ids.ask_values.bind(active=lambda _row, active: self._ask_for_values(active))

    def _ask_for_values(self, active: bool) -> None:
        self.with_values = active
        if self.table is not None:
            self._show_mode(self.table)

    # -- What is shown -------------------------------------------------------------------------------------

    def begin(self, table: PerladoraTable) -> None:
        self.drawn = bool(table.pontoons or any(diver.square is not None for diver in table.divers))
        self.tools.ids.ask_values.active = any(diver.value is not None for diver in table.divers)

    def show(self, table: PerladoraTable) -> None:
        reasons = {mode: self.host.why_not(probe) for mode, probe in PROBES.items()}
        if table is not self._shown:
            self._shown = table
            self.pending, self.lifted = [], None
            self._clear_marks()
            self.mode = self._first_mode(reasons)
        self.over = table.phase == "over"
        self._swap()
        self._show_people(table)
        if self.drawn:
            self._show_board(table)
            self._show_modes(table, reasons)
            self._show_mode(table)
        elif not self.over:
            self._show_choices(table)

    @staticmethod
    def _first_mode(reasons: Mapping[str, Any]) -> str:
        ways = ("diver", "pontoons", "reinforce", "pass")
        return next((mode for mode in ways if reasons[mode] is None), "diver")

    def _swap(self) -> None:
        fill(self.pads, [self.lagoon] if self.drawn else [] if self.over else [self.choices])
        fill(self.ids.below, [self.below] if self.drawn else [])

    def on_drawn(self, *_: object) -> None:
        if self.table is not None and self._shown is not None:
            self.show(self.table)

    def _show_choices(self, table: PerladoraTable) -> None:
        for key, tile in self.light.items():
            tile.reason = self.host.why_not(self.light_moves[key])
            tile.name, tile.seat = self.host.names[table.turn], table.turn
        tiles, seat = self.light, table.turn
        left = _("{n} left").format(n=table.pontoons_left)
        tiles["diver"].text = _("Diver")
        tiles["diver"].secondary = _("{n} left").format(n=table.divers_left[seat])
        tiles["two"].text, tiles["two"].secondary = _("2 pontoons"), left
        tiles["one"].text, tiles["one"].secondary = _("1 pontoon"), left
        tiles["pass"].text, tiles["pass"].secondary = _("Pass"), _("for the rest of the game")
        if table.options.advanced:
            self._show_advanced(table)
        self._arrange(table.options.advanced)

    def _arrange(self, advanced: bool) -> None:
        box, tiles = self.choices.ids, self.light
        third, below = ("reinforce", ["pass"]) if advanced else ("pass", [])
        fill(box.first, [tiles["power"]] if advanced else [])
        fill(box.actions, [tiles[key] for key in ("diver", "two", third, "one")])
        fill(box.below, [tiles[key] for key in below])

    def _show_advanced(self, table: PerladoraTable) -> None:
        seat = table.turn
        power, reinforce = self.light["power"], self.light["reinforce"]
        clan = clan_of(table, seat)
        power.text = _(POWER_WORDS[clan]) if clan else _("Power")
        power.secondary = power_line(table, seat)
        reinforce.text = _("Reinforce")
        reinforce.secondary = _("{n} left").format(n=table.reinforcements[seat])

    def _show_people(self, table: PerladoraTable) -> None:
        names = self.host.names
        box = self.ids.people
        if len(self.stocks) != table.players:
            box.clear_widgets()
            self.stocks = [StockRow(seat=seat) for seat in range(table.players)]
            for row in self.stocks:
                box.add_widget(row)
        for seat, row in enumerate(self.stocks):
            row.name = names[seat]
            line = divers_left_line(table, seat)
            row.line = " · ".join((line, _("passed"))) if table.passed[seat] else line
            row.tokens = tokens_line(table, seat)
            row.secret = secret_line(table, seat)
        self.teams = (
            _("{one} and {two} play against {three} and {four}.").format(
                one=names[0], two=names[2], three=names[1], four=names[3]
            )
            if table.players == 4
            else ""
        )

    def seat_line(self, table: PerladoraTable, seat: int) -> str:
        if table.passed[seat]:
            return _("passed")
        left = table.divers_left[seat]
        return ngettext("{n} diver", "{n} divers", left).format(n=left)

    def is_out(self, table: PerladoraTable, seat: int) -> bool:
        return table.passed[seat]

    def turn_line(self, table: PerladoraTable) -> str:
        return _("after a power") if table.power_used else ""

    def remaining(self, table: PerladoraTable) -> Remaining:
        pontoons = _("{n} of {total} pontoons left").format(n=table.pontoons_left, total=PONTOONS)
        squares = ngettext("{n} square free", "{n} squares free", table.free_squares)
        return Remaining(
            f"{pontoons} · {squares.format(n=table.free_squares)}", table.pontoons_left / PONTOONS
        )

    def corrections(self, table: PerladoraTable) -> list[Correction]:
        return find_corrections(table, self.host.names)

    # -- The board -----------------------------------------------------------------------------------------

    def _show_board(self, table: PerladoraTable) -> None:
        board = self.board
        letters = signs(self.host.names)
        board.farms = list(table.farms)
        board.piles = list(table.piles or ())
        board.lines = list(table.pontoons)
        placed = [diver for diver in table.divers if diver.square is not None]
        board.divers = [piece(diver, letters, self.over) for diver in placed]
        found = numbered(table)
        board.tints = {
            square: paint(number) for number, region in enumerate(found) for square in region.squares
        }
        shown = enumerate(found, 1) if len(found) > 1 else ()
        board.numbers = {min(region.squares): number for number, region in shown}
        self._show_territories(table, found)
        self.below.unknown = self._unknown_line(table)

    def _show_territories(self, table: PerladoraTable, found: Sequence[Region]) -> None:
        box = self.below.ids.territories
        while len(self.territories) < len(found):
            self.territories.append(TerritoryRow())
            box.add_widget(self.territories[-1])
        while len(self.territories) > len(found):
            box.remove_widget(self.territories.pop())
        for number, (row, region) in enumerate(zip(self.territories, found, strict=True)):
            squares = len(region.squares)
            row.number, row.fill = number + 1, paint(number)
            row.text = ngettext("{n} square", "{n} squares", squares).format(n=squares)
            row.value = pearls_line(region)
            row.secondary = region_line(table, region, self.host.names)
            row.complete = bool(region.complete)

    @staticmethod
    def _unknown_line(table: PerladoraTable) -> str:
        parts = []
        if table.loose_pontoons:
            n = table.loose_pontoons
            parts.append(ngettext("{n} pontoon is not drawn.", "{n} pontoons are not drawn.", n).format(n=n))
        if table.loose_divers:
            n = table.loose_divers
            parts.append(ngettext("{n} diver is not drawn.", "{n} divers are not drawn.", n).format(n=n))
        return " ".join(parts)

    def _show_modes(self, table: PerladoraTable, reasons: Mapping[str, Any]) -> None:
        modes = () if self.over else MODES if table.options.advanced else BASIC_MODES
        self.lagoon.ids.modes.most = max(1, len(modes))
        fill(self.lagoon.ids.modes, [self.modes[mode] for mode in modes])
        seat = table.turn
        words = {
            "diver": (_("Diver"), _("{n} left").format(n=table.divers_left[seat])),
            "pontoons": (_("Pontoon"), _("{n} of 2").format(n=len(self.pending) + 1)),
            "power": (_("Power"), _("{n} left").format(n=table.powers[seat]) if table.powers else ""),
            "reinforce": (_("Reinforce"), _("{n} left").format(n=table.reinforcements[seat])),
            "pass": (_("Pass"), _("for good")),
        }
        for mode, tile in self.modes.items():
            tile.text, tile.secondary = words[mode]
            tile.reason = reasons[mode]
            tile.selected = mode == self.mode

    def _show_mode(self, table: PerladoraTable) -> None:
        """What a tap on the board means now, and where it is allowed."""
        board, lagoon = self.board, self.lagoon
        lays = self._lays_pontoons(table)
        board.lifted = self.lifted
        board.pending = list(self.pending)
        board.hints = self._open_lines(table) if lays and not self.over and self.lifted is None else []
        board.rings = self._targets(table)
        idle = self.over or self.mode == "pass"
        board.touches = "none" if idle else "lines" if lays and self.lifted is None else "squares"
        lagoon.hint = "" if self.over else self._hint(table)
        name = self.host.names[table.turn]
        lagoon.passing.text = _("{name} passes for good").format(name=name)
        passes = self.mode == "pass" and not self.over
        answer = lagoon.waiting if self.pending else lagoon.passing if passes else lagoon.said
        fill(lagoon.ids.answer, [answer])
        fill(self.below.ids.tools, [] if self.over else [self.tools])

    def _lays_pontoons(self, table: PerladoraTable) -> bool:
        return self.mode == "pontoons" or (self.mode == "power" and clan_of(table, table.turn) == MOUNTAIN)

    def _open_lines(self, table: PerladoraTable) -> list[Pontoon]:
        if table.pontoons_left <= len(self.pending):
            return []
        return list(open_lines((*table.pontoons, *self.pending)))

    def _targets(self, table: PerladoraTable) -> list[Square]:
        if self.over or self.lifted is not None:
            return []
        if self.mode == "reinforce" or (self.mode == "power" and clan_of(table, table.turn) in (CORAL, SAND)):
            return [
                diver.square
                for diver in table.divers
                if diver.square is not None
                and self.host.why_not({"move": self.mode, "square": square_json(diver.square)}) is None
            ]
        return []

    def _hint(self, table: PerladoraTable) -> str:
        if self.lifted is not None:
            return _("Tap the free square where this farm really is, or the farm again to leave it.")
        match self.mode:
            case "diver" if self.with_values:
                return _("Tap the diver’s square, then its value. Hold a farm to move it.")
            case "diver":
                return _("Tap the diver’s square; hold it to note the value too. Hold a farm to move it.")
            case "pontoons" if self.pending:
                return _("Tap a second line, or Done to lay just this one.")
            case "pontoons":
                return _("Tap a line between two squares. The marks show where a pontoon may lie.")
            case "reinforce":
                return _("Tap one of your own divers in a complete territory.")
            case "pass":
                return _("Whoever passes is out for the rest of the game.")
        clan = clan_of(table, table.turn)
        return {
            CORAL: _("Tap the diver to look at. Then comes the action."),
            SHELL: _("Tap the square of the extra diver. It lies face up. Then comes the action."),
            MOUNTAIN: _("Tap the line for the extra pontoon. Then comes the action: pontoons or a diver."),
            SAND: _("Tap the opposing diver that gets the flowers. Then comes the action."),
            "": _("Power"),
        }[clan]

    # -- Taps on the board ---------------------------------------------------------------------------------

    def choose(self, mode: str) -> None:
        reason = self.modes[mode].reason
        if reason is not None:
            self.host.explain(reason)
            return
        self.mode = mode
        self.pending, self.lifted = [], None
        self._say_again()

    def _say_again(self) -> None:
        """The table is the same; what a tap means is not."""
        for mode, tile in self.modes.items():
            tile.selected = mode == self.mode
        self.modes["pontoons"].secondary = _("{n} of 2").format(n=len(self.pending) + 1)
        self._show_mode(self.table)

    def tap_square(self, square: Square) -> None:
        if self.lifted is not None:
            self._drop_farm(square)
        elif self.mode == "diver":
            self._place({"move": "diver", "square": square_json(square)}, self.with_values)
        elif self.mode == "power" and clan_of(self.table, self.table.turn) == SHELL:
            self._place({"move": "power", "square": square_json(square)}, True)
        else:
            self.play({"move": self.mode, "square": square_json(square)})

    def _place(self, move: dict[str, Any], ask: bool) -> None:
        reason = self.host.why_not(move)
        if reason is not None:
            self.host.explain(reason, move)
        elif ask:
            face_up = move["move"] == "power"
            seat = self.table.turn
            self._ask_value(
                seat, lambda value: self.play({**move, "value": value} if value else move), face_up
            )
        else:
            self.play(move)

    def _ask_value(self, seat: int, done: Any, face_up: bool = False) -> None:
        told = _("For {name}’s eyes only. The others look away.")
        if face_up:
            told = _("{name}’s diver lies face up: everybody may see its value.")
        stock = self.table.stock(seat)
        DiverValueSheet(
            title=_("Which diver is it?"),
            told=told.format(name=self.host.names[seat]),
            stock={value: left for value, left in stock.items() if copies_of(self.table.players, value)},
            done=done,
        ).open()

    def tap_line(self, line: Pontoon) -> None:
        if self.mode == "power":
            self._try_lines([line], {"move": "power", "line": line_json(line)})
            return
        if line in self.pending:
            self.take_back()
            return
        lines = [*self.pending, line]
        move = self._pontoons(lines)
        if self.host.why_not(move) is None and len(lines) == 1 and self._second_possible(line):
            self.pending = lines
            self._clear_marks()
            self._say_again()
        else:
            self._try_lines(lines, move)

    @staticmethod
    def _pontoons(lines: Sequence[Pontoon]) -> dict[str, Any]:
        return {"move": "pontoons", "count": len(lines), "lines": [line_json(line) for line in lines]}

    def _second_possible(self, line: Pontoon) -> bool:
        after = replace(self.table, pontoons=(*self.table.pontoons, line))
        return can_place_pontoon(after) is not False

    def _try_lines(self, lines: Sequence[Pontoon], move: Mapping[str, Any]) -> None:
        """Plays it, or shows the squares that the last of these lines would cut off."""
        reason = self.host.why_not(move)
        if reason is not None:
            self.board.marked = [(row, column) for row, column in reason.args.get("squares", ())]
            self._unmark()
            self.host.explain(reason, move)
            return
        self.play(move)

    def _clear_marks(self, *_: object) -> None:
        self._unmark.cancel()
        self.board.marked = []

    def play_pending(self) -> None:
        if self.pending:
            self.play(self._pontoons(self.pending))

    def take_back(self) -> bool:
        """Lifts what is not played yet: a single pontoon, or a farm on its way. False if there is nothing."""
        if not self.pending and self.lifted is None:
            return False
        self.pending, self.lifted = [], None
        self._say_again()
        return True

    # -- A finger that rests on the board ------------------------------------------------------------------

    @property
    def _is_mending(self) -> bool:
        """An earlier move is being chosen anew: a correction is no answer to that."""
        return getattr(self.host, "mending", -1) >= 0

    def hold_square(self, square: Square) -> None:
        there = self.table.diver_at(square)
        if square in self.table.farms or there is not None:
            if self._is_mending:
                return
            if there is None:
                self.lifted = square
                self._say_again()
            else:
                self._ask_value(there.seat, lambda value: self._note_value(there, value), there.face_up)
        elif self.mode == "diver":
            self._place({"move": "diver", "square": square_json(square)}, True)

    def _note_value(self, diver: Diver, value: int) -> None:
        """Nought leaves the diver as it was."""
        if value:
            divers = [replace(other, value=value) if other == diver else other for other in self.table.divers]
            self.play({"move": "correct", "board": [diver_json(other) for other in divers]})

    def _drop_farm(self, square: Square) -> None:
        if square == self.lifted:
            self.take_back()
            return
        reason = self.host.why_not({"move": "diver", "square": square_json(square)})
        taken = square in self.table.farms or self.table.diver_at(square) is not None
        if taken and reason is not None:
            # A correction would accept the square of a diver and doubt that diver; a finger only slips.
            self.host.explain(reason)
        else:
            self.play({"move": "correct", "farms": moved_farms(self.table.farms, self.lifted, square)})

    def enter_pearls(self) -> None:
        if not self._is_mending:
            PearlSheet(
                title=_("Pearls on the farms"),
                farms=[square_json(farm) for farm in self.table.farms],
                done=lambda piles: self.play({"move": "correct", "piles": list(piles)}),
            ).open()

    def draw_anew(self) -> None:
        if not self._is_mending:
            LagoonSheet(
                title=_("What lies on the board"),
                table=self.table,
                names=list(self.host.names),
                host=self.host,
            ).open()


PANEL = PerladoraPanel
