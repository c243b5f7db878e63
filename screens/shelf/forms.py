"""A line of a score sheet as a form: what is asked of whoever makes it, and the rules that come of it.

A line is named after what is entered for it. Lines that came from elsewhere and say more than a form can ask
stay as they are: they can be moved, doubled and taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from screens.translator import N_

Json = dict[str, Any]
Filled = Mapping[str, Any]
Sort = Literal["number", "numbers", "words", "yes", "ties", "scores", "entry"]


@dataclass(frozen=True, slots=True)
class Blank:
    name: str
    label: str
    sort: Sort
    default: Any


@dataclass(frozen=True, slots=True)
class Form:
    """What a shape does, what it asks, and the line and the question that come of it."""

    key: str
    title: str
    text: str
    blanks: tuple[Blank, ...]
    make: Callable[[str, Filled], tuple[Json, Any]] = field(repr=False)


def _number(name: str, label: str, default: int) -> Blank:
    return Blank(name, label, "number", default)


KINDS = Blank("kinds", N_("Kinds, with commas between"), "words", ("1", "2", "3"))
VALUES = Blank("values", N_("Points for 0, for 1, for 2 and so on"), "numbers", (0, 1, 3, 6, 10))


def _times(name: str, filled: Filled) -> tuple[Json, Any]:
    per = {"per": filled["per"]} if filled["per"] != 1 else {}
    return {"times": name, "by": filled["by"], **per}, "count"


def _most(name: str, filled: Filled) -> tuple[Json, Any]:
    fewest = {"fewest": True} if filled["fewest"] else {}
    return {"most": name, "prizes": list(filled["prizes"]), "ties": filled["ties"], **fewest}, "count"


def _bid(name: str, filled: Filled) -> tuple[Json, Any]:
    """What was bid and what was taken are two kinds of one count."""
    bid = [f"{name}.bid", f"{name}.tricks"]
    return {"bid": bid, **{key: filled[key] for key in ("made", "each", "missed")}}, {"of": ["bid", "tricks"]}


def _of(filled: Filled) -> Json:
    return {"of": list(filled["kinds"])}


FORMS: tuple[Form, ...] = (
    Form(
        "times",
        N_("Points for each"),
        N_("So many points for each card, or for each group of them."),
        (_number("by", N_("Points for each"), 1), _number("per", N_("In groups of"), 1)),
        _times,
    ),
    Form(
        "sum",
        N_("Points as they are"),
        N_("A number of points, entered as it is; it may be negative."),
        (),
        lambda name, _filled: ({"sum": name}, "points"),
    ),
    Form(
        "most",
        N_("Most of something"),
        N_("Whoever has most gets the first prize, and so on."),
        (
            Blank("prizes", N_("Points by place"), "numbers", (5, 2)),
            Blank("ties", N_("Players who are level"), "ties", "all"),
            Blank("fewest", N_("Fewest instead of most"), "yes", False),
        ),
        _most,
    ),
    Form(
        "table",
        N_("A scale"),
        N_("By how many there are; the last number holds for more."),
        (VALUES,),
        lambda name, filled: ({"table": name, "values": list(filled["values"])}, "count"),
    ),
    Form(
        "yes",
        N_("Yes or no"),
        N_("Points for whoever has it."),
        (_number("by", N_("Points"), 2),),
        lambda name, filled: ({"times": name, "by": filled["by"]}, "yes"),
    ),
    Form(
        "sets",
        N_("Sets"),
        N_("Points for each full set of different kinds."),
        (KINDS, _number("points", N_("Points for a set"), 7)),
        lambda name, filled: ({"sets": name, "points": filled["points"]}, _of(filled)),
    ),
    Form(
        "each",
        N_("Each kind by a scale"),
        N_("Every kind is counted for itself."),
        (KINDS, VALUES),
        lambda name, filled: ({"each": name, "values": list(filled["values"])}, _of(filled)),
    ),
    Form(
        "kinds",
        N_("Different kinds"),
        N_("By how many different kinds there are."),
        (KINDS, VALUES),
        lambda name, filled: ({"kinds": name, "values": list(filled["values"])}, _of(filled)),
    ),
    Form(
        "bid",
        N_("Bid and tricks"),
        N_("Points for taking exactly as many as were bid."),
        (
            _number("made", N_("Points for a bid that was made"), 20),
            _number("each", N_("And for each trick"), 10),
            _number("missed", N_("For each trick off"), -10),
        ),
        _bid,
    ),
    Form(
        "choice",
        N_("One of several"),
        N_("Points by what was chosen, such as a call."),
        (Blank("scores", N_("Choices and their points"), "scores", (("yes", 100), ("no", -100))),),
        lambda _name, filled: (
            {"choice": _name, "points": dict(filled["scores"])},
            {"one": [choice for choice, _points in filled["scores"]]},
        ),
    ),
    Form(
        "if",
        N_("Only if"),
        N_("Points for whoever has at least so many."),
        (_number("least", N_("At least"), 5), _number("points", N_("Points"), 10)),
        lambda name, filled: ({"if": [name, ">=", filled["least"]], "points": filled["points"]}, "count"),
    ),
    Form(
        "product",
        N_("Two numbers multiplied"),
        N_("Pairs such as squares and crowns; what they come to is added up."),
        (),
        lambda name, _filled: ({"product": [name], "pairs": True}, {"pairs": ["1", "2"]}),
    ),
    Form(
        "others",
        N_("What the others have"),
        N_("Whoever has nothing left gets what all others still have."),
        (Blank("losers", N_("The others lose it"), "yes", False),),
        lambda name, filled: ({"others": name, **({"losers": True} if filled["losers"] else {})}, "count"),
    ),
    Form(
        "lowest",
        N_("The lowest of several"),
        N_("Only the kind of which there is least counts."),
        (KINDS,),
        lambda name, filled: ({"lowest": name}, _of(filled)),
    ),
)
BY_KEY: Mapping[str, Form] = {form.key: form for form in FORMS}


# -- Lines ------------------------------------------------------------------------------------------------


def free_name(wished: str, rules: Json) -> str:
    """Two lines never have the same name: they are counted one by one."""
    taken = {line["name"] for line in rules["score"]} | set(rules["ask"])
    name, number = wished, 2
    while name in taken:
        name, number = f"{wished} {number}", number + 1
    return name


def add_line(rules: Json, form: Form, name: str, filled: Filled) -> Json:
    made, asked = form.make(name, filled)
    return {
        **rules,
        "ask": {**rules["ask"], name: asked},
        "score": [*rules["score"], {"name": name, **made}],
    }


def defaults(form: Form) -> Json:
    return {blank.name: blank.default for blank in form.blanks}


def recover(rules: Json, line: Json) -> tuple[Form, Json] | None:
    """The form that a line came from and what was filled in; None where it says more than a form asks."""
    name = line["name"]
    bare = {key: value for key, value in line.items() if key not in ("name", "minus", "when")}
    asked = rules["ask"].get(name)
    if isinstance(asked, dict) and set(asked.values()) == {"end"}:
        asked = next(iter(asked))
    for form in FORMS:
        filled = {**defaults(form), **{key: bare[key] for key in bare if key in defaults(form)}}
        if isinstance(asked, dict) and isinstance(asked.get("of"), list):
            filled["kinds"] = tuple(asked["of"])
        if form.key == "choice" and isinstance(bare.get("points"), dict):
            filled["scores"] = tuple(bare["points"].items())
        if form.key == "if" and isinstance(bare.get("if"), list) and len(bare["if"]) == 3:
            filled["least"] = bare["if"][2]
        if form.key == "most" and "ties" not in bare:
            bare = {**bare, "ties": "all"} if "most" in bare else bare
        if form.make(name, filled) == (bare, asked):
            return form, {key: filled[key] for key in defaults(form)}
    return None


def replace_line(rules: Json, at: int, form: Form, name: str, filled: Filled) -> Json:
    """The line filled in anew; what else was said of it stays."""
    before = rules["score"][at]
    made, asked = form.make(name, filled)
    kept = {key: before[key] for key in ("minus", "when") if key in before}
    if kept.get("when") == "end" and isinstance(asked, str):
        asked = {asked: "end"}
    ask = {key if key != before["name"] else name: value for key, value in rules["ask"].items()}
    score = list(rules["score"])
    score[at] = {"name": name, **made, **kept}
    return {**rules, "ask": {**ask, name: asked}, "score": score}


def mark_line(rules: Json, at: int, mark: str, value: Any) -> Json:
    """Points off, or counted at the end."""
    line = {key: known for key, known in rules["score"][at].items() if key != mark}
    if value:
        line[mark] = value
    score = [line if number == at else other for number, other in enumerate(rules["score"])]
    asked = rules["ask"].get(line["name"])
    ask = dict(rules["ask"])
    if mark == "when" and asked is not None:
        plain = next(iter(asked)) if isinstance(asked, dict) and set(asked.values()) == {"end"} else asked
        ask[line["name"]] = {plain: "end"} if value and isinstance(plain, str) else plain
    return {**rules, "ask": ask, "score": score}


def move_line(rules: Json, at: int, to: int) -> Json:
    score = list(rules["score"])
    score.insert(to, score.pop(at))
    return {**rules, "score": score}


def double_line(rules: Json, at: int) -> Json:
    """Once more, below, with a name and an entry of its own."""
    line = rules["score"][at]
    found = recover(rules, line)
    name = free_name(line["name"], rules)
    if found is None:
        score = [*rules["score"][: at + 1], {**line, "name": name}, *rules["score"][at + 1 :]]
        return {**rules, "score": score}
    doubled = add_line(rules, found[0], name, found[1])
    return move_line(doubled, len(doubled["score"]) - 1, at + 1)


def drop_line(rules: Json, at: int) -> Json:
    """Without the line, and without what was asked for it alone."""
    name = rules["score"][at]["name"]
    score = [line for number, line in enumerate(rules["score"]) if number != at]
    told = str([score, rules.get("ties"), rules.get("rank"), rules.get("check")])
    ask = {key: value for key, value in rules["ask"].items() if key != name or f"'{name}" in told}
    return {**rules, "ask": ask, "score": score}


# -- Texts that hold several ------------------------------------------------------------------------------


def read_numbers(text: str) -> tuple[int, ...] | None:
    """Numbers with blanks or commas between; None where something else is among them."""
    parts = text.replace(",", " ").replace(";", " ").replace("−", "-").split()
    try:
        return tuple(int(part) for part in parts) or None
    except ValueError:
        return None


def read_words(text: str) -> tuple[str, ...] | None:
    words = tuple(dict.fromkeys(" ".join(part.split()) for part in text.split(",") if part.strip()))
    return words or None


def read_scores(text: str) -> tuple[tuple[str, int], ...] | None:
    """Choices, each with its points: made 100, missed -100."""
    found = {}
    for part in text.split(","):
        words = part.replace("−", "-").split()
        try:
            found[" ".join(words[:-1])] = int(words[-1])
        except (ValueError, IndexError):
            return None
    return tuple(found.items()) if found and "" not in found else None
