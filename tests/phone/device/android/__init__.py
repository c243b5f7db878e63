"""Stands for what python-for-android brings along."""

from __future__ import annotations

from jnius import activity as mActivity  # noqa: F401, N812 - its name there


def remove_presplash() -> None:
    pass
