"""What one tap costs: a move, a count, a check, and a whole table rebuilt from its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.measure import milliseconds, row
from scoring import GAMES
from tests.scoring.played import Played

FRAME = 1000 / 60
PLAY_LIMIT = 0.2
REBUILD_LIMIT = 5.0


@dataclass(frozen=True, slots=True)
class Effort:
    plays: int
    counts: int
    rebuilds: int


FULL = Effort(plays=200, counts=50, rebuilds=15)
TOY = Effort(plays=1, counts=1, rebuilds=1)


def long_table(key: str, players: int, moves: int) -> Played:
    """A fully tracked game of exactly this many moves; corrections that change nothing fill it up."""
    game = GAMES[key]
    played: Played = import_module(f"tests.scoring.{key}_player").play_out(Random(3), players, True)
    table = game.start(players=players, options=played.options, starter=played.starter)
    real = played.moves[: moves - 1]
    idle_every = len(real) / max(1, moves - len(real))
    padded: list[dict[str, Any]] = []
    owed = 0.0
    for move in real:
        table = game.play(table, move)
        padded.append(move)
        owed += 1
        while table.phase != "over" and owed >= idle_every and len(padded) < moves:
            padded.append({"move": "correct", "turn": table.turn})
            owed -= idle_every
    return Played(players, played.options, played.starter, padded[:moves], table)


def rebuild(key: str, played: Played) -> Any:
    game = GAMES[key]
    table = game.start(players=played.players, options=played.options, starter=played.starter)
    for move in played.moves:
        table = game.play(table, move)
    return table


def main(effort: Effort = FULL) -> None:
    for key, game in GAMES.items():
        players = game.most
        print(f"{key}, {players} players, full tracking")
        long = long_table(key, players, 200)
        short = replace(long, moves=long.moves[:50])
        finished: Played = import_module(f"tests.scoring.{key}_player").play_out(Random(5), players, True)
        sheet = game.sheet(finished.table)
        count = {"players": players, "options": finished.options, "sheet": sheet}
        before = rebuild(key, Played(players, finished.options, finished.starter, finished.moves[:-1], None))
        one_play = milliseconds(lambda g=game, t=before, m=finished.moves[-1]: g.why_not(t, m), effort.plays)
        rebuild_short = milliseconds(lambda k=key, p=short: rebuild(k, p), effort.rebuilds)
        rebuild_long = milliseconds(lambda k=key, p=long: rebuild(k, p), effort.rebuilds)
        row(
            "score a full table",
            milliseconds(lambda g=game, c=count: g.score(**c, force=True), effort.counts),
        )
        row("check a full table", milliseconds(lambda g=game, c=count: g.check(**c), effort.counts))
        row(
            "one play, the last move", one_play, note=f"limit {PLAY_LIMIT}; {one_play / FRAME:.1%} of a frame"
        )
        row(f"rebuild {len(short.moves)} moves", rebuild_short)
        row(f"rebuild {len(long.moves)} moves", rebuild_long, note=f"limit {REBUILD_LIMIT}")
        row("mean move when rebuilding", rebuild_long / len(long.moves))
        row("growth from 50 to 200 moves", rebuild_long / rebuild_short, "x", "4 is linear")


if __name__ == "__main__":
    main()
