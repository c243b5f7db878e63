"""Settings take effect while one looks at them, and are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.metrics import Metrics

from phone.system import Wishes
from screens.stored import Drafts, Settings, read_settings, write_settings
from screens.theme import COLOUR_BLIND_CARDS, DARK, LIGHT, theme
from tests.screens.cupboards import filled
from tests.screens.driver import Driver

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
    assert ui.sees("115 %")
    assert ui.find("Settings").font_size == pytest.approx(1.15 * before)
    for _ in range(3):
        ui.tap(name="larger")
    assert ui.sees("200 %")
    assert ui.find(name="larger").disabled
    assert Metrics.fontscale == pytest.approx(2.0)


def test_switches_switch(ui: Driver) -> None:
    at_settings(ui)
    for text, field, value in (
        ("Colours for colour-blind eyes", "colour_blind", True),
        ("Less motion", "reduced_motion", False),
        ("Vibrate", "haptics", False),
        ("Keep the screen on", "keep_awake", False),
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


def test_a_full_disk_is_said_and_the_choice_still_holds(ui: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("screens.app.write_settings", full)
    ui.app.choose(theme="dark")
    ui.settle()
    assert ui.sees("There is no room on this device to keep that choice.")
    assert theme.dark


# -- The files --------------------------------------------------------------------------------------------

CHOSEN = Settings(
    language="de", theme="dark", text_scale=1.6, reduced_motion=True, colour_blind=True, haptics=False
)


def test_settings_come_back_as_they_went(tmp_path: Path) -> None:
    write_settings(tmp_path / "a" / "settings.json", CHOSEN)
    assert read_settings(tmp_path / "a" / "settings.json") == CHOSEN
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "\x00", "[" * 100_000, '{"theme": {}}'])
def test_a_bad_file_counts_as_nothing_chosen(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert read_settings(tmp_path / "settings.json") == Settings()


def test_a_bad_value_spoils_only_itself(tmp_path: Path) -> None:
    values = {"theme": "dark", "language": "klingon", "text_scale": 99, "haptics": "no", "unknown": 1}
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
