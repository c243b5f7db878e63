"""A demonstration without a display: an evening's table, drawn off-screen, every screen a picture.

python -m screens.demonstration            every screen, light and dark, in each language, small and large
python -m screens.demonstration FOLDER     the same, into that folder
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta, timezone
from itertools import product
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import NAMESPACE_DNS, uuid5

if TYPE_CHECKING:
    from screens.app import TablesideApp

DENSITY = 2
TODAY = date(2026, 11, 18)
PEOPLE = ("Ada", "Bo", "Cleo", "Dirk")
HERE = Path(__file__).resolve().parent.parent


class Look(NamedTuple):
    device: str = "phone"
    theme: str = "light"
    language: str = "en"
    text_scale: float = 1.0

    @property
    def folder(self) -> str:
        return f"{self.device}-{self.theme}-{self.language}-{self.text_scale:g}"


SIZES = {"phone": (412, 915), "tablet": (900, 1200)}
QUICK_LOOKS = (Look(), Look(theme="dark"))


def every_look() -> Iterator[Look]:
    from screens.translator import LANGUAGES  # noqa: PLC0415 - the environment comes first

    for device, theme, language, scale in product(SIZES, ("light", "dark"), LANGUAGES, (1.0, 1.6)):
        yield Look(device, theme, language, scale)


# -- An evening -------------------------------------------------------------------------------------------


def seat(name: str) -> dict[str, str]:
    return {"id": str(uuid5(NAMESPACE_DNS, f"{name}.tableside")), "name": name}


def moment(days_ago: int) -> datetime:
    evening = datetime(TODAY.year, TODAY.month, TODAY.day, 20, 14, tzinfo=timezone(timedelta(hours=1)))
    return evening - timedelta(days=days_ago)


def running(
    game: str, names: tuple[str, ...], days_ago: int, moves: tuple[dict[str, Any], ...]
) -> dict[str, Any]:
    from history.live import new_session  # noqa: PLC0415 - the environment comes first

    session = new_session(game, [seat(name) for name in names], 0, {}, moment(days_ago))
    stamped = [{**move, "at": 40 * place} for place, move in enumerate(moves)]
    return {**session, "id": str(uuid5(NAMESPACE_DNS, f"{game} {days_ago}")), "moves": stamped}


def finished(game: str, names: tuple[str, ...], days_ago: int, sheet: Mapping[str, Any]) -> dict[str, Any]:
    from scoring import GAMES  # noqa: PLC0415 - the environment comes first

    session = running(game, names, days_ago, ())
    result = GAMES[game].score(len(names), session["options"], sheet).as_json()
    end = (moment(days_ago) + timedelta(minutes=45)).isoformat(timespec="seconds")
    return {**session, "finished": end, "seconds": 2700, "sheet": dict(sheet), "result": result}


def take(cards: int) -> dict[str, Any]:
    return {"move": "take", "cards": cards}


COLORETTO: tuple[dict[str, Any], ...] = (
    {"move": "draw", "row": 0, "card": "green"},
    {"move": "draw", "row": 1, "card": "yellow"},
    {"move": "draw", "row": 0, "card": "pink"},
    {"move": "draw", "row": 1, "card": "plus2"},
    {"move": "take", "row": 1},
    {"move": "draw", "row": 2, "card": "joker"},
)

PERLADORA: tuple[dict[str, Any], ...] = (
    {"move": "diver", "square": [0, 0]},
    {"move": "pontoons", "count": 2, "lines": [[[0, 1], [0, 2]], [[1, 1], [1, 2]]]},
    {"move": "diver", "square": [2, 4]},
    {"move": "pontoons", "count": 2, "lines": [[[1, 0], [2, 0]], [[1, 1], [2, 1]]]},
    {"move": "diver", "square": [1, 0]},
    {"move": "diver", "square": [4, 4]},
    {"move": "pontoons", "count": 2, "lines": [[[2, 3], [2, 4]], [[3, 3], [3, 4]]]},
)

PERFECT_NUMBERS: tuple[dict[str, Any], ...] = (
    {"move": "take", "group": 0},
    {"move": "close", "seat": 0, "number": 3},
    {"move": "take", "group": 2},
)

PEARLS_SHEET: dict[str, Any] = {
    "seats": [
        {"pile": {"yellow": 9, "red": 6, "green": 4, "blue": 3, "wild": 4}, "necklaces": [6, 8], "hand": {}},
        {"pile": {"yellow": 7, "red": 5, "green": 5, "purple": 2}, "necklaces": [7], "hand": {"blue": 1}},
        {"pile": {"red": 6, "blue": 5, "turquoise": 4, "wild": 5}, "necklaces": [5, 9], "hand": {}},
        {"pile": {"yellow": 6, "green": 6, "purple": 2, "wild": 5}, "necklaces": [4], "hand": {"wild": 2}},
    ]
}


def sessions() -> list[dict[str, Any]]:
    return [
        running("pearls", ("Ada", "Bo", "Cleo"), 0, (take(3), take(2), take(4), take(1), take(2))),
        running("coloretto", ("Bo", "Cleo", "Dirk"), 1, COLORETTO),
        running("perladora", ("Ada", "Bo", "Cleo"), 1, PERLADORA),
        running("perfect_numbers", ("Dirk", "Ada"), 3, PERFECT_NUMBERS),
        finished("pearls", ("Ada", "Bo", "Cleo", "Dirk"), 4, PEARLS_SHEET),
        finished(
            "perfect_numbers", ("Ada", "Bo", "Cleo"), 2, {"seats": [{"points": p} for p in (41, 29, 36)]}
        ),
        finished("perfect_numbers", ("Ada", "Dirk"), 10, {"seats": [{"points": p} for p in (33, 33)]}),
    ]


def fill(folder: Path) -> None:
    from history import History  # noqa: PLC0415 - the environment comes first
    from screens.theme import PLAYER_COLOURS  # noqa: PLC0415 - the environment comes first

    with History.open(folder / "history") as history:
        for name, colour in zip(PEOPLE, PLAYER_COLOURS, strict=False):
            history.save_player({**seat(name), "colour": colour})
        for session in sessions():
            history.save(session)


# -- The round through the rooms --------------------------------------------------------------------------


def stops() -> dict[str, Callable[[TablesideApp], None]]:
    """What is photographed, in the order in which a person would see it."""
    from screens.theme import GAME_KEYS  # noqa: PLC0415 - the environment comes first

    shown: dict[str, Callable[[TablesideApp], None]] = {"home": lambda app: app.tab("home")}
    for game in GAME_KEYS:
        shown[f"seats-{game}"] = lambda app, game=game: app.go("seats", game=game)
        shown[f"setup-{game}"] = lambda app, game=game: app.go("setup", game=game)
        shown[f"rules-{game}"] = lambda app, game=game: app.go("rules", game=game)
    for place, session in enumerate(sessions()):
        game, session_id = session["game"], session["id"]
        if session["finished"] is None:
            shown[f"table-{game}"] = lambda app, key=session_id: app.go("table", session=key)
            shown[f"count-{game}"] = lambda app, key=session_id: app.go("count", session=key)
        else:
            shown[f"result-{game}-{place}"] = lambda app, key=session_id: app.go("result", session=key)
    for tab in ("history", "players"):
        shown[tab] = lambda app, tab=tab: app.tab(tab)
    shown["settings"] = lambda app: app.go("settings")
    return shown


def seat_the_evening(app: TablesideApp) -> None:
    """Ada, Bo and Cleo sit down to every game, so that there is a table to lay."""
    from screens.plan import Person, as_json, read_plan, seated  # noqa: PLC0415 - the environment comes first
    from screens.planning import draft_key  # noqa: PLC0415 - the environment comes first
    from screens.theme import GAME_KEYS, PLAYER_COLOURS  # noqa: PLC0415 - the environment comes first

    for game in GAME_KEYS:
        plan = read_plan(game, None)
        for name, colour in zip(PEOPLE[:3], PLAYER_COLOURS, strict=False):
            plan = seated(plan, Person(**seat(name), colour=colour))
        app.drafts.put(draft_key(game), as_json(plan))


class Studio:
    """The app in a window that nobody sees, stepped until it stands still."""

    def __init__(self, folder: Path) -> None:
        from screens.app import TablesideApp  # noqa: PLC0415 - the environment comes first

        fill(folder)
        self.app = TablesideApp(folder, today=lambda: TODAY)
        self.app._run_prepare()
        self.step(lambda: self.app.history is not None)
        seat_the_evening(self.app)

    def step(self, until: Callable[[], bool] = lambda: True, frames: int = 8, patience: float = 30) -> None:
        from kivy.base import EventLoop  # noqa: PLC0415 - the environment comes first

        end = monotonic() + patience
        while (frames := frames - 1) >= 0 or not until():
            if monotonic() > end:
                raise TimeoutError("the demonstration does not get on")
            EventLoop.idle()

    def dress(self, look: Look) -> None:
        from kivy.core.window import Window  # noqa: PLC0415 - the environment comes first

        width, height = SIZES[look.device]
        Window.size = width * DENSITY, height * DENSITY
        self.app.choose(
            theme=look.theme, language=look.language, text_scale=look.text_scale, reduced_motion=True
        )
        self.step()

    def shoot(self, visit: Callable[[TablesideApp], None], picture: Path) -> None:
        self.app.tab("home")
        visit(self.app)
        self.step()
        self.app.root.export_to_png(str(picture))

    def close(self) -> None:
        self.app.stop()


def photograph(folder: Path, looks: tuple[Look, ...] | None = None) -> int:
    """Pictures of every screen in every look; tells how many there are."""
    _go_off_screen()
    with tempfile.TemporaryDirectory() as home:
        studio = Studio(Path(home))
        taken = 0
        for look in looks or tuple(every_look()):
            studio.dress(look)
            place = folder / look.folder
            place.mkdir(parents=True, exist_ok=True)
            for name, visit in stops().items():
                studio.shoot(visit, place / f"{name}.png")
                taken += 1
        studio.close()
    return taken


def _go_off_screen() -> None:
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_METRICS_DENSITY=str(DENSITY),
    )
    from kivy.config import Config  # noqa: PLC0415 - the environment comes first

    for name, value in {"width": "824", "height": "1830", "maxfps": "0", "vsync": "0"}.items():
        Config.set("graphics", name, value)


def show_off_screen(folder: Path | None = None) -> None:
    """What the app does where there is no display."""
    place = folder or HERE / "build" / "demonstration"
    print("There is no display here: playing a demonstration off-screen.")
    taken = photograph(place, QUICK_LOOKS)
    print(f"{taken} pictures are in {place}")


def main() -> None:
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "build" / "screenshots"
    taken = photograph(place)
    print(f"{taken} pictures are in {place}")


if __name__ == "__main__":
    main()
