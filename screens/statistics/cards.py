"""The statistics as cards: a title, what the figures say, and the bars or points of one chart.

Small numbers stay small: under `FEW` tables there is no percentage and the bar is grey, an average always
says how many tables it is of, and a verdict on chance needs more than chance could do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt

from history.statistics import (
    AHEAD,
    BEHIND,
    LEVEL,
    Heap,
    Label,
    Sort,
    Statistics,
    by_table_size,
    each,
    meetings_with,
    plays_by_game,
    plays_by_month,
    points_by_part,
    scores,
    scores_by_month,
    scores_by_players,
    scores_by_side,
    starts_by_players,
    unite,
    wins_by_game,
    wins_by_player,
)
from screens.games import FACES
from screens.translator import (
    N_,
    SHORT_MONTHS,
    _,
    duration,
    headed,
    heading,
    month_told,
    ngettext,
    number,
    percent,
)
from screens.widgets.charts import Bar, Colour, Series, round_steps, trend
from screens.words.messages import game_name
from screens.words.telling import FEW, players_told, sessions_told, short, wins_told

MOST_PLAYERS = 8
MOST_MONTHS = 36
"""More months than this are shown as years."""
MOST_COLUMNS = 7
MOST_POINTS = 12
TIME_STEPS = {
    1: N_("Each mark is the average of a month."),
    3: N_("Each mark is the average of three months."),
    12: N_("Each mark is the average of a year."),
}
"""In months."""
FAINT = "grey"
"""The bar of a few tables."""
SURPRISE = 2.0
"""Standard deviations from which on chance alone is a poor explanation."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a bar or a point stands for, and the sessions behind it."""

    title: str
    sessions: Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What one card shows. `kind` is columns, rows, line or duel."""

    kind: str
    title: str
    told: str = ""
    note: str = ""
    game: str = ""
    bars: tuple[Bar, ...] = ()
    full: float = 0
    from_end: bool = False
    points: tuple[tuple[float, float], ...] = ()
    x_labels: tuple[tuple[float, str], ...] = ()
    sources: tuple[Source, ...] = ()
    """Of the points of a line."""
    trends: bool = False
    people: tuple[str, str] = ("", "")
    """The names of the two who are compared."""

    @property
    def series(self) -> list[Series]:
        return [Series("", self.points)] if self.points else []


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer and what it is about: one game or all (''), one person or all, everybody's names."""

    answer: Statistics
    game: str
    player: str
    names: Mapping[str, str]

    @property
    def games(self) -> list[str]:
        return [self.game] if self.game else list(self.answer.games)

    def name(self, player: str) -> str:
        return short(self.names.get(player) or _("Somebody"))

    def heaps(self, sort: Sort[Label], game: str = "") -> dict[Label, Heap]:
        return self.answer.heaps(sort, game or self.game or None)

    def source(self, title: str, heap: Heap) -> Source:
        return Source(title, lambda: heap.sessions)

    def source_later(self, title: str, sort: Sort[Label], label: Label) -> Source:
        """For heaps that are costly and that only a tap asks for."""
        return Source(title, lambda: self.heaps(sort)[label].sessions)

    # -- What the cards of one game are made of ------------------------------------------------------------

    def by_part(self) -> CardPlan | None:
        found = self.heaps(points_by_part)
        if not found:
            return None
        named = FACES[self.game].words.PARTS or {part: part for part in found}
        return CardPlan(
            "rows",
            _("Where the points come from"),
            _("The average of {sheets}.").format(sheets=sheets(min(heap.count for heap in found.values()))),
            game=self.game,
            bars=tuple(
                Bar(
                    _(text),
                    found[part].mean or 0,
                    tint(len(found[part].sessions)),
                    self.source(f"{game_name(self.game)} · {_(text)}", found[part]),
                )
                for part, text in named.items()
            ),
        )

    def by_group(self, title: str, told: str, groups: Mapping[str, tuple[str, Colour]]) -> CardPlan | None:
        found = self.heaps(scores_by_side)
        labelled = [(groups[key][0], heap, groups[key][1]) for key, heap in found.items()]
        return averages(self, title, told, labelled)

    def by_table_size(self, measure: str, title: str, told: str) -> CardPlan | None:
        found = self.heaps(by_table_size(measure))
        return averages(
            self, title, told, [(players_told(count), heap, None) for count, heap in found.items()]
        )

    def spread(self, measure: str, title: str, told: str, note: str) -> CardPlan | None:
        found = self.heaps(each(measure))
        if not found:
            return None
        every = unite(found.values())
        return CardPlan(
            "columns",
            title,
            told.format(n=number(every.mean or 0))
            if every.count >= FEW
            else sessions_told(len(every.sessions)),
            note,
            self.game,
            tuple(
                Bar(label, heap.count, key=self.source(f"{title} · {label}", heap))
                for label, heap in binned(found)
            ),
        )


