"""What the computer itself has to bring, asked for on made-up computers: each program there is a stand-in.

Nothing but the folder of stand-ins is on the path, so no test can reach the real apt or sudo.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "requirements" / "system"
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libmtdev.so.1": "libmtdev1",
    "libzbar.so.0": "libzbar0",
}
SAME_NAME = (
    "autoconf",
    "automake",
    "autopoint",
    "ccache",
    "cmake",
    "gettext",
    "git",
    "lbzip2",
    "unzip",
    "zip",
)
COMPILING = {
    **{name: name for name in SAME_NAME},
    "pkg-config": "pkg-config",
    "cc": "build-essential",
    "javac": "openjdk-17-jdk",
    "libtoolize": "libtool",
}
"""Programs that the Android package is compiled with, and what brings them."""
ONLY_SEEN_BY_FILE = {"libgl1-mesa-dri", "libffi-dev", "libltdl-dev", "libssl-dev", "zlib1g-dev"}
"""Looked for at their places, where no stand-in can be put."""
PLEASE = "Please install these system packages, then try again: "


class Computer:
    def __init__(self, folder: Path, user: int = 1000) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.said = folder / "said"
        for real in ("env", "grep", "ls"):
            found = shutil.which(real)
            assert found
            (self.programs / real).symlink_to(found)
        self.has("id", f"echo {user}")

    def has(self, program: str, script: str = "exit 0") -> None:
        path = self.programs / program
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def has_libraries(self, names: Iterable[str]) -> None:
        self.has("ldconfig", "\n".join(f"echo '{name} => /lib/{name}'" for name in names) or "exit 0")

    def has_apt(self) -> None:
        self.has("apt-get", f'echo "apt-get $*" >>"{self.said}"')

    def asked(self, *purpose: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", SCRIPT, python, *purpose],
            env={"PATH": str(self.programs)},
            capture_output=True,
            text=True,
            check=False,
        )

    def lacks(self, *purpose: str) -> set[str]:
        """What it says is missing, in one line and nothing else; without what only the real disk can tell."""
        run = self.asked(*purpose)
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr.startswith(PLEASE)
        assert run.stderr.count("\n") == 1
        return set(run.stderr.removeprefix(PLEASE).split()) - ONLY_SEEN_BY_FILE

    def apt_was_told(self) -> list[str]:
        return self.said.read_text("utf-8").splitlines()


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_a_bare_computer_is_told_in_one_line_what_to_install(computer: Computer) -> None:
    computer.has_libraries(())
    assert computer.lacks() == {"patch", *LIBRARIES.values()}


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_library_is_missed_alone(computer: Computer, library: str) -> None:
    computer.has("patch")
    computer.has_libraries(set(LIBRARIES) - {library})
    assert computer.lacks() == {LIBRARIES[library]}


def test_python_without_environments_is_missed(computer: Computer, tmp_path: Path) -> None:
    computer.has_libraries(LIBRARIES)
    computer.has("patch")
    computer.has("python", 'case "$2" in *ensurepip*) exit 1;; esac')
    run = computer.asked(python=str(tmp_path / "bin" / "python"))
    assert run.returncode == 1
    assert "python3-venv" in run.stderr.removeprefix(PLEASE).split()


def test_compiling_needs_more_and_only_then(computer: Computer) -> None:
    computer.has_libraries(())
    assert computer.lacks("package") - computer.lacks() == set(COMPILING.values())
    for program in COMPILING:
        computer.has(program)
    assert computer.lacks("package") == computer.lacks()


def test_checking_needs_a_java_compiler_and_nothing_more(computer: Computer) -> None:
    computer.has_libraries(())
    assert computer.lacks("test") - computer.lacks() == {"default-jdk-headless"}
    computer.has("javac")
    assert computer.lacks("test") == computer.lacks()


def test_root_installs_what_is_missing_and_nothing_else(tmp_path: Path) -> None:
    computer = Computer(tmp_path, user=0)
    computer.has_apt()
    computer.has("sudo", f'echo "sudo $*" >>"{computer.said}"')
    computer.has_libraries(set(LIBRARIES) - {"libzbar.so.0"})
    run = computer.asked()
    assert (run.returncode, run.stderr) == (0, "")
    update, install = computer.apt_was_told()
    assert update == "apt-get -qq update"
    wanted = set(install.removeprefix("apt-get -qq install --no-install-recommends -y ").split())
    assert wanted - ONLY_SEEN_BY_FILE == {"patch", "libzbar0"}
    assert set(run.stdout.removeprefix("Installing system packages: ").split()) == wanted


def test_sudo_installs_only_when_it_asks_no_password(computer: Computer) -> None:
    computer.has_apt()
    computer.has_libraries(LIBRARIES)
    computer.has("sudo", "exit 1")
    assert computer.lacks() == {"patch"}
    assert not computer.said.exists()
    computer.has("sudo", f'[ "$1" = -n ] || {{ echo "sudo $*" >>"{computer.said}"; "$@"; }}')
    assert computer.asked().returncode == 0
    assert {line.split()[0] for line in computer.apt_was_told()} == {"sudo", "apt-get"}


def test_what_apt_refuses_is_a_failure(tmp_path: Path) -> None:
    computer = Computer(tmp_path, user=0)
    computer.has_libraries(LIBRARIES)
    computer.has("apt-get", "echo 'no network' >&2; exit 100")
    run = computer.asked()
    assert run.returncode == 100
    assert run.stderr == "no network\n"


@pytest.mark.parametrize("python", ["", "/nowhere/python3", "python"])
def test_another_python_is_refused_in_one_line(computer: Computer, python: str) -> None:
    computer.has("python", "exit 1")
    run = computer.asked(python=python)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("Tableside needs Python 3.11, 3.12 or 3.13")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("version", "fits"), [((3, 10, 14), 0), ((3, 11, 0), 1), ((3, 13, 9), 1), ((3, 14, 0), 0)]
)
def test_the_versions_of_python_for_which_kivy_is_ready_made(version: tuple[int, ...], fits: int) -> None:
    (check,) = re.findall(r"-c 'import sys; sys\.exit\(not (.+?)\)' ", SCRIPT.read_text("utf-8"))
    assert eval(check.replace("sys.version_info", repr(version))) == bool(fits)


def test_the_script_can_be_run() -> None:
    assert os.access(SCRIPT, os.X_OK)


# -- Android's own classes --------------------------------------------------------------------------------


def fetched(computer: Computer, venv: Path, helper: str) -> subprocess.CompletedProcess[str]:
    for real in ("cat", "cksum", "mktemp", "mkdir", "rm", "mv", "sort"):
        found = shutil.which(real)
        assert found
        (computer.programs / real).unlink(missing_ok=True)
        (computer.programs / real).symlink_to(found)
    return subprocess.run(
        ["/bin/sh", SCRIPT.with_name("android"), venv],
        env={"PATH": str(computer.programs), "APT_HELPER": str(computer.programs / helper)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_classes_of_android_are_fetched_once_and_only_as_they_were(
    computer: Computer, tmp_path: Path
) -> None:
    computer.has("apt-get", "echo http://a.mirror/debian; echo http://b.mirror/debian")
    computer.has("dpkg-deb")
    computer.has("tar", 'echo "$2"')
    computer.has(
        "apt-helper",
        f'echo "$*" >>"{computer.said}"; case "$2 $4" in http://a.mirror/*"SHA256:"*) exit 100;; esac',
    )
    place = tmp_path / "venv" / "share" / "android"
    assert fetched(computer, tmp_path / "venv", "apt-helper").returncode == 0
    assert {path.name for path in place.iterdir()} == {
        "android.jar",
        "asm.jar",
        "framework-res.apk",
        "edition",
    }
    asked = [line.split() for line in computer.apt_was_told()]
    assert len(asked) == 6, "each from the first mirror, and as that one refuses from the second"
    assert all(re.fullmatch(r"SHA256:[0-9a-f]{64}", line[3]) for line in asked)
    assert fetched(computer, tmp_path / "venv", "apt-helper").stderr == ""
    assert len(computer.apt_was_told()) == 6


@pytest.mark.parametrize("helper", ["no-apt", "refuses"])
def test_where_they_cannot_be_had_it_is_said_in_one_line(
    computer: Computer, tmp_path: Path, helper: str
) -> None:
    computer.has("apt-get")
    computer.has("dpkg-deb")
    computer.has("refuses", "exit 100")
    run = fetched(computer, tmp_path / "venv", helper)
    assert run.returncode == 0
    assert "phone/ is not checked against" in run.stderr
    assert run.stderr.count("\n") == 1
