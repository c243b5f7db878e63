"""Counting by touch: random sheets, the worked examples, touches counted, warnings, and nothing ever lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from history.live import new_session
from scoring import GAMES
from screens.games.parts import read
from screens.theme import theme
from screens.translator import LANGUAGES
from tests.screens.driver import Driver, at_home
from tests.screens.tables import NAMES, document, play_out
from tests.screens.walker import shrunken

DATA = Path(__file__).parent.parent / "scoring" / "data"
STARTED = datetime(2026, 11, 18, 19, 30, tzinfo=UTC)


@pytest.fixture
def ui(tmp_path: Path) -> Driver:
    return at_home(tmp_path)


def count_page(ui: Driver, game: str, players: int, options: dict[str, Any] | None = None) -> Any:
    seats = [{"id": str(UUID(int=seat + 1)), "name": NAMES[seat]} for seat in range(players)]
    session = new_session(game, seats, 0, options or {}, STARTED)
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    return ui.page


class Clerk:
    """Enters a sheet as fast as the screen allows, and counts the touches."""

    def __init__(self, ui: Driver) -> None:
        self.ui = ui
        self.touches = 0

    def tap(self, target: Any = "", **how: Any) -> None:
        self.touches += 1
        self.ui.tap(target, **how)

    def enter(self, sheet: dict[str, Any]) -> None:
        page = self.ui.page
        for seat in range(page.players):
            {"pearls": self._pearls, "coloretto": self._rows, "perfect_numbers": self._points}[page.game](
                sheet, seat
            )
            if seat < page.players - 1:
                self.tap("Next")

    def _pearls(self, sheet: dict[str, Any], seat: int) -> None:
        self._rows(sheet, seat)
        wanted = list(sheet["seats"][seat]["necklaces"])
        for token in self.ui.page.calculator.tokens:
            if int(token.text) in wanted and not token.disabled:
                wanted.remove(int(token.text))
                self.tap(token)
        hand = sheet["seats"][seat]["hand"]
        if any(hand.values()):
            self.tap(self.ui.all("Segment")[1])
            for entry in self.ui.page.calculator.entries():
                if hand.get(entry.colour):
                    self.tap(label_of(self._row_of(entry)))
                    self._digits(hand[entry.colour])

    def _row_of(self, entry: Any) -> Any:
        return next(row for row in self.ui.all("CountRow") if row.entry.path == entry.path)

    def _rows(self, sheet: dict[str, Any], seat: int) -> None:
        for entry in self.ui.page.calculator.entries():
            assert self.ui.page.focused.path == entry.path
            self._digits(read(sheet, entry.path))

    def _digits(self, number: int) -> None:
        for _ in range(number // 10):
            self.tap(name="tens")
        self.tap(self.ui.find(str(number % 10), kind="PadButton"))

    def _points(self, sheet: dict[str, Any], seat: int) -> None:
        for digit in str(sheet["seats"][seat]["points"]):
            self.tap(self.ui.find(digit, kind="PadButton"))


def label_of(row: Any) -> Any:
    """The words of a row: its middle is a stepper's key."""
    return next(child for child in row.walk() if getattr(child, "text", "") == row.label)


def who_won(ui: Driver) -> None:
    """Whatever does not fit is left so."""
    ui.tap("Who won?")
    if ui.root.overlays:
        ui.tap("Leave it so")


def shown_totals(ui: Driver) -> list[int]:
    return [int(tab.line) for tab in reversed(ui.page.ids.tabs.children)]


def shown_result(ui: Driver) -> tuple[dict[str, int], dict[str, int]]:
    bars = ui.all("PodiumBar")
    totals = {bar.name: int(bar.total.replace("−", "-")) for bar in bars}
    return totals, {bar.name: int(bar.place.split()[-1]) for bar in bars}


def pearls_sheet(rng: Random, players: int) -> dict[str, Any]:
    colours = ["yellow", "red", "green", "blue", "turquoise", "purple", "wild"]
    colours = [
        colour for colour in colours if colour not in {2: ("yellow", "green"), 3: ("red",)}.get(players, ())
    ]
    necklaces = [4, 5, 5, 6, 6, 7, 7, 8, 8, 9]
    rng.shuffle(necklaces)
    return {
        "seats": [
            {
                "pile": {colour: rng.randrange(6) for colour in colours},
                "necklaces": sorted(necklaces.pop() for _ in range(rng.randrange(2))),
                "hand": {rng.choice(colours): rng.randrange(1, 4)} if rng.random() < 0.5 else {},
            }
            for _ in range(players)
        ]
    }


