"""The rules room, with real touches: looked up from anywhere, searched, and closed without a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from screens.widgets.tables import share_out
from screens.words.book import SECTIONS
from tests.screens import walker
from tests.screens.cupboards import filled
from tests.screens.driver import Driver

Launch = Callable[..., Driver]
GAME_TITLES = {
    "pearls": "Pearls",
    "coloretto": "Coloretto",
    "perfect_numbers": "Perfect Numbers",
    "perladora": "Perladöra",
}


def room(ui: Driver) -> Any:
    (shown,) = [widget for widget in ui.seen() if type(widget).__name__ == "RulesRoom"]
    return shown


def finish(ui: Driver) -> None:
    """Until everything has been built and laid out."""
    column = room(ui).ids.column
    built = -1
    while built != len(column.children):
        built = len(column.children)
        ui.frames(4)
    ui.rest(0.05)


def visit(ui: Driver) -> None:
    ui.tap("Rules")
    finish(ui)


def look_for(ui: Driver, words: str) -> None:
    field = ui.find(kind="FieldInput", text=room(ui).query) if room(ui).query else ui.all("FieldInput")[0]
    ui.tap(field)
    ui.type(words)
    finish(ui)


def top_section(ui: Driver) -> str:
    """The heading nearest to the upper edge of the text."""
    scroll = room(ui).ids.scroll
    edge = scroll.to_window(*scroll.pos)[1] + scroll.height
    parts = ui.all("SectionPart")
    return str(min(parts, key=lambda part: abs(part.to_window(part.x, part.top)[1] - edge)).key)


def marked_rows(ui: Driver) -> list[str]:
    return [row.children[-1].text for row in ui.all("TableRow") if row.marked]


# -- Two taps from anywhere -------------------------------------------------------------------------------


def test_two_taps_to_the_rules_of_any_game(ui: Driver) -> None:
    for game, title in GAME_TITLES.items():
        ui.tap("Rules")
        ui.tap(title)
        finish(ui)
        assert (ui.screen, room(ui).game) == ("rules", game)
        assert [part.title for part in ui.all("SectionPart")] == list(SECTIONS.values())
        ui.tap("Play")
        assert ui.screen == "home"


def test_the_answers_are_on_the_page(ui: Driver) -> None:
    visit(ui)
    for answer in (
        "20 × red",
        "56",
        "The draw pile is empty.",
        "The last necklace is taken.",
        "minus its value",
    ):
        assert ui.sees(answer), answer
    ui.tap("Coloretto")
    finish(ui)
    assert not ui.sees("20 × red")
    for answer in ("49 / 15", "21", "Is the golden joker a joker as well?"):
        assert ui.sees(answer), answer


def test_a_chip_goes_to_its_section(ui: Driver) -> None:
    visit(ui)
    ui.tap("Perfect Numbers")
    finish(ui)
    for section in (*SECTIONS, "turn"):
        chip = next(chip for chip in ui.all("Chip") if chip.key == section)
        room(ui).ids.strip.scroll_to(chip, animate=False)
        ui.settle()
        ui.press(*chip.to_window(*chip.center))
        assert top_section(ui) == section
        assert [chip.key for chip in ui.all("Chip") if chip.selected] == [section]


def test_the_chips_follow_the_finger(ui: Driver) -> None:
    visit(ui)
    assert room(ui).section == "setup"
    for _ in range(30):
        ui.drag((200, 300), (200, 760))
    ui.rest(0.3)
    assert room(ui).section == "readings"
    assert ui.find("How we read it", kind="Chip").selected


def test_the_running_table_is_marked(launch: Launch) -> None:
    ui = launch(open_cupboard=filled)
    visit(ui)
    assert marked_rows(ui) == ["3"]
    ui.tap("Perladöra")
    finish(ui)
    assert marked_rows(ui) == ["2"]
    ui.tap("Coloretto")
    finish(ui)
    assert marked_rows(ui) == []


# -- Search -----------------------------------------------------------------------------------------------


def test_search_finds_in_all_games_and_opens_the_place(ui: Driver) -> None:
    visit(ui)
    look_for(ui, "joker")
    assert [game.title for game in ui.all("FoundGame")] == ["Pearls", "Coloretto", "Perfect Numbers"]
    assert not ui.all("Tab")
    found = next(card for card in ui.all("Found") if (card.game, card.section) == ("coloretto", "readings"))
    ui.tap(found)
    finish(ui)
    ui.rest(0.2)
    assert (room(ui).game, top_section(ui)) == ("coloretto", "readings")
    assert not room(ui).query


def test_the_found_words_stand_out(ui: Driver) -> None:
    visit(ui)
    look_for(ui, "hand LIMIT")
    assert any("[b][color=" in text and "Hand[/color][/b]" in text for text in ui.texts())


def test_back_walks_from_the_place_to_the_results_to_the_book_to_home(ui: Driver) -> None:
    visit(ui)
    look_for(ui, "golden")
    ui.tap(ui.all("Found")[-1])
    finish(ui)
    assert ui.back()
    ui.rest(0.2)
    assert room(ui).query == "golden"
    assert len(ui.all("Found")) == 3
    assert ui.back()
    finish(ui)
    assert (ui.screen, room(ui).query, room(ui).game) == ("rules", "", "coloretto")
    assert ui.back()
    assert ui.screen == "home"


def test_nothing_found_says_so_and_clearing_brings_the_book_back(ui: Driver) -> None:
    visit(ui)
    look_for(ui, "[b]xyzzy[/b]")
    assert ui.sees("Nothing found")
    ui.tap(name="clear")
    finish(ui)
    assert ui.sees("Set-up")
    assert not ui.sees("Nothing found")


def test_a_search_survives_leaving_and_coming_back(ui: Driver) -> None:
    visit(ui)
    look_for(ui, "necklace")
    ui.tap("Play")
    assert ui.screen == "home"
    ui.tap("Rules")
    ui.rest(0.2)
    assert room(ui).query == "necklace"
    assert ui.all("Found")


# -- Over another screen ----------------------------------------------------------------------------------


def open_over_settings(ui: Driver) -> Any:
    ui.app.go("settings")
    ui.settle()
    sheet = ui.app.open("rules", game="coloretto", players=4, options={"side": "purple"})
    finish(ui)
    return sheet


def test_a_sheet_opens_the_game_with_its_count_and_options_marked(ui: Driver) -> None:
    open_over_settings(ui)
    assert room(ui).game == "coloretto"
    assert marked_rows(ui) == ["4", "Purple"]


def test_closing_the_sheet_leaves_the_screen_as_it_was(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    scroll = next(widget for widget in ui.seen() if type(widget).__name__ == "Scroll")
    scroll.scroll_y = 0.4
    ui.settle()
    before, visits = ui.texts(), list(ui.app.ways.visits)
    for close in (lambda: ui.tap(name="close"), ui.back, lambda: ui.press(200, 910)):
        ui.app.open("rules", game="pearls", players=3)
        finish(ui)
        assert ui.sees("20 × red")
        close()
        assert not ui.root.overlays
        assert (ui.texts(), list(ui.app.ways.visits), ui.screen) == (before, visits, "settings")
        assert scroll.scroll_y == pytest.approx(0.4, abs=0.01)


def test_in_the_sheet_the_back_key_first_leaves_the_search(ui: Driver) -> None:
    open_over_settings(ui)
    look_for(ui, "pontoon")
    assert {card.game for card in ui.all("Found")} == {"perladora"}
    assert ui.back()
    finish(ui)
    assert ui.root.overlays
    assert room(ui).game == "coloretto"
    assert ui.back()
    assert not ui.root.overlays
    assert ui.screen == "settings"


def test_the_sheet_lets_no_touch_through(ui: Driver) -> None:
    sheet = open_over_settings(ui)
    ui.tap("Pearls")
    finish(ui)
    assert (room(ui).game, ui.screen) == ("pearls", "settings")
    assert sheet.parent


# -- Rotation, language, sizes ----------------------------------------------------------------------------


def test_rotation_keeps_game_section_and_search(ui: Driver) -> None:
    visit(ui)
    ui.tap("Perladöra")
    finish(ui)
    room(ui).read("scoring")
    ui.rest(0.1)
    for size in ((915, 412), (412, 915), (320, 560), (900, 1200)):
        ui.resize(*size)
        ui.rest(0.15)
        assert (room(ui).game, top_section(ui)) == ("perladora", "scoring"), size
    look_for(ui, "farm")
    found = len(ui.all("Found"))
    ui.resize(412, 915)
    ui.rest(0.1)
    assert room(ui).query == "farm"
    assert len(ui.all("Found")) == found > 1


def test_two_panes_where_there_is_room(ui: Driver) -> None:
    visit(ui)
    field, text = ui.all("TextField")[0], ui.all("SectionPart")[0]
    assert text.to_window(*text.pos)[0] < field.to_window(*field.pos)[0] + field.width
    ui.resize(1000, 800)
    ui.settle()
    assert text.to_window(*text.pos)[0] >= field.to_window(*field.pos)[0] + field.width
    assert field.width >= 300


def test_a_low_window_lets_the_search_scroll_away(ui: Driver) -> None:
    visit(ui)
    field = ui.all("TextField")[0]
    assert not any(parent is room(ui).ids.scroll for parent in field.walk_reverse())
    ui.resize(412, 420)
    ui.settle()
    assert room(ui).short
    assert room(ui).ids.head.parent == room(ui).ids.book
    ui.resize(412, 915)
    ui.settle()
    assert room(ui).ids.head.parent == room(ui)


def test_the_language_changes_while_one_is_reading(ui: Driver) -> None:
    visit(ui)
    room(ui).read("readings")
    ui.settle()
    for language, title, reading in (
        ("nl", "Voorbereiding", "Zo lezen wij het"),
        ("fr", "Mise en place", "Notre lecture"),
        ("de", "Vorbereitung", "So lesen wir es"),
    ):
        ui.app.choose(language=language)
        finish(ui)
        assert ui.sees(title)
        assert ui.sees(reading)
        assert not ui.sees("How we read it")
        assert top_section(ui) == "readings"


def test_columns_get_what_their_words_need_before_anybody_gets_more() -> None:
    assert share_out(100, [10, 20], [10, 20]) == [45, 55]
    assert share_out(100, [10, 20], [10, 200]) == [10, 90]
    assert share_out(25, [10, 20], [10, 200]) == [10, 20]


def test_large_text_stacks_a_table_instead_of_shrinking_it(ui: Driver) -> None:
    visit(ui)
    assert not any(table.stacked for table in ui.all("RuleTable"))
    ui.text_size(2.0)
    ui.rest(0.1)
    stacked = [table for table in ui.all("RuleTable") if table.stacked]
    assert stacked
    assert {"Players 2", "Players 6"} <= {row.title for row in ui.all("StackedRow")}
    for cell in ui.all("TableCell"):
        assert cell.font_size >= 0.7 * cell.largest, cell.text


@pytest.mark.parametrize("look", walker.LOOKS)
def test_nothing_is_too_small_cut_off_or_hard_to_read(launch: Launch, look: walker.Look) -> None:
    ui = launch(**walker.dressed(*look, language="nl"))
    ui.app.tab("rules")
    ui.settle()
    complaints = []
    for game in GAME_TITLES.values():
        ui.tap(game)
        finish(ui)
        complaints += walker.complaints(ui)
    look_for(ui, "joker")
    assert ui.all("Found")
    complaints += walker.complaints(ui)
    assert complaints == []


def test_two_panes_are_as_sound_as_one(launch: Launch) -> None:
    ui = launch(**walker.dressed(900, "light", 1.3), open_cupboard=filled)
    visit(ui)
    complaints = list(walker.complaints(ui))
    look_for(ui, "card 2")
    complaints += walker.complaints(ui)
    assert complaints == []


def test_the_sheet_is_as_sound_as_the_page(launch: Launch) -> None:
    ui = launch(**walker.dressed(*walker.HARDEST[0]))
    open_over_settings(ui)
    assert list(walker.complaints(ui)) == []


def test_no_text_escapes_the_translator(ui: Driver) -> None:
    visit(ui)
    with walker.pseudo_language(ui):
        look_for(ui, "xyzzy")
        assert walker.untranslated(ui, ("xyzzy",)) == []
