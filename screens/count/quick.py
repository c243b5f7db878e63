"""Just count: a game and a number of players, and the score sheet is open. Names can come later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from history.live import new_session
from scoring import BOXES, Refusal
from screens.games import FACES
from screens.games.plan import LONGEST_NAME, fitting, remembered_options
from screens.running import the_app
from screens.stored import usual_options
from screens.theme import PLAYER_COLOURS
from screens.translator import _
from screens.widgets.choices import Chip, ToggleRow
from screens.widgets.layout import Page, Row
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import Card
from screens.widgets.tiles import Tile
from screens.words.messages import game_name
from screens.words.people import alike, is_nameless, nameless, tidy
from screens.words.telling import short

OFFERED_PLAYERS = 12


# -- The page ---------------------------------------------------------------------------------------------


class QuickCard(Card):
    """A game and one tile for each number of players: a touch says both."""

    game = StringProperty("")
    text = StringProperty("")
    __events__ = ("on_players",)

    def on_kv_post(self, _base: object) -> None:
        box = BOXES[self.game]
        self.ids.tiles.fewest = self.ids.tiles.most = box.most - box.fewest + 1
        for players in range(box.fewest, box.most + 1):
            tile = Tile(text=str(players), game=self.game)
            tile.bind(on_release=lambda tile: self.dispatch("on_players", int(tile.text)))
            self.ids.tiles.add_widget(tile)
        usual = FACES[self.game].words.USUAL
        self.asked = {name: found.before_counting for name, found in usual.items() if found.before_counting}
        self.switches = {option: ToggleRow(game=self.game) for option in self.asked}
        for switch in self.switches.values():
            self.add_widget(switch)

    def say(self) -> None:
        self.text = game_name(self.game)
        for option, (text, secondary) in self.asked.items():
            self.switches[option].text, self.switches[option].secondary = _(text), _(secondary)

    @property
    def chosen(self) -> dict[str, bool]:
        return {option: switch.active for option, switch in self.switches.items()}

    def on_players(self, players: int) -> None:
        pass


class QuickPage(Page):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for game in BOXES:
            card = QuickCard(game=game)
            card.bind(on_players=lambda card, players: self.begin(card.game, players, card.chosen))
            self.ids.games.add_widget(card)

    def refresh(self) -> None:
        for card in self.ids.games.children:
            card.say()

    def begin(self, game: str, players: int, chosen: Mapping[str, bool]) -> None:
        """A session of people without names; it is kept from the first number on."""
        app = the_app()
        if app.history is None:
            app.snack(_("The history is not open yet."))
            return
        remembered = remembered_options(game, (), app.history, usual_options(app.settings))
        ids = [str(uuid4()) for _seat in range(players)]
        seats = [{"id": one, "name": nameless(seat), "guest": True} for seat, one in enumerate(ids)]
        options = fitting(game, players, FACES[game].setup.options({**remembered, **chosen}, {}, ids))
        session = new_session(game, seats, None, options, app.now())
        app.sit_at(session["id"], session)
        app.ways.replace("count", session=session["id"])


# -- Names that come later --------------------------------------------------------------------------------


class SeatName(Row):
    """One seat and the name of whoever sits there."""

    seat = NumericProperty(0)
    name = StringProperty("")
    longest = LONGEST_NAME


class NamesSheet(BottomSheet):
    """Gives the seats of a session their names; `done` is called when they have changed."""

    live = ObjectProperty(None)
    done = ObjectProperty(None)
    game = StringProperty("")
    rows = ListProperty([])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(title=_("Who played?"), **kwargs)

    def on_kv_post(self, _base: object) -> None:
        self.game = self.live.document["game"]
        self.profiles = the_app().cupboard.players(archived=False)
        self.rows = [
            SeatName(seat=seat, name="" if self._is_nameless(seat, player) else player["name"])
            for seat, player in enumerate(self.live.document["players"])
        ]
        for row in self.rows:
            self.ids.seats.add_widget(row)
            row.ids.field.bind(text=lambda *_args: self._show_known())
        self._show_known()

    @staticmethod
    def _is_nameless(seat: int, player: Mapping[str, str]) -> bool:
        return is_nameless(seat, player, the_app().cupboard)

    @property
    def typed(self) -> list[str]:
        return [tidy(row.ids.field.text) for row in self.rows]

    def _show_known(self) -> None:
        """Those who do not sit here yet; a touch puts them on the first seat without a name."""
        box = self.ids.known
        box.clear_widgets()
        if all(self.typed):
            return
        free = [
            profile["name"]
            for profile in self.profiles
            if not any(alike(profile["name"], name) for name in self.typed)
        ]
        for name in free[:OFFERED_PLAYERS]:
            chip = Chip(text=short(name), icon="plus", game=self.game)
            chip.bind(on_release=lambda _chip, name=name: self.seat(name))
            box.add_widget(chip)

    def seat(self, name: str) -> None:
        row = next(row for row in self.rows if not tidy(row.ids.field.text))
        row.ids.field.text = name

    def accept(self) -> None:
        """Nothing is changed while two seats have the same name."""
        for seat, row in enumerate(self.rows):
            twice = any(self.typed[seat] and alike(self.typed[seat], name) for name in self.typed[:seat])
            row.ids.field.problem = (
                _("Somebody with that name is already at the table. Add a letter to tell them apart.")
                if twice
                else ""
            )
        if any(row.ids.field.problem for row in self.rows):
            return
        before = self.live.document["players"]
        players = [self._player(seat, player) for seat, player in enumerate(before)]
        self.live.update(players=players)
        self.close()
        self.done()

    def _player(self, seat: int, before: Mapping[str, str]) -> dict[str, str]:
        """Somebody known, or somebody new; a seat that stays empty keeps what it had."""
        name = self.typed[seat]
        if not name or name == before["name"]:
            return dict(before)
        history = the_app().cupboard
        known = next((profile for profile in history.players() if alike(profile["name"], name)), None)
        if known:
            return {"id": known["id"], "name": known["name"]}
        fresh = {"id": before["id"] if self._is_nameless(seat, before) else str(uuid4()), "name": name}
        try:
            history.save_player({**fresh, "colour": list(PLAYER_COLOURS)[seat % len(PLAYER_COLOURS)]})
        except (OSError, Refusal):
            the_app().snack(_("There is no room on this device to save that name."))
        return fresh