def coloretto_sheet(rng: Random, players: int) -> dict[str, Any]:
    colours = ["orange", "blue", "brown", "yellow", "grey", "green", "pink"]
    return {
        "seats": [
            {
                "cards": {colour: rng.randrange(4) for colour in colours},
                "jokers": rng.randrange(2) if seat < 2 else 0,
                "golden": int(seat == 0),
                "plus2": rng.randrange(3),
            }
            for seat in range(players)
        ]
    }


def points_sheet(rng: Random, players: int) -> dict[str, Any]:
    return {"seats": [{"points": rng.randrange(60)} for _ in range(players)]}


SHEETS: dict[str, Callable[[Random, int], dict[str, Any]]] = {
    "pearls": pearls_sheet,
    "coloretto": coloretto_sheet,
    "perfect_numbers": points_sheet,
}
EVERY_TABLE = [
    (game, players) for game in SHEETS for players in range(GAMES[game].fewest, GAMES[game].most + 1)
]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_the_total_on_the_screen_is_that_of_the_rules(ui: Driver, game: str, players: int) -> None:
    sheet = SHEETS[game](Random(players), players)
    count_page(ui, game, players)
    Clerk(ui).enter(sheet)
    expected = GAMES[game].score(players=players, options={}, sheet=sheet, force=True)
    assert shown_totals(ui) == expected.totals
    who_won(ui)
    totals, places = shown_result(ui)
    assert totals == {NAMES[seat]: total for seat, total in enumerate(expected.totals)}
    assert places == {NAMES[seat]: rank for seat, rank in enumerate(expected.ranks)}


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_a_tracked_table_is_counted_already(ui: Driver, game: str, players: int) -> None:
    played, rules = play_out(game, players, 2, True), GAMES[game]
    session = document(game, played, len(played.moves))
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    sheet = rules.sheet(played.table)
    expected = rules.score(players=players, options=played.options, sheet=sheet, force=True)
    assert shown_totals(ui) == expected.totals
    ui.tap(ui.page.ids.tabs.children[0])
    who_won(ui)
    totals, places = shown_result(ui)
    assert totals == {NAMES[seat]: total for seat, total in enumerate(expected.totals)}
    assert places == {NAMES[seat]: rank for seat, rank in enumerate(expected.ranks)}


# -- Worked examples --------------------------------------------------------------------------------------


def read_cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return cases


def examples(wanted: str) -> list[Any]:
    return [
        pytest.param(game, case, id=case["id"])
        for game in SHEETS
        for case in read_cases(game)
        if wanted in case
    ]


NOT_ON_THE_SCREEN = {
    "P10": "no row for a colour that is not in play",
    "P13": "no more than ten cards in a hand",
    "P16": "no token of ten",
    "CG10": "no number below nought",
}


@pytest.mark.parametrize(("game", "case"), examples("invalid"))
def test_impossible_examples_are_told_or_cannot_even_be_entered(
    ui: Driver, game: str, case: dict[str, Any]
) -> None:
    page = count_page(ui, game, case["players"], case["options"])
    try:
        Clerk(ui).enter(case["sheet"])
    except (AssertionError, ValueError):
        assert case["id"] in NOT_ON_THE_SCREEN
        return
    if page.sheet != filled_up(page.sheet, case["sheet"]):
        assert case["id"] in NOT_ON_THE_SCREEN
        return
    assert case["id"] not in NOT_ON_THE_SCREEN
    assert [banner for banner in ui.all("Banner") if banner.kind == "error"]
    who_won(ui)
    assert ui.screen == "result", "an impossible count may be kept"
    assert ui.sees("cannot be right")


def filled_up(blank: Any, sheet: Any) -> Any:
    """The sheet with a nought wherever the screen wrote one."""
    if not isinstance(sheet, dict):
        return (
            [filled_up(one, other) for one, other in zip(blank, sheet, strict=True)]
            if (isinstance(sheet, list) and sheet and isinstance(sheet[0], dict))
            else sheet
        )
    noughts = {key: 0 for key, value in blank.items() if value == 0}
    return {**noughts, **{key: filled_up(blank.get(key), value) for key, value in sheet.items()}}


