"""Packs the app with buildozer's and python-for-android's own code, up to the moment when Gradle would start.

python -m tests.packaging.pack WORKSHOP debug|release

What needs an SDK or a compiler is stood in for: the SDK is an empty folder, the bytecode is made by this
Python, and no library is built. Everything ends up in WORKSHOP; where, `report.json` says.
"""

from __future__ import annotations

import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from buildozer import Buildozer
from buildozer.targets.android import TargetAndroid
from pythonforandroid.bootstrap import Bootstrap, copy_files
from pythonforandroid.build import Context
from pythonforandroid.toolchain import ToolchainCL

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD_TOOLS = "36.0.0"


class BeforeGradle(Exception):
    """As far as one gets without an SDK."""


class Toolchain(ToolchainCL):
    @property
    def _dist(self) -> Any:
        return SimpleNamespace(dist_dir=os.environ["DIST"])

    def apk(self, args: Any) -> None:
        self.ctx._sdk_dir = os.environ["SDK"]
        self.ctx._android_api = int(args.android_api)
        self.ctx.prepare_bootstrap = lambda _bootstrap: None
        self._build_package(args, args.subparser_name)

    aab = apk

    def hook(self, name: str) -> None:
        if name == "before_apk_assemble":
            raise BeforeGradle
        super().hook(name)


def compile_here(command: list[str]) -> int:
    """In place of one new process for every module: the same bytecode, without docstrings and asserts."""
    source = command[-1]
    py_compile.compile(source, cfile=f"{source}c", dfile=source, optimize=2, doraise=True)
    return 0


def lay_out_distribution(target: TargetAndroid, folder: Path, sdk: Path) -> None:
    """What stands in the folder of a distribution once python-for-android has built the libraries."""
    context = Context()
    context.setup_dirs(str(folder.parent / "storage"))
    for bootstrap in Bootstrap.get_bootstrap("sdl2", context).get_bootstrap_dirs():
        copy_files(str(Path(bootstrap) / "build"), str(folder), symlink=False)
    (folder / "project.properties").write_text(f"target=android-{target.android_api}", encoding="utf-8")
    (folder / "local.properties").write_text(f"sdk.dir={sdk}", encoding="utf-8")
    facts = {
        "bootstrap": "sdl2",
        "hostpython": sys.executable,
        "archs": target._archs,
        "ndk_api": int(target.android_minapi),
    }
    (folder / "dist_info.json").write_text(json.dumps(facts), encoding="utf-8")
    for arch in target._archs:
        (folder / f"_python_bundle__{arch}").mkdir()
        (folder / "libs" / arch).mkdir(parents=True)


def run_p4a(command: list[str], extra: list[str]) -> NoReturn:
    sys.argv = ["p4a", *command, *extra]
    Toolchain()
    raise AssertionError("python-for-android never came to the point where Gradle starts")


def pack(workshop: Path, mode: str) -> None:
    os.chdir(ROOT)
    sdk = workshop / "sdk"
    (sdk / "build-tools" / BUILD_TOOLS).mkdir(parents=True)
    buildozer = Buildozer(filename="buildozer.spec", target="android")
    target = buildozer.target
    version = buildozer.get_version()
    buildozer.build_application()
    distribution = Path(target.get_dist_dir(buildozer.config.get("app", "package.name")))
    distribution.mkdir(parents=True)
    lay_out_distribution(target, distribution, sdk)
    os.environ.update(DIST=str(distribution), SDK=str(sdk))
    subprocess.call = compile_here
    target._p4a = lambda command, **_env: run_p4a(command, target.extra_p4a_args)
    target.build_mode = mode
    target.artifact_format = buildozer.config.get("app", f"android.{mode}_artifact")
    try:
        target.build_package()
    except BeforeGradle:
        report = {"distribution": str(distribution), "command": sys.argv, "version": version}
        (workshop / "report.json").write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    pack(Path(sys.argv[1]), sys.argv[2])
