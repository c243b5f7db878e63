"""What is said on many pages: names and numbers, and a session in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from screens.games import FACES
from screens.translator import _, clock, day, ngettext, number, several
from screens.words.messages import name_of

if TYPE_CHECKING:
    from history.outcome import Outcome

LONGEST_NAME = 16


def short(name: str) -> str:
    """A name that leaves room for the others on its line."""
    flat = " ".join(name.split())
    return flat if len(flat) <= LONGEST_NAME else flat[: LONGEST_NAME - 1].rstrip() + "…"


def listed(names: Sequence[str]) -> str:
    """Names as one says them: Ada, Bo and Cleo."""
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


# -- Numbers ----------------------------------------------------------------------------------------------


def signed(points: float) -> str:
    """With a minus where there is one to be written."""
    told = str(abs(points)) if isinstance(points, int) else number(abs(points), 2)
    return f"−{told}" if points < 0 else told


def added_up(points: Sequence[float]) -> str:
    """A sum as one writes it: 20 + 12 − 3."""
    first, *others = points
    return signed(first) + "".join(f" {'−' if n < 0 else '+'} {signed(abs(n))}" for n in others)


def ordinal(rank: int) -> str:
    return _("Place {n}").format(n=rank)


FEW = 5
"""Below this, a percentage would say more than the sessions do."""


def sessions_told(count: int) -> str:
    return ngettext("{n} session", "{n} sessions", count).format(n=number(count))


def players_told(count: int) -> str:
    return ngettext("{n} player", "{n} players", count).format(n=number(count))


def wins_told(count: float) -> str:
    return ngettext("{n} win", "{n} wins", several(count)).format(n=number(count))


def elapsed(seconds: float) -> str:
    """Time as a stopwatch shows it: 0:07, 1:02:03."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


# -- A session --------------------------------------------------------------------------------------------


def names(session: Mapping[str, Any]) -> list[str]:
    return [short(player["name"]) for player in session["players"]]


def when(session: Mapping[str, Any], today: date) -> str:
    started = datetime.fromisoformat(session["started"])
    return f"{day(started, today)} {clock(started)}"


def headline(session: Mapping[str, Any], today: date) -> str:
    return f"{name_of(session)} · {when(session, today)}"


def outcome_of(session: Mapping[str, Any]) -> Outcome:
    """How it ended, as far as that is told."""
    from history import outcome  # noqa: PLC0415 - not before the first frame

    return outcome.outcome_of(session)


def scores(session: Mapping[str, Any]) -> str:
    """Everybody with their points, the best first, as far as they are known; and that no winner is."""
    told, outcome = names(session), outcome_of(session)
    if outcome.is_scored:
        totals = [total for total in outcome.totals if total is not None]
        told = [f"{name} {signed(total)}" for name, total in zip(told, totals, strict=True)]
    told = [told[seat] for seat in outcome.order]
    return " · ".join([*told, _("no winner noted")] if is_undecided(session) else told)


def winners(session: Mapping[str, Any]) -> str:
    return " & ".join(names(session)[seat] for seat in outcome_of(session).winners)


def is_undecided(session: Mapping[str, Any]) -> bool:
    """It has a result, and no winner in it."""
    return session["result"] is not None and not outcome_of(session).is_decided


def progress(session: Mapping[str, Any]) -> str:
    """Whose turn it is in a running session, found by playing its moves again."""
    from scoring import GAMES  # noqa: PLC0415 - not before the first frame

    try:
        *_earlier, table = GAMES[session["game"]].replay(
            len(session["players"]), session["options"], session["starter"] or 0, session["moves"]
        )
    except (KeyError, ValueError):
        return ""
    if table.phase == "over":
        return _("Ready to be counted")
    return _("{name} to play · round {n}").format(name=names(session)[table.turn], n=table.round)


def move_told(game: str, names: Sequence[str], before: Any, move: Mapping[str, Any], after: Any) -> str:
    """A move as a line of the log: what all games have in common here, the rest as its game tells it."""
    if move["move"] == "end":
        return _("The table says it is over")
    if move["move"] != "correct":
        return FACES[game].story.tell(names, before, move, after)
    if set(move) - {"move", "at"} == {"turn"}:
        return _("Turn given to {name}").format(name=names[after.turn])
    return _("Counts corrected")
