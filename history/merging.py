"""What counts when several devices have changed one document: each field for itself, alike everywhere.

Of two changes of the same field the later one counts, by logical clock and then by device. A change that had
seen the other one stands for both. A list that only grows is not cut short by a device that had not seen how
it went on, and a field that one device does not know yet is not taken away by its silence.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, Final

from history.document import InvalidDocument
from history.kinds import KINDS, Kind
from history.revision import (
    AT,
    FIELDS,
    HOLDER,
    RIVALS,
    SEEN,
    TABLE,
    Change,
    Document,
    Fields,
    Held,
    Revision,
    Seen,
    Stamp,
    compose,
    encode,
    heeded,
    newest,
)

MERGED: Final = ""
"""The source of what stands in no journal as it is."""
_ABSENT: Final = object()


# -- What a line knows ------------------------------------------------------------------------------------


def stamp_of(revision: Revision, field: str) -> Stamp:
    """When and where the field was last changed, as this line tells it."""
    for clock, device, names in revision.head[FIELDS]:
        if not names or field in names:
            return min((heeded(clock), device), revision.stamp)
    return revision.stamp


def knows(revision: Revision, stamp: Stamp) -> bool:
    """Whether the line was written with that change in sight."""
    clock, device = stamp
    own_clock, own_device = revision.stamp
    if device == own_device and clock <= own_clock:
        return True
    seen = revision.head[SEEN]
    return bool(clock <= max(seen.get(device, -1), seen.get("", -1)))


def stands_for(later: Revision, earlier: Revision) -> bool:
    """Whether all that the earlier line says was in sight when the later one was written."""
    if later.stamp == earlier.stamp:
        return later.head[SEEN] != earlier.head[SEEN] and _covers(later.head[SEEN], earlier.head[SEEN])
    return later.stamp > earlier.stamp and knows(later, earlier.stamp)


def _covers(wide: Seen, narrow: Seen) -> bool:
    floor = wide.get("", -1)
    return all(clock <= max(wide.get(device, -1), floor) for device, clock in narrow.items())


def tips(revisions: Sequence[Revision]) -> list[Revision]:
    """The changes for which no other one stands."""
    latest: dict[str, list[Revision]] = {}
    for one in revisions:
        clock, device = one.stamp
        known = latest.get(device)
        if known is None or clock > known[0].stamp[0]:
            latest[device] = [one]
        elif clock == known[0].stamp[0]:
            known.append(one)
    last = [one for company in latest.values() for one in company]
    if len(last) == 1:
        return last
    return [one for one in last if not any(stands_for(other, one) for other in last)]


# -- Merging ----------------------------------------------------------------------------------------------


def settle(revisions: Sequence[Revision]) -> Revision:
    """What counts: one of the changes, or the merge of those that did not know of each other."""
    if len(revisions) == 1:
        return revisions[0]
    last = tips(revisions)
    return last[0] if len(last) == 1 else _merge(last)


def _merge(last: Sequence[Revision]) -> Revision:
    best = newest(last)
    kind = KINDS[best.head[TABLE]]
    documents = [one.document() for one in last]
    same = [one.stamp == best.stamp and one.head[SEEN] == best.head[SEEN] for one in last]
    if all(same) and all(document == documents[0] for document in documents):
        return best
    chosen = _choose(kind, last, documents)
    document = _put_together(kind, documents, chosen)
    if document is None:
        one_hand = chosen.get("players", last.index(best))
        chosen |= dict.fromkeys((kind.field(name) for name in kind.stands), one_hand)
        document = _put_together(kind, documents, chosen)
    if document is None:
        chosen = dict.fromkeys(chosen, last.index(best))
        document = documents[last.index(best)]
    stamps = {field: stamp_of(last[index], field) for field, index in chosen.items()}
    clock, device = best.stamp
    deleted = any(one.deleted for one in last if one.stamp == best.stamp)
    change = Change(
        kind.table,
        document,
        clock,
        device,
        deleted,
        best.head[AT],
        fields=grouped(stamps, best.stamp),
        seen=sight_of(last, device),
        holder=holder_of(last),
        rivals=_rivals(kind, last, documents, chosen),
    )
    return compose(change, MERGED, ())


def _rivals(
    kind: Kind, last: Sequence[Revision], documents: Sequence[Document], chosen: dict[str, int]
) -> Fields:
    """The changes that whoever decided did not know of, each with the field that they are of."""
    found: set[tuple[int, str, str]] = set()
    for field, best in chosen.items():
        counts, decided = value_of(kind, documents[best], field), stamp_of(last[best], field)
        for one, document in zip(last, documents, strict=True):
            stamp, value = stamp_of(one, field), value_of(kind, document, field)
            if stamp == decided:
                found |= {(*rival, field) for rival in rivals_of(one, field)}
            if value not in (counts, _ABSENT) and not knows(last[best], stamp):
                is_behind = continues(documents[best].get(kind.grows), document.get(kind.grows))
                if not (is_behind and field in (kind.grows, *kind.clocks)):
                    found.add((*stamp, field))
    return told_apart(found)


def rivals_of(revision: Revision, field: str) -> set[Stamp]:
    """The changes of the field that whoever decided on it did not know of."""
    return {(clock, device) for clock, device, names in revision.head[RIVALS] if field in names}


def told_apart(rivals: Iterable[tuple[int, str, str]]) -> Fields:
    groups: dict[Stamp, list[str]] = {}
    for clock, device, field in sorted(rivals):
        groups.setdefault((clock, device), []).append(field)
    return [[*stamp, names] for stamp, names in groups.items()]


def rivals_without(revision: Revision, fields: Container[str]) -> Fields:
    """What is left of the rivals once these fields were decided anew."""
    rivals = ((one, [name for name in names if name not in fields]) for *one, names in revision.head[RIVALS])
    return [[*one, names] for one, names in rivals if names]


def _choose(kind: Kind, last: Sequence[Revision], documents: Sequence[Document]) -> dict[str, int]:
    """For each field, whose counts."""
    names = dict.fromkeys(name for document in documents for name in document)
    return {
        field: _winner(kind, field, last, documents)
        for field in dict.fromkeys(map(kind.field, names))
        if field != "id"
    }


def _winner(kind: Kind, field: str, last: Sequence[Revision], documents: Sequence[Document]) -> int:
    stamps = [stamp_of(one, field) for one in last]
    values = [value_of(kind, document, field) for document in documents]
    indices = range(len(last))
    best = max(indices, key=lambda index: (stamps[index], _weight(values[index])))
    unseen = [index for index in indices if stamps[index][0] and not knows(last[best], stamps[index])]
    if values[best] is _ABSENT:
        there = [index for index in unseen if values[index] is not _ABSENT]
        return max(there, key=lambda index: stamps[index], default=best)
    if field == kind.grows:
        longer = [index for index in unseen if continues(values[index], values[best])]
        return max(longer, key=lambda index: (len(values[index]), stamps[index]), default=best)
    return best


def value_of(kind: Kind, document: Document, field: str) -> Any:
    """The field, together with what follows it."""
    followers = [name for name, led in kind.follows.items() if led == field]
    if not followers:
        return document.get(field, _ABSENT)
    return [document.get(field), *map(document.get, followers)]


def continues(longer: object, shorter: object) -> bool:
    return (
        isinstance(longer, list)
        and isinstance(shorter, list)
        and len(longer) > len(shorter)
        and longer[: len(shorter)] == shorter
    )


def _weight(value: object) -> tuple[int, str]:
    """Decides where one device is said to have made two changes at once."""
    if value is _ABSENT:
        return -1, ""
    return len(value) if isinstance(value, list) else 0, encode(value)


def _put_together(kind: Kind, documents: Sequence[Document], chosen: dict[str, int]) -> Document | None:
    """The document of which every field comes from whose it was chosen; None when that makes no sense."""
    names = dict.fromkeys(name for document in documents for name in document)
    mixed: Document = {"id": documents[0]["id"]}
    for name in names:
        source = documents[chosen[kind.field(name)]] if name != "id" else documents[0]
        if name in source:
            mixed[name] = source[name]
    try:
        return kind.read(mixed)
    except InvalidDocument:
        return None


# -- What a new line tells --------------------------------------------------------------------------------


def grouped(stamps: dict[str, Stamp], own: Stamp) -> Fields:
    """The fields by the changes that they come from, but for those of the line itself."""
    groups: dict[Stamp, list[str]] = {}
    for field, stamp in stamps.items():
        groups.setdefault(stamp, []).append(field)
    if not groups:
        return []
    most = max(groups, key=lambda stamp: (len(groups[stamp]), stamp))
    rest = [] if most == own else [[*most, []]]
    return [
        [*stamp, sorted(names)]
        for stamp, names in sorted(groups.items())
        if stamp != most and not (stamp == own and not rest)
    ] + rest


def sight_of(last: Iterable[Revision], device: str) -> Seen:
    """All that was seen by whoever sees these changes, but for what the device itself has done."""
    seen: Seen = {}
    for one in last:
        clock, other = one.stamp
        for name, latest in (*one.head[SEEN].items(), (other, clock)):
            seen[name] = max(latest, seen.get(name, -1))
    seen.pop(device, None)
    return dict(sorted(seen.items()))


def holder_of(last: Iterable[Revision]) -> Held:
    """Who said last that the table is kept there."""
    return max((held for one in last if (held := one.head[HOLDER])), default=0)


def changed_fields(kind: Kind, document: Document, former: Document) -> set[str]:
    names = {*document, *former} - {"id"}
    return {kind.field(name) for name in names if document.get(name, _ABSENT) != former.get(name, _ABSENT)}


def is_as(one: Revision, other: Revision) -> bool:
    """Whether both say the same, whatever journals they are from."""
    return one is other or (one.head == other.head and one.body == other.body)
