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
from scoring import BOXES, GAMES
from scoring.coloretto import rules as coloretto
from screens.demonstration.people import Played, counted, play_out
from screens.games.plan import as_json, read_plan, seated
from screens.theme import PLAYER_COLOURS
from screens.words.people import Person

Document = dict[str, Any]

TODAY = date(2026, 11, 18)
LONG_NAME = "Wilhelmina Marwa"
"""Sixteen letters, and wide ones."""
PEOPLE = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn")
CLANS = ["coral", "sand", "mountain", "shell"]
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
    advanced: bool = False
    seed: int = 1

    @property
    def name(self) -> str:
        return f"{self.game}-{'full' if self.full else 'light'}"

    @property
    def names(self) -> tuple[str, ...]:
        return group(self.players, long_names=self.full)

    def played(self) -> Played:
        return _played(self.game, self.players, self.full, self.seed, self.advanced)

    def at(self, moves: int) -> Document:
        return document(f"{self.name} {moves}", self.played(), self.names, moves)


@cache
def _played(game: str, players: int, full: bool, seed: int, advanced: bool = False) -> Played:
    return play_out(
        game, players, full, seed, {"advanced": True, "clans": CLANS[:players]} if advanced else {}
    )


SCENES = (
    Scene("pearls", 4, full=False),
    Scene("pearls", 6, full=True),
    Scene("coloretto", 5, full=False),
    Scene("coloretto", 3, full=True),
    Scene("perfect_numbers", 2, full=False),
    Scene("perfect_numbers", 4, full=True),
    Scene("perladora", 3, full=False),
    Scene("perladora", 4, full=True, advanced=True),
)
TWO_AT_COLORETTO = Scene("coloretto", 2, full=True, seed=2)
TWO_AT_PERLADORA = Scene("perladora", 2, full=True, seed=2)


# -- Counts and results, for every number of players ------------------------------------------------------


def counting(game: str, players: int) -> Document:
    """A table that is over, told in full: the sheet is filled in."""
    played = _played(game, players, True, players)
    names = group(players, long_names=players == GAMES[game].most)
    return document(f"{game} counted {players}", played, names, len(played.moves))


def result(game: str, players: int) -> Document:
    return finished(counting(game, players), counted(_played(game, players, True, players)))


def _pearls(pile: Mapping[str, int], necklaces: Sequence[int], hand: Mapping[str, int]) -> Document:
    return {"pile": dict(pile), "necklaces": list(necklaces), "hand": dict(hand)}


def _coloretto(cards: Mapping[str, int], plus2: int = 0) -> Document:
    return {"cards": dict(cards), "jokers": 0, "golden": 0, "plus2": plus2}


def _territory(cells: int, farms: Sequence[int], *divers: tuple[int, int]) -> Document:
    told = [{"seat": place, "value": value} for place, value in divers]
    return {"cells": cells, "farms": list(farms), "divers": told}


SPECIAL_SHEETS: dict[str, tuple[str, Document]] = {
    "pearls-tie": (
        "pearls",
        {
            "seats": [
                _pearls({"yellow": 9, "red": 6, "green": 4}, [6, 8], {"blue": 1}),
                _pearls({"yellow": 7, "red": 8, "green": 3, "wild": 4}, [9, 5], {}),
                _pearls({"yellow": 8, "blue": 6, "wild": 3}, [7, 8], {}),
                _pearls({"red": 2}, [], {"purple": 2, "turquoise": 3}),
            ]
        },
    ),
    "coloretto-negative": (
        "coloretto",
        {
            "seats": [
                _coloretto(dict.fromkeys(coloretto.COLOURS, 3)),
                _coloretto(dict.fromkeys(coloretto.COLOURS, 2)),
                _coloretto({"orange": 4, "blue": 4, "brown": 4, "pink": 1}, plus2=3),
                _coloretto({"yellow": 4, "grey": 4, "green": 3}, plus2=1),
            ]
        },
    ),
    "perfect_numbers-tie": ("perfect_numbers", {"seats": [{"points": n} for n in (41, 41, 29)]}),
    "perladora-tie": (
        "perladora",
        {
            "territories": [
                _territory(13, [7, 5], (0, 3), (1, 1)),
                _territory(13, [6, 6], (1, 4), (0, 1)),
                _territory(14, [3, 4, 4, 5], (2, 2), (1, 2), (0, 2)),
            ]
        },
    ),
}


def special(name: str) -> Document:
    game, sheet = SPECIAL_SHEETS[name]
    players = len(sheet["seats"]) if "seats" in sheet else 3
    nothing_told = Played(game, players, {}, 0, (), ())
    return finished(document(name, nothing_told, group(players), 0), sheet)


# -- What the household remembers -------------------------------------------------------------------------

GROUPS = (PEOPLE[:3], PEOPLE[:4], (PEOPLE[0], PEOPLE[3]), PEOPLE[1:4], (PEOPLE[0], PEOPLE[2], PEOPLE[4]))
EVENINGS = 40


@cache
def remembered() -> tuple[Document, ...]:
    """Two tables that are still running, and the evenings of a year."""
    return *_running(), *_evenings()


def finished_ids() -> tuple[str, ...]:
    """The newest first; each of the four games comes once among the first four."""
    return tuple(session["id"] for session in remembered() if session["finished"])


def _running() -> Iterator[Document]:
    for days_ago, scene in enumerate(
        (Scene("pearls", 3, False, seed=5), Scene("coloretto", 4, True, seed=5))
    ):
        played = scene.played()
        yield document(scene.name, played, group(scene.players), played.moments()["middle"], days_ago)


def _evenings() -> Iterator[Document]:
    for number in range(EVENINGS):
        game = tuple(BOXES)[number % len(BOXES)]
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
