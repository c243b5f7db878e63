"""What the lines about a session need not say again."""

from __future__ import annotations

from zlib import crc32

from history.revision import BLOCK, Moves, encode, keepable


class Trail:
    """The moves of the last line this device wrote about a session: what the next line need not repeat."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._checks = [0]
        self._sizes = [0]

    def shared(self, moves: Moves) -> int:
        """How many of these moves need not be written again."""
        kept = keepable(len(moves))
        return kept if kept <= len(self._moves) and moves[:kept] == self._moves[:kept] else 0

    def check(self, kept: int) -> int:
        self._measure(kept)
        return self._checks[kept // BLOCK]

    def size(self, kept: int) -> int:
        self._measure(kept)
        return self._sizes[kept // BLOCK]

    def _measure(self, kept: int) -> None:
        for start in range(len(self._checks) * BLOCK - BLOCK, kept, BLOCK):
            block = encode(self._moves[start : start + BLOCK]).encode("ascii")
            self._checks.append(crc32(block, self._checks[-1]))
            self._sizes.append(self._sizes[-1] + len(block))

    def whole(self, kept: int, moves: Moves) -> Moves:
        """All moves of a line that keeps so many and goes on with these."""
        return self._moves[:kept] + moves

    def follow(self, kept: int, moves: Moves) -> None:
        """The next line keeps so many moves and goes on with these."""
        self._moves = self._moves[:kept] + moves
        del self._checks[kept // BLOCK + 1 :], self._sizes[kept // BLOCK + 1 :]
