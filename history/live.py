"""A table being played: its document, the state after every move, undo, redo and mending.

The document is saved after each change. When saving fails (a full disk, say) the change stays in memory,
`unsaved` tells so, and the next change or `save` tries again: nothing that was tapped is lost meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from scoring import GAMES, Game, IllegalMove, Message, Problem, Refusal, Result

Document = dict[str, Any]
Save = Callable[[Document], None]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A move that no longer fits what comes before it."""

    index: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Mended:
    """How the table would go with an earlier move mended, and where the first misfit stood, if any did."""

    moves: list[Document]
    tables: list[Any]
    misfit: Misfit | None


def new_session(
    game: str,
    players: Sequence[Mapping[str, Any]],
    starter: int | None,
    options: Mapping[str, Any],
    started: datetime,
) -> Document:
    """A session document before its first move, or InvalidOptions when the game cannot start like this.

    Nobody may have said who began; a table without moves does not need to know.
    """
    GAMES[game].start(players=len(players), options=options, starter=starter or 0)
    return {
        "id": str(uuid4()),
        "game": game,
        "started": started.isoformat(),
        "finished": None,
        "seconds": 0,
        "players": [dict(player) for player in players],
        "starter": starter,
        "options": dict(options),
        "moves": [],
        "sheet": None,
        "result": None,
        "place": "",
        "note": "",
    }


