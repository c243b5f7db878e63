"""phone/ against Android's own classes: tests/phone/checks, run in a JVM of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.phone.jvm import NoFramework, classpath

ROOT = Path(__file__).resolve().parent.parent.parent


def without(missing: NoFramework) -> None:
    """Where nothing can be installed it is said; where it can be, it is a failure."""
    if shutil.which("apt-get") and (os.geteuid() == 0 or can_sudo()):
        pytest.fail(str(missing))
    warnings.warn(f"phone/ is not checked against Android: {missing}", stacklevel=1)
    pytest.skip(str(missing))


def can_sudo() -> bool:
    return bool(shutil.which("sudo")) and not subprocess.run(["sudo", "-n", "true"], check=False).returncode


def test_what_the_phone_is_asked_is_what_android_understands() -> None:
    try:
        classpath()
    except NoFramework as missing:
        without(missing)
    run = subprocess.run(
        [sys.executable, "-m", "tests.phone.jvm", "-q"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