def test_worked_hands_are_worth_what_the_rulebook_says(ui: Driver) -> None:
    """Several hands at one table: more cards than the box has, which changes nothing of their worth."""
    for side in ("brown", "purple"):
        hands = [case for case in read_cases("coloretto_hands") if case["options"]["side"] == side]
        for at in range(0, len(hands), 4):
            cases = hands[at : at + 4]
            count_page(ui, "coloretto", max(2, len(cases)), {"side": side})
            blank = {"cards": {}, "jokers": 0, "golden": 0, "plus2": 0}
            seats = [case["hand"] for case in cases] + [blank] * (2 - len(cases))
            Clerk(ui).enter({"seats": seats})
            assert shown_totals(ui)[: len(cases)] == [case["expect"] for case in cases], cases


@pytest.mark.parametrize(("game", "case"), examples("expect"))
def test_worked_examples_come_out_right_on_the_result_screen(
    ui: Driver, game: str, case: dict[str, Any]
) -> None:
    count_page(ui, game, case["players"], case["options"])
    Clerk(ui).enter(case["sheet"])
    who_won(ui)
    totals, places = shown_result(ui)
    assert [totals[NAMES[seat]] for seat in range(case["players"])] == case["expect"]["totals"]
    assert [places[NAMES[seat]] for seat in range(case["players"])] == case["expect"]["ranks"]
    for seat in range(case["players"]):
        assert (NAMES[seat] in ui.page.outcome.winner) == (seat in case["expect"]["winners"])


# -- Fast, and forgiving ----------------------------------------------------------------------------------


def test_four_players_of_pearls_take_at_most_sixty_touches(ui: Driver) -> None:
    """A finished game: 95 of the 100 cards, six necklaces, two hands that were not empty."""
    piles = [
        {"yellow": 8, "red": 6, "green": 4, "blue": 3, "turquoise": 2, "purple": 1, "wild": 4},
        {"yellow": 7, "red": 5, "green": 5, "blue": 3, "turquoise": 2, "purple": 1, "wild": 3},
        {"yellow": 5, "red": 5, "green": 3, "blue": 2, "turquoise": 2, "purple": 1, "wild": 4},
        {"yellow": 3, "red": 3, "green": 3, "blue": 3, "turquoise": 1, "purple": 0, "wild": 4},
    ]
    necklaces, hands = [[6, 8], [7, 5], [5], [4]], [{}, {"yellow": 1}, {}, {"wild": 1}]
    sheet = {
        "seats": [
            {"pile": pile, "necklaces": sorted(mine), "hand": hand}
            for pile, mine, hand in zip(piles, necklaces, hands, strict=True)
        ]
    }
    page = count_page(ui, "pearls", 4)
    clerk = Clerk(ui)
    clerk.enter(sheet)
    expected = GAMES["pearls"].score(players=4, options={}, sheet=sheet)
    assert shown_totals(ui) == expected.totals
    assert page.problems == []
    clerk.tap("Who won?")
    assert clerk.touches <= 60


def test_impossible_numbers_are_told_and_forgotten_again(ui: Driver) -> None:
    page = count_page(ui, "pearls", 4)
    page.sheet["seats"][1]["pile"] = {"yellow": 20}
    row = label_of(next(row for row in ui.all("CountRow") if row.entry.colour == "yellow"))
    ui.tap(row)
    ui.tap(ui.find("9", kind="PadButton"))
    banner = next(banner for banner in page.ids.problems.children if banner.kind == "error")
    assert "29" in banner.text
    assert "24" in banner.text
    ui.tap(row)
    ui.tap(ui.find("2", kind="PadButton"))
    assert not [banner for banner in page.ids.problems.children if banner.kind == "error"]


def test_an_impossible_count_may_be_kept_and_says_so(ui: Driver) -> None:
    page = count_page(ui, "pearls", 2)
    page.sheet["seats"][0]["pile"] = {"red": 30}
    page.changed()
    ui.tap("Next")
    who_won(ui)
    assert ui.screen == "result"
    assert ui.sees("cannot be right")
    stored = ui.app.history.get(page.live.document["id"])
    assert any(problem["level"] == "error" for problem in stored["result"]["problems"])