def every_card(asked: Asked) -> Iterator[Callable[[], CardPlan | None]]:
    """The cards in their order, each made when it is called for; nothing where there is nothing to show."""
    yield partial(plays, asked)
    if not asked.game and len(asked.games) > 1:
        yield partial(games, asked)
    yield partial(wins_per_game if asked.player else wins_per_player, asked)
    yield partial(starting, asked)
    for game in asked.games:
        yield partial(distribution, asked, game)
    if asked.game:
        yield partial(by_players, asked)
        yield partial(over_time, asked)
        for own in FACES[asked.game].story.CARDS:
            yield partial(own, asked)


# -- Words ------------------------------------------------------------------------------------------------


def score_count(count: int) -> str:
    return ngettext("{n} score", "{n} scores", count).format(n=count)


def sheets(count: int) -> str:
    return ngettext("{n} score sheet", "{n} score sheets", count).format(n=count)


def rate(part: float, whole: int) -> str:
    """Such as "57% · 12 of 21"; of a few tables only "2 of 3"."""
    counted = _("{part} of {whole}").format(part=number(part), whole=whole)
    if whole < FEW:
        return counted
    return f"{percent(part / whole)} · {counted}"


def averaged(heap: Heap) -> str:
    return f"{number(heap.mean or 0)} · {sessions_told(len(heap.sessions))}"


def tint(count: int, colour: Colour = None) -> Colour:
    return colour if count >= FEW else FAINT


def few(bars: Sequence[Bar]) -> str:
    return (
        _("Grey: fewer than {n} sessions, too few to compare.").format(n=FEW)
        if any(bar.colour == FAINT for bar in bars)
        else ""
    )


def sentences(*said: str) -> str:
    return " ".join(filter(None, said))


# -- Months and years -------------------------------------------------------------------------------------


def month_place(month: str) -> int:
    """Months counted through, so that the next one is one more."""
    return 12 * int(month[:4]) + int(month[5:7]) - 1


