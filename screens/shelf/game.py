"""A game of one's own: what it counts, with a sample; to play it, count it, change it and hand it on."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from history.interchange import id_of_rules
from history.live import new_session
from scoring import BLANK, Message, Refusal
from screens import kv
from screens.games.plan import Plan, as_json, draft_key
from screens.running import the_app
from screens.shelf.codes import as_code, problem
from screens.shelf.page import range_told
from screens.shelf.samples import SAMPLES, in_words
from screens.shelf.trial import sample_count
from screens.translator import _
from screens.widgets.layout import Page, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.qr import modules
from screens.widgets.surfaces import ListRow
from screens.widgets.tiles import Tile
from screens.words.messages import sentence
from screens.words.people import nameless
from screens.words.telling import signed

OWN = BLANK[0]


def sample_lines(rules: dict[str, Any]) -> list[tuple[str, str]]:
    """Every line of the sheet, with what it brings somebody in a sample."""
    result = sample_count(rules)
    if result is None:
        return []
    told = []
    for name in dict.fromkeys(line["name"] for line in rules["score"]):
        lines = [line for seat in result.lines for line in seat if line.part == name]
        if lines:
            text = sentence(Message(lines[0].key, lines[0].args))
            told.append((text, signed(lines[0].points)))
        else:
            told.append((name, "0"))
    return told


class OwnGamePage(Page):
    title = StringProperty("")
    players = StringProperty("")
    facts = StringProperty("")
    kept = BooleanProperty(False)
    problem = StringProperty("")
    rules: dict[str, Any]

    def arrive(self, rules: Any = None, game_id: str = "", **_given: Any) -> None:
        if game_id and (history := the_app().history):
            known = [game for game in history.games() if game["id"] == game_id]
            rules = known[0]["rules"] if known else rules
        self.rules, self.game_id = in_words(SAMPLES[0]) if rules is None else rules, game_id
        self.ids.scroll.scroll_y = 1
        self.refresh()

    def refresh(self) -> None:
        rules = self.rules
        self.kept = bool(self.game_id)
        wrong = problem(rules)
        self.problem = sentence(wrong) if wrong else ""
        self.title = rules["name"]
        self.players = range_told(rules)
        self.facts = " · ".join(self.facts_of(rules))
        box = self.ids.lines
        box.clear_widgets()
        for text, points in sample_lines(rules):
            box.add_widget(ListRow(text=text, value=points))
        self._show_counts(rules)

    @staticmethod
    def facts_of(rules: dict[str, Any]) -> list[str]:
        told = [_("Round by round") if "rounds" in rules else _("Counted once, at the end")]
        if rules.get("wins") == "least":
            told.append(_("Fewest points win"))
        if rules.get("teams"):
            told.append(_("Partners sit across"))
        score = rules["end"].get("score") if isinstance(rules.get("end"), dict) else None
        if score is not None:
            told.append(_("Ends at {n}").format(n=score))
        return told

    def _show_counts(self, rules: dict[str, Any]) -> None:
        box = self.ids.counts
        box.clear_widgets()
        for players in range(rules["players"][0], rules["players"][1] + 1):
            tile = Tile(text=str(players), game=OWN)
            tile.bind(on_release=lambda tile: self.count(int(tile.text)))
            box.add_widget(tile)

    # -- Playing -------------------------------------------------------------------------------------------

    def play(self) -> None:
        app = the_app()
        plan = Plan(OWN, options={"rules": self.rules})
        app.drafts.put(draft_key(OWN), as_json(plan))
        app.go("seats", game=OWN)

    def count(self, players: int) -> None:
        """Straight to the score sheet, for people without names."""
        app = the_app()
        if app.history is None:
            app.snack(_("The history is not open yet."))
            return
        seats = [{"id": str(uuid4()), "name": nameless(seat)} for seat in range(players)]
        session = new_session(OWN, seats, 0, {"rules": self.rules}, app.now())
        app.sit_at(session["id"], session)
        app.go("count", session=session["id"])

    # -- The shelf -----------------------------------------------------------------------------------------

    def put_on_shelf(self) -> None:
        app = the_app()
        try:
            app.cupboard.save_game({"id": id_of_rules(self.rules), "rules": self.rules})
        except (OSError, Refusal):
            app.snack(_("This device did not allow the change to be saved."))
            return
        self.game_id = id_of_rules(self.rules)
        self.refresh()
        app.snack(_("{name} is on the shelf.").format(name=self.title))

    def edit(self) -> None:
        the_app().go("editor", rules=self.rules, game_id=self.game_id)

    def double(self) -> None:
        copy = {**self.rules, "name": _("{name}, changed").format(name=self.title)[:60]}
        the_app().go("editor", rules=copy, game_id="")

    def delete(self) -> None:
        app, name = the_app(), self.game_id
        app.cupboard.delete_game(name)
        app.back()
        app.snack(
            _("{name} is gone from the shelf.").format(name=self.title), _("Undo"), lambda: _restore(name)
        )

    # -- Handing it on -------------------------------------------------------------------------------------

    def share(self) -> None:
        OwnShareSheet(title=_("Share"), rules=self.rules).open()


def _restore(game_id: str) -> None:
    app = the_app()
    app.cupboard.restore_game(game_id)
    app.ways.refresh()


class PaperSheet(Stack):
    """A sheet for people without the app: a row for each line, and a column for each of them to fill in."""

    title = StringProperty("")
    facts = StringProperty("")
    heads = ListProperty([])
    rows = ListProperty([])


PENCILS = 6
"""As many columns have room on paper."""
UNTIL_LAID_OUT = 0.3


def paper_sheet(rules: dict[str, Any]) -> PaperSheet:
    columns = min(PENCILS, rules["players"][1])
    lines = [text for text, _points in sample_lines(rules)]
    return PaperSheet(
        title=rules["name"],
        facts=" · ".join([range_told(rules), *OwnGamePage.facts_of(rules)]),
        heads=["", *(str(number + 1) for number in range(columns))],
        rows=[[line, *[" "] * columns] for line in [*lines, _("Total")]],
    )


class OwnShareSheet(BottomSheet):
    """As a code, as a picture, as a file, or as text."""

    rules = ObjectProperty({})
    code = StringProperty("")
    lines = ListProperty([])

    def show_code(self) -> None:
        code = as_code(self.rules)
        if modules(code) is None:
            the_app().snack(_("These rules are too long for one code. Share the file."))
            return
        self.code = code

    def share_picture(self) -> None:
        """Layouts find their sizes within a few frames; only then is the sheet painted."""
        paper = paper_sheet(self.rules)
        Clock.schedule_once(lambda _passed: self._paint(paper), UNTIL_LAID_OUT)

    def _paint(self, paper: PaperSheet) -> None:
        with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
            path = Path(folder) / f"{self._file_name()}.png"
            paper.export_to_png(str(path))
            the_app().sharing.share_file(path, "image/png", self.rules["name"], self._done)

    def _file_name(self) -> str:
        letters = [letter for letter in self.rules["name"] if letter.isalnum() or letter == " "]
        return "".join(letters) or "game"

    def share_file(self) -> None:
        name = self.rules["name"]
        with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
            path = Path(folder) / f"{self._file_name()}.json"
            path.write_text(json.dumps(self.rules, ensure_ascii=False, indent=1), "utf-8")
            the_app().sharing.share_file(path, "application/json", name, self._done)

    def share_text(self) -> None:
        the_app().sharing.share_text(as_code(self.rules), self.rules["name"], self._done)

    def _done(self, outcome: Any) -> None:
        if isinstance(outcome, OSError):
            the_app().snack(_("That could not be shared."))
        else:
            self.close()


kv.load(__name__)
