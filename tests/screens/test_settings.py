"""Settings take effect while one looks at them, and are kept."""

from __future__ import annotations

import json
import wave
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import pytest
from kivy.metrics import Metrics

from phone.sound import END, TURN, Mute, write_tone
from phone.system import Wishes
from scoring import BOXES
from screens.games import FACES
from screens.games.plan import remembered_options
from screens.settings.about import PARTS, VERSION, licence_text
from screens.stored import Drafts, Settings, read_settings, usual_options, write_settings
from screens.theme import COLOUR_BLIND_CARDS, DARK, LIGHT, theme
from screens.words.people import Person
from tests.screens.cupboards import SESSIONS, filled
from tests.screens.driver import Driver
from tests.screens.tables import play_out, sit_down

Launch = Callable[..., Driver]


def at_settings(ui: Driver) -> Driver:
    ui.tap(name="settings")
    assert ui.screen == "settings"
    return ui


def test_the_language_changes_everything_at_once_and_stays(launch: Launch) -> None:
    ui = at_settings(launch())
    ui.tap("Nederlands")
    assert ui.sees("Instellingen")
    assert ui.back()
    assert ui.sees("Kies je spel".upper().replace(" ", "  "))
    assert ui.sees("Spelers")
    again = launch()
    assert again.sees("Spelers")
    assert not again.sees("Players")


def test_dark_is_dark_at_once_and_stays(launch: Launch) -> None:
    ui = at_settings(launch())
    assert tuple(theme.paper) == LIGHT["paper"]
    ui.tap(ui.find("Dark", kind="Segment"))
    assert tuple(theme.paper) == DARK["paper"]
    assert tuple(ui.find("Settings").color) == DARK["ink"]
    launch()
    assert tuple(theme.paper) == DARK["paper"]


def test_a_change_of_theme_leaves_no_trace_of_the_former(launch: Launch) -> None:
    """Every word has the colour it would have had in an app that was dark, or light, from the start."""

    def colours(ui: Driver) -> list[tuple[str, tuple[float, ...]]]:
        return [(label.text, tuple(label.color)) for label in ui.all("Label") if label.text]

    ui = launch(open_cupboard=filled)
    light = colours(ui)
    ui.app.choose(theme="dark")
    ui.settle()
    dark = colours(ui)
    ui.app.choose(theme="light")
    ui.settle()
    assert colours(ui) == light
    ui.app.choose(theme="dark")
    assert colours(launch()) == dark != light


def test_the_device_decides_until_somebody_chooses(launch: Launch) -> None:
    ui = launch(settings=Settings(), wishes=Wishes(dark=True, languages=("fr-BE", "en")))
    assert theme.dark
    assert ui.sees("Joueurs")


def test_text_grows_in_steps_and_stops_at_the_ends(ui: Driver) -> None:
    at_settings(ui)
    before = ui.find("Settings").font_size
    ui.tap(name="larger")
    assert ui.sees("115%")
    assert ui.find("Settings").font_size == pytest.approx(1.15 * before)
    for _ in range(3):
        ui.tap(name="larger")
    assert ui.sees("200%")
    assert ui.find(name="larger").disabled
    assert Metrics.fontscale == pytest.approx(2.0)


def test_switches_switch(ui: Driver) -> None:
    at_settings(ui)
    ui.app.sound = Mute()
    for text, field, value in (
        ("Colour-blind-friendly colours", "colour_blind", True),
        ("Less motion", "reduced_motion", False),
        ("Vibrate", "haptics", False),
        ("Sound", "sound", True),
        ("Keep the screen on", "keep_awake", False),
        ("Time the game", "timers", False),
        ("Celebrate the winner", "celebration", False),
    ):
        ui.tap(ui.find(text, kind="ToggleRow"))
        assert getattr(ui.app.settings, field) is value
        assert getattr(read_settings(ui.app.folder / "settings.json"), field) is value
    assert theme.cards is COLOUR_BLIND_CARDS


