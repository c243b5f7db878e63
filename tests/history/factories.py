"""Makes sessions and players as the app would have written them: real shapes, about a kilobyte each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any

NAMES = ("Ada", "Bo", "Cleo", "Dirk", "Eva", "Finn", "Gus")
PLACES = ("", "", "home", "the club", "Ada's kitchen", "café De Zaak", "train to Gent")
NOTES = ("", "", "", "Bo spilled the tea", "first time with the purple side", "a rematch is due 🎲")
SEATS = {
    "pearls": (2, 2, 3, 3, 4, 6),
    "coloretto": (2, 2, 3, 3, 4, 5),
    "perfect_numbers": (2, 3, 4),
    "perladora": (2, 3, 4),
}
PEARLS = ("yellow", "red", "wild")
CHAMELEONS = ("orange", "blue", "grey", "green")
FIRST_DAY = datetime(2016, 1, 1, 18, 0, tzinfo=timezone(timedelta(hours=1)))
TEN_YEARS = 3650 * 24 * 60


def make_id(random: Random) -> str:
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def make_player(random: Random, name: str | None = None) -> dict[str, Any]:
    return {
        "id": make_id(random),
        "name": random.choice(NAMES) if name is None else name,
        "colour": random.choice(("sea", "coral", "violet", "green")),
        "archived": False,
        "merged_into": None,
    }


def make_players(count: int = 24, seed: int = 1) -> list[dict[str, Any]]:
    random = Random(seed)
    return [
        make_player(
            random, NAMES[seat % len(NAMES)] + ("" if seat < len(NAMES) else f" {seat // len(NAMES)}")
        )
        for seat in range(count)
    ]


def make_sessions(
    count: int, seed: int = 0, players: Sequence[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The same sessions for the same seed: ten years of evenings, some friends come oftener than others."""
    random = Random(seed)
    people = make_players() if players is None else list(players)
    return [make_session(random, people) for _ in range(count)]


def make_session(
    random: Random,
    people: Sequence[dict[str, Any]],
    game: str | None = None,
    *,
    seats: int | None = None,
    finished: bool = True,
) -> dict[str, Any]:
    game = game or random.choice(tuple(SEATS))
    seats = min(seats or random.choice(SEATS[game]), len(people))
    started = FIRST_DAY + timedelta(minutes=random.randrange(TEN_YEARS))
    seconds = random.randint(600, 5400)
    session: dict[str, Any] = {
        "id": make_id(random),
        "game": game,
        "started": started.isoformat(),
        "finished": (started + timedelta(seconds=seconds)).isoformat() if finished else None,
        "seconds": seconds,
        "players": [
            {"id": person["id"], "name": person["name"]} for person in _sit_down(random, people, seats)
        ],
        "starter": random.randrange(seats),
        "options": {},
        "moves": [],
        "sheet": None,
        "result": None,
        "place": random.choice(PLACES),
        "note": random.choice(NOTES),
    }
    _PLAY[game](random, session, seats)
    if not finished:
        session["sheet"] = session["result"] = None
    return session


def make_live_session(random: Random, people: Sequence[dict[str, Any]], moves: int) -> dict[str, Any]:
    """Still being played, with this many moves behind it."""
    session = make_session(random, people, "pearls", finished=False)
    session["moves"] = [{"move": "take", "cards": 1 + step % 3, "at": step * 7} for step in range(moves)]
    return session


def _sit_down(random: Random, people: Sequence[dict[str, Any]], seats: int) -> Iterator[dict[str, Any]]:
    taken: set[int] = set()
    while len(taken) < seats:
        often = min(int(random.random() ** 2 * len(people)), len(people) - 1)
        if often not in taken:
            taken.add(often)
            yield people[often]


# -- The four games ---------------------------------------------------------------------------------------


def _tally(random: Random, kinds: Sequence[str], most: int) -> dict[str, int]:
    return {kind: count for kind in kinds if (count := random.randrange(most))}


