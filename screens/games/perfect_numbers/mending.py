"""Perfect Numbers: a group that was another one. What was answered holds; only what is new is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring import Message
from scoring.perfect_numbers.rules import PerfectNumbersTable, Taken
from screens.games.perfect_numbers.choices import (
    Choice,
    card_name,
    choices_for,
    read_taken,
    room_choices,
    tried,
)
from screens.games.perfect_numbers.outlooks import OutlookSheet
from screens.translator import _

Move = Mapping[str, Any]


class Remaking:
    """The turn that began with move number `since`, laid again with the cards that it has now."""

    def __init__(
        self,
        before: PerfectNumbersTable,
        names: Sequence[str],
        moves: Sequence[Move],
        since: int,
        done: Callable[[list[Move]], object],
    ) -> None:
        self._names, self._done = names, done
        until = next(
            (at for at in range(since + 1, len(moves)) if moves[at]["move"] in ("take", "correct", "end")),
            len(moves),
        )
        self._kept: list[Move] = list(moves[: since + 1])
        self._answers = still_true(moves[since], moves[since + 1 : until])
        self._rest = list(moves[until:])
        after = tried(before, dict(moves[since]))
        self._table = before if isinstance(after, Message) else after
        self._seat = before.turn

    def go_on(self) -> None:
        """As far as the old answers lead; then asks, and at the end hands over the whole."""
        while (answer := self._next_answer()) is not None:
            self._play(answer)
        card = self._unanswered()
        if card is None:
            self._done([*self._kept, *self._answers, *self._rest])
            return
        choices = [
            choice
            for choice in (
                *choices_for(self._table, self._names, self._seat, card, True),
                *room_choices(self._table, self._seat),
            )
            if choice.reason is None
        ]
        if not choices:
            self._done([*self._kept, *self._answers, *self._rest])
        elif len(choices) == 1 and choices[0].move is not None:
            self._choose(choices[0])
        else:
            self._ask(_("Where does {card} go?").format(card=card_name(card)), "", choices)

    def _ask(self, title: str, caption: str, choices: Sequence[Choice]) -> None:
        OutlookSheet(title=title, caption=caption, choices=choices, done=self._choose).open()

    def _choose(self, choice: Choice) -> None:
        if choice.further:
            self._ask(choice.title, choice.told, choice.further)
        elif choice.move is not None:
            self._play(choice.move)
            self.go_on()

    def _play(self, move: Move) -> None:
        after = tried(self._table, dict(move))
        if not isinstance(after, Message):
            self._table = after
            self._kept.append(move)

    def _next_answer(self) -> Move | None:
        """The first that still fits; once everything is laid, only the next one."""
        offered = self._answers if self._table.pending else self._answers[:1]
        for answer in offered:
            if not isinstance(tried(self._table, dict(answer)), Message):
                self._answers.remove(answer)
                return answer
        return None

    def _unanswered(self) -> Taken | None:
        """A card in hand that may be laid now."""
        for card in self._table.pending:
            found = choices_for(self._table, self._names, self._seat, card, True)
            if any(choice.reason is None for choice in found):
                return card
        return next(iter(self._table.pending), None)


def still_true(take: Move, answers: Sequence[Move]) -> list[Move]:
    """Without what was said of cards that were not taken after all."""
    hand = Counter(read_taken(card) for card in take.get("cards", ()))
    kept = []
    for answer in answers:
        if answer["move"] == "add":
            card = read_taken(answer["card"])
            if not hand[card]:
                continue
            hand[card] -= 1
        kept.append(answer)
    return kept
