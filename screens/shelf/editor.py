"""Making a sheet: a name, how many play, rounds or not, and lines; what it does is counted at once.

Every change is kept as a draft, with the ones before it, so that nothing that was typed is lost and all of it
can be taken back.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from scoring import BLANK, Refusal
from scoring.own.game import PLAIN
from screens import kv
from screens.games.own.inputs import NumberRow
from screens.running import the_app
from screens.shelf.codes import problem
from screens.shelf.forms import (
    BY_KEY,
    FORMS,
    Blank,
    Form,
    add_line,
    defaults,
    double_line,
    drop_line,
    free_name,
    mark_line,
    move_line,
    read_numbers,
    read_scores,
    read_words,
    recover,
    replace_line,
)
from screens.shelf.trial import sample_count
from screens.translator import _
from screens.widgets.choices import Segmented, ToggleRow
from screens.widgets.fields import TextField
from screens.widgets.layout import Page, Stack
from screens.widgets.overlays import BottomSheet
from screens.widgets.surfaces import ListRow, PressRow
from screens.words.messages import sentence
from screens.words.telling import signed

OWN = BLANK[0]
DRAFT = "own game"
EMPTY: dict[str, Any] = {**PLAIN, "name": "", "ask": {}, "score": []}
MOST_UNDONE = 30
BEYOND_EDITING = {
    "field.missing", "field.not_an_object", "field.not_a_list",
    "own.not_rules", "own.newer_format", "own.too_large",
}  # fmt: skip
"""Why rules are refused that no form can show; everything else can be put right in the forms."""


def read_draft(draft: object) -> dict[str, Any] | None:
    """What was begun; None where not all of it can be shown."""
    if not isinstance(draft, dict) or not {"rules", "game_id", "before", "from"} <= draft.keys():
        return None
    steps = draft["before"]
    is_shown = isinstance(steps, list) and all(map(_can_be_edited, [draft["rules"], *steps]))
    return draft if is_shown and isinstance(draft["game_id"], str) else None


def _can_be_edited(rules: object) -> bool:
    if not isinstance(rules, dict) or not {"name", "players"} <= rules.keys():
        return False
    wrong = problem(rules)
    return wrong is None or wrong.key not in BEYOND_EDITING


class EditorPage(Page):
    name = StringProperty("")
    fewest = NumericProperty(2)
    most = NumericProperty(4)
    has_rounds = BooleanProperty(False)
    least_wins = BooleanProperty(False)
    can_undo = BooleanProperty(False)
    problem = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.rules, self._from = EMPTY, EMPTY
        self.game_id = ""
        self._before: list[dict[str, Any]] = []
        self._showing = False
        super().__init__(**kwargs)

    def arrive(self, rules: Any = None, game_id: str = "", **_given: Any) -> None:
        """Goes on with what was begun, unless another sheet is to be changed."""
        drafts = the_app().drafts
        draft = read_draft(drafts.get(DRAFT))
        if draft is None and drafts.get(DRAFT) is not None:
            drafts.correct(DRAFT, None)
        if draft is not None and rules in (None, draft["from"]):
            self.rules, self.game_id = draft["rules"], draft["game_id"]
            self._before, self._from = draft["before"], draft["from"]
        else:
            self._from = dict(EMPTY if rules is None else rules)
            self.rules, self.game_id, self._before = self._from, game_id, []
        self.ids.scroll.scroll_y = 1
        self.refresh()

    # -- Changing ------------------------------------------------------------------------------------------

    def change(self, rules: dict[str, Any]) -> None:
        if rules == self.rules:
            return
        self._before = [*self._before, self.rules][-MOST_UNDONE:]
        self.rules = rules
        self._keep_draft()
        self.refresh()

    def undo(self) -> None:
        if self._before:
            *self._before, self.rules = self._before
            self._keep_draft()
            self.refresh()

    def _keep_draft(self) -> None:
        draft = {
            "rules": self.rules,
            "game_id": self.game_id,
            "before": self._before,
            "from": self._from,
        }
        the_app().drafts.put(DRAFT, draft)

    def set_name(self, name: str) -> None:
        if not self._showing:
            self.change({**self.rules, "name": name.strip()})

    def set_players(self, fewest: float, most: float) -> None:
        if not self._showing:
            fewest, most = int(fewest), int(most)
            if fewest > most:
                fewest, most = (most, most) if fewest == self.fewest else (fewest, fewest)
            self.change({**self.rules, "players": [fewest, most]})

    def set_rounds(self, active: bool) -> None:
        if self._showing or active == ("rounds" in self.rules):
            return
        rules = {key: value for key, value in self.rules.items() if key not in ("rounds", "end")}
        rules["score"] = [{k: v for k, v in line.items() if k != "when"} for line in rules["score"]]
        self.change({**rules, "rounds": True} if active else rules)

    def set_least(self, active: bool) -> None:
        if not self._showing:
            rules = {key: value for key, value in self.rules.items() if key != "wins"}
            self.change({**rules, "wins": "least"} if active else rules)

    def set_end(self, score: float) -> None:
        if not self._showing:
            rules = {key: value for key, value in self.rules.items() if key != "end"}
            self.change({**rules, "end": {"score": int(score)}} if score else rules)

    # -- What is shown -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._showing = True
        self.name = self.rules["name"]
        self.ids.name.text = self.name
        self.fewest, self.most = self.rules["players"]
        self.has_rounds = "rounds" in self.rules
        self.least_wins = self.rules.get("wins") == "least"
        end = self.rules.get("end")
        self.ids.end.value = end.get("score", 0) if isinstance(end, dict) else 0
        self.can_undo = bool(self._before)
        self._show_lines()
        self._showing = False
        self.problem = ""

    def _show_lines(self) -> None:
        box, trial = self.ids.lines, self.ids.trial
        box.clear_widgets()
        trial.clear_widgets()
        result = sample_count({**self.rules, "name": self.rules["name"] or "…"})
        for at, line in enumerate(self.rules["score"]):
            found = recover(self.rules, line)
            told = _(found[0].title) if found else _("As it was written")
            row = PressRow(text=line["name"], secondary=told, game=OWN)
            row.bind(on_release=partial(self.open_line, at))
            box.add_widget(row)
        if result is None or not self.rules["score"]:
            return
        for seat, lines in enumerate(result.lines):
            told = "\n".join(f"{sentence(one)} = {signed(one.points)}" for one in lines)
            row = ListRow(
                text=_("Player {n}").format(n=seat + 1), secondary=told, value=signed(result.totals[seat])
            )
            trial.add_widget(row)

    # -- Lines ---------------------------------------------------------------------------------------------

    def add(self) -> None:
        ShapeSheet(title=_("What counts?"), done=self._new_line).open()

    def _new_line(self, form: Form) -> None:
        name = free_name(_(form.title), self.rules)
        LineSheet(page=self, at=-1, form=form, filled=defaults(form), name=name, title=_(form.title)).open()

    def open_line(self, at: int, _row: object = None) -> None:
        line = self.rules["score"][at]
        found = recover(self.rules, line)
        form, filled = found if found else (None, {})
        LineSheet(page=self, at=at, form=form, filled=filled, name=line["name"], title=line["name"]).open()

    # -- Done ----------------------------------------------------------------------------------------------

    def save(self) -> None:
        """On the shelf, and the draft is forgotten; what cannot be played is said, and stays a draft."""
        app = the_app()
        wrong = problem(self.rules)
        if not self.rules["name"]:
            self.problem = _("The game needs a name.")
        elif not self.rules["score"]:
            self.problem = _("At least one line has to count.")
        elif wrong:
            self.problem = sentence(wrong)
        else:
            self._save()
        if self.problem:
            app.snack(self.problem)

    def _save(self) -> None:
        app = the_app()
        self.game_id = self.game_id or str(uuid4())
        try:
            app.cupboard.save_game({"id": self.game_id, "rules": self.rules})
        except (OSError, Refusal):
            self.problem = _("This device did not allow the change to be saved.")
            return
        app.drafts.put(DRAFT, None)
        app.ways.replace("own_game", rules=self.rules, game_id=self.game_id)

    def discard(self) -> None:
        app, kept = the_app(), the_app().drafts.get(DRAFT)
        app.drafts.put(DRAFT, None)
        app.back()
        app.snack(_("Thrown away."), _("Undo"), lambda: _bring_back(kept))


def _bring_back(draft: Any) -> None:
    the_app().drafts.put(DRAFT, draft)
    the_app().ways.refresh()


class ShapeSheet(BottomSheet):
    """Ways of counting, told by what they do."""

    done = ObjectProperty(None)

    def on_kv_post(self, _base: object) -> None:
        for form in FORMS:
            row = PressRow(text=_(form.title), secondary=_(form.text), game=OWN)
            row.bind(on_release=partial(self._choose, form.key))
            self.ids.shapes.add_widget(row)

    def _choose(self, key: str, _row: object) -> None:
        self.close()
        self.done(BY_KEY[key])


class LineSheet(BottomSheet):
    """The blanks of a line. What is filled in holds when it is taken over."""

    page = ObjectProperty(None)
    at = NumericProperty(-1)
    form = ObjectProperty(None, allownone=True)
    filled = ObjectProperty({})
    name = StringProperty("")
    problem = StringProperty("")

    def on_kv_post(self, _base: object) -> None:
        rules = self.page.rules
        line = rules["score"][int(self.at)] if self.at >= 0 else {}
        self.filled = dict(self.filled)
        self._texts: dict[str, TextField] = {}
        for blank in self.form.blanks if self.form else ():
            self.ids.blanks.add_widget(self._widget(blank))
        self._minus, self._end = bool(line.get("minus")), line.get("when") == "end"
        marks = [("minus", _("Points off"), self._minus)]
        if "rounds" in rules:
            marks.append(("when", _("Only at the end"), self._end))
        for mark, text, active in marks:
            toggle = ToggleRow(text=text, active=active, game=OWN)
            toggle.bind(active=partial(self._mark, mark))
            self.ids.blanks.add_widget(toggle)

    def _mark(self, mark: str, _row: object, active: bool) -> None:
        if mark == "minus":
            self._minus = active
        else:
            self._end = active

    def _widget(self, blank: Blank) -> Any:
        value = self.filled[blank.name]
        if blank.sort == "number":
            low = 1 if blank.name == "per" else -1000
            return NumberRow(
                text=_(blank.label), value=value, low=low, high=10_000, changed=partial(self._put, blank.name)
            )
        if blank.sort == "yes":
            toggle = ToggleRow(text=_(blank.label), active=bool(value), game=OWN)
            toggle.bind(active=lambda _row, active: self._put(blank.name, active))
            return toggle
        if blank.sort == "ties":
            return self._ties(blank, str(value))
        return self._typed(blank, value)

    def _ties(self, blank: Blank, value: str) -> Stack:
        options = [
            ("all", _("All get it")),
            ("share", _("Share it")),
            ("pool", _("Share their places")),
            ("none", _("Get nothing")),
        ]
        choice = Segmented(options=options, value=value, game=OWN)
        choice.bind(value=lambda _choice, chosen: self._put(blank.name, chosen))
        box = LabelledBlank(text=_(blank.label))
        box.add_widget(choice)
        return box

    def _typed(self, blank: Blank, value: Any) -> Stack:
        if blank.sort == "scores":
            text = ", ".join(f"{choice} {points}" for choice, points in value)
        else:
            text = (", " if blank.sort == "words" else " ").join(str(one) for one in value)
        field = self._texts[blank.name] = TextField(text=text, longest=400)
        box = LabelledBlank(text=_(blank.label))
        box.add_widget(field)
        return box

    def _put(self, name: str, value: Any) -> None:
        self.filled[name] = value

    # -- Taking it over ------------------------------------------------------------------------------------

    def accept(self) -> None:
        if not self._read_texts():
            return
        page, name = self.page, " ".join(self.ids.name.text.split())
        if not name:
            self.problem = _("The line needs a name.")
            return
        rules = page.rules
        before = rules["score"][int(self.at)]["name"] if self.at >= 0 else ""
        if name != before:
            name = free_name(name, rules)
        at = int(self.at)
        if at < 0:
            rules = add_line(rules, self.form, name, self.filled)
            at = len(rules["score"]) - 1
        elif self.form is not None:
            rules = replace_line(rules, at, self.form, name, self.filled)
        rules = mark_line(rules, at, "minus", self._minus)
        rules = mark_line(rules, at, "when", "end" if self._end else "")
        self.close()
        page.change(rules)

    def _read_texts(self) -> bool:
        readers = {"numbers": read_numbers, "words": read_words, "scores": read_scores}
        for blank in self.form.blanks if self.form else ():
            if blank.name in self._texts:
                value = readers[blank.sort](self._texts[blank.name].text)
                if value is None:
                    self._texts[blank.name].problem = (
                        _("Numbers are needed here, such as 5 2 1.")
                        if blank.sort == "numbers"
                        else _("This cannot be read.")
                    )
                    return False
                self.filled[blank.name] = value
        return True

    def move(self, by: int) -> None:
        at, lines = int(self.at), len(self.page.rules["score"])
        if 0 <= at + by < lines:
            self.page.change(move_line(self.page.rules, at, at + by))
            self.at = at + by

    def double(self) -> None:
        self.close()
        self.page.change(double_line(self.page.rules, int(self.at)))

    def remove(self) -> None:
        self.close()
        self.page.change(drop_line(self.page.rules, int(self.at)))
        the_app().snack(_("The line is out."), _("Undo"), self.page.undo)


class LabelledBlank(Stack):
    text = StringProperty("")


kv.load(__name__)
