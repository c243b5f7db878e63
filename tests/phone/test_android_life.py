"""The app with a phone around it, killed between any two steps of starting, playing and counting a table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.phone.life import STEPS

ROOT = Path(__file__).resolve().parent.parent.parent


def live(step: int, files: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.phone.life", str(step)],
        cwd=ROOT,
        env={**os.environ, "PHONE_FILES": str(files)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_life_finds_what_the_one_before_it_left(tmp_path: Path) -> None:
    for number, step in enumerate(STEPS):
        ended = live(number, tmp_path)
        assert f"lived through {step.__name__}" in ended.stdout, ended.stderr[-3000:]
        assert ended.returncode == -signal.SIGKILL
