"""What is heard of a screen, by those who do not see it: TalkBack, and a voice."""

from __future__ import annotations

import pytest
from kivy.uix.textinput import TextInput

from screens import semantics
from screens.semantics import CHECK, FIELD, HEADING, SELECTED, SWITCH, TAB, TICKED, UNTICKED
from tests.screens import walker
from tests.screens.driver import Driver
from tests.screens.tables import play_out, sit_down


def test_home_is_read_from_its_title_to_the_other_rooms(ui: Driver) -> None:
    heard = [node.name for node in ui.heard().in_order()]
    assert heard[0] == "Tableside"
    assert heard.index("Settings") < heard.index("Pearls, 2–6 players") < heard.index("History")
    assert heard[-4:] == ["Play", "History", "Players", "Rules"]
    assert ui.by_name("Play", TAB).states == {SELECTED}
    assert ui.by_name("Rules", TAB).states == set()


def test_a_table_can_be_set_up_by_its_names_alone(ui: Driver) -> None:
    ui.tap(ui.by_name("Pearls, 2–6 players"))
    for name in ("Ada", "Bo"):
        ui.tap(ui.by_name("Add a name", FIELD))
        ui.type(name)
        ui.tap(ui.by_name("Add", "button"))
    ui.tap(ui.by_name("Ada leaves the table"))
    assert [row.person for row in ui.page.ids.seats.rows] == ["Bo"]


def test_a_tick_and_a_switch_say_how_they_stand(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    switch = ui.by_role(SWITCH)[0]
    assert switch.states == {UNTICKED}
    ui.tap(switch)
    assert ui.by_name(switch.name).states == {TICKED}
    assert ui.by_role(CHECK) == []


def test_a_sheet_is_all_that_is_heard_while_it_is_open(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, seed=4, full=False))
    page.open_menu()
    ui.settle()
    heard = {node.name for node in ui.heard().in_order()}
    assert "Close" in heard
    assert "Undo" not in heard


def test_a_number_is_said_with_what_it_is_a_number_of(ui: Driver) -> None:
    page = sit_down(ui, "pearls", play_out("pearls", 3, seed=4, full=False))
    taken = ui.by_name("Take from the display: 3")
    ui.tap(taken)
    assert [move["cards"] for move in page.live.moves] == [3]


def test_a_word_that_stands_twice_is_told_apart() -> None:
    def node(name: str, role: str) -> semantics.Node:
        return semantics.Node(name, role, (0, 0, 1, 1), actions=("tap",) if role == "button" else ())

    found = [node("Ada", HEADING), node("Draw", "button"), node("Bo", HEADING), node("Draw", "button")]
    assert [each.name for each in semantics.told_apart(found)] == ["Ada", "Ada: Draw", "Bo", "Bo: Draw"]
    assert [each.name for each in semantics.told_apart(found[:2])] == ["Ada", "Draw"]
    assert [each.name for each in semantics.told_apart([found[0], node("3", "button")])] == ["Ada", "Ada: 3"]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (["Bn", "Brown·6"], "Brown·6"),
        (["*", "Joker"], "Joker"),
        (["Shuffle.", "18 cards"], "Shuffle. 18 cards"),
        (["Ada", "3 of 10"], "Ada, 3 of 10"),
        (["Z"], "Z"),
    ],
)
def test_words_are_joined_as_one_says_them(parts: list[str], told: str) -> None:
    assert semantics.joined(parts) == told


def test_the_walk_hears_what_has_no_name(ui: Driver) -> None:
    assert list(walker.unheard(ui)) == []
    gear = ui.by_name("Settings").widget
    gear.name = "gear"
    (complaint,) = walker.unheard(ui)
    assert complaint == "is called as in the code: IconButton 'gear'"
    gear.name = "settings"


def test_what_is_out_of_sight_is_known_to_be(ui: Driver) -> None:
    ui.app.go("settings")
    ui.settle()
    controls = [node for node in ui.heard().in_order() if node.is_control]
    hidden = [node for node in controls if semantics.in_view(node) is None]
    assert hidden
    ui.reveal(hidden[-1].widget)
    assert semantics.in_view(ui.by_name(hidden[-1].name)) is not None


def test_a_field_says_what_is_in_it(ui: Driver) -> None:
    ui.tap(ui.by_name("Pearls, 2–6 players"))
    field = next(widget for widget in ui.seen() if isinstance(widget, TextInput))
    field.text = "Cleo"
    assert ui.by_role(FIELD)[0].name == "Add a name, Cleo"