def test_necklaces_of_the_others_cannot_be_taken_twice(ui: Driver) -> None:
    page = count_page(ui, "pearls", 2)
    ui.tap(page.calculator.tokens[0])
    assert page.sheet["seats"][0]["necklaces"] == [4]
    ui.tap("Next")
    assert page.calculator.tokens[0].disabled
    ui.tap(page.calculator.tokens[1])
    assert page.sheet["seats"][1]["necklaces"] == [5]


def test_swiping_turns_to_the_next_player(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 3)
    ui.drag((330, 500), (80, 505))
    assert page.current == 1
    ui.drag((80, 500), (330, 505))
    assert page.current == 0


def test_a_player_may_insist_on_another_use_of_the_jokers(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 3)
    page.sheet["seats"][0].update(cards={"orange": 6, "blue": 4, "brown": 3, "yellow": 2}, jokers=1, plus2=1)
    page.changed()
    ui.settle()
    assert shown_totals(ui)[0] == 41
    ui.tap("Choose differently")
    ui.tap(next(tile for tile in ui.top().ids.jokers.children if tile.colour == "orange"))
    ui.tap("Count it this way")
    assert shown_totals(ui)[0] == 36
    ui.tap("Back to the best choice")
    assert shown_totals(ui)[0] == 41


def test_an_own_choice_counts_three_colours_up_where_there_are_three(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 3)
    page.sheet["seats"][0].update(cards={"orange": 6, "blue": 4, "brown": 3, "yellow": 2}, jokers=1)
    page.changed()
    ui.settle()

    def turn(colour: str) -> None:
        ui.tap(next(tile for tile in ui.top().ids.plus.children if tile.colour == colour))

    ui.tap("Choose differently")
    turn("brown")
    assert ui.find("Count it this way").disabled
    turn("yellow")
    ui.tap("Count it this way")
    assert page.sheet["seats"][0]["counted_up"] == ["orange", "blue", "yellow"]
    assert shown_totals(ui)[0] == 21 + 15 + 3 - 6


def test_an_own_choice_of_too_few_colours_is_none_once_there_are_more(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 3)
    seat = page.sheet["seats"][0]
    seat.update(cards={"orange": 6, "blue": 4}, jokers=1)
    page.changed()
    ui.settle()
    ui.tap("Choose differently")
    ui.tap(next(tile for tile in ui.top().ids.jokers.children if tile.colour == "orange"))
    ui.tap("Count it this way")
    assert (seat["jokers_as"], seat["counted_up"]) == (["orange"], ["orange", "blue"])
    assert shown_totals(ui)[0] == 31
    seat["cards"]["pink"] = 1
    page.changed()
    ui.settle()
    assert "counted_up" not in seat
    assert shown_totals(ui)[0] == 21 + 10 + 1


def test_the_side_of_the_summary_card_can_be_switched(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 3)
    page.sheet["seats"][0].update(cards={"orange": 6, "blue": 4, "brown": 3, "yellow": 2}, jokers=1, plus2=1)
    page.changed()
    ui.tap("Purple side")
    assert shown_totals(ui)[0] == 20


def test_another_side_changes_a_finished_count_only_when_it_is_counted_again(ui: Driver) -> None:
    page = count_page(ui, "coloretto", 2)
    session = page.live.document["id"]
    cards = {"orange": 6, "blue": 4, "brown": 3, "yellow": 2}
    page.sheet["seats"][0].update(cards=cards, jokers=1, plus2=1)
    page.changed()
    ui.tap("Next")
    who_won(ui)
    before = ui.app.history.get(session)
    ui.tap(name="edit")
    ui.tap("Purple side")
    assert shown_totals(ui)[0] == 20
    assert ui.app.history.get(session) == before
    ui.back()
    assert ui.page.document == before
    ui.tap(name="edit")
    assert shown_totals(ui)[0] == 20, "what was chosen meanwhile is still there"
    who_won(ui)
    after = ui.app.history.get(session)
    assert (after["options"]["side"], after["result"]["totals"][0]) == ("purple", 20)
    versions = [version.document for version in ui.app.history.versions(session)]
    assert [(doc["options"], doc["result"]["totals"][0]) for doc in versions if doc["result"]] == [({}, 41)]


