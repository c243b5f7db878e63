"""Called by python-for-android while it packages: what no option of it can put into the manifest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
END = "</application>"
THEIR_THEME, OUR_THEME = "@style/KivySupportCutout", "@style/Tableside"
BORNE = ("colorMode", "fontWeightAdjustment")
"""What may change besides without the activity being made anew; as Android names it."""


def after_apk_build(toolchain: Any) -> None:
    """The manifest has been written and Gradle has not read it yet; for an AAB just as for an APK."""
    manifest = Path(toolchain._dist.dist_dir) / "src" / "main" / "AndroidManifest.xml"
    manifest.write_text(completed(manifest.read_text(encoding="utf-8")), encoding="utf-8")


def completed(manifest: str) -> str:
    provider = (HERE / "provider.xml").read_text(encoding="utf-8")
    return bearing_more(within_application(manifest, provider).replace(THEIR_THEME, OUR_THEME))


def within_application(manifest: str, element: str) -> str:
    """The element as the last one of <application>; a manifest that has it already stays as it is."""
    if element in manifest:
        return manifest
    if manifest.count(END) != 1:
        raise ValueError(f"the manifest has {manifest.count(END)} ends of <application>")
    return manifest.replace(END, element + END)


def bearing_more(manifest: str) -> str:
    """Every kind of change once, and ours among them."""

    def borne(found: re.Match[str]) -> str:
        changes = dict.fromkeys([*found[1].split("|"), *BORNE])
        return f'android:configChanges="{"|".join(changes)}"'

    return re.sub(r'android:configChanges="([^"]*)"', borne, manifest)
