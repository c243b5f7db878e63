"""A window that nobody sees: SDL's off-screen driver, stepped frame by frame.

Kivy's clock takes its speed from the configuration when it is first imported. So this comes before any test
is: a clock that some other test had imported would hold every frame back to sixty in a second.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

HOME = tempfile.mkdtemp(prefix="tableside-kivy-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ.update(
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_HOME=HOME,
    TABLESIDE_NO_NET="1",
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


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """The order of the tests is another one each time; this one can be had again."""
    terminalreporter.write_line(f"in the order of --randomly-seed={config.getoption('randomly_seed', None)}")


# Properties are tried with the same examples each time, however slow the machine is. For new examples:
# pytest --hypothesis-profile=search
COMMON: Any = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **COMMON)
settings.register_profile("search", print_blob=True, **COMMON)
settings.load_profile("same")

TESTS = Path(__file__).parent
RULES = {"scoring", "history"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if RULES.intersection(item.path.relative_to(TESTS).parts):
            item.add_marker("rules")
