"""F-Droid's recipe tells the same as the package."""

from __future__ import annotations

import re
from pathlib import Path

from buildozer.specparser import SpecParser

from screens.settings.about import VERSION
from tests.packaging.test_listing import version_code

ROOT = Path(__file__).resolve().parent.parent.parent


def test_id_version_and_tools_are_those_of_the_package() -> None:
    spec = SpecParser()
    spec.read(str(ROOT / "buildozer.spec"), "utf-8")
    package = f"{spec.get('app', 'package.domain')}.{spec.get('app', 'package.name')}"
    (recipe,) = (ROOT / "fastlane" / "fdroid").iterdir()
    assert recipe.name == f"{package}.yml"
    told = recipe.read_text("utf-8")
    for name, value in {
        "versionName": VERSION,
        "CurrentVersion": VERSION,
        "versionCode": version_code(),
        "CurrentVersionCode": version_code(),
        "ndk": f"r{spec.get('app', 'android.ndk')}",
        "License": "MIT",
    }.items():
        assert set(re.findall(rf"\b{name}: (\S+)", told)) == {value}, name
    assert "\nAntiFeatures" not in told


def test_everything_that_the_build_needs_is_installed_first() -> None:
    told = next((ROOT / "fastlane" / "fdroid").iterdir()).read_text("utf-8")
    needed = set(
        re.findall(r"\bneed ([\w.-]+)$", (ROOT / "requirements" / "system").read_text("utf-8"), re.M)
    )
    assert "libffi-dev" in needed
    others = {"default-jdk-headless", "openjdk-17-jdk", "libgl1-mesa-dri", "espeak-ng"}
    assert [name for name in sorted(needed - others) if name not in told] == []
