"""A year in pictures: its figures added up once more from the documents, and its picture laid out in full."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pytest

from screens.result.picture import WIDTH
from screens.result.year import facts_of, find_year, headline, lay_out_year, years_played
from tests.screens.cupboards import fill, identity, session
from tests.screens.driver import Driver
from tests.screens.test_fair import a_year, journal

EARLIER = session("pearls", ("Ada", "Bo"), "2025-12-30", (200, 1), place="Elsewhere")


def some_years() -> tuple[dict[str, Any], ...]:
    placed = [{**play, "place": ("Home", "", "Club")[at % 3]} for at, play in enumerate(a_year())]
    long = [{**play, "seconds": 600 * (1 + at % 7)} for at, play in enumerate(placed)]
    return (*long, EARLIER)


def test_the_figures_are_those_of_the_documents(ui: Driver) -> None:
    fill(ui.app.history, some_years())
    year = find_year(ui.app.history, "2026")
    plays = [play for play in journal(ui.app.folder) if play["started"].startswith("2026")]
    assert (year.plays, year.seconds) == (36, sum(play["seconds"] for play in plays))
    people = Counter(player["id"] for play in plays for player in play["players"])
    assert dict(year.people) == people
    assert dict(year.places) == Counter(play["place"] for play in plays if play["place"])
    days: dict[str, float] = defaultdict(float)
    for play in plays:
        days[play["started"][:10]] += play["seconds"]
    assert year.longest is not None
    assert year.longest.seconds == max(days.values())
    gaps = []
    for play in plays:
        first, second, *_others = sorted(play["result"]["totals"], reverse=True)
        gaps += [first - second] if first > second else []
    assert year.closest is not None
    assert year.closest.gap == min(gaps)
    assert identity("Ada") not in {best.person for best in year.records}, "200 points were before that"
    assert years_played(ui.app.history) == ["2026", "2025"]


def test_a_year_is_seen_and_shared(ui: Driver) -> None:
    fill(ui.app.history, some_years())
    ui.app.go("statistics")
    ui.wait(lambda: ui.page.complete)
    ui.tap(name="year")
    assert ui.sees("The year 2026")
    assert ui.sees("The closest game")
    assert ui.sees("2 places")
    ui.tap("2025")
    assert ui.sees("1 session · 46 minutes")
    ui.tap("Share as a picture")
    (picture,) = (ui.app.folder / "home").rglob("*.png")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_nothing_in_the_picture_overlaps_or_is_cut(ui: Driver, language: str) -> None:
    fill(ui.app.history, some_years())
    ui.app.choose(language=language)
    year = find_year(ui.app.history, "2026")
    layout = lay_out_year("2026", headline(year), year.games[0][0], list(facts_of(year, ui.app.history)))
    assert len(layout.cards) == 6
    for text in layout.texts:
        assert text.box.x >= 0
        assert text.box.x + text.box.width <= WIDTH, text.text
        assert text.box.y + text.box.height <= layout.height
    for one, other in combinations(layout.texts, 2):
        assert not one.box.meets(other.box), (one.text, other.text)
