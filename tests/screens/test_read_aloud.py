"""What is said aloud: by the reader of the screen to those who explore it, and by the table on request."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from phone.speech import DesktopSpeech
from phone.talkback import HIDDEN, SCROLL_BACK, TAP, TICKED, Heard
from screens.translator import LANGUAGES
from tests.screens.driver import Driver, start
from tests.screens.tables import play_out, sit_down


class Ear:
    """Somebody who explores by touch: hears what is there, and asks by name."""

    def __init__(self) -> None:
        self.on = True
        self.heard: Sequence[Heard] = ()
        self.snapshots = 0
        self.said: list[str] = []
        self._asked: list[tuple[int, str]] = []

    def listens(self) -> bool:
        return self.on

    def show(self, heard: Sequence[Heard]) -> None:
        self.heard, self.snapshots = heard, self.snapshots + 1

    def asked(self) -> Iterator[tuple[int, str]]:
        asked, self._asked = self._asked, []
        return iter(asked)

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def find(self, name: str) -> Heard:
        alike = [each for each in self.heard if each.name == name]
        return next(each for each in alike or self.heard if each.name.startswith(name))

    def ask(self, name: str, action: str = "tap") -> None:
        self._asked.append((self.find(name).number, action))


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def ui(tmp_path: Path, ear: Ear) -> Driver:
    driver = start(tmp_path, reader=ear)
    driver.rest(1.2)
    return driver


def test_one_plays_a_table_without_looking(ui: Driver, ear: Ear) -> None:
    def ask(name: str) -> None:
        ear.ask(name)
        ui.rest(0.5)

    ask("Pearls, 2–6 players")
    for name in ("Ada", "Bo"):
        ask("Add a name")
        ui.type(name)
        ask("Add")
    assert [row.person for row in ui.page.ids.seats.rows] == ["Ada", "Bo"]
    ask("Set up for 2")
    assert ui.screen == "setup"
    ask("Play with all cards")
    assert ear.find("Play with all cards").states & TICKED


def test_what_is_out_of_sight_is_brought_and_touched(ui: Driver, ear: Ear) -> None:
    ui.app.go("settings")
    ui.rest(0.5)
    far = ear.find("Say aloud")
    assert far.states & HIDDEN
    ear.ask("Say aloud")
    ui.rest(0.5)
    assert ui.app.settings.speech
    assert not ear.find("Say aloud").states & HIDDEN
    assert ear.find("Say aloud").number == far.number, "the reader stays where it is"
    assert any(each.actions & SCROLL_BACK for each in ear.heard)


def test_a_list_is_scrolled_on_and_back(ui: Driver, ear: Ear) -> None:
    ui.app.go("settings")
    ui.rest(0.5)
    place = next(each for each in ear.heard if each.role == "list")
    for action, is_down in (("scroll on", True), ("scroll back", False)):
        ear._asked.append((place.number, action))
        ui.rest(0.5)
        assert (ui.page.children[0].scroll_y < 1) is is_down


def test_what_stays_as_it_is_is_not_told_again(ui: Driver, ear: Ear) -> None:
    before = ear.snapshots
    ui.rest(2)
    assert ear.snapshots == before
    assert {each.actions for each in ear.heard if each.role == "tab"} == {TAP}


def test_nobody_is_told_anything_while_nobody_listens(ui: Driver, ear: Ear) -> None:
    ear.on = False
    ui.rest(1.2)
    before = ear.snapshots
    ui.app.tab("rules")
    ui.rest(2)
    assert ear.snapshots == before
    ear.on = True
    ui.rest(1.2)
    assert ear.snapshots == before + 1


# -- The table speaks -------------------------------------------------------------------------------------


def finish_by_hand(ui: Driver, say: Callable[[], Any]) -> list[str]:
    played = play_out("pearls", 3, seed=4, full=False)
    page = sit_down(ui, "pearls", played)
    for move in played.moves:
        page.play(move)
    return [str(sentence) for sentence in say()]


def test_on_request_the_table_says_turns_and_ends(ui: Driver, ear: Ear) -> None:
    ear.on = False
    ui.rest(1.2)
    assert finish_by_hand(ui, lambda: ui.app.speech.said) == []
    ui.app.choose(speech=True, language="nl")
    said = finish_by_hand(ui, lambda: ui.app.speech.said)
    assert any("is aan de beurt" in sentence for sentence in said)
    assert {sentence.split("'")[1] for sentence in said} == {"nl"}


def test_whoever_reads_the_screen_hears_the_turns_through_the_reader(ui: Driver, ear: Ear) -> None:
    ui.app.choose(speech=True)
    said = finish_by_hand(ui, lambda: ear.said)
    assert sum(sentence.endswith("to play") for sentence in said) > 10
    assert ui.app.speech.said == []


@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="no espeak-ng on this computer")
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_voice_for_every_language(language: str) -> None:
    command = ["espeak-ng", "-q", "-x", "-v", language, "--", "Ada 41"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip()


def test_a_desktop_says_one_thing_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    voice = tmp_path / "espeak-ng"
    voice.write_text(f'#!/bin/sh\necho "$2 $4" >>"{told}"\n', "utf-8")
    voice.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    speech = DesktopSpeech()
    for sentence in ("Ada ist dran", "-q"):
        speech.say(sentence, "de")
    assert speech._last is not None
    speech._last.join()
    assert told.read_text("utf-8").splitlines() == ["de Ada ist dran", "de -q"]
