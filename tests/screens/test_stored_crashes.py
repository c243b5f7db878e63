"""Settings and drafts on a disk that fails at every call, or loses its power: the old ones or the new ones.

By default a call fails in one way; with TABLESIDE_CRASH_POINTS=all in every way. See `tests.history.disk`.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from screens.stored import Drafts, Settings, read_settings, write_settings
from tests.history.disk import SHORT, Disk, lay_out

FAULTS: list[int | str] = [errno.ENOSPC, SHORT]
if os.environ.get("TABLESIDE_CRASH_POINTS") == "all":
    FAULTS += [errno.EIO, errno.EMFILE]

OLD, NEW = Settings(theme="dark"), Settings(theme="light", text_scale=1.25)
SEATS = [{"name": "Ada"}, {"name": "Bo"}]


def choose(data: Path) -> None:
    write_settings(data / "settings.json", NEW)


def enter(data: Path) -> None:
    drafts = Drafts(data / "draft.json")
    drafts.put("seats", SEATS)
    drafts.save()


def chosen(data: Path) -> Any:
    return read_settings(data / "settings.json")


def entered(data: Path) -> Any:
    return Drafts(data / "draft.json").get("seats")


def before(root: Path, *, first: bool) -> Path:
    root.mkdir()
    if not first:
        write_settings(root / "data" / "settings.json", OLD)
        drafts = Drafts(root / "data" / "draft.json")
        drafts.put("seats", ["old"])
        drafts.save()
    return root


CASES = [(choose, chosen, OLD, NEW), (enter, entered, ["old"], SEATS)]
cases = pytest.mark.parametrize(("do", "look", "old", "new"), CASES, ids=["settings", "draft"])
moments = pytest.mark.parametrize("first", [True, False], ids=["at first", "later"])


@cases
@moments
def test_whenever_the_power_goes_it_is_the_old_or_the_new(
    do: Callable[[Path], None], look: Callable[[Path], Any], old: Any, new: Any, first: bool, tmp_path: Path
) -> None:
    root = before(tmp_path / "life", first=first)
    old = look(root / "data")
    found: list[Any] = []
    with Disk(root) as disk:
        disk.before_each = lambda: found.extend(disk.left_by_power_loss())
        do(root / "data")
        after = list(disk.left_by_power_loss())
    assert len(found) >= 4
    for number, tree in enumerate(found):
        assert look(lay_out(tree, tmp_path / str(number)) / "data") in (old, new)
    for number, tree in enumerate(after):
        assert look(lay_out(tree, tmp_path / f"after {number}") / "data") == new


@cases
@moments
def test_whichever_call_fails_it_is_the_old_or_the_new_and_the_next_time_works(
    do: Callable[[Path], None], look: Callable[[Path], Any], old: Any, new: Any, first: bool, tmp_path: Path
) -> None:
    root = before(tmp_path / "whole", first=first)
    old = look(root / "data")
    with Disk(root) as disk:
        do(root / "data")
    calls = list(disk.calls)
    assert any(call.startswith("write") for call in calls)
    for number, call in enumerate(calls):
        for fault in FAULTS:
            if fault == SHORT and not call.startswith("write"):
                continue
            root = before(tmp_path / f"{number} {fault}", first=first)
            with Disk(root) as disk:
                disk.faults = {number: fault}
                try:
                    do(root / "data")
                except OSError:
                    assert look(root / "data") in (old, new), call
            assert look(root / "data") in (old, new), call
            do(root / "data")
            assert look(root / "data") == new
            shutil.rmtree(root)