class LiveTable:
    """One session in memory. Only this class changes its document."""

    def __init__(self, document: Document, save: Save) -> None:
        self._save = save
        self._document = dict(document)
        self._moves: list[Document] = list(document["moves"])
        self._undone: list[Document] = []
        replayed = _play_from_the_start(self._document, self._moves)
        self._tables, self.misfit = replayed.tables, replayed.misfit
        self.unsaved = False

    # -- What it is ---------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any]:
        return GAMES[self._document["game"]]

    @property
    def table(self) -> Any:
        return self._tables[-1]

    @property
    def tables(self) -> Sequence[Any]:
        """The state before the first move and after each one."""
        return tuple(self._tables)

    @property
    def moves(self) -> Sequence[Document]:
        return tuple(self._moves)

    @property
    def document(self) -> Document:
        """The session as it would be stored now."""
        return {**self._document, "moves": list(self._moves)}

    @property
    def can_undo(self) -> bool:
        return bool(self._moves)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def why_not(self, move: Mapping[str, Any]) -> Message | None:
        if self.misfit:
            return self.misfit.reason
        return self.game.why_not(self.table, move)

    # -- Moves --------------------------------------------------------------------------------------------

    def play(self, move: Mapping[str, Any], seconds: float) -> None:
        """Plays and saves the move; IllegalMove leaves everything as it was."""
        if self.misfit:
            made = sum(move["move"] != "correct" for move in self._moves[: self.misfit.index])
            raise IllegalMove("session.mend_first", index=made + 1)
        stamped = {**move, "at": seconds}
        after = self.game.play(self.table, stamped)
        self._moves.append(stamped)
        self._tables.append(after)
        self._undone.clear()
        self.update(seconds=seconds)

    def undo(self) -> bool:
        """Takes the last move back; any number of times."""
        if not self._moves:
            return False
        move = self._moves.pop()
        if not self.misfit:
            self._undone.append(move)
        del self._tables[len(self._moves) + 1 :]
        if self.misfit and self.misfit.index >= len(self._moves):
            self.misfit = None
        self.save()
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        move = self._undone.pop()
        self._tables.append(self.game.play(self.table, move))
        self._moves.append(move)
        self.save()
        return True

    # -- Mending an earlier move --------------------------------------------------------------------------

    def mended(
        self, index: int, move: Mapping[str, Any] | None, *, leave_out_misfits: bool = False
    ) -> Mended:
        """What would come of exchanging move number `index` (None: leaving it out). Changes nothing.

        IllegalMove when the new move itself does not fit in its place. Later moves that no longer fit are
        either left out, or end the mended table at the first of them: the person at the table chooses.
        """
        instead = [] if move is None else [{**move, "at": self._moves[index].get("at", 0)}]
        for replacement in instead:
            self.game.play(self._tables[index], replacement)
        moves = [*self._moves[:index], *instead, *self._moves[index + 1 :]]
        return self.revised(moves, index, leave_out_misfits=leave_out_misfits)

    def revised(
        self, moves: Sequence[Mapping[str, Any]], since: int, *, leave_out_misfits: bool = False
    ) -> Mended:
        """What would come of these moves, which differ from number `since` on. Changes nothing.

        Moves that do not fit are either left out, or end the table at the first of them: the person at the
        table chooses.
        """
        kept, later = [dict(move) for move in moves[:since]], [dict(move) for move in moves[since:]]
        return _play_on(self.game, self._tables[: since + 1], kept, later, leave_out_misfits)

    def mend(self, mended: Mended) -> list[Document]:
        """Takes a mended table over and returns the moves as they were, for `take_over` to bring back."""
        before = self._moves
        self._moves, self._tables = list(mended.moves), list(mended.tables)
        self._undone.clear()
        self.misfit = None
        self.save()
        return before

    def take_over(self, moves: Sequence[Document]) -> None:
        """Goes on with these moves, as far as they can be replayed."""
        self.mend(_play_on(self.game, self._tables[:1], [], moves, False))

    # -- Several devices ----------------------------------------------------------------------------------

    def follow(self, document: Document) -> bool:
        """Goes on with what another device has made of the table; says whether its moves are others now."""
        same = all(
            document[name] == self.document[name] for name in ("moves", "options", "players", "starter")
        )
        self._document = dict(document)
        if same:
            return False
        self._moves = list(document["moves"])
        self._undone.clear()
        replayed = _play_from_the_start(self._document, self._moves)
        self._tables, self.misfit = replayed.tables, replayed.misfit
        return True

    # -- Counting and keeping -----------------------------------------------------------------------------

    def prefilled_sheet(self) -> Document:
        """The sheet counted so far, or what was tracked."""
        sheet: Document = self._document["sheet"] or self.game.sheet(self.table)
        return sheet

    def count(self, sheet: Mapping[str, Any]) -> Result:
        """The result of a sheet as it stands, impossible or not; its problems say how clean it is."""
        return self.game.score(
            players=len(self._document["players"]), options=self._document["options"], sheet=sheet, force=True
        )

    def doubts(self, sheet: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> list[Problem]:
        """What the sheet says otherwise than the moves; nothing where nobody has tracked any."""
        if not self._moves or self.misfit:
            return []
        return self.game.compare(self.table, options or self._document["options"], sheet)

    def finish(self, sheet: Mapping[str, Any], now: datetime, **fields: Any) -> Result:
        """Counts and keeps the result, together with whatever else of the document decides it."""
        self._change(fields)
        counted = self.count(sheet)
        result = replace(counted, problems=[*counted.problems, *self.doubts(sheet)])
        finished = self._document["finished"] or now.isoformat()
        self.update(sheet=dict(sheet), result=result.as_json(), finished=finished)
        return result

    def update(self, **fields: Any) -> None:
        """Sets fields of the document (place, note, sheet, seconds, options, …) and saves."""
        self._change(fields)
        self.save()

    def _change(self, fields: Mapping[str, Any]) -> None:
        changed = {**self._document, **fields}
        if changed["options"] != self._document["options"]:
            replayed = _play_from_the_start(changed, self._moves)
            self._tables, self.misfit = replayed.tables, replayed.misfit
        self._document = changed

    def save(self) -> bool:
        try:
            self._save(self.document)
        except (OSError, Refusal):
            self.unsaved = True
        else:
            self.unsaved = False
        return not self.unsaved


def _play_from_the_start(document: Document, moves: Sequence[Document]) -> Mended:
    game, players = GAMES[document["game"]], len(document["players"])
    tables: list[Any] = []
    misfit = None
    try:
        for table in game.replay(players, document["options"], document["starter"] or 0, moves):
            tables.append(table)
    except IllegalMove as refusal:
        misfit = Misfit(len(tables) - 1, refusal.reason)
    return Mended(list(moves[: len(tables) - 1]), tables, misfit)


def _play_on(
    game: Game[Any, Any, Any],
    tables: Sequence[Any],
    kept: Sequence[Document],
    moves: Sequence[Document],
    leave_out_misfits: bool,
) -> Mended:
    """Plays `moves` on top of the moves that were kept."""
    tables, played, misfit = list(tables), list(kept), None
    for move in moves:
        try:
            tables.append(game.play(tables[-1], move))
        except IllegalMove as refusal:
            misfit = misfit or Misfit(len(played), refusal.reason)
            if not leave_out_misfits:
                break
        else:
            played.append(move)
    return Mended(played, tables, misfit)
