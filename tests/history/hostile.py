"""What nobody should send: any JSON at all, and good documents with something wrong somewhere inside."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

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
