"""A window that nobody sees: SDL's off-screen driver, stepped frame by frame.

Kivy's clock takes its speed from the configuration when it is first imported. So this comes before any test
is: a clock that some other test had imported would hold every frame back to sixty in a second.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

HOME = tempfile.mkdtemp(prefix="tableside-kivy-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ.update(
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_HOME=HOME,
)

from kivy.config import Config  # noqa: E402 - the environment comes first

for _name, _value in {
    "width": "412",
    "height": "915",
    "maxfps": "0",
    "vsync": "0",
    "multisamples": "0",
}.items():
    Config.set("graphics", _name, _value)
Config.set("kivy", "exit_on_escape", "0")
Config.set("widgets", "scroll_timeout", "5")
