"""The history as a file: a backup, a single session, a table for spreadsheets; and back from a file.

A backup is `{"tableside": 1, "documents": [...]}`. Every document carries the stamp of its last change, so
that restoring a backup and merging two phones are the same thing: the later change of a document counts.
A session for somebody else is the same file with one session in it.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from history.bgstats import create_play_link, export_bgstats, read_bgstats
from history.document import (
    LARGEST_FILE,
    InvalidDocument,
    believable,
    is_device,
    load_json,
    mend_text,
    read_game,
    read_session,
    tellable,
)
from history.entry import GAME, SESSION, Entry, Parsed, Refused
from history.kinds import BY_NAME
from history.outcome import outcome_of
from history.revision import heeded, is_fields, is_seen
from history.statistics import add_parts
from scoring import BOXES, box_of
from scoring.core import Message, Refusal, quote

__all__ = [
    "Entry",
    "Parsed",
    "Refused",
    "Step",
    "create_play_link",
    "export_bgstats",
    "export_csv",
    "export_json",
    "export_session",
    "no_step",
    "parse",
    "read_file",
]

VERSION: Final = 1
LOADED: Final = 0.6
"""How much of reading a file is done once it is in memory."""
LATEST_CLOCK: Final = 2**53


# -- Backups ----------------------------------------------------------------------------------------------


def export_json(entries: Iterable[Entry]) -> Iterator[bytes]:
    """The backup in pieces, one per document, to be written one after the other."""
    separator = f'{{"tableside": {VERSION}, "documents": [\n'
    for entry in entries:
        yield (separator + _as_json(entry)).encode()
        separator = ",\n"
    yield (separator.removesuffix(",\n") + "\n]}\n").encode()


def export_session(entry: Entry) -> bytes:
    """One session, to be given to somebody."""
    return b"".join(export_json([entry]))


def _as_json(entry: Entry) -> str:
    told: dict[str, Any] = {}
    if entry.fields:
        told["fields"] = entry.fields
    if entry.seen is not None:
        told["seen"] = entry.seen
    return json.dumps(
        {
            "kind": entry.kind,
            "id": entry.body["id"],
            "clock": entry.clock,
            "device": entry.device,
            "deleted": entry.deleted,
            "at": entry.at,
            **told,
            "body": entry.body,
        },
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":"),
    )


# -- Spreadsheets -----------------------------------------------------------------------------------------

PART_COLUMNS: Final = tuple(dict.fromkeys(part for box in BOXES.values() for part in box.parts))
COLUMNS: Final = (
    *("session", "game", "started", "finished", "minutes", "players", "seat", "player", "name"),
    *("starter", "score", "rank", "winner", *PART_COLUMNS, "place", "note"),
)
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def export_csv(
    sessions: Iterable[Mapping[str, Any]], names: Mapping[str, str] | None = None, separator: str = ","
) -> Iterator[bytes]:
    """One row per player per session, in pieces, as UTF-8 with the mark by which spreadsheets recognise it.

    A text that a spreadsheet might take for a formula gets an apostrophe in front; numbers of ours stay
    numbers, negative ones too. `names` are today's names by player id. Where the comma is the decimal mark,
    spreadsheets expect the semicolon as separator. Parts of one name share a column.
    """
    yield "\ufeff".encode() + _row(COLUMNS, separator)
    for session in sessions:
        for seat in range(len(session["players"])):
            yield _row(_cells(session, seat, names or {}), separator)


def _row(cells: Iterable[object], separator: str) -> bytes:
    line = io.StringIO(newline="")
    csv.writer(line, delimiter=separator, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode()


def _cells(session: Mapping[str, Any], seat: int, names: Mapping[str, str]) -> Iterator[object]:
    player = session["players"][seat]
    result = session["result"] or {}
    outcome = outcome_of(session)
    box = box_of(session)
    known, *sums = add_parts(box.parts, result["lines"][seat] if "lines" in result else None)
    points = dict(zip(box.parts, sums, strict=True)) if known and not box.blank else {}
    yield session["id"]
    yield harmless(box.name)
    yield _spreadsheet_time(session["started"])
    yield "" if session["finished"] is None else _spreadsheet_time(session["finished"])
    yield round(session["seconds"] / 60)
    yield len(session["players"])
    yield seat + 1
    yield player["id"]
    yield harmless(names.get(player["id"], player["name"]))
    yield "" if session["starter"] is None else int(seat == session["starter"])
    yield "" if outcome.totals[seat] is None else outcome.totals[seat]
    yield outcome.ranks[seat] or ""
    yield int(seat in outcome.winners) if outcome.is_decided else ""
    for part in PART_COLUMNS:
        yield points.get(part, "")
    yield harmless(session["place"])
    yield harmless(session["note"])


def harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _spreadsheet_time(moment: str) -> str:
    """The clock on the wall, in the one form that every spreadsheet takes for a time."""
    return datetime.fromisoformat(moment).strftime("%Y-%m-%d %H:%M:%S")


# -- Back from a file -------------------------------------------------------------------------------------


Step = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1. It may raise, and then nothing was done."""


