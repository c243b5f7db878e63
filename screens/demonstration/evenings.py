"""What has been played and what is being played: every document that the demonstration shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from history import History
from history.live import new_session
from scoring import GAMES
from screens.demonstration.people import Played, counted, play_out, shows
from screens.games.plan import as_json, read_plan, seated
from screens.theme import PLAYER_COLOURS
from screens.words.people import Person

Document = dict[str, Any]

TODAY = date(2026, 11, 18)
LONG_NAME = "Wilhelmina Marwa"
"""Sixteen letters, and wide ones."""
PEOPLE = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")
MOVE_SECONDS = 40


def seat(name: str) -> dict[str, str]:
    return {"id": str(uuid5(NAMESPACE_DNS, f"{name}.tableside")), "name": name}


def moment(days_ago: int) -> datetime:
    evening = datetime(TODAY.year, TODAY.month, TODAY.day, 20, 14, tzinfo=timezone(timedelta(hours=1)))
    return evening - timedelta(days=days_ago)


def group(players: int, long_names: bool = False) -> tuple[str, ...]:
    return (PEOPLE[0], LONG_NAME, *PEOPLE[2:players]) if long_names else PEOPLE[:players]


def document(name: str, played: Played, names: Sequence[str], moves: int, days_ago: int = 0) -> Document:
    """The session as it stood after so many moves; its name makes its identity."""
    session = new_session(
        played.game, [seat(who) for who in names], played.starter, played.options, moment(days_ago)
    )
    stamped = [{**move, "at": MOVE_SECONDS * place} for place, move in enumerate(played.moves[:moves])]
    identity = str(uuid5(NAMESPACE_DNS, f"{name} {days_ago}.tableside"))
    return {**session, "id": identity, "moves": stamped, "seconds": MOVE_SECONDS * moves}


def finished(session: Document, sheet: Mapping[str, Any]) -> Document:
    rules = GAMES[session["game"]]
    result = rules.score(players=len(session["players"]), options=session["options"], sheet=sheet, force=True)
    end = datetime.fromisoformat(session["started"]) + timedelta(seconds=max(1800, session["seconds"]))
    return {
        **session,
        "finished": end.isoformat(timespec="seconds"),
        "sheet": dict(sheet),
        "result": result.as_json(),
    }


# -- Tables, at the moments that are worth a look ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A table: who plays what, and how much of it is told to the phone."""

    game: str
    players: int
    full: bool
    seed: int = 1
    with_options: bool = False

    @property
    def name(self) -> str:
        return f"{self.game}-{'full' if self.full else 'light'}"

    @property
    def names(self) -> tuple[str, ...]:
        return group(self.players, long_names=self.full)

    def played(self) -> Played:
        return _played(self.game, self.players, self.full, self.seed, self.with_options)

    def at(self, moves: int) -> Document:
        return document(f"{self.name} {moves}", self.played(), self.names, moves)


@cache
def _played(game: str, players: int, full: bool, seed: int, with_options: bool = False) -> Played:
    return play_out(game, players, full, seed, shows()[game].options(players) if with_options else {})


@cache
def scenes() -> tuple[Scene, ...]:
    """Of each game a table told lightly and one told in full."""
    return tuple(
        scene
        for game, show in shows().items()
        for scene in (
            Scene(game, show.light, full=False),
            Scene(game, show.full, full=True, with_options=True),
        )
    )


def scenes_for_two() -> tuple[Scene, ...]:
    return tuple(Scene(game, 2, full=True, seed=2) for game, show in shows().items() if show.two)


# -- Counts and results, for every number of players ------------------------------------------------------


def counting(game: str, players: int) -> Document:
    """A table that is over, told in full: the sheet is filled in."""
    played = _played(game, players, True, players)
    names = group(players, long_names=players == GAMES[game].most)
    return document(f"{game} counted {players}", played, names, len(played.moves))


def result(game: str, players: int) -> Document:
    return finished(counting(game, players), counted(_played(game, players, True, players)))


def special(game: str, name: str) -> Document:
    players, sheet = shows()[game].results[name]
    nothing_told = Played(game, players, {}, 0, (), ())
    return finished(document(f"{game}-{name}", nothing_told, group(players), 0), sheet)


# -- What the household remembers -------------------------------------------------------------------------

GROUPS = (PEOPLE[:3], PEOPLE[:4], (PEOPLE[0], PEOPLE[3]), PEOPLE[1:4], (PEOPLE[0], PEOPLE[2], PEOPLE[4]))
EVENINGS = 40


@cache
def remembered() -> tuple[Document, ...]:
    """Two tables that are still running, and the evenings of a year."""
    return *_running(), *_evenings()


def finished_ids() -> tuple[str, ...]:
    """The newest first; as many as there are games, and each of these comes once."""
    return tuple(session["id"] for session in remembered() if session["finished"])


def _running() -> Iterator[Document]:
    one, other = list(shows())[:2]
    for days_ago, scene in enumerate((Scene(one, 3, False, seed=5), Scene(other, 4, True, seed=5))):
        played = scene.played()
        yield document(scene.name, played, group(scene.players), played.moments()["middle"], days_ago)


def _evenings() -> Iterator[Document]:
    for number in range(EVENINGS):
        game = tuple(shows())[number % len(shows())]
        names = GROUPS[number % len(GROUPS)]
        played = _played(game, len(names), True, number)
        days_ago = 2 + number * 9 + number % 4
        session = document(f"evening {number}", played, names, len(played.moves), days_ago)
        yield finished(session, counted(played))


def fill(folder: Path) -> None:
    with History.open(folder) as history:
        for name, colour in zip((*PEOPLE, LONG_NAME), (*PLAYER_COLOURS, "blue"), strict=False):
            history.save_player({**seat(name), "colour": colour})
        for session in remembered():
            history.save(session)


# -- Tables that are about to be laid ---------------------------------------------------------------------


def plan(game: str, players: int, long_names: bool = False, **fields: Any) -> Document:
    """The draft of a table: who sits there, and what has been chosen."""
    found = read_plan(game, None)
    for name, colour in zip(group(players, long_names), PLAYER_COLOURS, strict=False):
        found = seated(found, Person(**seat(name), colour=colour))
    return as_json(replace(found, **fields))
