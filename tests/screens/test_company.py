"""Two phones, one history: what arrives is shown, a table is kept on one of them, versions are exchanged."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from history import History
from tests.screens.driver import Driver
from tests.screens.tables import document, play_out
from tests.screens.test_session import open_session, tracked

PLAYERS = 3


class Phone:
    """Bo's phone, in a folder beside that of the app."""

    def __init__(self, ui: Driver, folder: Path) -> None:
        self.ui, self.folder = ui, folder
        self.history = History.open(folder, "bo")
        self.history.name_device("Bo’s phone")

    @property
    def theirs(self) -> Path:
        return Path(self.ui.app.folder) / "history"

    def hear(self) -> None:
        device = self.ui.app.history.device
        shutil.copy(self.theirs / f"journal-{device}.jsonl", self.folder)
        self.history.refresh()

    def tell(self) -> None:
        shutil.copy(self.folder / "journal-bo.jsonl", self.theirs)
        self.ui.app.company.look()
        self.ui.wait(lambda: not self.ui.app.company._busy)
        self.ui.settle()


@pytest.fixture
def bo(ui: Driver, tmp_path: Path) -> Any:
    phone = Phone(ui, tmp_path / "bo")
    yield phone
    phone.history.close()


def begun(moves: int) -> dict[str, Any]:
    return document("pearls", play_out("pearls", PLAYERS, 1, full=False), moves)


def test_what_arrives_is_on_the_page_at_once(ui: Driver, bo: Phone) -> None:
    kept = tracked(ui, "pearls")
    open_session(ui, kept["id"])
    bo.hear()
    bo.history.save({**bo.history.get(kept["id"]), "note": "spilled the tea"})
    bo.tell()
    assert ui.sees("spilled the tea")


def test_a_table_that_bo_keeps_is_looked_at_and_taken_over_with_one_tap(ui: Driver, bo: Phone) -> None:
    session = begun(4)
    bo.history.save(session)
    bo.tell()
    ui.app.go("table", session=session["id"])
    ui.settle()
    assert ui.page.elsewhere.startswith("Kept on Bo’s phone since ")
    assert ui.sees("Take over")
    assert len(ui.page.live.moves) == 4
    assert not ui.page.play(dict(begun(5)["moves"][-1]))
    bo.history.save(begun(6) | {"id": session["id"]})
    bo.tell()
    assert len(ui.page.live.moves) == 6
    ui.tap("Take over")
    ui.settle()
    assert not ui.page.elsewhere
    assert not ui.sees("Take over")
    assert ui.page.play(dict(begun(7)["moves"][-1]))
    bo.hear()
    holder = bo.history.holder(session["id"])
    assert holder is not None
    assert holder.device == ui.app.history.device
    assert len(bo.history.get(session["id"])["moves"]) == 7


def test_whoever_kept_it_is_told_that_somebody_has_taken_over(ui: Driver, bo: Phone) -> None:
    session = begun(3)
    ui.app.history.save(session)
    ui.app.go("table", session=session["id"])
    ui.settle()
    assert not ui.page.elsewhere
    bo.hear()
    bo.history.take_over(session["id"])
    bo.tell()
    assert ui.page.elsewhere.startswith("Kept on Bo’s phone since ")
    assert ui.sees("You look on here, and see every move as it arrives.")


def test_another_phones_version_can_be_compared_taken_and_taken_back(ui: Driver, bo: Phone) -> None:
    kept = tracked(ui, "pearls")
    bo.hear()
    bo.history.save({**kept, "note": "Bo won on the last card"})
    ui.app.history.save({**kept, "note": "a rematch is due"})
    ui.app.history.save({**kept, "note": "a rematch is overdue"})
    bo.tell()
    open_session(ui, kept["id"])
    assert ui.app.history.get(kept["id"])["note"] == "a rematch is overdue"
    ui.tap("Bo’s phone had another version")
    ui.settle()
    assert ui.sees("Bo won on the last card")
    assert ui.sees("a rematch is overdue")
    ui.tap("Take the other one")
    ui.settle()
    assert ui.app.history.get(kept["id"])["note"] == "Bo won on the last card"
    assert not ui.sees("Bo’s phone had another version")
    ui.tap("Undo")
    ui.settle()
    assert ui.app.history.get(kept["id"])["note"] == "a rematch is overdue"


def test_a_version_that_was_looked_at_need_not_be_said_again(ui: Driver, bo: Phone) -> None:
    kept = tracked(ui, "pearls")
    bo.hear()
    bo.history.save({**kept, "place": "at Bo’s"})
    ui.app.history.save({**kept, "place": "at home"})
    ui.app.history.save({**kept, "place": "at home!"})
    bo.tell()
    open_session(ui, kept["id"])
    ui.tap("Bo’s phone had another version")
    ui.settle()
    ui.tap("Leave it as it is")
    ui.settle()
    assert ui.app.history.get(kept["id"])["place"] == "at home!"
    assert not ui.sees("Bo’s phone had another version")
    assert [one.document["place"] for one in ui.app.history.versions(kept["id"]) if one.device == "bo"] == [
        "at Bo’s"
    ]
