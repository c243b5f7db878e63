"""Figures that can be compared, in words first: wins against chance, records that fell, and strength.

They look at every table behind the answer, so they are worked out beside the page, once for each question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from history.fairness import Best, Wins, records, wins_of
from history.rating import Strengths, strengths
from history.statistics import Statistics, wins_by_player
from screens.statistics.cards import (
    MOST_PLAYERS,
    Asked,
    CardPlan,
    Source,
    few,
    sentences,
    tint,
)
from screens.translator import _, date_told, ngettext, number, several
from screens.widgets.charts import Bar
from screens.words.messages import game_name
from screens.words.telling import FEW, sessions_told, wins_told

SHOWN_RECORDS = 6


@dataclass(frozen=True, slots=True)
class Compared:
    wins: Mapping[str, Wins]
    """Of those who play most."""
    records: tuple[Best, ...]
    """The newest first."""
    strengths: Strengths | None
    """Of one game; there is no strength at all of them together."""
    days: Mapping[str, str]
    """By session, for the records."""


def compare(answer: Statistics, game: str, player: str) -> Compared:
    often = sorted(answer.players.values(), key=lambda found: (-found.decided, found.player))
    people = [player] if player else [found.player for found in often[:MOST_PLAYERS]]
    fell = [best for best in records(answer.behind, game or None) if player in ("", best.person)]
    shown = tuple(fell[: -SHOWN_RECORDS - 1 : -1])
    wanted = {best.session for best in shown}
    days = {
        facts.session: facts.key[: len("2026-11-18")]
        for facts in answer.behind.tables
        if facts.session in wanted
    }
    return Compared(
        {person: wins_of(answer.behind, person, game or None) for person in people},
        shown,
        strengths(answer.behind, game) if game and not player else None,
        days,
    )


def fair_cards(asked: Asked, compared: Compared) -> Iterator[Callable[[], CardPlan | None]]:
    yield partial(against_chance, asked, compared)
    yield partial(fallen_records, asked, compared)
    yield partial(strength, asked, compared)


def against_chance(asked: Asked, compared: Compared) -> CardPlan | None:
    """A win among five is worth more than one between two."""
    known = {person: wins for person, wins in compared.wins.items() if wins.tables}
    if not known:
        return None
    order = sorted(known, key=lambda person: (known[person].tables < FEW, -(known[person].rate or 0)))
    bars = tuple(
        Bar(
            asked.name(person),
            known[person].rate or 0,
            tint(known[person].tables),
            asked.source_later(asked.name(person), wins_by_player, person),
            _("{times} × · {wins}, by chance {expected} · {sessions}").format(
                times=number(known[person].rate or 0),
                wins=wins_told(known[person].wins),
                expected=number(known[person].expected),
                sessions=sessions_told(known[person].tables),
            ),
        )
        for person in order
    )
    return CardPlan(
        "rows",
        _("Wins against chance"),
        _verdict(asked.name(order[0]), known[order[0]]),
        sentences(_("1 is what chance alone would give among as many players."), few(bars)),
        asked.game,
        bars,
    )


def _verdict(name: str, wins: Wins) -> str:
    if wins.tables < FEW:
        return _("So few sessions do not say much yet.")
    told = _("{name}: {rate} × the wins that chance would give.").format(
        name=name, rate=number(wins.rate or 0)
    )
    luck = _("That may well be luck.") if wins.is_luck else _("Luck alone hardly does that.")
    return sentences(told, luck)


def fallen_records(asked: Asked, compared: Compared) -> CardPlan | None:
    if not compared.records:
        return None
    newest = compared.records[0]
    return CardPlan(
        "rows",
        _("Records that fell"),
        record_told(asked.name(newest.person), newest),
        _("The best score of somebody at a game, each higher than all of theirs before it."),
        asked.game,
        tuple(
            Bar(
                f"{asked.name(best.person)} · {game_name(best.game)}",
                best.total,
                None,
                Source(asked.name(best.person), partial(_only, best.session)),
                f"{number(best.total)} ({date_told(date.fromisoformat(compared.days[best.session]))})",
            )
            for best in compared.records
        ),
    )


def _only(session: str) -> tuple[str, ...]:
    return (session,)


def record_told(name: str, best: Best) -> str:
    more = best.total - (best.before or 0)
    return ngettext(
        "{name}’s best at {game}: {total}, {n} more than before.",
        "{name}’s best at {game}: {total}, {n} more than before.",
        several(more),
    ).format(name=name, game=game_name(best.game), total=number(best.total), n=number(more))


def strength(asked: Asked, compared: Compared) -> CardPlan | None:
    if compared.strengths is None:
        return None
    people = compared.strengths.people
    settled = sorted(
        (person for person in people if people[person].is_settled), key=lambda one: -people[one].at_least
    )[:MOST_PLAYERS]
    if len(settled) < 2:
        return None
    first, second = settled[:2]
    chance = compared.strengths.chances([[first], [second]])[0]
    return CardPlan(
        "rows",
        _("How strong they are"),
        _("Between {one} and {other}, {one} would win about {n} of 10 sessions.").format(
            one=asked.name(first), other=asked.name(second), n=round(10 * chance)
        ),
        _("A rating after who finished ahead of whom, and how sure it is; everybody begins at 25."),
        asked.game,
        tuple(
            Bar(
                asked.name(person),
                max(0.0, people[person].rating),
                None,
                asked.source_later(asked.name(person), wins_by_player, person),
                _("{rating} ± {sure} · {sessions}").format(
                    rating=number(people[person].rating),
                    sure=number(2 * people[person].uncertainty),
                    sessions=sessions_told(people[person].sessions),
                ),
            )
            for person in settled
        ),
    )
