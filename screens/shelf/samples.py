"""Sheets to begin with: of traditional games, whose rules anybody may state, and plain ones."""

from __future__ import annotations

from typing import Any

from screens.translator import N_, _

Json = dict[str, Any]


def _sheet(name: str, players: tuple[int, int], ask: Json, score: list[Json], **more: Any) -> Json:
    return {"tableside": 1, "name": name, "players": list(players), "ask": ask, "score": score, **more}


POINTS, BONUS, CARDS = N_("Points"), N_("Bonus"), N_("Cards")
BID, TRICKS = N_("Bid"), N_("Tricks")
FIELDS, PASTURES, GRAIN, VEGETABLES = N_("Fields"), N_("Pastures"), N_("Grain"), N_("Vegetables")
SHEEP, CATTLE, ROOMS, UNUSED = N_("Sheep"), N_("Cattle"), N_("Rooms"), N_("Unused places")
FOREST, HILLS, RIVER = N_("Forest"), N_("Hills"), N_("River")
HEARTS, QUEEN, MOON = N_("Hearts"), N_("Queen of spades"), N_("Moon")
DEADWOOD, GIN, UNDERCUT = N_("Deadwood"), N_("Gin"), N_("Undercut")
PLAY, HAND, CRIB = N_("In play"), N_("Hand"), N_("Crib")
GAME_VALUE, MELDS, MATCH = N_("Game value"), N_("Melds"), N_("Match")
NATURAL, MIXED, THREES, OUT = (
    N_("Natural canastas"),
    N_("Mixed canastas"),
    N_("Red threes"),
    N_("Going out"),
)


def _counts(*names: str) -> Json:
    return dict.fromkeys(names, "count")


def _times(name: str, by: int) -> Json:
    return {"name": name, "times": name, "by": by}


def _sum(name: str) -> Json:
    return {"name": name, "sum": name}


def _scale(name: str, *values: int) -> Json:
    return {"name": name, "table": name, "values": list(values)}


def _most(name: str, ties: str, *prizes: int) -> Json:
    return {"name": name, "most": name, "prizes": list(prizes), "ties": ties}


def _off(line: Json) -> Json:
    return {**line, "minus": True}


SAMPLES: tuple[Json, ...] = (
    _sheet(N_("Points only"), (1, 12), {POINTS: "points"}, [_sum(POINTS)]),
    _sheet(N_("Rounds, most points"), (2, 12), {POINTS: "points"}, [_sum(POINTS)], rounds=True),
    _sheet(
        N_("Rounds, fewest points"), (2, 12), {POINTS: "points"}, [_sum(POINTS)], rounds=True, wins="least"
    ),
    _sheet(
        N_("Bid and tricks"),
        (3, 6),
        _counts(BID, TRICKS),
        [{"name": BID, "bid": [BID, TRICKS], "made": 10, "each": 1, "missed": -1}],
        rounds=True,
        check={"total": TRICKS, "is": "round"},
    ),
    _sheet(
        N_("Farm"),
        (2, 5),
        _counts(FIELDS, PASTURES, GRAIN, VEGETABLES, SHEEP, CATTLE, ROOMS, UNUSED),
        [
            _scale(FIELDS, -1, -1, 1, 2, 3, 4),
            _scale(PASTURES, -1, 1, 2, 3, 4),
            _scale(GRAIN, -1, 1, 1, 1, 2, 2, 3, 3, 4),
            _scale(VEGETABLES, -1, 1, 2, 3, 4),
            _scale(SHEEP, -1, 1, 1, 1, 2, 2, 3, 3, 4),
            _scale(CATTLE, -1, 1, 2, 2, 3, 3, 4),
            _times(ROOMS, 2),
            _off(_times(UNUSED, 1)),
        ],
    ),
    _sheet(
        N_("Majorities"),
        (2, 6),
        {**_counts(FOREST, HILLS, RIVER), BONUS: "points"},
        [
            _most(FOREST, "pool", 8, 4, 2),
            _most(HILLS, "pool", 6, 3, 1),
            _most(RIVER, "share", 5, 2),
            _sum(BONUS),
        ],
    ),
    _sheet(
        "Hearts",
        (3, 5),
        {HEARTS: "count", QUEEN: "yes"},
        [
            _times(HEARTS, 1),
            _times(QUEEN, 13),
            {"name": MOON, "if": [[f"@{HEARTS}", f"@{QUEEN}"], "=", 26], "points": -26, "all others": 26},
        ],
        rounds=True,
        wins="least",
        check={"total": HEARTS, "is": 13},
        end={"score": 100},
    ),
    _sheet(
        "Gin Rummy",
        (2, 2),
        {DEADWOOD: "count", GIN: "yes", UNDERCUT: "yes"},
        [_times(DEADWOOD, 1), _times(GIN, 25), _times(UNDERCUT, 25)],
        rounds=True,
        turns={"starter": "winner"},
        end={"score": 100},
    ),
    _sheet(
        "Cribbage",
        (2, 3),
        _counts(PLAY, HAND, CRIB),
        [_times(PLAY, 1), _times(HAND, 1), _times(CRIB, 1)],
        rounds=True,
        end={"score": 121},
    ),
    _sheet("Skat", (3, 4), {GAME_VALUE: "points"}, [_sum(GAME_VALUE)], rounds=36),
    _sheet(
        "Jass",
        (4, 4),
        {CARDS: "points", MELDS: "count", MATCH: "yes"},
        [_sum(CARDS), _times(MELDS, 1), _times(MATCH, 100)],
        rounds=True,
        teams=True,
        check={"total": CARDS, "is": 157},
        end={"score": 1000, "then": "round"},
    ),
    _sheet(
        "Canasta",
        (4, 4),
        {CARDS: "points", **_counts(NATURAL, MIXED, THREES), OUT: "yes"},
        [
            _sum(CARDS),
            _times(NATURAL, 500),
            _times(MIXED, 300),
            _scale(THREES, 0, 100, 200, 300, 800),
            _times(OUT, 100),
        ],
        rounds=True,
        teams=True,
        end={"score": 5000, "then": "round"},
    ),
    _sheet(
        "Rummy 500",
        (2, 8),
        _counts(MELDS, HAND),
        [_times(MELDS, 1), _off(_times(HAND, 1))],
        rounds=True,
        end={"score": 500},
    ),
    _sheet(
        "Oh Hell",
        (3, 7),
        _counts(BID, TRICKS),
        [{"name": BID, "bid": [BID, TRICKS], "made": 10, "each": 1, "missed": 0}],
        rounds={"by": {"3": 17, "4": 13, "5": 10, "6": 8, "7": 7}},
    ),
)


def in_words(rules: Json) -> Json:
    """The sheet as its people call things: once it is theirs, nothing of it is translated any more."""
    names = {*rules["ask"], *(line["name"] for line in rules["score"])}
    title = str(rules["name"])
    told: Json = _told(rules, {name: _(name) for name in names})
    return {**told, "name": _(title)}


def _told(value: Any, names: dict[str, str]) -> Any:
    """Names stand as keys, alone, or behind a sign that refers to a line."""
    if isinstance(value, str):
        return names.get(value) or (f"@{names[value[1:]]}" if value[1:] in names else value)
    if isinstance(value, list):
        return [_told(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(key, key): _told(one, names) for key, one in value.items()}
    return value
