"""A round through every room of the packaged app, in every language, in a process of its own.

python -I tour.py APP PLAN REPORT

APP is the folder as it lies on the phone. Nothing of the project may be opened from anywhere else, and what
was opened is written to REPORT.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

PATIENCE = 2000
"""Frames after which something that does not come will not come."""


def is_python_s_own(path: str) -> bool:
    return path.startswith((sys.prefix, sys.base_prefix))


def listen(opened: set[str]) -> None:
    def hear(event: str, given: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(given[0], str | bytes):
            path = os.path.realpath(os.fsdecode(given[0]))
            if not is_python_s_own(path):
                opened.add(path)

    sys.addaudithook(hear)


def step(frames: int) -> None:
    from kivy.base import EventLoop

    for _ in range(frames):
        EventLoop.idle()


def open_door(today: str) -> Any:
    import main

    app = main.make_app()
    app.today = lambda: date.fromisoformat(today)
    app._run_prepare()
    for _ in range(PATIENCE):
        if app.history is not None:
            return app
        step(1)
    raise TimeoutError(f"the cupboard stays shut: {app.trouble}")


def seat_everybody(app: Any, people: list[dict[str, str]]) -> None:
    """As after the page with the seats, so that there is a table to lay."""
    from scoring import BOXES
    from screens.games.plan import as_json, draft_key, read_plan, seated
    from screens.words.people import Person

    for game in BOXES:
        plan = read_plan(game, None)
        for person in people[:2]:
            plan = seated(plan, Person(**person))
        app.drafts.put(draft_key(game), as_json(plan))


def ways(plan: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """For every screen, what it can be given."""
    from scoring import GAMES

    live = [{"session": session["id"]} for session in plan["sessions"] if not session["finished"]]
    past = [{"session": session["id"]} for session in plan["sessions"] if session["finished"]]
    games = [{"game": game} for game in GAMES]
    one: list[dict[str, Any]] = [{}]
    return {
        "home": one,
        "history": one,
        "players": one,
        "rules": games,
        "settings": one,
        "seats": games,
        "setup": games,
        "table": live,
        "count": live,
        "result": past,
        "edit": past,
        "quick": games,
        "session": past,
        "replay": past,
        "statistics": one,
        "player": [{"player": plan["players"][0]["id"]}],
        "data": one,
        "self_check": one,
        "shelf": one,
        "own_game": one,
        "editor": one,
        "shared": one,
        "about": one,
    }


def walk(app: Any, plan: dict[str, Any]) -> list[str]:
    from screens.navigation import SCREENS
    from screens.translator import LANGUAGES

    known = ways(plan)
    seen = []
    for number, language in enumerate(LANGUAGES):
        app.choose(language=language, reduced_motion=True)
        for name in SCREENS:
            # There are as many games as languages, so each game comes to every screen once.
            app.ways.restart(name, **known[name][number % len(known[name])])
            step(2)
            if app.ways.current.name != name:
                raise RuntimeError(f"asked for {name}, came to {app.ways.current.name}")
            seen.append(f"{language}/{name}")
    for name in SCREENS:
        for given in known[name][len(LANGUAGES) :]:
            app.ways.restart(name, **given)
            step(2)
    return seen


def open_what_lies_over_pages(app: Any) -> None:
    app.ways.restart("home")
    app.open("year")
    step(2)
    if not app.back():
        raise RuntimeError("a year that cannot be closed")
    app.net.wreck(at_home=False)


def read_the_licences(app: Any) -> None:
    app.ways.restart("about")
    for row in list(app.ways.page.ids.parts.children):
        row.dispatch("on_release")
        step(1)
        if not app.back():
            raise RuntimeError("a licence that cannot be closed")


def keep(app: Any, session: dict[str, Any]) -> None:
    """Saved, exported in every way, and read back."""
    app.save_session(session)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("json", "csv", "bgstats"):
            path = Path(folder) / f"export.{kind}"
            app.history.export(path, format=kind)
            if not path.stat().st_size:
                raise RuntimeError(f"nothing was exported as {kind}")
        app.history.merge(Path(folder) / "export.json")


def fonts() -> set[str]:
    """SDL opens fonts behind Python's back; Kivy knows which."""
    from kivy.core.text import LabelBase

    named = {str(Path(name).resolve()) for faces in LabelBase._fonts.values() for name in faces if name}
    return {path for path in named if not is_python_s_own(path)}


def visitors(site: str) -> list[str]:
    """The installed packages that were imported."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted({Path(file).relative_to(site).parts[0] for file in files if file and file.startswith(site)})


def main() -> None:
    app_folder, plan_path, report_path = (Path(given).resolve() for given in sys.argv[1:])
    plan = json.loads(plan_path.read_text(encoding="utf-8"))
    opened: set[str] = set()
    listen(opened)
    sys.path.insert(0, str(app_folder))

    app = open_door(plan["today"])
    for person in plan["players"]:
        app.history.save_player(person)
    for session in plan["sessions"]:
        app.save_session(session)
    seat_everybody(app, plan["players"])
    seen = walk(app, plan)
    read_the_licences(app)
    open_what_lies_over_pages(app)
    keep(app, plan["sessions"][0])
    for module in plan["modules"]:
        __import__(module)
    app.on_pause()
    app.on_resume()
    report = {
        "opened": sorted(opened | fonts()),
        "seen": seen,
        "visitors": visitors(plan["site"]),
    }
    app.dispatch("on_stop")
    report_path.write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main()
