"""Whatever lies in the files: any document that the history accepts, any draft, any settings.

Every screen opens, is touched and left, and nothing falls: here there is no net. TABLESIDE_STRANGE multiplies
the cases.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from history.document import InvalidDocument, read_session
from history.journal import NotSaved
from history.live import LiveTable
from scoring import GAMES
from screens.count.taken_up import as_far_as_read
from screens.games.plan import as_json, draft_key, new_person, read_plan, seated, tells_all
from screens.navigation import TABS
from screens.stored import Drafts, Settings, read_settings, write_settings
from tests.history.hostile import accepted_sessions, any_json, plain_json, spoiled
from tests.screens.driver import QUIET, Driver
from tests.screens.tables import NAMES, STARTED, document, play_out
from tests.screens.test_monkey import tap_something

TIMES = int(os.environ.get("TABLESIDE_STRANGE", "1"))
AT_ONCE = 3
"""Strange sessions in one history."""

Document = dict[str, Any]


def cases(number: int) -> Callable[[Any], Any]:
    """As many of them, the same ones every time."""
    return settings(
        max_examples=number * TIMES,
        phases=[Phase.explicit, Phase.generate],
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


# -- What may lie there -----------------------------------------------------------------------------------


def _good_sessions() -> Iterator[Document]:
    """Running, being counted and counted, of every game."""
    for number, game in enumerate(GAMES):
        played = play_out(game, GAMES[game].fewest, 1, True)
        running = document(game, played, min(12, len(played.moves)))
        live = LiveTable(running, lambda _document: None)
        counting = {**running, "sheet": live.prefilled_sheet()}
        result = live.count(counting["sheet"]).as_json()
        counted = {**counting, "result": result, "finished": STARTED.isoformat()}
        for place, session in enumerate((running, counting, counted)):
            yield {**session, "id": str(UUID(int=10 * number + place))}


GOOD: list[Document] = json.loads(json.dumps(list(_good_sessions())))
SHEETS = [session for session in GOOD if session["sheet"]]
PARTS = ("sheet", "options", "moves", "result", "players")


@st.composite
def spoiled_sessions(draw: st.DrawFn) -> Document:
    session = dict(draw(st.sampled_from(GOOD)))
    for part in draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=2, unique=True)):
        try:
            session = read_session({**session, part: draw(spoiled(session[part]))})
        except InvalidDocument:
            continue
    return session


strange_sessions = st.lists(
    spoiled_sessions() | spoiled_sessions() | accepted_sessions(),
    min_size=AT_ONCE,
    max_size=AT_ONCE,
    unique_by=lambda session: session["id"],
)


@st.composite
def strange_drafts(draw: st.DrawFn, session: Document) -> Document:
    """As the app keeps them, with something wrong in each of them."""
    game, own = session["game"], session["id"]
    people = [player["id"] for player in session["players"]]
    good = {
        draft_key(game): plan_for(game, session),
        "elders": {people[0]: people[1:]},
        f"count {own}": {"sheet": session["sheet"] or {}, "options": session["options"]},
        f"remark {own}": ["Bruges", "rain"],
    }
    return {name: draw(spoiled(draft)) for name, draft in good.items()}


def plan_for(game: str, session: Document) -> Any:
    plan = read_plan(game, None)
    for name in NAMES[: GAMES[game].fewest]:
        plan = seated(plan, new_person(name))
    laid = {"removed": ["red"], "start": {plan.ids[0]: ["red"]}, "clans": {plan.ids[0]: "sand"}, "piles": [5]}
    told = {**as_json(plan), **laid, "starter": plan.ids[0], "typed": "Di", "options": session["options"]}
    return json.loads(json.dumps(as_json(read_plan(game, json.loads(json.dumps(told))))))


# -- On the glass -----------------------------------------------------------------------------------------


def look_around(ui: Driver, rng: Random) -> None:
    """Touches something, twice, and goes home."""
    ui.frames(3)
    for _ in range(2):
        tap_something(ui, rng)
    for _ in range(40):
        if ui.screen == "home" and not ui.root.overlays:
            return
        ui.app.back()
        ui.frames(1)
    raise AssertionError(f"there is no way home from {ui.screen}: {ui.texts()}")


def visit(ui: Driver, rng: Random, name: str, **given: Any) -> None:
    ui.app.tab(name) if name in TABS else ui.app.go(name, **given)
    look_around(ui, rng)


@cases(2)
@given(sessions=strange_sessions, seed=st.integers(0, 10**6))
def test_whatever_the_history_accepts_is_shown(ui: Driver, sessions: list[Document], seed: int) -> None:
    rng = Random(seed)
    for session in sessions:
        ui.app.history.save(session)
    ui.app.rise()
    visit(ui, rng, "home")
    visit(ui, rng, "history")
    odd = rng.choice(sessions)
    visit(ui, rng, "statistics", game=odd["game"])
    visit(ui, rng, "player", player=odd["players"][0]["id"])
    for session in sessions:
        visit(ui, rng, "session", session=session["id"])
        for page in ("table", "count"):
            ui.app.open_table(page, session["id"])
            look_around(ui, rng)
    for session in ui.app.history.sessions():
        ui.app.history.delete(session["id"])


@cases(4)
@given(session=st.sampled_from(GOOD), data=st.data(), seed=st.integers(0, 10**6))
def test_whatever_is_in_a_draft(ui: Driver, session: Document, data: st.DataObject, seed: int) -> None:
    rng, game, own = Random(seed), session["game"], session["id"]
    ui.app.history.save(session)
    ui.app.rise()
    (ui.app.folder / "draft.json").write_text(json.dumps(data.draw(strange_drafts(session))))
    ui.app.drafts = Drafts(ui.app.folder / "draft.json", ui.app._tell_set_aside)
    visit(ui, rng, "seats", game=game)
    visit(ui, rng, "setup", game=game)
    visit(ui, rng, "session", session=own)
    ui.app.open_table("count", own)
    look_around(ui, rng)


def test_what_cannot_be_read_in_a_draft_is_set_aside_and_said(ui: Driver) -> None:
    session = next(session for session in GOOD if session["game"] == "pearls" and session["sheet"])
    first, second = session["sheet"]["seats"]
    spoilt = {"sheet": {"seats": [{**first, "hand": "full"}, {**second, "pile": {"red": 4}}]}, "options": 7}
    ui.app.history.save(session)
    ui.app.drafts.put(f"count {session['id']}", spoilt)
    ui.app.open_table("count", session["id"])
    ui.settle()
    assert ui.page.sheet["seats"] == [first, {**second, "pile": {"red": 4}}]
    assert ui.page.options == session["options"]
    assert ui.sees("damaged-draft.json")
    aside = json.loads((ui.app.folder / "damaged-draft.json").read_text())
    assert aside == {f"count {session['id']}": spoilt}


def test_what_cannot_be_set_aside_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = Drafts(tmp_path / "draft.json")
    drafts.put("elders", 7)
    drafts.save()
    with monkeypatch.context() as full_disk:
        full_disk.setattr("history.journal.write_file", refuse)
        drafts.correct("elders", {})
    assert drafts.get("elders") == 7
    drafts.correct("elders", {})
    assert drafts.get("elders") == {}
    assert json.loads((tmp_path / "damaged-draft.json").read_text()) == {"elders": 7}


def test_half_a_character_stops_no_draft_from_being_saved(tmp_path: Path) -> None:
    (tmp_path / "draft.json").write_text(r'{"typed": "Ada \udee7", "whole": "\ud83d\ude00"}')
    drafts = Drafts(tmp_path / "draft.json")
    drafts.put("more", "\udee7")
    drafts.save()
    again = Drafts(tmp_path / "draft.json")
    assert (again.get("typed"), again.get("whole"), again.get("more")) == ("Ada \ufffd", "😀", "?")


def refuse(*_given: object) -> None:
    raise NotSaved("history.disk_full")


def test_a_score_sheet_from_elsewhere_is_read_as_far_as_it_goes(ui: Driver) -> None:
    session = next(session for session in GOOD if session["game"] == "pearls" and session["sheet"])
    strange = {**session, "result": None, "finished": None, "sheet": {"seats": "none"}}
    ui.app.history.save(strange)
    ui.app.open_table("count", session["id"])
    ui.settle()
    assert ui.sees("Part of this score sheet could not be read.")
    ui.back()
    assert ui.app.history.get(session["id"])["sheet"] == {"seats": "none"}, "looking at it changes nothing"


# -- By the thousand --------------------------------------------------------------------------------------


@cases(150)
@given(session=st.sampled_from(SHEETS), data=st.data())
def test_any_sheet_is_read_as_far_as_it_goes(session: Document, data: st.DataObject) -> None:
    game, seats, options = GAMES[session["game"]], len(session["players"]), session["options"]
    tracked = game.sheet(game.start(seats, options, 0))
    sheet = data.draw(spoiled(session["sheet"]) | any_json)
    kept = as_far_as_read(session["game"], seats, options, sheet, tracked)
    game.score(seats, options, kept, force=True)
    assert as_far_as_read(session["game"], seats, options, kept, tracked) == kept


@cases(150)
@given(session=st.sampled_from(GOOD), data=st.data())
def test_any_plan_is_read_as_far_as_it_goes(session: Document, data: st.DataObject) -> None:
    good = plan_for(session["game"], session)
    assert tells_all(read_plan(session["game"], good), good)
    plan = read_plan(session["game"], data.draw(spoiled(good) | any_json))
    assert read_plan(session["game"], json.loads(json.dumps(as_json(plan)))) == plan


def plain_settings(folder: Path) -> Document:
    write_settings(folder / "good.json", QUIET)
    kept: Document = json.loads((folder / "good.json").read_text())
    return kept


@cases(100)
@given(data=st.data())
def test_any_settings_are_read_as_far_as_they_go(tmp_path: Path, data: st.DataObject) -> None:
    good = plain_settings(tmp_path)
    changed = data.draw(st.dictionaries(st.sampled_from(sorted(good)), plain_json, max_size=2))
    file, told = tmp_path / "settings.json", list[Path]()
    file.write_text(json.dumps({**good, **changed}))
    found = read_settings(file, told.append)
    write_settings(tmp_path / "again.json", found)
    again = json.loads((tmp_path / "again.json").read_text())
    assert all(again[name] == value for name, value in good.items() if name not in changed)
    assert bool(told) == any(json.dumps(again[name]) != json.dumps(value) for name, value in changed.items())
    assert all(aside.read_bytes() == file.read_bytes() for aside in told)


@pytest.mark.parametrize("content", ["[]", "7", '"x"', "{", "null", '{"theme": 3}'])
def test_settings_that_are_none_are_set_aside_and_said(launch: Any, tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content)
    ui = launch(settings=None)
    assert ui.sees("damaged-settings.json")
    assert (tmp_path / "damaged-settings.json").read_text() == content
    assert ui.app.settings == Settings()
