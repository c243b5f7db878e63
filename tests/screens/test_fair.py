"""What can be compared is shown, in words first; checked against sums from the journal alone."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from tests.screens.cupboards import fill, session
from tests.screens.driver import Driver

PEOPLE = ("Ada", "Bo", "Cleo", "Dirk")


def a_year(seed: int = 3) -> tuple[dict[str, Any], ...]:
    rng = Random(seed)
    made = []
    for number in range(36):
        names = tuple(rng.sample(PEOPLE, rng.choice((2, 3, 4))))
        totals = tuple(rng.randrange(10, 60) + 15 * (name == "Ada") for name in names)
        day = f"2026-{1 + number // 4:02}-{1 + number % 4 * 7:02}"
        made.append(session("pearls", names, day, totals))
    return tuple(made)


def journal(folder: Path) -> list[dict[str, Any]]:
    """The sessions as the lines of the journal have them, read by nothing of the app."""
    found = {}
    for path in folder.glob("history/journal-*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            for document in _documents(line):
                if "players" in document:
                    found[document["id"]] = document
    return list(found.values())


def _documents(line: str) -> Any:
    decoder = json.JSONDecoder()
    for at, letter in enumerate(line):
        if letter == "{" and line.startswith('{"', at):
            yield decoder.raw_decode(line, at)[0]


def test_wins_against_chance_and_records_are_told(ui: Driver) -> None:
    fill(ui.app.history, a_year())
    kept = journal(ui.app.folder)
    assert len(kept) == 36
    won, expected, tables = defaultdict(float), defaultdict(float), defaultdict(int)
    best: dict[str, float] = {}
    fell = []
    for play in sorted(kept, key=lambda one: one["started"]):
        for seat, player in enumerate(play["players"]):
            name, total = player["name"], play["result"]["totals"][seat]
            tables[name] += 1
            expected[name] += 1 / len(play["players"])
            winners = play["result"]["winners"]
            won[name] += seat in winners and 1 / len(winners)
            if total > best.get(name, total):
                fell.append((name, total, total - best[name]))
            best[name] = max(total, best.get(name, total))

    ui.app.go("statistics", game="pearls")
    ui.wait(lambda: ui.page.complete)
    cards = {card.title: card for card in ui.page._cards}
    against = cards["Wins against chance"]
    rows = {bar.label: bar for bar in against.planned.bars}
    for name in PEOPLE:
        assert abs(rows[name].value - won[name] / expected[name]) < 1e-9
        assert f"{tables[name]} sessions" in rows[name].note
    assert against.told.startswith("Ada: ")
    name, total, more = fell[-1]
    assert cards["Records that fell"].told == f"{name}’s best at Pearls: {total}, {more} more than before."
    assert "would win about" in cards["How strong they are"].told
    assert cards["How strong they are"].planned.bars[0].label == "Ada"


def test_a_session_says_what_was_expected_of_its_table(ui: Driver) -> None:
    plays = a_year()
    fill(ui.app.history, plays)
    ui.app.go("session", session=plays[-1]["id"])
    ui.wait(lambda: ui.page.expected)
    assert ui.page.expected.startswith("Expected before it began: ")
    shares = [int(part.split()[-1].rstrip("%")) for part in ui.page.expected.split(": ")[1].split(" · ")]
    assert 99 <= sum(shares) <= 101
    ui.app.go("session", session=min(plays, key=lambda one: one["started"])["id"])
    ui.frames(20)
    assert ui.page.expected == "", "nothing had been played before"


def test_of_a_few_sessions_no_verdict_is_given(ui: Driver) -> None:
    fill(ui.app.history, (session("pearls", ("Ada", "Bo"), "2026-11-01", (30, 20)),))
    ui.app.go("statistics")
    ui.wait(lambda: ui.page.complete)
    cards = {card.title: card for card in ui.page._cards}
    assert cards["Wins against chance"].told == "So few sessions do not say much yet."
    assert "How strong they are" not in cards
