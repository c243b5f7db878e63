"""One life of the app on a phone, in a process of its own: it finds what the life before left, does one thing
more, and is killed in the middle.

python -m tests.phone.life STEP, with PHONE_FILES set to the folder that the device keeps for the app
"""

from __future__ import annotations

import os
import signal
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from threading import Thread
from typing import Any

from tests.phone.jvm import become_android

NOT_ON_A_PHONE = {"tkinter", "curses", "readline", "distutils", "idlelib", "turtle", "pygame", "pip", "venv"}
WIDTH, HEIGHT = 1080, 2400
NAMES = 0x2001
"""The kind of keyboard on which every word begins with a capital, and which has suggestions."""
DENSITY, TEXT_SCALE = 2.625, 1.3
NOTCH, GESTURES = round(48 * DENSITY), round(24 * DENSITY)


class Missing(MetaPathFinder):
    """The modules of a desktop that no phone has."""

    def find_spec(self, name: str, *_: Any) -> None:
        if name.partition(".")[0] in NOT_ON_A_PHONE:
            raise ModuleNotFoundError(f"No module named {name!r} on this device", name=name)


def become_a_phone() -> Any:
    """The device, which has to live as long as the app."""
    sys.meta_path.insert(0, Missing())
    files = Path(os.environ["PHONE_FILES"])
    become_android(files)
    os.chdir(files / "app")
    os.environ.update(SDL_VIDEODRIVER="offscreen", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
    from kivy.config import Config

    from tests.phone.android import Device

    for name in ("maxfps", "vsync"):
        Config.set("graphics", name, "0")
    workshop = files.parent / f"around-{os.getpid()}"
    workshop.mkdir()
    device = Device(workshop)
    device.keeps_files_in(files)
    device.has_screen(DENSITY, WIDTH, HEIGHT)
    device.has_bars(0, NOTCH, 0, GESTURES)
    device.wishes("nl-BE", night=True, text_scale=TEXT_SCALE)
    device.has_service("vibrator", "android.os.Vibrator")
    return device


def switch_on() -> Any:
    """The app as main.py makes it: no folder, no language, no theme is given."""
    from kivy.base import EventLoop

    from main import make_app, prepare_kivy
    from tests.screens.driver import Driver

    prepare_kivy()
    EventLoop.ensure_window()
    EventLoop.window.size = WIDTH, HEIGHT
    app = make_app()
    app._run_prepare()
    ui = Driver(app)
    Driver.running = ui
    ui.wait(lambda: app.history is not None or app.trouble is not None)
    assert app.trouble is None, app.trouble
    app.choose(reduced_motion=True)
    ui.settle()
    return ui


def disturb(ui: Any) -> None:
    """What happens to an app on a table: memory runs short, a call comes, it is put away and taken up."""
    from kivy.core.window import Window

    before = (ui.screen, ui.texts())
    warning = Thread(target=Window.dispatch, args=("on_memorywarning",))
    warning.start()
    warning.join()
    ui.frames()
    assert ui.app.dispatch("on_pause"), "an app that does not allow a pause is ended"
    ui.app.dispatch("on_resume")
    ui.settle()
    assert (ui.screen, ui.texts()) == before


# -- What is done, step by step ---------------------------------------------------------------------------


def first_start(ui: Any) -> None:
    from kivy.metrics import Metrics, dp

    from screens.theme import theme
    from screens.translator import i18n

    assert (i18n.language, theme.dark) == ("nl", True)
    assert (Metrics.density, round(dp(48))) == (DENSITY, 126)
    assert abs(theme.text_body - 16 * DENSITY * TEXT_SCALE) < 1
    bar = ui.root.ids.nav
    assert ui.root.ids.stage.top <= HEIGHT - NOTCH
    assert all(item.y >= GESTURES for item in bar.children if item.height and hasattr(item, "text"))
    assert ui.app.folder == Path(os.environ["PHONE_FILES"])
    assert not ui.app.back(), "at home the device takes over"


def add(ui: Any, *names: str) -> None:
    field = ui.page.ids.name.field
    ui.tap(field)
    assert ui.device.keyboard == NAMES
    for name in names:
        ui.type(name)
        field.keyboard_on_key_down(None, (13, "enter"), None, [])
        ui.settle()


def seated(ui: Any) -> list[str]:
    return [row.person for row in ui.page.ids.seats.rows]


def sit_down(ui: Any) -> None:
    ui.tap("Pearls")
    add(ui, "Ada", "Bo")
    assert seated(ui) == ["Ada", "Bo"]


def seats_are_kept(ui: Any) -> None:
    ui.tap("Pearls")
    assert seated(ui) == ["Ada", "Bo"]
    add(ui, "Cleo")


def set_up(ui: Any) -> None:
    ui.tap("Pearls")
    assert seated(ui) == ["Ada", "Bo", "Cleo"]
    ui.app.go("setup", game="pearls")
    ui.settle()
    ui.tap(ui.all("CheckRow")[0])
    assert ui.all("CheckRow")[0].done


def ticks_are_kept(ui: Any) -> None:
    ui.app.go("seats", game="pearls")
    ui.app.go("setup", game="pearls")
    ui.settle()
    assert [row.done for row in ui.all("CheckRow")][:2] == [True, False]
    ui.page.start()
    ui.settle()
    ui.tap("Ada")
    assert ui.screen == "table"


def table_of(ui: Any) -> Any:
    (session,) = ui.app.history.live()
    ui.app.go("table", session=session["id"])
    ui.settle()
    return ui.page


def first_move(ui: Any) -> None:
    page = table_of(ui)
    assert len(page.live.moves) == 0
    ui.tap(page.panel.takes[2])
    assert [move["cards"] for move in page.live.moves] == [3]


def back_and_on(ui: Any) -> None:
    page = table_of(ui)
    assert [move["cards"] for move in page.live.moves] == [3]
    assert ui.back()
    assert ui.screen == "home"
    page = table_of(ui)
    ui.tap(page.panel.takes[0])
    ui.tap(page.panel.takes[1])
    assert len(page.live.moves) == 3
    page.undo()


def count(ui: Any) -> None:
    page = table_of(ui)
    assert [move["cards"] for move in page.live.moves] == [3, 1]
    ui.app.go("count", session=page.live.document["id"])
    ui.settle()
    assert ui.screen == "count"
    ui.page.focus_first()
    ui.settle()
    ui.tap(next(key for key in ui.all("PadButton") if key.text == "6"))


def finish(ui: Any) -> None:
    from screens.translator import _

    page = table_of(ui)
    ui.app.go("count", session=page.live.document["id"])
    ui.settle()
    assert ui.page.sheet["seats"][0]["pile"]["yellow"] == 6
    ui.page.finish()
    ui.settle()
    if ui.sees(_("Leave it so")):
        ui.tap(_("Leave it so"))
    assert ui.screen == "result"


def all_is_there(ui: Any) -> None:
    (session,) = ui.app.history.sessions()
    assert session["finished"]
    assert session["result"]["winners"] == [0]
    assert [player["name"] for player in session["players"]] == ["Ada", "Bo", "Cleo"]
    assert not len(ui.app.history.live())


STEPS = (
    first_start,
    sit_down,
    seats_are_kept,
    set_up,
    ticks_are_kept,
    first_move,
    back_and_on,
    count,
    finish,
    all_is_there,
)


def main() -> None:
    device = become_a_phone()
    ui = switch_on()
    ui.device = device
    step = STEPS[int(sys.argv[1])]
    disturb(ui)
    step(ui)
    assert device.calls()
    print(f"lived through {step.__name__}", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
