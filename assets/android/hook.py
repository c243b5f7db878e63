"""Called by python-for-android while it packages: puts into <application> what no option of it can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
END = "</application>"


def after_apk_build(toolchain: Any) -> None:
    """The manifest has been written and Gradle has not read it yet; for an AAB just as for an APK."""
    manifest = Path(toolchain._dist.dist_dir) / "src" / "main" / "AndroidManifest.xml"
    provider = (HERE / "provider.xml").read_text(encoding="utf-8")
    manifest.write_text(within_application(manifest.read_text(encoding="utf-8"), provider), encoding="utf-8")


def within_application(manifest: str, element: str) -> str:
    """The element as the last one of <application>; a manifest that has it already stays as it is."""
    if element in manifest:
        return manifest
    if manifest.count(END) != 1:
        raise ValueError(f"the manifest has {manifest.count(END)} ends of <application>")
    return manifest.replace(END, element + END)
