"""The shapes: each turns what was entered into points by seat, and explains those of a seat with numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

from scoring.core import Fields, refuse_sheet
from scoring.own.asked import MOST_KINDS, Answer, Ask
from scoring.own.majority import TIES, Place, Ties, find_places
from scoring.own.reading import Moment, Number, Reader
from scoring.own.wild import (
    MOST_WILD,
    DifferentKinds,
    EachKind,
    Placed,
    WholeSets,
    Worth,
    effort,
    from_table,
    place_wild,
)

LARGEST_POINTS = 1_000_000_000
MOST_POWER = 10
SHOWN = {"=": "=", ">=": "≥", "<=": "≤"}
"""How what is compared is written, and how it is shown."""

Points = Sequence[int]
"""By seat."""
Numbers = Mapping[str, Any]
"""What explains the points of one seat."""


Explained = tuple[str, Numbers]
"""Which sentence says it, and what goes into it."""


class Shape(Protocol):
    def points(self, moment: Moment) -> Points: ...
    def explain(self, moment: Moment, seat: int) -> Explained: ...


def _joined(values: Sequence[int], sign: str) -> str:
    """As one writes it: 5 + 8, or 3 × 4."""
    shown = [str(value) for value in values if value or sign != "+"] or ["0"]
    return f" {sign} ".join(shown).replace("+ -", "− ").replace("-", "−")


def _listed(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{count} × {kind}" for kind, count in kinds.items()) or "–"


def _whole_groups(value: int, per: int) -> int:
    return value // per if value >= 0 else -(-value // per)


def _at(number: Number, moment: Moment, seat: int) -> int:
    return moment.column(number)[seat]


def _added(numbers: Sequence[Number], moment: Moment) -> Points:
    if len(numbers) == 1:
        return moment.column(numbers[0])
    return [sum(values) for values in zip(*(moment.column(number) for number in numbers), strict=True)]


# -- Numbers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sum:
    numbers: tuple[Number, ...]

    def points(self, moment: Moment) -> Points:
        return _added(self.numbers, moment)

    def explain(self, moment: Moment, seat: int) -> Explained:
        values = [_at(number, moment, seat) for number in self.numbers]
        return "own.line.sum", {"values": values, "told": _joined(values, "+")}


def _read_sum(reader: Reader, fields: Fields, place: str) -> Shape:
    return Sum(reader.numbers(fields.take("sum"), f"{place}.sum"))


@dataclass(frozen=True, slots=True)
class Times:
    number: Number
    by: Number
    per: int

    def points(self, moment: Moment) -> Points:
        counts, by, per = moment.column(self.number), moment.column(self.by), self.per
        if per == 1:
            return [count * each for count, each in zip(counts, by, strict=True)]
        return [_whole_groups(count, per) * each for count, each in zip(counts, by, strict=True)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        count, by = _at(self.number, moment, seat), _at(self.by, moment, seat)
        groups = _whole_groups(count, self.per)
        told = _joined([groups, by], "×")
        if self.per > 1:
            told = f"{count} ÷ {self.per} = {groups}; {told}"
        return "own.line.times", {"count": count, "per": self.per, "by": by, "told": told}


def _read_times(reader: Reader, fields: Fields, place: str) -> Shape:
    number = reader.number(fields.take("times"), f"{place}.times")
    by = reader.number(fields.take("by", 1), f"{place}.by")
    per = reader.integer(fields.take("per", 1), f"{place}.per", 1)
    return Times(number, by, per)


@dataclass(frozen=True, slots=True)
class ByTable:
    number: Number
    values: tuple[int, ...]

    def points(self, moment: Moment) -> Points:
        return [from_table(self.values, count) for count in moment.column(self.number)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        return "own.line.table", {"count": _at(self.number, moment, seat)}


def _read_table(reader: Reader, fields: Fields, place: str) -> Shape:
    number = reader.number(fields.take("table"), f"{place}.table")
    return ByTable(number, _read_values(reader, fields, place))


def _read_values(reader: Reader, fields: Fields, place: str) -> tuple[int, ...]:
    raw = fields.take("values")
    if raw == []:
        raise reader.refuse("own.too_few", field=f"{place}.values", fewest=1)
    return reader.integers(raw, f"{place}.values")


@dataclass(frozen=True, slots=True)
class Product:
    numbers: tuple[Number, ...]

    def points(self, moment: Moment) -> Points:
        columns = [moment.column(number) for number in self.numbers]
        return [_multiplied(values) for values in zip(*columns, strict=True)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        values = [_at(number, moment, seat) for number in self.numbers]
        return "own.line.product", {"values": values, "told": _joined(values, "×")}


def _multiplied(values: Sequence[int]) -> int:
    return 0 if 0 in values else prod(values)


@dataclass(frozen=True, slots=True)
class Pairs:
    asks: tuple[str, ...]

    def _of(self, moment: Moment, seat: int) -> list[tuple[int, int]]:
        return [pair for name in self.asks for pair in moment.answers(name)[seat]]

    def points(self, moment: Moment) -> Points:
        return [
            sum(first * second for first, second in self._of(moment, seat)) for seat in range(moment.seats)
        ]

    def explain(self, moment: Moment, seat: int) -> Explained:
        pairs = self._of(moment, seat)
        told = " + ".join(_joined(pair, "×") for pair in pairs)
        return "own.line.product", {"pairs": [list(pair) for pair in pairs], "told": told}


def _read_product(reader: Reader, fields: Fields, place: str) -> Shape:
    raw = fields.take("product")
    if not fields.flag("pairs"):
        return Product(reader.numbers(raw, f"{place}.product"))
    names = raw if isinstance(raw, list) else [raw]
    if not 1 <= len(names) <= len(reader.asks):
        raise reader.refuse("own.too_few", field=f"{place}.product", fewest=1)
    asks = [reader.ask(name, f"{place}.product.{at}", "pairs") for at, name in enumerate(names)]
    return Pairs(tuple(ask.name for ask in asks))


@dataclass(frozen=True, slots=True)
class Lowest:
    numbers: tuple[Number, ...]
    kinds: Ask | None
    times: Number

    def _of(self, moment: Moment, seat: int) -> list[int]:
        if self.kinds is not None:
            answer = moment.answers(self.kinds.name)[seat]
            return [answer.get(kind, 0) for kind in self.kinds.names]
        return [_at(number, moment, seat) for number in self.numbers]

    def points(self, moment: Moment) -> Points:
        times = moment.column(self.times)
        return [min(self._of(moment, seat)) * times[seat] for seat in range(moment.seats)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        lowest, times = min(self._of(moment, seat)), _at(self.times, moment, seat)
        told = _joined([lowest, times] if times != 1 else [lowest], "×")
        return "own.line.lowest", {"lowest": lowest, "times": times, "told": told}


def _read_lowest(reader: Reader, fields: Fields, place: str) -> Shape:
    raw = fields.take("lowest")
    times = reader.number(fields.take("times", 1), f"{place}.times")
    ask = reader.asks.get(raw) if isinstance(raw, str) else None
    if ask is not None and ask.sort == "of":
        return Lowest((), ask, times)
    return Lowest(reader.numbers(raw, f"{place}.lowest"), None, times)


# -- Kinds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kinds:
    """Each, sets, kinds, or several of them over one count; wild cards are placed once for the best sum."""

    ask: str
    of: tuple[str, ...]
    wild: str | None
    parts: tuple[Worth, ...]
    sentence: str

    def _counts(self, moment: Moment, seat: int) -> tuple[int, ...]:
        answer = moment.answers(self.ask)[seat]
        return tuple(answer.get(kind, 0) for kind in self.of)

    def effort(self, answers: Sequence[Answer]) -> int:
        """About how many steps it takes to place the wild cards of all seats."""
        if self.wild is None:
            return 0
        return sum(
            effort(
                self.parts,
                tuple(answer.get(kind, 0) for kind in self.of),
                min(answer.get(self.wild, 0), MOST_WILD),
            )
            for answer in answers
        )

    def _placed(self, moment: Moment, seat: int) -> Placed:
        wild = moment.answers(self.ask)[seat].get(self.wild, 0) if self.wild else 0
        if wild > MOST_WILD:
            raise refuse_sheet("own.too_many_wild", field=self.ask, most=MOST_WILD)
        return place_wild(self.parts, self._counts(moment, seat), wild)

    def points(self, moment: Moment) -> Points:
        return [self._placed(moment, seat).points for seat in range(moment.seats)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        joined = self._placed(moment, seat).joined
        counts = self._counts(moment, seat)
        after = [count + more for count, more in zip(counts, joined, strict=True)]
        numbers: dict[str, Any] = {
            "kinds": {kind: count for kind, count in zip(self.of, counts, strict=True) if count},
            "parts": [part.points(after) for part in self.parts],
        }
        numbers["told"] = _listed(numbers["kinds"])
        if any(joined):
            numbers["jokers"] = {kind: more for kind, more in zip(self.of, joined, strict=True) if more}
            numbers["wild"] = _listed(numbers["jokers"])
        for part in self.parts:
            if isinstance(part, WholeSets):
                numbers["sets"] = part.sets(after)
        numbers["different"] = sum(count > 0 for count in after)
        return ("own.line.jokers" if any(joined) else self.sentence), numbers


def _read_wild(reader: Reader, ask: Ask, fields: Fields, place: str) -> str:
    wild = fields.take("wild")
    if not isinstance(wild, str) or wild not in ask.names:
        raise reader.refuse("own.refers_to_nothing", field=f"{place}.wild")
    return wild


def _read_each(reader: Reader, fields: Fields, place: str) -> Shape:
    ask = reader.ask(fields.take("each"), f"{place}.each", "of")
    part = _each_kind(reader, fields, place)
    wild = _read_wild(reader, ask, fields, place) if "wild" in fields else None
    of = tuple(kind for kind in ask.names if kind != wild)
    return Kinds(ask.name, of, wild, (part,), "own.line.each")


def _each_kind(reader: Reader, fields: Fields, place: str) -> EachKind:
    if "values" in fields and "power" in fields:
        raise reader.refuse("own.does_not_fit", field=place)
    values = _read_values(reader, fields, place) if "values" in fields else ()
    power = reader.integer(fields.take("power", 1), f"{place}.power", 1, MOST_POWER)
    best = reader.integer(fields.take("best"), f"{place}.best", 0, MOST_KINDS) if "best" in fields else None
    rest = reader.integer(fields.take("rest", 0), f"{place}.rest", high=1)
    return EachKind(values, power, best, rest)


def _read_sets(reader: Reader, fields: Fields, place: str) -> Shape:
    ask = reader.ask(fields.take("sets"), f"{place}.sets", "of")
    part = _whole_sets(reader, fields, ask.names, place)
    return Kinds(ask.name, ask.names, None, (part,), "own.line.sets")


def _whole_sets(reader: Reader, fields: Fields, of: Sequence[str], place: str) -> WholeSets:
    each = reader.integer(fields.take("points"), f"{place}.points")
    size = reader.integer(fields.take("size", len(of)), f"{place}.size", 1, MOST_KINDS)
    return WholeSets(each, size)


def _read_different(reader: Reader, fields: Fields, place: str) -> Shape:
    ask = reader.ask(fields.take("kinds"), f"{place}.kinds", "of")
    part = DifferentKinds(_read_values(reader, fields, place))
    return Kinds(ask.name, ask.names, None, (part,), "own.line.kinds")


MOST_PARTS = 6
PARTS = ("each", "sets", "kinds")


def _read_over(reader: Reader, fields: Fields, place: str) -> Shape:
    ask = reader.ask(fields.take("over"), f"{place}.over", "of")
    wild = _read_wild(reader, ask, fields, place) if "wild" in fields else None
    of = _read_of(reader, ask, fields, wild, place)
    raw = fields.items("parts")
    if not 1 <= len(raw) <= MOST_PARTS:
        raise reader.refuse("own.does_not_fit", field=f"{place}.parts")
    parts = tuple(_read_part(reader, ask, of, part, f"{place}.parts.{at}") for at, part in enumerate(raw))
    return Kinds(ask.name, of, wild, parts, "own.line.over")


def _read_of(reader: Reader, ask: Ask, fields: Fields, wild: str | None, place: str) -> tuple[str, ...]:
    of = fields.items("of", [kind for kind in ask.names if kind != wild])
    if not of or len(of) > MOST_KINDS:
        raise reader.refuse("own.refers_to_nothing", field=f"{place}.of")
    for at, kind in enumerate(of):
        if not isinstance(kind, str) or kind not in ask.names or kind == wild or kind in of[:at]:
            raise reader.refuse("own.refers_to_nothing", field=f"{place}.of.{at}")
    return tuple(of)


def _read_part(reader: Reader, ask: Ask, of: Sequence[str], value: object, place: str) -> Worth:
    fields = Fields(value, reader.refuse, place)
    shapes = [shape for shape in PARTS if shape in fields]
    if len(shapes) != 1:
        raise reader.refuse("own.one_shape", field=place)
    [shape] = shapes
    if reader.ask(fields.take(shape), f"{place}.{shape}", "of") != ask:
        raise reader.refuse("own.does_not_fit", field=f"{place}.{shape}")
    part: Worth
    if shape == "each":
        part = _each_kind(reader, fields, place)
    elif shape == "sets":
        part = _whole_sets(reader, fields, of, place)
    else:
        part = DifferentKinds(_read_values(reader, fields, place))
    fields.finish()
    return part


# -- Between players --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Most:
    number: Number
    prizes: tuple[int, ...]
    ties: Ties | tuple[int, ...]
    least: int
    fewest: bool

    def _places(self, moment: Moment) -> list[Place]:
        return find_places(moment.column(self.number), self.prizes, self.ties, self.least, self.fewest)

    def points(self, moment: Moment) -> Points:
        return [place.prize for place in self._places(moment)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        place = self._places(moment)[seat]
        numbers = {"count": _at(self.number, moment, seat), "place": place.place, "tied": place.tied}
        return ("own.line.most_tied" if place.tied > 1 else "own.line.most"), numbers


def _read_most(reader: Reader, fields: Fields, place: str) -> Shape:
    number = reader.number(fields.take("most"), f"{place}.most")
    prizes = reader.integers(fields.take("prizes"), f"{place}.prizes")
    raw = fields.take("ties", "all")
    ties: Ties | tuple[int, ...] = next((rule for rule in TIES if raw == rule), "all")
    if isinstance(raw, str) and raw not in TIES:
        fields.refuse("field.not_one_of", "ties", value=raw[:40], choices=list(TIES))
    if not isinstance(raw, str):
        ties = reader.integers(raw, f"{place}.ties")
    fewest = fields.flag("fewest")
    least = reader.integer(fields.take("least", 1), f"{place}.least")
    return Most(number, prizes, ties, least, fewest)


@dataclass(frozen=True, slots=True)
class Others:
    number: Number
    losers: bool

    def points(self, moment: Moment) -> Points:
        values = moment.column(self.number)
        total = sum(values)
        lost = -1 if self.losers else 0
        return [lost * value if value else total for value in values]

    def explain(self, moment: Moment, seat: int) -> Explained:
        values = moment.column(self.number)
        key = "own.line.others_lost" if values[seat] else "own.line.others"
        return key, {"own": values[seat], "total": sum(values)}


def _read_others(reader: Reader, fields: Fields, place: str) -> Shape:
    number = reader.number(fields.take("others"), f"{place}.others")
    return Others(number, fields.flag("losers"))


@dataclass(frozen=True, slots=True)
class If:
    left: tuple[Number, ...]
    operator: str
    right: Number
    holds: Number
    all_others: Number

    def _holding(self, moment: Moment) -> list[bool]:
        pairs = zip(_added(self.left, moment), moment.column(self.right), strict=True)
        if self.operator == "=":
            return [left == right for left, right in pairs]
        if self.operator == ">=":
            return [left >= right for left, right in pairs]
        return [left <= right for left, right in pairs]

    def points(self, moment: Moment) -> Points:
        holding = self._holding(moment)
        own, others = moment.column(self.holds), moment.column(self.all_others)
        given = sum(each for each, holds in zip(others, holding, strict=True) if holds)
        return [(own[seat] + given - others[seat]) if holds else given for seat, holds in enumerate(holding)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        holding = self._holding(moment)
        left, right = _added(self.left, moment)[seat], _at(self.right, moment, seat)
        numbers = {
            "left": left,
            "operator": self.operator,
            "right": right,
            "from": [other for other, holds in enumerate(holding) if holds and other != seat],
            "told": f"{left} {SHOWN[self.operator]} {right}".replace("-", "−"),
        }
        return ("own.line.if" if holding[seat] else "own.line.if_others"), numbers


def _read_if(reader: Reader, fields: Fields, place: str) -> Shape:
    raw = fields.items("if")
    if len(raw) != 3:
        raise reader.refuse("own.does_not_fit", field=f"{place}.if")
    left = reader.numbers(raw[0], f"{place}.if.0")
    if not isinstance(raw[1], str) or raw[1] not in SHOWN:
        raise reader.refuse("own.does_not_fit", field=f"{place}.if.1")
    right = reader.number(raw[2], f"{place}.if.2")
    holds = reader.number(fields.take("points", 0), f"{place}.points")
    all_others = reader.number(fields.take("all others", 0), f"{place}.all others")
    return If(left, raw[1], right, holds, all_others)


# -- Bids and choices -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    bid: Number
    tricks: Number
    made: int
    each: int
    missed: int
    zero: int | None
    bonus: Number

    def points(self, moment: Moment) -> Points:
        columns = zip(
            moment.column(self.bid), moment.column(self.tricks), moment.column(self.bonus), strict=True
        )
        return [self._one(bid, tricks, bonus, moment.number) for bid, tricks, bonus in columns]

    def _one(self, bid: int, tricks: int, bonus: int, number: int) -> int:
        if bid == 0 and self.zero is not None:
            return self.zero * number if tricks == 0 else -self.zero * number
        if bid == tricks:
            return self.made + self.each * tricks + bonus
        return self.missed * abs(bid - tricks)

    def explain(self, moment: Moment, seat: int) -> Explained:
        bid, tricks = _at(self.bid, moment, seat), _at(self.tricks, moment, seat)
        bonus = _at(self.bonus, moment, seat)
        key = "own.line.bid_made" if bid == tricks else "own.line.bid_missed"
        return key, {"bid": bid, "tricks": tricks, "off": abs(bid - tricks), "bonus": bonus}


def _read_bid(reader: Reader, fields: Fields, place: str) -> Shape:
    raw = fields.items("bid")
    if len(raw) != 2:
        raise reader.refuse("own.does_not_fit", field=f"{place}.bid")
    bid, tricks = (reader.number(one, f"{place}.bid.{at}") for at, one in enumerate(raw))
    made, each, missed = (
        reader.integer(fields.take(name, 0), f"{place}.{name}") for name in ("made", "each", "missed")
    )
    zero = reader.integer(fields.take("zero"), f"{place}.zero") if "zero" in fields else None
    bonus = reader.number(fields.take("bonus", 0), f"{place}.bonus")
    return Bid(bid, tricks, made, each, missed, zero, bonus)


@dataclass(frozen=True, slots=True)
class Choice:
    ask: str
    of: Mapping[str, int]

    def points(self, moment: Moment) -> Points:
        return [self.of.get(chosen, 0) for chosen in moment.answers(self.ask)]

    def explain(self, moment: Moment, seat: int) -> Explained:
        return "own.line.choice", {"value": moment.answers(self.ask)[seat]}


def _read_choice(reader: Reader, fields: Fields, place: str) -> Shape:
    ask = reader.ask(fields.take("choice"), f"{place}.choice", "one")
    raw = fields.take("points")
    if not isinstance(raw, dict):
        raise reader.refuse("field.not_an_object", field=f"{place}.points")
    for choice in raw:
        if choice not in ask.names:
            raise reader.refuse("own.refers_to_nothing", field=f"{place}.points")
    return Choice(
        ask.name, {choice: reader.integer(n, f"{place}.points.{choice}") for choice, n in raw.items()}
    )


READERS: Mapping[str, Callable[[Reader, Fields, str], Shape]] = {
    "sum": _read_sum,
    "times": _read_times,
    "table": _read_table,
    "each": _read_each,
    "sets": _read_sets,
    "kinds": _read_different,
    "over": _read_over,
    "most": _read_most,
    "if": _read_if,
    "product": _read_product,
    "bid": _read_bid,
    "others": _read_others,
    "lowest": _read_lowest,
    "choice": _read_choice,
}


def find_shape(names: Sequence[str]) -> list[str]:
    """The shapes among the fields of a line: `each` is also a field of a bid, and `times` of the lowest."""
    found = [name for name in READERS if name in names]
    if "bid" in found:
        found = [name for name in found if name != "each"]
    if "lowest" in found:
        found = [name for name in found if name != "times"]
    return found
