"""The variants of each game, each with one line that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from scoring import coloretto, perfect_numbers, perladora
from screens import kv
from screens.messages import letters, word
from screens.plan import Person, Plan, note_number_card, read_number_card
from screens.table_picture import lagoon
from screens.tables.perfect_choices import card_name
from screens.telling import short
from screens.translator import _, ngettext
from screens.widgets.buttons import Pressable
from screens.widgets.choices import ToggleRow
from screens.widgets.layout import Stack
from screens.widgets.numbers import NumberPad
from screens.widgets.overlays import BottomSheet
from screens.widgets.people import CardChip
from screens.widgets.pictures import Brush
from screens.widgets.surfaces import Card

Options = Mapping[str, Any]
USUAL_FARMS = [list(square) for square in perladora.USUAL_FARMS]


# -- Parts ------------------------------------------------------------------------------------------------


class ColourPick(Pressable, CardChip):
    """A card of a colour that can be chosen; the chosen ones carry a frame and a tick."""

    selected = BooleanProperty(False)
    name = StringProperty("")


class ColourPicks(Factory.Chips):
    """All colours of a game side by side; `chosen` are marked, on_pick tells which one was touched."""

    colours = ListProperty([])
    chosen = ListProperty([])
    __events__ = ("on_pick",)

    def show(self, colours: Sequence[str], chosen: Sequence[str]) -> None:
        self.clear_widgets()
        signs = letters([word(colour) for colour in coloretto.COLOURS])
        for colour, sign in zip(coloretto.COLOURS, signs, strict=True):
            if colour in colours:
                pick = ColourPick(colour=colour, text=sign, name=colour, selected=colour in chosen)
                pick.bind(on_release=lambda pick: self.dispatch("on_pick", pick.colour))
                self.add_widget(pick)

    def on_pick(self, colour: str) -> None:
        pass


class OptionCard(Card):
    """A title, a line of explanation, and whatever is to be touched."""

    title = StringProperty("")
    text = StringProperty("")


class StartCards(Stack):
    """Whose start cards are noted below."""

    person = StringProperty("")
    colour = StringProperty("")
    cards = StringProperty("")


class FarmBoard(ButtonBehavior, Widget):
    """Touch a farm, then the square where it belongs; on another farm, the two piles change places."""

    farms = ListProperty([])
    piles = ListProperty([])
    picked = NumericProperty(-1)
    __events__ = ("on_move", "on_swap")

    def __init__(self, **kwargs: Any) -> None:
        self._drawing = InstructionGroup()
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.canvas.add(self._drawing)
        for name in ("pos", "size", "farms", "piles", "picked"):
            self.fbind(name, self._draw_soon)

    @property
    def cell(self) -> float:
        return float(self.width / perladora.COLUMNS)

    def square_at(self, x: float, y: float) -> list[int]:
        row = perladora.ROWS - 1 - int((y - self.y) / self.cell)
        column = int((x - self.x) / self.cell)
        return [max(0, min(perladora.ROWS - 1, row)), max(0, min(perladora.COLUMNS - 1, column))]

    def middle_of(self, square: Sequence[int]) -> tuple[float, float]:
        row, column = square
        return self.x + (column + 0.5) * self.cell, self.y + (perladora.ROWS - row - 0.5) * self.cell

    def on_release(self) -> None:
        square = self.square_at(*self.last_touch.pos)
        farm = self.farms.index(square) if square in self.farms else -1
        picked, self.picked = self.picked, -1
        if picked < 0 or picked == farm:
            self.picked = farm if picked < 0 else -1
        elif farm < 0:
            self.dispatch("on_move", picked, square)
        elif self.piles:
            self.dispatch("on_swap", picked, farm)
        else:
            self.picked = farm

    def on_move(self, farm: int, square: list[int]) -> None:
        pass

    def on_swap(self, farm: int, other: int) -> None:
        pass

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        if self.width > 8:
            brush = Brush(self._drawing, self.x, self.y, self.width)
            lagoon(brush, 0, 0, 100 / perladora.COLUMNS, self.farms, self.piles, int(self.picked))


class ClanSheet(BottomSheet):
    __events__ = ("on_choose",)

    def show(self, holders: Mapping[str, str]) -> None:
        """`holders` are the names of those who have a clan already."""
        for clan, tokens in perladora.POWERS.items():
            told = ngettext("{n} power token", "{n} power tokens", tokens).format(n=tokens)
            row = Factory.PressRow(
                text=word(clan),
                secondary=told,
                value=short(holders.get(clan, "")),
                chevron=False,
                game="perladora",
            )
            row.bind(on_release=lambda _row, clan=clan: self._choose(clan))
            self.add_widget(row)

    def _choose(self, clan: str) -> None:
        self.close()
        self.dispatch("on_choose", clan)

    def on_choose(self, clan: str) -> None:
        pass


class JokerSheet(BottomSheet):
    __events__ = ("on_choose",)

    def show(self, colours: Sequence[str]) -> None:
        for colour in colours:
            row = Factory.PressRow(text=word(colour), chevron=False, game="perfect_numbers")
            row.bind(on_release=lambda _row, colour=colour: self._choose(colour))
            self.add_widget(row)

    def _choose(self, colour: str) -> None:
        self.close()
        self.dispatch("on_choose", colour)

    def on_choose(self, colour: str) -> None:
        pass


# -- Game by game -----------------------------------------------------------------------------------------


class Variants(Stack):
    """Shows what can be chosen for a plan. The parts stay the same widgets, so that nothing jumps."""

    page = ObjectProperty(None)
    parts: Callable[[Plan, Options], list[Widget]]
    """What this game lets one choose, from top to bottom."""

    def noting(self, game: str) -> ToggleRow:
        """The toggle for those who want to note the start cards."""
        row = ToggleRow(game=game)
        row.bind(active=lambda _row, active: self._note(active))
        return row

    def _note(self, active: bool) -> None:
        if not active and self.page.plan.start:
            self.page.change(start={})
        else:
            self.page.refresh()

    @staticmethod
    def offer_noting(row: ToggleRow, plan: Plan) -> bool:
        """Says what the toggle is for; whether it is on."""
        row.text = _("Note the start cards")
        row.secondary = _("Only for those who want to track every card.")
        row.active = row.active or any(plan.start.values())
        return bool(row.active)

    def show(self, plan: Plan, options: Options) -> None:
        parts = self.parts(plan, options)
        self.clear_widgets()
        if parts:
            self.add_widget(Factory.SectionHeading(text=_("Variants")))
        for part in parts:
            self.add_widget(part)

    def switch(self, game: str, option: str) -> ToggleRow:
        """A toggle that sets this option."""
        row = ToggleRow(game=game)
        row.bind(active=lambda _row, active: self.page.choose_option(**{option: active}))
        return row


class PearlsVariants(Variants):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._all_cards = self.switch("pearls", "all_cards")

    def parts(self, plan: Plan, options: Options) -> list[Widget]:
        row = self._all_cards
        row.text = _("Play with all cards")
        row.secondary = _("For 2 or 3 players: nothing goes back in the box. It takes a little longer.")
        row.active = bool(options.get("all_cards"))
        return [row] if plan.count <= 3 else []


class ColorettoVariants(Variants):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._side = Factory.Segmented(game="coloretto", value="brown")
        self._side.bind(value=lambda _side, value: self.page.choose_option(side=value))
        self._points = Factory.DataTable(game="coloretto", lip=(0, 0, 0, 0), padding=0)
        self._sides = OptionCard()
        self._sides.add_widget(self._side)
        self._sides.add_widget(self._points)
        self._boxed = OptionCard()
        self._picks = ColourPicks()
        self._picks.bind(on_pick=lambda _picks, colour: self._put_back(colour))
        self._draw = Factory.SecondaryButton(icon="dice-multiple")
        self._draw.bind(on_release=lambda _button: self._draw_colours())
        self._boxed.add_widget(self._picks)
        self._boxed.add_widget(self._draw)
        self._noting = self.noting("coloretto")
        self._hands = OptionCard()

    def parts(self, plan: Plan, options: Options) -> list[Widget]:
        self._show_sides(options)
        self._show_boxed(plan)
        self._show_hands(plan)
        boxed = [self._boxed] if coloretto.colours_removed(plan.count) else []
        return [self._sides, *boxed, self._noting, *([self._hands] if self._noting.active else [])]

    def _show_sides(self, options: Options) -> None:
        side = options.get("side", "brown")
        self._sides.title = _("Summary card")
        self._sides.text = _(
            "Brown: the more of a colour, the better. Purple: three of a colour are worth most."
        )
        self._side.options = [("brown", _("Brown side")), ("purple", _("Purple side"))]
        self._side.value = side
        most = len(coloretto.POINTS["brown"]) - 1
        self._points.heads = [_("Cards"), *(str(cards) for cards in range(1, most)), f"{most}+"]
        self._points.rows = [
            [word(name), *(str(points) for points in coloretto.POINTS[name][1:])] for name in coloretto.SIDES
        ]
        self._points.weights = [2, *(1 for _card in range(most))]
        self._points.marked = coloretto.SIDES.index(side)

    # -- Colours that go back ------------------------------------------------------------------------------

    def _show_boxed(self, plan: Plan) -> None:
        due = coloretto.colours_removed(plan.count)
        left = due - len(plan.removed)
        self._boxed.title = _("Back in the box")
        if left > 0:
            self._boxed.text = ngettext(
                "{n} colour leaves the game. Touch it, or draw it.",
                "{n} colours leave the game. Touch them, or draw them.",
                due,
            ).format(n=due)
        else:
            self._boxed.text = _("All cards of these colours: {colours}.").format(
                colours=", ".join(word(colour) for colour in plan.removed)
            )
        self._picks.show(coloretto.COLOURS, plan.removed)
        self._draw.text = _("Draw at random")

    def _put_back(self, colour: str) -> None:
        """One too many, and the one chosen first comes back into play."""
        plan = self.page.plan
        due = coloretto.colours_removed(plan.count)
        others = tuple(other for other in plan.removed if other != colour)
        self._remove(others if colour in plan.removed else (*others, colour)[-due:])

    def _draw_colours(self) -> None:
        due = coloretto.colours_removed(self.page.plan.count)
        self._remove(tuple(self.page.rng.sample(coloretto.COLOURS, due)))

    def _remove(self, colours: tuple[str, ...]) -> None:
        start = {
            player: tuple(card for card in cards if card not in colours)
            for player, cards in self.page.plan.start.items()
        }
        self.page.change(removed=colours, start=start)

    # -- Start cards ---------------------------------------------------------------------------------------

    def _show_hands(self, plan: Plan) -> None:
        noting = self.offer_noting(self._noting, plan)
        self._hands.title, self._hands.text = _("Start cards"), ""
        for row in [child for child in self._hands.children if isinstance(child, StartCards)]:
            self._hands.remove_widget(row)
        if noting:
            for person in plan.people:
                self._hands.add_widget(self._hand(plan, person))

    def _hand(self, plan: Plan, person: Person) -> StartCards:
        held = plan.start.get(person.id, ())
        row = StartCards(
            person=person.name, colour=person.colour, cards=", ".join(word(colour) for colour in held)
        )
        picks = ColourPicks()
        picks.show([colour for colour in coloretto.COLOURS if colour not in plan.removed], held)
        picks.bind(on_pick=lambda _picks, colour: self._hold(person.id, colour))
        row.add_widget(picks)
        return row

    def _hold(self, player: str, colour: str) -> None:
        """With three and more every start card is a different colour: whoever had this one gives it up."""
        plan = self.page.plan
        each = coloretto.start_cards_each(plan.count)
        held = plan.start.get(player, ())
        others = tuple(card for card in held if card != colour)
        start = dict(plan.start)
        if plan.count > 2:
            start = {other: tuple(card for card in cards if card != colour) for other, cards in start.items()}
        start[player] = others if colour in held else (*others, colour)[-each:]
        self.page.change(start=start)


class PerfectNumbersVariants(Variants):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._three_rows = self.switch("perfect_numbers", "three_rows")
        self._deck = OptionCard()
        self._count = Factory.SecondaryButton(icon="numeric")
        self._count.bind(on_release=lambda _button: self._ask_deck())
        self._deck.add_widget(self._count)
        self._forget = Factory.GhostButton(game="perfect_numbers")
        self._forget.bind(on_release=lambda _button: self.page.choose_option(deck=None))
        self._lower = OptionCard()
        self._owner = Factory.Segmented(game="perfect_numbers", value="owner")
        self._owner.bind(value=lambda _owner, value: self.page.choose_option(lower_on_other=value))
        self._lower.add_widget(self._owner)
        self._noting = self.noting("perfect_numbers")
        self._hands = OptionCard()
        self._hand_rows = Stack(spacing=0)
        self._hands.add_widget(self._hand_rows)

    def parts(self, plan: Plan, options: Options) -> list[Widget]:
        deck = options.get("deck")
        self._three_rows.text = _("Three rows")
        self._three_rows.secondary = _("Three places for colours; the fourth is for action cards only.")
        self._three_rows.active = bool(options.get("three_rows"))
        self._deck.title = _("How many cards are in your box?")
        self._deck.text = _(
            "The rulebook does not say. Count once, without the start card, and the draw pile is counted "
            "down for you; it will be remembered. Or leave it unknown."
        )
        self._count.text = (
            _("Unknown · enter it")
            if deck is None
            else ngettext("{n} card · change it", "{n} cards · change it", deck).format(n=deck)
        )
        self._forget.text = _("Leave it unknown")
        self._deck.remove_widget(self._forget)
        if deck is not None:
            self._deck.add_widget(self._forget)
        self._lower.title = _("A lower card on somebody else's row")
        self._lower.text = _(
            "Who scores the cards that leave it? The rulebook says the owner; many play otherwise."
        )
        self._owner.options = [("owner", _("Owner")), ("actor", _("Whoever played it"))]
        self._owner.value = options.get("lower_on_other", "owner")
        noting = self.offer_noting(self._noting, plan)
        self._show_hands(plan)
        hands = [self._hands] if noting else []
        return [self._three_rows, self._deck, self._lower, self._noting, *hands]

    # -- Start cards ---------------------------------------------------------------------------------------

    def _show_hands(self, plan: Plan) -> None:
        self._hands.title = _("Start cards")
        self._hands.text = _(
            "Once they are known for everybody, every row is tracked from the first turn on."
        )
        self._hand_rows.clear_widgets()
        for person in plan.people:
            row = Factory.PressRow(
                text=person.name,
                name=True,
                colour=person.colour,
                value=self._told(plan.start.get(person.id, ())) or _("unknown"),
                lip=(0, 0, 0, 0),
                padding=0,
            )
            row.bind(on_release=lambda _row, person=person: self._ask_hand(person))
            self._hand_rows.add_widget(row)

    @staticmethod
    def _told(noted: Sequence[str]) -> str:
        cards = [read_number_card(card) for card in noted]
        return ", ".join(card_name(perfect_numbers.Card(card["colour"], card["number"])) for card in cards)

    def _ask_hand(self, person: Person) -> None:
        kv.load("screens.tables.perfect_numbers")
        from screens.tables.perfect_numbers import TakenSheet  # noqa: PLC0415 - only for those who note

        TakenSheet(
            title=_("Start cards of {name}").format(name=short(person.name)),
            wanted=perfect_numbers.START_CARDS,
            with_actions=False,
            done=lambda cards: self._deal(person.id, cards),
        ).open()

    def _deal(self, player: str, cards: list[dict[str, Any]]) -> None:
        """A joker beside several colours has to say which row it joins."""
        colours = [c for c in perfect_numbers.COLOURS if any(card["colour"] == c for card in cards)]
        homeless = [c for c in cards if c["colour"] == perfect_numbers.JOKER and "row" not in c]
        if homeless and len(colours) > 1:
            sheet = JokerSheet(title=_("Which row does the joker join?"))
            sheet.show(colours)
            sheet.bind(on_choose=lambda _sheet, row: self._deal(player, _joined(cards, homeless[0], row)))
            sheet.open()
        else:
            noted = tuple(note_number_card(card) for card in cards)
            self.page.change(start={**self.page.plan.start, player: noted})

    # -- The deck ------------------------------------------------------------------------------------------

    def _ask_deck(self) -> None:
        least = perfect_numbers.START_CARDS * self.page.plan.count + perfect_numbers.MARKET_CARDS
        NumberPad(
            title=_("Cards without the start card"),
            low=least,
            high=perfect_numbers.LARGEST_COUNT,
            number=self.page.options().get("deck", least),
            game="perfect_numbers",
            done=lambda deck: self.page.choose_option(deck=deck),
        ).open()


def _joined(cards: list[dict[str, Any]], joker: dict[str, Any], row: str) -> list[dict[str, Any]]:
    return [card | {"row": row} if card is joker else card for card in cards]


class PerladoraVariants(Variants):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._advanced = self.switch("perladora", "advanced")
        self._look = self.switch("perladora", "look_at_own")
        self._clans = OptionCard()
        self._clan_rows = Stack(spacing=0)
        self._deal = Factory.SecondaryButton(icon="dice-multiple")
        self._deal.bind(on_release=lambda _button: self._deal_clans())
        self._clans.add_widget(self._clan_rows)
        self._clans.add_widget(self._deal)
        self._farms = OptionCard()
        self._hint = Factory.Caption()
        self._board = FarmBoard()
        self._board.bind(
            on_move=lambda _board, farm, square: self._move_farm(farm, square),
            on_swap=lambda _board, farm, other: self._swap(farm, other),
        )
        self._pearls = Factory.SecondaryButton(icon="dice-multiple")
        self._pearls.bind(on_release=lambda _button: self._spread_pearls())
        self._unfold = Factory.GhostButton(game="perladora")
        self._unfold.bind(on_release=lambda _button: self._show_board())
        self._reset = Factory.GhostButton(game="perladora")
        self._reset.bind(on_release=lambda _button: self._as_usual())
        self._unfolded = False

    def parts(self, plan: Plan, options: Options) -> list[Widget]:
        advanced = bool(options.get("advanced"))
        self._advanced.text = _("Advanced game")
        self._advanced.secondary = _("Every clan has its power, and everyone a reinforcement.")
        self._advanced.active = advanced
        self._look.text = _("Look at your own divers")
        self._look.secondary = _(
            "Whether you may look again at divers you have placed. The rulebook advises not to."
        )
        self._look.active = bool(options.get("look_at_own"))
        self._show_clans(plan)
        self._show_farms(plan, options)
        return [self._advanced, *([self._clans] if advanced else []), self._look, self._farms]

    # -- Clans ---------------------------------------------------------------------------------------------

    def _show_clans(self, plan: Plan) -> None:
        self._clans.title = _("Clans")
        self._clans.text = _(
            "Dealt at random by the rules. Note who has which, and their powers can be tracked."
        )
        self._deal.text = _("Deal the clans")
        self._clan_rows.clear_widgets()
        for person in plan.people:
            clan = plan.clans.get(person.id)
            row = Factory.PressRow(
                text=person.name,
                name=True,
                colour=person.colour,
                value=word(clan) if clan in perladora.POWERS else _("unknown"),
                lip=(0, 0, 0, 0),
                padding=0,
            )
            row.bind(on_release=lambda _row, person=person: self._ask_clan(person))
            self._clan_rows.add_widget(row)

    def _ask_clan(self, person: Person) -> None:
        plan = self.page.plan
        sheet = ClanSheet(title=short(person.name))
        sheet.show(
            {clan: plan.person(player).name for player, clan in plan.clans.items() if player in plan.ids}
        )
        sheet.bind(on_choose=lambda _sheet, clan: self._give_clan(person.id, clan))
        sheet.open()

    def _give_clan(self, player: str, clan: str) -> None:
        """Whoever had it gets the other one in return, if there is one."""
        clans = dict(self.page.plan.clans)
        former = clans.pop(player, "")
        for other in [name for name, held in clans.items() if held == clan]:
            clans.pop(other)
            if former:
                clans[other] = former
        self.page.change(clans={**clans, player: clan})

    def _deal_clans(self) -> None:
        plan = self.page.plan
        dealt = self.page.rng.sample(list(perladora.POWERS), plan.count)
        self.page.change(clans=dict(zip(plan.ids, dealt, strict=True)))

    # -- Farms and pearls ----------------------------------------------------------------------------------

    def _show_farms(self, plan: Plan, options: Options) -> None:
        farms, piles = options.get("farms", USUAL_FARMS), options.get("piles", [])
        self._farms.title = _("Farms and pearls")
        self._farms.text = _("The piles can be placed at random for you: the picture shows where.")
        self._pearls.text = _("Place the pearls at random")
        self._unfold.text = _("My farms are elsewhere")
        self._reset.text = _("As usual, without pearls")
        self._board.farms, self._board.piles = farms, piles
        self._hint.text = _("Touch a farm, then the square where it belongs. It will be remembered.")
        for part in (self._pearls, self._hint, self._board, self._unfold, self._reset):
            self._farms.remove_widget(part)
        board = (self._hint, self._board) if self._unfolded else (self._unfold,)
        reset = (self._reset,) if piles or farms != USUAL_FARMS else ()
        for part in (self._pearls, *board, *reset):
            self._farms.add_widget(part)

    def _show_board(self) -> None:
        self._unfolded = True
        self.page.refresh()

    def _move_farm(self, farm: int, square: list[int]) -> None:
        farms = [list(other) for other in self._board.farms]
        farms[farm] = square
        self.page.choose_option(farms=farms if farms != USUAL_FARMS else None)

    def _swap(self, farm: int, other: int) -> None:
        piles = list(self._board.piles)
        piles[farm], piles[other] = piles[other], piles[farm]
        self.page.change(piles=tuple(piles))

    def _spread_pearls(self) -> None:
        self._board.picked = -1
        self.page.change(piles=tuple(self.page.rng.sample(perladora.PILES, perladora.FARMS)))

    def _as_usual(self) -> None:
        self._board.picked = -1
        self.page.change(piles=())
        self.page.choose_option(farms=None)


VARIANTS: dict[str, type[Variants]] = {
    "pearls": PearlsVariants,
    "coloretto": ColorettoVariants,
    "perfect_numbers": PerfectNumbersVariants,
    "perladora": PerladoraVariants,
}

kv.load(__name__)
