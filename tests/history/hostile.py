"""What nobody should send: any JSON at all, and good documents with something wrong somewhere inside."""

from __future__ import annotations

import copy
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from history.document import GAME_KEYS, LONGEST_PLAY, read_session

any_text = st.text(alphabet=st.characters(exclude_categories=[]), max_size=20)
numbers = (
    st.integers()
    | st.integers(-3, 20)
    | st.floats()
    | st.sampled_from([2**53, 2**53 + 1, 10**400, -(10**9) - 1, 1e308, -0.0])
)
leaves = st.none() | st.booleans() | numbers | any_text
telling_texts = st.sampled_from(
    [
        "pearls",
        "2026-10-23T19:16:58+02:00",
        "2026-10-23",
        "00000000-0000-4000-8000-000000000000",
        "21+15-3",
        "",
    ]
)
any_json = st.recursive(
    leaves | telling_texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [here]
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            found += paths(item, (*here, key))
    return found


@st.composite
def spoiled(draw: st.DrawFn, good: Any) -> Any:
    """The good value with one to three places replaced, removed or added to."""
    value = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from([path for path in paths(value) if path] or [(None,)]))
        if last is None:
            return draw(any_json)
        holder = value
        for step in way:
            holder = holder[step]
        what = draw(st.sampled_from(["replace", "remove", "add"]))
        if what == "replace":
            holder[last] = draw(any_json)
        elif what == "remove":
            del holder[last]
        elif isinstance(holder, dict):
            holder[draw(any_text)] = draw(any_json)
        else:
            holder.append(draw(any_json))
    return value


# -- Any document that the history accepts ----------------------------------------------------------------

LARGE = 2**53
plain_numbers = (
    st.integers(-3, 20)
    | st.integers(-LARGE, LARGE)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([LARGE, -LARGE, 10**9, 1e308, -0.0, 5e-324])
)
plain_texts = (
    st.text(max_size=12) | telling_texts | st.sampled_from(["=1+1", "\r\n;,\"'", "🎲", "\x00", "[b]{name}"])
)
plain_leaves = st.none() | st.booleans() | plain_numbers | plain_texts
plain_json = (
    plain_leaves
    | st.lists(plain_leaves, max_size=3)
    | st.dictionaries(plain_texts, plain_leaves, max_size=3)
    | st.sampled_from([[[]], [{}], {"seats": [{}]}, [[{"points": 1}]], {"a": {"b": [None]}}])
)
moments = st.sampled_from(
    [
        "1900-01-01T00:00:00+00:00",
        "2026-10-23T19:16:58.250000-11:00",
        "2026-10-23T19:16:58+02:00",
        "2999-12-31T23:59:59.999999+23:59",
        "2026-02-28T23:59:59-23:59:59.999999",
    ]
)
scores = st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9) | st.integers(-3, 20)


def _objects(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of the known fields, and others that nobody has heard of."""
    return st.builds(
        lambda others, own: {**others, **own},
        st.dictionaries(plain_texts, plain_json, max_size=2),
        st.fixed_dictionaries({}, optional=known),
    )


@st.composite
def results(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    def each(one: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
        return st.lists(one, min_size=seats, max_size=seats)

    line = _objects(
        part=st.sampled_from(["pearls", "necklaces", "hand", "plus", "minus", "plus2", "points"])
        | plain_json,
        points=scores | plain_json,
        key=plain_json,
        args=plain_json,
    )
    territory = _objects(lost=plain_json, takers=plain_json, pearls=plain_json, strengths=plain_json)
    found: dict[str, Any] = draw(
        _objects(
            totals=each(scores),
            ranks=each(st.integers(1, seats)),
            winners=st.lists(st.integers(0, seats - 1), unique=True),
            lines=each(st.lists(line | plain_json, max_size=3) | plain_json),
            joker_gain=each(plain_json),
            lost=plain_json,
            territories=st.lists(territory | plain_json, max_size=3) | plain_json,
            reasons=each(_objects(key=plain_json, args=plain_json) | plain_json) | plain_json,
            scores=each(plain_texts | st.sampled_from(["1+2", "3*4-1"])) | plain_json,
            problems=plain_json,
            piles=plain_json,
        )
    )
    return found


@st.composite
def accepted_sessions(draw: st.DrawFn) -> dict[str, Any]:
    """Any session that `read_session` takes, finished or running, ours or from elsewhere."""
    seats = draw(st.integers(1, 6) | st.just(12))
    people = st.builds(
        lambda own, name, text: {**own, "id": str(name), "name": text},
        _objects(),
        st.uuids(version=4) | st.just(UUID(int=0)),
        plain_texts,
    )
    options = _objects(
        side=st.sampled_from(["brown", "purple"]) | plain_json,
        all_cards=plain_json,
        three_rows=plain_json,
        advanced=plain_json,
        removed=plain_json,
        clans=plain_json,
        deck=plain_json,
        lower_on_other=plain_json,
        look_at_own=plain_json,
    )
    move = st.builds(
        lambda own, name, at: {**own, "move": name, **at},
        _objects(),
        st.sampled_from(["take", "draw", "place", "diver", "end"]) | plain_texts,
        st.sampled_from([{}, {"at": 0}, {"at": 12.5}]),
    )
    sheet = _objects(
        seats=st.lists(plain_json, max_size=seats) | plain_json,
        territories=st.lists(plain_json, max_size=3) | plain_json,
    )
    session = {
        **draw(st.dictionaries(st.sampled_from(["board", "colour", "future"]), plain_json, max_size=2)),
        "id": str(draw(st.uuids(version=4))),
        "game": draw(st.sampled_from(GAME_KEYS)),
        "started": draw(moments),
        "finished": draw(st.none() | moments | moments),
        "seconds": draw(st.integers(0, LONGEST_PLAY) | st.floats(0, LONGEST_PLAY)),
        "players": draw(st.lists(people, min_size=seats, max_size=seats)),
        "starter": draw(st.none() | st.integers(0, seats - 1)),
        "options": draw(options),
        "moves": draw(st.lists(move, max_size=4)),
        "sheet": draw(st.none() | sheet),
        "result": draw(st.none() | results(seats) | results(seats)),
        "place": draw(plain_texts),
        "note": draw(plain_texts),
    }
    return read_session(session)