def test_a_buzz_is_felt_only_when_wanted(ui: Driver) -> None:
    ui.app.buzz(0.03)
    assert ui.app.haptics.felt == [0.03]
    ui.app.choose(haptics=False)
    ui.app.buzz(0.03)
    assert ui.app.haptics.felt == [0.03]


def test_a_tone_is_heard_only_when_wanted(ui: Driver) -> None:
    ui.app.sound = Mute()
    ui.app.chime(TURN)
    assert ui.app.sound.heard == []
    at_settings(ui)
    ui.tap(ui.find("Sound", kind="ToggleRow"))
    assert ui.app.sound.heard == [TURN], "so that one knows what it is like"
    played = play_out("pearls", 2, 1, False)
    sit_down(ui, "pearls", played)
    ui.page.play(played.moves[0])
    assert ui.app.sound.heard == [TURN, TURN]
    ui.page.play({"move": "end"})
    assert ui.app.sound.heard == [TURN, TURN, END]


def test_the_tones_are_short_and_end_softly(tmp_path: Path) -> None:
    for tone in (TURN, END):
        write_tone(tmp_path / "tone.wav", tone)
        with wave.open(str(tmp_path / "tone.wav")) as file:
            assert 0.1 < file.getnframes() / file.getframerate() < 0.6
            heard = memoryview(file.readframes(file.getnframes())).cast("h")
        assert 2_000 < max(heard) < 12_000
        assert abs(heard[-1]) < 50, "no click"


# -- Usual variants ---------------------------------------------------------------------------------------


def test_a_new_group_begins_with_the_usual_variants(launch: Launch) -> None:
    ui = at_settings(launch(open_cupboard=filled))
    assert ui.sees("A new group plays as the last one did.")
    ui.tap("Usual variants")
    ui.tap("Purple side")
    ui.tap(next(segment for segment in ui.all("Segment") if segment.text == "Yes"))
    ui.tap(name="close")
    assert ui.sees("Chosen for new groups: 2")
    again = launch()
    history, usual = again.app.history, usual_options(again.app.settings)
    assert usual == {"all_cards": True, "side": "purple"}
    strangers, group = ["nobody", "knows"], [player["id"] for player in SESSIONS[2]["players"]]
    history.save({**SESSIONS[2], "options": {"side": "brown"}})
    assert remembered_options("coloretto", strangers, history, {}) == {"side": "brown"}
    assert remembered_options("coloretto", strangers, history, usual) == {"side": "purple"}
    assert remembered_options("coloretto", group, history, usual) == {"side": "brown"}
    assert remembered_options("perladora", strangers, history, usual) == {"advanced": False}
    at_settings(again)
    again.tap("Usual variants")
    again.tap([segment for segment in again.all("Segment") if segment.text == "As last time"][1])
    assert usual_options(again.app.settings) == {"all_cards": True}
    again.tap(name="close")
    again.tap(name="back")
    again.tap("Pearls")
    assert again.screen == "seats"
    ada, bo = (Person(player["id"], player["name"], "") for player in SESSIONS[3]["players"])
    again.page.put(replace(again.page.plan, people=(ada, bo)))
    assert again.page.options() == {"all_cards": True}


@pytest.mark.parametrize("game", BOXES)
def test_what_is_chosen_once_and_for_all_has_a_name(game: str) -> None:
    named = {option: set(variant.choices) for option, variant in FACES[game].words.USUAL.items()}
    assert named == {option: set(choices) for option, choices in BOXES[game].usual.items()}


# -- About ------------------------------------------------------------------------------------------------


def test_about_tells_the_version_the_place_and_the_licences(ui: Driver) -> None:
    at_settings(ui)
    ui.tap("About Tableside")
    assert ui.sees(f"Version {VERSION}")
    assert ui.sees(str(ui.app.folder))
    for part in PARTS:
        ui.tap(part.name)
        assert ui.sees(part.holder)
        assert ui.sees("WARRANTIES")
        ui.tap(name="close")
    ui.tap("Your data")
    assert ui.screen == "data"


