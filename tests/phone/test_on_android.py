"""phone/ against Android's own classes: tests/phone/checks, run in a JVM of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.phone import reached
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
    asked = reached.read()
    assert list(reached.too_new(asked, reached.levels())) == []
    told = reached.DOCUMENT.read_text("utf-8").partition(reached.BEGIN)[2].partition(reached.END)[0]
    assert told == reached.table(asked, reached.levels()), "python -m tests.phone.reached writes it anew"


def test_what_is_newer_than_the_phone_is_noticed() -> None:
    known = {"android.view.A.old": 21, "android.view.A.middle": 28, "android.view.A.Type.late": 30}
    asked = {
        ("android.view.A.old", "()V"): 24,
        ("android.view.A.middle", "()V"): 27,
        ("android.view.A$Type.late", "()I"): 30,
        ("android.view.A.unknown", "()V"): 36,
    }
    told = list(reached.too_new(asked, known))
    assert [line.partition("(")[0] for line in told] == ["android.view.A.middle", "android.view.A.unknown"]


def test_the_list_of_versions_is_read_out_of_the_types() -> None:
    types = """declare module android {
\texport module view {
\t\texport class A extends java.lang.Object {
\t\t\tpublic constructor(context: android.content.Context);
\t\t\t/** @since 28 */
\t\t\tpublic setHeading(isHeading: boolean): void;
\t\t}
\t\texport module A {
\t\t\t/** @since 30 */
\t\t\texport class Type extends java.lang.Object {
\t\t\t\tpublic static ime(): number;
"""
    assert list(reached.members(types)) == [
        ("android.view.A.<init>", 21),
        ("android.view.A.setHeading", 28),
        ("android.view.A.Type.ime", 30),
    ]
