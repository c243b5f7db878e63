"""The door: starts the app. Without a display it plays a demonstration off-screen and leaves pictures."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy.app import App

WINDOW = {"width": "412", "height": "915"}


def has_display(platform: str = sys.platform) -> bool:
    if platform != "linux" or "ANDROID_ARGUMENT" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def prepare_kivy() -> None:
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    from kivy.config import Config  # noqa: PLC0415 - the environment comes first

    Config.set("kivy", "exit_on_escape", "0")
    # Our shapes carry soft edges of their own: smoothing the whole window again doubles the cost of a frame.
    Config.set("graphics", "multisamples", "0")
    if "ANDROID_ARGUMENT" not in os.environ:
        for name, value in WINDOW.items():
            Config.set("graphics", name, value)


def data_folder() -> Path:
    """Where the app keeps its things: the device's place for it, or TABLESIDE_HOME."""
    if chosen := os.environ.get("TABLESIDE_HOME"):
        return Path(chosen)
    from kivy.app import App  # noqa: PLC0415 - the environment comes first

    class Tableside(App):
        name = "tableside"

    return Path(Tableside().user_data_dir)


def make_app() -> App:
    prepare_kivy()
    from phone.opened import device_opener  # noqa: PLC0415 - the configuration comes first
    from screens.app import TablesideApp  # noqa: PLC0415 - the configuration comes first
    from screens.sweeper import Sweeper  # noqa: PLC0415 - the configuration comes first

    app = TablesideApp(data_folder(), opener=device_opener())
    # Tens of thousands of objects live as long as the app: walking them again and again costs frames.
    gc.freeze()
    Sweeper().start(app)
    return app


def main() -> None:
    if has_display():
        app = make_app()
        if os.environ.get("TABLESIDE_RELOAD"):
            from screens.reload import Reloader  # noqa: PLC0415 - only for those who work on the looks

            Reloader(app)
        app.run()
    else:
        from screens.demonstration import show_off_screen  # noqa: PLC0415 - chooses its own window

        show_off_screen()


if __name__ == "__main__":
    main()
