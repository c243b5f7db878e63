"""The rows of a calculator: one for each number, kept where the page shows the same ones again."""

from __future__ import annotations

from typing import Any

from screens.games.parts import Entry, read
from screens.widgets.pad import CountRow


def fill_rows(box: Any, entries: list[Entry], host: Any) -> None:
    """Lays out one row per entry, bound to the sheet of the host."""
    rows = list(reversed(box.children))
    for row in rows[len(entries) :]:
        box.remove_widget(row)
    for entry in entries[len(rows) :]:
        row = CountRow(game=host.game, entry=entry)
        row.bind(on_release=lambda row: host.focus(row.entry))
        row.bind(on_number=lambda row, number: host.enter(row.entry, number))
        box.add_widget(row)
    words = [entry.label for entry in entries]
    for row, entry in zip(reversed(box.children), entries, strict=True):
        row.words = words
        row.entry = entry
        row.label, row.hint, row.colour, row.sign = entry.label, entry.hint, entry.colour, entry.sign
        row.high = entry.high
        row.value = read(host.sheet, entry.path)