@pytest.mark.parametrize("package", ["kivy", "plyer", "tinydb", "segno", "openskill"])
def test_the_licences_are_those_of_the_packages(package: str) -> None:
    (part,) = (part for part in PARTS if part.name.lower() == package)
    files = [file for file in distribution(package).files or () if "licen" in file.name.lower()]
    theirs = " ".join(Path(str(files[0].locate())).read_text("utf-8").split())
    assert all(" ".join(paragraph.split()) in theirs for paragraph in licence_text(part.licence))
    assert part.holder.split(". All")[0] in theirs


def test_a_full_disk_is_said_and_the_choice_still_holds(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("screens.app.write_settings", full)
    ui.app.choose(theme="dark")
    ui.settle()
    assert ui.sees("There is no room on this device to save that choice.")
    assert theme.dark


# -- The files --------------------------------------------------------------------------------------------

CHOSEN = Settings(
    language="de", theme="dark", text_scale=1.6, reduced_motion=True, colour_blind=True, haptics=False
)


def test_settings_come_back_as_they_went(tmp_path: Path) -> None:
    write_settings(tmp_path / "a" / "settings.json", CHOSEN)
    assert read_settings(tmp_path / "a" / "settings.json") == CHOSEN
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["settings.json"]


AS_EVER = """{
 "language": "de",
 "theme": "dark",
 "text_scale": 1.6,
 "reduced_motion": true,
 "colour_blind": true,
 "haptics": false,
 "keep_awake": true,
 "timers": true,
 "celebration": true,
 "sound": false,
 "full_pearls": false,
 "full_coloretto": true,
 "full_perfect_numbers": false,
 "full_perladora": false,
 "usual_all_cards": "no",
 "usual_side": "purple",
 "usual_three_rows": "",
 "usual_lower_on_other": "actor",
 "usual_advanced": "yes",
 "usual_look_at_own": "",
 "speech": false
}"""


def test_the_file_stays_as_it_has_always_been(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(AS_EVER)
    chosen = read_settings(file)
    assert (chosen.language, chosen.full["coloretto"], chosen.full["pearls"]) == ("de", True, False)
    assert chosen.usual["side"] == "purple"
    assert usual_options(chosen) == {
        "all_cards": False,
        "side": "purple",
        "lower_on_other": "actor",
        "advanced": True,
    }
    file.unlink()
    write_settings(file, chosen)
    assert file.read_text() == AS_EVER


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "\x00", "[" * 100_000, '{"theme": {}}'])
def test_a_bad_file_counts_as_nothing_chosen(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert read_settings(tmp_path / "settings.json") == Settings()


def test_a_bad_value_spoils_only_itself(tmp_path: Path) -> None:
    values = {"theme": "dark", "language": "klingon", "text_scale": 99, "haptics": "no", "unknown": 1}
    values |= {"usual_side": "green", "usual_advanced": True, "sound": 1}
    (tmp_path / "settings.json").write_text(json.dumps(values))
    assert read_settings(tmp_path / "settings.json") == Settings(theme="dark")


def test_drafts_survive_a_killed_app(launch: Launch) -> None:
    ui = launch()
    ui.app.drafts.put("seats.pearls", {"names": ["Ada"]})
    ui.frames(2)
    assert json.loads((ui.app.folder / "draft.json").read_text()) == {"seats.pearls": {"names": ["Ada"]}}
    assert launch().app.drafts.get("seats.pearls") == {"names": ["Ada"]}


def test_a_draft_is_a_copy_and_can_be_forgotten(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path / "draft.json")
    names = ["Ada"]
    drafts.put("names", names)
    names.append("Bo")
    drafts.get("names").append("Cleo")
    assert drafts.get("names") == ["Ada"]
    drafts.put("names", None)
    drafts.save()
    assert drafts.get("names", "nobody") == "nobody"
    assert Drafts(tmp_path / "draft.json").get("names") is None


def test_a_draft_that_finds_no_room_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = Drafts(tmp_path / "draft.json")
    with monkeypatch.context() as full:
        full.setattr("screens.stored.write_object", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
        drafts.put("names", ["Ada"])
        drafts.save()
    drafts.save()
    assert Drafts(tmp_path / "draft.json").get("names") == ["Ada"]
