"""The statistics: honest figures, charts that say what the documents say, the sessions behind every bar."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from kivy.core.window import Window

from history import History
from scoring import BOXES
from screens.app import open_history
from screens.statistics.cards import Heap, verdict
from screens.statistics.page import ChartCard, DuelCard
from screens.theme import theme
from screens.words.telling import FEW
from tests.history.factories import make_players, make_session
from tests.screens import walker
from tests.screens.cupboards import fill, filled, identity, session
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
PEOPLE = make_players(6, seed=3)


def household(folder: Path) -> History:
    """Eighty tables of six people within two years, as the app would have written them."""
    history = open_history(folder)
    random = Random(5)
    for person in PEOPLE:
        history.save_player(person)
    for place in range(80):
        played = make_session(random, PEOPLE, tuple(BOXES)[place % len(BOXES)])
        month = 1 + place * 7 % 12
        history.save(
            {**played, "started": f"{2025 + place // 4 % 2}-{month:02}-{1 + place % 28:02}T20:00:00+01:00"}
        )
    return history


def go(ui: Driver, **given: Any) -> None:
    ui.app.go("statistics", **given)
    ready(ui)


def ready(ui: Driver) -> None:
    ui.wait(lambda: ui.page.complete)
    ui.settle()


def cards(ui: Driver) -> dict[str, ChartCard]:
    return {card.title: card for card in ui.all(ChartCard)}


def bars(ui: Driver, title: str) -> list[Any]:
    return list(cards(ui)[title].chart.bars)


def tap_bar(ui: Driver, card: ChartCard, index: int) -> None:
    ui.reveal(card.chart)
    if getattr(card.chart, "strip", None) is not None:
        x, _y, width, _height = card.chart.plot.column_box(index)
        card.chart.strip.scroll_x = min(1, max(0, x / (card.chart.plot.width - card.chart.width)))
        ui.settle()
    x, y, width, height = card.chart.touch_box(index)
    assert x >= 0
    assert x + width <= Window.width + 1
    ui.press(x + width / 2, y + height / 2)


# -- Small numbers and none -------------------------------------------------------------------------------


def test_an_empty_history_explains_itself_and_a_filter_offers_a_way_out(launch: Launch) -> None:
    ui = launch(**walker.dressed(*walker.HARDEST[0]))
    go(ui)
    assert ui.sees("Nothing to count yet")
    assert not ui.all(ChartCard)
    assert list(walker.complaints(ui)) == []
    fill(ui.app.history)
    ui.back()
    go(ui, game="perladora")
    assert ui.sees("No finished session matches")
    assert list(walker.complaints(ui)) == []
    ui.tap("Show everything")
    ready(ui)
    assert "Sessions per month" in cards(ui)


def test_a_few_tables_give_counts_and_no_percentages(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    go(ui)
    wins = {bar.label: bar for bar in bars(ui, "Who wins")}
    assert wins["Ada"].note == "2.5 of 3"
    assert wins["Dirk"].note == "0 of 1"
    assert {bar.colour for bar in wins.values()} == {"grey"}
    assert ui.sees(f"Grey: fewer than {FEW} sessions, too few to compare.")
    assert ui.sees("Too few sessions to tell.")
    everything = " ".join(
        [*ui.texts(), *(found.text for card in ui.all(ChartCard) for found in card.chart.written)]
    )
    assert "%" not in everything
    for day in range(1, 4):
        ui.app.history.save(session("pearls", ("Ada", "Bo"), f"2026-10-0{day}", (30, 20), starter=1))
    ui.back()
    go(ui)
    wins = {bar.label: bar for bar in bars(ui, "Who wins")}
    assert (wins["Ada"].note, wins["Ada"].colour) == ("92% · 5.5 of 6", None)
    assert (wins["Cleo"].note, wins["Cleo"].colour) == ("0 of 2", "grey")
    assert [bar.label for bar in bars(ui, "Who wins")][:2] == ["Ada", "Bo"], (
        "those with enough tables come first"
    )


def test_a_verdict_on_beginning_needs_more_than_chance() -> None:
    def starts(wins: float, count: int) -> list[Heap]:
        return [Heap(count, wins, count / 2, ())]

    assert verdict(starts(4, 4)) == "Too few sessions to tell."
    assert verdict(starts(9, 16)) == "No clear difference."
    assert verdict(starts(60, 80)) == "It seems to help."
    assert verdict(starts(20, 80)) == "It seems to be a disadvantage."


# -- What is behind the bars ------------------------------------------------------------------------------


def test_every_bar_leads_to_the_tables_it_is_about(launch: Launch) -> None:
    ui = launch(size=(412, 2400), open_cupboard=household)
    documents = list(ui.app.history.sessions(finished=True))
    tapped = 0
    for game in ("", "coloretto", "perfect_numbers"):
        go(ui, game=game)
        own = [found for found in documents if game in ("", found["game"])]
        for title in list(cards(ui)):
            card = cards(ui)[title]
            if card.planned.kind == "line":
                continue
            for index, bar in enumerate(card.chart.bars):
                wanted = len(bar.key.sessions())
                if not wanted:
                    continue
                if index == 0 or (title == "Sessions per month" and index in (7, 23)):
                    tap_bar(ui, card, index)
                    assert ui.screen == "history"
                    assert len(ui.page.listing) == wanted
                    assert ui.sees(bar.key.title)
                    ui.back()
                    ready(ui)
                    card = cards(ui)[title]
                    tapped += 1
                if title in ("Sessions per month", "Sessions per game"):
                    assert bar.value == wanted
                elif title in ("Who wins", "Does going first help?"):
                    assert bar.note.endswith(f"of {wanted}")
                elif " · " in bar.note:
                    assert bar.note.endswith(f"· {wanted} sessions" if wanted > 1 else "· 1 session")
        months = Counter(found["started"][:7] for found in own)
        shown = [bar.value for bar in bars(ui, "Sessions per month")]
        assert [value for value in shown if value] == [months[month] for month in sorted(months)]
        ui.back()
    assert tapped > 20


OWN = {
    "pearls": {"Where the points come from"},
    "coloretto": {"Brown against purple", "What jokers earned", "Where the points come from"},
    "perfect_numbers": {"Points per round"},
    "perladora": {"Pearls by territory", "Pearls lost in ties"},
}


def test_every_game_has_its_own_charts_and_scores_are_those_of_the_documents(launch: Launch) -> None:
    ui = launch(size=(412, 2400), open_cupboard=household)
    for game in BOXES:
        documents = list(ui.app.history.sessions(game=game))
        go(ui, game=game)
        assert OWN[game] <= cards(ui).keys()
        assert not (set().union(*OWN.values()) - OWN[game]) & cards(ui).keys()
        scores = next(card for title, card in cards(ui).items() if title.startswith("Scores in"))
        for bar in scores.chart.bars:
            low, _dash, high = bar.label.replace("−", "-").replace(" … ", "–").partition("–")
            steps = range(int(low), int(high or low) + 1)
            inside = [found for found in documents for total in found["result"]["totals"] if total in steps]
            assert bar.value == len(inside)
            assert set(bar.key.sessions()) == {found["id"] for found in inside}
        over_time = cards(ui)["Scores over time"]
        for (place, mean), source in zip(over_time.planned.points, over_time.planned.sources, strict=True):
            inside = [found for found in documents if month_of(found) // 3 == place]
            totals = [total for found in inside for total in found["result"]["totals"]]
            assert mean == pytest.approx(sum(totals) / len(totals))
            assert set(source.sessions()) == {found["id"] for found in inside}
        ui.reveal(over_time.chart)
        ui.press(*over_time.chart.point_place(0, 1))
        assert len(ui.page.listing) == len(over_time.planned.sources[1].sessions())
        ui.back()
        ui.back()


def month_of(found: dict[str, Any]) -> int:
    return 12 * int(found["started"][:4]) + int(found["started"][5:7]) - 1


@pytest.mark.parametrize("look", walker.LOOKS)
@pytest.mark.parametrize("game", ["", *BOXES])
def test_nothing_is_too_small_cut_off_or_faint(launch: Launch, look: walker.Look, game: str) -> None:
    ui = launch(**walker.dressed(*look), open_cupboard=household)
    go(ui, game=game)
    complaints = list(walker.complaints(ui))
    assert not complaints, "\n".join(complaints)


def test_a_wide_window_has_two_panes(launch: Launch) -> None:
    ui = launch(size=(900, 915), open_cupboard=household)
    go(ui, game="perladora")
    assert ui.page.two_panes
    ui.resize(412, 915)
    assert not ui.page.two_panes


def test_no_text_escapes_the_translator(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    with walker.pseudo_language(ui):
        for game in ("", "coloretto"):
            go(ui, game=game)
            assert walker.untranslated(ui, ("Ada", "Bo", "Cleo", "Dirk")) == []
            for card in ui.all(ChartCard):
                for found in card.chart.written:
                    told = re.sub("⟦[^⟦⟧]*⟧?", "", found.text)
                    for name in ("Ada", "Bo", "Cleo", "Dirk"):
                        told = told.replace(name, "")
                    assert not any(map(str.isalpha, told)), found
            ui.back()


# -- Choosing ---------------------------------------------------------------------------------------------


def test_filters_are_chosen_at_the_top_and_kept_on_the_way_back(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    go(ui)
    assert {bar.label for bar in bars(ui, "Sessions per game")} == {"Pearls", "Coloretto", "Perfect Numbers"}
    ui.tap("All games")
    ui.tap("Coloretto")
    ready(ui)
    assert ui.sees("1 session · 46 minutes")
    ui.tap("All time")
    ui.tap("Last year")
    ready(ui)
    assert ui.sees("No finished session matches")
    ui.tap("Coloretto")
    ui.tap("Pearls")
    ready(ui)
    ui.tap("Everybody")
    ui.tap("Dirk")
    ready(ui)
    assert [bar.note for bar in bars(ui, "Dirk’s wins")] == ["0 of 1"]
    tap_bar(ui, cards(ui)["Dirk’s wins"], 0)
    assert ui.screen == "history"
    ui.back()
    ready(ui)
    assert all(ui.sees(chosen) for chosen in ("Pearls", "Last year", "Dirk"))
    ui.app.choose(theme="dark")
    ui.settle()
    ready(ui)
    assert theme.dark
    assert all(ui.sees(chosen) for chosen in ("Pearls", "Last year", "Dirk"))


def test_two_are_compared_and_either_can_be_somebody_else(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    go(ui)

    def duel() -> list[tuple[str, float]]:
        (card,) = ui.all(DuelCard)
        return [(bar.label, bar.value) for bar in card.chart.bars]

    assert duel() == [("Ada ahead", 2), ("level", 1), ("Bo ahead", 0)]
    assert ui.sees("Ada finished ahead of Bo in 2 of 3 sessions.")
    (card,) = ui.all(DuelCard)
    ui.tap(next(chip for chip in ui.all("Chip") if chip.text == "Bo"))
    ui.tap("Cleo")
    assert duel() == [("Ada ahead", 2), ("level", 0), ("Cleo ahead", 0)]
    ui.tap(next(chip for chip in ui.all("Chip") if chip.text == "Ada"))
    ui.tap("Bo")
    assert duel() == [("Bo ahead", 0), ("level", 1), ("Cleo ahead", 1)]
    tap_bar(ui, card, 2)
    assert [found["game"] for found in ui.page.listing] == ["coloretto"]
    ui.back()
    ready(ui)
    assert duel() == [("Bo ahead", 0), ("level", 1), ("Cleo ahead", 1)]
    ui.back()
    go(ui, player=identity("Dirk"))
    assert duel()[0][0] == "Dirk ahead"


def test_a_finger_scrolls_the_page_and_the_months_wherever_it_lies(launch: Launch) -> None:
    ui = launch(open_cupboard=household)
    go(ui)
    scroll, months = ui.page.ids.scroll, cards(ui)["Sessions per month"].chart
    x, y = months.to_window(*months.center)
    before = months.strip.scroll_x
    ui.drag((x - 80, y), (x + 80, y))
    assert months.strip.scroll_x < before
    assert scroll.scroll_y == 1
    ui.drag((x, y), (x, y + 150))
    assert ui.screen == "statistics"
    assert scroll.scroll_y < 1
    wins = cards(ui)["Who wins"].chart
    ui.reveal(wins)
    moved = scroll.scroll_y
    x, y = wins.to_window(*wins.center)
    ui.drag((x, y), (x, y + 150))
    assert ui.screen == "statistics"
    assert scroll.scroll_y < moved


# -- Many tables ------------------------------------------------------------------------------------------


def test_ten_thousand_tables_are_counted_without_holding_anybody_up(crowded: Path, launch: Launch) -> None:
    ui = launch(size=(412, 915))
    ui.app.history.statistics()
    documents = list(ui.app.history.sessions())
    ui.app.go("statistics")
    ui.frames(1)
    assert [card.title for card in ui.all(ChartCard)] == ["Sessions per year"], "the first card comes at once"
    assert cards(ui)["Sessions per year"].chart.plot.written
    ready(ui)
    years = Counter(found["started"][:4] for found in documents)
    assert {bar.label: bar.value for bar in bars(ui, "Sessions per year")} == years
    assert ui.sees("10,000 sessions")
    names = ui.app.history.names()
    sat = Counter(names[player["id"]] for found in documents for player in found["players"])
    for bar in bars(ui, "Who wins"):
        assert bar.note.endswith(f"of {sat[bar.label]}")
    assert ui.sees("Showing the 8 who played most, out of 24.")
    tap_bar(ui, cards(ui)["Sessions per year"], 4)
    assert len(ui.page.listing) == years["2020"]
    ui.back()
    ready(ui)
    answers, enough = ui.app.history.statistics, Event()

    def slow(**question: Any) -> Any:
        enough.wait()
        return answers(**question)

    ui.app.history.statistics = slow
    ui.app.go("statistics", game="pearls")
    ui.frames(2)
    assert ui.sees("Counting your sessions…"), "nobody waits for a slow count"
    enough.set()
    ready(ui)
    assert not ui.sees("Counting your sessions…")
    assert "Scores in Pearls" in cards(ui)