def no_step(share: float) -> None:
    """For those who do not wait."""


def read_file(path: Path | str, step: Step = no_step) -> Parsed:
    """What the file holds: a backup, a session, or plays of BG Stats. Raises InvalidDocument for any other.

    Nothing that the file says is followed, run or opened.
    """
    return parse(_read_bytes(Path(path)), step)


def _read_bytes(path: Path) -> bytes:
    try:
        # Without blocking, so that a pipe that nobody writes to is recognised instead of waited for.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as problem:  # a path with a nought in it is a ValueError
        raise InvalidDocument("document.file_unreadable", error=_error_name(problem)) from None
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise InvalidDocument("document.not_a_file")
        if about.st_size > LARGEST_FILE:
            raise InvalidDocument("document.file_too_large", largest=LARGEST_FILE)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise InvalidDocument("document.file_unreadable", error=_error_name(problem)) from None
    finally:
        os.close(descriptor)


def _error_name(problem: Exception) -> str:
    return errno.errorcode.get(getattr(problem, "errno", 0), "")


def parse(data: bytes, step: Step = no_step) -> Parsed:
    """What the bytes of a file hold, see `read_file`."""
    step(0)
    root = load_json(data)
    step(LOADED)
    if not isinstance(root, dict):
        raise InvalidDocument("document.unknown_format")
    if "tableside" in root and "score" in root:
        return Parsed([Entry(GAME, read_game({"id": id_of_rules(root), "rules": root}, owned=True))])
    if "tableside" in root:
        return _read_backup(root, step)
    if "plays" in root:
        return read_bgstats(root)
    if "game" in root and "players" in root:
        return Parsed([Entry(SESSION, read_session(root, owned=True))])
    raise InvalidDocument("document.unknown_format")


def id_of_rules(rules: Mapping[str, Any]) -> str:
    """The same for the same rules, so that whoever reads them twice has them once."""
    return str(uuid5(NAMESPACE_URL, json.dumps(rules, sort_keys=True, ensure_ascii=True)))


def _read_backup(root: Mapping[str, Any], step: Step) -> Parsed:
    version = root["tableside"]
    if type(version) is not int or version < 1:
        raise InvalidDocument("document.unknown_format")
    if version > VERSION:
        raise InvalidDocument("document.newer_version", version=min(version, LATEST_CLOCK))
    documents = root.get("documents")
    if not isinstance(documents, list):
        raise InvalidDocument("document.not_a_list", field="documents")
    parsed, odd = Parsed(), set()
    for number, value in enumerate(documents):
        step(LOADED + (1 - LOADED) * number / len(documents))
        try:
            entry = _read_entry(value)
        except Refusal as refusal:
            parsed.refused.append(Refused(f"documents.{number}", refusal.reason))
        else:
            if not believable(entry.at):
                odd.add("history.odd_times")
            if entry.clock != heeded(entry.clock):
                odd.add("history.odd_clocks")
            parsed.documents.append(replace(entry, at=tellable(entry.at)))
    parsed.remarks.extend(map(Message, sorted(odd)))
    return parsed


def _read_entry(value: object) -> Entry:
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field="documents")
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in BY_NAME:
        raise InvalidDocument("document.kind", value=mend_text(quote(kind)), choices=list(BY_NAME))
    clock, at = value.get("clock", 0), value.get("at", 0)
    if type(clock) is not int or not 0 <= clock <= LATEST_CLOCK:
        raise InvalidDocument("document.stamp", field="clock")
    if type(at) is not int:
        raise InvalidDocument("document.stamp", field="at")
    device = value.get("device", "")
    if not is_device(device):
        raise InvalidDocument("document.device")
    deleted = value.get("deleted", False)
    if not isinstance(deleted, bool):
        raise InvalidDocument("document.not_a_yes_or_no", field="deleted")
    fields, seen = value.get("fields", []), value.get("seen")
    if not (is_fields(fields) and (seen is None or is_seen(seen))):
        raise InvalidDocument("document.stamp", field="fields")
    body = BY_NAME[kind].read(value.get("body"), owned=True)
    if value.get("id", body["id"]) != body["id"]:
        raise InvalidDocument("document.other_id")
    return Entry(kind, body, clock, device, deleted, at, fields, seen)