def month_name(place: int) -> str:
    return month_told(place // 12, place % 12 + 1)


def month_label(place: int) -> str:
    """Its short name; January is where the year begins."""
    return _(SHORT_MONTHS[place % 12]) if place % 12 else str(place // 12)


def calendar(heaps: Mapping[str, Heap]) -> list[tuple[str, str, Heap]]:
    """Label, title and heap of every month from the first to the last; of years where those are many."""
    by_place = {month_place(month): heap for month, heap in heaps.items()}
    first, last = min(by_place), max(by_place)
    if last - first < MOST_MONTHS:
        return [
            (
                month_label(place),
                heading(month_name(place)),
                unite([by_place[place]] if place in by_place else []),
            )
            for place in range(first, last + 1)
        ]
    return [
        (
            str(year),
            str(year),
            unite(by_place[place] for place in range(12 * year, 12 * year + 12) if place in by_place),
        )
        for year in range(first // 12, last // 12 + 1)
    ]


# -- Cards of every game ----------------------------------------------------------------------------------


def plays(asked: Asked) -> CardPlan:
    answer = asked.answer
    found = calendar(asked.heaps(plays_by_month))
    by_year = found[0][0] == found[0][1]
    told = sessions_told(answer.plays)
    if answer.timed:
        told = f"{told} · {duration(answer.seconds)}"
    untimed = answer.plays - answer.timed
    note = ngettext("{n} of them was not timed.", "{n} of them were not timed.", untimed).format(n=untimed)
    return CardPlan(
        "columns",
        _("Sessions per year") if by_year else _("Sessions per month"),
        told,
        note if answer.timed and untimed else "",
        asked.game,
        tuple(
            Bar(label, heap.count, key=asked.source(title, heap), spoken=title)
            for label, title, heap in found
        ),
        from_end=True,
    )


def games(asked: Asked) -> CardPlan:
    found = asked.heaps(plays_by_game)
    order = sorted(asked.answer.games, key=lambda game: -found[game].count)
    return CardPlan(
        "rows",
        _("Sessions per game"),
        _("Choose a game above to see all about its scores."),
        bars=tuple(
            Bar(game_name(game), found[game].count, key=asked.source(game_name(game), found[game]))
            for game in order
        ),
    )


def _rates(figures: Mapping[str, tuple[float, int]], name: Callable[[str], str]) -> list[tuple[str, str]]:
    """Keys and names: the best rates first, then those who have too few tables for one."""
    order = sorted(
        figures,
        key=lambda key: (
            figures[key][1] < FEW,
            -figures[key][0] / figures[key][1],
            -figures[key][1],
            name(key),
        ),
    )
    return [(key, name(key)) for key in order]


def wins_per_player(asked: Asked) -> CardPlan | None:
    decided = [found for found in asked.answer.players.values() if found.decided]
    often = sorted(decided, key=lambda found: (-found.decided, found.player))[:MOST_PLAYERS]
    if not often:
        return None
    figures = {found.player: (found.wins, found.decided) for found in often}
    bars = tuple(
        Bar(
            name,
            figures[key][0] / figures[key][1],
            tint(figures[key][1]),
            asked.source_later(name, wins_by_player, key),
            rate(*figures[key]),
        )
        for key, name in _rates(figures, asked.name)
    )
    left = len(decided) - len(often)
    return CardPlan(
        "rows",
        _("Who wins"),
        _("Of the sessions with a winner. A shared win counts in part."),
        sentences(
            few(bars),
            _("Showing the {n} who played most, out of {all}.").format(n=len(often), all=len(decided))
            if left
            else "",
        ),
        asked.game,
        bars,
        full=1,
    )


def wins_per_game(asked: Asked) -> CardPlan | None:
    found = {game: (heap.total, heap.count) for game, heap in asked.heaps(wins_by_game).items()}
    if not found:
        return None
    bars = tuple(
        Bar(
            name,
            found[game][0] / found[game][1],
            tint(found[game][1]),
            asked.source_later(name, wins_by_game, game),
            rate(*found[game]),
        )
        for game, name in _rates(found, game_name)
    )
    return CardPlan(
        "rows",
        _("{name}’s wins").format(name=asked.name(asked.player)),
        _("Of the sessions with a winner. A shared win counts in part."),
        few(bars),
        asked.game,
        bars,
        full=1,
    )


def starting(asked: Asked) -> CardPlan | None:
    found = asked.heaps(starts_by_players)
    if not found:
        return None
    bars = tuple(
        Bar(
            players_told(count),
            heap.total / heap.count,
            tint(heap.count),
            asked.source(players_told(count), heap),
            rate(heap.total, heap.count),
            heap.weight / heap.count,
        )
        for count, heap in found.items()
    )
    words = {
        "wins": wins_told(sum(heap.total for heap in found.values())),
        "tables": sessions_told(sum(heap.count for heap in found.values())),
        "expected": number(sum(heap.weight for heap in found.values())),
    }
    told = (
        _("{name} began and had {wins} in {tables}; chance alone would give {expected}.").format(
            name=asked.name(asked.player), **words
        )
        if asked.player
        else _("Whoever began had {wins} in {tables}; chance alone would give {expected}.").format(**words)
    )
    return CardPlan(
        "rows",
        _("Does going first help?"),
        sentences(told, verdict(list(found.values()))),
        sentences(_("The line across each bar is what chance alone would give."), few(bars)),
        asked.game,
        bars,
        full=1,
    )


def verdict(starts: Sequence[Heap]) -> str:
    """What can be said about beginning: nothing, as long as chance alone explains it as well."""
    surprise = sum(heap.total - heap.weight for heap in starts)
    shares = [(heap.count, heap.weight / heap.count) for heap in starts]
    spread = sqrt(sum(count * share * (1 - share) for count, share in shares))
    if sum(count for count, _share in shares) < 2 * FEW:
        return _("Too few sessions to tell.")
    if abs(surprise) < SURPRISE * spread:
        return _("No clear difference.")
    return _("It seems to help.") if surprise > 0 else _("It seems to be a disadvantage.")


def binned(heaps: Mapping[float, Heap]) -> list[tuple[str, Heap]]:
    """Whole numbers in a handful of equal steps, with the empty ones between them."""
    low, high = min(heaps), max(heaps)
    steps = [int(step) for step in round_steps(low, high + 1, MOST_COLUMNS + 1, whole=True)]
    width = steps[1] - steps[0]
    return [
        (
            step_label(start, start + width - 1),
            unite(heap for value, heap in heaps.items() if start <= value < start + width),
        )
        for start in steps[:-1]
        if start <= high
    ]


def step_label(first: int, last: int) -> str:
    if first == last:
        return number(first)
    return f"{number(first)}{'–' if first >= 0 else ' … '}{number(last)}"


def distribution(asked: Asked, game: str) -> CardPlan | None:
    found = asked.heaps(scores, game)
    if not found:
        return None
    spread = asked.answer.games[game].scores
    told = _("{scores} · best {best} · median {median} · lowest {worst}").format(
        scores=score_count(spread.count),
        best=number(spread.best or 0),
        median=number(spread.median or 0),
        worst=number(spread.worst or 0),
    )
    return CardPlan(
        "columns",
        _("Scores in {game}").format(game=game_name(game)),
        told,
        _("How many scores fell into each range."),
        game,
        tuple(
            Bar(label, heap.count, key=asked.source(f"{game_name(game)} · {label}", heap))
            for label, heap in binned(found)
        ),
    )


def averages(
    asked: Asked, title: str, told: str, labelled: Sequence[tuple[str, Heap, Colour]]
) -> CardPlan | None:
    if not labelled:
        return None
    bars = tuple(
        Bar(
            label,
            heap.mean or 0,
            tint(len(heap.sessions), colour),
            asked.source(f"{game_name(asked.game)} · {label}", heap),
            averaged(heap),
        )
        for label, heap, colour in labelled
    )
    return CardPlan("rows", title, told, few(bars), asked.game, bars)


def by_players(asked: Asked) -> CardPlan | None:
    found = asked.heaps(scores_by_players)
    return averages(
        asked,
        _("Scores by number of players"),
        _("The average score, and in how many sessions."),
        [(players_told(count), heap, None) for count, heap in found.items()],
    )


def over_time(asked: Asked) -> CardPlan | None:
    months = {month_place(month): heap for month, heap in asked.heaps(scores_by_month).items()}
    if not months:
        return None
    step = next(
        step for step in TIME_STEPS if (max(months) - min(months)) // step < MOST_POINTS or step == 12
    )
    found = {
        place: unite(heap for month, heap in months.items() if month // step == place)
        for place in sorted({month // step for month in months})
    }
    points = tuple((float(place), heap.mean or 0) for place, heap in found.items())
    line = trend(points) if len(points) >= FEW else None
    return CardPlan(
        "line",
        _("Scores over time"),
        _(TIME_STEPS[step]),
        _("Fewer than {n} marks: no trend yet.").format(n=FEW)
        if line is None
        else _("The dashed line is the trend, in points a year: {change}.").format(
            change=change_told(line[1] * 12 / step)
        ),
        asked.game,
        points=points,
        x_labels=tuple((place, time_label(place, step)) for place in found),
        sources=tuple(
            asked.source(f"{game_name(asked.game)} · {time_name(place, step)}", heap)
            for place, heap in found.items()
        ),
        trends=line is not None,
    )


def change_told(value: float) -> str:
    return ("+" if round(value, 1) > 0 else "") + number(value)


def time_label(place: int, step: int) -> str:
    return str(place) if step == 12 else month_label(place * step)


def time_name(place: int, step: int) -> str:
    if step == 12:
        return str(place)
    if step == 1:
        return month_name(place)
    return f"{month_name(place * step)} – {month_name(place * step + step - 1)}"


# -- Two of them ------------------------------------------------------------------------------------------


def duel(asked: Asked, other: str, colours: tuple[Colour, Colour]) -> CardPlan:
    """`asked` is about the one; how they finished against the other."""
    found = asked.heaps(meetings_with(other))
    one, two = asked.name(asked.player), asked.name(other)
    nothing = unite([])
    rival = asked.answer.rival(other)
    known = rival.wins + rival.losses + rival.ties
    rest = rival.together - known - rival.partners
    told = sentences(
        _("{one} finished ahead of {two} in {ahead} of {tables}.").format(
            one=one, two=two, ahead=rival.wins, tables=sessions_told(known)
        )
        if known
        else "",
        ngettext("Partners in {n} session.", "Partners in {n} sessions.", rival.partners).format(
            n=rival.partners
        )
        if rival.partners
        else "",
        ngettext("{n} session without a ranking.", "{n} sessions without a ranking.", rest).format(n=rest)
        if rest
        else "",
    )
    parts_of_it = (
        (_("{name} ahead").format(name=one), AHEAD, colours[0]),
        (_("level"), LEVEL, FAINT),
        (_("{name} ahead").format(name=two), BEHIND, colours[1]),
    )
    return CardPlan(
        "duel",
        _("Head to head"),
        told,
        game=asked.game,
        bars=tuple(
            Bar(
                label,
                found.get(way, nothing).count,
                colour,
                asked.source(headed(f"{one} · {two}", label), found.get(way, nothing)),
            )
            for label, way, colour in parts_of_it
        ),
        people=(one, two),
    )
