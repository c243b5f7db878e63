"""Android's own classes in a desktop's JVM, reached through pyjnius as on a phone.

The methods of the framework's android.jar do nothing but throw. Here each asks a recorder instead: so one
sees which overload pyjnius picks, with what, on which thread, and a test can say what the device answers. The
activity and its neighbours are python-for-android's own, compiled from their sources.

python -m tests.phone.jvm [what pytest understands]     runs what is in tests/phone/checks
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
JAVA = Path(__file__).with_name("java")
CHECKS = Path(__file__).with_name("checks")
DEVICE = Path(__file__).with_name("device")
FRAMEWORK = Path(sys.prefix) / "share" / "android"
"""Where requirements/android puts what it fetches."""
BUILT = ROOT / "build" / "android-jvm"


class NoFramework(Exception):
    """Says in one line what is missing and how to get it."""


def framework(name: str) -> Path:
    path = FRAMEWORK / name
    if not path.is_file():
        raise NoFramework(
            f"{name} is missing: requirements/android {sys.prefix} fetches it, and so does make test"
        )
    return path


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NoFramework(f"{name} is missing: install a JDK")
    return found


def sources() -> list[Path]:
    return sorted(JAVA.rglob("*.java"))


def bootstraps() -> Path:
    spec = find_spec("pythonforandroid")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("bootstraps")


def classpath() -> list[str]:
    """Made when first asked for, and whenever a source of it has changed."""
    jar, asm = framework("android.jar"), framework("asm.jar")
    java, javac = program("java"), program("javac")
    key = hashlib.sha256()
    for path in (*sources(), *own_sources()):
        key.update(path.read_bytes())
    key.update(f"{jar.stat().st_size} {asm.stat().st_size}".encode())
    place = BUILT / key.hexdigest()[:16]
    if not place.is_dir():
        BUILT.mkdir(parents=True, exist_ok=True)
        workshop = Path(tempfile.mkdtemp(prefix="making-", dir=BUILT))
        _make(workshop, str(jar), str(asm), java, javac)
        try:
            workshop.rename(place)
        except OSError:  # somebody else was quicker
            shutil.rmtree(workshop)
    return [str(place / name) for name in ("stage", "recording", "answering.jar")]


def own_sources() -> list[Path]:
    """What of ours is Java on the phone as well."""
    return sorted((ROOT / "assets" / "android" / "java").rglob("*.java"))


def _make(place: Path, jar: str, asm: str, java: str, javac: str) -> None:
    def compile_into(name: str, classpath: list[str], roots: list[Path], files: list[Path]) -> None:
        command = [javac, "-nowarn", "-proc:none", "-implicit:class", "-Xlint:none", "--release", "11"]
        command += ["-cp", os.pathsep.join(classpath), "-d", str(place / name)]
        command += ["-sourcepath", os.pathsep.join(map(str, roots)), *map(str, files)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr

    def within(folder: str) -> list[Path]:
        return sorted((JAVA / folder).rglob("*.java"))

    compile_into("recording", [asm], [JAVA], within("recording"))
    compile_into("newer", [jar], [JAVA / "newer"], within("newer"))
    unstub = [java, "-cp", os.pathsep.join([str(place / "recording"), asm]), "recording.Unstub"]
    subprocess.run([*unstub, jar, str(place / "newer"), str(place / "answering.jar")], check=True)
    theirs = [
        bootstraps() / name / "build" / "src" / "main" / "java" for name in ("sdl2", "common", "_sdl_common")
    ]
    files = [
        theirs[0] / "org/kivy/android/PythonActivity.java",
        theirs[1] / "org/renpy/android/Hardware.java",
    ]
    given = [str(place / "answering.jar"), str(place / "recording")]
    compile_into("stage", given, [JAVA / "p4a", *theirs], [*files, *within("stage"), *own_sources()])


def become_android(files: Path) -> None:
    """The environment that PythonActivity and start.c make; before anything of Kivy's is imported."""
    import jnius_config

    (files / "app").mkdir(parents=True, exist_ok=True)
    jnius_config.set_classpath(*classpath())
    jnius_config.add_options("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-Xrs")
    os.environ.update(
        P4A_BOOTSTRAP="SDL2",
        ANDROID_ARGUMENT=str(files / "app"),
        ANDROID_APP_PATH=str(files / "app"),
        ANDROID_UNPACK=str(files / "app"),
        ANDROID_PRIVATE=str(files),
        ANDROID_ENTRYPOINT="main.pyc",
    )
    sys.path.insert(0, str(DEVICE))
    import jnius

    jnius.autoclass("org.kivy.android.Stage").start(36)


def main() -> int:
    try:
        with tempfile.TemporaryDirectory(prefix="phone-") as files:
            become_android(Path(files))
            options = ["-n", "0", "-p", "no:randomly", "-p", "no:faulthandler", "-p", "no:cacheprovider"]
            given = sys.argv[1:] or [str(CHECKS)]
            return int(pytest.main([*options, "-o", "python_files=check_*.py", *given]))
    except NoFramework as missing:
        print(missing, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
