"""Which earlier words about a document stay: what a device once said, and what does not count any more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from history.kinds import KINDS, SESSIONS, Kind
from history.merging import changed_fields, continues, stamp_of, tips
from history.revision import (
    DEVICE,
    FIELDS,
    FINISHED,
    SEEN,
    TABLE,
    Document,
    Revision,
    Seen,
    encode,
    newest,
)

MOST_VERSIONS: Final = 5
"""Versions that a device has replaced itself, and that survive compaction."""


def worth_keeping(own: Sequence[Revision]) -> list[Revision]:
    """Of all changes of a document in one journal: the last word, whatever nothing else stands for, what was
    said before another device had its say, and the latest versions besides."""
    if len(own) == 1:
        return list(own)
    kind = KINDS[own[-1].head[TABLE]]
    kept = [*tips(own), newest(own), own[-1]]
    present = own[-1].document()
    kept += [one for one in _handed_over(own) if lost_fields(kind, one, one.document(), present)]
    chosen = set(map(id, [*kept, *_latest_versions(kind, own, kept, present)]))
    return [one for one in own if id(one) in chosen]


def _handed_over(own: Sequence[Revision]) -> list[Revision]:
    """The lines after which something was seen that another device had done, or that was set aside."""
    return [
        earlier
        for earlier, later in pairwise(own)
        if later.head[DEVICE] in later.head[SEEN] or _of_others(earlier) != _of_others(later)
    ]


def _of_others(revision: Revision) -> Seen:
    return {
        device: clock
        for device, clock in revision.head[SEEN].items()
        if device not in ("", revision.head[DEVICE])
    }


def _latest_versions(
    kind: Kind, own: Sequence[Revision], kept: Sequence[Revision], present: Document
) -> list[Revision]:
    versions = {one.body: one for one in own if is_finished(one) or (not kind.passing and not one.deleted)}
    for one in kept:
        versions.pop(one.body, None)
    for earlier, later in pairwise(own):
        if kind.passing and not is_finished(earlier) and _changes_more(kind, later):
            said = _said(kind, earlier.document())
            if any(present.get(name) != value for name, value in said.items()):
                versions[encode(said)] = earlier
    in_order = set(map(id, versions.values()))
    return [one for one in own if id(one) in in_order][-MOST_VERSIONS:]


def _changes_more(kind: Kind, revision: Revision) -> bool:
    """Whether the line changes anything but what changes all the time."""
    groups = revision.head[FIELDS]
    own = next((set(names) for *stamp, names in groups if tuple(stamp) == revision.stamp), None)
    if own is None:
        return not any(not names for _clock, _device, names in groups)
    return not own <= kind.passing


def _said(kind: Kind, document: Document) -> Document:
    """What was chosen or typed; what was still empty is no version."""
    return {name: value for name, value in document.items() if value and name not in kind.passing}


def lost_fields(kind: Kind, revision: Revision, document: Document, present: Document) -> set[str]:
    """The fields that this device had changed, and whose values are not in what counts now."""
    device = revision.head[DEVICE]
    lost = {
        field for field in changed_fields(kind, document, present) if stamp_of(revision, field)[1] == device
    }
    if kind.grows in lost and continues(present.get(kind.grows), document.get(kind.grows)):
        lost.discard(kind.grows)
        lost -= {name for name in kind.clocks if _at_most(document.get(name), present.get(name))}
    return lost


def _at_most(one: Any, other: Any) -> bool:
    return isinstance(one, int | float) and isinstance(other, int | float) and one <= other


def is_finished(revision: Revision) -> bool:
    return not revision.deleted and revision.head[TABLE] == SESSIONS and bool(revision.head[FINISHED])