def _result(lines: list[list[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    totals = [sum(line["points"] for line in seat) for seat in lines]
    ranks = [1 + sum(other > own for other in totals) for own in totals]
    return {
        "totals": totals,
        "ranks": ranks,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1],
        "reasons": [{"key": "ranking.most_points", "args": {}}],
        "lines": lines,
        "problems": [],
        **more,
    }


def _line(part: str, points: int, key: str, **args: Any) -> dict[str, Any]:
    return {"part": part, "points": points, "key": key, "args": args}


def _play_pearls(random: Random, session: dict[str, Any], seats: int) -> None:
    session["options"] = {"all_cards": False}
    session["moves"] = [
        {"move": "take", "cards": random.randint(1, 4), "at": turn * 40}
        for turn in range(random.randrange(4))
    ]
    sheet = [
        {
            "pile": _tally(random, PEARLS, 7),
            "necklaces": sorted(random.sample((4, 5, 5, 6, 6, 7, 7, 8, 8, 9), random.randrange(3))),
            "hand": _tally(random, PEARLS[:2], 2),
        }
        for _ in range(seats)
    ]
    session["sheet"] = {"seats": sheet}
    session["result"] = _result(
        [
            [
                _line("pearls", sum(seat["pile"].values()), "line.pearls"),
                *(_line("necklaces", value, "line.necklace", value=value) for value in seat["necklaces"]),
                _line("hand", -sum(seat["hand"].values()), "line.hand"),
            ]
            for seat in sheet
        ]
    )


def _play_coloretto(random: Random, session: dict[str, Any], seats: int) -> None:
    session["options"] = {"side": random.choice(("brown", "purple")), "removed": []}
    session["moves"] = [
        {"move": "draw", "row": turn % seats, "at": turn * 11} for turn in range(random.randrange(4))
    ]
    sheet = [
        {
            "cards": _tally(random, CHAMELEONS, 7),
            "jokers": random.randrange(3),
            "golden": 0,
            "plus2": random.randrange(4),
        }
        for _ in range(seats)
    ]
    session["sheet"] = {"seats": sheet}
    session["result"] = _result(
        [
            [
                _line("plus", random.randint(1, 21), "line.plus", colour="orange"),
                _line("minus", -random.randrange(10), "line.minus"),
                _line("plus2", 2 * seat["plus2"], "line.plus2", cards=seat["plus2"]),
            ]
            for seat in sheet
        ],
        joker_gain=[random.randrange(9) for _ in range(seats)],
    )


def _play_perfect_numbers(random: Random, session: dict[str, Any], seats: int) -> None:
    rounds = random.choice((0, 0, 1, 3))
    session["options"] = {"three_rows": False, "deck": 98, "lower_on_other": "owner"}
    session["moves"] = [{"move": "take", "group": turn % 4, "at": turn * 60} for turn in range(4 * rounds)]
    points = [random.randrange(45) for _ in range(seats)]
    session["sheet"] = {"seats": [{"points": count} for count in points]}
    session["result"] = _result([[_line("points", count, "line.points")] for count in points])


def _play_perladora(random: Random, session: dict[str, Any], seats: int) -> None:
    farms = random.sample((3, 4, 4, 5, 5, 6, 6, 7), 8)
    sides = 2 if seats == 4 else seats
    piles: list[list[dict[str, Any]]] = [[] for _ in range(sides)]
    territories, lost = [], 0
    for number, (one, two) in enumerate(zip(farms[:3], farms[3:6], strict=True)):
        divers = [{"seat": seat, "value": 1} for seat in random.sample(range(seats), 2)]
        territories.append({"cells": 13, "farms": [one, two], "divers": divers})
        owners = random.sample(range(sides), random.choice((1, 1, 1, 2)))
        lost += (one + two) % len(owners)
        for owner in owners:
            piles[owner].append(
                _line("pearls", (one + two) // len(owners), "line.territory", territory=number)
            )
    session["options"] = {"advanced": False, "clans": [], "look_at_own": False}
    session["moves"] = [{"move": "diver", "at": turn * 30} for turn in range(random.randrange(4))]
    session["sheet"] = {"territories": territories}
    session["result"] = _result([list(piles[seat % sides]) for seat in range(seats)], lost=lost)


_PLAY = {
    "pearls": _play_pearls,
    "coloretto": _play_coloretto,
    "perfect_numbers": _play_perfect_numbers,
    "perladora": _play_perladora,
}
