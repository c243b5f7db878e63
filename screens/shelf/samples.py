"""Sheets to begin with: of traditional games, whose rules anybody may state, and plain ones."""

from __future__ import annotations

from typing import Any

from scoring.own.game import PLAIN
from screens.translator import N_

Json = dict[str, Any]


def _sheet(name: str, players: tuple[int, int], ask: Json, score: list[Json], **more: Any) -> Json:
    return {"tableside": 1, "name": name, "players": list(players), "ask": ask, "score": score, **more}


SAMPLES: tuple[Json, ...] = (
    {**PLAIN, "name": N_("Points only")},
    _sheet(
        N_("Rounds, most points"),
        (2, 12),
        {"points": "points"},
        [{"name": "Points", "sum": "points"}],
        rounds=True,
    ),
    _sheet(
        N_("Rounds, fewest points"),
        (2, 12),
        {"points": "points"},
        [{"name": "Points", "sum": "points"}],
        rounds=True,
        wins="least",
    ),
    _sheet(
        N_("Bid and tricks"),
        (3, 6),
        {"bid": "count", "tricks": "count"},
        [{"name": "Bid", "bid": ["bid", "tricks"], "made": 10, "each": 1, "missed": -1}],
        rounds=True,
        check={"total": "tricks", "is": "round"},
    ),
    _sheet(
        N_("Farm"),
        (2, 5),
        {
            **dict.fromkeys(("fields", "pastures", "grain", "vegetables", "sheep", "cattle"), "count"),
            "rooms": "count",
            "unused": "count",
        },
        [
            {"name": "Fields", "table": "fields", "values": [-1, -1, 1, 2, 3, 4]},
            {"name": "Pastures", "table": "pastures", "values": [-1, 1, 2, 3, 4]},
            {"name": "Grain", "table": "grain", "values": [-1, 1, 1, 1, 2, 2, 3, 3, 4]},
            {"name": "Vegetables", "table": "vegetables", "values": [-1, 1, 2, 3, 4]},
            {"name": "Sheep", "table": "sheep", "values": [-1, 1, 1, 1, 2, 2, 3, 3, 4]},
            {"name": "Cattle", "table": "cattle", "values": [-1, 1, 2, 2, 3, 3, 4]},
            {"name": "Rooms", "times": "rooms", "by": 2},
            {"name": "Unused", "sum": "unused", "minus": True},
        ],
    ),
    _sheet(
        N_("Majorities"),
        (2, 6),
        {"forest": "count", "hills": "count", "river": "count", "bonus": "points"},
        [
            {"name": "Forest", "most": "forest", "prizes": [8, 4, 2], "ties": "pool"},
            {"name": "Hills", "most": "hills", "prizes": [6, 3, 1], "ties": "pool"},
            {"name": "River", "most": "river", "prizes": [5, 2], "ties": "share"},
            {"name": "Bonus", "sum": "bonus"},
        ],
    ),
    _sheet(
        "Hearts",
        (3, 5),
        {"hearts": "count", "queen": "yes"},
        [
            {"name": "Hearts", "sum": "hearts"},
            {"name": "Queen", "times": "queen", "by": 13},
            {"name": "Moon", "if": [["@Hearts", "@Queen"], "=", 26], "points": -26, "all others": 26},
        ],
        rounds=True,
        wins="least",
        check={"total": "hearts", "is": 13},
        end={"score": 100},
    ),
    _sheet(
        "Gin Rummy",
        (2, 2),
        {"difference": "count", "gin": "yes", "undercut": "yes"},
        [
            {"name": "Deadwood", "sum": "difference"},
            {"name": "Gin", "times": "gin", "by": 25},
            {"name": "Undercut", "times": "undercut", "by": 25},
        ],
        rounds=True,
        turns={"starter": "winner"},
        end={"score": 100},
    ),
    _sheet(
        "Cribbage",
        (2, 4),
        {"play": "count", "hand": "count", "crib": "count"},
        [
            {"name": "Play", "sum": "play"},
            {"name": "Hand", "sum": "hand"},
            {"name": "Crib", "sum": "crib"},
        ],
        rounds=True,
        end={"score": 121},
    ),
    _sheet(
        "Skat",
        (3, 4),
        {"game": "points"},
        [{"name": "Skat", "sum": "game"}],
        rounds=36,
    ),
    _sheet(
        "Jass",
        (4, 4),
        {"cards": "points", "melds": "count", "match": "yes"},
        [
            {"name": "Cards", "sum": "cards"},
            {"name": "Melds", "sum": "melds"},
            {"name": "Match", "times": "match", "by": 100},
        ],
        rounds=True,
        teams=True,
        check={"total": "cards", "is": 157},
        end={"score": 1000, "then": "round"},
    ),
    _sheet(
        "Canasta",
        (4, 4),
        {"cards": "points", "natural": "count", "mixed": "count", "red threes": "count", "out": "yes"},
        [
            {"name": "Cards", "sum": "cards"},
            {"name": "Natural canastas", "times": "natural", "by": 500},
            {"name": "Mixed canastas", "times": "mixed", "by": 300},
            {"name": "Red threes", "table": "red threes", "values": [0, 100, 200, 300, 800]},
            {"name": "Going out", "times": "out", "by": 100},
        ],
        rounds=True,
        teams=True,
        end={"score": 5000, "then": "round"},
    ),
    _sheet(
        "Rummy 500",
        (2, 8),
        {"melds": "count", "hand": "count"},
        [{"name": "Melds", "sum": "melds"}, {"name": "In hand", "sum": "hand", "minus": True}],
        rounds=True,
        end={"score": 500},
    ),
    _sheet(
        "Oh Hell",
        (3, 7),
        {"bid": "count", "tricks": "count"},
        [{"name": "Bid", "bid": ["bid", "tricks"], "made": 10, "each": 1, "missed": 0}],
        rounds={"by": {"3": 17, "4": 13, "5": 10, "6": 8, "7": 7}},
    ),
)
