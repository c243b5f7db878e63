"""What the pages before the first move share: the plan of the table, kept after every change."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from scoring import BOXES
from screens.games.plan import (
    Plan,
    all_options,
    as_json,
    draft_key,
    learn_youngest,
    named_anew,
    read_elders,
    read_plan,
    remembered_options,
    tells_all,
    youngest,
)
from screens.running import the_app
from screens.stored import usual_options
from screens.widgets.layout import Page

ELDERS = "elders"


class PlanPage(Page):
    game = StringProperty("")
    plan = ObjectProperty(Plan(""))

    def __init__(self, **kwargs: Any) -> None:
        self.rng = random.Random()
        self._group: tuple[Any, ...] = ()
        self._last_time: dict[str, Any] = {}
        super().__init__(**kwargs)

    def take_up(self, game: str) -> None:
        """Goes on where the plan for this game was left."""
        self.game = game
        self._group = ()
        self.plan = self._up_to_date(self._read_plan())

    def _read_plan(self) -> Plan:
        key, drafts = draft_key(self.game), the_app().drafts
        draft = drafts.get(key)
        plan = read_plan(self.game, draft)
        if draft is not None and not tells_all(plan, draft):
            drafts.correct(key, as_json(plan))
        return plan

    def _elders(self) -> dict[str, list[str]]:
        drafts = the_app().drafts
        draft = drafts.get(ELDERS)
        elders = read_elders(draft)
        if draft is not None and elders != draft:
            drafts.correct(ELDERS, elders)
        return elders

    def change(self, **fields: Any) -> None:
        """Changes the plan, keeps it, and shows it."""
        self.put(replace(self.plan, **fields))

    def lay(self, **laid: Any) -> None:
        """Changes what is laid out."""
        self.change(laid={**self.plan.laid, **laid})

    def put(self, plan: Plan) -> None:
        self.plan = self._with_starter(plan)
        self.keep()
        self.refresh()

    def keep(self) -> None:
        the_app().drafts.put(draft_key(self.game), as_json(self.plan))

    def choose_starter(self, player_id: str) -> None:
        """Remembers who is youngest where that is why they begin."""
        if self.plan.way == "book" and BOXES[self.game].youngest_begins:
            elders = learn_youngest(player_id, self.plan.ids, self._elders())
            the_app().drafts.put(ELDERS, elders)
        self.change(starter=player_id)

    def options(self) -> dict[str, Any]:
        app = the_app()
        if app.history is None:
            return all_options(self.plan, {})
        return all_options(self.plan, self._remembered(app.history, usual_options(app.settings)))

    def _remembered(self, history: Any, usual: dict[str, object]) -> dict[str, Any]:
        """Read once for each group: nothing is played while somebody plans."""
        group = self.game, self.plan.ids, usual
        if group != self._group:
            self._last_time = remembered_options(self.game, self.plan.ids, history, usual)
            self._group = group
        return self._last_time

    def open_rules(self) -> None:
        players = self.plan.count if not self.plan.missing else 0
        options = self.options() if players else {}
        the_app().open("rules", game=self.game, players=players, options=options)

    def _with_starter(self, plan: Plan) -> Plan:
        if plan.starter in plan.ids or plan.way != "book" or not BOXES[self.game].youngest_begins:
            return plan
        return replace(plan, starter=youngest(plan.ids, self._elders()))

    def _up_to_date(self, plan: Plan) -> Plan:
        history = the_app().history
        if history is None:
            return plan
        same = {player: history.same_player(player) for player in plan.ids}
        return self._with_starter(named_anew(plan, history.names(), same))