def test_a_hand_never_holds_more_than_ten(ui: Driver) -> None:
    page = count_page(ui, "pearls", 4)
    ui.tap(ui.all("Segment")[1])
    ui.tap(ui.find("7", kind="PadButton"))
    ui.tap(ui.find("7", kind="PadButton"))
    assert ui.sees("At most 3 here.")
    ui.tap(ui.find("3", kind="PadButton"))
    hand = page.sheet["seats"][0]["hand"]
    assert sum(hand.values()) == 10
    assert page.result is not None
    assert all(row.high == row.value for row in ui.all("CountRow"))


def test_a_digit_too_many_is_refused_and_the_number_stays(ui: Driver) -> None:
    page = count_page(ui, "perfect_numbers", 2)
    digits = len(str(int(page.pad.high)))
    for _ in range(digits):
        ui.tap(ui.find("9", kind="PadButton"))
    before = page.sheet["seats"][0]["points"]
    assert before == int("9" * len(str(before)))
    ui.tap(ui.find("9", kind="PadButton"))
    assert ui.sees(f"At most {page.pad.high} here.")
    assert page.sheet["seats"][0]["points"] == before


def test_closings_are_added_up(ui: Driver) -> None:
    count_page(ui, "perfect_numbers", 2)
    ui.tap("Count by closed rows")
    for number in ("5", "7"):
        ui.tap(ui.find(number, kind="Tile"))
    ui.tap(ui.find("Closed with a joker", kind="ToggleRow"))
    ui.tap(ui.find("6", kind="Tile"))
    ui.tap("Use this total")
    assert shown_totals(ui)[0] == 6 + 12 + 6


def test_rotation_back_key_and_a_killed_app_lose_nothing(launch: Callable[..., Driver]) -> None:
    first = launch()
    page = count_page(first, "pearls", 3)
    for digit in ("7", "3", "2"):
        first.tap(first.find(digit, kind="PadButton"))
    expected = page.sheet
    first.resize(915, 412)
    assert first.page.sheet == expected
    first.back()
    first.app.on_pause()
    session = page.live.document["id"]
    second = launch()
    second.app.go("count", session=session)
    second.settle()
    assert second.page.sheet == expected
    assert second.page.result.totals[0] > 0


def test_place_and_note_are_kept_with_the_result(ui: Driver) -> None:
    page = count_page(ui, "perfect_numbers", 2)
    Clerk(ui).enter({"seats": [{"points": 12}, {"points": 12}]})
    who_won(ui)
    assert "share the win" in ui.page.outcome.winner
    ui.tap(name="note")
    ui.top().ids.place.focus()
    ui.settle()
    ui.type("Hut")
    ui.tap("Save")
    assert ui.sees("Hut")
    assert ui.app.history.get(page.live.document["id"])["place"] == "Hut"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_large_letters_stay_large_beside_the_numbers(ui: Driver, game: str, language: str) -> None:
    """A row puts its number below its words before it makes the words small, on a phone of any width."""
    count_page(ui, game, GAMES[game].most)
    ui.app.choose(language=language)
    ui.text_size(2.0)
    complaints = []
    for width in (320, 360, 404, 412, 440):
        ui.resize(width, 915)
        complaints += [f"{width} wide: {complaint}" for complaint in shrunken(ui)]
        rows = ui.all("CountRow")
        complaints += [
            f"{width} wide: {row.label} has {label_of(row).font_size:.0f}"
            for row in rows
            if label_of(row).font_size < theme.text_body
        ]
        assert len({row.tight for row in rows}) == 1, "rows of one stack lie alike"
    assert complaints == []


# -- Guided by what the table knows -----------------------------------------------------------------------


def tracked_count(ui: Driver, game: str, players: int, seed: int) -> tuple[Any, dict[str, Any]]:
    """A table tracked in numbers alone to its last move, and what really lies there in the end."""
    played = play_out(game, players, seed, True)
    real = GAMES[game].sheet(played.table)
    if game == "pearls":
        deal_hands(played.table, real)
    bare = [strip_of_colours(game, move) for move in played.moves if move["move"] != "correct"]
    session = {**document(game, played), "moves": [{**move, "at": 0.0} for move in bare]}
    session["options"] = {name: value for name, value in session["options"].items() if name != "start"}
    ui.app.history.save(session)
    ui.app.go("count", session=session["id"])
    ui.settle()
    return ui.page, real


