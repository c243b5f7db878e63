"""Who won, and why: the ranking, every tie-break in words, and where every point came from."""

from __future__ import annotations

from random import Random
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from scoring import box_of
from screens.games.plan import as_json, draft_key, next_plan
from screens.result.outcome import earlier_counts
from screens.result.remark import RemarkedPage
from screens.result.share import as_speech, story
from screens.result.words import trusted_result
from screens.running import the_app
from screens.theme import theme
from screens.words.messages import name_of
from screens.words.telling import short


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


class ResultPage(RemarkedPage):
    title = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.live: Any = None
        self._celebrated = ""
        self.outcome = self.ids.outcome.__self__

    def arrive(self, session: str = "", fresh: bool = False, **_given: Any) -> None:
        live = the_app().sit_at(session)
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
        if told := story(self.document, the_app().cupboard):
            the_app().speak(as_speech(told))
        if the_app().settings.celebration and not theme.reduced_motion:
            Clock.schedule_once(lambda _passed: self.ids.confetti.fall(), 0.3)

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = self.live.document
        return document

    def refresh(self) -> None:
        if self.live is None or self.document["result"] is None:
            return
        document = self.document
        self.game, self.title = box_of(document).key, name_of(document)
        self.place, self.note = document["place"], document["note"]
        remark = " · ".join(filter(None, (self.place, self.note)))
        names = [short(player["name"]) for player in document["players"]]
        trusted = {**document, "result": trusted_result(document)}
        self.outcome.show(trusted, names, [remark, earlier_counts(document)])

    # -- What can be done ----------------------------------------------------------------------------------

    def open_names(self) -> None:
        the_app().open("names", live=self.live, done=self.refresh)

    def edit(self) -> None:
        the_app().go("count", session=self.document["id"])

    def share(self) -> None:
        the_app().open("share", session=self.document["id"])

    def again(self) -> None:
        """The same people at a new table; a group without names counts the next game right away."""
        app = the_app()
        plan = next_plan(self.document, app.history)
        if not plan.people:
            app.ways.restart("quick")
            return
        app.drafts.put(draft_key(plan.game), as_json(plan))
        app.ways.restart("seats", game=plan.game)

    def done(self) -> None:
        the_app().tab("home")
