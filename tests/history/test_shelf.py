"""Games of one's own on the shelf: saved, taken away, brought back, exported, imported and merged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from history import History
from history.document import InvalidDocument
from history.statistics import points_by_part
from scoring import GAMES

RULES = {
    "tableside": 1,
    "name": "Farm",
    "players": [2, 4],
    "ask": {"animals": "count"},
    "score": [{"name": "Animals", "times": "animals", "by": 3}],
}


def game(name: str = "Farm", **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "rules": {**RULES, "name": name}, **more}


def names(history: History) -> list[str]:
    return [found["rules"]["name"] for found in history.games()]


def test_a_game_stays_on_the_shelf(tmp_path: Path) -> None:
    farm, zoo = game(), game("arctic zoo")
    with History.open(tmp_path) as history:
        history.save_game(farm)
        history.save_game(zoo)
        history.save_game({**farm, "rules": {**RULES, "name": "Small farm"}})
    with History.open(tmp_path) as history:
        assert names(history) == ["arctic zoo", "Small farm"]
        assert history.game(zoo["id"]) == zoo


def test_a_game_is_taken_away_and_brought_back(tmp_path: Path) -> None:
    farm = game()
    with History.open(tmp_path) as history:
        history.save_game(farm)
        history.delete_game(farm["id"])
        assert names(history) == []
        with pytest.raises(KeyError):
            history.game(farm["id"])
        history.restore_game(farm["id"])
        assert history.games() == [farm]


def test_a_shelf_travels_in_a_backup(tmp_path: Path) -> None:
    farm, gone = game(), game("Gone")
    with History.open(tmp_path / "one") as history:
        history.save_game(farm)
        history.save_game(gone)
        history.delete_game(gone["id"])
        history.export(tmp_path / "all.json")
    with History.open(tmp_path / "two") as history:
        history.merge(tmp_path / "all.json")
        history.merge(tmp_path / "all.json")
        assert history.games() == [farm]
        history.restore_game(gone["id"])
        assert names(history) == ["Farm", "Gone"]
        assert list(history.sessions()) == []


def test_the_later_change_counts_on_both_phones(tmp_path: Path) -> None:
    farm = game()
    with History.open(tmp_path / "one") as one, History.open(tmp_path / "two") as two:
        one.save_game(farm)
        one.export(tmp_path / "first.json")
        two.merge(tmp_path / "first.json")
        two.save_game({**farm, "rules": {**RULES, "name": "Large farm"}})
        two.export(tmp_path / "second.json")
        one.merge(tmp_path / "second.json")
        assert one.games() == two.games()
        assert names(one) == ["Large farm"]


def test_rules_alone_are_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "farm.json").write_text(json.dumps(RULES), "utf-8")
    with History.open(tmp_path / "one") as history:
        assert history.merge(tmp_path / "farm.json").added == 1
        history.merge(tmp_path / "farm.json")
        assert names(history) == ["Farm"]


@pytest.mark.parametrize("wrong", [{"rules": []}, {"rules": {}}, {"rules": {"name": 3}}, {"id": "farm"}])
def test_what_is_no_game_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with History.open(tmp_path) as history:
        with pytest.raises(InvalidDocument):
            history.save_game({**game(), **wrong})
        assert history.games() == []


# -- What was played of them ------------------------------------------------------------------------------


def played(name: str, *totals: int) -> dict[str, Any]:
    rules = {**RULES, "name": name, "score": [{"name": "Animals", "sum": "animals"}]}
    sheet = {"rounds": [], "end": [{"animals": total} for total in totals]}
    result = GAMES["own"].score(players=len(totals), options={"rules": rules}, sheet=sheet)
    return {
        "id": str(uuid4()),
        "game": "own",
        "started": "2026-05-01T20:00:00+02:00",
        "finished": "2026-05-01T21:00:00+02:00",
        "seconds": 3600,
        "players": [{"id": str(uuid4()), "name": letter} for letter in "ABCD"[: len(totals)]],
        "starter": 0,
        "options": {"rules": rules},
        "moves": [],
        "sheet": sheet,
        "result": result.as_json(),
    }


def test_each_own_game_has_figures_of_its_own(tmp_path: Path) -> None:
    with History.open(tmp_path) as history:
        for session in (played("Farm", 3, 5), played("Farm", 7, 1), played("Zoo", 2, 4)):
            history.save(session)
        found = history.statistics()
        assert {key: figures.plays for key, figures in found.games.items()} == {"own:Farm": 2, "own:Zoo": 1}
        farm = history.statistics(game="own:Farm")
        assert farm.games["own:Farm"].scores.mean == pytest.approx(4.0)
        assert farm.heaps(points_by_part)["Animals"].mean == pytest.approx(4.0)
        assert len(history.sessions(game="own:Farm")) == 2
        assert len(history.sessions(game="own")) == 3
        assert b"Farm" in history.exported("csv")
        assert b'"Zoo"' in history.exported("bgstats")


def test_the_shelf_changes_no_game_that_was_played(tmp_path: Path) -> None:
    farm, session = game(), played("Farm", 3, 5)
    with History.open(tmp_path) as history:
        history.save_game(farm)
        history.save(session)
        history.save_game({**farm, "rules": {**RULES, "name": "Other", "score": []}})
        history.delete_game(farm["id"])
        again = history.get(session["id"])
        assert GAMES["own"].score(2, again["options"], again["sheet"]).totals == [3, 5]
