"""The walk over an emulator, as far as it can be checked without one.

Its keys lead where they should, and what an emulator answers badly is noticed.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.screens.driver import Driver, start

SCRIPT = Path(__file__).resolve().parent.parent.parent / "assets" / "android" / "on_emulator"
PACKAGE = "org.tableside.tableside"
STEPS = (
    "start", "turned", "upright", "keyboard", "back", "save", "result", "share", "dark", "large_text", "kill",
)  # fmt: skip
EMULATOR = """#!/bin/sh
echo "$*" >>"{folder}/asked"
case "$*" in
    *boot_completed*) echo 1 ;;
    *build.version.sdk*) echo {level} ;;
    "shell wm size") printf 'Physical size: 1080x2400\\r\\n' ;;
    "shell am start"*) echo 41 >"{folder}/process" ;;
    "shell am kill"*) rm -f "{folder}/process" ;;
    "shell pidof"*) cat "{folder}/process" 2>/dev/null ;;
    *screencap*) echo a picture ;;
    "logcat -d") echo "I python: all is well" ;;
esac
{more}
exit 0
"""


# -- The keys ---------------------------------------------------------------------------------------------


def steps() -> dict[str, list[str]]:
    """What is pressed in each step."""
    found: dict[str, list[str]] = {}
    step = ""
    for line in SCRIPT.read_text("utf-8").splitlines():
        step = line.removeprefix("step=") if line.startswith("step=") else step
        if re.match(r"press \d+$|key \$BACK|shell input (tap|text)", line):
            found.setdefault(step, []).append(line)
    return found


def replay(ui: Driver, lines: list[str]) -> None:
    for line in lines:
        match line.split():
            case ["press", number]:
                for _ in range(int(number)):
                    ui.key(9)
                ui.key(13)
                ui.rest(0.5)
            case ["key", "$BACK"]:
                ui.back()
            case ["shell", "input", "tap", *places]:
                across, down = (int(part) for part in re.findall(r"\* (\d+) / 100", " ".join(places)))
                width, height = 412, 915
                ui.press(width * across / 100, height * (1 - down / 100))
            case ["shell", "input", "text", text]:
                ui.type(text)


def test_the_keys_lead_where_they_should(tmp_path: Path) -> None:
    ui = start(tmp_path)
    wanted = steps()
    replay(ui, wanted["save"][:-1])
    ui.wait(lambda: ui.sees("Saved"))
    ui.back()
    assert ui.screen == "data", "on a phone that was the picker"
    replay(ui, wanted["result"])
    assert ui.screen == "result"
    replay(ui, wanted["share"][:2])
    ui.wait(lambda: list((tmp_path / "home").rglob("*.png")) or list((tmp_path / "home").rglob("*.txt")))
    while ui.screen != "home" or ui.root.overlays:
        ui.back()
    replay(ui, wanted["keyboard"])
    assert ui.page.ids.name.field.text == "Ada"
    replay(ui, wanted["back"])
    assert ui.screen == "home"


# -- What an emulator answers -----------------------------------------------------------------------------


def walk(folder: Path, level: int = 34, more: str = "") -> subprocess.CompletedProcess[str]:
    adb = folder / "adb"
    adb.write_text(EMULATOR.format(folder=folder, level=level, more=more.format(folder=folder)), "utf-8")
    adb.chmod(0o755)
    return subprocess.run(
        [SCRIPT, "app.apk", PACKAGE, folder / "kept"],
        env={"PATH": "/usr/bin:/bin", "ADB": str(adb), "MOMENT": "0", "PATIENCE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_app_that_stays_is_led_through_and_every_step_is_kept(tmp_path: Path) -> None:
    run = walk(tmp_path)
    assert (run.returncode, run.stderr) == (0, "Android 34: through\n")
    pictures = {f"{step}.png" for step in STEPS}
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {"log.txt", *pictures}
    asked = (tmp_path / "asked").read_text("utf-8")
    assert "shell settings put system user_rotation 2" in asked
    assert "shell input tap 486 384" in asked
    assert asked.count("shell am start -W -n org.tableside.tableside/org.kivy.android.PythonActivity") == 3


def test_old_android_has_no_darkness_to_switch_on(tmp_path: Path) -> None:
    assert walk(tmp_path, level=24).returncode == 0
    assert "uimode" not in (tmp_path / "asked").read_text("utf-8")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('case "$*" in "install"*) exit 1 ;; esac', "install: it cannot be installed"),
        ('case "$*" in *rotation*2) rm -f "{folder}/process" ;; esac', "turned: the app is gone"),
        ('case "$*" in *Ada) echo 42 >"{folder}/process" ;; esac', "keyboard: the app has begun anew"),
        ('case "$*" in *"am kill"*) echo 41 >"{folder}/process" ;; esac', "kill: it cannot be killed"),
        (
            'case "$*" in "logcat -d") echo "FATAL EXCEPTION: main" ;; esac',
            "end: the log tells",
        ),
        ('case "$*" in "logcat -d") echo "Traceback (most recent call last):" ;; esac', "end: the log tells"),
        ('case "$*" in *"am start"*) rm -f "{folder}/process" ;; esac', "start: waited in vain"),
    ],
)
def test_what_goes_wrong_is_named_and_the_log_is_kept(tmp_path: Path, more: str, told: str) -> None:
    run = walk(tmp_path, more=more)
    assert run.returncode == 1
    assert told in run.stderr
    assert (tmp_path / "kept" / "log.txt").exists()