def deal_hands(table: Any, sheet: dict[str, Any]) -> None:
    """Nobody has seen all of what was dealt: any cards that nobody has seen will do."""
    pool = [colour for colour, cards in sorted(table.unseen.items()) for _ in range(cards)]
    Random(1).shuffle(pool)
    for seat, mine in zip(table.seats, sheet["seats"], strict=True):
        held = {colour: n - seat.placed.get(colour, 0) for colour, n in seat.taken.items()}
        mine["hand"] = {colour: n for colour, n in held.items() if n > 0}
        while sum(mine["hand"].values()) < seat.hand:
            colour = pool.pop()
            mine["hand"][colour] = mine["hand"].get(colour, 0) + 1


def strip_of_colours(game: str, move: dict[str, Any]) -> dict[str, Any]:
    kept = {"pearls": ("move", "cards", "necklace"), "coloretto": ("move", "row")}[game]
    bare = {name: move[name] for name in kept if name in move}
    return {**bare, "bonus": "unknown"} if "bonus" in move else bare


class Counter(Clerk):
    """Somebody with the cards before them, who does what the line above the keys says."""

    def count(self, sheet: dict[str, Any]) -> None:
        page = self.ui.page
        for seat, mine in enumerate(sheet["seats"]):
            while page.focused is not None:
                assert self.in_view(), page.focused
                self._digits(read(sheet, page.focused.path))
            assert page.sheet["seats"][seat].get("necklaces") == mine.get("necklaces")
            if seat < page.players - 1:
                self.tap("Next")

    def in_view(self) -> bool:
        """The row that is entered stands above the keys, and nobody has scrolled."""
        (row,) = [row for row in self.ui.all("CountRow") if row.active]
        view = self.ui.page.ids.scroll
        bottom, top = (view.to_window(0, y)[1] for y in (view.y, view.top))
        return bool(row.to_window(*row.pos)[1] >= bottom - 1 and row.to_window(0, row.top)[1] <= top + 1)


@pytest.mark.parametrize(("game", "players", "seed"), [("pearls", 4, 3), ("coloretto", 5, 4)])
def test_a_tracked_game_is_counted_in_at_most_fifty_touches(
    ui: Driver, game: str, players: int, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    page, real = tracked_count(ui, game, players, seed)
    clerk = Counter(ui)
    clerk.count(real)
    assert page.live.doubts(page.sheet, page.options) == []
    clerk.tap("Who won?")
    assert ui.screen == "result"
    expected = GAMES[game].score(
        players=players, options=page.live.document["options"], sheet=real, force=True
    )
    assert page.live.document["result"]["totals"] == expected.totals
    with capsys.disabled():
        print(f"\n{game} with {players} players: {clerk.touches} touches to count")
    assert clerk.touches <= 50


def test_what_was_not_counted_is_said_before_anybody_has_won(ui: Driver) -> None:
    page, _real = tracked_count(ui, "pearls", 3, 1)
    cards = page.live.table.seats[0].hand
    assert cards
    assert not page.ids.problems.children, "nothing is red before anybody has counted"
    assert f"{page.live.table.seats[0].pile} on the pile" in page.ids.asked.text
    for seat in range(3):
        page.sheet["seats"][seat]["pile"] = {"blue": page.live.table.seats[seat].pile}
    page.changed()
    ui.tap("Next")
    ui.tap("Next")
    ui.tap("Who won?")
    assert ui.screen == "count"
    assert ui.sees(f"Ada’s hand: {cards} card")
    ui.tap("Count it")
    assert ui.screen == "count"
    ui.tap(next(tab for tab in page.ids.tabs.children if tab.number == 2))
    ui.tap("Who won?")
    ui.tap("Leave it so")
    assert ui.screen == "result"
    assert ui.sees("Left so in the count")
    stored = ui.app.history.get(page.live.document["id"])
    assert "pearls.hand_not_counted" in {problem["key"] for problem in stored["result"]["problems"]}


def test_ten_more_stand_in_the_row_at_once(ui: Driver) -> None:
    page = count_page(ui, "pearls", 4)
    ui.tap(name="tens")
    assert page.sheet["seats"][0]["pile"]["yellow"] == 10
    ui.tap(ui.find("3", kind="PadButton"))
    assert page.sheet["seats"][0]["pile"]["yellow"] == 13
    assert page.focused.path[-1] == "red"
